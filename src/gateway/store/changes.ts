/**
 * What operators do: accounts are created and changed, messages are cancelled and queued again. Each change is one transaction with its entry in
 * the audit.
 *
 *   scheduled, queued ──▶ cancelled                    unless it is in the hands of a delivery; the charge is given back
 *   failed, expired, cancelled ──▶ queued              charged again where the charge was given back, due from now on
 * @module
 */
import { UNSORTED } from '../delivery/lanes.js';
import type { ProvisionedAccount } from '../settings/provision.js';
import { ProvisioningError } from '../settings/provision.js';
import { newSubmissionIds, SUBMISSION_COLUMNS } from './accepted.js';
import { writeTwoWay } from './accounts.js';
import { describeCreated, type NewAuditEntry, showCallback, writeAudit } from './audit.js';
import { enqueueReceipts } from './callbacks.js';
import { planRecharge, recharge, refundCharges, StalePlan } from './charges.js';
import { among, copyRows, inTransaction, type StoreContext, updateRows } from './database.js';
import { forgetSubmissions } from './keeping.js';
import { readDetails, searchMessages } from './listings.js';
import { formatMoney, MAX_MONEY, type Money } from './money.js';
import { createMissing } from './provision.js';
import type { Database, Tables } from './schema.js';
import type {
  AccountChanges,
  AccountDetails,
  AuditChange,
  CallbackTarget,
  MessageFilter,
  MessageState,
  PageOptions,
} from './types.js';

/** Thrown when a change of the store is refused. Nothing was changed. */
export class ChangeError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'ChangeError';
  /** `not-found`: there is no such account, message or opt-out. `conflict`: its state does not allow the change. */
  readonly code: 'not-found' | 'conflict';
  /** The field of the request, such as `username` or `debit`. */
  readonly field: string;
  /** What was found, without the field. */
  readonly reason: string;

  /** Creates an error; `reason` says what was found. */
  constructor(code: ChangeError['code'], field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.code = code;
    this.field = field;
    this.reason = reason;
  }
}

// ---- Accounts ----

/**
 * Creates an account.
 * @throws ChangeError when the user name is taken, also by an account that was deleted, or its parent is no account that may have children.
 */
export async function createAccount(context: StoreContext, account: ProvisionedAccount, by: string): Promise<AccountDetails> {
  const pinHash = await context.pins.hash(account.pin);
  return inTransaction(context, async (tx) => {
    const { id, isNew } = await createMissing(tx, context, account, pinHash, '$').catch((error: unknown) => {
      if (!(error instanceof ProvisioningError)) throw error;
      const field = error.path.replace(/^\$\./, '');
      throw new ChangeError('conflict', field, error.message.slice(error.path.length + 2));
    });
    if (!isNew) throw new ChangeError('conflict', 'username', 'the user name is taken');
    await writeAudit(tx, context, [describeCreated(account, by)]);
    return readDetails(tx, id);
  });
}

type AccountRow = Pick<
  Tables['account'],
  'username' | 'type' | 'credit' | 'price_per_part' | 'may_manage' | 'reply_to' | 'callback' | 'disabled_at'
> & { readonly id: number };

/** What changes come to. */
interface Plan {
  /** New values of columns. */
  readonly set: Partial<Omit<Tables['account'], 'id'>>;
  /** Movements of the credit. */
  readonly movements: readonly { readonly kind: 'topUp' | 'debit'; readonly amount: Money }[];
  readonly changes: Record<string, AuditChange>;
}

/**
 * Changes an account: all of it, or nothing. A new PIN counts from the next request on, and so does `disabled`.
 * @throws ChangeError when there is no such account, or its credit does not allow it.
 */
