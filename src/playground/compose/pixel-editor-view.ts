/**
 * The preview of a bitmap, in which pixels are turned over with the pointer or the keys.
 * @module
 */

import { type Bitmap, pixelAt } from '../../bitmap/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import { describeSize } from '../../content/facts.js';
import { paintBitmap, wholeScale } from '../phone/phone-view.js';
import { h, smallButton } from '../ui/dom.js';
import { togglePixel } from './picture-render.js';

/** What the editor asks of its form, and tells it. */
export interface PixelEditorEvents {
  /** CSS pixels of the form's width; 0 while it is not on the page. */
  room(): number;
  /** A pixel was turned over. */
  onEdit(bitmap: Bitmap): void;
  /** Somebody wants the bitmap as it was made. */
  onUndo(): void;
  /** Says something to those who listen to the page. */
  announce(words: string): void;
}

/** The preview, what is said below it, and the way back. */
export interface PixelEditor {
  readonly elements: readonly [glass: HTMLElement, about: HTMLElement, reset: HTMLElement];
  /** Shows a bitmap, what it was made from, in words, and how many of its pixels were turned over since. */
  show(bitmap: Bitmap | undefined, from?: string, edits?: number): void;
  /** Draws it again: its area has changed. */
  draw(): void;
}

/** CSS pixels around the preview. */
const GLASS_PX = 28;

/** CSS pixels of the preview, at most. */
const PREVIEW = { width: 640, height: 300 } as const;
const MAX_ZOOM = 8;

/** Makes the editor. @param id in front of the ids of its elements */
export function pixelEditor(id: string, events: PixelEditorEvents): PixelEditor {
  let bitmap: Bitmap | undefined;
  let source: string | undefined;
  /** Pixels that were turned over since the bitmap was made. */
  let edits = 0;
  const cursor = { x: 0, y: 0 };

  const about = h('p.hint', { id: `${id}-about` });
  const canvas = h('canvas.picture-preview', {
    id: `${id}-preview`,
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'pixel editor',
    'aria-describedby': about.id,
  });
  const reset = smallButton('Undo the pixels', () => events.onUndo(), { hidden: true });

  const placeWords = (of: Bitmap) =>
    `Column ${cursor.x + 1}, row ${cursor.y + 1}: ${pixelAt(of, cursor.x, cursor.y) === 1 ? 'dark' : 'light'}`;

  const draw = () => {
    canvas.hidden = bitmap === undefined;
    reset.hidden = edits === 0;
    if (bitmap === undefined) {
      about.textContent = '';
      return;
    }
    const room = Math.min(PREVIEW.width, (events.room() || PREVIEW.width) - GLASS_PX);
    const zoom = Math.min(MAX_ZOOM, wholeScale(bitmap, room, PREVIEW.height));
    cursor.x = Math.min(cursor.x, bitmap.widthPx - 1);
    cursor.y = Math.min(cursor.y, bitmap.heightPx - 1);
    paintBitmap(canvas, bitmap, zoom, document.activeElement === canvas ? cursor : undefined);
    const words = describeSize(bitmap);
    canvas.setAttribute('aria-label', `Picture ${words}${source === undefined ? '' : ` of ${source}`}. ${placeWords(bitmap)}`);
    const from = source === undefined ? '' : ` from ${source}`;
    const mended = edits === 0 ? '' : ` ${pluralize(edits, 'pixel')} turned over.`;
    const how = 'Click a pixel to turn it over, or use the arrow keys and the space bar.';
    about.textContent = `${words} pixels, shown ${zoom} times as large;${from}.${mended} ${how}`;
  };

  const toggle = () => {
    if (bitmap === undefined) return;
    bitmap = togglePixel(bitmap, cursor.x, cursor.y);
    edits++;
    draw();
    events.onEdit(bitmap);
    events.announce(placeWords(bitmap));
  };

  const placeAt = (event: PointerEvent) => {
    if (bitmap === undefined) return undefined;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - left) / width) * bitmap.widthPx);
    const y = Math.floor(((event.clientY - top) / height) * bitmap.heightPx);
    return x >= 0 && y >= 0 && x < bitmap.widthPx && y < bitmap.heightPx ? { x, y } : undefined;
  };

  /** What a stroke of the pointer draws; undefined while there is none. */
  let pen: 0 | 1 | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    const place = placeAt(event);
    if (place === undefined || bitmap === undefined || event.button !== 0) return;
    Object.assign(cursor, place);
    pen = pixelAt(bitmap, place.x, place.y) === 1 ? 0 : 1;
    canvas.setPointerCapture(event.pointerId);
    toggle();
  });
  canvas.addEventListener('pointermove', (event) => {
    const place = pen === undefined ? undefined : placeAt(event);
    if (place === undefined || bitmap === undefined || pixelAt(bitmap, place.x, place.y) === pen) return;
    Object.assign(cursor, place);
    toggle();
  });
  const lift = () => {
    pen = undefined;
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
  canvas.addEventListener('keydown', (event) => {
    if (bitmap === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      cursor.x = Math.max(0, Math.min(bitmap.widthPx - 1, cursor.x + (step[0] as number)));
      cursor.y = Math.max(0, Math.min(bitmap.heightPx - 1, cursor.y + (step[1] as number)));
      draw();
      events.announce(placeWords(bitmap));
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      toggle();
    }
  });
  canvas.addEventListener('focus', draw);
  canvas.addEventListener('blur', draw);

  return {
    elements: [h('div.picture-glass', canvas), about, reset],
    show(next, from, turned = 0) {
      bitmap = next;
      source = from;
      edits = turned;
      draw();
    },
    draw,
  };
}
