/**
 * A tune as a piano roll: when each note begins and ends, in words and in numbers.
 * @module
 */
import { type Note, noteMidi, type Style, type Tune, tuneDurationMs } from '../ringtone/index.js';
import { QUARTER, soundingShare } from '../ringtone/lengths.js';
import { PITCHES, toUnits } from '../ringtone/tune.js';

/** A note or pause in time: in quarter notes and, as its tempo has it, in milliseconds from the beginning. */
export interface RollNote {
  readonly start: number;
  /** Until the next one begins. */
  readonly length: number;
  /** How much of it sounds: the style leaves a gap after it. */
  readonly sounding: number;
  readonly startMs: number;
  /** When the next one begins. */
  readonly endMs: number;
  /** Until when it sounds. */
  readonly soundsUntilMs: number;
  /** MIDI number, 60 for c4; undefined for a pause. */
  readonly midi: number | undefined;
  /** Such as `c#5, 8th, dotted`. */
  readonly words: string;
}

/** A tune in time. */
export interface Roll {
  readonly notes: readonly RollNote[];
  /** Quarter notes in all, pauses at the end included. */
  readonly length: number;
  readonly lengthMs: number;
  /** Lowest and highest note; of a tune of pauses the middle of the range. */
  readonly low: number;
  readonly high: number;
}

/** What the roll of pauses alone shows. */
const C5 = 72;

/** Notes of a tune in time, one pass. */
export function findRoll(tune: Tune): Roll {
  const notes: RollNote[] = [];
  let { tempoBpm, style } = tune;
  // Whole numbers, so that no sum is a little too long.
  let units = 0;
  let startMs = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const note of tune.notes) {
    tempoBpm = note.tempoBpm ?? tempoBpm;
    style = note.style ?? style;
    const lengthMs = tuneDurationMs({ title: '', tempoBpm, style, loops: 0, notes: [note] });
    const length = toUnits(note) / QUARTER;
    const midi = noteMidi(note) ?? undefined;
    const share = midi === undefined ? 0 : soundingShare(style);
    const inQuarters = { start: units / QUARTER, length, sounding: length * share };
    const inMs = { startMs, endMs: startMs + lengthMs, soundsUntilMs: startMs + lengthMs * share };
    notes.push({ ...inQuarters, ...inMs, midi, words: wordsOf(note) });
    units += toUnits(note);
    startMs += lengthMs;
    if (midi === undefined) continue;
    low = Math.min(low, midi);
    high = Math.max(high, midi);
  }
  return { notes, length: units / QUARTER, lengthMs: startMs, ...(high < low ? { low: C5, high: C5 } : { low, high }) };
}

/** The note that is on at a time; -1 outside of the tune. */
export function noteAt({ notes }: Roll, ms: number): number {
  let from = 0;
  let to = notes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((notes[middle] as RollNote).endMs <= ms) from = middle + 1;
    else to = middle;
  }
  return ms >= 0 && from < notes.length ? from : -1;
}

/** Name of a MIDI note with RTX's octave, such as a4. */
export function nameNote(midi: number): string {
  return `${PITCHES[midi % 12]}${Math.floor(midi / 12) - 1}`;
}

/** Whether a note is on a black key. */
export function isBlackKey(midi: number): boolean {
  return PITCHES[midi % 12]?.endsWith('#') === true;
}

const LENGTHS = { 1: 'whole', 2: 'half', 4: 'quarter', 8: '8th', 16: '16th', 32: '32nd' } as const;

function wordsOf(note: Note): string {
  const name = note.pitch === null ? 'pause' : `${note.pitch}${note.octave}`;
  const dots = note.twoThirds === true ? ', triplet' : ['', ', dotted', ', double-dotted'][note.dots];
  return `${name}, ${LENGTHS[note.duration]}${dots}`;
}

/** Words for the styles. */
export const STYLE_NAMES: Readonly<Record<Style, string>> = { N: 'natural', C: 'continuous', S: 'staccato' };
