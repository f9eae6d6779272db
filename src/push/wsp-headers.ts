/**
 * The headers of a push behind its content type: those with a model, and all others as they came.
 *
 *   header   1ccccccc value             a code of the current page
 *            name 00 | text 00          any other header
 *            7F page   or   01 to 1F    turns to another page of codes
 *
 * Source: WAP-230-WSP section 8.4, appendix A table 39; WAP-251 (push headers).
 * @module
 */
import { copyOf, requireOctets } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { tolerate } from '../sms/options.js';
import { applicationOfCode, codeOfApplication, headerNameOfCode } from './content-types.js';
import {
  endOfValue,
  integerBetween,
  isOneValue,
  leafTo,
  readText,
  TOKEN,
  textBetween,
  writeInteger,
  writeLongInteger,
  writeText,
} from './wsp-values.js';

/** Bits of the header Push-Flag (WAP-251 section 6.2.2.4). */
export const PUSH_FLAG = {
  InitiatorAuthenticated: 1,
  ContentTrusted: 2,
  LastPush: 4,
} as const;

/** A header without a model: by name with a text, or by code with one WSP value as it came, length octets and 00 included. */
export type PushHeader =
  | { readonly name: string; readonly value: string }
  /** `page` is the page of header codes, 1 when absent; `code` is 0 to 127. */
  | { readonly page?: number | undefined; readonly code: number; readonly value: Uint8Array };

/** Headers of a push besides its content type. Those that are absent are not written. */
export interface PushHeaders {
  /**
   * X-Wap-Application-Id: whom in the handset it is for. A code, or a URI; names with a code, `x-wap-application:wml.ua` or shorter
   * `wml.ua`, are written as it, and read as the number.
   */
  readonly applicationId?: number | string | undefined;
  /** Content-Length in octets; true: that of the body. A reader gives what the header says, right or wrong. */
  readonly contentLength?: number | true | undefined;
  /** Content-Location, a URI. */
  readonly contentLocation?: string | undefined;
  /** X-Wap-Initiator-URI: who pushes. */
  readonly initiatorUri?: string | undefined;
  /** X-Wap-Content-URI: what the content refers to. */
  readonly contentUri?: string | undefined;
  /** Push-Flag, bits as in {@link PUSH_FLAG}; 0 to 127. */
  readonly pushFlag?: number | undefined;
  /** Date, from 1970 on, to the second. */
  readonly date?: Date | undefined;
  /** Expires, from 1970 on, to the second. */
  readonly expires?: Date | undefined;
  /** Encoding-Version: `1.3`, or `1` when the minor part is not given. */
  readonly encodingVersion?: string | undefined;
  /** All other headers, in wire order. */
  readonly headers?: readonly PushHeader[] | undefined;
}

/** How strictly a push is read. */
export interface PushDecodeOptions {
  /**
   * Keep a modelled header with a value of the wrong kind, or given twice, among `headers` instead of refusing it, and pass over a 00
   * between headers. Off by default.
   */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
}

/** Turns to the page in the next octet (Shift-delimiter). */
const SHIFT = 0x7f;
/** The page of codes at the start of the headers. */
const FIRST_PAGE = 1;
/** In the low half of a version: it has no minor part. */
const NO_MINOR = 15;

type ModelKind = 'integer' | 'short' | 'uri' | 'application' | 'date' | 'version';
type ModelledName = Exclude<keyof PushHeaders, 'headers'>;

