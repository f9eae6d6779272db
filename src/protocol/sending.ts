/**
 * What both kinds of send request have: who asks, to whom, as whom and when.
 *
 *   Username PIN SendTo SendToAddressBook ReplyTo SendTimeDelay SendTimeAbsolute ResponseFormat DeliveryServiceOption
 *
 * Source: the gateway interface document, sections 2 to 5. Where it is silent: a delivery service that nobody knows means the account's own on
 * both endpoints, as section 4 has it.
 * @module
 */
import { DecodeError, EncodeError, type Limits } from '../errors.js';
import { formatDateTime, parseUtc } from '../push/si-sl-co/datetime.js';
import type { FormFields } from './form.js';
import {
  type Credentials,
  DELIVERY_SERVICES,
  type DeliveryService,
  RESPONSE_FORMATS,
  type ResponseFormat,
  type Sending,
} from './model.js';
import { checkAddressBook, formatNumbers, parseNumbers } from './numbers.js';
import {
  addText,
  bad,
  type Fault,
  missing,
  notAllowed,
  type Parameters,
  requiredOf,
  requireText,
  valueIn,
} from './parameters.js';

/** How to read a request. */
export interface RequestOptions {
  /** Other values for `formOctets`, `formFields` and `recipients` of DEFAULT_LIMITS, and those of tunes. */
  readonly limits?: Partial<Limits> | undefined;
}

/** A user name as the gateway issues it; a PIN has no dot. */
const USERNAME = /^[A-Za-z0-9.]{1,20}$/;
const PIN = /^[A-Za-z0-9]{1,20}$/;

const MOST_MINUTES = 10_080;

/**
 * Name and PIN of a request, to be checked before anything else of it.
 * @returns undefined when one is missing or is none that the gateway could have issued: a login error either way.
 */
export function credentialsOf(fields: FormFields): Credentials | undefined {
  const username = valueIn(fields, 'Username');
  const pin = valueIn(fields, 'PIN');
  if (username === undefined || pin === undefined || !USERNAME.test(username) || !PIN.test(pin)) return undefined;
  return { username, pin };
}

/** {@link credentialsOf} a request that has to have them. @throws DecodeError `truncated` or `bad-value`, without the value. */
export function requiredCredentialsOf(fields: FormFields): Credentials {
  const credentials = { username: requiredOf(fields, 'Username'), pin: requiredOf(fields, 'PIN') };
  checkCredentials(credentials, DecodeError);
  return credentials;
}

/** Adds name and PIN. @throws EncodeError `bad-value`, without the value. */
export function addCredentials(parameters: Parameters, { username, pin }: Credentials): void {
  requireText(username, 'Username');
  requireText(pin, 'PIN');
  checkCredentials({ username, pin }, EncodeError);
  parameters.push(['Username', username], ['PIN', pin]);
}

/** Requires a name and a PIN that the gateway could have issued. The message shows neither. */
export function checkCredentials({ username, pin }: Credentials, Fault: Fault): void {
  checkUsername(username, 'Username', Fault);
  if (!PIN.test(pin)) throw bad(Fault, 'PIN', 'is not 1 to 20 letters and digits');
}

/** Requires a name of an account. The message does not show it. */
export function checkUsername(username: string, name: string, Fault: Fault): void {
  if (!USERNAME.test(username)) throw bad(Fault, name, 'is not 1 to 20 letters, digits and dots');
}

/**
 * Adds what both kinds of request have.
 * @param hasCopies whether there are recipients elsewhere, so that there need be none here.
 */
export function addSending(parameters: Parameters, sending: Sending, hasCopies = false): void {
  addCredentials(parameters, sending);
  const isSent = addRecipients(parameters, sending.sendTo, sending.sendToAddressBook, 'SendTo');
  if (!isSent && !hasCopies) throw missing(EncodeError, 'SendTo', 'is empty, and there is no SendToAddressBook');
  addText(parameters, 'ReplyTo', sending.replyTo);
  const { sendTimeDelay, sendTimeAbsolute, responseFormat, deliveryServiceOption } = sending;
  if (sendTimeDelay !== undefined) {
    checkMinutes(sendTimeDelay, EncodeError, sendTimeDelay);
    parameters.push(['SendTimeDelay', String(sendTimeDelay)]);
  }
  if (sendTimeAbsolute !== undefined) {
    checkOneTime(sendTimeDelay, EncodeError);
    parameters.push(['SendTimeAbsolute', formatDateTime(sendTimeAbsolute, 'SendTimeAbsolute').slice(0, -1)]);
  }
  if (responseFormat !== undefined) {
    if (!RESPONSE_FORMATS.includes(responseFormat)) {
      throw notAllowed(EncodeError, 'ResponseFormat', responseFormat, RESPONSE_FORMATS.join(', '));
    }
    parameters.push(['ResponseFormat', String(responseFormat)]);
  }
  if (deliveryServiceOption !== undefined) {
    const service = typeof deliveryServiceOption === 'string' ? serviceOf(deliveryServiceOption) : undefined;
    if (service === undefined) {
      throw notAllowed(EncodeError, 'DeliveryServiceOption', deliveryServiceOption, DELIVERY_SERVICES.join(', '));
    }
    parameters.push(['DeliveryServiceOption', service]);
  }
}

