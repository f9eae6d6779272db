/**
 * A JPEG within a number of octets, as good as it can be shown.
 *
 *   the best quality       where that fits: nothing else is tried
 *   a lower one            the best that fits, from 30 on, with levels that are worth their bits
 *   below 30               the same, or a smaller picture at a higher quality: whichever looks more like the picture
 *
 * What a smaller picture looks like is measured where the handset shows it, enlarged to the size that the picture would have had: handsets
 * fill the screen with a picture that is smaller, and a person who looks at a small one on a large screen misses the same detail. So sizes
 * are compared by what of the picture is left, not by how clean it is. On photographs a smaller size wins below about quality 10.
 *
 * Sizes are those of real files. Only what fills a quality's file is counted without being written, and what is given was written.
 * @module
 */
import { EncodeError } from '../../errors.js';
import { decodeJpeg } from '../jpeg/decode.js';
import { JpegEncoder, type Rounding } from '../jpeg/encode.js';
import { enlarge, measureLikeness } from '../likeness.js';
import { isGrey, type Raster, toGrey } from '../raster.js';
import type { Encoded } from './budget.js';
import { giveWay } from './job.js';

/** Quality that is tried first. */
export const BEST_QUALITY = 90;

/** Below this, smaller sizes are tried too. */
const GOOD_QUALITY = 30;

/** How near to each other low qualities are tried. */
const FINEST = 1 / 8;

/** From one size that is tried to the next: half as many pixels in two steps. */
const SIZE_STEP = 2 ** -0.25;

/** How much more octets levels to the nearest take than those that are worth their bits, about. */
const THRIFT = 1.12;

/** What a picture is to become. */
export interface JpegPlan {
  /** The picture at a factor of its full size, which is 1. */
  readonly resize: (shrink: number) => Raster;
  /** The smallest factor. */
  readonly smallest: number;
  readonly maxOctets: number;
  /** Quality at most. */
  readonly best: number;
  readonly signal: AbortSignal | undefined;
}

/** A file, and the factor of its size. */
export interface FittedJpeg {
  readonly file: Encoded;
  readonly shrink: number;
}

/**
 * The best file of a picture within its octets.
 * @throws EncodeError `unencodable` with field `maxOctets` when the smallest size does not fit either.
 */
export async function fitJpeg({ resize, smallest, maxOctets, best, signal }: JpegPlan): Promise<FittedJpeg> {
  const full = resize(1);
  let tries = 0;
  let least = Number.POSITIVE_INFINITY;
  let found: (FittedJpeg & { readonly likeness: number }) | undefined;
  let grey: Uint8Array | undefined;
  for (let shrink = 1; ; shrink = Math.max(smallest, shrink * SIZE_STEP)) {
    const raster = shrink === 1 ? full : resize(shrink);
    const search = new QualitySearch(raster, maxOctets);
    const made = search.run(best);
    tries += search.tries;
    least = Math.min(least, search.least);
    if (made !== undefined) {
      const { widthPx, heightPx } = raster;
      const file: Encoded = { format: 'jpeg', ...made, widthPx, heightPx, frames: 1, tries };
      if (shrink === 1 && made.quality >= Math.min(best, GOOD_QUALITY)) return { file, shrink };
      grey ??= toGrey(full).samples;
      const shown = enlarge(toGrey(decodeJpeg(made.octets)).samples, raster, full);
      const likeness = measureLikeness(grey, shown, full);
      // What is left falls with the size, once it has begun to.
      if (found !== undefined && likeness <= found.likeness) return { ...found, file: { ...found.file, tries } };
      found = { file, shrink, likeness };
    }
    if (shrink <= smallest) break;
    await giveWay(signal);
  }
  if (found !== undefined) return { file: { ...found.file, tries }, shrink: found.shrink };
  const reason = `the smallest picture that was tried has ${least} octets, limit is ${maxOctets}`;
  throw new EncodeError('unencodable', 'maxOctets', undefined, reason);
}

/** Looks for the highest quality of a picture within its octets. */
class QualitySearch {
  readonly #encoder: JpegEncoder;
  readonly #maxOctets: number;
  /** How many qualities were looked at. */
  tries = 0;
  /** Octets of the smallest file. */
  least = Number.POSITIVE_INFINITY;

