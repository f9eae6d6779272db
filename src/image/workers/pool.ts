/**
 * Many pictures on several threads.
 *
 * Each thread takes one picture at a time; the others wait in line. Octets of results are handed over, not copied; those that come in are
 * copied, unless the caller gives them away. A thread that a picture's end is not waited for any more (`signal`) is ended with it, and
 * another one takes its place.
 *
 * There are threads in Node. On a page the work is done in the caller's thread, which may be a worker of the page.
 *
 * The threads run image-worker.js of this package. A bundler that puts this code elsewhere has to be told to keep that file, and the
 * caller to say where it is (`worker`).
 * @module
 */

import { requireObject } from '../../bytes/check.js';
import { findNodeModule } from '../../bytes/node.js';
import { copyOctets, requireOctets } from '../../bytes/octets.js';
import type { AbortSignalLike, FileUrl } from '../../bytes/platform.js';
import { errorFrom } from '../../bytes/sent-error.js';
import { type StopTask, Threads } from '../../bytes/threads.js';
import type { HandsetProfile } from '../../profile/index.js';
import { nextTurn } from '../node.js';
import type { RepurposeOutcome } from '../repurpose/all.js';
import type { RepurposeOptions } from '../repurpose/options.js';
import { repurpose } from '../repurpose/repurpose.js';
import type { Repurposed } from '../repurpose/repurposed.js';
import type { WorkerAnswer, WorkerTask } from './messages.js';

/** Options of {@link createRepurposer}. */
export interface RepurposerOptions {
  /**
   * The number of threads, 0 to 64; by default the number of processors, outside Node 0. With 0, pictures are adapted in the caller's thread.
   */
  readonly threads?: number | undefined;
  /** Path or URL of image-worker.js, if it is not beside the other files of this package. */
  readonly worker?: FileUrl | string | undefined;
}

/** A picture of a batch. */
export interface RepurposeItem {
  /** The picture file; it is copied to a thread. */
  readonly octets: Uint8Array;
  /** Profile of the handset. */
  readonly profile: HandsetProfile;
  /** Options, as for `repurpose`. */
  readonly options?: Omit<RepurposeOptions, 'signal'> | undefined;
}

/** The progress of a batch. */
export interface RepurposeProgress {
  /** The number of finished pictures, failed ones included. */
  readonly done: number;
  /** The number of pictures of the batch. */
  readonly total: number;
  /** Index of the picture that was finished last. */
  readonly index: number;
  /** Outcome of that picture. */
  readonly outcome: RepurposeOutcome;
}

/** Options of {@link Repurposer.repurposeAll}. */
export interface BatchOptions {
  /** Stops the batch; the reason of the signal is thrown. */
  readonly signal?: AbortSignalLike | undefined;
  /** Called after each picture. */
  readonly onProgress?: ((progress: RepurposeProgress) => void) | undefined;
}

/** Options of {@link Repurposer.repurpose}. */
export interface PoolOptions extends RepurposeOptions {
  /** Transfer the octets to a thread instead of copying them; the caller cannot use them any more. False by default. */
  readonly transfer?: boolean | undefined;
}

/** A pool of threads that adapt pictures. */
export interface Repurposer {
  /** The number of threads; with 0, pictures are adapted in the caller's thread. */
  readonly threads: number;
  /** Adapts a picture, as the function `repurpose`. Rejects with its errors, or the reason of the signal. */
  repurpose(octets: Uint8Array, profile: HandsetProfile, options?: PoolOptions): Promise<Repurposed>;
  /** Adapts all pictures of a batch, and returns their outcomes in order. A faulty picture does not stop the batch. */
  repurposeAll(items: Iterable<RepurposeItem>, options?: BatchOptions): Promise<RepurposeOutcome[]>;
  /** Stops the threads; unfinished pictures are rejected. */
  close(): Promise<void>;
}

/** Threads at most. */
const MAX_THREADS = 64;

// ---- What is used of Node ----

interface Os {
  availableParallelism(): number;
}

interface NodeFiles {
  existsSync(file: FileUrl): boolean;
}

/**
 * Creates a pool of threads that adapt pictures. Threads start with the first picture, and do not keep a program running.
 * @throws RangeError for an invalid number of threads.
 * @throws Error if image-worker.js is not found, or the platform has no threads.
 */
export function createRepurposer(options: RepurposerOptions = {}): Repurposer {
  requireObject(options, 'options');
  const { threads = countProcessors(), worker } = options;
  if (!Number.isInteger(threads) || threads < 0 || threads > MAX_THREADS) {
    throw new RangeError(`threads is ${String(threads)}, allowed: 0 to ${MAX_THREADS}`);
  }
  return new Pool(threads, threads === 0 ? undefined : findWorkerFile(worker));
}

