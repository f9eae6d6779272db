/**
 * ZIP archives in and out.
 *
 * Before jszip sees a stream, the archive's directory is checked and the stream measured. jszip alone believes the local headers, lets the
 * last of two entries with one name win, does not look at check sums, and inflates 16 KiB at a time, whatever comes of it. What it gets
 * here is an archive of our own making with the streams to inflate, under names of our own. Stored entries need none of that: they are
 * views of the archive.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 (see zip-directory.ts); RFC 1951.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { DEFAULT_LIMITS, DecodeError, EncodeError, type Limits } from '../errors.js';
import { crc32 } from './crc32.js';
import { measureDeflate } from './deflate-size.js';
import { readZipDirectory } from './zip-directory.js';
import type { ZipRecord } from './zip-entries.js';
import { ZIP, ZIP_FLAG, ZIP_METHOD } from './zip-format.js';
import { zipEntryField } from './zip-names.js';

/** A file of an archive. */
export interface ZipEntry {
  /** Its path: NFC, `/` between folders, nowhere `..`, not absolute. Two entries may have the same one. */
  readonly name: string;
  /** What it unpacks to; of a stored entry a view of the archive. */
  readonly data: Uint8Array;
  /** Its place in the archive's directory, which counts folders and leftovers too. */
  readonly index: number;
}

/** How to read an archive. */
export interface ReadZipOptions {
  /** Other values for the limits of DEFAULT_LIMITS whose names begin with `zip`. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Unpacks an archive, in the order of its directory. Folders are left out, and so is what systems leave in archives (`__MACOSX/`, `Thumbs.db` and the like).
 * Nothing is unpacked before everything was checked: a refusal takes time linear in the archive's octets and next to no memory.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, LimitError `limit-exceeded` with a field such as
 *   `ZIP/entry "photo.jpg"/CRC-32` and the octet in the archive.
 */
export async function readZip(octets: Uint8Array, { limits }: ReadZipOptions = {}): Promise<ZipEntry[]> {
  requireOctets(octets, 'the archive');
  // Not a Buffer, whose views would be Buffers.
  const archive = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
  const records = readZipDirectory(archive, { ...DEFAULT_LIMITS, ...limits }).filter(({ isSkipped }) => !isSkipped);
  const stored = new Map<ZipRecord, Uint8Array>();
  const deflated: ZipRecord[] = [];
  for (const record of records) {
    if (record.method === ZIP_METHOD.Deflated) {
      checkStream(archive, record);
      deflated.push(record);
    } else {
      const data = archive.subarray(record.start, record.end);
      checkSum(data, record);
      stored.set(record, data);
    }
  }
  const inflated = deflated.length === 0 ? undefined : await inflateAll(archive, deflated);
  return records.map((record) => {
    const data = (stored.get(record) ?? inflated?.get(record)) as Uint8Array;
    return { name: record.name, data, index: record.index };
  });
}

/** The stream is as long as its octets, and unpacks to as many as both headers say. */
function checkStream(archive: Uint8Array, { name, start, end, sizeOctets, recordOffset }: ZipRecord): void {
  const field = zipEntryField(name);
  const stream = measureDeflate(archive, start, end, sizeOctets, `${field}/data`);
  if (stream.sizeOctets !== sizeOctets) {
    const found = stream.sizeOctets > sizeOctets ? 'more' : `${stream.sizeOctets}`;
    throw new DecodeError('bad-value', `${field}/size`, recordOffset + 24, `is ${sizeOctets}, it unpacks to ${found}`);
  }
  if (stream.end < end) {
    const reason = `${end - stream.end} octets behind the end of the deflated stream`;
    throw new DecodeError('trailing-bytes', `${field}/data`, stream.end, reason);
  }
}

function checkSum(data: Uint8Array, { name, crc32: expected, recordOffset }: ZipRecord): void {
  const sum = crc32(data);
  if (sum === expected) return;
  const reason = `is ${hex8(expected)}, its data have ${hex8(sum)}`;
  throw new DecodeError('bad-value', `${zipEntryField(name)}/CRC-32`, recordOffset + 16, reason);
}

function hex8(sum: number): string {
  return sum.toString(16).toUpperCase().padStart(8, '0');
}

// ---- inflating ----

/** What jszip has and its types leave out. */
interface InflatingStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): InflatingStream;
  on(event: 'error', listener: (error: Error) => void): InflatingStream;
  on(event: 'end', listener: () => void): InflatingStream;
  pause(): InflatingStream;
  resume(): InflatingStream;
}
interface Inflater {
  loadAsync(archive: Uint8Array): Promise<{ file(name: string): { internalStream(type: 'uint8array'): InflatingStream } }>;
}

/** One after the other, so that only one is under way. jszip is loaded when it is needed: most parts of a message are stored. */
async function inflateAll(archive: Uint8Array, records: readonly ZipRecord[]): Promise<Map<ZipRecord, Uint8Array>> {
  const { default: jszip } = (await import('jszip')) as unknown as { default: Inflater };
  const files = records.map(({ crc32, sizeOctets, start, end }, i) => ({
    name: encodeUtf8(String(i)),
    method: ZIP_METHOD.Deflated,
    crc32,
    sizeOctets,
    data: archive.subarray(start, end),
  }));
  const all = new Map<ZipRecord, Uint8Array>();
  try {
    const ours = await jszip.loadAsync(assemble(files));
    for (const [i, record] of records.entries()) {
      all.set(record, await inflate(ours.file(String(i)).internalStream('uint8array'), record.sizeOctets));
    }
  } catch (cause) {
    const { name, start } = records[all.size] as ZipRecord;
    const reason = `cannot be inflated: ${(cause as Error).message}`;
    throw new DecodeError('bad-value', `${zipEntryField(name)}/data`, start, reason, { cause });
  }
  for (const [record, data] of all) checkSum(data, record);
  return all;
}

