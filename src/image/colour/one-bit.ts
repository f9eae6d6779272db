/**
 * A picture in black and white, as `bitmapFromPixels` makes it of the same pixels: one way, whichever door a picture comes in by.
 *
 * What a picture shows (a logo, a page of text, a photograph) is told from the picture as it was unpacked, not as it is reduced. So that
 * a large one takes no more memory than its format needs, it is unpacked at a fraction of its size that has enough pixels for that.
 * @module
 */
import { type FromPixelsOptions, type MadeBitmap, makeBitmap } from '../../bitmap/from-pixels.js';
import type { Raster } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';

/** The method that converts greys to black and white. */
export type OneBitDither = 'floyd-steinberg' | 'none';

/** Options of the conversion to black and white. */
export interface OneBitOptions {
  /** Method; by default `none` (a threshold) for one or two tones and for pages of text, `floyd-steinberg` for more tones. */
  readonly dither?: OneBitDither | undefined;
  /**
   * The grey, 0 to 255, from which a pixel is white; by default found from the picture. `adaptive` follows the light on a page
   * of text. With `floyd-steinberg` it changes only edges.
   */
  readonly threshold?: number | 'adaptive' | undefined;
  /** Whether to remove the plain margins of a logo, so that it fills its box; true by default. */
  readonly trim?: boolean | undefined;
}

/** A bitmap, and how it was made. */
export interface OneBit extends MadeBitmap {
  readonly dither: OneBitDither;
}

/** Pixels of a picture that is unpacked whole: 640x480, and a little more. */
const WHOLE_PIXELS = 320_000;

/** Pixels of each side for one of the bitmap, at least, in a picture that is not. */
const PER_PIXEL = 2;

/**
 * The size at which a picture is unpacked to become black and white: a whole, a half, a quarter and so on of its sides.
 * @param to the size of the bitmap, at most.
 */
export function sightSize({ widthPx, heightPx }: SizePx, to: SizePx): SizePx {
  let part = 1;
  const isMore = (side: number, least: number) => side / (2 * part) >= PER_PIXEL * least;
  while ((widthPx * heightPx) / part ** 2 > WHOLE_PIXELS && isMore(widthPx, to.widthPx) && isMore(heightPx, to.heightPx))
    part *= 2;
  return { widthPx: Math.ceil(widthPx / part), heightPx: Math.ceil(heightPx / part) };
}

/** A picture, which is opaque, as a bitmap with the margins of a box. */
export function fillBox(raster: Raster, box: SizePx, fit: FromPixelsOptions['fit'], options: OneBitOptions): OneBit {
  return toOneBit(raster, { ...box, fit, enlarge: false }, options);
}

/** A picture, which is opaque, as a bitmap without margins. @param whole its size; a logo without its margins takes what fits the box. */
export function fitBox(raster: Raster, box: SizePx, whole: SizePx, options: OneBitOptions): OneBit {
  const side = (most: number, length: number) => Math.max(1, Math.min(Math.floor(most), length));
  const sides = { widthPx: side(box.widthPx, raster.widthPx), heightPx: side(box.heightPx, raster.heightPx) };
  return toOneBit(raster, { ...sides, fit: 'contain', enlarge: false }, options, whole);
}

function toOneBit(raster: Raster, frame: FromPixelsOptions, options: OneBitOptions, whole?: SizePx): OneBit {
  const { dither, threshold, trim } = options;
  // The picture was unpacked within the limits of whoever asked.
  const limits = { sourcePixels: Number.POSITIVE_INFINITY };
  const made = makeBitmap(raster, { ...frame, dither, threshold, trim, limits }, whole);
  return made as OneBit;
}
