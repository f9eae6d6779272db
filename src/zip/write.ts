/**
 * Writing ZIP archives of stored entries.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 (see records.ts).
 * @module
 */
import { crc32 } from '../bytes/crc32.js';
import { requireOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError } from '../errors.js';
import { zipEntryField } from './names.js';
import { ZIP, ZIP_FLAG, ZIP_METHOD } from './records.js';

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
        throw EncodeError.badValue(field, 'is not a path of a file in an archive');
      }
      if (names.has(name)) throw EncodeError.badValue(field, 'is there twice');
      names.add(name);
      return { name: octets, crc32: crc32(data), data };
    }),
  );
}

/** A file in the archive. */
interface StoredFile {
  readonly name: Uint8Array;
  readonly crc32: number;
  readonly data: Uint8Array;
}

/** Version 2.0 of the format (section 4.4.3.2), which has folders and deflate. */
const VERSION = 20;
/** The first of January 1980, the first day that the format has (section 4.4.6). */
const FIRST_DAY = 0x21;

function assemble(files: readonly StoredFile[]): Uint8Array {
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
function writeShared(view: DataView, at: number, { name, crc32, data }: StoredFile): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, ZIP_FLAG.Utf8, true);
  view.setUint16(at + 4, ZIP_METHOD.Stored, true);
  view.setUint16(at + 8, FIRST_DAY, true);
  view.setUint32(at + 10, crc32, true);
  view.setUint32(at + 14, data.length, true);
  view.setUint32(at + 18, data.length, true);
  view.setUint16(at + 22, name.length, true);
}
