/**
 * A cursor over RTTTL and RTX: characters, the items between commas, values in their ranges.
 *
 *   item   a pair of the defaults or a command; [ "," ] before it, which a lenient reader does without
 *
 * The edit that removes an item takes one of its commas too, so that none is left over: the one before it, or the one after it where
 * no item before it stays.
 * @module
 */
import type { Fix } from '../bytes/reading.js';
import { A, BLANK, DOT, isDigit, isLineBreak, P, RETURN, SEMICOLON, SHARP, TAB, ZERO } from './characters.js';
import type { TuneTextOptions } from './issues.js';
import { DEFAULT_TEMPO_BPM, FASTEST_TEXT_BPM, roundedCode, SLOWEST_TEXT_BPM, TEMPO_TABLE } from './tempo.js';
import { TextCursor } from './text-cursor.js';
import { type Duration, isDuration, isOctave, type Octave, type Style } from './tune.js';

export const COMMA = 0x2c;
export const EQUALS = 0x3d;
export const UNDERSCORE = 0x5f;
const NO_BREAK_SPACE = 0xa0;

/** B natural in German, and in the grammar of RTTTL. */
export const H = 0x68;
/** The letter of a note, and of the tempo. */
export const B = 0x62;

/** What the keys of the defaults and the controls set: duration, octave, tempo, style, loops, volume. */
export interface RtttlValues {
  d: Duration;
  o: Octave;
  b: number;
  s: Style;
  l: number;
  v: number | undefined;
}

/** A letter that something is set by. */
export type RtttlKey = keyof RtttlValues;

/** Octets of a text in UTF-8. */
export function countUtf8(text: string): number {
  let octets = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    octets += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return octets;
}

/** The edit that replaces what is from `start` up to `end`. */
export function edit(start: number, end: number, text: string): Fix {
  return { start, end, text };
}

/** One pass over a text, and what holds for the notes that name nothing else. */
export class RtttlCursor extends TextCursor {
  /** At first as in a text without a single pair (RTTTL 1.0). */
  readonly values: RtttlValues = { d: 4, o: 6, b: DEFAULT_TEMPO_BPM, s: 'N', l: 0, v: undefined };

  /** Where the item that is being read begins, and whether one before it stays in a fixed text. */
  itemAt = 0;
  isKept = false;
  /** Whether the comma before it is missing. */
  isJoined = false;

  #isLineBreakSeen = false;

  /** @throws LimitError `limit-exceeded` past `tuneCharacters`; TypeError when `text` is not a string. */
  constructor(text: string, options: TuneTextOptions | undefined) {
    super('RTTTL', text, options);
    this.section = 'title';
  }

  /** The character here; -1 at the end of the section. */
  code(): number {
    return this.at < this.end ? this.text.charCodeAt(this.at) : -1;
  }

  // Blanks

  skipBlanks(): void {
    while (this.at < this.end) {
      const code = this.text.charCodeAt(this.at);
      if (!isBlank(code)) return;
      if (isLineBreak(code) && !this.#isLineBreakSeen) this.#reportLineBreak();
      this.at++;
    }
  }

  /** The first one is fixed by a blank, when no other one follows. */
  #reportLineBreak(): void {
    this.#isLineBreakSeen = true;
    const start = this.at;
    let end = start;
    while (isLineBreak(this.codeAt(end))) end++;
    const last = this.trimEnd(end, this.text.length);
    let next = end;
    while (next < last && !isLineBreak(this.text.charCodeAt(next))) next++;
    const fix = next < last ? undefined : edit(start, end, ' ');
    this.note('line-break', '', start, 'a line break inside the tune', 'a blank', fix);
  }

  /** The first index from `at` on that has no blank, at most `end`. */
  afterBlanks(at: number): number {
    let next = at;
    while (isBlank(this.codeAt(next))) next++;
    return next;
  }

  /** The end of a stretch without the blanks at its end. */
  trimEnd(start: number, end: number): number {
    let at = end;
    while (at > start && isBlank(this.text.charCodeAt(at - 1))) at--;
    return at;
  }

