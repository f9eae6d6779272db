import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeNokiaRingtone,
  decodeNokiaSong,
  encodeNokiaRingtone,
  encodeNokiaSong,
  type Instruction,
  type NokiaPattern,
  type Note,
  parseRtttl,
  TEMPO_TABLE,
  type Tune,
  tempoCode,
} from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { nokiaTune } from '../support/tunes.js';
import { ringtoneVectors, spelledOut } from './vectors.js';

const { vectors, published, tempoTable } = ringtoneVectors();
const c: Instruction = { kind: 'note', value: 1, duration: 2, specifier: 0 };
const d: Instruction = { ...c, value: 3 };

function song(...patterns: NokiaPattern[]): Uint8Array {
  return encodeNokiaSong({ songType: 'basic', title: '', patterns });
}

function pattern(id: NokiaPattern['id'], loop: number, ...instructions: Instruction[]): NokiaPattern {
  return { id, loop, instructions };
}

function melody(octets: Uint8Array): string {
  return decodeNokiaRingtone(octets)
    .notes.map(({ pitch }) => pitch ?? 'p')
    .join('');
}

describe('published vectors', () => {
  it.each(vectors)('$id: our octets hold the expected notes, like the oracles', ({ text, expect: expected, oracles }) => {
    const decoded = decodeNokiaRingtone(encodeNokiaRingtone(parseRtttl(text), { tempo: 'up' }));
    const snapped = expected.notes.map((note) => ({ ...note, bpm: TEMPO_TABLE[tempoCode(note.bpm, 'up')] }));
    expect(decoded.title).toBe(expected.name);
    expect(decoded.loops).toBe(expected.defaults.l);
    expect(spelledOut(decoded)).toEqual(snapped);
    if (oracles.gammu.notesMatchExpect === 'all') {
      expect(spelledOut(decodeNokiaRingtone(hex(oracles.gammu.hex)))).toEqual(spelledOut(decoded));
    }
    if (oracles.gammu.notesMatchExpect === 'all but leading pauses') {
      const dropped = encodeNokiaRingtone(parseRtttl(text), { leadingPauses: 'drop' });
      expect(decodeNokiaRingtone(dropped).notes).toEqual(decodeNokiaRingtone(hex(oracles.gammu.hex)).notes);
    }
  });

  it.each(published)('$id holds the published notes', ({ hex: octets, events, decoded: { title } }) => {
    const tune = decodeNokiaRingtone(hex(octets));
    const rows = spelledOut(tune).map((n) => [n.note, n.octave, n.duration, n.dots, n.bpm, n.style]);
    expect(rows).toEqual(events);
    expect(tune).toMatchObject({ title, loops: 0 });
  });

  it.each(tempoTable)('tempo $bpm', ({ bpm, codeUp, codeNearest }) => {
    const tune = { ...parseRtttl('x::c'), tempoBpm: bpm };
    expect(decodeNokiaRingtone(encodeNokiaRingtone(tune)).tempoBpm).toBe(TEMPO_TABLE[codeNearest]);
    expect(decodeNokiaRingtone(encodeNokiaRingtone(tune, { tempo: 'up' })).tempoBpm).toBe(TEMPO_TABLE[codeUp]);
  });

  it('the canonical order of instructions', () => {
    const octets = encodeNokiaRingtone(parseRtttl('x:d=4,o=5,b=160,s=S,l=2,v=9:p,c,d6,b=200,SN,e6,b=200,p'));
    const [only] = decodeNokiaSong(octets).patterns;
    expect(only?.loop).toBe(2);
    expect(only?.instructions.map((i) => (i.kind === 'note' ? i.value : `${i.kind} ${i.code}`))).toEqual([
      'tempo 16',
      'style 2',
      'volume 9',
      0,
      'scale 1',
      1,
      'scale 2',
      3,
      'tempo 18',
      'style 0',
      5,
      0,
    ]);
  });
});

