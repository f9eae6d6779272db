/** Messages of the outbox, as the gateway makes them of contents. */
import type { OutboundMessage, OutboundPart } from '../../src/gateway/delivery/delivery.js';
import { toDeliver } from '../../src/gateway/delivery/virtual/virtual.js';
import type { InboxMessage } from '../../src/gateway/store/types.js';
import { buildSubmits, type Content } from '../../src/message/index.js';
import { encodeUdh, type Submit } from '../../src/sms/index.js';

/** A part of the outbox. */
export function partOf({ tpDcs, tpPid, udh, text, data }: Submit): OutboundPart {
  const userData = data === undefined ? { text: text ?? '' } : { data };
  return { tpDcs, tpPid, udh: udh.length === 0 ? new Uint8Array(0) : encodeUdh(udh), userData };
}

let count = 0;

/** A message with parts as given; each has an id of its own. */
export function outbound(parts: readonly OutboundPart[], fields?: Partial<OutboundMessage>): OutboundMessage {
  const id = `M${String(++count).padStart(14, '0')}`;
  return {
    id,
    recipient: '447700900123',
    originator: 'MyShop',
    parts,
    attempt: 1,
    acceptedAt: 0,
    dueAt: 0,
    validUntil: Number.MAX_SAFE_INTEGER,
    ...fields,
  };
}

/** A message with a content, for a Nokia. */
export function outboundOf(content: Content, fields?: Partial<OutboundMessage>): OutboundMessage {
  return outbound(buildSubmits(content, { to: '447700900123', make: 'Nokia' }).map(partOf), fields);
}

/** A text message. */
export function outboundText(text: string, fields?: Partial<OutboundMessage>): OutboundMessage {
  return outboundOf({ kind: 'text', text }, fields);
}

/** A message that has arrived at a virtual handset, as the store keeps it. */
export function arrivedAt(receivedAt: number, message: OutboundMessage): InboxMessage {
  const { id, originator } = message;
  return { messageIdentifier: id, originator, receivedAt, parts: toDeliver(message, receivedAt) };
}
