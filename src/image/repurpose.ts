/**
 * Adapts a picture to a handset: the size, the format, the colours and the octets that it takes.
 *
 *   identify -> headers and limits -> as it is, if it fits -> unpack, lay over the background, reduce, turn upright -> choose the format
 *   -> encode within the octets
 *
 * A picture is never enlarged and keeps its ratio; what is written holds nothing but the picture. A file that fits already comes back octet
 * for octet, after it was unpacked once to see that it is whole; so adapting twice gives what adapting once gives. The same file, profile
 * and options give the same octets.
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkColour } from '../bitmap/from-pixels.js';
import { encodeOtaBitmap, type Fit, placeBitmap } from '../bitmap/index.js';
import { requireOctets } from '../bytes/octets.js';
import { type DecodeError, EncodeError } from '../errors.js';
import type { HandsetProfile } from '../profile/index.js';
import {
  animationWithin,
  BEST_QUALITY,
  type Encoded,
  indexedWithin,
  jpegWithin,
  leastShrink,
  type Outcome,
  shrinkUntilFits,
  wbmpWithin,
} from './budget.js';
import { decodeStill } from './decode-image.js';
import { fitSize, type SizePx } from './fit-size.js';
import { gifFrames } from './gif-read.js';
import { type OneBitDither, toOneBit } from './one-bit.js';
import { countColors, looksDrawn } from './palette.js';
import { isPlainFile } from './plain-file.js';
import { CONTENT_TYPES, identifyImage, type Probe, type ProbeOptions, probe, promisesImage } from './probe.js';
import { type Colour, isGrey, type Raster, toGrey } from './raster.js';
import { type ReducedFrame, type ReduceOptions, readReduced, reducedFrames } from './read-reduced.js';
import { type Filter, resize } from './resize.js';
import { readReducedBySharp } from './sharp.js';
import {
  type Bounds,
  type Choice,
  chooseFormat,
  greyLevels,
  isOneBit,
  TARGET_FORMATS,
  type Taken,
  type TargetFormat,
  TOO_MANY_COLORS,
  takenBy,
  whyNotAsIs,
} from './target.js';

/** How a picture is adapted. */
export interface RepurposeOptions extends Bounds, Omit<ProbeOptions, 'onIssue'> {
  /** A format in place of the one that fits best, whether the handset takes it or not. `ota` is the picture message, see `otaSize`. */
  readonly format?: TargetFormat | undefined;
  /** What lies under a picture that is not opaque; white by default. */
  readonly background?: Colour | undefined;
  /** Quality of a JPEG that octets do not limit, 1 to 100; 90 by default. */
  readonly quality?: number | undefined;
  /** Colours of a PNG or GIF at most, 2 to 256; those of the screen by default. */
  readonly colors?: number | undefined;
  /** Share of the error that is passed on where colours are few, 0 to 1; by the number of colours by default. */
  readonly diffusion?: number | undefined;
  /** How black and white are parted; by the picture by default: 'none' (a threshold) for two tones, else 'floyd-steinberg'. */
  readonly dither?: OneBitDither | undefined;
  /** The level of grey, 0 to 255, from which on a pixel is white without diffusion; found from the picture by default. */
  readonly threshold?: number | undefined;
  /** Size of an OTA bitmap, sides of 1 to 255; 72x28 by default. */
  readonly otaSize?: SizePx | undefined;
  /** How the picture fills it, 'contain' by default: it is put in the middle, and margins are white. */
  readonly fit?: Fit | undefined;
  /** Leaves everything as it is. Off by default. */
  readonly disable?: boolean | undefined;
  /**
   * What is no picture comes back as it is (true), or is refused (false). By default it is refused only where `name` promises a picture:
   * text goes through, a text called photo.jpg does not.
   */
  readonly passUnknown?: boolean | undefined;
  /** Gives the picture as it is where the handset takes none that is written here. Off by default: that is an error. */
  readonly passUntaken?: boolean | undefined;
  /** Who unpacks and reduces: this package (default), or sharp, which the caller has installed; for stills alone. */
  readonly engine?: 'own' | 'sharp' | undefined;
  /** Ends the work before it is unpacked, and between two sizes that are tried: what it was aborted with is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** A picture that was adapted, and what was done. */
export interface Repurposed {
  /** The very octets that were given where nothing was changed. */
  readonly octets: Uint8Array;
  /** Undefined for what is no picture. */
  readonly contentType: string | undefined;
  /** Of the result; undefined for what is no picture. */
  readonly widthPx: number | undefined;
  /** Height in pixels. */
  readonly heightPx: number | undefined;
  /** False when the file is the one that came. */
  readonly changed: boolean;
  /** What came in; undefined for what is no picture, and when disabled. */
  readonly source: Probe | undefined;
  /** Frames of the result. */
  readonly frames: number;
  /** Of a JPEG. */
  readonly quality?: number;
  /** Colours of a palette, or levels of grey, of the result. */
  readonly colors?: number;
  /** Share of the error that was passed on. */
  readonly diffusion?: number;
  /** How black and white were parted. */
  readonly dither?: OneBitDither;
  /** Width of the result to that of the picture. */
  readonly scale?: number;
  /** What was done, in words. */
  readonly steps: readonly string[];
  /** What was lost or taken for granted, in words. */
  readonly warnings: readonly string[];
}

const WHITE: Colour = [255, 255, 255];

/** Colours of a palette at most. */
const MOST_COLORS = 256;

/** Pixels of all frames of an animation that is written, at most: each takes three octets while colours are looked for. */
const MOST_FRAME_PIXELS = 12_000_000;

/** The size of a picture message. */
const OTA_SIZE: SizePx = { widthPx: 72, heightPx: 28 };

/** How small an animation becomes before it is given up for its first frame. */
const LEAST_ANIMATION = 0.5;

/** Delays below this are shown as something else by every program. */
const SHORT_DELAY_MS = 20;

/**
 * Adapts a picture to a handset.
 * @throws DecodeError for a damaged file, and for one that its name alone calls a picture; LimitError past a limit, before pixels are
 *   unpacked.
 * @throws EncodeError `bad-value` naming the option; `unencodable` with field `format` when the handset takes nothing that is written here,
 *   with field `maxOctets` when no size and quality are small enough, with field `engine` when sharp is not there.
 */
export async function repurpose(
  octets: Uint8Array,
  profile: HandsetProfile,
  options: RepurposeOptions = {},
): Promise<Repurposed> {
  requireOctets(octets, 'the picture');
  if (typeof profile !== 'object' || profile === null) throw new TypeError('the profile is not an object');
  if (options.disable === true) return asItIs(octets, undefined, 'disabled', options);
  options.signal?.throwIfAborted();
  const background = checkColour(options.background ?? WHITE, 'background');
  checkOptions(options);
  if (octets.length > 0 && identifyImage(octets, options.name) === undefined && passes(options)) {
    return asItIs(octets, undefined, 'it is no picture', options);
  }
  const work = new Work(octets, profile, options, background);
  return work.run();
}

function passes({ passUnknown, name }: RepurposeOptions): boolean {
  return passUnknown ?? !promisesImage(name);
}

function checkOptions(options: RepurposeOptions): void {
  const { format, quality, colors, diffusion, engine, fit, dither, threshold, otaSize } = options;
  const oneOf = (field: string, value: string | undefined, allowed: readonly string[]) => {
    if (value === undefined || allowed.includes(value)) return;
    throw new EncodeError('bad-value', field, undefined, `is ${String(value)}, allowed: ${allowed.join(', ')}`);
  };
  const inRange = (field: string, value: number | undefined, least: number, most: number, isWhole: boolean) => {
    if (value === undefined || (value >= least && value <= most && (!isWhole || Number.isInteger(value)))) return;
    throw new EncodeError('bad-value', field, undefined, `is ${String(value)}, allowed: ${least} to ${most}`);
  };
  oneOf('format', format, TARGET_FORMATS);
  oneOf('engine', engine, ['own', 'sharp']);
  oneOf('fit', fit, ['contain', 'cover', 'stretch']);
  oneOf('dither', dither, ['floyd-steinberg', 'none']);
  inRange('quality', quality, 1, 100, true);
  inRange('colors', colors, 2, MOST_COLORS, true);
  inRange('diffusion', diffusion, 0, 1, false);
  inRange('threshold', threshold, 0, 255, false);
  if (otaSize !== undefined)
    for (const side of [otaSize.widthPx, otaSize.heightPx]) inRange('otaSize', side ?? 0, 1, 255, true);
}

function asItIs(octets: Uint8Array, source: Probe | undefined, why: string, { name }: RepurposeOptions): Repurposed {
  const format = source?.format ?? (octets.length === 0 ? undefined : identifyImage(octets, name));
  return {
    octets,
    contentType: format && CONTENT_TYPES[format],
    widthPx: source?.widthPx,
    heightPx: source?.heightPx,
    changed: false,
    source,
    frames: source?.frames ?? 0,
    ...(source !== undefined && { scale: 1 }),
    steps: [`left as it is: ${why}`],
    warnings: [],
  };
}

/** One picture on its way. */
class Work {
  readonly #octets: Uint8Array;
  readonly #options: RepurposeOptions;
  readonly #source: Probe;
  readonly #taken: Taken;
  readonly #reading: ReduceOptions;
  readonly #steps: string[] = [];
  readonly #warnings: string[] = [];
  /** Whether reading let a fault pass. */
  #isDamaged = false;
  /** Whether something shone through the picture that was read. */
  #isTransparent = false;

