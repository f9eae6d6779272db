/**
 * The parts of a message: the multipart of WSP.
 *
 *   count | part ...
 *   part    HeadersLen | DataLen | Content-Type | header ... | data
 *
 *   header  C0 22 '<id>' 00            Content-ID
 *           8E 'name' 00               Content-Location
 *           AE length | 81 | parameter ...    Content-Disposition; C5 since WSP 1.4
 *           1ccccccc value, or name 00 text 00       any other
 *
 * The lengths and the count are uintvars; HeadersLen counts the content type and the headers. Data of a part that is a multipart itself
 * begin with its count.
 * Source: WAP-230-WSP sections 8.4.2.21, 8.4.2.24 and 8.5.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { copyOf, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import { DEFAULT_LIMITS, DecodeError, EncodeError, LimitError } from '../errors.js';
import { codeOfContentType } from '../push/content-types.js';
import { PUSH_CONTENT_TYPES } from '../push/documents.js';
import { headerNameOfCode } from '../push/wsp.js';
import {
  readContentType,
  readParameter,
  type WspContentType,
  type WspParameter,
  writeContentType,
  writeParameter,
} from '../push/wsp-content-type.js';
import { endOfValue, isOneValue, TOKEN } from '../push/wsp-values.js';
import { charsetMib, charsetName } from './charsets.js';
import type { Disposition, MmsOtherHeader, Part } from './pdu.js';
import { below, countHeaders, inWords, limitHeader, type Reading, readNamedHeader, readTwice } from './reading.js';
import {
  type Fault,
  fromOctetText,
  readQuotedString,
  readSized,
  readTextString,
  textOctets,
  toOctetText,
  writeQuotedString,
  writeSized,
  writeTextString,
} from './values.js';

/** Multiparts whose parts WSP frames, by the start of their names. */
const MULTIPART = 'application/vnd.wap.multipart.';
const CONTENT_LOCATION = 0x0e;
const CONTENT_DISPOSITION = 0x2e;
/** The code of WSP 1.4; only read, since older handsets do not know it. */
const CONTENT_DISPOSITION_1_4 = 0x45;
const CONTENT_ID = 0x40;
/** Types of a disposition from 80 hex on (8.4.2.21). */
const DISPOSITIONS = ['form-data', 'attachment', 'inline'];
/** HeadersLen, DataLen and a content type of one octet. */
const SMALLEST_PART = 3;
/** The parameter `type` (table 38). */
const TYPE_PARAMETER = 0x09;
/** Data that a trace shows in hex. */
const SHOWN_OCTETS = 64;
/** Types by a number that no register names. */
const NUMBERED_TYPE = /^wsp\/(\d{1,15})$/;

/** A content type apart from what it is the type of. */
export interface TypeOfContent {
  readonly contentType: string;
  readonly charset?: string | undefined;
  readonly parameters: readonly WspParameter[];
}

/** Octets in pieces, to be copied once. */
export interface Pieces {
  readonly list: Uint8Array[];
  length: number;
}

/** Whether parts of this type are framed as here. */
export function isMultipart(contentType: string): boolean {
  return contentType.toLowerCase().startsWith(MULTIPART);
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

/** Writes a content type. @throws EncodeError; TypeError */
export function writeType(writer: ByteWriter, { contentType, charset, parameters }: TypeOfContent, path: string): void {
  if (typeof contentType !== 'string') throw new TypeError(`${path}contentType is not a string`);
  if (charset !== undefined && typeof charset !== 'string') throw new TypeError(`${path}charset is not a string`);
  const [, digits] = NUMBERED_TYPE.exec(contentType) ?? [];
  const content: WspContentType = {
    contentType: digits === undefined ? contentType : Number(digits),
    charset: charset === undefined ? null : (charsetMib(charset) ?? charset),
    parameters: parameters.map((parameter, index) => toOctets(parameter, `${path}parameters[${index}]`)),
  };
  inside(path, () => writeContentType(writer, content));
}

/** Reads a content type. @throws DecodeError, having read nothing. */
export function readType(reader: ByteReader, path: string, reading: Reading): TypeOfContent {
  const field = `${path}/Content-Type`;
  const from = reader.offset;
  const to = endOfValue(reader.octets, from, reader.end, field);
  limitHeader(reading, from, to, field);
  const content = below(path, () =>
    readTwice(reader, to, reading.fault, (value) => {
      const read = readContentType(value);
      value.expectEnd('Content-Type');
      return read;
    }),
  );
  countHeaders(reading, content.parameters?.length ?? 0, from, field);
  const contentType = typeof content.contentType === 'number' ? `wsp/${content.contentType}` : content.contentType;
  const charset = content.charset === undefined ? usualCharset(contentType) : content.charset;
  // A name that has a number becomes the name that the number has.
  const mib = typeof charset === 'string' ? charsetMib(charset) : charset;
  return {
    contentType,
    ...(charset === null ? {} : { charset: typeof mib === 'number' ? charsetName(mib) : (charset as string) }),
    parameters: (content.parameters ?? []).map(fromOctets),
  };
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

function writeDisposition(writer: ByteWriter, disposition: Disposition, path: string): void {
  const { type, filename, parameters = [] } = disposition;
  const code = DISPOSITIONS.indexOf(textOf(type, `${path}.type`).toLowerCase());
  if (code < 0 && !TOKEN.test(type)) {
    throw new EncodeError('bad-value', `${path}.type`, undefined, `${JSON.stringify(type)} is not a name of a disposition`);
  }
  writeSized(writer, (value) => {
    if (code < 0) writeTextString(value, type, `${path}.type`);
    else value.u8(0x80 + code);
    if (filename !== undefined) {
      const field = `${path}.filename`;
      writeParameter(value, { name: 'filename', value: toOctetText(filename, field) }, field);
    }
    parameters.forEach((parameter, index) => {
      const field = `${path}.parameters[${index}]`;
      writeParameter(value, toOctets(parameter, field), field);
    });
  });
}

/** Runs a writer whose fields lie inside of `path`. */
function inside(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof EncodeError) || path === '') throw error;
    throw new EncodeError(error.code, `${path}${error.field}`, error.offset, error.reason, { cause: error });
  }
}

