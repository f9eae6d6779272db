/**
 * A few colours in place of many: those of a picture are gathered in cells of 5 bits a channel. The cells are split in two, and again,
 * where that takes most off the sum of squared errors, as X. Wu's method does; then each colour moves to the mean of what is nearest to it,
 * a few times (S. Lloyd, 1982).
 *
 * Source: X. Wu, Efficient Statistical Computations for Optimal Color Quantization (1991).
 * @module
 */

import { type Raster, requireSamples } from '../raster.js';
import { BLUE, type Colors, GREEN, NearestColor, RED } from './nearest.js';
import { OPAQUE } from './set.js';

/** Colours with how often each occurs, as many as `count` says. */
export interface Means extends Colors {
  readonly count: number;
  readonly weight: Float64Array;
}

/** The mean colours of all cells that have any. */
export interface Cells extends Means {
  readonly hasTransparent: boolean;
}

/** Bits of a channel that name a cell. */
const CELL_BITS = 5;
const CELL_SHIFT = 8 - CELL_BITS;
const CELLS = 1 << (3 * CELL_BITS);

function makeMeans(count: number): Means {
  return {
    count,
    red: new Float64Array(count),
    green: new Float64Array(count),
    blue: new Float64Array(count),
    weight: new Float64Array(count),
  };
}

export function countCells(rasters: readonly Raster[]): Cells {
  const pixels = rasters.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0);
  // For each cell 1 more than its place among the means, or 0.
  const places = new Int32Array(CELLS);
  const means = makeMeans(Math.min(pixels, CELLS));
  const { red, green, blue, weight } = means;
  let count = 0;
  let hasTransparent = false;
  for (const raster of rasters) {
    const samples = requireSamples(raster);
    const { channels } = raster;
    const { length } = samples;
    const second = channels === 1 ? 0 : 1;
    const third = channels === 1 ? 0 : 2;
    for (let at = 0; at < length; at += channels) {
      if (channels === 4 && (samples[at + 3] as number) < OPAQUE) {
        hasTransparent = true;
        continue;
      }
      const r = samples[at] as number;
      const g = samples[at + second] as number;
      const b = samples[at + third] as number;
      const cell = ((r >> CELL_SHIFT) << (2 * CELL_BITS)) | ((g >> CELL_SHIFT) << CELL_BITS) | (b >> CELL_SHIFT);
      let place = (places[cell] as number) - 1;
      if (place < 0) {
        place = count++;
        places[cell] = count;
      }
      red[place] = (red[place] as number) + r;
      green[place] = (green[place] as number) + g;
      blue[place] = (blue[place] as number) + b;
      weight[place] = (weight[place] as number) + 1;
    }
  }
  for (let i = 0; i < count; i++) settle(means, i);
  return { ...means, count, hasTransparent };
}

/** Cells that one colour represents so far: those from `start` to `end` in the order of the splitter. */
interface Box {
  readonly start: number;
  readonly end: number;
  /** By how much splitting it lowers the sum of squared errors; 0 for a single cell. */
  readonly gain: number;
  /** Cells whose level in a channel is below `cut` are the one half. */
  readonly channel: Float64Array;
  readonly cut: number;
}

/** Splits cells into as many groups as there are to be colours, or as there are cells; their means. */
export function split(cells: Cells, colors: number): Means {
  const order = countUp(cells.count);
  const bins = makeMeans(1 << CELL_BITS);
  const boxes = [measureBox(cells, order, 0, cells.count, bins)];
  while (boxes.length < colors) {
    let widest = 0;
    for (let i = 1; i < boxes.length; i++) if ((boxes[i] as Box).gain > (boxes[widest] as Box).gain) widest = i;
    const { start, end, gain, channel, cut } = boxes[widest] as Box;
    if (gain <= 0) break;
    let middle = start;
    for (let i = start; i < end; i++) {
      const cell = order[i] as number;
      if ((channel[cell] as number) >= cut) continue;
      order[i] = order[middle] as number;
      order[middle++] = cell;
    }
    boxes[widest] = measureBox(cells, order, start, middle, bins);
    boxes.push(measureBox(cells, order, middle, end, bins));
  }
  const means = makeMeans(boxes.length);
  for (const [i, { start, end }] of boxes.entries()) {
    for (let at = start; at < end; at++) add(means, i, cells, order[at] as number);
    settle(means, i);
  }
  return means;
}

