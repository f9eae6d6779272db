/**
 * The files of a folder and of all folders in it, for reading what strangers have put there: nothing is followed out of the folder, nothing
 * is opened but plain files, and never more of them than the limits allow.
 * @module
 */
import { closeSync, constants, type Dirent, fstatSync, opendirSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { decodeUtf8 } from '../../bytes/index.js';
import type { Unread } from '../../show/report/model.js';
import { reasonOf } from '../io.js';

/** How much of a folder is looked at. */
export const ARCHIVE_LIMITS = {
  /** Files; those behind them, in the order of their names, are left out. */
  files: 10_000,
  /** Entries of all folders, whatever they are. */
  entries: 100_000,
  /** Folders inside of each other, the one that is named not counted. */
  depth: 32,
  /** Octets of all files that are read together. */
  totalOctets: 1_073_741_824,
} as const;

export type ArchiveLimits = { readonly [K in keyof typeof ARCHIVE_LIMITS]: number };

/** A file by its name in the folder: with `/` between folders, octets that are no UTF-8 as `\xNN`. */
export interface ArchiveFile {
  readonly name: string;
  /** Where it is; octets, as the system has them. */
  readonly path: Uint8Array;
}

/** What a folder holds, in the order of the names' octets. */
export interface Listing {
  readonly files: readonly ArchiveFile[];
  readonly unread: readonly Unread[];
}

const SEPARATOR = Buffer.from(sep);

/**
 * Lists a folder.
 * @param isExcluded says by its real path which file or folder is not the archive's.
 * @throws what the system says of the folder itself.
 */
export function listArchive(
  folder: string,
  isExcluded: (path: Uint8Array) => boolean = () => false,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Listing {
  const files: ArchiveFile[] = [];
  const unread: Unread[] = [];
  const past: string[] = [];
  let entries = 0;

  /** Names of a folder's entries, sorted: a system gives them in an order of its own. */
  const namesIn = (path: Buffer, name: string): Dirent<Buffer>[] => {
    const found: Dirent<Buffer>[] = [];
    // The types of Node know this encoding for readdir only, which has no end.
    const directory = opendirSync(path, { encoding: 'buffer' as BufferEncoding });
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (entries === limits.entries) {
          unread.push({ name, reason: `more than ${limits.entries} entries: the rest of it is left out` });
          break;
        }
        entries++;
        found.push(entry as unknown as Dirent<Buffer>);
      }
    } finally {
      directory.closeSync();
    }
    return found.sort((a, b) => Buffer.compare(a.name, b.name));
  };

  const walk = (path: Buffer, prefix: string, depth: number): void => {
    for (const entry of namesIn(path, prefix === '' ? '.' : prefix)) {
      const at = Buffer.concat(isTop(path) ? [path, entry.name] : [path, SEPARATOR, entry.name]);
      const name = `${prefix}${nameOf(entry.name)}`;
      if (isExcluded(at)) continue;
      if (entry.isFile()) {
        if (files.length < limits.files) files.push({ name, path: at });
        else past.push(name);
      } else if (!entry.isDirectory()) unread.push({ name, reason: kindOf(entry) });
      else if (depth === limits.depth) unread.push({ name, reason: `more than ${limits.depth} folders inside of each other` });
      else {
        try {
          walk(at, `${name}/`, depth + 1);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          unread.push({ name, reason: reasonOf(error) });
        }
      }
    }
  };

  walk(realpathSync(folder, { encoding: 'buffer' }), '', 0);
  const [first, ...others] = past;
  if (first !== undefined) {
    const more = others.length === 0 ? ' is' : ` and ${others.length} behind it are`;
    unread.push({ name: first, reason: `too many files: this one${more} left out` });
  }
  return { files, unread };
}

/** Whether a path ends with a separator, as only that of a whole file system does. */
function isTop(path: Buffer): boolean {
  return path.at(-1) === SEPARATOR[0];
}

function kindOf(entry: Dirent<Buffer>): string {
  if (entry.isSymbolicLink()) return 'a symbolic link, which is not followed';
  if (entry.isFIFO()) return 'a pipe, which is not opened';
  if (entry.isSocket()) return 'a socket, which is not opened';
  return 'a device, which is not opened';
}

/** A name as text. */
function nameOf(octets: Uint8Array): string {
  try {
    return decodeUtf8(octets);
  } catch {
    return Buffer.from(octets)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (octet) => `\\x${octet.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}

/** A file that is not read because of what it is, not because the system says so. */
class NotRead extends Error {}

/**
 * The octets of a file, or why they are not there. What stands in the file's place by now is looked at before it is read.
 * @param mostOctets of the file.
 */
export function readArchiveFile({ path }: ArchiveFile, mostOctets: number): Uint8Array | string {
  try {
    return readWhole(Buffer.from(path), mostOctets);
  } catch (error) {
    if (error instanceof NotRead) return error.message;
    return reasonOf(error, { ELOOP: 'a symbolic link, which is not followed' });
  }
}

function readWhole(path: Buffer, mostOctets: number): Uint8Array {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NotRead('no plain file');
    if (stats.size > mostOctets) throw new NotRead(`${stats.size} octets, at most ${mostOctets} are read`);
    const octets = new Uint8Array(stats.size);
    let length = 0;
    while (length < octets.length) {
      const count = readSync(file, octets, length, octets.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return length === octets.length ? octets : octets.slice(0, length);
  } finally {
    closeSync(file);
  }
}
