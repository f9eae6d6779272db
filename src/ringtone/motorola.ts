/**
 * Experimental: the text ringtone of older Motorola phones. Two sources describe it, and contradict each other.
 *
 *   "L35&" tempo " " music "&&" checksum
 *
 *   tempo     1 slow ... 4 fast
 *   music     ( A..G [ "#" ] [ "+" ] | "R" ) digit ...       + one octave up, R a rest; at most 35 notes
 *   checksum  XOR of the characters of the music, its two halves each as a character from "0" (0) to "?" (15), high half first
 *
 * What the digit means:
 *
 *   steps      5 full, 4 half, 3 quarter, 2 eighth, 1 sixteenth, 0 thirty-second; "#" turns the sharp of its letter on and, at the
 *              next "#" of that letter, off again (ringtonetools, a program that was used with phones)
 *   fractions  1 full, 2 half, 4 quarter, 8 eighth; "#" holds for its note (the published example of IntelliSMS)
 *
 * `steps` is written by default: it alone has all six lengths, and the checksum of its source's own tunes comes out, while
 * the one of the published example of the other does not. A digit 8 or more, or 0, 3 or 5, shows which one a text is in; where
 * only 1, 2 and 4 occur, steps are assumed and that is reported.
 *
 * No source gives the pitch or the tempos: letters without "+" are taken for octave 5, tempos 1 to 4 for 63, 80, 100 and 160
 * quarters per minute. None of this was tried on a phone.
 *
 * Sources: ringtonetools; IntelliSMS wiki; a collection of handset formats, for the checksum.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { DecodeError, EncodeError } from '../errors.js';
import { A, BLANK, G, isDigit, isLineBreak, PLUS, SHARP, ZERO } from './characters.js';
import { reportLoss, type TuneIssue, type TuneTextOptions } from './issues.js';
import { nearOctave, reportLostChange, reportLostSettings, reportLostTitle } from './losses.js';
import { DEFAULT_OCTAVE } from './melody-object.js';
import { checkTextTempo } from './tempo.js';
import { TextCursor } from './text-cursor.js';
import { badField, checkTune, countHalvings, type Duration, makeNote, makePause, type Note, type Tune } from './tune.js';

/** The meaning of the length digits in Motorola's text: `steps` from 0 (thirty-second) to 5 (whole note), or `fractions` of a whole note. */
export type MotorolaDigits = 'steps' | 'fractions';

/** Options of {@link formatMotorola}. */
export interface MotorolaOptions {
  /** The meaning of the digits; `steps` by default. */
  readonly digits?: MotorolaDigits;
  /** Called for each loss: what the text cannot hold is approximated or omitted. The offset is that of the note. */
  readonly onIssue?: (issue: TuneIssue) => void;
}

/** Options of {@link parseMotorola}. */
export interface ParseMotorolaOptions extends TuneTextOptions {
  /** The meaning of the digits; by default it is guessed from them. */
  readonly digits?: MotorolaDigits;
}

/** Letter of a rest, in lower case as all letters here. */
const REST = 0x72;

/** Notes and rests of a tune. */
const MAX_NOTES = 35;

/** Quarters per minute by tempo digit, from 1. */
const TEMPOS: readonly number[] = [63, 80, 100, 160];

/** Fastest tune that is written with tempo 3 (ringtonetools). */
const MODERATE_BPM = 110;

/**
 * Formats a tune as Motorola's ringtone text. The title, style, volumes, loops, dots and thirds are omitted, octaves 4 and 7 become 5 and 6, and the
 * tempo becomes 3 up to 110 bpm, otherwise 4. With `fractions`, sixteenths and shorter lengths become eighths. Each change is reported to `onIssue`.
 * @throws EncodeError `too-long` for more than 35 notes and rests; `unencodable` for a tune without notes; `bad-value` for a field
 *   out of its range.
 */
