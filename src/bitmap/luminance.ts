/**
 * How bright a pixel of a multi-colour picture is, as a whole number, row by row.
 *
 *   luma    299 R + 587 G + 114 B of the gamma-coded octets, 0..255000: what a threshold is compared with
 *   light   linear light, 0..1000000: what keeps a grey area as bright when it is dithered into black and white dots
 *
 * Whole numbers, so that white and black come out exact and sums of any order are equal. A pixel that is not opaque is blended with the
 * background first, in gamma-coded octets as browsers and image programs do it, so that a picture gives the same as one flattened
 * beforehand.
 *
 * Sources: luma weights ITU-R BT.601; transfer function and light weights IEC 61966-2-1 (sRGB), ITU-R BT.709.
 * @module
 */
import { isLittleEndian } from '../bytes/octets.js';

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Whether it is one number of a colour. */
export function isLevel(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

/** One way to weigh the colours of pixels, which are words with red in the lowest octet, then green, blue and alpha. */
export interface Grey {
  /** Brightness of pure white; black is 0. */
  readonly white: number;
  /** Sets a line to the brightness of pixels from a place on. @param under the background of those that are not opaque */
  readonly fill: (line: Int32Array, words: Int32Array, from: number, under: Colour) => void;
  /** Sets a row to the brightness of pixels from a place on, summed up as cuts say. */
  readonly sum: (row: Float64Array, cuts: Cuts, words: Int32Array, from: number, under: Colour) => void;
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

let light: Grey | undefined;

/** Linear light, white = 1000000. */
export function lightGrey(): Grey {
  light ??= makeLight();
  return light;
}

/** Share of white's light that a gamma-coded grey of 0 to 255 gives. */
export function toLinear(level: number): number {
  const coded = level / 255;
  return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4;
}

/** Gamma-coded brightness, white = 255000. */
export const LUMA: Grey = {
  white: 255_000,
  fill(line, words, from, under) {
    const { length } = line;
    for (let x = 0; x < length; x++) line[x] = toLuma(words[from + x] as number, under);
  },
  sum(row, { first, whole, last, unit }, words, from, under) {
    const { length } = row;
    let at = from;
    let cut = 0;
    for (let x = 0; x < length; x++) {
      let inside = 0;
      for (const end = at + (whole[x] as number); at < end; at++) inside += toLuma(words[at] as number, under);
      const sum = cut * (first[x] as number) + inside * unit;
      const share = last[x] as number;
      if (share > 0) cut = toLuma(words[at++] as number, under);
      row[x] = sum + cut * share;
    }
  },
};

/** Luma of a pixel, 0 to 255000. */
export function toLuma(word: number, under: Colour): number {
  const pixel = word >>> 24 === 255 ? word : overBackground(word, under);
  return 299 * (pixel & 255) + 587 * ((pixel >> 8) & 255) + 114 * ((pixel >> 16) & 255);
}

/**
 * Called once, so that V8 compiles the functions for this one table: without checks of its length, a fifth faster than with a table
 * that is passed in. For the same reason the loops are written out here and above, and are not passed a function.
 */
function makeLight(): Grey {
  const white = 1_000_000;
  // What each value of red, of green (from 256) and of blue (from 512) adds.
  const table = new Int32Array(768);
  for (let level = 0; level < 256; level++) {
    const linear = toLinear(level);
    table[level] = Math.round(linear * 0.2126 * white);
    table[256 + level] = Math.round(linear * 0.7152 * white);
    table[512 + level] = Math.round(linear * 0.0722 * white);
  }
  const toLight = (word: number, under: Colour): number => {
    const pixel = word >>> 24 === 255 ? word : overBackground(word, under);
    return (
      (table[pixel & 255] as number) +
      (table[256 + ((pixel >> 8) & 255)] as number) +
      (table[512 + ((pixel >> 16) & 255)] as number)
    );
  };
  return {
    white,
    fill(line, words, from, under) {
      const { length } = line;
      for (let x = 0; x < length; x++) line[x] = toLight(words[from + x] as number, under);
    },
    sum(row, { first, whole, last, unit }, words, from, under) {
      const { length } = row;
      let at = from;
      let cut = 0;
      for (let x = 0; x < length; x++) {
        let inside = 0;
        for (const end = at + (whole[x] as number); at < end; at++) inside += toLight(words[at] as number, under);
        const sum = cut * (first[x] as number) + inside * unit;
        const share = last[x] as number;
        if (share > 0) cut = toLight(words[at++] as number, under);
        row[x] = sum + cut * share;
      }
    },
  };
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
    for (let x = 0, at = start; x < length; x++, at += 4) {
      words[x] =
        (rgba[at] as number) |
        ((rgba[at + 1] as number) << 8) |
        ((rgba[at + 2] as number) << 16) |
        ((rgba[at + 3] as number) << 24);
    }
  }
}

/** The rows of a picture as grey, in its own size. */
export class SourceRows implements GreyRows {
  readonly #pixels: PixelRows;
  readonly #grey: Grey;
  readonly #background: Colour;
  readonly #line: Int32Array;

  constructor(source: Source, grey: Grey) {
    this.#pixels = new PixelRows(source);
    this.#grey = grey;
    this.#background = source.background;
    this.#line = new Int32Array(source.widthPx);
  }

  next(): Int32Array {
    this.#pixels.advance();
    this.#grey.fill(this.#line, this.#pixels.words, this.#pixels.at, this.#background);
    return this.#line;
  }
}
