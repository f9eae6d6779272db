/**
 * Deciding row by row which pixels of a grey picture are black.
 *
 *   floyd-steinberg        x 7           atkinson        x 1 1
 *   (of 16)            3 5 1            (of 8)       1 1 1
 *                                                      1
 *
 * The error of a decision goes to the neighbours, in whole numbers, so that nothing is lost to rounding; rows alternate in direction
 * (serpentine), with the shares mirrored on the way back. A share that would leave at a side goes to the pixel below the edge, and
 * so an area keeps its brightness. Atkinson passes on six eighths only: more contrast, light and dark areas become white and black.
 *
 * Sources: R. W. Floyd, L. Steinberg, An Adaptive Algorithm for Spatial Greyscale (1976); Atkinson's shares as published accounts of
 * his filter agree on them, without a paper of his own; B. E. Bayer, An Optimum Method for Two-Level Rendition of Continuous-Tone
 * Pictures (1973).
 * @module
 */

/** The method that converts greys to black and white; `none` compares each grey with a threshold. */
export type Dither = 'floyd-steinberg' | 'atkinson' | 'ordered' | 'none';

/** Decides the next row: sets `black` to 1 or 0 for each value. */
export type RowDither = (values: Int32Array, black: Uint8Array) => void;

/** What a decision depends on. */
export interface DitherPlan {
  readonly dither: Dither;
  readonly widthPx: number;
  readonly white: number;
  /** Values below are black; 'ordered' moves its levels so that their middle is here. */
  readonly level: number;
  /** Share of the error that is passed on, 0 to 1. */
  readonly strength: number;
}

/** A function to be called with the rows of one picture in turn. */
export function rowDither({ dither, widthPx, white, level, strength }: DitherPlan): RowDither {
  switch (dither) {
    case 'floyd-steinberg':
      return floydSteinberg(widthPx, white, level, strength);
    case 'atkinson':
      return atkinson(widthPx, white, level, strength);
    case 'ordered':
      return ordered(white, level);
    case 'none':
      return threshold(level);
  }
}

function threshold(level: number): RowDither {
  return (values, black) => {
    const { length } = values;
    // The sign of the difference: no branch, which grain would mislead.
    for (let x = 0; x < length; x++) black[x] = ((values[x] as number) - level) >>> 31;
  };
}

/** Side of the ordered pattern. */
const CELL = 8;

/** Values below the level of their place in the cell are black; pure black and white are so everywhere. */
function ordered(white: number, middle: number): RowDither {
  const levels = new Int32Array(CELL * CELL);
  for (let i = 0; i < levels.length; i++) {
    const level = ((2 * bayer(i % CELL, Math.floor(i / CELL)) + 1) * white) / (2 * levels.length) + middle - white / 2;
    levels[i] = Math.min(white, Math.max(1, Math.ceil(level)));
  }
  let y = 0;
  return (values, black) => {
    const row = (y++ % CELL) * CELL;
    const { length } = values;
    for (let x = 0; x < length; x++) black[x] = ((values[x] as number) - (levels[row + (x % CELL)] as number)) >>> 31;
  };
}

/** Bayer's order: the bits of x^y and y in turn, the lowest ones first. 0 to 63. */
function bayer(x: number, y: number): number {
  let order = 0;
  for (let bit = 1; bit < CELL; bit *= 2) order = order * 4 + (((x ^ y) & bit) > 0 ? 2 : 0) + ((y & bit) > 0 ? 1 : 0);
  return order;
}

/** Steps of a strength, so that it is applied in whole numbers. */
const STRENGTH_PARTS = 64;
const STRENGTH_BITS = 6;

function floydSteinberg(widthPx: number, white: number, level: number, strength: number): RowDither {
  // The error from the row above for each pixel, with a place for what would leave at either side.
  const error = new Int32Array(widthPx + 2);
  const kept = Math.round(strength * STRENGTH_PARTS);
  let step = 1;
  return (values, black) => {
    const first = step > 0 ? 1 : widthPx;
    const end = first + step * widthPx;
    // 7/16 of the pixel before; what has been collected for the pixels below it and below this one.
    let ahead = 0;
    let after = 0;
    let below = 0;
    for (let at = first; at !== end; at += step) {
      const value = (values[at - 1] as number) + (error[at] as number) + ahead;
      // All bits set when black: no branch, which dots would mislead half of the time.
      const mask = (value - level) >> 31;
      black[at - 1] = mask & 1;
      const wrong = ((value - (white & ~mask)) * kept) >> STRENGTH_BITS;
      ahead = (wrong * 7) >> 4;
      const back = (wrong * 3) >> 4;
      const under = (wrong * 5) >> 4;
      // This row's error has been read up to here, so that of the next row overwrites it.
      error[at - step] = after + back;
      after = below + under;
      below = wrong - ahead - back - under;
    }
    error[end - step] = after + below + ahead;
    error[first] = (error[first] as number) + (error[first - step] as number);
    step = -step;
  };
}

function atkinson(widthPx: number, white: number, level: number, strength: number): RowDither {
  // Errors for this row and the next two, with two places more at either side.
  const rows: Int32Array[] = [0, 1, 2].map(() => new Int32Array(widthPx + 4));
  const kept = Math.round(strength * STRENGTH_PARTS);
  let step = 1;
  return (values, black) => {
    const [here, next, last] = rows as [Int32Array, Int32Array, Int32Array];
    const first = step > 0 ? 2 : widthPx + 1;
    const end = first + step * widthPx;
    for (let at = first; at !== end; at += step) {
      const value = (values[at - 2] as number) + (here[at] as number);
      const mask = (value - level) >> 31;
      black[at - 2] = mask & 1;
      const eighth = ((value - (white & ~mask)) * kept) >> (STRENGTH_BITS + 3);
      here[at + step] = (here[at + step] as number) + eighth;
      here[at + 2 * step] = (here[at + 2 * step] as number) + eighth;
      next[at - step] = (next[at - step] as number) + eighth;
      next[at] = (next[at] as number) + eighth;
      next[at + step] = (next[at + step] as number) + eighth;
      last[at] = eighth;
    }
    // Errors that left at the sides, of both rows, go below the edge.
    const edge = end - step;
    next[edge] = (next[edge] as number) + (here[end] as number) + (here[end + step] as number) + (next[end] as number);
    next[first] = (next[first] as number) + (next[first - step] as number);
    next[end] = 0;
    next[first - step] = 0;
    rows.push(rows.shift() as Int32Array);
    here.fill(0);
    step = -step;
  };
}
