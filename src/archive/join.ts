/**
 * Messages of several parts, joined: in gammu's backups each part is a message of its own.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { tryDecode } from '../bytes/try-decode.js';
import { findConcat } from '../sms/information-element.js';
import { type MessagePart, Reassembler } from '../sms/reassembler.js';
import { decodeUdh, encodeUdh } from '../sms/udh.js';
import type { ArchiveMessage } from './model.js';

/** Longest time between the parts of a message: references come again, and service centres keep a message for some days. */
const MAX_APART_MS = 7 * 24 * 60 * 60_000;

/**
 * Joins the parts of concatenated messages. A joined message takes the place, the time and the fields of its first part. Parts of an incomplete
 * message, or with more than a week between them, stay as they are.
 */
export function joinMessages(messages: readonly ArchiveMessage[]): ArchiveMessage[] {
  requireList(messages, 'messages', requireObject);
  const reassembler = new Reassembler({ maxPending: messages.length + 1, timeoutMs: MAX_APART_MS, duplicateMs: -1 });
  /** The places of parts, by what the reassembler was given. */
  const places = new Map<MessagePart, number>();
  const out: (ArchiveMessage | undefined)[] = [...messages];
  for (const { i, at } of inOrderOfTime(messages)) {
    const message = messages[i] as ArchiveMessage;
    const elements = message.udh === undefined ? undefined : tryDecode(() => decodeUdh(message.udh as Uint8Array).elements);
    if (message.kind !== 'sms' || elements === undefined || findConcat(elements) === undefined) continue;
    const [first] = message.parts;
    const part: MessagePart = first === undefined ? { udh: elements, text: message.text } : { udh: elements, data: first.data };
    const from = `${message.direction} ${message.addresses.map(({ address }) => address).join(' ')}`;
    places.set(part, i);
    const { message: joined, parts } = reassembler.place(part, { from, at });
    if (joined === undefined || parts.length < 2) continue;
    const indices = parts.map((each) => places.get(each) as number);
    const head = messages[indices[0] as number] as ArchiveMessage;
    const { udh: _, ...fields } = head;
    for (const index of indices) out[index] = undefined;
    out[Math.min(...indices)] = {
      ...fields,
      text: joined.text ?? '',
      parts: joined.data === undefined ? [] : [{ contentType: 'application/octet-stream', data: joined.data }],
      ...(joined.udh.length > 0 && { udh: encodeUdh(joined.udh) }),
    };
  }
  return out.filter((message) => message !== undefined);
}

/** Places of messages by their time; one without a time has that of the message before it. */
function inOrderOfTime(messages: readonly ArchiveMessage[]): readonly { readonly i: number; readonly at: number }[] {
  let at = 0;
  const places = messages.map(({ time }, i) => {
    at = time?.ms ?? at;
    return { i, at };
  });
  return places.sort((a, b) => a.at - b.at);
}
