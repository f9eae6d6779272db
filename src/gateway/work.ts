/**
 * How work is paced: pauses that grow, loops that something wakes, and commits that many share.
 *
 * Between two portions of work the event loop has a turn, so that sockets and timers go on however much there is.
 * @module
 */

/** How pauses grow. */
export interface Backoff {
  /** The pause after the first failure, in milliseconds; it doubles with each further one. */
  readonly firstMs: number;
  /** The longest pause, in milliseconds. */
  readonly maxMs: number;
  /** The random share of each pause, 0 to 1, so that clients that failed together do not all try again together; 0 by default. */
  readonly jitter?: number;
}

/**
 * The pause after so many failures in a row, from 1 on, in milliseconds.
 * @param random 0 up to 1; the pause is the longer for it.
 */
export function backoffMs({ firstMs, maxMs, jitter = 0 }: Backoff, failures: number, random = Math.random): number {
  const longest = Math.min(firstMs * 2 ** Math.min(failures - 1, 50), maxMs);
  return jitter === 0 ? longest : Math.max(1, Math.round(longest * (1 - jitter + jitter * random())));
}

/** Lets sockets and timers go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

// ---- Loops ----

/** What a loop does. */
export interface WorkLoopOptions {
  /** Does a portion; gives whether there may be more at once. */
  readonly work: () => Promise<boolean>;
  /** When the next portion is due, in epoch milliseconds; undefined when none is known. */
  readonly nextAt: () => Promise<number | undefined>;
  readonly clock: () => number;
  /** Looks for work at least this often, in milliseconds: other nodes put some there too. */
  readonly idleMs: number;
  /** Called with what `work` or `nextAt` threw; the loop goes on after a pause. */
  readonly onFault: (error: unknown) => void;
}

const AFTER_FAULT: Backoff = { firstMs: 100, maxMs: 10_000 };

/** Work that comes in portions, one at a time: done as long as there is some, then again when something wakes it or a time has come. */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** When it begins next, by a clock that only goes forward. */
  #startsAt = Number.POSITIVE_INFINITY;
  /** Whether it pauses after a fault. */
  #isPausing = false;
  #isClosed = false;
  /** In a row. */
  #faults = 0;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  /**
   * There may be work; as often as one likes. A pause after a fault is kept.
   * @param delayMs how long it may gather, so that it is done in fewer portions.
   */
  wake(delayMs = 0): void {
    const at = performance.now() + delayMs;
    if (this.#isPausing || at >= this.#startsAt) return;
    if (this.#running === undefined) this.#sleep(delayMs);
    else this.#startsAt = at;
  }

  /** Ends after the portion in hand. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { work, nextAt, clock, idleMs, onFault } = this.#options;
    let sleepMs = idleMs;
    this.#startsAt = Number.POSITIVE_INFINITY;
    this.#isPausing = false;
    try {
      while (!this.#isClosed && (await work())) await turn();
      const at = this.#isClosed ? undefined : await nextAt();
      if (at !== undefined) sleepMs = Math.min(sleepMs, at - clock());
      sleepMs = Math.min(sleepMs, this.#startsAt - performance.now());
      this.#faults = 0;
    } catch (error) {
      onFault(error);
      this.#isPausing = true;
      sleepMs = backoffMs(AFTER_FAULT, ++this.#faults);
    }
    this.#running = undefined;
    this.#sleep(Math.max(0, sleepMs));
  }

  #sleep(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#startsAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, ms);
    // A process that has nothing else to do may end.
    this.#timer.unref();
  }
}

// ---- Commits ----

/** How a {@link GroupCommit} works. */
export interface GroupCommitOptions<Job, Result> {
  /** Commits a group; gives a result per job, in order. */
  readonly commit: (jobs: readonly Job[]) => Promise<readonly Result[]>;
  /** Whether an error says for sure that nothing was committed, so that the jobs may be tried one by one; by default none does. */
  readonly isUndone?: (error: unknown) => boolean;
  /** Size of a job in the unit of `most`; 1 by default. */
  readonly sizeOf?: (job: Job) => number;
  /** Size of a group that is not made any larger; a single job may be. */
  readonly most: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One durable commit for many jobs: what comes in while a commit is in progress waits, and goes into the next one together.
 *
 * Under load the groups grow by themselves, so the disk is asked to sync once for dozens of requests; a single request waits for nobody.
 */
export class GroupCommit<Job, Result> {
  readonly #options: GroupCommitOptions<Job, Result>;
  #waiting: Waiting<Job, Result>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions<Job, Result>) {
    this.#options = options;
  }

  /** Resolves with the job's result once its group is committed. A job that fails takes no other down with it. */
  submit(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, size: this.#options.sizeOf?.(job) ?? 1, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no job is left. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // What other sockets have to say in this turn of the event loop belongs to the group already.
    await turn();
    while (this.#waiting.length > 0) {
      await this.#commit(this.#nextGroup());
      if (this.#waiting.length > 0) await turn();
    }
    this.#running = undefined;
  }

  #nextGroup(): Waiting<Job, Result>[] {
    let size = 0;
    let count = 0;
    for (const waiting of this.#waiting) {
      size += waiting.size;
      if (count > 0 && size > this.#options.most) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: readonly Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await this.#options.commit(group.map(({ job }) => job));
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (group.length > 1 && this.#options.isUndone?.(error) === true) {
        for (const one of group) await this.#commit([one]);
        return;
      }
      for (const { reject } of group) reject(error);
    }
  }
}
