/**
 * The records of a ZIP archive: numbers with the low octet first, then a name and what else the numbers announce.
 *
 *   local header(30) name extra | data | descriptor(12 or 16)?    for each entry
 *   directory record(46) name extra comment                       for each entry
 *   end(22) comment
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 and 4.4.
 * @module
 */
import { type Column, readColumns } from '../bytes/file-fields.js';
import { u16le, u32le } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';

/** Signatures and lengths of the records (sections 4.3.7, 4.3.9, 4.3.12, 4.3.14 to 4.3.16). */
export const ZIP = {
  LocalSignature: 0x04034b50,
  LocalOctets: 30,
  DescriptorSignature: 0x08074b50,
  DirectorySignature: 0x02014b50,
  DirectoryOctets: 46,
  Zip64EndSignature: 0x06064b50,
  Zip64LocatorSignature: 0x07064b50,
  Zip64LocatorOctets: 20,
  EndSignature: 0x06054b50,
  EndOctets: 22,
} as const;

/** Compression methods that are read (section 4.4.5). */
export const ZIP_METHOD = { Stored: 0, Deflated: 8 } as const;

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

/** General purpose bits (section 4.4.4). */
export const ZIP_FLAG = {
  Encrypted: 0x0001,
  Descriptor: 0x0008,
  Patch: 0x0020,
  StrongEncryption: 0x0040,
  Utf8: 0x0800,
  Masked: 0x2000,
} as const;

const FLAG_WORDS = [
  [ZIP_FLAG.Encrypted, 'encrypted'],
  [ZIP_FLAG.Descriptor, 'sizes in a descriptor'],
  [ZIP_FLAG.Patch, 'a patch'],
  [ZIP_FLAG.StrongEncryption, 'strong encryption'],
  [ZIP_FLAG.Utf8, 'UTF-8'],
  [ZIP_FLAG.Masked, 'masked headers'],
] as const;

/** What the local header and the directory record of an entry both have. */
export interface EntryFields {
  /** Where the record begins, and where its name and its extra fields do. */
  readonly at: number;
  readonly nameAt: number;
  readonly extraAt: number;
  /** One past its last octet; of a local header, where the data begin. */
  readonly end: number;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedOctets: number;
  readonly sizeOctets: number;
}

/** A record of the directory (section 4.3.12). */
export interface DirectoryFields extends EntryFields {
  readonly commentAt: number;
  readonly disk: number;
  readonly externalAttributes: number;
  /** Where the local header is said to be. */
  readonly headerOffset: number;
}

/** The end record (section 4.3.16). */
export interface EndFields {
  readonly at: number;
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesOnDisk: number;
  readonly entries: number;
  readonly directoryOctets: number;
  readonly directoryOffset: number;
  /** One past the comment. */
  readonly end: number;
}

const two = (name: string, means?: Column['means']): Column => ({ name, octets: 2, means });
const four = (name: string): Column => ({ name, octets: 4 });
const SIZES = /* @__PURE__ */ ['CRC-32', 'compressed-size', 'size'].map(four);
/** Low octet the version in tenths, high octet the system. */
const version = (name: string) => two(name, (value) => `version ${Math.floor((value & 0xff) / 10)}.${(value & 0xff) % 10}`);
const digits = (...values: readonly number[]) => values.map((value) => String(value).padStart(2, '0'));
const ENTRY: readonly Column[] = /* @__PURE__ */ [
  version('version-needed'),
  two('flags', (flags) => FLAG_WORDS.flatMap(([flag, word]) => (flags & flag ? [word] : [])).join(', ') || undefined),
  two('method', methodName),
  two('time', (time) => digits(time >> 11, (time >> 5) & 63, (time & 31) * 2).join(':')),
  two('date', (date) => digits(1980 + (date >> 9), (date >> 5) & 15, date & 31).join('-')),
  ...SIZES,
  two('name-length'),
  two('extra-length'),
];
const RECORD: readonly Column[] = /* @__PURE__ */ [
  version('version-made-by'),
  ...ENTRY,
  two('comment-length'),
  two('disk'),
  two('internal-attributes'),
  four('external-attributes'),
  four('local-header'),
];
const END: readonly Column[] = /* @__PURE__ */ [
  ...['disk', 'directory-disk', 'entries-on-disk', 'entries'].map((name) => two(name)),
  ...['directory-size', 'directory-offset'].map(four),
  two('comment-length'),
];

/** A method in words. */
export function methodName(method: number): string {
  return METHODS.get(method) ?? `method ${method}`;
}

/** Whether a record of this signature begins there. */
export function hasSignature(octets: Uint8Array, at: number, signature: number): boolean {
  return octets[at] === 0x50 && u32le(octets, at) === signature;
}

