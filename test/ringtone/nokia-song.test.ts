import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { decodeNokiaSong, encodeNokiaSong, type NokiaSong, readNokiaSong } from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';
import { nokiaSong } from '../support/tunes.js';
import { ringtoneVectors, toInstruction } from './vectors.js';

const { vectors, published } = ringtoneVectors();
const oracles = vectors.flatMap(({ id, oracles: { gammu, gnokii } }) => [
  { id: `${id} by gammu`, ...gammu },
  { id: `${id} by gnokii`, ...gnokii },
]);
const examples = published.map(({ id, hex: octets, decoded: { title, patterns } }) => ({
  id,
  hex: octets,
  title,
  ...patterns[0],
}));
const all = [...oracles, ...examples];

function traced(octets: Uint8Array): { field: Field; error: FormatError | undefined } {
  const trace = new Trace('ringing-tone');
  const reader = new ByteReader(octets, trace);
  try {
    readNokiaSong(reader);
    if (reader.remaining > 0) reader.take(reader.remaining, 'rest');
    return { field: trace.finish(octets.length), error: undefined };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { field: trace.fail(error, octets.length), error };
  }
}

function meaningsIn(field: Field): string[] {
  return [...(field.meaning === undefined ? [] : [field.meaning]), ...field.children.flatMap(meaningsIn)];
}

describe('published vectors', () => {
  it.each(all)('$id, bit for bit', ({ hex: octets, title, loop, instructions }) => {
    const song: NokiaSong = {
      songType: 'basic',
      title,
      patterns: [{ id: 'A', loop, instructions: instructions.map(toInstruction) }],
    };
    expect(decodeNokiaSong(hex(octets))).toEqual(song);
    expect(toHex(encodeNokiaSong(song))).toBe(octets);
    expectTiling(traced(hex(octets)).field);
  });
});

describe('trace', () => {
  it('names every field and says what it means', () => {
    const { field } = traced(hex(published[0]?.hex ?? ''));
    expect(field.children.map(({ name }) => name)).toEqual([
      'command-length',
      'ringing-tone-programming',
      'filler',
      'sound',
      'song-type',
      'song-title-length',
      'song-title',
      'song-sequence-length',
      'song-pattern',
      'filler',
      'command-end',
    ]);
    const meanings = meaningsIn(field);
    for (const meaning of ['tempo 160 bpm', 'note e, 1/8', 'pause, 1/4', 'scale A = 880 Hz', 'pattern A', 'no loop']) {
      expect(meanings).toContain(meaning);
    }
  });

  it('an instruction and its parts have bit ranges', () => {
    const { field } = traced(hex(published[0]?.hex ?? ''));
    const pattern = field.children.find(({ name }) => name === 'song-pattern');
    const note = pattern?.children[5];
    expect(note).toMatchObject({ name: 'note-instruction', meaning: 'note e, 1/4', spec: 'Smart Messaging' });
    expect(note?.children.map(({ name, value }) => [name, value])).toEqual([
      ['instruction-id', 1],
      ['note-value', 5],
      ['note-duration', 2],
      ['note-duration-specifier', 0],
    ]);
    expect(note?.bits?.to).toBe((note?.bits?.from ?? 0) + 12);
  });

  it('dots, loops and undefined patterns in words', () => {
    const song: NokiaSong = {
      songType: 'basic',
      title: '',
      patterns: [
        { id: 'B', loop: 15, instructions: [] },
        {
          id: 'A',
          loop: 3,
          instructions: [
            { kind: 'note', value: 5, duration: 3, specifier: 1 },
            { kind: 'style', code: 2 },
          ],
        },
      ],
    };
    const { field } = traced(encodeNokiaSong(song));
    expect(meaningsIn(field)).toEqual(
      expect.arrayContaining([
        'note e, 1/8, dotted',
        'style staccato',
        'endless',
        '3 repeats',
        'already defined pattern',
        '2 patterns',
      ]),
    );
    expect(field.children.find(({ name }) => name === 'song-pattern')?.warnings).toEqual([
      expect.stringContaining('pattern B'),
    ]);
  });
});

