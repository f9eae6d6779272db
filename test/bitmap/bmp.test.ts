import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBmp } from '../../src/bitmap/bmp.js';
import { type Bitmap, bitmapFromRows, bitmapToRows, decodeBmp, encodeBmp } from '../../src/bitmap/index.js';
import { TRACED_ROWS } from '../../src/bitmap/pixels.js';
import { anyBitmap, fieldsNamed, noise, traceOf, withDirtyFiller } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const arrow = bitmapFromRows(['#.#', '..#']);

/** The file of the arrow with octets changed: header 14 + 40, palette at 54, pixels at 62. */
function changed(at: number, ...values: number[]): Uint8Array {
  const octets = encodeBmp(arrow);
  octets.set(values, at);
  return octets;
}

describe('writing', () => {
  it('octets as Microsoft lays them out', () => {
    const fileHeader = '424D 46000000 00000000 3E000000';
    const infoHeader = '28000000 03000000 02000000 0100 0100 00000000 08000000 00000000 00000000 02000000 02000000';
    // Black is 0, and the bottom row is first.
    expect(encodeBmp(arrow)).toEqual(hex(`${fileHeader} ${infoHeader} 00000000 FFFFFF00 C0000000 40000000`));
  });

  it('a bitmap of the wrong type is a TypeError', () => {
    expect(() => encodeBmp(5 as unknown as Bitmap)).toThrowError(new TypeError('bitmap is 5, not an object'));
    expect(() => encodeBmp(null as unknown as Bitmap)).toThrowError(new TypeError('bitmap is null, not an object'));
  });
});

