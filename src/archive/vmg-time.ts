/**
 * Times of a VMG. `X-NOK-DT` is an instant, `Date` what the clock of the phone showed; from both the offset of the clock follows.
 *
 *   X-NOK-DT:20050304T153010Z      Date:04.03.2005 16:30:10      15:30:10 UTC, on a clock one hour ahead
 *                                  Date:2005.3.4.16.30.10        the same by other makes: see readClock
 * @module
 */
import { utcMs } from '../bytes/calendar.js';
import type { ArchiveTime } from './model.js';

/** The time of `X-NOK-DT`; undefined for a text that is none. */
export function parseStamp(value: string): ArchiveTime | undefined {
  const found = /^\s*(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)\s*$/.exec(value);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const ms = utcMs(year, month, day, hour, minute, second);
  if (Number.isNaN(ms)) return undefined;
  return found[7] === 'Z' ? { ms } : { ms, isLocal: true };
}

/** Whether the day or the month comes first in dates of digits that do not begin with the year. */
export type DateOrder = 'day' | 'month';

/** The hour and what follows it; words of the twelve hours of a half day. */
const TIME = String.raw`(\d{1,2})\D(\d{1,2})(?:\D(\d{1,2}))?\s{0,3}(?:([AP])\.?M\.?)?`;
const DIGITS = new RegExp(String.raw`^(\d{1,4})(\D)(\d{1,2})\D(\d{1,4})\D{1,3}${TIME}$`, 'i');
const DAY_NAME = new RegExp(String.raw`^(\d{1,2})[-/. ]([a-z]{3,9})[-/., ]{1,2}(\d{4}|\d\d)[, ]{1,2}${TIME}$`, 'i');
const NAME_DAY = new RegExp(String.raw`^([a-z]{3,9})[-/. ](\d{1,2})[-/., ]{1,2}(\d{4}|\d\d)[, ]{1,2}${TIME}$`, 'i');

/**
 * What a clock may have shown, in milliseconds: one value for a text with one meaning, two where day and month may be either, none for other texts.
 *
 *   04.03.2005 16:30:10     21-12-2005 11:24:50      the day comes first: no country writes the month first with these signs
 *   2005/03/04 04:30 PM     2005.3.4.16.30.10        the year comes first
 *   04-Mar-05 4:30:10 PM    Mar 4, 2005 16:30        the month has a name
 *   03/04/2005 16:30:10                              either, but for a day past the twelfth
 * @param order what other dates of the file have first
 */
export function readClock(value: string, order?: DateOrder): readonly number[] {
  const text = value.trim();
  const digits = DIGITS.exec(text);
  if (digits === null) return readNamed(text);
  const [, first = '', separator, second = '', third = '', ...time] = digits;
  if (first.length > 2) return valid([clockOf(Number(first), Number(second), Number(third), time)]);
  if (third.length !== 2 && third.length !== 4) return [];
  const year = yearOf(third);
  const dayFirst = clockOf(year, Number(second), Number(first), time);
  const monthFirst = clockOf(year, Number(first), Number(second), time);
  const both = valid([dayFirst, monthFirst]);
  if (both.length < 2 || both[0] === both[1]) return both.slice(0, 1);
  if (separator !== '/' || order === 'day') return [dayFirst];
  return order === 'month' ? [monthFirst] : both;
}

function readNamed(text: string): readonly number[] {
  const found = DAY_NAME.exec(text);
  const [, day, name, year = '', ...time] = found ?? [];
  if (found !== null) return valid([clockOf(yearOf(year), monthOf(name as string), Number(day), time)]);
  const [, first, second, third = '', ...rest] = NAME_DAY.exec(text) ?? [];
  return first === undefined ? [] : valid([clockOf(yearOf(third), monthOf(first), Number(second), rest)]);
}

/** The month of an English name, whole or its first three letters; 0 for other words. */
function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase() === lower || month.slice(0, 3).toLowerCase() === lower) + 1;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

function yearOf(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** NaN for no such date or time. @param time hour, minute, second, and `A` or `P` of a half day */
function clockOf(year: number, month: number, day: number, time: readonly (string | undefined)[]): number {
  const [hour = 0, minute = 0, second = 0] = time.slice(0, 3).map((digits) => Number(digits ?? 0));
  const half = time[3]?.toUpperCase();
  if (half !== undefined && (hour < 1 || hour > 12)) return Number.NaN;
  return utcMs(year, month, day, half === undefined ? hour : (hour % 12) + (half === 'P' ? 12 : 0), minute, second);
}

function valid(all: readonly number[]): number[] {
  return all.filter((ms) => !Number.isNaN(ms));
}

/** What comes first in the dates of a file, as far as days past the twelfth tell; undefined where none does, or they differ. */
export function findDateOrder(vmg: string): DateOrder | undefined {
  let order: DateOrder | undefined;
  for (const [, first, second] of vmg.matchAll(/^Date:[ \t]{0,3}(\d{1,2})\/(\d{1,2})\/\d/gim)) {
    const own = Number(first) > 12 ? 'day' : Number(second) > 12 ? 'month' : undefined;
    if (own === undefined) continue;
    if (order !== undefined && order !== own) return undefined;
    order = own;
  }
  return order;
}

const QUARTER_MS = 15 * 60_000;
const MAX_OFFSET_MS = 14 * 60 * 60_000;

/**
 * The time that a stamp and a clock give together.
 * @returns undefined where they do not belong to one moment.
 */
export function joinTimes(stamp: ArchiveTime | undefined, clock: number | undefined): ArchiveTime | undefined {
  if (stamp === undefined) return clock === undefined ? undefined : { ms: clock, isLocal: true };
  if (clock === undefined) return stamp;
  const ahead = clock - stamp.ms;
  if (ahead === 0) return stamp;
  if (stamp.isLocal || ahead % QUARTER_MS !== 0 || Math.abs(ahead) > MAX_OFFSET_MS) return undefined;
  return { ms: stamp.ms, offsetMinutes: ahead / 60_000 };
}

/** `X-NOK-DT` of an instant; undefined for a year that has not four digits. */
export function formatStamp(ms: number): string | undefined {
  const [, year, month, day, time = ''] = partsOf(ms) ?? [];
  return year === undefined ? undefined : `${year}${month}${day}T${time.replace(/:/g, '')}Z`;
}

/** `Date` of what a clock shows; undefined for a year that has not four digits. */
export function formatClock(ms: number): string | undefined {
  const [, year, month, day, time] = partsOf(ms) ?? [];
  return year === undefined ? undefined : `${day}.${month}.${year} ${time}`;
}

function partsOf(ms: number): RegExpExecArray | null {
  return /^(\d{4})-(\d\d)-(\d\d)T(.{8})/.exec(new Date(ms).toISOString());
}
