/**
 * The notes of RTTTL and RTX, and the controls between them.
 *
 *   command *( "," command )       command  note / ( "o" / "b" / "s" / "v" ) [ "=" ] value
 *
 * A control holds from there on. An `o` changes what a note means that names no octave; the others become part of the next note,
 * also where they repeat what is in force.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX.
 * @module
 */
import { LimitError } from '../errors.js';
import { isDigit, SEMICOLON } from './characters.js';
import type { Complaints } from './complaints.js';
import { B, COMMA, EQUALS, edit, O, type RtttlCursor, S, V } from './rtttl-cursor.js';
import type { RtttlDefaults } from './rtttl-defaults.js';
import { NoteReader } from './rtttl-note.js';
import type { Note, Style } from './tune.js';

/**
 * Reads the notes from `start` to the end of the text.
 * @param playable notes after which a `long-tune` is reported.
 * @throws DecodeError and LimitError as parseRtttl.
 */
export function readCommands(cursor: RtttlCursor, start: number, defaults: RtttlDefaults, playable: number): Note[] {
  return new CommandReader(cursor, defaults, playable).read(start);
}

/** What controls have set for the next note. */
interface Controls {
  tempoBpm?: number;
  style?: Style;
  volume?: number;
}

class CommandReader {
  readonly #cursor: RtttlCursor;
  readonly #complaints: Complaints;
  readonly #reader: NoteReader;
  readonly #notes: Note[] = [];
  /** Notes that a handset plays, and where the first one after them stands. */
  readonly #playable: number;
  #unplayedAt = -1;
  /** What controls have set since the last note. */
  #pending: Controls | undefined;
  /** Where the first of them, or an `o`, stands. */
  #controlAt = -1;
  /** What takes it and all behind it out of the text. */
  #controlCut = 0;

  constructor(cursor: RtttlCursor, { duration, octave, volume }: RtttlDefaults, playable: number) {
    this.#cursor = cursor;
    this.#complaints = cursor.complaints;
    this.#reader = new NoteReader(cursor, duration, octave);
    this.#playable = playable;
    // The only place before the first note where a default volume can go is that note.
    if (volume !== undefined) this.#pending = { volume };
  }

  read(start: number): Note[] {
    const cursor = this.#cursor;
    cursor.end = this.#endBehind(start);
    cursor.startItems(start);
    cursor.skipBlanks();
    while (cursor.at < cursor.end) {
      const code = cursor.code();
      if (code === COMMA) this.#emptyCommand();
      else this.#readCommand(code);
      // Anything but a comma is a note whose comma is missing.
      if (cursor.at === cursor.end || cursor.code() !== COMMA) continue;
      cursor.passComma();
      cursor.skipBlanks();
      if (cursor.at === cursor.end) this.#emptyCommand();
    }
    this.#reportWhole();
    return this.#notes;
  }

  /** One past the last command, behind which a semicolon and a comma may stand. */
  #endBehind(start: number): number {
    const cursor = this.#cursor;
    const { text } = cursor;
    let end = cursor.trimEnd(start, this.#endOfTune(start));
    while (end > start && text.charCodeAt(end - 1) === SEMICOLON) {
      end = cursor.trimEnd(start, end - 1);
      const at = text.indexOf(';', end);
      this.#complaints.report('terminator', at, 'a semicolon after the last command', 'the end', edit(at, at + 1, ''));
    }
    if (end > start && text.charCodeAt(end - 1) === COMMA) {
      end = cursor.trimEnd(start, end - 1);
      const at = text.indexOf(',', end);
      this.#complaints.report('trailing-comma', at, 'a comma after the last command', 'the end', edit(at, at + 1, ''));
    }
    return end;
  }

