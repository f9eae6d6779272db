/**
 * ZIP archives by their records; no entry is unpacked. `handset/mms` reads the parts of a message out of them, with limits of its own.
 *
 *   local header(30) name extra | data | descriptor(12 or 16)?    for each entry
 *   directory record(46) name extra comment                       for each entry
 *   end(22) comment                                                numbers have their low octet first
 *
 * The end record says where the directory is, the directory where the entries are. What belongs to none of them is a field of its own with
 * a warning, and so are entries that lie upon each other. Without them the local headers are followed as far as they go.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 and 4.4.
 * @module
 */
import { u16le, u32le } from '../bitmap/file-fields.js';
import { u16le as u16leAt, u32le as u32leAt } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import { DEFAULT_LIMITS, DecodeError, FormatError, type Limits } from '../errors.js';
import { readZipDirectory } from '../mms/zip-directory.js';
import { ZIP, ZIP_FLAG } from '../mms/zip-format.js';
import { Faults, inWords, opaque } from './file-reads.js';
import { counted } from './printable.js';
import { anyTextOf } from './texts.js';

/** Where records have what is looked at before they are read: the end record, a local header, a directory record. */
const END = { entries: 10, size: 12, directory: 16, comment: 20 } as const;
const LOCAL = { flags: 6, compressed: 18, name: 26, extra: 28 } as const;
const RECORD = { flags: 8, compressed: 20, name: 28, extra: 30, comment: 32, header: 42 } as const;
const MAX_COMMENT = 0xffff;

/** The signature of ZIP64's own end record (section 4.3.14). */
const ZIP64_END = 0x06064b50;

/** Octets of a descriptor, with and without a signature. */
const [DESCRIPTOR, BARE_DESCRIPTOR] = [16, 12];

/** Compression methods by their numbers (section 4.4.5). */
const METHODS: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0, 'stored'],
  [8, 'deflated'],
  [9, 'Deflate64'],
  [12, 'BZIP2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [99, 'AES'],
]);

/** What an archive says of itself. */
export interface ZipSummary {
  /** Records in its directory. */
  readonly entries: number;
  /** Octets in front of it: archives that unpack themselves begin with a program. */
  readonly prefixOctets: number;
  /** Why `handset/mms` would not take the parts of a message out of it; only a tree is told. */
  readonly refusal?: string;
}

/** A record of the directory that can be read. */
interface Listed {
  /** Where it begins, and one past its end. */
  readonly at: number;
  readonly next: number;
  /** Where it puts its local header. */
  readonly headerAt: number;
  readonly compressedOctets: number;
  readonly hasDescriptor: boolean;
  /** What is wrong with its place. */
  fault?: string;
}

/** The end record, and what it says. */
interface End {
  readonly at: number;
  readonly next: number;
  readonly entries: number;
  readonly directoryAt: number;
  /** Octets that stand in front of what the offsets count from. */
  readonly shift: number;
}

/** Whether octets begin as an archive, are an empty one, or end as one whose directory is where it says. */
export function isZip(octets: Uint8Array): boolean {
  if (begins(octets, 0, octets.length)) return true;
  const end = endOf(octets, 0, octets.length);
  return (
    end !== undefined && end.next === octets.length && end.entries > 0 && has(octets, end.directoryAt, ZIP.DirectorySignature)
  );
}

function begins(octets: Uint8Array, start: number, end: number): boolean {
  return end - start >= 4 && (has(octets, start, ZIP.LocalSignature) || has(octets, start, ZIP.EndSignature));
}

function has(octets: Uint8Array, at: number, signature: number): boolean {
  return octets[at] === 0x50 && octets[at + 1] === 0x4b && u32leAt(octets, at) === signature;
}

/**
 * Reads an archive up to the end of its end record's comment.
 * @throws DecodeError `bad-value` when it neither begins nor ends as one, `truncated` when no end record ends it.
 */
export function readZip(reader: ByteReader, { limits }: { readonly limits?: Partial<Limits> } = {}): ZipSummary {
  const { octets, offset: start, end: inputEnd, trace } = reader;
  const end = endOf(octets, start, inputEnd);
  if (end === undefined && !begins(octets, start, inputEnd)) {
    throw new DecodeError('bad-value', 'ZIP', start, 'does not begin as an archive');
  }
  if (end === undefined) {
    if (trace !== undefined) followHeaders(reader, inputEnd);
    throw new DecodeError('truncated', 'ZIP/end', inputEnd, 'the record that ends an archive is missing');
  }
  const { next } = end;
  const listed = listDirectory(octets, start, end);
  const firstAt = listed.reduce((first, { headerAt }) => Math.min(first, headerAt), Number.POSITIVE_INFINITY);
  const hasPrefix = firstAt < end.directoryAt && !begins(octets, start, inputEnd);
  const summary = { entries: listed.length, prefixOctets: hasPrefix ? firstAt - start : 0 };
  if (trace === undefined) {
    reader.skip(Math.min(next, inputEnd) - start, 'ZIP');
    if (next > inputEnd) throw commentTooShort(end, inputEnd);
    return summary;
  }
  readArchive(reader, end, listed);
  if (next > inputEnd) throw commentTooShort(end, inputEnd);
  const archive = octets.subarray(start, next);
  try {
    readZipDirectory(archive, { ...DEFAULT_LIMITS, ...limits });
    return summary;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...summary, refusal: error.message };
  }
}

