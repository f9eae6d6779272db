/**
 * Calendars: vCalendar 1.0, which phones with Smart Messaging take, and iCalendar 2.0.
 *
 *   BEGIN:VCALENDAR                     BEGIN:VCALENDAR
 *   VERSION:1.0                         VERSION:2.0
 *   BEGIN:VEVENT                        PRODID:-//handset//EN
 *   CATEGORIES:MEETING                  BEGIN:VEVENT
 *   SUMMARY:Team meeting                UID:..., DTSTAMP:...
 *   DTSTART:20260102T030405Z            SUMMARY:Team meeting
 *   DALARM:20260102T025405Z             DTSTART:20260102T030405Z
 *   RRULE:W1 FR #0                      RRULE:FREQ=WEEKLY;BYDAY=FR
 *   END:VEVENT                          BEGIN:VALARM ... END:VALARM
 *   END:VCALENDAR                       END:VEVENT, END:VCALENDAR
 *
 * Content lines are read here, for both versions and with limits; ical.js reads what has a grammar of its own (durations, recurrence
 * rules) and writes the properties of 2.0.
 *
 * Sources: vCalendar 1.0 (versit consortium, 1996), RFC 5545. Choices where they are silent: docs/vobjects.md.
 * @module
 */
import ICAL from 'ical.js';
import { DecodeError, EncodeError } from '../errors.js';
import {
  type Component,
  type ContentLine,
  cleanLine,
  cleanPrintable,
  cleanText,
  endLine,
  furtherParamsOf,
  listOf,
  paramOf,
  type RawComponent,
  type RawProperty,
  rawComponentOf,
  rawOf,
  readObjects,
  textOf,
} from './content-line.js';
import { escapeOldPart, splitParts } from './encodings.js';
import { formatMoment, type Moment, parseMoment, type TimeKind } from './moment.js';
import { formatComponentFor, formatOldText, formatRawFor, type OldTextOptions } from './old-text.js';
import { Reading, type VObjectOptions } from './reading.js';
import { checkRule, ruleFromOld, ruleToOld } from './recurrence.js';
import { type Zone, Zones } from './time-zone.js';
import { readText } from './vcard.js';

/** What an alarm does besides going off. */
export interface VAlarmDetail {
  /** DALARM or AALARM of vCalendar; display when absent. */
  readonly type?: 'display' | 'audio' | undefined;
  /** The text to show, or where the sound is. */
  readonly content?: string | undefined;
  /** The pause before it goes off again, as a duration such as `PT5M`. */
  readonly snooze?: string | undefined;
  /** How often it goes off again. */
  readonly repeat?: number | undefined;
}

/** What events and tasks have in common. A Date is an instant unless the `...Kind` beside it says otherwise. */
export interface VCalendarItem {
  /** SUMMARY: what handsets list. */
  readonly summary?: string | undefined;
  /** DESCRIPTION: more of it. */
  readonly description?: string | undefined;
  /** LOCATION: where. */
  readonly location?: string | undefined;
  /** DTSTART: when it begins. */
  readonly start?: Date | undefined;
  /** What `start` stands for; `utc` when absent. */
  readonly startKind?: TimeKind | undefined;
  /** A rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`, whatever the version. */
  readonly rrule?: string | undefined;
  /** Starts that the rule gives and that do not take place. */
  readonly exceptions?: readonly Moment[] | undefined;
  /** CATEGORIES, such as MEETING. */
  readonly categories?: readonly string[] | undefined;
  /** When the handset reminds. */
  readonly alarm?: Date | undefined;
  /** What `alarm` stands for; `utc` when absent. */
  readonly alarmKind?: TimeKind | undefined;
  /** What the reminder is besides its time. */
  readonly alarmDetail?: VAlarmDetail | undefined;
  /** UID: the same for later versions of the entry. */
  readonly uid?: string | undefined;
  /** When the object was made (DTSTAMP). */
  readonly stamp?: Date | undefined;
  /** Everything else, as it came and in that order. */
  readonly other?: readonly RawProperty[] | undefined;
  /** Further alarms and the like, as they came. */
  readonly components?: readonly RawComponent[] | undefined;
}

/** An event. */
export interface VEvent extends VCalendarItem {
  /** The end, itself not included; a duration is read as the end it leads to. */
  readonly end?: Date | undefined;
  /** What `end` stands for; `utc` when absent. */
  readonly endKind?: TimeKind | undefined;
}

/** A task. */
export interface VTodo extends VCalendarItem {
  /** DUE: when it must be done. */
  readonly due?: Date | undefined;
  /** What `due` stands for; `utc` when absent. */
  readonly dueKind?: TimeKind | undefined;
  /** COMPLETED: when it was done. */
  readonly completed?: Date | undefined;
  /** What `completed` stands for; `utc` when absent. */
  readonly completedKind?: TimeKind | undefined;
  /** 0 (none) to 9 (lowest); vCalendar leaves the highest number open. */
  readonly priority?: number | undefined;
  /** Such as NEEDS-ACTION, IN-PROCESS, COMPLETED: iCalendar's words, whatever the version. */
  readonly status?: string | undefined;
}

