/**
 * Reading the accounts that pay; see known-payers.ts.
 * @module
 */
import { sql } from 'kysely';
import { LAST_SUBMISSION } from './accepted.js';
import { among } from './database.js';
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
