/**
 * A JPEG within a number of octets, as good as it can be shown.
 *
 *   the best quality       where that fits: nothing else is tried
 *   a lower one            the best that fits, from 30 on, with levels that are worth their bits
 *   below 30               the same, or a smaller picture at a higher quality: whichever looks more like the picture
 *
 * Chroma is halved, unless colours change from pixel to pixel and the file of whole chroma, at whatever quality fits, has less error.
 *
 * What a smaller picture looks like is measured where the handset shows it, enlarged to the size that the picture would have had: handsets
 * fill the screen with a picture that is smaller, and a person who looks at a small one on a large screen misses the same detail. So sizes
 * are compared by what of the picture is left, not by how clean it is. On photographs a smaller size often wins below about quality 25.
 *
 * Sizes are those of real files. Only what fills a quality's file is counted without being written, and what is given was written.
 * @module
 */
import type { AbortSignalLike } from '../../bytes/platform.js';
import { EncodeError } from '../../errors.js';
import { decodeJpeg } from '../jpeg/decode.js';
import { JpegEncoder, type Rounding } from '../jpeg/encode.js';
import type { Subsampling } from '../jpeg/transform.js';
import { enlarge, measureLikeness } from '../likeness.js';
import { isGrey, type Raster, toGrey } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { resize } from '../resize/resize.js';
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

/** Pixels from which on sizes and qualities are tried less closely: each try takes long, and from one to the next there is little to see. */
const MANY_PIXELS = 300_000;
const COARSE_STEP = 2 ** -0.5;

/** Pixels an octet: sizes with more of them are left out where low quality does not fit, since a smaller one looks better. */
const MAX_PIXELS_AN_OCTET = 100;

/** What is left of a picture falls with its size once it has begun to, nearly always: after so many sizes that are worse none is tried. */
const MAX_WORSE = 2;

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
  readonly signal: AbortSignalLike | undefined;
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
export async function fitJpeg(plan: JpegPlan): Promise<FittedJpeg> {
  const { resize: resizeBy, smallest, maxOctets, best, signal } = plan;
  const full = resizeBy(1);
  let tries = 0;
  let least = Number.POSITIVE_INFINITY;
  let found: (FittedJpeg & { readonly likeness: number }) | undefined;
  const shown = new Shown(full);
  let worse = 0;
  const step = countPixels(full) > MANY_PIXELS ? COARSE_STEP : SIZE_STEP;
  let encoder = makeEncoder(full, '4:2:0');
  await giveWay(signal);
  for (let shrink = findStart(full, encoder, plan); ; shrink = Math.max(smallest, shrink * step)) {
    const raster = shrink === 1 ? full : resizeBy(shrink);
    // That of the full size is there already.
    if (shrink < 1) encoder = makeEncoder(raster, '4:2:0');
    const search = new QualitySearch(encoder, raster, plan, '4:2:0');
    let made = await search.run();
    tries += search.tries;
    least = Math.min(least, search.least);
    if (made !== undefined) {
      if (shrink === 1 && hasColourEdges(raster)) {
        const whole = new QualitySearch(makeEncoder(raster, '4:4:4'), raster, plan, '4:4:4');
        made = nearer(raster, made, await whole.run());
        tries += whole.tries;
      }
      const { widthPx, heightPx } = raster;
      const file: Encoded = { format: 'jpeg', ...made, widthPx, heightPx, frames: 1, tries };
      if (shrink === 1 && made.quality >= Math.min(best, GOOD_QUALITY)) return { file, shrink };
      const likeness = await shown.compare(decodeJpeg(made.octets), signal);
      if (found === undefined || likeness > found.likeness) {
        found = { file, shrink, likeness };
        worse = 0;
      } else if (++worse === MAX_WORSE) break;
    }
    if (shrink <= smallest) break;
    await giveWay(signal);
  }
  if (found !== undefined) return { file: { ...found.file, tries }, shrink: found.shrink };
  const reason = `the smallest picture that was tried has ${least} octets, limit is ${maxOctets}`;
  throw new EncodeError('unencodable', 'maxOctets', undefined, reason);
}

const countPixels = ({ widthPx, heightPx }: Raster) => widthPx * heightPx;

function makeEncoder(raster: Raster, subsampling: Subsampling): JpegEncoder {
  return new JpegEncoder(isGrey(raster) ? toGrey(raster) : raster, { subsampling });
}