/** A calendar. */
export interface VCalendar {
  /** The version it was read from; what is kept as it came is in its form. */
  readonly version?: VCalendarVersion | undefined;
  /** PRODID: the program that wrote it. */
  readonly productId?: string | undefined;
  /** The offset of the sender's clock, `+01:00`, as vCalendar 1.0 tells it. It does not change what floating times are. */
  readonly timeZone?: string | undefined;
  /** Its events. */
  readonly events?: readonly VEvent[] | undefined;
  /** Its tasks. */
  readonly todos?: readonly VTodo[] | undefined;
  /** Properties without a model, in their order. */
  readonly other?: readonly RawProperty[] | undefined;
  /** Components without a model, in their order. */
  readonly components?: readonly RawComponent[] | undefined;
}

/** A calendar as it is read: the lists are always there. */
export interface ReadVCalendar extends VCalendar {
  readonly version: VCalendarVersion;
  /** Its events. */
  readonly events: readonly (VEvent & ReadLists)[];
  /** Its tasks. */
  readonly todos: readonly (VTodo & ReadLists)[];
  /** Properties without a model, in their order. */
  readonly other: readonly RawProperty[];
  /** Components without a model, in their order. */
  readonly components: readonly RawComponent[];
}

/** The lists of an event or task as it is read. */
export interface ReadLists {
  /** CATEGORIES; empty without any. */
  readonly categories: readonly string[];
  /** Properties without a model, in their order. */
  readonly other: readonly RawProperty[];
  /** Components without a model, in their order. */
  readonly components: readonly RawComponent[];
}

/** The versions that are read and written. */
export type VCalendarVersion = '1.0' | '2.0';

/** How to write a calendar. */
export interface VCalendarFormat extends OldTextOptions {
  /** vCalendar 1.0, or iCalendar 2.0. */
  readonly version: VCalendarVersion;
  /** Properties to keep when iCalendar is written as vCalendar 1.0, out of those left out by default. */
  readonly keep?: readonly string[] | undefined;
  /** Called with the path of everything that vCalendar 1.0 leaves out, or that 2.0 does. */
  readonly onDrop?: ((path: string) => void) | undefined;
  /** DTSTAMP of 2.0 where the model has none; the start by default, so that the same calendar gives the same text. */
  readonly stamp?: Date | undefined;
}

/** Left out when iCalendar becomes vCalendar: what phones do not use, and what means something else there. */
const LEFT_OUT = new Set([
  ...['DTSTAMP', 'UID', 'PRODID', 'SEQUENCE', 'ATTENDEE', 'ORGANIZER'],
  ...['METHOD', 'CALSCALE', 'TRANSP', 'RECURRENCE-ID', 'X-WR-TIMEZONE'],
]);
const PRODUCT = '-//handset//EN';
const DURATION = /^[+-]?P(?:\d{1,6}W|\d{1,6}D|(?:\d{1,6}D)?T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)$/;
const OFFSET = /^[+-]\d{2}(?::?\d{2})?$/;
const DAY_MS = 86_400_000;

// ---- writing ----

/**
 * Writes a calendar, lines ended by CRLF.
 *
 * Version 1.0: times in UTC or floating, days as their midnight, rules in the old grammar, the alarm as DALARM or AALARM. What was read
 * from iCalendar loses UID, DTSTAMP, PRODID, SEQUENCE, ATTENDEE, ORGANIZER and what vCalendar cannot say, unless `keep` names it;
 * `onDrop` tells. Version 2.0: UID, DTSTAMP and PRODID are made where the model has none, the UID from the content.
 * @throws EncodeError `bad-value` for what is no text, no Date, no rule; `unencodable` for a rule that vCalendar lacks or characters that
 *   the version or the character set lacks. Its field is a path such as `events[0].rrule`.
 * @throws TypeError when the calendar is no object or the version is unknown.
 */
export function formatVCalendar(calendar: VCalendar, format: VCalendarFormat): string {
  if (typeof calendar !== 'object' || calendar === null) throw new TypeError('a calendar is an object');
  const version = (format as VCalendarFormat | undefined)?.version;
  if (version !== '1.0' && version !== '2.0')
    throw new TypeError(`calendar versions are '1.0' and '2.0', not ${String(version)}`);
  return new CalendarWriter(calendar, format).write();
}

class CalendarWriter {
  readonly #calendar: VCalendar;
  readonly #format: VCalendarFormat;
  /** Whether 1.0 is written; whether what came is of 1.0. */
  readonly #old: boolean;
  readonly #fromOld: boolean;
  readonly #keep: ReadonlySet<string>;
  #text = '';

  constructor(calendar: VCalendar, format: VCalendarFormat) {
    this.#calendar = calendar;
    this.#format = format;
    this.#old = format.version === '1.0';
    this.#fromOld = calendar.version === undefined ? this.#old : calendar.version === '1.0';
    this.#keep = new Set(format.keep?.map((name) => name.toUpperCase()));
  }

