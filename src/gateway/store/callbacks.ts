/**
 * The queue of what is posted to customers (G-DLR-01, G-MO-01), what waits to be told to which of their SMPP sessions (session-callbacks has that queue's
 * other end), and what was posted to the gateway itself.
 *
 * A post that fails is tried again after 10 seconds, 20, 40, up to an hour, or after half of that at the least, for 24 hours in all (G-DLR-03). What is
 * claimed and not posted comes again when the lease ends, and counts as no attempt.
 * @module
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isAskedFor } from '../../smpp/receipt.js';
import { type Backoff, backoffMs } from '../work.js';
import { newMessageIdentifier } from './accept.js';
import { afterCommit, among, hexOf, insertRows, inTransaction, type StoreContext } from './database.js';
import type { Database, Engine, Tables } from './schema.js';
import type {
  CallbackPayload,
  CallbackTarget,
  DueCallback,
  IncomingMessage,
  PostOutcome,
  PostResult,
  ReceiptStatus,
} from './types.js';

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

/** A message that came to its end. */
interface EndedRow {
  readonly identifier: string;
  readonly submission_id: number;
  readonly recipient: string;
  readonly state: ReceiptStatus;
  readonly isCancelled?: boolean;
  readonly at: number;
}

/**
 * Of which of some requests somebody wants receipts, of accounts that are there. The requests are read by their ids before anything else is: PostgreSQL,
 * with plans of a new store, has read all requests of an account for it. Nothing recurs here; by that word the store on SQLite knows that this reads, see
 * `READS` in sqlite.ts.
 */
export function readWantedReceipts(db: Database, engine: Engine, submissions: readonly number[]) {
  return db
    .withRecursive(
      (name) => name('own').materialized(),
      (own) =>
        own
          .selectFrom('submission')
          .select(['id', 'account_id', 'registered_delivery', 'originator', 'accepted_at'])
          .where(among(engine, 'id', submissions))
          // Nobody knows an identifier of a report that the gateway makes itself.
          .where('content_kind', '<>', 'mmsReport'),
    )
    .selectFrom('own')
    .innerJoin('account', 'account.id', 'own.account_id')
    .select(['own.id', 'own.account_id', 'account.callback', 'own.registered_delivery', 'own.originator', 'own.accepted_at'])
    .where(sql<boolean>`(account.callback is not null or own.registered_delivery is not null)`)
    .where('account.deleted_at', 'is', null)
    .execute();
}

/** A request of {@link readWantedReceipts}. */
type Wanting = Awaited<ReturnType<typeof readWantedReceipts>>[number];

/**
 * Queues the receipts of messages that came to their end, for accounts that want them: posts, or receipts for their SMPP sessions. What came over SMPP
 * is reported as it asked, to sessions alone; all else where the account's callback says.
 */
export async function enqueueReceipts(tx: Database, context: StoreContext, ended: readonly EndedRow[]): Promise<void> {
  if (ended.length === 0) return;
  const ids = [...new Set(ended.map((row) => row.submission_id))];
  await writeReceipts(tx, context, ended, await readWantedReceipts(tx, context.engine, ids));
}

/** The same, of messages whose requests were read before. */
export async function writeReceipts(
  tx: Database,
  { engine, clock, queued }: StoreContext,
  ended: readonly EndedRow[],
  wanting: readonly Wanting[],
): Promise<void> {
  if (wanting.length === 0) return;
  const submissions = new Map(wanting.map((row) => [row.id, row]));
  const now = clock();
  const rows: Record<'callback' | 'session_callback', unknown[][]> = { callback: [], session_callback: [] };
  for (const { identifier, submission_id, recipient, state, isCancelled = false, at } of ended) {
    const submission = submissions.get(submission_id);
    if (submission === undefined) continue;
    const { account_id, callback, registered_delivery: asked, originator, accepted_at: acceptedAt } = submission;
    if (asked !== null && !isAskedFor(state === 'delivered' ? 'DELIVRD' : 'UNDELIV', asked)) continue;
    const receipt: CallbackPayload = { kind: 'receipt', messageIdentifier: identifier, recipient, state, at };
    const isForSession = asked !== null || isSmpp(callback);
    const payload = isForSession ? { ...receipt, ...(isCancelled && { isCancelled }), originator, acceptedAt } : receipt;
    rows[isForSession ? 'session_callback' : 'callback'].push([account_id, JSON.stringify(payload), now, 0, now]);
  }
  for (const table of ['callback', 'session_callback'] as const) {
    await insertRows(tx, engine, table, CALLBACK_COLUMNS, rows[table]);
  }
  afterCommit(tx, () => {
    queued.receipts += rows.callback.length + rows.session_callback.length;
  });
}

/** How many receipts this process has queued. */
export function queuedReceipts({ queued }: StoreContext): number {
  return queued.receipts;
}

/** Whether an account's callback, as the store has it, is by SMPP. */
function isSmpp(callback: string | null): boolean {
  return callback !== null && (JSON.parse(callback) as CallbackTarget).form === 'smpp';
}

/** Queues an incoming message for the account that has its two-way number; false when none does, or the account wants no messages. */
export function enqueueIncoming(context: StoreContext, message: IncomingMessage): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const row = await tx
      .selectFrom('two_way')
      .innerJoin('account', 'account.id', 'two_way.account_id')
      .select(['account.id', 'callback'])
      .where('number', '=', message.to)
      .where('callback', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('account.id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return false;
    const { from, to, text, data = new Uint8Array(0), udh = new Uint8Array(0), at } = message;
    const isForSession = isSmpp(row.callback);
    const payload: CallbackPayload = {
      kind: 'message',
      messageIdentifier: newMessageIdentifier(),
      from,
      to,
      text: text ?? hexOf(data),
      at,
      ...(text === undefined && { isData: true }),
      ...(isForSession && udh.length > 0 && { udh: hexOf(udh) }),
    };
    const now = context.clock();
    const table = isForSession ? 'session_callback' : 'callback';
    await insertRows(tx, context.engine, table, CALLBACK_COLUMNS, [[row.id, JSON.stringify(payload), now, 0, now]]);
    return true;
  });
}

