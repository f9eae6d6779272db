/**
 * Inboxes of virtual handsets, and an account of them: how many messages each has, and when it changed last.
 *
 * The account is written in the transactions that change an inbox, so that nobody has to count messages to see what is new.
 * @module
 */

import { turn } from '../work.js';
import { among, insertRows, inTransaction, parseOctets, type StoreContext } from './database.js';
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
export async function readInbox(context: StoreContext, number: string): Promise<InboxMessage[]> {
  const messages: InboxMessage[] = [];
  for await (const portion of readPortions(context, number)) messages.push(...portion);
  return messages;
}

/** Messages that are read at once: a message may have 255 parts. */
const PORTION = 200;

/** The same in portions: others have their turn after each, however many there are. */
export async function* readPortions({ db }: StoreContext, number: string): AsyncGenerator<InboxMessage[], void, undefined> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('inbox')
      .select(['id', 'identifier', 'originator', 'received_at', 'parts'])
      .where('number', '=', number)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    yield rows.map(({ identifier, originator, received_at, parts }) => ({
      messageIdentifier: identifier,
      originator,
      receivedAt: received_at,
      parts: parseOctets(parts),
    }));
    if (rows.length < PORTION) return;
    last = rows.at(-1)?.id ?? last;
    await turn();
  }
}

/** How many messages are on a virtual handset. */
export async function countInbox({ db }: StoreContext, number: string): Promise<number> {
  const row = await db.selectFrom('virtual_handset').select('messages').where('number', '=', number).executeTakeFirst();
  return row?.messages ?? 0;
}

/** Messages that are removed in one transaction of {@link clearInbox}. */
const CLEARED = 1_000;

/** Empties a virtual handset of what is on it by now, in portions. */
export async function clearInbox(context: StoreContext, number: string): Promise<void> {
  const { db, engine, clock } = context;
  const newest = await db
    .selectFrom('inbox')
    .select('id')
    .where('number', '=', number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  for (let isMore = newest !== undefined; isMore; ) {
    const removed = await inTransaction(context, async (tx) => {
      const first = tx
        .selectFrom('inbox')
        .select('id')
        .where('number', '=', number)
        .where('id', '<=', newest?.id ?? 0);
      const ids = (await first.orderBy('id').limit(CLEARED).execute()).map(({ id }) => id);
      const { numDeletedRows } = await tx
        .deleteFrom('inbox')
        .where(among(engine, 'id', ids))
        .executeTakeFirst();
      if (numDeletedRows > 0n) await countRemoved(tx, number, Number(numDeletedRows), clock());
      return ids.length;
    });
    isMore = removed === CLEARED;
    if (isMore) await turn();
  }
}

/** What arrives meanwhile is counted by who brings it. */
async function countRemoved(tx: Database, number: string, count: number, now: number): Promise<void> {
  await tx
    .updateTable('virtual_handset')
    .set(({ eb }) => ({ messages: eb('messages', '-', count), changed_at: now, changes: eb('changes', '+', 1) }))
    .where('number', '=', number)
    .execute();
}

/**
 * Forgets messages that came before a time, the first ones in the order of arrival; handsets without messages that have not changed since are forgotten
 * as well. @returns how many messages
 */
export function forgetArrivals(context: StoreContext, before: number, limit: number): Promise<number> {
  const { engine } = context;
  return inTransaction(context, async (tx) => {
    const first = await tx.selectFrom('inbox').select(['id', 'received_at']).orderBy('id').limit(limit).execute();
    const ids = first.filter(({ received_at }) => received_at < before).map(({ id }) => id);
    if (ids.length > 0) {
      const gone = await tx
        .deleteFrom('inbox')
        .where(among(engine, 'id', ids))
        .returning('number')
        .execute();
      await countForgotten(
        tx,
        context,
        gone.map(({ number }) => number),
      );
    }
    await tx.deleteFrom('virtual_handset').where('messages', '=', 0).where('changed_at', '<', before).execute();
    return ids.length;
  });
}

async function countForgotten(tx: Database, { clock }: StoreContext, numbers: readonly string[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  // In the order of those who deliver.
  const now = clock();
  for (const [number, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) await countRemoved(tx, number, count, now);
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
