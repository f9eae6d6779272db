/**
 * The directory of a ZIP archive, checked before anything is unpacked.
 *
 * Programs read archives from either end and believe different copies of the same fact, so an archive can be one thing to the program that
 * checks it and another to the one that unpacks it. Here there is one reading: the end record ends the file, the directory ends at the end
 * record, each local header says what the directory says, and the entries fill the octets before the directory without a gap and without
 * an overlap. What an MMS never needs is refused by name: encryption, several disks, ZIP64, links, other methods.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 to 4.5.
 * @module
 */
import { requireOctets, u32le } from '../bytes/octets.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { type DirectoryEntry, locate, type ZipRecord } from './entries.js';
import { isJunkPath } from './junk.js';
import { checkedName, decodeName, pathTooLong, readExtra, zipEntryField } from './names.js';
import {
  type DirectoryFields,
  type EndFields,
  findEnds,
  hasSignature,
  readDirectoryRecord,
  readEndRecord,
  readerAt,
  ZIP,
  ZIP_FLAG,
  ZIP_METHOD,
} from './records.js';

/** File types in the highest four bits of Unix's mode, which is the upper half of the external attributes. */
const UNIX_TYPES: Readonly<Record<number, string>> = {
  1: 'a pipe',
  2: 'a device',
  6: 'a device',
  10: 'a symbolic link',
  12: 'a socket',
};

/** An entry may be this large at any ratio: a page of one letter is not a bomb. */
const FREE_OF_RATIO_OCTETS = 64 * 1024;

/**
 * Reads and checks everything but the data, in directory order; linear in the archive's octets.
 * @throws LimitError `limit-exceeded` past `zipOctets`, `zipEntries`, `zipEntryOctets`, `zipTotalOctets`, `zipRatio`, `zipNameCharacters`
 *   or `zipPathCharacters`; DecodeError for whatever else is refused, its field the entry's and the part's.
 */
export function readZipDirectory(octets: Uint8Array, limits: Limits = DEFAULT_LIMITS): ZipRecord[] {
  requireOctets(octets, 'the archive');
  if (octets.length > limits.zipOctets) {
    throw new LimitError('limit-exceeded', 'ZIP', limits.zipOctets, `${octets.length} octets, at most ${limits.zipOctets}`);
  }
  const end = findEnd(octets);
  return locate(octets, readRecords(octets, end, limits), end.directoryOffset);
}

// ---- the end record ----

/** The one end record, whose comment ends with the file and which says where the whole directory is. */
function findEnd(octets: Uint8Array): EndFields {
  const end = readEndRecord(readerAt(octets, endOffset(octets)));
  const { at: offset, entries, directoryOctets, directoryOffset } = end;
  const bad = (name: string, from: number, reason: string) =>
    new DecodeError('bad-value', `ZIP/end/${name}`, offset + from, reason);
  const locator = offset - ZIP.Zip64LocatorOctets;
  if (
    (locator >= 0 && u32le(octets, locator) === ZIP.Zip64LocatorSignature) ||
    entries === 0xffff ||
    directoryOctets === 0xffffffff ||
    directoryOffset === 0xffffffff
  ) {
    throw new DecodeError('bad-value', 'ZIP/end', offset, 'is a ZIP64 archive; nothing of this size needs to be one');
  }
  if (end.disk !== 0 || end.directoryDisk !== 0) throw bad('disk', 4, 'is the last of several disks');
  if (end.entriesOnDisk !== entries) throw bad('entries', 8, `${end.entriesOnDisk} of ${entries} are on this disk`);
  const directoryEnd = directoryOffset + directoryOctets;
  if (directoryEnd > offset) {
    throw bad(
      'directory',
      12,
      `has ${directoryOctets} octets at ${directoryOffset}, which is past the end record at ${offset}`,
    );
  }
  if (directoryEnd < offset) {
    const reason = `ends at ${directoryEnd}, the end record begins at ${offset}: there is something before the archive or between`;
    throw bad('directory', 16, reason);
  }
  if (entries * ZIP.DirectoryOctets > directoryOctets) {
    throw bad('entries', 10, `${entries} do not fit a directory of ${directoryOctets} octets`);
  }
  return end;
}

function endOffset(octets: Uint8Array): number {
  const { length } = octets;
  const { fitting, last } = findEnds(octets, 0, length);
  const [found, other] = fitting;
  if (other !== undefined) throw new DecodeError('bad-value', 'ZIP/end', other, `is there twice, here and at ${found}`);
  if (found !== undefined) return found;
  if (last !== undefined) {
    const { end } = readEndRecord(readerAt(octets, last));
    if (end < length) throw new DecodeError('trailing-bytes', 'ZIP', end, `${length - end} octets after the archive`);
    throw new DecodeError('truncated', 'ZIP/end/comment', last, `should end at ${end}, the archive at ${length}`);
  }
  if (hasSignature(octets, 0, ZIP.LocalSignature)) {
    throw new DecodeError('truncated', 'ZIP', length, 'ends before its directory does');
  }
  throw new DecodeError('bad-value', 'ZIP', 0, 'is not a ZIP archive');
}

