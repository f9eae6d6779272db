/**
 * What the gateway posts to its customer's own server, as a form.
 *
 *   Username=NULL&PIN=NULL&SendTo=447700900123&Timestamp1=2024-03-07T12:30:00Z&MessageIdentifier=...&Report=-2      a delivery receipt
 *   Username=NULL&PIN=NULL&SendTo=447700900456&Message=...&ReplyTo=447700900123&Timestamp1=...&MessageIdentifier=...   an incoming message
 *
 * A post with a field Message is an incoming message. The literal `NULL` means that the customer has not set the credentials. The order of fields is free, and
 * other fields are ignored. Source: the gateway interface document, section 10 (G-DLR-01, G-MO-01, and G-DLR-02 for the fields of a receipt, of which only
 * the first three are confirmed).
 * @module
 */
import { requireObject, requireText } from '../bytes/check.js';
import { DecodeError, EncodeError, type FormatError } from '../errors.js';
import { formatDateTime, parseUtc } from '../push/si-sl-co/datetime.js';
import { FormFields, formatForm, parseForm } from './form.js';
import type { Callback, DeliveryReceipt, IncomingMessage } from './model.js';
import type { Mutable } from './parameters.js';
import { missing } from './parameters.js';
import { checkReport } from './response.js';
import { integerOf } from './tags.js';

/** The value for a user name or PIN that is not set. */
const NONE = 'NULL';

const CREDENTIAL_CHARACTERS = 20;
const IDENTIFIER_CHARACTERS = 15;
/** What is taken: other gateways have longer ones. */
const IDENTIFIER_CHARACTERS_READ = 40;
/** No size is given for who has sent a message; a number takes 15, an alphanumeric originator 11. */
export const REPLY_TO_CHARACTERS = 64;

/**
 * Writes a callback as a form body. Milliseconds of its time are dropped.
 * @throws EncodeError naming the form's field: `bad-value` for a SendTo that is not 1 to 15 digits, an empty ReplyTo, credentials that are empty or
 *   would read as none (`NULL`), a report outside of -99 to 999; `too-long`; `unencodable` for a lone surrogate.
 * @example
 * ```ts
 * import { formatCallback } from 'handset/protocol';
 *
 * const receipt = { kind: 'receipt', sendTo: '447700900123', messageIdentifier: 'ABCDEFGHIJK0001', report: -2 } as const;
 * formatCallback(receipt);
 * // -> 'Username=NULL&PIN=NULL&SendTo=447700900123&MessageIdentifier=ABCDEFGHIJK0001&Report=-2'
 * ```
 */
export function formatCallback(callback: Callback): string {
  requireObject(callback, 'callback');
  const { username, pin, sendTo, timestamp, messageIdentifier } = callback;
  const fields: [string, string][] = [
    ['Username', credentialField('Username', username)],
    ['PIN', credentialField('PIN', pin)],
    ['SendTo', sendTo],
  ];
  if (!/^\d{1,15}$/.test(sendTo)) throw EncodeError.badValue('SendTo', 'is not 1 to 15 digits');
  if (callback.kind === 'message') {
    checkLength('ReplyTo', callback.replyTo, REPLY_TO_CHARACTERS);
    if (callback.replyTo !== callback.replyTo.trim()) {
      throw EncodeError.badValue('ReplyTo', 'has blanks at its ends');
    }
    fields.push(['Message', callback.message], ['ReplyTo', callback.replyTo]);
  }
  if (timestamp !== undefined) fields.push(['Timestamp1', formatDateTime(timestamp, 'Timestamp1')]);
  if (messageIdentifier !== undefined) {
    checkLength('MessageIdentifier', messageIdentifier, IDENTIFIER_CHARACTERS);
    fields.push(['MessageIdentifier', messageIdentifier]);
  }
  if (callback.kind === 'receipt' && callback.report !== undefined) {
    checkReport(callback.report);
    fields.push(['Report', String(callback.report)]);
  }
  return formatForm(fields);
}

