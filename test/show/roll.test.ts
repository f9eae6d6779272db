import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteMidi, parseRtttl, type Tune, tuneDurationMs } from '../../src/ringtone/index.js';
import { findRoll, isBlackKey, nameNote, noteAt, STYLE_NAMES } from '../../src/show/roll.js';
import { textTune } from '../support/tunes.js';

const scale = parseRtttl('Scale:d=4,o=5,b=120:c,8d.,p,2e,16f#7');

describe('a tune in time', () => {
  it('has its notes where tempo, dots and style put them', () => {
    const { notes, lengthMs, low, high } = findRoll(scale);
    expect(notes.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 500],
      [500, 875],
      [875, 1375],
      [1375, 2375],
      [2375, 2500],
    ]);
    expect(notes.map(({ words }) => words)).toEqual([
      'c5, quarter',
      'd5, 8th, dotted',
      'pause, quarter',
      'e5, half',
      'f#7, 16th',
    ]);
    expect(notes.map(({ midi }) => midi)).toEqual([72, 74, undefined, 76, 102]);
    // Natural style leaves a twentieth out.
    expect(notes[0]?.soundsUntilMs).toBe(475);
    expect(notes[2]?.soundsUntilMs).toBe(875);
    expect({ lengthMs, low, high }).toEqual({ lengthMs: 2500, low: 72, high: 102 });
  });

  it('follows tempos and styles that change inside', () => {
    const tune = parseRtttl('X:d=4,o=5,b=120:c,b=60,s=S,c,s=C,c');
    expect(findRoll(tune).notes.map(({ startMs, soundsUntilMs }) => [startMs, soundsUntilMs])).toEqual([
      [0, 475],
      [500, 1000],
      [1500, 2500],
    ]);
  });

  it('shows double dots and triplets, and a tune of pauses', () => {
    const notes = [
      { pitch: 'a', octave: 4, duration: 4, dots: 2 },
      { pitch: 'a', octave: 4, duration: 4, dots: 0, twoThirds: true },
    ] as const;
    const tune: Tune = { title: '', tempoBpm: 120, style: 'C', loops: 0, notes };
    expect(findRoll(tune).notes.map(({ words, endMs }) => [words, Math.round(endMs)])).toEqual([
      ['a4, quarter, double-dotted', 875],
      ['a4, quarter, triplet', 1208],
    ]);
    expect(findRoll(parseRtttl('P:d=4,o=5,b=120:p,p'))).toMatchObject({ low: 72, high: 72, lengthMs: 1000 });
  });

  it('is as long as the tune, and finds the note of each moment', () => {
    fc.assert(
      fc.property(textTune(), (tune) => {
        const roll = findRoll(tune);
        expect(roll.lengthMs).toBeCloseTo(tuneDurationMs(tune), 3);
        expect(roll.notes.map(({ midi }) => midi ?? null)).toEqual(tune.notes.map((note) => noteMidi(note)));
        for (const [i, { startMs, endMs, soundsUntilMs }] of roll.notes.entries()) {
          expect(noteAt(roll, startMs)).toBe(i);
          expect(noteAt(roll, (startMs + endMs) / 2)).toBe(i);
          expect(soundsUntilMs).toBeLessThanOrEqual(endMs);
        }
        expect(noteAt(roll, roll.lengthMs)).toBe(-1);
        expect(noteAt(roll, -1)).toBe(-1);
      }),
    );
  });

  it('has words for the styles', () => {
    expect(STYLE_NAMES).toEqual({ N: 'natural', C: 'continuous', S: 'staccato' });
  });

  it('in quarter notes is the same whatever the tempo', () => {
    const { notes, length } = findRoll(scale);
    expect(notes.map(({ start, length: quarters }) => [start, quarters])).toEqual([
      [0, 1],
      [1, 0.75],
      [1.75, 1],
      [2.75, 2],
      [4.75, 0.25],
    ]);
    expect([length, notes[0]?.sounding, notes[2]?.sounding]).toEqual([5, 0.95, 0]);
  });

  it('names notes and their keys', () => {
    expect([60, 69, 73].map((midi) => [nameNote(midi), isBlackKey(midi)])).toEqual([
      ['c4', false],
      ['a4', false],
      ['c#5', true],
    ]);
  });
});
