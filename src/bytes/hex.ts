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
  const length = hex.length >> 1;
  const octets = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const high = digitValue(hex.charCodeAt(2 * i));
    const low = digitValue(hex.charCodeAt(2 * i + 1));
    if ((high | low) < 0) throw notHex(hex, high < 0 ? 2 * i : 2 * i + 1);
    octets[i] = (high << 4) | low;
  }
  if (hex.length % 2 !== 0) {
    const last = hex.length - 1;
    if (digitValue(hex.charCodeAt(last)) < 0) throw notHex(hex, last);
    throw new DecodeError('truncated', 'hex', last, 'the last octet has one digit');
  }
  return octets;
}

/** Upper-case hex of the octets, two digits each. */
export function toHex(octets: Uint8Array): string {
  let text = '';
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] as number;
    text += (DIGITS[octet >> 4] as string) + (DIGITS[octet & 15] as string);
  }
  return text;
}

const DIGITS = '0123456789ABCDEF';

function digitValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code & ~0x20;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}

function notHex(hex: string, index: number): DecodeError {
  return new DecodeError('bad-value', 'hex', index, `${JSON.stringify(hex[index])} is no hex digit`);
}
