/**
 * Painting a phone's screen: frames as dots of a display, and pictures with colours as far as the screen has them.
 * @module
 */
import { type Bitmap, bitmapFromPixels, pixelAt } from '../../bitmap/index.js';
import type { Part } from '../../mms/binary.js';
import type { Look, PhoneScreen } from '../../show/handsets.js';
import { type ForeignText, type Frame, INK, type Ink, type PlacedImage } from '../../show/phone-screen.js';

interface Colours {
  readonly ground: string;
  /** Between the dots. */
  readonly gap: string;
  readonly ink: string;
  readonly bar: string;
  readonly barInk: string;
}

const COLOURS: Readonly<Record<Look, Colours>> = {
  lcd: { ground: '#b9c98f', gap: 'rgb(203 217 168 / 0.3)', ink: '#1f2a12', bar: '#1f2a12', barInk: '#c3d29c' },
  grey: { ground: '#d3d8d2', gap: 'rgb(226 230 226 / 0.3)', ink: '#20242a', bar: '#565c63', barInk: '#ffffff' },
  colour: { ground: '#ffffff', gap: 'transparent', ink: '#14181f', bar: '#1d4e89', barInk: '#ffffff' },
};

/** The standby screen of a phone with colours. */
const SKY = ['#9cc5ec', '#d5e7f8', '#f4f9fd'] as const;

/** Dots have a gap between them from this scale on. */
const SCALE_WITH_GAPS = 3;

/** The largest whole scale at which a screen fits an area, in CSS pixels. */
export function wholeScale(
  size: { readonly widthPx: number; readonly heightPx: number },
  width: number,
  height: number,
): number {
  return Math.max(1, Math.floor(Math.min(width / size.widthPx, height / size.heightPx)));
}

/** How large a screen is on the page. */
export interface ScreenScale {
  /** Pixels of the canvas to one of the screen. */
  readonly scale: number;
  /** Pixels of the screen to one of the page: more than one for a screen that is larger than its place. */
  readonly shrink: number;
}

/** The scale of a screen within an area, in CSS pixels: whole in either direction, so that each pixel is as large as all others. */
export function screenScale(screen: PhoneScreen, width: number, height: number): ScreenScale {
  const shrink = Math.ceil(Math.max(screen.widthPx / Math.max(1, width), screen.heightPx / height));
  return shrink > 1 ? { scale: 1, shrink } : { scale: wholeScale(screen, width, height), shrink: 1 };
}

/** The pictures of a page, as the browser read them. */
export class PictureStore {
  #pictures = new Map<Part, ImageBitmap | undefined>();
  #wanted: readonly PlacedImage[] = [];

  /** The picture of a part; undefined while it is not read, or when it cannot be. */
  get(part: Part): ImageBitmap | undefined {
    return this.#pictures.get(part);
  }