function countProcessors(): number {
  return Math.min(MAX_THREADS, findNodeModule<Os>('os')?.availableParallelism() ?? 0);
}

function findWorkerFile(worker: FileUrl | string | undefined): FileUrl | string {
  if (findNodeModule('worker_threads') === undefined) throw new Error('there are no threads of Node here: take threads: 0');
  if (worker !== undefined) return worker;
  const { URL } = globalThis as unknown as { URL: new (path: string, base: string) => FileUrl };
  const file = new URL('./image-worker.js', import.meta.url);
  if (findNodeModule<NodeFiles>('fs')?.existsSync(file) === true) return file;
  throw new Error(`${file.pathname} is not there: say with \`worker\` where it is, or take threads: 0`);
}

interface Job {
  readonly task: WorkerTask;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (value: Repurposed) => void;
  readonly reject: (error: unknown) => void;
  /** Set once a thread has begun it. */
  stop?: StopTask;
}

class Pool implements Repurposer {
  readonly threads: number;
  /** Unset where the caller's own thread does the work. */
  readonly #threads: Threads<WorkerTask, WorkerAnswer> | undefined;
  readonly #waiting: Job[] = [];
  #working = 0;
  #isClosed = false;

  constructor(threads: number, file: FileUrl | string | undefined) {
    this.threads = threads;
    this.#threads = file === undefined ? undefined : new Threads({ file });
  }

  async repurpose(octets: Uint8Array, profile: HandsetProfile, options: PoolOptions = {}): Promise<Repurposed> {
    requireOctets(octets, 'the picture');
    const { signal, transfer, ...rest } = options;
    // In the caller's thread, others have their turn between two pictures: the one who closes the pool among them.
    if (this.#threads === undefined) await nextTurn();
    if (this.#isClosed) throw closedError();
    if (this.#threads === undefined) return repurpose(octets, profile, { ...rest, signal });
    signal?.throwIfAborted();
    // What belongs to others, a pooled Buffer for instance, is never given away.
    const isWhole = octets.buffer instanceof ArrayBuffer && octets.length === octets.buffer.byteLength;
    const sent = transfer === true && isWhole ? octets : copyOctets(octets);
    let onAbort: (() => void) | undefined;
    const done = new Promise<Repurposed>((resolve, reject) => {
      const job: Job = {
        task: { octets: sent, profile, options: rest },
        transfer: [sent.buffer as ArrayBuffer],
        resolve,
        reject,
      };
      onAbort = () => this.#drop(job, signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
    try {
      return await done;
    } finally {
      if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
    }
  }

  async repurposeAll(items: Iterable<RepurposeItem>, { signal, onProgress }: BatchOptions = {}): Promise<RepurposeOutcome[]> {
    const all = [...items];
    const outcomes: RepurposeOutcome[] = [];
    let next = 0;
    let done = 0;
    let isEnded = false;
    const lane = async () => {
      while (next < all.length && !isEnded) {
        signal?.throwIfAborted();
        const index = next++;
        const { octets, profile, options } = all[index] as RepurposeItem;
        let outcome: RepurposeOutcome;
        try {
          outcome = { ok: true, value: await this.repurpose(octets, profile, { ...options, signal }) };
        } catch (error) {
          signal?.throwIfAborted();
          outcome = { ok: false, error: error as Error };
        }
        outcomes[index] = outcome;
        onProgress?.({ done: ++done, total: all.length, index, outcome });
      }
    };
    // One more picture than threads: the next one is there when a thread is free.
    const lanes = Math.min(all.length, this.threads + 1);
    try {
      await Promise.all(Array.from({ length: lanes }, lane));
    } finally {
      isEnded = true;
    }
    return outcomes;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.reject(closedError());
    await this.#threads?.close(closedError());
  }

  /** Hands pictures to threads as long as there are both. */
  #next(): void {
    while (this.#waiting.length > 0 && this.#working < this.threads) void this.#work(this.#waiting.shift() as Job);
  }

  async #work(job: Job): Promise<void> {
    this.#working++;
    try {
      const threads = this.#threads as Threads<WorkerTask, WorkerAnswer>;
      const answer = await threads.run(job.task, job.transfer, (stop) => {
        job.stop = stop;
      });
      if (answer.ok) job.resolve(answer.value);
      else job.reject(errorFrom(answer.error));
    } catch (error) {
      job.reject(error);
    }
    this.#working--;
    this.#next();
  }

  /** Takes a picture out of the line, or ends the thread that has it. */
  #drop(job: Job, reason: unknown): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    job.reject(reason);
    job.stop?.(reason);
  }
}

function closedError(): Error {
  return new Error('the pool is closed');
}
