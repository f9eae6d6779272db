/**
 * Provisioning a store: what a checked file names and the store has not is created, in portions: others have their turn between them.
 *
 * An account that exists keeps all it has, its credit and PIN above all; it only gets address books that it has none of that name. A library
 * number that is taken stays with its item.
 * @module
 */
import { sql } from 'kysely';
import { type ProvisionedAccount, type Provisioning, ProvisioningError } from '../settings/provision.js';
import type { Caller } from '../turns.js';
import { turn } from '../work.js';
import { writeTwoWay } from './accounts.js';
import { describeCreated, type NewAuditEntry, writeAudit } from './audit.js';
import { among, insertRows, inTransaction, type StoreContext } from './database.js';
import { type Money, parseMoney } from './money.js';
import type { Database } from './schema.js';
import type { ChildType } from './types.js';

const CURRENCY = 'GBP';
const PRICE_PER_PART: Money = parseMoney('0.0450');

/** PINs that ask for a turn at once: as many as are hashed at once, and one that waits. */
const HASHED_AT_ONCE = 4;

/** Who asks for the turns: any login goes before. */
const PROVISIONING: Caller = { client: 'provisioning', isKnown: false, isLast: true };

/** Names in one question, accounts in one transaction, and library items, which may be large. */
const LOOK_UP = 500;
const PORTION = 50;
const ITEMS = 20;

/**
 * Creates what is missing, in portions; what cannot be created is told before anything is. `signal` ends it: the portion in hand is dropped, unless
 * it is being written, and those before it stay.
 */
export async function provisionStore(
  context: StoreContext,
  model: Provisioning,
  by = 'provisioning',
  signal?: AbortSignal,
): Promise<void> {
  const missing = await findMissing(context, model);
  for (const portion of portionsOf(missing.accounts, PORTION)) {
    signal?.throwIfAborted();
    const hashes = await hashPins(context, portion, signal);
    signal?.throwIfAborted();
    await inTransaction(context, async (tx) => {
      await lockProvisioning(tx, context);
      const created: NewAuditEntry[] = [];
      for (const { account, path } of portion) {
        const { id, isNew } = await createMissing(tx, context, account, hashes.get(account.username), path);
        if (isNew) created.push(describeCreated(account, by));
        await createAddressBooks(tx, context, id, account);
      }
      await writeAudit(tx, context, created);
    });
    await turn();
  }
  for (const portion of portionsOf(missing.items, ITEMS)) {
    signal?.throwIfAborted();
    await inTransaction(context, async (tx) => {
      await lockProvisioning(tx, context);
      for (const item of portion) await createItem(tx, item);
    });
    await turn();
  }
}

