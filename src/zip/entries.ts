/**
 * The entries of a ZIP archive: each local header says what the directory says, and the entries fill the octets before the directory without a
 * gap and without an overlap.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3.7 to 4.3.9.
 * @module
 */
import { DecodeError } from '../errors.js';
import { readExtra } from './names.js';
import { type DirectoryFields, hasSignature, readDescriptor, readerAt, readLocalHeader, ZIP, ZIP_FLAG } from './records.js';

/** A record of the directory whose local header has not been looked at. */
export interface DirectoryEntry extends DirectoryFields {
  /** Its place in the directory, counted from 0. */
  readonly index: number;
  /** Its path, composed (NFC), with `/` between folders, without `.` segments. A folder ends with `/`. */
  readonly name: string;
  /** The path, verbatim. */
  readonly path: string;
  /** A folder, or something that `isJunkPath` in junk.ts knows. */
  readonly isSkipped: boolean;
  /** The path in errors. */
  readonly field: string;
  readonly rawName: Uint8Array;
}

/** An entry that may be unpacked. */
export interface ZipRecord extends DirectoryEntry {
  /** Where its data begin and end in the archive. */
  readonly dataAt: number;
  readonly dataEnd: number;
}

/** The bits on which both headers must agree: all but the two that tell how hard the compressor worked. */
const SHARED_FLAGS = 0xfff9;

/** Finds each entry's data. In the order of the archive the entries must follow one another up to the directory. */
export function locate(octets: Uint8Array, entries: readonly DirectoryEntry[], directoryOffset: number): ZipRecord[] {
  const byOffset = [...entries].sort((a, b) => a.headerOffset - b.headerOffset);
  const records: ZipRecord[] = new Array(entries.length);
  let at = 0;
  let previous: DirectoryEntry | undefined;
  for (const [i, entry] of byOffset.entries()) {
    const { headerOffset, field } = entry;
    if (headerOffset + ZIP.LocalOctets > directoryOffset || !hasSignature(octets, headerOffset, ZIP.LocalSignature)) {
      throw new DecodeError('bad-value', `${field}/local header`, entry.at + 42, `is not at ${headerOffset}`);
    }
    // Never less: the entry before refused an overlap.
    if (headerOffset > at) {
      const where = previous === undefined ? 'before the first entry' : `after ${previous.field.slice(4)}`;
      throw new DecodeError('bad-value', 'ZIP', at, `${headerOffset - at} octets ${where} belong to nothing`);
    }
    const dataAt = checkLocalHeader(octets, entry, directoryOffset);
    const next = byOffset[i + 1];
    const dataEnd = dataAt + entry.compressedOctets;
    if (dataEnd > directoryOffset) {
      const reason = `${entry.compressedOctets} octets, ${directoryOffset - dataAt} are left before the directory`;
      throw new DecodeError('truncated', `${field}/data`, dataAt, reason);
    }
    if (next !== undefined && next.headerOffset < dataEnd) throw overlap(next, entry);
    at = dataEnd + checkDescriptor(octets, entry, dataEnd, next?.headerOffset ?? directoryOffset);
    records[entry.index] = { ...entry, dataAt, dataEnd };
    previous = entry;
  }
  if (at < directoryOffset) {
    throw new DecodeError('bad-value', 'ZIP', at, `${directoryOffset - at} octets before the directory belong to nothing`);
  }
  return records;
}

function overlap(entry: DirectoryEntry, other: DirectoryEntry): DecodeError {
  const { field, headerOffset } = entry;
  return new DecodeError('bad-value', `${field}/local header`, headerOffset, `overlaps ${other.field.slice(4)}`);
}

/** Compares a local header with the directory; returns where the data begin. */
function checkLocalHeader(octets: Uint8Array, entry: DirectoryEntry, directoryOffset: number): number {
  const { headerOffset: at, rawName, flags } = entry;
  const field = `${entry.field}/local header`;
  const local = readLocalHeader(readerAt(octets, at));
  if (local.end > directoryOffset)
    throw new DecodeError('truncated', field, at, 'its name and fields go on into the directory');
  const differs = (part: string, offset: number, here: number, there: number) =>
    new DecodeError('bad-value', `${field}/${part}`, at + offset, `is ${here}, in the directory ${there}`);

  const name = octets.subarray(local.nameAt, local.extraAt);
  const isOther = name.length !== rawName.length || name.some((octet, i) => octet !== rawName[i]);
  const extra = readExtra(octets, local.extraAt, local.end, name, field);
  if (isOther || (extra.path !== undefined && extra.path !== entry.path)) {
    throw new DecodeError('bad-value', `${field}/name`, local.nameAt, 'is not the name in the directory');
  }
  if ((local.flags ^ flags) & SHARED_FLAGS) throw differs('flags', 6, local.flags, flags);
  if (local.method !== entry.method) throw differs('method', 8, local.method, entry.method);
  const fields = [
    ['CRC-32', 14, local.crc32, entry.crc32],
    ['size', 18, local.compressedOctets, entry.compressedOctets],
    ['size', 22, local.sizeOctets, entry.sizeOctets],
  ] as const;
  for (const [part, offset, here, there] of fields) {
    // With a descriptor, what was not known yet is 0.
    if (here === there || (here === 0 && flags & ZIP_FLAG.Descriptor)) continue;
    if (extra.isZip64) throw new DecodeError('bad-value', `${field}/${part}`, at + offset, 'is given in ZIP64');
    throw differs(part, offset, here, there);
  }
  return local.end;
}

/** Compares a data descriptor, which ends where the next record begins, with the directory; returns its length, 0 when there is none. */
function checkDescriptor(octets: Uint8Array, entry: DirectoryEntry, at: number, next: number): number {
  if (!(entry.flags & ZIP_FLAG.Descriptor)) return 0;
  const field = `${entry.field}/data descriptor`;
  const length = next - at;
  const isSigned = length === 16 && hasSignature(octets, at, ZIP.DescriptorSignature);
  if (length !== 12 && !isSigned) {
    const reason =
      length === 20 || length === 24 ? 'is one of ZIP64' : `has ${length} octets, allowed: 12, or 16 with a signature`;
    throw new DecodeError('bad-value', field, at, reason);
  }
  const found = readDescriptor(readerAt(octets, at), isSigned);
  const expected = [entry.crc32, entry.compressedOctets, entry.sizeOctets];
  for (let i = 0; i < 3; i++) {
    if (found[i] === expected[i]) continue;
    const reason = `is ${found[i]}, in the directory ${expected[i]}`;
    throw new DecodeError('bad-value', `${field}/${i === 0 ? 'CRC-32' : 'size'}`, at + length - 12 + i * 4, reason);
  }
  return length;
}
