/**
 * Provisioning a store: what a checked file names and the store has not is created, in one transaction.
 *
 * An account that exists keeps all it has, its credit and PIN above all; it only gets address books that it has none of that name. A library
 * number that is taken stays with its item.
 * @module
 */
import { sql } from 'kysely';
import { type ProvisionedAccount, type Provisioning, ProvisioningError } from '../settings/provision.js';
import { writeTwoWay } from './accounts.js';
import { describeCreated, type NewAuditEntry, writeAudit } from './audit.js';
import { among, insertRows, inTransaction, type StoreContext } from './database.js';
import { type Money, parseMoney } from './money.js';
import type { Database } from './schema.js';

const CURRENCY = 'GBP';
const PRICE_PER_PART: Money = parseMoney('0.0450');

/** PINs that are hashed at once: each takes 16 MiB while it lasts. */
const HASHED_AT_ONCE = 4;

/** Creates what is missing. */
export async function provisionStore(context: StoreContext, model: Provisioning, by = 'provisioning'): Promise<void> {
  const hashes = await hashMissing(context, model.accounts);
  await inTransaction(context, async (tx) => {
    // Gateways that start together would each find the same things missing; SQLite has one writer anyway.
    if (context.engine === 'postgres') await sql`select pg_advisory_xact_lock(747262)`.execute(tx);
    const created: NewAuditEntry[] = [];
    for (const [index, account] of model.accounts.entries()) {
      const path = `$.accounts[${index}]`;
      const { id, isNew } = await createMissing(tx, context, account, hashes.get(account.username), path);
      if (isNew) created.push(describeCreated(account, by));
      await createAddressBooks(tx, context, id, account);
    }
    await createLibrary(tx, model);
    await writeAudit(tx, context, created);
  });
}

/** Hashes the PINs of accounts that are not there, outside of the transaction: hashing takes long. */
async function hashMissing(
  { db, engine, pins }: StoreContext,
  accounts: readonly ProvisionedAccount[],
): Promise<Map<string, string>> {
  const names = accounts.map(({ username }) => username);
  const rows = await db
    .selectFrom('account')
    .select('username')
    .where(among(engine, 'username', names))
    .execute();
  const existing = new Set(rows.map(({ username }) => username));
  const missing = accounts.filter(({ username }) => !existing.has(username));
  const hashes = new Map<string, string>();
  const queue = missing.values();
  const work = async () => {
    for (const { username, pin } of queue) hashes.set(username, await pins.hash(pin));
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

async function parentOf(tx: Database, { parent, currency }: ProvisionedAccount, path: string) {
  if (parent === undefined) return undefined;
  const row = await tx
    .selectFrom('account')
    .select(['id', 'type', 'currency', 'price_per_part'])
    .where('username', '=', parent)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
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

async function createLibrary(tx: Database, { library }: Provisioning): Promise<void> {
  for (const [index, { number, owner, fileName, contentType = null, data }] of library.entries()) {
    let accountId: number | null = null;
    if (owner !== undefined) {
      const row = await tx.selectFrom('account').select('id').where('username', '=', owner).executeTakeFirst();
      if (row === undefined) throw new ProvisioningError(`$.library[${index}].owner`, 'is no account');
      accountId = row.id;
    }
    await tx
      .insertInto('library')
      .values({ number, account_id: accountId, file_name: fileName, content_type: contentType, data })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .execute();
  }
}

/** A field of an account that a provisioning file gives otherwise than the store has it. */
export interface ProvisioningDifference {
  /** Name of the account. */
  readonly username: string;
  /** Its name in the file, such as `pin`. */
  readonly field: string;
}

/**
 * Where a file differs from the accounts that are there: fields that it names, the credit aside, which changes. PINs are checked one after the other,
 * at the cost of logins, so that this takes its time; it ends early by `signal`.
 */
export async function* findDifferences(
  { db, pins }: StoreContext,
  { accounts }: Pick<Provisioning, 'accounts'>,
  signal?: AbortSignal,
): AsyncGenerator<ProvisioningDifference, void, undefined> {
  for (const account of accounts) {
    if (signal?.aborted === true) return;
    const { username } = account;
    const row = await db
      .selectFrom('account')
      .leftJoin('account as parent', 'parent.id', 'account.parent_id')
      .select(['account.pin_hash', 'account.price_per_part', 'account.reply_to', 'account.callback', 'account.may_manage'])
      .select(['account.currency', 'account.type', 'parent.username as parent'])
      .where('account.username', '=', username)
      .where('account.deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) continue;
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
    if (!(await pins.verify(username, account.pin, row.pin_hash))) yield { username, field: 'pin' };
    for (const [field, differs] of Object.entries(isOther)) if (differs) yield { username, field };
  }
}
