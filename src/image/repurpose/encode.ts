/**
 * The last steps of adapting a picture: reading it at its new size, and encoding that within the octets.
 * @module
 */
import { isDrawing, isSurePhotograph } from '../../bitmap/drawing.js';
import { encodeOtaBitmap } from '../../bitmap/index.js';
import { EncodeError } from '../../errors.js';
import { fillBox, fitBox, type OneBit, sightSize } from '../colour/one-bit.js';
import { MAX_COLORS } from '../colour/set.js';
import { isReadElsewhere } from '../foreign/engines.js';
import type { BlockSize } from '../jpeg/idct.js';
import type { Probe } from '../probe.js';
import { countRaster, type Raster, toGrey } from '../raster.js';
import { fitSize, type SizePx } from '../resize/fit-size.js';
import { type Filter, resize } from '../resize/resize.js';
import {
  animationWithin,
  everySecond,
  firstWithin,
  framesWithin,
  type IndexedPlan,
  indexedWithin,
  leastShrink,
  type Made,
  type Outcome,
  shrinkUntilFits,
  wbmpFile,
} from './budget.js';
import { BEST_QUALITY, fitJpeg } from './fit-jpeg.js';
import { gather, isTooFew, type Job } from './job.js';
import { notLarger } from './not-larger.js';
import type { RepurposeOptions } from './options.js';
import {
  findBlockSize,
  type Reduced,
  type ReducedFrame,
  type ReduceOptions,
  readReduced,
  readReducedBySharp,
  reducedFrames,
} from './read-reduced.js';
import type { Repurposed } from './repurposed.js';
import { type Choice, chooseFormat, greyLevels, isOneBit, type Taken } from './target.js';
import { fitBetter } from './trial.js';

/** Pixels of all frames of an animation that is written, at most: each takes three octets while colours are looked for. */
const MAX_FRAME_PIXELS = 12_000_000;

/** The size of a picture message. */
const OTA_SIZE: SizePx = { widthPx: 72, heightPx: 28 };

/** How small an animation becomes before it is given up for its first frame. */
const MIN_ANIMATION = 0.5;

/** How much larger than asked for a JPEG is unpacked that becomes black and white: its size is chosen for that already. */
const SIGHT_MARGIN = 1;

/** Delays below this are shown as something else by every program. */
const SHORT_DELAY_MS = 20;

/** A picture of one frame at its new size, and what reading it said. */
export interface Still extends Reduced {
  readonly warnings: readonly string[];
}

/** Reads the picture at a size. */
export async function readStill(job: Job, size: SizePx): Promise<Still> {
  const { taken } = job;
  return readAt(job, size, { filter: chooseFilter(job), grey: greyLevels(taken) !== undefined });
}

/** Reads the picture at a size at which it can be made black and white. @param to the size that it gets, at most. */
function readSight(job: Job, to: SizePx): Promise<Still> {
  return readAt(job, sightSize(job.source.probe, to), { filter: 'area', jpegMargin: SIGHT_MARGIN });
}

/** The size of blocks at which a JPEG is unpacked for a handset, if it is not left as it is. */
export function expectBlockSize(probe: Probe, taken: Taken, { format, otaSize = OTA_SIZE }: RepurposeOptions): BlockSize {
  const size = format === 'ota' ? otaSize : fitSize(probe, taken.box);
  const isSight = format === 'ota' || format === 'wbmp' || (format === undefined && isOneBit(taken));
  return isSight ? findBlockSize(probe, sightSize(probe, size), SIGHT_MARGIN) : findBlockSize(probe, size, undefined);
}

async function readAt(job: Job, size: SizePx, reduced: Pick<ReduceOptions, 'filter' | 'grey' | 'jpegMargin'>): Promise<Still> {
  const { shared } = job.source;
  if (shared === undefined) return readAlone(job, size, reduced);
  return shared.result(keyOf('still', job, size, reduced), () => readAlone(job, size, reduced));
}

/** All that a reading of a file depends on. */
function keyOf(what: string, { options, background }: Job, size: SizePx, reduced?: object): string {
  const { lenient, engine } = options;
  return JSON.stringify([what, size.widthPx, size.heightPx, background, lenient, engine, reduced]);
}

async function readAlone(
  job: Job,
  size: SizePx,
  reduced: Pick<ReduceOptions, 'filter' | 'grey' | 'jpegMargin'>,
): Promise<Still> {
  const { source, options } = job;
  const { reading, warnings } = gather(job);
  const how = { ...reading, ...reduced };
  const { format } = source.probe;
  // It knows neither BMP nor WBMP.
  const isOwn = options.engine !== 'sharp' || format === 'bmp' || format === 'wbmp' || isReadElsewhere(format);
  return { ...(await (isOwn ? readReduced : readReducedBySharp)(source, size, how)), warnings };
}

