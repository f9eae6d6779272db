/**
 * The forms of MMS header values: how each is written and read.
 *
 *   text             octets | 00                      after 7F when the first octet is above 127
 *   encoded string   text                             when it is ASCII
 *                    length | charset | text          else: charset EA is UTF-8
 *   address          encoded string, not empty
 *   from             length | 80 | address            or  01 81, the MMSC inserts the address
 *   time             length | 80 | date               or  length | 81 | seconds
 *   yes, no          80, 81
 *   named            an octet from 80 hex on
 *   class            an octet from 80 hex on, or text
 *   element          length | text | parameter ...
 *   record           length | value | value           of the properties of an object
 *
 * Texts outside of ASCII have no charset of their own in WSP. They are written as UTF-8, and read as UTF-8 when they are valid UTF-8,
 * else as ISO 8859-1: what handsets do, where the specifications are silent.
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.3; WAP-230-WSP section 8.4.2; for counted values the encoder of Symbian and Mbuni.
 * @module
 */
import { quote } from '../bytes/quote.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { decodeUtf8, encodeUtf8, utf8Fault } from '../bytes/utf8.js';
import { textOfUnits, unitAt } from '../bytes/utf16.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { Form } from '../wsp/headers.js';
import { codeOfContentType, contentTypeOfCode } from '../wsp/registers.js';
import {
  formatVersion,
  leafTo,
  printable,
  readInteger,
  readSized,
  readText,
  requireCount,
  requireToken,
  type Texts,
  writeDate,
  writeInteger,
  writeLongInteger,
  writeSized,
  writeText,
  writeToken,
  writeValueLength,
  writeVersion,
} from '../wsp/values.js';
import { formatMmsAddress } from './address.js';
import { charsetName, decodeText } from './charsets.js';
import { type ElementDescriptor, MESSAGE_CLASSES, type MmsTime } from './header-values.js';

/** Before a text whose first octet is above 127 (Quote). */
const QUOTE = 0x7f;
/** The longest length that is one octet; a larger first octet of an encoded string begins a text. */
const LENGTH_QUOTE = 31;
const UTF_8 = 106;
/** The first octet of alternatives. */
const FIRST_TOKEN = 0x80;

/** UTF-8 octets of a text for a header. @throws EncodeError `unencodable` for control characters and lone surrogates; TypeError */
export function textOctets(text: string, field: string): Uint8Array {
  if (typeof text !== 'string') throw new TypeError(`${field} is not a string`);
  const { length } = text;
  const octets = new Uint8Array(length);
  let isAscii = true;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if (unit < 0x20 || unit === 0x7f) {
      throw new EncodeError('unencodable', field, i, `control character ${unit} in a header`);
    }
    if (unit > 0x7f) isAscii = false;
    octets[i] = unit;
  }
  // For texts as short as most headers are, a call of the platform's encoder takes longer than this loop.
  return isAscii ? octets : encodeUtf8(text, field);
}

/** Texts of multimedia messages: UTF-8, where the octets are valid UTF-8, else ISO 8859-1. */
export const UTF8: Texts = {
  encode: textOctets,
  decode: (octets) => (utf8Fault(octets) === undefined ? decodeUtf8(octets) : textOfUnits(octets, octets.length)),
  typesByCode: true,
};

/** Reads a text and its 00. @throws DecodeError `truncated` without the 00; control characters are a fault of the reading. */
export function readTextString(reader: ByteReader, field: string, reading: Reading): string {
  const { octets, offset } = reader;
  const first = octets[offset] as number;
  if (first > QUOTE && offset < reader.end) {
    throw new DecodeError('bad-value', field, offset, `${first} does not begin a text`);
  }
  return readText(reader, field, UTF8, reading);
}

/** Writes an encoded string: ASCII without a charset, all other texts as UTF-8 with the charset's number. @throws EncodeError `unencodable`; TypeError */
function writeEncodedString(writer: ByteWriter, text: string, field: string): void {
  const octets = textOctets(text, field);
  if (octets.length === text.length) {
    writer.bytes(octets).u8(0);
    return;
  }
  const isQuoted = (octets[0] as number) > QUOTE;
  writeValueLength(writer, octets.length + (isQuoted ? 3 : 2));
  writer.u8(UTF_8 | 0x80);
  if (isQuoted) writer.u8(QUOTE);
  writer.bytes(octets).u8(0);
}

