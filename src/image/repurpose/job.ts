/**
 * What every step of adapting a picture knows, and how it reads the file.
 * @module
 */
import { nextTurn } from '../node.js';
import type { ImageSource } from '../probe.js';
import type { Colour } from '../raster.js';
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

/** Lets others work, the one who ends this among them. */
export async function giveWay(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}
