/**
 * A drawing of a few colours: rectangles, bitmaps and text, all made of squares of one size.
 * @module
 */
import { type Bitmap, rowOctets } from '../bitmap/bitmap.js';
import { findGlyphs } from '../bitmap/pixel-font.js';
import { DEFAULT_LIMITS, LimitError } from '../errors.js';
import type { IndexedPixels } from './png.js';

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

/** Fills a rectangle; what lies outside of the canvas is left out. */
export function fillRect(canvas: Canvas, x: number, y: number, width: number, height: number, color: number): void {
  const from = Math.max(x, 0);
  const to = Math.min(x + width, canvas.widthPx);
  const bottom = Math.min(y + height, canvas.heightPx);
  if (from >= to) return;
  for (let row = Math.max(y, 0); row < bottom; row++) {
    canvas.indices.fill(color, row * canvas.widthPx + from, row * canvas.widthPx + to);
  }
}

/** Draws the black pixels of a bitmap as squares of `zoom` pixels. */
export function drawBitmap(canvas: Canvas, bitmap: Bitmap, x: number, y: number, zoom: number, color: number): void {
  const { widthPx, heightPx, rows } = bitmap;
  const stride = rowOctets(widthPx);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const isBlack = ((rows[row * stride + (column >> 3)] as number) & (0x80 >> (column & 7))) !== 0;
      if (isBlack) fillRect(canvas, x + column * zoom, y + row * zoom, zoom, zoom, color);
    }
  }
}

/** Writes a line of text, its left upper corner given. */
export function drawText(canvas: Canvas, text: string, x: number, y: number, zoom: number, color: number): void {
  let left = x;
  for (const { widthPx, rows } of findGlyphs(text)) {
    for (const [row, pixels] of rows.entries()) {
      for (let column = 0; column < widthPx; column++) {
        if (pixels[column] === '#') fillRect(canvas, left + column * zoom, y + row * zoom, zoom, zoom, color);
      }
    }
    left += (widthPx + 1) * zoom;
  }
}
