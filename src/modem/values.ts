/**
 * The values behind an answer's name: `1,1,,36` and `("SM","ME"),("SM")`.
 *
 * Makers leave blanks, quotation marks and parentheses out; what is missing is empty, and a value without quotation marks is
 * its text.
 * Source: ITU-T V.250 section 5.4.2.2 and 5.7.3; 3GPP TS 27.005 section 3, TS 27.007 section 7.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { DecodeError } from '../errors.js';

/** An answer's name and the text of its values: of `+CSQ: 17,0` they are `+CSQ` and `17,0`. */
export interface NamedAnswer {
  /** The command that it answers, in upper case, with its sign. */
  readonly name: string;
  /** What follows the colon. */
  readonly values: string;
  /** Where the values begin in the line. */
  readonly at: number;
}

const NAMED = /^([+^*$%#&][A-Z0-9]{1,16}) ?: ?/i;

/** Name and values of a line; undefined for a line without a name. */
export function findName(line: string): NamedAnswer | undefined {
  const match = NAMED.exec(line);
  if (match === null) return undefined;
  return { name: (match[1] as string).toUpperCase(), values: line.slice(match[0].length), at: match[0].length };
}

/**
 * Values between commas, without their quotation marks and the blanks around them; one, which is empty, of an empty text. A comma in
 * quotation marks is part of its value.
 */
export function splitValues(text: string): string[] {
  const values: string[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    let end: number;
    if (text[at] === '"') {
      const close = text.indexOf('"', at + 1);
      end = close < 0 ? text.length : close;
      values.push(text.slice(at + 1, end));
      end = text.indexOf(',', end);
    } else {
      end = text.indexOf(',', at);
      values.push(text.slice(at, end < 0 ? text.length : end).trimEnd());
    }
    if (end < 0) return values;
    at = end + 1;
  }
}

/** The maximum number of members in a range. */
const MAX_RANGE = 256;

/**
 * What a test command (`=?`) says is allowed, a list for each value. Ranges of numbers are written out; a quotation mark or a
 * pair of parentheses that is missing does not matter.
 */
export function splitSets(text: string): string[][] {
  const groups = text.includes('(') ? Array.from(text.matchAll(/\(([^()]*)\)/g), ([, group = '']) => group) : text.split(',');
  return groups.map((group) =>
    group
      .split(',')
      .map((value) => value.replace(/"/g, '').trim())
      .filter((value) => value !== '')
      .flatMap(expandRange),
  );
}

function expandRange(value: string): string[] {
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(value) ?? [];
  if (from === undefined) return [value];
  const [first, last] = [Number(from), Number(to)];
  if (last < first || last - first >= MAX_RANGE) return [value];
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

/**
 * A whole number among the values.
 * @throws DecodeError `truncated` when it is missing, `bad-value` for anything else and past `max`.
 */
export function wholeValue(values: readonly string[], index: number, field: string, max = 0xffff): number {
  const number = findWhole(values, index, field, max);
  if (number === undefined) throw new DecodeError('truncated', field, undefined, 'is missing');
  return number;
}

/** The same, undefined when it is missing. */
export function findWhole(values: readonly string[], index: number, field: string, max = 0xffff): number | undefined {
  const value = values[index];
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,7}$/.test(value) && Number(value) <= max) return Number(value);
  throw new DecodeError('bad-value', field, undefined, `${quote(value)} is not a number from 0 to ${max}`);
}
