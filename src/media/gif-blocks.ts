/**
 * The blocks of a GIF, one after another; no pixel is unpacked.
 *
 *   "GIF87a" or "GIF89a" | width(2) height(2) flags background aspect | global colours | blocks ... | 3B
 *   2C left(2) top(2) width(2) height(2) flags | local colours | pixel bits | data of a frame     low octets first
 *   21 F9 | 04 | flags delay(2) transparent | 00                                                  control of the frame that follows
 *   21 FF | 0B "NETSCAPE2.0" | 03 01 loops(2) | 00                                                how often the animation is played
 *   21 label | data                                                                               other extensions
 *   data: length(1) octets, again and again, up to the length 0
 *
 * Source: GIF89a specification, CompuServe 1990, sections 15 to 27; NETSCAPE2.0 was published by Netscape alone (1996), ANIMEXTS1.0 is the
 * same.
 * @module
 */
import { type Column, latin1, opaque, readColumns, u16le } from '../bytes/file-fields.js';
import { u16le as u16leAt } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { requireSignature } from './signatures.js';

/** `GIF87a` or `GIF89a`. */
const SIGNATURE_OCTETS = 6;

/** What blocks begin with, and extensions after that (appendix B). */
export const GIF_BLOCK = { Image: 0x2c, Extension: 0x21, Trailer: 0x3b } as const;
/** See {@link GIF_BLOCK}. */
export const GIF_LABEL = { PlainText: 0x01, Control: 0xf9, Comment: 0xfe, Application: 0xff } as const;

const NO_YES = ['no', 'yes'] as const;

const TABLE_SIZES = ['2', '4', '8', '16', '32', '64', '128', '256'] as const;

const SCREEN_FLAGS: OctetLayout = {
  name: 'flags',
  bits: [
    { name: 'global table', width: 1, values: NO_YES },
    { name: 'colour resolution', width: 3 },
    { name: 'sorted', width: 1, values: NO_YES },
    { name: 'table size', width: 3, values: TABLE_SIZES },
  ],
};
const IMAGE_FLAGS: OctetLayout = {
  name: 'flags',
  bits: [
    { name: 'local table', width: 1, values: NO_YES },
    { name: 'interlaced', width: 1, values: NO_YES },
    { name: 'sorted', width: 1, values: NO_YES },
    { name: 'reserved', width: 2 },
    { name: 'table size', width: 3, values: TABLE_SIZES },
  ],
};
const CONTROL_FLAGS: OctetLayout = {
  name: 'flags',
  bits: [
    { name: 'reserved', width: 3 },
    { name: 'disposal', width: 3, values: ['not said', 'keep', 'clear', 'restore'] },
    { name: 'waits for the user', width: 1, values: NO_YES },
    { name: 'transparent', width: 1, values: NO_YES },
  ],
};

const BACKGROUND: readonly Column[] = [
  { name: 'background', octets: 1 },
  { name: 'aspect', octets: 1 },
];

/** Reads the signature. @throws DecodeError `truncated` or `bad-value` with the field `GIF` */
export function readGifSignature(reader: ByteReader): void {
  requireSignature(reader, 'image/gif', 'GIF');
  latin1(reader, SIGNATURE_OCTETS, 'GIF/signature');
}

/** Size of the screen and its flags (section 18). @throws DecodeError `truncated` */
export function readGifScreen(reader: ByteReader) {
  reader.open('screen', 'GIF89a 18');
  const widthPx = u16le(reader, 'GIF/width');
  const heightPx = u16le(reader, 'GIF/height');
  const flags = reader.octet(SCREEN_FLAGS, 'GIF/flags');
  readColumns(reader, 'GIF/background', BACKGROUND, 'little');
  reader.close();
  return { widthPx, heightPx, flags };
}

/** Colours of the table that flags announce (sections 19 and 21); 0 without one. */
export function countColours(flags: number): number {
  return flags & 0x80 ? 2 << (flags & 7) : 0;
}

/**
 * What the next block begins with; the cursor stays there. Lenient: skips zeros between blocks, which some programs write.
 * @param field of the error when the file ends here.
 * @throws DecodeError `truncated`; `bad-value` for a block that is not defined.
 */
export function findBlock(reader: ByteReader, reading: Reading, field: string): number {
  const { octets, offset, end } = reader;
  let at = offset;
  while (at < end && octets[at] === 0) at++;
  if (at > offset) {
    opaque(reader, at - offset, 'GIF/octets');
    reading.fault('bad-value', 'GIF/block', offset, `begins with 0, ${ALLOWED}`);
  }
  if (at >= end) reader.skip(1, field);
  const kind = octets[at] as number;
  if (kind !== GIF_BLOCK.Image && kind !== GIF_BLOCK.Extension && kind !== GIF_BLOCK.Trailer) {
    throw new DecodeError('bad-value', 'GIF/block', at, `begins with ${kind}, ${ALLOWED}`);
  }
  return kind;
}

const ALLOWED = 'allowed: 33, 44, 59';

/** Where an image is on the screen, its size, and its flags (section 20). @throws DecodeError `truncated` */
export function readImageDescriptor(reader: ByteReader, field: string) {
  const left = u16le(reader, `${field}/left`);
  const top = u16le(reader, `${field}/top`);
  const widthPx = u16le(reader, `${field}/width`);
  const heightPx = u16le(reader, `${field}/height`);
  return { left, top, widthPx, heightPx, flags: reader.octet(IMAGE_FLAGS, `${field}/flags`) };
}

/** What a graphic control extension has in its one sub-block (section 23). */
export interface GifControl {
  readonly flags: number;
  /** In hundredths of a second. */
  readonly delay: number;
  readonly index: number;
}

/** Reads the sub-block of a graphic control extension, whose length must be 4. @throws DecodeError `truncated` */
export function readGifControl(reader: ByteReader): GifControl {
  reader.u8('GIF/control/length');
  const flags = reader.octet(CONTROL_FLAGS, 'GIF/control/flags');
  const delay = u16le(reader, 'GIF/control/delay');
  reader.trace?.mean(`${delay * 10} ms`);
  return { flags, delay, index: reader.u8('GIF/control/transparent') };
}

/** How often an application extension, whose data begin at `at`, has the animation played again; undefined for other extensions. */
export function findLoops(octets: Uint8Array, at: number): number | undefined {
  if (octets[at] !== 11) return undefined;
  const name = String.fromCharCode(...octets.subarray(at + 1, at + 12));
  if (name !== 'NETSCAPE2.0' && name !== 'ANIMEXTS1.0') return undefined;
  const [length = 0, id = 0] = octets.subarray(at + 12, at + 14);
  return length >= 3 && (id & 7) === 1 ? u16leAt(octets, at + 14) : undefined;
}

/**
 * Moves past data up to its part of length 0. Records nothing: `onPart` is called with the octets of each part, and at the end with none.
 * @throws DecodeError `truncated`
 */
export function skipData(reader: ByteReader, field: string, onPart?: (at: number, length: number) => void): void {
  const { octets, trace, offset, end } = reader;
  const parts = trace === undefined ? reader : new ByteReader(octets, undefined, offset, end);
  for (let length = parts.u8(field); length > 0; length = parts.u8(field)) {
    const at = parts.skip(length, field);
    onPart?.(at, length);
  }
  reader.offset = parts.offset;
  onPart?.(reader.offset, 0);
}
