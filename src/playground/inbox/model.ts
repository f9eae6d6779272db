/**
 * Messages of an inbox as the page lists them: what each is, in words, and what can be done with it. No DOM here.
 *
 * The gateway's JSON says what it made of the messages; here they are read once more from their TPDUs, so that a phone can show their content and the
 * inspector their octets.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { encodeUtf8, toHex } from '../../bytes/index.js';
import { type Fact, pickFacts } from '../../content/facts.js';
import { describeContent, KINDS } from '../../content/kinds.js';
import { FormatError } from '../../errors.js';
import type { Format } from '../../inspect/index.js';
import { type Content, readSubmits } from '../../message/index.js';
import type { Stored, StoredDiscarded, StoredInbox, StoredIncomplete } from '../../show/inbox.js';
import { type Deliver, decodeDeliver } from '../../sms/index.js';

/** What of a message is its own on the page. */
export interface InboxItem {
  /** Tells it from others in the list, and itself from what it was before. */
  readonly key: string;
  /** `Text message`, `Ringing tone` ... */
  readonly title: string;
  readonly from: string;
  /** ISO 8601. */
  readonly receivedAt?: string | undefined;
  /** What a person reads first; may be long. */
  readonly text?: string | undefined;
  readonly facts: readonly Fact[];
  readonly bitmap?: Bitmap | undefined;
  /** Why the handset has thrown it away, or what is missing of it. */
  readonly why?: string | undefined;
  readonly warnings: readonly string[];
  /** What a phone shows; absent where it shows nothing. */
  readonly content?: Content | undefined;
  /** What the inspector opens. */
  readonly payload: { readonly octets: Uint8Array; readonly as: Format; readonly note: string };
  /** What the message names on the gateway that the page came from. */
  readonly hosted?: Hosted | undefined;
}

/** Something on the gateway: a path that begins with a slash. */
export interface Hosted {
  /** A multimedia message to decode, or a page or file to open. */
  readonly kind: 'mms' | 'file';
  readonly path: string;
}

/** An inbox, newest message first. */
export interface InboxItems {
  readonly messages: readonly InboxItem[];
  readonly discarded: readonly InboxItem[];
  readonly incomplete: readonly InboxItem[];
  /** Messages, and discarded ones, that are older than those in the lists. */
  readonly older: number;
  readonly olderDiscarded: number;
  readonly moreIncomplete: number;
  /** Messages that the gateway does not read any more, because there are too many. */
  readonly unread: number;
}

/** Reasons of the gateway. */
const REASONS: Readonly<Record<string, string>> = {
  'type-0': 'it was of type 0, which is acknowledged and not shown',
  replaced: 'a later message of its replace type took its place',
  'parts-expired': 'the other parts did not come within a day',
  'parts-replaced': 'another message began under the same reference',
  'parts-overflow': 'too many messages were incomplete',
  'part-repeated': 'the same part had come before',
  'si-expired': 'the service indication has expired',
  'si-older': 'a later service indication with its identity is there',
  'si-replaced': 'a later service indication with its identity came',
  'si-deleted': 'a service indication asked for it to be deleted',
  'si-delete': 'it asks for others to be deleted, and is not shown itself',
};

