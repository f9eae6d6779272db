/**
 * A SQLite file on a thread of its own: neither statements nor the disk keep the requests waiting.
 *
 *   this thread     requests, what they ask the store for; reads outside of transactions, by a connection of its own
 *   the other       lists of statements, one list after the other; commits, which wait for the disk
 *
 * The thread runs store-worker.js of this package; without it, as in a bundle that leaves it out, statements run in the caller's thread.
 * @module
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { errorFrom } from '../../bytes/sent-error.js';
import type { Step, StepRunner, StepsOutcome } from './sqlite-connection.js';
import type { SqliteDriverName } from './sqlite-drivers.js';
import { type FromStore, resultFrom, type StoreThreadData, type ToStore } from './sqlite-messages.js';

/** Where store-worker.js is, beside this package's other files; undefined when it is not there. */
export function findStoreWorker(): URL | undefined {
  const file = new URL('./store-worker.js', import.meta.url);
  return existsSync(fileURLToPath(file)) ? file : undefined;
}

/** The thread, with a file open. */
export class StoreThread implements StepRunner {
  readonly #worker: Worker;
  readonly #waiting: ((outcome: StepsOutcome) => void)[] = [];
  readonly #ended: Promise<void>;
  /** Why it answers nothing any more. */
  #fault: Error | undefined;

  private constructor(program: URL | string, workerData: StoreThreadData) {
    this.#worker = new Worker(program, { workerData });
    // It keeps a process from ending only while something is asked of it.
    this.#worker.unref();
    this.#worker.on('message', (answer: FromStore) => this.#answer(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new Error('the thread of the store has ended'));
        resolve();
      });
    });
  }

  /** Starts a thread that opens a file for reading and writing. @throws Error when the file cannot be opened */
  static async open(program: URL | string, path: string, driver: SqliteDriverName): Promise<StoreThread> {
    const thread = new StoreThread(program, { path, driver });
    const { error } = await thread.#asked();
    if (error === undefined) return thread;
    await thread.end();
    throw error;
  }

  run(steps: readonly Step[], isWhole: boolean): Promise<StepsOutcome> {
    if (this.#fault !== undefined) return Promise.resolve({ results: [], error: this.#fault });
    const asked: ToStore = { steps, isWhole };
    try {
      this.#worker.postMessage(asked);
    } catch (error) {
      // A parameter that cannot be sent could not be stored either.
      return Promise.resolve({ results: [], error });
    }
    return this.#asked();
  }

  /** Ends the thread at once, with whatever it does. */
  async end(): Promise<void> {
    await this.#worker.terminate();
    await this.#ended;
  }

  async close(): Promise<void> {
    if (this.#fault !== undefined) return;
    const asked: ToStore = 'close';
    this.#worker.ref();
    this.#worker.postMessage(asked);
    await this.#ended;
  }

  #asked(): Promise<StepsOutcome> {
    this.#worker.ref();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #answer({ results, error }: FromStore): void {
    if (this.#waiting.length === 1) this.#worker.unref();
    const outcome = { results: results.map(resultFrom) };
    this.#waiting.shift()?.(
      error === undefined ? outcome : { ...outcome, error: Object.assign(errorFrom(error), { code: error.code }) },
    );
  }

  #fail(error: unknown): void {
    this.#fault ??= error as Error;
    for (const resolve of this.#waiting.splice(0)) resolve({ results: [], error: this.#fault, isLost: true });
  }
}
