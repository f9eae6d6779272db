/**
 * A multi-colour picture as a bitmap: cropped, fitted, converted to grey, and to black and white.
 *
 *   rgba --crop--> rectangle --over background--> grey --scale--> grey of the result's size --dither--> black or white
 *
 * Grey is luma for a threshold alone and linear light for dithering, see luminance.ts; it is scaled as what it is. So 'none' turns a
 * pixel black when half of its area is (a thin black line stays), and dithering keeps the light that the eye sees from afar.
 *
 * Only a few rows are held besides the source and the result.
 * @module
 */
import { checkChoice } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { EncodeError, type Limits } from '../errors.js';
import { type Bitmap, checkSide, rowOctets } from './bitmap.js';
import { type Dither, otsuLevel, rowDither } from './dither.js';
import { countPixels, hasShades } from './drawing.js';
import { type Fit, findCrop, layOut, type Rectangle } from './fit.js';
import { type Colour, type Grey, type GreyRows, isLevel, LUMA, lightGrey, type Source, toLinear } from './luminance.js';
import { checkPixels } from './pixels.js';
import { type Scale, scaledRows } from './scale.js';

/** A multi-colour picture, as canvases and the usual decoders give it. */
export interface Pixels {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  /** Red, green, blue and alpha (0 transparent, 255 opaque; not premultiplied) of each pixel, rows from top to bottom. */
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** How a picture becomes a bitmap. */
export interface FromPixelsOptions {
  /** Width of the result, 1 to 65535. Left out, it follows from the height; without both the result has the source's size. */
  readonly widthPx?: number | undefined;
  /** Height of the result, 1 to 65535. */
  readonly heightPx?: number | undefined;
  /** The part of the source to use; the whole by default. */
  readonly crop?: Rectangle | undefined;
  /** How the picture fills `widthPx` x `heightPx`: 'contain' (default), 'cover' or 'stretch'. Margins are white, inverted or not. */
  readonly fit?: Fit | undefined;
  /** May the picture grow? By default not for 'contain', but for 'cover' and 'stretch', which cannot fill the box otherwise. */
  readonly enlarge?: boolean | undefined;
  /** 'area' (default), or 'lanczos', which is sharper. */
  readonly scale?: Scale | undefined;
  /**
   * - 'auto' (default) looks at the source, of a large one at about 8192 pixels: where it has one or two tones (a logo, a page of text),
   *   'none' with the threshold 'auto'; where it has more, 'floyd-steinberg'. Tones differ by brightness alone.
   * - 'floyd-steinberg' for photographs, 'none' for logos and text, 'ordered' for animations; 'atkinson' has more contrast: greys below level
   *   99 run to black, above 240 to white.
   */
  readonly dither?: Dither | 'auto' | undefined;
  /** Share of the error that 'floyd-steinberg' and 'atkinson' pass on, 0 to 1 (default), in steps of 1/64. */
  readonly strength?: number | undefined;
  /**
   * The grey, 0 to 255 in gamma-coded levels, that separates black from white; 'auto' finds it from the picture (Otsu's method). It
   * applies to whichever way `dither` selects.
   *
   * - 'none': black is `(299 R + 587 G + 114 B) / 1000 < threshold`, exactly, of the mean over the area when the picture is scaled
   *   (taken to thousandths). By default 128. With 0 nothing is black.
   * - 'floyd-steinberg', 'atkinson': the grey whose light separates black from white once the errors are added. By default half of white's
   *   light (about level 188). Areas keep their brightness whatever it is; it shows in edges and fine detail.
   * - 'ordered': the grey that half of a pattern's dots make; by default half of white's light. Other values make all lighter or darker.
   *
   * Pure black and white stay as they are in dithering, whatever the threshold. 'auto' counts the gamma-coded luma of the scaled picture,
   * margins left out; for a picture of one grey it is the default.
   */
  readonly threshold?: number | 'auto' | undefined;
  /** Exchanges black and white of the picture, not of its margins. */
  readonly invert?: boolean | undefined;
  /** The colour under a picture that is not opaque; white by default. */
  readonly background?: Colour | undefined;
  /** Other values for `sourcePixels` and `bitmapPixels` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Default of 'none', a gamma-coded level. */
const THRESHOLD = 128;
const WHITE: Colour = [255, 255, 255];

const FITS: readonly Fit[] = ['contain', 'cover', 'stretch'];
const SCALES: readonly Scale[] = ['area', 'lanczos'];
const DITHERS: readonly (Dither | 'auto')[] = ['auto', 'floyd-steinberg', 'atkinson', 'ordered', 'none'];
const SWITCH = [true, false] as const;

/**
 * A bitmap of a multi-colour picture.
 * @throws EncodeError `bad-value` naming the option, or `pixels.rgba` when it has not four octets for each pixel.
 * @throws LimitError `limit-exceeded` when the source has more pixels than `sourcePixels` or the result more than `bitmapPixels`.
 * @throws TypeError when `pixels` or `rgba` is something else.
 */
export function bitmapFromPixels(pixels: Pixels, options: FromPixelsOptions = {}): Bitmap {
  const { box, to, source, plan } = prepare(pixels, options);
  const { dither, threshold, strength, invert } = plan;
  const greyRows = (grey: Grey): GreyRows => scaledRows(source, grey, to, plan.scale);
  const given = threshold === 'auto' ? otsuLevel(greyRows(LUMA), to.heightPx, LUMA.white) : threshold;
  const grey = dither === 'none' ? LUMA : lightGrey();
  const level = dither === 'none' ? lumaLevel(given) : lightLevel(given);
  const decide = rowDither({ dither, widthPx: to.widthPx, white: grey.white, level, strength });
  return decided(greyRows(grey), decide, box, to, invert);
}

/** The same options, with 'auto' settled for a picture: all pictures of an animation are made as suits the first. */
export function settleDither(pixels: Pixels, options: FromPixelsOptions = {}): FromPixelsOptions {
  const { dither, threshold } = prepare(pixels, options).plan;
  return { ...options, dither, threshold };
}

/** Checks the arguments, and plans what is done with them. */
function prepare(pixels: Pixels, options: FromPixelsOptions) {
  const rgba = checkSource(pixels, options.limits);
  const checked = checkOptions(options);
  const { box, from, to } = layOut(findCrop(pixels, options.crop), checked);
  checkPixels(options.limits, 'bitmapPixels', box.widthPx, box.heightPx, 'bitmap');
  const source: Source = { ...from, rgba, pitchPx: pixels.widthPx, background: checked.background };
  return { box, to, source, plan: { ...checked, ...settled(source, checked) } };
}

/** Pixels that are looked at to tell two tones from more: a few are enough for most photographs. */
const LOOKED_AT = [256, 8192] as const;

/** The dither and threshold of 'auto'. */
function settled(source: Source, { dither, threshold }: Pick<Plan, 'dither' | 'threshold'>) {
  if (dither !== 'auto') return { dither, threshold };
  const picture = { ...source, samples: source.rgba, channels: 4 } as const;
  const isFlat = LOOKED_AT.every((maxPixels) => !hasShades(countPixels(picture, maxPixels)));
  return isFlat
    ? ({ dither: 'none', threshold: threshold ?? 'auto' } as const)
    : ({ dither: 'floyd-steinberg', threshold } as const);
}

function lumaLevel(threshold: number = THRESHOLD): number {
  return Math.ceil((threshold * LUMA.white) / 255);
}

/** From 1 to white, so that black and white decide for themselves. */
function lightLevel(threshold: number | undefined): number {
  const { white } = lightGrey();
  const level = threshold === undefined ? white / 2 : Math.round(toLinear(threshold) * white);
  return Math.max(1, level);
}

/** The bitmap of a box: the decisions on the rows, and white margins. */
function decided(
  rows: GreyRows,
  decide: ReturnType<typeof rowDither>,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  to: Rectangle,
  invert: boolean,
): Bitmap {
  const stride = rowOctets(widthPx);
  const bitmap = { widthPx, heightPx, rows: new Uint8Array(stride * heightPx) };
  const black = new Uint8Array(to.widthPx);
  const flip = invert ? 1 : 0;
  for (let y = 0; y < to.heightPx; y++) {
    decide(rows.next(), black);
    packRow(black, flip, bitmap.rows, (to.y + y) * stride + (to.x >> 3), to.x & 7);
  }
  return bitmap;
}

/** Puts the pixels of a row, from a bit of an octet on, into octets that are 0. */
function packRow(black: Uint8Array, flip: number, octets: Uint8Array, start: number, bit: number): void {
  const { length } = black;
  const head = Math.min(length, -bit & 7);
  let at = start;
  let x = 0;
  for (let shift = 7 - bit; x < head; x++, shift--)
    octets[at] = (octets[at] as number) | (((black[x] as number) ^ flip) << shift);
  if (bit > 0) at++;
  for (const last = length - 8; x <= last; x += 8) {
    octets[at++] =
      -flip ^
      (((black[x] as number) << 7) |
        ((black[x + 1] as number) << 6) |
        ((black[x + 2] as number) << 5) |
        ((black[x + 3] as number) << 4) |
        ((black[x + 4] as number) << 3) |
        ((black[x + 5] as number) << 2) |
        ((black[x + 6] as number) << 1) |
        (black[x + 7] as number));
  }
  for (let shift = 7; x < length; x++, shift--) octets[at] = (octets[at] as number) | (((black[x] as number) ^ flip) << shift);
}

/** The octets as one kind of array: three kinds of it would make every access of the loops slower. */
function checkSource(pixels: Pixels, limits: Partial<Limits> | undefined): Uint8Array {
  if (typeof pixels !== 'object' || pixels === null) throw new TypeError('pixels are not a picture');
  const { widthPx, heightPx, rgba } = pixels;
  checkSide(widthPx, 'pixels.widthPx');
  checkSide(heightPx, 'pixels.heightPx');
  requireOctets(rgba, 'pixels.rgba');
  checkPixels(limits, 'sourcePixels', widthPx, heightPx, 'pixels');
  const needed = widthPx * heightPx * 4;
  if (rgba.length !== needed) {
    throw EncodeError.badValue('pixels.rgba', `${rgba.length} octets, ${widthPx}x${heightPx} needs ${needed}`);
  }
  return new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.length);
}

type Plan = ReturnType<typeof checkOptions>;

function checkOptions(options: FromPixelsOptions) {
  const fit = optionalChoice(options.fit, FITS, 'fit') ?? 'contain';
  return {
    widthPx: options.widthPx,
    heightPx: options.heightPx,
    fit,
    enlarge: optionalChoice(options.enlarge, SWITCH, 'enlarge') ?? fit !== 'contain',
    scale: optionalChoice(options.scale, SCALES, 'scale') ?? 'area',
    dither: optionalChoice(options.dither, DITHERS, 'dither') ?? 'auto',
    strength: inRange(options.strength, 1, 'strength') ?? 1,
    threshold: options.threshold === 'auto' ? 'auto' : inRange(options.threshold, 255, 'threshold', ' or auto'),
    invert: optionalChoice(options.invert, SWITCH, 'invert') ?? false,
    background: checkColour(options.background ?? WHITE, 'background'),
  } as const;
}

function optionalChoice<T>(value: T | undefined, allowed: readonly T[], field: string): T | undefined {
  if (value !== undefined) checkChoice<T>(value, field, allowed);
  return value;
}

function inRange(value: number | undefined, most: number, field: string, other = ''): number | undefined {
  // NaN is not in any range.
  if (value === undefined || (typeof value === 'number' && value >= 0 && value <= most)) return value;
  throw EncodeError.badValue(field, `${String(value)} is not 0 to ${most}${other}`);
}

/** @throws EncodeError `bad-value` unless it is an array of three whole numbers from 0 to 255. */
export function checkColour(colour: Colour, field: string): Colour {
  if (Array.isArray(colour) && colour.length === 3 && colour.every(isLevel)) return colour;
  throw EncodeError.badValue(field, `is ${String(colour)}, not three numbers of 0 to 255`);
}
