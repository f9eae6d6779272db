/**
 * What a session of an account is sent: receipts and incoming messages as deliver_sm, and what its answers mean.
 *
 *   receipt     one PDU, esm_class 04, its text and its parameters say the same
 *   text        default alphabet where it can say it, else UCS-2; a longer one in parts with a header, as phones send them
 *   data        octets (data_coding 4) with the header that they came with
 *
 * Source: SMPP Protocol Specification v3.4 sections 4.6.1, 5.2.12, 5.2.19, 5.3.2.26, 5.3.2.35 and appendix B.
 * @module
 */
import { tryDecode } from '../../bytes/try-decode.js';
import { toWellFormed } from '../../bytes/utf16.js';
import type { SmppFields } from '../../smpp/pdus.js';
import { type ReceiptState, receiptBody } from '../../smpp/receipt.js';
import type { SmppRequest } from '../../smpp/session.js';
import { statusNumber } from '../../smpp/status.js';
import { UDHI } from '../../smpp/values.js';
import { decodeUdh, encodeUdh, type InformationElement } from '../../sms/index.js';
import { encodeGsm7, encodeUcs2, segmentText } from '../../text/index.js';
import type { CallbackPayload, SessionCallback } from '../store/types.js';

type Receipt = Extract<CallbackPayload, { readonly kind: 'receipt' }>;
type Incoming = Extract<CallbackPayload, { readonly kind: 'message' }>;

/** The deliver_sm PDUs that say it, in order; a long message has several. @throws EncodeError for a message that no PDU holds */
export function deliverRequests({ id, payload }: Pick<SessionCallback, 'id' | 'payload'>): SmppRequest[] {
  return payload.kind === 'receipt' ? [receiptRequest(payload)] : messageRequests(payload, id);
}

// ---- Receipts ----

function receiptRequest(receipt: Receipt): SmppRequest {
  const { messageIdentifier, recipient, at, originator = '', acceptedAt = at } = receipt;
  const { fields, parameters } = receiptBody({
    state: stateOf(receipt),
    textId: messageIdentifier,
    answerId: messageIdentifier,
    submittedAt: new Date(acceptedAt),
    doneAt: new Date(at),
    error: '000',
    form: 'both',
    text: '',
  });
  return { fields: { ...addressFields(recipient, originator), ...fields }, parameters };
}

function stateOf({ state, isCancelled }: Receipt): ReceiptState {
  if (state === 'delivered') return 'DELIVRD';
  if (state === 'expired') return 'EXPIRED';
  return isCancelled === true ? 'DELETED' : 'UNDELIV';
}

// ---- Messages ----

/** data_coding (5.2.19). */
const DEFAULT_ALPHABET = 0;
const OCTETS = 4;
const UCS2 = 8;

/** Octets of the user data of an SMS, its header included. */
const USER_DATA = 140;
/** IEI, IEDL, reference, total, sequence. */
const CONCAT_OCTETS = 5;
const MAX_PARTS = 255;

function messageRequests(message: Incoming, id: number): SmppRequest[] {
  const { from, to, udh = '' } = message;
  const header = udh === '' ? [] : decodeUdh(octetsOf(udh)).elements;
  const { dataCoding, whole, parts } = message.isData === true ? cutData(message, header) : cutText(message, header);
  const common = { ...addressFields(from, to), data_coding: dataCoding };
  if (parts === undefined) {
    const payload = { name: 'message_payload', value: concat([encodeHeader(header), whole]) } as const;
    return [{ fields: { ...common, esm_class: header.length === 0 ? 0 : UDHI }, parameters: [payload] }];
  }
  return parts.map((part, index) => {
    // The same whenever it is sent again, and another for the next message.
    const numbers = { kind: 'concat8', reference: id & 0xff, total: parts.length, sequence: index + 1 } as const;
    const elements = parts.length === 1 ? header : [numbers, ...header];
    const short_message = concat([encodeHeader(elements), part]);
    return { fields: { ...common, esm_class: elements.length === 0 ? 0 : UDHI, short_message } };
  });
}

interface Cut {
  readonly dataCoding: number;
  readonly whole: Uint8Array;
  /** Undefined where no header can number them: it goes as one then. */
  readonly parts: readonly Uint8Array[] | undefined;
}

function cutText(message: Incoming, header: readonly InformationElement[]): Cut {
  const text = toWellFormed(message.text);
  const septets = tryDecode(() => encodeGsm7(text));
  const encode = septets === undefined ? encodeUcs2 : (part: string) => encodeGsm7(part);
  const headerOctets = Math.max(0, encodeHeader(header).length - 1);
  const segments = tryDecode(() => segmentText(text, { headerOctets }));
  return {
    dataCoding: septets === undefined ? UCS2 : DEFAULT_ALPHABET,
    whole: septets ?? encodeUcs2(text),
    parts: segments?.map((segment) => encode(segment.text)),
  };
}

function cutData({ text }: Incoming, header: readonly InformationElement[]): Cut {
  const whole = octetsOf(text);
  const headerOctets = encodeHeader(header).length;
  if (headerOctets + whole.length <= USER_DATA) return { dataCoding: OCTETS, whole, parts: [whole] };
  const room = USER_DATA - CONCAT_OCTETS - Math.max(1, headerOctets);
  const count = room < 1 ? Number.POSITIVE_INFINITY : Math.ceil(whole.length / room);
  const parts =
    count > MAX_PARTS
      ? undefined
      : Array.from({ length: count }, (_, index) => whole.subarray(index * room, (index + 1) * room));
  return { dataCoding: OCTETS, whole, parts };
}

/** No octets for no elements, not even its length. */
function encodeHeader(elements: readonly InformationElement[]): Uint8Array {
  return elements.length === 0 ? new Uint8Array(0) : encodeUdh(elements);
}

function octetsOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

// ---- Addresses ----

/** Characters of an address (4.6.1). */
const ADDRESS_CHARACTERS = 20;
/** Digits from which on a number is not a short code. */
const MIN_INTERNATIONAL = 7;

function addressFields(from: string, to: string): SmppFields {
  const [source, destination] = [addressOf(from), addressOf(to)];
  return {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.text,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.text,
  };
}

/** A number with its country code, a short code, or a name, of which the field holds ASCII. */
function addressOf(address: string): { readonly ton: number; readonly npi: number; readonly text: string } {
  if (address === '') return { ton: 0, npi: 0, text: '' };
  if (/^\d{1,20}$/.test(address)) return { ton: address.length < MIN_INTERNATIONAL ? 0 : 1, npi: 1, text: address };
  return { ton: 5, npi: 0, text: address.slice(0, ADDRESS_CHARACTERS).replace(/[^\x20-\x7e]/g, '?') };
}

// ---- Answers ----

const ESME_ROK = statusNumber('ESME_ROK');
/** What says that it is not a matter of what was sent. */
const NOT_NOW: readonly number[] = (['ESME_RX_T_APPN', 'ESME_RTHROTTLED', 'ESME_RMSGQFUL', 'ESME_RSYSERR'] as const).map(
  statusNumber,
);

/** What was sent, and has no answer; what was certainly not sent. */
export type NoAnswer = 'unanswered' | 'unsent';

/** What an answer's command_status means: taken, to be sent again, or refused for good. Where there was none, that. */
export function judgeAnswer(status: number | NoAnswer): 'done' | 'failed' | 'refused' | NoAnswer {
  if (typeof status === 'string') return status;
  if (status === ESME_ROK) return 'done';
  return NOT_NOW.includes(status) ? 'failed' : 'refused';
}
