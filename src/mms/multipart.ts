/**
 * The parts of a message: the multipart of WSP.
 *
 *   count | part ...
 *   part    HeadersLen | DataLen | Content-Type | header ... | data
 *
 *   header  C0 22 '<id>' 00            Content-ID
 *           8E 'name' 00               Content-Location
 *           AE value                   Content-Disposition; C5 since WSP 1.4
 *           1ccccccc value, or name 00 text 00       any other
 *
 * The lengths and the count are uintvars; HeadersLen counts the content type and the headers. Data of a part that is a multipart itself
 * begin with its count.
 * Source: WAP-230-WSP section 8.5.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { copyOf, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import { DEFAULT_LIMITS, DecodeError, EncodeError, LimitError } from '../errors.js';
import { headerNameOfCode } from '../wsp/registers.js';
import { endOfValue, isOneValue, TOKEN } from '../wsp/values.js';
import type { Disposition, Part } from './body.js';
import { readDisposition, writeDisposition } from './disposition.js';
import type { MmsOtherHeader } from './header-values.js';
import {
  beginsHeader,
  countHeaders,
  inWords,
  isNamedHeader,
  limitHeader,
  type Reading,
  readNamedHeader,
  readTwice,
  skipStrays,
} from './reading.js';
import { isMultipart, readType, type TypeOfContent, writeType } from './type-of-content.js';
import { type Fault, readQuotedString, readTextString, textOctets, writeQuotedString, writeTextString } from './values.js';

/** Codes of the headers that have models (WAP-230-WSP table 39). */
const CONTENT_LOCATION = 0x0e;
const CONTENT_DISPOSITION = 0x2e;
/** The code of WSP 1.4; only read, since older handsets do not know it. */
const CONTENT_DISPOSITION_1_4 = 0x45;
const CONTENT_ID = 0x40;
/** HeadersLen, DataLen and a content type of one octet. */
const SMALLEST_PART = 3;
/** Data that a trace shows in hex. */
const SHOWN_OCTETS = 64;

/** Octets in pieces, to be copied once. */
export interface Pieces {
  readonly list: Uint8Array[];
  length: number;
}

/** Puts the parts of a multipart behind the pieces. @throws EncodeError; TypeError */
export function addMultipart(pieces: Pieces, parts: readonly Part[], path = '', depth = 1): void {
  if (depth > DEFAULT_LIMITS.mmsDepth) {
    throw new EncodeError('too-long', `${path}parts`, undefined, `multiparts more than ${DEFAULT_LIMITS.mmsDepth} deep`);
  }
  add(pieces, new ByteWriter(5).uintvar(parts.length).finish());
  parts.forEach((part, index) => {
    if (typeof part !== 'object' || part === null) throw new TypeError(`${path}parts[${index}] is not a part`);
    addPart(pieces, part, `${path}parts[${index}].`, depth);
  });
}

/** Writes the content type of a part, or of a body that is no multipart. @throws EncodeError; TypeError */
export function writePartType(writer: ByteWriter, part: Part, path: string): void {
  const { name, contentType, charset, parameters } = part;
  if (parameters === undefined) textOctets(name, `${path}name`);
  const usual = name === '' ? [] : [{ name: 'name', value: name }];
  writeType(writer, { contentType, charset, parameters: parameters ?? usual }, path);
}

/** Reads the parts of a multipart. @throws DecodeError, or LimitError for too many parts and multiparts too deep. */
export function readMultipart(reader: ByteReader, path: string, reading: Reading, depth = 1): Part[] {
  const at = reader.offset;
  if (depth > reading.maxDepth) {
    throw new LimitError('limit-exceeded', path, at, `multiparts more than ${reading.maxDepth} deep`);
  }
  const count = reader.uintvar(`${path}/nEntries`, 'WAP-230 8.5.1');
  if (count > reading.partsLeft) {
    throw new LimitError('limit-exceeded', `${path}/nEntries`, at, `${count} parts where ${reading.partsLeft} are allowed`);
  }
  const cannotFit = count * SMALLEST_PART > reader.remaining;
  if (cannotFit) {
    reading.fault(
      new DecodeError('truncated', `${path}/nEntries`, at, `${count} parts do not fit in ${reader.remaining} octets`),
    );
  }
  reading.partsLeft -= count;
  const parts: Part[] = [];
  while (parts.length < count && reader.remaining >= (reading.isLenient ? SMALLEST_PART : 0)) {
    parts.push(readPart(reader, `${path}/parts[${parts.length}]`, parts.length, reading, depth));
  }
  // The fault above is told once; the parts that are missing then are not.
  if (parts.length < count && !cannotFit) reading.fault(faultOfPart(reader, path, parts.length, reading, depth));
  return parts;
}

