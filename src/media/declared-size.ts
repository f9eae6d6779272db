/**
 * The size that pictures declare which only others unpack: WebP, AVIF and HEIC. Nothing is unpacked, and little is checked.
 *
 *   WebP         of the first chunk: lossy, lossless, or extended, which says the size of the canvas less one
 *   AVIF, HEIC   meta / iprp / ipco / ispe, one for each size that a picture of the file, or a tile of one, has: the largest counts
 *
 * Sources: RFC 9649 sections 2.5 to 2.7; ISO/IEC 14496-12 section 4.2, ISO/IEC 23008-12 sections 6.5.3 and 9.3.
 * @module
 */
import { u16le, u32be, u32le } from '../bytes/octets.js';

/** Pixels. */
interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The size of a picture in WebP; undefined where it declares none. */
export function findWebpSize(octets: Uint8Array): Size | undefined {
  if (octets.length < 30) return undefined;
  switch (String.fromCharCode(...octets.subarray(12, 16))) {
    case 'VP8 ':
      return nonZero(u16le(octets, 26) & 0x3fff, u16le(octets, 28) & 0x3fff);
    case 'VP8L': {
      const bits = u32le(octets, 21);
      return nonZero((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return nonZero((u32le(octets, 24) & 0xffffff) + 1, (u32le(octets, 26) >>> 8) + 1);
    default:
      return undefined;
  }
}

function nonZero(widthPx: number, heightPx: number): Size | undefined {
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : undefined;
}

/** Octets of a box's header, and of one that begins with a version and flags. */
const [BOX, FULL_BOX] = [8, 12];

/** The largest size that an AVIF or HEIC declares, before it is turned; undefined where it declares none. */
export function findHeifSize(octets: Uint8Array): Size | undefined {
  const meta = findBox(octets, 'meta', 0, octets.length);
  const properties = meta && findBox(octets, 'iprp', meta.at + FULL_BOX, meta.end);
  const list = properties && findBox(octets, 'ipco', properties.at + BOX, properties.end);
  let largest: Size | undefined;
  if (list === undefined) return undefined;
  for (const { type, at, end } of boxes(octets, list.at + BOX, list.end)) {
    if (type !== 'ispe' || end - at < FULL_BOX + 8) continue;
    const size = nonZero(u32be(octets, at + FULL_BOX), u32be(octets, at + FULL_BOX + 4));
    if (size === undefined) continue;
    if (largest === undefined || size.widthPx * size.heightPx > largest.widthPx * largest.heightPx) largest = size;
  }
  return largest;
}

interface Box {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

function findBox(octets: Uint8Array, type: string, from: number, to: number): Box | undefined {
  for (const box of boxes(octets, from, to)) if (box.type === type) return box;
  return undefined;
}

/** The boxes of a stretch. One whose length is 0 goes to the end; those of 64 bits are films', and end the list. */
function* boxes(octets: Uint8Array, from: number, to: number): Generator<Box, void, undefined> {
  for (let at = from; at + BOX <= to; ) {
    const length = u32be(octets, at);
    const end = length === 0 ? to : at + length;
    if (end < at + BOX || end > to) return;
    yield { type: String.fromCharCode(...octets.subarray(at + 4, at + BOX)), at, end };
    at = end;
  }
}
