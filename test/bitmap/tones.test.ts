import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/bitmap.js';
import { bitmapFromPixels, type Pixels } from '../../src/bitmap/index.js';
import {
  countLevels,
  findRange,
  type GreyPicture,
  HeldRows,
  holdRows,
  sharpenTones,
  spreadTones,
} from '../../src/bitmap/tones.js';
import { paint } from '../support/pictures.js';

/** A picture in luma, of levels. */
function greyOf(widthPx: number, heightPx: number, level: (x: number, y: number) => number): GreyPicture {
  const values = Int32Array.from({ length: widthPx * heightPx }, (_, i) => level(i % widthPx, Math.floor(i / widthPx)) * 1000);
  return { widthPx, heightPx, values };
}

/** A picture of levels of grey. */
const greyPixels = (widthPx: number, heightPx: number, level: (x: number, y: number) => number): Pixels =>
  paint(widthPx, heightPx, (x, y) => [level(x, y), level(x, y), level(x, y)]);

const anyGrey = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }))
  .chain(([widthPx, heightPx]) =>
    fc
      .array(fc.nat({ max: 255_000 }), { minLength: widthPx * heightPx, maxLength: widthPx * heightPx })
      .map((values): GreyPicture => ({ widthPx, heightPx, values: Int32Array.from(values) })),
  );

function inkShare(pixels: Pixels, options: Parameters<typeof bitmapFromPixels>[1]): number {
  const rows = bitmapToRows(bitmapFromPixels(pixels, options)).join('');
  return rows.replaceAll('.', '').length / rows.length;
}

