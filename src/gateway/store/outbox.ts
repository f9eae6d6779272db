/**
 * The outbox: messages are claimed under a lease, delivered, and settled.
 *
 *   scheduled ──▶ queued ──▶ sent ──▶ delivered, failed, expired     by receipts; unconfirmed while none comes
 *                   ├──────▶ delivered                               at once: virtual handsets
 *                   ├──────▶ failed, expired                         charge given back: it was never handed over
 *                   └──────▶ queued                                  another try
 *
 * A lease is `next_at` put into the future: a claimer that dies leaves the message to be claimed again when its lease ends. The number of the
 * attempt says whose claim an outcome belongs to. What is in hand has no reason; every outcome that puts it off gives it one. Where a delivery has
 * several links, a claim is of the lanes that one of them takes. The message has the name of the link that claimed it last, or that has brought it out.
 * @module
 */
import { type RawBuilder, sql } from 'kysely';
import { UNSORTED } from '../delivery/lanes.js';
import { type Backoff, backoffMs, turn } from '../work.js';
import { enqueueReceipts, readWantedReceipts, writeReceipts } from './callbacks.js';
import { type ChargedMessage, refundCharges } from './charges.js';
import {
  among,
  CLOCK_TOLERANCE_MS,
  formatOctets,
  inTransaction,
  parseParts,
  runForRows,
  type StoreContext,
  updateRows,
} from './database.js';
import { type Arrival, arrive } from './inboxes.js';
import { type Claimer, dueMessageIds, type Queue } from './queues.js';
import { applyStrayReceipts, insertSentParts, RECEIPT_MARGIN_MS } from './receipts.js';
import type { Database, Engine } from './schema.js';
import { isStale } from './sqlite-connection.js';
import type { Submission } from './submissions.js';
import type { MessageState, OutboundMessage, Outcome, RoutedMessage, Settlement } from './types.js';

/** Pauses between two tries. */
const RETRY: Backoff = { firstMs: 1_000, maxMs: 5 * 60 * 1_000, jitter: 0.5 };

/** Characters of a reason that are kept. */
const REASON_CHARACTERS = 200;

/** Messages that expire in one transaction. */
const EXPIRE_BATCH = 500;

/** How long a message is a gateway's that delivers it in the store: nothing arrives twice, so what a killed process had in hand need not wait long. */
const IN_STORE_LEASE_MS = 5_000;

/** Where messages are that were claimed, and what they were then; a claim that leases nothing leaves them to be changed by others. */
const claims = new WeakMap<object, Claim>();

interface Claim {
  readonly id: number;
  /** That of the content: a message whose content was replaced has another. */
  readonly submissionId: number;
  readonly isLeased: boolean;
}

const wasLookedAt = (message: Settlement['message']) => claims.get(message)?.isLeased === false;

/**
 * Takes up to `limit` messages that are due and leases them to the caller. Those whose validity is over expire instead, so that
 * fewer may come although more are due.
 * @param leaseMs `in-store`: for {@link deliverToInboxes} at once. On SQLite, where one process delivers, nothing is written then: the delivery
 *   itself finds out whether a message is still what it was.
 */
export async function claimMessages(
  context: StoreContext,
  limit: number,
  leaseMs: number | 'in-store',
  claimer: Claimer = {},
): Promise<OutboundMessage[]> {
  const now = context.clock();
  const claimed = await lease(context, now, limit, leaseMs, claimer);
  const isOver = ({ validUntil }: OutboundMessage) => validUntil < now;
  await expire(context, claimed.filter(isOver));
  return claimed.filter((message) => !isOver(message));
}

/** Expires messages that nobody claims, since the way out has been away for as long as they are valid. */
export async function expireMessages(context: StoreContext): Promise<void> {
  for (;;) {
    // Due for longer than they are valid: a message is not due before its first time.
    const overdue = await lease(context, context.clock() - context.validityMs - 1, EXPIRE_BATCH, RETRY.maxMs);
    await expire(context, overdue);
    if (overdue.length < EXPIRE_BATCH) break;
    await turn();
    if (context.ending.signal.aborted) return;
  }
  for (;;) {
    const overdue = await withSubmissions(context, await leaseOverdue(context));
    await expire(context, overdue);
    if (overdue.length < EXPIRE_BATCH || context.ending.signal.aborted) return;
    await turn();
  }
}

