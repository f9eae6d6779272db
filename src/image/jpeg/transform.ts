/**
 * The part of encoding a JPEG picture that its quality has no say in: from pixels to the coefficients of 8x8 blocks.
 *
 * Colours become Y, Cb and Cr; with 4:2:0 a chroma sample is the mean of four pixels. Beyond the right and lower edges the last column
 * and row are repeated, and blocks of which nothing is seen take after the one before, which costs fewest bits. Each block goes through the discrete
 * cosine transform. Blocks are in the order of the scan (by MCU: with 4:2:0 four of Y, left to right and down, then one of Cb and one of Cr), their
 * coefficients in zigzag order.
 *
 * Nothing is rounded before a coefficient is kept, in sixteenths: every one fits in 16 bits with a sign.
 *
 * Sources: ITU-T T.81 sections A.1 to A.3; colours JFIF 1.02; the fast transform Y. Arai, T. Agui, M. Nakajima, A Fast DCT-SQ Scheme for
 * Images (1988), whose results are the coefficients but for a factor each.
 * @module
 */

import type { Raster } from '../raster.js';
import { zigzag } from './idct.js';

/** Chroma subsampling: one chroma sample for four pixels (`4:2:0`), or one for each pixel (`4:4:4`). */
export type Subsampling = '4:2:0' | '4:4:4';

/** A picture as transformed blocks. */
export interface Coefficients {
  /** In sixteenths, 64 for each block. */
  readonly values: Int16Array;
  /** For each block of an MCU the number of its component: Y, Cb, Cr. */
  readonly components: Uint8Array;
}

/** Bits after the point of a coefficient. */
export const FRACTION_BITS = 4;

/** Coefficients of a block. */
export const BLOCK = 64;

/** Samples on a side of a block. */
const SIDE = 8;

/**
 * All blocks of a picture.
 * @param samples those of the raster, checked; of 1 channel for a grey picture, else 3.
 */
export function transform(samples: Uint8Array, raster: Raster, subsampling: Subsampling): Coefficients {
  const isGrey = raster.channels === 1;
  const scale = isGrey || subsampling === '4:4:4' ? 1 : 2;
  const components = Uint8Array.from(isGrey ? [0] : scale === 1 ? [0, 1, 2] : [0, 0, 0, 0, 1, 2]);
  const across = Math.ceil(raster.widthPx / (SIDE * scale));
  const down = Math.ceil(raster.heightPx / (SIDE * scale));
  const blocksAcross = Math.ceil(raster.widthPx / SIDE);
  const blocksDown = Math.ceil(raster.heightPx / SIDE);
  const values = new Int16Array(across * down * components.length * BLOCK);
  const strip = makeStrip(samples, raster, across, scale);
  const fill = isGrey ? fillGrey : scale === 1 ? fillColours : fillHalved;
  const tables = makeTables();
  const { luma, blue, red, pitch } = strip;
  let at = 0;
  for (let row = 0; row < down; row++) {
    fill(strip, row * SIDE * scale);
    for (let column = 0; column < across; column++) {
      for (let y = 0; y < scale; y++) {
        for (let x = 0; x < scale; x++, at += BLOCK) {
          const isInside = column * scale + x < blocksAcross && row * scale + y < blocksDown;
          if (isInside) transformBlock(luma, (y * pitch + column * scale + x) * SIDE, pitch, tables, values, at);
          else values[at] = values[at - BLOCK] as number;
        }
      }
      if (isGrey) continue;
      transformBlock(blue, column * SIDE, across * SIDE, tables, values, at);
      transformBlock(red, column * SIDE, across * SIDE, tables, values, at + BLOCK);
      at += 2 * BLOCK;
    }
  }
  return { values, components };
}

/** One row of MCUs as samples with 0 in the middle of their range. */
interface Strip {
  readonly samples: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Samples from one line of luma to the next; of chroma it is as much divided by the scale. */
  readonly pitch: number;
  readonly luma: Float64Array;
  readonly blue: Float64Array;
  readonly red: Float64Array;
}

function makeStrip(samples: Uint8Array, { widthPx, heightPx, channels }: Raster, across: number, scale: number): Strip {
  const pitch = across * SIDE * scale;
  const chroma = channels === 1 ? 0 : across * SIDE * SIDE;
  return {
    samples,
    widthPx,
    heightPx,
    pitch,
    luma: new Float64Array(pitch * SIDE * scale),
    blue: new Float64Array(chroma),
    red: new Float64Array(chroma),
  };
}

const MIDDLE = 128;

