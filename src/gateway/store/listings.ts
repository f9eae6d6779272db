/**
 * What operators look at: accounts, ledgers, messages, page by page, so that millions of rows are neither in memory at once nor keep others waiting.
 * @module
 */
import { turn } from '../work.js';
import type { StoreContext } from './database.js';
import type { Database } from './schema.js';
import {
  type AccountDetails,
  type AccountEntry,
  type CallbackTarget,
  type LedgerEntry,
  MAX_PAGE,
  type MessageEntry,
  type MessageFilter,
  PAGE_ENTRIES,
  type Page,
  type PageOptions,
} from './types.js';

/** Messages that are looked at in one query, and in one page: whoever searches for few among many asks for the next page. */
const SCAN = 2_000;
const MAX_SCANNED = 100_000;

/** Rows as a page; the row that `read` gives beyond the limit says that there are more. */
export async function readPage<T>(
  { after = 0, limit = PAGE_ENTRIES }: PageOptions,
  read: (after: number, limit: number) => Promise<readonly { readonly id: number; readonly entry: T }[]>,
): Promise<Page<T>> {
  const most = Math.min(limit, MAX_PAGE);
  const rows = await read(after, most + 1);
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return { entries: shown.map(({ entry }) => entry), ...(rows.length > most && last !== undefined && { next: last.id }) };
}

/** All of a list, entry by entry. */
export async function* iteratePages<T>(read: (page: PageOptions) => Promise<Page<T>>): AsyncGenerator<T, void, undefined> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Page<T> = await read({ after, limit: MAX_PAGE });
    yield* page.entries;
    after = page.next;
  }
}

async function collectPages<T>(read: (page: PageOptions) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of iteratePages(read)) all.push(entry);
  return all;
}

// ---- Accounts ----

/** Accounts that are not deleted, in the order of creation. */
export function pageAccounts({ db }: StoreContext, page: PageOptions = {}): Promise<Page<AccountEntry>> {
  return readPage(page, async (after, limit) => {
    const query = accountQuery(db).where('account.deleted_at', 'is', null).where('account.id', '>', after);
    const rows = await query.orderBy('account.id').limit(limit).execute();
    return rows.map((row) => ({ id: row.id, entry: entryOf(row) }));
  });
}

/** Every account that is not deleted, in the order of creation. */
export async function listAccounts(context: StoreContext): Promise<AccountEntry[]> {
  return collectPages((page) => pageAccounts(context, page));
}

/** An account with all that operators may know of it; undefined when there is none. */
export async function findDetails({ db }: StoreContext, username: string): Promise<AccountDetails | undefined> {
  const query = accountQuery(db).where('account.username', '=', username).where('account.deleted_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row && detailsOf(row);
}

/** An account that is there, within a transaction. */
export async function readDetails(tx: Database, id: number): Promise<AccountDetails> {
  return detailsOf(await accountQuery(tx).where('account.id', '=', id).executeTakeFirstOrThrow());
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountQuery>['executeTakeFirstOrThrow']>>;

function accountQuery(db: Database) {
  return db
    .selectFrom('account')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .select(['account.id', 'account.username', 'parent.username as parent', 'account.type', 'account.currency'])
    .select(['account.credit', 'account.price_per_part', 'account.may_manage', 'account.disabled_at'])
    .select(['account.reply_to', 'account.callback', 'account.created_at']);
}

function entryOf({
  username,
  parent,
  type,
  currency,
  credit,
  price_per_part,
  may_manage,
  disabled_at,
}: AccountRow): AccountEntry {
  return {
    username,
    ...(parent === null || type === null ? {} : { parent, type }),
    currency,
    credit,
    pricePerPart: price_per_part,
    mayManage: may_manage === 1,
    ...(disabled_at !== null && { disabled: true }),
  };
}

function detailsOf(row: AccountRow): AccountDetails {
  const { reply_to, callback, created_at: createdAt } = row;
  const details = { ...entryOf(row), replyTo: JSON.parse(reply_to) as string[], createdAt };
  if (callback === null) return details;
  const target = JSON.parse(callback) as CallbackTarget;
  if (target.form === 'smpp') return { ...details, callback: target };
  const { pin: _pin, secrets: _secrets, ...shown } = target;
  return { ...details, callback: shown };
}

// ---- Ledgers ----

/** Part of an account's ledger, oldest entry first, of a deleted account too; undefined when there never was such an account. */
export async function pageLedger(
  { db }: StoreContext,
  username: string,
  page: PageOptions = {},
): Promise<Page<LedgerEntry> | undefined> {
  const account = await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst();
  if (account === undefined) return undefined;
  return readPage(page, async (after, limit) => {
    const rows = await db
      .selectFrom('ledger')
      .select(['id', 'at', 'kind', 'amount', 'identifier', 'recipient', 'units'])
      .where('account_id', '=', account.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, at, kind, amount, identifier, recipient, units }) => ({
      id,
      entry: {
        at,
        kind,
        amount,
        ...(identifier === null ? {} : { messageIdentifier: identifier }),
        ...(recipient === null ? {} : { recipient }),
        ...(units === null ? {} : { units }),
      },
    }));
  });
}

