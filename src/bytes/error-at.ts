/**
 * Errors of what is inside of something larger, which count from the beginning of that.
 * @module
 */
import { DecodeError, type FormatError, LimitError } from '../errors.js';

/** The error of a decoder at another offset and in another field, of the same class; the one given is its cause. */
export function errorAt(error: FormatError, offset: number | undefined, field = error.field): DecodeError | LimitError {
  const Kind = error instanceof LimitError ? LimitError : DecodeError;
  return new Kind(error.code, field, offset, error.reason, { cause: error });
}
