/**
 * A service centre in a process of its own.
 * @module
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end } from './daemons.js';

/** What it does; nothing but answer at once when empty. */
export interface CentreBehaviour {
  /** Milliseconds until the answer of a submit_sm. */
  readonly delayMs?: number;
  /** Sends a receipt of each message right after its answer. */
  readonly hasReceipts?: boolean;
  /** Answers ESME_RTHROTTLED to everything. */
  readonly isThrottling?: boolean;
  /** Takes every so many submit_sm without an answer. */
  readonly silentEvery?: number;
  /** Beginning of the numbers whose submit_sm it takes without an answer. */
  readonly silentTo?: string;
  /** Cuts every connection. */
  readonly isDown?: boolean;
  /** Beginning of the numbers whose arrivals are told. */
  readonly watched?: string;
}

/** What came so far. */
export interface CentreCounts {
  /** submit_sm that were taken. */
  readonly submits: number;
  /** Those that were throttled. */
  readonly throttled: number;
  /** How many numbers they were to. */
  readonly numbers: number;
  /** How many of the numbers got more than one. */
  readonly repeated: number;
  /** Receipts that were taken. */
  readonly receipts: number;
  /** Receipts that were sent and not taken. */
  readonly waiting: number;
  /** From the first submit_sm to the last one, or the last receipt. */
  readonly ms: number;
  /** When the last one to each watched number came, in epoch milliseconds. */
  readonly arrived: Readonly<Record<string, number>>;
  /** How many submit_sm had come by then, that one counted. */
  readonly places: Readonly<Record<string, number>>;
}

/** A service centre that takes connections. */
export interface CentreProcess {
  /** @param change what it does otherwise from now on. */
  counts(change?: CentreBehaviour): Promise<CentreCounts>;
  stop(): Promise<void>;
}

/** Starts one. */
export async function startCentre(port: number, behaviour: CentreBehaviour = {}): Promise<CentreProcess> {
  const main = fileURLToPath(new URL('smpp-centre-main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, String(port), JSON.stringify(behaviour)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async counts(change) {
      child.stdin.write(`${change === undefined ? '' : JSON.stringify(change)}\n`);
      return JSON.parse((await lines.next()).value as string) as CentreCounts;
    },
    stop: () => end(child),
  };
}
