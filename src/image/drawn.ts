/**
 * Whether a picture is a drawing or a photograph, by its colours and how often neighbours are alike. The rules are measured, not taken from
 * a document.
 * @module
 */
import { countColors, OPAQUE } from './color-set.js';
import { isGrey, type Raster, samplesOf, toGrey } from './raster.js';

/** Cells of 5 bits a channel that a drawing has at most. */
const DRAWN_CELLS = 64;

/** Share of pixels that equal their neighbour, from which on any picture is a drawing. */
const DRAWN_SHARE = 0.6;

/**
 * Whether a picture looks drawn, not photographed: its colours lie in at most 64 cells of 5 bits a channel, or 60 % of its pixels
 * equal their neighbour to the right.
 * @throws as {@link samplesOf}.
 */
export function looksDrawn(raster: Raster): boolean {
  const samples = samplesOf(raster);
  const { widthPx, heightPx, channels } = raster;
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  // One more for transparent pixels.
  const seen = new Uint8Array((1 << 15) + 1);
  let cells = 0;
  let equal = 0;
  for (let y = 0, at = 0; y < heightPx; y++) {
    let before = -2;
    for (let x = 0; x < widthPx; x++, at += channels) {
      const isHidden = channels === 4 && (samples[at + 3] as number) < OPAQUE;
      const color = isHidden
        ? -1
        : ((samples[at] as number) << 16) | ((samples[at + green] as number) << 8) | (samples[at + blue] as number);
      if (color === before) {
        equal++;
        continue;
      }
      before = color;
      const cell = isHidden ? 1 << 15 : ((color >> 9) & 0x7c00) | ((color >> 6) & 0x3e0) | ((color >> 3) & 0x1f);
      if (seen[cell] === 0) {
        seen[cell] = 1;
        cells++;
      }
    }
  }
  return cells <= DRAWN_CELLS || equal >= DRAWN_SHARE * (widthPx - 1) * heightPx;
}

/** Greys of a drawing at most, where no areas of one level tell it; every photograph in greys has few colours. */
const DRAWN_GREYS = 8;

/** Whether a picture looks like a drawing, in greys too. */
export function isDrawing(raster: Raster): boolean {
  if (!looksDrawn(raster)) return false;
  if (!isGrey(raster)) return true;
  const { samples } = toGrey(raster);
  let equal = 0;
  for (let i = 1; i < samples.length; i++) if (samples[i] === samples[i - 1]) equal++;
  return equal >= samples.length * DRAWN_SHARE || countColors(raster, DRAWN_GREYS) <= DRAWN_GREYS;
}
