/**
 * Recurrence rules: the grammar of vCalendar 1.0 and that of iCalendar.
 *
 *   D2 #5                        FREQ=DAILY;INTERVAL=2;COUNT=5
 *   W1 MO FR 19941224T000000Z    FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=19941224T000000Z
 *   MP1 1+ 2- SU #0              FREQ=MONTHLY;BYDAY=1SU,-2SU
 *   MD1 15 LD #0                 FREQ=MONTHLY;BYMONTHDAY=15,-1
 *   YM1 6 7 #3                   FREQ=YEARLY;BYMONTH=6,7;COUNT=3
 *   YD1 100 #0                   FREQ=YEARLY;BYYEARDAY=100
 *
 * An old rule without `#` and without a date happens twice, `#0` never ends. Source: vCalendar 1.0, section 2 and appendix on recurrence
 * rule grammar; RFC 5545 section 3.3.10. The model holds the form of iCalendar, which ical.js checks.
 * @module
 */

import ICAL from 'ical.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { DAY_MS, parseMoment, WEEKDAYS } from './moment.js';

/** Only parts that RFC 5545 has, each with a value. */
const RULE =
  /^(?:FREQ|UNTIL|COUNT|INTERVAL|WKST|BY[A-Z]{3,8})=[^;=]{1,2000}(?:;(?:FREQ|UNTIL|COUNT|INTERVAL|WKST|BY[A-Z]{3,8})=[^;=]{1,2000})*$/;
const PARTS = new Set([
  ...['FREQ', 'UNTIL', 'COUNT', 'INTERVAL', 'WKST', 'BYSECOND', 'BYMINUTE', 'BYHOUR'],
  ...['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYMONTH', 'BYSETPOS'],
]);
const OLD_RULE = /^(D|W|MP|MD|YM|YD)(\d{1,9})$/;

/** A rule in upper case with its parts, as they are written and as ical.js has them; or why it is refused. */
type CheckedRule =
  | { readonly rule: string; readonly parts: ReadonlyMap<string, string>; readonly recur: ICAL.Recur }
  | { readonly reason: string };

