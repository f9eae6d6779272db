/**
 * The 1-bit .bmp file, which Siemens handsets take.
 *
 *   "BM" size(4) 0(4) pixel offset(4) | header(40): size width height planes depth compression ... | palette | rows
 *
 * Numbers have the low octet first. Rows go from the bottom to the top, each filled to a multiple of four octets; most significant bit
 * left. Which of the two values is black the palette says: we write black, white, as everybody does, so 1 is white.
 * Source: BITMAPINFOHEADER as Microsoft documents it; ImageMagick writes the same octets, gammu the same palette.
 * @module
 */
import { ByteReader } from '../bytes/reader.js';
import type { Trace } from '../bytes/trace.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import { type Bitmap, checkBitmap, clearFiller, MAX_SIDE, rowOctets, rowText } from './bitmap.js';
import { magic, side, u16le, u32le } from './file-fields.js';
import type { BitmapFileOptions } from './options.js';
import { passOver } from './ota.js';
import { checkPixels, traceRows } from './pixels.js';

const FILE_HEADER = 14;
const INFO_HEADER = 40;
/** The header of OS/2, with sizes of two octets and palette entries of three. */
const CORE_HEADER = 12;
/** Headers that begin as BITMAPINFOHEADER does: itself, with masks, and versions 4 and 5. */
const INFO_HEADERS: readonly number[] = [INFO_HEADER, 52, 56, 108, 124];
const COMPRESSIONS: readonly string[] = ['none', 'RLE8', 'RLE4', 'bit fields', 'JPEG', 'PNG'];

/** Luminance of white, in thousandths of a value from 0 to 255. */
const MAX_LIGHT = 255_000;

/** What the headers say. */
interface BmpHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isTopDown: boolean;
  readonly pixelsAt: number;
  readonly palette: Palette;
}

/** What the two values of a pixel mean. */
interface Palette {
  readonly isZeroBlack: boolean;
  readonly isOneBlack: boolean;
}

/** Octets of a .bmp file with one bit per pixel. @throws EncodeError `bad-value` naming the field. */
export function encodeBmp(bitmap: Bitmap): Uint8Array {
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const pixelsAt = FILE_HEADER + INFO_HEADER + 8;
  const pitch = pitchOctets(widthPx);
  const octets = new Uint8Array(pixelsAt + pitch * heightPx);
  const view = new DataView(octets.buffer);
  octets.set([0x42, 0x4d]);
  view.setUint32(2, octets.length, true);
  view.setUint32(10, pixelsAt, true);
  view.setUint32(14, INFO_HEADER, true);
  view.setUint32(18, widthPx, true);
  view.setUint32(22, heightPx, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 1, true);
  view.setUint32(34, octets.length - pixelsAt, true);
  view.setUint32(46, 2, true);
  view.setUint32(50, 2, true);
  octets.set([0xff, 0xff, 0xff], pixelsAt - 4);
  const stride = rowOctets(widthPx);
  for (let y = 0; y < heightPx; y++) {
    const row = y * stride;
    const into = pixelsAt + (heightPx - 1 - y) * pitch;
    for (let i = 0; i < stride; i++) octets[into + i] = ~(rows[row + i] as number);
    clearFiller(octets.subarray(into, into + stride), widthPx);
  }
  return octets;
}

/**
 * The bitmap in a .bmp file with one bit per pixel; of its two colours the darker one is black. Lenient: octets behind the pixels.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for other depths and compressed files.
 * @throws LimitError `limit-exceeded` past `bitmapPixels` and for sides over 65535.
 */
export function decodeBmp(octets: Uint8Array, options: BitmapFileOptions = {}): Bitmap {
  return readBmp(new ByteReader(octets), options);
}

/** {@link decodeBmp} of all that a cursor has left. */
export function readBmp(reader: ByteReader, options: BitmapFileOptions = {}): Bitmap {
  const start = reader.offset;
  const { widthPx, heightPx, isTopDown, pixelsAt, palette } = readHeader(reader, options);
  if (start + pixelsAt > reader.offset) reader.take(start + pixelsAt - reader.offset, 'bmp/gap');
  const pitch = pitchOctets(widthPx);
  const at = reader.skip(pitch * heightPx, 'bmp/pixels');
  const stride = rowOctets(widthPx);
  const rows = new Uint8Array(stride * heightPx);
  const ones = palette.isOneBlack ? 0xff : 0;
  const zeros = palette.isZeroBlack ? 0xff : 0;
  for (let y = 0; y < heightPx; y++) {
    const from = at + (isTopDown ? y : heightPx - 1 - y) * pitch;
    const row = y * stride;
    for (let i = 0; i < stride; i++) {
      const octet = reader.octets[from + i] as number;
      rows[row + i] = (octet & ones) | (~octet & zeros);
    }
  }
  clearFiller(rows, widthPx);
  const bitmap = { widthPx, heightPx, rows };
  if (reader.trace !== undefined) tracePixels(reader.trace, at, pitch, bitmap, isTopDown);
  passOver(reader, 'bmp', options);
  return bitmap;
}