export function formatMotorola(tune: Tune, options: MotorolaOptions = {}): string {
  requireObject(tune, 'tune');
  const { digits = 'steps', onIssue } = options;
  if (digits !== 'steps' && digits !== 'fractions') throw badField('digits', digits, 'steps or fractions');
  checkTune(tune);
  const { notes, tempoBpm } = tune;
  if (notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'a tune needs at least one note');
  if (notes.length > MAX_NOTES) {
    throw new EncodeError('too-long', 'notes', undefined, `${notes.length} notes and rests, at most ${MAX_NOTES}`);
  }
  checkTextTempo('tempoBpm', tempoBpm);
  const tempo = tempoBpm <= MODERATE_BPM ? 3 : 4;
  const heard = TEMPOS[tempo - 1] as number;
  if (heard !== tempoBpm) {
    reportLoss(onIssue, 'approximated', 'tempoBpm', 0, `a tempo of ${tempoBpm}`, `tempo ${tempo}, about ${heard}`);
  }
  reportLostTitle(tune, onIssue);
  reportLostSettings(tune, onIssue);
  const sharps = new Sharps(digits);
  let music = '';
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    const lose = (reason: string, assumed: string) =>
      reportLoss(onIssue, 'approximated', `notes[${i}].duration`, i, reason, assumed);
    reportLostChange(note, i, onIssue);
    if (note.dots > 0 || note.twoThirds === true) lose('a dotted note or a third', 'the plain length');
    let { duration } = note;
    if (digits === 'fractions' && duration > 8) {
      lose(`a length of 1/${duration}`, '1/8');
      duration = 8;
    }
    const digit = digits === 'steps' ? 5 - countHalvings(duration) : duration;
    if (note.pitch === null) {
      music += `R${digit}`;
      continue;
    }
    const isHigh = nearOctave(note, i, onIssue) > DEFAULT_OCTAVE;
    const letter = note.pitch.charCodeAt(0);
    const hasSign = sharps.needsSign(letter, note.pitch.length === 2);
    sharps.read(letter, hasSign);
    music += `${String.fromCharCode(letter - 0x20)}${hasSign ? '#' : ''}${isHigh ? '+' : ''}${digit}`;
  }
  return `L35&${tempo} ${music}&&${findChecksum(music)}`;
}

/** Which letters are sharp at the moment; letters are characters, in either case. */
class Sharps {
  readonly #toggles: boolean;
  /** A bit for each letter. */
  #on = 0;

  constructor(digits: MotorolaDigits) {
    this.#toggles = digits === 'steps';
  }

  /** Whether a note of this letter needs a "#" to be sharp, or to be natural again. */
  needsSign(letter: number, isSharp: boolean): boolean {
    return this.#toggles ? this.read(letter, false) !== isSharp : isSharp;
  }

  /** Whether a note of this letter is sharp, given its sign. */
  read(letter: number, hasSign: boolean): boolean {
    if (!this.#toggles) return hasSign;
    const bit = 1 << (letter & 31);
    if (hasSign) this.#on ^= bit;
    return (this.#on & bit) !== 0;
  }
}

/** XOR of all characters as two characters from "0" to "?", the high half first. */
function findChecksum(music: string): string {
  let sum = 0;
  for (let i = 0; i < music.length; i++) sum ^= music.charCodeAt(i);
  return String.fromCharCode(0x30 + ((sum >> 4) & 15), 0x30 + (sum & 15));
}

/**
 * Parses Motorola's ringtone text. The tune has no title, and its tempo is a guess, which is reported.
 * @param options.lenient accept every text that begins with `L35&`.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `Motorola/note[3]/duration` or
 *   `Motorola/checksum`, its offset the index of the offending character; `too-long` above 35 notes.
 * @throws LimitError `limit-exceeded` above `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseMotorola(text: string, options?: ParseMotorolaOptions): Tune {
  return new MotorolaReader(text, options).read(options?.digits);
}

/** Durations by digit. */
const STEPS: readonly Duration[] = [32, 16, 8, 4, 2, 1];
const FRACTIONS: readonly (Duration | undefined)[] = [undefined, 1, 2, undefined, 4, undefined, undefined, undefined, 8];

/** Reads the parts of a text in their order, but the checksum before the music. */
class MotorolaReader extends TextCursor {
  /** Without line ends after the text. */
  readonly #length: number;

  constructor(text: string, options: ParseMotorolaOptions | undefined) {
    super('Motorola', text, options);
    let { length } = text;
    while (length > 0 && isLineBreak(text.charCodeAt(length - 1))) length--;
    this.#length = length;
    this.end = length;
  }

  read(digits: MotorolaDigits | undefined): Tune {
    this.#readHead();
    const tempoBpm = this.#readTempo();
    this.#readEnd();
    this.#readNotes(digits ?? this.#findDialect());
    return { title: '', tempoBpm, style: 'N', loops: 0, notes: this.notes };
  }

  #readHead(): void {
    const { text } = this;
    if (!text.startsWith('L35&')) {
      let at = 0;
      while (at < 4 && text[at] === 'L35&'[at]) at++;
      throw new DecodeError(at >= text.length ? 'truncated' : 'bad-value', 'Motorola/head', at, 'does not begin with L35&');
    }
    this.at = 4;
  }

  /** The speed that a digit probably means, and the blank after it. */
  #readTempo(): number {
    const digit = this.codeAt(4) - ZERO;
    const isTempo = digit >= 1 && digit <= 4;
    const tempo = isTempo ? digit : 2;
    if (!isTempo) this.fault('out-of-range', 'tempo', 4, `${this.shown(4)} where 1 to 4 should be`, '2');
    if (digit >= 0 && digit <= 9) this.at++;
    const tempoBpm = TEMPOS[tempo - 1] as number;
    this.note('approximated', 'tempo', 4, `tempo ${tempo}, a speed of the phone`, `${tempoBpm} quarters per minute`);
    if (this.codeAt(this.at) === BLANK) this.at++;
    else this.fault('junk', 'music', this.at, `${this.shown()} where a blank should be`, 'a blank');
    return tempoBpm;
  }

