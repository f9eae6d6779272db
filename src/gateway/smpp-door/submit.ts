/**
 * submit_sm, data_sm and submit_multi as requests to send.
 *
 *   text of a known coding, whole, with nothing before it    a text, which the gateway cuts into parts
 *   anything else                                            user data as it is: header, coding, protocol
 *
 * sar_* parameters become the header element with the short reference, port parameters that of ports.
 * Sources: SMPP Protocol Specification v3.4 sections 4.4, 4.5, 4.7 and 5.2; v5.0 section 4.7 for receipts of success alone.
 * @module
 */
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { FormatError } from '../../errors.js';
import type { PduContent } from '../../message/index.js';
import { decodeMessageText, findCoding, type MessageCoding } from '../../smpp/data-coding.js';
import { concatOfParameters, findParameter, findParameterNumber } from '../../smpp/parameters.js';
import type { SmppFields, SmppParameter, SmppPdu } from '../../smpp/pdus.js';
import type { SmppStatus } from '../../smpp/status.js';
import { parseSmppTime, type SmppTime } from '../../smpp/time.js';
import { REPLY_PATH, UDHI } from '../../smpp/values.js';
import { decodeUdh, findConcat, findPorts, type InformationElement } from '../../sms/index.js';
import { findShiftTables } from '../../sms/user-data.js';
import { encodeGsm7 } from '../../text/index.js';
import type { RequestOf } from '../operations/operations.js';
import type { OwnMessage } from '../store/types.js';
import { SmppRefusal } from './status.js';

/** A request to send, whose recipients are those that can be some. */
export type SubmitRequest = RequestOf<'sendSms'> & { readonly operation: 'sendSms' | 'sendContent' };

/** A recipient, by the fields that name it. */
export interface Destination {
  /** As it was written. */
  readonly fields: SmppFields;
  /** A number, perhaps; undefined where type and plan say that it is none. */
  readonly address: string | undefined;
}

/** Who is to get what a PDU brings. @throws SmppRefusal for lists that it names */
export function readDestinations({ command, fields = {} }: SmppPdu): Destination[] {
  const list = command === 'submit_multi' ? (fields.dest_address as readonly SmppFields[]) : [fields];
  if (list.length === 0) throw new SmppRefusal('ESME_RINVNUMDESTS', 'Nobody is named');
  return list.map((one) => {
    if (one.dest_flag === DISTRIBUTION_LIST) throw new SmppRefusal('ESME_RINVDLNAME', 'There are no distribution lists');
    const { dest_addr_ton, dest_addr_npi, destination_addr } = one;
    const isNumber = TON_OF_NUMBERS.includes(dest_addr_ton) && NPI_OF_NUMBERS.includes(dest_addr_npi);
    return {
      fields: { dest_addr_ton, dest_addr_npi, destination_addr },
      address: isNumber ? String(destination_addr) : undefined,
    };
  });
}

const DISTRIBUTION_LIST = 2;
/** Unknown and international; unknown and ISDN. */
const TON_OF_NUMBERS: readonly unknown[] = [0, 1];
const NPI_OF_NUMBERS: readonly unknown[] = [0, 1];

/**
 * What a PDU asks to be sent, to some recipients of it.
 * @throws SmppRefusal for what cannot be done as it is asked for
 */
export function readSubmit(pdu: SmppPdu, sendTo: readonly string[], now: number): SubmitRequest {
  const { fields = {} } = pdu;
  checkOptions(fields);
  const { source_addr, registered_delivery, priority_flag = 0 } = fields;
  const { sendTimeAbsolute, validUntil } = readTimes(fields, now);
  const sending = {
    sendTo,
    registeredDelivery: registered_delivery as number,
    ...omitUndefined({
      ...{ sendTimeAbsolute, validUntil },
      replyTo: source_addr === '' ? undefined : String(source_addr),
      deliveryServiceOption: priority_flag === 0 ? undefined : ('Premier' as const),
    }),
  };
  const content = readContent(pdu);
  return typeof content === 'string'
    ? { operation: 'sendSms', ...sending, message: content, dataCoding: Number(fields.data_coding) }
    : { operation: 'sendContent', ...sending, content };
}

