/**
 * Cards, calendars and service indications out of the boxes of a form. Empty boxes say nothing. No DOM here.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { EncodeError } from '../../errors.js';
import { type ServiceIndication, SI_ACTIONS, type SiAction } from '../../push/binary.js';
import { fitVCard, type TimeKind, type VCalendar, type VCard, type VObjectSize } from '../../vobject/index.js';

/** What the boxes of a form hold, by their names. */
export type Boxes<Names extends string> = Readonly<Record<Names, string>>;

const MINUTE_MS = 60_000;

// ---- cards ----

/** The boxes of a card. */
export type CardBox =
  | ('given' | 'family' | 'organization' | 'title' | 'email' | 'url')
  | ('street' | 'locality' | 'postalCode' | 'country' | 'birthday' | 'note');

/** Types of a number, as phones know them. */
export const TEL_TYPES = {
  CELL: 'mobile',
  HOME: 'home',
  WORK: 'work',
  FAX: 'fax',
  VOICE: 'voice',
} as const;

/** A number and one of {@link TEL_TYPES}. */
export interface TelBox {
  readonly value: string;
  readonly type: string;
}

/** The card of a form; undefined while all of it is empty. */
export function cardOf(boxes: Boxes<CardBox>, numbers: readonly TelBox[]): VCard | undefined {
  const { given, family, organization, title, email, url, street, locality, postalCode, country, birthday, note } =
    trimmed(boxes);
  const tel = numbers
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, type }, i) => ({ value: value.trim(), types: i === 0 ? [type, 'PREF'] : [type] }));
  const address = defined({ street, locality, postalCode, country });
  const card = defined({ family, given, organization, title, url, birthday, note });
  if (Object.keys(card).length + Object.keys(address).length + tel.length === 0 && email === undefined) return undefined;
  return {
    ...card,
    ...(tel.length > 0 && { tel }),
    ...(email !== undefined && { email: [{ value: email, types: ['INTERNET'] }] }),
    ...(Object.keys(address).length > 0 && { address: [address] }),
  };
}

/** A card that was made to fit, and what went for it. */
export interface FittedCard {
  readonly card: VCard;
  readonly text: string;
  readonly size: VObjectSize;
  readonly dropped: readonly string[];
}

/** Messages that a card can have at most. */
const ALL_PARTS = 255;

/**
 * A card as vCard 2.1 in so many messages.
 * @param maxParts undefined for as many as it takes.
 * @throws EncodeError as `fitVCard`.
 */
export function fittedCard(card: VCard, maxParts: number | undefined): FittedCard {
  return fitVCard(card, { version: '2.1', maxParts: maxParts ?? ALL_PARTS });
}

/** What a smaller number of messages would cost, in words; undefined for a card of one message. */
export function savingWords(card: VCard, parts: number): string | undefined {
  if (parts <= 1) return undefined;
  try {
    const { dropped, size } = fitVCard(card, { version: '2.1', maxParts: parts - 1 });
    if (dropped.length === 0) return undefined;
    return `In ${pluralize(size.parts, 'message')} without: ${droppedWords(dropped)}.`;
  } catch (error) {
    if (error instanceof EncodeError) return undefined;
    throw error;
  }
}

/** What the paths of dropped properties are to people. */
const DROP_WORDS: Readonly<Record<string, string>> = { email: 'e-mail', tel: 'further numbers', url: 'page' };

/** Paths such as `note` and `tel[1]` in words, each once. */
export function droppedWords(paths: readonly string[]): string {
  const words = paths.map((path) => path.replace(/\[\d+\]$/, '')).map((name) => DROP_WORDS[name] ?? name);
  return [...new Set(words)].join(', ');
}

// ---- calendars ----

/** The boxes of an event or a task. */
export type CalendarBox =
  | ('kind' | 'clock' | 'summary' | 'location' | 'description' | 'start' | 'end')
  | ('due' | 'priority' | 'alarm' | 'repeat');

/** How often something comes again: rules of RFC 5545. */
export const REPEATS = {
  '': 'never',
  'FREQ=DAILY': 'every day',
  'FREQ=WEEKLY': 'every week',
  'FREQ=MONTHLY': 'every month',
  'FREQ=YEARLY': 'every year',
} as const;

/**
 * The calendar of a form: an event, or a task when `kind` says so; undefined while it has neither a name nor a time. An alarm is minutes
 * before the start, or before a task is due.
 * @throws EncodeError `bad-value` for a time that is none, an end in front of its start, an alarm without a time.
 */