  // What begins here

  /** Whether a key with an equals sign follows, after blanks and commas, in this section or another one. */
  isDefaults(start: number): boolean {
    const { text } = this;
    let at = start;
    while (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === COMMA) at++;
    if (findKey(text.charCodeAt(at)) === undefined) return false;
    do at++;
    while (isBlank(text.charCodeAt(at)));
    return text.charCodeAt(at) === EQUALS;
  }

  /** Whether a note begins here: digits, dots, a sharp before the letter, and a letter that belongs to no word. */
  startsNote(start: number): boolean {
    let at = start;
    while (isDigit(this.codeAt(at))) at++;
    while (this.codeAt(at) === DOT) at++;
    const isSharp = this.isSharp(at);
    if (isSharp) at++;
    const letter = this.codeAt(at) | 0x20;
    if ((letter !== P || isSharp) && (letter < A || letter > H)) return false;
    const next = this.codeAt(at + 1);
    return !isLetter(next) && next !== EQUALS && !(letter === B && isDigit(next) && isDigit(this.codeAt(at + 2)));
  }

  isSharp(at = this.at): boolean {
    const code = this.codeAt(at);
    return code === SHARP || code === UNDERSCORE;
  }

  // Items

  /** Begins the list of items from `start` up to `end`. */
  startItems(start: number, end: number): void {
    this.at = start;
    this.end = end;
    this.itemAt = start;
    this.isKept = false;
    this.isJoined = false;
    this.skipBlanks();
  }

  /** Passes a comma, after which an item begins. */
  passComma(): void {
    this.itemAt = ++this.at;
    this.isJoined = false;
  }

  skipToComma(): void {
    this.at = this.itemEnd();
  }

  /** Passes blanks; anything else before the comma is junk, or the next item where a lenient reader recognizes it. */
  expectComma(part = ''): void {
    this.skipBlanks();
    const code = this.code();
    if (code < 0 || code === COMMA) return;
    const { lenient } = this;
    if (lenient && (this.noteIndex < 0 ? this.isDefaults(this.at) : this.startsNote(this.at))) {
      this.isJoined = true;
      this.itemAt = this.at;
      return;
    }
    const isEnded = code === SEMICOLON && !lenient;
    const reason = isEnded ? 'the tune goes on after a semicolon' : `${this.shown()} where a comma should be`;
    const fix = edit(this.at, this.itemEnd(), '');
    this.fault('junk', part, this.at, reason, 'what is before it', fix, isEnded ? 'trailing-bytes' : undefined);
    this.skipToComma();
  }

  /** Reports the comma that is missing before the item, now that the item stays. */
  reportJoin(): void {
    if (!this.isJoined) return;
    this.isJoined = false;
    const at = this.itemAt;
    const reason = `a ${this.noteIndex < 0 ? 'default' : 'note'} without a comma before it`;
    this.fault('missing-comma', '', at, reason, 'a comma', edit(at, at, ','));
  }

  /** One past the item that the cursor is in. */
  itemEnd(): number {
    const comma = this.text.indexOf(',', this.at);
    return comma < 0 || comma > this.end ? this.end : comma;
  }

  /** Removes the item from its list, with the comma before it; where nothing before it stays, with the comma after it. */
  removal(): Fix {
    const end = this.itemEnd();
    return edit(this.removalStart(), !this.isKept && end < this.end ? end + 1 : end, '');
  }

  /** Where {@link removal} begins. */
  removalStart(): number {
    const before = this.itemAt - 1;
    return this.isKept && before >= 0 && this.text.charCodeAt(before) === COMMA ? before : this.itemAt;
  }

  // Values

  /** Passes the equals sign of a key, which published RTX leaves out. */
  skipEquals(keyAt: number, key: RtttlKey): void {
    this.skipBlanks();
    if (this.code() === EQUALS) {
      this.at++;
      this.skipBlanks();
    } else if (this.at < this.end && this.code() !== COMMA) {
      const fix = edit(keyAt, keyAt + 1, `${this.text[keyAt]}=`);
      this.note('missing-equals', key, keyAt, 'a key without an equals sign', 'the value after it', fix);
    }
  }

