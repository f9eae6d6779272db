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
import { quote } from '../bytes/quote.js';
import { DecodeError, EncodeError } from '../errors.js';
import { isDigit, isLineBreak, shownAt, ZERO } from './characters.js';
import { type Issue, reportLoss, type TuneTextOptions } from './issues.js';
import { nearOctave, reportLostChange, reportLostSettings } from './losses.js';
import { DEFAULT_OCTAVE } from './melody-object.js';
import { checkTextTempo } from './tempo.js';
import {
  badField,
  checkTune,
  type Duration,
  halvingsOf,
  type Note,
  type Octave,
  PITCHES,
  type Pitch,
  type Tune,
} from './tune.js';
import { reportMissing, reportNoNotes, startReading, type TuneReading } from './tune-reading.js';

/** What the digits of a text mean. */
export type MotorolaDigits = 'steps' | 'fractions';

/** How to write a tune. */
export interface MotorolaOptions {
  /** What the digits mean, default 'steps'. */
  readonly digits?: MotorolaDigits;
  /** Called for everything that the text cannot hold and that was written as something near; the index is that of the note. */
  readonly onIssue?: (issue: Issue) => void;
}

/** How to read a text. */
export interface ParseMotorolaOptions extends TuneTextOptions {
  /** What the digits mean; by default what they show. */
  readonly digits?: MotorolaDigits;
}

/** Notes and rests of a tune. */
const MAX_NOTES = 35;

/** Quarters per minute by tempo digit, from 1. */
const TEMPOS: readonly number[] = [63, 80, 100, 160];

/** Fastest tune that is written with tempo 3 (ringtonetools). */
const MODERATE_BPM = 110;

/**
 * Motorola text of a tune. The title, style, volumes and loops are lost, dots and thirds too, octaves 4 and 7 move to 5 and 6, and
 * the tempo becomes 3 up to 110 bpm, else 4. With 'fractions', sixteenths and less become eighths. Each change is reported.
 * @throws EncodeError `too-long` for more than 35 notes and rests; `unencodable` for a tune without notes; `bad-value` for a field
 *   out of its range.
 */
export function formatMotorola(tune: Tune, options: MotorolaOptions = {}): string {
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
  if (tune.title !== '') reportLoss(onIssue, 'dropped', 'title', 0, 'a title', 'none');
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
    const digit = digits === 'steps' ? 5 - halvingsOf(duration) : duration;
    if (note.pitch === null) {
      music += `R${digit}`;
      continue;
    }
    const isHigh = nearOctave(note, i, onIssue) > DEFAULT_OCTAVE;
    const letter = (note.pitch[0] as string).toUpperCase();
    music += `${letter}${sharps.signFor(letter, note.pitch.length === 2) ? '#' : ''}${isHigh ? '+' : ''}${digit}`;
  }
  return `L35&${tempo} ${music}&&${checksumOf(music)}`;
}

/** Which letters are sharp at the moment. */
class Sharps {
  readonly #toggles: boolean;
  readonly #on = new Set<string>();

  constructor(digits: MotorolaDigits) {
    this.#toggles = digits === 'steps';
  }