// ---- the directory ----

function readRecords(
  octets: Uint8Array,
  { at: end, entries: count, directoryOffset }: EndFields,
  limits: Limits,
): DirectoryEntry[] {
  if (count > limits.zipEntries) {
    throw new LimitError('limit-exceeded', 'ZIP/end/entries', end + 10, `${count}, at most ${limits.zipEntries}`);
  }
  const entries: DirectoryEntry[] = [];
  let total = 0;
  let at = directoryOffset;
  for (let index = 0; index < count; index++) {
    const field = `ZIP/entry ${index}`;
    if (at + ZIP.DirectoryOctets > end || !hasSignature(octets, at, ZIP.DirectorySignature)) {
      throw new DecodeError('bad-value', field, at, `is not a directory record, though there should be ${count}`);
    }
    const fields = readDirectoryRecord(readerAt(octets, at));
    if (fields.end > end) {
      const reason = `its name, fields and comment end at ${fields.end}, the directory at ${end}`;
      throw new DecodeError('truncated', field, at, reason);
    }
    const entry = checkRecord(octets, fields, index, limits);
    total += entry.sizeOctets;
    if (total > limits.zipTotalOctets) {
      const reason = `with it the archive unpacks to ${total} octets, at most ${limits.zipTotalOctets}`;
      throw new LimitError('limit-exceeded', `${entry.field}/size`, at + 24, reason);
    }
    entries.push(entry);
    at = fields.end;
  }
  if (at < end) throw new DecodeError('bad-value', 'ZIP/end/entries', end + 10, `${count}, but the directory goes on at ${at}`);
  return entries;
}

function checkRecord(octets: Uint8Array, fields: DirectoryFields, index: number, limits: Limits): DirectoryEntry {
  const { at, nameAt, extraAt, commentAt, flags, method, compressedOctets, sizeOctets, headerOffset } = fields;
  const rawName = octets.subarray(nameAt, extraAt);
  const unnamed = `ZIP/entry ${index}`;
  // Four octets of UTF-8 make a character, at most.
  if (rawName.length > limits.zipPathCharacters * 4) throw pathTooLong(`${rawName.length} octets`, unnamed, nameAt, limits);
  const extra = readExtra(octets, extraAt, commentAt, rawName, unnamed);
  const path = extra.path ?? decodeName(rawName, flags, nameAt, unnamed);
  const name = checkedName(path, nameAt, unnamed, limits);
  const field = zipEntryField(name);
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `${field}/${part}`, at + offset, reason);

  if (flags & (ZIP_FLAG.Encrypted | ZIP_FLAG.StrongEncryption | ZIP_FLAG.Masked)) throw bad('flags', 8, 'is encrypted');
  if (flags & ZIP_FLAG.Patch) throw bad('flags', 8, 'is a patch of another file');
  if (method !== ZIP_METHOD.Stored && method !== ZIP_METHOD.Deflated) {
    throw bad('method', 10, `is ${method}; stored (0) and deflated (8) are read`);
  }
  if (extra.isZip64 || [compressedOctets, sizeOctets, headerOffset].includes(0xffffffff)) {
    throw bad('size', 20, 'is given in ZIP64; nothing of this size needs it');
  }
  if (fields.disk !== 0) throw bad('disk', 34, `is ${fields.disk}`);
  const unixType = UNIX_TYPES[fields.externalAttributes >>> 28];
  if (unixType !== undefined) throw bad('attributes', 38, `is ${unixType}`);

  if (sizeOctets > limits.zipEntryOctets) {
    throw new LimitError('limit-exceeded', `${field}/size`, at + 24, `${sizeOctets} octets, at most ${limits.zipEntryOctets}`);
  }
  if (method === ZIP_METHOD.Stored && compressedOctets !== sizeOctets) {
    throw bad('size', 20, `${compressedOctets} octets stored, ${sizeOctets} unpacked`);
  }
  if (sizeOctets > FREE_OF_RATIO_OCTETS && sizeOctets > compressedOctets * limits.zipRatio) {
    const reason = `${sizeOctets} octets of ${compressedOctets}, at most ${limits.zipRatio} of one`;
    throw new LimitError('limit-exceeded', `${field}/size`, at + 24, reason);
  }
  const isFolder = name.endsWith('/');
  if (isFolder && sizeOctets > 0) throw bad('size', 24, `is a folder with ${sizeOctets} octets`);
  return { ...fields, index, name, path, isSkipped: isFolder || isJunkPath(name), field, rawName };
}
