/**
 * Control characters in the name of a tune: no form has a use for them, and on a screen or in another file they end lines and texts.
 * @module
 */
import { EncodeError } from '../errors.js';

const CONTROL = /[\0-\x1f\x7f]/;

/** Index of the first control character, -1 without one. */
export function controlIndex(title: string): number {
  return title.search(CONTROL);
}

/** The title with a blank for each control character. */
export function printableTitle(title: string): string {
  return title.replace(new RegExp(CONTROL, 'g'), ' ');
}

/** What was found there, as a message names it. */
export function controlMessage(title: string, index: number): string {
  return `control character ${title.charCodeAt(index)} in the title`;
}

/** @throws EncodeError `unencodable` with the index of a control character. */
export function requirePrintable(title: string): void {
  const index = controlIndex(title);
  if (index >= 0) throw new EncodeError('unencodable', 'title', index, controlMessage(title, index));
}
