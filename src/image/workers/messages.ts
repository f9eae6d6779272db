/**
 * What a pool and its threads say to each other.
 * @module
 */
import type { SentError } from '../../bytes/sent-error.js';
import type { HandsetProfile } from '../../profile/index.js';
import type { RepurposeOptions } from '../repurpose/options.js';
import type { Repurposed } from '../repurpose/repurposed.js';

/** A picture to adapt. */
export interface WorkerTask {
  readonly octets: Uint8Array;
  readonly profile: HandsetProfile;
  readonly options: Omit<RepurposeOptions, 'signal'>;
}

/** What became of it. */
export type WorkerAnswer =
  | { readonly ok: true; readonly value: Repurposed }
  | { readonly ok: false; readonly error: SentError };
