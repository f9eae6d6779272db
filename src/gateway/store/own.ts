/**
 * What customers ask about their own messages. Those of an account are found by an index, in the order of acceptance, so that a
 * page costs as much beside millions of others' as alone.
 * @module
 */
import { sql } from 'kysely';
import { BATCH, byAccount, cancelBatch, cancelMessage, type MessageChange } from './changes.js';
import type { StoreContext } from './database.js';
import type { Database } from './schema.js';
import { MAX_PAGE, type MessageState, type OwnMessage, PAGE_ENTRIES } from './types.js';

/** Conditions on an account's messages; all that are present must match. */
export interface OwnFilter {
  /** Digits with the country code. */
  readonly recipient?: string | undefined;
  /** The state. */
  readonly state?: MessageState | undefined;
}

/** Options of a page of an account's messages. */
export interface OwnPageOptions {
  /** The `next` of the previous page; absent for the first page. */
  readonly after?: string | undefined;
  /** Maximum number of entries, 1 to 1,000; 100 by default. */
  readonly limit?: number | undefined;
}

/** A page of an account's messages. */
export interface OwnPage {
  /** The messages, in the order of acceptance. There may be fewer than `limit`, even none, although more follow. */
  readonly entries: readonly OwnMessage[];
  /** The `after` of the next page, a MessageIdentifier; absent on the last one. */
  readonly next?: string;
}

/** Messages that are looked at for one page. */
const MAX_SCANNED = 5_000;

/** A message of an account's own; undefined when there is none of that identifier. */
export async function findOwn(
  { db }: StoreContext,
  username: string,
  messageIdentifier: string,
): Promise<OwnMessage | undefined> {
  const query = ownQuery(db).where('identifier', '=', messageIdentifier);
  const row = await query.where('account_id', '=', accountId(db, username)).executeTakeFirst();
  return row && ownOf(row);
}

/**
 * A page of an account's messages that fit. One ends after {@link MAX_SCANNED} messages that were looked at, and is then short.
 * It is empty after an
 * identifier of none of the account's messages.
 */
export async function listOwn(
  { db }: StoreContext,
  username: string,
  { recipient, state }: OwnFilter,
  { after, limit = PAGE_ENTRIES }: OwnPageOptions = {},
): Promise<OwnPage> {
  const most = Math.min(limit, MAX_PAGE);
  const isAny = recipient === undefined && state === undefined;
  let query = ownQuery(db).where('submission.account_id', '=', accountId(db, username));
  if (after !== undefined) {
    const start = await findPlace(db, username, after);
    if (start === undefined) return { entries: [] };
    query = query
      .where('submission.id', '>=', start.submission_id)
      .where((where) => where.or([where('submission.id', '>', start.submission_id), where('message.id', '>', start.id)]));
  }
  const scanned = isAny ? most : MAX_SCANNED;
  const rows = await query
    .orderBy('submission.id')
    .orderBy('message.id')
    .limit(scanned + 1)
    .execute();
  const entries: OwnMessage[] = [];
  for (const [index, row] of rows.entries()) {
    if (index === scanned || entries.length === most) return { entries, next: (rows[index - 1] as OwnRow).identifier };
    if (recipient !== undefined && row.recipient !== recipient) continue;
    if (state === undefined || row.state === state) entries.push(ownOf(row));
  }
  return { entries };
}

/** Messages that wait, of those that one account pays for, that are looked at for {@link cancelWaitingOwn}. */
const MAX_WAITING = 10_000;

/**
 * Takes messages of an account's own back that wait, from an originator to a recipient, and gives how many those were: of the first that wait, so that many
 * cost little. Each portion is one transaction; what is being handed over just now stays.
 */
export async function cancelWaitingOwn(
  context: StoreContext,
  username: string,
  pair: { readonly originator: string; readonly recipient: string },
): Promise<number> {
  const identifiers = await findWaitingOwn(context, username, pair);
  let cancelled = 0;
  for (let at = 0; at < identifiers.length; at += BATCH) {
    cancelled += await cancelBatch(context, identifiers.slice(at, at + BATCH), username);
  }
  return cancelled;
}

/** Identifiers in the order of acceptance. */
async function findWaitingOwn(
  { db }: StoreContext,
  username: string,
  { originator, recipient }: { readonly originator: string; readonly recipient: string },
): Promise<string[]> {
  const rows = await db
    .with('own', (cte) =>
      cte
        .selectFrom('account')
        .select(['id', sql<number>`case when type = 'SHARED' then parent_id else id end`.as('payer_id')])
        .where('username', '=', username),
    )
    .with('waiting', (cte) =>
      cte
        .selectFrom('message')
        .select(['identifier', 'submission_id', 'message.id', 'recipient', 'state'])
        .where('payer_id', '=', (own) => own.selectFrom('own').select('payer_id'))
        .where('next_at', 'is not', null)
        .orderBy('lane')
        .orderBy('next_at')
        .limit(MAX_WAITING),
    )
    .selectFrom('waiting')
    .innerJoin('submission', 'submission.id', 'waiting.submission_id')
    .select('identifier')
    .where('recipient', '=', recipient)
    .where('state', 'in', ['scheduled', 'queued'])
    .where('originator', '=', originator)
    .where('account_id', '=', (own) => own.selectFrom('own').select('id'))
    .orderBy('waiting.id')
    .execute();
  return rows.map(({ identifier }) => identifier);
}

/**
 * Takes a message of an account's own back that has not been handed over.
 * @throws ChangeError when there is no such message, or it has gone too far.
 */
export function cancelOwn(context: StoreContext, username: string, messageIdentifier: string): Promise<MessageChange> {
  return cancelMessage(context, messageIdentifier, byAccount(username), username);
}

function accountId(db: Database, username: string) {
  return db.selectFrom('account as own').select('own.id').where('own.username', '=', username);
}

async function findPlace(db: Database, username: string, identifier: string) {
  return db
    .selectFrom('message')
    .innerJoin('submission', 'submission.id', 'message.submission_id')
    .select(['message.id', 'submission_id'])
    .where('identifier', '=', identifier)
    .where('account_id', '=', accountId(db, username))
    .executeTakeFirst();
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownQuery>['executeTakeFirstOrThrow']>>;

function ownQuery(db: Database) {
  return db
    .selectFrom('submission')
    .innerJoin('message', 'message.submission_id', 'submission.id')
    .select(['identifier', 'recipient', 'state', 'accepted_at', 'due_at', 'units', 'reason'])
    .select(['originator', 'content_kind', 'service', 'library_number', 'data_coding']);
}

function ownOf(row: OwnRow): OwnMessage {
  return {
    messageIdentifier: row.identifier,
    recipient: row.recipient,
    originator: row.originator,
    contentKind: row.content_kind,
    state: row.state,
    acceptedAt: row.accepted_at,
    ...(row.due_at > row.accepted_at && { dueAt: row.due_at }),
    units: row.units,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.service !== null && { service: row.service }),
    ...(row.library_number !== null && { libraryNumber: row.library_number }),
    ...(row.data_coding !== null && { dataCoding: row.data_coding }),
  };
}
