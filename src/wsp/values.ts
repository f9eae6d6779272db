/**
 * The values of WSP headers.
 *
 *   short integer    1vvvvvvv
 *   long integer     count (1 to 30) | octets, high one first
 *   text             octets | 00        after 127 when the first octet is above 127
 *   value length     0 to 30, or 31 | uintvar
 *   version          1 | major:3 | minor:4 (F: none)
 *
 * The first octet of any value says how long it is: 0 to 30 octets follow, 31 an uintvar gives their number, 32 to 127 a text up to its 00,
 * 128 to 255 this octet alone. Source: WAP-230-WSP sections 8.4.1.2 and 8.4.2.1 to 8.4.2.3.
 * @module
 */

import { blankControls, findControl } from '../bytes/controls.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { quote } from '../bytes/quote.js';
import { ByteReader, leafName } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';

/** A token of RFC 2616 section 2.2: what names of headers and parameters are made of. */
export const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Before a text whose first octet is above 127, so that it is not taken for a short integer (Quote). */
const QUOTE = 0x7f;
/** Before a quoted string, which has no such mark at its end. */
const QUOTATION_MARK = 0x22;
/** Before the uintvar of a length past 30 (Length-quote). */
const LENGTH_QUOTE = 31;
/** In the low half of a version: it has no minor part. */
const NO_MINOR = 15;

/** What WSP leaves open about texts, as an application of it has them. */
export interface Texts {
  /** Octets of a text. @throws EncodeError `unencodable`, for control characters too */
  encode(text: string, field: string): Uint8Array;
  /** The text of octets, some of which are above 127. */
  decode(octets: Uint8Array): string;
  /** Whether a media type without a code is written after the code of the parameter `type`; else after its name. */
  readonly typesByCode: boolean;
}

/** Texts of WSP as such: ISO 8859-1. */
export const LATIN1: Texts = {
  encode: (text, field) => {
    const octets = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (isControl(unit) || unit > 0xff) {
        throw new EncodeError('unencodable', field, i, `U+${unit.toString(16).toUpperCase().padStart(4, '0')} in a WSP text`);
      }
      octets[i] = unit;
    }
    return octets;
  },
  decode: decodeLatin1,
  typesByCode: false,
};

function isControl(unit: number): boolean {
  return unit < 0x20 || unit === 0x7f;
}

/**
 * Where the value ends that begins at `at`.
 * @throws DecodeError `truncated` when it runs past `end`.
 */
