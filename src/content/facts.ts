/**
 * Facts: a name and a value for each thing worth saying of what short messages carry.
 * @module
 */
import { type Bitmap, decodeEmsPicture } from '../bitmap/index.js';
import { pluralize } from '../bytes/file-fields.js';
import { toHex } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { PduContent } from '../message/index.js';
import { type MmsTime, type MNotificationInd, parseMmsAddress } from '../mms/binary.js';
import type { PushDocument, ServiceIndication, ServiceLoading } from '../push/binary.js';
import { type Tune, tuneDurationMs } from '../ringtone/index.js';
import type { InformationElement } from '../sms/index.js';
import type { TimeKind, VCalendar, VCalendarItem, VCard, VCardAddress, VCardEntry, VEvent, VTodo } from '../vobject/index.js';

/** Something that is known of what is shown. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Whether it is a part of the one before it. */
  readonly isPart?: true;
}

/** A name and its value; one without a value is left out. */
export type Line = readonly [name: string, value: string | undefined];

/** Facts of those that have a value. */
export function pickFacts(lines: readonly Line[]): Fact[] {
  return lines.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}

// ---- times ----

/** A point in time: `2026-11-21 18:30:00 UTC`. */
export function formatInstant(date: Date): string {
  return `${formatClock(date)} UTC`;
}

/** What a clock shows whose reading is in the UTC fields: `2026-11-21 18:30:00`. */
function formatClock(date: Date): string {
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '');
}

/** A time of a calendar; undefined for none. */
export function formatTime(at: Date | undefined, kind: TimeKind = 'utc'): string | undefined {
  if (at === undefined || Number.isNaN(at.getTime())) return undefined;
  if (kind === 'date') return formatClock(at).slice(0, 10);
  return kind === 'floating' ? formatClock(at) : formatInstant(at);
}

/** Until when, or for how long. */
export function formatMmsTime(time: MmsTime): string {
  return time.kind === 'absolute' ? formatInstant(time.at) : `${pluralize(time.seconds, 'second')} after it was sent`;
}

/** Formats an address as people write it: a number without its type. */
export function formatAddress(address: string): string {
  return parseMmsAddress(address).value;
}

// ---- tunes and pictures ----

/** A tune in a line: tempo, notes, playing time, repeats. */
export function describeTune(tune: Tune): string {
  const seconds = (tuneDurationMs(tune) / 1000).toFixed(1);
  const repeats = tune.loops === 0 ? '' : tune.loops === 15 ? ', repeated without end' : `, repeated ${tune.loops}x`;
  return `${tune.tempoBpm} bpm, ${pluralize(tune.notes.length, 'note')}, ${seconds} s${repeats}`;
}

/** A picture's sides: `72 x 28`. */
export function describeSize({ widthPx, heightPx }: Pick<Bitmap, 'widthPx' | 'heightPx'>): string {
  return `${widthPx} x ${heightPx}`;
}

/** What a bitmap is. */
export function pictureFacts(bitmap: Bitmap): Fact[] {
  return [{ name: 'Picture', value: `${describeSize(bitmap)} pixels` }];
}

// ---- cards and calendars ----

/** What a card calls itself; undefined for one without a name. */
export function findCardName(card: VCard): string | undefined {
  const { formattedName, prefix, given, additional, family, suffix, organization } = card;
  return formattedName || joinPresent([prefix, given, additional, family, suffix], ' ') || organization || undefined;
}

/** What a card says. */
export function cardFacts(card: VCard): Fact[] {
  const { organization, organizationUnits = [], title, role, tel = [], email = [], address = [], url, birthday, note } = card;
  const entry = (name: string, { value, types }: VCardEntry): Line => [name, `${value}${inBrackets(types)}`];
  return pickFacts([
    ['Name', findCardName(card)],
    ['Organization', joinPresent([organization, ...organizationUnits])],
    ['Title', title],
    ['Role', role],
    ...tel.map((one) => entry('Telephone', one)),
    ...email.map((one) => entry('E-mail', one)),
    ...address.map((one): Line => ['Address', `${describeAddress(one)}${inBrackets(one.types)}`]),
    ['URL', url],
    ['Birthday', birthday],
    ['Note', note],
    ...(card.other ?? []).map(({ name }): Line => ['Also', name]),
  ]);
}