/** The numbers of a local header; the name comes next. @throws DecodeError `truncated` */
export function readLocalHeader(reader: ByteReader): EntryFields {
  const at = reader.offset;
  passNumbers(reader, 'ZIP/entry', ENTRY, ZIP.LocalOctets);
  return entryFields(reader.octets, at, at + 6, reader.offset);
}

/** The numbers of a directory record; the name comes next. @throws DecodeError `truncated` */
export function readDirectoryRecord(reader: ByteReader): DirectoryFields {
  const { octets, offset: at } = reader;
  passNumbers(reader, 'ZIP/record', RECORD, ZIP.DirectoryOctets);
  const nameAt = reader.offset;
  const { extraAt, end, flags, method, crc32, compressedOctets, sizeOctets } = entryFields(octets, at, at + 8, nameAt);
  // Spelt out: a spread takes longer than all the reading.
  return {
    at,
    nameAt,
    extraAt,
    commentAt: end,
    end: directoryRecordEnd(octets, at),
    flags,
    method,
    crc32,
    compressedOctets,
    sizeOctets,
    disk: u16le(octets, at + 34),
    externalAttributes: u32le(octets, at + 38),
    headerOffset: readHeaderOffset(octets, at),
  };
}

/** One past the comment of the directory record that begins there. */
export function directoryRecordEnd(octets: Uint8Array, at: number): number {
  return at + ZIP.DirectoryOctets + u16le(octets, at + 28) + u16le(octets, at + 30) + u16le(octets, at + 32);
}

/** Where the directory record that begins there puts its local header. */
export function readHeaderOffset(octets: Uint8Array, at: number): number {
  return u32le(octets, at + 42);
}

/** Passes a signature and numbers. A directory may have thousands of records, so that without a trace they are not read one by one. */
function passNumbers(reader: ByteReader, field: string, columns: readonly Column[], octets: number): void {
  if (reader.trace === undefined && reader.remaining >= octets) {
    reader.skip(octets, field);
    return;
  }
  reader.take(4, `${field}/signature`);
  readColumns(reader, field, columns, 'little');
}

/** @param from where the flags are: the numbers from there on are the same in both records. */
function entryFields(octets: Uint8Array, at: number, from: number, nameAt: number): EntryFields {
  const extraAt = nameAt + u16le(octets, from + 20);
  return {
    at,
    nameAt,
    extraAt,
    end: extraAt + u16le(octets, from + 22),
    flags: u16le(octets, from),
    method: u16le(octets, from + 2),
    crc32: u32le(octets, from + 8),
    compressedOctets: u32le(octets, from + 12),
    sizeOctets: u32le(octets, from + 16),
  };
}

/** The numbers of the end record; the comment comes next. @throws DecodeError `truncated` */
export function readEndRecord(reader: ByteReader): EndFields {
  const at = reader.offset;
  reader.take(4, 'ZIP/end/signature');
  const values = readColumns(reader, 'ZIP/end', END, 'little');
  const [disk = 0, directoryDisk = 0, entriesOnDisk = 0, entries = 0, directoryOctets = 0, directoryOffset = 0, comment = 0] =
    values;
  const end = reader.offset + comment;
  return { at, disk, directoryDisk, entriesOnDisk, entries, directoryOctets, directoryOffset, end };
}

/** A data descriptor (section 4.3.9): CRC-32, compressed size and size. @throws DecodeError `truncated` */
export function readDescriptor(reader: ByteReader, isSigned: boolean): readonly number[] {
  if (isSigned) reader.take(4, 'ZIP/descriptor/signature');
  return readColumns(reader, 'ZIP/descriptor', SIZES, 'little');
}

/** The comment of the end record, whose length has two octets. */
const MAX_COMMENT_OCTETS = 0xffff;

/**
 * Where end records begin, from the end of the octets on: those whose comment ends with the octets, and the last one of any kind. A comment may
 * hold what looks like one.
 * @param most of the former, after which the search ends
 */
export function findEnds(
  octets: Uint8Array,
  start: number,
  end: number,
  most = Number.POSITIVE_INFINITY,
): { fitting: number[]; last: number | undefined } {
  const lowest = Math.max(start, end - ZIP.EndOctets - MAX_COMMENT_OCTETS);
  const fitting: number[] = [];
  let last: number | undefined;
  for (let at = end - ZIP.EndOctets; at >= lowest && fitting.length < most; at--) {
    if (octets[at] !== 0x50 || !hasSignature(octets, at, ZIP.EndSignature)) continue;
    last ??= at;
    if (at + ZIP.EndOctets + u16le(octets, at + 20) === end) fitting.push(at);
  }
  return { fitting, last };
}

/** A cursor over octets that begins there. */
export function readerAt(octets: Uint8Array, at: number): ByteReader {
  return new ByteReader(octets, undefined, at);
}
