import { describe, expect, it } from 'vitest';
import { percentEncode } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { parseRtttl, type TuneIssue, tuneDurationMs } from '../../src/ringtone/index.js';
import { countUtf8 } from '../../src/ringtone/rtttl-cursor.js';
import { ringtoneVectors, spelledOut } from './vectors.js';

const { vectors } = ringtoneVectors();

function issuesOf(text: string, lenient = false): TuneIssue[] {
  const issues: TuneIssue[] = [];
  parseRtttl(text, { lenient, onIssue: (issue) => issues.push(issue) });
  return issues;
}

/** The notes of a text in short: `c5/4.` */
function notesOf(text: string, lenient = false): string {
  const { notes } = parseRtttl(text, { lenient });
  return notes.map((n) => `${n.pitch ?? 'p'}${n.octave ?? ''}/${n.duration}${'.'.repeat(n.dots)}`).join(' ');
}

describe('published vectors', () => {
  it.each(vectors)('$id reads as expected, strictly and leniently', ({ text, expect: expected }) => {
    for (const lenient of [false, true]) {
      const tune = parseRtttl(text, { lenient });
      expect(tune.title).toBe(expected.name);
      expect(tune).toMatchObject({
        tempoBpm: expected.defaults.b,
        style: expected.defaults.s,
        loops: expected.defaults.l,
      });
      expect(spelledOut(tune)).toEqual(expected.notes);
      expect(Math.abs(tuneDurationMs(tune) - expected.totalMs)).toBeLessThanOrEqual(0.001);
    }
  });

  it.each(vectors)('$id as a form value', ({ text, formValue }) => {
    expect(percentEncode(text)).toBe(formValue);
  });

  it('the published RTX example without equals signs', () => {
    const tune = parseRtttl('Alert:B715:32C,32P,32D');
    expect(tune).toEqual({
      title: 'Alert',
      tempoBpm: 715,
      style: 'N',
      loops: 0,
      notes: [
        { pitch: 'c', octave: 6, duration: 32, dots: 0 },
        { pitch: null, octave: null, duration: 32, dots: 0 },
        { pitch: 'd', octave: 6, duration: 32, dots: 0 },
      ],
    });
  });
});

