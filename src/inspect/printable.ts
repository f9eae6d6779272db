/**
 * Text of a payload, safe to print.
 * @module
 */

/** Controls of both kinds, line and paragraph separators, and marks that turn the direction of writing. */
const SPEAKING = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const SHORT: Readonly<Record<string, string | undefined>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A payload must not control the terminal or overwrite its lines: such characters are shown as escapes, those of JSON as JSON has them. Line
 * breaks are kept on request.
 */
export function printable(text: string, lineBreaks = false): string {
  return text.replace(SPEAKING, (character) => {
    if (character === '\n' && lineBreaks) return character;
    return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The first `most` UTF-16 units of a text, one less where that would split a surrogate pair. */
export function cutTo(text: string, most: number): string {
  const isSplit = text.length > most && (text.charCodeAt(most - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isSplit ? most - 1 : most);
}

/** The beginning of a text that is longer than `most` UTF-16 units. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${cutTo(text, most - 1)}…`;
}
