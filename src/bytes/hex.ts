/**
 * Hexadecimal text: upper case out, any case in.
 * @module
 */
import { DecodeError } from '../errors.js';

/**
 * Octets of a hex text: pairs of digits in any case, nothing between them.
 * @throws DecodeError `bad-value` at the first character that is no hex digit, `truncated` when the last pair is incomplete.
 */
export function fromHex(hex: string): Uint8Array {
  const digits = digitValues();
  const length = hex.length >> 1;
  const octets = new Uint8Array(length);
  for (let i = 0, at = 0; i < length; i++, at += 2) {
    const high = hex.charCodeAt(at);
    const low = hex.charCodeAt(at + 1);
    const octet = ((digits[high & 0xff] as number) << 4) | (digits[low & 0xff] as number);
    if (octet < 0 || (high | low) > 0xff) throw notHex(hex, high > 0xff || (digits[high] as number) < 0 ? at : at + 1);
    octets[i] = octet;
  }
  if (hex.length % 2 !== 0) {
    const last = hex.length - 1;
    if (((digits[hex.charCodeAt(last)] ?? -1) as number) < 0) throw notHex(hex, last);
    throw new DecodeError('truncated', 'hex', last, 'the last octet has one digit');
  }
  return octets;
}

/** Upper-case hex of the octets, two digits each. */
export function toHex(octets: Uint8Array): string {
  const pairs = hexPairs();
  let text = '';
  for (let i = 0; i < octets.length; i++) text += pairs[octets[i] as number] as string;
  return text;
}

let digitTable: Int8Array | undefined;

/** By character code up to 255: the digit's value, -1 for what is no digit. */
function digitValues(): Int8Array {
  if (digitTable !== undefined) return digitTable;
  digitTable = new Int8Array(256).fill(-1);
  for (let value = 0; value < 16; value++) {
    const digit = value.toString(16);
    digitTable[digit.charCodeAt(0)] = value;
    digitTable[digit.toUpperCase().charCodeAt(0)] = value;
  }
  return digitTable;
}

let pairTable: string[] | undefined;

function hexPairs(): string[] {
  pairTable ??= Array.from({ length: 256 }, (_, octet) => octet.toString(16).toUpperCase().padStart(2, '0'));
  return pairTable;
}

function notHex(hex: string, index: number): DecodeError {
  return new DecodeError('bad-value', 'hex', index, `${JSON.stringify(hex[index])} is no hex digit`);
}
