/**
 * A drawing of a few colours: rectangles, bitmaps and text, all made of squares of one size.
 * @module
 */
import { type Bitmap, rowOctets } from '../bitmap/bitmap.js';
import { findGlyphs } from '../bitmap/pixel-font.js';
import { DEFAULT_LIMITS, LimitError } from '../errors.js';
import type { IndexedPixels } from './png.js';

/** What is drawn on: a number for each pixel, rows from the top. */
export interface Surface {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly indices: Uint8Array | Uint32Array;
  /** Rows that may be drawn on; all when left out. */
  readonly top?: number;
  readonly bottom?: number;
}

/** A drawing: everything is drawn in colours of its palette, by their index. */
export type Canvas = IndexedPixels;

/** @throws LimitError past `sourcePixels` of DEFAULT_LIMITS, the size of picture that is read too. */
export function newCanvas(widthPx: number, heightPx: number, palette: readonly number[]): Canvas {
  if (widthPx * heightPx > DEFAULT_LIMITS.sourcePixels) {
    const reason = `${widthPx}x${heightPx} pixels, at most ${DEFAULT_LIMITS.sourcePixels}; a smaller --zoom makes fewer`;
    throw new LimitError('limit-exceeded', 'PNG', undefined, reason);
  }
  return { widthPx, heightPx, palette, indices: new Uint8Array(widthPx * heightPx) };
}

/** Fills a rectangle; what lies outside of the surface is left out. */
export function fillRect(surface: Surface, x: number, y: number, width: number, height: number, color: number): void {
  const { widthPx, heightPx, indices, top = 0, bottom = heightPx } = surface;
  const from = Math.max(x, 0);
  const to = Math.min(x + width, widthPx);
  const end = Math.min(y + height, bottom);
  if (from >= to) return;
  for (let row = Math.max(y, top); row < end; row++) indices.fill(color, row * widthPx + from, row * widthPx + to);
}

/** Draws the black pixels of a bitmap as squares of `zoom` pixels. */
export function drawBitmap(surface: Surface, bitmap: Bitmap, x: number, y: number, zoom: number, color: number): void {
  const { widthPx, heightPx, rows } = bitmap;
  const stride = rowOctets(widthPx);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const isBlack = ((rows[row * stride + (column >> 3)] as number) & (0x80 >> (column & 7))) !== 0;
      if (isBlack) fillRect(surface, x + column * zoom, y + row * zoom, zoom, zoom, color);
    }
  }
}

/** Writes a line of text, its left upper corner given. */
export function drawText(surface: Surface, text: string, x: number, y: number, zoom: number, color: number): void {
  let left = x;
  for (const { widthPx, rows } of findGlyphs(text)) {
    for (const [row, pixels] of rows.entries()) {
      for (let column = 0; column < widthPx; column++) {
        if (pixels[column] === '#') fillRect(surface, left + column * zoom, y + row * zoom, zoom, zoom, color);
      }
    }
    left += (widthPx + 1) * zoom;
  }
}

/** Pixels around each of several pictures that stand in rows. */
export const BORDER = 12;

/** A row of pictures is broken where it would get wider. */
const ROW_WIDTH = 1600;

/** Where pictures go that stand beside each other, in rows, and the size of them all. */
export function placeInRows<T extends { readonly widthPx: number; readonly heightPx: number }>(
  pictures: readonly T[],
): {
  readonly places: readonly { readonly picture: T; readonly x: number; readonly y: number }[];
  readonly widthPx: number;
  readonly heightPx: number;
} {
  let [x, y, right, bottom] = [BORDER, BORDER, 0, 0];
  const places = pictures.map((picture) => {
    const { widthPx, heightPx } = picture;
    if (x > BORDER && x + widthPx + BORDER > ROW_WIDTH) {
      x = BORDER;
      y = bottom + BORDER;
    }
    const place = { picture, x, y };
    right = Math.max(right, x + widthPx);
    bottom = Math.max(bottom, y + heightPx);
    x += widthPx + BORDER;
    return place;
  });
  return { places, widthPx: right + BORDER, heightPx: bottom + BORDER };
}
