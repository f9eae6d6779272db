/**
 * Width and height of a picture, from its header: JPEG (the first frame header), GIF (the screen), PNG, BMP and WBMP.
 *
 * Sources: ITU-T T.81 annex B, GIF89a section 18, PNG 1.2 section 11.2.2, WAP-237 section 6 (WBMP), the BITMAPINFOHEADER of Windows.
 * @module
 */
import { u32 } from '../bytes/file-fields.js';
import { u16be, u16le } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { isBareMarker, isFrameMarker, JPEG_MARKER } from '../media/jpeg-headers.js';
import { openChunk, PNG_SIGNATURE } from '../media/png-chunks.js';
import { plainType, signatureType } from './media-types.js';

/** Pixels. */
export interface PictureSize {
  /** Width in pixels. */
  readonly widthPx: number;
  /** Height in pixels. */
  readonly heightPx: number;
}

/** The size that a picture of a content type declares; undefined for other types, and for headers that are another's, cut short or broken. */
export function pictureSize(octets: Uint8Array, contentType: string): PictureSize | undefined {
  const type = plainType(contentType);
  // WBMP has no signature.
  if (type !== 'image/vnd.wap.wbmp' && signatureType(octets) !== type) return undefined;
  return tryDecode(() => readSize(octets, type));
}

function readSize(octets: Uint8Array, type: string): PictureSize | undefined {
  switch (type) {
    case 'image/jpeg':
      return jpegSize(octets);
    case 'image/gif':
      return octets.length < 10 ? undefined : sizeOf(u16le(octets, 6), u16le(octets, 8));
    case 'image/png':
      return pngSize(octets);
    case 'image/bmp':
      return bmpSize(octets);
    case 'image/vnd.wap.wbmp':
      return wbmpSize(octets);
    default:
      return undefined;
  }
}

function pngSize(octets: Uint8Array): PictureSize | undefined {
  const { body } = openChunk(new ByteReader(octets, undefined, PNG_SIGNATURE.length), Reading.of(undefined));
  return sizeOf(u32(body, 'PNG/IHDR/width'), u32(body, 'PNG/IHDR/height'));
}

function jpegSize(octets: Uint8Array): PictureSize | undefined {
  for (let at = 2; at + 9 <= octets.length; ) {
    if (octets[at] !== 0xff) return undefined;
    const marker = octets[at + 1] as number;
    // Fill octets may precede a marker.
    if (marker === 0xff) at++;
    else if (isFrameMarker(marker)) return sizeOf(u16be(octets, at + 7), u16be(octets, at + 5));
    else if (isBareMarker(marker) && marker !== JPEG_MARKER.EOI) at += 2;
    else at += 2 + Math.max(u16be(octets, at + 2), 2);
  }
  return undefined;
}

/** Of OS/2's header, which is 12 octets long, and of Windows' longer ones, whose height is negative when rows go down. */
function bmpSize(octets: Uint8Array): PictureSize | undefined {
  if (octets.length < 26) return undefined;
  if (u16le(octets, 14) === 12) return sizeOf(u16le(octets, 18), u16le(octets, 20));
  return sizeOf(s32le(octets, 18), Math.abs(s32le(octets, 22)));
}

/** Type 0, the fixed header, and two multi-octet integers. */
function wbmpSize(octets: Uint8Array): PictureSize | undefined {
  if (octets[0] !== 0) return undefined;
  let at = 2;
  const integer = (): number => {
    let value = 0;
    for (let i = 0; i < 3; i++) {
      const octet = octets[at++] ?? 0x80;
      value = (value << 7) | (octet & 0x7f);
      if (octet < 0x80) return value;
    }
    return 0;
  };
  return sizeOf(integer(), integer());
}

function sizeOf(widthPx: number, heightPx: number): PictureSize | undefined {
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : undefined;
}

function s32le(octets: Uint8Array, at: number): number {
  return (u16le(octets, at + 2) << 16) | u16le(octets, at);
}
