/**
 * Requests with a key are accepted once: the key is written in the transaction of the accept, with the answer, so that there is
 * neither without the other, whenever the process ends.
 *
 *   claimKeys     a key that is new, or whose time is over, is this request's; of any other what was kept
 *   keepAnswers   the answer of what was accepted; where nothing was, the key is free again
 * @module
 */
import { sql } from 'kysely';
import type { StoreContext } from './database.js';
import type { Database } from './schema.js';
import type { AcceptJob, AcceptOnce, AcceptOutcome, KeptAnswer } from './types.js';

/** Jobs of one request, and the key under which it is accepted just once. */
export interface AcceptWork {
  readonly jobs: readonly AcceptJob[];
  readonly once?: AcceptOnce;
}

/** An outcome for each job, or what was kept under the key. */
export type WorkOutcome =
  | { readonly outcomes: readonly AcceptOutcome[]; readonly kept?: undefined }
  | { readonly kept: KeptAnswer };

/** What became of the keys of a group. */
export interface Claims {
  /** What was kept under the keys of requests that came before. */
  readonly kept: ReadonlyMap<AcceptWork, KeptAnswer>;
  /** Ids of the accounts of those that are new. */
  readonly accounts: ReadonlyMap<AcceptWork, number>;
}

/** Claims the keys of a group, in one order, so that two gateways do not wait for each other. */
export async function claimKeys(
  tx: Database,
  works: readonly AcceptWork[],
  accountId: (username: string) => number | undefined,
  now: number,
): Promise<Claims> {
  const kept = new Map<AcceptWork, KeptAnswer>();
  const accounts = new Map<AcceptWork, number>();
  const keyed = works.flatMap((work) => {
    const id = work.once && accountId(work.once.username);
    return work.once === undefined || id === undefined ? [] : [{ work, once: work.once, id }];
  });
  keyed.sort((one, other) => one.id - other.id || (one.once.key < other.once.key ? -1 : 1));
  for (const { work, once, id } of keyed) {
    const found = await claimOrRead(tx, id, once, now);
    if (found === undefined) accounts.set(work, id);
    else kept.set(work, found);
  }
  return { kept, accounts };
}

/** What was kept under a key; undefined where the key is this request's now. */
async function claimOrRead(tx: Database, accountId: number, once: AcceptOnce, now: number): Promise<KeptAnswer | undefined> {
  for (let tries = 1; ; tries++) {
    if (await claim(tx, accountId, once, now)) return undefined;
    const kept = await readKept(tx, accountId, once.key);
    if (kept !== undefined) return kept;
    // Another has removed it in between, so that it is free.
    if (tries === 2) throw new Error('a key is neither free nor kept');
  }
}

/** Whether the key is this request's now. */
async function claim(
  tx: Database,
  accountId: number,
  { key, fingerprint, expiresAt }: AcceptOnce,
  now: number,
): Promise<boolean> {
  const claimed = await tx
    .insertInto('kept_answer')
    .values({ account_id: accountId, key, fingerprint, answer: '', expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ fingerprint, answer: '', expires_at: expiresAt })
        .where(sql<boolean>`kept_answer.expires_at <= ${now}`),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function readKept(tx: Database, accountId: number, key: string): Promise<KeptAnswer | undefined> {
  return tx
    .selectFrom('kept_answer')
    .select(['fingerprint', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Writes the answers of what was accepted. */
export async function keepAnswers(
  tx: Database,
  works: readonly AcceptWork[],
  outcomes: readonly WorkOutcome[],
  { accounts }: Claims,
): Promise<void> {
  for (const [index, work] of works.entries()) {
    const accountId = accounts.get(work);
    const { once } = work;
    const outcome = outcomes[index] as WorkOutcome;
    if (accountId === undefined || once === undefined || outcome.kept !== undefined) continue;
    const isAccepted = outcome.outcomes.some(({ recipients }) => recipients.some(({ units }) => units > 0));
    if (isAccepted) {
      await tx
        .updateTable('kept_answer')
        .set({ answer: once.answer(outcome.outcomes) })
        .where('account_id', '=', accountId)
        .where('key', '=', once.key)
        .execute();
    } else {
      await tx.deleteFrom('kept_answer').where('account_id', '=', accountId).where('key', '=', once.key).execute();
    }
  }
}

/** What was kept under a key of an account; undefined where there is none, or its time is over. */
export async function findKeptAnswer(
  { db, clock }: StoreContext,
  username: string,
  key: string,
): Promise<KeptAnswer | undefined> {
  return db
    .selectFrom('kept_answer')
    .innerJoin('account', 'account.id', 'kept_answer.account_id')
    .select(['fingerprint', 'answer'])
    .where('username', '=', username)
    .where('key', '=', key)
    .where('expires_at', '>', clock())
    .executeTakeFirst();
}

/** Removes those whose time is over. */
export async function forgetKeptAnswers({ db, clock }: StoreContext): Promise<void> {
  await db.deleteFrom('kept_answer').where('expires_at', '<=', clock()).execute();
}