describe('writing', () => {
  it('a title too long is refused or cut', () => {
    const tune = { ...parseRtttl('x::c'), title: 'Sixteen letters!' };
    expect(() => encodeNokiaRingtone(tune)).toThrowError(expect.objectContaining({ code: 'too-long', field: 'title' }));
    expect(decodeNokiaRingtone(encodeNokiaRingtone(tune, { title: 'cut' })).title).toBe('Sixteen letters');
  });

  it('leading pauses are dropped with their controls kept', () => {
    const tune = parseRtttl('x:d=4,o=5,b=160:p,b=200,s=C,v=2,p,c');
    expect(decodeNokiaRingtone(encodeNokiaRingtone(tune, { leadingPauses: 'drop' }))).toMatchObject({
      tempoBpm: 160,
      style: 'N',
      notes: [{ pitch: 'c', tempoBpm: 200, style: 'C', volume: 2 }],
    });
    expect(decodeNokiaRingtone(encodeNokiaRingtone(parseRtttl('x::p'), { leadingPauses: 'drop' })).notes).toEqual([]);
  });

  it('a repeated tune names the natural style that it starts with', () => {
    const text = 'x:d=4,o=5,b=160,l=2:c,s=C,d';
    const [only] = decodeNokiaSong(encodeNokiaRingtone(parseRtttl(text))).patterns;
    expect(only?.instructions[1]).toEqual({ kind: 'style', code: 0 });
  });

  it.each<[text: string, states: string[]]>([
    ['c,s=N,d', ['tempo 16']],
    ['s=N,c', ['tempo 16']],
    ['c,s=S,d', ['tempo 16', 'style 2']],
    ['s=S,c', ['tempo 16', 'style 0', 'style 2']],
    ['c,s=S,d,s=S,e', ['tempo 16', 'style 2']],
    ['c,s=S,d,s=N,e', ['tempo 16', 'style 2', 'style 0']],
    ['c,b=160,d', ['tempo 16']],
    ['c,b=161,d', ['tempo 16']],
    ['c,b=200,d,b=200,e', ['tempo 16', 'tempo 18']],
    ['v=0,c,v=0,d,v=15,e', ['tempo 16', 'volume 0', 'volume 15']],
  ])('states of %s are said once', (text, states) => {
    const octets = encodeNokiaRingtone(parseRtttl(`x:d=4,o=5,b=160:${text}`));
    const said = decodeNokiaSong(octets).patterns[0]!.instructions.flatMap((i) =>
      i.kind === 'note' || i.kind === 'scale' ? [] : [`${i.kind} ${i.code}`],
    );
    expect(said).toEqual(states);
  });

  it.each<[text: string, isNamed: boolean]>([
    ['l=2:c,d', false],
    ['l=2:c,s=N,d', false],
    ['l=2:c,s=C,d', true],
    ['l=0:c,s=C,d', false],
    ['l=0:s=C,c,d', true],
    ['s=C:c', true],
    ['s=S,l=3:c', true],
  ])('whether %s names the style that it begins with', (text, isNamed) => {
    const octets = encodeNokiaRingtone(parseRtttl(`x:d=4,o=5,b=160,${text}`));
    expect(decodeNokiaSong(octets).patterns[0]!.instructions[1]!.kind === 'style').toBe(isNamed);
  });

  it('a pause may carry an octave number', () => {
    const notes = [{ pitch: null, octave: 6, duration: 4, dots: 0 }] as unknown as Note[];
    expect(decodeNokiaRingtone(encodeNokiaRingtone({ ...parseRtttl('x::c'), notes })).notes).toEqual([
      { ...notes[0], octave: null },
    ]);
  });

  it('a long tune takes up to four patterns, and its loops repeat them', () => {
    const notes = Array.from({ length: 1018 }, () => parseRtttl('x::c').notes[0] as Note);
    const tune: Tune = { ...parseRtttl('x::c'), loops: 14, notes };
    const octets = encodeNokiaRingtone(tune);
    expect(decodeNokiaSong(octets).patterns).toHaveLength(60);
    expect(decodeNokiaRingtone(octets)).toEqual(tune);
    const endless = () => encodeNokiaRingtone({ ...tune, loops: 15 });
    expect(endless).toThrowError(expect.objectContaining({ code: 'unencodable', field: 'loops' }));
    const longer = () => encodeNokiaRingtone({ ...tune, notes: [...notes, notes[0] as Note] });
    expect(longer).toThrowError(expect.objectContaining({ code: 'too-long', field: 'notes' }));
  });

  const tune = parseRtttl('x::c');
  it.each<[field: string, code: string, offset: number | undefined, change: object]>([
    ['title', 'unencodable', 1, { title: 'a\u20ac' }],
    ['tempoBpm', 'bad-value', undefined, { tempoBpm: 0 }],
    ['tempoBpm', 'bad-value', undefined, { tempoBpm: '160' }],
    ['tempoBpm', 'bad-value', undefined, { tempoBpm: Number.NaN }],
    ['notes[0].tempoBpm', 'bad-value', undefined, { notes: [{ ...tune.notes[0], tempoBpm: 5000 }] }],
    ['notes[0].duration', 'bad-value', undefined, { notes: [{ ...tune.notes[0], duration: 64 }] }],
    ['loops', 'bad-value', undefined, { loops: -1 }],
  ])('refuses %s, %s', (field, code, offset, change) => {
    const error = expect.objectContaining({ name: 'EncodeError', code, field, offset });
    expect(() => encodeNokiaRingtone({ ...tune, ...change } as Tune)).toThrowError(error);
  });
});

