/**
 * JPEG pictures, whole or reduced.
 *
 *   tables, frame header | scan: header, coded data of MCUs, with RST0 to RST7 between intervals of them | ... | EOI
 *
 * Read are sequential (baseline and extended) and progressive pictures of 8 bits with Huffman codes; one component is grey, three are
 * YCbCr or RGB, four CMYK or YCCK. When the caller says which size it will reduce the picture to, blocks are decoded to 4 by 4, 2 by 2 or
 * one sample as long as that is not smaller: reading the codes is then most of the work.
 *
 * Source: ITU-T T.81; what follows EOI is reported and not looked at, as cameras append pictures and maps there.
 * @module
 */
import { requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError, LimitError } from '../../errors.js';
import type { FrameComponent } from '../../media/jpeg-headers.js';
import { JPEG_MARKER, type JpegSegment, nextSegment } from '../../media/jpeg-segments.js';
import { findJpegTransform } from '../icc/chunks.js';
import { type ColourTransform, type Components, convertPixels } from '../icc/profile.js';
import { imageReading, reportTrailing, requireShare } from '../leniency.js';
import type { Raster } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import {
  CodedData,
  type CodeTable,
  codeTable,
  type HuffmanSpec,
  readHuffmanSpecs,
  readQuantTables,
  readRestartInterval,
} from './codes.js';
import { PixelWriter } from './colour.js';
import { frameHeight, isFrame, type JpegFrame, type JpegScan, readLines, readScan } from './frame.js';
import type { BlockSize } from './idct.js';
import { Picture, SCAN_FIELD } from './picture.js';
import { blockGrid, type Layout, layOut, type Plane } from './plane.js';
import { emptyNotes, noteMetadata, readColour, readFront } from './read.js';
import { ScanReader } from './scan-read.js';
import { LARGEST_APART, PlaneWriter, type Unpacked } from './unpacked.js';

/** How a JPEG is decoded. */
export interface JpegDecodeOptions extends DecodeOptions {
  /**
   * The smallest picture that is of use, as stored: a half, a quarter or an eighth of the picture comes back if it is as large as that in
   * both directions. A caller that reduces it further gets all the quality by asking for twice its own size. Whole without both.
   */
  readonly minWidthPx?: number | undefined;
  readonly minHeightPx?: number | undefined;
}

/**
 * The picture in a JPEG, as stored: its orientation is not applied.
 *
 * Lenient: all that {@link jpegHeader} lets pass; data that end or break off (what is missing of a sequential picture stays grey, of a
 * progressive one coarse; reading goes on at the next restart marker), a missing EOI, octets after a scan, and faults in segments
 * after the first scan. Not a large picture of which not a sixteenth can be there.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, naming the segment or `JPEG/scan`.
 * @throws LimitError `limit-exceeded` past `imagePixels` and `imageScans`; lenient reading past 10 000 faults.
 */
export function decodeJpeg(octets: Uint8Array, options: JpegDecodeOptions = {}): Raster {
  requireOctets(octets, 'the input');
  return new Decoder(octets, imageReading(options), options, undefined).decode()[0]?.planes[0] as Raster;
}

/**
 * The same picture at one or several sizes, to be made smaller yet, whose data are read once: luma and chroma apart up to blocks of
 * {@link LARGEST_APART} samples a side, larger ones as {@link decodeJpeg} gives them.
 * @param sizes samples on a side of a block, each once, the largest first: 8 is the whole picture.
 * @throws as {@link decodeJpeg} for the largest.
 */
export function unpackSizes(octets: Uint8Array, sizes: readonly BlockSize[], options: DecodeOptions): Unpacked[] {
  return new Decoder(octets, imageReading(options), options, sizes).decode();
}

/** Reads segment after segment: tables and headers as they are when a scan comes, scans into the picture. */
class Decoder {
  readonly #reading: Reading;
  readonly #options: JpegDecodeOptions;
  readonly #octets: Uint8Array;
  readonly #reader: ByteReader;
  readonly #data: CodedData;
  readonly #notes = emptyNotes();
  /** Sizes of blocks that are asked for, the largest first; undefined where the smallest is taken that will do. */
  readonly #sizes: readonly BlockSize[] | undefined;
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
  #transform: ColourTransform | undefined;

