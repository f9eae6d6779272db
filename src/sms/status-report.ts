/**
 * SMS-STATUS-REPORT: what became of a submitted message.
 *
 *   first octet | TP-MR | TP-RA | TP-SCTS (7) | TP-DT (7) | TP-ST | [ TP-PI | what it announces ]
 *
 * Source: 3GPP TS 23.040 section 9.2.2.3.
 * @module
 */
import { requireFlag, requireObject } from '../bytes/check.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { type Address, type AddressInput, readAddress, writeAddress } from './address.js';
import { type OptionalParameters, readIndicator, readParameters, writeParameters } from './parameters.js';
import { readTimestamp, type Timestamp, writeTimestamp } from './time.js';
import { expectEnd, expectType, octet, tpduScratch } from './tpdu-fields.js';

interface StatusReportFields extends OptionalParameters {
  /** TP-MR of the SMS-SUBMIT (or SMS-COMMAND) reported on. */
  readonly tpMr: number;
  /** When the service centre received that message. */
  readonly tpScts: Timestamp;
  /** When it was delivered, or last tried. */
  readonly tpDt: Timestamp;
  /** Status, 0 to 255; see {@link describeStatus}. */
  readonly tpSt: number;
}

/** An SMS-STATUS-REPORT that was read: the fate of a submitted message (TS 23.040 section 9.2.2.3). */
export interface StatusReport extends StatusReportFields {
  /** TP-RA: recipient of the message that the report is about. */
  readonly tpRa: Address;
  /** The bit TP-MMS verbatim: true means that NO more messages wait. */
  readonly tpMms: boolean;
  /** TP-LP, loop prevention: the message was forwarded or spawned. */
  readonly tpLp: boolean;
  /** TP-SRQ: true for the result of an SMS-COMMAND, false for that of an SMS-SUBMIT. */
  readonly tpSrq: boolean;
  /** TP-PI verbatim, if present. */
  readonly tpPi?: number | undefined;
}

/** An SMS-STATUS-REPORT to write: absent flags are false, except `tpMms`, which is true. */
export interface StatusReportInput extends StatusReportFields {
  /** TP-RA: recipient of the message that the report is about. */
  readonly tpRa: AddressInput;
  /** The bit TP-MMS verbatim: true, the default, means that NO more messages wait. */
  readonly tpMms?: boolean | undefined;
  /** TP-LP, loop prevention: the message was forwarded or spawned; false by default. */
  readonly tpLp?: boolean | undefined;
  /** TP-SRQ: the report is the result of an SMS-COMMAND, not of an SMS-SUBMIT; false by default. */
  readonly tpSrq?: boolean | undefined;
  /** TP-PI: only its reserved bits are used; the others follow from the fields that are present. Absent without optional fields by default. */
  readonly tpPi?: number | undefined;
}

const FIRST_OCTET: OctetLayout = {
  name: 'first octet',
  spec: '23.040 9.2.2.3',
  bits: [
    { name: 'reserved', width: 1 },
    { name: 'TP-UDHI', width: 1, values: ['no header', 'header'] },
    { name: 'TP-SRQ', width: 1, values: ['result of an SMS-SUBMIT', 'result of an SMS-COMMAND'] },
    { name: 'reserved', width: 1 },
    { name: 'TP-LP', width: 1 },
    { name: 'TP-MMS', width: 1, values: ['more messages wait', 'no more messages'] },
    { name: 'TP-MTI', width: 2, values: [undefined, undefined, 'SMS-STATUS-REPORT'] },
  ],
};

const STATUS: OctetLayout = {
  name: 'TP-ST',
  spec: '23.040 9.2.3.15',
  bits: [
    { name: 'definition', width: 1, values: ['as below', 'reserved'] },
    { name: 'state', width: 2 },
    { name: 'reason', width: 5 },
  ],
};

/**
 * Encodes an SMS-STATUS-REPORT, without a service centre address (TS 23.040 section 9.2.2.3).
 * @throws EncodeError as `encodeSubmit`.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeStatusReport } from 'handset/sms';
 *
 * // Message 200 was received by the handset, status 0, within the minute.
 * const [sent, done] = ['2026-11-21T09:00:00Z', '2026-11-21T09:00:40Z'].map((time) => ({ at: new Date(time), offsetMinutes: 0 }));
 * toHex(encodeStatusReport({ tpMr: 200, tpRa: '27381000015', tpScts: sent!, tpDt: done!, tpSt: 0 }));
 * // -> '06C80B917283010010F5621112900000006211129000040000'
 * ```
 */
