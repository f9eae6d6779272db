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
import { isDrawing } from '../../bitmap/drawing.js';
import { checkColour } from '../../bitmap/from-pixels.js';
import { encodeOtaBitmap, placeBitmap } from '../../bitmap/index.js';
import { requireOctets } from '../../bytes/octets.js';
import type { Issue } from '../../bytes/reading.js';
import { EncodeError } from '../../errors.js';
import type { HandsetProfile } from '../../profile/index.js';
import { toOneBit } from '../colour/one-bit.js';
import { MOST_COLORS } from '../colour/set.js';
import { decodeStill } from '../decode-image.js';
import { probeAny } from '../foreign/engines.js';
import { findForeignPicture } from '../foreign/formats.js';
import { reduceBySharp } from '../foreign/sharp.js';
import { gifFrames } from '../gif/read.js';
import { identifyImage, type Probe, promisesImage } from '../probe.js';
import { type Colour, countRaster, type Raster } from '../raster.js';
import { fitSize, type SizePx, sizeInBox } from '../resize/fit-size.js';
import { type Filter, resize } from '../resize/resize.js';
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
import { checkOptions, type RepurposeOptions } from './options.js';
import { isPlainFile } from './plain-file.js';
import { type ReducedFrame, type ReduceOptions, readReduced, reducedFrames } from './read-reduced.js';
import { describeStep, type Repurposed, reencoded, unchanged } from './repurposed.js';
import {
  acceptedBy,
  type Choice,
  chooseFormat,
  greyLevels,
  isOneBit,
  type Taken,
  TOO_MANY_COLORS,
  whyNotAsIs,
} from './target.js';

const WHITE: Colour = [255, 255, 255];

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
  if (options.disable === true) return unchanged(octets, undefined, 'disabled', options);
  options.signal?.throwIfAborted();
  const background = checkColour(options.background ?? WHITE, 'background');
  checkOptions(options);
  const isPicture = identifyImage(octets, options.name) !== undefined || findForeignPicture(octets) !== undefined;
  if (octets.length > 0 && !isPicture && passes(options)) return unchanged(octets, undefined, 'it is not a picture', options);
  const { name, lenient, limits } = options;
  const source = await probeAny(octets, { name, lenient, limits });
  return new RepurposeJob(octets, source, profile, options, background).run();
}

function passes({ passUnknown, name }: RepurposeOptions): boolean {
  return passUnknown ?? !promisesImage(name);
}

/** One picture on its way. */
class RepurposeJob {
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

  constructor(octets: Uint8Array, source: Probe, profile: HandsetProfile, options: RepurposeOptions, background: Colour) {
    this.#octets = octets;
    this.#options = options;
    const { name, lenient, limits, signal } = options;
    const onIssue = (error: Issue) => {
      this.#isDamaged = true;
      this.#warn(error.message);
    };
    const onTransparent = () => {
      this.#isTransparent = true;
    };
    this.#reading = { name, lenient, limits, onIssue, background, onTransparent, check: () => signal?.throwIfAborted() };
    this.#source = source;
    this.#taken = acceptedBy(profile, options);
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
      return { ...unchanged(this.#octets, this.#source, 'it fits', this.#options), warnings: this.#warnings };
    }
    const size = fitSize(this.#source, this.#taken.box);
    try {
      return this.#report(await this.#made(size), why);
    } catch (error) {
      const nothingTaken = error instanceof EncodeError && error.field === 'format' && this.#options.passUntaken === true;
      if (!nothingTaken) throw error;
      this.#warn(error.message);
      return { ...unchanged(this.#octets, this.#source, error.reason, this.#options), warnings: this.#warnings };
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
    // Of other animations the first frame is read.
    const animated = this.#source.animated && this.#source.format === 'gif';
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
      { animated },
      () => base !== undefined && (this.#isTransparent || isDrawing(countRaster(base))),
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
    } else this.#warnOfFrames();
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
    const isDrawn = isDrawing(countRaster(raster));
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
    this.#warnOfFrames();
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

  #warnOfFrames(): void {
    const { frames, animated } = this.#source;
    if (frames > 1) this.#warn(`the first of ${frames} ${animated ? 'frames' : 'pages'} is shown alone`);
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
    const { format } = this.#source;
    // It knows neither BMP nor WBMP.
    const isOwn = this.#options.engine !== 'sharp' || format === 'bmp' || format === 'wbmp';
    return (isOwn ? readReduced : reduceBySharp)(this.#octets, this.#source, size, options);
  }

  #report({ file, shrink }: { file: Encoded; shrink: number }, why: string): Repurposed {
    const { widthPx, heightPx, frames } = file;
    const source = this.#source;
    this.#steps.unshift(`changed: ${why}`);
    if (source.orientation !== 1) this.#steps.push(`turned upright from orientation ${source.orientation}`);
    if (this.#isTransparent) this.#steps.push(`laid over ${this.#reading.background.join(' ')}`);
    if (widthPx !== source.widthPx || heightPx !== source.heightPx) {
      this.#steps.push(`reduced from ${source.widthPx}x${source.heightPx} to ${widthPx}x${heightPx}`);
    }
    if (shrink < 1) this.#warn(`made smaller than the handset shows it, to fit in ${this.#taken.maxOctets} octets`);
    if (frames > 1 && frames < source.frames) this.#warn(`${frames} of ${source.frames} frames are kept`);
    this.#steps.push(describeStep(file));
    return reencoded(file, source, this.#steps, this.#warnings);
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
