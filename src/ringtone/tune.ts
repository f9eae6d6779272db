/**
 * A monophonic tune, and what follows from it without any format: pitch in hertz, MIDI numbers, playing time.
 *
 * Octave numbers are those of RTX text: octave 4 holds A = 440 Hz. RTTTL 1.0 calls the same octave 5, but every program that
 * turns either text into the binary form maps 4, 5, 6, 7 to the scale codes 0, 1, 2, 3, which name A = 440 Hz first.
 *
 * Sources: RTTTL 1.0 and RTX texts; Nokia Smart Messaging (scales, dots).
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { findControl } from '../bytes/controls.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';

/** The twelve notes of an octave in rising order. There is no `e#` and no `b#`; flats are written as sharps. */
export const PITCHES = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'] as const;

/** One of the twelve notes of an octave. */
export type Pitch = (typeof PITCHES)[number];

/** Octave as RTTTL and RTX count them: a4 is 440 Hz, a7 is 3520 Hz. */
export type Octave = 4 | 5 | 6 | 7;

/** Length of a note as the divisor of a whole note: 4 is a quarter. */
export type Duration = 1 | 2 | 4 | 8 | 16 | 32;

/** N natural (a short rest between notes), C continuous (none), S staccato (shortened notes). */
export type Style = 'N' | 'C' | 'S';

/** Styles by the numbers that iMelody and the Nokia ringing tone give them. */
export const STYLES: readonly Style[] = ['N', 'C', 'S'];

interface Timed {
  /** Length: 1 for a whole note, 2 for a half note, up to 32. */
  readonly duration: Duration;
  /** Dots: 1 makes the note 1.5 times as long, 2 make it 1.75 times as long. */
  readonly dots: 0 | 1 | 2;
  /** Two thirds of the length, as in a triplet; only without dots. */
  readonly twoThirds?: true;
  /** Tempo from this note on, in quarter notes per minute. */
  readonly tempoBpm?: number;
  /** Style from this note on. */
  readonly style?: Style;
  /** Volume from this note on, 0 (off) to 15. A tune without any is played at the phone's volume. */
  readonly volume?: number;
}

/** A note that sounds. */
export interface SoundingNote extends Timed {
  /** Name of the note, sharps by `#`. */
  readonly pitch: Pitch;
  /** Octave, as RTTTL counts them: a4 is 440 Hz. */
  readonly octave: Octave;
}

/** A pause. Writers ignore an octave that a caller leaves in it. */
export interface Pause extends Timed {
  /** A pause has none. */
  readonly pitch: null;
  /** A pause has none. */
  readonly octave: null;
}

/** A note or a pause of a tune. */
export type Note = SoundingNote | Pause;

/** A monophonic tune. */
export interface Tune {
  /** Title, which phones show. RTTTL allows 10 characters, Nokia's binary form 15. */
  readonly title: string;
  /** Tempo in quarter notes per minute: in text a whole number from 25 to 900, in Nokia's binary form one of `TEMPO_TABLE`. */
  readonly tempoBpm: number;
  /** How notes are separated. */
  readonly style: Style;
  /** Repetitions after the first pass: 0 for none, 1 to 14, or 15 for an endless tune. */
  readonly loops: number;
  /** Notes and pauses, in order. */
  readonly notes: readonly Note[];
}

/** A note by its position in {@link PITCHES}: -1 is the b below the octave, 12 the c above it. Octaves end at 4 and 7. */
export function makeNote(
  semitone: number,
  octave: number,
  duration: Duration,
  dots: 0 | 1 | 2,
  isTwoThirds = false,
): SoundingNote {
  const near = semitone < 0 ? Math.max(4, octave - 1) : semitone > 11 ? Math.min(7, octave + 1) : octave;
  const note = { pitch: PITCHES[(semitone + 12) % 12] as Pitch, octave: near as Octave, duration, dots };
  return isTwoThirds ? { ...note, twoThirds: true } : note;
}

/** A pause. */
export function makePause(duration: Duration, dots: 0 | 1 | 2, isTwoThirds = false): Pause {
  const note = { pitch: null, octave: null, duration, dots };
  return isTwoThirds ? { ...note, twoThirds: true } : note;
}

/** What can change with a note. */
export interface Changes {
  tempoBpm?: number;
  style?: Style;
  volume?: number;
}

/** Adds changes to a note that was just made: copies of both would take longer than all the rest of a note. */
export function addChanges(note: Changes, { tempoBpm, style, volume }: Changes): void {
  if (tempoBpm !== undefined) note.tempoBpm = tempoBpm;
  if (style !== undefined) note.style = style;
  if (volume !== undefined) note.volume = volume;
}

/**
 * Returns the frequency of a note in hertz, in equal temperament with a4 = 440 Hz; null for a pause.
 * @throws EncodeError `bad-value` for a pitch or octave that a {@link Note} cannot have.
 */
export function noteHz(note: SoundingNote): number;
export function noteHz(note: Note): number | null;
export function noteHz(note: Note): number | null {
  requireObject(note, 'note');
  const midi = noteMidi(note);
  return midi === null ? null : 440 * 2 ** ((midi - 69) / 12);
}

/**
 * Returns the MIDI note number, 60 (c4) to 107 (b7), with a4 = 69; null for a pause. MIDI files written by gammu are one octave
 * lower.
 * @throws EncodeError `bad-value` for a pitch or octave that a {@link Note} cannot have.
 */
