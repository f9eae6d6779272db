/**
 * Messages by who they are with.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import type { VCard } from '../vobject/index.js';
import type { ArchiveAddress, ArchiveMessage } from './model.js';

/** The messages with the same people. */
export interface Conversation {
  /** Key of the people: of numbers the last nine digits, since only some phones write the country code. */
  readonly key: string;
  /** The names of the people, or their addresses if they have no names. */
  readonly title: string;
  /** The addresses, verbatim, each once. */
  readonly addresses: readonly string[];
  /** The messages in order of time; one without a time stays after its predecessor in the archive. */
  readonly messages: readonly ArchiveMessage[];
}

interface Group {
  /** Addresses and names by what is the same of them. */
  readonly addresses: Map<string, string>;
  readonly names: Map<string, string>;
  readonly messages: { readonly message: ArchiveMessage; readonly ms: number }[];
}

/** Digits by which numbers are compared. */
const DIGITS = 9;

/**
 * Groups messages by the people on the other side; the conversation with the latest message comes first.
 * @param cards cards with the names of numbers, for messages without names; none by default.
 * @example
 * ```ts
 * import { groupConversations, parseSmsBackupRestore } from 'handset/archive';
 *
 * const sms = (body: string) => `<sms address="1234" date="1109950210000" type="1" body="${body}" />`;
 * const { messages } = parseSmsBackupRestore(`<smses>${sms('Hello')}${sms('Bye')}</smses>`);
 * groupConversations(messages).map((conversation) => [conversation.title, conversation.messages.length]); // -> [['1234', 2]]
 * ```
 */
export function groupConversations(messages: readonly ArchiveMessage[], cards: readonly VCard[] = []): Conversation[] {
  requireList(messages, 'messages', requireObject);
  requireList(cards, 'cards', requireObject);
  const names = namesOf(cards);
  const groups = new Map<string, Group>();
  let last = Number.NEGATIVE_INFINITY;
  for (const message of messages) {
    const others = otherSide(message);
    const keys = [...new Set(others.map(({ address }) => addressKey(address)))].sort();
    const key = keys.join(' ');
    const group: Group = groups.get(key) ?? { addresses: new Map(), names: new Map(), messages: [] };
    groups.set(key, group);
    for (const { address, name } of others) {
      const own = addressKey(address);
      if (!group.addresses.has(own)) group.addresses.set(own, address);
      // An empty name is none.
      const known = name || names.get(own);
      if (known !== undefined && !group.names.has(own)) group.names.set(own, known);
    }
    last = message.time?.ms ?? last;
    group.messages.push({ message, ms: last });
  }
  const conversations = [...groups].map(([key, group]) => {
    group.messages.sort((a, b) => a.ms - b.ms);
    const titles = [...group.addresses].map(([own, address]) => group.names.get(own) ?? address);
    return {
      key,
      title: titles.join(', ') || 'nobody named',
      addresses: [...group.addresses.values()],
      messages: group.messages.map(({ message }) => message),
      last: group.messages.at(-1)?.ms ?? 0,
    };
  });
  return conversations.sort((a, b) => b.last - a.last).map(({ last: _, ...conversation }) => conversation);
}

/** The other side: the sender of a received message, the recipients of a sent one; all addresses where the direction is unknown. */
function otherSide({ direction, addresses }: ArchiveMessage): readonly ArchiveAddress[] {
  if (direction === undefined) return addresses;
  const others = addresses.filter(({ role }) => (role === 'from') === (direction === 'in'));
  return others.length > 0 ? others : addresses;
}

function addressKey(address: string): string {
  const digits = address.replace(/[\s().-]/g, '');
  if (/^\+?\d+$/.test(digits)) return digits.replace('+', '').slice(-DIGITS);
  return address.trim().toLowerCase();
}

function namesOf(cards: readonly VCard[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { formattedName, given, family, tel, email } of cards) {
    const name = formattedName ?? [given, family].filter((part) => part !== undefined && part !== '').join(' ');
    for (const { value } of [...(tel ?? []), ...(email ?? [])]) {
      const key = addressKey(value);
      if (name !== '' && !names.has(key)) names.set(key, name);
    }
  }
  return names;
}
