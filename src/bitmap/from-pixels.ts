/**
 * A multi-colour picture as a bitmap: cropped, fitted, converted to grey, and to black and white.
 *
 *   pixels --look: two tones, shades, text?--> crop, trim --fit--> rectangle --grey, scale--> luma of the result's size
 *     shades                 --spread, sharpen, dither--> black or white
 *     two tones              --threshold--> black or white
 *     text in uneven light   --divide by the paper, threshold--> black or white
 *
 * Grey is luma, gamma-coded as it is stored, see luminance.ts. So 'none' turns a pixel black when half of its area is (a thin black
 * line stays), and dithering keeps middle tones apart on screens of little contrast.
 *
 * Besides the source and the result, four octets for each pixel of the result are held; for a threshold that is given, only a few rows.
 * @module
 */
import { checkChoice, requireObject } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { EncodeError, type Limits } from '../errors.js';
import { type Bitmap, checkSide, rowOctets } from './bitmap.js';
import { type Dither, rowDither } from './dither.js';
import { countPixels, hasShades, isDrawing, type PixelCounts, partTones } from './drawing.js';
import { type Fit, findCrop, type Layout, layOut, type Rectangle, type Size } from './fit.js';
import { findFocus } from './focus.js';
import { type Colour, type GreyRows, isLevel, LUMA_PER_LEVEL, type Source, WHITE_LUMA } from './luminance.js';
import { findInside, growInside, pixelsPerPixel } from './margins.js';
import { evenPaper, findPaper, measurePaper, type Paper } from './paper.js';
import { checkPixels } from './pixels.js';
import { type Scale, scaledRows } from './scale.js';
import {
  countLevels,
  findRange,
  type GreyPicture,
  HeldRows,
  holdRows,
  sharpenTones,
  spreadTones,
  type ToneRange,
} from './tones.js';

