/**
 * ZIP archives as they are, sound or not, for a trace; no entry is unpacked. `readZip` of read.ts has the entries, and refuses what this shows.
 *
 * The end record says where the directory is, the directory where the entries are. What belongs to none of them is a field of its own with
 * a warning, and so are entries that overlap. Without a directory the local headers are followed as far as they go.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 and 4.4.
 * @module
 */
import { type Column, opaque, pluralize, readColumns, warn } from '../bytes/file-fields.js';
import { u16le, u32le } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import type { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, FormatError } from '../errors.js';
import { readZipDirectory } from './directory.js';
import { looseName } from './names.js';
import {
  directoryRecordEnd,
  type EntryFields,
  findEnds,
  hasSignature,
  methodName,
  readDescriptor,
  readDirectoryRecord,
  readEndRecord,
  readerAt,
  readHeaderOffset,
  readLocalHeader,
  ZIP,
  ZIP_FLAG,
} from './records.js';

/** Octets of a descriptor, with and without a signature. */
const [DESCRIPTOR, BARE_DESCRIPTOR] = [16, 12];

/** The beginning of an extra field. */
const EXTRA: readonly Column[] = /* @__PURE__ */ ['id', 'length'].map((name) => ({ name, octets: 2 }));

/** Characters of a name that a meaning repeats. */
const MAX_NAME = 80;

/** What an archive says of itself. */
export interface ZipSummary {
  /** Records in its directory. */
  readonly entries: number;
  /** Octets before it: archives that unpack themselves begin with a program. */
  readonly prefixOctets: number;
  /** Why `readZip` would not take it; only a trace gets it. */
  readonly refusal?: string;
}

/** A record of the directory that can be read. */
interface Listed {
  readonly at: number;
  /** Where it puts its local header. */
  readonly headerAt: number;
  /** What is wrong with its place. */
  fault?: string;
}

/** The end record, and where that puts the directory. */
interface End {
  readonly at: number;
  readonly next: number;
  readonly entries: number;
  readonly directoryAt: number;
  /** Octets before what the offsets count from. */
  readonly shift: number;
}

/** Whether octets begin as an archive, are an empty one, or end as one whose directory is where it says. */
export function isZip(octets: Uint8Array): boolean {
  if (begins(octets, 0, octets.length)) return true;
  const end = findEnd(octets, 0, octets.length);
  return (
    end !== undefined &&
    end.next === octets.length &&
    end.entries > 0 &&
    hasSignature(octets, end.directoryAt, ZIP.DirectorySignature)
  );
}

function begins(octets: Uint8Array, start: number, end: number): boolean {
  const isKnown = hasSignature(octets, start, ZIP.LocalSignature) || hasSignature(octets, start, ZIP.EndSignature);
  return end - start >= 4 && isKnown;
}

/**
 * Reads an archive up to the end of its end record's comment.
 * @throws DecodeError `bad-value` when it neither begins nor ends as one, `truncated` when no end record ends it.
 */
export function traceZip(reader: ByteReader, options: DecodeOptions = {}): ZipSummary {
  const { octets, offset: start, end: inputEnd, trace } = reader;
  const end = findEnd(octets, start, inputEnd);
  if (end === undefined) {
    if (!begins(octets, start, inputEnd)) throw new DecodeError('bad-value', 'ZIP', start, 'does not begin as an archive');
    if (trace !== undefined) followHeaders(reader, inputEnd);
    throw new DecodeError('truncated', 'ZIP/end', inputEnd, 'the record that ends an archive is missing');
  }
  const { at, next, directoryAt } = end;
  const listed = listDirectory(octets, start, end);
  const firstAt = listed.reduce((first, { headerAt }) => Math.min(first, headerAt), Number.POSITIVE_INFINITY);
  const hasPrefix = firstAt < directoryAt && !begins(octets, start, inputEnd);
  const summary = { entries: listed.length, prefixOctets: hasPrefix ? firstAt - start : 0 };
  if (trace === undefined) reader.skip(Math.min(next, inputEnd) - start, 'ZIP');
  else traceArchive(reader, end, listed, options);
  if (next > inputEnd) {
    throw new DecodeError('truncated', 'ZIP/end/comment', at, `should end at ${next}, the archive at ${inputEnd}`);
  }
  if (trace === undefined) return summary;
  try {
    readZipDirectory(octets.subarray(start, next), Reading.of(options).limits);
    return summary;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...summary, refusal: error.message };
  }
}

