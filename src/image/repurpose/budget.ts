/**
 * A picture within a number of octets: first at less quality, then in fewer colours, then smaller.
 *
 *   JPEG         see fit-jpeg.ts
 *   PNG, GIF     the colours of the screen, with diffusion and without; else the most that fit, 16 at least; else smaller, and again
 *   animation    as GIF without diffusion; else every second frame; else smaller, down to a half; else the first frame alone
 *   WBMP         smaller, and again
 *
 * Smaller means by the root of what is missing, and 3 % more: octets go with the area. A picture is not made smaller than 16 pixels for its
 * longer side; what does not fit then is refused. Sizes are those of real files, never estimates.
 * @module
 */

import { encodeWbmp } from '../../bitmap/index.js';
import type { AbortSignalLike } from '../../bytes/platform.js';
import { EncodeError } from '../../errors.js';
import { defaultDiffusion, mapToPalette } from '../colour/diffusion.js';
import type { OneBit } from '../colour/one-bit.js';
import { buildPalette, greyPalette, type Palette } from '../colour/palette.js';
import { MAX_COLORS } from '../colour/set.js';
import { encodeGif } from '../gif/write.js';
import type { Subsampling } from '../jpeg/transform.js';
import { encodeIndexedPng } from '../png/write.js';
import { type Raster, toGrey } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { giveWay, PixelTurns } from './job.js';
import type { ReducedFrame } from './read-reduced.js';

/** A file, and how it was made. */
export interface Encoded {
  readonly format: 'jpeg' | 'png' | 'gif' | 'wbmp';
  readonly octets: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: number;
  /** Of a JPEG. */
  readonly quality?: number;
  /** Of a JPEG in colours. */
  readonly subsampling?: Subsampling;
  /** Of a palette, or levels of grey. */
  readonly colors?: number;
  /** Share of the error that was passed on to neighbours, 0 to 1. */
  readonly diffusion?: number;
  /** How black and white were parted. */
  readonly dither?: OneBit['dither'];
  /** How many files were made to find it. */
  readonly tries: number;
}

/** A file within the octets, and how it came to be. */
export interface Made {
  readonly file: Encoded;
  /** A factor of the size that the handset shows, at most 1. */
  readonly shrink: number;
  readonly isTransparent: boolean;
  readonly steps: readonly string[];
  readonly warnings: readonly string[];
}

/** One of the files that are tried. */
type Candidate = Omit<Encoded, 'tries'>;

/** The best that fits, or the least that was reached. */
export type Outcome =
  | { readonly fits: true; readonly file: Encoded }
  | { readonly fits: false; readonly octets: number; readonly tries: number };

/** Colours of a palette, the least that is taken for colour screens. */
const MIN_COLORS = 16;

/** A side that a picture is not made smaller than, the longer one. */
const MIN_SIDE = 16;

/** How much smaller a picture becomes than what is missing asks for, and at least. */
const SHRINK = 0.97;
const MIN_SHRINK = 0.95;

/** Few colours of a still picture. */
export interface IndexedPlan {
  /** What is tried; of two the smaller file is taken. */
  readonly formats: readonly ('png' | 'gif')[];
  /** Colours at most, 2 to 256. */
  readonly colors: number;
  /** Greys in even steps instead of colours. */
  readonly isGrey: boolean;
  readonly isDrawn: boolean;
  /** In place of the usual share of the error. */
  readonly diffusion?: number | undefined;
  /** Is looked at between two tries: what it was aborted with is thrown. */
  readonly signal: AbortSignalLike | undefined;
}

/** The file of a picture with the most colours that fit, diffused if that fits; of PNG and GIF the smaller. */
export async function indexedWithin(raster: Raster, plan: IndexedPlan, maxOctets: number): Promise<Outcome> {
  const least = plan.isGrey ? plan.colors : MIN_COLORS;
  const { signal } = plan;
  const make = (colors: number) => firstWithin(indexedFiles(raster, plan, colors), maxOctets, signal);
  return colorsWithin({ most: plan.colors, least, maxOctets, signal }, make);
}