/** A colour picture of four octets per pixel. */
export interface Pixels {
  /** Width in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height in pixels, 1 to 65535. */
  readonly heightPx: number;
  /** Red, green, blue and alpha (0 transparent, 255 opaque; not premultiplied) of each pixel, rows from top to bottom. */
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** A colour picture in the shape of a canvas's `ImageData`, which pngjs and jpeg-js return, too. */
export interface ImageDataLike {
  /** Width in pixels, 1 to 65535. */
  readonly width: number;
  /** Height in pixels, 1 to 65535. */
  readonly height: number;
  /** Red, green, blue and alpha, as `rgba` of {@link Pixels}. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** A grey or colour picture in the shape of a `Raster` of `handset/image`. */
export interface Samples {
  /** Width in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height in pixels, 1 to 65535. */
  readonly heightPx: number;
  /** Samples per pixel: 1 for grey, 3 for red, green and blue, 4 with alpha after them. */
  readonly channels: 1 | 3 | 4;
  /** `widthPx * heightPx * channels` octets, rows from top to bottom. */
  readonly samples: Uint8Array;
}

/** Options of {@link bitmapFromPixels}. */
export interface FromPixelsOptions {
  /** Width of the result in pixels, 1 to 65535. By default it follows from the height; without both, the result has the size of the source. */
  readonly widthPx?: number | undefined;
  /** Height of the result in pixels, 1 to 65535. By default it follows from the width. */
  readonly heightPx?: number | undefined;
  /** The part of the source to use; the whole by default. */
  readonly crop?: Rectangle | undefined;
  /** How the picture fills `widthPx` by `heightPx`; `contain` by default. Margins are white, even with `invert`. */
  readonly fit?: Fit | undefined;
  /**
   * The part that `cover` keeps. `auto`, the default, keeps the part of a photograph with the most detail (edges, colours of skin, near the centre),
   * and the centre of a drawing; `centre` always keeps the centre.
   */
  readonly focus?: Focus | undefined;
  /**
   * Whether to remove the plain margins of a picture of two tones, so that a logo fills the box; true by default. It has an effect only for
   * `contain` with both sides of the box, if the picture must be reduced and its size is not a multiple of the box.
   */
  readonly trim?: boolean | undefined;
  /** Whether the picture may be enlarged: by default false for `contain`, true for `cover` and `stretch`, which could not fill the box otherwise. */
  readonly enlarge?: boolean | undefined;
  /** Interpolation: `area` by default, or `lanczos`, which is sharper. */
  readonly scale?: Scale | undefined;
  /**
   * The method that converts greys to black and white:
   * - `auto`, the default, chooses from the tones of the source (of about 8192 pixels of a large one): for one or two tones, such as a logo or a
   *   page of text, `none` with the threshold `auto`; for text on paper in uneven light, `none` with `adaptive`; for more tones, `floyd-steinberg`.
   *   Tones differ in brightness only.
   * - `floyd-steinberg` is for photographs, `none` for logos and text, `ordered` for animations; `atkinson` has more contrast: greys below level
   *   28 become black, above 227 white.
   */
  readonly dither?: Dither | 'auto' | undefined;
  /** Share of the error that `floyd-steinberg` and `atkinson` pass on, 0 to 1, in steps of 1/64; 1 by default. */
  readonly strength?: number | undefined;
  /**
   * The greys, 0 to 255, up to which and from which dithering gives pure black and pure white. `auto`, the default, makes 2 % of the pixels black
   * and 2 % white, but does not change a picture of one tone. `keep` is [0, 255].
   */
  readonly levels?: 'auto' | 'keep' | readonly [black: number, white: number] | undefined;
  /** Amount of sharpening before dithering, 0 to 2; 0.5 by default. */
  readonly sharpen?: number | undefined;
  /**
   * The grey, 0 to 255, that separates black from white, or `auto` to find it by Otsu's method. Its effect depends on `dither`:
   *
   * - `none`: a pixel is black if `(299 R + 587 G + 114 B) / 1000 < threshold`, exactly; of a scaled picture, the mean of the area
   *   (to thousandths) counts. 128 by default; with 0 nothing is black. `adaptive` follows the light on a page of text.
   * - `floyd-steinberg`, `atkinson`: the grey that separates black from white after the errors are added; 127.5 by default. It changes edges and fine
   *   detail, not the grey of areas.
   * - `ordered`: the grey that becomes a pattern of half the dots; 127.5 by default. Other values make the whole picture lighter or darker.
   *
   * Pure black and white are unchanged by dithering, with any threshold. `auto` uses the scaled picture without margins, before `levels` are applied;
   * for a picture of one grey it is the default.
   */
  readonly threshold?: number | 'auto' | 'adaptive' | undefined;
  /** Whether to exchange black and white of the picture, but not of its margins; false by default. */
  readonly invert?: boolean | undefined;
  /** The colour behind a picture that is not opaque; white by default. */
  readonly background?: Colour | undefined;
  /** Values that replace `sourcePixels` and `bitmapPixels` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/** The part of a picture that `cover` keeps: the most interesting one, or the centre. */
export type Focus = 'auto' | 'centre';

/** Default of 'none'. */
const THRESHOLD = 128;
const WHITE: Colour = [255, 255, 255];

/** How much edges are raised by default. */
const SHARPEN = 0.5;
const MAX_SHARPEN = 2;

const FITS: readonly Fit[] = ['contain', 'cover', 'stretch'];
const FOCUSES: readonly Focus[] = ['auto', 'centre'];
const SCALES: readonly Scale[] = ['area', 'lanczos'];
const DITHERS: readonly (Dither | 'auto')[] = ['auto', 'floyd-steinberg', 'atkinson', 'ordered', 'none'];
const SWITCH = [true, false] as const;
const CHANNELS = [1, 3, 4] as const;

/**
 * Converts a colour picture to a bitmap: an `ImageData` of a canvas, {@link Pixels}, or a raster of `decodeImage`. `bitmapFromImage` of
 * `handset/image` takes a file.
 * @throws EncodeError `bad-value` naming the option, or `pixels.rgba`, `pixels.data` or `pixels.samples` if it does not have the octets of
 * all pixels.
 * @throws LimitError `limit-exceeded` if the source has more pixels than `sourcePixels` or the result more than `bitmapPixels`.
 * @throws TypeError when `pixels` is not one of these, or its octets are not a Uint8Array.
 * @example
 * ```ts
 * import { bitmapFromPixels, bitmapToRows } from 'handset/bitmap';
 *
 * const rgba = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255, 200, 0, 0, 255, 0, 0, 0, 0); // black, white, red, transparent
 * bitmapToRows(bitmapFromPixels({ widthPx: 4, heightPx: 1, rgba })); // -> ['#.#.']
 *
 * // In a browser: context.getImageData(0, 0, 4, 1)
 * const imageData = { width: 4, height: 1, data: Uint8ClampedArray.from(rgba) };
 * bitmapToRows(bitmapFromPixels(imageData)); // -> ['#.#.']
 * ```
 */
export function bitmapFromPixels(pixels: Pixels | ImageDataLike | Samples, options: FromPixelsOptions = {}): Bitmap {
  requireObject(pixels, 'pixels');
  return makeBitmap('data' in pixels ? toPixels(pixels) : pixels, options).bitmap;
}

function toPixels({ width: widthPx, height: heightPx, data: rgba }: ImageDataLike): Pixels {
  checkSide(widthPx, 'pixels.width');
  checkSide(heightPx, 'pixels.height');
  requireOctets(rgba, 'pixels.data');
  checkLength(rgba, widthPx, heightPx, 4, 'pixels.data');
  return { widthPx, heightPx, rgba };
}

/** A bitmap, and how greys became black and white. */
export interface MadeBitmap {
  readonly bitmap: Bitmap;
  readonly dither: Dither;
}

/**
 * {@link bitmapFromPixels}, which also says how.
 * @param whole the size of the whole picture, in place of a box with margins: what is trimmed gets the size at which it fits the box.
 */
export function makeBitmap(pixels: Pixels | Samples, options: FromPixelsOptions, whole?: Size): MadeBitmap {
  const { box, to, source, plan, paper } = prepare(pixels, options, whole);
  const { dither, threshold, strength, invert } = plan;
  const rows = scaledRows(source, to, plan.scale);
  if (dither === 'none' && typeof threshold !== 'string') {
    const decide = rowDither({ dither, widthPx: to.widthPx, white: WHITE_LUMA, level: lumaLevel(threshold), strength });
    return { bitmap: decided(rows, decide, box, to, invert), dither };
  }
  const grey = holdRows(rows, to);
  if (paper !== undefined) evenPaper(grey, paper);
  const range = dither === 'none' ? undefined : findTones(grey, plan.levels);
  const given = typeof threshold === 'string' ? partTones(countLevels(grey))?.level : threshold;
  if (range !== undefined) {
    spreadTones(grey, range);
    sharpenTones(grey, plan.sharpen);
  }
  const level = range === undefined ? lumaLevel(given) : spreadLevel(given, threshold === 'auto' ? range : undefined);
  const decide = rowDither({ dither, widthPx: to.widthPx, white: WHITE_LUMA, level, strength });
  return { bitmap: decided(new HeldRows(grey), decide, box, to, invert), dither };
}

/** The same options, with what is found from a picture settled by one: all pictures of an animation are made as suits the first. */
export function settleDither(pixels: Pixels | Samples, options: FromPixelsOptions = {}): FromPixelsOptions {
  const { plan, source, to } = prepare(pixels, options);
  const { dither, threshold } = plan;
  const crop = { x: source.x, y: source.y, widthPx: source.widthPx, heightPx: source.heightPx };
  const settled = { ...options, dither, threshold, crop, trim: false, focus: 'centre' } as const;
  if (dither === 'none' || plan.levels !== 'auto') return settled;
  const { dark, bright } = findRange(holdRows(scaledRows(source, to, plan.scale), to));
  return { ...settled, levels: [dark / LUMA_PER_LEVEL, bright / LUMA_PER_LEVEL] };
}

/** Checks the arguments, and plans what is done with them. */
function prepare(pixels: Pixels | Samples, options: FromPixelsOptions, whole?: Size) {
  requireObject(options, 'options');
  const picture = checkSource(pixels, options.limits);
  const checked = checkOptions(options);
  const given: Source = {
    ...findCrop(pixels, options.crop),
    ...picture,
    pitchPx: pixels.widthPx,
    background: checked.background,
  };
  const seen = new Sight(given);
  const source = { ...given, ...trimmed(seen, checked) };
  const layout = whole !== undefined && isSame(source, given) ? layOut(source, asked(whole)) : layOut(source, checked);
  const { box, to } = whole === undefined ? layout : { box: layout.to, to: { ...layout.to, x: 0, y: 0 } };
  checkPixels(options.limits, 'bitmapPixels', box.widthPx, box.heightPx, 'bitmap');
  const shown: Source = { ...source, ...focused(seen, layout, checked) };
  return { box, to, source: shown, ...settled(seen, shown, checked) };
}

function asked({ widthPx, heightPx }: Size) {
  return { widthPx, heightPx, fit: 'stretch', enlarge: false } as const;
}

function isSame(one: Size, other: Size): boolean {
  return one.widthPx === other.widthPx && one.heightPx === other.heightPx;
}

/** Pixels that are looked at to tell two tones from more: a few are enough for most photographs. */
const FEW_PIXELS = 256;
const MANY_PIXELS = 8192;

/** What a source shows, found when it is asked for. */
class Sight {
  readonly source: Source;
  #counts: PixelCounts | undefined;
  #hasShades: boolean | undefined;

