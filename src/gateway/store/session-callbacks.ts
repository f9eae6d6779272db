/**
 * The queue of receipts and incoming messages for sessions that customers bind over SMPP.
 *
 *   account 1: due, due, due ... later      account 7: due
 *              └─ its share ─┘                         └─ its share
 *
 * A gateway claims for accounts that have a session at it, of each a share: what waits for a session that is away is not looked at, however much it is.
 * What is refused for now comes again by growing pauses, what was not answered soon: its session has ended, most often, and the next one may be there. A claim
 * is known by the end of its lease, and is no attempt. All of it is forgotten after 72 hours, also of an account that never binds.
 * @module
 */
import { type RawBuilder, sql } from 'kysely';
import { type Backoff, backoffMs, turn } from '../work.js';
import { among, inTransaction, type StoreContext } from './database.js';
import type { Database, Engine } from './schema.js';
import type { CallbackPayload, SessionCallback, SessionOutcome, SessionSettlement } from './types.js';

const RETRY: Backoff = { firstMs: 5_000, maxMs: 10 * 60 * 1_000, jitter: 0.5 };
/** After no answer: an account without a session is left alone anyway. */
const RETRY_UNANSWERED: Backoff = { firstMs: 5_000, maxMs: 15_000, jitter: 0.5 };

/** How long it waits for a session that takes it, in milliseconds. */
const LIFE_MS = 72 * 60 * 60 * 1000;

/** Rows in one transaction of {@link forgetSessionCallbacks}. */
const BATCH = 500;

/** Accounts, of those that are named, for which something waits, and when the first of it is due. */
export async function sessionQueues(
  { db, engine }: StoreContext,
  usernames: readonly string[],
): Promise<{ readonly username: string; readonly nextAt: number }[]> {
  if (usernames.length === 0) return [];
  // One step in the index for each account, however much waits.
  const first = sql<
    number | null
  >`(select next_at from session_callback where account_id = account.id order by next_at limit 1)`;
  const rows = await db
    .selectFrom('account')
    .select(['username', first.as('nextAt')])
    .where(among(engine, 'username', usernames))
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ username, nextAt }) => (nextAt === null ? [] : [{ username, nextAt }]));
}

/** Takes what is due for some accounts, of each up to `share`, and leases it to the caller; of each account in order. */
export function claimForSessions(
  context: StoreContext,
  usernames: readonly string[],
  share: number,
  leaseMs: number,
): Promise<SessionCallback[]> {
  if (usernames.length === 0) return Promise.resolve([]);
  return inTransaction(context, async (tx) => {
    const { engine } = context;
    const now = context.clock();
    const leaseEndsAt = now + leaseMs;
    const accounts = await tx
      .selectFrom('account')
      .select(['id', 'username'])
      .where(among(engine, 'username', usernames))
      .where('deleted_at', 'is', null)
      .execute();
    const names = new Map(accounts.map(({ id, username }) => [id, username]));
    const claimed = await tx
      .with(
        (name) => name('due').materialized(),
        () => dueIds(engine, [...names.keys()], now, share),
      )
      .updateTable('session_callback')
      .set({ next_at: leaseEndsAt })
      .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
      .returning(['id', 'account_id', 'payload', 'attempt', 'created_at'])
      .execute();
    return claimed
      .sort((a, b) => a.id - b.id)
      .map(({ id, account_id, payload, attempt, created_at }) => ({
        id,
        username: names.get(account_id) as string,
        payload: JSON.parse(payload) as CallbackPayload,
        attempt: attempt + 1,
        createdAt: created_at,
        leaseEndsAt,
      }));
  });
}

