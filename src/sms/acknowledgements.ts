/**
 * The TPDUs around a message: SMS-COMMAND, SMS-DELIVER-REPORT and SMS-SUBMIT-REPORT.
 *
 *   command         first octet | TP-MR | TP-PID | TP-CT | TP-MN | TP-DA | TP-CDL | TP-CD
 *   deliver report  first octet | [TP-FCS] | TP-PI | what it announces
 *   submit report   first octet | [TP-FCS] | TP-PI | TP-SCTS (7) | what it announces
 *
 * TP-FCS is present in a refusal (RP-ERROR) and not in an acknowledgement (RP-ACK). The TPDU itself does not say which it is, but a
 * failure cause is 80 hex or more, and TP-PI is less unless it has an extension.
 * Source: 3GPP TS 23.040 sections 9.2.2.1a, 9.2.2.2a and 9.2.2.4.
 * @module
 */
import { requireFlag, requireList, requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { type Address, type AddressInput, readAddress, writeAddress } from './address.js';
import type { InformationElement } from './information-element.js';
import { type OptionalParameters, readIndicator, readParameters, writeAnnounced, writeIndicator } from './parameters.js';
import { readTimestamp, type Timestamp, writeTimestamp } from './time.js';
import { expectEnd, expectType, octet, readPid, tpduScratch } from './tpdu-fields.js';
import { readUdh, writeUdh } from './udh.js';

interface CommandFields {
  /** TP-MR, 0 to 255. */
  readonly tpMr: number;
  /** 0 enquiry, 1 cancel the status report, 2 delete the message, 3 enable the status report. */
  readonly tpCt: number;
  /** TP-MR of the message that the command is about. */
  readonly tpMn: number;
}

/** An SMS-COMMAND that was read: a request to the service centre about a message that was submitted (TS 23.040 section 9.2.2.4). */
export interface Command extends CommandFields {
  /** Whether a status report is requested. */
  readonly tpSrr: boolean;
  /** TP-PID, 0 to 255. */
  readonly tpPid: number;
  /** TP-DA: recipient of the message that the command is about. */
  readonly tpDa: Address;
  /** Elements of the user data header; empty without one. */
  readonly udh: InformationElement[];
  /** TP-CD after the header, at most 157 octets. */
  readonly data: Uint8Array;
}

/** An SMS-COMMAND to write. */
export interface CommandInput extends CommandFields {
  /** Whether to request a status report; false by default. */
  readonly tpSrr?: boolean | undefined;
  /** TP-PID, 0 to 255; 0 by default. */
  readonly tpPid?: number | undefined;
  /** TP-DA: recipient of the message that the command is about. */
  readonly tpDa: AddressInput;
  /** Elements of the user data header; none by default. */
  readonly udh?: readonly InformationElement[] | undefined;
  /** TP-CD, after the header; empty by default. Header and data together take at most 157 octets. */
  readonly data?: Uint8Array | undefined;
}

/** An SMS-DELIVER-REPORT that was read: the handset's answer to an SMS-DELIVER (TS 23.040 section 9.2.2.1a). */
export interface DeliverReport extends OptionalParameters {
  /** TP-FCS, the failure cause, 128 to 255 (section 9.2.3.22); absent in a positive acknowledgement. */
  readonly tpFcs?: number | undefined;
  /** TP-PI, 0 to 255: which fields are present (bit 0 TP-PID, bit 1 TP-DCS, bit 2 TP-UD). */
  readonly tpPi: number;
}

/** An SMS-SUBMIT-REPORT that was read: the network's answer to an SMS-SUBMIT (TS 23.040 section 9.2.2.2a). */
export interface SubmitReport extends DeliverReport {
  /** When the service centre received the message. */
  readonly tpScts: Timestamp;
}

/** An SMS-DELIVER-REPORT to write. Of `tpPi` only the reserved bits are used; the others follow from the fields that are present. */
export type DeliverReportInput = Omit<DeliverReport, 'tpPi'> & { readonly tpPi?: number | undefined };

/** An SMS-SUBMIT-REPORT to write. Of `tpPi` only the reserved bits are used; the others follow from the fields that are present. */
export type SubmitReportInput = Omit<SubmitReport, 'tpPi'> & { readonly tpPi?: number | undefined };

/** Octets of TP-CD at most, the header included (TS 23.040 9.2.3.21). */
const MAX_COMMAND_DATA = 157;

const firstOctet = (spec: string, type: string, index: number): OctetLayout => ({
  name: 'first octet',
  spec,
  bits: [
    { name: 'reserved', width: 1 },
    { name: 'TP-UDHI', width: 1, values: ['no header', 'header'] },
    { name: index === 2 ? 'TP-SRR' : 'reserved', width: 1 },
    { name: 'reserved', width: 3 },
    { name: 'TP-MTI', width: 2, values: [0, 1, 2].map((i) => (i === index ? type : undefined)) },
  ],
});

const COMMAND_TYPES = ['enquiry', 'cancel status report', 'delete message', 'enable status report'];

/**
 * Encodes an SMS-COMMAND, without a service centre address (TS 23.040 section 9.2.2.4).
 * @throws EncodeError as `encodeSubmit`.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeCommand } from 'handset/sms';
 *
 * // An enquiry about message 200.
 * toHex(encodeCommand({ tpMr: 1, tpCt: 0, tpMn: 200, tpDa: '447700900123' })); // -> '02010000C80C9144770009103200'
 * ```
 */
export function encodeCommand(command: CommandInput): Uint8Array {
  requireObject(command, 'command');
  requireFlag(command.tpSrr, 'tpSrr');
  const { tpMr, tpSrr = false, tpPid = 0, tpCt, tpMn, tpDa, udh = [], data = new Uint8Array(0) } = command;
  requireList(udh, 'udh');
  requireOctets(data, 'data');
  const target = tpduScratch();
  target[0] = 0x02 | (tpSrr ? 0x20 : 0) | (udh.length > 0 ? 0x40 : 0);
  target[1] = octet(tpMr, 'tpMr');
  target[2] = octet(tpPid, 'tpPid');
  target[3] = octet(tpCt, 'tpCt');
  target[4] = octet(tpMn, 'tpMn');
  const lengthAt = writeAddress(tpDa, target, 5, 'tpDa');
  const dataAt = udh.length > 0 ? writeUdh(udh, target, lengthAt + 1) : lengthAt + 1;
  const length = dataAt - lengthAt - 1 + data.length;
  if (length > MAX_COMMAND_DATA)
    throw new EncodeError('too-long', 'data', undefined, `${length} octets with the header, limit is ${MAX_COMMAND_DATA}`);
  target[lengthAt] = length;
  target.set(data, dataAt);
  return target.slice(0, dataAt + data.length);
}

/** Decodes an SMS-COMMAND, without a service centre address (TS 23.040 section 9.2.2.4). @throws DecodeError as `decodeSubmit`. */
export function decodeCommand(octets: Uint8Array, options?: DecodeOptions): Command {
  return readCommand(new ByteReader(octets), options);
}

/**
 * Encodes an SMS-DELIVER-REPORT, without a service centre address (TS 23.040 section 9.2.2.1a). An RP-ERROR carries one with `tpFcs`, an RP-ACK one
 * without.
 * @throws EncodeError as `encodeSubmit`; `unencodable` for `tpPiExtension` without `tpFcs`.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeDeliverReport } from 'handset/sms';
 *
 * toHex(encodeDeliverReport({ tpFcs: 0xd3 })); // -> '00D300'
 * ```
 */
export function encodeDeliverReport(report: DeliverReportInput): Uint8Array {
  requireObject(report, 'report');
  return encodeReport(report, 0x00);
}

/** Decodes an SMS-DELIVER-REPORT, without a service centre address (TS 23.040 section 9.2.2.1a). @throws DecodeError as `decodeSubmit`. */
export function decodeDeliverReport(octets: Uint8Array, options?: DecodeOptions): DeliverReport {
  return readDeliverReport(new ByteReader(octets), options);
}

/**
 * Encodes an SMS-SUBMIT-REPORT, without a service centre address (TS 23.040 section 9.2.2.2a). An RP-ERROR carries one with `tpFcs`, an RP-ACK one
 * without.
 * @throws EncodeError as `encodeSubmit`; `unencodable` for `tpPiExtension` without `tpFcs`.
 */
export function encodeSubmitReport(report: SubmitReportInput): Uint8Array {
  requireObject(report, 'report');
  return encodeReport(report, 0x01, report.tpScts);
}

/** Decodes an SMS-SUBMIT-REPORT, without a service centre address (TS 23.040 section 9.2.2.2a). @throws DecodeError as `decodeSubmit`. */
export function decodeSubmitReport(octets: Uint8Array, options?: DecodeOptions): SubmitReport {
  return readSubmitReport(new ByteReader(octets), options);
}

/** Reads an SMS-COMMAND. */
export function readCommand(reader: ByteReader, options?: DecodeOptions): Command {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(firstOctet('23.040 9.2.2.4', 'SMS-COMMAND', 2));
  expectType(first, 2, 'SMS-COMMAND', start);
  const tpMr = reader.u8('TP-MR', '23.040 9.2.3.6');
  const tpPid = readPid(reader);
  const tpCt = reader.u8('TP-CT', '23.040 9.2.3.19');
  if (reader.trace !== undefined) reader.trace.mean(COMMAND_TYPES[tpCt] ?? 'reserved');
  const tpMn = reader.u8('TP-MN', '23.040 9.2.3.18');
  const tpDa = readAddress(reader, 'TP-DA', reading);
  const length = reader.u8('TP-CDL', '23.040 9.2.3.20');
  if (length > 0) reader.open('TP-CD', '23.040 9.2.3.21');
  const body = reader.subToCut(length, 'TP-CD');
  const udh = (first & 0x40) !== 0 && length > 0 ? readUdh(body).elements : [];
  const data = copyOctets(body.octets.subarray(body.offset, body.end));
  if (body.remaining > 0) body.take(body.remaining, 'data');
  if (length > 0) reader.close();
  expectEnd(reader, reading);
  return { tpMr, tpSrr: (first & 0x20) !== 0, tpPid, tpCt, tpMn, tpDa, udh, data };
}

/** Reads an SMS-DELIVER-REPORT. */
export function readDeliverReport(reader: ByteReader, options?: DecodeOptions): DeliverReport {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(firstOctet('23.040 9.2.2.1a', 'SMS-DELIVER-REPORT', 0));
  expectType(first, 0, 'SMS-DELIVER-REPORT', start);
  const cause = readFailureCause(reader);
  const indicator = readIndicator(reader, reading) ?? { tpPi: 0 };
  const parameters = readParameters(reader, indicator.tpPi, (first & 0x40) !== 0, reading);
  expectEnd(reader, reading);
  return { ...cause, ...indicator, ...parameters };
}

/** Reads an SMS-SUBMIT-REPORT. */
export function readSubmitReport(reader: ByteReader, options?: DecodeOptions): SubmitReport {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(firstOctet('23.040 9.2.2.2a', 'SMS-SUBMIT-REPORT', 1));
  expectType(first, 1, 'SMS-SUBMIT-REPORT', start);
  const cause = readFailureCause(reader);
  const indicator = readIndicator(reader, reading) ?? { tpPi: 0 };
  const tpScts = readTimestamp(reader, 'TP-SCTS', reading);
  const parameters = readParameters(reader, indicator.tpPi, (first & 0x40) !== 0, reading);
  expectEnd(reader, reading);
  return { ...cause, ...indicator, tpScts, ...parameters };
}

function readFailureCause(reader: ByteReader): { tpFcs?: number } {
  const next = reader.octets[reader.offset];
  if (reader.remaining === 0 || next === undefined || next < 0x80) return {};
  return { tpFcs: reader.u8('TP-FCS', '23.040 9.2.3.22') };
}

const MIN_FAILURE_CAUSE = 0x80;

function encodeReport(report: DeliverReportInput, type: number, tpScts?: Timestamp): Uint8Array {
  const { tpFcs, udh = [] } = report;
  requireList(udh, 'udh');
  const target = tpduScratch();
  let at = 0;
  target[at++] = type | (udh.length > 0 ? 0x40 : 0);
  if (tpFcs !== undefined) {
    if (octet(tpFcs, 'tpFcs') < MIN_FAILURE_CAUSE) throw EncodeError.badValue('tpFcs', `${tpFcs} is not 128 to 255`);
    target[at++] = tpFcs;
  } else if ((report.tpPiExtension?.length ?? 0) > 0) {
    throw new EncodeError(
      'unencodable',
      'tpPiExtension',
      undefined,
      'without tpFcs an extended TP-PI reads as a failure cause',
    );
  }
  at = writeIndicator(report, target, at);
  if (tpScts !== undefined) at = writeTimestamp(tpScts, target, at, 'tpScts');
  return target.slice(0, writeAnnounced(report, target, at));
}
