/**
 * The gateway's durable state: everything that has to survive the process is here, and what is also held in memory can be read again.
 *
 * SQLite by default, PostgreSQL with the same tables when several gateways work together. The store is made of its parts, the files beside this one: a
 * method is a function of a part, which gets the database, clock and names that they share as its first argument.
 * @module
 */
import type { KeepOptions } from '../settings/limits.js';
import type { ProvisionedAccount, Provisioning } from '../settings/provision.js';
import type { Caller, TurnLimits } from '../turns.js';
import { GroupCommit } from '../work.js';
import { acceptGroup } from './accept.js';
import * as accounts from './accounts.js';
import { listAudit } from './audit.js';
import * as callbacks from './callbacks.js';
import * as changes from './changes.js';
import { CommitError, type StoreContext, Watch } from './database.js';
import * as health from './health.js';
import * as inboxes from './inboxes.js';
import { Keeper } from './keeping.js';
import { type AcceptWork, findKeptAnswer, forgetKeptAnswers, type WorkOutcome } from './kept-answers.js';
import { KnownPayers } from './known-payers.js';
import * as library from './library.js';
import * as listings from './listings.js';
import type { Money } from './money.js';
import * as multimedia from './multimedia.js';
import * as optOuts from './opt-outs.js';
import * as outbox from './outbox.js';
import * as own from './own.js';
import { PinVerifier } from './pins.js';
import { isLocked, isUnanswered, openPostgres, type PostgresConfig } from './postgres.js';
import { type DifferencesOptions, findDifferences, type ProvisioningDifference, provisionStore } from './provision.js';
import { type Claimer, PayerQueues } from './queues.js';
import * as receipts from './receipts.js';
import { type Replacement, replaceOwn } from './replace.js';
import { type Engine, migrate } from './schema.js';
import * as sessionCallbacks from './session-callbacks.js';
import { openSqlite } from './sqlite.js';
import { isBusy } from './sqlite-connection.js';
import { IN_MEMORY, type SqliteDriverName } from './sqlite-drivers.js';
import { LastSubmissions } from './submissions.js';
import type {
  AcceptJob,
  AcceptOnce,
  AcceptOutcome,
  Account,
  AccountChanges,
  AccountDetails,
  AccountEntry,
  AccountLogin,
  AuditEntry,
  ChildDetails,
  DueCallback,
  EndedMessage,
  HostedContent,
  InboxMessage,
  IncomingMessage,
  IssuedCredentials,
  KeptAnswer,
  LedgerEntry,
  LibraryEntry,
  MessageEntry,
  MessageFilter,
  MmsCopy,
  MmsReport,
  MmsStatus,
  OptOut,
  OutboundMessage,
  OwnMessage,
  Page,
  PageOptions,
  PostOutcome,
  PostResult,
  QueueState,
  ReceiptStatus,
  RoutedMessage,
  SessionCallback,
  SessionOutcome,
  SessionSettlement,
  Settlement,
  VirtualHandset,
} from './types.js';

/**
 * Where the state is kept: a SQLite file (or `:memory:`), or a PostgreSQL database by its URL or configuration. `driver` is the SQLite implementation:
 * by default better-sqlite3 if that package is installed, otherwise the SQLite of Node (22.16 or later, but not 23); in memory also node-sqlite3-wasm.
 */
export type StorePlace =
  | { readonly sqlite: string; readonly driver?: SqliteDriverName | undefined }
  | { readonly postgres: string | PostgresConfig };

/** Options of {@link Store.open}. */
export interface StoreOptions {
  /** The time in milliseconds since 1970; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Returns a number from 0 up to, not including, 1, for the random part of pauses; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
  /** log2 of scrypt's N for the hashes of new PINs; 14 by default. */
  readonly pinCost?: number | undefined;
  /** PIN checks at once and waiting; by default one for each processor but at most 3, and 128 waiting, 64 of one client. */
  readonly pinTurns?: Partial<TurnLimits> | undefined;
  /** How long messages are tried after their due time, in milliseconds; 172,800,000 (48 hours) by default. */
  readonly validityMs?: number | undefined;
  /** How long a submitted file keeps its library number at least, in milliseconds; 30 days by default. */
  readonly libraryHoldMs?: number | undefined;
  /** The number of days for which data is kept; for ever by default. */
  readonly keep?: KeepOptions | undefined;
  /**
   * Whether a separate thread accesses the SQLite file, so that statements and the disk do not delay requests; false by default. Programs that serve should set
   * it. The thread runs `store-worker.js` of this package; a URL or path says where that file is, if not beside the package's other files. If the file is
   * missing, the calling thread is used.
   */
  readonly thread?: boolean | URL | string | undefined;
}

