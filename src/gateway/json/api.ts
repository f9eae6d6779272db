/**
 * The interface as JSON: a row for each request, with what goes in and what comes out. The door answers by it, and the OpenAPI
 * document is written from it.
 * @module
 */
import { wrong } from '../../bytes/json-fields.js';
import { parseNumber } from '../../protocol/numbers.js';
import { REPORT } from '../../protocol/reports.js';
import type { SendResult } from '../operations/send.js';
import { formatMoney } from '../store/money.js';
import { type Account, MAX_PAGE, MESSAGE_STATES, type OwnMessage, PAGE_ENTRIES } from '../store/types.js';
import { CONTENT_KINDS } from './contents.js';
import { SEND } from './send-request.js';
import {
  choice,
  flag,
  list,
  type Members,
  needed,
  object,
  type Schema,
  type Shape,
  text,
  time,
  wholeNumber,
} from './shapes.js';

/** A request: how it is asked, and what its answer may be. */
export interface ApiRow {
  readonly method: 'get' | 'post' | 'delete';
  /** In the form of OpenAPI: parts in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** Whether it asks for a login. */
  readonly isOpen?: true;
  /** Whether it may have a key, so that it is done once. */
  readonly hasKey?: true;
  readonly query?: Members;
  readonly body?: Schema;
  readonly status: number;
  /** What comes of it, by the name of the schema. */
  readonly answer: keyof typeof ANSWERS;
  /** Statuses of what may be wrong beside those of every request. */
  readonly problems: readonly number[];
}

const IDENTIFIER_RULES = { min: 15, pattern: { form: /^[A-Z0-9]{15}$/, words: '15 characters of A to Z and 0 to 9' } };
const IDENTIFIER = text('Identifier of the message', 15, IDENTIFIER_RULES);

const MONEY: Shape<string> = text('An amount of the currency, with four decimals', 20);

/** Characters that are said again of what was written in place of a number. */
const MAX_WRITTEN = 20;

/** What became of a recipient. */
export const RESULT = object('What became of a recipient', {
  id: text('Identifier of the message; absent where nothing was accepted', 15, { min: 15 }),
  recipient: needed(
    text('Digits with country code, or the beginning of what was written in place of a number', MAX_WRITTEN, { min: 0 }),
  ),
  state: needed(choice('Whether it was accepted, and when it goes', ['queued', 'scheduled', 'refused'])),
  report: needed(wholeNumber('Report code of the interface', -99, 999)),
  units: needed(wholeNumber('Parts that were charged', 0, 255)),
  detail: text('Why it was refused, for people', 255),
});

/** What a message may be: what is sent here, and reports to phones. */
const KINDS = [...CONTENT_KINDS, 'mmsReport'];

const MESSAGE = object('A message', {
  id: needed(IDENTIFIER),
  recipient: needed(text('Digits with country code', 15)),
  originator: needed(text('Who it is from', 64)),
  kind: needed(choice('Kind of its content; `mmsReport` is what a phone is told of its message', KINDS)),
  state: needed(choice('How far it has come', MESSAGE_STATES)),
  acceptedAt: needed(time('When the gateway took it')),
  dueAt: time('When it goes, of a message that was accepted for later'),
  units: needed(wholeNumber('Parts that were charged', 0, 255)),
  reason: text('Why it failed, or was put off last', 1_000),
  service: text('Delivery service that was asked for', 20),
  libraryNumber: wholeNumber('Number of the file that came with it', 10_000, 89_999),
});

const ACCOUNT = object('The account', {
  username: needed(text('Its name', 20)),
  currency: needed(text('ISO 4217 code of its money', 3, { min: 3 })),
  credit: needed(MONEY),
  pricePerPart: needed(MONEY),
  messages: needed(
    wholeNumber('Messages of one part that the credit pays for; 0 where they are free', 0, Number.MAX_SAFE_INTEGER),
  ),
  originators: needed(
    list('What may stand as the originator; the first is taken when none does', text('A number or a name', 253), 10_000),
  ),
  parent: text('The account above it', 20),
  type: choice('How a child is paid for', ['TRANSFER', 'SHARED']),
  mayManage: needed(flag('Whether it may have accounts below it')),
});