// Y = 0.299 R + 0.587 G + 0.114 B; Cb and Cr are what blue and red differ from it by, brought to the same range.
const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;
const BLUE_RANGE = 0.5 / (1 - BLUE);
const RED_RANGE = 0.5 / (1 - RED);

function fillGrey({ samples, widthPx, heightPx, pitch, luma }: Strip, top: number): void {
  for (let y = 0; y < SIDE; y++) {
    const line = y * pitch;
    const from = Math.min(top + y, heightPx - 1) * widthPx;
    for (let x = 0; x < widthPx; x++) luma[line + x] = (samples[from + x] as number) - MIDDLE;
    luma.fill(luma[line + widthPx - 1] as number, line + widthPx, line + pitch);
  }
}

function fillColours({ samples, widthPx, heightPx, pitch, luma, blue, red }: Strip, top: number): void {
  for (let y = 0; y < SIDE; y++) {
    const line = y * pitch;
    const end = line + widthPx;
    for (let to = line, at = Math.min(top + y, heightPx - 1) * widthPx * 3; to < end; to++, at += 3) {
      const r = samples[at] as number;
      const b = samples[at + 2] as number;
      const level = RED * r + GREEN * (samples[at + 1] as number) + BLUE * b;
      luma[to] = level - MIDDLE;
      blue[to] = (b - level) * BLUE_RANGE;
      red[to] = (r - level) * RED_RANGE;
    }
    luma.fill(luma[end - 1] as number, end, line + pitch);
    blue.fill(blue[end - 1] as number, end, line + pitch);
    red.fill(red[end - 1] as number, end, line + pitch);
  }
}

/** Four pixels at a time, which share their chroma. */
function fillHalved({ samples, widthPx, heightPx, pitch, luma, blue, red }: Strip, top: number): void {
  const pairs = (widthPx + 1) >> 1;
  const last = widthPx - 1;
  for (let y = 0; y < SIDE; y++) {
    const upper = Math.min(top + 2 * y, heightPx - 1) * widthPx * 3;
    const lower = Math.min(top + 2 * y + 1, heightPx - 1) * widthPx * 3;
    const line = 2 * y * pitch;
    const below = line + pitch;
    const chroma = (y * pitch) >> 1;
    for (let pair = 0, x = 0; pair < pairs; pair++, x += 2) {
      const next = x < last ? 3 : 0;
      const one = upper + x * 3;
      const two = one + next;
      const three = lower + x * 3;
      const four = three + next;
      const r1 = samples[one] as number;
      const r2 = samples[two] as number;
      const r3 = samples[three] as number;
      const r4 = samples[four] as number;
      const b1 = samples[one + 2] as number;
      const b2 = samples[two + 2] as number;
      const b3 = samples[three + 2] as number;
      const b4 = samples[four + 2] as number;
      const y1 = RED * r1 + GREEN * (samples[one + 1] as number) + BLUE * b1;
      const y2 = RED * r2 + GREEN * (samples[two + 1] as number) + BLUE * b2;
      const y3 = RED * r3 + GREEN * (samples[three + 1] as number) + BLUE * b3;
      const y4 = RED * r4 + GREEN * (samples[four + 1] as number) + BLUE * b4;
      luma[line + x] = y1 - MIDDLE;
      luma[line + x + 1] = y2 - MIDDLE;
      luma[below + x] = y3 - MIDDLE;
      luma[below + x + 1] = y4 - MIDDLE;
      const level = y1 + y2 + y3 + y4;
      blue[chroma + pair] = (b1 + b2 + b3 + b4 - level) * (BLUE_RANGE / 4);
      red[chroma + pair] = (r1 + r2 + r3 + r4 - level) * (RED_RANGE / 4);
    }
    const end = 2 * pairs;
    luma.fill(luma[line + end - 1] as number, line + end, line + pitch);
    luma.fill(luma[below + end - 1] as number, below + end, below + pitch);
    blue.fill(blue[chroma + pairs - 1] as number, chroma + pairs, chroma + (pitch >> 1));
    red.fill(red[chroma + pairs - 1] as number, chroma + pairs, chroma + (pitch >> 1));
  }
}

interface Tables {
  /** The block between its two passes. */
  readonly work: Float64Array;
  /** What the fast transform's results are to be multiplied by, row by row. */
  readonly factors: Float64Array;
  /** The place in zigzag order, row by row. */
  readonly places: Uint8Array;
}

