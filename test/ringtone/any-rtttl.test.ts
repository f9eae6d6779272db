import { describe, expect, it } from 'vitest';
import { ByteReader, Trace, toHex } from '../../src/bytes/index.js';
import { guessNoteBits, readAnyRtttl } from '../../src/ringtone/any-rtttl.js';
import {
  type AnyRtttlNoteBits,
  decodeAnyRtttl,
  encodeAnyRtttl,
  formatRtttl,
  parseRtttl,
  type Tune,
} from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { ringtoneVectors } from './vectors.js';

const { anyRtttl } = ringtoneVectors();

const textOf = (octets: string, noteBits?: AnyRtttlNoteBits, lenient = false) =>
  formatRtttl(decodeAnyRtttl(hex(octets), { lenient, ...(noteBits && { noteBits }) }));

function reportsOf(octets: string, noteBits: AnyRtttlNoteBits = 10): string[] {
  const found: string[] = [];
  decodeAnyRtttl(hex(octets), { lenient: true, noteBits, onIssue: ({ field, assumed }) => found.push(`${field} ${assumed}`) });
  return found;
}

describe('published vectors', () => {
  it.each(anyRtttl)('$id, both widths, both ways', ({ text, bits10, bits16 }) => {
    const tune = parseRtttl(text);
    expect(toHex(encodeAnyRtttl(tune))).toBe(bits10);
    expect(toHex(encodeAnyRtttl(tune, { noteBits: 16 }))).toBe(bits16);
    expect(decodeAnyRtttl(hex(bits10))).toEqual({ ...tune, title: '' });
    expect(decodeAnyRtttl(hex(bits16), { noteBits: 16 })).toEqual({ ...tune, title: '' });
    expect([guessNoteBits(hex(bits10)), guessNoteBits(hex(bits16))]).toEqual([10, 16]);
  });
});

describe('both ways', () => {
  const pitches = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b', 'p'];

  it.each([10, 16] as const)('every note of %i bits', (noteBits) => {
    for (const pitch of pitches) {
      for (const length of [1, 2, 4, 8, 16, 32]) {
        for (const rest of pitch === 'p' ? ['', '.'] : ['4', '5', '6', '7', '4.', '7.']) {
          const tune = parseRtttl(`:d=4,o=5,b=160:${length}${pitch}${rest},c`);
          const octets = encodeAnyRtttl(tune, { noteBits });
          expect(octets).toHaveLength(noteBits === 10 ? 5 : 6);
          expect(decodeAnyRtttl(octets, { noteBits })).toEqual(tune);
        }
      }
    }
  });

  it.each([
    [':d=4,o=5,b=160:c', '0A140201'],
    [':d=4,o=5,b=160:c#', '0A144201'],
    [':d=4,o=5,b=160:d#', '0A144A01'],
    [':d=4,o=5,b=160:g#', '0A146201'],
    [':d=4,o=5,b=160:p', '0A143A01'],
    [':d=4,o=5,b=900:c', '8A700201'],
  ])('%s is %s', (text, octets) => {
    expect(toHex(encodeAnyRtttl(parseRtttl(text)))).toBe(octets);
    expect(textOf(octets)).toBe(text);
  });

  it('the slowest tempo is 1', () => {
    expect(toHex(encodeAnyRtttl({ ...parseRtttl(':d=4,o=5,b=160:c'), tempoBpm: 1 }))).toBe('2A000201');
  });
});

