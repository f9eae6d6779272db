/**
 * Options that the readers of TPDUs share.
 * @module
 */
import type { DecodeError } from '../errors.js';

/** How strictly a TPDU is read. */
export interface DecodeOptions {
  /**
   * Read on past faults that leave a meaning: octets behind the user data, user data over 140 octets, an odd octet of UCS-2 text, lone
   * surrogates, digits with fillers, impossible times. Off by default.
   */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
}

/** Throws the error, or in lenient reading reports it. */
export function tolerate(error: DecodeError, options: DecodeOptions | undefined): void {
  if (options?.lenient !== true) throw error;
  options.onIssue?.(error);
}
