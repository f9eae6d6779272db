/**
 * Making a multi-colour picture smaller or larger, row by row: rows are pushed as a decoder makes them, and besides the result only a
 * few rows of its width are held.
 *
 * - Area: each pixel of the result is the mean of the area it covers, edges by their share. Sums are whole numbers, so the mean is exact
 *   before it is rounded: one colour stays what it is, and where sides divide each other the result is the rounded mean of whole pixels.
 * - Lanczos with three lobes: sharper. Where the source is four times the result or more, it is reduced to twice by area first, which is
 *   much faster, and alike to three digits (SSIM of photographs).
 *
 * A picture with alpha is scaled with its colours multiplied by their alpha, so that the colour of what does not show leaks nowhere.
 * A row goes through stages that hand lines of numbers on: down and across by area, then by Lanczos, then rounded into the result.
 *
 * Sources: as for one-bit pictures, whose cuts and kernel these are (see `bitmap/scale.ts`).
 * @module
 */
import { checkSide } from '../bitmap/bitmap.js';
import type { Cuts } from '../bitmap/luminance.js';
import { cutsOf, type Kernel, kernelOf, unitsOf } from '../bitmap/scale.js';
import { requireOctets } from '../bytes/octets.js';
import { EncodeError } from '../errors.js';
import { ColumnSums } from './column-sums.js';
import { type Channels, checkChannels, GREY_PARTS, greyParts, type Raster, samplesOf } from './raster.js';

/** How a pixel of the result is made of those of the source: their mean by area, or Lanczos with three lobes. */
export type Filter = 'area' | 'lanczos';

/** What {@link resize} takes. */
export interface ResizeOptions {
  /** 'area' by default. */
  readonly filter?: Filter | undefined;
}

/** What {@link RowResizer} takes beyond that. */
export interface RowsOptions extends ResizeOptions {
  /** Makes greys of three channels on the way, where that costs least and nothing is rounded. Off by default. */
  readonly grey?: boolean | undefined;
}

/** A picture whose rows are to come. */
export interface RowsShape {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  readonly channels: Channels;
}

/**
 * The picture at another size, stretched when the ratio of the sides differs; itself when it has the size.
 * @throws EncodeError `bad-value` for a size or a filter that there is not, and for a raster whose samples are not as many as its sides and channels say.
 * @throws TypeError when it is no raster.
 */
export function resize(raster: Raster, widthPx: number, heightPx: number, options: ResizeOptions = {}): Raster {
  const samples = samplesOf(raster);
  if (raster.widthPx === widthPx && raster.heightPx === heightPx) return raster;
  const resizer = new RowResizer(raster, widthPx, heightPx, options);
  const pitch = raster.widthPx * raster.channels;
  const { length } = samples;
  for (let at = 0; at < length; at += pitch) resizer.push(samples, at);
  return resizer.finish();
}

/** Scales a picture while its rows come in, from the top. */
export class RowResizer {
  readonly #from: RowsShape;
  readonly #first: AreaStage | LineStage;
  readonly #target: TargetStage;
  readonly #pitch: number;
  #pushed = 0;

