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
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import { A, G, P, PLUS, SHARP } from './characters.js';
import { reportLoss, type TuneIssue, type TuneTextOptions } from './issues.js';
import { nearOctave, reportLostChange, reportLostSettings } from './losses.js';
import { checkLines, DEFAULT_BEAT, DEFAULT_OCTAVE, MelodyReader } from './melody-object.js';
import { checkTune, makeNote, makePause, type Note, type Tune, toUnits, WHOLE } from './tune.js';

/** Tones and pauses of a melody. */
const MAX_TONES = 40;

/** Units of an eighth note, which a short tone is. */
const EIGHTH = WHOLE / 8;

/** Characters of a melody. */
const MAX_CHARACTERS = 120;

/** Options of {@link formatEmelody}. */
export interface EmelodyOptions {
  /** Called for each loss: what the text cannot hold is approximated or omitted. The offset is that of the note. */
  readonly onIssue?: (issue: TuneIssue) => void;
}

/**
 * Formats a tune as eMelody, Ericsson's predecessor of iMelody. Only pitches and two lengths are kept: an eighth or less becomes a short tone,
 * anything longer a long one, a pause as many pauses as eighths fit in it; octaves 4 and 7 become 5 and 6. Each change is reported to `onIssue`.
 * @throws EncodeError `too-long` for more than 40 tones and pauses or 120 characters; `unencodable` for a control character in the title
 *   and a tune without notes; `bad-value` for a field out of its range.
 */
export function formatEmelody(tune: Tune, options: EmelodyOptions = {}): string {
  requireObject(tune, 'tune');
  checkTune(tune);
  const { notes, title } = tune;
  checkLines(title, tune);
  const { onIssue } = options;
  if (tune.tempoBpm !== DEFAULT_BEAT) {
    reportLoss(onIssue, 'dropped', 'tempoBpm', 0, `a tempo of ${tune.tempoBpm}`, 'that of the phone');
  }
  reportLostSettings(tune, onIssue);
  let melody = '';
  let tones = 0;
  for (let i = 0; i < notes.length; i++) {
    const text = formatTone(notes[i] as Note, i, onIssue);
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

function formatTone(note: Note, index: number, onIssue: EmelodyOptions['onIssue']): string {
  reportLostChange(note, index, onIssue);
  const lose = (reason: string, assumed: string) =>
    reportLoss(onIssue, 'approximated', `notes[${index}]`, index, reason, assumed);
  const eighths = toUnits(note) / EIGHTH;
  if (note.pitch === null) {
    const pauses = Math.max(1, Math.round(eighths));
    if (pauses !== eighths) lose(`a pause of ${eighths} eighths`, String(pauses));
    return 'p'.repeat(pauses);
  }
  const isLong = eighths > 1;
  if (onIssue !== undefined && eighths !== 1 && eighths !== 2)
    lose(`a length of ${eighths} eighths`, isLong ? 'a long tone' : 'a short tone');
  const octave = nearOctave(note, index, onIssue);
  const letter = note.pitch.charAt(0);
  return `${octave > DEFAULT_OCTAVE ? '+' : ''}${note.pitch.slice(1)}${isLong ? letter.toUpperCase() : letter}`;
}

/**
 * Parses eMelody, Ericsson's predecessor of iMelody. Flats become sharps. A composer is reported as `dropped`.
 *
 * Option `lenient`: accept every text that has a MELODY line.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `eMelody/note[3]/pitch`, its offset the
 *   index of the offending character; `too-long` above 40 tones and pauses or 120 characters.
 * @throws LimitError `limit-exceeded` above `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseEmelody(text: string, options?: TuneTextOptions): Tune {
  return new ToneReader('eMelody', text, options).read();
}

/** Reads lines, then tones and pauses. */
class ToneReader extends MelodyReader {
  /** Characters of the melody so far, line breaks not counted. */
  #characters = 0;

  read(): Tune {
    this.readLines({ VERSION: '1.0' });
    while (this.at < this.end) this.#readTone();
    if (this.notes.length === 0) this.faultNoNotes(this.end);
    return { title: this.title, tempoBpm: DEFAULT_BEAT, style: 'N', loops: 0, notes: this.notes };
  }

  protected readLine(key: string, value: string, at: number, keyAt: number): boolean {
    if (key === 'VERSION') this.expectOneOf(['1.0'], value, at);
    else if (key !== 'COMPOSER') return false;
    else if (value !== '') this.note('dropped', '', keyAt, 'a tune has no composer', 'nothing');
    return true;
  }

  #readTone(): void {
    this.code();
    const start = this.at;
    this.beginNote(start);
    const octave = this.#readOctave();
    const sign = this.#readSign();
    const letterAt = Math.min(this.at, this.end);
    const found = this.code();
    const letter = found | 0x20;
    if (letter !== P && (letter < A || letter > G)) {
      this.fault('unknown-letter', 'pitch', letterAt, `${this.shown()} where a tone should be`, 'nothing');
      this.#step(1);
      return;
    }
    this.#step(1);
    if (this.noteIndex === MAX_TONES) this.#faultLength(start, `${MAX_TONES} tones and pauses`);
    const isUpper = found !== letter;
    if (letter !== P) {
      this.notes.push(makeNote(this.semitone(letter, sign, start), octave, isUpper ? 4 : 8, 0));
      return;
    }
    if (letterAt > start) this.fault('junk', '', start, 'a pause with an octave or a sign', 'the pause');
    if (isUpper) this.fault('letter-case', '', letterAt, 'a pause in upper case', 'a pause');
    this.notes.push(makePause(8, 0));
  }

  #readOctave(): number {
    let octave = DEFAULT_OCTAVE;
    while (this.code() === PLUS) {
      if (octave > DEFAULT_OCTAVE) this.fault('junk', 'octave', this.at, 'a second +', 'another octave up');
      octave = Math.min(7, octave + 1);
      this.#step(1);
    }
    return octave;
  }

  /** 1 for a sharp, -1 for a flat, 0 for neither. */
  #readSign(): -1 | 0 | 1 {
    if (this.code() === SHARP) {
      this.#step(1);
      return 1;
    }
    if (!this.text.startsWith('(b)', this.at) || this.at + 3 > this.end) return 0;
    this.#step(3);
    return -1;
  }

  #step(by: number): void {
    const before = this.#characters;
    this.at += by;
    this.#characters += by;
    if (before <= MAX_CHARACTERS && this.#characters > MAX_CHARACTERS) {
      this.#faultLength(this.at - by, `${MAX_CHARACTERS} characters`);
    }
  }

  #faultLength(at: number, limit: string): void {
    const { noteIndex } = this;
    this.noteIndex = -1;
    this.fault('long-tune', 'MELODY', at, `more than ${limit}`, 'the whole tune', undefined, 'too-long');
    this.noteIndex = noteIndex;
  }
}
