/**
 * A message of an account's own that gets another content while it waits.
 *
 *   message ─► submission        message ─► a copy of the submission with the new parts
 *              (a claimer remembers a submission by its id: a new content has an id of its own)
 * @module
 */

import { newSubmissionIds, SUBMISSION_COLUMNS } from './accepted.js';
import { writeAudit } from './audit.js';
import { byAccount, ChangeError, isInHand, isWaiting, lockMessages, type MessageChange } from './changes.js';
import { type ChargedMessage, planRecharge, recharge, refundCharges } from './charges.js';
import { copyRows, formatParts, inTransaction, type StoreContext } from './database.js';
import { forgetSubmissions } from './keeping.js';
import type { Database } from './schema.js';
import type { AuditChange, OutboundPart } from './types.js';

/** The new content of a message. */
export interface Replacement {
  /** The parts, one or more. */
  readonly parts: readonly OutboundPart[];
  /** Kind of the content, such as `text`, for listings and metrics. */
  readonly contentKind: string;
  /** The number of parts charged; the number of `parts` by default. */
  readonly units?: number | undefined;
  /** New due time in milliseconds since 1970; a past time means at once. Unchanged when absent. */
  readonly dueAt?: number | undefined;
  /** For a message over SMPP: its new registered_delivery. Unchanged when absent. */
  readonly registeredDelivery?: number | undefined;
  /** New end of the validity in milliseconds since 1970. Unchanged when absent. */
  readonly validUntil?: number | undefined;
  /** New lane, if the delivery has several links. Unchanged when absent. */
  readonly lane?: string | undefined;
}

/** What replacing a message comes to. */
interface Plan {
  readonly units: number;
  readonly dueAt: number;
  readonly state: 'scheduled' | 'queued';
}

type Locked = Awaited<ReturnType<typeof lockMessages>>[number];

const KEPT_COLUMNS = (Object.keys(SUBMISSION_COLUMNS) as (keyof typeof SUBMISSION_COLUMNS)[]).filter(
  (name) => !['id', 'parts', 'units', 'content_kind', 'library_number', 'due_at'].includes(name),
);

const REPLACED_COLUMNS = {
  id: 'bigint',
  parts: 'text',
  units: 'integer',
  content_kind: 'text',
  library_number: 'integer',
  due_at: 'bigint',
} as const;

/**
 * Replaces the content of a message of an account's own that no delivery was tried for, and whose request had no other recipients. It
 * keeps its price: more parts are charged, fewer are given back.
 * @throws ChangeError when there is no such message, it has gone too far, its request had other recipients, or the credit does not cover
 *   more parts (its `field` is `credit`); then nothing has changed.
 */
export function replaceOwn(
  context: StoreContext,
  username: string,
  messageIdentifier: string,
  replacement: Replacement,
): Promise<MessageChange> {
  if (replacement.parts.length === 0) throw new TypeError('parts: a message has one or more');
  const change = inTransaction(context, async (tx) => {
    const [message] = await lockMessages(tx, context, [messageIdentifier]);
    if (message?.username !== username) {
      throw new ChangeError('not-found', 'messageIdentifier', 'there is no such message');
    }
    await requireReplaceable(tx, context, message);
    const plan = planOf(message, replacement, context.clock());
    await replaceLocked(tx, context, message, replacement, plan);
    return { message, plan };
  });
  return change.then(({ message, plan }) => {
    context.queues.add(message.payer_id, replacement.lane ?? message.lane, plan.dueAt);
    return { messageIdentifier, state: plan.state };
  });
}

async function requireReplaceable(tx: Database, context: StoreContext, message: Locked): Promise<void> {
  const refuse = (reason: string): never => {
    throw new ChangeError('conflict', 'messageIdentifier', reason);
  };
  if (!isWaiting(message)) refuse(`the message is ${message.state}`);
  if (isInHand(message, context.clock())) refuse('the message is being handed over just now');
  // Some of its parts may be out, or all of them without an answer.
  if (message.attempt > message.attempt_base || message.reason !== null) refuse('a delivery of the message was tried already');
  if (message.content_kind.startsWith('mms')) refuse('it belongs to a multimedia message');
  const other = await tx
    .selectFrom('message')
    .select('id')
    .where('submission_id', '=', message.submission_id)
    .where('id', '!=', message.id)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) refuse('the request of the message had other recipients');
}

function planOf(message: Locked, { parts, units = parts.length, dueAt = message.due_at }: Replacement, now: number): Plan {
  const isLater = dueAt > now;
  // What has waited keeps its place among what is due.
  const due = isLater ? Math.ceil(dueAt) : Math.min(message.due_at, now);
  return { units, dueAt: due, state: isLater ? 'scheduled' : 'queued' };
}

async function replaceLocked(
  tx: Database,
  context: StoreContext,
  message: Locked,
  { parts, contentKind, registeredDelivery, validUntil, lane = message.lane }: Replacement,
  { units, dueAt, state }: Plan,
): Promise<void> {
  const { engine } = context;
  const [id] = (await newSubmissionIds(tx, engine, 1)) as [number];
  const row = [id, formatParts(parts), units, contentKind, null, dueAt, message.submission_id];
  await copyRows(tx, engine, 'submission', KEPT_COLUMNS, REPLACED_COLUMNS, [row]);
  if (registeredDelivery !== undefined) {
    await tx.updateTable('submission').set({ registered_delivery: registeredDelivery }).where('id', '=', id).execute();
  }
  await tx
    .updateTable('message')
    .set({ submission_id: id, state, next_at: dueAt, lane, ...(validUntil !== undefined && { valid_until: validUntil }) })
    .where('id', '=', message.id)
    .execute();
  await forgetSubmissions(tx, context, [message.submission_id]);
  const changes: Record<string, AuditChange> = {
    content: message.content_kind === contentKind ? 'changed' : [message.content_kind, contentKind],
    ...(units !== message.units && { units: [message.units, units] }),
    ...(dueAt !== message.due_at && { dueAt: [message.due_at, dueAt] }),
  };
  const { identifier: messageIdentifier, username } = message;
  await writeAudit(tx, context, [{ by: byAccount(username), action: 'replace', username, messageIdentifier, changes }]);
  await chargeDifference(tx, context, message, units - message.units);
}

/** Accounts are locked last: who sends with them waits for that. */
async function chargeDifference(tx: Database, context: StoreContext, message: Locked, units: number): Promise<void> {
  const at = context.clock();
  const row: ChargedMessage = { ...message, units: Math.abs(units) };
  if (units < 0) await refundCharges(tx, context, [row], at);
  if (units <= 0) return;
  const plan = await planRecharge(tx, context, [row], true);
  for (const reason of plan.refusals.values()) throw new ChangeError('conflict', 'credit', reason);
  await recharge(tx, context, plan, at);
}
