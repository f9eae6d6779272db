/**
 * A picture in black and white: by diffusion where it has shades (a photograph), else by a threshold (a logo, a page of text).
 *
 * Levels of grey are gamma-coded, as they are stored, and half of them is the threshold of diffusion: that keeps middle tones apart on the
 * screens of handsets, which have little contrast. The bitmap module, which diffuses light instead, keeps the brightness that is seen from
 * afar and makes middle tones darker.
 * @module
 */
import { rowDither } from '../../bitmap/dither.js';
import { hasShades } from '../../bitmap/drawing.js';
import { type Bitmap, bitmapFromPixels } from '../../bitmap/index.js';
import { countRaster, type Raster, toGrey, toRgba } from '../raster.js';

/** How black and white are parted. */
export type OneBitDither = 'floyd-steinberg' | 'none';

/** What may be chosen of it. */
export interface OneBitOptions {
  /** By default 'none' (a threshold) for one or two tones, 'floyd-steinberg' for more. */
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
  const dither = options.dither ?? (hasShades(countRaster(grey)) ? 'floyd-steinberg' : 'none');
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
