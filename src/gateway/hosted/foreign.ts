/**
 * Pictures of formats that few handsets show (WebP, AVIF, HEIC, TIFF, SVG and their like), made JPEG when they are submitted: whoever fetches
 * them later may be any handset. What is read here is read by packages that the operator has installed; without one, the sender is told.
 * @module
 */
import { decodeImage, encodeJpeg, fitSize, resize } from '../../image/index.js';
import { flatten } from '../../image/raster.js';
import { findForeignType } from '../../media/signatures.js';
import type { Part } from '../../mms/index.js';
import { turn } from '../work.js';

/** What of a file or part counts here. */
interface Picture {
  readonly data: Uint8Array;
  readonly contentType?: string | undefined;
}

/** Pixels of the longer side: more than handsets show, and within what messages take. */
const SIDE = 1_600;
const QUALITY = 90;

/** Pixels that are unpacked for all pictures of a request together. */
const PIXELS = 50_000_000;

/** Converts the pictures of one request, one after the other: others have their turn in between. */
export class PictureConverter {
  readonly #requireCredit: () => void;
  #pixelsLeft = PIXELS;

  /** @param requireCredit throws what a request is refused with whose account cannot pay; called before anything is unpacked. */
  constructor(requireCredit: () => void) {
    this.#requireCredit = requireCredit;
  }

  /**
   * The same picture as JPEG; anything else as it is.
   * @throws DecodeError as `decodeImage`; LimitError where it and those before it have too many pixels; what `requireCredit` throws.
   */
  async convert<P extends Picture>(picture: P): Promise<P> {
    if (findForeignType(picture.data) === undefined) return picture;
    this.#requireCredit();
    await turn();
    const { frames } = await decodeImage(picture.data, { limits: { imagePixels: this.#pixelsLeft } });
    const [{ raster }] = frames as readonly [(typeof frames)[number]];
    this.#pixelsLeft = Math.max(0, this.#pixelsLeft - raster.widthPx * raster.heightPx);
    const opaque = raster.channels === 4 ? flatten(raster) : raster;
    const { widthPx, heightPx } = fitSize(opaque, { widthPx: SIDE, heightPx: SIDE });
    await turn();
    const data = encodeJpeg(resize(opaque, widthPx, heightPx), { quality: QUALITY });
    return { ...picture, data, contentType: 'image/jpeg' };
  }

  /** All of them, in their order. @throws as `convert` */
  async convertAll<P extends Picture>(pictures: readonly P[]): Promise<P[]> {
    const converted: P[] = [];
    for (const picture of pictures) converted.push(await this.convert(picture));
    return converted;
  }

  /** Parts of a message at any depth. @throws as `convert` */
  async convertParts(parts: readonly Part[]): Promise<Part[]> {
    const converted: Part[] = [];
    for (const part of parts) {
      converted.push(
        part.parts === undefined ? await this.convert(part) : { ...part, parts: await this.convertParts(part.parts) },
      );
    }
    return converted;
  }
}
