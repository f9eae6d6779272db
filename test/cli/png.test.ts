import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromPixels, bitmapFromRows } from '../../src/bitmap/index.js';
import { writeBitmapPng, writeIndexedPng } from '../../src/cli/png.js';
import { pngPixels } from '../support/png-files.js';

describe('writing', () => {
  const bitmaps = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }))
    .chain(([width, height]) => {
      const row = fc.array(fc.constantFrom('#', '.'), { minLength: width, maxLength: width }).map((pixels) => pixels.join(''));
      return fc.array(row, { minLength: height, maxLength: height });
    })
    .map(bitmapFromRows);

  it('a bitmap comes back from its PNG of one bit a pixel', () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const octets = writeBitmapPng(bitmap);
        expect(octets.subarray(24, 26)).toEqual(Uint8Array.of(1, 0));
        expect(bitmapFromPixels(pngPixels(octets), { dither: 'none' })).toEqual(bitmap);
        expect(writeBitmapPng(bitmap)).toEqual(octets);
      }),
    );
  });

  it('a drawing of a few colours comes back too', () => {
    const palette = [0x102030, 0xffffff, 0x00ff7f];
    const indices = Uint8Array.of(0, 1, 2, 2, 1, 0, 1, 1, 1, 0, 0, 2, 2, 2, 0);
    const { rgba } = pngPixels(writeIndexedPng({ widthPx: 5, heightPx: 3, indices, palette }));
    const expected = Array.from(indices).flatMap((i) => {
      const color = palette[i] as number;
      return [color >> 16, (color >> 8) & 0xff, color & 0xff, 255];
    });
    expect(Array.from(rgba)).toEqual(expected);
  });
});
