/**
 * Writes an MMS PDU: headers, and the parts behind them.
 *
 * The size is known before the first octet of a part is copied, so that each is copied once, into an array of the right length.
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import type { WspParameter } from '../wsp/content-type.js';
import type { MmsBody } from './body.js';
import type { Form } from './header-forms.js';
import { FIELD, fieldsOf, nameOfProperty, rulesOf } from './headers.js';
import { addMultipart, inBrackets, type Pieces, writeOtherHeaders, writePartType } from './multipart.js';
import { MMS_PDU_TYPES, type MmsPdu } from './pdu.js';
import { isMultipart, writeType } from './type-of-content.js';
import { writeFrom } from './values.js';

/** Bodies with a part to begin with. */
const RELATED = 'application/vnd.wap.multipart.related';
const MIXED = 'application/vnd.wap.multipart.mixed';
const SMIL = 'application/smil';
/** Multiparts whose parts have boundaries. */
const MIME_MULTIPART = /^multipart\//i;

/**
 * Writes a PDU.
 * @throws EncodeError `bad-value` or `unencodable` naming the property: for a required one that is missing, and for a value that the field
 * cannot hold; `too-long` for multiparts too deep. TypeError for a value of the wrong type.
 */
export function encodeMms(pdu: MmsPdu): Uint8Array {
  const { list, length } = piecesOf(pdu);
  const octets = new Uint8Array(length);
  let at = 0;
  for (const piece of list) {
    octets.set(piece, at);
    at += piece.length;
  }
  return octets;
}

/** How many octets {@link encodeMms} would write; the data of the parts are not copied for it. @throws as encodeMms */
export function mmsSize(pdu: MmsPdu): number {
  return piecesOf(pdu).length;
}

function piecesOf(pdu: MmsPdu): Pieces {
  const code = MMS_PDU_TYPES.indexOf(pdu.type);
  if (code < 0) {
    throw new EncodeError('bad-value', 'type', undefined, `${JSON.stringify(pdu.type)} is not the type of a PDU`);
  }
  requireProperties(pdu);
  const writer = new ByteWriter(256);
  writer.u8(FIELD.MessageType | 0x80).u8(0x80 + code);
  writeHeaders(writer, pdu);
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

function requireProperties(pdu: MmsPdu): void {
  const { type } = pdu;
  const { required, body, hasRecipients } = rulesOf(type);
  const given = pdu as unknown as Readonly<Record<string, unknown>>;
  for (const property of required) {
    const value = given[property];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) {
      throw new EncodeError('bad-value', property, undefined, `${type} needs ${nameOfProperty(type, property)}`);
    }
  }
  if (hasRecipients && !['to', 'cc', 'bcc'].some((property) => (given[property] as unknown[] | undefined)?.length)) {
    throw new EncodeError('bad-value', 'to', undefined, `${type} needs a recipient`);
  }
  if (body === 'required' && pdu.parts === undefined) {
    throw new EncodeError('bad-value', 'parts', undefined, `${type} needs a body`);
  }
  if (body === 'none' && pdu.parts !== undefined) {
    throw new EncodeError('bad-value', 'parts', undefined, `${type} has no body`);
  }
}

function writeHeaders(writer: ByteWriter, pdu: MmsPdu): void {
  const given = pdu as unknown as Readonly<Record<string, unknown>>;
  for (const { code, property, form, isList } of fieldsOf(pdu.type).values()) {
    const value = given[property];
    if (value === undefined) {
      if (code === FIELD.From && rulesOf(pdu.type).insertsFrom) writeFrom(writer.u8(code | 0x80), undefined, property);
    } else if (isList) {
      writeList(writer, code, form, value, property);
    } else {
      form.write(writer.u8(code | 0x80), value as never, property);
    }
  }
  const { otherHeaders = [] } = pdu;
  otherHeaders.forEach((header, index) => {
    if ('code' in header && (header.code === FIELD.ContentType || header.code === FIELD.MessageType)) {
      throw new EncodeError('bad-value', `otherHeaders[${index}].code`, undefined, 'this header has a place of its own');
    }
  });
  writeOtherHeaders(writer, otherHeaders, 'otherHeaders');
}

function writeList(writer: ByteWriter, code: number, form: Form, values: unknown, property: string): void {
  if (!Array.isArray(values)) throw new TypeError(`${property} is not an array`);
  values.forEach((value, index) => {
    form.write(writer.u8(code | 0x80), value as never, `${property}[${index}]`);
  });
}

function addBody(pieces: Pieces, writer: ByteWriter, body: MmsBody): void {
  if (!Array.isArray(body.parts)) throw new TypeError('parts is not an array');
  const contentType = body.contentType ?? usualType(body);
  if (isMultipart(contentType)) {
    writeType(writer, { contentType, charset: body.charset, parameters: parametersOf(body) }, '');
    pieces.list.push(writer.finish());
    addMultipart(pieces, body.parts);
    return;
  }
  const [part, another] = body.parts;
  if (part === undefined || another !== undefined) {
    throw new EncodeError('bad-value', 'parts', undefined, `a body of the type ${contentType} is one part`);
  }
  if (part.contentType.toLowerCase() !== contentType.toLowerCase()) {
    if (MIME_MULTIPART.test(contentType)) {
      throw new EncodeError(
        'bad-value',
        'contentType',
        undefined,
        `${contentType} is of mail; here it is ${MIXED} and the like`,
      );
    }
    throw new EncodeError('bad-value', 'contentType', undefined, `is ${contentType}, but the only part is ${part.contentType}`);
  }
  for (const property of ['contentId', 'contentLocation', 'disposition', 'otherHeaders', 'parts'] as const) {
    if (part[property] !== undefined) {
      throw new EncodeError('bad-value', `parts[0].${property}`, undefined, 'only parts of a multipart have headers');
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

function parametersOf({ start, startType, parameters = [] }: MmsBody): WspParameter[] {
  const first: WspParameter[] = [];
  if (start !== undefined) first.push({ name: 'start', value: inBrackets(start, 'start') });
  if (startType !== undefined) first.push({ name: 'type', value: startType });
  return [...first, ...parameters];
}
