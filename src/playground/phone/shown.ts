/**
 * What a handset shows of what was sent to it. No DOM here.
 * @module
 */

import { describeSize } from '../../content/facts.js';
import type { HandsetProfile } from '../../profile/index.js';
import { findScreen, nameHandset } from '../../show/handsets.js';
import type { Shown } from '../composed.js';
import { showingOfMms } from './mms.js';
import { type Showing, showingOfContent } from './showing.js';

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
