/**
 * What a store says of itself: whether it takes a write, how much room it has, and how long its queues are.
 * @module
 */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoreContext } from './database.js';
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

/** What waits to be handed over, and to be posted. */
export async function readQueue({ db, clock }: StoreContext): Promise<QueueState> {
  const messages = await db
    .selectFrom('message')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('next_at').as('oldest')])
    .where('next_at', '<=', clock())
    .executeTakeFirstOrThrow();
  const callbacks = await db
    .selectFrom('callback')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    due: Number(messages.count),
    ...(messages.oldest !== null && { oldestDueAt: Number(messages.oldest) }),
    callbacks: Number(callbacks.count),
  };
}
