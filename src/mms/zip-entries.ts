/**
 * The entries of a ZIP archive behind their directory: each local header says what the directory says, and the entries fill the octets in
 * front of it without a gap and without an overlap.
 *
 *   local header(30) name extra | data | descriptor(12 or 16)?    for each entry
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3.7 to 4.3.9.
 * @module
 */
import { u16le, u32le } from '../bytes/octets.js';
import { DecodeError } from '../errors.js';
import { ZIP, ZIP_FLAG } from './zip-format.js';
import { decodeName, readExtra, zipEntryField } from './zip-names.js';

/** An entry that may be unpacked. */
export interface ZipRecord {
  /** Its place in the directory, counted from 0. */
  readonly index: number;
  /** Its path, composed (NFC), with `/` between folders, without `.` segments. A folder ends with `/`. */
  readonly name: string;
  /** A folder, or something that `isJunkPath` in junk.ts knows. */
  readonly isSkipped: boolean;
  readonly method: number;
  readonly crc32: number;
  /** Octets that it unpacks to, as both headers say. */
  readonly sizeOctets: number;
  /** Where its data begin and end in the archive. */
  readonly start: number;
  readonly end: number;
  /** Where its record in the directory begins. */
  readonly recordOffset: number;
}

/** A record of the directory whose local header has not been looked at. */
export interface DirectoryEntry extends Omit<ZipRecord, 'start' | 'end'> {
  /** The path in errors. */
  readonly field: string;
  readonly flags: number;
  readonly compressedOctets: number;
  readonly headerOffset: number;
  readonly rawName: Uint8Array;
}

/** The bits on which both headers must agree: all but the two that tell how hard the compressor worked. */
const FLAGS_THAT_MATTER = 0xfff9;

/** Finds each entry's data. In the order of the archive the entries must follow one another up to the directory. */
export function locate(octets: Uint8Array, entries: readonly DirectoryEntry[], directoryOffset: number): ZipRecord[] {
  const byOffset = [...entries].sort((a, b) => a.headerOffset - b.headerOffset || a.index - b.index);
  const records: ZipRecord[] = new Array(entries.length);
  let at = 0;
  let previous: DirectoryEntry | undefined;
  for (const [i, entry] of byOffset.entries()) {
    const { headerOffset, field, index, name, isSkipped, method, sizeOctets, recordOffset } = entry;
    if (headerOffset + ZIP.LocalOctets > directoryOffset || u32le(octets, headerOffset) !== ZIP.LocalSignature) {
      throw new DecodeError('bad-value', `${field}/local header`, recordOffset + 42, `is not at ${headerOffset}`);
    }
    if (headerOffset > at) {
      const where = previous === undefined ? 'in front of the first entry' : `behind ${zipEntryField(previous.name).slice(4)}`;
      throw new DecodeError('bad-value', 'ZIP', at, `${headerOffset - at} octets ${where} belong to nothing`);
    }
    if (headerOffset < at) throw overlap(entry, previous);
    const start = readLocalHeader(octets, entry, directoryOffset);
    const next = byOffset[i + 1];
    const end = start + entry.compressedOctets;
    if (end > directoryOffset) {
      const reason = `${entry.compressedOctets} octets, ${directoryOffset - start} are left before the directory`;
      throw new DecodeError('truncated', `${field}/data`, start, reason);
    }
    if (next !== undefined && next.headerOffset < end) throw overlap(next, entry);
    at = end + checkDescriptor(octets, entry, end, next?.headerOffset ?? directoryOffset);
    records[index] = { index, name, isSkipped, method, crc32: entry.crc32, sizeOctets, start, end, recordOffset };
    previous = entry;
  }
  if (at < directoryOffset) {
    throw new DecodeError('bad-value', 'ZIP', at, `${directoryOffset - at} octets in front of the directory belong to nothing`);
  }
  return records;
}

