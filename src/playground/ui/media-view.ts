/**
 * Texts, pictures and files that others made: all of it becomes text nodes, pixels, or files for an element that runs nothing.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { bitmapCanvas } from './canvas-view.js';
import { h, smallButton } from './dom.js';
import type { MmsItem } from './mms-items.js';

/** Characters of a text that are shown at once. */
const TEXT_CHARACTERS = 600;

/** The beginning of a text. */
export function clipped(text: string): string {
  return text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS)} …` : text;
}

/** A text; the rest of a long one is behind a button. */
export function textBlock(text: string): HTMLElement {
  const words = h('p.media-text', { dir: 'auto' }, clipped(text));
  if (text.length <= TEXT_CHARACTERS) return words;
  const more = smallButton(`Show all ${text.length.toLocaleString('en')} characters`, () => {
    words.textContent = text;
    words.tabIndex = -1;
    words.focus();
    more.remove();
  });
  return h('div.stack', words, more);
}

/** A picture as it is on a handset. @param title what it is */
export function pictureCanvas(bitmap: Bitmap, title: string): HTMLElement {
  const words = `${title}: ${bitmap.widthPx} x ${bitmap.heightPx} pixels`;
  return bitmapCanvas(bitmap, words, { class: 'media-picture' });
}

/** A part of a multimedia message, below it what it is. */
export function mmsFigure({ name, type, octets, shown }: MmsItem): HTMLElement {
  const words = `${name}, ${type}, ${octets.length.toLocaleString('en')} octets`;
  const caption = h('figcaption.dim', words);
  switch (shown.kind) {
    case 'text':
      return h('figure', textBlock(shown.text), caption);
    case 'bitmap':
      return h('figure', pictureCanvas(shown.bitmap, name), caption);
    case 'picture':
    case 'sound':
      return h('figure', fileElement(octets, type, name), caption);
    case 'none':
      return h('figure', caption);
  }
}

/** A file that the browser shows or plays itself. @param words what it is, for those who do not see it */
export function fileElement(octets: Uint8Array, type: string, words: string): HTMLElement {
  const src = blobUrl(octets, type);
  if (!type.startsWith('image/')) return h('audio', { controls: true, src, 'aria-label': words });
  const done = () => URL.revokeObjectURL(src);
  return h('img.media-thumb', { src, alt: words, on: { load: done, error: done } });
}

function blobUrl(octets: Uint8Array, type: string): string {
  return URL.createObjectURL(new Blob([octets.slice()], { type }));
}
