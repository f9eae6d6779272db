/**
 * Accounts as requests use them: reading one, its PIN, its address books, its children, and moving credit.
 * @module
 */

import { randomInt } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import { parseNumber } from '../../protocol/numbers.js';
import type { Caller } from '../turns.js';
import { turn } from '../work.js';
import { writeAudit } from './audit.js';
import { among, insertRows, inTransaction, type StoreContext } from './database.js';
import { formatMoney, MAX_MONEY, type Money } from './money.js';
import type { Database, Engine } from './schema.js';
import type { Account, AccountLogin, CallbackTarget, ChildDetails, IssuedCredentials, LedgerKind } from './types.js';

/** An account with the hash of its PIN. */
interface AccountWithHash {
  readonly account: Account;
  readonly pinHash: string;
  /** It, or the one above it. */
  readonly isDisabled: boolean;
}

/** The one query of every request, made once for each dialect: making it costs several times as much as SQLite's answer. */
const accountQueries = new Map<Engine, CompiledQuery<AccountRow>>();

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountQuery>['execute']>>[number];

function accountQuery(db: Database, username: string) {
  return db
    .selectFrom('account')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .select(['account.id', 'account.username', 'account.type', 'account.currency', 'account.credit', 'account.price_per_part'])
    .select(['account.may_manage', 'account.reply_to', 'account.callback', 'account.pin_hash'])
    .select(['parent.username as parent', 'parent.credit as parent_credit'])
    .select(['account.disabled_at', 'parent.disabled_at as parent_disabled_at'])
    .where('account.username', '=', username)
    .where('account.deleted_at', 'is', null);
}

/**
 * An account by user name; undefined when there is none, or it was deleted. Those who ask for the same one in a turn of the event loop get one answer, which
 * is read when all of them have asked.
 */
function readAccount(context: StoreContext, username: string): Promise<AccountWithHash | undefined> {
  const { asked } = context;
  let reading = asked.get(username) as Promise<AccountWithHash | undefined> | undefined;
  if (reading === undefined) {
    reading = turn().then(() => {
      asked.delete(username);
      return queryAccount(context, username);
    });
    asked.set(username, reading);
  }
  return reading;
}

async function queryAccount({ db, engine }: StoreContext, username: string): Promise<AccountWithHash | undefined> {
  let query = accountQueries.get(engine);
  if (query === undefined) {
    query = accountQuery(db, username).compile();
    accountQueries.set(engine, query);
  }
  const [row] = (await db.executeQuery<AccountRow>({ ...query, parameters: [username] })).rows;
  if (row === undefined) return undefined;
  const account: Account = {
    id: row.id,
    username: row.username,
    ...(row.parent === null || row.type === null ? {} : { parent: row.parent, type: row.type }),
    currency: row.currency,
    credit: row.type === 'SHARED' ? (row.parent_credit ?? 0) : row.credit,
    pricePerPart: row.price_per_part,
    mayManage: row.may_manage === 1,
    replyTo: JSON.parse(row.reply_to) as string[],
    ...(row.callback === null ? {} : { callback: JSON.parse(row.callback) as CallbackTarget }),
  };
  return { account, pinHash: row.pin_hash, isDisabled: row.disabled_at !== null || row.parent_disabled_at !== null };
}

/** An account by user name; undefined when there is none. */
export async function findAccount(context: StoreContext, username: string): Promise<Account | undefined> {
  return (await readAccount(context, username))?.account;
}

/**
 * The account, when the PIN is its own and nobody has disabled it; to be told so would tell that the PIN is right.
 * @throws BusyError when too many PINs wait to be checked.
 */
export async function verify(
  context: StoreContext,
  username: string,
  pin: string,
  caller?: Caller,
): Promise<Account | undefined> {
  const found = await readAccount(context, username);
  // A disabled account is like none: its PIN is not even compared, and so not remembered, which could be told by the time.
  const enabled = found?.isDisabled === false ? found : undefined;
  return (await context.pins.verify(username, pin, enabled?.pinHash, caller)) ? enabled?.account : undefined;
}

/** An account that may log in, and a mark that is another one when its PIN changes; undefined when there is none, or it is disabled. */
export async function findLogin(context: StoreContext, username: string): Promise<AccountLogin | undefined> {
  const found = await readAccount(context, username);
  return found?.isDisabled === false ? { account: found.account, mark: found.pinHash } : undefined;
}

