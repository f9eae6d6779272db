import { describe, expect, it } from 'vitest';
import { formatRtttl, formatRtx, parseRtttl, type Tune } from '../../src/ringtone/index.js';

const tune = parseRtttl('test:d=4,o=5,b=160:e,8f');

describe('canonical text', () => {
  it.each([
    ['x:b=160:16c5,16d5,p,16h.5', 'x:d=16,o=5,b=160:c,d,4p,b.'],
    ['x:d=16,o=6,b=160:c', 'x:d=16,o=6,b=160:c'],
    ['x:d=4,o=6,b=160:p', 'x:d=4,o=5,b=160:p'],
    ['x:d=8,o=5,b=160,sS,l3,v=4:c,b140,SN,v5,d', 'x:d=8,o=5,b=160,s=S,l=3,v=4:c,b=140,s=N,v=5,d'],
  ])('%s', (text, canonical) => {
    expect(formatRtttl(parseRtttl(text))).toBe(canonical);
  });

  it('a tie goes to d=4 and o=5', () => {
    expect(formatRtttl(parseRtttl('x::8c6,4c5'))).toBe('x:d=4,o=5,b=63:8c6,c');
  });

  it.each<[counts: string, notes: string, duration: number]>([
    ['three 16ths save more than four quarters', '16c,16c,16c,4c,4c,4c,4c', 16],
    ['two 16ths save as much as three quarters', '16c,16c,4c,4c,4c', 4],
    ['two 16ths save more than two quarters', '16c,16c,4c,4c', 16],
    ['three 32nds save more than four eighths', '32c,32c,32c,8c,8c,8c,8c', 32],
    ['more eighths than quarters', '8c,8c,4c', 8],
    ['as many eighths as quarters', '8c,4c', 4],
    ['halves alone', '2c', 2],
    ['whole notes', '1c,1c,4c', 1],
  ])('the default that makes the text shortest: %s', (_counts, notes, duration) => {
    const text = formatRtttl(parseRtttl(`x:d=4,o=5,b=160:${notes}`));
    expect(text).toContain(`:d=${duration},`);
  });

  it.each<[notes: string, octave: number]>([
    ['c4,c4,c5', 4],
    ['c7,c7,c6', 7],
    ['c4,c7', 4],
    ['c6,c4', 6],
    ['p,p,c6', 6],
  ])('the octave that most notes have: %s', (notes, octave) => {
    expect(formatRtttl(parseRtttl(`x:d=4,o=5,b=160:${notes}`))).toContain(`,o=${octave},`);
  });

  it('the dot is after the octave, for some devices before it', () => {
    const dotted = parseRtttl('x:d=8,o=5,b=160:c,c,d.,d6.,4e6');
    expect(formatRtttl(dotted)).toBe('x:d=8,o=5,b=160:c,c,d.,d6.,4e6');
    for (const device of ['esphome-2025', 'nonblockingrtttl'] as const) {
      expect(formatRtttl(dotted, { device })).toBe('x:d=8,o=5,b=160:c,c,d.,d.6,4e6');
    }
  });

  it('RTX writes every key', () => {
    expect(formatRtx(tune)).toBe('test:d=4,o=5,b=160,s=N,l=0:e,8f');
  });

  it('a pause may carry an octave number', () => {
    const notes = [{ pitch: null, octave: 6, duration: 4, dots: 0 }] as unknown as Tune['notes'];
    expect(formatRtttl({ ...tune, notes })).toBe('test:d=4,o=5,b=160:p');
  });
});

describe('refusals', () => {
  const note = tune.notes[0];
  it.each<[field: string, code: string, offset: number | undefined, change: object]>([
    ['title', 'unencodable', 1, { title: 'a:b' }],
    ['title', 'unencodable', 0, { title: '\ufeffa' }],
    ['title', 'unencodable', 0, { title: '\na' }],
    ['title', 'unencodable', 1, { title: 'a\0' }],
    ['title', 'bad-value', undefined, { title: 7 }],
    ['tempoBpm', 'bad-value', undefined, { tempoBpm: 24 }],
    ['tempoBpm', 'bad-value', undefined, { tempoBpm: 62.5 }],
    ['style', 'bad-value', undefined, { style: 'X' }],
    ['loops', 'bad-value', undefined, { loops: 16 }],
    ['notes', 'unencodable', undefined, { notes: [] }],
    ['notes', 'bad-value', undefined, { notes: 'c' }],
    ['notes[0]', 'bad-value', undefined, { notes: [null] }],
    ['notes[1].pitch', 'bad-value', undefined, { notes: [note, { ...note, pitch: 'e#' }] }],
    ['notes[0].octave', 'bad-value', undefined, { notes: [{ ...note, octave: 8 }] }],
    ['notes[0].duration', 'bad-value', undefined, { notes: [{ ...note, duration: 3 }] }],
    ['notes[0].dots', 'bad-value', undefined, { notes: [{ ...note, dots: 3 }] }],
    ['notes[0].dots', 'unencodable', undefined, { notes: [{ ...note, dots: 2 }] }],
    ['notes[0].twoThirds', 'unencodable', undefined, { notes: [{ ...note, twoThirds: true }] }],
    ['notes[0].twoThirds', 'bad-value', undefined, { notes: [{ ...note, twoThirds: false }] }],
    ['notes[0].twoThirds', 'bad-value', undefined, { notes: [{ ...note, dots: 1, twoThirds: true }] }],
    ['notes[0].tempoBpm', 'bad-value', undefined, { notes: [{ ...note, tempoBpm: 901 }] }],
    ['notes[0].style', 'bad-value', undefined, { notes: [{ ...note, style: 'n' }] }],
    ['notes[0].volume', 'bad-value', undefined, { notes: [{ ...note, volume: -1 }] }],
  ])('%s, %s', (field, code, offset, change) => {
    const error = expect.objectContaining({ name: 'EncodeError', code, field, offset });
    expect(() => formatRtttl({ ...tune, ...change } as Tune)).toThrowError(error);
  });
});