/** What is due of some accounts, of each so much, earliest first, as a query of ids. On PostgreSQL what another gateway is claiming is left to it. */
function dueIds(engine: Engine, accounts: readonly number[], now: number, share: number): RawBuilder<{ id: number }> {
  const ids = (account: RawBuilder<unknown>) => sql`select id from session_callback
    where account_id = ${account} and next_at <= ${now} order by next_at, id limit ${share}`;
  if (engine === 'postgres') {
    return sql`(select due.id from unnest(${accounts}::bigint[]) as given(account)
      cross join lateral (${ids(sql`given.account`)} for update skip locked) as due)`;
  }
  return sql`(select session_callback.id from json_each(${JSON.stringify(accounts)}) as given
    join session_callback on session_callback.id in (${ids(sql`given.value`)}))`;
}

/** Writes down what became of several, in order. Of an older claim only an answer counts: each claim ends later than the one before. */
export function settleForSessions(context: StoreContext, settlements: readonly SessionSettlement[]): Promise<SessionOutcome[]> {
  return inTransaction(context, async (tx) => {
    const { engine, random } = context;
    const now = context.clock();
    const ended: number[] = [];
    const given: SessionSettlement['callback'][] = [];
    const later: PutOff[] = [];
    const outcomes = settlements.map(({ callback, result }): SessionOutcome => {
      const { id, attempt, createdAt, leaseEndsAt } = callback;
      if (result === 'done' || result === 'refused') {
        ended.push(id);
        return result;
      }
      const isSent = result !== 'unsent';
      const retry = result === 'unanswered' ? RETRY_UNANSWERED : RETRY;
      // What was not sent keeps its place.
      const nextAt = isSent ? now + backoffMs(retry, attempt, random) : createdAt;
      if (Math.max(now, nextAt) > createdAt + LIFE_MS) {
        given.push(callback);
        return 'given-up';
      }
      later.push({ id, leaseEndsAt, nextAt, attempt: isSent ? attempt : attempt - 1 });
      return 'later';
    });
    if (ended.length > 0)
      await tx
        .deleteFrom('session_callback')
        .where(among(engine, 'id', ended))
        .execute();
    for (const { id, leaseEndsAt } of given) {
      await tx.deleteFrom('session_callback').where('id', '=', id).where('next_at', '=', leaseEndsAt).execute();
    }
    await putOff(tx, engine, later);
    return outcomes;
  });
}

interface PutOff {
  readonly id: number;
  /** Of the claim. */
  readonly leaseEndsAt: number;
  readonly nextAt: number;
  /** How many there were. */
  readonly attempt: number;
}

/** Puts off what is still claimed as it was. */
async function putOff(tx: Database, engine: Engine, later: readonly PutOff[]): Promise<void> {
  if (later.length === 0) return;
  if (engine === 'postgres') {
    await sql`update session_callback set next_at = given.next_at, attempt = given.attempt
      from unnest(${later.map(({ id }) => id)}::bigint[], ${later.map(({ leaseEndsAt }) => leaseEndsAt)}::bigint[],
        ${later.map(({ nextAt }) => nextAt)}::bigint[], ${later.map(({ attempt }) => attempt)}::integer[])
        as given(id, lease_ends_at, next_at, attempt)
      where session_callback.id = given.id and session_callback.next_at = given.lease_ends_at`.execute(tx);
    return;
  }
  for (const { id, leaseEndsAt, nextAt, attempt } of later) {
    const change = tx.updateTable('session_callback').set({ next_at: nextAt, attempt });
    await change.where('id', '=', id).where('next_at', '=', leaseEndsAt).execute();
  }
}

/** Forgets what no session has taken in time, and tells how much of it in each transaction. */
export async function forgetSessionCallbacks(
  { db, clock, ending }: StoreContext,
  onForgotten?: (callbacks: number) => void,
): Promise<void> {
  for (;;) {
    const old = db
      .selectFrom('session_callback')
      .select('id')
      .where('created_at', '<', clock() - LIFE_MS)
      .orderBy('created_at')
      .limit(BATCH);
    const { numDeletedRows } = await db.deleteFrom('session_callback').where('id', 'in', old).executeTakeFirst();
    const forgotten = Number(numDeletedRows);
    if (forgotten > 0) onForgotten?.(forgotten);
    if (forgotten < BATCH || ending.signal.aborted) return;
    await turn();
  }
}
