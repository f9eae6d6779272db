/**
 * Fields that several picture formats have: sides, octets of one allowed value, and the end of the input.
 * @module
 */
import { u16le, u32le } from '../bytes/file-fields.js';
import { type ByteReader, leafName } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError, LimitError } from '../errors.js';
import { MAX_SIDE } from './bitmap.js';

export { u16le, u32le };

/** How a number is written: one octet, two of either order, or the multi-byte integer of WAP. */
type Written = 'u8' | 'u16' | 'u16le' | 'uintvar';

function readNumber(reader: ByteReader, field: string, written: Written, spec: string | undefined): number {
  switch (written) {
    case 'u8':
      return reader.u8(field, spec);
    case 'u16':
      return reader.u16(field, spec);
    case 'u16le':
      return u16le(reader, field);
    default:
      return reader.uintvar(field, spec);
  }
}

/** A side of 1 to 65535 pixels. @throws DecodeError `truncated`, or `bad-value` for 0; LimitError past 65535 */
export function side(reader: ByteReader, field: string, written: Written, spec?: string): number {
  const at = reader.offset;
  const sidePx = readNumber(reader, field, written, spec);
  if (reader.trace !== undefined) reader.trace.mean(`${sidePx} px`);
  if (sidePx === 0) throw new DecodeError('bad-value', field, at, 'is 0, at least 1');
  if (sidePx > MAX_SIDE) throw new LimitError('limit-exceeded', field, at, `is ${sidePx}, at most ${MAX_SIDE}`);
  return sidePx;
}

/** A number of one allowed value, with what that means. @throws DecodeError `truncated` or `bad-value` */
export function required(
  reader: ByteReader,
  field: string,
  written: Written,
  allowed: number,
  spec: string,
  meaning?: string,
): void {
  const at = reader.offset;
  const found = readNumber(reader, field, written, spec);
  if (reader.trace !== undefined && meaning !== undefined) reader.trace.mean(found === allowed ? meaning : 'unknown');
  if (found !== allowed) throw new DecodeError('bad-value', field, at, `is ${found}, allowed: ${allowed}`);
}

/** Requires the octets of an ASCII text at the start of a file. @throws DecodeError `truncated` or `bad-value` */
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

/** A number of unknown meaning, the same in every known file: another one is read leniently. */
export function constant(reader: ByteReader, field: string, written: Written, expected: number, reading: Reading): void {
  const at = reader.offset;
  const found = readNumber(reader, field, written, undefined);
  if (found !== expected) {
    reading.fault('bad-value', field, at, `is ${found}, in known files always ${expected}`);
  }
}

/** Requires the end; lenient reading reports and skips what is left over. @throws DecodeError `trailing-bytes` */
export function skipTrailing(reader: ByteReader, field: string, reading: Reading): void {
  const left = reader.remaining;
  if (left === 0) return;
  reading.fault('trailing-bytes', field, reader.offset, `${left} octets are left over`);
  reader.take(left, 'trailing');
  if (reader.trace !== undefined) reader.trace.warn('not part of the picture');
}
