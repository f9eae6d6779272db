/**
 * Values in the words of an error.
 * @module
 */

/** Characters of a text that an error repeats. */
const SHOWN = 40;

/** A text in quotation marks, cut behind 40 characters; a number; of anything else its type. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : typeof value;
  return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}...` : value);
}
