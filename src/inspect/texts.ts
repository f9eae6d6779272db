/**
 * Octets that are text, and lines of hex in it.
 * @module
 */

import { decodeUtf8, encodeUtf8, fromHex } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { tryDecode } from '../bytes/try-decode.js';
import { utf8Fault } from '../bytes/utf8.js';

/** Controls that no text holds; an end of file of CP/M may. */
const CONTROLS = /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/;

/** The text of octets that are printable UTF-8; undefined for everything else. */
export function readText(octets: Uint8Array): string | undefined {
  // Asked of all octets, of some several times: so without an error.
  return octets.length === 0 || !isPrintable(octets) || utf8Fault(octets) !== undefined ? undefined : decodeUtf8(octets);
}

/** Whether no octet is a control that {@link CONTROLS} has. */
function isPrintable(octets: Uint8Array): boolean {
  const { length } = octets;
  for (let i = 0; i < length; i++) {
    const octet = octets[i] as number;
    if (octet < 0x20 ? octet < 0x09 || (octet > 0x0d && octet !== 0x1a) : octet === 0x7f) return false;
  }
  return true;
}

/** A text, and whether it was read as ISO 8859-1 because it is not UTF-8. */
export interface LooseText {
  readonly text: string;
  readonly isLatin: boolean;
}

/** The text of octets that are printable in UTF-8 or else in ISO 8859-1, as files of the time are; for what begins like one. */
export function readLooseText(octets: Uint8Array): LooseText | undefined {
  const text = readText(octets);
  if (text !== undefined) return { text, isLatin: false };
  const latin = octets.length === 0 ? '' : decodeLatin1(octets);
  return latin === '' || CONTROLS.test(latin) ? undefined : { text: latin, isLatin: true };
}

/** The text of octets as old tools write titles and names: UTF-8, else ISO 8859-1. */
export function readAnyText(octets: Uint8Array): string {
  return tryDecode(() => decodeUtf8(octets)) ?? decodeLatin1(octets);
}

/** Hex digits of a line: pairs, blanks between them allowed; undefined when it is something else. */
export function readHex(line: string): Uint8Array | undefined {
  const digits = line.replace(/[\s\x1a]+/g, '');
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(digits) ? fromHex(digits) : undefined;
}

/** The same of a line that may begin with a modem's prompt. */
export function readPromptedHex(line: string): Uint8Array | undefined {
  return readHex(line.replace(/^\s*>/, ''));
}

/** The lines of a text that are not blank. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
}

/** Whether lines are nothing but hex. */
export function isHexListing(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line) => readHex(line) !== undefined);
}

/** A piece of a text, in characters of the text and in octets of the input. */
export interface TextPiece {
  readonly piece: string;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Lines with their ends. */
export const LINES = /[^\r\n]*(?:\r\n|[\r\n]|$)/g;

/** Goes through a text piece by piece, and counts characters and octets. */
export class TextWalk {
  readonly #text: string;
  /** Whether the text is ASCII, or ISO 8859-1. */
  readonly #isPlain: boolean;
  /** Where the next piece begins: in characters of the text. */
  index = 0;
  /** Where the next piece begins: in octets of the input. */
  octet: number;

  /** @param start where the octets of the text begin, UTF-8 or one for each character; `end` is where they end. */
  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#isPlain = text.length === end - start;
    this.octet = start;
  }

  /** The piece up to a character of the text. */
  take(to: number): TextPiece {
    const { index, octet: start } = this;
    const piece = this.#text.slice(index, to);
    this.index = to;
    this.octet += this.#isPlain ? piece.length : encodeUtf8(piece).length;
    return { piece, index, start, end: this.octet };
  }
}

/**
 * A text piece by piece.
 * @param pattern matches every piece, or the pieces; they follow each other without a gap.
 * @param start where the octets of the text begin; `end` is where they end.
 */
export function* textPieces(
  text: string,
  pattern: RegExp | Iterable<string>,
  start: number,
  end: number,
): Generator<TextPiece> {
  const walk = new TextWalk(text, start, end);
  for (const piece of (pattern instanceof RegExp ? text.match(pattern) : pattern) ?? []) {
    if (piece !== '') yield walk.take(walk.index + piece.length);
  }
}
