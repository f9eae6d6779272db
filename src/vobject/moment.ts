/**
 * Points in time of calendars.
 *
 *   20260102T030405Z    in UTC
 *   20260102T030405     floating: the same reading of the clock wherever the phone is
 *   20260102            a day
 *
 * A Date holds an instant, which the last two are not. They are the Date whose UTC fields are what the clock shows, with a
 * kind that says so. Sources: ISO 8601 basic format as used in vCalendar 1.0 section 2.1, RFC 5545 sections 3.3.4 and 3.3.5.
 * @module
 */
import { utcDate } from '../bytes/calendar.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import type { VObjectReading } from './issues.js';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** Days of the week as rules name them, at their numbers in a Date. */
export const WEEKDAYS: readonly string[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * The meaning of a Date of a calendar: an instant (`utc`), a local time without a zone, in its UTC fields (`floating`), or a day, at midnight of its
 * UTC fields (`date`).
 */
export type TimeKind = 'utc' | 'floating' | 'date';

/** A time of a calendar, with its kind. */
export interface Moment {
  /** The instant; of a `floating` time and of a `date`, the date and time are its UTC fields. */
  readonly at: Date;
  /** The meaning of `at`; `utc` by default. */
  readonly kind?: TimeKind | undefined;
}

const MOMENT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/;
/** With hyphens and colons, or without seconds: seen, though no calendar format allows it. */
const EXTENDED = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(Z)?)?$/;

/** Reads a point in time; undefined when it is not one, such as 30 February. */
export function parseMoment(text: string, lenient = false): { readonly at: Date; readonly kind: TimeKind } | undefined {
  const match = (lenient ? EXTENDED : MOMENT).exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', zulu] = match;
  const at = utcDate(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
  if (at === undefined) return undefined;
  return { at, kind: zulu !== undefined ? 'utc' : match[4] === undefined ? 'date' : 'floating' };
}

/** Reads a point in time; leniently in another form of ISO 8601 too, which is reported. Undefined when it is not one. */
export function readMoment(
  text: string,
  reading: VObjectReading,
  field: string,
  index: number,
): ReturnType<typeof parseMoment> {
  const moment = parseMoment(text);
  if (moment !== undefined || !reading.lenient) return moment;
  const extended = parseMoment(text, true);
  if (extended !== undefined)
    reading.fault('bad-value', field, index, `${quote(text)} is not a time`, {
      assumed: 'the time in its other form',
    });
  return extended;
}

/** Whether a text is a day as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseMoment(text, true) !== undefined;
}

/**
 * Writes a point in time; milliseconds are left out.
 * @throws EncodeError `bad-value` for what is not a valid Date, and outside of the years 0 to 9999.
 */
export function formatMoment(at: Date, kind: TimeKind | undefined, field: string): string {
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw EncodeError.badValue(field, 'not a valid Date');
  const text = at.toISOString();
  if (text.length !== 24) throw EncodeError.badValue(field, `year ${at.getUTCFullYear()} is not 0 to 9999`);
  const day = text.slice(0, 10).replace(/-/g, '');
  switch (kind) {
    case 'date':
      return day;
    case 'floating':
    case 'utc':
    case undefined:
      return `${day}T${text.slice(11, 19).replace(/:/g, '')}${kind === 'floating' ? '' : 'Z'}`;
    default:
      throw EncodeError.badValue(`${field}Kind`, `${quote(kind)} is not utc, floating or date`);
  }
}
