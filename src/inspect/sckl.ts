/**
 * A message of the `//SCKL` text transport in a tree.
 * @module
 */
import { encodeUtf8, type Field } from '../bytes/index.js';
import { FormatError } from '../errors.js';
import type { MessagePart } from '../sms/index.js';
import { readSckl } from '../sms/sckl.js';
import type { Bounds } from './call-limits.js';
import { CARDS } from './formats/cards.js';
import { payloadOfPort } from './formats/ports.js';
import type { Payload } from './formats/row.js';
import { readHex } from './texts.js';

/** A tree, and the part of a datagram that it shows when it is one of several. */
export interface ScklTree {
  readonly field: Field;
  readonly part?: MessagePart;
}

function isText(payload: Payload): boolean {
  return payload === CARDS.vcard || payload === CARDS.vcalendar;
}

/** The tree of a message that is in octets `start` to `end`. */
export function scklTree(text: string, start: number, end: number, bounds: Bounds): ScklTree {
  const place = { name: 'SCKL', start, end };
  try {
    const { message, textAt } = readSckl(text);
    const { destinationPort: destination, sourcePort: source = 0, reference = 0, sequence = 1, total = 1 } = message;
    const meaning = `to port ${destination}${total > 1 ? `, part ${sequence} of ${total}` : ''}`;
    // The header is ASCII: characters are octets.
    const header = { name: 'header', value: text.slice(0, textAt), start, end: start + textAt, children: [] };
    const data = readHex(message.text);
    const payload = total > 1 ? undefined : payloadOfPort(destination);
    // Cards and calendars are plain text; everything else is hex.
    const carried = data ?? (payload && isText(payload) ? encodeUtf8(message.text) : undefined);
    const rest = { name: 'text', start: start + textAt, end };
    const body =
      carried === undefined || payload === undefined
        ? { ...rest, value: message.text, children: [] }
        : { ...rest, value: undefined, octets: carried, children: [payload.tree(carried, 0, carried.length, bounds)] };
    const field = { ...place, value: undefined, meaning, children: [header, body] };
    if (total === 1) return { field };
    const udh = [
      { kind: 'ports16', destination, source },
      { kind: 'concat8', reference, total, sequence },
    ] as const;
    return { field, part: { udh, ...(data === undefined ? { text: message.text } : { data }) } };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { field: { ...place, value: text, error, children: [] } };
  }
}