/** Reads an encoded string. Octets that its charset does not allow, and control characters, are faults. @throws DecodeError `truncated` */
function readEncodedString(reader: ByteReader, field: string, reading: Reading): string {
  const first = reader.octets[reader.offset] as number;
  if (reader.remaining === 0 || first > LENGTH_QUOTE || first === 0) return readTextString(reader, field, reading);
  const value = readSized(reader, field);
  const charset = charsetName(readInteger(value, `${field}/charset`));
  if (reader.trace !== undefined) reader.trace.mean(charset);
  const { octets, offset: from, end } = value;
  const at = octets[from] === QUOTE && from < end ? from + 1 : from;
  const view = octets.subarray(at, endOfCharsetText(octets, at, end, charset, field));
  let text = decodeText(view, charset, true);
  if (text === undefined) {
    reading.fault('bad-value', field, from, `the text is not valid in the charset ${charset}`);
    text = decodeText(view, charset) ?? UTF8.decode(view);
  }
  text = printable(text, field, from, reading);
  leafTo(value, end, `${field}/text`, text);
  return text;
}

/** Where the text has its 00: a unit of UTF-16 is two octets, one of which may be 0, and senders end it with one or two. */
function endOfCharsetText(octets: Uint8Array, at: number, end: number, charset: string, field: string): number {
  if (end <= at || octets[end - 1] !== 0) {
    throw new DecodeError('truncated', field, at, 'the text has no 00 at its end');
  }
  if (!/^(utf-16|iso-10646)/.test(charset)) {
    const nul = octets.indexOf(0, at);
    if (nul !== end - 1) throw new DecodeError('trailing-bytes', field, nul + 1, 'octets after the 00 of the text');
    return nul;
  }
  return (end - at) % 2 === 1 ? end - 1 : end - 2;
}

/** A text. */
export const TEXT: Form = {
  write: (writer, value: string, field) => writeText(writer, value, field, UTF8),
  read: readTextString,
};

/** A text with its charset. */
export const ENCODED: Form = { write: writeEncodedString, read: readEncodedString };

/** A long integer. */
export const LONG: Form = {
  write: (writer, value: number, field) => {
    requireCount(value, field);
    writeLongInteger(writer, value);
  },
  read: readLong,
};

/** An integer, short or long. */
export const COUNT: Form = { write: writeInteger, read: (reader, field) => readInteger(reader, field) };

function readLong(reader: ByteReader, field: string): number {
  const { octets, offset: at } = reader;
  if (reader.remaining > 0 && (octets[at] as number) >= 0x80) {
    throw new DecodeError('bad-value', field, at, 'is not a long integer');
  }
  return readInteger(reader, field);
}

/** A moment, to the second. */
export const DATE: Form = { write: writeDate, read: readDate };

function readDate(reader: ByteReader, field: string): Date {
  const at = reader.offset;
  const date = new Date(readLong(reader, field) * 1000);
  if (Number.isNaN(date.getTime())) throw new DecodeError('bad-value', field, at, 'is past the year 275760');
  if (reader.trace !== undefined) reader.trace.mean(date.toISOString());
  return date;
}

/** A moment, or seconds from now. */
export const TIME: Form = {
  write: (writer, time: MmsTime, field) => {
    if (typeof time !== 'object' || time === null) throw new TypeError(`${field} is not { kind, at } or { kind, seconds }`);
    writeSized(writer, (value) => {
      if (time.kind === 'absolute') writeDate(value.u8(FIRST_TOKEN), time.at, `${field}.at`);
      // Seconds may be a short integer too; all known writers use the long one.
      else if (time.kind === 'relative') LONG.write(value.u8(FIRST_TOKEN + 1), time.seconds as never, `${field}.seconds`);
      else throw EncodeError.badValue(`${field}.kind`, 'a time is absolute or relative');
    });
  },
  read: (reader, field): MmsTime => {
    const value = readSized(reader, field);
    const time: MmsTime =
      readAlternative(value, `${field}/token`, ['absolute', 'relative']) === 'absolute'
        ? { kind: 'absolute', at: readDate(value, `${field}/date`) }
        : { kind: 'relative', seconds: readInteger(value, `${field}/seconds`) };
    value.expectEnd(field);
    return time;
  },
};

/** An address, as {@link formatMmsAddress} takes it. */
export const ADDRESS: Form = {
  write: (writer, value: string, field) => writeEncodedString(writer, formatMmsAddress(value, field), field),
  read: (reader, field, reading) => requireAddress(reader.offset, readEncodedString(reader, field, reading), field),
};

/** A reader refuses the empty address, as the writer does. */
function requireAddress<Text extends string | null>(at: number, address: Text, field: string): Text {
  if (address === '') throw new DecodeError('bad-value', field, at, 'an address is not empty');
  return address;
}

