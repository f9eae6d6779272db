/**
 * Reading BMP pictures of every version, whole or row by row.
 *
 *   headers -> rows, each filled to a multiple of four octets, or runs -> samples of the raster
 *
 * Decided here, since the format leaves it open or programs differ:
 *
 * - A palette of greys gives a raster of one channel, any other three; alpha comes from a mask of bit fields alone. The fourth octet of 32
 *   bits without masks, and the spare bit of 16, say nothing.
 * - Colour spaces and profiles, pixels per metre and what follows the pixels do not count.
 * - The size of the file, and of the image, as the headers have them, are not looked at: programs of OS/2 and many others write them wrong.
 *
 * Source: those of bitmap/bmp-header.ts and runs.ts.
 * @module
 */
import { type BmpHeader, bmpPitch, readBmpHeader } from '../../bitmap/bmp-header.js';
import { ByteReader } from '../../bytes/reader.js';
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { imageReading, requireHeld, requirePixels, requireShare } from '../leniency.js';
import type { Channels, OnRow, Raster } from '../raster.js';
import { BGR_WRITER, fieldWriter, maxRunPixels, paletteWriter, unpackRuns, type WriteSamples } from './rows.js';

/** What a BMP says of its picture. */
export interface BmpSummary {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  /** Bits of an index of the palette, or of the widest channel. */
  readonly bitDepth: number;
  /** Colours of its palette, where pixels are indices. */
  readonly colors?: number;
  readonly hasAlpha: boolean;
  /** Channels of the raster that comes of it. */
  readonly channels: Channels;
}

/** A file whose headers were read. */
interface BmpFile {
  readonly octets: Uint8Array;
  readonly header: BmpHeader;
  readonly summary: BmpSummary;
}

/** Pixels in rows: those of the file, or as they were unpacked. */
interface Rows {
  readonly octets: Uint8Array;
  readonly at: number;
  /** Octets from one row to the next. */
  readonly pitch: number;
  readonly isTopDown: boolean;
  /** Bits of a pixel. */
  readonly depth: number;
}

/**
 * Reads the headers, and requires that there are as many pixels as they say.
 * @throws DecodeError `truncated` or `bad-value`; LimitError past `imagePixels` or a side of 65535.
 */
export function bmpHeader(octets: Uint8Array, options?: DecodeOptions): BmpSummary {
  return readFile(octets, imageReading(options)).summary;
}

/**
 * Reads a BMP: greys as one channel, colours as three, and what has an alpha mask as four. Lenient: past faults of the headers that leave a
 * meaning, runs that leave the row or the picture, and colours outside of the palette (black); as much comes as there is of a picture that
 * is cut off: the rest is white, or transparent, or with runs of the first colour. Not a large picture of which not a sixteenth can be
 * there, and no more than 10 000 faults.
 * @throws DecodeError `truncated` or `bad-value`, the offset that of a field, a run, or the pixel that is at fault.
 * @throws LimitError `limit-exceeded` past `imagePixels` or a side of 65535, before memory is taken for pixels.
 */
export function decodeBmp(octets: Uint8Array, options?: DecodeOptions): Raster {
  const reading = imageReading(options);
  const file = readFile(octets, reading);
  const { widthPx, heightPx, channels } = file.summary;
  requireHeld(widthPx * heightPx * channels, reading, 'bmp/width', file.header.widthAt);
  const samples = new Uint8Array(widthPx * heightPx * channels);
  const writeRow = rowWriter(file, reading);
  for (let y = 0; y < heightPx; y++) writeRow(y, samples, y * widthPx * channels);
  return { widthPx, heightPx, channels, samples };
}

/**
 * Reads a BMP row by row, so that the picture need not be in memory; one of runs is, with an octet a pixel (RLE24: three).
 * @throws as {@link decodeBmp}, when rows may have been given already.
 */
export function decodeBmpRows(octets: Uint8Array, onRow: OnRow, options?: DecodeOptions): void {
  const reading = imageReading(options);
  const file = readFile(octets, reading);
  const { widthPx, heightPx, channels } = file.summary;
  const writeRow = rowWriter(file, reading);
  const row = new Uint8Array(widthPx * channels);
  for (let y = 0; y < heightPx; y++) {
    writeRow(y, row, 0);
    onRow(row, 0, y);
  }
}

