/**
 * Reads calendars from vCalendar 1.0 and iCalendar 2.0. This module reads the lines of both, with limits; ical.js parses durations and
 * recurrence rules of 2.0.
 *
 * Sources: as in vcalendar.ts.
 * @module
 */

import ICAL from 'ical.js';
import { wrongArgument } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import {
  type Component,
  type ContentLine,
  decodeValue,
  findParam,
  type RawComponent,
  type RawProperty,
  toRaw,
  toRawComponent,
} from './content-line.js';
import { type Objects, onlyObject, readObjects } from './content-line-parse.js';
import { splitParts } from './encodings.js';
import { keepRaw, NOTHING, type VObjectOptions, type VObjectReading } from './issues.js';
import { DAY_MS, type Moment, parseMoment, readMoment, type TimeKind } from './moment.js';
import { noteDropped, readText, takeProperty } from './property.js';
import { readRule, ruleFromOld } from './recurrence.js';
import { type Zone, Zones } from './time-zone.js';
import {
  DURATION,
  OFFSET,
  type ParsedLists,
  type ParsedVCalendar,
  type VAlarmDetail,
  type VCalendarVersion,
  type VEvent,
  type VTodo,
} from './vcalendar.js';

/**
 * Parses vCalendar 1.0 (versit, 1996) or iCalendar 2.0 (RFC 5545), whichever VERSION names; without VERSION it is read as 1.0. Times with a TZID
 * become instants, by the calendar's own VTIMEZONE or the platform's zones; a duration becomes the end, the trigger of a VALARM its time. All other
 * properties and components are kept verbatim in `other` and `components`.
 *
 * Option `lenient`: accept the departures from `junk` on in `VObjectIssueCode`.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` (a second calendar) with the index of the line or value.
 * @throws LimitError `limit-exceeded` above `vobjectCharacters`, `vobjectProperties`, `vobjectLineCharacters`, `vobjectBinaryOctets`, `vobjectDepth`.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { parseVCalendar } from 'handset/vobject';
 *
 * const event = 'BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260702T150000Z\nEND:VEVENT\n';
 * const { events } = parseVCalendar(`BEGIN:VCALENDAR\nVERSION:1.0\n${event}END:VCALENDAR\n`);
 * events[0]?.summary; // -> 'Tea'
 * ```
 */
export function parseVCalendar(text: string, options: VObjectOptions = {}): ParsedVCalendar {
  if (typeof text !== 'string') throw wrongArgument(text, 'text', 'a string; decodeVObjectText makes one of octets');
  const reading = Reading.of(options);
  return readCalendar(readObjects(text, reading, 'VCALENDAR'), reading);
}

/** The calendar of a text whose lines are read. @throws as {@link parseVCalendar} does. */
export function readCalendar(objects: Objects<'VCALENDAR'>, reading: VObjectReading): ParsedVCalendar {
  return new CalendarReader(objects, reading).read(onlyObject(objects, reading, 'VCALENDAR'));
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type ReadItem = Mutable<VEvent & VTodo & ParsedLists>;
type ItemKind = 'VEVENT' | 'VTODO';
type TimeKey = 'start' | 'end' | 'due' | 'completed';

/** A moment, with what the clock shows then and the zone that it is in. */
interface ReadMoment {
  readonly at: Date;
  readonly kind: TimeKind;
  readonly wall: Date;
  readonly zone: Zone | undefined;
}

/** What of an item is read last, since it depends on the rest. */
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
/** Properties that the model has in some component and version; an empty one is left out. */
const MODELLED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['SUMMARY', 'DESCRIPTION', 'LOCATION', 'UID', 'DTSTART', 'DTEND', 'DUE', 'COMPLETED', 'CATEGORIES', 'DTSTAMP'],
  ...['PRIORITY', 'STATUS', 'EXDATE', 'RRULE', 'DURATION', 'DALARM', 'AALARM'],
]);
/** Parameters that become part of a property: the zone of times. */
function modelledParameters(name: string): readonly string[] {
  return name === 'EXDATE' || (TIMES as ReadonlyMap<string, string>).has(name) ? ['TZID'] : [];
}

class CalendarReader {
  readonly #reading: VObjectReading;
  readonly #version: VCalendarVersion;
  readonly #old: boolean;
  readonly #zones: Zones;

  constructor({ version, old, components: [root] }: Objects<'VCALENDAR'>, reading: VObjectReading) {
    this.#reading = reading;
    this.#version = version;
    this.#old = old;
    this.#zones = new Zones(root?.components ?? [], reading);
  }

