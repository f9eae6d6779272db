/**
 * A bitmap as the files that people keep. No DOM here.
 *
 * The PNG is of one bit a pixel, grey, its pixels stored and not packed: a picture for a handset is small. Sources: PNG (third edition)
 * sections 5 and 11; RFC 1950 and RFC 1951 section 3.2.4 (stored blocks).
 * @module
 */
import { rowOctets } from '../bitmap/bitmap.js';
import {
  type Bitmap,
  bitmapToRows,
  encodeBmp,
  encodeNgg,
  encodeNol,
  encodeNpm,
  encodeOtb,
  encodeWbmp,
  invertBitmap,
} from '../bitmap/index.js';
import { crc32 } from '../bytes/crc32.js';
import { ByteWriter, encodeUtf8 } from '../bytes/index.js';
import { FormatError } from '../errors.js';
import type { NamedFile } from './composed.js';

/** What a file may hold besides. */
export interface PictureFilesOptions {
  /** Name in front of the endings. */
  readonly name: string;
  readonly network?: { readonly mcc: string; readonly mnc: string } | undefined;
  readonly text?: string | undefined;
}

/** A bitmap in every form that has a place for it: one that has none (a side or a text that is too long) is left out. */
export function pictureFiles(bitmap: Bitmap, { name, network, text }: PictureFilesOptions): NamedFile[] {
  const files: NamedFile[] = [];
  const add = (ending: string, type: string, encode: () => Uint8Array) => {
    try {
      files.push({ name: `${name}.${ending}`, type, octets: encode() });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  };
  add('otb', 'image/x-ota-bitmap', () => encodeOtb(bitmap));
  if (network !== undefined) add('nol', 'application/octet-stream', () => encodeNol({ ...network, bitmap }));
  add('ngg', 'application/octet-stream', () => encodeNgg({ bitmap }));
  if (text !== undefined) add('npm', 'application/octet-stream', () => encodeNpm({ bitmap, text }));
  add('wbmp', 'image/vnd.wap.wbmp', () => encodeWbmp(bitmap));
  add('bmp', 'image/bmp', () => encodeBmp(bitmap));
  add('png', 'image/png', () => encodeBitmapPng(bitmap));
  add('txt', 'text/plain', () => encodeUtf8(`${bitmapToRows(bitmap).join('\n')}\n`));
  return files;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Octets of a stored block at most. */
const BLOCK = 0xffff;

/** A bitmap as a PNG. @throws EncodeError `bad-value` for what is no bitmap. */
export function encodeBitmapPng(bitmap: Bitmap): Uint8Array {
  const { widthPx, heightPx } = bitmap;
  // One bit, grey, no interlacing; no side takes more than two octets.
  const ihdr = new ByteWriter()
    .u16(0)
    .u16(widthPx)
    .u16(0)
    .u16(heightPx)
    .bytes(Uint8Array.of(1, 0, 0, 0, 0))
    .finish();
  // 1 is white there.
  const { rows } = invertBitmap(bitmap);
  const stride = rowOctets(widthPx);
  const lines = new Uint8Array((stride + 1) * heightPx);
  // The octet in front of each row stays 0: no filter.
  for (let y = 0; y < heightPx; y++) lines.set(rows.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const png = new ByteWriter().bytes(Uint8Array.from(SIGNATURE));
  writeChunk(png, 'IHDR', ihdr);
  writeChunk(png, 'IDAT', stored(lines));
  writeChunk(png, 'IEND', new Uint8Array(0));
  return png.finish();
}

function writeChunk(png: ByteWriter, type: string, data: Uint8Array): void {
  const named = new ByteWriter().bytes(encodeUtf8(type)).bytes(data).finish();
  u32(u32(png, data.length).bytes(named), crc32(named));
}

/** A zlib stream of stored blocks. */
function stored(octets: Uint8Array): Uint8Array {
  const stream = new ByteWriter().bytes(Uint8Array.of(0x78, 0x01));
  for (let at = 0; at < octets.length; at += BLOCK) {
    const block = octets.subarray(at, at + BLOCK);
    const { length } = block;
    const isLast = at + length === octets.length;
    stream.bytes(Uint8Array.of(isLast ? 1 : 0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff)).bytes(block);
  }
  return u32(stream, adler32(octets)).finish();
}

function u32(writer: ByteWriter, value: number): ByteWriter {
  return writer.u16(Math.floor(value / 65_536)).u16(value % 65_536);
}

function adler32(octets: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const octet of octets) {
    a = (a + octet) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}
