/**
 * Base64 (RFC 4648 section 4), as text that is written.
 * @module
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

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
