/**
 * Reads an MMS PDU.
 *
 * The order of its fields does not matter, but X-Mms-Message-Type comes first, or right behind X-Mms-Transaction-Id as some senders have
 * it, and Content-Type last. Parts of the result are views of the input.
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6 and 7.
 * @module
 */
import { copyOf } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import { endOfValue } from '../wsp/values.js';
import type { MmsBody } from './body.js';
import { fieldName } from './header-names.js';
import type { MmsOtherHeader } from './header-values.js';
import { FIELD, fieldsOf, type HeaderField, nameOfProperty, rulesOf } from './headers.js';
import { readBody, readMultipart, withoutBrackets } from './multipart.js';
import { MMS_PDU_TYPES, type MmsDecodeOptions, type MmsPdu, type MmsPduType } from './pdu.js';
import {
  beginsHeader,
  countHeaders,
  inWords,
  limitHeader,
  type Reading,
  type ReadPart,
  readNamedHeader,
  readTwice,
  skipStrays,
  startReading,
} from './reading.js';
import { isMultipart, readType, type TypeOfContent } from './type-of-content.js';

const TYPE_FIELD = 'MMS/X-Mms-Message-Type';
const SPEC = 'MMS_ENC 7.3';
/** The type of a body that is missing. */
const MIXED = 'application/vnd.wap.multipart.mixed';

/**
 * Reads a PDU. What has no model is kept, so that it is written again; longer forms of a value are written in the usual one.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet offset, also for a required header that is missing;
 * LimitError past the limits.
 */
export function decodeMms(octets: Uint8Array, options?: MmsDecodeOptions): MmsPdu {
  return readMms(new ByteReader(octets), options);
}

/**
 * {@link decodeMms} on a cursor, which is left at its end. `readPart` reads the data of each part that is no multipart in place of the
 * reader, for a trace of what is in it; it gets the part.
 */
export function readMms(reader: ByteReader, options?: MmsDecodeOptions, readPart?: ReadPart): MmsPdu {
  const most = options?.limits?.mmsOctets ?? DEFAULT_LIMITS.mmsOctets;
  if (reader.remaining > most) {
    throw new LimitError('limit-exceeded', 'MMS', reader.offset, `${reader.remaining} octets where ${most} are allowed`);
  }
  const reading = startReading(options, readPart);
  const type = findType(reader, reading);
  const found: Found = { properties: { type }, others: [], insertsFrom: false };
  const content = readHeaders(reader, type, found, reading);
  const { properties, others } = found;
  if (others.length > 0) properties.otherHeaders = others;
  if (content !== undefined) Object.assign(properties, readContent(reader, content, reading));
  else if (rulesOf(type).body === 'required') Object.assign(properties, { contentType: MIXED, parts: [] });
  return properties as unknown as MmsPdu;
}

/** Headers as they are read. */
interface Found {
  readonly properties: Record<string, unknown>;
  readonly others: MmsOtherHeader[];
  /** From was there and asks for the sender's address. */
  insertsFrom: boolean;
}

/** Looks ahead for the type, which tells what the other fields mean. */
function findType(reader: ByteReader, reading: Reading): MmsPduType {
  const { octets, offset: start, end } = reader;
  if (reader.remaining === 0) throw new DecodeError('truncated', TYPE_FIELD, start, 'the message type is missing');
  let at = start;
  let isTold = false;
  while (at < end && octets[at] !== (FIELD.MessageType | 0x80)) {
    const first = octets[at] as number;
    if (at > start || first !== (FIELD.TransactionId | 0x80)) {
      if (!isTold) reading.fault(new DecodeError('bad-value', TYPE_FIELD, at, 'the message type is not in front'));
      isTold = true;
    }
    // A body does not hold the type.
    if (first === (FIELD.ContentType | 0x80)) break;
    at = endOfValue(octets, first < 0x80 ? at : at + 1, end, 'MMS/header');
    if (first < 0x80) at = endOfValue(octets, at, end, 'MMS/header');
  }
  if (octets[at] !== (FIELD.MessageType | 0x80) || at >= end) {
    throw new DecodeError('bad-value', TYPE_FIELD, Math.min(at, end), 'the message type is missing');
  }
  const code = octets[at + 1] as number;
  if (at + 1 >= end) throw new DecodeError('truncated', TYPE_FIELD, at + 1, 'the message type is missing');
  const type = MMS_PDU_TYPES[code - 0x80];
  if (type === undefined) throw new DecodeError('bad-value', TYPE_FIELD, at + 1, `${code} is not the type of a PDU`);
  return type;
}

