/**
 * The basic values of WSP headers.
 *
 *   short integer    1vvvvvvv
 *   long integer     count (1 to 30) | octets, high one first
 *   text             octets | 00        127 in front of a first octet above 127
 *   value length     0 to 30, or 31 | uintvar
 *
 * The first octet of any value says how long it is: 0 to 30 octets follow, 31 an uintvar tells how many, 32 to 127 a text up to its 00,
 * 128 to 255 this octet alone. Source: WAP-230-WSP sections 8.4.1.2 and 8.4.2.1 to 8.4.2.3.
 * @module
 */

import { ByteReader, leafName } from '../bytes/reader.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';

/** A token of RFC 2616 section 2.2: what names of headers and parameters are made of. */
export const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** In front of a text whose first octet is above 127, so that it is not taken for a short integer (Quote). */
const QUOTE = 0x7f;
/** In front of the uintvar of a length past 30 (Length-quote). */
const LENGTH_QUOTE = 31;

/**
 * Where the value ends that begins at `at`.
 * @throws DecodeError `truncated` when it runs past `end`.
 */
export function endOfValue(octets: Uint8Array, at: number, end: number, field: string): number {
  const first = octets[at];
  if (at >= end || first === undefined) throw new DecodeError('truncated', field, at, 'the value is missing');
  if (first >= 0x80) return at + 1;
  if (first > LENGTH_QUOTE) return endOfText(octets, at, end, field) + 1;
  let from = at + 1;
  let length = first;
  if (first === LENGTH_QUOTE) {
    const reader = new ByteReader(octets, undefined, from, end);
    length = reader.uintvar(field);
    from = reader.offset;
  }
  if (length > end - from) {
    throw new DecodeError('truncated', field, at, `needs ${length} octets behind its length, ${end - from} left`);
  }
  return from + length;
}

/** Whether octets are one value, to the last of them. */
export function isOneValue(value: Uint8Array): boolean {
  return tryDecode(() => endOfValue(value, 0, value.length, 'value')) === value.length;
}

/** Where the text at `at` has its 00. @throws DecodeError `truncated` when it has none before `end`. */
function endOfText(octets: Uint8Array, at: number, end: number, field: string): number {
  const nul = octets.indexOf(0, at);
  if (nul < 0 || nul >= end) throw new DecodeError('truncated', field, at, 'the text has no 00 at its end');
  return nul;
}

/**
 * The text between `from` and `to`, its 00 not counted: octets are ISO 8859-1, a quote in front is left out.
 * @throws DecodeError `bad-value` for control characters, which would end a line elsewhere.
 */
export function textBetween(octets: Uint8Array, from: number, to: number, field: string): string {
  let text = '';
  for (let at = octets[from] === QUOTE && from < to ? from + 1 : from; at < to; at++) {
    const octet = octets[at] as number;
    if (octet < 0x20 || octet === 0x7f) {
      throw new DecodeError('bad-value', field, at, `control character ${octet} in a text`);
    }
    text += String.fromCharCode(octet);
  }
  return text;
}

/** The short or long integer between `from` and `to`; undefined when the octets there are something else, or an integer past 2^53 - 1. */
export function integerBetween(octets: Uint8Array, from: number, to: number): number | undefined {
  const first = octets[from] as number;
  if (first >= 0x80) return to === from + 1 ? first & 0x7f : undefined;
  if (first === 0 || first >= LENGTH_QUOTE || to !== from + 1 + first) return undefined;
  let value = 0;
  for (let at = from + 1; at < to; at++) value = value * 256 + (octets[at] as number);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** Reads an integer. @throws DecodeError `truncated`, or `bad-value` when the value there is none. */
export function readInteger(reader: ByteReader, field: string, spec?: string): number {
  const from = reader.offset;
  const to = endOfValue(reader.octets, from, reader.end, field);
  const value = integerBetween(reader.octets, from, to);
  if (value === undefined) throw new DecodeError('bad-value', field, from, 'is not an integer up to 2^53');
  leafTo(reader, to, field, value, spec);
  return value;
}

/** Reads a text and its 00. @throws DecodeError `truncated` without the 00, `bad-value` for control characters. */
export function readText(reader: ByteReader, field: string, spec?: string): string {
  const from = reader.offset;
  const nul = endOfText(reader.octets, from, reader.end, field);
  const text = textBetween(reader.octets, from, nul, field);
  leafTo(reader, nul + 1, field, text, spec);
  return text;
}

/** Reads a value length. @throws DecodeError `truncated` or `bad-value` */
export function readValueLength(reader: ByteReader, field: string, spec?: string): number {
  const from = reader.offset;
  const first = reader.octets[from];
  if (first !== LENGTH_QUOTE || reader.remaining === 0) {
    const length = reader.u8(field, spec);
    if (length > LENGTH_QUOTE) throw new DecodeError('bad-value', field, from, `${length} is not a length`);
    return length;
  }
  const quoted = new ByteReader(reader.octets, undefined, from + 1, reader.end);
  const length = quoted.uintvar(field);
  leafTo(reader, quoted.offset, field, length, spec);
  return length;
}

/** Moves the reader on to `to` and records what it moved over as one field. */
export function leafTo(reader: ByteReader, to: number, field: string, value: number | string, spec?: string): void {
  const from = reader.skip(to - reader.offset, field);
  if (reader.trace !== undefined) {
    reader.trace.leaf(leafName(field), value, from * 8, to * 8, spec);
  }
}

/** Writes 0 to 2^53 - 1 in its shortest form. @throws EncodeError `bad-value` */
export function writeInteger(writer: ByteWriter, value: number, field: string): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new EncodeError('bad-value', field, undefined, `${value} is not an integer from 0 on`);
  }
  if (value < 0x80) writer.u8(value | 0x80);
  else writeLongInteger(writer, value);
}

/** Writes an integer with its count of octets, also where a short form exists (dates). */
export function writeLongInteger(writer: ByteWriter, value: number): void {
  let octets = 1;
  while (octets < 7 && value >= 256 ** octets) octets++;
  writer.u8(octets);
  for (let i = octets - 1; i >= 0; i--) writer.u8(Math.floor(value / 256 ** i) & 0xff);
}

/** Writes a text and its 00. @throws EncodeError `unencodable` for control characters and what ISO 8859-1 lacks. */
export function writeText(writer: ByteWriter, text: string, field: string): void {
  if (text.charCodeAt(0) > 0x7f) writer.u8(QUOTE);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f || unit > 0xff) {
      throw new EncodeError('unencodable', field, i, `U+${unit.toString(16).toUpperCase().padStart(4, '0')} in a WSP text`);
    }
    writer.u8(unit);
  }
  writer.u8(0);
}

/** Writes the length of what follows. */
export function writeValueLength(writer: ByteWriter, length: number): void {
  if (length < LENGTH_QUOTE) writer.u8(length);
  else writer.u8(LENGTH_QUOTE).uintvar(length);
}
