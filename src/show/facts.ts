/**
 * Facts: a name and a value for each thing worth saying of a content. The command line writes them as lines, the page as a list, a phone's
 * screen one below the other.
 * @module
 */
import { type Bitmap, decodeEmsPicture } from '../bitmap/index.js';
import { toHex } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { counted, cutTo } from '../inspect/printable.js';
import type { Content, ContentKind, PduContent } from '../message/index.js';
import {
  clipMs,
  findContentClass,
  type MmsHeaders,
  type MmsPdu,
  type MmsTime,
  type MNotificationInd,
  type MRetrieveConf,
  type MSendReq,
  type Part,
  parseMmsAddress,
  partText,
  pictureSize,
} from '../mms/binary.js';
import { leafParts } from '../mms/content-class.js';
import { type ResolvedMessage, type ResolvedSlide, resolveSlides } from '../mms/slides.js';
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

const COLUMN = 13;

/**
 * Facts as lines without a line end after the last one: names in a column, further lines of a value below its first one.
 * @param least the column where values begin, or further where a name is longer
 * @param gap blanks at least between a name and its value
 */
export function formatFacts(facts: readonly Fact[], least = COLUMN, gap = 1): string {
  const column = Math.max(least, ...facts.map((fact) => nameFact(fact).length + gap));
  const indent = `\n${' '.repeat(column)}`;
  return facts.map((fact) => `${nameFact(fact).padEnd(column)}${fact.value.replaceAll('\n', indent)}`).join('\n');
}

function nameFact({ name, isPart }: Fact): string {
  return `${isPart === true ? '  ' : ''}${name.toLowerCase()}`;
}

/** Rows in columns, two blanks between them. @param widths of the columns so far; they grow with the rows */
export function formatTable(rows: readonly (readonly string[])[], widths: number[] = []): string {
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] as number)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** A number of things, with commas: `8,120 octets`. */
export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
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
  return time.kind === 'absolute' ? formatInstant(time.at) : `${counted(time.seconds, 'second')} after it was sent`;
}

/** An address as people write it: a number without its type. */
export function formatAddress(address: string): string {
  return parseMmsAddress(address).value;
}

// ---- tunes and pictures ----

/** A tune in a line: tempo, notes, playing time, repeats. */
export function describeTune(tune: Tune): string {
  const seconds = (tuneDurationMs(tune) / 1000).toFixed(1);
  const repeats = tune.loops === 0 ? '' : tune.loops === 15 ? ', repeated without end' : `, repeated ${tune.loops}x`;
  return `${tune.tempoBpm} bpm, ${counted(tune.notes.length, 'note')}, ${seconds} s${repeats}`;
}

/** A picture's sides: `72 x 28`. */
export function describeSize({ widthPx, heightPx }: Pick<Bitmap, 'widthPx' | 'heightPx'>): string {
  return `${widthPx} x ${heightPx}`;
}

