/**
 * Writing a PNG around packed pixels: its signature and its chunks, each with a CRC.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5 and 11.2.
 * @module
 */

import { crc32 } from '../bytes/crc32.js';
import { joinOctets } from '../bytes/octets.js';
import { PNG_SIGNATURE } from './png-chunks.js';

/** What the header says of a picture that is not interlaced. */
export interface PngLayout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Bits of a sample, or of a palette's index. */
  readonly bitDepth: number;
  /** One of GREY and the others in png-chunks. */
  readonly colorType: number;
}

/**
 * The file.
 * @param tables chunks between the header and the pixels.
 * @param packed the zlib stream of the rows, each after the octet of its filter.
 */
export function pngFile(layout: PngLayout, tables: readonly Uint8Array[], packed: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, layout.widthPx);
  view.setUint32(4, layout.heightPx);
  header.set([layout.bitDepth, layout.colorType], 8);
  const parts = [
    Uint8Array.from(PNG_SIGNATURE),
    pngChunk('IHDR', header),
    ...tables,
    pngChunk('IDAT', packed),
    pngChunk('IEND', new Uint8Array(0)),
  ];
  return joinOctets(parts);
}

/** A chunk. @param type four letters */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const octets = new Uint8Array(data.length + 12);
  const view = new DataView(octets.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) octets[4 + i] = type.charCodeAt(i);
  octets.set(data, 8);
  view.setUint32(data.length + 8, crc32(octets.subarray(4, -4)));
  return octets;
}
