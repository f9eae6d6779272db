/**
 * What is known of a request while it is answered, for the log and the counts. No PIN and no text is ever put here.
 * @module
 */
import type { Result } from '../../protocol/index.js';

/** A request; the ports fill in what they learn. */
export interface RequestRecord {
  /** One of the interface's paths. */
  readonly path: string;
  /** Address of the client; undefined for a request that came without a socket. */
  readonly peer?: string | undefined;
  /** Set once the credentials are good: before, a user name may be anything, a PIN in the wrong place too. */
  username?: string;
  operation?: string;
  /** Recipients as they were written. */
  to?: readonly string[];
  /** Of a send. */
  results?: readonly Result[];
  /** Of a request that was refused as a whole. */
  refusal?: number;
}
