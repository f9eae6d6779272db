/**
 * What a collection takes. No DOM here.
 * @module
 */
import { DEFAULT_LIMITS, LimitError, type Limits } from '../../errors.js';
import { fileTypeBySignature } from '../../media/signatures.js';

/** Limits of a collection. */
export const COLLECTION_LIMITS = {
  /** Files, those of archives counted. */
  files: 10_000,
  /** Octets of all of them together. */
  totalOctets: 1_073_741_824,
  /** Octets of an archive that is opened. */
  zipOctets: 268_435_456,
  /** Folders inside of each other. */
  depth: 32,
} as const;

/** What an archive may hold: more than one of a message. */
export const ARCHIVE_LIMITS: Partial<Limits> = {
  zipOctets: COLLECTION_LIMITS.zipOctets,
  zipEntries: COLLECTION_LIMITS.files,
  zipEntryOctets: 67_108_864,
  zipTotalOctets: COLLECTION_LIMITS.zipOctets * 2,
  zipRatio: 1_000,
  zipNameCharacters: 255,
  zipPathCharacters: 1_024,
};

/** Files whose header says what they are, however long they are. */
const PHOTOGRAPHS: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'audio/x-wav'];

/**
 * The limits of reading a file: pictures and sounds may be as large as those that are adapted to a handset; undefined for the usual ones.
 * @param octets of the file, or its first ones
 * @param size octets of all of it
 */
export function readingLimits(octets: Uint8Array, size = octets.length): Partial<Limits> | undefined {
  if (size <= DEFAULT_LIMITS.inspectOctets || !PHOTOGRAPHS.includes(fileTypeBySignature(octets) ?? '')) return undefined;
  return { inspectOctets: DEFAULT_LIMITS.imageOctets };
}

/**
 * The octets of a file that the inspector opens; of a larger one only the first are read.
 * @throws LimitError; DOMException for a folder, or a file that is gone
 */
export async function readInspected(blob: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const head = new Uint8Array(await blob.slice(0, SIGNATURE_OCTETS).arrayBuffer());
  const most = { ...DEFAULT_LIMITS, ...readingLimits(head, blob.size) }.inspectOctets;
  if (blob.size > most) throw new LimitError('limit-exceeded', name, undefined, `${blob.size} octets, at most ${most}`);
  return new Uint8Array(await blob.arrayBuffer());
}

/** Octets that say what a file is. */
const SIGNATURE_OCTETS = 64;
