/**
 * Percent-encoding of form fields and URLs (RFC 3986 section 2.1).
 * @module
 */

import { DecodeError } from '../errors.js';
import { requireText } from './check.js';
import { requireOctets } from './octets.js';
import { decodeUtf8, encodeUtf8 } from './utf8.js';

/**
 * Percent-encodes the UTF-8 octets of a text (RFC 3986 section 2.1): each becomes `%HH` in upper case, except the unreserved characters
 * `A-Z a-z 0-9 - . _ ~`.
 * @throws EncodeError `unencodable` with the index of a lone surrogate.
 * @example
 * ```ts
 * import { percentEncode } from 'handset/bytes';
 *
 * percentEncode('5 €'); // -> '5%20%E2%82%AC'
 * ```
 */
export function percentEncode(text: string): string {
  return percentEncodeOctets(encodeUtf8(text));
}

/** Percent-encodes octets that are not text, such as a UDH in a Kannel URL, as {@link percentEncode} does. */
export function percentEncodeOctets(octets: Uint8Array): string {
  requireOctets(octets, 'octets');
  let encoded = '';
  for (const octet of octets) {
    encoded += isUnreserved(octet)
      ? String.fromCharCode(octet)
      : `%${octet < 16 ? '0' : ''}${octet.toString(16).toUpperCase()}`;
  }
  return encoded;
}

/**
 * Decodes a percent-encoded text (RFC 3986 section 2.1). `+` stays a plus sign: replace it first in a form body, where it is a space.
 * @throws DecodeError with the index in the encoded text: `bad-value` for a broken escape, invalid UTF-8 or a lone surrogate, `truncated` when the
 * text ends inside a UTF-8 sequence.
 * @example
 * ```ts
 * import { percentDecode } from 'handset/bytes';
 *
 * percentDecode('5%20%E2%82%AC'); // -> '5 €'
 * ```
 */
export function percentDecode(text: string): string {
  requireText(text, 'text');
  const octets: number[] = [];
  /** Where in the text each octet came from, for the position of an error. */
  const origin: number[] = [];
  let escaped = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '%') {
      for (const octet of encodeUtf8(String.fromCodePoint(codePointAt(text, i)))) {
        octets.push(octet);
        origin.push(i);
      }
      if ((text.charCodeAt(i) & 0xfc00) === 0xd800) i++;
      continue;
    }
    const digits = text.slice(i + 1, i + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(digits)) {
      throw new DecodeError('bad-value', 'percent-encoded text', i, `${JSON.stringify(`%${digits}`)} is not an escape`);
    }
    escaped = true;
    octets.push(Number.parseInt(digits, 16));
    origin.push(i);
    i += 2;
  }
  if (!escaped) return text;
  try {
    return decodeUtf8(Uint8Array.from(octets), 'percent-encoded text');
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const at = origin[error.offset ?? 0] ?? text.length;
    throw new DecodeError(error.code, error.field, at, 'the escapes are not valid UTF-8', { cause: error });
  }
}

function codePointAt(text: string, index: number): number {
  const point = text.codePointAt(index) as number;
  if (point >= 0xd800 && point <= 0xdfff) {
    throw new DecodeError('bad-value', 'percent-encoded text', index, 'a lone surrogate');
  }
  return point;
}

function isUnreserved(octet: number): boolean {
  return (
    (octet >= 0x61 && octet <= 0x7a) ||
    (octet >= 0x41 && octet <= 0x5a) ||
    (octet >= 0x30 && octet <= 0x39) ||
    octet === 0x2d ||
    octet === 0x2e ||
    octet === 0x5f ||
    octet === 0x7e
  );
}
