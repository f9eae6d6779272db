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

/** Between planning and charging, another gateway has changed an account in a way that matters. */
export class StalePlan extends Error {}

/** Which messages are charged again. */
export interface Recharge<T extends ChargedMessage> {
  readonly charged: readonly T[];
  /** Why a message is not charged, by its identifier. */
  readonly refusals: ReadonlyMap<string, string>;
}

/**
 * Plans what messages cost again, in order: those that the credit of who paid does not cover are refused, and later ones that cost less are not.
 * @param isLocked whether nobody may change these accounts before the transaction ends
 */
export async function planRecharge<T extends ChargedMessage>(
  tx: Database,
  { engine }: StoreContext,
  rows: readonly T[],
  isLocked: boolean,
): Promise<Recharge<T>> {
  const charged: T[] = [];
  const refusals = new Map<string, string>();
  const payers = new Set(rows.map(({ payer_id }) => payer_id));
  const credits = rows.length === 0 ? new Map<number, number>() : await readCredits(tx, engine, payers, isLocked);
  for (const row of rows) {
    const { payer_id, identifier } = row;
    const credit = credits.get(payer_id);
    const cost = row.units * row.price_per_part;
    if (credit === undefined) refusals.set(identifier, 'the account that paid was deleted');
    else if (credit < cost) {
      refusals.set(identifier, `the message costs ${formatMoney(cost)}, the credit is ${formatMoney(credit)}`);
    } else {
      credits.set(payer_id, credit - cost);
      charged.push(row);
    }
  }
  return { charged, refusals };
}

/**
 * Takes what was planned from who paid, by the credit that they have now.
 * @throws StalePlan when that is not enough, or an account is gone.
 */
export async function recharge(
  tx: Database,
  { engine }: StoreContext,
  { charged }: Recharge<ChargedMessage>,
  at: number,
): Promise<void> {
  if (charged.length === 0) return;
  const entries: unknown[][] = [];
  const costs = new Map<number, number>();
  for (const { payer_id, units, price_per_part, identifier, recipient } of charged) {
    const cost = units * price_per_part;
    costs.set(payer_id, (costs.get(payer_id) ?? 0) + cost);
    entries.push([payer_id, at, 'charge', -cost, identifier, recipient, units]);
  }
  const credits = await readCredits(tx, engine, costs.keys(), true);
  const accounts = new Map<number, { readonly credit: number }>();
  for (const [id, cost] of costs) {
    const credit = credits.get(id);
    if (credit === undefined || credit < cost) throw new StalePlan('an account has changed');
    accounts.set(id, { credit: credit - cost });
  }
  await writeMovements(tx, engine, accounts, new Set(costs.keys()), entries);
}

/** By the ids of accounts; those that were deleted have none. Accounts are locked in the order of their ids. */
async function readCredits(
  tx: Database,
  engine: Engine,
  ids: Iterable<number>,
  isLocked: boolean,
): Promise<Map<number, number>> {
  const query = tx
    .selectFrom('account')
    .select(['id', 'credit'])
    .where(among(engine, 'id', [...ids]))
    .where('deleted_at', 'is', null)
    .orderBy('id');
  const rows = await (engine === 'postgres' && isLocked ? query.forNoKeyUpdate() : query).execute();
  return new Map(rows.map(({ id, credit }) => [id, credit]));
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