describe('reading', () => {
  it('a tune that says nothing: octave 5, 63 bpm, natural', () => {
    expect(decodeNokiaRingtone(song(pattern('A', 15, c)))).toEqual({
      title: '',
      tempoBpm: 63,
      style: 'N',
      loops: 15,
      notes: [{ pitch: 'c', octave: 5, duration: 4, dots: 0 }],
    });
  });

  it('no pattern is an empty tune', () => {
    expect(decodeNokiaRingtone(song())).toMatchObject({ notes: [], loops: 0 });
  });

  it.each<[why: string, patterns: NokiaPattern[], notes: string, loops: number]>([
    ['loops among several patterns are played out', [pattern('A', 2, c), pattern('B', 0, d)], 'cccd', 0],
    ['an endless one is played once', [pattern('A', 15, c), pattern('B', 15, d)], 'cd', 0],
    ['a defined pattern again', [pattern('A', 0, c), pattern('B', 0, d), pattern('A', 1)], 'cdcc', 0],
    ['a whole sequence again', [pattern('A', 0, c), pattern('B', 0, d), pattern('A', 0), pattern('B', 0)], 'cd', 1],
    ['one pattern again', [pattern('A', 0, c), pattern('A', 0), pattern('A', 0)], 'c', 2],
    ['a sequence in another order', [pattern('A', 0, c), pattern('B', 0, d), pattern('B', 0), pattern('A', 0)], 'cddc', 0],
    ['a pattern defined anew', [pattern('A', 0, c), pattern('A', 0, d), pattern('A', 0), pattern('A', 0)], 'cddd', 0],
    [
      'more repeats than loops can say',
      [pattern('A', 0, c), ...Array.from({ length: 15 }, () => pattern('A', 0))],
      'c'.repeat(16),
      0,
    ],
    ['a pattern without notes', [pattern('A', 9, { kind: 'tempo', code: 3 }), pattern('B', 0, d)], 'd', 0],
  ])('%s', (_why, patterns, notes, loops) => {
    expect(melody(song(...patterns))).toBe(notes);
    expect(decodeNokiaRingtone(song(...patterns)).loops).toBe(loops);
  });

  it('a pattern used before it is defined', () => {
    const octets = song(pattern('B', 0), pattern('A', 0, c));
    const error = { code: 'bad-value', field: 'ringing-tone/song-pattern/pattern-specifier', offset: 4 };
    expect(() => decodeNokiaRingtone(octets)).toThrowError(expect.objectContaining(error));
    expect(decodeNokiaRingtone(octets, { lenient: true }).notes).toHaveLength(1);
  });

  it('lenient: a title in UCS-2, octets behind, no end', () => {
    const octets = encodeNokiaSong({
      songType: 'basic',
      titleEncoding: 'unicode',
      title: '\u0416\u20ac',
      patterns: [pattern('A', 0, c)],
    });
    expect(() => decodeNokiaRingtone(octets)).toThrowError(expect.objectContaining({ code: 'bad-value', offset: 0 }));
    expect(decodeNokiaRingtone(octets, { lenient: true }).title).toBe('\u0416\u20ac');
    expect(decodeNokiaRingtone(octets.subarray(0, -1), { lenient: true }).notes).toHaveLength(1);
    expect(decodeNokiaRingtone(Uint8Array.of(...octets, 9), { lenient: true }).notes).toHaveLength(1);
  });

  it('lenient: every fault is reported as the error that strict reading throws', () => {
    const whole = song(pattern('A', 0, c));
    const issuesOf = (octets: Uint8Array) => {
      const issues: object[] = [];
      decodeNokiaRingtone(octets, {
        lenient: true,
        onIssue: ({ code, field, offset }) => issues.push({ code, field, offset }),
      });
      return issues;
    };
    const cases = [
      song(pattern('B', 0), pattern('A', 0, c)),
      whole.subarray(0, -1),
      Uint8Array.of(...whole, 9),
      Uint8Array.of(0x02, 0x4b, ...whole.subarray(2)),
    ];
    for (const octets of cases) expect(issuesOf(octets)).toEqual([refusal(() => decodeNokiaRingtone(octets))]);
    expect(issuesOf(whole)).toEqual([]);
    const unicode = encodeNokiaSong({
      songType: 'basic',
      titleEncoding: 'unicode',
      title: 'x',
      patterns: [pattern('A', 0, c)],
    });
    expect(issuesOf(Uint8Array.of(...unicode, 9))).toMatchObject([
      { field: 'ringing-tone/command-length', offset: 0 },
      { code: 'trailing-bytes', offset: unicode.length },
    ]);
  });

  it('played-out loops stop at the limit', () => {
    const long = Array.from({ length: 255 }, () => c);
    const octets = song(pattern('A', 14, ...long), ...Array.from({ length: 200 }, () => pattern('A', 14)));
    expect(() => decodeNokiaRingtone(octets)).toThrowError(
      expect.objectContaining({ name: 'LimitError', code: 'limit-exceeded' }),
    );
    const limits = { tuneNotes: 1 };
    expect(() => decodeNokiaRingtone(song(pattern('A', 0, c, d)), { limits })).toThrowError(
      expect.objectContaining({ name: 'LimitError' }),
    );
  });

  it('reads a view into a larger buffer', () => {
    const octets = hex(published[0]?.hex ?? '');
    const larger = Uint8Array.of(1, 2, 3, ...octets, 4);
    expect(decodeNokiaRingtone(larger.subarray(3, -1))).toEqual(decodeNokiaRingtone(octets));
  });
});

describe('properties', () => {
  it('a tune of several patterns comes back', () => {
    const long = fc
      .tuple(nokiaTune(8), fc.integer({ min: 30, max: 100 }), fc.nat(14))
      .filter(([{ notes }]) => notes.length > 0);
    fc.assert(
      fc.property(long, ([tune, times, loops]) => {
        const tail = Array.from({ length: times }, () =>
          tune.notes.map(({ tempoBpm, style, volume, ...note }) => note as Note),
        ).flat();
        const longer = { ...tune, loops, notes: [...tune.notes, ...tail].slice(0, 480) };
        expect(decodeNokiaRingtone(encodeNokiaRingtone(longer))).toEqual(longer);
      }),
    );
  });
});
