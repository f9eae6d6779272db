/**
 * JPEG, or PNG and GIF, for a picture on a screen with colours: both are made at the final size, and one of them is taken.
 *
 *   palette    exact, with at most a quarter more octets; or its error is at most half of the JPEG's, with no more octets; or no larger, with
 *              four fifths of its octets
 *              where the octets are so few that the JPEG lost quality: the same of its error, whatever the octets
 *              where it had to be smaller: of a drawing, where the most colours that fit are 16 at least
 *   palette    for a screen of 256 colours or fewer, which would make its own of the JPEG: where it has no more than a quarter more octets
 *   JPEG       else
 *
 * So a test card and a screenshot are not blurred by JPEG, and a gradient does not get bands. The error is the mean square of what the pixels of
 * the file differ by. A quarter: what a picture of few colours gains in clean edges, and a photograph in greys, exact with 200 levels at
 * twice the octets, does not.
 * @module
 */
import { mapToPalette } from '../colour/diffusion.js';
import { buildPalette } from '../colour/palette.js';
import { ColorSet } from '../colour/set.js';
import { decodeGif } from '../gif/read.js';
import { decodeJpeg } from '../jpeg/decode.js';
import { decodePng } from '../png/read.js';
import type { Raster } from '../raster.js';
import { type Encoded, firstWithin, type IndexedPlan, indexedFiles, indexedWithin } from './budget.js';
import { type FittedJpeg, fitJpeg, type JpegPlan } from './fit-jpeg.js';
import { giveWay } from './job.js';

/** Octets of an exact PNG or GIF for one of the JPEG, at most. */
const MAX_EXACT_SHARE = 1.25;

/** Error of a palette that is not exact, of that of the JPEG: bands are seen sooner than its noise. */
const MAX_ERROR_SHARE = 0.5;

/** Octets of a palette, of those of the JPEG, at which an error no larger is enough. */
const CLEARLY_SMALLER = 0.8;

/** Octets of the file with all colours, for one of those that there may be, from which on fewer colours are not tried. */
const MAX_SAVING = 2;

/**
 * The better of two files within the octets: a JPEG, and one of a palette at the full size.
 * @param isFew whether the screen shows no more colours than a palette has.
 * @throws EncodeError as {@link fitJpeg}.
 */
export async function fitBetter(jpegPlan: JpegPlan, plan: IndexedPlan, isFew: boolean): Promise<FittedJpeg> {
  const { maxOctets, best } = jpegPlan;
  const jpeg = await fitJpeg(jpegPlan);
  const raster = jpegPlan.resize(1);
  const palette = jpeg.shrink === 1 ? await betterPalette(raster, plan, jpeg.file, { maxOctets, best, isFew }) : undefined;
  if (palette !== undefined) return { file: { ...palette, tries: palette.tries + jpeg.file.tries }, shrink: 1 };
  if (jpeg.shrink === 1 || !plan.isDrawn) return jpeg;
  // The lines of a drawing suffer more by a smaller size than by fewer colours.
  const fewer = await indexedWithin(raster, plan, maxOctets);
  return fewer.fits ? { file: { ...fewer.file, tries: fewer.file.tries + jpeg.file.tries }, shrink: 1 } : jpeg;
}

/** What a trial goes by. */
interface TrialTerms {
  readonly maxOctets: number;
  readonly best: number;
  readonly isFew: boolean;
}

