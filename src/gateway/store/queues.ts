/**
 * Whose messages are claimed next: every payer with messages that are due has a turn, so that a hundred thousand of one hold up nobody else's.
 *
 *   message_queue     payer 1: due, due, due ... later      payer 7: due      payer 9: later
 *                     └─ its share ─┘                        └─ its share
 *
 * A claim is shared out among the payers that have something due, and goes on from the payer that was served last. Which payers these are is
 * found by one step in the index for each of them, and kept in memory: what this process accepts is added. It is read again when a payer has
 * nothing more that is due, and once a second for what other processes have accepted.
 *
 * Where a delivery has several links, a payer has a queue for each lane, see delivery/lanes: a claim is of the lanes that a link takes now, and
 * what waits in others is not looked at, however much it is.
 * @module
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine } from './schema.js';

/** How long other processes' messages may go unseen while there is work, in milliseconds. */
const FRESH_MS = 1_000;

/** The messages of a payer that wait in one lane. */
export interface Queue {
  readonly payerId: number;
  readonly lane: string;
}

interface Head extends Queue {
  /** When the first message is due, or earlier. */
  readonly nextAt: number;
  /** Counts up with each entry. */
  readonly noted: number;
}

const keyOf = (payerId: number, lane: string) => `${payerId} ${lane}`;

/** By payer, then by lane. */
function compare(one: Queue, other: Queue): number {
  if (one.payerId !== other.payerId) return one.payerId - other.payerId;
  if (one.lane === other.lane) return 0;
  return one.lane < other.lane ? -1 : 1;
}

/** The payers with messages that wait, as far as this process knows. */
export class PayerQueues {
  #heads = new Map<string, Head>();
  #noted = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Which queue was served last, by the name of whoever claimed: each goes around by itself. */
  readonly #last = new Map<string, Queue>();

  /** A message of this payer is due then. */
  add(payerId: number, lane: string, nextAt: number): void {
    const key = keyOf(payerId, lane);
    const known = this.#heads.get(key)?.nextAt ?? nextAt;
    this.#heads.set(key, { payerId, lane, nextAt: Math.min(known, nextAt), noted: ++this.#noted });
  }

  /** Nothing more of this queue is due; what it has for later is not known. */
  remove({ payerId, lane }: Queue): void {
    this.#heads.delete(keyOf(payerId, lane));
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether there may be more than what is known. */
  get isStale(): boolean {
    return performance.now() >= this.#readAt + FRESH_MS;
  }

  /** All that are known. */
  list(): Queue[] {
    return [...this.#heads.values()];
  }

  /** Reads all queues anew. */
  async read(db: Database, engine: Engine): Promise<void> {
    const since = this.#noted;
    const { rows } = await sql<{ payer_id: number; lane: string; next_at: number }>`
      with recursive ${payerHeads(engine)}
      select payer_id, lane, next_at from head`.execute(db);
    const heads = new Map<string, Head>();
    for (const { payer_id: payerId, lane, next_at: nextAt } of rows) {
      heads.set(keyOf(payerId, lane), { payerId, lane, nextAt, noted: since });
    }
    const newer = [...this.#heads.values()].filter(({ noted }) => noted > since);
    this.#heads = heads;
    this.#readAt = performance.now();
    for (const { payerId, lane, nextAt } of newer) this.add(payerId, lane, nextAt);
  }

  /** When the first message of some lanes is due, or of all; undefined when none waits. */
  firstDue(lanes?: ReadonlySet<string>): number | undefined {
    let first: number | undefined;
    for (const { lane, nextAt } of this.#heads.values()) {
      if (lanes === undefined || lanes.has(lane)) first = Math.min(first ?? nextAt, nextAt);
    }
    return first;
  }

  /** Whose turn it is: up to so many queues with messages that were due by a time, of some lanes or of all. */
  next(dueBy: number, limit: number, { name = '', lanes }: Claimer = {}): Queue[] {
    const due: Head[] = [];
    for (const head of this.#heads.values()) {
      if (head.nextAt <= dueBy && (lanes === undefined || lanes.has(head.lane))) due.push(head);
    }
    due.sort(compare);
    const last = this.#last.get(name);
    const start = last === undefined ? 0 : due.findIndex((head) => compare(head, last) > 0);
    const turns = start <= 0 ? due : [...due.slice(start), ...due.slice(0, start)];
    const taken = turns.slice(0, limit);
    const served = taken.at(-1);
    if (served !== undefined) this.#last.set(name, served);
    return taken;
  }
}

/** The link for which messages are claimed. */
export interface Claimer {
  /** Name of the link, which is recorded with the messages; absent if the delivery has no named links. */
  readonly name?: string;
  /** The lanes that the link serves; all when absent. */
  readonly lanes?: ReadonlySet<string>;
}

/** Every queue with messages that wait, and the time of the first of them, as `head` of a recursive query: one step in the index for each. */
export function payerHeads(engine: Engine): RawBuilder<unknown> {
  return sql`head(payer_id, lane, next_at) as (${firstQueue(engine)} union all ${nextQueue(engine)})`;
}

/** The first queue in the index with the time of its first message. */
function firstQueue(engine: Engine): RawBuilder<unknown> {
  // Not null, which SQLite sorts first: nothing is after it.
  const first = sql`select payer_id, lane, next_at from message where payer_id > 0 and next_at is not null
    order by payer_id, lane, next_at limit 1`;
  // SQLite takes no parentheses around a part of a union.
  return engine === 'sqlite' ? sql`select * from (${first})` : sql`(${first})`;
}

/** The same of the next queue in the index: as a join of its own row, since SQLite has no lateral ones. */
function nextQueue(engine: Engine): RawBuilder<unknown> {
  const order = sql`and next_at is not null order by payer_id, lane, next_at, id limit 1`;
  if (engine === 'postgres') {
    return sql`select found.payer_id, found.lane, found.next_at from head cross join lateral
      (select payer_id, lane, next_at from message where (payer_id, lane) > (head.payer_id, head.lane) ${order}) as found`;
  }
  // SQLite would step through all messages of the payer to find the next pair: the payer's next lane, else the next payer.
  return sql`select found.payer_id, found.lane, found.next_at from head join message as found on found.id = coalesce(
    (select id from message where payer_id = head.payer_id and lane > head.lane ${order}),
    (select id from message where payer_id > head.payer_id ${order}))`;
}

/**
 * The messages of some queues that are due, of each so many, earliest first, as a query of their ids. On PostgreSQL those that another gateway
 * is claiming are left to it.
 */
export function dueMessageIds(
  engine: Engine,
  queues: readonly Queue[],
  dueBy: number,
  share: number,
): RawBuilder<{ id: number }> {
  const payers = queues.map(({ payerId }) => payerId);
  const lanes = queues.map(({ lane }) => lane);
  const ids = (payer: RawBuilder<unknown>, lane: RawBuilder<unknown>) => sql`select id from message
    where payer_id = ${payer} and lane = ${lane} and next_at <= ${dueBy} order by next_at, id limit ${share}`;
  if (engine === 'postgres') {
    return sql`(select due.id from unnest(${payers}::bigint[], ${lanes}::text[]) as queue(payer, lane)
      cross join lateral (${ids(sql`queue.payer`, sql`queue.lane`)} for update skip locked) as due)`;
  }
  const pairs = JSON.stringify(queues.map(({ payerId, lane }) => [payerId, lane]));
  return sql`(select message.id from json_each(${pairs}) as queue
    join message on message.id in (${ids(sql`queue.value ->> 0`, sql`queue.value ->> 1`)}))`;
}
