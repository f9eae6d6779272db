/**
 * Percent-encoding of form fields and URLs (RFC 3986 section 2.1).
 * @module
 */

import { DecodeError } from '../errors.js';
import { requireText } from './check.js';
import { requireOctets } from './octets.js';
import { decodeUtf8, encodeUtf8 } from './utf8.js';

/**
 * Every octet of the text's UTF-8 form but the unreserved characters `A-Z a-z 0-9 - . _ ~` as `%HH`, upper case.
 * @throws EncodeError `unencodable` for a lone surrogate.
 */
export function percentEncode(text: string): string {
  return percentEncodeOctets(encodeUtf8(text));
}

/** The same for octets that are not text, such as a UDH in a Kannel URL. */
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
 * Text of a percent-encoded value; `+` stays a plus sign (form bodies turn it into a blank before).
 * @throws DecodeError `bad-value` for a broken escape or invalid UTF-8, with the index in the encoded text.
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
