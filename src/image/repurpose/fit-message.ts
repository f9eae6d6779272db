/**
 * Makes the pictures of a multimedia message fit, all of them together: what `composeMms` takes as `fitImages`.
 *
 * Each picture is adapted as if it were alone. If the message is too large then, the octets are shared out: a picture that needs less than
 * its share keeps what it needs, and the others share the rest alike. One that does not get by with its share gets a quarter more, and
 * again a quarter, at the cost of the others. What pictures leave of their shares goes to those that were cut, alike.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { DecodeError, EncodeError, LimitError } from '../../errors.js';
import type { HandsetProfile } from '../../profile/index.js';
import type { RepurposeOptions } from './options.js';
import { repurposeFrom } from './repurpose.js';
import type { Repurposed } from './repurposed.js';
import { openOnce } from './shared.js';

/** A part of a message with a picture. Its other members are kept. */
export interface PicturePart {
  /** Name of the part. */
  readonly name: string;
  /** Content type, without parameters. */
  readonly contentType: string;
  /** The picture file. */
  readonly data: Uint8Array;
}

/** The limits for the pictures of a message. */
export interface PictureBudget {
  /** Maximum size of all pictures together in octets; Infinity without a limit. */
  readonly maxOctets: number;
  /** Maximum width of a picture in pixels; Infinity without a limit. */
  readonly maxWidthPx: number;
  /** Maximum height of a picture in pixels; Infinity without a limit. */
  readonly maxHeightPx: number;
  /** Accepted content types; empty for any. */
  readonly types: readonly string[];
}

/** Options of {@link fitImagesFor}. */
export interface FitMessageOptions
  extends Omit<RepurposeOptions, 'use' | 'maxOctets' | 'maxWidthPx' | 'maxHeightPx' | 'types' | 'name'> {
  /** Called with the result for each picture that was changed. */
  readonly onFitted?: ((part: PicturePart, result: Repurposed) => void) | undefined;
  /** The function that adapts one picture; `repurpose` by default. Give that of a pool to use its threads. */
  readonly repurpose?:
    | ((octets: Uint8Array, profile: HandsetProfile, options: RepurposeOptions) => Promise<Repurposed>)
    | undefined;
}

/**
 * Creates the option `fitImages` of `composeMms` for a handset: a function that adapts all pictures of a message to the handset and to the message's
 * budget. It throws EncodeError `unencodable` in the field `maxOctets` if the pictures do not fit at any size, and for a damaged picture what
 * `repurpose` throws, with the part's name in quotation marks before the field.
 */
export function fitImagesFor(
  profile: HandsetProfile,
  given: FitMessageOptions = {},
): <P extends PicturePart>(parts: readonly P[], budget: PictureBudget) => Promise<readonly P[]> {
  requireObject(profile, 'profile');
  requireObject(given, 'options');
  const { onFitted, repurpose: adapt, ...options } = given;
  return async <P extends PicturePart>(parts: readonly P[], budget: PictureBudget): Promise<readonly P[]> => {
    const bounds = {
      ...options,
      use: 'mms',
      maxWidthPx: Number.isFinite(budget.maxWidthPx) ? budget.maxWidthPx : undefined,
      maxHeightPx: Number.isFinite(budget.maxHeightPx) ? budget.maxHeightPx : undefined,
      types: budget.types.length === 0 ? undefined : budget.types,
    } as const;
    // A picture that is adapted again to fewer octets is not unpacked again.
    const opened = new Map(parts.map((part) => [part, openOnce(0)]));
    const fitOne = async (part: P, maxOctets: number) => {
      const name = part.name.includes('.') ? part.name : part.contentType;
      const asked = { allowUnknown: true, allowUnsupported: true, ...bounds, name, maxOctets };
      try {
        if (adapt !== undefined) return await adapt(part.data, profile, asked);
        return await repurposeFrom(part.data, profile, asked, opened.get(part) as ReturnType<typeof openOnce>);
      } catch (error) {
        throw inPart(error, part.name);
      }
    };
    const results = await Promise.all(parts.map((part) => fitOne(part, Math.max(1, budget.maxOctets))));
    const whole = results.map(({ octets }) => octets.length);
    const again = (i: number, share: number) => fitOne(parts[i] as P, share);
    await shareOut(results, budget.maxOctets, again);
    await shareLeft(results, whole, budget.maxOctets, again);
    return parts.map((part, i) => {
      const result = results[i] as Repurposed;
      if (!result.changed) return part;
      onFitted?.(part, result);
      return { ...part, data: result.octets, contentType: result.contentType ?? part.contentType };
    });
  };
}

