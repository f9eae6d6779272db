/**
 * The OTA bitmap of Smart Messaging: the picture inside operator logos, group graphics and picture messages, and the whole of an .otb file.
 *
 *   infofield(1) | width height (1 each, 2 with bit 4 of the infofield) | depth(1) = 01 | pixels of the images
 *
 *   00 48 0E 01   72x14          10 012C 0002 01   300x2
 *
 * 1 is black. The sources disagree on rows whose width is not a multiple of 8: one stream of bits for gammu, gnokii, Kannel and smsj, whole
 * octets for ImageMagick and netpbm. Both are read, by the length. By default bitmaps are written as the former, .otb files as the latter;
 * where both have the same length, they are read so too. gnokii's .otb files set the lowest bit of the infofield, which is read leniently.
 *
 * Infofield bits: 4 says 16-bit sizes (Kannel, ImageMagick); 3..0 count the further images of an animation. The others (7 extension field
 * follows, 6 compression, 5 external palette) were never in use.
 *
 * The animation is NOT CONFIRMED, and no handset is known to show one. That the low bits count images is said by smppapi's source (which
 * writes such a count, but one image only) and by descriptions of Smart Messaging 3.0; Kannel's source has a main image and a list of
 * animated ones, and writes none. Nothing says how the images follow each other. Here all have the size of the header, and each has whole
 * octets, as in .nlm files. Since that is a guess, reading more than one image needs the lenient option.
 * Source: Nokia Smart Messaging 3.0, OTA bitmap; the programs named above where it is silent.
 * @module
 */
import { checkChoice, requireObject } from '../bytes/check.js';
import { octetHex, u16be } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { type Bitmap, checkBitmap, checkFrames } from './bitmap.js';
import { required, side, skipTrailing } from './file-fields.js';
import { checkPixels, type Packing, packedOctets, readPixels, writeFrames } from './pixels.js';

/** Options of all functions that write OTA bitmaps. */
export interface OtaOptions {
  /** The packing of rows: `continuous` by default, for handsets, or `padded`, as ImageMagick writes files. */
  readonly packing?: Packing | undefined;
}

/** Options of all functions that read OTA bitmaps. */
export interface OtaDecodeOptions extends DecodeOptions {
  /** The packing of rows; by default it follows from the length. */
  readonly packing?: Packing | undefined;
}

/** Options of {@link decodeOtb}. */
export interface OtbOptions extends OtaDecodeOptions {}

/** An OTA animation. */
export interface OtaAnimation {
  /** 1 to 16 frames of one size, in order. */
  readonly frames: readonly Bitmap[];
}

/** Width and height take two octets each. */
const LARGE_SIZES = 0x10;
/** The images of an animation after the first one. */
const FURTHER_IMAGES = 0x0f;

const MAX_FRAMES = 1 + FURTHER_IMAGES;

/** Number of colours: black and white are one. */
const DEPTH = 1;

const SPEC = 'Smart Messaging, OTA bitmap';

const LAYOUT: OctetLayout = {
  name: 'infofield',
  spec: SPEC,
  bits: [
    { name: 'extension', width: 1, values: ['none', 'an extension field follows'] },
    { name: 'compression', width: 1, values: ['none', 'compressed'] },
    { name: 'external-palette', width: 1, values: ['none', 'a palette'] },
    { name: 'large-sizes', width: 1, values: ['sizes of one octet', 'sizes of two octets'] },
    { name: 'animation-images', width: 4, values: ['not animated'] },
  ],
};

/**
 * Encodes an OTA bitmap (Nokia Smart Messaging 3.0); above 255 pixels a side, sizes have 16 bits.
 * @throws EncodeError `bad-value` naming the field of an invalid bitmap, or the packing.
 * @example
 * ```ts
 * import { bitmapFromRows, encodeOtaBitmap } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 *
 * toHex(encodeOtaBitmap(bitmapFromRows(['..#..', '.###.', '#.#.#']))); // -> '0005030123AA'
 * ```
 */
export function encodeOtaBitmap(bitmap: Bitmap, options: OtaOptions = {}): Uint8Array {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  return writeImages([bitmap], options.packing ?? 'continuous');
}

