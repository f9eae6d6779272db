/**
 * The headers of a push after its content type: those with a model, and all others verbatim.
 *
 *   header   1ccccccc value             a code of the current page
 *            name 00 | text 00          any other header
 *            7F page   or   01 to 1F    turns to another page of codes
 *
 * Source: WAP-230-WSP section 8.4, appendix A table 39; WAP-251 (push headers).
 * @module
 */
import { requireList, requireObject } from '../../bytes/check.js';
import { copyOctets } from '../../bytes/octets.js';
import { quote } from '../../bytes/quote.js';
import type { ByteReader } from '../../bytes/reader.js';
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import type { ByteWriter } from '../../bytes/writer.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { type Form, readModelled, writeOtherHeader } from '../../wsp/headers.js';
import { applicationOfCode, codeOfApplication, headerNameOfCode } from '../../wsp/registers.js';
import {
  beginsText,
  endOfValue,
  formatVersion,
  integerBetween,
  LATIN1,
  leafTo,
  readText,
  readToken,
  textBetween,
  writeDate,
  writeInteger,
  writeText,
  writeVersion,
} from '../../wsp/values.js';

/** The bits of the header Push-Flag (WAP-251 section 6.2.2.4). */
export const PUSH_FLAG = {
  InitiatorAuthenticated: 1,
  ContentTrusted: 2,
  LastPush: 4,
} as const;

/** Any other header of a push: by name with a text, or by code with one encoded WSP value, length octets and terminating 0x00 included. */
export type PushHeader =
  | { readonly name: string; readonly value: string }
  /** `page` is the page of header codes, 1 to 255, 1 by default; `code` is 0 to 127. */
  | { readonly page?: number | undefined; readonly code: number; readonly value: Uint8Array };

/** The headers of a push besides its content type (WAP-251, WAP-230-WSP section 8.4). Absent ones are not written. */
export interface PushHeaders {
  /**
   * X-Wap-Application-Id: the application on the handset that receives the push, as a code or a URI. URIs with a code, such as
   * `x-wap-application:wml.ua` or shorter `wml.ua`, are written as the code. Reading gives the code.
   */
  readonly applicationId?: number | string | undefined;
  /** Content-Length in octets; true for the length of the body. Reading gives the value of the header, even if it is wrong. */
  readonly contentLength?: number | true | undefined;
  /** Content-Location, a URI. */
  readonly contentLocation?: string | undefined;
  /** X-Wap-Initiator-URI: the sender. */
  readonly initiatorUri?: string | undefined;
  /** X-Wap-Content-URI: the resource that the content represents. */
  readonly contentUri?: string | undefined;
  /** Push-Flag, 0 to 127: the sum of bits of {@link PUSH_FLAG}. */
  readonly pushFlag?: number | undefined;
  /** Date, from 1970 on, to the second. */
  readonly date?: Date | undefined;
  /** Expires, from 1970 on, to the second. */
  readonly expires?: Date | undefined;
  /** Encoding-Version, such as `1.3`, or `1` without a minor version. */
  readonly encodingVersion?: string | undefined;
  /** All other headers, in order. */
  readonly headers?: readonly PushHeader[] | undefined;
}

/** Options of `decodePush`. */
export interface PushDecodeOptions extends DecodeOptions {
  /**
   * Keep a header of {@link PushHeaders} that has an invalid value, or comes twice, among `headers` instead of throwing, and skip an octet 0x00
   * between headers; false by default.
   */
  readonly lenient?: boolean | undefined;
}

/** Turns to the page in the next octet (Shift-delimiter). */
const SHIFT = 0x7f;
/** The page of codes at the start of the headers. */
const FIRST_PAGE = 1;

/** What a value is: its integer or its text, if it is one, and whether it has an octet of its own. */
interface Value {
  readonly integer: number | undefined;
  readonly text: string | undefined;
  readonly isShort: boolean;
  /** The error of a value that has another form. */
  readonly wrong: (reason: string) => DecodeError;
}

/**
 * The form of a header: how its value is written, how it is read, and what an integer means in words, which only a trace asks for.
 */
function form<T extends number | string | Date>(
  write: (writer: ByteWriter, value: never, field: string) => void,
  model: (value: Value) => T,
  describe?: (integer: number) => string,
): Form {
  return {
    write,
    read: (reader, field) => {
      const { octets, offset: from, end: to, trace } = reader;
      const integer = integerBetween(octets, from, to);
      const value = model({
        integer,
        text: beginsText(octets, from) ? textBetween(octets, from, to - 1, field, LATIN1) : undefined,
        isShort: (octets[from] as number) >= 0x80,
        wrong: (reason) => new DecodeError('bad-value', field, from, reason),
      });
      leafTo(reader, to, field, value instanceof Date ? value.getTime() / 1000 : value);
      if (trace !== undefined && describe !== undefined && integer !== undefined) trace.mean(describe(integer));
      return value;
    },
  };
}

