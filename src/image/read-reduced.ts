/**
 * A picture file as pixels of a given size: unpacked, laid over a background, reduced and turned upright, with as little in memory as the
 * format allows. A JPEG is unpacked at a half, a quarter or an eighth where that is still twice the size asked for; rows of a PNG are
 * reduced as they come; a GIF is unpacked frame by frame.
 *
 * Pictures are laid over the background before they are reduced: the colour under a transparent pixel is gone by then.
 * @module
 */
import { mixed } from '../bitmap/luminance.js';
import { decodeStill } from './decode-image.js';
import type { SizePx } from './fit-size.js';
import { gifFrames } from './gif-read.js';
import { decodeJpeg } from './jpeg-decode.js';
import { decodePngRows } from './png-read.js';
import type { Probe, ProbeOptions } from './probe.js';
import { type Channels, type Colour, flatten, greyOf, orient, type Raster, toGrey } from './raster.js';
import { type Filter, RowResizer, type RowsShape, resize } from './resize.js';

/** What stays the same for all sizes of a file. */
export interface ReduceOptions extends ProbeOptions {
  /** What lies under a picture that is not opaque. */
  readonly background: Colour;
  readonly filter?: Filter | undefined;
  /** Greys are enough: one channel comes out. */
  readonly grey?: boolean | undefined;
  /** Called once a picture when something shines through a pixel of it: many a file has alpha that is opaque all over. */
  readonly onTransparent?: (() => void) | undefined;
  /** Is asked now and then whether to go on: it throws when not. */
  readonly check?: (() => void) | undefined;
}

/** How often `check` is called, in rows. */
const ROWS_PER_CHECK = 64;

/** How much larger than asked for a reduced JPEG has to be, so that nothing is seen of it. */
const JPEG_MARGIN = 2;

/** The first picture of a file. Neither side of `size` may be larger than the picture's. */
export async function readReduced(octets: Uint8Array, source: Probe, size: SizePx, options: ReduceOptions): Promise<Raster> {
  const { filter, background } = options;
  switch (source.format) {
    case 'jpeg':
      return readReducedJpeg(octets, source, size, options);
    case 'png':
      return readReducedPng(octets, source, size, options);
    case 'gif': {
      for (const { raster } of reducedFrames(octets, source, size, options)) return raster;
      throw new Error('a GIF has a frame');
    }
    default: {
      const raster = wanted(flatten(await decodeStill(octets, source.format, options), background), options);
      return resize(raster, size.widthPx, size.heightPx, { filter });
    }
  }
}

function readReducedJpeg(octets: Uint8Array, source: Probe, size: SizePx, options: ReduceOptions): Raster {
  const { orientation } = source;
  const isTurned = orientation >= 5;
  const [widthPx, heightPx] = isTurned ? [size.heightPx, size.widthPx] : [size.widthPx, size.heightPx];
  const raster = decodeJpeg(octets, { ...options, minWidthPx: widthPx * JPEG_MARGIN, minHeightPx: heightPx * JPEG_MARGIN });
  return orient(resize(wanted(raster, options), widthPx, heightPx, { filter: options.filter }), orientation);
}

function wanted(raster: Raster, { grey }: ReduceOptions): Raster {
  return grey === true ? toGrey(raster) : raster;
}

function readReducedPng(octets: Uint8Array, source: Probe, size: SizePx, options: ReduceOptions): Raster {
  let rows: FlatRows | undefined;
  decodePngRows(
    octets,
    (samples, at, y) => {
      if (y % ROWS_PER_CHECK === 0) options.check?.();
      rows ??= new FlatRows(source, channelsOf(source), size, options);
      rows.push(samples, at);
    },
    options,
  );
  return (rows as FlatRows).finish();
}

function channelsOf({ hasAlpha, grey }: Probe): Channels {
  return hasAlpha ? 4 : grey ? 1 : 3;
}

