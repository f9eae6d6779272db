/**
 * What comes of a picture that was to be adapted: its new octets or the old ones, and what was done.
 * @module
 */

import type { OneBitDither } from '../colour/one-bit.js';
import { CONTENT_TYPES, identifyImage, type Probe } from '../probe.js';
import type { Encoded } from './budget.js';
import type { RepurposeOptions } from './options.js';

/** A picture that was adapted, and what was done. */
export interface Repurposed {
  /** The very octets that were given where nothing was changed. */
  readonly octets: Uint8Array;
  /** Undefined for anything but a picture. */
  readonly contentType: string | undefined;
  /** Of the result; undefined for anything but a picture. */
  readonly widthPx: number | undefined;
  /** Height in pixels. */
  readonly heightPx: number | undefined;
  /** False when the file is the one that came. */
  readonly changed: boolean;
  /** What came in; undefined for anything but a picture, and when disabled. */
  readonly source: Probe | undefined;
  /** Frames of the result. */
  readonly frames: number;
  /** Of a JPEG. */
  readonly quality?: number;
  /** Colours of a palette, or levels of grey, of the result. */
  readonly colors?: number;
  /** Share of the error that was passed on. */
  readonly diffusion?: number;
  /** How black and white were parted. */
  readonly dither?: OneBitDither;
  /** Width of the result to that of the picture. */
  readonly scale?: number;
  /** What was done, in words. */
  readonly steps: readonly string[];
  /** What was lost or taken for granted, in words. */
  readonly warnings: readonly string[];
}

/** The answer that leaves a file as it is; `source` is undefined for anything but a picture. */
export function unchanged(octets: Uint8Array, source: Probe | undefined, why: string, { name }: RepurposeOptions): Repurposed {
  const format = source?.format ?? (octets.length === 0 ? undefined : identifyImage(octets, name));
  return {
    octets,
    contentType: format && CONTENT_TYPES[format],
    widthPx: source?.widthPx,
    heightPx: source?.heightPx,
    changed: false,
    source,
    frames: source?.frames ?? 0,
    ...(source !== undefined && { scale: 1 }),
    steps: [`left as it is: ${why}`],
    warnings: [],
  };
}

/** The answer for a picture that was written anew. */
export function reencoded(file: Encoded, source: Probe, steps: readonly string[], warnings: readonly string[]): Repurposed {
  const { octets, format, widthPx, heightPx, frames, quality, colors, diffusion, dither } = file;
  return {
    octets,
    contentType: CONTENT_TYPES[format],
    widthPx,
    heightPx,
    changed: true,
    source,
    frames,
    ...(quality !== undefined && { quality }),
    ...(colors !== undefined && { colors }),
    ...(diffusion !== undefined && { diffusion }),
    ...(dither !== undefined && { dither }),
    scale: widthPx / source.widthPx,
    steps,
    warnings,
  };
}

/** How a picture was encoded, in words. */
export function describeStep({ octets, quality, colors, diffusion, dither, tries }: Encoded): string {
  const how = [
    quality !== undefined && `quality ${quality}`,
    colors !== undefined && `${colors} ${colors === 1 ? 'colour' : 'colours'}`,
    diffusion !== undefined && diffusion > 0 && `diffusion ${diffusion}`,
    dither !== undefined && `black and white by ${dither}`,
    `${octets.length} octets`,
    tries > 1 && `${tries} tries`,
  ];
  return `encoded: ${how.filter((part) => part !== false).join(', ')}`;
}
