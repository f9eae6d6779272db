/**
 * Change-overs of a time zone by a rule: finds the last one up to a time, in any year, without computing those before.
 *
 *   FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU                                   the last Sunday of October, at the time of DTSTART
 *   FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14        the second one of March
 *   FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=1SU;BYMONTH=4                 Lotus Notes
 *   FREQ=MONTHLY;INTERVAL=12;BYDAY=SU;BYSETPOS=-1                       the last Sunday of DTSTART's month
 *
 * The change-overs of a year depend on two things only, whether it is a leap year and the weekday of its first of January: there are
 * fourteen kinds of years. ical.js and others walk from DTSTART on, occurrence by occurrence, which a hostile rule makes endless.
 *
 * Rules by weeks and days, of which no zone is made, are refused. Source: RFC 5545 section 3.3.10.
 * @module
 */
import { DAY_MS, parseMoment, WEEKDAYS } from './moment.js';
import { readRule } from './recurrence.js';

/** The change-overs of a rule, as the clock shows them just before. */
export interface ZoneRule {
  readonly firstYear: number;
  /** The year in which the rule ends; Infinity when it does not. */
  readonly lastYear: number;
  /** The last of all change-overs; undefined when the rule does not end, or has none. */
  readonly last: number | undefined;
  /** The last change-over that is not after a time, which is in the year given; undefined without one. */
  lastUpTo(time: number, year: number): number | undefined;
}

/** Change-overs of one day: no zone has a rule with more. */
const MAX_TIMES = 16;
/** Change-overs that COUNT may ask for. */
const MAX_COUNT = 10_000;
const MAX_YEAR = 9999;
/** Years after which the calendar repeats itself. */
const CYCLE = 400;
const FREQUENCIES = ['YEARLY', 'MONTHLY'];

/** The change-overs of a rule that begins at `start`, the offset before them being `from` milliseconds; or why they cannot be computed. */
export function readZoneRule(text: string, start: Date, from: number): ZoneRule | { readonly reason: string } {
  const checked = readRule(text);
  if ('reason' in checked) return checked;
  const { recur, parts } = checked;
  const { freq, interval, count } = recur;
  const by = recur.parts as By;
  const refuse = (reason: string) => ({ reason: `${reason}: ${checked.rule.slice(0, 80)}` });
  if (!FREQUENCIES.includes(freq) || by.BYWEEKNO !== undefined) return refuse('not a rule by years or months');
  const isMonthly = freq === 'MONTHLY';
  if (isMonthly && 12 % interval !== 0 && interval % 12 !== 0) return refuse('not the same months every year');
  const times = listTimes(by, start);
  if (times.length > MAX_TIMES) return refuse(`more than ${MAX_TIMES} times a day`);
  if (count !== null && count > MAX_COUNT) return refuse(`more than ${MAX_COUNT} times`);
  const until = parseMoment(parts.get('UNTIL') ?? '');
  // A day includes all that happens on it.
  const ofKind = { utc: from, floating: 0, date: DAY_MS - 1 };
  return new Onsets({
    periods: periodFinder(by, start, isMonthly ? interval : undefined),
    times,
    positions: by.BYSETPOS,
    start,
    step: isMonthly ? Math.max(1, interval / 12) : interval,
    end: until === undefined ? Number.POSITIVE_INFINITY : until.at.getTime() + ofKind[until.kind],
    count: count ?? undefined,
  });
}

/** The BY parts of a rule, as ical.js has them. */
type By = Readonly<
  Partial<
    Record<'BYDAY', string[]> &
      Record<`BY${'MONTH' | 'MONTHDAY' | 'YEARDAY' | 'WEEKNO' | 'SETPOS' | 'HOUR' | 'MINUTE' | 'SECOND'}`, number[]>
  >
>;

