/**
 * Virtual handsets: what arrives at a number, and its inbox as people look at it.
 *
 *   OutboundMessage --toDeliver--> SMS-DELIVER TPDUs --store--> InboxMessage[] --readInbox--> JSON
 *
 * Arriving is writing TPDUs down; everything that a handset then does with them (joining parts, giving them to applications by port,
 * replacing, forgetting) is worked out when the inbox is read, from all that has arrived and the time.
 * @module
 */
import { requireList, requireObject, requireText } from '../../../bytes/check.js';
import { encodeDeliver } from '../../../sms/index.js';
import type { InboxMessage } from '../../store/types.js';
import { turn } from '../../work.js';
import { elementsOf, type OutboundMessage, originatorAddress } from '../delivery.js';
import { Assembly } from './assembly.js';
import { type DiscardedEntry, type Dropped, entryOf, type HandsetMessage, type InboxView } from './inbox.js';
import { applyRules } from './rules.js';

export type { DiscardedEntry, InboxEntry, InboxView, IncompleteEntry } from './inbox.js';

/** Years that TP-SCTS can say, in milliseconds. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const LAST_MS = Date.UTC(2089, 11, 31, 23, 59, 59);

/**
 * Encodes the SMS-DELIVER TPDUs of a message (TS 23.040 section 9.2.2.1), in part order, without service centre addresses. TP-SCTS is `at` in UTC; TP-MMS
 * announces more messages, except in the last.
 * @param at milliseconds since 1970; outside 1990 to 2089, which TP-SCTS cannot express, the nearest time inside.
 * @throws FormatError for invalid parts.
 */
export function toDeliver(message: OutboundMessage, at: number): Uint8Array[] {
  requireObject(message, 'message');
  const { parts, originator } = message;
  requireList(parts, 'message.parts');
  const last = lastDelivers.get(parts);
  if (last?.originator === originator && last.at === at) return last.tpdus;
  const tpOa = originatorAddress(originator);
  const tpScts = { at: new Date(Math.min(Math.max(at, FIRST_MS), LAST_MS)), offsetMinutes: 0 };
  const tpdus = parts.map((part, index) =>
    encodeDeliver({
      tpOa,
      tpScts,
      tpPid: part.tpPid,
      tpDcs: part.tpDcs,
      tpMms: index === parts.length - 1,
      udh: elementsOf(part),
      ...part.userData,
    }),
  );
  lastDelivers.set(parts, { originator, at, tpdus });
  return tpdus;
}

/** A TPDU says nothing of its recipient: those of one request that arrive together get the same. */
const lastDelivers = new WeakMap<
  OutboundMessage['parts'],
  { readonly originator: string; readonly at: number; readonly tpdus: Uint8Array[] }
>();

/** Options for reading an inbox. */
export interface ReadInboxOptions {
  /** The time in milliseconds since 1970, by which messages may have expired. */
  readonly now: number;
  /** Maximum number of messages that are read, 10,000 by default, with at most 50,000 parts; `unread` of the view counts the others. */
  readonly limit?: number | undefined;
  /** Maximum number of messages, and of discarded messages, in the view: the last ones; all by default. */
  readonly last?: number | undefined;
}

const DEFAULT_LIMIT = 10_000;
/** One message may have 255 parts, and nothing else is done while an inbox is read. */
const MAX_PARTS = 50_000;

/**
 * Returns an inbox as JSON.
 *
 * `messages` are those that a person finds, oldest first, including flash messages, which a real phone shows once and does not keep. `discarded` has the
 * messages that the handset silently discarded, with the reason, and `incomplete` the parts of incomplete messages. These
 * lists, and `warnings` of a message, are absent when empty.
 *
 * Content that cannot be decoded is shown as kind `pdu`, with a warning. @throws TypeError for an argument of a wrong type.
 * @param arrived in order of arrival.
 */
