/**
 * What a phone's screen shows, pixel by pixel.
 *
 *   standby            list
 *   |  12:34  |        title             on large screens
 *   |  logo   |        blocks,           one below the other, scrolled
 *   |  Menu   |        Options
 *
 * A frame has an octet for each pixel. Characters that the font lacks are left to the browser, and pictures with colours too: the frame says
 * where they go.
 * @module
 */
import type { Bitmap } from '../bitmap/index.js';
import { GLYPH_HEIGHT, hasGlyph, textWidthPx, wrapText } from '../bitmap/pixel-font.js';
import type { Block as ContentBlock } from '../content/page.js';
import type { Part } from '../mms/binary.js';
import { drawBitmap, drawText, fillRect, type Surface } from './canvas.js';
import type { PhoneScreen } from './handsets.js';

/** Something on a page. */
export type Block =
  | ContentBlock
  /** A picture of a multimedia message, in the size that it is shown in. */
  | { readonly kind: 'image'; readonly part: Part; readonly widthPx: number; readonly heightPx: number };

/** What a screen shows at once, as far as it fits. */
export interface Page {
  readonly kind: 'standby' | 'list';
  /** Above all, on large screens. */
  readonly title?: string | undefined;
  readonly blocks: readonly Block[];
  /** What the key below the screen does. */
  readonly softKey: string;
}

/** Values of a frame's pixels. Small screens have no bars. */
export const INK = { blank: 0, ink: 1, bar: 2, barInk: 3 } as const;

/** A value of {@link INK}. */
export type Ink = (typeof INK)[keyof typeof INK];

/** A text for the browser to write. */
export interface ForeignText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly ink: Ink;
}

/** A picture for the browser to draw, as far as it lies in the view. */
export interface PlacedImage {
  readonly part: Part;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A screen as it is drawn. */
export interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** A value of {@link INK} for each pixel, rows from the top. */
  readonly pixels: Uint8Array;
  readonly foreign: readonly ForeignText[];
  readonly images: readonly PlacedImage[];
  readonly isStandby: boolean;
  /** Rows between which blocks are seen; nothing of them is drawn elsewhere. */
  readonly viewTop: number;
  readonly viewBottom: number;
  /** Rows that were scrolled away, and at most can be. */
  readonly scrollPx: number;
  readonly mostScrollPx: number;
}

/** Where one is. */
export interface DrawOptions {
  /** Rows scrolled away; no more are than there are. */
  readonly scrollPx?: number | undefined;
  /** Of the standby screen, such as `12:34`. */
  readonly clock?: string | undefined;
}

/** Free rows between lines. */
const GAP = 2;
const LINE = GLYPH_HEIGHT + GAP;

/** Characters of a text that a screen shows: more than 255 messages have. The parts of a multimedia message may be longer. */
const MAX_CHARACTERS = 40_000;

/** Pixels of a side that the small font is made for: a screen of twice as many shows each of its pixels as four. */
const FONT_SCREEN_PX = 88;
const MAX_FONT_SCALE = 4;

/** From so many lines of text on, a screen has bars above and below. */
const LINES_WITH_BARS = 8;

/** Steps of the signs for signal and battery. */
const STEPS = 4;

/** Pixels of the screen for each of the font's. */
export function fontScale({ widthPx, heightPx }: Pick<PhoneScreen, 'widthPx' | 'heightPx'>): number {
  const scale = Math.floor(Math.min(widthPx, heightPx * 1.5) / FONT_SCREEN_PX);
  return Math.max(1, Math.min(MAX_FONT_SCALE, scale));
}

/** Rows that one step of scrolling moves: a line. */
export function scrollStep(screen: PhoneScreen): number {
  return LINE * fontScale(screen);
}

/** Columns of the font that a line of text has. */
export function textColumns(screen: PhoneScreen): number {
  const { scale, margin } = metricsOf(screen);
  return Math.max(1, Math.floor((screen.widthPx - 2 * margin) / scale));
}

