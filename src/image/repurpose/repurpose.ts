/**
 * Adapts a picture to a handset: the size, the format, the colours and the octets that it takes.
 *
 *   identify -> openImage: headers and limits -> decideToKeep: as it is, if it fits -> keepPictureAlone: without what is beside the picture,
 *   if that fits -> readStill: unpack, lay over the background, reduce, turn upright -> chooseFormat -> encode: within the octets
 *
 * A picture is never enlarged and keeps its ratio; what is written holds nothing but the picture. A file that fits already comes back octet
 * for octet, after it was unpacked once to see that it is whole; so adapting twice gives what adapting once gives. The same file, profile
 * and options give the same octets.
 * @module
 */

import { isSurePhotograph } from '../../bitmap/drawing.js';
import { checkColour } from '../../bitmap/from-pixels.js';
import { requireObject, wrongArgument } from '../../bytes/check.js';
import { copyOctets } from '../../bytes/octets.js';
import { EncodeError } from '../../errors.js';
import type { HandsetProfile } from '../../profile/index.js';
import { openImage } from '../decode-image.js';
import { type ImageFormat, identify, type Probe, promisesImage } from '../probe.js';
import { type Colour, countRaster } from '../raster.js';
import { fitSize, type SizePx } from '../resize/fit-size.js';
import type { Made } from './budget.js';
import { describeChoice, encode, encodeOta, readStill, type Still } from './encode.js';
import { giveWay, isTooFew, type Job } from './job.js';
import { decideToKeep, keepPictureAlone } from './keep.js';
import { checkOptions, type RepurposeOptions } from './options.js';
import { type Repurposed, reencoded, stripped, unchanged } from './repurposed.js';
import { acceptedBy, type Choice, chooseFormat, isOneBit, MAX_GREY_BITS, type Taken } from './target.js';

const WHITE: Colour = [255, 255, 255];

/**
 * Adapts a picture to a handset: its format, size in pixels, colours and size in octets. The octets are returned unchanged if they already fit.
 * @throws DecodeError for a damaged file, and for a file that is a picture only by its name.
 * @throws LimitError `limit-exceeded` above a limit, before pixels are decoded.
 * @throws EncodeError `bad-value` naming the option; `unencodable` in the field `format` if the handset accepts no format that this package writes,
 *   in `maxOctets` if no size and quality are small enough, in `engine` if sharp is not installed.
 * @example
 * ```ts
 * import { encodePng, repurpose } from 'handset/image';
 * import { parseHandset } from 'handset/profile';
 *
 * const photo = encodePng({ widthPx: 640, heightPx: 480, channels: 3, samples: new Uint8Array(640 * 480 * 3) });
 * const { widthPx, heightPx } = await repurpose(photo, parseHandset('SE K750i')!, { maxOctets: 30_000 });
 * [widthPx, heightPx]; // -> [176, 132]
 * ```
 */
export async function repurpose(
  octets: Uint8Array,
  profile: HandsetProfile,
  options: RepurposeOptions = {},
): Promise<Repurposed> {
  return repurposeFrom(octets, profile, options, openImage);
}

/** The same of a file that may be open already. @param open gives its headers, and how its pixels are read. */
export async function repurposeFrom(
  octets: Uint8Array,
  profile: HandsetProfile,
  options: RepurposeOptions,
  open: typeof openImage,
): Promise<Repurposed> {
  requireObject(options, 'options');
  const identity = identify(octets, options.name);
  requireObject(profile, 'profile');
  if (options.disable === true) return unchanged(octets, identity?.format, 'disabled');
  const { signal, lenient, limits, svg } = options;
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw wrongArgument(signal, 'options.signal', 'an AbortSignal');
  }
  signal?.throwIfAborted();
  const background = checkColour(options.background ?? WHITE, 'background');
  checkOptions(options);
  const taken = acceptedBy(profile, options);
  if (octets.length > 0 && identity === undefined && passesUnknown(options)) {
    return unchanged(octets, undefined, 'it is not a picture', warnOfOctets(octets, taken));
  }
  const source = await open(octets, identity, { lenient, limits, svg });
  const job: Job = { source, taken, options, background };
  await giveWay(signal);
  const make = () => (options.format === 'ota' ? encodeOta(job) : adapt(job));
  if (source.shared === undefined) return make();
  const result = await source.shared.result(describeJob(job), make);
  return result.changed ? { ...result, octets: copyOctets(result.octets) } : result;
}

/** All that the result for a file hangs on: many handsets take the same. */
function describeJob({ source: { probe }, taken, options, background }: Job): string {
  const { signal: _signal, limits: _limits, types: _types, ...asked } = options;
  return JSON.stringify([describeTaken(probe, taken, options), asked, background], (_, value: unknown) =>
    value === Number.POSITIVE_INFINITY ? 'Infinity' : value,
  );
}

