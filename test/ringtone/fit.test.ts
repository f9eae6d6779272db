import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import {
  type FitBudget,
  type FitChange,
  fitTune,
  formatRtttl,
  measureTune,
  type Note,
  parseRtttl,
  type Tune,
  type TuneForm,
} from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { nokiaTune, textTune } from '../support/tunes.js';
import { ringtoneVectors, spelledOut } from './vectors.js';

const { vectors } = ringtoneVectors();

const VERSE = '8c,8d,8e,8f,g,g,8a,8a,8a,8a,2g';
const REFRAIN = '8e6,8d6,8c6,8b,a,b,8c6,8b,8a,8g,2f';

function tuneOf(...parts: string[]): Tune {
  return parseRtttl(`x:d=4,o=5,b=160:${parts.join(',')}`);
}

/** The result, and what was reported in short. */
function fitted(tune: Tune, budget: FitBudget): { tune: Tune; changes: string[] } {
  const changes: FitChange[] = [];
  const result = fitTune(tune, { ...budget, onChange: (change) => changes.push(change) });
  return { tune: result, changes: changes.map(({ code, notesKept, notesDropped }) => `${code} ${notesKept} ${notesDropped}`) };
}

/** Notes as they are played, loops too (an endless one once more). */
function played(tune: Tune): unknown[] {
  const plays = tune.loops === 15 ? 2 : tune.loops + 1;
  let volume: number | undefined;
  return Array.from({ length: plays }, () => spelledOut(tune)).flatMap((notes) =>
    notes.map((note, i) => {
      volume = tune.notes[i]!.volume ?? volume;
      return { ...note, twoThirds: tune.notes[i]!.twoThirds, volume };
    }),
  );
}

describe('measuring', () => {
  it('octets and messages of a published tune', () => {
    const tune = parseRtttl(vectors[0]!.text);
    // 87 bits up to the count, tempo 8, scale 5, ten notes of 12: 28 octets, and the command end.
    expect(measureTune(tune, { form: 'nokia' })).toEqual({ notes: 10, octets: 29, segments: 1 });
    expect(measureTune(tune, { form: 'rtttl' })).toEqual({ notes: 10, octets: 45, segments: 1 });
    expect(measureTune(tune, { form: 'rtx' }).octets).toBe(45 + ',s=N,l=0'.length);
  });

  it('one message takes 133 octets, a part of several 128', () => {
    const of = (count: number) => measureTune(tuneOf(...Array.from({ length: count }, () => 'c')), { form: 'nokia' });
    const sizes = Array.from({ length: 200 }, (_, i) => of(i + 1));
    for (const { octets, segments } of sizes) {
      expect(segments).toBe(octets <= 133 ? 1 : octets <= 256 ? 2 : 3);
    }
    expect(new Set(sizes.map(({ segments }) => segments))).toEqual(new Set([1, 2, 3]));
  });

  it('EMS: octets of all objects, a message for each', () => {
    const size = measureTune(tuneOf(VERSE, REFRAIN, VERSE), { form: 'ems' });
    expect(size.segments).toBeGreaterThan(1);
    expect(size.octets).toBeGreaterThan(128);
    expect(size.octets).toBeLessThanOrEqual(128 * size.segments);
  });

  it('the other forms, and patterns', () => {
    const tune = tuneOf(VERSE, REFRAIN, VERSE, REFRAIN, 'c');
    expect(measureTune(tune, { form: 'imelody' }).octets).toBeGreaterThan(150);
    expect(measureTune(tune, { form: 'midi' }).octets).toBeGreaterThan(45 * 6);
    const plain = measureTune(tune, { form: 'nokia' }).octets;
    expect(measureTune(tune, { form: 'nokia', patterns: 'repeat' }).octets).toBeLessThan(plain);
    expect(refusal(() => measureTune(tune, { form: 'wav' as 'midi' })).field).toBe('form');
  });
});