/** The address of the sender; reads null where the MMSC is to insert it. */
export const FROM: Form = {
  write: (writer, address: string, field) =>
    writeSized(writer, (value) => ADDRESS.write(value.u8(FIRST_TOKEN), address as never, field)),
  read: (reader, field, reading) => {
    const { octets, offset: at } = reader;
    const first = octets[at] as number;
    if (reader.remaining > 0 && first > LENGTH_QUOTE && first < FIRST_TOKEN) {
      reading.fault('bad-value', `${field}/length`, at, `${first} is not a length`);
      return requireAddress(at, readEncodedString(reader, field, reading), field);
    }
    const value = readSized(reader, field);
    const isPresent = readAlternative(value, `${field}/token`, ['address present', 'insert address']) === 'address present';
    const address = isPresent ? readEncodedString(value, `${field}/address`, reading) : null;
    value.expectEnd(field);
    return requireAddress(at, address, field);
  },
};

/** Asks the MMSC to insert the address of the sender. */
export function writeInsertAddress(writer: ByteWriter): void {
  writer.u8(1).u8(FIRST_TOKEN + 1);
}

/** Reads one of these names, by their octets from 80 hex on. @throws DecodeError */
function readAlternative<Name extends string>(reader: ByteReader, field: string, names: readonly Name[]): Name {
  const at = reader.offset;
  const token = reader.u8(field);
  const name = names[token - FIRST_TOKEN];
  if (name === undefined) throw new DecodeError('bad-value', field, at, `${token} is not one of ${names.join(', ')}`);
  if (reader.trace !== undefined) reader.trace.mean(name);
  return name;
}

/** Yes or no. */
export const YES_NO: Form = {
  write: (writer, value: boolean, field) => {
    if (typeof value !== 'boolean') throw new TypeError(`${field} is not a boolean`);
    writer.u8(value ? FIRST_TOKEN : FIRST_TOKEN + 1);
  },
  read: (reader, field) => readAlternative(reader, field, ['yes', 'no']) === 'yes',
};

/** One of these names, from 80 hex on, and nothing else. */
function choice(...names: readonly string[]): Form {
  return {
    write: (writer, value: string, field) => {
      const index = names.indexOf(value);
      if (index < 0) throw EncodeError.badValue(field, `${quote(value)} is not one of ${names.join(', ')}`);
      writer.u8(FIRST_TOKEN + index);
    },
    read: (reader, field) => readAlternative(reader, field, names),
  };
}

/** Major and minor number, `1.2`, or `1` alone. */
export const VERSION: Form = {
  write: (writer, value: string, field) => {
    // The number 1.0 would come out as 1, a version without its minor part.
    if (typeof value !== 'string') throw new TypeError(`${field} is not a string`);
    writeVersion(writer, value, 1, field);
  },
  read: (reader, field) => {
    const at = reader.offset;
    const octet = reader.u8(field);
    if (octet < 0x90) throw new DecodeError('bad-value', field, at, `${octet} is not a version`);
    const version = formatVersion(octet);
    if (reader.trace !== undefined) reader.trace.mean(version);
    return version;
  },
};

/** An octet of 128 to 255 with names; a number where it has none. */
export function named(codes: Readonly<Record<string, number>>): Form {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  return {
    write: (writer, value: unknown, field) => {
      const code = typeof value === 'string' && Object.hasOwn(codes, value) ? codes[value] : value;
      if (!Number.isInteger(code) || (code as number) < 0x80 || (code as number) > 0xff) {
        throw EncodeError.badValue(field, `${quote(value)} is neither one of its names nor 128 to 255`);
      }
      writer.u8(code as number);
    },
    read: (reader, field) => {
      const at = reader.offset;
      const code = reader.u8(field);
      if (code < 0x80) throw new DecodeError('bad-value', field, at, `${code} is not 128 to 255`);
      const name = names.get(code);
      if (reader.trace !== undefined) reader.trace.mean(name ?? 'not registered');
      return name ?? code;
    },
  };
}

/** {@link named}, with these names from 80 hex on. */
export function listed(names: readonly string[]): Form {
  return named(Object.fromEntries(names.map((name, index) => [name, FIRST_TOKEN + index])));
}

/** A class by code, or the token of one's own. */
export function messageClass(): Form {
  const known = listed(MESSAGE_CLASSES);
  const isKnown = (name: string) => (MESSAGE_CLASSES as readonly string[]).includes(name);
  return {
    write: (writer, value: string | number, field) => {
      if (typeof value === 'number' || isKnown(value)) known.write(writer, value as never, field);
      else writeToken(writer, value, field, UTF8);
    },
    read: (reader, field, reading) => {
      const at = reader.offset;
      if (reader.remaining === 0 || (reader.octets[at] as number) >= 0x80) return known.read(reader, field, reading);
      const text = requireToken(readTextString(reader, field, reading), field, at);
      const lower = text.toLowerCase();
      return isKnown(lower) ? lower : text;
    },
  };
}

