/**
 * ZIP archives, recognised and not opened: `handset/mms` reads the parts of a message out of them, with limits of its own.
 *
 *   50 4B 03 04 entry ... | directory | 50 4B 05 06 ... number of entries ... comment
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 section 4.3.
 * @module
 */

import type { ByteReader } from '../bytes/index.js';
import { u16le } from '../bytes/octets.js';
import { DecodeError } from '../errors.js';

/** Octets of the record that ends an archive, without its comment. */
const END_OCTETS = 22;
/** Where that record has the number of entries, and the length of its comment. */
const ENTRIES_AT = 10;
const COMMENT_AT = 20;
const MAX_COMMENT = 0xffff;

/** What an archive says of itself. */
export interface ZipSummary {
  readonly entries: number;
}

/** Whether octets begin as an archive, or are an empty one. */
export function isZip(octets: Uint8Array, at = 0): boolean {
  return hasMark(octets, at, 3, 4) || hasMark(octets, at, 5, 6);
}

function hasMark(octets: Uint8Array, at: number, third: number, fourth: number): boolean {
  return octets[at] === 0x50 && octets[at + 1] === 0x4b && octets[at + 2] === third && octets[at + 3] === fourth;
}

/**
 * Reads an archive as one field.
 * @throws DecodeError `bad-value` when it does not begin as one, `truncated` when no end record ends it.
 */
export function readZip(reader: ByteReader): ZipSummary {
  const { octets, offset: start, end, trace } = reader;
  if (end - start < 4 || !isZip(octets, start))
    throw new DecodeError('bad-value', 'ZIP', start, 'does not begin as an archive');
  const endAt = endRecordOf(octets, start, end);
  if (endAt === undefined) throw new DecodeError('truncated', 'ZIP/end', end, 'the record that ends an archive is missing');
  const entries = u16le(octets, endAt + ENTRIES_AT);
  reader.skip(end - start, 'ZIP');
  trace?.leaf('archive', undefined, start * 8, end * 8, 'APPNOTE 4.3');
  trace?.mean(`${entries} entr${entries === 1 ? 'y' : 'ies'}`);
  return { entries };
}

/** From the end backwards, as far as a comment can reach; its length has to come out. */
function endRecordOf(octets: Uint8Array, start: number, end: number): number | undefined {
  const first = Math.max(start, end - END_OCTETS - MAX_COMMENT);
  for (let at = end - END_OCTETS; at >= first; at--) {
    if (hasMark(octets, at, 5, 6) && at + END_OCTETS + u16le(octets, at + COMMENT_AT) === end) return at;
  }
  return undefined;
}
