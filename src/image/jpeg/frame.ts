/**
 * The headers of frames and scans in a JPEG: how large the picture is, of which components, and which of their coefficients a scan has.
 *
 * Read are the baseline, the extended sequential and the progressive process with 8 bits and Huffman codes; the others (12 bits, lossless,
 * hierarchical, arithmetic) are refused by name.
 *
 * Source: ITU-T T.81 sections B.2.2, B.2.3 and B.2.5; G.1.1.1 for the scans of a progressive picture.
 * @module
 */

import { ByteReader } from '../../bytes/reader.js';
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import {
  type FrameComponent,
  readFrameComponent,
  readFrameStart,
  readScanBand,
  readScanComponent,
  type ScanBand,
  type ScanComponent,
} from '../../media/jpeg-headers.js';
import { findScanEnd, isFrameMarker, JPEG_MARKER, type JpegSegment, nextSegment } from '../../media/jpeg-segments.js';
import { requireEnd, requirePixels } from '../leniency.js';

/** A frame header (B.2.2). */
export interface JpegFrame {
  readonly process: 'baseline' | 'extended' | 'progressive';
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535; 0 when a DNL segment after the first scan has it. */
  readonly heightPx: number;
  /** 1, 3 or 4. */
  readonly components: readonly FrameComponent[];
  /** Offset of the height in the file. */
  readonly heightAt: number;
  /** Name of the marker, for the fields of errors. */
  readonly name: string;
}

/** Whether a frame header follows, of a process that is read or of another. */
export function isFrame(marker: number): boolean {
  return isFrameMarker(marker) || marker === JPEG_MARKER.DHP;
}

/** Why a frame is not read, by its marker; undefined for those that are. */
function unreadProcess(marker: number): string | undefined {
  if (marker <= JPEG_MARKER.SOF2) return undefined;
  if (marker === JPEG_MARKER.DHP) return 'hierarchical pictures are not supported';
  const what = (marker & 3) === 3 ? 'lossless' : marker & 4 ? 'hierarchical' : '';
  const coded = marker >= 0xc8 ? 'arithmetic-coded' : '';
  return `${[what, coded].filter((word) => word !== '').join(' ')} pictures are not supported`;
}

/**
 * A frame header.
 * @throws DecodeError `bad-value` for a process that is not read, a size of 0 columns, wrong numbers of components or factors.
 * @throws LimitError `limit-exceeded` past `imagePixels`.
 */
export function readFrame({ marker, name, at, body }: JpegSegment, reading: Reading): JpegFrame {
  const field = `JPEG/${name}`;
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `${field}/${part}`, offset, reason);
  const unread = unreadProcess(marker);
  if (unread !== undefined) throw new DecodeError('bad-value', field, at, unread);
  const start = body.offset;
  const heightAt = start + 1;
  const { precision, heightPx, widthPx, count } = readFrameStart(body, field);
  if (precision !== 8) throw bad('precision', start, `is ${precision} bits a sample, supported: 8`);
  if (widthPx === 0) throw bad('width', start + 3, 'is 0, at least 1');
  requirePixels({ widthPx, heightPx }, reading, field, heightAt);
  if (count !== 1 && count !== 3 && count !== 4) throw bad('components', start + 5, `are ${count}, supported: 1, 3 and 4`);
  const components: FrameComponent[] = [];
  for (let i = 0; i < count; i++) {
    const idAt = body.offset;
    const component = readFrameComponent(body, field, i);
    const { id, horizontal, vertical, quantTable } = component;
    if (components.some((other) => other.id === id)) throw bad('id', idAt, `is ${id} for two components`);
    if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) {
      throw bad('sampling', idAt + 1, `is ${horizontal}x${vertical}, allowed: 1 to 4 each`);
    }
    if (quantTable > 3) throw bad('quantTable', idAt + 2, `is ${quantTable}, allowed: 0 to 3`);
    components.push(component);
  }
  requireEnd(body, field, reading);
  const process = marker === JPEG_MARKER.SOF0 ? 'baseline' : marker === JPEG_MARKER.SOF1 ? 'extended' : 'progressive';
  return { process, widthPx, heightPx, components, heightAt, name };
}

/**
 * The height of a frame, which may be after the first scan alone (B.2.5).
 * @param reader after the header of that scan; is not moved.
 */
