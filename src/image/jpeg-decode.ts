/**
 * JPEG pictures, whole or reduced.
 *
 *   tables, frame header | scan: header, coded data of MCUs, with RST0 to RST7 between intervals of them | ... | EOI
 *
 * Read are sequential (baseline and extended) and progressive pictures of 8 bits with Huffman codes; one component is grey, three are
 * YCbCr or RGB, four CMYK or YCCK. When the caller says which size it will reduce the picture to, blocks are decoded to 4 by 4, 2 by 2 or
 * one sample as long as that is not smaller: reading the codes is then most of the work.
 *
 * A sequential picture of one scan passes through as it comes, a row of MCUs at a time. Several scans keep the samples of all components,
 * a progressive picture keeps coefficients.
 *
 * Source: ITU-T T.81; what stands behind EOI is not looked at, as cameras append pictures and maps there.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import { tolerate } from '../sms/options.js';
import { CodedData, type CodeTable, codeTable } from './jpeg-codes.js';
import { PixelWriter, ROWS_HELD_BACK } from './jpeg-colour.js';
import type { BlockSize } from './jpeg-idct.js';
import { GREY_LEVEL, type Layout, layoutOf, Plane } from './jpeg-plane.js';
import { CoefficientStore, type EndRun } from './jpeg-progressive.js';
import {
  colourOf,
  emptyNotes,
  frameHeight,
  type HuffmanSpec,
  isFrame,
  JPEG_MARKER,
  type JpegComponent,
  type JpegFrame,
  type JpegReadOptions,
  type JpegScan,
  type JpegSegment,
  markerName,
  nextSegment,
  noteMetadata,
  readFrame,
  readHuffmanSpecs,
  readLines,
  readQuantTables,
  readRestartInterval,
  readScan,
  readStart,
} from './jpeg-read.js';
import { NO_CODE, readBlock } from './jpeg-sequential.js';
import { patient, requireShare } from './leniency.js';
import type { Raster } from './raster.js';

/** How a JPEG is decoded. */
export interface JpegDecodeOptions extends JpegReadOptions {
  /**
   * The smallest picture that is of use, as stored: a half, a quarter or an eighth of the picture comes back if it is as large as that in
   * both directions. A caller that reduces it further gets all the quality by asking for twice its own size. Whole without both.
   */
  readonly minWidthPx?: number | undefined;
  readonly minHeightPx?: number | undefined;
}

const SCAN = 'JPEG/scan';

/** More bits than a coefficient has. */
const ALL_BITS = 16;

/**
 * The picture in a JPEG, as stored: its orientation is not applied.
 *
 * Lenient: all that {@link jpegHeader} lets pass; data that end or break off (what is missing of a sequential picture stays grey, of a
 * progressive one coarse; reading goes on at the next restart marker), a missing EOI, octets behind a scan, and faults in segments
 * behind the first scan. Not a large picture of which not a sixteenth can be there.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, naming the segment or `JPEG/scan`.
 * @throws LimitError `limit-exceeded` past `imagePixels` and `imageScans`; lenient reading past 10 000 faults.
 */
export function decodeJpeg(octets: Uint8Array, options: JpegDecodeOptions = {}): Raster {
  requireOctets(octets, 'the input');
  // A Buffer would make every loop slower for other inputs too.
  const plain = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
  return new Decoder(plain, patient(options)).decode();
}

class Decoder {
  readonly #options: JpegDecodeOptions;
  readonly #octets: Uint8Array;
  readonly #reader: ByteReader;
  readonly #data: CodedData;
  readonly #notes = emptyNotes();
  /** Whether the picture may come out smaller. */
  readonly #isReduced: boolean;
  readonly #quantTables: (Uint16Array | undefined)[] = [];
  readonly #dcSpecs: (HuffmanSpec | undefined)[] = [];
  readonly #acSpecs: (HuffmanSpec | undefined)[] = [];
  /** Those that a scan has used: a file may define any number of tables, and a table costs more than its octets. */
  readonly #tables = new Map<HuffmanSpec, CodeTable>();
  #interval = 0;
  #scans = 0;
  #picture: Picture | undefined;

