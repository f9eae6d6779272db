/**
 * A picture file as pixels of a given size: unpacked, laid over a background, reduced and turned upright, with as little in memory as the
 * format allows. A JPEG is unpacked at a quarter or an eighth where that is still twice the size asked for, at a half where it is one and a half
 * times that; luma and chroma of a quarter or an eighth are reduced apart, and become colours at the end. Rows of a PNG and of a BMP are
 * reduced as they come; a GIF is unpacked frame by frame, the first one without painting it if it is wanted alone.
 *
 * Pictures are laid over the background before they are reduced: the colour under a transparent pixel is gone by then.
 * @module
 */

import type { AbortSignalLike } from '../../bytes/platform.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { decodeBmpRows } from '../bmp/read.js';
import { reduceBySharp } from '../foreign/sharp.js';
import { decodeGifRows } from '../gif/pixels.js';
import { gifFrames } from '../gif/read.js';
import { joinPlanes } from '../jpeg/colour.js';
import { chooseBlockSize, type JpegDecodeOptions, unpackSizes } from '../jpeg/decode.js';
import type { BlockSize } from '../jpeg/idct.js';
import type { Unpacked } from '../jpeg/unpacked.js';
import type { ImageIssue } from '../leniency.js';
import { decodePngRows } from '../png/read.js';
import type { ImageSource, Probe, ProbeOptions } from '../probe.js';
import { areOpaque, type Channels, type Colour, flattenPixels, type OnRow, type Raster, toGrey } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { type Filter, RowResizer, resize } from '../resize/resize.js';
import type { SharedReads } from '../shared-reads.js';
import { orient, turnSides } from '../turn.js';

/** What stays the same for all sizes of a file. */
export interface ReduceOptions extends ProbeOptions {
  /** What lies under a picture that is not opaque. */
  readonly background: Colour;
  readonly filter?: Filter | undefined;
  /** Greys are enough: one channel comes out. */
  readonly grey?: boolean | undefined;
  /** How much larger than asked for a JPEG is unpacked at least; by default 1.5 times: photographs and text lose next to nothing. */
  readonly jpegMargin?: number | undefined;
  /** Is looked at now and then: what it was aborted with is thrown. */
  readonly signal?: AbortSignalLike | undefined;
}

/** A picture, reduced. */
export interface Reduced {
  readonly raster: Raster;
  /** Whether something shone through a pixel of it: many a file has alpha that is opaque all over. */
  readonly isTransparent: boolean;
}

/** How often the signal is looked at, in rows. */
const ROWS_PER_CHECK = 64;

/**
 * How much larger than asked for a reduced JPEG is by default, and at half its size, which blurs least: text of ten pixels has an SSIM of .997 to
 * text that was unpacked whole.
 */
const JPEG_MARGIN = 2;
const HALF_MARGIN = 1.5;

/** The first picture of a file. Neither side of `size` may be larger than the picture's. */
export async function readReduced(source: ImageSource, size: SizePx, options: ReduceOptions): Promise<Reduced> {
  const { octets, probe } = source;
  switch (probe.format) {
    case 'jpeg':
      return { raster: readReducedJpeg(source, size, options), isTransparent: false };
    case 'png':
      return readReducedRows(decodePngRows, source, size, options);
    case 'bmp':
      return readReducedRows(decodeBmpRows, source, size, options);
    case 'gif':
      return readReducedGif(octets, probe, size, options);
    default:
      return reduceRaster(await source.decode(options), probe, size, options);
  }
}

/** The same by sharp, which does not tell whether something shone through, and to find out would take longer than all of this. */
export async function readReducedBySharp(source: ImageSource, size: SizePx, options: ReduceOptions): Promise<Reduced> {
  const raster = await reduceBySharp(source, size, options.background, options);
  options.signal?.throwIfAborted();
  return { raster, isTransparent: source.probe.hasAlpha };
}

function readReducedJpeg(source: ImageSource, size: SizePx, options: ReduceOptions): Raster {
  const { octets, probe, shared } = source;
  const { orientation } = probe;
  const blockSize = findBlockSize(probe, size, options.jpegMargin);
  const unpacked =
    shared === undefined
      ? (unpackSizes(octets, [blockSize], options)[0] as Unpacked)
      : readSharedJpeg(source, shared, blockSize, options);
  return orient(resizeUnpacked(unpacked, turnSides(size, orientation), options), orientation);
}

