/**
 * Time zones of iCalendar: from the clock's reading in a zone to the instant.
 *
 * A VTIMEZONE of the calendar itself counts first, then the zones that the platform knows by name. Rules of a VTIMEZONE are worked out
 * for the year asked for; ical.js would expand them occurrence by occurrence, which a hostile rule makes endless.
 * Source: RFC 5545 section 3.6.5.
 * @module
 */
import { type Component, paramOf } from './content-line.js';
import { DAY_MS, parseMoment, WEEKDAYS } from './moment.js';
import type { Reading } from './reading.js';

/** Gives the instant at which a clock in the zone shows what the UTC fields of the argument say. */
export type Zone = (wall: Date) => Date;

/** One kind of time in a zone, standard or daylight saving: its change-overs in the clock's reading before them. */
interface Observance {
  readonly from: number;
  readonly to: number;
  /** Single change-overs in milliseconds. */
  readonly onsets: readonly number[];
  readonly yearly: YearlyRule | undefined;
}

/** A change-over that comes every year. */
interface YearlyRule {
  readonly onset: (year: number) => number | undefined;
  readonly firstYear: number;
  /** The year in which the rule ends. */
  readonly lastYear: number;
}

/** The moment, in the clock's reading, from which an observance holds. */
interface ChangeOver {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Observances of a zone: a hundred are a zone's whole history. */
const MAX_OBSERVANCES = 128;

/** Yearly rules that hold in the same year. Two are usual; with more, a hostile calendar with a date in every year would take too long. */
const MAX_RULES_AT_ONCE = 16;

/** The zones of one calendar. */
export class Zones {
  readonly #defined = new Map<string, Component>();
  readonly #known = new Map<string, Zone | undefined>();
  readonly #reading: Reading;

