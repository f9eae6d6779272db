/**
 * One note or pause of RTTTL and RTX.
 *
 *   [ duration ] letter [ "#" ] [ octave ] [ "." ]
 *
 * Dots are taken wherever they stand. The lenient reading also takes the sharp in front of the letter, as a Nokia phone's own
 * composer shows it, or behind the octave, as science writes it, a duration behind the letter, and sharps that do not exist.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX; deviations as seen in published tunes.
 * @module
 */
import { A, DOT, isDigit, P, SEMITONES, SHARP, ZERO } from './characters.js';
import type { Complaints } from './complaints.js';
import type { Fix, Issue } from './issues.js';
import { COMMA, EQUALS, edit, H, type RtttlCursor, UNDERSCORE } from './rtttl-cursor.js';
import { type Duration, isDuration, isOctave, type Note, type Octave, PITCHES, type Pitch } from './tune.js';

/** Position in PITCHES of e and b, which have no sharp. */
const E_NATURAL = 4;
const B_NATURAL = 11;

/** In place of a position in PITCHES. */
const PAUSE = -1;

/** Reads note after note; a note keeps no trace of the one before. */
export class NoteReader {
  /** What a note has that names none; RTX changes the octave between notes. */
  readonly duration: Duration;
  octave: Octave;

  readonly #cursor: RtttlCursor;
  readonly #complaints: Complaints;

  /** What was read of the note so far. */
  #index = 0;
  #duration: Duration = 4;
  #octave: Octave = 4;
  /** Position in PITCHES, or PAUSE. */
  #semitone = PAUSE;
  #letterAt = 0;
  #isSharp = false;
  /** Whether a sharp took it into the octave above. */
  #isRaised = false;
  /** Where the last dot stood. */
  #dotAt = -1;

  constructor(cursor: RtttlCursor, duration: Duration, octave: Octave) {
    this.#cursor = cursor;
    this.#complaints = cursor.complaints;
    this.duration = duration;
    this.octave = octave;
  }

  /** Reads the note of this number in the tune; undefined when there was none to read (lenient only). */
  read(index: number): Note | undefined {
    this.#index = index;
    if (!this.#complaints.isHeard) return this.#read();
    const start = this.#cursor.at;
    this.#complaints.hold();
    const note = this.#read();
    const issues = this.#complaints.release();
    if (note !== undefined) this.#cursor.reportJoin(false);
    if (issues.length > 0) this.#handOver(issues, note === undefined ? undefined : this.#wholeNoteFix(note, start));
    return note;
  }

  /**
   * Hands over what was found in a note. Edits that touch each other, and faults with no small edit, are mended by writing
   * the note anew; that edit goes to the first of them.
   */
  #handOver(issues: readonly Issue[], wholeFix: Fix | undefined): void {
    const own = issues.filter(({ code }) => code !== 'line-break');
    const fixes = own.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    const touches = (a: Fix, b: Fix) => a !== b && a.start < b.end && b.start < a.end;
    const isPlain = fixes.length === own.length && !fixes.some((fix) => fixes.some((other) => touches(fix, other)));
    for (const issue of issues) {
      if (isPlain || wholeFix === undefined || issue.code === 'line-break') this.#complaints.pass(issue);
      else {
        const { fix: _, ...rest } = issue;
        this.#complaints.pass(issue === own[0] ? { ...rest, fix: wholeFix } : rest);
      }
    }
  }

