/**
 * Coding the one scan of a baseline JPEG: differences of DC coefficients, runs of zeros and the AC coefficients after them.
 *
 * Source: ITU-T T.81 sections F.1.2.1 (DC) and F.1.2.2 (AC).
 * @module
 */
import {
  END_OF_BLOCK,
  GATHERED,
  type HuffmanTable,
  type HuffmanTables,
  optimalTable,
  roomyCodes,
  type ScanWriter,
  ZERO_RUN,
} from './huffman.js';
import { zigzag } from './idct.js';
import { BLOCK, type Coefficients, FRACTION_BITS } from './transform.js';

/** Codes and values of a block, at most: each coefficient, three runs of zeros, the end of the block. */
const WORDS = BLOCK + 4;

/** Codes a scan, and hands its codes and values to the writer. */
export function codeScan(
  { values, components }: Coefficients,
  { entries, ends }: NonZeros,
  steps: Steps,
  tables: HuffmanTables,
  scan: ScanWriter,
): void {
  const luma = buildCoder(steps[0], tables.dc[0], tables.ac[0]);
  const chroma = buildCoder(steps[1], tables.dc[1], tables.ac[1]);
  const before = new Int32Array(3);
  const { words } = scan;
  const blocks = ends.length;
  const slots = components.length;
  let count = 0;
  for (let block = 0, slot = 0, entry = 0; block < blocks; block++) {
    if (count + WORDS > GATHERED) {
      scan.write(count);
      count = 0;
    }
    const component = components[slot] as number;
    const coder = component === 0 ? luma : chroma;
    const level = quantised(values[block * BLOCK] as number, coder.half[0] as number, coder.reciprocal[0] as number);
    const difference = level - (before[component] as number);
    before[component] = level;
    const size = 32 - Math.clz32(difference < 0 ? -difference : difference);
    const code = coder.dc[size] as number;
    // The code's length is in its lowest bits, the only ones that shifting heeds.
    words[count] = code | (((difference + (difference >> 31)) & ((1 << size) - 1)) << (32 - code));
    const end = ends[block] as number;
    count = codeBlock(coder, entries, entry, end, words, count + 1);
    entry = end;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  scan.write(count);
}

/**
 * Codes the AC coefficients of a block. Numbers instead of names here and in {@link ScanWriter.write}: in a bundle a module's constants are
 * variables, which V8 would load and check for every coefficient.
 */
function codeBlock(
  { half, reciprocal, ac }: Coder,
  entries: Int32Array,
  entry: number,
  end: number,
  words: Int32Array,
  start: number,
): number {
  let count = start;
  let last = 0;
  for (let i = entry; i < end; i++) {
    // An entry is its place (PLACE_SHIFT), an amount with 4 bits after the point (FRACTION_BITS) and its sign.
    const packed = entries[i] as number;
    const place = packed >> 16;
    const amount = (packed & 0xffff) >> 1;
    // 20 are RECIPROCAL_BITS.
    const level = Math.imul((amount + (half[place] as number)) >> 4, reciprocal[place] as number) >> 20;
    // 0 for a coefficient that is 0 at this quality, which then is not counted, else -1. A branch would be mispredicted half of the time.
    const isCoded = (0 - level) >> 31;
    let run = place - last - 1;
    if (((15 - run) & isCoded) < 0) {
      const sixteen = ac[ZERO_RUN] as number;
      for (; run > 15; run -= 16) words[count++] = sixteen;
    }
    const zeros = Math.clz32(level);
    // Of a number below 0 all bits are the other way round.
    const value = level ^ (((packed << 31) >> 31) & (-1 >>> zeros));
    const code = ac[((run & 15) << 4) | (32 - zeros)] as number;
    words[count] = code | (value << (32 - code));
    count -= isCoded;
    last ^= (last ^ place) & isCoded;
  }
  if (last < 63) words[count++] = ac[END_OF_BLOCK] as number;
  return count;
}

/** What codes the blocks of luma, or of chroma. */
interface Coder {
  readonly half: Int32Array;
  readonly reciprocal: Int32Array;
  readonly dc: Int32Array;
  readonly ac: Int32Array;
}

function buildCoder(steps: Uint8Array, dc: HuffmanTable, ac: HuffmanTable): Coder {
  return { half: halves(steps), reciprocal: reciprocals(steps), dc: roomyCodes(dc), ac: roomyCodes(ac) };
}

/** How often each symbol occurs in a scan, for the tables of luma and of chroma. */
export interface SymbolCounts {
  readonly dc: readonly [luma: Int32Array, chroma: Int32Array];
  readonly ac: readonly [luma: Int32Array, chroma: Int32Array];
}

/** Counts the symbols of a scan. */
export function countSymbols({ values, components }: Coefficients, { entries, ends }: NonZeros, steps: Steps): SymbolCounts {
  const counters = [buildCounter(steps[0]), buildCounter(steps[1])] as const;
  const before = new Int32Array(3);
  const blocks = ends.length;
  const slots = components.length;
  for (let block = 0, slot = 0, entry = 0; block < blocks; block++) {
    const component = components[slot] as number;
    const counter = component === 0 ? counters[0] : counters[1];
    const level = quantised(values[block * BLOCK] as number, counter.half[0] as number, counter.reciprocal[0] as number);
    const size = countBitsOf(level - (before[component] as number));
    counter.dc[size] = (counter.dc[size] as number) + 1;
    before[component] = level;
    const end = ends[block] as number;
    countBlock(counter, entries, entry, end);
    entry = end;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  const [luma, chroma] = counters;
  return { dc: [luma.dc, chroma.dc], ac: [luma.ac, chroma.ac] };
}

/** Counts the symbols of a block's AC coefficients. */
function countBlock({ half, reciprocal, ac }: Counter, entries: Int32Array, start: number, end: number): void {
  let last = 0;
  for (let i = start; i < end; i++) {
    // As in codeBlock.
    const packed = entries[i] as number;
    const place = packed >> 16;
    const amount = (packed & 0xffff) >> 1;
    const level = Math.imul((amount + (half[place] as number)) >> 4, reciprocal[place] as number) >> 20;
    if (level === 0) continue;
    let run = place - last - 1;
    last = place;
    for (; run > 15; run -= 16) ac[ZERO_RUN] = (ac[ZERO_RUN] as number) + 1;
    const symbol = (run << 4) | (32 - Math.clz32(level));
    ac[symbol] = (ac[symbol] as number) + 1;
  }
  if (last < 63) ac[END_OF_BLOCK] = (ac[END_OF_BLOCK] as number) + 1;
}

/** What counts the symbols of luma, or of chroma. */
interface Counter {
  readonly half: Int32Array;
  readonly reciprocal: Int32Array;
  readonly dc: Int32Array;
  readonly ac: Int32Array;
}

function buildCounter(steps: Uint8Array): Counter {
  return { half: halves(steps), reciprocal: reciprocals(steps), dc: new Int32Array(256), ac: new Int32Array(256) };
}

/** The tables that make a scan shortest. A grey picture has no chroma; its table of that is not written. */
export function optimalTables({ dc, ac }: SymbolCounts): HuffmanTables {
  return { dc: [optimalTable(dc[0]), optimalTable(dc[1])], ac: [optimalTable(ac[0]), optimalTable(ac[1])] };
}

/** Bits of a scan: those of the codes, and of the values after them. */
export function countBits({ dc, ac }: SymbolCounts, tables: HuffmanTables): number {
  let bits = 0;
  for (const kind of [0, 1] as const) bits += countTable(dc[kind], tables.dc[kind]) + countTable(ac[kind], tables.ac[kind]);
  return bits;
}

function countTable(counts: Int32Array, table: HuffmanTable): number {
  let bits = 0;
  let at = 0;
  for (const [row, codes] of table.bits.entries()) {
    for (const end = at + codes; at < end; at++) {
      const symbol = table.symbols[at] as number;
      bits += (counts[symbol] as number) * (row + 1 + (symbol & 15));
    }
  }
  return bits;
}

/** Bits of a value's amount. */
function countBitsOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

// ---- quantise ----

/*
 * Quantisation for a JPEG: the steps of a quality, dividing by them, and which coefficients are not 0 then.
 *
 * Sources: ITU-T T.81 section A.3.4, tables K.1 and K.2. That a quality from 1 to 100 scales those tables is the Independent JPEG Group's
 * way, which every encoder of the time followed.
 */

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
  const percent = findScale(quality);
  return [scaled(LUMA_STEPS, percent), scaled(CHROMA_STEPS, percent)];
}

/** What the tables are multiplied by, in per cent. */
export function findScale(quality: number): number {
  return quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
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

/** Those of a list that are not 0 with larger steps. */
export function filterNonZeros({ components }: Coefficients, { entries, ends }: NonZeros, steps: Steps): NonZeros {
  const [luma, chroma] = [halves(steps[0]), halves(steps[1])];
  const slots = components.length;
  const blocks = ends.length;
  const left = new Int32Array(ends.at(-1) ?? 0);
  const leftEnds = new Int32Array(blocks);
  let count = 0;
  for (let block = 0, slot = 0, entry = 0; block < blocks; block++) {
    const end = ends[block] as number;
    count = filterBlock(entries, entry, end, components[slot] === 0 ? luma : chroma, left, count);
    leftEnds[block] = count;
    entry = end;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  return { entries: left, ends: leftEnds };
}

function filterBlock(entries: Int32Array, start: number, end: number, least: Int32Array, to: Int32Array, from: number): number {
  let count = from;
  for (let i = start; i < end; i++) {
    const packed = entries[i] as number;
    // Written in any case, since a branch would be mispredicted half of the time.
    to[count] = packed;
    count += (packed & AMOUNT_MASK) >> 1 >= (least[packed >> PLACE_SHIFT] as number) ? 1 : 0;
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
