/**
 * Writes calendars as vCalendar 1.0 and iCalendar 2.0. ical.js writes the properties of 2.0 and its durations; those of 1.0 are written
 * here.
 *
 * Sources: as in vcalendar.ts.
 * @module
 */
import ICAL from 'ical.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import type { RawComponent, RawProperty } from './content-line.js';
import { cleanLine, cleanPrintable, cleanText, endLine, requireList, requireParams } from './content-line-format.js';
import { escapeOldPart } from './encodings.js';
import { reportRefusals } from './issues.js';
import { DAY_MS, formatMoment, type Moment, type TimeKind } from './moment.js';
import { chooseRules, formatComponentFor, formatOldText, formatRawFor } from './old-text.js';
import { readRule, ruleToOld } from './recurrence.js';
import {
  DURATION,
  OFFSET,
  type VAlarmDetail,
  type VCalendar,
  type VCalendarFormat,
  type VCalendarItem,
  type VEvent,
  type VTodo,
} from './vcalendar.js';
import { parseVCalendar } from './vcalendar-parse.js';

/** Left out when iCalendar becomes vCalendar: properties that phones do not use, or that mean something else there. */
const LEFT_OUT = new Set([
  ...['DTSTAMP', 'UID', 'PRODID', 'SEQUENCE', 'ATTENDEE', 'ORGANIZER'],
  ...['METHOD', 'CALSCALE', 'TRANSP', 'RECURRENCE-ID', 'X-WR-TIMEZONE'],
]);
const PRODUCT = '-//handset//EN';

/**
 * Formats a calendar as vCalendar 1.0 (versit, 1996) or iCalendar 2.0 (RFC 5545), with lines that end in CRLF.
 *
 * Version 1.0 has times in UTC or floating, days as midnight, rules in the old grammar, and the alarm as DALARM or AALARM. A calendar read
 * from iCalendar loses UID, DTSTAMP, PRODID, SEQUENCE, ATTENDEE, ORGANIZER and what vCalendar cannot express, unless `keep` names it;
 * `onDrop` is called for each. Strict reading accepts the text, except for values that lenient reading kept verbatim, which `onIssue` reports.
 *
 * Version 2.0 always has UID, DTSTAMP and PRODID; a missing UID is made from the content.
 * @throws EncodeError `bad-value` for an invalid text, Date or rule; `unencodable` for a rule that vCalendar lacks or characters that
 *   the version or the charset lacks. Its field is a path such as `events[0].rrule`.
 * @throws TypeError when the calendar is not an object or the version is unknown.
 * @example
 * ```ts
 * import { formatVCalendar, parseVCalendar } from 'handset/vobject';
 *
 * const ics = 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260702T150000Z\n' +
 *   'DURATION:PT30M\nEND:VEVENT\nEND:VCALENDAR\n';
 * formatVCalendar(parseVCalendar(ics), { version: '1.0' }).split('\r\n').slice(3, 6);
 * // -> ['SUMMARY:Tea', 'DTSTART:20260702T150000Z', 'DTEND:20260702T153000Z']
 * ```
 */
export function formatVCalendar(calendar: VCalendar, format: VCalendarFormat): string {
  const { old, fromOld } = chooseRules(calendar, format, 'VCALENDAR');
  const text = new CalendarWriter(calendar, format, old, fromOld).write();
  if (format.onIssue !== undefined) reportRefusals((options) => parseVCalendar(text, options), format.onIssue);
  return text;
}

class CalendarWriter {
  readonly #calendar: VCalendar;
  readonly #format: VCalendarFormat;
  /** Whether 1.0 is written; whether the calendar was read from 1.0. */
  readonly #old: boolean;
  readonly #fromOld: boolean;
  readonly #keep: ReadonlySet<string>;
  #text = '';

  constructor(calendar: VCalendar, format: VCalendarFormat, old: boolean, fromOld: boolean) {
    this.#calendar = calendar;
    this.#format = format;
    this.#old = old;
    this.#fromOld = fromOld;
    this.#keep = new Set(format.keep?.map((name) => name.toUpperCase()));
  }