/** Values in a row, as the properties of an object: each with its name in fields of the trace and of errors, '' for that of the whole. */
function record(...parts: readonly (readonly [property: string, name: string, form: Form])[]): Form {
  return {
    write: (writer, given: Readonly<Record<string, unknown>>, field) =>
      writeSized(writer, (value) => {
        for (const [property, , form] of parts) form.write(value, given[property] as never, `${field}.${property}`);
      }),
    read: (reader, field, reading) => {
      const value = readSized(reader, field);
      const found: Record<string, unknown> = {};
      for (const [property, name, form] of parts) {
        found[property] = form.read(value, name === '' ? field : `${field}/${name}`, reading);
      }
      value.expectEnd(field);
      return found;
    },
  };
}

/** What is done with a keyword, and the keyword: an `MmFlag`. */
export const MM_FLAG: Form = /* @__PURE__ */ record(
  ['action', 'token', /* @__PURE__ */ choice('add', 'remove', 'filter')],
  ['keyword', 'keyword', ENCODED],
);

/** What is counted, and how many: an `MboxCount`. */
export const MBOX_COUNT: Form = /* @__PURE__ */ record(
  ['unit', 'token', /* @__PURE__ */ choice('messages', 'octets')],
  ['count', 'count', COUNT],
);

/** Which one that forwarded a message, and their address: a `PreviousSender`. */
export const PREVIOUS_SENDER: Form = /* @__PURE__ */ record(
  ['forwardedCount', 'count', COUNT],
  ['address', 'address', ADDRESS],
);

/** Which one that forwarded a message, and when: a `PreviousDate`. */
export const PREVIOUS_DATE: Form = /* @__PURE__ */ record(['forwardedCount', 'count', COUNT], ['date', 'date', DATE]);

/** A value and which of many messages it is for: `Counted`. */
export function counted(form: Form): Form {
  return record(['statusCount', 'count', COUNT], ['value', '', form]);
}

/** The only parameter of an element with a code (table 27). */
const TYPE_PARAMETER = 0x82;

/** An element, and parameters; reads undefined when the meaning of a parameter is not known. */
export const ELEMENT: Form = {
  write: (writer, { contentReference, parameters = [] }: ElementDescriptor, field) =>
    writeSized(writer, (value) => {
      writeText(value, contentReference, `${field}.contentReference`, UTF8);
      parameters.forEach((parameter, index) => {
        writeElementParameter(value, parameter, `${field}.parameters[${index}]`);
      });
    }),
  read: (reader, field, reading): ElementDescriptor | undefined => {
    const value = readSized(reader, field);
    const contentReference = readTextString(value, `${field}/reference`, reading);
    const parameters: ElementParameter[] = [];
    while (value.remaining > 0) {
      const parameter = readElementParameter(value, `${field}/parameter`, reading);
      if (parameter === undefined) return undefined;
      parameters.push(parameter);
    }
    return { contentReference, ...(parameters.length === 0 ? {} : { parameters }) };
  },
};

interface ElementParameter {
  readonly name: string;
  readonly value: string | number;
}

function writeElementParameter(writer: ByteWriter, { name, value }: ElementParameter, field: string): void {
  if (name.toLowerCase() === 'type') writer.u8(TYPE_PARAMETER);
  else writeToken(writer, name, `${field}.name`, UTF8);
  const code = typeof value === 'number' ? value : codeOfContentType(value);
  if (typeof value === 'string' && (code === undefined || code > 0x7f)) {
    writeText(writer, value, `${field}.value`, UTF8);
    return;
  }
  requireCount(code as number, `${field}.value`);
  if ((code as number) > 0x7f) throw EncodeError.badValue(`${field}.value`, `${code} is more than 127`);
  writer.u8((code as number) | 0x80);
}

/** A parameter of an element; undefined when the meaning of its code is not known. */
function readElementParameter(reader: ByteReader, field: string, reading: Reading): ElementParameter | undefined {
  const { octets, offset: at } = reader;
  let name = 'type';
  if ((octets[at] as number) < 0x80) {
    name = requireToken(readTextString(reader, `${field}/name`, reading).toLowerCase(), `${field}/name`, at);
  } else {
    if (reader.u8(`${field}/name`) !== TYPE_PARAMETER) return undefined;
    if (reader.trace !== undefined) reader.trace.mean(name);
  }
  if (reader.remaining === 0) throw new DecodeError('truncated', `${field}/value`, reader.offset, 'the value is missing');
  if ((octets[reader.offset] as number) < 0x80) return { name, value: readTextString(reader, `${field}/value`, reading) };
  const code = reader.u8(`${field}/value`) & 0x7f;
  const value = contentTypeOfCode(code) ?? code;
  if (reader.trace !== undefined) reader.trace.mean(String(value));
  return { name, value };
}
