/**
 * Making a multi-colour picture smaller or larger, row by row: rows are pushed as a decoder makes them, and besides the result only a
 * few rows of its width are held.
 *
 * - Area: each pixel of the result is the mean of the area it covers.
 * - Lanczos with three lobes: sharper. Where the source is four times the result or more, it is reduced to twice by area first, which is
 *   much faster, and alike to three digits (SSIM of photographs).
 *
 * A picture with alpha is scaled with its colours multiplied by their alpha, so that the colour of what does not show leaks nowhere.
 * A row goes through stages that hand lines of numbers on: down and across by area, then by Lanczos, then rounded into the result.
 *
 * Sources: as for one-bit pictures, whose cuts and kernel these are (see `bitmap/scale.ts`).
 * @module
 */
import { checkSide } from '../../bitmap/bitmap.js';
import { checkChoice, requireObject } from '../../bytes/check.js';
import { requireOctets } from '../../bytes/octets.js';
import { EncodeError } from '../../errors.js';
import { checkChannels, type Raster, requireSamples } from '../raster.js';
import { AreaStage } from './area.js';
import { lanczosFromOctets, lanczosStages, type OctetStage } from './lanczos.js';
import { LineStage, type RowsShape, TargetStage } from './lines.js';

/** The filter that calculates a pixel of the result: the mean of its area, or Lanczos with three lobes. */
export type Filter = 'area' | 'lanczos';

/** Options of {@link resize}. */
export interface ResizeOptions {
  /** Filter; `area` by default. */
  readonly filter?: Filter | undefined;
}

/** What {@link RowResizer} takes beyond that. */
export interface RowsOptions extends ResizeOptions {
  /** Makes greys of three channels on the way, where that costs least and nothing is rounded. Off by default. */
  readonly grey?: boolean | undefined;
}

/**
 * Resizes a picture to exactly `widthPx` by `heightPx` pixels, 1 to 65535 each, also if its aspect ratio changes; returns the picture itself if it
 * already has the size.
 * @throws EncodeError `bad-value` for an invalid size or filter, and for a raster whose samples do not match its size and channels.
 * @throws TypeError when `raster` is not a raster.
 */
export function resize(raster: Raster, widthPx: number, heightPx: number, options: ResizeOptions = {}): Raster {
  const samples = requireSamples(raster);
  requireObject(options, 'options');
  if (raster.widthPx === widthPx && raster.heightPx === heightPx) return raster;
  const resizer = new RowResizer(raster, widthPx, heightPx, options);
  const pitch = raster.widthPx * raster.channels;
  const { length } = samples;
  for (let at = 0; at < length; at += pitch) resizer.push(samples, at);
  return resizer.finish();
}

/** Scales a picture while its rows come in, from the top. */
export class RowResizer {
  readonly #from: RowsShape;
  readonly #first: AreaStage | LineStage | OctetStage;
  readonly #target: TargetStage;
  readonly #pitch: number;
  #pushed = 0;

  /** @throws EncodeError `bad-value` for a side that is not 1 to 65535, a filter or a number of channels that there is not. */
  constructor(from: RowsShape, widthPx: number, heightPx: number, { filter = 'area', grey = false }: RowsOptions = {}) {
    checkSide(from.widthPx, 'from.widthPx');
    checkSide(from.heightPx, 'from.heightPx');
    checkChannels(from.channels, 'from.channels');
    checkSide(widthPx, 'widthPx');
    checkSide(heightPx, 'heightPx');
    checkChoice(filter, 'filter', ['area', 'lanczos']);
    const isGrey = grey && from.channels === 3;
    const channels = isGrey ? 1 : from.channels;
    const to = { widthPx, heightPx, channels };
    this.#from = from;
    this.#pitch = from.widthPx * from.channels;
    this.#target = new TargetStage(to);
    if (filter === 'area') {
      this.#first = new AreaStage(from, to, this.#target, isGrey);
      return;
    }
    const reduced = {
      widthPx: reducedSide(from.widthPx, widthPx),
      heightPx: reducedSide(from.heightPx, heightPx),
      channels,
    };
    const isReduced = reduced.widthPx < from.widthPx || reduced.heightPx < from.heightPx;
    if (!isReduced && !isGrey && channels !== 4 && from.heightPx >= heightPx) {
      this.#first = lanczosFromOctets(from, to, this.#target);
      return;
    }
    const lanczos = lanczosStages(reduced, to, this.#target);
    this.#first = isReduced ? new AreaStage(from, reduced, lanczos, isGrey) : new LineStage(from, lanczos, isGrey);
  }

  /** Whether all rows were pushed. */
  get isComplete(): boolean {
    return this.#pushed === this.#from.heightPx;
  }

  /**
   * Takes the next row.
   * @param samples hold it from `at` on, `widthPx * channels` octets; they are read, not kept.
   * @throws EncodeError `bad-value` when there are too few octets or the picture has all its rows; TypeError when they are not octets.
   */
  push(samples: Uint8Array, at = 0): void {
    requireOctets(samples, 'samples');
    if (!(at >= 0 && at + this.#pitch <= samples.length)) {
      const message = `${samples.length} octets hold no row of ${this.#pitch} from ${at} on`;
      throw EncodeError.badValue('samples', message);
    }
    if (this.#pushed === this.#from.heightPx) {
      throw EncodeError.badValue('rows', `more than the ${this.#from.heightPx} of the picture`);
    }
    this.#pushed++;
    this.#first.row(samples, at);
  }

  /** The scaled picture. @throws EncodeError `bad-value` before all rows were pushed. */
  finish(): Raster {
    const { heightPx } = this.#from;
    if (!this.isComplete) throw EncodeError.badValue('rows', `${this.#pushed} of ${heightPx} were pushed`);
    return this.#target.raster;
  }
}

/** Pixels of the area reduction before Lanczos for each of the result, across and down. */
const REDUCED_TO = 2;

/** How many more of them there may be so that each is made of whole pixels, which takes half the time. */
const MORE_OF_THEM = 1.2;

function reducedSide(from: number, to: number): number {
  const least = REDUCED_TO * to;
  if (from < 2 * least) return from;
  for (let whole = Math.floor(from / least); from <= whole * least * MORE_OF_THEM; whole--) {
    if (from % whole === 0) return from / whole;
  }
  return least;
}
