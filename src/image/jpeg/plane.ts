/**
 * The samples of one component, and where the blocks of its scans go.
 *
 * A component has `horizontal / most` as many columns as the picture. Its blocks may be decoded to fewer samples than 8 by 8: so is a
 * picture reduced, and a component with half as many columns and rows to half the reduction, which saves enlarging it again.
 *
 * Only as many rows are kept as one row of MCUs has, with a few of the row before: enough to enlarge between neighbours.
 *
 * Source: ITU-T T.81 section A.1.1 and A.2.
 * @module
 */
import type { FrameComponent } from '../../media/jpeg-headers.js';
import type { CodeTable } from './codes.js';
import type { JpegFrame } from './frame.js';
import {
  type BlockSize,
  fillBlock,
  type InverseTransform,
  inverseTransform,
  type Samples,
  transformBlock,
  zigzag,
} from './idct.js';
import { type BlockReader, SLOTS } from './sequential.js';

/** Level of samples that are not known. */
export const GREY_LEVEL = 128;

/** How a frame is laid out at the size it is decoded to. */
export interface Layout {
  /** Samples on a side of a block of the component with the highest sampling factors. */
  readonly size: BlockSize;
  /** How many columns and rows of the picture a sample of a component covers at most, as far as its blocks can be larger. */
  readonly mostSpan: 1 | 2;
  /** The highest sampling factors. */
  readonly mostHorizontal: number;
  readonly mostVertical: number;
  /** MCUs of an interleaved scan. */
  readonly mcusWide: number;
  readonly mcusHigh: number;
  /** Of the reduced picture. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of the whole one. */
  readonly fullWidthPx: number;
  readonly fullHeightPx: number;
}

/** Lays a frame out. A lone component has factors of 1, whatever it says: its scans have one block an MCU. */
export function layOut(frame: JpegFrame, heightPx: number, size: BlockSize, mostSpan: 1 | 2): Layout {
  const { widthPx, components } = frame;
  const isAlone = components.length === 1;
  const mostHorizontal = isAlone ? 1 : Math.max(...components.map(({ horizontal }) => horizontal));
  const mostVertical = isAlone ? 1 : Math.max(...components.map(({ vertical }) => vertical));
  return {
    size,
    mostSpan,
    mostHorizontal,
    mostVertical,
    mcusWide: Math.ceil(widthPx / (8 * mostHorizontal)),
    mcusHigh: Math.ceil(heightPx / (8 * mostVertical)),
    widthPx: Math.ceil((widthPx * size) / 8),
    heightPx: Math.ceil((heightPx * size) / 8),
    fullWidthPx: widthPx,
    fullHeightPx: heightPx,
  };
}

/** Blocks of a component, without those that only fill MCUs (A.2.4). */
export function blockGrid(
  { horizontal, vertical }: Pick<FrameComponent, 'horizontal' | 'vertical'>,
  { mostHorizontal, mostVertical, fullWidthPx, fullHeightPx }: Layout,
): { readonly wide: number; readonly high: number } {
  // A lone component has the factors of its layout, which are 1.
  const ratioX = Math.max(1, mostHorizontal / horizontal);
  const ratioY = Math.max(1, mostVertical / vertical);
  return { wide: Math.ceil(Math.ceil(fullWidthPx / ratioX) / 8), high: Math.ceil(Math.ceil(fullHeightPx / ratioY) / 8) };
}

/** Samples on a side of a block whose component has so many times fewer than the picture: more, to make up for them, up to all. */
function grown({ size, mostSpan }: Layout, ratio: number): BlockSize {
  let side = size;
  while (side < 8 && (ratio * size) / side > mostSpan && ratio % ((side * 2) / size) === 0) side = (side * 2) as BlockSize;
  return side;
}

/** A component while its picture is decoded. */
export class Plane implements BlockReader {
  readonly spec: FrameComponent;
  readonly horizontal: number;
  readonly vertical: number;
  /** Columns and rows of samples of a block. */
  readonly columns: BlockSize;
  readonly rows: BlockSize;
  /** How many columns and rows of the picture one sample covers; whole numbers but for odd pairs of factors, such as 2 beside 3. */
  readonly spanX: number;
  readonly spanY: number;
  /** Columns and rows that the picture shows. */
  readonly width: number;
  readonly height: number;
  /** Blocks of a scan of this component alone. */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks with those that only fill MCUs. */
  readonly allBlocksWide: number;
  readonly allBlocksHigh: number;
  /** Samples from a row to the next. */
  readonly stride: number;
  samples: Samples;
  /** Row of the component that is first in `samples`; below 0 while no rows before it are known. */
  firstRow = 0;

