/**
 * Watches over a worker: gives it orders, and ends it when one input takes the processor without an end, or the memory. What it was running then is
 * the finding. The next order starts another worker.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundled } from '../support/bundled.js';
import { instrumentation } from './instrument.js';
import type { Input } from './target.js';
import { ALLOWANCE, type Allowance, TOO_LARGE, TOO_LONG, type Verdict } from './trial.js';
import { type Order, type Reply, SHARED, type Slice, type Start, sharedInput } from './worker.js';

/**
 * Bundles the worker with its targets and instrumented sources.
 * @param module exports `TARGETS`
 * @returns path of the bundle, and how many branches its sources have
 */
export async function bundleTargets(module: string): Promise<{ readonly bundle: string; readonly branches: number }> {
  const source = `import { TARGETS } from ${JSON.stringify(module)};\nimport { serve } from './worker.js';\nserve(TARGETS);\n`;
  const instrumented = instrumentation();
  const options = { keepNames: true, plugins: [instrumented.plugin] };
  const bundle = await bundled('fuzz', source, fileURLToPath(new URL('.', import.meta.url)), options);
  return { bundle, branches: instrumented.branches };
}

/** How a worker is bounded. */
export interface WardenOptions {
  readonly root: string;
  /** Path of what {@link bundleTargets} made. */
  readonly bundle: string;
  readonly seed: number;
  readonly allowance?: Allowance;
  /** Milliseconds of the processor after which an input is given up on. */
  readonly hangMs?: number;
  /** MiB of the worker's heap. */
  readonly heapMiB?: number;
  /** MiB by which the whole process may grow during one order, for what lies outside of heaps. */
  readonly residentMiB?: number;
  /** Workers that share the processor's time of this process. */
  readonly workers?: number;
}

/** How often the watchdog looks, in milliseconds. */
const LOOK_MS = 100;

/** The end of a worker that ran into the ground: the input, and the verdict over it. */
export class Ended extends Error {
  constructor(
    readonly input: Input,
    readonly verdict: Verdict,
  ) {
    super(verdict.fault?.signature ?? 'ended');
  }
}

/** See the module. */
export class Warden {
  readonly #options: Required<WardenOptions>;
  readonly #shared = new SharedArrayBuffer(SHARED.octets);
  readonly #kept = new Map<string, Input[]>();
  #worker: Worker | undefined;

  constructor(options: WardenOptions) {
    this.#options = { allowance: ALLOWANCE, hangMs: 8_000, heapMiB: 768, residentMiB: 2_048, workers: 1, ...options };
  }

  /** Fuzzes a target for a while. @throws Ended when an input ended the worker */
  async slice(target: string, ms: number, executions: number): Promise<Slice> {
    const slice = (await this.#order({ kind: 'slice', target, ms, executions })) as Slice;
    const kept = this.#kept.get(target) ?? [];
    kept.push(...slice.kept);
    this.#kept.set(target, kept);
    return slice;
  }

  /** Runs a target once. */
  async attempt(target: string, input: Input): Promise<Verdict> {
    try {
      return (await this.#order({ kind: 'try', target, input })) as Verdict;
    } catch (error) {
      if (error instanceof Ended) return error.verdict;
      throw error;
    }
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const { root, bundle, seed, allowance, heapMiB } = this.#options;
    const workerData: Start = { root, seed, allowance, shared: this.#shared, kept: this.#kept };
    return new Worker(bundle, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMiB }, stderr: false });
  }

  #order(order: Order): Promise<Reply> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (act: () => void) => {
        if (isSettled) return;
        isSettled = true;
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const end = (signature: string, found: string) => {
        this.#worker = undefined;
        const input = sharedInput(this.#shared);
        const verdict: Verdict = { fault: { signature, found: `${signature}: ${found}`, detail: found } };
        settle(() => {
          // An error that comes while the thread ends is no news.
          worker.on('error', () => {});
          worker.terminate().then(() => reject(new Ended(input, verdict)), reject);
        });
      };
      const onMessage = (reply: Reply) => settle(() => resolve(reply));
      const onError = (error: Error & { readonly code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end(TOO_LARGE, 'the heap was full');
        else {
          this.#worker = undefined;
          settle(() => reject(error));
        }
      };
      const onExit = (code: number) => end('ends the thread', `exit code ${code}`);
      const watch = this.#watch(end);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(order);
    });
  }

  /** Looks whether the same input still runs, by the time of the processor: on a busy machine the clock says nothing. */
  #watch(end: (signature: string, found: string) => void): NodeJS.Timeout {
    const { hangMs, residentMiB, workers } = this.#options;
    const head = new Int32Array(this.#shared, 0, 4);
    const most = process.memoryUsage.rss() + residentMiB * 2 ** 20;
    let runs = -1;
    let since = process.cpuUsage();
    let sinceMs = performance.now();
    return setInterval(() => {
      const now = Atomics.load(head, SHARED.runs);
      if (now !== runs) {
        runs = now;
        since = process.cpuUsage();
        sinceMs = performance.now();
      }
      const { user, system } = process.cpuUsage(since);
      const cpuMs = (user + system) / 1000 / workers;
      if (cpuMs > hangMs && performance.now() - sinceMs > hangMs) end(TOO_LONG, `more than ${hangMs} ms`);
      else if (process.memoryUsage.rss() > most) end(TOO_LARGE, `more than ${residentMiB} MiB`);
    }, LOOK_MS);
  }
}