/** Headers with a model, in the order in which they are written. */
const MODELS: readonly (readonly [code: number, property: ModelledName, kind: ModelKind])[] = [
  [0x2f, 'applicationId', 'application'],
  [0x0d, 'contentLength', 'integer'],
  [0x0e, 'contentLocation', 'uri'],
  [0x31, 'initiatorUri', 'uri'],
  [0x30, 'contentUri', 'uri'],
  [0x34, 'pushFlag', 'short'],
  [0x12, 'date', 'date'],
  [0x14, 'expires', 'date'],
  [0x43, 'encodingVersion', 'version'],
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
 * Writes the headers that are there, those with a model in front.
 * @param bodyLength octets of the body, for a Content-Length of `true`.
 * @throws EncodeError `bad-value` or `unencodable` naming the property.
 */
export function writeHeaders(writer: ByteWriter, headers: PushHeaders, bodyLength: number): void {
  for (const [code, property, kind] of MODELS) {
    const value = property === 'contentLength' && headers.contentLength === true ? bodyLength : headers[property];
    if (value === undefined) continue;
    writer.u8(code | 0x80);
    writeModelled(writer, kind, value, property);
  }
  writeOtherHeaders(writer, headers.headers ?? []);
}

function writeModelled(writer: ByteWriter, kind: ModelKind, value: unknown, field: string): void {
  switch (kind) {
    case 'integer':
      writeInteger(writer, value as number, field);
      break;
    case 'uri':
      writeUri(writer, value as string, field);
      break;
    case 'application':
      writeApplication(writer, value as number | string, field);
      break;
    case 'short':
      if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0x7f) {
        throw new EncodeError('bad-value', field, undefined, `${value} is not 0 to 127`);
      }
      writer.u8((value as number) | 0x80);
      break;
    case 'date': {
      const ms = (value as Date).getTime();
      if (!(ms >= 0)) throw new EncodeError('bad-value', field, undefined, 'a date is one from 1970 on');
      writeLongInteger(writer, Math.floor(ms / 1000));
      break;
    }
    case 'version': {
      const [, major, minor] = /^([0-7])(?:\.(\d|1[0-4]))?$/.exec(value as string) ?? [];
      if (major === undefined) {
        throw new EncodeError(
          'bad-value',
          field,
          undefined,
          `${JSON.stringify(value)} is not 0 to 7, with .0 to .14 or without`,
        );
      }
      writer.u8(0x80 | (Number(major) << 4) | (minor === undefined ? NO_MINOR : Number(minor)));
    }
  }
}

function writeApplication(writer: ByteWriter, application: number | string, field: string): void {
  const code = typeof application === 'number' ? application : codeOfApplication(application);
  if (code !== undefined) writeInteger(writer, code, field);
  else if (isApplication(application as string)) writeUri(writer, application as string, field);
  else
    throw new EncodeError(
      'bad-value',
      field,
      undefined,
      `${JSON.stringify(application)} is neither a registered name nor a URI`,
    );
}

/** Whether a text names a registered application, or is a URI. */
function isApplication(text: string): boolean {
  return codeOfApplication(text) !== undefined || /^[a-z][a-z0-9+.-]*:./i.test(text);
}

function writeUri(writer: ByteWriter, uri: string, field: string): void {
  if (uri === '') throw new EncodeError('bad-value', field, undefined, 'a URI is not empty');
  writeText(writer, uri, field);
}

function writeOtherHeaders(writer: ByteWriter, headers: readonly PushHeader[]): void {
  let page = FIRST_PAGE;
  headers.forEach((header, index) => {
    const field = `headers[${index}]`;
    if ('name' in header) {
      if (!TOKEN.test(header.name)) {
        throw new EncodeError('bad-value', `${field}.name`, undefined, 'a name is made of letters, digits and signs');
      }
      writeText(writer, header.name, `${field}.name`);
      writeText(writer, header.value, `${field}.value`);
      return;
    }
    const { page: wanted = FIRST_PAGE, code, value } = header;
    if (!Number.isInteger(code) || code < 0 || code > 0x7f) {
      throw new EncodeError('bad-value', `${field}.code`, undefined, `${code} is not 0 to 127`);
    }
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > 0xff) {
      throw new EncodeError('bad-value', `${field}.page`, undefined, `${wanted} is not 1 to 255`);
    }
    requireOctets(value, `${field}.value`);
    if (!isOneValue(value)) throw new EncodeError('bad-value', `${field}.value`, undefined, 'is not one WSP value');
    if (wanted !== page) {
      if (wanted > 0x1f) writer.u8(SHIFT);
      writer.u8(wanted);
      page = wanted;
    }
    writer.u8(code | 0x80).bytes(value);
  });
}

/**
 * Reads headers up to the end of the reader.
 * @throws DecodeError `truncated` or `bad-value` with field and octet.
 */
export function readHeaders(reader: ByteReader, options: PushDecodeOptions | undefined): PushHeaders {
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
      tolerate(new DecodeError('bad-value', 'WSP/header', at, 'no header begins with 00'), options);
      let to = at + 1;
      while (to < reader.end && octets[to] === 0) to++;
      reader.take(to - at, 'WSP/stray');
      continue;
    }
    reader.open('header', 'WAP-230 8.4.2');
    if (first < 0x80) others.push(readNamedHeader(reader));
    else readCodedHeader(reader, page, found, others, options);
    reader.close();
    if (trace !== undefined) trace.mean(page === FIRST_PAGE || first < 0x80 ? nameAt(octets, at) : `header of page ${page}`);
  }
  return others.length === 0 ? found : { ...found, headers: others };
}

