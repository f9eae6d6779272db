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
  | { readonly kind: 'image'; readonly part: Part; readonly widthPx: number; readonly heightPx: number }
  /** An item of a menu, in one line; the page scrolls to the chosen one. */
  | { readonly kind: 'item'; readonly text: string; readonly isChosen: boolean }
  /** A number in large digits. */
  | { readonly kind: 'digits'; readonly text: string };

/** What a screen shows at once, as far as it fits. */
export interface Page {
  readonly kind: 'standby' | 'list';
  /** Above all, on large screens. */
  readonly title?: string | undefined;
  readonly blocks: readonly Block[];
  /** What the key below the screen does; the left one where there are two. */
  readonly softKey: string;
  /** What the right key does, of phones with two. */
  readonly rightKey?: string | undefined;
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

/** The same for smooth letters, of which a smartphone has some twenty-five in a line; pictures of one bit are as much larger. */
const FINE_SCREEN_PX = 120;
const MIN_FINE_SCALE = 2;

/** From so many lines of text on, a screen has bars above and below. */
const LINES_WITH_BARS = 8;

/** How much larger than other text the digits of a number are. */
const DIGITS = 2;

/** Steps of the signs for signal and battery. */
const STEPS = 4;

/** Pixels of the screen for each of the font's. */
export function fontScale({ widthPx, heightPx, isFine }: PhoneScreen): number {
  const side = Math.min(widthPx, heightPx);
  if (isFine) return Math.max(MIN_FINE_SCALE, Math.floor(side / FINE_SCREEN_PX));
  const scale = Math.floor(side / FONT_SCREEN_PX);
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
  const margin = (hasBars ? 2 : 1) * scale;
  return { scale, margin, bar, footer: hasBars ? bar : GLYPH_HEIGHT * scale + GAP * scale + margin };
}

// ---- pages ----

function drawList(drawing: Drawing, { title = '', blocks, ...keys }: Page, { scrollPx: wanted = 0 }: DrawOptions): Frame {
  const { screen, metrics } = drawing;
  const { bar, margin, scale } = metrics;
  if (bar > 0) {
    fillRect(drawing, 0, 0, screen.widthPx, bar, INK.bar);
    const [line = ''] = screenLines(title, screen);
    writeLine(drawing, line, margin, 2 * scale, INK.barInk);
  }
  drawSoftKeys(drawing, keys);
  const room = viewHeight(screen);
  const viewBottom = bar + room;
  const { placed, heightPx } = layOut(blocks, screen, metrics);
  const mostScrollPx = Math.max(0, heightPx - room);
  const chosen = placed.find(({ block }) => block.kind === 'item' && block.isChosen);
  // The chosen item is seen, and the whole of the first page as long as it is there.
  const shown = chosen === undefined ? wanted : Math.max(0, chosen.y + (LINE + 1) * scale - room);
  const scrollPx = Math.min(Math.max(0, Math.floor(shown)), mostScrollPx);
  drawing.top = bar;
  drawing.bottom = viewBottom;
  for (const item of placed) drawBlock(drawing, item, bar - scrollPx);
  return frameOf(drawing, { isStandby: false, viewTop: bar, viewBottom, scrollPx, mostScrollPx });
}

function drawStandby(drawing: Drawing, { blocks, ...keys }: Page, { clock = '' }: DrawOptions): Frame {
  const { screen, metrics } = drawing;
  const { scale, margin } = metrics;
  const line = LINE * scale;
  drawSteps(drawing);
  writeLine(drawing, clock, screen.widthPx - STEPS * scale - 2 * scale - textWidthPx(clock) * scale - margin, margin, INK.ink);
  writeSoftKeys(drawing, keys, screen.heightPx - GLYPH_HEIGHT * scale - margin, INK.ink);
  const { placed, heightPx } = layOut(blocks, screen, metrics);
  const room = screen.heightPx - 2 * line - heightPx;
  // Large screens have the network's name in the upper part.
  const top = line + (room <= 0 ? Math.floor(room / 2) : Math.floor(room / (metrics.bar > 0 ? 5 : 2)));
  for (const item of placed) drawBlock(drawing, item, Math.max(0, top));
  const all = { viewTop: 0, viewBottom: screen.heightPx };
  return frameOf(drawing, { isStandby: true, ...all, scrollPx: 0, mostScrollPx: 0 });
}

/** What is on the screen in all. */
function layOut(blocks: readonly Block[], screen: PhoneScreen, metrics: Metrics): { placed: Placed[]; heightPx: number } {
  const { scale, bar } = metrics;
  const placed: Placed[] = [];
  // Pictures begin at the very top of a small screen, text does not.
  let y = bar > 0 ? GAP * scale : blocks[0]?.kind === 'text' || blocks[0]?.kind === 'item' ? scale : 0;
  let end = 0;
  for (const block of blocks) {
    const lines = linesOf(block, screen, metrics);
    if (block.kind === 'text' && lines.length === 0) continue;
    placed.push({ block, lines, y });
    switch (block.kind) {
      case 'text':
        y += lines.length * LINE * scale;
        end = y - GAP * scale;
        break;
      case 'item':
        y += LINE * scale;
        end = y - scale;
        break;
      case 'digits':
        y += lines.length * LINE * DIGITS * scale;
        end = y - GAP * scale;
        break;
      case 'rule':
        y += scale + GAP * scale;
        end = y;
        break;
      default:
        end = y + (block.kind === 'bitmap' ? block.bitmap.heightPx * bitmapZoom(block.bitmap, screen) : block.heightPx);
        y = end + GAP * scale;
    }
  }
  return { placed, heightPx: end };
}

/** A block's text in lines of the screen. */
function linesOf(block: Block, screen: PhoneScreen, { scale, margin }: Metrics): string[] {
  switch (block.kind) {
    case 'text':
      return screenLines(block.text, screen);
    case 'item':
      return screenLines(block.text, screen).slice(0, 1);
    case 'digits':
      return wrapText(
        block.text,
        Math.max(1, Math.floor((screen.widthPx - 2 * margin) / (DIGITS * scale))),
        block.text.length + 1,
      );
    default:
      return [];
  }
}

function drawBlock(drawing: Drawing, { block, lines, y }: Placed, shiftPx: number): void {
  const { screen, metrics, top, bottom } = drawing;
  const { scale, margin } = metrics;
  const at = y + shiftPx;
  switch (block.kind) {
    case 'text':
      for (const [i, line] of lines.entries()) {
        const row = at + i * LINE * scale;
        const x = block.isCentred === true ? centred(screen, textWidthPx(line) * scale) : margin;
        if (isWhole(drawing, row, GLYPH_HEIGHT * scale)) writeLine(drawing, line, x, row, INK.ink);
      }
      return;
    case 'item': {
      const [line = ''] = lines;
      if (!isWhole(drawing, at, GLYPH_HEIGHT * scale)) return;
      if (block.isChosen) fillRect(drawing, 0, at - scale, screen.widthPx, LINE * scale, INK.bar);
      writeLine(drawing, line, margin, at, block.isChosen ? INK.barInk : INK.ink);
      return;
    }
    case 'digits': {
      const large = { ...drawing, metrics: { ...metrics, scale: DIGITS * scale } };
      for (const [i, line] of lines.entries()) {
        const row = at + i * LINE * DIGITS * scale;
        if (isWhole(drawing, row, GLYPH_HEIGHT * DIGITS * scale)) writeLine(large, line, margin, row, INK.ink);
      }
      return;
    }
    case 'rule':
      fillRect(drawing, 0, at, screen.widthPx, scale, INK.ink);
      return;
    case 'bitmap': {
      const zoom = bitmapZoom(block.bitmap, screen);
      putBitmap(drawing, block.bitmap, zoom, centred(screen, block.bitmap.widthPx * zoom), at);
      return;
    }
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

/** Lines that are not seen whole are not seen at all. */
function isWhole({ top, bottom }: Drawing, row: number, heightPx: number): boolean {
  return row >= top && row + heightPx <= bottom;
}

type Keys = Pick<Page, 'softKey' | 'rightKey'>;

function drawSoftKeys(drawing: Drawing, keys: Keys): void {
  const { screen, metrics } = drawing;
  const { scale, bar, footer, margin } = metrics;
  const top = screen.heightPx - footer;
  if (bar > 0) fillRect(drawing, 0, top, screen.widthPx, footer, INK.bar);
  const y = bar > 0 ? top + 2 * scale : screen.heightPx - margin - GLYPH_HEIGHT * scale;
  writeSoftKeys(drawing, keys, y, bar > 0 ? INK.barInk : INK.ink);
}

/** The words of two keys at both sides, of one in the middle of a small screen. */
function writeSoftKeys(drawing: Drawing, { softKey, rightKey }: Keys, y: number, ink: Ink): void {
  const { screen, metrics } = drawing;
  const { scale, margin, bar } = metrics;
  const [left = ''] = screenLines(softKey, screen);
  const isAlone = rightKey === undefined && bar === 0;
  writeLine(drawing, left, isAlone ? centred(screen, textWidthPx(left) * scale) : margin, y, ink);
  const [right = ''] = screenLines(rightKey ?? '', screen);
  writeLine(drawing, right, Math.max(0, screen.widthPx - margin - textWidthPx(right) * scale), y, ink);
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
    fillRect(drawing, scale, y, width, step - scale, INK.ink);
    fillRect(drawing, screen.widthPx - scale - width, y, width, step - scale, INK.ink);
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
function putBitmap(drawing: Drawing, bitmap: Bitmap, zoom: number, x: number, y: number): void {
  fillRect(drawing, x, y, bitmap.widthPx * zoom, bitmap.heightPx * zoom, INK.blank);
  drawBitmap(drawing, bitmap, x, y, zoom, INK.ink);
}

/** Pixels of the screen for each of a bitmap's: on a smartphone as many as for those of letters, as far as it fits. */
function bitmapZoom({ widthPx }: Bitmap, screen: PhoneScreen): number {
  return screen.isFine ? Math.max(1, Math.min(fontScale(screen), Math.floor(screen.widthPx / widthPx))) : 1;
}

/** Writes a line in the font; runs of characters that it lacks are as wide as their boxes would be. */
function writeLine(drawing: Drawing, line: string, x: number, y: number, ink: Ink): void {
  const { scale } = drawing.metrics;
  if (drawing.screen.isFine) {
    const size = { widthPx: textWidthPx(line) * scale, heightPx: GLYPH_HEIGHT * scale };
    if (line !== '') drawing.foreign.push({ text: line, x, y, ...size, ink });
    return;
  }
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