/** `1 entry`, `2 entries`. */
export function describeEntries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

/** The end record whose comment ends with the input, or else the last one; its directory may also end where the record begins. */
function findEnd(octets: Uint8Array, start: number, inputEnd: number): End | undefined {
  const { fitting, last } = findEnds(octets, start, inputEnd, 1);
  const at = fitting[0] ?? last;
  if (at === undefined) return undefined;
  const { entries, directoryOctets, directoryOffset, end: next } = readEndRecord(readerAt(octets, at));
  const given = start + (zip64Directory(octets, start, at) ?? directoryOffset);
  const adjacent = at - directoryOctets;
  const isThere = (place: number) => place >= start && place < at && hasSignature(octets, place, ZIP.DirectorySignature);
  const directoryAt = isThere(given) ? given : isThere(adjacent) ? adjacent : at;
  return { at, next, entries, directoryAt, shift: Math.max(0, directoryAt - given) };
}

/** Where a directory is by ZIP64's records, the locator before the end record and what it points at (sections 4.3.14, 4.3.15). */
function zip64Directory(octets: Uint8Array, start: number, end: number): number | undefined {
  const locator = end - ZIP.Zip64LocatorOctets;
  if (locator < start || !hasSignature(octets, locator, ZIP.Zip64LocatorSignature)) return undefined;
  const at = start + u32le(octets, locator + 8);
  return hasSignature(octets, at, ZIP.Zip64EndSignature) ? u32le(octets, at + 48) : undefined;
}

/** The records that follow one another from the directory's beginning. */
function listDirectory(octets: Uint8Array, start: number, { at: end, directoryAt, shift }: End): Listed[] {
  const listed: Listed[] = [];
  for (let at = directoryAt; hasSignature(octets, at, ZIP.DirectorySignature); ) {
    const next = directoryRecordEnd(octets, at);
    if (next > end) break;
    listed.push({ at, headerAt: start + shift + readHeaderOffset(octets, at) });
    at = next;
  }
  return listed;
}

/** The whole archive. */
function traceArchive(reader: ByteReader, end: End, listed: readonly Listed[], options: DecodeOptions): void {
  const { octets } = reader;
  for (const entry of [...listed].sort((a, b) => a.headerAt - b.headerAt)) {
    const { headerAt } = entry;
    if (headerAt < reader.offset) entry.fault = 'its local header lies upon another entry';
    else if (headerAt + ZIP.LocalOctets > end.directoryAt || !hasSignature(octets, headerAt, ZIP.LocalSignature)) {
      entry.fault = 'its local header is not where it should be';
    } else {
      traceStray(reader, headerAt, options);
      if (readLocalHeader(readerAt(octets, headerAt)).end > end.directoryAt) {
        entry.fault = 'its local header goes on into the directory';
      } else traceEntry(reader, entry, end.directoryAt, options);
    }
  }
  // Without a directory nothing else says where entries are.
  if (listed.length === 0) followHeaders(reader, end.at);
  traceStray(reader, end.directoryAt, options);
  if (listed.length > 0) {
    reader.open('directory', 'APPNOTE 4.3.12');
    for (const record of listed) traceRecord(reader, record, options);
    reader.close();
  }
  traceStray(reader, end.at, options);
  traceEnd(reader, end, listed.length, options);
}

/** Octets that belong to nothing. */
function traceStray(reader: ByteReader, to: number, options: DecodeOptions): void {
  const { octets, offset } = reader;
  if (to <= offset) return;
  const isZip64 = hasSignature(octets, offset, ZIP.Zip64EndSignature);
  opaque(reader, to - offset, isZip64 ? 'ZIP/ZIP64 end' : 'ZIP/octets');
  if (!isZip64) warn(reader, options, 'ZIP', offset, `${pluralize(to - offset, 'octet')} that belong to nothing`);
}