/**
 * What replace_sm puts in a text's place. It names no coding: that of the message holds.
 * @throws SmppRefusal for what cannot be done as it is asked for, and for a message that is no text which came over SMPP
 */
export function readReplacement(
  { fields = {}, parameters }: SmppPdu,
  { dataCoding }: Pick<OwnMessage, 'dataCoding'>,
  now: number,
): Pick<RequestOf<'replaceMessage'>, 'send' | 'registeredDelivery' | 'validUntil'> {
  checkOptions(fields);
  const { sendTimeAbsolute, validUntil } = readTimes(fields, now);
  if (dataCoding === undefined) throw new SmppRefusal('ESME_RREPLACEFAIL', 'The message is no text that came over SMPP');
  const octets = readMessage(fields, parameters);
  const coding = codingOf(dataCoding, octets);
  if (coding === 'octets') throw new SmppRefusal('ESME_RREPLACEFAIL', 'The message is no text');
  const message = readText(octets, coding, [], false);
  return {
    send: { operation: 'sendSms', message, ...omitUndefined({ sendTimeAbsolute }) },
    registeredDelivery: Number(fields.registered_delivery),
    ...omitUndefined({ validUntil }),
  };
}

// ---- Options ----

/** Bits of esm_class that say what the message is: none for a message. */
const MESSAGE_TYPE = 0x3c;
const MESSAGING_MODE = 0x03;
/** The answer would have to wait for the handset. */
const TRANSACTION_MODE = 0x02;
const RESERVED_OF_REGISTERED = 0xe0;
const MAX_PRIORITY = 3;

/** @throws SmppRefusal for what is asked for beside the message, and is not done here */
function checkOptions(fields: SmppFields): void {
  const refuse = (isWrong: boolean, status: SmppStatus, text: string) => {
    if (isWrong) throw new SmppRefusal(status, text);
  };
  const number = (name: string) => Number(fields[name] ?? 0);
  const esmClass = number('esm_class');
  refuse(fields.service_type === 'USSD', 'ESME_RINVSERTYP', 'There is no USSD');
  refuse((esmClass & MESSAGE_TYPE) !== 0, 'ESME_RINVESMCLASS', 'Acknowledgements go to nobody');
  refuse((esmClass & REPLY_PATH) !== 0, 'ESME_RINVESMCLASS', 'A reply path cannot be set');
  refuse((esmClass & MESSAGING_MODE) === TRANSACTION_MODE, 'ESME_RINVESMCLASS', 'Messages are stored and forwarded');
  refuse(number('priority_flag') > MAX_PRIORITY, 'ESME_RINVPRTFLG', 'priority_flag is 0 to 3');
  refuse((number('registered_delivery') & RESERVED_OF_REGISTERED) !== 0, 'ESME_RINVREGDLVFLG', 'reserved bits are set');
  refuse(number('replace_if_present_flag') !== 0, 'ESME_RINVREPFLAG', 'Messages are replaced by replace_sm');
  refuse(number('sm_default_msg_id') !== 0, 'ESME_RINVDFTMSGID', 'There are no predefined messages');
}

/** How far a clock may be behind: a time that is past by no more is now. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** When the message is due, and until when it is of use, where that is said. @throws SmppRefusal for a time that is none, or past */
function readTimes(fields: SmppFields, now: number): { sendTimeAbsolute?: Date | undefined; validUntil?: number | undefined } {
  const due = readTime(fields, 'schedule_delivery_time', 'ESME_RINVSCHED', now);
  const validUntil = readTime(fields, 'validity_period', 'ESME_RINVEXPIRY', now);
  if (due !== undefined && due < now - CLOCK_DIFFERENCE_MS) {
    throw new SmppRefusal('ESME_RINVSCHED', 'schedule_delivery_time is past');
  }
  if (validUntil !== undefined && validUntil <= Math.max(now, due ?? now)) {
    throw new SmppRefusal('ESME_RINVEXPIRY', 'validity_period ends before the message is due');
  }
  return { sendTimeAbsolute: due === undefined ? undefined : new Date(due), validUntil };
}