/** Gateways that start together would each find the same things missing; SQLite has one writer anyway. */
async function lockProvisioning(tx: Database, { engine }: StoreContext): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(747262)`.execute(tx);
}

function* portionsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}

interface MissingAccount {
  readonly account: ProvisionedAccount;
  /** It is not there at all; else only some of its address books. */
  readonly isNew: boolean;
  readonly path: string;
}

interface Missing {
  readonly accounts: readonly MissingAccount[];
  readonly items: readonly { readonly item: ProvisionedItem; readonly path: string }[];
}

type ProvisionedItem = Provisioning['library'][number];

/** What of a file the store has not. @throws ProvisioningError where it refers to an account that is nowhere, or cannot be a parent */
async function findMissing(context: StoreContext, { accounts, library }: Provisioning): Promise<Missing> {
  const { db, engine } = context;
  const names = accounts.flatMap(({ username, parent }) => (parent === undefined ? [username] : [username, parent]));
  const owners = library.flatMap(({ owner }) => owner ?? []);
  const known = new Map<string, Parent & { readonly id?: number; readonly isDeleted: boolean }>();
  for (const portion of portionsOf([...new Set([...names, ...owners])], LOOK_UP)) {
    const query = db.selectFrom('account').select(['id', 'username', 'type', 'currency', 'deleted_at']);
    const rows = await query.where(among(engine, 'username', portion)).execute();
    for (const { deleted_at, username, ...row } of rows) known.set(username, { ...row, isDeleted: deleted_at !== null });
    await turn();
  }
  const books = await readBooks(
    context,
    accounts.flatMap(({ username, addressBooks }) => (addressBooks.size === 0 ? [] : (known.get(username)?.id ?? []))),
  );
  const missing: MissingAccount[] = [];
  for (const [index, account] of accounts.entries()) {
    const { username, type = null, addressBooks } = account;
    const path = `$.accounts[${index}]`;
    const existing = known.get(username);
    if (existing !== undefined) {
      const own = existing.id === undefined ? undefined : books.get(existing.id);
      if ([...addressBooks.keys()].some((book) => own?.has(book) !== true)) missing.push({ account, isNew: false, path });
      continue;
    }
    const above = account.parent === undefined ? undefined : known.get(account.parent);
    const parent = checkParent(account, above?.isDeleted === true ? undefined : above, path);
    known.set(username, { type, currency: account.currency ?? parent?.currency ?? CURRENCY, isDeleted: false });
    missing.push({ account, isNew: true, path });
  }
  const taken = new Set<number>();
  for (const portion of portionsOf(library, LOOK_UP)) {
    const numbers = portion.map(({ number }) => number);
    const rows = await db
      .selectFrom('library')
      .select('number')
      .where(among(engine, 'number', numbers))
      .execute();
    for (const { number } of rows) taken.add(number);
  }
  const items = library.map((item, index) => ({ item, path: `$.library[${index}]` }));
  for (const { item, path } of items) if (item.owner !== undefined && !known.has(item.owner)) throw noOwner(path);
  return { accounts: missing, items: items.filter(({ item }) => !taken.has(item.number)) };
}

/** Names of the address books of some accounts. */
async function readBooks({ db, engine }: StoreContext, ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const books = new Map<number, Set<string>>();
  for (const portion of portionsOf(ids, LOOK_UP)) {
    const query = db.selectFrom('address_book').select(['account_id', 'book']).distinct();
    for (const { account_id, book } of await query.where(among(engine, 'account_id', portion)).execute()) {
      const own = books.get(account_id) ?? new Set();
      books.set(account_id, own.add(book));
    }
    await turn();
  }
  return books;
}

/** Hashes the PINs of accounts that are not there, outside of the transaction: hashing takes long. */
async function hashPins(
  { pins }: StoreContext,
  portion: readonly MissingAccount[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const queue = portion.filter(({ isNew }) => isNew).values();
  const work = async () => {
    for (const { account } of queue) {
      if (signal?.aborted === true) return;
      hashes.set(account.username, await pins.hash(account.pin, PROVISIONING));
    }
  };
  await Promise.all(Array.from({ length: HASHED_AT_ONCE }, work));
  return hashes;
}

/**
 * Creates an account unless its user name is taken; gives its id either way.
 * @throws ProvisioningError naming what is wrong with its parent.
 */
export async function createMissing(
  tx: Database,
  context: StoreContext,
  account: ProvisionedAccount,
  pinHash: string | undefined,
  path: string,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { username, type = null, credit, mayManage, replyTo, callback } = account;
  const existing = await tx.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst();
  if (existing !== undefined) return { id: existing.id, isNew: false };
  if (pinHash === undefined) throw new Error('an account went away while the store was provisioned');
  const parent = await parentOf(tx, account, path);
  const at = context.clock();
  const created = await tx
    .insertInto('account')
    .values({
      username,
      pin_hash: pinHash,
      parent_id: parent?.id ?? null,
      type,
      currency: account.currency ?? parent?.currency ?? CURRENCY,
      credit,
      price_per_part: account.pricePerPart ?? parent?.price_per_part ?? PRICE_PER_PART,
      may_manage: mayManage ? 1 : 0,
      reply_to: JSON.stringify(replyTo),
      callback: callback === undefined ? null : JSON.stringify(callback),
      created_at: at,
    })
    // Another gateway may provision the same store just now.
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created === undefined) {
    const other = await tx.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow();
    return { id: other.id, isNew: false };
  }
  const { id } = created;
  await writeTwoWay(tx, context, id, replyTo);
  if (credit !== 0) await tx.insertInto('ledger').values({ account_id: id, at, kind: 'opening', amount: credit }).execute();
  return { id, isNew: true };
}

async function parentOf(tx: Database, account: ProvisionedAccount, path: string) {
  if (account.parent === undefined) return undefined;
  const row = await tx
    .selectFrom('account')
    .select(['id', 'type', 'currency', 'price_per_part'])
    .where('username', '=', account.parent)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return checkParent(account, row, path);
}

/** What a child has to know of the account above it. */
interface Parent {
  readonly type: ChildType | null;
  readonly currency: string;
}

/** The account above another; undefined for one that has none. @throws ProvisioningError when it is none, or has no children */
function checkParent<T extends Parent>(
  { parent, currency }: ProvisionedAccount,
  row: T | undefined,
  path: string,
): T | undefined {
  if (parent === undefined) return undefined;
  if (row === undefined) throw new ProvisioningError(`${path}.parent`, 'is no account');
  if (row.type !== null) throw new ProvisioningError(`${path}.parent`, 'is a child itself');
  if (currency !== undefined && currency !== row.currency) {
    throw new ProvisioningError(`${path}.currency`, "has to be the parent's");
  }
  return row;
}

async function createAddressBooks(
  tx: Database,
  { engine }: StoreContext,
  accountId: number,
  { addressBooks }: ProvisionedAccount,
): Promise<void> {
  if (addressBooks.size === 0) return;
  const rows = await tx.selectFrom('address_book').select('book').distinct().where('account_id', '=', accountId).execute();
  const existing = new Set(rows.map(({ book }) => book));
  const entries: unknown[][] = [];
  for (const [book, groups] of addressBooks) {
    if (existing.has(book)) continue;
    let position = 0;
    // A book or group without numbers is there all the same: as a row without one.
    for (const [group, numbers] of groups.size === 0 ? ([['', []]] as const) : groups) {
      for (const number of numbers.length === 0 ? [''] : numbers) entries.push([accountId, book, group, position++, number]);
    }
  }
  await insertRows(tx, engine, 'address_book', BOOK_COLUMNS, entries);
}

const BOOK_COLUMNS = {
  account_id: 'bigint',
  book: 'text',
  group_name: 'text',
  position: 'integer',
  number: 'text',
} as const;

async function createItem(tx: Database, { item, path }: Missing['items'][number]): Promise<void> {
  const { number, owner, fileName, contentType = null, data } = item;
  let accountId: number | null = null;
  if (owner !== undefined) {
    const row = await tx.selectFrom('account').select('id').where('username', '=', owner).executeTakeFirst();
    if (row === undefined) throw noOwner(path);
    accountId = row.id;
  }
  await tx
    .insertInto('library')
    .values({ number, account_id: accountId, file_name: fileName, content_type: contentType, data })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute();
}

function noOwner(path: string): ProvisioningError {
  return new ProvisioningError(`${path}.owner`, 'is no account');
}

/** A field of an account that differs between a provisioning file and the store. */
export interface ProvisioningDifference {
  /** User name of the account. */
  readonly username: string;
  /** Name of the field, such as `pin`. */
  readonly field: string;
}

/** Options for comparing a file with a store. */
export interface DifferencesOptions {
  /** Ends the comparison early. */
  readonly signal?: AbortSignal | undefined;
  /** Returns whether the PIN of an account is compared, which takes as long as a login; by default all are. */
  readonly comparesPin?: ((username: string) => boolean) | undefined;
}

/**
 * Where a file differs from the accounts that are there: fields that it names, the credit aside, which changes. PINs are checked after those of
 * whoever logs in.
 */
export async function* findDifferences(
  { db, engine, pins }: StoreContext,
  { accounts }: Pick<Provisioning, 'accounts'>,
  { signal, comparesPin = () => true }: DifferencesOptions = {},
): AsyncGenerator<ProvisioningDifference, void, undefined> {
  for (const portion of portionsOf(accounts, LOOK_UP)) {
    const names = portion.map(({ username }) => username);
    const rows = await db
      .selectFrom('account')
      .leftJoin('account as parent', 'parent.id', 'account.parent_id')
      .select(['account.username', 'account.pin_hash', 'account.price_per_part', 'account.reply_to', 'account.callback'])
      .select(['account.may_manage', 'account.currency', 'account.type', 'parent.username as parent'])
      .where(among(engine, 'account.username', names))
      .where('account.deleted_at', 'is', null)
      .execute();
    const byName = new Map(rows.map((row) => [row.username, row]));
    for (const account of portion) {
      if (signal?.aborted === true) return;
      const { username } = account;
      const row = byName.get(username);
      if (row === undefined) continue;
      if (comparesPin(username) && !(await pins.verify(username, account.pin, row.pin_hash, PROVISIONING))) {
        yield { username, field: 'pin' };
      }
      const { pricePerPart = row.price_per_part, currency = row.currency, callback, type = null, parent = null } = account;
      const isOther: Readonly<Record<string, boolean>> = {
        pricePerPart: pricePerPart !== row.price_per_part,
        replyTo: JSON.stringify(account.replyTo) !== row.reply_to,
        callback: (callback === undefined ? null : JSON.stringify(callback)) !== row.callback,
        mayManage: account.mayManage !== (row.may_manage === 1),
        currency: currency !== row.currency,
        type: type !== row.type,
        parent: parent !== row.parent,
      };
      for (const [field, differs] of Object.entries(isOther)) if (differs) yield { username, field };
    }
    await turn();
  }
}
