/**
 * A picture file as a bitmap of one bit, in one call.
 *
 *   file --openImage--> first picture, upright --bitmapFromPixels--> bitmap
 *
 * The same dots as the command line makes, and as `bitmapFromPixels` makes of the pixels of `decodeImage`.
 * @module
 */

import { type FromPixelsOptions, makeBitmap } from '../bitmap/from-pixels.js';
import type { Bitmap } from '../bitmap/index.js';
import { wrongArgument } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { limitOf } from '../bytes/reading.js';
import { openImage } from './decode-image.js';
import { identify, type ProbeOptions } from './probe.js';

/**
 * Options of {@link bitmapFromImage}: the size of the bitmap and the conversion to black and white, as for `bitmapFromPixels`, and the reading of the
 * file, as for `probe`. `sourcePixels` also limits the pixels that the file declares.
 */
export interface BitmapFromImageOptions extends FromPixelsOptions, ProbeOptions {
  /** Values that replace `sourcePixels`, `bitmapPixels` and `imageOctets` of `DEFAULT_LIMITS`. */
  readonly limits?: FromPixelsOptions['limits'];
}

/**
 * Converts a picture file to a bitmap: PNG, JPEG, GIF, BMP or WBMP; with an installed package that reads it, WebP, AVIF, HEIC or TIFF (see
 * `decodeImage`). Of an animation it takes the first frame. A JPEG is rotated upright by its Exif orientation; transparent areas become
 * white.
 *
 * The result suits all content with a bitmap: `buildSubmits({ kind: 'operatorLogo', bitmap, mcc, mnc }, ...)`, `encodeOtaBitmap(bitmap)`.
 * @param file the octets of the file.
 * @param options the size in pixels, and how the picture fills it; by default the bitmap has the size of the picture.
 * @throws DecodeError for a file that cannot be read, naming field and octet.
 * @throws LimitError `limit-exceeded` above `imageOctets`, `sourcePixels`, or for the result `bitmapPixels`.
 * @throws EncodeError `bad-value` naming an option.
 * @throws TypeError when `file` is not a Uint8Array, or `options` not an object.
 * @example
 * ```ts
 * import { encodeOtaBitmap } from 'handset/bitmap';
 * import { bitmapFromImage, encodePng } from 'handset/image';
 *
 * // In place of a file: a black pixel and a white one.
 * const file = encodePng({ widthPx: 2, heightPx: 1, channels: 1, samples: Uint8Array.of(0, 255) });
 * encodeOtaBitmap(await bitmapFromImage(file, { widthPx: 72, heightPx: 14 })).length; // -> 130
 * ```
 */
export async function bitmapFromImage(file: Uint8Array, options: BitmapFromImageOptions = {}): Promise<Bitmap> {
  requireOctets(file, 'file');
  if (typeof options !== 'object' || options === null) {
    throw wrongArgument(options, 'options', 'an object such as { widthPx: 72, heightPx: 28 }');
  }
  const { name, lenient, onIssue, svg, limits, ...how } = options;
  const sourcePixels = limitOf(limits, 'sourcePixels');
  // What a bitmap is not made of is not unpacked either.
  const imagePixels = Math.min(limitOf(limits, 'imagePixels'), sourcePixels);
  const reading = { name, lenient, svg, limits: { ...limits, imagePixels } };
  // The reader of pixels finds the faults of headers again.
  const source = await openImage(file, identify(file, name), reading);
  const raster = await source.decode({ ...reading, onIssue });
  return makeBitmap(raster, { ...how, limits }).bitmap;
}
