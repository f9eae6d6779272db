/**
 * Pixels of a BMP as its rows hold them (indices of a palette, octets, or bit fields) turned into samples of a raster, of 8 bits.
 *
 *   1, 2, 4, 8 bits    indices of the palette, the first pixel in the high bits
 *   24 bits            blue, green, red
 *   16, 32 bits        a little-endian number; each channel has the bits of its mask
 *
 * A channel of n bits is scaled to the nearest of 8 bits, so that its highest value is 255.
 * @module
 */

import type { BmpHeader, BmpMasks } from '../../bitmap/bmp-header.js';
import type { Reading } from '../../bytes/reading.js';
import type { FormatErrorCode } from '../../errors.js';
import { lookUpPixels } from '../colour/look-up.js';
import type { Channels } from '../raster.js';

/** Turns so many pixels of a row into samples. */
export type WriteSamples = (octets: Uint8Array, at: number, pixels: number, to: Uint8Array, toAt: number) => void;

/** Sample of a colour that the palette does not have. */
const MISSING = 0;

/**
 * Looks pixels of 1, 2, 4 or 8 bits up.
 * @param palette blue, green, red of each colour.
 * @param onMissing called with the first pixel whose colour the palette does not have, and the offset of its octet.
 */
export function paletteWriter(
  depth: number,
  palette: Uint8Array,
  channels: Channels,
  onMissing: (index: number, at: number) => void,
): WriteSamples {
  const size = 2 ** depth;
  // Red, green, blue of each colour, or the one grey of it.
  const table = new Uint8Array(size * channels);
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < channels; c++) table[i * channels + c] = palette[i * 3 + 2 - c] ?? MISSING;
  }
  const colours = palette.length / 3;
  let mayLack = colours < size;
  return (octets, at, pixels, to, toAt) => {
    const highest = lookUpPixels(octets, at, pixels, depth, table, channels, to, toAt);
    if (!mayLack || highest < colours) return;
    mayLack = false;
    let x = 0;
    while (indexAt(octets, at, x, depth) < colours) x++;
    onMissing(indexAt(octets, at, x, depth), at + ((x * depth) >> 3));
  };
}

