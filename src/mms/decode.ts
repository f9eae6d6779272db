/**
 * Reads an MMS PDU.
 *
 * The order of its fields does not matter, but X-Mms-Message-Type comes first, or right after X-Mms-Transaction-Id as some senders have
 * it, and Content-Type last. Parts of the result are views of the input.
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6 and 7.
 * @module
 */
import { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { endOfValue } from '../wsp/values.js';
import type { MmsBody } from './body.js';
import { type FoundHeaders, PduReading, type ReadPart, readHeader, readToEnd } from './header-codec.js';
import { FIELD, fieldOfProperty, findModel, HEADER_SPEC, type PduModel } from './headers.js';
import { MIXED, readBody, readMultipart, withoutBrackets } from './multipart.js';
import { MMS_PDU_TYPES, type MmsDecodeOptions, type MmsPdu, type MmsPduType } from './pdu.js';
import { isMultipart, readType, type TypeOfContent } from './type-of-content.js';

const TYPE_FIELD = 'MMS/X-Mms-Message-Type';

/**
 * Decodes an MMS PDU (OMA-TS-MMS_ENC-V1_3). Unknown headers are kept in `otherHeaders`. Encoding the result writes every value in its usual form.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet offset, also for a missing required header.
 * @throws LimitError `limit-exceeded`, see {@link MmsDecodeOptions}.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeMms } from 'handset/mms';
 *
 * decodeMms(fromHex('8C859854008D92F081'));
 * // -> { type: 'M-Acknowledge.ind', transactionId: 'T', mmsVersion: '1.2', otherHeaders: [{ code: 0x70, value: Uint8Array.of(0x81) }] }
 * ```
 */
export function decodeMms(octets: Uint8Array, options?: MmsDecodeOptions): MmsPdu {
  return readMms(new ByteReader(octets), options);
}

/**
 * {@link decodeMms} on a cursor, which is left at its end. `readPart` reads the data of each part that is not a multipart in place of the
 * reader, for a trace of what is in it; it gets the part.
 */
export function readMms(reader: ByteReader, options?: MmsDecodeOptions, readPart?: ReadPart): MmsPdu {
  const pdu = new PduReading(options, readPart);
  pdu.reading.limit('mmsOctets', reader.remaining, 'MMS', reader.offset);
  const model = findModel(findType(reader, pdu.reading));
  const found: FoundHeaders = { properties: { type: model.type }, others: [] };
  const content = readHeaders(reader, model, found, pdu);
  const { properties, others } = found;
  // The address is the MMSC's to insert.
  if (properties.from === null) delete properties.from;
  if (others.length > 0) properties.otherHeaders = others;
  if (content !== undefined) Object.assign(properties, readContent(reader, content, pdu));
  else if (model.body === 'required') Object.assign(properties, { contentType: MIXED, parts: [] });
  return properties as unknown as MmsPdu;
}

/** The type of the PDU, which other fields depend on; the reader stays where it is. */
function findType(reader: ByteReader, reading: Reading): MmsPduType {
  const { octets, offset: start, end } = reader;
  if (reader.remaining === 0) throw new DecodeError('truncated', TYPE_FIELD, start, 'the message type is missing');
  let at = start;
  let isTold = false;
  while (at < end && octets[at] !== (FIELD.MessageType | 0x80)) {
    const first = octets[at] as number;
    if (at > start || first !== (FIELD.TransactionId | 0x80)) {
      if (!isTold) reading.fault('bad-value', TYPE_FIELD, at, 'the message type is not the first header');
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

/** Reads headers up to the body; returns its content type, or undefined without a body. */
function readHeaders(reader: ByteReader, model: PduModel, found: FoundHeaders, pdu: PduReading): TypeOfContent | undefined {
  const { octets } = reader;
  const { type, body } = model;
  let hasType = false;
  let hasBody = false;
  readToEnd(reader, 'MMS/rest', pdu, () => {
    while (reader.remaining > 0 && !hasBody) {
      const first = octets[reader.offset] as number;
      hasBody = first === (FIELD.ContentType | 0x80);
      if (first === (FIELD.MessageType | 0x80)) {
        readMessageType(reader, type, hasType, pdu);
        hasType = true;
      } else if (!hasBody) {
        readHeader(reader, model, 'MMS', found, pdu);
      }
    }
  });
  const at = reader.offset;
  expectRequired(model, found, at, pdu.reading);
  if (!hasBody) {
    if (body === 'required') pdu.reading.fault('bad-value', 'MMS/Content-Type', at, `${type} needs Content-Type and a body`);
    return undefined;
  }
  if (body === 'none') {
    pdu.reading.fault('bad-value', 'MMS/Content-Type', at, `${type} has no body`);
    reader.take(reader.remaining, 'MMS/rest');
    return undefined;
  }
  reader.u8('MMS/code');
  if (reader.trace !== undefined) reader.trace.mean('Content-Type');
  return readType(reader, 'MMS', pdu);
}

function readMessageType(reader: ByteReader, type: MmsPduType, isSecond: boolean, pdu: PduReading): void {
  const { octets, offset } = reader;
  const at = offset + 1;
  const to = endOfValue(octets, at, reader.end, TYPE_FIELD);
  pdu.countHeaders(1, at, TYPE_FIELD);
  if (isSecond) pdu.reading.fault('bad-value', TYPE_FIELD, at, 'the header is given twice');
  reader.open('X-Mms-Message-Type', HEADER_SPEC);
  reader.u8('code');
  if (to === at + 1) reader.u8(TYPE_FIELD);
  else reader.take(to - at, TYPE_FIELD);
  reader.close();
  if (reader.trace !== undefined) reader.trace.mean(isSecond ? 'given twice' : type);
}

function expectRequired(model: PduModel, { properties }: FoundHeaders, at: number, reading: Reading): void {
  const { type, required, hasRecipients, insertsFrom } = model;
  const miss = (name: string): void => {
    reading.fault('bad-value', `MMS/${name}`, at, `${type} needs ${name}`);
  };
  for (const property of required) if (!(property in properties)) miss(fieldOfProperty(model, property));
  if (insertsFrom && !('from' in properties)) miss('From');
  if (hasRecipients && !('to' in properties || 'cc' in properties || 'bcc' in properties)) miss('To');
}

function readContent(reader: ByteReader, type: TypeOfContent, pdu: PduReading): MmsBody {
  const { contentType } = type;
  if (!isMultipart(contentType)) return { contentType, parts: [readBody(reader, type, 'MMS', pdu)] };
  reader.open('body', 'WAP-230 8.5');
  const parts = readMultipart(reader, 'MMS', pdu);
  reader.close();
  return { contentType, ...splitStart(type), parts };
}

/** The parameters of a body: those with properties of their own, and the others. */
function splitStart({ charset, parameters }: TypeOfContent): Omit<MmsBody, 'parts'> {
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
