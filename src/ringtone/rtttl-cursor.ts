/**
 * A cursor over RTTTL and RTX: characters, the items between commas, values in their ranges.
 *
 *   item   a pair of the defaults or a command; [ "," ] in front of it, which a lenient reader does without
 *
 * An item that has to go is cut out of the text with one of its commas, so that the mended text has none too many: the one in
 * front, or behind where no item in front stays.
 * @module
 */
import { DecodeError } from '../errors.js';
import { A, BLANK, DOT, isDigit, isLineBreak, P, RETURN, SEMICOLON, SHARP, shownAt, TAB, ZERO } from './characters.js';
import { Complaints } from './complaints.js';
import type { Fix, TuneTextOptions } from './issues.js';
import { FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM, TEMPO_TABLE, tempoCode } from './tempo.js';
import { type Duration, isDuration, isOctave, type Octave, type Style } from './tune.js';

export const COMMA = 0x2c;
export const EQUALS = 0x3d;
export const UNDERSCORE = 0x5f;
const NO_BREAK_SPACE = 0xa0;

/** Letters of the keys and controls: tempo, duration, loops, octave, style, volume. */
export const B = 0x62;
export const D = 0x64;
export const L = 0x6c;
export const O = 0x6f;
export const S = 0x73;
export const V = 0x76;
/** B natural to the Germans, and to the grammar of RTTTL. */
export const H = 0x68;

/** The edit that puts a text in place of what stands from `start` up to `end`. */
export function edit(start: number, end: number, text: string): Fix {
  return { start, end, text };
}

/** One pass over a text; every step moves `at` forward or ends. */
export class RtttlCursor {
  readonly text: string;
  readonly complaints: Complaints;
  at = 0;
  /** One past the last character that belongs to the section being read. */
  end: number;

  /** Where the item that is being read begins, and whether one in front of it stays in a mended text. */
  itemAt = 0;
  isKept = false;
  /** Whether the comma in front of it is missing. */
  isJoined = false;

  #isLineBreakSeen = false;

  /** @throws LimitError `limit-exceeded` past `tuneCharacters`. */
  constructor(text: string, options: TuneTextOptions) {
    this.text = text;
    this.end = text.length;
    this.complaints = new Complaints('RTTTL', text, options);
  }

  // Characters

  /** The character here, to be asked for only in front of `end`. */
  code(): number {
    return this.text.charCodeAt(this.at);
  }

  /** The character at an index as a message names it. */
  shown(at: number): string {
    return shownAt(this.text, at, this.end);
  }

  skipBlanks(): void {
    while (this.at < this.end) {
      const code = this.code();
      if (!isBlank(code)) return;
      if (isLineBreak(code) && !this.#isLineBreakSeen) this.#reportLineBreak();
      this.at++;
    }
  }

  /** The first one is mended by a blank, when no other one follows. */
  #reportLineBreak(): void {
    this.#isLineBreakSeen = true;
    const start = this.at;
    let end = start;
    while (end < this.end && isLineBreak(this.text.charCodeAt(end))) end++;
    const last = this.trimEnd(end, this.text.length);
    let next = end;
    while (next < last && !isLineBreak(this.text.charCodeAt(next))) next++;
    const fix = next < last ? undefined : edit(start, end, ' ');
    this.complaints.report('line-break', start, 'a line break inside the tune', 'a blank', fix);
  }