/** Answers by the names of their schemas. */
export const ANSWERS = {
  Accepted: object('What became of each recipient, in the order in which they were named', {
    messages: needed(list('One for each recipient', RESULT, 1_000_000)),
    libraryNumber: wholeNumber('Number under which the file is kept', 10_000, 89_999),
  }).schema,
  Message: MESSAGE.schema,
  MessagePage: object('A part of the messages, in the order of acceptance', {
    messages: needed(list('Those that fit; there may be few, even none, and more to come', MESSAGE, MAX_PAGE)),
    next: text('What to ask for as `after` next; absent at the end', 15, { min: 15 }),
  }).schema,
  Account: ACCOUNT.schema,
  Document: { type: 'object', description: 'This document' },
} as const satisfies Readonly<Record<string, Schema>>;

const RECIPIENT: Shape<string> = {
  schema: text('Whom they are for: a number with country code', 64).schema,
  read: (value, path) => parseNumber(text('', 64).read(value, path)) ?? wrong(path, 'has to be a number with country code'),
};

/** A whole number in a query. */
function inQuery(shape: Shape<number>): Shape<number> {
  const read: Shape<number>['read'] = (value, path) => {
    return shape.read(typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value, path);
  };
  return { ...shape, read };
}

const LIST_QUERY = {
  after: text('The `next` of the page before', 15, IDENTIFIER_RULES),
  state: choice('How far they have come', MESSAGE_STATES),
  recipient: RECIPIENT,
  limit: inQuery(wholeNumber(`Messages of a page at most; ${PAGE_ENTRIES} when absent`, 1, MAX_PAGE)),
};

/** What may follow the path of the list. */
export const LIST = object('Which messages', LIST_QUERY);

/** Every request. */
export const API = {
  send: {
    ...{ method: 'post', path: '/v1/messages', id: 'sendMessage', summary: 'Send a message to one or many' },
    ...{ body: SEND.schema, status: 202, answer: 'Accepted', problems: [400, 402, 403, 408, 409, 413, 415, 422] },
    hasKey: true,
  },
  list: {
    ...{ method: 'get', path: '/v1/messages', id: 'listMessages', summary: "The account's messages, page by page" },
    ...{ query: LIST_QUERY, status: 200, answer: 'MessagePage', problems: [400] },
  },
  find: {
    ...{ method: 'get', path: '/v1/messages/{id}', id: 'findMessage', summary: "A message of the account's own" },
    ...{ status: 200, answer: 'Message', problems: [404] },
  },
  cancel: {
    ...{ method: 'delete', path: '/v1/messages/{id}', id: 'cancelMessage' },
    ...{ summary: 'Take back a message that has not left; its charge comes back' },
    ...{ status: 200, answer: 'Message', problems: [404, 409] },
  },
  account: {
    ...{ method: 'get', path: '/v1/account', id: 'readAccount', summary: 'Credit, price and originators' },
    ...{ status: 200, answer: 'Account', problems: [] },
  },
  document: {
    ...{ method: 'get', path: '/v1/openapi.json', id: 'readDocument', summary: 'The interface as OpenAPI 3.1' },
    ...{ isOpen: true, status: 200, answer: 'Document', problems: [429] },
  },
} as const satisfies Readonly<Record<string, ApiRow>>;

// ---- views ----

/** A result as the answer has it. */
export function viewResult({ recipient, messageIdentifier, report, accepted, units = 0, text: detail }: SendResult): object {
  const state = report === REPORT.scheduled ? 'scheduled' : 'queued';
  if (accepted) return { id: messageIdentifier, recipient, state, report, units };
  const written = recipient.length > MAX_WRITTEN ? [...recipient].slice(0, MAX_WRITTEN).join('') : recipient;
  return { recipient: written, state: 'refused', report, units, ...(detail !== undefined && { detail }) };
}

/** A message as the answer has it. */
export function viewMessage({ messageIdentifier: id, contentKind: kind, acceptedAt, dueAt, ...message }: OwnMessage): object {
  const { recipient, originator, state, units, reason, service, libraryNumber } = message;
  return {
    ...{ id, recipient, originator, kind, state },
    acceptedAt: formatTime(acceptedAt),
    ...(dueAt !== undefined && { dueAt: formatTime(dueAt) }),
    units,
    ...(reason !== undefined && { reason }),
    ...(service !== undefined && { service }),
    ...(libraryNumber !== undefined && { libraryNumber }),
  };
}

/** An account as the answer has it. */
export function viewAccount(account: Account & { readonly messages: number; readonly originators: readonly string[] }): object {
  const { username, currency, credit, pricePerPart, messages, originators, parent, type, mayManage } = account;
  return {
    ...{ username, currency, credit: formatMoney(credit), pricePerPart: formatMoney(pricePerPart), messages, originators },
    ...(parent !== undefined && { parent, type }),
    mayManage,
  };
}

function formatTime(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