function overlap(entry: DirectoryEntry, other: DirectoryEntry | undefined): DecodeError {
  const reason = `overlaps ${zipEntryField(other?.name ?? '').slice(4)}`;
  return new DecodeError('bad-value', `${entry.field}/local header`, entry.headerOffset, reason);
}

/** Compares a local header with the directory; returns where the data begin. */
function readLocalHeader(octets: Uint8Array, entry: DirectoryEntry, directoryOffset: number): number {
  const { headerOffset: at, rawName, flags } = entry;
  const field = `${entry.field}/local header`;
  const start = at + ZIP.LocalOctets + u16le(octets, at + 26) + u16le(octets, at + 28);
  if (start > directoryOffset) throw new DecodeError('truncated', field, at, 'its name and fields go on into the directory');
  const differs = (part: string, offset: number, here: number, there: number) =>
    new DecodeError('bad-value', `${field}/${part}`, at + offset, `is ${here}, in the directory ${there}`);

  const nameAt = at + ZIP.LocalOctets;
  const name = octets.subarray(nameAt, nameAt + u16le(octets, at + 26));
  const isOther = name.length !== rawName.length || name.some((octet, i) => octet !== rawName[i]);
  const extra = readExtra(octets, nameAt + name.length, u16le(octets, at + 28), name, field);
  if (isOther || (extra.path !== undefined && extra.path !== decodedName(octets, entry))) {
    throw new DecodeError('bad-value', `${field}/name`, nameAt, 'is another than in the directory');
  }
  const hereFlags = u16le(octets, at + 6);
  if ((hereFlags ^ flags) & FLAGS_THAT_MATTER) throw differs('flags', 6, hereFlags, flags);
  const method = u16le(octets, at + 8);
  if (method !== entry.method) throw differs('method', 8, method, entry.method);
  const fields = [
    ['CRC-32', 14, entry.crc32],
    ['size', 18, entry.compressedOctets],
    ['size', 22, entry.sizeOctets],
  ] as const;
  for (const [part, offset, there] of fields) {
    const here = u32le(octets, at + offset);
    // With a descriptor, what was not known yet is 0.
    if (here === there || (here === 0 && flags & ZIP_FLAG.Descriptor)) continue;
    if (extra.isZip64) throw new DecodeError('bad-value', `${field}/${part}`, at + offset, 'is given in ZIP64');
    throw differs(part, offset, here, there);
  }
  return start;
}

/** The path in the directory as its extra field has it, or as its name reads. */
function decodedName(octets: Uint8Array, { recordOffset, rawName, flags, field }: DirectoryEntry): string {
  const extraAt = recordOffset + ZIP.DirectoryOctets + rawName.length;
  const { path } = readExtra(octets, extraAt, u16le(octets, recordOffset + 30), rawName, field);
  return path ?? decodeName(rawName, flags, recordOffset + ZIP.DirectoryOctets, field);
}

/** Compares a data descriptor, which reaches up to what follows, with the directory; returns its length, 0 when there is none. */
function checkDescriptor(octets: Uint8Array, entry: DirectoryEntry, at: number, next: number): number {
  if (!(entry.flags & ZIP_FLAG.Descriptor)) return 0;
  const field = `${entry.field}/data descriptor`;
  const length = next - at;
  const hasSignature = length === 16 && u32le(octets, at) === ZIP.DescriptorSignature;
  if (length !== 12 && !hasSignature) {
    const reason = length === 20 || length === 24 ? 'is one of ZIP64' : `has ${length} octets instead of 12 or 16`;
    throw new DecodeError('bad-value', field, at, reason);
  }
  const from = hasSignature ? at + 4 : at;
  const fields = [
    ['CRC-32', 0, entry.crc32],
    ['size', 4, entry.compressedOctets],
    ['size', 8, entry.sizeOctets],
  ] as const;
  for (const [part, offset, there] of fields) {
    const here = u32le(octets, from + offset);
    if (here !== there)
      throw new DecodeError('bad-value', `${field}/${part}`, from + offset, `is ${here}, in the directory ${there}`);
  }
  return length;
}
