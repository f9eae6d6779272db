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
import { DEFAULT_LIMITS, DecodeError, EncodeError, FormatError, LimitError, type Limits } from '../errors.js';
import { formatRtttl } from './rtttl-format.js';
import { DEFAULT_TEMPO_BPM, TEMPO_TABLE, tempoCode } from './tempo.js';
import { type Duration, isDuration, isOctave, type Note, type Octave, PITCHES, type Style, type Tune } from './tune.js';

/** Departures from the grammar. Those of the first group are read in both modes, the others only leniently. */
export type IssueCode =
  /** A byte order mark in front of the title. */
  | 'byte-order-mark'
  /** No characters before the first colon. */
  | 'missing-title'
  /** More than the 10 characters of the grammar. */
  | 'long-title'
  /** One or more of d, o and b are not given. */
  | 'missing-defaults'
  /** A key with its value straight after it: `d4`. Published RTX does so, RTTTL 1.0 does not. */
  | 'missing-equals'
  /** Two commas in the defaults with nothing between them. */
  | 'empty-default'
  /** A key in the defaults that is none of d, o, b, s, l, v; passed over. */
  | 'unknown-key'
  /** A tempo that the binary form can only approximate. */
  | 'off-table-tempo'
  /** `h`, the German and the grammar's letter for B natural; many readers know only `b`. */
  | 'letter-h'
  /** `_` in place of `#`. */
  | 'underscore-sharp'
  /** A dot anywhere but at the end of the note. */
  | 'dot-place'
  /** A pause with an octave number, which says nothing. */
  | 'pause-octave'
  /** A number written with leading zeros. */
  | 'leading-zero'
  /** Line breaks before the last note; reported once before the title and once behind it. */
  | 'line-break'
  /** A comma after the last command. */
  | 'trailing-comma'
  /** A semicolon after the last command. */
  | 'terminator'
  /** Tempo, octave, style or volume changed after the last note. */
  | 'unused-control'
  // Only lenient from here on.
  /** One colon instead of two. */
  | 'missing-section'
  /** A key given twice in the defaults. */
  | 'repeated-key'
  /** A number outside its range or set. */
  | 'out-of-range'
  /** A key or control without a readable value. */
  | 'missing-value'
  /** e#, b# or p#. */
  | 'impossible-sharp'
  /** More than one dot. */
  | 'double-dot'
  /** Nothing between two commas. */
  | 'empty-command'
  /** A command whose letter is no note, pause or control. */
  | 'unknown-letter'
  /** Characters left over after a readable command or value. */
  | 'junk'
  /** Not a single note. */
  | 'no-notes'
  /** What ended the reading; lintRtttl alone gives it, as its last issue. */
  | 'fatal';

/** One departure from the grammar. */
export interface Issue {
  readonly code: IssueCode;
  /** Index of the UTF-16 unit in the text. */
  readonly index: number;
  /** What was found, in words. */
  readonly message: string;
  /** What was read instead. */
  readonly assumed: string;
}