function resizeUnpacked(
  { planes, transform }: Unpacked,
  { widthPx, heightPx }: SizePx,
  { filter, grey }: ReduceOptions,
): Raster {
  const resized = (plane: Raster): Raster => resize(plane, widthPx, heightPx, { filter });
  const [first] = planes as [Raster];
  if (planes.length === 1) return resized(grey === true ? toGrey(first) : first);
  // Luma is grey.
  if (grey === true && transform === undefined) return resized(first);
  const joined = joinPlanes(planes.map(resized), transform);
  return grey === true ? toGrey(joined) : joined;
}

/** A JPEG at a size of its blocks, with the sizes that will be asked for later on. */
function readSharedJpeg(
  { octets, probe }: ImageSource,
  shared: SharedReads,
  size: BlockSize,
  options: ReduceOptions,
): Unpacked {
  const keyOf = (eighths: BlockSize): string => `eighths ${eighths} ${options.lenient}`;
  if (!shared.has(keyOf(size)) && shared.expected.has(size)) {
    const sizes = [...shared.expected].sort((one, other) => one - other);
    shared.expected.clear();
    const { storedWidthPx, storedHeightPx } = probe;
    let pixels = 0;
    const kept = sizes.filter((eighths) => {
      pixels += Math.ceil((storedWidthPx * eighths) / 8) * Math.ceil((storedHeightPx * eighths) / 8);
      return shared.takes(3 * pixels);
    });
    const issues: ImageIssue[] = [];
    const how = { ...options, onIssue: (issue: ImageIssue) => void issues.push(issue) };
    // What is too large, or damaged, may be neither at another size: each is then read alone.
    const found = kept.length > 1 ? tryDecode(() => unpackSizes(octets, kept.reverse(), how)) : undefined;
    for (const [i, unpacked] of (found ?? []).entries()) shared.keep(keyOf(kept[i] as BlockSize), unpacked, issues);
  }
  return shared.raster(keyOf(size), options, (how) => unpackSizes(octets, [size], how)[0] as Unpacked);
}

/** The size of the blocks of a JPEG that is unpacked to be reduced from there. */
export function findBlockSize(probe: Probe, size: SizePx, margin: number | undefined): BlockSize {
  return chooseBlockSize(storedSize(probe), leastSize(probe, size, margin));
}

function storedSize({ storedWidthPx, storedHeightPx }: Probe): SizePx {
  return { widthPx: storedWidthPx, heightPx: storedHeightPx };
}

/** The smallest size that a JPEG is unpacked to, to be reduced from there. */
function leastSize(probe: Probe, size: SizePx, margin: number | undefined): Least {
  const stored = storedSize(probe);
  const to = turnSides(size, probe.orientation);
  const by = (factor: number): Least => ({ minWidthPx: to.widthPx * factor, minHeightPx: to.heightPx * factor });
  if (margin !== undefined) return by(margin);
  const least = by(JPEG_MARGIN);
  return chooseBlockSize(stored, least) < 8 || chooseBlockSize(stored, by(HALF_MARGIN)) === 8 ? least : by(HALF_MARGIN);
}

type Least = Required<Pick<JpegDecodeOptions, 'minWidthPx' | 'minHeightPx'>>;

function readReducedRows(
  decodeRows: (octets: Uint8Array, onRow: OnRow, options: ReduceOptions) => unknown,
  { octets, probe, shared }: ImageSource,
  size: SizePx,
  options: ReduceOptions,
): Reduced {
  const { widthPx, heightPx } = probe;
  const channels = probe.hasAlpha ? 4 : probe.grey ? 1 : 3;
  const key = `rows ${options.lenient}`;
  if (shared !== undefined && (shared.has(key) || shared.takes(widthPx * heightPx * channels))) {
    const all = shared.raster(key, options, (how): Raster => {
      const samples = new Uint8Array(widthPx * heightPx * channels);
      const length = widthPx * channels;
      decodeRows(octets, (row, at, y) => samples.set(row.subarray(at, at + length), y * length), how);
      return { widthPx, heightPx, channels, samples };
    });
    return reduceRaster(all, probe, size, options);
  }
  const rows = new FlatRows(probe, channels, size, options);
  decodeRows(octets, (samples, at) => rows.push(samples, at), options);
  return rows.finish();
}

