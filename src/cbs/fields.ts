/**
 * What messages of cell broadcast share: the serial number, the message identifier, the data coding scheme.
 *
 * Source: 3GPP TS 23.041 sections 9.4.1.2.1 to 9.4.1.2.3.
 * @module
 */
import { checkChoice, checkInteger } from '../bytes/check.js';
import type { ByteReader } from '../bytes/reader.js';
import type { ByteWriter } from '../bytes/writer.js';
import { describeCbsDcs, layoutOfCbsDcs } from './dcs.js';
import { describeMessageIdentifier, isEtws } from './identifiers.js';

/**
 * The geographical scopes, by their two bits (TS 23.041 section 9.4.1.2.1): the cell, with immediate display; the network; the location, service or
 * tracking area; the cell.
 */
export const GEOGRAPHICAL_SCOPES = ['cell, immediate', 'network', 'area', 'cell'] as const;

/** The area in which a serial number is unique; `cell, immediate` also makes handsets show the message at once. */
export type GeographicalScope = (typeof GEOGRAPHICAL_SCOPES)[number];

/** The serial number of a message (TS 23.041 section 9.4.1.2.1), which changes with every change of the message. */
export interface SerialNumber {
  /** The area in which code and update number identify the message. */
  readonly geographicalScope: GeographicalScope;
  /** Message code, 0 to 1023: tells messages with the same identifier apart. */
  readonly messageCode: number;
  /** Update number, the version of the message: 0 to 15. */
  readonly updateNumber: number;
}

/** The fields that all cell broadcasts have. */
export interface CbsHeader {
  /** Serial number: identifies the message and its version. */
  readonly serialNumber: SerialNumber;
  /** Message identifier, the subject: 0 to 65535; see `describeMessageIdentifier`. */
  readonly messageIdentifier: number;
}

/** Bits of the message code of ETWS: users are to be alerted, the message is to be shown over others. */
const [EMERGENCY_USER_ALERT, POPUP] = [0x200, 0x100];

/** Returns the flags in the message code of an ETWS message, 0 to 1023 (TS 23.041 section 9.4.1.2.1). */
export function findEtwsFlags(messageCode: number): { readonly emergencyUserAlert: boolean; readonly popup: boolean } {
  return { emergencyUserAlert: (messageCode & EMERGENCY_USER_ALERT) !== 0, popup: (messageCode & POPUP) !== 0 };
}

/** Reads a serial number. */
export function readSerialNumber(reader: ByteReader): SerialNumber {
  const { trace } = reader;
  if (trace === undefined) return splitSerialNumber(reader.u16('serial number'));
  const at = reader.skip(2, 'serial number');
  const bit = at * 8;
  const value = ((reader.octets[at] as number) << 8) | (reader.octets[at + 1] as number);
  const serialNumber = splitSerialNumber(value);
  trace.open('serial number', bit, '23.041 9.4.1.2.1');
  trace.groupValue(value);
  trace.leaf('geographical scope', value >> 14, bit, bit + 2);
  trace.mean(serialNumber.geographicalScope);
  trace.leaf('message code', serialNumber.messageCode, bit + 2, bit + 12);
  trace.leaf('update number', serialNumber.updateNumber, bit + 12, bit + 16);
  trace.close(bit + 16);
  return serialNumber;
}

/** The fields of a serial number of 16 bits. */
export function splitSerialNumber(value: number): SerialNumber {
  return {
    geographicalScope: GEOGRAPHICAL_SCOPES[value >> 14] as GeographicalScope,
    messageCode: (value >> 4) & 0x3ff,
    updateNumber: value & 15,
  };
}

/** Reads a message identifier. */
export function readMessageIdentifier(reader: ByteReader): number {
  const value = reader.u16('message identifier', '23.041 9.4.1.2.2');
  reader.trace?.mean(describeMessageIdentifier(value));
  return value;
}

/** Reads a data coding scheme. */
export function readCbsDcs(reader: ByteReader): number {
  if (reader.trace === undefined) return reader.u8('data coding scheme');
  // An octet that is missing is refused whatever the layout.
  const dcs = reader.octet(layoutOfCbsDcs(reader.octets[reader.offset] as number));
  reader.trace.mean(describeCbsDcs(dcs));
  return dcs;
}

/** The octets of a serial number. @throws EncodeError `bad-value` */
export function serialNumberOctets({ geographicalScope, messageCode, updateNumber }: SerialNumber): number {
  checkChoice(geographicalScope, 'serialNumber.geographicalScope', GEOGRAPHICAL_SCOPES);
  checkInteger(messageCode, 'serialNumber.messageCode', 0, 0x3ff);
  checkInteger(updateNumber, 'serialNumber.updateNumber', 0, 15);
  return (GEOGRAPHICAL_SCOPES.indexOf(geographicalScope) << 14) | (messageCode << 4) | updateNumber;
}

/** Writes the serial number and the message identifier. @throws EncodeError `bad-value` */
export function writeHeader({ serialNumber, messageIdentifier }: CbsHeader, writer: ByteWriter): void {
  checkInteger(messageIdentifier, 'messageIdentifier', 0, 0xffff);
  writer.u16(serialNumberOctets(serialNumber)).u16(messageIdentifier);
}

/** `code 2, update 0, network`, and what ETWS says in the code. */
export function describeHeader({ serialNumber, messageIdentifier }: CbsHeader): string {
  const { geographicalScope, messageCode, updateNumber } = serialNumber;
  const flags = isEtws(messageIdentifier) ? findEtwsFlags(messageCode) : undefined;
  return [
    `code ${messageCode}`,
    `update ${updateNumber}`,
    geographicalScope,
    ...(flags?.emergencyUserAlert === true ? ['emergency user alert'] : []),
    ...(flags?.popup === true ? ['popup'] : []),
  ].join(', ');
}