  /** Finds the end of the music, and reads what follows it. */
  #readEnd(): void {
    const { text } = this;
    const length = this.#length;
    const end = text.indexOf('&&', this.at);
    if (end < 0) {
      this.faultMissing('checksum', length, 'no && after the music', 'the end');
      return;
    }
    this.end = end;
    const at = end + 2;
    const expected = findChecksum(text.slice(this.at, end));
    const found = text.slice(at, Math.min(at + 2, length));
    if (found.length < 2) {
      this.faultMissing('checksum', length, 'the checksum has two characters', expected);
      return;
    }
    if (found !== expected) {
      const reason = `is ${quote(found)}, and the music gives ${quote(expected)}`;
      this.fault('checksum', 'checksum', at, reason, 'the music unchanged');
    }
    if (length > at + 2) {
      this.fault('text-after', '', at + 2, 'text after the checksum', 'nothing', undefined, 'trailing-bytes');
    }
  }

  /** Digits that only one of the two dialects has decide. */
  #findDialect(): MotorolaDigits {
    const { text } = this;
    let steps = -1;
    let fractions = -1;
    for (let at = this.at; at < this.end; at++) {
      const digit = text.charCodeAt(at) - ZERO;
      if (steps < 0 && (digit === 0 || digit === 3 || digit === 5)) steps = at;
      else if (fractions < 0 && digit === 8) fractions = at;
    }
    if (steps >= 0 && fractions < 0) return 'steps';
    if (fractions >= 0 && steps < 0) return 'fractions';
    const reason = steps < 0 ? 'digits that both dialects have' : 'digits of both dialects';
    this.note('approximated', 'music', Math.max(this.at, Math.min(steps, fractions)), reason, '5 full to 0 thirty-second');
    return 'steps';
  }

  #readNotes(digits: MotorolaDigits): void {
    const sharps = new Sharps(digits);
    while (this.at < this.end) this.#readNote(digits, sharps);
    if (this.notes.length === 0) this.faultNoNotes(this.end);
  }

  #readNote(digits: MotorolaDigits, sharps: Sharps): void {
    this.noteIndex = this.notes.length;
    const letterAt = this.at++;
    // Lower case letters are not notes here.
    const letter = this.text.charCodeAt(letterAt) + 0x20;
    const isRest = letter === REST;
    if (!isRest && (letter < A || letter > G)) {
      const reason = `${this.shown(letterAt)} where A to G or R should be`;
      this.fault('unknown-letter', 'pitch', letterAt, reason, 'nothing');
      return;
    }
    this.beginNote(letterAt);
    if (this.noteIndex === MAX_NOTES) {
      const reason = `more than ${MAX_NOTES} notes and rests`;
      this.fault('long-tune', '', letterAt, reason, 'the whole tune', undefined, 'too-long');
    }
    let hasSign = false;
    let isHigh = false;
    for (let code = this.codeAt(this.at); code === SHARP || code === PLUS; code = this.codeAt(++this.at)) {
      if (isRest || (code === SHARP ? hasSign : isHigh)) {
        this.fault('junk', '', this.at, `${this.text[this.at]} has no meaning here`, 'nothing');
      } else if (code === SHARP) hasSign = true;
      else isHigh = true;
    }
    const duration = this.#readDuration(digits);
    if (isRest) {
      this.notes.push(makePause(duration, 0));
      return;
    }
    const semitone = this.semitone(letter, sharps.read(letter, hasSign) ? 1 : 0, letterAt);
    this.notes.push(makeNote(semitone, isHigh ? DEFAULT_OCTAVE + 1 : DEFAULT_OCTAVE, duration, 0));
  }

  #readDuration(digits: MotorolaDigits): Duration {
    const { at } = this;
    const code = this.codeAt(at);
    const isThere = isDigit(code);
    if (isThere) this.at++;
    const duration = (digits === 'steps' ? STEPS : FRACTIONS)[code - ZERO];
    if (duration !== undefined) return duration;
    const reason = `${this.shown(at)} where ${digits === 'steps' ? '0 to 5' : '1, 2, 4 or 8'} should be`;
    this.fault(isThere ? 'out-of-range' : 'missing-value', 'duration', at, reason, 'a quarter');
    return 4;
  }
}
