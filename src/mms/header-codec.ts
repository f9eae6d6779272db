/**
 * Headers of a PDU and of its parts: how they are written and read, whatever they are.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type Form, readModelled, writeOtherHeader } from '../wsp/headers.js';
import { endOfValue, requireToken } from '../wsp/values.js';
import type { Part } from './body.js';
import { readTextString, UTF8 } from './forms.js';
import type { MmsOtherHeader } from './header-values.js';

/** A header with a model. */
export interface HeaderField {
  /** 0 to 127. */
  readonly code: number;
  readonly property: string;
  readonly form: Form;
  /** Whether it may be there many times. */
  readonly isList?: boolean | undefined;
  /** Writes the value of an absent property; without it nothing is written. */
  readonly writeAbsent?: ((writer: ByteWriter) => void) | undefined;
}

/** The headers of one place. */
export interface HeaderTable {
  /** In the order in which they are written. */
  readonly written: readonly HeaderField[];
  /** All that are read, by code. */
  readonly byCode: ReadonlyMap<number, HeaderField>;
  readonly nameOf: (code: number) => string | undefined;
  readonly spec?: string | undefined;
}

/** A table of headers; `aliases` are further codes of some, which are only read. */
export function headerTable(
  written: readonly HeaderField[],
  nameOf: (code: number) => string | undefined,
  spec?: string,
  aliases: readonly HeaderField[] = [],
): HeaderTable {
  return { written, byCode: new Map([...written, ...aliases].map((field) => [field.code, field])), nameOf, spec };
}

/** Headers as they are read. */
export interface FoundHeaders {
  readonly properties: Record<string, unknown>;
  readonly others: MmsOtherHeader[];
}

/** Reads the data of a part in place of the decoder, for a trace of what is in it. */
export type ReadPart = (data: ByteReader, part: Part) => void;

/** One reading of a PDU: how strictly, and how much of its limits is used. */
export class PduReading {
  readonly reading: Reading;
  readonly readPart: ReadPart | undefined;
  #parts = 0;
  #headers = 0;

  constructor(options: DecodeOptions | undefined, readPart?: ReadPart) {
    this.reading = Reading.of(options);
    this.readPart = readPart;
  }

