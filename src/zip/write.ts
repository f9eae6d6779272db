/**
 * Writing ZIP archives of stored entries.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 (see records.ts).
 * @module
 */
import { requireList, requireObject, requireText } from '../bytes/check.js';
import { crc32 } from '../bytes/crc32.js';
import { joinOctets, requireOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError } from '../errors.js';
import { zipEntryField } from './names.js';
import { ZIP, ZIP_FLAG, ZIP_METHOD } from './records.js';

/** A file for {@link writeStoredZip}. */
export interface ZipInput {
  /** Path, relative, with `/` between folders. */
  readonly name: string;
  /** Content. */
  readonly data: Uint8Array;
}

/** A file of an archive that is put together piece by piece. */
export interface ZipPiece {
  /** Its path, `/` between folders. */
  readonly name: string;
  /** CRC-32 of its content. */
  readonly crc32: number;
  readonly sizeOctets: number;
}

/** What goes around the contents of an archive. */
export interface ZipFrame {
  /** What comes before the content of each file. */
  readonly headers: readonly Uint8Array[];
  /** What comes after the last one. */
  readonly directory: Uint8Array;
}

/**
 * Packs files into a ZIP archive without compression, in the given order and without dates, so that the same files give the same octets. Media of
 * messages are already compressed.
 * @throws EncodeError `unencodable` for a lone surrogate in a name, `bad-value` for an empty or absolute name, one with an empty segment, `.`, `..`,
 *   `\` or a control character, and one that is given twice, `too-long` above 65,534 files, 65,535 octets of a name, or 4 GiB.
 * @example
 * ```ts
 * import { readZip, writeStoredZip } from 'handset/mms';
 *
 * const archive = writeStoredZip([{ name: 'a.txt', data: Uint8Array.of(72, 105) }]);
 * (await readZip(archive)).map(({ name, data }) => [name, data.length]); // -> [['a.txt', 2]]
 * ```
 */
export function writeStoredZip(files: readonly ZipInput[]): Uint8Array {
  requireList(files, 'files', requireObject);
  const { headers, directory } = frameStoredZip(
    files.map(({ name, data }) => {
      requireOctets(data, `the data of ${name}`);
      return { name, crc32: crc32(data), sizeOctets: data.length };
    }),
  );
  return joinOctets([...files.flatMap(({ data }, i) => [headers[i] as Uint8Array, data]), directory]);
}

/**
 * The headers and the directory of an archive of stored files, for whoever has the contents elsewhere.
 * @throws EncodeError as {@link writeStoredZip}.
 */
export function frameStoredZip(files: readonly ZipPiece[]): ZipFrame {
  if (files.length >= 0xffff) throw new EncodeError('too-long', 'ZIP', undefined, `${files.length} files, at most 65534`);
  const names = new Set<string>();
  const named = files.map(({ name, ...file }): StoredFile => {
    requireText(name, 'the name of a file');
    const field = `${zipEntryField(name)}/name`;
    const octets = encodeUtf8(name, field);
    if (octets.length > 0xffff) throw new EncodeError('too-long', field, undefined, `${octets.length} octets, at most 65535`);
    // Windows drops dots and blanks at the end of a segment, so that `...` leads upwards as `..` does.
    if (/^[A-Za-z]:|[\0-\x1f\x7f\\]|(^|\/)(\.?|\.\.[. ]*)(\/|$)/.test(name)) {
      throw EncodeError.badValue(field, 'is not a path of a file in an archive');
    }
    if (names.has(name)) throw EncodeError.badValue(field, 'is there twice');
    names.add(name);
    return { ...file, name: octets };
  });
  return frame(named);
}

/** A file in the archive. */
interface StoredFile extends Omit<ZipPiece, 'name'> {
  readonly name: Uint8Array;
}

/** Version 2.0 of the format (section 4.4.3.2), which has folders and deflate. */
const VERSION = 20;
/** The first of January 1980, the first day that the format has (section 4.4.6). */
const FIRST_DAY = 0x21;

function frame(files: readonly StoredFile[]): ZipFrame {
  const directoryOctets = files.reduce((sum, { name }) => sum + ZIP.DirectoryOctets + name.length, 0);
  const directory = new Uint8Array(directoryOctets + ZIP.EndOctets);
  const view = new DataView(directory.buffer);
  let at = 0;
  let recordAt = 0;
  const headers = files.map((file) => {
    view.setUint32(recordAt, ZIP.DirectorySignature, true);
    view.setUint16(recordAt + 4, VERSION, true);
    writeShared(view, recordAt + 6, file);
    view.setUint32(recordAt + 42, at, true);
    directory.set(file.name, recordAt + ZIP.DirectoryOctets);
    recordAt += ZIP.DirectoryOctets + file.name.length;

    const header = new Uint8Array(ZIP.LocalOctets + file.name.length);
    const headerView = new DataView(header.buffer);
    headerView.setUint32(0, ZIP.LocalSignature, true);
    writeShared(headerView, 4, file);
    header.set(file.name, ZIP.LocalOctets);
    at += header.length + file.sizeOctets;
    return header;
  });
  const whole = at + directory.length;
  if (whole > 0xffffffff) throw new EncodeError('too-long', 'ZIP', undefined, `${whole} octets, at most ${0xffffffff}`);
  view.setUint32(recordAt, ZIP.EndSignature, true);
  view.setUint16(recordAt + 8, files.length, true);
  view.setUint16(recordAt + 10, files.length, true);
  view.setUint32(recordAt + 12, directoryOctets, true);
  view.setUint32(recordAt + 16, at, true);
  return { headers, directory };
}

/** The fields that both headers have, from the version needed to the name's length. */
function writeShared(view: DataView, at: number, { name, crc32, sizeOctets }: StoredFile): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, ZIP_FLAG.Utf8, true);
  view.setUint16(at + 4, ZIP_METHOD.Stored, true);
  view.setUint16(at + 8, FIRST_DAY, true);
  view.setUint32(at + 10, crc32, true);
  view.setUint32(at + 14, sizeOctets, true);
  view.setUint32(at + 18, sizeOctets, true);
  view.setUint16(at + 22, name.length, true);
}
