import { describe, expect, it } from 'vitest';
import {
  type Note,
  noteHz,
  noteMidi,
  type Pause,
  type SoundingNote,
  TEMPO_TABLE,
  tempoCode,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { ringtoneVectors } from './vectors.js';

const a4: SoundingNote = { pitch: 'a', octave: 4, duration: 4, dots: 0 };
const pause: Pause = { pitch: null, octave: null, duration: 4, dots: 0 };

describe('pitch', () => {
  it.each<[SoundingNote['pitch'], SoundingNote['octave'], number, number]>([
    ['a', 4, 69, 440],
    ['c', 5, 72, 523.25],
    ['a', 5, 81, 880],
    ['b', 7, 107, 3951.07],
  ])('%s%i', (pitch, octave, midi, hz) => {
    expect(noteMidi({ ...a4, pitch, octave })).toBe(midi);
    expect(noteHz({ ...a4, pitch, octave })).toBeCloseTo(hz, 2);
  });

  it('a pause has none', () => {
    expect(noteMidi(pause)).toBeNull();
    expect(noteHz(pause)).toBeNull();
  });

  it('names a field that no note has', () => {
    expect(() => noteHz({ ...a4, pitch: 'h' } as unknown as Note)).toThrowError(expect.objectContaining({ field: 'pitch' }));
    expect(() => noteMidi({ ...a4, octave: 3 } as unknown as Note)).toThrowError(expect.objectContaining({ field: 'octave' }));
  });
});

describe('playing time', () => {
  const length = (note: Partial<Note>) =>
    tuneDurationMs({ title: '', tempoBpm: 60, style: 'N', loops: 3, notes: [{ ...a4, ...note } as Note] });

  it('dots, thirds and tempo changes', () => {
    expect([
      length({}),
      length({ dots: 1 }),
      length({ dots: 2 }),
      length({ twoThirds: true }),
      length({ tempoBpm: 120 }),
    ]).toEqual([1000, 1500, 1750, expect.closeTo(666.667, 3), 500]);
  });
});

describe('tempo codes', () => {
  it.each(ringtoneVectors().tempoTable)('$bpm', ({ bpm, codeUp, codeNearest }) => {
    expect(tempoCode(bpm, 'up')).toBe(codeUp);
    expect(tempoCode(bpm, 'nearest')).toBe(codeNearest);
  });

  it('the higher of two equally near', () => {
    expect(TEMPO_TABLE[tempoCode(33, 'nearest')]).toBe(35);
    expect(TEMPO_TABLE).toHaveLength(32);
  });

  it('a tempo is a number', () => {
    expect(() => tempoCode(Number.NaN, 'up')).toThrowError(expect.objectContaining({ code: 'bad-value', field: 'tempoBpm' }));
  });
});
