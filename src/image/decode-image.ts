/**
 * Any picture file as pixels, upright.
 *
 * JPEG, PNG, GIF, BMP and WBMP are read by this package's own decoders; WebP, AVIF and TIFF by packages that the caller has installed (see
 * foreign/engines.ts). Limits are checked on the headers, before a pixel is unpacked.
 * @module
 */

import { type Bitmap, decodeWbmp } from '../bitmap/index.js';
import { requireObject } from '../bytes/check.js';
import { decodeBmp } from './bmp/read.js';
import { openForeign } from './foreign/engines.js';
import { decodeGif, type GifFrame, gifFrames } from './gif/read.js';
import { decodeJpeg } from './jpeg/decode.js';
import { decodePng } from './png/read.js';
import {
  type DecodeImageOptions,
  type Identity,
  type ImageFormat,
  type ImageSource,
  identify,
  type OwnFormat,
  type ProbeOptions,
  probeAs,
  wbmpOptions,
} from './probe.js';
import type { Raster } from './raster.js';
import { orient } from './turn.js';

/** A frame of a picture file. */
export interface ImageFrame {
  /** Its pixels, in the size of the whole picture. */
  readonly raster: Raster;
  /** How long it is shown, in milliseconds; 0 for a single frame. */
  readonly delayMs: number;
}

/** A decoded picture. */
export interface DecodedImage {
  /** Format of the file. */
  readonly format: ImageFormat;
  /** Width of the frames in pixels: upright, and reduced if `minWidthPx` and `minHeightPx` allow it. */
  readonly widthPx: number;
  /** Height of the frames in pixels. */
  readonly heightPx: number;
  /** The frames: one, or those of an animation in order. */
  readonly frames: readonly ImageFrame[];
  /** How often an animation is repeated, 0 for an endless one; absent if it is played once. */
  readonly loops?: number;
}

/**
 * Decodes a picture file; of an animated WebP or AVIF and of a TIFF with several pages, the first picture.
 * @param options.lenient continue past faults that leave the meaning clear; a picture that is cut off is returned as far as it goes.
 * @throws DecodeError, LimitError as `probe`, and for faults in the pixel data. DecodeError `bad-value` in the field `image` for WebP,
 *   AVIF, HEIC and TIFF if no package that reads them is installed.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeImage } from 'handset/image';
 *
 * const gif = fromHex('47494638376101000100800000000000FFFFFF2C00000000010001000002024401003B');
 * const { frames } = await decodeImage(gif);
 * [...frames[0]!.raster.samples]; // -> [0, 0, 0, 255]
 * ```
 */
export async function decodeImage(octets: Uint8Array, options: DecodeImageOptions = {}): Promise<DecodedImage> {
  requireObject(options, 'options');
  // The readers of pixels find the faults of headers again.
  const source = await openImage(octets, identify(octets, options.name), { ...options, onIssue: undefined });
  const { format } = source.probe;
  if (format !== 'gif') {
    const raster = await source.decode(options);
    return { format, widthPx: raster.widthPx, heightPx: raster.heightPx, frames: [{ raster, delayMs: 0 }] };
  }
  const { widthPx, heightPx, frames, loops } = decodeGif(octets, options);
  return {
    format,
    widthPx,
    heightPx,
    frames: frames.map(({ raster, delayMs }) => ({ raster, delayMs: frames.length === 1 ? 0 : delayMs })),
    ...(loops !== undefined && { loops }),
  };
}

/**
 * Reads the headers of a picture file, of every format that is read here.
 * @param identity as `identify` gives it.
 * @throws DecodeError, LimitError as `probe`; DecodeError `bad-value` with field `image` for a format that nobody reads, or only a package
 *   that is not installed.
 */
export async function openImage(
  octets: Uint8Array,
  identity: Identity | undefined,
  options: ProbeOptions,
): Promise<ImageSource> {
  if (identity?.foreign !== undefined) return openForeign(octets, identity.foreign, options);
  const probe = probeAs(identity, octets, options);
  const { orientation } = probe;
  const decode = DECODERS[probe.format as OwnFormat];
  return {
    octets,
    probe,
    decode: ({ minWidthPx, minHeightPx, ...more }) => {
      // Decoders know the picture as it is stored.
      const least = orientation >= 5 ? { minWidthPx: minHeightPx, minHeightPx: minWidthPx } : { minWidthPx, minHeightPx };
      return orient(decode(octets, { ...more, ...least }), orientation);
    },
  };
}

/** Reads the pixels of each format as they are stored; of several pictures the first. */
const DECODERS: Readonly<Record<OwnFormat, (octets: Uint8Array, options: DecodeImageOptions) => Raster>> = {
  jpeg: decodeJpeg,
  png: decodePng,
  gif: (octets, options) => (gifFrames(octets, options).next().value as GifFrame).raster,
  bmp: decodeBmp,
  wbmp: (octets, options) => toGrey(decodeWbmp(octets, wbmpOptions(options))),
};

/** Black and white as a raster of one channel. */
export function toGrey({ widthPx, heightPx, rows }: Bitmap): Raster {
  const samples = new Uint8Array(widthPx * heightPx);
  const stride = (widthPx + 7) >> 3;
  for (let y = 0, to = 0; y < heightPx; y++) {
    const row = y * stride;
    for (let x = 0; x < widthPx; x++, to++) {
      // Bit 1 of a bitmap is black.
      samples[to] = ((rows[row + (x >> 3)] as number) >> (7 - (x & 7))) & 1 ? 0 : 255;
    }
  }
  return { widthPx, heightPx, channels: 1, samples };
}
