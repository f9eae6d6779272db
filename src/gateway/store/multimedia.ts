/**
 * Messages that phones send over MM1: one content, a copy for each recipient, and the reports that their sender asked for.
 *
 *   mms_message ─┬─ mms_copy  null ──► deferred ──► retrieved | rejected | expired
 *                └─ mms_copy               │
 *                                     mms_report     due at once when the copy has come to its end, and at its expiry at the latest
 *
 * A report is a row until it was handed to the queue: a process that ends in between leaves it to the next one.
 * @module
 */
import { among, inTransaction, type StoreContext } from './database.js';
import type { Database } from './schema.js';
import type { AcceptJob, MmsCopy, MmsReport, MmsStatus } from './types.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a request that is repeated is known for one; phones try again within minutes. */
const REPEAT_MS = DAY_MS;

/** How long a copy is known after its expiry: people read late what they have fetched. */
const READ_MS = 30 * DAY_MS;

/** Rows that are forgotten at a time. */
const BATCH = 500;

/** Writes a job's message and copy. Part of the transaction that charges it. */
export async function insertMms(
  tx: Database,
  accountId: number,
  { mms, mmsCopy, mmsPageOf, recipients }: AcceptJob,
  now: number,
): Promise<void> {
  if (mms !== undefined) {
    const { id, sender, requestKey, hostedToken, wantsDelivery, wantsRead } = mms;
    await tx
      .insertInto('mms_message')
      .values({
        ...{ id, account_id: accountId, sender, request_key: requestKey, hosted_token: hostedToken },
        ...{ wants_delivery: Number(wantsDelivery), wants_read: Number(wantsRead), pages: 0, accepted_at: now },
      })
      .execute();
  }
  if (mmsPageOf !== undefined) {
    await tx
      .updateTable('mms_message')
      .set(({ eb }) => ({ pages: eb('pages', '+', 1) }))
      .where('id', '=', mmsPageOf)
      .execute();
  }
  if (mmsCopy === undefined) return;
  const { token, messageId, expiresAt } = mmsCopy;
  const recipient = recipients[0] as string;
  const nothing = { status: null, read_status: null };
  await tx
    .insertInto('mms_copy')
    .values({ token, message_id: messageId, recipient, ...nothing, expires_at: expiresAt })
    .execute();
  // The report that nobody fetched it; any other takes its place.
  await tx
    .insertInto('mms_report')
    .columns(['token', 'kind', 'status', 'at', 'next_at'])
    .expression((make) =>
      make
        .selectFrom('mms_copy')
        .innerJoin('mms_message', 'mms_message.id', 'mms_copy.message_id')
        .select(({ val }) => [
          'token',
          val('delivery').as('kind'),
          val('expired').as('status'),
          'expires_at as at',
          'expires_at as next_at',
        ])
        .where('token', '=', token)
        .where('wants_delivery', '=', 1),
    )
    .execute();
}

/** A message that was sent with this key lately, and how many recipients it was accepted for. */
export async function findSentMms(
  { db }: StoreContext,
  requestKey: string,
): Promise<{ readonly id: string; readonly accepted: number } | undefined> {
  const row = await db
    .selectFrom('mms_message')
    .select(['id', 'pages'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { copies } = await db
    .selectFrom('mms_copy')
    .select(({ fn }) => fn.countAll<number>().as('copies'))
    .where('message_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return { id: row.id, accepted: row.pages + Number(copies) };
}

/** Copies with what is known of their messages. */
function selectCopies(db: Database) {
  return db
    .selectFrom('mms_copy')
    .innerJoin('mms_message', 'mms_message.id', 'mms_copy.message_id')
    .innerJoin('account', 'account.id', 'mms_message.account_id')
    .select(['token', 'message_id', 'username', 'sender', 'recipient', 'hosted_token', 'mms_copy.status', 'wants_read'])
    .select('expires_at');
}

type CopyRow = Awaited<ReturnType<ReturnType<typeof selectCopies>['execute']>>[number];

function copyOf(row: CopyRow): MmsCopy {
  const { token, username, sender, recipient, status } = row;
  return {
    ...{ token, messageId: row.message_id, username, sender, recipient, hostedToken: row.hosted_token },
    ...(status !== null && { status }),
    ...{ wantsRead: row.wants_read === 1, expiresAt: row.expires_at },
  };
}

/** What a recipient gets of a message. */
export async function readCopy({ db }: StoreContext, token: string): Promise<MmsCopy | undefined> {
  const row = await selectCopies(db).where('token', '=', token).executeTakeFirst();
  return row && copyOf(row);
}

/** Writes down how far a copy has come; its end once. */
export function recordStatus(
  context: StoreContext,
  token: string,
  status: MmsStatus,
  isReportAllowed: boolean,
): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const now = context.clock();
    const { numUpdatedRows } = await tx
      .updateTable('mms_copy')
      .set({ status })
      .where('token', '=', token)
      .where((where) => where.or([where('status', 'is', null), where('status', '=', 'deferred')]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (status === 'deferred') return true;
    if (isReportAllowed) {
      const report = { status, at: now, next_at: now };
      await tx.updateTable('mms_report').set(report).where('token', '=', token).where('kind', '=', 'delivery').execute();
    } else {
      await tx.deleteFrom('mms_report').where('token', '=', token).where('kind', '=', 'delivery').execute();
    }
    return true;
  });
}

/** Writes down once that a message was read, when somebody wants to know. */
export function recordRead(context: StoreContext, token: string, status: string): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const now = context.clock();
    const { numUpdatedRows } = await tx
      .updateTable('mms_copy')
      .set({ read_status: status })
      .where('token', '=', token)
      .where('read_status', 'is', null)
      .where('message_id', 'in', (where) => where.selectFrom('mms_message').select('id').where('wants_read', '=', 1))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx.insertInto('mms_report').values({ token, kind: 'read', status, at: now, next_at: now }).execute();
    return true;
  });
}

