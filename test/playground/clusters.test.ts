import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterName, clusterSize, clustersOf, MAX_CLUSTERS } from '../../src/playground/compose/clusters.js';
import { emojiName } from '../../src/playground/compose/emoji-names.js';
import { glyphOf } from '../../src/playground/compose/glyphs.js';
import { graphemesByPattern, graphemesOf } from '../../src/playground/compose/graphemes.js';
import { Costs } from '../../src/playground/compose/marks.js';
import { wordsAt } from '../../src/playground/compose/place.js';
import { segmentText } from '../../src/text/index.js';
import { unicodeText } from '../support/arbitraries.js';

describe('names', () => {
  it.each([
    ['👨‍👩‍👧', 'family: man, woman, girl'],
    ['👩‍❤️‍👨', 'couple: woman, red heart, man'],
    ['👩‍🚒', 'woman, fire engine'],
    ['🤦🏽‍♂️', 'face palm with medium skin tone, male sign'],
    ['🏳️‍🌈', 'white flag, rainbow'],
    ['👍🏽', 'thumbs up with medium skin tone'],
    ['🇩🇪', 'flag DE: Germany'],
    ['🇶🇶', 'flag QQ'],
    ['🇩', 'regional indicator D'],
    ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', 'flag GB-SCT'],
    ['5️⃣', 'keycap 5'],
    ['❤️', 'red heart'],
    ['❤︎', 'red heart as text'],
    ['🦤', 'emoji U+1F9A4'],
    ['𝒳', 'character U+1D4B3'],
    ['e\u0301\u0301', 'e with U+0301 and U+0301'],
    ['\u0301', 'U+0301'],
  ])('%s: %s', (cluster, name) => {
    expect(clusterName(cluster)).toBe(name);
  });

  it('the table names each emoji once, and emoji alone', () => {
    for (const emoji of ['😂', '🙏', '🎉', '💙', '😷', '🏿', '🦳'])
      expect(emojiName(emoji.codePointAt(0) as number)).toBeTruthy();
    expect(emojiName(0x61)).toBeUndefined();
  });

  it('are there for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), (text) => clusterName(text) !== ''));
  });
});

describe('clusters', () => {
  it('are told once, with their size', () => {
    const [family, flag, ...others] = clustersOf('a 👨‍👩‍👧 b 👨‍👩‍👧 🇩🇪', ['a 👨‍👩‍👧 b 👨‍👩‍👧 🇩🇪']);
    expect(family).toEqual({
      ...{ text: '👨‍👩‍👧', name: 'family: man, woman, girl', units: 8, count: 2, cutIn: undefined },
      codePoints: ['U+1F468', 'U+200D', 'U+1F469', 'U+200D', 'U+1F467'],
    });
    expect(clusterSize(family as NonNullable<typeof family>)).toBe('5 code points, 8 UTF-16 units');
    expect(flag?.name).toBe('flag DE: Germany');
    expect(others).toEqual([]);
    expect(clustersOf('Löwen 25 €, हिन्दी', [])).toEqual([]);
  });

  it('that a border divides are told first, in any script', () => {
    // A family does not fit in the rest of any part: three parts would be needed to keep all of them whole.
    const text = '👨‍👩‍👧'.repeat(25);
    const parts = segmentText(text).map((part) => part.text);
    expect(clustersOf(`😀${text}`, ['😀👨‍👩', text.slice(5)])[0]).toMatchObject({ name: 'family: man, woman, girl', cutIn: 1 });
    expect(parts.join('')).toBe(text);
    expect(clustersOf('कक्षक', ['कक्', 'षक'])).toMatchObject([{ text: 'क्ष', cutIn: 1 }]);
    expect(clustersOf('a😀\r\nb', ['a😀\r', '\nb'])).toMatchObject([{ text: '😀', cutIn: undefined }]);
  });

  it('are no more than a list can hold', () => {
    const text = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x1f300 + i)).join('');
    expect(clustersOf(text, [text])).toHaveLength(MAX_CLUSTERS);
  });

  it('no surrogate pair is divided by messages, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('😀', '👨‍👩‍👧', 'a', '🇩🇪'), maxLength: 150 }), (text) => {
        for (const part of segmentText(text)) expect(part.text).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});

describe('graphemes', () => {
  it('joined are the text, and each of its own', () => {
    fc.assert(
      fc.property(unicodeText(100), (text) => {
        expect(graphemesOf(text).join('')).toBe(text);
        expect(graphemesByPattern(text).join('')).toBe(text);
      }),
    );
    const long = '👨‍👩‍👧a'.repeat(500);
    expect([graphemesOf(long).length, graphemesOf(long).length]).toEqual([1_000, 1_000]);
  });

  it('are those of Intl.Segmenter', () => {
    const segmenter = new Intl.Segmenter('en');
    const unit = fc.oneof(
      fc.constantFrom(
        '👨',
        '\u200d',
        '❤',
        '\ufe0f',
        '🇩',
        '🇪',
        '🏽',
        '1',
        '\u20e3',
        '\r',
        '\n',
        'a',
        '\u0301',
        'ग',
        '\u094d',
        'ᄀ',
        'ᅡ',
        '가',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const text = units.join('');
        expect(graphemesOf(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
      }),
    );
  });

  it('without Intl.Segmenter are the same for what people write', () => {
    for (const text of ['👨‍👩‍👧👍🏽🇩🇪5️⃣❤️', 'e\u0301a\r\nb', '🏴\u{e0067}\u{e0062}\u{e007f}x', 'Löwen'])
      expect(graphemesByPattern(text)).toEqual([...graphemesOf(text)]);
    const { Segmenter } = Intl;
    try {
      Reflect.deleteProperty(Intl, 'Segmenter');
      expect(graphemesOf('👨‍👩‍👧é')).toEqual(['👨‍👩‍👧', 'é']);
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });
});

describe('what is seen of characters', () => {
  it.each([
    [' ', '␣'],
    ['\n', '↵'],
    ['\u200d', '200D'],
    ['\u0301', '◌\u0301'],
    ['ğ', 'ğ'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
  ])('%j: %s', (character, glyph) => {
    expect(glyphOf(character)).toBe(glyph);
  });

  it('the place of the caret in words', () => {
    const text = 'ağ👨‍👩‍👧';
    const place = { parts: ['ağ', '👨‍👩‍👧'], isDivided: true, costs: new Costs('ucs2'), encoding: 'ucs2' } as const;
    const at = (start: number, end = start) => wordsAt(text, { start, end, ...place });
    expect(at(0)).toBe('At the caret: a U+0061, 1 UTF-16 unit, message 1 of 2');
    expect(at(1)).toBe('At the caret: ğ U+011F, 1 UTF-16 unit, not in GSM 7-bit, message 1 of 2');
    expect(at(10)).toBe('Before the caret: 👨‍👩‍👧 family: man, woman, girl, 8 UTF-16 units, not in GSM 7-bit, message 2 of 2');
    expect(at(0, 2)).toBe('Selected: 2 characters, 2 UTF-16 units');
    expect(wordsAt('', { start: 0, end: 0, ...place, parts: [] })).toBe('');
    expect(wordsAt('ab', { start: 5, end: 5, ...place, parts: [] })).toBe('');
  });
});
