/**
 * Files that somebody chose.
 * @module
 */
import type { Pixels } from '../../bitmap/index.js';
import { FormatError } from '../../errors.js';
import { drawingOf } from './canvas-view.js';

/** A file's octets. @throws FormatError `bad-value` for one that is gone, or that the browser may not read. */
export async function octetsOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new FormatError('bad-value', 'file', undefined, `${file.name} cannot be read`, { cause });
  }
}

/** A picture file as the browser reads it. @throws FormatError `bad-value` */
export async function imageOf(octets: Uint8Array, type: string): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([octets.slice()], { type }));
  } catch (cause) {
    throw new FormatError('bad-value', 'picture', undefined, `the browser cannot read this ${type}`, { cause });
  }
}

/** Pixels of a picture file's first frame. @throws FormatError `bad-value` */
export async function pixelsOf(octets: Uint8Array, type: string): Promise<Pixels> {
  const picture = await imageOf(octets, type);
  const { width: widthPx, height: heightPx } = picture;
  const context = drawingOf(widthPx, heightPx);
  context.drawImage(picture, 0, 0);
  picture.close();
  return { widthPx, heightPx, rgba: context.getImageData(0, 0, widthPx, heightPx).data };
}

/** Takes files that are dropped on an element, which shows that they may be. */
export function takeDrops(element: HTMLElement, onFiles: (files: readonly File[]) => void): void {
  for (const type of ['dragenter', 'dragover'] as const) {
    element.addEventListener(type, (event) => {
      event.preventDefault();
      element.classList.add('over');
    });
  }
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  });
}
