/**
 * Bitmaps and drawings of few colours as PNG: one bit a pixel, or a palette of up to 16 colours, in rows without filters, which suit so few
 * colours best (PNG, ISO/IEC 15948, section 12.7). Pictures with many colours are the image module's.
 *
 * Sources: RFC 1950, and RFC 1951 section 3.2.4, for the stream of stored blocks.
 * @module
 */
import { type Bitmap, invertBitmap } from '../bitmap/index.js';
import { ByteWriter } from '../bytes/index.js';
import { GREY, PALETTE } from '../media/png-chunks.js';
import { type PngLayout, pngChunk, pngFile } from '../media/png-file.js';

/** A picture of a few colours: one octet a pixel, an index of its palette. */
export interface IndexedPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly indices: Uint8Array;
  /** 2 to 16 colours as 0xRRGGBB. */
  readonly palette: readonly number[];
}

/** Makes a zlib stream of octets. */
export type Pack = (octets: Uint8Array) => Uint8Array;

/**
 * A bitmap as a PNG of one bit a pixel, grey. The same bitmap gives the same octets.
 * @param pack stored blocks by default, for small pictures and where there is no deflate.
 * @throws EncodeError `bad-value` for what is no bitmap.
 */
export function encodeBitmapPng(bitmap: Bitmap, pack: Pack = storeBlocks): Uint8Array {
  const { widthPx, heightPx } = bitmap;
  // 1 is white there.
  const { rows } = invertBitmap(bitmap);
  const stride = rows.length / heightPx;
  return writePng({ widthPx, heightPx, bitDepth: 1, colorType: GREY }, [], pack, (y, row) => {
    row.set(rows.subarray(y * stride, (y + 1) * stride));
  });
}

/** A picture of at most 16 colours as a PNG with a palette, four bits a pixel. @param pack see {@link encodeBitmapPng} */
export function encodeIndexedPng({ widthPx, heightPx, indices, palette }: IndexedPixels, pack: Pack = storeBlocks): Uint8Array {
  const layout = { widthPx, heightPx, bitDepth: 4, colorType: PALETTE };
  const colors = Uint8Array.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]));
  return writePng(layout, [pngChunk('PLTE', colors)], pack, (y, row) => {
    const from = y * widthPx;
    for (let x = 0; x < widthPx; x++)
      row[x >> 1] = (row[x >> 1] as number) | ((indices[from + x] as number) << (x & 1 ? 0 : 4));
  });
}

/** @param fillRow puts the pixels of a row into octets that are 0. */
function writePng(
  layout: PngLayout,
  tables: readonly Uint8Array[],
  pack: Pack,
  fillRow: (y: number, row: Uint8Array) => void,
): Uint8Array {
  const { widthPx, heightPx, bitDepth } = layout;
  const rowLength = 1 + Math.ceil((widthPx * bitDepth) / 8);
  // The octet before each row stays 0: no filter.
  const rows = new Uint8Array(rowLength * heightPx);
  for (let y = 0; y < heightPx; y++) fillRow(y, rows.subarray(y * rowLength + 1, (y + 1) * rowLength));
  return pngFile(layout, tables, pack(rows));
}

/** Octets of a stored block at most. */
const BLOCK = 0xffff;

/** A zlib stream of stored blocks. */
function storeBlocks(octets: Uint8Array): Uint8Array {
  const stream = new ByteWriter().bytes(Uint8Array.of(0x78, 0x01));
  for (let at = 0; at < octets.length; at += BLOCK) {
    const block = octets.subarray(at, at + BLOCK);
    const { length } = block;
    const isLast = at + length === octets.length;
    stream.bytes(Uint8Array.of(isLast ? 1 : 0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff)).bytes(block);
  }
  const [a, b] = adler32(octets);
  return stream.u16(b).u16(a).finish();
}

function adler32(octets: Uint8Array): [a: number, b: number] {
  let a = 1;
  let b = 0;
  for (const octet of octets) {
    a = (a + octet) % 65_521;
    b = (b + a) % 65_521;
  }
  return [a, b];
}
