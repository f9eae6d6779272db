/**
 * What every step of adapting a picture knows, and how it reads the file.
 * @module
 */
import type { AbortSignalLike } from '../../bytes/platform.js';
import { EncodeError } from '../../errors.js';
import { nextTurn } from '../node.js';
import type { ImageSource } from '../probe.js';
import type { Colour } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import type { RepurposeOptions } from './options.js';
import type { ReduceOptions } from './read-reduced.js';
import type { Taken } from './target.js';

/** One picture, and what it is adapted to. */
export interface Job {
  readonly source: ImageSource;
  readonly taken: Taken;
  readonly options: RepurposeOptions;
  /** What lies under a picture that is not opaque. */
  readonly background: Colour;
}

/** How a step reads the file; the faults that it lets pass become its warnings. */
export function gather({ options, background }: Job): { readonly reading: ReduceOptions; readonly warnings: string[] } {
  const { lenient, limits, signal } = options;
  const warnings: string[] = [];
  const onIssue: ReduceOptions['onIssue'] = ({ message }) => void warnings.push(message);
  return { reading: { lenient, limits, signal, background, onIssue }, warnings };
}

/** Whether no size and quality of a format is small enough. */
export function isTooFew(error: unknown): boolean {
  return error instanceof EncodeError && error.field === 'maxOctets';
}

/** Lets others work, the one who ends this among them. */
export async function giveWay(signal: AbortSignalLike | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

/** Pixels that are worked on in one turn, about. */
const PIXELS_A_TURN = 200_000;

/** Gives way in the course of many small pictures. */
export class PixelTurns {
  readonly #signal: AbortSignalLike | undefined;
  #pixels = 0;

  constructor(signal: AbortSignalLike | undefined) {
    this.#signal = signal;
  }

  /** @param size of a picture that is done. */
  async after({ widthPx, heightPx }: SizePx): Promise<void> {
    this.#pixels += widthPx * heightPx;
    if (this.#pixels < PIXELS_A_TURN) return;
    this.#pixels = 0;
    await giveWay(this.#signal);
  }
}