  write(): string {
    const { productId, timeZone, events, todos, other, components } = this.#calendar;
    this.#text = `BEGIN:VCALENDAR\r\nVERSION:${this.#format.version}\r\n`;
    if (!this.#old) this.#line('PRODID', productId ?? PRODUCT, 'productId');
    else if (productId !== undefined && this.#keeps('PRODID', 'productId')) this.#line('PRODID', productId, 'productId');
    if (timeZone !== undefined) {
      if (typeof timeZone !== 'string' || !OFFSET.test(timeZone)) {
        throw new EncodeError('bad-value', 'timeZone', undefined, `${JSON.stringify(timeZone)} is no offset such as +01:00`);
      }
      if (this.#old) this.#text += `TZ:${timeZone}\r\n`;
      else this.#format.onDrop?.('timeZone');
    }
    this.#others(other, 'other');
    this.#components(components, 'components');
    listOf(events, 'events').forEach((event, i) => {
      this.#item('VEVENT', event, `events[${i}]`);
    });
    listOf(todos, 'todos').forEach((todo, i) => {
      this.#item('VTODO', todo, `todos[${i}]`);
    });
    return `${this.#text}END:VCALENDAR\r\n`;
  }

  #item(name: 'VEVENT' | 'VTODO', item: VEvent & VTodo, path: string): void {
    const head = `BEGIN:${name}\r\n`;
    const before = this.#text;
    this.#text = '';
    const { start, startKind } = item;
    this.#list('CATEGORIES', item.categories, `${path}.categories`);
    this.#line('SUMMARY', item.summary, `${path}.summary`);
    this.#line('DESCRIPTION', item.description, `${path}.description`);
    this.#line('LOCATION', item.location, `${path}.location`);
    this.#time('DTSTART', start, startKind, `${path}.start`);
    if (name === 'VEVENT') this.#time('DTEND', item.end, item.endKind, `${path}.end`);
    else {
      this.#time('DUE', item.due, item.dueKind, `${path}.due`);
      this.#time('COMPLETED', item.completed, item.completedKind, `${path}.completed`);
      const { priority, status } = item;
      if (priority !== undefined) {
        if (!Number.isInteger(priority) || priority < 0 || priority > 99) {
          throw new EncodeError('bad-value', `${path}.priority`, undefined, `${priority} is no priority`);
        }
        this.#text += `PRIORITY:${priority}\r\n`;
      }
      if (status !== undefined) {
        if (typeof status !== 'string' || !/^[A-Za-z][A-Za-z0-9-]*$/.test(status)) {
          throw new EncodeError('bad-value', `${path}.status`, undefined, `${JSON.stringify(status)} is no status`);
        }
        this.#text += `STATUS:${this.#old ? status.replace(/-/g, ' ') : status}\r\n`;
      }
    }
    if (item.rrule !== undefined) this.#rule(item.rrule, start, `${path}.rrule`);
    this.#exceptions(item.exceptions, `${path}.exceptions`);
    if (this.#old) this.#oldAlarm(item, path);
    this.#others(item.other, `${path}.other`);
    if (!this.#old) this.#alarm(item, path);
    this.#components(item.components, `${path}.components`);
    const body = this.#text;
    this.#text = '';
    this.#identity(item, body, path);
    this.#text = `${before}${head}${this.#text}${body}END:${name}\r\n`;
  }

  #identity(item: VCalendarItem, body: string, path: string): void {
    const { uid, stamp } = item;
    if (this.#old) {
      if (uid !== undefined && this.#keeps('UID', `${path}.uid`)) this.#line('UID', uid, `${path}.uid`);
      if (stamp !== undefined && this.#keeps('DTSTAMP', `${path}.stamp`)) this.#time('DTSTAMP', stamp, 'utc', `${path}.stamp`);
      return;
    }
    this.#line('UID', uid ?? `${fingerprint(path + body)}@handset`, `${path}.uid`);
    this.#time('DTSTAMP', stamp ?? this.#format.stamp ?? item.start ?? new Date(0), 'utc', `${path}.stamp`);
  }

  /** Whether a property of iCalendar is written into vCalendar 1.0. */
  #keeps(name: string, path: string): boolean {
    const kept = this.#fromOld || this.#keep.has(name) || !LEFT_OUT.has(name);
    if (!kept) this.#format.onDrop?.(path);
    return kept;
  }

  #line(name: string, value: unknown, field: string): void {
    if (value === undefined) return;
    const text = this.#old ? cleanText(value, field) : cleanPrintable(value, field);
    if (text === '') return;
    if (this.#old) this.#text += endLine(formatOldText(name, text, this.#format, field), true);
    else this.#property([name.toLowerCase(), {}, 'text', text]);
  }

  /** A property in ical.js' own form. */
  #property(property: unknown[]): void {
    this.#text += endLine(ICAL.stringify.property(property as never, ICAL.design.icalendar, true), false);
  }

  #list(name: string, values: unknown, field: string): void {
    if (values === undefined) return;
    if (!Array.isArray(values)) throw new EncodeError('bad-value', field, undefined, `${typeof values} is no list`);
    const texts = values.map((value, i) =>
      this.#old ? cleanText(value, `${field}[${i}]`) : cleanPrintable(value, `${field}[${i}]`),
    );
    const empty = texts.indexOf('');
    if (empty >= 0) throw new EncodeError('bad-value', `${field}[${empty}]`, undefined, 'empty');
    if (texts.length === 0) return;
    if (this.#old) this.#text += endLine(formatOldText(name, texts.map(escapeOldPart).join(';'), this.#format, field), true);
    else this.#property([name.toLowerCase(), {}, 'text', ...texts]);
  }

  /** vCalendar 1.0 has no days: a day begins at its midnight. */
  #moment(at: Date, kind: TimeKind | undefined, field: string): string {
    const text = formatMoment(at, kind, field);
    return kind !== 'date'
      ? text
      : this.#old
        ? formatMoment(new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS), 'floating', field)
        : text;
  }

  #time(name: string, at: Date | undefined, kind: TimeKind | undefined, field: string): void {
    if (at === undefined) return;
    const text = this.#moment(at, kind, field);
    if (this.#old) this.#text += `${name}:${text}\r\n`;
    else this.#property(dated(name, at, kind));
  }

  #rule(rule: unknown, start: Date | undefined, field: string): void {
    const text = cleanLine(rule, field);
    if (this.#old) {
      this.#text += `RRULE:${ruleToOld(text, start, field)}\r\n`;
      return;
    }
    const checked = checkRule(text);
    if ('reason' in checked) throw new EncodeError('bad-value', field, undefined, checked.reason);
    this.#text += endLine(`RRULE:${checked.rule}`, false);
  }

