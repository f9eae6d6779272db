import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGlyphs, GLYPH_HEIGHT, hasGlyph, textWidthPx, wrapText } from '../../src/bitmap/pixel-font.js';

const drawn = (text: string) => findGlyphs(text).map(({ rows }) => rows);

describe('glyphs', () => {
  it('every character of ASCII has its own, seven rows high and trimmed at both sides', () => {
    const all = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
    const seen = new Set(drawn(all.join('')).map((rows) => rows.join('\n')));
    expect(seen.size).toBe(95);
    for (const { rows, widthPx } of findGlyphs(all.join(''))) {
      expect(rows).toHaveLength(GLYPH_HEIGHT);
      for (const row of rows) expect(row).toMatch(new RegExp(`^[#.]{${widthPx}}$`));
    }
    for (const { rows } of findGlyphs(all.slice(1).join(''))) {
      expect([rows.some((row) => row.startsWith('#')), rows.some((row) => row.endsWith('#'))]).toEqual([true, true]);
    }
  });

  it('small letters have their accents, capitals lose them', () => {
    const [[plain], [marked]] = [drawn('o'), drawn('ö')];
    expect(marked).toEqual(['.#.#.', ...(plain?.slice(1) ?? [])]);
    expect(drawn('é')).not.toEqual(drawn('è'));
    expect(drawn('i\u0302')).not.toEqual(drawn('i'));
    expect(drawn('ÖÉŽ')).toEqual(drawn('OEZ'));
    expect(drawn('o\u0308')).toEqual(drawn('ö'));
    expect(drawn('q\u0323')).toEqual(drawn('q'));
  });

  it('an accent replaces the dot of i and j', () => {
    expect(drawn('í')).toEqual([['.#', '..', '#.', '#.', '#.', '#.', '#.']]);
    expect(drawn('ĵ')).toEqual([['###', '...', '..#', '..#', '..#', '..#', '##.']]);
  });

  it('others take the glyph of a look-alike, or a box', () => {
    expect(drawn('“a” – …')).toEqual(drawn('"a" - ...'));
    expect(drawn('€')).not.toEqual(drawn('Ж'));
    expect(drawn('Ж')).toEqual(drawn('中'));
    expect(drawn('Ж')[0]).toEqual(['#####', '#...#', '#...#', '#...#', '#...#', '#...#', '#####']);
    expect(new Set(drawn('€£ßæøÆØ¿¡').map(String)).size).toBe(9);
    expect(drawn('¡')).toEqual([['#', '.', '#', '#', '#', '#', '#']]);
    expect(drawn('~')).toEqual([['.....', '.....', '.#...', '#.#.#', '...#.', '.....', '.....']]);
    expect(drawn('\u007f')).toEqual(drawn('Ж'));
    expect(drawn('άΆ')).toEqual(drawn('AA'));
  });

  it('are told from boxes', () => {
    const box = drawn('Ж')[0];
    for (const character of 'aÄé€ "“…Ж中אعi\u0302') {
      const isBox = drawn(character).some((rows) => rows.join() === box?.join());
      expect(hasGlyph(character), character).toBe(!isBox);
    }
  });

  it('are made once, except boxes, of which a text could have any number', () => {
    const [a, accented, box] = findGlyphs('aäЖ');
    const [again, accentedAgain, boxAgain] = findGlyphs('aäЖ');
    expect([again === a, accentedAgain === accented, boxAgain === box]).toEqual([true, true, false]);
    expect(accented).not.toEqual(a);
  });

  it('are a column apart', () => {
    expect([textWidthPx(''), textWidthPx('|'), textWidthPx('||'), textWidthPx('H H')]).toEqual([0, 1, 3, 15]);
  });
});

describe('lines', () => {
  it('break at blanks, in long words, and where the text does', () => {
    expect(wrapText('in the middle\nof words', 40, 9)).toEqual(['in the', 'middle', 'of', 'words']);
    expect(wrapText('ab\n\ncd', 72, 9)).toEqual(['ab', '', 'cd']);
    expect(wrapText('mmmmmmmm', 12, 9)).toEqual(['mm', 'mm', 'mm', 'mm']);
    expect(wrapText('m', 1, 9)).toEqual(['m']);
    expect(wrapText('', 72, 9)).toEqual(['']);
  });

  it('are filled to the last column', () => {
    // An m is 5 columns, a blank 3, an i 1, each with one free column after it.
    expect([wrapText('mm', 11, 9), wrapText('mm', 10, 9)]).toEqual([['mm'], ['m', 'm']]);
    expect([wrapText('i mm', 17, 9), wrapText('i mm', 16, 9)]).toEqual([['i mm'], ['i', 'mm']]);
    expect(wrapText('i mm i', 17, 9)).toEqual(['i mm', 'i']);
    expect(wrapText('mm i', 11, 9)).toEqual(['mm', 'i']);
  });

  it('end in dots when there are too many', () => {
    expect(wrapText('a\nb\nc\nd', 72, 3)).toEqual(['a', 'b', '...']);
    expect(wrapText('a\nb\nc', 72, 3)).toEqual(['a', 'b', 'c']);
    expect(wrapText('mmmm', 5, 3)).toEqual(['m', 'm', '...']);
    expect(wrapText('mmm', 5, 3)).toEqual(['m', 'm', 'm']);
    expect(wrapText('mm\na', 5, 3)).toEqual(['m', 'm', 'a']);
  });

  it('fit, and together are the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'm', 'i', ' ', 'W', 'ö', '\n', 'Ж'), maxLength: 80 });
    fc.assert(
      fc.property(text, fc.integer({ min: 6, max: 80 }), (given, width) => {
        const lines = wrapText(given, width, 1000);
        for (const line of lines) expect(textWidthPx(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''));
      }),
    );
  });
});
