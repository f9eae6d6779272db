/**
 * The picture as it came, on which a frame is drawn around the part that is wanted. Whoever has no pointer types it in the field beside it.
 * @module
 */
import { type Bitmap, type Pixels, pixelsFromBitmap, type Rectangle } from '../../bitmap/index.js';
import { h } from '../ui/dom.js';
import type { Place } from './drawing.js';
import { frameBetween, moveFrame } from './frame.js';
import { type PictureSource, reducePixels, sourceSize } from './picture-render.js';

/** The picture, and the frame on it. */
export interface CropFrame {
  readonly element: HTMLElement;
  /** Shows a picture and the part of it that is used. @param made what is made of it, whose sides a frame has the ratio of */
  show(source: PictureSource | undefined, part: Rectangle | undefined, made: Bitmap | undefined): void;
}

/** CSS pixels of the picture, at most. */
const MOST = { width: 280, height: 200 } as const;

/** Makes it. @param onPart called with each frame that was drawn; undefined is the whole */
export function cropFrame(id: string, onPart: (part: Rectangle | undefined) => void): CropFrame {
  let source: PictureSource | undefined;
  let part: Rectangle | undefined;
  let made: Bitmap | undefined;
  /** The picture in the size of the canvas. */
  let reduced: ImageData | undefined;
  /** Where the pointer went down, and the frame that it moves; without one it draws another. */
  let grip: { readonly from: Place; readonly moved: Rectangle | undefined } | undefined;

  const canvas = h('canvas.crop-frame', { id: `${id}-frame`, 'aria-hidden': 'true' });
  const element = h(
    'div.field',
    canvas,
    h('p.hint', 'Draw a frame around a part, or move it. With Shift it may have any shape.'),
  );

  const draw = () => {
    const context = canvas.getContext('2d');
    if (reduced === undefined || source === undefined || context === null) return;
    context.putImageData(reduced, 0, 0);
    if (part === undefined) return;
    const scale = canvas.width / sourceSize(source).widthPx;
    const [x, y, width, height] = [part.x, part.y, part.widthPx, part.heightPx].map((length) => length * scale) as Numbers;
    context.fillStyle = 'rgb(0 0 0 / 55%)';
    context.fillRect(0, 0, canvas.width, y);
    context.fillRect(0, y + height, canvas.width, canvas.height);
    context.fillRect(0, y, x, height);
    context.fillRect(x + width, y, canvas.width, height);
    context.strokeStyle = '#ffe58a';
    context.lineWidth = 2;
    context.strokeRect(x, y, width, height);
  };

  const placeAt = (event: PointerEvent, of: PictureSource): Place => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const { widthPx, heightPx } = sourceSize(of);
    return {
      x: Math.round(((event.clientX - left) / width) * widthPx),
      y: Math.round(((event.clientY - top) / height) * heightPx),
    };
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (source === undefined || event.button !== 0) return;
    const from = placeAt(event, source);
    grip = { from, moved: part !== undefined && holds(part, from) ? part : undefined };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (grip === undefined || source === undefined) return;
    const to = placeAt(event, source);
    const { from, moved } = grip;
    const within = sourceSize(source);
    const ratio = made === undefined || event.shiftKey ? undefined : made.widthPx / made.heightPx;
    part =
      moved === undefined
        ? frameBetween(from, to, within, ratio)
        : moveFrame(moved, { x: to.x - from.x, y: to.y - from.y }, within);
    draw();
  });
  canvas.addEventListener('pointerup', () => {
    if (grip !== undefined) onPart(part);
    grip = undefined;
  });
  canvas.addEventListener('pointercancel', () => {
    grip = undefined;
  });

  return {
    element,
    show(next, nextPart, nextMade) {
      part = nextPart;
      made = nextMade;
      element.hidden = next === undefined;
      if (next !== source) {
        source = next;
        reduced = next && reduce(next.kind === 'pixels' ? next.pixels : pixelsFromBitmap(next.bitmap));
        canvas.width = reduced?.width ?? 0;
        canvas.height = reduced?.height ?? 0;
      }
      draw();
    },
  };
}

type Numbers = [number, number, number, number];

function holds(part: Rectangle, { x, y }: Place): boolean {
  return x >= part.x && y >= part.y && x < part.x + part.widthPx && y < part.y + part.heightPx;
}

/** A picture in the size of the canvas, which has white below it. */
function reduce(pixels: Pixels): ImageData {
  const { widthPx, heightPx, rgba } = reducePixels(pixels, MOST);
  return new ImageData(Uint8ClampedArray.from(rgba), widthPx, heightPx);
}