/** Adds a cell to a sum. */
function add({ red, green, blue, weight }: Means, i: number, cells: Means, cell: number): void {
  const share = cells.weight[cell] as number;
  red[i] = (red[i] as number) + share * (cells.red[cell] as number);
  green[i] = (green[i] as number) + share * (cells.green[cell] as number);
  blue[i] = (blue[i] as number) + share * (cells.blue[cell] as number);
  weight[i] = (weight[i] as number) + share;
}

/** Makes a mean of a sum. */
function settle({ red, green, blue, weight }: Means, i: number): void {
  const sum = weight[i] as number;
  red[i] = (red[i] as number) / sum;
  green[i] = (green[i] as number) / sum;
  blue[i] = (blue[i] as number) / sum;
}

/** @param bins one for each level of a cell, empty ones, for use in here. */
function measureBox(cells: Cells, order: Int32Array, start: number, end: number, bins: Means): Box {
  let best: Box = { start, end, gain: 0, channel: cells.red, cut: 0 };
  if (end - start < 2) return best;
  for (const channel of [cells.red, cells.green, cells.blue]) {
    const { gain, cut } = bestCut(cells, order, start, end, channel, bins);
    if (gain > best.gain) best = { start, end, gain, channel, cut };
  }
  return best;
}

/** Where to cut across one channel: the squared errors fall by what the two means are apart, times the harmonic weight of the halves. */
function bestCut(
  cells: Cells,
  order: Int32Array,
  start: number,
  end: number,
  channel: Float64Array,
  bins: Means,
): { readonly gain: number; readonly cut: number } {
  const { red, green, blue, weight } = bins;
  let first = bins.count;
  let last = 0;
  for (let i = start; i < end; i++) {
    const cell = order[i] as number;
    const bin = (channel[cell] as number) >> CELL_SHIFT;
    if (bin < first) first = bin;
    if (bin > last) last = bin;
    add(bins, bin, cells, cell);
  }
  let sumRed = 0;
  let sumGreen = 0;
  let sumBlue = 0;
  let sum = 0;
  for (let bin = first; bin <= last; bin++) {
    sumRed += red[bin] as number;
    sumGreen += green[bin] as number;
    sumBlue += blue[bin] as number;
    sum += weight[bin] as number;
  }
  let gain = 0;
  let cut = 0;
  let lowRed = 0;
  let lowGreen = 0;
  let lowBlue = 0;
  let low = 0;
  for (let bin = first; bin < last; bin++) {
    lowRed += red[bin] as number;
    lowGreen += green[bin] as number;
    lowBlue += blue[bin] as number;
    low += weight[bin] as number;
    const high = sum - low;
    const r = lowRed / low - (sumRed - lowRed) / high;
    const g = lowGreen / low - (sumGreen - lowGreen) / high;
    const b = lowBlue / low - (sumBlue - lowBlue) / high;
    const found = (RED * r * r + GREEN * g * g + BLUE * b * b) * ((low * high) / sum);
    if (found > gain) {
      gain = found;
      cut = (bin + 1) << CELL_SHIFT;
    }
  }
  red.fill(0, first, last + 1);
  green.fill(0, first, last + 1);
  blue.fill(0, first, last + 1);
  weight.fill(0, first, last + 1);
  return { gain, cut };
}

/** Moves each mean to that of the cells nearest to it, so many times. */
const REFINEMENTS = 3;

export function refine(cells: Cells, means: Means): void {
  const { count } = means;
  const sums = makeMeans(count);
  const numbers = countUp(count);
  const nearestTo = new Int32Array(cells.count);
  for (let round = 0; round < REFINEMENTS; round++) {
    const nearest = new NearestColor(means, numbers);
    sums.red.fill(0);
    sums.green.fill(0);
    sums.blue.fill(0);
    sums.weight.fill(0);
    for (let cell = 0; cell < cells.count; cell++) {
      const [red, green, blue] = [cells.red[cell] as number, cells.green[cell] as number, cells.blue[cell] as number];
      const i = nearest.find(red, green, blue, nearestTo[cell] as number);
      nearestTo[cell] = i;
      add(sums, i, cells, cell);
    }
    for (let i = 0; i < count; i++) {
      // One that nothing is nearest to stays where it is.
      if (sums.weight[i] === 0) continue;
      settle(sums, i);
      means.red[i] = sums.red[i] as number;
      means.green[i] = sums.green[i] as number;
      means.blue[i] = sums.blue[i] as number;
    }
  }
}

/** 0, 1, 2 and so on. */
function countUp(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
