/**
 * The date of mail.
 *
 *   Fri, 04 Mar 2005 16:30:10 +0100
 *
 * Source: RFC 5322 sections 3.3 and 4.3.
 * @module
 */
import { utcMs } from '../bytes/calendar.js';
import type { ArchiveTime } from './model.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** Zones of America, in hours; other names are taken for UTC, as the specification says. */
const ZONES: Readonly<Record<string, number>> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 };

const DATE =
  /^(?:[A-Za-z]{3,9},?\s{1,99})?(\d{1,2})\s{1,99}([A-Za-z]{3})[a-z]{0,6}\s{1,99}(\d{2,4})\s{1,99}(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s{1,99}([+-]\d{4}|[A-Za-z]{1,5}))?/;

/** What the expression finds: seconds and zone may be missing. */
type DateFields = [day: string, month: string, year: string, hour: string, minute: string, second?: string, zone?: string];

/** The time of a header; undefined for a text that is none. */
export function readMailDate(value: string): ArchiveTime | undefined {
  const found = DATE.exec(value.trim());
  if (found === null) return undefined;
  const [day, monthName, yearDigits, hour, minute, second = '0', zone = '+0000'] = found.slice(1) as DateFields;
  const month = MONTHS.findIndex((name) => name.toLowerCase() === monthName.toLowerCase()) + 1;
  const short = Number(yearDigits);
  const year =
    yearDigits.length > 3 ? short : yearDigits.length === 3 ? 1900 + short : short < 50 ? 2000 + short : 1900 + short;
  const clock = utcMs(year, month, Number(day), Number(hour), Number(minute), Math.min(59, Number(second)));
  const offset = /^[+-]/.test(zone)
    ? (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)))
    : (ZONES[zone.toUpperCase()] ?? 0) * 60;
  if (Number.isNaN(clock)) return undefined;
  const ms = clock - offset * 60_000;
  return offset === 0 || Math.abs(offset) > 14 * 60 ? { ms } : { ms, offsetMinutes: offset };
}

/** The header of what a clock shows and by how much it is ahead of UTC; undefined for years that mail has no form for. */
export function formatMailDate(clockMs: number, offsetMinutes: number): string | undefined {
  const at = new Date(clockMs);
  const year = at.getUTCFullYear();
  if (year < 1900 || year > 9999) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(offsetMinutes);
  const zone = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${DAYS[at.getUTCDay()]}, ${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${year} ${time} ${zone}`;
}
