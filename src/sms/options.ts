/**
 * A bridge for the readers of WSP headers and multimedia messages until they take a `Reading`.
 * @module
 */
import type { DecodeError } from '../errors.js';

/** Throws the error, or in lenient reading reports it. */
export function tolerate(
  error: DecodeError,
  options:
    | { readonly lenient?: boolean | undefined; readonly onIssue?: ((error: DecodeError) => void) | undefined }
    | undefined,
): void {
  if (options?.lenient !== true) throw error;
  options.onIssue?.(error);
}
