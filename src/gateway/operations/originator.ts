/**
 * Who a message comes from: what the account may put there, and how it goes on air (G-RID-01).
 * @module
 */
import { parseNumber, REPORT } from '../../protocol/index.js';
import { Refusal } from './refusal.js';

/** Characters of a name on air. */
const NAME_ON_AIR = 11;

/** What an account may put into ReplyTo: its own values, and always the service's domain. */
export function permittedReplyTo(own: readonly string[], serviceDomain: string): string[] {
  return own.includes(serviceDomain) ? [...own] : [...own, serviceDomain];
}

/**
 * The permitted value that a request names; numbers may be written in any way. Without one, the account's default, else the service's domain.
 * @throws Refusal `replyToNotPermitted`
 */
export function replyToOf(asked: string | undefined, own: readonly string[], serviceDomain: string): string {
  if (asked === undefined) return own[0] ?? serviceDomain;
  const number = parseNumber(asked);
  const found = permittedReplyTo(own, serviceDomain).find(
    (value) => value === asked || (number !== undefined && parseNumber(value) === number),
  );
  if (found === undefined) throw new Refusal(REPORT.replyToNotPermitted, 'ReplyTo is not permitted for this account');
  return found;
}

/** Number among the originators, however it is written: one with a country code, or a short code. */
export function originatorNumber(replyTo: string): string | undefined {
  return parseNumber(replyTo) ?? (/^\d{1,15}$/.test(replyTo) ? replyTo : undefined);
}

/** How it goes on air: the digits of a number, else the first eleven characters. */
export function onAir(replyTo: string): string {
  return parseNumber(replyTo) ?? [...replyTo].slice(0, NAME_ON_AIR).join('');
}
