/**
 * The outbox: messages are claimed under a lease, delivered, and settled.
 *
 *   scheduled ──▶ queued ──▶ sent ──▶ delivered, failed, expired     by receipts; unconfirmed while none comes
 *                   ├──────▶ delivered                               at once: virtual handsets
 *                   ├──────▶ failed, expired                         charge given back: it was never handed over
 *                   └──────▶ queued                                  another try
 *
 * A lease is `next_at` put into the future: a claimer that dies leaves the message to be claimed again when its lease ends. The number of the
 * attempt says whose claim an outcome belongs to. What is in hand has no reason; every outcome that puts it off gives it one.
 * @module
 */
import { sql } from 'kysely';
import { type Backoff, backoffMs, turn } from '../work.js';
import { enqueueReceipts } from './callbacks.js';
import { type ChargedMessage, refundCharges } from './charges.js';
import {
  among,
  CLOCK_TOLERANCE_MS,
  formatOctets,
  inTransaction,
  parseParts,
  type StoreContext,
  type Submission,
  updateRows,
} from './database.js';
import { type Arrival, arrive } from './inboxes.js';
import { dueMessageIds } from './queues.js';
import { applyStrayReceipts, insertSentParts, RECEIPT_MARGIN_MS } from './receipts.js';
import type { Database } from './schema.js';
import type { MessageState, OutboundMessage, Outcome, Settlement } from './types.js';

/** Pauses between two tries. */
const RETRY: Backoff = { firstMs: 1_000, maxMs: 5 * 60 * 1_000, jitter: 0.5 };

/** Characters of a reason that are kept. */
const REASON_CHARACTERS = 200;

/** Submissions that are remembered, more than one claim usually has, and their parts in all. */
const MAX_SUBMISSIONS = 500;
const MAX_SUBMISSION_PARTS = 5_000;

/** Messages that expire in one transaction. */
const EXPIRE_BATCH = 500;

/**
 * Takes up to `limit` messages that are due and leases them to the caller. Those whose validity is over expire instead, so that
 * fewer may come although more are due.
 */
export async function claimMessages(context: StoreContext, limit: number, leaseMs: number): Promise<OutboundMessage[]> {
  const now = context.clock();
  const claimed = await lease(context, now, limit, leaseMs);
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
    if (overdue.length < EXPIRE_BATCH) return;
    await turn();
    if (context.ending.signal.aborted) return;
  }
}

function expire(context: StoreContext, messages: readonly OutboundMessage[]): Promise<void> {
  const outcome: Outcome = { kind: 'retry', reason: 'not handed over in time', afterMs: 0 };
  return settleMessages(
    context,
    messages.map((message) => ({ message, outcome })),
  );
}

