/**
 * Dates and times of the Gregorian calendar, checked: what is read from a payload may be 30 February.
 * @module
 */

const DAY_MS = 86_400_000;

/** Days of a common year before each month, and of the whole year. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const;

/**
 * Milliseconds since 1970-01-01T00:00:00Z of a date and time in UTC, for years 0 to 9999 and integers. Counted by hand: `Date.UTC` takes
 * the years 0 to 99 for 1900 to 1999, accepts days that do not exist, and costs several times as much.
 * @param month 1 to 12
 * @returns NaN when there is no such day or time of day; a leap second is not one.
 */
export function utcMs(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  // Written so that NaN fails each comparison.
  if (!(month >= 1 && month <= 12 && day >= 1 && year >= 0 && year <= 9999)) return Number.NaN;
  if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59)) return Number.NaN;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const before = (DAYS_BEFORE[month - 1] as number) + (isLeap && month > 2 ? 1 : 0);
  const end = (DAYS_BEFORE[month] as number) + (isLeap && month > 1 ? 1 : 0);
  if (!(before + day <= end)) return Number.NaN;
  // Leap days from year 0 up to the year before this one; 719,528 days lie between 0000-01-01 and 1970-01-01.
  const leapDays =
    year === 0 ? 0 : Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400) + 1;
  const days = 365 * year + leapDays + before + day - 1 - 719_528;
  return days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** The Date of {@link utcMs}; undefined when there is no such day or time of day. */
export function utcDate(
  year: number,
  month: number,
  day: number,
  hour?: number,
  minute?: number,
  second?: number,
): Date | undefined {
  const ms = utcMs(year, month, day, hour, minute, second);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
