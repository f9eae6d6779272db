/**
 * Pixels on the wire: rows from top to bottom, most significant bit left, one after the other in one of two ways.
 *
 *   continuous   row 0 | row 1 | ... | 0..7 filler bits          a row begins where the one before ended, inside an octet too
 *   padded       row 0, 0..7 filler bits | row 1, 0..7 ...       every row begins at an octet
 *
 * Both are the same octets when the width is a multiple of 8. Filler bits are written 0; what they are on reading says nothing.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import type { Trace } from '../bytes/trace.js';
import { LimitError } from '../errors.js';
import { type Bitmap, clearFiller, flipBits, rowOctets, rowText } from './bitmap.js';

/** How rows follow each other. */
export type Packing = 'continuous' | 'padded';

/** Octets that the pixels of a picture take. */
export function packedOctets(widthPx: number, heightPx: number, packing: Packing): number {
  return packing === 'padded' ? rowOctets(widthPx) * heightPx : Math.ceil((widthPx * heightPx) / 8);
}

/** Writes the pixels of a checked bitmap, and returns where they end. Filler bits of its rows do not get out. */
export function writePixels(bitmap: Bitmap, packing: Packing, target: Uint8Array, at: number): number {
  const { widthPx, rows } = bitmap;
  if (packing === 'padded' || (widthPx & 7) === 0) {
    target.set(rows, at);
    if ((widthPx & 7) !== 0) clearFiller(target.subarray(at, at + rows.length), widthPx);
    return at + rows.length;
  }
  const { length } = rows;
  const whole = widthPx >> 3;
  const rest = widthPx & 7;
  let end = at;
  // The bits, fewer than eight, that wait for the next octet to fill up.
  let pending = 0;
  let count = 0;
  for (let i = 0; i < length; ) {
    for (const last = i + whole; i < last; i++) {
      pending = (pending << 8) | (rows[i] as number);
      target[end++] = pending >> count;
      pending &= (1 << count) - 1;
    }
    pending = (pending << rest) | ((rows[i++] as number) >> (8 - rest));
    count += rest;
    if (count >= 8) {
      count -= 8;
      target[end++] = pending >> count;
      pending &= (1 << count) - 1;
    }
  }
  if (count > 0) target[end++] = pending << (8 - count);
  return end;
}

/**
 * Reads pixels as a bitmap; with `whiteIsOne` every bit means the opposite. A trace gets them as a group of rows.
 * @throws DecodeError `truncated`, before anything is allocated.
 */
export function readPixels(
  reader: ByteReader,
  widthPx: number,
  heightPx: number,
  packing: Packing,
  field: string,
  whiteIsOne = false,
): Bitmap {
  const lengthOctets = packedOctets(widthPx, heightPx, packing);
  const at = reader.skip(lengthOctets, field);
  const padded = packing === 'padded' || (widthPx & 7) === 0;
  const rows = padded
    ? new Uint8Array(reader.octets.subarray(at, at + lengthOctets))
    : unpack(reader.octets, at, widthPx, heightPx);
  if (whiteIsOne) flipBits(rows);
  if (padded || whiteIsOne) clearFiller(rows, widthPx);
  const bitmap = { widthPx, heightPx, rows };
  if (reader.trace !== undefined) tracePixels(reader.trace, reader.octets, at, lengthOctets, bitmap, padded);
  return bitmap;
}

/**
 * @throws LimitError `limit-exceeded` when a picture has more pixels than `bitmapPixels`; `offset` is where its sizes are.
 */
export function checkPixels({ limits }: Reading, widthPx: number, heightPx: number, field: string, offset: number): void {
  const limit = limits.bitmapPixels;
  if (widthPx * heightPx <= limit) return;
  throw new LimitError('limit-exceeded', field, offset, `${widthPx}x${heightPx} pixels, the limit is ${limit} (bitmapPixels)`);
}

function unpack(octets: Uint8Array, start: number, widthPx: number, heightPx: number): Uint8Array {
  const whole = widthPx >> 3;
  const rest = widthPx & 7;
  const length = rowOctets(widthPx) * heightPx;
  const rows = new Uint8Array(length);
  let at = start;
  let pending = 0;
  let count = 0;
  for (let i = 0; i < length; ) {
    for (const last = i + whole; i < last; i++) {
      pending = (pending << 8) | (octets[at++] as number);
      rows[i] = pending >> count;
      pending &= (1 << count) - 1;
    }
    if (count < rest) {
      pending = (pending << 8) | (octets[at++] as number);
      count += 8;
    }
    count -= rest;
    rows[i++] = (pending >> count) << (8 - rest);
    pending &= (1 << count) - 1;
  }
  return rows;
}

/** Where rows lie, in bits. */
export interface RowPlaces {
  readonly heightPx: number;
  /** Where the first one begins, and the end of all. */
  readonly start: number;
  readonly end: number;
  /** From the begin of a row to the begin of the next. */
  readonly pitch: number;
}

/** Rows that a trace shows one by one; what is more is shown as one field, so that a tall picture cannot fill the memory. */
export const TRACED_ROWS = 1024;

/**
 * Records rows as a group.
 * @param record records the row of a number, from 0 in the order of the octets, from a bit on.
 */
export function traceRows(
  trace: Trace,
  { heightPx, start, end, pitch }: RowPlaces,
  meaning: string,
  record: (row: number, from: number) => void,
): void {
  const shown = Math.min(heightPx, TRACED_ROWS);
  trace.open('pixels', start);
  for (let row = 0; row < shown; row++) record(row, start + row * pitch);
  if (shown < heightPx) {
    trace.leaf('rows', undefined, start + shown * pitch, end);
    trace.mean(`${heightPx - shown} more rows`);
  }
  trace.close(end);
  trace.mean(meaning);
}

function tracePixels(
  trace: Trace,
  octets: Uint8Array,
  at: number,
  lengthOctets: number,
  { widthPx, heightPx, rows }: Bitmap,
  padded: boolean,
): void {
  const stride = rowOctets(widthPx);
  const start = at * 8;
  const end = start + lengthOctets * 8;
  const pitch = padded ? stride * 8 : widthPx;
  traceRows(trace, { heightPx, start, end, pitch }, `${widthPx}x${heightPx}, # black`, (y, from) => {
    trace.leaf('row', rowText(rows, y * stride, widthPx), from, from + widthPx);
    const next = y === heightPx - 1 ? end : from + pitch;
    if (next > from + widthPx) traceFiller(trace, octets, from + widthPx, next);
  });
}

/** Filler lies in one octet and goes to its end. */
function traceFiller(trace: Trace, octets: Uint8Array, from: number, to: number): void {
  const value = (octets[Math.floor(from / 8)] as number) & ((1 << (to - from)) - 1);
  trace.leaf('filler', value, from, to);
  if (value !== 0) trace.warn('is not 0; it shows nothing');
}
