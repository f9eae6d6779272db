/**
 * WBMP, the picture of WAP pages and messages, type 0: one bit per pixel, not compressed.
 *
 *   type(1..5) = 00 | fixed header(1) = 00 | width(1..5) | height(1..5) | rows of whole octets
 *
 * Type and sizes are multi-byte integers: 7 bits an octet, the high ones first, bit 7 set in all but the last. Here 1 is WHITE and 0 is
 * black, other than in every other format of this module; filler bits are 0.
 * gammu's own .wbmp files are wrong in this: 1 is black, and sizes have one octet. They cannot be distinguished from right ones.
 * Source: WAP-190 (WAESpec) appendix A; ImageMagick and netpbm write the same octets.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { copyOctets } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError } from '../errors.js';
import { type Bitmap, checkBitmap, clearFiller, flipBits } from './bitmap.js';
import { required, side, skipTrailing } from './file-fields.js';
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

/**
 * Encodes a bitmap as a WBMP of type 0 (WAP-190 WAESpec, appendix A).
 * @throws EncodeError `bad-value` naming the field.
 * @example
 * ```ts
 * import { bitmapFromRows, encodeWbmp } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 *
 * toHex(encodeWbmp(bitmapFromRows(['#.#', '...']))); // -> '0000030240E0'
 * ```
 */
export function encodeWbmp(bitmap: Bitmap): Uint8Array {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const pixels = copyOctets(rows);
  flipBits(pixels);
  clearFiller(pixels, widthPx);
  return new ByteWriter(pixels.length + 8).u8(0).u8(0).uintvar(widthPx).uintvar(heightPx).bytes(pixels).finish();
}

/**
 * Decodes a WBMP of type 0 (WAP-190 WAESpec, appendix A).
 * @param options.lenient accept bits of the fixed header that have no meaning without extension headers, and octets after the pixels.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for another type, extension headers and a size of 0.
 * @throws LimitError `limit-exceeded` above `bitmapPixels`, and for more than 65535 pixels a side.
 * @example
 * ```ts
 * import { bitmapToRows, decodeWbmp } from 'handset/bitmap';
 * import { fromHex } from 'handset/bytes';
 *
 * bitmapToRows(decodeWbmp(fromHex('0000030240E0'))); // -> ['#.#', '...']
 * ```
 */
export function decodeWbmp(octets: Uint8Array, options?: DecodeOptions): Bitmap {
  return readWbmp(new ByteReader(octets), options);
}

/** {@link decodeWbmp} of all that a cursor has left. */
export function readWbmp(reader: ByteReader, options?: DecodeOptions): Bitmap {
  const reading = Reading.of(options);
  required(reader, 'wbmp/type', 'uintvar', 0, SPEC, 'one bit per pixel, not compressed');
  const headerAt = reader.offset;
  const header = reader.octet(FIXED_HEADER, 'wbmp/fixed-header');
  if (header >= 0x80) {
    const message = 'announces extension headers, which type 0 does not have';
    throw new DecodeError('bad-value', 'wbmp/fixed-header', headerAt, message);
  }
  if (header !== 0) reading.fault('bad-value', 'wbmp/fixed-header', headerAt, `is ${header}, allowed: 0`);
  const sizesAt = reader.offset;
  const widthPx = side(reader, 'wbmp/width', 'uintvar', SPEC);
  const heightPx = side(reader, 'wbmp/height', 'uintvar', SPEC);
  checkPixels(reading.limits, 'bitmapPixels', widthPx, heightPx, 'wbmp/width', sizesAt);
  const bitmap = readPixels(reader, widthPx, heightPx, 'padded', 'wbmp/pixels', true);
  skipTrailing(reader, 'wbmp', reading);
  return bitmap;
}
