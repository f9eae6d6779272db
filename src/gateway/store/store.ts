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
import * as library from './library.js';
import * as listings from './listings.js';
import type { Money } from './money.js';
import * as multimedia from './multimedia.js';
import * as optOuts from './opt-outs.js';
import * as outbox from './outbox.js';
import * as own from './own.js';
import { PinVerifier } from './pins.js';
import { isUnanswered, openPostgres, type PostgresConfig } from './postgres.js';
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
 * Where the state is kept: a SQLite file (or `:memory:`), or a PostgreSQL database. `driver` is what works on the file: better-sqlite3 where that package
 * is installed, else the SQLite of Node (22.16 or later in version 22, or 24 or newer); in memory also node-sqlite3-wasm, which needs neither a compiler nor a newer Node.
 */
export type StorePlace =
  | { readonly sqlite: string; readonly driver?: SqliteDriverName | undefined }
  | { readonly postgres: string | PostgresConfig };

/** Options of a store; every value has a default. */
export interface StoreOptions {
  /** Epoch milliseconds. */
  readonly clock?: (() => number) | undefined;
  /** 0 up to, not including, 1: the part of a pause between two tries that is left to chance; Math.random by default. */
  readonly random?: (() => number) | undefined;
  /** log2 of scrypt's N for new PINs, 14 by default. */
  readonly pinCost?: number | undefined;
  /** How many PINs are checked at once, and how many wait for it: as many at once as there are processors, 3 at most, and 128, 64 of one caller. */
  readonly pinTurns?: Partial<TurnLimits> | undefined;
  /** How long messages are tried after their due time, in milliseconds; 48 hours by default. */
  readonly validityMs?: number | undefined;
  /** How long a submitted file keeps its library number for sure, in milliseconds; 30 days by default. */
  readonly libraryHoldMs?: number | undefined;
  /** What is kept for how many days; all of it for ever by default. */
  readonly keep?: KeepOptions | undefined;
  /**
   * Whether a thread of its own works on a SQLite file, so that neither statements nor the disk keep requests waiting; no by default. That is for a program
   * that serves: to start a thread takes longer than most of what the `admin` command does. It runs store-worker.js of this package; where that is not
   * beside the package's other files, this is its place. Without the file, the caller's thread works on the store.
   */
  readonly thread?: boolean | URL | string | undefined;
}

/** Durable state of a gateway. */
export interface Store {
  /** Whose SQL the database speaks. */
  readonly engine: Engine;
  /** Closes the database once the accepts and the checks of PINs in hand are done, and the portion that a sweep has in hand. */
  close(): Promise<void>;
  /**
   * Checks that the database takes a write.
   * @throws what the database throws.
   */
  probe(): Promise<void>;
  /** Octets that are free on the disk of the database's file; undefined where there is no file. */
  freeOctets(): Promise<number | undefined>;
  /** What waits to be handed over and to be posted; counted up to 10,000 each. */
  queue(): Promise<QueueState>;
  /**
   * Removes what has expired, ends messages whose validity is over, marks those whose receipt is overdue, and sees to it that nothing waits for a clock that was put back; to be
   * called now and then. One that is under way is joined; a store that is closed has none. `onUnconfirmed` gets how many receipts were found overdue,
   * `onForgotten` how much was dropped that no session has taken in time.
   */
  sweep(onUnconfirmed?: (messages: number) => void, onForgotten?: (callbacks: number) => void): Promise<void>;

