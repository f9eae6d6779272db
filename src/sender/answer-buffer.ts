/**
 * The body of an answer while it comes in.
 * @module
 */

/** Collects octets up to a limit, in one piece of memory: a server that sends single octets costs no more than one that sends blocks. */
export class AnswerBuffer {
  readonly #limit: number;
  #octets = new Uint8Array(0);
  #length = 0;

  /** Takes `limit` octets at most. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a copy of the octets; false, and nothing is added, when that would pass the limit. */
  add(octets: Uint8Array): boolean {
    const length = this.#length + octets.length;
    if (length > this.#limit) return false;
    if (length > this.#octets.length) {
      const grown = new Uint8Array(Math.min(this.#limit, Math.max(length, 2 * this.#octets.length, 1_024)));
      grown.set(this.#octets.subarray(0, this.#length));
      this.#octets = grown;
    }
    this.#octets.set(octets, this.#length);
    this.#length = length;
    return true;
  }

  /** What was added, as fresh octets. */
  octets(): Uint8Array {
    return this.#octets.slice(0, this.#length);
  }
}
