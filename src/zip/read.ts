/**
 * Unpacking a ZIP archive: its directory is checked first (directory.ts), then each stream is inflated to the size that both headers say and no
 * further.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10; RFC 1951.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { crc32 } from '../bytes/crc32.js';
import { InflateFault, Inflater } from '../bytes/inflate.js';
import { copyOctets, octetHex, requireOctets } from '../bytes/octets.js';
import { allLimits } from '../bytes/reading.js';
import { DecodeError, type Limits } from '../errors.js';
import { readZipDirectory } from './directory.js';
import type { ZipRecord } from './entries.js';
import { ZIP_METHOD } from './records.js';

/** A file of a ZIP archive. */
export interface ZipEntry {
  /** Path: in Unicode form NFC, with `/` between folders, relative and without `..`. Two entries may have the same path. */
  readonly name: string;
  /** Content; of a stored entry a view of the archive. */
  readonly data: Uint8Array;
  /** Index in the archive's directory, which counts folders and omitted files too. */
  readonly index: number;
}

/** Options of {@link readZip}. */
export interface ReadZipOptions {
  /** Values that replace those of `DEFAULT_LIMITS` whose names begin with `zip`. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Unpacks a ZIP archive, in the order of its directory. Folders are omitted, and so are files of operating systems
 * (`__MACOSX/`, `Thumbs.db` and the like).
 * The directory is checked before anything is unpacked, and no entry is unpacked beyond the size in the directory, which `limits` bound.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `ZIP/entry "photo.jpg"/CRC-32` and the octet in the archive.
 * @throws LimitError `limit-exceeded` above a limit whose name begins with `zip`.
 */
export async function readZip(octets: Uint8Array, options: ReadZipOptions = {}): Promise<ZipEntry[]> {
  requireOctets(octets, 'the archive');
  requireObject(options, 'options');
  const { limits } = options;
  // Not a Buffer, whose views would be Buffers.
  const archive = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
  return readZipDirectory(archive, allLimits(limits))
    .filter(({ isSkipped }) => !isSkipped)
    .map((record) => ({ name: record.name, data: unpackEntry(archive, record), index: record.index }));
}

/**
 * What an entry unpacks to; of a stored one a view of the archive.
 * @throws DecodeError for a stream that is broken or of another size, and for another CRC.
 */
export function unpackEntry(archive: Uint8Array, record: ZipRecord): Uint8Array {
  const { field, method, dataAt, dataEnd, crc32: expected, at } = record;
  const data = method === ZIP_METHOD.Deflated ? inflateEntry(archive, record) : archive.subarray(dataAt, dataEnd);
  const sum = crc32(data);
  if (sum === expected) return data;
  throw new DecodeError(
    'bad-value',
    `${field}/CRC-32`,
    at + 16,
    `CRC mismatch: is ${hex32(expected)}, its data have ${hex32(sum)}`,
  );
}

function inflateEntry(archive: Uint8Array, { field, dataAt, dataEnd, sizeOctets, at }: ZipRecord): Uint8Array {
  const inflater = new Inflater(archive.subarray(dataAt, dataEnd), sizeOctets);
  let found: number;
  try {
    found = inflater.fill(sizeOctets + 1);
  } catch (cause) {
    if (!(cause instanceof InflateFault)) throw cause;
    const code = cause.isTruncated ? 'truncated' : 'bad-value';
    throw new DecodeError(code, `${field}/data`, dataAt + cause.at, `the deflated stream ${cause.message}`, { cause });
  }
  if (found !== sizeOctets) {
    const reason = `is ${sizeOctets}, it unpacks to ${found > sizeOctets ? 'more' : found}`;
    throw new DecodeError('bad-value', `${field}/size`, at + 24, reason);
  }
  const end = dataAt + inflater.position;
  if (end < dataEnd) {
    const reason = `${dataEnd - end} octets of trailing data after the deflated stream`;
    throw new DecodeError('trailing-bytes', `${field}/data`, end, reason);
  }
  return copyOctets(inflater.octets.subarray(0, sizeOctets));
}

function hex32(value: number): string {
  return [24, 16, 8, 0].map((shift) => octetHex((value >>> shift) & 0xff)).join('');
}
