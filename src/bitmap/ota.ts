/**
 * The OTA bitmap of Smart Messaging: the picture inside operator logos, group graphics and picture messages, and a file of its own.
 *
 *   infofield(1) | width height (1 each, 2 with bit 4 of the infofield) | depth(1) = 01 | pixels
 *
 *   00 48 0E 01   72x14          10 012C 0002 01   300x2
 *
 * 1 is black. The sources disagree on rows whose width is no multiple of 8: one stream of bits for gammu, gnokii, Kannel and smsj, whole
 * octets for ImageMagick and netpbm. Both are read, by the length; written is the former, or the latter by option.
 *
 * Infofield bits: 4 says 16-bit sizes (Kannel, ImageMagick). The others (7 extension field follows, 6 compression, 5 external palette,
 * 3..0 images of an animation) were never in use; see ota-animation.ts for the last.
 * Source: Nokia Smart Messaging 3.0, OTA bitmap; the programs named above where it is silent.
 * @module
 */

import { octetHex } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type Bitmap, checkBitmap } from './bitmap.js';
import { skipTrailing } from './file-fields.js';
import { checkPixels, type Packing, packedOctets, readPixels, writePixels } from './pixels.js';

/** How an OTA bitmap is written. */
export interface OtaOptions {
  /** How rows follow each other: 'continuous' (default, for handsets) or 'padded' (as ImageMagick writes files). */
  readonly packing?: Packing | undefined;
}

/** How an OTA bitmap is read. */
export interface OtaDecodeOptions extends DecodeOptions {
  /** How its rows follow each other. By default the length tells, and where it does not, they are continuous. */
  readonly packing?: Packing | undefined;
}

/** Bits of the infofield. */
export const INFOFIELD = {
  Extension: 0x80,
  Compression: 0x40,
  ExternalPalette: 0x20,
  /** Width and height take two octets each. */
  LargeSizes: 0x10,
  /** Images of an animation, behind the first one. */
  AnimationImages: 0x0f,
} as const;

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

