import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/bitmap.js';
import { settleDither } from '../../src/bitmap/from-pixels.js';
import { bitmapFromPixels, type Pixels } from '../../src/bitmap/index.js';
import { type Colour, lumaAt } from '../../src/bitmap/luminance.js';
import { evenPaper, findPaper, measurePaper } from '../../src/bitmap/paper.js';
import { findGlyphs, GLYPH_HEIGHT } from '../../src/bitmap/pixel-font.js';
import { greySource } from '../support/pictures.js';

const TEXT = [
  'Dear Sir or Madam,',
  'your parcel with the',
  'number 40 71 10 is',
  'ready. Please fetch',
  'it until Friday noon.',
  'Kind regards, Post',
];

/** Rows of text, `#` for ink, each pixel of the font a square of some. */
function page(scale: number, widthPx: number, heightPx: number): (x: number, y: number) => boolean {
  const lines = TEXT.map((text) => {
    const glyphs = findGlyphs(text);
    return Array.from({ length: GLYPH_HEIGHT }, (_, y) => glyphs.map(({ rows }) => rows[y]).join('.'));
  });
  const pitch = GLYPH_HEIGHT + 4;
  const [left, top] = [Math.round(widthPx * 0.06), Math.round(heightPx * 0.08)];
  return (x, y) => {
    const row = Math.floor((y - top) / scale);
    return lines[Math.floor(row / pitch)]?.[row % pitch]?.[Math.floor((x - left) / scale)] === '#';
  };
}

/** The page on paper, with light that falls off, and the grain of a camera. */
function photographed(scale: number, widthPx: number, heightPx: number, light: (x: number, y: number) => number): Pixels {
  const isInk = page(scale, widthPx, heightPx);
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  let state = 12_345;
  for (let i = 0; i < widthPx * heightPx; i++) {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const level = light(x / widthPx, y / heightPx) * (isInk(x, y) ? 0.3 : 1) + ((state >> 16) & 7) - 3.5;
    rgba.set([level * 1.02, level, level * 0.9], i * 4);
  }
  return { widthPx, heightPx, rgba };
}

/** Share of pixels that two pictures have alike. */
function alike(one: string[], other: string[]): number {
  const [a, b] = [one.join(''), other.join('')];
  return [...a].filter((pixel, i) => pixel === b[i]).length / a.length;
}

const SHADOWS: [string, (u: number, v: number) => number][] = [
  ['from the left', (u) => 230 - 150 * u],
  ['from a corner', (u, v) => 240 - 80 * u - 80 * v],
  ['a lamp above the middle', (u, v) => 240 - 220 * ((u - 0.5) ** 2 + (v - 0.5) ** 2)],
];

describe('text in uneven light', () => {
  // Levels of the font's pixels, as one of the result stands for one of the font.
  const [scale, widthPx, heightPx] = [4, 480, 300] as const;
  const box = { widthPx: 120, heightPx: 75 } as const;
  const expected = bitmapToRows(
    bitmapFromPixels(
      photographed(scale, widthPx, heightPx, () => 230),
      { ...box, dither: 'none', threshold: 150 },
    ),
  );

  it.each(SHADOWS)('%s is told, and cut as in even light', (_, light) => {
    const photo = photographed(scale, widthPx, heightPx, light);
    expect(settleDither(photo, box)).toMatchObject({ dither: 'none', threshold: 'adaptive' });
    const rows = bitmapToRows(bitmapFromPixels(photo, box));
    expect(alike(rows, expected)).toBeGreaterThan(0.985);
    // One level for all does worse.
    const level = bitmapToRows(bitmapFromPixels(photo, { ...box, dither: 'none', threshold: 'auto' }));
    expect(alike(level, expected)).toBeLessThan(alike(rows, expected));
    expect(bitmapFromPixels(photo, { ...box, threshold: 'adaptive' })).toEqual(bitmapFromPixels(photo, box));
  });

  it('is not seen in even light, in a ramp, in a texture, or in a picture of few pixels', () => {
    const even = photographed(scale, widthPx, heightPx, () => 230);
    expect(settleDither(even, box)).toMatchObject({ threshold: 'auto' });
    const shaded = (level: (x: number, y: number) => number, width = 480, height = 300): Pixels => {
      const rgba = new Uint8Array(width * height * 4).fill(255);
      for (let i = 0; i < width * height; i++) rgba.fill(level(i % width, Math.floor(i / width)), i * 4, i * 4 + 3);
      return { widthPx: width, heightPx: height, rgba };
    };
    for (const picture of [
      shaded((x) => x / 2),
      shaded((x, y) => 128 + 100 * Math.sin(x / 9) * Math.cos(y / 11)),
      shaded((x, y) => (x * 7919 + y * 104_729) % 251),
      photographed(1, 60, 40, SHADOWS[0]![1]),
    ]) {
      expect(settleDither(picture, box).threshold).not.toBe('adaptive');
    }
  });
});