  /** The value of a key, in its range; undefined where there is none to read. */
  readValue(key: RtttlKey): number | Style | undefined {
    const { at } = this;
    if (key === 's') {
      const style = findStyle(this.code());
      if (style !== undefined) this.at++;
      return style;
    }
    const value = this.readNumber();
    if (value < 0) return undefined;
    if (key === 'd') return this.asDuration(value, key, at);
    if (key === 'o') return this.asOctave(value, key, at);
    if (key === 'v') return this.within(value, 0, 15, key, at);
    // 15 loops mean endless: a number past the range is taken as many repeats, not as that.
    if (key === 'l') return value <= 15 ? value : this.within(value, 0, 14, key, at, 15);
    const bpm = this.within(value, SLOWEST_TEXT_BPM, FASTEST_TEXT_BPM, key, at);
    if (this.reading.onIssue !== undefined && !TEMPO_TABLE.includes(bpm)) {
      const near = TEMPO_TABLE[roundedCode(bpm, 'nearest')];
      const reason = `${bpm} is none of the 32 tempos of the binary form; the nearest is ${near}`;
      this.note('off-table-tempo', key, at, reason, String(bpm));
    }
    return bpm;
  }

  /** Digits as a number, -1 when there are none. Numbers past any range stop growing, so a long run stays exact enough. */
  readNumber(limit = this.end): number {
    const start = this.at;
    let value = 0;
    while (this.at < limit) {
      const digit = this.text.charCodeAt(this.at) - ZERO;
      if (digit < 0 || digit > 9) break;
      if (value < 1_000_000) value = value * 10 + digit;
      this.at++;
    }
    if (this.at === start) return -1;
    if (this.text.charCodeAt(start) === ZERO && this.at > start + 1) {
      const assumed = String(value);
      this.note('leading-zero', '', start, 'a number with leading zeros', assumed, edit(start, this.at, assumed));
    }
    return value;
  }

  /** One of the six lengths. Like all values it is from `at` up to the cursor. */
  asDuration(value: number, part: string, at: number): Duration {
    if (isDuration(value)) return value;
    // The nearest of the six; of two equally near the longer note.
    const assumed: Duration = value < 2 ? 1 : value <= 3 ? 2 : value <= 6 ? 4 : value <= 12 ? 8 : value <= 24 ? 16 : 32;
    this.#outOfRange(value, '1, 2, 4, 8, 16 or 32', assumed, part, at);
    return assumed;
  }

  asOctave(value: number, part: string, at: number): Octave {
    return isOctave(value) ? value : (this.within(value, 4, 7, part, at) as Octave);
  }

  /** The nearest end of a range; `highest` is what is allowed, where that is more than what is assumed. */
  within(value: number, low: number, high: number, part: string, at: number, highest = high): number {
    if (value >= low && value <= high) return value;
    const assumed = value < low ? low : high;
    this.#outOfRange(value, `${low} to ${highest}`, assumed, part, at);
    return assumed;
  }

  #outOfRange(value: number, allowed: string, number: number, part: string, at: number): void {
    const assumed = String(number);
    this.fault('out-of-range', part, at, `is ${value}, allowed: ${allowed}`, assumed, edit(at, this.at, assumed));
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

const KEYS: Readonly<Record<number, RtttlKey>> = { 98: 'b', 100: 'd', 108: 'l', 111: 'o', 115: 's', 118: 'v' };

/** The key that a letter in either case is. */
export function findKey(code: number): RtttlKey | undefined {
  return KEYS[code | 0x20];
}

/** The style of a letter in either case. */
export function findStyle(code: number): Style | undefined {
  const upper = code & ~0x20;
  return upper === 0x4e ? 'N' : upper === 0x43 ? 'C' : upper === 0x53 ? 'S' : undefined;
}
