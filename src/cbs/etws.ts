/**
 * The primary notification of ETWS, the earthquake and tsunami warning system: it comes before any text, and is shown within seconds.
 *
 *   serial number(2) | message identifier(2) | warning type(7 bits), emergency user alert(1), popup(1), padding(7) | security information(50)
 *
 * The security information is a time, 7 octets as TP-SCTS, and a signature of 43; networks fill it with zeros.
 * Source: 3GPP TS 23.041 sections 9.3.24, 9.3.25 and 9.4.1.3.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { type CbsHeader, readMessageIdentifier, readSerialNumber, writeHeader } from './fields.js';
import { isEtws } from './identifiers.js';

/** A primary notification of ETWS, the Earthquake and Tsunami Warning System (TS 23.041 section 9.4). */
export interface EtwsPrimary extends CbsHeader {
  readonly kind: 'etws-primary';
  /** Warning type, 0 to 127; see {@link describeWarningType}. */
  readonly warningType: number;
  /** Whether handsets alert the user by sound and vibration. */
  readonly emergencyUserAlert: boolean;
  /** Whether handsets show it on top of the screen. */
  readonly popup: boolean;
  /** Timestamp and signature, 50 octets; absent when they are all zero. */
  readonly securityInformation?: Uint8Array | undefined;
}

const WARNING_TYPES = ['earthquake', 'tsunami', 'earthquake and tsunami', 'test', 'other'] as const;
/** Octets of a primary notification, and of its security information. */
export const PRIMARY_OCTETS = 56;
const SECURITY_OCTETS = 50;
const TIME_OCTETS = 7;

const WARNING_TYPE: OctetLayout = {
  name: 'warning type',
  spec: '23.041 9.3.24',
  bits: [
    { name: 'warning type', width: 7, values: WARNING_TYPES },
    { name: 'emergency user alert', width: 1, values: ['no', 'yes'] },
  ],
};
const POPUP: OctetLayout = {
  name: 'popup',
  spec: '23.041 9.3.24',
  bits: [
    { name: 'popup', width: 1, values: ['no', 'yes'] },
    { name: 'padding', width: 7 },
  ],
};

/** Describes a warning type of ETWS, 0 to 127, in words (TS 23.041 section 9.3.24): `reserved N` for a value without a meaning. */
export function describeWarningType(warningType: number): string {
  return WARNING_TYPES[warningType] ?? `reserved ${warningType}`;
}

/** Octets of a primary notification. @throws EncodeError `bad-value`, also for an identifier that is not of ETWS: its octets are a page. */
export function encodeEtwsPrimary(primary: EtwsPrimary): Uint8Array {
  const { warningType, emergencyUserAlert, popup, securityInformation = new Uint8Array(SECURITY_OCTETS) } = primary;
  const writer = new ByteWriter(PRIMARY_OCTETS);
  writeHeader(primary, writer);
  const { messageIdentifier } = primary;
  if (!isEtws(messageIdentifier)) throw EncodeError.badValue('messageIdentifier', `${messageIdentifier} is not one of ETWS`);
  checkInteger(warningType, 'warningType', 0, 127);
  requireOctets(securityInformation, 'securityInformation');
  const { length } = securityInformation;
  if (length !== SECURITY_OCTETS)
    throw EncodeError.badValue('securityInformation', `has ${length} octets, not ${SECURITY_OCTETS}`);
  writer.u8((warningType << 1) | (emergencyUserAlert ? 1 : 0)).u8(popup ? 0x80 : 0);
  return writer.bytes(securityInformation).finish();
}

/** Reads a primary notification. Lenient: one that ends before the security information does. */
export function readEtwsPrimary(reader: ByteReader, reading: Reading): EtwsPrimary {
  const serialNumber = readSerialNumber(reader);
  const messageIdentifier = readMessageIdentifier(reader);
  const type = reader.octet(WARNING_TYPE);
  const popup = reader.octet(POPUP) >= 0x80;
  const { remaining, offset } = reader;
  if (remaining < SECURITY_OCTETS)
    reading.fault('truncated', 'security information', offset, `needs ${SECURITY_OCTETS} octets, ${remaining} left`);
  const security = reader.octets.subarray(offset, reader.end);
  if (remaining > 0) {
    reader.open('security information', '23.041 9.3.25');
    reader.take(Math.min(TIME_OCTETS, remaining), 'time');
    if (reader.remaining > 0) reader.take(reader.remaining, 'signature');
    reader.close();
  }
  const isGiven = remaining === SECURITY_OCTETS && security.some((octet) => octet !== 0);
  return {
    kind: 'etws-primary',
    serialNumber,
    messageIdentifier,
    warningType: type >> 1,
    emergencyUserAlert: (type & 1) !== 0,
    popup,
    ...(isGiven && { securityInformation: copyOctets(security) }),
  };
}
