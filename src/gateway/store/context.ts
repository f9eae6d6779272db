/**
 * What every query of the store works with, and its transactions.
 * @module
 */
import type { Database, Engine } from './schema.js';

/** The store's database, its dialect and its clock. */
export interface StoreContext {
  readonly db: Database;
  readonly engine: Engine;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How long the gateway tries to hand a message over, counted from its due time, in milliseconds. */
  readonly validityMs: number;
  /** How long a submitted file keeps its library number for sure, in milliseconds. */
  readonly libraryHoldMs: number;
}

/** The commit itself failed: whether it took place is not known, so nothing may be tried again. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
}

/** Tries of a transaction that PostgreSQL ended in favour of another one. */
const MOST_TRIES = 4;

/** serialization_failure and deadlock_detected in PostgreSQL. */
const ENDED_FOR_ANOTHER = ['40001', '40P01'];

/**
 * Runs `work` in a transaction: all of it is committed, or nothing. `work` may run again when the database ended it in favour of another.
 * @throws CommitError when the commit failed; else what `work` threw.
 */
export async function inTransaction<T>({ db }: StoreContext, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      if (tries < MOST_TRIES && ENDED_FOR_ANOTHER.includes(String((error as { code?: unknown }).code))) continue;
      if (isCommitting) throw new CommitError('the transaction may or may not have been committed', { cause: error });
      throw error;
    }
  }
}