function indexAt(octets: Uint8Array, at: number, x: number, depth: number): number {
  const bit = x * depth;
  return ((octets[at + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** Takes the octets of pixels of 24 bits, and of 32 bits whose masks are octets. */
function octetWriter(step: number, offsets: readonly number[]): WriteSamples {
  const [red, green, blue, alpha] = offsets as [number, number, number, number?];
  return (octets, at, pixels, to, toAt) => {
    const end = at + pixels * step;
    let out = toAt;
    for (let from = at; from < end; from += step) {
      to[out] = octets[from + red] as number;
      to[out + 1] = octets[from + green] as number;
      to[out + 2] = octets[from + blue] as number;
      if (alpha === undefined) out += 3;
      else {
        to[out + 3] = octets[from + alpha] as number;
        out += 4;
      }
    }
  };
}

/** Blue, green, red. */
export const BGR_WRITER: WriteSamples = /* @__PURE__ */ octetWriter(3, [2, 1, 0]);

/** Takes bit fields of pixels of 16 or 32 bits; alpha only where it has a mask. */
export function fieldWriter(depth: number, { red, green, blue, alpha }: BmpMasks): WriteSamples {
  const masks = alpha === 0 ? [red, green, blue] : [red, green, blue, alpha];
  const offsets = masks.map((mask) => [0xff, 0xff00, 0xff0000, 0xff000000].indexOf(mask));
  if (depth === 32 && !offsets.includes(-1)) return octetWriter(4, offsets);
  const fields = masks.map(readField);
  const step = depth >> 3;
  const { length: channels } = fields;
  return (octets, at, pixels, to, toAt) => {
    for (let c = 0; c < channels; c++) scaleField(octets, at, pixels, step, fields[c] as Field, to, toAt + c, channels);
  };
}

/** The bits of a channel, and what makes their number one of 8 bits. */
interface Field {
  readonly mask: number;
  readonly shift: number;
  readonly scale: number;
}

function readField(mask: number): Field {
  if (mask === 0) return { mask, shift: 0, scale: 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { mask, shift, scale: 255 / (mask >>> shift) };
}

/** Writes one channel of pixels. */
function scaleField(
  octets: Uint8Array,
  at: number,
  pixels: number,
  step: number,
  { mask, shift, scale }: Field,
  to: Uint8Array,
  toAt: number,
  channels: number,
): void {
  for (let x = 0, from = at, out = toAt; x < pixels; x++, from += step, out += channels) {
    let pixel = (octets[from] as number) | ((octets[from + 1] as number) << 8);
    if (step === 4) pixel |= ((octets[from + 2] as number) << 16) | ((octets[from + 3] as number) << 24);
    // The highest value is odd, so none lies halfway between two of 8 bits, and the product rounds as the quotient would.
    to[out] = ((pixel & mask) >>> shift) * scale + 0.5;
  }
}

// ---- runs ----

/*
 * Pixels of a BMP that are packed as runs: RLE4, RLE8, and RLE24 of OS/2.
 *
 *   count(1) pixel                      the pixel so many times; with RLE4 two pixels that take turns, with RLE24 blue, green, red
 *   00 count(1) pixels                  pixels one by one, three or more, filled to an even number of octets
 *   00 00                               the row ends
 *   00 01                               the picture ends
 *   00 02 right(1) down(1)              the next pixel is so many further on
 *
 * Rows go in the order of the file, from the bottom as a rule. Pixels that no run paints have the first colour of the palette, and are
 * black with RLE24: the format leaves it open, and ImageMagick does the same.
 *
 * Source: Microsoft, Bitmap Compression; IBM, OS/2 2.0 Presentation Manager Programming Reference, BITMAPINFO2 (RLE24).
 */

/** What the octet after a 0 means; from 3 on it counts pixels. */
const END_OF_ROW = 0;
const END_OF_PICTURE = 1;
const MOVE = 2;

const MAX_RUN = 255;

/** Pixels that octets can paint at most. */
export function maxRunPixels(lengthOctets: number, depth: number): number {
  return (lengthOctets / (depth === 24 ? 4 : 2)) * MAX_RUN;
}

/**
 * Unpacks runs: rows from the top down, without filler, each pixel an index of the palette (one octet) or, with RLE24, blue, green, red.
 * Lenient: what lies outside of the row or the picture is left out, and pixels after the end of the file count as not painted.
 * @param options as `patient` gives them.
 * @throws DecodeError `truncated` or `bad-value` with the offset of the run.
 */
export function unpackRuns(octets: Uint8Array, header: BmpHeader, reading: Reading): Uint8Array {
  const { widthPx, heightPx, isTopDown, depth, palette, pixelsAt } = header;
  const pixelOctets = depth === 24 ? 3 : 1;
  const pixels = new Uint8Array(widthPx * heightPx * pixelOctets);
  const end = octets.length;
  const refuse = (code: FormatErrorCode, offset: number, message: string) => reading.fault(code, 'bmp/pixels', offset, message);
  let at = pixelsAt;
  let x = 0;
  let row = 0;
  let known = depth === 24 ? Number.POSITIVE_INFINITY : palette.length / 3;
  while (at + 2 <= end) {
    const count = octets[at] as number;
    const second = octets[at + 1] as number;
    if (count === 0 && second <= MOVE) {
      if (second === END_OF_PICTURE) return pixels;
      if (second === END_OF_ROW) {
        x = 0;
        row = Math.min(row + 1, heightPx);
        at += 2;
        continue;
      }
      if (at + 4 > end) break;
      x += octets[at + 2] as number;
      row += octets[at + 3] as number;
      if (x > widthPx || row > heightPx) {
        refuse('bad-value', at, `moves to column ${x} of row ${row}, outside of ${widthPx}x${heightPx}`);
        x = Math.min(x, widthPx);
        row = Math.min(row, heightPx);
      }
      at += 4;
      continue;
    }
    if (row === heightPx) {
      refuse('bad-value', at, 'has pixels after the last row');
      return pixels;
    }
    // Of a run one pixel is stored (of RLE4 two, in one octet), else all of them.
    const isRun = count > 0;
    const dataAt = at + (isRun ? 1 : 2);
    const dataOctets = isRun ? pixelOctets : Math.ceil((second * depth) / 8);
    if (isRun && dataAt + dataOctets > end) break;
    const stored = isRun ? count : Math.min(second, Math.floor(((end - dataAt) * 8) / depth));
    const painted = Math.min(stored, widthPx - x);
    if (painted < stored) refuse('bad-value', at, `has ${stored} pixels, its row has ${widthPx - x} left`);
    const to = ((isTopDown ? row : heightPx - 1 - row) * widthPx + x) * pixelOctets;
    const highest = paint(octets, dataAt, isRun, depth, pixels, to, painted);
    if (highest >= known) {
      refuse('bad-value', at, `has a pixel of colour ${highest}, the palette has ${known}`);
      known = Number.POSITIVE_INFINITY;
    }
    x += painted;
    at = dataAt + dataOctets + (isRun ? 0 : dataOctets & 1);
  }
  const isWhole = row === heightPx || (row === heightPx - 1 && x === widthPx);
  if (!isWhole) refuse('truncated', end, `ends in row ${row + 1} of ${heightPx}`);
  return pixels;
}

/** Paints pixels, and gives the highest octet of them. */
function paint(
  octets: Uint8Array,
  dataAt: number,
  isRun: boolean,
  depth: number,
  pixels: Uint8Array,
  to: number,
  count: number,
): number {
  const length = depth === 24 ? count * 3 : count;
  let highest = 0;
  for (let i = 0; i < length; i++) {
    let value: number;
    if (depth === 4) value = ((octets[dataAt + (isRun ? 0 : i >> 1)] as number) >> ((i & 1) === 0 ? 4 : 0)) & 0xf;
    else value = octets[dataAt + (isRun ? (depth === 24 ? i % 3 : 0) : i)] as number;
    if (value > highest) highest = value;
    pixels[to + i] = value;
  }
  return highest;
}
