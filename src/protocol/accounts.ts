/**
 * Requests about accounts: questions, and what a parent does with its children.
 *
 *   queryaccount   AvailableCredit= | AvailableMessages= | PermittedReplyTo=        one of them, its value does not count
 *   manageaccount  CreateChildAccount... | DeleteChildAccountUsername | TransferTo...  the operation is what is there
 *
 * Source: the gateway interface document, sections 7 and 8. Where it is silent: a country code has one to four digits (with the area code of a
 * country that shares one), a mobile number 7 to 15, an e-mail address one @ and no blanks; an amount of money has no leading zeros.
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import type { FormFields } from './form.js';
import type {
  CreateChildAccountRequest,
  DeleteChildAccountRequest,
  GatewayRequest,
  QueryRequest,
  TransferFundsRequest,
} from './model.js';
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
import { addCredentials, checkUsername, type Mutable, requiredCredentialsOf } from './sending.js';

/** Requests that this file is about. */
export type AccountRequest = Extract<
  GatewayRequest,
  { operation: Exclude<GatewayRequest['operation'], 'sendSms' | 'sendMultimedia'> }
>;

const QUERIES = [
  ['AvailableCredit', 'availableCredit'],
  ['AvailableMessages', 'availableMessages'],
  ['PermittedReplyTo', 'permittedReplyTo'],
] as const;

const CREATE = {
  type: 'CreateChildAccountType',
  email: 'CreateChildAccountEmail',
  telephoneCountryCode: 'CreateChildAccountTelephoneCountryCode',
  mobileNumber: 'CreateChildAccountMobileNumber',
  givenName: 'CreateChildAccountGivenName',
  familyName: 'CreateChildAccountFamilyName',
  companyName: 'CreateChildAccountCompanyName',
} as const;

const DELETE = 'DeleteChildAccountUsername';

const TRANSFER = {
  to: 'TransferToAccountUsername',
  amount: 'TransferCurrencyAmount',
  messages: 'TransferMessagesAmount',
} as const;

const TYPES = ['TRANSFER', 'SHARED'] as const;

/** Characters of an e-mail address at most (RFC 5321, 4.5.3.1.3 without the brackets). */
const EMAIL_CHARACTERS = 254;

/** Adds a request's parameters. @throws EncodeError `bad-value`, also for an operation that there is none of. */
export function addAccountRequest(parameters: Parameters, request: AccountRequest): void {
  switch (request.operation) {
    case 'createChildAccount':
      addCredentials(parameters, request);
      addCreation(parameters, request);
      break;
    case 'deleteChildAccount':
      addCredentials(parameters, request);
      requireText(request.childUsername, DELETE);
      checkUsername(request.childUsername, DELETE, EncodeError);
      parameters.push([DELETE, request.childUsername]);
      break;
    case 'transferFunds':
      addCredentials(parameters, request);
      addTransfer(parameters, request);
      break;
    default: {
      const { operation } = request;
      const name = QUERIES.find(([, query]) => query === operation)?.[0];
      if (name === undefined) throw notAllowed(EncodeError, 'operation', operation, 'those of GatewayRequest');
      addCredentials(parameters, request);
      parameters.push([name, '']);
    }
  }
}

function addCreation(parameters: Parameters, request: CreateChildAccountRequest): void {
  for (const key of ['type', 'email', 'telephoneCountryCode', 'mobileNumber'] as const) {
    const value: unknown = request[key];
    if (value === undefined || value === '') throw missing(EncodeError, CREATE[key], 'is required');
    requireText(value, CREATE[key]);
    checkCreation(key, value, EncodeError);
    parameters.push([CREATE[key], value]);
  }
  for (const key of ['givenName', 'familyName', 'companyName'] as const) addText(parameters, CREATE[key], request[key]);
}

function addTransfer(parameters: Parameters, { to, amount, messages }: TransferFundsRequest): void {
  requireText(to, TRANSFER.to);
  checkUsername(to, TRANSFER.to, EncodeError);
  parameters.push([TRANSFER.to, to]);
  checkOneAmount(amount, messages, EncodeError);
  if (amount === undefined) {
    if (typeof messages !== 'number') throw new TypeError(`${TRANSFER.messages} is not a number`);
    checkCount(messages, EncodeError, messages);
    parameters.push([TRANSFER.messages, String(messages)]);
    return;
  }
  requireText(amount, TRANSFER.amount);
  checkAmount(amount, EncodeError);
  parameters.push([TRANSFER.amount, amount]);
}

/** Whether a form asks a question about the account. */
export function hasQuery(fields: FormFields): boolean {
  return QUERIES.some(([name]) => fields.has(name));
}

