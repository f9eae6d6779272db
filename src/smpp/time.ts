/**
 * Times of SMPP, `YYMMDDhhmmsstnnp`: absolute ones, and periods.
 * Source: SMPP Protocol Specification v3.4 section 7.1.1; v5.0 section 4.7.23.
 * @module
 */

import { utcMs } from '../bytes/calendar.js';
import { requireText, wrongArgument } from '../bytes/check.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';

/** A time of SMPP: absolute, or a period. */
export type SmppTime =
  | {
      /** A point in time. */
      readonly kind: 'absolute';
      /** The time. */
      readonly at: Date;
      /** Minutes by which the written local time is ahead of UTC, a multiple of 15. */
      readonly zoneMinutes: number;
    }
  | {
      /** A period, which begins when the service centre receives the PDU. */
      readonly kind: 'relative';
      /** Its length in seconds; months have 30 days, years 12 such months. */
      readonly seconds: number;
    };

/** Options for parsing a time. */
export interface SmppTimeOptions extends DecodeOptions {
  /** Name of the field in errors, such as `validity_period`. */
  readonly field?: string | undefined;
}

const QUARTER_MINUTES = 15;
/** Zones reach 48 quarters of an hour. */
const MAX_QUARTERS = 48;
/** The quarters of the farthest zone that is in use, at UTC+14. */
const FARTHEST_QUARTERS = 56;

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;
const MONTH_DAYS = 30;
const YEAR_DAYS = 12 * MONTH_DAYS;
/** Seconds of each part of a period: years, months, days, hours, minutes, seconds. */
const PART_SECONDS = [YEAR_DAYS * DAY_SECONDS, MONTH_DAYS * DAY_SECONDS, DAY_SECONDS, 3600, 60, 1] as const;
const MAX_PART = 99;
const MAX_SECONDS = PART_SECONDS.reduce((sum, seconds) => sum + MAX_PART * seconds, 0);

/**
 * Writes an absolute time, to the tenth of a second, in a zone `zoneMinutes` ahead of UTC; in UTC if the zone is more than 12 hours away, which the format cannot
 * express (SMPP 3.4 section 7.1.1.1).
 * @throws EncodeError for years outside 1990 to 2089, and for a zone that is not a multiple of 15 minutes; TypeError if it is not a Date.
 */
export function formatAbsoluteTime(at: Date, zoneMinutes = 0): string {
  if (typeof at?.getTime !== 'function') throw wrongArgument(at, 'at', 'a Date');
  if (!Number.isInteger(zoneMinutes / QUARTER_MINUTES)) {
    throw new EncodeError('bad-value', 'zoneMinutes', undefined, `${zoneMinutes} is not a multiple of ${QUARTER_MINUTES}`);
  }
  const offsetMinutes = Math.abs(zoneMinutes) > MAX_QUARTERS * QUARTER_MINUTES ? 0 : zoneMinutes;
  const local = new Date(at.getTime() + offsetMinutes * MINUTE_MS);
  const year = local.getUTCFullYear();
  if (!(year >= 1990 && year <= 2089)) {
    throw new EncodeError('unencodable', 'at', undefined, `the year ${year}: two digits hold 1990 to 2089`);
  }
  const quarters = two(Math.abs(offsetMinutes) / QUARTER_MINUTES);
  return `${local.toISOString().slice(2, 21).replace(/\D/g, '')}${quarters}${offsetMinutes < 0 ? '-' : '+'}`;
}

/**
 * Writes a period of seconds, rounded up to a whole number. A period of more than 99 days is written with months of 30 days
 * (SMPP 3.4 section 7.1.1.2).
 * @throws EncodeError if it is negative, or longer than 99 of each part.
 */
export function formatRelativeTime(wish: number): string {
  const seconds = Math.ceil(wish);
  if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
    throw new EncodeError('unencodable', 'seconds', undefined, `${wish}: a period has 0 to ${MAX_SECONDS} seconds`);
  }
  const isDays = seconds < (MAX_PART + 1) * DAY_SECONDS;
  let left = seconds;
  const parts = PART_SECONDS.map((length) => {
    const part = isDays && length > DAY_SECONDS ? 0 : Math.min(MAX_PART, Math.floor(left / length));
    left -= part * length;
    return part;
  });
  return `${parts.map(two).join('')}000R`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Highest values of a period's parts; of a time's, whose month and day begin with 1. */
