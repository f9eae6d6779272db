/**
 * From what arrived at a virtual handset to messages with a content.
 *
 * The gateway stores all parts of a message at once. But a sender may give it the parts of a longer message as single messages (raw PDUs);
 * those are joined here as a handset does it, by originator and reference.
 * @module
 */
import { toHex } from '../../../bytes/index.js';
import { DecodeError, FormatError } from '../../../errors.js';
import { type Content, readSubmits } from '../../../message/index.js';
import {
  type ConcatElement,
  type Deliver,
  decodeDeliver,
  findConcat,
  findPorts,
  type MessagePart,
  Reassembler,
} from '../../../sms/index.js';
import type { InboxMessage } from '../../store/types.js';
import { type DiscardedEntry, type DiscardReason, entryOf, type HandsetMessage, type IncompleteEntry } from './inbox.js';

/** What has arrived, taken apart. */
export interface Assembled {
  /** In the order in which they became whole. */
  readonly messages: HandsetMessage[];
  readonly incomplete: IncompleteEntry[];
  readonly discarded: DiscardedEntry[];
}

/** A part of a message that did not come with the others. */
interface LoosePart {
  readonly arrived: InboxMessage;
  readonly tpdu: Uint8Array;
  readonly deliver: Deliver;
}

/** Joins parts and reads contents, of one message after the other as they arrived. */
export class Assembly {
  readonly #messages: HandsetMessage[] = [];
  readonly #loose = new LooseParts();

  add(message: InboxMessage): void {
    let delivers: Deliver[];
    try {
      delivers = message.parts.map((tpdu) => decodeDeliver(tpdu));
      if (delivers.length === 0) throw new DecodeError('truncated', 'parts', undefined, 'there are none');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#messages.push(unreadable(message, error));
      return;
    }
    if (isWhole(delivers)) {
      this.#messages.push(messageOf(message, message.parts, delivers));
      return;
    }
    for (const [index, deliver] of delivers.entries()) {
      const whole = this.#loose.add({ arrived: message, tpdu: message.parts[index] as Uint8Array, deliver });
      if (whole !== undefined) this.#messages.push(whole);
    }
  }

  /** @param now what has waited too long by then is given up. */
  end(now: number): Assembled {
    return { messages: this.#messages, ...this.#loose.end(now) };
  }
}

/** Whether every message that the parts belong to is there. */
function isWhole(delivers: readonly Deliver[]): boolean {
  const there = new Map<string, { readonly total: number; readonly sequences: Set<number> }>();
  for (const deliver of delivers) {
    const concat = findConcat(deliver.udh);
    if (concat === undefined) continue;
    const key = keyOf(deliver, '');
    const { total } = concat;
    const { sequences } = there.get(key) ?? { sequences: new Set<number>() };
    there.set(key, { total, sequences: sequences.add(concat.sequence) });
  }
  return [...there.values()].every(({ total, sequences }) => sequences.size === total);
}

/** What parts of one message have in common; as the Reassembler tells messages apart. */
function keyOf(deliver: Deliver, originator: string): string {
  const concat = findConcat(deliver.udh);
  const content = deliver.data === undefined ? 'text' : 'data';
  return concat === undefined ? '' : `${concat.kind} ${concat.reference} ${concat.total} ${content} ${originator}`;
}

/** Parts that came alone. The Reassembler decides what belongs together; this keeps account of where its parts came from. */
class LooseParts {
  /** The parts that wait, in the order in which they came. */
  readonly #waiting = new Map<MessagePart, LoosePart>();
  readonly #discarded: DiscardedEntry[] = [];
  readonly #reassembler = new Reassembler({
    onDiscard: ({ parts, reason }) => {
      for (const part of this.#take(parts)) this.#discard(part, `parts-${reason}`);
    },
  });

  /** Takes a part; returns the message when it was the last one missing. */
  add(part: LoosePart): HandsetMessage | undefined {
    const { deliver, arrived } = part;
    this.#waiting.set(deliver, part);
    const placed = this.#reassembler.place(deliver, { from: arrived.originator, at: arrived.receivedAt });
    if (placed.isRepeated) {
      this.#waiting.delete(deliver);
      this.#discard(part, 'part-repeated');
    }
    if (placed.message === undefined) return undefined;
    const parts = this.#take(placed.parts);
    const first = (parts[0] as LoosePart).arrived;
    return messageOf(
      { ...first, receivedAt: arrived.receivedAt },
      parts.map(({ tpdu }) => tpdu),
      parts.map((each) => each.deliver),
    );
  }