  #exceptions(moments: readonly Moment[] | undefined, field: string): void {
    const texts = listOf(moments, field).map(({ at, kind }, i) => this.#moment(at, kind, `${field}[${i}].at`));
    if (texts.length === 0) return;
    if (this.#old) this.#text += `EXDATE:${texts.join(';')}\r\n`;
    else for (const { at, kind } of moments as readonly Moment[]) this.#property(dated('EXDATE', at, kind));
  }

  #detail(item: VCalendarItem, path: string): VAlarmDetail & { readonly type: 'display' | 'audio' } {
    const detail: VAlarmDetail = item.alarmDetail ?? {};
    const field = `${path}.alarmDetail`;
    const { type = 'display', snooze, repeat } = detail;
    if (type !== 'display' && type !== 'audio')
      throw new EncodeError('bad-value', `${field}.type`, undefined, 'display or audio');
    if (snooze !== undefined && (typeof snooze !== 'string' || !DURATION.test(snooze))) {
      throw new EncodeError('bad-value', `${field}.snooze`, undefined, `${JSON.stringify(snooze)} is no duration such as PT5M`);
    }
    if (repeat !== undefined && (!Number.isInteger(repeat) || repeat < 0 || repeat > 9999)) {
      throw new EncodeError('bad-value', `${field}.repeat`, undefined, `${repeat} is no count`);
    }
    return { ...detail, type };
  }

