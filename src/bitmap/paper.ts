/**
 * Text on paper in uneven light, as a camera sees it: a shadow on one side makes paper there darker than ink elsewhere, so no one level
 * divides them. Divided by the brightness of the paper around it, each pixel is of two tones again.
 *
 * The paper is measured in cells, 12 along the longer side: it is what four fifths of a cell's pixels are darker than. A picture counts as text
 * when its cells change little from one to the next, most pixels are nearly as bright as their paper, some are much darker, and those are
 * all over the picture but fill no cell.
 *
 * Source for thresholds that follow the light: D. Bradley, G. Roth, Adaptive Thresholding Using the Integral Image (2007). Its mean of
 * a window follows the ink as well; a high percentile does not.
 * @module
 */
import { colourAt, LUMA_PER_LEVEL, lumaOf, type Source, WHITE_LUMA } from './luminance.js';
import type { GreyPicture } from './tones.js';

/** How bright paper is, in luma, in cells of a picture. */
export interface Paper {
  readonly across: number;
  readonly down: number;
  readonly lumas: Float64Array;
}

/** Cells along the longer side, and pixels of a cell that are looked at, across and down. */
const CELLS = 12;
const TAPS = 12;

/** The place of the paper among a cell's pixels, from dark to bright. */
const PAPER_RANK = 0.8;

/** A picture with a side of fewer pixels holds no page that could be read. */
const MIN_SIDE = 64;

/** Paper is at least this bright, and from cell to cell changes by this factor at most. */
const MIN_PAPER = 40 * LUMA_PER_LEVEL;
const MAX_CHANGE = 0.6;

/** Shares of the paper's brightness: above the first a pixel is paper, below the second ink. */
const PAPER_SHARE = 0.85;
const INK_SHARE = 0.65;

/** A picture of text has at least so much paper, at least so much ink, ink in so many cells, and at most so much in one. */
const MIN_PAPER_PIXELS = 0.7;
const MIN_INK_PIXELS = 0.015;
const MIN_INK_CELLS = 0.4;
const MAX_CELL_INK = 0.45;

interface Cells extends Paper {
  /** Share of the pixels of each cell that are ink. */
  readonly ink: Float64Array;
  /** Share of all pixels that are paper. */
  readonly paperShare: number;
}

/** How bright the paper of a picture is. */
export function measurePaper(source: Source): Paper {
  return measureCells(source, () => true) as Cells;
}

/** The same, where the picture shows text on paper; else undefined. */
export function findPaper(source: Source): Paper | undefined {
  if (Math.min(source.widthPx, source.heightPx) < MIN_SIDE) return undefined;
  const cells = measureCells(source, (luma, ink) => luma >= MIN_PAPER && ink <= MAX_CELL_INK);
  return cells !== undefined && showsText(cells) ? cells : undefined;
}

function showsText({ across, down, lumas, ink, paperShare }: Cells): boolean {
  if (paperShare < MIN_PAPER_PIXELS) return false;
  if (ink.reduce((sum, share) => sum + share, 0) < MIN_INK_PIXELS * ink.length) return false;
  if (ink.filter((share) => share > 0).length < MIN_INK_CELLS * ink.length) return false;
  for (let i = 0; i < lumas.length; i++) {
    const luma = lumas[i] as number;
    const right = i % across < across - 1 ? (lumas[i + 1] as number) : luma;
    const below = i < across * (down - 1) ? (lumas[i + across] as number) : luma;
    if (Math.min(luma, right, below) < MAX_CHANGE * Math.max(luma, right, below)) return false;
  }
  return true;
}

