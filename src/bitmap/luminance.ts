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
import { fillOpaque } from './rgba.js';

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

/** A picture of which a rectangle is used, over a background. */
export interface Source {
  /** Grey; red, green and blue; or these with alpha, which is not premultiplied. */
  readonly samples: Uint8Array;
  /** Samples of a pixel. */
  readonly channels: 1 | 3 | 4;
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

/** Pixels of which the sum of one sample surely fits 16 bits. */
const TOGETHER = 256;

/** Luma of pixels, in all. Of some that are opaque the samples are added up first, two in one number. */
function addLuma(words: Int32Array, from: number, end: number, under: Colour): number {
  let redBlue = 0;
  let greenAlpha = 0;
  for (let at = from; at < end; at++) {
    const word = words[at] as number;
    redBlue = (redBlue + (word & 0xff_00ff)) | 0;
    greenAlpha = (greenAlpha + ((word >>> 8) & 0xff_00ff)) | 0;
  }
  const pixels = end - from;
  if (pixels <= TOGETHER && greenAlpha >>> 16 === 255 * pixels) {
    return 299 * (redBlue & 0xffff) + 587 * (greenAlpha & 0xffff) + 114 * (redBlue >>> 16);
  }
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

/** Luma of a pixel. */
function toLuma(word: number, under: Colour): number {
  const pixel = word >>> 24 === 255 ? word : overBackground(word, under);
  // Not by lumaOf: in the longest of all loops one call more is not inlined, and takes 3 % of it.
  return 299 * (pixel & 255) + 587 * ((pixel >> 8) & 255) + 114 * ((pixel >> 16) & 255);
}

/** Luma of a colour with red in its lowest octet, 0 to 255000. */
export function lumaOf(colour: number): number {
  return 299 * (colour & 255) + 587 * ((colour >> 8) & 255) + 114 * ((colour >> 16) & 255);
}

/** What {@link sumLuma} does, of the samples of a picture without alpha, from a place among them on; a loop of its own, since it is the longest of all. */
function sumSamples(row: Float64Array, cuts: Cuts, samples: Uint8Array, from: number, channels: 1 | 3): void {
  const { first, whole, last, unit } = cuts;
  const { length } = row;
  let at = from;
  let cut = 0;
  for (let x = 0; x < length; x++) {
    const begin = at;
    at += channels * (whole[x] as number);
    const sum = cut * (first[x] as number) + addSamples(samples, begin, at, channels) * unit;
    const share = last[x] as number;
    if (share > 0) {
      const next = at + channels;
      cut = addSamples(samples, at, next, channels);
      at = next;
    }
    row[x] = sum + cut * share;
  }
}

/** Luma of the pixels of samples, in all. */
function addSamples(samples: Uint8Array, from: number, end: number, channels: 1 | 3): number {
  if (channels === 1) {
    let grey = 0;
    for (let at = from; at < end; at++) grey += samples[at] as number;
    return LUMA_PER_LEVEL * grey;
  }
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let at = from; at < end; at += 3) {
    red += samples[at] as number;
    green += samples[at + 1] as number;
    blue += samples[at + 2] as number;
  }
  return 299 * red + 587 * green + 114 * blue;
}

/** Luma of one pixel of a source, which counts from its rectangle. */
export function lumaAt({ samples, channels, pitchPx, x, y, background }: Source, column: number, row: number): number {
  return lumaOf(colourAt(samples, ((y + row) * pitchPx + x + column) * channels, channels, background));
}

/** The visible colour of a pixel, with red in its lowest octet, by the place of its first sample. */
export function colourAt(samples: Uint8Array, at: number, channels: Source['channels'], background: Colour): number {
  const red = samples[at] as number;
  if (channels === 1) return red * 0x01_01_01;
  const colour = red | ((samples[at + 1] as number) << 8) | ((samples[at + 2] as number) << 16);
  const alpha = channels === 4 ? (samples[at + 3] as number) : 255;
  return alpha === 255 ? colour : overBackground(colour | (alpha << 24), background);
}

/** The visible pixel, without its alpha. */
function overBackground(word: number, under: Colour): number {
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

/** The pixels of a source as words, row by row: one load for each instead of four. The words of a picture without alpha are made one row at a time. */
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
    const { samples, channels, pitchPx, x, y } = source;
    this.#source = source;
    this.#isView = channels === 4 && (samples.byteOffset & 3) === 0 && isLittleEndian();
    this.words = this.#isView
      ? new Int32Array(samples.buffer, samples.byteOffset, samples.length >> 2)
      : new Int32Array(source.widthPx);
    this.#next = y * pitchPx + x;
  }

  /** Goes to the next row; there are no more calls than rows. */
  advance(): void {
    if (this.#isView) this.at = this.#next;
    else this.#copy();
    this.#next += this.#source.pitchPx;
  }

  /** Goes to the next row, and sets a row to its luma, summed up as cuts say. */
  sumNext(row: Float64Array, cuts: Cuts): void {
    const { samples, channels, background } = this.#source;
    if (channels === 4) {
      this.advance();
      sumLuma(row, cuts, this.words, this.at, background);
    } else {
      sumSamples(row, cuts, samples, this.#next * channels, channels);
      this.#next += this.#source.pitchPx;
    }
  }

  #copy(): void {
    const { samples, channels } = this.#source;
    const { words } = this;
    const start = this.#next * channels;
    if (channels !== 4) {
      fillOpaque(words, samples, start, channels);
      return;
    }
    const { length } = words;
    for (let x = 0, at = start; x < length; x++, at += 4) {
      const colour = (samples[at] as number) | ((samples[at + 1] as number) << 8) | ((samples[at + 2] as number) << 16);
      words[x] = colour | ((samples[at + 3] as number) << 24);
    }
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
