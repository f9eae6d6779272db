/**
 * What is kept for how long: old messages, inboxes, posts and entries of the audit are forgotten, old entries of ledgers become one for each month.
 *
 *   ledger   charge -0.0450, charge -0.0450, refund 0.0450, topUp 10.0000 of May  ──▶  month 9.9550
 *
 * The sum of a ledger is the credit at every moment: each portion is one transaction. A pass over the tables goes on in portions, with a pause after each
 * that is as long as the portion took, so that requests and messages have at least half of the time; what is left when its time is over is
 * done by the next sweep. Rows are looked for in the order of their ids, which is that of their times, so that a pass costs what there is to forget.
 * @module
 */
import { sql } from 'kysely';
import type { KeepOptions } from '../settings/limits.js';
import { among, inTransaction, type StoreContext } from './database.js';
import { forgetArrivals } from './inboxes.js';
import type { Database } from './schema.js';
import type { MessageState } from './types.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows in one transaction. */
const BATCH = 500;

/** How long one sweep goes on, in milliseconds, and the pause between two passes. */
const SWEEP_MS = 10_000;
const PASS_PAUSE_MS = 10 * 60 * 1000;

/** Goes over the tables of a store, again and again. */
export class Keeper {
  readonly #keep: KeepOptions;
  #pass: AsyncGenerator<void, void, undefined> | undefined;
  /** When the last pass ended, by the store's clock. */
  #endedAt: number | undefined;
  /** The month before which ledgers are done. */
  #foldedBefore = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(keep: KeepOptions = {}) {
    this.#keep = keep;
  }

  /** Goes on with a pass, or begins one when it is time. */
  sweep(context: StoreContext): Promise<void> {
    this.#running ??= this.#sweep(context).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Ends after the portion in hand. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.catch(() => undefined);
  }

  async #sweep(context: StoreContext): Promise<void> {
    const now = context.clock();
    const isPause = this.#endedAt !== undefined && now >= this.#endedAt && now < this.#endedAt + PASS_PAUSE_MS;
    if (this.#pass === undefined && isPause) return;
    this.#pass ??= this.#go(context, now);
    const deadline = performance.now() + SWEEP_MS;
    while (!this.#isClosed && performance.now() < deadline) {
      const begin = performance.now();
      try {
        if ((await this.#pass.next()).done === true) {
          this.#pass = undefined;
          this.#endedAt = now;
          return;
        }
      } catch (error) {
        // The next sweep begins anew.
        this.#pass = undefined;
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, performance.now() - begin));
    }
  }

  async *#go(context: StoreContext, now: number): AsyncGenerator<void, void, undefined> {
    const { messagesDays, ledgerDays, inboxDays, postedDays, auditDays } = this.#keep;
    if (messagesDays !== undefined) {
      yield* forgetMessages(context, now - messagesDays * DAY_MS);
      yield* forgetOldSubmissions(context, now - messagesDays * DAY_MS);
    }
    if (inboxDays !== undefined) yield* forgetInboxes(context, now - inboxDays * DAY_MS);
    if (postedDays !== undefined) yield* forgetRows(context, 'posted', now - postedDays * DAY_MS);
    if (auditDays !== undefined) yield* forgetRows(context, 'audit', now - auditDays * DAY_MS);
    if (ledgerDays === undefined) return;
    const before = findMonth(now - ledgerDays * DAY_MS);
    if (before === this.#foldedBefore) return;
    yield* foldLedgers(context, before);
    this.#foldedBefore = before;
  }
}

/** Messages in states that they do not leave by themselves. */
async function* forgetMessages(context: StoreContext, before: number): AsyncGenerator<void, void, undefined> {
  const { db, engine } = context;
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('message')
      .innerJoin('submission', 'submission.id', 'message.submission_id')
      .select(['message.id', 'state', 'accepted_at', 'due_at'])
      .where('message.id', '>', last)
      .orderBy('message.id')
      .limit(BATCH)
      .execute();
    const old = rows.filter(({ state, due_at }) => due_at < before && !OPEN.includes(state));
    if (old.length > 0) {
      await inTransaction(context, async (tx) => {
        // An operator may have queued one again in the meantime.
        const oldIds = old.map(({ id }) => id);
        const query = tx
          .selectFrom('message')
          .select('id')
          .where(among(engine, 'id', oldIds))
          .where('state', 'not in', OPEN);
        const ids = (await (engine === 'postgres' ? query.forUpdate() : query).execute()).map(({ id }) => id);
        await tx
          .deleteFrom('sent_part')
          .where(among(engine, 'message_id', ids))
          .execute();
        await tx
          .deleteFrom('message')
          .where(among(engine, 'id', ids))
          .execute();
      });
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH || rows.every(({ accepted_at }) => accepted_at >= before)) return;
    yield;
  }
}

