/**
 * A picture in black and white: by a threshold where it has two tones (a logo, a page of text), else by diffusion (a photograph).
 *
 * Levels of grey are gamma-coded, as they are stored, and half of them is the threshold of diffusion: that keeps middle tones apart on the
 * screens of handsets, which have little contrast. The bitmap room, which diffuses light instead, keeps the brightness that is seen from
 * afar and makes middle tones darker.
 * @module
 */
import { rowDither } from '../bitmap/dither.js';
import { type Bitmap, bitmapFromPixels } from '../bitmap/index.js';
import { type Raster, toGrey, toRgba } from './raster.js';

/** How black and white are parted. */
export type OneBitDither = 'floyd-steinberg' | 'none';

/** What may be chosen of it. */
export interface OneBitOptions {
  /** By default 'none' (a threshold) for two tones, 'floyd-steinberg' for more. */
  readonly dither?: OneBitDither | undefined;
  /** The level of grey, 0 to 255, from which on a pixel is white without diffusion; found from the picture by default. */
  readonly threshold?: number | undefined;
}

/** A bitmap, and how it was made. */
export interface OneBit {
  readonly bitmap: Bitmap;
  readonly dither: OneBitDither;
}

/** A picture, which is opaque, as a bitmap of its size. */
export function toOneBit(raster: Raster, options: OneBitOptions = {}): OneBit {
  const grey = toGrey(raster);
  const dither = options.dither ?? (hasTwoTones(grey) ? 'none' : 'floyd-steinberg');
  return { dither, bitmap: dither === 'none' ? parted(grey, options.threshold) : diffused(grey) };
}

function parted(grey: Raster, threshold: number | undefined): Bitmap {
  const { widthPx, heightPx, samples: rgba } = toRgba(grey);
  return bitmapFromPixels({ widthPx, heightPx, rgba }, { dither: 'none', threshold: threshold ?? 'auto' });
}

/** Errors are whole numbers: levels are counted in thousandths, so that rounding them does not show. */
const PARTS = 1000;
const WHITE = 255 * PARTS;

function diffused({ widthPx, heightPx, samples }: Raster): Bitmap {
  const decide = rowDither({ dither: 'floyd-steinberg', widthPx, white: WHITE, level: WHITE / 2, strength: 1 });
  const stride = (widthPx + 7) >> 3;
  const rows = new Uint8Array(stride * heightPx);
  const line = new Int32Array(widthPx);
  const black = new Uint8Array(widthPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) line[x] = (samples[at++] as number) * PARTS;
    decide(line, black);
    // Bit 1 of a bitmap is black.
    for (let x = 0, to = y * stride; x < widthPx; x++) {
      rows[to + (x >> 3)] = (rows[to + (x >> 3)] as number) | ((black[x] as number) << (7 - (x & 7)));
    }
  }
  return { widthPx, heightPx, rows };
}

/** How far from its class's mean a level may be, and how many have to be so near. */
const NEAR = 32;
const SHARE = 0.8;

/** How far apart the means of both classes are at least. */
const APART = 80;

/**
 * Whether nearly all pixels are near one of two levels, or of one. The classes are parted where the variance between them is greatest
 * (Otsu's method); the numbers are this package's own, found from logos, text and photographs.
 */
export function hasTwoTones(grey: Raster): boolean {
  const counts = new Uint32Array(256);
  for (const level of grey.samples) counts[level] = (counts[level] as number) + 1;
  const total = grey.samples.length;
  let moment = 0;
  for (let level = 0; level < 256; level++) moment += level * (counts[level] as number);
  let best = 0;
  let means: readonly [dark: number, bright: number] = [0, 0];
  for (let level = 1, below = 0, momentBelow = 0; level < 256; level++) {
    below += counts[level - 1] as number;
    momentBelow += (level - 1) * (counts[level - 1] as number);
    if (below === 0 || below === total) continue;
    const [dark, bright] = [momentBelow / below, (moment - momentBelow) / (total - below)];
    const variance = below * (total - below) * (bright - dark) ** 2;
    if (variance > best) [best, means] = [variance, [dark, bright]];
  }
  const [dark, bright] = means;
  if (bright - dark < APART) return false;
  let near = 0;
  for (let level = 0; level < 256; level++) {
    if (Math.min(Math.abs(level - dark), Math.abs(level - bright)) <= NEAR) near += counts[level] as number;
  }
  return near >= total * SHARE;
}
