/**
 * Files that somebody chose.
 * @module
 */
import type { Pixels } from '../../bitmap/index.js';
import { FormatError } from '../../errors.js';
import { h } from './dom.js';

/** A file's octets. @throws FormatError `bad-value` for one that is gone, or that the browser may not read. */
export async function octetsOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new FormatError('bad-value', 'file', undefined, `${file.name} cannot be read`, { cause });
  }
}

/** What the browser reads of a picture file: its first frame. @throws FormatError `bad-value` */
export async function pixelsOf(octets: Uint8Array, type: string): Promise<Pixels> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(new Blob([octets.slice()], { type }));
  } catch (cause) {
    throw new FormatError('bad-value', 'picture', undefined, `the browser cannot read this ${type}`, { cause });
  }
  const { width: widthPx, height: heightPx } = picture;
  const canvas = h('canvas', { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser has no canvas to draw on');
  context.drawImage(picture, 0, 0);
  picture.close();
  return { widthPx, heightPx, rgba: context.getImageData(0, 0, widthPx, heightPx).data };
}
