/**
 * The first frame of a GIF, row by row and laid over a colour: for a picture that is reduced on its way, no canvas is needed.
 * @module
 */
import type { DecodeOptions } from '../../bytes/reading.js';
import { imageReading } from '../leniency.js';
import { type Colour, mixGrey, type OnRow } from '../raster.js';
import { clip, findArea } from './area.js';
import { NO_TRANSPARENCY, type Picture, readGif } from './file.js';
import { PASSES, requirePixels, unpacker } from './pixels.js';

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