/** A local header with its data and descriptor. */
function traceEntry(reader: ByteReader, entry: Listed, limit: number, options: DecodeOptions): void {
  reader.open('entry', 'APPNOTE 4.3.7');
  const { name } = traceLocalHeader(reader);
  const { offset, octets } = reader;
  const { compressedOctets: wanted, flags } = readDirectoryRecord(readerAt(octets, entry.at));
  const length = Math.min(wanted, limit - offset);
  opaque(reader, length, 'ZIP/entry/data');
  if (length < wanted) entry.fault = `its data have ${pluralize(wanted, 'octet')}, and there is room for ${length}`;
  if (flags & ZIP_FLAG.Descriptor) {
    const isSigned = hasSignature(octets, reader.offset, ZIP.DescriptorSignature);
    if (reader.offset + (isSigned ? DESCRIPTOR : BARE_DESCRIPTOR) <= limit) {
      reader.open('descriptor', 'APPNOTE 4.3.9');
      readDescriptor(reader, isSigned);
      reader.close();
    } else warn(reader, options, 'ZIP/entry', reader.offset, 'its data descriptor is missing');
  }
  reader.close();
  reader.trace?.mean(`${name}, ${pluralize(wanted, 'octet')} of data`);
}

/** Reads up to the data. */
function traceLocalHeader(reader: ByteReader): EntryFields & { readonly name: string } {
  const header = readLocalHeader(reader);
  const name = traceText(reader, header.extraAt, 'name');
  traceExtra(reader, header.end, 'ZIP/entry');
  return { ...header, name };
}

/** A name or comment. @returns it in quotation marks. */
function traceText(reader: ByteReader, end: number, name: string): string {
  const { octets, offset, trace } = reader;
  const text = looseName(octets.subarray(offset, end));
  reader.skip(end - offset, `ZIP/${name}`);
  if (end > offset) trace?.leaf(name, text, offset * 8, end * 8);
  return quote(text, MAX_NAME);
}

/** Extra fields (section 4.5): id, length, data. */
function traceExtra(reader: ByteReader, end: number, field: string): void {
  if (end === reader.offset) return;
  const body = reader.sub(end - reader.offset, `${field}/extra`);
  body.trace?.open('extra', body.offset * 8, 'APPNOTE 4.5');
  while (body.remaining >= 4) {
    const length = u16le(body.octets, body.offset + 2);
    if (length > body.remaining - 4) break;
    readColumns(body, `${field}/extra`, EXTRA, 'little');
    opaque(body, length, `${field}/extra/data`);
  }
  opaque(body, body.remaining, `${field}/extra/octets`);
  body.close();
}

function traceRecord(reader: ByteReader, { at, fault }: Listed, options: DecodeOptions): void {
  reader.open('record', 'APPNOTE 4.3.12');
  const { extraAt, commentAt, end, sizeOctets, method } = readDirectoryRecord(reader);
  const name = traceText(reader, extraAt, 'name');
  traceExtra(reader, commentAt, 'ZIP/record');
  traceText(reader, end, 'comment');
  reader.close();
  reader.trace?.mean(`${name}, ${pluralize(sizeOctets, 'octet')}, ${methodName(method)}`);
  if (fault !== undefined) warn(reader, options, 'ZIP/record', at, fault);
}

function traceEnd(reader: ByteReader, { at, entries, next }: End, found: number, options: DecodeOptions): void {
  reader.open('end', 'APPNOTE 4.3.16');
  readEndRecord(reader);
  traceText(reader, Math.min(next, reader.end), 'comment');
  reader.close();
  reader.trace?.mean(describeEntries(entries));
  if (entries !== found) warn(reader, options, 'ZIP/end', at, `is ${entries}, and the directory has ${found}`);
}

/** Local headers one after another, as far as each says where it ends. */
function followHeaders(reader: ByteReader, end: number): void {
  const { octets } = reader;
  for (;;) {
    const at = reader.offset;
    if (at + ZIP.LocalOctets > end || !hasSignature(octets, at, ZIP.LocalSignature)) return;
    if (readLocalHeader(readerAt(octets, at)).end > end) return;
    reader.open('entry', 'APPNOTE 4.3.7');
    const { name, flags, compressedOctets } = traceLocalHeader(reader);
    // With a descriptor after the data, nothing before them says where they end.
    const isWhole = (flags & ZIP_FLAG.Descriptor) === 0 && compressedOctets <= end - reader.offset;
    if (isWhole) opaque(reader, compressedOctets, 'ZIP/entry/data');
    reader.close();
    reader.trace?.mean(name);
    if (!isWhole) return;
  }
}
