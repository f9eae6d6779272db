/**
 * Values inside MIDI events: quantities of variable length, numbers, text.
 *
 *   quantity   1 to 4 octets of 7 bits, the high bit on all but the last
 *
 * Source: Standard MIDI Files 1.0 (RP-001).
 * @module
 */
import { decodeUtf8 } from '../bytes/utf8.js';
import { textOfUnits } from '../bytes/utf16.js';
import { DecodeError } from '../errors.js';

/** The highest quantity: four octets of seven bits. */
export const MAX_QUANTITY = 0x0fffffff;

/**
 * A quantity, which begins at `from` and has to end before `end`.
 * @throws DecodeError `truncated`, or `bad-value` for more than four octets.
 */
export function readQuantity(octets: Uint8Array, from: number, end: number, field: string): number {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    if (at >= end) throw truncated(field, from, 'a variable-length quantity without its last octet');
    const octet = octets[at] as number;
    value = (value << 7) | (octet & 0x7f);
    if (octet < 0x80) return value;
  }
  throw new DecodeError('bad-value', field, from, 'a variable-length quantity of more than four octets');
}

/** Octets of a quantity that was read. */
export function quantityLength(octets: Uint8Array, from: number): number {
  let at = from;
  while ((octets[at] as number) >= 0x80) at++;
  return at + 1 - from;
}

/** Three octets as a number, of a tempo: microseconds per quarter note. */
export function u24be(octets: Uint8Array, at: number): number {
  return ((octets[at] as number) << 16) | ((octets[at + 1] as number) << 8) | (octets[at + 2] as number);
}

/** Text of a meta event. The standard says ASCII or better; what is no UTF-8 is read as ISO 8859-1. */
export function textOf(octets: Uint8Array, from: number, length: number): string {
  const end = from + length;
  let ascii = '';
  for (let at = from; at < end; at++) {
    const octet = octets[at] as number;
    if (octet >= 0x80) return wideText(octets.subarray(from, end));
    ascii += String.fromCharCode(octet);
  }
  return ascii;
}

function wideText(octets: Uint8Array): string {
  try {
    return decodeUtf8(octets);
  } catch {
    return textOfUnits(octets, octets.length);
  }
}

/** The error for what the track has no room for. */
export function truncated(field: string, at: number, message: string): DecodeError {
  return new DecodeError('truncated', field, at, message);
}
