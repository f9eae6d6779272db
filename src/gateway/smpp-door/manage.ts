/**
 * query_sm and cancel_sm: what became of a message, and which one a PDU is about.
 *
 * Sources: SMPP Protocol Specification v3.4 sections 4.8, 4.9 and 5.2.28; v5.0 section 4.7.15 for the state SCHEDULED.
 * @module
 */
import { parseNumber } from '../../protocol/index.js';
import type { SmppFields } from '../../smpp/pdus.js';
import { MESSAGE_STATES } from '../../smpp/values.js';
import { onAir } from '../operations/send.js';
import type { MessageState, OwnMessage } from '../store/types.js';

/** message_state, in the words of the specification. Whether a handset has a message whose receipt is overdue, nobody knows. */
const WORDS: Readonly<Record<MessageState, string>> = {
  scheduled: 'SCHEDULED',
  queued: 'ENROUTE',
  sent: 'ENROUTE',
  unconfirmed: 'UNKNOWN',
  delivered: 'DELIVERED',
  failed: 'UNDELIVERABLE',
  expired: 'EXPIRED',
  cancelled: 'DELETED',
};

/** interface_version from which on there is the state SCHEDULED. */
const VERSION_5_0 = 0x50;

/** Fields of query_sm_resp. When a message came to its end is not kept: final_date is empty. */
export function queryFields({ messageIdentifier, state }: OwnMessage, interfaceVersion: number): SmppFields {
  const isTooNew = state === 'scheduled' && interfaceVersion < VERSION_5_0;
  const message_state = MESSAGE_STATES.indexOf(isTooNew ? 'ENROUTE' : WORDS[state]);
  return { message_id: messageIdentifier, final_date: '', message_state, error_code: 0 };
}

/** Whether a message has the addresses that a PDU names; an empty one fits every message. */
export function hasAddresses({ originator, recipient }: OwnMessage, fields: SmppFields): boolean {
  const source = textOf(fields.source_addr);
  const destination = textOf(fields.destination_addr);
  return (source === '' || onAir(source) === originator) && (destination === '' || parseNumber(destination) === recipient);
}

/** A text of a PDU's fields; empty where there is none. */
export function textOf(value: SmppFields[string]): string {
  return typeof value === 'string' ? value : '';
}