/** Takes reports that are due. */
export function claimReports(context: StoreContext, limit: number, leaseMs: number): Promise<MmsReport[]> {
  const { engine } = context;
  return inTransaction(context, async (tx) => {
    const now = context.clock();
    const query = tx
      .selectFrom('mms_report')
      .select(['token', 'kind', 'status', 'at'])
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(limit);
    const rows = await (engine === 'postgres' ? query.forUpdate().skipLocked() : query).execute();
    if (rows.length === 0) return [];
    const tokens = [...new Set(rows.map(({ token }) => token))];
    await tx
      .updateTable('mms_report')
      .set({ next_at: now + leaseMs })
      .where(among(engine, 'token', tokens))
      .where('next_at', '<=', now)
      .execute();
    // What was not fetched in time has come to its end.
    await tx
      .updateTable('mms_copy')
      .set({ status: 'expired' })
      .where(among(engine, 'token', tokens))
      .where('expires_at', '<=', now)
      .where((where) => where.or([where('status', 'is', null), where('status', '=', 'deferred')]))
      .execute();
    const copies = await selectCopies(tx)
      .where(among(engine, 'token', tokens))
      .execute();
    const byToken = new Map(copies.map((row) => [row.token, copyOf(row)]));
    return rows.map(({ token, kind, status, at }) => ({ kind, status, at, copy: byToken.get(token) as MmsCopy }));
  });
}

/** Forgets a report that was made. */
export async function removeReport({ db }: StoreContext, { kind, copy }: MmsReport): Promise<void> {
  await db.deleteFrom('mms_report').where('token', '=', copy.token).where('kind', '=', kind).execute();
}

/** When the next report is due. */
export async function nextReportAt({ db }: StoreContext): Promise<number | undefined> {
  const row = await db.selectFrom('mms_report').select('next_at').orderBy('next_at').limit(1).executeTakeFirst();
  return row?.next_at;
}

/** Lets keys of requests come again, and forgets copies and messages that nobody will speak of any more. */
export async function forgetOld(context: StoreContext): Promise<void> {
  const { db, engine } = context;
  const now = context.clock();
  // Of a message without copies nobody speaks.
  await db
    .deleteFrom('mms_message')
    .where('request_key', 'is not', null)
    .where('accepted_at', '<=', now - REPEAT_MS)
    .where((where) =>
      where.not(where.exists(where.selectFrom('mms_copy').select('token').whereRef('message_id', '=', 'mms_message.id'))),
    )
    .execute();
  await db
    .updateTable('mms_message')
    .set({ request_key: null })
    .where('request_key', 'is not', null)
    .where('accepted_at', '<=', now - REPEAT_MS)
    .execute();
  const old = await db
    .selectFrom('mms_copy')
    .select(['token', 'message_id'])
    .where('expires_at', '<=', now - READ_MS)
    .orderBy('expires_at')
    .limit(BATCH)
    .execute();
  if (old.length === 0) return;
  await inTransaction(context, async (tx) => {
    const tokens = old.map(({ token }) => token);
    const messages = [...new Set(old.map(({ message_id }) => message_id))];
    await tx
      .deleteFrom('mms_report')
      .where(among(engine, 'token', tokens))
      .execute();
    await tx
      .deleteFrom('mms_copy')
      .where(among(engine, 'token', tokens))
      .execute();
    await tx
      .deleteFrom('mms_message')
      .where(among(engine, 'id', messages))
      .where((where) =>
        where.not(where.exists(where.selectFrom('mms_copy').select('token').whereRef('message_id', '=', 'mms_message.id'))),
      )
      .execute();
  });
}
