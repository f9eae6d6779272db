/**
 * Octets by plain code: what the families lay out by the tables of the specifications, without handset's own writers.
 * @module
 */

/** Upper-case hex of an octet, or of more of them. */
export const hexOf = (value: number, octets = 1): string =>
  value
    .toString(16)
    .toUpperCase()
    .padStart(2 * octets, '0');

/** Upper-case hex of text in ISO-8859-1. */
export const latinHex = (text: string): string => Buffer.from(text, 'latin1').toString('hex').toUpperCase();

/** Upper-case hex of text in UTF-8. */
export const utf8Hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex').toUpperCase();

/** Text with a NUL at its end. */
export const nulHex = (text: string): string => `${latinHex(text)}00`;

/** How many octets hex has. */
export const sizeOf = (hex: string): number => hex.length / 2;

/** An integer in as few octets as it takes, after their number (WAP-230 section 8.4.2.1). */
export function longInteger(value: number): string {
  const hex = value.toString(16).toUpperCase();
  const octets = hex.length % 2 === 0 ? hex : `0${hex}`;
  return hexOf(sizeOf(octets)) + octets;
}

/** An integer in one octet, if it has seven bits. */
export const integer = (value: number): string => (value < 128 ? hexOf(value + 128) : longInteger(value));

/** Octets after their number: one octet up to 30, others after 1F (WAP-230 section 8.4.2.2). */
export const withLength = (hex: string): string => (sizeOf(hex) <= 30 ? hexOf(sizeOf(hex)) : `1F${uintvar(sizeOf(hex))}`) + hex;

/** Groups of seven bits, the high ones first; all but the last have bit 8 (WAP-230 section 8.1.2, WAP-192 section 5.1). */
export function uintvar(value: number): string {
  const low = hexOf(value % 128);
  const high = Math.floor(value / 128);
  return high === 0 ? low : prefixed(high) + low;
}

function prefixed(value: number): string {
  const octet = hexOf((value % 128) + 128);
  return value < 128 ? octet : prefixed(Math.floor(value / 128)) + octet;
}