/** Reads headers up to the body; returns its content type, or undefined when there is none. */
function readHeaders(reader: ByteReader, type: MmsPduType, found: Found, reading: Reading): TypeOfContent | undefined {
  const { octets } = reader;
  const fields = fieldsOf(type);
  let hasType = false;
  while (reader.remaining > 0) {
    const first = octets[reader.offset] as number;
    const code = first & 0x7f;
    if (first >= 0x80 && code === FIELD.ContentType) return readTypeOfBody(reader, type, found, reading);
    try {
      if (!beginsHeader(first)) skipStrays(reader, 'MMS', reading);
      else if (first < 0x80) found.others.push(readNamedHeader(reader, 'MMS', reading));
      else if (code !== FIELD.MessageType) readField(reader, code, fields.get(code), type, found, reading);
      else {
        readMessageType(reader, type, hasType, reading);
        hasType = true;
      }
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      reading.fault(error);
      // The header runs past the end: what is left is not a whole one.
      reader.take(reader.remaining, 'MMS/rest');
    }
  }
  expectRequired(type, found, reader.offset, reading);
  if (rulesOf(type).body === 'required') {
    reading.fault(new DecodeError('bad-value', 'MMS/Content-Type', reader.offset, `${type} needs Content-Type and a body`));
  }
  return undefined;
}

function readMessageType(reader: ByteReader, type: MmsPduType, isSecond: boolean, reading: Reading): void {
  const { octets, offset: at } = reader;
  const to = endOfValue(octets, at + 1, reader.end, TYPE_FIELD);
  countHeaders(reading, 1, at + 1, TYPE_FIELD);
  if (isSecond) reading.fault(new DecodeError('bad-value', TYPE_FIELD, at + 1, 'the header is given twice'));
  reader.open('X-Mms-Message-Type', SPEC);
  reader.u8('code');
  if (to === at + 2) reader.u8(TYPE_FIELD);
  else reader.take(to - reader.offset, TYPE_FIELD);
  reader.close();
  if (reader.trace !== undefined) reader.trace.mean(isSecond ? 'given twice' : type);
}

function readField(
  reader: ByteReader,
  code: number,
  field: HeaderField | undefined,
  type: MmsPduType,
  found: Found,
  reading: Reading,
): void {
  const { octets, offset: at, trace } = reader;
  const name = fieldName(code) ?? 'header';
  const path = `MMS/${name}`;
  const to = endOfValue(octets, at + 1, reader.end, path);
  limitHeader(reading, at + 1, to, path);
  reader.open(name, SPEC);
  reader.u8('code');
  const value = field === undefined ? undefined : readModelled(reader, to, field, path, type, found, reading);
  if (value === undefined) found.others.push({ code, value: copyOf(reader.take(to - reader.offset, path)) });
  reader.close();
  if (trace !== undefined && value !== undefined) trace.mean(inWords(value));
}

