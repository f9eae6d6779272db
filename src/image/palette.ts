/**
 * Few colours for a picture, chosen from its own.
 *
 * - A picture that has no more colours than asked for keeps every one of them.
 * - Else colours are gathered in cells of 5 bits a channel. The cells are split in two, and again, where that takes most off the sum of
 *   squared errors, as X. Wu's method does; then each colour moves to the mean of what is nearest to it, a few times (S. Lloyd, 1982).
 *
 * Pixels with an alpha below 128 are transparent, all others opaque: formats with a palette have one transparent colour.
 *
 * Source: X. Wu, Efficient Statistical Computations for Optimal Color Quantization (1991). The rule for drawings is measured, not taken
 * from a document.
 * @module
 */
import { EncodeError } from '../errors.js';
import { BLUE, type Colors, GREEN, NearestColor, RED } from './nearest-color.js';
import { type Raster, samplesOf } from './raster.js';

/** Up to 256 colours. */
export interface Palette {
  /** Red, green and blue of each colour; opaque ones from dark to bright. */
  readonly rgb: Uint8Array;
  /** The colour that stands for transparent pixels; {@link buildPalette} makes it the first. */
  readonly transparentIndex?: number | undefined;
}

/** Colours of a palette at most. */
export const MOST_COLORS = 256;

/** Alpha from which on a pixel is opaque. */
export const OPAQUE = 128;

/** What a transparent pixel shows where transparency is not known: white. */
const HIDDEN = 0xffffff;

/**
 * The palette of a picture, or of several that are to share one.
 * @param colors how many at most, 1 to 256, the transparent one counted.
 * @throws EncodeError `bad-value` for another number, for 1 when pictures have transparent and other pixels, and as {@link samplesOf}.
 */
export function buildPalette(pictures: Raster | readonly Raster[], colors: number): Palette {
  if (!Number.isInteger(colors) || colors < 1 || colors > MOST_COLORS) {
    throw new EncodeError('bad-value', 'colors', undefined, `${String(colors)} is not 1 to ${MOST_COLORS}`);
  }
  const rasters = Array.isArray(pictures) ? (pictures as readonly Raster[]) : [pictures as Raster];
  const found = new ColorSet(colors);
  for (const raster of rasters) if (!found.addAll(raster)) break;
  const isExact = found.size <= colors;
  if (isExact) return paletteOf(found.colors(), found.hasTransparent);
  const cells = cellsOf(rasters);
  const opaque = colors - (cells.hasTransparent ? 1 : 0);
  if (opaque === 0) throw new EncodeError('bad-value', 'colors', undefined, 'is 1, pictures with transparent pixels need 2');
  const means = split(cells, opaque);
  refine(cells, means);
  const rounded = new Set<number>();
  for (let i = 0; i < means.count; i++) {
    const [red, green, blue] = [means.red, means.green, means.blue].map((levels) => Math.round(levels[i] as number));
    rounded.add(((red as number) << 16) | ((green as number) << 8) | (blue as number));
  }
  return paletteOf([...rounded], cells.hasTransparent);
}

/**
 * Greys in even steps from black to white.
 * @param levels 2 to 256.
 * @throws EncodeError `bad-value` for another number.
 */
export function greyPalette(levels: number): Palette {
  if (!Number.isInteger(levels) || levels < 2 || levels > MOST_COLORS) {
    throw new EncodeError('bad-value', 'levels', undefined, `${String(levels)} is not 2 to ${MOST_COLORS}`);
  }
  const rgb = new Uint8Array(levels * 3);
  for (let i = 0; i < levels; i++) rgb.fill(Math.round((i * 255) / (levels - 1)), i * 3, i * 3 + 3);
  return { rgb };
}

/**
 * How many colours a picture has; all transparent pixels are one.
 * @param limit where counting ends, 256 by default: `limit + 1` says that there are more.
 * @throws as {@link samplesOf}.
 */
export function countColors(raster: Raster, limit = MOST_COLORS): number {
  const found = new ColorSet(limit);
  found.addAll(raster);
  return found.size;
}

/** Cells of 5 bits a channel that a drawing has at most, and the share of equal neighbours that makes one of any picture. */
const DRAWN_CELLS = 64;
const DRAWN_SHARE = 0.6;

/**
 * Whether a picture looks drawn, not photographed: its colours lie in at most 64 cells of 5 bits a channel, or 60 % of its pixels
 * equal their neighbour to the right.
 * @throws as {@link samplesOf}.
 */
export function looksDrawn(raster: Raster): boolean {
  const samples = samplesOf(raster);
  const { widthPx, heightPx, channels } = raster;
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  // One more for transparent pixels.
  const seen = new Uint8Array((1 << 15) + 1);
  let cells = 0;
  let equal = 0;
  for (let y = 0, at = 0; y < heightPx; y++) {
    let before = -2;
    for (let x = 0; x < widthPx; x++, at += channels) {
      const isHidden = channels === 4 && (samples[at + 3] as number) < OPAQUE;
      const color = isHidden
        ? -1
        : ((samples[at] as number) << 16) | ((samples[at + green] as number) << 8) | (samples[at + blue] as number);
      if (color === before) {
        equal++;
        continue;
      }
      before = color;
      const cell = isHidden ? 1 << 15 : ((color >> 9) & 0x7c00) | ((color >> 6) & 0x3e0) | ((color >> 3) & 0x1f);
      if (seen[cell] === 0) {
        seen[cell] = 1;
        cells++;
      }
    }
  }
  return cells <= DRAWN_CELLS || equal >= DRAWN_SHARE * (widthPx - 1) * heightPx;
}

