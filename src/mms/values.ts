/**
 * Values of MMS header fields that WSP has no form for, or where MMS says more.
 *
 *   text             octets | 00                      7F in front of a first octet above 127
 *   encoded string   text                             when it is ASCII
 *                    length | charset | text          else: charset EA is UTF-8
 *   time             length | 80 | date               or  length | 81 | seconds
 *   from             length | 80 | encoded string     or  01 81, the MMSC puts the address there
 *
 * Texts outside of ASCII have no charset of their own in WSP. They are written as UTF-8, and read as UTF-8 when they are valid UTF-8,
 * else as ISO 8859-1: what handsets do, where the specifications are silent.
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.3; WAP-230-WSP section 8.4.2.
 * @module
 */
import { blankControls, findControl } from '../bytes/controls.js';
import type { ByteReader } from '../bytes/reader.js';
import { decodeUtf8, encodeUtf8, utf8Fault } from '../bytes/utf8.js';
import { textOfUnits, unitAt } from '../bytes/utf16.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import {
  leafTo,
  readInteger,
  readValueLength,
  type Texts,
  writeInteger,
  writeLongInteger,
  writeValueLength,
} from '../wsp/values.js';
import { charsetName, decodeText } from './charsets.js';
import type { MmsTime } from './header-values.js';

/** Told of a fault that leaves a meaning: throws in strict reading. */
export type Fault = (error: DecodeError) => void;

/** In front of a text whose first octet is above 127 (Quote). */
const QUOTE = 0x7f;
/** In front of a quoted string, which has no such sign at its end. */
const QUOTATION_MARK = 0x22;
const UTF_8 = 106;
/** The first of two alternatives in a value with a length: an absolute time, a present address. */
const FIRST_TOKEN = 0x80;
const SECOND_TOKEN = 0x81;

/** UTF-8 octets of a text for a header. @throws EncodeError `unencodable` for control characters and lone surrogates; TypeError */
export function textOctets(text: string, field: string): Uint8Array {
  if (typeof text !== 'string') throw new TypeError(`${field} is not a string`);
  const length = text.length;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if (unit < 0x20 || unit === 0x7f) {
      throw new EncodeError('unencodable', field, i, `control character ${unit} in a header`);
    }
  }
  return encodeUtf8(text, field);
}

/** Texts of multimedia messages: UTF-8, where the octets are valid UTF-8, else ISO 8859-1. */
export const UTF8: Texts = { encode: textOctets, decode: wideText, typesByCode: true };

/** Writes a text and its 00. @throws EncodeError `unencodable`; TypeError */
export function writeTextString(writer: ByteWriter, text: string, field: string): void {
  const octets = textOctets(text, field);
  if ((octets[0] as number) > 0x7f) writer.u8(QUOTE);
  writer.bytes(octets).u8(0);
}

/** Reads a text and its 00. @throws DecodeError `truncated` without the 00; to `fault` goes `bad-value` for control characters. */
export function readTextString(reader: ByteReader, field: string, fault: Fault): string {
  const { octets, offset: from } = reader;
  const first = octets[from] as number;
  if (first > QUOTE && from < reader.end) throw new DecodeError('bad-value', field, from, `${first} does not begin a text`);
  const nul = octets.indexOf(0, from);
  if (nul < 0 || nul >= reader.end) throw new DecodeError('truncated', field, from, 'the text has no 00 at its end');
  const text = printable(textOf(octets, first === QUOTE ? from + 1 : from, nul), field, from, fault);
  leafTo(reader, nul + 1, field, text);
  return text;
}

/** Writes a text behind a quotation mark, and its 00. @throws EncodeError `unencodable`; TypeError */
export function writeQuotedString(writer: ByteWriter, text: string, field: string): void {
  writer.u8(QUOTATION_MARK).bytes(textOctets(text, field)).u8(0);
}

/** Reads a text with or without the quotation mark in front. */
export function readQuotedString(reader: ByteReader, field: string, fault: Fault): string {
  const { octets, offset: from } = reader;
  const text = readTextString(reader, field, fault);
  return octets[from] === QUOTATION_MARK ? text.slice(1) : text;
}

/** Writes an encoded string: ASCII as it is, all else as UTF-8 with the charset's number. @throws EncodeError `unencodable`; TypeError */
export function writeEncodedString(writer: ByteWriter, text: string, field: string): void {
  const octets = textOctets(text, field);
  if (octets.length === text.length) {
    writer.bytes(octets).u8(0);
    return;
  }
  const quote = (octets[0] as number) > 0x7f ? 1 : 0;
  writeValueLength(writer, octets.length + 2 + quote);
  writer.u8(UTF_8 | 0x80);
  if (quote > 0) writer.u8(QUOTE);
  writer.bytes(octets).u8(0);
}

