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

/** User data of a message, in the form that the Reassembler of `handset/sms` accepts. */
export interface CentreUserData {
  /** Elements of the user data header, and a concatenation element from `sar_*` parameters. */
  readonly udh: readonly InformationElement[];
  /** TP-DCS of the coding: 0 GSM 7-bit, 8 other text, 4 octets. */
  readonly tpDcs: number;
  /** The text, if data_coding is one of a text and the octets are valid. */
  readonly text?: string;
  /** Otherwise the octets. */
  readonly data?: Uint8Array;
}

/** A receipt that was sent. */
export interface CentreSentReceipt {
  /** The state in the receipt. */
  readonly state: ReceiptState;
  /** command_status of the answer; undefined if none arrived, or if no bound session can receive it. */
  readonly status: number | undefined;
}

/** A received message for one recipient. */
export interface CentreMessage {
  /** submit_sm, submit_multi or data_sm. */
  readonly command: string;
  /** message_id in the answer; empty if the message was refused. */
  readonly id: string;
  /** command_status of the answer. */
  readonly status: number;
  /** system_id of the session. */
  readonly systemId: string;
  /** source_addr. */
  readonly from: string;
  /** The recipient's address. */
  readonly to: string;
  /** When it was received. */
  readonly at: Date;
  /** The text, if data_coding is one of a text; replace_sm changes it. */
  readonly text: string | undefined;
  /** The user data, with its header. */
  readonly userData: CentreUserData;
  /** The PDU. */
  readonly pdu: SmppPdu;
  /** Its current state. */
  readonly state: ReceiptState;
  /** When it reached its final state; undefined before. */
  readonly doneAt: Date | undefined;
  /** The receipts that were sent, in order. */
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