export async function changeAccount(
  context: StoreContext,
  username: string,
  changes: AccountChanges,
  by: string,
): Promise<AccountDetails> {
  const pinHash = changes.pin === undefined ? undefined : await context.pins.hash(changes.pin);
  return inTransaction(context, async (tx) => {
    const account = await lockAccount(tx, context, username);
    const plan = planChanges(account, changes, pinHash, context.clock());
    if (Object.keys(plan.set).length > 0) {
      await tx.updateTable('account').set(plan.set).where('id', '=', account.id).execute();
    }
    if (changes.replyTo !== undefined) {
      await tx.deleteFrom('two_way').where('account_id', '=', account.id).execute();
      await writeTwoWay(tx, context, account.id, changes.replyTo);
    }
    for (const { kind, amount } of plan.movements) {
      await tx.insertInto('ledger').values({ account_id: account.id, at: context.clock(), kind, amount }).execute();
    }
    if (Object.keys(plan.changes).length > 0) {
      await writeAudit(tx, context, [{ by, action: 'changeAccount', username, changes: plan.changes }]);
    }
    return readDetails(tx, account.id);
  });
}

async function lockAccount(tx: Database, { engine }: StoreContext, username: string): Promise<AccountRow> {
  const query = tx
    .selectFrom('account')
    .select(['id', 'username', 'type', 'credit', 'price_per_part', 'may_manage', 'reply_to', 'callback', 'disabled_at'])
    .where('username', '=', username)
    .where('deleted_at', 'is', null);
  const account = await (engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
  return account ?? notFound('username', 'there is no such account');
}

function notFound(field: string, reason: string): never {
  throw new ChangeError('not-found', field, reason);
}

function conflict(field: string, reason: string): never {
  throw new ChangeError('conflict', field, reason);
}

/** What is asked for and is so already is no change. */
function planChanges(account: AccountRow, asked: AccountChanges, pinHash: string | undefined, now: number): Plan {
  const set: { -readonly [K in keyof Plan['set']]: Plan['set'][K] } = {};
  const changes: Record<string, AuditChange> = {};
  const { pricePerPart, replyTo, callback, mayManage, disabled } = asked;
  if (pinHash !== undefined) {
    set.pin_hash = pinHash;
    changes.pin = 'changed';
  }
  if (pricePerPart !== undefined && pricePerPart !== account.price_per_part) {
    set.price_per_part = pricePerPart;
    changes.pricePerPart = [formatMoney(account.price_per_part), formatMoney(pricePerPart)];
  }
  if (replyTo !== undefined && JSON.stringify(replyTo) !== account.reply_to) {
    set.reply_to = JSON.stringify(replyTo);
    changes.replyTo = [JSON.parse(account.reply_to), replyTo];
  }
  if (callback !== undefined && formatCallback(callback) !== account.callback) {
    set.callback = formatCallback(callback);
    changes.callback = compareShown(showCallback(parseCallback(account.callback)), showCallback(callback));
  }
  if (mayManage !== undefined && mayManage !== (account.may_manage === 1)) {
    set.may_manage = mayManage ? 1 : 0;
    changes.mayManage = [!mayManage, mayManage];
  }
  if (disabled !== undefined && disabled !== (account.disabled_at !== null)) {
    set.disabled_at = disabled ? now : null;
    changes.disabled = [!disabled, disabled];
  }
  const movements = planMovements(account, asked);
  const credit = movements.reduce((sum, { amount }) => sum + amount, account.credit);
  if (credit !== account.credit) set.credit = credit;
  if (movements.length > 0) changes.credit = [formatMoney(account.credit), formatMoney(credit)];
  return { set, movements, changes };
}

function planMovements(account: AccountRow, { topUp, debit }: AccountChanges): Plan['movements'] {
  for (const [field, amount] of Object.entries({ topUp, debit })) {
    if (amount === undefined) continue;
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`${field} has to be above 0`);
    if (account.type === 'SHARED') conflict(field, "a SHARED child spends its parent's credit");
  }
  const credit = account.credit + (topUp ?? 0);
  if (credit > MAX_MONEY) conflict('topUp', 'the account would hold more than an account can');
  if (credit < (debit ?? 0)) conflict('debit', `the credit is ${formatMoney(credit)}`);
  return [
    ...(topUp === undefined ? [] : [{ kind: 'topUp' as const, amount: topUp }]),
    ...(debit === undefined ? [] : [{ kind: 'debit' as const, amount: -debit }]),
  ];
}

/** Of callbacks that look alike only a secret can have changed. */
function compareShown(before: unknown, after: unknown): AuditChange {
  return JSON.stringify(before) === JSON.stringify(after) ? 'changed' : [before, after];
}