function readHeader(reader: ByteReader, options: BitmapFileOptions): BmpHeader {
  const start = reader.offset;
  reader.open('file-header');
  magic(reader, 'BM', 'bmp/magic');
  u32le(reader, 'bmp/file-size');
  u32le(reader, 'bmp/reserved');
  const offsetAt = reader.offset;
  const pixelsAt = u32le(reader, 'bmp/pixel-offset');
  reader.close();
  reader.open('info-header');
  const sizeAt = reader.offset;
  const size = u32le(reader, 'bmp/header-size');
  if (size !== CORE_HEADER && !INFO_HEADERS.includes(size)) {
    const message = `is ${size}, allowed: ${CORE_HEADER}, ${INFO_HEADERS.join(', ')}`;
    throw new DecodeError('bad-value', 'bmp/header-size', sizeAt, message);
  }
  const isCore = size === CORE_HEADER;
  const sizesAt = reader.offset;
  const widthPx = isCore ? side(reader, 'bmp/width', 'u16le') : longSide(reader, 'bmp/width', 1);
  const height = isCore ? side(reader, 'bmp/height', 'u16le') : longSide(reader, 'bmp/height', -MAX_SIDE);
  const heightPx = Math.abs(height);
  u16le(reader, 'bmp/planes');
  const depthAt = reader.offset;
  const depth = u16le(reader, 'bmp/depth');
  if (depth !== 1) {
    const message = `is ${depth} bits per pixel, allowed: 1; a picture of more colours has to be made a bitmap first`;
    throw new DecodeError('bad-value', 'bmp/depth', depthAt, message);
  }
  const colours = isCore ? 2 : readInfo(reader, size);
  reader.close();
  const palette = readPalette(reader, colours, isCore ? 3 : 4);
  if (start + pixelsAt < reader.offset) {
    const message = `is ${pixelsAt}, inside the headers, which take ${reader.offset - start} octets`;
    throw new DecodeError('bad-value', 'bmp/pixel-offset', offsetAt, message);
  }
  checkPixels(widthPx, heightPx, options.limits?.bitmapPixels ?? DEFAULT_LIMITS.bitmapPixels, 'bmp/width', sizesAt);
  return { widthPx, heightPx, isTopDown: height < 0, pixelsAt, palette };
}

/** What an information header has behind the depth. Returns how many colours the palette has. */
function readInfo(reader: ByteReader, size: number): number {
  const compressionAt = reader.offset;
  const compression = u32le(reader, 'bmp/compression');
  if (compression !== 0) {
    const name = COMPRESSIONS[compression] ?? 'unknown';
    throw new DecodeError('bad-value', 'bmp/compression', compressionAt, `is ${compression} (${name}), allowed: 0 (none)`);
  }
  for (const name of ['image-size', 'x-pixels-per-metre', 'y-pixels-per-metre']) u32le(reader, `bmp/${name}`);
  const coloursAt = reader.offset;
  const used = u32le(reader, 'bmp/colours-used');
  if (used > 2) throw new DecodeError('bad-value', 'bmp/colours-used', coloursAt, `is ${used}, at most 2`);
  u32le(reader, 'bmp/colours-important');
  if (size > INFO_HEADER) reader.take(size - INFO_HEADER, 'bmp/more');
  return used === 0 ? 2 : used;
}

/**
 * The darker of two colours is black. Where both are the same, or where there is only one (ImageMagick writes the former for a picture of
 * one colour), half the luminance of white divides black from white.
 */
function readPalette(reader: ByteReader, colours: number, entryOctets: number): Palette {
  const zero = readLight(reader, 'bmp/colour-0', entryOctets);
  const one = colours === 1 ? MAX_LIGHT - zero : readLight(reader, 'bmp/colour-1', entryOctets);
  if (zero !== one) return { isZeroBlack: zero < one, isOneBlack: one < zero };
  const isBlack = zero < MAX_LIGHT / 2;
  return { isZeroBlack: isBlack, isOneBlack: isBlack };
}

/** Luminance of a palette entry (blue, green, red), 0 to {@link MAX_LIGHT}. */
function readLight(reader: ByteReader, field: string, entryOctets: number): number {
  const [blue, green, red] = reader.take(entryOctets, field) as unknown as [number, number, number];
  return 299 * red + 587 * green + 114 * blue;
}

/** A side of four octets; below 0 the rows go from the top to the bottom. */
function longSide(reader: ByteReader, field: string, lowest: number): number {
  const at = reader.offset;
  const sidePx = u32le(reader, field) | 0;
  if (reader.trace !== undefined) reader.trace.mean(`${sidePx} px`);
  if (sidePx === 0 || (sidePx < 0 && lowest > 0)) {
    throw new DecodeError('bad-value', field, at, `is ${sidePx}, at least 1`);
  }
  if (Math.abs(sidePx) > MAX_SIDE) throw new LimitError('limit-exceeded', field, at, `is ${sidePx}, at most ${MAX_SIDE}`);
  return sidePx;
}

function pitchOctets(widthPx: number): number {
  return ((widthPx + 31) >> 5) * 4;
}

/** Rows in the order of the file. */
function tracePixels(trace: Trace, at: number, pitch: number, bitmap: Bitmap, isTopDown: boolean): void {
  const { widthPx, heightPx, rows } = bitmap;
  const stride = rowOctets(widthPx);
  const places = { heightPx, start: at * 8, end: (at + pitch * heightPx) * 8, pitch: pitch * 8 };
  const meaning = `${widthPx}x${heightPx}, # black, ${isTopDown ? 'top' : 'bottom'} row first`;
  traceRows(trace, places, meaning, (row, from) => {
    const y = isTopDown ? row : heightPx - 1 - row;
    trace.leaf('row', rowText(rows, y * stride, widthPx), from, from + widthPx);
    if (widthPx < places.pitch) trace.leaf('filler', undefined, from + widthPx, from + places.pitch);
  });
}
