/**
 * How many messages of one content handsets join.
 * @module
 */
import type { Submit } from '../sms/index.js';
import type { Warn } from './build-options.js';

/** Messages of a ringtone, card, calendar or notification that most handsets join. */
const MAX_PARTS = 3;

/** Passes messages on; warns of more than most handsets take. @param what such as `card` */
export function withinMost(submits: Submit[], what: string, warn: Warn): Submit[] {
  const count = submits.length;
  if (count > MAX_PARTS) warn(`${count} messages: most handsets accept a ${what} of at most ${MAX_PARTS}`);
  return submits;
}
