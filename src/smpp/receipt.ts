/**
 * Receipts of a message centre: their text, their optional parameters, and whether they were asked for.
 * Source: SMPP Protocol Specification v3.4 sections 5.2.12, 5.2.17, 5.2.28 and appendix B; v5.0 section 4.7.21 for receipts of success alone.
 * @module
 */
import { encodeLatin1 } from '../bytes/latin1.js';
import type { SmppRequest } from './session.js';

/** Words of a receipt's text for the states of a message. */
export const RECEIPT_STATES = ['ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const;

/** The state of a message, as in the text of a receipt (SMPP 3.4 appendix B). */
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** message_state: the words stand in the order of its numbers, from 1. */
export function messageStateOf(state: ReceiptState): number {
  return RECEIPT_STATES.indexOf(state) + 1;
}

/** Whether nothing follows a state. */
export function isFinal(state: ReceiptState): boolean {
  return state !== 'ENROUTE' && state !== 'ACCEPTD';
}

const INTERMEDIATE = 0x10;

/** Whether registered_delivery asks to be told of a state. */
export function isAskedFor(state: ReceiptState, registeredDelivery: number): boolean {
  if (!isFinal(state)) return (registeredDelivery & INTERMEDIATE) !== 0;
  const asked = registeredDelivery & 3;
  return asked === 1 || asked === (state === 'DELIVRD' ? 3 : 2);
}

/** What a receipt says. */
export interface ReceiptFacts {
  readonly state: ReceiptState;
  /** The id in the text. */
  readonly textId: string;
  /** The id in the parameter: as the answer gave it. */
  readonly answerId: string;
  readonly submittedAt: Date;
  readonly doneAt: Date;
  /** Three digits. */
  readonly error: string;
  readonly form: 'text' | 'parameters' | 'both';
  /** Text of the message, of which the receipt repeats the beginning. */
  readonly text: string;
}

const RECEIPT = 0x04;
const NOTIFICATION = 0x20;
/** Network of a network_error_code: GSM. */
const GSM = 3;
/** Characters of the message that a receipt repeats. */
const REPEATED = 20;

/** Body of the deliver_sm, without addresses. */
export function receiptBody(facts: ReceiptFacts): Required<Pick<SmppRequest, 'fields' | 'parameters'>> {
  const { state, form, answerId, error } = facts;
  const parameters = [
    { name: 'receipted_message_id', value: answerId },
    { name: 'message_state', value: messageStateOf(state) },
    ...(error === '000'
      ? []
      : [{ name: 'network_error_code', value: { network_type: GSM, error_code: Number(error) } } as const]),
  ] as const;
  return {
    fields: {
      esm_class: isFinal(state) ? RECEIPT : NOTIFICATION,
      short_message: form === 'parameters' ? new Uint8Array(0) : encodeLatin1(textOf(facts), 'short_message'),
    },
    parameters: form === 'text' ? [] : parameters,
  };
}

function textOf({ state, textId, submittedAt, doneAt, error, text }: ReceiptFacts): string {
  const delivered = state === 'DELIVRD' ? '001' : '000';
  const dates = `submit date:${minutes(submittedAt)} done date:${minutes(doneAt)}`;
  const repeated = text.slice(0, REPEATED).replace(/[^ -~]/g, '?');
  return `id:${textId} sub:001 dlvrd:${delivered} ${dates} stat:${state} err:${error} text:${repeated}`;
}

/** YYMMDDhhmm in UTC. */
function minutes(at: Date): string {
  return at.toISOString().slice(2, 16).replace(/\D/g, '');
}