/** How to read a text. */
export interface RtttlOptions {
  /** Clamp, assume or skip what the strict reading refuses; each is reported. For tunes from the wild. */
  readonly lenient?: boolean;
  /** Called once for each departure from the grammar, in both modes. */
  readonly onIssue?: (issue: Issue) => void;
  /** Other values for `tuneCharacters` and `tuneNotes` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits>;
}

/** What lintRtttl found. */
export interface RtttlLint {
  readonly issues: Issue[];
  /** The tune as read leniently; missing when nothing could be read. */
  readonly tune?: Tune;
  /** The tune as canonical text; missing when there is no note or the text form cannot hold what was read. */
  readonly fixed?: string;
}

/**
 * Reads a tune from RTTTL or RTX. The title is kept as it stands. A `b`, `s` or `v` between notes becomes `tempoBpm`, `style`
 * or `volume` of the next note, also when it repeats the value in force; a default `v` becomes the first note's volume.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `RTTTL/note[3]/octave`, its offset
 *   the index of the offending character. In lenient mode only a text without any colon is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseRtttl(text: string, options: RtttlOptions = {}): Tune {
  if (typeof text !== 'string') throw new TypeError('RTTTL is a string');
  return new RtttlReader(text, options).read();
}

/**
 * Reads a text leniently and tells everything that is wrong with it. Never throws a FormatError: what ends the reading is the
 * last issue, with code `fatal`.
 */
export function lintRtttl(text: string): RtttlLint {
  const issues: Issue[] = [];
  try {
    const tune = parseRtttl(text, { lenient: true, onIssue: (issue) => issues.push(issue) });
    const fixed = canonical(tune);
    return fixed === undefined ? { issues, tune } : { issues, tune, fixed };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    issues.push({ code: 'fatal', index: error.offset ?? 0, message: error.message, assumed: 'nothing' });
    return { issues };
  }
}

function canonical(tune: Tune): string | undefined {
  try {
    return formatRtttl(tune);
  } catch (error) {
    if (error instanceof EncodeError) return undefined;
    throw error;
  }
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

  constructor(text: string, { lenient, onIssue, limits }: RtttlOptions) {
    this.#text = text;
    this.#end = text.length;
    this.#lenient = lenient === true;
    this.#onIssue = onIssue;
    this.#maxNotes = limits?.tuneNotes ?? DEFAULT_LIMITS.tuneNotes;
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
    const title = this.#readTitle(first);
    this.#readDefaults(first + 1, second);
    this.#readCommands(second + 1);
    return this.#tune(title);
  }

  /** `d=4,o=5:c,d` or `title:c,d`: only a lenient reader guesses which section is missing. */
  #readOneColon(colon: number): Tune {
    const message = 'only one colon, so the title or the defaults are missing';
    if (!this.#lenient) throw this.#error('truncated', 'RTTTL/defaults', this.#text.length, message);
    const isDefaults = this.#text.lastIndexOf('=', colon) >= 0;
    this.#report('missing-section', colon, message, isDefaults ? 'no title' : 'no defaults');
    const title = isDefaults ? '' : this.#readTitle(colon);
    if (isDefaults) this.#readDefaults(0, colon);
    this.#readCommands(colon + 1);
    return this.#tune(title);
  }

  #tune(title: string): Tune {
    return { title, tempoBpm: this.#tempoBpm, style: this.#style, loops: this.#loops, notes: this.#notes };
  }

  // Title

  #readTitle(colon: number): string {
    const marked = this.#text.charCodeAt(0) === 0xfeff;
    if (marked) this.#report('byte-order-mark', 0, 'a byte order mark in front', 'the text after it');
    let start = marked ? 1 : 0;
    const isBreak = (at: number) => this.#text.charCodeAt(at) === LINE_FEED || this.#text.charCodeAt(at) === RETURN;
    if (isBreak(start)) this.#report('line-break', start, 'empty lines before the tune', 'the text after them');
    while (isBreak(start)) start++;
    const title = this.#text.slice(start, colon);
    if (title === '') this.#report('missing-title', colon, 'no title', 'an empty title');
    if (title.length > TITLE_CHARACTERS) {
      const message = `a title of ${title.length} characters; RTTTL has ${TITLE_CHARACTERS}, the binary form 15`;
      this.#report('long-title', start + TITLE_CHARACTERS, message, 'the whole title');
    }
    return title;
  }

  // Defaults

  #readDefaults(start: number, end: number): void {
    this.#at = start;
    this.#end = end;
    const seen = new Set<number>();
    this.#skipBlanks();
    const isEmpty = this.#at === end;
    while (!isEmpty) {
      this.#skipBlanks();
      if (this.#at === end || this.#code() === COMMA) {
        this.#report('empty-default', Math.min(this.#at, end - 1), 'a comma without a default', 'no default');
      } else {
        this.#readPair(seen);
      }
      if (this.#at === end) break;
      this.#at++; // readPair stops at a comma
    }
    const missing = [
      seen.has(D) ? '' : `d=${this.#duration}`,
      seen.has(O) ? '' : `o=${this.#octave}`,
      seen.has(B) ? '' : `b=${this.#tempoBpm}`,
    ].filter((pair) => pair !== '');
    if (missing.length > 0) this.#report('missing-defaults', start, 'not all of d, o and b are given', missing.join(','));
  }

