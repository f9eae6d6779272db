/**
 * Amounts of money: whole numbers of 1/10,000 of a currency inside, decimal strings with four places outside. Nothing is ever rounded.
 * @module
 */
import { DecodeError, EncodeError } from '../../errors.js';

/** An amount of money in 1/10,000 of the currency: a safe integer, negative in some ledger entries. */
export type Money = number;

/** The most that an account can hold: eleven digits before the point. */
export const MAX_MONEY: Money = 999_999_999_999_999;

const UNIT = 10_000;
const DECIMAL = /^(\d{1,11})(?:\.(\d{1,4}))?$/;

/**
 * Reads a non-negative decimal amount, such as `15.2345`, with at most eleven digits before the point and four after it.
 * @throws DecodeError `bad-value` with the given field.
 */
export function parseMoney(text: string, field = 'amount'): Money {
  const match = DECIMAL.exec(text);
  if (match === null) {
    throw new DecodeError('bad-value', field, undefined, 'is no decimal number with at most four places, such as "15.2345"');
  }
  const [, whole = '', places = ''] = match;
  return Number(whole) * UNIT + Number(places.padEnd(4, '0'));
}

/**
 * Writes an amount with four decimal places: `15.2345`, `-0.0450`.
 * @throws EncodeError `bad-value` for a number that is not a safe integer.
 */
export function formatMoney(amount: Money): string {
  if (!Number.isSafeInteger(amount)) throw EncodeError.badValue('amount', `${amount} is no safe integer`);
  const digits = String(Math.abs(amount)).padStart(5, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
