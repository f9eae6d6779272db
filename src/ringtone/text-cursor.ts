/**
 * A cursor over the text of a tune, which the readers of all notations extend: characters, notes up to the limit, titles, and the paths
 * under which departures are reported.
 * @module
 */
import { blankControls, findControl } from '../bytes/controls.js';
import { type Fix, Reading } from '../bytes/reading.js';
import type { FormatErrorCode } from '../errors.js';
import { A, SEMITONES, shownAt } from './characters.js';
import type { TuneIssueCode, TuneReading, TuneTextOptions } from './issues.js';
import { controlMessage, type Note } from './tune.js';

/** Positions in PITCHES of the notes without a sharp, and of those without a flat. */
const NO_SHARP: readonly number[] = [4, 11];
const NO_FLAT: readonly number[] = [0, 5];

/** One pass over a text; every step moves `at` forward or ends. */
export class TextCursor {
  /** The notation, as errors name it. */
  readonly name: string;
  readonly text: string;
  /** Where issues go. */
  reading: TuneReading;
  readonly lenient: boolean;
  at = 0;
  /** One past the last character that belongs to the section being read. */
  end: number;
  /** What is being read, as paths name it, and in the notes the number of the note; -1 before and after them. */
  section = '';
  noteIndex = -1;
  /** The notes so far. */
  readonly notes: Note[] = [];
  readonly #maxNotes: number;

  /** @throws LimitError `limit-exceeded` past `tuneCharacters`; TypeError when `text` is not a string. */
  constructor(name: string, text: string, options: TuneTextOptions | undefined) {
    if (typeof text !== 'string') throw new TypeError(`${name}: the text has to be a string`);
    const reading = Reading.of(options);
    const { tuneCharacters, tuneNotes } = reading.limits;
    if (text.length > tuneCharacters) reading.limit('tuneCharacters', text.length, name, tuneCharacters);
    this.name = name;
    this.text = text;
    this.reading = reading;
    this.lenient = reading.lenient;
    this.end = text.length;
    this.#maxNotes = tuneNotes;
  }

  // Characters

  /** The character at an index; -1 from the end of the section on. */
  codeAt(at: number): number {
    return at < this.end ? this.text.charCodeAt(at) : -1;
  }

  /** The character at an index as a message names it. */
  shown(at = this.at): string {
    return shownAt(this.text, at, this.end);
  }

  // Issues

  /** Path of the section or the note that is read, or of a part of it. */
  path(part = ''): string {
    const place = this.noteIndex < 0 ? this.section : `note[${this.noteIndex}]`;
    return `${this.name}${place && `/${place}`}${part && `/${part}`}`;
  }

  /** Reports what both readings take. */
  note(code: TuneIssueCode, part: string, at: number, reason: string, assumed: string, fix?: Fix): void {
    const { reading } = this;
    if (reading.onIssue !== undefined) reading.note(code, this.path(part), at, reason, { assumed, fix });
  }

  /**
   * Reports what only a lenient reading takes.
   * @param thrown the code of the error in strict reading, `bad-value` when left out.
   * @throws DecodeError in strict reading.
   */
  fault(
    code: TuneIssueCode,
    part: string,
    at: number,
    reason: string,
    assumed: string,
    fix?: Fix,
    thrown?: FormatErrorCode,
  ): void {
    this.reading.fault(code, this.path(part), at, reason, { assumed, fix }, thrown);
  }

  /** Reports a missing line or part; a strict reader meets the end, or another part, at `at`. @throws DecodeError `truncated` in strict reading. */
  faultMissing(part: string, at: number, reason: string, assumed: string): void {
    this.fault('missing-line', part, at, reason, assumed, undefined, 'truncated');
  }

  /** Reports a text without any note, known at `at`. @throws DecodeError `truncated` in strict reading. */
  faultNoNotes(at: number): void {
    this.noteIndex = 0;
    this.fault('no-notes', '', at, 'not a single note', 'an empty tune', undefined, 'truncated');
    this.noteIndex = -1;
  }

  /** Begins a note that is kept if it can be read. @throws LimitError `limit-exceeded` past `tuneNotes`. */
  beginNote(at: number): void {
    this.noteIndex = this.notes.length;
    const count = this.noteIndex + 1;
    if (count > this.#maxNotes) this.reading.limit('tuneNotes', count, this.path(), at);
  }

  // Parts that several notations have

  /**
   * A title, leniently with blanks for control characters.
   * @param start index of the title in the text, where it was not changed.
   * @param fix edit of the text that puts the title in its place, given the title.
   * @throws DecodeError `bad-value` in strict reading.
   */
  printable(title: string, start: number, fix?: (title: string) => Fix): string {
    const control = findControl(title);
    if (control < 0) return title;
    const text = blankControls(title);
    const at = start + findControl(this.text.slice(start));
    this.fault('control-character', '', at, controlMessage(title, control), JSON.stringify(text), fix?.(text));
    return text;
  }

  /**
   * Half a tone above or below a letter from a to g, -1 to 12.
   * @param letter in lower case.
   * @throws DecodeError in strict reading, for sharps and flats that do not exist.
   */
  semitone(letter: number, sign: -1 | 0 | 1, at: number): number {
    const natural = SEMITONES[letter - A] as number;
    if ((sign === 1 && NO_SHARP.includes(natural)) || (sign === -1 && NO_FLAT.includes(natural))) {
      this.fault('impossible-sharp', 'pitch', at, 'no such sharp or flat exists', 'the next semitone');
    }
    return natural + sign;
  }
}
