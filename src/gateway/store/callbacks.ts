/**
 * The queue of what is posted to customers (G-DLR-01, G-MO-01), and what was posted to the gateway itself.
 *
 * A post that fails is tried again after 10 seconds, 20, 40, up to an hour, or after half of that at the least, for 24 hours in all (G-DLR-03).
 * @module
 */
import { type RawBuilder, sql } from 'kysely';
import { type Backoff, backoffMs } from '../work.js';
import { newMessageIdentifier } from './accept.js';
import { among, insertRows, inTransaction, type StoreContext } from './database.js';
import type { Database, Engine } from './schema.js';
import type { CallbackPayload, CallbackTarget, DueCallback, IncomingMessage, ReceiptStatus } from './types.js';

const RETRY: Backoff = { firstMs: 10_000, maxMs: 60 * 60 * 1_000, jitter: 0.5 };

/** How long the gateway goes on posting, in milliseconds. */
const CALLBACK_LIFE_MS = 24 * 60 * 60 * 1000;

const CALLBACK_COLUMNS = {
  account_id: 'bigint',
  payload: 'text',
  next_at: 'bigint',
  attempt: 'integer',
  created_at: 'bigint',
} as const;

/** Queues the receipts of messages that came to their end, for accounts that want them. */
export async function enqueueReceipts(
  tx: Database,
  { engine, clock }: StoreContext,
  ended: readonly {
    readonly identifier: string;
    readonly submission_id: number;
    readonly recipient: string;
    readonly state: ReceiptStatus;
    readonly at: number;
  }[],
): Promise<void> {
  if (ended.length === 0) return;
  const wanting = await tx
    .selectFrom('submission')
    .innerJoin('account', 'account.id', 'submission.account_id')
    .select(['submission.id', 'account_id'])
    .where(among(engine, 'submission.id', [...new Set(ended.map((row) => row.submission_id))]))
    .where('callback', 'is not', null)
    .where('deleted_at', 'is', null)
    // Nobody knows an identifier of a report that the gateway makes itself.
    .where('content_kind', '<>', 'mmsReport')
    .execute();
  if (wanting.length === 0) return;
  const accounts = new Map(wanting.map((row) => [row.id, row.account_id]));
  const now = clock();
  const rows = ended.flatMap(({ identifier, submission_id, recipient, state, at }) => {
    const accountId = accounts.get(submission_id);
    if (accountId === undefined) return [];
    const payload: CallbackPayload = { kind: 'receipt', messageIdentifier: identifier, recipient, state, at };
    return [[accountId, JSON.stringify(payload), now, 0, now]];
  });
  await insertRows(tx, engine, 'callback', CALLBACK_COLUMNS, rows);
}

/** Queues an incoming message for the account that has its two-way number; false when none does, or the account wants no messages. */
export function enqueueIncoming(context: StoreContext, message: IncomingMessage): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const row = await tx
      .selectFrom('two_way')
      .innerJoin('account', 'account.id', 'two_way.account_id')
      .select('account.id')
      .where('number', '=', message.to)
      .where('callback', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('account.id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return false;
    const { from, to, text, data = new Uint8Array(0), at } = message;
    const payload: CallbackPayload = {
      kind: 'message',
      messageIdentifier: newMessageIdentifier(),
      from,
      to,
      text: text ?? Buffer.from(data).toString('hex').toUpperCase(),
      at,
    };
    const now = context.clock();
    await insertRows(tx, context.engine, 'callback', CALLBACK_COLUMNS, [[row.id, JSON.stringify(payload), now, 0, now]]);
    return true;
  });
}