describe('what both readings take', () => {
  it.each<[why: string, text: string, notes: string, codes: string[]]>([
    ['nothing to report', 'x:d=4,o=5,b=160:C, 8 d#6 .,P', 'c5/4 d#6/8. p/4', []],
    [
      'the dot in three places',
      'x:d=4,o=5,b=160:8c6.,8c.6,8.c6,.c',
      'c6/8. c6/8. c6/8. c5/4.',
      ['dot-place', 'dot-place', 'dot-place'],
    ],
    ['h and underscore', 'x:d=4,o=5,b=160:h,f_6', 'b5/4 f#6/4', ['letter-h', 'underscore-sharp']],
    ['empty lines before', '\r\n\nx:d=4,o=5,b=160:c', 'c5/4', ['line-break']],
    ['marks around', '\ufeffx:d=4,o=5,b=160:c,;\r\n', 'c5/4', ['byte-order-mark', 'terminator', 'trailing-comma']],
    ['no title', ':d=4,o=5,b=160:c', 'c5/4', ['missing-title']],
    ['a long title', 'Elevenchars:d=4,o=5,b=160:c', 'c5/4', ['long-title']],
    ['no defaults', 'x::c', 'c6/4', ['missing-defaults']],
    ['an empty default', 'x:d=4,,o=5,b=160,:c', 'c5/4', ['empty-default', 'empty-default']],
    ['unknown keys', 'x:d=4,o=5,b=160,x=9,tempo=7:c', 'c5/4', ['unknown-key', 'unknown-key']],
    ['line breaks', 'x:d=4,o=5,b=160:c,\r\nd,\ne\n', 'c5/4 d5/4 e5/4', ['line-break']],
    ['an odd tempo', 'x:d=4,o=5,b=126:c', 'c5/4', ['off-table-tempo']],
    ['a pause with an octave', 'x:d=4,o=5,b=160:p6', 'p/4', ['pause-octave']],
    ['leading zeros', 'x:d=04,o=5,b=160:08c', 'c5/8', ['leading-zero', 'leading-zero']],
    ['a control without a note', 'x:d=4,o=5,b=160:c,b=200', 'c5/4', ['unused-control']],
    ['an octave between notes', 'x:d=4,o=5,b=160:c,o=6,c,o7,c', 'c5/4 c6/4 c7/4', ['missing-equals']],
    ['b is a note or a tempo', 'x:d=4,o=5,b=160:b,b6,b 7,b.', 'b5/4 b6/4 b7/4 b5/4.', []],
  ])('%s', (_why, text, notes, codes) => {
    expect(notesOf(text)).toBe(notes);
    expect(notesOf(text, true)).toBe(notes);
    expect(issuesOf(text).map(({ code }) => code)).toEqual(codes);
    expect(issuesOf(text, true)).toEqual(issuesOf(text));
  });

  it('controls become properties of the next note', () => {
    const tune = parseRtttl('x:d=4,o=5,b=160,sS,l=15,v=3:c,b140,SN,v=9,d,b=140,s=c,b=25,e');
    expect(tune).toMatchObject({ style: 'S', loops: 15 });
    expect(tune.notes.map(({ tempoBpm, style, volume }) => [tempoBpm, style, volume])).toEqual([
      [undefined, undefined, 3],
      [140, 'N', 9],
      [25, 'C', undefined],
    ]);
  });

  it('an issue says where, what and what was read instead', () => {
    expect(issuesOf('x:o=5:c,8c.6')).toEqual([
      {
        code: 'missing-defaults',
        severity: 'warning',
        field: 'RTTTL/defaults',
        offset: 2,
        reason: expect.stringContaining('not all of'),
        assumed: 'd=4,b=63',
        fix: { start: 2, end: 2, text: 'd=4,b=63,' },
      },
      {
        code: 'dot-place',
        severity: 'warning',
        field: 'RTTTL/note[1]/dots',
        offset: 10,
        reason: expect.stringContaining('end of the note'),
        assumed: 'a dotted note',
        fix: { start: 10, end: 12, text: '6.' },
      },
    ]);
  });
});