  read(root: Component | undefined): ParsedVCalendar {
    const events: ReadItem[] = [];
    const todos: ReadItem[] = [];
    const other: RawProperty[] = [];
    const components: RawComponent[] = [];
    const calendar: Mutable<ParsedVCalendar> = { version: this.#version, events, todos, other, components };
    for (const line of root?.properties ?? []) {
      if (line.name === 'VERSION') continue;
      if (line.name === 'PRODID' && calendar.productId === undefined && line.value !== '') {
        calendar.productId = this.#text(line, 'VCALENDAR/PRODID');
      } else if (line.name === 'TZ' && this.#old && calendar.timeZone === undefined && OFFSET.test(line.value)) {
        calendar.timeZone = line.value;
      } else other.push(toRaw(line));
    }
    for (const component of root?.components ?? []) {
      if (component.name === 'VEVENT') events.push(this.#item(component, 'VEVENT'));
      else if (component.name === 'VTODO') todos.push(this.#item(component, 'VTODO'));
      else components.push(toRawComponent(component));
    }
    return calendar;
  }

  #text(line: ContentLine, field: string): string {
    return readText(line, this.#old, this.#reading, field);
  }

  #item(component: Component, kind: ItemKind): ReadItem {
    const reading = this.#reading;
    const other: RawProperty[] = [];
    const item: ReadItem = { categories: [], other, components: [] };
    const pending: Pending = {};
    for (const line of component.properties) {
      if (line.value === '' && MODELLED.has(line.name)) {
        reading.note('empty-property', `${kind}/${line.name}`, line.index, `${line.name} without a value`, NOTHING);
        continue;
      }
      const taken = takeProperty(line, other, reading, () => this.#property(item, pending, line, kind));
      if (taken && line !== pending.duration && line !== pending.rule)
        noteDropped(line, reading, modelledParameters(line.name));
    }
    const { duration, rule } = pending;
    const take = (line: ContentLine | undefined, read: (line: ContentLine) => boolean) => {
      if (line !== undefined && takeProperty(line, other, reading, () => read(line))) noteDropped(line, reading);
    };
    take(duration, (line) => this.#duration(item, pending, line, kind));
    take(rule, (line) => this.#rule(item, pending, line, kind));
    for (const inner of component.components) {
      const taken = inner.name === 'VALARM' && item.alarm === undefined && this.#valarm(item, inner, kind);
      if (!taken) (item.components as RawComponent[]).push(toRawComponent(inner));
    }
    return item;
  }

  #property(item: ReadItem, pending: Pending, line: ContentLine, kind: ItemKind): boolean {
    const { name } = line;
    const field = `${kind}/${name}`;
    const textKey = TEXTS.get(name as 'SUMMARY');
    if (textKey !== undefined) {
      if (item[textKey] !== undefined) return false;
      item[textKey] = this.#text(line, field);
      return true;
    }
    const timeKey = TIMES.get(name as 'DTSTART');
    if (timeKey !== undefined) return this.#takeTime(item, timeKey, pending, line, kind);
    switch (name) {
      case 'CATEGORIES': {
        const categories = splitParts(decodeValue(line, this.#reading, field), this.#old ? ';' : ',', this.#old);
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

  /** Takes one of the times of an item that a single property has. */
  #takeTime(item: ReadItem, key: TimeKey, pending: Pending, line: ContentLine, kind: ItemKind): boolean {
    const belongs = key === 'start' || (key === 'end') === (kind === 'VEVENT');
    if (item[key] !== undefined || !belongs) return false;
    const { at, kind: timeKind, wall, zone } = this.#time(line, `${kind}/${line.name}`);
    item[key] = at;
    if (timeKind !== 'utc') item[`${key}Kind`] = timeKind;
    if (key === 'start') {
      pending.startWall = wall;
      pending.startZone = zone;
    }
    if (zone !== undefined) pending.zoned = true;
    return true;
  }

  /** A time with what the clock shows. */
  #time(line: ContentLine, field: string): ReadMoment {
    return this.#moment(decodeValue(line, this.#reading, field).trim(), findParam(line, 'TZID'), field, line.valueAt);
  }

  #moment(text: string, tzid: string | undefined, field: string, index: number): ReadMoment {
    const moment = this.#anyMoment(text, field, index);
    const { at, kind } = moment;
    if (tzid === undefined || kind !== 'floating') return { at, kind, wall: at, zone: undefined };
    const found = this.#zones.find(tzid);
    if ('reason' in found) {
      const what = `time zone ${quote(tzid, 60)} ${found.reason}`;
      this.#reading.fault('unknown-zone', field, index, what, { assumed: 'a floating time' });
      return { at, kind, wall: at, zone: undefined };
    }
    const { zone } = found;
    return { at: zone(at), kind: 'utc', wall: at, zone };
  }

  #anyMoment(text: string, field: string, index: number): { readonly at: Date; readonly kind: TimeKind } {
    const moment = readMoment(text, this.#reading, field, index);
    if (moment === undefined) throw new DecodeError('bad-value', field, index, `${quote(text)} is not a time`);
    return moment;
  }

  #exceptions(item: ReadItem, line: ContentLine, field: string): boolean {
    const tzid = findParam(line, 'TZID');
    const texts = decodeValue(line, this.#reading, field).split(this.#old ? /[;,]/ : ',');
    const moments = texts.map((text): Moment => {
      const { at, kind } = this.#moment(text.trim(), tzid, field, line.valueAt);
      return kind === 'utc' ? { at } : { at, kind };
    });
    const exceptions = (item.exceptions ?? []) as Moment[];
    for (const moment of moments) exceptions.push(moment);
    item.exceptions = exceptions;
    return true;
  }

  #duration(item: ReadItem, { startWall, startZone }: Pending, line: ContentLine, kind: ItemKind): boolean {
    const key = kind === 'VEVENT' ? 'end' : 'due';
    if (startWall === undefined || item[key] !== undefined) return false;
    const { days, seconds } = this.#parseDuration(line.value.trim(), `${kind}/DURATION`, line.valueAt);
    // Days are those of the clock, which change-overs make longer or shorter (RFC 5545 section 3.3.6).
    const wall = new Date(startWall.getTime() + days * DAY_MS);
    const at = new Date((startZone?.(wall) ?? wall).getTime() + seconds * 1000);
    item[key] = this.#inRange(at, `${kind}/DURATION`, line.valueAt);
    // Hours after a day are those of its midnight.
    if (item.startKind !== undefined) item[`${key}Kind`] = seconds !== 0 ? 'floating' : item.startKind;
    return true;
  }

  #parseDuration(text: string, field: string, index: number): { days: number; seconds: number } {
    if (!DURATION.test(text)) throw new DecodeError('bad-value', field, index, `${quote(text)} is not a duration`);
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
    const sign = isNegative ? -1 : 1;
    return { days: sign * (weeks * 7 + days), seconds: sign * (hours * 3600 + minutes * 60 + seconds) };
  }

  /** Requires a time that can be written again. */
  #inRange(at: Date, field: string, index: number): Date {
    if (Number.isNaN(at.getTime()) || at.toISOString().length !== 24)
      throw new DecodeError('bad-value', field, index, 'outside the years 0 to 9999');
    return at;
  }

  #rule(item: ReadItem, pending: Pending, line: ContentLine, kind: ItemKind): boolean {
    const text = decodeValue(line, this.#reading, `${kind}/RRULE`);
    const result = this.#old ? ruleFromOld(text, item.start) : readRule(text);
    if ('reason' in result) throw new DecodeError('bad-value', `${kind}/RRULE`, line.valueAt, result.reason);
    item.rrule = result.rule;
    if (pending.zoned === true) {
      const what = "a rule in a time zone: later occurrences keep the first one's time in UTC";
      this.#reading.note('zoned-recurrence', `${kind}/RRULE`, line.index, what, { assumed: 'the rule, unchanged' });
    }
    return true;
  }

  #oldAlarm(item: ReadItem, line: ContentLine, field: string): boolean {
    const [time = '', snooze = '', repeat = '', ...rest] = splitParts(decodeValue(line, this.#reading, field), ';', true);
    const moment = this.#anyMoment(time.trim(), field, line.valueAt);
    // The model does not have more parts, or other ones.
    if (rest.length > 1 || (snooze !== '' && !DURATION.test(snooze)) || !/^\d{0,4}$/.test(repeat)) return false;
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

  /** Takes a VALARM that shows a text or plays a sound at a known time; false for others. */
  #valarm(item: ReadItem, alarm: Component, kind: ItemKind): boolean {
    const lines = new Map(alarm.properties.map((line) => [line.name, line]));
    const action = lines.get('ACTION')?.value.trim().toUpperCase() ?? 'DISPLAY';
    const trigger = lines.get('TRIGGER');
    if ((action !== 'DISPLAY' && action !== 'AUDIO') || trigger === undefined) return false;
    try {
      const due = this.#trigger(item, trigger, kind);
      if (due === undefined) return false;
      const known = ['ACTION', 'TRIGGER', 'DESCRIPTION', 'REPEAT', 'DURATION', ...(action === 'AUDIO' ? ['ATTACH'] : [])];
      const lost = alarm.properties.find(({ name }) => !known.includes(name));
      if (lost !== undefined) this.#reading.note('dropped-property', 'VALARM', lost.index, `${lost.name} of an alarm`, NOTHING);
      const line = lines.get(action === 'AUDIO' ? 'ATTACH' : 'DESCRIPTION');
      const content = line === undefined ? '' : action === 'AUDIO' ? line.value : this.#text(line, 'VALARM/DESCRIPTION');
      const snooze = lines.get('DURATION')?.value.trim() ?? '';
      const repeat = lines.get('REPEAT')?.value.trim() ?? '';
      if (snooze !== '' && !DURATION.test(snooze))
        throw new DecodeError('bad-value', 'VALARM/DURATION', alarm.index, 'not a duration');
      if (!/^\d{0,4}$/.test(repeat))
        throw new DecodeError('bad-value', 'VALARM/REPEAT', alarm.index, 'not a count of at most four digits');
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
      keepRaw(error, this.#reading, alarm.index, 'the alarm, unchanged');
      return false;
    }
  }

  #trigger(item: ReadItem, line: ContentLine, kind: ItemKind): { at: Date; kind: TimeKind } | undefined {
    const text = line.value.trim();
    const field = 'VALARM/TRIGGER';
    if (!/^[+-]?P/.test(text)) return this.#moment(text, findParam(line, 'TZID'), field, line.valueAt);
    const { days, seconds } = this.#parseDuration(text, field, line.valueAt);
    const atEnd = findParam(line, 'RELATED')?.toUpperCase() === 'END';
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