  /** The first index from `start` on that has no blank, at most `end`. */
  behindBlanks(start: number, end: number): number {
    let at = start;
    while (at < end && isBlank(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** The end of a stretch without the blanks at its end. */
  trimEnd(start: number, end: number): number {
    let at = end;
    while (at > start && isBlank(this.text.charCodeAt(at - 1))) at--;
    return at;
  }

  // What begins here

  /** Whether a key with an equals sign stands here, after blanks and commas. */
  isDefaults(start: number): boolean {
    const { text } = this;
    let at = start;
    while (at < text.length && (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === COMMA)) at++;
    if (at === text.length || !isDefaultKey(text.charCodeAt(at) | 0x20)) return false;
    at = this.behindBlanks(at + 1, text.length);
    return at < text.length && text.charCodeAt(at) === EQUALS;
  }

  /** Whether a note begins here: digits, dots, a sharp in front, and a letter that belongs to no word. */
  startsNote(start: number): boolean {
    const { text } = this;
    let at = start;
    while (at < this.end && isDigit(text.charCodeAt(at))) at++;
    while (at < this.end && text.charCodeAt(at) === DOT) at++;
    const isSharp = at < this.end && (text.charCodeAt(at) === SHARP || text.charCodeAt(at) === UNDERSCORE);
    if (isSharp) at++;
    const letter = at < this.end ? text.charCodeAt(at) | 0x20 : 0;
    if ((letter !== P || isSharp) && (letter < A || letter > H)) return false;
    const next = at + 1 < this.end ? text.charCodeAt(at + 1) : COMMA;
    const isTempo = letter === B && isDigit(next) && at + 2 < this.end && isDigit(text.charCodeAt(at + 2));
    return !isLetter(next) && next !== EQUALS && !isTempo;
  }

  // Items

  /** Begins the list of items at `start`. */
  startItems(start: number): void {
    this.at = start;
    this.itemAt = start;
    this.isKept = false;
    this.isJoined = false;
  }

  /** Passes a comma, behind which an item begins. */
  passComma(): void {
    this.itemAt = ++this.at;
    this.isJoined = false;
  }

  skipToComma(): void {
    while (this.at < this.end && this.code() !== COMMA) this.at++;
  }

  /** Passes blanks; anything else before the comma is junk, or the next item where a lenient reader recognizes it. */
  expectComma(field: string, isDefault: boolean): void {
    this.skipBlanks();
    if (this.at === this.end || this.code() === COMMA) return;
    const { lenient } = this.complaints;
    if (this.code() === SEMICOLON && !lenient) {
      throw new DecodeError('trailing-bytes', field, this.at, 'the tune goes on after a semicolon');
    }
    if (lenient && (isDefault ? this.isDefaults(this.at) : this.startsNote(this.at))) {
      this.isJoined = true;
      this.itemAt = this.at;
      return;
    }
    const message = `${this.shown(this.at)} where a comma should be`;
    const fix = edit(this.at, this.itemEnd(), '');
    this.complaints.fault('junk', field, this.at, message, 'what stands before it', fix);
    this.skipToComma();
  }

  /** Reports the comma that is missing in front of the item, now that the item stays. */
  reportJoin(isDefault: boolean): void {
    if (!this.isJoined) return;
    this.isJoined = false;
    const message = `a ${isDefault ? 'default' : 'note'} without a comma in front`;
    this.complaints.report('missing-comma', this.itemAt, message, 'a comma', edit(this.itemAt, this.itemAt, ','));
  }

  /** One past the item that the cursor is in. */
  itemEnd(): number {
    const comma = this.text.indexOf(',', this.at);
    return comma < 0 || comma > this.end ? this.end : comma;
  }

  /** Takes the item out of its list, with the comma in front of it; where nothing stays in front, with the comma behind it. */
  cut(): Fix {
    const end = this.itemEnd();
    const isBehindComma = this.itemAt > 0 && this.text.charCodeAt(this.itemAt - 1) === COMMA;
    if (this.isKept) return edit(isBehindComma ? this.itemAt - 1 : this.itemAt, end, '');
    return edit(this.itemAt, end < this.end ? end + 1 : end, '');
  }

  // Values

  /** Passes the equals sign of a key, which published RTX leaves out. */
  skipEquals(keyAt: number): void {
    this.skipBlanks();
    if (this.at < this.end && this.code() === EQUALS) {
      this.at++;
      this.skipBlanks();
    } else if (this.at < this.end && this.code() !== COMMA) {
      const fix = edit(keyAt, keyAt + 1, `${this.text[keyAt]}=`);
      this.complaints.report('missing-equals', keyAt, 'a key without an equals sign', 'the value after it', fix);
    }
  }

  readStyle(): Style | undefined {
    const style = this.at < this.end ? styleOf(this.code()) : undefined;
    if (style !== undefined) this.at++;
    return style;
  }

  /** Digits as a number, -1 when there are none. Numbers past any range stop growing, so a long run stays exact enough. */
  readNumber(limit = this.end): number {
    const start = this.at;
    let value = 0;
    while (this.at < limit) {
      const digit = this.code() - ZERO;
      if (digit < 0 || digit > 9) break;
      if (value < 1_000_000) value = value * 10 + digit;
      this.at++;
    }
    if (this.at === start) return -1;
    if (this.text.charCodeAt(start) === ZERO && this.at > start + 1) this.#reportZeros(start, value);
    return value;
  }

  #reportZeros(start: number, value: number): void {
    const number = String(value);
    const fix = edit(start, this.at, number);
    this.complaints.report('leading-zero', start, 'a number with leading zeros', number, fix);
  }

  /** One of the six lengths. Like all values it stands from `at` up to the cursor. */
  asDuration(value: number, field: string, at: number): Duration {
    if (isDuration(value)) return value;
    // The nearest of the six; of two equally near the longer note.
    const assumed: Duration = value < 2 ? 1 : value <= 3 ? 2 : value <= 6 ? 4 : value <= 12 ? 8 : value <= 24 ? 16 : 32;
    const message = `is ${value}, allowed: 1, 2, 4, 8, 16 or 32`;
    this.complaints.fault('out-of-range', field, at, message, String(assumed), edit(at, this.at, String(assumed)));
    return assumed;
  }

  asOctave(value: number, field: string, at: number): Octave {
    return isOctave(value) ? value : (this.within(value, 4, 7, field, at) as Octave);
  }

  asTempo(value: number, field: string, at: number): number {
    const bpm = this.within(value, SLOWEST_TEXT_BPM, FASTEST_TEXT_BPM, field, at);
    if (this.complaints.isHeard && !TEMPO_TABLE.includes(bpm)) {
      const near = TEMPO_TABLE[tempoCode(bpm, 'nearest')];
      const message = `${bpm} is none of the 32 tempos of the binary form; the nearest is ${near}`;
      this.complaints.report('off-table-tempo', at, message, String(bpm));
    }
    return bpm;
  }

  asVolume(value: number, field: string, at: number): number {
    return this.within(value, 0, 15, field, at);
  }

  /** 15 means endless: a number past the range is taken as many repeats, not as that. */
  asLoops(value: number, field: string, at: number): number {
    return value <= 15 ? value : this.within(value, 0, 14, field, at, 15);
  }

  /** The nearest end of a range; `highest` is what may be said, where that is more than what is assumed. */
  within(value: number, low: number, high: number, field: string, at: number, highest = high): number {
    if (value >= low && value <= high) return value;
    const assumed = value < low ? low : high;
    const message = `is ${value}, allowed: ${low} to ${highest}`;
    this.complaints.fault('out-of-range', field, at, message, String(assumed), edit(at, this.at, String(assumed)));
    return assumed;
  }
}

function isBlank(code: number): boolean {
  return code === BLANK || (code >= TAB && code <= RETURN) || code === NO_BREAK_SPACE;
}

/** Whether it is one of a to z, in either case. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= A && lower <= A + 25 && code < 0x7b;
}

/** Whether a lower case letter is a key of the defaults. */
export function isDefaultKey(key: number): boolean {
  return key === D || key === O || key === B || key === S || key === V || key === L;
}

/** The style of a letter in either case. */
export function styleOf(code: number): Style | undefined {
  const upper = code & ~0x20;
  return upper === 0x4e ? 'N' : upper === 0x43 ? 'C' : upper === 0x53 ? 'S' : undefined;
}