export function encodeStatusReport(report: StatusReportInput): Uint8Array {
  requireObject(report, 'report');
  requireFlag(report.tpMms, 'tpMms');
  requireFlag(report.tpLp, 'tpLp');
  requireFlag(report.tpSrq, 'tpSrq');
  const target = tpduScratch();
  target[0] =
    0x02 |
    (report.tpMms === false ? 0 : 0x04) |
    (report.tpLp === true ? 0x08 : 0) |
    (report.tpSrq === true ? 0x20 : 0) |
    ((report.udh?.length ?? 0) > 0 ? 0x40 : 0);
  target[1] = octet(report.tpMr, 'tpMr');
  let at = writeAddress(report.tpRa, target, 2, 'tpRa');
  at = writeTimestamp(report.tpScts, target, at, 'tpScts');
  at = writeTimestamp(report.tpDt, target, at, 'tpDt');
  target[at++] = octet(report.tpSt, 'tpSt');
  return target.slice(0, writeParameters(report, target, at));
}

/**
 * Decodes an SMS-STATUS-REPORT, without a service centre address (TS 23.040 section 9.2.2.3).
 * @param options.lenient continue past the faults that `decodeSubmit` accepts, and a TP-PI that does not end.
 * @throws DecodeError as `decodeSubmit`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeStatusReport, describeStatus } from 'handset/sms';
 *
 * const { tpMr, tpSt } = decodeStatusReport(fromHex('060A0B917283010010F5621112900000806211129000108000'));
 * [tpMr, describeStatus(tpSt)]; // -> [10, 'completed: delivered']
 * ```
 */
export function decodeStatusReport(octets: Uint8Array, options?: DecodeOptions): StatusReport {
  return readStatusReport(new ByteReader(octets), options);
}

/** {@link decodeStatusReport} on a cursor, which is left at the end. */
export function readStatusReport(reader: ByteReader, options?: DecodeOptions): StatusReport {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(FIRST_OCTET);
  expectType(first, 2, 'SMS-STATUS-REPORT', start);
  const tpMr = reader.u8('TP-MR', '23.040 9.2.3.6');
  const tpRa = readAddress(reader, 'TP-RA', reading);
  const tpScts = readTimestamp(reader, 'TP-SCTS', reading);
  const tpDt = readTimestamp(reader, 'TP-DT', reading);
  const tpSt = reader.octet(STATUS);
  if (reader.trace !== undefined) reader.trace.mean(describeStatus(tpSt));
  const flags = { tpMms: (first & 0x04) !== 0, tpLp: (first & 0x08) !== 0, tpSrq: (first & 0x20) !== 0 };
  const fixed = { tpMr, tpRa, tpScts, tpDt, tpSt, ...flags };
  if (reader.remaining === 0) return fixed;
  const indicator = readIndicator(reader, reading);
  if (indicator === undefined) return fixed;
  const parameters = readParameters(reader, indicator.tpPi, (first & 0x40) !== 0, reading);
  expectEnd(reader, reading);
  return { ...fixed, ...indicator, ...parameters };
}

const COMPLETED = ['delivered', 'forwarded, delivery unconfirmed', 'replaced by the service centre'];
const TRANSIENT = [
  'congestion',
  'recipient busy',
  'no response from the recipient',
  'service rejected',
  'quality of service not available',
  'error in the recipient',
];
const PERMANENT = [
  'remote procedure error',
  'incompatible destination',
  'connection rejected by the recipient',
  'not obtainable',
  'quality of service not available',
  'no interworking available',
  'validity period expired',
  'deleted by the sender',
  'deleted by the service centre',
  'message does not exist',
];

/** Describes TP-ST in words (TS 23.040 section 9.2.3.15), such as `completed: delivered`; a number outside 0 to 255 is `reserved`. */
export function describeStatus(octet: number): string {
  const low = octet & 0x1f;
  const [state, details] = (
    [
      ['completed', COMPLETED],
      ['still trying', TRANSIENT],
      ['failed', PERMANENT],
      ['given up', TRANSIENT],
    ] as const
  )[(octet - low) / 32] ?? ['reserved', []];
  const detail = details[low] ?? (low >= 0x10 ? `service centre specific ${low}` : `reserved ${low}`);
  return `${state}: ${detail}`;
}