/** The files of a picture in a number of colours: diffused first, of two formats the smaller first. */
export function* indexedFiles(raster: Raster, plan: IndexedPlan, colors: number): Generator<Candidate, void, undefined> {
  const { widthPx, heightPx } = raster;
  const palette = plan.isGrey ? greyPalette(colors) : buildPalette(raster, colors);
  const count = palette.rgb.length / 3;
  const isExact = !plan.isGrey && count < colors;
  const usual = plan.diffusion ?? (isExact ? 0 : defaultDiffusion(count, plan.isDrawn));
  for (const diffusion of usual === 0 ? [0] : [usual, 0]) {
    const indices = mapToPalette(plan.isGrey ? toGrey(raster) : raster, palette, { diffusion });
    for (const { format, octets } of encodeIndices(indices, raster, palette, plan)) {
      yield { format, octets, widthPx, heightPx, frames: 1, colors: count, diffusion };
    }
  }
}

/** Share of the octets that is full enough. */
const FULL = 0.95;

/** Numbers of colours that are tried between one that fits and one that does not. */
const MAX_REFINEMENTS = 4;

/** Numbers of colours that are tried, and what their files have to fit. */
interface ColorRange {
  readonly most: number;
  readonly least: number;
  readonly maxOctets: number;
  readonly signal: AbortSignalLike | undefined;
}

/**
 * The most colours whose file fits: half as many until one does, and then between that and the last that did not, by their octets.
 * Others have their turn before each number but the first.
 * @param make the file of so many colours.
 */
async function colorsWithin(
  { most, least, maxOctets, signal }: ColorRange,
  make: (colors: number) => Promise<Outcome>,
): Promise<Outcome> {
  let tries = 0;
  const attempt = async (colors: number): Promise<Outcome> => {
    if (tries > 0) await giveWay(signal);
    const outcome = await make(colors);
    tries += outcome.fits ? outcome.file.tries : outcome.tries;
    return outcome;
  };
  let colors = most;
  let outcome = await attempt(colors);
  let above: { readonly colors: number; readonly octets: number } | undefined;
  while (!outcome.fits) {
    above = { colors, octets: outcome.octets };
    if (colors <= least) return { ...outcome, tries };
    colors = Math.max(least, (colors + 1) >> 1);
    outcome = await attempt(colors);
  }
  let { file } = outcome;
  for (let i = 0; i < MAX_REFINEMENTS && above !== undefined; i++) {
    if (above.colors - colors < 2 || file.octets.length >= FULL * maxOctets) break;
    const share = (maxOctets - file.octets.length) / Math.max(1, above.octets - file.octets.length);
    const between = colors + Math.floor(share * (above.colors - colors));
    const tried = Math.min(Math.max(between, colors + 1), above.colors - 1);
    const result = await attempt(tried);
    if (result.fits) {
      file = result.file;
      colors = tried;
    } else above = { colors: tried, octets: result.octets };
  }
  return { fits: true, file: { ...file, tries } };
}

/** Indices in each format, the smallest file first; of two of a length the one that was asked for first. */
function encodeIndices(indices: Uint8Array, { widthPx, heightPx }: SizePx, palette: Palette, plan: IndexedPlan) {
  const { formats, isGrey, colors } = plan;
  const levels = palette.rgb.length / 3;
  const files = formats.map((format) => {
    if (format === 'gif') return { format, octets: encodeGif({ widthPx, heightPx, palette, frames: [{ indices }] }) };
    // A PNG of greys needs no palette.
    const how = isGrey ? { bits: Math.log2(levels) } : { palette, mayBeGrey: colors === MAX_COLORS };
    const octets = encodeIndexedPng({ widthPx, heightPx, indices, ...how });
    return { format, octets };
  });
  return files.sort((a, b) => a.octets.length - b.octets.length);
}

/** An animation of one palette. */
export interface AnimationPlan {
  readonly colors: number;
  readonly isGrey: boolean;
  readonly loops: number | undefined;
  readonly diffusion?: number | undefined;
  /** Is looked at between two tries: what it was aborted with is thrown. */
  readonly signal: AbortSignalLike | undefined;
}

/** The file of an animation: all frames with the most colours that fit, else every second frame. */
export async function animationWithin(all: readonly ReducedFrame[], plan: AnimationPlan, maxOctets: number): Promise<Outcome> {
  const outcome = await framesWithin(all, plan, maxOctets);
  if (outcome.fits || all.length <= 2) return outcome;
  await giveWay(plan.signal);
  const { tries } = outcome;
  const half = await framesWithin(everySecond(all), plan, maxOctets);
  if (half.fits) return { fits: true, file: { ...half.file, tries: tries + half.file.tries } };
  return { fits: false, octets: Math.min(outcome.octets, half.octets), tries: tries + half.tries };
}

