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
import { type Issue, type IssueCode, withFix } from './issues.js';
import {
  B,
  COMMA,
  EQUALS,
  edit,
  H,
  keyOf,
  type RtttlCursor,
  type RtttlKey,
  type RtttlValues,
  UNDERSCORE,
} from './rtttl-cursor.js';
import { type Duration, isDuration, isOctave, type Note, type Octave, PITCHES, type Pitch } from './tune.js';
import { reportNoNotes, type TuneReading } from './tune-reading.js';

const O = 0x6f;
const S = 0x73;
const V = 0x76;

/** Position in PITCHES of e and b, which have no sharp. */
const E_NATURAL = 4;
const B_NATURAL = 11;

/** In place of a position in PITCHES. */
const PAUSE = -1;

/** What controls set for the next note. */
const PROPERTIES = { b: 'tempoBpm', s: 'style', v: 'volume' } as const;

/** Reads notes and controls; a note keeps nothing of the one before. */
export class NotesReader {
  readonly #cursor: RtttlCursor;
  readonly #notes: Note[] = [];
  /** What a note has that names none; RTX changes the octave between notes. */
  readonly #defaultDuration: Duration;
  #defaultOctave: Octave;
  readonly #maxNotes: number;
  /** Notes that a handset plays, and where the first one after them begins. */
  readonly #playable: number;
  #unplayedAt = -1;
  /** What controls have set since the last note, where the first of them or an `o` is, and where its removal begins. */
  #pending: Partial<Note> | undefined;
  #controlAt = -1;
  #removalAt = 0;

  /** The issues of one note, and the reading that collects them; undefined where nobody hears of issues. */
  #held: Issue[] = [];
  readonly #holding: TuneReading | undefined;

  /** What was read of the note so far: its pitch as a position in PITCHES, or PAUSE. */
  #duration: Duration = 4;
  #octave: Octave = 4;
  #semitone = PAUSE;
  #letterAt = 0;
  #isSharp = false;
  /** Whether a sharp took it into the octave above. */
  #isRaised = false;
  /** Where the last dot was. */
  #dotAt = -1;

  /** @param playable notes after which a `long-tune` is reported. */
  constructor(cursor: RtttlCursor, { d, o, v }: RtttlValues, playable: number) {
    this.#cursor = cursor;
    this.#defaultDuration = d;
    this.#defaultOctave = o;
    this.#playable = playable;
    // The only place before the first note where a default volume can go is that note.
    if (v !== undefined) this.#pending = { volume: v };
    const { lenient, limits, onIssue } = cursor.reading;
    this.#maxNotes = limits.tuneNotes;
    if (onIssue !== undefined) {
      this.#holding = new Reading<IssueCode>({ lenient, onIssue: (issue) => this.#held.push(issue) });
    }
  }

  /**
   * Reads the notes from `start` to the end of the text.
   * @throws DecodeError and LimitError as parseRtttl.
   */
  read(start: number): Note[] {
    const cursor = this.#cursor;
    const notes = this.#notes;
    cursor.section = 'notes';
    cursor.startItems(start, this.#endOfCommands(start));
    while (cursor.at < cursor.end) {
      cursor.noteIndex = notes.length;
      if (cursor.code() === COMMA) this.#reportEmpty();
      else this.#readCommand();
      // Anything but a comma is a note whose comma is missing.
      if (cursor.code() !== COMMA) continue;
      cursor.passComma();
      cursor.skipBlanks();
      cursor.noteIndex = notes.length;
      if (cursor.at === cursor.end) this.#reportEmpty();
    }
    this.#reportWhole();
    return notes;
  }

  /** One past the last command, after which a semicolon and a comma may follow. */
  #endOfCommands(start: number): number {
    const { text } = this.#cursor;
    let end = this.#cursor.trimEnd(start, this.#endOfTune(start));
    const passMark = (code: IssueCode, mark: string, name: string) => {
      end = this.#cursor.trimEnd(start, end - 1);
      const at = text.indexOf(mark, end);
      this.#cursor.note(code, '', at, `a ${name} after the last command`, 'the end', edit(at, at + 1, ''));
    };
    while (end > start && text.charCodeAt(end - 1) === SEMICOLON) passMark('terminator', ';', 'semicolon');
    if (end > start && text.charCodeAt(end - 1) === COMMA) passMark('trailing-comma', ',', 'comma');
    return end;
  }

