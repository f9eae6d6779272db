/**
 * The .otb file: an OTA bitmap and nothing else.
 *
 * ImageMagick, which reads and writes such files, fills every row to a whole octet, and so do we by default; gnokii lets rows begin inside
 * octets, and sets the lowest bit of the infofield, which is read leniently.
 * Source: ImageMagick's output; gnokii.
 * @module
 */
import { ByteReader } from '../bytes/reader.js';
import type { Bitmap } from './bitmap.js';
import { encodeOtaBitmap, type OtaDecodeOptions, type OtaOptions, readOtaBitmap } from './ota.js';

/** How an .otb file is read. */
export interface OtbOptions extends OtaDecodeOptions {}

/** Octets of an .otb file, rows padded unless `packing` says otherwise. @throws EncodeError `bad-value` naming the field. */
export function encodeOtb(bitmap: Bitmap, options: OtaOptions = {}): Uint8Array {
  return encodeOtaBitmap(bitmap, { packing: options.packing ?? 'padded' });
}

/**
 * The bitmap in an .otb file. Which packing its rows have, the length tells; where both have the same, they are read as padded, other
 * than by `decodeOtaBitmap`. Lenient: as there.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`; LimitError `limit-exceeded` past `bitmapPixels`.
 */
export function decodeOtb(octets: Uint8Array, options?: OtbOptions): Bitmap {
  return readOtb(new ByteReader(octets), options);
}

/** {@link decodeOtb} of all that a cursor has left. */
export function readOtb(reader: ByteReader, options?: OtbOptions): Bitmap {
  return readOtaBitmap(reader, options, true);
}
