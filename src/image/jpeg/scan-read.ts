/**
 * The coded data of one scan of a JPEG: MCU after MCU into the planes of a picture, or into its coefficients, and on after restart markers.
 *
 *   MCU ... | FF D0 RST0 | MCU ... | FF D1 RST1 | ...        each interval begins with no prediction and no run
 *
 * Source: ITU-T T.81 sections A.2.2 to A.2.4 (which blocks make an MCU), B.2.1 and E.2.4 (restart intervals).
 * @module
 */
import type { Reading } from '../../bytes/reading.js';
import { JPEG_MARKER, markerName } from '../../media/jpeg-segments.js';
import type { CodedData } from './codes.js';
import type { JpegScan } from './frame.js';
import { type Picture, SCAN_FIELD } from './picture.js';
import type { Plane } from './plane.js';
import type { CoefficientStore, EndRun } from './progressive.js';
import { NO_CODE, readBlock } from './sequential.js';

/** A block of an MCU, and where the next one like it goes. */
class McuBlock {
  readonly plane: Plane;
  readonly store: CoefficientStore | undefined;
  /** Blocks of the component in an MCU, down and across, and which of them this is. */
  readonly #down: number;
  readonly #across: number;
  readonly #row: number;
  readonly #column: number;
  /** Number of the block, when coefficients are kept. */
  index = 0;
  /** Offset of its first sample. */
  at = 0;
  /** What is between this block and the one in the next MCU. */
  readonly step: number;
  /** The same block in smaller pictures of the same data. */
  readonly smaller: readonly McuBlock[];

  constructor(plane: Plane, store: CoefficientStore | undefined, down: number, across: number, row: number, column: number) {
    this.plane = plane;
    this.store = store;
    this.#down = down;
    this.#across = across;
    this.#row = row;
    this.#column = column;
    this.step = across * (store === undefined ? plane.columns : 1);
    // Coefficients that are kept become samples later on, of all sizes.
    const others = store === undefined ? plane.smaller : [];
    this.smaller = others.map((other) => new McuBlock(other, undefined, down, across, row, column));
  }

  moveTo(mcuRow: number, mcuColumn: number): void {
    const row = mcuRow * this.#down + this.#row;
    const column = mcuColumn * this.#across + this.#column;
    if (this.store === undefined) this.at = this.plane.offsetOf(row, column);
    else this.index = row * this.plane.allBlocksWide + column;
    for (const block of this.smaller) block.moveTo(mcuRow, mcuColumn);
  }
}

function countBlocks({ planes, stores }: Picture, { components }: JpegScan): McuBlock[] {
  const blocks: McuBlock[] = [];
  for (const { index } of components) {
    const plane = planes[index] as Plane;
    const [down, across] = components.length === 1 ? [1, 1] : [plane.vertical, plane.horizontal];
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++)
        blocks.push(new McuBlock(plane, stores[index], down, across, row, column));
    }
  }
  return blocks;
}

/** Reads the MCUs of one scan. */
export class ScanReader {
  readonly #data: CodedData;
  readonly #reading: Reading;
  readonly #scan: JpegScan;
  readonly #blocks: readonly McuBlock[];
  readonly #isProgressive: boolean;
  readonly #run: EndRun = { blocks: 0 };
  #restarts = 0;

  constructor(data: CodedData, picture: Picture, scan: JpegScan, reading: Reading) {
    this.#data = data;
    this.#scan = scan;
    this.#reading = reading;
    this.#blocks = countBlocks(picture, scan);
    this.#isProgressive = picture.stores.length > 0;
  }

  /**
   * Reads all of the scan.
   * @param from offset of its data in the file.
   * @param interval MCUs between restart markers, 0 without.
   * @returns where the segment after it begins.
   */
  read(picture: Picture, from: number, interval: number): number {
    const data = this.#data;
    const alone = this.#scan.components.length === 1 ? (this.#blocks[0] as McuBlock).plane : undefined;
    const mcusWide = alone?.blocksWide ?? picture.layout.mcusWide;
    const mcusHigh = alone?.blocksHigh ?? picture.layout.mcusHigh;
    const total = mcusWide * mcusHigh;
    const each = interval > 0 ? interval : total;
    data.load(from);
    this.#reset();
    // MCUs up to this one are lost, because of a fault before them.
    let lostUntil = 0;
    for (let row = 0, mcu = 0; row < mcusHigh && lostUntil < total; row++) {
      const rowStart = row * mcusWide;
      while (mcu < rowStart + mcusWide) {
        if (mcu > 0 && mcu % each === 0 && lostUntil < total) {
          const found = this.#restart();
          if (found !== 'here') lostUntil = found === 'later' ? mcu + each : total;
        }
        const stop = Math.min(rowStart + mcusWide, mcu - (mcu % each) + each);
        if (mcu >= lostUntil) {
          mcu = rowStart + this.#readRun(row, mcu - rowStart, stop - rowStart);
          if (mcu < stop) lostUntil = mcu - (mcu % each) + each;
        }
        if (mcu < stop) this.#blank(row, mcu - rowStart, stop - rowStart);
        mcu = stop;
      }
      picture.rowRead(alone === undefined ? row : Math.floor(row / alone.vertical));
    }
    const left = (data.endBit - data.bit) >> 3;
    if (lostUntil < total && left > 0) {
      data.bit = (data.bit + 7) & ~7;
      this.#reading.fault('trailing-bytes', SCAN_FIELD, data.offset, `${left} octets of trailing data after the last block`);
    }
    return data.markerAt;
  }