/** Pixels of a side of a cell below: as many as are looked at, so that each is, once. */
const CELL = 12;

/** A picture of cells, each 12 by 12 pixels. @param contents the level of pixel `i`, 0 to 143, of a cell */
function cells(across: number, down: number, contents: (column: number, row: number, i: number) => number) {
  const [widthPx, heightPx] = [across * CELL, down * CELL];
  const greys = Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return contents(Math.floor(x / CELL), Math.floor(y / CELL), (y % CELL) * CELL + (x % CELL));
  });
  return greySource(greys, widthPx, heightPx);
}

/** Samples of so many levels, in no order. */
function scattered(length: number, seed: number, levels: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((((state >> 16) % levels) * 255) / (levels - 1));
  });
}

describe('paper measured', () => {
  it('is what four fifths of the pixels of a cell are darker than', () => {
    // 0.8 of 144 pixels are 115.2: the paper is the one with 115 before it, from dark to bright.
    const paper = measurePaper(cells(12, 6, (column, _, i) => (i < 110 + column ? 30 : 200)));
    expect(paper).toMatchObject({ across: 12, down: 6 });
    const row = Array.from({ length: 12 }, (_, column) => (column <= 5 ? 200_000 : 30_000));
    expect([...paper.lumas]).toEqual([...row, ...row, ...row, ...row, ...row, ...row]);
  });

  it('of a part of a picture with alpha is found as by sorting the pixels of each cell', () => {
    const whole = { pitchPx: 41, heightPx: 35, x: 3, y: 2, widthPx: 36, channels: 4 } as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 0x7fff_ffff }),
        fc.constantFrom(2, 17, 256),
        fc.constantFrom<Colour>([255, 255, 255], [9, 200, 31]),
        (seed, levels, background) => {
          const source = { ...whole, background, samples: scattered(4 * 41 * 37, seed, levels) };
          // 36 pixels in 12 cells with 12 taps each: each pixel of a row four times; 35 in 12, which rounds up.
          const expected = Array.from({ length: 144 }, (_, cell) => {
            const luma = Array.from({ length: 144 }, (_, tap) => {
              const [column, row] = [(cell % 12) * 12 + (tap % 12), Math.floor(cell / 12) * 12 + Math.floor(tap / 12)];
              return lumaAt(source, Math.floor(((column + 0.5) * 36) / 144), Math.floor(((row + 0.5) * 35) / 144));
            });
            return Math.max(1, luma.sort((one, other) => one - other)[115]!);
          });
          expect([...measurePaper(source).lumas]).toEqual(expected);
        },
      ),
    );
  });

  it('has twelve cells along the longer side', () => {
    const sizes = [
      [100, 60],
      [60, 100],
      [300, 10],
      [5, 5],
    ].map(([widthPx, heightPx]) => {
      const { across, down, lumas } = measurePaper(greySource(new Uint8Array(widthPx! * heightPx!), widthPx!, heightPx!));
      return [across, down, lumas.length];
    });
    expect(sizes).toEqual([
      [12, 7, 84],
      [7, 12, 84],
      [12, 1, 12],
      [12, 12, 144],
    ]);
  });

  it('is never without any light, which nothing could be divided by', () => {
    expect(Math.min(...measurePaper(greySource(new Uint8Array(144), 12, 12)).lumas)).toBeGreaterThan(0);
  });
});

