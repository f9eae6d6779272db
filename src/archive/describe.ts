/**
 * Messages of archives in words.
 *
 *   SMS from Ada (+447700900123), 2005-03-04 16:30 +01:00, unread
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import { quote } from '../bytes/quote.js';
import { groupConversations } from './conversations.js';
import type { Archive, ArchiveAddress, ArchiveMessage, ArchiveTime } from './model.js';

/** A time on its clock: `2005-03-04 16:30 +01:00`; of one whose zone is not known without a zone. */
export function describeTime({ ms, isLocal, offsetMinutes = 0 }: ArchiveTime): string {
  const clock = new Date(ms + offsetMinutes * 60_000).toISOString().replace(/^(.*)T(.{5}).*$/, '$1 $2');
  return isLocal === true ? clock : `${clock} ${offsetMinutes === 0 ? 'UTC' : formatZone(offsetMinutes)}`;
}

/** Such as `+01:00`. */
export function formatZone(offsetMinutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Names that are shown of a message to many, and characters of each. */
const [MAX_NAMES, MAX_NAME] = [4, 80];

/** Who it is from or to, when, and what became of it. */
export function describeMessage(message: ArchiveMessage): string {
  const { kind, direction, state, addresses, time, subject } = message;
  const from = addresses.filter(({ role }) => role === 'from');
  const others = addresses.filter(({ role }) => role !== 'from');
  // The other side where the archive names it: of a received message without a sender its recipients, and the reverse.
  const isFrom = direction === 'out' ? others.length === 0 : from.length > 0;
  const named = isFrom ? from : others;
  const head = `${kind === 'sms' ? 'SMS' : 'Multimedia message'}${named.length === 0 ? '' : isFrom ? ' from ' : ' to '}`;
  const names = named.slice(0, MAX_NAMES).map(nameOf).join(', ');
  const more = named.length > MAX_NAMES ? ` and ${named.length - MAX_NAMES} more` : '';
  const words = [
    `${head}${names}${more}`,
    time && describeTime(time),
    state === 'read' || state === 'sent' ? undefined : state,
    subject === undefined || subject === '' ? undefined : quote(subject, MAX_NAME),
  ];
  return words.filter((word) => word !== undefined).join(', ');
}

function nameOf({ address, name }: ArchiveAddress): string {
  const cut = (text: string) => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text);
  if (name === undefined || name === '' || name === address) return cut(address);
  return address === '' ? cut(name) : `${cut(name)} (${cut(address)})`;
}

/** What an archive holds: `3 messages of 2 conversations, 1999 to 2001; 1 card`. */
export function describeArchive({ messages, cards, calendars, unknown }: Archive): string {
  const years = messages.flatMap(({ time }) => (time === undefined ? [] : [new Date(time.ms).getUTCFullYear()]));
  // Not by spreading them: an archive has more messages than a call has arguments.
  const first = years.reduce((least, year) => Math.min(least, year), Number.POSITIVE_INFINITY);
  const last = years.reduce((most, year) => Math.max(most, year), Number.NEGATIVE_INFINITY);
  const when = years.length === 0 ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`;
  const conversations = pluralize(groupConversations(messages, cards).length, 'conversation');
  const entries = calendars.reduce((sum, { events = [], todos = [] }) => sum + events.length + todos.length, 0);
  const others = [
    cards.length > 0 && pluralize(cards.length, 'card'),
    entries > 0 && `${entries} calendar ${entries === 1 ? 'entry' : 'entries'}`,
    unknown.length > 0 && `${pluralize(unknown.length, 'piece')} not understood`,
  ].filter((word) => word !== false);
  const all = messages.length === 0 ? [] : [`${pluralize(messages.length, 'message')} of ${conversations}${when}`];
  return [...all, ...others].join('; ') || 'no messages';
}
