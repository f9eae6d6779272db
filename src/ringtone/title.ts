/**
 * Control characters in the name of a tune: no form has a use for them, and on a screen or in another file they end lines and texts.
 * @module
 */
import { findControl } from '../bytes/controls.js';
import { EncodeError } from '../errors.js';

/** What was found there, as a message names it. */
export function controlMessage(title: string, index: number): string {
  return `control character ${title.charCodeAt(index)} in the title`;
}

/** @throws EncodeError `unencodable` with the index of a control character. */
export function requirePrintable(title: string): void {
  const index = findControl(title);
  if (index >= 0) throw new EncodeError('unencodable', 'title', index, controlMessage(title, index));
}
