import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { bitmapFromPixels, bitmapFromRows, bitmapToRows } from '../../src/bitmap/index.js';
import { encodeBitmapPng, encodeIndexedPng } from '../../src/show/png.js';
import { anyBitmap } from '../support/bitmaps.js';
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
        const octets = encodeBitmapPng(bitmap);
        expect(octets.subarray(24, 26)).toEqual(Uint8Array.of(1, 0));
        expect(bitmapFromPixels(pngPixels(octets), { dither: 'none' })).toEqual(bitmap);
        expect(encodeBitmapPng(bitmap)).toEqual(octets);
      }),
    );
  });

  it('a drawing of a few colours comes back too', () => {
    const palette = [0x102030, 0xffffff, 0x00ff7f];
    const indices = Uint8Array.of(0, 1, 2, 2, 1, 0, 1, 1, 1, 0, 0, 2, 2, 2, 0);
    const { rgba } = pngPixels(encodeIndexedPng({ widthPx: 5, heightPx: 3, indices, palette }));
    const expected = Array.from(indices).flatMap((i) => {
      const color = palette[i] as number;
      return [color >> 16, (color >> 8) & 0xff, color & 0xff, 255];
    });
    expect(Array.from(rgba)).toEqual(expected);
  });

  it('PNG is what pngjs reads, check sums and all', () => {
    fc.assert(
      fc.property(anyBitmap(), (bitmap) => {
        const png = PNG.sync.read(Buffer.from(encodeBitmapPng(bitmap)));
        expect([png.width, png.height]).toEqual([bitmap.widthPx, bitmap.heightPx]);
        const rows = Array.from({ length: png.height }, (_, y) =>
          Array.from({ length: png.width }, (_, x) => (png.data[(y * png.width + x) * 4] === 0 ? '#' : '.')).join(''),
        );
        expect(rows).toEqual(bitmapToRows(bitmap));
      }),
    );
  });

  it('PNG of more than one block', () => {
    const wide = bitmapFromRows(Array.from({ length: 600 }, (_, y) => (y % 2 ? '#' : '.').repeat(1000)));
    const png = PNG.sync.read(Buffer.from(encodeBitmapPng(wide)));
    expect([png.width, png.height, png.data[0], png.data[4 * 1000]]).toEqual([1000, 600, 255, 0]);
  });
});
