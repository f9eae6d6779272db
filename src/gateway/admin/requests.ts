/**
 * What operators may ask for, as one table: the options of `handset admin` and the JSON below `/admin` are both made of it.
 *
 *   command: arguments, options ─┐                                      ┌─► table, JSON
 *                                ├─► values by name ─► operation ─► view ┤
 *   HTTP: path, query, body ─────┘                                      └─► JSON
 *
 * A row says where an operation is found and which fields it takes; a field says what may stand in it and how an option writes it. What is done is in
 * operations.ts, apart, since the command line reads this table before it knows that the gateway's packages are there.
 * @module
 */
import {
  type Always,
  type Fields,
  fields,
  listOf,
  matching,
  oneOf,
  otherwise,
  type Reader,
  required,
  truth,
  whole,
  wrong,
} from '../../bytes/json-fields.js';
import { MONEY, NEW_PIN, ORIGINATOR, readCallback, TIME, USERNAME } from '../settings/provision.js';
import type { Money } from '../store/money.js';
import { type CallbackTarget, MAX_PAGE, MESSAGE_STATES, PAGE_ENTRIES } from '../store/types.js';

/** A field of a request. */
export interface AdminField<R extends Reader<unknown> | Always<unknown> = Reader<unknown> | Always<unknown>> {
  /** What may stand in it as JSON. */
  readonly read: R;
  /** What it is, for whoever reads the help. */
  readonly words: string;
  /** The option that gives it, such as `--price <amount>`; absent for what is an argument, or has flags. */
  readonly option?: string;
  /** What an option's text comes to as JSON; the text itself by default. */
  readonly fromText?: (text: string) => unknown;
  /** What `-` in place of the option's value reads from standard input. */
  readonly fromStdin?: 'text' | 'json';
  /** Options without a value: what each means as JSON, and its words. */
  readonly flags?: Readonly<Record<string, { readonly value: unknown; readonly words: string }>>;
}

