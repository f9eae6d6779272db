/**
 * Something to see for every character. No DOM here.
 * @module
 */
import { hexOf } from './clusters.js';

const GLYPHS: Readonly<Record<string, string>> = { ' ': '␣', '\n': '↵', '\r': '␍', '\t': '⇥', '\f': '␌' };

/** A character, or what stands for one that shows nothing. */
export function glyphOf(character: string): string {
  const glyph = GLYPHS[character];
  if (glyph !== undefined) return glyph;
  if ([...character].length > 1) return character;
  if (!/[\p{C}\p{Z}]/u.test(character)) return /\p{M}/u.test(character) ? `◌${character}` : character;
  return hexOf(character);
}
