/**
 * A PNG around pixels that are packed already: its signature and its chunks, each with a check sum. The command line's drawings use it too.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data crc(4) | ...        IHDR first, IEND last, IDAT between
 *   IHDR   width(4) height(4) bitDepth colorType compression filter interlace
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5 and 11.2.
 * @module
 */
import { crc32 } from 'node:zlib';

/** The octets that every PNG begins with (section 5.2). */
export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Colour types (table 11.1). */
export const GREY = 0;
/** See {@link GREY}. */
export const RGB = 2;
/** See {@link GREY}. */
export const PALETTE = 3;
/** See {@link GREY}. */
export const GREY_ALPHA = 4;
/** See {@link GREY}. */
export const RGBA = 6;

/** What the header says of a picture that is not interlaced. */
export interface PngLayout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Bits of a sample, or of a palette's index. */
  readonly bitDepth: number;
  /** One of {@link GREY} and the others. */
  readonly colorType: number;
}

/**
 * The file.
 * @param tables chunks between the header and the pixels.
 * @param packed the zlib stream of the rows, each with the octet of its filter in front.
 */
export function pngFile(layout: PngLayout, tables: readonly Uint8Array[], packed: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, layout.widthPx);
  view.setUint32(4, layout.heightPx);
  header.set([layout.bitDepth, layout.colorType], 8);
  const chunks = [pngChunk('IHDR', header), ...tables, pngChunk('IDAT', packed), pngChunk('IEND', new Uint8Array(0))];
  return new Uint8Array(Buffer.concat([Uint8Array.from(PNG_SIGNATURE), ...chunks]));
}

/** A chunk. @param type four letters */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const octets = Buffer.alloc(data.length + 12);
  octets.writeUInt32BE(data.length, 0);
  octets.write(type, 4, 'latin1');
  octets.set(data, 8);
  octets.writeUInt32BE(crc32(octets.subarray(4, -4)), data.length + 8);
  return octets;
}
