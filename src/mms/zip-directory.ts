/**
 * The directory of a ZIP archive, checked before anything is unpacked.
 *
 *   local header(30) name extra | data | descriptor(12 or 16)?    for each entry
 *   directory record(46) name extra comment                       for each entry
 *   end(22) comment                                                numbers have their low octet first
 *
 * Programs read archives from either end and believe different copies of the same fact, so an archive can be one thing to the program that
 * checks it and another to the one that unpacks it. Here there is one reading: the end record ends the file, the directory ends at the end
 * record, each local header says what the directory says, and the entries fill the octets in front of the directory without a gap and
 * without an overlap. What an MMS never needs is refused by name: encryption, several disks, ZIP64, links, other methods.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 to 4.5.
 * @module
 */
import { requireOctets, u16le, u32le } from '../bytes/octets.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { isJunkPath } from './junk.js';
import { type DirectoryEntry, locate, type ZipRecord } from './zip-entries.js';
import { ZIP, ZIP_FLAG, ZIP_METHOD } from './zip-format.js';
import { checkedName, decodeName, pathTooLong, readExtra, zipEntryField } from './zip-names.js';

/** The comment of the end record, whose length has two octets (section 4.3.16). */
const MAX_COMMENT_OCTETS = 0xffff;

/** File types in the highest four bits of Unix's mode, which is the upper half of the external attributes. */
const UNIX_TYPES: Readonly<Record<number, string>> = {
  1: 'a pipe',
  2: 'a device',
  6: 'a device',
  10: 'a symbolic link',
  12: 'a socket',
};

/** An entry may be this large at any ratio: a page of one letter is no bomb. */
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
  const entries = readRecords(octets, end, limits);
  return locate(octets, entries, end.directoryOffset);
}

// ---- the end record ----

interface End {
  readonly offset: number;
  readonly count: number;
  readonly directoryOffset: number;
}

function findEnd(octets: Uint8Array): End {
  const offset = endOffset(octets);
  const at = (name: string, from: number, reason: string) =>
    new DecodeError('bad-value', `ZIP/end/${name}`, offset + from, reason);
  const locator = offset - ZIP.Zip64LocatorOctets;
  const [count, size, directoryOffset] = [u16le(octets, offset + 10), u32le(octets, offset + 12), u32le(octets, offset + 16)];
  if (
    (locator >= 0 && u32le(octets, locator) === ZIP.Zip64LocatorSignature) ||
    count === 0xffff ||
    size === 0xffffffff ||
    directoryOffset === 0xffffffff
  ) {
    throw new DecodeError('bad-value', 'ZIP/end', offset, 'is a ZIP64 archive; nothing of this size needs to be one');
  }
  if (u16le(octets, offset + 4) !== 0 || u16le(octets, offset + 6) !== 0) throw at('disk', 4, 'is the last of several disks');
  if (u16le(octets, offset + 8) !== count) throw at('entries', 8, `${u16le(octets, offset + 8)} of ${count} are on this disk`);
  if (directoryOffset + size > offset) {
    throw at('directory', 12, `has ${size} octets at ${directoryOffset}, which is past the end record at ${offset}`);
  }
  if (directoryOffset + size < offset) {
    const reason = `ends at ${directoryOffset + size}, the end record begins at ${offset}: something stands in front of the archive or between`;
    throw at('directory', 16, reason);
  }
  if (count * ZIP.DirectoryOctets > size) throw at('entries', 10, `${count} do not fit a directory of ${size} octets`);
  return { offset, count, directoryOffset };
}

/** The end record whose comment ends with the file; a comment may hold what looks like one. */
function endOffset(octets: Uint8Array): number {
  const { length } = octets;
  const lowest = Math.max(0, length - ZIP.EndOctets - MAX_COMMENT_OCTETS);
  let found = -1;
  let nearest = -1;
  for (let at = length - ZIP.EndOctets; at >= lowest; at--) {
    if (octets[at] !== 0x50 || u32le(octets, at) !== ZIP.EndSignature) continue;
    if (nearest < 0) nearest = at;
    if (at + ZIP.EndOctets + u16le(octets, at + 20) !== length) continue;
    if (found >= 0) throw new DecodeError('bad-value', 'ZIP/end', at, `is there twice, here and at ${found}`);
    found = at;
  }
  if (found >= 0) return found;
  if (nearest >= 0) {
    const end = nearest + ZIP.EndOctets + u16le(octets, nearest + 20);
    if (end < length)
      throw new DecodeError('trailing-bytes', 'ZIP', end, `${length - end} octets behind the end of the archive`);
    throw new DecodeError('truncated', 'ZIP/end/comment', nearest, `should end at ${end}, the archive at ${length}`);
  }
  if (length >= 4 && u32le(octets, 0) === ZIP.LocalSignature) {
    throw new DecodeError('truncated', 'ZIP', length, 'ends before its directory does');
  }
  throw new DecodeError('bad-value', 'ZIP', 0, 'is not a ZIP archive');
}