function readTime(fields: SmppFields, field: string, status: SmppStatus, now: number): number | undefined {
  const text = String(fields[field] ?? '');
  if (text === '') return undefined;
  let time: SmppTime;
  try {
    time = parseSmppTime(text, { field, lenient: true });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new SmppRefusal(status, error.message);
  }
  return time.kind === 'absolute' ? time.at.getTime() : now + time.seconds * 1_000;
}

// ---- Content ----

/** The text, where there is nothing but a whole text; else the user data. @throws SmppRefusal for what can be neither */
function readContent({ fields = {}, parameters }: SmppPdu): string | PduContent {
  const message = readMessage(fields, parameters);
  const header = readHeader(fields, message);
  const udh = addNumbers(header?.elements ?? [], parameters);
  const octets = message.subarray(header?.lengthOctets ?? 0);
  const dataCoding = Number(fields.data_coding);
  const tpPid = Number(fields.protocol_id ?? 0);
  const isPart = (findConcat(udh)?.total ?? 1) > 1;
  const coding = isPart ? codingOfPart(dataCoding, octets) : codingOf(dataCoding, octets);
  if (coding === 'octets') {
    return { kind: 'pdu', tpDcs: dataCoding < FIRST_TP_DCS ? OCTETS : dataCoding, tpPid, udh, data: octets };
  }
  const text = readText(octets, coding, udh, isPart);
  if (dataCoding >= FIRST_TP_DCS) return { kind: 'pdu', tpDcs: dataCoding, tpPid, udh, text };
  if (udh.length === 0 && tpPid === 0) return text;
  const isGsm7 =
    dataCoding === 0
      ? coding === 'gsm7'
      : coding !== 'ucs2' && tryDecode(() => encodeGsm7(text, findShiftTables(udh))) !== undefined;
  return { kind: 'pdu', tpDcs: isGsm7 ? 0 : UCS2, tpPid, udh, text };
}

const DEFAULT_ALPHABET = 0;
const ASCII = 1;
/** TAB, LF and CR. */
const BLANKS: readonly number[] = [0x09, 0x0a, 0x0d];
/** data_coding from here on is a TP-DCS. */
const FIRST_TP_DCS = 0x10;
/** TP-DCS of what has none of its own. */
const OCTETS = 0x04;
const UCS2 = 0x08;
/** data_coding of octets; what else is read as octets is in a character set that no handset has. */
const CODINGS_OF_OCTETS: readonly number[] = [2, 4];

function codingOf(dataCoding: number, octets: Uint8Array): MessageCoding {
  const coding = findCoding(dataCoding);
  if (coding === 'octets' && dataCoding < FIRST_TP_DCS && !CODINGS_OF_OCTETS.includes(dataCoding)) {
    throw new SmppRefusal('ESME_RINVDCS', `data_coding ${dataCoding} is in no short message`);
  }
  // What does not fit into seven bits is Latin-1: the default alphabet of many clients.
  if (dataCoding === DEFAULT_ALPHABET) return octets.some((octet) => octet > 0x7f) ? 'iso-8859-1' : coding;
  // No text has control characters; in GSM 7-bit, which the package smpp calls ASCII, they are letters.
  const isGsm7 = dataCoding === ASCII && octets.some((octet) => octet < 0x20 && !BLANKS.includes(octet));
  return isGsm7 && octets.every((octet) => octet <= 0x7f) ? 'gsm7' : coding;
}

