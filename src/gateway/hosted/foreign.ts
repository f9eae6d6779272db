/**
 * Pictures of formats that few handsets show (WebP, AVIF, HEIC, TIFF, SVG and their like), made JPEG when they are submitted: whoever fetches
 * them later may be any handset. What is read here is read by packages that the operator has installed; without one, the sender is told.
 * @module
 */
import { decodeImage, encodeJpeg, fitSize, resize } from '../../image/index.js';
import { flatten } from '../../image/raster.js';
import { findForeignType } from '../../media/signatures.js';

/** What of a file or part counts here. */
interface Picture {
  readonly data: Uint8Array;
  readonly contentType?: string | undefined;
}

/** Pixels of the longer side: more than handsets show, and within what messages take. */
const SIDE = 1_600;
const QUALITY = 90;

/** Pixels that are unpacked for one picture. */
const LIMITS = { imagePixels: 50_000_000 };

/** The same picture as JPEG; anything else as it is. @throws DecodeError, LimitError as `decodeImage` */
export async function convertForeign<P extends Picture>(picture: P): Promise<P> {
  if (findForeignType(picture.data) === undefined) return picture;
  const { frames } = await decodeImage(picture.data, { limits: LIMITS });
  const [{ raster }] = frames as readonly [(typeof frames)[number]];
  const opaque = raster.channels === 4 ? flatten(raster) : raster;
  const { widthPx, heightPx } = fitSize(opaque, { widthPx: SIDE, heightPx: SIDE });
  return { ...picture, data: encodeJpeg(resize(opaque, widthPx, heightPx), { quality: QUALITY }), contentType: 'image/jpeg' };
}