/** Leases messages that their senders do not want delivered any more. One that is handed over just now is not among them. */
function leaseOverdue({ db, engine, clock }: StoreContext): Promise<LeasedRow[]> {
  const now = clock();
  const claim = engine === 'postgres' ? sql`for update skip locked` : sql``;
  const ids = sql<{ id: number }>`(select id from message
    where valid_until < ${now} and next_at is not null and next_at <= ${now} order by valid_until limit ${EXPIRE_BATCH} ${claim})`;
  return db
    .with(
      (name) => name('overdue').materialized(),
      () => ids,
    )
    .updateTable('message')
    .set({ next_at: now + RETRY.maxMs, attempt: sql`attempt + 1`, state: 'queued', reason: null })
    .where('id', 'in', (query) => query.selectFrom('overdue').select('overdue.id'))
    .returning(LEASED_COLUMNS)
    .execute();
}

function expire(context: StoreContext, messages: readonly OutboundMessage[]): Promise<void> {
  const outcome: Outcome = { kind: 'retry', reason: 'not handed over in time', afterMs: 0 };
  return settleMessages(
    context,
    messages.map((message) => ({ message, outcome })),
  );
}

/**
 * Leases messages that were due at a time or before: a share of each payer that has some, one of each payer after the other. Without a claimer
 * they are all messages, and nobody is noted as having them.
 */
async function lease(
  context: StoreContext,
  dueBy: number,
  limit: number,
  leaseMs: number | 'in-store',
  claimer?: Claimer,
): Promise<OutboundMessage[]> {
  // A link may give back what it has claimed; PostgreSQL may have several gateways.
  const isLeased = leaseMs !== 'in-store' || claimer?.lanes !== undefined || context.engine === 'postgres';
  const ms = leaseMs === 'in-store' ? IN_STORE_LEASE_MS : leaseMs;
  const claimed = await takeRows(context, dueBy, limit, isLeased ? ms : undefined, claimer);
  if (claimed.length === 0) {
    // The queue is empty: what is remembered is of no use for now.
    if (claimer?.lanes === undefined) context.submissions.clear();
    return [];
  }
  return withSubmissions(context, claimed, isLeased);
}

/** Leased messages with what those of one request have in common: one of each payer after the other. */
async function withSubmissions(
  context: StoreContext,
  claimed: readonly LeasedRow[],
  isLeased = true,
): Promise<OutboundMessage[]> {
  const submissions = await readSubmissions(context, new Set(claimed.map((row) => row.submission_id)));
  const messages = claimed.flatMap(({ id, identifier, submission_id, payer_id, recipient, attempt, lane, valid_until }) => {
    const submission = submissions.get(submission_id);
    if (submission === undefined) return [];
    const message = {
      ...{ id: identifier, recipient, attempt, ...(lane !== UNSORTED && { lane }), ...submission },
      validUntil: Math.min(submission.validUntil, valid_until ?? Number.POSITIVE_INFINITY),
    };
    claims.set(message, { id, submissionId: submission_id, isLeased });
    return [{ id, payer: payer_id, message }];
  });
  messages.sort((a, b) => a.message.dueAt - b.message.dueAt || a.id - b.id);
  const counts = new Map<number, number>();
  const turns = messages.map(({ payer, message }) => {
    const turn = counts.get(payer) ?? 0;
    counts.set(payer, turn + 1);
    return { turn, message };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ message }) => message);
}

interface LeasedRow {
  readonly id: number;
  readonly identifier: string;
  readonly submission_id: number;
  readonly payer_id: number;
  readonly recipient: string;
  readonly attempt: number;
  readonly lane: string;
  readonly valid_until: number | null;
}

const LEASED_COLUMNS = [
  ...(['id', 'identifier', 'submission_id', 'recipient', 'attempt', 'lane', 'valid_until'] as const),
  sql<number>`payer_id`.as('payer_id'),
];