  dcTable: CodeTable;
  acTable: CodeTable;
  readonly steps: Int32Array = new Int32Array(SLOTS);
  readonly places: Uint8Array = new Uint8Array(SLOTS).fill(64);
  readonly lastWanted: number;
  readonly block: Int32Array = new Int32Array(65);
  prediction = 0;
  /** The same component in smaller pictures of the same data, which are given its coefficients. */
  smaller: readonly Plane[] = [];
  /** What turns `block` into samples. */
  readonly #transform: InverseTransform;
  /** Whether its steps are known: they are taken at its first scan. */
  hasSteps = false;

  constructor(spec: FrameComponent, isAlone: boolean, layout: Layout, noTable: CodeTable) {
    this.spec = spec;
    this.horizontal = isAlone ? 1 : spec.horizontal;
    this.vertical = isAlone ? 1 : spec.vertical;
    const { mostHorizontal, mostVertical, fullWidthPx, fullHeightPx } = layout;
    const ratioX = mostHorizontal / this.horizontal;
    const ratioY = mostVertical / this.vertical;
    this.columns = grown(layout, ratioX);
    this.rows = grown(layout, ratioY);
    this.#transform = inverseTransform(this.columns, this.rows);
    this.spanX = (ratioX * layout.size) / this.columns;
    this.spanY = (ratioY * layout.size) / this.rows;
    this.width = Math.ceil((fullWidthPx * this.columns) / (8 * ratioX));
    this.height = Math.ceil((fullHeightPx * this.rows) / (8 * ratioY));
    const { wide, high } = blockGrid(this, layout);
    this.blocksWide = wide;
    this.blocksHigh = high;
    this.allBlocksWide = layout.mcusWide * this.horizontal;
    this.allBlocksHigh = layout.mcusHigh * this.vertical;
    this.stride = this.allBlocksWide * this.columns;
    this.samples = new Uint8ClampedArray(0);
    this.dcTable = noTable;
    this.acTable = noTable;
    const order = zigzag();
    let last = 0;
    for (let k = 0; k < 64; k++) {
      const [row, column] = [(order[k] as number) >> 3, (order[k] as number) & 7];
      if (row >= this.rows || column >= this.columns) continue;
      this.places[k] = row * this.columns + column;
      last = k;
    }
    this.lastWanted = last;
  }

  /** Takes the steps of a quantization table. */
  setSteps(table: Uint16Array): void {
    this.steps.set(table);
    this.hasSteps = true;
  }

  /** Takes memory for some rows of blocks, and for rows before them. */
  allot(blockRows: number, rowsBefore: number): void {
    this.samples = new Uint8ClampedArray((blockRows * this.rows + rowsBefore) * this.stride);
    this.firstRow = -rowsBefore;
  }

  /** Moves on to the next rows of blocks, and keeps the last rows of the ones before. */
  advance(rowsBefore: number): void {
    const { samples, stride } = this;
    const kept = rowsBefore * stride;
    if (kept > 0) samples.copyWithin(0, samples.length - kept);
    this.firstRow += samples.length / stride - rowsBefore;
  }

  /** Where in `samples` a block is. */
  offsetOf(blockRow: number, blockColumn: number): number {
    return (blockRow * this.rows - this.firstRow) * this.stride + blockColumn * this.columns;
  }

  /**
   * Makes samples of the lowest coefficients of a larger plane's block, which stays as it is.
   * @param last number in zigzag order of the last coefficient that can be other than 0.
   */
  take({ block: from, columns: pitch }: Plane, last: number, at: number): void {
    const { block, columns, rows } = this;
    if (last === 0) block[0] = from[0] as number;
    else {
      for (let y = 0, to = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++, to++) block[to] = from[y * pitch + x] as number;
      }
    }
    this.transformTo(last, at);
  }

  /** Makes samples of the block. @param last as for {@link InverseTransform}. */
  transformTo(last: number, at: number): void {
    transformBlock(this.#transform, this.block, last, this.samples, at, this.stride);
  }

  /** Makes a block grey that cannot be read. */
  blank(at: number): void {
    fillBlock(GREY_LEVEL, this.samples, at, this.stride, this.columns, this.rows);
  }
}
