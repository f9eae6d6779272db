/**
 * The marker segments of a JPEG, one after another; no coefficient is decoded.
 *
 *   FF D8 SOI | FF marker(1) length(2) data(length - 2) | ... | FF DA SOS header, coded data | ... | FF D9 EOI
 *
 * Any number of octets FF may precede a marker; `length` counts itself. Coded data end at the first marker that is not a restart marker
 * (D0 to D7); FF 00 in them is the octet FF.
 *
 * Source: ITU-T T.81 sections B.1.1.2 to B.1.1.5.
 * @module
 */
import { opaque } from '../bytes/file-fields.js';
import { u16be } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';

/** Markers that a reader acts on, without their FF (T.81 table B.1). */
export const JPEG_MARKER = {
  TEM: 0x01,
  SOF0: 0xc0,
  SOF1: 0xc1,
  SOF2: 0xc2,
  DHT: 0xc4,
  JPG: 0xc8,
  DAC: 0xcc,
  RST0: 0xd0,
  RST7: 0xd7,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  DNL: 0xdc,
  DRI: 0xdd,
  DHP: 0xde,
  EXP: 0xdf,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  APP15: 0xef,
  JPG0: 0xf0,
  COM: 0xfe,
} as const;

/** Whether a frame header follows: SOF0 to SOF15, of which DHT, JPG and DAC are other things (table B.1). */
export function isFrameMarker(marker: number): boolean {
  const { DHT, JPG, DAC } = JPEG_MARKER;
  return (marker & 0xf0) === 0xc0 && marker !== DHT && marker !== JPG && marker !== DAC;
}

/** Whether a marker has neither length nor data (B.1.1.3). */
export function isBareMarker(marker: number): boolean {
  return marker === JPEG_MARKER.TEM || (marker >= JPEG_MARKER.RST0 && marker <= JPEG_MARKER.EOI);
}

/** Whether a marker is reserved for later versions and extensions (table B.1). */
export function isReservedMarker(marker: number): boolean {
  return (marker > JPEG_MARKER.TEM && marker < JPEG_MARKER.SOF0) || marker === JPEG_MARKER.JPG;
}

/** By marker, of those that were asked for: a file may have millions of segments. */
const NAMES: string[] = [];

/** Name of a marker in T.81, such as `SOF0` or `APP14`; the number when it has none. */
export function markerName(marker: number): string {
  NAMES[marker] ??= findName(marker);
  return NAMES[marker];
}