/** `1 entry`, `2 entries`. */
export function entriesInWords(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

function commentTooShort({ at, next }: End, inputEnd: number): DecodeError {
  return new DecodeError('truncated', 'ZIP/end/comment', at, `should end at ${next}, the archive at ${inputEnd}`);
}

/** The end record whose comment ends with the input, or else the last one that there is. */
function endOf(octets: Uint8Array, start: number, inputEnd: number): End | undefined {
  const lowest = Math.max(start, inputEnd - ZIP.EndOctets - MAX_COMMENT);
  let nearest: number | undefined;
  for (let at = inputEnd - ZIP.EndOctets; at >= lowest; at--) {
    if (octets[at] !== 0x50 || !has(octets, at, ZIP.EndSignature)) continue;
    if (at + ZIP.EndOctets + u16leAt(octets, at + END.comment) === inputEnd) return endAt(octets, start, at);
    nearest ??= at;
  }
  return nearest === undefined ? undefined : endAt(octets, start, nearest);
}

/** Says what an end record says; its directory is looked for right in front of it when it is not where it should be. */
function endAt(octets: Uint8Array, start: number, at: number): End {
  const told = start + (zip64Directory(octets, start, at) ?? u32leAt(octets, at + END.directory));
  const behind = at - u32leAt(octets, at + END.size);
  const isThere = (place: number) => place >= start && place < at && has(octets, place, ZIP.DirectorySignature);
  const directoryAt = isThere(told) ? told : isThere(behind) ? behind : at;
  return {
    at,
    next: at + ZIP.EndOctets + u16leAt(octets, at + END.comment),
    entries: u16leAt(octets, at + END.entries),
    directoryAt,
    shift: Math.max(0, directoryAt - told),
  };
}

/** Where a directory is by ZIP64's records, the locator in front of the end record and what it points at (sections 4.3.14, 4.3.15). */
function zip64Directory(octets: Uint8Array, start: number, end: number): number | undefined {
  const locator = end - ZIP.Zip64LocatorOctets;
  if (locator < start || !has(octets, locator, ZIP.Zip64LocatorSignature)) return undefined;
  const at = start + u32leAt(octets, locator + 8);
  return has(octets, at, ZIP64_END) ? u32leAt(octets, at + 48) : undefined;
}

/** The whole archive, for its tree. */
function readArchive(reader: ByteReader, end: End, listed: readonly Listed[]): void {
  const { octets } = reader;
  const faults = new Faults(reader);
  for (const entry of [...listed].sort((a, b) => a.headerAt - b.headerAt)) {
    if (entry.headerAt < reader.offset) entry.fault = 'its local header lies upon another entry';
    else if (entry.headerAt + ZIP.LocalOctets > end.directoryAt || !has(octets, entry.headerAt, ZIP.LocalSignature)) {
      entry.fault = 'its local header is not where it should be';
    } else {
      passStray(reader, entry.headerAt, faults);
      const headerEnd = localHeaderEnd(octets, entry.headerAt);
      if (headerEnd > end.directoryAt) entry.fault = 'its local header goes on into the directory';
      else readEntry(reader, entry, end.directoryAt, faults);
    }
  }
  // A directory that is nowhere cannot say where entries are.
  if (listed.length === 0) followHeaders(reader, end.at);
  passStray(reader, end.directoryAt, faults);
  if (listed.length > 0) {
    reader.open('directory', 'APPNOTE 4.3.12');
    for (const record of listed) readRecord(reader, record, faults);
    reader.close();
  }
  passStray(reader, end.at, faults);
  readEnd(reader, end, listed.length, faults);
}

/** The records that stand one behind the other from the directory's begin on. */
function listDirectory(octets: Uint8Array, start: number, { at: end, directoryAt, shift }: End): Listed[] {
  const listed: Listed[] = [];
  for (let at = directoryAt; at + ZIP.DirectoryOctets <= end && has(octets, at, ZIP.DirectorySignature); ) {
    const variable =
      u16leAt(octets, at + RECORD.name) + u16leAt(octets, at + RECORD.extra) + u16leAt(octets, at + RECORD.comment);
    const next = at + ZIP.DirectoryOctets + variable;
    if (next > end) break;
    listed.push({
      at,
      next,
      headerAt: start + shift + u32leAt(octets, at + RECORD.header),
      compressedOctets: u32leAt(octets, at + RECORD.compressed),
      hasDescriptor: (u16leAt(octets, at + RECORD.flags) & ZIP_FLAG.Descriptor) !== 0,
    });
    at = next;
  }
  return listed;
}

function localHeaderEnd(octets: Uint8Array, at: number): number {
  return at + ZIP.LocalOctets + u16leAt(octets, at + LOCAL.name) + u16leAt(octets, at + LOCAL.extra);
}

/** Octets that belong to nothing. */
function passStray(reader: ByteReader, to: number, faults: Faults): void {
  const { octets, offset } = reader;
  if (to <= offset) return;
  const isZip64 = has(octets, offset, ZIP64_END);
  opaque(reader, to - offset, isZip64 ? 'ZIP/ZIP64 end' : 'ZIP/octets');
  if (!isZip64) faults.note('ZIP', offset, `${counted(to - offset, 'octet')} that belong to nothing`);
}

/** A local header with its data and descriptor. */
function readEntry(reader: ByteReader, entry: Listed, limit: number, faults: Faults): void {
  reader.open('entry', 'APPNOTE 4.3.7');
  const name = readLocalHeader(reader);
  const { offset, octets } = reader;
  const wanted = entry.compressedOctets;
  const length = Math.min(wanted, limit - offset);
  opaque(reader, length, 'ZIP/entry/data');
  if (length < wanted) entry.fault = `its data have ${counted(wanted, 'octet')}, and there is room for ${length}`;
  if (entry.hasDescriptor) {
    const isSigned = has(octets, reader.offset, ZIP.DescriptorSignature);
    const descriptor = isSigned ? DESCRIPTOR : BARE_DESCRIPTOR;
    if (reader.offset + descriptor <= limit) readDescriptor(reader, isSigned);
    else faults.note('ZIP/entry', reader.offset, 'its data descriptor is missing');
  }
  reader.close();
  reader.trace?.mean(`${name}, ${counted(wanted, 'octet')} of data`);
}

/** Reads up to the data, and returns the name. */
function readLocalHeader(reader: ByteReader): string {
  const field = 'ZIP/entry';
  reader.take(4, `${field}/signature`);
  readVersion(reader, `${field}/version-needed`);
  readCommon(reader, field);
  const nameOctets = u16le(reader, `${field}/name-length`);
  const extraOctets = u16le(reader, `${field}/extra-length`);
  const name = readName(reader, nameOctets, `${field}/name`);
  if (extraOctets > 0) readExtra(reader, extraOctets, field);
  return name;
}

/** What a local header and a directory record have in common. */
function readCommon(reader: ByteReader, field: string): { readonly sizeOctets: number; readonly method: string } {
  const { trace } = reader;
  const flags = u16le(reader, `${field}/flags`);
  const said = flagWords(flags);
  if (said !== '') trace?.mean(said);
  const number = u16le(reader, `${field}/method`);
  const method = METHODS.get(number) ?? `method ${number}`;
  trace?.mean(method);
  const time = u16le(reader, `${field}/time`);
  trace?.mean([time >> 11, (time >> 5) & 63, (time & 31) * 2].map(twoDigits).join(':'));
  const date = u16le(reader, `${field}/date`);
  trace?.mean([String(1980 + (date >> 9)), twoDigits((date >> 5) & 15), twoDigits(date & 31)].join('-'));
  u32le(reader, `${field}/CRC-32`);
  u32le(reader, `${field}/compressed-size`);
  const sizeOctets = u32le(reader, `${field}/size`);
  return { sizeOctets, method };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function flagWords(flags: number): string {
  const words: string[] = [];
  if (flags & ZIP_FLAG.Encrypted) words.push('encrypted');
  if (flags & ZIP_FLAG.Descriptor) words.push('sizes in a descriptor');
  if (flags & ZIP_FLAG.Patch) words.push('a patch');
  if (flags & ZIP_FLAG.StrongEncryption) words.push('strong encryption');
  if (flags & ZIP_FLAG.Utf8) words.push('UTF-8');
  if (flags & ZIP_FLAG.Masked) words.push('masked headers');
  return words.join(', ');
}

/** Low octet the version in tenths, high octet the system. */
function readVersion(reader: ByteReader, field: string): void {
  const version = u16le(reader, field) & 0xff;
  reader.trace?.mean(`version ${Math.floor(version / 10)}.${version % 10}`);
}

/** A name or comment, in UTF-8 where it is that. */
function readName(reader: ByteReader, lengthOctets: number, field: string): string {
  const at = reader.skip(lengthOctets, field);
  if (lengthOctets === 0) return '';
  const raw = reader.octets.subarray(at, at + lengthOctets);
  const text = anyTextOf(raw);
  reader.trace?.leaf(field.slice(field.lastIndexOf('/') + 1), text, at * 8, (at + lengthOctets) * 8);
  return JSON.stringify(inWords(text));
}

/** Extra fields (section 4.5): id, length, data. */
function readExtra(reader: ByteReader, lengthOctets: number, field: string): void {
  const body = reader.sub(lengthOctets, `${field}/extra`);
  body.open('extra', 'APPNOTE 4.5');
  while (body.remaining >= 4 && u16leAt(body.octets, body.offset + 2) <= body.remaining - 4) {
    u16le(body, `${field}/extra/id`);
    const length = u16le(body, `${field}/extra/length`);
    opaque(body, length, `${field}/extra/data`);
  }
  opaque(body, body.remaining, `${field}/extra/octets`);
  body.close();
}

function readDescriptor(reader: ByteReader, isSigned: boolean): void {
  reader.open('descriptor', 'APPNOTE 4.3.9');
  if (isSigned) reader.take(4, 'ZIP/descriptor/signature');
  for (const name of ['CRC-32', 'compressed-size', 'size']) u32le(reader, `ZIP/descriptor/${name}`);
  reader.close();
}

function readRecord(reader: ByteReader, { at, fault }: Listed, faults: Faults): void {
  const field = 'ZIP/record';
  reader.open('record', 'APPNOTE 4.3.12');
  reader.take(4, `${field}/signature`);
  readVersion(reader, `${field}/version-made-by`);
  readVersion(reader, `${field}/version-needed`);
  const { sizeOctets, method } = readCommon(reader, field);
  const nameOctets = u16le(reader, `${field}/name-length`);
  const extraOctets = u16le(reader, `${field}/extra-length`);
  const commentOctets = u16le(reader, `${field}/comment-length`);
  u16le(reader, `${field}/disk`);
  u16le(reader, `${field}/internal-attributes`);
  u32le(reader, `${field}/external-attributes`);
  u32le(reader, `${field}/local-header`);
  const name = readName(reader, nameOctets, `${field}/name`);
  if (extraOctets > 0) readExtra(reader, extraOctets, field);
  readName(reader, commentOctets, `${field}/comment`);
  reader.close();
  reader.trace?.mean(`${name}, ${counted(sizeOctets, 'octet')}, ${method}`);
  if (fault !== undefined) faults.note(field, at, fault);
}

function readEnd(reader: ByteReader, { at, entries, next }: End, found: number, faults: Faults): void {
  reader.open('end', 'APPNOTE 4.3.16');
  reader.take(4, 'ZIP/end/signature');
  for (const name of ['disk', 'directory-disk', 'entries-on-disk', 'entries']) u16le(reader, `ZIP/end/${name}`);
  if (entries !== found) faults.note('ZIP/end', at, `is ${entries}, and the directory has ${found}`);
  u32le(reader, 'ZIP/end/directory-size');
  u32le(reader, 'ZIP/end/directory-offset');
  u16le(reader, 'ZIP/end/comment-length');
  readName(reader, Math.min(next, reader.end) - reader.offset, 'ZIP/end/comment');
  reader.close();
  reader.trace?.mean(entriesInWords(entries));
}

/** Local headers one behind the other, as far as each says where it ends. */
function followHeaders(reader: ByteReader, end: number): void {
  const { octets } = reader;
  for (;;) {
    const at = reader.offset;
    if (at + ZIP.LocalOctets > end || !has(octets, at, ZIP.LocalSignature) || localHeaderEnd(octets, at) > end) return;
    reader.open('entry', 'APPNOTE 4.3.7');
    const name = readLocalHeader(reader);
    const isOpen = (u16leAt(octets, at + LOCAL.flags) & ZIP_FLAG.Descriptor) !== 0;
    const wanted = u32leAt(octets, at + LOCAL.compressed);
    // With a descriptor behind the data, nothing in front of them says where they end.
    const isWhole = !isOpen && wanted <= end - reader.offset;
    if (isWhole) opaque(reader, wanted, 'ZIP/entry/data');
    reader.close();
    reader.trace?.mean(name);
    if (!isWhole) return;
  }
}