  /** A colon further on belongs to another tune, on another line or with defaults behind it. */
  #endOfTune(start: number): number {
    const cursor = this.#cursor;
    const { text } = cursor;
    const colon = this.#complaints.lenient ? text.indexOf(':', start) : -1;
    if (colon < 0) return text.length;
    const breakAt = Math.max(text.lastIndexOf('\n', colon), text.lastIndexOf('\r', colon));
    if (breakAt < start && !cursor.isDefaults(colon + 1)) return text.length;
    const end = breakAt < start ? colon : cursor.trimEnd(start, breakAt);
    this.#complaints.report('text-after', end, 'another tune after this one', 'the first tune', edit(end, text.length, ''));
    return end;
  }

  /** What is to be said of all commands together. */
  #reportWhole(): void {
    const complaints = this.#complaints;
    const { text, end } = this.#cursor;
    if (this.#notes.length === 0) complaints.noNotes(text.length);
    if (this.#controlAt >= 0) {
      complaints.report('unused-control', this.#controlAt, 'no note follows', 'no change', edit(this.#controlCut, end, ''));
    }
    if (this.#unplayedAt >= 0) {
      const message = `${this.#notes.length} notes; a handset that takes ${this.#playable} stops here`;
      complaints.report('long-tune', this.#unplayedAt, message, 'the whole tune');
    }
  }

  #emptyCommand(): void {
    const cursor = this.#cursor;
    this.#complaints.fault(
      'empty-command',
      this.#nextField(),
      cursor.at,
      'nothing between two commas',
      'no command',
      cursor.cut(),
    );
  }

  #readCommand(code: number): void {
    const cursor = this.#cursor;
    const letter = code | 0x20;
    if (letter === O || letter === S || letter === V || (letter === B && this.#isTempo())) {
      if (!this.#readControl(letter)) return;
      cursor.isKept = true;
      cursor.reportJoin(false);
    } else {
      if (!this.#readNote()) {
        cursor.skipToComma();
        return;
      }
      cursor.isKept = true;
      cursor.isJoined = false;
    }
    if (cursor.at < cursor.end && cursor.code() !== COMMA) cursor.expectComma(this.#lastField(), false);
  }

  /** Reads a note and keeps it; false when there was none to read (lenient only). */
  #readNote(): boolean {
    const notes = this.#notes;
    const { maxNotes } = this.#complaints;
    const { at } = this.#cursor;
    if (notes.length >= maxNotes) {
      throw new LimitError('limit-exceeded', this.#nextField(), at, `more than ${maxNotes} notes`);
    }
    const note = this.#reader.read(notes.length);
    if (note === undefined) return false;
    notes.push(this.#pending === undefined ? note : { ...note, ...this.#pending });
    this.#pending = undefined;
    this.#controlAt = -1;
    if (notes.length === this.#playable + 1) this.#unplayedAt = at;
    return true;
  }

  /** `b=140` and `b140` are tempos, `b` and `b5` notes. */
  #isTempo(): boolean {
    const { text, at: keyAt, end } = this.#cursor;
    const at = this.#cursor.behindBlanks(keyAt + 1, end);
    if (at >= end) return false;
    const code = text.charCodeAt(at);
    return code === EQUALS || (isDigit(code) && at + 1 < end && isDigit(text.charCodeAt(at + 1)));
  }

  /** Whether the control has a value. */
  #readControl(letter: number): boolean {
    const cursor = this.#cursor;
    const keyAt = cursor.at++;
    const field = `${this.#nextField()}/${String.fromCharCode(letter)}`;
    cursor.skipEquals(keyAt);
    const valueAt = cursor.at;
    if (letter === S) {
      const style = cursor.readStyle();
      if (style === undefined) return this.#missingValue(field, 'N, C or S');
      this.#pend().style = style;
    } else {
      const value = cursor.readNumber();
      if (value < 0) return this.#missingValue(field, 'a number');
      if (letter === O) this.#reader.octave = cursor.asOctave(value, field, valueAt);
      else if (letter === B) this.#pend().tempoBpm = cursor.asTempo(value, field, valueAt);
      else this.#pend().volume = cursor.asVolume(value, field, valueAt);
    }
    if (this.#controlAt < 0) {
      this.#controlAt = keyAt;
      this.#controlCut = cursor.cut().start;
    }
    return true;
  }

  #missingValue(field: string, allowed: string): false {
    const cursor = this.#cursor;
    const message = `${cursor.shown(cursor.at)} where ${allowed} should be`;
    this.#complaints.fault('missing-value', field, cursor.at, message, 'no change', cursor.cut());
    cursor.skipToComma();
    return false;
  }

  #pend(): Controls {
    this.#pending ??= {};
    return this.#pending;
  }

  /** Path of the note that is read next. */
  #nextField(): string {
    return `RTTTL/note[${this.#notes.length}]`;
  }

  /** Path of the command just read: a note already kept, or a control, which counts with the note to come. */
  #lastField(): string {
    return `RTTTL/note[${this.#notes.length - (this.#controlAt < 0 ? 1 : 0)}]`;
  }
}
