/**
 * The Flipper Music Format of the Flipper Zero's Music Player: lines of keys and values, with the notes of RTTTL.
 *
 *   Filetype: Flipper Music Format
 *   Version: 0
 *   BPM: 125
 *   Duration: 4
 *   Octave: 5
 *   Notes: E, 8F#6, G., P
 *
 *   note   [ duration ] letter [ "#" | "_" ] [ octave ] *"."      in either case; P is a pause
 *
 * Durations are 1 to 128, octaves 0 to 16. Each dot makes a note half as long again, so that two make it 2.25 times as long. The player takes the
 * keys in this order, passes lines that begin with "#" and what follows a note up to the comma, and repeats a tune until it is stopped.
 *
 * Source: flipperzero-firmware 0.90, lib/music_worker/music_worker.c and lib/flipper_format.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import { isLineBreak, P, SHARP } from './characters.js';
import { type DividedLength, dividedLength, divisorOf, nearDivision } from './divided-lengths.js';
import type { TuneTextOptions } from './issues.js';
import { reportLostChange, reportLostSettings, reportLostTitle } from './losses.js';
import { cheapestDuration, commonestOctave } from './rtttl-format.js';
import { checkTextTempo, DEFAULT_TEMPO_BPM, FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { TextCursor } from './text-cursor.js';
import { checkTune, isOctave, makeNote, makePause, type Note, type Octave, type Tune } from './tune.js';

/** Options of {@link formatFlipperMusic}. */
export interface FlipperMusicOptions {
  /** Called for each loss: what the form cannot hold is omitted. The offset is that of the note. */
  readonly onIssue?: TuneTextOptions['onIssue'];
}

const FILETYPE = 'Flipper Music Format';

/**
 * Formats a tune as a file of the Flipper Zero's music player (.fmf). The title, the style, repeats, volumes and later tempos are omitted, and
 * reported to `onIssue`.
 * @throws EncodeError `unencodable` for double dots, two thirds of a whole note and a tune without notes; `bad-value` for a field out of its range.
 * @example
 * ```ts
 * import { formatFlipperMusic, parseRtttl } from 'handset/ringtone';
 *
 * formatFlipperMusic(parseRtttl('x:d=4,o=5,b=125:e,8f#6')).split('\n')[5]; // -> 'Notes: E, 8F#6'
 * ```
 */
