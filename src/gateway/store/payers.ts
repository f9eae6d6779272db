/**
 * Reading the accounts that pay, and taking from them what was planned; see known-payers.ts.
 * @module
 */
import { sql } from 'kysely';
import { StalePlan } from './charges.js';
import { among, runForRows } from './database.js';
import { type FoundPayers, idKey, type Payer } from './known-payers.js';
import type { Database, Engine } from './schema.js';
import type { AcceptJob } from './types.js';

/** Reads who pays; accounts are locked in the order of their ids. */
export async function readPayers(
  tx: Database,
  engine: Engine,
  jobs: readonly AcceptJob[],
  isLocked: boolean,
): Promise<FoundPayers> {
  const names = [...new Set(jobs.map(({ username }) => username))];
  let query = tx
    .selectFrom('account')
    .select(['id', 'username', 'parent_id', 'type', 'credit', 'price_per_part', 'deleted_at'])
    .select((engine === 'sqlite' ? LAST_SUBMISSION : sql<number>`0`).as('last_submission'))
    // A union, not an `or`: PostgreSQL would read the whole table for that.
    .where('id', 'in', (where) =>
      where
        .selectFrom('account as own')
        .select('own.id')
        .where(among(engine, 'own.username', names))
        .union(
          where
            .selectFrom('account as child')
            .select(sql<number>`child.parent_id`.as('id'))
            .where('child.type', '=', 'SHARED')
            .where(among(engine, 'child.username', names)),
        ),
    )
    .orderBy('id');
  if (engine === 'postgres' && isLocked) query = query.forNoKeyUpdate();
  const payers = new Map<string, Payer>();
  const rows = await query.execute();
  for (const row of rows) {
    const payer: Payer = {
      id: row.id,
      username: row.username,
      parentId: row.parent_id,
      type: row.type,
      pricePerPart: row.price_per_part,
      isDeleted: row.deleted_at !== null,
      openingCredit: row.credit,
      credit: row.credit,
    };
    payers.set(row.username, payer);
    payers.set(idKey(row.id), payer);
  }
  return { payers, lastSubmission: rows[0]?.last_submission ?? 0 };
}

/** The id of the last submission, on SQLite. */
export const LAST_SUBMISSION = sql<number>`(select coalesce(max(id), 0) from submission)`;

/**
 * Takes what was planned off what accounts have, and fails where they, or the last submission, are not what they were when it was planned; on SQLite.
 * Before the submissions are written: the last one is never removed, but others are, so that a key that is free says nothing.
 */
export async function takeCredits(tx: Database, { payers, lastSubmission }: FoundPayers): Promise<void> {
  const known = [...new Set(payers.values())].filter(({ isDeleted }) => !isDeleted);
  const rows = known.map(({ id, openingCredit, credit, pricePerPart }) => {
    const cost = openingCredit - credit;
    return [cost, id, cost, pricePerPart, lastSubmission];
  });
  await runForRows(tx, TAKE_CREDIT, rows, true);
}

const TAKE_CREDIT = `update account set credit = credit - ? where id = ? and credit >= ? and price_per_part = ? and deleted_at is null
  and ? = (select coalesce(max(id), 0) from submission)`;

/** Takes what was planned off what accounts have now. @throws StalePlan when that is not enough, or the account is another. */
export function checkPayers(planned: ReadonlyMap<string, Payer>, locked: ReadonlyMap<string, Payer>): void {
  for (const payer of new Set(planned.values())) {
    const now = locked.get(idKey(payer.id));
    const cost = payer.openingCredit - payer.credit;
    if (
      now === undefined ||
      now.isDeleted !== payer.isDeleted ||
      now.pricePerPart !== payer.pricePerPart ||
      now.credit < cost
    ) {
      throw new StalePlan('an account has changed');
    }
    payer.openingCredit = now.credit;
    payer.credit = now.credit - cost;
  }
}
