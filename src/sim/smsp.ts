/**
 * EF_SMSP: sets of parameters for messages that are sent, the service centre among them.
 *
 *   alpha identifier (Y) | indicators | TP-DA (12) | service centre (12) | TP-PID | TP-DCS | validity period
 *
 * A bit of the indicators is 0 for a parameter that is there: from bit 1 on TP-DA, service centre, TP-PID, TP-DCS, validity.
 * Source: 3GPP TS 51.011 section 10.5.6; TS 31.102 section 4.2.27.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import {
  type Address,
  type AddressInput,
  readAddress,
  readServiceCentre,
  writeAddress,
  writeServiceCentre,
} from '../sms/address.js';
import { relativeMinutes, relativeOctet } from '../sms/time.js';
import { octet, readDcs, readPid } from '../sms/tpdu-fields.js';
import { alphaOctetsOf, type EncodeAlphaOptions, encodeAlpha, MAX_RECORD_OCTETS, readAlpha } from './alpha.js';
import { isUnused, readPadding, UNUSED } from './padding.js';

/** A record of EF_SMSP, defaults for messages that are sent (TS 51.011 section 10.5.6). Parameters that are absent have no default. */
export interface SmsParameters {
  /** Alpha identifier: the name of the set of parameters. */
  readonly alpha: string;
  /** TP-DA: the recipient. */
  readonly tpDa?: Address | undefined;
  /** The service centre. */
  readonly smsc?: Address | undefined;
  /** TP-PID, 0 to 255. */
  readonly tpPid?: number | undefined;
  /** TP-DCS, 0 to 255. */
  readonly tpDcs?: number | undefined;
  /** Validity period in minutes, 5 to 635,040 (63 weeks); written values are rounded up to the next step of TS 23.040 section 9.2.3.12.1. */
  readonly validityMinutes?: number | undefined;
}

/** A record of EF_SMSP to write. */
export type SmsParametersInput = Omit<SmsParameters, 'tpDa' | 'smsc'> & {
  /** TP-DA: the recipient, as an address or an international number. */
  readonly tpDa?: AddressInput | undefined;
  /** The service centre, as an address or an international number. */
  readonly smsc?: AddressInput | undefined;
};

/** Octets after the alpha identifier. */
export const SMSP_FIXED_OCTETS = 28;
const MAX_SMSP_ALPHA = MAX_RECORD_OCTETS - SMSP_FIXED_OCTETS;
const ADDRESS_OCTETS = 12;
const SPEC = '51.011 10.5.6';
const PRESENCE = ['present', 'absent'] as const;

const INDICATORS: OctetLayout = {
  name: 'indicators',
  spec: SPEC,
  bits: [
    { name: 'reserved', width: 3 },
    ...['validity period', 'TP-DCS', 'TP-PID', 'service centre', 'TP-DA'].map((name) => ({ name, width: 1, values: PRESENCE })),
  ],
};
const [HAS_DA, HAS_CENTRE, HAS_PID, HAS_DCS, HAS_VALIDITY] = [1, 2, 4, 8, 16];

/**
 * Encodes a record of EF_SMSP (TS 51.011 section 10.5.6): the alpha identifier, then 28 octets. Absent parameters are FF.
 * @throws EncodeError as `encodeAlpha` and `encodeSubmit`, naming the field; `too-long` above 227 octets of the alpha identifier.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeSmsParameters } from 'handset/sim';
 *
 * toHex(encodeSmsParameters({ alpha: 'Centre', smsc: '447785016005', validityMinutes: 4320 }, { alphaOctets: 8 }));
 * // -> '43656E747265FFFFEDFFFFFFFFFFFFFFFFFFFFFFFF0791447758100650FFFFFFFFFFFFA9'
 * ```
 */
