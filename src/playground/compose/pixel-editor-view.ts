/**
 * The preview of a bitmap, and the tools that draw on it, with the pointer or the keys.
 * @module
 */

import { type Bitmap, pixelAt } from '../../bitmap/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import { describeSize } from '../../content/facts.js';
import { paintBitmap, wholeScale } from '../phone/phone-view.js';
import { h, labelled, smallButton } from '../ui/dom.js';
import { drawBox, drawFrame, drawLine, drawText, fillArea, type Ink, type Place, shiftBitmap } from './drawing.js';

/** What the editor asks of its form, and tells it. */
export interface PixelEditorEvents {
  /** CSS pixels of the form's width; 0 while it is not on the page. */
  room(): number;
  /** A stroke has ended. */
  onEdit(bitmap: Bitmap): void;
  /** Says something to those who listen to the page. */
  announce(words: string): void;
}

/** What an editor shows. */
export interface PixelEditorState {
  readonly bitmap: Bitmap | undefined;
  /** What it was made from, in words. */
  readonly from?: string | undefined;
  /** How many of its pixels were changed by hand since. */
  readonly edits?: number;
}

/** The tools, the preview, what is said below it, and what is done to the whole. */
export interface PixelEditor {
  readonly elements: {
    readonly tools: HTMLElement;
    readonly glass: HTMLElement;
    readonly about: HTMLElement;
    readonly actions: HTMLElement;
  };
  show(state: PixelEditorState): void;
  /** Draws it again: its area has changed. */
  draw(): void;
}

/** A tool: what it draws from the place where it began to the one where it is. */
interface Tool {
  readonly words: string;
  /** How it is used by the pointer, in a sentence. */
  readonly how: string;
  /** Whether it draws on from what it has drawn; else each place of a stroke begins from the bitmap before it. */
  readonly isFree?: true;
  /** Whether it has no second place. */
  readonly isOnce?: true;
  draw(bitmap: Bitmap, from: Place, to: Place, ink: Ink): Bitmap;
}

const LETTERS = 'letters';

/** CSS pixels around the preview. */
const GLASS_PX = 28;

/** CSS pixels of the preview, at most. */
const PREVIEW = { width: 640, height: 300 } as const;
const MAX_ZOOM = 8;

const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const SHIFTS = [
  ['←', 'Shift left', -1, 0],
  ['↑', 'Shift up', 0, -1],
  ['↓', 'Shift down', 0, 1],
  ['→', 'Shift right', 1, 0],
] as const;

