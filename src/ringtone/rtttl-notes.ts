/**
 * The notes of RTTTL and RTX, and the controls between them.
 *
 *   command *( "," command )       command  note / ( "o" / "b" / "s" / "v" ) [ "=" ] value
 *                                  note     [ duration ] letter [ "#" ] [ octave ] [ "." ]
 *
 * A control holds from there on. An `o` changes what a note means that names no octave; the others become part of the next note,
 * also where they repeat what is in force.
 *
 * Dots are taken wherever they are. The lenient reading also takes the sharp before the letter, as a Nokia phone's own composer
 * shows it, or after the octave, as science writes it, a duration after the letter, and sharps that do not exist.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX; deviations as seen in published tunes.
 * @module
 */
import { type Fix, Reading } from '../bytes/reading.js';
import { A, DOT, isDigit, P, SEMICOLON, SEMITONES, ZERO } from './characters.js';
import { type TuneIssue, type TuneIssueCode, type TuneReading, type TuneTextOptions, withFix } from './issues.js';
import {
  B,
  COMMA,
  EQUALS,
  edit,
  findKey,
  H,
  RtttlCursor,
  type RtttlKey,
  type RtttlValues,
  UNDERSCORE,
} from './rtttl-cursor.js';
import { appendRtttlNote } from './rtttl-format.js';
import {
  addChanges,
  type Changes,
  type Duration,
  isDuration,
  isOctave,
  makeNote,
  makePause,
  type Note,
  type Octave,
  PITCHES,
  type Style,
} from './tune.js';

const O = 0x6f;
const S = 0x73;
const V = 0x76;

/** Position in PITCHES of e and b, which have no sharp. */
const E_NATURAL = 4;
const B_NATURAL = 11;

/** In place of a position in PITCHES. */
const PAUSE = -1;

/** Where a text has what. */
export interface RtttlPlaces {
  /** Duration and octave of the notes that name none, before any control. */
  defaults: Pick<RtttlValues, 'd' | 'o'>;
  /** Where each note begins. */
  readonly notes: number[];
}

/** Reads notes and controls; a note keeps nothing of the one before. */
export class NotesReader extends RtttlCursor {
  /** Notes that a handset plays, and where the first one after them begins. */
  readonly #playable: number;
  #unplayedAt = -1;
  /** What controls have set since the last note, where the first of them or an `o` is, and where its removal begins. */
  #pending: Changes | undefined;
  #controlAt = -1;
  #removalAt = 0;

  /** The issues of one note, and the reading that collects them; undefined where nobody listens. */
  #held: TuneIssue[] = [];
  readonly #holding: TuneReading | undefined;

  /** What was read of the note so far: its pitch as a position in PITCHES, 12 for the c of the next octave, or PAUSE. */
  #duration: Duration = 4;
  #octave: Octave = 4;
  #semitone = PAUSE;
  #letterAt = 0;
  #isSharp = false;
  /** Where the last dot was. */
  #dotAt = -1;

  /** Told where it finds what. */
  readonly places: RtttlPlaces | undefined;

  /** @param playable notes after which a `long-tune` is reported. */
  constructor(text: string, options: TuneTextOptions | undefined, playable: number, places: RtttlPlaces | undefined) {
    super(text, options);
    this.#playable = playable;
    this.places = places;
    const { lenient } = this;
    if (this.reading.onIssue !== undefined) {
      this.#holding = new Reading<TuneIssueCode>({ lenient, onIssue: (issue) => this.#held.push(issue) });
    }
  }

