/**
 * Options that take a number of a phone or a service centre.
 * @module
 */
import { EncodeError } from '../errors.js';
import { compactNumber } from '../sms/address.js';
import type { AddressInput } from '../sms/index.js';

/** A recipient: a number with country code, or a short code. */
export function recipientOption(value: string): AddressInput {
  const short = /^short:([0-9*#]{1,20})$/.exec(value)?.[1];
  if (short !== undefined) return { ton: 0, npi: 1, digits: short };
  const number = compactNumber(value);
  if (/^\+?\d{1,20}$/.test(number)) return number;
  if (value.includes(',')) throw EncodeError.badValue('--to', `takes one recipient, not a list: run it once for each`);
  const allowed = 'at most 20 digits with country code, such as 447700900123, or short:1234';
  throw EncodeError.badValue('--to', `takes ${allowed}, not ${JSON.stringify(value)}`);
}

/** A service centre's number. */
export function smscOption(value: string): string {
  const number = compactNumber(value);
  if (/^\+?\d{1,20}$/.test(number)) return number;
  const reason = `takes at most 20 digits with country code, not ${JSON.stringify(value)}`;
  throw EncodeError.badValue('--smsc', reason);
}