  /** A colon further on belongs to another tune, on another line or with defaults after it. */
  #endOfTune(start: number): number {
    const cursor = this.#cursor;
    const { text } = cursor;
    const colon = cursor.lenient ? text.indexOf(':', start) : -1;
    if (colon < 0) return text.length;
    const breakAt = Math.max(text.lastIndexOf('\n', colon), text.lastIndexOf('\r', colon));
    if (breakAt < start && !cursor.isDefaults(colon + 1)) return text.length;
    const end = breakAt < start ? colon : cursor.trimEnd(start, breakAt);
    cursor.fault('text-after', '', end, 'another tune after this one', 'the first tune', edit(end, text.length, ''));
    return end;
  }

  /** What is true of all commands together. */
  #reportWhole(): void {
    const cursor = this.#cursor;
    const count = this.#notes.length;
    cursor.noteIndex = -1;
    if (count === 0) reportNoNotes(cursor.reading, 'RTTTL', cursor.text.length);
    if (this.#controlAt >= 0) {
      const fix = edit(this.#removalAt, cursor.end, '');
      cursor.note('unused-control', '', this.#controlAt, 'no note follows', 'no change', fix);
    }
    if (this.#unplayedAt >= 0) {
      const reason = `${count} notes; a handset that takes ${this.#playable} stops here`;
      cursor.noteIndex = this.#playable;
      cursor.note('long-tune', '', this.#unplayedAt, reason, 'the whole tune');
    }
  }

  #reportEmpty(): void {
    this.#skipCommand('empty-command', '', this.#cursor.at, 'nothing between two commas');
  }

  /** Reports a command that means nothing, and moves to the comma after it. */
  #skipCommand(code: IssueCode, part: string, at: number, reason: string, assumed = 'no command'): undefined {
    const cursor = this.#cursor;
    cursor.fault(code, part, at, reason, assumed, cursor.removal());
    cursor.skipToComma();
  }

  #readCommand(): void {
    const cursor = this.#cursor;
    const letter = cursor.code() | 0x20;
    if (letter === O || letter === S || letter === V || (letter === B && this.#isTempo())) {
      if (!this.#readControl(keyOf(letter) as 'o' | 'b' | 's' | 'v')) return;
      cursor.isKept = true;
      cursor.reportJoin();
    } else {
      if (!this.#readNote()) return;
      cursor.isKept = true;
      cursor.isJoined = false;
    }
    if (cursor.code() !== COMMA) cursor.expectComma();
  }

  // Controls

  /** `b=140` and `b140` are tempos, `b` and `b5` notes. */
  #isTempo(): boolean {
    const cursor = this.#cursor;
    const at = cursor.afterBlanks(cursor.at + 1);
    return cursor.codeAt(at) === EQUALS || (isDigit(cursor.codeAt(at)) && isDigit(cursor.codeAt(at + 1)));
  }

  /** Whether the control has a value. */
  #readControl(key: RtttlKey): boolean {
    const cursor = this.#cursor;
    const keyAt = cursor.at++;
    cursor.skipEquals(keyAt, key);
    const value = cursor.readValue(key);
    if (value === undefined) {
      const allowed = key === 's' ? 'N, C or S' : 'a number';
      const reason = `${cursor.shown()} where ${allowed} should be`;
      this.#skipCommand('missing-value', key, cursor.at, reason, 'no change');
      return false;
    }
    if (key === 'o') this.#defaultOctave = value as Octave;
    else this.#pending = { ...this.#pending, [PROPERTIES[key as 'b']]: value } as Partial<Note>;
    if (this.#controlAt < 0) {
      this.#controlAt = keyAt;
      this.#removalAt = cursor.removal().start;
    }
    return true;
  }

  // Notes

  /** Reads a note and keeps it; false when there was none to read (lenient only). */
  #readNote(): boolean {
    const notes = this.#notes;
    const cursor = this.#cursor;
    const { at } = cursor;
    const count = notes.length + 1;
    if (count > this.#maxNotes) cursor.reading.limit('tuneNotes', count, cursor.path(), at);
    const note = this.#holding === undefined ? this.#parseNote() : this.#reportedNote(cursor.reading, this.#holding);
    if (note === undefined) return false;
    notes.push(this.#pending === undefined ? note : ({ ...note, ...this.#pending } as Note));
    this.#pending = undefined;
    this.#controlAt = -1;
    if (notes.length === this.#playable + 1) this.#unplayedAt = at;
    return true;
  }

  /**
   * Reads a note and reports what was found in it. Edits that touch each other, and faults with no small edit, are fixed by writing
   * the note anew; that edit goes to the first of them.
   */
  #reportedNote(reading: TuneReading, holding: TuneReading): Note | undefined {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.reading = holding;
    try {
      const note = this.#parseNote();
      cursor.reading = reading;
      if (note === undefined) return undefined;
      cursor.reportJoin();
      if (this.#held.length > 0) this.#fixWhole(note, start);
      return note;
    } finally {
      cursor.reading = reading;
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
    const whole = this.#wholeFix(note, start);
    if (whole === undefined) return;
    this.#held = this.#held.map((issue) =>
      issue.code === 'line-break' ? issue : withFix(issue, issue === own[0] ? whole : undefined),
    );
  }

  /** The note just read in the grammar's form; none when it has two dots. */
  #wholeFix({ pitch, octave, duration, dots }: Note, start: number): Fix | undefined {
    if (dots === 2) return undefined;
    const cursor = this.#cursor;
    const length = duration === this.#defaultDuration ? '' : String(duration);
    const height = pitch === null || octave === this.#defaultOctave ? '' : String(octave);
    return edit(start, cursor.trimEnd(start, cursor.at), `${length}${pitch ?? 'p'}${height}${dots === 1 ? '.' : ''}`);
  }

  #parseNote(): Note | undefined {
    const cursor = this.#cursor;
    const start = cursor.at;
    const written = cursor.readNumber();
    if (written < 0) this.#duration = this.#defaultDuration;
    else this.#duration = isDuration(written) ? written : cursor.asDuration(written, 'duration', start);
    cursor.skipBlanks();
    const earlyDots = this.#readDots();
    if (!this.#readPitch()) return undefined;
    const middleDots = this.#readDots();

    const octaveAt = cursor.at;
    this.#octave = this.#defaultOctave;
    if (isDigit(cursor.code())) this.#readOctave(written >= 0);
    const octaveEnd = cursor.at;
    cursor.skipBlanks();
    const misplacedAt = this.#dotAt;
    const lateDots = this.#readDots();
    if (cursor.code() === EQUALS) {
      return this.#skipCommand('junk', '', cursor.at, 'only o, b, s and v may change between notes');
    }
    const total = earlyDots + middleDots + lateDots;
    if (earlyDots > 0 || (middleDots > 0 && octaveEnd > octaveAt)) this.#reportDotPlace(misplacedAt, octaveEnd, total);
    // Two dots in different places say the same thing twice; two in one place are music's double dot.
    const isDouble = earlyDots > 1 || middleDots > 1 || lateDots > 1;
    if (total > 1) {
      const assumed = isDouble ? 'a double dotted note' : 'a dotted note';
      cursor.fault('double-dot', 'dots', this.#dotAt, `${total} dots`, assumed);
    }
    const duration = this.#duration;
    const dots = isDouble ? 2 : total > 0 ? 1 : 0;
    if (this.#semitone === PAUSE) return { pitch: null, octave: null, duration, dots };
    // The c that was written as b#: above octave 7 it stays where it is.
    if (this.#isRaised) this.#octave = this.#raisedOctave();
    return { pitch: PITCHES[this.#semitone] as Pitch, octave: this.#octave, duration, dots };
  }

  #raisedOctave(): Octave {
    const octave = this.#octave + 1;
    if (isOctave(octave)) return octave;
    this.#cursor.fault('out-of-range', 'octave', this.#letterAt, `is ${octave}, allowed: 4 to 7`, '7');
    return 7;
  }

  // Pitch

  /** Letter and sharp in either order; false when there is no letter of a note. */
  #readPitch(): boolean {
    const cursor = this.#cursor;
    const firstAt = cursor.at;
    const isSharpFirst = cursor.lenient && cursor.isSharp() && this.#isLetterAfterSharp();
    if (isSharpFirst) {
      cursor.at++;
      cursor.skipBlanks();
    }
    const letterAt = cursor.at;
    const letter = cursor.code() | 0x20;
    if (letter !== P && (letter < A || letter > H)) {
      this.#skipCommand('unknown-letter', 'pitch', letterAt, `${cursor.shown(letterAt)} where a note should be`);
      return false;
    }
    cursor.at++;
    this.#letterAt = letterAt;
    this.#semitone = letter === P ? PAUSE : (SEMITONES[letter - A] as number);
    this.#isRaised = false;
    if (letter === H) cursor.note('letter-h', 'pitch', letterAt, 'h for B natural', 'b', edit(letterAt, cursor.at, 'b'));
    if (isSharpFirst) {
      const name = String.fromCharCode(letter);
      const fix = edit(firstAt, cursor.at, `${name}#`);
      cursor.fault('sharp-place', 'pitch', firstAt, `a sharp before ${name}`, `${name}#`, fix);
    }
    cursor.skipBlanks();
    this.#isSharp = isSharpFirst || cursor.isSharp();
    if (isSharpFirst) this.#sharpen(firstAt, firstAt);
    else if (this.#isSharp) {
      const sharpAt = cursor.at++;
      if (cursor.codeAt(sharpAt) === UNDERSCORE) {
        cursor.note('underscore-sharp', 'pitch', sharpAt, '_ for #', '#', edit(sharpAt, sharpAt + 1, '#'));
      }
      this.#sharpen(sharpAt, letterAt);
    }
    if (this.#isSharp) cursor.skipBlanks();
    return true;
  }

  #isLetterAfterSharp(): boolean {
    const cursor = this.#cursor;
    const letter = cursor.codeAt(cursor.afterBlanks(cursor.at + 1)) | 0x20;
    return letter >= A && letter <= H;
  }

  /** Half a tone up. Where there is no sharp, all from `fixFrom` to the cursor is fixed, unless that takes another octave. */
  #sharpen(sharpAt: number, fixFrom: number | undefined): void {
    const isPause = this.#semitone === PAUSE;
    this.#isRaised = this.#semitone === B_NATURAL;
    if (isPause || this.#isRaised || this.#semitone === E_NATURAL) {
      const cursor = this.#cursor;
      const assumed = isPause ? 'p' : this.#isRaised ? 'c, one octave up' : 'f';
      const fix = this.#isRaised || fixFrom === undefined ? undefined : edit(fixFrom, cursor.at, assumed);
      cursor.fault('impossible-sharp', 'pitch', sharpAt, 'no sharp exists here', assumed, fix);
    }
    if (!isPause) this.#semitone = this.#isRaised ? 0 : this.#semitone + 1;
  }

  // Octave

  /** The number after the letter, and a sharp after that. */
  #readOctave(isDurationWritten: boolean): void {
    const cursor = this.#cursor;
    const { lenient } = cursor;
    const isPause = this.#semitone === PAUSE;
    const at = cursor.at;
    const written = cursor.readNumber(lenient ? this.#octaveEnd(isPause) : cursor.end);
    if (written >= 0) {
      const isDuration = lenient && !isDurationWritten && (written === 16 || written === 32);
      if (isDuration || (isPause && written > 9)) {
        // "c16" and "p16" in no known dialect have an octave: the number is a duration after its letter.
        const fix = isDuration ? undefined : edit(at, cursor.at, '');
        const assumed = isDuration ? 'the duration' : 'p';
        cursor.fault('out-of-range', 'octave', at, `is ${written}, allowed: 4 to 7`, assumed, fix);
        if (isDuration) this.#duration = written;
      } else if (isPause) {
        cursor.note('pause-octave', 'octave', at, 'an octave at a pause', 'p', edit(at, cursor.at, ''));
      } else this.#octave = isOctave(written) ? written : cursor.asOctave(written, 'octave', at);
    }
    if (lenient && !this.#isSharp && !isPause && cursor.isSharp() && !cursor.startsNote(cursor.at)) {
      // "c5#", as science writes it.
      const sharpAt = cursor.at++;
      cursor.fault('sharp-place', 'pitch', sharpAt, 'a sharp after the octave', `${PITCHES[this.#semitone]}#`);
      this.#sharpen(sharpAt, undefined);
    }
  }

  /** Where the digits of an octave end: before those of the next note, when the comma between the two is missing. */
  #octaveEnd(isPause: boolean): number {
    const cursor = this.#cursor;
    const { text, at: start } = cursor;
    let end = start;
    while (isDigit(cursor.codeAt(end))) end++;
    // Nearly always a comma follows.
    if (end === cursor.end || text.charCodeAt(end) === COMMA) return end;
    const count = end - start;
    if (count > 3 || !cursor.startsNote(end)) return end;
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
    const cursor = this.#cursor;
    let dots = 0;
    while (cursor.code() === DOT) {
      this.#dotAt = cursor.at++;
      dots++;
      cursor.skipBlanks();
    }
    return dots;
  }

  /** A single dot is moved to the end of the note. */
  #reportDotPlace(dotAt: number, octaveEnd: number, total: number): void {
    const cursor = this.#cursor;
    if (cursor.reading.onIssue === undefined) return;
    const end = cursor.trimEnd(dotAt, octaveEnd);
    const fix = total > 1 ? undefined : edit(dotAt, end, `${cursor.text.slice(dotAt + 1, end)}.`);
    cursor.note('dot-place', 'dots', dotAt, 'the dot belongs at the end of the note', 'a dotted note', fix);
  }
}
