/**
 * What a handset shows of what was sent to it. No DOM here.
 * @module
 */
import type { HandsetProfile } from '../profile/index.js';
import type { Shown } from './composed.js';
import { showingOfContent } from './phone-content.js';
import { showingOfMms } from './phone-mms.js';
import { nameOf, screenOf } from './phone-profile.js';
import { type Showing, sizeText } from './phone-showing.js';

/** What a handset shows of something. */
export function showingOf(shown: Shown, profile: HandsetProfile): Showing {
  const screen = screenOf(profile);
  const showing =
    shown.kind === 'mms'
      ? showingOfMms(shown.message, profile, screen)
      : showingOfContent(shown.content, shown.from, profile, screen);
  const assumed = screen.isAssumed ? [`the screen of ${nameOf(profile)} is not known: ${sizeText(screen)} is assumed`] : [];
  return { ...showing, warnings: [...assumed, ...showing.warnings] };
}
