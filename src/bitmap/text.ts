/**
 * A bitmap as text for a terminal: half blocks, each character two pixels one above the other.
 *
 *   U+2580 upper half   U+2584 lower half   U+2588 both   space neither
 *
 * Characters of a terminal are about twice as high as wide, so pixels come out square. Source: Unicode, Block Elements.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { type Bitmap, checkBitmap, rowOctets } from './bitmap.js';

/** Options of {@link bitmapToText}. */
export interface BitmapTextOptions {
  /** Draw the white pixels instead of the black ones, which looks right on a dark terminal; false by default. */
  readonly invert?: boolean | undefined;
}

/** Neither, lower, upper, both. */
const BLOCKS = [' ', '\u2584', '\u2580', '\u2588'] as const;

/**
 * Draws a bitmap as text, with half-block characters: a line of `widthPx` characters for every two rows, ended by a line feed.
 * @throws EncodeError `bad-value` for an invalid bitmap.
 */
export function bitmapToText(bitmap: Bitmap, options: BitmapTextOptions = {}): string {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const stride = rowOctets(widthPx);
  const flip = options.invert === true ? 1 : 0;
  let text = '';
  for (let y = 0; y < heightPx; y += 2) {
    const upper = y * stride;
    const hasLower = y + 1 < heightPx;
    for (let x = 0; x < widthPx; x++) {
      const at = upper + (x >> 3);
      const shift = 7 - (x & 7);
      const isUpper = (((rows[at] as number) >> shift) & 1) ^ flip;
      const isLower = hasLower ? (((rows[at + stride] as number) >> shift) & 1) ^ flip : 0;
      text += BLOCKS[(isUpper << 1) | isLower];
    }
    text += '\n';
  }
  return text;
}
