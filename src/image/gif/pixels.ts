/**
 * The pixels of one frame of a GIF: its data put together, unpacked, and in which order its rows come.
 *
 *   length(1) octets | length(1) octets | ... | 00        together an LZW stream of colour numbers
 *
 * Source: GIF89a specification, CompuServe 1990, sections 15 and 22, appendices E (interlaced rows) and F (LZW).
 * @module
 */
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { imageReading, requireShare } from '../leniency.js';
import { type Colour, mixGrey, type OnRow } from '../raster.js';
import { clip, findArea } from './area.js';
import { NO_TRANSPARENCY, type Picture, readGif } from './file.js';
import { mostPixels, SLACK, unpackLzw } from './lzw.js';

/** Rows of an interlaced frame, pass after pass (appendix E). */
export const PASSES = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
] as const;
export const ONE_PASS = [{ first: 0, step: 1 }] as const;

/** Parts of data below this length are copied by the octet: a file may have millions of them. */
const SHORT_PART = 32;

/** Unpacks one frame after the other into the same memory. `count` is how many pixels there are. */
export function unpacker(octets: Uint8Array, reading: Reading): (picture: Picture) => { pixels: Uint8Array; count: number } {
  let data = new Uint8Array(0);
  let pixels = new Uint8Array(0);
  return (picture) => {
    const { dataAt, pixelBits, colors, transparentIndex } = picture;
    const wanted = findArea(picture);
    if (pixelBits === 0 || wanted === 0) return { pixels, count: 0 };
    requirePixels(octets, picture, wanted, reading);
    const field = `GIF/frame ${picture.index + 1}/LZW`;
    const length = dataLength(octets, dataAt);
    if (data.length < length + SLACK) data = new Uint8Array(length + SLACK);
    if (pixels.length < wanted + SLACK) pixels = new Uint8Array(wanted + SLACK);
    gather(octets, dataAt, data);
    const { pixels: count, at, isDamaged } = unpackLzw(data, length, pixelBits, pixels, wanted);
    if (count < wanted) {
      const offset = findPlace(octets, dataAt, at);
      const message = isDamaged ? 'has an undefined code' : `ends after ${count} of ${wanted} pixels`;
      reading.fault(isDamaged ? 'bad-value' : 'truncated', field, offset, message);
    }
    const known = colors.length / 3;
    if (1 << pixelBits > known) {
      const index = pixels.subarray(0, count).find((pixel) => pixel >= known && pixel !== transparentIndex);
      if (index !== undefined) {
        reading.fault('bad-value', field, dataAt, `has a pixel of colour ${index}, there are ${known}`);
      }
    }
    return { pixels, count };
  };
}

/** Refuses a frame whose data cannot be that many pixels. @param shown pixels of what comes out. */
export function requirePixels(octets: Uint8Array, picture: Picture, shown: number, reading: Reading): void {
  const { index, dataAt, pixelBits } = picture;
  const wanted = findArea(picture);
  if (wanted === 0) return;
  const length = dataLength(octets, dataAt);
  const most = pixelBits === 0 ? 0 : mostPixels(length, pixelBits);
  requireShare(most / wanted, shown, reading, () => {
    const offset = findPlace(octets, dataAt, length);
    return new DecodeError('truncated', `GIF/frame ${index + 1}/LZW`, offset, `${length} octets for ${wanted} pixels`);
  });
}

/** Octets of data without the lengths of its parts; of a part that is cut off, those that are there. */
function dataLength(octets: Uint8Array, dataAt: number): number {
  let sum = 0;
  for (let at = dataAt; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    sum += Math.min(length, octets.length - at - 1);
    at += length + 1;
  }
  return sum;
}

function gather(octets: Uint8Array, dataAt: number, to: Uint8Array): void {
  let out = 0;
  for (let at = dataAt; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    const end = Math.min(at + 1 + length, octets.length);
    if (length < SHORT_PART) for (let i = at + 1; i < end; i++) to[out++] = octets[i] as number;
    else {
      to.set(octets.subarray(at + 1, end), out);
      out += end - at - 1;
    }
    at += length + 1;
  }
}

