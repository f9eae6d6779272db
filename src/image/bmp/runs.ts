/**
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
 * @module
 */
import type { BmpHeader } from '../../bitmap/bmp-header.js';
import type { Reading } from '../../bytes/reading.js';
import type { FormatErrorCode } from '../../errors.js';

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
