/**
 * Slides of a multimedia message as pictures, laid out by its presentation: what a handset with colours would show.
 *
 * Pictures stand in the middle of their region where SMIL would put them into its corner, as handsets do, and are never enlarged.
 * @module
 */

import { GLYPH_HEIGHT, wrapText } from '../../bitmap/pixel-font.js';
import { DEFAULT_LIMITS, FormatError, LimitError } from '../../errors.js';
import { decodeImage } from '../../image/decode-image.js';
import { type Raster, toRgb } from '../../image/raster.js';
import { resize } from '../../image/resize/resize.js';
import {
  layoutFor,
  type Media,
  type Part,
  type Presentation,
  type Region,
  type ResolvedMessage,
  type ResolvedSlide,
} from '../../mms/index.js';
import { drawText, fillRect, placeInRows, type Surface } from '../../show/canvas.js';
import { cutPartText } from '../../show/facts.js';
import { type Session, UsageError } from '../io.js';

/** A drawing with colours: each pixel as 0xRRGGBB. */
export interface Drawing extends Surface {
  readonly indices: Uint32Array;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const WHITE = 0xffffff;
const BLACK = 0x000000;
/** What stands in the place of what cannot be drawn. */
const PLACEHOLDER = 0xd0d4d8;
/** Between slides, as around the screens of one bit. */
const CASE = 0x33414a;

const LINE_HEIGHT = GLYPH_HEIGHT + 2;
/** Free pixels around a text. */
const PADDING = 1;

/** The screen of a presentation that does not say its size: a common one of the time. */
const SCREEN = { widthPx: 176, heightPx: 144 } as const;

/** Colours that SMIL of messages names. */
const COLORS: Readonly<Record<string, number | undefined>> = {
  white: WHITE,
  black: BLACK,
  red: 0xff0000,
  green: 0x008000,
  lime: 0x00ff00,
  blue: 0x0000ff,
  yellow: 0xffff00,
  silver: 0xc0c0c0,
  gray: 0x808080,
};

/**
 * Draws each slide at the size of the presentation. What cannot be drawn becomes a warning, and a box with its name.
 * @throws LimitError when all slides together would have more than `sourcePixels` pixels.
 */
export async function drawSlides(
  session: Session,
  { presentation, slides }: ResolvedMessage,
  zoom: number,
): Promise<Drawing[]> {
  if (slides.length === 0) throw new UsageError('the message has no slide to draw');
  const { widthPx = SCREEN.widthPx, heightPx = SCREEN.heightPx } = presentation;
  const pixels = widthPx * heightPx * zoom * zoom * slides.length;
  if (pixels > DEFAULT_LIMITS.sourcePixels) {
    const reason = `${slides.length} of ${widthPx}x${heightPx} pixels, at most ${DEFAULT_LIMITS.sourcePixels} in all`;
    throw new LimitError('limit-exceeded', 'slides', undefined, reason);
  }
  const drawings: Drawing[] = [];
  for (const [i, slide] of slides.entries()) {
    // Parts of a slide that had too much on it have no slide of their own in the presentation.
    const media = presentation.slides.length === slides.length ? (presentation.slides[i]?.media ?? []) : [];
    drawings.push(enlarged(await drawSlide(session, slide, media, presentation, { widthPx, heightPx }), zoom));
  }
  return drawings;
}

/** Slides beside each other. */
export function besideEachOther(slides: readonly Drawing[]): Drawing {
  const { places, widthPx, heightPx } = placeInRows(slides);
  const canvas = newDrawing(widthPx, heightPx, CASE);
  for (const { picture, x, y } of places) {
    paste(canvas, picture, x, y, { left: x, top: y, width: picture.widthPx, height: picture.heightPx });
  }
  return canvas;
}

/** The drawing as a picture that is encoded. */
export function toRaster({ widthPx, heightPx, indices }: Drawing): Raster {
  const samples = new Uint8Array(indices.length * 3);
  for (const [i, color] of indices.entries()) samples.set(channelsOf(color), i * 3);
  return { widthPx, heightPx, channels: 3, samples };
}

async function drawSlide(
  session: Session,
  { image, video, text }: ResolvedSlide,
  media: readonly Media[],
  presentation: Presentation,
  size: { readonly widthPx: number; readonly heightPx: number },
): Promise<Drawing> {
  const background = colorOf(presentation.backgroundColor);
  const canvas = newDrawing(size.widthPx, size.heightPx, background);
  const shown = image ?? video;
  const defaults = layoutFor(size, { image: shown !== undefined, text: text !== undefined });
  const regionOf = (id: string, ...kinds: readonly Media['kind'][]): Region | undefined => {
    const named = media.find(({ kind, region }) => region !== undefined && kinds.includes(kind))?.region ?? id;
    const found = (regions: readonly Region[]) => regions.find((region) => region.id.toLowerCase() === named.toLowerCase());
    return found(presentation.regions) ?? found(defaults.regions) ?? defaults.regions.find((region) => region.id === id);
  };
  const imageRegion = regionOf('Image', 'img', 'video', 'ref');
  if (shown !== undefined && imageRegion !== undefined) {
    const box = boxOf(imageRegion, size);
    const picture = image === undefined ? undefined : await pictureFor(session, image, imageRegion, box);
    if (picture === undefined) drawPlaceholder(canvas, box, shown.name);
    else paste(canvas, ofRaster(toRgb(picture, channelsOf(background))), ...middleOf(picture, imageRegion, box), box);
  }
  const textRegion = regionOf('Text', 'text');
  if (text !== undefined && textRegion !== undefined) {
    drawWrapped(canvas, cutPartText(text), boxOf(textRegion, size), isDark(background) ? WHITE : BLACK);
  }
  return canvas;
}

// ---- Regions ----

function boxOf({ left, top, width, height }: Region, { widthPx, heightPx }: { widthPx: number; heightPx: number }): Box {
  const of = (length: Region['left'], whole: number) =>
    typeof length === 'number' ? length : Math.round((Number.parseFloat(length) * whole) / 100);
  const box = { left: of(left, widthPx), top: of(top, heightPx) };
  // Nothing is drawn outside of the screen.
  return {
    ...box,
    width: Math.max(0, Math.min(of(width, widthPx), widthPx - box.left)),
    height: Math.max(0, Math.min(of(height, heightPx), heightPx - box.top)),
  };
}

/** A picture as its region shows it; undefined when it cannot be read. */
async function pictureFor(
  session: Session,
  { data, name, contentType }: Part,
  { fit }: Region,
  box: Box,
): Promise<Raster | undefined> {
  if (box.width === 0 || box.height === 0) return undefined;
  try {
    const { frames } = await decodeImage(data, { name: contentType, lenient: true });
    const raster = frames[0]?.raster;
    if (raster === undefined) return undefined;
    const { widthPx, heightPx } = raster;
    const [across, down] = [box.width / widthPx, box.height / heightPx];
    if (fit === 'fill') return resize(raster, box.width, box.height);
    const scale = fit === 'slice' ? Math.max(across, down) : fit === 'meet' ? Math.min(across, down, 1) : 1;
    if (scale === 1) return raster;
    const [width, height] = [widthPx, heightPx].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
    if (width * height > DEFAULT_LIMITS.sourcePixels) {
      throw new LimitError('limit-exceeded', 'picture', undefined, `would be ${width}x${height} to fill its region`);
    }
    return resize(raster, width, height);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    session.warn(`${name}: ${error.message}`);
    return undefined;
  }
}

/** Where a picture's left upper corner goes. */
function middleOf({ widthPx, heightPx }: Raster, { fit }: Region, { left, top, width, height }: Box): [x: number, y: number] {
  const middle = (room: number) => (fit === 'meet' || room > 0 ? Math.floor(room / 2) : 0);
  return [left + middle(width - widthPx), top + middle(height - heightPx)];
}

// ---- Drawing ----

function newDrawing(widthPx: number, heightPx: number, color: number): Drawing {
  return { widthPx, heightPx, indices: new Uint32Array(widthPx * heightPx).fill(color) };
}

/** A picture of red, green and blue. */
function ofRaster({ widthPx, heightPx, samples }: Raster): Drawing {
  const indices = Uint32Array.from({ length: widthPx * heightPx }, (_, i) => {
    const at = i * 3;
    return ((samples[at] as number) << 16) | ((samples[at + 1] as number) << 8) | (samples[at + 2] as number);
  });
  return { widthPx, heightPx, indices };
}

/** Puts a picture at a place, as far as it lies in a box of the canvas. */
function paste(canvas: Drawing, picture: Drawing, x: number, y: number, { left, top, width, height }: Box): void {
  const { widthPx, heightPx, indices } = picture;
  const from = Math.max(x, left);
  const to = Math.min(x + widthPx, left + width);
  if (from >= to) return;
  const bottom = Math.min(y + heightPx, top + height);
  for (let row = Math.max(y, top); row < bottom; row++) {
    const at = (row - y) * widthPx + from - x;
    canvas.indices.set(indices.subarray(at, at + to - from), row * canvas.widthPx + from);
  }
}

function drawPlaceholder(canvas: Drawing, box: Box, name: string): void {
  fillRect(canvas, box.left, box.top, box.width, box.height, PLACEHOLDER);
  drawWrapped(canvas, name, box, BLACK);
}

/** As many lines of a text as fit a box. */
function drawWrapped(canvas: Drawing, text: string, { left, top, width, height }: Box, color: number): void {
  const lines = Math.floor((height - 2 * PADDING + 2) / LINE_HEIGHT);
  if (lines < 1 || width <= 2 * PADDING) return;
  for (const [i, line] of wrapText(text, width - 2 * PADDING, lines).entries())
    drawText(canvas, line, left + PADDING, top + PADDING + i * LINE_HEIGHT, 1, color);
}

function enlarged(drawing: Drawing, zoom: number): Drawing {
  if (zoom === 1) return drawing;
  const { widthPx, heightPx, indices } = drawing;
  const large = newDrawing(widthPx * zoom, heightPx * zoom, WHITE);
  for (const [i, color] of indices.entries()) {
    const x = i % widthPx;
    fillRect(large, x * zoom, ((i - x) / widthPx) * zoom, zoom, zoom, color);
  }
  return large;
}

/** A colour of CSS; white where it is none that is known. */
function colorOf(text = ''): number {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits !== undefined) return Number.parseInt(digits.length === 6 ? digits : digits.replace(/./g, '$&$&'), 16);
  const name = text.toLowerCase();
  return Object.hasOwn(COLORS, name) ? (COLORS[name] as number) : WHITE;
}

function channelsOf(color: number): [red: number, green: number, blue: number] {
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}

function isDark(color: number): boolean {
  const [red, green, blue] = channelsOf(color);
  return red * 299 + green * 587 + blue * 114 < 128_000;
}
