/**
 * A bitmap as a multi-colour picture, for previews.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError, type Limits } from '../errors.js';
import { type Bitmap, checkBitmap, checkSide, rowOctets } from './bitmap.js';
import { isLevel } from './luminance.js';
import { checkPixels } from './pixels.js';

/** A colour: red, green, blue and alpha, each 0 to 255; alpha is 255 (opaque) by default. */
export type ColourWithAlpha = readonly [red: number, green: number, blue: number, alpha?: number];

/** Options of {@link pixelsFromBitmap}. */
export interface ToPixelsOptions {
  /** Side of the square that each pixel becomes, in pixels; 1 by default. */
  readonly scale?: number | undefined;
  /** Colour of black pixels; black by default. */
  readonly black?: ColourWithAlpha | undefined;
  /** Colour of white pixels; white by default. */
  readonly white?: ColourWithAlpha | undefined;
  /** Values that replace `sourcePixels` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/** A colour picture of four octets per pixel, the result of {@link pixelsFromBitmap}. */
export interface RgbaPixels {
  /** Width in pixels. */
  readonly widthPx: number;
  /** Height in pixels. */
  readonly heightPx: number;
  /** Red, green, blue and alpha (0 transparent, 255 opaque; not premultiplied) of each pixel, row by row from the top. */
  readonly rgba: Uint8Array;
}

/**
 * Converts a bitmap to a colour picture, as a canvas takes it. Each pixel becomes a square of `scale` by `scale` pixels.
 * @throws EncodeError `bad-value` naming the field of the bitmap or the option, also if a side had more than 65535 pixels.
 * @throws LimitError `limit-exceeded` above `sourcePixels`, before anything is allocated.
 * @example
 * ```ts
 * import { bitmapFromRows, pixelsFromBitmap } from 'handset/bitmap';
 *
 * pixelsFromBitmap(bitmapFromRows(['#.'])).rgba; // -> Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255)
 * ```
 */
export function pixelsFromBitmap(bitmap: Bitmap, options: ToPixelsOptions = {}): RgbaPixels {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  const scale = options.scale ?? 1;
  checkSide(scale, 'scale');
  const black = colourOctets(options.black ?? [0, 0, 0], 'black');
  const white = colourOctets(options.white ?? [255, 255, 255], 'white');
  const widthPx = bitmap.widthPx * scale;
  const heightPx = bitmap.heightPx * scale;
  checkSide(widthPx, 'widthPx');
  checkSide(heightPx, 'heightPx');
  checkPixels(options.limits, 'sourcePixels', widthPx, heightPx, 'pixels');
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  const lineOctets = widthPx * 4;
  const stride = rowOctets(bitmap.widthPx);
  for (let y = 0, at = 0; y < bitmap.heightPx; y++) {
    const start = at;
    for (let x = 0; x < bitmap.widthPx; x++) {
      const isBlack = (((bitmap.rows[y * stride + (x >> 3)] as number) << (x & 7)) & 0x80) !== 0;
      const colour = isBlack ? black : white;
      for (let copy = 0; copy < scale; copy++, at += 4) rgba.set(colour, at);
    }
    for (let copy = 1; copy < scale; copy++, at += lineOctets) rgba.copyWithin(at, start, start + lineOctets);
  }
  return { widthPx, heightPx, rgba };
}

function colourOctets(colour: ColourWithAlpha, field: string): Uint8Array {
  if (Array.isArray(colour) && (colour.length === 3 || colour.length === 4) && colour.every(isLevel)) {
    const [red, green, blue, alpha = 255] = colour as ColourWithAlpha;
    return Uint8Array.of(red, green, blue, alpha);
  }
  throw EncodeError.badValue(field, `is ${String(colour)}, not three or four numbers of 0 to 255`);
}
