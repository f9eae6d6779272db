/**
 * What comes of a picture that was to be adapted: its new octets or the old ones, and what was done.
 * @module
 */
import { omitUndefined } from '../../bytes/omit-undefined.js';
import type { OneBitDither } from '../colour/one-bit.js';
import { CONTENT_TYPES, type ImageFormat, type Probe } from '../probe.js';
import type { Encoded, Made } from './budget.js';
import type { Job } from './job.js';
import type { PlainFile } from './keep.js';

/** The result of `repurpose`: the adapted picture, and what was changed. */
export interface Repurposed {
  /** The file; the given octets themselves if nothing was changed. */
  readonly octets: Uint8Array;
  /** Content type of the result; undefined if it is not a picture. */
  readonly contentType: string | undefined;
  /** Width of the result in pixels; undefined if it is not a picture. */
  readonly widthPx: number | undefined;
  /** Height of the result in pixels; undefined if it is not a picture. */
  readonly heightPx: number | undefined;
  /** Whether the file was changed. */
  readonly changed: boolean;
  /** Properties of the given picture; undefined if it is not a picture, and with `disable`. */
  readonly source: Probe | undefined;
  /** The number of frames of the result. */
  readonly frames: number;
  /** Quality of a JPEG, 1 to 100. */
  readonly quality?: number;
  /** The number of colours of the palette, or of levels of grey. */
  readonly colors?: number;
  /** Share of the error that dithering passed on, 0 to 1. */
  readonly diffusion?: number;
  /** The method that converted greys to black and white. */
  readonly dither?: OneBitDither;
  /** Width of the result divided by that of the given picture. */
  readonly scale?: number;
  /** What was done, in words. */
  readonly steps: readonly string[];
  /** What was lost or assumed, in words. */
  readonly warnings: readonly string[];
}

/** The answer that leaves a file as it is. @param what its headers; or its format, where nobody looked further. */
export function unchanged(
  octets: Uint8Array,
  what: Probe | ImageFormat | undefined,
  why: string,
  warnings: readonly string[] = [],
): Repurposed {
  const source = typeof what === 'object' ? what : undefined;
  const format = typeof what === 'object' ? what.format : what;
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
    warnings: [...new Set(warnings)],
  };
}

/** The answer for a file that lost what was beside its picture. @param why it was not left as it is. */
export function stripped({ source: { probe } }: Job, why: string, { octets, warnings }: PlainFile): Repurposed {
  const left = unchanged(octets, probe, why, warnings);
  return { ...left, changed: true, steps: [`changed: ${why}`, `the picture's own data are kept: ${octets.length} octets`] };
}

/** The answer for a picture that was written anew. @param why it was not left as it is. */
export function reencoded({ source: { probe }, taken, background }: Job, why: string, made: Made): Repurposed {
  const { octets, format, widthPx, heightPx, frames, quality, colors, diffusion, dither } = made.file;
  const warnings = [...made.warnings];
  if (made.shrink < 1) warnings.push(`made smaller than the handset shows it, to fit in ${taken.maxOctets} octets`);
  if (frames > 1 && frames < probe.frames) warnings.push(`${frames} of ${probe.frames} frames are kept`);
  const isReduced = widthPx !== probe.widthPx || heightPx !== probe.heightPx;
  const steps = [
    `changed: ${why}`,
    ...made.steps,
    probe.orientation !== 1 && `turned upright from orientation ${probe.orientation}`,
    made.isTransparent && `laid over ${background.join(' ')}`,
    isReduced && `reduced from ${probe.widthPx}x${probe.heightPx} to ${widthPx}x${heightPx}`,
    describeStep(made.file),
  ];
  return {
    octets,
    contentType: CONTENT_TYPES[format],
    widthPx,
    heightPx,
    changed: true,
    source: probe,
    frames,
    ...omitUndefined({ quality, colors, diffusion, dither }),
    scale: widthPx / probe.widthPx,
    steps: steps.filter((step) => step !== false),
    // A file that is read twice gives the same ones again.
    warnings: [...new Set(warnings)],
  };
}

/** How a picture was encoded, in words. */
function describeStep({ octets, quality, subsampling, colors, diffusion, dither, tries }: Encoded): string {
  const how = [
    quality !== undefined && `quality ${quality}`,
    subsampling === '4:4:4' && 'chroma of each pixel',
    colors !== undefined && `${colors} ${colors === 1 ? 'colour' : 'colours'}`,
    diffusion !== undefined && diffusion > 0 && `diffusion ${diffusion}`,
    dither !== undefined && `black and white by ${dither}`,
    `${octets.length} octets`,
    tries > 1 && `${tries} tries`,
  ];
  return `encoded: ${how.filter((part) => part !== false).join(', ')}`;
}
