/**
 * The part of a logo that has ink: what is left without its even margins, so that it fills the few pixels there are.
 * @module
 */
import type { Rectangle, Size } from './fit.js';
import { LUMA_PER_LEVEL, lumaAt, type Source } from './luminance.js';

/** What is left of a picture, and whether the margins were of its dark tone. */
export interface Trimmed {
  readonly inside: Rectangle;
  readonly isDark: boolean;
}

/**
 * The picture without the rows and columns at its edges that are of one tone, that of all four corners.
 * @param level the first level of the brighter of its two tones.
 * @returns undefined where there is no such margin, or nothing inside of it.
 */
export function findInside(source: Source, level: number): Trimmed | undefined {
  const { widthPx, heightPx } = source;
  const isDarkAt = (x: number, y: number) => lumaAt(source, x, y) < level * LUMA_PER_LEVEL;
  const isDark = isDarkAt(0, 0);
  const [right, bottom] = [widthPx - 1, heightPx - 1];
  if (isDarkAt(right, 0) !== isDark || isDarkAt(0, bottom) !== isDark || isDarkAt(right, bottom) !== isDark) return undefined;
  const isEvenRow = (y: number) => isEven(widthPx, (x) => isDarkAt(x, y) === isDark);
  let top = 0;
  while (top < heightPx && isEvenRow(top)) top++;
  if (top === heightPx) return undefined;
  let end = heightPx;
  while (isEvenRow(end - 1)) end--;
  const isEvenColumn = (x: number) => isEven(end - top, (y) => isDarkAt(x, top + y) === isDark);
  let left = 0;
  while (isEvenColumn(left)) left++;
  let last = widthPx;
  while (isEvenColumn(last - 1)) last--;
  if (left === 0 && top === 0 && last === widthPx && end === heightPx) return undefined;
  const inside = { x: source.x + left, y: source.y + top, widthPx: last - left, heightPx: end - top };
  return { inside, isDark };
}

function isEven(length: number, isGround: (at: number) => boolean): boolean {
  for (let at = 0; at < length; at++) if (!isGround(at)) return false;
  return true;
}

/** The inside with some pixels more on every side, as far as the picture goes. */
export function growInside(source: Rectangle, inside: Rectangle, pixels: number): Rectangle {
  const x = Math.max(source.x, inside.x - pixels);
  const y = Math.max(source.y, inside.y - pixels);
  const right = Math.min(source.x + source.widthPx, inside.x + inside.widthPx + pixels);
  const bottom = Math.min(source.y + source.heightPx, inside.y + inside.heightPx + pixels);
  return { x, y, widthPx: right - x, heightPx: bottom - y };
}

/** Pixels of a picture that one of a box stands for, when the picture is made to fit it; 1 where it fits as it is. */
export function pixelsPerPixel({ widthPx, heightPx }: Size, box: Size): number {
  return Math.max(1, Math.ceil(Math.max(widthPx / box.widthPx, heightPx / box.heightPx)));
}
