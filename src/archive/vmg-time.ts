/**
 * Times of a VMG. `X-NOK-DT` is an instant, `Date` what the clock of the phone showed; from both the offset of the clock follows.
 *
 *   X-NOK-DT:20050304T153010Z      Date:04.03.2005 16:30:10      15:30:10 UTC, on a clock one hour ahead
 *                                  Date:2005.3.4.16.30.10        the same by other makes
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

/** The milliseconds that a clock shows, of numbers in the order of day, month, year or of year, month, day; undefined for other texts. */
export function parseClock(value: string): number | undefined {
  const found = /^\s*(\d{1,4})\D(\d{1,2})\D(\d{1,4})\D{1,3}(\d{1,2})\D(\d{1,2})(?:\D(\d{1,2}))?\s*$/.exec(value);
  if (found === null) return undefined;
  const [first = '', , third = ''] = found.slice(1);
  const [a = 0, month = 0, c = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map((digits) => Number(digits ?? 0));
  const isYearFirst = first.length > 2;
  if (!isYearFirst && third.length !== 2 && third.length !== 4) return undefined;
  const year = isYearFirst ? a : third.length === 2 ? 2000 + c : c;
  const ms = utcMs(year, month, isYearFirst ? c : a, hour, minute, second);
  return Number.isNaN(ms) ? undefined : ms;
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