function formatCallback(callback: CallbackTarget | null): string | null {
  return callback === null ? null : JSON.stringify(callback);
}

function parseCallback(json: string | null): CallbackTarget | null {
  return json === null ? null : (JSON.parse(json) as CallbackTarget);
}

// ---- Messages ----

/** A message whose state was changed. */
export interface MessageChange {
  /** MessageIdentifier. */
  readonly messageIdentifier: string;
  /** Its new state. */
  readonly state: MessageState;
}

/**
 * Takes a message back that has not been handed over, and gives its charge back. Who wants receipts is told that it failed.
 * @param owner whose it has to be; anybody's when absent
 * @throws ChangeError when there is no such message, or it has gone too far.
 */
export function cancelMessage(
  context: StoreContext,
  messageIdentifier: string,
  by: string,
  owner?: string,
): Promise<MessageChange> {
  return inTransaction(context, async (tx) => {
    const [message] = await lockMessages(tx, context, [messageIdentifier]);
    if (message === undefined || (owner !== undefined && message.username !== owner)) {
      notFound('messageIdentifier', 'there is no such message');
    }
    if (!isWaiting(message)) conflict('messageIdentifier', `the message is ${message.state}`);
    if (isInHand(message, context.clock())) conflict('messageIdentifier', 'the message is being handed over just now');
    await cancelLocked(tx, context, [message], by, owner === undefined ? BY_OPERATOR : BY_ACCOUNT);
    return { messageIdentifier, state: 'cancelled' };
  });
}

/** The outcome of cancelling a page of messages. */
export interface CancelledPage {
  /** The number of cancelled messages. */
  readonly cancelled: number;
  /** The number of messages that were being handed over, and are unchanged. */
  readonly inHand: number;
  /** The `after` of the next page; absent after the last one. */
  readonly next?: number;
}

/** Messages that are cancelled, or queued again, in one transaction. */
export const BATCH = 500;

/** Takes messages of an account's own back, a {@link BATCH} at most, and gives how many of them waited. */
export function cancelBatch(context: StoreContext, identifiers: readonly string[], owner: string): Promise<number> {
  return inTransaction(context, async (tx) => {
    const found = await lockMessages(tx, context, identifiers);
    const now = context.clock();
    const messages = found.filter((message) => message.username === owner && isWaiting(message) && !isInHand(message, now));
    await cancelLocked(tx, context, messages, byAccount(owner), BY_ACCOUNT);
    return messages.length;
  });
}

/** The same for all messages that wait and fit, a portion of them. */
export async function cancelMessages(
  context: StoreContext,
  filter: Omit<MessageFilter, 'state'>,
  by: string,
  { after, limit = BATCH }: PageOptions = {},
): Promise<CancelledPage> {
  const page = { after, limit: Math.min(limit, BATCH) };
  const { entries, next } = await searchMessages(context, { ...filter, state: WAITING }, page);
  const counts = await inTransaction(context, async (tx) => {
    const found = await lockMessages(
      tx,
      context,
      entries.map(({ messageIdentifier }) => messageIdentifier),
    );
    const now = context.clock();
    const waiting = found.filter(isWaiting);
    const messages = waiting.filter((message) => !isInHand(message, now));
    await cancelLocked(tx, context, messages, by);
    return { cancelled: messages.length, inHand: waiting.length - messages.length };
  });
  return { ...counts, ...(next !== undefined && { next }) };
}

const WAITING: readonly MessageState[] = ['scheduled', 'queued'];

/** Whether it was not handed over, and is to be. */
export const isWaiting = ({ state }: Pick<LockedMessage, 'state'>) => WAITING.includes(state);

const ENDED: readonly MessageState[] = ['failed', 'expired', 'cancelled'];

const hasEnded = ({ state }: LockedMessage) => ENDED.includes(state);

const BY_OPERATOR = 'cancelled by the operator';
const BY_ACCOUNT = 'cancelled by the account';

/** An account as whoever did something, for the audit. */
export function byAccount(username: string): string {
  return `account:${username}`;
}

