/**
 * The files of an archive. No DOM here.
 * @module
 */
import { DEFAULT_LIMITS, FormatError } from '../../errors.js';
import { fileTypeBySignature } from '../../media/signatures.js';
import { readZipDirectory } from '../../zip/directory.js';
import { unpackEntry } from '../../zip/read.js';
import { ARCHIVE_LIMITS } from './limits.js';

/** A file of an archive: its octets, or why they cannot be unpacked. */
export interface Unpacked {
  /** `/` between folders, nowhere `..`. */
  readonly name: string;
  readonly octets?: Uint8Array | undefined;
  readonly fault?: string | undefined;
}

/** What an archive holds. */
export interface Archive {
  readonly files: readonly Unpacked[];
  /** Files that systems leave in archives, which are not looked at: `__MACOSX/`, `Thumbs.db`. */
  readonly leftovers: number;
}

/** Whether a file is opened as an archive: a ZIP, and not one that programs have their own name for, such as `.jar`. */
export function isArchive(path: string, first: Uint8Array): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isNamed = /\.zip$/i.test(name) || !name.includes('.');
  return isNamed && fileTypeBySignature(first) === 'application/zip';
}

/**
 * Unpacks an archive; an entry that is damaged is one of its files, with what is wrong.
 * @throws DecodeError, LimitError for an archive that cannot be read, as `readZipDirectory`
 */
export function unpack(octets: Uint8Array): Archive {
  const records = readZipDirectory(octets, { ...DEFAULT_LIMITS, ...ARCHIVE_LIMITS });
  const files = records
    .filter(({ isSkipped }) => !isSkipped)
    .map((record): Unpacked => {
      try {
        return { name: record.name, octets: unpackEntry(octets, record).slice() };
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        return { name: record.name, fault: error.message };
      }
    });
  return { files, leftovers: records.filter(({ isSkipped, name }) => isSkipped && !name.endsWith('/')).length };
}
