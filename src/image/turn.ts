/**
 * Turning stored pictures upright: the eight orientations, of which 5 to 8 exchange width and height.
 *
 *   1 upright   2 mirrored   3 half turn   4 mirrored downwards   5 to 8 the same with rows and columns exchanged:
 *   6 is to be turned clockwise, 8 the other way
 *
 * Source: tag 0x0112 in Exif 2.3 (CIPA DC-008) section 4.6.4.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import { type Raster, requireSamples } from './raster.js';
import type { SizePx } from './resize/fit-size.js';

/** The size of a stored picture when it is upright, or of an upright one as it is stored. */
export function turnSides({ widthPx, heightPx }: SizePx, orientation: number): SizePx {
  return orientation >= 5 ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}

/**
 * The upright picture of a stored one; itself for orientation 1.
 * @throws as `requireSamples`; EncodeError `bad-value` for an orientation that is not 1 to 8.
 */
export function orient(raster: Raster, orientation: number): Raster {
  const from = requireSamples(raster);
  checkInteger(orientation, 'orientation', 1, 8);
  if (orientation === 1) return raster;
  const { widthPx, heightPx, channels } = raster;
  const upright = turnSides(raster, orientation);
  // Where the result's first pixel is stored, and how far apart its neighbours to the right and below are.
  const fromRight = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const fromBottom = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  const column = fromRight ? -channels : channels;
  const row = fromBottom ? -widthPx * channels : widthPx * channels;
  const [across, down] = orientation >= 5 ? [row, column] : [column, row];
  const start = (fromRight ? (widthPx - 1) * channels : 0) + (fromBottom ? (heightPx - 1) * widthPx * channels : 0);
  const samples = new Uint8Array(from.length);
  for (let y = 0, to = 0, line = start; y < upright.heightPx; y++, line += down) {
    for (let x = 0, at = line; x < upright.widthPx; x++, at += across) {
      samples[to++] = from[at] as number;
      if (channels === 1) continue;
      samples[to++] = from[at + 1] as number;
      samples[to++] = from[at + 2] as number;
      if (channels === 4) samples[to++] = from[at + 3] as number;
    }
  }
  return { ...upright, channels, samples };
}