/** Rows of messages that are due; they are leased where there is a lease. */
async function takeRows(
  context: StoreContext,
  dueBy: number,
  limit: number,
  leaseMs: number | undefined,
  claimer?: Claimer,
): Promise<LeasedRow[]> {
  const { db, engine, queues } = context;
  const leased: LeasedRow[] = [];
  // One of several links has nothing to do while another has much: what others have accepted may wait for a second then.
  let isRead = queues.isStale || claimer?.lanes !== undefined;
  if (queues.isStale) await queues.read(db, engine);
  while (leased.length < limit) {
    const missing = limit - leased.length;
    const turns = queues.next(dueBy, missing, claimer);
    if (turns.length === 0) {
      if (isRead || leased.length > 0) break;
      isRead = true;
      await queues.read(db, engine);
      continue;
    }
    const share = Math.floor(missing / turns.length);
    const due = dueMessageIds(engine, turns, dueBy, share);
    const rows = leaseMs === undefined ? await lookAt(context, due) : await leaseRows(context, due, leaseMs, claimer);
    const counts = new Map<string, number>();
    for (const { payer_id, lane } of rows) {
      const key = `${payer_id} ${lane}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const turn of turns) if ((counts.get(`${turn.payerId} ${turn.lane}`) ?? 0) < share) queues.remove(turn);
    leased.push(...rows);
    // What is not leased would come again.
    if (leaseMs === undefined && rows.length > 0) break;
  }
  return leased;
}

/** The same without a lease; only what was scheduled is queued now. */
async function lookAt({ db, engine, clock }: StoreContext, ids: RawBuilder<{ id: number }>): Promise<LeasedRow[]> {
  const rows = await db
    .selectFrom('message')
    .select(LEASED_COLUMNS)
    .select('state')
    .where(sql<boolean>`id in ${ids}`)
    .execute();
  const scheduled = rows.filter(({ state }) => state === 'scheduled').map(({ id }) => id);
  if (scheduled.length > 0) {
    const update = db
      .updateTable('message')
      .set({ state: 'queued' })
      .where('state', '=', 'scheduled')
      .where('next_at', '<=', clock());
    await update.where(among(engine, 'id', scheduled)).execute();
  }
  return rows;
}

function leaseRows(
  { db, clock }: StoreContext,
  ids: RawBuilder<{ id: number }>,
  leaseMs: number,
  claimer: Claimer | undefined,
): Promise<LeasedRow[]> {
  return db
    .with(
      (name) => name('due').materialized(),
      () => ids,
    )
    .updateTable('message')
    .set({
      ...{ next_at: clock() + leaseMs, attempt: sql`attempt + 1`, state: 'queued', reason: null },
      ...(claimer !== undefined && { link: claimer.name ?? null }),
    })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returning(LEASED_COLUMNS)
    .execute();
}

/** What claimed messages have in common; from memory where others of the same request were claimed lately. */
async function readSubmissions(
  { db, engine, submissions, validityMs }: StoreContext,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Submission>> {
  const found = new Map<number, Submission>();
  for (const id of ids) {
    const known = submissions.get(id);
    if (known !== undefined) found.set(id, known);
  }
  const unknown = [...ids].filter((id) => !found.has(id));
  if (unknown.length === 0) return found;
  const rows = await db
    .selectFrom('submission')
    .innerJoin('account', 'account.id', 'submission.account_id')
    .select(['submission.id', 'originator', 'parts', 'accepted_at', 'due_at', 'service', 'username', 'content_kind'])
    .where(among(engine, 'submission.id', unknown))
    .execute();
  for (const { id, originator, accepted_at: acceptedAt, due_at: dueAt, service, username, ...row } of rows) {
    const own = {
      ...{ originator, parts: parseParts(row.parts), acceptedAt, dueAt, validUntil: dueAt + validityMs },
      ...{ username, contentKind: row.content_kind },
    };
    const submission = service === null ? own : { ...own, service };
    found.set(id, submission);
    submissions.add(id, submission);
  }
  return found;
}

/** Leases claimed messages for longer. One that has been claimed anew since, or settled, is left alone. */
export async function renewLeases(
  { db, engine, clock }: StoreContext,
  messages: readonly Pick<OutboundMessage, 'id' | 'attempt'>[],
  leaseMs: number,
): Promise<void> {
  const byAttempt = new Map<number, string[]>();
  for (const { id, attempt } of messages) {
    const ids = byAttempt.get(attempt);
    if (ids === undefined) byAttempt.set(attempt, [id]);
    else ids.push(id);
  }
  for (const [attempt, ids] of byAttempt) {
    await db
      .updateTable('message')
      .set({ next_at: clock() + leaseMs })
      .where(among(engine, 'identifier', ids))
      .where('state', '=', 'queued')
      .where('attempt', '=', attempt)
      .execute();
  }
}

/** Whether the last message was accepted at a time that is still to come. */
export async function isFromTheFuture({ db, clock }: StoreContext): Promise<boolean> {
  const last = await db.selectFrom('submission').select('accepted_at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last !== undefined && last.accepted_at > clock() + CLOCK_TOLERANCE_MS;
}

/**
 * Brings messages forward whose time is far off because the clock was put back: what was to go at once goes now, tries and leases end within
 * the longest pause, and so it is with callbacks. Scheduled messages keep their time.
 */
export async function catchUp({ db, clock }: StoreContext): Promise<void> {
  const now = clock();
  const late = db.updateTable('message').where('state', '=', 'queued');
  const isUntried = sql<boolean>`attempt = attempt_base`;
  await late.set({ next_at: now }).where(isUntried).where('next_at', '>', now).execute();
  const end = now + RETRY.maxMs;
  await late.set({ next_at: end }).where(sql<boolean>`not ${isUntried}`).where('next_at', '>', end).execute();
  for (const table of ['callback', 'session_callback'] as const) {
    const callbacks = db.updateTable(table);
    await callbacks.set({ next_at: now }).where('attempt', '=', 0).where('next_at', '>', now).execute();
    await callbacks.set({ next_at: end }).where('next_at', '>', end).execute();
  }
}

/** When the outbox has something to do next, in some lanes or in all, leases that end counted; undefined when there is nothing. */
export async function nextDueAt(
  { db, engine, queues }: StoreContext,
  lanes?: ReadonlySet<string>,
): Promise<number | undefined> {
  await queues.read(db, engine);
  return queues.firstDue(lanes);
}

/** Messages that are looked at in one transaction of {@link sortIntoLanes}. */
const SORT_BATCH = 500;

/** Puts all that waits into the lanes of today; a portion at a time. `findLane` gets the lane that a message is in. */
export async function sortIntoLanes(
  context: StoreContext,
  findLane: (message: RoutedMessage, lane: string) => string,
): Promise<void> {
  const { db, engine, queues, ending } = context;
  await queues.read(db, engine);
  for (const queue of queues.list()) {
    let after: Waiting | undefined;
    do {
      if (ending.signal.aborted) return;
      const rows = await sortPortion(context, queue, after, findLane);
      after = rows.length < SORT_BATCH ? undefined : rows.at(-1);
      await turn();
    } while (after !== undefined);
  }
}

/** A message that waits, and where. */
interface Waiting {
  readonly id: number;
  readonly next_at: number;
}

async function sortPortion(
  context: StoreContext,
  { payerId, lane }: Queue,
  after: Waiting | undefined,
  findLane: (message: RoutedMessage, lane: string) => string,
): Promise<readonly Waiting[]> {
  const { engine, queues } = context;
  const { rows, moved } = await inTransaction(context, async (tx) => {
    let query = tx
      .selectFrom('message')
      .innerJoin('submission', 'submission.id', 'message.submission_id')
      .innerJoin('account', 'account.id', 'submission.account_id')
      .select(['message.id', 'message.recipient', sql<number>`message.next_at`.as('next_at'), 'username', 'content_kind'])
      .where('message.payer_id', '=', payerId)
      .where('message.lane', '=', lane)
      .where('message.next_at', 'is not', null)
      .orderBy('message.next_at')
      .orderBy('message.id')
      .limit(SORT_BATCH);
    if (after !== undefined) {
      query = query.where(sql<boolean>`(message.next_at, message.id) > (${after.next_at}, ${after.id})`);
    }
    const rows = await (engine === 'postgres' ? query.forUpdate('message') : query).execute();
    const moved = rows.flatMap(({ id, recipient, username, content_kind: contentKind, next_at }) => {
      const other = findLane({ recipient, username, contentKind }, lane);
      return other === lane ? [] : [{ id, next_at, lane: other }];
    });
    await updateRows(
      tx,
      engine,
      'message',
      LANE_CHANGES,
      'id',
      moved.map((row) => [row.lane, row.id]),
    );
    return { rows, moved };
  });
  for (const { lane, next_at } of moved) queues.add(payerId, lane, next_at);
  return rows;
}

const LANE_CHANGES = { lane: 'text', id: 'bigint' } as const;

/** A message with what is made of it for a virtual handset. */
interface BuiltArrival extends Arrival {
  readonly message: OutboundMessage;
}

/** What is made of messages for virtual handsets. */
interface Built {
  readonly arrivals: readonly BuiltArrival[];
  /** Those that no handset can get. */
  readonly unfit: readonly Settlement[];
}

/**
 * Delivers to virtual handsets: writes the parts that `build` makes into the inboxes and marks the messages, in one transaction. A message
 * that was delivered before is left out, so a part is in an inbox once. One that `build` throws at has failed: no other waits for it.
 * @returns what became of the messages, but for those that are left out.
 */
export async function deliverToInboxes(
  context: StoreContext,
  messages: readonly OutboundMessage[],
  build: (message: OutboundMessage, at: number) => readonly Uint8Array[],
): Promise<Settlement[]> {
  if (messages.length === 0) return [];
  const at = context.clock();
  const { arrivals, unfit: all } = arrivalsOf(messages, build, at);
  const arrived = await arriveTogether(context, arrivals, at);
  const unfit = await stillQueued(context, all);
  await settleMessages(context, unfit);
  return [...arrived.map((message): Settlement => ({ message, outcome: { kind: 'delivered' } })), ...unfit];
}

function arrivalsOf(
  messages: readonly OutboundMessage[],
  build: (message: OutboundMessage, at: number) => readonly Uint8Array[],
  at: number,
): Built {
  const arrivals: BuiltArrival[] = [];
  const unfit: Settlement[] = [];
  let last: { readonly tpdus: readonly Uint8Array[]; readonly json: string } | undefined;
  for (const message of messages) {
    try {
      const { recipient: number, id: identifier, originator } = message;
      const tpdus = build(message, at);
      // Recipients of one request get the same octets.
      if (tpdus !== last?.tpdus) last = { tpdus, json: formatOctets(tpdus) };
      arrivals.push({ message, number, identifier, originator, parts: last.json });
    } catch {
      unfit.push({ message, outcome: { kind: 'failed', reason: 'no handset can get this message' } });
    }
  }
  return { arrivals, unfit };
}

/** Those whose messages have not been settled before. */
async function stillQueued({ db, engine }: StoreContext, settlements: readonly Settlement[]): Promise<readonly Settlement[]> {
  if (settlements.length === 0) return [];
  const ids = settlements.map(({ message }) => message.id);
  const queued = await queuedSubmissions(db, engine, ids);
  return settlements.filter(({ message }) => hasContent(message, queued.get(message.id)) && queued.delete(message.id));
}

/** The submissions of messages that are queued, by their identifiers. */
async function queuedSubmissions(db: Database, engine: Engine, identifiers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('message')
    .select(['identifier', 'submission_id'])
    .where(among(engine, 'identifier', identifiers))
    .where('state', '=', 'queued')
    .execute();
  return new Map(rows.map(({ identifier, submission_id }) => [identifier, submission_id]));
}

/** Whether a message that was not leased has got another content meanwhile, of which its outcome says nothing. */
function isReplaced(message: Settlement['message'], row: OpenMessage): boolean {
  return wasLookedAt(message) && !hasContent(message, row.submission_id);
}

/** Whether a message is of this submission, as it was when it was claimed. */
function hasContent(message: Settlement['message'], submissionId: number | undefined): boolean {
  return submissionId !== undefined && (claims.get(message)?.submissionId ?? submissionId) === submissionId;
}

/** Marks messages and puts them into the inboxes; gives those that were not delivered before. */
async function arriveTogether(
  context: StoreContext,
  arrivals: readonly BuiltArrival[],
  at: number,
): Promise<OutboundMessage[]> {
  if (arrivals.length === 0) return [];
  if (context.engine === 'sqlite') {
    try {
      await arriveAll(context, arrivals, at);
      return arrivals.map(({ message }) => message);
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }
  return arriveMarked(context, arrivals, at);
}

/** As one list of statements, on SQLite; receipts are for those who wanted them just before it. @throws an error that {@link isStale} tells when one of the messages was delivered before, or has changed */
async function arriveAll(context: StoreContext, arrivals: readonly BuiltArrival[], at: number): Promise<void> {
  const { engine } = context;
  const claimed = arrivals.map(({ message }) => claims.get(message));
  const wanted = await readWantedReceipts(context.db, engine, [...new Set(claimed.map((claim) => claim?.submissionId ?? 0))]);
  const isWanted = new Set(wanted.map(({ id }) => id));
  // Receipts are told in the order of the deliveries.
  const ended = arrivals.flatMap(({ identifier, number: recipient }, index) => {
    const submission_id = claimed[index]?.submissionId ?? 0;
    return isWanted.has(submission_id) ? [{ identifier, submission_id, recipient, state: 'delivered' as const, at }] : [];
  });
  await inTransaction(context, async (tx) => {
    // What nobody has claimed here is not found.
    const marks = claimed.map((claim) => [claim?.isLeased === true ? 1 : 0, claim?.id ?? 0, claim?.submissionId ?? 0]);
    await runForRows(tx, MARK_DELIVERED, marks, { mustChange: true });
    await writeReceipts(tx, context, ended, wanted);
    await arrive(tx, engine, arrivals, at);
  });
}

const FIRST_ATTEMPT = 'case when attempt > attempt_base then attempt else attempt_base + 1 end';

const MARK_DELIVERED = `update message set state = 'delivered', next_at = null, reason = null, attempt = ${FIRST_ATTEMPT},
  link = case when ? then link end where id = ? and submission_id = ? and state = 'queued'`;

/** Those that can be marked. */
function arriveMarked(context: StoreContext, arrivals: readonly BuiltArrival[], at: number): Promise<OutboundMessage[]> {
  const { engine } = context;
  return inTransaction(context, async (tx) => {
    const same = await unchanged(tx, context, arrivals);
    const marked = await tx
      .updateTable('message')
      .set({
        state: 'delivered',
        next_at: null,
        reason: null,
        attempt: sql.raw<number>(FIRST_ATTEMPT),
        ...(arrivals.some(({ message }) => wasLookedAt(message)) && { link: null }),
      })
      .where(
        among(
          engine,
          'identifier',
          same.map(({ identifier }) => identifier),
        ),
      )
      .where('state', '=', 'queued')
      .returning(['id', 'identifier', 'submission_id', 'recipient'])
      .execute();
    const isMarked = new Set(marked.map(({ identifier }) => identifier));
    const arrived = same.filter(({ identifier }) => isMarked.delete(identifier));
    await enqueueReceipts(
      tx,
      context,
      marked.map((row) => ({ ...row, state: 'delivered', at })),
    );
    // Last: other gateways that deliver to the same handsets wait from here on.
    await arrive(tx, engine, arrived, at);
    return arrived.map(({ message }) => message);
  });
}

/** Arrivals whose messages were leased, or have the content that they had. */
async function unchanged(
  tx: Database,
  { engine }: StoreContext,
  arrivals: readonly BuiltArrival[],
): Promise<readonly BuiltArrival[]> {
  const looked = arrivals.filter(({ message }) => wasLookedAt(message));
  if (looked.length === 0) return arrivals;
  const ids = looked.map(({ identifier }) => identifier);
  const submissions = await queuedSubmissions(tx, engine, ids);
  return arrivals.filter(
    ({ message, identifier }) => !wasLookedAt(message) || hasContent(message, submissions.get(identifier)),
  );
}

/** A message as settling sees it. */
export interface OpenMessage {
  readonly id: number;
  readonly identifier: string;
  readonly submission_id: number;
  readonly recipient: string;
  readonly state: MessageState;
  readonly attempt: number;
}

interface LockedMessage extends OpenMessage, ChargedMessage {
  readonly attempt_base: number;
  readonly lane: string;
  readonly link: string | null;
  readonly due_at: number;
  readonly valid_until: number | null;
}

/** What an outcome makes of a message. */
interface Change {
  readonly row: LockedMessage;
  readonly state: MessageState;
  readonly nextAt: number | null;
  /** When its receipt is overdue. */
  readonly receiptBy: number | null;
  readonly attempt: number;
  readonly reason: string | null;
  /** Where it waits. */
  readonly lane: string;
  /** Whose outcome it is: an earlier claim than the last may have brought it out. */
  readonly link: string | null;
  readonly ids: readonly string[];
}

/**
 * Writes down what became of claimed messages. Outcomes of messages that are settled already, and what an older claim says of a try that
 * failed, change nothing.
 */
export async function settleMessages(context: StoreContext, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  const { engine, queues } = context;
  const changes = await inTransaction(context, async (tx) => {
    const at = context.clock();
    const open = new Map((await lockOpen(tx, context, settlements)).map((row) => [row.identifier, row]));
    const changes: Change[] = [];
    for (const { message, outcome, lane, link } of settlements) {
      const row = open.get(message.id);
      const change =
        row === undefined || isReplaced(message, row)
          ? undefined
          : changeOf(context, row, { attempt: message.attempt, outcome, lane, link, at });
      if (change === undefined) continue;
      open.delete(message.id);
      changes.push(change);
    }
    const rows = changes.map(({ row, state, nextAt, receiptBy, attempt, reason, lane, link }) => [
      ...[state, nextAt, receiptBy, attempt, reason, lane, link, row.id],
    ]);
    await updateRows(tx, engine, 'message', MESSAGE_CHANGES, 'id', rows);
    const unsent = changes.filter(({ state }) => state === 'failed' || state === 'expired');
    await refundCharges(
      tx,
      context,
      unsent.map(({ row }) => row),
      at,
    );
    const sent = changes.filter(({ state }) => state === 'sent');
    await insertSentParts(
      tx,
      engine,
      sent.map(({ row, ids }) => ({ messageId: row.id, ids })),
    );
    const final = changes.flatMap(({ row, state }) =>
      state === 'delivered' || state === 'failed' || state === 'expired' ? [{ ...row, state, at }] : [],
    );
    await enqueueReceipts(tx, context, final);
    await applyStrayReceipts(
      tx,
      context,
      sent.flatMap(({ ids }) => ids),
    );
    return changes;
  });
  for (const { row, lane, nextAt } of changes) if (nextAt !== null) queues.add(row.payer_id, lane, nextAt);
}

const MESSAGE_CHANGES = {
  state: 'text',
  next_at: 'bigint',
  receipt_by: 'bigint',
  attempt: 'integer',
  reason: 'text',
  lane: 'text',
  link: 'text',
  id: 'bigint',
} as const;

async function lockOpen(tx: Database, { engine }: StoreContext, settlements: readonly Settlement[]): Promise<LockedMessage[]> {
  const query = tx
    .selectFrom('message')
    .innerJoin('submission', 'submission.id', 'message.submission_id')
    .select(['message.id', 'identifier', 'submission_id', 'recipient', 'state', 'attempt', 'attempt_base', 'lane', 'link'])
    .select(['submission.payer_id', 'units', 'price_per_part', 'due_at', 'valid_until'])
    .where(
      among(
        engine,
        'identifier',
        settlements.map(({ message }) => message.id),
      ),
    )
    .where('state', '=', 'queued')
    .orderBy('message.id');
  return (engine === 'postgres' ? query.forUpdate('message') : query).execute();
}

/** An outcome of an attempt, at a time. */
interface Settled {
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly lane: string | undefined;
  readonly link: string | undefined;
  readonly at: number;
}

function changeOf(
  { random, validityMs }: StoreContext,
  row: LockedMessage,
  { attempt, outcome, lane = row.lane, link, at }: Settled,
): Change | undefined {
  const reason = 'reason' in outcome ? outcome.reason.slice(0, REASON_CHARACTERS) : null;
  const ids = outcome.kind === 'sent' ? outcome.ids : [];
  // What an older claim did not bring out is in the hands of a newer one, and may be out by now: it must not be given back.
  if (row.attempt !== attempt && outcome.kind !== 'sent' && outcome.kind !== 'delivered') return undefined;
  const change = { row, attempt: row.attempt, receiptBy: null, reason, lane, link: link ?? row.link, ids };
  if (outcome.kind === 'unsent') return { ...change, state: 'queued', nextAt: row.due_at, attempt: attempt - 1 };
  const validUntil = Math.min(row.due_at + validityMs, row.valid_until ?? Number.POSITIVE_INFINITY);
  if (outcome.kind === 'sent') return { ...change, state: 'sent', nextAt: null, receiptBy: validUntil + RECEIPT_MARGIN_MS };
  if (outcome.kind !== 'retry') return { ...change, state: outcome.kind, nextAt: null };
  const { afterMs = Number.NaN } = outcome;
  const nextAt =
    at + (Number.isFinite(afterMs) ? Math.ceil(Math.max(0, afterMs)) : backoffMs(RETRY, attempt - row.attempt_base, random));
  const isOver = nextAt > validUntil;
  return { ...change, state: isOver ? 'expired' : 'queued', nextAt: isOver ? null : nextAt };
}