/** What a header says. */
export interface OtaHeader {
  readonly infofield: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Octets of an OTA bitmap; sizes over 255 take the 16-bit form.
 * @throws EncodeError `bad-value` naming the field for what is no bitmap or for another packing.
 */
export function encodeOtaBitmap(bitmap: Bitmap, options: OtaOptions = {}): Uint8Array {
  checkBitmap(bitmap);
  const packing = checkPacking(options.packing ?? 'continuous');
  const { widthPx, heightPx } = bitmap;
  const octets = new Uint8Array(headerOctets(widthPx, heightPx) + packedOctets(widthPx, heightPx, packing));
  writePixels(bitmap, packing, octets, writeOtaHeader(octets, widthPx, heightPx, 0));
  return octets;
}

/**
 * The bitmap in an OTA bitmap. Which packing its rows have, the length tells; where both have the same, they are read as continuous.
 *
 * Lenient: an infofield that announces animation images (gnokii writes 01 into its files and means nothing by it) gives the first
 * image, and octets behind the pixels are left out.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for a size of 0, a depth other than 1 and unknown infofield bits.
 */
export function decodeOtaBitmap(octets: Uint8Array, options?: OtaDecodeOptions): Bitmap {
  return readOtaBitmap(new ByteReader(octets), options);
}

/**
 * {@link decodeOtaBitmap} of all that a cursor has left.
 * @param ofFile whether it is a file: where both packings have the same length its rows are padded, and its pixels have a limit.
 */
export function readOtaBitmap(reader: ByteReader, options?: OtaDecodeOptions, ofFile = false): Bitmap {
  const reading = Reading.of(options);
  const at = reader.offset;
  const { infofield, widthPx, heightPx } = readOtaHeader(reader);
  const images = infofield & INFOFIELD.AnimationImages;
  if (images > 0) {
    const message = `announces ${images} more image${images === 1 ? '' : 's'} of an animation, which a bitmap does not have`;
    reading.fault('bad-value', 'ota/infofield', at, message);
  }
  if (ofFile) checkPixels(reading, widthPx, heightPx, 'ota/width', at + 1);
  const ambiguous = ofFile ? 'padded' : 'continuous';
  const packing = checkPacking(options?.packing ?? packingOf(widthPx, heightPx, reader.remaining, ambiguous));
  const bitmap = readPixels(reader, widthPx, heightPx, packing, 'ota/pixels');
  skipTrailing(reader, 'ota', reading);
  return bitmap;
}

/**
 * The packing that a number of octets speaks for: `ambiguous` where both have the same length, though not always the same octets (7x7,
 * 15x5), and where neither has this one.
 */
export function packingOf(widthPx: number, heightPx: number, lengthOctets: number, ambiguous: Packing = 'continuous'): Packing {
  const continuous = packedOctets(widthPx, heightPx, 'continuous');
  const padded = packedOctets(widthPx, heightPx, 'padded');
  if (continuous === padded || (lengthOctets !== continuous && lengthOctets !== padded)) return ambiguous;
  return lengthOctets === padded ? 'padded' : 'continuous';
}

/** Reads infofield, sizes and depth. @throws DecodeError `truncated` or `bad-value` */
export function readOtaHeader(reader: ByteReader): OtaHeader {
  const at = reader.offset;
  const infofield = reader.octet(LAYOUT, 'ota/infofield');
  const unknown = infofield & ~(INFOFIELD.LargeSizes | INFOFIELD.AnimationImages);
  if (unknown !== 0) {
    const bits = LAYOUT.bits.filter((_, i) => (unknown & (0x80 >> i)) !== 0).map(({ name }) => name);
    const message = `is ${octetHex(infofield)}: ${bits.join(', ')} has no known layout; allowed: 00 and 10`;
    throw new DecodeError('bad-value', 'ota/infofield', at, message);
  }
  const large = (infofield & INFOFIELD.LargeSizes) !== 0;
  const widthPx = readSide(reader, 'ota/width', large);
  const heightPx = readSide(reader, 'ota/height', large);
  const depthAt = reader.offset;
  const depth = reader.u8('ota/depth', SPEC);
  if (reader.trace !== undefined) reader.trace.mean(depth === DEPTH ? 'one bit per pixel' : 'unknown');
  if (depth !== DEPTH) throw new DecodeError('bad-value', 'ota/depth', depthAt, `is ${depth}, allowed: ${DEPTH}`);
  return { infofield, widthPx, heightPx };
}

/** Octets of a header. */
export function headerOctets(widthPx: number, heightPx: number): number {
  return isLarge(widthPx, heightPx) ? 6 : 4;
}

/** Writes infofield, sizes and depth, and returns where they end. */
export function writeOtaHeader(target: Uint8Array, widthPx: number, heightPx: number, images: number): number {
  let at = 0;
  const large = isLarge(widthPx, heightPx);
  target[at++] = (large ? INFOFIELD.LargeSizes : 0) | images;
  if (large) target[at++] = widthPx >> 8;
  target[at++] = widthPx;
  if (large) target[at++] = heightPx >> 8;
  target[at++] = heightPx;
  target[at++] = DEPTH;
  return at;
}

/** The packing that a caller asks for. @throws EncodeError `bad-value` */
export function checkPacking(packing: Packing): Packing {
  if (packing === 'continuous' || packing === 'padded') return packing;
  throw EncodeError.badValue('packing', `is ${quote(packing)}, allowed: continuous, padded`);
}

function isLarge(widthPx: number, heightPx: number): boolean {
  return widthPx > 0xff || heightPx > 0xff;
}

function readSide(reader: ByteReader, field: string, large: boolean): number {
  const at = reader.offset;
  const sidePx = large ? reader.u16(field, SPEC) : reader.u8(field, SPEC);
  if (reader.trace !== undefined) reader.trace.mean(`${sidePx} px`);
  if (sidePx === 0) throw new DecodeError('bad-value', field, at, 'is 0, at least 1');
  return sidePx;
}