export function noteMidi(note: SoundingNote): number;
export function noteMidi(note: Note): number | null;
export function noteMidi(note: Note): number | null {
  requireObject(note, 'note');
  if (note.pitch === null) return null;
  const index = PITCHES.indexOf(note.pitch);
  if (index < 0) throw badField('pitch', note.pitch, 'c, c#, d ... b or null');
  if (!isOctave(note.octave)) throw badField('octave', note.octave, '4 to 7');
  return 12 * (note.octave + 1) + index;
}

/**
 * Returns the playing time of a tune in milliseconds, without its loops, at its own tempo (not rounded to a tempo code).
 * A quarter takes 60,000 / `tempoBpm`; one dot, two dots and a third multiply it by 1.5, 1.75 and 2/3.
 */
export function tuneDurationMs(tune: Tune): number {
  requireObject(tune, 'tune');
  requireList(tune.notes, 'tune.notes');
  let msPerUnit = 240_000 / WHOLE / tune.tempoBpm;
  let totalMs = 0;
  for (const note of tune.notes) {
    if (note.tempoBpm !== undefined) msPerUnit = 240_000 / WHOLE / note.tempoBpm;
    totalMs += toUnits(note) * msPerUnit;
  }
  return totalMs;
}

/**
 * Units of a whole note: the coarsest grid on which halves down to 1/32, their dots, double dots and two thirds all have whole numbers
 * (1/32 with two dots is 21 units, with two thirds 8).
 */
export const WHOLE = 384;

/** Length of a note in units, 8 to 672. */
export function toUnits(note: Note): number {
  const plain = WHOLE >> countHalvings(note.duration);
  if (note.twoThirds === true) return (plain * 2) / 3;
  return note.dots === 0 ? plain : note.dots === 1 ? plain + (plain >> 1) : plain + (plain >> 1) + (plain >> 2);
}

/** How often a whole note is halved, 0 to 5: the code of a length in the binary form and in iMelody. */
export function countHalvings(duration: Duration): number {
  return 31 - Math.clz32(duration);
}

/**
 * Checks what every encoder relies on, apart from tempos, whose range depends on the format.
 * @throws EncodeError `bad-value` naming the field, such as `notes[2].duration`.
 */
export function checkTune(tune: Tune): void {
  if (typeof tune.title !== 'string') throw badField('title', tune.title, 'a text');
  if (!isStyle(tune.style)) throw badField('style', tune.style, 'N, C or S');
  if (!isWhole(tune.loops, 0, 15)) throw badField('loops', tune.loops, '0 to 15');
  if (!Array.isArray(tune.notes)) throw badField('notes', tune.notes, 'an array');
  const { notes } = tune;
  for (let i = 0; i < notes.length; i++) checkNote(notes[i] as Note, i);
}

function checkNote(note: Note, index: number): void {
  if (typeof note !== 'object' || note === null) throw badField(`notes[${index}]`, note, 'a note');
  if (note.pitch !== null) {
    if (PITCHES.indexOf(note.pitch) < 0) throw badNote(index, 'pitch', note.pitch, 'c, c#, d ... b or null');
    if (!isOctave(note.octave)) throw badNote(index, 'octave', note.octave, '4 to 7');
  }
  if (!isDuration(note.duration)) throw badNote(index, 'duration', note.duration, '1, 2, 4, 8, 16 or 32');
  if (note.dots !== 0 && note.dots !== 1 && note.dots !== 2) throw badNote(index, 'dots', note.dots, '0, 1 or 2');
  if (note.twoThirds !== undefined) {
    if (note.twoThirds !== true) throw badNote(index, 'twoThirds', note.twoThirds, 'true, or left out');
    if (note.dots !== 0) throw badNote(index, 'twoThirds', note.twoThirds, 'no dots beside it');
  }
  if (note.style !== undefined && !isStyle(note.style)) throw badNote(index, 'style', note.style, 'N, C or S');
  if (note.volume !== undefined && !isWhole(note.volume, 0, 15)) throw badNote(index, 'volume', note.volume, '0 to 15');
}

function badNote(index: number, name: string, value: unknown, allowed: string): EncodeError {
  return badField(`notes[${index}].${name}`, value, allowed);
}

/** Whether a number is one of the six lengths. */
export function isDuration(value: number): value is Duration {
  return value === 4 || value === 8 || value === 16 || value === 2 || value === 32 || value === 1;
}

/** Whether a number is one of the four octaves. */
export function isOctave(value: number | null): value is Octave {
  return value === 5 || value === 6 || value === 4 || value === 7;
}

/** Whether a value is a whole number from `low` to `high`. */
export function isWhole(value: unknown, low: number, high: number): boolean {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

/** The error for a value that no encoder takes. */
export function badField(field: string, value: unknown, allowed: string): EncodeError {
  const found = typeof value === 'string' ? quote(value) : String(value);
  return EncodeError.badValue(field, `is ${found}, allowed: ${allowed}`);
}

function isStyle(value: unknown): value is Style {
  return value === 'N' || value === 'C' || value === 'S';
}

/** A control character of a title, as a message names it: on a screen or in another file they end lines and texts. */
export function controlMessage(title: string, index: number): string {
  return `control character ${title.charCodeAt(index)} in the title`;
}

/** @throws EncodeError `unencodable` with the index of a control character. */
export function requirePrintable(title: string): void {
  const index = findControl(title);
  if (index >= 0) throw new EncodeError('unencodable', 'title', index, controlMessage(title, index));
}
