/**
 * How much one short message holds, and each part of a concatenated one.
 *
 *   user data          140 octets, which are 160 septets or 70 UTF-16 units, header included
 *   header             UDHL(1) | elements: 16-bit ports 6, concatenation 5 (6 with a 16-bit reference)
 *
 * Source: 3GPP TS 23.040 sections 9.2.3.16 and 9.2.3.24.
 * @module
 */
import { checkChoice } from '../bytes/check.js';

/** The encodings of a text message: GSM 7-bit, or UCS-2, which carries every character (as UTF-16). */
export type TextEncoding = 'gsm7' | 'ucs2';

/** Their names. */
export const TEXT_ENCODINGS: readonly TextEncoding[] = ['gsm7', 'ucs2'];
const REFERENCE_BITS = [8, 16] as const;

/** Octets of TP-UD at most. */
export const MAX_USER_DATA = 140;
/** Septets of TP-UD at most. */
export const MAX_SEPTETS = 160;
/** Parts of a concatenated message at most: the total is one octet. */
export const MAX_PARTS = 255;

/** Octets for an application's port (16-bit) in a message of its own ... */
export const DATAGRAM_OCTETS = 133;
/** ... and in a part of several with an 8-bit reference. */
export const DATAGRAM_PART_OCTETS = 128;

/**
 * Octets of a concatenation element, by the bits of its reference (8 by default).
 * @throws EncodeError `bad-value` for another count of bits.
 */
export function concatOctets(concat: 8 | 16 | undefined): number {
  if (concat === 16) return 6;
  if (concat !== undefined) checkChoice(concat, 'concat', REFERENCE_BITS);
  return 5;
}

/** Septets that a header occupies: text begins at the next septet border. */
export function headerSeptets(headerOctets: number): number {
  return Math.ceil((headerOctets * 8) / 7);
}

/** Septets or UTF-16 units that fit after a header (0 octets: none); less than 0 when not even the header fits. */
export function unitsAfterHeader(encoding: TextEncoding, headerOctets: number): number {
  return encoding === 'gsm7' ? MAX_SEPTETS - headerSeptets(headerOctets) : (MAX_USER_DATA - headerOctets) >> 1;
}
