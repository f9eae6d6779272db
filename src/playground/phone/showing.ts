/**
 * What stands on a phone, as the phone's tab takes it: of nothing, and of a content. No DOM here.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { type Fact, pickFacts } from '../../content/facts.js';
import { describeContent, KINDS } from '../../content/kinds.js';
import type { Content } from '../../message/index.js';
import type { Part } from '../../mms/binary.js';
import type { HandsetProfile } from '../../profile/index.js';
import type { Tune } from '../../ringtone/index.js';
import { nameHandset, type PhoneScreen } from '../../show/handsets.js';
import { type Block, type Page, viewHeight } from '../../show/phone-screen.js';

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
    pages: [{ kind: 'standby', blocks: [block], softKey: 'Menu' }],
    facts: [{ name: 'Network', value: 'handset' }],
    warnings: [],
  };
}

/** What was in short messages: a page for the screen, the same in words, and what the screen cannot show. */
export function showingOfContent(
  content: Content,
  from: string | undefined,
  profile: HandsetProfile,
  screen: PhoneScreen,
): Showing {
  const { title, plural, isTaken } = KINDS[content.kind];
  const { facts, bitmap, page, where = '' } = describeContent(content);
  const isStandby = page.kind === 'standby';
  return {
    title: `${title}${where}`,
    pages: [isStandby ? page : { ...page, title: page.title ?? from ?? title }],
    facts: [...pickFacts([['From', from]]), ...facts],
    warnings: [
      ...(isTaken?.(profile) === false ? [`${nameHandset(profile)} is said not to take ${plural}`] : []),
      ...(bitmap === undefined ? [] : overhang(bitmap, screen, isStandby)),
    ],
  };
}

/** What of a picture is not on the screen; lists scroll, but not sideways. */
function overhang({ widthPx, heightPx }: Bitmap, screen: PhoneScreen, isStandby: boolean): string[] {
  const warnings: string[] = [];
  if (widthPx > screen.widthPx) warnings.push(`the picture is ${widthPx} wide, the screen has ${screen.widthPx}`);
  if (isStandby && heightPx > screen.heightPx)
    warnings.push(`the picture is ${heightPx} high, the screen has ${screen.heightPx}`);
  else if (!isStandby && heightPx > viewHeight(screen)) {
    warnings.push(`the picture is ${heightPx} high, ${viewHeight(screen)} are seen at once: it scrolls`);
  }
  return warnings;
}