  constructor(source: Source) {
    this.source = source;
  }

  get counts(): PixelCounts {
    this.#counts ??= this.#count(MANY_PIXELS);
    return this.#counts;
  }

  get hasShades(): boolean {
    this.#hasShades ??= hasShades(this.#count(FEW_PIXELS)) || hasShades(this.counts);
    return this.#hasShades;
  }

  #count(maxPixels: number): PixelCounts {
    return countPixels(this.source, maxPixels);
  }
}

/** The part of a logo that fills its box. */
function trimmed(seen: Sight, { trim, fit, widthPx, heightPx, invert }: Plan): Rectangle {
  const { source } = seen;
  if (!trim || fit !== 'contain' || widthPx === undefined || heightPx === undefined) return source;
  if (needsNoTrim(source, { widthPx, heightPx }) || seen.hasShades) return source;
  const tones = partTones(seen.counts.levels);
  const found = tones && findInside(source, tones.level);
  if (found === undefined) return source;
  const { inside, isDark } = found;
  // Margins of the box are white: bright ink on a dark ground would run into them.
  return isDark === invert ? inside : growInside(source, inside, pixelsPerPixel(inside, { widthPx, heightPx }));
}

/** Whether a picture needs no trimming: it fits the box as it is, or was drawn for it, each pixel a square of several. */
function needsNoTrim(source: Size, { widthPx, heightPx }: Size): boolean {
  if (source.widthPx <= widthPx && source.heightPx <= heightPx) return true;
  return source.widthPx % widthPx === 0 && source.widthPx / widthPx === source.heightPx / heightPx;
}

/** The part of the source that fills a box. */
function focused(seen: Sight, { from }: Layout, { fit, focus }: Plan): Rectangle {
  const { source } = seen;
  if (fit !== 'cover' || focus === 'centre' || isSame(from, source)) return from;
  return seen.hasShades && !isDrawing(seen.counts) ? findFocus(source, from) : from;
}

/** The ways of dithering and of the threshold where they are 'auto', and the paper that 'adaptive' goes by. */
function settled(seen: Sight, shown: Source, plan: Plan) {
  const { dither, threshold } = plan;
  const by = (how: { dither: Dither; threshold: Plan['threshold'] }, paper?: Paper) => ({ plan: { ...plan, ...how }, paper });
  if (threshold === 'adaptive') return by({ dither: 'none', threshold }, measurePaper(shown));
  if (dither !== 'auto') return by({ dither, threshold });
  if (!seen.hasShades) return by({ dither: 'none', threshold: threshold ?? 'auto' });
  const paper = threshold === undefined ? findPaper(shown) : undefined;
  return paper === undefined
    ? by({ dither: 'floyd-steinberg', threshold })
    : by({ dither: 'none', threshold: 'adaptive' }, paper);
}

function findTones(grey: GreyPicture, levels: Plan['levels']): ToneRange {
  if (levels === 'auto') return findRange(grey);
  const [black, white] = levels;
  return { dark: Math.round(black * LUMA_PER_LEVEL), bright: Math.round(white * LUMA_PER_LEVEL) };
}

function lumaLevel(threshold: number = THRESHOLD): number {
  return Math.ceil(threshold * LUMA_PER_LEVEL);
}

/** The level of dithering, from 1 to white, so that black and white decide for themselves. @param range where tones were spread since. */
function spreadLevel(threshold: number | undefined, range: ToneRange | undefined): number {
  const luma = threshold === undefined ? WHITE_LUMA / 2 : Math.round(threshold * LUMA_PER_LEVEL);
  if (threshold === undefined || range === undefined) return Math.max(1, luma);
  const { dark, bright } = range;
  return Math.min(WHITE_LUMA, Math.max(1, Math.round(((luma - dark) * WHITE_LUMA) / (bright - dark))));
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
function checkSource(pixels: Pixels | Samples, limits: Partial<Limits> | undefined): Pick<Source, 'samples' | 'channels'> {
  const { widthPx, heightPx } = pixels;
  checkSide(widthPx, 'pixels.widthPx');
  checkSide(heightPx, 'pixels.heightPx');
  const [given, channels, field] =
    'samples' in pixels ? [pixels.samples, pixels.channels, 'pixels.samples'] : [pixels.rgba, 4 as const, 'pixels.rgba'];
  checkChoice(channels, 'pixels.channels', CHANNELS);
  requireOctets(given, field);
  checkPixels(limits, 'sourcePixels', widthPx, heightPx, 'pixels');
  checkLength(given, widthPx, heightPx, channels, field);
  return { samples: new Uint8Array(given.buffer, given.byteOffset, given.length), channels };
}

function checkLength({ length }: Pixels['rgba'], widthPx: number, heightPx: number, channels: number, field: string): void {
  const needed = widthPx * heightPx * channels;
  if (length !== needed) throw EncodeError.badValue(field, `${length} octets, ${widthPx}x${heightPx} needs ${needed}`);
}

type Plan = ReturnType<typeof checkOptions>;

function checkOptions(options: FromPixelsOptions) {
  const fit = optionalChoice(options.fit, FITS, 'fit') ?? 'contain';
  const dither = optionalChoice(options.dither, DITHERS, 'dither') ?? 'auto';
  return {
    widthPx: options.widthPx,
    heightPx: options.heightPx,
    fit,
    focus: optionalChoice(options.focus, FOCUSES, 'focus') ?? 'auto',
    trim: optionalChoice(options.trim, SWITCH, 'trim') ?? true,
    enlarge: optionalChoice(options.enlarge, SWITCH, 'enlarge') ?? fit !== 'contain',
    scale: optionalChoice(options.scale, SCALES, 'scale') ?? 'area',
    dither,
    strength: inRange(options.strength, 1, 'strength') ?? 1,
    levels: checkLevels(options.levels),
    sharpen: inRange(options.sharpen, MAX_SHARPEN, 'sharpen') ?? SHARPEN,
    threshold: checkThreshold(options.threshold, dither),
    invert: optionalChoice(options.invert, SWITCH, 'invert') ?? false,
    background: checkColour(options.background ?? WHITE, 'background'),
  } as const;
}

function checkThreshold(threshold: FromPixelsOptions['threshold'], dither: Dither | 'auto'): FromPixelsOptions['threshold'] {
  if (threshold === 'auto') return threshold;
  if (threshold !== 'adaptive') return inRange(threshold, 255, 'threshold', ', auto or adaptive');
  if (dither === 'auto' || dither === 'none') return threshold;
  throw EncodeError.badValue('threshold', `is adaptive, which is for the dither none, not ${dither}`);
}

function checkLevels(levels: FromPixelsOptions['levels']): 'auto' | readonly [black: number, white: number] {
  if (levels === undefined || levels === 'auto') return 'auto';
  if (levels === 'keep') return [0, 255];
  if (Array.isArray(levels) && levels.length === 2) {
    const [black, white] = levels as [number, number];
    if (black >= 0 && white - black >= 1 && white <= 255) return [black, white];
  }
  throw EncodeError.badValue('levels', `is ${String(levels)}, not auto, keep or two greys of 0 to 255 from dark to bright`);
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
