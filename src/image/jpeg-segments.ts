/**
 * The marker segments that a JPEG is made of.
 *
 *   FF D8 SOI | FF marker(1) length(2) data(length - 2) | ... | FF DA SOS header, coded data | ... | FF D9 EOI
 *
 * Any number of octets FF may stand in front of a marker. `length` counts itself.
 *
 * Source: ITU-T T.81 sections B.1.1.2 to B.1.1.4.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { isBareMarker, isReservedMarker, JPEG_MARKER, markerName } from '../media/jpeg-headers.js';

/** A marker with the data behind it. */
export interface JpegSegment {
  /** Without its FF. */
  readonly marker: number;
  /** Offset of its FF. */
  readonly at: number;
  /** The data behind the length; empty for a marker that has none. */
  readonly body: ByteReader;
}

/** Reads SOI. @throws DecodeError `truncated` or `bad-value` at offset 0. */
export function readStart(reader: ByteReader): void {
  const at = reader.offset;
  const start = reader.u16('JPEG/SOI');
  if (start !== 0xffd8) throw new DecodeError('bad-value', 'JPEG/SOI', at, 'bad JPEG signature: FF D8 expected');
}

/**
 * The next marker and its data.
 *
 * Lenient: octets that are no marker, and restart markers, markers without meaning and reserved ones are passed over.
 * @throws DecodeError `truncated`; `bad-value` for what may not stand there.
 */
export function nextSegment(reader: ByteReader, reading: Reading): JpegSegment {
  for (;;) {
    const at = findMarker(reader, reading);
    const marker = reader.u8('JPEG/marker');
    const name = markerName(marker);
    const isBare = isBareMarker(marker);
    const isReserved = isReservedMarker(marker);
    if (isReserved || (isBare && marker !== JPEG_MARKER.EOI && marker !== JPEG_MARKER.TEM)) {
      const reason = isReserved ? 'is a reserved marker' : 'has no place between segments';
      reading.fault('bad-value', `JPEG/${name}`, at, reason);
      continue;
    }
    if (isBare) return { marker, at, body: reader.sub(0, `JPEG/${name}`) };
    const lengthAt = reader.offset;
    const length = reader.u16(`JPEG/${name}/length`);
    if (length < 2) throw new DecodeError('bad-value', `JPEG/${name}/length`, lengthAt, `is ${length}, at least 2`);
    return { marker, at, body: reader.sub(length - 2, `JPEG/${name}`) };
  }
}

/** Moves behind the last FF in front of a marker, and returns where its first FF is. */
function findMarker(reader: ByteReader, reading: Reading): number {
  const { octets, end } = reader;
  let at = reader.offset;
  if (at >= end) reader.u8('JPEG/marker');
  let isMarker = markerFollows(octets, at, end);
  if (!isMarker) {
    reading.fault('bad-value', 'JPEG/marker', at, 'is not a marker: FF expected');
    while (!isMarker) {
      at = octets.indexOf(0xff, at + 1);
      if (at < 0 || at >= end) {
        reader.offset = end;
        reader.u8('JPEG/marker');
      }
      isMarker = markerFollows(octets, at, end);
    }
  }
  let behind = at + 1;
  while (behind < end && octets[behind] === 0xff) behind++;
  reader.offset = behind;
  return at;
}

/** Whether the octets FF and something else than 00 stand there; an FF at the very end may be the half of a marker. */
function markerFollows(octets: Uint8Array, at: number, end: number): boolean {
  return octets[at] === 0xff && (at + 1 >= end || octets[at + 1] !== 0);
}

/** Requires that a segment ends here; lenient reading passes over what follows. */
export function requireEnd(body: ByteReader, field: string, reading: Reading): void {
  if (body.remaining === 0) return;
  reading.fault('trailing-bytes', field, body.offset, `${body.remaining} octets of trailing data after the last field`);
}
