/**
 * Threads of Node, each with one task at a time.
 *
 * A thread that fails, ends or is stopped takes its task with it, and another one is started for the next task. Those without a task do not
 * keep a program from ending. The caller limits how many tasks there are at once, and keeps those that wait.
 * @module
 */
import { findNodeModule } from './node.js';
import type { FileUrl } from './platform.js';

/** How threads are run. */
export interface ThreadSettings {
  /** The program that each runs: it answers each message with one. */
  readonly file: FileUrl | string;
  /** Megabytes of a thread's heap. */
  readonly heapMb?: number | undefined;
  /** Milliseconds after which a thread without a task ends; it stays when absent. */
  readonly idleMs?: number | undefined;
}

/** Ends the thread that is at work on a task, which rejects with the reason. */
export type StopTask = (reason: unknown) => void;

// ---- What is used of Node ----

interface NodeThread {
  ref(): void;
  unref(): void;
  postMessage(task: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): Promise<unknown>;
  on(event: 'message', listener: (answer: unknown) => void): void;
  on(event: 'error' | 'messageerror', listener: (error: unknown) => void): void;
  on(event: 'exit', listener: (code: number) => void): void;
}

interface NodeThreads {
  readonly Worker: new (
    file: FileUrl | string,
    options: { readonly resourceLimits?: { readonly maxOldGenerationSizeMb: number } },
  ) => NodeThread;
}

interface Timer {
  unref(): void;
}

const timers = globalThis as unknown as {
  setTimeout(then: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
};

/** The task of a thread. */
interface Work {
  readonly resolve: (answer: unknown) => void;
  readonly reject: StopTask;
}

/** Threads that are started as tasks come. */
export class Threads<Task, Answer> {
  readonly #settings: ThreadSettings;
  /** Those without a task, and what ends them; the one that was at work last is the last. */
  readonly #idle = new Map<NodeThread, Timer | undefined>();
  readonly #busy = new Map<NodeThread, Work>();
  #isClosed = false;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /**
   * What a thread answers to a task.
   * @param transfer buffers that are handed over, not copied.
   * @param onStart is given what ends the thread.
   * @throws what the thread failed with, or was stopped with; Error where it ended; what a task that cannot be sent is refused with.
   */
  async run(task: Task, transfer: readonly ArrayBuffer[], onStart?: (stop: StopTask) => void): Promise<Answer> {
    const thread = this.#take([...this.#idle.keys()].at(-1)) ?? this.#start();
    thread.ref();
    let isSent = false;
    try {
      const answer = await new Promise<unknown>((resolve, reject) => {
        this.#busy.set(thread, { resolve, reject });
        thread.postMessage(task, transfer);
        isSent = true;
        onStart?.(reject);
      });
      if (!this.#isClosed) this.#keep(thread);
      return answer as Answer;
    } catch (error) {
      // Nobody waits for what it would answer; one that has got no task is as good as before.
      if (isSent) void thread.terminate();
      else if (!this.#isClosed) this.#keep(thread);
      throw error;
    } finally {
      this.#busy.delete(thread);
      thread.unref();
    }
  }

  /** Ends the threads; what is at work rejects with the reason. */
  async close(reason: unknown): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#idle.keys(), ...this.#busy.keys()];
    for (const thread of this.#idle.keys()) this.#take(thread);
    for (const { reject } of this.#busy.values()) reject(reason);
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #start(): NodeThread {
    const { file, heapMb } = this.#settings;
    const { Worker } = findNodeModule<NodeThreads>('worker_threads') as NodeThreads;
    const thread = new Worker(file, heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    thread.on('message', (answer) => this.#busy.get(thread)?.resolve(answer));
    const onEnd = (error: unknown) => {
      this.#take(thread);
      this.#busy.get(thread)?.reject(error);
    };
    thread.on('error', onEnd);
    thread.on('messageerror', onEnd);
    thread.on('exit', (code) => onEnd(new Error(`the thread ended with code ${code}`)));
    return thread;
  }

  /** For the next task, as long as that comes soon. */
  #keep(thread: NodeThread): void {
    const { idleMs } = this.#settings;
    const end = idleMs === undefined ? undefined : timers.setTimeout(() => void this.#take(thread)?.terminate(), idleMs);
    end?.unref();
    this.#idle.set(thread, end);
  }

  /** Out of the idle ones; undefined when it is none of them. */
  #take(thread: NodeThread | undefined): NodeThread | undefined {
    if (thread === undefined || !this.#idle.has(thread)) return undefined;
    timers.clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    return thread;
  }
}