function readFile(octets: Uint8Array, reading: Reading): BmpFile {
  const header = readBmpHeader(new ByteReader(octets), reading);
  const { widthPx, heightPx, widthAt, depth, masks, palette, hasRuns, pixelsAt } = header;
  requirePixels(header, reading, 'bmp/width', widthAt);
  const pixels = widthPx * heightPx;
  const left = octets.length - pixelsAt;
  const needed = bmpPitch(header) * (heightPx - 1) + Math.ceil((widthPx * depth) / 8);
  const share = hasRuns ? maxRunPixels(left, depth) / pixels : left / needed;
  const cut = () =>
    new DecodeError('truncated', 'bmp/pixels', octets.length, `${left} octets for ${widthPx}x${heightPx} pixels`);
  requireShare(share, pixels, reading, cut);
  if (!hasRuns && left < needed) reading.reportOrThrow(cut());
  const hasAlpha = masks !== undefined && masks.alpha !== 0;
  const summary: BmpSummary = {
    widthPx,
    heightPx,
    bitDepth: masks === undefined ? Math.min(8, depth) : Math.max(...Object.values(masks).map(countBits)),
    ...(depth <= 8 && { colors: palette.length / 3 }),
    hasAlpha,
    channels: hasAlpha ? 4 : depth <= 8 && isGrey(palette) ? 1 : 3,
  };
  return { octets, header, summary };
}

function countBits(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest >>>= 1) bits += rest & 1;
  return bits;
}

function isGrey(palette: Uint8Array): boolean {
  for (let i = 0; i < palette.length; i += 3) {
    if (palette[i] !== palette[i + 1] || palette[i] !== palette[i + 2]) return false;
  }
  return true;
}

/** Writes a row of the picture, counted from the top; what is missing of it white, or transparent. */
function rowWriter({ octets, header, summary }: BmpFile, reading: Reading): (y: number, to: Uint8Array, toAt: number) => void {
  const { widthPx, heightPx, channels } = summary;
  const rows = readRows(octets, header, reading);
  const write = samplesWriter(header, rows.depth, channels, reading);
  const blank = channels === 4 ? 0 : 0xff;
  return (y, to, toAt) => {
    const at = rows.at + (rows.isTopDown ? y : heightPx - 1 - y) * rows.pitch;
    const pixels = Math.max(0, Math.min(widthPx, Math.floor(((rows.octets.length - at) * 8) / rows.depth)));
    if (pixels < widthPx) to.fill(blank, toAt + pixels * channels, toAt + widthPx * channels);
    write(rows.octets, at, pixels, to, toAt);
  };
}

function readRows(octets: Uint8Array, header: BmpHeader, reading: Reading): Rows {
  const { widthPx, isTopDown, depth, hasRuns, pixelsAt } = header;
  if (!hasRuns) return { octets, at: pixelsAt, pitch: bmpPitch(header), isTopDown, depth };
  const isRgb = depth === 24;
  requireHeld(widthPx * header.heightPx * (isRgb ? 3 : 1), reading, 'bmp/width', header.widthAt);
  const pixels = unpackRuns(octets, header, reading);
  return { octets: pixels, at: 0, pitch: widthPx * (isRgb ? 3 : 1), isTopDown: true, depth: isRgb ? 24 : 8 };
}

function samplesWriter(
  { masks, palette, hasRuns }: BmpHeader,
  depth: number,
  channels: Channels,
  reading: Reading,
): WriteSamples {
  if (masks !== undefined) return fieldWriter(depth, masks);
  if (depth === 24) return BGR_WRITER;
  return paletteWriter(depth, palette, channels, (index, at) => {
    // Colours of runs were looked at when they were unpacked.
    if (hasRuns) return;
    const message = `has a pixel of colour ${index}, the palette has ${palette.length / 3}`;
    reading.fault('bad-value', 'bmp/pixels', at, message);
  });
}