/** Milliseconds since midnight, in order. */
function listTimes({ BYHOUR, BYMINUTE, BYSECOND }: By, start: Date): readonly number[] {
  const times = new Set<number>();
  for (const hour of BYHOUR ?? [start.getUTCHours()]) {
    for (const minute of BYMINUTE ?? [start.getUTCMinutes()]) {
      for (const second of BYSECOND ?? [start.getUTCSeconds()]) {
        times.add(((hour * 60 + minute) * 60 + second) * 1000);
        if (times.size > MAX_TIMES) return [...times];
      }
    }
  }
  return [...times].sort((a, b) => a - b);
}

/** The days of a kind of year that a rule means, those of each of its periods together: days since the first of January. */
type Periods = (isLeap: boolean, firstWeekday: number) => readonly (readonly number[])[];

/** The periods of a rule: the months that are `interval` apart, or the year when that is undefined. */
function periodFinder(by: By, start: Date, interval: number | undefined): Periods {
  const { BYMONTHDAY, BYYEARDAY, BYDAY } = by;
  const startMonth = start.getUTCMonth() + 1;
  const isByDay = BYMONTHDAY !== undefined || BYYEARDAY !== undefined || BYDAY !== undefined;
  const months = new Set(by.BYMONTH ?? (interval === undefined && !isByDay ? [startMonth] : MONTHS));
  const monthDays = asSet(BYMONTHDAY ?? (isByDay ? undefined : [start.getUTCDate()]));
  const yearDays = asSet(BYYEARDAY);
  // Positions count in the month where there is one, else in the year.
  const isInMonth = interval !== undefined || by.BYMONTH !== undefined;
  const weekdays = BYDAY === undefined ? undefined : readPositions(BYDAY);
  return (isLeap, firstWeekday) => {
    const yearLength = isLeap ? 366 : 365;
    const periods: number[][] = interval === undefined ? [[]] : [];
    let before = 0;
    for (const month of MONTHS) {
      const length = month === 2 ? yearLength - 337 : 30 + ((month + (month >> 3)) & 1);
      const isPeriod = interval !== undefined && (month - startMonth) % interval === 0;
      if (isPeriod) periods.push([]);
      const period = periods[periods.length - 1];
      const isMeant = months.has(month) && (isPeriod || interval === undefined);
      for (let ofMonth = 1; isMeant && ofMonth <= length; ofMonth++) {
        const ofYear = before + ofMonth;
        const positions = weekdays?.[(firstWeekday + ofYear - 1) % 7];
        if (weekdays !== undefined && !(isInMonth ? isAt(positions, ofMonth, length) : isAt(positions, ofYear, yearLength)))
          continue;
        if (holds(monthDays, ofMonth, length) && holds(yearDays, ofYear, yearLength)) period?.push(ofYear - 1);
      }
      before += length;
    }
    return periods;
  };
}

const MONTHS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function asSet(list: readonly number[] | undefined): ReadonlySet<number> | undefined {
  return list === undefined ? undefined : new Set(list);
}

/** Whether a list has a number, or how far it is from the last one, which is -1; without a list, every number. */
function holds(list: ReadonlySet<number> | undefined, number: number, last: number): boolean {
  return list === undefined || list.has(number) || list.has(number - last - 1);
}

/** The positions that each weekday is given, 0 for any; undefined for those that are not named. */
function readPositions(list: readonly string[]): readonly (ReadonlySet<number> | undefined)[] {
  return WEEKDAYS.map((name) => {
    const named = list.filter((text) => text.endsWith(name));
    return named.length === 0 ? undefined : new Set(named.map((text) => Number(text.slice(0, -2))));
  });
}

/** Whether a day is in a position among the days of its weekday, counted from the first one or from the last. */
function isAt(positions: ReadonlySet<number> | undefined, day: number, last: number): boolean {
  if (positions === undefined) return false;
  return positions.has(0) || positions.has(Math.ceil(day / 7)) || positions.has(-Math.ceil((last + 1 - day) / 7));
}

