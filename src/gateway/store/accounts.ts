/**
 * Accounts as requests use them: reading one, its PIN, its address books, its children, and moving credit.
 *
 * PINs are kept as salted scrypt hashes, checked at a cost that does not tell a wrong user from a wrong PIN (G-AUTH-04).
 *
 *   scrypt$<log2 N>$<r>$<p>$<salt>$<hash>      salt and hash in base64url
 *
 * A PIN that was right is known for a minute, so that a busy account costs one scrypt a minute. What is kept is an HMAC under a key that
 * this process made up, over user name, PIN and hash: it is of no use to a reader of the memory's image, and a new PIN ends it.
 * @module
 */

import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type CompiledQuery, sql } from 'kysely';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { parseNumber } from '../../protocol/numbers.js';
import { type Caller, type TurnLimits, Turns } from '../turns.js';
import { insertRows, inTransaction, type Pins, type StoreContext } from './database.js';
import { MAX_MONEY, type Money } from './money.js';
import type { Database, Engine } from './schema.js';
import type { Account, CallbackTarget, ChildDetails, IssuedCredentials, LedgerKind } from './types.js';

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

/** An account by user name; undefined when there is none, or it was deleted. */
async function readAccount({ db, engine }: StoreContext, username: string): Promise<AccountWithHash | undefined> {
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
  const isRight = await context.pins.verify(username, pin, found?.pinHash, caller);
  return isRight && found?.isDisabled === false ? found.account : undefined;
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

/** Creates an account below another, with its currency and tariff (G-MGT-02 to 04). A child has no children (G-MGT-08). */
export async function createChild(
  context: StoreContext,
  parent: string,
  details: ChildDetails,
): Promise<IssuedCredentials | 'not-permitted'> {
  const pin = randomDigits(PIN_DIGITS);
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
 * Adds to an account's credit; a SHARED child has none of its own.
 * @throws RangeError when the amount is not positive, or the credit would pass {@link MAX_MONEY}.
 */
export function topUp(context: StoreContext, username: string, amount: Money): Promise<'ok' | 'unknown' | 'shared'> {
  requirePositive(amount);
  return inTransaction(context, async (tx) => {
    const [account] = await lockAccounts(tx, context, [username]);
    if (account === undefined) return 'unknown';
    if (account.type === 'SHARED') return 'shared';
    await credit(tx, context, account, amount, 'topUp');
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

// ---- PINs ----

/** log2 of scrypt's N: 2^14 takes 16 MiB and some 50 ms. */
const COST = 14;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_OCTETS = 16;
const HASH_OCTETS = 32;

/** Node has four threads for scrypt and for names of hosts: one is left. */
const MAX_AT_ONCE = 3;

/** How PINs are checked when nothing else is said: with what waits at most, the last one waits some three seconds on two processors. */
const DEFAULT_TURNS: TurnLimits = {
  atOnce: Math.min(availableParallelism(), MAX_AT_ONCE),
  waiting: 128,
  waitingEach: 64,
};

/** Whoever asks without an address: this process itself. */
const INSIDE: Caller = { client: '', isKnown: true };

/** Characters of a PIN (G-AUTH-02). */
const MAX_PIN_CHARACTERS = 20;

/** How a {@link PinVerifier} works; every value has a default. */
export interface PinOptions {
  /** log2 of scrypt's N for new hashes, 14 by default; from 1. */
  readonly cost?: number | undefined;
  /** How long a right PIN is remembered, in milliseconds; a minute by default. */
  readonly keepMs?: number | undefined;
  /** How many are remembered at once, 10,000 by default; the oldest goes first. */
  readonly most?: number | undefined;
  /** A clock in milliseconds that never goes back. */
  readonly now?: (() => number) | undefined;
  /** How many hashes are made at once, and wait for it. */
  readonly turns?: Partial<TurnLimits> | undefined;
  /** Makes a hash; scrypt by default. */
  readonly derive?: typeof deriveKey | undefined;
}

/** Hashes PINs and checks them. */
export class PinVerifier implements Pins {
  readonly #cost: number;
  readonly #keepMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** When each right credential is forgotten; oldest first. */
  readonly #known = new Map<string, number>();
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #turns: Turns;
  readonly #derive: typeof deriveKey;
  /** What unknown users are compared with. */
  readonly #nobody: string;

  constructor(options: PinOptions = {}) {
    const { cost = COST, keepMs = 60_000, most = 10_000, now = () => performance.now(), derive = deriveKey } = options;
    this.#cost = cost;
    this.#keepMs = keepMs;
    this.#most = most;
    this.#now = now;
    this.#derive = derive;
    this.#turns = new Turns({ ...DEFAULT_TURNS, ...omitUndefined(options.turns ?? {}) });
    this.#nobody = formatHash(cost, randomBytes(SALT_OCTETS), randomBytes(HASH_OCTETS));
  }

  /** A hash to store, under a new salt; without a caller it is not waited for a turn. @throws BusyError */
  async hash(pin: string, caller?: Caller): Promise<string> {
    const salt = randomBytes(SALT_OCTETS);
    const make = () => this.#derive(pin, salt, this.#cost, BLOCK_SIZE, PARALLEL, HASH_OCTETS);
    return formatHash(this.#cost, salt, await (caller === undefined ? make() : this.#turns.run(caller, make)));
  }

  /**
   * Whether a PIN is the user's; without a hash (no such user) it takes as long to say no.
   * @throws BusyError when too many wait to be checked, or the caller is not welcome any more when it is his turn.
   */
  async verify(username: string, pin: string, hash: string | undefined, caller: Caller = INSIDE): Promise<boolean> {
    const expected = hash ?? this.#nobody;
    const entry = createHmac('sha256', this.#key)
      .update(JSON.stringify([username, pin, expected]))
      .digest('base64');
    const until = this.#known.get(entry);
    if (until !== undefined) {
      if (until > this.#now()) return true;
      this.#known.delete(entry);
    }
    // One client's check is no other's: it may wait longer, or be refused.
    const check = `${entry} ${caller.client}`;
    let running = this.#running.get(check);
    if (running === undefined) {
      const compare = () => this.#compare(pin, expected, hash !== undefined, entry);
      running = this.#turns.run(caller, compare).finally(() => this.#running.delete(check));
      this.#running.set(check, running);
    }
    return running;
  }

  /** Forgets every PIN, and waits for what is being checked. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values());
    this.#known.clear();
  }

  async #compare(pin: string, expected: string, isUser: boolean, entry: string): Promise<boolean> {
    // What is too long to be a PIN is as wrong as any other, and costs no more.
    const isEqual = await this.#matches(pin.slice(0, MAX_PIN_CHARACTERS), expected);
    if (!isEqual || !isUser || pin.length > MAX_PIN_CHARACTERS) return false;
    if (this.#known.size >= this.#most) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(entry, this.#now() + this.#keepMs);
    return true;
  }

  async #matches(pin: string, hash: string): Promise<boolean> {
    const [scheme, cost, blockSize, parallel, salt, key] = hash.split('$');
    if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new Error('a stored PIN hash is damaged');
    const expected = Buffer.from(key, 'base64url');
    const found = await this.#derive(
      pin,
      Buffer.from(salt, 'base64url'),
      Number(cost),
      Number(blockSize),
      Number(parallel),
      expected.length,
    );
    return timingSafeEqual(found, expected);
  }
}

function deriveKey(
  pin: string,
  salt: Buffer,
  cost: number,
  blockSize: number,
  parallel: number,
  octets: number,
): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: blockSize, p: parallel, maxmem: 256 * N * blockSize + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, octets, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function formatHash(cost: number, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost, BLOCK_SIZE, PARALLEL, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Random decimal digits. */
export function randomDigits(count: number): string {
  let text = '';
  while (text.length < count) text += randomInt(10);
  return text;
}