/** Photographs gain by a sharper filter; about the lines of drawings it leaves a seam. */
function chooseFilter({ source }: Job): Filter {
  return source.probe.format === 'jpeg' ? 'lanczos' : 'area';
}

/**
 * Encodes the picture in the formats of a choice.
 * @param read the picture, where it was read already.
 * @throws EncodeError `unencodable` with field `maxOctets`, for which {@link isTooFew} looks.
 */
export async function encode(job: Job, choice: Choice, size: SizePx, read: Still | undefined): Promise<Made> {
  const { source, taken, options } = job;
  const steps = [describeChoice(choice)];
  const animation = choice.animated ? await encodeAnimation(job, size) : undefined;
  if (animation?.made !== undefined) return { ...animation, ...animation.made, steps };
  const isSight = animation === undefined && choice.formats[0] === 'wbmp';
  const shown = isSight ? await readSight(job, size) : (read ?? (await readStill(job, size)));
  const { formats } = animation === undefined ? choice : chooseForFrame(job, shown, steps);
  const isDots = formats[0] === 'wbmp';
  const still = isDots && !isSight ? await readSight(job, size) : shown;
  const hasJpeg = formats.includes('jpeg');
  const few = formats.filter((format) => format === 'png' || format === 'gif');
  const isFew = 2 ** taken.bits <= MAX_COLORS;
  const smaller = (shrink: number): Raster => {
    const { widthPx, heightPx } = fitSize(source.probe, taken.box, shrink);
    return shrink === 1 ? still.raster : resize(still.raster, widthPx, heightPx, { filter: chooseFilter(job) });
  };
  const plan = lazy((): IndexedPlan => planColors(job, few, still.raster));
  const { signal, quality: best = BEST_QUALITY } = options;
  /** @param resizeBy the picture by factors from 1 down to `smallest`. */
  const fitWithin = (maxOctets: number, smallest: number, resizeBy: (shrink: number) => Raster) => {
    const attempt = (shrink: number): Promise<Outcome> => {
      if (isDots) return firstWithin([wbmpFile(asOneBit(job, still.raster, shrink))], maxOctets, signal);
      return indexedWithin(resizeBy(shrink), plan(), maxOctets);
    };
    if (!hasJpeg) return shrinkUntilFits(maxOctets, smallest, attempt, signal);
    const jpegPlan = { resize: resizeBy, smallest, maxOctets, best, signal };
    if (few.length === 0) return fitJpeg(jpegPlan);
    // What only dots of a palette would hold is left to JPEG.
    return fitBetter(jpegPlan, { ...plan(), diffusion: options.diffusion ?? 0 }, isFew);
  };
  const first = await fitWithin(taken.maxOctets, leastShrink(size), smaller);
  const { shrink } = first;
  const raster = lazy(() => smaller(shrink));
  const again = async (maxOctets: number) => ({ ...(await fitWithin(maxOctets, 1, raster)), shrink });
  const { made, grown } = await notLarger(job, first, () => [raster()], again);
  return {
    ...made,
    isTransparent: still.isTransparent || animation?.isTransparent === true,
    steps,
    warnings: [...(animation?.warnings ?? warnOfFrames(job)), ...still.warnings, ...grown],
  };
}

/** Finds a value when it is first asked for. */
function lazy<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function asOneBit({ source, taken: { box }, options }: Job, raster: Raster, shrink: number): OneBit {
  const smaller = { widthPx: box.widthPx * shrink, heightPx: box.heightPx * shrink };
  return fitBox(raster, smaller, fitSize(source.probe, box, shrink), options);
}

/** What the first frame of an animation that does not fit is encoded as: the format that is asked for, else as any still picture. */
function chooseForFrame({ taken, options }: Job, { raster }: Still, steps: string[]): Pick<Choice, 'formats'> {
  if (options.format !== undefined) return { formats: ['gif'] };
  const choice = chooseFormat(taken, { animated: false }, () => isSurePhotograph(countRaster(raster)));
  steps.push(describeChoice(choice));
  return choice;
}

/** A choice in words. */
export function describeChoice({ formats, reason }: Choice): string {
  return `format ${formats.join(' or ')}: ${reason}`;
}

function warnOfFrames({ source: { probe } }: Job): string[] {
  const { frames, animated } = probe;
  return frames > 1 ? [`the first of ${frames} ${animated ? 'frames' : 'pages'} is shown alone`] : [];
}

/** How a picture gets few colours. */
function planColors(job: Job, formats: IndexedPlan['formats'], raster: Raster): IndexedPlan {
  const { diffusion, signal } = job.options;
  return { ...chooseColors(job), formats, diffusion, isDrawn: isDrawing(countRaster(raster)), signal };
}

