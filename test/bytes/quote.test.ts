import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_QUOTED, nestPath, quote, shorten } from '../../src/bytes/quote.js';

describe('quote', () => {
  it.each([
    ['', '""'],
    ['abc', '"abc"'],
    ['a"b\\c\n', '"a\\"b\\\\c\\n"'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), `"${'x'.repeat(40)}..."`],
    ['\u0000\u001f', '"\\u0000\\u001f"'],
    // What JSON cannot escape as a pair is escaped alone.
    ['\ud83d', '"\\ud83d"'],
  ])('of the text %j is %s', (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it.each([
    [0, '0'],
    [-1.5, '-1.5'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, 'Object'],
    [[], 'Array'],
    [true, 'boolean'],
    [10n, 'bigint'],
    [Symbol('s'), 'symbol'],
    [() => 0, 'function'],
  ])('of %o, not a text, is %s', (value, quoted) => {
    expect(quote(value)).toBe(quoted);
  });

  it('cuts to the length asked for', () => {
    expect(quote('abcdef', 3)).toBe('"abc..."');
    expect(quote('abc', 3)).toBe('"abc"');
    expect(quote('abc', 0)).toBe('"..."');
  });

  it('is JSON of the text or of its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const value: string = JSON.parse(quote(text));
        expect(value).toBe(shorten(text));
        expect(text.startsWith(value.replace(/\.\.\.$/, '')) || value === text).toBe(true);
      }),
    );
  });
});

describe('shorten', () => {
  it('leaves what fits', () => {
    expect(shorten('')).toBe('');
    expect(shorten('x'.repeat(MAX_QUOTED))).toBe('x'.repeat(MAX_QUOTED));
    expect(shorten('abc', 3)).toBe('abc');
  });

  it('marks what it cut', () => {
    expect(shorten('x'.repeat(MAX_QUOTED + 1))).toBe(`${'x'.repeat(MAX_QUOTED)}...`);
    expect(shorten('abcd', 3)).toBe('abc...');
  });

  it('splits no surrogate pair', () => {
    expect(shorten('ab😀c', 3)).toBe('ab...');
    expect(shorten('ab😀c', 4)).toBe('ab😀...');
    // A lone half at the end of what is left goes too: it may have had another half.
    expect(shorten('ab\ud83dcd', 3)).toBe('ab...');
    expect(shorten('ab\ude00cd', 3)).toBe('ab\ude00...');
  });

  it('never has more characters than asked for, and a mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat({ max: 60 }), (text, max) => {
        const short = shorten(text, max);
        if (text.length <= max) expect(short).toBe(text);
        else {
          expect(short.endsWith('...')).toBe(true);
          expect(text.startsWith(short.slice(0, -3))).toBe(true);
          expect([max, max - 1]).toContain(short.length - 3);
        }
      }),
    );
  });
});

describe('nestPath', () => {
  it('keeps the beginning of a long path, and the last names of it', () => {
    expect(nestPath('PROV', 'parm')).toBe('PROV/parm');
    const deep = Array.from({ length: 100 }).reduce<string>((path) => nestPath(path, 'characteristic'), 'PROV');
    expect(nestPath(deep, 'last')).toMatch(/^PROV\/characteristic\/.*\.\.\..*\/characteristic\/last$/);
    expect(deep.length).toBeLessThanOrEqual(520);
    expect(nestPath('PROV', 'x'.repeat(1000))).toHaveLength(108);
  });
});
