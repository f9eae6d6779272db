/**
 * Texts of others that have to get through whatever they hold: U+FFFD stands for what the form on the way does not have.
 * @module
 */
import { toWellFormed } from '../bytes/utf16.js';

/** Form feed and escape among them, which are in the alphabet of SMS (XML 1.0 section 2.2). */
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** A text that XML can hold, once it is escaped. */
export function forXml(text: string): string {
  return toWellFormed(text).replace(NOT_IN_XML, '\ufffd');
}

/**
 * A value that any database takes and gives back: texts of PostgreSQL hold every character but NUL, and those that Node reads from SQLite end with it.
 */
export function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}
