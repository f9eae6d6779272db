/** Numbers that look random and come again with their seed: sfc32 by Chris Doty-Humphrey, which passes PractRand. */

/** A number of 32 bits for a text (FNV-1a), to make seeds of names and marks of outcomes. */
export function hashOf(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let i = 0, { length } = text; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A sequence of numbers that its seed decides. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9 ^ seed;
    this.#c = 0x243f6a88;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** The next number of 32 bits. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 to below `end`; 0 when `end` is 0. */
  below(end: number): number {
    return end <= 1 ? 0 : this.next() % end;
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.next() % times === 0;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** A length: small ones most often, each doubling half as often, up to `most`. */
  length(most: number): number {
    let end = 4;
    while (end < most && this.oneIn(2)) end *= 2;
    return 1 + this.below(Math.min(end, most));
  }
}
