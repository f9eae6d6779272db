/**
 * Readings that may fail without a word.
 * @module
 */
import { FormatError } from '../errors.js';

/** The value of a reading; undefined where it raises a FormatError. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
