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

/** Values and lines that are weighed at once: loading and storing sums, or a weight, costs more than adding to them. */
const AT_ONCE = 4;

/** From lines to fewer or more lines, by Lanczos. */
class DownStage implements Stage {
  readonly #next: Stage;
  readonly #kernel: Kernel;
  readonly #heightPx: number;
  /** From one of the latest lines to the next. */
  readonly #pitch: number;
  /** The latest lines, as many as a line of the result has weights: line y is number `y % taps`. */
  readonly #latest: Float64Array;
  /** Weights of a line of the result, and where the lines that they are for begin; weights of 0 fill them up. */
  readonly #weights: Float64Array;
  readonly #places: Int32Array;
  readonly #padded: Float64Array;
  readonly #sums: Float64Array;
  #read = 0;
  #y = 0;

  constructor(fromHeightPx: number, heightPx: number, length: number, next: Stage) {
    this.#next = next;
    this.#kernel = buildKernel(fromHeightPx, heightPx);
    this.#heightPx = heightPx;
    this.#pitch = roundUp(length);
    const { taps } = this.#kernel;
    this.#latest = new Float64Array(taps * this.#pitch);
    this.#weights = new Float64Array(roundUp(taps));
    this.#places = new Int32Array(roundUp(taps));
    this.#padded = new Float64Array(this.#pitch);
    this.#sums = this.#padded.subarray(0, length);
  }

  line(values: Float64Array): void {
    const { first, weights, taps } = this.#kernel;
    this.#latest.set(values, (this.#read++ % taps) * this.#pitch);
    for (; this.#y < this.#heightPx; this.#y++) {
      const begin = first[this.#y] as number;
      if (begin + taps > this.#read) return;
      for (let tap = 0; tap < taps; tap++) {
        this.#weights[tap] = weights[this.#y * taps + tap] as number;
        this.#places[tap] = ((begin + tap) % taps) * this.#pitch;
      }
      weighLines(this.#padded, this.#latest, this.#weights, this.#places);
      this.#next.line(this.#sums);
    }
  }
}

function roundUp(count: number): number {
  return Math.ceil(count / AT_ONCE) * AT_ONCE;
}

/** Sums up lines by their weights. */
function weighLines(sums: Float64Array, lines: Float64Array, weights: Float64Array, places: Int32Array): void {
  const { length } = sums;
  const taps = weights.length;
  for (let i = 0; i < length; i += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let tap = 0; tap < taps; tap += 4) {
      const one = weights[tap] as number;
      const two = weights[tap + 1] as number;
      const three = weights[tap + 2] as number;
      const four = weights[tap + 3] as number;
      const p = (places[tap] as number) + i;
      const q = (places[tap + 1] as number) + i;
      const r = (places[tap + 2] as number) + i;
      const s = (places[tap + 3] as number) + i;
      a =
        a +
        (one * (lines[p] as number) + two * (lines[q] as number)) +
        (three * (lines[r] as number) + four * (lines[s] as number));
      b =
        b +
        (one * (lines[p + 1] as number) + two * (lines[q + 1] as number)) +
        (three * (lines[r + 1] as number) + four * (lines[s + 1] as number));
      c =
        c +
        (one * (lines[p + 2] as number) + two * (lines[q + 2] as number)) +
        (three * (lines[r + 2] as number) + four * (lines[s + 2] as number));
      d =
        d +
        (one * (lines[p + 3] as number) + two * (lines[q + 3] as number)) +
        (three * (lines[r + 3] as number) + four * (lines[s + 3] as number));
    }
    sums[i] = a;
    sums[i + 1] = b;
    sums[i + 2] = c;
    sums[i + 3] = d;
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

/** Two pixels at once, for the same reason. */
function filterRgb(line: Float64Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const pairs = first.length >> 1;
  for (let pair = 0; pair < pairs; pair++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let otherRed = 0;
    let otherGreen = 0;
    let otherBlue = 0;
    let at = 3 * (first[2 * pair] as number);
    let otherAt = 3 * (first[2 * pair + 1] as number);
    const begin = 2 * pair * taps;
    for (let i = begin; i < begin + taps; i++, at += 3, otherAt += 3) {
      const weight = weights[i] as number;
      const other = weights[i + taps] as number;
      red += weight * (line[at] as number);
      green += weight * (line[at + 1] as number);
      blue += weight * (line[at + 2] as number);
      otherRed += other * (line[otherAt] as number);
      otherGreen += other * (line[otherAt + 1] as number);
      otherBlue += other * (line[otherAt + 2] as number);
    }
    const to = 6 * pair;
    row[to] = red;
    row[to + 1] = green;
    row[to + 2] = blue;
    row[to + 3] = otherRed;
    row[to + 4] = otherGreen;
    row[to + 5] = otherBlue;
  }
  if (2 * pairs < first.length) filterLast(line, row, { first, weights, taps });
}

/** The pixel that has no other beside it. */
function filterLast(line: Float64Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const last = first.length - 1;
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0;
    let at = 3 * (first[last] as number) + channel;
    for (let i = last * taps; i < (last + 1) * taps; i++, at += 3) sum += (weights[i] as number) * (line[at] as number);
    row[3 * last + channel] = sum;
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