/** An account's whole ledger, oldest entry first; undefined when there never was such an account. */
export async function readLedger(context: StoreContext, username: string): Promise<LedgerEntry[] | undefined> {
  const first = await pageLedger(context, username, { limit: 1 });
  if (first === undefined) return undefined;
  return collectPages(async (page) => (await pageLedger(context, username, page)) ?? { entries: [] });
}

// ---- Messages ----

/** Messages that fit, in the order of acceptance. A page ends after {@link MAX_SCANNED} messages that were looked at. */
export async function searchMessages(
  { db }: StoreContext,
  filter: MessageFilter,
  { after = 0, limit = PAGE_ENTRIES }: PageOptions = {},
): Promise<Page<MessageEntry>> {
  const most = Math.min(limit, MAX_PAGE);
  const entries: MessageEntry[] = [];
  let last = after;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += SCAN) {
    const begin = await firstAfter(db, last);
    if (begin === undefined) return { entries };
    const end = begin + SCAN - 1;
    const rows = await messageQuery(db, filter)
      .where('message.id', '>=', begin)
      .where('message.id', '<=', end)
      .orderBy('message.id')
      .limit(most - entries.length)
      .execute();
    entries.push(...rows.map(messageOf));
    if (entries.length >= most) {
      last = rows.at(-1)?.id ?? end;
      return { entries, ...((await firstAfter(db, last)) !== undefined && { next: last }) };
    }
    last = end;
    await turn();
  }
  return { entries, next: last };
}

/** Every message in the order of acceptance. */
export function listMessages(context: StoreContext): AsyncGenerator<MessageEntry, void, undefined> {
  return iteratePages((page) => searchMessages(context, {}, page));
}

/** Ids have gaps: of messages that are kept no longer, and of transactions that did not come about. */
async function firstAfter(db: Database, last: number): Promise<number | undefined> {
  const query = db.selectFrom('message').select('id').where('id', '>', last).orderBy('id').limit(1);
  return (await query.executeTakeFirst())?.id;
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof messageQuery>['executeTakeFirstOrThrow']>>;

function messageQuery(db: Database, { recipient, state, username, from, to }: MessageFilter) {
  let query = db
    .selectFrom('message')
    .innerJoin('submission', 'submission.id', 'message.submission_id')
    .innerJoin('account', 'account.id', 'submission.account_id')
    .select([
      'message.id',
      'identifier',
      'username',
      'recipient',
      'state',
      'accepted_at',
      'due_at',
      'units',
      'attempt',
      'attempt_base',
      'reason',
      'link',
    ]);
  if (recipient !== undefined) query = query.where('recipient', '=', recipient);
  if (state !== undefined) query = query.where('state', 'in', typeof state === 'string' ? [state] : state);
  if (username !== undefined) query = query.where('username', '=', username);
  if (from !== undefined) query = query.where('accepted_at', '>=', from);
  if (to !== undefined) query = query.where('accepted_at', '<', to);
  return query;
}

function messageOf(row: MessageRow): MessageEntry {
  return {
    messageIdentifier: row.identifier,
    username: row.username,
    recipient: row.recipient,
    state: row.state,
    acceptedAt: row.accepted_at,
    ...(row.due_at > row.accepted_at ? { dueAt: row.due_at } : {}),
    units: row.units,
    attempts: row.attempt - row.attempt_base,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.link === null ? {} : { link: row.link }),
  };
}
