import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Issue } from '../../src/bytes/reading.js';
import { applyFixes, formatRtttl, lintRtttl, parseRtttl, type TuneIssue } from '../../src/ringtone/index.js';
import { damagedText } from '../support/hostile.js';
import { textTune, tuneLikeText } from '../support/tunes.js';

describe('lint', () => {
  it('gives the issues, the tune and its canonical text', () => {
    const lint = lintRtttl('x:o=5,b=160:8c.6,64d,?');
    expect(lint.issues.map(({ code }) => code)).toEqual(['missing-defaults', 'dot-place', 'out-of-range', 'unknown-letter']);
    expect(lint.fixed).toBe('x:d=8,o=5,b=160:c6.,32d');
    expect(lint.tune?.notes).toHaveLength(2);
  });

  it('a fatal fault is the last issue', () => {
    expect(lintRtttl('abc')).toEqual({
      issues: [
        {
          code: 'fatal',
          severity: 'error',
          field: 'RTTTL/title',
          offset: 3,
          reason: expect.any(String),
          assumed: 'nothing',
        },
      ],
    });
    const { issues } = lintRtttl('Elevenchars::c,c', { limits: { tuneNotes: 1 } });
    expect(issues.map(({ code }) => code)).toEqual(['long-title', 'missing-defaults', 'fatal']);
  });

  it('what the text cannot hold has no canonical text', () => {
    expect(lintRtttl('x::')).not.toHaveProperty('fixed');
    expect(lintRtttl('x::c..')).not.toHaveProperty('fixed');
  });

  it('a tune longer than the handset plays', () => {
    expect(lintRtttl('x:d=4,o=5,b=160:c,d, e,f', { maxNotes: 2 }).issues).toEqual([
      {
        code: 'long-tune',
        severity: 'warning',
        field: 'RTTTL/note[2]',
        offset: 21,
        reason: '4 notes; a handset that takes 2 stops here',
        assumed: 'the whole tune',
      },
    ]);
    expect(lintRtttl('x:d=4,o=5,b=160:c,d', { maxNotes: 2 }).issues).toEqual([]);
  });

  it('a fault that is no format fault is not swallowed', () => {
    expect(() => lintRtttl(1 as unknown as string)).toThrowError(TypeError);
  });
});

