/**
 * JSON, of which only a summary is given.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import { shorten } from './printable.js';

/** A value that was read. */
export interface Json {
  readonly value: unknown;
}

/** The object or list of a text; undefined for other texts. */
export function readJson(text: string): Json | undefined {
  if (!/^\ufeff?\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch {
    // Not JSON, or nested deeper than the engine goes.
    return undefined;
  }
}

/** Names that a summary has. */
const MAX_NAMES = 4;
/** Characters of each. */
const MAX_NAME = 24;

/** Such as `an object with server, username` or `a list of 3 objects`. */
export function describeJson(value: unknown): string {
  if (Array.isArray(value)) {
    const isObjects = value.length > 0 && value.every(isObject);
    return `a list of ${pluralize(value.length, isObjects ? 'object' : 'item')}`;
  }
  const names = Object.keys(value as object);
  if (names.length === 0) return 'an empty object';
  const shown = names.slice(0, MAX_NAMES).map((name) => shorten(name, MAX_NAME));
  return `an object with ${shown.join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
