/**
 * Quantisation for a JPEG: the steps of a quality, dividing by them, and which coefficients are not 0 then.
 *
 * Sources: ITU-T T.81 section A.3.4, tables K.1 and K.2. That a quality from 1 to 100 scales those tables is the Independent JPEG Group's
 * way, which every encoder of the time followed.
 * @module
 */
import { zigzag } from './idct.js';
import { BLOCK, type Coefficients, FRACTION_BITS } from './transform.js';

/** Steps of luma and chroma for each coefficient in zigzag order, 1 to 255. */
export type Steps = readonly [luma: Uint8Array, chroma: Uint8Array];

const ORDER = zigzag();

/** Tables K.1 and K.2, row by row. */
const LUMA_STEPS: readonly number[] = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const CHROMA_STEPS: readonly number[] = [
  ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99],
  ...[47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99],
  ...[99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99],
];

/** The Independent JPEG Group's scale: 50 gives the tables as they are, 100 steps of 1. A lower quality has no smaller step. */
export function buildSteps(quality: number): Steps {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  return [scaled(LUMA_STEPS, percent), scaled(CHROMA_STEPS, percent)];
}

function scaled(table: readonly number[], percent: number): Uint8Array {
  const steps = new Uint8Array(BLOCK);
  for (let place = 0; place < BLOCK; place++) {
    const step = Math.floor(((table[ORDER[place] as number] as number) * percent + 50) / 100);
    steps[place] = Math.min(255, Math.max(1, step));
  }
  return steps;
}

/** Bits after the point of {@link reciprocals}: enough for the quotients of all coefficients to be exact. */
const RECIPROCAL_BITS = 20;

/** Multiplying by them and cutting off their fraction divides by the steps: numbers up to 2047 exactly, and without overflow. */
export function reciprocals(steps: Uint8Array): Int32Array {
  const factors = new Int32Array(BLOCK);
  for (let place = 0; place < BLOCK; place++) {
    factors[place] = Math.floor((1 << RECIPROCAL_BITS) / (steps[place] as number)) + 1;
  }
  return factors;
}

/** Half of each step, in the unit of coefficients: what is smaller is 0, what is added before dividing rounds to the nearest. */
export function halves(steps: Uint8Array): Int32Array {
  const half = new Int32Array(BLOCK);
  for (let place = 0; place < BLOCK; place++) half[place] = (steps[place] as number) << (FRACTION_BITS - 1);
  return half;
}

/** Rounded to the nearest multiple of a step, halves away from 0. */
export function quantised(value: number, half: number, reciprocal: number): number {
  const sign = value >> 31;
  const level = (((((value ^ sign) - sign + half) >> FRACTION_BITS) * reciprocal) | 0) >> RECIPROCAL_BITS;
  return (level ^ sign) - sign;
}

/** The AC coefficients of each block that are not 0 at some quality, and so at no lower one. */
export interface NonZeros {
  /** From the lowest bit on: 1 when it is below 0, its amount in 15 bits, its place in zigzag order (from {@link PLACE_SHIFT} on). */
  readonly entries: Int32Array;
  /** For each block where its entries end. */
  readonly ends: Int32Array;
}

/** Where the place of an entry begins. */
export const PLACE_SHIFT = 16;
/** Its amount and sign, below that. */
export const AMOUNT_MASK = (1 << PLACE_SHIFT) - 1;

/** What rounds to 1023 at a step of 1: baseline tables have no code for more (T.81 table F.2), which 1024 can be. */
const MOST = (1023 << FRACTION_BITS) + (1 << (FRACTION_BITS - 1)) - 1;

// What is done for each block is a function of its own: V8 compiles it in full, but of a loop around it only what ran before.

/** Looks for the coefficients that are not 0 with these steps. */
export function countNonZeros({ values, components }: Coefficients, steps: Steps): NonZeros {
  const blocks = values.length / BLOCK;
  const slots = components.length;
  const ends = new Int32Array(blocks);
  const [luma, chroma] = [halves(steps[0]), halves(steps[1])];
  const [lumaFloor, chromaFloor] = [smallest(luma), smallest(chroma)];
  let entries = new Int32Array(BLOCK + (values.length >> 2));
  let count = 0;
  for (let block = 0, slot = 0; block < blocks; block++) {
    if (count + BLOCK > entries.length) entries = twice(entries);
    const isLuma = components[slot] === 0;
    const least = isLuma ? luma : chroma;
    count = nonZerosOfBlock(values, block * BLOCK, least, isLuma ? lumaFloor : chromaFloor, entries, count);
    ends[block] = count;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  return { entries, ends };
}

/**
 * Lists those of a block.
 * @param least the smallest level that is not 0, for each place.
 * @param floor the smallest of these.
 */
function nonZerosOfBlock(
  values: Int16Array,
  at: number,
  least: Int32Array,
  floor: number,
  entries: Int32Array,
  start: number,
): number {
  let count = start;
  for (let place = 1; place < BLOCK; place++) {
    const value = values[at + place] as number;
    // Most end here, at a comparison with a number at hand.
    if (value < floor && value > -floor) continue;
    const amount = value < 0 ? -value : value;
    if (amount < (least[place] as number)) continue;
    entries[count++] = (place << PLACE_SHIFT) | (Math.min(MOST, amount) << 1) | (value >>> 31);
  }
  return count;
}

function twice(entries: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * entries.length);
  larger.set(entries);
  return larger;
}

function smallest(numbers: Int32Array): number {
  return numbers.reduce((least, number) => Math.min(least, number));
}
