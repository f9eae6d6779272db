/**
 * Answers to queries and to account management.
 *
 *   Currency=GBP&AvailableCredit=15.2345            an older form: AvailableCredit=UKL 15.2345
 *   AvailableMessages=381
 *   PermittedReplyTo=447700900123,example.com
 *   Report=0&Username=JDoe.12345&PIN=01234567       management; the account only where one was made
 *
 * A refusal has the tags of a send's answer, a query's with MessageIdentifier and management's without. Money is a decimal string, as it was written.
 * Source: the gateway interface document, sections 7 and 8 (G-QRY-02 to 04, G-MGT-02, 05, 06 and 07), G-RES-12 and 13.
 * @module
 */
import { requireList, requireObject, requireText } from '../bytes/check.js';
import { percentEncode } from '../bytes/percent.js';
import { EncodeError } from '../errors.js';
import type { Result } from './model.js';
import type { Mutable } from './parameters.js';
import { isAccepted } from './reports.js';
import { checkReport, checkText, lineResult, tagResult } from './response.js';
import { checkCredentials } from './sending.js';
import { type AnswerOptions, decodeValue, readAnswer, refused, type Tag } from './tags.js';

/** The credit of an account. */
export interface Credit {
  /** Three letters: ISO 4217, or `UKL` for pounds sterling in older answers. */
  readonly currency: string;
  /** The amount as decimal text, verbatim: `15.2345`. */
  readonly amount: string;
}

/** A refused query, for example for an invalid login. */
export interface QueryRefusal {
  /** The gateway's refusal. */
  readonly refusal: Result;
}

/** Answer to AvailableCredit. */
export type CreditAnswer = (Credit & { readonly refusal?: undefined }) | QueryRefusal;

/** Answer to AvailableMessages. */
export type MessageCountAnswer = { readonly messages: number; readonly refusal?: undefined } | QueryRefusal;

/** Answer to PermittedReplyTo. */
export type PermittedReplyToAnswer =
  | { readonly permittedReplyTo: readonly string[]; readonly refusal?: undefined }
  | QueryRefusal;

/** Answer to a request of account management. */
export interface ManagementAnswer {
  /** Report code; see `REPORTS`. */
  readonly report: number;
  /** Whether the request was carried out. */
  readonly accepted: boolean;
  /** The gateway's text for people. */
  readonly text?: string | undefined;
  /** User name of a created account. */
  readonly username?: string | undefined;
  /** PIN of a created account. */
  readonly pin?: string | undefined;
}

/** Options of {@link formatCredit}. */
export interface CreditFormatOptions {
  /** The form of the answer: `current` (default), or `older`, which puts the currency before the amount in one parameter. */
  readonly form?: 'current' | 'older' | undefined;
}

const AMOUNT = /^-?\d{1,12}(?:\.\d{1,8})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Writes the answer to AvailableCredit, with the amount padded to four decimals (G-QRY-02).
 * @throws EncodeError `bad-value` for a currency that is not three capitals, or an amount of another form or with more than four decimals.
 */
export function formatCredit(credit: Credit, { form = 'current' }: CreditFormatOptions = {}): string {
  requireObject(credit, 'credit');
  const { currency, amount } = credit;
  if (!CURRENCY.test(currency)) throw EncodeError.badValue('Currency', 'is not three capital letters');
  const [whole = '', decimals = ''] = amount.split('.');
  if (!AMOUNT.test(amount) || decimals.length > 4) {
    throw EncodeError.badValue('AvailableCredit', 'is not a decimal number with at most four decimals');
  }
  const value = `${whole}.${decimals.padEnd(4, '0')}`;
  return form === 'older' ? `AvailableCredit=${currency}%20${value}` : `Currency=${currency}&AvailableCredit=${value}`;
}

/**
 * Reads the answer to AvailableCredit, in either form. A refusal is an answer, not an error.
 * @throws ProtocolError for any other text.
 */
export function parseCredit(body: string, options: AnswerOptions = {}): CreditAnswer {
  const answer = readQuery(body, options);
  if ('refusal' in answer) return answer;
  const value = textOf('AvailableCredit', answer.values);
  const [currency, amount, rest] = answer.values.has('Currency')
    ? [textOf('Currency', answer.values), value]
    : value.split(/ +/, 3);
  if (
    currency === undefined ||
    amount === undefined ||
    rest !== undefined ||
    !CURRENCY.test(currency) ||
    !AMOUNT.test(amount)
  ) {
    throw refused('unreadable', 'AvailableCredit is no amount of money', body, options);
  }
  return { currency, amount };
}

/**
 * Writes the answer to AvailableMessages.
 * @throws EncodeError `bad-value` unless it is a whole number, 0 or above.
 */
