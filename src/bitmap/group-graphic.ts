/**
 * The group graphic (CLI icon) of Smart Messaging, sent to port 1583 hex (5507): shown when somebody of a caller group calls.
 *
 *   OTA bitmap
 *
 * gammu, netpbm and GSM::SMS send the bitmap alone; smsj puts a version octet 30 before it, which only lenient reading accepts.
 * Source: Nokia Smart Messaging, CLI icon; the programs named above.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { Reading } from '../bytes/reading.js';
import type { Bitmap } from './bitmap.js';
import { VERSION } from './operator-logo.js';
import { encodeOtaBitmap, type OtaDecodeOptions, type OtaOptions, readOtaBitmap } from './ota.js';

/** A group graphic (CLI icon): the picture that a handset shows for calls of a caller group. */
export interface GroupGraphic {
  /** The picture: 72 by 14 pixels on all handsets. */
  readonly bitmap: Bitmap;
}

const SPEC = 'Smart Messaging, CLI icon';

/** Encodes a group graphic, for port 5507 (Nokia Smart Messaging 3.0, CLI icon). @throws EncodeError `bad-value` naming the field. */
export function encodeGroupGraphic(graphic: GroupGraphic, options: OtaOptions = {}): Uint8Array {
  requireObject(graphic, 'graphic');
  return encodeOtaBitmap(graphic.bitmap, options);
}

/**
 * Decodes a group graphic (Nokia Smart Messaging 3.0, CLI icon).
 * @param options.lenient accept a version octet 0x30 before the picture, and what {@link decodeOtaBitmap} accepts.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`.
 */
export function decodeGroupGraphic(octets: Uint8Array, options?: OtaDecodeOptions): GroupGraphic {
  return readGroupGraphic(new ByteReader(octets), options);
}

/** {@link decodeGroupGraphic} of all that a cursor has left. */
export function readGroupGraphic(reader: ByteReader, options?: OtaDecodeOptions): GroupGraphic {
  const at = reader.offset;
  // As an infofield it would announce a palette, which no bitmap has.
  if (at < reader.end && reader.octets[at] === VERSION) {
    const message = 'a version octet 30 before the bitmap, which only lenient reading accepts';
    Reading.of(options).fault('bad-value', 'group-graphic/version', at, message);
    reader.u8('group-graphic/version', SPEC);
    if (reader.trace !== undefined) reader.trace.warn('group graphics have none');
  }
  reader.open('bitmap', SPEC);
  const bitmap = readOtaBitmap(reader, options);
  reader.close();
  return { bitmap };
}
