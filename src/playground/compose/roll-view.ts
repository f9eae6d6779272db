/**
 * The drawing of a tune: time to the right, pitch up; the note that sounds is marked.
 * @module
 */
import { isBlackKey, nameNote, noteAt, type Roll, type RollNote } from '../../show/roll.js';
import { h } from '../ui/dom.js';

/** The drawing. Its text alternative is the list of notes beside it. */
export interface RollView {
  readonly element: HTMLElement;
  show(roll: Roll | undefined): void;
  /** Marks where the tune is; undefined when it does not play. */
  mark(ms: number | undefined): void;
}

/** A second is never narrower. */
const MIN_PIXELS_PER_SECOND = 16;

/** A lane's height, and the widest canvas that browsers make. */
const LANE = 7;
const MAX_PIXELS = 16_000;

/** Makes the drawing. */
export function rollView(): RollView {
  const canvas = h('canvas#tune-roll', {
    role: 'img',
    'aria-label': 'Piano roll of the tune; its notes are listed below',
  });
  const element = h('div.tune-roll', { tabindex: 0, role: 'group', 'aria-label': 'Piano roll' }, canvas);
  const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
  let roll: Roll | undefined;
  let at: number | undefined;
  let drawn = -2;

  const draw = () => {
    if (roll === undefined || element.clientWidth === 0) return;
    const marked = at === undefined ? -1 : noteAt(roll, at);
    // Who wants no motion gets the note's mark without the line that runs.
    const line = at === undefined || stillness.matches ? undefined : at;
    if (line === undefined && marked === drawn) return;
    drawn = marked;
    const x = drawRoll(canvas, element.clientWidth, roll, marked, line);
    if (at === undefined || x === undefined) return;
    const { scrollLeft, clientWidth } = element;
    if (x < scrollLeft || x > scrollLeft + clientWidth - 8) element.scrollLeft = x - clientWidth / 4;
  };
  const redraw = () => {
    drawn = -2;
    draw();
  };
  new ResizeObserver(redraw).observe(element);
  // The theme is an attribute, or what the system says.
  new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

  return {
    element,
    show(next) {
      roll = next;
      element.hidden = next === undefined;
      redraw();
    },
    mark(ms) {
      at = ms;
      draw();
    },
  };
}

/** Draws, and returns where the marked note begins. */
function drawRoll(
  canvas: HTMLCanvasElement,
  widthPx: number,
  roll: Roll,
  marked: number,
  lineMs: number | undefined,
): number | undefined {
  const { notes, lengthMs, low, high } = roll;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  // Asked for once: a tune has up to sixteen thousand notes, and is drawn for each frame.
  const [text, accent, line, dim] = [colour('--text'), colour('--accent'), colour('--line'), colour('--dim')];
  const scale = Math.min(window.devicePixelRatio, 2);
  const width = Math.min(MAX_PIXELS / scale, Math.max(widthPx, (lengthMs / 1000) * MIN_PIXELS_PER_SECOND));
  const top = high + 2;
  const lanes = top - low + 2;
  const height = lanes * LANE;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.scale(scale, scale);
  context.fillStyle = colour('--bg');
  for (let lane = 0; lane < lanes; lane++) {
    if (isBlackKey(top - lane)) context.fillRect(0, lane * LANE, width, LANE);
  }
  context.font = '10px monospace';
  context.textBaseline = 'middle';
  for (let lane = 0; lane < lanes; lane++) {
    const midi = top - lane;
    if (midi % 12 !== 0) continue;
    context.fillStyle = line;
    context.fillRect(0, (lane + 1) * LANE - 1, width, 1);
    context.fillStyle = dim;
    context.fillText(nameNote(midi), 2, lane * LANE + LANE / 2);
  }
  const xOf = (ms: number) => KEYS + (lengthMs === 0 ? 0 : (ms / lengthMs) * (width - KEYS));
  for (const [i, note] of notes.entries()) {
    context.fillStyle = i === marked ? text : accent;
    drawNote(context, note, top, xOf, i === marked);
  }
  if (lineMs !== undefined) {
    context.fillStyle = text;
    context.fillRect(xOf(Math.min(lineMs, lengthMs)), 0, 1, height);
  }
  const first = notes[marked];
  return first === undefined ? undefined : xOf(first.startMs);
}

/** Room for the octaves' names. */
const KEYS = 18;

function drawNote(
  context: CanvasRenderingContext2D,
  note: RollNote,
  top: number,
  xOf: (ms: number) => number,
  isMarked: boolean,
) {
  if (note.midi === undefined) return;
  const x = xOf(note.startMs);
  const width = Math.max(1.5, xOf(note.soundsUntilMs) - x - 0.5);
  const y = (top - note.midi) * LANE;
  // The marked note is taller too: colour alone would not do.
  if (isMarked) context.fillRect(x, y - 2, width, LANE + 4);
  else context.fillRect(x, y + 1, width, LANE - 2);
}
