/**
 * Limits of what joins the parts of messages.
 * @module
 */
import { DEFAULT_LIMITS } from '../errors.js';
import { requireLimit } from './check.js';

export interface JoiningLimits {
  readonly timeoutMs: number;
  readonly duplicateMs: number;
  readonly maxPending: number;
}

/** The limits that are given for joining parts, and defaults. @throws TypeError for a limit that nothing would exceed */
export function joiningLimits(given: Partial<JoiningLimits> | undefined, usualDuplicateMs: number): JoiningLimits {
  const { timeoutMs = DEFAULT_LIMITS.reassemblyMs, maxPending = DEFAULT_LIMITS.pendingMessages } = given ?? {};
  const { duplicateMs = usualDuplicateMs } = given ?? {};
  requireLimit(timeoutMs, 'timeoutMs');
  requireLimit(maxPending, 'maxPending');
  // Below 0 nothing is known again.
  requireLimit(duplicateMs, 'duplicateMs', -1);
  return { timeoutMs, duplicateMs, maxPending };
}