const OPEN: readonly MessageState[] = ['scheduled', 'queued', 'sent'];

/** Those that have no message left. */
async function* forgetOldSubmissions(context: StoreContext, before: number): AsyncGenerator<void, void, undefined> {
  for (let last = 0; ; ) {
    const query = context.db.selectFrom('submission').select(['id', 'accepted_at', 'due_at']).where('id', '>', last);
    const rows = await query.orderBy('id').limit(BATCH).execute();
    const old = rows.filter(({ due_at }) => due_at < before).map(({ id }) => id);
    if (old.length > 0) await inTransaction(context, (tx) => forgetSubmissions(tx, context, old));
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH || rows.every(({ accepted_at }) => accepted_at >= before)) return;
    yield;
  }
}

/** Forgets submissions without messages. The last one stays: SQLite would give its id again, by which submissions are remembered. */
export async function forgetSubmissions(tx: Database, { engine }: StoreContext, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('submission')
    .where(among(engine, 'submission.id', ids))
    .where('submission.id', '<', (where) =>
      where.selectFrom('submission as any').select((of) => of.fn.max('any.id').as('last')),
    )
    .where((where) =>
      where.not(where.exists(where.selectFrom('message').select('message.id').whereRef('submission_id', '=', 'submission.id'))),
    )
    .execute();
}

async function* forgetInboxes(context: StoreContext, before: number): AsyncGenerator<void, void, undefined> {
  while ((await forgetArrivals(context, before, BATCH)) === BATCH) yield;
}

/** Rows of a table whose ids are in the order of their times. */
async function* forgetRows(
  { db, engine }: StoreContext,
  table: 'posted' | 'audit',
  before: number,
): AsyncGenerator<void, void, undefined> {
  for (;;) {
    const rows = await db.selectFrom(table).select(['id', 'at']).orderBy('id').limit(BATCH).execute();
    const old = rows.filter(({ at }) => at < before).map(({ id }) => id);
    if (old.length > 0) {
      await db
        .deleteFrom(table)
        .where(among(engine, 'id', old))
        .execute();
    }
    if (old.length < BATCH) return;
    yield;
  }
}

// ---- Ledgers ----

/** Begin of a time's month, in UTC. */
function findMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** The last millisecond of a time's month. */
function findMonthEnd(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - 1;
}

async function* foldLedgers(context: StoreContext, before: number): AsyncGenerator<void, void, undefined> {
  for (let account = 0; ; ) {
    const query = context.db.selectFrom('account').select('id').where('id', '>', account).orderBy('id').limit(1);
    const next = await query.executeTakeFirst();
    if (next === undefined) return;
    account = next.id;
    yield* foldLedger(context, account, before);
    yield;
  }
}

async function* foldLedger(context: StoreContext, account: number, before: number): AsyncGenerator<void, void, undefined> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    last = await foldPortion(context, account, before, last);
    if (last !== undefined) yield;
  }
}

/** Of entries with their ids in order those of one month become the first of them. @returns where to go on; undefined at the end */
function foldPortion(context: StoreContext, account: number, before: number, after: number): Promise<number | undefined> {
  return inTransaction(context, async (tx) => {
    const { engine } = context;
    // Gateways that fold one ledger at a time would both count what is there.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(747263)`.execute(tx);
    const rows = await tx
      .selectFrom('ledger')
      .select(['id', 'at', 'kind', 'amount'])
      .where('account_id', '=', account)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const beyond = rows.findIndex(({ at }) => at >= before);
    const old = beyond < 0 ? rows : rows.slice(0, beyond);
    let last = after;
    for (let i = 0; i < old.length; ) {
      const first = old[i] as (typeof old)[number];
      const end = findMonthEnd(first.at);
      const isOther = old.findIndex(({ at }, index) => index > i && findMonthEnd(at) !== end);
      const month = old.slice(i, isOther < 0 ? old.length : isOther);
      if (month.length > 1 || first.kind !== 'month') {
        const amount = month.reduce((sum, entry) => sum + entry.amount, 0);
        const folded = { at: end, kind: 'month', amount, identifier: null, recipient: null, units: null } as const;
        await tx.updateTable('ledger').set(folded).where('id', '=', first.id).execute();
        const others = month.slice(1).map(({ id }) => id);
        await tx
          .deleteFrom('ledger')
          .where(among(engine, 'id', others))
          .execute();
      }
      // More of the month may follow.
      last = first.id - 1;
      i += month.length;
    }
    return beyond < 0 && rows.length === BATCH ? last : undefined;
  });
}
