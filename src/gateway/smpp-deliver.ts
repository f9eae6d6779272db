/**
 * What a service centre delivers: receipts, and messages of handsets.
 *
 *   command_id | command_status | sequence_number | service_type | source_addr_ton, _npi, source_addr | dest_addr_ton, _npi, destination_addr |
 *   esm_class | protocol_id | priority_flag | schedule_delivery_time | validity_period | registered_delivery | replace_if_present_flag |
 *   data_coding | sm_default_msg_id | sm_length | short_message | optional parameters: tag (2), length (2), value
 *
 * A receipt names its message in optional parameters, or in its text: `id:IIIIIIIIII sub:SSS dlvrd:DDD submit date:YYMMDDhhmm
 * done date:YYMMDDhhmm stat:DDDDDDD err:E Text: ...`.
 * Source: SMPP Protocol Specification v3.4 sections 4.6.1, 5.2.12, 5.2.28, 5.3.2 and appendix B.
 * @module
 */
import { decodeLatin1 } from '../bytes/latin1.js';
import { ByteReader } from '../bytes/reader.js';
import { codingOf } from '../smpp/data-coding.js';
import { concatOf, decodeUdh, type InformationElement } from '../sms/index.js';
import { shiftTablesOf } from '../sms/user-data.js';
import { decodeGsm7, decodeUcs2 } from '../text/index.js';
import type { ReceiptStatus } from './delivery.js';

/** Fields of a deliver_sm that matter here. */
export interface DeliverSm {
  readonly from: string;
  readonly to: string;
  readonly esmClass: number;
  readonly dataCoding: number;
  /** short_message, or the parameter message_payload in its place. */
  readonly message: Uint8Array;
  readonly parameters: ReadonlyMap<number, Uint8Array>;
}

const TLV = {
  ReceiptedMessageId: 0x001e,
  SarMsgRefNum: 0x020c,
  SarTotalSegments: 0x020e,
  SarSegmentSeqnum: 0x020f,
  MessagePayload: 0x0424,
  MessageState: 0x0427,
} as const;

/** Bits of esm_class: what kind of message, and whether a header stands in front of the user data. Other bits may be set beside them. */
const MESSAGE_TYPE = 0x3c;
const TYPE_RECEIPT = 0x04;
const UDHI = 0x40;

/** Octets of command_id, command_status and sequence_number. */
const HEADER_OCTETS = 12;

/** Reads a frame from its command_id on. @throws DecodeError `truncated` */
export function readDeliverSm(frame: Uint8Array): DeliverSm {
  const reader = new ByteReader(frame);
  reader.skip(HEADER_OCTETS, 'command_id');
  cString(reader, 'service_type');
  const from = address(reader, 'source_addr');
  const to = address(reader, 'destination_addr');
  const esmClass = reader.u8('esm_class');
  reader.skip(2, 'protocol_id');
  cString(reader, 'schedule_delivery_time');
  cString(reader, 'validity_period');
  reader.skip(2, 'registered_delivery');
  const dataCoding = reader.u8('data_coding');
  reader.skip(1, 'sm_default_msg_id');
  const message = reader.take(reader.u8('sm_length'), 'short_message');
  const parameters = new Map<number, Uint8Array>();
  while (reader.remaining > 0) {
    const tag = reader.u16('parameter tag');
    parameters.set(tag, reader.take(reader.u16('parameter length'), 'parameter value'));
  }
  const payload = parameters.get(TLV.MessagePayload);
  return { from, to, esmClass, dataCoding, parameters, message: message.length === 0 && payload ? payload : message };
}

function address(reader: ByteReader, field: string): string {
  reader.skip(2, `${field}_ton`);
  return cString(reader, field).replace(/^\+/, '');
}

function cString(reader: ByteReader, field: string): string {
  const end = reader.octets.indexOf(0, reader.offset);
  const octets = reader.take(end < 0 ? reader.remaining + 1 : end - reader.offset, field);
  reader.skip(1, field);
  return decodeLatin1(octets);
}

// ---- receipts ----

/** What a receipt says: `undefined` in place of a status that is not the last word. */
export interface Receipt {
  readonly id: string;
  /** Whether the id stood in a parameter: as submit_sm_resp gave it. That of the text is written in a way of its own by some. */
  readonly isNamed: boolean;
  readonly status: ReceiptStatus | undefined;
}

/** By message_state (5.2.28); what is not here is on its way. */
const STATUS_OF_STATE: Readonly<Record<number, ReceiptStatus>> = {
  2: 'delivered',
  3: 'expired',
  4: 'failed',
  5: 'failed',
  7: 'failed',
  8: 'failed',
  9: 'failed',
};

