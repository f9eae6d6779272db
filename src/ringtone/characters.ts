/**
 * Characters of the text forms, as UTF-16 units; letters are those of lower case, which `code | 0x20` gives.
 * @module
 */

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const BLANK = 0x20;
/** `#`, the sharp of every form. */
export const SHARP = 0x23;
export const PLUS = 0x2b;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const SEMICOLON = 0x3b;
export const BYTE_ORDER_MARK = 0xfeff;

/** First and last letter of the notes; `h`, another name of b, is RTTTL's own. */
export const A = 0x61;
export const G = 0x67;
/** A pause, but in iMelody. */
export const P = 0x70;

/** Position in PITCHES of the letters a to g, and of h. */
export const SEMITONES: readonly number[] = [9, 11, 0, 2, 4, 5, 7, 11];

/** Whether a line ends here. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}

/** Whether it is one of 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

/** The character at an index, both halves of a pair, as a message names it; `the end` where the text has none. */
export function shownAt(text: string, at: number, end: number): string {
  return at < end ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) as number)) : 'the end';
}
