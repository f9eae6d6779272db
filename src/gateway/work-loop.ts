/**
 * Work that comes in portions: done as long as there is some, then again when something wakes it or a time has come.
 *
 * Between two portions the event loop has a turn, so that sockets and timers go on however much work there is.
 * @module
 */

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

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;

/** Runs one portion at a time. */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** When it begins next, by a clock that only goes forward. */
  #startsAt = Number.POSITIVE_INFINITY;
  /** Whether it pauses after a fault. */
  #isPausing = false;
  #isClosed = false;
  #pauseMs = FIRST_PAUSE_MS;

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
      this.#pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      onFault(error);
      this.#isPausing = true;
      sleepMs = this.#pauseMs;
      this.#pauseMs = Math.min(2 * sleepMs, MAX_PAUSE_MS);
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

/** Lets sockets and timers go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