const INTEGER = /* @__PURE__ */ form(writeInteger, ({ integer, wrong }) => {
  if (integer === undefined) throw wrong('is not an integer');
  return integer;
});

const URI = /* @__PURE__ */ form(writeUri, ({ text, wrong }) => {
  if (!text) throw wrong('is not a URI');
  return text;
});

const FLAG = /* @__PURE__ */ form(
  (writer, value: number, field) => {
    if (!Number.isInteger(value) || value < 0 || value > 0x7f) throw EncodeError.badValue(field, `${value} is not 0 to 127`);
    writer.u8(value | 0x80);
  },
  ({ integer, isShort, wrong }) => {
    if (integer === undefined || !isShort) throw wrong('is not a short integer');
    return integer;
  },
  describePushFlag,
);

const APPLICATION = /* @__PURE__ */ form(
  (writer, application: number | string, field) => {
    const code = typeof application === 'number' ? application : codeOfApplication(application);
    if (code !== undefined) writeInteger(writer, code, field);
    else if (isApplication(application as string)) writeUri(writer, application as string, field);
    else throw EncodeError.badValue(field, `${quote(application)} is neither a registered name nor a URI`);
  },
  ({ integer, text, wrong }): number | string => {
    if (integer !== undefined) return integer;
    if (text === undefined) throw wrong('is neither an integer nor a text');
    if (!isApplication(text)) throw wrong('is neither a registered name nor a URI');
    return codeOfApplication(text) ?? text;
  },
  (integer) => applicationOfCode(integer) ?? 'not registered',
);

const DATE = /* @__PURE__ */ form(
  writeDate,
  ({ integer, isShort, wrong }) => {
    if (integer === undefined || isShort) throw wrong('is not seconds as a long integer');
    const date = new Date(integer * 1000);
    if (Number.isNaN(date.getTime())) throw wrong(`${integer} seconds are past the year 275760`);
    return date;
  },
  (integer) => new Date(integer * 1000).toISOString(),
);

const VERSION = /* @__PURE__ */ form(
  (writer, version: string, field) => writeVersion(writer, version, 0, field),
  ({ integer = 0 }) => formatVersion(integer),
);

/** A header with a model. */
type Row = readonly [code: number, property: Exclude<keyof PushHeaders, 'headers'>, form: Form];

/** Headers with a model, in the order in which they are written. */
const ROWS: readonly Row[] = [
  [0x2f, 'applicationId', APPLICATION],
  [0x0d, 'contentLength', INTEGER],
  [0x0e, 'contentLocation', URI],
  [0x31, 'initiatorUri', URI],
  [0x30, 'contentUri', URI],
  [0x34, 'pushFlag', FLAG],
  [0x12, 'date', DATE],
  [0x14, 'expires', DATE],
  [0x43, 'encodingVersion', VERSION],
];

/** Cache-Control values of one octet (8.4.2.15). */
const CACHE_CONTROL = [
  'no-cache',
  'no-store',
  'max-age',
  'max-stale',
  'min-fresh',
  'only-if-cached',
  'public',
  'private',
  'no-transform',
  'must-revalidate',
  'proxy-revalidate',
  's-maxage',
] as const;

/**
 * Writes the headers that are given, those with a model first.
 * @param bodyLength octets of the body, for a Content-Length of `true`.
 * @throws EncodeError `bad-value` or `unencodable` naming the property.
 */
export function writeHeaders(writer: ByteWriter, headers: PushHeaders, bodyLength: number): void {
  for (const [code, property, { write }] of ROWS) {
    const value = property === 'contentLength' && headers.contentLength === true ? bodyLength : headers[property];
    if (value !== undefined) write(writer.u8(code | 0x80), value as never, property);
  }
  let page = FIRST_PAGE;
  if (headers.headers !== undefined) requireList(headers.headers, 'headers', requireObject);
  headers.headers?.forEach((header, index) => {
    const field = `headers[${index}]`;
    const { page: wanted = FIRST_PAGE } = 'name' in header ? { page } : header;
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > 0xff) {
      throw EncodeError.badValue(`${field}.page`, `${wanted} is not 1 to 255`);
    }
    if (wanted !== page) {
      if (wanted > 0x1f) writer.u8(SHIFT);
      writer.u8(wanted);
      page = wanted;
    }
    writeOtherHeader(writer, header, LATIN1, field);
  });
}

