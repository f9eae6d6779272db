import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows } from '../../src/bitmap/bitmap.js';
import { bitmapToText } from '../../src/bitmap/index.js';
import { refusal } from '../support/hostile.js';

const rowsOf = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })).chain(([width, height]) =>
  fc.array(fc.string({ unit: fc.constantFrom('#', '.'), minLength: width, maxLength: width }), {
    minLength: height,
    maxLength: height,
  }),
);

describe('bitmapToText', () => {
  it('draws two rows a line', () => {
    expect(bitmapToText(bitmapFromRows(['#.#.', '##..']))).toBe('█▄▀ \n');
    expect(bitmapToText(bitmapFromRows(['#.', '.#', '##']))).toBe('▀▄\n▀▀\n');
    expect(bitmapToText(bitmapFromRows(['#.', '.#', '#.']), { invert: true })).toBe('▄▀\n ▀\n');
    expect(bitmapToText(bitmapFromRows(['#.', '.#']), { invert: false })).toBe('▀▄\n');
  });

  it('can be read back, has a character for two pixels, and ends every line', () => {
    const pixels: Record<string, string> = { ' ': '..', '▀': '#.', '▄': '.#', '█': '##' };
    fc.assert(
      fc.property(rowsOf, fc.boolean(), (rows, invert) => {
        const text = bitmapToText(bitmapFromRows(rows), { invert });
        expect(text.endsWith('\n')).toBe(true);
        const lines = text.slice(0, -1).split('\n');
        const drawn = lines.flatMap((line) => [0, 1].map((half) => [...line].map((block) => pixels[block]![half]).join('')));
        const wanted = rows.map((row) => (invert ? row.replace(/./g, (pixel) => (pixel === '#' ? '.' : '#')) : row));
        if (rows.length % 2 === 1) wanted.push('.'.repeat(rows[0]!.length));
        expect(drawn).toEqual(wanted);
      }),
    );
  });

  it('refuses what is no bitmap', () => {
    const wanted = { code: 'bad-value', field: 'bitmap.rows', offset: undefined };
    expect(refusal(() => bitmapToText({ widthPx: 9, heightPx: 2, rows: new Uint8Array(3) }))).toEqual(wanted);
    expect(() => bitmapToText('###' as never)).toThrow(new TypeError('bitmap is "###", not an object'));
  });
});
