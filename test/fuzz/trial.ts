/** One run of a target on one input, and what is wrong with it, if anything: an error that no reader throws, a promise broken, time, memory. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Broken, checkRefusal, type Input, type Target, viewOf, wasRead } from './target.js';

/** What one input may take. */
export interface Allowance {
  /** Milliseconds of the processor for 64 KiB of input or less; longer ones may take in proportion. */
  readonly timeMs: number;
  /** Octets by which the memory may have grown afterwards, before anything is collected. */
  readonly growthOctets: number;
}

export const ALLOWANCE: Allowance = { timeMs: 1_000, growthOctets: 192 * 1024 * 1024 };

/** Octets of input that the time of the allowance is for. */
const UNIT_OCTETS = 65_536;

/** A fault: its signature is the same for other inputs that trip over the same thing. */
export interface Fault {
  readonly signature: string;
  /** In a line. */
  readonly found: string;
  readonly detail: string;
}

/** How a run ended: whether the input was read, or a fault. */
export type Verdict =
  | { readonly isRead: boolean; readonly fault?: undefined }
  | { readonly fault: Fault; readonly isRead?: undefined };

/** What a run over its time, or its memory, has for a signature: nobody knows where. */
export const TOO_LONG = 'takes too long';
export const TOO_LARGE = 'takes too much memory';

/** Runs a target. Octets are given as a view into a larger buffer, as a pooled one is. */
export async function tryInput(target: Target, input: Input, allowance: Allowance = ALLOWANCE): Promise<Verdict> {
  const first = await measured(target, input);
  if (first.fault !== undefined) return { fault: first.fault };
  const timeMs = allowance.timeMs * Math.max(1, input.length / UNIT_OCTETS);
  let { spentMs, grownOctets } = first;
  // What took long may have waited for others, and what is counted may be garbage of earlier runs: the best of three counts.
  for (let again = 0; again < 2 && (spentMs > timeMs || grownOctets > allowance.growthOctets); again++) {
    collectGarbage();
    const next = await measured(target, input);
    if (next.fault !== undefined) return { fault: next.fault };
    spentMs = Math.min(spentMs, next.spentMs);
    grownOctets = Math.min(grownOctets, next.grownOctets);
  }
  if (spentMs > timeMs) return { fault: faultOf(TOO_LONG, `${Math.round(spentMs)} ms for ${input.length}`) };
  if (grownOctets > allowance.growthOctets) {
    return { fault: faultOf(TOO_LARGE, `${Math.round(grownOctets / 2 ** 20)} MiB for ${input.length}`) };
  }
  return { isRead: first.isRead };
}

interface Measured {
  readonly isRead: boolean;
  readonly fault?: Fault;
  /** Wall clock or processor, whichever is less: other programs, and other threads of this one, are left out where they can be. */
  readonly spentMs: number;
  readonly grownOctets: number;
}

async function measured(target: Target, input: Input): Promise<Measured> {
  const given = viewOf(input);
  const heldBefore = heldOctets();
  const cpu = process.cpuUsage();
  const from = performance.now();
  let isRead = false;
  let fault: Fault | undefined;
  try {
    const ran = target.run(given as never);
    isRead = wasRead(ran instanceof Promise ? await ran : ran);
  } catch (error) {
    fault = faultOfError(error, input.length);
  }
  const wallMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  const grownOctets = heldOctets() - heldBefore;
  if (fault === undefined && typeof given !== 'string' && !isSame(given, input as Uint8Array)) {
    fault = faultOf('the input was written to', target.name);
  }
  return { isRead, ...(fault && { fault }), spentMs: Math.min(wallMs, (user + system) / 1000), grownOctets };
}

/** A fault of an error; none for a refusal that may be. */
function faultOfError(error: unknown, length: number): Fault | undefined {
  let thrown = error;
  try {
    if (!(error instanceof Broken)) {
      checkRefusal(error, length);
      return undefined;
    }
  } catch (other) {
    thrown = other;
  }
  if (!(thrown instanceof Error)) return faultOf('throws what is no error', String(thrown));
  const told = thrown.cause instanceof Error ? `${thrown.stack}\ncaused by ${thrown.cause.stack}` : String(thrown.stack);
  if (thrown instanceof Broken) return { ...faultOf(thrown.message, ''), detail: told };
  // Where the stack ends is chance.
  const place = /call stack/.test(thrown.message) ? 'whatever the stack ends in' : placeOf(String(thrown.stack));
  const signature = `${thrown.name} in ${place}`;
  return { signature, found: `${signature}: ${thrown.message.slice(0, 200)}`, detail: told };
}

/** The function of the topmost frame that is ours. */
function placeOf(stack: string): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !/node:|<anonymous>\)?$/.test(line));
  return /^\s+at (?:async )?(?:new )?([\w.#$<>[\]]+) /.exec(frames[0] ?? '')?.[1] ?? 'a nameless function';
}

function faultOf(signature: string, detail: string): Fault {
  return { signature, found: detail === '' ? signature : `${signature}: ${detail}`, detail };
}

function isSame(given: Uint8Array, input: Uint8Array): boolean {
  return Buffer.compare(given, input) === 0;
}

function heldOctets(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
