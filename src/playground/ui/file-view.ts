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

/** Files and folders that were dropped, pasted or chosen, taken out of their event, which holds them no longer than it lasts. */
export interface Dropped {
  readonly files: readonly File[];
  /** What each of them is; empty where the browser does not say. */
  readonly entries: readonly FileSystemEntry[];
}

/** Takes what an event brings. */
export function takeDropped(transfer: DataTransfer | null): Dropped {
  const entries = [...(transfer?.items ?? [])].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  return { files: [...(transfer?.files ?? [])], entries };
}

/** Whether it is more than one file: several, a folder, or an archive. */
export function isCollection({ files, entries }: Dropped): boolean {
  return files.length > 1 || entries.some((entry) => entry.isDirectory) || files.some(({ name }) => /\.zip$/i.test(name));
}

/** Takes files that are dropped on an element, which shows that they may be. */
export function takeDrops(element: HTMLElement, onFiles: (files: readonly File[], dropped: Dropped) => void): void {
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
    const dropped = takeDropped(event.dataTransfer);
    if (dropped.files.length > 0) onFiles(dropped.files, dropped);
  });
}
