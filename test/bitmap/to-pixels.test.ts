import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, pixelAt } from '../../src/bitmap/bitmap.js';
import { bitmapFromPixels, pixelsFromBitmap, type ToPixelsOptions } from '../../src/bitmap/index.js';
import { refusal } from '../support/hostile.js';

const side = fc.integer({ min: 1, max: 40 });
const bitmaps = fc
  .tuple(side, side, fc.infiniteStream(fc.boolean()))
  .map(([width, height, bits]) =>
    bitmapFromRows(
      Array.from({ length: height }, () =>
        Array.from({ length: width }, () => (bits.next().value === true ? '#' : '.')).join(''),
      ),
    ),
  );
const octet = fc.nat({ max: 255 });
const colour = fc.tuple(octet, octet, octet, octet);

describe('pixelsFromBitmap', () => {
  it('is black and white, opaque', () => {
    expect(pixelsFromBitmap(bitmapFromRows(['#.']))).toEqual({
      widthPx: 2,
      heightPx: 1,
      rgba: Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255),
    });
  });

  it('gives every pixel a square of its colour', () => {
    fc.assert(
      fc.property(bitmaps, fc.integer({ min: 1, max: 4 }), colour, colour, (bitmap, scale, black, white) => {
        const { widthPx, heightPx, rgba } = pixelsFromBitmap(bitmap, { scale, black, white });
        expect([widthPx, heightPx, rgba.length]).toEqual([
          bitmap.widthPx * scale,
          bitmap.heightPx * scale,
          bitmap.widthPx * bitmap.heightPx * scale * scale * 4,
        ]);
        const wrong = rgba.findIndex((value, i) => {
          const x = Math.floor(((i >> 2) % widthPx) / scale);
          const y = Math.floor((i >> 2) / widthPx / scale);
          return value !== (pixelAt(bitmap, x, y) === 1 ? black : white)[i & 3];
        });
        expect(wrong).toBe(-1);
      }),
    );
  });

  it('comes back as the same bitmap', () => {
    fc.assert(
      fc.property(bitmaps, fc.integer({ min: 1, max: 3 }), (bitmap, scale) => {
        const { widthPx, heightPx } = bitmap;
        expect(bitmapFromPixels(pixelsFromBitmap(bitmap, { scale }), { widthPx, heightPx })).toEqual(bitmap);
      }),
    );
  });
});

describe('refusals', () => {
  const bitmap = bitmapFromRows(['#.']);

  it.each([
    ['scale', { scale: 0 }],
    ['scale', { scale: 1.5 }],
    ['scale', { scale: Number.NaN }],
    ['widthPx', { scale: 40_000 }],
    ['black', { black: [0, 0] }],
    ['black', { black: [0, 0, Number.NaN] }],
    ['white', { white: [0, 0, 256] }],
    ['white', { white: [0, 0, 0, 0, 0] }],
    ['white', { white: 'red' }],
  ])('%s: %j', (field, options) => {
    expect(refusal(() => pixelsFromBitmap(bitmap, options as ToPixelsOptions))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });

  it('a height that passes 65535', () => {
    expect(refusal(() => pixelsFromBitmap(bitmapFromRows(['#', '#']), { scale: 40_000 })).field).toBe('heightPx');
  });

  it('what is no bitmap', () => {
    expect(() => pixelsFromBitmap(undefined as never)).toThrow(TypeError);
    expect(() => pixelsFromBitmap('#.' as never)).toThrow(new TypeError('bitmap is "#.", not an object'));
    expect(refusal(() => pixelsFromBitmap({ ...bitmap, heightPx: 2 })).field).toBe('bitmap.rows');
  });

  it('more pixels than sourcePixels, before they are allocated', () => {
    const wanted = { code: 'limit-exceeded', field: 'pixels', offset: undefined };
    expect(refusal(() => pixelsFromBitmap(bitmapFromRows(['#', '#']), { scale: 30_000 }))).toEqual(wanted);
    expect(refusal(() => pixelsFromBitmap(bitmap, { scale: 3, limits: { sourcePixels: 17 } }))).toEqual(wanted);
    expect(pixelsFromBitmap(bitmap, { scale: 3, limits: { sourcePixels: 18, bitmapPixels: 17 } }).widthPx).toBe(6);
    expect(() => pixelsFromBitmap(bitmap, { scale: 3, limits: { sourcePixels: 17 } })).toThrow(
      'pixels: 6x3 pixels, the limit is 17 (sourcePixels)',
    );
  });
});