  write(): string {
    const { productId, timeZone, events, todos, other, components } = this.#calendar;
    this.#text = `BEGIN:VCALENDAR\r\nVERSION:${this.#format.version}\r\n`;
    if (!this.#old) this.#line('PRODID', productId ?? PRODUCT, 'productId');
    else if (productId !== undefined && this.#keeps('PRODID', 'productId')) this.#line('PRODID', productId, 'productId');
    if (timeZone !== undefined) {
      if (typeof timeZone !== 'string' || !OFFSET.test(timeZone)) {
        throw EncodeError.badValue('timeZone', `${quote(timeZone)} is not an offset such as +01:00`);
      }
      if (this.#old) this.#text += `TZ:${timeZone}\r\n`;
      else this.#format.onDrop?.('timeZone');
    }
    this.#others(other, 'other');
    this.#components(components, 'components');
    requireList(events, 'events').forEach((event, i) => {
      this.#item('VEVENT', event, `events[${i}]`);
    });
    requireList(todos, 'todos').forEach((todo, i) => {
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
          throw EncodeError.badValue(`${path}.priority`, `${priority} is not a priority`);
        }
        this.#text += `PRIORITY:${priority}\r\n`;
      }
      if (status !== undefined) {
        if (typeof status !== 'string' || !/^[A-Za-z][A-Za-z0-9-]*$/.test(status)) {
          throw EncodeError.badValue(`${path}.status`, `${quote(status)} is not a status`);
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
    if (!Array.isArray(values)) throw EncodeError.badValue(field, `${typeof values} is not a list`);
    const texts = values.map((value, i) =>
      this.#old ? cleanText(value, `${field}[${i}]`) : cleanPrintable(value, `${field}[${i}]`),
    );
    const empty = texts.indexOf('');
    if (empty >= 0) throw EncodeError.badValue(`${field}[${empty}]`, 'empty');
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
    const checked = readRule(text);
    if ('reason' in checked) throw EncodeError.badValue(field, checked.reason);
    this.#text += endLine(`RRULE:${checked.rule}`, false);
  }

  #exceptions(moments: readonly Moment[] | undefined, field: string): void {
    const texts = requireList(moments, field).map(({ at, kind }, i) => this.#moment(at, kind, `${field}[${i}].at`));
    if (texts.length === 0) return;
    if (this.#old) this.#text += `EXDATE:${texts.join(';')}\r\n`;
    else for (const { at, kind } of moments as readonly Moment[]) this.#property(dated('EXDATE', at, kind));
  }

  #detail(item: VCalendarItem, path: string): VAlarmDetail & { readonly type: 'display' | 'audio' } {
    const detail: VAlarmDetail = item.alarmDetail ?? {};
    const field = `${path}.alarmDetail`;
    const { type = 'display', snooze, repeat } = detail;
    if (type !== 'display' && type !== 'audio') throw EncodeError.badValue(`${field}.type`, 'display or audio');
    if (snooze !== undefined && (typeof snooze !== 'string' || !DURATION.test(snooze))) {
      throw EncodeError.badValue(`${field}.snooze`, `${quote(snooze)} is not a duration such as PT5M`);
    }
    if (repeat !== undefined && (!Number.isInteger(repeat) || repeat < 0 || repeat > 9999)) {
      throw EncodeError.badValue(`${field}.repeat`, `${repeat} is not a count`);
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
      const seconds = Math.floor(alarm.getTime() / 1000) - Math.floor(start.getTime() / 1000);
      this.#text += `TRIGGER:${ICAL.Duration.fromSeconds(seconds).toString()}\r\n`;
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
    requireList(other, field).forEach((property, i) => {
      const path = `${field}[${i}]`;
      if (downwards) {
        if (!this.#keeps(String(property.name).toUpperCase(), path)) return;
        // Time zones do not exist there.
        if (requireParams(property, path).some(({ name }) => name.toUpperCase() === 'TZID')) {
          this.#format.onDrop?.(path);
          return;
        }
      }
      this.#text += formatRawFor(property, this.#fromOld, this.#old, path);
    });
  }

  #components(components: readonly RawComponent[] | undefined, field: string): void {
    requireList(components, field).forEach((component, i) => {
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

/** A short fingerprint of a text (FNV-1a, 32 bits): the same calendar gives the same identifiers. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const octet of new TextEncoder().encode(text)) hash = Math.imul(hash ^ octet, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
