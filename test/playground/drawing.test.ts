import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitmap, bitmapFromRows, bitmapToRows } from '../../src/bitmap/index.js';
import { drawBox, drawFrame, drawLine, drawText, fillArea, shiftBitmap } from '../../src/playground/compose/drawing.js';
import { frameBetween, moveFrame } from '../../src/playground/compose/frame.js';
import { anyBitmap } from '../support/bitmaps.js';

const blank = (widthPx: number, heightPx: number) => bitmapFromRows(Array<string>(heightPx).fill('.'.repeat(widthPx)));
const rows = (bitmap: Bitmap) => bitmapToRows(bitmap);

const anyPlace = fc.record({ x: fc.integer({ min: -20, max: 60 }), y: fc.integer({ min: -20, max: 60 }) });
const dark = (bitmap: Bitmap) =>
  rows(bitmap).flatMap((row, y) => [...row].flatMap((pixel, x) => (pixel === '#' ? [{ x, y }] : [])));

describe('lines', () => {
  it('have no gap, and both their ends', () => {
    expect(rows(drawLine(blank(5, 3), { x: 0, y: 0 }, { x: 4, y: 2 }, 1))).toEqual(['#....', '.##..', '...##']);
    fc.assert(
      fc.property(anyPlace, anyPlace, (from, to) => {
        const inside = (place: typeof from) => ({ x: place.x + 20, y: place.y + 20 });
        const found = dark(drawLine(blank(81, 81), inside(from), inside(to), 1));
        expect(found).toContainEqual(inside(from));
        expect(found).toContainEqual(inside(to));
        expect(found).toHaveLength(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) + 1);
        // Each touches another, at a side or a corner.
        for (const { x, y } of found.length > 1 ? found : []) {
          const near = found.filter((other) => Math.max(Math.abs(other.x - x), Math.abs(other.y - y)) === 1);
          expect(near.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('end at the edges of the bitmap', () => {
    expect(rows(drawLine(blank(4, 2), { x: -3, y: 0 }, { x: 9, y: 0 }, 1))).toEqual(['####', '....']);
    fc.assert(
      fc.property(anyBitmap(), anyPlace, anyPlace, (bitmap, from, to) => {
        for (const draw of [drawLine, drawFrame, drawBox]) {
          expect(draw(bitmap, from, to, 1)).toMatchObject({ widthPx: bitmap.widthPx, heightPx: bitmap.heightPx });
          expect(rows(draw(draw(bitmap, from, to, 1), from, to, 0))).toEqual(rows(draw(bitmap, from, to, 0)));
        }
      }),
    );
  });
});

it('rectangles, from any corner', () => {
  const frame = ['......', '.####.', '.#..#.', '.####.'];
  expect(rows(drawFrame(blank(6, 4), { x: 1, y: 1 }, { x: 4, y: 3 }, 1))).toEqual(frame);
  expect(rows(drawFrame(blank(6, 4), { x: 4, y: 3 }, { x: 1, y: 1 }, 1))).toEqual(frame);
  expect(rows(drawBox(blank(4, 2), { x: 2, y: 1 }, { x: 1, y: 0 }, 1))).toEqual(['.##.', '.##.']);
});

describe('filling', () => {
  it('ends at what is drawn, sides alone touching', () => {
    const ring = bitmapFromRows(['.###.', '#...#', '.###.']);
    expect(rows(fillArea(ring, { x: 2, y: 1 }, 1))).toEqual(['.###.', '#####', '.###.']);
    expect(rows(fillArea(ring, { x: 0, y: 0 }, 1))).toEqual(['####.', '#...#', '.###.']);
    expect(rows(fillArea(ring, { x: 1, y: 0 }, 0))).toEqual(['.....', '#...#', '.###.']);
  });

  it('what has the ink, or is outside, stays', () => {
    const bitmap = bitmapFromRows(['#.']);
    for (const place of [
      { x: 0, y: 0 },
      { x: 9, y: 0 },
      { x: 0, y: -1 },
    ])
      expect(fillArea(bitmap, place, 1)).toEqual(bitmap);
  });

  it('all of a large one', () => {
    expect(new Set(rows(fillArea(blank(255, 255), { x: 254, y: 0 }, 1)))).toEqual(new Set(['#'.repeat(255)]));
  });
});

it('letters of the font', () => {
  const word = drawText(blank(12, 8), { x: 1, y: 1 }, 'HI', 1);
  expect(rows(word)).toEqual([
    '............',
    '.#...#.###..',
    '.#...#..#...',
    '.#...#..#...',
    '.#####..#...',
    '.#...#..#...',
    '.#...#..#...',
    '.#...#.###..',
  ]);
});

it('shifting takes nothing away', () => {
  expect(rows(shiftBitmap(bitmapFromRows(['#..', '.#.']), 1, 0))).toEqual(['.#.', '..#']);
  expect(rows(shiftBitmap(bitmapFromRows(['#..', '.#.']), -1, -1))).toEqual(['#..', '..#']);
  fc.assert(
    fc.property(anyBitmap(), fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 }), (bitmap, x, y) => {
      expect(rows(shiftBitmap(shiftBitmap(bitmap, x, y), -x, -y))).toEqual(rows(bitmap));
    }),
  );
});

describe('frames', () => {
  const within = { widthPx: 100, heightPx: 50 };

  it('are inside of the picture', () => {
    expect(frameBetween({ x: 10, y: 5 }, { x: 40, y: 25 }, within)).toEqual({ x: 10, y: 5, widthPx: 30, heightPx: 20 });
    expect(frameBetween({ x: 40, y: 25 }, { x: -9, y: -9 }, within)).toEqual({ x: 0, y: 0, widthPx: 40, heightPx: 25 });
    fc.assert(
      fc.property(anyPlace, anyPlace, fc.option(fc.double({ min: 0.1, max: 10, noNaN: true })), (from, to, ratio) => {
        const frame = frameBetween(from, to, within, ratio ?? undefined);
        if (frame === undefined) return;
        expect(frame.x).toBeGreaterThanOrEqual(0);
        expect(frame.y).toBeGreaterThanOrEqual(0);
        expect(frame.x + frame.widthPx).toBeLessThanOrEqual(within.widthPx);
        expect(frame.y + frame.heightPx).toBeLessThanOrEqual(within.heightPx);
      }),
    );
  });

  it('have the ratio that is wanted', () => {
    expect(frameBetween({ x: 0, y: 0 }, { x: 60, y: 1 }, within, 3)).toEqual({ x: 0, y: 0, widthPx: 60, heightPx: 20 });
    expect(frameBetween({ x: 0, y: 0 }, { x: 90, y: 50 }, within, 1)).toEqual({ x: 0, y: 0, widthPx: 50, heightPx: 50 });
  });

  it('of a slip of the pointer are none', () => {
    expect(frameBetween({ x: 10, y: 10 }, { x: 12, y: 12 }, within)).toBeUndefined();
  });

  it('move as far as the picture goes', () => {
    const frame = { x: 10, y: 10, widthPx: 20, heightPx: 20 };
    expect(moveFrame(frame, { x: 500, y: -3 }, within)).toEqual({ ...frame, x: 80, y: 7 });
  });
});