  #oldAlarm(item: VCalendarItem, path: string): void {
    if (item.alarm === undefined) return;
    const { type, snooze, repeat, content } = this.#detail(item, path);
    const parts = [
      this.#moment(item.alarm, item.alarmKind, `${path}.alarm`),
      snooze ?? '',
      repeat === undefined ? '' : `${repeat}`,
    ];
    // A VALARM has to have a text, most often one that says "Reminder": it is not worth its octets.
    const shown = type === 'display' && !this.#fromOld ? undefined : content;
    if (shown !== content) this.#format.onDrop?.(`${path}.alarmDetail.content`);
    parts.push(shown === undefined ? '' : cleanText(shown, `${path}.alarmDetail.content`));
    while (parts.at(-1) === '') parts.pop();
    const head = type === 'audio' ? 'AALARM' : 'DALARM';
    const value = parts.map(escapeOldPart).join(';');
    this.#text += endLine(formatOldText(head, value, this.#format, `${path}.alarmDetail.content`), true);
  }

  #alarm(item: VCalendarItem, path: string): void {
    const { alarm, alarmKind, start, startKind } = item;
    if (alarm === undefined) return;
    const { type, snooze, repeat, content } = this.#detail(item, path);
    formatMoment(alarm, alarmKind, `${path}.alarm`);
    this.#text += `BEGIN:VALARM\r\nACTION:${type.toUpperCase()}\r\n`;
    if (start !== undefined && isInstant(startKind) === isInstant(alarmKind)) {
      // Relative to the start, so that it holds for every occurrence.
      this.#text += `TRIGGER:${durationOf(Math.floor(alarm.getTime() / 1000) - Math.floor(start.getTime() / 1000))}\r\n`;
    } else if (isInstant(alarmKind)) this.#property(['trigger', {}, 'date-time', dateText(alarm, 'utc')]);
    else
      throw new EncodeError(
        'unencodable',
        `${path}.alarm`,
        undefined,
        'a floating alarm needs a floating start: iCalendar counts from it',
      );
    if (type === 'display') this.#line('DESCRIPTION', content || item.summary || 'Reminder', `${path}.alarmDetail.content`);
    else if (content !== undefined && content !== '') {
      this.#property(['attach', {}, 'uri', cleanLine(content, `${path}.alarmDetail.content`)]);
    }
    if (repeat !== undefined) this.#text += `REPEAT:${repeat}\r\n`;
    if (snooze !== undefined) this.#text += `DURATION:${snooze}\r\n`;
    this.#text += 'END:VALARM\r\n';
  }

  #others(other: readonly RawProperty[] | undefined, field: string): void {
    const downwards = this.#old && !this.#fromOld;
    listOf(other, field).forEach((property, i) => {
      const path = `${field}[${i}]`;
      if (downwards) {
        if (!this.#keeps(String(property.name).toUpperCase(), path)) return;
        // Time zones do not exist there.
        if (property.params?.some(({ name }) => name.toUpperCase() === 'TZID')) {
          this.#format.onDrop?.(path);
          return;
        }
      }
      this.#text += formatRawFor(property, this.#fromOld, this.#old, path);
    });
  }

  #components(components: readonly RawComponent[] | undefined, field: string): void {
    listOf(components, field).forEach((component, i) => {
      const path = `${field}[${i}]`;
      if (this.#old && !this.#fromOld) this.#format.onDrop?.(path);
      else this.#text += formatComponentFor(component, this.#fromOld, this.#old, path);
    });
  }
}

function isInstant(kind: TimeKind | undefined): boolean {
  return kind === undefined || kind === 'utc';
}

/** A point in time as ical.js' form has it. */
function dateText(at: Date, kind: TimeKind | undefined): string {
  const text = at.toISOString();
  return kind === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}${isInstant(kind) ? 'Z' : ''}`;
}

function dated(name: string, at: Date, kind: TimeKind | undefined): unknown[] {
  return [name.toLowerCase(), {}, kind === 'date' ? 'date' : 'date-time', dateText(at, kind)];
}

function durationOf(seconds: number): string {
  const text = ICAL.Duration.fromSeconds(seconds).toString();
  return text === 'P' ? 'PT0S' : text;
}

/** A short fingerprint of a text (FNV-1a, 32 bits): the same calendar gives the same identifiers. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const octet of new TextEncoder().encode(text)) hash = Math.imul(hash ^ octet, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

// ---- reading ----

/**
 * Reads the calendar in a text. Times with a TZID become instants, by the calendar's own VTIMEZONE or the platform's zones; a duration
 * becomes the end, a VALARM's trigger its time. What the model has no place for is kept in `other` and `components` as it came.
 *
 * The version rules how: 1.0 has quoted-printable, the old rules and alarms; 2.0 is RFC 5545. A calendar without VERSION is read as 1.0.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` (a second calendar) with the index of the line or value.
 * @throws LimitError past `vobjectCharacters`, `vobjectProperties`, `vobjectLineCharacters`, `vobjectBinaryOctets`, `vobjectDepth`.
 * @throws TypeError when `text` is not a string.
 */
