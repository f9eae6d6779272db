/**
 * Octet strings as arguments and results.
 * @module
 */
import { wrongArgument } from './check.js';

const HEX = /^[\da-f\s]+$/i;

/** A fresh copy. Not `slice`: on a Node Buffer that is a view, and what was returned would change with the caller's buffer. */
export function copyOctets(octets: Uint8Array): Uint8Array {
  return new Uint8Array(octets);
}

/** Pieces, one after the other. @param length octets of all of them, where it is known */
export function joinOctets(
  pieces: readonly Uint8Array[],
  length = pieces.reduce((sum, piece) => sum + piece.length, 0),
): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Requires octets, of whatever realm they are; a string, a plain array or octets with a sign would be read as garbage.
 * @throws TypeError
 */
export function requireOctets(value: unknown, name: string): asserts value is Uint8Array {
  if (value instanceof Uint8Array) return;
  const tag: unknown = ArrayBuffer.isView(value) ? (value as Uint8Array)[Symbol.toStringTag] : undefined;
  if (tag !== 'Uint8Array' && tag !== 'Uint8ClampedArray') {
    const isConvertible = Array.isArray(value) || value instanceof ArrayBuffer;
    const advice =
      typeof value === 'string' && HEX.test(value)
        ? '; fromHex reads hex'
        : isConvertible
          ? ': new Uint8Array(...) makes one'
          : '';
    throw wrongArgument(value, name, `a Uint8Array${advice}`);
  }
}

/** Whether this machine has the low octet first, which is the order of its typed arrays. */
export function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}

/** Two octets as a number, the high one first; what is not there is 0. */
export function u16be(octets: Uint8Array, at: number): number {
  return ((octets[at] ?? 0) << 8) | (octets[at + 1] ?? 0);
}

/** Two octets, the low one first. */
export function u16le(octets: Uint8Array, at: number): number {
  return (octets[at] ?? 0) | ((octets[at + 1] ?? 0) << 8);
}

/** Four octets, the high one first. */
export function u32be(octets: Uint8Array, at: number): number {
  return u16be(octets, at) * 0x1_0000 + u16be(octets, at + 2);
}

/** Four octets, the low one first. */
export function u32le(octets: Uint8Array, at: number): number {
  return u16le(octets, at + 2) * 0x1_0000 + u16le(octets, at);
}

/** An octet as two digits, in upper case. */
export function octetHex(octet: number): string {
  return octet.toString(16).toUpperCase().padStart(2, '0');
}

/** Two octets in hex, the high one first. */
export function pairHex(value: number): string {
  return octetHex(value >> 8) + octetHex(value & 0xff);
}

/** The value of a hex digit, in any case, by its character code; -1 for what is none. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
