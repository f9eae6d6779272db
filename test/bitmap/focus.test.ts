import { describe, expect, it } from 'vitest';
import { findFocus } from '../../src/bitmap/focus.js';
import type { Source } from '../../src/bitmap/luminance.js';
import { paintSource } from '../support/pictures.js';

type Colour = readonly number[];
const GREY = [100, 100, 100];
const BRIGHT = [200, 200, 200];

/** Where a window begins that is as high as the picture. */
function startOf(source: Source, widthPx: number): number {
  const { x, y, ...size } = findFocus(source, { x: 0, y: 0, widthPx, heightPx: source.heightPx });
  expect([y, size]).toEqual([0, { widthPx, heightPx: source.heightPx }]);
  return x;
}

/** Columns of a colour. Of 48 pixels along the longer side each is a cell. */
const columns = (colourAt: (x: number) => Colour | undefined) => paintSource(48, 24, (x) => colourAt(x) ?? GREY);

describe('the window with the most', () => {
  it('is the middle where nothing is to be seen', () => {
    const plain = columns(() => undefined);
    expect([startOf(plain, 24), startOf(plain, 7)]).toEqual([12, 21]);
  });

  it.each([
    // The column and the one before it have an edge to the right: both have to be inside, and no more.
    [40, 17],
    [8, 7],
    [1, 0],
    [24, 12],
  ])('holds the edges of column %i: it begins at %i', (column, start) => {
    const striped = columns((x) => (x === column ? BRIGHT : undefined));
    expect(startOf(striped, 24)).toBe(start);
  });

  it('moves down as it does across', () => {
    const rows = paintSource(24, 48, (_, y) => (y === 40 ? BRIGHT : GREY));
    expect(findFocus(rows, { x: 0, y: 0, widthPx: 24, heightPx: 24 })).toEqual({ x: 0, y: 17, widthPx: 24, heightPx: 24 });
  });

  it('counts edges down and across, by their size', () => {
    // A line of 20 cells: 40 edges of 80 levels. A column of 24 cells: 48 edges, of 60 or of 100 levels.
    const both = (level: number) =>
      paintSource(48, 24, (x, y) => (y === 12 && x >= 26 && x < 46 ? [180, 180, 180] : x === 4 ? [level, level, level] : GREY));
    expect(startOf(both(160), 24)).toBeGreaterThan(12);
    expect(startOf(both(200), 24)).toBeLessThan(12);
  });

  it('sees no edge from the end of one row to the start of the next', () => {
    // All columns have the same edges downwards. An end that had more would win a window this narrow.
    const lines = paintSource(48, 24, (_, y) => (y % 2 === 0 ? GREY : BRIGHT));
    expect(startOf(lines, 2)).toBe(23);
  });

  it('is of the rectangle, not of what surrounds it', () => {
    const colour = (x: number, y: number) =>
      x < 5 || y < 7 || x >= 53 || y >= 31 ? [(x * 37) & 255, (y * 91) & 255, 0] : x === 45 ? BRIGHT : GREY;
    const source = { ...paintSource(60, 40, colour), x: 5, y: 7, widthPx: 48, heightPx: 24 };
    expect(findFocus(source, { x: 0, y: 0, widthPx: 24, heightPx: 24 })).toEqual({ x: 22, y: 7, widthPx: 24, heightPx: 24 });
    const down = { ...paintSource(40, 60, (x, y) => colour(y, x)), x: 7, y: 5, widthPx: 24, heightPx: 48 };
    expect(findFocus(down, { x: 0, y: 0, widthPx: 24, heightPx: 24 })).toEqual({ x: 7, y: 22, widthPx: 24, heightPx: 24 });
  });

  it('loses a quarter at the end of the line, in proportion to the way', () => {
    // Windows of 12 cells: the middle one begins at 18, holds column 24; column 46 needs one from 35 on, which loses 0.25 x 17 / 18.
    const two = (level: number) => columns((x) => (x === 46 ? BRIGHT : x === 24 ? [level, level, level] : undefined));
    expect([startOf(two(176), 12), startOf(two(177), 12)]).toEqual([35, 18]);
    // The same at the other end: columns 1 and 23 from one that begins at 0, which loses 0.25.
    const other = (level: number) => columns((x) => (x === 1 ? BRIGHT : x === 23 ? [level, level, level] : undefined));
    expect([startOf(other(174), 12), startOf(other(176), 12)]).toEqual([0, 18]);
  });

  it('begins at a quarter of a cell too', () => {
    // Cells of four pixels; a window of 12.5 of them, which has to hold the edges of cell 40, up to its end.
    const wide = paintSource(192, 48, (x) => (x >> 2 === 40 ? BRIGHT : GREY));
    expect(startOf(wide, 50)).toBe(41 * 4 - 50);
  });

  it('is over the background, where the picture lets it through', () => {
    // A column of white, fully transparent.
    const veiled = { ...columns((x) => (x === 40 ? [255, 255, 255, 0] : undefined)), background: [100, 100, 100] as const };
    expect(startOf(veiled, 24)).toBe(12);
    expect(startOf({ ...veiled, background: [0, 0, 0] }, 24)).toBe(17);
  });
});