export function formatFlipperMusic(tune: Tune, { onIssue }: FlipperMusicOptions = {}): string {
  requireObject(tune, 'tune');
  checkTune(tune);
  const { notes, tempoBpm } = tune;
  checkTextTempo('tempoBpm', tempoBpm);
  if (notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'there is not a single note');
  const duration = cheapestDuration(notes);
  const octave = commonestOctave(notes);
  const texts = notes.map((note, i) => {
    const divisor = divisorOf(note, i);
    const length = divisor === duration ? '' : divisor;
    const height = note.pitch === null || note.octave === octave ? '' : note.octave;
    return `${length}${(note.pitch ?? 'p').toUpperCase()}${height}${'.'.repeat(note.dots)}`;
  });
  reportLostTitle(tune, onIssue);
  reportLostSettings(tune, onIssue);
  for (let i = 0; i < notes.length; i++) reportLostChange(notes[i] as Note, i, onIssue);
  const keys = { Filetype: FILETYPE, Version: 0, BPM: tempoBpm, Duration: duration, Octave: octave, Notes: texts.join(', ') };
  return Object.entries(keys)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

/**
 * Parses a file of the Flipper Zero's music player (.fmf). The tune has no title. Keys that the player does not know are skipped, and reported.
 *
 * Option `lenient`: replace what the player refuses or a tune cannot hold, such as octave 3, by the nearest.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `Flipper music/note[3]/octave`, its offset the index
 *   of the offending character.
 * @throws LimitError `limit-exceeded` above `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseFlipperMusic(text: string, options?: TuneTextOptions): Tune {
  return new FlipperReader(text, options).read();
}

/** A line: its key, and where its value begins and ends. */
interface Line {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

class FlipperReader extends TextCursor {
  readonly #lines: Line[] = [];
  /** The line after the last one that was read: the player does not go back. */
  #next = 0;
  #duration: DividedLength = { duration: 4, twoThirds: false };
  #octave: Octave = 5;

  constructor(text: string, options: TuneTextOptions | undefined) {
    super('Flipper music', text, options);
  }

  read(): Tune {
    this.#splitLines();
    this.#expectValue('Filetype', FILETYPE);
    this.#expectValue('Version', '0');
    const tempoBpm = this.#number('BPM', SLOWEST_TEXT_BPM, FASTEST_TEXT_BPM, DEFAULT_TEMPO_BPM);
    const { start: at } = this.#peek('Duration');
    const divisor = this.#number('Duration', 1, 128, 4);
    this.#duration = this.#length(divisor, at, '');
    this.#octave = this.#number('Octave', 4, 7, 5) as Octave;
    const notes = this.#line('Notes');
    if (notes !== undefined) this.#readNotes(notes);
    if (this.notes.length === 0) this.faultNoNotes(notes?.end ?? this.text.length);
    return { title: '', tempoBpm, style: 'N', loops: 0, notes: this.notes };
  }

  // Lines

  #splitLines(): void {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      let end = at;
      while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
      // In this line alone: to look through the rest of the text from each line would take the square of its length.
      const colon = text.slice(at, end).indexOf(':') + at;
      if (text.charCodeAt(at) !== SHARP && colon >= at) {
        let start = colon + 1;
        while (start < end && text[start] === ' ') start++;
        let last = end;
        while (last > start && text[last - 1] === ' ') last--;
        this.#lines.push({ key: text.slice(at, colon), start, end: last });
      }
      at = end + 1;
    }
  }

  /** The next line with a key, leniently one that is before it. */
  #line(key: string): Line | undefined {
    this.section = key;
    const found = this.#lines.findIndex((line, i) => i >= this.#next && line.key === key);
    if (found >= 0) {
      for (const { key: other, start } of this.#lines.slice(this.#next, found)) {
        this.section = other.slice(0, 20);
        this.note('unknown-key', '', start, 'a key that the player does not know, or not here', 'nothing');
      }
      this.section = key;
      this.#next = found + 1;
      return this.#lines[found];
    }
    const earlier = this.#lines.find((line) => line.key === key);
    if (earlier !== undefined)
      this.fault('repeated-key', '', earlier.start, 'a key in another order than the player takes', 'its value');
    else this.faultMissing('', this.text.length, `no line ${key}`, 'the usual value');
    return earlier;
  }

  #peek(key: string): { readonly start: number } {
    return this.#lines.find((line) => line.key === key) ?? { start: this.text.length };
  }

  #expectValue(key: string, expected: string): void {
    const line = this.#line(key);
    if (line === undefined) return;
    const value = this.text.slice(line.start, line.end);
    if (value === expected) return;
    this.fault('out-of-range', '', line.start, `is ${JSON.stringify(value.slice(0, 40))}, expected: ${expected}`, expected);
  }

  #number(key: string, low: number, high: number, usual: number): number {
    const line = this.#line(key);
    if (line === undefined) return usual;
    const written = this.text.slice(line.start, line.end);
    if (!/^\d{1,9}$/.test(written)) {
      this.fault('missing-value', '', line.start, 'is no number', String(usual));
      return usual;
    }
    const value = Number(written);
    if (value >= low && value <= high) return value;
    const near = value < low ? low : high;
    this.fault('out-of-range', '', line.start, `is ${value}, allowed: ${low} to ${high}`, String(near));
    return near;
  }

  #length(divisor: number, at: number, part: string): DividedLength {
    const length = dividedLength(divisor);
    if (length !== undefined) return length;
    const near = nearDivision(divisor);
    this.fault('out-of-range', part, at, `a tune cannot have a note of 1/${divisor}`, `1/${near.duration}`);
    return near;
  }

  // Notes

  #readNotes({ start, end }: Line): void {
    for (let at = start; at < end; ) {
      const comma = this.text.indexOf(',', at);
      const itemEnd = comma < 0 || comma > end ? end : comma;
      this.#readItem(at, itemEnd, itemEnd === end);
      at = itemEnd + 1;
    }
    this.noteIndex = -1;
  }

  #readItem(start: number, end: number, isLast: boolean): void {
    const item = this.text.slice(start, end);
    const [all, blanks, digits, letter, sharp, octaveDigits, dots] = NOTE.exec(item) as unknown as string[] & { length: 7 };
    let at = start + (blanks as string).length;
    if (isLast && at === end) return;
    this.beginNote(at);
    const code = (letter as string).charCodeAt(0) | 0x20;
    if (letter === '' || (code !== P && (code < 0x61 || code > 0x67))) {
      this.fault('unknown-letter', 'pitch', at, `${this.shown(at)} where a note should be`, 'no note');
      return;
    }
    const written = Number(digits);
    const length = written === 0 ? this.#duration : this.#length(written, at, 'duration');
    at += (digits as string).length;
    const isSharp = sharp !== '';
    let semitone = 0;
    if (code !== P) semitone = this.semitone(code, isSharp ? 1 : 0, at);
    else if (isSharp) this.fault('impossible-sharp', 'pitch', at, 'no sharp exists here', 'p');
    at += 1 + (sharp as string).length;
    const octave = code === P ? 4 : this.#readOctave(octaveDigits as string, at);
    const count = (dots as string).length;
    if (length.twoThirds && count > 0) this.fault('double-dot', 'dots', at, 'a dotted third', 'a plain one');
    else if (count > 1)
      this.fault('double-dot', 'dots', at, `${count} dots: the player makes it 2.25 times as long`, 'a double dotted note');
    const rest = (all as string).length;
    if (item.slice(rest).trim() !== '') {
      this.fault(
        'junk',
        '',
        start + rest,
        `${this.shown(start + rest)} where a comma should be`,
        'what is before it',
        undefined,
        'trailing-bytes',
      );
    }
    const kept = length.twoThirds ? 0 : (Math.min(count, 2) as 0 | 1 | 2);
    const note: Note =
      code === P
        ? makePause(length.duration, kept, length.twoThirds)
        : makeNote(semitone, octave, length.duration, kept, length.twoThirds);
    this.notes.push(note);
  }

  #readOctave(digits: string, at: number): Octave {
    const octave = Number(digits);
    if (octave === 0) return this.#octave;
    if (isOctave(octave)) return octave;
    const near = octave < 4 ? 4 : 7;
    this.fault('out-of-range', 'octave', at, `is ${digits.slice(0, 9)}, allowed in a tune: 4 to 7`, String(near));
    return near;
  }
}

/** Blanks, duration, letter, sharp, octave and dots of an item. */
const NOTE = /^([ \t]*)(\d*)([A-Za-z]?)([#_]?)(\d*)(\.*)/;