describe('octets worked out by hand', () => {
  // d=4 o=5 b=160 is 010 01 0010100000 0 from the low bit on: 0A 14.
  it.each([
    ['c4, a whole note', '0A140000', ':d=1,o=4,b=160:c'],
    ['a dotted c#7 of 1/32: 5, 0, 1, 1, 3', '0A14C503', ':d=32,o=7,b=160:c#.'],
    ['the highest note, b7', '0A143203', ':d=4,o=7,b=160:b'],
    ['a pause, whose octave says nothing', '0A143A03', ':d=4,o=5,b=160:p'],
    ['the slowest tempo, 1', '2A000201', ''],
    ['the fastest, 900', '8A700201', ':d=4,o=5,b=900:c'],
    ['the padding of the header says nothing', '0A940201', ':d=4,o=5,b=160:c'],
  ])('%s', (_, octets, text) => {
    const tune = decodeAnyRtttl(hex(octets));
    expect(tune.title).toBe('');
    if (text === '') expect(tune.tempoBpm).toBe(1);
    else expect(`${formatRtttl(tune)}`).toBe(text);
  });

  it('the padding of a note of sixteen bits says nothing', () => {
    expect(textOf('0A140201', 16)).toBe(':d=4,o=5,b=160:c');
    expect(textOf('0A1402FD', 16)).toBe(':d=4,o=5,b=160:c');
  });

  it('two notes of ten bits share an octet', () => {
    // c, then e6 as 0212 from bit 10 on: its low six bits fill an octet, the other four are the next one.
    expect(textOf('0A14024908')).toBe(':d=4,o=5,b=160:c,e6');
  });
});

