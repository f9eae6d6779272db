/**
 * Names that nobody can guess: message identifiers, PINs, tokens.
 * @module
 */
import { randomBytes, randomInt } from 'node:crypto';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const IDENTIFIER_CHARACTERS = 15;

/** Octets from here on would favour some characters: 252 is the largest multiple of 36. */
const FAIR_BELOW = 252;

const POOL_OCTETS = 8_192;
let pool = new Uint8Array(0);
let used = 0;

/** A new MessageIdentifier: 15 characters of A-Z and 0-9 (G-RES-07), 77 random bits. */
export function newMessageIdentifier(): string {
  let text = '';
  while (text.length < IDENTIFIER_CHARACTERS) {
    if (used === pool.length) {
      // One call for hundreds of identifiers: the call costs more than the octets.
      pool = randomBytes(POOL_OCTETS);
      used = 0;
    }
    const octet = pool[used++] as number;
    if (octet < FAIR_BELOW) text += CHARACTERS[octet % CHARACTERS.length];
  }
  return text;
}

/** A token for an address that only its receiver should know: 128 random bits, 22 characters of base64url. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** Random decimal digits. */
export function randomDigits(count: number): string {
  let text = '';
  while (text.length < count) text += randomInt(10);
  return text;
}
