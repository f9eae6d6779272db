/**
 * Octets that are text, and lines of hex in it.
 * @module
 */
import { decodeUtf8, fromHex } from '../bytes/index.js';

/** The text of octets that are printable UTF-8; undefined for everything else. */
export function textOf(octets: Uint8Array): string | undefined {
  if (octets.length === 0) return undefined;
  let text: string;
  try {
    text = decodeUtf8(octets);
  } catch {
    return undefined;
  }
  return /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/.test(text) ? undefined : text;
}

/** Hex digits of a line: pairs, blanks between them allowed; undefined when it is something else. */
export function hexOf(line: string): Uint8Array | undefined {
  const digits = line.replace(/[\s\x1a]+/g, '');
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(digits) ? fromHex(digits) : undefined;
}

/** The lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
}

/** Whether lines are nothing but hex. */
export function isHexListing(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line) => hexOf(line) !== undefined);
}

/** Whether the octets are text of nothing but hex, a line each. */
export function holdHexLines(octets: Uint8Array): boolean {
  const text = textOf(octets);
  return text !== undefined && isHexListing(linesOf(text));
}
