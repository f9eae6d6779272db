/**
 * Rows of octets summed up column by column, so that what is done across a row is done once for many.
 *
 *   rows      a b c d | e f g h | ...          four octets a number
 *   sums      a c | b d | e g | f h | ...      two sums of 16 bits a number: so 257 rows at most
 *
 * Rows wait until four have come together: loading and storing the sums costs more than adding to them.
 * @module
 */
import { isLittleEndian } from '../../bytes/octets.js';
import { greyParts } from '../raster.js';

/** Rows whose sums surely fit 16 bits. */
const MAX_ROWS = 257;

/** Rows that are added at once. */
const TOGETHER = 4;

/** Every second octet of a number. */
const EVERY_SECOND = 0xff_00ff;

/** Sums of rows that all have the same number of octets. */
export class ColumnSums {
  /** Rows since the sums began anew. */
  rows = 0;
  readonly #lengthOctets: number;
  /** Octets from one waiting row to the next: whole numbers, and with greys whole pixels in them. */
  readonly #pitch: number;
  /** Rows that wait: as octets, and as numbers. */
  readonly #waiting: Uint8Array;
  readonly #words: Int32Array;
  readonly #sums: Int32Array;
  /** The same in their halves. */
  readonly #halves: Uint16Array;
  readonly #isGrey: boolean;
  readonly #totals: Int32Array;
  readonly #isLittleEndian = isLittleEndian();

  /** @param isGrey rows are RGB, of which greys are wanted, in parts of 256. */
  constructor(lengthOctets: number, isGrey: boolean) {
    const unit = isGrey ? 12 : 4;
    const pitch = Math.ceil(lengthOctets / unit) * unit;
    this.#lengthOctets = lengthOctets;
    this.#pitch = pitch;
    this.#waiting = new Uint8Array(TOGETHER * pitch);
    this.#words = new Int32Array(this.#waiting.buffer);
    this.#sums = new Int32Array(pitch >> 1);
    this.#halves = new Uint16Array(this.#sums.buffer);
    this.#isGrey = isGrey;
    this.#totals = new Int32Array(isGrey ? pitch / 3 : pitch);
  }

  /** Whether the sums have no room for another row. */
  get isFull(): boolean {
    return this.rows === MAX_ROWS;
  }

  /** Adds the row that begins at an octet. */
  add(samples: Uint8Array, at: number): void {
    const slot = this.rows++ % TOGETHER;
    this.#waiting.set(samples.subarray(at, at + this.#lengthOctets), slot * this.#pitch);
    if (slot === TOGETHER - 1) addFour(this.#sums, this.#words);
  }

  /** The sums, in the order of the octets or of the pixels; they begin anew. What is returned holds until the next call. */
  take(): Int32Array {
    const waiting = this.rows % TOGETHER;
    const pitch = this.#pitch >> 2;
    for (let slot = 0; slot < waiting; slot++) addOne(this.#sums, this.#words, slot * pitch);
    if (!this.#isLittleEndian) swapPairs(this.#sums);
    if (this.#isGrey) toGreys(this.#halves, this.#totals);
    else inOrder(this.#halves, this.#totals);
    this.#sums.fill(0);
    this.rows = 0;
    return this.#totals;
  }
}

// In a bundle a module's constants are variables, which V8 loads and checks each time: hence `mask`.

function addOne(sums: Int32Array, words: Int32Array, start: number): void {
  const mask = EVERY_SECOND;
  const { length } = sums;
  for (let at = start, to = 0; to < length; at++, to += 2) {
    const word = words[at] as number;
    sums[to] = (sums[to] as number) + (word & mask);
    sums[to + 1] = (sums[to + 1] as number) + ((word >>> 8) & mask);
  }
}

function addFour(sums: Int32Array, words: Int32Array): void {
  const mask = EVERY_SECOND;
  const { length } = sums;
  const two = length >> 1;
  const three = 2 * two;
  const four = 3 * two;
  for (let at = 0, to = 0; to < length; at++, to += 2) {
    const a = words[at] as number;
    const b = words[at + two] as number;
    const c = words[at + three] as number;
    const d = words[at + four] as number;
    sums[to] = (sums[to] as number) + (a & mask) + (b & mask) + (c & mask) + (d & mask);
    sums[to + 1] = (sums[to + 1] as number) + ((a >>> 8) & mask) + ((b >>> 8) & mask) + ((c >>> 8) & mask) + ((d >>> 8) & mask);
  }
}

/** As where the lowest octet of a number is first. */
function swapPairs(sums: Int32Array): void {
  const { length } = sums;
  for (let i = 0; i < length; i += 2) {
    const second = sums[i] as number;
    sums[i] = sums[i + 1] as number;
    sums[i + 1] = second;
  }
}

/** The second and third of four octets have changed places in the sums. */
function inOrder(halves: Uint16Array, totals: Int32Array): void {
  const { length } = totals;
  for (let i = 0; i < length; i += 4) {
    totals[i] = halves[i] as number;
    totals[i + 1] = halves[i + 2] as number;
    totals[i + 2] = halves[i + 1] as number;
    totals[i + 3] = halves[i + 3] as number;
  }
}

/** Four pixels at a time: their twelve octets are three numbers, whose second and third octets have changed places. */
function toGreys(halves: Uint16Array, greys: Int32Array): void {
  const { length } = greys;
  for (let i = 0, at = 0; i < length; i += 4, at += 12) {
    greys[i] = greyParts(halves[at] as number, halves[at + 2] as number, halves[at + 1] as number);
    greys[i + 1] = greyParts(halves[at + 3] as number, halves[at + 4] as number, halves[at + 6] as number);
    greys[i + 2] = greyParts(halves[at + 5] as number, halves[at + 7] as number, halves[at + 8] as number);
    greys[i + 3] = greyParts(halves[at + 10] as number, halves[at + 9] as number, halves[at + 11] as number);
  }
}