export function encodeSmsParameters(record: SmsParametersInput, options?: EncodeAlphaOptions): Uint8Array {
  requireObject(record, 'record');
  const { tpDa, smsc, tpPid, tpDcs, validityMinutes } = record;
  const alpha = encodeAlpha(record.alpha, options);
  if (alpha.length > MAX_SMSP_ALPHA)
    throw new EncodeError('too-long', 'alpha', undefined, `${alpha.length} octets, limit is ${MAX_SMSP_ALPHA}`);
  const octets = new Uint8Array(alpha.length + SMSP_FIXED_OCTETS).fill(UNUSED);
  octets.set(alpha);
  let at = alpha.length;
  const has = (bit: number, value: unknown) => (value === undefined ? 0 : bit);
  octets[at++] =
    UNUSED ^
    (has(HAS_DA, tpDa) |
      has(HAS_CENTRE, smsc) |
      has(HAS_PID, tpPid) |
      has(HAS_DCS, tpDcs) |
      has(HAS_VALIDITY, validityMinutes));
  if (tpDa !== undefined) writeAddress(tpDa, octets, at, 'tpDa');
  at += ADDRESS_OCTETS;
  if (smsc !== undefined) writeServiceCentre(smsc, octets, at, 'smsc');
  at += ADDRESS_OCTETS;
  if (tpPid !== undefined) octets[at] = octet(tpPid, 'tpPid');
  if (tpDcs !== undefined) octets[at + 1] = octet(tpDcs, 'tpDcs');
  if (validityMinutes !== undefined) octets[at + 2] = relativeOctet(validityMinutes, 'validityMinutes');
  return octets;
}

/**
 * Decodes a record of EF_SMSP (TS 51.011 section 10.5.6). The last 28 octets are fixed; all before them are the alpha identifier.
 * @param options.lenient continue past faults of addresses and octets that are not characters.
 * @throws DecodeError `truncated` for less than 28 octets, `bad-value`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeSmsParameters } from 'handset/sim';
 *
 * decodeSmsParameters(fromHex('43656E747265FFFFEDFFFFFFFFFFFFFFFFFFFFFFFF0791447758100650FFFFFFFFFFFFA9'));
 * // -> { alpha: 'Centre', smsc: { ton: 1, npi: 1, digits: '447785016005' }, validityMinutes: 4320 }
 * ```
 */
export function decodeSmsParameters(octets: Uint8Array, options?: DecodeOptions): SmsParameters {
  return readSmsParameters(new ByteReader(octets), options);
}

/** {@link decodeSmsParameters} on a cursor, which is left at the end. */
export function readSmsParameters(reader: ByteReader, options?: DecodeOptions): SmsParameters {
  const reading = Reading.of(options);
  const alpha = readAlpha(reader, alphaOctetsOf(reader, SMSP_FIXED_OCTETS, 'EF_SMSP'), reading);
  const indicators = reader.octet(INDICATORS);
  const has = (bit: number) => (indicators & bit) === 0;
  const tpDa = readSlot(reader, has(HAS_DA), 'TP-DA', reading, (part) => readAddress(part, 'TP-DA', reading));
  const smsc = readSlot(reader, has(HAS_CENTRE), 'service centre', reading, (part) => readServiceCentre(part, reading));
  const tpPid = has(HAS_PID) ? readPid(reader) : readAbsent(reader, 'TP-PID');
  const tpDcs = has(HAS_DCS) ? readDcs(reader) : readAbsent(reader, 'TP-DCS');
  const validity = has(HAS_VALIDITY) ? reader.u8('validity period', SPEC) : readAbsent(reader, 'validity period');
  const validityMinutes = validity === undefined ? undefined : relativeMinutes(validity);
  if (validityMinutes !== undefined) reader.trace?.mean(`${validityMinutes} minutes`);
  return {
    alpha,
    ...(tpDa !== undefined && { tpDa }),
    ...(smsc !== undefined && { smsc }),
    ...(tpPid !== undefined && { tpPid }),
    ...(tpDcs !== undefined && { tpDcs }),
    ...(validityMinutes !== undefined && { validityMinutes }),
  };
}

/** Cards keep values of absent parameters, which mean nothing. */
function readAbsent(reader: ByteReader, field: string): undefined {
  reader.u8(field, SPEC);
  reader.trace?.mean('absent');
}

function readSlot<T>(
  reader: ByteReader,
  isThere: boolean,
  field: string,
  reading: Reading,
  read: (part: ByteReader) => T,
): T | undefined {
  reader.open(field, SPEC);
  const at = reader.offset;
  const part = reader.sub(ADDRESS_OCTETS, field);
  const isEmpty = isUnused(part.octets, at, part.end);
  if (isThere && isEmpty) reading.note('bad-value', field, at, 'the indicators announce it, and all its octets are FF');
  const value = isThere && !isEmpty ? read(part) : undefined;
  if (value !== undefined) readPadding(part, reading, field);
  else part.take(part.remaining, 'absent');
  reader.close();
  return value;
}
