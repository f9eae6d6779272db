/**
 * What a handset shows of what was sent to it. No DOM here.
 * @module
 */

import type { Bitmap } from '../../bitmap/index.js';
import { describeSize, pickFacts } from '../../content/facts.js';
import { describeContent, KINDS } from '../../content/kinds.js';
import type { Content } from '../../message/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { findScreen, nameHandset, type PhoneScreen } from '../../show/handsets.js';
import { viewHeight } from '../../show/phone-screen.js';
import type { Shown } from '../composed.js';
import { showingOfMms } from './mms.js';
import type { Showing } from './showing.js';

/** What a handset shows of something. */
export function showingOf(shown: Shown, profile: HandsetProfile): Showing {
  const screen = findScreen(profile);
  const showing =
    shown.kind === 'mms'
      ? showingOfMms(shown.message, profile, screen)
      : showingOfContent(shown.content, shown.from, profile, screen);
  const assumed = screen.isAssumed
    ? [`the screen of ${nameHandset(profile)} is not known: ${describeSize(screen)} is assumed`]
    : [];
  return { ...showing, warnings: [...assumed, ...showing.warnings] };
}

/** What was in short messages: a page for the screen, the same in words, and what the screen cannot show. */
function showingOfContent(
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