  constructor(components: readonly Component[], reading: Reading) {
    this.#reading = reading;
    for (const component of components) {
      if (component.name !== 'VTIMEZONE') continue;
      const id = component.properties.find(({ name }) => name === 'TZID')?.value;
      if (id !== undefined && !this.#defined.has(id)) this.#defined.set(id, component);
    }
  }

  /** The zone of a name; undefined when neither the calendar nor the platform defines it. */
  zone(id: string): Zone | undefined {
    if (this.#known.has(id)) return this.#known.get(id);
    const component = this.#defined.get(id);
    const zone = (component && ofComponent(component, this.#reading)) ?? ofPlatform(id);
    this.#known.set(id, zone);
    return zone;
  }
}

function ofComponent(component: Component, reading: Reading): Zone | undefined {
  const observances: Observance[] = [];
  for (const { name, properties } of component.components) {
    if (name !== 'STANDARD' && name !== 'DAYLIGHT') continue;
    if (observances.length === MAX_OBSERVANCES) return undefined;
    const textOf = (wanted: string) => properties.find((line) => line.name === wanted)?.value.trim();
    const start = parseMoment(textOf('DTSTART') ?? '', reading.lenient);
    const from = offsetOf(textOf('TZOFFSETFROM'));
    const to = offsetOf(textOf('TZOFFSETTO'));
    if (start === undefined || from === undefined || to === undefined) return undefined;
    const onsets = [start.at.getTime()];
    for (const line of properties) {
      if (line.name !== 'RDATE') continue;
      for (const text of line.value.split(',')) {
        const date = parseMoment(text.trim());
        // Change-overs as periods or in another zone are not used by anybody.
        if (date === undefined || paramOf(line, 'TZID') !== undefined) return undefined;
        onsets.push(date.at.getTime() + (date.kind === 'utc' ? from : 0));
      }
    }
    const rule = textOf('RRULE');
    const yearly = rule === undefined ? undefined : yearlyOnset(rule, start.at, from);
    if (rule !== undefined && yearly === undefined) return undefined;
    observances.push({ from, to, onsets, yearly });
  }
  if (observances.length === 0 || rulesAtOnce(observances) > MAX_RULES_AT_ONCE) return undefined;
  const offset = offsetsOf(observances);
  return (wall) => new Date(wall.getTime() - offset(wall));
}

/** `+0130` or `-013045` in milliseconds. */
function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(text ?? '') ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** The most yearly rules that hold in one year: it is the first year of one of them. */
function rulesAtOnce(observances: readonly Observance[]): number {
  const rules = observances.flatMap(({ yearly }) => yearly ?? []);
  const heldIn = (year: number) => rules.filter(({ firstYear, lastYear }) => firstYear <= year && year <= lastYear).length;
  return Math.max(0, ...rules.map(({ firstYear }) => heldIn(firstYear)));
}

/** Gives the offset that holds when a clock shows its argument: that of the last change-over before. */
function offsetsOf(observances: readonly Observance[]): (wall: Date) => number {
  const singles = inOrder(
    observances.flatMap(({ from, to, onsets, yearly }) => [...onsets, ...lastOnset(yearly)].map((at) => ({ at, from, to }))),
  );
  const first = singles[0] as ChangeOver;
  // What the rules give in a year is worked out once: a calendar may ask for thousands of times.
  const years = new Map<number, readonly ChangeOver[]>();
  const ruledIn = (year: number): readonly ChangeOver[] => {
    let ruled = years.get(year);
    if (ruled === undefined) {
      ruled = ruledUpTo(observances, year);
      years.set(year, ruled);
    }
    return ruled;
  };
  return (wall) => {
    const time = wall.getTime();
    const single = lastUpTo(singles, time);
    const ruled = lastUpTo(ruledIn(wall.getUTCFullYear()), time);
    const latest = single === undefined || (ruled !== undefined && ruled.at >= single.at) ? ruled : single;
    if (latest === undefined) return first.from;
    // A reading that the clock skips counts from before the change-over (RFC 5545 section 3.3.5).
    return time - latest.at < latest.to - latest.from ? latest.from : latest.to;
  };
}

/** The last change-over of a rule that ends; none of one that does not. */
function lastOnset(rule: YearlyRule | undefined): readonly number[] {
  if (rule === undefined || rule.lastYear === Number.POSITIVE_INFINITY) return [];
  const at = rule.onset(rule.lastYear) ?? rule.onset(rule.lastYear - 1);
  return at === undefined ? [] : [at];
}

/** The last change-overs up to the end of a year of the rules that hold then: those of that year and the one before. */
function ruledUpTo(observances: readonly Observance[], year: number): readonly ChangeOver[] {
  const changes: ChangeOver[] = [];
  for (const { from, to, yearly } of observances) {
    if (yearly === undefined || year < yearly.firstYear || yearly.lastYear < year) continue;
    for (let each = year - 1; each <= year; each++) {
      const at = yearly.onset(each);
      if (at !== undefined) changes.push({ at, from, to });
    }
  }
  return inOrder(changes);
}

function inOrder(changes: ChangeOver[]): readonly ChangeOver[] {
  return changes.sort((a, b) => a.at - b.at);
}

/** The last of sorted change-overs that is not after a time. */
function lastUpTo(sorted: readonly ChangeOver[], time: number): ChangeOver | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as ChangeOver).at <= time) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** The change-overs of a yearly rule; undefined for a rule of a kind that zones do not have. */
function yearlyOnset(rule: string, start: Date, from: number): YearlyRule | undefined {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const known = ['FREQ', 'BYMONTH', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'INTERVAL', 'WKST'];
  if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return undefined;
  if ([...parts.keys()].some((name) => !known.includes(name))) return undefined;
  const until = parts.has('UNTIL') ? parseMoment(parts.get('UNTIL') ?? '') : undefined;
  if (parts.has('UNTIL') && until === undefined) return undefined;
  const month = Number(parts.get('BYMONTH') ?? start.getUTCMonth() + 1);
  if (!Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const [, position = '0', weekday] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(parts.get('BYDAY') ?? '') ?? [];
  const day = weekday === undefined ? -1 : WEEKDAYS.indexOf(weekday);
  const monthDays = parts.get('BYMONTHDAY')?.split(',').map(Number);
  if (parts.has('BYDAY') && (day < 0 || (position === '0') === (monthDays === undefined))) return undefined;
  if (monthDays?.some((number) => !Number.isInteger(number) || number < 1 || number > 31)) return undefined;
  if (monthDays !== undefined && day < 0 && monthDays.length > 1) return undefined;
  const clock = start.getTime() - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  const end = until === undefined ? Number.POSITIVE_INFINITY : until.at.getTime() + (until.kind === 'utc' ? from : 0);
  const onset = (year: number): number | undefined => {
    const date = dayOf(year, month, day, Number(position), monthDays ?? (day < 0 ? [start.getUTCDate()] : undefined));
    if (date === undefined) return undefined;
    const at = date + clock;
    return at < start.getTime() || at > end ? undefined : at;
  };
  const lastYear = until === undefined ? Number.POSITIVE_INFINITY : new Date(end).getUTCFullYear();
  return { onset, firstYear: start.getUTCFullYear(), lastYear };
}

/** Midnight of the day that a yearly rule means. */
function dayOf(
  year: number,
  month: number,
  weekday: number,
  position: number,
  monthDays: readonly number[] | undefined,
): number | undefined {
  const first = Date.UTC(year, month - 1, 1);
  if (monthDays !== undefined) {
    // With a weekday: the one among these days, such as 8 to 14 for the second.
    const found = monthDays.find((number) => weekday < 0 || weekdayOf(first + (number - 1) * DAY_MS) === weekday);
    return found === undefined ? undefined : first + (found - 1) * DAY_MS;
  }
  if (position > 0) {
    const gap = (weekday - weekdayOf(first) + 7) % 7;
    return first + (gap + (position - 1) * 7) * DAY_MS;
  }
  const last = Date.UTC(year, month, 0);
  const gap = (weekdayOf(last) - weekday + 7) % 7;
  return last - (gap + (-position - 1) * 7) * DAY_MS;
}

/** 0 for Sunday. The first day of 1970 was a Thursday. */
function weekdayOf(midnight: number): number {
  return (((midnight / DAY_MS + 4) % 7) + 7) % 7;
}

/** A zone of the platform's own data, by its name in the IANA database. */
function ofPlatform(id: string): Zone | undefined {
  // The platform takes offsets as names too, which RFC 5545 does not have.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(id)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    const numeric = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', { ...numeric, era: 'short', hourCycle: 'h23', timeZone: id });
  } catch {
    return undefined;
  }
  const offsetAt = (instant: number): number => {
    const fields = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const number = (name: Intl.DateTimeFormatPartTypes) => Number(fields.get(name));
    const shown = new Date(0);
    shown.setUTCFullYear(fields.get('era') === 'BC' ? 1 - number('year') : number('year'), number('month') - 1, number('day'));
    shown.setUTCHours(number('hour'), number('minute'), number('second'));
    return shown.getTime() - Math.floor(instant / 1000) * 1000;
  };
  return (wall) => {
    const time = wall.getTime();
    // The offset a day before the change-over, if any, makes the first guess: it holds for skipped readings and for the first of doubled ones.
    const before = offsetAt(time - DAY_MS);
    const guess = time - before;
    const after = offsetAt(guess);
    if (after === before || offsetAt(time - after) !== after) return new Date(guess);
    return new Date(time - after);
  };
}