/** Whether a text names a registered application, or is a URI. */
function isApplication(text: string): boolean {
  return codeOfApplication(text) !== undefined || /^[a-z][a-z0-9+.-]*:./i.test(text);
}

function writeUri(writer: ByteWriter, uri: string, field: string): void {
  if (uri === '') throw EncodeError.badValue(field, 'a URI is not empty');
  writeText(writer, uri, field, LATIN1);
}

/**
 * Reads headers up to the end of the reader.
 * @throws DecodeError `truncated` or `bad-value` with field and octet.
 */
export function readHeaders(reader: ByteReader, reading: Reading): PushHeaders {
  const { octets, trace } = reader;
  const found: Record<string, unknown> = {};
  const others: PushHeader[] = [];
  let page = FIRST_PAGE;
  while (reader.remaining > 0) {
    const at = reader.offset;
    const first = octets[at] as number;
    if (first === SHIFT || (first > 0 && first < 0x20)) {
      page = readShift(reader);
      continue;
    }
    if (first === 0) {
      reading.fault('bad-value', 'WSP/header', at, '00 does not begin a header');
      let to = at + 1;
      while (to < reader.end && octets[to] === 0) to++;
      reader.take(to - at, 'WSP/stray');
      continue;
    }
    reader.open('header', 'WAP-230 8.4.2');
    if (first < 0x80) others.push(readNamedHeader(reader));
    else readCodedHeader(reader, page, found, others, reading);
    reader.close();
    if (trace !== undefined) trace.mean(page === FIRST_PAGE || first < 0x80 ? nameAt(octets, at) : `header of page ${page}`);
  }
  return others.length === 0 ? found : { ...found, headers: others };
}

function nameAt(octets: Uint8Array, at: number): string {
  const first = octets[at] as number;
  return first < 0x80
    ? textBetween(octets, at, octets.indexOf(0, at), 'WSP/header', LATIN1)
    : (headerNameOfCode(first & 0x7f) ?? 'not registered');
}

function readShift(reader: ByteReader): number {
  const { trace } = reader;
  reader.open('shift', 'WAP-230 8.4.2.1');
  const first = reader.u8('WSP/shift');
  const at = reader.offset;
  const page = first === SHIFT ? reader.u8('WSP/shift/page') : first;
  if (page === 0) throw new DecodeError('bad-value', 'WSP/shift/page', at, 'there is no page 0');
  reader.close();
  if (trace !== undefined) trace.mean(`codes of page ${page}`);
  return page;
}

function readNamedHeader(reader: ByteReader): PushHeader {
  const name = readToken(reader, 'WSP/header/name', LATIN1);
  return { name, value: readText(reader, 'WSP/header/value', LATIN1) };
}

function readCodedHeader(
  reader: ByteReader,
  page: number,
  found: Record<string, unknown>,
  others: PushHeader[],
  reading: Reading,
): void {
  const { octets, trace } = reader;
  const code = reader.u8('WSP/header/code') & 0x7f;
  const name = page === FIRST_PAGE ? headerNameOfCode(code) : undefined;
  if (trace !== undefined && name !== undefined) trace.mean(name);
  const field = `WSP/${name ?? 'header'}`;
  const from = reader.offset;
  const to = endOfValue(octets, from, reader.end, field);
  const row = page === FIRST_PAGE ? ROWS.find((candidate) => candidate[0] === code) : undefined;
  // A version may have forms with a code page or as text too, once for each page of codes; no sender is known to write them.
  if (row !== undefined && (row[2] !== VERSION || (octets[from] as number) >= 0x80)) {
    const [, property, rowForm] = row;
    const value = readModelled(reader, to, rowForm, field, reading, property in found);
    if (value !== undefined) {
      found[property] = value;
      return;
    }
  }
  const value = reader.take(to - from, field);
  if (trace !== undefined && name === 'Cache-Control' && value.length === 1) {
    trace.mean(CACHE_CONTROL[(value[0] as number) & 0x7f] ?? 'not registered');
  }
  others.push({ ...(page === FIRST_PAGE ? {} : { page }), code, value: copyOctets(value) });
}

function describePushFlag(flag: number): string {
  const names: string[] = [];
  if (flag & PUSH_FLAG.InitiatorAuthenticated) names.push('initiator authenticated');
  if (flag & PUSH_FLAG.ContentTrusted) names.push('content trusted');
  if (flag & PUSH_FLAG.LastPush) names.push('last push');
  return names.join(', ') || 'none';
}
