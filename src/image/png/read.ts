/**
 * Reading PNG pictures of every colour type, bit depth and interlacing, whole or row by row.
 *
 *   chunks -> zlib stream -> rows -> samples of the raster
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition); what is done where rows are missing is a choice of this package.
 * @module
 */
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { GREY, GREY_ALPHA } from '../../media/png-chunks.js';
import { findPngTransform } from '../icc/chunks.js';
import { type ColourTransform, convertPixels } from '../icc/profile.js';
import { imageReading, requireHeld, requireShare } from '../leniency.js';
import type { OnRow, Raster } from '../raster.js';
import { type PngFile, type PngHeader, readChunks } from './file.js';
import { dataOctets, expander, FilteredRows, lineOctets, listPasses } from './rows.js';

/** Octets that one octet of a zlib stream can become: codes of one bit each for a length of 258 and its distance. */
const MAX_INFLATED = 4 * 258;

/**
 * Reads a PNG: grey without transparency as one channel, colours as three, and anything with transparency as four. Lenient: past CRC
 * mismatches, misplaced and unknown chunks and colours outside of the palette (black); as many rows come as there are of a picture that is
 * cut off or damaged, the others are white, or transparent. Not a large picture of which not a sixteenth can be there, and no more than
 * 10 000 faults.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, the offset that of a chunk or of the octet in it that is at fault.
 * @throws LimitError `limit-exceeded` past `imagePixels` or a side of 65535, before anything is inflated.
 */
export function decodePng(octets: Uint8Array, options?: DecodeOptions): Raster {
  const reading = imageReading(options);
  const file = readFile(octets, reading);
  const { channels } = file.header;
  const transform = findTransform(file, reading);
  const raster = readRaster(file, reading);
  if (transform !== undefined) convertPixels(transform, raster.samples, channels);
  return raster;
}

/**
 * Reads a PNG row by row, so that a large one need not be in memory: of a picture that is not interlaced, two rows are.
 * Rows that lenient reading lacks come white, or transparent.
 * @returns its header. @throws as {@link decodePng}, when rows may have been given already.
 */
export function decodePngRows(octets: Uint8Array, onRow: OnRow, options?: DecodeOptions): PngHeader {
  const reading = imageReading(options);
  const file = readFile(octets, reading);
  const { header } = file;
  const { widthPx, heightPx, channels } = header;
  const rowLength = widthPx * channels;
  const transform = findTransform(file, reading);
  if (header.isInterlaced) {
    const { samples } = readRaster(file, reading);
    if (transform !== undefined) convertPixels(transform, samples, channels);
    for (let y = 0; y < heightPx; y++) onRow(samples, y * rowLength, y);
    return header;
  }
  const rows = new Uint8Array(2 * rowLength);
  const shown = new Uint8Array(transform === undefined ? 0 : rowLength);
  // The next row is told from this one as it is stored.
  const onShown: OnRow = (samples, at, y) => {
    shown.set(samples.subarray(at, at + rowLength));
    convertPixels(transform as ColourTransform, shown, channels);
    onRow(shown, 0, y);
  };
  const found = readRows(file, openRows(file, reading), rows, 2, transform === undefined ? onRow : onShown);
  rows.fill(findBlank(channels));
  for (let y = found; y < heightPx; y++) onRow(rows, 0, y);
  return header;
}

/** What its colour profile makes of its pixels. */
function findTransform({ header, profile }: PngFile, reading: Reading): ColourTransform | undefined {
  const isGrey = header.colorType === GREY || header.colorType === GREY_ALPHA;
  return profile && findPngTransform(profile, isGrey ? 1 : 3, reading);
}

/** The file, refused if its data cannot have an octet for each of the picture. */
function readFile(octets: Uint8Array, reading: Reading): PngFile {
  const file = readChunks(octets, reading, false);
  const { header, dataLength, dataEnd } = file;
  const wanted = dataOctets(header);
  requireShare((dataLength * MAX_INFLATED) / wanted, header.widthPx * header.heightPx, reading, () => {
    return new DecodeError('truncated', 'PNG/IDAT', dataEnd, `${dataLength} octets for ${wanted}`);
  });
  return file;
}

function readRaster(file: PngFile, reading: Reading): Raster {
  const { widthPx, heightPx, channels, isInterlaced } = file.header;
  const length = widthPx * heightPx * channels;
  requireHeld(length, reading, 'PNG/IHDR', 16);
  const rows = openRows(file, reading);
  if (isInterlaced) {
    const samples = new Uint8Array(length);
    if (reading.lenient === true) samples.fill(findBlank(channels));
    readPasses(file, rows, samples);
    return { widthPx, heightPx, channels, samples };
  }
  // Where it can be, the picture is where it was inflated to: half of the memory, which the system may be slow to give.
  const own = rows.expand === undefined ? rows.filtered.ownMemory : undefined;
  const samples = own?.subarray(0, length) ?? new Uint8Array(length);
  const found = readRows(file, rows, samples, heightPx);
  samples.fill(findBlank(channels), found * widthPx * channels);
  return { widthPx, heightPx, channels, samples };
}

/** What is shown where pixels are missing: white, or nothing. */
function findBlank(channels: number): number {
  return channels === 4 ? 0 : 0xff;
}

/** The rows of a file, and what makes samples of the raster of theirs. */
interface Rows {
  readonly filtered: FilteredRows;
  readonly expand: ReturnType<typeof expander>;
}

function openRows(file: PngFile, reading: Reading): Rows {
  return { filtered: new FilteredRows(file, reading), expand: expander(file, reading) };
}

/** Reads a picture that is not interlaced into `rows`, which hold `kept` of them. @returns how many there were. */
function readRows({ header }: PngFile, { filtered, expand }: Rows, rows: Uint8Array, kept: number, onRow?: OnRow): number {
  const { widthPx, heightPx, channels } = header;
  const rowLength = widthPx * channels;
  const lineLength = lineOctets(header, widthPx);
  const lines = expand === undefined ? rows : new Uint8Array(2 * lineLength);
  const linesKept = expand === undefined ? kept : 2;
  for (let y = 0; y < heightPx; y++) {
    const lineAt = (y % linesKept) * lineLength;
    const aboveAt = y === 0 ? -1 : ((y - 1) % linesKept) * lineLength;
    if (!filtered.next(lines, lineAt, aboveAt, lineLength)) return y;
    const at = (y % kept) * rowLength;
    expand?.(lines, lineAt, widthPx, rows, at);
    onRow?.(rows, at, y);
  }
  filtered.finish();
  return heightPx;
}

/** Reads the seven passes of an interlaced picture. */
function readPasses({ header }: PngFile, { filtered, expand }: Rows, samples: Uint8Array): void {
  const { widthPx, channels } = header;
  const lines = new Uint8Array(2 * lineOctets(header, widthPx));
  const row = expand === undefined ? lines : new Uint8Array(widthPx * channels);
  for (const { left, top, stepX, width, height, stepY } of listPasses(header)) {
    const length = lineOctets(header, width);
    for (let i = 0; i < height; i++) {
      const lineAt = (i & 1) * length;
      if (!filtered.next(lines, lineAt, i === 0 ? -1 : length - lineAt, length)) return;
      expand?.(lines, lineAt, width, row, 0);
      let from = expand === undefined ? lineAt : 0;
      let to = ((top + i * stepY) * widthPx + left) * channels;
      for (let x = 0; x < width; x++, to += stepX * channels) {
        for (let c = 0; c < channels; c++) samples[to + c] = row[from++] as number;
      }
    }
  }
  filtered.finish();
}