/** Exactly so many octets, or an Error. */
function inflate(stream: InflatingStream, sizeOctets: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const data = new Uint8Array(sizeOctets);
    let filled = 0;
    stream
      .on('data', (chunk) => {
        if (chunk.length > sizeOctets - filled) {
          stream.pause();
          reject(new Error(`more than ${sizeOctets} octets`));
          return;
        }
        data.set(chunk, filled);
        filled += chunk.length;
      })
      .on('error', reject)
      .on('end', () => resolve(data))
      .resume();
  });
}

// ---- writing ----

/** A file for {@link writeStoredZip}. */
export interface ZipInput {
  /** Its path, `/` between folders. */
  readonly name: string;
  /** Its content. */
  readonly data: Uint8Array;
}

/**
 * Packs files into an archive without compressing them, in their order and without a date: the same files give the same octets. Media of
 * messages are compressed already.
 * @throws EncodeError `unencodable` for a lone surrogate in a name, `bad-value` for an empty or absolute name, one with `..`, `\` or a
 *   control character, and one that is there twice, `too-long` past 65,535 files or octets of a name.
 */
export function writeStoredZip(files: readonly ZipInput[]): Uint8Array {
  const names = new Set<string>();
  if (files.length >= 0xffff) throw new EncodeError('too-long', 'ZIP', undefined, `${files.length} files, at most 65534`);
  return assemble(
    files.map(({ name, data }) => {
      requireOctets(data, `the data of ${name}`);
      const field = `${zipEntryField(name)}/name`;
      const octets = encodeUtf8(name, field);
      if (octets.length > 0xffff) throw new EncodeError('too-long', field, undefined, `${octets.length} octets, at most 65535`);
      if (name === '' || /^\/|^[A-Za-z]:|[\0-\x1f\x7f\\]|(^|\/)\.\.(\/|$)|\/$/.test(name)) {
        throw new EncodeError('bad-value', field, undefined, 'is no path of a file inside of an archive');
      }
      if (names.has(name)) throw new EncodeError('bad-value', field, undefined, 'is there twice');
      names.add(name);
      return { name: octets, method: ZIP_METHOD.Stored, crc32: crc32(data), sizeOctets: data.length, data };
    }),
  );
}

/** A file as it stands in the archive. */
interface PackedFile {
  readonly name: Uint8Array;
  readonly method: number;
  readonly crc32: number;
  readonly sizeOctets: number;
  /** Packed by `method`. */
  readonly data: Uint8Array;
}

/** Version 2.0 of the format (section 4.4.3.2), which has folders and deflate. */
const VERSION = 20;
/** The first of January 1980, the first day that the format has (section 4.4.6). */
const FIRST_DAY = 0x21;

function assemble(files: readonly PackedFile[]): Uint8Array {
  const nameOctets = files.reduce((sum, { name }) => sum + name.length, 0);
  const directoryOctets = files.length * ZIP.DirectoryOctets + nameOctets;
  const directoryAt = files.reduce((sum, { data }) => sum + data.length, files.length * ZIP.LocalOctets + nameOctets);
  const octets = new Uint8Array(directoryAt + directoryOctets + ZIP.EndOctets);
  const view = new DataView(octets.buffer);
  let at = 0;
  let recordAt = directoryAt;
  for (const file of files) {
    view.setUint32(recordAt, ZIP.DirectorySignature, true);
    view.setUint16(recordAt + 4, VERSION, true);
    writeShared(view, recordAt + 6, file);
    view.setUint32(recordAt + 42, at, true);
    octets.set(file.name, recordAt + ZIP.DirectoryOctets);
    recordAt += ZIP.DirectoryOctets + file.name.length;

    view.setUint32(at, ZIP.LocalSignature, true);
    writeShared(view, at + 4, file);
    octets.set(file.name, at + ZIP.LocalOctets);
    octets.set(file.data, at + ZIP.LocalOctets + file.name.length);
    at += ZIP.LocalOctets + file.name.length + file.data.length;
  }
  view.setUint32(recordAt, ZIP.EndSignature, true);
  view.setUint16(recordAt + 8, files.length, true);
  view.setUint16(recordAt + 10, files.length, true);
  view.setUint32(recordAt + 12, directoryOctets, true);
  view.setUint32(recordAt + 16, directoryAt, true);
  return octets;
}

/** The fields that both headers have, from the version needed to the name's length. */
function writeShared(view: DataView, at: number, { name, method, crc32, sizeOctets, data }: PackedFile): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, ZIP_FLAG.Utf8, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, FIRST_DAY, true);
  view.setUint32(at + 10, crc32, true);
  view.setUint32(at + 14, data.length, true);
  view.setUint32(at + 18, sizeOctets, true);
  view.setUint16(at + 22, name.length, true);
}