/** A frame, reduced. */
export interface ReducedFrame {
  readonly raster: Raster;
  readonly delayMs: number;
}

/** The frames of a GIF one after another, each in memory of its own. Neither side of `size` may be larger than the picture's. */
export function* reducedFrames(
  octets: Uint8Array,
  source: Probe,
  size: SizePx,
  options: ReduceOptions,
): Generator<ReducedFrame, void, undefined> {
  for (const { raster, delayMs } of gifFrames(octets, options)) {
    const rows = new FlatRows(source, 4, size, options);
    const pitch = source.widthPx * 4;
    const { samples } = raster;
    for (let y = 0; y < source.heightPx; y++) {
      if (y % ROWS_PER_CHECK === 0) options.check?.();
      rows.push(samples, y * pitch);
    }
    yield { raster: rows.finish(), delayMs };
  }
}

/** Fills a row with what is handed on of pixels. */
type Fill = (from: Uint8Array, start: number, to: Uint8Array, under: Colour) => void;

/** Adds the greys of two neighbours, in parts of 256, to each sum. */
type AddPairs = (from: Uint8Array, start: number, sums: Int32Array, under: Colour) => void;

/** How many times as large as the result a picture is that is halved beforehand: what is left is more than the filter needs. */
const HALVED_FROM = 6;

/**
 * Rows of a picture, laid over the background where they have alpha, on their way into a smaller one. Where greys are enough, and the
 * picture is much larger, each grey that is handed on is the mean of four pixels: that takes half the time.
 */
class FlatRows {
  readonly #resizer: RowResizer;
  /** The row as it is handed on; undefined where that is as it comes. */
  readonly #row: Uint8Array | undefined;
  /** Sums of the row above, where two make one. */
  readonly #sums: Int32Array | undefined;
  readonly #fill: Fill;
  readonly #addPairs: AddPairs;
  readonly #background: Colour;
  readonly #pixels: number;
  /** Undefined once it was called, and where nothing can shine through. */
  #onTransparent: (() => void) | undefined;
  #isSecond = false;

  constructor(from: Probe, channels: Channels, to: SizePx, { background, filter, grey, onTransparent }: ReduceOptions) {
    const out = channels === 1 || grey === true ? 1 : 3;
    const isHalved = out === 1 && channels !== 1 && canHalve(from.widthPx, to.widthPx) && canHalve(from.heightPx, to.heightPx);
    const widthPx = isHalved ? from.widthPx / 2 : from.widthPx;
    const shape: RowsShape = { widthPx, heightPx: isHalved ? from.heightPx / 2 : from.heightPx, channels: out };
    this.#resizer = new RowResizer(shape, to.widthPx, to.heightPx, { filter });
    this.#row = channels === out ? undefined : new Uint8Array(widthPx * out);
    this.#sums = isHalved ? new Int32Array(widthPx) : undefined;
    this.#fill = channels === 3 ? greyRow : out === 1 ? flatGreyRow : flatRow;
    this.#addPairs = channels === 3 ? addPairs : addFlatPairs;
    this.#background = background;
    this.#pixels = from.widthPx;
    this.#onTransparent = from.hasAlpha ? onTransparent : undefined;
  }

