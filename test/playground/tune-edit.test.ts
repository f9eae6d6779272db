import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeLength,
  insertNote,
  moveNote,
  NOTE_LENGTHS,
  noteOf,
  quartersOf,
  RANGE,
  removeNote,
  setPitch,
  setQuarters,
  sharedNotes,
  toggleDot,
  transposeNote,
  transposeTune,
  tuneFrom,
} from '../../src/playground/compose/tune-edit.js';
import { fitTune, formatRtttl, noteMidi, parseRtttl, type Tune } from '../../src/ringtone/index.js';

const tune = parseRtttl('T:d=4,o=5,b=100:c,e.,p,8g');
const notes = (edited: Tune) => formatRtttl(edited).replace(/^[^:]*:[^:]*:/, '');
const quarter = { duration: 4, dots: 0 } as const;

describe('notes', () => {
  it('are put in, taken away and moved', () => {
    expect(notes(insertNote(tune, 1, noteOf(74, quarter)))).toBe(notes(parseRtttl('T:d=4,o=5,b=100:c,d,e.,p,8g')));
    expect(notes(insertNote(tune, 99, noteOf(null, quarter)))).toBe(notes(parseRtttl('T:d=4,o=5,b=100:c,e.,p,8g,p')));
    expect(notes(removeNote(tune, 1))).toBe(notes(parseRtttl('T:d=4,o=5,b=100:c,p,8g')));
    expect(notes(moveNote(tune, 0, 2))).toBe(notes(parseRtttl('T:d=4,o=5,b=100:e.,p,c,8g')));
    const one = parseRtttl('T:d=4,o=5,b=100:c');
    expect([removeNote(one, 0), removeNote(tune, 9), moveNote(tune, 0, -1)]).toEqual([one, tune, tune]);
  });

  it('get another pitch, within the range', () => {
    expect(noteMidi(transposeNote(tune, 0, 1).notes[0]!)).toBe(73);
    expect(transposeNote(tune, 2, 1)).toBe(tune);
    expect(transposeNote(tune, 0, 48)).toBe(tune);
    expect(noteMidi(setPitch(tune, 0, 500).notes[0]!)).toBe(RANGE.high);
    expect(setPitch(tune, 0, null).notes[0]).toMatchObject({ pitch: null, duration: 4 });
    expect([noteOf(RANGE.low, quarter), noteOf(RANGE.high, quarter)]).toMatchObject([
      { pitch: 'c', octave: 4 },
      { pitch: 'b', octave: 7 },
    ]);
  });

  it('get other lengths, from a 32nd to a dotted whole', () => {
    expect(changeLength(tune, 1, 1).notes[1]).toMatchObject({ duration: 2, dots: 1 });
    expect(changeLength(tune, 3, -1).notes[3]).toMatchObject({ duration: 16 });
    const ends = parseRtttl('T:d=4,o=5,b=100:1c,32c');
    expect([changeLength(ends, 0, 1), changeLength(ends, 1, -1)]).toEqual([ends, ends]);
    expect(toggleDot(tune, 0).notes[0]?.dots).toBe(1);
    expect(toggleDot(tune, 1).notes[1]?.dots).toBe(0);
    for (const length of NOTE_LENGTHS) expect(setQuarters(tune, 0, quartersOf(length)).notes[0]).toMatchObject(length);
    expect(setQuarters(tune, 0, -3).notes[0]).toMatchObject({ duration: 32, dots: 0 });
    expect(setQuarters(tune, 0, 1.4).notes[0]).toMatchObject({ duration: 4, dots: 1 });
  });

  it('the whole tune is transposed, or stays where a note would leave the range', () => {
    expect(notes(transposeTune(tune, 12))).toBe(notes(parseRtttl('T:d=4,o=6,b=100:c,e.,p,8g')));
    expect(transposeTune(tune, 36)).toBe(tune);
  });
});

describe('changes of tempo and style', () => {
  const changing: Tune = {
    ...tune,
    notes: tune.notes.map((note, i) => (i === 0 ? { ...note, tempoBpm: 90 } : i === 2 ? { ...note, style: 'S' } : note)),
  };

  it('stay at their places', () => {
    expect(moveNote(changing, 0, 3).notes.map(({ tempoBpm, style }) => tempoBpm ?? style)).toEqual([
      90,
      undefined,
      'S',
      undefined,
    ]);
    expect(removeNote(changing, 2).notes[2]).toMatchObject({ pitch: 'g', style: 'S' });
    const first = insertNote(changing, 0, noteOf(72, quarter));
    expect(first.notes.slice(0, 2).map(({ tempoBpm }) => tempoBpm)).toEqual([90, undefined]);
    expect(transposeNote(changing, 0, 1).notes[0]?.tempoBpm).toBe(90);
    expect(transposeTune(changing, 1).notes[2]?.style).toBe('S');
  });

  it('count for what is played from a note on', () => {
    expect(tuneFrom(changing, 3).notes).toMatchObject([{ pitch: 'g', tempoBpm: 90, style: 'S' }]);
    expect(tuneFrom(changing, 9)).toBe(changing);
  });
});

describe('what fits', () => {
  it('is as long as what both begin with', () => {
    const long = { ...tune, notes: Array.from({ length: 300 }, (_, i) => noteOf(60 + ((i * i) % 40), quarter)) };
    const fitted = fitTune(long, { form: 'nokia', maxSegments: 1 });
    expect(sharedNotes(long, fitted)).toBe(fitted.notes.length);
    expect(fitted.notes.length).toBeLessThan(300);
    expect(sharedNotes(tune, { ...tune, notes: [noteOf(60, quarter)] })).toBeUndefined();
  });
});

describe('properties', () => {
  it('after any edits the tune is written and read back as it is', () => {
    const edit = fc.tuple(fc.nat(8), fc.nat(9), fc.integer({ min: -20, max: 120 }));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        let edited = tune;
        for (const [kind, at, value] of edits) {
          const index = Math.min(at, edited.notes.length - 1);
          const length = NOTE_LENGTHS[at] ?? quarter;
          edited = [
            () => insertNote(edited, at, noteOf(value, length)),
            () => insertNote(edited, at, noteOf(null, length)),
            () => removeNote(edited, index),
            () => moveNote(edited, index, value),
            () => setPitch(edited, index, value),
            () => changeLength(edited, index, value > 50 ? 1 : -1),
            () => toggleDot(edited, index),
            () => setQuarters(edited, index, value / 20),
            () => transposeTune(edited, value > 50 ? 1 : -1),
          ][kind]!();
        }
        expect(parseRtttl(formatRtttl(edited)).notes).toEqual(edited.notes);
      }),
    );
  });
});