describe('a cell', () => {
  it('is the mean of nine pixels of it', () => {
    // Cells of three by three pixels, all with the mean 100; those of one column have other levels.
    const spread = [100, 60, 140, 130, 100, 70, 90, 110, 100];
    const mixed = (exact: boolean) =>
      paintSource(144, 72, (x, y) => {
        if (Math.floor(x / 3) !== 40) return GREY;
        const level = spread[(y % 3) * 3 + (x % 3)]! + (exact ? 0 : 9);
        return [level, level, level];
      });
    expect(startOf(mixed(true), 72)).toBe(36);
    expect(startOf(mixed(false), 72)).toBe(51);
  });

  it('is one pixel in nine of a larger one, those in the middle of each ninth', () => {
    const dots = (at: number) =>
      paintSource(432, 216, (x, y) => (Math.floor(x / 9) === 40 && x % 3 === at && y % 3 === at ? BRIGHT : GREY));
    expect([startOf(dots(0), 216), startOf(dots(1), 216), startOf(dots(2), 216)]).toEqual([108, 153, 108]);
  });
});

describe('the colour of skin', () => {
  /** Chai and Ngan: Cb 77 to 127, Cr 133 to 173, by the matrix of BT.601 that JFIF prints. */
  function isSkin([red, green, blue]: Colour): boolean {
    const cb = 128 - 0.168736 * red! - 0.331264 * green! + 0.5 * blue!;
    const cr = 128 + 0.5 * red! - 0.418688 * green! - 0.081312 * blue!;
    return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
  }
  /** An area of a colour, among greys as bright; on the other side a column whose edges weigh less than skin and more than nothing. */
  const area = (colour: Colour) => {
    const luma = Math.round(0.299 * colour[0]! + 0.587 * colour[1]! + 0.114 * colour[2]!);
    const grey = [luma, luma, luma];
    const other = luma > 127 ? luma - 20 : luma + 20;
    return paintSource(48, 24, (x) => (x >= 38 && x < 44 ? colour : x === 6 ? [other, other, other] : grey));
  };

  it('weighs, whatever its brightness, and no other colour does', () => {
    const seen = { skin: 0, other: 0 };
    // All over the cube, and so on both sides of each bound.
    for (let red = 0; red <= 255; red += 31) {
      for (let green = 0; green <= 255; green += 31) {
        for (let blue = 0; blue <= 255; blue += 31) {
          const colour = [red, green, blue];
          const expected = isSkin(colour);
          seen[expected ? 'skin' : 'other']++;
          expect(startOf(area(colour), 24) > 12, String(colour)).toBe(expected);
        }
      }
    }
    expect(Math.min(seen.skin, seen.other)).toBeGreaterThan(40);
  });

  it('weighs as an edge of 24 levels in each of its cells', () => {
    // Six columns of skin are 6 x 24 a row; two that are brighter by 71 or 74 have an edge on either side, 142 or 148. A window moves as far for both.
    const against = (level: number) =>
      paintSource(48, 24, (x) =>
        x >= 40 && x < 46 ? [200, 150, 130] : x === 3 || x === 4 ? [level, level, level] : [163, 163, 163],
      );
    expect([startOf(against(163 + 71), 20), startOf(against(163 + 74), 20)]).toEqual([26, 2]);
  });

  it('weighs nothing where more than two fifths of the picture have it', () => {
    // 460 of 1,152 cells are less than that, 461 more.
    const many = (cells: number) =>
      paintSource(48, 24, (x, y) =>
        (47 - x) * 24 + y < cells ? [200, 150, 130] : x === 2 ? [183, 183, 183] : [163, 163, 163],
      );
    expect(startOf(many(460), 24)).toBeGreaterThan(12);
    expect(startOf(many(461), 24)).toBeLessThan(12);
  });
});