  /** Whether a note of this letter needs a "#" to be sharp, or to be natural again. */
  signFor(letter: string, isSharp: boolean): boolean {
    if (!this.#toggles) return isSharp;
    const needsSign = this.#on.has(letter) !== isSharp;
    if (needsSign) this.read(letter, true);
    return needsSign;
  }

  /** Whether a note of this letter is sharp, given its sign. */
  read(letter: string, hasSign: boolean): boolean {
    if (!this.#toggles) return hasSign;
    if (hasSign && !this.#on.delete(letter)) this.#on.add(letter);
    return this.#on.has(letter);
  }
}

/** XOR of all characters as two characters from "0" to "?", the high half first. */
function checksumOf(music: string): string {
  let sum = 0;
  for (let i = 0; i < music.length; i++) sum ^= music.charCodeAt(i);
  return String.fromCharCode(0x30 + ((sum >> 4) & 15), 0x30 + (sum & 15));
}

/**
 * Reads a Motorola text. The tune has no title, and its tempo is a guess that is reported.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `Motorola/note[3]/duration` or
 *   `Motorola/checksum`, its offset the index of the offending character; `too-long` past 35 notes. In lenient mode only a text
 *   that does not begin with `L35&` is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseMotorola(text: string, options: ParseMotorolaOptions = {}): Tune {
  const reading = startReading('Motorola', text, options);
  const length = trimmedLength(text);
  if (!text.startsWith('L35&')) {
    let at = 0;
    while (at < 4 && text[at] === 'L35&'[at]) at++;
    throw new DecodeError(at >= text.length ? 'truncated' : 'bad-value', 'Motorola/head', at, 'does not begin with L35&');
  }
  let at = 4;
  const digit = at < length ? text.charCodeAt(at) - ZERO : -1;
  const isTempo = digit >= 1 && digit <= 4;
  const tempo = isTempo ? digit : 2;
  if (!isTempo) {
    const reason = `${shownAt(text, at, length)} where 1 to 4 should be`;
    reading.fault('out-of-range', 'Motorola/tempo', at, reason, { assumed: '2' });
  }
  if (digit >= 0 && digit <= 9) at++;
  const tempoBpm = TEMPOS[tempo - 1] as number;
  const speed = { assumed: `${tempoBpm} quarters per minute` };
  reading.note('approximated', 'Motorola/tempo', 4, `tempo ${tempo}, a speed of the phone`, speed);
  if (at < length && text[at] === ' ') at++;
  else {
    const reason = `${shownAt(text, at, length)} where a blank should be`;
    reading.fault('junk', 'Motorola/music', at, reason, { assumed: 'a blank' });
  }

  let end = text.indexOf('&&', at);
  if (end < 0 || end > length) {
    reportMissing(reading, 'Motorola/checksum', length, 'no && after the music', 'the end');
    end = length;
  } else checkSum(reading, text, at, end, length);
  const digits = options.digits ?? dialectOf(reading, text, at, end);
  return { title: '', tempoBpm, style: 'N', loops: 0, notes: readNotes(reading, text, at, end, digits) };
}

/** The length without line ends after the text. */
function trimmedLength(text: string): number {
  let length = text.length;
  while (length > 0 && isLineBreak(text.charCodeAt(length - 1))) length--;
  return length;
}

function checkSum(reading: TuneReading, text: string, start: number, end: number, length: number): void {
  const at = end + 2;
  const field = 'Motorola/checksum';
  const expected = checksumOf(text.slice(start, end));
  const found = text.slice(at, Math.min(at + 2, length));
  if (found.length < 2) {
    reportMissing(reading, field, length, 'the checksum has two characters', expected);
    return;
  }
  if (found !== expected) {
    const reason = `is ${quote(found)}, and the music gives ${quote(expected)}`;
    reading.fault('checksum', field, at, reason, { assumed: 'the music unchanged' });
  }
  if (length > at + 2) {
    reading.fault('text-after', 'Motorola', at + 2, 'text after the checksum', { assumed: 'nothing' }, 'trailing-bytes');
  }
}

/** Digits that only one of the two dialects has decide. */
function dialectOf(reading: TuneReading, text: string, start: number, end: number): MotorolaDigits {
  let steps = -1;
  let fractions = -1;
  for (let at = start; at < end; at++) {
    const digit = text[at] as string;
    if (steps < 0 && (digit === '0' || digit === '3' || digit === '5')) steps = at;
    else if (fractions < 0 && digit === '8') fractions = at;
  }
  if (steps >= 0 && fractions < 0) return 'steps';
  if (fractions >= 0 && steps < 0) return 'fractions';
  const reason = steps < 0 ? 'digits that both dialects have' : 'digits of both dialects';
  const at = Math.max(start, Math.min(steps, fractions));
  reading.note('approximated', 'Motorola/music', at, reason, { assumed: '5 full to 0 thirty-second' });
  return 'steps';
}

function readNotes(reading: TuneReading, text: string, start: number, end: number, digits: MotorolaDigits): Note[] {
  const notes: Note[] = [];
  const sharps = new Sharps(digits);
  let at = start;
  while (at < end) {
    const field = `Motorola/note[${notes.length}]`;
    const letterAt = at;
    const letter = text[at++] as string;
    const semitone = SEMITONES.get(letter);
    if (semitone === undefined) {
      const reason = `${shownAt(text, letterAt, end)} where A to G or R should be`;
      reading.fault('unknown-letter', `${field}/pitch`, letterAt, reason, { assumed: 'nothing' });
      continue;
    }
    reading.limit('tuneNotes', notes.length + 1, field, letterAt);
    if (notes.length === MAX_NOTES) {
      const details = { assumed: 'the whole tune' };
      reading.fault('long-tune', field, letterAt, `more than ${MAX_NOTES} notes and rests`, details, 'too-long');
    }
    const isRest = letter === 'R';
    let hasSign = false;
    let isHigh = false;
    for (; at < end && (text[at] === '#' || text[at] === '+'); at++) {
      if (isRest || (text[at] === '#' ? hasSign : isHigh)) {
        reading.fault('junk', field, at, `${text[at]} has no meaning here`, { assumed: 'nothing' });
      } else if (text[at] === '#') hasSign = true;
      else isHigh = true;
    }
    const duration = readDuration(reading, text, at, end, digits, field);
    if (at < end && isDigit(text.charCodeAt(at))) at++;
    if (isRest) {
      notes.push({ pitch: null, octave: null, duration, dots: 0 });
      continue;
    }
    const isSharp = sharps.read(letter, hasSign);
    let octave = isHigh ? DEFAULT_OCTAVE + 1 : DEFAULT_OCTAVE;
    if (isSharp && (letter === 'E' || letter === 'B')) {
      const details = { assumed: 'the next semitone' };
      reading.fault('impossible-sharp', `${field}/pitch`, letterAt, 'no such sharp exists', details);
      if (letter === 'B') octave++;
    }
    const pitch = PITCHES[(semitone + (isSharp ? 1 : 0)) % 12] as Pitch;
    notes.push({ pitch, octave: octave as Octave, duration, dots: 0 });
  }
  if (notes.length === 0) reportNoNotes(reading, 'Motorola', end);
  return notes;
}

/** By letter the position in PITCHES, which a rest does not have. */
const SEMITONES: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['C', 0],
  ['D', 2],
  ['E', 4],
  ['F', 5],
  ['G', 7],
  ['A', 9],
  ['B', 11],
  ['R', -1],
]);

/** Durations by digit. */
const STEPS: readonly Duration[] = [32, 16, 8, 4, 2, 1];
const FRACTIONS: readonly (Duration | undefined)[] = [undefined, 1, 2, undefined, 4, undefined, undefined, undefined, 8];

function readDuration(
  reading: TuneReading,
  text: string,
  at: number,
  end: number,
  digits: MotorolaDigits,
  field: string,
): Duration {
  const isThere = at < end && isDigit(text.charCodeAt(at));
  const duration = (digits === 'steps' ? STEPS : FRACTIONS)[isThere ? Number(text[at]) : -1];
  if (duration !== undefined) return duration;
  const allowed = digits === 'steps' ? '0 to 5' : '1, 2, 4 or 8';
  const reason = `${shownAt(text, at, end)} where ${allowed} should be`;
  reading.fault(isThere ? 'out-of-range' : 'missing-value', `${field}/duration`, at, reason, { assumed: 'a quarter' });
  return 4;
}
