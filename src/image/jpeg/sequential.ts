/**
 * Blocks of sequential scans: 64 coefficients one after the other, read for a block of 8, 4, 2 or 1 samples a side.
 *
 *   difference of DC | coefficient after so many zeros | ... | end of block, unless the last coefficient was not 0
 *
 * Coefficients that a reduced block has no use for are passed over, several a step.
 *
 * Source: ITU-T T.81 sections F.1.2 and F.2.2.
 * @module
 */
import {
  type CodedData,
  type CodeTable,
  END_OF_BLOCK,
  END_OF_SKIPPED,
  LOOK_SHIFT,
  longValue,
  SKIP_COUNT_SHIFT,
  SKIP_LENGTH,
  SKIP_SHIFT,
} from './codes.js';

/** What is wanted of the blocks of a component, and what was found. */
export interface BlockReader {
  dcTable: CodeTable;
  acTable: CodeTable;
  /** Steps in zigzag order; {@link SLOTS} of them, zeros after the 64th. */
  readonly steps: Int32Array;
  /** Where in the block each coefficient goes, in zigzag order, 64 for those that nobody wants; {@link SLOTS} of them. */
  readonly places: Uint8Array;
  /** Index in zigzag order of the last coefficient that is wanted. */
  readonly lastWanted: number;
  /** The coefficients wanted, times their steps; zeros before a block is read. The last of its 65 numbers is for the others. */
  readonly block: Int32Array;
  /** DC coefficient of the block before, not times its step. */
  prediction: number;
}

/** Entries of tables that are looked up with an index before that is checked: 63, the end of a block, 15 zeros. */
export const SLOTS = 64 + END_OF_BLOCK + 16;

/** Fault of a block: no code is like the next bits. */
export const NO_CODE = -1;
/** Fault of a block: more than 64 coefficients. */
export const TOO_MANY = -2;

const imul = Math.imul;

/** Reads a block. Returns the index of the last coefficient that can be other than 0, as far as they are wanted, or a fault. */
export function readBlock(data: CodedData, reader: BlockReader): number {
  const { view } = data;
  const { dcTable, acTable, steps, places, lastWanted, block } = reader;
  let { bit } = data;

  let entry = dcTable.values[(view.getInt32(bit >>> 3) << (bit & 7)) >>> LOOK_SHIFT] || longValue(view, bit, dcTable);
  if (entry === 0) return NO_CODE;
  bit += entry & 0xff;
  const dc = (reader.prediction + (entry >> 16)) | 0;
  reader.prediction = dc;
  block[0] = imul(dc, steps[0] as number);

  const { values, skips } = acTable;
  let k = 1;
  while (k <= lastWanted) {
    entry = values[(view.getInt32(bit >>> 3) << (bit & 7)) >>> LOOK_SHIFT] || longValue(view, bit, acTable);
    if (entry === 0) return NO_CODE;
    bit += entry & 0xff;
    k += (entry >> 8) & 0xff;
    block[places[k] as number] = imul(entry >> 16, steps[k] as number);
    k++;
  }
  const last = k > END_OF_BLOCK ? k - END_OF_BLOCK - 2 : lastWanted;
  while (k < 64) {
    // Of these 25 bits or more two entries take 24 at most, and a second look at the data would wait for the length of the first.
    let peek = view.getInt32(bit >>> 3) << (bit & 7);
    entry = skips[peek >>> SKIP_SHIFT] as number;
    let next = k + (entry >> SKIP_COUNT_SHIFT);
    if (entry !== 0 && next < 64) {
      const length = entry & SKIP_LENGTH;
      k = next;
      bit += length;
      peek <<= length;
      entry = skips[peek >>> SKIP_SHIFT] as number;
      next = k + (entry >> SKIP_COUNT_SHIFT);
    }
    // Of several coefficients the later ones may belong to the next block already.
    if (next > 64 && (next < END_OF_SKIPPED || next >= END_OF_SKIPPED + 64)) entry = 0;
    if (entry === 0) {
      entry = values[peek >>> LOOK_SHIFT] || longValue(view, bit, acTable);
      if (entry === 0) return NO_CODE;
      k += ((entry >> 8) & 0xff) + 1;
      bit += entry & 0xff;
    } else {
      k = next;
      bit += entry & SKIP_LENGTH;
    }
  }
  data.bit = bit;
  return k > 64 && k <= END_OF_BLOCK ? TOO_MANY : last;
}
