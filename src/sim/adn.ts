/**
 * EF_ADN: abbreviated dialling numbers, the phone book of a SIM. EF_FDN, EF_SDN, EF_LND, EF_BDN and EF_MSISDN have the same records.
 *
 *   alpha identifier (X) | length | TON and NPI | digits (10) | capability | extension
 *
 * The length counts the octet of TON and NPI and those of the digits; FF where there is no number. Digits after the twentieth are in a record of
 * EF_EXT1. Source: 3GPP TS 51.011 section 10.5.1; TS 31.102 section 4.4.2.3.
 * @module
 */
import { requireObject, requireText } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { alphaOctetsOf, type EncodeAlphaOptions, encodeAlpha, readAlpha } from './alpha.js';
import { type DialledNumber, formatDialled, readDigits, TYPE_OF_NUMBER, writeDigits } from './numbers.js';
import { isUnused, readPadding, UNUSED } from './padding.js';

/** A record of EF_ADN, the phone book (TS 51.011 section 10.5.1). An empty record has an empty alpha identifier and no number. */
export interface AdnRecord {
  /** Alpha identifier: the name. */
  readonly alpha: string;
  /** The number, up to its 20th digit. */
  readonly number?: DialledNumber | undefined;
  /** Number of the record of EF_CCP with the capabilities that a call needs, 0 to 254. */
  readonly capability?: number | undefined;
  /** Number of the record of EF_EXT1 with more digits or a subaddress, 0 to 254. */
  readonly extension?: number | undefined;
}

/** Octets after the alpha identifier. */
export const ADN_FIXED_OCTETS = 14;
const DIGIT_OCTETS = 10;
/** Digits of a record; more are in an extension. */
export const MAX_ADN_DIGITS = 2 * DIGIT_OCTETS;
const SPEC = '51.011 10.5.1';

/**
 * Encodes a record of a phone book, EF_ADN (TS 51.011 section 10.5.1): the alpha identifier, then 14 octets.
 * @throws EncodeError as `encodeAlpha`; `bad-value` for a digit or a number out of range; `too-long` above 20 digits (see `splitAdn`).
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeAdn } from 'handset/sim';
 *
 * const mum = { alpha: 'Mum', number: { ton: 1, npi: 1, digits: '447700900123' } };
 * toHex(encodeAdn(mum, { alphaOctets: 4 })); // -> '4D756DFF0791447700091032FFFFFFFFFFFF'
 * ```
 */
export function encodeAdn(record: AdnRecord, options?: EncodeAlphaOptions): Uint8Array {
  requireObject(record, 'record');
  const { number, capability, extension } = record;
  const alpha = encodeAlpha(record.alpha, options);
  const octets = new Uint8Array(alpha.length + ADN_FIXED_OCTETS).fill(UNUSED);
  octets.set(alpha);
  const at = alpha.length;
  if (number !== undefined) {
    requireObject(number, 'number');
    const { ton, npi, digits } = number;
    if ((ton & 7) !== ton || (npi & 15) !== npi)
      throw EncodeError.badValue('number', `TON ${ton} or NPI ${npi} is out of range`);
    requireText(digits, 'number.digits');
    if (digits.length > MAX_ADN_DIGITS)
      throw new EncodeError('too-long', 'number', undefined, `${digits.length} digits, limit is ${MAX_ADN_DIGITS}`);
    octets[at + 1] = 0x80 | (ton << 4) | npi;
    octets[at] = writeDigits(digits, octets, at + 2, 'number') - at - 1;
  }
  octets[at + 12] = recordNumber(capability, 'capability');
  octets[at + 13] = recordNumber(extension, 'extension');
  return octets;
}

/** A number of a record, or FF for none. @throws EncodeError `bad-value` */
export function recordNumber(value: number | undefined, field: string): number {
  if (value === undefined) return UNUSED;
  if (!(value >= 0 && value < UNUSED) || !Number.isInteger(value))
    throw EncodeError.badValue(field, `${value} is not 0 to ${UNUSED - 1}`);
  return value;
}

/**
 * Decodes a record of a phone book, EF_ADN (TS 51.011 section 10.5.1). The last 14 octets are fixed; all before them are the alpha identifier.
 * @param options.lenient continue past digits after the end of the number, a length out of range, and octets that are not characters.
 * @throws DecodeError `truncated` for less than 14 octets, `bad-value`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeAdn, formatDialled } from 'handset/sim';
 *
 * const { alpha, number } = decodeAdn(fromHex('4B756E64656E626574726575756E67FF0791947112122721FFFFFFFFFFFF'));
 * [alpha, number && formatDialled(number)]; // -> ['Kundenbetreuung', '+491721217212']
 * ```
 */
export function decodeAdn(octets: Uint8Array, options?: DecodeOptions): AdnRecord {
  return readAdn(new ByteReader(octets), options);
}

/** {@link decodeAdn} on a cursor, which is left at the end. */
export function readAdn(reader: ByteReader, options?: DecodeOptions): AdnRecord {
  const reading = Reading.of(options);
  const alpha = readAlpha(reader, alphaOctetsOf(reader, ADN_FIXED_OCTETS, 'EF_ADN'), reading);
  const number = readNumber(reader, reading);
  const capability = readRecordNumber(reader, 'capability');
  const extension = readRecordNumber(reader, 'extension');
  return {
    alpha,
    ...(number !== undefined && { number }),
    ...(capability !== undefined && { capability }),
    ...(extension !== undefined && { extension }),
  };
}

function readNumber(reader: ByteReader, reading: Reading): DialledNumber | undefined {
  reader.open('number', SPEC);
  const at = reader.offset;
  const length = reader.u8('number/length', SPEC);
  const part = reader.sub(1 + DIGIT_OCTETS, 'number');
  let number: DialledNumber | undefined;
  const isSound = length >= 1 && length <= 1 + DIGIT_OCTETS;
  if (!isSound && length !== UNUSED)
    reading.fault('bad-value', 'number/length', at, `${length} is not 1 to ${1 + DIGIT_OCTETS}`);
  // Some cards have a length of 0 where there is no number.
  if (length === UNUSED || (!isSound && isUnused(part.octets, part.offset, part.end))) reader.trace?.mean('no number');
  else {
    const typeAt = part.offset;
    const type = part.octet(TYPE_OF_NUMBER);
    if (type < 0x80) reading.fault('bad-value', 'number/TON and NPI', typeAt, 'the extension bit is not set');
    const digits = readDigits(part, isSound ? length - 1 : DIGIT_OCTETS, 'number/digits', reading);
    number = { ton: (type >> 4) & 7, npi: type & 15, digits };
  }
  readPadding(part, reading, 'number');
  if (reader.trace !== undefined) {
    reader.close();
    if (number !== undefined) reader.trace.mean(formatDialled(number));
  }
  return number;
}

/** The number of a record; undefined for FF. */
export function readRecordNumber(reader: ByteReader, field: string): number | undefined {
  const value = reader.u8(field, SPEC);
  if (value !== UNUSED) return value;
  reader.trace?.mean('none');
  return undefined;
}