describe('properties', () => {
  it('a song with a title in UCS-2 comes back leniently, and strictly is refused', () => {
    const songs = nokiaSong().filter(({ titleEncoding }) => titleEncoding === 'unicode');
    fc.assert(
      fc.property(songs, (song) => {
        const octets = encodeNokiaSong(song);
        expect(decodeNokiaSong(octets, { lenient: true })).toEqual(song);
        expect(() => decodeNokiaSong(octets)).toThrowError(expect.objectContaining({ code: 'bad-value', offset: 0 }));
      }),
    );
  });
});

describe('refusals', () => {
  // 02 4A 3A | 001 with the last bit of 3A, 0000 no title, 1 pattern, A, no loop, 1 instruction
  const bits = (text: string) => {
    const padded = text.replace(/\s/g, '');
    return Uint8Array.from((padded + '0'.repeat(-padded.length & 7)).match(/.{8}/g) ?? [], (octet) =>
      Number.parseInt(octet, 2),
    );
  };
  const FRAME = '00000010 01001010 0011101 001 0000 00000001 000 00 0000 00000001';
  it.each<[why: string, octets: Uint8Array, code: string, field: string, offset: number]>([
    ['nothing', bits(''), 'truncated', 'command-length', 0],
    ['one command part', bits('00000001'), 'bad-value', 'command-length', 0],
    ['cancel', bits('00000010 00001010'), 'bad-value', 'ringing-tone-programming', 1],
    ['a unicode part', bits('00000010 01001010 01000100'), 'bad-value', 'sound', 2],
    ['MIDI', bits('00000010 01001010 0011101 011'), 'bad-value', 'song-type', 2],
    ['a short title', bits('00000010 01001010 0011101 001 0010 01000001'), 'truncated', 'song-title', 3],
    ['a NUL in a title', bits('00000010 01001010 0011101 001 0010 01000001 00000000'), 'bad-value', 'song-title', 4],
    [
      'a bad pattern header',
      bits('00000010 01001010 0011101 001 0000 00000001 001 00 0000 00000001'),
      'bad-value',
      'song-pattern/pattern-header-id',
      4,
    ],
    ['no instruction', bits(FRAME), 'truncated', 'song-pattern/pattern-instruction', 6],
    ['half a note', bits(`${FRAME} 001`), 'truncated', 'song-pattern/pattern-instruction', 6],
    ['instruction 000', bits(`${FRAME} 000 0000 000 00`), 'bad-value', 'song-pattern/instruction-id', 6],
    ['instruction 110', bits(`${FRAME} 110 0000 000 00`), 'bad-value', 'song-pattern/instruction-id', 6],
    ['note 1101', bits(`${FRAME} 001 1101 010 00 0000000 00000000`), 'bad-value', 'song-pattern/note-value', 7],
    ['duration 110', bits(`${FRAME} 001 0001 110 00 0000000 00000000`), 'bad-value', 'song-pattern/note-duration', 7],
    ['style 11', bits(`${FRAME} 011 11 000000 00000000`), 'bad-value', 'song-pattern/style-value', 7],
    ['filler', bits(`${FRAME} 010 01 1000 00000000`), 'bad-value', 'filler', 7],
    ['no end', bits(`${FRAME} 010 01`), 'truncated', 'command-end', 8],
    ['another end', bits(`${FRAME} 010 01 0000 00000001`), 'bad-value', 'command-end', 8],
    ['octets behind', bits(`${FRAME} 010 01 0000 00000000 00000000`), 'trailing-bytes', '', 9],
  ])('%s', (_why, octets, code, field, offset) => {
    const path = field === '' ? 'ringing-tone' : `ringing-tone/${field}`;
    expect(() => decodeNokiaSong(octets)).toThrowError(
      expect.objectContaining({ name: 'DecodeError', code, field: path, offset }),
    );
  });

  const instruction = (text: string) => bits(`${FRAME} ${text}`);
  const binary = (value: number, width: number) => value.toString(2).padStart(width, '0');

  it.each<[part: string, before: string, width: number, after: string, values: number, offset: number]>([
    // The part begins in octet 6 with the instruction's id, whose last bit is the first of octet 7.
    ['note-value', '001', 4, '010 00', 13, 7],
    ['note-duration', '001 0001', 3, '00', 6, 7],
    ['note-duration-specifier', '001 0001 010', 2, '', 4, 7],
    ['note-scale', '010', 2, '', 4, 7],
    ['style-value', '011', 2, '', 3, 7],
    ['beats-per-minute', '100', 5, '', 32, 7],
    ['volume-value', '101', 4, '', 16, 7],
  ])('%s: the values that are defined, and no others', (part, before, width, after, values, offset) => {
    for (let value = 0; value < 1 << width; value++) {
      const octets = Uint8Array.of(...instruction(`${before} ${binary(value, width)} ${after}`), 0);
      if (value < values) expect(toHex(encodeNokiaSong(decodeNokiaSong(octets)))).toBe(toHex(octets));
      else {
        expect(() => decodeNokiaSong(octets)).toThrowError(
          expect.objectContaining({ code: 'bad-value', field: `ringing-tone/song-pattern/${part}`, offset }),
        );
      }
    }
  });

  it.each([
    ['000', 'bad-value'],
    ['110', 'bad-value'],
    ['111', 'bad-value'],
  ])('the instruction id %s is refused', (id, code) => {
    expect(() => decodeNokiaSong(instruction(`${id} 0000 000 00 0000000`))).toThrowError(
      expect.objectContaining({ code, field: 'ringing-tone/song-pattern/instruction-id', offset: 6 }),
    );
  });

  it.each([
    ['a note', '001 0001 010 00'],
    ['a scale', '010 01'],
    ['a style', '011 01'],
    ['a tempo', '100 01111'],
    ['a volume', '101 0111'],
  ])('%s without its last octet', (_what, text) => {
    // 49 bits are before it.
    expect(() => decodeNokiaSong(instruction(text).subarray(0, -1))).toThrowError(
      expect.objectContaining({ code: 'truncated', field: 'ringing-tone/song-pattern/pattern-instruction', offset: 6 }),
    );
  });

  it('leniently: no end, another octet, filler, octets behind', () => {
    const scale = { patterns: [{ id: 'A', loop: 0, instructions: [{ kind: 'scale', code: 1 }] }] };
    for (const rest of ['', '0000 00000001', '1000', '0000 00000000 11111111']) {
      expect(decodeNokiaSong(bits(`${FRAME} 010 01 ${rest}`), { lenient: true })).toMatchObject(scale);
    }
  });

  it('leniently: blanks for control characters in a title, of either encoding', () => {
    const issues: (number | undefined)[] = [];
    const options = { lenient: true, onIssue: ({ offset }: { readonly offset: number | undefined }) => issues.push(offset) };
    const rest = '00000001 000 00 0000 00000001 010 01 ';
    expect(decodeNokiaSong(bits(`00000010 01001010 0011101 001 0011 01000001 00000000 01111111 ${rest}`), options).title).toBe(
      'A  ',
    );
    const wide = '0000000001000001 0000000000001010';
    const unicode = bits(`00000011 01001010 01000100 0011101 001 0010 ${wide} ${rest}`);
    expect(decodeNokiaSong(unicode, options).title).toBe('A ');
    expect(issues.slice(0, 1)).toEqual([4]);
    expect(issues).toContain(6);
  });

  it('octets are a Uint8Array', () => {
    expect(() => decodeNokiaSong([2] as unknown as Uint8Array)).toThrowError(TypeError);
  });

  it('a temporary song has no title', () => {
    const song: NokiaSong = {
      songType: 'temporary',
      title: '',
      patterns: [{ id: 'A', loop: 0, instructions: [{ kind: 'scale', code: 1 }] }],
    };
    const octets = bits('00000010 01001010 0011101 010 00000001 000 00 0000 00000001 010 01 00000000');
    expect(toHex(encodeNokiaSong(song))).toBe(toHex(octets));
    expect(decodeNokiaSong(octets)).toEqual(song);
  });

  it.each<[title: string, index: number]>([
    ['00000000 01000001', 0],
    ['01000001 00011111', 1],
    ['01111111 01000001', 0],
    ['01000001 00001010', 1],
  ])('a control character in the title %s', (title, index) => {
    const octets = bits(`00000010 01001010 0011101 001 0010 ${title} 00000000 00 00000000`);
    const issues: unknown[] = [];
    const onIssue = (issue: { code: string; field: string; offset: number | undefined }) =>
      issues.push([issue.code, issue.field, issue.offset]);
    // The title begins in the fourth octet, at its bit 6.
    const at = 3 + index;
    expect(() => decodeNokiaSong(octets)).toThrowError(
      expect.objectContaining({ code: 'bad-value', field: 'ringing-tone/song-title', offset: at }),
    );
    expect(decodeNokiaSong(octets, { lenient: true, onIssue }).title).toBe(index === 0 ? ' A' : 'A ');
    expect(issues).toEqual([['bad-value', 'ringing-tone/song-title', at]]);
  });

  const pattern = { id: 'A', loop: 0, instructions: [] };
  const withInstruction = (instruction: object) => ({ patterns: [{ ...pattern, instructions: [instruction] }] });
  const note = { kind: 'note', value: 1, duration: 2, specifier: 0 };
  it.each<[field: string, code: string, change: object]>([
    ['songType', 'bad-value', { songType: 'midi' }],
    ['title', 'unencodable', { songType: 'temporary', title: 'x' }],
    ['title', 'too-long', { title: 'x'.repeat(16) }],
    ['title', 'unencodable', { title: '\u20ac' }],
    ['title', 'unencodable', { title: 'a\0' }],
    ['title', 'unencodable', { title: '\n', titleEncoding: 'unicode' }],
    ['title', 'bad-value', { title: undefined }],
    ['titleEncoding', 'bad-value', { titleEncoding: 'utf-8' }],
    ['patterns', 'too-long', { patterns: Array.from({ length: 256 }, () => pattern) }],
    ['patterns[0].id', 'bad-value', { patterns: [{ ...pattern, id: 'E' }] }],
    ['patterns[0].loop', 'bad-value', { patterns: [{ ...pattern, loop: 16 }] }],
    [
      'patterns[0].instructions',
      'too-long',
      { patterns: [{ ...pattern, instructions: Array.from({ length: 256 }, () => note) }] },
    ],
    ['patterns[0].instructions[0].kind', 'bad-value', withInstruction({ kind: 'rest' })],
    ['patterns[0].instructions[0].value', 'bad-value', withInstruction({ ...note, value: 13 })],
    ['patterns[0].instructions[0].duration', 'bad-value', withInstruction({ ...note, duration: 6 })],
    ['patterns[0].instructions[0].specifier', 'bad-value', withInstruction({ ...note, specifier: 4 })],
    ['patterns[0].instructions[0].code', 'bad-value', withInstruction({ kind: 'style', code: 3 })],
    ['patterns[0].instructions[0].code', 'bad-value', withInstruction({ kind: 'tempo', code: 32 })],
  ])('%s, %s', (field, code, change) => {
    const song = { songType: 'basic', title: '', patterns: [pattern], ...change } as NokiaSong;
    expect(() => encodeNokiaSong(song)).toThrowError(expect.objectContaining({ name: 'EncodeError', code, field }));
  });
});
