/**
 * Receipts of an SMSC: each part of a message that was handed over has an id of the SMSC's, and the fates of the parts make the message's.
 *
 * A receipt may come before the message is marked as sent, over another connection or to another gateway; it waits for its message then.
 * @module
 */

import { sql } from 'kysely';
import { withoutNul } from '../characters.js';
import { turn } from '../work.js';
import { enqueueReceipts } from './callbacks.js';
import { among, insertRows, inTransaction, type StoreContext, updateRows } from './database.js';
import type { Database, Engine } from './schema.js';
import type { EndedMessage, MessageState, ReceiptStatus } from './types.js';

/** So long after a message's validity its receipt is overdue, in milliseconds: service centres tell of what has expired a while later. */
export const RECEIPT_MARGIN_MS = 60 * 60 * 1000;

/** Messages in one transaction of {@link markUnconfirmed}. */
const UNCONFIRMED_BATCH = 500;

/** How long a receipt waits for its message, in milliseconds. */
const STRAY_MS = 24 * 60 * 60 * 1000;

/** What an SMSC says of a part. */
export interface Receipt {
  readonly smsc_id: string;
  readonly recipient: string;
  readonly status: ReceiptStatus;
  readonly at: number;
  /** The link that brought it; null when links have no names. */
  readonly link: string | null;
  /** Called once that is on the disk, when it has brought its message to its end. */
  readonly onEnded?: ((message: EndedMessage) => void) | undefined;
}

/** Notes under which ids an SMSC took the parts of messages. */
export async function insertSentParts(
  tx: Database,
  engine: Engine,
  sent: readonly { readonly messageId: number; readonly ids: readonly string[] }[],
): Promise<void> {
  const rows = sent.flatMap(({ messageId, ids }) => ids.map((id) => [withoutNul(id), messageId]));
  await insertRows(tx, engine, 'sent_part', { smsc_id: 'text', message_id: 'bigint' }, rows);
}

/** Takes receipts in one transaction, in their order; false for each whose message is not known (yet): it is kept for a day then. */
export async function recordReceipts(context: StoreContext, given: readonly Receipt[]): Promise<boolean[]> {
  // Compared here with what the database has.
  const receipts = given.map(storable);
  const { taken, ended } = await inTransaction(context, async (tx) => {
    const { taken, ended } = await apply(tx, context, receipts);
    const strays = receipts.filter((_, index) => !taken[index]);
    await keepStrays(tx, context.engine, strays);
    return { taken, ended: await describeEnded(tx, context.engine, ended) };
  });
  for (const tell of ended) tell();
  return taken;
}

/** A message that has ended, and the receipt that ended it. */
interface Ended {
  readonly submission_id: number;
  readonly state: ReceiptStatus;
  readonly receipt: Receipt;
}

/** What there is to tell whoever wants to know of the end of his messages: one statement for all of them. */
async function describeEnded(tx: Database, engine: Engine, ended: readonly Ended[]): Promise<(() => void)[]> {
  const wanted = ended.filter(({ receipt }) => receipt.onEnded !== undefined);
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom('submission')
    .innerJoin('account', 'account.id', 'submission.account_id')
    .select(['submission.id', 'username', 'content_kind'])
    .where(among(engine, 'submission.id', [...new Set(wanted.map(({ submission_id }) => submission_id))]))
    .execute();
  const submissions = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap(({ submission_id, state, receipt }) => {
    const row = submissions.get(submission_id);
    if (row === undefined) return [];
    return [() => receipt.onEnded?.({ username: row.username, contentKind: row.content_kind, state })];
  });
}

function storable(receipt: Receipt): Receipt {
  return { ...receipt, smsc_id: String(withoutNul(receipt.smsc_id)), recipient: String(withoutNul(receipt.recipient)) };
}

async function keepStrays(tx: Database, engine: Engine, strays: readonly Receipt[]): Promise<void> {
  const rows = strays.map(({ smsc_id, recipient, status, at, link }) => [smsc_id, recipient, status, at, link]);
  await insertRows(tx, engine, 'stray_receipt', RECEIPT_COLUMNS, rows);
}

const RECEIPT_COLUMNS = { smsc_id: 'text', recipient: 'text', status: 'text', at: 'bigint', link: 'text' } as const;