// ---- the directory ----

function readRecords(octets: Uint8Array, { offset: end, count, directoryOffset }: End, limits: Limits): DirectoryEntry[] {
  if (count > limits.zipEntries) {
    throw new LimitError('limit-exceeded', 'ZIP/end/entries', end + 10, `${count}, at most ${limits.zipEntries}`);
  }
  const entries: DirectoryEntry[] = [];
  let total = 0;
  let at = directoryOffset;
  for (let index = 0; index < count; index++) {
    const field = `ZIP/entry ${index}`;
    if (at + ZIP.DirectoryOctets > end || u32le(octets, at) !== ZIP.DirectorySignature) {
      throw new DecodeError('bad-value', field, at, `is no directory record, though there should be ${count}`);
    }
    const lengths = [u16le(octets, at + 28), u16le(octets, at + 30), u16le(octets, at + 32)] as const;
    const next = at + ZIP.DirectoryOctets + lengths[0] + lengths[1] + lengths[2];
    if (next > end) {
      throw new DecodeError('truncated', field, at, `its name, fields and comment end at ${next}, the directory at ${end}`);
    }
    const entry = readRecord(octets, at, index, lengths[0], lengths[1], limits);
    total += entry.sizeOctets;
    if (total > limits.zipTotalOctets) {
      const reason = `with it the archive unpacks to ${total} octets, at most ${limits.zipTotalOctets}`;
      throw new LimitError('limit-exceeded', `${entry.field}/size`, at + 24, reason);
    }
    entries.push(entry);
    at = next;
  }
  if (at < end) throw new DecodeError('bad-value', 'ZIP/end/entries', end + 10, `${count}, but the directory goes on at ${at}`);
  return entries;
}

function readRecord(
  octets: Uint8Array,
  at: number,
  index: number,
  nameOctets: number,
  extraOctets: number,
  limits: Limits,
): DirectoryEntry {
  const flags = u16le(octets, at + 8);
  const nameAt = at + ZIP.DirectoryOctets;
  const rawName = octets.subarray(nameAt, nameAt + nameOctets);
  const unnamed = `ZIP/entry ${index}`;
  // Four octets of UTF-8 make a character, at most.
  if (nameOctets > limits.zipPathCharacters * 4) throw pathTooLong(`${nameOctets} octets`, unnamed, nameAt, limits);
  const extra = readExtra(octets, nameAt + nameOctets, extraOctets, rawName, unnamed);
  const name = checkedName(extra.path ?? decodeName(rawName, flags, nameAt, unnamed), nameAt, unnamed, limits);
  const field = zipEntryField(name);
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `${field}/${part}`, at + offset, reason);

  const [method, compressedOctets, sizeOctets] = [u16le(octets, at + 10), u32le(octets, at + 20), u32le(octets, at + 24)];
  const headerOffset = u32le(octets, at + 42);
  if (flags & (ZIP_FLAG.Encrypted | ZIP_FLAG.StrongEncryption | ZIP_FLAG.Masked)) throw bad('flags', 8, 'is encrypted');
  if (flags & ZIP_FLAG.Patch) throw bad('flags', 8, 'is a patch of another file');
  if (method !== ZIP_METHOD.Stored && method !== ZIP_METHOD.Deflated) {
    throw bad('method', 10, `is ${method}; stored (0) and deflated (8) are read`);
  }
  if (extra.isZip64 || [compressedOctets, sizeOctets, headerOffset].includes(0xffffffff)) {
    throw bad('size', 20, 'is given in ZIP64; nothing of this size needs it');
  }
  if (u16le(octets, at + 34) !== 0) throw bad('disk', 34, `is ${u16le(octets, at + 34)}`);
  const unixType = UNIX_TYPES[u32le(octets, at + 38) >>> 28];
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
  return {
    index,
    name,
    isSkipped: isFolder || isJunkPath(name),
    method,
    crc32: u32le(octets, at + 16),
    sizeOctets,
    recordOffset: at,
    field,
    flags,
    compressedOctets,
    headerOffset,
    rawName,
  };
}