function chooseColors({ taken, options: { colors } }: Job): { colors: number; isGrey: boolean } {
  const levels = greyLevels(taken);
  if (levels !== undefined && (colors === undefined || levels <= colors)) return { colors: levels, isGrey: true };
  return { colors: colors ?? Math.min(MAX_COLORS, 2 ** taken.bits), isGrey: false };
}

/** All frames of an animation; `made` is undefined where they do not fit. */
interface Animation extends Pick<Made, 'isTransparent' | 'warnings'> {
  readonly made?: Pick<Made, 'file' | 'shrink'>;
}

async function encodeAnimation(job: Job, size: SizePx): Promise<Animation> {
  const { source, taken, options } = job;
  const { shared } = source;
  const read = () => readFrames(job, size);
  const { frames, warnings } = shared === undefined ? read() : await shared.result(keyOf('frames', job, size), read);
  const isTransparent = frames.some((frame) => frame.isTransparent);
  const { signal } = options;
  const plan = { ...chooseColors(job), loops: source.probe.loops, diffusion: options.diffusion, signal };
  const { maxOctets } = taken;
  const resized = (frame: ReducedFrame, shrink: number): ReducedFrame => {
    const { widthPx, heightPx } = fitSize(source.probe, taken.box, shrink);
    return shrink === 1 ? frame : { ...frame, raster: resize(frame.raster, widthPx, heightPx) };
  };
  const attempt = (factor: number) =>
    animationWithin(
      frames.map((frame) => resized(frame, factor)),
      plan,
      maxOctets,
    );
  try {
    const first = await shrinkUntilFits(maxOctets, Math.max(MIN_ANIMATION, leastShrink(size)), attempt, signal);
    const { shrink } = first;
    const isWhole = first.file.frames === frames.length;
    const kept = lazy(() => (isWhole ? frames : everySecond(frames)).map((frame) => resized(frame, shrink)));
    const rasters = () => kept().map(({ raster }) => (plan.isGrey ? toGrey(raster) : raster));
    const again = async (most: number) => ({
      ...(await shrinkUntilFits(most, 1, () => framesWithin(kept(), plan, most), signal)),
      shrink,
    });
    const { made, grown } = await notLarger(job, first, rasters, again);
    return { made, isTransparent, warnings: [...warnings, ...grown] };
  } catch (error) {
    if (!isTooFew(error)) throw error;
    return { isTransparent, warnings: [...warnings, 'the animation does not fit: its first frame is shown alone'] };
  }
}

/** The frames of an animation; every second, fourth and so on where all would take too much memory. */
function readFrames(job: Job, size: SizePx): { readonly frames: readonly ReducedFrame[]; readonly warnings: string[] } {
  const { source } = job;
  const { reading, warnings } = gather(job);
  let step = 1;
  while (size.widthPx * size.heightPx * Math.ceil(source.probe.frames / step) > MAX_FRAME_PIXELS) step *= 2;
  if (step > 1) warnings.push(`one of ${step} frames is kept: all of them have too many pixels`);
  const frames: { raster: Raster; isTransparent: boolean; delayMs: number }[] = [];
  let short = 0;
  let i = 0;
  for (const frame of reducedFrames(source, size, reading)) {
    if (frame.delayMs < SHORT_DELAY_MS) short++;
    const last = frames.at(-1);
    if (i++ % step === 0) frames.push({ ...frame });
    else if (last !== undefined) {
      last.delayMs += frame.delayMs;
      last.isTransparent ||= frame.isTransparent;
    }
  }
  if (short > 0) warnings.push(`${short} delays below ${SHORT_DELAY_MS} ms become 100 ms`);
  return { frames, warnings };
}

/** A picture message: of a fixed size, with margins where the picture does not fill it. */
export async function encodeOta(job: Job): Promise<Repurposed> {
  const { source, taken, options } = job;
  const box = options.otaSize ?? OTA_SIZE;
  const still = await readSight(job, box);
  const { bitmap, dither } = fillBox(still.raster, box, options.fit, options);
  const octets = encodeOtaBitmap(bitmap);
  if (octets.length > taken.maxOctets) {
    const reason = `${box.widthPx}x${box.heightPx} needs ${octets.length} octets, limit is ${taken.maxOctets}`;
    throw new EncodeError('unencodable', 'maxOctets', undefined, reason);
  }
  const { widthPx, heightPx } = bitmap;
  return {
    octets,
    contentType: 'image/x-ota-bitmap',
    widthPx,
    heightPx,
    changed: true,
    source: source.probe,
    frames: 1,
    dither,
    steps: ['format ota: it is asked for', `${widthPx}x${heightPx} in black and white by ${dither}`],
    warnings: [...new Set([...taken.warnings, ...still.warnings, ...warnOfFrames(job)])],
  };
}