/** Applies receipts that were there before the parts with these ids. */
export async function applyStrayReceipts(tx: Database, context: StoreContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const early = await tx
    .deleteFrom('stray_receipt')
    .where(among(context.engine, 'smsc_id', ids))
    .returningAll()
    .execute();
  const { taken } = await apply(tx, context, early);
  // Service centres count alike: the message with this id went over another link.
  await keepStrays(
    tx,
    context.engine,
    early.filter((_, index) => !taken[index]),
  );
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

/**
 * Ids of receipts whose message has been marked since; one that went over another link, or to another recipient, is not theirs. Not a join: that might
 * read every part that was ever sent.
 */
export function lateReceipts(db: Database) {
  return db
    .selectFrom('stray_receipt')
    .select('stray_receipt.smsc_id')
    .where((where) =>
      where.exists(
        where
          .selectFrom('sent_part')
          .select('message_id')
          .whereRef('sent_part.smsc_id', '=', 'stray_receipt.smsc_id')
          .where(
            sql<boolean>`(select coalesce(link = stray_receipt.link, true) and ${isMeant()} from message where id = sent_part.message_id)`,
          ),
      ),
    );
}

/**
 * Marks messages whose receipt is overdue, and tells how many of each transaction. One that comes all the same counts. What an earlier version has
 * brought to its end is left as it is.
 */
export async function markUnconfirmed(
  { db, engine, clock, ending }: StoreContext,
  onUnconfirmed?: (messages: number) => void,
): Promise<void> {
  for (;;) {
    const claim = engine === 'postgres' ? sql`for update skip locked` : sql``;
    const ids = sql<{
      id: number;
    }>`(select id from message where receipt_by < ${clock()} order by receipt_by limit ${UNCONFIRMED_BATCH} ${claim})`;
    const rows = await db
      .with(
        (name) => name('overdue').materialized(),
        () => ids,
      )
      .updateTable('message')
      .set({ state: sql`case when state = 'sent' then 'unconfirmed' else state end`, receipt_by: null })
      .where('id', 'in', (query) => query.selectFrom('overdue').select('overdue.id'))
      .returning('state')
      .execute();
    const unconfirmed = rows.filter(({ state }) => state === 'unconfirmed').length;
    if (unconfirmed > 0) onUnconfirmed?.(unconfirmed);
    if (rows.length < UNCONFIRMED_BATCH || ending.signal.aborted) return;
    await turn();
  }
}

interface Part {
  readonly smsc_id: string;
  readonly message_id: number;
  status: ReceiptStatus | null;
}

/** Applies receipts in their order: `taken` has true for each whose message is known, `ended` the messages that came to their end. */
async function apply(
  tx: Database,
  context: StoreContext,
  receipts: readonly Receipt[],
): Promise<{ readonly taken: boolean[]; readonly ended: readonly Ended[] }> {
  if (receipts.length === 0) return { taken: [], ended: [] };
  const { engine } = context;
  const messages = await lockSent(tx, engine, [...new Set(receipts.map(({ smsc_id }) => smsc_id))]);
  const ids = [...new Set(messages.map(({ id }) => id))];
  const parts = ids.length === 0 ? [] : await readParts(tx, engine, ids);
  const sent = groupBy(messages, ({ smsc_id }) => smsc_id);
  const partsOf = groupBy(parts, ({ message_id }) => message_id);
  const ended = new Map<number, (typeof messages)[number] & Ended & { readonly at: number }>();
  const waiting = new Set<Part>();
  const taken = receipts.map((receipt) => {
    const { smsc_id, recipient, status, at, link } = receipt;
    const found = (sent.get(smsc_id) ?? []).filter((row) => link === null || row.link === null || row.link === link);
    const open = found.filter((row) => isOpen(row.state) && !ended.has(row.id));
    const message = findMeant(open, recipient);
    // Another word about a message that has ended changes nothing.
    if (message === undefined) return found.some((row) => row.recipient === recipient);
    const own = partsOf.get(message.id) ?? [];
    for (const part of own) if (part.smsc_id === smsc_id) part.status = status;
    const state = fateOf(own.map((part) => part.status));
    if (state !== undefined) ended.set(message.id, { ...message, state, at, receipt });
    else for (const part of own) if (part.smsc_id === smsc_id) waiting.add(part);
    return true;
  });
  // What is known of parts is of interest as long as others are missing.
  const known = [...waiting].filter(({ message_id }) => !ended.has(message_id));
  const statuses = new Map(
    known.map(({ smsc_id, message_id, status }) => [`${message_id} ${smsc_id}`, [status, smsc_id, message_id]]),
  );
  await updateRows(tx, engine, 'sent_part', PART_CHANGES, ['smsc_id', 'message_id'], [...statuses.values()]);
  const ends = [...ended.values()];
  await updateRows(
    tx,
    engine,
    'message',
    MESSAGE_ENDS,
    'id',
    ends.map(({ id, state }) => [state, null, id]),
  );
  await enqueueReceipts(tx, context, ends);
  return { taken, ended: ends };
}

const PART_CHANGES = { status: 'text', smsc_id: 'text', message_id: 'bigint' } as const;
const MESSAGE_ENDS = { state: 'text', receipt_by: 'bigint', id: 'bigint' } as const;

function groupBy<K, T>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** Digits at the end that tell numbers apart in whatever form they are written, and how few of them do. */
const LAST_DIGITS = 7;
const MIN_LAST_DIGITS = 5;

/**
 * The latest of the open messages with the id of a receipt that it can be about. An SMSC may count from the start again, so that others have the id
 * as well: the recipient tells them apart. Some write it in its national form, and some write none.
 */
function findMeant<T extends { readonly recipient: string }>(open: readonly T[], recipient: string): T | undefined {
  if (recipient === '') return open.at(-1);
  const last = recipient.replace(/^0+/, '').slice(-LAST_DIGITS);
  const agrees = (row: T) => last.length >= MIN_LAST_DIGITS && row.recipient.endsWith(last);
  return open.findLast((row) => row.recipient === recipient) ?? open.findLast(agrees);
}

/** {@link findMeant} as a condition on rows of message and stray_receipt: strays that are not a message's are not read again and again. */
function isMeant() {
  const digits = sql`ltrim(stray_receipt.recipient, '0')`;
  const last = sql`substr(${digits}, case when length(${digits}) > ${sql.lit(LAST_DIGITS)} then length(${digits}) - ${sql.lit(LAST_DIGITS - 1)} else 1 end)`;
  const end = sql`substr(message.recipient, case when length(message.recipient) > length(${last})
    then length(message.recipient) - length(${last}) + 1 else 1 end)`;
  return sql<boolean>`(message.recipient = stray_receipt.recipient or (message.state in ('sent', 'unconfirmed') and
    (stray_receipt.recipient = '' or (length(${digits}) >= ${sql.lit(MIN_LAST_DIGITS)} and ${end} = ${last}))))`;
}

/** Whether a receipt may still change a message in this state. */
const isOpen = (state: MessageState) => state === 'sent' || state === 'unconfirmed';

/** Messages that were sent under some ids, in the order of acceptance. */
function lockSent(tx: Database, engine: Engine, ids: readonly string[]) {
  const query = tx
    .selectFrom('sent_part')
    .innerJoin('message', 'message.id', 'sent_part.message_id')
    .select(['smsc_id', 'message.id', 'identifier', 'submission_id', 'recipient', 'state', 'link'])
    .where(among(engine, 'smsc_id', ids))
    .orderBy('message.id');
  return (engine === 'postgres' ? query.forUpdate('message') : query).execute();
}

function readParts(tx: Database, engine: Engine, messageIds: readonly number[]): Promise<Part[]> {
  return tx
    .selectFrom('sent_part')
    .select(['smsc_id', 'message_id', 'status'])
    .where(among(engine, 'message_id', messageIds))
    .execute();
}

/** Of a message with parts of these fates: lost with any part, there with all of them, else not decided. */
function fateOf(parts: readonly (ReceiptStatus | null)[]): ReceiptStatus | undefined {
  if (parts.includes('failed')) return 'failed';
  if (parts.includes('expired')) return 'expired';
  return parts.every((status) => status === 'delivered') ? 'delivered' : undefined;
}
