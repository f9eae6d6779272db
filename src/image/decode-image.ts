/**
 * Any picture file as pixels, upright.
 *
 * JPEG, PNG, GIF, BMP and WBMP are read by this package's own decoders; WebP, AVIF and TIFF by packages that the caller has installed (see
 * engines.ts). Limits are checked on the headers, before a pixel is unpacked.
 * @module
 */
import { type Bitmap, decodeWbmp } from '../bitmap/index.js';
import { decodeBmp } from './bmp/read.js';
import { decodeForeign, probeAny } from './foreign/engines.js';
import { decodeGif } from './gif/read.js';
import { decodeJpeg } from './jpeg/decode.js';
import { decodePng } from './png/read.js';
import { type ImageFormat, type ProbeOptions, probe, wbmpOptions } from './probe.js';
import { orient, type Raster } from './raster.js';

/** How pictures are read. */
export interface DecodeImageOptions extends ProbeOptions {
  /** With `minHeightPx`: the picture, upright, will be reduced to this; a JPEG may come out reduced, but not below it. */
  readonly minWidthPx?: number | undefined;
  /** As `minWidthPx`, of the height. */
  readonly minHeightPx?: number | undefined;
}

/** One picture of a file. */
export interface ImageFrame {
  /** Its pixels, as large as the picture. */
  readonly raster: Raster;
  /** How long it is shown, in milliseconds; 0 where there is one. */
  readonly delayMs: number;
}

/** A file as pixels. */
export interface DecodedImage {
  /** What the file is. */
  readonly format: ImageFormat;
  /** Size of the frames: upright, and reduced where that was asked for. */
  readonly widthPx: number;
  /** Height of the picture in pixels, upright. */
  readonly heightPx: number;
  /** Its pictures: one, or those of an animation in their order. */
  readonly frames: readonly ImageFrame[];
  /** How often an animation is played again, 0 without an end; absent where it is played once. */
  readonly loops?: number;
}

/**
 * Reads a picture file; of an animated WebP or AVIF and of a TIFF with several pages the first picture. Lenient: what the format's own reader
 * lets pass; a picture that is cut off comes with what there is of it.
 * @throws DecodeError, LimitError as `probe` does, and for faults in the pixel data; DecodeError `bad-value` with field `image` for WebP,
 *   AVIF and TIFF where nothing is installed that reads them.
 */
export async function decodeImage(octets: Uint8Array, options: DecodeImageOptions = {}): Promise<DecodedImage> {
  // The readers of pixels find the faults of headers again.
  const { format } = await probeAny(octets, { ...options, onIssue: undefined });
  if (format !== 'gif') {
    const raster = await decodeStill(octets, format, options);
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

/** A picture of one frame, upright. The headers have been looked at. */
export async function decodeStill(
  octets: Uint8Array,
  format: Exclude<ImageFormat, 'gif'>,
  options: DecodeImageOptions,
): Promise<Raster> {
  switch (format) {
    case 'jpeg':
      return decodeUpright(octets, options);
    case 'png':
      return decodePng(octets, options);
    case 'wbmp':
      return toGrey(decodeWbmp(octets, wbmpOptions(options)));
    case 'bmp':
      return decodeBmp(octets, options);
    case 'webp':
    case 'avif':
    case 'tiff':
      return decodeForeign(octets, options);
  }
}

/** Sides are exchanged for the decoder, which knows the picture as it is stored. */
function decodeUpright(octets: Uint8Array, options: DecodeImageOptions): Raster {
  const { orientation } = probe(octets, { ...options, onIssue: undefined });
  const { minWidthPx, minHeightPx } = options;
  const isTurned = orientation >= 5;
  const raster = decodeJpeg(octets, {
    ...options,
    minWidthPx: isTurned ? minHeightPx : minWidthPx,
    minHeightPx: isTurned ? minWidthPx : minHeightPx,
  });
  return orient(raster, orientation);
}

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