describe('reading', () => {
  it('rows from the top, when the height is below 0', () => {
    const octets = changed(22, 0xfe, 0xff, 0xff, 0xff);
    expect(bitmapToRows(decodeBmp(octets))).toEqual(['..#', '#.#']);
    expect(fieldsNamed(traceOf(octets, readBmp), 'row').map(({ value }) => value)).toEqual(['..#', '#.#']);
  });

  it('the darker colour is black, in whichever order and however dark', () => {
    expect(bitmapToRows(decodeBmp(changed(54, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0)))).toEqual(['.#.', '##.']);
    expect(bitmapToRows(decodeBmp(changed(54, 0xf0, 0xf0, 0xf0, 0, 0xff, 0xff, 0xff, 0)))).toEqual(['#.#', '..#']);
    // Blue is darker than red, but brighter than a dark red.
    expect(bitmapToRows(decodeBmp(changed(54, 0, 0, 0xff, 0, 0xff, 0, 0, 0)))).toEqual(['.#.', '##.']);
    expect(bitmapToRows(decodeBmp(changed(54, 0, 0, 90, 0, 0xff, 0, 0, 0)))).toEqual(['#.#', '..#']);
  });

  it('two equal colours, and a palette of one', () => {
    expect(bitmapToRows(decodeBmp(changed(54, 9, 9, 9, 0, 9, 9, 9, 0)))).toEqual(['###', '###']);
    expect(bitmapToRows(decodeBmp(changed(54, 0xee, 0xee, 0xee, 0, 0xee, 0xee, 0xee, 0)))).toEqual(['...', '...']);
    // With 299 red, 587 green and 114 blue: exactly half of white, and just below it.
    expect(bitmapToRows(decodeBmp(changed(54, 0, 206, 22, 0, 0, 206, 22, 0)))).toEqual(['...', '...']);
    expect(bitmapToRows(decodeBmp(changed(54, 0, 206, 21, 0, 0, 206, 21, 0)))).toEqual(['###', '###']);
    const one = (light: number) => {
      const octets = changed(46, 1, 0, 0, 0);
      octets.set([light, light, light, 0], 54);
      return bitmapToRows(decodeBmp(octets));
    };
    expect(one(0)).toEqual(['#.#', '..#']);
    expect(one(0xff)).toEqual(['.#.', '##.']);
  });

  it('octets between palette and pixels are passed over', () => {
    const octets = encodeBmp(arrow);
    const wider = Uint8Array.of(...octets.subarray(0, 62), 1, 2, 3, ...octets.subarray(62));
    wider[10] = 65;
    expect(decodeBmp(wider)).toEqual(arrow);
    expectTiling(traceOf(wider, readBmp));
  });

  it.each<[why: string, octets: Uint8Array, code: string, field: string, offset: number]>([
    ['nothing', new Uint8Array(), 'truncated', 'bmp/magic', 0],
    ['another file', changed(0, 0x4d), 'bad-value', 'bmp/magic', 0],
    ['an unknown header', changed(14, 41), 'bad-value', 'bmp/header-size', 14],
    ['a width of 0', changed(18, 0), 'bad-value', 'bmp/width', 18],
    ['a width below 0', changed(18, 0xff, 0xff, 0xff, 0xff), 'bad-value', 'bmp/width', 18],
    ['a height of 0', changed(22, 0), 'bad-value', 'bmp/height', 22],
    ['a width past all limits', changed(18, 0, 0, 1), 'limit-exceeded', 'bmp/width', 18],
    ['a height past all limits', changed(22, 0, 0, 0, 0x80), 'limit-exceeded', 'bmp/height', 22],
    ['too many pixels', changed(18, 0xff, 0xff, 0, 0, 0xff, 0xff), 'limit-exceeded', 'bmp/width', 18],
    ['eight bits per pixel', changed(28, 8), 'bad-value', 'bmp/depth', 28],
    ['RLE', changed(30, 1), 'bad-value', 'bmp/compression', 30],
    ['an unknown compression', changed(30, 99), 'bad-value', 'bmp/compression', 30],
    ['three colours', changed(46, 3), 'bad-value', 'bmp/colours-used', 46],
    ['pixels inside the header', changed(10, 61), 'bad-value', 'bmp/pixel-offset', 10],
    ['pixels behind the end', changed(10, 0xff, 0xff, 0xff, 0xff), 'truncated', 'bmp/gap', 62],
    ['rows cut short', encodeBmp(arrow).subarray(0, -1), 'truncated', 'bmp/pixels', 62],
    ['an octet too many', Uint8Array.of(...encodeBmp(arrow), 0), 'trailing-bytes', 'bmp', 70],
  ])('refuses %s', (_why, octets, code, field, offset) => {
    expect(refusal(() => decodeBmp(octets))).toEqual({ code, field, offset });
  });

  it('lenient: octets behind the pixels', () => {
    expect(decodeBmp(Uint8Array.of(...encodeBmp(arrow), 0, 0), { lenient: true })).toEqual(arrow);
  });

  it('other depths are refused with the way to a bitmap', () => {
    const reason = expect.stringMatching(/^is 8 bits per pixel, allowed: 1; .* made a bitmap first$/);
    expect(() => decodeBmp(changed(28, 8))).toThrowError(expect.objectContaining({ field: 'bmp/depth', offset: 28, reason }));
  });

  it('a trace says which row is first', () => {
    const meaning = (octets: Uint8Array) => fieldsNamed(traceOf(octets, readBmp), 'pixels').map((field) => field.meaning);
    expect(meaning(encodeBmp(arrow))).toEqual(['3x2, # black, bottom row first']);
    expect(meaning(changed(22, 0xfe, 0xff, 0xff, 0xff))).toEqual(['3x2, # black, top row first']);
  });

  it('a limit of pixels', () => {
    expect(decodeBmp(encodeBmp(arrow), { limits: { bitmapPixels: 6 } })).toEqual(arrow);
    expect(refusal(() => decodeBmp(encodeBmp(arrow), { limits: { bitmapPixels: 5 } })).code).toBe('limit-exceeded');
  });
});

describe('properties', () => {
  it('bitmaps come back, and tile', () => {
    fc.assert(
      fc.property(anyBitmap(70, 8), (bitmap) => {
        const octets = encodeBmp(withDirtyFiller(bitmap));
        expect(octets).toEqual(encodeBmp(bitmap));
        expect(octets.length % 4).toBe(2);
        expect(decodeBmp(octets)).toEqual(bitmap);
        const root = traceOf(octets, readBmp);
        expectTiling(root);
        expect(fieldsNamed(root, 'row').map(({ value }) => value)).toEqual(bitmapToRows(bitmap).reverse());
      }),
    );
  });

  it('a tall picture is shown by the first rows of the file', () => {
    const root = traceOf(encodeBmp(noise(3, TRACED_ROWS + 7)), readBmp);
    expectTiling(root);
    expect(fieldsNamed(root, 'row')).toHaveLength(TRACED_ROWS);
    expect(fieldsNamed(root, 'rows')[0]?.meaning).toBe('7 more rows');
  });
});