  /**
   * Reads the notes from `start` to the end of the text.
   * @throws DecodeError and LimitError as parseRtttl.
   */
  readNotes(start: number): void {
    // The only place before the first note where a default volume can go is that note.
    if (this.values.v !== undefined) this.#pending = { volume: this.values.v };
    this.section = 'notes';
    this.startItems(start, this.#endOfCommands(start));
    while (this.at < this.end) {
      this.noteIndex = this.notes.length;
      if (this.code() === COMMA) this.#reportEmpty();
      else this.#readCommand();
      // Anything but a comma is a note whose comma is missing.
      if (this.code() !== COMMA) continue;
      this.passComma();
      this.skipBlanks();
      this.noteIndex = this.notes.length;
      if (this.at === this.end) this.#reportEmpty();
    }
    this.#reportWhole();
  }

  /** One past the last command, after which a semicolon and a comma may follow. */
  #endOfCommands(start: number): number {
    const { text } = this;
    let end = this.trimEnd(start, this.#endOfTune(start));
    const passMark = (code: TuneIssueCode, mark: string, name: string) => {
      end = this.trimEnd(start, end - 1);
      const at = text.indexOf(mark, end);
      this.note(code, '', at, `a ${name} after the last command`, 'the end', edit(at, at + 1, ''));
    };
    while (end > start && text.charCodeAt(end - 1) === SEMICOLON) passMark('terminator', ';', 'semicolon');
    if (end > start && text.charCodeAt(end - 1) === COMMA) passMark('trailing-comma', ',', 'comma');
    return end;
  }

  /** A colon further on belongs to another tune, on another line or with defaults after it. */
  #endOfTune(start: number): number {
    const { text } = this;
    const colon = this.lenient ? text.indexOf(':', start) : -1;
    if (colon < 0) return text.length;
    const breakAt = Math.max(text.lastIndexOf('\n', colon), text.lastIndexOf('\r', colon));
    if (breakAt < start && !this.isDefaults(colon + 1)) return text.length;
    const end = breakAt < start ? colon : this.trimEnd(start, breakAt);
    this.fault('text-after', '', end, 'another tune after this one', 'the first tune', edit(end, text.length, ''));
    return end;
  }

  /** What is true of all commands together. */
  #reportWhole(): void {
    const count = this.notes.length;
    if (count === 0) this.faultNoNotes(this.text.length);
    this.noteIndex = -1;
    if (this.#controlAt >= 0) {
      const fix = edit(this.#removalAt, this.end, '');
      this.note('unused-control', '', this.#controlAt, 'no note follows', 'no change', fix);
    }
    if (this.#unplayedAt >= 0) {
      const reason = `${count} notes; a handset that takes ${this.#playable} stops here`;
      this.noteIndex = this.#playable;
      this.note('long-tune', '', this.#unplayedAt, reason, 'the whole tune');
    }
  }

  #reportEmpty(): void {
    this.#skipCommand('empty-command', '', this.at, 'nothing between two commas');
  }

  /** Reports a command that means nothing, and moves to the comma after it. */
  #skipCommand(code: TuneIssueCode, part: string, at: number, reason: string, assumed = 'no command'): undefined {
    this.fault(code, part, at, reason, assumed, this.removal());
    this.skipToComma();
  }

  #readCommand(): void {
    const letter = this.code() | 0x20;
    if (letter === O || letter === S || letter === V || (letter === B && this.#isTempo())) {
      if (!this.#readControl(findKey(letter) as 'o' | 'b' | 's' | 'v')) return;
      this.isKept = true;
      this.reportJoin();
    } else {
      if (!this.#readNote()) return;
      this.isKept = true;
      this.isJoined = false;
    }
    if (this.code() !== COMMA) this.expectComma();
  }

  // Controls

  /** `b=140` and `b140` are tempos, `b` and `b5` notes. */
  #isTempo(): boolean {
    const at = this.afterBlanks(this.at + 1);
    return this.codeAt(at) === EQUALS || (isDigit(this.codeAt(at)) && isDigit(this.codeAt(at + 1)));
  }

  /** Whether the control has a value. */
  #readControl(key: RtttlKey): boolean {
    const keyAt = this.at++;
    this.skipEquals(keyAt, key);
    const value = this.readValue(key);
    if (value === undefined) {
      const allowed = key === 's' ? 'N, C or S' : 'a number';
      const reason = `${this.shown()} where ${allowed} should be`;
      this.#skipCommand('missing-value', key, this.at, reason, 'no change');
      return false;
    }
    if (key === 'o') this.values.o = value as Octave;
    else {
      this.#pending ??= {};
      if (key === 'b') this.#pending.tempoBpm = value as number;
      else if (key === 's') this.#pending.style = value as Style;
      else this.#pending.volume = value as number;
    }
    if (this.#controlAt < 0) {
      this.#controlAt = keyAt;
      this.#removalAt = this.removalStart();
    }
    return true;
  }

  // Notes

