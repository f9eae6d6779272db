/**
 * Frames around a part of a picture. No DOM here.
 * @module
 */
import type { Rectangle, Size } from '../../bitmap/fit.js';
import type { Place } from './drawing.js';

/** A frame whose sides are shorter is a slip of the pointer. */
const LEAST_PX = 4;

/**
 * The frame from a corner towards another place, inside of a picture.
 * @param ratio of its width to its height; any when absent
 * @returns undefined for one that is as good as none: the whole is meant
 */
export function frameBetween(corner: Place, to: Place, within: Size, ratio?: number): Rectangle | undefined {
  const from = { x: clamp(corner.x, within.widthPx), y: clamp(corner.y, within.heightPx) };
  const [isLeft, isUp] = [to.x < from.x, to.y < from.y];
  const room = { width: isLeft ? from.x : within.widthPx - from.x, height: isUp ? from.y : within.heightPx - from.y };
  let width = Math.min(Math.abs(to.x - from.x), room.width);
  let height = Math.min(Math.abs(to.y - from.y), room.height);
  if (ratio !== undefined) {
    width = Math.min(Math.max(width, height * ratio), room.width, room.height * ratio);
    height = width / ratio;
  }
  const [widthPx, heightPx] = [Math.round(width), Math.round(height)];
  if (widthPx < LEAST_PX || heightPx < LEAST_PX) return undefined;
  return { x: isLeft ? from.x - widthPx : from.x, y: isUp ? from.y - heightPx : from.y, widthPx, heightPx };
}

/** A frame in another place, as far as the picture goes. */
export function moveFrame(frame: Rectangle, by: Place, within: Size): Rectangle {
  return {
    ...frame,
    x: clamp(frame.x + by.x, within.widthPx - frame.widthPx),
    y: clamp(frame.y + by.y, within.heightPx - frame.heightPx),
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
