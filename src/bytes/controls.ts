/**
 * Control characters of ASCII, 00 to 1F and 7F, in texts that are one line: they would end it, or change what a screen shows.
 * @module
 */

const CONTROL = /[\0-\x1f\x7f]/;

/** Index of the first control character, -1 without one. */
export function findControl(text: string): number {
  return text.search(CONTROL);
}

/** The text with a blank for each control character. */
export function blankControls(text: string): string {
  return CONTROL.test(text) ? text.replace(new RegExp(CONTROL, 'g'), ' ') : text;
}
