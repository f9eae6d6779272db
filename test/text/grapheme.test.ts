import { afterEach, expect, it, vi } from 'vitest';
import { graphemeStart } from '../../src/text/grapheme.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where the grapheme begins by Unicode alone; a cut between CR and LF counts as a border here. */
function naiveStart(text: string, index: number): number {
  if (text.slice(index - 1, index + 1) === '\r\n') return index;
  return segmenter.segment(text).containing(index)?.index ?? index;
}

const charactersOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['the basic plane, up to the surrogates', 0, 0xd7ff],
  ['the basic plane, after the surrogates', 0xe000, 0xffff],
  ['the musical signs', 0x1d100, 0x1d1ff],
  ['the emoji', 0x1f000, 0x1fbff],
  ['the tags and variation selectors of plane 14', 0xe0000, 0xe01ff],
])('every character of %s, after a letter and twice, begins where Unicode says', (_, first, last) => {
  const wrong: string[] = [];
  for (const character of charactersOf(first, last)) {
    for (const before of ['a', character]) {
      const text = before + character;
      const index = before.length;
      if (graphemeStart(text, 0, index) !== naiveStart(text, index)) wrong.push(JSON.stringify(text));
    }
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['controls, ASCII and Latin letters', 0x0, 0x2ff],
  ['Greek and Cyrillic before the combining marks', 0x370, 0x482],
  ['Cyrillic after the combining marks, and Armenian', 0x48a, 0x590],
  ['Hebrew letters', 0x5d0, 0x5ea],
  ['Arabic letters', 0x620, 0x64a],
  ['Latin and Greek with accents, and spaces', 0x1e00, 0x200a],
  ['dashes and quotes', 0x2010, 0x2027],
  ['further punctuation', 0x2030, 0x205e],
  ['signs of currency', 0x20a0, 0x20cf],
  ['arrows, signs and symbols', 0x2100, 0x2bff],
  ['Hiragana', 0x3041, 0x3096],
  ['Katakana and Bopomofo', 0x30a0, 0x312f],
  ['CJK ideographs', 0x3400, 0x9fff],
  ['emoji before the skin tones', 0x1f300, 0x1f3fa],
  ['emoji after the skin tones', 0x1f400, 0x1f7ff],
  ['further emoji', 0x1f800, 0x1fbff],
])('a border between %s is found without Intl.Segmenter, which is slow', (_, first, last) => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  for (const point of [first, (first + last) >> 1, last]) {
    const character = String.fromCodePoint(point);
    for (const [before, after] of [
      ['a', character],
      [character, 'a'],
      [character, character],
    ] as const) {
      expect(graphemeStart(before + after, 0, before.length)).toBe(before.length);
    }
  }
  expect(segment).not.toHaveBeenCalled();
});

it.each([
  ['a combining mark', 'e\u0301', 1, 0],
  ['a skin tone', '👍🏽', 2, 0],
  ['the second half of a flag', '🇿🇦', 2, 0],
  ['a letter after a flag', '🇿🇦a', 4, 4],
])('Intl.Segmenter is asked about %s', (_, text, index, start) => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  expect(graphemeStart(text, 0, index)).toBe(start);
  expect(segment).toHaveBeenCalledOnce();
});

it('graphemes are counted from the start of the part: what is before it joins nothing', () => {
  const letters = '🇦🇧🇨🇩';
  expect([2, 4, 6].map((index) => graphemeStart(letters, 0, index))).toEqual([0, 4, 4]);
  expect([4, 6].map((index) => graphemeStart(letters, 2, index))).toEqual([2, 6]);
  expect(graphemeStart('xe\u0301', 1, 2)).toBe(1);
});