function pictureFacts(bitmap: Bitmap): Fact[] {
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

function indicationFacts({ text, href, id, created, expires, action, info = [] }: ServiceIndication): Fact[] {
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

function loadingFacts({ href, action }: ServiceLoading): Fact[] {
  return pickFacts([
    ['Address', href],
    ['Action', action ?? 'execute-low (by default)'],
  ]);
}

function notificationFacts(notification: MNotificationInd): Fact[] {
  const { from, subject, messageClass, messageSize, expiry, contentLocation } = notification;
  return pickFacts([
    ['From', from && formatAddress(from)],
    ['Subject', subject],
    ['Class', String(messageClass)],
    ['Size', counted(messageSize, 'octet')],
    ['Expires', formatMmsTime(expiry)],
    ['Address', contentLocation],
  ]);
}

function userDataFacts({ tpDcs, tpPid = 0, udh, text, data }: PduContent): Fact[] {
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

// ---- contents ----

/** What can be said of a content. */
export interface Description {
  readonly facts: readonly Fact[];
  /** The name of the fact that a person reads first. */
  readonly first?: string;
  readonly bitmap?: Bitmap;
  /** Where it leads. */
  readonly address?: string | undefined;
}

type Describe = { readonly [K in ContentKind]: (content: Extract<Content, { readonly kind: K }>) => Description };

const DESCRIBE: Describe = {
  text: ({ text }) => ({ facts: [{ name: 'Text', value: text }], first: 'Text' }),
  flash: ({ text }) => ({ facts: [{ name: 'Text', value: text }], first: 'Text' }),
  ringtone: ({ tune }) => ({
    facts: pickFacts([
      ['Name', tune.title],
      ['Tune', describeTune(tune)],
    ]),
    first: 'Name',
  }),
  operatorLogo: ({ mcc, mnc, bitmap }) => ({
    facts: [{ name: 'Network', value: `${mcc} ${mnc}` }, ...pictureFacts(bitmap)],
    bitmap,
  }),
  groupGraphic: ({ bitmap }) => ({ facts: pictureFacts(bitmap), bitmap }),
  pictureMessage: ({ bitmap, text }) => ({
    facts: [...pictureFacts(bitmap), ...pickFacts([['Text', text]])],
    first: 'Text',
    bitmap,
  }),
  serviceIndication: ({ si }) => ({ facts: indicationFacts(si), first: 'Text', address: si.href }),
  serviceLoading: ({ sl }) => ({ facts: loadingFacts(sl), address: sl.href }),
  mmsNotification: ({ notification }) => ({
    facts: notificationFacts(notification),
    first: 'Subject',
    address: notification.contentLocation,
  }),
  vcard: ({ card }) => ({ facts: cardFacts(card), first: 'Name' }),
  vcalendar: ({ calendar }) => ({ facts: calendarFacts(calendar) }),
  pdu: (content) => ({ facts: userDataFacts(content), first: 'Text' }),
};

/** Says what can be said of a content. */
export function describeContent(content: Content): Description {
  return (DESCRIBE[content.kind] as (content: Content) => Description)(content);
}

// ---- multimedia messages ----

/** What a message is, in a line: `M-Retrieve.conf, 8120 octets, class image-basic, 2 slides, 5 parts`. */
export function describeMessage(message: MRetrieveConf | MSendReq, sizeOctets: number): string {
  const slides = resolveSlides(message).slides.length;
  const parts = leafParts(message.parts).length;
  return `${describePdu(message, sizeOctets)}, ${counted(slides, 'slide')}, ${counted(parts, 'part')}`;
}

function describePdu(pdu: MmsPdu, sizeOctets: number): string {
  const contentClass = pdu.parts === undefined ? undefined : classOf(pdu);
  return `${pdu.type}, ${counted(sizeOctets, 'octet')}${contentClass === undefined ? '' : `, class ${contentClass}`}`;
}

/** The class of a message; undefined also for one with faults, which could not be written. */
function classOf(pdu: MmsPdu): string | undefined {
  return tryDecode(() => findContentClass(pdu));
}

/** Characters of a text that are shown. */
const SHOWN_TEXT = 2_000;

/** What a PDU of so many octets says; of a message its slides. */
export function mmsFacts(pdu: MmsPdu, sizeOctets: number, resolved: ResolvedMessage | undefined): Fact[] {
  const { slides = [], attachments = [] } = resolved ?? {};
  return [
    { name: 'Type', value: describePdu(pdu, sizeOctets) },
    ...headerFacts(pdu),
    ...slideFacts(slides),
    ...attachments.map((part) => ({ name: 'Attachment', value: describePart(part) })),
  ];
}

/** What there is on slides, each with its parts. @param formatText the text of a part as it is shown */
export function slideFacts(slides: readonly ResolvedSlide[], formatText = cutPartText): Fact[] {
  return slides.flatMap(({ durationMs, image, video, text, sound }, i) => {
    const parts = pickFacts([
      ['Picture', image && describePart(image)],
      ['Video', video && describePart(video)],
      ['Text', text && `${describePart(text)}\n${formatText(text)}`],
      ['Sound', sound && describePart(sound)],
    ]);
    const slide: Fact = { name: `Slide ${i + 1}`, value: `${durationMs / 1000} s` };
    return [slide, ...parts.map((fact) => ({ ...fact, isPart: true }) as const)];
  });
}

/** Name, type, size: `coast.jpg, image/jpeg, 160x120, 5866 octets`. */
export function describePart({ name, contentType, data }: Part): string {
  const size = pictureSize(data, contentType);
  const ms = size === undefined ? clipMs(data) : undefined;
  return [
    name,
    contentType,
    ...(size === undefined ? [] : [`${size.widthPx}x${size.heightPx}`]),
    ...(ms === undefined ? [] : [`${Math.round(ms / 100) / 10} s`]),
    counted(data.length, 'octet'),
  ].join(', ');
}

/** The text of a part as far as it is shown, with line feeds. */
export function cutPartText(part: Part): string {
  const plain = partText(part).replace(/\r\n?/g, '\n').trimEnd();
  return plain.length > SHOWN_TEXT ? `${cutTo(plain, SHOWN_TEXT)}...` : plain;
}

/** What describes the body, and has a line of its own or none. */
const NOT_SHOWN = ['type', 'parts', 'contentType', 'start', 'startType', 'charset', 'parameters', 'otherHeaders'];

/** What the headers of a PDU say. */
export function headerFacts(pdu: MmsPdu): Fact[] {
  const headers = Object.entries(pdu) as [keyof MmsHeaders, unknown][];
  const shown = headers.filter(([name, value]) => !NOT_SHOWN.includes(name) && value !== undefined);
  return shown.map(([name, value]) => ({ name: nameHeader(name), value: valueText(name, value) }));
}

/** `deliveryReport` as `Delivery report`. */
function nameHeader(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/^Mms\b/, 'MMS');
}

function valueText(name: keyof MmsHeaders, value: unknown): string {
  if (value instanceof Date) return formatInstant(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (ADDRESSES.includes(name)) return [value as string].flat().map(formatAddress).join(', ');
  if (typeof value === 'string' || typeof value === 'number')
    return name === 'messageSize' ? counted(Number(value), 'octet') : String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return isTime(value) ? formatMmsTime(value) : JSON.stringify(value);
}

/** Headers whose values are addresses. */
const ADDRESSES: readonly (keyof MmsHeaders)[] = ['from', 'to', 'cc', 'bcc'];

function isTime(value: unknown): value is MmsTime {
  const { kind } = value as { kind?: unknown };
  return kind === 'absolute' || kind === 'relative';
}