/**
 * Reads a callback from a form body or its fields. SentTo is accepted as SendTo, a leading plus sign of the number is dropped, and a time without `Z` is UTC.
 * @throws DecodeError naming the form's field: `truncated` if SendTo, or the ReplyTo of a message, is missing; `bad-value` or `too-long` with the
 *   index in the field's value; and as `parseForm` for an invalid form.
 * @throws LimitError as `parseForm`.
 * @example
 * ```ts
 * import { parseCallback } from 'handset/protocol';
 *
 * parseCallback('Username=NULL&PIN=NULL&SendTo=447700900456&Message=Yes+please&ReplyTo=447700900123');
 * // -> { kind: 'message', sendTo: '447700900456', message: 'Yes please', replyTo: '447700900123' }
 * ```
 */
export function parseCallback(body: string | Uint8Array | FormFields): Callback {
  const fields = body instanceof FormFields ? body : parseForm(body);
  const common = {
    ...credentialOf('username', 'Username', fields),
    ...credentialOf('pin', 'PIN', fields),
    sendTo: recipientOf(fields),
    ...momentOf(fields),
    ...identifierOf(fields),
  };
  const message = fields.get('Message');
  if (message !== undefined) {
    const read: IncomingMessage = { kind: 'message', ...common, message, replyTo: replyToOf(fields) };
    return read;
  }
  const receipt: Mutable<DeliveryReceipt> = { kind: 'receipt', ...common };
  const report = fields.get('Report')?.trim();
  if (report) {
    const code = integerOf(report);
    if (code === undefined) throw bad('Report', 0, 'is no integer of at most six digits');
    receipt.report = code;
  }
  return receipt;
}

function credentialField(field: string, value: string | undefined): string {
  if (value === undefined) return NONE;
  checkLength(field, value, CREDENTIAL_CHARACTERS);
  if (value === NONE) throw EncodeError.badValue(field, `${NONE} stands for none`);
  return value;
}

function credentialOf<K extends 'username' | 'pin'>(key: K, field: string, fields: FormFields): { [P in K]?: string } {
  const value = fields.get(field);
  return value === undefined || value === '' || value === NONE ? {} : ({ [key]: value } as { [P in K]: string });
}

function recipientOf(fields: FormFields): string {
  const field = fields.has('SendTo') || !fields.has('SentTo') ? 'SendTo' : 'SentTo';
  const value = fields.get(field) ?? '';
  if (value.trim() === '') throw missing(DecodeError, field);
  // A plus sign that was not escaped is a blank by now.
  const digits = /^ *\+?(\d+) *$/.exec(value)?.[1];
  if (digits === undefined) throw bad(field, /^ *\+?\d*/.exec(value)?.[0].length ?? 0, 'is not 1 to 15 digits');
  if (digits.length > 15) throw tooLong(field, value.indexOf(digits) + 15, digits.length, 'digits, at most 15');
  return digits;
}

function replyToOf(fields: FormFields): string {
  const value = fields.get('ReplyTo')?.trim();
  if (!value) throw missing(DecodeError, 'ReplyTo');
  if (value.length > REPLY_TO_CHARACTERS) throw tooLong('ReplyTo', REPLY_TO_CHARACTERS, value.length);
  return value;
}

function identifierOf(fields: FormFields): { messageIdentifier?: string } {
  const value = fields.get('MessageIdentifier')?.trim();
  if (!value) return {};
  if (value.length > IDENTIFIER_CHARACTERS_READ) throw tooLong('MessageIdentifier', IDENTIFIER_CHARACTERS_READ, value.length);
  return { messageIdentifier: value };
}

function momentOf(fields: FormFields): { timestamp?: Date } {
  const value = fields.get('Timestamp1')?.trim();
  if (!value) return {};
  return { timestamp: parseUtc(value, 'Timestamp1') };
}

function checkLength(field: string, value: string, most: number): void {
  requireText(value, field);
  if (value === '') throw EncodeError.badValue(field, 'is empty');
  if (value.length > most) throw new EncodeError('too-long', field, most, `${value.length} characters, at most ${most}`);
}

function bad(field: string, offset: number, reason: string): FormatError {
  return new DecodeError('bad-value', field, offset, reason);
}

function tooLong(field: string, offset: number, length: number, reason = `characters, at most ${offset}`): FormatError {
  return new DecodeError('too-long', field, offset, `${length} ${reason}`);
}