function makeTables(): Tables {
  const factors = new Float64Array(BLOCK);
  const places = new Uint8Array(BLOCK);
  const order = zigzag();
  const findFactor = (frequency: number): number => (frequency === 0 ? 1 : Math.SQRT2 * Math.cos((frequency * Math.PI) / 16));
  for (let i = 0; i < BLOCK; i++) {
    factors[i] = (1 << FRACTION_BITS) / (SIDE * findFactor(i >> 3) * findFactor(i & 7));
    places[order[i] as number] = i;
  }
  return { work: new Float64Array(BLOCK), factors, places };
}

// Cosines and sines of multiples of pi/16, as the transform combines them.
const COS_4 = Math.SQRT1_2;
const COS_6 = Math.cos((6 * Math.PI) / 16);
const COS_2_MINUS_6 = Math.cos((2 * Math.PI) / 16) - COS_6;
const COS_2_PLUS_6 = Math.cos((2 * Math.PI) / 16) + COS_6;

/** More than any coefficient in sixteenths: added so that cutting off what is after the point rounds to the nearest. */
const BIAS = 32_768;

function transformBlock(
  strip: Float64Array,
  from: number,
  pitch: number,
  { work, factors, places }: Tables,
  values: Int16Array,
  to: number,
): void {
  for (let i = 0, at = from; i < BLOCK; i += 8, at += pitch) {
    const s0 = strip[at] as number;
    const s1 = strip[at + 1] as number;
    const s2 = strip[at + 2] as number;
    const s3 = strip[at + 3] as number;
    const s4 = strip[at + 4] as number;
    const s5 = strip[at + 5] as number;
    const s6 = strip[at + 6] as number;
    const s7 = strip[at + 7] as number;
    const sum07 = s0 + s7;
    const sum16 = s1 + s6;
    const sum25 = s2 + s5;
    const sum34 = s3 + s4;
    const outer = sum07 + sum34;
    const inner = sum16 + sum25;
    const between = sum07 - sum34;
    const turned = (sum16 - sum25 + between) * COS_4;
    work[i] = outer + inner;
    work[i + 4] = outer - inner;
    work[i + 2] = between + turned;
    work[i + 6] = between - turned;
    const difference07 = s0 - s7;
    const low = s3 - s4 + (s2 - s5);
    const middle = (s2 - s5 + (s1 - s6)) * COS_4;
    const high = s1 - s6 + difference07;
    const shared = (low - high) * COS_6;
    const lower = COS_2_MINUS_6 * low + shared;
    const upper = COS_2_PLUS_6 * high + shared;
    const more = difference07 + middle;
    const less = difference07 - middle;
    work[i + 5] = less + lower;
    work[i + 3] = less - lower;
    work[i + 1] = more + upper;
    work[i + 7] = more - upper;
  }
  for (let i = 0; i < 8; i++) {
    const s0 = work[i] as number;
    const s1 = work[i + 8] as number;
    const s2 = work[i + 16] as number;
    const s3 = work[i + 24] as number;
    const s4 = work[i + 32] as number;
    const s5 = work[i + 40] as number;
    const s6 = work[i + 48] as number;
    const s7 = work[i + 56] as number;
    const sum07 = s0 + s7;
    const sum16 = s1 + s6;
    const sum25 = s2 + s5;
    const sum34 = s3 + s4;
    const outer = sum07 + sum34;
    const inner = sum16 + sum25;
    const between = sum07 - sum34;
    const turned = (sum16 - sum25 + between) * COS_4;
    const difference07 = s0 - s7;
    const low = s3 - s4 + (s2 - s5);
    const middle = (s2 - s5 + (s1 - s6)) * COS_4;
    const high = s1 - s6 + difference07;
    const shared = (low - high) * COS_6;
    const lower = COS_2_MINUS_6 * low + shared;
    const upper = COS_2_PLUS_6 * high + shared;
    const more = difference07 + middle;
    const less = difference07 - middle;
    values[to + (places[i] as number)] = (((outer + inner) * (factors[i] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 8] as number)] = (((more + upper) * (factors[i + 8] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 16] as number)] = (((between + turned) * (factors[i + 16] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 24] as number)] = (((less - lower) * (factors[i + 24] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 32] as number)] = (((outer - inner) * (factors[i + 32] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 40] as number)] = (((less + lower) * (factors[i + 40] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 48] as number)] = (((between - turned) * (factors[i + 48] as number) + (BIAS + 0.5)) | 0) - BIAS;
    values[to + (places[i + 56] as number)] = (((more - upper) * (factors[i + 56] as number) + (BIAS + 0.5)) | 0) - BIAS;
  }
}
