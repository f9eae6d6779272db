/**
 * Width and height of a picture, from its header: JPEG (the first frame header), GIF (the screen), PNG, BMP and WBMP.
 *
 * Sources: ITU-T T.81 annex B, GIF89a section 18, PNG 1.2 section 11.2.2, WAP-237 section 6 (WBMP), the BITMAPINFOHEADER of Windows.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { requireOctets, u16be, u16le, u32be } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { bmpSides } from '../media/bmp.js';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../media/jpeg-headers.js';
import { isFrameMarker, JPEG_MARKER, openSegment } from '../media/jpeg-segments.js';
import { IHDR_HEIGHT, IHDR_WIDTH } from '../media/png-chunks.js';
import { plainType, signatureType } from './media-types.js';

/** The size of a picture. */
export interface PictureSize {
  /** Width in pixels. */
  readonly widthPx: number;
  /** Height in pixels. */
  readonly heightPx: number;
}

/** Reads the size that a picture of a content type declares; undefined for other types, and for headers of another type or damaged ones. */
export function pictureSize(octets: Uint8Array, contentType: string): PictureSize | undefined {
  requireOctets(octets, 'octets');
  requireText(contentType, 'contentType');
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
      return octets.length < 10 ? undefined : toSize(u16le(octets, 6), u16le(octets, 8));
    case 'image/png':
      return octets.length < IHDR_HEIGHT + 4 ? undefined : toSize(u32be(octets, IHDR_WIDTH), u32be(octets, IHDR_HEIGHT));
    case 'image/bmp':
      return bmpSize(bmpSides(octets));
    case 'image/vnd.wap.wbmp':
      return wbmpSize(octets);
    default:
      return undefined;
  }
}

/** Its issues go nowhere. */
const LENIENT = /* @__PURE__ */ new Reading({ lenient: true });

/** The first frame header. */
function jpegSize(octets: Uint8Array): PictureSize | undefined {
  const { SOS, EOI } = JPEG_MARKER;
  const reader = new ByteReader(octets, undefined, 2);
  for (;;) {
    const { marker, body } = openSegment(reader, LENIENT);
    if (isFrameMarker(marker)) {
      if (body.remaining < FRAME_WIDTH + 2) return undefined;
      return toSize(u16be(octets, body.offset + FRAME_WIDTH), u16be(octets, body.offset + FRAME_HEIGHT));
    }
    if (marker === SOS || marker === EOI) return undefined;
    reader.offset = body.end;
  }
}

/** Without the sign of the height. */
function bmpSize(sides: PictureSize | undefined): PictureSize | undefined {
  return sides && toSize(sides.widthPx, Math.abs(sides.heightPx));
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
  return toSize(integer(), integer());
}

function toSize(widthPx: number, heightPx: number): PictureSize | undefined {
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : undefined;
}