/** Reads a field that has a model; undefined, and nothing read, when its value does not fit it. */
function readModelled(
  reader: ByteReader,
  to: number,
  { code, property, form, isList }: HeaderField,
  path: string,
  type: MmsPduType,
  found: Found,
  reading: Reading,
): unknown {
  const at = reader.offset;
  const { properties } = found;
  try {
    const isSecond = code === FIELD.From ? found.insertsFrom || property in properties : !isList && property in properties;
    if (isSecond) throw new DecodeError('bad-value', path, at, 'the header is given twice');
    const value = readTwice(reader, to, reading.fault, (part, fault) => {
      const read = form.read(part, path, fault);
      if (read === null && !rulesOf(type).insertsFrom) {
        throw new DecodeError('bad-value', path, at, `${type} has no address for the MMSC to insert`);
      }
      if (read !== undefined) part.expectEnd(path);
      return read;
    });
    countParameters(value, at, path, reading);
    if (value === null) found.insertsFrom = true;
    else if (value !== undefined && isList) listOf(properties, property).push(value);
    else if (value !== undefined) properties[property] = value;
    return value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.fault(error);
    return undefined;
  }
}

/** The parameters of an element. */
function countParameters(value: unknown, at: number, path: string, reading: Reading): void {
  const { parameters } = (value ?? {}) as { readonly parameters?: readonly unknown[] };
  if (parameters !== undefined) countHeaders(reading, parameters.length, at, path);
}

function listOf(properties: Record<string, unknown>, property: string): unknown[] {
  properties[property] ??= [];
  return properties[property] as unknown[];
}

function readTypeOfBody(reader: ByteReader, type: MmsPduType, found: Found, reading: Reading): TypeOfContent | undefined {
  const at = reader.offset;
  expectRequired(type, found, at, reading);
  if (rulesOf(type).body === 'none') {
    reading.fault(new DecodeError('bad-value', 'MMS/Content-Type', at, `${type} has no body`));
    reader.take(reader.remaining, 'MMS/rest');
    return undefined;
  }
  reader.u8('MMS/code');
  if (reader.trace !== undefined) reader.trace.mean('Content-Type');
  return readType(reader, 'MMS', reading);
}

function expectRequired(type: MmsPduType, found: Found, at: number, reading: Reading): void {
  const { required, hasRecipients, insertsFrom } = rulesOf(type);
  const { properties } = found;
  const miss = (name: string): void => {
    reading.fault(new DecodeError('bad-value', `MMS/${name}`, at, `${type} needs ${name}`));
  };
  for (const property of required) if (!(property in properties)) miss(nameOfProperty(type, property));
  if (insertsFrom && !found.insertsFrom && !('from' in properties)) miss('From');
  if (hasRecipients && !('to' in properties || 'cc' in properties || 'bcc' in properties)) miss('To');
}

function readContent(reader: ByteReader, type: TypeOfContent, reading: Reading): MmsBody {
  const { contentType } = type;
  if (!isMultipart(contentType)) return { contentType, parts: [readBody(reader, type, 'MMS', reading)] };
  reader.open('body', 'WAP-230 8.5');
  const parts = readMultipart(reader, 'MMS', reading);
  if (reader.remaining > 0) {
    reading.fault(new DecodeError('trailing-bytes', 'MMS', reader.offset, `${reader.remaining} octets behind the last part`));
    reader.take(reader.remaining, 'MMS/rest');
  }
  reader.close();
  return { contentType, ...startOf(type), parts };
}

/** The parameters that a body has properties for, and the others. */
function startOf({ charset, parameters }: TypeOfContent): Omit<MmsBody, 'parts'> {
  let start: string | undefined;
  let startType: string | undefined;
  const others = parameters.filter((parameter) => {
    if ('code' in parameter || typeof parameter.value !== 'string') return true;
    const { name, value } = parameter;
    if (name === 'start' && start === undefined) start = withoutBrackets(value);
    else if (name === 'type' && startType === undefined) startType = value;
    else return true;
    return false;
  });
  return {
    ...(start === undefined ? {} : { start }),
    ...(startType === undefined ? {} : { startType }),
    ...(others.length === 0 ? {} : { parameters: others }),
    ...(charset === undefined ? {} : { charset }),
  };
}