/** The question. @throws DecodeError `truncated` for none, `bad-value` for several. */
export function queryOf(fields: FormFields): QueryRequest {
  const credentials = requiredCredentialsOf(fields);
  const [asked, second] = QUERIES.filter(([name]) => fields.has(name));
  if (asked === undefined) throw missing(DecodeError, 'AvailableCredit', 'is missing, and so is every other operation');
  if (second !== undefined) throw bad(DecodeError, second[0], `is given together with ${asked[0]}`);
  return { operation: asked[1], ...credentials };
}

/** What is to be done with an account. @throws DecodeError `truncated` for nothing, `bad-value` for several things. */
export function managementOf(fields: FormFields): CreateChildAccountRequest | DeleteChildAccountRequest | TransferFundsRequest {
  const credentials = requiredCredentialsOf(fields);
  const given = [Object.values(CREATE), [DELETE], Object.values(TRANSFER)].map((names) =>
    names.find((name) => valueIn(fields, name) !== undefined),
  );
  const [create, remove, transfer] = given;
  const [first, second] = given.filter((name) => name !== undefined);
  if (second !== undefined) throw bad(DecodeError, second, `is given together with ${first}`);
  if (create !== undefined) return { operation: 'createChildAccount', ...credentials, ...creationOf(fields) };
  if (transfer !== undefined) return { operation: 'transferFunds', ...credentials, ...transferOf(fields) };
  if (remove === undefined) throw missing(DecodeError, CREATE.type, 'is missing, and so is every other operation');
  const childUsername = requiredOf(fields, DELETE);
  checkUsername(childUsername, DELETE, DecodeError);
  return { operation: 'deleteChildAccount', ...credentials, childUsername };
}

type Creation = Omit<CreateChildAccountRequest, 'operation' | 'username' | 'pin'>;

function creationOf(fields: FormFields): Creation {
  const read = (key: 'type' | 'email' | 'telephoneCountryCode' | 'mobileNumber') => {
    const value = requiredOf(fields, CREATE[key]);
    checkCreation(key, value, DecodeError);
    return value;
  };
  const creation: Mutable<Creation> = {
    type: read('type') as Creation['type'],
    email: read('email'),
    telephoneCountryCode: read('telephoneCountryCode'),
    mobileNumber: read('mobileNumber'),
  };
  for (const key of ['givenName', 'familyName', 'companyName'] as const) {
    const value = valueIn(fields, CREATE[key]);
    if (value !== undefined) creation[key] = value;
  }
  return creation;
}

function checkCreation(key: 'type' | 'email' | 'telephoneCountryCode' | 'mobileNumber', value: string, Fault: Fault): void {
  if (key === 'type') {
    if (!(TYPES as readonly string[]).includes(value)) throw notAllowed(Fault, CREATE.type, value, TYPES.join(', '));
  } else if (key === 'email') {
    const isAddress = value.length <= EMAIL_CHARACTERS && /^[^\s@]+@[^\s@]+$/.test(value);
    if (!isAddress) throw bad(Fault, CREATE.email, 'is no e-mail address');
  } else if (key === 'telephoneCountryCode') {
    if (!/^\d{1,4}$/.test(value)) throw notAllowed(Fault, CREATE.telephoneCountryCode, value, '1 to 4 digits, no plus');
  } else if (!/^\d{7,15}$/.test(value)) {
    throw bad(Fault, CREATE.mobileNumber, 'is no number of 7 to 15 digits');
  }
}

type Transfer = { to: string } & ({ amount: string } | { messages: number });

function transferOf(fields: FormFields): Transfer {
  const to = requiredOf(fields, TRANSFER.to);
  checkUsername(to, TRANSFER.to, DecodeError);
  const amount = valueIn(fields, TRANSFER.amount);
  const messages = valueIn(fields, TRANSFER.messages);
  checkOneAmount(amount, messages, DecodeError);
  if (amount !== undefined) {
    checkAmount(amount, DecodeError);
    return { to, amount };
  }
  const count = /^\d+$/.test(messages ?? '') ? Number(messages) : Number.NaN;
  checkCount(count, DecodeError, messages);
  return { to, messages: count };
}

function checkOneAmount(amount: unknown, messages: unknown, Fault: Fault): void {
  if (amount !== undefined && messages !== undefined)
    throw bad(Fault, TRANSFER.messages, `is given together with ${TRANSFER.amount}`);
  if (amount === undefined && messages === undefined) {
    throw missing(Fault, TRANSFER.amount, `is missing, and so is ${TRANSFER.messages}`);
  }
}

function checkAmount(amount: string, Fault: Fault): void {
  if (/^(?:0|[1-9]\d{0,11})\.\d\d$/.test(amount) && /[1-9]/.test(amount)) return;
  throw notAllowed(Fault, TRANSFER.amount, amount, 'an amount above zero with two decimals');
}

function checkCount(count: number, Fault: Fault, value: unknown): void {
  if (Number.isSafeInteger(count) && count > 0) return;
  throw notAllowed(Fault, TRANSFER.messages, value, 'a number above zero');
}