/** Leases messages that were due at a time or before: a share of each payer that has some, one of each payer after the other. */
async function lease(context: StoreContext, dueBy: number, limit: number, leaseMs: number): Promise<OutboundMessage[]> {
  const claimed = await leaseRows(context, dueBy, limit, leaseMs);
  if (claimed.length === 0) {
    // The queue is empty: what is remembered is of no use for now.
    context.submissions.clear();
    return [];
  }
  const submissions = await readSubmissions(context, new Set(claimed.map((row) => row.submission_id)));
  const messages = claimed.flatMap(({ id, identifier, submission_id, payer_id, recipient, attempt }) => {
    const submission = submissions.get(submission_id);
    if (submission === undefined) return [];
    return [{ id, payer: payer_id, message: { id: identifier, recipient, attempt, ...submission } }];
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
}

async function leaseRows(context: StoreContext, dueBy: number, limit: number, leaseMs: number): Promise<LeasedRow[]> {
  const { db, engine, clock, queues } = context;
  const leased: LeasedRow[] = [];
  let isRead = queues.isStale;
  if (isRead) await queues.read(db, engine);
  while (leased.length < limit) {
    const missing = limit - leased.length;
    const payers = queues.next(dueBy, missing);
    if (payers.length === 0) {
      if (isRead || leased.length > 0) break;
      isRead = true;
      await queues.read(db, engine);
      continue;
    }
    const share = Math.floor(missing / payers.length);
    const rows = await db
      .with(
        (name) => name('due').materialized(),
        () => dueMessageIds(engine, payers, dueBy, share),
      )
      .updateTable('message')
      .set({ next_at: clock() + leaseMs, attempt: sql`attempt + 1`, state: 'queued', reason: null })
      .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
      .returning(['id', 'identifier', 'submission_id', sql<number>`payer_id`.as('payer_id'), 'recipient', 'attempt'])
      .execute();
    const counts = new Map(payers.map((payer) => [payer, 0]));
    for (const { payer_id } of rows) counts.set(payer_id, (counts.get(payer_id) ?? 0) + 1);
    for (const [payer, count] of counts) if (count < share) queues.remove(payer);
    leased.push(...rows);
  }
  return leased;
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
    submissions.set(id, submission);
  }
  let parts = 0;
  for (const submission of submissions.values()) parts += submission.parts.length;
  for (const [id, submission] of submissions) {
    if (submissions.size <= MAX_SUBMISSIONS && parts <= MAX_SUBMISSION_PARTS) break;
    parts -= submission.parts.length;
    submissions.delete(id);
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
  const callbacks = db.updateTable('callback');
  await callbacks.set({ next_at: now }).where('attempt', '=', 0).where('next_at', '>', now).execute();
  await callbacks.set({ next_at: end }).where('next_at', '>', end).execute();
}

/** When the outbox has something to do next, leases that end counted; undefined when it is empty. */
export function nextDueAt({ db, engine, queues }: StoreContext): Promise<number | undefined> {
  return queues.read(db, engine);
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
  const { engine } = context;
  const { fit, unfit } = await inTransaction(context, async (tx) => {
    const at = context.clock();
    const marked = await tx
      .updateTable('message')
      .set({ state: 'delivered', next_at: null, reason: null })
      .where(
        among(
          engine,
          'identifier',
          messages.map(({ id }) => id),
        ),
      )
      .where('state', '=', 'queued')
      .returning(['id', 'identifier', 'submission_id', 'recipient'])
      .execute();
    const isMarked = new Set(marked.map(({ identifier }) => identifier));
    const arrivals: Arrival[] = [];
    let last: { readonly tpdus: readonly Uint8Array[]; readonly json: string } | undefined;
    const fit: Settlement[] = [];
    const unfit: Settlement[] = [];
    for (const message of messages) {
      if (!isMarked.delete(message.id)) continue;
      try {
        const { recipient: number, id: identifier, originator } = message;
        const tpdus = build(message, at);
        // Recipients of one request get the same octets.
        if (tpdus !== last?.tpdus) last = { tpdus, json: formatOctets(tpdus) };
        arrivals.push({ number, identifier, originator, parts: last.json });
        fit.push({ message, outcome: { kind: 'delivered' } });
      } catch {
        unfit.push({ message, outcome: { kind: 'failed', reason: 'no handset can get this message' } });
      }
    }
    const isUnfit = new Set(unfit.map(({ message }) => message.id));
    if (isUnfit.size > 0) {
      const again = tx.updateTable('message').set({ state: 'queued', next_at: at });
      await again.where(among(engine, 'identifier', [...isUnfit])).execute();
    }
    await enqueueReceipts(
      tx,
      context,
      marked.filter(({ identifier }) => !isUnfit.has(identifier)).map((row) => ({ ...row, state: 'delivered', at })),
    );
    // Last: other gateways that deliver to the same handsets wait from here on.
    await arrive(tx, engine, arrivals, at);
    return { fit, unfit };
  });
  await settleMessages(context, unfit);
  return [...fit, ...unfit];
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
  readonly due_at: number;
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
    for (const { message, outcome } of settlements) {
      const row = open.get(message.id);
      const change = row === undefined ? undefined : changeOf(context, row, message.attempt, outcome, at);
      if (change === undefined) continue;
      open.delete(message.id);
      changes.push(change);
    }
    const rows = changes.map(({ row, state, nextAt, receiptBy, attempt, reason }) => [
      ...[state, nextAt, receiptBy, attempt, reason, row.id],
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
  for (const { row, nextAt } of changes) if (nextAt !== null) queues.add(row.payer_id, nextAt);
}

const MESSAGE_CHANGES = {
  state: 'text',
  next_at: 'bigint',
  receipt_by: 'bigint',
  attempt: 'integer',
  reason: 'text',
  id: 'bigint',
} as const;

async function lockOpen(tx: Database, { engine }: StoreContext, settlements: readonly Settlement[]): Promise<LockedMessage[]> {
  const query = tx
    .selectFrom('message')
    .innerJoin('submission', 'submission.id', 'message.submission_id')
    .select(['message.id', 'identifier', 'submission_id', 'recipient', 'state', 'attempt', 'attempt_base'])
    .select(['submission.payer_id', 'units', 'price_per_part', 'due_at'])
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

function changeOf(
  { random, validityMs }: StoreContext,
  row: LockedMessage,
  attempt: number,
  outcome: Outcome,
  at: number,
): Change | undefined {
  const reason = 'reason' in outcome ? outcome.reason.slice(0, REASON_CHARACTERS) : null;
  const ids = outcome.kind === 'sent' ? outcome.ids : [];
  // What an older claim did not bring out is in the hands of a newer one, and may be out by now: it must not be given back.
  if (row.attempt !== attempt && outcome.kind !== 'sent' && outcome.kind !== 'delivered') return undefined;
  const change = { row, attempt: row.attempt, receiptBy: null, reason, ids };
  if (outcome.kind === 'unsent') return { ...change, state: 'queued', nextAt: row.due_at, attempt: attempt - 1 };
  const validUntil = row.due_at + validityMs;
  if (outcome.kind === 'sent') return { ...change, state: 'sent', nextAt: null, receiptBy: validUntil + RECEIPT_MARGIN_MS };
  if (outcome.kind !== 'retry') return { ...change, state: outcome.kind, nextAt: null };
  const { afterMs = Number.NaN } = outcome;
  const nextAt =
    at + (Number.isFinite(afterMs) ? Math.ceil(Math.max(0, afterMs)) : backoffMs(RETRY, attempt - row.attempt_base, random));
  const isOver = nextAt > validUntil;
  return { ...change, state: isOver ? 'expired' : 'queued', nextAt: isOver ? null : nextAt };
}
