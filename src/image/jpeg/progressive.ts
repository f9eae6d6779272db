/**
 * Scans of progressive pictures: a band of coefficients each, or one more bit of it, so that all are kept until the end of the file.
 *
 *   DC first        the difference, without its low bits            DC again      one bit a block
 *   AC first        like a sequential block, without low bits       AC again      new coefficients of 1 or -1, and one bit for each old one
 *                   symbols 0x00 to 0xE0: this and up to 32766 more blocks have nothing further in the band
 *
 * Coefficients lie in zigzag order, block after block. Of those that a reduced picture has no use for only one bit is kept: whether they
 * are 0, which decides what the data of a later scan mean.
 *
 * Source: ITU-T T.81 annex G.
 * @module
 */
import { type CodedData, END_OF_BLOCK, extend, LOOK_SHIFT, readBits, readSymbol } from './codes.js';
import type { JpegScan } from './frame.js';
import type { Plane } from './plane.js';
import { NO_CODE, TOO_MANY } from './sequential.js';

/** Octets of the coefficients of a component that are kept. */
export function storeOctets({ lastWanted, allBlocksWide, allBlocksHigh }: Plane): number {
  const kept = lastWanted + 1;
  return allBlocksWide * allBlocksHigh * (2 * kept + (kept < 64 ? 8 : 0) + 1);
}

/** The coefficients of a component, as far as they are known. */
export class CoefficientStore {
  readonly plane: Plane;
  /** Coefficients kept of a block. */
  readonly kept: number;
  readonly #values: Int16Array;
  /** Two numbers a block: bits of the other coefficients that are not 0. */
  readonly #others: Int32Array;
  /** Number of the last coefficient of each block that is not 0: what is after it costs no work. */
  readonly #lasts: Uint8Array;

  constructor(plane: Plane) {
    this.plane = plane;
    this.kept = plane.lastWanted + 1;
    const blocks = plane.allBlocksWide * plane.allBlocksHigh;
    this.#values = new Int16Array(blocks * this.kept);
    this.#others = new Int32Array(this.kept < 64 ? blocks * 2 : 0);
    this.#lasts = new Uint8Array(blocks);
  }

  /** Reads what a scan has of one block. Returns 0 or a fault. */
  readBlock(data: CodedData, scan: JpegScan, run: EndRun, block: number): number {
    if (scan.spectralStart === 0) {
      return scan.approximationHigh === 0 ? this.#firstDc(data, scan, block) : this.#nextDc(data, scan, block);
    }
    return scan.approximationHigh === 0 ? this.#firstAc(data, scan, run, block) : this.#nextAc(data, scan, run, block);
  }

  /** Puts a block's coefficients, times their steps, into the plane's block. Returns the last that can be other than 0. */
  load(block: number): number {
    const { kept, plane } = this;
    const { block: target, steps, places } = plane;
    const values = this.#values;
    const from = block * kept;
    const last = Math.min(this.#lasts[block] as number, kept - 1);
    for (let k = 0; k <= last; k++) {
      target[places[k] as number] = Math.imul(values[from + k] as number, steps[k] as number);
    }
    return last;
  }

  #firstDc(data: CodedData, { approximationLow }: JpegScan, block: number): number {
    const { plane } = this;
    const size = readSymbol(data, plane.dcTable);
    if (size < 0) return NO_CODE;
    if (size > 0) plane.prediction = (plane.prediction + extend(readBits(data, size), size)) | 0;
    this.#values[block * this.kept] = plane.prediction << approximationLow;
    return 0;
  }