  push(samples: Uint8Array, at: number): void {
    if (this.#onTransparent !== undefined && !isOpaque(samples, at, this.#pixels)) {
      this.#onTransparent();
      this.#onTransparent = undefined;
    }
    const row = this.#row;
    if (row === undefined) {
      this.#resizer.push(samples, at);
      return;
    }
    const sums = this.#sums;
    if (sums === undefined) this.#fill(samples, at, row, this.#background);
    else {
      this.#addPairs(samples, at, sums, this.#background);
      this.#isSecond = !this.#isSecond;
      if (this.#isSecond) return;
      takeMeans(sums, row);
    }
    this.#resizer.push(row);
  }

  finish(): Raster {
    return this.#resizer.finish();
  }
}

/** Whether a row of RGBA lets nothing shine through. */
function isOpaque(samples: Uint8Array, start: number, pixels: number): boolean {
  const end = start + pixels * 4;
  for (let at = start + 3; at < end; at += 4) if (samples[at] !== 255) return false;
  return true;
}

function canHalve(from: number, to: number): boolean {
  return from % 2 === 0 && from >= to * HALVED_FROM;
}

function addPairs(from: Uint8Array, start: number, sums: Int32Array): void {
  const { length } = sums;
  for (let at = start, i = 0; i < length; at += 6, i++) {
    const red = (from[at] as number) + (from[at + 3] as number);
    const green = (from[at + 1] as number) + (from[at + 4] as number);
    const blue = (from[at + 2] as number) + (from[at + 5] as number);
    sums[i] = (sums[i] as number) + 77 * red + 150 * green + 29 * blue;
  }
}

function addFlatPairs(from: Uint8Array, start: number, sums: Int32Array, under: Colour): void {
  const { length } = sums;
  for (let at = start, i = 0; i < length; at += 8, i++) {
    if (from[at + 3] === 255 && from[at + 7] === 255) {
      const red = (from[at] as number) + (from[at + 4] as number);
      const green = (from[at + 1] as number) + (from[at + 5] as number);
      const blue = (from[at + 2] as number) + (from[at + 6] as number);
      sums[i] = (sums[i] as number) + 77 * red + 150 * green + 29 * blue;
    } else sums[i] = (sums[i] as number) + flatParts(from, at, under) + flatParts(from, at + 4, under);
  }
}

/** The grey of a pixel over a colour, in parts of 256. */
function flatParts(from: Uint8Array, at: number, [red, green, blue]: Colour): number {
  const alpha = from[at + 3] as number;
  return (
    77 * mixed(from[at] as number, red, alpha) +
    150 * mixed(from[at + 1] as number, green, alpha) +
    29 * mixed(from[at + 2] as number, blue, alpha)
  );
}

/** The means of four pixels each; the sums begin anew. */
function takeMeans(sums: Int32Array, to: Uint8Array): void {
  const { length } = sums;
  for (let i = 0; i < length; i++) to[i] = ((sums[i] as number) + 512) >> 10;
  sums.fill(0);
}

/** A row of RGB as greys. */
function greyRow(from: Uint8Array, start: number, to: Uint8Array): void {
  const { length } = to;
  for (let at = start, i = 0; i < length; at += 3, i++) {
    to[i] = greyOf(from[at] as number, from[at + 1] as number, from[at + 2] as number);
  }
}

/** A row of RGBA over a colour. */
function flatRow(from: Uint8Array, start: number, to: Uint8Array, [red, green, blue]: Colour): void {
  const { length } = to;
  for (let at = start, i = 0; i < length; at += 4, i += 3) {
    const alpha = from[at + 3] as number;
    if (alpha === 255) {
      to[i] = from[at] as number;
      to[i + 1] = from[at + 1] as number;
      to[i + 2] = from[at + 2] as number;
    } else {
      to[i] = mixed(from[at] as number, red, alpha);
      to[i + 1] = mixed(from[at + 1] as number, green, alpha);
      to[i + 2] = mixed(from[at + 2] as number, blue, alpha);
    }
  }
}

/** A row of RGBA over a colour, as greys. */
function flatGreyRow(from: Uint8Array, start: number, to: Uint8Array, [red, green, blue]: Colour): void {
  const { length } = to;
  for (let at = start, i = 0; i < length; at += 4, i++) {
    const alpha = from[at + 3] as number;
    if (alpha === 255) to[i] = greyOf(from[at] as number, from[at + 1] as number, from[at + 2] as number);
    else {
      to[i] = greyOf(
        mixed(from[at] as number, red, alpha),
        mixed(from[at + 1] as number, green, alpha),
        mixed(from[at + 2] as number, blue, alpha),
      );
    }
  }
}
