/**
 * A JPEG picture while its scans come in, and how its samples become pixels.
 *
 * A sequential picture of one scan passes through as it comes, a row of MCUs at a time. Several scans keep the samples of all components,
 * a progressive picture keeps coefficients. Smaller pictures can be made of the same data at the same time.
 *
 * Source: ITU-T T.81 sections A.2, F.2 and G.1 (which scans a progressive picture may have).
 * @module
 */
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { requireHeld } from '../leniency.js';
import { codeTable } from './codes.js';
import { type PixelWriter, ROWS_HELD_BACK } from './colour.js';
import type { JpegFrame, JpegScan } from './frame.js';
import { GREY_LEVEL, type Layout, Plane } from './plane.js';
import { CoefficientStore, storeOctets } from './progressive.js';
import type { PlaneWriter, Unpacked } from './unpacked.js';

/** What faults of coded data name as their field. */
export const SCAN_FIELD = 'JPEG/scan';

/** More bits than a coefficient has. */
const ALL_BITS = 16;

/** A picture while its scans are read. */
export class Picture {
  readonly layout: Layout;
  readonly planes: readonly Plane[];
  /** Coefficients of a progressive picture's components. */
  readonly stores: readonly CoefficientStore[];
  readonly #writer: PixelWriter | PlaneWriter;
  /** Whether rows are written as its one scan comes in. */
  readonly #isStreamed: boolean;
  readonly #rowsBefore: number;
  /** Pictures of fewer samples that are made of the same data. */
  readonly #smaller: readonly Picture[];
  /** How many bits each coefficient of each component still lacks. */
  readonly #missing: readonly Int8Array[];
  /** Rows of MCUs up to the last one that a scan had data for. */
  #rowsRead = 0;

  /**
   * @param smaller pictures that are made of the same data; undefined for one that is made of a larger one's.
   * @throws LimitError past `imageHeldOctets`, before there is memory for what is held.
   */
  constructor(
    frame: JpegFrame,
    layout: Layout,
    first: JpegScan,
    reading: Reading,
    makeWriter: (planes: readonly Plane[]) => PixelWriter | PlaneWriter,
    smaller: readonly Picture[] | undefined,
  ) {
    this.layout = layout;
    const { components } = frame;
    const isProgressive = frame.process === 'progressive';
    const noTable = codeTable({ isAc: true, number: 0, counts: new Uint8Array(16), symbols: new Uint8Array(0), at: 0 }, false);
    this.planes = components.map((component) => new Plane(component, components.length === 1, layout, noTable));
    this.#smaller = smaller ?? [];
    for (const [i, plane] of this.planes.entries()) plane.smaller = this.#smaller.map(({ planes }) => planes[i] as Plane);
    const keepsCoefficients = isProgressive && smaller !== undefined;
    this.#isStreamed = !isProgressive && first.components.length === components.length;
    const inStrips = isProgressive || this.#isStreamed;
    const held = (plane: Plane) =>
      keepsCoefficients ? storeOctets(plane) : inStrips ? 0 : plane.stride * plane.allBlocksHigh * plane.rows;
    const pixels = layout.widthPx * layout.heightPx * (components.length === 1 ? 1 : 3);
    requireHeld(
      Math.max(
        pixels,
        this.planes.reduce((sum, plane) => sum + held(plane), 0),
      ),
      reading,
      'JPEG/frame',
      first.at,
    );
    this.stores = keepsCoefficients ? this.planes.map((plane) => new CoefficientStore(plane)) : [];
    this.#missing = components.map(() => new Int8Array(64).fill(ALL_BITS));
    this.#writer = makeWriter(this.planes);
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
    reading: Reading,
  ): void {
    for (const { index } of components) {
      const missing = this.#missing[index] as Int8Array;
      if (this.stores.length === 0) {
        if (missing[0] === 0) throw new DecodeError('bad-value', 'JPEG/SOS', at, 'a second scan of a component');
        missing[0] = 0;
        continue;
      }
      for (let k = spectralStart; k <= spectralEnd; k++) {
        // All bits are missing at first; what is missing of a DC coefficient must not be all of it when AC coefficients come.
        const expected = approximationHigh === 0 ? ALL_BITS : approximationHigh;
        if (missing[k] !== expected || (k > 0 && missing[0] === ALL_BITS)) {
          reading.fault('bad-value', 'JPEG/SOS', at, `bits of coefficient ${k} out of turn`);
          break;
        }
      }
      missing.fill(approximationLow, spectralStart, spectralEnd + 1);
    }
  }

  /** Takes note of a row of MCUs, and writes the rows that it completes when the picture passes through. */
  rowRead(mcuRow: number): void {
    this.#rowsRead = Math.max(this.#rowsRead, mcuRow + 1);
    if (this.#isStreamed) this.#writeStrip(mcuRow);
    for (const picture of this.#smaller) picture.rowRead(mcuRow);
  }

  #writeStrip(mcuRow: number): void {
    const { mcusHigh, mostVertical, size, heightPx } = this.layout;
    const isLast = mcuRow === mcusHigh - 1;
    this.#writer.writeTo(isLast ? heightPx : (mcuRow + 1) * mostVertical * size - this.#rowsBefore);
    if (!isLast) for (const plane of this.planes) plane.advance(this.#rowsBefore);
  }

  /** The picture, after all scans, and the smaller ones after it. @param at where reading stopped. */
  finish(reading: Reading, at: number): Omit<Unpacked, 'transform'>[] {
    const unread = this.#missing.findIndex(([dc]) => dc === ALL_BITS);
    if (unread >= 0) {
      const { id } = (this.planes[unread] as Plane).spec;
      reading.fault('truncated', SCAN_FIELD, at, `no scan of component ${id} came`);
    }
    const all: readonly Picture[] = [this, ...this.#smaller];
    const rows = Math.min(this.#rowsRead + 1, this.layout.mcusHigh);
    if (this.stores.length > 0) {
      for (let row = 0; row < rows; row++) {
        for (const store of this.stores) decodeRow(store, row);
        for (const picture of all) picture.#writeStrip(row);
      }
    } else for (const picture of all) picture.#writeRest(rows);
    // The rows of MCUs without data, of which one was written, are like that one, so that they cost next to nothing.
    return all.map((picture) => picture.#writer.finish());
  }

  /** Writes what is left of samples that came, and a row of MCUs without data. */
  #writeRest(rows: number): void {
    const { mostVertical, size } = this.layout;
    if (!this.#isStreamed) this.#writer.writeTo(rows * mostVertical * size);
    else if (rows > this.#rowsRead) {
      for (const plane of this.planes) plane.samples.fill(GREY_LEVEL, this.#rowsBefore * plane.stride);
      this.#writeStrip(this.#rowsRead);
    }
  }
}

/** Turns the coefficients of a row of MCUs into samples. */
function decodeRow(store: CoefficientStore, mcuRow: number): void {
  const { plane } = store;
  const { allBlocksWide, vertical, smaller } = plane;
  for (let row = mcuRow * vertical; row < (mcuRow + 1) * vertical; row++) {
    const first = row * allBlocksWide;
    for (let column = 0; column < allBlocksWide; column++) {
      const last = store.load(first + column);
      for (const other of smaller) other.take(plane, last, other.offsetOf(row, column));
      plane.transformTo(last, plane.offsetOf(row, column));
    }
  }
}
