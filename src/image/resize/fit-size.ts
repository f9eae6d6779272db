/**
 * How large a picture becomes: as large as the box allows, with its own ratio, and never larger than it is.
 *
 *   scale = min(1, box width / width, box height / height);  each side = max(1, round(side * scale))
 *
 * Of a box, whole pixels count.
 * @module
 */
import { requireObject } from '../../bytes/check.js';

/** Width and height in pixels; a box may be without a bound on a side (Infinity). */
export interface SizePx {
  /** Width in pixels. */
  readonly widthPx: number;
  /** Height in pixels. */
  readonly heightPx: number;
}

/** Calculates the size of a picture that is fitted to a box. @param shrink a further factor of at most 1. */
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
