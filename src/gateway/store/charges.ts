/**
 * Charges of messages that were accepted: given back when a message was not handed over, and taken again when it is queued again.
 * @module
 */
import { sql } from 'kysely';
import { among, insertRows, type StoreContext, updateRows } from './database.js';
import { formatMoney } from './money.js';
import type { Database, Engine } from './schema.js';

/** Columns of a ledger row as charges and refunds give them. */
export const LEDGER_COLUMNS = {
  account_id: 'bigint',
  at: 'bigint',
  kind: 'text',
  amount: 'bigint',
  identifier: 'text',
  recipient: 'text',
  units: 'integer',
} as const;

/** A message with what it cost. */
export interface ChargedMessage {
  readonly identifier: string;
  readonly recipient: string;
  readonly payer_id: number;
  readonly units: number;
  readonly price_per_part: number;
}

/** Gives the charges of messages back to who paid; of a deleted payer, to its parent. */
export async function refundCharges(
  tx: Database,
  { engine }: StoreContext,
  rows: readonly ChargedMessage[],
  at: number,
): Promise<void> {
  if (rows.length === 0) return;
  const payers = [...new Set(rows.map(({ payer_id }) => payer_id))];
  const query = tx
    .selectFrom('account')
    .select(['id', 'parent_id', 'credit', 'deleted_at'])
    .where('id', 'in', (where) =>
      where
        .selectFrom('account as payer')
        .select('payer.id')
        .where(among(engine, 'payer.id', payers))
        .union(
          where
            .selectFrom('account as child')
            .select(sql<number>`child.parent_id`.as('id'))
            .where('child.parent_id', 'is not', null)
            .where(among(engine, 'child.id', payers)),
        ),
    )
    .orderBy('id');
  const accounts = new Map(
    (await (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute()).map((account) => [account.id, { ...account }]),
  );
  const entries: unknown[][] = [];
  const changed = new Set<number>();
  for (const { payer_id, units, price_per_part, identifier, recipient } of rows) {
    const payer = accounts.get(payer_id);
    const receiver = payer?.deleted_at != null && payer.parent_id !== null ? accounts.get(payer.parent_id) : payer;
    if (receiver === undefined) continue;
    const amount = units * price_per_part;
    receiver.credit += amount;
    changed.add(receiver.id);
    entries.push([receiver.id, at, 'refund', amount, identifier, recipient, units]);
  }
  await writeMovements(tx, engine, accounts, changed, entries);
}

/**
 * Takes the charges of messages again from who paid, in order.
 * @returns why a message was not charged, by its identifier
 */
export async function chargeAgain(
  tx: Database,
  { engine }: StoreContext,
  rows: readonly ChargedMessage[],
  at: number,
): Promise<Map<string, string>> {
  const refusals = new Map<string, string>();
  if (rows.length === 0) return refusals;
  const query = tx
    .selectFrom('account')
    .select(['id', 'credit'])
    .where(among(engine, 'id', [...new Set(rows.map(({ payer_id }) => payer_id))]))
    .where('deleted_at', 'is', null)
    .orderBy('id');
  const found = await (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute();
  const accounts = new Map(found.map((account) => [account.id, { ...account }]));
  const entries: unknown[][] = [];
  const changed = new Set<number>();
  for (const { payer_id, units, price_per_part, identifier, recipient } of rows) {
    const payer = accounts.get(payer_id);
    const cost = units * price_per_part;
    if (payer === undefined) refusals.set(identifier, 'the account that paid was deleted');
    else if (payer.credit < cost) {
      refusals.set(identifier, `the message costs ${formatMoney(cost)}, the credit is ${formatMoney(payer.credit)}`);
    } else {
      payer.credit -= cost;
      changed.add(payer_id);
      entries.push([payer_id, at, 'charge', -cost, identifier, recipient, units]);
    }
  }
  await writeMovements(tx, engine, accounts, changed, entries);
  return refusals;
}

async function writeMovements(
  tx: Database,
  engine: Engine,
  accounts: ReadonlyMap<number, { readonly credit: number }>,
  changed: ReadonlySet<number>,
  entries: readonly (readonly unknown[])[],
): Promise<void> {
  await insertRows(tx, engine, 'ledger', LEDGER_COLUMNS, entries);
  const credits = [...changed].map((id) => [accounts.get(id)?.credit, id]);
  await updateRows(tx, engine, 'account', { credit: 'bigint', id: 'bigint' }, 'id', credits);
}