describe('refusals', () => {
  it.each<[string, string, AnyRtttlNoteBits, string, string, number]>([
    ['no octets', '', 10, 'truncated', 'AnyRtttl/default-duration', 0],
    ['half a header', '0A', 10, 'truncated', 'AnyRtttl/tempo', 0],
    ['no notes', '0A14', 10, 'truncated', 'AnyRtttl/note[0]', 2],
    ['a note of eight bits', '0A1412', 10, 'truncated', 'AnyRtttl/note[0]', 3],
    ['a default duration of 6', '0E140201', 10, 'bad-value', 'AnyRtttl/default-duration', 0],
    ['a tempo of 0', '0A000201', 10, 'bad-value', 'AnyRtttl/tempo', 0],
    ['a tempo of 901', 'AA700201', 10, 'bad-value', 'AnyRtttl/tempo', 0],
    ['a duration of 7', '0A140701', 10, 'bad-value', 'AnyRtttl/note[0]/duration', 2],
    ['e#', '0A145201', 10, 'bad-value', 'AnyRtttl/note[0]/sharp', 2],
    ['b#', '0A147201', 10, 'bad-value', 'AnyRtttl/note[0]/sharp', 2],
    ['p#', '0A147A01', 10, 'bad-value', 'AnyRtttl/note[0]/sharp', 2],
    ['a bit after the last note', '0A140205', 10, 'bad-value', 'AnyRtttl/padding', 3],
    ['an octet after four notes of ten bits', '0A14' + '0201040810' + '00', 10, 'trailing-bytes', 'AnyRtttl/padding', 7],
    ['an octet after a note of sixteen bits', '0A14020100', 16, 'trailing-bytes', 'AnyRtttl/padding', 4],
  ])('%s', (_, octets, noteBits, code, field, offset) => {
    expect(refusal(() => decodeAnyRtttl(hex(octets), { noteBits }))).toEqual({ code, field, offset });
  });

  it.each<[string, object, string, string]>([
    ['a tempo of 0', { tempoBpm: 0 }, 'bad-value', 'tempoBpm'],
    ['a tempo of 901', { tempoBpm: 901 }, 'bad-value', 'tempoBpm'],
    ['half a tempo', { tempoBpm: 100.5 }, 'bad-value', 'tempoBpm'],
    ['no notes', { notes: [] }, 'unencodable', 'notes'],
    ['two dots', { notes: [{ pitch: 'c', octave: 4, duration: 4, dots: 2 }] }, 'unencodable', 'notes[0].dots'],
    [
      'a third',
      { notes: [{ pitch: 'c', octave: 4, duration: 4, dots: 0, twoThirds: true }] },
      'unencodable',
      'notes[0].twoThirds',
    ],
    ['an octave of 8', { notes: [{ pitch: 'c', octave: 8, duration: 4, dots: 0 }] }, 'bad-value', 'notes[0].octave'],
  ])('of a tune: %s', (_, change, code, field) => {
    const tune = { ...parseRtttl('a:d=4,o=5,b=100:c'), ...change } as Tune;
    expect(refusal(() => encodeAnyRtttl(tune))).toEqual({ code, field, offset: undefined });
  });

  it('arguments of another type', () => {
    expect(() => decodeAnyRtttl('0A14' as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => decodeAnyRtttl(hex('0A140201'), { noteBits: 12 as 10 })).toThrow(TypeError);
    expect(() => encodeAnyRtttl(parseRtttl('a:d=4,o=5,b=100:c'), { noteBits: 8 as 10 })).toThrow(TypeError);
  });
});

describe('lenient reading', () => {
  it.each<[string, string, string, string[]]>([
    ['a tempo of 0', '0A000201', ':d=4,o=5,b=63:c', ['AnyRtttl/tempo 63']],
    ['a tempo of 1023', 'EA7F0201', ':d=4,o=5,b=900:c', ['AnyRtttl/tempo 900']],
    ['a duration of 6', '0A140601', ':d=4,o=5,b=160:c', ['AnyRtttl/note[0]/duration a quarter']],
    ['e#', '0A145201', ':d=4,o=5,b=160:f', ['AnyRtttl/note[0]/sharp the next semitone']],
    ['b#, an octave higher', '0A147201', ':d=4,o=6,b=160:c', ['AnyRtttl/note[0]/sharp the next semitone']],
    ['b#7, where there is no higher octave', '0A147203', ':d=4,o=7,b=160:c', ['AnyRtttl/note[0]/sharp the next semitone']],
    ['p#', '0A147A01', ':d=4,o=5,b=160:p', ['AnyRtttl/note[0]/sharp a pause']],
    ['a bit after the last note', '0A140205', ':d=4,o=5,b=160:c', ['AnyRtttl/padding undefined']],
  ])('%s', (_, octets, text, reports) => {
    expect(textOf(octets, 10, true)).toBe(text);
    expect(reportsOf(octets)).toEqual(reports);
  });

  it('a header alone is a tune without notes', () => {
    expect(decodeAnyRtttl(hex('0A14'), { lenient: true }).notes).toEqual([]);
    expect(reportsOf('0A14')).toEqual(['AnyRtttl/note[0] undefined']);
  });
});

it('reports what the form has no room for', () => {
  const losses: string[] = [];
  const tune = parseRtttl('Siren:d=4,o=5,b=100,s=S,l=15:c,b=120,d,v=3,e');
  encodeAnyRtttl(tune, { onIssue: ({ offset, field, reason, code }) => losses.push(`${code} ${field} ${offset} ${reason}`) });
  expect(losses).toEqual([
    'dropped title 0 a title',
    'dropped style 0 style S',
    'dropped loops 0 endless repeats',
    'dropped notes[1] 1 a tempo, style or volume from here on',
    'dropped notes[2] 2 a tempo, style or volume from here on',
  ]);
});

it('so many notes and no more', () => {
  const octets = encodeAnyRtttl(parseRtttl(`a:d=4,o=5,b=100:${'c,'.repeat(9)}d`));
  expect(decodeAnyRtttl(octets, { limits: { tuneNotes: 10 } }).notes).toHaveLength(10);
  const { name, message } = catching(() => decodeAnyRtttl(octets, { limits: { tuneNotes: 9 } }));
  expect([name, message]).toEqual(['LimitError', 'AnyRtttl/note[9] at 13: more than 9 notes']);
});

function catching(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

it('a trace names every bit, the low one first', () => {
  const trace = new Trace('tune');
  readAnyRtttl(new ByteReader(hex('0A141202'), trace), {});
  const { children } = trace.finish(4);
  expect(children.map(({ name }) => name)).toEqual(['defaults', 'note', 'padding']);
  expect(children[1]?.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
    ['duration', 2, '1/4'],
    ['letter', 2, 'e'],
    ['sharp', 0, undefined],
    ['dotted', 0, undefined],
    ['octave', 2, 'octave 6'],
  ]);
});

it('the width is guessed by padding that is 0', () => {
  expect(guessNoteBits(hex('0A14'))).toBe(10);
  expect(guessNoteBits(hex('0A140203'))).toBe(16);
  expect(guessNoteBits(hex('0A140204'))).toBe(10);
  expect(guessNoteBits(hex('0A1402030203FF03'))).toBe(16);
  expect(guessNoteBits(hex('0A1402030203FF04'))).toBe(10);
  expect(guessNoteBits(hex('0A14020302'))).toBe(10);
});