function describeAddress({ postOfficeBox, extended, street, locality, region, postalCode, country }: VCardAddress): string {
  return joinPresent([postOfficeBox, extended, street, locality, region, postalCode, country]);
}

function joinPresent(parts: readonly (string | undefined)[], separator = ', '): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
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
  return pickFacts([
    ['Event', summary || 'without a name'],
    ['From', formatTime(start, startKind)],
    ['To', formatTime(end, endKind)],
    ...itemLines(event),
  ]);
}

function todoFacts(todo: VTodo): Fact[] {
  const { summary, start, startKind, due, dueKind, completed, completedKind, priority, status } = todo;
  return pickFacts([
    ['Task', summary || 'without a name'],
    ['From', formatTime(start, startKind)],
    ['Due', formatTime(due, dueKind)],
    ['Completed', formatTime(completed, completedKind)],
    ['Priority', priority?.toString()],
    ['Status', status],
    ...itemLines(todo),
  ]);
}

function itemLines({ location, description, rrule, alarm, alarmKind, categories = [] }: VCalendarItem): Line[] {
  return [
    ['Place', location],
    ['Repeats', rrule],
    ['Alarm', formatTime(alarm, alarmKind)],
    ['Categories', categories.join(', ')],
    ['Description', description],
  ];
}

// ---- pushes ----

/** What a push document says. */
export function pushFacts(document: PushDocument): Fact[] {
  switch (document.kind) {
    case 'si':
      return indicationFacts(document.si);
    case 'sl':
      return loadingFacts(document.sl);
    case 'co':
      return document.co.operations.map(({ kind, uri }) => ({ name: kind, value: uri }));
  }
}

/** What a Service Indication says. */
export function indicationFacts({ text, href, id, created, expires, action, info = [] }: ServiceIndication): Fact[] {
  return pickFacts([
    ['Text', text],
    ['Address', href],
    ['Id', id],
    ['Created', formatTime(created)],
    ['Expires', formatTime(expires)],
    ['Action', action ?? 'signal-medium (by default)'],
    ...info.map((item): Line => ['Info', `${item.class}: ${item.pcdata}`]),
  ]);
}

/** What a Service Loading says. */
export function loadingFacts({ href, action }: ServiceLoading): Fact[] {
  return pickFacts([
    ['Address', href],
    ['Action', action ?? 'execute-low (by default)'],
  ]);
}

/** What an M-Notification.ind says. */
export function notificationFacts(notification: MNotificationInd): Fact[] {
  // One that is read leniently may lack what it should have.
  const { from, subject, messageClass, messageSize, expiry, contentLocation }: Partial<MNotificationInd> = notification;
  return pickFacts([
    ['From', from && formatAddress(from)],
    ['Subject', subject],
    ['Class', messageClass === undefined ? undefined : String(messageClass)],
    ['Size', messageSize === undefined ? undefined : pluralize(messageSize, 'octet')],
    ['Expires', expiry && formatMmsTime(expiry)],
    ['Address', contentLocation],
  ]);
}

/** What user data is, and how it is coded. */
export function userDataFacts({ tpDcs, tpPid = 0, udh, text, data }: PduContent): Fact[] {
  const inHex = (octets: Uint8Array) => toHex(octets).replace(/..(?=.)/g, '$& ');
  return [
    ...pickFacts([
      ['Header', udh.map(({ kind }) => kind).join(', ')],
      ['Data coding', inHex(Uint8Array.of(tpDcs))],
      ['Protocol', tpPid === 0 ? undefined : inHex(Uint8Array.of(tpPid))],
    ]),
    ...findPictures(udh).flatMap(pictureFacts),
    ...pickFacts([
      ['Text', text],
      ['Octets', data && inHex(data)],
    ]),
  ];
}

/** The pictures of a header's EMS elements, as far as they can be read. */
export function findPictures(udh: readonly InformationElement[]): Bitmap[] {
  return udh.flatMap((element) => {
    if (!isPicture(element)) return [];
    return tryDecode(() => [decodeEmsPicture(element).bitmap]) ?? [];
  });
}

type PictureElement = Parameters<typeof decodeEmsPicture>[0] & InformationElement;

function isPicture(element: InformationElement): element is PictureElement {
  return element.kind === 'smallPicture' || element.kind === 'largePicture' || element.kind === 'variablePicture';
}
