/**
 * eMelody, the tunes of the Ericsson R320, T20, T28 and T39: two lengths, two octaves, no tempo.
 *
 *   BEGIN:EMELODY CR LF  NAME:text CR LF  COMPOSER:text CR LF  VERSION:1.0 CR LF  MELODY:melody CR LF  END:EMELODY
 *
 *   tone   [ "+" ] [ "#" | "(b)" ] letter     c..b short, C..B long; + one octave up, # and (b) half a tone up and down
 *   pause  "p"
 *
 * At most 40 tones and 120 characters. The order of NAME, COMPOSER and VERSION differs between the syntax and the example of
 * the manual; both are read, the former is written. The manual's table of sharps ("#d #e #g #a #b") cannot be meant: its own
 * example has "#c".
 *
 * The manuals give neither the lengths nor the pitch. Here a short tone is an eighth, a long one a quarter at 120 bpm, a pause
 * as long as a short tone; letters without "+" are in octave 5, as in iMelody. None of this is confirmed.
 *
 * Sources: eMelody object in the manuals of the Ericsson T39 and GM47.
 * @module
 */
import { DecodeError, EncodeError, LimitError } from '../errors.js';
import { A, G, P, PLUS, SEMITONES, SHARP, shownAt } from './characters.js';
import { Complaints } from './complaints.js';
import { DEFAULT_BEAT } from './imelody-values.js';
import { type Issue, reportLoss, type TuneTextOptions } from './issues.js';
import { behindBreak, checkLines, type MelodyLine, melodyLines } from './melody-lines.js';
import { checkTune, lengthFactor, type Note, type Octave, PITCHES, type Pitch, type Tune } from './tune.js';

/** Tones and pauses of a melody. */
const MAX_TONES = 40;

/** Characters of a melody. */
const MAX_CHARACTERS = 120;

/** Octave of a letter without "+". */
const BASE_OCTAVE = 5;

/** Positions in PITCHES: f has no flat that would be e, e no sharp that would be f. */
const E_NATURAL = 4;
const F_NATURAL = 5;

/** How to write a melody. */
export interface EmelodyOptions {
  /** Called for everything that the text cannot hold and that was written as something near; the index is that of the note. */
  readonly onIssue?: (issue: Issue) => void;
}

/**
 * eMelody text of a tune. Nothing but pitches and two lengths survives: an eighth or less becomes a short tone, more a long one,
 * a pause as many pauses as eighths fit in it, octaves 4 and 7 move to 5 and 6. Each such change is reported.
 * @throws EncodeError `too-long` for more than 40 tones and pauses or 120 characters; `unencodable` for a control character in the title
 *   and a tune without notes; `bad-value` for a field out of its range.
 */
export function formatEmelody(tune: Tune, options: EmelodyOptions = {}): string {
  checkTune(tune);
  const { notes, title } = tune;
  checkLines(title, tune);
  const { onIssue } = options;
  if (tune.tempoBpm !== DEFAULT_BEAT) lose(onIssue, 'dropped', 0, `a tempo of ${tune.tempoBpm}`, 'that of the phone');
  if (tune.style !== 'N') lose(onIssue, 'dropped', 0, `style ${tune.style}`, 'that of the phone');
  if (tune.loops !== 0) lose(onIssue, 'dropped', 0, `${tune.loops === 15 ? 'endless' : tune.loops} repeats`, 'none');
  let melody = '';
  let tones = 0;
  for (let i = 0; i < notes.length; i++) {
    const text = toneOf(notes[i] as Note, i, onIssue);
    // A pause may be several.
    tones += text[0] === 'p' ? text.length : 1;
    melody += text;
    if (tones > MAX_TONES || melody.length > MAX_CHARACTERS) {
      const message = `the melody has more than ${MAX_TONES} tones and pauses, or ${MAX_CHARACTERS} characters`;
      throw new EncodeError('too-long', `notes[${i}]`, undefined, message);
    }
  }
  return ['BEGIN:EMELODY', `NAME:${title}`, 'COMPOSER:', 'VERSION:1.0', `MELODY:${melody}`, 'END:EMELODY', ''].join('\r\n');
}