async function cancelLocked(
  tx: Database,
  context: StoreContext,
  messages: readonly LockedMessage[],
  by: string,
  reason = BY_OPERATOR,
): Promise<void> {
  if (messages.length === 0) return;
  const at = context.clock();
  const ids = messages.map(({ id }) => id);
  await tx
    .updateTable('message')
    .set({ state: 'cancelled', next_at: null, reason })
    .where(among(context.engine, 'id', ids))
    .execute();
  await refundCharges(tx, context, messages, at);
  await enqueueReceipts(
    tx,
    context,
    messages.map((message) => ({ ...message, state: 'failed', isCancelled: true, at })),
  );
  const entries = messages.map(({ identifier: messageIdentifier, username, state }): NewAuditEntry => {
    return { by, action: 'cancel', username, messageIdentifier, changes: { state: [state, 'cancelled'] } };
  });
  await writeAudit(tx, context, entries);
}

/** Claimed, and not put off since: what is claimed has no reason. A lease that has ended is nobody's. */
export function isInHand({ attempt, attempt_base, reason, next_at }: LockedMessage, now: number): boolean {
  return attempt > attempt_base && reason === null && next_at !== null && next_at > now;
}

/**
 * Queues a message again that came to nothing: due from now on, for as long as a new one. It costs what it did, unless it was handed over and
 * failed then: its charge was kept.
 * @throws ChangeError when there is no such message, it has not failed, or the account is gone or cannot pay for it.
 */
export async function requeueMessage(context: StoreContext, messageIdentifier: string, by: string): Promise<MessageChange> {
  const { refusals } = await requeueInTransaction(context, [messageIdentifier], by, ([message]) => {
    if (message === undefined) notFound('messageIdentifier', 'there is no such message');
    if (!hasEnded(message)) conflict('messageIdentifier', `the message is ${message.state}`);
  });
  for (const reason of refusals.values()) conflict('messageIdentifier', reason);
  return { messageIdentifier, state: 'queued' };
}

/** Conditions on messages to queue again; all that are present must match. */
export interface RequeueFilter extends Omit<MessageFilter, 'state'> {
  /** The state; any of the three when absent. */
  readonly state?: 'failed' | 'expired' | 'cancelled' | undefined;
}

/** The outcome of queueing a page of messages again. */
export interface RequeuedPage {
  /** The number of messages that were queued again. */
  readonly requeued: number;
  /** The number of unchanged messages, whose account does not exist any more or whose credit does not cover them. */
  readonly unpaid: number;
  /** The `after` of the next page; absent after the last one. */
  readonly next?: number;
}

/**
 * The same for all messages that failed, expired or were cancelled, and fit, a portion of them. Each is charged in order; those that the credit
 * does not cover stay as they are.
 */
export async function requeueMessages(
  context: StoreContext,
  { state, ...filter }: RequeueFilter,
  by: string,
  { after, limit = BATCH }: PageOptions = {},
): Promise<RequeuedPage> {
  const page = { after, limit: Math.min(limit, BATCH) };
  const { entries, next } = await searchMessages(context, { ...filter, state: state ?? ENDED }, page);
  const identifiers = entries.map(({ messageIdentifier }) => messageIdentifier);
  const { messages, refusals } = await requeueInTransaction(context, identifiers, by);
  return { requeued: messages.length, unpaid: refusals.size, ...(next !== undefined && { next }) };
}

/** What was done in a transaction. */
interface Requeued {
  readonly messages: readonly LockedMessage[];
  readonly at: number;
  /** Why a message stays as it is, by its identifier. */
  readonly refusals: ReadonlyMap<string, string>;
}

/** @param check throws when messages that were found may not be queued again */
async function requeueInTransaction(
  context: StoreContext,
  identifiers: readonly string[],
  by: string,
  check: (found: readonly LockedMessage[]) => void = () => {},
): Promise<Requeued> {
  const attempt = (isLockedLate: boolean) =>
    inTransaction(context, async (tx) => {
      const found = await lockMessages(tx, context, identifiers);
      check(found);
      return requeueLocked(tx, context, found.filter(hasEnded), by, isLockedLate);
    });
  // Who sends with these accounts waits for their locks: they are taken last, unless a credit has changed in the meantime.
  const requeued = await attempt(true).catch((error: unknown) => {
    if (error instanceof StalePlan) return attempt(false);
    throw error;
  });
  const { messages, at } = requeued;
  for (const payer of new Set(messages.map(({ payer_id }) => payer_id))) context.queues.add(payer, UNSORTED, at);
  return requeued;
}

