import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeNokiaRingtone,
  decodeNokiaSong,
  encodeNokiaRingtone,
  type NokiaRingtoneOptions,
  type Note,
  parseRtttl,
  type Tune,
} from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { nokiaTune } from '../support/tunes.js';
import { ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();

function tuneOf(...parts: string[]): Tune {
  return parseRtttl(`x:d=8,o=5,b=160:${parts.join(',')}`);
}

/** The sequence of patterns in short: `A2 B A` is A with two loops and its instructions, B, A again. */
function sequence(tune: Tune, options: NokiaRingtoneOptions = {}): string {
  const { patterns } = decodeNokiaSong(encodeNokiaRingtone(tune, { ...options, patterns: 'repeat' }));
  return patterns
    .map(({ id, loop, instructions }) => `${instructions.length === 0 ? id.toLowerCase() : id}${loop || ''}`)
    .join(' ');
}

/** Both ways of writing hold the same tune; returns their lengths. */
function lengths(tune: Tune, options: NokiaRingtoneOptions = {}): [none: number, repeat: number] {
  const none = encodeNokiaRingtone(tune, options);
  const repeat = encodeNokiaRingtone(tune, { ...options, patterns: 'repeat' });
  expect(decodeNokiaRingtone(repeat)).toEqual(decodeNokiaRingtone(none));
  return [none.length, repeat.length];
}

const VERSE = 'c,d,e,f,g,a,b,c6,4p,2c';
const REFRAIN = 'g,16f,16e,d6,4c,4g,a,4b,2c6';
const CODA = 'c,c,4d';

describe('arrangements', () => {
  it.each<[why: string, parts: string[], found: string]>([
    ['nothing repeats', [VERSE], 'A'],
    ['one passage twice, the rest between', [VERSE, CODA, VERSE, 'e,e,4f#'], 'A B a C'],
    ['verse and refrain', [VERSE, REFRAIN, VERSE, REFRAIN, CODA], 'A1 B'],
    ['a riff in a row', [VERSE, VERSE, VERSE, CODA], 'A2 B'],
    ['a riff after something else', [CODA, REFRAIN, REFRAIN, REFRAIN], 'A B2'],
    ['verses around a refrain', [VERSE, REFRAIN, VERSE, CODA, REFRAIN, VERSE], 'A B C b'],
    // As "A1" alone the tune would come back with a loop and half its notes.
    ['the whole twice', [VERSE, VERSE], 'A B1'],
    ['more than a loop can say', Array.from({ length: 20 }, () => VERSE), 'A14 a4'],
    ['too short to be worth a header', ['c,d,c,e'], 'A'],
  ])('%s', (_why, parts, found) => {
    const tune = tuneOf(...parts);
    expect(sequence(tune)).toBe(found);
    const [none, repeat] = lengths(tune);
    if (found === 'A') expect(repeat).toBe(none);
    else expect(repeat).toBeLessThan(none);
  });

  // Five different parts are more than there are patterns, so that not all places of the verse can be one pattern.
  const ODD = ['c,4d#,c', 'f#,4f#,a#', '4g#,d#,16c#', '16a#,16g#,4c#'] as const;

  it('of many places the longest row of them is one pattern', () => {
    const [x, y, z, w] = ODD;
    for (const parts of [
      [x, VERSE, VERSE, VERSE, VERSE, y, VERSE, VERSE, z, VERSE, w],
      [x, VERSE, y, VERSE, z, VERSE, w, VERSE, VERSE, VERSE, VERSE],
      [x, VERSE, VERSE, y, VERSE, VERSE, VERSE, VERSE, z, VERSE, w],
    ]) {
      const tune = tuneOf(...parts);
      expect(sequence(tune)).toMatch(/[A-D]3/i);
      const [none, repeat] = lengths(tune);
      expect(repeat).toBeLessThan(none);
    }
  });

  it('a passage begins with what is not in force at all of its places', () => {
    const tune = tuneOf('c6,d6,e6', VERSE, 's=S,b=200,v=9,c7,d7,e7,s=N,b=160', VERSE, 'c6');
    // The volume is 9 in the second passage and not known in the first.
    expect(sequence(tune)).toBe('A');
    const equal = tuneOf('v=9,c6,d6,e6', VERSE, 's=S,b=200,c7,d7,e7,s=N,b=160', VERSE, 'c6');
    expect(sequence(equal)).toBe('A B C b D');
    const b = decodeNokiaSong(encodeNokiaRingtone(equal, { patterns: 'repeat' })).patterns[1]!;
    expect(b.instructions.slice(0, 3).map(({ kind }) => kind)).toEqual(['tempo', 'style', 'scale']);
    lengths(equal);
  });

  it('a passage that begins in one octave and ends in another names its scale', () => {
    lengths(tuneOf('p,c,c,c,c,c7', 'p,c,c,c,c,c7', 'p,c,c,c,c,c7', 'd'));
    lengths(tuneOf('p,p,p,p,p', 'c7', 'p,p,p,p,p', 'c4', 'p,p,p,p,p', 'd4', 'p,p,p,p,p'));
  });

  it('tunes too long for patterns in a row', () => {
    const verse = Array.from({ length: 60 }, (_, i) => `${'cdefgab'.charAt((i * i) % 7)}${4 + (i % 4)}`).join(',');
    const tune = tuneOf(...Array.from({ length: 12 }, () => verse));
    expect(refusal(() => encodeNokiaRingtone(tune))).toMatchObject({ code: 'too-long', field: 'notes' });
    const octets = encodeNokiaRingtone(tune, { patterns: 'repeat' });
    expect(decodeNokiaRingtone(octets)).toEqual(tune);
    expect(octets.length).toBeLessThan(150);
  });

  it('a long stretch that does not repeat goes over several patterns', () => {
    const notes = Array.from(
      { length: 300 },
      (_, i) => `${'cdefgab'.charAt((i * i + (i >> 3)) % 7)}${(i >> 4) % 2 ? '#'.slice(0, 0) : ''}`,
    );
    const tune = tuneOf(VERSE, VERSE, VERSE, VERSE, ...notes.map((note, i) => `${[4, 8, 16, 32][(i >> 2) % 4]}${note}`));
    lengths(tune);
  });

  it('a tune with loops, an empty one and one beyond the search stay as they are', () => {
    const looped = { ...tuneOf(VERSE, VERSE), loops: 2 };
    expect(sequence(looped)).toBe('A2');
    expect(sequence({ ...looped, notes: [] })).toBe('A2');
    const long = tuneOf(...Array.from({ length: 450 }, () => VERSE));
    expect(refusal(() => encodeNokiaRingtone(long, { patterns: 'repeat' })).code).toBe('too-long');
  });

  it('refuses another value', () => {
    const call = () => encodeNokiaRingtone(tuneOf('c'), { patterns: 'all' as 'repeat' });
    expect(refusal(call)).toEqual({ code: 'bad-value', field: 'patterns', offset: undefined });
  });
});

describe('published vectors', () => {
  it.each(vectors)('$id keeps its notes and grows no longer', ({ text }) => {
    for (const options of [{}, { leadingPauses: 'drop' }, { tempo: 'up' }] as const) {
      const [none, repeat] = lengths(parseRtttl(text), options);
      expect(repeat).toBeLessThanOrEqual(none);
    }
  });
});

describe('properties', () => {
  /** Up to four phrases in some order. */
  const songs = fc
    .tuple(
      nokiaTune(1),
      fc.array(
        nokiaTune(10).map(({ notes }) => notes),
        { minLength: 1, maxLength: 4 },
      ),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom<0 | 1>(0, 1),
    )
    .map(([tune, phrases, order, plain]): Tune => {
      const notes = order.flatMap((i) => phrases[i % phrases.length]!);
      return {
        ...tune,
        loops: 0,
        notes: plain === 1 ? notes.map(({ tempoBpm, style, volume, ...note }) => note as Note) : notes,
      };
    });

  it('the same tune, never longer', () => {
    fc.assert(
      fc.property(songs, fc.constantFrom('keep', 'drop'), (tune, leadingPauses) => {
        const [none, repeat] = lengths(tune, { leadingPauses });
        expect(repeat).toBeLessThanOrEqual(none);
      }),
    );
  });

  it('patterns are defined once, before they are used', () => {
    fc.assert(
      fc.property(songs, (tune) => {
        const { patterns } = decodeNokiaSong(encodeNokiaRingtone(tune, { patterns: 'repeat' }));
        const defined = patterns.filter(({ instructions }) => instructions.length > 0).map(({ id }) => id);
        expect(defined).toEqual(['A', 'B', 'C', 'D'].slice(0, defined.length));
      }),
      costly(300),
    );
  });

  it('any tune of the binary form', () => {
    fc.assert(
      fc.property(nokiaTune(40), (tune) => {
        const [none, repeat] = lengths(tune);
        expect(repeat).toBeLessThanOrEqual(none);
      }),
      costly(300),
    );
  });
});

describe('limits', () => {
  it('a long tune whose passages nearly repeat is searched to its end', { timeout: 10_000 }, () => {
    // A passage in itself repetitive, so that nearly everything repeats.
    const tune = tuneOf(...Array.from({ length: 4000 }, (_, i) => ['c', 'd', 'c', 'e'][(i * (i >> 5)) % 4]!));
    try {
      encodeNokiaRingtone(tune, { patterns: 'repeat' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-long' });
    }
  });
});
