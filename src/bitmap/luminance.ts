/**
 * How bright a pixel of a multi-colour picture is, as a whole number, row by row: luma, 299 R + 587 G + 114 B of the gamma-coded octets,
 * 0 to 255000.
 *
 * Whole numbers, so that white and black come out exact and sums of any order are equal. A pixel that is not opaque is blended with the
 * background first, in gamma-coded octets as browsers and image programs do it, so that a picture gives the same as one flattened
 * beforehand.
 *
 * Source: luma weights ITU-R BT.601.
 * @module
 */
import { isLittleEndian } from '../bytes/octets.js';

/** A colour: red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Whether it is one number of a colour. */
export function isLevel(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

/**
 * How a row of pixels is cut into fewer or more: each of the result has a share of the pixel cut last, then whole pixels, then a share
 * of one more, which is the pixel cut last from then on.
 */
export interface Cuts {
  readonly first: Int32Array;
  readonly whole: Int32Array;
  /** 0 when no further pixel is cut. */
  readonly last: Int32Array;
  /** The share of a whole pixel. */
  readonly unit: number;
}

/** Rows of grey from the top. What `next` returns is overwritten by the next call; there are no more calls than rows. */
export interface GreyRows {
  next(): Int32Array;
}

/** A picture of four octets a pixel, of which a rectangle is used, over a background. */
export interface Source {
  readonly rgba: Uint8Array;
  /** Width of the whole picture. */
  readonly pitchPx: number;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly background: Colour;
}

/** Luma of white; black is 0. */
export const WHITE_LUMA = 255_000;

/** A level of grey, 0 to 255, as luma. */
export const LUMA_PER_LEVEL = 1000;

/**
 * Sets a line to the luma of pixels from a place on. Pixels are words with red in the lowest octet, then green, blue and alpha.
 * @param under the background of those that are not opaque
 */
function fillLuma(line: Int32Array, words: Int32Array, from: number, under: Colour): void {
  const { length } = line;
  for (let x = 0; x < length; x++) line[x] = toLuma(words[from + x] as number, under);
}

/** Pixels of which sums of one colour surely fit 16 bits. */
const TOGETHER = 256;

/** Luma of pixels, in all. Of some that are opaque the colours are added up first, red and blue in one number. */
function addLuma(words: Int32Array, from: number, end: number, under: Colour): number {
  let all = -1;
  let redBlue = 0;
  let green = 0;
  for (let at = from; at < end; at++) {
    const word = words[at] as number;
    all &= word;
    redBlue = (redBlue + (word & 0xff_00ff)) | 0;
    green += (word >>> 8) & 0xff;
  }
  if (all >>> 24 === 255 && end <= from + TOGETHER) return 299 * (redBlue & 0xffff) + 587 * green + 114 * (redBlue >>> 16);
  let sum = 0;
  for (let at = from; at < end; at++) sum += toLuma(words[at] as number, under);
  return sum;
}

/** Sets a row to the luma of pixels from a place on, summed up as cuts say. */
export function sumLuma(row: Float64Array, cuts: Cuts, words: Int32Array, from: number, under: Colour): void {
  const { first, whole, last, unit } = cuts;
  const { length } = row;
  let at = from;
  let cut = 0;
  for (let x = 0; x < length; x++) {
    const begin = at;
    at += whole[x] as number;
    const sum = cut * (first[x] as number) + addLuma(words, begin, at, under) * unit;
    const share = last[x] as number;
    if (share > 0) cut = toLuma(words[at++] as number, under);
    row[x] = sum + cut * share;
  }
}

/** Luma of a pixel, 0 to 255000. */
export function toLuma(word: number, under: Colour): number {
  const pixel = word >>> 24 === 255 ? word : overBackground(word, under);
  return 299 * (pixel & 255) + 587 * ((pixel >> 8) & 255) + 114 * ((pixel >> 16) & 255);
}

/** Luma of one pixel of a source, which counts from its rectangle. */
export function lumaAt({ rgba, pitchPx, x, y, background }: Source, column: number, row: number): number {
  return toLuma(wordAt(rgba, ((y + row) * pitchPx + x + column) * 4), background);
}

/** The octets of a pixel as a word. */
export function wordAt(rgba: Uint8Array, at: number): number {
  return (
    (rgba[at] as number) | ((rgba[at + 1] as number) << 8) | ((rgba[at + 2] as number) << 16) | ((rgba[at + 3] as number) << 24)
  );
}

/** The visible pixel, without its alpha. */
export function overBackground(word: number, under: Colour): number {
  const alpha = word >>> 24;
  return (
    mixed(word & 255, under[0], alpha) |
    (mixed((word >> 8) & 255, under[1], alpha) << 8) |
    (mixed((word >> 16) & 255, under[2], alpha) << 16)
  );
}

/** Rounded to the nearest level; 255 is odd, so there are no ties. */
export function mixed(over: number, under: number, alpha: number): number {
  return ((over * alpha + under * (255 - alpha) + 127) / 255) | 0;
}

/** The pixels of a source as words, row by row: one load for each instead of four. */
export class PixelRows {
  /** Holds the row in use, from {@link PixelRows.at} on. */
  readonly words: Int32Array;
  /** The first pixel of the row in use; there is none before the first `advance`. */
  at = 0;
  readonly #source: Source;
  /** `words` are the octets of the source themselves, not a copy of one row. */
  readonly #isView: boolean;
  #next: number;

  constructor(source: Source) {
    const { rgba, pitchPx, x, y } = source;
    this.#source = source;
    this.#isView = (rgba.byteOffset & 3) === 0 && isLittleEndian();
    this.words = this.#isView ? new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2) : new Int32Array(source.widthPx);
    this.#next = y * pitchPx + x;
  }

  /** Goes to the next row; there are no more calls than rows. */
  advance(): void {
    if (this.#isView) this.at = this.#next;
    else this.#copy(this.#next * 4);
    this.#next += this.#source.pitchPx;
  }

  #copy(start: number): void {
    const { rgba } = this.#source;
    const { words } = this;
    const { length } = words;
    for (let x = 0, at = start; x < length; x++, at += 4) words[x] = wordAt(rgba, at);
  }
}

/** The rows of a picture as grey, in its own size. */
export class SourceRows implements GreyRows {
  readonly #pixels: PixelRows;
  readonly #background: Colour;
  readonly #line: Int32Array;

  constructor(source: Source) {
    this.#pixels = new PixelRows(source);
    this.#background = source.background;
    this.#line = new Int32Array(source.widthPx);
  }

  next(): Int32Array {
    this.#pixels.advance();
    fillLuma(this.#line, this.#pixels.words, this.#pixels.at, this.#background);
    return this.#line;
  }
}