/**
 * The coding of a part, by data_coding and not by what this part happens to hold: a message is not to go by halves. Whoever numbers parts has cut them for the
 * air, where text is GSM 7-bit or UCS-2.
 */
function codingOfPart(dataCoding: number, octets: Uint8Array): Extract<MessageCoding, 'gsm7' | 'ucs2' | 'octets'> {
  // The package smpp calls GSM 7-bit ASCII.
  const coding = dataCoding === ASCII ? 'gsm7' : codingOf(dataCoding, octets);
  const isGsm7 = coding === 'gsm7' && octets.every((octet) => octet <= 0x7f);
  if (isGsm7 || coding === 'ucs2' || coding === 'octets') return coding;
  throw new SmppRefusal('ESME_RINVDCS', 'Parts are GSM 7-bit or UCS-2: send texts of other codings whole');
}

function readMessage(fields: SmppFields, parameters: readonly SmppParameter[]): Uint8Array {
  const payload = findParameter(parameters, 'message_payload');
  const short = fields.short_message;
  const message = short instanceof Uint8Array ? short : new Uint8Array(0);
  if (!(payload instanceof Uint8Array)) return message;
  if (message.length > 0) throw new SmppRefusal('ESME_ROPTPARNOTALLWD', 'short_message and message_payload are both there');
  return payload;
}

function readHeader(fields: SmppFields, message: Uint8Array): ReturnType<typeof decodeUdh> | undefined {
  if ((Number(fields.esm_class) & UDHI) === 0) return undefined;
  const header = tryDecode(() => decodeUdh(message));
  if (header === undefined) throw new SmppRefusal('ESME_RINVESMCLASS', 'The user data header cannot be read');
  return header;
}

const NUMBERS_OF_PARTS = ['sar_msg_ref_num', 'sar_total_segments', 'sar_segment_seqnum'] as const;
const SHORT_REFERENCE = 0xff;

/** The header with what parameters say in place of elements. @throws SmppRefusal for numbers of parts that there cannot be */
function addNumbers(udh: readonly InformationElement[], parameters: readonly SmppParameter[]): InformationElement[] {
  const hasNumbers = NUMBERS_OF_PARTS.some((name) => findParameter(parameters, name) !== undefined);
  const concat = concatOfParameters(parameters);
  if (hasNumbers && concat?.kind !== 'concat16') {
    throw new SmppRefusal('ESME_RINVOPTPARAMVAL', 'The sar_ parameters number no part of a message');
  }
  const elements: InformationElement[] = [];
  if (concat?.kind === 'concat16' && concat.total > 1 && findConcat(udh) === undefined) {
    // Parts are cut for the header with the short reference: beside the long one a full part does not fit.
    elements.push({ ...concat, kind: 'concat8', reference: concat.reference & SHORT_REFERENCE });
  }
  const destination = findParameterNumber(parameters, 'destination_port');
  const source = findParameterNumber(parameters, 'source_port') ?? 0;
  if (destination !== undefined && findPorts(udh) === undefined) elements.push({ kind: 'ports16', destination, source });
  return [...elements, ...udh];
}

/** @param isPart whether it may begin and end inside of a character */
function readText(
  octets: Uint8Array,
  coding: Exclude<MessageCoding, 'octets'>,
  udh: readonly InformationElement[],
  isPart: boolean,
): string {
  if (coding === 'ucs2' && octets.length % 2 !== 0)
    throw new SmppRefusal('ESME_RINVMSGLEN', 'UCS-2 of an odd number of octets');
  const read = decodeMessageText(octets, coding, udh);
  const isWhole = isPart || coding !== 'ucs2' || (read?.warnings.length ?? 0) === 0;
  if (read === undefined || !isWhole)
    throw new SmppRefusal('ESME_RINVDCS', `The message is not what data_coding says: ${coding}`);
  // An escape at the end stands for nothing.
  return coding === 'gsm7' && !isPart ? read.text.replace(/\x1b$/, '') : read.text;
}