  /**
   * Reads the pictures of a page in its sizes; those of other pages go, so that no message fills the memory.
   * @returns whether there is anything new to paint.
   */
  async load(images: readonly PlacedImage[]): Promise<boolean> {
    if (images.length === 0 || isSame(images, this.#wanted)) return false;
    this.#wanted = images;
    const read = await Promise.all(
      images.map(async ({ part, widthPx, heightPx }) => {
        const blob = new Blob([part.data.slice()], { type: part.contentType });
        const size = { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'high' } as const;
        // As it is stored: handsets of the time know nothing of Exif's orientation, and the size is that of the header.
        const options = { ...size, imageOrientation: 'none' } as const;
        return [part, await createImageBitmap(blob, options).catch(() => undefined)] as const;
      }),
    );
    if (this.#wanted !== images) {
      for (const [, picture] of read) picture?.close();
      return false;
    }
    for (const picture of this.#pictures.values()) picture?.close();
    this.#pictures = new Map(read);
    return true;
  }
}

function isSame(some: readonly PlacedImage[], others: readonly PlacedImage[]): boolean {
  const isAlike = (a: PlacedImage, b: PlacedImage | undefined) =>
    a.part === b?.part && a.widthPx === b.widthPx && a.heightPx === b.heightPx;
  return some.length === others.length && some.every((image, i) => isAlike(image, others[i]));
}

/** Paints a frame; the canvas gets its size. */
export function paintFrame(
  canvas: HTMLCanvasElement,
  frame: Frame,
  screen: PhoneScreen,
  pictures: PictureStore,
  { scale, shrink }: ScreenScale,
): void {
  const { widthPx, heightPx, foreign, images, isStandby, viewTop, viewBottom } = frame;
  canvas.style.width = `${(widthPx * scale) / shrink}px`;
  canvas.style.imageRendering = shrink > 1 ? 'auto' : '';
  canvas.dataset.scale = String(scale / shrink);
  const colours = COLOURS[screen.look];
  const context = prepared(canvas, widthPx * scale, heightPx * scale);
  const hasGaps = screen.look !== 'colour' && scale >= SCALE_WITH_GAPS;
  if (screen.look === 'colour' && isStandby) {
    const sky = context.createLinearGradient(0, 0, 0, canvas.height);
    for (const [i, colour] of SKY.entries()) sky.addColorStop(i / (SKY.length - 1), colour);
    fillAll(context, canvas, sky);
  } else fillAll(context, canvas, colours.ground);
  paintDots(context, frame.pixels, widthPx, scale, colours);
  for (const text of foreign) paintText(context, text, scale, colours);
  context.save();
  context.beginPath();
  context.rect(0, viewTop * scale, canvas.width, (viewBottom - viewTop) * scale);
  context.clip();
  for (const image of images) paintImage(context, image, pictures.get(image.part), screen, scale, colours);
  context.restore();
  if (hasGaps) paintGaps(context, canvas, colours, scale);
}

/** Paints a bitmap as the dots of a display, a place of it marked. */
export function paintBitmap(canvas: HTMLCanvasElement, bitmap: Bitmap, scale: number, cursor?: { x: number; y: number }): void {
  const { widthPx, heightPx } = bitmap;
  const context = prepared(canvas, widthPx * scale, heightPx * scale);
  fillAll(context, canvas, COLOURS.lcd.ground);
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) for (let x = 0; x < widthPx; x++) pixels[at++] = pixelAt(bitmap, x, y);
  paintDots(context, pixels, widthPx, scale, COLOURS.lcd);
  if (scale >= SCALE_WITH_GAPS) paintGaps(context, canvas, COLOURS.lcd, scale);
  if (cursor === undefined) return;
  context.strokeStyle = '#a3182a';
  context.lineWidth = 2;
  context.strokeRect(cursor.x * scale, cursor.y * scale, scale, scale);
}

function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no canvas to draw on');
  context.imageSmoothingEnabled = false;
  return context;
}

function fillAll(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, style: string | CanvasGradient): void {
  context.fillStyle = style;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/** Between dots, on or off, the ground is seen a little. */
function paintGaps(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, { gap }: Colours, scale: number): void {
  context.fillStyle = gap;
  for (let x = scale - 1; x < canvas.width; x += scale) context.fillRect(x, 0, 1, canvas.height);
  for (let y = scale - 1; y < canvas.height; y += scale) context.fillRect(0, y, canvas.width, 1);
}

function paintDots(
  context: CanvasRenderingContext2D,
  pixels: Uint8Array,
  widthPx: number,
  scale: number,
  colours: Colours,
): void {
  for (const ink of [INK.ink, INK.bar, INK.barInk] as const) {
    context.fillStyle = colourOf(ink, colours);
    for (let i = 0; i < pixels.length; ) {
      const x = i % widthPx;
      let run = 0;
      while (x + run < widthPx && pixels[i + run] === ink) run++;
      if (run > 0) context.fillRect(x * scale, ((i - x) / widthPx) * scale, run * scale, scale);
      i += Math.max(1, run);
    }
  }
}

function colourOf(ink: Ink, { ground, ink: dark, bar, barInk }: Colours): string {
  return [ground, dark, bar, barInk][ink] as string;
}

/** How much larger than the font's a letter may be to fill its place. */
const MAX_STRETCH = 1.35;

/** A text that the font lacks, as large as its place in the line allows. */
function paintText(
  context: CanvasRenderingContext2D,
  { text, x, y, widthPx, heightPx, ink }: ForeignText,
  scale: number,
  colours: Colours,
): void {
  const [width, height] = [widthPx * scale, heightPx * scale];
  context.fillStyle = colourOf(ink, colours);
  context.textBaseline = 'alphabetic';
  context.font = `${height}px sans-serif`;
  const stretch = Math.min(MAX_STRETCH, Math.max(1, width / context.measureText(text).width));
  context.font = `${Math.floor(height * stretch)}px sans-serif`;
  context.fillText(text, x * scale, (y + heightPx) * scale, width);
}

/** A picture brought to the screen's pixels, and to what it has of colours. */
function paintImage(
  context: CanvasRenderingContext2D,
  { x, y, widthPx, heightPx, part }: PlacedImage,
  picture: ImageBitmap | undefined,
  screen: PhoneScreen,
  scale: number,
  colours: Colours,
): void {
  if (picture === undefined) {
    context.strokeStyle = colours.ink;
    context.strokeRect(x * scale + 0.5, y * scale + 0.5, widthPx * scale - 1, heightPx * scale - 1);
    context.fillStyle = colours.ink;
    context.font = `${7 * scale}px sans-serif`;
    context.fillText(part.name, (x + 2) * scale, (y + 10) * scale, (widthPx - 4) * scale);
    return;
  }
  const small = document.createElement('canvas');
  small.width = widthPx;
  small.height = heightPx;
  const drawing = small.getContext('2d', { willReadFrequently: true });
  if (drawing === null) return;
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(picture, 0, 0, widthPx, heightPx);
  if (screen.look !== 'colour') reduce(drawing, widthPx, heightPx, screen, colours);
  context.drawImage(small, x * scale, y * scale, widthPx * scale, heightPx * scale);
}

function reduce(
  drawing: CanvasRenderingContext2D,
  widthPx: number,
  heightPx: number,
  screen: PhoneScreen,
  colours: Colours,
): void {
  const image = drawing.getImageData(0, 0, widthPx, heightPx);
  const { data } = image;
  const [dark, light] = [rgbOf(colours.ink), rgbOf(colours.ground)];
  const bitmap = screen.look === 'lcd' ? bitmapFromPixels({ widthPx, heightPx, rgba: data }) : undefined;
  const steps = Math.max(1, screen.greys - 1);
  for (let i = 0; i < widthPx * heightPx; i++) {
    const at = i * 4;
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    const luma = ((red * 299 + green * 587 + blue * 114) / 255_000) * (alpha / 255) + 1 - alpha / 255;
    const x = i % widthPx;
    const share = bitmap === undefined ? Math.round(luma * steps) / steps : 1 - pixelAt(bitmap, x, (i - x) / widthPx);
    for (let channel = 0; channel < 3; channel++) {
      data[at + channel] = Math.round((dark[channel] as number) * (1 - share) + (light[channel] as number) * share);
    }
    data[at + 3] = 255;
  }
  drawing.putImageData(image, 0, 0);
}

function rgbOf(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
