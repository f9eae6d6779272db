/**
 * Dialling numbers: digits of BCD, two an octet, the first in the low half; F after the last.
 *
 * Source: 3GPP TS 51.011 section 10.5.1, table 12.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { TYPE_OF_ADDRESS } from '../sms/address.js';

/** A number to dial, as EF_ADN stores it (TS 51.011 section 10.5.1). */
export interface DialledNumber {
  /** Type of number, 0 to 7: 0 unknown, 1 international, 2 national. */
  readonly ton: number;
  /** Numbering plan, 0 to 15: 1 ISDN/E.164. */
  readonly npi: number;
  /** `0` to `9`, `*`, `#`, `p` for a pause (later digits are sent as tones), `?` for a digit that the user adds, `e` for the reserved value. */
  readonly digits: string;
}

const DIGITS = '0123456789*#p?e';

/** Type of number and numbering plan, as addresses of messages have them. */
export const TYPE_OF_NUMBER: OctetLayout = { ...TYPE_OF_ADDRESS, name: 'TON and NPI', spec: '51.011 10.5.1' };

/** Writes digits and returns where they end. @throws EncodeError `bad-value` with the index of what is not a digit. */
export function writeDigits(digits: string, target: Uint8Array, at: number, field: string): number {
  for (let i = 0; i < digits.length; i++) {
    const code = DIGITS.indexOf(digits[i] as string);
    if (code < 0) throw new EncodeError('bad-value', field, i, `${JSON.stringify(digits[i])} is not a digit of ${DIGITS}`);
    const low = target[at + (i >> 1)] as number;
    target[at + (i >> 1)] = i % 2 === 0 ? 0xf0 | code : (low & 15) | (code << 4);
  }
  return at + ((digits.length + 1) >> 1);
}

/** Reads digits of so many octets up to the first F. @throws DecodeError `truncated`; `bad-value` for a digit after F. */
export function readDigits(reader: ByteReader, lengthOctets: number, field: string, reading: Reading): string {
  if (lengthOctets === 0) return '';
  const at = reader.offset;
  const octets = reader.take(lengthOctets, field, '51.011 10.5.1');
  let digits = '';
  let isOver = false;
  for (let i = 0; i < 2 * lengthOctets; i++) {
    const octet = octets[i >> 1] as number;
    const code = i % 2 === 0 ? octet & 15 : octet >> 4;
    if (code === 15) isOver = true;
    else if (isOver) {
      reading.fault('bad-value', field, at + (i >> 1), 'a digit follows F, which ends the number');
      break;
    } else digits += DIGITS[code] as string;
  }
  reader.trace?.mean(digits);
  return digits;
}

/** Formats a number for display: its digits, with a leading `+` if international. */
export function formatDialled(dialledNumber: DialledNumber): string {
  requireObject(dialledNumber, 'dialledNumber');
  const { ton, digits } = dialledNumber;
  return ton === 1 ? `+${digits}` : digits;
}