  constructor(octets: Uint8Array, options: JpegDecodeOptions) {
    this.#octets = octets;
    this.#options = options;
    this.#isReduced = options.minWidthPx !== undefined || options.minHeightPx !== undefined;
    this.#reader = new ByteReader(octets);
    this.#data = new CodedData(octets);
  }

  decode(): Raster {
    readStart(this.#reader);
    let frame: JpegFrame | undefined;
    for (;;) {
      try {
        const segment = nextSegment(this.#reader, this.#options);
        const { marker, at } = segment;
        if (isFrame(marker)) {
          if (frame !== undefined) throw new DecodeError('bad-value', `JPEG/${markerName(marker)}`, at, 'a second frame');
          frame = readFrame(segment, this.#options);
        } else if (marker === JPEG_MARKER.SOS) {
          if (frame === undefined) throw new DecodeError('bad-value', 'JPEG/SOS', at, 'a scan in front of the frame header');
          this.#readScan(segment, frame);
        } else if (marker === JPEG_MARKER.EOI) {
          if (this.#picture !== undefined) break;
          throw new DecodeError('bad-value', 'JPEG/EOI', at, 'the end in front of the first scan');
        } else this.#readTables(segment);
      } catch (error) {
        // With a picture to show, lenient reading makes do with what came before the fault.
        if (!(error instanceof DecodeError) || this.#picture === undefined) throw error;
        tolerate(error, this.#options);
        if (error.code === 'truncated' && this.#reader.remaining === 0) break;
      }
    }
    return this.#picture.finish(this.#options, this.#reader.offset);
  }

  #readTables(segment: JpegSegment): void {
    const { marker, body } = segment;
    if (marker === JPEG_MARKER.DQT) readQuantTables(segment, this.#quantTables);
    else if (marker === JPEG_MARKER.DHT) {
      for (const spec of readHuffmanSpecs(segment)) (spec.isAc ? this.#acSpecs : this.#dcSpecs)[spec.number] = spec;
    } else if (marker === JPEG_MARKER.DRI) this.#interval = readRestartInterval(segment, this.#options);
    else if (marker === JPEG_MARKER.DNL) {
      const at = body.offset;
      const lines = readLines(segment, this.#options);
      const heightPx = this.#picture?.layout.fullHeightPx;
      if (lines !== heightPx) {
        throw new DecodeError('bad-value', 'JPEG/DNL/lines', at, `is ${lines}, the picture has ${heightPx ?? 'no scan yet'}`);
      }
    } else noteMetadata(segment, this.#notes);
  }

  #readScan(segment: JpegSegment, frame: JpegFrame): void {
    const reader = this.#reader;
    this.#scans++;
    const most = this.#options.limits?.imageScans ?? DEFAULT_LIMITS.imageScans;
    if (this.#scans > most) throw new LimitError('limit-exceeded', 'JPEG/SOS', segment.at, `more than ${most} scans`);
    const scan = readScan(segment, frame, this.#options);
    const picture = this.#picture ?? this.#begin(frame, scan);
    picture.noteScan(scan, this.#options);
    for (const { index, dcTable, acTable } of scan.components) {
      const plane = picture.planes[index] as Plane;
      if (!plane.hasSteps) {
        const { quantTable } = plane.spec;
        plane.setSteps(required(this.#quantTables, quantTable, 'JPEG/DQT', 'quantization', segment.at));
      }
      const needsDc = scan.spectralStart === 0 && scan.approximationHigh === 0;
      const needsAc = frame.process !== 'progressive' || scan.spectralStart > 0;
      if (needsDc) plane.dcTable = this.#tableOf(required(this.#dcSpecs, dcTable, 'JPEG/DHT', 'DC', segment.at));
      if (needsAc) plane.acTable = this.#tableOf(required(this.#acSpecs, acTable, 'JPEG/DHT', 'AC', segment.at));
    }
    // From here on there is something to show.
    this.#picture = picture;
    reader.offset = new ScanReader(this.#data, picture, scan, this.#options).read(picture, reader.offset, this.#interval);
  }

  #tableOf(spec: HuffmanSpec): CodeTable {
    let table = this.#tables.get(spec);
    if (table === undefined) {
      table = codeTable(spec, spec.isAc && this.#isReduced);
      this.#tables.set(spec, table);
    }
    return table;
  }

  /** Makes room for the picture, at its first scan. */
  #begin(frame: JpegFrame, scan: JpegScan): Picture {
    const reader = this.#reader;
    const heightPx = frameHeight(frame, reader, this.#options);
    const layout = layoutOf(frame, heightPx, this.#chooseSize(frame.widthPx, heightPx));
    this.#requireData(frame, layout, scan, reader);
    const colour = colourOf(frame.components, this.#notes);
    return new Picture(frame, layout, scan, (planes) => {
      return new PixelWriter(planes, layout, colour, this.#notes.adobe !== undefined);
    });
  }

  /** The smallest block size whose picture is as large as is wanted. */
  #chooseSize(widthPx: number, heightPx: number): BlockSize {
    const { minWidthPx, minHeightPx } = this.#options;
    if (!this.#isReduced) return 8;
    for (const size of [1, 2, 4] as const) {
      const isWide = Math.ceil((widthPx * size) / 8) >= (minWidthPx ?? 1);
      if (isWide && Math.ceil((heightPx * size) / 8) >= (minHeightPx ?? 1)) return size;
    }
    return 8;
  }

  /** Refuses a picture whose first scan cannot have a bit for each of its blocks. */
  #requireData({ components }: JpegFrame, layout: Layout, scan: JpegScan, reader: ByteReader): void {
    const { mostHorizontal, mostVertical, mcusWide, mcusHigh, fullWidthPx, fullHeightPx, widthPx, heightPx } = layout;
    const factors = scan.components.map(({ index }) => components[index] as JpegComponent);
    const [first] = factors as [JpegComponent];
    let blocks = mcusWide * mcusHigh * factors.reduce((sum, { horizontal, vertical }) => sum + horizontal * vertical, 0);
    if (components.length === 1) blocks = mcusWide * mcusHigh;
    else if (factors.length === 1) {
      const wide = Math.ceil((fullWidthPx * first.horizontal) / mostHorizontal / 8);
      blocks = wide * Math.ceil((fullHeightPx * first.vertical) / mostVertical / 8);
    }
    requireShare((reader.remaining * 8) / blocks, widthPx * heightPx, this.#options, () => {
      return new DecodeError('truncated', SCAN, this.#octets.length, `${blocks} blocks in ${reader.remaining} octets`);
    });
  }
}

function required<T>(tables: readonly (T | undefined)[], number: number, field: string, what: string, at: number): T {
  const table = tables[number];
  if (table === undefined)
    throw new DecodeError('bad-value', field, at, `the scan uses ${what} table ${number}, which did not come`);
  return table;
}

/** A picture while its scans are read. */
class Picture {
  readonly layout: Layout;
  readonly planes: readonly Plane[];
  /** Coefficients of a progressive picture's components. */
  readonly stores: readonly CoefficientStore[];
  readonly #writer: PixelWriter;
  /** Whether rows are written as its one scan comes in. */
  readonly #isStreamed: boolean;
  readonly #rowsBefore: number;
  /** Bits missing of each coefficient of each component. */
  readonly #known: readonly Int8Array[];

  constructor(frame: JpegFrame, layout: Layout, first: JpegScan, makeWriter: (planes: readonly Plane[]) => PixelWriter) {
    this.layout = layout;
    const { components } = frame;
    const isProgressive = frame.process === 'progressive';
    const noTable = codeTable({ isAc: true, number: 0, counts: new Uint8Array(16), symbols: new Uint8Array(0), at: 0 }, false);
    this.planes = components.map((component) => new Plane(component, components.length === 1, layout, noTable));
    this.#isStreamed = !isProgressive && first.components.length === components.length;
    this.stores = isProgressive ? this.planes.map((plane) => new CoefficientStore(plane)) : [];
    this.#known = components.map(() => new Int8Array(64).fill(ALL_BITS));
    this.#writer = makeWriter(this.planes);
    const inStrips = isProgressive || this.#isStreamed;
    this.#rowsBefore = inStrips && this.#writer.needsNeighbours ? ROWS_HELD_BACK : 0;
    for (const plane of this.planes) {
      plane.allot(inStrips ? plane.vertical : plane.allBlocksHigh, this.#rowsBefore);
      if (!inStrips) plane.samples.fill(GREY_LEVEL);
    }
  }

  /**
   * Takes note of a scan. In a sequential picture it is the only one of its components; in a progressive one it goes on where the last one
   * of its coefficients left off.
   * @throws DecodeError `bad-value`
   */
  noteScan(
    { components, spectralStart, spectralEnd, approximationHigh, approximationLow, at }: JpegScan,
    options: JpegReadOptions,
  ): void {
    for (const { index } of components) {
      const known = this.#known[index] as Int8Array;
      if (this.stores.length === 0) {
        if (known[0] === 0) throw new DecodeError('bad-value', 'JPEG/SOS', at, 'a second scan of a component');
        known[0] = 0;
        continue;
      }
      for (let k = spectralStart; k <= spectralEnd; k++) {
        // All bits are missing at first; what is missing of a DC coefficient must not be all of it when AC coefficients come.
        const missing = known[k] as number;
        if (missing !== (approximationHigh === 0 ? ALL_BITS : approximationHigh) || (k > 0 && known[0] === ALL_BITS)) {
          tolerate(new DecodeError('bad-value', 'JPEG/SOS', at, `bits of coefficient ${k} out of turn`), options);
          break;
        }
      }
      known.fill(approximationLow, spectralStart, spectralEnd + 1);
    }
  }

  /** Writes the rows that a row of MCUs completes, when the picture passes through. */
  rowRead(mcuRow: number): void {
    if (this.#isStreamed) this.#writeStrip(mcuRow);
  }

  #writeStrip(mcuRow: number): void {
    const { mcusHigh, mostVertical, size, heightPx } = this.layout;
    const isLast = mcuRow === mcusHigh - 1;
    this.#writer.writeTo(isLast ? heightPx : (mcuRow + 1) * mostVertical * size - this.#rowsBefore);
    if (!isLast) for (const plane of this.planes) plane.advance(this.#rowsBefore);
  }

  /** The picture, after all scans. @param at where reading stopped. */
  finish(options: JpegDecodeOptions, at: number): Raster {
    const missing = this.#known.findIndex((known) => known[0] === ALL_BITS);
    if (missing >= 0) {
      const { id } = (this.planes[missing] as Plane).spec;
      tolerate(new DecodeError('truncated', SCAN, at, `no scan of component ${id} came`), options);
    }
    if (this.stores.length > 0) {
      for (let row = 0; row < this.layout.mcusHigh; row++) {
        for (const store of this.stores) decodeRow(store, row);
        this.#writeStrip(row);
      }
    } else if (!this.#isStreamed) this.#writer.writeTo(this.layout.heightPx);
    const { widthPx, heightPx } = this.layout;
    const { channels, samples } = this.#writer;
    return { widthPx, heightPx, channels, samples };
  }
}

/** Turns the coefficients of a row of MCUs into samples. */
function decodeRow(store: CoefficientStore, mcuRow: number): void {
  const { plane } = store;
  const { allBlocksWide, vertical, transform, block, samples, stride } = plane;
  for (let row = mcuRow * vertical; row < (mcuRow + 1) * vertical; row++) {
    const first = row * allBlocksWide;
    for (let column = 0; column < allBlocksWide; column++) {
      const last = store.load(first + column);
      transform(block, last, samples, plane.offsetOf(row, column), stride);
    }
  }
}

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

  constructor(plane: Plane, store: CoefficientStore | undefined, down: number, across: number, row: number, column: number) {
    this.plane = plane;
    this.store = store;
    this.#down = down;
    this.#across = across;
    this.#row = row;
    this.#column = column;
    this.step = across * (store === undefined ? plane.columns : 1);
  }

  moveTo(mcuRow: number, mcuColumn: number): void {
    const row = mcuRow * this.#down + this.#row;
    const column = mcuColumn * this.#across + this.#column;
    if (this.store === undefined) this.at = this.plane.offsetOf(row, column);
    else this.index = row * this.plane.allBlocksWide + column;
  }
}

function blocksOf({ planes, stores }: Picture, { components }: JpegScan): McuBlock[] {
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
class ScanReader {
  readonly #data: CodedData;
  readonly #options: JpegDecodeOptions;
  readonly #scan: JpegScan;
  readonly #blocks: readonly McuBlock[];
  readonly #isProgressive: boolean;
  readonly #run: EndRun = { blocks: 0 };
  #restarts = 0;

  constructor(data: CodedData, picture: Picture, scan: JpegScan, options: JpegDecodeOptions) {
    this.#data = data;
    this.#scan = scan;
    this.#options = options;
    this.#blocks = blocksOf(picture, scan);
    this.#isProgressive = picture.stores.length > 0;
  }

  /**
   * Reads all of the scan.
   * @param from offset of its data in the file.
   * @param interval MCUs between restart markers, 0 without.
   * @returns where the segment behind it begins.
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
    // MCUs up to this one are lost, because of a fault in front of them.
    let lostUntil = 0;
    for (let row = 0, mcu = 0; row < mcusHigh; row++) {
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
      picture.rowRead(row);
    }
    const left = (data.endBit - data.bit) >> 3;
    if (lostUntil < total && left > 0) {
      data.bit = (data.bit + 7) & ~7;
      tolerate(new DecodeError('trailing-bytes', SCAN, data.offset, `${left} octets behind the last block`), this.#options);
    }
    return data.markerAt;
  }

  /** Reads MCUs of a row. Returns the first that could not be read, or the one behind the last. */
  #readRun(row: number, from: number, to: number): number {
    for (const block of this.#blocks) block.moveTo(row, from);
    const wanted = to - from;
    const done = this.#isProgressive ? this.#readCoefficients(wanted) : readSamples(this.#data, this.#blocks, wanted);
    if (done < wanted) this.#report();
    return from + done;
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
      const reason = isCut ? 'the file ends in the middle of the picture' : 'a marker stands in the middle of the data';
      tolerate(new DecodeError(code, SCAN, data.markerAt, reason), this.#options);
      return;
    }
    const reason =
      data.fault === NO_CODE ? 'no Huffman code is like this' : 'a block with more coefficients than it has room for';
    tolerate(new DecodeError('bad-value', SCAN, data.offset, reason), this.#options);
  }

  /** Makes MCUs of a row grey; coefficients that are kept stay as earlier scans left them. */
  #blank(row: number, from: number, to: number): void {
    if (this.#isProgressive) return;
    for (const block of this.#blocks) {
      block.moveTo(row, from);
      for (let column = from; column < to; column++, block.at += block.step) block.plane.blank(block.at);
    }
  }

  #reset(): void {
    for (const { plane } of this.#blocks) plane.prediction = 0;
    this.#run.blocks = 0;
  }

  /**
   * Goes on behind a restart marker. Lenient: one that is a little early means that intervals are lost, not that it is wrong, so that the
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
      tolerate(new DecodeError(code, 'JPEG/RST', data.markerAt, reason), this.#options);
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
      plane.transform(plane.block, last, plane.samples, block.at, plane.stride);
      block.at += block.step;
    }
  }
  return wanted;
}
