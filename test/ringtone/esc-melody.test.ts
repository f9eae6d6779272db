import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, Trace, toHex } from '../../src/bytes/index.js';
import { readBluejayMelody } from '../../src/ringtone/esc-melody.js';
import {
  decodeBluejayMelody,
  type EscFirmware,
  encodeBluejayMelody,
  fitTune,
  formatRtttl,
  measureTune,
  noteHz,
  parseRtttl,
  type Tune,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { am32Plays, bluejayPlays, type Played } from '../support/tune-devices.js';
import { steadyTune } from '../support/tunes.js';

/** What bluejay-rtttl-parse 2.0.2 makes of texts (toBluejayStartupMelody), without the zeros at the end. */
const CONFIGURATOR: readonly (readonly [text: string, octets: string])[] = [
  ['Siren:d=4,o=5,b=125:8c.,p,2a4', '007D0504BC3DFF00E100FF4CA74C'],
  [
    'A-Team:d=8,o=5,b=125:4d#6,a#,2d#6,16p,g#,4a#,4d#.,p,16g,16a#,d#6,a#,f6,2d#6,16p,c#.6,16c6,16a#,g#.,2a#',
    '007D0508FF10FF105710E01BFF10FF10FF10FF10AF107800C721FF1BC11BFF31C131F0005E23701BFF102C10E01BFF0D500DFF10FF10FF10FF10AF107800FF1490147E17701BFF212C21FF1BFF1BFF1B821B',
  ],
  [
    'Melody:b=112,o=5,d=4:32c,8d.,16f.,16p.,8f,32d,16e.,8d,8c,8a4,8d.,16g.,16p.,8g',
    '00700504233DEC358C2AC900BB2A2735842D9D358C3D764CEC359D23C900D223',
  ],
  ['High:d=16,o=7,b=250:c,c#,d,p,d,4c', '00FA07107E0385028D013C008D01FF03F703'],
  [
    'Slow:d=2,o=4,b=40:c,p,1b,32c.',
    '00280402FF8AFF8AFF8A148AFF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00C300FF42FF42FF42FF42FF42FF42FF42FF42FF42FF42FF429E424A8A',
  ],
];

/** Octets up to 128. */
const filled = (digits: string) => {
  const octets = new Uint8Array(128);
  octets.set(hex(digits));
  return octets;
};

describe('octets of the configurators', () => {
  it.each(CONFIGURATOR)('%s', (text, octets) => {
    const tune = parseRtttl(text);
    const made = encodeBluejayMelody(tune);
    // The header has what the text has: shorter defaults are found for some.
    expect(toHex(made.subarray(0, 2))).toBe(octets.slice(0, 4));
    expect(toHex(made.subarray(4))).toBe(toHex(filled(octets).subarray(4)));
    expect(decodeBluejayMelody(filled(octets))).toEqual({ ...tune, title: '' });
  });

  it('the melody that Bluejay comes with', () => {
    const melody = hex('023A0420 34420D00 452D0D00 34420D00 4E27D300 452DD019 341900');
    expect(formatRtttl(decodeBluejayMelody(melody))).toBe(':d=4,o=5,b=570:b4,32p,e,32p,b4,32p,f#,2p,e,2b,8b');
  });
});

describe('what a firmware plays', () => {
  /** Notes of a tune as one sound each; silences join. */
  const sounds = (tune: Tune): Played =>
    tune.notes.map((note) => [noteHz(note) ?? 0, tuneDurationMs({ ...tune, notes: [note] })] as const);
  /** One sound for each run of the same pitch. */
  const joined = (played: Played) => {
    const runs: [number, number][] = [];
    for (const [hz, ms] of played ?? []) {
      const last = runs.at(-1);
      const isSame =
        last !== undefined && (last[0] === hz || (hz > 0 && last[0] > 0 && Math.abs(Math.log2(last[0] / hz)) < 1 / 40));
      if (isSame) (last as [number, number])[1] += ms;
      else runs.push([hz, ms]);
    }
    return runs;
  };

  it.each([
    ['bluejay', bluejayPlays],
    ['am32', am32Plays],
  ] as const)(
    '%s: the pitches within a third of a semitone up to octave 6, the lengths within 4 percent',
    (firmware, plays) => {
      const tunes = steadyTune(200).map((tune) => fitTune(tune, { device: firmware }));
      const low = tunes.filter(({ notes }) => notes.every(({ octave }) => octave === null || octave < 6));
      fc.assert(
        fc.property(low, (tune) => {
          const heard = joined(plays(encodeBluejayMelody(tune, { firmware })));
          const meant = joined(sounds(tune));
          expect(heard.length).toBe(meant.length);
          heard.forEach(([hz, ms], i) => {
            const [meantHz, meantMs] = meant[i] as [number, number];
            if (meantHz > 0) expect(Math.abs(Math.log2(hz / meantHz))).toBeLessThan(1 / 36);
            else expect(hz).toBe(0);
            expect(Math.abs(ms - meantMs)).toBeLessThan(4 + meantMs * 0.04);
          });
        }),
      );
    },
  );

  it.each<[EscFirmware, string]>([
    ['bluejay', '007D0504FF2D3D2D'],
    ['am32', '007D0504FF2D3E2D'],
  ])('%s: a note of 316 pulses', (firmware, octets) => {
    expect(toHex(encodeBluejayMelody(parseRtttl(':d=4,o=5,b=125:e'), { firmware }))).toBe(toHex(filled(octets)));
  });
});

describe('pairs of a count and a width', () => {
  // A quarter of a pause, rounded to milliseconds: 254.2, 255.3 and 256.4.
  it.each<[tempo: number, notes: string, bluejay: string, am32: string]>([
    [236, 'p', 'FE00', 'FE00'],
    [235, 'p', 'FF00', 'FF000100'],
    [234, 'p', 'FF000100', 'FF000200'],
    [236, 'p,p', 'FE00FE00', 'FE00FE00'],
    [235, 'p,p', 'FE00FF00', 'FF000100FF000100'],
    [234, 'p,p', 'FF000100FF000100', 'FF000200FF000200'],
  ])('%i bpm, %s', (tempo, notes, bluejay, am32) => {
    const tune = parseRtttl(`:d=4,o=5,b=${tempo}:${notes}`);
    const pairsOf = (firmware: EscFirmware) =>
      toHex(encodeBluejayMelody(tune, { firmware }).subarray(4)).replace(/(00){2,}$/, '00');
    expect(pairsOf('bluejay')).toBe(bluejay);
    expect(pairsOf('am32')).toBe(am32);
  });

  it('the header: tempo, the commonest octave, the default duration', () => {
    const head = (text: string) => toHex(encodeBluejayMelody(parseRtttl(text)).subarray(0, 4));
    expect(head(':d=4,o=5,b=125:c')).toBe('007D0504');
    expect(head(':d=8,o=6,b=900:c')).toBe('03840608');
    expect(head(':d=16,o=4,b=256:c,c,p')).toBe('01000410');
  });

  it.each<[note: string, field: string | undefined]>([
    ['d7', undefined],
    ['d#7', 'notes[1].octave'],
    ['b7', 'notes[1].octave'],
  ])('%s: d7 is the highest note', (note, field) => {
    const call = expect(() => encodeBluejayMelody(parseRtttl(`:d=4,o=5,b=125:c,${note}`)));
    if (field === undefined) call.not.toThrow();
    else call.toThrowError(expect.objectContaining({ code: 'unencodable', field }));
  });

  it('a tempo in the tune is checked, and holds from its note on', () => {
    const tune = parseRtttl(':d=4,o=5,b=236:p,b=234,p,p');
    expect(toHex(encodeBluejayMelody(tune).subarray(4, 14))).toBe('FE00FF000100FF000100');
    const notes = tune.notes.map((note, i) => (i === 1 ? { ...note, tempoBpm: 24 } : note));
    expect(refusal(() => encodeBluejayMelody({ ...tune, notes }))).toEqual({
      code: 'bad-value',
      field: 'notes[1].tempoBpm',
      offset: undefined,
    });
  });

  it('62 pairs are the most', () => {
    const of = (count: number) => encodeBluejayMelody(parseRtttl(`:d=32,o=5,b=125:${Array(count).fill('p').join(',')}`));
    expect(toHex(of(62).subarray(-2))).toBe('3C00');
    expect(refusal(() => of(63))).toMatchObject({ code: 'too-long', field: 'notes' });
  });
});

describe('both ways', () => {
  it.each(['bluejay', 'am32'] as const)(
    '%s: octets come back, and so do tunes that are not too fast for their pitch',
    (firmware) => {
      const fitted = steadyTune(160).map((tune) => ({ ...fitTune(tune, { device: firmware }), title: '' }));
      fc.assert(
        fc.property(fitted, (tune) => {
          const octets = encodeBluejayMelody(tune, { firmware });
          const back = decodeBluejayMelody(octets, { firmware });
          expect(back).toEqual(tune);
          expect(toHex(encodeBluejayMelody(back, { firmware }))).toBe(toHex(octets));
        }),
      );
    },
  );

  it('the same note again after a multiple of 255 pulses is another note', () => {
    // 255 pulses of b4 are 516.3 ms: a half note at 232 bpm, 517.2 ms.
    const twice = parseRtttl(':d=2,o=4,b=232:b,b,8p');
    const octets = encodeBluejayMelody(twice);
    expect(toHex(octets.subarray(4, 8))).toBe('FE42FF42');
    expect(formatRtttl(decodeBluejayMelody(octets))).toBe(formatRtttl(twice));
  });

  it('lengths that no tune has come as near as they can', () => {
    const found: string[] = [];
    const onIssue = ({ message }: { readonly message: string }) => found.push(message);
    const tune = decodeBluejayMelody(hex('00780404 FF4C FF4C FF4C FF4C FF4C FF4C FF4C 644C 6400'), { onIssue });
    expect(formatRtttl(tune)).toBe(':d=1,o=4,b=120:a,a,8a,32p.');
    expect(found).toEqual([
      'Bluejay/pair[0]/count at 4: 1885 pulses are no length at 120 bpm',
      'Bluejay/pair[8]/count at 20: 100 milliseconds are no length at 120 bpm',
    ]);
  });
});

describe('refusals', () => {
  it.each<[string, string, string, string, number]>([
    ['nothing', '', 'truncated', 'Bluejay/tempo', 0],
    ['a header', '007D0504', 'truncated', 'Bluejay/pair[0]', 4],
    ['erased flash', 'FFFFFFFF FFFF', 'bad-value', 'Bluejay/tempo', 0],
    ['a tempo of 24', '00180504 6442', 'bad-value', 'Bluejay/tempo', 0],
    ['a note below octave 4', '007D0504 6499', 'bad-value', 'Bluejay/pair[0]/width', 5],
    ['129 octets', `007D0504 6442 ${'00'.repeat(123)}`, 'trailing-bytes', 'Bluejay', 128],
  ])('%s', (_, digits, code, field, offset) => {
    expect(refusal(() => decodeBluejayMelody(hex(digits)))).toEqual({ code, field, offset });
  });

  it.each<[string, object, string, string]>([
    ['a note above d7', { notes: [{ pitch: 'd#', octave: 7, duration: 4, dots: 0 }] }, 'unencodable', 'notes[0].octave'],
    ['no notes', { notes: [] }, 'unencodable', 'notes'],
    ['a tempo of 901', { tempoBpm: 901 }, 'bad-value', 'tempoBpm'],
    ['63 pairs', { notes: Array(63).fill({ pitch: null, octave: null, duration: 32, dots: 0 }) }, 'too-long', 'notes'],
  ])('of a tune: %s', (_, change, code, field) => {
    const tune = { ...parseRtttl('a:d=4,o=5,b=100:c'), ...change } as Tune;
    expect(refusal(() => encodeBluejayMelody(tune))).toEqual({ code, field, offset: undefined });
  });

  it('a firmware that is none', () => {
    expect(() => decodeBluejayMelody(filled('007D05046442'), { firmware: 'kiss' as EscFirmware })).toThrow('firmware');
    expect(() => decodeBluejayMelody('00' as never)).toThrow(TypeError);
  });

  it('lenient reading takes the nearest', () => {
    const read = (digits: string) => {
      const { tempoBpm, notes } = decodeBluejayMelody(hex(digits), { lenient: true });
      return [tempoBpm, notes[0]?.pitch, notes[0]?.octave];
    };
    expect(read('00000504 6442')).toEqual([63, 'b', 4]);
    expect(read('00180504 6442')).toEqual([25, 'b', 4]);
    expect(read('FFFE0504 6442')).toEqual([900, 'b', 4]);
    expect(read('007D0504 6499')).toEqual([125, 'a#', 4]);
  });
});

it('reports what the form has no room for', () => {
  const losses: string[] = [];
  const tune = parseRtttl('Siren:d=4,o=5,b=100,s=S,l=15:c,b=120,d,v=3,e');
  encodeBluejayMelody(tune, { onIssue: ({ offset, field, reason }) => losses.push(`${field} ${offset} ${reason}`) });
  expect(losses).toEqual([
    'title 0 a title',
    'style 0 style S',
    'loops 0 endless repeats',
    'notes[2] 2 a style or volume from here on',
  ]);
});

it('is measured up to its last note, and past the octets that there are', () => {
  expect(measureTune(parseRtttl(':d=4,o=5,b=125:e'), { form: 'bluejay' })).toEqual({ notes: 1, octets: 8, segments: 1 });
  expect(measureTune(parseRtttl(`:d=1,o=6,b=63:${'c,'.repeat(9)}c`), { form: 'am32' }).octets).toBeGreaterThan(128);
});

it('a trace says what each pair is', () => {
  const trace = new Trace('melody');
  const octets = filled('007D0504FF2D3D2DF000');
  readBluejayMelody(new ByteReader(octets, trace), {});
  const { children } = trace.finish(128);
  expect(children.map(({ name, meaning }) => `${name}: ${meaning}`)).toEqual([
    'tempo: quarter notes a minute',
    'octave: undefined',
    'duration: undefined',
    'pair: undefined',
    'pair: undefined',
    'pair: undefined',
    'pair: undefined',
    'unused: undefined',
  ]);
  expect(children[3]?.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
    ['count', 255, undefined],
    ['width', 45, 'e5, 662 Hz, 385 ms'],
  ]);
});