function nameAt(octets: Uint8Array, at: number): string {
  const first = octets[at] as number;
  return first < 0x80
    ? textBetween(octets, at, octets.indexOf(0, at), 'WSP/header')
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
  const at = reader.offset;
  const name = readText(reader, 'WSP/header/name');
  if (!TOKEN.test(name)) {
    throw new DecodeError('bad-value', 'WSP/header/name', at, `${JSON.stringify(name.slice(0, 40))} is not a header name`);
  }
  return { name, value: readText(reader, 'WSP/header/value') };
}

function readCodedHeader(
  reader: ByteReader,
  page: number,
  found: Record<string, unknown>,
  others: PushHeader[],
  options: PushDecodeOptions | undefined,
): void {
  const { octets, trace } = reader;
  const code = reader.u8('WSP/header/code') & 0x7f;
  const name = page === FIRST_PAGE ? headerNameOfCode(code) : undefined;
  if (trace !== undefined && name !== undefined) trace.mean(name);
  const field = `WSP/${name ?? 'header'}`;
  const from = reader.offset;
  const to = endOfValue(octets, from, reader.end, field);
  const model = page === FIRST_PAGE ? MODELS.find((candidate) => candidate[0] === code) : undefined;
  if (model !== undefined) {
    const [, property, kind] = model;
    let read = readModelled(octets, from, to, field, kind);
    // Only what the model has: an Encoding-Version may stand once more for each page of codes.
    if (read !== undefined && property in found) read = new DecodeError('bad-value', field, from, 'the header is given twice');
    if (read instanceof DecodeError) {
      tolerate(read, options);
    } else if (read !== undefined) {
      const { value, meaning } = read;
      found[property] = value;
      leafTo(reader, to, field, value instanceof Date ? value.getTime() / 1000 : value);
      if (trace !== undefined && meaning !== undefined) trace.mean(meaning);
      return;
    }
  }
  const value = reader.take(to - from, field);
  if (trace !== undefined && name === 'Cache-Control' && value.length === 1) {
    trace.mean(CACHE_CONTROL[(value[0] as number) & 0x7f] ?? 'not registered');
  }
  others.push({ ...(page === FIRST_PAGE ? {} : { page }), code, value: copyOf(value) });
}

interface Modelled {
  readonly value: number | string | Date;
  readonly meaning?: string | undefined;
}

/** The model of a value, or what is wrong with it; undefined for a legal form that has no model and stays as it is. */
function readModelled(
  octets: Uint8Array,
  from: number,
  to: number,
  field: string,
  kind: ModelKind,
): Modelled | DecodeError | undefined {
  const wrong = (reason: string) => new DecodeError('bad-value', field, from, reason);
  const first = octets[from] as number;
  const integer = integerBetween(octets, from, to);
  let text: string | undefined;
  try {
    if (first >= 0x20 && first < 0x80) text = textBetween(octets, from, to - 1, field);
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  switch (kind) {
    case 'integer':
      return integer === undefined ? wrong('is not an integer') : { value: integer };
    case 'short':
      if (integer === undefined || first < 0x80) return wrong('is not a short integer');
      return { value: integer, meaning: describePushFlag(integer) };
    case 'application':
      if (integer !== undefined) return { value: integer, meaning: applicationOfCode(integer) ?? 'not registered' };
      if (text === undefined) return wrong('is neither an integer nor a text');
      return isApplication(text) ? { value: codeOfApplication(text) ?? text } : wrong('is neither a registered name nor a URI');
    case 'uri':
      return text ? { value: text } : wrong('is not a URI');
    case 'date': {
      if (integer === undefined || first >= 0x80) return wrong('is not seconds as a long integer');
      const date = new Date(integer * 1000);
      return Number.isNaN(date.getTime())
        ? wrong(`${integer} seconds is no date`)
        : { value: date, meaning: date.toISOString() };
    }
    case 'version':
      // Forms with a code page or as text are legal too, but nobody has been seen to write them.
      if (first < 0x80 || integer === undefined) return undefined;
      return { value: (integer & 15) === NO_MINOR ? `${integer >> 4}` : `${integer >> 4}.${integer & 15}` };
  }
}

function describePushFlag(flag: number): string {
  const names: string[] = [];
  if (flag & PUSH_FLAG.InitiatorAuthenticated) names.push('initiator authenticated');
  if (flag & PUSH_FLAG.ContentTrusted) names.push('content trusted');
  if (flag & PUSH_FLAG.LastPush) names.push('last push');
  return names.join(', ') || 'none';
}
