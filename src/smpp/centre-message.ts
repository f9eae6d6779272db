/**
 * What a test centre keeps of a message: its PDU, its user data, and what became of it.
 * @module
 */
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUdh, type InformationElement } from '../sms/index.js';
import { decodeMessageText, findCoding } from './data-coding.js';
import { concatOfParameters, findParameter } from './parameters.js';
import type { SmppFields, SmppPdu } from './pdus.js';
import type { ReceiptState } from './receipt.js';
import { UDHI } from './values.js';

/** User data of a message, as the Reassembler of `handset/sms` takes it. */
export interface CentreUserData {
  /** Elements of the header, and the numbers of a part in optional parameters. */
  readonly udh: readonly InformationElement[];
  /** TP-DCS of the coding: 0 GSM 7-bit, 8 other text, 4 octets. */
  readonly tpDcs: number;
  /** The text, where data_coding says that it is one. */
  readonly text?: string;
  /** The octets, where it is none. */
  readonly data?: Uint8Array;
}

/** A receipt that was sent. */
export interface CentreSentReceipt {
  /** The state that it says. */
  readonly state: ReceiptState;
  /** command_status of the answer; undefined if none arrived, or if no bound session can receive it. */
  readonly status: number | undefined;
}

/** A message that came for one recipient. */
export interface CentreMessage {
  /** submit_sm, submit_multi or data_sm. */
  readonly command: string;
  /** Id, as the answer has it; empty where the message was refused. */
  readonly id: string;
  /** command_status of the answer. */
  readonly status: number;
  /** The account. */
  readonly systemId: string;
  /** Sender. */
  readonly from: string;
  /** Recipient. */
  readonly to: string;
  /** When it came. */
  readonly at: Date;
  /** The text, where data_coding says that it is one; replace_sm changes it. */
  readonly text: string | undefined;
  /** The user data, with its header. */
  readonly userData: CentreUserData;
  /** The request. */
  readonly pdu: SmppPdu;
  /** What became of it so far. */
  readonly state: ReceiptState;
  /** When it came to its final state. */
  readonly doneAt: Date | undefined;
  /** Receipts that were sent, in order. */
  readonly receipts: readonly CentreSentReceipt[];
}

/** A text of a PDU's fields. */
export function textField(fields: SmppFields | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

/** A number of a PDU's fields. */
export function numberField(fields: SmppFields | undefined, name: string): number {
  const value = fields?.[name];
  return typeof value === 'number' ? value : 0;
}

/** The user data of a message. What cannot be read is octets, with its header. */
export function userDataOf({ fields, parameters }: SmppPdu): CentreUserData {
  const payload = findParameter(parameters, 'message_payload');
  const short = fields?.short_message;
  const octets = [short, payload].find((one) => one instanceof Uint8Array && one.length > 0);
  const message = octets instanceof Uint8Array ? octets : new Uint8Array(0);
  const hasHeader = (numberField(fields, 'esm_class') & UDHI) !== 0;
  const header = hasHeader ? tryDecode(() => decodeUdh(message)) : undefined;
  const concat = concatOfParameters(parameters);
  const udh = [...(header?.elements ?? []), ...(concat === undefined ? [] : [concat])];
  const rest = message.subarray(header?.lengthOctets ?? 0);
  const coding = findCoding(numberField(fields, 'data_coding'));
  const isText = coding !== 'octets' && (header !== undefined || !hasHeader);
  const text = isText ? decodeMessageText(rest, coding, udh)?.text : undefined;
  return text === undefined ? { udh, tpDcs: 4, data: rest } : { udh, tpDcs: coding === 'gsm7' ? 0 : 8, text };
}
