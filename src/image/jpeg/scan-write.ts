/**
 * Coding the one scan of a baseline JPEG: differences of DC coefficients, runs of zeros and the AC coefficients after them.
 *
 * Source: ITU-T T.81 sections F.1.2.1 (DC) and F.1.2.2 (AC).
 * @module
 */
import { GATHERED, type ScanWriter } from './bits.js';
import { END_OF_BLOCK, type HuffmanTable, type HuffmanTables, optimalTable, roomyCodes, ZERO_RUN } from './huffman.js';
import { AMOUNT_MASK, halves, type NonZeros, PLACE_SHIFT, quantised, reciprocals, type Steps } from './quantise.js';
import { BLOCK, type Coefficients } from './transform.js';

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

/** The tables that make this scan shortest. */
export function optimalTables({ values, components }: Coefficients, { entries, ends }: NonZeros, steps: Steps): HuffmanTables {
  const half = steps.map(halves);
  const reciprocal = steps.map(reciprocals);
  const counts = () => [new Int32Array(256), new Int32Array(256)] as const;
  const dc = counts();
  const ac = counts();
  const before = new Int32Array(3);
  const blocks = ends.length;
  for (let block = 0, entry = 0; block < blocks; block++) {
    const component = components[block % components.length] as number;
    const kind = component === 0 ? 0 : 1;
    const symbols = ac[kind];
    const [halfSteps, factors] = [half[kind] as Int32Array, reciprocal[kind] as Int32Array];
    const level = quantised(values[block * BLOCK] as number, halfSteps[0] as number, factors[0] as number);
    count(dc[kind], countBits(level - (before[component] as number)));
    before[component] = level;
    let last = 0;
    for (const end = ends[block] as number; entry < end; entry++) {
      const packed = entries[entry] as number;
      const place = packed >> PLACE_SHIFT;
      const value = quantised((packed & AMOUNT_MASK) >> 1, halfSteps[place] as number, factors[place] as number);
      if (value === 0) continue;
      let run = place - last - 1;
      last = place;
      for (; run > 15; run -= 16) count(symbols, ZERO_RUN);
      count(symbols, (run << 4) | countBits(value));
    }
    if (last < BLOCK - 1) count(symbols, END_OF_BLOCK);
  }
  // A grey picture has no chroma; its table of that is not written.
  return { dc: [optimalTable(dc[0]), optimalTable(dc[1])], ac: [optimalTable(ac[0]), optimalTable(ac[1])] };
}

/** Bits of a value's amount. */
function countBits(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

function count(counts: Int32Array, symbol: number): void {
  counts[symbol] = (counts[symbol] as number) + 1;
}