/** Takes up to `limit` callbacks that are due and leases them to the caller. Those of deleted accounts are dropped. */
export function claimCallbacks(context: StoreContext, limit: number, leaseMs: number): Promise<DueCallback[]> {
  return inTransaction(context, async (tx) => {
    const { engine } = context;
    const now = context.clock();
    const claimed = await tx
      .with(
        (name) => name('due').materialized(),
        () => dueIds(engine, now, limit),
      )
      .updateTable('callback')
      .set({ next_at: now + leaseMs, attempt: sql`attempt + 1` })
      .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
      .returning(['id', 'account_id', 'payload', 'attempt', 'created_at'])
      .execute();
    if (claimed.length === 0) return [];
    const accounts = await tx
      .selectFrom('account')
      .select(['id', 'username', 'callback', 'deleted_at'])
      .where(among(engine, 'id', [...new Set(claimed.map((row) => row.account_id))]))
      .execute();
    const targets = new Map(accounts.map((account) => [account.id, account]));
    const callbacks: DueCallback[] = [];
    const dropped: number[] = [];
    for (const { id, account_id, payload, attempt, created_at } of claimed.sort((a, b) => a.id - b.id)) {
      const account = targets.get(account_id);
      if (account?.callback == null || account.deleted_at !== null) {
        dropped.push(id);
        continue;
      }
      callbacks.push({
        id,
        username: account.username,
        target: JSON.parse(account.callback) as CallbackTarget,
        payload: JSON.parse(payload) as CallbackPayload,
        attempt,
        createdAt: created_at,
      });
    }
    if (dropped.length > 0)
      await tx
        .deleteFrom('callback')
        .where(among(engine, 'id', dropped))
        .execute();
    return callbacks;
  });
}

/** Callbacks that are due, earliest first, as a query of their ids. On PostgreSQL those that another gateway is claiming are left to it. */
function dueIds(engine: Engine, now: number, limit: number): RawBuilder<{ id: number }> {
  const claim = engine === 'postgres' ? sql`for update skip locked` : sql``;
  return sql`(select id from callback where next_at <= ${now} order by next_at, id limit ${limit} ${claim})`;
}

/** Ends a callback, or puts it off; `given-up` when there is no time left. Of an older claim only success counts. */
export async function settleCallback(
  { db, clock, random }: StoreContext,
  { id, attempt, createdAt }: Pick<DueCallback, 'id' | 'attempt' | 'createdAt'>,
  result: 'done' | 'failed',
): Promise<'done' | 'later' | 'given-up'> {
  if (result === 'done') {
    await db.deleteFrom('callback').where('id', '=', id).execute();
    return 'done';
  }
  const nextAt = clock() + backoffMs(RETRY, attempt, random);
  if (nextAt > createdAt + CALLBACK_LIFE_MS) {
    await db.deleteFrom('callback').where('id', '=', id).where('attempt', '=', attempt).execute();
    return 'given-up';
  }
  await db.updateTable('callback').set({ next_at: nextAt }).where('id', '=', id).where('attempt', '=', attempt).execute();
  return 'later';
}

/** When a callback is due next, leases that end counted; undefined when there is none. */
export async function nextCallbackAt({ db }: StoreContext): Promise<number | undefined> {
  const row = await db.selectFrom('callback').select('next_at').orderBy('next_at').limit(1).executeTakeFirst();
  return row?.next_at;
}

/** What was posted in an account's name is free of charge, so that only the last ones are kept. */
const MAX_POSTED = 1_000;

/**
 * Keeps a receipt or message that was posted to the gateway itself, of each account the last {@link MAX_POSTED}; false when there is no
 * such account.
 */
export function keepPosted(context: StoreContext, username: string, callback: unknown): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where('username', '=', username)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (account === undefined) return false;
    await tx
      .insertInto('posted')
      .values({ account_id: account.id, at: context.clock(), callback: JSON.stringify(callback) })
      .execute();
    const older = await tx
      .selectFrom('posted')
      .select('id')
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .offset(MAX_POSTED)
      .limit(1)
      .executeTakeFirst();
    if (older !== undefined) {
      await tx.deleteFrom('posted').where('account_id', '=', account.id).where('id', '<=', older.id).execute();
    }
    return true;
  });
}

/** What was posted to the gateway in an account's name, oldest first. */
export async function readPosted(
  { db }: StoreContext,
  username: string,
): Promise<{ readonly at: number; readonly callback: unknown }[]> {
  const rows = await db
    .selectFrom('posted')
    .innerJoin('account', 'account.id', 'posted.account_id')
    .select(['at', 'posted.callback as posted'])
    .where('username', '=', username)
    .orderBy('posted.id')
    .execute();
  return rows.map(({ at, posted }) => ({ at, callback: JSON.parse(posted) as unknown }));
}