export function calendarOf(boxes: Boxes<CalendarBox>): VCalendar | undefined {
  const { kind, clock, summary, location, description, start, end, due, priority, alarm, repeat } = trimmed(boxes);
  const timeKind: TimeKind = clock === 'utc' ? 'utc' : 'floating';
  const startAt = clockTime(start ?? '', 'start');
  const common = { summary, location, description, rrule: repeat };
  const alarmOf = (at: Date | undefined, what: string): { alarm?: Date; alarmKind?: TimeKind } => {
    if (alarm === undefined) return {};
    const minutes = Number(alarm);
    if (!Number.isInteger(minutes)) throw bad('alarm', `is ${JSON.stringify(alarm)}, allowed: whole minutes`);
    if (at === undefined) throw bad('alarm', `has no ${what} that it goes off before`);
    return { alarm: new Date(at.getTime() - minutes * MINUTE_MS), alarmKind: timeKind };
  };
  if (kind === 'task') {
    const dueAt = clockTime(due ?? '', 'due');
    if (summary === undefined && dueAt === undefined) return undefined;
    const todo = {
      ...defined(common),
      ...(startAt !== undefined && { start: startAt, startKind: timeKind }),
      ...(dueAt !== undefined && { due: dueAt, dueKind: timeKind }),
      ...(priority !== undefined && { priority: Number(priority) }),
      ...alarmOf(dueAt, 'time when it is due'),
    };
    return { todos: [todo] };
  }
  const endAt = clockTime(end ?? '', 'end');
  if (summary === undefined && startAt === undefined) return undefined;
  if (endAt !== undefined && startAt === undefined) throw bad('end', 'has no start');
  if (endAt !== undefined && startAt !== undefined && endAt < startAt) throw bad('end', 'is in front of the start');
  const event = {
    ...defined(common),
    ...(startAt !== undefined && { start: startAt, startKind: timeKind }),
    ...(endAt !== undefined && { end: endAt, endKind: timeKind }),
    ...alarmOf(startAt, 'start'),
  };
  return { events: [event] };
}

// ---- service indications ----

/** The boxes of a service indication. */
export type IndicationBox = 'text' | 'href' | 'id' | 'action' | 'created' | 'expires';

/**
 * The service indication of a form, times in UTC; undefined while it has neither text nor address.
 * @throws EncodeError `bad-value` for a time that is none.
 */
export function indicationOf(boxes: Boxes<IndicationBox>): ServiceIndication | undefined {
  const { text, href, id, action, created, expires } = trimmed(boxes);
  if (text === undefined && href === undefined) return undefined;
  const known: SiAction | undefined = SI_ACTIONS.find((one) => one === action);
  return defined({
    text,
    href,
    id,
    action: known,
    created: clockTime(created ?? '', 'created'),
    expires: clockTime(expires ?? '', 'expires'),
  });
}

// ---- boxes ----

function trimmed<Names extends string>(boxes: Boxes<Names>): { readonly [Name in Names]: string | undefined } {
  const entries = Object.entries<string>(boxes).map(([name, value]) => [name, value.trim() || undefined]);
  return Object.fromEntries(entries) as { readonly [Name in Names]: string | undefined };
}

function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

function bad(field: string, reason: string): EncodeError {
  return EncodeError.badValue(field, reason);
}

// ---- times ----

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?$/;

/**
 * The Date whose UTC fields a box shows; undefined for an empty box.
 * @param field what the error names.
 * @throws EncodeError `bad-value` for what is no time.
 */
export function clockTime(value: string, field: string): Date | undefined {
  if (value === '') return undefined;
  const [, day, minutes = '00:00', seconds = ':00'] = LOCAL.exec(value) ?? [];
  const at = new Date(`${day}T${minutes}${seconds}Z`);
  if (day !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)) return at;
  throw EncodeError.badValue(field, `is ${JSON.stringify(value)}, allowed: a time such as 2026-01-02T03:04`);
}

/** What a box shows of the UTC fields of a Date, to the minute. */
export function boxTime(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** A Date with the UTC fields that a clock at this offset (of `Date.getTimezoneOffset`) shows, to the full hour that comes next. */
export function nextHour(now: Date, offsetMinutes: number): Date {
  const shown = new Date(now.getTime() - offsetMinutes * 60_000);
  shown.setUTCMinutes(60, 0, 0);
  return shown;
}
