import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGlyphs, GLYPH_HEIGHT, hasGlyph, textWidthPx, wrapText } from '../../src/bitmap/pixel-font.js';

const drawn = (text: string) => findGlyphs(text).map(({ rows }) => rows);

describe('glyphs', () => {
  it('every character of ASCII has its own, seven rows high and trimmed at both sides', () => {
    const all = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
    const seen = new Set(drawn(all.join('')).map((rows) => rows.join('\n')));
    expect(seen.size).toBe(95);
    for (const { rows, widthPx } of findGlyphs(all.slice(1).join(''))) {
      expect(rows).toHaveLength(GLYPH_HEIGHT);
      for (const row of rows) expect(row).toMatch(new RegExp(`^[#.]{${widthPx}}$`));
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
  });

  it('others take the glyph of a look-alike, or a box', () => {
    expect(drawn('“a” – …')).toEqual(drawn('"a" - ...'));
    expect(drawn('€')).not.toEqual(drawn('Ж'));
    expect(drawn('Ж')).toEqual(drawn('中'));
    expect(drawn('Ж')[0]).toEqual(['#####', '#...#', '#...#', '#...#', '#...#', '#...#', '#####']);
    expect(new Set(drawn('€£ßæøÆØ¿¡').map(String)).size).toBe(9);
  });

  it('are told from boxes', () => {
    const box = drawn('Ж')[0];
    for (const character of 'aÄé€ "“…Ж中אعi\u0302') {
      const isBox = drawn(character).some((rows) => rows.join() === box?.join());
      expect(hasGlyph(character), character).toBe(!isBox);
    }
  });

  it('stand a column apart', () => {
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

  it('end in dots when there are too many', () => {
    expect(wrapText('a\nb\nc\nd', 72, 3)).toEqual(['a', 'b', '...']);
    expect(wrapText('a\nb\nc', 72, 3)).toEqual(['a', 'b', 'c']);
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
