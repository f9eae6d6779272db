/**
 * Which colours a picture has, as long as they are few.
 *
 * Pixels with an alpha below 128 are transparent, all others opaque: formats with a palette have one transparent colour.
 * @module
 */
import { type Raster, requireSamples } from '../raster.js';

/** Colours of a palette at most. */
export const MAX_COLORS = 256;

/** Alpha from which on a pixel is opaque. */
export const OPAQUE = 128;

/** An odd number whose multiples have their bits well mixed (2^32 over the golden ratio). */
export const SCATTER = 0x9e3779b1;

/** A set of colours, as long as there are not too many. */
export class ColorSet {
  hasTransparent = false;
  readonly #limit: number;
  readonly #mask: number;
  /** Open addressing; 0 is an empty place, so that colours are held with 1 added. */
  readonly #places: Int32Array;
  #opaque = 0;

  constructor(limit: number) {
    this.#limit = limit;
    const places = 2 ** Math.ceil(Math.log2(2 * limit + 4));
    this.#mask = places - 1;
    this.#places = new Int32Array(places);
  }

  get size(): number {
    return this.#opaque + (this.hasTransparent ? 1 : 0);
  }

  /** Adds those of a picture; false once there are more than the limit, of which no more are added. */
  addAll(raster: Raster): boolean {
    const samples = requireSamples(raster);
    const { channels } = raster;
    const { length } = samples;
    const green = channels === 1 ? 0 : 1;
    const blue = channels === 1 ? 0 : 2;
    const places = this.#places;
    const mask = this.#mask;
    let before = 0;
    for (let at = 0; at < length; at += channels) {
      if (channels === 4 && (samples[at + 3] as number) < OPAQUE) {
        if (this.hasTransparent) continue;
        this.hasTransparent = true;
        if (this.size > this.#limit) return false;
        continue;
      }
      const key =
        1 + (((samples[at] as number) << 16) | ((samples[at + green] as number) << 8) | (samples[at + blue] as number));
      if (key === before) continue;
      before = key;
      let place = (Math.imul(key, SCATTER) >>> 8) & mask;
      while (places[place] !== key && places[place] !== 0) place = (place + 1) & mask;
      if (places[place] === key) continue;
      places[place] = key;
      this.#opaque++;
      if (this.size > this.#limit) return false;
    }
    return this.size <= this.#limit;
  }

  /** The opaque ones. */
  colors(): number[] {
    const colors: number[] = [];
    for (const key of this.#places) if (key !== 0) colors.push(key - 1);
    return colors;
  }
}