const PARTS = [
  ['YY', 0, 99],
  ['MM', 1, 12],
  ['DD', 1, 31],
  ['hh', 0, 23],
  ['mm', 0, 59],
  ['ss', 0, 59],
] as const;

/**
 * Reads a time or a period of SMPP. Years are 1990 to 2089. The caller must check for an empty field, which means the default.
 *
 * Lenient reading reports and tolerates a time without its zone (read as UTC), a day that its month
 * does not have, a second 60, and a zone up to 14 hours away. Unused digits of a period that are not 0 are reported in both modes.
 * @throws DecodeError `bad-value` with the field, the part of the format and its place: `validity_period/MM`.
 */
export function parseSmppTime(text: string, options?: SmppTimeOptions): SmppTime {
  requireText(text, 'text');
  const reading = Reading.of(options);
  const field = options?.field ?? 'time';
  const match = /^(\d{12})(?:(\d)(\d\d)([-+R]))?$/.exec(text);
  if (match === null) throw new DecodeError('bad-value', field, placeOfFault(text), describeForm(text));
  const [, digits = '', tenth, zone, sign] = match;
  const numbers = PARTS.map((_, i) => Number(digits.slice(2 * i, 2 * i + 2)));
  if (sign === 'R') {
    if (tenth !== '0' || zone !== '00')
      reading.note('bad-value', `${field}/tnn`, 12, `${tenth}${zone} in a period, which has 000`);
    return { kind: 'relative', seconds: secondsOf(numbers) };
  }
  const localMs = readLocalMs(numbers, field, reading);
  if (zone === undefined) reading.fault('bad-value', `${field}/p`, text.length, 'no zone', { assumed: '+00:00' });
  const quarters = Number(zone ?? 0);
  if (quarters > FARTHEST_QUARTERS) throw new DecodeError('bad-value', `${field}/nn`, 13, describeZone(quarters));
  if (quarters > MAX_QUARTERS) reading.fault('bad-value', `${field}/nn`, 13, describeZone(quarters));
  // Never the negative zero of `00-`.
  const zoneMinutes = sign === '-' && quarters > 0 ? -quarters * QUARTER_MINUTES : quarters * QUARTER_MINUTES;
  const at = new Date(localMs + Number(tenth ?? 0) * 100 - zoneMinutes * MINUTE_MS);
  return { kind: 'absolute', at, zoneMinutes };
}

/** The first character that does not fit the form, whose first 15 are digits. */
function placeOfFault(text: string): number {
  return Math.min(15, text.search(/\D|$/));
}

function describeForm(text: string): string {
  return text.length === 16 ? 'not YYMMDDhhmmsstnnp' : `${text.length} characters, YYMMDDhhmmsstnnp has 16`;
}

function describeZone(quarters: number): string {
  return `a zone of ${quarters} quarters of an hour, at most ${MAX_QUARTERS}`;
}

function secondsOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number, i) => sum + number * (PART_SECONDS[i] as number), 0);
}

/** Local time as if it were UTC. */
function readLocalMs(numbers: readonly number[], field: string, reading: Reading): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  for (const [i, [name, min, max]] of PARTS.entries()) {
    const value = numbers[i] as number;
    if (value >= min && value <= max) continue;
    const reason = `${two(value)}, not ${two(min)} to ${two(max)}`;
    const isLeapSecond = name === 'ss' && value === 60;
    if (!isLeapSecond) throw new DecodeError('bad-value', `${field}/${name}`, 2 * i, reason);
    reading.fault('bad-value', `${field}/${name}`, 2 * i, reason, { assumed: 'the second after it' });
  }
  const fullYear = year < 90 ? 2000 + year : 1900 + year;
  const startOfMonth = utcMs(fullYear, month, 1);
  if (Number.isNaN(utcMs(fullYear, month, day))) {
    reading.fault('bad-value', `${field}/DD`, 4, `${day} is not a day of ${fullYear}-${two(month)}`, {
      assumed: 'a day of the next month',
    });
  }
  return startOfMonth + (((day - 1) * 24 + hour) * 60 + minute) * MINUTE_MS + second * 1000;
}
