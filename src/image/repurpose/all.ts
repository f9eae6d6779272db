/**
 * One picture for many handsets and budgets: it is unpacked once (see shared-reads.ts).
 * @module
 */
import { requireOctets } from '../../bytes/octets.js';
import type { HandsetProfile } from '../../profile/index.js';
import type { RepurposeOptions } from './options.js';
import { repurposeFrom } from './repurpose.js';
import type { Repurposed } from './repurposed.js';
import { openOnce } from './shared.js';

/** A handset with options of its own: its budget, for instance. */
export interface RepurposeTarget {
  /** The handset. */
  readonly profile: HandsetProfile;
  /** In place of those for all. */
  readonly options?: Omit<RepurposeOptions, 'name' | 'lenient' | 'limits' | 'signal' | 'svg'> | undefined;
}

/** What became of a picture, in the order of the handsets, or of the pictures of a batch. */
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
  if (!Array.isArray(targets)) throw new TypeError('the handsets are not a list');
  requireOctets(octets, 'the picture');
  // How the file is read is the same for all.
  const { name, lenient, limits, signal, svg } = options;
  const open = openOnce();
  const outcomes: RepurposeOutcome[] = [];
  for (const target of targets as readonly (HandsetProfile | RepurposeTarget)[]) {
    signal?.throwIfAborted();
    const { profile, options: own } = isTarget(target) ? target : { profile: target, options: undefined };
    try {
      const asked = { ...options, ...own, name, lenient, limits, signal, svg };
      outcomes.push({ ok: true, value: await repurposeFrom(octets, profile, asked, open) });
    } catch (error) {
      signal?.throwIfAborted();
      outcomes.push({ ok: false, error: error as Error });
    }
  }
  return outcomes;
}

function isTarget(target: HandsetProfile | RepurposeTarget): target is RepurposeTarget {
  return typeof target === 'object' && target !== null && 'profile' in target;
}
