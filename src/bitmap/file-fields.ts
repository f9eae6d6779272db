/**
 * Fields that only bitmap files have: sides, and octets that are always the same.
 * @module
 */
import { u16le, u32le } from '../bytes/file-fields.js';
import { type ByteReader, leafName } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import { tolerate } from '../sms/options.js';
import type { BitmapDecodeOptions } from './options.js';

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
export function constant(
  reader: ByteReader,
  field: string,
  read: 'u8' | 'u16le',
  expected: number,
  options: BitmapDecodeOptions,
): void {
  const at = reader.offset;
  const found = read === 'u8' ? reader.u8(field) : u16le(reader, field);
  if (found !== expected) {
    tolerate(new DecodeError('bad-value', field, at, `is ${found}, in known files always ${expected}`), options);
  }
}
