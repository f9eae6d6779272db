/**
 * A clock that notices when it is put back.
 * @module
 */

/** Gateways on one database differ by this much without being wrong, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 1_000;

/** Reads a clock in whole milliseconds. */
export class Watch {
  readonly #clock: () => number;
  #last = 0;
  #wasPutBack = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Epoch milliseconds. */
  read(): number {
    const now = Math.floor(this.#clock());
    if (now < this.#last - CLOCK_TOLERANCE_MS) this.#wasPutBack = true;
    this.#last = now;
    return now;
  }

  /** Whether the clock was put back since this was asked last. */
  takePutBack(): boolean {
    const wasPutBack = this.#wasPutBack;
    this.#wasPutBack = false;
    return wasPutBack;
  }
}
