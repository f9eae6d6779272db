/**
 * Fields of files: numbers in either order of octets, texts, and octets that are not opened. Every read names its field in the trace.
 * @module
 */

import { toHex } from './hex.js';
import { decodeLatin1 } from './latin1.js';
import { u16be as u16beAt, u16le as u16leAt, u32be as u32beAt, u32le as u32leAt } from './octets.js';
import { shorten } from './quote.js';
import { type ByteReader, leafName } from './reader.js';
import { type DecodeOptions, Reading } from './reading.js';

/** Characters of a text that a meaning repeats. */
const MAX_BRIEF = 80;
/** Octets of an opaque field that a trace shows. */
const MAX_OCTETS = 24;

/** Two octets, the low one first. @throws DecodeError `truncated` */
export function u16le(reader: ByteReader, field: string): number {
  const at = reader.skip(2, field);
  const value = u16leAt(reader.octets, at);
  if (reader.trace !== undefined) reader.trace.leaf(leafName(field), value, at * 8, at * 8 + 16);
  return value;
}

/** Four octets, the low one first, as a number from 0 to 2^32 - 1. @throws DecodeError `truncated` */
export function u32le(reader: ByteReader, field: string): number {
  const at = reader.skip(4, field);
  const value = u32leAt(reader.octets, at);
  if (reader.trace !== undefined) reader.trace.leaf(leafName(field), value, at * 8, at * 8 + 32);
  return value;
}

/** Four octets, the high one first, as a number from 0 to 2^32 - 1. @throws DecodeError `truncated` */
export function u32(reader: ByteReader, field: string, spec?: string): number {
  const at = reader.skip(4, field);
  const value = u32beAt(reader.octets, at);
  if (reader.trace !== undefined) reader.trace.leaf(leafName(field), value, at * 8, at * 8 + 32, spec);
  return value;
}

/** A number in a record of a fixed layout. */
export interface Column {
  readonly name: string;
  readonly octets: 1 | 2 | 4;
  /** What a value means, in words. */
  readonly means?: ((value: number) => string | undefined) | undefined;
  /** What is wrong with a value. */
  readonly fault?: ((value: number) => string | undefined) | undefined;
}

/**
 * Numbers one after another, each a field below `field`.
 * @param reading what is wrong with a value is a note of it, at its octet.
 * @throws DecodeError `truncated` when not all of them are there.
 */
export function readColumns(
  reader: ByteReader,
  field: string,
  columns: readonly Column[],
  order: 'little' | 'big',
  reading?: Reading,
): number[] {
  let length = 0;
  for (let i = 0; i < columns.length; i++) length += (columns[i] as Column).octets;
  let at = reader.skip(length, field);
  const { octets, trace } = reader;
  const isLittle = order === 'little';
  const values: number[] = [];
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as Column;
    const count = column.octets;
    let value = octets[at] as number;
    if (count === 2) value = isLittle ? u16leAt(octets, at) : u16beAt(octets, at);
    else if (count === 4) value = isLittle ? u32leAt(octets, at) : u32beAt(octets, at);
    values.push(value);
    if (trace !== undefined) {
      trace.leaf(column.name, value, at * 8, (at + count) * 8);
      const meaning = column.means?.(value);
      if (meaning !== undefined) trace.mean(meaning);
    }
    const reason = reading === undefined ? undefined : column.fault?.(value);
    if (reason !== undefined) reading?.note('bad-value', `${field}/${column.name}`, at, reason);
    at += count;
  }
  return values;
}

/** Octets that are not opened: one field that shows the first of them. @throws DecodeError `truncated` */
export function opaque(
  reader: ByteReader,
  lengthOctets: number,
  field: string,
  meaning = pluralize(lengthOctets, 'octet'),
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
export function latin1(reader: ByteReader, lengthOctets: number, field: string, spec?: string): string {
  const at = reader.skip(lengthOctets, field);
  const { octets, trace } = reader;
  const text = decodeLatin1(octets.subarray(at, at + lengthOctets));
  if (lengthOctets > 0) trace?.leaf(leafName(field), text, at * 8, (at + lengthOctets) * 8, spec);
  return text;
}

/** Octets up to the next NUL or the end, without the NUL. */
export function lengthToNul({ octets, offset, end }: ByteReader): number {
  const at = octets.subarray(offset, end).indexOf(0);
  return at < 0 ? end - offset : at;
}

/** A fault that does not end the reading of a file: a warning of the last field in the trace, and one for `onIssue`. */
export function warn(reader: ByteReader, options: DecodeOptions, field: string, at: number, reason: string): void {
  reader.trace?.warn(reason);
  Reading.of(options).note('bad-value', field, at, reason);
}

/** `1 octet`, `2 octets`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A lenient reading of what `reader` reads: its issues are warnings of the last field in the trace, too. */
export function tracedReading({ trace }: ByteReader, { limits, onIssue }: DecodeOptions): Reading {
  return new Reading({
    lenient: true,
    limits,
    onIssue: (issue) => {
      trace?.warn(issue.reason);
      onIssue?.(issue);
    },
  });
}

/** What a file says of itself. */
export interface FileSummary {
  /** Such as `101x80, 8 bits palette`; empty when nothing in it tells. */
  readonly words: string;
}

/** A text short enough for a meaning. */
export function brief(text: string): string {
  return shorten(text, MAX_BRIEF);
}

/** A time: `250 ms`, `1.5 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