  #nextDc(data: CodedData, { approximationLow }: JpegScan, block: number): number {
    const at = block * this.kept;
    if (readBits(data, 1) === 1) this.#values[at] = (this.#values[at] as number) | (1 << approximationLow);
    return 0;
  }

  #firstAc(data: CodedData, scan: JpegScan, run: EndRun, block: number): number {
    if (run.blocks > 0) {
      run.blocks--;
      return 0;
    }
    const { spectralEnd, approximationLow } = scan;
    const { kept } = this;
    const { acTable } = this.plane;
    const coefficients = this.#values;
    const { values } = acTable;
    const { view } = data;
    const base = block * kept;
    let last = this.#lasts[block] as number;
    let k = scan.spectralStart;
    while (k <= spectralEnd) {
      const { bit } = data;
      const entry = values[(view.getInt32(bit >>> 3) << (bit & 7)) >>> LOOK_SHIFT] as number;
      let value = entry >> 16;
      const zeros = (entry >> 8) & 0xff;
      if (entry !== 0 && zeros !== END_OF_BLOCK) {
        data.bit = bit + (entry & 0xff);
        k += zeros;
      } else {
        const symbol = readSymbol(data, acTable);
        if (symbol < 0) return NO_CODE;
        const size = symbol & 15;
        if (size === 0 && symbol !== 0xf0) {
          run.blocks = (1 << (symbol >> 4)) - 1 + readBits(data, symbol >> 4);
          break;
        }
        k += symbol >> 4;
        value = size === 0 ? 0 : extend(readBits(data, size), size);
      }
      if (k > spectralEnd) return TOO_MANY;
      if (value !== 0) {
        if (k < kept) coefficients[base + k] = value << approximationLow;
        else this.#mark(block, k);
        if (k > last) last = k;
      }
      k++;
    }
    this.#lasts[block] = last;
    return 0;
  }

  #nextAc(data: CodedData, scan: JpegScan, run: EndRun, block: number): number {
    const { spectralEnd, approximationLow } = scan;
    const { acTable } = this.plane;
    const { values } = acTable;
    const { view } = data;
    let k = scan.spectralStart;
    while (run.blocks === 0 && k <= spectralEnd) {
      const { bit } = data;
      const entry = values[(view.getInt32(bit >>> 3) << (bit & 7)) >>> LOOK_SHIFT] as number;
      let value = entry >> 16;
      let zeros = (entry >> 8) & 0xff;
      if (entry !== 0 && zeros !== END_OF_BLOCK) data.bit = bit + (entry & 0xff);
      else {
        const symbol = readSymbol(data, acTable);
        if (symbol < 0) return NO_CODE;
        zeros = symbol >> 4;
        const size = symbol & 15;
        if (size === 0 && zeros < 15) {
          run.blocks = (1 << zeros) + readBits(data, zeros);
          break;
        }
        value = size === 0 ? 0 : extend(readBits(data, size), size);
      }
      if (value < -1 || value > 1) return NO_CODE;
      k = this.#refine(data, block, k, spectralEnd, zeros, approximationLow);
      if (value !== 0) {
        if (k > spectralEnd) return TOO_MANY;
        if (k < this.kept) this.#values[block * this.kept + k] = value << approximationLow;
        else this.#mark(block, k);
        if (k > (this.#lasts[block] as number)) this.#lasts[block] = k;
      }
      k++;
    }
    if (run.blocks > 0) {
      this.#refine(data, block, k, spectralEnd, 64, approximationLow);
      run.blocks--;
    }
    return 0;
  }

  /**
   * Passes so many coefficients that are 0, with a further bit for each of the others.
   * @returns the index of the next that is 0, or any after the end of the band.
   */
  #refine(data: CodedData, block: number, from: number, end: number, zeros: number, low: number): number {
    const { kept } = this;
    const { view } = data;
    const stop = Math.min(end, this.#lasts[block] as number);
    let left = zeros;
    let k = from;
    let { bit } = data;
    if (k < kept) {
      const values = this.#values;
      const stopKept = Math.min(stop, kept - 1);
      const step = 1 << low;
      for (let at = block * kept + k; k <= stopKept; k++, at++) {
        const value = values[at] as number;
        if (value === 0) {
          if (left === 0) break;
          left--;
          continue;
        }
        if (((view.getUint8(bit >>> 3) << (bit & 7)) & 0x80) !== 0) {
          if (value > 0) values[at] = value | step;
          else values[at] = -(-value | step);
        }
        bit++;
      }
    }
    if (k >= kept) {
      for (; k <= stop; k++) {
        if (this.#isMarked(block, k)) bit++;
        else if (left === 0) break;
        else left--;
      }
    }
    data.bit = bit;
    // All that is left of the band is 0.
    return k > stop ? k + left : k;
  }

  #mark(block: number, k: number): void {
    const at = block * 2 + (k >> 5);
    this.#others[at] = (this.#others[at] as number) | (1 << (k & 31));
  }

  #isMarked(block: number, k: number): boolean {
    return (((this.#others[block * 2 + (k >> 5)] as number) >> (k & 31)) & 1) === 1;
  }
}

/** Blocks that have nothing further in the band of a scan: those still to come. */
export interface EndRun {
  blocks: number;
}
