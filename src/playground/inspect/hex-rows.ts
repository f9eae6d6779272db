/**
 * Octets in rows, and the bits of them that a field takes. No DOM here.
 * @module
 */
import type { BitOrder, BitRange, Field } from '../../bytes/index.js';

/** A row of octets. */
export interface HexRow {
  /** Offset of the first octet. */
  readonly offset: number;
  /** Two digits each. */
  readonly hex: readonly string[];
  /** Eight bits each, the most significant one first. */
  readonly bits: readonly string[];
  /** A printable character each, a middle dot for all others. */
  readonly characters: readonly string[];
}

/** How many rows octets take; octets that are none take one, which is empty. */
export function rowCount(length: number, width: number): number {
  return Math.max(1, Math.ceil(length / width));
}

/** Row number `row`, from 0, of rows of `width` octets. */
export function rowOf(octets: Uint8Array, row: number, width: number): HexRow {
  const offset = row * width;
  const cells = Array.from(octets.subarray(offset, offset + width));
  return {
    offset,
    hex: cells.map((octet) => octet.toString(16).toUpperCase().padStart(2, '0')),
    bits: cells.map(bitsOf),
    characters: cells.map(characterOf),
  };
}

/** Bits of an octet, the most significant one first. */
export function bitsOf(octet: number): string {
  return octet.toString(2).padStart(8, '0');
}

/** ASCII that prints; a middle dot for all other octets. */
export function characterOf(octet: number): string {
  return octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '·';
}

/** Digits that the offsets of rows need, at least four. */
export function offsetDigits(length: number): number {
  return Math.max(4, String(Math.max(0, length - 1)).length);
}

/** Rows to draw: those in sight and `spare` on either side. */
export function rowsInSight(
  view: { readonly top: number; readonly height: number; readonly rowHeight: number; readonly count: number },
  spare: number,
): { readonly from: number; readonly to: number } {
  const { top, height, rowHeight, count } = view;
  const from = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - spare));
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + spare) };
}

/** The bits of a field. */
export function rangeOf({ bits, start, end }: Pick<Field, 'bits' | 'start' | 'end'>): BitRange {
  return bits ?? { order: 'msb', from: start * 8, to: end * 8 };
}

/** Which bits of an octet a range takes, as a mask: 0x80 is the most significant one. */
export function maskAt({ order, from, to }: BitRange, offset: number): number {
  const first = Math.max(0, Math.min(8, from - offset * 8));
  const last = Math.max(first, Math.min(8, to - offset * 8));
  // Counted from the end at which bit 0 of the order stands.
  return order === 'msb' ? (0xff >> first) & (0xff << (8 - last)) & 0xff : (0xff << first) & (0xff >> (8 - last)) & 0xff;
}

/** Position of the bit that stands at `place` (0 is the most significant one) of an octet, counted in an order. */
export function positionOf(order: BitOrder, offset: number, place: number): number {
  return offset * 8 + (order === 'msb' ? place : 7 - place);
}

/** First octet of a range, and one past the last. */
export function octetsOf({ from, to }: BitRange): { readonly start: number; readonly end: number } {
  return { start: Math.floor(from / 8), end: Math.ceil(to / 8) };
}
