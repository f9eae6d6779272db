/**
 * Pictures as a handset's screen shows them: dark squares on a light ground, the text of a picture message below, the frames of an
 * animation side by side.
 * @module
 */
import type { Bitmap } from '../bitmap/index.js';
import { GLYPH_HEIGHT, textWidthPx, wrapText } from '../bitmap/pixel-font.js';
import { type Canvas, drawBitmap, drawText, fillRect, newCanvas } from './canvas.js';

/** What one screen shows. */
export interface Screen {
  readonly bitmap: Bitmap;
  readonly text?: string | undefined;
}

/** Pixels of the drawing around each screen. */
export const BORDER = 12;

/** Free pixels of the handset's screen around the picture. */
export const MARGIN = 3;

/** The case, which is left where nothing is drawn, the screen's glass, and what is dark on it. */
const PALETTE = [0x33414a, 0xc3d2a1, 0x1d2614] as const;
const GLASS = 1;
const DARK = 2;

/** A row of screens is broken where it would get wider. */
const ROW_WIDTH = 1600;

const LINE_HEIGHT = GLYPH_HEIGHT + 2;

/** Width of the text below a picture that is narrower. */
const TEXT_WIDTH = 72;

/** Lines of the text below a picture, at most: a message's 120 characters take six at the width of a picture message. */
const MAX_LINES = 24;

interface Place {
  readonly screen: Screen;
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A zoom at which a picture is about as wide as a handset's screen in the hand, looked at closely. */
export function screenZoom({ widthPx }: Bitmap): number {
  return Math.max(1, Math.min(8, Math.floor(640 / widthPx)));
}

/**
 * Draws screens, each pixel of a bitmap as a square of `zoom` pixels. The first bitmap's left upper corner stands at `BORDER + MARGIN * zoom`.
 * @throws LimitError when the drawing would have too many pixels.
 */
export function drawScreens(screens: readonly Screen[], zoom: number): Canvas {
  const { places, width, height } = layOut(screens, zoom);
  const canvas = newCanvas(width, height, PALETTE);
  for (const { screen, lines, x, y, width, height } of places) {
    fillRect(canvas, x, y, width, height, GLASS);
    const left = x + MARGIN * zoom;
    const top = y + MARGIN * zoom;
    drawBitmap(canvas, screen.bitmap, left, top, zoom, DARK);
    const textTop = top + (screen.bitmap.heightPx + MARGIN) * zoom;
    for (const [i, line] of lines.entries()) drawText(canvas, line, left, textTop + i * LINE_HEIGHT * zoom, zoom, DARK);
  }
  return canvas;
}

function layOut(screens: readonly Screen[], zoom: number): { places: Place[]; width: number; height: number } {
  const places: Place[] = [];
  let x = BORDER;
  let y = BORDER;
  let right = 0;
  let bottom = 0;
  for (const screen of screens) {
    const { bitmap, text = '' } = screen;
    const lines = text === '' ? [] : wrapText(text, Math.max(bitmap.widthPx, TEXT_WIDTH), MAX_LINES);
    const inside = Math.max(bitmap.widthPx, ...lines.map(textWidthPx));
    const width = (inside + 2 * MARGIN) * zoom;
    const below = lines.length === 0 ? 0 : MARGIN + lines.length * LINE_HEIGHT - 2;
    const height = (bitmap.heightPx + below + 2 * MARGIN) * zoom;
    if (x > BORDER && x + width + BORDER > ROW_WIDTH) {
      x = BORDER;
      y = bottom + BORDER;
    }
    places.push({ screen, lines, x, y, width, height });
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
    x += width + BORDER;
  }
  return { places, width: right + BORDER, height: bottom + BORDER };
}
