/**
 * Pixels on the wire: rows from top to bottom, most significant bit left, one after the other in one of two ways.
 *
 *   continuous   row 0 | row 1 | ... | 0..7 filler bits          a row begins where the one before ended, inside an octet too
 *   padded       row 0, 0..7 filler bits | row 1, 0..7 ...       every row begins at an octet
 *
 * Both are the same octets when the width is a multiple of 8. Filler bits are written 0; ignored on reading.
 * @module
 */
import { requireLimit } from '../bytes/check.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Trace } from '../bytes/trace.js';
import { DEFAULT_LIMITS, LimitError, type Limits } from '../errors.js';
import { type Bitmap, clearFiller, flipBits, rowOctets, rowText } from './bitmap.js';

/** The packing of rows: one stream of bits (`continuous`), or each row in whole octets (`padded`). */
export type Packing = 'continuous' | 'padded';

/** Octets that the pixels of a picture take. */
export function packedOctets(widthPx: number, heightPx: number, packing: Packing): number {
  return packing === 'padded' ? rowOctets(widthPx) * heightPx : Math.ceil((widthPx * heightPx) / 8);
}

/** Octets of a header and of checked frames of one size after it. */
export function writeFrames(header: readonly number[], frames: readonly Bitmap[], packing: Packing): Uint8Array {
  const { widthPx, heightPx } = frames[0] as Bitmap;
  const octets = new Uint8Array(header.length + frames.length * packedOctets(widthPx, heightPx, packing));
  octets.set(header);
  let at = header.length;
  for (let i = 0; i < frames.length; i++) at = writePixels(frames[i] as Bitmap, packing, octets, at);
  return octets;
}

/** Writes the pixels of a checked bitmap, and returns where they end. Filler bits of its rows are written 0. */
function writePixels(bitmap: Bitmap, packing: Packing, target: Uint8Array, at: number): number {
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
  // Fewer than eight bits, which wait for the next octet to fill up.
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
  if (reader.trace !== undefined) tracePixels(reader.trace, reader, at, bitmap, padded);
  return bitmap;
}

/** @throws LimitError `limit-exceeded` when a picture has more pixels than a limit allows; `offset` is where its sizes are. */
export function checkPixels(
  limits: Partial<Limits> = DEFAULT_LIMITS,
  name: 'bitmapPixels' | 'sourcePixels',
  widthPx: number,
  heightPx: number,
  field: string,
  offset?: number,
): void {
  // Not by a computed name, which is slower in decoders.
  const { bitmapPixels = DEFAULT_LIMITS.bitmapPixels, sourcePixels = DEFAULT_LIMITS.sourcePixels } = limits;
  const limit = name === 'bitmapPixels' ? bitmapPixels : sourcePixels;
  if (typeof limit === 'number' && widthPx * heightPx <= limit) return;
  requireLimit(limit, `limits.${name}`);
  throw new LimitError('limit-exceeded', field, offset, `${widthPx}x${heightPx} pixels, the limit is ${limit} (${name})`);
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

/** Rows of pixels in the order of their octets, for a trace; places are in bits. */
interface TracedRows {
  readonly count: number;
  /** Where the first one begins, and the end of all. */
  readonly start: number;
  readonly end: number;
  /** From the start of a row to the start of the next. */
  readonly pitch: number;
  /** Bits of a row that are pixels; what follows up to the next row is filler. */
  readonly bits: number;
  /** What all of them are. */
  readonly meaning: string;
  /** A row as text. */
  readonly text: (row: number) => string;
  /** What a row is called, where it is not a row. */
  readonly name?: string;
  /** The octets, where the filler is shown with its value. */
  readonly octets?: Uint8Array;
  readonly spec?: string;
}

/** Rows that a trace shows one by one; the others are one field, so that a tall picture cannot fill the memory. */
export const TRACED_ROWS = 1024;

/** Records rows as a group. */
export function traceRows(trace: Trace, rows: TracedRows): void {
  const { count, start, end, pitch, bits, text, name = 'row', octets } = rows;
  const shown = Math.min(count, TRACED_ROWS);
  trace.open('pixels', start, rows.spec);
  for (let row = 0; row < shown; row++) {
    const from = start + row * pitch;
    const to = from + bits;
    const next = row === count - 1 ? end : from + pitch;
    trace.leaf(name, text(row), from, to);
    if (next > to) traceFiller(trace, octets, to, next);
  }
  if (shown < count) {
    trace.leaf('rows', undefined, start + shown * pitch, end);
    trace.mean(`${count - shown} more rows`);
  }
  trace.close(end);
  trace.mean(rows.meaning);
}

function tracePixels(
  trace: Trace,
  { octets, offset }: ByteReader,
  at: number,
  { widthPx, heightPx, rows }: Bitmap,
  padded: boolean,
): void {
  const stride = rowOctets(widthPx);
  traceRows(trace, {
    ...{ count: heightPx, start: at * 8, end: offset * 8, pitch: padded ? stride * 8 : widthPx, bits: widthPx, octets },
    meaning: `${widthPx}x${heightPx}, # black`,
    text: (y) => rowText(rows, y * stride, widthPx),
  });
}

/** Filler with a value is within one octet and goes to its end. */
function traceFiller(trace: Trace, octets: Uint8Array | undefined, from: number, to: number): void {
  const value = octets && (octets[Math.floor(from / 8)] as number) & ((1 << (to - from)) - 1);
  trace.leaf('filler', value, from, to);
  if (value !== undefined && value !== 0) trace.warn('is not 0; it shows nothing');
}
