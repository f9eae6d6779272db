/**
 * Every note that there is, by itself, and the comparison of what was heard of them.
 * @module
 */
import { expect } from 'vitest';
import { PITCH_STEP } from './drivers/sound.js';
import { PITCHES, type PlainNote, type PlainTune, secondsOf, tune } from './tunes.js';

/** A whole note at this tempo takes a second, four times the least that a measure of the lowest note takes. */
export const A_SECOND = 240;

/** Every note that there is. */
export const KEYS = [4, 5, 6, 7].flatMap((octave) => PITCHES.map((pitch) => ({ pitch, octave })));

/** Equal temperament on A = 440 Hz in octave 4. */
export const hertzOf = ({ pitch, octave }: Pick<PlainNote, 'pitch' | 'octave'>) =>
  440 * 2 ** (octave - 4 + (PITCHES.indexOf(pitch) - PITCHES.indexOf('a')) / 12);

export const steady = (notes: readonly Pick<PlainNote, 'pitch' | 'octave'>[], tempo: number, style: string): PlainTune => ({
  title: 'x',
  loops: 0,
  notes: notes.map((note) => ({ ...note, duration: 1, dots: 0, twoThirds: false, tempo, style })),
});

/** Tunes of a few seconds. */
export const shortTune = (notes: number) =>
  tune({ everyLength: true, changes: true, mostNotes: notes }).filter((plain) => secondsOf(plain) < 20);

/** Compares what was heard of every key; a measure is exact to half a step, a semitone is seven steps. */
export function comparePitches(shown: readonly number[]): void {
  const off = KEYS.flatMap((key, index) => {
    const share = shown[index]! / hertzOf(key) - 1;
    return Math.abs(share) < PITCH_STEP / 2
      ? []
      : [`${key.pitch}${key.octave}: ${shown[index]} for ${hertzOf(key).toFixed(2)}`];
  });
  expect(off).toEqual([]);
  expect(shown.length).toBe(KEYS.length);
  console.log(`sox: ${shown.length} pitches, to ${(50 * PITCH_STEP).toFixed(2)} %`);
}