async function requeueLocked(
  tx: Database,
  context: StoreContext,
  given: readonly LockedMessage[],
  by: string,
  isLockedLate: boolean,
): Promise<Requeued> {
  const { engine } = context;
  const at = context.clock();
  const ids = given.map(({ id }) => id);
  const parts = tx
    .deleteFrom('sent_part')
    .where(among(engine, 'message_id', ids))
    .returning('message_id');
  const handedOver = new Set((await parts.execute()).map(({ message_id }) => message_id));
  const unsent = given.filter(({ id }) => !handedOver.has(id));
  const plan = await planRecharge(tx, context, unsent, !isLockedLate);
  const { refusals } = plan;
  const messages = given.filter(({ identifier }) => !refusals.has(identifier));
  const submissions = [...new Set(messages.map(({ submission_id }) => submission_id))];
  const copies = await copySubmissions(tx, context, submissions, at);
  const rows = messages.map(({ id, submission_id, payer_id, attempt }) => {
    // A number of its own: what a claim from before says of its try comes too late. It may go over another link this time, and is of use again.
    return [copies.get(submission_id), payer_id, 'queued', at, null, attempt + 1, attempt + 1, UNSORTED, null, null, id];
  });
  await updateRows(tx, engine, 'message', REQUEUE_CHANGES, 'id', rows);
  // With the last of its messages its text goes.
  await forgetSubmissions(tx, context, submissions);
  const entries = messages.map(({ identifier: messageIdentifier, username, state }): NewAuditEntry => {
    return { by, action: 'requeue', username, messageIdentifier, changes: { state: [state, 'queued'] } };
  });
  await writeAudit(tx, context, entries);
  await recharge(tx, context, plan, at);
  return { messages, at, refusals };
}

const REQUEUE_CHANGES = {
  submission_id: 'bigint',
  payer_id: 'bigint',
  state: 'text',
  next_at: 'bigint',
  reason: 'text',
  attempt: 'integer',
  attempt_base: 'integer',
  lane: 'text',
  link: 'text',
  valid_until: 'bigint',
  id: 'bigint',
} as const;

/** Copies that are due now, by the ids of their originals: the other messages of a request keep their time. */
async function copySubmissions(
  tx: Database,
  { engine }: StoreContext,
  ids: readonly number[],
  dueAt: number,
): Promise<ReadonlyMap<number, number | undefined>> {
  if (ids.length === 0) return new Map();
  const copies = await newSubmissionIds(tx, engine, ids.length);
  const rows = ids.map((id, index) => [copies[index], dueAt, id]);
  await copyRows(tx, engine, 'submission', COPIED_COLUMNS, { id: 'bigint', due_at: 'bigint' }, rows);
  return new Map(ids.map((id, index) => [id, copies[index]]));
}

const { id: _id, due_at: _dueAt, ...COPIED } = SUBMISSION_COLUMNS;
const COPIED_COLUMNS = Object.keys(COPIED) as (keyof typeof COPIED)[];

type LockedMessage = Awaited<ReturnType<typeof lockMessages>>[number];

/** Messages by their identifiers, which nobody else changes before the transaction ends. */
export async function lockMessages(tx: Database, { engine }: StoreContext, identifiers: readonly string[]) {
  const query = tx
    .selectFrom('message')
    .innerJoin('submission', 'submission.id', 'message.submission_id')
    .innerJoin('account', 'account.id', 'submission.account_id')
    .select(['message.id', 'identifier', 'submission_id', 'recipient', 'state', 'attempt', 'attempt_base', 'next_at', 'reason'])
    .select(['submission.payer_id', 'units', 'submission.price_per_part', 'due_at', 'username', 'content_kind', 'lane'])
    .where(among(engine, 'identifier', identifiers))
    .orderBy('message.id');
  return (engine === 'postgres' ? query.forUpdate('message') : query).execute();
}
