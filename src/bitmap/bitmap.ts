/**
 * A picture of one bit per pixel, whatever its format: making one, reading pixels, cropping and placing.
 *
 * Pixel 1 is black (dark on the handset's screen). Rows go from top to bottom; each has whole octets, most significant bit left, the
 * bits after the last pixel 0.
 * @module
 */

import { checkChoice, checkInteger, requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';

/** A 1-bit picture. */
export interface Bitmap {
  /** Width in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height in pixels, 1 to 65535. */
  readonly heightPx: number;
  /** `heightPx` rows of `ceil(widthPx / 8)` octets, from top to bottom; 1 is black, the most significant bit is left, unused bits are 0. */
  readonly rows: Uint8Array;
}

/** The size of the result of {@link placeBitmap}, and the place of the bitmap in it. */
export interface Placement {
  /** Width of the result in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height of the result in pixels, 1 to 65535. */
  readonly heightPx: number;
  /** Horizontal place, `center` by default; an odd column goes to the right. */
  readonly horizontal?: 'left' | 'center' | 'right';
  /** Vertical place, `center` by default; an odd row goes to the bottom. */
  readonly vertical?: 'top' | 'center' | 'bottom';
  /** Pixel of the area that the bitmap does not cover; 0 (white) by default. */
  readonly fill?: 0 | 1;
}

/** The longest side in pixels, in every format here. */
export const MAX_SIDE = 0xffff;

/** Octets of one row of {@link Bitmap.rows}. */
export function rowOctets(widthPx: number): number {
  return (widthPx + 7) >> 3;
}

/**
 * Creates a bitmap from text rows, top first: `#` is black, `.` or a space is white. All rows have the same length.
 * @throws EncodeError `bad-value` naming the row (`rows[2]`): with the index of any other character, or for a row of another length; also for no rows
 * and empty ones.
 * @throws TypeError when `rows` is not an array of strings.
 * @example
 * ```ts
 * import { bitmapFromRows } from 'handset/bitmap';
 *
 * bitmapFromRows(['#.#.#.#.']); // -> { widthPx: 8, heightPx: 1, rows: Uint8Array.of(0xaa) }
 * ```
 */
export function bitmapFromRows(rows: readonly string[]): Bitmap {
  if (!Array.isArray(rows)) throw new TypeError('rows are an array of strings');
  const heightPx = rows.length;
  checkSide(heightPx, 'rows.length');
  const first: unknown = rows[0];
  if (typeof first !== 'string') throw new TypeError('rows[0] is not a string');
  const widthPx = first.length;
  checkSide(widthPx, 'rows[0].length');
  const stride = rowOctets(widthPx);
  const octets = new Uint8Array(stride * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const row: unknown = rows[y];
    if (typeof row !== 'string') throw new TypeError(`rows[${y}] is not a string`);
    if (row.length !== widthPx) {
      throw EncodeError.badValue(`rows[${y}]`, `has ${row.length} characters, the first row ${widthPx}`);
    }
    for (let x = 0; x < widthPx; x++) {
      const unit = unitAt(row, x);
      if (unit === BLACK) octets[y * stride + (x >> 3)] = (octets[y * stride + (x >> 3)] as number) | (0x80 >> (x & 7));
      else if (unit !== WHITE && unit !== BLANK) {
        throw new EncodeError('bad-value', `rows[${y}]`, x, `has ${JSON.stringify(row[x])}, allowed: "#", "." and a blank`);
      }
    }
  }
  return { widthPx, heightPx, rows: octets };
}

/**
 * Converts a bitmap to text rows, top first: `#` is black, `.` is white.
 * @throws EncodeError `bad-value` for an invalid bitmap.
 * @example
 * ```ts
 * import { bitmapToRows } from 'handset/bitmap';
 *
 * bitmapToRows({ widthPx: 8, heightPx: 1, rows: Uint8Array.of(0xaa) }); // -> ['#.#.#.#.']
 * ```
 */
export function bitmapToRows(bitmap: Bitmap): string[] {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const stride = rowOctets(widthPx);
  return Array.from({ length: heightPx }, (_, y) => rowText(rows, y * stride, widthPx));
}

/**
 * Returns the pixel in column `x` (0 is left) of row `y` (0 is the top): 1 is black.
 * @throws EncodeError `bad-value` in the field `x` or `y` for a pixel outside the bitmap, and for too few rows.
 */
export function pixelAt(bitmap: Bitmap, x: number, y: number): 0 | 1 {
  requireObject(bitmap, 'bitmap');
  const { widthPx, heightPx, rows } = bitmap;
  checkInteger(x, 'x', 0, widthPx - 1);
  checkInteger(y, 'y', 0, heightPx - 1);
  const octet = rows[y * rowOctets(widthPx) + (x >> 3)];
  if (octet === undefined) checkBitmap(bitmap);
  return (((octet as number) >> (7 - (x & 7))) & 1) as 0 | 1;
}

/** Returns a bitmap with black and white exchanged. @throws EncodeError `bad-value` for an invalid bitmap. */
export function invertBitmap(bitmap: Bitmap): Bitmap {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const inverted = copyOctets(rows);
  flipBits(inverted);
  clearFiller(inverted, widthPx);
  return { widthPx, heightPx, rows: inverted };
}

/**
 * Places a bitmap on an area of another size, without scaling: it is cropped where it is larger, and the area filled where it is smaller.
 * @throws EncodeError `bad-value` naming the field for an invalid bitmap, a size out of range or an unknown placement.
 * @example
 * ```ts
 * import { bitmapFromRows, bitmapToRows, placeBitmap } from 'handset/bitmap';
 *
 * bitmapToRows(placeBitmap(bitmapFromRows(['##']), { widthPx: 5, heightPx: 1 })); // -> ['.##..']
 * ```
 */
export function placeBitmap(bitmap: Bitmap, placement: Placement): Bitmap {
  requireObject(bitmap, 'bitmap');
  requireObject(placement, 'placement');
  checkBitmap(bitmap);
  const { widthPx, heightPx, horizontal = 'center', vertical = 'center', fill = 0 } = placement;
  checkSide(widthPx, 'widthPx');
  checkSide(heightPx, 'heightPx');
  checkChoice(fill, 'fill', [0, 1]);
  checkChoice(horizontal, 'horizontal', ['left', 'center', 'right']);
  checkChoice(vertical, 'vertical', ['top', 'center', 'bottom']);
  const left = findStart(widthPx - bitmap.widthPx, horizontal);
  const top = findStart(heightPx - bitmap.heightPx, vertical);
  const stride = rowOctets(widthPx);
  const rows = new Uint8Array(stride * heightPx);
  if (fill === 1) {
    rows.fill(0xff);
    clearFiller(rows, widthPx);
  }
  const sourceStride = rowOctets(bitmap.widthPx);
  const columns = Math.min(widthPx, left + bitmap.widthPx) - Math.max(left, 0);
  const bottom = Math.min(heightPx, top + bitmap.heightPx);
  for (let y = Math.max(top, 0); y < bottom; y++) {
    const source = (y - top) * sourceStride * 8 + Math.max(-left, 0);
    copyBits(bitmap.rows, source, rows, y * stride * 8 + Math.max(left, 0), columns);
  }
  return { widthPx, heightPx, rows };
}

/**
 * Checks what every encoder relies on.
 * @param maxSide the longest side of the format.
 * @throws EncodeError `bad-value` naming the field, such as `bitmap.widthPx`; TypeError when `rows` are not octets.
 */
export function checkBitmap(bitmap: Bitmap, field = 'bitmap', maxSide = MAX_SIDE): void {
  if (typeof bitmap !== 'object' || bitmap === null) throw new TypeError(`${field} is not a bitmap`);
  const { widthPx, heightPx, rows } = bitmap;
  checkSide(widthPx, `${field}.widthPx`, maxSide);
  checkSide(heightPx, `${field}.heightPx`, maxSide);
  requireOctets(rows, `${field}.rows`);
  const wanted = rowOctets(widthPx) * heightPx;
  if (rows.length !== wanted) {
    throw EncodeError.badValue(`${field}.rows`, `${rows.length} octets, ${widthPx}x${heightPx} needs ${wanted}`);
  }
}

/** @throws EncodeError `bad-value` unless it is a whole number from 1 to `maxSide`. */
export function checkSide(sidePx: number, field: string, maxSide = MAX_SIDE): void {
  checkInteger(sidePx, field, 1, maxSide);
}

/** Requires frames of one size. @throws EncodeError `bad-value` naming the frame, such as `frames[1]`. */
export function checkFrames(frames: readonly Bitmap[], maxFrames: number, maxSide?: number): void {
  if (!Array.isArray(frames)) throw new TypeError('frames are an array of bitmaps');
  if (frames.length < 1 || frames.length > maxFrames) {
    throw EncodeError.badValue('frames', `are ${frames.length}, allowed: 1 to ${maxFrames}`);
  }
  for (let i = 0; i < frames.length; i++) checkBitmap(frames[i] as Bitmap, `frames[${i}]`, maxSide);
  const { widthPx, heightPx } = frames[0] as Bitmap;
  for (let i = 1; i < frames.length; i++) {
    const frame = frames[i] as Bitmap;
    if (frame.widthPx !== widthPx || frame.heightPx !== heightPx) {
      const message = `is ${frame.widthPx}x${frame.heightPx}, the first one ${widthPx}x${heightPx}`;
      throw EncodeError.badValue(`frames[${i}]`, message);
    }
  }
}

/** Sets the bits after the last pixel of every row to 0. */
export function clearFiller(rows: Uint8Array, widthPx: number): void {
  const used = widthPx & 7;
  if (used === 0) return;
  const mask = 0xff00 >> used;
  const stride = rowOctets(widthPx);
  const { length } = rows;
  for (let last = stride - 1; last < length; last += stride) rows[last] = (rows[last] as number) & mask;
}

/** Inverts every bit of a fresh array; of a long one four octets at a time. */
export function flipBits(octets: Uint8Array): void {
  const { length } = octets;
  let at = 0;
  if (length >= WORTH_A_VIEW && octets.byteOffset % 4 === 0) {
    const words = new Int32Array(octets.buffer, octets.byteOffset, length >> 2);
    const count = words.length;
    for (let i = 0; i < count; i++) words[i] = ~(words[i] as number);
    at = 4 * count;
  }
  for (; at < length; at++) octets[at] = ~(octets[at] as number);
}

/** A row of pixels as `#` and `.`, from the octet `at` on. */
export function rowText(octets: Uint8Array, at: number, widthPx: number): string {
  let text = '';
  const end = at + rowOctets(widthPx);
  for (let i = at; i < end; i++) {
    const octet = octets[i] as number;
    text += (NIBBLES[octet >> 4] as string) + (NIBBLES[octet & 15] as string);
  }
  return text.slice(0, widthPx);
}

/** Octets from which on a second view of them pays. */
const WORTH_A_VIEW = 512;

const BLACK = 0x23;
const WHITE = 0x2e;
const BLANK = 0x20;

/** Four pixels by their bits. */
const NIBBLES = [
  ...['....', '...#', '..#.', '..##', '.#..', '.#.#', '.##.', '.###'],
  ...['#...', '#..#', '#.#.', '#.##', '##..', '##.#', '###.', '####'],
] as const;

/** Where the bitmap begins on a side that is `room` pixels longer (or, below 0, shorter). */
function findStart(room: number, place: 'left' | 'top' | 'center' | 'right' | 'bottom'): number {
  return place === 'center' ? Math.trunc(room / 2) : place === 'right' || place === 'bottom' ? room : 0;
}

/** Copies bits, as many at a time as fit in one octet of the target. */
function copyBits(source: Uint8Array, sourceBit: number, target: Uint8Array, targetBit: number, count: number): void {
  let from = sourceBit;
  let to = targetBit;
  let left = count;
  const last = source.length - 1;
  while (left > 0) {
    const width = Math.min(8 - (to & 7), left);
    // Not `>> 3`: positions in the largest bitmaps do not fit in 32 bits with a sign.
    const at = Math.floor(from / 8);
    const window = ((source[at] as number) << 8) | (at < last ? (source[at + 1] as number) : 0);
    const mask = (1 << width) - 1;
    const bits = (window >> (16 - (from & 7) - width)) & mask;
    const rise = 8 - (to & 7) - width;
    const into = Math.floor(to / 8);
    target[into] = ((target[into] as number) & ~(mask << rise)) | (bits << rise);
    from += width;
    to += width;
    left -= width;
  }
}