export function readInbox(number: string, arrived: readonly InboxMessage[], options: ReadInboxOptions): InboxView {
  requireText(number, 'number');
  requireList(arrived, 'arrived', requireObject);
  requireObject(options, 'options');
  const inbox = new Inbox(options);
  inbox.add(arrived);
  const { kept, discarded, ...more } = inbox.end(arrived.length);
  return viewOf(number, { ...more, messages: kept.map(entryOf), discarded: discarded.map(discardedOf) });
}

/** What {@link readInbox} shows, with the messages as the handset has them. */
export function readMessages(arrived: readonly InboxMessage[], options: ReadInboxOptions) {
  const inbox = new Inbox(options);
  inbox.add(arrived);
  const { kept, discarded, incomplete } = inbox.end(arrived.length);
  return { messages: kept, discarded: discarded.map(discardedOf), incomplete };
}

/**
 * The same of an inbox that is read in portions: others have their turn after each.
 * @param total messages that there are, of which as many are read as are shown.
 */
export async function readInboxPortions(
  number: string,
  portions: AsyncIterable<readonly InboxMessage[]>,
  total: number,
  options: ReadInboxOptions,
): Promise<InboxView> {
  const inbox = new Inbox(options);
  for await (const portion of portions) if (!inbox.add(portion)) break;
  const { kept, discarded, ...more } = inbox.end(total);
  return viewOf(number, {
    ...more,
    messages: await inPortions(kept, entryOf),
    discarded: await inPortions(discarded, discardedOf),
  });
}

/** Messages that become JSON between two turns of the event loop. */
const PORTION = 500;

async function inPortions<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const made: R[] = [];
  for (let i = 0; i < items.length; i += PORTION) {
    made.push(...items.slice(i, i + PORTION).map(make));
    await turn();
  }
  return made;
}

/** An inbox as it is read: up to its limits. */
class Inbox {
  readonly #options: ReadInboxOptions;
  readonly #assembly = new Assembly();
  #messages = 0;
  #parts = 0;

  constructor(options: ReadInboxOptions) {
    this.#options = options;
  }

  /** Takes messages in the order of their arrival; false when no more are read. */
  add(arrived: readonly InboxMessage[]): boolean {
    const { limit = DEFAULT_LIMIT } = this.#options;
    for (const message of arrived) {
      this.#parts += message.parts.length;
      if (this.#messages >= limit || this.#parts > MAX_PARTS) return false;
      this.#messages++;
      this.#assembly.add(message);
    }
    return true;
  }

  /** What is shown of it. @param total messages that arrived, read or not */
  end(total: number) {
    const { now, last = Number.POSITIVE_INFINITY } = this.#options;
    const { messages, incomplete, discarded } = this.#assembly.end(now);
    applyRules(messages, now);
    const kept = messages.filter(({ dropped }) => dropped === undefined);
    const gone: (HandsetMessage | DiscardedEntry)[] = [
      ...discarded,
      ...messages.filter(({ dropped }) => dropped !== undefined),
    ];
    const earlier = Math.max(0, kept.length - last);
    const earlierDiscarded = Math.max(0, gone.length - last);
    return {
      kept: kept.slice(earlier),
      discarded: gone.slice(earlierDiscarded),
      ...{ earlier, earlierDiscarded, incomplete, unread: Math.max(0, total - this.#messages) },
    };
  }
}

/** Parts that were thrown away are entries already. */
function discardedOf(gone: HandsetMessage | DiscardedEntry): DiscardedEntry {
  return 'reason' in gone ? gone : { ...entryOf(gone), ...(gone.dropped as Dropped) };
}

function viewOf(
  number: string,
  { messages, earlier, discarded, earlierDiscarded, incomplete, unread }: Required<Omit<InboxView, 'number'>>,
): InboxView {
  return {
    number,
    messages,
    ...(earlier > 0 && { earlier }),
    ...(earlierDiscarded + discarded.length > 0 && { discarded }),
    ...(earlierDiscarded > 0 && { earlierDiscarded }),
    ...(incomplete.length > 0 && { incomplete }),
    ...(unread > 0 && { unread }),
  };
}
