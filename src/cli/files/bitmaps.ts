/**
 * How a picture of many colours or of another size becomes the bitmaps that a handset takes.
 * @module
 */

import { settleDither } from '../../bitmap/from-pixels.js';
import {
  type Bitmap,
  bitmapFromPixels,
  type FromPixelsOptions,
  pixelsFromBitmap,
  type RgbaPixels,
} from '../../bitmap/index.js';
import { EncodeError } from '../../errors.js';
import { nameWithArticle, PICTURE_SIZES, type PictureKind } from '../../message/content.js';
import type { Session } from '../io.js';
import type { PictureOptions } from './picture-options.js';

/** A picture as it was read. */
export interface SourcePicture {
  /** A picture with colours, or those of an animation; of pictures without colours there are frames. */
  readonly colours?: readonly [RgbaPixels, ...RgbaPixels[]];
  /** One bitmap, or the pictures of an animation. */
  readonly frames: readonly Bitmap[];
}

/** What a picture is made for. */
export interface Target {
  readonly name: string;
  /** Sizes in use, the first one the most. */
  readonly sizes: readonly (readonly [widthPx: number, heightPx: number])[];
  /**
   * - `usual`: a picture that fits in none of the sizes is scaled to the first one; a smaller one stays, with a warning.
   * - `exact`: no other size will do; a smaller picture is centred in the first one.
   * - `limit`: any size up to this one will do.
   */
  readonly rule: 'usual' | 'exact' | 'limit';
}

/** What pictures of a kind of content are made for: a Nokia's screen. */
export function targetOfKind(kind: PictureKind): Target {
  return { name: nameWithArticle(kind), sizes: PICTURE_SIZES[kind], rule: 'usual' };
}

/** The bitmaps of a picture, at the size that the options or the target ask for. */
export function toBitmaps(session: Session, picture: SourcePicture, options: PictureOptions, target?: Target): Bitmap[] {
  const { colours, frames } = picture;
  const source = options.crop ?? colours?.[0] ?? (frames[0] as Bitmap);
  const size = options.size ?? (target && targetSize(session, source, target));
  const given = { ...size, ...pick(options, ['crop', 'fit', 'scale', 'dither', 'strength', 'threshold', 'invert']) };
  const made =
    colours === undefined && Object.keys(given).length === 0
      ? [...frames]
      : bitmapsOf(colours ?? frames.map((frame) => pixelsFromBitmap(frame)), { ...given, trim: options.keepMargins !== true });
  const first = made[0] as Bitmap;
  if (target !== undefined && target.rule !== 'limit' && !target.sizes.some((usual) => isOfSize(first, usual))) {
    const size = `${first.widthPx}x${first.heightPx}`;
    if (target.rule === 'exact') {
      const reason = `${size} is not a size of ${target.name}: handsets show ${sizesOf(target)}; --any-size sends it`;
      throw EncodeError.badValue('--size', reason);
    }
    session.warn(`${size} is not a usual size of ${target.name}: handsets expect ${sizesOf(target)}`);
  }
  return made;
}

/** All pictures of an animation are made in the way that suits the first. */
function bitmapsOf(pictures: readonly RgbaPixels[], given: FromPixelsOptions): Bitmap[] {
  const options = settleDither(pictures[0] as RgbaPixels, given);
  return pictures.map((pixels) => bitmapFromPixels(pixels, options));
}

type Sides = Pick<Bitmap, 'widthPx' | 'heightPx'>;

function isOfSize({ widthPx, heightPx }: Sides, [width, height]: Target['sizes'][number]): boolean {
  return widthPx === width && heightPx === height;
}

/** The size that a target asks for; undefined where the picture may stay as it is. */
function targetSize(session: Session, source: Sides, { name, sizes, rule }: Target): PictureOptions['size'] {
  const { widthPx, heightPx } = source;
  const stays =
    rule === 'exact'
      ? sizes.some((size) => isOfSize(source, size))
      : sizes.some(([width, height]) => widthPx <= width && heightPx <= height);
  if (stays) return undefined;
  const [width, height] = sizes[0] as Target['sizes'][number];
  const how = widthPx <= width && heightPx <= height ? 'centred in' : 'scaled to fit';
  const why = rule === 'limit' ? `the most for ${name}` : `the size of ${name}`;
  session.note(`${widthPx}x${heightPx} ${how} ${width}x${height}, ${why}; use --size for another`);
  if (rule !== 'limit') return { widthPx: width, heightPx: height };
  // One side alone leaves no margin at the other.
  return widthPx * height > heightPx * width ? { widthPx: width } : { heightPx: height };
}

function sizesOf({ sizes }: Target): string {
  return sizes.map(([width, height]) => `${width}x${height}`).join(' or ');
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) if (from[key] !== undefined) picked[key] = from[key];
  return picked;
}
