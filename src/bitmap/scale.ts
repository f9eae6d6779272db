/**
 * Scaling a grey picture row by row: only a few rows are held at a time.
 *
 * - Area: each pixel of the result is the mean of the area it covers, edges by their share. Counted in units of which both pixels are
 *   whole multiples, so the mean is exact before it is rounded down: `mean < threshold` holds for the result as it does for the mean.
 * - Lanczos with three lobes: sharper, for pictures of few pixels. Where the source is six times the result or more, it is reduced to
 *   three times by area first, which is much faster and moves a value by little.
 *
 * Source of the kernel: K. Turkowski, Filters for Common Resampling Tasks (1990).
 * @module
 */
import type { Size } from './fit.js';
import { type Cuts, type GreyRows, PixelRows, type Source, SourceRows, WHITE_LUMA } from './luminance.js';

/** The interpolation of a scaled picture: the mean of the area of each pixel, or Lanczos with three lobes. */
export type Scale = 'area' | 'lanczos';

/** The rows of a source in grey, scaled to a size. */
export function scaledRows(source: Source, to: Size, scale: Scale): GreyRows {
  if (scale === 'area') return areaRows(source, to);
  const reduced = {
    widthPx: reducedSide(source.widthPx, to.widthPx),
    heightPx: reducedSide(source.heightPx, to.heightPx),
  };
  const rows = areaRows(source, reduced);
  return isSame(reduced, to) ? rows : new LanczosRows(rows, reduced, to);
}

function areaRows(source: Source, to: Size): GreyRows {
  return isSame(source, to) ? new SourceRows(source) : new AreaRows(source, to);
}

function isSame(one: Size, other: Size): boolean {
  return one.widthPx === other.widthPx && one.heightPx === other.heightPx;
}

/** Pixels of the area reduction before Lanczos for each of the result, across and down. */
const REDUCED_TO = 3;

function reducedSide(from: number, to: number): number {
  return from >= 2 * REDUCED_TO * to ? REDUCED_TO * to : from;
}

/** Lengths of a pixel before and after, in the largest unit of which both are whole multiples. */
export interface Units {
  readonly source: number;
  readonly target: number;
}

/** Of two lengths in pixels. */
export function reduceScale(from: number, to: number): Units {
  let divisor = from;
  for (let rest = to; rest > 0; ) [divisor, rest] = [rest, divisor % rest];
  return { source: to / divisor, target: from / divisor };
}

/** Cuts of a row of `from` pixels into `to`. */
export function findCuts(from: number, to: number): Cuts {
  const { source, target } = reduceScale(from, to);
  const first = new Int32Array(to);
  const whole = new Int32Array(to);
  const last = new Int32Array(to);
  // Units of the pixel cut last that no pixel of the result has yet.
  let left = 0;
  for (let x = 0; x < to; x++) {
    const taken = Math.min(left, target);
    const wanted = target - taken;
    first[x] = taken;
    whole[x] = wanted / source;
    last[x] = wanted % source;
    left = wanted % source > 0 ? source - (wanted % source) : left - taken;
  }
  return { first, whole, last, unit: source };
}

/** Works on the pixels themselves: converting them to grey and adding them up is one loop, and by far the longest of all. */
class AreaRows implements GreyRows {
  readonly #pixels: PixelRows;
  readonly #across: Cuts;
  readonly #down: Units;
  /** Units of a pixel of the result. */
  readonly #area: number;
  /** The source row in use, summed up to the result's width. */
  readonly #row: Float64Array;
  readonly #sums: Float64Array;
  readonly #line: Int32Array;
  /** Units of height left of the source row in use. */
  #left = 0;

  constructor(source: Source, to: Size) {
    this.#pixels = new PixelRows(source);
    this.#across = findCuts(source.widthPx, to.widthPx);
    this.#down = reduceScale(source.heightPx, to.heightPx);
    this.#area = reduceScale(source.widthPx, to.widthPx).target * this.#down.target;
    this.#row = new Float64Array(to.widthPx);
    this.#sums = new Float64Array(to.widthPx);
    this.#line = new Int32Array(to.widthPx);
  }

