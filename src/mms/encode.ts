/**
 * Writes an MMS PDU: headers, and the parts after them.
 *
 * The size is known before the first octet of a part is copied, so that each is copied once, into an array of the right length.
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { joinOctets, requireOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import type { WspParameter } from '../wsp/content-type.js';
import type { MmsBody } from './body.js';
import { writeHeaders } from './header-codec.js';
import { FIELD, fieldOfProperty, findModel, type PduModel } from './headers.js';
import { addMultipart, inBrackets, MIXED, type Pieces, RELATED, writePartType } from './multipart.js';
import { MMS_PDU_TYPES, type MmsPdu } from './pdu.js';
import { isMultipart, writeType } from './type-of-content.js';

const SMIL = 'application/smil';
/** Multiparts whose parts have boundaries. */
const MIME_MULTIPART = /^multipart\//i;

/**
 * Encodes an MMS PDU (OMA-TS-MMS_ENC-V1_3).
 * @throws EncodeError `bad-value` or `unencodable` naming the property: for a missing required one, and for a value that the field
 * cannot hold; `too-long` for multiparts that are nested too deep.
 * @throws TypeError for a value of the wrong type.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeMms } from 'handset/mms';
 *
 * const data = new TextEncoder().encode('Hi');
 * const date = new Date('2023-11-14T22:13:20Z');
 * const parts = [{ name: 'a.txt', contentType: 'text/plain', charset: 'utf-8', data }];
 * const octets = encodeMms({ type: 'M-Retrieve.conf', mmsVersion: '1.2', date, from: '447700900001', parts });
 * toHex(octets.subarray(0, 10)); // -> '8C848D9285046553F100'
 * ```
 */
export function encodeMms(pdu: MmsPdu): Uint8Array {
  requireObject(pdu, 'pdu');
  const { list, length } = writePieces(pdu);
  return joinOctets(list, length);
}

/**
 * Measures an MMS PDU: the number of octets that {@link encodeMms} would write, without copying the parts.
 * @throws EncodeError, TypeError as there.
 */
export function mmsSize(pdu: MmsPdu): number {
  requireObject(pdu, 'pdu');
  return writePieces(pdu).length;
}

function writePieces(pdu: MmsPdu): Pieces {
  const code = MMS_PDU_TYPES.indexOf(pdu.type);
  if (code < 0) {
    throw EncodeError.badValue('type', `${quote(pdu.type)} is not the type of a PDU`);
  }
  const model = findModel(pdu.type);
  requireProperties(pdu, model);
  const writer = new ByteWriter(256);
  writer.u8(FIELD.MessageType | 0x80).u8(0x80 + code);
  const { otherHeaders = [] } = pdu;
  otherHeaders.forEach((header, index) => {
    if ('code' in header && (header.code === FIELD.ContentType || header.code === FIELD.MessageType)) {
      throw EncodeError.badValue(`otherHeaders[${index}].code`, 'this header has a fixed place');
    }
  });
  writeHeaders(writer, model, pdu, otherHeaders, '');
  const pieces: Pieces = { list: [], length: 0 };
  if (pdu.parts === undefined) {
    pieces.list.push(writer.finish());
  } else {
    writer.u8(FIELD.ContentType | 0x80);
    addBody(pieces, writer, pdu);
  }
  pieces.length += (pieces.list[0] as Uint8Array).length;
  return pieces;
}

function requireProperties(pdu: MmsPdu, model: PduModel): void {
  const { type, required, body, hasRecipients } = model;
  const given = pdu as unknown as Readonly<Record<string, unknown>>;
  for (const property of required) {
    const value = given[property];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) {
      throw EncodeError.badValue(property, `${type} needs ${fieldOfProperty(model, property)}`);
    }
  }
  if (hasRecipients && !['to', 'cc', 'bcc'].some((property) => (given[property] as unknown[] | undefined)?.length)) {
    throw EncodeError.badValue('to', `${type} needs a recipient`);
  }
  if (body === 'required' && pdu.parts === undefined) {
    throw EncodeError.badValue('parts', `${type} needs a body`);
  }
  if (body === 'none' && pdu.parts !== undefined) {
    throw EncodeError.badValue('parts', `${type} has no body`);
  }
}

function addBody(pieces: Pieces, writer: ByteWriter, body: MmsBody): void {
  if (!Array.isArray(body.parts)) throw new TypeError('parts is not an array');
  const contentType = body.contentType ?? usualType(body);
  if (isMultipart(contentType)) {
    writeType(writer, { contentType, charset: body.charset, parameters: listParameters(body) }, '');
    pieces.list.push(writer.finish());
    addMultipart(pieces, body.parts);
    return;
  }
  const [part, another] = body.parts;
  if (part === undefined || another !== undefined) {
    throw EncodeError.badValue('parts', `a body of the type ${quote(contentType)} is one part`);
  }
  if (part.contentType.toLowerCase() !== contentType.toLowerCase()) {
    if (MIME_MULTIPART.test(contentType)) {
      throw EncodeError.badValue('contentType', `${quote(contentType)} is a type of mail; messages have ${MIXED} and the like`);
    }
    throw EncodeError.badValue('contentType', `is ${quote(contentType)}, but the only part is ${quote(part.contentType)}`);
  }
  for (const property of ['contentId', 'contentLocation', 'disposition', 'otherHeaders', 'parts'] as const) {
    if (part[property] !== undefined) {
      throw EncodeError.badValue(`parts[0].${property}`, 'only parts of a multipart have headers');
    }
  }
  requireOctets(part.data, 'parts[0].data');
  writePartType(writer, part, 'parts[0].');
  pieces.list.push(writer.finish(), part.data);
  pieces.length += part.data.length;
}

function usualType({ start, parts }: MmsBody): string {
  return start !== undefined || parts[0]?.contentType?.toLowerCase?.() === SMIL ? RELATED : MIXED;
}

function listParameters({ start, startType, parameters = [] }: MmsBody): WspParameter[] {
  const first: WspParameter[] = [];
  if (start !== undefined) first.push({ name: 'start', value: inBrackets(start, 'start') });
  if (startType !== undefined) first.push({ name: 'type', value: startType });
  return [...first, ...parameters];
}