describe('fitting', () => {
  it('a tune that fits is returned itself', () => {
    const tune = tuneOf(VERSE);
    for (const budget of [
      {},
      { maxNotes: 11 },
      { form: 'nokia', maxSegments: 1 },
      { form: 'rtttl', maxOctets: 160 },
    ] as const) {
      const { tune: result, changes } = fitted(tune, budget);
      expect(result).toBe(tune);
      expect(changes).toEqual([]);
    }
  });

  it('merging comes first and may be enough', () => {
    const tune = parseRtttl('x:d=4,o=5,b=160:b=160,c,s=N,d,v=3,e,v=3,f,b=200,g,b=200,a');
    const { octets } = measureTune(tune, { form: 'rtttl' });
    const { tune: result, changes } = fitted(tune, { form: 'rtttl', maxOctets: octets - 20 });
    expect(formatRtttl(result)).toBe('x:d=4,o=5,b=160:c,d,v=3,e,f,b=200,g,a');
    expect(changes).toEqual(['states-merged 6 0']);
    expect(played(result)).toEqual(played(tune));
  });

  it('then repeats of the whole become loops', () => {
    const tune = tuneOf(VERSE, VERSE, VERSE);
    const { tune: result, changes } = fitted(tune, { form: 'rtttl', maxOctets: 80 });
    expect(result).toEqual({ ...tuneOf(VERSE), loops: 2 });
    expect(changes).toEqual(['repeats-folded 11 0']);
    expect(fitTune({ ...tune, loops: 4 }, { maxNotes: 20 })).toEqual({ ...tuneOf(VERSE), loops: 14 });
    // 18 plays are more than loops can say.
    expect(fitted({ ...tune, loops: 5 }, { maxNotes: 20 }).changes[0]).toMatch(/^trimmed/);
    expect(fitTune({ ...tune, loops: 15 }, { maxNotes: 20 })).toEqual({ ...tuneOf(VERSE), loops: 15 });
  });

  it('a state that the second time begins differently is no repeat', () => {
    expect(fitted(tuneOf('c,d,v=3,e,c,d,e'), { maxNotes: 5 }).changes[0]).toMatch(/^trimmed/);
    expect(fitted(tuneOf('v=3,c,d,v=5,e,v=3,c,d,v=5,e'), { maxNotes: 5 }).tune).toMatchObject({
      loops: 1,
      notes: { length: 3 },
    });
  });

  it.each(['b=200', 's=S', 'v=3'])('with %s in between it is no repeat', (control) => {
    const tune = tuneOf('c,d', control, 'c,d');
    expect(fitted(tune, { maxNotes: 2 })).toMatchObject({ tune: { loops: 0 }, changes: ['trimmed 2 2'] });
  });

  it.each([
    ['c', 'd'],
    ['c', 'c6'],
    ['c', '8c'],
    ['c', 'c.'],
    ['c', 'p'],
  ])('%s is not %s again', (one, other) => {
    expect(fitted(tuneOf(one, other), { maxNotes: 1 }).changes).toEqual(['trimmed 1 1']);
    expect(fitted(tuneOf(one, one), { maxNotes: 1 }).changes).toEqual(['repeats-folded 1 0']);
  });

  it('an octave that a caller leaves in a pause makes it no other pause', () => {
    const [sound, pause] = tuneOf('c,p').notes as [Note, Note];
    const notes = [sound, pause, sound, { ...pause, octave: 5 } as unknown as Note];
    expect(fitted({ ...tuneOf('c'), notes }, { maxNotes: 2 }).changes).toEqual(['repeats-folded 2 0']);
  });

  it('is folded also where the form cannot repeat so much: then the loops are dropped', () => {
    const passage = Array.from({ length: 300 }, (_, i) => tuneOf('c', 'd', 'e').notes[(i * (i >> 3)) % 3] as Note);
    const endless = { ...tuneOf('c'), notes: [...passage, ...passage], loops: 15 };
    const { tune: result, changes } = fitted(endless, { form: 'nokia' });
    expect(changes).toEqual(['repeats-folded 300 0', 'loops-dropped 300 0']);
    expect(result).toEqual({ ...endless, notes: passage, loops: 0 });
  });

  it('what the form cannot repeat is not folded; the first note gives the tune its tempo and style', () => {
    const changing = tuneOf('s=S', VERSE, REFRAIN, 's=C', 'c,d', 's=S', VERSE, REFRAIN, 's=C', 'c,d');
    const { tune: result, changes } = fitted(changing, { form: 'ems', maxSegments: 2 });
    expect(result).toMatchObject({ style: 'S', loops: 0 });
    expect(changes.map((change) => change.split(' ')[0])).toEqual(['states-merged', 'trimmed']);
  });

  it.each<[why: string, parts: string[], maxNotes: number, kept: number]>([
    ['before a pause', ['c,d,8e,f,g,a,8b,c,d,e,8f,g,a,8b,c,d,e,8f,8p,c,d,e,f,g'], 20, 18],
    ['after a long note', ['8.c', 'd,e,f,g,a,b,c,d,e,f,g,a', '1b', 'c,d,e'], 15, 14],
    ['at a bar', ['c,d,e,f', 'd,e,f,g', 'e,f,g,a', 'f,g,a,b', 'g,a,b,c', 'c,c,d,d'], 21, 20],
    ['where it begins again', ['c,d,e,8f', 'd,e,f,g', 'e,f,g,a', 'f,g,a,b', 'c,d,e,8f', 'c,c,d,d,e'], 17, 16],
    ['at the limit when nothing is better', ['8.c', 'd,e,f,g', 'e,f,g,a', 'f,g,a,b', 'g,a,b,d'], 13, 13],
    // The best end of all, 12 of 16 notes, would drop a quarter of them: an end is looked for in less than that.
    ['not a quarter before the limit', ['c,d,e,f,g,a,b,c6,d6,e6', '2f6', '1g6', '8p', 'c,e,g,a,b'], 16, 16],
    ['less than a quarter before it', ['c,d,e,f,g,a,b,c6,d6,e6,8f6,8g6', 'a6', '1g6', '8p', 'c,e,g,a,b'], 18, 14],
  ])('ends %s', (_why, parts, maxNotes, kept) => {
    const tune = tuneOf(...parts);
    const { tune: result, changes } = fitted(tune, { maxNotes });
    expect(result).toEqual({ ...tune, notes: tune.notes.slice(0, kept) });
    expect(changes).toEqual([`trimmed ${kept} ${tune.notes.length - kept}`]);
  });

  it('a repeat that EMS has no room for is dropped when that keeps more notes', () => {
    const tune = { ...tuneOf(VERSE, REFRAIN, 'c,d,e'), loops: 2 };
    const { tune: result, changes } = fitted(tune, { form: 'ems', maxSegments: 3 });
    expect(result).toEqual({ ...tune, loops: 0 });
    expect(changes).toEqual(['loops-dropped 25 0']);
    const { tune: one } = fitted(tune, { form: 'ems', maxSegments: 1 });
    expect(measureTune(one, { form: 'ems' }).segments).toBe(1);
  });

  it.each<[form: TuneForm, text: string, code: string]>([
    ['ems', 'c,d,b=200,e', 'loops-dropped'],
    ['ems', 'c,d,s=S,e', 'loops-dropped'],
    ['imelody', 'c,d,v=3,e', 'loops-dropped'],
    ['imelody', 'b=200,c,d,e', 'states-merged'],
  ])('what %s cannot repeat (%s) is merged, or else plays once', (form, text, code) => {
    const tune = { ...tuneOf(text), loops: 2 };
    const { tune: result, changes } = fitted(tune, { form });
    expect(result.notes).toHaveLength(3);
    expect(result.loops).toBe(code === 'loops-dropped' ? 0 : 2);
    expect(changes.at(-1)).toBe(`${code} 3 0`);
    expect(measureTune(result, { form }).notes).toBe(3);
  });

  it('what a form cannot hold without repeats either is refused as its encoder does', () => {
    const tune = { ...tuneOf('c,d,b=200,e'), loops: 2 };
    expect(refusal(() => fitTune(tune, { form: 'imelody' }))).toMatchObject({
      code: 'unencodable',
      field: 'notes[2].tempoBpm',
    });
    expect(refusal(() => fitTune({ ...tune, title: 'a:b' }, { form: 'rtttl' }))).toMatchObject({
      code: 'unencodable',
      field: 'title',
    });
  });

  it('an endless loop over several Nokia patterns plays once', () => {
    const notes = Array.from({ length: 300 }, (_, i) => tuneOf('c', 'd', 'e').notes[(i * (i >> 3)) % 3] as Note);
    const { tune: result, changes } = fitted({ ...tuneOf('c'), notes, loops: 15 }, { form: 'nokia' });
    expect(result).toMatchObject({ loops: 0, notes: { length: 300 } });
    expect(changes).toEqual(['loops-dropped 300 0']);
  });

  it('a Nokia title is cut to 15 characters', () => {
    const tune = { ...tuneOf('c'), title: 'Sixteen letters!' };
    expect(fitted(tune, { form: 'nokia' })).toMatchObject({ tune: { title: 'Sixteen letters' }, changes: ['title-cut 1 0'] });
    expect(fitTune(tune, { form: 'rtttl' })).toBe(tune);
  });

  it('with patterns more of a long tune fits', () => {
    const tune = tuneOf(VERSE, REFRAIN, VERSE, REFRAIN, VERSE, REFRAIN, 'c');
    const budget = { form: 'nokia', maxOctets: 70 } as const;
    const plain = fitTune(tune, budget);
    expect(fitTune(tune, { ...budget, patterns: 'repeat' })).toBe(tune);
    expect(plain.notes.length).toBeLessThan(40);
  });
});