/** By the word behind `stat:`. */
const STATUS_OF_WORD: ReadonlyMap<string, ReceiptStatus | undefined> = new Map<string, ReceiptStatus | undefined>([
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'expired'],
  ['DELETED', 'failed'],
  ['UNDELIV', 'failed'],
  ['UNKNOWN', 'failed'],
  ['REJECTD', 'failed'],
  ['SKIPPED', 'failed'],
  ['ENROUTE', undefined],
  ['ACCEPTD', undefined],
  ['SCHEDLD', undefined],
  ['BUFFRED', undefined],
]);

/** Characters of a receipt's text that are looked at. */
const RECEIPT_TEXT = 1_000;

/** Whether it is about a message, and none by itself: by its type, or by the parameter that nothing else has. */
export function isAboutMessage({ esmClass, parameters }: DeliverSm): boolean {
  return (esmClass & MESSAGE_TYPE) !== 0 || parameters.has(TLV.ReceiptedMessageId);
}

/** The receipt; undefined for an acknowledgement of another kind, and for one that names no message or no state. */
export function readReceipt({ esmClass, parameters, message }: DeliverSm): Receipt | undefined {
  const type = esmClass & MESSAGE_TYPE;
  if (type !== TYPE_RECEIPT && type !== 0) return undefined;
  const text = decodeLatin1(message.subarray(0, RECEIPT_TEXT));
  const named = parameters.get(TLV.ReceiptedMessageId);
  const id = named === undefined ? /\bid:\s*([^\s:]+)/i.exec(text)?.[1] : decodeLatin1(named).replace(/\0.*$/s, '');
  const state = parameters.get(TLV.MessageState)?.[0];
  const word = /\bstat:\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase();
  if (id === undefined || id === '') return undefined;
  const isNamed = named !== undefined;
  if (state !== undefined) return { id, isNamed, status: STATUS_OF_STATE[state] };
  if (word === undefined || !STATUS_OF_WORD.has(word)) return undefined;
  return { id, isNamed, status: STATUS_OF_WORD.get(word) };
}

// ---- messages ----

/** A part of a message from a handset, as the Reassembler takes it. */
export interface IncomingPart {
  readonly udh: readonly InformationElement[];
  readonly tpDcs: number;
  readonly text?: string;
  readonly data?: Uint8Array;
}

/**
 * The user data of a message: text in the codings that name an alphabet, octets in all others.
 * @throws DecodeError when the header in front cannot be read.
 */
export function readUserDataOf({ esmClass, dataCoding, message, parameters }: DeliverSm): IncomingPart {
  const header = (esmClass & UDHI) === 0 ? undefined : decodeUdh(message);
  const udh = [...(header?.elements ?? []), ...concatenation(parameters)];
  const octets = message.subarray(header?.lengthOctets ?? 0);
  const coding = codingOf(dataCoding);
  // Stated for the Reassembler, which mends escapes that were cut from their code.
  if (coding === 'gsm7') return { udh, tpDcs: 0, text: defaultText(octets, udh) };
  if (coding === 'ucs2') return { udh, tpDcs: 8, text: decodeUcs2(octets, { lenient: true }) };
  if (coding === 'octets') return { udh, tpDcs: 4, data: new Uint8Array(octets) };
  return { udh, tpDcs: 8, text: coding === 'iso-8859-1' ? decodeLatin1(octets) : new TextDecoder(coding).decode(octets) };
}

/** The service centre's default alphabet: GSM 7-bit, one septet an octet; with octets that are no septets, ISO-8859-1. */
function defaultText(octets: Uint8Array, udh: readonly InformationElement[]): string {
  if (octets.some((octet) => octet > 127)) return decodeLatin1(octets);
  return decodeGsm7(octets, { ...shiftTablesOf(udh), lenient: true });
}

/** The parameters that say which part of a message this is, as the header element of the same meaning. */
function concatenation(parameters: ReadonlyMap<number, Uint8Array>): InformationElement[] {
  const [high, low] = parameters.get(TLV.SarMsgRefNum) ?? [];
  const total = parameters.get(TLV.SarTotalSegments)?.[0];
  const sequence = parameters.get(TLV.SarSegmentSeqnum)?.[0];
  if (high === undefined || low === undefined || total === undefined || sequence === undefined) return [];
  if (sequence < 1 || sequence > total) return [];
  return [{ kind: 'concat16', reference: (high << 8) | low, total, sequence }];
}

/** What tells a part from all others that may be under way; undefined for a message in one part. */
export function partKey(from: string, to: string, { udh }: IncomingPart): string | undefined {
  const concat = concatOf(udh);
  if (concat === undefined || concat.total === 1) return undefined;
  return `${from} ${to} ${concat.kind} ${concat.reference} ${concat.total} ${concat.sequence}`;
}