/** What of a handset counts for a file: two boxes may give it one size, and more colours than a palette has are all alike. */
function describeTaken(probe: Probe, taken: Taken, { format }: RepurposeOptions): unknown {
  const { box, bits, animation, warnings, maxOctets, grey } = taken;
  const rest = { animation: probe.animated && animation, warnings, maxOctets };
  const isColour = bits > MAX_GREY_BITS && (['jpeg', 'png', 'gif'] as const).some((one) => taken.formats.has(one));
  const isDots = format === 'ota' || format === 'wbmp';
  // A handset with colours is given neither.
  const counts = (one: ImageFormat) => !isColour || one === probe.format || (one !== 'bmp' && one !== 'wbmp');
  const formats = [...taken.formats].filter(counts).sort();
  // Black and white fills the box.
  if (!isColour || isDots) return { ...rest, formats, box, bits, grey };
  const scale = Math.min(1, Math.floor(box.widthPx) / probe.widthPx, Math.floor(box.heightPx) / probe.heightPx);
  return { ...rest, formats, scale, bits: Math.min(bits, 9) };
}

/** What is said of a file that is passed on as it is, whatever it has. */
function warnOfOctets({ length }: Uint8Array, { maxOctets }: Taken): string[] {
  return length > maxOctets ? [`passed on with ${length} octets, limit is ${maxOctets}`] : [];
}

function passesUnknown({ allowUnknown, name }: RepurposeOptions): boolean {
  return allowUnknown ?? !promisesImage(name);
}

async function adapt(job: Job): Promise<Repurposed> {
  const { source, taken, options } = job;
  const { octets, probe } = source;
  const { why, warnings } = await decideToKeep(job);
  const said = [...taken.warnings, ...warnings];
  if (why === undefined) return unchanged(octets, probe, 'it fits', said);
  const plain = await keepPictureAlone(job);
  if (plain !== undefined) return stripped(job, why, { ...plain, warnings: [...said, ...plain.warnings] });
  const size = fitSize(probe, taken.box);
  // Where the format hangs on what the picture shows, it is read before that is chosen.
  const still = isChosenBySight(job) ? await readStill(job, size) : undefined;
  const isPhotograph = () => still !== undefined && isSurePhotograph(countRaster(still.raster));
  let choice: Choice;
  try {
    choice = askedFormat(job) ?? chooseFormat(taken, { animated: isAnimation(job) }, isPhotograph);
  } catch (error) {
    if (!(error instanceof EncodeError) || options.allowUnsupported !== true) throw error;
    const of = [...(still?.warnings ?? []), error.message, ...warnOfOctets(octets, taken)];
    return unchanged(octets, probe, error.reason, [...said, ...of]);
  }
  const made = await encodeOrFewer(job, choice, size, still);
  return reencoded(job, why, { ...made, warnings: [...said, ...(still?.warnings ?? []), ...made.warnings] });
}

/** Whether all frames may be kept; of other animations than GIF the first is read. */
function isAnimation({ source: { probe } }: Job): boolean {
  return probe.animated && probe.format === 'gif';
}

function isChosenBySight(job: Job): boolean {
  const { taken, options } = job;
  if (options.format !== undefined || isOneBit(taken)) return false;
  return !(isAnimation(job) && taken.animation && taken.formats.has('gif'));
}

/** The format of the options. That of a picture message was dealt with. */
function askedFormat(job: Job): Choice | undefined {
  const format = job.options.format as Choice['formats'][number] | undefined;
  if (format === undefined) return undefined;
  return {
    formats: [format],
    animated: format === 'gif' && isAnimation(job) && job.taken.animation,
    reason: 'it is asked for',
  };
}

/** Encodes in the formats chosen; where no JPEG is small enough, in few colours. */
async function encodeOrFewer(job: Job, choice: Choice, size: SizePx, still: Still | undefined): Promise<Made> {
  try {
    return await encode(job, choice, size, still);
  } catch (error) {
    const few = (['png', 'gif'] as const).filter((other) => job.taken.formats.has(other));
    const hasTriedJpeg = choice.animated || choice.formats.includes('jpeg');
    const mayBeFewer = job.options.format === undefined && hasTriedJpeg && few.length > 0;
    if (!isTooFew(error) || !mayBeFewer) throw error;
    const fewer: Choice = { formats: few, animated: false, reason: 'no JPEG is small enough' };
    const made = await encode(job, fewer, size, still);
    return { ...made, steps: [describeChoice(choice), ...made.steps] };
  }
}
