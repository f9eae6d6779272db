/**
 * Making a picture smaller or larger by Lanczos with three lobes: each pixel of the result is a weighted sum of those around its place,
 * first across and then down or the other way round.
 *
 * The kernel is that of one-bit pictures (see `bitmap/scale.ts`).
 * @module
 */
import { buildKernel, type Kernel } from '../../bitmap/scale.js';
import type { Channels } from '../raster.js';
import type { RowsShape, Stage } from './lines.js';

/** Down first where lines become fewer, which leaves less to be done across, else last. */
export function lanczosStages(from: RowsShape, to: RowsShape, next: Stage): Stage {
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
    this.#kernel = buildKernel(fromHeightPx, heightPx);
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
   * Sums up the latest lines from one on by their weights: four at a time, as each pass over the sums costs more than a line. What is not
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
    this.#kernel = buildKernel(fromWidthPx, widthPx);
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