// Colours of a picture

/** A set of colours, as long as there are not too many. */
class ColorSet {
  hasTransparent = false;
  readonly #limit: number;
  readonly #mask: number;
  /** Open addressing; 0 is an empty place, so that colours are held with 1 added. */
  readonly #places: Int32Array;
  #opaque = 0;

  constructor(limit: number) {
    this.#limit = limit;
    const places = 2 ** Math.ceil(Math.log2(2 * limit + 4));
    this.#mask = places - 1;
    this.#places = new Int32Array(places);
  }

  get size(): number {
    return this.#opaque + (this.hasTransparent ? 1 : 0);
  }

  /** Adds those of a picture; false once there are more than the limit, of which no more are added. */
  addAll(raster: Raster): boolean {
    const samples = samplesOf(raster);
    const { channels } = raster;
    const { length } = samples;
    const green = channels === 1 ? 0 : 1;
    const blue = channels === 1 ? 0 : 2;
    const places = this.#places;
    const mask = this.#mask;
    let before = 0;
    for (let at = 0; at < length; at += channels) {
      if (channels === 4 && (samples[at + 3] as number) < OPAQUE) {
        if (this.hasTransparent) continue;
        this.hasTransparent = true;
        if (this.size > this.#limit) return false;
        continue;
      }
      const key =
        1 + (((samples[at] as number) << 16) | ((samples[at + green] as number) << 8) | (samples[at + blue] as number));
      if (key === before) continue;
      before = key;
      let place = (Math.imul(key, SCATTER) >>> 8) & mask;
      while (places[place] !== key && places[place] !== 0) place = (place + 1) & mask;
      if (places[place] === key) continue;
      places[place] = key;
      this.#opaque++;
      if (this.size > this.#limit) return false;
    }
    return this.size <= this.#limit;
  }

  /** The opaque ones. */
  colors(): number[] {
    const colors: number[] = [];
    for (const key of this.#places) if (key !== 0) colors.push(key - 1);
    return colors;
  }
}

/** An odd number whose multiples have their bits well mixed (2^32 over the golden ratio). */
const SCATTER = 0x9e3779b1;

/** Colours in the order of their brightness, the transparent one in front. */
function paletteOf(colors: readonly number[], hasTransparent: boolean): Palette {
  const sorted = [...colors].sort((one, other) => lumaOf(one) - lumaOf(other) || one - other);
  if (hasTransparent) sorted.unshift(HIDDEN);
  const rgb = new Uint8Array(sorted.length * 3);
  for (const [i, color] of sorted.entries()) {
    rgb[i * 3] = color >> 16;
    rgb[i * 3 + 1] = color >> 8;
    rgb[i * 3 + 2] = color;
  }
  return hasTransparent ? { rgb, transparentIndex: 0 } : { rgb };
}

function lumaOf(color: number): number {
  return RED * (color >> 16) + GREEN * ((color >> 8) & 0xff) + BLUE * (color & 0xff);
}

// Choosing colours

/** Colours with how often each occurs, as many as `count` says. */
interface Means extends Colors {
  readonly count: number;
  readonly weight: Float64Array;
}

/** The mean colours of all cells that have any. */
interface Cells extends Means {
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

function cellsOf(rasters: readonly Raster[]): Cells {
  const pixels = rasters.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0);
  // For each cell 1 more than its place among the means, or 0.
  const places = new Int32Array(CELLS);
  const { red, green, blue, weight } = makeMeans(Math.min(pixels, CELLS));
  let count = 0;
  let hasTransparent = false;
  for (const raster of rasters) {
    const samples = samplesOf(raster);
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
  for (let i = 0; i < count; i++) {
    const sum = weight[i] as number;
    red[i] = (red[i] as number) / sum;
    green[i] = (green[i] as number) / sum;
    blue[i] = (blue[i] as number) / sum;
  }
  return { count, red, green, blue, weight, hasTransparent };
}

/** Cells that one colour stands for so far: those from `start` to `end` in the order of the splitter. */
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
function split(cells: Cells, colors: number): Means {
  const order = countUp(cells.count);
  const bins = makeMeans(1 << CELL_BITS);
  const boxes = [boxOf(cells, order, 0, cells.count, bins)];
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
    boxes[widest] = boxOf(cells, order, start, middle, bins);
    boxes.push(boxOf(cells, order, middle, end, bins));
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
function boxOf(cells: Cells, order: Int32Array, start: number, end: number, bins: Means): Box {
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

function refine(cells: Cells, means: Means): void {
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