/** Measures the cells; undefined from the first on that may not be. Most photographs have one near the start. */
function measureCells(source: Source, isAllowed: (luma: number, ink: number) => boolean): Cells | undefined {
  const { widthPx, heightPx } = source;
  const side = Math.max(widthPx, heightPx) / CELLS;
  const across = Math.max(1, Math.round(widthPx / side));
  const down = Math.max(1, Math.round(heightPx / side));
  const lumas = new Float64Array(across * down);
  const ink = new Float64Array(across * down);
  const columns = tapsOf(widthPx, across, source.x, source.channels);
  const rows = tapsOf(heightPx, down, source.y, source.channels * source.pitchPx);
  const taken = new Int32Array(TAPS * TAPS);
  let papers = 0;
  for (let i = 0; i < lumas.length; i++) {
    take(taken, source, columns, (i % across) * TAPS, rows, Math.floor(i / across) * TAPS);
    const paper = Math.max(1, ranked(taken, PAPER_RANK * taken.length));
    const inked = countBelow(taken, INK_SHARE * paper) / taken.length;
    if (!isAllowed(paper, inked)) return undefined;
    lumas[i] = paper;
    ink[i] = inked;
    papers += 1 - countBelow(taken, PAPER_SHARE * paper) / taken.length;
  }
  return { across, down, lumas, ink, paperShare: papers / lumas.length };
}

/** Offsets, along one side, of the first samples of the pixels that are looked at. @param step samples from one pixel to the next */
function tapsOf(sidePx: number, cells: number, start: number, step: number): Float64Array {
  const count = cells * TAPS;
  return Float64Array.from({ length: count }, (_, tap) => step * (start + Math.floor(((tap + 0.5) * sidePx) / count)));
}

/** Sets numbers to the luma of the pixels of a cell that are looked at, which begin at a column and a row of all of them. */
function take(
  taken: Int32Array,
  { samples, channels, background }: Source,
  columns: Float64Array,
  left: number,
  rows: Float64Array,
  top: number,
): void {
  for (let y = 0, tap = 0; y < TAPS; y++) {
    const row = rows[top + y] as number;
    for (let x = 0; x < TAPS; x++, tap++) {
      taken[tap] = lumaOf(colourAt(samples, row + (columns[left + x] as number), channels, background));
    }
  }
}

/**
 * The number at a place of the ascending order. It puts the numbers in order only as far as that needs, in a third of the time of sorting them.
 * Source: C. A. R. Hoare, Algorithm 65: Find (1961).
 */
function ranked(numbers: Int32Array, rank: number): number {
  const place = Math.floor(rank);
  for (let first = 0, last = numbers.length - 1; first < last; ) {
    const pivot = numbers[(first + last) >> 1] as number;
    let low = first;
    let high = last;
    while (low <= high) {
      while ((numbers[low] as number) < pivot) low++;
      while ((numbers[high] as number) > pivot) high--;
      if (low > high) break;
      const swapped = numbers[low] as number;
      numbers[low++] = numbers[high] as number;
      numbers[high--] = swapped;
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else break;
  }
  return numbers[place] as number;
}

function countBelow(numbers: Int32Array, bound: number): number {
  let count = 0;
  for (let i = 0; i < numbers.length; i++) if ((numbers[i] as number) < bound) count++;
  return count;
}

/** Divides a picture by the paper it shows, in place: paper becomes white. */
export function evenPaper({ widthPx, heightPx, values }: GreyPicture, { across, down, lumas }: Paper): void {
  for (let y = 0, at = 0; y < heightPx; y++) {
    const [above, below, lower] = between(y, heightPx, down);
    for (let x = 0; x < widthPx; x++, at++) {
      const [left, right, further] = between(x, widthPx, across);
      const mix = (row: number) =>
        (lumas[row * across + left] as number) * (1 - further) + (lumas[row * across + right] as number) * further;
      const paper = mix(above) * (1 - lower) + mix(below) * lower;
      values[at] = Math.min(WHITE_LUMA, Math.round(((values[at] as number) * WHITE_LUMA) / paper));
    }
  }
}

/** The cells before and after the middle of a pixel, and how far it is from the one to the other. */
function between(at: number, length: number, cells: number): [before: number, after: number, share: number] {
  const place = Math.min(cells - 1, Math.max(0, ((at + 0.5) / length) * cells - 0.5));
  const before = Math.floor(place);
  return [before, Math.min(cells - 1, before + 1), place - before];
}
