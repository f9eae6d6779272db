/**
 * From the samples of components to the pixels of a picture, row by row.
 *
 * A component with fewer columns or rows is enlarged. By two it is by the triangle filter: a pixel takes three quarters of its own
 * sample and one of the neighbour that it is nearer to; by other factors samples are repeated. Then
 *
 *   R = Y + 1.402 (Cr - 128)     G = Y - 0.344136 (Cb - 128) - 0.714136 (Cr - 128)     B = Y + 1.772 (Cb - 128)
 *
 * in 16 bits after the point, and inks become light: R = C K / 255 when 255 is paper, as Adobe's programs write it.
 *
 * Source: JFIF 1.02 (ITU-T T.871 section 7); the filter, its rounding and where it applies follow libjpeg and libjpeg-turbo, so that the
 * pixels are theirs.
 * @module
 */
import { type ColourTransform, convertPixels } from '../icc/profile.js';
import type { Raster } from '../raster.js';
import type { Samples } from './idct.js';
import type { Layout, Plane } from './plane.js';
import type { JpegColour } from './read.js';
import { repeatLast, type Unpacked } from './unpacked.js';

const imul = Math.imul;

/** Rows that {@link PixelWriter} holds back at a strip's end, since the next strip has their neighbours. */
export const ROWS_HELD_BACK = 2;

/** Whether a component is enlarged between its columns or rows, rather than by repeating them. */
function isSmoothX(plane: Plane, isSmooth: boolean): boolean {
  return isSmooth && plane.spanX === 2 && plane.spanY <= 2 && plane.width > 2;
}

function isSmoothY(plane: Plane, isSmooth: boolean): boolean {
  return isSmooth && plane.spanY === 2 && (plane.spanX === 1 || isSmoothX(plane, isSmooth));
}

/** Writes the rows of a picture as its components come to be known. */
export class PixelWriter {
  readonly #planes: readonly Plane[];
  readonly #layout: Layout;
  readonly #colour: JpegColour;
  readonly #isInverted: boolean;
  readonly #inks: ColourTransform | undefined;
  /** A row of each component as wide as the picture; empty for those that have one already. */
  readonly #wide: readonly Samples[];
  readonly #pixels: Samples;
  /** The samples of the picture: rows not written yet are 0. */
  readonly samples: Uint8Array;
  /** Samples of a pixel. */
  readonly channels: 1 | 3;
  /** Whether rows are enlarged between neighbours, so that strips need rows of the one before. */
  readonly needsNeighbours: boolean;
  readonly #isSmooth: boolean;
  #next = 0;

