/**
 * Canvases with pixels on them.
 * @module
 */
import { type Bitmap, type Pixels, pixelsFromBitmap } from '../../bitmap/index.js';
import { h, type Props } from './dom.js';

/** A canvas to draw on. */
export function drawingOf(width: number, height: number, props: Props = {}): CanvasRenderingContext2D {
  const context = h('canvas', { width, height, ...props }).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser has no canvas to draw on');
  return context;
}

/** A canvas with a picture on it. */
export function canvasOfPixels({ widthPx, heightPx, rgba }: Pixels, props?: Props): HTMLCanvasElement {
  const context = drawingOf(widthPx, heightPx, props);
  context.putImageData(new ImageData(Uint8ClampedArray.from(rgba), widthPx, heightPx), 0, 0);
  return context.canvas;
}

/** Pixels of the page to one of a bitmap. */
const SCALE = 2;

/** A bitmap as a picture of the page, black on white in every theme. @param words what it is, for those who do not see it */
export function bitmapCanvas(bitmap: Bitmap, words: string, props?: Props): HTMLCanvasElement {
  const canvas = canvasOfPixels(pixelsFromBitmap(bitmap), { role: 'img', 'aria-label': words, ...props });
  canvas.style.width = `${bitmap.widthPx * SCALE}px`;
  return canvas;
}
