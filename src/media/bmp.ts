/**
 * Where a .bmp file has the fields that are read without its whole header, which handset/bitmap reads.
 *
 * Source: Microsoft, BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER.
 * @module
 */
import { u16le, u32le } from '../bytes/octets.js';

/** Offsets in the file. Width and height have four octets, after a header of {@link BMP_CORE_OCTETS} two. */
const [HEADER_OCTETS, WIDTH, HEIGHT, CORE_HEIGHT] = [14, 18, 22, 20];
/** Octets of the header of OS/2 1.x and Windows 2. */
const BMP_CORE_OCTETS = 12;

/** Octets of the header after the file header. */
export function bmpHeaderOctets(octets: Uint8Array): number {
  return u32le(octets, HEADER_OCTETS);
}

/** Width and height, which is negative when rows go down; undefined for a file that is cut before them. */
export function bmpSides(octets: Uint8Array): { readonly widthPx: number; readonly heightPx: number } | undefined {
  if (octets.length < HEIGHT + 4) return undefined;
  if (bmpHeaderOctets(octets) === BMP_CORE_OCTETS)
    return { widthPx: u16le(octets, WIDTH), heightPx: u16le(octets, CORE_HEIGHT) };
  return { widthPx: u32le(octets, WIDTH) | 0, heightPx: u32le(octets, HEIGHT) | 0 };
}
