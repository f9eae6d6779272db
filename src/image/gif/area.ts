/**
 * Rectangles of pixels on a screen.
 * @module
 */
import type { SizePx } from '../resize/fit-size.js';

/** A part of a screen. */
export interface Area extends SizePx {
  readonly left: number;
  readonly top: number;
}

/** No part of it. */
export const NOTHING: Area = { left: 0, top: 0, widthPx: 0, heightPx: 0 };

/** How many pixels. */
export function findArea({ widthPx, heightPx }: SizePx): number {
  return widthPx * heightPx;
}

/** What of a frame lies on the screen; {@link NOTHING} when it lies beside it. */
export function clip(frame: Area, screen: SizePx): Area {
  const widthPx = Math.min(frame.widthPx, screen.widthPx - frame.left);
  const heightPx = Math.min(frame.heightPx, screen.heightPx - frame.top);
  return widthPx > 0 && heightPx > 0 ? { left: frame.left, top: frame.top, widthPx, heightPx } : NOTHING;
}

/** Gives all pixels of an area one value. @param pitch pixels from a row to the next. */
export function fillArea(
  pixels: Uint8Array | Uint32Array,
  { left, top, widthPx, heightPx }: Area,
  pitch: number,
  value: number,
): void {
  for (let y = top; y < top + heightPx; y++) pixels.fill(value, y * pitch + left, y * pitch + left + widthPx);
}

/** The smallest area around both. */
export function union(one: Area, other: Area): Area {
  if (findArea(one) === 0) return other;
  if (findArea(other) === 0) return one;
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  const widthPx = Math.max(one.left + one.widthPx, other.left + other.widthPx) - left;
  const heightPx = Math.max(one.top + one.heightPx, other.top + other.heightPx) - top;
  return { left, top, widthPx, heightPx };
}
