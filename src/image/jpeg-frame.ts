/**
 * The headers of frames and scans in a JPEG: how large the picture is, of which components, and which of their coefficients a scan has.
 *
 *   SOF0 SOF1 SOF2  precision(1) height(2) width(2) n(1) then n times: id(1) h:4 v:4 tq(1)
 *   DNL             height(2)
 *   SOS             n(1) then n times: id(1) td:4 ta:4, then Ss(1) Se(1) Ah:4 Al:4
 *
 * Read are the baseline, the extended sequential and the progressive process with 8 bits and Huffman codes; the others (12 bits, lossless,
 * hierarchical, arithmetic) are refused by name.
 *
 * Source: ITU-T T.81 sections B.2.2, B.2.3 and B.2.5; G.1.1.1 for the scans of a progressive picture.
 * @module
 */

import { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError, LimitError } from '../errors.js';
import type { FrameComponent } from '../media/jpeg-headers.js';
import {
  isFrameMarker,
  JPEG_MARKER,
  markerName,
  readFrameComponent,
  readScanBand,
  readScanComponent,
  type ScanBand,
  type ScanComponent,
} from '../media/jpeg-headers.js';
import { type JpegSegment, nextSegment, requireEnd } from './jpeg-segments.js';

/** A frame header (B.2.2). */
export interface JpegFrame {
  readonly process: 'baseline' | 'extended' | 'progressive';
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535; 0 when it stands in a DNL segment behind the first scan. */
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
  if (marker === JPEG_MARKER.DHP) return 'hierarchical pictures are not read';
  const what = (marker & 3) === 3 ? 'lossless' : marker & 4 ? 'hierarchical' : '';
  const coded = marker >= 0xc8 ? 'arithmetic-coded' : '';
  return `${[what, coded].filter((word) => word !== '').join(' ')} pictures are not read`;
}

/**
 * A frame header.
 * @throws DecodeError `bad-value` for a process that is not read, a size of 0 columns, wrong numbers of components or factors.
 * @throws LimitError `limit-exceeded` past `imagePixels`.
 */
export function readFrame({ marker, at, body }: JpegSegment, reading: Reading): JpegFrame {
  const name = markerName(marker);
  const field = `JPEG/${name}`;
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `${field}/${part}`, offset, reason);
  const unread = unreadProcess(marker);
  if (unread !== undefined) throw new DecodeError('bad-value', field, at, unread);
  const precisionAt = body.offset;
  const precision = body.u8(`${field}/precision`);
  if (precision !== 8) throw bad('precision', precisionAt, `${precision} bits a sample, read are 8`);
  const heightAt = body.offset;
  const heightPx = body.u16(`${field}/height`);
  const widthPx = body.u16(`${field}/width`);
  if (widthPx === 0) throw bad('width', heightAt + 2, 'is 0');
  checkPixels(widthPx, heightPx, heightAt, field, reading);
  const countAt = body.offset;
  const count = body.u8(`${field}/components`);
  if (count !== 1 && count !== 3 && count !== 4) throw bad('components', countAt, `are ${count}, read are 1, 3 and 4`);
  const components: FrameComponent[] = [];
  for (let i = 0; i < count; i++) {
    const idAt = body.offset;
    const component = readFrameComponent(body, field, i);
    const { id, horizontal, vertical, quantTable } = component;
    if (components.some((other) => other.id === id)) throw bad('id', idAt, `two components are ${id}`);
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

function checkPixels(widthPx: number, heightPx: number, at: number, field: string, { limits }: Reading): void {
  const most = limits.imagePixels;
  if (widthPx * heightPx <= most) return;
  throw new LimitError('limit-exceeded', field, at, `${widthPx}x${heightPx} pixels, at most ${most}`);
}

/**
 * The height of a frame, which may stand behind the first scan alone (B.2.5).
 * @param reader behind the header of that scan; stays there.
 */
export function frameHeight(frame: JpegFrame, reader: ByteReader, reading: Reading): number {
  if (frame.heightPx > 0) return frame.heightPx;
  const { octets, end } = reader;
  const field = `JPEG/${frame.name}/height`;
  let at = reader.offset;
  for (;;) {
    at = octets.indexOf(0xff, at);
    if (at < 0 || at + 1 >= end) throw new DecodeError('truncated', field, frame.heightAt, 'is 0, and no DNL segment follows');
    const marker = octets[at + 1] as number;
    const isCoded = marker === 0 || (marker >= JPEG_MARKER.RST0 && marker <= JPEG_MARKER.RST7);
    if (isCoded) at += 2;
    else if (marker === 0xff) at++;
    else break;
  }
  const segment = nextSegment(new ByteReader(octets, undefined, at, end), reading);
  if (segment.marker !== JPEG_MARKER.DNL) {
    throw new DecodeError('bad-value', field, frame.heightAt, 'is 0, and no DNL segment follows the first scan');
  }
  const heightPx = readLines(segment, reading);
  checkPixels(frame.widthPx, heightPx, frame.heightAt, `JPEG/${frame.name}`, reading);
  return heightPx;
}

/** The height in a DNL segment. @throws DecodeError `bad-value` when it is 0. */
export function readLines({ body }: JpegSegment, reading: Reading): number {
  const at = body.offset;
  const lines = body.u16('JPEG/DNL/lines');
  if (lines === 0) throw new DecodeError('bad-value', 'JPEG/DNL/lines', at, 'is 0');
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
 * @throws DecodeError `bad-value` for components that the frame has not, or has in another order, table numbers over 3, more than ten
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
