/**
 * A picture file without what is beside its picture: texts, place and time, thumbnails, and what follows its end. The picture's own data stay
 * as they are, so that nothing of it is lost and the file is shorter for certain.
 *
 * JPEG: application segments but for JFIF and Adobe headers, which keep their fields alone, and comments. PNG: all chunks but IHDR, PLTE, tRNS,
 * IDAT and IEND.
 *
 * Sources: ITU-T T.81 annex B; PNG section 11.
 * @module
 */
import { ByteReader } from '../../bytes/reader.js';
import { Reading } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { ByteWriter } from '../../bytes/writer.js';
import { ADOBE_OCTETS } from '../../media/jpeg-headers.js';
import { findScanEnd, JPEG_MARKER, type JpegSegment, nextSegment } from '../../media/jpeg-segments.js';
import { openChunk, PICTURE_CHUNKS, PNG_SIGNATURE, readCrc } from '../../media/png-chunks.js';
import { beginsWith } from '../../media/signatures.js';
import type { ImageFormat } from '../probe.js';

/** The file without it; undefined where the file is damaged, has nothing else in it, or is of another format. */
export function stripMetadata(octets: Uint8Array, format: ImageFormat): Uint8Array | undefined {
  const strip = format === 'jpeg' ? stripJpeg : format === 'png' ? stripPng : undefined;
  const stripped = strip && tryDecode(() => strip(octets));
  return stripped === undefined || stripped.length === octets.length ? undefined : stripped;
}

/** A JPEG of one scan. */
function stripJpeg(octets: Uint8Array): Uint8Array | undefined {
  const { SOS, EOI } = JPEG_MARKER;
  const reader = new ByteReader(octets, undefined, 2);
  const reading = Reading.of(undefined);
  const writer = new ByteWriter(octets.length);
  writer.bytes(octets.subarray(0, 2));
  for (;;) {
    const segment = nextSegment(reader, reading);
    writeSegment(writer, segment);
    if (segment.marker === EOI) return undefined;
    if (segment.marker === SOS) break;
  }
  const start = reader.offset;
  reader.offset = findScanEnd(octets, start, reader.end).at;
  writer.bytes(octets.subarray(start, reader.offset));
  if (nextSegment(reader, reading).marker !== EOI) return undefined;
  return writer.u8(0xff).u8(EOI).finish();
}

/** Octets of a JFIF header without a thumbnail. */
const JFIF_OCTETS = 14;

/** Writes what of a segment belongs to the picture. */
function writeSegment(writer: ByteWriter, { marker, body }: JpegSegment): void {
  const { APP0, APP14, APP15, COM } = JPEG_MARKER;
  let data = body.octets.subarray(body.offset, body.end);
  if (marker === COM || (marker >= APP0 && marker <= APP15)) {
    const isJfif = marker === APP0 && data.length >= JFIF_OCTETS && beginsWith(data, 'JFIF\0');
    const isAdobe = marker === APP14 && data.length >= ADOBE_OCTETS && beginsWith(data, 'Adobe');
    if (!isJfif && !isAdobe) return;
    data = data.slice(0, isJfif ? JFIF_OCTETS : ADOBE_OCTETS);
    // The sides of the thumbnail.
    if (isJfif) data.fill(0, JFIF_OCTETS - 2);
  }
  writer
    .u8(0xff)
    .u8(marker)
    .u16(data.length + 2)
    .bytes(data);
}

function stripPng(octets: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(octets, undefined, PNG_SIGNATURE.length);
  const reading = Reading.of(undefined);
  const writer = new ByteWriter(octets.length);
  writer.bytes(octets.subarray(0, PNG_SIGNATURE.length));
  for (;;) {
    const chunk = openChunk(reader, reading);
    if (chunk.cut !== undefined) return undefined;
    readCrc(reader, chunk);
    if (PICTURE_CHUNKS.has(chunk.type)) writer.bytes(octets.subarray(chunk.at, chunk.end));
    if (chunk.type === 'IEND') return writer.finish();
  }
}