  /** @param isInverted whether 255 is paper. @param inks what inks mean, where a profile says. */
  constructor(
    planes: readonly Plane[],
    layout: Layout,
    colour: JpegColour,
    isInverted: boolean,
    inks: ColourTransform | undefined,
  ) {
    this.#inks = inks;
    this.#planes = planes;
    this.#layout = layout;
    this.#colour = colour;
    this.#isInverted = isInverted;
    this.#isSmooth = layout.size > 1;
    this.needsNeighbours = planes.some((plane) => isSmoothY(plane, this.#isSmooth));
    const { widthPx, heightPx } = layout;
    // Smoothing writes pairs.
    this.#wide = planes.map((plane) => new Uint8ClampedArray(plane.spanX === 1 && plane.spanY === 1 ? 0 : widthPx + 2));
    this.channels = colour === 'grey' ? 1 : 3;
    this.samples = new Uint8Array(widthPx * heightPx * this.channels);
    this.#pixels = new Uint8ClampedArray(this.samples.buffer);
  }

  /** Writes the rows from the last written one up to another, whose samples are in the planes. */
  writeTo(end: number): void {
    const stop = Math.min(end, this.#layout.heightPx);
    for (let y = this.#next; y < stop; y++) this.#writeRow(y);
    this.#next = Math.max(this.#next, stop);
  }

  finish(): Omit<Unpacked, 'transform'> {
    const { widthPx, heightPx } = this.#layout;
    const { channels, samples } = this;
    const raster = { widthPx, heightPx, channels, samples };
    repeatLast(raster, this.#next);
    return { planes: [raster], samples };
  }

  #writeRow(y: number): void {
    const { widthPx } = this.#layout;
    const count = this.#planes.length;
    const pixels = this.#pixels;
    const to = y * widthPx * this.channels;
    const aAt = this.#row(0, y);
    const aRow = this.#rowSamples(0);
    if (count === 1) {
      pixels.set(aRow.subarray(aAt, aAt + widthPx), to);
      return;
    }
    const bAt = this.#row(1, y);
    const bRow = this.#rowSamples(1);
    const cAt = this.#row(2, y);
    const cRow = this.#rowSamples(2);
    if (this.#colour === 'ycbcr' || this.#colour === 'ycck') writeYcc(aRow, aAt, bRow, bAt, cRow, cAt, pixels, to, widthPx);
    else writeRgb(aRow, aAt, bRow, bAt, cRow, cAt, pixels, to, widthPx);
    if (count === 3) return;
    const dAt = this.#row(3, y);
    // YCCK is the YCbCr of the opposite of its inks.
    if (this.#colour === 'ycck') invert(pixels, to, widthPx * 3);
    if (this.#inks === undefined) absorb(pixels, to, this.#rowSamples(3), dAt, widthPx, this.#isInverted);
    else mixInks(pixels, to, this.#rowSamples(3), dAt, widthPx, this.#isInverted, this.#inks);
  }

  #rowSamples(index: number): Samples {
    const wide = this.#wide[index] as Samples;
    return wide.length > 0 ? wide : (this.#planes[index] as Plane).samples;
  }

  /** Makes a row of a component as wide as the picture, and returns where it begins in {@link #rowSamples}. */
  #row(index: number, y: number): number {
    const plane = this.#planes[index] as Plane;
    const { spanX, spanY, samples, stride, firstRow, height, width } = plane;
    const row = Math.min(height - 1, Math.floor(y / spanY));
    const at = (row - firstRow) * stride;
    const wide = this.#wide[index] as Samples;
    if (wide.length === 0) return at;
    const { widthPx } = this.#layout;
    if (isSmoothY(plane, this.#isSmooth)) {
      const isUpper = (y & 1) === 0;
      const neighbour = isUpper ? Math.max(0, row - 1) : Math.min(height - 1, row + 1);
      const near = (neighbour - firstRow) * stride;
      if (spanX === 1) betweenRows(samples, at, near, wide, widthPx, isUpper ? 1 : 2);
      else betweenBoth(samples, at, near, width, wide);
    } else if (isSmoothX(plane, this.#isSmooth)) betweenColumns(samples, at, width, wide);
    else repeat(samples, at, width, spanX, wide, widthPx);
    return 0;
  }
}

function repeat(from: Samples, at: number, width: number, span: number, to: Samples, widthPx: number): void {
  const last = width - 1;
  for (let x = 0; x < widthPx; x++) to[x] = from[at + Math.min(last, Math.floor(x / span))] as number;
}

/** Twice as many columns. */
function betweenColumns(from: Samples, at: number, width: number, to: Samples): void {
  let before = from[at] as number;
  let here = before;
  const last = width - 1;
  for (let i = 0, x = 0; i <= last; i++, x += 2) {
    const after = i < last ? (from[at + i + 1] as number) : here;
    to[x] = (3 * here + before + 1) >> 2;
    to[x + 1] = (3 * here + after + 2) >> 2;
    before = here;
    here = after;
  }
}

/** A row between two, nearer to the first. */
function betweenRows(from: Samples, at: number, near: number, to: Samples, widthPx: number, bias: number): void {
  for (let x = 0; x < widthPx; x++) to[x] = (3 * (from[at + x] as number) + (from[near + x] as number) + bias) >> 2;
}

/** A row between two, with twice as many columns. */
function betweenBoth(from: Samples, at: number, near: number, width: number, to: Samples): void {
  let here = 3 * (from[at] as number) + (from[near] as number);
  let before = here;
  const last = width - 1;
  for (let i = 0, x = 0; i < last; i++, x += 2) {
    const after = 3 * (from[at + i + 1] as number) + (from[near + i + 1] as number);
    to[x] = (3 * here + before + 8) >> 4;
    to[x + 1] = (3 * here + after + 7) >> 4;
    before = here;
    here = after;
  }
  to[last * 2] = (3 * here + before + 8) >> 4;
  to[last * 2 + 1] = (4 * here + 7) >> 4;
}

function writeYcc(
  y: Samples | Uint8Array,
  yAt: number,
  cb: Samples | Uint8Array,
  cbAt: number,
  cr: Samples | Uint8Array,
  crAt: number,
  pixels: Samples,
  at: number,
  widthPx: number,
): void {
  for (let x = 0, to = at; x < widthPx; x++, to += 3) {
    const level = y[yAt + x] as number;
    const blue = (cb[cbAt + x] as number) - 128;
    const red = (cr[crAt + x] as number) - 128;
    pixels[to] = level + ((imul(red, 91881) + 32768) >> 16);
    pixels[to + 1] = level + ((32768 - imul(blue, 22554) - imul(red, 46802)) >> 16);
    pixels[to + 2] = level + ((imul(blue, 116130) + 32768) >> 16);
  }
}

/** The colours of components of one size. */
export function joinPlanes([luma, blue, red]: readonly Raster[], transform: ColourTransform | undefined): Raster {
  const { widthPx, heightPx } = luma as Raster;
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 3);
  const [y, cb, cr] = [luma, blue, red].map((plane) => (plane as Raster).samples) as [Uint8Array, Uint8Array, Uint8Array];
  writeYcc(y, 0, cb, 0, cr, 0, pixels, 0, widthPx * heightPx);
  const samples = new Uint8Array(pixels.buffer);
  if (transform !== undefined) convertPixels(transform, samples, 3);
  return { widthPx, heightPx, channels: 3, samples };
}

function writeRgb(
  red: Samples,
  redAt: number,
  green: Samples,
  greenAt: number,
  blue: Samples,
  blueAt: number,
  pixels: Samples,
  at: number,
  widthPx: number,
): void {
  for (let x = 0, to = at; x < widthPx; x++, to += 3) {
    pixels[to] = red[redAt + x] as number;
    pixels[to + 1] = green[greenAt + x] as number;
    pixels[to + 2] = blue[blueAt + x] as number;
  }
}

function invert(pixels: Samples, at: number, count: number): void {
  for (let i = at; i < at + count; i++) pixels[i] = 255 - (pixels[i] as number);
}

/** Takes away what black ink takes of the light that the other inks leave. */
function absorb(pixels: Samples, at: number, black: Samples, blackAt: number, widthPx: number, isInverted: boolean): void {
  for (let x = 0, to = at; x < widthPx; x++, to += 3) {
    const level = black[blackAt + x] as number;
    for (let i = to; i < to + 3; i++) {
      const ink = pixels[i] as number;
      const light = isInverted ? ink * level : (255 - ink) * (255 - level);
      pixels[i] = ((light + 127) / 255) | 0;
    }
  }
}

/** Makes inks the colour that their profile says. */
function mixInks(
  pixels: Samples,
  at: number,
  black: Samples,
  blackAt: number,
  widthPx: number,
  isInverted: boolean,
  { pixel }: ColourTransform,
): void {
  const paper = isInverted ? 255 : 0;
  let [last, lastBlack, found] = [-1, -1, 0];
  for (let x = 0, to = at; x < widthPx; x++, to += 3) {
    const k = (black[blackAt + x] as number) ^ paper;
    const [c, m, y] = [(pixels[to] as number) ^ paper, (pixels[to + 1] as number) ^ paper, (pixels[to + 2] as number) ^ paper];
    const here = (c << 16) | (m << 8) | y;
    // Neighbours are often alike.
    if (here !== last || k !== lastBlack) found = pixel(c, m, y, k);
    last = here;
    lastBlack = k;
    pixels[to] = found >> 16;
    pixels[to + 1] = (found >> 8) & 0xff;
    pixels[to + 2] = found & 0xff;
  }
}