describe('properties', () => {
  const forms = fc.constantFrom<TuneForm>('nokia', 'rtttl', 'rtx', 'ems', 'imelody', 'midi');
  const plain = (tune: Tune): Tune => ({
    ...tune,
    notes: tune.notes.map(
      ({ tempoBpm, style, volume, twoThirds, ...note }) => ({ ...note, dots: note.dots === 2 ? 1 : note.dots }) as Note,
    ),
  });
  const tunes = fc
    .tuple(fc.oneof(textTune(), nokiaTune(60)), fc.integer({ min: 1, max: 4 }), fc.boolean())
    .filter(([{ notes }]) => notes.length > 0)
    .map(([tune, times, isPlain]) => {
      const repeated = {
        ...tune,
        title: tune.title.replace(/[^ -9;-~]/g, ''),
        notes: Array.from({ length: times }, () => tune.notes).flat(),
      };
      return isPlain ? plain(repeated) : repeated;
    });
  const budgets = fc.record(
    {
      maxNotes: fc.integer({ min: 1, max: 100 }),
      maxOctets: fc.integer({ min: 1, max: 600 }),
      maxSegments: fc.integer({ min: 1, max: 4 }),
      patterns: fc.constantFrom('none' as const, 'repeat' as const),
    },
    { requiredKeys: [] },
  );

  it('never over the budget, always the same, and a beginning of what was given', () => {
    let results = 0;
    fc.assert(
      fc.property(tunes, forms, budgets, (tune, form, limits) => {
        const changes: FitChange[] = [];
        const budget = { form, ...limits };
        let result: Tune;
        try {
          result = fitTune(tune, { ...budget, onChange: (change) => changes.push(change) });
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          // Either the form cannot hold it at all, or there is no room for one note.
          if (error.code === 'limit-exceeded') expect(error.field).toMatch(/^(max|form)/);
          else expect(() => measureTune(tune, { form, patterns: limits.patterns ?? 'none' })).toThrowError(FormatError);
          return;
        }
        results++;
        const { notes, octets, segments } = measureTune(result, { form, patterns: limits.patterns ?? 'none' });
        expect(notes).toBeLessThanOrEqual(limits.maxNotes ?? notes);
        expect(octets).toBeLessThanOrEqual(limits.maxOctets ?? octets);
        expect(segments).toBeLessThanOrEqual(limits.maxSegments ?? segments);
        expect(fitTune(tune, budget)).toEqual(result);
        expect(played({ ...result, loops: 0 })).toEqual(played({ ...tune, loops: 0 }).slice(0, notes));
        if (changes.every(({ code }) => code === 'states-merged' || code === 'repeats-folded' || code === 'title-cut')) {
          expect(played(result)).toEqual(played(tune).slice(0, tune.loops === 15 ? 2 * notes : undefined));
        }
        expect(changes.at(-1)?.notesKept ?? tune.notes.length).toBe(notes);
        // What is dropped for a better end is at most a quarter of what fits.
        const trimmed = changes.find(({ code }) => code === 'trimmed');
        if (trimmed === undefined) return;
        const more = Math.floor(notes / 0.75) + 2;
        if (limits.patterns === 'repeat' || more > notes + trimmed.notesDropped) return;
        const longer = { ...result, notes: tune.notes.slice(0, more) };
        expect(fitTune(longer, budget).notes.length).toBeLessThan(more);
      }),
    );
    expect(results).toBeGreaterThan(0);
  });
});

