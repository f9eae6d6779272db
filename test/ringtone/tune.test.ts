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
import { checkPlayable, checkTextTempo } from '../../src/ringtone/tempo.js';
import { addChanges, makeNote, makePause } from '../../src/ringtone/tune.js';
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

describe('made notes', () => {
  it.each([
    [-1, 5, 'b', 4],
    [-1, 4, 'b', 4],
    [0, 5, 'c', 5],
    [11, 5, 'b', 5],
    [12, 5, 'c', 6],
    [12, 7, 'c', 7],
  ])('semitone %i of octave %i is %s%i', (semitone, octave, pitch, found) => {
    expect(makeNote(semitone, octave, 8, 1)).toStrictEqual({ pitch, octave: found, duration: 8, dots: 1 });
    expect(makeNote(semitone, octave, 8, 0, true)).toStrictEqual({
      pitch,
      octave: found,
      duration: 8,
      dots: 0,
      twoThirds: true,
    });
  });

  it('pauses', () => {
    expect(makePause(2, 2)).toStrictEqual({ pitch: null, octave: null, duration: 2, dots: 2 });
    expect(makePause(2, 0, true)).toStrictEqual({ pitch: null, octave: null, duration: 2, dots: 0, twoThirds: true });
  });

  it('only what changes is added', () => {
    for (const changes of [{ tempoBpm: 90 }, { style: 'S' }, { volume: 0 }, {}] as const) {
      const note = makeNote(0, 5, 4, 0);
      addChanges(note, changes);
      expect(note).toStrictEqual({ pitch: 'c', octave: 5, duration: 4, dots: 0, ...changes });
    }
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

  it.each([
    [-5, 0],
    [0, 0],
    [24, 0],
    [25, 0],
    [899, 31],
    [900, 31],
    [901, 31],
    [5000, 31],
  ])('%i bpm, at an end of the table: %i', (bpm, code) => {
    expect(tempoCode(bpm, 'up')).toBe(code);
    expect(tempoCode(bpm, 'nearest')).toBe(code);
  });

  it('the higher of two equally near', () => {
    expect(TEMPO_TABLE[tempoCode(33, 'nearest')]).toBe(35);
    expect(TEMPO_TABLE).toHaveLength(32);
  });

  it.each([
    [19.99, false],
    [20, true],
    [1080, true],
    [1080.01, false],
    [Number.NaN, false],
  ])('a tempo of %d that is played: %s', (bpm, isPlayed) => {
    const call = expect(() => checkPlayable('tempoBpm', bpm));
    if (isPlayed) call.not.toThrow();
    else call.toThrowError(expect.objectContaining({ code: 'bad-value', field: 'tempoBpm' }));
  });

  it.each([
    [24, false],
    [25, true],
    [900, true],
    [901, false],
    [100.5, false],
  ])('a tempo of %d in a text: %s', (bpm, isWritten) => {
    const call = expect(() => checkTextTempo('notes[3].tempoBpm', bpm));
    if (isWritten) call.not.toThrow();
    else call.toThrowError(expect.objectContaining({ code: 'bad-value', field: 'notes[3].tempoBpm' }));
  });

  it('a tempo is a number', () => {
    expect(() => tempoCode(Number.NaN, 'up')).toThrowError(expect.objectContaining({ code: 'bad-value', field: 'tempoBpm' }));
  });
});
