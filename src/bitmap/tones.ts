/**
 * Preparing greys for dots: the tones that a picture has are spread from black to white, and its edges are raised a little.
 *
 *   levels ──────▁▂▆█▇▃▁────     2 % of the pixels may become black, 2 % white; a picture of few tones is spread less, and an even
 *             dark ┘   └ bright  one not at all: its noise would become its contents
 *
 * Dots have two tones for all of a picture's, so what is not spread is lost between them; a dot takes up what is finer than a few pixels, so
 * edges need more contrast than they have. All is counted in luma, see luminance.ts.
 * @module
 */
import type { Size } from './fit.js';
import { type GreyRows, LUMA_PER_LEVEL, WHITE_LUMA } from './luminance.js';

/** A grey picture in memory, in luma. */
export interface GreyPicture extends Size {
  /** Row by row, from the top. */
  readonly values: Int32Array;
}

/** Luma that becomes black and luma that becomes white. */
export interface ToneRange {
  readonly dark: number;
  readonly bright: number;
}

/** Reads all rows of a picture. */
export function holdRows(rows: GreyRows, { widthPx, heightPx }: Size): GreyPicture {
  const values = new Int32Array(widthPx * heightPx);
  for (let at = 0; at < values.length; at += widthPx) values.set(rows.next(), at);
  return { widthPx, heightPx, values };
}

/** The rows of a picture in memory. */
export class HeldRows implements GreyRows {
  readonly #picture: GreyPicture;
  #at = 0;

  constructor(picture: GreyPicture) {
    this.#picture = picture;
  }

  next(): Int32Array {
    const { widthPx, values } = this.#picture;
    this.#at += widthPx;
    return values.subarray(this.#at - widthPx, this.#at);
  }
}

/**
 * Pixels of each level, 0 to 255.
 * @param maxPixels how many to look at, about: of a picture with more, every second row, every third and so on.
 */
export function countLevels({ widthPx, heightPx, values }: GreyPicture, maxPixels = Number.POSITIVE_INFINITY): Uint32Array {
  const levels = new Uint32Array(256);
  const { length } = values;
  const step = Math.max(1, Math.ceil((widthPx * heightPx) / maxPixels)) * widthPx;
  for (let from = 0; from < length; from += step) {
    for (let i = from, end = from + widthPx; i < end; i++) {
      // Never less than the quotient: the factor is the next number above a thousandth.
      const level = ((values[i] as number) * (1 / LUMA_PER_LEVEL)) | 0;
      levels[level] = (levels[level] as number) + 1;
    }
  }
  return levels;
}

/** Share of the pixels that may become black, and that may become white. */
const CUT_SHARE = 0.02;

/** Levels between the darkest and the brightest tone: up to the first a picture is even and stays, from the second on it is spread in full. */
const EVEN_SPAN = 16;
const FULL_SPAN = 48;

/** Pixels that are looked at for the tones of a picture, about. */
const RANGED_PIXELS = 65_536;

/** The tones that a picture has. */
export function findRange(picture: GreyPicture): ToneRange {
  const levels = countLevels(picture, RANGED_PIXELS);
  const total = levels.reduce((sum, count) => sum + count, 0);
  const cut = total * CUT_SHARE;
  // Both loops end: all pixels together are more than 2 % of them.
  let dark = 0;
  for (let below = levels[0] as number; below <= cut; ) below += levels[++dark] as number;
  let bright = 255;
  for (let above = levels[255] as number; above <= cut; ) above += levels[--bright] as number;
  const share = Math.min(1, Math.max(0, (bright - dark - EVEN_SPAN) / (FULL_SPAN - EVEN_SPAN)));
  return {
    dark: Math.round(dark * LUMA_PER_LEVEL * share),
    bright: Math.round(WHITE_LUMA - (255 - bright) * LUMA_PER_LEVEL * share),
  };
}

/** Spreads a range of tones from black to white, in place. */
export function spreadTones({ values }: GreyPicture, { dark, bright }: ToneRange): void {
  if (dark === 0 && bright === WHITE_LUMA) return;
  const factor = WHITE_LUMA / (bright - dark);
  const { length } = values;
  for (let i = 0; i < length; i++) {
    const value = Math.min(bright, Math.max(dark, values[i] as number)) - dark;
    values[i] = (value * factor + 0.5) | 0;
  }
}

/** Steps of an amount, and bits of it and of the weights of 3x3 pixels: all is counted in whole numbers of 32 bits. */
const AMOUNT_PARTS = 64;
const AMOUNT_BITS = 6;
const MEAN_BITS = 4;

/**
 * Adds a share of what each pixel differs from the mean around it (3x3, of weights 1 2 1), in place.
 * @param amount the share, 0 to 2.
 */
export function sharpenTones({ widthPx, heightPx, values }: GreyPicture, amount: number): void {
  const factor = Math.round(amount * AMOUNT_PARTS);
  if (factor === 0) return;
  // Three rows, each summed up across before it is changed.
  let [above, here, below] = [0, 1, 2].map(() => new Int32Array(widthPx)) as [Int32Array, Int32Array, Int32Array];
  sumAcross(values, 0, here);
  above.set(here);
  for (let y = 0, at = 0; y < heightPx; y++) {
    if (y + 1 < heightPx) sumAcross(values, at + widthPx, below);
    else below.set(here);
    for (let x = 0; x < widthPx; x++, at++) {
      const value = values[at] as number;
      const around = (above[x] as number) + 2 * (here[x] as number) + (below[x] as number);
      const sharp = value + ((((value << MEAN_BITS) - around) * factor) >> (MEAN_BITS + AMOUNT_BITS));
      values[at] = Math.min(WHITE_LUMA, Math.max(0, sharp));
    }
    [above, here, below] = [here, below, above];
  }
}

/** Each pixel of a row twice, and its neighbours; at an edge itself in place of one. */
function sumAcross(values: Int32Array, from: number, sums: Int32Array): void {
  const { length } = sums;
  const last = length - 1;
  let before = values[from] as number;
  let value = before;
  for (let x = 0, at = from + 1; x < last; x++, at++) {
    const after = values[at] as number;
    sums[x] = before + 2 * value + after;
    before = value;
    value = after;
  }
  sums[last] = before + 3 * value;
}