describe('a picture in memory', () => {
  it('is given row by row, and held from rows', () => {
    const picture = greyOf(3, 2, (x, y) => 10 * y + x);
    const rows = new HeldRows(picture);
    expect([...rows.next()]).toEqual([0, 1000, 2000]);
    expect([...rows.next()]).toEqual([10_000, 11_000, 12_000]);
    expect(holdRows(new HeldRows(picture), { widthPx: 3, heightPx: 2 })).toEqual(picture);
  });

  it('has pixels of 256 levels, each of a thousand of luma', () => {
    const values = Int32Array.from({ length: 256 }, (_, level) => level * 1000);
    const once = new Uint32Array(256).fill(1);
    expect(countLevels({ widthPx: 16, heightPx: 16, values })).toEqual(once);
    expect(countLevels({ widthPx: 256, heightPx: 1, values: values.map((value) => Math.min(255_000, value + 999)) })).toEqual(
      once,
    );
  });

  it.each([
    [Number.POSITIVE_INFINITY, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [40, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [39, [0, 2, 4, 6, 8]],
    [20, [0, 2, 4, 6, 8]],
    [19, [0, 3, 6, 9]],
    [1, [0]],
  ])('of ten rows of four, of which about %d pixels are to be looked at, is seen in the rows %j', (maxPixels, rows) => {
    const counts = countLevels(
      greyOf(4, 10, (_, y) => y),
      maxPixels,
    );
    expect([...counts.slice(0, 10)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => (rows.includes(row) ? 4 : 0)));
  });
});

describe('the range of tones', () => {
  it.each([
    [1, 1, { dark: 60_000, bright: 200_000 }],
    [2, 2, { dark: 60_000, bright: 200_000 }],
    [3, 2, { dark: 0, bright: 200_000 }],
    [2, 3, { dark: 60_000, bright: 255_000 }],
  ])('of a hundred pixels, %d of them black and %d white, is the first beyond two', (black, white, range) => {
    const levels = Array.from({ length: 100 }, (_, i) => (i < black ? 0 : i >= 100 - white ? 255 : i < 50 ? 60 : 200));
    expect(findRange(greyOf(10, 10, (x, y) => levels[y * 10 + x]!))).toEqual(range);
  });

  it.each([
    [0, 0, 255_000],
    [15, 0, 255_000],
    [16, 0, 255_000],
    [17, 3125, 250_688],
    [32, 50_000, 193_500],
    [47, 96_875, 150_375],
    [48, 100_000, 148_000],
    [60, 100_000, 160_000],
  ])('of two tones %d levels apart goes from %d to %d', (span, dark, bright) => {
    expect(findRange(greyOf(10, 10, (x) => (x < 5 ? 100 : 100 + span)))).toEqual({ dark, bright });
  });

  it.each([
    [0, 255_000, [0, 1000, 51_000, 200_000, 255_000]],
    [0, 204_000, [0, 1250, 63_750, 250_000, 255_000]],
    [51_000, 255_000, [0, 0, 0, 186_250, 255_000]],
    [1000, 200_000, [0, 0, 64_070, 255_000, 255_000]],
  ])('from %d to %d is spread from black to white, and what is outside of it is black or white', (dark, bright, spread) => {
    const values = Int32Array.of(0, 1000, 51_000, 200_000, 255_000);
    spreadTones({ widthPx: 5, heightPx: 1, values }, { dark, bright });
    expect([...values]).toEqual(spread);
  });

  it('leaves 2 % on either side', () => {
    // 100 columns of one level each, from 78 on: two are darker than 80, two brighter than 175.
    expect(findRange(greyOf(100, 4, (x) => 78 + x))).toEqual({ dark: 80_000, bright: 175_000 });
    // A few specks of black and white in a picture of middle greys do not count.
    const specks = greyOf(100, 10, (x, y) => (y === 0 && x < 10 ? (x % 2) * 255 : 60 + x));
    expect(findRange(specks)).toEqual({ dark: 61_000, bright: 158_000 });
  });

  it('is all there is for an even picture and a nearly empty one, and part of it in between', () => {
    const whole = { dark: 0, bright: 255_000 };
    for (const level of [0, 20, 128, 255]) expect(findRange(greyOf(50, 50, () => level))).toEqual(whole);
    expect(findRange(greyOf(64, 64, (x, y) => 120 + ((x * 7 + y * 13) % 16)))).toEqual(whole);
    expect(findRange(greyOf(100, 100, (x, y) => (x < 10 && y < 10 ? 0 : 255)))).toEqual(whole);
    const some = findRange(greyOf(64, 64, (x) => 100 + (x % 32)));
    expect(some.dark).toBeGreaterThan(0);
    expect(some.dark).toBeLessThan(100_000);
    expect(some.bright).toBeLessThan(255_000);
    expect(some.bright).toBeGreaterThan(131_000);
  });

  it('is spread in order, from black to white, its middle to the middle', () => {
    fc.assert(
      fc.property(anyGrey, (picture) => {
        const range = findRange(picture);
        const spread = { ...picture, values: picture.values.slice() };
        spreadTones(spread, range);
        const order = [...picture.values.keys()].sort((a, b) => picture.values[a]! - picture.values[b]!);
        for (const [i, at] of order.entries()) {
          const [value, found] = [picture.values[at]!, spread.values[at]!];
          expect(found).toBeGreaterThanOrEqual(i === 0 ? 0 : spread.values[order[i - 1]!]!);
          const exact = ((value - range.dark) * 255_000) / (range.bright - range.dark);
          expect(Math.abs(found - Math.min(255_000, Math.max(0, exact)))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('of a large picture is that of some of its rows', () => {
    const ramp = greyOf(512, 512, (x) => x / 2);
    const few = countLevels(ramp, 65_536);
    expect(few.reduce((sum, count) => sum + count, 0)).toBe(65_536);
    expect(findRange(ramp)).toEqual({ dark: 5_000, bright: 250_000 });
  });
});

describe('sharpening', () => {
  it('by 0 changes nothing', () => {
    const picture = greyOf(4, 3, (x, y) => 20 * x + 50 * y);
    const sharp = { ...picture, values: picture.values.slice() };
    sharpenTones(sharp, 0);
    expect(sharp).toEqual(picture);
  });

  it('leaves an even area and adds half of the difference to the mean around at an edge', () => {
    const even = greyOf(9, 5, () => 77);
    sharpenTones(even, 2);
    expect(new Set(even.values)).toEqual(new Set([77_000]));
    const edge = greyOf(8, 5, (x) => (x < 4 ? 100 : 140));
    sharpenTones(edge, 0.5);
    // The mean beside the edge is a quarter of the step away.
    expect([...edge.values.subarray(0, 8)]).toEqual([100, 100, 100, 95, 145, 140, 140, 140].map((level) => level * 1000));
  });

  it('is the formula, with the edge repeated outside of it', () => {
    fc.assert(
      fc.property(anyGrey, fc.integer({ min: 0, max: 128 }), (picture, parts) => {
        const { widthPx, heightPx, values } = picture;
        const sharp = { ...picture, values: values.slice() };
        sharpenTones(sharp, parts / 64);
        const at = (x: number, y: number) =>
          values[Math.min(heightPx - 1, Math.max(0, y)) * widthPx + Math.min(widthPx - 1, Math.max(0, x))]!;
        for (let y = 0; y < heightPx; y++) {
          for (let x = 0; x < widthPx; x++) {
            let mean = 0;
            for (const dy of [-1, 0, 1]) {
              for (const dx of [-1, 0, 1]) mean += (at(x + dx, y + dy) * (2 - Math.abs(dx)) * (2 - Math.abs(dy))) / 16;
            }
            const exact = at(x, y) + ((at(x, y) - mean) * parts) / 64;
            expect(Math.abs(sharp.values[y * widthPx + x]! - Math.min(255_000, Math.max(0, exact)))).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe('pictures of little contrast', () => {
  it('get black and white, and keep them when asked', () => {
    const pale = greyPixels(72, 28, (x) => 110 + x);
    expect(inkShare({ ...pale }, { crop: { x: 0, y: 0, widthPx: 12, heightPx: 28 }, dither: 'floyd-steinberg' })).toBeLessThan(
      0.6,
    );
    const ends = [0, 60].map((x) => {
      const bitmap = bitmapFromPixels(pale, { dither: 'floyd-steinberg' });
      const rows = bitmapToRows(bitmap).map((row) => row.slice(x, x + 12));
      return rows.join('').replaceAll('.', '').length / (12 * 28);
    });
    expect(ends[0]).toBeGreaterThan(0.85);
    expect(ends[1]).toBeLessThan(0.15);
    const kept = inkShare(pale, { dither: 'floyd-steinberg', levels: 'keep' });
    expect(Math.abs(kept - (1 - 145.5 / 255))).toBeLessThan(0.02);
  });

  it('take levels that are given', () => {
    const ramp = greyPixels(256, 16, (x) => x);
    const rows = bitmapToRows(bitmapFromPixels(ramp, { dither: 'ordered', levels: [100, 180], sharpen: 0 }));
    expect(rows.every((row) => /^#{100}.*\.{75}$/.test(row))).toBe(true);
  });

  it('do not become noise where they are even', () => {
    const noise = greyPixels(96, 65, (x, y) => 200 + ((x * 31 + y * 17 + x * y) % 9));
    expect(Math.abs(inkShare(noise, { dither: 'floyd-steinberg' }) - (1 - 204 / 255))).toBeLessThan(0.03);
  });
});