export function frameHeight(frame: JpegFrame, reader: ByteReader, reading: Reading): number {
  if (frame.heightPx > 0) return frame.heightPx;
  const { octets, offset, end } = reader;
  const field = `JPEG/${frame.name}/height`;
  const { at } = findScanEnd(octets, offset, end);
  if (at + 1 >= end) throw new DecodeError('truncated', field, frame.heightAt, 'is 0, and no DNL segment follows');
  const segment = nextSegment(new ByteReader(octets, undefined, at, end), reading);
  if (segment.marker !== JPEG_MARKER.DNL) {
    throw new DecodeError('bad-value', field, frame.heightAt, 'is 0, and no DNL segment follows the first scan');
  }
  const heightPx = readLines(segment, reading);
  requirePixels({ widthPx: frame.widthPx, heightPx }, reading, `JPEG/${frame.name}`, frame.heightAt);
  return heightPx;
}

/** The height in a DNL segment. @throws DecodeError `bad-value` when it is 0. */
export function readLines({ body }: JpegSegment, reading: Reading): number {
  const at = body.offset;
  const lines = body.u16('JPEG/DNL/lines');
  if (lines === 0) throw new DecodeError('bad-value', 'JPEG/DNL/lines', at, 'is 0, at least 1');
  requireEnd(body, 'JPEG/DNL', reading);
  return lines;
}

/** A scan header (B.2.3). */
export interface JpegScan extends ScanBand {
  /** The tables, and the index among the frame's components. */
  readonly components: readonly (ScanComponent & { readonly index: number })[];
  /** Offset of the marker. */
  readonly at: number;
}

/**
 * A scan header.
 * @throws DecodeError `bad-value` for components that the frame does not have, or has in another order, table numbers over 3, more than ten
 * blocks in an MCU, and in a progressive picture a band or approximation that no scan can have; `truncated`.
 */
export function readScan({ at, body }: JpegSegment, frame: JpegFrame, reading: Reading): JpegScan {
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `JPEG/SOS/${part}`, offset, reason);
  const countAt = body.offset;
  const count = body.u8('JPEG/SOS/components');
  if (count < 1 || count > frame.components.length) {
    throw bad('components', countAt, `are ${count}, the frame has ${frame.components.length}`);
  }
  const components: (ScanComponent & { readonly index: number })[] = [];
  let blocks = 0;
  for (let i = 0, last = -1; i < count; i++) {
    const idAt = body.offset;
    const component = readScanComponent(body, i);
    const { id, dcTable, acTable } = component;
    const index = frame.components.findIndex((component) => component.id === id);
    if (index < 0) throw bad('id', idAt, `the frame has no component ${id}`);
    if (index <= last) throw bad('id', idAt, 'components come in the order of the frame');
    last = index;
    if (dcTable > 3 || acTable > 3) throw bad('tables', idAt + 1, `are ${dcTable} and ${acTable}, allowed: 0 to 3`);
    const { horizontal, vertical } = frame.components[index] as FrameComponent;
    blocks += horizontal * vertical;
    components.push({ ...component, index });
  }
  if (count > 1 && blocks > 10) throw bad('components', countAt, `${blocks} blocks in an MCU, at most 10`);
  const bandAt = body.offset;
  const band = readScanBand(body);
  const { spectralStart, spectralEnd, approximationHigh, approximationLow } = band;
  requireEnd(body, 'JPEG/SOS', reading);
  if (frame.process === 'progressive') {
    const isBand = spectralStart === 0 ? spectralEnd === 0 : spectralStart <= spectralEnd && spectralEnd <= 63;
    if (!isBand) throw bad('Ss', bandAt, `coefficients ${spectralStart} to ${spectralEnd}: 0 alone, or others up to 63`);
    if (spectralStart > 0 && count > 1) throw bad('components', countAt, 'a scan of AC coefficients has one alone');
    const isStep = approximationHigh === 0 || approximationHigh === approximationLow + 1;
    if (approximationLow > 13 || !isStep) {
      throw bad('AhAl', bandAt + 2, `is ${approximationHigh} and ${approximationLow}: one bit less each time, at most 13`);
    }
  } else if (spectralStart !== 0 || spectralEnd !== 63 || approximationHigh > 0 || approximationLow > 0) {
    reading.reportOrThrow(bad('Ss', bandAt, 'a sequential scan has coefficients 0 to 63, whole'));
  }
  return { components, ...band, at };
}
