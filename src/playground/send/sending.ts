/**
 * What the ways of sending are given. No DOM here.
 * @module
 */
import type { Composed } from '../composed.js';
import type { Result } from '../result/result.js';
import type { Settings } from '../result/settings.js';

/** What there is to send. */
export interface Sendable {
  readonly composed: Composed;
  readonly result: Result;
  readonly settings: Settings;
}

/** What a way is given: what there is to send, and whom to. */
export interface Sending extends Sendable {
  readonly recipients: readonly string[];
}
