/**
 * What both kinds of send request have: who asks, to whom, as whom and when; and the text of a message.
 *
 *   Username PIN SendTo SendToAddressBook ReplyTo SendTimeDelay SendTimeAbsolute ResponseFormat DeliveryServiceOption
 *   Message FlashMessage
 *
 * Source: the gateway interface document, sections 2 to 5. Where it is silent: a delivery service that nobody knows means the account's own on
 * both endpoints, as section 4 has it.
 * @module
 */

import { wrongArgument } from '../bytes/check.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DecodeError, EncodeError } from '../errors.js';
import { formatDateTime, parseUtc } from '../push/si-sl-co/datetime.js';
import { MAX_PARTS } from '../text/part-sizes.js';
import { countSegments } from '../text/segment.js';
import type { FormFields } from './form.js';
import {
  type Credentials,
  DELIVERY_SERVICES,
  type DeliveryService,
  RESPONSE_FORMATS,
  type ResponseFormat,
  type Sending,
  type SendSmsRequest,
} from './model.js';
import { checkAddressBook, formatNumbers, parseNumbers } from './numbers.js';
import {
  addFields,
  bad,
  type Fault,
  type Field,
  fieldTable,
  type Mutable,
  missing,
  notAllowed,
  numberField,
  type Parameters,
  type RequestOptions,
  readFields,
  requiredOf,
  requireText,
  textField,
  valueIn,
} from './parameters.js';

/** A user name as the gateway issues it; a PIN has no dot. */
const USERNAME = /^[A-Za-z0-9.]{1,20}$/;
const PIN = /^[A-Za-z0-9]{1,20}$/;

const MAX_MINUTES = 10_080;

/**
 * Returns the user name and PIN of a form, which a server checks before anything else (G-AUTH-04).
 * @returns undefined if one is missing, or cannot have been issued by a gateway; treat both as a login error.
 * @throws TypeError for a value that is not FormFields.
 */
export function credentialsOf(fields: FormFields): Credentials | undefined {
  if (typeof (Object(fields) as Partial<FormFields>).get !== 'function') throw wrongArgument(fields, 'fields', 'FormFields');
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
  requireText(username, 'username');
  requireText(pin, 'pin');
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

/** Numbers with commas between them; no list and one of nothing but commas are the same. */
export function numbersField(name: string): Field<readonly string[]> {
  return {
    name,
    add(parameters, value) {
      const list = formatNumbers(value, name);
      if (list !== '') parameters.push([name, list]);
    },
    read(fields, { limits }) {
      const value = valueIn(fields, name);
      const numbers = value === undefined ? [] : parseNumbers(value, name, limits);
      return numbers.length === 0 ? undefined : numbers;
    },
  };
}

/** An address book, as it was written. */
export function bookField(name: string): Field<string> {
  return textField(name, (value, Fault) => checkAddressBook(value, name, Fault));
}

const FORMAT = /* @__PURE__ */ numberField('ResponseFormat', RESPONSE_FORMATS);

const SENDING = /* @__PURE__ */ fieldTable<Omit<Sending, keyof Credentials>>(() => ({
  sendTo: numbersField('SendTo'),
  sendToAddressBook: bookField('SendToAddressBook'),
  replyTo: textField('ReplyTo'),
  sendTimeDelay: {
    name: 'SendTimeDelay',
    add(parameters, minutes) {
      checkMinutes(minutes, EncodeError, minutes);
      parameters.push(['SendTimeDelay', String(minutes)]);
    },
    read(fields) {
      const value = valueIn(fields, 'SendTimeDelay');
      if (value === undefined) return undefined;
      // Long ones are not looked through: a pattern may run out of the engine's stack on millions of digits.
      const minutes = value.length <= 20 && /^\d+$/.test(value) ? Number(value) : Number.NaN;
      checkMinutes(minutes, DecodeError, value);
      return minutes;
    },
  },
  sendTimeAbsolute: {
    name: 'SendTimeAbsolute',
    add(parameters, time) {
      parameters.push(['SendTimeAbsolute', formatDateTime(time, 'SendTimeAbsolute').slice(0, -1)]);
    },
    read(fields) {
      const time = valueIn(fields, 'SendTimeAbsolute');
      return time === undefined ? undefined : parseUtc(time, 'SendTimeAbsolute');
    },
  },
  // An unknown one is 0 to a reader, an unknown service is the account's own.
  responseFormat: { ...FORMAT, read: (fields) => findResponseFormat(valueIn(fields, 'ResponseFormat')) },
  deliveryServiceOption: {
    name: 'DeliveryServiceOption',
    add(parameters, value) {
      const service = typeof value === 'string' ? findService(value) : undefined;
      if (service === undefined) throw notAllowed(EncodeError, this.name, value, DELIVERY_SERVICES.join(', '));
      parameters.push([this.name, service]);
    },
    read: (fields) => findService(valueIn(fields, 'DeliveryServiceOption')),
  },
}));

/**
 * Adds what both kinds of request have.
 * @param hasCopies whether there are recipients elsewhere, so that there need be none here.
 */
export function addSending(parameters: Parameters, sending: Sending, hasCopies = false): void {
  addCredentials(parameters, sending);
  const { sendTo = [], sendToAddressBook, sendTimeDelay, sendTimeAbsolute } = sending;
  addFields(parameters, SENDING, sending);
  if (sendTo.length === 0 && !sendToAddressBook && !hasCopies)
    throw missing(EncodeError, 'SendTo', 'is empty, and there is no SendToAddressBook');
  checkOneTime(sendTimeDelay, sendTimeAbsolute, EncodeError);
}

/** What both kinds of request have; {@link requireRecipients} is for the caller, who knows whether there are copies. */
export function readSending(fields: FormFields, options: RequestOptions): Mutable<Sending> {
  const sending: Mutable<Sending> = requiredCredentialsOf(fields);
  readFields(fields, SENDING, sending, options);
  checkOneTime(sending.sendTimeDelay, sending.sendTimeAbsolute, DecodeError);
  return sending;
}

/** @throws DecodeError `truncated` */
export function requireRecipients({ sendTo, sendToAddressBook }: Sending): void {
  if (sendTo === undefined && sendToAddressBook === undefined) throw missing(DecodeError, 'SendTo');
}

/** Reads the value of ResponseFormat; an unknown or absent one is 0. */
export function responseFormatOf(value: string | undefined): ResponseFormat {
  return RESPONSE_FORMATS.find((format) => String(format) === value) ?? 0;
}

function findResponseFormat(value: string | undefined): ResponseFormat | undefined {
  return value === undefined ? undefined : responseFormatOf(value);
}

function findService(value: string | undefined): DeliveryService | undefined {
  const wanted = value?.toLowerCase();
  return DELIVERY_SERVICES.find((service) => service.toLowerCase() === wanted);
}

function checkMinutes(minutes: number, Fault: Fault, value: unknown): void {
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES) return;
  throw notAllowed(Fault, 'SendTimeDelay', value, `1 to ${MAX_MINUTES} minutes`);
}

