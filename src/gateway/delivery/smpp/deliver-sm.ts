/**
 * What a service centre delivers by deliver_sm or data_sm: receipts, and messages of handsets.
 *
 * A receipt names its message in optional parameters, or in its text: `id:IIIIIIIIII sub:SSS dlvrd:DDD submit date:YYMMDDhhmm
 * done date:YYMMDDhhmm stat:DDDDDDD err:E Text: ...`.
 * Source: SMPP Protocol Specification v3.4 sections 4.6.1, 4.7.1, 5.2.12, 5.2.28, 5.3.2 and appendix B.
 * @module
 */
import { decodeLatin1 } from '../../../bytes/latin1.js';
import type { Issue } from '../../../bytes/reading.js';
import { DecodeError, type FormatErrorCode } from '../../../errors.js';
import { decodeMessageText, findCoding } from '../../../smpp/data-coding.js';
import { decodeSmppPdu } from '../../../smpp/decode.js';
import { concatOfParameters, findParameter, findParameterNumber, TAG } from '../../../smpp/parameters.js';
import type { SmppParameter, SmppValue } from '../../../smpp/pdus.js';
import { UDHI } from '../../../smpp/values.js';
import { decodeUdh, findConcat, type InformationElement } from '../../../sms/index.js';
import type { ReceiptStatus } from '../delivery.js';

/** Fields of a deliver_sm, or of a data_sm, that matter here. */
export interface DeliverSm {
  readonly from: string;
  readonly to: string;
  readonly esmClass: number;
  readonly dataCoding: number;
  /** short_message, or the parameter message_payload in its place, which is all that a data_sm has. */
  readonly message: Uint8Array;
  readonly parameters: readonly SmppParameter[];
}

/** Bits of esm_class that say what kind of message it is; other bits may be set as well. */
const MESSAGE_TYPE = 0x3c;
const TYPE_RECEIPT = 0x04;

const COMMANDS: readonly unknown[] = ['deliver_sm', 'data_sm'];
const NO_OCTETS = new Uint8Array(0);

/**
 * Reads a deliver_sm or a data_sm. Texts and parameters may have any length: what the gateway needs is there all the same.
 * @throws DecodeError for another command, and for the first field or parameter that is cut.
 */
export function readDeliverSm(octets: Uint8Array): DeliverSm {
  let last: Issue<FormatErrorCode> | undefined;
  const onIssue = (issue: Issue<FormatErrorCode>) => {
    last = issue;
  };
  const { command, fields = {}, parameters, rest } = decodeSmppPdu(octets, { lenient: true, onIssue });
  if (!COMMANDS.includes(command)) throw new DecodeError('bad-value', 'command_id', 4, 'not that of deliver_sm or data_sm');
  // What was reported last ended the reading.
  if (rest !== undefined && last !== undefined)
    throw new DecodeError(last.code, last.field.replace(`${command}/`, ''), last.offset, last.reason);
  const payload = findParameter(parameters, TAG.MessagePayload);
  const { short_message: message = NO_OCTETS } = fields as { readonly short_message?: Uint8Array };
  return {
    from: digitsOf(fields.source_addr),
    to: digitsOf(fields.destination_addr),
    esmClass: fields.esm_class as number,
    dataCoding: fields.data_coding as number,
    parameters,
    message: message.length === 0 && payload instanceof Uint8Array ? payload : message,
  };
}

/** An address without the plus sign that some put before a number. */
function digitsOf(address: SmppValue | undefined): string {
  return String(address).replace(/^\+/, '');
}

// ---- receipts ----

/** What a receipt says; `status` is undefined while the message is on its way. */
export interface Receipt {
  readonly id: string;
  /** Whether the id is in a parameter: as submit_sm_resp gave it. That of the text is written in a way of its own by some. */
  readonly isNamed: boolean;
  readonly status: ReceiptStatus | undefined;
}

/** By message_state (3.4 section 5.2.28, 5.0 section 4.7.15): a message that is scheduled, en route or accepted is on its way. */
const STATUS_OF_STATE: ReadonlyMap<number | undefined, ReceiptStatus | undefined> = new Map([
  [0, undefined],
  [1, undefined],
  [2, 'delivered'],
  [3, 'expired'],
  [4, 'failed'],
  [5, 'failed'],
  [6, undefined],
  [7, 'failed'],
  [8, 'failed'],
  [9, 'failed'],
]);

/** By the word after `stat:`. */
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

/** Whether it reports on a message instead of being one: by its type, or by the parameter that nothing else has. */
export function isAboutMessage({ esmClass, parameters }: DeliverSm): boolean {
  return (esmClass & MESSAGE_TYPE) !== 0 || findParameter(parameters, TAG.ReceiptedMessageId) !== undefined;
}

/** Whether it reports something else than what became of a message: an acknowledgement of the recipient's, a notification on the way. */
export function isOtherReport({ esmClass }: DeliverSm): boolean {
  const type = esmClass & MESSAGE_TYPE;
  return type !== TYPE_RECEIPT && type !== 0;
}

/** The receipt; undefined for a report of another kind, and for one that names no message or no state. */
export function readReceipt(deliver: DeliverSm): Receipt | undefined {
  if (isOtherReport(deliver)) return undefined;
  const { parameters, message } = deliver;
  const text = decodeLatin1(message.subarray(0, RECEIPT_TEXT));
  const named = findParameter(parameters, TAG.ReceiptedMessageId);
  const namedId = named === undefined ? '' : textOf(named);
  const isNamed = namedId !== '';
  const id = isNamed ? namedId : /\bid:\s*([^\s:]+)/i.exec(text)?.[1];
  const state = findParameterNumber(parameters, TAG.MessageState);
  const word = /\bstat:\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase();
  if (id === undefined) return undefined;
  // One that no specification has says nothing: the text may.
  if (STATUS_OF_STATE.has(state)) return { id, isNamed, status: STATUS_OF_STATE.get(state) };
  if (word === undefined || !STATUS_OF_WORD.has(word)) return undefined;
  return { id, isNamed, status: STATUS_OF_WORD.get(word) };
}

/** Text of a parameter, whether NUL ends it or not. */
function textOf(value: SmppParameter['value']): string {
  return value instanceof Uint8Array ? decodeLatin1(value).replace(/\0.*$/s, '') : String(value);
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
 * @throws DecodeError when the header cannot be read.
 */
export function readUserDataOf({ esmClass, dataCoding, message, parameters }: DeliverSm): IncomingPart {
  const header = (esmClass & UDHI) === 0 ? undefined : decodeUdh(message);
  const concat = concatOfParameters(parameters);
  const udh = [...(header?.elements ?? []), ...(concat === undefined ? [] : [concat])];
  const octets = message.subarray(header?.lengthOctets ?? 0);
  const coding = findCoding(dataCoding);
  const text = coding === 'octets' ? undefined : decodeMessageText(octets, coding, udh)?.text;
  if (text === undefined) return { udh, tpDcs: 4, data: new Uint8Array(octets) };
  // Stated for the Reassembler, which repairs escapes that were cut from their code.
  return { udh, tpDcs: coding === 'gsm7' ? 0 : 8, text };
}

/** What tells a part from all others that may be under way; undefined for a message in one part. */
export function partKey(from: string, to: string, { udh }: IncomingPart): string | undefined {
  const concat = findConcat(udh);
  if (concat === undefined || concat.total === 1) return undefined;
  return `${from} ${to} ${concat.kind} ${concat.reference} ${concat.total} ${concat.sequence}`;
}