/** Encodes a bitmap as an OTB file; `packing` is `padded` by default. @throws EncodeError `bad-value` naming the field. */
export function encodeOtb(bitmap: Bitmap, options: OtaOptions = {}): Uint8Array {
  requireObject(bitmap, 'bitmap');
  return encodeOtaBitmap(bitmap, { packing: options.packing ?? 'padded' });
}

/**
 * Encodes an OTA animation, in a layout that is a guess: no handset is known to show one. One frame gives an ordinary OTA bitmap.
 * @throws EncodeError `bad-value` for no frames, more than 16, or frames of different sizes.
 */
export function encodeOtaAnimation(otaAnimation: OtaAnimation, options: OtaOptions = {}): Uint8Array {
  requireObject(otaAnimation, 'otaAnimation');
  const { frames } = otaAnimation;
  checkFrames(frames, MAX_FRAMES);
  return writeImages(frames, options.packing ?? 'continuous');
}

function writeImages(frames: readonly Bitmap[], packing: Packing): Uint8Array {
  const { widthPx, heightPx } = frames[0] as Bitmap;
  const further = frames.length - 1;
  const header =
    widthPx > 0xff || heightPx > 0xff
      ? [LARGE_SIZES | further, widthPx >> 8, widthPx, heightPx >> 8, heightPx, DEPTH]
      : [further, widthPx, heightPx, DEPTH];
  return writeFrames(header, frames, checkPacking(packing));
}

/**
 * Decodes an OTA bitmap (Nokia Smart Messaging 3.0). The packing of its rows follows from the length; if both packings have the same length, rows are
 * read as continuous.
 * @param options.lenient accept an InfoField that announces animation images (gnokii writes 01 without a meaning), of which the first is read, and
 * octets after the pixels.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for a size of 0, a depth other than 1 and unknown infofield bits.
 * @example
 * ```ts
 * import { bitmapToRows, decodeOtaBitmap } from 'handset/bitmap';
 * import { fromHex } from 'handset/bytes';
 *
 * bitmapToRows(decodeOtaBitmap(fromHex('0005030123AA'))); // -> ['..#..', '.###.', '#.#.#']
 * ```
 */
export function decodeOtaBitmap(octets: Uint8Array, options?: OtaDecodeOptions): Bitmap {
  return readOtaBitmap(new ByteReader(octets), options);
}

/**
 * {@link decodeOtaBitmap} of all that a cursor has left.
 * @param isFile whether it is a file: where both packings have the same length its rows are padded, and its pixels have a limit.
 */
export function readOtaBitmap(reader: ByteReader, options?: OtaDecodeOptions, isFile = false): Bitmap {
  const reading = Reading.of(options);
  const at = reader.offset;
  const { further, widthPx, heightPx } = readHeader(reader);
  if (further > 0) {
    const message = `announces ${further} more image${further === 1 ? '' : 's'} of an animation, which a bitmap does not have`;
    reading.fault('bad-value', 'ota/infofield', at, message);
  }
  if (isFile) checkPixels(reading.limits, 'bitmapPixels', widthPx, heightPx, 'ota/width', at + 1);
  const ambiguous = isFile ? 'padded' : 'continuous';
  const given = options?.packing;
  const packing = given === undefined ? findPacking(widthPx, heightPx, reader.remaining, ambiguous) : checkPacking(given);
  const bitmap = readPixels(reader, widthPx, heightPx, packing, 'ota/pixels');
  skipTrailing(reader, 'ota', reading);
  return bitmap;
}

/**
 * Decodes an OTB file. The packing of its rows follows from the length; if both packings have the same length, rows are read as padded, unlike in
 * {@link decodeOtaBitmap}.
 * @param options.lenient accept what {@link decodeOtaBitmap} accepts.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`.
 * @throws LimitError `limit-exceeded` above `bitmapPixels`.
 */
export function decodeOtb(octets: Uint8Array, options?: OtbOptions): Bitmap {
  return readOtb(new ByteReader(octets), options);
}

/** {@link decodeOtb} of all that a cursor has left. */
export function readOtb(reader: ByteReader, options?: OtbOptions): Bitmap {
  return readOtaBitmap(reader, options, true);
}

/**
 * Decodes the frames of an OTA animation; an ordinary OTA bitmap has one.
 * @param options.lenient accept more than one frame, since their layout is a guess; one frame where more are announced (gnokii writes 01 before a
 * single picture); and octets after the last one.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`.
 */