/** Makes the editor. @param id in front of the ids of its elements */
export function pixelEditor(id: string, events: PixelEditorEvents): PixelEditor {
  const letters = h('input', { id: `${id}-letters`, value: 'Hello', autocomplete: 'off', maxlength: 60, size: 14 });
  const TOOLS: Readonly<Record<string, Tool>> = {
    pen: { words: 'Pen', how: 'Click a pixel to turn it over, or draw.', isFree: true, draw: drawLine },
    line: { words: 'Line', how: 'Draw from one end to the other.', draw: drawLine },
    frame: { words: 'Rectangle', how: 'Draw from one corner to the other.', draw: drawFrame },
    box: { words: 'Filled rectangle', how: 'Draw from one corner to the other.', draw: drawBox },
    fill: {
      words: 'Fill',
      how: 'Click an area to turn it over.',
      isOnce: true,
      draw: (bitmap, from, _to, ink) => fillArea(bitmap, from, ink),
    },
    [LETTERS]: {
      words: 'Letters',
      how: 'Click where the letters begin.',
      isFree: true,
      isOnce: true,
      draw: (bitmap, from, _to, ink) => drawText(bitmap, from, letters.value, ink),
    },
  };
  let state: PixelEditorState = { bitmap: undefined };
  let tool = TOOLS.pen as Tool;
  /** A stroke that has begun: where, with what, and what there was before it and is now. */
  let stroke: { from: Place; at: Place; readonly ink: Ink; readonly before: Bitmap; now: Bitmap } | undefined;
  const cursor = { x: 0, y: 0 };

  const about = h('p.hint', { id: `${id}-about` });
  const canvas = h('canvas.picture-preview', {
    id: `${id}-preview`,
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'pixel editor',
    'aria-describedby': about.id,
  });
  const lettersField = labelled('Letters', letters);
  const toolBoxes = Object.entries(TOOLS).map(([name, each]) => {
    const change = () => {
      if (!box.checked) return;
      cancel();
      tool = each;
      draw();
    };
    const box = h('input', { type: 'radio', name: `${id}-tool`, value: name, checked: name === 'pen', on: { change } });
    return h('label.kind', box, each.words);
  });
  const tools = h('div.row', h('fieldset.kinds', h('legend', 'Draw'), ...toolBoxes), lettersField);
  const shifts = SHIFTS.map(([words, title, across, down]) =>
    smallButton(words, () => edit((bitmap) => shiftBitmap(bitmap, across, down), `${title}ed`), { title, 'aria-label': title }),
  );
  const actions = h('div.row.tight', ...shifts);

  const shown = () => stroke?.now ?? state.bitmap;

  const placeWords = (of: Bitmap) =>
    `Column ${cursor.x + 1}, row ${cursor.y + 1}: ${pixelAt(of, cursor.x, cursor.y) === 1 ? 'dark' : 'light'}`;

  const draw = () => {
    const bitmap = shown();
    canvas.hidden = bitmap === undefined;
    for (const shift of shifts) shift.disabled = bitmap === undefined;
    lettersField.hidden = tool !== TOOLS[LETTERS];
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
    const { from, edits = 0 } = state;
    canvas.setAttribute('aria-label', `Picture ${words}${from === undefined ? '' : ` of ${from}`}. ${placeWords(bitmap)}`);
    const origin = from === undefined ? '' : ` from ${from}`;
    const drawn = edits === 0 ? '' : ` ${pluralize(edits, 'pixel')} drawn.`;
    const keys =
      stroke === undefined
        ? 'Keys: the arrows move, the space bar draws.'
        : 'Keys: the space bar ends here, Escape gives it up.';
    about.textContent = `${words} pixels, shown ${zoom} times as large;${origin}.${drawn} ${tool.how} ${keys}`;
  };

  /** Changes the whole in one step. */
  const edit = (change: (bitmap: Bitmap) => Bitmap, said: string) => {
    if (state.bitmap === undefined) return;
    cancel();
    events.onEdit(change(state.bitmap));
    events.announce(said);
  };

  const begin = (place: Place) => {
    const { bitmap } = state;
    if (bitmap === undefined) return;
    const ink = pixelAt(bitmap, place.x, place.y) === 1 ? 0 : 1;
    stroke = { from: place, at: place, ink, before: bitmap, now: tool.draw(bitmap, place, place, ink) };
    draw();
  };
  const goOn = (place: Place) => {
    if (stroke === undefined || tool.isOnce === true) return;
    const { from, at, ink, before, now } = stroke;
    stroke.now = tool.isFree === true ? tool.draw(now, at, place, ink) : tool.draw(before, from, place, ink);
    stroke.at = place;
    draw();
  };
  const end = () => {
    if (stroke === undefined) return;
    const { now } = stroke;
    stroke = undefined;
    events.onEdit(now);
    events.announce(placeWords(now));
  };
  const cancel = () => {
    if (stroke === undefined) return;
    stroke = undefined;
    draw();
  };

  /** The place of the pointer, which may be outside. */
  const placeAt = (event: PointerEvent, { widthPx, heightPx }: Bitmap): Place => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const [x, y] = [((event.clientX - left) / width) * widthPx, ((event.clientY - top) / height) * heightPx];
    return { x: Math.floor(x), y: Math.floor(y) };
  };
  const clamp = ({ x, y }: Place, { widthPx, heightPx }: Bitmap): Place => ({
    x: Math.max(0, Math.min(widthPx - 1, x)),
    y: Math.max(0, Math.min(heightPx - 1, y)),
  });

  canvas.addEventListener('pointerdown', (event) => {
    const { bitmap } = state;
    if (bitmap === undefined || event.button !== 0) return;
    const place = clamp(placeAt(event, bitmap), bitmap);
    Object.assign(cursor, place);
    canvas.setPointerCapture(event.pointerId);
    cancel();
    begin(place);
  });
  canvas.addEventListener('pointermove', (event) => {
    const { bitmap } = state;
    if (stroke === undefined || bitmap === undefined || !canvas.hasPointerCapture(event.pointerId)) return;
    const place = placeAt(event, bitmap);
    if (place.x === stroke.at.x && place.y === stroke.at.y) return;
    Object.assign(cursor, clamp(place, bitmap));
    goOn(place);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) end();
  });
  canvas.addEventListener('pointercancel', cancel);
  canvas.addEventListener('keydown', (event) => {
    const bitmap = shown();
    if (bitmap === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      Object.assign(cursor, clamp({ x: cursor.x + step.x, y: cursor.y + step.y }, bitmap));
      goOn({ ...cursor });
      draw();
      events.announce(placeWords(shown() ?? bitmap));
    } else if (event.key === ' ' || event.key === 'Enter') {
      if (stroke !== undefined) end();
      else {
        begin({ ...cursor });
        // The pen and what has one place are done; a line has another end.
        if (tool.isFree === true || tool.isOnce === true) end();
        else events.announce('Begun');
      }
    } else if (event.key === 'Escape' && stroke !== undefined) cancel();
    else return;
    event.preventDefault();
  });
  canvas.addEventListener('focus', draw);
  canvas.addEventListener('blur', draw);

  return {
    elements: { tools, glass: h('div.picture-glass', canvas), about, actions },
    show(next) {
      stroke = undefined;
      state = next;
      draw();
    },
    draw,
  };
}