describe('a page of text', () => {
  const isFound = (contents: (column: number, row: number, i: number) => number) =>
    findPaper(cells(12, 12, contents)) !== undefined;
  const INK = 50;
  const PAPER = 200;
  /** Neither: three quarters of the paper's brightness. */
  const BETWEEN = 150;

  it('has a side of 64 pixels', () => {
    // A column in twelve is ink.
    const striped = (widthPx: number, heightPx: number) =>
      greySource(
        Array.from({ length: widthPx * heightPx }, (_, i) => ((i % widthPx) % 12 === 0 ? INK : PAPER)),
        widthPx,
        heightPx,
      );
    expect(findPaper(striped(144, 64))).toMatchObject({ across: 12, down: 5 });
    expect(findPaper(striped(144, 63))).toBeUndefined();
    expect(findPaper(striped(63, 144))).toBeUndefined();
  });

  it('has paper of level 40 at least', () => {
    expect([40, 39].map((level) => isFound((_column, _row, i) => (i < 12 ? 0 : level)))).toEqual([true, false]);
  });

  it('has no cell with more than 45 % of ink', () => {
    const most = (pixels: number) => isFound((column, row, i) => (i < (column === 5 && row === 5 ? pixels : 12) ? INK : PAPER));
    expect([most(64), most(65)]).toEqual([true, false]);
  });

  it('is of paper for 70 %, which is from 85 % of the brightness on', () => {
    // Of 144 pixels, 101 are 70.1 % and 100 are 69.4 %.
    const paper = (pixels: number, level: number) =>
      isFound((_column, _row, i) => (i < 8 ? INK : i < 144 - pixels ? level : PAPER));
    expect([paper(101, BETWEEN), paper(100, BETWEEN), paper(100, 170), paper(100, 169)]).toEqual([true, false, true, false]);
  });

  it('has 1.5 % of ink, which is less than 65 % of the brightness', () => {
    // 312 of 20,736 pixels: two in each cell, and one more in some.
    const inked = (more: number, level: number) =>
      isFound((column, row, i) => (i < (row * 12 + column < more ? 3 : 2) ? level : PAPER));
    expect([inked(24, INK), inked(23, INK), inked(24, 129), inked(24, 130)]).toEqual([true, false, true, false]);
  });

  it('has ink in 40 % of its cells', () => {
    const inCells = (count: number) => isFound((column, row, i) => (row * 12 + column < count && i < 12 ? INK : PAPER));
    expect([inCells(58), inCells(57)]).toEqual([true, false]);
  });

  it('is at least 60 % as bright in one cell as in the next', () => {
    const inked = (level: number, i: number) => (i < 12 ? 0 : level);
    for (const level of [120, 119]) {
      const expected = level === 120;
      expect(isFound((column, _, i) => inked(column < 6 ? PAPER : level, i))).toBe(expected);
      expect(isFound((column, _, i) => inked(column < 6 ? level : PAPER, i))).toBe(expected);
      expect(isFound((_, row, i) => inked(row < 6 ? PAPER : level, i))).toBe(expected);
      expect(isFound((_, row, i) => inked(row < 11 ? level : PAPER, i))).toBe(expected);
    }
    // From side to side it may change by more: the end of one row and the start of the next are not beside each other.
    expect(isFound((column, _, i) => inked(Math.round(250 * 0.9 ** column), i))).toBe(true);
    expect(isFound((_, row, i) => inked(Math.round(250 * 0.9 ** row), i))).toBe(true);
  });
});

describe('a picture divided by its paper', () => {
  /** Thousands of luma. */
  const evened = (widthPx: number, heightPx: number, levels: number[], across: number, down: number, paper: number[]) => {
    const picture = { widthPx, heightPx, values: Int32Array.from(levels, (level) => level * 1000) };
    evenPaper(picture, { across, down, lumas: Float64Array.from(paper, (level) => level * 1000) });
    return [...picture.values];
  };
  const white = (share: number) => Math.round(255_000 * share);

  it('has between the middles of two cells what lies between their paper', () => {
    // Four pixels over two cells: the outer ones are past the middles, the inner ones a quarter and three quarters of the way.
    const expected = [white(50 / 100), white(50 / 125), white(50 / 175), white(50 / 200)];
    expect(evened(4, 1, [50, 50, 50, 50], 2, 1, [100, 200])).toEqual(expected);
    expect(evened(1, 4, [50, 50, 50, 50], 1, 2, [100, 200])).toEqual(expected);
  });

  it('has both ways at once, row by row', () => {
    const paper = [100, 200, 140, 220];
    const found = evened(4, 4, new Array(16).fill(40), 2, 2, paper);
    const shares = [0, 0.25, 0.75, 1];
    const expected = shares.flatMap((v) =>
      shares.map((u) => white(40 / ((100 * (1 - u) + 200 * u) * (1 - v) + (140 * (1 - u) + 220 * u) * v))),
    );
    expect(found).toEqual(expected);
  });

  it('is white where it is as bright as the paper, or brighter', () => {
    expect(evened(3, 1, [99, 100, 101], 1, 1, [100])).toEqual([white(0.99), 255_000, 255_000]);
  });
});