function readReducedGif(octets: Uint8Array, probe: Probe, size: SizePx, options: ReduceOptions): Reduced {
  const channels = options.grey === true ? 1 : 3;
  const rows = new FlatRows(probe, channels, size, options);
  const onRow: OnRow = (samples, at) => rows.push(samples, at);
  const isOpaque = decodeGifRows(octets, options.background, channels, onRow, options);
  return { raster: rows.finish().raster, isTransparent: !isOpaque && probe.hasAlpha };
}

function reduceRaster(raster: Raster, probe: Probe, size: SizePx, options: ReduceOptions): Reduced {
  const { samples, channels, widthPx } = raster;
  const rows = new FlatRows(probe, channels, size, options);
  for (let at = 0; at < samples.length; at += widthPx * channels) rows.push(samples, at);
  return rows.finish();
}

/** A frame, reduced. */
export interface ReducedFrame extends Reduced {
  readonly delayMs: number;
}

/** The frames of a GIF one after another, each in memory of its own. Neither side of `size` may be larger than the picture's. */
export function* reducedFrames(
  { octets, probe }: ImageSource,
  size: SizePx,
  options: ReduceOptions,
): Generator<ReducedFrame, void, undefined> {
  for (const { raster, delayMs } of gifFrames(octets, options)) {
    yield { ...reduceRaster(raster, probe, size, options), delayMs };
  }
}

/** Rows of a picture, laid over the background where they have alpha, on their way into a smaller one. */
class FlatRows {
  /** Undefined where the picture keeps its size and channels: its rows go into the raster as they are. */
  readonly #resizer: RowResizer | undefined;
  readonly #whole: Raster | undefined;
  /** The row as it is handed on; undefined where that is as it comes. */
  readonly #row: Uint8Array | undefined;
  readonly #background: Colour;
  readonly #pixels: number;
  readonly #signal: AbortSignalLike | undefined;
  /** Whether something can shine through. */
  readonly #hasAlpha: boolean;
  #count = 0;
  #isTransparent = false;

  constructor(from: Probe, channels: Channels, to: SizePx, { background, filter, grey, signal }: ReduceOptions) {
    const { widthPx, heightPx } = from;
    const shape = { widthPx, heightPx, channels: channels === 1 ? 1 : 3 } as const;
    const isWhole = to.widthPx === widthPx && to.heightPx === heightPx && (grey !== true || shape.channels === 1);
    if (isWhole) this.#whole = { ...shape, samples: new Uint8Array(widthPx * heightPx * shape.channels) };
    else this.#resizer = new RowResizer(shape, to.widthPx, to.heightPx, { filter, grey });
    this.#row = channels === 4 ? new Uint8Array(widthPx * 3) : undefined;
    this.#background = background;
    this.#pixels = widthPx;
    this.#signal = signal;
    this.#hasAlpha = from.hasAlpha;
  }

  push(samples: Uint8Array, at: number): void {
    if (this.#count % ROWS_PER_CHECK === 0) this.#signal?.throwIfAborted();
    const row = this.#row;
    if (row === undefined) this.#keep(samples, at);
    else {
      this.#isTransparent ||= this.#hasAlpha && !areOpaque(samples, at, this.#pixels);
      flattenPixels(samples, at, row, this.#background);
      this.#keep(row, 0);
    }
    this.#count++;
  }

  #keep(samples: Uint8Array, at: number): void {
    if (this.#whole === undefined) {
      this.#resizer?.push(samples, at);
      return;
    }
    const pitch = this.#pixels * this.#whole.channels;
    this.#whole.samples.set(samples.subarray(at, at + pitch), this.#count * pitch);
  }

  finish(): Reduced {
    return { raster: this.#whole ?? (this.#resizer as RowResizer).finish(), isTransparent: this.#isTransparent };
  }
}