  /** @throws EncodeError `bad-value` for a side that is not 1 to 65535, a filter or a number of channels that there is not. */
  constructor(from: RowsShape, widthPx: number, heightPx: number, { filter = 'area', grey = false }: RowsOptions = {}) {
    checkSide(from.widthPx, 'from.widthPx');
    checkSide(from.heightPx, 'from.heightPx');
    checkChannels(from.channels, 'from.channels');
    checkSide(widthPx, 'widthPx');
    checkSide(heightPx, 'heightPx');
    if (filter !== 'area' && filter !== 'lanczos') {
      throw new EncodeError('bad-value', 'filter', undefined, `is ${String(filter)}, allowed: area, lanczos`);
    }
    const isGrey = grey && from.channels === 3;
    const channels = isGrey ? 1 : from.channels;
    const to = { widthPx, heightPx, channels };
    this.#from = from;
    this.#pitch = from.widthPx * from.channels;
    this.#target = new TargetStage(to);
    if (filter === 'area') {
      this.#first = new AreaStage(from, to, this.#target, isGrey);
      return;
    }
    const reduced = {
      widthPx: reducedSide(from.widthPx, widthPx),
      heightPx: reducedSide(from.heightPx, heightPx),
      channels,
    };
    const lanczos = lanczosStages(reduced, to, this.#target);
    const isReduced = reduced.widthPx < from.widthPx || reduced.heightPx < from.heightPx;
    this.#first = isReduced ? new AreaStage(from, reduced, lanczos, isGrey) : new LineStage(from, lanczos, isGrey);
  }

  /** Whether all rows were pushed. */
  get isComplete(): boolean {
    return this.#pushed === this.#from.heightPx;
  }

  /**
   * Takes the next row.
   * @param samples hold it from `at` on, `widthPx * channels` octets; they are read, not kept.
   * @throws EncodeError `bad-value` when there are too few octets or the picture has all its rows; TypeError when they are no octets.
   */
  push(samples: Uint8Array, at = 0): void {
    requireOctets(samples, 'samples');
    if (!(at >= 0 && at + this.#pitch <= samples.length)) {
      const message = `${samples.length} octets hold no row of ${this.#pitch} from ${at} on`;
      throw new EncodeError('bad-value', 'samples', undefined, message);
    }
    if (this.#pushed === this.#from.heightPx) {
      throw new EncodeError('bad-value', 'rows', undefined, `more than the ${this.#from.heightPx} of the picture`);
    }
    this.#pushed++;
    this.#first.row(samples, at);
  }

  /** The scaled picture. @throws EncodeError `bad-value` before all rows were pushed. */
  finish(): Raster {
    const { heightPx } = this.#from;
    if (!this.isComplete) throw new EncodeError('bad-value', 'rows', undefined, `${this.#pushed} of ${heightPx} were pushed`);
    return this.#target.raster;
  }
}

/** Pixels of the area reduction in front of Lanczos for each of the result, across and down. */
const REDUCED_TO = 2;

/** How many more of them there may be so that each is made of whole pixels, which takes half the time. */
const MORE_OF_THEM = 1.2;

function reducedSide(from: number, to: number): number {
  const least = REDUCED_TO * to;
  if (from < 2 * least) return from;
  for (let whole = Math.floor(from / least); from <= whole * least * MORE_OF_THEM; whole--) {
    if (from % whole === 0) return from / whole;
  }
  return least;
}

/** Takes the lines of a picture from the top: levels, or with alpha each colour times alpha, and alpha. A line is not kept. */
interface Stage {
  line(values: Float64Array): void;
}

/** From octets to lines of fewer or more pixels, by area: whole rows are summed up before they are brought to the result's width. */
class AreaStage {
  readonly #next: Stage;
  /** Undefined with alpha, by which colours are multiplied first. */
  readonly #columns: ColumnSums | undefined;
  readonly #channels: Channels;
  readonly #cuts: Cuts;
  /** Units of height of a source row, and of a row of the result. */
  readonly #source: number;
  readonly #target: number;
  /** Units of a pixel of the result. */
  readonly #area: number;
  /** Source rows, summed up to the result's width. */
  readonly #row: Float64Array;
  readonly #sums: Float64Array;
  /** Units of height that the row of the result still wants. */
  #wanted: number;

  constructor(from: RowsShape, to: RowsShape, next: Stage, isGrey: boolean) {
    const down = unitsOf(from.heightPx, to.heightPx);
    this.#next = next;
    this.#columns = from.channels === 4 ? undefined : new ColumnSums(from.widthPx * from.channels, isGrey);
    this.#channels = to.channels;
    this.#cuts = cutsOf(from.widthPx, to.widthPx);
    this.#source = down.source;
    this.#target = down.target;
    this.#area = unitsOf(from.widthPx, to.widthPx).target * down.target * (isGrey ? GREY_PARTS : 1);
    this.#row = new Float64Array(to.widthPx * to.channels);
    this.#sums = new Float64Array(to.widthPx * to.channels);
    this.#wanted = down.target;
  }

  row(samples: Uint8Array, at: number): void {
    const columns = this.#columns;
    if (columns !== undefined && this.#wanted >= this.#source) {
      columns.add(samples, at);
      this.#wanted -= this.#source;
      if (this.#wanted > 0 && !columns.isFull) return;
      this.#addRow(columns, this.#source);
      if (this.#wanted === 0) this.#finishLine();
      return;
    }
    if (columns === undefined) sumRgba(this.#row, this.#cuts, samples, at);
    else {
      // A row that is cut counts with another share than the whole ones above it.
      if (columns.rows > 0) this.#addRow(columns, this.#source);
      columns.add(samples, at);
      this.#sumAcross(columns.take());
    }
    for (let left = this.#source; left > 0; ) {
      const taken = Math.min(left, this.#wanted);
      this.#addShare(taken);
      left -= taken;
      this.#wanted -= taken;
      if (this.#wanted === 0) this.#finishLine();
    }
  }

  #addRow(columns: ColumnSums, share: number): void {
    this.#sumAcross(columns.take());
    this.#addShare(share);
  }

  #sumAcross(totals: Int32Array): void {
    if (this.#channels === 1) sumGrey(this.#row, this.#cuts, totals);
    else sumRgb(this.#row, this.#cuts, totals);
  }

  #addShare(share: number): void {
    const row = this.#row;
    const sums = this.#sums;
    const { length } = row;
    for (let i = 0; i < length; i++) sums[i] = (sums[i] as number) + share * (row[i] as number);
  }

  #finishLine(): void {
    const sums = this.#sums;
    const { length } = sums;
    const area = this.#area;
    for (let i = 0; i < length; i++) sums[i] = (sums[i] as number) / area;
    this.#next.line(sums);
    sums.fill(0);
    this.#wanted = this.#target;
  }
}

// One loop for each number of channels, as bringing rows to the result's width is by far the longest of all.

function sumGrey(row: Float64Array, { first, whole, last, unit }: Cuts, totals: Int32Array): void {
  const { length } = row;
  let at = 0;
  let cut = 0;
  for (let x = 0; x < length; x++) {
    let inside = 0;
    for (const end = at + (whole[x] as number); at < end; at++) inside += totals[at] as number;
    const sum = cut * (first[x] as number) + inside * unit;
    const share = last[x] as number;
    if (share > 0) cut = totals[at++] as number;
    row[x] = sum + cut * share;
  }
}

function sumRgb(row: Float64Array, { first, whole, last, unit }: Cuts, totals: Int32Array): void {
  const { length } = first;
  let at = 0;
  let cutRed = 0;
  let cutGreen = 0;
  let cutBlue = 0;
  for (let x = 0, to = 0; x < length; x++, to += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (const end = at + 3 * (whole[x] as number); at < end; at += 3) {
      red += totals[at] as number;
      green += totals[at + 1] as number;
      blue += totals[at + 2] as number;
    }
    const begin = first[x] as number;
    red = cutRed * begin + red * unit;
    green = cutGreen * begin + green * unit;
    blue = cutBlue * begin + blue * unit;
    const share = last[x] as number;
    if (share > 0) {
      cutRed = totals[at] as number;
      cutGreen = totals[at + 1] as number;
      cutBlue = totals[at + 2] as number;
      at += 3;
    }
    row[to] = red + cutRed * share;
    row[to + 1] = green + cutGreen * share;
    row[to + 2] = blue + cutBlue * share;
  }
}

function sumRgba(row: Float64Array, { first, whole, last, unit }: Cuts, samples: Uint8Array, from: number): void {
  const { length } = first;
  let at = from;
  let cutRed = 0;
  let cutGreen = 0;
  let cutBlue = 0;
  let cutAlpha = 0;
  for (let x = 0, to = 0; x < length; x++, to += 4) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (const end = at + 4 * (whole[x] as number); at < end; at += 4) {
      const weight = samples[at + 3] as number;
      red += weight * (samples[at] as number);
      green += weight * (samples[at + 1] as number);
      blue += weight * (samples[at + 2] as number);
      alpha += weight;
    }
    const begin = first[x] as number;
    red = cutRed * begin + red * unit;
    green = cutGreen * begin + green * unit;
    blue = cutBlue * begin + blue * unit;
    alpha = cutAlpha * begin + alpha * unit;
    const share = last[x] as number;
    if (share > 0) {
      cutAlpha = samples[at + 3] as number;
      cutRed = cutAlpha * (samples[at] as number);
      cutGreen = cutAlpha * (samples[at + 1] as number);
      cutBlue = cutAlpha * (samples[at + 2] as number);
      at += 4;
    }
    row[to] = red + cutRed * share;
    row[to + 1] = green + cutGreen * share;
    row[to + 2] = blue + cutBlue * share;
    row[to + 3] = alpha + cutAlpha * share;
  }
}

/** From octets to lines of the same width. */
class LineStage {
  readonly #next: Stage;
  readonly #hasAlpha: boolean;
  readonly #isGrey: boolean;
  readonly #line: Float64Array;

  constructor({ widthPx, channels }: RowsShape, next: Stage, isGrey: boolean) {
    this.#next = next;
    this.#hasAlpha = channels === 4;
    this.#isGrey = isGrey;
    this.#line = new Float64Array(isGrey ? widthPx : widthPx * channels);
  }

  row(samples: Uint8Array, from: number): void {
    const line = this.#line;
    const { length } = line;
    if (this.#hasAlpha) {
      for (let i = 0, at = from; i < length; i += 4, at += 4) {
        const alpha = samples[at + 3] as number;
        line[i] = alpha * (samples[at] as number);
        line[i + 1] = alpha * (samples[at + 1] as number);
        line[i + 2] = alpha * (samples[at + 2] as number);
        line[i + 3] = alpha;
      }
    } else if (this.#isGrey) {
      for (let i = 0, at = from; i < length; i++, at += 3) {
        const parts = greyParts(samples[at] as number, samples[at + 1] as number, samples[at + 2] as number);
        line[i] = parts / GREY_PARTS;
      }
    } else for (let i = 0; i < length; i++) line[i] = samples[from + i] as number;
    this.#next.line(line);
  }
}

/** Down first where lines become fewer, which leaves less to be done across, else last. */
function lanczosStages(from: RowsShape, to: RowsShape, next: Stage): Stage {
  if (from.heightPx < to.heightPx) {
    const down = new DownStage(from.heightPx, to.heightPx, to.widthPx * to.channels, next);
    return new AcrossStage(from.widthPx, to.widthPx, to.channels, down);
  }
  const across = new AcrossStage(from.widthPx, to.widthPx, to.channels, next);
  return new DownStage(from.heightPx, to.heightPx, from.widthPx * to.channels, across);
}

/** From lines to fewer or more lines, by Lanczos. */
class DownStage implements Stage {
  readonly #next: Stage;
  readonly #kernel: Kernel;
  readonly #heightPx: number;
  /** The latest lines, as many as a line of the result has weights: line y is number `y % taps`. */
  readonly #latest: Float64Array[];
  readonly #sums: Float64Array;
  #read = 0;
  #y = 0;

  constructor(fromHeightPx: number, heightPx: number, length: number, next: Stage) {
    this.#next = next;
    this.#kernel = kernelOf(fromHeightPx, heightPx);
    this.#heightPx = heightPx;
    this.#latest = Array.from({ length: this.#kernel.taps }, () => new Float64Array(length));
    this.#sums = new Float64Array(length);
  }

  line(values: Float64Array): void {
    const { first, weights, taps } = this.#kernel;
    (this.#latest[this.#read++ % taps] as Float64Array).set(values);
    for (; this.#y < this.#heightPx; this.#y++) {
      const begin = first[this.#y] as number;
      if (begin + taps > this.#read) return;
      this.#weigh(begin, weights, this.#y * taps);
      this.#next.line(this.#sums);
    }
  }

  /**
   * Sums up the latest lines from one on by their weights: four at a time, as each pass over the sums costs more than a line. What is no
   * line any more has a weight of 0.
   */
  #weigh(begin: number, weights: Float64Array, start: number): void {
    const { taps } = this.#kernel;
    const sums = this.#sums;
    const { length } = sums;
    const latest = this.#latest;
    sums.fill(0);
    for (let tap = 0; tap < taps; tap += 4) {
      const one = latest[(begin + tap) % taps] as Float64Array;
      const two = latest[(begin + tap + 1) % taps] as Float64Array;
      const three = latest[(begin + tap + 2) % taps] as Float64Array;
      const four = latest[(begin + tap + 3) % taps] as Float64Array;
      const weightOne = weights[start + tap] as number;
      const weightTwo = tap + 1 < taps ? (weights[start + tap + 1] as number) : 0;
      const weightThree = tap + 2 < taps ? (weights[start + tap + 2] as number) : 0;
      const weightFour = tap + 3 < taps ? (weights[start + tap + 3] as number) : 0;
      for (let i = 0; i < length; i++) {
        sums[i] =
          (sums[i] as number) +
          (weightOne * (one[i] as number) + weightTwo * (two[i] as number)) +
          (weightThree * (three[i] as number) + weightFour * (four[i] as number));
      }
    }
  }
}

/** From lines to lines of fewer or more pixels, by Lanczos. */
class AcrossStage implements Stage {
  readonly #next: Stage;
  readonly #filter: (line: Float64Array, row: Float64Array, kernel: Kernel) => void;
  readonly #kernel: Kernel;
  readonly #row: Float64Array;

  constructor(fromWidthPx: number, widthPx: number, channels: Channels, next: Stage) {
    this.#next = next;
    this.#filter = channels === 1 ? filterGrey : channels === 3 ? filterRgb : filterRgba;
    this.#kernel = kernelOf(fromWidthPx, widthPx);
    this.#row = new Float64Array(widthPx * channels);
  }

  line(values: Float64Array): void {
    this.#filter(values, this.#row, this.#kernel);
    this.#next.line(this.#row);
  }
}

/** Two sums, as each addition would wait for the one before. */
function filterGrey(line: Float64Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const { length } = row;
  for (let x = 0, weight = 0; x < length; x++) {
    let at = first[x] as number;
    const end = at + taps;
    let sum = 0;
    let other = 0;
    if ((taps & 1) === 1) sum = (weights[weight++] as number) * (line[at++] as number);
    for (; at < end; at += 2, weight += 2) {
      sum += (weights[weight] as number) * (line[at] as number);
      other += (weights[weight + 1] as number) * (line[at + 1] as number);
    }
    row[x] = sum + other;
  }
}

function filterRgb(line: Float64Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const { length } = first;
  for (let x = 0, i = 0, to = 0; x < length; x++, to += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let at = 3 * (first[x] as number), end = at + 3 * taps; at < end; at += 3) {
      const weight = weights[i++] as number;
      red += weight * (line[at] as number);
      green += weight * (line[at + 1] as number);
      blue += weight * (line[at + 2] as number);
    }
    row[to] = red;
    row[to + 1] = green;
    row[to + 2] = blue;
  }
}

function filterRgba(line: Float64Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const { length } = first;
  for (let x = 0, i = 0, to = 0; x < length; x++, to += 4) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let at = 4 * (first[x] as number), end = at + 4 * taps; at < end; at += 4) {
      const weight = weights[i++] as number;
      red += weight * (line[at] as number);
      green += weight * (line[at + 1] as number);
      blue += weight * (line[at + 2] as number);
      alpha += weight * (line[at + 3] as number);
    }
    row[to] = red;
    row[to + 1] = green;
    row[to + 2] = blue;
    row[to + 3] = alpha;
  }
}

/** Rounds lines into the result; alpha is divided out again. */
class TargetStage implements Stage {
  readonly raster: Raster;
  #at = 0;

  constructor({ widthPx, heightPx, channels }: RowsShape) {
    this.raster = { widthPx, heightPx, channels, samples: new Uint8Array(widthPx * heightPx * channels) };
  }

  line(values: Float64Array): void {
    const { samples, channels } = this.raster;
    const { length } = values;
    if (channels === 4) straighten(values, samples, this.#at);
    else for (let i = 0, at = this.#at; i < length; i++) samples[at++] = levelOf(values[i] as number);
    this.#at += length;
  }
}

function straighten(values: Float64Array, samples: Uint8Array, start: number): void {
  const { length } = values;
  for (let i = 0, at = start; i < length; i += 4, at += 4) {
    const sum = values[i + 3] as number;
    const alpha = levelOf(sum);
    // Fresh octets are 0: what does not show has no colour.
    if (alpha === 0) continue;
    samples[at] = levelOf((values[i] as number) / sum);
    samples[at + 1] = levelOf((values[i + 1] as number) / sum);
    samples[at + 2] = levelOf((values[i + 2] as number) / sum);
    samples[at + 3] = alpha;
  }
}

/** Lanczos overshoots at edges. Rounding also takes the last digits of its weights back out: one colour stays as it is. */
function levelOf(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}
