/**
 * What is read of one file, kept for all that it is adapted to: so it is unpacked once, not once for each handset and budget.
 *
 *   JPEG          unpacked at a half, a quarter or an eighth, as each size asks for; each of these once, and those that are known to be asked
 *                 for together, so that the data are read once
 *   PNG, BMP      all rows, where they are not too many; each size is reduced from them
 *   any           the reduced picture of each size, and the reduced frames of an animation
 *
 * All of these are what reading for one handset alone gives, so that what comes out is the same.
 * @module
 */
import type { DecodeOptions } from '../bytes/reading.js';
import type { BlockSize } from './jpeg/idct.js';
import type { ImageIssue } from './leniency.js';
import type { Raster } from './raster.js';

/** Octets of pixels that are kept of a file: a picture of 16 megapixels, and what of it is smaller. */
const MAX_OCTETS = 67_108_864;

/** One reading, and what it said. */
interface Kept {
  readonly value: unknown;
  readonly issues: readonly ImageIssue[];
}

/** Readings of one file by what was asked for. */
export class SharedReads {
  readonly #kept = new Map<string, Kept>();
  readonly #results = new Map<string, Promise<unknown>>();
  readonly #maxOctets: number;
  #octets = 0;
  /** Sizes of blocks at which a JPEG is going to be unpacked, as far as that is known. */
  readonly expected = new Set<BlockSize>();

  /** @param maxOctets for pixels as they were unpacked. */
  constructor(maxOctets = MAX_OCTETS) {
    this.#maxOctets = maxOctets;
  }

  /** Whether pixels are kept. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Whether there is space for so many octets more. */
  takes(octets: number): boolean {
    return this.#octets + octets <= this.#maxOctets;
  }

  /** Unpacked pixels, anew or as they were; what reading them said is said again. */
  raster<T extends Pick<Raster, 'samples'>, O extends DecodeOptions>(key: string, options: O, read: (options: O) => T): T {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      for (const issue of kept.issues) options.onIssue?.(issue);
      return kept.value as T;
    }
    const issues: ImageIssue[] = [];
    const onIssue = (issue: ImageIssue) => {
      issues.push(issue);
      options.onIssue?.(issue);
    };
    const value = read({ ...options, onIssue });
    this.keep(key, value, issues);
    return value;
  }

  /** Keeps unpacked pixels, if there is space for them, and what reading them said. */
  keep(key: string, value: Pick<Raster, 'samples'>, issues: readonly ImageIssue[]): void {
    if (!this.takes(value.samples.length)) return;
    this.#octets += value.samples.length;
    this.#kept.set(key, { value, issues });
  }

  /** A result that is small, or the error instead of it. */
  result<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    let result = this.#results.get(key);
    if (result === undefined) {
      result = (async () => make())();
      this.#results.set(key, result);
    }
    return result as Promise<T>;
  }
}