export function formatMessageCount(messages: number): string {
  if (!Number.isSafeInteger(messages) || messages < 0) {
    throw EncodeError.badValue('AvailableMessages', 'is not a whole number, 0 or above');
  }
  return `AvailableMessages=${messages}`;
}

/**
 * Reads the answer to AvailableMessages. A refusal is an answer, not an error.
 * @throws ProtocolError for any other text.
 */
export function parseMessageCount(body: string, options: AnswerOptions = {}): MessageCountAnswer {
  const answer = readQuery(body, options);
  if ('refusal' in answer) return answer;
  const value = textOf('AvailableMessages', answer.values);
  const messages = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(messages)) throw refused('unreadable', 'AvailableMessages is no whole number', body, options);
  return { messages };
}

/**
 * Writes the answer to PermittedReplyTo.
 * @throws EncodeError `bad-value` for an item that is empty or has blanks at its ends.
 */
export function formatPermittedReplyTo(permittedReplyTo: readonly string[]): string {
  requireList(permittedReplyTo, 'permittedReplyTo', requireText);
  for (const item of permittedReplyTo) {
    if (item === '' || item !== item.trim()) {
      throw EncodeError.badValue('PermittedReplyTo', 'an item is empty or has blanks at its ends');
    }
  }
  return `PermittedReplyTo=${permittedReplyTo.map(percentEncode).join(',')}`;
}

/**
 * Reads the answer to PermittedReplyTo; empty items are skipped. A refusal is an answer, not an error.
 * @throws ProtocolError for any other text.
 */
export function parsePermittedReplyTo(body: string, options: AnswerOptions = {}): PermittedReplyToAnswer {
  const answer = readQuery(body, options);
  if ('refusal' in answer) return answer;
  const value = answer.values.get('PermittedReplyTo');
  if (value === undefined) throw refused('unreadable', 'the answer has no PermittedReplyTo', body, options);
  const items = value.split(',').map((item) => decodeValue(item).trim());
  return { permittedReplyTo: items.filter((item) => item !== '') };
}

/**
 * Writes the answer to a request of account management.
 * @throws EncodeError `bad-value` for a report outside of -99 to 999, for a name without a PIN or the reverse, or for credentials that are not 1 to 20
 *   characters A-Z a-z 0-9 and (name only) dots; `too-long` for a text of more than 255 characters.
 */
export function formatManagement(answer: Omit<ManagementAnswer, 'accepted'>): string {
  requireObject(answer, 'answer');
  const { report, text, username, pin } = answer;
  checkReport(report);
  checkText(text);
  if ((username === undefined) !== (pin === undefined)) {
    throw EncodeError.badValue(username === undefined ? 'Username' : 'PIN', 'Username and PIN go together');
  }
  let body = `Report=${report}`;
  if (text) body += `&Text=${percentEncode(text)}`;
  if (username === undefined || pin === undefined) return body;
  checkCredentials({ username, pin }, EncodeError);
  return `${body}&Username=${username}&PIN=${pin}`;
}

/**
 * Reads the answer to a request of account management. A refusal is an answer, not an error. After createChildAccount, check that `username` and `pin` are
 * present: an accepted answer may lack them.
 * @throws ProtocolError for any other text.
 */
export function parseManagement(body: string, options: AnswerOptions = {}): ManagementAnswer {
  const answer = readAnswer(body, options);
  const { report, text } = answer.kind === 'line' ? lineResult(answer, 'tags') : tagResult(answer, body, options);
  const read: Mutable<ManagementAnswer> = { report, accepted: isAccepted(report) };
  if (text !== undefined) read.text = text;
  if (answer.kind === 'tags') {
    const username = textOf('Username', answer.values);
    const pin = textOf('PIN', answer.values);
    if (username !== '') read.username = username;
    if (pin !== '') read.pin = pin;
  }
  return read;
}

/** The tags of an answer to a query, or its refusal. A report that accepts says nothing: the value has to be there. */
function readQuery(body: string, options: AnswerOptions): { readonly values: ReadonlyMap<Tag, string> } | QueryRefusal {
  const answer = readAnswer(body, options);
  if (answer.kind === 'tags' && !answer.values.has('Report')) return answer;
  const result = answer.kind === 'line' ? lineResult(answer, 'tags') : tagResult(answer, body, options);
  if (!result.accepted) return { refusal: result };
  if (answer.kind === 'tags') return answer;
  throw refused('unreadable', 'the answer to a query has no value', body, options);
}

function textOf(tag: Tag, values: ReadonlyMap<Tag, string>): string {
  return decodeValue(values.get(tag) ?? '').trim();
}
