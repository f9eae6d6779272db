/**
 * Contents in lines, for the phone's screen and for those who read beside it. No DOM here.
 * @module
 */
import { type MmsPdu, type MNotificationInd, parseMmsAddress } from '../mms/binary.js';
import type { HandsetProfile } from '../profile/index.js';
import type { ServiceIndication } from '../push/binary.js';
import { type Tune, tuneDurationMs } from '../ringtone/index.js';
import type { TimeKind, VCalendar, VCalendarItem, VCard, VCardAddress, VCardEntry, VEvent, VTodo } from '../vobject/index.js';
import { describeScreen, screenOf } from './phone-profile.js';

/** Something that is known of what is shown. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Facts of those that have a value. */
export function factsOf(lines: readonly (readonly [name: string, value: string | undefined])[]): Fact[] {
  return lines.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}

/** A number of things. */
export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

/** What a tune is, in a line. */
export function describeTune(tune: Tune): string {
  const times = tune.loops === 0 ? '' : tune.loops === 15 ? ', without end' : `, ${tune.loops + 1} times`;
  return `${count(tune.notes.length, 'note')}, ${(tuneDurationMs(tune) / 1000).toFixed(1)} s${times}, ${tune.tempoBpm} bpm`;
}

/** A card by its name. */
export function cardName({ formattedName, prefix, given, additional, family, suffix, organization, tel }: VCard): string {
  const names = [prefix, given, additional, family, suffix].filter((part) => part !== undefined && part !== '');
  return formattedName || names.join(' ') || organization || tel?.[0]?.value || 'a card without a name';
}

/** What a card says. */
export function cardFacts(card: VCard): Fact[] {
  const { organization, organizationUnits = [], title, role, tel = [], email = [], address = [], url, birthday, note } = card;
  const entry = (name: string, { value, types }: VCardEntry) => [name, `${value}${inBrackets(types)}`] as const;
  return factsOf([
    ['Name', cardName(card)],
    ...tel.map((one) => entry('Telephone', one)),
    ...email.map((one) => entry('E-mail', one)),
    ['Organization', [organization ?? '', ...organizationUnits].filter((part) => part !== '').join(', ')],
    ['Title', title],
    ['Role', role],
    ...address.map((one) => ['Address', `${addressText(one)}${inBrackets(one.types)}`] as const),
    ['Page', url],
    ['Birthday', birthday],
    ['Note', note],
    ...(card.other ?? []).map(({ name }) => ['Also', name] as const),
  ]);
}

function addressText({ postOfficeBox, extended, street, locality, region, postalCode, country }: VCardAddress): string {
  const parts = [postOfficeBox, extended, street, locality, region, postalCode, country];
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}

function inBrackets(types: readonly string[] = []): string {
  return types.length === 0 ? '' : ` (${types.join(', ').toLowerCase()})`;
}

/** What a calendar says, item by item. */
export function calendarFacts({ events = [], todos = [] }: VCalendar): Fact[] {
  return [...events.flatMap(eventFacts), ...todos.flatMap(todoFacts)];
}

function eventFacts(event: VEvent): Fact[] {
  const { summary, start, startKind, end, endKind } = event;
  const times = [
    ['From', timeText(start, startKind)],
    ['To', timeText(end, endKind)],
  ] as const;
  return factsOf([['Event', summary || 'without a name'], ...times, ...itemLines(event)]);
}

function todoFacts(todo: VTodo): Fact[] {
  const { summary, start, startKind, due, dueKind, completed, completedKind, priority, status } = todo;
  return factsOf([
    ['Task', summary || 'without a name'],
    ['From', timeText(start, startKind)],
    ['Due', timeText(due, dueKind)],
    ['Completed', timeText(completed, completedKind)],
    ['Priority', priority?.toString()],
    ['Status', status?.toLowerCase()],
    ...itemLines(todo),
  ]);
}

function itemLines(item: VCalendarItem): (readonly [string, string | undefined])[] {
  const { location, alarm, alarmKind, rrule, categories = [], description } = item;
  return [
    ['Where', location],
    ['Alarm', timeText(alarm, alarmKind)],
    ['Repeats', rrule],
    ['Categories', categories.join(', ')],
    ['Description', description],
  ];
}

/** A time of a calendar: `2026-01-02 03:04`, with UTC behind an instant. */
export function timeText(at: Date | undefined, kind: TimeKind = 'utc'): string | undefined {
  if (at === undefined || Number.isNaN(at.getTime())) return undefined;
  const text = at.toISOString();
  if (kind === 'date') return text.slice(0, 10);
  return `${text.slice(0, 10)} ${text.slice(11, 16)}${kind === 'utc' ? ' UTC' : ''}`;
}

/** What a service indication says. */
export function indicationFacts({ text, href, id, created, expires, action, info = [] }: ServiceIndication): Fact[] {
  return factsOf([
    ['Text', text],
    ['Address', href],
    ['Id', id],
    ['Created', timeText(created)],
    ['Expires', timeText(expires)],
    ['Action', action ?? 'signal-medium (by default)'],
    ...info.map((item) => [item.class, item.pcdata] as const),
  ]);
}

/** What a notification of a multimedia message says. */
export function notificationFacts(notification: MNotificationInd): Fact[] {
  const { from, subject, messageClass, messageSize, expiry, contentLocation } = notification;
  return factsOf([
    ['From', from === undefined ? undefined : parseMmsAddress(from).value],
    ['Subject', subject],
    ['Class', String(messageClass)],
    ['Size', count(messageSize, 'octet')],
    ['Expires', expiry.kind === 'absolute' ? timeText(expiry.at) : `${count(expiry.seconds, 'second')} after it was sent`],
    ['Fetched from', contentLocation],
  ]);
}

/** What a PDU without parts says of itself. */
export function pduFacts(pdu: MmsPdu): Fact[] {
  return Object.entries(pdu).flatMap(([name, value]) =>
    name !== 'parts' && (typeof value === 'string' || typeof value === 'number') ? [{ name, value: String(value) }] : [],
  );
}

/** What a handset is known to do, and is known not to do. */
export function handsetFacts(profile: HandsetProfile): Fact[] {
  const { sms, mms, push } = profile;
  const features = [
    [sms?.nokiaRingtone, 'ringing tones'],
    [sms?.pictureMessage, 'picture messages'],
    [sms?.operatorLogo, 'operator logos'],
    [sms?.largeOperatorLogo, 'large operator logos'],
    [sms?.groupGraphic, 'group graphics'],
    [sms?.vcard, 'cards'],
    [sms?.vcalendar, 'calendar notes'],
    [sms?.ems, 'EMS'],
    [push?.si ?? push?.supported, 'WAP Push'],
    [mms?.receives, mms?.maxBytes ? `MMS of ${Math.round(mms.maxBytes / 1024)} kB` : 'MMS'],
  ] as const;
  const those = (does: boolean) => features.flatMap(([known, words]) => (known === does ? [words] : [])).join(', ');
  return factsOf([
    ['Screen', describeScreen(screenOf(profile))],
    ['Takes', those(true)],
    ['Does not take', those(false)],
  ]);
}
