/**
 * How large a picture becomes: as large as the box allows, with its own ratio, and never larger than it is.
 *
 *   scale = min(1, box width / width, box height / height);  each side = max(1, round(side * scale))
 *
 * Of a box, whole pixels count.
 * @module
 */
import type { Fit } from '../../bitmap/index.js';

/** Width and height in pixels; a box may be without a bound on a side (Infinity). */
export interface SizePx {
  /** Width in pixels. */
  readonly widthPx: number;
  /** Height in pixels. */
  readonly heightPx: number;
}

/** The size of a picture that is made to fit a box. @param shrink a further factor of at most 1. */
export function fitSize({ widthPx, heightPx }: SizePx, box: SizePx, shrink = 1): SizePx {
  const [mostWidth, mostHeight] = [Math.floor(box.widthPx), Math.floor(box.heightPx)];
  const scale = Math.min(1, mostWidth / widthPx, mostHeight / heightPx) * shrink;
  const side = (length: number, most: number) => Math.max(1, Math.min(Math.round(length * scale), most));
  return { widthPx: side(widthPx, mostWidth), heightPx: side(heightPx, mostHeight) };
}

/** Whether a picture fits a box as it is. */
export function fitsIn({ widthPx, heightPx }: SizePx, box: SizePx): boolean {
  return widthPx <= box.widthPx && heightPx <= box.heightPx;
}

/** The size of a picture that is put in the middle of a box: it is never enlarged, and with 'cover' it may hang over. */
export function sizeInBox(source: SizePx, box: SizePx, fit: Fit): SizePx {
  if (fit === 'contain') return fitSize(source, box);
  if (fit === 'stretch') {
    return { widthPx: Math.min(source.widthPx, box.widthPx), heightPx: Math.min(source.heightPx, box.heightPx) };
  }
  const scale = Math.min(1, Math.max(box.widthPx / source.widthPx, box.heightPx / source.heightPx));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { widthPx: side(source.widthPx), heightPx: side(source.heightPx) };
}
