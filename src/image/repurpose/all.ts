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

/** A handset with options of its own: its budget, for instance. */
export interface RepurposeTarget {
  /** The handset. */
  readonly profile: HandsetProfile;
  /** In place of those for all. */
  readonly options?: Omit<RepurposeOptions, 'name' | 'lenient' | 'limits' | 'signal' | 'svg'> | undefined;
}

/** The outcome for a picture, in the order of the handsets, or of the pictures of a batch. */
export type RepurposeOutcome =
  | { readonly ok: true; readonly value: Repurposed }
  | { readonly ok: false; readonly error: Error };

/**
 * Adapts a picture to many handsets, one after the other, and unpacks it once. Each result is what `repurpose` gives for the same handset and
 * options.
 * @param targets handsets, or handsets with options of their own.
 * @returns an outcome for each, in their order; what is wrong for one handset, and not with the picture, does not end the others.
 * @throws what the signal was aborted with; TypeError for what is no octets.
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
