/**
 * The headers of a .bmp file and its palette, of every version. No pixel is read.
 *
 *   "BM" file size(4) reserved(4) pixel offset(4) | header | masks | palette | rows, or runs
 *
 *   header size      fields after it                                                          written by
 *   12               width(2) height(2) planes(2) depth(2)                                    OS/2 1.x, Windows 2
 *   40               width(4) height(4) planes(2) depth(2) compression(4) image size(4)       Windows 3
 *                    x, y pixels per metre(4, 4) colours used(4) colours important(4)
 *   52, 56           the same, with masks of red, green and blue(4 each), from 56 on of alpha(4)
 *   108, 124         the same, with a colour space, in 124 with a colour profile              Windows 95, 98
 *   16 to 64         as 40, cut off after any field, or with fields of its own after them     OS/2 2.x
 *
 * Numbers are little-endian. After a header of 40 octets, three masks follow with compression 3, four with 6. A palette has three octets a
 * colour (blue, green, red) after a header of 12 octets, and a fourth, unused one after all others. The file size is not looked at: OS/2
 * programs write the size of the headers there, others 0.
 *
 * Source: Microsoft, BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER; IBM, OS/2 2.0 Presentation
 * Manager Programming Reference, BITMAPINFOHEADER2; for what both leave open, BMP Suite by Jason Summers.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, LimitError } from '../errors.js';
import { MAX_SIDE } from './bitmap.js';
import { magic, side, u16le, u32le } from './file-fields.js';

const CORE_HEADER = 12;
/** Octets of the header of Windows 3. */
export const INFO_HEADER = 40;
/** Headers of Windows with masks in them. */
const MASK_HEADERS: readonly number[] = [52, 56, 108, 124];
/** The shortest header that has an alpha mask. */
const ALPHA_HEADER = 56;

/** Sizes of headers, in octets. OS/2 2.x allows its header of 64 octets to end after any field. */
export const BMP_HEADERS: ReadonlySet<number> = /* @__PURE__ */ new Set([
  ...[CORE_HEADER, 16, 20, 24, 28, 32, 36, INFO_HEADER, 42, 44, 46, 48, 52, 56, 60, 64],
  ...[108, 124],
]);