/** The marks of {@link findLogin} of those of some accounts that may log in. */
export async function readLoginMarks(
  { db, engine }: StoreContext,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .select(['account.username', 'account.pin_hash'])
    .where(among(engine, 'account.username', usernames))
    .where('account.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .where('parent.disabled_at', 'is', null)
    .execute();
  return new Map(rows.map(({ username, pin_hash }) => [username, pin_hash]));
}

/** Numbers of a book, or of one of its groups, in order; undefined when there is no such book or group. */
export async function readAddressBook(
  { db }: StoreContext,
  username: string,
  book: string,
  group?: string,
): Promise<string[] | undefined> {
  let query = db
    .selectFrom('address_book')
    .innerJoin('account', 'account.id', 'address_book.account_id')
    .select(['number'])
    .where('username', '=', username)
    .where('book', '=', book)
    .orderBy('position');
  if (group !== undefined) query = query.where('group_name', '=', group);
  const rows = await query.execute();
  // An empty group is there by a row without a number.
  return rows.length === 0 ? undefined : rows.flatMap(({ number }) => (number === '' ? [] : [number]));
}

/** Number among the originators, however it is written: one with a country code, or a short code. */
export function originatorNumber(replyTo: string): string | undefined {
  return parseNumber(replyTo) ?? (/^\d{1,15}$/.test(replyTo) ? replyTo : undefined);
}

/** Notes which numbers among an account's originators are its own. */
export async function writeTwoWay(
  tx: Database,
  { engine }: StoreContext,
  accountId: number,
  replyTo: readonly string[],
): Promise<void> {
  const numbers = new Set(replyTo.map(originatorNumber).filter((number) => number !== undefined));
  const rows = [...numbers].map((number) => [number, accountId]);
  await insertRows(tx, engine, 'two_way', { number: 'text', account_id: 'bigint' }, rows);
}

/** The account that gets messages to a two-way number; of several, the first that was created. */
export async function readTwoWayAccount({ db }: StoreContext, number: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_way')
    .innerJoin('account', 'account.id', 'two_way.account_id')
    .select('username')
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .orderBy('account.id')
    .limit(1)
    .executeTakeFirst();
  return row?.username;
}

/** The account that has a two-way number, when nobody has disabled it. */
export async function findAccountOfNumber(context: StoreContext, number: string): Promise<Account | undefined> {
  const username = await readTwoWayAccount(context, number);
  const found = username === undefined ? undefined : await readAccount(context, username);
  return found?.isDisabled === false ? found.account : undefined;
}

/** Creates an account below another, with its currency and tariff (G-MGT-02 to 04). A child has no children (G-MGT-08). */
export async function createChild(
  context: StoreContext,
  parent: string,
  details: ChildDetails,
): Promise<IssuedCredentials | 'not-permitted'> {
  const pin = makePin();
  const pinHash = await context.pins.hash(pin, { client: parent, isKnown: true });
  return inTransaction(context, async (tx) => {
    const [owner] = await lockAccounts(tx, context, [parent]);
    if (owner === undefined || owner.type !== null) return 'not-permitted';
    const { type, email, telephoneCountryCode, mobileNumber, givenName, familyName, companyName } = details;
    // Field by field: a request has the caller's PIN beside them.
    const contact = { email, telephoneCountryCode, mobileNumber, givenName, familyName, companyName };
    const name = nameOf(details);
    for (let tries = 1; ; tries++) {
      // Names are never issued again, so those of a common family run out: digits behind the name are more of them.
      const stem = tries <= NAME_TRIES ? name : name.slice(0, NAME_CHARACTERS - 4) + randomDigits(4);
      const username = `${stem}.${randomDigits(5)}`;
      const created = await tx
        .insertInto('account')
        .values({
          username,
          pin_hash: pinHash,
          parent_id: owner.id,
          type,
          currency: owner.currency,
          credit: 0,
          price_per_part: owner.price_per_part,
          may_manage: 0,
          reply_to: '[]',
          callback: null,
          contact: JSON.stringify(contact),
          created_at: context.clock(),
          deleted_at: null,
        })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (created !== undefined) return { username, pin };
    }
  });
}

const PIN_DIGITS = 8;

/** A PIN that is made up. */
export function makePin(): string {
  return randomDigits(PIN_DIGITS);
}

/** Characters of a child's user name in front of the dot and five digits. */
const NAME_CHARACTERS = 14;

/** Tries of a name as it is. */
const NAME_TRIES = 10;

/** Initials and family name, without marks: `ANOther`. */
function nameOf({ givenName = '', familyName = '', companyName = '' }: ChildDetails): string {
  const initials = givenName.split(/[\s.-]+/).map((name) => plainLetters(name).slice(0, 1).toUpperCase());
  const own = `${initials.join('')}${plainLetters(familyName)}`;
  return (own || plainLetters(companyName) || 'Child').slice(0, NAME_CHARACTERS);
}

function plainLetters(text: string): string {
  return text.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '');
}