/** The file of these frames, with the most colours that fit. */
export function framesWithin(frames: readonly ReducedFrame[], plan: AnimationPlan, maxOctets: number): Promise<Outcome> {
  // One colour is left for pixels that stay as they were.
  const most = plan.isGrey ? plan.colors : Math.min(plan.colors, MAX_COLORS - 1);
  const least = plan.isGrey ? plan.colors : MIN_COLORS;
  const rasters = frames.map(({ raster }) => (plan.isGrey ? toGrey(raster) : raster));
  const { signal } = plan;
  const make = async (colors: number) => firstWithin([await animationFile(frames, rasters, plan, colors)], maxOctets, signal);
  return colorsWithin({ most, least, maxOctets, signal }, make);
}

async function animationFile(
  frames: readonly ReducedFrame[],
  rasters: readonly Raster[],
  { isGrey, loops, diffusion = 0, signal }: AnimationPlan,
  most: number,
): Promise<Candidate> {
  const { widthPx, heightPx } = rasters[0] as Raster;
  const palette = isGrey ? greyPalette(most) : buildPalette(rasters, most);
  const turns = new PixelTurns(signal);
  const pictures: { readonly indices: Uint8Array; readonly delayMs: number }[] = [];
  for (const [i, { delayMs }] of frames.entries()) {
    const raster = rasters[i] as Raster;
    pictures.push({ indices: mapToPalette(raster, palette, { diffusion }), delayMs });
    await turns.after(raster);
  }
  const octets = encodeGif({ widthPx, heightPx, palette, frames: pictures, loops });
  return { format: 'gif', octets, widthPx, heightPx, frames: frames.length, colors: palette.rgb.length / 3, diffusion };
}

/** Every second frame, shown as long as two. */
export function everySecond(frames: readonly ReducedFrame[]): ReducedFrame[] {
  const kept: ReducedFrame[] = [];
  for (let i = 0; i < frames.length; i += 2) {
    const frame = frames[i] as ReducedFrame;
    kept.push({ ...frame, delayMs: Math.min(MAX_DELAY_MS, frame.delayMs + (frames[i + 1]?.delayMs ?? 0)) });
  }
  return kept;
}

/** The longest that a GIF can tell. */
const MAX_DELAY_MS = 655_350;

/** The one WBMP of a size. */
export function wbmpFile({ bitmap, dither }: OneBit): Candidate {
  const { widthPx, heightPx } = bitmap;
  return { format: 'wbmp', octets: encodeWbmp(bitmap), widthPx, heightPx, frames: 1, dither };
}

/** The first of some files that has no more than `maxOctets`; they are made one by one, and others have their turn in between. */
export async function firstWithin(
  files: Iterable<Candidate>,
  maxOctets: number,
  signal: AbortSignalLike | undefined,
): Promise<Outcome> {
  let least = Number.POSITIVE_INFINITY;
  let tries = 0;
  for (const file of files) {
    tries++;
    least = Math.min(least, file.octets.length);
    if (file.octets.length <= maxOctets) return { fits: true, file: { ...file, tries } };
    await giveWay(signal);
  }
  return { fits: false, octets: least, tries };
}

/** The smallest factor that a picture is shrunk by. */
export function leastShrink({ widthPx, heightPx }: SizePx): number {
  return Math.min(1, MIN_SIDE / Math.max(widthPx, heightPx));
}

/**
 * Tries smaller and smaller sizes, down to a factor of `smallest`.
 * @param attempt makes the file of a size that is the full one times its factor.
 * @param signal is looked at between two sizes.
 * @throws EncodeError `unencodable` with field `maxOctets` when the smallest size does not fit either.
 */
export async function shrinkUntilFits(
  maxOctets: number,
  smallest: number,
  attempt: (shrink: number) => Promise<Outcome>,
  signal: AbortSignalLike | undefined,
): Promise<{ readonly file: Encoded; readonly shrink: number }> {
  let tries = 0;
  for (let shrink = 1; ; ) {
    const outcome = await attempt(shrink);
    if (outcome.fits) return { file: { ...outcome.file, tries: tries + outcome.file.tries }, shrink };
    tries += outcome.tries;
    if (shrink <= smallest) {
      const reason = `the smallest picture that was tried has ${outcome.octets} octets, limit is ${maxOctets}`;
      throw new EncodeError('unencodable', 'maxOctets', undefined, reason);
    }
    await giveWay(signal);
    shrink = Math.max(smallest, shrink * Math.min(MIN_SHRINK, Math.sqrt(maxOctets / outcome.octets) * SHRINK));
  }
}