/**
 * Reads an encoded string.
 * @throws DecodeError `truncated`; to `fault` goes `bad-value` for what the charset does not allow, and for control characters.
 */
export function readEncodedString(reader: ByteReader, field: string, fault: Fault): string {
  const first = reader.octets[reader.offset] as number;
  if (reader.remaining === 0 || first > 31 || first === 0) return readTextString(reader, field, fault);
  const length = readValueLength(reader, `${field}/length`);
  const value = reader.sub(length, field);
  const mib = readInteger(value, `${field}/charset`);
  const charset = charsetName(mib);
  if (reader.trace !== undefined) reader.trace.mean(charset);
  return readCharsetText(value, charset, field, fault);
}

function readCharsetText(value: ByteReader, charset: string, field: string, fault: Fault): string {
  const { octets, offset: from, end } = value;
  const at = octets[from] === QUOTE && from < end ? from + 1 : from;
  const to = endOfCharsetText(octets, at, end, charset, field);
  const view = octets.subarray(at, to);
  let text = decodeText(view, charset, true);
  if (text === undefined) {
    fault(new DecodeError('bad-value', field, from, `the text is not one of the charset ${charset}`));
    text = decodeText(view, charset) ?? textOf(octets, at, to);
  }
  text = printable(text, field, from, fault);
  leafTo(value, end, `${field}/text`, text);
  return text;
}

/** Where the text has its 00: a unit of UTF-16 takes two octets, one of which may be 0, and senders end it with one or two. */
function endOfCharsetText(octets: Uint8Array, at: number, end: number, charset: string, field: string): number {
  if (end <= at || octets[end - 1] !== 0) {
    throw new DecodeError('truncated', field, at, 'the text has no 00 at its end');
  }
  if (!/^(utf-16|iso-10646)/.test(charset)) {
    const nul = octets.indexOf(0, at);
    if (nul !== end - 1) throw new DecodeError('trailing-bytes', field, nul + 1, 'octets behind the 00 of the text');
    return nul;
  }
  return (end - at) % 2 === 1 ? end - 1 : end - 2;
}

/** Writes a date: seconds since 1970 as a long integer. @throws EncodeError `bad-value`; TypeError */
export function writeDate(writer: ByteWriter, date: Date, field: string): void {
  if (typeof date?.getTime !== 'function') throw new TypeError(`${field} is not a Date`);
  const ms = date.getTime();
  if (!(ms >= 0)) throw new EncodeError('bad-value', field, undefined, 'a date is one from 1970 on');
  writeLongInteger(writer, Math.floor(ms / 1000));
}

/** Reads a date. @throws DecodeError */
export function readDate(reader: ByteReader, field: string): Date {
  const at = reader.offset;
  const date = new Date(readLong(reader, field) * 1000);
  if (Number.isNaN(date.getTime())) throw new DecodeError('bad-value', field, at, 'is past the year 275760');
  if (reader.trace !== undefined) reader.trace.mean(date.toISOString());
  return date;
}

/** Reads a long integer. @throws DecodeError `truncated`, or `bad-value` for a short integer and past 2^53. */
export function readLong(reader: ByteReader, field: string): number {
  const { octets, offset: at } = reader;
  if (reader.remaining > 0 && (octets[at] as number) >= 0x80) {
    throw new DecodeError('bad-value', field, at, 'is not a long integer');
  }
  return readInteger(reader, field);
}

/** Writes a long integer. @throws EncodeError `bad-value` */
export function writeLong(writer: ByteWriter, value: number, field: string): void {
  requireCount(value, field);
  writeLongInteger(writer, value);
}

/** Requires an integer from 0 to 2^53 - 1. @throws EncodeError `bad-value` */
export function requireCount(value: number, field: string): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new EncodeError('bad-value', field, undefined, `${value} is not an integer from 0 on`);
  }
}

/** Writes a time. @throws EncodeError `bad-value`; TypeError */
export function writeTime(writer: ByteWriter, time: MmsTime, field: string): void {
  if (typeof time !== 'object' || time === null) throw new TypeError(`${field} is not { kind, at } or { kind, seconds }`);
  writeSized(writer, (value) => {
    if (time.kind === 'absolute') writeDate(value.u8(FIRST_TOKEN), time.at, `${field}.at`);
    // Seconds may be a short integer too; all known writers use the long one.
    else if (time.kind === 'relative') writeLong(value.u8(SECOND_TOKEN), time.seconds, `${field}.seconds`);
    else throw new EncodeError('bad-value', `${field}.kind`, undefined, 'a time is absolute or relative');
  });
}

