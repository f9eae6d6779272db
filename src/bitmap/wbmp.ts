/**
 * WBMP, the picture of WAP pages and messages, type 0: one bit per pixel, not compressed.
 *
 *   type(1..5) = 00 | fixed header(1) = 00 | width(1..5) | height(1..5) | rows of whole octets
 *
 * Type and sizes are multi-byte integers: 7 bits an octet, the high ones first, bit 7 set in all but the last. Here 1 is WHITE and 0 is
 * black, other than in every other format of this module; filler bits are 0.
 * gammu's own .wbmp files are wrong in this: 1 is black, and sizes have one octet. They cannot be told from right ones.
 * Source: WAP-190 (WAESpec) appendix A; ImageMagick and netpbm write the same octets.
 * @module
 */
import { copyOf } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, LimitError } from '../errors.js';
import { type Bitmap, checkBitmap, clearFiller, flipBits, MAX_SIDE } from './bitmap.js';
import { skipTrailing } from './file-fields.js';
import { checkPixels, readPixels } from './pixels.js';

const SPEC = 'WAP-190 A';

const FIXED_HEADER: OctetLayout = {
  name: 'fixed-header',
  spec: SPEC,
  bits: [
    { name: 'extension-headers', width: 1, values: ['none', 'follow'] },
    { name: 'extension-type', width: 2 },
    { name: 'reserved', width: 5 },
  ],
};

/** Octets of a WBMP. @throws EncodeError `bad-value` naming the field. */
export function encodeWbmp(bitmap: Bitmap): Uint8Array {
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const pixels = copyOf(rows);
  flipBits(pixels);
  clearFiller(pixels, widthPx);
  const start = 2 + sideOctets(widthPx) + sideOctets(heightPx);
  const octets = new Uint8Array(start + pixels.length);
  writeSide(octets, writeSide(octets, 2, widthPx), heightPx);
  octets.set(pixels, start);
  return octets;
}

/**
 * The bitmap in a WBMP. Lenient: bits of the fixed header that mean nothing without extension headers, and octets behind the pixels.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for another type, extension headers and a size of 0.
 * @throws LimitError `limit-exceeded` past `bitmapPixels` and for sides over 65535.
 */
export function decodeWbmp(octets: Uint8Array, options?: DecodeOptions): Bitmap {
  return readWbmp(new ByteReader(octets), options);
}

/** {@link decodeWbmp} of all that a cursor has left. */
export function readWbmp(reader: ByteReader, options?: DecodeOptions): Bitmap {
  const reading = Reading.of(options);
  const { trace } = reader;
  const typeAt = reader.offset;
  const type = reader.uintvar('wbmp/type', SPEC);
  if (trace !== undefined) trace.mean(type === 0 ? 'one bit per pixel, not compressed' : 'not defined');
  if (type !== 0) throw new DecodeError('bad-value', 'wbmp/type', typeAt, `is ${type}, allowed: 0`);
  const headerAt = reader.offset;
  const header = reader.octet(FIXED_HEADER, 'wbmp/fixed-header');
  if (header >= 0x80) {
    const message = 'announces extension headers, which type 0 does not have';
    throw new DecodeError('bad-value', 'wbmp/fixed-header', headerAt, message);
  }
  if (header !== 0) reading.fault('bad-value', 'wbmp/fixed-header', headerAt, `is ${header}, allowed: 0`);
  const sizesAt = reader.offset;
  const widthPx = readSide(reader, 'wbmp/width');
  const heightPx = readSide(reader, 'wbmp/height');
  checkPixels(reading, widthPx, heightPx, 'wbmp/width', sizesAt);
  const bitmap = readPixels(reader, widthPx, heightPx, 'padded', 'wbmp/pixels', true);
  skipTrailing(reader, 'wbmp', reading);
  return bitmap;
}

function sideOctets(sidePx: number): number {
  return sidePx < 0x80 ? 1 : sidePx < 0x4000 ? 2 : 3;
}

/** Writes a side as a multi-byte integer, and returns where it ends. */
function writeSide(target: Uint8Array, at: number, sidePx: number): number {
  const end = at + sideOctets(sidePx);
  for (let i = end - 1, rest = sidePx; i >= at; i--, rest >>= 7) target[i] = (rest & 0x7f) | (i === end - 1 ? 0 : 0x80);
  return end;
}

function readSide(reader: ByteReader, field: string): number {
  const at = reader.offset;
  const sidePx = reader.uintvar(field, SPEC);
  if (reader.trace !== undefined) reader.trace.mean(`${sidePx} px`);
  if (sidePx === 0) throw new DecodeError('bad-value', field, at, 'is 0, at least 1');
  if (sidePx > MAX_SIDE) throw new LimitError('limit-exceeded', field, at, `is ${sidePx}, at most ${MAX_SIDE}`);
  return sidePx;
}