  /** Reads a note and keeps it; false when there was none to read (lenient only). */
  #readNote(): boolean {
    const notes = this.notes;
    const { at } = this;
    this.beginNote(at);
    const note = this.#holding === undefined ? this.#parseNote() : this.#reportedNote(this.reading, this.#holding);
    if (note === undefined) return false;
    if (this.#pending !== undefined) addChanges(note, this.#pending);
    this.#pending = undefined;
    notes.push(note);
    this.places?.notes.push(at);
    this.#controlAt = -1;
    if (notes.length === this.#playable + 1) this.#unplayedAt = at;
    return true;
  }

  /**
   * Reads a note and reports what was found in it. Edits that touch each other, and faults with no small edit, are fixed by writing
   * the note anew; that edit goes to the first of them.
   */
  #reportedNote(reading: TuneReading, holding: TuneReading): Note | undefined {
    const start = this.at;
    this.reading = holding;
    try {
      const note = this.#parseNote();
      this.reading = reading;
      if (note === undefined) return undefined;
      this.reportJoin();
      if (this.#held.length > 0) this.#fixWhole(note, start);
      return note;
    } finally {
      this.reading = reading;
      if (this.#held.length > 0) {
        for (const issue of this.#held) reading.onIssue?.(issue);
        this.#held = [];
      }
    }
  }

  #fixWhole(note: Note, start: number): void {
    const own = this.#held.filter(({ code }) => code !== 'line-break');
    const fixes = own.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    const touches = (a: Fix, b: Fix) => a !== b && a.start < b.end && b.start < a.end;
    if (fixes.length === own.length && !fixes.some((fix) => fixes.some((other) => touches(fix, other)))) return;
    // The grammar has no double dot.
    if (note.dots === 2) return;
    const { d, o } = this.values;
    const whole = edit(start, this.trimEnd(start, this.at), appendRtttlNote('', note, d, o));
    this.#held = this.#held.map((issue) =>
      issue.code === 'line-break' ? issue : withFix(issue, issue === own[0] ? whole : undefined),
    );
  }