/** The parts of a rule. */
interface Parts {
  readonly periods: Periods;
  readonly times: readonly number[];
  /** BYSETPOS: which of a period's change-overs count. */
  readonly positions: readonly number[] | undefined;
  readonly start: Date;
  /** Years from one with change-overs to the next. */
  readonly step: number;
  /** Milliseconds; nothing comes after. */
  readonly end: number;
  readonly count: number | undefined;
}

/** The change-overs of a year. */
interface Year {
  /** The first of January, in milliseconds. */
  readonly first: number;
  /** Milliseconds since then, in order. */
  readonly onsets: readonly number[];
}

/** The change-overs of a rule, by the kinds of years. */
class Onsets implements ZoneRule {
  readonly firstYear: number;
  readonly lastYear: number;
  readonly last: number | undefined;
  readonly #parts: Parts;
  readonly #start: number;
  readonly #end: number;
  /** Of a year, by its kind. */
  readonly #kinds: (readonly number[] | undefined)[] = [];
  /** Whether the rule gives nothing in any year. */
  #isEmpty = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#start = parts.start.getTime();
    this.firstYear = parts.start.getUTCFullYear();
    this.#end = parts.count === undefined ? parts.end : this.#endAfter(parts.count);
    const isEndless = this.#end === Number.POSITIVE_INFINITY;
    this.lastYear = isEndless ? this.#end : new Date(this.#end).getUTCFullYear();
    this.last = isEndless ? undefined : this.lastUpTo(this.#end, this.lastYear);
  }

  lastUpTo(time: number, year: number): number | undefined {
    if (this.#isEmpty) return undefined;
    const { firstYear } = this;
    const { step } = this.#parts;
    const upTo = Math.min(year, this.lastYear);
    const latest = upTo - ((upTo - firstYear) % step);
    const earliest = Math.max(firstYear, latest - CYCLE * step);
    for (let at = latest; at >= earliest; at -= step) {
      const found = this.#lastIn(at, time);
      if (found !== undefined) return found;
    }
    // After the latest year, of which only a part counts, came a whole cycle.
    this.#isEmpty = earliest > firstYear;
    return undefined;
  }

  /** When the last of so many change-overs is; Infinity where the years end before. */
  #endAfter(count: number): number {
    const { step } = this.#parts;
    let left = count;
    for (let year = this.firstYear; year <= MAX_YEAR; year += step) {
      const { first, onsets } = this.#year(year);
      const from = year === this.firstYear ? countUpTo(onsets, this.#start - first - 1) : 0;
      if (onsets.length - from >= left) return first + (onsets[from + left - 1] as number);
      left -= onsets.length - from;
      if (left === count && year > this.firstYear + CYCLE * step) break;
    }
    return Number.POSITIVE_INFINITY;
  }

  #lastIn(year: number, time: number): number | undefined {
    const { first, onsets } = this.#year(year);
    const onset = onsets[countUpTo(onsets, Math.min(time, this.#end) - first) - 1];
    return onset === undefined || first + onset < this.#start ? undefined : first + onset;
  }

  #year(year: number): Year {
    const first = new Date(0).setUTCFullYear(year, 0, 1);
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    // The first day of 1970 was a Thursday.
    const firstWeekday = (((first / DAY_MS + 4) % 7) + 7) % 7;
    const kind = isLeap ? firstWeekday + 7 : firstWeekday;
    this.#kinds[kind] ??= this.#parts.periods(isLeap, firstWeekday).flatMap((days) => this.#inPeriod(days));
    return { first, onsets: this.#kinds[kind] };
  }

  #inPeriod(days: readonly number[]): readonly number[] {
    const { times, positions } = this.#parts;
    const all = days.flatMap((day) => times.map((time) => day * DAY_MS + time));
    if (positions === undefined) return all;
    const chosen = new Set(positions.map((position) => (position > 0 ? position - 1 : all.length + position)));
    return all.filter((_, i) => chosen.has(i));
  }
}

/** How many of sorted numbers are not above a bound. */
export function countUpTo(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
