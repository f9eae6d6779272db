/**
 * A pool of Vitest that keeps its threads from run to run.
 *
 * Stryker runs a few tests for each mutant, and Vitest begins a thread for each test file of each run, which takes four times as long as
 * the tests do. Here the threads stay, and learn the settings of a run with its request. Vitest still evaluates every module afresh for
 * every test file, so that nothing which one mutant has built is seen by the next.
 */
import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node';
import { ThreadsPoolWorker } from 'vitest/node';

/** Test files after which a thread is replaced, so that nothing piles up in it. */
const FILES_PER_THREAD = 250;

/** A thread, and how many test files it ran. */
type Thread = { readonly worker: ThreadsPoolWorker; files: number };
type Listener = readonly [event: string, callback: (value: unknown) => void];

/** Threads without work. They are two at most: Vitest begins the next file before it has ended the one before. */
const idle: Thread[] = [];

/** One run of one test file, in a thread that may have served others. */
class KeptThread implements PoolWorker {
  readonly name = 'kept-thread';
  readonly #options: PoolOptions;
  #listeners: Listener[] = [];
  #thread: Thread | undefined;
  #isUsed = false;
  #isBusy = false;
  #settings: object = {};

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const waiting = idle.pop();
    this.#isUsed = waiting !== undefined;
    this.#thread = waiting ?? { worker: new ThreadsPoolWorker(this.#options), files: 0 };
    if (waiting === undefined) await this.#thread.worker.start();
    this.#thread.files++;
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    for (const [event, callback] of this.#listeners) thread.worker.off(event, callback);
    this.#listeners = [];
    this.#thread = undefined;
    if (!this.#isBusy && thread.files < FILES_PER_THREAD && idle.length < 2) idle.push(thread);
    else await thread.worker.stop();
  }

  on(event: string, callback: (value: unknown) => void): void {
    this.#listeners.push([event, callback]);
    this.#thread?.worker.on(event, callback);
  }

  off(event: string, callback: (value: unknown) => void): void {
    this.#thread?.worker.off(event, callback);
  }

  /** A thread that goes on is neither begun nor ended: those two requests are answered here. */
  send(message: WorkerRequest): void {
    if (message.type === 'start') this.#settings = { config: message.context.config };
    if (message.type === 'stop') this.#answer('stopped');
    else if (message.type === 'start' && this.#isUsed) this.#answer('started');
    else if (message.type === 'run') {
      this.#isBusy = true;
      this.#thread?.worker.send({ ...message, context: { ...message.context, ...this.#settings } });
    } else this.#thread?.worker.send(message);
  }

  deserialize(data: unknown): unknown {
    if ((data as { readonly type?: string } | null)?.type === 'testfileFinished') this.#isBusy = false;
    return data;
  }

  #answer(type: 'started' | 'stopped'): void {
    const callbacks = this.#listeners.filter(([event]) => event === 'message').map(([, callback]) => callback);
    setImmediate(() => {
      for (const callback of callbacks) callback({ type, __vitest_worker_response__: true });
    });
  }
}

/** The pool, as Vitest's configuration takes one. */
export const keptThreads = {
  name: 'kept-thread',
  createPoolWorker: (options: PoolOptions): PoolWorker => new KeptThread(options),
};
