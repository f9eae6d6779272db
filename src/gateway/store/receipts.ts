/**
 * Receipts of an SMSC: each part of a message that was handed over has an id of the SMSC's, and the fates of the parts make the message's.
 *
 * A receipt may come before the message is marked as sent, over another connection or to another gateway; it waits for its message then.
 * @module
 */

import { sql } from 'kysely';
import { turn } from '../work.js';
import { enqueueReceipts } from './callbacks.js';
import { among, insertRows, inTransaction, type StoreContext } from './database.js';
import type { Database, Engine } from './schema.js';
import type { ReceiptStatus } from './types.js';

/** So long after a message's validity its receipt is overdue, in milliseconds: service centres tell of what has expired a while later. */
export const RECEIPT_MARGIN_MS = 60 * 60 * 1000;

/** Messages in one transaction of {@link markUnconfirmed}. */
const UNCONFIRMED_BATCH = 500;

/** How long a receipt waits for its message, in milliseconds. */
const STRAY_MS = 24 * 60 * 60 * 1000;

interface Receipt {
  readonly smsc_id: string;
  readonly recipient: string;
  readonly status: ReceiptStatus;
  readonly at: number;
}

/** Notes under which ids an SMSC took the parts of messages. */
export async function insertSentParts(
  tx: Database,
  engine: Engine,
  sent: readonly { readonly messageId: number; readonly ids: readonly string[] }[],
): Promise<void> {
  const rows = sent.flatMap(({ messageId, ids }) => ids.map((id) => [id, messageId]));
  await insertRows(tx, engine, 'sent_part', { smsc_id: 'text', message_id: 'bigint' }, rows);
}

/** Takes a receipt; false when its message is not known (yet): it is kept for a day then. */
export function recordReceipt(
  context: StoreContext,
  smscId: string,
  recipient: string,
  status: ReceiptStatus,
  at: number,
): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const receipt = { smsc_id: smscId, recipient, status, at: Math.floor(at) };
    if (await apply(tx, context, receipt)) return true;
    await tx.insertInto('stray_receipt').values(receipt).execute();
    return false;
  });
}

/** Applies receipts that were there before the parts with these ids. */
export async function applyStrayReceipts(tx: Database, context: StoreContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const early = await tx
    .deleteFrom('stray_receipt')
    .where(among(context.engine, 'smsc_id', ids))
    .returningAll()
    .execute();
  for (const receipt of early) await apply(tx, context, receipt);
}

/** Applies receipts that came while their message was being marked, and forgets those that have waited for a day. */
export async function sweepStrayReceipts(context: StoreContext): Promise<void> {
  await inTransaction(context, async (tx) => {
    const late = await lateReceipts(tx).execute();
    await applyStrayReceipts(
      tx,
      context,
      late.map(({ smsc_id }) => smsc_id),
    );
    await tx
      .deleteFrom('stray_receipt')
      .where('at', '<', context.clock() - STRAY_MS)
      .execute();
  });
}

/** Ids of receipts whose message has been marked since. Not a join: that might read every part that was ever sent. */
export function lateReceipts(db: Database) {
  return db
    .selectFrom('stray_receipt')
    .select('stray_receipt.smsc_id')
    .where((where) =>
      where.exists(
        where.selectFrom('sent_part').select('message_id').whereRef('sent_part.smsc_id', '=', 'stray_receipt.smsc_id'),
      ),
    );
}

/** Marks messages whose receipt is overdue. One that comes all the same counts. */
export async function markUnconfirmed({ db, engine, clock }: StoreContext): Promise<void> {
  for (;;) {
    const claim = engine === 'postgres' ? sql`for update skip locked` : sql``;
    const ids = sql<{
      id: number;
    }>`(select id from message where receipt_by < ${clock()} order by receipt_by limit ${UNCONFIRMED_BATCH} ${claim})`;
    const { numUpdatedRows } = await db
      .with(
        (name) => name('overdue').materialized(),
        () => ids,
      )
      .updateTable('message')
      .set({ state: 'unconfirmed', receipt_by: null })
      .where('id', 'in', (query) => query.selectFrom('overdue').select('overdue.id'))
      .executeTakeFirst();
    if (numUpdatedRows < UNCONFIRMED_BATCH) return;
    await turn();
  }
}

async function apply(tx: Database, context: StoreContext, { smsc_id, recipient, status, at }: Receipt): Promise<boolean> {
  let query = tx
    .selectFrom('sent_part')
    .innerJoin('message', 'message.id', 'sent_part.message_id')
    .select(['message.id', 'identifier', 'submission_id', 'recipient', 'state'])
    .where('smsc_id', '=', smsc_id)
    .orderBy('message.id', 'desc');
  if (context.engine === 'postgres') query = query.forUpdate('message');
  const found = await query.execute();
  // An SMSC may count from the start again: the recipient tells messages with one id apart, else the latest is meant.
  const message = found.find((row) => row.recipient === recipient) ?? found[0];
  if (message === undefined) return false;
  await tx
    .updateTable('sent_part')
    .set({ status })
    .where('smsc_id', '=', smsc_id)
    .where('message_id', '=', message.id)
    .execute();
  if (message.state !== 'sent' && message.state !== 'unconfirmed') return true;
  const parts = await tx.selectFrom('sent_part').select('status').where('message_id', '=', message.id).execute();
  const state = fateOf(parts.map((part) => part.status));
  if (state === undefined) return true;
  await tx.updateTable('message').set({ state, receipt_by: null }).where('id', '=', message.id).execute();
  await enqueueReceipts(tx, context, [{ ...message, state, at }]);
  return true;
}

/** Of a message with parts of these fates: lost with any part, there with all of them, else not decided. */
function fateOf(parts: readonly (ReceiptStatus | null)[]): ReceiptStatus | undefined {
  if (parts.includes('failed')) return 'failed';
  if (parts.includes('expired')) return 'expired';
  return parts.every((status) => status === 'delivered') ? 'delivered' : undefined;
}
