/**
 * EF_EXT1: what is too long for a record of EF_ADN, and its numbers joined with it. EF_EXT2 to EF_EXT8 have the same records.
 *
 *   type | data (11) | next record
 *   01     a called party subaddress, as TS 24.008 10.5.4.8 has it without its identifier: at most 22 octets, in two records
 *   02     count of octets | digits (10)
 *
 * Source: 3GPP TS 51.011 section 10.5.10.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { copyOctets, octetHex, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { type AdnRecord, MAX_ADN_DIGITS, readRecordNumber, recordNumber } from './adn.js';
import { type DialledNumber, readDigits, writeDigits } from './numbers.js';
import { isUnused, readPadding, UNUSED } from './padding.js';

/** A record of EF_EXT1, the extensions of the phone book (TS 51.011 section 10.5.10). */
export type Ext1Record =
  | { readonly kind: 'free' }
  | {
      readonly kind: 'digits';
      /** At most 20 of {@link DialledNumber.digits}. */
      readonly digits: string;
      /** Number of the record that continues it, 0 to 254. */
      readonly next?: number | undefined;
    }
  | {
      readonly kind: 'subaddress';
      /** 11 octets of a called party subaddress, whose first octet counts those after it. */
      readonly data: Uint8Array;
      /** Number of the record with the other half, 0 to 254. */
      readonly next?: number | undefined;
    };

/** Octets of a record. */
export const EXT1_OCTETS = 13;
const DATA_OCTETS = 11;
/** A subaddress has two records. */
const MAX_SUBADDRESS = 2 * DATA_OCTETS - 1;
const SPEC = '51.011 10.5.10';
const SUBADDRESS = 1;
const DIGITS = 2;

/** Encodes a record of EF_EXT1 (TS 51.011 section 10.5.10), 13 octets. @throws EncodeError `bad-value`, `too-long`, naming the field. */
export function encodeExt1(record: Ext1Record): Uint8Array {
  requireObject(record, 'record');
  const octets = new Uint8Array(EXT1_OCTETS).fill(UNUSED);
  switch (record.kind) {
    case 'free':
      octets[0] = 0;
      return octets;
    case 'digits': {
      const { digits } = record;
      if (digits.length > MAX_ADN_DIGITS)
        throw new EncodeError('too-long', 'digits', undefined, `${digits.length} digits, limit is ${MAX_ADN_DIGITS}`);
      octets[0] = DIGITS;
      octets[1] = writeDigits(digits, octets, 2, 'digits') - 2;
      break;
    }
    case 'subaddress':
      requireOctets(record.data, 'data');
      if (record.data.length !== DATA_OCTETS)
        throw EncodeError.badValue('data', `${record.data.length} octets, needs ${DATA_OCTETS}`);
      octets[0] = SUBADDRESS;
      octets.set(record.data, 1);
      break;
    default:
      throw new TypeError('kind is free, digits, subaddress');
  }
  octets[EXT1_OCTETS - 1] = recordNumber(record.next, 'next');
  return octets;
}

/**
 * Decodes a record of EF_EXT1 (TS 51.011 section 10.5.10), 13 octets. A record of FF only is free, too.
 * @param options.lenient read a reserved type as free and a count above 10 as 10, and continue past digits after F and octets after the record.
 * @throws DecodeError `truncated`; `bad-value` for a reserved type, a count above 10 or a digit after F; `trailing-bytes`.
 */
export function decodeExt1(octets: Uint8Array, options?: DecodeOptions): Ext1Record {
  return readExt1(new ByteReader(octets), options);
}

/** {@link decodeExt1} on a cursor, which is left at the end. */
export function readExt1(reader: ByteReader, options?: DecodeOptions): Ext1Record {
  const reading = Reading.of(options);
  const at = reader.offset;
  const isBlank = reader.remaining >= EXT1_OCTETS && isUnused(reader.octets, at, at + EXT1_OCTETS);
  const type = reader.u8('type', SPEC);
  const isFree = type === 0 || isBlank;
  const words = isFree ? 'free' : type === DIGITS ? 'digits' : type === SUBADDRESS ? 'called party subaddress' : undefined;
  if (words === undefined) {
    reading.fault('bad-value', 'type', at, `${octetHex(type)} is reserved`);
    reader.trace?.mean('reserved');
  } else reader.trace?.mean(words);
  const data = reader.sub(DATA_OCTETS, 'data');
  let record: Ext1Record = { kind: 'free' };
  if (isFree || words === undefined) data.take(DATA_OCTETS, 'data', SPEC);
  else if (type === DIGITS) {
    const countAt = data.offset;
    const count = data.u8('data/count', SPEC);
    if (count > data.remaining)
      reading.fault('bad-value', 'data/count', countAt, `${count} octets, limit is ${data.remaining}`);
    record = { kind: 'digits', digits: readDigits(data, Math.min(count, data.remaining), 'data/digits', reading) };
    readPadding(data, reading, 'data');
  } else record = { kind: 'subaddress', data: copyOctets(data.take(DATA_OCTETS, 'data', SPEC)) };
  const next = readRecordNumber(reader, 'next');
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', 'EF_EXT1', reader.offset, `${reader.remaining} octets follow the last field`);
    reader.take(reader.remaining, 'trailing octets');
  }
  return record.kind === 'free' || next === undefined ? record : { ...record, next };
}