/** Deletes a caller's own child; what is left of a TRANSFER child's credit goes back (G-MGT-05). Messages that it sent go on. */
export function deleteChild(context: StoreContext, parent: string, child: string): Promise<'ok' | 'not-own'> {
  return inTransaction(context, async (tx) => {
    const accounts = await lockAccounts(tx, context, [parent, child]);
    const owner = accounts.find(({ username }) => username === parent);
    const account = accounts.find(({ username }) => username === child);
    if (owner === undefined || account === undefined || account.parent_id !== owner.id) return 'not-own';
    if (account.credit > 0) await move(tx, context, account, owner, account.credit);
    await tx.updateTable('account').set({ deleted_at: context.clock() }).where('id', '=', account.id).execute();
    await tx.deleteFrom('two_way').where('account_id', '=', account.id).execute();
    return 'ok';
  });
}

/**
 * Moves credit from parent to child or from child to parent (G-MGT-06).
 * @throws RangeError when the amount is not positive.
 */
export function transfer(
  context: StoreContext,
  from: string,
  to: string,
  amount: Money,
): Promise<'ok' | 'not-related' | 'no-credit' | 'shared'> {
  requirePositive(amount);
  return inTransaction(context, async (tx) => {
    const accounts = await lockAccounts(tx, context, [from, to]);
    const source = accounts.find(({ username }) => username === from);
    const target = accounts.find(({ username }) => username === to);
    if (source === undefined || target === undefined) return 'not-related';
    if (source.parent_id !== target.id && target.parent_id !== source.id) return 'not-related';
    if (source.type === 'SHARED' || target.type === 'SHARED') return 'shared';
    if (source.credit < amount) return 'no-credit';
    await move(tx, context, source, target, amount);
    return 'ok';
  });
}

/**
 * Adds to an account's credit; a SHARED child has none of its own. `by` says who asked for it, in the audit.
 * @throws RangeError when the amount is not positive, or the credit would pass {@link MAX_MONEY}.
 */
export function topUp(
  context: StoreContext,
  username: string,
  amount: Money,
  by = 'program',
): Promise<'ok' | 'unknown' | 'shared'> {
  requirePositive(amount);
  return inTransaction(context, async (tx) => {
    const [account] = await lockAccounts(tx, context, [username]);
    if (account === undefined) return 'unknown';
    if (account.type === 'SHARED') return 'shared';
    await credit(tx, context, account, amount, 'topUp');
    const changes = { credit: [formatMoney(account.credit), formatMoney(account.credit + amount)] } as const;
    await writeAudit(tx, context, [{ by, action: 'changeAccount', username, changes }]);
    return 'ok';
  });
}

type LockedAccount = Awaited<ReturnType<typeof lockAccounts>>[number];

/** Accounts that are not deleted, locked in the order of their ids, which keeps transactions from waiting for each other in a ring. */
function lockAccounts(tx: Database, { engine }: StoreContext, usernames: readonly string[]) {
  const query = tx
    .selectFrom('account')
    .select(['id', 'username', 'parent_id', 'type', 'currency', 'credit', 'price_per_part'])
    .where('username', 'in', usernames)
    .where('deleted_at', 'is', null)
    .orderBy('id');
  return (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute();
}

async function move(tx: Database, context: StoreContext, from: LockedAccount, to: LockedAccount, amount: Money): Promise<void> {
  await credit(tx, context, from, -amount, 'transferOut');
  await credit(tx, context, to, amount, 'transferIn');
}

async function credit(
  tx: Database,
  { clock }: StoreContext,
  account: LockedAccount,
  amount: Money,
  kind: LedgerKind,
): Promise<void> {
  if (account.credit + amount > MAX_MONEY) throw new RangeError('the account would hold more than an account can');
  await tx
    .updateTable('account')
    .set({ credit: sql`credit + ${amount}` })
    .where('id', '=', account.id)
    .execute();
  await tx.insertInto('ledger').values({ account_id: account.id, at: clock(), kind, amount }).execute();
}

function requirePositive(amount: Money): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError('the amount has to be positive');
}

/** Random decimal digits. */
export function randomDigits(count: number): string {
  let text = '';
  while (text.length < count) text += randomInt(10);
  return text;
}
