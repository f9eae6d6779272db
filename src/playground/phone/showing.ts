/**
 * What stands on a phone, as the phone's tab takes it, and the pieces that its pages are made of. No DOM here.
 * @module
 */

import type { Fact } from '../../content/facts.js';
import { NO_MENU } from '../../content/page.js';
import type { Part } from '../../mms/binary.js';
import type { Tune } from '../../ringtone/index.js';
import type { Block, Page } from '../../show/phone-screen.js';

/** A sound that can be played: notes, or a file for the browser. */
export type Sound = { readonly kind: 'tune'; readonly tune: Tune } | { readonly kind: 'file'; readonly part: Part };

/** A page, and how long it stays and what is heard. */
export interface ShownPage extends Page {
  /** Of a slide that others follow. */
  readonly durationMs?: number | undefined;
  readonly sound?: Sound | undefined;
  /** What the key would do on a handset; without one, and without a sound to play, it leads back to standby. */
  readonly note?: string | undefined;
}

/** What stands on the phone. */
export interface Showing {
  /** What it is: `Picture message`. */
  readonly title: string;
  /** At least one. */
  readonly pages: readonly ShownPage[];
  /** Everything that is on the screen, in words. */
  readonly facts: readonly Fact[];
  /** What this handset cannot show, or is said not to take. */
  readonly warnings: readonly string[];
}

/** What a phone without news shows. */
export function standbyShowing(): Showing {
  const block: Block = { kind: 'text', text: 'handset', isCentred: true };
  return {
    title: 'Standby',
    pages: [{ kind: 'standby', blocks: [block], softKey: 'Menu', note: NO_MENU }],
    facts: [{ name: 'Network', value: 'handset' }],
    warnings: [],
  };
}
