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

/** The same from octets without alpha to no more rows. */
export function lanczosFromOctets(from: RowsShape, to: RowsShape, next: Stage): OctetStage {
  const across = new AcrossStage(from.widthPx, to.widthPx, to.channels, next);
  return new OctetStage(from.heightPx, to.heightPx, from.widthPx * to.channels, across);
}

/** Values and lines that are weighed at once: loading and storing sums, or a weight, costs more than adding to them. */
const AT_ONCE = 4;

/** The latest lines, as many as a line of the result has weights: line y is number `y % taps`. */
class LatestLines {
  readonly values: Float64Array;
  readonly #kernel: Kernel;
  readonly #heightPx: number;
  /** From one line to the next. */
  readonly #pitch: number;
  /** Weights of a line of the result, and where the lines that they are for begin; weights of 0 fill them up. */
  readonly #weights: Float64Array;
  readonly #places: Int32Array;
  readonly #sums: Float64Array;
  #read = 0;
  #y = 0;

  constructor(kernel: Kernel, heightPx: number, length: number) {
    const { taps } = kernel;
    this.#kernel = kernel;
    this.#heightPx = heightPx;
    this.#pitch = roundUp(length);
    this.values = new Float64Array(taps * this.#pitch);
    this.#weights = new Float64Array(roundUp(taps));
    this.#places = new Int32Array(roundUp(taps));
    this.#sums = new Float64Array(this.#pitch);
  }

  /** Where the next line belongs. */
  get at(): number {
    return (this.#read % this.#kernel.taps) * this.#pitch;
  }

  /** Takes note that the next line is where it belongs, and hands on the lines of the result that it completes; they are not kept. */
  advance(onSums: (sums: Float64Array) => void): void {
    const { first, weights, taps } = this.#kernel;
    this.#read++;
    for (; this.#y < this.#heightPx; this.#y++) {
      const begin = first[this.#y] as number;
      if (begin + taps > this.#read) return;
      for (let tap = 0; tap < taps; tap++) {
        this.#weights[tap] = weights[this.#y * taps + tap] as number;
        this.#places[tap] = ((begin + tap) % taps) * this.#pitch;
      }
      weighLines(this.#sums, this.values, this.#weights, this.#places);
      onSums(this.#sums);
    }
  }
}

/** From lines to fewer or more lines, by Lanczos. */
class DownStage implements Stage {
  readonly #latest: LatestLines;
  readonly #onSums: (sums: Float64Array) => void;

  constructor(fromHeightPx: number, heightPx: number, length: number, next: Stage) {
    this.#latest = new LatestLines(buildKernel(fromHeightPx, heightPx), heightPx, length);
    this.#onSums = (sums) => next.line(sums.subarray(0, length));
  }

  line(values: Float64Array): void {
    this.#latest.values.set(values, this.#latest.at);
    this.#latest.advance(this.#onSums);
  }
}

/** What the second of two levels in one number is multiplied by. */
const SECOND = 2 ** 26;
/** The weights are whole parts of this: sums of 255 times their amounts stay below half of {@link SECOND}. */
const WEIGHT_PARTS = 2 ** 15;

/**
 * From octets to fewer lines, by Lanczos, two levels at once: one number of 53 bits holds both, and as the weights are whole numbers both sums are
 * exact.
 */
export class OctetStage {
  readonly #latest: LatestLines;
  readonly #length: number;
  readonly #onSums: (sums: Float64Array) => void;

  constructor(fromHeightPx: number, heightPx: number, length: number, next: Stage) {
    this.#latest = new LatestLines(wholeWeights(buildKernel(fromHeightPx, heightPx)), heightPx, (length + 1) >> 1);
    this.#length = length;
    const padded = new Float64Array(length + (length & 1));
    const line = padded.subarray(0, length);
    this.#onSums = (sums) => {
      unpack(sums, padded);
      next.line(line);
    };
  }

  row(samples: Uint8Array, from: number): void {
    const latest = this.#latest;
    pack(samples, from, this.#length, latest.values, latest.at);
    latest.advance(this.#onSums);
  }
}

function pack(samples: Uint8Array, from: number, length: number, values: Float64Array, start: number): void {
  const end = from + (length & ~1);
  let to = start;
  for (let at = from; at < end; at += 2) values[to++] = (samples[at] as number) + SECOND * (samples[at + 1] as number);
  if ((length & 1) === 1) values[to] = samples[end] as number;
}

function unpack(sums: Float64Array, line: Float64Array): void {
  const { length } = line;
  for (let i = 0, to = 0; to < length; i++, to += 2) {
    const sum = sums[i] as number;
    const second = Math.round(sum / SECOND);
    line[to] = (sum - second * SECOND) / WEIGHT_PARTS;
    line[to + 1] = second / WEIGHT_PARTS;
  }
}

/** The weights as parts of {@link WEIGHT_PARTS}, which they add up to: the largest makes up for what rounding takes. */
function wholeWeights({ first, weights, taps }: Kernel): Kernel {
  const parts = weights.map((weight) => Math.round(weight * WEIGHT_PARTS));
  for (let from = 0; from < parts.length; from += taps) {
    let largest = from;
    let left = WEIGHT_PARTS;
    for (let i = from; i < from + taps; i++) {
      left -= parts[i] as number;
      if ((parts[i] as number) > (parts[largest] as number)) largest = i;
    }
    parts[largest] = (parts[largest] as number) + left;
  }
  return { first, weights: parts, taps };
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

/** Two pixels at once, with two sums each, as each addition would wait for the one before. */
function filterGrey(line: Float64Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const { length } = row;
  const isOdd = (taps & 1) === 1;
  for (let x = 0; x < length; x += 2) {
    // The last of an odd number is calculated twice.
    const one = x * taps;
    const step = x + 1 < length ? taps : 0;
    let i = one;
    let at = first[x] as number;
    const apart = (first[x + (step > 0 ? 1 : 0)] as number) - at;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    if (isOdd) {
      a = (weights[i] as number) * (line[at] as number);
      c = (weights[i + step] as number) * (line[at + apart] as number);
      i++;
      at++;
    }
    for (const end = one + taps; i < end; i += 2, at += 2) {
      a += (weights[i] as number) * (line[at] as number);
      b += (weights[i + 1] as number) * (line[at + 1] as number);
      c += (weights[i + step] as number) * (line[at + apart] as number);
      d += (weights[i + step + 1] as number) * (line[at + apart + 1] as number);
    }
    row[x] = a + b;
    if (step > 0) row[x + 1] = c + d;
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