/** The durable state of a gateway. Methods reject with the database's error if it fails. */
export interface Store {
  /** The kind of database. */
  readonly engine: Engine;
  /** Closes the database after the accepts, PIN checks and sweeps in progress. */
  close(): Promise<void>;
  /**
   * Checks that the database accepts a write.
   * @throws the database's error if it does not.
   */
  probe(): Promise<void>;
  /** Returns the free octets on the disk of the database's file; undefined without a file. */
  freeOctets(): Promise<number | undefined>;
  /** Returns the lengths of the queues. */
  queue(): Promise<QueueState>;
  /**
   * Removes expired data, expires messages whose validity has ended, marks those whose receipt is overdue, and corrects times after the clock was set back. Call it
   * regularly, for example once a minute; a call during another one joins it. `onUnconfirmed` is called with the number of overdue receipts,
   * `onForgotten` with the number of session callbacks dropped because they were too old.
   */
  sweep(onUnconfirmed?: (messages: number) => void, onForgotten?: (callbacks: number) => void): Promise<void>;

  /** Returns an account by user name; undefined if there is none. */
  account(username: string): Promise<Account | undefined>;
  /**
   * Returns the account if the PIN is right, otherwise undefined; an unknown user takes as long as a wrong PIN (G-AUTH-04).
   * @throws BusyError if too many PIN checks wait, of this caller or in total.
   */
  verify(username: string, pin: string, caller?: Caller): Promise<Account | undefined>;
  /** Returns an account that may log in, with a mark that changes with its PIN; undefined if there is none, or it is disabled. */
  login(username: string): Promise<AccountLogin | undefined>;
  /** Returns the marks, by user name, of those accounts that may log in. */
  loginMarks(usernames: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Creates a child with generated credentials (G-MGT-02). The caller must check that the parent may manage (G-AUTH-06). */
  createChild(parent: string, details: ChildDetails): Promise<IssuedCredentials | 'not-permitted'>;
  /** Deletes a child (G-MGT-05); `not-own` if it is not a child of the parent. */
  deleteChild(parent: string, child: string): Promise<'ok' | 'not-own'>;
  /** Moves credit between parent and child (G-MGT-06). */
  transfer(from: string, to: string, amount: Money): Promise<'ok' | 'not-related' | 'no-credit' | 'shared'>;
  /** Adds to an account's credit; `by` names who does it in the audit, `program` by default. */
  topUp(username: string, amount: Money, by?: string): Promise<'ok' | 'unknown' | 'shared'>;
  /** Returns the numbers of an address book, or of a group in it, in order; undefined if there is none (G-BOOK-01). */
  addressBook(username: string, book: string, group?: string): Promise<string[] | undefined>;
  /** Returns the user name of the account that has a two-way number; undefined if there is none. */
  twoWayAccount(number: string): Promise<string | undefined>;
  /** Returns the account that has a two-way number; undefined if there is none, or it is disabled. */
  accountOfNumber(number: string): Promise<Account | undefined>;

  /** Returns a library item that is public or the account's own (G-LIB-01); undefined if there is none. */
  libraryItem(username: string, number: number): Promise<LibraryEntry | undefined>;
  /** Returns the hosted content of a token, with its account; undefined if there is none, or it has expired. */
  hosted(token: string): Promise<(HostedContent & { readonly username: string }) | undefined>;

  /** Charges a job and queues its messages; resolves when they are on the disk. Simultaneous jobs share a commit. */
  accept(job: AcceptJob): Promise<AcceptOutcome>;
  /** Accepts several jobs in one transaction: all or none. */
  acceptAll(jobs: readonly AcceptJob[]): Promise<readonly AcceptOutcome[]>;
  /** Accepts the jobs of a request as {@link acceptAll}, unless a request with its key was accepted before: then it returns the kept answer. */
  acceptOnce(jobs: readonly AcceptJob[], once: AcceptOnce): Promise<readonly AcceptOutcome[] | KeptAnswer>;
  /** Returns the answer that is kept for a key; undefined if there is none, or it has expired. */
  keptAnswer(username: string, key: string): Promise<KeptAnswer | undefined>;

  /** Returns Message-ID and number of accepted recipients of a recent message over MM1 with this key; undefined if there is none. */
  findSentMms(requestKey: string): Promise<{ readonly id: string; readonly accepted: number } | undefined>;
  /** Returns a copy of a message over MM1 by its token; undefined if there is none any more. */
  mmsCopy(token: string): Promise<MmsCopy | undefined>;
  /**
   * Records the status that a recipient's handset reports, unless a final one is recorded; returns whether anything changed. A requested delivery report becomes
   * due, if the recipient allows it.
   */
  recordMmsStatus(token: string, status: MmsStatus, isReportAllowed: boolean): Promise<boolean>;
  /** Records once that a recipient has read a message or deleted it unread, if a read report is requested; returns whether anything changed. */
  recordMmsRead(token: string, status: string): Promise<boolean>;
  /** Claims reports that are due, including those for copies that expired; a report that is not removed within `leaseMs` milliseconds can be claimed again. */
  claimMmsReports(limit: number, leaseMs: number): Promise<MmsReport[]>;
  /** Removes a report that was sent. */
  removeMmsReport(report: MmsReport): Promise<void>;
  /** Returns when the next report is due, in milliseconds since 1970; undefined if none waits. */
  nextMmsReportAt(): Promise<number | undefined>;
  /**
   * Claims up to `limit` messages that are due, shared among the paying accounts, of each the earliest first. A message that is not settled within `leaseMs`
   * milliseconds can be claimed again. Messages whose validity has ended expire instead, so that there may be fewer than `limit` although more are due. With
   * `claimer`, only messages of the link's lanes. Use `in-store` for messages that {@link deliverVirtual} gets at once.
   */
  claim(limit: number, leaseMs: number | 'in-store', claimer?: Claimer): Promise<OutboundMessage[]>;
  /** Extends the leases of claimed messages: `leaseMs` milliseconds from now. */
  renew(messages: readonly Pick<OutboundMessage, 'id' | 'attempt'>[], leaseMs: number): Promise<void>;
  /** Returns when the next message is due, in some lanes or in all, in milliseconds since 1970; undefined if none waits. */
  nextDueAt(lanes?: ReadonlySet<string>): Promise<number | undefined>;
  /** Assigns waiting messages to lanes again after routes have changed, in portions; `findLane` gets the message and its lane. */
  sortIntoLanes(findLane: (message: RoutedMessage, lane: string) => string): Promise<void>;
  /** Records the outcomes of claimed messages. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /**
   * Records a service centre's receipt for a part by the service centre's id; `at` is in milliseconds since 1970. Returns false if its message is not known yet; such
   * a receipt is kept for a day. Simultaneous receipts share a commit. `onEnded` is called if the message has reached a final state. `link` names the link
   * of the receipt, if there are several, since two service centres may use the same ids.
   */
  recordReceipt(
    smscId: string,
    recipient: string,
    status: ReceiptStatus,
    at: number,
    onEnded?: (message: EndedMessage) => void,
    link?: string,
  ): Promise<boolean>;

  /** Stores claimed messages in virtual inboxes, each exactly once, and returns the outcomes of those that were not delivered before. `build` encodes the TPDUs. */
  deliverVirtual(
    messages: readonly OutboundMessage[],
    build: (message: OutboundMessage, at: number) => readonly Uint8Array[],
  ): Promise<Settlement[]>;
  /** Returns the messages on a virtual handset, oldest first. */
  inbox(number: string): Promise<InboxMessage[]>;
  /** Yields the messages on a virtual handset in portions, oldest first. */
  inboxPortions(number: string): AsyncGenerator<InboxMessage[], void, undefined>;
  /** Returns the number of messages on a virtual handset. */
  countInbox(number: string): Promise<number>;
  /** Empties a virtual handset. */
  clearInbox(number: string): Promise<void>;
  /** Returns up to `limit` virtual handsets with messages, the one that changed last first. */
  handsets(limit: number): Promise<VirtualHandset[]>;
  /** Returns up to `limit` virtual handsets whose inboxes changed between two times (milliseconds since 1970), last first, also empty ones. */
  changedHandsets(time: { readonly from: number; readonly to: number }, limit: number): Promise<VirtualHandset[]>;

  /** Records an opt-out: sends from the originator to the recipient are refused. */
  addOptOut(originator: string, recipient: string): Promise<void>;
  /** Removes an opt-out at the recipient's request; returns whether there was one. */
  removeOptOut(originator: string, recipient: string): Promise<boolean>;
  /** Removes an opt-out for an operator; `by` names who does it in the audit. @throws ChangeError if there is none. */
  forgetOptOut(originator: string, recipient: string, by: string): Promise<OptOut>;
  /** Returns those of some recipients who have opted out of an originator. */
  findOptedOut(originator: string, recipients: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns a page of the opt-outs that match, in the order in which they were made. */
  optOuts(filter: optOuts.OptOutFilter, page?: PageOptions): Promise<Page<OptOut>>;

  /** Queues an incoming message for the account that has its two-way number; false if there is none, or it has no callback. */
  recordIncoming(message: IncomingMessage): Promise<boolean>;
  /**
   * Claims up to `limit` callbacks that are due; one that is not settled within `leaseMs` milliseconds can be claimed again. `onGivenUp` is called with the number of
   * callbacks dropped because they were older than 24 hours.
   */
  claimCallbacks(limit: number, leaseMs: number, onGivenUp?: (callbacks: number) => void): Promise<DueCallback[]>;
  /** Records the result of a post: ends the callback, or postpones it by a growing pause, at least `afterMs` milliseconds and at most an hour, for 24 hours in all (G-DLR-03). */
  settleCallback(callback: DueCallback, result: PostResult, afterMs?: number): Promise<PostOutcome>;
  /** Returns when the next callback is due, in milliseconds since 1970; undefined if none waits. */
  nextCallbackAt(): Promise<number | undefined>;
  /** Returns how many receipts this store has queued since it was opened: when there are more, callbacks are due at once. Those that others queue are not among them. */
  queuedReceipts(): number;
  /** Returns those of some accounts for whose SMPP sessions anything waits, and when the first of it is due. */
  sessionQueues(usernames: readonly string[]): Promise<{ readonly username: string; readonly nextAt: number }[]>;
  /**
   * Claims callbacks that are due for the SMPP sessions of some accounts, up to `share` of each, in order; one that is not settled within `leaseMs` milliseconds can be
   * claimed again. {@link claimCallbacks} does not return these.
   */
  claimForSessions(usernames: readonly string[], share: number, leaseMs: number): Promise<SessionCallback[]>;
  /**
   * Records the result of a session callback: ends it, or postpones it by a growing pause, for 72 hours in all; an unanswered one by at most 15 seconds. One that was
   * not sent is due at once, and the attempt does not count. Simultaneous settlements share a commit.
   */
  settleForSession(settlement: SessionSettlement): Promise<SessionOutcome>;
  /** Stores a callback that was posted to the gateway itself; false if there is no such account. The last 1,000 of each account are kept. */
  keepPosted(username: string, callback: unknown): Promise<boolean>;
  /** Returns the callbacks that were posted to the gateway itself for an account, oldest first, with times in milliseconds since 1970. */
  posted(username: string): Promise<{ readonly at: number; readonly callback: unknown }[]>;

  /** Returns every account. */
  accounts(): Promise<AccountEntry[]>;
  /** Returns a page of the accounts. */
  pageAccounts(page?: PageOptions): Promise<Page<AccountEntry>>;
  /** Returns the details of an account; undefined if there is none. */
  details(username: string): Promise<AccountDetails | undefined>;
  /** Returns the ledger of an account, oldest entry first; undefined if there is no such account. */
  ledger(username: string): Promise<LedgerEntry[] | undefined>;
  /** Returns a page of the ledger of an account; undefined if there is no such account. */
  pageLedger(username: string, page?: PageOptions): Promise<Page<LedgerEntry> | undefined>;
  /** Yields every message in the order of acceptance. */
  messages(): AsyncGenerator<MessageEntry, void, undefined>;
  /** Returns a page of the messages that match, in the order of acceptance. */
  searchMessages(filter: MessageFilter, page?: PageOptions): Promise<Page<MessageEntry>>;
  /** Returns a message of an account; undefined if the account has no message with that identifier. */
  findOwn(username: string, messageIdentifier: string): Promise<OwnMessage | undefined>;
  /** Returns a page of an account's messages that match, in the order of acceptance. */
  listOwn(username: string, filter: own.OwnFilter, page?: own.OwnPageOptions): Promise<own.OwnPage>;
  /**
   * Cancels an account's waiting messages from an originator to a recipient, and refunds them; of very many, those that are due first. Returns the number of
   * cancelled messages.
   */
  cancelWaitingOwn(username: string, pair: { readonly originator: string; readonly recipient: string }): Promise<number>;
  /**
   * Cancels a waiting message of an account, and refunds it.
   * @throws ChangeError if the account has no such message, or it was handed over.
   */
  cancelOwn(username: string, messageIdentifier: string): Promise<changes.MessageChange>;
  /**
   * Replaces the content of a message of an account before the first attempt to deliver it; the charge is corrected by the difference.
   * @throws ChangeError if the account has no such message, an attempt was made, its request had other recipients, or the credit does not
   *   cover it (then `field` is `credit`).
   */
  replaceOwn(username: string, messageIdentifier: string, replacement: Replacement): Promise<changes.MessageChange>;
  /** Returns a page of the audit, oldest entry first, of one account or of all. */
  audit(filter: { readonly username?: string | undefined }, page?: PageOptions): Promise<Page<AuditEntry>>;

  /**
   * Creates an account; `by` names who does it in the audit.
   * @throws ChangeError if the user name is taken, or the parent does not exist or may not have children.
   */
  createAccount(account: ProvisionedAccount, by: string): Promise<AccountDetails>;
  /**
   * Changes an account in one transaction: all changes or none.
   * @throws ChangeError if there is no such account, or its credit does not allow the change.
   */
  changeAccount(username: string, changes: AccountChanges, by: string): Promise<AccountDetails>;
  /**
   * Cancels a waiting message, and refunds it.
   * @throws ChangeError if there is no such message, or it was handed over.
   */
  cancel(messageIdentifier: string, by: string): Promise<changes.MessageChange>;
  /** Cancels a page of the waiting messages that match. */
  cancelAll(filter: Omit<MessageFilter, 'state'>, by: string, page?: PageOptions): Promise<changes.CancelledPage>;
  /**
   * Queues a failed, expired or cancelled message again; a refunded charge is charged again.
   * @throws ChangeError if there is no such message, it is in another state, or the credit does not cover it.
   */
  requeue(messageIdentifier: string, by: string): Promise<changes.MessageChange>;
  /** Queues a page of the failed, expired and cancelled messages that match again. */
  requeueAll(filter: changes.RequeueFilter, by: string, page?: PageOptions): Promise<changes.RequeuedPage>;
  /**
   * Creates what is missing, and changes nothing that exists, fifty accounts in a transaction; `by` names who does it in the audit. `signal` aborts it: the
   * transaction in progress is dropped, unless it is being committed, and earlier ones stay.
   * @throws ProvisioningError with the path in the file if it refers to an account that does not exist; the signal's reason.
   */
  provision(model: Provisioning, by?: string, signal?: AbortSignal): Promise<void>;
  /** Yields the fields in which accounts of a file differ from the store. PINs are checked one after the other, each as slowly as a login. */
  differences(
    model: Pick<Provisioning, 'accounts'>,
    options?: DifferencesOptions,
  ): AsyncGenerator<ProvisioningDifference, void, undefined>;
}

/** Which function of a part each method is. */
const METHODS = {
  probe: health.probe,
  freeOctets: health.freeOctets,
  queue: health.readQueue,
  account: accounts.findAccount,
  verify: accounts.verify,
  login: accounts.findLogin,
  loginMarks: accounts.readLoginMarks,
  createChild: accounts.createChild,
  deleteChild: accounts.deleteChild,
  transfer: accounts.transfer,
  topUp: accounts.topUp,
  addressBook: accounts.readAddressBook,
  twoWayAccount: accounts.readTwoWayAccount,
  accountOfNumber: accounts.findAccountOfNumber,
  findSentMms: multimedia.findSentMms,
  mmsCopy: multimedia.readCopy,
  recordMmsStatus: multimedia.recordStatus,
  recordMmsRead: multimedia.recordRead,
  claimMmsReports: multimedia.claimReports,
  removeMmsReport: multimedia.removeReport,
  nextMmsReportAt: multimedia.nextReportAt,
  libraryItem: library.readLibraryItem,
  hosted: library.readHosted,
  keptAnswer: findKeptAnswer,
  claim: outbox.claimMessages,
  renew: outbox.renewLeases,
  nextDueAt: outbox.nextDueAt,
  sortIntoLanes: outbox.sortIntoLanes,
  settle: outbox.settleMessages,
  deliverVirtual: outbox.deliverToInboxes,
  inbox: inboxes.readInbox,
  inboxPortions: inboxes.readPortions,
  countInbox: inboxes.countInbox,
  clearInbox: inboxes.clearInbox,
  handsets: inboxes.listHandsets,
  changedHandsets: inboxes.changedHandsets,
  addOptOut: optOuts.addOptOut,
  removeOptOut: optOuts.removeOptOut,
  forgetOptOut: optOuts.forgetOptOut,
  findOptedOut: optOuts.findOptedOut,
  optOuts: optOuts.listOptOuts,
  recordIncoming: callbacks.enqueueIncoming,
  claimCallbacks: callbacks.claimCallbacks,
  settleCallback: callbacks.settleCallback,
  nextCallbackAt: callbacks.nextCallbackAt,
  queuedReceipts: callbacks.queuedReceipts,
  sessionQueues: sessionCallbacks.sessionQueues,
  claimForSessions: sessionCallbacks.claimForSessions,
  keepPosted: callbacks.keepPosted,
  posted: callbacks.readPosted,
  accounts: listings.listAccounts,
  pageAccounts: listings.pageAccounts,
  details: listings.findDetails,
  ledger: listings.readLedger,
  pageLedger: listings.pageLedger,
  messages: listings.listMessages,
  searchMessages: listings.searchMessages,
  findOwn: own.findOwn,
  listOwn: own.listOwn,
  cancelWaitingOwn: own.cancelWaitingOwn,
  cancelOwn: own.cancelOwn,
  replaceOwn,
  audit: listAudit,
  createAccount: changes.createAccount,
  changeAccount: changes.changeAccount,
  cancel: changes.cancelMessage,
  cancelAll: changes.cancelMessages,
  requeue: changes.requeueMessage,
  requeueAll: changes.requeueMessages,
  provision: provisionStore,
  differences: findDifferences,
};

type Methods = {
  [K in keyof typeof METHODS]: (typeof METHODS)[K] extends (context: StoreContext, ...rest: infer A) => infer R
    ? (...rest: A) => R
    : never;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recipients in one commit: more would keep other requests waiting for longer than the disk does. */
const GROUP_RECIPIENTS = 2_000;

/** Receipts in one commit. */
const GROUP_RECEIPTS = 300;

/** Answers of sessions in one commit. */
const GROUP_ANSWERS = 500;

/** Opens stores: see `Store.open`. */
export const Store = {
  /**
   * Opens a store, creating or migrating its tables as needed.
   * @throws Error if it cannot be opened, a newer version wrote it, or the package of the database is missing.
   */
  async open(place: StorePlace, options: StoreOptions = {}): Promise<Store> {
    const { clock = Date.now, random = Math.random, pinCost, pinTurns } = options;
    const { validityMs = 2 * DAY_MS, libraryHoldMs = 30 * DAY_MS, keep, thread } = options;
    const engine: Engine = 'sqlite' in place ? 'sqlite' : 'postgres';
    if ('postgres' in place) await migratePostgres(place.postgres);
    const db =
      'sqlite' in place ? await openSqlite(place.sqlite, { name: place.driver, thread }) : await openPostgres(place.postgres);
    const watch = new Watch(clock);
    const pins = new PinVerifier({ cost: pinCost, turns: pinTurns });
    const context: StoreContext = {
      db,
      engine,
      path: 'sqlite' in place && place.sqlite !== IN_MEMORY ? place.sqlite : undefined,
      clock: () => watch.read(),
      watch,
      pins,
      random,
      submissions: new LastSubmissions(),
      payers: new KnownPayers(),
      queues: new PayerQueues(),
      asked: new Map(),
      queued: { receipts: 0 },
      ending: new AbortController(),
      validityMs,
      libraryHoldMs,
    };
    try {
      if (engine === 'sqlite') await migrate(db, engine);
      if (await outbox.isFromTheFuture(context)) await outbox.catchUp(context);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return makeStore(context, new Keeper(keep));
  },
};

/** By a connection of its own, which waits for its answers for any time. */
async function migratePostgres(config: string | PostgresConfig): Promise<void> {
  const db = await openPostgres(config, true);
  try {
    await migrate(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

/**
 * Whether jobs that failed together may be tried one by one. A file that was busy for long is so for each job alone, too, an account that others hold, and
 * a server that does not answer: one after the other they would wait as long again.
 */
function isUndone(error: unknown): boolean {
  return !(error instanceof CommitError) && !isBusy(error) && !isLocked(error) && !isUnanswered(error);
}

function makeStore(context: StoreContext, keeper: Keeper): Store {
  const accepting = new GroupCommit<AcceptWork, WorkOutcome>({
    commit: (works) => acceptGroup(context, works),
    isUndone,
    sizeOf: ({ jobs }) => jobs.reduce((sum, { recipients }) => sum + recipients.length, 0),
    most: GROUP_RECIPIENTS,
  });
  const receiving = new GroupCommit<receipts.Receipt, boolean>({
    commit: (group) => receipts.recordReceipts(context, group),
    isUndone,
    most: GROUP_RECEIPTS,
  });
  const answered = new GroupCommit<SessionSettlement, SessionOutcome>({
    commit: (group) => sessionCallbacks.settleForSessions(context, group),
    isUndone,
    most: GROUP_ANSWERS,
  });
  const accept = (work: AcceptWork): Promise<WorkOutcome> =>
    closing === undefined ? accepting.submit(work) : Promise.reject(new Error('the store is closed'));
  const acceptAll: Store['acceptAll'] = async (jobs) => {
    const { outcomes } = (await accept({ jobs })) as { readonly outcomes: readonly AcceptOutcome[] };
    return outcomes;
  };
  let closing: Promise<void> | undefined;
  let sweeping: Promise<void> | undefined;
  const close = async () => {
    context.ending.abort();
    const swept = sweeping?.catch(() => undefined);
    await Promise.all([accepting.idle(), receiving.idle(), answered.idle(), context.pins.close(), keeper.close(), swept]);
    await context.db.destroy();
  };
  const bound = Object.entries(METHODS).map(([name, method]) => [
    name,
    (method as (context: StoreContext) => unknown).bind(undefined, context),
  ]);
  return {
    ...(Object.fromEntries(bound) as Methods),
    engine: context.engine,
    settleForSession: (settlement) =>
      closing === undefined ? answered.submit(settlement) : Promise.reject(new Error('the store is closed')),
    async sweep(onUnconfirmed, onForgotten) {
      if (closing !== undefined) return;
      sweeping ??= sweep(context, keeper, onUnconfirmed, onForgotten).finally(() => {
        sweeping = undefined;
      });
      await sweeping;
    },
    accept: async (job) => (await acceptAll([job]))[0] as AcceptOutcome,
    acceptAll,
    async acceptOnce(jobs, once) {
      const outcome = await accept({ jobs, once });
      return outcome.kept ?? outcome.outcomes;
    },
    recordReceipt(smscId, recipient, status, at, onEnded, link) {
      const receipt = { smsc_id: smscId, recipient, status, at: Math.floor(at), onEnded, link: link ?? null };
      return closing === undefined ? receiving.submit(receipt) : Promise.reject(new Error('the store is closed'));
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

async function sweep(
  context: StoreContext,
  keeper: Keeper,
  onUnconfirmed?: (messages: number) => void,
  onForgotten?: (callbacks: number) => void,
): Promise<void> {
  const markUnconfirmed = () => receipts.markUnconfirmed(context, onUnconfirmed);
  const forgetHosted = async () => {
    await context.db.deleteFrom('hosted').where('expires_at', '<=', context.clock()).execute();
  };
  const catchUp = async () => {
    if (context.watch.takePutBack()) await outbox.catchUp(context);
  };
  const forgetMms = () => multimedia.forgetOld(context);
  const forgetSessions = () => sessionCallbacks.forgetSessionCallbacks(context, onForgotten);
  const forget = [forgetHosted, forgetMms, forgetKeptAnswers, forgetSessions];
  const parts = [...forget, receipts.sweepStrayReceipts, markUnconfirmed, outbox.expireMessages, catchUp];
  for (const part of parts) if (!context.ending.signal.aborted) await part(context);
  await keeper.sweep(context);
}
