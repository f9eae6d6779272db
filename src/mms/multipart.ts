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
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import { DEFAULT_LIMITS, DecodeError, EncodeError } from '../errors.js';
import type { Form } from '../wsp/headers.js';
import { headerNameOfCode } from '../wsp/registers.js';
import { writeQuotedString } from '../wsp/values.js';
import type { Part } from './body.js';
import { DISPOSITION } from './disposition.js';
import { readTextString, TEXT, textOctets, UTF8 } from './forms.js';
import { type FoundHeaders, headerTable, PduReading, readHeader, readToEnd, writeHeaders } from './header-codec.js';
import { isMultipart, readType, type TypeOfContent, writeType } from './type-of-content.js';

/** The type of a body with a root part. */
export const RELATED = 'application/vnd.wap.multipart.related';
/** The type of a body of independent parts. */
export const MIXED = 'application/vnd.wap.multipart.mixed';

/** A text after a quotation mark, with angle brackets, on the wire; read with or without either. */
const CONTENT_ID: Form = {
  write: (writer, id: string, field) => writeQuotedString(writer, inBrackets(id, field), field, UTF8),
  read: (reader, field, reading) => {
    const isQuoted = reader.octets[reader.offset] === 0x22;
    const text = readTextString(reader, field, reading);
    return withoutBrackets(isQuoted ? text.slice(1) : text);
  },
};

/** Headers that have models (WAP-230-WSP table 39). The code of WSP 1.4 is only read, since older handsets do not know it. */
const HEADERS = /* @__PURE__ */ headerTable(
  [
    { code: 0x40, property: 'contentId', form: CONTENT_ID },
    { code: 0x0e, property: 'contentLocation', form: TEXT },
    { code: 0x2e, property: 'disposition', form: DISPOSITION },
  ],
  headerNameOfCode,
  undefined,
  [{ code: 0x45, property: 'disposition', form: DISPOSITION }],
);

/** HeadersLen, DataLen and a content type of one octet. */
const SMALLEST_PART = 3;
/** Data that a trace shows in hex. */
const SHOWN_OCTETS = 64;

/** Octets in pieces, to be copied once. */
export interface Pieces {
  readonly list: Uint8Array[];
  length: number;
}

/** Adds the parts of a multipart to the pieces. @throws EncodeError; TypeError */
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

/** Writes the content type of a part, or of a body that is not a multipart. @throws EncodeError; TypeError */
export function writePartType(writer: ByteWriter, part: Part, path: string): void {
  const { name, contentType, charset, parameters } = part;
  if (parameters === undefined) textOctets(name, `${path}name`);
  const usual = name === '' ? [] : [{ name: 'name', value: name }];
  writeType(writer, { contentType, charset, parameters: parameters ?? usual }, path);
}

/**
 * Reads the parts of a multipart, which are all that is left.
 * @throws DecodeError, or LimitError for too many parts and multiparts too deep.
 */
export function readMultipart(reader: ByteReader, path: string, pdu: PduReading, depth = 1): Part[] {
  const { reading } = pdu;
  const at = reader.offset;
  reading.limit('mmsDepth', depth, path, at);
  const field = `${path}/nEntries`;
  const count = reader.uintvar(field, 'WAP-230 8.5.1');
  pdu.countParts(count, at, field);
  const cannotFit = count * SMALLEST_PART > reader.remaining;
  if (cannotFit) reading.fault('truncated', field, at, `${count} parts do not fit in ${reader.remaining} octets`);
  const parts: Part[] = [];
  while (parts.length < count && reader.remaining >= (reading.lenient ? SMALLEST_PART : 0)) {
    parts.push(readPart(reader, `${path}/parts[${parts.length}]`, parts.length, pdu, depth));
  }
  // Missing parts are reported once, by the fault above.
  if (parts.length < count && !cannotFit) reading.reportOrThrow(errorOfPart(reader, path, parts.length, depth));
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', path, reader.offset, `${reader.remaining} octets after the last part`);
    reader.take(reader.remaining, `${path}/rest`);
  }
  return parts;
}