  /** Reads MCUs of a row. Returns the first that could not be read, or the one after the last. */
  #readRun(row: number, from: number, to: number): number {
    for (const block of this.#blocks) block.moveTo(row, from);
    const wanted = to - from;
    const done = this.#isProgressive ? this.#readCoefficients(wanted) : this.#readSamples(wanted);
    if (done < wanted) this.#report();
    return from + done;
  }

  #readSamples(wanted: number): number {
    const isOne = this.#blocks[0]?.smaller.length === 0;
    return (isOne ? readSamples : readSamplesOfSizes)(this.#data, this.#blocks, wanted);
  }

  /** Reads MCUs of a progressive scan. Returns the number of them read, and leaves in the data what stopped it. */
  #readCoefficients(wanted: number): number {
    const data = this.#data;
    const scan = this.#scan;
    const run = this.#run;
    const blocks = this.#blocks;
    const { length } = blocks;
    for (let done = 0; done < wanted; done++) {
      for (let i = 0; i < length; i++) {
        const block = blocks[i] as McuBlock;
        const fault = (block.store as CoefficientStore).readBlock(data, scan, run, block.index);
        if (fault < 0 || data.bit > data.endBit) {
          data.fault = fault;
          return done;
        }
        block.index += block.step;
      }
    }
    return wanted;
  }

  #report(): void {
    const data = this.#data;
    if (data.bit > data.endBit || data.endBit - data.bit < 16) {
      const isCut = data.marker === undefined;
      const code = isCut ? 'truncated' : 'bad-value';
      const reason = isCut ? 'the file ends in the middle of the picture' : 'marker inside the coded data';
      this.#reading.fault(code, SCAN_FIELD, data.markerAt, reason);
      return;
    }
    const reason =
      data.fault === NO_CODE ? 'no Huffman code is like this' : 'a block with more coefficients than it has room for';
    this.#reading.fault('bad-value', SCAN_FIELD, data.offset, reason);
  }

  /** Makes MCUs of a row grey; coefficients that are kept stay as earlier scans left them. */
  #blank(row: number, from: number, to: number): void {
    if (this.#isProgressive) return;
    for (const block of this.#blocks.flatMap((one) => [one, ...one.smaller])) {
      block.moveTo(row, from);
      for (let column = from; column < to; column++, block.at += block.step) block.plane.blank(block.at);
    }
  }

  #reset(): void {
    for (const { plane } of this.#blocks) plane.prediction = 0;
    this.#run.blocks = 0;
  }

  /**
   * Goes on after a restart marker. Lenient: one that is a little early means that intervals are lost, not that it is wrong, so that the
   * rest of the picture stays in its place; any other counts as the one that belongs here.
   * @returns whether the data of this interval are here, are lost while those of a later one follow, or the data end.
   */
  #restart(): 'here' | 'later' | 'none' {
    const data = this.#data;
    const { RST0, RST7 } = JPEG_MARKER;
    const number = this.#restarts++ & 7;
    const { marker } = data;
    if (marker !== RST0 + number) {
      const code = marker === undefined ? 'truncated' : 'bad-value';
      const found = marker === undefined ? 'the end of the file' : markerName(marker);
      const reason = `${found} where ${markerName(RST0 + number)} belongs`;
      this.#reading.fault(code, 'JPEG/RST', data.markerAt, reason);
      if (marker === undefined || marker < RST0 || marker > RST7) return 'none';
      const ahead = (marker - RST0 - number) & 7;
      if (ahead === 1 || ahead === 2) return 'later';
    }
    data.loadNext();
    this.#reset();
    return 'here';
  }
}

/** Reads MCUs of a sequential scan into their planes. Returns the number of them read, and leaves in `data` what stopped it. */
function readSamples(data: CodedData, blocks: readonly McuBlock[], wanted: number): number {
  const { length } = blocks;
  for (let done = 0; done < wanted; done++) {
    for (let i = 0; i < length; i++) {
      const block = blocks[i] as McuBlock;
      const { plane } = block;
      const last = readBlock(data, plane);
      if (last < 0 || data.bit > data.endBit) {
        plane.block.fill(0);
        data.fault = last;
        return done;
      }
      plane.transformTo(last, block.at);
      block.at += block.step;
    }
  }
  return wanted;
}

/** The same into planes of several sizes. */
function readSamplesOfSizes(data: CodedData, blocks: readonly McuBlock[], wanted: number): number {
  const { length } = blocks;
  for (let done = 0; done < wanted; done++) {
    for (let i = 0; i < length; i++) {
      const block = blocks[i] as McuBlock;
      const { plane } = block;
      const last = readBlock(data, plane);
      if (last < 0 || data.bit > data.endBit) {
        plane.block.fill(0);
        data.fault = last;
        return done;
      }
      for (const other of block.smaller) {
        other.plane.take(plane, last, other.at);
        other.at += other.step;
      }
      plane.transformTo(last, block.at);
      block.at += block.step;
    }
  }
  return wanted;
}