function toneOf(note: Note, index: number, onIssue: EmelodyOptions['onIssue']): string {
  if (note.tempoBpm !== undefined || note.style !== undefined || note.volume !== undefined) {
    lose(onIssue, 'dropped', index, 'a tempo, style or volume from here on', 'no change');
  }
  const eighths = (8 / note.duration) * lengthFactor(note);
  if (note.pitch === null) {
    const pauses = Math.max(1, Math.round(eighths));
    if (pauses !== eighths) lose(onIssue, 'approximated', index, `a pause of ${eighths} eighths`, String(pauses));
    return 'p'.repeat(pauses);
  }
  const isLong = eighths > 1;
  if (eighths !== 1 && eighths !== 2) {
    lose(onIssue, 'approximated', index, `a length of ${eighths} eighths`, isLong ? 'a long tone' : 'a short tone');
  }
  const isHigh = note.octave > BASE_OCTAVE;
  if (note.octave !== BASE_OCTAVE && note.octave !== BASE_OCTAVE + 1) {
    lose(onIssue, 'approximated', index, `octave ${note.octave}`, String(isHigh ? BASE_OCTAVE + 1 : BASE_OCTAVE));
  }
  const [letter, sharp] = note.pitch as string;
  return `${isHigh ? '+' : ''}${sharp ?? ''}${isLong ? (letter as string).toUpperCase() : letter}`;
}

function lose(
  onIssue: EmelodyOptions['onIssue'],
  code: 'dropped' | 'approximated',
  index: number,
  message: string,
  assumed: string,
): void {
  reportLoss(onIssue, code, 'emelody', index, message, assumed);
}

/**
 * Reads a tune from eMelody, flats as sharps. The composer is reported as dropped.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `eMelody/note[3]/pitch`, its offset the
 *   index of the offending character; `too-long` past 40 tones and pauses or 120 characters. In lenient mode only a text without a
 *   MELODY line is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseEmelody(text: string, options: TuneTextOptions = {}): Tune {
  if (typeof text !== 'string') throw new TypeError('eMelody is a string');
  const complaints = new Complaints('eMelody', text, options);
  let title = '';
  let melody: MelodyLine | undefined;
  const seen = new Set<string>();
  for (const line of melodyLines(text, 'EMELODY', complaints)) {
    const { key, keyAt, valueAt, valueEnd } = line;
    const field = `eMelody/${key}`;
    if (key === '') {
      complaints.fault('junk', 'eMelody', keyAt, 'a line without a keyword', 'nothing');
      continue;
    }
    if (seen.has(key)) complaints.fault('repeated-key', field, keyAt, 'given twice', 'the later line');
    seen.add(key);
    if (key === 'MELODY') melody = line;
    else if (key === 'NAME') title = complaints.title(text, valueAt, valueEnd, field);
    else if (key === 'COMPOSER') {
      if (valueEnd > valueAt) complaints.report('dropped', keyAt, 'a tune has no composer', 'nothing');
    } else if (key !== 'VERSION') complaints.report('unknown-key', keyAt, `the keyword ${key} is not known`, 'nothing');
    else if (text.slice(valueAt, valueEnd) !== '1.0') {
      complaints.fault('out-of-range', field, valueAt, 'is not 1.0', '1.0');
    }
  }
  if (!seen.has('VERSION')) complaints.missing('eMelody/VERSION', text.length, 'no VERSION line', '1.0');
  if (melody === undefined) throw new DecodeError('truncated', 'eMelody/MELODY', text.length, 'no MELODY line');
  const notes = new ToneReader(text, melody, complaints).read();
  return { title, tempoBpm: DEFAULT_BEAT, style: 'N', loops: 0, notes };
}

/** One pass over the tones and pauses; every step moves `at` forward. */
class ToneReader {
  readonly #text: string;
  readonly #end: number;
  readonly #complaints: Complaints;
  #at: number;
  /** Characters of the melody so far, line breaks not counted. */
  #characters = 0;
  readonly #notes: Note[] = [];

  constructor(text: string, { valueAt, valueEnd }: MelodyLine, complaints: Complaints) {
    this.#text = text;
    this.#at = valueAt;
    this.#end = valueEnd;
    this.#complaints = complaints;
  }

