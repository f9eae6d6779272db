/**
 * Writing PNG pictures for handsets: not interlaced, and nothing in them but IHDR, PLTE, tRNS, IDAT and IEND.
 *
 * A picture with few colours has as few bits a pixel as they need, and those that no pixel has are not written. Its transparent colour is the first
 * one, so that tRNS has one octet. Rows are written without filters and with the filter that leaves the smallest sums, and the smaller of both files
 * is kept: few colours are best without (section 12.7), photographs with.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 9, 11.2, 11.3.1 and 12.
 * @module
 */
import { checkSide } from '../../bitmap/bitmap.js';
import { EncodeError } from '../../errors.js';
import { GREY, PALETTE, RGB, RGBA } from '../../media/png-chunks.js';
import { type PngLayout, pngChunk, pngFile } from '../../media/png-file.js';
import { checkIndices, countColors, type Palette, withUsedColors } from '../colour/palette.js';
import { deflateWhole } from '../node.js';
import { flatten, isOpaque, type Raster, requireSamples } from '../raster.js';
import { withBestFilters, withoutFilter } from './filter.js';

/** A picture of a few colours or greys, one octet a pixel. */
export interface IndexedPicture {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  /** Row by row, one octet a pixel: a colour of the palette, or a grey from 0 to 2^bits - 1. */
  readonly indices: Uint8Array;
  /** Absent for greys. */
  readonly palette?: Palette | undefined;
  /** Whether a palette of greys may be left out, where they take as few bits without it. A reader counts 256 colours in a PNG of greys of 8 bits. */
  readonly mayBeGrey?: boolean | undefined;
  /** Bits a pixel: 1, 2, 4 or 8. As few as its colours take by default; greys must say. */
  readonly bits?: number | undefined;
}

/**
 * A picture of up to 256 colours as a PNG with a palette, or of 2, 4, 16 or 256 greys as one without.
 * The same picture gives the same octets.
 * @throws EncodeError `bad-value` naming the field: sides, the number of indices, an undefined index, bits.
 */
export function encodeIndexedPng(picture: IndexedPicture): Uint8Array {
  const { widthPx, heightPx, palette } = picture;
  checkSide(widthPx, 'widthPx');
  checkSide(heightPx, 'heightPx');
  const colors = palette === undefined ? undefined : countColors(palette);
  const bits = checkedBits(picture.bits, colors);
  checkIndices(picture.indices, picture, colors ?? 2 ** bits, 'indices');
  if (palette === undefined) {
    const layout = { widthPx, heightPx, bitDepth: bits, colorType: GREY };
    return writePng(layout, [], pack(picture.indices, widthPx, heightPx, bits), 1);
  }
  const used = withUsedColors({ palette, pictures: [picture.indices] });
  const { rgb, indices, isTransparent } = withTransparentFirst(used.palette, used.pictures[0] as Uint8Array);
  const depth = picture.bits ?? leastBits(rgb.length / 3);
  const sides = { widthPx, heightPx, bitDepth: depth } as const;
  if (picture.mayBeGrey === true && !isTransparent && findGreyBits(rgb) === depth) {
    const levels = indices.map((index) => ((rgb[index * 3] as number) * (2 ** depth - 1)) / 255);
    return writePng({ ...sides, colorType: GREY }, [], pack(levels, widthPx, heightPx, depth), 1);
  }
  const tables = [pngChunk('PLTE', rgb), ...(isTransparent ? [pngChunk('tRNS', Uint8Array.of(0))] : [])];
  return writePng({ ...sides, colorType: PALETTE }, tables, pack(indices, widthPx, heightPx, depth), 1);
}

/** The fewest bits that hold the levels of a palette of greys as they are; undefined for other palettes. */
function findGreyBits(rgb: Uint8Array): number | undefined {
  if (!rgb.every((level, i) => level === rgb[i - (i % 3)])) return undefined;
  // 255 is a multiple of all that these can be.
  return [1, 2, 4, 8].find((bits) => rgb.every((level) => (level * (2 ** bits - 1)) % 255 === 0));
}

/**
 * Encodes a raster as a PNG of 8 bits per sample: grey, RGB, or RGBA if a pixel is not opaque. The same raster gives the same
 * octets.
 * @throws EncodeError `bad-value` naming the field.
 * @throws TypeError when `raster` is not a raster.
 * @example
 * ```ts
 * import { encodePng, probe } from 'handset/image';
 *
 * const octets = encodePng({ widthPx: 2, heightPx: 1, channels: 1, samples: Uint8Array.of(0, 255) });
 * probe(octets); // -> { contentType: 'image/png', widthPx: 2, heightPx: 1, ... }
 * ```
 */
export function encodePng(raster: Raster): Uint8Array {
  const samples = requireSamples(raster);
  const { widthPx, heightPx, channels } = raster;
  const sides = { widthPx, heightPx, bitDepth: 8 } as const;
  if (channels === 1) return writePng({ ...sides, colorType: GREY }, [], samples, 1);
  if (channels === 3) return writePng({ ...sides, colorType: RGB }, [], samples, 3);
  if (!isOpaque(raster)) return writePng({ ...sides, colorType: RGBA }, [], samples, 4);
  return writePng({ ...sides, colorType: RGB }, [], flatten(raster).samples, 3);
}

function leastBits(colors: number): number {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

function checkedBits(asked: number | undefined, colors: number | undefined): number {
  const least = leastBits(colors ?? 1);
  const bits = asked ?? (colors === undefined ? 0 : least);
  if ((bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) || bits < least) {
    const allowed = [1, 2, 4, 8].filter((width) => width >= least).join(', ');
    throw EncodeError.badValue('bits', `${asked === undefined ? 'are not given' : `is ${bits}`}, allowed: ${allowed}`);
  }
  return bits;
}

/** The transparent colour changes places with the first. */
function withTransparentFirst({ rgb, transparentIndex }: Palette, indices: Uint8Array) {
  if (transparentIndex === undefined) return { rgb, indices, isTransparent: false };
  if (transparentIndex === 0) return { rgb, indices, isTransparent: true };
  const swapped = new Uint8Array(rgb);
  swapped.copyWithin(transparentIndex * 3, 0, 3);
  swapped.set(rgb.subarray(transparentIndex * 3, transparentIndex * 3 + 3));
  const renamed = indices.map((index) => (index === 0 ? transparentIndex : index === transparentIndex ? 0 : index));
  return { rgb: swapped, indices: renamed, isTransparent: true };
}

/** Pixels of a few bits, the first one in the highest of an octet; each row begins with an octet. */
function pack(indices: Uint8Array, widthPx: number, heightPx: number, bits: number): Uint8Array {
  if (bits === 8) return indices;
  const rowLength = Math.ceil((widthPx * bits) / 8);
  const packed = new Uint8Array(rowLength * heightPx);
  for (let y = 0, from = 0; y < heightPx; y++) {
    for (let x = 0, bit = y * rowLength * 8; x < widthPx; x++, bit += bits) {
      const at = bit >> 3;
      packed[at] = (packed[at] as number) | ((indices[from++] as number) << (8 - bits - (bit & 7)));
    }
  }
  return packed;
}

/** @param step distance to the sample on the left in octets, at least 1. */
function writePng(layout: PngLayout, tables: readonly Uint8Array[], rows: Uint8Array, step: number): Uint8Array {
  const rowLength = rows.length / layout.heightPx;
  const plain = deflateWhole(withoutFilter(rows, rowLength), false);
  const filtered = deflateWhole(withBestFilters(rows, rowLength, step), true);
  return pngFile(layout, tables, filtered.length < plain.length ? filtered : plain);
}
