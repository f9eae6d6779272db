/**
 * The TPDUs around a message, read only: SMS-COMMAND, SMS-DELIVER-REPORT and SMS-SUBMIT-REPORT.
 *
 *   command         first octet | TP-MR | TP-PID | TP-CT | TP-MN | TP-DA | TP-CDL | TP-CD
 *   deliver report  first octet | [TP-FCS] | TP-PI | what it announces
 *   submit report   first octet | [TP-FCS] | TP-PI | TP-SCTS (7) | what it announces
 *
 * TP-FCS is present in a refusal (RP-ERROR) and not in an acknowledgement (RP-ACK). The TPDU itself does not say which it is, but a
 * failure cause is 80 or more and TP-PI, whose extension bit has no meaning yet, is less.
 * Source: 3GPP TS 23.040 sections 9.2.2.1a, 9.2.2.2a and 9.2.2.4.
 * @module
 */
import { copyOctets } from '../bytes/octets.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { type Address, readAddress } from './address.js';
import type { InformationElement } from './information-element.js';
import { type OptionalParameters, readIndicator, readParameters } from './parameters.js';
import { readTimestamp, type Timestamp } from './time.js';
import { expectEnd, readPid } from './tpdu-fields.js';
import { readUdh } from './udh.js';

/** A command about a message submitted before. */
export interface Command {
  /** TP-MR, 0 to 255. */
  readonly tpMr: number;
  /** A status report is asked for. */
  readonly tpSrr: boolean;
  /** TP-PID, 0 to 255. */
  readonly tpPid: number;
  /** 0 enquiry, 1 cancel the status report, 2 delete the message, 3 enable the status report. */
  readonly tpCt: number;
  /** TP-MR of the message that the command is about. */
  readonly tpMn: number;
  /** TP-DA: recipient of the message that the command is about. */
  readonly tpDa: Address;
  /** Elements of the user data header; empty without one. */
  readonly udh: InformationElement[];
  /** TP-CD, after the header. */
  readonly data: Uint8Array;
}

/** The handset's answer to an SMS-DELIVER. */
export interface DeliverReport extends OptionalParameters {
  /** Failure cause, 128 to 255; absent in an acknowledgement. */
  readonly tpFcs?: number | undefined;
  /** TP-PI: bit 0 TP-PID, bit 1 TP-DCS, bit 2 TP-UD is there. */
  readonly tpPi: number;
}

/** The network's answer to an SMS-SUBMIT. */
export interface SubmitReport extends DeliverReport {
  /** When the service centre received the message. */
  readonly tpScts: Timestamp;
}

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

/** Reads an SMS-COMMAND. */
export function readCommand(reader: ByteReader, options?: DecodeOptions): Command {
  const reading = Reading.of(options);
  const first = reader.octet(firstOctet('23.040 9.2.2.4', 'SMS-COMMAND', 2));
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
  const first = reader.octet(firstOctet('23.040 9.2.2.1a', 'SMS-DELIVER-REPORT', 0));
  const cause = readFailureCause(reader);
  const indicator = readIndicator(reader, reading) ?? { tpPi: 0 };
  const parameters = readParameters(reader, indicator.tpPi, (first & 0x40) !== 0, reading);
  expectEnd(reader, reading);
  return { ...cause, ...indicator, ...parameters };
}

/** Reads an SMS-SUBMIT-REPORT. */
export function readSubmitReport(reader: ByteReader, options?: DecodeOptions): SubmitReport {
  const reading = Reading.of(options);
  const first = reader.octet(firstOctet('23.040 9.2.2.2a', 'SMS-SUBMIT-REPORT', 1));
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
