/**
 * ISO 8859-1: each octet is the character of its number.
 * @module
 */
import { EncodeError } from '../errors.js';
import { textOfUnits, unitAt } from './utf16.js';

/** Text of octets; every octet is a character. */
export function decodeLatin1(octets: Uint8Array): string {
  return textOfUnits(octets, octets.length);
}

/** Index of the first character outside ISO 8859-1, or -1. */
export function firstOutsideLatin1(text: string): number {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    if (unitAt(text, i) > 0xff) return i;
  }
  return -1;
}

/** Octets of a text. @throws EncodeError `unencodable` with the index of the first character outside ISO 8859-1. */
export function encodeLatin1(text: string, field: string): Uint8Array {
  const { length } = text;
  const octets = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if (unit > 0xff) {
      const character = JSON.stringify(String.fromCodePoint(text.codePointAt(i) as number));
      throw new EncodeError('unencodable', field, i, `${character} is not in ISO 8859-1`);
    }
    octets[i] = unit;
  }
  return octets;
}
