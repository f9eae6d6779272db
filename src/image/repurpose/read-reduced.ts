/**
 * A picture file as pixels of a given size: unpacked, laid over a background, reduced and turned upright, with as little in memory as the
 * format allows. A JPEG is unpacked at a half, a quarter or an eighth where that is still twice the size asked for; rows of a PNG and of
 * a BMP are reduced as they come; a GIF is unpacked frame by frame, the first one without painting it if it is wanted alone.
 *
 * Pictures are laid over the background before they are reduced: the colour under a transparent pixel is gone by then.
 * @module
 */
import { mixed } from '../../bitmap/luminance.js';
import { decodeBmpRows } from '../bmp/read.js';
import { decodeStill } from '../decode-image.js';
import { gifFrames } from '../gif/read.js';
import { decodeGifRows } from '../gif/rows.js';
import { decodeJpeg } from '../jpeg/decode.js';
import { decodePngRows } from '../png/read.js';
import type { Probe, ProbeOptions } from '../probe.js';
import { type Channels, type Colour, type OnRow, orient, type Raster, toGrey } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { type Filter, RowResizer, resize } from '../resize/resize.js';

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
  switch (source.format) {
    case 'jpeg':
      return readReducedJpeg(octets, source, size, options);
    case 'png':
      return readReducedRows(decodePngRows, octets, source, size, options);
    case 'bmp':
      return readReducedRows(decodeBmpRows, octets, source, size, options);
    case 'gif':
      return readReducedGif(octets, source, size, options);
    default:
      return reduceRaster(await decodeStill(octets, source.format, options), source, size, options);
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

function readReducedRows(
  decodeRows: (octets: Uint8Array, onRow: OnRow, options: ReduceOptions) => unknown,
  octets: Uint8Array,
  source: Probe,
  size: SizePx,
  options: ReduceOptions,
): Raster {
  let rows: FlatRows | undefined;
  decodeRows(
    octets,
    (samples, at, y) => {
      if (y % ROWS_PER_CHECK === 0) options.check?.();
      rows ??= new FlatRows(source, readChannels(source), size, options);
      rows.push(samples, at);
    },
    options,
  );
  return (rows as FlatRows).finish();
}

function readChannels({ hasAlpha, grey }: Probe): Channels {
  return hasAlpha ? 4 : grey ? 1 : 3;
}

function readReducedGif(octets: Uint8Array, source: Probe, size: SizePx, options: ReduceOptions): Raster {
  const { background, filter, grey, onTransparent } = options;
  const { widthPx, heightPx } = source;
  const channels = grey === true ? 1 : 3;
  const resizer = new RowResizer({ widthPx, heightPx, channels }, size.widthPx, size.heightPx, { filter });
  const isOpaque = decodeGifRows(
    octets,
    background,
    channels,
    (samples, at, y) => {
      if (y % ROWS_PER_CHECK === 0) options.check?.();
      resizer.push(samples, at);
    },
    options,
  );
  if (!isOpaque && source.hasAlpha) onTransparent?.();
  return resizer.finish();
}

function reduceRaster(
  { samples, channels, heightPx, widthPx }: Raster,
  source: Probe,
  size: SizePx,
  options: ReduceOptions,
): Raster {
  const rows = new FlatRows(source, channels, size, options);
  for (let y = 0; y < heightPx; y++) {
    if (y % ROWS_PER_CHECK === 0) options.check?.();
    rows.push(samples, y * widthPx * channels);
  }
  return rows.finish();
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
    yield { raster: reduceRaster(raster, source, size, options), delayMs };
  }
}

/** Rows of a picture, laid over the background where they have alpha, on their way into a smaller one. */
class FlatRows {
  readonly #resizer: RowResizer;
  /** The row as it is handed on; undefined where that is as it comes. */
  readonly #row: Uint8Array | undefined;
  readonly #background: Colour;
  readonly #pixels: number;
  /** Undefined once it was called, and where nothing can shine through. */
  #onTransparent: (() => void) | undefined;

  constructor(from: Probe, channels: Channels, to: SizePx, { background, filter, grey, onTransparent }: ReduceOptions) {
    const { widthPx, heightPx } = from;
    const shape = { widthPx, heightPx, channels: channels === 1 ? 1 : 3 } as const;
    this.#resizer = new RowResizer(shape, to.widthPx, to.heightPx, { filter, grey });
    this.#row = channels === 4 ? new Uint8Array(widthPx * 3) : undefined;
    this.#background = background;
    this.#pixels = widthPx;
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
    flatRow(samples, at, row, this.#background);
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
