/**
 * Values as error messages repeat them: quoted, and cut to a length that a hostile sender does not control.
 * @module
 */

/** Characters of a text that an error message repeats. */
export const MAX_QUOTED = 40;

/** A text in quotation marks, cut to `max` characters; a number and null as they are; of an object its class, such as `ArrayBuffer`; of any other value its type. */
export function quote(value: unknown, max: number = MAX_QUOTED): string {
  if (typeof value === 'number' || value === null) return String(value);
  if (typeof value === 'object') return Object.prototype.toString.call(value).slice(8, -1);
  if (typeof value !== 'string') return typeof value;
  return JSON.stringify(shorten(value, max));
}

/** A text of at most `max` characters, then `...` when it was longer. No surrogate pair is split. */
export function shorten(text: string, max: number = MAX_QUOTED): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}...` : text;
}

/** Characters of a name in a path, and of the path before it, where it is longer than twice as much. */
const [MAX_NAME, MAX_OUTER] = [100, 200];

/** The path of what is inside of another. A sender decides how deep elements go and what they are called: of a long path the beginning stays. */
export function nestPath(outer: string, name: string): string {
  return `${outer.length > 2 * MAX_OUTER ? shorten(outer, MAX_OUTER) : outer}/${shorten(name, MAX_NAME)}`;
}
