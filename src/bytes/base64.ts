/**
 * Base64 (RFC 4648 section 4), and base64url (section 5).
 * @module
 */
import { unitAt } from './utf16.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const EQUALS = 0x3d;

/** Octets as base64, padded, in one line. */
export function toBase64(octets: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < octets.length; at += 3) {
    const left = octets.length - at;
    const three =
      ((octets[at] as number) << 16) |
      ((left > 1 ? (octets[at + 1] as number) : 0) << 8) |
      (left > 2 ? (octets[at + 2] as number) : 0);
    for (let digit = 0; digit < 4; digit++) pieces.push(digit > left ? '=' : DIGITS.charAt((three >> (18 - 6 * digit)) & 63));
  }
  return pieces.join('');
}

/** Octets as base64url, without padding. */
export function toBase64Url(octets: Uint8Array): string {
  return toBase64(octets).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * What may be wrong with base64.
 * - `digit`: a character that is neither a digit, nor white space, nor padding; it is skipped.
 * - `padding`: a digit after the padding; it is decoded.
 * - `truncated`: a lone digit at the end; its six bits are dropped.
 * - `spare-bits`: the last digit has bits after the last octet that are not 0; they are dropped.
 */
export type Base64Fault = 'digit' | 'padding' | 'truncated' | 'spare-bits';

/** How to read base64. */
export interface Base64Options {
  /** Read `-` and `_` of base64url as digits, beside `+` and `/`. */
  readonly url?: boolean;
  /** Called for each fault with the index of its character; it throws where the fault is not allowed. */
  readonly onFault: (fault: Base64Fault, index: number) => void;
}

/**
 * Octets of base64 with or without padding; white space is skipped. Decoding goes on past every fault.
 * The result takes at most three quarters of the characters: check their count first.
 */
export function decodeBase64(text: string, { url = false, onFault }: Base64Options): Uint8Array {
  const { length } = text;
  const octets = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let held = 0;
  let count = 0;
  let last = 0;
  let isPadded = false;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    const digit = valueOfDigit(unit, url);
    if (digit < 0) {
      if (unit === EQUALS) isPadded = true;
      else if (unit !== 0x20 && (unit < 0x09 || unit > 0x0d)) onFault('digit', i);
      continue;
    }
    if (isPadded) onFault('padding', i);
    last = i;
    bits = ((bits << 6) | digit) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    octets[count++] = bits >> held;
  }
  if (held === 6) onFault('truncated', last);
  else if ((bits & ((1 << held) - 1)) !== 0) onFault('spare-bits', last);
  return count === octets.length ? octets : octets.slice(0, count);
}

function valueOfDigit(unit: number, url: boolean): number {
  if (unit >= 0x61) return unit <= 0x7a ? unit - 0x47 : -1;
  if (unit >= 0x41) return unit <= 0x5a ? unit - 0x41 : url && unit === 0x5f ? 63 : -1;
  if (unit >= 0x30) return unit <= 0x39 ? unit + 4 : -1;
  if (unit === 0x2b || (url && unit === 0x2d)) return 62;
  return unit === 0x2f ? 63 : -1;
}