function findName(marker: number): string {
  for (const [name, value] of Object.entries(JPEG_MARKER)) if (value === marker) return name;
  if (isFrameMarker(marker)) return `SOF${marker - 0xc0}`;
  if (marker > JPEG_MARKER.RST0 && marker < JPEG_MARKER.RST7) return `RST${marker - JPEG_MARKER.RST0}`;
  if (marker > JPEG_MARKER.APP0 && marker < JPEG_MARKER.APP15) return `APP${marker - JPEG_MARKER.APP0}`;
  if (marker > JPEG_MARKER.JPG0 && marker < JPEG_MARKER.COM) return `JPG${marker - JPEG_MARKER.JPG0}`;
  return `FF${marker.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Fields of the lengths, by marker. */
const LENGTH_FIELDS: string[] = [];

function lengthFieldOf(marker: number): string {
  LENGTH_FIELDS[marker] ??= `JPEG/${markerName(marker)}/length`;
  return LENGTH_FIELDS[marker];
}

/** A marker with its data. */
export interface JpegSegment {
  /** Without its FF. */
  readonly marker: number;
  /** As {@link markerName} gives it. */
  readonly name: string;
  /** Offset of its first FF. */
  readonly at: number;
  /** The data after the length; empty for a marker that has none. Of a segment that is cut, as much of them as there is. */
  readonly body: ByteReader;
  /** What is wrong with it when the file ends inside of it. */
  readonly cut?: DecodeError;
}

/** Reads SOI. @throws DecodeError `truncated` or `bad-value` where the reader is. */
export function readStart(reader: ByteReader): void {
  const { octets, offset } = reader;
  if (reader.remaining >= 2 && u16be(octets, offset) !== 0xffd8) {
    throw new DecodeError('bad-value', 'JPEG/SOI', offset, 'bad JPEG signature: FF D8 expected');
  }
  reader.take(2, 'JPEG/SOI', 'T.81 B.2.1');
}

/**
 * The next marker and its data. Its group in the trace stays open, so that the fields of the data go into it; the cursor is after the data.
 *
 * Lenient: skips octets that are not a marker, restart markers, and reserved markers, which have no known length.
 * @throws DecodeError `truncated`; `bad-value` for what is not allowed between segments.
 */
export function nextSegment(reader: ByteReader, reading: Reading): JpegSegment {
  const segment = openSegment(reader, reading);
  if (segment.cut !== undefined) throw segment.cut;
  reader.offset = segment.body.end;
  return segment;
}

/** {@link nextSegment}, of a segment that is cut too; the cursor is at its data. */
export function openSegment(reader: ByteReader, reading: Reading): JpegSegment {
  for (;;) {
    const at = skipToMarker(reader, reading);
    const { octets, offset, end, trace } = reader;
    const marker = octets[offset - 1] as number;
    const name = markerName(marker);
    if (trace !== undefined) {
      reader.offset = at;
      reader.open(name, 'T.81 B.1.1');
      opaque(reader, offset - 2 - at, 'JPEG/fill');
      reader.take(2, 'JPEG/marker');
    }
    const isBare = isBareMarker(marker);
    const isReserved = marker === 0 || isReservedMarker(marker);
    if (isReserved || (isBare && marker !== JPEG_MARKER.EOI && marker !== JPEG_MARKER.TEM)) {
      reading.fault('bad-value', `JPEG/${name}`, at, isReserved ? 'is a reserved marker' : 'is not allowed between segments');
      reader.close();
      continue;
    }
    if (isBare) return { marker, name, at, body: new ByteReader(octets, trace, offset, offset) };
    const lengthField = lengthFieldOf(marker);
    const length = reader.u16(lengthField);
    if (length < 2) throw new DecodeError('bad-value', lengthField, offset, `is ${length}, at least 2`);
    const dataEnd = offset + length;
    const body = new ByteReader(octets, trace, offset + 2, Math.min(dataEnd, end));
    if (dataEnd <= end) return { marker, name, at, body };
    const reason = `needs ${length - 2} octets, ${body.remaining} left`;
    return { marker, name, at, body, cut: new DecodeError('truncated', `JPEG/${name}`, offset + 2, reason) };
  }
}

/** Moves past the next marker, and returns where its first FF is. */
function skipToMarker(reader: ByteReader, reading: Reading): number {
  const { octets, offset, end } = reader;
  let at = offset;
  while (at < end && !markerFollows(octets, at, end)) {
    at = octets.indexOf(0xff, at + 1);
    if (at < 0) at = end;
  }
  at = Math.min(at, end);
  if (at > offset) {
    opaque(reader, at - offset, 'JPEG/octets');
    reading.fault('bad-value', 'JPEG/marker', offset, 'is not a marker: FF expected');
  }
  let markerAt = at + 1;
  while (markerAt < end && octets[markerAt] === 0xff) markerAt++;
  reader.offset = Math.min(markerAt, end);
  reader.skip(1, 'JPEG/marker');
  return at;
}

/** Whether octets have FF and something else than 00 there; an FF at the very end may be the half of a marker. */
function markerFollows(octets: Uint8Array, at: number, end: number): boolean {
  return octets[at] === 0xff && (at + 1 >= end || octets[at + 1] !== 0);
}

/** Where coded data from `start` on end: at the first FF of a marker, or at `end`; and how many restart markers they have. */
export function findScanEnd(
  octets: Uint8Array,
  start: number,
  end: number,
): { readonly at: number; readonly restarts: number } {
  const { RST0, RST7 } = JPEG_MARKER;
  let restarts = 0;
  for (let from = start; ; ) {
    const at = octets.indexOf(0xff, from);
    if (at < 0 || at >= end) return { at: end, restarts };
    let markerAt = at + 1;
    while (markerAt < end && octets[markerAt] === 0xff) markerAt++;
    if (markerAt >= end) return { at, restarts };
    const marker = octets[markerAt] as number;
    if (marker >= RST0 && marker <= RST7) restarts++;
    else if (marker !== 0) return { at, restarts };
    from = markerAt + 1;
  }
}
