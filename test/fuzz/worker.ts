/**
 * The thread that runs targets. It answers one order at a time; what it runs at the moment stands in shared memory, where the other side finds it
 * when nothing comes back any more.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Campaign } from './campaign.js';
import { readSeeds, type Seed } from './seeds.js';
import type { Group, Input, Target } from './target.js';
import { type Allowance, type Fault, tryInput, type Verdict } from './trial.js';

/** A target and the group it is in. */
export type Grouped = Target & { readonly group: Group };

/** What a worker is started with. */
export interface Start {
  readonly root: string;
  readonly seed: number;
  readonly shared: SharedArrayBuffer;
  readonly allowance: Allowance;
  /** What earlier workers kept, by target. */
  readonly kept: ReadonlyMap<string, readonly Input[]>;
}

/** What a worker is told to do: to fuzz a target for a while, or to run it once. */
export type Order =
  | { readonly kind: 'slice'; readonly target: string; readonly ms: number; readonly executions: number }
  | { readonly kind: 'try'; readonly target: string; readonly input: Input };

/** What came of a slice. */
export interface Slice {
  readonly executions: number;
  readonly ms: number;
  /** Runs of inputs that were made from others, and those of them that were read. */
  readonly mutants: number;
  readonly mutantsRead: number;
  /** Branches of the sources that were new. */
  readonly branches: readonly number[];
  /** Inputs that took them. */
  readonly kept: readonly Input[];
  readonly faults: readonly { readonly input: Input; readonly fault: Fault }[];
}

export type Reply = Slice | Verdict;

/** Layout of the shared memory: a count of runs, the length and the kind of the input, then its octets or UTF-16 units. */
export const SHARED = { runs: 0, length: 1, isText: 2, headOctets: 16, octets: 16 + 1_048_576 } as const;

/** Reads what stands in the shared memory. */
export function sharedInput(shared: SharedArrayBuffer): Input {
  const head = new Int32Array(shared, 0, 4);
  const length = head[SHARED.length] as number;
  if (head[SHARED.isText] === 0) return new Uint8Array(shared, SHARED.headOctets, length).slice();
  const units = new Uint16Array(shared, SHARED.headOctets, length);
  let text = '';
  for (let at = 0; at < length; at += 4_096) text += String.fromCharCode(...units.subarray(at, at + 4_096));
  return text;
}

/**
 * Takes orders until the thread is ended. Called by the program that warden.ts bundles.
 * @public
 */
export function serve(targets: readonly Grouped[]): void {
  const port = parentPort;
  if (port === null) throw new Error('this runs in a worker');
  const { root, seed, shared, allowance, kept } = workerData as Start;
  // A worker that only tries inputs needs none.
  let seeds: readonly Seed[] | undefined;
  const byName = new Map(targets.map((target) => [target.name, target]));
  const campaigns = new Map<string, Campaign>();
  const head = new Int32Array(shared, 0, 4);
  const octets = new Uint8Array(shared, SHARED.headOctets);
  const units = new Uint16Array(shared, SHARED.headOctets);

  const onInput = (input: Input) => {
    const isText = typeof input === 'string';
    head[SHARED.length] = input.length;
    head[SHARED.isText] = isText ? 1 : 0;
    if (isText) for (let i = 0, { length } = input; i < length; i++) units[i] = input.charCodeAt(i);
    else octets.set(input);
    Atomics.add(head, SHARED.runs, 1);
  };

  const targetOf = (name: string) => {
    const target = byName.get(name);
    if (target === undefined) throw new Error(`there is no target ${name}`);
    return target;
  };

  const campaignOf = (target: Grouped) => {
    let campaign = campaigns.get(target.name);
    if (campaign === undefined) {
      const own = kept.get(target.name) ?? [];
      seeds ??= readSeeds(root);
      // A worker that follows another goes other ways, lest it ends as that one did.
      campaign = new Campaign({ target, group: target.group, seeds, seed: seed + own.length, kept: own, allowance, onInput });
      campaigns.set(target.name, campaign);
    }
    return campaign;
  };

  const slice = async (target: Grouped, ms: number, executions: number): Promise<Slice> => {
    const campaign = campaignOf(target);
    const from = performance.now();
    const fresh: number[] = [];
    const newlyKept: Input[] = [];
    const faults: { input: Input; fault: Fault }[] = [];
    let [count, mutants, mutantsRead] = [0, 0, 0];
    while (count < executions && performance.now() - from < ms) {
      const { input, isMutant, isRead, branches, fault } = await campaign.step();
      count++;
      if (isMutant) mutants++;
      if (isMutant && isRead) mutantsRead++;
      if (fault !== undefined) faults.push({ input, fault });
      else if (branches.length > 0) newlyKept.push(input);
      fresh.push(...branches);
    }
    return { executions: count, ms: performance.now() - from, mutants, mutantsRead, branches: fresh, kept: newlyKept, faults };
  };

  port.on('message', async (order: Order) => {
    const target = targetOf(order.target);
    if (order.kind === 'slice') port.postMessage(await slice(target, order.ms, order.executions));
    else {
      onInput(order.input);
      port.postMessage(await tryInput(target, order.input, allowance));
    }
  });
}
