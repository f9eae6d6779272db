/**
 * Reading RTTTL and RTX, the text forms of a ringtone.
 *
 *   title ":" [ pair *( "," pair ) ] ":" command *( "," command )
 *
 *   pair     key [ "=" ] value            keys d o b (RTTTL), s l (RTX), v (one Perl reader)
 *   command  [ duration ] letter [ "#" ] [ octave ] [ "." ]
 *            ( "o" / "b" / "s" / "v" ) [ "=" ] value         RTX: holds from here on
 *
 * The strict reading takes whatever has one possible meaning and reports what departs from the grammar; the lenient reading
 * also clamps, assumes and skips, and reports that too. Letter case and blanks mean nothing (RTX) and are not reported.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX; deviations as seen in published tunes and in gammu, gnokii and the Perl modules.
 * @module
 */
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import type { Fix, Issue, IssueCode, TuneTextOptions } from './issues.js';
import { DEFAULT_TEMPO_BPM, TEMPO_TABLE, tempoCode } from './tempo.js';
import { type Duration, isDuration, isOctave, type Note, type Octave, PITCHES, type Style, type Tune } from './tune.js';

/** How to read a text. */
export type RtttlOptions = TuneTextOptions;

/**
 * Reads a tune from RTTTL or RTX. The title is kept as it stands. A `b`, `s` or `v` between notes becomes `tempoBpm`, `style`
 * or `volume` of the next note, also when it repeats the value in force; a default `v` becomes the first note's volume.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `RTTTL/note[3]/octave`, its offset
 *   the index of the offending character. In lenient mode only a text without any colon is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseRtttl(text: string, options: RtttlOptions = {}): Tune {
  return readRtttl(text, options);
}

/** {@link parseRtttl}, which also reports a `long-tune` of more than `playable` notes. */
export function readRtttl(text: string, options: RtttlOptions, playable = Number.POSITIVE_INFINITY): Tune {
  if (typeof text !== 'string') throw new TypeError('RTTTL is a string');
  return new RtttlReader(text, options, playable).read();
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const SHARP = 0x23;
const COMMA = 0x2c;
const DOT = 0x2e;
const ZERO = 0x30;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const UNDERSCORE = 0x5f;
const NO_BREAK_SPACE = 0xa0;
const BYTE_ORDER_MARK = 0xfeff;

const A = 0x61;
const B = 0x62;
const D = 0x64;
const H = 0x68;
const L = 0x6c;
const O = 0x6f;
const P = 0x70;
const S = 0x73;
const V = 0x76;

/** Position in PITCHES of the letters a to h. */
const SEMITONES: readonly number[] = [9, 11, 0, 2, 4, 5, 7, 11];
/** Position of e and b, which have no sharp. */
const E_NATURAL = 4;
const B_NATURAL = 11;

/** Characters of a title in RTTTL 1.0. */
const TITLE_CHARACTERS = 10;

/** A pair of the defaults: where its item begins, and the comma or the end behind it. */
interface SeenPair {
  readonly start: number;
  readonly end: number;
}

interface Mutable {
  tempoBpm?: number;
  style?: Style;
  volume?: number;
}

/** One pass over the text; every step moves `at` forward or ends. */
class RtttlReader {
  readonly #text: string;
  readonly #lenient: boolean;
  readonly #onIssue: ((issue: Issue) => void) | undefined;
  readonly #maxNotes: number;
  /** Notes that a handset plays, and where the first one after them stands. */
  readonly #playable: number;
  #unplayedAt = -1;

  #at = 0;
  /** One past the last character that belongs to the section being read. */
  #end: number;
  #lineBreakSeen = false;

  #duration: Duration = 4;
  #octave: Octave = 6;
  #tempoBpm = DEFAULT_TEMPO_BPM;
  #style: Style = 'N';
  #loops = 0;
  readonly #notes: Note[] = [];
  /** What controls have set since the last note. */
  #pending: Mutable | undefined;
  /** Where the first of them, or an `o`, stands. */
  #controlAt = -1;
  /** What takes it and all behind it out of the text. */
  #controlCut = 0;

  /** Where the pair or command that is being read begins, and whether one in front of it stays in a mended text. */
  #itemAt = 0;
  #isKept = false;
  /** Whether the comma in front of it is missing. */
  #isJoined = false;
  /** Where the last dot stood. */
  #dotAt = -1;
  /** Issues of the note that is being read. */
  #noteIssues: Issue[] | undefined;

  constructor(text: string, { lenient, onIssue, limits }: RtttlOptions, playable: number) {
    this.#text = text;
    this.#end = text.length;
    this.#lenient = lenient === true;
    this.#onIssue = onIssue;
    this.#maxNotes = limits?.tuneNotes ?? DEFAULT_LIMITS.tuneNotes;
    this.#playable = playable;
    const maxCharacters = limits?.tuneCharacters ?? DEFAULT_LIMITS.tuneCharacters;
    if (text.length > maxCharacters) {
      throw new LimitError('limit-exceeded', 'RTTTL', maxCharacters, `${text.length} characters, at most ${maxCharacters}`);
    }
  }

  read(): Tune {
    const text = this.#text;
    const first = text.indexOf(':');
    if (first < 0) throw this.#error('truncated', 'RTTTL/title', text.length, 'no colon after the title');
    const second = text.indexOf(':', first + 1);
    if (second < 0) return this.#readOneColon(first);
    if (this.#lenient) return this.#readFromHeader(first, second);
    const title = this.#readTitle(0, first);
    this.#readDefaults(first + 1, second);
    this.#readCommands(second + 1);
    return this.#tune(title);
  }

  /** Finds the two colons with defaults between them: a title may hold a colon, and other text may come before the tune. */
  #readFromHeader(first: number, second: number): Tune {
    const text = this.#text;
    let from = first;
    let to = second;
    while (to >= 0 && !this.#isDefaults(from + 1)) {
      from = to;
      to = text.indexOf(':', to + 1);
    }
    if (to < 0 || from === first) {
      from = first;
      to = second;
    }
    // A line break in a title is part of it, unless a colon shows that the lines before have nothing to do with the tune.
    const lineAt = from === first ? 0 : Math.max(text.lastIndexOf('\n', from), text.lastIndexOf('\r', from)) + 1;
    if (lineAt > 0) {
      this.#report('text-before', 0, 'text in front of the tune', 'the tune', edit(0, lineAt, ''));
    }
    const title = this.#readTitle(lineAt, from);
    this.#readDefaults(from + 1, to);
    this.#readCommands(to + 1);
    return this.#tune(title);
  }

  /** Whether a key with an equals sign stands here, after blanks and commas. */
  #isDefaults(start: number): boolean {
    const text = this.#text;
    let at = start;
    while (at < text.length && (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === COMMA)) at++;
    if (at === text.length || !isDefaultKey(text.charCodeAt(at) | 0x20)) return false;
    at++;
    while (at < text.length && isBlank(text.charCodeAt(at))) at++;
    return at < text.length && text.charCodeAt(at) === EQUALS;
  }

  /** `d=4,o=5:c,d`, `title:c,d` or `title:d=4,c,d`: only a lenient reader guesses which colon is missing. */
  #readOneColon(colon: number): Tune {
    const message = 'only one colon';
    if (!this.#lenient) throw this.#error('truncated', 'RTTTL/defaults', this.#text.length, message);
    if (this.#isDefaults(colon + 1)) return this.#readWithoutSecondColon(colon);
    const isDefaults = this.#text.lastIndexOf('=', colon) >= 0;
    if (isDefaults) {
      // Where defaults have to be put in front of the text, the colon goes there with them.
      const isMended = this.#readDefaults(0, colon, ':');
      this.#report('missing-section', colon, message, 'no title', isMended ? undefined : edit(0, 0, ':'));
      this.#readCommands(colon + 1);
      return this.#tune('');
    }
    this.#report('missing-section', colon, message, 'no defaults', edit(colon + 1, colon + 1, ':'));
    const title = this.#readTitle(0, colon);
    this.#readCommands(colon + 1);
    return this.#tune(title);
  }

  /** The defaults end where an item is no key with an equals sign, or after the digits of one. */
  #readWithoutSecondColon(colon: number): Tune {
    const text = this.#text;
    let end = colon + 1;
    let start = end;
    while (this.#isDefaults(start)) {
      end = text.indexOf('=', start) + 1;
      while (end < text.length && (isBlank(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
      const isStyle = styleOf(text.charCodeAt(end)) !== undefined;
      if (isStyle && (end + 1 === text.length || text.charCodeAt(end + 1) === COMMA)) end++;
      start = text.charCodeAt(end) === COMMA ? end + 1 : end;
      if (start === end) break;
    }
    const message = 'no colon between the defaults and the notes';
    const title = this.#readTitle(0, colon);
    this.#readDefaults(colon + 1, end);
    this.#report('missing-section', end, message, 'a colon', edit(end, start, ':'));
    this.#readCommands(start);
    return this.#tune(title);
  }

  #tune(title: string): Tune {
    return { title, tempoBpm: this.#tempoBpm, style: this.#style, loops: this.#loops, notes: this.#notes };
  }

  // Title

  #readTitle(from: number, colon: number): string {
    const text = this.#text;
    let start = from;
    for (let isMore = true; isMore; ) {
      const at = start;
      while (isLineBreak(text.charCodeAt(start))) start++;
      if (start > at) this.#report('line-break', at, 'empty lines before the tune', 'the text after them', edit(at, start, ''));
      isMore = text.charCodeAt(start) === BYTE_ORDER_MARK;
      if (isMore) {
        const fix = edit(start, start + 1, '');
        this.#report('byte-order-mark', start++, 'a byte order mark in front', 'the text after it', fix);
      }
    }
    let title = text.slice(start, colon);
    if (title.includes(':')) {
      const words = title.split(':').map((word) => word.trim());
      title = words.filter((word) => word !== '').join(' ');
      const message = 'a title with a colon in it';
      this.#report('colon-in-title', text.indexOf(':', start), message, JSON.stringify(title), edit(start, colon, title));
    }
    if (title === '') this.#report('missing-title', colon, 'no title', 'an empty title');
    if (title.length > TITLE_CHARACTERS) {
      const message = `a title of ${title.length} characters; RTTTL has ${TITLE_CHARACTERS}, the binary form 15`;
      this.#report('long-title', Math.min(start + TITLE_CHARACTERS, colon), message, 'the whole title');
    }
    return title;
  }

  // Defaults

  /** Whether defaults are missing; the edit that puts them in begins with `lead`. */
  #readDefaults(start: number, end: number, lead = ''): boolean {
    this.#at = start;
    this.#end = end;
    this.#isKept = false;
    const seen = new Map<number, SeenPair>();
    this.#skipBlanks();
    const isEmpty = this.#at === end;
    this.#itemAt = start;
    while (!isEmpty) {
      this.#skipBlanks();
      if (this.#at === end || this.#code() === COMMA) {
        this.#report('empty-default', Math.min(this.#at, end - 1), 'a comma without a default', 'no default', this.#cut());
      } else {
        this.#readPair(seen);
      }
      if (this.#at === end) break;
      // Anything but a comma is a pair whose comma is missing.
      if (this.#code() === COMMA) {
        this.#itemAt = ++this.#at;
        this.#isJoined = false;
      }
    }
    this.#isJoined = false;
    const missing = [
      seen.has(D) ? '' : `d=${this.#duration}`,
      seen.has(O) ? '' : `o=${this.#octave}`,
      seen.has(B) ? '' : `b=${this.#tempoBpm}`,
    ].filter((pair) => pair !== '');
    if (missing.length === 0) return false;
    const pairs = missing.join(',');
    const fix = edit(start, start, `${lead}${pairs}${this.#isKept ? ',' : ''}`);
    this.#report('missing-defaults', start, 'not all of d, o and b are given', pairs, fix);
    return true;
  }

  #readPair(seen: Map<number, SeenPair>): void {
    const keyAt = this.#at;
    const itemAt = this.#itemAt;
    while (this.#at < this.#end && isLetter(this.#code())) this.#at++;
    const key = this.#text.charCodeAt(keyAt) | 0x20;
    // "sS" is the key s with its value; any other run of letters is a key that we do not know.
    const length = this.#at - keyAt;
    if (length === 2 && key === S && styleOf(this.#text.charCodeAt(keyAt + 1)) !== undefined) this.#at--;
    else if (length !== 1 || !isDefaultKey(key)) {
      if (length === 0) {
        const message = `${this.#shown(keyAt)} where a key should be`;
        this.#fault('junk', 'RTTTL/defaults', keyAt, message, 'no default', this.#cut());
      } else {
        const name = JSON.stringify(this.#text.slice(keyAt, Math.min(this.#at, keyAt + 20)));
        this.#report('unknown-key', keyAt, `the key ${name} is not known`, 'no default', this.#cut());
      }
      this.#skipToComma();
      return;
    }
    const field = `RTTTL/defaults/${String.fromCharCode(key)}`;
    this.#skipEquals(keyAt);
    const valueAt = this.#at;
    if (key === S) this.#readDefaultStyle(field, keyAt);
    else this.#readDefault(key, field, keyAt);
    const hasValue = this.#at > valueAt;
    if (hasValue || key !== V) this.#reportJoin(true);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      const isBeforeComma = this.#text.charCodeAt(earlier.end) === COMMA;
      const fix = isBeforeComma && (hasValue || key !== V) ? edit(earlier.start, earlier.end + 1, '') : undefined;
      this.#fault('repeated-key', field, keyAt, 'given twice', 'the later value', fix);
    }
    // A value that could not be read was reported, with all that stands for it.
    if (hasValue) this.#expectComma(field, true);
    else this.#skipToComma();
    seen.set(key, { start: itemAt, end: this.#at });
  }

  #readDefaultStyle(field: string, keyAt: number): void {
    const style = this.#readStyle();
    if (style !== undefined) this.#style = style;
    else this.#missingDefault(field, keyAt, 'N, C or S', this.#style);
    this.#isKept = true;
  }

  #readDefault(key: number, field: string, keyAt: number): void {
    const valueAt = this.#at;
    const value = this.#readNumber();
    if (value < 0 && key === V) {
      const message = `${this.#shown(valueAt)} where a number should be`;
      this.#fault('missing-value', field, valueAt, message, 'no volume', this.#cut());
      return;
    }
    if (value < 0) this.#missingDefault(field, keyAt, 'a number', String(this.#defaultOf(key)));
    else if (key === O) this.#octave = this.#asOctave(value, field, valueAt);
    else if (key === B) this.#tempoBpm = this.#asTempo(value, field, valueAt);
    // The only place before the first note where a volume can go is that note.
    else if (key === V) this.#pending = { volume: this.#within(value, 0, 15, field, valueAt) };
    else if (key === D) this.#duration = this.#asDuration(value, field, valueAt);
    // 15 means endless: a number past the range is taken as many repeats, not as that.
    else this.#loops = value <= 15 ? value : this.#within(value, 0, 14, field, valueAt, 15);
    this.#isKept = true;
  }

  #defaultOf(key: number): number {
    return key === D ? this.#duration : key === O ? this.#octave : key === B ? this.#tempoBpm : this.#loops;
  }

  /** A default without a readable value: the value in force stays. */
  #missingDefault(field: string, keyAt: number, allowed: string, inForce: string): void {
    const message = `${this.#shown(this.#at)} where ${allowed} should be`;
    const fix = edit(keyAt, this.#itemEnd(), `${this.#text[keyAt]}=${inForce}`);
    this.#fault('missing-value', field, this.#at, message, inForce, fix);
  }

  // Notes and controls

  #readCommands(start: number): void {
    this.#end = this.#trimEnd(start, this.#commandsEnd(start));
    while (this.#end > start && this.#text.charCodeAt(this.#end - 1) === SEMICOLON) {
      this.#end = this.#trimEnd(start, this.#end - 1);
      const at = this.#text.indexOf(';', this.#end);
      this.#report('terminator', at, 'a semicolon after the last command', 'the end', edit(at, at + 1, ''));
    }
    if (this.#end > start && this.#text.charCodeAt(this.#end - 1) === COMMA) {
      this.#end = this.#trimEnd(start, this.#end - 1);
      const at = this.#text.indexOf(',', this.#end);
      this.#report('trailing-comma', at, 'a comma after the last command', 'the end', edit(at, at + 1, ''));
    }
    this.#at = start;
    this.#itemAt = start;
    this.#isKept = false;
    this.#skipBlanks();
    while (this.#at < this.#end) {
      const code = this.#code();
      if (code === COMMA) this.#emptyCommand();
      else this.#readCommand(code);
      if (this.#at < this.#end && this.#code() === COMMA) {
        this.#itemAt = ++this.#at;
        this.#isJoined = false;
        this.#skipBlanks();
        if (this.#at === this.#end) this.#emptyCommand();
      }
      // Anything but a comma is a note whose comma is missing.
    }
    if (this.#notes.length === 0) {
      const message = 'not a single note';
      if (!this.#lenient) throw this.#error('truncated', 'RTTTL/note[0]', this.#text.length, message);
      this.#report('no-notes', this.#text.length, message, 'an empty tune');
    }
    if (this.#controlAt >= 0) {
      const fix = edit(this.#controlCut, this.#end, '');
      this.#report('unused-control', this.#controlAt, 'no note follows', 'no change', fix);
    }
    if (this.#unplayedAt >= 0) {
      const message = `${this.#notes.length} notes; a handset that takes ${this.#playable} stops here`;
      this.#report('long-tune', this.#unplayedAt, message, 'the whole tune');
    }
  }

  /** One past the commands: a colon further on belongs to another tune, on another line or with defaults behind it. */
  #commandsEnd(start: number): number {
    const text = this.#text;
    const colon = this.#lenient ? text.indexOf(':', start) : -1;
    if (colon < 0) return text.length;
    const breakAt = Math.max(text.lastIndexOf('\n', colon), text.lastIndexOf('\r', colon));
    if (breakAt < start && !this.#isDefaults(colon + 1)) return text.length;
    const end = breakAt < start ? colon : this.#trimEnd(start, breakAt);
    this.#report('text-after', end, 'another tune after this one', 'the first tune', edit(end, text.length, ''));
    return end;
  }

  #emptyCommand(): void {
    this.#fault('empty-command', this.#noteField(), this.#at, 'nothing between two commas', 'no command', this.#cut());
  }

  #readCommand(code: number): void {
    const at = this.#at;
    const letter = code | 0x20;
    if (letter === O || letter === S || letter === V || (letter === B && this.#isTempo())) {
      if (!this.#readControl(letter)) return;
    } else if (!this.#readWholeNote(at)) {
      this.#skipToComma();
      return;
    }
    this.#isKept = true;
    this.#reportJoin(false);
    if (this.#at < this.#end && this.#code() !== COMMA) this.#expectComma(this.#lastField());
  }

  #readWholeNote(at: number): boolean {
    if (this.#onIssue === undefined) return this.#readNote(at);
    this.#noteIssues = [];
    const isNote = this.#readNote(at);
    if (isNote && this.#isJoined) {
      const issues = this.#noteIssues;
      this.#noteIssues = undefined;
      this.#reportJoin(false);
      this.#noteIssues = issues;
    }
    if (this.#noteIssues.length > 0) this.#flushNote(isNote ? this.#wholeNoteFix(at) : undefined);
    this.#noteIssues = undefined;
    return isNote;
  }

  /**
   * Hands over what was found in a note. Edits that touch each other, and faults with no small edit, are mended by writing
   * the note anew; that edit goes to the first of them.
   */
  #flushNote(wholeFix: Fix | undefined): void {
    const issues = this.#noteIssues as Issue[];
    this.#noteIssues = undefined;
    const own = issues.filter(({ code }) => code !== 'line-break');
    const fixes = own.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    const touches = (a: Fix, b: Fix) => a !== b && a.start < b.end && b.start < a.end;
    const isPlain = fixes.length === own.length && !fixes.some((fix) => fixes.some((other) => touches(fix, other)));
    for (const issue of issues) {
      if (isPlain || wholeFix === undefined || issue.code === 'line-break') this.#onIssue?.(issue);
      else {
        const { fix: _, ...rest } = issue;
        this.#onIssue?.(issue === own[0] ? { ...rest, fix: wholeFix } : rest);
      }
    }
  }

  /** The note just read in the grammar's form; none when it has two dots. */
  #wholeNoteFix(start: number): Fix | undefined {
    const { pitch, octave, duration, dots } = this.#notes.at(-1) as Note;
    if (dots === 2) return undefined;
    const length = duration === this.#duration ? '' : String(duration);
    const height = pitch === null || octave === this.#octave ? '' : String(octave);
    return edit(start, this.#trimEnd(start, this.#at), `${length}${pitch ?? 'p'}${height}${dots === 1 ? '.' : ''}`);
  }

  /** `b=140` and `b140` are tempos, `b` and `b5` notes. */
  #isTempo(): boolean {
    let at = this.#at + 1;
    while (at < this.#end && isBlank(this.#text.charCodeAt(at))) at++;
    if (at >= this.#end) return false;
    const code = this.#text.charCodeAt(at);
    return code === EQUALS || (isDigit(code) && at + 1 < this.#end && isDigit(this.#text.charCodeAt(at + 1)));
  }

  /** Whether the control has a value. */
  #readControl(letter: number): boolean {
    const keyAt = this.#at++;
    const field = `${this.#noteField()}/${String.fromCharCode(letter)}`;
    this.#skipEquals(keyAt);
    const valueAt = this.#at;
    if (letter === S) {
      const style = this.#readStyle();
      if (style === undefined) return this.#missingControl(field, 'N, C or S');
      this.#pend().style = style;
    } else {
      const value = this.#readNumber();
      if (value < 0) return this.#missingControl(field, 'a number');
      if (letter === O) this.#octave = this.#asOctave(value, field, valueAt);
      else if (letter === B) this.#pend().tempoBpm = this.#asTempo(value, field, valueAt);
      else this.#pend().volume = this.#within(value, 0, 15, field, valueAt);
    }
    if (this.#controlAt < 0) {
      this.#controlAt = keyAt;
      this.#controlCut = this.#cut().start;
    }
    return true;
  }

  #missingControl(field: string, allowed: string): false {
    const message = `${this.#shown(this.#at)} where ${allowed} should be`;
    this.#fault('missing-value', field, this.#at, message, 'no change', this.#cut());
    this.#skipToComma();
    return false;
  }

  #pend(): Mutable {
    this.#pending ??= {};
    return this.#pending;
  }

  /** Reads a note and keeps it; false when there was none to read (lenient only). */
  #readNote(start: number): boolean {
    if (this.#notes.length >= this.#maxNotes) {
      throw new LimitError('limit-exceeded', this.#noteField(), start, `more than ${this.#maxNotes} notes`);
    }
    const writtenDuration = this.#readNumber();
    let duration = writtenDuration < 0 ? this.#duration : this.#asNoteDuration(writtenDuration, start);
    this.#skipBlanks();
    const earlyDots = this.#readDots();
    let dotAt = this.#dotAt;

    let sharpAt = this.#at;
    const isSharpFirst = this.#lenient && this.#isSharp() && this.#isLetterAfterSharp();
    if (isSharpFirst) {
      this.#at++;
      this.#skipBlanks();
    }
    const letterAt = this.#at;
    const letter = letterAt < this.#end ? this.#code() | 0x20 : 0;
    if (letter !== P && (letter < A || letter > H)) {
      const message = `${this.#shown(letterAt)} where a note should be`;
      this.#fault('unknown-letter', `${this.#noteField()}/pitch`, letterAt, message, 'no command', this.#cut());
      return false;
    }
    this.#at++;
    const isPause = letter === P;
    if (letter === H) this.#report('letter-h', letterAt, 'h for B natural', 'b', edit(letterAt, this.#at, 'b'));
    let semitone = isPause ? -1 : (SEMITONES[letter - A] as number);
    if (isSharpFirst) {
      const name = String.fromCharCode(letter);
      this.#report('sharp-place', sharpAt, `a sharp in front of ${name}`, `${name}#`, edit(sharpAt, this.#at, `${name}#`));
    }
    this.#skipBlanks();
    let isRaised = false;
    const isSharp = isSharpFirst || this.#isSharp();
    if (isSharp) {
      if (!isSharpFirst) {
        sharpAt = this.#at++;
        if (this.#text.charCodeAt(sharpAt) === UNDERSCORE) {
          this.#report('underscore-sharp', sharpAt, '_ for #', '#', edit(sharpAt, sharpAt + 1, '#'));
        }
      }
      if (isPause || semitone === E_NATURAL || semitone === B_NATURAL) {
        isRaised = semitone === B_NATURAL;
        const assumed = isPause ? 'p' : isRaised ? 'c, one octave up' : 'f';
        const fix = isRaised ? undefined : edit(Math.min(letterAt, sharpAt), this.#at, assumed);
        this.#fault('impossible-sharp', `${this.#noteField()}/pitch`, sharpAt, 'no sharp exists here', assumed, fix);
      }
      if (!isPause) semitone = isRaised ? 0 : semitone + 1;
      this.#skipBlanks();
    }
    const middleDots = this.#readDots();
    if (middleDots > 0) dotAt = this.#dotAt;

    const octaveAt = this.#at;
    const isOctaveWritten = octaveAt < this.#end && isDigit(this.#code());
    const writtenOctave = isOctaveWritten ? this.#readNumber(this.#lenient ? this.#octaveEnd(isPause) : this.#end) : -1;
    let octave = this.#octave;
    if (writtenOctave >= 0) {
      const octaveField = `${this.#noteField()}/octave`;
      const isDurationBehind = this.#lenient && writtenDuration < 0 && (writtenOctave === 16 || writtenOctave === 32);
      if (isDurationBehind || (isPause && writtenOctave > 9)) {
        // "c16" and "p16" in no known dialect have an octave: the number is a duration that got behind the letter.
        const assumed = isDurationBehind ? 'the duration' : 'p';
        const message = `is ${writtenOctave}, allowed: 4 to 7`;
        const fix = isDurationBehind ? undefined : edit(octaveAt, this.#at, '');
        this.#fault('out-of-range', octaveField, octaveAt, message, assumed, fix);
        if (isDurationBehind) duration = writtenOctave;
      } else if (isPause) {
        this.#report('pause-octave', octaveAt, 'an octave at a pause', 'p', edit(octaveAt, this.#at, ''));
      } else octave = this.#asOctave(writtenOctave, octaveField, octaveAt);
    }
    let octaveEnd = this.#at;
    if (this.#lenient && isOctaveWritten && this.#isSharp() && !isSharp && !isPause && !this.#startsNote(octaveEnd)) {
      // "c5#", as science writes it.
      octaveEnd = ++this.#at;
      const name = `${PITCHES[semitone]}#`;
      this.#report('sharp-place', octaveEnd - 1, 'a sharp behind the octave', name);
      isRaised = semitone === B_NATURAL;
      if (isRaised || semitone === E_NATURAL) {
        const assumed = isRaised ? 'c, one octave up' : 'f';
        this.#fault('impossible-sharp', `${this.#noteField()}/pitch`, octaveEnd - 1, 'no sharp exists here', assumed);
      }
      semitone = isRaised ? 0 : semitone + 1;
    }
    this.#skipBlanks();
    const isDotMisplaced = earlyDots > 0 || (middleDots > 0 && isOctaveWritten);
    const misplacedDotAt = dotAt;
    const lateDots = this.#readDots();
    if (lateDots > 0) dotAt = this.#dotAt;
    if (this.#at < this.#end && this.#code() === EQUALS) {
      const message = 'only o, b, s and v may change between notes';
      this.#fault('junk', this.#noteField(), this.#at, message, 'no command', this.#cut());
      return false;
    }
    const dots = earlyDots + middleDots + lateDots;
    if (isDotMisplaced) {
      const end = this.#trimEnd(misplacedDotAt, octaveEnd);
      const fix = dots > 1 ? undefined : edit(misplacedDotAt, end, `${this.#text.slice(misplacedDotAt + 1, end)}.`);
      this.#report('dot-place', misplacedDotAt, 'the dot belongs at the end of the note', 'a dotted note', fix);
    }
    // Two dots in different places say the same thing twice; two in one place are music's double dot.
    const isDoubleDotted = earlyDots > 1 || middleDots > 1 || lateDots > 1;
    if (dots > 1) {
      const assumed = isDoubleDotted ? 'a double dotted note' : 'a dotted note';
      this.#fault('double-dot', `${this.#noteField()}/dots`, dotAt, `${dots} dots`, assumed);
    }
    if (isRaised) octave = this.#asOctave(octave + 1, `${this.#noteField()}/octave`, letterAt, true);
    this.#keep(semitone, octave, duration as Duration, isDoubleDotted ? 2 : dots > 0 ? 1 : 0);
    if (this.#notes.length === this.#playable + 1) this.#unplayedAt = start;
    return true;
  }

  /** Passes dots and the blanks behind them; how many there were. `#dotAt` is the last one. */
  #readDots(): number {
    let dots = 0;
    while (this.#at < this.#end && this.#code() === DOT) {
      this.#dotAt = this.#at++;
      dots++;
      this.#skipBlanks();
    }
    return dots;
  }

  #isSharp(): boolean {
    return this.#at < this.#end && (this.#code() === SHARP || this.#code() === UNDERSCORE);
  }

  #isLetterAfterSharp(): boolean {
    let at = this.#at + 1;
    while (at < this.#end && isBlank(this.#text.charCodeAt(at))) at++;
    const letter = at < this.#end ? this.#text.charCodeAt(at) | 0x20 : 0;
    return letter >= A && letter <= H;
  }

  /** Where the digits of an octave end: before those of the next note, when the comma between the two is missing. */
  #octaveEnd(isPause: boolean): number {
    const start = this.#at;
    let end = start;
    while (end < this.#end && isDigit(this.#text.charCodeAt(end))) end++;
    // Nearly always a comma follows.
    if (end === this.#end || this.#text.charCodeAt(end) === COMMA) return end;
    const count = end - start;
    if (count > 3 || !this.#startsNote(end)) return end;
    const isOctaveAt = (at: number) => !isPause && isOctave(this.#text.charCodeAt(at) - ZERO);
    if (count === 1 && isOctaveAt(start)) return end;
    const isDurationFrom = (at: number) => at < end && isDuration(Number(this.#text.slice(at, end)));
    if (isOctaveAt(start) && isDurationFrom(start + 1)) return start + 1;
    if (isDurationFrom(start)) return start;
    return isDurationFrom(start + 1) ? start + 1 : end;
  }

  /** Whether a note begins here: digits, dots, a sharp in front, and a letter that belongs to no word. */
  #startsNote(start: number): boolean {
    const text = this.#text;
    let at = start;
    while (at < this.#end && isDigit(text.charCodeAt(at))) at++;
    while (at < this.#end && text.charCodeAt(at) === DOT) at++;
    const isSharp = at < this.#end && (text.charCodeAt(at) === SHARP || text.charCodeAt(at) === UNDERSCORE);
    if (isSharp) at++;
    const letter = at < this.#end ? text.charCodeAt(at) | 0x20 : 0;
    if ((letter !== P || isSharp) && (letter < A || letter > H)) return false;
    const next = at + 1 < this.#end ? text.charCodeAt(at + 1) : COMMA;
    const isTempo = letter === B && isDigit(next) && at + 2 < this.#end && isDigit(text.charCodeAt(at + 2));
    return !isLetter(next) && next !== EQUALS && !isTempo;
  }

  #keep(semitone: number, octave: Octave, duration: Duration, dots: 0 | 1 | 2): void {
    const note: Note =
      semitone < 0
        ? { pitch: null, octave: null, duration, dots }
        : { pitch: PITCHES[semitone] as (typeof PITCHES)[number], octave, duration, dots };
    this.#notes.push(this.#pending === undefined ? note : { ...note, ...this.#pending });
    this.#pending = undefined;
    this.#controlAt = -1;
  }

  /** Path of the note that is read next. */
  #noteField(): string {
    return `RTTTL/note[${this.#notes.length}]`;
  }

  /** Path of the command just read: a note already kept, or a control, which counts with the note to come. */
  #lastField(): string {
    return `RTTTL/note[${this.#notes.length - (this.#controlAt < 0 ? 1 : 0)}]`;
  }

  // Values

  #readStyle(): Style | undefined {
    const style = this.#at < this.#end ? styleOf(this.#code()) : undefined;
    if (style !== undefined) this.#at++;
    return style;
  }

  /** Digits as a number, -1 when there are none. Numbers past any range stop growing, so a long run stays exact enough. */
  #readNumber(limit = this.#end): number {
    const start = this.#at;
    let value = 0;
    while (this.#at < limit) {
      const digit = this.#code() - ZERO;
      if (digit < 0 || digit > 9) break;
      if (value < 1_000_000) value = value * 10 + digit;
      this.#at++;
    }
    const length = this.#at - start;
    if (length === 0) return -1;
    if (length > 1 && this.#text.charCodeAt(start) === ZERO) {
      const number = String(value);
      this.#report('leading-zero', start, 'a number with leading zeros', number, edit(start, this.#at, number));
    }
    return value;
  }

  #asNoteDuration(value: number, at: number): Duration {
    return isDuration(value) ? value : this.#asDuration(value, `${this.#noteField()}/duration`, at);
  }

  #asDuration(value: number, field: string, at: number): Duration {
    if (isDuration(value)) return value;
    // The nearest of the six; of two equally near the longer note.
    const assumed: Duration = value < 2 ? 1 : value <= 3 ? 2 : value <= 6 ? 4 : value <= 12 ? 8 : value <= 24 ? 16 : 32;
    const message = `is ${value}, allowed: 1, 2, 4, 8, 16 or 32`;
    this.#fault('out-of-range', field, at, message, String(assumed), edit(at, this.#at, String(assumed)));
    return assumed;
  }

  #asOctave(value: number, field: string, at: number, isRaised = false): Octave {
    return isOctave(value) ? value : (this.#within(value, 4, 7, field, at, 7, isRaised) as Octave);
  }

  #asTempo(value: number, field: string, at: number): number {
    const bpm = this.#within(value, 25, 900, field, at);
    if (this.#onIssue !== undefined && !TEMPO_TABLE.includes(bpm)) {
      const near = TEMPO_TABLE[tempoCode(bpm, 'nearest')];
      this.#report(
        'off-table-tempo',
        at,
        `${bpm} is none of the 32 tempos of the binary form; the nearest is ${near}`,
        String(bpm),
      );
    }
    return bpm;
  }

  /** The nearest end of a range. The number stands from `at` up to where the reader is, unless it is `computed`. */
  #within(value: number, low: number, high: number, field: string, at: number, highest = high, isComputed = false): number {
    if (value >= low && value <= high) return value;
    const assumed = value < low ? low : high;
    const fix = isComputed ? undefined : edit(at, this.#at, String(assumed));
    this.#fault('out-of-range', field, at, `is ${value}, allowed: ${low} to ${highest}`, String(assumed), fix);
    return assumed;
  }

  // Characters

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #skipEquals(keyAt: number): void {
    this.#skipBlanks();
    if (this.#at < this.#end && this.#code() === EQUALS) {
      this.#at++;
      this.#skipBlanks();
    } else if (this.#at < this.#end && this.#code() !== COMMA) {
      const fix = edit(keyAt, keyAt + 1, `${this.#text[keyAt]}=`);
      this.#report('missing-equals', keyAt, 'a key without an equals sign', 'the value after it', fix);
    }
  }

  #skipBlanks(): void {
    while (this.#at < this.#end) {
      const code = this.#code();
      if (!isBlank(code)) return;
      if ((code === LINE_FEED || code === RETURN) && !this.#lineBreakSeen) {
        this.#lineBreakSeen = true;
        this.#report('line-break', this.#at, 'a line break inside the tune', 'a blank', this.#lineBreakFix());
      }
      this.#at++;
    }
  }

  /** A blank for the line break here, when no other one follows. */
  #lineBreakFix(): Fix | undefined {
    const start = this.#at;
    let end = start;
    while (end < this.#end && isLineBreak(this.#text.charCodeAt(end))) end++;
    const last = this.#trimEnd(end, this.#text.length);
    for (let at = end; at < last; at++) {
      if (isLineBreak(this.#text.charCodeAt(at))) return undefined;
    }
    return edit(start, end, ' ');
  }

  #skipToComma(): void {
    while (this.#at < this.#end && this.#code() !== COMMA) this.#at++;
  }

  /** Passes blanks; anything else before the comma is junk. */
  #expectComma(field: string, isDefault = false): void {
    this.#skipBlanks();
    if (this.#at === this.#end || this.#code() === COMMA) return;
    if (this.#code() === SEMICOLON && !this.#lenient) {
      throw this.#error('trailing-bytes', field, this.#at, 'the tune goes on after a semicolon');
    }
    if (this.#lenient && (isDefault ? this.#isDefaults(this.#at) : this.#startsNote(this.#at))) {
      this.#isJoined = true;
      this.#itemAt = this.#at;
      return;
    }
    const message = `${this.#shown(this.#at)} where a comma should be`;
    this.#fault('junk', field, this.#at, message, 'what stands before it', edit(this.#at, this.#itemEnd(), ''));
    this.#skipToComma();
  }

  /** Reports the comma that is missing in front of the item, now that the item stays. */
  #reportJoin(isDefault: boolean): void {
    if (!this.#isJoined) return;
    this.#isJoined = false;
    const message = `a ${isDefault ? 'default' : 'note'} without a comma in front`;
    this.#report('missing-comma', this.#itemAt, message, 'a comma', edit(this.#itemAt, this.#itemAt, ','));
  }

  /** One past the pair or command that the reader is in. */
  #itemEnd(): number {
    const comma = this.#text.indexOf(',', this.#at);
    return comma < 0 || comma > this.#end ? this.#end : comma;
  }

  /** Takes the item out of its list, with the comma in front of it; where nothing stays in front, with the comma behind it. */
  #cut(): Fix {
    const end = this.#itemEnd();
    const isBehindComma = this.#itemAt > 0 && this.#text.charCodeAt(this.#itemAt - 1) === COMMA;
    if (this.#isKept) return edit(isBehindComma ? this.#itemAt - 1 : this.#itemAt, end, '');
    return edit(this.#itemAt, end < this.#end ? end + 1 : end, '');
  }

  #trimEnd(start: number, end: number): number {
    let at = end;
    while (at > start && isBlank(this.#text.charCodeAt(at - 1))) at--;
    return at;
  }

  #shown(at: number): string {
    return at < this.#end ? JSON.stringify(String.fromCodePoint(this.#text.codePointAt(at) as number)) : 'the end';
  }

  // Complaints

  /** Something with one possible meaning. */
  #report(code: IssueCode, index: number, message: string, assumed: string, fix?: Fix): void {
    if (this.#onIssue === undefined) return;
    const issue: Issue = fix === undefined ? { code, index, message, assumed } : { code, index, message, assumed, fix };
    if (this.#noteIssues === undefined) this.#onIssue(issue);
    else this.#noteIssues.push(issue);
  }

  /** Something that only a lenient reader takes. */
  #fault(code: IssueCode, field: string, index: number, message: string, assumed: string, fix?: Fix): void {
    if (!this.#lenient) {
      if (this.#noteIssues !== undefined) this.#flushNote(undefined);
      throw this.#error('bad-value', field, index, message);
    }
    this.#report(code, index, message, assumed, fix);
  }

  #error(code: 'bad-value' | 'truncated' | 'trailing-bytes', field: string, index: number, message: string): DecodeError {
    return new DecodeError(code, field, index, message);
  }
}

function edit(start: number, end: number, text: string): Fix {
  return { start, end, text };
}

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}

function isBlank(code: number): boolean {
  return code === BLANK || (code >= TAB && code <= RETURN) || code === NO_BREAK_SPACE;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= A && lower <= A + 25 && code < 0x7b;
}

function isDefaultKey(key: number): boolean {
  return key === D || key === O || key === B || key === S || key === V || key === L;
}

function styleOf(code: number): Style | undefined {
  const upper = code & ~0x20;
  return upper === 0x4e ? 'N' : upper === 0x43 ? 'C' : upper === 0x53 ? 'S' : undefined;
}