/** Reads a rule of iCalendar. */
export function readRule(text: string): CheckedRule {
  const rule = text.trim().replace(/;$/, '').toUpperCase();
  if (rule.length > 4000 || !RULE.test(rule)) return { reason: 'not a rule of RFC 5545 section 3.3.10' };
  const parts = new Map<string, string>();
  for (const part of rule.split(';')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals);
    if (!PARTS.has(name)) return { reason: `unknown part ${name}` };
    if (parts.has(name)) return { reason: `${name} is given twice` };
    parts.set(name, part.slice(equals + 1));
  }
  if (!parts.has('FREQ')) return { reason: 'FREQ is missing' };
  const until = parts.get('UNTIL');
  if (until !== undefined && parts.has('COUNT')) return { reason: 'both UNTIL and COUNT' };
  if (until !== undefined && parseMoment(until) === undefined) return { reason: `UNTIL=${until} is not a date` };
  for (const name of ['COUNT', 'INTERVAL']) {
    const number = parts.get(name);
    if (number !== undefined && !/^0*[1-9]\d{0,8}$/.test(number)) return { reason: `${name}=${number} is not a count` };
  }
  try {
    return { rule, parts, recur: ICAL.Recur.fromString(rule) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The rule of iCalendar that an old one means, or why it is refused. `start` completes `MP` and `YD` without modifiers. */
export function ruleFromOld(text: string, start: Date | undefined): { readonly rule: string } | { readonly reason: string } {
  const tokens = text.trim().toUpperCase().split(/\s+/);
  const [, kind, interval] = OLD_RULE.exec(tokens[0] as string) ?? [];
  if (kind === undefined || Number(interval) === 0) return { reason: `${quote(tokens[0], 20)} does not begin a rule` };
  const modifiers = tokens.slice(1);
  let count: string | undefined;
  let until: string | undefined;
  for (let last = modifiers.at(-1); last !== undefined; last = modifiers.at(-1)) {
    if (/^#\d{1,9}$/.test(last) && count === undefined) count = String(Number(last.slice(1)));
    else if (parseMoment(last) !== undefined && until === undefined) until = last;
    else break;
    modifiers.pop();
  }
  // iCalendar cannot say "whichever comes first".
  if (until !== undefined && count !== undefined && count !== '0') return { reason: 'both an end and a count' };
  const by = byParts(kind, modifiers, start);
  if (by === undefined) return { reason: `${quote(text, 60)} is not a rule of vCalendar 1.0` };
  const freq = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' }[kind[0] as 'D' | 'W' | 'M' | 'Y'];
  const parts = [`FREQ=${freq}`];
  if (Number(interval) !== 1) parts.push(`INTERVAL=${Number(interval)}`);
  if (by !== '') parts.push(by);
  if (until !== undefined) parts.push(`UNTIL=${until}`);
  else if (count !== '0') parts.push(`COUNT=${count ?? 2}`);
  return { rule: parts.join(';') };
}

/** The BY part of an old rule; empty without modifiers, undefined when it cannot be read. */
function byParts(kind: string, modifiers: readonly string[], start: Date | undefined): string | undefined {
  const list = (name: string, pattern: RegExp, most: number): string | undefined => {
    const values = new Set<string>();
    for (const token of modifiers) {
      const [, number, sign] = (token === 'LD' && kind === 'MD' ? ['', '1', '-'] : pattern.exec(token)) ?? [];
      if (number === undefined || Number(number) < 1 || Number(number) > most) return undefined;
      values.add(`${sign === '-' ? '-' : ''}${Number(number)}`);
    }
    return values.size === 0 ? '' : `${name}=${[...values].join(',')}`;
  };
  switch (kind) {
    case 'D':
      return modifiers.length === 0 ? '' : undefined;
    case 'W':
      if (!modifiers.every((token) => WEEKDAYS.includes(token))) return undefined;
      return modifiers.length === 0 ? '' : `BYDAY=${[...new Set(modifiers)].join(',')}`;
    case 'MD':
      return list('BYMONTHDAY', /^(\d{1,2})([+-]?)$/, 31);
    case 'YM':
      return list('BYMONTH', /^(\d{1,2})$/, 12);
    case 'YD': {
      if (modifiers.length > 0) return list('BYYEARDAY', /^(\d{1,3})$/, 366);
      if (start === undefined) return undefined;
      return `BYYEARDAY=${Math.floor((start.getTime() - Date.UTC(start.getUTCFullYear(), 0, 1)) / DAY_MS) + 1}`;
    }
    default:
      return byPosition(modifiers, start);
  }
}

/** Occurrences before weekdays: `1+ 2- SU MO` are the first and the last but one Sunday and Monday. */
function byPosition(modifiers: readonly string[], start: Date | undefined): string | undefined {
  if (modifiers.length === 0) {
    if (start === undefined) return undefined;
    return `BYDAY=${Math.floor((start.getUTCDate() - 1) / 7) + 1}${WEEKDAYS[start.getUTCDay()]}`;
  }
  const days = new Set<string>();
  let positions = new Set<string>();
  let dayLast = false;
  for (const token of modifiers) {
    const [, number, sign] = /^([1-5])([+-]?)$/.exec(token) ?? [];
    if (number !== undefined) {
      if (dayLast) positions = new Set();
      positions.add(`${sign === '-' ? '-' : ''}${number}`);
    } else if (WEEKDAYS.includes(token) && positions.size > 0)
      for (const position of positions) days.add(`${position}${token}`);
    else return undefined;
    dayLast = number === undefined;
  }
  return dayLast ? `BYDAY=${[...days].join(',')}` : undefined;
}

/**
 * The old rule that says what a rule of iCalendar does.
 * @throws EncodeError `bad-value` for a rule that is not valid, `unencodable` for one that vCalendar 1.0 cannot say.
 */
export function ruleToOld(text: string, start: Date | undefined, field: string): string {
  const checked = readRule(text);
  if ('reason' in checked) throw EncodeError.badValue(field, checked.reason);
  const { freq, interval, parts } = checked.recur;
  const by = parts as Record<string, (string | number)[]>;
  const names = Object.keys(by).sort().join();
  const head = oldHead(freq as string, names, by, checked.parts.get('WKST'), interval, start);
  if (head === undefined)
    throw new EncodeError('unencodable', field, undefined, `vCalendar 1.0 cannot say ${checked.rule.slice(0, 80)}`);
  const until = checked.parts.get('UNTIL');
  const count = checked.parts.get('COUNT');
  // A day includes all that happens on it.
  const end = until === undefined ? `#${Number(count ?? 0)}` : until.length === 8 ? `${until}T235959` : until;
  return `${head} ${end}`;
}

function oldHead(
  freq: string,
  names: string,
  by: Record<string, (string | number)[]>,
  weekStart: string | undefined,
  interval: number,
  start: Date | undefined,
): string | undefined {
  switch (`${freq} ${names}`) {
    case 'DAILY ':
      return `D${interval}`;
    case 'WEEKLY ':
      return `W${interval}`;
    case 'WEEKLY BYDAY': {
      const days = by.BYDAY as string[];
      // Where weeks are left out it matters where they begin, which the old grammar does not say.
      if (interval > 1 && days.length > 1 && (weekStart ?? 'MO') !== 'MO') return undefined;
      return days.every((day) => WEEKDAYS.includes(day)) ? `W${interval} ${days.join(' ')}` : undefined;
    }
    // Without numbers the day is the start's, in the phone's own time zone.
    case 'MONTHLY ':
      return `MD${interval}`;
    case 'MONTHLY BYMONTHDAY': {
      const days = (by.BYMONTHDAY as number[]).map((day) => (day < 0 ? `${-day}-` : `${day}`));
      return days.includes('0') ? undefined : `MD${interval} ${days.join(' ')}`;
    }
    case 'MONTHLY BYDAY': {
      let list = '';
      for (const day of by.BYDAY as string[]) {
        const [, sign, position, weekday] = /^([+-]?)([1-5])([A-Z]{2})$/.exec(day) ?? [];
        if (position === undefined) return undefined;
        list += ` ${position}${sign === '-' ? '-' : '+'} ${weekday}`;
      }
      return `MP${interval}${list}`;
    }
    case 'YEARLY ':
      return `YM${interval}`;
    case 'YEARLY BYMONTH':
      return `YM${interval} ${(by.BYMONTH as number[]).join(' ')}`;
    case 'YEARLY BYMONTH,BYMONTHDAY': {
      const [month, day] = [by.BYMONTH as number[], by.BYMONTHDAY as number[]];
      const isStart =
        start !== undefined && day.length === 1 && day[0] === start.getUTCDate() && month.includes(start.getUTCMonth() + 1);
      return isStart ? `YM${interval} ${month.join(' ')}` : undefined;
    }
    case 'YEARLY BYYEARDAY': {
      const days = by.BYYEARDAY as number[];
      return days.every((day) => day > 0) ? `YD${interval} ${days.join(' ')}` : undefined;
    }
    default:
      return undefined;
  }
}