describe('refusals', () => {
  it.each<[why: string, text: string, code: string, field: string, offset: number, lenient: string]>([
    ['no colon', 'abc', 'truncated', 'RTTTL/title', 3, '!'],
    ['a NUL in the title', 'N\0ame:d=4,o=5,b=100:c', 'bad-value', 'RTTTL/title', 1, 'c5/4'],
    ['a line break in the title', 'a\r\nb:d=4,o=5,b=100:c', 'bad-value', 'RTTTL/title', 1, 'c5/4'],
    ['a tab after empty lines', '\n\na\t:d=4,o=5,b=100:c', 'bad-value', 'RTTTL/title', 3, 'c5/4'],
    ['a delete in RTX', '\x7f:d=4,o=5,b=100,s=N,l=0:c', 'bad-value', 'RTTTL/title', 0, 'c5/4'],
    ['one colon', 'x:c', 'truncated', 'RTTTL/defaults', 3, 'c6/4'],
    ['one colon, defaults', 'o=5:c', 'truncated', 'RTTTL/defaults', 5, 'c5/4'],
    ['no notes', 'x::', 'truncated', 'RTTTL/note[0]', 3, ''],
    ['default duration', 'x:d=64:c', 'bad-value', 'RTTTL/defaults/d', 4, 'c6/32'],
    ['default duration 0', 'x:d=0:c', 'bad-value', 'RTTTL/defaults/d', 4, 'c6/1'],
    ['note duration', 'x::c,24d', 'bad-value', 'RTTTL/note[1]/duration', 5, 'c6/4 d6/16'],
    ['octave 8', 'x::c8', 'bad-value', 'RTTTL/note[0]/octave', 4, 'c7/4'],
    ['octave 3', 'x:o=3:c', 'bad-value', 'RTTTL/defaults/o', 4, 'c4/4'],
    ['inline octave', 'x::c,o=9,c', 'bad-value', 'RTTTL/note[1]/o', 7, 'c6/4 c7/4'],
    ['tempo 0', 'x:b=0:c', 'bad-value', 'RTTTL/defaults/b', 4, 'c6/4'],
    ['tempo 901', 'x:b=901:c', 'bad-value', 'RTTTL/defaults/b', 4, 'c6/4'],
    ['inline tempo', 'x::b16,c', 'bad-value', 'RTTTL/note[0]/b', 4, 'c6/4'],
    ['huge tempo', `x:b=${'9'.repeat(400)}:c`, 'bad-value', 'RTTTL/defaults/b', 4, 'c6/4'],
    ['loops', 'x:l=16:c', 'bad-value', 'RTTTL/defaults/l', 4, 'c6/4'],
    ['volume', 'x:v=16:c', 'bad-value', 'RTTTL/defaults/v', 4, 'c6/4'],
    ['style', 'x:s=q:c', 'bad-value', 'RTTTL/defaults/s', 4, 'c6/4'],
    ['inline style', 'x::c,s=1,d', 'bad-value', 'RTTTL/note[1]/s', 7, 'c6/4 d6/4'],
    ['no value', 'x:d=,o=5:c', 'bad-value', 'RTTTL/defaults/d', 4, 'c5/4'],
    ['no inline value', 'x::v,c', 'bad-value', 'RTTTL/note[0]/v', 4, 'c6/4'],
    ['no key', 'x:=4:c', 'bad-value', 'RTTTL/defaults', 2, 'c6/4'],
    ['key twice', 'x:d=4,d=8:c', 'bad-value', 'RTTTL/defaults/d', 6, 'c6/8'],
    ['junk in defaults', 'x:d=4x:c', 'bad-value', 'RTTTL/defaults/d', 5, 'c6/4'],
    ['unknown letter', 'x::c,x,d', 'bad-value', 'RTTTL/note[1]/pitch', 5, 'c6/4 d6/4'],
    ['only a duration', 'x::c,8', 'bad-value', 'RTTTL/note[1]/pitch', 6, 'c6/4'],
    ['e#', 'x::e#', 'bad-value', 'RTTTL/note[0]/pitch', 4, 'f6/4'],
    ['b#', 'x::b#5', 'bad-value', 'RTTTL/note[0]/pitch', 4, 'c6/4'],
    ['h# at the top', 'x::h#7', 'bad-value', 'RTTTL/note[0]/pitch', 4, 'c7/4'],
    ['p#', 'x::p#', 'bad-value', 'RTTTL/note[0]/pitch', 4, 'p/4'],
    ['two dots', 'x::c..', 'bad-value', 'RTTTL/note[0]/dots', 5, 'c6/4..'],
    ['empty command', 'x::c,,d', 'bad-value', 'RTTTL/note[1]', 5, 'c6/4 d6/4'],
    ['two trailing commas', 'x::c,,', 'bad-value', 'RTTTL/note[1]', 5, 'c6/4'],
    ['junk after a note', 'x::c6x,d', 'bad-value', 'RTTTL/note[0]', 5, 'c6/4 d6/4'],
    ['junk after a control', 'x::o=5x,d', 'bad-value', 'RTTTL/note[0]', 6, 'd5/4'],
    ['no comma', 'x::c d', 'bad-value', 'RTTTL/note[0]', 5, 'c6/4 d6/4'],
    ['a default between notes', 'x::c,d=8,e', 'bad-value', 'RTTTL/note[1]', 6, 'c6/4 e6/4'],
    ['a sharp after the octave', 'x::c5#', 'bad-value', 'RTTTL/note[0]', 5, 'c#5/4'],
    ['a sharp before the letter', 'x::#c5', 'bad-value', 'RTTTL/note[0]/pitch', 3, 'c#5/4'],
    ['the length after the letter', 'x::c16', 'bad-value', 'RTTTL/note[0]/octave', 4, 'c6/16'],
    ['a third colon', 'x::c:d', 'bad-value', 'RTTTL/note[0]', 4, 'c6/4'],
    ['more after a semicolon', 'x::c;d', 'trailing-bytes', 'RTTTL/note[0]', 4, 'c6/4'],
  ])('%s', (_why, text, code, field, offset, lenient) => {
    expect(() => parseRtttl(text)).toThrowError(expect.objectContaining({ name: 'DecodeError', code, field, offset }));
    if (lenient === '!') {
      expect(() => parseRtttl(text, { lenient: true })).toThrowError(FormatError);
    } else {
      expect(notesOf(text, true)).toBe(lenient);
      expect(issuesOf(text, true).length).toBeGreaterThan(0);
    }
  });

  it('numbers out of range are clamped leniently', () => {
    const tune = parseRtttl('x:b=9999,l=99,v=99,s=?:c,b=1,d', { lenient: true });
    expect(tune).toMatchObject({ tempoBpm: 900, loops: 14, style: 'N', notes: [{ volume: 15 }, { tempoBpm: 25 }] });
  });

  it.each([
    [3, 2],
    [5, 4],
    [7, 8],
    [11, 8],
    [13, 16],
    [24, 16],
    [25, 32],
  ])('duration %i is read leniently as %i', (written, read) => {
    expect(notesOf(`x::${written}c`, true)).toBe(`c6/${read}`);
  });

  it('a text is a string', () => {
    expect(() => parseRtttl(1 as unknown as string)).toThrowError(TypeError);
  });
});