/**
 * Takes up to `limit` callbacks that are due and leases them to the caller. Those of deleted accounts are dropped, and those that are too old; those of accounts that have sessions in
 * place of their own server since are left to the sessions.
 */
export async function claimCallbacks(
  context: StoreContext,
  limit: number,
  leaseMs: number,
  onGivenUp?: (callbacks: number) => void,
): Promise<DueCallback[]> {
  let givenUp = 0;
  // Mostly nothing is due: that costs no transaction.
  const first = await nextCallbackAt(context);
  if (first === undefined || first > context.clock()) return [];
  const due = await inTransaction(context, async (tx) => {
    const { engine } = context;
    const now = context.clock();
    const leaseEndsAt = now + leaseMs;
    givenUp = 0;
    const claimed = await tx
      .with(
        (name) => name('due').materialized(),
        () => dueIds(engine, now, limit),
      )
      .updateTable('callback')
      .set({ next_at: leaseEndsAt })
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
    const moved: Claimed[] = [];
    for (const row of claimed.sort((a, b) => a.id - b.id)) {
      const { id, account_id, payload, attempt, created_at } = row;
      const account = targets.get(account_id);
      if (account?.callback == null || account.deleted_at !== null) {
        dropped.push(id);
        continue;
      }
      const target = JSON.parse(account.callback) as CallbackTarget;
      if (target.form === 'smpp') {
        moved.push(row);
        continue;
      }
      if (now > created_at + CALLBACK_LIFE_MS) {
        dropped.push(id);
        givenUp++;
        continue;
      }
      callbacks.push({
        ...{ id, username: account.username, target, payload: JSON.parse(payload) as CallbackPayload },
        ...{ attempt: attempt + 1, createdAt: created_at, leaseEndsAt },
      });
    }
    await moveToSessions(tx, context, moved);
    dropped.push(...moved.map(({ id }) => id));
    if (dropped.length > 0)
      await tx
        .deleteFrom('callback')
        .where(among(engine, 'id', dropped))
        .execute();
    return callbacks;
  });
  if (givenUp > 0) onGivenUp?.(givenUp);
  return due;
}

/** A row of a queue that was claimed. */
type Claimed = Pick<Selectable<Tables['callback']>, 'id' | 'account_id' | 'payload' | 'attempt' | 'created_at'>;

/** Queues what was to be posted for sessions, with what a receipt there has besides. */
async function moveToSessions(tx: Database, { engine, clock }: StoreContext, moved: readonly Claimed[]): Promise<void> {
  if (moved.length === 0) return;
  const payloads = moved.map(({ payload }) => JSON.parse(payload) as CallbackPayload);
  const messages = await tx
    .selectFrom('message')
    .innerJoin('submission', 'submission.id', 'message.submission_id')
    .select(['identifier', 'originator', 'accepted_at as acceptedAt'])
    .where(
      among(
        engine,
        'identifier',
        payloads.map(({ messageIdentifier }) => messageIdentifier),
      ),
    )
    .execute();
  const known = new Map(messages.map(({ identifier, ...message }) => [identifier, message]));
  const rows = moved.map(({ account_id, created_at }, index) => {
    const payload = payloads[index] as CallbackPayload;
    const more = payload.kind === 'receipt' ? known.get(payload.messageIdentifier) : undefined;
    return [account_id, JSON.stringify({ ...payload, ...more }), clock(), 0, created_at];
  });
  await insertRows(tx, engine, 'session_callback', CALLBACK_COLUMNS, rows);
}

/** Callbacks that are due, earliest first, as a query of their ids. On PostgreSQL those that another gateway is claiming are left to it. */
function dueIds(engine: Engine, now: number, limit: number): RawBuilder<{ id: number }> {
  const claim = engine === 'postgres' ? sql`for update skip locked` : sql``;
  return sql`(select id from callback where next_at <= ${now} order by next_at, id limit ${limit} ${claim})`;
}

/**
 * Ends a callback, or puts it off; `given-up` when it was refused for good, or no time is left. Of an older claim only success counts: each claim ends later
 * than the one before.
 * @param afterMs how long the customer's server asks to be left alone; it counts up to the longest pause
 */
export async function settleCallback(
  { db, clock, random }: StoreContext,
  { id, attempt, createdAt, leaseEndsAt }: Pick<DueCallback, 'id' | 'attempt' | 'createdAt' | 'leaseEndsAt'>,
  result: PostResult,
  afterMs = 0,
): Promise<PostOutcome> {
  if (result === 'done') {
    await db.deleteFrom('callback').where('id', '=', id).execute();
    return 'done';
  }
  const nextAt = clock() + Math.max(backoffMs(RETRY, attempt, random), Math.min(afterMs, RETRY.maxMs));
  if (result === 'refused' || nextAt > createdAt + CALLBACK_LIFE_MS) {
    await db.deleteFrom('callback').where('id', '=', id).where('next_at', '=', leaseEndsAt).execute();
    return 'given-up';
  }
  await db
    .updateTable('callback')
    .set({ next_at: nextAt, attempt })
    .where('id', '=', id)
    .where('next_at', '=', leaseEndsAt)
    .execute();
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
