/**
 * What the readers of headers and parts share: how strict they are, how much they take, and how a value is read twice for a trace.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { copyOf } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import { tolerate } from '../sms/options.js';
import { TOKEN } from '../wsp/values.js';
import type { Part } from './body.js';
import type { MmsOtherHeader } from './header-values.js';
import type { MmsDecodeOptions } from './pdu.js';
import { type Fault, readTextString } from './values.js';

/** Reads the data of a part in place of the reader, for a trace of what is in it. */
export type ReadPart = (data: ByteReader, part: Part) => void;

/** One reading of a PDU. */
export interface Reading {
  readonly isLenient: boolean;
  /** Throws in strict reading, reports in lenient. */
  readonly fault: Fault;
  readonly maxDepth: number;
  readonly maxHeaderOctets: number;
  readonly readPart: ReadPart | undefined;
  /** Parts that may still come. */
  partsLeft: number;
  readonly maxHeaders: number;
  /** Headers and parameters that came, in the PDU and in its parts. */
  headers: number;
}

/** Starts a reading. */
export function startReading(options: MmsDecodeOptions | undefined, readPart: ReadPart | undefined): Reading {
  const { mmsParts, mmsDepth, mmsHeaderOctets, mmsHeaders } = { ...DEFAULT_LIMITS, ...options?.limits };
  return {
    isLenient: options?.lenient === true,
    fault: (error) => tolerate(error, options),
    maxDepth: mmsDepth,
    maxHeaderOctets: mmsHeaderOctets,
    readPart,
    partsLeft: mmsParts,
    maxHeaders: mmsHeaders,
    headers: 0,
  };
}

/** Requires that a header's value is not too long, and that there are not too many headers. @throws LimitError */
export function limitHeader(reading: Reading, from: number, to: number, field: string): void {
  countHeaders(reading, 1, from, field);
  if (to - from > reading.maxHeaderOctets) {
    throw new LimitError('limit-exceeded', field, from, `${to - from} octets where ${reading.maxHeaderOctets} are allowed`);
  }
}

/** Requires that there are not too many headers: an object of ours is many times as large as one on the wire. @throws LimitError */
export function countHeaders(reading: Reading, count: number, at: number, field: string): void {
  reading.headers += count;
  if (reading.headers > reading.maxHeaders) {
    throw new LimitError('limit-exceeded', field, at, `more than ${reading.maxHeaders} headers and parameters`);
  }
}

/**
 * Reads what lies between the reader and `to`, and moves the reader there: first without the trace, since what cannot be read shall leave
 * none, then once more with it, in a group if it gets a name. Where the first reading throws or gives undefined, the reader stays where
 * it is.
 */
export function readTwice<T>(
  reader: ByteReader,
  to: number,
  fault: Fault,
  read: (part: ByteReader, fault: Fault) => T,
  group?: string,
): T {
  const from = reader.offset;
  const value = read(new ByteReader(reader.octets, undefined, from, to), fault);
  if (value === undefined) return value;
  if (group !== undefined) reader.open(group);
  const part = reader.sub(to - from, 'MMS');
  if (part.trace !== undefined) read(part, ignore);
  if (group !== undefined) reader.close();
  return value;
}

const ignore: Fault = () => {};

/** Runs a reader whose fields lie below `path`. */
export function below<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { code, field, offset, reason } = error;
    throw new DecodeError(code, `${path}/${field}`, offset, reason, { cause: error });
  }
}

/** Whether an octet begins a header: a code, or the name of one. */
export function beginsHeader(octet: number): boolean {
  return octet >= 0x80 || beginsName(octet);
}

function beginsName(octet: number): boolean {
  return octet >= 0x20 && octet < 0x7f;
}

/** Leaves out a run of octets that begin no header, such as a second 00 after a text. @throws DecodeError in strict reading. */
export function skipStrays(reader: ByteReader, path: string, reading: Reading): void {
  const { octets, offset: at, end } = reader;
  reading.fault(new DecodeError('bad-value', `${path}/header`, at, `${octets[at]} does not begin a header`));
  let to = at + 1;
  while (to < end && !beginsHeader(octets[to] as number)) to++;
  reader.take(to - at, `${path}/stray`);
}

/**
 * Reads a header with a name; leniently one whose name or value is not valid, as its octets.
 * @throws DecodeError, having read nothing.
 */
export function readNamedHeader(reader: ByteReader, path: string, reading: Reading): MmsOtherHeader {
  const nul = reader.octets.indexOf(0, reader.offset);
  const from = nul + 1;
  const end = reader.octets.indexOf(0, from);
  if (nul < 0 || end < 0 || end >= reader.end) {
    throw new DecodeError('truncated', `${path}/header`, reader.offset, 'a header is a name and a text, each with a 00');
  }
  limitHeader(reading, reader.offset, end + 1, `${path}/header`);
  const read = (texts: ByteReader, fault: Fault): MmsOtherHeader => {
    const at = texts.offset;
    const name = readTextString(texts, `${path}/header/name`, fault);
    if (!TOKEN.test(name)) {
      throw new DecodeError('bad-value', `${path}/header/name`, at, `${JSON.stringify(name.slice(0, 40))} is not a name`);
    }
    return { name, value: readTextString(texts, `${path}/header/value`, fault) };
  };
  try {
    return readTwice(reader, end + 1, reading.fault, read, 'header');
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.fault(error);
    return { raw: copyOf(reader.take(end + 1 - reader.offset, `${path}/header`)) };
  }
}

/** Whether octets have the frame of a header with a name: two texts, each with its 00. */
export function isNamedHeader(octets: Uint8Array): boolean {
  const nul = octets.indexOf(0);
  return nul > 0 && octets.indexOf(0, nul + 1) === octets.length - 1 && beginsName(octets[0] as number);
}

/** A value in words, for a trace. */
export function inWords(value: unknown): string {
  if (value === null) return 'insert address';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return toHex(value);
  if (typeof value !== 'object') return String(value);
  if ('seconds' in value) return `${value.seconds} seconds later`;
  return Object.entries(value)
    .filter(([name]) => name !== 'kind')
    .map(([, item]) => inWords(item))
    .join(' ');
}