/** The factor of the first size that is tried. */
function findStart(full: Raster, encoder: JpegEncoder, { maxOctets, smallest, best }: JpegPlan): number {
  const most = MAX_PIXELS_AN_OCTET * maxOctets;
  const pixels = countPixels(full);
  if (pixels <= most) return 1;
  const size = encoder.leastSize(Math.min(GOOD_QUALITY, best));
  return size <= maxOctets * THRIFT ? 1 : Math.max(smallest, Math.sqrt(most / pixels));
}

/** A file of a size. */
type QualityFile = Pick<Encoded, 'octets' | 'subsampling'> & { readonly quality: number };

/** The range of Cb or Cr among four pixels from which on it is seen that they share one, and the share of such fours of a picture in which it counts. */
const EDGE_RANGE = 48;
const EDGE_SHARE = 0.03;

/** Whether colours change from pixel to pixel, as in coloured text and drawings: photographs have a third of that at most. */
function hasColourEdges({ widthPx, heightPx, channels, samples }: Raster): boolean {
  if (channels !== 3) return false;
  const pairs = { across: widthPx >> 1, down: heightPx >> 1 };
  const row = widthPx * 3;
  let edges = 0;
  for (let y = 0; y < pairs.down; y++) {
    for (let x = 0, at = 2 * y * row; x < pairs.across; x++, at += 6) {
      if (findColourRange(samples, at, row) > EDGE_RANGE) edges++;
    }
  }
  return edges > EDGE_SHARE * pairs.across * pairs.down;
}

/** How far apart four pixels are in Cb or Cr, whichever is more. */
function findColourRange(samples: Uint8Array, at: number, row: number): number {
  const below = at + row;
  const one = findLuma(samples, at);
  const two = findLuma(samples, at + 3);
  const three = findLuma(samples, below);
  const four = findLuma(samples, below + 3);
  const red = findRange(
    (samples[at] as number) - one,
    (samples[at + 3] as number) - two,
    (samples[below] as number) - three,
    (samples[below + 3] as number) - four,
  );
  const blue = findRange(
    (samples[at + 2] as number) - one,
    (samples[at + 5] as number) - two,
    (samples[below + 2] as number) - three,
    (samples[below + 5] as number) - four,
  );
  return Math.max(blue / 1.772, red / 1.402);
}

function findLuma(samples: Uint8Array, at: number): number {
  return 0.299 * (samples[at] as number) + 0.587 * (samples[at + 1] as number) + 0.114 * (samples[at + 2] as number);
}

function findRange(a: number, b: number, c: number, d: number): number {
  return Math.max(a, b, c, d) - Math.min(a, b, c, d);
}

/** Which of two files has the colours of a picture with less error; the first where there is no second. */
function nearer(picture: Raster, one: QualityFile, other: QualityFile | undefined): QualityFile {
  if (other === undefined) return one;
  return sumError(picture, other.octets) < sumError(picture, one.octets) ? other : one;
}

function sumError({ samples }: Raster, file: Uint8Array): number {
  const found = decodeJpeg(file).samples;
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += ((samples[i] as number) - (found[i] as number)) ** 2;
  return sum;
}

/**
 * A picture as the handset would show it whole: what files are compared with. One of many pixels is compared at half its size: a screen that
 * shows so many has finer ones than an eye tells apart.
 */
class Shown {
  readonly #full: Raster;
  readonly #size: SizePx;
  #planes: readonly Uint8Array[] | undefined;

  constructor(full: Raster) {
    this.#full = full;
    const { widthPx, heightPx } = full;
    const isHalved = countPixels(full) > MANY_PIXELS;
    this.#size = isHalved ? { widthPx: (widthPx + 1) >> 1, heightPx: (heightPx + 1) >> 1 } : { widthPx, heightPx };
  }

  /** How much like it another picture is, brought to its size: 1 is the same. */
  async compare(found: Raster, signal: AbortSignalLike | undefined): Promise<number> {
    this.#planes ??= splitPlanes(this.#reduce(this.#full));
    const reduced = this.#reduce(found);
    const others = splitPlanes(reduced);
    const weights = others.length === 1 ? [1] : PLANE_WEIGHTS;
    let likeness = 0;
    for (const [i, weight] of weights.entries()) {
      await giveWay(signal);
      const other = enlarge(others[i] as Uint8Array, reduced, this.#size);
      likeness += weight * measureLikeness(this.#planes[i] as Uint8Array, other, this.#size);
    }
    return likeness;
  }

  #reduce(picture: Raster): Raster {
    const { widthPx, heightPx } = this.#size;
    return picture.widthPx > widthPx ? resize(picture, widthPx, heightPx) : picture;
  }
}

/** What luma and the two planes of chroma count: detail is luma, but blocks of one colour each are seen as well. */
const PLANE_WEIGHTS = [0.8, 0.1, 0.1] as const;

/** Luma, and what blue and red differ from it by; luma alone of a grey picture. */
function splitPlanes(raster: Raster): readonly Uint8Array[] {
  const luma = toGrey(raster).samples;
  if (raster.channels === 1) return [luma];
  const { samples } = raster;
  const blue = new Uint8Array(luma.length);
  const red = new Uint8Array(luma.length);
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    const level = luma[i] as number;
    red[i] = ((samples[at] as number) - level + 256) >> 1;
    blue[i] = ((samples[at + 2] as number) - level + 256) >> 1;
  }
  return [luma, blue, red];
}