/** Reads a time. @throws DecodeError */
export function readTime(reader: ByteReader, field: string): MmsTime {
  const value = readSized(reader, field);
  const isAbsolute = readToken(value, `${field}/token`, ['absolute', 'relative']) === 0;
  const time: MmsTime = isAbsolute
    ? { kind: 'absolute', at: readDate(value, `${field}/date`) }
    : { kind: 'relative', seconds: readInteger(value, `${field}/seconds`) };
  value.expectEnd(field);
  return time;
}

/** Writes what is written to the writer given, behind its length. */
export function writeSized(writer: ByteWriter, write: (value: ByteWriter) => void): void {
  const value = new ByteWriter();
  write(value);
  const octets = value.finish();
  writeValueLength(writer, octets.length);
  writer.bytes(octets);
}

/** Reads a length and returns a cursor over as many octets. @throws DecodeError */
export function readSized(reader: ByteReader, field: string): ByteReader {
  return reader.sub(readValueLength(reader, `${field}/length`), field);
}

/** Reads one of the octets from 80 hex on that tell alternatives apart, and returns which. @throws DecodeError */
export function readToken(reader: ByteReader, field: string, names: readonly string[]): number {
  const at = reader.offset;
  const token = reader.u8(field);
  const name = names[token - FIRST_TOKEN];
  if (name === undefined) throw new DecodeError('bad-value', field, at, `${token} is none of ${names.join(', ')}`);
  if (reader.trace !== undefined) reader.trace.mean(name);
  return token - FIRST_TOKEN;
}

/** Writes the address that a message is from, or asks the MMSC to put it there. @throws EncodeError; TypeError */
export function writeFrom(writer: ByteWriter, address: string | undefined, field: string): void {
  writeSized(writer, (value) => {
    if (address === undefined) value.u8(SECOND_TOKEN);
    else writeEncodedString(value.u8(FIRST_TOKEN), address, field);
  });
}

/**
 * Reads an address that a message is from; null when the MMSC is asked to put it there.
 * @throws DecodeError; to `fault` goes `bad-value` for an address without the length and the token in front.
 */
export function readFrom(reader: ByteReader, field: string, fault: Fault): string | null {
  const { octets, offset: at } = reader;
  const first = octets[at] as number;
  if (reader.remaining > 0 && first > 31 && first < 0x80) {
    fault(new DecodeError('bad-value', `${field}/length`, at, `${first} is not a length`));
    return readEncodedString(reader, field, fault);
  }
  const value = readSized(reader, field);
  const isPresent = readToken(value, `${field}/token`, ['address present', 'insert address']) === 0;
  const address = isPresent ? readEncodedString(value, `${field}/address`, fault) : null;
  value.expectEnd(field);
  return address;
}

/** Writes an octet of 128 to 255 by its name or as it is. @throws EncodeError `bad-value` */
export function writeNamed(writer: ByteWriter, value: unknown, codes: Readonly<Record<string, number>>, field: string): void {
  const code = typeof value === 'string' && Object.hasOwn(codes, value) ? codes[value] : value;
  if (!Number.isInteger(code) || (code as number) < 0x80 || (code as number) > 0xff) {
    throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is neither a name of it nor 128 to 255`);
  }
  writer.u8(code as number);
}

/** Reads an octet of 128 to 255: by name, or the number when it has none. @throws DecodeError `truncated` or `bad-value` */
export function readNamed(reader: ByteReader, field: string, names: ReadonlyMap<number, string>): string | number {
  const at = reader.offset;
  const code = reader.u8(field);
  if (code < 0x80) throw new DecodeError('bad-value', field, at, `${code} is not 128 to 255`);
  const name = names.get(code);
  if (reader.trace !== undefined) reader.trace.mean(name ?? 'not registered');
  return name ?? code;
}

/** Writes an integer in its shortest form. @throws EncodeError `bad-value` */
export const writeCount: (writer: ByteWriter, value: number, field: string) => void = writeInteger;

/** A text of octets that have no charset of their own. */
function textOf(octets: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) {
    const octet = octets[at] as number;
    if (octet > 0x7f) return wideText(octets.subarray(from, to));
    text += String.fromCharCode(octet);
  }
  return text;
}

function wideText(octets: Uint8Array): string {
  return utf8Fault(octets) === undefined ? decodeUtf8(octets) : textOfUnits(octets, octets.length);
}

/** A text without control characters: to `fault` goes the first one, and blanks take their place. */
function printable(text: string, field: string, from: number, fault: Fault): string {
  const control = findControl(text);
  if (control < 0) return text;
  fault(new DecodeError('bad-value', field, from, `control character ${text.charCodeAt(control)} in a text`));
  return blankControls(text);
}
