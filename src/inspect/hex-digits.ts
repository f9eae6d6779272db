/**
 * Hex in a line of text: digits alone, or octets with signs between them, and what is wrong with the digits.
 *
 *   0791447758100650    0x0791447758100650
 *   07 91 44 77         07:91:44:77    07-91-44-77    0791 4477        groups of two, four or eight digits
 *   0x07, 0x91          \x07\x91       %07%91
 * @module
 */
import { fromHex } from '../bytes/index.js';

/** What is wrong with a digit. */
export interface HexFault {
  /** Its character in the line. */
  readonly index: number;
  readonly reason: string;
}

/** Octets that a line holds as hex. */
export interface HexRun {
  /** Characters of the line: the first digit, and one past the last. */
  readonly start: number;
  readonly end: number;
  readonly octets: Uint8Array;
  /** Digits that were read; one more than the octets have when their number is odd. */
  readonly digits: string;
  /** Whether signs separate the octets. */
  readonly isGrouped: boolean;
  /** Characters in place of a digit. */
  readonly faults: readonly HexFault[];
}

/** Digits that a word has at least to be looked at. */
export const MIN_DIGITS = 16;
/** Characters in a run that may not be digits; more make it something else. */
const MAX_FAULTS = 2;

/** What is written or read for digits by mistake. */
const LOOKALIKES: Readonly<Record<string, string | undefined>> = { O: '0', o: '0', l: '1', I: '1', i: '1' };

const HEX = /^[0-9A-Fa-f]*$/;

/**
 * The octets of a line that is nothing but hex, after a modem's prompt or not, blanks anywhere; also of one with an odd number of digits, or
 * with one or two other characters among many. Undefined for any other line.
 */
export function readHexLine(line: string): HexRun | undefined {
  const start = /^\s*(?:>\s*)?/.exec(line)?.[0].length ?? 0;
  let end = line.length;
  while (end > start && /[\s\x1a]/.test(line.charAt(end - 1))) end--;
  const text = line.slice(start, end);
  const pairs = loneDigits(text, start);
  const digits = pairs?.digits ?? text.replace(/[\s\x1a]+/g, '');
  if (digits === '') return undefined;
  const isHex = HEX.test(digits);
  if (isHex && digits.length % 2 === 0) return run(start, end, digits, pairs !== undefined, pairs?.faults ?? []);
  // Other words beside the digits are a line of a log.
  const isOneWord = !/\s/.test(text) || /^(?:\S\S\s+)+\S\S$/.test(text);
  if (digits.length < MIN_DIGITS || !isOneWord) return undefined;
  return isHex ? run(start, end, digits, false, []) : faultyRun(text, start);
}

/** Octets of two digits with blanks between them, one or two of which lack a digit. */
function loneDigits(text: string, start: number): { digits: string; faults: HexFault[] } | undefined {
  if (!/(?:^|\s)[0-9A-Fa-f](?:\s|$)/.test(text) || !/^[0-9A-Fa-f]{1,2}(?:\s+[0-9A-Fa-f]{1,2}){3,}$/.test(text))
    return undefined;
  const faults: HexFault[] = [];
  let digits = '';
  for (const { 0: octet, index } of text.matchAll(/\S+/g)) {
    if (octet.length === 1) faults.push({ index: start + index, reason: 'the octet has one digit; read as its low one' });
    digits += octet.padStart(2, '0');
  }
  return faults.length > MAX_FAULTS ? undefined : { digits, faults };
}

