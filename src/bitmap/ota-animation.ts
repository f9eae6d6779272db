/**
 * The animated OTA bitmap, as far as anything is known of it: NOT CONFIRMED, and no handset is known to show one.
 *
 *   infofield: number of images behind the first one in bits 3..0 | sizes, depth as in ota.ts | first image | next image | ...
 *
 * That the low bits of the infofield count animation images is said by smppapi's source (which writes such a count, but one image only)
 * and by descriptions of Smart Messaging 3.0; Kannel's source has a main image and a list of animated ones, and writes none. Nothing says
 * how the images follow each other. Here all have the size of the header, and each takes whole octets, as in .nlm files. Since that is a
 * guess, reading more than one image takes the lenient option.
 * @module
 */
import { ByteReader } from '../bytes/reader.js';
import { Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { type Bitmap, checkBitmap } from './bitmap.js';
import { skipTrailing } from './file-fields.js';
import {
  checkPacking,
  headerOctets,
  INFOFIELD,
  type OtaDecodeOptions,
  type OtaOptions,
  packingOf,
  readOtaHeader,
  writeOtaHeader,
} from './ota.js';
import { type Packing, packedOctets, readPixels, writePixels } from './pixels.js';

/** Pictures shown one after the other. */
export interface OtaAnimation {
  /** 1 to 16, all of one size. */
  readonly frames: readonly Bitmap[];
}

/** Four bits count the images behind the first one. */
const MAX_FRAMES = 16;

/**
 * Octets of an animation, in a layout that is not confirmed; one frame gives an ordinary OTA bitmap.
 * @throws EncodeError `bad-value` for no frames, more than 16, or frames of different sizes.
 */
export function encodeOtaAnimation({ frames }: OtaAnimation, options: OtaOptions = {}): Uint8Array {
  const packing = checkPacking(options.packing ?? 'continuous');
  const [widthPx, heightPx] = checkFrames(frames, MAX_FRAMES);
  const imageOctets = packedOctets(widthPx, heightPx, packing);
  const octets = new Uint8Array(headerOctets(widthPx, heightPx) + frames.length * imageOctets);
  let at = writeOtaHeader(octets, widthPx, heightPx, frames.length - 1);
  for (let i = 0; i < frames.length; i++) at = writePixels(frames[i] as Bitmap, packing, octets, at);
  return octets;
}

/**
 * The frames of an animation. An ordinary OTA bitmap has one. Lenient: more than one, since their layout is not confirmed; fewer images
 * than announced when there is just one (gnokii writes 01 in front of a single picture); octets behind the last.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`.
 */
export function decodeOtaAnimation(octets: Uint8Array, options?: OtaDecodeOptions): { frames: Bitmap[] } {
  return readOtaAnimation(new ByteReader(octets), options);
}

/** {@link decodeOtaAnimation} of all that a cursor has left. */
export function readOtaAnimation(reader: ByteReader, options?: OtaDecodeOptions): { frames: Bitmap[] } {
  const reading = Reading.of(options);
  const at = reader.offset;
  const { infofield, widthPx, heightPx } = readOtaHeader(reader);
  let count = 1 + (infofield & INFOFIELD.AnimationImages);
  if (count > 1) {
    const message = `announces ${count} images; how they follow each other is not confirmed`;
    reading.fault('bad-value', 'ota/infofield', at, message);
    const packings: readonly Packing[] = options?.packing === undefined ? ['continuous', 'padded'] : [options.packing];
    const takeAll = (images: number) =>
      packings.some((packing) => reader.remaining === images * packedOctets(widthPx, heightPx, packing));
    if (!takeAll(count) && takeAll(1)) count = 1;
  }
  const packing = checkPacking(options?.packing ?? packingOf(widthPx, heightPx, reader.remaining / count));
  const frames: Bitmap[] = [];
  for (let i = 0; i < count; i++) frames.push(readPixels(reader, widthPx, heightPx, packing, `ota/image[${i}]`));
  skipTrailing(reader, 'ota', reading);
  return { frames };
}

/** Requires frames of one size, which is returned. @throws EncodeError `bad-value` */
export function checkFrames(
  frames: readonly Bitmap[],
  maxFrames: number,
  maxSide?: number,
): readonly [widthPx: number, heightPx: number] {
  if (!Array.isArray(frames)) throw new TypeError('frames are an array of bitmaps');
  if (frames.length < 1 || frames.length > maxFrames) {
    throw EncodeError.badValue('frames', `are ${frames.length}, allowed: 1 to ${maxFrames}`);
  }
  for (let i = 0; i < frames.length; i++) checkBitmap(frames[i] as Bitmap, `frames[${i}]`, maxSide);
  const { widthPx, heightPx } = frames[0] as Bitmap;
  for (let i = 1; i < frames.length; i++) {
    const frame = frames[i] as Bitmap;
    if (frame.widthPx !== widthPx || frame.heightPx !== heightPx) {
      const message = `is ${frame.widthPx}x${frame.heightPx}, the first one ${widthPx}x${heightPx}`;
      throw EncodeError.badValue(`frames[${i}]`, message);
    }
  }
  return [widthPx, heightPx];
}