  constructor(octets: Uint8Array, reading: Reading, options: JpegDecodeOptions, sizes: readonly BlockSize[] | undefined) {
    this.#sizes = sizes;
    // A Buffer would make every loop slower for other inputs too.
    const plain = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
    this.#octets = plain;
    this.#reading = reading;
    this.#options = options;
    const isReduced = options.minWidthPx !== undefined || options.minHeightPx !== undefined;
    this.#isReduced = sizes === undefined ? isReduced : (sizes[0] as BlockSize) < 8;
    this.#reader = new ByteReader(plain);
    this.#data = new CodedData(plain);
  }

  decode(): Unpacked[] {
    const { frame, scan } = readFront(this.#reader, this.#reading, (other) => this.#readTables(other));
    let segment: JpegSegment | undefined = scan;
    for (;;) {
      try {
        segment ??= nextSegment(this.#reader, this.#reading);
        const { marker, name, at } = segment;
        if (isFrame(marker)) throw new DecodeError('bad-value', `JPEG/${name}`, at, 'a second frame');
        if (marker === JPEG_MARKER.EOI) break;
        if (marker === JPEG_MARKER.SOS) this.#readScan(segment, frame);
        else this.#readTables(segment);
      } catch (error) {
        // With a picture to show, lenient reading makes do with what came before the fault.
        if (!(error instanceof DecodeError) || this.#picture === undefined) throw error;
        this.#reading.reportOrThrow(error);
        if (error.code === 'truncated' && this.#reader.remaining === 0) break;
      }
      segment = undefined;
    }
    if (segment?.marker === JPEG_MARKER.EOI) reportTrailing(this.#octets, this.#reader.offset, 'JPEG', 'EOI', this.#reading);
    const unpacked = (this.#picture as Picture).finish(this.#reading, this.#reader.offset);
    // Inks became colours row by row.
    const transform = this.#transform !== undefined && this.#transform.components < 4 ? this.#transform : undefined;
    return unpacked.map(({ planes, samples }) => {
      const [raster] = planes;
      const isApart = planes.length > 1;
      if (transform !== undefined && !isApart) convertPixels(transform, samples, (raster as Raster).channels);
      return { planes, samples, transform: isApart ? transform : undefined };
    });
  }

  #readTables(segment: JpegSegment): void {
    const { marker, body } = segment;
    if (marker === JPEG_MARKER.DQT) readQuantTables(segment, this.#quantTables);
    else if (marker === JPEG_MARKER.DHT) {
      for (const spec of readHuffmanSpecs(segment)) (spec.isAc ? this.#acSpecs : this.#dcSpecs)[spec.number] = spec;
    } else if (marker === JPEG_MARKER.DRI) this.#interval = readRestartInterval(segment, this.#reading);
    else if (marker === JPEG_MARKER.DNL) {
      const at = body.offset;
      const lines = readLines(segment, this.#reading);
      const heightPx = this.#picture?.layout.fullHeightPx;
      if (lines !== heightPx) {
        throw new DecodeError('bad-value', 'JPEG/DNL/lines', at, `is ${lines}, the picture has ${heightPx ?? 'no scan yet'}`);
      }
    } else noteMetadata(segment, this.#notes);
  }

  #readScan(segment: JpegSegment, frame: JpegFrame): void {
    const reader = this.#reader;
    this.#scans++;
    const most = this.#reading.limits.imageScans;
    if (this.#scans > most) throw new LimitError('limit-exceeded', 'JPEG/SOS', segment.at, `more than ${most} scans`);
    const scan = readScan(segment, frame, this.#reading);
    const picture = this.#picture ?? this.#begin(frame, scan);
    picture.noteScan(scan, this.#reading);
    for (const { index, dcTable, acTable } of scan.components) {
      const plane = picture.planes[index] as Plane;
      if (!plane.hasSteps) {
        const { quantTable } = plane.spec;
        plane.setSteps(required(this.#quantTables, quantTable, 'JPEG/DQT', 'quantization', segment.at));
      }
      const needsDc = scan.spectralStart === 0 && scan.approximationHigh === 0;
      const isSequential = frame.process !== 'progressive';
      const needsAc = isSequential || scan.spectralStart > 0;
      if (needsDc) plane.dcTable = this.#tableOf(required(this.#dcSpecs, dcTable, 'JPEG/DHT', 'DC', segment.at), false);
      if (needsAc) {
        const spec = required(this.#acSpecs, acTable, 'JPEG/DHT', 'AC', segment.at);
        plane.acTable = this.#tableOf(spec, isSequential && this.#isReduced);
      }
    }
    // From here on there is something to show.
    this.#picture = picture;
    reader.offset = new ScanReader(this.#data, picture, scan, this.#reading).read(picture, reader.offset, this.#interval);
  }

  #tableOf(spec: HuffmanSpec, isSkipping: boolean): CodeTable {
    let table = this.#tables.get(spec);
    if (table === undefined) {
      table = codeTable(spec, isSkipping);
      this.#tables.set(spec, table);
    }
    return table;
  }

  /** Takes memory for the picture, at its first scan. */
  #begin(frame: JpegFrame, scan: JpegScan): Picture {
    const reader = this.#reader;
    const heightPx = frameHeight(frame, reader, this.#reading);
    const [size, ...smaller] = this.#sizes ?? [this.#chooseSize(frame.widthPx, heightPx)];
    const colour = readColour(frame.components, this.#notes);
    const canBeApart = this.#sizes !== undefined && colour === 'ycbcr' && isLumaWhole(frame);
    const isApart = (at: BlockSize): boolean => canBeApart && at <= LARGEST_APART;
    const layOutAt = (at: BlockSize): Layout => layOut(frame, heightPx, at, isApart(at) ? 2 : 1);
    const layout = layOutAt(size as BlockSize);
    this.#requireData(frame, layout, reader);
    const components = frame.components.length as Components;
    this.#transform = findJpegTransform(this.#notes.profile, components, this.#reading);
    const inks = components === 4 ? this.#transform : undefined;
    const begin = (at: Layout, others: readonly Picture[] | undefined) =>
      new Picture(
        frame,
        at,
        scan,
        this.#reading,
        (planes) =>
          isApart(at.size)
            ? new PlaneWriter(planes, at)
            : new PixelWriter(planes, at, colour, this.#notes.adobe !== undefined, inks),
        others,
      );
    return begin(
      layout,
      smaller.map((other) => begin(layOutAt(other), undefined)),
    );
  }

  /** The smallest block size whose picture is as large as is wanted. */
  #chooseSize(widthPx: number, heightPx: number): BlockSize {
    return this.#isReduced ? chooseBlockSize({ widthPx, heightPx }, this.#options) : 8;
  }

  /** Refuses a picture whose data cannot have a code of one bit for the DC of each block, and in a sequential one for its end. */
  #requireData({ components, process }: JpegFrame, layout: Layout, { remaining }: ByteReader): void {
    const blocks = components.reduce((sum, component) => {
      const { wide, high } = blockGrid(component, layout);
      return sum + wide * high;
    }, 0);
    const bits = process === 'progressive' ? blocks : 2 * blocks;
    requireShare((remaining * 8) / bits, layout.widthPx * layout.heightPx, this.#reading, () => {
      return new DecodeError('truncated', SCAN_FIELD, this.#octets.length, `${blocks} blocks in ${remaining} octets`);
    });
  }
}

/** The smallest block size whose picture is as large as is wanted. @param stored the size of the whole picture. */
export function chooseBlockSize(
  { widthPx, heightPx }: SizePx,
  { minWidthPx = 1, minHeightPx = 1 }: Pick<JpegDecodeOptions, 'minWidthPx' | 'minHeightPx'>,
): BlockSize {
  for (const size of [1, 2, 4] as const) {
    const isWide = Math.ceil((widthPx * size) / 8) >= minWidthPx;
    if (isWide && Math.ceil((heightPx * size) / 8) >= minHeightPx) return size;
  }
  return 8;
}

/** Whether no component has more samples than the first. */
function isLumaWhole({ components }: JpegFrame): boolean {
  const [luma] = components as readonly [FrameComponent];
  return components.every(({ horizontal, vertical }) => horizontal <= luma.horizontal && vertical <= luma.vertical);
}

function required<T>(tables: readonly (T | undefined)[], number: number, field: string, what: string, at: number): T {
  const table = tables[number];
  if (table === undefined)
    throw new DecodeError('bad-value', field, at, `the scan uses ${what} table ${number}, which did not come`);
  return table;
}