  end(now: number): Pick<Assembled, 'incomplete' | 'discarded'> {
    this.#reassembler.expire(now);
    const messages = new Map<string, LoosePart[]>();
    for (const part of this.#waiting.values()) {
      const key = keyOf(part.deliver, part.arrived.originator);
      messages.set(key, [...(messages.get(key) ?? []), part]);
    }
    const incomplete = [...messages.values()].map((parts): IncompleteEntry => {
      const { arrived } = parts[0] as LoosePart;
      // A part without a number is whole at once.
      const numberOf = (part: LoosePart) => findConcat(part.deliver.udh) as ConcatElement;
      const { reference, total } = numberOf(parts[0] as LoosePart);
      const sorted = [...parts].sort((a, b) => numberOf(a).sequence - numberOf(b).sequence);
      return {
        originator: arrived.originator,
        messageIdentifiers: [...new Set(parts.map((part) => part.arrived.messageIdentifier))],
        reference,
        sequences: sorted.map((part) => numberOf(part).sequence),
        total,
        parts: sorted.map(({ tpdu }) => toHex(tpdu)),
      };
    });
    return { incomplete, discarded: this.#discarded };
  }

  /** The parts as they waited, which they do no longer. */
  #take(parts: readonly MessagePart[]): LoosePart[] {
    return parts.flatMap((part) => {
      const loose = this.#waiting.get(part);
      this.#waiting.delete(part);
      return loose ?? [];
    });
  }

  #discard({ arrived, tpdu, deliver }: LoosePart, reason: DiscardReason): void {
    this.#discarded.push({ ...entryOf(partAlone(arrived, tpdu, deliver)), reason });
  }
}

/** A part on its own: what it holds, but not what that means. */
function partAlone(arrived: InboxMessage, tpdu: Uint8Array, deliver: Deliver): HandsetMessage {
  const { tpDcs, tpPid, udh, text, data } = deliver;
  const content: Content = { kind: 'pdu', tpDcs, tpPid, udh, ...(text === undefined ? { data } : { text }) };
  return { ...sourceOf(arrived), parts: [tpdu], tpPid, tpDcs, content, warnings: [] };
}

function messageOf(arrived: InboxMessage, tpdus: readonly Uint8Array[], delivers: readonly Deliver[]): HandsetMessage {
  const { tpPid, tpDcs } = delivers[0] as Deliver;
  const warnings: string[] = [];
  const content = readContent(delivers, warnings);
  // A stable sort leaves parts without a number as they came.
  const parts = delivers
    .map(({ udh }, index) => ({ tpdu: tpdus[index] as Uint8Array, sequence: findConcat(udh)?.sequence ?? 0 }))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ tpdu }) => tpdu);
  return { ...sourceOf(arrived), parts, tpPid, tpDcs, content, warnings };
}

function sourceOf({ messageIdentifier, originator, receivedAt }: InboxMessage) {
  return { messageIdentifier, originator, receivedAt };
}

/** The content; of what no decoder takes as it should be, the user data. */
function readContent(delivers: readonly Deliver[], warnings: string[]): Content {
  try {
    const content = readSubmits(delivers);
    const ports = content.kind === 'pdu' ? findPorts(content.udh) : undefined;
    if (ports !== undefined) warnings.push(`nothing on the handset reads what came to port ${ports.destination}`);
    return content;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    warnings.push(`the handset cannot read it: ${error.message}`);
    return userDataOf(delivers);
  }
}

/** User data of all parts behind each other. */
function userDataOf(delivers: readonly Deliver[]): Content {
  const { tpDcs, tpPid, data } = delivers[0] as Deliver;
  const reassembler = new Reassembler();
  const wholes = delivers
    .map((deliver) => reassembler.add(deliver, { from: '', at: 0 }))
    .filter((whole) => whole !== undefined);
  const udh = wholes.flatMap((whole) => whole.udh);
  if (data === undefined) return { kind: 'pdu', tpDcs, tpPid, udh, text: wholes.map(({ text = '' }) => text).join('') };
  const octets = wholes.flatMap((whole) => [...(whole.data ?? [])]);
  return { kind: 'pdu', tpDcs, tpPid, udh, data: Uint8Array.from(octets) };
}

/** Stored octets that are no SMS-DELIVER: nothing of ours, but nothing to fail at either. */
function unreadable(arrived: InboxMessage, error: FormatError): HandsetMessage {
  const data = Uint8Array.from(arrived.parts.flatMap((part) => [...part]));
  const content: Content = { kind: 'pdu', tpDcs: 4, tpPid: 0, udh: [], data };
  const warnings = [`no SMS-DELIVER: ${error.message}`];
  return { ...sourceOf(arrived), parts: arrived.parts, tpPid: 0, tpDcs: 4, content, warnings };
}