  constructor(octets: Uint8Array, profile: HandsetProfile, options: RepurposeOptions, background: Colour) {
    this.#octets = octets;
    this.#options = options;
    const { name, lenient, limits, signal } = options;
    const onIssue = (error: DecodeError) => {
      this.#isDamaged = true;
      this.#warn(error.message);
    };
    const onTransparent = () => {
      this.#isTransparent = true;
    };
    this.#reading = { name, lenient, limits, onIssue, background, onTransparent, check: () => signal?.throwIfAborted() };
    this.#source = probe(octets, { name, lenient, limits });
    this.#taken = takenBy(profile, options);
    for (const warning of this.#taken.warnings) this.#warn(warning);
  }

  /** Notes a warning; a file that is read twice gives the same ones again. */
  #warn(warning: string): void {
    if (!this.#warnings.includes(warning)) this.#warnings.push(warning);
  }

  async run(): Promise<Repurposed> {
    const { format } = this.#options;
    await this.#turn();
    if (format === 'ota') return this.#ota();
    const why = this.#whyNotAsIs() ?? (await this.#whyNotWhole());
    if (why === undefined) {
      return { ...asItIs(this.#octets, this.#source, 'it fits', this.#options), warnings: this.#warnings };
    }
    const size = fitSize(this.#source, this.#taken.box);
    try {
      return this.#report(await this.#made(size), why);
    } catch (error) {
      const nothingTaken = error instanceof EncodeError && error.field === 'format' && this.#options.passUntaken === true;
      if (!nothingTaken) throw error;
      this.#warn(error.message);
      return { ...asItIs(this.#octets, this.#source, error.reason, this.#options), warnings: this.#warnings };
    }
  }

  #whyNotAsIs(): string | undefined {
    const { format } = this.#options;
    if (format !== undefined && format !== this.#source.format) return `${format} is asked for`;
    const taken = format === undefined ? this.#taken : { ...this.#taken, formats: new Set([format] as const) };
    return whyNotAsIs(this.#source, this.#octets, taken, () => isPlainFile(this.#octets, this.#source), this.#mostColors());
  }

  /** Colours that a PNG or GIF may have and stay as it is. */
  #mostColors(): number {
    const { bits } = this.#taken;
    return this.#options.colors ?? (bits <= 8 ? 2 ** bits : Number.POSITIVE_INFINITY);
  }

  /** Unpacks the whole file, to see that it is one, and which colours of its palette are in it. */
  async #whyNotWhole(): Promise<string | undefined> {
    const { format, colors = 0 } = this.#source;
    const most = colors > this.#mostColors() ? this.#mostColors() : Number.POSITIVE_INFINITY;
    const shown = new Set<number>();
    if (format !== 'gif') addColors(await decodeStill(this.#octets, format, this.#reading), shown, most);
    else for (const { raster } of gifFrames(this.#octets, this.#reading)) addColors(raster, shown, most);
    if (this.#isDamaged) return 'it is damaged';
    return shown.size > most ? TOO_MANY_COLORS : undefined;
  }

  /** Lets others work, the one who ends this among them. */
  async #turn(): Promise<void> {
    const { signal } = this.#options;
    if (signal === undefined) return;
    await nextTurn();
    signal.throwIfAborted();
  }

  async #made(size: SizePx): Promise<{ file: Encoded; shrink: number }> {
    const { format } = this.#options;
    const { animated } = this.#source;
    if (format !== undefined) {
      const isAnimated = format === 'gif' && animated && this.#taken.animation;
      return this.#encoded(
        { formats: [format as Choice['formats'][number]], animated: isAnimated, reason: 'it is asked for' },
        size,
      );
    }
    const { animation, formats } = this.#taken;
    let base: Raster | undefined;
    if (!isOneBit(this.#taken) && !(animated && animation && formats.has('gif'))) base = await this.#reduced(size, false);
    const choice = chooseFormat(
      this.#taken,
      this.#source,
      () => base !== undefined && (this.#isTransparent || isDrawing(base)),
    );
    try {
      return await this.#encoded(choice, size, base);
    } catch (error) {
      const few = (['png', 'gif'] as const).filter((other) => formats.has(other));
      if (!isTooFew(error) || choice.formats[0] !== 'jpeg' || few.length === 0) throw error;
      return this.#encoded({ formats: few, animated: false, reason: 'no JPEG is small enough' }, size, base);
    }
  }

  async #encoded(
    { formats, animated, reason }: Choice,
    size: SizePx,
    base?: Raster,
  ): Promise<{ file: Encoded; shrink: number }> {
    const { maxOctets } = this.#taken;
    this.#steps.push(`format ${formats.join(' or ')}: ${reason}`);
    if (animated) {
      const file = await this.#animation(size);
      if (file !== undefined) return file;
      this.#warn('the animation does not fit: its first frame is shown alone');
    } else if (this.#source.animated) {
      this.#warn(`the first of ${this.#source.frames} frames is shown alone`);
    }
    const raster = base ?? (await this.#reduced(size, formats[0] === 'wbmp'));
    const smaller = (shrink: number): Raster => {
      const { widthPx, heightPx } = fitSize(this.#source, this.#taken.box, shrink);
      return shrink === 1 ? raster : resize(raster, widthPx, heightPx, { filter: this.#filter(formats[0] === 'wbmp') });
    };
    const attempt = (shrink: number): Outcome => {
      if (formats[0] === 'jpeg') return jpegWithin(smaller(shrink), maxOctets, this.#options.quality ?? BEST_QUALITY);
      if (formats[0] === 'wbmp') return wbmpWithin(toOneBit(smaller(shrink), this.#options), maxOctets);
      return this.#indexed(smaller(shrink), formats as ('png' | 'gif')[]);
    };
    return shrinkUntilFits(maxOctets, leastShrink(size), attempt, () => this.#turn());
  }

  #indexed(raster: Raster, formats: readonly ('png' | 'gif')[]): Outcome {
    const { isGrey, colors } = this.#colors();
    const isDrawn = isDrawing(raster);
    return indexedWithin(raster, this.#taken.maxOctets, {
      formats,
      colors,
      isGrey,
      isDrawn,
      diffusion: this.#options.diffusion,
    });
  }

  #colors(): { colors: number; isGrey: boolean } {
    const { colors } = this.#options;
    const levels = greyLevels(this.#taken);
    if (levels !== undefined && (colors === undefined || levels <= colors)) return { colors: levels, isGrey: true };
    return { colors: colors ?? Math.min(MOST_COLORS, 2 ** this.#taken.bits), isGrey: false };
  }

  async #animation(size: SizePx): Promise<{ file: Encoded; shrink: number } | undefined> {
    const { loops } = this.#source;
    const frames = this.#frames(size);
    const { colors, isGrey } = this.#colors();
    const { diffusion } = this.#options;
    const check = () => this.#reading.check?.();
    const attempt = (shrink: number): Outcome => {
      const { widthPx, heightPx } = fitSize(this.#source, this.#taken.box, shrink);
      const smaller =
        shrink === 1 ? frames : frames.map((frame) => ({ ...frame, raster: resize(frame.raster, widthPx, heightPx) }));
      return animationWithin(smaller, this.#taken.maxOctets, { colors, isGrey, loops, diffusion, check });
    };
    try {
      const smallest = Math.max(LEAST_ANIMATION, leastShrink(size));
      return await shrinkUntilFits(this.#taken.maxOctets, smallest, attempt, () => this.#turn());
    } catch (error) {
      if (isTooFew(error)) return undefined;
      throw error;
    }
  }

  /** The frames of an animation; every second, fourth and so on where all would take too much memory. */
  #frames(size: SizePx): ReducedFrame[] {
    const { frames: count } = this.#source;
    let step = 1;
    while (size.widthPx * size.heightPx * Math.ceil(count / step) > MOST_FRAME_PIXELS) step *= 2;
    if (step > 1) this.#warn(`one of ${step} frames is kept: all of them have too many pixels`);
    const frames: { raster: Raster; delayMs: number }[] = [];
    let short = 0;
    let i = 0;
    for (const frame of reducedFrames(this.#octets, this.#source, size, this.#reading)) {
      if (frame.delayMs < SHORT_DELAY_MS) short++;
      const last = frames.at(-1);
      if (i++ % step === 0) frames.push({ ...frame });
      else if (last !== undefined) last.delayMs += frame.delayMs;
    }
    if (short > 0) this.#warn(`${short} delays below ${SHORT_DELAY_MS} ms become 100 ms`);
    return frames;
  }

  /** A picture of a fixed size, with margins where it does not fill it. */
  async #ota(): Promise<Repurposed> {
    const box = this.#options.otaSize ?? OTA_SIZE;
    const raster = await this.#reduced(sizeInBox(this.#source, box, this.#options.fit ?? 'contain'), true);
    const { bitmap: picture, dither } = toOneBit(raster, this.#options);
    const bitmap = placeBitmap(picture, box);
    const octets = encodeOtaBitmap(bitmap);
    if (octets.length > this.#taken.maxOctets) {
      const reason = `${this.#taken.maxOctets} are too few: ${box.widthPx}x${box.heightPx} takes ${octets.length}`;
      throw new EncodeError('unencodable', 'maxOctets', undefined, reason);
    }
    if (this.#source.animated) this.#warn(`the first of ${this.#source.frames} frames is shown alone`);
    const { widthPx, heightPx } = bitmap;
    return {
      octets,
      contentType: 'image/x-ota-bitmap',
      widthPx,
      heightPx,
      changed: true,
      source: this.#source,
      frames: 1,
      dither,
      steps: [`format ota: it is asked for`, `${widthPx}x${heightPx} in black and white by ${dither}`],
      warnings: this.#warnings,
    };
  }

  /** Photographs, and what will be black and white, gain by a sharper filter; about the lines of drawings it leaves a seam. */
  #filter(isOneBit: boolean): Filter {
    return isOneBit || this.#source.format === 'jpeg' ? 'lanczos' : 'area';
  }

  /** The picture at a size. @param isOneBit it will be black and white. */
  async #reduced(size: SizePx, isOneBit: boolean): Promise<Raster> {
    const options: ReduceOptions = {
      ...this.#reading,
      filter: this.#filter(isOneBit),
      grey: isOneBit || greyLevels(this.#taken) !== undefined,
    };
    if (this.#options.engine !== 'sharp') return readReduced(this.#octets, this.#source, size, options);
    return readReducedBySharp(this.#octets, this.#source, size, options);
  }

  #report({ file, shrink }: { file: Encoded; shrink: number }, why: string): Repurposed {
    const { octets, format, widthPx, heightPx, frames, quality, colors, diffusion, dither, tries } = file;
    const source = this.#source;
    this.#steps.unshift(`changed: ${why}`);
    if (source.orientation !== 1) this.#steps.push(`turned upright from orientation ${source.orientation}`);
    if (this.#isTransparent) this.#steps.push(`laid over ${this.#reading.background.join(' ')}`);
    if (widthPx !== source.widthPx || heightPx !== source.heightPx) {
      this.#steps.push(`reduced from ${source.widthPx}x${source.heightPx} to ${widthPx}x${heightPx}`);
    }
    if (shrink < 1) this.#warn(`made smaller than the handset shows it, to fit in ${this.#taken.maxOctets} octets`);
    if (frames > 1 && frames < source.frames) this.#warn(`${frames} of ${source.frames} frames are kept`);
    const how = [
      quality !== undefined && `quality ${quality}`,
      colors !== undefined && `${colors} ${colors === 1 ? 'colour' : 'colours'}`,
      diffusion !== undefined && diffusion > 0 && `diffusion ${diffusion}`,
      dither !== undefined && `black and white by ${dither}`,
      `${octets.length} octets`,
      tries > 1 && `${tries} tries`,
    ];
    this.#steps.push(`encoded: ${how.filter((part) => part !== false).join(', ')}`);
    return {
      octets,
      contentType: CONTENT_TYPES[format],
      widthPx,
      heightPx,
      changed: true,
      source,
      frames,
      ...(quality !== undefined && { quality }),
      ...(colors !== undefined && { colors }),
      ...(diffusion !== undefined && { diffusion }),
      ...(dither !== undefined && { dither }),
      scale: widthPx / source.widthPx,
      steps: this.#steps,
      warnings: this.#warnings,
    };
  }
}

/** Whether no size and quality of a format is small enough. */
function isTooFew(error: unknown): boolean {
  return error instanceof EncodeError && error.field === 'maxOctets';
}

/** Adds the colours of a picture to those that are shown, until there are more than `most`. */
function addColors({ channels, samples }: Raster, shown: Set<number>, most: number): void {
  if (most === Number.POSITIVE_INFINITY) return;
  for (let at = 0; at < samples.length && shown.size <= most; at += channels) {
    const red = samples[at] as number;
    if (channels === 1) shown.add(red * 0x01_01_01);
    else if (channels === 3 || samples[at + 3] !== 0) {
      shown.add((red << 16) | ((samples[at + 1] as number) << 8) | (samples[at + 2] as number));
    }
  }
}

/** The size of a picture that is put in the middle of a box: it is never enlarged, and with 'cover' it may hang over. */
function sizeInBox(source: SizePx, box: SizePx, fit: Fit): SizePx {
  if (fit === 'contain') return fitSize(source, box);
  if (fit === 'stretch') {
    return { widthPx: Math.min(source.widthPx, box.widthPx), heightPx: Math.min(source.heightPx, box.heightPx) };
  }
  const scale = Math.min(1, Math.max(box.widthPx / source.widthPx, box.heightPx / source.heightPx));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { widthPx: side(source.widthPx), heightPx: side(source.heightPx) };
}

/** Greys of a drawing at most, where no areas of one level tell it; every photograph in greys has few colours. */
const DRAWN_GREYS = 8;

/** Whether a picture looks like a drawing, in greys too. */
function isDrawing(raster: Raster): boolean {
  if (!looksDrawn(raster)) return false;
  if (!isGrey(raster)) return true;
  const { samples } = toGrey(raster);
  let equal = 0;
  for (let i = 1; i < samples.length; i++) if (samples[i] === samples[i - 1]) equal++;
  return equal >= samples.length * DRAWN_SHARE || countColors(raster, DRAWN_GREYS) <= DRAWN_GREYS;
}

/** Pixels that are as their left neighbours, in a drawing. */
const DRAWN_SHARE = 0.6;