/** The error that strict reading throws for a part that has fewer octets than the smallest one. */
function errorOfPart({ octets, offset, end }: ByteReader, path: string, index: number, depth: number): DecodeError {
  try {
    readPart(
      new ByteReader(octets, undefined, offset, end),
      `${path}/parts[${index}]`,
      index,
      new PduReading(undefined),
      depth,
    );
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  return new DecodeError('truncated', `${path}/nEntries`, offset, 'a part is missing');
}

/** Reads the only part of a body, up to the end. */
export function readBody(reader: ByteReader, type: TypeOfContent, path: string, pdu: PduReading): Part {
  const { octets, offset, end } = reader;
  const part = makePart(type, {}, viewOctets(octets, offset, end), 0);
  readData(reader, part, `${path}/data`, pdu);
  return part;
}

function addPart(pieces: Pieces, part: Part, path: string, depth: number): void {
  const headers = new ByteWriter(96);
  writePartType(headers, part, path);
  writeHeaders(headers, HEADERS, part, part.otherHeaders ?? [], path);
  const nested: Pieces | undefined = part.parts === undefined ? undefined : { list: [], length: 0 };
  if (nested !== undefined && part.parts !== undefined) {
    if (!isMultipart(part.contentType)) {
      throw EncodeError.badValue(`${path}contentType`, 'a part with parts is a multipart');
    }
    addMultipart(nested, part.parts, path, depth + 1);
  } else {
    if (isMultipart(part.contentType)) {
      throw EncodeError.badValue(`${path}parts`, 'a part that is a multipart has its parts here');
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

function readPart(reader: ByteReader, path: string, index: number, pdu: PduReading, depth: number): Part {
  const { trace } = reader;
  reader.open(`part ${index + 1}`, 'WAP-230 8.5.2');
  const headersAt = reader.offset;
  const headersLength = reader.uintvar(`${path}/HeadersLen`);
  const dataAt = reader.offset;
  const dataLength = reader.uintvar(`${path}/DataLen`);
  const headers = reader.sub(limitLength(reader, headersLength, `${path}/HeadersLen`, headersAt, pdu), path);
  const found: FoundHeaders = { properties: {}, others: [] };
  let type: TypeOfContent = { contentType: 'application/octet-stream', parameters: [] };
  readToEnd(headers, `${path}/headers`, pdu, () => {
    type = readType(headers, path, pdu);
    while (headers.remaining > 0) readHeader(headers, HEADERS, path, found, pdu);
  });
  const { properties, others } = found;
  if (others.length > 0) properties.otherHeaders = others;
  const length = limitLength(reader, dataLength, `${path}/DataLen`, dataAt, pdu);
  const data = reader.sub(length, path);
  let part = makePart(type, properties, viewOctets(data.octets, data.offset, data.end), index);
  if (isMultipart(part.contentType)) {
    data.open('data');
    part = { ...part, parts: readMultipart(data, path, pdu, depth + 1) };
    data.close();
  } else {
    readData(data, part, `${path}/data`, pdu);
  }
  reader.close();
  if (trace !== undefined) trace.mean(`${part.name}, ${part.contentType}, ${length} octets`);
  return part;
}

/** A length, or in lenient reading what is left of it. */
function limitLength(reader: ByteReader, length: number, field: string, at: number, { reading }: PduReading): number {
  if (length <= reader.remaining) return length;
  reading.fault('truncated', field, at, `needs ${length} octets, ${reader.remaining} left`);
  return reader.remaining;
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

/** Headers of a part that were read. */
type PartHeaders = Partial<Pick<Part, 'contentId' | 'contentLocation' | 'disposition' | 'otherHeaders'>>;

/** A view that is a Uint8Array whatever the input was: a Buffer would print and compare as one. */
function viewOctets(octets: Uint8Array, from: number, to: number): Uint8Array {
  return new Uint8Array(octets.buffer, octets.byteOffset + from, to - from);
}

function makePart(type: TypeOfContent, found: PartHeaders, data: Uint8Array, index: number): Part {
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

function readData(reader: ByteReader, part: Part, field: string, { readPart }: PduReading): void {
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