describe('tunes from the wild', () => {
  // Each is the smallest form of a fault found in published collections.
  it.each<[why: string, text: string, notes: string, codes: string[]]>([
    [
      'a sharp in front',
      'x:d=4,o=5,b=160:16#c,8.#f6,_g',
      'c#5/16 f#6/8. g#5/4',
      ['sharp-place', 'sharp-place', 'dot-place', 'sharp-place'],
    ],
    ['a sharp behind the octave', 'x:d=4,o=5,b=160:2f6#,c6#.', 'f#6/2 c#6/4.', ['sharp-place', 'sharp-place']],
    [
      'e sharp behind the octave',
      'x:d=4,o=5,b=160:e6#,b6#',
      'f6/4 c7/4',
      ['sharp-place', 'impossible-sharp', 'sharp-place', 'impossible-sharp'],
    ],
    ['a sharp in front of b', 'x:d=4,o=5,b=160:#h', 'c6/4', ['letter-h', 'sharp-place', 'impossible-sharp']],
    ['no comma before a length', 'x:d=4,o=5,b=160:16p8g,f1a#', 'p/16 g5/8 f5/4 a#5/1', ['missing-comma', 'missing-comma']],
    [
      'no comma behind an octave',
      'x:d=4,o=5,b=160:c616d,c6.8d,c6d,c 8d',
      'c6/4 d5/16 c6/4. d5/8 c6/4 d5/4 c5/4 d5/8',
      Array(4).fill('missing-comma'),
    ],
    ['no comma behind a wrong octave', 'x:d=4,o=5,b=160:g28e', 'g4/4 e5/8', ['out-of-range', 'missing-comma']],
    ['no comma behind a dot', 'x:d=4,o=5,b=160:c.8d', 'c5/4. d5/8', ['missing-comma']],
    ['no comma before a sharp', 'x:d=4,o=5,b=160:32p8#g4', 'p/32 g#4/8', ['missing-comma', 'sharp-place']],
    ['no comma between defaults', 'x:d=4o=5,b=160:c', 'c5/4', ['missing-comma']],
    ['no comma behind a control', 'x:d=4,o=5,b=160:o=6c', 'c6/4', ['missing-comma']],
    ['a word is no note', 'x:d=4,o=5,b=160:c end,d', 'c5/4 d5/4', ['junk']],
    ['the length behind', 'x:d=4,o=5,b=160:c16,p32,8p16', 'c5/16 p/32 p/8', ['out-of-range', 'out-of-range', 'out-of-range']],
    ['one dot said twice', 'x:d=4,o=5,b=160:8.c.,4.c.6', 'c5/8. c6/4.', ['dot-place', 'double-dot', 'dot-place', 'double-dot']],
    ['a tempo with a unit', 'x:d=4,o=5,b=56bpm:c', 'c5/4', ['junk', 'off-table-tempo'].slice(0, 1)],
    ['a tempo in words', 'x:d=4,o=5,b=slow:c', 'c5/4', ['missing-value']],
    ['a colon behind the title', 'x: :d=4,o=5,b=160:c', 'c5/4', ['colon-in-title']],
    ['a control character', 'x\0:d=4,o=5,b=160:c', 'c5/4', ['control-character']],
    ['no second colon', 'x:d=4,o=5,b=160,8c', 'c5/8', ['missing-section']],
    ['no second colon, no comma', 'x:d=4,s=S,b=160b6,c', 'b6/4 c6/4', ['missing-defaults', 'missing-section']],
    ['another tune on the next line', 'x:d=4,o=5,b=160:c\r\n\r\ny:d=8,o=6,b=90:d', 'c5/4', ['text-after']],
    ['another tune on the same line', 'x:d=4,o=5,b=160:c,8c#yy:d=8,o=6,b=90:d', 'c5/4 c#5/8', ['text-after', 'junk']],
    ['text in front', 'from: me\nx:d=4,o=5,b=160:c', 'c5/4', ['text-before']],
  ])('%s', (_why, text, notes, codes) => {
    expect(notesOf(text, true)).toBe(notes);
    expect(issuesOf(text, true).map(({ code }) => code)).toEqual(codes);
    expect(() => parseRtttl(text)).toThrowError(FormatError);
  });

  it('a sharp is told of where it stands', () => {
    for (const music of ['#c', '2f6#', '8.c6#.', 'e6#', '#h']) {
      const text = `x:d=4,o=5,b=160:${music}`;
      const signs = issuesOf(text, true).filter(({ code }) => code === 'sharp-place');
      expect(signs.map(({ offset }) => text[offset as number])).toEqual(['#']);
    }
  });

  it('titles', () => {
    expect(parseRtttl('Ann : : Bo:d=4,o=5,b=160:c', { lenient: true }).title).toBe('Ann Bo');
    expect(parseRtttl('from: me\nx:d=4,o=5,b=160:c', { lenient: true }).title).toBe('x');
    expect(parseRtttl('a\nx:d=4,o=5,b=160:c', { lenient: true }).title).toBe('a x');
    expect(parseRtttl('N\0a\x7fme\t:d=4,o=5,b=160:c', { lenient: true }).title).toBe('N a me ');
    expect(parseRtttl('a: b\0c:d=4,o=5,b=160:c', { lenient: true }).title).toBe('a b c');
  });

  it('a default without a value keeps what is in force', () => {
    expect(parseRtttl('x:d=8,d=,o=?,b=,s=,l=,v=:c', { lenient: true })).toEqual({
      title: 'x',
      tempoBpm: 63,
      style: 'N',
      loops: 0,
      notes: [{ pitch: 'c', octave: 6, duration: 8, dots: 0 }],
    });
  });
});

describe('octets of a text in UTF-8', () => {
  it.each([
    ['\x7f', 1],
    ['\x80', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['\u{10000}', 4],
    ['a\u00e9\u20ac', 6],
    ['', 0],
  ])('%j: %i', (text, octets) => {
    expect(countUtf8(text)).toBe(octets);
  });
});

describe('limits', () => {
  it('characters', () => {
    const text = `x::${'c,'.repeat(40_000)}`;
    expect(() => parseRtttl(text)).toThrowError(
      expect.objectContaining({ name: 'LimitError', code: 'limit-exceeded', offset: 65_536 }),
    );
    expect(() => parseRtttl('x::c', { limits: { tuneCharacters: 3 } })).toThrowError(expect.objectContaining({ offset: 3 }));
  });

  it('notes', () => {
    const text = `x::${'c,'.repeat(16_385)}`;
    const error = { name: 'LimitError', code: 'limit-exceeded', field: 'RTTTL/note[16384]', offset: 3 + 2 * 16_384 };
    expect(() => parseRtttl(text)).toThrowError(expect.objectContaining(error));
    expect(parseRtttl(text, { limits: { tuneNotes: 16_385 } }).notes).toHaveLength(16_385);
  });
});
