/**
 * From a picture of any kind to the bitmap that is sent. No DOM here.
 * @module
 */

import {
  type Bitmap,
  bitmapFromPixels,
  type Dither,
  type Fit,
  invertBitmap,
  type Pixels,
  pixelsFromBitmap,
  type Rectangle,
} from '../../bitmap/index.js';
import { EncodeError } from '../../errors.js';

/** What there is to begin with. */
export type PictureSource =
  | { readonly kind: 'pixels'; readonly pixels: Pixels }
  | { readonly kind: 'bitmap'; readonly bitmap: Bitmap };

/** How it becomes a bitmap. */
export interface RenderOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fit: Fit;
  readonly dither: Dither | 'auto';
  /** Undefined leaves it to the way of dithering. */
  readonly threshold?: number | 'auto' | undefined;
  readonly invert: boolean;
  readonly enlarge: boolean;
  readonly crop?: Rectangle | undefined;
}

/** A source's size. */
export function sourceSize(source: PictureSource): { readonly widthPx: number; readonly heightPx: number } {
  return source.kind === 'pixels' ? source.pixels : source.bitmap;
}

/**
 * The bitmap of a source. One of the wanted size stays as it is.
 * @throws EncodeError `bad-value` naming the option; LimitError.
 */
export function renderPicture(source: PictureSource, options: RenderOptions): Bitmap {
  const { widthPx, heightPx, invert, crop } = options;
  if (source.kind === 'bitmap' && crop === undefined) {
    const { bitmap } = source;
    if (bitmap.widthPx === widthPx && bitmap.heightPx === heightPx) return invert ? invertBitmap(bitmap) : bitmap;
  }
  const pixels = source.kind === 'pixels' ? source.pixels : pixelsFromBitmap(source.bitmap);
  return bitmapFromPixels(pixels, options);
}

/** Pixels of a side of a picture from which results are made while one looks for the best. */
const MAX_PREVIEW = 640;

/**
 * The part of a source that is used, in few enough pixels that results follow a slider.
 * @param part has to be within the source; the whole when absent
 */
export function reduceSource(source: PictureSource, part: Rectangle | undefined): PictureSource {
  const pixels = source.kind === 'pixels' ? source.pixels : pixelsFromBitmap(source.bitmap);
  if (part === undefined && Math.max(pixels.widthPx, pixels.heightPx) <= MAX_PREVIEW) return source;
  return { kind: 'pixels', pixels: reducePixels(pixels, { width: MAX_PREVIEW, height: MAX_PREVIEW }, part) };
}

/** A picture, or a part of it, in at most a size: every so many pixels of it. */
export function reducePixels(
  { widthPx, heightPx, rgba }: Pixels,
  most: { readonly width: number; readonly height: number },
  part: Rectangle = { x: 0, y: 0, widthPx, heightPx },
): Pixels {
  const scale = Math.min(1, most.width / part.widthPx, most.height / part.heightPx);
  const [width, height] = [part.widthPx, part.heightPx].map((side) => Math.max(1, Math.floor(side * scale))) as [
    number,
    number,
  ];
  const reduced = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, to = 0; y < height; y++) {
    const row = (part.y + Math.floor(((y + 0.5) * part.heightPx) / height)) * widthPx + part.x;
    for (let x = 0; x < width; x++, to += 4) {
      const at = (row + Math.floor(((x + 0.5) * part.widthPx) / width)) * 4;
      for (let i = 0; i < 4; i++) reduced[to + i] = rgba[at + i] as number;
    }
  }
  return { widthPx: width, heightPx: height, rgba: reduced };
}

/** The largest side of a bitmap that the page makes. */
export const MAX_SIDE = 255;

/**
 * A size that was typed: `72x28`.
 * @throws EncodeError `bad-value` with the field `size`.
 */
export function parseSize(text: string): { readonly widthPx: number; readonly heightPx: number } {
  const found = /^\s*(\d{1,3})\s*[x×*]\s*(\d{1,3})\s*$/i.exec(text);
  const [widthPx, heightPx] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  const isSide = (side: number) => side >= 1 && side <= MAX_SIDE;
  if (isSide(widthPx) && isSide(heightPx)) return { widthPx, heightPx };
  const message = `is ${JSON.stringify(text)}, allowed: width x height such as 72x28, each 1 to ${MAX_SIDE}`;
  throw EncodeError.badValue('size', message);
}

/**
 * A part of a picture that was typed: `72x28+10+0`, width, height, distance from the left and from the top. Nothing is the whole.
 * @throws EncodeError `bad-value` with the field `crop`.
 */
export function parseCrop(text: string): Rectangle | undefined {
  if (text.trim() === '') return undefined;
  const found = /^\s*(\d{1,5})\s*[x×*]\s*(\d{1,5})\s*\+\s*(\d{1,5})\s*\+\s*(\d{1,5})\s*$/i.exec(text);
  if (found === null) {
    const message = `is ${JSON.stringify(text)}, allowed: width x height + left + top, such as 72x28+10+0`;
    throw EncodeError.badValue('crop', message);
  }
  const [widthPx, heightPx, x, y] = found.slice(1).map(Number) as [number, number, number, number];
  return { widthPx, heightPx, x, y };
}

/** A part as it is typed; nothing for the whole. */
export function formatCrop(part: Rectangle | undefined): string {
  return part === undefined ? '' : `${part.widthPx}x${part.heightPx}+${part.x}+${part.y}`;
}
