/**
 * One picture for many handsets and budgets: it is unpacked once (see shared-reads.ts).
 * @module
 */
import { requireList, requireObject } from '../../bytes/check.js';
import { requireOctets } from '../../bytes/octets.js';
import type { HandsetProfile } from '../../profile/index.js';
import type { BlockSize } from '../jpeg/idct.js';
import type { ImageSource } from '../probe.js';
import { expectBlockSize } from './encode.js';
import type { RepurposeOptions } from './options.js';
import { repurposeFrom } from './repurpose.js';
import type { Repurposed } from './repurposed.js';
import { openOnce } from './shared.js';
import { acceptedBy } from './target.js';

/** A handset with options of its own, such as a size limit. */
export interface RepurposeTarget {
  /** Profile of the handset. */
  readonly profile: HandsetProfile;
  /** Options that replace those for all handsets. */
  readonly options?: Omit<RepurposeOptions, 'name' | 'lenient' | 'limits' | 'signal' | 'svg'> | undefined;
}

/** The outcome of adapting a picture: the result, or the error. */
export type RepurposeOutcome =
  | { readonly ok: true; readonly value: Repurposed }
  | { readonly ok: false; readonly error: Error };

/**
 * Adapts a picture to many handsets, one after the other, and decodes it only once. Each result is that of `repurpose` for the same handset and
 * options.
 * @param targets profiles of handsets, or handsets with options of their own.
 * @returns an outcome for each handset, in order. An error for one handset does not stop the others.
 * @throws the reason with which the signal was aborted.
 * @throws TypeError when `octets` is not a Uint8Array.
 */
export async function repurposeAll(
  octets: Uint8Array,
  targets: readonly (HandsetProfile | RepurposeTarget)[],
  options: RepurposeOptions = {},
): Promise<RepurposeOutcome[]> {
  requireList(targets, 'targets');
  requireOctets(octets, 'the picture');
  requireObject(options, 'options');
  // How the file is read is the same for all.
  const { name, lenient, limits, signal, svg } = options;
  const each = (targets as readonly (HandsetProfile | RepurposeTarget)[]).map((target) => {
    const { profile, options: own } = isTarget(target) ? target : { profile: target, options: undefined };
    return { profile, options: { ...options, ...own, name, lenient, limits, signal, svg } };
  });
  const open = openOnce(undefined, (source) => each.flatMap((target) => expectSizes(source, target)));
  const outcomes: RepurposeOutcome[] = [];
  for (const { profile, options: own } of each) {
    signal?.throwIfAborted();
    try {
      outcomes.push({ ok: true, value: await repurposeFrom(octets, profile, own, open) });
    } catch (error) {
      signal?.throwIfAborted();
      outcomes.push({ ok: false, error: error as Error });
    }
  }
  return outcomes;
}

/** What the picture will be unpacked at for a handset; nothing where that is not known, or the handset's profile or options are wrong. */
function expectSizes(source: ImageSource, { profile, options }: Required<RepurposeTarget>): BlockSize[] {
  if (source.probe.format !== 'jpeg' || options?.disable === true || options?.engine === 'sharp') return [];
  try {
    return [expectBlockSize(source.probe, acceptedBy(profile, options ?? {}), options ?? {})];
  } catch {
    // It is said when its turn comes.
    return [];
  }
}

function isTarget(target: HandsetProfile | RepurposeTarget): target is RepurposeTarget {
  return typeof target === 'object' && target !== null && 'profile' in target;
}