  /** The note just read in the grammar's form; none when it has two dots. */
  #wholeNoteFix({ pitch, octave, duration, dots }: Note, start: number): Fix | undefined {
    if (dots === 2) return undefined;
    const cursor = this.#cursor;
    const length = duration === this.duration ? '' : String(duration);
    const height = pitch === null || octave === this.octave ? '' : String(octave);
    return edit(start, cursor.trimEnd(start, cursor.at), `${length}${pitch ?? 'p'}${height}${dots === 1 ? '.' : ''}`);
  }

  #read(): Note | undefined {
    const cursor = this.#cursor;
    const start = cursor.at;
    const written = cursor.readNumber();
    if (written < 0) this.#duration = this.duration;
    else this.#duration = isDuration(written) ? written : cursor.asDuration(written, this.#field('duration'), start);
    cursor.skipBlanks();
    const earlyDots = this.#readDots();
    if (!this.#readPitch()) return undefined;
    const middleDots = this.#readDots();

    const octaveAt = cursor.at;
    this.#octave = this.octave;
    if (octaveAt < cursor.end && isDigit(cursor.code())) this.#readOctave(written >= 0);
    const octaveEnd = cursor.at;
    cursor.skipBlanks();
    const misplacedAt = this.#dotAt;
    const lateDots = this.#readDots();
    if (cursor.at < cursor.end && cursor.code() === EQUALS) {
      const message = 'only o, b, s and v may change between notes';
      this.#complaints.fault('junk', this.#field(), cursor.at, message, 'no command', cursor.cut());
      return undefined;
    }
    const total = earlyDots + middleDots + lateDots;
    if (earlyDots > 0 || (middleDots > 0 && octaveEnd > octaveAt)) this.#reportDotPlace(misplacedAt, octaveEnd, total);
    // Two dots in different places say the same thing twice; two in one place are music's double dot.
    const isDouble = earlyDots > 1 || middleDots > 1 || lateDots > 1;
    if (total > 1) {
      const assumed = isDouble ? 'a double dotted note' : 'a dotted note';
      this.#complaints.fault('double-dot', this.#field('dots'), this.#dotAt, `${total} dots`, assumed);
    }
    return this.#note(isDouble ? 2 : total > 0 ? 1 : 0);
  }

  #note(dots: 0 | 1 | 2): Note {
    const duration = this.#duration;
    if (this.#semitone === PAUSE) return { pitch: null, octave: null, duration, dots };
    if (this.#isRaised) this.#raiseOctave();
    return { pitch: PITCHES[this.#semitone] as Pitch, octave: this.#octave, duration, dots };
  }

  /** The c that was written as b#: above octave 7 it stays where it is. */
  #raiseOctave(): void {
    const octave = this.#octave + 1;
    if (isOctave(octave)) this.#octave = octave;
    else {
      const message = `is ${octave}, allowed: 4 to 7`;
      this.#complaints.fault('out-of-range', this.#field('octave'), this.#letterAt, message, '7');
    }
  }

  // Pitch

  /** Letter and sharp in either order; false when there is no letter of a note. */
  #readPitch(): boolean {
    const cursor = this.#cursor;
    const complaints = this.#complaints;
    const firstAt = cursor.at;
    const isSharpFirst = complaints.lenient && this.#isSharpHere() && this.#isLetterAfterSharp();
    if (isSharpFirst) {
      cursor.at++;
      cursor.skipBlanks();
    }
    const letterAt = cursor.at;
    const letter = letterAt < cursor.end ? cursor.code() | 0x20 : 0;
    if (letter !== P && (letter < A || letter > H)) {
      const message = `${cursor.shown(letterAt)} where a note should be`;
      complaints.fault('unknown-letter', this.#field('pitch'), letterAt, message, 'no command', cursor.cut());
      return false;
    }
    cursor.at++;
    this.#letterAt = letterAt;
    this.#semitone = letter === P ? PAUSE : (SEMITONES[letter - A] as number);
    this.#isRaised = false;
    if (letter === H) complaints.report('letter-h', letterAt, 'h for B natural', 'b', edit(letterAt, cursor.at, 'b'));
    if (isSharpFirst) {
      const name = String.fromCharCode(letter);
      const fix = edit(firstAt, cursor.at, `${name}#`);
      complaints.report('sharp-place', firstAt, `a sharp in front of ${name}`, `${name}#`, fix);
    }
    cursor.skipBlanks();
    this.#isSharp = isSharpFirst || this.#isSharpHere();
    if (isSharpFirst) this.#sharpen(firstAt, firstAt);
    else if (this.#isSharp) {
      const sharpAt = cursor.at++;
      if (cursor.text.charCodeAt(sharpAt) === UNDERSCORE) {
        complaints.report('underscore-sharp', sharpAt, '_ for #', '#', edit(sharpAt, sharpAt + 1, '#'));
      }
      this.#sharpen(sharpAt, letterAt);
    }
    if (this.#isSharp) cursor.skipBlanks();
    return true;
  }

  #isSharpHere(): boolean {
    const cursor = this.#cursor;
    if (cursor.at >= cursor.end) return false;
    const code = cursor.code();
    return code === SHARP || code === UNDERSCORE;
  }

  #isLetterAfterSharp(): boolean {
    const { text, at: sharpAt, end } = this.#cursor;
    const at = this.#cursor.behindBlanks(sharpAt + 1, end);
    const letter = at < end ? text.charCodeAt(at) | 0x20 : 0;
    return letter >= A && letter <= H;
  }

  /** Half a tone up. Where there is no sharp, all from `fixFrom` to the cursor is mended, unless that takes another octave. */
  #sharpen(sharpAt: number, fixFrom: number | undefined): void {
    const isPause = this.#semitone === PAUSE;
    this.#isRaised = this.#semitone === B_NATURAL;
    if (isPause || this.#isRaised || this.#semitone === E_NATURAL) {
      const assumed = isPause ? 'p' : this.#isRaised ? 'c, one octave up' : 'f';
      const fix = this.#isRaised || fixFrom === undefined ? undefined : edit(fixFrom, this.#cursor.at, assumed);
      this.#complaints.fault('impossible-sharp', this.#field('pitch'), sharpAt, 'no sharp exists here', assumed, fix);
    }
    if (!isPause) this.#semitone = this.#isRaised ? 0 : this.#semitone + 1;
  }

  // Octave

  /** The number behind the letter, and a sharp behind that. */
  #readOctave(isDurationWritten: boolean): void {
    const cursor = this.#cursor;
    const complaints = this.#complaints;
    const { lenient } = complaints;
    const isPause = this.#semitone === PAUSE;
    const at = cursor.at;
    const written = cursor.readNumber(lenient ? this.#octaveEnd(isPause) : cursor.end);
    if (written >= 0) {
      const isDuration = lenient && !isDurationWritten && (written === 16 || written === 32);
      if (isDuration || (isPause && written > 9)) {
        // "c16" and "p16" in no known dialect have an octave: the number is a duration that got behind the letter.
        const message = `is ${written}, allowed: 4 to 7`;
        const fix = isDuration ? undefined : edit(at, cursor.at, '');
        complaints.fault('out-of-range', this.#field('octave'), at, message, isDuration ? 'the duration' : 'p', fix);
        if (isDuration) this.#duration = written;
      } else if (isPause) {
        complaints.report('pause-octave', at, 'an octave at a pause', 'p', edit(at, cursor.at, ''));
      } else this.#octave = isOctave(written) ? written : cursor.asOctave(written, this.#field('octave'), at);
    }
    if (lenient && !this.#isSharp && !isPause && this.#isSharpHere() && !cursor.startsNote(cursor.at)) {
      // "c5#", as science writes it.
      const sharpAt = cursor.at++;
      complaints.report('sharp-place', sharpAt, 'a sharp behind the octave', `${PITCHES[this.#semitone]}#`);
      this.#sharpen(sharpAt, undefined);
    }
  }

  /** Where the digits of an octave end: before those of the next note, when the comma between the two is missing. */
  #octaveEnd(isPause: boolean): number {
    const { text, at: start, end: sectionEnd } = this.#cursor;
    let end = start;
    while (end < sectionEnd && isDigit(text.charCodeAt(end))) end++;
    // Nearly always a comma follows.
    if (end === sectionEnd || text.charCodeAt(end) === COMMA) return end;
    const count = end - start;
    if (count > 3 || !this.#cursor.startsNote(end)) return end;
    const startsWithOctave = !isPause && isOctave(text.charCodeAt(start) - ZERO);
    if (count === 1 && startsWithOctave) return end;
    const isDurationFrom = (at: number) => at < end && isDuration(Number(text.slice(at, end)));
    if (startsWithOctave && isDurationFrom(start + 1)) return start + 1;
    if (isDurationFrom(start)) return start;
    return isDurationFrom(start + 1) ? start + 1 : end;
  }

  // Dots

  /** Passes dots and the blanks behind them; how many there were. `#dotAt` is the last one. */
  #readDots(): number {
    const cursor = this.#cursor;
    let dots = 0;
    while (cursor.at < cursor.end && cursor.code() === DOT) {
      this.#dotAt = cursor.at++;
      dots++;
      cursor.skipBlanks();
    }
    return dots;
  }

  /** A single dot is moved behind the octave. */
  #reportDotPlace(dotAt: number, octaveEnd: number, total: number): void {
    const cursor = this.#cursor;
    const end = cursor.trimEnd(dotAt, octaveEnd);
    const fix = total > 1 ? undefined : edit(dotAt, end, `${cursor.text.slice(dotAt + 1, end)}.`);
    this.#complaints.report('dot-place', dotAt, 'the dot belongs at the end of the note', 'a dotted note', fix);
  }

  /** Path of the note, or of a part of it. */
  #field(part?: string): string {
    const note = `RTTTL/note[${this.#index}]`;
    return part === undefined ? note : `${note}/${part}`;
  }
}