/** The file of a palette that is better than a JPEG of its size; undefined for none. */
async function betterPalette(
  raster: Raster,
  plan: IndexedPlan,
  jpeg: Encoded,
  terms: TrialTerms,
): Promise<Encoded | undefined> {
  const { maxOctets, best, isFew } = terms;
  const trial: Trial = { raster, jpeg, jpegError: findError(raster, jpeg), isFew };
  if (!mayBeBetter(trial, plan.colors)) return undefined;
  await giveWay(plan.signal);
  const whole = await firstWithin(indexedFiles(raster, plan, plan.colors), Number.POSITIVE_INFINITY, plan.signal);
  if (!whole.fits) return undefined;
  const isLimited = (jpeg.quality ?? best) < best;
  if (whole.file.octets.length <= maxOctets) return isPaletteBetter(trial, whole.file, isLimited) ? whole.file : undefined;
  // Fewer colours have no smaller error, and save less than half before it is seen.
  if (!isLimited || whole.file.octets.length > MAX_SAVING * maxOctets || !isPaletteBetter(trial, whole.file, true)) {
    return undefined;
  }
  await giveWay(plan.signal);
  const fewer = await indexedWithin(raster, { ...plan, formats: [whole.file.format as 'png' | 'gif'] }, maxOctets);
  return fewer.fits && isPaletteBetter(trial, fewer.file, true) ? fewer.file : undefined;
}

/** A picture, and what a palette has to be better than. */
interface Trial {
  readonly isFew: boolean;
  readonly raster: Raster;
  readonly jpeg: Encoded;
  readonly jpegError: number;
}

/** Pixels of the rows that say whether the trial is worth its time. */
const SAMPLE_PIXELS = 32_768;

/** Whether a palette may be better: it is exact, or a palette of some rows has a small error on these. */
function mayBeBetter({ raster, jpegError, isFew }: Trial, colors: number): boolean {
  if (isFew || new ColorSet(colors).addAll(raster)) return true;
  const { widthPx, heightPx, channels, samples } = raster;
  const step = Math.max(1, Math.floor((widthPx * heightPx) / SAMPLE_PIXELS));
  const rows = Math.ceil(heightPx / step);
  const length = widthPx * channels;
  const some = new Uint8Array(rows * length);
  for (let row = 0; row < rows; row++)
    some.set(samples.subarray(row * step * length, row * step * length + length), row * length);
  const sample: Raster = { widthPx, heightPx: rows, channels, samples: some };
  const palette = buildPalette(sample, colors);
  const shown = new Uint8Array(rows * widthPx * 3);
  for (const [i, index] of mapToPalette(sample, palette).entries())
    shown.set(palette.rgb.subarray(index * 3, index * 3 + 3), i * 3);
  return measureError(sample, { widthPx, heightPx: rows, channels: 3, samples: shown }) <= jpegError;
}

/** @param isFree whether its octets do not count. */
function isPaletteBetter({ raster, jpeg, jpegError, isFew }: Trial, palette: Encoded, isFree: boolean): boolean {
  const share = palette.octets.length / jpeg.octets.length;
  if (!isFree && share > MAX_EXACT_SHARE) return false;
  if (isFew) return true;
  const error = findError(raster, palette);
  if (error === 0) return true;
  return error <= jpegError * (share <= CLEARLY_SMALLER ? 1 : isFree || share <= 1 ? MAX_ERROR_SHARE : 0);
}

/** What a file differs by from the picture that it was made of. */
function findError(raster: Raster, file: Encoded): number {
  return measureError(raster, readPixels(file));
}

/** Mean square of what the pixels of two pictures of a size differ by. */
export function measureError(raster: Raster, shown: Raster): number {
  const { widthPx, heightPx, channels } = raster;
  const count = widthPx * heightPx;
  let sum = 0;
  for (let i = 0, at = 0, to = 0; i < count; i++, at += channels, to += shown.channels) {
    for (let channel = 0; channel < 3; channel++) {
      const one = raster.samples[at + (channels === 1 ? 0 : channel)] as number;
      const other = shown.samples[to + (shown.channels === 1 ? 0 : channel)] as number;
      sum += (one - other) ** 2;
    }
  }
  return sum / (3 * count);
}

/** The pixels of a file that was made: the first frame of several. */
export function readPixels({ format, octets }: Encoded): Raster {
  if (format === 'jpeg') return decodeJpeg(octets);
  if (format === 'png') return decodePng(octets);
  return decodeGif(octets).frames[0]?.raster as Raster;
}
