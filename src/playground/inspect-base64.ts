/**
 * Base64 in both alphabets (RFC 4648 sections 4 and 5): with `+` and `/`, and with `-` and `_` for addresses.
 * @module
 */
import { toBase64 } from '../bytes/base64.js';
import { DecodeError } from '../errors.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Octets as base64url, without padding. */
export function toBase64Url(octets: Uint8Array): string {
  return toBase64(octets).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Octets of a text in either alphabet, padded or not, blanks and line breaks between the digits passed over.
 * @throws DecodeError `bad-value` at a character that is no digit, at a digit behind the padding, and at one whose bits belong to no
 * octet; `truncated` when one digit is left over.
 */
export function fromBase64(text: string, field = 'base64'): Uint8Array {
  const octets = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [held, bits, at, last] = [0, 0, 0, 0];
  let isPadded = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isBlank(unit)) continue;
    if (unit === EQUALS) {
      isPadded = true;
      continue;
    }
    const digit = isPadded ? -1 : digitOf(unit);
    if (digit < 0) throw new DecodeError('bad-value', field, index, `${JSON.stringify(text[index])} is no digit here`);
    held = ((held << 6) | digit) & 0xfff;
    bits += 6;
    last = index;
    if (bits < 8) continue;
    bits -= 8;
    octets[at++] = held >> bits;
  }
  if (bits === 6) throw new DecodeError('truncated', field, last, 'the last octet has one digit');
  if ((held & ((1 << bits) - 1)) !== 0)
    throw new DecodeError('bad-value', field, last, 'the last digit has bits past the last octet');
  return octets.slice(0, at);
}

const EQUALS = 0x3d;

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

function digitOf(unit: number): number {
  if (unit === 0x2b) return 62;
  if (unit === 0x2f) return 63;
  return DIGITS.indexOf(String.fromCharCode(unit));
}
