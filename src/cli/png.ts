/**
 * Drawings of few colours as PNG: one bit a pixel, or a palette of up to 16 colours, in rows without filters, which suit so few colours best
 * (PNG, ISO/IEC 15948, section 12.7). Pictures with colours are the image module's.
 * @module
 */
import { deflateSync } from 'node:zlib';
import { rowOctets } from '../bitmap/bitmap.js';
import type { Bitmap } from '../bitmap/index.js';
import { type PngLayout, pngChunk, pngFile } from '../image/png/container.js';
import { GREY, PALETTE } from '../media/png-chunks.js';

/** A picture of a few colours: one octet a pixel, an index of its palette. */
export interface IndexedPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly indices: Uint8Array;
  /** 2 to 16 colours as 0xRRGGBB. */
  readonly palette: readonly number[];
}

/** A bitmap as a PNG of one bit a pixel, grey. The same bitmap gives the same octets. */
export function writeBitmapPng({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const octets = rowOctets(widthPx);
  // Bits behind the last pixel stay 0.
  const last = 0xff << (octets * 8 - widthPx);
  return writePng({ widthPx, heightPx, bitDepth: 1, colorType: GREY }, [], (y, row) => {
    for (let i = 0; i < octets; i++) row[i] = ~(rows[y * octets + i] as number) & (i === octets - 1 ? last : 0xff);
  });
}

/** A picture of at most 16 colours as a PNG with a palette, four bits a pixel. */
export function writeIndexedPng({ widthPx, heightPx, indices, palette }: IndexedPixels): Uint8Array {
  const layout = { widthPx, heightPx, bitDepth: 4, colorType: PALETTE };
  const colors = Uint8Array.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]));
  return writePng(layout, [pngChunk('PLTE', colors)], (y, row) => {
    const from = y * widthPx;
    for (let x = 0; x < widthPx; x++)
      row[x >> 1] = (row[x >> 1] as number) | ((indices[from + x] as number) << (x & 1 ? 0 : 4));
  });
}

/** @param fillRow puts the pixels of a row into octets that are 0. */
function writePng(layout: PngLayout, tables: readonly Uint8Array[], fillRow: (y: number, row: Uint8Array) => void): Uint8Array {
  const { widthPx, heightPx, bitDepth } = layout;
  const rowLength = 1 + Math.ceil((widthPx * bitDepth) / 8);
  // The octet in front of each row stays 0: no filter.
  const rows = new Uint8Array(rowLength * heightPx);
  for (let y = 0; y < heightPx; y++) fillRow(y, rows.subarray(y * rowLength + 1, (y + 1) * rowLength));
  return pngFile(layout, tables, deflateSync(rows, { level: 9 }));
}
