/**
 * Work that comes in portions: done as long as there is some, then again when something wakes it or a time has come.
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
const LONGEST_PAUSE_MS = 10_000;

/** Runs one portion at a time. */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isClosed = false;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  /** There may be work: begins now, or once more after the portion in hand. */
  wake(): void {
    if (this.#isClosed) return;
    if (this.#running !== undefined) {
      this.#isWoken = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isWoken) this.wake();
    });
  }

  /** Ends after the portion in hand. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { work, nextAt, clock, idleMs, onFault } = this.#options;
    try {
      do {
        this.#isWoken = false;
        while (!this.#isClosed && (await work()));
      } while (this.#isWoken && !this.#isClosed);
      if (this.#isClosed) return;
      const at = await nextAt();
      this.#sleep(Math.min(idleMs, at === undefined ? idleMs : Math.max(0, at - clock())));
      this.#pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      onFault(error);
      this.#isWoken = false;
      this.#sleep(this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    }
  }

  #sleep(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), ms);
    // A process that has nothing else to do may end.
    this.#timer.unref();
  }
}