  #readPair(seen: Set<number>): void {
    const keyAt = this.#at;
    while (this.#at < this.#end && isLetter(this.#code())) this.#at++;
    const key = this.#text.charCodeAt(keyAt) | 0x20;
    // "sS" is the key s with its value; any other run of letters is a key that we do not know.
    const length = this.#at - keyAt;
    if (length === 2 && key === S && styleOf(this.#text.charCodeAt(keyAt + 1)) !== undefined) this.#at--;
    else if (length !== 1 || !isDefaultKey(key)) {
      if (length === 0)
        this.#fault('junk', 'RTTTL/defaults', keyAt, `${this.#shown(keyAt)} where a key should be`, 'no default');
      else
        this.#report(
          'unknown-key',
          keyAt,
          `the key ${JSON.stringify(this.#text.slice(keyAt, Math.min(this.#at, keyAt + 20)))} is not known`,
          'no default',
        );
      this.#skipToComma();
      return;
    }
    const field = `RTTTL/defaults/${String.fromCharCode(key)}`;
    if (seen.has(key)) this.#fault('repeated-key', field, keyAt, 'given twice', 'the later value');
    seen.add(key);
    this.#skipEquals(keyAt);
    if (key === S)
      this.#readStyle(field, (style) => {
        this.#style = style;
      });
    else this.#readDefault(key, field);
    this.#expectComma(field);
  }

  #readDefault(key: number, field: string): void {
    const valueAt = this.#at;
    const value = this.#readNumber();
    if (value < 0) {
      this.#fault('missing-value', field, valueAt, `${this.#shown(valueAt)} where a number should be`, 'the usual default');
    } else if (key === O) this.#octave = this.#asOctave(value, field, valueAt);
    else if (key === B) this.#tempoBpm = this.#asTempo(value, field, valueAt);
    // The only place before the first note where a volume can go is that note.
    else if (key === V) this.#pending = { volume: this.#within(value, 0, 15, field, valueAt) };
    else if (key === D) this.#duration = this.#asDuration(value, field, valueAt);
    // 15 means endless: a number past the range is taken as many repeats, not as that.
    else this.#loops = value <= 15 ? value : this.#within(value, 0, 14, field, valueAt, 15);
  }

  // Notes and controls

  #readCommands(start: number): void {
    this.#end = this.#trimEnd(start, this.#text.length);
    while (this.#end > start && this.#text.charCodeAt(this.#end - 1) === SEMICOLON) {
      this.#end = this.#trimEnd(start, this.#end - 1);
      this.#report('terminator', this.#text.indexOf(';', this.#end), 'a semicolon after the last command', 'the end');
    }
    if (this.#end > start && this.#text.charCodeAt(this.#end - 1) === COMMA) {
      this.#end = this.#trimEnd(start, this.#end - 1);
      this.#report('trailing-comma', this.#text.indexOf(',', this.#end), 'a comma after the last command', 'the end');
    }
    this.#at = start;
    this.#skipBlanks();
    while (this.#at < this.#end) {
      const code = this.#code();
      if (code === COMMA) this.#emptyCommand();
      else this.#readCommand(code);
      if (this.#at < this.#end) {
        this.#at++; // every command stops at a comma or the end
        this.#skipBlanks();
        if (this.#at === this.#end) this.#emptyCommand();
      }
    }
    if (this.#notes.length === 0) {
      const message = 'not a single note';
      if (!this.#lenient) throw this.#error('truncated', 'RTTTL/note[0]', this.#text.length, message);
      this.#report('no-notes', this.#text.length, message, 'an empty tune');
    }
    if (this.#controlAt >= 0) this.#report('unused-control', this.#controlAt, 'no note follows', 'no change');
  }

  #emptyCommand(): void {
    this.#fault('empty-command', this.#noteField(), this.#at, 'nothing between two commas', 'no command');
  }

  #readCommand(code: number): void {
    const at = this.#at;
    const letter = code | 0x20;
    if (letter === O || letter === S || letter === V || (letter === B && this.#isTempo())) this.#readControl(letter);
    else if (!this.#readNote(at)) {
      this.#skipToComma();
      return;
    }
    if (this.#at < this.#end && this.#code() !== COMMA) this.#expectComma(this.#lastField());
  }

  /** `b=140` and `b140` are tempos, `b` and `b5` notes. */
  #isTempo(): boolean {
    let at = this.#at + 1;
    while (at < this.#end && isBlank(this.#text.charCodeAt(at))) at++;
    if (at >= this.#end) return false;
    const code = this.#text.charCodeAt(at);
    return code === EQUALS || (isDigit(code) && at + 1 < this.#end && isDigit(this.#text.charCodeAt(at + 1)));
  }

  #readControl(letter: number): void {
    const keyAt = this.#at++;
    const field = `${this.#noteField()}/${String.fromCharCode(letter)}`;
    this.#skipEquals(keyAt);
    if (letter === S)
      this.#readStyle(field, (style) => {
        this.#pend().style = style;
      });
    else {
      const valueAt = this.#at;
      const value = this.#readNumber();
      if (value < 0) {
        this.#fault('missing-value', field, valueAt, `${this.#shown(valueAt)} where a number should be`, 'no change');
      } else if (letter === O) this.#octave = this.#asOctave(value, field, valueAt);
      else if (letter === B) this.#pend().tempoBpm = this.#asTempo(value, field, valueAt);
      else this.#pend().volume = this.#within(value, 0, 15, field, valueAt);
    }
    if (this.#controlAt < 0) this.#controlAt = keyAt;
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
    const duration = writtenDuration < 0 ? this.#duration : this.#asNoteDuration(writtenDuration, start);
    let dotAt = -1;
    let dots = 0;
    this.#skipBlanks();
    while (this.#at < this.#end && this.#code() === DOT) {
      dotAt = this.#at++;
      dots++;
      this.#skipBlanks();
    }

    const letterAt = this.#at;
    const letter = letterAt < this.#end ? this.#code() | 0x20 : 0;
    if (letter !== P && (letter < A || letter > H)) {
      const message = `${this.#shown(letterAt)} where a note should be`;
      this.#fault('unknown-letter', `${this.#noteField()}/pitch`, letterAt, message, 'no command');
      return false;
    }
    this.#at++;
    const isPause = letter === P;
    if (letter === H) this.#report('letter-h', letterAt, 'h for B natural', 'b');
    let semitone = isPause ? -1 : (SEMITONES[letter - A] as number);
    this.#skipBlanks();
    let raised = false;
    if (this.#at < this.#end && (this.#code() === SHARP || this.#code() === UNDERSCORE)) {
      if (this.#code() === UNDERSCORE) this.#report('underscore-sharp', this.#at, '_ for #', '#');
      if (isPause || semitone === E_NATURAL || semitone === B_NATURAL) {
        const assumed = isPause ? 'p' : semitone === E_NATURAL ? 'f' : 'c, one octave up';
        this.#fault('impossible-sharp', `${this.#noteField()}/pitch`, this.#at, 'no sharp exists here', assumed);
        raised = semitone === B_NATURAL;
      }
      if (!isPause) semitone = raised ? 0 : semitone + 1;
      this.#at++;
      this.#skipBlanks();
    }
    let dotBeforeOctave = dots > 0;
    while (this.#at < this.#end && this.#code() === DOT) {
      dotAt = this.#at++;
      dots++;
      this.#skipBlanks();
    }

    const octaveAt = this.#at;
    const writtenOctave = this.#readNumber();
    let octave = this.#octave;
    if (writtenOctave >= 0) {
      dotBeforeOctave ||= dots > 0;
      if (isPause) this.#report('pause-octave', octaveAt, 'an octave at a pause', 'p');
      else octave = this.#asOctave(writtenOctave, `${this.#noteField()}/octave`, octaveAt);
    }
    this.#skipBlanks();
    const misplacedDotAt = dotBeforeOctave ? dotAt : -1;
    while (this.#at < this.#end && this.#code() === DOT) {
      dotAt = this.#at++;
      dots++;
      this.#skipBlanks();
    }
    if (this.#at < this.#end && this.#code() === EQUALS) {
      const message = 'only o, b, s and v may change between notes';
      this.#fault('junk', this.#noteField(), this.#at, message, 'no command');
      return false;
    }
    if (misplacedDotAt >= 0)
      this.#report('dot-place', misplacedDotAt, 'the dot belongs at the end of the note', 'a dotted note');
    if (dots > 1) {
      this.#fault('double-dot', `${this.#noteField()}/dots`, dotAt, `${dots} dots`, 'a double dotted note');
      dots = 2;
    }
    if (raised) octave = this.#asOctave(octave + 1, `${this.#noteField()}/octave`, letterAt);
    this.#keep(semitone, octave, duration, dots as 0 | 1 | 2);
    return true;
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

  #readStyle(field: string, keep: (style: Style) => void): void {
    const style = this.#at < this.#end ? styleOf(this.#code()) : undefined;
    if (style === undefined) {
      this.#fault('missing-value', field, this.#at, `${this.#shown(this.#at)} where N, C or S should be`, 'no change');
    } else {
      this.#at++;
      keep(style);
    }
  }

  /** Digits as a number, -1 when there are none. Numbers past any range stop growing, so a long run stays exact enough. */
  #readNumber(): number {
    const start = this.#at;
    let value = 0;
    while (this.#at < this.#end) {
      const digit = this.#code() - ZERO;
      if (digit < 0 || digit > 9) break;
      if (value < 1_000_000) value = value * 10 + digit;
      this.#at++;
    }
    const length = this.#at - start;
    if (length === 0) return -1;
    if (length > 1 && this.#text.charCodeAt(start) === ZERO) {
      this.#report('leading-zero', start, 'a number with leading zeros', String(value));
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
    this.#fault('out-of-range', field, at, `is ${value}, allowed: 1, 2, 4, 8, 16 or 32`, String(assumed));
    return assumed;
  }

  #asOctave(value: number, field: string, at: number): Octave {
    return isOctave(value) ? value : (this.#within(value, 4, 7, field, at) as Octave);
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

  #within(value: number, low: number, high: number, field: string, at: number, highest = high): number {
    if (value >= low && value <= high) return value;
    const assumed = value < low ? low : high;
    this.#fault('out-of-range', field, at, `is ${value}, allowed: ${low} to ${highest}`, String(assumed));
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
    } else {
      this.#report('missing-equals', keyAt, 'a key without an equals sign', 'the value after it');
    }
  }

  #skipBlanks(): void {
    while (this.#at < this.#end) {
      const code = this.#code();
      if (!isBlank(code)) return;
      if ((code === LINE_FEED || code === RETURN) && !this.#lineBreakSeen) {
        this.#lineBreakSeen = true;
        this.#report('line-break', this.#at, 'a line break inside the tune', 'a blank');
      }
      this.#at++;
    }
  }

  #skipToComma(): void {
    while (this.#at < this.#end && this.#code() !== COMMA) this.#at++;
  }

  /** Passes blanks; anything else before the comma is junk. */
  #expectComma(field: string): void {
    this.#skipBlanks();
    if (this.#at === this.#end || this.#code() === COMMA) return;
    if (this.#code() === SEMICOLON && !this.#lenient) {
      throw this.#error('trailing-bytes', field, this.#at, 'the tune goes on after a semicolon');
    }
    this.#fault('junk', field, this.#at, `${this.#shown(this.#at)} where a comma should be`, 'what stands before it');
    this.#skipToComma();
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
  #report(code: IssueCode, index: number, message: string, assumed: string): void {
    this.#onIssue?.({ code, index, message, assumed });
  }

  /** Something that only a lenient reader takes. */
  #fault(code: IssueCode, field: string, index: number, message: string, assumed: string): void {
    if (!this.#lenient) throw this.#error('bad-value', field, index, message);
    this.#report(code, index, message, assumed);
  }

  #error(code: 'bad-value' | 'truncated' | 'trailing-bytes', field: string, index: number, message: string): DecodeError {
    return new DecodeError(code, field, index, message);
  }
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
