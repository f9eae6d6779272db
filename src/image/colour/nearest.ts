/**
 * The nearest of a few colours, found without looking at most of them.
 *
 * What an error in red, green or blue counts is what it counts in grey (77, 150, 29 of 256), because errors in brightness are what is
 * seen. Colours are in the order of their brightness: none is nearer than it is apart in that, so the search goes up and down from the
 * brightness wanted and ends on either side where that alone is too much.
 * @module
 */

/** Channels of colours that have a number each. */
export interface Colors {
  readonly red: Float64Array;
  readonly green: Float64Array;
  readonly blue: Float64Array;
}

/** What an error of one level in red, green and blue counts. */
export const RED = 77;
export const GREEN = 150;
export const BLUE = 29;
const ALL = RED + GREEN + BLUE;

/** Levels of brightness that the search begins at. */
const LEVELS = 256;

/** Finds the nearest of some colours. */
export class NearestColor {
  // Of each colour, from dark to bright.
  readonly #luma: Float64Array;
  readonly #red: Float64Array;
  readonly #green: Float64Array;
  readonly #blue: Float64Array;
  /** The number that the caller knows it by. */
  readonly #number: Int32Array;
  /** Where the colour of a number is. */
  readonly #place: Int32Array;
  /** For each level of brightness the first colour that is as bright, or the brightest. */
  readonly #first = new Int32Array(LEVELS);

  /** @param numbers of the colours that count, one at least. */
  constructor({ red, green, blue }: Colors, numbers: Int32Array) {
    const lumas = new Float64Array(red.length);
    for (let i = 0; i < lumas.length; i++) lumas[i] = toLuma(red[i] as number, green[i] as number, blue[i] as number);
    const order = numbers.slice().sort((one, other) => (lumas[one] as number) - (lumas[other] as number) || one - other);
    const { length } = order;
    this.#number = order;
    this.#luma = new Float64Array(length);
    this.#red = new Float64Array(length);
    this.#green = new Float64Array(length);
    this.#blue = new Float64Array(length);
    this.#place = new Int32Array(red.length);
    for (let i = 0; i < length; i++) {
      const number = order[i] as number;
      this.#luma[i] = lumas[number] as number;
      this.#red[i] = red[number] as number;
      this.#green[i] = green[number] as number;
      this.#blue[i] = blue[number] as number;
      this.#place[number] = i;
    }
    for (let level = 0, i = 0; level < LEVELS; level++) {
      while (i < length - 1 && (this.#luma[i] as number) < level) i++;
      this.#first[level] = i;
    }
  }

  /**
   * The number of the nearest colour.
   * @param r from 0 to 255, as `g` and `b` are.
   * @param guess the number of a colour that may be near: the nearer it is, the fewer others are looked at.
   */
  find(r: number, g: number, b: number, guess: number): number {
    const red = this.#red;
    const green = this.#green;
    const blue = this.#blue;
    const lumas = this.#luma;
    const { length } = lumas;
    const luma = toLuma(r, g, b);
    const begin = this.#first[luma | 0] as number;
    let best = this.#place[guess] as number;
    let dr = (red[best] as number) - r;
    let dg = (green[best] as number) - g;
    let db = (blue[best] as number) - b;
    let least = RED * dr * dr + GREEN * dg * dg + BLUE * db * db;
    let reach = Math.sqrt(least / ALL);
    for (let i = begin, most = luma + reach; i < length && (lumas[i] as number) < most; i++) {
      dr = (red[i] as number) - r;
      dg = (green[i] as number) - g;
      db = (blue[i] as number) - b;
      const distance = RED * dr * dr + GREEN * dg * dg + BLUE * db * db;
      if (distance < least) {
        least = distance;
        best = i;
        reach = Math.sqrt(least / ALL);
        most = luma + reach;
      }
    }
    for (let i = begin - 1, fewest = luma - reach; i >= 0 && (lumas[i] as number) > fewest; i--) {
      dr = (red[i] as number) - r;
      dg = (green[i] as number) - g;
      db = (blue[i] as number) - b;
      const distance = RED * dr * dr + GREEN * dg * dg + BLUE * db * db;
      if (distance < least) {
        least = distance;
        best = i;
        fewest = luma - Math.sqrt(least / ALL);
      }
    }
    return this.#number[best] as number;
  }
}

function toLuma(red: number, green: number, blue: number): number {
  return (RED * red + GREEN * green + BLUE * blue) / ALL;
}