/** What strict reading throws at a part that has fewer octets left than the smallest one takes. */
function faultOfPart(reader: ByteReader, path: string, index: number, reading: Reading, depth: number): DecodeError {
  const { octets, offset, end } = reader;
  const strict: Reading = {
    ...reading,
    isLenient: false,
    readPart: undefined,
    fault: (error) => {
      throw error;
    },
  };
  try {
    readPart(new ByteReader(octets, undefined, offset, end), `${path}/parts[${index}]`, index, strict, depth);
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  return new DecodeError('truncated', `${path}/nEntries`, offset, 'a part is missing');
}

/** Reads data of a part that is all that is left. */
export function readBody(reader: ByteReader, type: TypeOfContent, path: string, reading: Reading): Part {
  const { octets, offset, end } = reader;
  const part = partOf(type, {}, viewOf(octets, offset, end), 0);
  readData(reader, part, `${path}/data`, reading);
  return part;
}

function addPart(pieces: Pieces, part: Part, path: string, depth: number): void {
  const headers = new ByteWriter(96);
  writePartType(headers, part, path);
  writePartHeaders(headers, part, path);
  const nested: Pieces | undefined = part.parts === undefined ? undefined : { list: [], length: 0 };
  if (nested !== undefined && part.parts !== undefined) {
    if (!isMultipart(part.contentType)) {
      throw new EncodeError('bad-value', `${path}contentType`, undefined, 'a part with parts is a multipart');
    }
    addMultipart(nested, part.parts, path, depth + 1);
  } else {
    if (isMultipart(part.contentType)) {
      throw new EncodeError('bad-value', `${path}parts`, undefined, 'a part that is a multipart has its parts here');
    }
    requireOctets(part.data, `${path}data`);
  }
  const octets = headers.finish();
  const front = new ByteWriter(octets.length + 10);
  front.uintvar(octets.length).uintvar(nested?.length ?? part.data.length);
  add(pieces, front.bytes(octets).finish());
  if (nested === undefined) add(pieces, part.data);
  else for (const piece of nested.list) add(pieces, piece);
}

function add(pieces: Pieces, octets: Uint8Array): void {
  pieces.list.push(octets);
  pieces.length += octets.length;
}

function writePartHeaders(writer: ByteWriter, part: Part, path: string): void {
  const { contentId, contentLocation, disposition, otherHeaders = [] } = part;
  if (contentId !== undefined)
    writeQuotedString(writer.u8(CONTENT_ID | 0x80), inBrackets(contentId, `${path}contentId`), `${path}contentId`);
  if (contentLocation !== undefined) {
    writeTextString(writer.u8(CONTENT_LOCATION | 0x80), contentLocation, `${path}contentLocation`);
  }
  if (disposition !== undefined) {
    writeDisposition(writer.u8(CONTENT_DISPOSITION | 0x80), disposition, `${path}disposition`);
  }
  writeOtherHeaders(writer, otherHeaders, `${path}otherHeaders`);
}

/** Writes headers that have no model. @throws EncodeError `bad-value` or `unencodable` */
export function writeOtherHeaders(writer: ByteWriter, headers: readonly MmsOtherHeader[], path: string): void {
  headers.forEach((header, index) => {
    const field = `${path}[${index}]`;
    if ('raw' in header) {
      requireOctets(header.raw, `${field}.raw`);
      if (!isNamedHeader(header.raw)) {
        throw new EncodeError('bad-value', `${field}.raw`, undefined, 'is not a name and a text, each with a 00');
      }
      writer.bytes(header.raw);
      return;
    }
    if ('name' in header) {
      if (!TOKEN.test(header.name)) {
        throw new EncodeError('bad-value', `${field}.name`, undefined, 'a name is made of letters, digits and signs');
      }
      writeTextString(writer, header.name, `${field}.name`);
      writeTextString(writer, header.value, `${field}.value`);
      return;
    }
    const { code, value } = header;
    if (!Number.isInteger(code) || code < 0 || code > 0x7f) {
      throw new EncodeError('bad-value', `${field}.code`, undefined, `${code} is not 0 to 127`);
    }
    requireOctets(value, `${field}.value`);
    if (!isOneValue(value)) throw new EncodeError('bad-value', `${field}.value`, undefined, 'is not one WSP value');
    writer.u8(code | 0x80).bytes(value);
  });
}

/** Headers of a part as they are read. */
interface PartHeaders {
  contentId?: string;
  contentLocation?: string;
  disposition?: Disposition;
  otherHeaders?: MmsOtherHeader[];
}

function readPart(reader: ByteReader, path: string, index: number, reading: Reading, depth: number): Part {
  const { trace } = reader;
  reader.open(`part ${index + 1}`, 'WAP-230 8.5.2');
  const headersAt = reader.offset;
  const headersLength = reader.uintvar(`${path}/HeadersLen`);
  const dataAt = reader.offset;
  const dataLength = reader.uintvar(`${path}/DataLen`);
  const headers = reader.sub(fitting(reader, headersLength, `${path}/HeadersLen`, headersAt, reading), path);
  const type = readPartType(headers, path, reading);
  const found = readPartHeaders(headers, path, reading);
  const length = fitting(reader, dataLength, `${path}/DataLen`, dataAt, reading);
  const data = reader.sub(length, path);
  let part = partOf(type, found, viewOf(data.octets, data.offset, data.end), index);
  if (isMultipart(part.contentType)) {
    data.open('data');
    const parts = readMultipart(data, path, reading, depth + 1);
    if (data.remaining > 0) {
      reading.fault(new DecodeError('trailing-bytes', path, data.offset, `${data.remaining} octets behind the last part`));
      data.take(data.remaining, `${path}/rest`);
    }
    data.close();
    part = { ...part, parts };
  } else {
    readData(data, part, `${path}/data`, reading);
  }
  reader.close();
  if (trace !== undefined) trace.mean(`${part.name}, ${part.contentType}, ${length} octets`);
  return part;
}

/** A length, or in lenient reading what is left of it. */
function fitting(reader: ByteReader, length: number, field: string, at: number, reading: Reading): number {
  if (length <= reader.remaining) return length;
  reading.fault(new DecodeError('truncated', field, at, `${length} octets where ${reader.remaining} are left`));
  return reader.remaining;
}

function readPartType(headers: ByteReader, path: string, reading: Reading): TypeOfContent {
  try {
    return readType(headers, path, reading);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.fault(error);
    // Whatever the headers are, nobody knows where they begin.
    if (headers.remaining > 0) headers.take(headers.remaining, `${path}/headers`);
    return { contentType: 'application/octet-stream', parameters: [] };
  }
}

function readPartHeaders(headers: ByteReader, path: string, reading: Reading): PartHeaders {
  const found: PartHeaders = {};
  try {
    while (headers.remaining > 0) readPartHeader(headers, path, found, reading);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.fault(error);
    headers.take(headers.remaining, `${path}/headers`);
  }
  return found;
}

function readPartHeader(headers: ByteReader, path: string, found: PartHeaders, reading: Reading): void {
  const { octets, offset: at, trace } = headers;
  const first = octets[at] as number;
  if (!beginsHeader(first)) {
    skipStrays(headers, path, reading);
    return;
  }
  if (first < 0x80) {
    keep(found, readNamedHeader(headers, path, reading));
    return;
  }
  const code = first & 0x7f;
  const name = headerNameOfCode(code) ?? 'header';
  const field = `${path}/${name}`;
  const to = endOfValue(octets, at + 1, headers.end, field);
  limitHeader(reading, at + 1, to, field);
  headers.open(name);
  headers.u8('code');
  const value = readModelled(headers, to, code, field, found, reading);
  if (value === undefined) keep(found, { code, value: copyOf(headers.take(to - headers.offset, field)) });
  headers.close();
  if (trace !== undefined && value !== undefined) trace.mean(inWords(value));
}

/** Reads a header that has a model into `found`; undefined, and nothing read, when it has none or does not fit it. */
function readModelled(
  headers: ByteReader,
  to: number,
  code: number,
  field: string,
  found: PartHeaders,
  reading: Reading,
): unknown {
  const property = propertyOf(code);
  if (property === undefined) return undefined;
  try {
    if (found[property] !== undefined) {
      throw new DecodeError('bad-value', field, headers.offset, 'the header is given twice');
    }
    const value = readTwice(headers, to, reading.fault, (part, fault) => readProperty(part, property, field, fault));
    if (typeof value === 'object') countHeaders(reading, value.parameters?.length ?? 0, headers.offset, field);
    Object.assign(found, { [property]: value });
    return value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.fault(error);
    return undefined;
  }
}

function propertyOf(code: number): 'contentId' | 'contentLocation' | 'disposition' | undefined {
  if (code === CONTENT_ID) return 'contentId';
  if (code === CONTENT_LOCATION) return 'contentLocation';
  return code === CONTENT_DISPOSITION || code === CONTENT_DISPOSITION_1_4 ? 'disposition' : undefined;
}

function readProperty(reader: ByteReader, property: string, field: string, fault: Fault): string | Disposition {
  if (property === 'disposition') return readDisposition(reader, field, fault);
  if (property === 'contentLocation') return readTextString(reader, field, fault);
  return withoutBrackets(readQuotedString(reader, field, fault));
}

/** `<id>` without its angle brackets; an id without them stays. */
export function withoutBrackets(id: string): string {
  let from = 0;
  let to = id.length;
  while (to - from > 1 && id[from] === '<' && id[to - 1] === '>') {
    from++;
    to--;
  }
  return id.slice(from, to);
}

/** An id in angle brackets, whether it had them or not. @throws TypeError */
export function inBrackets(id: string, field: string): string {
  if (typeof id !== 'string') throw new TypeError(`${field} is not a string`);
  return `<${withoutBrackets(id)}>`;
}

function keep(found: PartHeaders, header: MmsOtherHeader): void {
  found.otherHeaders ??= [];
  found.otherHeaders.push(header);
}

/** A view that is a Uint8Array whatever the input was: a Buffer would print and compare as one. */
function viewOf(octets: Uint8Array, from: number, to: number): Uint8Array {
  return new Uint8Array(octets.buffer, octets.byteOffset + from, to - from);
}

function partOf(type: TypeOfContent, found: PartHeaders, data: Uint8Array, index: number): Part {
  const { contentType, charset, parameters } = type;
  const named = parameters.find((parameter) => 'name' in parameter && parameter.name === 'name')?.value;
  const name =
    (typeof named === 'string' && named) ||
    found.contentLocation ||
    found.disposition?.filename ||
    found.contentId ||
    `part-${index + 1}`;
  return {
    name,
    contentType,
    data,
    ...(charset === undefined ? {} : { charset }),
    ...found,
    ...(parameters.length === 1 && named === name ? {} : { parameters }),
  };
}

function readData(reader: ByteReader, part: Part, field: string, { readPart }: Reading): void {
  const { trace, octets, offset: from, end } = reader;
  if (readPart !== undefined) {
    reader.open('data');
    readPart(reader, part);
    if (reader.remaining > 0) reader.take(reader.remaining, `${field}/rest`);
    reader.close();
    return;
  }
  reader.skip(end - from, field);
  if (trace === undefined || end === from) return;
  const length = end - from;
  trace.leaf('data', length > SHOWN_OCTETS ? undefined : toHex(octets.subarray(from, end)), from * 8, end * 8);
  if (length > SHOWN_OCTETS) trace.mean(`${length} octets`);
}
