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
  Credentials,
  DeleteChildAccountRequest,
  GatewayRequest,
  QueryRequest,
  TransferFundsRequest,
} from './model.js';
import {
  addFields,
  bad,
  type Fault,
  type Field,
  fieldTable,
  type Mutable,
  missing,
  notAllowed,
  type Parameters,
  readFields,
  required,
  requiredOf,
  requireText,
  textField,
  valueIn,
} from './parameters.js';
import { addCredentials, checkUsername, requiredCredentialsOf } from './sending.js';

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

/** What the names of a new account's parameters begin with. */
const CREATE_PREFIX = 'CreateChildAccount';

type Creation = Omit<CreateChildAccountRequest, 'operation' | keyof Credentials>;

const TYPES = ['TRANSFER', 'SHARED'] as const;

/** Characters of an e-mail address at most (RFC 5321, 4.5.3.1.3 without the brackets). */
const EMAIL_CHARACTERS = 254;

const CREATE = /* @__PURE__ */ fieldTable<Creation>(() => ({
  type: creation('Type', (type, name, Fault) => {
    if (!(TYPES as readonly string[]).includes(type)) throw notAllowed(Fault, name, type, TYPES.join(', '));
  }),
  email: creation('Email', (email, name, Fault) => {
    const isAddress = email.length <= EMAIL_CHARACTERS && /^[^\s@]+@[^\s@]+$/.test(email);
    if (!isAddress) throw bad(Fault, name, 'is no e-mail address');
  }),
  telephoneCountryCode: creation('TelephoneCountryCode', (code, name, Fault) => {
    if (!/^\d{1,4}$/.test(code)) throw notAllowed(Fault, name, code, '1 to 4 digits, no plus');
  }),
  mobileNumber: creation('MobileNumber', (number, name, Fault) => {
    if (!/^\d{7,15}$/.test(number)) throw bad(Fault, name, 'is no number of 7 to 15 digits');
  }),
  givenName: textField(`${CREATE_PREFIX}GivenName`),
  familyName: textField(`${CREATE_PREFIX}FamilyName`),
  companyName: textField(`${CREATE_PREFIX}CompanyName`),
}));

function creation<T extends string>(suffix: string, check: (value: string, name: string, Fault: Fault) => void): Field<T> {
  const name = `${CREATE_PREFIX}${suffix}`;
  return required(textField<T>(name, (value, Fault) => check(value, name, Fault)));
}

const DELETE = 'DeleteChildAccountUsername';

const TRANSFER = {
  to: 'TransferToAccountUsername',
  amount: 'TransferCurrencyAmount',
  messages: 'TransferMessagesAmount',
} as const;

/** Adds a request's parameters. @throws EncodeError `bad-value`, also for an operation that there is none of. */
export function addAccountRequest(parameters: Parameters, request: AccountRequest): void {
  switch (request.operation) {
    case 'createChildAccount':
      addCredentials(parameters, request);
      addFields(parameters, CREATE, request);
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
  const given = [CREATE.map(({ field }) => field.name), [DELETE], Object.values(TRANSFER)].map((names) =>
    names.find((name) => valueIn(fields, name) !== undefined),
  );
  const [create, remove, transfer] = given;
  const [first, second] = given.filter((name) => name !== undefined);
  if (second !== undefined) throw bad(DecodeError, second, `is given together with ${first}`);
  if (create !== undefined) {
    const request = { operation: 'createChildAccount', ...credentials } as Mutable<CreateChildAccountRequest>;
    readFields(fields, CREATE, request);
    return request;
  }
  if (transfer !== undefined) return { operation: 'transferFunds', ...credentials, ...transferOf(fields) };
  if (remove === undefined) throw missing(DecodeError, `${CREATE_PREFIX}Type`, 'is missing, and so is every other operation');
  const childUsername = requiredOf(fields, DELETE);
  checkUsername(childUsername, DELETE, DecodeError);
  return { operation: 'deleteChildAccount', ...credentials, childUsername };
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
  const count = /^\d{1,20}$/.test(messages ?? '') ? Number(messages) : Number.NaN;
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