  #parseNote(): Note | undefined {
    const start = this.at;
    const written = this.readNumber();
    if (written < 0) this.#duration = this.values.d;
    else this.#duration = isDuration(written) ? written : this.asDuration(written, 'duration', start);
    this.skipBlanks();
    const earlyDots = this.#readDots();
    if (!this.#readPitch()) return undefined;
    const middleDots = this.#readDots();

    const octaveAt = this.at;
    this.#octave = this.values.o;
    if (isDigit(this.code())) this.#readOctave(written >= 0);
    const octaveEnd = this.at;
    this.skipBlanks();
    const misplacedAt = this.#dotAt;
    const lateDots = this.#readDots();
    if (this.code() === EQUALS) {
      return this.#skipCommand('junk', '', this.at, 'only o, b, s and v may change between notes');
    }
    const total = earlyDots + middleDots + lateDots;
    if (earlyDots > 0 || (middleDots > 0 && octaveEnd > octaveAt)) this.#reportDotPlace(misplacedAt, octaveEnd, total);
    // Two dots in different places say the same thing twice; two in one place are music's double dot.
    const isDouble = earlyDots > 1 || middleDots > 1 || lateDots > 1;
    if (total > 1) {
      const assumed = isDouble ? 'a double dotted note' : 'a dotted note';
      this.fault('double-dot', 'dots', this.#dotAt, `${total} dots`, assumed);
    }
    const duration = this.#duration;
    const dots = isDouble ? 2 : total > 0 ? 1 : 0;
    const semitone = this.#semitone;
    if (semitone === PAUSE) return makePause(duration, dots);
    if (semitone === 12 && this.#octave === 7) {
      this.fault('out-of-range', 'octave', this.#letterAt, 'is 8, allowed: 4 to 7', '7');
    }
    return makeNote(semitone, this.#octave, duration, dots);
  }

  // Pitch

  /** Letter and sharp in either order; false when there is no letter of a note. */
  #readPitch(): boolean {
    const firstAt = this.at;
    const isSharpFirst = this.lenient && this.isSharp() && this.#isLetterAfterSharp();
    if (isSharpFirst) {
      this.at++;
      this.skipBlanks();
    }
    const letterAt = this.at;
    const letter = this.code() | 0x20;
    if (letter !== P && (letter < A || letter > H)) {
      this.#skipCommand('unknown-letter', 'pitch', letterAt, `${this.shown(letterAt)} where a note should be`);
      return false;
    }
    this.at++;
    this.#letterAt = letterAt;
    this.#semitone = letter === P ? PAUSE : (SEMITONES[letter - A] as number);
    if (letter === H) this.note('letter-h', 'pitch', letterAt, 'h for B natural', 'b', edit(letterAt, this.at, 'b'));
    if (isSharpFirst) {
      const name = String.fromCharCode(letter);
      const fix = edit(firstAt, this.at, `${name}#`);
      this.fault('sharp-place', 'pitch', firstAt, `a sharp before ${name}`, `${name}#`, fix);
    }
    this.skipBlanks();
    this.#isSharp = isSharpFirst || this.isSharp();
    if (isSharpFirst) this.#sharpen(firstAt, firstAt);
    else if (this.#isSharp) {
      const sharpAt = this.at++;
      if (this.codeAt(sharpAt) === UNDERSCORE) {
        this.note('underscore-sharp', 'pitch', sharpAt, '_ for #', '#', edit(sharpAt, sharpAt + 1, '#'));
      }
      this.#sharpen(sharpAt, letterAt);
    }
    if (this.#isSharp) this.skipBlanks();
    return true;
  }

  #isLetterAfterSharp(): boolean {
    const letter = this.codeAt(this.afterBlanks(this.at + 1)) | 0x20;
    return letter >= A && letter <= H;
  }

  /** Half a tone up. Where there is no sharp, all from `fixFrom` to the cursor is fixed, unless that takes another octave. */
  #sharpen(sharpAt: number, fixFrom: number | undefined): void {
    const natural = this.#semitone;
    if (natural !== PAUSE) this.#semitone++;
    if (natural !== PAUSE && natural !== B_NATURAL && natural !== E_NATURAL) return;
    const assumed = natural === PAUSE ? 'p' : natural === B_NATURAL ? 'c, one octave up' : 'f';
    const fix = natural === B_NATURAL || fixFrom === undefined ? undefined : edit(fixFrom, this.at, assumed);
    this.fault('impossible-sharp', 'pitch', sharpAt, 'no sharp exists here', assumed, fix);
  }

  // Octave

  /** The number after the letter, and a sharp after that. */
  #readOctave(isDurationWritten: boolean): void {
    const { lenient } = this;
    const isPause = this.#semitone === PAUSE;
    const at = this.at;
    const written = this.readNumber(lenient ? this.#octaveEnd(isPause) : this.end);
    if (written >= 0) {
      const isDuration = lenient && !isDurationWritten && (written === 16 || written === 32);
      if (isDuration || (isPause && written > 9)) {
        // "c16" and "p16" in no known dialect have an octave: the number is a duration after its letter.
        const fix = isDuration ? undefined : edit(at, this.at, '');
        const assumed = isDuration ? 'the duration' : 'p';
        this.fault('out-of-range', 'octave', at, `is ${written}, allowed: 4 to 7`, assumed, fix);
        if (isDuration) this.#duration = written;
      } else if (isPause) {
        this.note('pause-octave', 'octave', at, 'an octave at a pause', 'p', edit(at, this.at, ''));
      } else this.#octave = isOctave(written) ? written : this.asOctave(written, 'octave', at);
    }
    if (lenient && !this.#isSharp && !isPause && this.isSharp() && !this.startsNote(this.at)) {
      // "c5#", as science writes it.
      const sharpAt = this.at++;
      this.fault('sharp-place', 'pitch', sharpAt, 'a sharp after the octave', `${PITCHES[this.#semitone]}#`);
      this.#sharpen(sharpAt, undefined);
    }
  }

  /** Where the digits of an octave end: before those of the next note, when the comma between the two is missing. */
  #octaveEnd(isPause: boolean): number {
    const { text, at: start } = this;
    let end = start;
    while (isDigit(this.codeAt(end))) end++;
    // Nearly always a comma follows.
    if (end === this.end || text.charCodeAt(end) === COMMA) return end;
    const count = end - start;
    if (count > 3 || !this.startsNote(end)) return end;
    const startsWithOctave = !isPause && isOctave(text.charCodeAt(start) - ZERO);
    if (count === 1 && startsWithOctave) return end;
    const isDurationFrom = (at: number) => at < end && isDuration(Number(text.slice(at, end)));
    if (startsWithOctave && isDurationFrom(start + 1)) return start + 1;
    if (isDurationFrom(start)) return start;
    return isDurationFrom(start + 1) ? start + 1 : end;
  }

  // Dots

  /** Passes dots and the blanks after them; how many there were. `#dotAt` is the last one. */
  #readDots(): number {
    let dots = 0;
    while (this.code() === DOT) {
      this.#dotAt = this.at++;
      dots++;
      this.skipBlanks();
    }
    return dots;
  }

  /** A single dot is moved to the end of the note. */
  #reportDotPlace(dotAt: number, octaveEnd: number, total: number): void {
    if (this.reading.onIssue === undefined) return;
    const end = this.trimEnd(dotAt, octaveEnd);
    const fix = total > 1 ? undefined : edit(dotAt, end, `${this.text.slice(dotAt + 1, end)}.`);
    this.note('dot-place', 'dots', dotAt, 'the dot belongs at the end of the note', 'a dotted note', fix);
  }
}
