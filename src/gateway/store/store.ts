/**
 * The gateway's durable state: everything that has to survive the process is here, and nothing of it is held in memory.
 *
 * SQLite by default, PostgreSQL with the same tables when several gateways work together. The queries are in the files beside this one, by what
 * they are about; this class gives them their database, clock and names.
 * @module
 */

import type { Provisioning } from '../settings/provision.js';
import { GroupCommit } from '../work.js';
import { acceptGroup } from './accept.js';
import * as accounts from './accounts.js';
import * as callbacks from './callbacks.js';
import { CommitError, type StoreContext } from './context.js';
import { randomDigits } from './identifiers.js';
import * as inboxes from './inboxes.js';
import * as library from './library.js';
import * as listings from './listings.js';
import type { Money } from './money.js';
import * as outbox from './outbox.js';
import { PinVerifier } from './pin.js';
import { openPostgres, type PostgresConfig } from './postgres.js';
import { provisionStore } from './provision.js';
import * as receipts from './receipts.js';
import { type Engine, migrate } from './schema.js';
import { isBusy, openSqlite } from './sqlite.js';
import type {
  AcceptJob,
  AcceptOutcome,
  Account,
  AccountEntry,
  ChildDetails,
  DueCallback,
  HostedContent,
  InboxMessage,
  IncomingMessage,
  IssuedCredentials,
  LedgerEntry,
  LibraryEntry,
  MessageEntry,
  OutboundMessage,
  ReceiptStatus,
  Settlement,
  VirtualHandset,
} from './types.js';
import { Watch } from './watch.js';

/** Where the state is kept: a file (or `:memory:`), or a PostgreSQL database. */
export type StorePlace = { readonly sqlite: string } | { readonly postgres: string | PostgresConfig };

/** How a store works; every value has a default. */
export interface StoreOptions {
  /** Epoch milliseconds. */
  readonly clock?: (() => number) | undefined;
  /** log2 of scrypt's N for new PINs, 14 by default. */
  readonly pinCost?: number | undefined;
  /** How long messages are tried after their due time, in milliseconds; 48 hours by default. */
  readonly validityMs?: number | undefined;
  /** How long a submitted file keeps its library number for sure, in milliseconds; 30 days by default. */
  readonly libraryHoldMs?: number | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recipients in one commit: more would keep other requests waiting for longer than the disk does. */
const GROUP_RECIPIENTS = 2_000;

const PIN_DIGITS = 8;

/** Durable state of a gateway. */
export class Store {
  readonly #context: StoreContext;
  readonly #watch: Watch;
  readonly #pins: PinVerifier;
  readonly #accepting: GroupCommit<AcceptJob, AcceptOutcome>;
  #closing: Promise<void> | undefined;