/** Adds a list and a book, and tells whether there was either. */
export function addRecipients(
  parameters: Parameters,
  numbers: readonly string[] | undefined,
  book: string | undefined,
  name: 'SendTo' | 'SendCc' | 'SendBcc',
): boolean {
  const list = numbers === undefined ? '' : formatNumbers(numbers, name);
  addText(parameters, name, list);
  const bookName = `${name}AddressBook`;
  addText(parameters, bookName, book);
  if (book) checkAddressBook(book, bookName, EncodeError);
  return list !== '' || Boolean(book);
}

/** A model that is being put together, without what is not there. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What both kinds of request have; {@link requireRecipients} is for the caller, who knows whether there are copies. */
export function sendingOf(fields: FormFields, options: RequestOptions): Mutable<Sending> {
  const sending: Mutable<Sending> = requiredCredentialsOf(fields);
  const sendTo = numbersOf(fields, 'SendTo', options);
  if (sendTo !== undefined) sending.sendTo = sendTo;
  const book = addressBookOf(fields, 'SendToAddressBook');
  if (book !== undefined) sending.sendToAddressBook = book;
  const replyTo = valueIn(fields, 'ReplyTo');
  if (replyTo !== undefined) sending.replyTo = replyTo;
  const delay = valueIn(fields, 'SendTimeDelay');
  if (delay !== undefined) {
    const minutes = /^\d+$/.test(delay) ? Number(delay) : Number.NaN;
    checkMinutes(minutes, DecodeError, delay);
    sending.sendTimeDelay = minutes;
  }
  const time = valueIn(fields, 'SendTimeAbsolute');
  if (time !== undefined) {
    checkOneTime(delay, DecodeError);
    sending.sendTimeAbsolute = parseUtc(time, 'SendTimeAbsolute');
  }
  const format = valueIn(fields, 'ResponseFormat');
  if (format !== undefined) sending.responseFormat = responseFormatOf(format);
  const service = serviceOf(valueIn(fields, 'DeliveryServiceOption'));
  if (service !== undefined) sending.deliveryServiceOption = service;
  return sending;
}

/** @throws DecodeError `truncated` */
export function requireRecipients({ sendTo, sendToAddressBook }: Sending): void {
  if (sendTo === undefined && sendToAddressBook === undefined) throw missing(DecodeError, 'SendTo');
}

/** The numbers of a list; undefined when there is none, or nothing but commas. */
export function numbersOf(fields: FormFields, name: string, { limits }: RequestOptions): readonly string[] | undefined {
  const value = valueIn(fields, name);
  const numbers = value === undefined ? [] : parseNumbers(value, name, limits);
  return numbers.length === 0 ? undefined : numbers;
}

/** The name of an address book, as it was written. */
export function addressBookOf(fields: FormFields, name: string): string | undefined {
  const value = valueIn(fields, name);
  if (value !== undefined) checkAddressBook(value, name, DecodeError);
  return value;
}

/** The form of answer that a value asks for; an unknown one is 0. */
export function responseFormatOf(value: string | undefined): ResponseFormat {
  return RESPONSE_FORMATS.find((format) => String(format) === value) ?? 0;
}

function serviceOf(value: string | undefined): DeliveryService | undefined {
  const wanted = value?.toLowerCase();
  return DELIVERY_SERVICES.find((service) => service.toLowerCase() === wanted);
}

function checkMinutes(minutes: number, Fault: Fault, value: unknown): void {
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES) return;
  throw notAllowed(Fault, 'SendTimeDelay', value, `1 to ${MOST_MINUTES} minutes`);
}

function checkOneTime(delay: unknown, Fault: Fault): void {
  if (delay !== undefined) throw bad(Fault, 'SendTimeAbsolute', 'is given together with SendTimeDelay');
}