function checkOneTime(delay: unknown, time: unknown, Fault: Fault): void {
  if (delay !== undefined && time !== undefined) throw bad(Fault, 'SendTimeAbsolute', 'is given together with SendTimeDelay');
}

// ---- texts (G-SMS-05, 06, 11 to 13, G-MMS-33); that one has to fit in 255 parts is GSM 03.40's rule ----

/** The text of a message: one of the two. */
export type MessageText =
  | { readonly message: string; readonly flashMessage?: undefined }
  | { readonly flashMessage: string; readonly message?: undefined };

/** UTF-16 units that 255 parts hold whatever they are: 67 a part, one of them lost where a pair of surrogates would be split. */
const ALWAYS_FIT = MAX_PARTS * 66;
/** Units that they hold at most: 153 septets a part. */
const NEVER_FIT = MAX_PARTS * 153;

/** Units of a subject: with all characters in Latin-1, and with others. */
const SUBJECT_UNITS = 50;
const SUBJECT_UNITS_UNICODE = 24;

/** Adds the text. @throws EncodeError `bad-value` for none, both or an empty one, `too-long` or `unencodable`. */
export function addMessageText(parameters: Parameters, { message, flashMessage }: SendSmsRequest): void {
  if (message !== undefined) requireText(message, 'Message');
  if (flashMessage !== undefined) requireText(flashMessage, 'FlashMessage');
  const text = oneText(message, flashMessage, EncodeError);
  if (text.message !== undefined) parameters.push(['Message', text.message]);
  else parameters.push(['FlashMessage', text.flashMessage]);
}

/** The text. @throws DecodeError `truncated` for none, `bad-value` for both or an empty one, `too-long` */
export function messageTextOf(fields: FormFields): MessageText {
  const isEmpty = fields.has('Message') || fields.has('M');
  return oneText(valueIn(fields, 'Message') ?? (isEmpty ? '' : undefined), valueIn(fields, 'FlashMessage'), DecodeError);
}

function oneText(message: string | undefined, flashMessage: string | undefined, Fault: Fault): MessageText {
  if (message && flashMessage) throw bad(Fault, 'FlashMessage', 'is given together with Message');
  if (flashMessage) {
    checkParts(flashMessage, 'FlashMessage', Fault);
    return { flashMessage };
  }
  if (message === undefined && flashMessage === undefined)
    throw missing(Fault, 'Message', 'is missing, and so is FlashMessage');
  if (!message) throw bad(Fault, message === undefined ? 'FlashMessage' : 'Message', 'is empty');
  checkParts(message, 'Message', Fault);
  return { message };
}

function checkParts(text: string, name: string, Fault: Fault): void {
  const units = text.length;
  if (units <= ALWAYS_FIT) return;
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new Fault(Fault === DecodeError ? 'bad-value' : 'unencodable', name, lone, 'a lone surrogate');
  if (units <= NEVER_FIT && countSegments(text).segments <= MAX_PARTS) return;
  throw new Fault(
    'too-long',
    name,
    Fault === DecodeError ? 0 : undefined,
    `${units} characters take more than ${MAX_PARTS} parts`,
  );
}

/** Requires a subject of a multimedia message or a text of a push to have its length. @throws `too-long` */
export function checkSubject(text: string, Fault: Fault): void {
  const isLatin1 = text.length <= SUBJECT_UNITS && /^[\0-\xff]*$/.test(text);
  const most = isLatin1 ? SUBJECT_UNITS : SUBJECT_UNITS_UNICODE;
  if (text.length <= most) return;
  const reason = `${text.length} characters, at most ${SUBJECT_UNITS}, or ${SUBJECT_UNITS_UNICODE} when not all are Latin-1`;
  throw new Fault('too-long', 'Message', Fault === DecodeError ? most : undefined, reason);
}