/** All runs of hex in a line: words of {@link MIN_DIGITS}, in which one or two characters may be wrong, and groups of `minOctets`. */
export function findHex(line: string, minOctets: number): HexRun[] {
  // Most lines have no hex, which this tells at little cost.
  if (minOctets >= MIN_DIGITS / 2 && !/[0-9A-Za-z]{16}/.test(line) && !GROUPS.test(line)) return [];
  const runs: HexRun[] = [];
  const words = splitWords(line);
  for (let i = 0; i < words.length; ) {
    const word = words[i] as Word;
    const last = lastOfGroups(line, words, i);
    const groups = words.slice(i, last + 1);
    const digits = groups.map((group) => group.digits).join('');
    if (last > i && digits.length >= 2 * minOctets) {
      runs.push(run(word.start, (words[last] as Word).end, digits, true, []));
    } else if (last === i && word.digits.length >= Math.min(MIN_DIGITS, 2 * minOctets)) {
      const found = HEX.test(word.digits)
        ? run(word.start, word.end, word.digits, false, [])
        : word.digits.length < MIN_DIGITS
          ? undefined
          : faultyRun(word.digits, word.start);
      if (found !== undefined) runs.push(found);
    }
    i = last + 1;
  }
  return runs;
}

/** A group of digits, a sign or two, and the beginning of another. */
const GROUPS = /[0-9a-f]{2}[^0-9a-z]{1,2}(?:0?x)?[0-9a-f]{2}/i;

/** A word of letters and digits, without the prefix of hex. */
interface Word {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

function splitWords(line: string): Word[] {
  const words: Word[] = [];
  for (const { 0: text, index } of line.matchAll(/[0-9A-Za-z]+/g)) {
    // 0x07, \x07, and the \n that some logs write for the end of a line.
    const isEscaped = line[index - 1] === '\\' && /^[xnrt]/.test(text);
    const prefix = /^0x/i.test(text) ? 2 : isEscaped ? 1 : 0;
    words.push({ digits: text.slice(prefix), start: index + prefix, end: index + text.length });
  }
  return words;
}

/** Index of the last word that goes on with groups of one size and one sign between them; the last group may be shorter. */
function lastOfGroups(line: string, words: readonly Word[], from: number): number {
  const first = words[from] as Word;
  const size = first.digits.length;
  if ((size !== 2 && size !== 4 && size !== 8) || !HEX.test(first.digits)) return from;
  let sign: string | undefined;
  let last = from;
  for (let i = from + 1; i < words.length; i++) {
    const { digits, start } = words[i] as Word;
    const between = signBetween(line.slice((words[i - 1] as Word).end, start));
    if (between === undefined || between !== (sign ?? between) || !HEX.test(digits)) break;
    if (digits.length > size || digits.length % 2 !== 0) break;
    // The offset of a line of a dump, whose octets follow one by one.
    if (i === from + 1 && digits.length === 2 && size > 2 && words[i + 1]?.digits.length === 2) break;
    sign = between;
    last = i;
    if (digits.length < size) break;
  }
  return last;
}

/** The sign between two octets, without the prefix of the second; undefined for text that is not a separator. */
function signBetween(text: string): string | undefined {
  const sign = text.replace(/0x$|x$/i, '');
  if (sign === '  ') return ' ';
  return sign === ', ' ? ',' : /^[ :,\\%-]$/.test(sign) ? sign : undefined;
}

/** A run in which one or two characters are not digits: they are read as what they look like, or as 0. */
function faultyRun(text: string, start: number): HexRun | undefined {
  const faults: HexFault[] = [];
  let digits = '';
  for (const { 0: piece, index } of text.matchAll(/[0-9A-Fa-f]+|[^0-9A-Fa-f\s\x1a]/g)) {
    if (HEX.test(piece)) digits += piece;
    else if (faults.length === MAX_FAULTS) return undefined;
    else {
      const read = LOOKALIKES[piece] ?? '0';
      faults.push({ index: start + index, reason: `${JSON.stringify(piece)} is not a hex digit; read as ${read}` });
      digits += read;
    }
  }
  return run(start, start + text.length, digits, false, faults);
}

function run(start: number, end: number, digits: string, isGrouped: boolean, faults: readonly HexFault[]): HexRun {
  const octets = fromHex(digits.length % 2 === 0 ? digits : digits.slice(0, -1));
  return { start, end, octets, digits, isGrouped, faults };
}
