/**
 * Time zones of iCalendar: from the time on a clock in a zone to the instant.
 *
 * A VTIMEZONE of the calendar itself counts first, then the zones that the platform knows by name. Source: RFC 5545 section 3.6.5.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { type Component, findParam } from './content-line.js';
import { unescapeText } from './encodings.js';
import type { VObjectReading } from './issues.js';
import { DAY_MS, parseMoment, readMoment } from './moment.js';
import { countUpTo, readZoneRule, type ZoneRule } from './zone-rule.js';

/** Gives the instant at which a clock in the zone shows what the UTC fields of the argument say. */
export type Zone = (wall: Date) => Date;

/** One kind of time in a zone, standard or daylight saving: its change-overs in the clock's reading before them. */
interface Observance {
  readonly from: number;
  readonly to: number;
  /** Single change-overs in milliseconds. */
  readonly onsets: readonly number[];
  readonly rules: readonly ZoneRule[];
}

/** The moment, in the clock's reading, from which an observance holds. */
interface ChangeOver {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Observances of a zone: a hundred are a zone's whole history. */
const MAX_OBSERVANCES = 128;

/** Rules in the zones of a calendar that are evaluated: the whole history of a hundred zones has fewer. */
const MAX_RULES = 1024;

/** Rules that hold in the same year. Two are usual; with more, a hostile calendar with a date in every year would take too long. */
const MAX_RULES_AT_ONCE = 16;

/** A zone, or why it was not found. */
export type FoundZone = { readonly zone: Zone } | { readonly reason: string };

/** The zones of one calendar. */
export class Zones {
  readonly #defined = new Map<string, Component>();
  readonly #known = new Map<string, FoundZone>();
  readonly #reading: VObjectReading;
  #rules = 0;

  constructor(components: readonly Component[], reading: VObjectReading) {
    this.#reading = reading;
    for (const component of components) {
      if (component.name !== 'VTIMEZONE') continue;
      const id = component.properties.find(({ name }) => name === 'TZID')?.value.trim();
      if (id === undefined) continue;
      // It is a text here, with escapes, and a parameter elsewhere, without.
      for (const name of [id, unescapeText(id)]) if (!this.#defined.has(name)) this.#defined.set(name, component);
    }
  }

  /** The zone of a name: the calendar's own, or that of the platform. */
  find(id: string): FoundZone {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = this.#search(id);
    this.#known.set(id, found);
    return found;
  }

  #search(id: string): FoundZone {
    const component = this.#defined.get(id);
    const own = component && this.#evaluate(component);
    if (own !== undefined && 'zone' in own) return own;
    const platform = findPlatformZone(id);
    if (own === undefined || component === undefined) {
      return platform === undefined ? { reason: 'is defined neither in the calendar nor by the platform' } : { zone: platform };
    }
    const reason = `has a VTIMEZONE that cannot be evaluated (${own.reason})`;
    if (platform === undefined) return { reason };
    const what = `time zone ${quote(id, 60)} ${reason}`;
    this.#reading.note('unread-zone', 'VTIMEZONE', component.index, what, {
      assumed: 'the zone of that name that the platform knows',
    });
    return { zone: platform };
  }

  /** The zone of a VTIMEZONE, or why it cannot be evaluated. */
  #evaluate(component: Component): FoundZone {
    const observances: Observance[] = [];
    for (const { name, properties } of component.components) {
      if (name !== 'STANDARD' && name !== 'DAYLIGHT') continue;
      if (observances.length === MAX_OBSERVANCES) return { reason: `more than ${MAX_OBSERVANCES} observances` };
      const findText = (wanted: string) => properties.find((line) => line.name === wanted)?.value.trim();
      const begin = properties.find((line) => line.name === 'DTSTART');
      const start = begin && readMoment(begin.value.trim(), this.#reading, 'VTIMEZONE/DTSTART', begin.valueAt);
      const from = parseOffset(findText('TZOFFSETFROM'));
      const to = parseOffset(findText('TZOFFSETTO'));
      if (start === undefined || from === undefined || to === undefined)
        return { reason: `${name} without a start or an offset` };
      const onsets = [start.at.getTime()];
      const rules: ZoneRule[] = [];
      for (const line of properties) {
        if (line.name === 'RRULE') {
          if (this.#rules === MAX_RULES) return { reason: `more than ${MAX_RULES} rules in the calendar` };
          this.#rules++;
          const rule = readZoneRule(line.value, start.at, from);
          if ('reason' in rule) return { reason: `RRULE: ${rule.reason}` };
          rules.push(rule);
        } else if (line.name === 'RDATE') {
          for (const text of line.value.split(',')) {
            const date = parseMoment(text.trim());
            // No known sender writes change-overs as periods or in another zone.
            if (date === undefined || findParam(line, 'TZID') !== undefined) return { reason: 'RDATE is not a plain time' };
            onsets.push(date.at.getTime() + (date.kind === 'utc' ? from : 0));
          }
        }
      }
      observances.push({ from, to, onsets, rules });
    }
    if (observances.length === 0) return { reason: 'neither STANDARD nor DAYLIGHT' };
    if (rulesAtOnce(observances) > MAX_RULES_AT_ONCE) return { reason: `more than ${MAX_RULES_AT_ONCE} rules at once` };
    const offset = offsetFinder(observances);
    return { zone: (wall) => new Date(wall.getTime() - offset(wall)) };
  }
}

/** `+0130` or `-013045` in milliseconds. */
function parseOffset(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(text ?? '') ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** The most rules that hold in one year: it is the first year of one of them. */
function rulesAtOnce(observances: readonly Observance[]): number {
  const rules = observances.flatMap(({ rules }) => rules);
  const heldIn = (year: number) => rules.filter(({ firstYear, lastYear }) => firstYear <= year && year <= lastYear).length;
  return Math.max(0, ...rules.map(({ firstYear }) => heldIn(firstYear)));
}

/** Gives the offset that holds when a clock shows its argument: that of the last change-over before. */
function offsetFinder(observances: readonly Observance[]): (wall: Date) => number {
  const singles: ChangeOver[] = observances.flatMap(({ from, to, onsets, rules }) =>
    [...onsets, ...rules.flatMap(({ last }) => last ?? [])].map((at) => ({ at, from, to })),
  );
  singles.sort((a, b) => a.at - b.at);
  const times = singles.map(({ at }) => at);
  const ruled = observances.flatMap(({ from, to, rules }) => rules.map((rule) => ({ rule, from, to })));
  const first = singles[0] as ChangeOver;
  return (wall) => {
    const time = wall.getTime();
    const year = wall.getUTCFullYear();
    let latest = singles[countUpTo(times, time) - 1];
    for (const { rule, from, to } of ruled) {
      if (year < rule.firstYear || rule.lastYear < year) continue;
      const at = rule.lastUpTo(time, year);
      if (at !== undefined && (latest === undefined || at >= latest.at)) latest = { at, from, to };
    }
    if (latest === undefined) return first.from;
    // A reading that the clock skips counts from before the change-over (RFC 5545 section 3.3.5).
    return time - latest.at < latest.to - latest.from ? latest.from : latest.to;
  };
}

/** A zone of the platform's own data, by its name in the IANA database. */
function findPlatformZone(id: string): Zone | undefined {
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
