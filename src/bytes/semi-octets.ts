/**
 * Semi-octets: two digits an octet, the first in the low half (TS 23.040 section 9.1.2.3).
 * @module
 */

/** The two decimal digits of a semi-octet pair, or -1 when a half is not a digit. */
export function fromSwappedBcd(octet: number): number {
  const tens = octet & 15;
  const units = octet >> 4;
  return tens > 9 || units > 9 ? -1 : tens * 10 + units;
}

/** The octet that holds 0 to 99 as swapped decimal digits. */
export function toSwappedBcd(value: number): number {
  return ((value % 10) << 4) | Math.floor(value / 10);
}
