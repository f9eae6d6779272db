/**
 * Drawings of few colours as PNG: one bit a pixel, or a palette of up to 16 colours. Pictures with colours are the image room's.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data crc(4) | ...        IHDR first, IEND last, IDAT between
 *   IHDR   width(4) height(4) bitDepth colorType compression filter interlace
 *
 * Source: PNG (ISO/IEC 15948) sections 5, 10, 11.2.
 * @module
 */
import { crc32, deflateSync } from 'node:zlib';
import { rowOctets } from '../bitmap/bitmap.js';
import type { Bitmap } from '../bitmap/index.js';

/** A picture of a few colours: one octet a pixel, an index of its palette. */
export interface IndexedPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly indices: Uint8Array;
  /** 2 to 16 colours as 0xRRGGBB. */
  readonly palette: readonly number[];
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const GREY = 0;
const PALETTE = 3;

/** A bitmap as a PNG of one bit a pixel, grey. The same bitmap gives the same octets. */
export function writeBitmapPng({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const octets = rowOctets(widthPx);
  // Bits behind the last pixel stay 0.
  const last = 0xff << (octets * 8 - widthPx);
  return writePng(widthPx, heightPx, 1, GREY, [], (y, row) => {
    for (let i = 0; i < octets; i++) row[i] = ~(rows[y * octets + i] as number) & (i === octets - 1 ? last : 0xff);
  });
}

/** A picture of at most 16 colours as a PNG with a palette, four bits a pixel. */
export function writeIndexedPng({ widthPx, heightPx, indices, palette }: IndexedPixels): Uint8Array {
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]));
  return writePng(widthPx, heightPx, 4, PALETTE, [chunk('PLTE', colors)], (y, row) => {
    const from = y * widthPx;
    for (let x = 0; x < widthPx; x++)
      row[x >> 1] = (row[x >> 1] as number) | ((indices[from + x] as number) << (x & 1 ? 0 : 4));
  });
}

function writePng(
  widthPx: number,
  heightPx: number,
  bitDepth: number,
  colorType: number,
  ancillary: readonly Buffer[],
  fillRow: (y: number, row: Uint8Array) => void,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([bitDepth, colorType], 8);
  const rowLength = 1 + Math.ceil((widthPx * bitDepth) / 8);
  // The octet in front of each row stays 0: no filter, which suits so few colours best (section 12.7).
  const data = Buffer.alloc(rowLength * heightPx);
  for (let y = 0; y < heightPx; y++) fillRow(y, data.subarray(y * rowLength + 1, (y + 1) * rowLength));
  const body = chunk('IDAT', deflateSync(data, { level: 9 }));
  const whole = [Buffer.from(SIGNATURE), chunk('IHDR', header), ...ancillary, body, chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(whole));
}

function chunk(type: string, data: Buffer): Buffer {
  const result = Buffer.alloc(data.length + 12);
  result.writeUInt32BE(data.length, 0);
  result.write(type, 4, 'latin1');
  result.set(data, 8);
  result.writeUInt32BE(crc32(result.subarray(4, -4)), data.length + 8);
  return result;
}