/** What is wrong with a picture, and with which of them; what is wrong with an option, or a size, is said as it is. */
function inPart(error: unknown, name: string): unknown {
  if (!(error instanceof DecodeError || error instanceof LimitError)) return error;
  const { code, field, offset, reason } = error;
  const FaultClass = error instanceof DecodeError ? DecodeError : LimitError;
  return new FaultClass(code, `${JSON.stringify(name)}/${field}`, offset, reason, { cause: error });
}

/** Replaces results that are larger than their share by smaller ones. Each round but the last settles a picture that cannot be cut to it. */
async function shareOut(
  results: Repurposed[],
  maxOctets: number,
  again: (index: number, share: number) => Promise<Repurposed>,
): Promise<void> {
  const findSize = (i: number) => (results[i] as Repurposed).octets.length;
  const settled = new Set<number>();
  for (;;) {
    const sum = results.reduce((octets, result) => octets + result.octets.length, 0);
    if (sum <= maxOctets) return;
    const open = [...results.keys()].filter((i) => !settled.has(i));
    const left = [...settled].reduce((octets, i) => octets - findSize(i), maxOctets);
    const share = findShare(open.map(findSize), left);
    if (open.length === 0 || share < 1) break;
    for (const i of open.filter((index) => findSize(index) > share)) {
      results[i] = await cutTo(share, results[i] as Repurposed, (octets) => again(i, octets));
      if (findSize(i) > share) settled.add(i);
    }
  }
  throw new EncodeError('unencodable', 'maxOctets', undefined, `${results.length} pictures need more than ${maxOctets} octets`);
}

/** Share of the octets that is full enough, and how often what is left is shared. */
const FULL = 0.95;
const MAX_ROUNDS = 3;

/** Gives the octets that are left to the pictures that were cut, alike, until those that can use them have them. @param whole their sizes alone. */
async function shareLeft(
  results: Repurposed[],
  whole: readonly number[],
  maxOctets: number,
  again: (index: number, share: number) => Promise<Repurposed>,
): Promise<void> {
  const findSize = (i: number) => (results[i] as Repurposed).octets.length;
  let open = [...results.keys()].filter((i) => findSize(i) < (whole[i] as number));
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round++) {
    const left = results.reduce((octets, result) => octets - result.octets.length, maxOctets);
    const more = Math.floor(left / open.length);
    if (left <= (1 - FULL) * maxOctets || more < 1) return;
    const growing: number[] = [];
    for (const i of open) {
      const result = await again(i, findSize(i) + more);
      if (result.octets.length <= findSize(i)) continue;
      results[i] = result;
      if (result.octets.length < (whole[i] as number)) growing.push(i);
    }
    open = growing;
  }
}

/** A result of a share at most; where there is none, of a quarter more, and so on; the one that there is where none is smaller. */
async function cutTo(share: number, result: Repurposed, again: (octets: number) => Promise<Repurposed>): Promise<Repurposed> {
  for (let octets = share; octets < result.octets.length; octets = Math.ceil(octets * 1.25)) {
    try {
      return await again(octets);
    } catch (error) {
      if (!(error instanceof EncodeError && error.field === 'maxOctets')) throw error;
    }
  }
  return result;
}

/** The largest share such that all sizes, cut to it, have no more than `maxOctets` together. */
function findShare(sizes: readonly number[], maxOctets: number): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  let left = maxOctets;
  for (const [i, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (size > share) return share;
    left -= size;
  }
  return left;
}
