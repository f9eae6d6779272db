/**
 * PNG pictures. pngjs turns rows into pixels; what stands around it here is what it leaves to its callers.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data crc(4) | ...        IHDR first, IEND last, IDAT between
 *   IHDR   width(4) height(4) bitDepth colorType compression filter interlace
 *
 * Before pngjs sees a file, its chunks are walked and its pixel data inflated once, never to more octets than the header promises. pngjs
 * alone inflates interlaced pictures without an end, takes a second IHDR for the truth, and says nothing of pixel data with a wrong
 * check sum. Compressed texts and colour profiles are never inflated.
 *
 * Source: PNG (ISO/IEC 15948) sections 5, 8.2, 10, 11.2.
 * @module
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { MAX_SIDE, rowOctets } from '../bitmap/bitmap.js';
import type { Bitmap, RgbaPixels } from '../bitmap/index.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';

/** Octets of a PNG that is read, at most. */
export const MAX_PNG_OCTETS = 10 * 1024 * 1024;

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

/** Samples a pixel and bit depths of each colour type (table 11.1). */
const COLOR_TYPES: ReadonlyMap<number, { readonly samples: number; readonly depths: readonly number[] }> = new Map([
  [GREY, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [PALETTE, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);

/** First pixel and distance of the seven passes of an interlaced picture, across and down (section 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitDepth: number;
  readonly samples: number;
  readonly isInterlaced: boolean;
}

/** Whether octets begin as a PNG does. */
export function isPng(octets: Uint8Array): boolean {
  return SIGNATURE.every((octet, i) => octets[i] === octet);
}

/**
 * Reads a PNG of any colour type, bit depth and interlacing.
 * @param limits another value for `sourcePixels` of DEFAULT_LIMITS.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, the offset that of a chunk or of its fields; its `cause` is what zlib or
 *   pngjs said.
 * @throws LimitError `limit-exceeded` past MAX_PNG_OCTETS, `sourcePixels` or a side of 65,535, before anything is inflated.
 */
export function readPng(octets: Uint8Array, limits?: Partial<Limits>): RgbaPixels {
  if (octets.length > MAX_PNG_OCTETS) {
    throw new LimitError('limit-exceeded', 'PNG', undefined, `${octets.length} octets, at most ${MAX_PNG_OCTETS}`);
  }
  if (!isPng(octets)) throw new DecodeError('bad-value', 'PNG', 0, 'does not begin as a PNG');
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  const { header, idat, idatAt } = walk(buffer, limits?.sourcePixels ?? DEFAULT_LIMITS.sourcePixels);
  checkData(header, idat, idatAt);
  const { data } = attempt(() => PNG.sync.read(buffer), idatAt);
  return {
    widthPx: header.widthPx,
    heightPx: header.heightPx,
    rgba: new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}

/** Checks the chunks' order and lengths; pngjs checks their sums. */
function walk(buffer: Buffer, maxPixels: number): { header: Header; idat: Buffer; idatAt: number } {
  let header: Header | undefined;
  const idat: Buffer[] = [];
  let idatAt = 0;
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > buffer.length) throw new DecodeError('truncated', 'PNG', at, 'ends before its IEND');
    const length = buffer.readUInt32BE(at);
    const type = buffer.toString('latin1', at + 4, at + 8);
    const field = `PNG/${/^[A-Za-z]{4}$/.test(type) ? type : 'chunk'}`;
    const end = at + 12 + length;
    if (end > buffer.length) {
      throw new DecodeError('truncated', field, at, `says ${length} octets, ${buffer.length - at - 12} are left`);
    }
    if ((header === undefined) !== (type === 'IHDR')) {
      throw new DecodeError('bad-value', field, at, header === undefined ? 'stands where IHDR belongs' : 'is there twice');
    }
    if (type === 'IHDR') header = readHeader(buffer, at, length, maxPixels);
    if (type === 'IDAT') {
      idatAt ||= at;
      idat.push(buffer.subarray(at + 8, end - 4));
    }
    at = end;
    if (type !== 'IEND') continue;
    if (at < buffer.length) throw new DecodeError('trailing-bytes', 'PNG', at, `${buffer.length - at} octets behind IEND`);
    if (idatAt === 0) throw new DecodeError('truncated', 'PNG/IDAT', end - 12 - length, 'there is none');
    return { header: header as Header, idat: Buffer.concat(idat), idatAt };
  }
}

function readHeader(buffer: Buffer, at: number, length: number, maxPixels: number): Header {
  const bad = (name: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `PNG/IHDR/${name}`, at + 8 + offset, reason);
  if (length !== 13) throw new DecodeError('bad-value', 'PNG/IHDR', at, `has ${length} octets instead of 13`);
  const [widthPx, heightPx] = [buffer.readUInt32BE(at + 8), buffer.readUInt32BE(at + 12)];
  if (widthPx === 0) throw bad('width', 0, 'is 0');
  if (heightPx === 0) throw bad('height', 4, 'is 0');
  if (Math.max(widthPx, heightPx) > MAX_SIDE || widthPx * heightPx > maxPixels) {
    const reason = `${widthPx}x${heightPx} pixels, at most ${maxPixels} and ${MAX_SIDE} a side`;
    throw new LimitError('limit-exceeded', 'PNG/IHDR', at + 8, reason);
  }
  const [bitDepth, colorType, compression, filter, interlace] = buffer.subarray(at + 16, at + 21) as unknown as number[];
  const { samples, depths } = COLOR_TYPES.get(colorType as number) ?? {};
  if (samples === undefined) throw bad('colorType', 9, `is ${colorType}`);
  if (!depths?.includes(bitDepth as number)) throw bad('bitDepth', 8, `is ${bitDepth} with colour type ${colorType}`);
  if (compression !== 0) throw bad('compression', 10, `is ${compression}`);
  if (filter !== 0) throw bad('filter', 11, `is ${filter}`);
  if (interlace !== 0 && interlace !== 1) throw bad('interlace', 12, `is ${interlace}`);
  return { widthPx, heightPx, bitDepth: bitDepth as number, samples, isInterlaced: interlace === 1 };
}

/** Inflates the pixel data under the ceiling that the header sets, for its length and its check sum. */
function checkData(header: Header, idat: Buffer, idatAt: number): void {
  const expected = dataOctets(header);
  let length: number;
  try {
    length = inflateSync(idat, { maxOutputLength: expected }).length;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new DecodeError('trailing-bytes', 'PNG/IDAT', idatAt, `more than the ${expected} octets of its pixels`, { cause });
    }
    const kind = code === 'Z_BUF_ERROR' ? 'truncated' : 'bad-value';
    throw new DecodeError(kind, 'PNG/IDAT', idatAt, `cannot be inflated: ${(cause as Error).message}`, { cause });
  }
  if (length < expected) {
    throw new DecodeError('truncated', 'PNG/IDAT', idatAt, `${length} octets of pixels, ${expected} belong there`);
  }
}

/** Octets of all rows, each behind the octet that names its filter. */
function dataOctets({ widthPx, heightPx, bitDepth, samples, isInterlaced }: Header): number {
  const octets = (width: number, height: number) =>
    width === 0 ? 0 : height * (1 + Math.ceil((width * bitDepth * samples) / 8));
  if (!isInterlaced) return octets(widthPx, heightPx);
  const left = (side: number, first: number, step: number) => Math.max(0, Math.ceil((side - first) / step));
  return PASSES.reduce((sum, [x, y, dx, dy]) => sum + octets(left(widthPx, x, dx), left(heightPx, y, dy)), 0);
}

/** What pngjs throws is an Error of no kind, or a RangeError of Node's. */
function attempt<T>(read: () => T, offset: number): T {
  try {
    return read();
  } catch (cause) {
    throw new DecodeError('bad-value', 'PNG', offset, `cannot be read: ${(cause as Error).message}`, { cause });
  }
}

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
