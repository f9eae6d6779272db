/**
 * The characters of XML 1.0: what a document can hold, what white space is, and what has to be escaped.
 *
 * Source: XML 1.0 sections 2.2 to 2.4, 2.11 and 3.3.3.
 * @module
 */
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';

/** Index of the first character that XML 1.0 cannot hold, or -1. */
export function illegalIndex(text: string): number {
  // Most texts have neither these nor surrogates, which are looked at in pairs.
  if (!/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/.test(text)) return -1;
  const control = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
  const lone = loneSurrogateIndex(text);
  return control < 0 || lone < 0 ? Math.max(control, lone) : Math.min(control, lone);
}

/**
 * Requires a text that XML can hold.
 * @param path the field, or what it is in.
 * @param name the field's last component, if `path` is without it: putting the two together takes time, and only an error needs it.
 * @throws EncodeError `bad-value` for what is not a string, `unencodable` with the index of a character that XML has no form for.
 */
export function requireXmlText(value: unknown, path: string, name?: string): asserts value is string {
  if (typeof value !== 'string') throw EncodeError.badValue(joinField(path, name), 'is not a string');
  const illegal = illegalIndex(value);
  if (illegal < 0) return;
  const code = value.charCodeAt(illegal).toString(16).toUpperCase().padStart(4, '0');
  throw new EncodeError('unencodable', joinField(path, name), illegal, `XML cannot hold U+${code}`);
}

/** A field of a path and its last component, where there is one apart. */
export function joinField(path: string, name: string | undefined): string {
  return name === undefined ? path : `${path}/${name}`;
}

/** Text without the white space of XML (no other) at its ends. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  // A pattern that ends in `+$` would try each blank of a long row of them.
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Whether a text is nothing but the white space of XML. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** The text of an element: a carriage return, which a reader would make a line feed, is escaped too. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, escaped) : text;
}

/** {@link escapeText} for a document in one line. */
export function escapeLine(text: string): string {
  return /[&<>\t\n\r]/.test(text) ? text.replace(/[&<>\t\n\r]/g, escaped) : text;
}

/** The value of an attribute, in which a reader would make blanks of tabs and line breaks. */
export function escapeAttribute(value: string): string {
  return /[&<>"\t\n\r]/.test(value) ? value.replace(/[&<>"\t\n\r]/g, escaped) : value;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(character: string): string {
  return ESCAPES[character] ?? `&#${character.charCodeAt(0)};`;
}
