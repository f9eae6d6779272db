/**
 * Where a picture goes in a box: which rectangle of the source is used, how large it becomes, and where it lies.
 * @module
 */
import { EncodeError } from '../errors.js';
import { checkSide } from './bitmap.js';

/**
 * - `contain`: the whole picture, as large as fits; what is left of the box stays white on both sides alike.
 * - `cover`: the box is full; what hangs over is cut off on both sides alike.
 * - `stretch`: the box is full of the whole picture, whose ratio changes.
 */
export type Fit = 'contain' | 'cover' | 'stretch';

/** Width and height in pixels. */
export interface Size {
  /** Width in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height in pixels, 1 to 65535. */
  readonly heightPx: number;
}

/** A rectangle; x and y count from the left and the top. */
export interface Rectangle extends Size {
  /** Left edge, in pixels from the left. */
  readonly x: number;
  /** Top edge, in pixels from the top. */
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
  /** Where it lies in the box, and how large. */
  readonly to: Rectangle;
}

/**
 * Places a source. Without one side the box takes that of the picture once it is fitted, without both it has the source's size.
 * An odd margin is wider on the right and below.
 * @throws EncodeError `bad-value` for a side that is not 1 to 65535, given or calculated.
 */
export function layOut(source: Rectangle, frame: Frame): Layout {
  if (frame.widthPx !== undefined) checkSide(frame.widthPx, 'widthPx');
  if (frame.heightPx !== undefined) checkSide(frame.heightPx, 'heightPx');
  const box = boxOf(source, frame);
  const { from, to } = fitted(source, box, frame);
  const x = (box.widthPx - to.widthPx) >> 1;
  const y = (box.heightPx - to.heightPx) >> 1;
  return { box, from, to: { x, y, widthPx: to.widthPx, heightPx: to.heightPx } };
}

function boxOf(source: Size, { widthPx, heightPx, enlarge }: Frame): Size {
  if (widthPx === undefined && heightPx === undefined) return { widthPx: source.widthPx, heightPx: source.heightPx };
  if (widthPx !== undefined && heightPx !== undefined) return { widthPx, heightPx };
  if (widthPx !== undefined) {
    const seen = enlarge ? widthPx : Math.min(widthPx, source.widthPx);
    const calculated = scaled(source.heightPx, seen, source.widthPx);
    checkSide(calculated, 'heightPx');
    return { widthPx, heightPx: calculated };
  }
  const given = heightPx as number;
  const seen = enlarge ? given : Math.min(given, source.heightPx);
  const calculated = scaled(source.widthPx, seen, source.heightPx);
  checkSide(calculated, 'widthPx');
  return { widthPx: calculated, heightPx: given };
}

function fitted(source: Rectangle, box: Size, { fit, enlarge }: Frame): { from: Rectangle; to: Size } {
  const { widthPx, heightPx } = source;
  const within = { widthPx: Math.min(widthPx, box.widthPx), heightPx: Math.min(heightPx, box.heightPx) };
  if (fit === 'stretch') return { from: source, to: enlarge ? box : within };
  // The box is the wider one: its height decides how the whole picture fits in, its width how the box is filled.
  const boxIsWider = box.widthPx * heightPx >= box.heightPx * widthPx;
  if (fit === 'contain') {
    if (!enlarge && widthPx <= box.widthPx && heightPx <= box.heightPx) return { from: source, to: source };
    const to = boxIsWider
      ? { widthPx: Math.min(box.widthPx, scaled(widthPx, box.heightPx, heightPx)), heightPx: box.heightPx }
      : { widthPx: box.widthPx, heightPx: Math.min(box.heightPx, scaled(heightPx, box.widthPx, widthPx)) };
    return { from: source, to };
  }
  // Without enlarging a box that needs it shows the middle of the picture as it is.
  if (!enlarge && (boxIsWider ? widthPx < box.widthPx : heightPx < box.heightPx)) {
    return { from: middleOf(source, within), to: within };
  }
  const seen = boxIsWider
    ? { widthPx, heightPx: Math.min(heightPx, scaled(box.heightPx, widthPx, box.widthPx)) }
    : { widthPx: Math.min(widthPx, scaled(box.widthPx, heightPx, box.heightPx)), heightPx };
  return { from: middleOf(source, seen), to: box };
}

/** `side * to / of`, rounded, at least 1. */
function scaled(side: number, to: number, of: number): number {
  return Math.max(1, Math.round((side * to) / of));
}

function middleOf(source: Rectangle, { widthPx, heightPx }: Size): Rectangle {
  const x = source.x + ((source.widthPx - widthPx) >> 1);
  const y = source.y + ((source.heightPx - heightPx) >> 1);
  return { x, y, widthPx, heightPx };
}

/**
 * The rectangle of the source to start from.
 * @throws EncodeError `bad-value` naming the field when it does not lie inside.
 */
export function cropOf({ widthPx, heightPx }: Size, crop: Rectangle | undefined): Rectangle {
  if (crop === undefined) return { x: 0, y: 0, widthPx, heightPx };
  if (typeof crop !== 'object' || crop === null) throw new TypeError('crop is not a rectangle');
  checkBegin(crop.x, 'crop.x', widthPx - 1);
  checkBegin(crop.y, 'crop.y', heightPx - 1);
  checkSide(crop.widthPx, 'crop.widthPx', widthPx - crop.x);
  checkSide(crop.heightPx, 'crop.heightPx', heightPx - crop.y);
  return { x: crop.x, y: crop.y, widthPx: crop.widthPx, heightPx: crop.heightPx };
}

function checkBegin(value: number, field: string, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  throw EncodeError.badValue(field, `${value} is not 0 to ${most}`);
}
