/**
 * Pictures for the slides of a multimedia message: chosen, and brought to what a handset takes.
 * @module
 */
import { pixelsFromBitmap } from '../../bitmap/index.js';
import { EncodeError } from '../../errors.js';
import type { HandsetProfile } from '../../profile/index.js';
import { canvasOfPixels, drawingOf } from '../ui/canvas-view.js';
import { imageOf, octetsOf } from '../ui/file-view.js';
import { findPictureBox, fitInto, type MediaFile } from './mms-parts.js';
import { readPictureFile, requireFileSize } from './picture-file.js';
import type { PICTURE_SAMPLES } from './picture-samples.js';

/** A picture of a slide, as it came and as it can be drawn. */
export interface ChosenPicture {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The file, where it can go as it is. */
  readonly original?: MediaFile | undefined;
  draw(context: CanvasRenderingContext2D, width: number, height: number): void;
  /** Lets go of what the browser holds of it. */
  close?(): void;
}

/** A sample, drawn in the size in which it is sent. */
export function sampleOf({ words, draw }: (typeof PICTURE_SAMPLES)[number]): ChosenPicture {
  return {
    name: words,
    widthPx: 640,
    heightPx: 480,
    draw: (context, width, height) => context.drawImage(canvasOfPixels(draw(width, height)), 0, 0, width, height),
  };
}

/** A picture file that was chosen. @throws FormatError as `readPictureFile`, or for what the browser cannot read. */
export async function pictureOf(file: File): Promise<ChosenPicture> {
  requireFileSize(file.size);
  const octets = await octetsOf(file);
  const found = readPictureFile(file.name, octets);
  if (found.kind === 'bitmap') {
    const { widthPx, heightPx } = found.bitmap;
    const canvas = canvasOfPixels(pixelsFromBitmap(found.bitmap));
    return { name: file.name, widthPx, heightPx, draw: (to, width, height) => to.drawImage(canvas, 0, 0, width, height) };
  }
  const { type } = found;
  const whole = await imageOf(octets, type);
  const { width: widthPx, height: heightPx } = whole;
  const picture = await reduced(whole);
  // Browsers turn a photograph as its Exif data say, handsets of the time do not: one that lies on its side is sent anew.
  const isUpright = widthPx === found.widthPx && heightPx === found.heightPx;
  const original = isUpright ? { name: file.name, contentType: type, data: octets } : undefined;
  return {
    name: file.name,
    widthPx,
    heightPx,
    original,
    draw: (to, width, height) => to.drawImage(picture, 0, 0, width, height),
    close: () => picture.close(),
  };
}

/** Pixels of a side that are kept of a picture: no handset of the table takes more, and ten whole photographs would be half a gigabyte. */
const MAX_KEPT = { widthPx: 2048, heightPx: 2048 } as const;

/** A picture with no more pixels than can be of use; the larger one is closed. */
async function reduced(picture: ImageBitmap): Promise<ImageBitmap> {
  const size = { widthPx: picture.width, heightPx: picture.height };
  const { widthPx, heightPx } = fitInto(size, MAX_KEPT);
  if (widthPx === size.widthPx) return picture;
  const small = await createImageBitmap(picture, { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'high' });
  picture.close();
  return small;
}

/** Types that every handset with MMS takes. */
const ALWAYS: readonly string[] = ['image/jpeg', 'image/gif'];

/** The picture in the handset's size: the file itself where it fits, else a JPEG. */
export async function fitted(picture: ChosenPicture, profile: HandsetProfile, quality: number): Promise<MediaFile> {
  const { original, name } = picture;
  const box = findPictureBox(profile);
  const size = fitInto(picture, box);
  const isTaken =
    original !== undefined &&
    (ALWAYS.includes(original.contentType) || profile.mms?.types.includes(original.contentType) === true);
  if (original !== undefined && isTaken && size.widthPx === picture.widthPx && size.heightPx === picture.heightPx)
    return original;
  const context = drawingOf(size.widthPx, size.heightPx);
  // JPEG has no transparency: what is seen through is white.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size.widthPx, size.heightPx);
  context.imageSmoothingQuality = 'high';
  picture.draw(context, size.widthPx, size.heightPx);
  const blob = await new Promise<Blob | null>((done) => context.canvas.toBlob(done, 'image/jpeg', quality));
  if (blob === null) throw new EncodeError('unencodable', 'picture', undefined, `the browser writes no JPEG of ${name}`);
  return { name: 'picture.jpg', contentType: 'image/jpeg', data: new Uint8Array(await blob.arrayBuffer()) };
}