  next(): Int32Array {
    const sums = this.#sums;
    const row = this.#row;
    const line = this.#line;
    const { length } = line;
    sums.fill(0);
    for (let wanted = this.#down.target; wanted > 0; ) {
      if (this.#left === 0) {
        this.#pixels.sumNext(row, this.#across);
        this.#left = this.#down.source;
      }
      const taken = Math.min(this.#left, wanted);
      for (let x = 0; x < length; x++) sums[x] = (sums[x] as number) + taken * (row[x] as number);
      this.#left -= taken;
      wanted -= taken;
    }
    const area = this.#area;
    for (let x = 0; x < length; x++) line[x] = (sums[x] as number) / area;
    return line;
  }
}

/** Lobes on either side of the kernel's middle. */
const LOBES = 3;

/** For each pixel of the result: the first pixel of the source that counts, and the weights of it and those after it. */
export interface Kernel {
  readonly first: Int32Array;
  readonly weights: Float64Array;
  /** Weights of each pixel of the result. */
  readonly taps: number;
}

class LanczosRows implements GreyRows {
  readonly #input: GreyRows;
  readonly #across: Kernel;
  readonly #down: Kernel;
  /** The latest source rows at the result's width, as many as a pixel has weights: row y is number `y % taps`. */
  readonly #latest: Float64Array[];
  readonly #sums: Float64Array;
  readonly #line: Int32Array;
  #read = 0;
  #y = 0;

  constructor(input: GreyRows, from: Size, to: Size) {
    this.#input = input;
    this.#across = buildKernel(from.widthPx, to.widthPx);
    this.#down = buildKernel(from.heightPx, to.heightPx);
    this.#latest = Array.from({ length: this.#down.taps }, () => new Float64Array(to.widthPx));
    this.#sums = new Float64Array(to.widthPx);
    this.#line = new Int32Array(to.widthPx);
  }

  next(): Int32Array {
    const { first, weights, taps } = this.#down;
    const sums = this.#sums;
    const line = this.#line;
    const { length } = line;
    const y = this.#y++;
    const begin = first[y] as number;
    const end = begin + taps;
    for (; this.#read < end; this.#read++) {
      filterAcross(this.#input.next(), this.#latest[this.#read % taps] as Float64Array, this.#across);
    }
    sums.fill(0);
    for (let tap = 0; tap < taps; tap++) {
      const weight = weights[y * taps + tap] as number;
      const row = this.#latest[(begin + tap) % taps] as Float64Array;
      for (let x = 0; x < length; x++) sums[x] = (sums[x] as number) + weight * (row[x] as number);
    }
    // The lobes overshoot at edges. Rounding removes the last digits of the weights: a plain grey stays the same.
    for (let x = 0; x < length; x++) line[x] = Math.min(WHITE_LUMA, Math.max(0, Math.round(sums[x] as number)));
    return line;
  }
}

function filterAcross(line: Int32Array, row: Float64Array, { first, weights, taps }: Kernel): void {
  const { length } = row;
  for (let x = 0, weight = 0; x < length; x++) {
    const begin = first[x] as number;
    let sum = 0;
    for (let at = begin, end = begin + taps; at < end; at++) sum += (weights[weight++] as number) * (line[at] as number);
    row[x] = sum;
  }
}

/** The weights of Lanczos. Pixels outside of the source do not count; the weights of those inside add up to 1. */
export function buildKernel(from: number, to: number): Kernel {
  const ratio = from / to;
  const stretch = Math.max(1, ratio);
  const taps = Math.min(from, Math.ceil(2 * LOBES * stretch) + 1);
  const first = new Int32Array(to);
  const weights = new Float64Array(to * taps);
  for (let x = 0; x < to; x++) {
    const centre = (x + 0.5) * ratio;
    const begin = Math.min(from - taps, Math.max(0, Math.ceil(centre - LOBES * stretch - 0.5)));
    first[x] = begin;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const weight = lanczos((begin + tap + 0.5 - centre) / stretch);
      weights[x * taps + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < taps; tap++) weights[x * taps + tap] = (weights[x * taps + tap] as number) / sum;
  }
  return { first, weights, taps };
}

function lanczos(distance: number): number {
  if (distance === 0) return 1;
  if (distance <= -LOBES || distance >= LOBES) return 0;
  const angle = Math.PI * distance;
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle);
}
