/**
 * How large a picture becomes: as large as the box allows, with its own ratio, and never larger than it is.
 *
 *   scale = min(1, box width / width, box height / height);  each side = max(1, round(side * scale))
 *
 * Of a box, whole pixels count.
 * @module
 */
import { requireObject } from '../../bytes/check.js';

/** A size in pixels; a side of a box may be Infinity. */
export interface SizePx {
  /** Width in pixels. */
  readonly widthPx: number;
  /** Height in pixels. */
  readonly heightPx: number;
}

/**
 * Calculates the size of a picture that is reduced to fit in a box, with its aspect ratio; a picture that fits keeps its size.
 * @param shrink a further factor of at most 1; 1 by default.
 */
export function fitSize(size: SizePx, box: SizePx, shrink = 1): SizePx {
  requireObject(size, 'size');
  requireObject(box, 'box');
  const { widthPx, heightPx } = size;
  const [mostWidth, mostHeight] = [Math.floor(box.widthPx), Math.floor(box.heightPx)];
  const scale = Math.min(1, mostWidth / widthPx, mostHeight / heightPx) * shrink;
  const side = (length: number, most: number) => Math.max(1, Math.min(Math.round(length * scale), most));
  return { widthPx: side(widthPx, mostWidth), heightPx: side(heightPx, mostHeight) };
}

/** Whether a picture fits a box as it is. */
export function fitsIn({ widthPx, heightPx }: SizePx, box: SizePx): boolean {
  return widthPx <= box.widthPx && heightPx <= box.heightPx;
}