  constructor(raster: Raster, maxOctets: number) {
    this.#encoder = new JpegEncoder(isGrey(raster) ? toGrey(raster) : raster);
    this.#maxOctets = maxOctets;
  }

  /** The file of the highest quality up to `best` that fits; undefined where none does. */
  run(best: number): { readonly quality: number; readonly octets: Uint8Array } | undefined {
    if (this.#size(best, 'nearest') <= this.#maxOctets) {
      const octets = this.#encoder.encode(best);
      if (octets.length <= this.#maxOctets) return { quality: best, octets };
    }
    for (let quality = this.#findThrifty(best); quality >= 1; quality = Math.ceil(quality) - 1) {
      // Octets of 0 after each FF may be too many.
      const octets = this.#encoder.encode(quality, 'thrifty');
      if (octets.length <= this.#maxOctets) return { quality: Math.floor(quality), octets };
    }
    return undefined;
  }

  /** The highest quality whose thrifty levels fit; 0 where none does. It is near the one of nearest levels in a few more octets. */
  #findThrifty(best: number): number {
    const fits = (quality: number) => this.#size(quality, 'thrifty') <= this.#maxOctets;
    if (!fits(1)) return 0;
    const guess = this.#findNearest(best, this.#maxOctets * THRIFT);
    let low = 1;
    let high = best + 1;
    // Outwards from the guess until it is between a quality that fits and one that does not, then inwards.
    for (let quality = guess, step = 1; high - low > 1; step *= 2) {
      if (fits(quality)) low = quality;
      else high = quality;
      const isOpen = low === 1 || high === best + 1;
      const next = low >= guess ? guess + step : guess - step;
      quality = isOpen && next > low && next < high ? next : (low + high) >> 1;
    }
    // From one quality to the next there are many octets where qualities are low.
    while (low < GOOD_QUALITY && low < best && high - low > FINEST) {
      const quality = (low + high) / 2;
      if (fits(quality)) low = quality;
      else high = quality;
    }
    return low;
  }

  /** The highest quality whose nearest levels have no more than some octets; 1 where none does. */
  #findNearest(best: number, maxOctets: number): number {
    const sized = (quality: number): SizedQuality => ({ quality, octets: this.#size(quality, 'nearest') });
    let high = sized(best);
    if (high.octets <= maxOctets) return best;
    // A higher quality makes a larger file, nearly always; where it does not, a lower one that fits is found.
    let low = sized(Math.min(GOOD_QUALITY, best));
    if (low.octets > maxOctets) [low, high] = [sized(1), low];
    for (let step = 1; high.quality - low.quality > 1; step++) {
      // Every third step halves, so that no curve of sizes makes the way long.
      const quality = step % 3 === 0 ? (low.quality + high.quality) >> 1 : between(low, high, maxOctets);
      const tried = sized(quality);
      if (tried.octets <= maxOctets) low = tried;
      else high = tried;
    }
    return low.quality;
  }

  #size(quality: number, rounding: Rounding): number {
    this.tries++;
    const octets = this.#encoder.leastSize(quality, rounding);
    this.least = Math.min(this.least, octets);
    return octets;
  }
}

interface SizedQuality {
  readonly quality: number;
  readonly octets: number;
}

/**
 * The quality that would give a file of `maxOctets`, neither of the two themselves: between two qualities the logarithm of the octets goes
 * nearly straight with that of the quantisation steps.
 */
function between(low: SizedQuality, high: SizedQuality, maxOctets: number): number {
  const share = Math.log(maxOctets / low.octets) / Math.log(high.octets / low.octets);
  const steps = findPercent(low.quality) ** (1 - share) * findPercent(high.quality) ** share;
  const quality = Math.floor(steps > 100 ? 5000 / steps : (200 - steps) / 2);
  if (Number.isNaN(quality)) return (low.quality + high.quality) >> 1;
  return Math.min(Math.max(quality, low.quality + 1), high.quality - 1);
}

/** What the quantisation tables are multiplied by, in per cent (the rule of the Independent JPEG Group). */
function findPercent(quality: number): number {
  return quality < 50 ? 5000 / quality : 200 - 2 * quality;
}
