/**
 * Pictures with colours: PNG, JPEG, GIF, and BMP of more than one bit a pixel. The image module reads them, and is loaded with the first one.
 *
 * Source of the place of a BMP's bits a pixel: BITMAPCOREHEADER and BITMAPINFOHEADER as Microsoft documents them.
 * @module
 */
import type { RgbaPixels } from '../../bitmap/index.js';
import { u16le } from '../../bytes/octets.js';
import type { Issue } from '../../bytes/reading.js';
import { DEFAULT_LIMITS } from '../../errors.js';

/** How pictures are read. */
export interface ReadOptions {
  /** Read on past faults. */
  readonly lenient: boolean;
  /** Takes each fault that was passed over. */
  readonly onIssue: (issue: Issue) => void;
}

/**
 * The pictures of a file, upright: one, or those of an animation as they are seen one after the other.
 * @throws DecodeError as the image module's `decodeImage`.
 * @throws LimitError past `imageOctets`, `imageFrames` or `sourcePixels` of DEFAULT_LIMITS, the last of all pictures together.
 */
export async function readColours(octets: Uint8Array, options: ReadOptions): Promise<RgbaPixels[]> {
  const [{ decodeImage }, { toRgba }] = await Promise.all([
    import('../../image/decode-image.js'),
    import('../../image/raster.js'),
  ]);
  const { sourcePixels } = DEFAULT_LIMITS;
  const limits = { imagePixels: sourcePixels, imageFramePixels: sourcePixels };
  const { frames } = await decodeImage(octets, { ...options, limits });
  return frames.map(({ raster }) => {
    const { widthPx, heightPx, samples } = toRgba(raster);
    return { widthPx, heightPx, rgba: samples };
  });
}

/** Length of the header of OS/2, whose sides have two octets. */
const CORE_HEADER = 12;

/** Whether a .bmp says that it has another number of bits a pixel than one, which is what handsets take. */
export function isColourBmp(octets: Uint8Array): boolean {
  const depthAt = octets[14] === CORE_HEADER ? 24 : 28;
  return octets.length >= depthAt + 2 && u16le(octets, depthAt) !== 1;
}
