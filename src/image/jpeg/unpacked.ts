/**
 * A picture as it is unpacked to be made smaller: its pixels, or where chroma has fewer samples than luma and the picture is reduced a lot, its
 * components.
 *
 * Each component is then made smaller by itself, and colours are calculated for the pixels of the result alone: chroma is neither enlarged
 * first nor as many samples reduced.
 * @module
 */
import type { ColourTransform } from '../icc/profile.js';
import type { Raster } from '../raster.js';
import type { BlockSize } from './idct.js';
import type { Layout, Plane } from './plane.js';

/** A picture, unpacked. */
export interface Unpacked {
  /** The picture alone; or luma, blue and red difference, which show the same with as many or half as many columns and rows. */
  readonly planes: readonly Raster[];
  /** Those of all planes. */
  readonly samples: Uint8Array;
  /** What the profile of the picture says, where that was not made use of. */
  readonly transform: ColourTransform | undefined;
}

/** The largest blocks of a picture whose components are kept apart: it has twice as many pixels a side as will be made of them. */
export const LARGEST_APART: BlockSize = 2;

/** Writes the rows of components as they come to be known. */
export class PlaneWriter {
  readonly needsNeighbours = false;
  readonly #planes: readonly Plane[];
  readonly #layout: Layout;
  readonly #targets: readonly Raster[];
  readonly #samples: Uint8Array;
  /** The next row of the picture. */
  #next = 0;

  constructor(planes: readonly Plane[], layout: Layout) {
    this.#planes = planes;
    this.#layout = layout;
    this.#samples = new Uint8Array(planes.reduce((sum, { width, height }) => sum + width * height, 0));
    let at = 0;
    this.#targets = planes.map(({ width, height }) => {
      const samples = this.#samples.subarray(at, at + width * height);
      at += width * height;
      return { widthPx: width, heightPx: height, channels: 1, samples };
    });
  }

  /** Writes the rows from the last written one up to another of the picture, whose samples are in the planes. */
  writeTo(end: number): void {
    const stop = Math.min(end, this.#layout.heightPx);
    for (const [i, plane] of this.#planes.entries()) {
      const { samples } = this.#targets[i] as Raster;
      const { width, stride, firstRow } = plane;
      const last = rowsTo(plane, stop);
      for (let row = rowsTo(plane, this.#next); row < last; row++) {
        const at = (row - firstRow) * stride;
        samples.set(plane.samples.subarray(at, at + width), row * width);
      }
    }
    this.#next = Math.max(this.#next, stop);
  }

  finish(): Omit<Unpacked, 'transform'> {
    for (const [i, plane] of this.#planes.entries()) repeatLast(this.#targets[i] as Raster, rowsTo(plane, this.#next));
    return { planes: this.#targets, samples: this.#samples };
  }
}

/** Rows of a component that some rows of the picture have. */
function rowsTo({ height, spanY }: Plane, rows: number): number {
  return Math.min(height, Math.ceil(rows / spanY));
}

/** Makes the rows that are not written yet like the last one that is. @param rows those that are written. */
export function repeatLast({ widthPx, channels, samples }: Raster, rows: number): void {
  const length = widthPx * channels;
  const end = rows * length;
  for (let to = end; to < samples.length; to += length) samples.copyWithin(to, end - length, end);
}
