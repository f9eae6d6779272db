/**
 * The 1-bit .bmp file of Siemens handsets.
 *
 *   headers | palette | rows                see bmp-header.ts; a header of 40 octets is written
 *
 * Rows go from the bottom to the top, each filled to a multiple of four octets; most significant bit left. Which of the two values is
 * black the palette says: we write black, white, as everybody does, so 1 is white.
 *
 * Source: BITMAPINFOHEADER as Microsoft documents it; ImageMagick writes the same octets, gammu the same palette.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import type { Trace } from '../bytes/trace.js';
import { DecodeError } from '../errors.js';
import { type Bitmap, checkBitmap, clearFiller, rowOctets, rowText } from './bitmap.js';
import { type BmpHeader, bmpPitch, readBmpHeader } from './bmp-header.js';
import { skipTrailing } from './file-fields.js';
import { checkPixels, traceRows } from './pixels.js';

const FILE_HEADER = 14;
const INFO_HEADER = 40;

/** Luminance of white, in thousandths of a value from 0 to 255. */
const MAX_LIGHT = 255_000;

/** What the two values of a pixel mean. */
interface Meaning {
  readonly isZeroBlack: boolean;
  readonly isOneBlack: boolean;
}

/**
 * Encodes a bitmap as a BMP file with one bit per pixel and a header of 40 octets (BITMAPINFOHEADER).
 * @throws EncodeError `bad-value` naming the field.
 */
export function encodeBmp(bitmap: Bitmap): Uint8Array {
  requireObject(bitmap, 'bitmap');
  checkBitmap(bitmap);
  const { widthPx, heightPx, rows } = bitmap;
  const pixelsAt = FILE_HEADER + INFO_HEADER + 8;
  const pitch = bmpPitch({ widthPx, depth: 1 });
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
 * Decodes a BMP file with one bit per pixel; the darker of its two colours is black. `decodeImage` of `handset/image` reads the other depths.
 * @param options.lenient accept octets after the pixels, and faults of the headers that leave their meaning clear.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for other depths and compressed files.
 * @throws LimitError `limit-exceeded` above `bitmapPixels`, and for more than 65535 pixels a side.
 */
export function decodeBmp(octets: Uint8Array, options?: DecodeOptions): Bitmap {
  return readBmp(new ByteReader(octets), options);
}

/** {@link decodeBmp} of all that a cursor has left. */
export function readBmp(reader: ByteReader, options?: DecodeOptions): Bitmap {
  const reading = Reading.of(options);
  const header = readBmpHeader(reader, reading);
  const { depth, depthAt } = header;
  if (depth !== 1) {
    const message = `is ${depth} bits per pixel, allowed: 1; a picture of more colours has to be made a bitmap first`;
    throw new DecodeError('bad-value', 'bmp/depth', depthAt, message);
  }
  return readBmpBitmap(reader, header, reading);
}

/** What follows headers that say one bit a pixel. @throws as {@link decodeBmp} */
export function readBmpBitmap(reader: ByteReader, header: BmpHeader, options: DecodeOptions | undefined): Bitmap {
  const { widthPx, heightPx, isTopDown, widthAt, palette } = header;
  const reading = Reading.of(options);
  checkPixels(reading.limits, 'bitmapPixels', widthPx, heightPx, 'bmp/width', widthAt);
  const { isZeroBlack, isOneBlack } = readPalette(palette);
  const pitch = bmpPitch(header);
  const at = reader.skip(pitch * heightPx, 'bmp/pixels');
  const stride = rowOctets(widthPx);
  const rows = new Uint8Array(stride * heightPx);
  const ones = isOneBlack ? 0xff : 0;
  const zeros = isZeroBlack ? 0xff : 0;
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
  skipTrailing(reader, 'bmp', reading);
  return bitmap;
}

/**
 * The darker of two colours is black. Where both are the same, or where there is only one (ImageMagick writes the former for a picture of
 * one colour), what has less than half the luminance of white is black.
 */
function readPalette(palette: Uint8Array): Meaning {
  const zero = lightAt(palette, 0) ?? 0;
  const one = lightAt(palette, 1) ?? MAX_LIGHT - zero;
  const isBlack = (light: number, other: number) => light < (light === other ? MAX_LIGHT / 2 : other);
  return { isZeroBlack: isBlack(zero, one), isOneBlack: isBlack(one, zero) };
}

/** Luminance of a colour of the palette (blue, green, red), 0 to {@link MAX_LIGHT}; undefined when the palette has fewer. */
function lightAt(palette: Uint8Array, index: number): number | undefined {
  const [blue, green, red] = palette.subarray(index * 3);
  return red === undefined ? undefined : 299 * red + 587 * (green as number) + 114 * (blue as number);
}

/** Rows in the order of the file. */
function tracePixels(trace: Trace, at: number, pitch: number, { widthPx, heightPx, rows }: Bitmap, isTopDown: boolean): void {
  traceRows(trace, {
    ...{ count: heightPx, start: at * 8, end: (at + pitch * heightPx) * 8, pitch: pitch * 8, bits: widthPx },
    meaning: `${widthPx}x${heightPx}, # black, ${isTopDown ? 'top' : 'bottom'} row first`,
    text: (row) => rowText(rows, (isTopDown ? row : heightPx - 1 - row) * rowOctets(widthPx), widthPx),
  });
}
