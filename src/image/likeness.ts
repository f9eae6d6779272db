/**
 * How alike two greys of one size look: structural similarity, the mean over windows of 12x12 pixels, 4 apart.
 *
 * Each window compares means, contrast and what both have in common, so that lost detail and false edges count and a slight shift of all levels
 * does not. Windows are square and not weighted, which is what makes this cheap: five sums for each cell of 4x4 pixels, nine cells a window.
 * They are larger than the blocks of a JPEG, whose edges are in every one of them.
 *
 * Source: Z. Wang and others, Image Quality Assessment: From Error Visibility to Structural Similarity (2004), with its constants.
 * @module
 */
import type { SizePx } from './resize/fit-size.js';

/** Sides of a cell in pixels, and of a window in cells. */
const CELL = 4;
const CELLS = 3;
const WINDOW = (CELLS * CELL) ** 2;

/** The constants that keep a division by next to nothing from deciding. */
const MEAN_FLOOR = (0.01 * 255) ** 2;
const CONTRAST_FLOOR = (0.03 * 255) ** 2;

/** Sums of a cell: of either picture, of its squares, and of their products. */
const SUMS = 5;

/** 1 for the same picture, about 0 for two that have nothing in common. A picture that is smaller than a window is one. */
export function measureLikeness(one: Uint8Array, other: Uint8Array, { widthPx, heightPx }: SizePx): number {
  const across = Math.floor(widthPx / CELL);
  const down = Math.floor(heightPx / CELL);
  if (across < CELLS || down < CELLS) return compare(sumAll(one, other), widthPx * heightPx);
  const rows = Array.from({ length: CELLS }, () => new Float64Array(across * SUMS));
  const columns = new Float64Array(across * SUMS);
  let sum = 0;
  for (let row = 0; row < down; row++) {
    sumCells(one, other, row * CELL * widthPx, widthPx, rows[row % CELLS] as Float64Array);
    if (row < CELLS - 1) continue;
    sumRows(rows, columns);
    sum += compareWindows(columns);
  }
  return sum / ((across - CELLS + 1) * (down - CELLS + 1));
}

/** Sums of the cells that are one above the other in a window. */
function sumRows([first, second, third]: readonly Float64Array[], to: Float64Array): void {
  const [one, two, three] = [first as Float64Array, second as Float64Array, third as Float64Array];
  const { length } = to;
  for (let i = 0; i < length; i++) to[i] = (one[i] as number) + (two[i] as number) + (three[i] as number);
}

/** Similarity of all windows of a row, summed up: three columns of cells each. */
function compareWindows(columns: Float64Array): number {
  const window = new Float64Array(SUMS);
  const end = columns.length - (CELLS - 1) * SUMS;
  let sum = 0;
  for (let at = 0; at < end; at += SUMS) {
    for (let i = 0; i < SUMS; i++) {
      const place = at + i;
      window[i] = (columns[place] as number) + (columns[place + SUMS] as number) + (columns[place + 2 * SUMS] as number);
    }
    sum += compare(window, WINDOW);
  }
  return sum;
}

/** Sums of the cells of a row of them, whose first pixel is at `start`. */
function sumCells(one: Uint8Array, other: Uint8Array, start: number, widthPx: number, to: Float64Array): void {
  const { length } = to;
  for (let at = 0, left = start; at < length; at += SUMS, left += CELL) {
    let a = 0;
    let b = 0;
    let aa = 0;
    let bb = 0;
    let ab = 0;
    for (let y = 0, from = left; y < CELL; y++, from += widthPx) {
      for (let i = from; i < from + CELL; i++) {
        const p = one[i] as number;
        const q = other[i] as number;
        a += p;
        b += q;
        aa += p * p;
        bb += q * q;
        ab += p * q;
      }
    }
    to[at] = a;
    to[at + 1] = b;
    to[at + 2] = aa;
    to[at + 3] = bb;
    to[at + 4] = ab;
  }
}

function sumAll(one: Uint8Array, other: Uint8Array): Float64Array {
  const sums = new Float64Array(SUMS);
  for (let i = 0; i < one.length; i++) {
    const p = one[i] as number;
    const q = other[i] as number;
    for (const [at, value] of [p, q, p * p, q * q, p * q].entries()) sums[at] = (sums[at] as number) + value;
  }
  return sums;
}

/** Similarity of a window by its sums. */
function compare(sums: Float64Array, pixels: number): number {
  const a = (sums[0] as number) / pixels;
  const b = (sums[1] as number) / pixels;
  const contrastA = (sums[2] as number) / pixels - a * a;
  const contrastB = (sums[3] as number) / pixels - b * b;
  const shared = (sums[4] as number) / pixels - a * b;
  const means = (2 * a * b + MEAN_FLOOR) / (a * a + b * b + MEAN_FLOOR);
  return (means * (2 * shared + CONTRAST_FLOOR)) / (contrastA + contrastB + CONTRAST_FLOOR);
}

/** A grey enlarged to another size, as screens do it: straight between the four pixels about a point. */
export function enlarge(grey: Uint8Array, from: SizePx, to: SizePx): Uint8Array {
  if (from.widthPx === to.widthPx && from.heightPx === to.heightPx) return grey;
  const samples = new Uint8Array(to.widthPx * to.heightPx);
  const columns = findNeighbours(from.widthPx, to.widthPx);
  const rows = findNeighbours(from.heightPx, to.heightPx);
  let above = new Float64Array(to.widthPx);
  let below = new Float64Array(to.widthPx);
  // The rows of the smaller picture that both hold.
  let [aboveRow, belowRow] = [-1, -1];
  for (let y = 0; y < to.heightPx; y++) {
    const [upper, lower] = [rows.first[y] as number, rows.second[y] as number];
    if (upper === belowRow) {
      [above, below] = [below, above];
      [aboveRow, belowRow] = [belowRow, aboveRow];
    }
    if (upper !== aboveRow) widen(grey, upper * from.widthPx, columns, above);
    if (lower !== belowRow) widen(grey, lower * from.widthPx, columns, below);
    [aboveRow, belowRow] = [upper, lower];
    mixRows(above, below, rows.share[y] as number, samples, y * to.widthPx);
  }
  return samples;
}

/** Makes a row as long as one of the larger picture. */
function widen(grey: Uint8Array, start: number, { first, second, share }: Neighbours, row: Float64Array): void {
  const { length } = row;
  for (let x = 0; x < length; x++) {
    const across = share[x] as number;
    row[x] =
      (grey[start + (first[x] as number)] as number) * (1 - across) + (grey[start + (second[x] as number)] as number) * across;
  }
}

function mixRows(above: Float64Array, below: Float64Array, down: number, samples: Uint8Array, start: number): void {
  const { length } = above;
  const up = 1 - down;
  for (let x = 0; x < length; x++) samples[start + x] = (above[x] as number) * up + (below[x] as number) * down + 0.5;
}

interface Neighbours {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Float64Array;
}

/** For each place of a longer line the two of a shorter one about it, and the share of the second. */
function findNeighbours(from: number, to: number): Neighbours {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const share = new Float64Array(to);
  for (let i = 0; i < to; i++) {
    const place = Math.min(from - 1, Math.max(0, ((i + 0.5) * from) / to - 0.5));
    const whole = Math.floor(place);
    first[i] = whole;
    second[i] = Math.min(from - 1, whole + 1);
    share[i] = place - whole;
  }
  return { first, second, share };
}