export function parseVCalendar(text: string, options: VObjectOptions = {}): ReadVCalendar {
  if (typeof text !== 'string') throw new TypeError('a calendar is a string; decodeVObjectText makes one of octets');
  const reading = new Reading(text, options);
  const { components, version, old } = readObjects(text, reading, 'VCALENDAR');
  const [root, second] = components;
  if (second !== undefined)
    reading.fault('junk', second.index, 'VCALENDAR', 'a second calendar', 'the first alone', 'trailing-bytes');
  return new CalendarReader(reading, version as VCalendarVersion, old, root?.components ?? []).read(root);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type ReadItem = Mutable<VEvent & VTodo & ReadLists>;

/** What of an item can only be told when all of it was read. */
interface Pending {
  /** What the clock shows at the start, and its zone. */
  startWall?: Date;
  startZone?: Zone | undefined;
  duration?: ContentLine;
  rule?: ContentLine;
  zoned?: boolean;
}

const TIMES = new Map([
  ['DTSTART', 'start'],
  ['DTEND', 'end'],
  ['DUE', 'due'],
  ['COMPLETED', 'completed'],
] as const);
const TEXTS = new Map([
  ['SUMMARY', 'summary'],
  ['DESCRIPTION', 'description'],
  ['LOCATION', 'location'],
  ['UID', 'uid'],
] as const);

class CalendarReader {
  readonly #reading: Reading;
  readonly #version: VCalendarVersion;
  readonly #old: boolean;
  readonly #zones: Zones;

  constructor(reading: Reading, version: VCalendarVersion, old: boolean, components: readonly Component[]) {
    this.#reading = reading;
    this.#version = version;
    this.#old = old;
    this.#zones = new Zones(components, reading);
  }

  read(root: Component | undefined): ReadVCalendar {
    const events: ReadItem[] = [];
    const todos: ReadItem[] = [];
    const other: RawProperty[] = [];
    const components: RawComponent[] = [];
    const calendar: Mutable<ReadVCalendar> = { version: this.#version, events, todos, other, components };
    for (const line of root?.properties ?? []) {
      if (line.name === 'VERSION') continue;
      if (line.name === 'PRODID' && calendar.productId === undefined && line.value !== '') {
        calendar.productId = this.#text(line, 'VCALENDAR/PRODID');
      } else if (line.name === 'TZ' && this.#old && calendar.timeZone === undefined && OFFSET.test(line.value)) {
        calendar.timeZone = line.value;
      } else other.push(rawOf(line));
    }
    for (const component of root?.components ?? []) {
      if (component.name === 'VEVENT') events.push(this.#item(component, 'VEVENT'));
      else if (component.name === 'VTODO') todos.push(this.#item(component, 'VTODO'));
      else components.push(rawComponentOf(component));
    }
    return calendar;
  }

  #text(line: ContentLine, field: string): string {
    return readText(line, this.#old, this.#reading, field);
  }

  #item(component: Component, kind: 'VEVENT' | 'VTODO'): ReadItem {
    const reading = this.#reading;
    const other: RawProperty[] = [];
    const item: ReadItem = { categories: [], other, components: [] };
    const pending: Pending = {};
    for (const line of component.properties) {
      if (line.value === '') {
        reading.note('empty-property', line.index, `${line.name} without a value`, 'nothing');
        continue;
      }
      this.#keeping(line, other, () => this.#property(item, pending, line, kind));
    }
    const { duration, rule } = pending;
    if (duration !== undefined) this.#keeping(duration, other, () => this.#duration(item, pending, duration, kind));
    if (rule !== undefined) this.#keeping(rule, other, () => this.#rule(item, pending, rule, kind));
    for (const inner of component.components) {
      const taken = inner.name === 'VALARM' && item.alarm === undefined && this.#valarm(item, inner, kind);
      if (!taken) (item.components as RawComponent[]).push(rawComponentOf(inner));
    }
    return item;
  }

  /** Reads a property; one without a place in the model, or leniently one that cannot be read, is kept as it came. */
  #keeping(line: ContentLine, other: RawProperty[], read: () => boolean): void {
    let taken = false;
    try {
      taken = read();
    } catch (error) {
      if (!this.#reading.lenient || !(error instanceof DecodeError)) throw error;
      this.#reading.note('bad-value', line.index, error.reason, 'a property as it came');
    }
    if (!taken) other.push(rawOf(line));
  }

  #property(item: ReadItem, pending: Pending, line: ContentLine, kind: 'VEVENT' | 'VTODO'): boolean {
    const { name } = line;
    const field = `${kind}/${name}`;
    const textKey = TEXTS.get(name as 'SUMMARY');
    if (textKey !== undefined) {
      if (item[textKey] !== undefined) return false;
      item[textKey] = this.#text(line, field);
      this.#lost(line, []);
      return true;
    }
    const timeKey = TIMES.get(name as 'DTSTART');
    if (timeKey !== undefined) {
      const belongs = timeKey === 'start' || (timeKey === 'end') === (kind === 'VEVENT');
      if (item[timeKey] !== undefined || !belongs) return false;
      const { at, kind: timeKind, wall, zone } = this.#time(line, field);
      item[timeKey] = at;
      if (timeKind !== 'utc') item[`${timeKey}Kind`] = timeKind;
      if (timeKey === 'start') {
        pending.startWall = wall;
        pending.startZone = zone;
      }
      if (zone !== undefined) pending.zoned = true;
      return true;
    }
    switch (name) {
      case 'CATEGORIES': {
        const categories = splitParts(textOf(line, this.#reading, field), this.#old ? ';' : ',', this.#old);
        for (const category of categories) if (category.trim() !== '') (item.categories as string[]).push(category.trim());
        return true;
      }
      case 'DTSTAMP': {
        const moment = parseMoment(line.value.trim());
        if (item.stamp !== undefined || moment?.kind !== 'utc') return false;
        item.stamp = moment.at;
        return true;
      }
      case 'PRIORITY':
        if (kind !== 'VTODO' || item.priority !== undefined || !/^\d{1,2}$/.test(line.value)) return false;
        item.priority = Number(line.value);
        return true;
      case 'STATUS': {
        const status = line.value.trim().toUpperCase().replace(/ /g, '-');
        if (kind !== 'VTODO' || item.status !== undefined || !/^[A-Z][A-Z0-9-]*$/.test(status)) return false;
        item.status = status;
        return true;
      }
      case 'EXDATE':
        return this.#exceptions(item, line, field);
      case 'RRULE':
        if (pending.rule !== undefined) return false;
        pending.rule = line;
        return true;
      case 'DURATION':
        if (this.#old || pending.duration !== undefined) return false;
        pending.duration = line;
        return true;
      case 'DALARM':
      case 'AALARM':
        return this.#old && item.alarm === undefined && this.#oldAlarm(item, line, field);
      default:
        return false;
    }
  }

  /** Reports parameters and groups that the model has no place for. */
  #lost(line: ContentLine, known: readonly string[]): void {
    const lost =
      line.group !== undefined || furtherParamsOf(line).some(({ name }) => name !== 'VALUE' && !known.includes(name));
    if (lost) this.#reading.note('dropped-parameter', line.index, `group or parameters of ${line.name}`, 'nothing');
  }

  /** A time with what the clock shows. */
  #time(line: ContentLine, field: string): { at: Date; kind: TimeKind; wall: Date; zone: Zone | undefined } {
    const reading = this.#reading;
    this.#lost(line, ['TZID']);
    return this.#moment(textOf(line, reading, field).trim(), paramOf(line, 'TZID'), field, line.valueAt);
  }

  #moment(
    text: string,
    tzid: string | undefined,
    field: string,
    index: number,
  ): { at: Date; kind: TimeKind; wall: Date; zone: Zone | undefined } {
    const moment = this.#anyMoment(text, field, index);
    const { at, kind } = moment;
    if (tzid === undefined || kind !== 'floating') return { at, kind, wall: at, zone: undefined };
    const zone = this.#zones.zone(tzid);
    if (zone === undefined) {
      const what = `time zone ${JSON.stringify(tzid.slice(0, 60))} is defined neither here nor by the platform`;
      this.#reading.fault('unknown-zone', index, field, what, 'a floating time');
      return { at, kind, wall: at, zone };
    }
    return { at: zone(at), kind: 'utc', wall: at, zone };
  }

  /** A time in the formats' form, leniently in another form of ISO 8601 too. */
  #anyMoment(text: string, field: string, index: number): { readonly at: Date; readonly kind: TimeKind } {
    const moment = parseMoment(text);
    if (moment !== undefined) return moment;
    const what = `${JSON.stringify(text.slice(0, 40))} is no time`;
    const extended = this.#reading.lenient ? parseMoment(text, true) : undefined;
    if (extended === undefined) throw new DecodeError('bad-value', field, index, what);
    this.#reading.note('bad-value', index, what, 'the time that it tells in another form');
    return extended;
  }

  #exceptions(item: ReadItem, line: ContentLine, field: string): boolean {
    const tzid = paramOf(line, 'TZID');
    const texts = textOf(line, this.#reading, field).split(this.#old ? /[;,]/ : ',');
    const moments = texts.map((text): Moment => {
      const { at, kind } = this.#moment(text.trim(), tzid, field, line.valueAt);
      return kind === 'utc' ? { at } : { at, kind };
    });
    const exceptions = (item.exceptions ?? []) as Moment[];
    for (const moment of moments) exceptions.push(moment);
    item.exceptions = exceptions;
    return true;
  }

  #duration(item: ReadItem, { startWall, startZone }: Pending, line: ContentLine, kind: 'VEVENT' | 'VTODO'): boolean {
    const key = kind === 'VEVENT' ? 'end' : 'due';
    if (startWall === undefined || item[key] !== undefined) return false;
    const { days, seconds } = this.#parseDuration(line.value.trim(), `${kind}/DURATION`, line.valueAt);
    // Days are those of the clock, which change-overs make longer or shorter (RFC 5545 section 3.3.6).
    const wall = new Date(startWall.getTime() + days * DAY_MS);
    const at = new Date((startZone?.(wall) ?? wall).getTime() + seconds * 1000);
    item[key] = this.#inRange(at, `${kind}/DURATION`, line.valueAt);
    if (item.startKind !== undefined)
      item[`${key}Kind`] = item.startKind === 'date' && seconds !== 0 ? 'floating' : item.startKind;
    return true;
  }

  #parseDuration(text: string, field: string, index: number): { days: number; seconds: number } {
    if (!DURATION.test(text))
      throw new DecodeError('bad-value', field, index, `${JSON.stringify(text.slice(0, 40))} is no duration`);
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
    const sign = isNegative ? -1 : 1;
    return { days: sign * (weeks * 7 + days), seconds: sign * (hours * 3600 + minutes * 60 + seconds) };
  }

  /** What a calendar can write again. */
  #inRange(at: Date, field: string, index: number): Date {
    if (Number.isNaN(at.getTime()) || at.toISOString().length !== 24)
      throw new DecodeError('bad-value', field, index, 'outside of the years 0 to 9999');
    return at;
  }

  #rule(item: ReadItem, pending: Pending, line: ContentLine, kind: 'VEVENT' | 'VTODO'): boolean {
    const text = textOf(line, this.#reading, `${kind}/RRULE`);
    const result = this.#old ? ruleFromOld(text, item.start) : checkRule(text);
    if ('reason' in result) throw new DecodeError('bad-value', `${kind}/RRULE`, line.valueAt, result.reason);
    item.rrule = result.rule;
    if (pending.zoned === true) {
      const what = "a rule in a time zone: later occurrences keep the first one's time in UTC";
      this.#reading.note('zoned-recurrence', line.index, what, 'the rule as it stands');
    }
    return true;
  }

  #oldAlarm(item: ReadItem, line: ContentLine, field: string): boolean {
    const [time = '', snooze = '', repeat = '', ...rest] = splitParts(textOf(line, this.#reading, field), ';', true);
    const moment = this.#anyMoment(time.trim(), field, line.valueAt);
    // More parts, or others than these, have no place in the model.
    if (rest.length > 1 || (snooze !== '' && !DURATION.test(snooze)) || !/^\d{0,4}$/.test(repeat)) return false;
    this.#lost(line, []);
    const [content = ''] = rest;
    this.#setAlarm(item, moment.at, moment.kind, {
      ...(line.name === 'AALARM' && { type: 'audio' }),
      ...(content !== '' && { content }),
      ...(snooze !== '' && { snooze }),
      ...(repeat !== '' && { repeat: Number(repeat) }),
    });
    return true;
  }

  #setAlarm(item: ReadItem, at: Date, kind: TimeKind, detail: VAlarmDetail): void {
    item.alarm = at;
    if (kind !== 'utc') item.alarmKind = kind;
    if (Object.keys(detail).length > 0) item.alarmDetail = detail;
  }

  /** Takes a VALARM that shows a text or plays a sound at a time that can be told; false for others. */
  #valarm(item: ReadItem, alarm: Component, kind: 'VEVENT' | 'VTODO'): boolean {
    const lines = new Map(alarm.properties.map((line) => [line.name, line]));
    const action = lines.get('ACTION')?.value.trim().toUpperCase() ?? 'DISPLAY';
    const trigger = lines.get('TRIGGER');
    if ((action !== 'DISPLAY' && action !== 'AUDIO') || trigger === undefined) return false;
    try {
      const due = this.#trigger(item, trigger, kind);
      if (due === undefined) return false;
      const known = ['ACTION', 'TRIGGER', 'DESCRIPTION', 'REPEAT', 'DURATION', ...(action === 'AUDIO' ? ['ATTACH'] : [])];
      const lost = alarm.properties.find(({ name }) => !known.includes(name));
      if (lost !== undefined) this.#reading.note('dropped-property', lost.index, `${lost.name} of an alarm`, 'nothing');
      const told = lines.get(action === 'AUDIO' ? 'ATTACH' : 'DESCRIPTION');
      const content = told === undefined ? '' : action === 'AUDIO' ? told.value : this.#text(told, 'VALARM/DESCRIPTION');
      const snooze = lines.get('DURATION')?.value.trim() ?? '';
      const repeat = lines.get('REPEAT')?.value.trim() ?? '';
      if (snooze !== '' && !DURATION.test(snooze))
        throw new DecodeError('bad-value', 'VALARM/DURATION', alarm.index, 'no duration');
      if (!/^\d{0,4}$/.test(repeat))
        throw new DecodeError('bad-value', 'VALARM/REPEAT', alarm.index, 'no count of four digits at most');
      // A text has to be there; ours repeats the summary where the model has none.
      const isFiller = action === 'DISPLAY' && content === (item.summary ?? 'Reminder');
      this.#setAlarm(item, due.at, due.kind, {
        ...(action === 'AUDIO' && { type: 'audio' }),
        ...(content !== '' && !isFiller && { content }),
        ...(snooze !== '' && { snooze }),
        ...(repeat !== '' && { repeat: Number(repeat) }),
      });
      return true;
    } catch (error) {
      if (!this.#reading.lenient || !(error instanceof DecodeError)) throw error;
      this.#reading.note('bad-value', alarm.index, error.reason, 'an alarm as it came');
      return false;
    }
  }

  #trigger(item: ReadItem, line: ContentLine, kind: 'VEVENT' | 'VTODO'): { at: Date; kind: TimeKind } | undefined {
    const text = line.value.trim();
    const field = 'VALARM/TRIGGER';
    if (!/^[+-]?P/.test(text)) return this.#moment(text, paramOf(line, 'TZID'), field, line.valueAt);
    const { days, seconds } = this.#parseDuration(text, field, line.valueAt);
    const atEnd = paramOf(line, 'RELATED')?.toUpperCase() === 'END';
    const [from, fromKind] = !atEnd
      ? [item.start, item.startKind]
      : kind === 'VEVENT'
        ? [item.end, item.endKind]
        : [item.due, item.dueKind];
    if (from === undefined) return undefined;
    const at = this.#inRange(new Date(from.getTime() + days * DAY_MS + seconds * 1000), field, line.valueAt);
    return { at, kind: fromKind === undefined ? 'utc' : fromKind === 'date' ? 'floating' : fromKind };
  }
}
