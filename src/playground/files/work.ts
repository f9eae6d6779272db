/**
 * What is done with the files of a collection away from the page's own thread: each is read, described, converted. Where no worker can be
 * started the page does the same, a file at a time. No DOM here.
 * @module
 */
import { toBase64 } from '../../bytes/base64.js';
import { crc32 } from '../../bytes/crc32.js';
import { sha256Hex } from '../../bytes/sha256.js';
import { DEFAULT_LIMITS, FormatError, LimitError } from '../../errors.js';
import type { Tune } from '../../ringtone/index.js';
import { type Modernised, modernise } from '../../show/modern.js';
import { makeEntry, sumUp } from '../../show/report/entries.js';
import type { ReportEntry, Unread } from '../../show/report/model.js';
import { pageOf } from '../../show/report/page.js';
import { loadReaders, withReaders } from '../late-readers.js';
import { type Description, describeFile, findTune } from './describe.js';
import { COLLECTION_LIMITS, readingLimits } from './limits.js';
import { isArchive, unpack } from './unpack.js';

/** A file that was looked at: what is said of it, that it is an archive to be opened, or the files in it. */
export type LookedAt =
  | { readonly kind: 'packed' }
  | { readonly kind: 'file'; readonly description: Description }
  | {
      readonly kind: 'archive';
      readonly files: readonly { readonly name: string; readonly blob: Blob; readonly fault?: string | undefined }[];
      readonly leftovers: number;
    };

/** A file of an archive that is written. */
export interface Packed {
  readonly suffix: string;
  readonly blob: Blob;
  readonly crc32: number;
}

/** What becomes of a file in an archive that is written. */
export interface Converted extends Omit<Modernised, 'files'> {
  readonly files: readonly Packed[];
  /** Of the file itself, where it goes in as it is. */
  readonly own?: number | undefined;
}

/** A file in a report, and its conversions in base64. */
export interface Reported {
  readonly entry: Omit<ReportEntry, 'names'>;
  readonly files: readonly (readonly [name: string, base64: Blob])[];
}

/** What there is to be done. */
export const WORK = {
  /** @param isOpened whether an archive is to be opened */
  async look(path: string, blob: Blob, isOpened: boolean): Promise<LookedAt> {
    const head = await octetsOf(blob.slice(0, 64));
    if (isOpened && isArchive(path, head) && blob.size <= COLLECTION_LIMITS.zipOctets) return { kind: 'packed' };
    return { kind: 'file', description: await describe(blob) };
  },

  /** The files of an archive; what is said of one that cannot be read. */
  async unpack(blob: Blob): Promise<LookedAt> {
    try {
      const { files, leftovers } = unpack(await octetsOf(blob));
      return {
        ...{ kind: 'archive', leftovers },
        files: files.map(({ name, octets, fault }) => ({ name, blob: blobOf(octets ?? new Uint8Array(0)), fault })),
      };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const description = await describe(blob);
      return { kind: 'file', description: { ...description, faults: [error.message, ...description.faults] } };
    }
  },

  async tune(blob: Blob): Promise<Tune | undefined> {
    const octets = await readFile(blob);
    return withReaders(() => findTune(octets));
  },

  /**
   * @param isFull whether there is no room for sounds, which are by far the largest
   * @param mostFiles how many files there is room for
   */
  async convert(blob: Blob, isFull: boolean, mostFiles: number): Promise<Converted> {
    let made: Modernised;
    try {
      const octets = await readFile(blob);
      made = await withReaders(() => modernise(octets, readingLimits(octets)));
    } catch (error) {
      made = { outcome: 'unknown', files: [], reasons: [wordsOf(error)] };
    }
    if (made.files.length > mostFiles) made = { outcome: 'unknown', files: [], reasons: [TOO_MANY] };
    const isSilent = isFull && made.files.some(({ suffix }) => suffix.endsWith('.wav'));
    const files = isSilent ? made.files.filter(({ suffix }) => !suffix.endsWith('.wav')) : made.files;
    return {
      outcome: made.outcome,
      reasons: isSilent ? [...made.reasons, 'its sound is left out: the archive has its largest size'] : made.reasons,
      files: files.map(({ suffix, data }) => ({ suffix, blob: blobOf(data), crc32: crc32(data) })),
      own: made.outcome === 'converted' ? undefined : await crcOf(blob),
    };
  },

  /** @param isFull whether there is no room for more conversions */
  async report(blob: Blob, isFull: boolean): Promise<Reported> {
    const octets = await readFile(blob);
    const limits = readingLimits(octets);
    return withReaders(() => {
      const files: (readonly [string, Blob])[] = [];
      const write = (sha256: string, number: number, extension: string, content: Uint8Array | string) => {
        if (isFull || typeof content === 'string') return undefined;
        const name = `${sha256}${number === 1 ? '' : `-${number}`}${extension}`;
        files.push([name, new Blob([toBase64(content)])]);
        return name;
      };
      const entry = makeEntry(
        sha256Hex(octets),
        octets,
        { write, isWithoutTrees: true },
        limits === undefined ? {} : { limits },
      );
      return { entry, files };
    });
  },

  /** The page of a report, with all that it shows in it. */
  async page(
    source: string,
    entries: readonly ReportEntry[],
    unread: readonly Unread[],
    files: Reported['files'],
  ): Promise<Blob> {
    // No text of a file has these marks on the page: control characters are taken out of it.
    const page = pageOf(sumUp(source, '', entries, unread), (name) => `\0${name}\0`);
    const contents = new Map(files);
    const pieces = page.split('\0').flatMap((name, i): (string | Blob)[] => {
      if (i % 2 === 0) return [name];
      return [`data:${MEDIA_TYPES[name.slice(name.lastIndexOf('.'))]};base64,`, contents.get(name) ?? ''];
    });
    return new Blob(pieces, { type: 'text/html' });
  },
} as const;

