/**
 * Networks that let multimedia messages of others in only as WAP pushes, told by the beginning of a number (G-MMS-36).
 * @module
 */

/** Beginnings of numbers with country code, such as `44778`. */
export class WalledGarden {
  readonly #prefixes: ReadonlySet<string>;
  readonly #lengths: readonly number[];

  constructor(prefixes: readonly string[] = []) {
    this.#prefixes = new Set(prefixes);
    this.#lengths = [...new Set(prefixes.map(({ length }) => length))];
  }

  /** Whether a number belongs to one of the networks. */
  has(number: string): boolean {
    return this.#lengths.some((length) => this.#prefixes.has(number.slice(0, length)));
  }
}