  private constructor(context: StoreContext, watch: Watch, pins: PinVerifier) {
    this.#context = context;
    this.#watch = watch;
    this.#pins = pins;
    this.#accepting = new GroupCommit({
      commit: (jobs) => acceptGroup(context, jobs),
      // A file that was busy for so long is for each job alone, too: one after the other they would wait as long again.
      isUndone: (error) => !(error instanceof CommitError) && !isBusy(error),
      sizeOf: ({ recipients }) => recipients.length,
      most: GROUP_RECIPIENTS,
    });
  }

  /**
   * Opens a store and brings its tables up to date.
   * @throws Error when it cannot be opened, or a newer version of this program wrote it.
   */
  static async open(place: StorePlace, options: StoreOptions = {}): Promise<Store> {
    const { clock = Date.now, pinCost, validityMs = 2 * DAY_MS, libraryHoldMs = 30 * DAY_MS } = options;
    const engine: Engine = 'sqlite' in place ? 'sqlite' : 'postgres';
    const db = 'sqlite' in place ? await openSqlite(place.sqlite) : await openPostgres(place.postgres);
    const watch = new Watch(clock);
    const context: StoreContext = { db, engine, clock: () => watch.read(), validityMs, libraryHoldMs };
    try {
      await migrate(db, engine);
      if (await outbox.isFromTheFuture(context)) await outbox.catchUp(context);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return new Store(context, watch, new PinVerifier({ cost: pinCost }));
  }

  /** Whose SQL the database speaks. */
  get engine(): Engine {
    return this.#context.engine;
  }

  /** Closes the database once the accepts in hand are committed. */
  close(): Promise<void> {
    this.#closing ??= this.#accepting.idle().then(() => this.#context.db.destroy());
    return this.#closing;
  }

  /** Checks that the database answers. */
  async ping(): Promise<void> {
    await this.#context.db.selectFrom('counter').select('value').where('name', '=', 'library').execute();
  }

  // Accounts

  /** An account by user name; undefined when there is none. Read anew each time. */
  async account(username: string): Promise<Account | undefined> {
    return (await accounts.readAccount(this.#context, username))?.account;
  }

  /** The account, when the PIN is its own; a wrong user takes as long as a wrong PIN (G-AUTH-04). */
  async verify(username: string, pin: string): Promise<Account | undefined> {
    const found = await accounts.readAccount(this.#context, username);
    return (await this.#pins.verify(username, pin, found?.pinHash)) ? found?.account : undefined;
  }

  /** Creates a child with new credentials (G-MGT-02); whether the caller may manage is for the caller to check (G-AUTH-06). */
  async createChild(parent: string, details: ChildDetails): Promise<IssuedCredentials | 'not-permitted'> {
    const pin = randomDigits(PIN_DIGITS);
    return accounts.createChild(this.#context, parent, details, pin, await this.#pins.hash(pin));
  }

  /** Deletes a child of the caller's (G-MGT-05). */
  deleteChild(parent: string, child: string): Promise<'ok' | 'not-own'> {
    return accounts.deleteChild(this.#context, parent, child);
  }

  /** Moves credit between parent and child (G-MGT-06). */
  transfer(from: string, to: string, amount: Money): Promise<'ok' | 'not-related' | 'no-credit' | 'shared'> {
    return accounts.transfer(this.#context, from, to, amount);
  }

  /** Adds to an account's credit. */
  topUp(username: string, amount: Money): Promise<'ok' | 'unknown' | 'shared'> {
    return accounts.topUp(this.#context, username, amount);
  }

  /** Numbers of an address book, or of a group of it, in order; undefined when there is none (G-BOOK-01). */
  addressBook(username: string, book: string, group?: string): Promise<string[] | undefined> {
    return accounts.readAddressBook(this.#context, username, book, group);
  }

  /** User name of the account that has a two-way number. */
  twoWayAccount(number: string): Promise<string | undefined> {
    return accounts.readTwoWayAccount(this.#context, number);
  }

  // Library and hosted content

  /** A public item, or one of the account's own (G-LIB-01). */
  libraryItem(username: string, number: number): Promise<LibraryEntry | undefined> {
    return library.readLibraryItem(this.#context, username, number);
  }

  /** Content behind a token; undefined when there is none or its time is over. */
  hosted(token: string): Promise<(HostedContent & { readonly username: string }) | undefined> {
    return library.readHosted(this.#context, token);
  }

  /**
   * Removes what has expired, ends messages whose validity is over, and sees to it that nothing waits for a clock that was put back; to be
   * called now and then.
   */
  async sweep(): Promise<void> {
    const { db, clock } = this.#context;
    await db.deleteFrom('hosted').where('expires_at', '<=', clock()).execute();
    await receipts.sweepStrayReceipts(this.#context);
    await outbox.expireMessages(this.#context);
    if (this.#watch.takePutBack()) await outbox.catchUp(this.#context);
  }

  // Messages

  /** Charges a job and queues its messages; the promise is kept once that is on the disk. Jobs that come together share a commit. */
  accept(job: AcceptJob): Promise<AcceptOutcome> {
    if (this.#closing !== undefined) return Promise.reject(new Error('the store is closed'));
    return this.#accepting.submit(job);
  }

  /**
   * Takes messages that are due, earliest first; what is not settled within `leaseMs` is given out again. Those whose validity is over expire
   * instead, so that fewer than `limit` may come although more are due.
   */
  claim(limit: number, leaseMs: number): Promise<OutboundMessage[]> {
    return outbox.claimMessages(this.#context, limit, leaseMs);
  }

  /** Keeps claimed messages for longer: `leaseMs` from now. */
  renew(messages: readonly Pick<OutboundMessage, 'id' | 'attempt'>[], leaseMs: number): Promise<void> {
    return outbox.renewLeases(this.#context, messages, leaseMs);
  }

  /** How many messages wait to be claimed. */
  countDue(): Promise<number> {
    return outbox.countDue(this.#context);
  }

  /** Writes down what became of claimed messages. */
  settle(settlements: readonly Settlement[]): Promise<void> {
    return outbox.settleMessages(this.#context, settlements);
  }

  /** Puts claimed messages into virtual inboxes, each just once, and gives what became of those that were not delivered before. */
  deliverVirtual(
    messages: readonly OutboundMessage[],
    build: (message: OutboundMessage, at: number) => readonly Uint8Array[],
  ): Promise<Settlement[]> {
    return outbox.deliverToInboxes(this.#context, messages, build);
  }

  /** When {@link claim} will have something next; undefined when nothing waits. */
  nextDueAt(): Promise<number | undefined> {
    return outbox.nextDueAt(this.#context);
  }

  /** Takes an SMSC's receipt for a part; false when its message is not known yet. */
  recordReceipt(smscId: string, recipient: string, status: ReceiptStatus, at: number): Promise<boolean> {
    return receipts.recordReceipt(this.#context, smscId, recipient, status, at);
  }

  /** Messages on a virtual handset, oldest first. */
  inbox(number: string): Promise<InboxMessage[]> {
    return inboxes.readInbox(this.#context, number);
  }

  /** Empties a virtual handset. */
  clearInbox(number: string): Promise<void> {
    return inboxes.clearInbox(this.#context, number);
  }

  /** Virtual handsets that have messages, the one that changed last first. */
  handsets(limit: number): Promise<VirtualHandset[]> {
    return inboxes.listHandsets(this.#context, limit);
  }

  /** Virtual handsets whose inboxes changed from one time to another by the clocks of those who changed them, last first, empty ones too. */
  changedHandsets(time: { readonly from: number; readonly to: number }, limit: number): Promise<VirtualHandset[]> {
    return inboxes.changedHandsets(this.#context, time, limit);
  }

  // Callbacks

  /** Queues an incoming message for the account that has its two-way number; false when none wants it. */
  recordIncoming(message: IncomingMessage): Promise<boolean> {
    return callbacks.enqueueIncoming(this.#context, message);
  }

  /** Takes callbacks that are due; what is not settled within `leaseMs` is given out again. */
  claimCallbacks(limit: number, leaseMs: number): Promise<DueCallback[]> {
    return callbacks.claimCallbacks(this.#context, limit, leaseMs);
  }

  /** Ends a callback, or puts it off for a growing pause, 24 hours in all (G-DLR-03). */
  settleCallback(callback: DueCallback, result: 'done' | 'failed'): Promise<'done' | 'later' | 'given-up'> {
    return callbacks.settleCallback(this.#context, callback, result);
  }

  /** When {@link claimCallbacks} will have something next. */
  nextCallbackAt(): Promise<number | undefined> {
    return callbacks.nextCallbackAt(this.#context);
  }

  /** Keeps what was posted to the gateway itself in an account's name; false when there is no such account. */
  keepPosted(username: string, callback: unknown): Promise<boolean> {
    return callbacks.keepPosted(this.#context, username, callback);
  }

  /** What was posted to the gateway in an account's name, oldest first. */
  posted(username: string): Promise<{ readonly at: number; readonly callback: unknown }[]> {
    return callbacks.readPosted(this.#context, username);
  }

  // Operators

  /** Every account. */
  accounts(): Promise<AccountEntry[]> {
    return listings.listAccounts(this.#context);
  }

  /** An account's ledger, oldest entry first; undefined when there is no such account. */
  ledger(username: string): Promise<LedgerEntry[] | undefined> {
    return listings.readLedger(this.#context, username);
  }

  /** Every message in the order of acceptance. */
  messages(): AsyncGenerator<MessageEntry, void, undefined> {
    return listings.listMessages(this.#context);
  }

  /**
   * Creates what is missing and changes nothing that exists.
   * @throws ProvisioningError naming the place in the file when it refers to an account that is nowhere.
   */
  provision(model: Provisioning): Promise<void> {
    return provisionStore(this.#context, this.#pins, model);
  }
}
