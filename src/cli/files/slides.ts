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
import { placeInRows, visitDots } from '../../show/canvas.js';
import { cutPartText } from '../../show/mms-facts.js';
import { type Session, UsageError } from '../io.js';

/** Pixels of a picture with colours, a few at a time. */
interface Drawing extends Raster {
  readonly channels: 3;
}

type Rgb = readonly [red: number, green: number, blue: number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** What stands in the place of what cannot be drawn. */
const PLACEHOLDER: Rgb = [0xd0, 0xd4, 0xd8];
/** Between slides, as around the screens of one bit. */
const CASE: Rgb = [0x33, 0x41, 0x4a];

const LINE_HEIGHT = GLYPH_HEIGHT + 2;
/** Free pixels around a text. */
const PADDING = 1;

/** The screen of a presentation that does not say its size: a common one of the time. */
const SCREEN = { widthPx: 176, heightPx: 144 } as const;

/** Colours that SMIL of messages names. */
const COLORS: ReadonlyMap<string, Rgb> = new Map<string, Rgb>([
  ['white', WHITE],
  ['black', BLACK],
  ['red', [255, 0, 0]],
  ['green', [0, 128, 0]],
  ['lime', [0, 255, 0]],
  ['blue', [0, 0, 255]],
  ['yellow', [255, 255, 0]],
  ['silver', [192, 192, 192]],
  ['gray', [128, 128, 128]],
]);

/**
 * Draws each slide at the size of the presentation. What cannot be drawn becomes a warning, and a box with its name.
 * @throws LimitError when all slides together would have more than `sourcePixels` pixels.
 */
export async function drawSlides(session: Session, { presentation, slides }: ResolvedMessage, zoom: number): Promise<Raster[]> {
  if (slides.length === 0) throw new UsageError('the message has no slide to draw');
  const { widthPx = SCREEN.widthPx, heightPx = SCREEN.heightPx } = presentation;
  const pixels = widthPx * heightPx * zoom * zoom * slides.length;
  if (pixels > DEFAULT_LIMITS.sourcePixels) {
    const reason = `${slides.length} of ${widthPx}x${heightPx} pixels, at most ${DEFAULT_LIMITS.sourcePixels} in all`;
    throw new LimitError('limit-exceeded', 'slides', undefined, reason);
  }
  const drawings: Raster[] = [];
  for (const [i, slide] of slides.entries()) {
    // Parts of a slide that had too much on it have no slide of their own in the presentation.
    const media = presentation.slides.length === slides.length ? (presentation.slides[i]?.media ?? []) : [];
    drawings.push(enlarged(await drawSlide(session, slide, media, presentation, { widthPx, heightPx }), zoom));
  }
  return drawings;
}

/** Slides beside each other. */
export function besideEachOther(slides: readonly Raster[]): Raster {
  const { places, widthPx, heightPx } = placeInRows(slides);
  const canvas = newDrawing(widthPx, heightPx, CASE);
  for (const { picture, x, y } of places) {
    paste(canvas, picture, x, y, { left: x, top: y, width: picture.widthPx, height: picture.heightPx });
  }
  return canvas;
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
    else paste(canvas, toRgb(picture, background), ...middleOf(picture, imageRegion, box), box);
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

function newDrawing(widthPx: number, heightPx: number, color: Rgb): Drawing {
  const samples = new Uint8Array(widthPx * heightPx * 3);
  for (let at = 0; at < samples.length; at += 3) samples.set(color, at);
  return { widthPx, heightPx, channels: 3, samples };
}

function fill(canvas: Drawing, { left, top, width, height }: Box, color: Rgb): void {
  const right = Math.min(left + width, canvas.widthPx);
  const bottom = Math.min(top + height, canvas.heightPx);
  for (let y = Math.max(0, top); y < bottom; y++) {
    for (let x = Math.max(0, left); x < right; x++) canvas.samples.set(color, (y * canvas.widthPx + x) * 3);
  }
}

/** Puts a picture at a place, as far as it lies in a box of the canvas. */
function paste(
  canvas: Drawing,
  { widthPx, heightPx, samples }: Raster,
  x: number,
  y: number,
  { left, top, width, height }: Box,
): void {
  const from = Math.max(x, left);
  const to = Math.min(x + widthPx, left + width);
  if (from >= to) return;
  const bottom = Math.min(y + heightPx, top + height);
  for (let row = Math.max(y, top); row < bottom; row++) {
    const at = ((row - y) * widthPx + from - x) * 3;
    canvas.samples.set(samples.subarray(at, at + (to - from) * 3), (row * canvas.widthPx + from) * 3);
  }
}

function drawPlaceholder(canvas: Drawing, box: Box, name: string): void {
  fill(canvas, box, PLACEHOLDER);
  drawWrapped(canvas, name, box, BLACK);
}

/** As many lines of a text as fit a box. */
function drawWrapped(canvas: Drawing, text: string, { left, top, width, height }: Box, color: Rgb): void {
  const lines = Math.floor((height - 2 * PADDING + 2) / LINE_HEIGHT);
  if (lines < 1 || width <= 2 * PADDING) return;
  for (const [i, line] of wrapText(text, width - 2 * PADDING, lines).entries()) {
    const [x, y] = [left + PADDING, top + PADDING + i * LINE_HEIGHT];
    visitDots(line, (column, row) => fill(canvas, { left: x + column, top: y + row, width: 1, height: 1 }, color));
  }
}

function enlarged(drawing: Drawing, zoom: number): Raster {
  if (zoom === 1) return drawing;
  const { widthPx, heightPx, samples } = drawing;
  const large = newDrawing(widthPx * zoom, heightPx * zoom, WHITE);
  for (let y = 0; y < large.heightPx; y++) {
    for (let x = 0; x < large.widthPx; x++) {
      const from = (Math.floor(y / zoom) * widthPx + Math.floor(x / zoom)) * 3;
      large.samples.set(samples.subarray(from, from + 3), (y * large.widthPx + x) * 3);
    }
  }
  return large;
}

/** A colour of CSS; white where it is none that is known. */
function colorOf(text: string | undefined): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text ?? '')?.[1];
  if (digits === undefined) return COLORS.get(text?.toLowerCase() ?? '') ?? WHITE;
  const long = digits.length === 6 ? digits : digits.replace(/./g, '$&$&');
  const number = Number.parseInt(long, 16);
  return [number >> 16, (number >> 8) & 0xff, number & 0xff];
}

function isDark([red, green, blue]: Rgb): boolean {
  return red * 299 + green * 587 + blue * 114 < 128_000;
}
