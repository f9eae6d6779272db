/**
 * Inboxes of virtual handsets, and an account of them: how many messages each has, and when it changed last.
 *
 * The account is written in the transactions that change an inbox, so that nobody has to count messages to see what is new.
 * @module
 */

import { insertRows, inTransaction, parseOctets, type StoreContext } from './database.js';
import type { Database, Engine } from './schema.js';
import type { InboxMessage, VirtualHandset } from './types.js';

/** A message that arrives. */
export interface Arrival {
  readonly number: string;
  readonly identifier: string;
  readonly originator: string;
  /** JSON: TPDUs in hex. */
  readonly parts: string;
}

const INBOX_COLUMNS = {
  number: 'text',
  identifier: 'text',
  originator: 'text',
  received_at: 'bigint',
  parts: 'text',
} as const;

const HANDSET_COLUMNS = {
  number: 'text',
  messages: 'bigint',
  arrived_at: 'bigint',
  changed_at: 'bigint',
  changes: 'bigint',
} as const;

const ADD_TO_HANDSET = `on conflict (number) do update set messages = virtual_handset.messages + excluded.messages,
  arrived_at = excluded.arrived_at, changed_at = excluded.changed_at, changes = virtual_handset.changes + 1`;

/** Writes messages into inboxes, in a transaction of the caller's. */
export async function arrive(tx: Database, engine: Engine, arrivals: readonly Arrival[], at: number): Promise<void> {
  const rows = arrivals.map(({ number, identifier, originator, parts }) => [number, identifier, originator, at, parts]);
  await insertRows(tx, engine, 'inbox', INBOX_COLUMNS, rows);
  const counts = new Map<string, number>();
  for (const { number } of arrivals) counts.set(number, (counts.get(number) ?? 0) + 1);
  // In one order everywhere, so that gateways that deliver to the same handsets wait for each other and not in a circle.
  const handsets = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([number, count]) => [number, count, at, at, 1]);
  await insertRows(tx, engine, 'virtual_handset', HANDSET_COLUMNS, handsets, ADD_TO_HANDSET);
}

/** Messages on a virtual handset, oldest first. */
export async function readInbox({ db }: StoreContext, number: string): Promise<InboxMessage[]> {
  const rows = await db
    .selectFrom('inbox')
    .select(['identifier', 'originator', 'received_at', 'parts'])
    .where('number', '=', number)
    .orderBy('id')
    .execute();
  return rows.map(({ identifier, originator, received_at, parts }) => ({
    messageIdentifier: identifier,
    originator,
    receivedAt: received_at,
    parts: parseOctets(parts),
  }));
}

/** Empties a virtual handset. */
export async function clearInbox(context: StoreContext, number: string): Promise<void> {
  await inTransaction(context, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('inbox').where('number', '=', number).executeTakeFirst();
    if (numDeletedRows === 0n) return;
    // What arrives meanwhile is counted by who brings it.
    await tx
      .updateTable('virtual_handset')
      .set(({ eb }) => ({
        messages: eb('messages', '-', Number(numDeletedRows)),
        changed_at: context.clock(),
        changes: eb('changes', '+', 1),
      }))
      .where('number', '=', number)
      .execute();
  });
}

/** Virtual handsets that have messages, the one that changed last first. */
export async function listHandsets({ db }: StoreContext, limit: number): Promise<VirtualHandset[]> {
  return handsetsOf(await handsetQuery(db, limit).where('messages', '>', 0).execute());
}

/** Virtual handsets whose inboxes changed in a time, last first, empty ones too; the ends count. */
export async function changedHandsets(
  { db }: StoreContext,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<VirtualHandset[]> {
  return handsetsOf(await handsetQuery(db, limit).where('changed_at', '>=', from).where('changed_at', '<=', to).execute());
}

function handsetQuery(db: Database, limit: number) {
  return db
    .selectFrom('virtual_handset')
    .select(['number', 'messages', 'arrived_at', 'changes'])
    .orderBy('changed_at', 'desc')
    .orderBy('number')
    .limit(limit);
}

interface HandsetRow {
  readonly number: string;
  readonly messages: number;
  readonly arrived_at: number;
  readonly changes: number;
}

function handsetsOf(rows: readonly HandsetRow[]): VirtualHandset[] {
  return rows.map(({ number, messages, arrived_at, changes }) => ({ number, messages, arrivedAt: arrived_at, changes }));
}
