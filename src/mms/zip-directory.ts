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
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 to 4.5; Info-ZIP's Unicode Path field there in 4.6.9. Names that are UTF-8 without saying
 * so are what Info-ZIP's zip 3.0 and the Archive Utility of macOS write.
 * @module
 */
import { octetHex, requireOctets, u16le, u32le } from '../bytes/octets.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { crc32 } from './crc32.js';
import { isJunkPath } from './junk.js';

/** Signatures and lengths of the records (sections 4.3.7, 4.3.9, 4.3.12, 4.3.15, 4.3.16). */
export const ZIP = {
  LocalSignature: 0x04034b50,
  LocalOctets: 30,
  DescriptorSignature: 0x08074b50,
  DirectorySignature: 0x02014b50,
  DirectoryOctets: 46,
  Zip64LocatorSignature: 0x07064b50,
  Zip64LocatorOctets: 20,
  EndSignature: 0x06054b50,
  EndOctets: 22,
} as const;

/** Compression methods that are read (section 4.4.5). */
export const ZIP_METHOD = { Stored: 0, Deflated: 8 } as const;

/** General purpose bits (section 4.4.4). */
export const ZIP_FLAG = {
  Encrypted: 0x0001,
  Descriptor: 0x0008,
  Patch: 0x0020,
  StrongEncryption: 0x0040,
  Utf8: 0x0800,
  Masked: 0x2000,
} as const;

/** The bits on which both headers must agree: all but the two that tell how hard the compressor worked. */
const FLAGS_THAT_MATTER = 0xfff9;

/** Extra fields (section 4.5.2). */
const EXTRA_ZIP64 = 0x0001;
const EXTRA_UNICODE_PATH = 0x7075;

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

/** Octets 80 to FF of code page 437, the alphabet of names without the UTF-8 flag (appendix D.1). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** An entry that may be unpacked. */
export interface ZipRecord {
  /** Its place in the directory, counted from 0. */
  readonly index: number;
  /** Its path, composed (NFC), with `/` between folders, without `.` segments. A folder ends with `/`. */
  readonly name: string;
  /** A folder, or something that {@link isJunkPath} knows. */
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

/** A record whose local header has not been looked at. */
interface DirectoryEntry extends Omit<ZipRecord, 'start' | 'end'> {
  /** The path in errors. */
  readonly field: string;
  readonly flags: number;
  readonly compressedOctets: number;
  readonly headerOffset: number;
  readonly rawName: Uint8Array;
}

/** The place in an archive's error paths of an entry. */
export function zipEntryField(name: string): string {
  const short = name.length > 60 ? `${name.slice(0, 60)}...` : name;
  return `ZIP/entry ${JSON.stringify(short)}`;
}

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

interface Extra {
  readonly isZip64: boolean;
  /** The path in UTF-8 that stands beside one in another alphabet. */
  readonly path: string | undefined;
}

function readExtra(octets: Uint8Array, start: number, lengthOctets: number, rawName: Uint8Array, field: string): Extra {
  const end = start + lengthOctets;
  let isZip64 = false;
  let path: string | undefined;
  for (let at = start; at < end; ) {
    const length = at + 4 > end ? Number.POSITIVE_INFINITY : u16le(octets, at + 2);
    if (at + 4 + length > end) throw new DecodeError('truncated', `${field}/extra`, at, `goes on past its end at ${end}`);
    const id = u16le(octets, at);
    if (id === EXTRA_ZIP64) isZip64 = true;
    // Version 1, and the sum of the name that it stands for: a program that renames the entry may not know this field.
    if (id === EXTRA_UNICODE_PATH && length >= 5 && octets[at + 4] === 1 && u32le(octets, at + 5) === crc32(rawName)) {
      path = utf8At(octets.subarray(at + 9, at + 4 + length), at + 9, `${field}/extra`);
    }
    at += 4 + length;
  }
  return { isZip64, path };
}

// ---- names ----

function decodeName(raw: Uint8Array, flags: number, at: number, field: string): string {
  if (flags & ZIP_FLAG.Utf8) return utf8At(raw, at, `${field}/name`);
  if (raw.every((octet) => octet < 0x80)) return String.fromCharCode(...raw);
  try {
    // Names in code page 437 that are UTF-8 by chance are hard to make up.
    return decodeUtf8(raw);
  } catch {
    return Array.from(raw, (octet) => (octet < 0x80 ? String.fromCharCode(octet) : CP437[octet - 0x80])).join('');
  }
}

function utf8At(octets: Uint8Array, at: number, field: string): string {
  try {
    return decodeUtf8(octets, field);
  } catch (cause) {
    const { code, offset, reason } = cause as DecodeError;
    throw new DecodeError(code, field, at + (offset as number), reason, { cause });
  }
}

/** The path that a name means, if it stays below the folder that it would be unpacked to. */
function checkedName(raw: string, at: number, unnamed: string, limits: Limits): string {
  if (raw === '') throw new DecodeError('bad-value', `${unnamed}/name`, at, 'is empty');
  const path = raw.replaceAll('\\', '/').normalize('NFC');
  const field = `${zipEntryField(path)}/name`;
  const bad = (reason: string) => new DecodeError('bad-value', field, at, reason);
  const control = /[\0-\x1f\x7f]/.exec(path);
  if (control !== null) throw bad(`has the control character ${octetHex(control[0].charCodeAt(0))}`);
  if (path.startsWith('/')) throw bad('is absolute');
  if (/^[A-Za-z]:/.test(path)) throw bad('begins with a drive');
  const segments = path.split('/');
  // Windows drops blanks and dots at the end of a name.
  if (segments.some((segment) => /^\.\.[. ]*$/.test(segment))) throw bad('leads out of the archive (..)');
  const kept = segments.filter((segment) => segment !== '' && segment !== '.');
  if (kept.length === 0) throw bad('names nothing');
  const name = kept.join('/') + (segments.at(-1) === kept.at(-1) ? '' : '/');
  const characters = countCharacters(name);
  if (characters > limits.zipPathCharacters) throw pathTooLong(`${characters} characters`, zipEntryField(name), at, limits);
  const ownCharacters = countCharacters(kept.at(-1) as string);
  if (ownCharacters > limits.zipNameCharacters && !isJunkPath(name)) {
    throw new LimitError('limit-exceeded', field, at, `${ownCharacters} characters, at most ${limits.zipNameCharacters}`);
  }
  return name;
}

function pathTooLong(found: string, entry: string, at: number, { zipPathCharacters }: Limits): LimitError {
  return new LimitError(
    'limit-exceeded',
    `${entry}/name`,
    at,
    `${found} with its folders, at most ${zipPathCharacters} characters`,
  );
}

/** Characters as a reader counts them: a surrogate pair is one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

// ---- the entries ----

/** Finds each entry's data. In the order of the archive the entries must follow one another up to the directory. */
function locate(octets: Uint8Array, entries: readonly DirectoryEntry[], directoryOffset: number): ZipRecord[] {
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