describe('fixes', () => {
  it.each<[text: string, mended: string]>([
    ['\ufeffx:d=4,o=5,b=160:c', 'x:d=4,o=5,b=160:c'],
    ['\n\nx:d=4,o=5,b=160:c', 'x:d=4,o=5,b=160:c'],
    ['x::c', 'x:d=4,o=6,b=63:c'],
    ['x:b=160:c', 'x:d=4,o=6,b=160:c'],
    ['x:,:c', 'x:d=4,o=6,b=63:c'],
    ['x:d4,o5,b160:b140,c', 'x:d=4,o=5,b=160:b=140,c'],
    ['x:d=4,,o=5,b=160,:c', 'x:d=4,o=5,b=160:c'],
    ['x:zz=1,d=4,y,o=5,b=160,q:c', 'x:d=4,o=5,b=160:c'],
    ['x:d=4,d=8,o=5,b=160:c', 'x:d=8,o=5,b=160:c'],
    ['x:d=64,o=9,b=901,l=16,v=16:c', 'x:d=32,o=7,b=900,l=14,v=15:c'],
    ['x:d=,o=?,b=slow,s=,l=,v=:c', 'x:d=4,o=6,b=63,s=N,l=0:c'],
    ['x:d=4x,o=5,b=160bpm:c', 'x:d=4,o=5,b=160:c'],
    ['x:d=4,o=5,b=160:h,8h.6', 'x:d=4,o=5,b=160:b,8b6.'],
    ['x:d=4,o=5,b=160:c_,16#d6,e#6,f6#', 'x:d=4,o=5,b=160:c#,16d#6,f6,f#6'],
    ['x:d=4,o=5,b=160:b#,8h#6.,b#7', 'x:d=4,o=5,b=160:c6,8c7.,c7'],
    ['x:d=4,o=5,b=160:p#,p6,08c05', 'x:d=4,o=5,b=160:p,p,8c5'],
    ['x:d=4,o=5,b=160:8.c,8c.6,8.c.6', 'x:d=4,o=5,b=160:8c.,8c6.,8c6.'],
    ['x:d=4,o=5,b=160:c16,8p16', 'x:d=4,o=5,b=160:16c,8p'],
    ['x:d=4,o=5,b=160:c8d,e 8f,c616d', 'x:d=4,o=5,b=160:c,8d,e ,8f,c6,16d'],
    ['x:d=4,o=5,b=160:?,c,?,d,,e,?', 'x:d=4,o=5,b=160:c,d,e'],
    ['x:d=4,o=5,b=160:c?,d=8,e', 'x:d=4,o=5,b=160:c,e'],
    ['x:d=4,o=5,b=160:c,v,s=1,d', 'x:d=4,o=5,b=160:c,d'],
    ['x:d=4,o=5,b=160:c,b=200,o=6', 'x:d=4,o=5,b=160:c'],
    ['x:d=4,o=5,b=160:c,\r\nd', 'x:d=4,o=5,b=160:c, d'],
    ['x:d=4,o=5,b=160:c,d,;;', 'x:d=4,o=5,b=160:c,d'],
    ['d=4,o=5,b=160:c', ':d=4,o=5,b=160:c'],
    ['x:c', 'x::c'],
    ['x:d=4,o=5,b=160,c', 'x:d=4,o=5,b=160:c'],
    ['a: b:d=4,o=5,b=160:c', 'a b:d=4,o=5,b=160:c'],
    ['N\0a\nme:d=4,o=5,b=160:c', 'N a me:d=4,o=5,b=160:c'],
    ['a: b\0c:d=4,o=5,b=160:c', 'a b c:d=4,o=5,b=160:c'],
    ['\n\t:d=4,o=5,b=160:c', ' :d=4,o=5,b=160:c'],
    ['a: b\nx:d=4,o=5,b=160:c\n\ny:d=4:c', 'x:d=4,o=5,b=160:c'],
  ])('%j', (text, mended) => {
    const { issues, tune } = lintRtttl(text);
    expect(applyFixes(text, issues)).toBe(mended);
    expect(parseRtttl(mended, { lenient: true })).toEqual(tune);
  });

  it('an edit inside a wider one is left out; a note with several faults is written anew, by the first of them', () => {
    const { issues } = lintRtttl('x:d=4,o=5,b=160:8h#.6,h9=,c');
    expect(issues.map(({ code, fix }) => [code, fix?.text])).toEqual([
      ['letter-h', '8c7.'],
      ['impossible-sharp', undefined],
      ['dot-place', undefined],
      ['letter-h', undefined],
      ['out-of-range', undefined],
      ['junk', ''],
    ]);
  });

  it('several line breaks have no small edit, nor have titles', () => {
    const { issues } = lintRtttl('Elevenchars:d=4,o=5,b=160:c,\nd,\ne');
    expect(issues.map(({ code, fix }) => [code, fix])).toEqual([
      ['long-title', undefined],
      ['line-break', undefined],
    ]);
    expect(lintRtttl('x:d=4,o=5,b=126:c').issues[0]).not.toHaveProperty('fix');
  });

  it('of two edits of the same number the one that mends both stays', () => {
    const { issues } = lintRtttl('x:d=4,o=5,b=00:c');
    expect(issues.map(({ code, fix }) => [code, fix?.text])).toEqual([
      ['leading-zero', undefined],
      ['out-of-range', '25'],
    ]);
    expect(applyFixes('x:d=4,o=5,b=00:c', issues)).toBe('x:d=4,o=5,b=25:c');
  });

  it('applyFixes takes the first of edits that overlap', () => {
    const issue = (start: number, end: number, text: string): TuneIssue =>
      new Issue('junk', 'error', 'RTTTL', start, '', { fix: { start, end, text } });
    expect(applyFixes('abcdef', [issue(3, 5, 'X'), issue(1, 4, 'Y'), issue(0, 0, 'Z')])).toBe('ZaYef');
    expect(applyFixes('abc', [])).toBe('abc');
  });
});

/** The text after all fixes from back to front, which is what an editor does: the last of those at one place first. */
function mend(text: string, issues: readonly TuneIssue[]): string {
  const fixes = issues.flatMap(({ fix }) => (fix === undefined ? [] : [fix])).reverse();
  fixes.sort((a, b) => b.start - a.start || b.end - a.end);
  return fixes.reduce((result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end), text);
}

function counts(issues: readonly TuneIssue[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { code } of issues) found.set(code, (found.get(code) ?? 0) + 1);
  return found;
}

describe('properties', () => {
  it('what lint fixes has nothing left to fix', () => {
    fc.assert(
      fc.property(tuneLikeText(), (body) => {
        const { fixed, tune } = lintRtttl(`x:${body}:c,${body}`);
        if (fixed !== undefined) expect(parseRtttl(fixed)).toEqual(tune);
      }),
    );
  });

  const texts = fc.oneof(
    tuneLikeText(),
    fc.tuple(tuneLikeText(), tuneLikeText()).map(([defaults, notes]) => `x:${defaults.replaceAll(':', ',')}:${notes}`),
    damagedText(damagedText(textTune().map(formatRtttl))),
  );

  it('all fixes together leave the tune as it was read', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { issues, tune } = lintRtttl(text);
        if (tune === undefined) return;
        const mended = mend(text, issues);
        expect(applyFixes(text, issues)).toBe(mended);
        expect(parseRtttl(mended, { lenient: true })).toEqual(tune);
      }),
    );
  });

  it('what a fix was for is gone', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { issues, tune } = lintRtttl(text);
        if (tune === undefined) return;
        const unmended = counts(issues.filter(({ fix }) => fix === undefined));
        for (const [code, count] of counts(lintRtttl(mend(text, issues)).issues)) {
          // A section that was put in may lack its title or its defaults.
          if (code === 'missing-title' || code === 'missing-defaults') continue;
          expect(count, code).toBeLessThanOrEqual(unmended.get(code) ?? 0);
        }
      }),
    );
  });
});
