/**
 * A map that forgets: for what is remembered of whoever asks, who may be anyone.
 * @module
 */

/** At most so many entries; beyond that the one that was set longest ago goes. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  /** The one that was set longest ago first. */
  readonly #entries = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry, which is the newest then, whether it was there before or not. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest as Key);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