/** A number with the digits and the subaddress of its extensions. */
export interface JoinedNumber extends DialledNumber {
  /** Called party subaddress, at most 21 octets, from the octet of its type on (TS 24.008 section 10.5.4.8). */
  readonly subaddress?: Uint8Array | undefined;
}

/**
 * Joins the number of a record with the digits and the subaddress of its extensions; undefined if the record has no number.
 * @param extensions the records of EF_EXT1; the one at index 0 is record 1.
 * @param options.lenient stop at a record that is free, missing or already used, and accept a subaddress that counts more octets than its records
 * have.
 * @throws DecodeError `bad-value` for such a record, `truncated` for such a subaddress.
 */
export function joinAdn(
  record: AdnRecord,
  extensions: readonly Ext1Record[],
  options?: DecodeOptions,
): JoinedNumber | undefined {
  requireObject(record, 'record');
  requireList(extensions, 'extensions');
  if (record.number === undefined) return undefined;
  const reading = Reading.of(options);
  const met = new Set<number>();
  const halves: number[] = [];
  let { digits } = record.number;
  for (let at = record.extension; at !== undefined; ) {
    const extension: Ext1Record = extensions[at - 1] ?? { kind: 'free' };
    if (met.has(at) || extension.kind === 'free') {
      reading.fault(
        'bad-value',
        'extension',
        undefined,
        `record ${at} of EF_EXT1 ${met.has(at) ? 'leads back to itself' : 'is free'}`,
      );
      break;
    }
    met.add(at);
    if (extension.kind === 'digits') digits += extension.digits;
    else halves.push(...extension.data);
    at = extension.next;
  }
  const [length = 0] = halves;
  if (length > Math.max(0, halves.length - 1))
    reading.fault('truncated', 'subaddress', undefined, `counts ${length} octets, its records have ${halves.length - 1}`);
  return {
    ...record.number,
    digits,
    ...(halves.length > 0 && { subaddress: Uint8Array.from(halves.slice(1, 1 + length)) }),
  };
}

/** The records that hold a number: one of EF_ADN, and those of EF_EXT1 that it needs. */
export interface SplitAdn {
  /** The record of EF_ADN, with the number of the first extension. */
  readonly record: AdnRecord;
  /** The records of EF_EXT1, to be stored in order from `firstExtension` on. */
  readonly extensions: readonly Ext1Record[];
}

/**
 * Splits a number that may have more than 20 digits, or a subaddress, into the records that hold it; {@link joinAdn} joins them.
 * @param firstExtension number of the first free record of EF_EXT1, 1 by default; the following records must be free, too.
 * @throws EncodeError `too-long` for a subaddress of more than 21 octets; `bad-value` if the records are not all from 1 to 254.
 * @example
 * ```ts
 * import { splitAdn } from 'handset/sim';
 *
 * const number = { ton: 1, npi: 1, digits: '123456789012345678901234' };
 * splitAdn({ alpha: 'Mum', number }, 5).extensions; // -> [{ kind: 'digits', digits: '1234' }]
 * ```
 */
export function splitAdn(
  record: Omit<AdnRecord, 'number' | 'extension'> & { readonly number: JoinedNumber },
  firstExtension = 1,
): SplitAdn {
  requireObject(record, 'record');
  requireObject(record.number, 'record.number');
  const { digits, subaddress, ton, npi } = record.number;
  const extensions: Ext1Record[] = [];
  // Digits come first: the record of EF_ADN leads to them, and they lead to the subaddress.
  for (let at = MAX_ADN_DIGITS; at < digits.length; at += MAX_ADN_DIGITS)
    extensions.push({ kind: 'digits', digits: digits.slice(at, at + MAX_ADN_DIGITS) });
  if (subaddress !== undefined) {
    if (subaddress.length > MAX_SUBADDRESS)
      throw new EncodeError('too-long', 'subaddress', undefined, `${subaddress.length} octets, limit is ${MAX_SUBADDRESS}`);
    const whole = Uint8Array.of(subaddress.length, ...subaddress);
    for (let at = 0; at < whole.length; at += DATA_OCTETS) {
      const data = new Uint8Array(DATA_OCTETS).fill(UNUSED);
      data.set(whole.subarray(at, at + DATA_OCTETS));
      extensions.push({ kind: 'subaddress', data });
    }
  }
  if (extensions.length > 0) {
    if (firstExtension < 1) throw EncodeError.badValue('firstExtension', `${firstExtension} is not 1 to ${UNUSED - 1}`);
    recordNumber(firstExtension + extensions.length - 1, 'firstExtension');
  }
  const chained = extensions.map((extension, i) =>
    i + 1 < extensions.length ? { ...extension, next: firstExtension + i + 1 } : extension,
  );
  const first = { ...record, number: { ton, npi, digits: digits.slice(0, MAX_ADN_DIGITS) } };
  return { record: chained.length === 0 ? first : { ...first, extension: firstExtension }, extensions: chained };
}