/** Tokens and names as the gateway makes them. */
const HOSTED_PATH = /^\/(?:m\/[\w-]{16,64}(\/[^?#]*)?|w\/[\w-]{16,64}\/[^?#]+)$/;

/**
 * An inbox for the page.
 * @param publicUrl the base of the addresses that the gateway puts into messages.
 * @param most items of each list.
 */
export function itemsOf(inbox: StoredInbox, publicUrl: string, most: number): InboxItems {
  const { messages, earlier, discarded, earlierDiscarded, incomplete, unread } = inbox;
  const keys = new Map<string, number>();
  // Several parts of one request may be thrown away, each for itself.
  const keyed = (item: InboxItem): InboxItem => {
    const seen = keys.get(item.key) ?? 0;
    keys.set(item.key, seen + 1);
    return seen === 0 ? item : { ...item, key: `${item.key} ${seen}` };
  };
  const last = <T>(all: readonly T[]) => all.slice(Math.max(0, all.length - most));
  const listed = <T extends Stored>(all: readonly T[], item: (stored: T) => InboxItem) =>
    last(all).map(item).map(keyed).reverse();
  return {
    messages: listed(messages, (stored) => itemOf(stored, publicUrl)),
    discarded: listed(discarded, (stored) => ({ ...itemOf(stored, publicUrl), ...discardedBy(stored) })),
    incomplete: listed(incomplete, partsItem),
    older: earlier + Math.max(0, messages.length - most),
    olderDiscarded: earlierDiscarded + Math.max(0, discarded.length - most),
    moreIncomplete: Math.max(0, incomplete.length - most),
    unread,
  };
}

/** A path on the gateway that the page came from; undefined for what is elsewhere. */
export function hostedOf(address: string | undefined, publicUrl: string): Hosted | undefined {
  const base = publicUrl.replace(/\/$/, '');
  if (address === undefined || base === '' || !address.startsWith(`${base}/`)) return undefined;
  const path = address.slice(base.length);
  // A browser would take dots and white space out before it asks, and ask for something else.
  if (/\/(?:\.|%2e){1,2}(?:\/|$)|[\\\s]/i.test(path)) return undefined;
  const found = HOSTED_PATH.exec(path);
  if (found === null) return undefined;
  return { kind: path.startsWith('/m/') && found[1] === undefined ? 'mms' : 'file', path };
}

function itemOf(stored: Stored, publicUrl: string): InboxItem {
  const { ids, from, receivedAt, tpdus, warnings } = stored;
  const read = contentOf(tpdus);
  const common = { key: `kept ${ids.join(' ')}`, from, receivedAt, payload: payloadOf(tpdus, ids) };
  if (typeof read === 'string') {
    // The gateway has told so in other words.
    return { ...common, title: 'Unreadable message', facts: [], warnings: warnings.length > 0 ? warnings : [read] };
  }
  return { ...common, title: KINDS[read.kind].title, warnings, content: read, ...described(read, publicUrl) };
}

function discardedBy({ ids, reason, by }: StoredDiscarded): Pick<InboxItem, 'key' | 'why'> {
  const words = Object.hasOwn(REASONS, reason) ? (REASONS[reason] as string) : reason;
  return {
    key: `discarded ${ids.join(' ')} ${reason}`,
    why: `Thrown away: ${words}${by === undefined ? '' : ` (message ${by})`}.`,
  };
}

function partsItem({ ids, from, tpdus, sequences, total }: StoredIncomplete): InboxItem {
  return {
    key: `incomplete ${ids.join(' ')} ${sequences.join(' ')}`,
    title: 'Incomplete message',
    from,
    facts: pickFacts([['Messages', ids.join(', ')]]),
    why: `Waiting: part ${sequences.join(', ')} of ${total} ${sequences.length === 1 ? 'is' : 'are'} there.`,
    warnings: [],
    payload: payloadOf(tpdus, ids),
  };
}

/** The content of a message; what is wrong with it where it cannot be read. */
function contentOf(tpdus: readonly Uint8Array[]): Content | string {
  try {
    return readSubmits(tpdus.map((tpdu): Deliver => decodeDeliver(tpdu)));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.message;
  }
}

/** A TPDU as it is; several as lines of hex, which the inspector joins. */
function payloadOf(tpdus: readonly Uint8Array[], ids: readonly string[]): InboxItem['payload'] {
  const [only] = tpdus;
  const octets = only !== undefined && tpdus.length === 1 ? only : encodeUtf8(tpdus.map(toHex).join('\n'));
  return { octets, as: 'tpdu-mt', note: `Message ${ids.join(', ')} of a virtual handset` };
}

/** What can be said of a content, what a person reads first apart. */
function described(content: Content, publicUrl: string): Pick<InboxItem, 'text' | 'facts' | 'bitmap' | 'hosted'> {
  const { facts, first, bitmap, address } = describeContent(content);
  return {
    text: facts.find(({ name }) => name === first)?.value,
    facts: facts.filter(({ name }) => name !== first),
    ...{ bitmap, hosted: hostedOf(address, publicUrl) },
  };
}