  read(): Note[] {
    while (this.#at < this.#end) this.#readTone();
    if (this.#notes.length === 0) this.#complaints.noNotes(this.#end);
    return this.#notes;
  }

  #readTone(): void {
    const complaints = this.#complaints;
    const notes = this.#notes;
    const field = `eMelody/note[${notes.length}]`;
    this.#skipBreak();
    const start = this.#at;
    if (notes.length >= complaints.maxNotes) {
      throw new LimitError('limit-exceeded', field, start, `more than ${complaints.maxNotes} notes`);
    }
    const octave = this.#readOctave(field);
    const sign = this.#readSign();
    const letterAt = Math.min(this.#at, this.#end);
    const found = this.#code();
    const letter = found | 0x20;
    if (letter !== P && (letter < A || letter > G)) {
      const message = `${shownAt(this.#text, this.#at, this.#end)} where a tone should be`;
      complaints.fault('unknown-letter', `${field}/pitch`, letterAt, message, 'nothing');
      this.#step(1);
      return;
    }
    this.#step(1);
    if (notes.length === MAX_TONES) tooLong(complaints, start, `${MAX_TONES} tones and pauses`);
    const isUpper = found !== letter;
    if (letter !== P) {
      notes.push(this.#tone(SEMITONES[letter - A] as number, sign, octave, isUpper ? 4 : 8, start, field));
      return;
    }
    if (letterAt > start) complaints.fault('junk', field, start, 'a pause with an octave or a sign', 'the pause');
    if (isUpper) complaints.fault('letter-case', field, letterAt, 'a pause in upper case', 'a pause');
    notes.push({ pitch: null, octave: null, duration: 8, dots: 0 });
  }

  #tone(natural: number, sign: number, octave: number, duration: 4 | 8, at: number, field: string): Note {
    const semitone = natural + sign;
    const isSharpImpossible = sign === 1 && (semitone === F_NATURAL || semitone === 12);
    const isFlatImpossible = sign === -1 && (semitone === E_NATURAL || semitone === -1);
    if (isSharpImpossible || isFlatImpossible) {
      this.#complaints.fault('impossible-sharp', `${field}/pitch`, at, 'no such sharp or flat exists', 'the next semitone');
    }
    // b sharp and c flat lie in the octaves above and below.
    const height = semitone === 12 ? Math.min(7, octave + 1) : semitone === -1 ? octave - 1 : octave;
    return { pitch: PITCHES[(semitone + 12) % 12] as Pitch, octave: height as Octave, duration, dots: 0 };
  }

  #readOctave(field: string): number {
    let octave = BASE_OCTAVE;
    while (this.#code() === PLUS) {
      if (octave > BASE_OCTAVE) {
        this.#complaints.fault('junk', `${field}/octave`, this.#at, 'a second +', 'another octave up');
      }
      octave = Math.min(7, octave + 1);
      this.#step(1);
    }
    return octave;
  }

  /** 1 for a sharp, -1 for a flat, 0 for neither. */
  #readSign(): -1 | 0 | 1 {
    if (this.#code() === SHARP) {
      this.#step(1);
      return 1;
    }
    if (!this.#text.startsWith('(b)', this.#at) || this.#at + 3 > this.#end) return 0;
    this.#step(3);
    return -1;
  }

  /** The character here, past a line break: the manual's own example breaks a line between "+" and its letter. 0 at the end. */
  #code(): number {
    this.#skipBreak();
    return this.#at < this.#end ? this.#text.charCodeAt(this.#at) : 0;
  }

  #skipBreak(): void {
    if (this.#at < this.#end) this.#at = behindBreak(this.#text, this.#at);
  }

  #step(by: number): void {
    const before = this.#characters;
    this.#at += by;
    this.#characters += by;
    if (before <= MAX_CHARACTERS && this.#characters > MAX_CHARACTERS) {
      tooLong(this.#complaints, this.#at - by, `${MAX_CHARACTERS} characters`);
    }
  }
}

function tooLong(complaints: Complaints, at: number, limit: string): void {
  const message = `more than ${limit}`;
  if (!complaints.lenient) throw new DecodeError('too-long', 'eMelody/MELODY', at, message);
  complaints.report('long-tune', at, message, 'the whole tune');
}
