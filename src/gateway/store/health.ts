/**
 * What a store says of itself: whether it takes a write, how much room it has, and how long its queues are.
 * @module
 */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from './database.js';
import { payerHeads } from './queues.js';
import type { Engine } from './schema.js';
import type { QueueState } from './types.js';

/** Writes one row, to the disk: reading does not tell of a disk that is full, or of a file that nobody may write. */
export async function probe({ db, clock }: StoreContext): Promise<void> {
  const value = Math.floor(clock());
  await db
    .insertInto('counter')
    .values({ name: 'probe', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Octets that are free where the file is; undefined of a store in memory, and of a database, whose disk is its own matter. */
export async function freeOctets({ path }: StoreContext): Promise<number | undefined> {
  if (path === undefined) return undefined;
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}

/** Rows of a queue that are counted: to count a million would hold up everything else for a quarter of a second, each time that somebody asks. */
const MAX_COUNTED = 10_000;

/** What waits to be handed over, and to be posted. */
export async function readQueue({ db, engine, clock }: StoreContext): Promise<QueueState> {
  const now = clock();
  const { rows } = await sql<{ due: number; oldest: number | null; callbacks: number; sessions: number }>`
    with recursive ${payerHeads(engine)}, due_head as (select * from head where next_at <= ${now})
    select (select count(*) from (${dueOf(engine, now)} limit ${MAX_COUNTED}) as due_row) as due,
      (select min(next_at) from due_head) as oldest,
      (select count(*) from (select 1 from callback limit ${MAX_COUNTED}) as callback_row) as callbacks,
      (select count(*) from (select 1 from session_callback limit ${MAX_COUNTED}) as session_row) as sessions`.execute(db);
  const { due = 0, oldest = null, callbacks = 0, sessions = 0 } = rows[0] ?? {};
  return { due, ...(oldest !== null && { oldestDueAt: oldest }), callbacks, sessionCallbacks: sessions };
}

/** A row for each message that is due, payer by payer: what is due later is not looked at. */
function dueOf(engine: Engine, now: number): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`select 1 from due_head cross join message
        where message.payer_id = due_head.payer_id and message.lane = due_head.lane and message.next_at <= ${now}`
    : sql`select 1 from due_head cross join lateral
        (select 1 from message where payer_id = due_head.payer_id and lane = due_head.lane and next_at <= ${now}
          limit ${MAX_COUNTED}) as due_message`;
}
