/**
 * Fitting a picture in a box: which rectangle of the source is used, how large it becomes, and its place.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import { checkSide } from './bitmap.js';

/**
 * How a picture fills a box:
 * - `contain`: the whole picture, as large as fits; equal white margins on both sides.
 * - `cover`: the picture fills the box and is cropped equally on both sides.
 * - `stretch`: the whole picture fills the box, and its aspect ratio changes.
 */
export type Fit = 'contain' | 'cover' | 'stretch';

/** Width and height in pixels. */
export interface Size {
  /** Width in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height in pixels, 1 to 65535. */
  readonly heightPx: number;
}

/** A rectangle of a picture, in pixels. */
export interface Rectangle extends Size {
  /** Left edge, in pixels from the left edge of the picture. */
  readonly x: number;
  /** Top edge, in pixels from the top edge of the picture. */
  readonly y: number;
}

/** What is asked for. */
export interface Frame {
  readonly widthPx?: number | undefined;
  readonly heightPx?: number | undefined;
  readonly fit: Fit;
  readonly enlarge: boolean;
}

/** How a picture is placed. */
export interface Layout {
  /** The box: the size of the result. */
  readonly box: Size;
  /** The part of the source that is seen. */
  readonly from: Rectangle;
  /** Its place and size in the box. */
  readonly to: Rectangle;
}

/**
 * Places a source. A missing side of the box is that of the fitted picture; without both it has the source's size.
 * An odd margin is wider on the right and below.
 * @throws EncodeError `bad-value` for a side that is not 1 to 65535, given or calculated.
 */
export function layOut(source: Rectangle, frame: Frame): Layout {
  if (frame.widthPx !== undefined) checkSide(frame.widthPx, 'widthPx');
  if (frame.heightPx !== undefined) checkSide(frame.heightPx, 'heightPx');
  const box = findBox(source, frame);
  const { from, to } = fitted(source, box, frame);
  const x = (box.widthPx - to.widthPx) >> 1;
  const y = (box.heightPx - to.heightPx) >> 1;
  return { box, from, to: { x, y, widthPx: to.widthPx, heightPx: to.heightPx } };
}

function findBox(source: Size, { widthPx, heightPx, enlarge }: Frame): Size {
  if (widthPx === undefined && heightPx === undefined) return { widthPx: source.widthPx, heightPx: source.heightPx };
  /** A side from the other one, which is given. */
  const follow = (field: keyof Size, other: keyof Size, given: number) => {
    const seen = enlarge ? given : Math.min(given, source[other]);
    const sidePx = scaled(source[field], seen, source[other]);
    checkSide(sidePx, field);
    return sidePx;
  };
  return {
    widthPx: widthPx ?? follow('widthPx', 'heightPx', heightPx as number),
    heightPx: heightPx ?? follow('heightPx', 'widthPx', widthPx as number),
  };
}

function fitted(source: Rectangle, box: Size, { fit, enlarge }: Frame): { from: Rectangle; to: Size } {
  const { widthPx, heightPx } = source;
  const within = { widthPx: Math.min(widthPx, box.widthPx), heightPx: Math.min(heightPx, box.heightPx) };
  if (fit === 'stretch') return { from: source, to: enlarge ? box : within };
  // In a box wider than the picture its height decides how the whole picture fits, its width how the box is filled.
  const boxIsWider = box.widthPx * heightPx >= box.heightPx * widthPx;
  if (fit === 'contain') {
    if (!enlarge && widthPx <= box.widthPx && heightPx <= box.heightPx) return { from: source, to: source };
    const to = boxIsWider
      ? { widthPx: Math.min(box.widthPx, scaled(widthPx, box.heightPx, heightPx)), heightPx: box.heightPx }
      : { widthPx: box.widthPx, heightPx: Math.min(box.heightPx, scaled(heightPx, box.widthPx, widthPx)) };
    return { from: source, to };
  }
  // A box that would need enlarging shows the middle of the picture unscaled.
  if (!enlarge && (boxIsWider ? widthPx < box.widthPx : heightPx < box.heightPx)) {
    return { from: cropMiddle(source, within), to: within };
  }
  const seen = boxIsWider
    ? { widthPx, heightPx: Math.min(heightPx, scaled(box.heightPx, widthPx, box.widthPx)) }
    : { widthPx: Math.min(widthPx, scaled(box.widthPx, heightPx, box.heightPx)), heightPx };
  return { from: cropMiddle(source, seen), to: box };
}

/** `side * to / of`, rounded, at least 1. */
function scaled(side: number, to: number, of: number): number {
  return Math.max(1, Math.round((side * to) / of));
}

function cropMiddle(source: Rectangle, { widthPx, heightPx }: Size): Rectangle {
  const x = source.x + ((source.widthPx - widthPx) >> 1);
  const y = source.y + ((source.heightPx - heightPx) >> 1);
  return { x, y, widthPx, heightPx };
}

/**
 * The rectangle of the source to start from.
 * @throws EncodeError `bad-value` naming the field when it is not inside.
 */
export function findCrop({ widthPx, heightPx }: Size, crop: Rectangle | undefined): Rectangle {
  if (crop === undefined) return { x: 0, y: 0, widthPx, heightPx };
  if (typeof crop !== 'object' || crop === null) throw new TypeError('crop is not a rectangle');
  checkInteger(crop.x, 'crop.x', 0, widthPx - 1);
  checkInteger(crop.y, 'crop.y', 0, heightPx - 1);
  checkSide(crop.widthPx, 'crop.widthPx', widthPx - crop.x);
  checkSide(crop.heightPx, 'crop.heightPx', heightPx - crop.y);
  return { x: crop.x, y: crop.y, widthPx: crop.widthPx, heightPx: crop.heightPx };
}
