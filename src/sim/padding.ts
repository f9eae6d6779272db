/**
 * Octets of a record that hold nothing: all of them FF.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';

/** The value of unused octets. */
export const UNUSED = 0xff;

/** Whether octets from `start` to `end` are all FF. */
export function isUnused(octets: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (octets[i] !== UNUSED) return false;
  return true;
}

/** Reads the rest of a part, which is FF up to its end. Cards keep remains of older values there: they are reported as a warning. */
export function readPadding(reader: ByteReader, reading: Reading, field: string): void {
  const { octets, offset, end, remaining } = reader;
  if (remaining === 0) return;
  for (let i = offset; i < end; i++) {
    if (octets[i] === UNUSED) continue;
    reading.note('bad-value', field, i, 'unused octets are not FF');
    break;
  }
  reader.take(remaining, 'unused');
}
