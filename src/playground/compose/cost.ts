/**
 * What messages cost: a price as it is typed, times messages, times recipients, to the last digit. No DOM here.
 * @module
 */
import { EncodeError } from '../../errors.js';

/** A price of one message. */
export interface Price {
  /** Before and after the number: `$`, ` EUR`. */
  readonly before: string;
  readonly after: string;
  /** The number without its decimal sign, and how many of its digits are decimals. */
  readonly digits: bigint;
  readonly decimals: number;
  /** `.` or `,`. */
  readonly sign: string;
}

const PRICE = /^([\p{Sc}\p{L}]{0,8}\s?)(\d{0,9})(?:([.,])(\d{1,9}))?(\s?[\p{Sc}\p{L}]{0,8})$/u;

/**
 * Reads a price: `0.075`, `0,075 €`, `USD 0.0079`. A comma is a decimal sign, too.
 * @returns undefined for an empty text.
 * @throws EncodeError `bad-value` for anything else.
 */
export function readPrice(text: string): Price | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const [, before = '', whole = '', sign = '.', fraction = '', after = ''] = PRICE.exec(typed) ?? [];
  if (whole + fraction === '') throw EncodeError.badValue('price', 'not a number with a currency, such as 0.075 or $0.0079');
  return { before, after, sign, digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** Recipients at most. */
export const MAX_RECIPIENTS = 1_000_000_000;

/**
 * Reads a number of recipients; thousands may be apart: `12,000`, `12 000`. An empty text is one.
 * @throws EncodeError `bad-value` for what is not a number from 1 to {@link MAX_RECIPIENTS}.
 */
export function readRecipients(text: string): number {
  const typed = text.trim();
  if (typed === '') return 1;
  const isNumber = /^\d{1,10}$|^\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+$/.test(typed);
  const number = isNumber ? Number(typed.replace(/\D/g, '')) : 0;
  if (number >= 1 && number <= MAX_RECIPIENTS) return number;
  throw EncodeError.badValue('recipients', `not a whole number from 1 to ${MAX_RECIPIENTS.toLocaleString('en')}`);
}

/** A price times a whole number, in the form of the price: `$1,580.00`. */
export function formatCost({ before, after, digits, decimals, sign }: Price, times: number): string {
  const all = String(digits * BigInt(times)).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const fraction = all.slice(all.length - decimals).replace(/0+$/, '');
  const group = sign === ',' ? '.' : ',';
  const shown = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${before}${shown}${sign}${fraction.padEnd(2, '0')}${after}`;
}