/** What may be asked for under a name. */
export interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/admin`. What follows a colon is a field. */
  readonly path: string;
  /** What is done, in the words of a help. */
  readonly words: string;
  readonly fields: Readonly<Record<string, AdminField>>;
}

type Table = AdminRequest['fields'];

/** The values of a row's fields. */
export type AdminInput<F extends Table> = Fields<{ readonly [K in keyof F]: F[K]['read'] }>;

/** Reads values by the names of a row's fields. @throws DecodeError naming the field. */
export function readInput<F extends Table>(row: { readonly fields: F }, values: object): AdminInput<F> {
  const readers = Object.fromEntries(Object.entries(row.fields).map(([name, { read }]) => [name, read]));
  return fields(readers)(values, '$') as AdminInput<F>;
}

/** Keeps the types of a row's own fields. */
const request = <F extends Table>(row: AdminRequest & { readonly fields: F }) => row;
const field = <R extends AdminField['read']>(row: AdminField<R>): AdminField<R> => row;

const parseNumberText = (written: string) => (/^\d{1,15}$/.test(written) ? Number(written) : written);

/** Fields of what is read page by page. */
const PAGE = {
  after: field({ read: whole(0), fromText: parseNumberText, words: 'the `next` of the page before' }),
  limit: field({
    read: otherwise(whole(1, MAX_PAGE), PAGE_ENTRIES),
    fromText: parseNumberText,
    words: `entries of a page, ${MAX_PAGE} at most`,
  }),
};

const NAME = field({ read: required(USERNAME), words: 'name of the account' });
const MESSAGE = field({
  read: required(matching(/^[A-Z0-9]{15}$/, '15 characters of A to Z and 0 to 9')),
  words: 'its MessageIdentifier',
});

/** A movement of nothing is a slip. */
const AMOUNT: Reader<Money> = (value, path) => {
  const amount = MONEY(value, path);
  return amount > 0 ? amount : wrong(path, 'has to be above 0');
};

/** `10` is as good as `10.0` where a person types it. */
const parseMoneyText = (written: string) => (/^\d+$/.test(written) ? `${written}.0` : written);
const parseListText = (written: string) => (written === '' ? [] : written.split(',').map((item) => item.trim()));

const pin = field({
  read: NEW_PIN,
  option: '--pin <pin>',
  fromStdin: 'text',
  words: 'the PIN; "-" reads it from standard input',
});
const pricePerPart = field({
  read: MONEY,
  option: '--price <amount>',
  fromText: parseMoneyText,
  words: 'what a part of a message costs',
});
const replyTo = field({
  read: listOf(ORIGINATOR),
  option: '--reply-to <list>',
  fromText: parseListText,
  words: 'permitted originators, with commas; the first is the default',
});
const parseCallbackText = (written: string) => {
  if (written === '') return null;
  return written === 'smpp' ? { form: 'smpp' } : { url: written };
};
const callback = field({
  read: ((value, path) => (value === null ? null : readCallback(value, path))) as Reader<CallbackTarget | null>,
  option: '--callback <url>',
  fromText: parseCallbackText,
  fromStdin: 'json',
  words:
    'where receipts and messages go; smpp for sessions, "" for nowhere, "-" reads it with form, username, pin and secrets as JSON from standard input',
});
const mayManage = field({
  read: truth,
  flags: {
    '--may-manage': { value: true, words: 'it may create and change accounts below it' },
    '--may-not-manage': { value: false, words: 'it may not' },
  },
  words: 'whether it may create and change accounts below it',
});

/** Which messages are meant. */
const FILTER = {
  recipient: field({
    read: matching(/^\d{1,20}$/, 'digits with the country code'),
    option: '--number <number>',
    words: 'whom they are for: digits with the country code',
  }),
  username: field({ read: USERNAME, option: '--account <user>', words: 'sent by this account' }),
  from: field({ read: TIME, option: '--from <time>', words: 'accepted then or later, such as 2026-03-04T05:06:07Z' }),
  to: field({ read: TIME, option: '--to <time>', words: 'accepted before, in the same form' }),
};

/** Every request by the name of its operation. */
export const ADMIN_REQUESTS = {
  listAccounts: request({ method: 'GET', path: '/accounts', words: 'every account', fields: PAGE }),

  showAccount: request({ method: 'GET', path: '/accounts/:username', words: 'an account', fields: { username: NAME } }),

  createAccount: request({
    method: 'PUT',
    path: '/accounts/:username',
    words: 'create an account; without a PIN one is made up, and shown once',
    fields: {
      ...{ username: NAME, pin },
      credit: field({
        read: otherwise(MONEY, 0),
        option: '--credit <amount>',
        fromText: parseMoneyText,
        words: 'what a new account has to spend',
      }),
      currency: field({
        read: matching(/^[A-Z]{3}$/, 'three capital letters'),
        option: '--currency <code>',
        words: "of a new account: GBP, or its parent's, when left out",
      }),
      parent: field({ read: USERNAME, option: '--parent <user>', words: 'the account above a new one' }),
      type: field({
        read: oneOf(['TRANSFER', 'SHARED']),
        option: '--type <type>',
        words: "of a new account below another: TRANSFER, with credit of its own, or SHARED, which spends its parent's",
      }),
      ...{ pricePerPart, replyTo, callback, mayManage },
    },
  }),

  changeAccount: request({
    method: 'PATCH',
    path: '/accounts/:username',
    words: 'change an account: all that is asked for, or nothing',
    fields: {
      ...{ username: NAME, pin },
      rotatePin: field({
        read: truth,
        flags: { '--rotate-pin': { value: true, words: 'make up a new PIN, and show it once' } },
        words: 'true: a new PIN is made up, and is in this answer alone',
      }),
      ...{ pricePerPart, replyTo, callback, mayManage },
      disabled: field({
        read: truth,
        flags: {
          '--disable': { value: true, words: 'let nobody in with it, nor with its children' },
          '--enable': { value: false, words: 'let its owner in again' },
        },
        words: 'true: nobody gets in with it, nor with its children',
      }),
      topUp: field({ read: AMOUNT, option: '--top-up <amount>', fromText: parseMoneyText, words: 'add to the credit' }),
      debit: field({
        read: AMOUNT,
        option: '--debit <amount>',
        fromText: parseMoneyText,
        words: 'take off the credit, which does not go below 0',
      }),
    },
  }),

  readLedger: request({
    method: 'GET',
    path: '/accounts/:username/ledger',
    words: "each movement of an account's credit",
    fields: { username: NAME, ...PAGE },
  }),

  searchMessages: request({
    method: 'GET',
    path: '/messages',
    words: 'messages and what became of them',
    fields: {
      ...FILTER,
      state: field({
        read: oneOf(MESSAGE_STATES, MESSAGE_STATES.join(', ')),
        option: '--state <state>',
        words: MESSAGE_STATES.join(', '),
      }),
      ...PAGE,
    },
  }),

  cancelMessages: request({
    method: 'POST',
    path: '/messages/cancel',
    words: 'cancel waiting messages and refund them',
    fields: { ...FILTER, ...PAGE },
  }),

  cancelMessage: request({
    method: 'POST',
    path: '/messages/:messageIdentifier/cancel',
    words: 'cancel a waiting message and refund it',
    fields: { messageIdentifier: MESSAGE },
  }),

  requeueMessages: request({
    method: 'POST',
    path: '/messages/requeue',
    words: 'queue failed, expired and cancelled messages again',
    fields: {
      ...FILTER,
      state: field({
        read: oneOf(['failed', 'expired', 'cancelled']),
        option: '--state <state>',
        words: 'failed, expired or cancelled; all three when left out',
      }),
      ...PAGE,
    },
  }),

  requeueMessage: request({
    method: 'POST',
    path: '/messages/:messageIdentifier/requeue',
    words: 'queue a failed, expired or cancelled message again',
    fields: { messageIdentifier: MESSAGE },
  }),

  listOptOuts: request({
    method: 'GET',
    path: '/opt-outs',
    words: 'recipients who want no messages from an originator',
    fields: {
      originator: field({ read: ORIGINATOR, option: '--originator <number>', words: 'the number that they wrote to' }),
      recipient: FILTER.recipient,
      ...PAGE,
    },
  }),

  removeOptOut: request({
    method: 'DELETE',
    path: '/opt-outs/:originator/:recipient',
    words: 'take messages from an originator to a recipient again',
    fields: {
      originator: field({ read: required(ORIGINATOR), words: 'the number that he wrote to' }),
      recipient: field({ read: required(FILTER.recipient.read), words: 'digits with the country code' }),
    },
  }),

  readAudit: request({
    method: 'GET',
    path: '/audit',
    words: 'what operators changed, and who did',
    fields: { username: field({ read: USERNAME, option: '--account <user>', words: 'whose account it was about' }), ...PAGE },
  }),
};

/** Name of an operation. */
export type AdminName = keyof typeof ADMIN_REQUESTS;

/** The values that an operation gets. */
export type AdminInputOf<N extends AdminName> = AdminInput<(typeof ADMIN_REQUESTS)[N]['fields']>;
