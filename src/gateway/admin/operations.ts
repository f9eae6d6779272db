/**
 * What operators do: the operations of the table in requests.ts.
 *
 * What comes of them is JSON already: money is a text with four places, times are UTC with `Z`, and no PIN is in it but one that was just made up.
 * @module
 */
import { wrong } from '../../bytes/json-fields.js';
import { checkAccount, checkSmppName } from '../settings/provision.js';
import { makePin } from '../store/accounts.js';
import { ChangeError } from '../store/changes.js';
import { formatMoney } from '../store/money.js';
import type { Store } from '../store/store.js';
import type { AccountDetails, AccountEntry, AuditEntry, LedgerEntry, MessageEntry, OptOut, Page } from '../store/types.js';
import { ADMIN_REQUESTS, type AdminInputOf, type AdminName, type AdminRequest, readInput } from './requests.js';

/** What operations work with. */
export interface AdminService {
  readonly store: Store;
  /** Who asks, as the audit names him. */
  readonly by: string;
}

/** Part of a list, as JSON. */
export interface AdminPage {
  readonly entries: readonly object[];
  /** The `after` of the page that follows; absent at the end. */
  readonly next?: number;
}

type Performing = { readonly [N in AdminName]: (service: AdminService, input: AdminInputOf<N>) => Promise<object> };

const OPERATIONS = {
  listAccounts: async ({ store }, page) => viewPage(await store.pageAccounts(page), viewAccount),

  showAccount: async ({ store }, { username }) => {
    const details = await store.details(username);
    return details === undefined ? noAccount() : viewDetails(details);
  },

  createAccount: async ({ store, by }, { pin: given, callback, ...input }) => {
    const madeUp = makePin();
    const account = { replyTo: [], mayManage: false, addressBooks: new Map(), ...input, pin: given ?? madeUp };
    const checked = checkAccount({ ...account, ...(callback != null && { callback }) }, '$');
    const details = viewDetails(await store.createAccount(checked, by));
    return { ...details, ...(given === undefined && { pin: madeUp }) };
  },

  changeAccount: async ({ store, by }, { username, rotatePin, ...changes }) => {
    if (rotatePin === true && changes.pin !== undefined) wrong('$.rotatePin', 'cannot stand beside a pin');
    if (changes.callback?.form === 'smpp') checkSmppName(username, '$');
    const madeUp = rotatePin === true ? { pin: makePin() } : {};
    return { ...viewDetails(await store.changeAccount(username, { ...changes, ...madeUp }, by)), ...madeUp };
  },

  readLedger: async ({ store }, { username, ...page }) => {
    const ledger = await store.pageLedger(username, page);
    return ledger === undefined ? noAccount() : viewPage(ledger, viewMovement);
  },

  searchMessages: async ({ store }, { after, limit, ...filter }) =>
    viewPage(await store.searchMessages(filter, { after, limit }), viewMessage),

  cancelMessages: async ({ store, by }, { after, limit, ...which }) => {
    requireFilter(which);
    return store.cancelAll(which, by, { after, limit });
  },

  cancelMessage: ({ store, by }, { messageIdentifier }) => store.cancel(messageIdentifier, by),

  requeueMessages: async ({ store, by }, { after, limit, ...which }) => {
    requireFilter(which);
    return store.requeueAll(which, by, { after, limit });
  },

  requeueMessage: ({ store, by }, { messageIdentifier }) => store.requeue(messageIdentifier, by),

  listOptOuts: async ({ store }, { after, limit, ...filter }) =>
    viewPage(await store.optOuts(filter, { after, limit }), viewOptOut),

  removeOptOut: async ({ store, by }, { originator, recipient }) =>
    viewOptOut(await store.forgetOptOut(originator, recipient, by)),

  readAudit: async ({ store }, { username, ...page }) => viewPage(await store.audit({ username }, page), viewAudit),
} satisfies Performing;

/** What comes of an operation. */
export type AdminOutcome<N extends AdminName> = Awaited<ReturnType<(typeof OPERATIONS)[N]>>;

/**
 * Does what is asked for, with values by the names of the request's fields.
 * @throws DecodeError for a value, its field as `$.name`; ChangeError for what cannot be done.
 */
export async function performAdmin<N extends AdminName>(
  name: N,
  service: AdminService,
  values: object,
): Promise<AdminOutcome<N>> {
  const perform = OPERATIONS[name] as unknown as (service: AdminService, input: unknown) => Promise<AdminOutcome<N>>;
  return perform(service, readInput(ADMIN_REQUESTS[name] as AdminRequest, values));
}

/** A slip would change all messages that there are. */
function requireFilter(which: object): void {
  if (Object.keys(which).length === 0) wrong('$.username', 'is missing: which messages are meant?');
}

function noAccount(): never {
  throw new ChangeError('not-found', 'username', 'there is no such account');
}

// ---- Views ----

function viewPage<T>({ entries, next }: Page<T>, view: (entry: T) => object): AdminPage {
  return { entries: entries.map(view), ...(next !== undefined && { next }) };
}

function viewAccount({ username, parent, type, currency, credit, ...more }: AccountEntry) {
  return {
    username,
    ...(parent !== undefined && { parent }),
    ...(type !== undefined && { type }),
    currency,
    credit: formatMoney(credit),
    pricePerPart: formatMoney(more.pricePerPart),
    mayManage: more.mayManage,
    ...(more.disabled === true && { disabled: true }),
  };
}

function viewDetails(details: AccountDetails) {
  return {
    ...viewAccount(details),
    replyTo: details.replyTo,
    ...(details.callback !== undefined && { callback: details.callback }),
    createdAt: formatTime(details.createdAt),
  };
}

function viewMovement({ at, kind, amount, ...more }: LedgerEntry): object {
  return { at: formatTime(at), kind, amount: formatMoney(amount), ...more };
}

function viewMessage({ acceptedAt, dueAt, units, attempts, reason, ...message }: MessageEntry): object {
  return {
    ...message,
    acceptedAt: formatTime(acceptedAt),
    ...(dueAt !== undefined && { dueAt: formatTime(dueAt) }),
    ...{ units, attempts },
    ...(reason !== undefined && { reason }),
  };
}

function viewOptOut({ at, ...pair }: OptOut): object {
  return { ...pair, at: formatTime(at) };
}

function viewAudit({ at, ...entry }: AuditEntry): object {
  return { at: formatTime(at), ...entry };
}

/** To the second, unless there are milliseconds. */
function formatTime(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