/** Looks for the highest quality of a picture within its octets. */
class QualitySearch {
  readonly #encoder: JpegEncoder;
  readonly #maxOctets: number;
  readonly #best: number;
  readonly #signal: AbortSignalLike | undefined;
  readonly #subsampling: Subsampling;
  readonly #finest: number;
  /** How many qualities were looked at. */
  tries = 0;
  /** Octets of the smallest file. */
  least = Number.POSITIVE_INFINITY;

  /** @param encoder of the raster. */
  constructor(encoder: JpegEncoder, raster: Raster, { maxOctets, best, signal }: JpegPlan, subsampling: Subsampling) {
    this.#encoder = encoder;
    this.#subsampling = subsampling;
    this.#maxOctets = maxOctets;
    this.#best = best;
    this.#signal = signal;
    this.#finest = countPixels(raster) > MANY_PIXELS ? 1 : FINEST;
  }

  /** The file of the highest quality up to `best` that fits; undefined where none does. */
  async run(): Promise<QualityFile | undefined> {
    const best = this.#best;
    const subsampling = this.#subsampling;
    if ((await this.#size(best, 'nearest')) <= this.#maxOctets) {
      const octets = this.#encoder.encode(best);
      if (octets.length <= this.#maxOctets) return { quality: best, subsampling, octets };
    }
    for (let quality = await this.#findThrifty(); quality >= 1; quality = Math.ceil(quality) - 1) {
      // Octets of 0 after each FF may be too many.
      await giveWay(this.#signal);
      const octets = this.#encoder.encode(quality, 'thrifty');
      if (octets.length <= this.#maxOctets) return { quality: Math.floor(quality), subsampling, octets };
    }
    return undefined;
  }

  /** The highest quality whose thrifty levels fit; 0 where none does. It is near the one of nearest levels in a few more octets. */
  async #findThrifty(): Promise<number> {
    const best = this.#best;
    const fits = async (quality: number) => (await this.#size(quality, 'thrifty')) <= this.#maxOctets;
    if (!(await fits(1))) return 0;
    const guess = await this.#findNearest(this.#maxOctets * THRIFT);
    let low = 1;
    let high = best + 1;
    // Outwards from the guess until it is between a quality that fits and one that does not, then inwards.
    for (let quality = guess, step = 1; high - low > 1; step *= 2) {
      if (await fits(quality)) low = quality;
      else high = quality;
      const isOpen = low === 1 || high === best + 1;
      const next = low >= guess ? guess + step : guess - step;
      quality = isOpen && next > low && next < high ? next : (low + high) >> 1;
    }
    // From one quality to the next there are many octets where qualities are low.
    while (low < GOOD_QUALITY && low < best && high - low > this.#finest) {
      const quality = (low + high) / 2;
      if (await fits(quality)) low = quality;
      else high = quality;
    }
    return low;
  }

  /** The highest quality whose nearest levels have no more than some octets; 1 where none does. */
  async #findNearest(maxOctets: number): Promise<number> {
    const best = this.#best;
    const sized = async (quality: number): Promise<SizedQuality> => ({
      quality,
      octets: await this.#size(quality, 'nearest'),
    });
    let high = await sized(best);
    if (high.octets <= maxOctets) return best;
    // A higher quality makes a larger file, nearly always; where it does not, a lower one that fits is found.
    let low = await sized(Math.min(GOOD_QUALITY, best));
    if (low.octets > maxOctets) [low, high] = [await sized(1), low];
    for (let step = 1; high.quality - low.quality > 1; step++) {
      // Every third step halves, so that no curve of sizes makes the way long.
      const quality = step % 3 === 0 ? (low.quality + high.quality) >> 1 : between(low, high, maxOctets);
      const tried = await sized(quality);
      if (tried.octets <= maxOctets) low = tried;
      else high = tried;
    }
    return low.quality;
  }

  async #size(quality: number, rounding: Rounding): Promise<number> {
    this.tries++;
    await giveWay(this.#signal);
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
