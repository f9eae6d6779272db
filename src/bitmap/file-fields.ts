/**
 * Fields that only bitmap files have: sides, and octets that are always the same.
 * @module
 */
import { u16le, u32le } from '../bytes/file-fields.js';
import { type ByteReader, leafName } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';

export { u16le, u32le };

/** A side of 1 to 65535 pixels. @throws DecodeError `truncated`, or `bad-value` for 0 */
export function side(reader: ByteReader, field: string, read: 'u8' | 'u16le'): number {
  const at = reader.offset;
  const sidePx = read === 'u8' ? reader.u8(field) : u16le(reader, field);
  if (reader.trace !== undefined) reader.trace.mean(`${sidePx} px`);
  if (sidePx === 0) throw new DecodeError('bad-value', field, at, 'is 0, at least 1');
  return sidePx;
}

/** Requires the octets of an ASCII text, with which a file begins. @throws DecodeError `truncated` or `bad-value` */
export function magic(reader: ByteReader, text: string, field: string): void {
  const at = reader.skip(text.length, field);
  const { octets, trace } = reader;
  for (let i = 0; i < text.length; i++) {
    if (octets[at + i] !== text.charCodeAt(i)) {
      throw new DecodeError('bad-value', field, at, `does not begin with ${JSON.stringify(text)}`);
    }
  }
  if (trace !== undefined) trace.leaf(leafName(field), text, at * 8, (at + text.length) * 8);
}

/** A number that is the same in every file seen, though nobody says what it means: another one is read leniently. */
export function constant(reader: ByteReader, field: string, read: 'u8' | 'u16le', expected: number, reading: Reading): void {
  const at = reader.offset;
  const found = read === 'u8' ? reader.u8(field) : u16le(reader, field);
  if (found !== expected) {
    reading.fault('bad-value', field, at, `is ${found}, in known files always ${expected}`);
  }
}

/** Requires the end; lenient reading reports what is left over and skips it. @throws DecodeError `trailing-bytes` */
export function skipTrailing(reader: ByteReader, field: string, reading: Reading): void {
  const left = reader.remaining;
  if (left === 0) return;
  reading.fault('trailing-bytes', field, reader.offset, `${left} octets are left over`);
  reader.take(left, 'trailing');
  if (reader.trace !== undefined) reader.trace.warn('no part of the picture');
}
