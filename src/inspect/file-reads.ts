/**
 * What the readers of files share. They follow the structure of a file and open nothing that is packed: chunks, segments and blocks with
 * their fields, whatever lies inside them as one field. Only a broken structure ends a reading; every other fault is a warning in the tree.
 * @module
 */

import { toHex } from '../bytes/hex.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { type ByteReader, leafName } from '../bytes/reader.js';
import { counted, shorten } from './printable.js';

/** What a file says of itself. */
export interface FileSummary {
  /** Such as `101x80, 8 bits palette`; empty when nothing in it tells. */
  readonly words: string;
  /** The first fault that did not end the reading. */
  readonly fault: string | undefined;
}

/** Octets of an opaque field that are shown. */
const MAX_OCTETS = 24;
/** Characters of a text that a meaning repeats. */
const MAX_WORDS = 80;

/** Faults that do not end a reading: each a warning of the last field in the tree, the first one kept for who wants no tree. */
export class Faults {
  first: string | undefined;
  readonly #reader: ByteReader;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** @param field the path of what is wrong. @param at its octet. */
  note(field: string, at: number, reason: string): void {
    this.first ??= `${field} at ${at}: ${reason}`;
    this.#reader.trace?.warn(reason);
  }
}

/** Four octets, the high one first, as a number from 0 to 2^32 - 1. @throws DecodeError `truncated` */
export function u32(reader: ByteReader, field: string, spec?: string): number {
  const at = reader.skip(4, field);
  const { octets } = reader;
  const high = ((octets[at] as number) << 8) | (octets[at + 1] as number);
  const value = high * 0x1_0000 + (((octets[at + 2] as number) << 8) | (octets[at + 3] as number));
  reader.trace?.leaf(leafName(field), value, at * 8, at * 8 + 32, spec);
  return value;
}

/** Octets that are not looked into: one field that shows the first of them. @throws DecodeError `truncated` */
export function opaque(
  reader: ByteReader,
  lengthOctets: number,
  field: string,
  meaning = counted(lengthOctets, 'octet'),
): void {
  const at = reader.skip(lengthOctets, field);
  const { octets, trace } = reader;
  if (trace === undefined || lengthOctets === 0) return;
  const end = at + lengthOctets;
  const more = lengthOctets > MAX_OCTETS ? '…' : '';
  trace.leaf(leafName(field), `${toHex(octets.subarray(at, Math.min(end, at + MAX_OCTETS)))}${more}`, at * 8, end * 8);
  trace.mean(meaning);
}

/** Text of one octet a character, ISO 8859-1, as old files have it. @throws DecodeError `truncated` */
export function latin1(reader: ByteReader, lengthOctets: number, field: string): string {
  const at = reader.skip(lengthOctets, field);
  const { octets, trace } = reader;
  const text = decodeLatin1(octets.subarray(at, at + lengthOctets));
  if (lengthOctets > 0) trace?.leaf(leafName(field), text, at * 8, (at + lengthOctets) * 8);
  return text;
}

/** Octets up to the next NUL or the end, without the NUL. */
export function lengthToNul({ octets, offset, end }: ByteReader): number {
  const at = octets.subarray(offset, end).indexOf(0);
  return at < 0 ? end - offset : at;
}

/** A text short enough to stand beside a field. */
export function inWords(text: string): string {
  return shorten(text, MAX_WORDS);
}
