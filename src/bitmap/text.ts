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

/** Options for drawing a bitmap as text. */
export interface BitmapTextOptions {
  /** Draw the white pixels instead of the black ones: on a dark terminal the picture then looks as on the handset. */
  readonly invert?: boolean | undefined;
}

/** Neither, lower, upper, both. */
const BLOCKS = [' ', '\u2584', '\u2580', '\u2588'] as const;

/**
 * Draws a bitmap as text: a line for every two rows, `widthPx` characters long and ended by a line feed; below the last row of an
 * odd number nothing is drawn.
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