/** Why a file of many pictures goes in as it is. */
const TOO_MANY = 'the archive has its largest number of files: what it would be converted to is left out';

/** What conversions of a report are. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.wav': 'audio/wav',
  '.mid': 'audio/midi',
};

export type Work = typeof WORK;
export type WorkName = keyof Work;

/** What a worker is asked, and what it answers; without an id, that it is there, or why it cannot begin. */
export interface Question {
  readonly id: number;
  readonly name: WorkName;
  readonly given: readonly unknown[];
}
export interface Reply {
  readonly id?: number;
  readonly value?: unknown;
  /** Why there is no value, in words. */
  readonly error?: string;
}

async function describe(blob: Blob): Promise<Description> {
  try {
    const octets = await readFile(blob);
    return await withReaders(() => describeFile(octets));
  } catch (error) {
    return { sentence: 'Not read', kind: 'unknown', format: undefined, faults: [wordsOf(error)] };
  }
}

/** The octets of a file that something here may read. @throws LimitError for a larger one */
async function readFile(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const most = DEFAULT_LIMITS.imageOctets;
  if (blob.size > most) throw new LimitError('limit-exceeded', 'file', undefined, `${blob.size} octets, at most ${most}`);
  return octetsOf(blob);
}

async function octetsOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Octets that are summed at once. */
const SLICE = 1_048_576;

/** The check sum of a file of any size. */
async function crcOf(blob: Blob): Promise<number> {
  let sum = 0;
  for (let at = 0; at < blob.size; at += SLICE) sum = crc32(await octetsOf(blob.slice(at, at + SLICE)), sum);
  return sum;
}

function blobOf(octets: Uint8Array): Blob {
  return new Blob([octets as Uint8Array<ArrayBuffer>]);
}

/** What went wrong, in words. */
export function wordsOf(error: unknown): string {
  if (error instanceof FormatError) return error.message;
  if (error instanceof Error && error.name.startsWith('Not')) return 'a folder, or a file that cannot be read';
  return `this page has a fault: ${error}`;
}

/** What this takes of a worker's globals, which the types of a page do not have. */
interface WorkerScope {
  postMessage(reply: Reply): void;
  addEventListener(type: 'message', listener: (event: { readonly data: Question }) => void): void;
}

/** Answers the page that started this worker. */
export async function serve(): Promise<void> {
  const scope = globalThis as unknown as WorkerScope;
  scope.addEventListener('message', async ({ data: { id, name, given } }) => {
    try {
      scope.postMessage({ id, value: await (WORK[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given) });
    } catch (error) {
      scope.postMessage({ id, error: wordsOf(error) });
    }
  });
  await prepare();
  scope.postMessage({});
}

/** Loads what many files need; other readers come when a file asks for them. */
export function prepare(): Promise<void> {
  return loadReaders('calendars', 'cards', 'files');
}