/** Where an octet of gathered data is in the file; after the last, where the data ends. */
function findPlace(octets: Uint8Array, dataAt: number, position: number): number {
  let at = dataAt;
  for (let left = position; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    if (left < length) return Math.min(at + 1 + left, octets.length);
    left -= length;
    at += length + 1;
  }
  return Math.min(at, octets.length);
}

// ---- row by row ----

/* The first frame of a GIF, row by row and laid over a colour: for a picture that is reduced on its way, no canvas is needed. */

/**
 * Reads the first frame of a GIF row by row, laid over a colour.
 * @param channels 1 for greys, 3 for RGB. @param onRow takes each row from the top down; it is overwritten afterwards.
 * @returns whether nothing of that colour shows through. @throws as `decodeGif` in read.ts.
 */
export function decodeGifRows(
  octets: Uint8Array,
  under: Colour,
  channels: 1 | 3,
  onRow: OnRow,
  options?: DecodeOptions,
): boolean {
  const reading = imageReading(options);
  const { header, pictures } = readGif(octets, reading);
  const [picture] = pictures as readonly [Picture];
  const { widthPx, heightPx, transparentIndex } = picture;
  requirePixels(octets, picture, findArea(header), reading);
  const { pixels, count } = unpacker(octets, reading)(picture);
  const { left, top, widthPx: columns, heightPx: rows } = clip(picture, header);
  const bottom = top + rows;
  const blank = flatBlank(under, header.widthPx, channels);
  const table = flatTable(picture.colors, transparentIndex, blank, channels);
  const line = blank.slice();
  const orderOf = picture.isInterlaced ? interlacedOrder(heightPx) : undefined;
  let isOpaque = columns === header.widthPx && rows === header.heightPx && count === widthPx * heightPx;
  for (let y = 0; y < header.heightPx; y++) {
    if (y < top || y >= bottom) {
      onRow(blank, 0, y);
      continue;
    }
    const row = y - top;
    const from = (orderOf === undefined ? row : (orderOf[row] as number)) * widthPx;
    const end = Math.min(from + columns, count);
    if (end < from + columns) line.set(blank);
    if (channels === 1) lookUpGreys(pixels, from, end, table, line, left);
    else lookUpColors(pixels, from, end, table, line, left * 3);
    if (isOpaque && transparentIndex < NO_TRANSPARENCY) isOpaque = !pixels.subarray(from, end).includes(transparentIndex);
    onRow(line, 0, y);
  }
  return isOpaque;
}

/** A row of one colour. */
function flatBlank(colour: Colour, widthPx: number, channels: 1 | 3): Uint8Array {
  const samples = channels === 1 ? [mixGrey(...colour)] : colour;
  return Uint8Array.from({ length: widthPx * channels }, (_, i) => samples[i % channels] as number);
}

/** Samples of each colour, black where there is none; of the transparent one those of a blank row. */
function flatTable(colors: Uint8Array, transparentIndex: number, blank: Uint8Array, channels: 1 | 3): Uint8Array {
  const table = new Uint8Array(256 * channels);
  if (channels === 3) table.set(colors);
  else {
    const { length } = colors;
    for (let i = 0, from = 0; from < length; i++, from += 3) {
      table[i] = mixGrey(colors[from] as number, colors[from + 1] as number, colors[from + 2] as number);
    }
  }
  if (transparentIndex < NO_TRANSPARENCY) table.set(blank.subarray(0, channels), transparentIndex * channels);
  return table;
}

/** For each row of an interlaced frame how many come before it. */
function interlacedOrder(heightPx: number): Int32Array {
  const order = new Int32Array(heightPx);
  let row = 0;
  for (const { first, step } of PASSES) for (let y = first; y < heightPx; y += step) order[y] = row++;
  return order;
}

function lookUpGreys(pixels: Uint8Array, from: number, end: number, table: Uint8Array, line: Uint8Array, start: number): void {
  for (let at = from, to = start; at < end; at++, to++) line[to] = table[pixels[at] as number] as number;
}

function lookUpColors(pixels: Uint8Array, from: number, end: number, table: Uint8Array, line: Uint8Array, start: number): void {
  for (let at = from, to = start; at < end; at++, to += 3) {
    const entry = 3 * (pixels[at] as number);
    line[to] = table[entry] as number;
    line[to + 1] = table[entry + 1] as number;
    line[to + 2] = table[entry + 2] as number;
  }
}
