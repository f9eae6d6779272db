/**
 * Decoding that may fail without an error.
 * @module
 */
import { FormatError } from '../errors.js';

/** The value of a decoder; undefined where it throws a FormatError. */
export function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