function toOctets(parameter: WspParameter, field: string): WspParameter {
  if ('code' in parameter || typeof parameter.value === 'number') return parameter;
  if (
    parameter.name.toLowerCase() === 'type' &&
    parameter.value !== '' &&
    (codeOfContentType(parameter.value) ?? 0x80) > 0x7f
  ) {
    // A type without a code is a text behind the parameter's code (Constrained-encoding), as all senders of SMIL have it.
    const text = new ByteWriter();
    writeTextString(text, parameter.value, `${field}.value`);
    return { code: TYPE_PARAMETER, value: text.finish() };
  }
  return { name: parameter.name, value: toOctetText(parameter.value, `${field}.value`) };
}

function fromOctets(parameter: WspParameter): WspParameter {
  if ('code' in parameter || typeof parameter.value === 'number') return parameter;
  return { name: parameter.name, value: fromOctetText(parameter.value) };
}

/** What an absent charset means in the model of a push, where it is not the absence of the parameter. */
function usualCharset(contentType: string): string | null {
  const { si, sl, co } = PUSH_CONTENT_TYPES;
  return contentType === si.wbxml || contentType === sl.wbxml || contentType === co.wbxml ? 'utf-8' : null;
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
  if (first < 0x80) {
    if (first < 0x20 || first === 0x7f) {
      throw new DecodeError('bad-value', `${path}/header`, at, `${first} does not begin a header`);
    }
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
    if (value !== undefined) Object.assign(found, { [property]: value });
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

function readProperty(reader: ByteReader, property: string, field: string, fault: Fault): string | Disposition | undefined {
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
  return `<${withoutBrackets(textOf(id, field))}>`;
}

function textOf(text: string, field: string): string {
  if (typeof text !== 'string') throw new TypeError(`${field} is not a string`);
  return text;
}

/** A disposition; undefined for one with a charset, which has no model. */
function readDisposition(reader: ByteReader, field: string, fault: Fault): Disposition | undefined {
  const value = readSized(reader, field);
  const at = value.offset;
  let type: string | undefined;
  if (value.remaining > 0 && (value.octets[at] as number) < 0x80) {
    type = readTextString(value, `${field}/type`, fault);
    if (!TOKEN.test(type)) {
      throw new DecodeError('bad-value', `${field}/type`, at, `${JSON.stringify(type.slice(0, 40))} is not a name`);
    }
    const lower = type.toLowerCase();
    if (DISPOSITIONS.includes(lower)) type = lower;
  } else {
    const code = value.u8(`${field}/type`);
    type = DISPOSITIONS[code - 0x80];
    if (type === undefined) throw new DecodeError('bad-value', `${field}/type`, at, `${code} is not a disposition`);
    if (value.trace !== undefined) value.trace.mean(type);
  }
  let filename: string | undefined;
  const parameters: WspParameter[] = [];
  while (value.remaining > 0) {
    value.open('parameter', 'WAP-230 8.4.2.4');
    const parameter = below(field, () => fromOctets(readParameter(value)));
    value.close();
    if ('name' in parameter && parameter.name === 'charset') return undefined;
    if ('name' in parameter && parameter.name === 'filename' && typeof parameter.value === 'string' && filename === undefined) {
      filename = parameter.value;
    } else {
      parameters.push(parameter);
    }
  }
  return { type, ...(filename === undefined ? {} : { filename }), ...(parameters.length === 0 ? {} : { parameters }) };
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