export function endOfValue(octets: Uint8Array, at: number, end: number, field: string): number {
  const first = octets[at] as number;
  if (at >= end) throw new DecodeError('truncated', field, at, 'the value is missing');
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
    throw new DecodeError('truncated', field, at, `needs ${length} octets after its length, ${end - from} left`);
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

/** Whether the octet at `at` begins a text. */
export function beginsText(octets: Uint8Array, at: number): boolean {
  const first = octets[at] as number;
  return first > LENGTH_QUOTE && first < 0x80;
}

/**
 * The text between `from` and `to`, its 00 not counted, a quote before it left out.
 * @param reading takes control characters, which would end a line elsewhere, as a fault of the whole text, and blanks as their value.
 * @throws DecodeError `bad-value` for control characters: at their offset without a reading.
 */
export function textBetween(
  octets: Uint8Array,
  from: number,
  to: number,
  field: string,
  texts: Texts,
  reading?: Reading,
): string {
  const start = octets[from] === QUOTE ? from + 1 : from;
  let text = '';
  let isWide = false;
  let hasControl = false;
  for (let at = start; at < to; at++) {
    const octet = octets[at] as number;
    if (isControl(octet)) {
      if (reading === undefined) throw controlError(octet, field, at);
      hasControl = true;
    }
    if (octet > 0x7f) isWide = true;
    else if (!isWide) text += String.fromCharCode(octet);
  }
  if (isWide) text = texts.decode(octets.subarray(start, to));
  return hasControl && reading !== undefined ? printable(text, field, from, reading) : text;
}

/** A text without control characters: the first one is a fault of the whole text, and blanks take their place. */
export function printable(text: string, field: string, from: number, reading: Reading): string {
  const control = findControl(text);
  if (control < 0) return text;
  reading.reportOrThrow(controlError(text.charCodeAt(control), field, from));
  return blankControls(text);
}

function controlError(code: number, field: string, at: number): DecodeError {
  return new DecodeError('bad-value', field, at, `control character ${code} in a text`);
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

/** Reads an integer. @throws DecodeError `truncated`, or `bad-value` when the value is not one. */
export function readInteger(reader: ByteReader, field: string, spec?: string): number {
  const from = reader.offset;
  const to = endOfValue(reader.octets, from, reader.end, field);
  const value = integerBetween(reader.octets, from, to);
  if (value === undefined) throw new DecodeError('bad-value', field, from, 'is not an integer up to 2^53');
  leafTo(reader, to, field, value, spec);
  return value;
}

/** Reads a text and its 00. @throws DecodeError `truncated` without the 00, `bad-value` as {@link textBetween}. */
export function readText(reader: ByteReader, field: string, texts: Texts, reading?: Reading, spec?: string): string {
  const from = reader.offset;
  const nul = endOfText(reader.octets, from, reader.end, field);
  const text = textBetween(reader.octets, from, nul, field, texts, reading);
  leafTo(reader, nul + 1, field, text, spec);
  return text;
}

/** Reads the name of a header, a parameter or the like. @throws DecodeError as {@link readText}, and `bad-value` for what is not a token. */
export function readToken(reader: ByteReader, field: string, texts: Texts, reading?: Reading): string {
  const at = reader.offset;
  return requireToken(readText(reader, field, texts, reading), field, at);
}

/** @throws DecodeError `bad-value` for what is not a token. */
export function requireToken(text: string, field: string, at: number): string {
  if (!TOKEN.test(text)) throw new DecodeError('bad-value', field, at, `${quote(text)} is not a token`);
  return text;
}

/** The version in a short integer. */
export function formatVersion(octet: number): string {
  const major = (octet >> 4) & 7;
  const minor = octet & 15;
  return minor === NO_MINOR ? `${major}` : `${major}.${minor}`;
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

/** Reads a length and returns a cursor over as many octets. @throws DecodeError */
export function readSized(reader: ByteReader, field: string): ByteReader {
  return reader.sub(readValueLength(reader, `${field}/length`), field);
}

/** Moves the reader on to `to` and records what it moved over as one field. */
export function leafTo(reader: ByteReader, to: number, field: string, value: number | string, spec?: string): void {
  const from = reader.skip(to - reader.offset, field);
  if (reader.trace !== undefined) {
    reader.trace.leaf(leafName(field), value, from * 8, to * 8, spec);
  }
}

/** Requires an integer from 0 to 2^53 - 1. @throws EncodeError `bad-value` */
export function requireCount(value: number, field: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw EncodeError.badValue(field, `${value} is not an integer from 0 on`);
}

/** Writes 0 to 2^53 - 1 in its shortest form. @throws EncodeError `bad-value` */
export function writeInteger(writer: ByteWriter, value: number, field: string): void {
  requireCount(value, field);
  if (value < 0x80) writer.u8(value | 0x80);
  else writeLongInteger(writer, value);
}

/** Writes an integer with its count of octets, also where a short form exists. */
export function writeLongInteger(writer: ByteWriter, value: number): void {
  let octets = 1;
  while (octets < 7 && value >= 256 ** octets) octets++;
  writer.u8(octets);
  for (let i = octets - 1; i >= 0; i--) writer.u8(Math.floor(value / 256 ** i) & 0xff);
}

/** Writes a date: seconds since 1970 as a long integer. @throws EncodeError `bad-value`; TypeError */
export function writeDate(writer: ByteWriter, date: Date, field: string): void {
  if (typeof date?.getTime !== 'function') throw new TypeError(`${field} is not a Date`);
  const ms = date.getTime();
  if (!(ms >= 0)) throw EncodeError.badValue(field, 'a date before 1970, or an invalid one');
  writeLongInteger(writer, Math.floor(ms / 1000));
}

/** Writes a version: `lowest` to 7, with .0 to .14 or without. @throws EncodeError `bad-value` */
export function writeVersion(writer: ByteWriter, version: string, lowest: number, field: string): void {
  const [, major, minor] = /^([0-7])(?:\.(\d|1[0-4]))?$/.exec(version) ?? [];
  if (major === undefined || Number(major) < lowest) {
    throw EncodeError.badValue(field, `${quote(version)} is not ${lowest} to 7, with .0 to .14 or without`);
  }
  writer.u8(0x80 | (Number(major) << 4) | Number(minor ?? NO_MINOR));
}

/** Writes a text and its 00. @throws EncodeError `unencodable` */
export function writeText(writer: ByteWriter, text: string, field: string, texts: Texts): void {
  const octets = texts.encode(text, field);
  if ((octets[0] as number) > 0x7f) writer.u8(QUOTE);
  writer.bytes(octets).u8(0);
}

/** Writes a text after a quotation mark, and its 00. @throws EncodeError `unencodable` */
export function writeQuotedString(writer: ByteWriter, text: string, field: string, texts: Texts): void {
  writer.u8(QUOTATION_MARK).bytes(texts.encode(text, field)).u8(0);
}

/** Writes a token and its 00. @throws EncodeError `bad-value` */
export function writeToken(writer: ByteWriter, text: string, field: string, texts: Texts): void {
  if (!TOKEN.test(text)) throw EncodeError.badValue(field, `${quote(text)} is not a token: letters, digits and signs`);
  writeText(writer, text, field, texts);
}

/** Writes the length of what follows. */
export function writeValueLength(writer: ByteWriter, length: number): void {
  if (length < LENGTH_QUOTE) writer.u8(length);
  else writer.u8(LENGTH_QUOTE).uintvar(length);
}

/** Writes what `write` writes, after its length. */
export function writeSized(writer: ByteWriter, write: (value: ByteWriter) => void): void {
  const value = new ByteWriter();
  write(value);
  const octets = value.finish();
  writeValueLength(writer, octets.length);
  writer.bytes(octets);
}
