/**
 * Semi-octets: two digits an octet, the first in the low half (TS 23.040 section 9.1.2.3).
 * @module
 */

/** Decodes an octet of two swapped decimal digits (TS 23.040 section 9.1.2.3): 0x21 is 12. Returns -1 when a half is not a decimal digit. */
export function fromSwappedBcd(octet: number): number {
  const tens = octet & 15;
  const units = octet >> 4;
  return tens > 9 || units > 9 ? -1 : tens * 10 + units;
}

/** Encodes 0 to 99 as an octet of two swapped decimal digits (TS 23.040 section 9.1.2.3): 12 is 0x21. The value is not checked. */
export function toSwappedBcd(value: number): number {
  return ((value % 10) << 4) | Math.floor(value / 10);
}
