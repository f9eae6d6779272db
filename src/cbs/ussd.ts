/**
 * Strings of USSD, and the argument that carries one: a dialogue such as `*100#` and its answer.
 *
 *   USSD-Arg, USSD-Res    30 length | 04 01 data coding scheme | 04 length, string | other elements
 *
 * Source: 3GPP TS 23.038 sections 5 and 6.1.2.3, TS 24.080 section 3.6, TS 29.002 section 17.7.4; ITU-T X.690 for the lengths.
 * @module
 */

import { readBerLength } from '../bytes/ber.js';
import { requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type CbsContent, encodeContent, readContent } from './content.js';
import { readCbsDcs } from './fields.js';

/** A string of USSD: a text, or octets if the data coding scheme names data. */
export type UssdString = CbsContent;

/** The argument or the result of a USSD operation: a string with its data coding scheme (TS 24.080 section 3.6). */
export interface UssdArgument extends UssdString {
  /** Data coding scheme, 0 to 255: 15 for GSM 7-bit, 72 for UCS-2; see `describeCbsDcs`. */
  readonly dcs: number;
  /** The encoded elements after the string, verbatim: an alerting pattern, an MSISDN. */
  readonly others?: Uint8Array | undefined;
}

/** Octets of a string (TS 24.080: maxUSSD-StringLength). */
const MAX_OCTETS = 160;
const [SEQUENCE, OCTET_STRING] = [0x30, 0x04];

/**
 * Encodes a string of USSD (TS 23.038 sections 5 and 6.1.2.3). GSM 7-bit text that would leave seven bits unused is filled with a CR, which
 * {@link decodeUssdString} removes.
 * @param dcs data coding scheme, 0 to 255: 15 for GSM 7-bit, 72 for UCS-2.
 * @throws EncodeError `too-long` above 160 octets, `unencodable`, and `bad-value` for content that the coding does not take.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeUssdString } from 'handset/cbs';
 *
 * toHex(encodeUssdString({ text: '*100#' }, 15)); // -> 'AA180C3602'
 * ```
 */
export function encodeUssdString(string: UssdString, dcs: number): Uint8Array {
  requireObject(string, 'string');
  return encodeContent(string, dcs, MAX_OCTETS, 'ussd');
}

/**
 * Decodes a string of USSD (TS 23.038 sections 5 and 6.1.2.3).
 * @param dcs data coding scheme, 0 to 255: 15 for GSM 7-bit, 72 for UCS-2.
 * @param options.lenient accept more than 160 octets, and characters that the alphabet lacks.
 * @throws DecodeError `bad-value` above 160 octets and for characters that the alphabet lacks; `truncated` for half a character of UCS-2.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeUssdString } from 'handset/cbs';
 *
 * decodeUssdString(fromHex('C2303BEC1E971B'), 15).text; // -> 'Balance'
 * ```
 */
export function decodeUssdString(octets: Uint8Array, dcs: number, options?: DecodeOptions): UssdString {
  return readString(new ByteReader(octets), dcs, Reading.of(options));
}

function readString(body: ByteReader, dcs: number, reading: Reading): UssdString {
  if (body.remaining > MAX_OCTETS)
    reading.fault('bad-value', 'USSD string', body.offset, `${body.remaining} octets, limit is ${MAX_OCTETS}`);
  return readContent(body, dcs, reading, 'ussd');
}

/**
 * Encodes an argument or a result of USSD (USSD-Arg, USSD-Res; TS 24.080 section 3.6).
 * @throws EncodeError as {@link encodeUssdString}; `too-long` above 65,535 octets.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeUssdArgument } from 'handset/cbs';
 *
 * toHex(encodeUssdArgument({ dcs: 15, text: '*100#' })); // -> '300A04010F0405AA180C3602'
 * ```
 */
export function encodeUssdArgument(argument: UssdArgument): Uint8Array {
  requireObject(argument, 'argument');
  const { dcs, others = new Uint8Array(0) } = argument;
  requireOctets(others, 'others');
  const string = encodeUssdString(argument, dcs);
  const body = new ByteWriter().u8(OCTET_STRING).u8(1).u8(dcs).u8(OCTET_STRING);
  writeLength(body, string.length);
  body.bytes(string).bytes(others);
  if (body.length > 0xffff) throw new EncodeError('too-long', 'others', undefined, `${others.length} octets`);
  const writer = new ByteWriter(body.length + 4).u8(SEQUENCE);
  writeLength(writer, body.length);
  return writer.bytes(body.finish()).finish();
}

/**
 * Decodes an argument or a result of USSD (USSD-Arg, USSD-Res; TS 24.080 section 3.6).
 * @param options.lenient accept what {@link decodeUssdString} accepts, and octets after the argument.
 * @throws DecodeError `truncated`, `bad-value` for another element and for an indefinite length, `trailing-bytes`.
 */
export function decodeUssdArgument(octets: Uint8Array, options?: DecodeOptions): UssdArgument {
  return readUssdArgument(new ByteReader(octets), options);
}

/** {@link decodeUssdArgument} on a cursor, which is left at the end. */
export function readUssdArgument(reader: ByteReader, options?: DecodeOptions): UssdArgument {
  const reading = Reading.of(options);
  expectTag(reader, SEQUENCE, 'USSD-Arg');
  const body = reader.subToCut(readBerLength(reader, 'USSD-Arg/length'), 'USSD-Arg');
  body.open('ussd-DataCodingScheme', '24.080 3.6');
  expectTag(body, OCTET_STRING, 'ussd-DataCodingScheme');
  const at = body.offset;
  const octets = readBerLength(body, 'ussd-DataCodingScheme/length');
  if (octets !== 1) throw new DecodeError('bad-value', 'ussd-DataCodingScheme/length', at, `${octets} octets, not 1`);
  const dcs = readCbsDcs(body);
  body.close();
  body.open('ussd-String', '24.080 3.6');
  expectTag(body, OCTET_STRING, 'ussd-String');
  const length = readBerLength(body, 'ussd-String/length');
  const string = readString(body.subToCut(length, 'ussd-String'), dcs, reading);
  body.close();
  const others = copyOctets(body.octets.subarray(body.offset, body.end));
  if (others.length > 0) body.take(others.length, 'other elements');
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', 'USSD-Arg', reader.offset, `${reader.remaining} octets follow`);
    reader.take(reader.remaining, 'trailing octets');
  }
  return { dcs, ...string, ...(others.length > 0 && { others }) };
}

function expectTag(reader: ByteReader, tag: number, field: string): void {
  const at = reader.offset;
  const found = reader.u8(`${field}/tag`);
  if (found !== tag) throw new DecodeError('bad-value', `${field}/tag`, at, `${found} is not ${tag}`);
}

function writeLength(writer: ByteWriter, length: number): void {
  if (length < 0x80) writer.u8(length);
  else if (length < 0x100) writer.u8(0x81).u8(length);
  else writer.u8(0x82).u16(length);
}
