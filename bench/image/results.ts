/**
 * What is found of pictures. Apart from those who find it, so that the page and its tests do without the packages that are measured.
 * @module
 */
import type { Verdict } from '../verdict.js';
import type { Score } from './scores.js';

/** What a child process finds. */
export interface Found {
  readonly firstMs: number;
  readonly runMs: number;
  readonly peakBytes: number;
}

export interface ImageRow extends Found, Score {
  readonly name: string;
}

export interface ImageResult {
  readonly name: string;
  readonly rows: readonly ImageRow[];
  readonly verdicts: readonly Verdict[];
}

/** Processor time of one conversion by the size of the picture, a line for each contender. */
export interface CostResult {
  readonly name: string;
  readonly lines: readonly {
    readonly name: string;
    readonly points: readonly { readonly megapixels: number; readonly runMs: number; readonly peakBytes: number }[];
    /** Slope of log time against log pixels, from half a megapixel on. */
    readonly exponent: number;
  }[];
  /** Who was left out at a size, since a run at the size before took so long. */
  readonly omitted: readonly { readonly name: string; readonly megapixels: number }[];
  readonly verdict: Verdict;
}