describe('refusals', () => {
  const tune = tuneOf(VERSE);
  it.each<[field: string, code: string, call: () => unknown]>([
    ['maxNotes', 'bad-value', () => fitTune(tune, { maxNotes: 0 })],
    ['maxOctets', 'bad-value', () => fitTune(tune, { form: 'nokia', maxOctets: 1.5 })],
    ['form', 'bad-value', () => fitTune(tune, { maxOctets: 100 })],
    ['form', 'bad-value', () => fitTune(tune, { maxSegments: 1 })],
    ['form', 'bad-value', () => fitTune(tune, { form: 'wav' as 'midi', maxSegments: 1 })],
    ['maxOctets', 'limit-exceeded', () => fitTune(tune, { form: 'nokia', maxOctets: 10 })],
    ['maxOctets', 'limit-exceeded', () => fitTune(tune, { form: 'rtttl', maxOctets: 16 })],
    ['maxSegments', 'limit-exceeded', () => fitTune({ ...tune, title: 'x'.repeat(200) }, { form: 'rtttl', maxSegments: 1 })],
    ['notes[0].dots', 'unencodable', () => fitTune({ ...tune, notes: [{ ...tune.notes[0]!, dots: 2 }] }, { form: 'rtttl' })],
    ['notes', 'unencodable', () => fitTune({ ...tune, notes: [] }, { form: 'rtttl' })],
    ['loops', 'bad-value', () => fitTune({ ...tune, loops: 16 }, { maxNotes: 5 })],
  ])('%s, %s', (field, code, call) => {
    expect(refusal(call)).toEqual({ code, field, offset: undefined });
  });
});