/** Which bits of a pixel a channel has; 0 for none. */
export interface BmpMasks {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** What the headers say. */
export interface BmpHeader {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  readonly isTopDown: boolean;
  /** Bits of a pixel: 1, 2, 4, 8, 16, 24 or 32. */
  readonly depth: number;
  /** Where the width and the depth are in the file. */
  readonly widthAt: number;
  readonly depthAt: number;
  /** Whether pixels are packed as runs (RLE4, RLE8, RLE24), not row by row. */
  readonly hasRuns: boolean;
  /** With 16 and 32 bits a pixel. */
  readonly masks?: BmpMasks;
  /** Blue, green, red of each colour of the palette, up to 8 bits a pixel; empty above. */
  readonly palette: Uint8Array;
  /** Colours that the header announces. Above 8 bits a pixel no pixel names them. */
  readonly coloursUsed: number;
  /** Where the pixels begin. */
  readonly pixelsAt: number;
}

const DEPTHS: readonly number[] = [1, 2, 4, 8, 16, 24, 32];
/** Compressions of Windows by their numbers. */
const COMPRESSIONS: readonly string[] = ['none', 'RLE8', 'RLE4', 'bit fields', 'JPEG', 'PNG', 'bit fields with alpha'];

/** Masks where the file has none: 5 bits a channel of 16, 8 of 32. */
const MASKS_16: BmpMasks = { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 };
const MASKS_32: BmpMasks = { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 };

/** What an information header says after the depth; zeros where it is cut off before. */
interface Info {
  readonly compression: number;
  readonly compressionAt: number;
  readonly coloursUsed: number;
  readonly coloursAt: number;
  /** Masks that are in the header. */
  readonly masks: BmpMasks | undefined;
}

/**
 * Reads everything before the pixels. Lenient: more colours than the depth allows, a palette that is cut off by the pixels, pixels that
 * begin inside the headers (then those after the palette count), masks that overlap, have gaps or lack a colour, several planes, and runs
 * from the top down.
 * @throws DecodeError `truncated`, or `bad-value` for what no version allows and for compressions that are not read: JPEG, PNG, Huffman.
 * @throws LimitError `limit-exceeded` for sides over 65535.
 */
export function readBmpHeader(reader: ByteReader, options?: DecodeOptions): BmpHeader {
  const reading = Reading.of(options);
  const start = reader.offset;
  reader.open('file-header');
  magic(reader, 'BM', 'bmp/magic');
  u32le(reader, 'bmp/file-size');
  u32le(reader, 'bmp/reserved');
  const offsetAt = reader.offset;
  const pixelOffset = u32le(reader, 'bmp/pixel-offset');
  reader.close();
  reader.open('info-header');
  const sizeAt = reader.offset;
  const size = u32le(reader, 'bmp/header-size');
  if (!BMP_HEADERS.has(size)) {
    throw new DecodeError('bad-value', 'bmp/header-size', sizeAt, `is ${size}, allowed: ${[...BMP_HEADERS].join(', ')}`);
  }
  const isCore = size === CORE_HEADER;
  const widthAt = reader.offset;
  const widthPx = isCore ? side(reader, 'bmp/width', 'u16le') : longSide(reader, 'bmp/width', false);
  const heightAt = reader.offset;
  const height = isCore ? side(reader, 'bmp/height', 'u16le') : longSide(reader, 'bmp/height', true);
  const planesAt = reader.offset;
  const planes = u16le(reader, 'bmp/planes');
  if (planes !== 1) reading.fault('bad-value', 'bmp/planes', planesAt, `is ${planes}, allowed: 1`);
  const depthAt = reader.offset;
  const depth = u16le(reader, 'bmp/depth');
  const info = readInfo(reader, sizeAt, size);
  reader.close();
  const kind = findKind(info, size, depth, depthAt);
  const isTopDown = height < 0;
  if (isTopDown && kind === 'runs') {
    const message = `is ${height}, below 0 only without runs`;
    reading.fault('bad-value', 'bmp/height', heightAt, message);
  }
  const masks = kind === 'fields' ? readMasks(reader, depth, info, reading) : defaultMasks(depth);
  const announced = start + pixelOffset;
  const refuseOffset = (where: string) => {
    const message = `is ${pixelOffset}, inside ${where}`;
    reading.fault('bad-value', 'bmp/pixel-offset', offsetAt, message);
  };
  const palette = depth > 8 ? new Uint8Array(0) : readPalette(reader, depth, isCore, info, announced, refuseOffset, reading);
  if (announced < reader.offset) refuseOffset(`the headers, which take ${reader.offset - start} octets`);
  if (announced > reader.offset) reader.take(announced - reader.offset, 'bmp/gap');
  return {
    widthPx,
    heightPx: Math.abs(height),
    isTopDown,
    depth,
    widthAt,
    depthAt,
    hasRuns: kind === 'runs',
    ...(masks !== undefined && { masks }),
    palette,
    coloursUsed: info.coloursUsed,
    pixelsAt: reader.offset,
  };
}

/** A side of four octets; below 0 the rows go from the top to the bottom. */
function longSide(reader: ByteReader, field: string, canBeNegative: boolean): number {
  const at = reader.offset;
  const sidePx = u32le(reader, field) | 0;
  if (reader.trace !== undefined) reader.trace.mean(`${sidePx} px`);
  if (canBeNegative ? sidePx === 0 : sidePx <= 0) {
    throw new DecodeError('bad-value', field, at, `is ${sidePx}, at least 1`);
  }
  if (Math.abs(sidePx) > MAX_SIDE) throw new LimitError('limit-exceeded', field, at, `is ${sidePx}, at most ${MAX_SIDE}`);
  return sidePx;
}

/** Fields of an information header after the depth, in their order; the last ones may be missing. */
const INFO_FIELDS = [
  'compression',
  'image-size',
  'x-pixels-per-metre',
  'y-pixels-per-metre',
  'colours-used',
  'colours-important',
] as const;

function readInfo(reader: ByteReader, headerAt: number, size: number): Info {
  const end = headerAt + size;
  const values: Partial<Record<(typeof INFO_FIELDS)[number], number>> = {};
  const compressionAt = reader.offset;
  for (const name of INFO_FIELDS) if (reader.offset < end) values[name] = u32le(reader, `bmp/${name}`);
  const masks = MASK_HEADERS.includes(size) ? takeMasks(reader, size >= ALPHA_HEADER) : undefined;
  if (reader.offset < end) reader.take(end - reader.offset, 'bmp/more');
  return {
    compression: values.compression ?? 0,
    compressionAt,
    coloursUsed: values['colours-used'] ?? 0,
    coloursAt: compressionAt + 16,
    masks,
  };
}

function takeMasks(reader: ByteReader, hasAlpha: boolean): BmpMasks {
  const red = u32le(reader, 'bmp/mask-red');
  const green = u32le(reader, 'bmp/mask-green');
  const blue = u32le(reader, 'bmp/mask-blue');
  return { red, green, blue, alpha: hasAlpha ? u32le(reader, 'bmp/mask-alpha') : 0 };
}

/** How pixels are stored. @throws DecodeError `bad-value` for an unknown depth, and for one that the compression does not allow. */
function findKind(
  { compression, compressionAt }: Info,
  size: number,
  depth: number,
  depthAt: number,
): 'rows' | 'runs' | 'fields' {
  const isOs2 = size <= 64 && size !== 52 && size !== 56;
  const refusal = (what: string) =>
    new DecodeError('bad-value', 'bmp/compression', compressionAt, `is ${compression} (${what}), which is not read`);
  // OS/2 has two compressions of its own under the numbers of others; the depth distinguishes them.
  if (compression === 3 && depth === 1 && isOs2) throw refusal('Huffman 1D');
  if (compression === 4 && depth === 24 && isOs2) return 'runs';
  if (compression === 4 || compression === 5) throw refusal(COMPRESSIONS[compression] as string);
  if (!DEPTHS.includes(depth)) {
    throw new DecodeError('bad-value', 'bmp/depth', depthAt, `is ${depth} bits a pixel, allowed: ${DEPTHS.join(', ')}`);
  }
  if (compression === 0) return 'rows';
  if ((compression === 1 && depth === 8) || (compression === 2 && depth === 4)) return 'runs';
  const hasMasks = size === INFO_HEADER || MASK_HEADERS.includes(size);
  if ((compression === 3 || compression === 6) && (depth === 16 || depth === 32) && hasMasks) return 'fields';
  const name = COMPRESSIONS[compression] ?? 'unknown';
  const message = `is ${compression} (${name}) with ${depth} bits a pixel and a header of ${size} octets`;
  throw new DecodeError('bad-value', 'bmp/compression', compressionAt, message);
}

function defaultMasks(depth: number): BmpMasks | undefined {
  return depth === 16 ? MASKS_16 : depth === 32 ? MASKS_32 : undefined;
}

/** Masks of the header or after it: each within the pixel, of adjacent bits, and without bits of another one. */
function readMasks(reader: ByteReader, depth: number, info: Info, reading: Reading): BmpMasks {
  // In the header and after one of 40 octets they are in the same place.
  let maskAt = info.coloursAt + 8;
  const masks = info.masks ?? takeMasks(reader, info.compression === 6);
  let taken = 0;
  for (const name of ['red', 'green', 'blue', 'alpha'] as const) {
    const mask = masks[name];
    const fault = findMaskFault(mask, taken, depth);
    if (fault !== undefined && !(mask === 0 && name === 'alpha')) {
      const message = `is 0x${mask.toString(16)}, ${fault}`;
      reading.fault('bad-value', `bmp/mask-${name}`, maskAt, message);
    }
    taken |= mask;
    maskAt += 4;
  }
  return masks;
}

function findMaskFault(mask: number, taken: number, depth: number): string | undefined {
  if (mask === 0) return 'has no bits';
  if ((mask & taken) !== 0) return 'has bits of another mask';
  if (depth === 16 && mask > 0xffff) return 'has bits outside of the pixel';
  // Adding the lowest bit carries through all the others.
  const lowest = (mask & -mask) >>> 0;
  return ((mask + lowest) & mask) === 0 ? undefined : 'has a gap';
}

/** The colours that a pixel can name: as many as the file says and the pixels leave space for. */
function readPalette(
  reader: ByteReader,
  depth: number,
  isCore: boolean,
  { coloursUsed, coloursAt }: Info,
  pixelsAt: number,
  refuseOffset: (where: string) => void,
  reading: Reading,
): Uint8Array {
  const most = 2 ** depth;
  if (coloursUsed > most) {
    const message = `is ${coloursUsed}, at most ${most} with ${depth} bits a pixel`;
    reading.fault('bad-value', 'bmp/colours-used', coloursAt, message);
  }
  const entryOctets = isCore ? 3 : 4;
  let colours = coloursUsed === 0 ? most : Math.min(most, coloursUsed);
  const fitting = Math.floor((pixelsAt - reader.offset) / entryOctets);
  if (fitting >= 0 && fitting < colours) {
    // A header of 12 octets cannot say that there are fewer.
    if (!isCore) refuseOffset(`the palette of ${colours} colours`);
    colours = fitting;
  }
  const palette = new Uint8Array(colours * 3);
  if (colours === 0) return palette;
  reader.open('palette');
  for (let i = 0; i < colours; i++) palette.set(reader.take(entryOctets, `bmp/colour-${i}`).subarray(0, 3), i * 3);
  reader.close();
  return palette;
}

/** Octets from one row to the next: they are filled to a multiple of four. */
export function bmpPitch({ widthPx, depth }: Pick<BmpHeader, 'widthPx' | 'depth'>): number {
  return Math.ceil((widthPx * depth) / 32) * 4;
}