export function decodeOtaAnimation(octets: Uint8Array, options?: OtaDecodeOptions): { frames: Bitmap[] } {
  return readOtaAnimation(new ByteReader(octets), options);
}

/** {@link decodeOtaAnimation} of all that a cursor has left. */
export function readOtaAnimation(reader: ByteReader, options?: OtaDecodeOptions): { frames: Bitmap[] } {
  const reading = Reading.of(options);
  const given = options?.packing;
  const at = reader.offset;
  const { further, widthPx, heightPx } = readHeader(reader);
  let count = 1 + further;
  if (further > 0) {
    const message = `announces ${count} images; how they follow each other is not confirmed`;
    reading.fault('bad-value', 'ota/infofield', at, message);
    const packings: readonly Packing[] = given === undefined ? PACKINGS : [given];
    const fills = (images: number) =>
      packings.some((packing) => reader.remaining === images * packedOctets(widthPx, heightPx, packing));
    if (!fills(count) && fills(1)) count = 1;
  }
  const packing =
    given === undefined ? findPacking(widthPx, heightPx, reader.remaining / count, 'continuous') : checkPacking(given);
  const frames: Bitmap[] = [];
  for (let i = 0; i < count; i++) frames.push(readPixels(reader, widthPx, heightPx, packing, `ota/image[${i}]`));
  skipTrailing(reader, 'ota', reading);
  return { frames };
}

/**
 * Whether octets from `at` on are one OTA bitmap to the very end; 'begun' when infofield and depth are those of one, but the length is
 * not; undefined when they are something else.
 */
export function probeOta(octets: Uint8Array, at: number): 'whole' | 'begun' | undefined {
  const infofield = octets[at] ?? 0xff;
  const isLarge = (infofield & LARGE_SIZES) !== 0;
  const depthAt = at + (isLarge ? 5 : 3);
  if ((infofield & ~(LARGE_SIZES | FURTHER_IMAGES)) !== 0 || octets[depthAt] !== DEPTH) return undefined;
  const widthPx = isLarge ? u16be(octets, at + 1) : (octets[at + 1] as number);
  const heightPx = isLarge ? u16be(octets, at + 3) : (octets[at + 2] as number);
  const left = octets.length - depthAt - 1;
  const isWhole = packedOctets(widthPx, heightPx, 'continuous') === left || packedOctets(widthPx, heightPx, 'padded') === left;
  return isWhole ? 'whole' : 'begun';
}

/**
 * The packing that a number of octets speaks for: `ambiguous` where both have the same length, though not always the same octets (7x7,
 * 15x5), and where neither has this one.
 */
function findPacking(widthPx: number, heightPx: number, lengthOctets: number, ambiguous: Packing): Packing {
  const continuous = packedOctets(widthPx, heightPx, 'continuous');
  const padded = packedOctets(widthPx, heightPx, 'padded');
  if (continuous === padded || (lengthOctets !== continuous && lengthOctets !== padded)) return ambiguous;
  return lengthOctets === padded ? 'padded' : 'continuous';
}

const PACKINGS = ['continuous', 'padded'] as const;

function checkPacking(packing: Packing): Packing {
  checkChoice(packing, 'packing', PACKINGS);
  return packing;
}

/** Reads infofield, sizes and depth. @throws DecodeError `truncated` or `bad-value` */
function readHeader(reader: ByteReader): { readonly further: number; readonly widthPx: number; readonly heightPx: number } {
  const at = reader.offset;
  const infofield = reader.octet(LAYOUT, 'ota/infofield');
  const unknown = infofield & ~(LARGE_SIZES | FURTHER_IMAGES);
  if (unknown !== 0) {
    const bits = LAYOUT.bits.filter((_, i) => (unknown & (0x80 >> i)) !== 0).map(({ name }) => name);
    const message = `is ${octetHex(infofield)}: ${bits.join(', ')} has no known layout; allowed: 00 and 10`;
    throw new DecodeError('bad-value', 'ota/infofield', at, message);
  }
  const written = (infofield & LARGE_SIZES) === 0 ? 'u8' : 'u16';
  const widthPx = side(reader, 'ota/width', written, SPEC);
  const heightPx = side(reader, 'ota/height', written, SPEC);
  required(reader, 'ota/depth', 'u8', DEPTH, SPEC, 'one bit per pixel');
  return { further: infofield & FURTHER_IMAGES, widthPx, heightPx };
}