  /** Counts parts, nested ones too. @throws LimitError */
  countParts(count: number, at: number, field: string): void {
    this.#parts += count;
    this.reading.limit('mmsParts', this.#parts, field, at);
  }

  /** Counts headers and parameters: an object is many times as large as one on the wire. @throws LimitError */
  countHeaders(count: number, at: number, field: string): void {
    this.#headers += count;
    // Compared here first: looking a limit up by its name takes as long as reading a short value.
    if (this.#headers > this.reading.limits.mmsHeaders) this.reading.limit('mmsHeaders', this.#headers, field, at);
  }

  /** Counts a header and limits the length of its value. @throws LimitError */
  limitHeader(from: number, to: number, field: string): void {
    this.countHeaders(1, from, field);
    if (to - from > this.reading.limits.mmsHeaderOctets) this.reading.limit('mmsHeaderOctets', to - from, field, from);
  }
}

/** Writes the headers that have a model, and then the others. @throws EncodeError `bad-value` or `unencodable`; TypeError */
export function writeHeaders(
  writer: ByteWriter,
  { written }: HeaderTable,
  given: object,
  others: readonly MmsOtherHeader[],
  path: string,
): void {
  const values = given as Readonly<Record<string, unknown>>;
  for (const header of written) {
    const value = values[header.property];
    if (value === undefined && header.writeAbsent === undefined) continue;
    const { code, property, form, isList, writeAbsent } = header;
    if (value === undefined) {
      writeAbsent?.(writer.u8(code | 0x80));
      continue;
    }
    const field = `${path}${property}`;
    if (isList === true) {
      if (!Array.isArray(value)) throw new TypeError(`${field} is not an array`);
      value.forEach((item, index) => {
        form.write(writer.u8(code | 0x80), item as never, `${field}[${index}]`);
      });
    } else {
      form.write(writer.u8(code | 0x80), value as never, field);
    }
  }
  others.forEach((header, index) => {
    const field = `${path}otherHeaders[${index}]`;
    if ('raw' in header) {
      requireOctets(header.raw, `${field}.raw`);
      if (!isNamedHeader(header.raw)) throw EncodeError.badValue(`${field}.raw`, 'is not a name and a text, each with a 00');
      writer.bytes(header.raw);
    } else {
      writeOtherHeader(writer, header, UTF8, field);
    }
  });
}

/** Reads one header, or skips octets that do not begin one. @throws DecodeError; LimitError */
export function readHeader(reader: ByteReader, table: HeaderTable, path: string, found: FoundHeaders, pdu: PduReading): void {
  const first = reader.octets[reader.offset] as number;
  if (first >= 0x80) readCodedHeader(reader, first & 0x7f, table, path, found, pdu);
  else if (beginsName(first)) found.others.push(readNamedHeader(reader, path, pdu));
  else skipStrays(reader, path, pdu);
}

function readCodedHeader(
  reader: ByteReader,
  code: number,
  table: HeaderTable,
  path: string,
  { properties, others }: FoundHeaders,
  pdu: PduReading,
): void {
  const { octets, offset, trace } = reader;
  const name = table.nameOf(code) ?? 'header';
  const field = `${path}/${name}`;
  const from = offset + 1;
  const to = endOfValue(octets, from, reader.end, field);
  pdu.limitHeader(from, to, field);
  reader.open(name, table.spec);
  reader.u8('code');
  const model = table.byCode.get(code);
  const value = model === undefined ? undefined : readValue(reader, to, model, field, properties, pdu);
  if (value === undefined) others.push({ code, value: copyOctets(reader.take(to - from, field)) });
  reader.close();
  if (trace !== undefined && value !== undefined) trace.mean(describe(value));
}

/** Reads a value that has a model into its property; undefined, and nothing read, when it does not fit. */
function readValue(
  reader: ByteReader,
  to: number,
  { property, form, isList }: HeaderField,
  field: string,
  properties: Record<string, unknown>,
  pdu: PduReading,
): unknown {
  const at = reader.offset;
  const isSecond = isList !== true && property in properties;
  const value = readModelled(reader, to, form, field, pdu.reading, isSecond);
  if (value === undefined) return undefined;
  const { parameters } = (value ?? {}) as { readonly parameters?: readonly unknown[] };
  if (parameters !== undefined) pdu.countHeaders(parameters.length, at, field);
  if (isList !== true) properties[property] = value;
  else if (property in properties) (properties[property] as unknown[]).push(value);
  else properties[property] = [value];
  return value;
}

/** Reads what goes to the end of the cursor; leniently what cannot be read of it is left out, as the field `rest`. @throws DecodeError */
export function readToEnd(reader: ByteReader, rest: string, { reading }: PduReading, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.reportOrThrow(error);
    if (reader.remaining > 0) reader.take(reader.remaining, rest);
  }
}

/** Leaves out a run of octets that do not begin a header, such as a second 00 after a text. @throws DecodeError in strict reading. */
function skipStrays(reader: ByteReader, path: string, { reading }: PduReading): void {
  const { octets, offset: at, end } = reader;
  reading.fault('bad-value', `${path}/header`, at, `${octets[at]} does not begin a header`);
  let to = at + 1;
  while (to < end && (octets[to] as number) < 0x80 && !beginsName(octets[to] as number)) to++;
  reader.take(to - at, `${path}/stray`);
}

function beginsName(octet: number): boolean {
  return octet >= 0x20 && octet < 0x7f;
}

/** Reads a header with a name; leniently one whose name or value is not valid, as its octets. @throws DecodeError, having read nothing. */
function readNamedHeader(reader: ByteReader, path: string, pdu: PduReading): MmsOtherHeader {
  const field = `${path}/header`;
  const { octets, offset: from } = reader;
  const nul = octets.indexOf(0, from);
  const end = octets.indexOf(0, nul + 1);
  if (nul < 0 || end < 0 || end >= reader.end) {
    throw new DecodeError('truncated', field, from, 'a header is a name and a text, each with a 00');
  }
  pdu.limitHeader(from, end + 1, field);
  const { reading } = pdu;
  try {
    return reader.attempt(end + 1, (texts) => {
      texts.open('header');
      const name = requireToken(readTextString(texts, `${field}/name`, reading), `${field}/name`, from);
      const value = readTextString(texts, `${field}/value`, reading);
      texts.close();
      return { name, value };
    });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.reportOrThrow(error);
    return { raw: copyOctets(reader.take(end + 1 - from, field)) };
  }
}

/** Whether octets have the frame of a header with a name: two texts, each with its 00. */
function isNamedHeader(octets: Uint8Array): boolean {
  const nul = octets.indexOf(0);
  return nul > 0 && octets.indexOf(0, nul + 1) === octets.length - 1 && beginsName(octets[0] as number);
}

/** A value in words, for a trace. */
function describe(value: unknown): string {
  if (value === null) return 'insert address';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return toHex(value);
  if (typeof value !== 'object') return String(value);
  if ('seconds' in value) return `${value.seconds} seconds later`;
  return Object.entries(value)
    .filter(([name]) => name !== 'kind')
    .map(([, item]) => describe(item))
    .join(' ');
}