/** The lines that a text takes on a screen. */
export function screenLines(text: string, screen: PhoneScreen): string[] {
  if (text === '') return [];
  const shown = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}...` : text;
  return wrapText(shown, textColumns(screen), shown.length + 1);
}

/** Rows that a list has for its blocks. */
export function viewHeight(screen: PhoneScreen): number {
  const { bar, footer } = metricsOf(screen);
  return Math.max(1, screen.heightPx - bar - footer);
}

/** Draws a page. */
export function drawPage(page: Page, screen: PhoneScreen, options: DrawOptions = {}): Frame {
  const drawing: Drawing = {
    screen,
    metrics: metricsOf(screen),
    widthPx: screen.widthPx,
    heightPx: screen.heightPx,
    indices: new Uint8Array(screen.widthPx * screen.heightPx),
    foreign: [],
    images: [],
    top: 0,
    bottom: screen.heightPx,
  };
  return page.kind === 'standby' ? drawStandby(drawing, page, options) : drawList(drawing, page, options);
}

interface Metrics {
  /** Pixels for each of the font's. */
  readonly scale: number;
  readonly margin: number;
  /** Height of the bar with the title; 0 without. */
  readonly bar: number;
  /** Height of the line with the soft key. */
  readonly footer: number;
}

interface Drawing extends Surface {
  readonly indices: Uint8Array;
  readonly screen: PhoneScreen;
  readonly metrics: Metrics;
  readonly foreign: ForeignText[];
  readonly images: PlacedImage[];
  /** Rows that may be drawn on. */
  top: number;
  bottom: number;
}

interface Placed {
  readonly block: Block;
  readonly lines: readonly string[];
  /** Row in the page. */
  readonly y: number;
}

function metricsOf(screen: PhoneScreen): Metrics {
  const scale = fontScale(screen);
  const hasBars = screen.heightPx >= LINES_WITH_BARS * LINE * scale;
  const bar = hasBars ? (LINE + 2) * scale : 0;
  return { scale, margin: hasBars ? 2 * scale : 0, bar, footer: hasBars ? bar : LINE * scale };
}

// ---- pages ----

function drawList(drawing: Drawing, { title = '', blocks, softKey }: Page, { scrollPx: wanted = 0 }: DrawOptions): Frame {
  const { screen, metrics } = drawing;
  const { bar, margin, scale } = metrics;
  if (bar > 0) {
    fillRect(drawing, 0, 0, screen.widthPx, bar, INK.bar);
    const [line = ''] = screenLines(title, screen);
    writeLine(drawing, line, margin, 2 * scale, INK.barInk);
  }
  drawSoftKey(drawing, softKey);
  const viewBottom = bar + viewHeight(screen);
  const { placed, heightPx } = layOut(blocks, screen, metrics);
  const mostScrollPx = Math.max(0, heightPx - viewHeight(screen));
  const scrollPx = Math.min(Math.max(0, Math.floor(wanted)), mostScrollPx);
  drawing.top = bar;
  drawing.bottom = viewBottom;
  for (const item of placed) drawBlock(drawing, item, bar - scrollPx);
  return frameOf(drawing, { isStandby: false, viewTop: bar, viewBottom, scrollPx, mostScrollPx });
}

function drawStandby(drawing: Drawing, { blocks, softKey }: Page, { clock = '' }: DrawOptions): Frame {
  const { screen, metrics } = drawing;
  const { scale, margin } = metrics;
  const line = LINE * scale;
  drawSteps(drawing);
  writeLine(drawing, clock, screen.widthPx - STEPS * scale - 2 * scale - textWidthPx(clock) * scale - margin, margin, INK.ink);
  const [key = ''] = screenLines(softKey, screen);
  writeLine(drawing, key, centred(screen, textWidthPx(key) * scale), screen.heightPx - GLYPH_HEIGHT * scale - margin, INK.ink);
  const { placed, heightPx } = layOut(blocks, screen, metrics);
  const room = screen.heightPx - 2 * line - heightPx;
  // Large screens have the network's name in the upper part.
  const top = line + (room <= 0 ? Math.floor(room / 2) : Math.floor(room / (metrics.bar > 0 ? 5 : 2)));
  for (const item of placed) drawBlock(drawing, item, Math.max(0, top));
  const all = { viewTop: 0, viewBottom: screen.heightPx };
  return frameOf(drawing, { isStandby: true, ...all, scrollPx: 0, mostScrollPx: 0 });
}

/** What is on the screen in all. */
function layOut(
  blocks: readonly Block[],
  screen: PhoneScreen,
  { scale, bar }: Metrics,
): { placed: Placed[]; heightPx: number } {
  const placed: Placed[] = [];
  const first = bar > 0 ? GAP * scale : 0;
  let y = first;
  let end = 0;
  for (const block of blocks) {
    const lines = block.kind === 'text' ? screenLines(block.text, screen) : [];
    if (block.kind === 'text' && lines.length === 0) continue;
    placed.push({ block, lines, y });
    switch (block.kind) {
      case 'text':
        y += lines.length * LINE * scale;
        end = y - GAP * scale;
        break;
      case 'rule':
        y += scale + GAP * scale;
        end = y;
        break;
      default:
        end = y + (block.kind === 'bitmap' ? block.bitmap.heightPx : block.heightPx);
        y = end + GAP * scale;
    }
  }
  return { placed, heightPx: end };
}

function drawBlock(drawing: Drawing, { block, lines, y }: Placed, shiftPx: number): void {
  const { screen, metrics, top, bottom } = drawing;
  const { scale, margin } = metrics;
  const at = y + shiftPx;
  switch (block.kind) {
    case 'text':
      for (const [i, line] of lines.entries()) {
        const row = at + i * LINE * scale;
        // Lines that are not seen whole are not seen at all.
        if (row < top || row + GLYPH_HEIGHT * scale > bottom) continue;
        writeLine(drawing, line, block.isCentred === true ? centred(screen, textWidthPx(line) * scale) : margin, row, INK.ink);
      }
      return;
    case 'rule':
      fillRect(drawing, 0, at, screen.widthPx, scale, INK.ink);
      return;
    case 'bitmap':
      putBitmap(drawing, block.bitmap, centred(screen, block.bitmap.widthPx), at);
      return;
    case 'image': {
      const { part, widthPx, heightPx } = block;
      if (at < bottom && at + heightPx > top) {
        drawing.images.push({ part, x: centred(screen, widthPx), y: at, widthPx, heightPx });
      }
    }
  }
}

/** Where something begins that stands in the middle; what is too wide begins at the left and is cut. */
function centred({ widthPx }: PhoneScreen, width: number): number {
  return Math.max(0, (widthPx - width) >> 1);
}

function drawSoftKey(drawing: Drawing, words: string): void {
  const { screen, metrics } = drawing;
  const { scale, bar, footer } = metrics;
  const [line = ''] = screenLines(words, screen);
  const y = screen.heightPx - footer + (bar > 0 ? 2 * scale : GAP * scale);
  if (bar > 0) fillRect(drawing, 0, screen.heightPx - footer, screen.widthPx, footer, INK.bar);
  const x = bar > 0 ? metrics.margin : centred(screen, textWidthPx(line) * scale);
  writeLine(drawing, line, x, y, bar > 0 ? INK.barInk : INK.ink);
}

/** Signal at the left, battery at the right: four steps each, the wider the higher. */
function drawSteps(drawing: Drawing): void {
  const { screen, metrics } = drawing;
  const { scale } = metrics;
  const step = Math.max(2, Math.floor((screen.heightPx - 2 * LINE * scale) / STEPS / (metrics.bar > 0 ? 2 : 1)));
  const from = (metrics.bar > 0 ? LINE * scale : Math.floor(LINE / 2)) + scale;
  for (let i = 0; i < STEPS; i++) {
    const width = (STEPS - i) * scale;
    const y = from + i * step;
    fillRect(drawing, 0, y, width, step - scale, INK.ink);
    fillRect(drawing, screen.widthPx - width, y, width, step - scale, INK.ink);
  }
}

function frameOf(
  { widthPx, heightPx, indices: pixels, foreign, images }: Drawing,
  rest: Pick<Frame, 'isStandby' | 'viewTop' | 'viewBottom' | 'scrollPx' | 'mostScrollPx'>,
): Frame {
  return { widthPx, heightPx, pixels, foreign, images, ...rest };
}

// ---- pixels ----

/** A bitmap covers what is below it, its white pixels too. */
function putBitmap(drawing: Drawing, bitmap: Bitmap, x: number, y: number): void {
  fillRect(drawing, x, y, bitmap.widthPx, bitmap.heightPx, INK.blank);
  drawBitmap(drawing, bitmap, x, y, 1, INK.ink);
}

/** Writes a line in the font; runs of characters that it lacks are as wide as their boxes would be. */
function writeLine(drawing: Drawing, line: string, x: number, y: number, ink: Ink): void {
  const { scale } = drawing.metrics;
  let left = x;
  for (const { text, isKnown } of runsOf(line)) {
    const width = (textWidthPx(text) + 1) * scale;
    if (isKnown) drawText(drawing, text, left, y, scale, ink);
    else drawing.foreign.push({ text, x: left, y, widthPx: width - scale, heightPx: GLYPH_HEIGHT * scale, ink });
    left += width;
  }
}

/** A line in runs that the font has or lacks; a blank within what it lacks belongs to it. */
function runsOf(line: string): { text: string; isKnown: boolean }[] {
  const runs: { text: string; isKnown: boolean }[] = [];
  for (const character of line.normalize('NFC')) {
    const last = runs.at(-1);
    const isKnown = hasGlyph(character);
    if (last !== undefined && last.isKnown === isKnown) last.text += character;
    else runs.push({ text: character, isKnown });
  }
  return runs;
}