  /** An account by user name; undefined when there is none. Read anew each time. */
  account(username: string): Promise<Account | undefined>;
  /**
   * The account, when the PIN is its own; a wrong user takes as long as a wrong PIN (G-AUTH-04).
   * @throws BusyError when too many PINs wait to be checked, of this caller or of all.
   */
  verify(username: string, pin: string, caller?: Caller): Promise<Account | undefined>;
  /** An account that may log in, with a mark that is another one when its PIN changes; undefined when there is none, or an operator has disabled it. */
  login(username: string): Promise<AccountLogin | undefined>;
  /** The marks of those of some accounts that may log in. */
  loginMarks(usernames: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Creates a child with new credentials (G-MGT-02); whether the caller may manage is for the caller to check (G-AUTH-06). */
  createChild(parent: string, details: ChildDetails): Promise<IssuedCredentials | 'not-permitted'>;
  /** Deletes a child of the caller's (G-MGT-05). */
  deleteChild(parent: string, child: string): Promise<'ok' | 'not-own'>;
  /** Moves credit between parent and child (G-MGT-06). */
  transfer(from: string, to: string, amount: Money): Promise<'ok' | 'not-related' | 'no-credit' | 'shared'>;
  /** Adds to an account's credit; `by` says who asked for it, in the audit: `program` when left out. */
  topUp(username: string, amount: Money, by?: string): Promise<'ok' | 'unknown' | 'shared'>;
  /** Numbers of an address book, or of a group of it, in order; undefined when there is none (G-BOOK-01). */
  addressBook(username: string, book: string, group?: string): Promise<string[] | undefined>;
  /** User name of the account that has a two-way number. */
  twoWayAccount(number: string): Promise<string | undefined>;
  /** The account that has a two-way number; undefined when there is none, or an operator has disabled it. */
  accountOfNumber(number: string): Promise<Account | undefined>;

  /** A public item, or one of the account's own (G-LIB-01). */
  libraryItem(username: string, number: number): Promise<LibraryEntry | undefined>;
  /** Content behind a token; undefined when there is none or its time is over. */
  hosted(token: string): Promise<(HostedContent & { readonly username: string }) | undefined>;

  /** Charges a job and queues its messages; the promise is kept once that is on the disk. Jobs that come together share a commit. */
  accept(job: AcceptJob): Promise<AcceptOutcome>;
  /** The same for jobs of which all are to be written, or none. */
  acceptAll(jobs: readonly AcceptJob[]): Promise<readonly AcceptOutcome[]>;
  /** The same for all jobs of a request together, unless one with its key was accepted before: then what was kept of that. */
  acceptOnce(jobs: readonly AcceptJob[], once: AcceptOnce): Promise<readonly AcceptOutcome[] | KeptAnswer>;
  /** What was kept of a request with a key; undefined when there was none, or its time is over. */
  keptAnswer(username: string, key: string): Promise<KeptAnswer | undefined>;

  /** Message-ID of a message that a phone has sent with this key lately, and how many recipients it went to; undefined when it has not. */
  findSentMms(requestKey: string): Promise<{ readonly id: string; readonly accepted: number } | undefined>;
  /** What a recipient gets of a message; undefined when there is none, or it was forgotten. */
  mmsCopy(token: string): Promise<MmsCopy | undefined>;
  /**
   * Writes down what a recipient's handset says of a message, unless it is known how it ended; false when nothing was changed. The sender's report is due
   * then, where one was asked for; none is made when the recipient does not allow it.
   */
  recordMmsStatus(token: string, status: MmsStatus, isReportAllowed: boolean): Promise<boolean>;
  /** Writes down once that a recipient has read a message, or deleted it unread, when its sender wants to know; false when nothing was changed. */
  recordMmsRead(token: string, status: string): Promise<boolean>;
  /** Takes reports that are due; what is not removed within `leaseMs` is given out again. What nobody has fetched in time has expired then. */
  claimMmsReports(limit: number, leaseMs: number): Promise<MmsReport[]>;
  /** Forgets a report that was made. */
  removeMmsReport(report: MmsReport): Promise<void>;
  /** When {@link claimMmsReports} will have something next. */
  nextMmsReportAt(): Promise<number | undefined>;
  /**
   * Takes messages that are due, a share of each payer's, of each earliest first; what is not settled within `leaseMs` is given out again. Those whose validity is over expire
   * instead, so that fewer than `limit` may come although more are due. A link by its name takes those of its lanes, and is noted with them. What
   * {@link deliverVirtual} gets at once is claimed `in-store`.
   */
  claim(limit: number, leaseMs: number | 'in-store', claimer?: Claimer): Promise<OutboundMessage[]>;
  /** Keeps claimed messages for longer: `leaseMs` from now. */
  renew(messages: readonly Pick<OutboundMessage, 'id' | 'attempt'>[], leaseMs: number): Promise<void>;
  /** When {@link claim} will have something next, in some lanes or in all; undefined when nothing waits. */
  nextDueAt(lanes?: ReadonlySet<string>): Promise<number | undefined>;
  /** Puts what waits into the lanes of a table of links that has changed, a portion at a time; `findLane` gets the lane of before as well. */
  sortIntoLanes(findLane: (message: RoutedMessage, lane: string) => string): Promise<void>;
  /** Writes down what became of claimed messages. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /**
   * Takes an SMSC's receipt for a part; false when its message is not known yet. Receipts that come together share a commit. `onEnded` is called when it has
   * brought its message to its end. `link` is whose receipt it is, where several have names: ids of two service centres may be the same.
   */
  recordReceipt(
    smscId: string,
    recipient: string,
    status: ReceiptStatus,
    at: number,
    onEnded?: (message: EndedMessage) => void,
    link?: string,
  ): Promise<boolean>;

  /** Puts claimed messages into virtual inboxes, each just once, and gives what became of those that were not delivered before. */
  deliverVirtual(
    messages: readonly OutboundMessage[],
    build: (message: OutboundMessage, at: number) => readonly Uint8Array[],
  ): Promise<Settlement[]>;
  /** Messages on a virtual handset, oldest first. */
  inbox(number: string): Promise<InboxMessage[]>;
  /** The same in portions: others have their turn after each. */
  inboxPortions(number: string): AsyncGenerator<InboxMessage[], void, undefined>;
  /** How many messages are on a virtual handset. */
  countInbox(number: string): Promise<number>;
  /** Empties a virtual handset. */
  clearInbox(number: string): Promise<void>;
  /** Virtual handsets that have messages, the one that changed last first. */
  handsets(limit: number): Promise<VirtualHandset[]>;
  /** Virtual handsets whose inboxes changed from one time to another by the clocks of those who changed them, last first, empty ones too. */
  changedHandsets(time: { readonly from: number; readonly to: number }, limit: number): Promise<VirtualHandset[]>;

  /** Notes that a recipient wants nothing more from an originator. */
  addOptOut(originator: string, recipient: string): Promise<void>;
  /** Takes that back, as the recipient asked; false when there was nothing to take back. */
  removeOptOut(originator: string, recipient: string): Promise<boolean>;
  /** The same as an operator does it; `by` says who asked for it, in the audit. @throws ChangeError when there is none */
  forgetOptOut(originator: string, recipient: string, by: string): Promise<OptOut>;
  /** Those of some recipients who have opted out of an originator. */
  findOptedOut(originator: string, recipients: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those who have opted out, in the order in which they did, page by page. */
  optOuts(filter: optOuts.OptOutFilter, page?: PageOptions): Promise<Page<OptOut>>;

  /** Queues an incoming message for the account that has its two-way number; false when none wants it. */
  recordIncoming(message: IncomingMessage): Promise<boolean>;
  /**
   * Takes callbacks that are due; what is not settled within `leaseMs` is given out again. `onGivenUp` is told how many were dropped, since they are older
   * than 24 hours.
   */
  claimCallbacks(limit: number, leaseMs: number, onGivenUp?: (callbacks: number) => void): Promise<DueCallback[]>;
  /** Ends a callback, or puts it off for a growing pause, `afterMs` and an hour at the most, 24 hours in all (G-DLR-03). */
  settleCallback(callback: DueCallback, result: PostResult, afterMs?: number): Promise<PostOutcome>;
  /** When {@link claimCallbacks} will have something next. */
  nextCallbackAt(): Promise<number | undefined>;
  /** For which of some accounts something waits that goes to a session, and when the first of it is due. */
  sessionQueues(usernames: readonly string[]): Promise<{ readonly username: string; readonly nextAt: number }[]>;
  /**
   * Takes what is due for sessions of some accounts, of each up to `share`, of each in order; what is not settled within `leaseMs` is given out again. What
   * goes to sessions is none of what {@link claimCallbacks} gives.
   */
  claimForSessions(usernames: readonly string[], share: number, leaseMs: number): Promise<SessionCallback[]>;
  /**
   * Ends it, or puts it off for a growing pause, 72 hours in all; what was not answered for 15 seconds at the most. What was not sent is due at once, and
   * counts as no attempt. What is settled together shares a commit.
   */
  settleForSession(settlement: SessionSettlement): Promise<SessionOutcome>;
  /** Keeps what was posted to the gateway itself in an account's name; false when there is no such account. */
  keepPosted(username: string, callback: unknown): Promise<boolean>;
  /** What was posted to the gateway in an account's name, oldest first. */
  posted(username: string): Promise<{ readonly at: number; readonly callback: unknown }[]>;

  /** Every account. */
  accounts(): Promise<AccountEntry[]>;
  /** Accounts page by page. */
  pageAccounts(page?: PageOptions): Promise<Page<AccountEntry>>;
  /** An account with all that operators may know of it; undefined when there is none. */
  details(username: string): Promise<AccountDetails | undefined>;
  /** An account's ledger, oldest entry first; undefined when there is no such account. */
  ledger(username: string): Promise<LedgerEntry[] | undefined>;
  /** The same, page by page. */
  pageLedger(username: string, page?: PageOptions): Promise<Page<LedgerEntry> | undefined>;
  /** Every message in the order of acceptance. */
  messages(): AsyncGenerator<MessageEntry, void, undefined>;
  /** Messages that fit, in the order of acceptance, page by page. */
  searchMessages(filter: MessageFilter, page?: PageOptions): Promise<Page<MessageEntry>>;
  /** A message of an account's own; undefined when it has none of that identifier. */
  findOwn(username: string, messageIdentifier: string): Promise<OwnMessage | undefined>;
  /** An account's messages that fit, in the order of acceptance, page by page. */
  listOwn(username: string, filter: own.OwnFilter, page?: own.OwnPageOptions): Promise<own.OwnPage>;
  /**
   * Takes messages of an account's own back that wait, from an originator to a recipient, where very many wait of the first of them, and gives how many those
   * were; their charges are given back.
   */
  cancelWaitingOwn(username: string, pair: { readonly originator: string; readonly recipient: string }): Promise<number>;
  /**
   * Takes a message of an account's own back that has not been handed over; its charge is given back.
   * @throws ChangeError when there is no such message, or it has gone too far.
   */
  cancelOwn(username: string, messageIdentifier: string): Promise<changes.MessageChange>;
  /**
   * Gives a message of an account's own another content, while no delivery was tried for it; the charge is corrected by the difference.
   * @throws ChangeError when there is no such message, it has gone too far, its request had other recipients, or the credit does not
   *   cover it (its `field` is `credit`).
   */
  replaceOwn(username: string, messageIdentifier: string, replacement: Replacement): Promise<changes.MessageChange>;
  /** What operators changed, oldest first, page by page; of one account where a user name is given. */
  audit(filter: { readonly username?: string | undefined }, page?: PageOptions): Promise<Page<AuditEntry>>;

  /**
   * Creates an account; `by` says who asked for it, in the audit.
   * @throws ChangeError when its user name is taken, or its parent is no account that may have children.
   */
  createAccount(account: ProvisionedAccount, by: string): Promise<AccountDetails>;
  /**
   * Changes an account: all that is asked for, or nothing.
   * @throws ChangeError when there is no such account, or its credit does not allow it.
   */
  changeAccount(username: string, changes: AccountChanges, by: string): Promise<AccountDetails>;
  /**
   * Takes a message back that has not been handed over; its charge is given back.
   * @throws ChangeError when there is no such message, or it has gone too far.
   */
  cancel(messageIdentifier: string, by: string): Promise<changes.MessageChange>;
  /** Takes all messages back that fit and wait, a portion of them at a time. */
  cancelAll(filter: Omit<MessageFilter, 'state'>, by: string, page?: PageOptions): Promise<changes.CancelledPage>;
  /**
   * Queues a message again that failed, expired or was cancelled; what was given back is charged again.
   * @throws ChangeError when there is no such message, it has not failed, or the account cannot pay for it.
   */
  requeue(messageIdentifier: string, by: string): Promise<changes.MessageChange>;
  /** Queues all messages again that fit and failed, expired or were cancelled, a portion of them at a time. */
  requeueAll(filter: changes.RequeueFilter, by: string, page?: PageOptions): Promise<changes.RequeuedPage>;
  /**
   * Creates what is missing and changes nothing that exists, fifty accounts in a transaction; `by` says who asked for it, in the audit. `signal` ends it, with its
   * reason: the portion in hand is dropped, unless it is being written, and those before it stay.
   * @throws ProvisioningError naming the place in the file when it refers to an account that is nowhere.
   */
  provision(model: Provisioning, by?: string, signal?: AbortSignal): Promise<void>;
  /** Where a file differs from the accounts that are there; PINs are checked one after the other, which takes its time. */
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

/** Opens stores. */
export const Store = {
  /**
   * Opens a store and brings its tables up to date.
   * @throws Error when it cannot be opened, or a newer version of this program wrote it.
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
      queues: new PayerQueues(),
      asked: new Map(),
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
 * Whether jobs that failed together may be tried one by one. A file that was busy for long is so for each job alone, too, and a server that does not
 * answer: one after the other they would wait as long again.
 */
function isUndone(error: unknown): boolean {
  return !(error instanceof CommitError) && !isBusy(error) && !isUnanswered(error);
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
