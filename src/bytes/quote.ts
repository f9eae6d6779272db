/**
 * Values as error messages repeat them: quoted, and cut to a length that a hostile sender does not control.
 * @module
 */

/** Characters of a text that an error message repeats. */
export const MAX_QUOTED = 40;

/** A text in quotation marks, cut to `max` characters; a number as it is; of any other value its type. */
export function quote(value: unknown, max: number = MAX_QUOTED): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : typeof value;
  return JSON.stringify(shorten(value, max));
}

/** A text of at most `max` characters, then `...` when it was longer. No surrogate pair is split. */
export function shorten(text: string, max: number = MAX_QUOTED): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}...` : text;
}
