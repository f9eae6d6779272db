/**
 * A result of no more octets than the picture came in, where nothing is lost by it.
 *
 *   smaller    each of its frames looks like the picture, or no less than in the first result; all frames of that are kept
 *              a JPEG of a JPEG: where it is similar, since a part of the octets of the first only says better what was lost before
 *   first      else, with a warning
 * @module
 */
import type { AbortSignalLike } from '../../bytes/platform.js';
import { gifFrames } from '../gif/read.js';
import { measureLikeness } from '../likeness.js';
import { type Raster, toGrey } from '../raster.js';
import type { Encoded, Made } from './budget.js';
import { isTooFew, type Job, PixelTurns } from './job.js';
import { measureError, readPixels } from './trial.js';

/** How a file differs from the picture. */
interface Difference {
  /** Structural similarity of the greys. */
  readonly likeness: number;
  /** Mean square of the error of the levels. */
  readonly error: number;
}

/** Up to here a file looks the same. */
const SAME: Difference = { likeness: 0.97, error: 50 };

/** Up to here a JPEG shows all that is left of another: beyond it text fades, and blocks appear that were not there. */
const SIMILAR: Difference = { likeness: 0.94, error: 75 };

/** A file, and the factor of its size. */
type Fitted = Pick<Made, 'file' | 'shrink'>;

/** The frames that a file was made of, at its size. */
type Frames = () => Iterable<Raster>;

/**
 * The file that there is, or a smaller one of its size.
 * @param first the file that there is.
 * @param frames what it was made of.
 * @param fitWithin makes a file of its size within so many octets.
 * @returns the file that there is where no smaller one will do, with a warning.
 */
export async function notLarger(
  { source: { octets, probe }, options: { signal } }: Job,
  first: Fitted,
  frames: Frames,
  fitWithin: (maxOctets: number) => Promise<Fitted>,
): Promise<{ readonly made: Fitted; readonly grown: readonly string[] }> {
  const most = octets.length;
  const { file } = first;
  if (file.octets.length <= most) return { made: first, grown: [] };
  // There is one WBMP of a size.
  if (file.format !== 'wbmp') {
    try {
      const made = await fitWithin(most);
      const limit = probe.format === 'jpeg' && made.file.format === 'jpeg' ? SIMILAR : SAME;
      const hasAll = made.file.frames === file.frames;
      if (hasAll && (await looksLike(frames, made.file, file, limit, signal))) return { made, grown: [] };
    } catch (error) {
      if (!isTooFew(error)) throw error;
    }
  }
  const grown = `the result has ${file.octets.length} octets, the file ${most}: no smaller one looks the same`;
  return { made: first, grown: [grown] };
}

/** Whether each frame of a file differs no more than a limit, or than in the first file. */
async function looksLike(
  frames: Frames,
  file: Encoded,
  first: Encoded,
  limit: Difference,
  signal: AbortSignalLike | undefined,
) {
  const worse = new Map<number, Difference>();
  for await (const [i, difference] of findDifferences(frames, file, signal)) {
    if (!isWithin(difference, limit)) worse.set(i, difference);
  }
  if (worse.size === 0) return true;
  for await (const [i, { likeness, error }] of findDifferences(frames, first, signal, (frame) => worse.has(frame))) {
    const most = { likeness: Math.min(likeness, limit.likeness), error: Math.max(error, limit.error) };
    if (!isWithin(worse.get(i) as Difference, most)) return false;
  }
  return true;
}

function isWithin({ likeness, error }: Difference, most: Difference): boolean {
  return error <= most.error && likeness >= most.likeness;
}

/** What the frames of a file differ by. @param isMeasured whether a frame is to be compared. */
async function* findDifferences(
  frames: Frames,
  file: Encoded,
  signal: AbortSignalLike | undefined,
  isMeasured: (frame: number) => boolean = () => true,
): AsyncGenerator<[number, Difference], void, undefined> {
  const shown = readFrames(file);
  const turns = new PixelTurns(signal);
  let i = 0;
  for (const frame of frames()) {
    const { value } = shown.next();
    if (isMeasured(i)) yield [i, findDifference(frame, value as Raster)];
    i++;
    await turns.after(frame);
  }
}

function findDifference(frame: Raster, shown: Raster): Difference {
  return {
    likeness: measureLikeness(toGrey(frame).samples, toGrey(shown).samples, frame),
    error: measureError(frame, shown),
  };
}

/** The frames of a file that was made: samples hold until the next one is asked for. */
function* readFrames(file: Encoded): Generator<Raster, void, undefined> {
  if (file.format !== 'gif') yield readPixels(file);
  else for (const { raster } of gifFrames(file.octets)) yield raster;
}
