/**
 * Pictures as a handset's screen shows them: dark squares on a light ground, the text of a picture message below, the frames of an
 * animation side by side.
 * @module
 */
import type { Bitmap } from '../bitmap/index.js';
import { GLYPH_HEIGHT, textWidthPx, wrapText } from '../bitmap/pixel-font.js';
import { type Canvas, drawBitmap, drawText, fillRect, newCanvas, placeInRows } from './canvas.js';

/** What one screen shows. */
export interface Screen {
  readonly bitmap: Bitmap;
  readonly text?: string | undefined;
}

/** Free pixels of the handset's screen around the picture. */
export const MARGIN = 3;

/** The case, which is left where nothing is drawn, the screen's glass, and what is dark on it. */
const PALETTE = [0x33414a, 0xc3d2a1, 0x1d2614] as const;
const GLASS = 1;
const DARK = 2;

const LINE_HEIGHT = GLYPH_HEIGHT + 2;

/** Width of the text below a picture that is narrower. */
const TEXT_WIDTH = 72;

/** Lines of the text below a picture, at most: a message's 120 characters take six at the width of a picture message. */
const MAX_LINES = 24;

/** A zoom at which a picture is about as wide as a handset's screen in the hand, looked at closely. */
export function screenZoom({ widthPx }: Bitmap): number {
  return Math.max(1, Math.min(8, Math.floor(640 / widthPx)));
}

/**
 * Draws screens, each pixel of a bitmap as a square of `zoom` pixels. The first bitmap's left upper corner stands at `BORDER + MARGIN * zoom`.
 * @throws LimitError when the drawing would have too many pixels.
 */
export function drawScreens(screens: readonly Screen[], zoom: number): Canvas {
  const { places, widthPx, heightPx } = placeInRows(screens.map((screen) => measureScreen(screen, zoom)));
  const canvas = newCanvas(widthPx, heightPx, PALETTE);
  for (const { picture, x, y } of places) {
    const { bitmap, lines } = picture;
    fillRect(canvas, x, y, picture.widthPx, picture.heightPx, GLASS);
    const left = x + MARGIN * zoom;
    const top = y + MARGIN * zoom;
    drawBitmap(canvas, bitmap, left, top, zoom, DARK);
    const textTop = top + (bitmap.heightPx + MARGIN) * zoom;
    for (const [i, line] of lines.entries()) drawText(canvas, line, left, textTop + i * LINE_HEIGHT * zoom, zoom, DARK);
  }
  return canvas;
}

function measureScreen({ bitmap, text = '' }: Screen, zoom: number) {
  const lines = text === '' ? [] : wrapText(text, Math.max(bitmap.widthPx, TEXT_WIDTH), MAX_LINES);
  const inside = Math.max(bitmap.widthPx, ...lines.map(textWidthPx));
  const below = lines.length === 0 ? 0 : MARGIN + lines.length * LINE_HEIGHT - 2;
  return {
    ...{ bitmap, lines },
    widthPx: (inside + 2 * MARGIN) * zoom,
    heightPx: (bitmap.heightPx + below + 2 * MARGIN) * zoom,
  };
}
