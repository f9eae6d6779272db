/**
 * Whose messages are claimed next: every payer with messages that are due has a turn, so that a hundred thousand of one hold up nobody else's.
 *
 *   message_queue     payer 1: due, due, due ... later      payer 7: due      payer 9: later
 *                     └─ its share ─┘                        └─ its share
 *
 * A claim is shared out among the payers that have something due, and goes on from the payer that was served last. Which payers these are is
 * found by one step in the index for each of them, and kept in memory: what this process accepts is added. It is read again when a payer has
 * nothing more that is due, and once a second for what other processes have accepted.
 * @module
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine } from './schema.js';

/** How long other processes' messages may go unseen while there is work, in milliseconds. */
const FRESH_MS = 1_000;

interface Head {
  /** When the payer's first message is due, or earlier. */
  readonly nextAt: number;
  /** Counts up with each entry. */
  readonly noted: number;
}

/** The payers with messages that wait, as far as this process knows. */
export class PayerQueues {
  #heads = new Map<number, Head>();
  #noted = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Who was served last. */
  #last = 0;

  /** A message of this payer is due then. */
  add(payerId: number, nextAt: number): void {
    const known = this.#heads.get(payerId)?.nextAt ?? nextAt;
    this.#heads.set(payerId, { nextAt: Math.min(known, nextAt), noted: ++this.#noted });
  }

  /** Nothing more of this payer's is due; what he has for later is not known. */
  remove(payerId: number): void {
    this.#heads.delete(payerId);
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether there may be more than what is known. */
  get isStale(): boolean {
    return performance.now() >= this.#readAt + FRESH_MS;
  }

  /** Reads all payers anew. @returns when the first message is due; undefined when none waits. */
  async read(db: Database, engine: Engine): Promise<number | undefined> {
    const since = this.#noted;
    const { rows } = await sql<{ payer_id: number; next_at: number }>`
      with recursive ${payerHeads(engine)}
      select payer_id, next_at from head`.execute(db);
    const heads = new Map<number, Head>();
    for (const { payer_id, next_at } of rows) heads.set(payer_id, { nextAt: next_at, noted: since });
    const newer = [...this.#heads].filter(([, { noted }]) => noted > since);
    this.#heads = heads;
    this.#readAt = performance.now();
    for (const [payerId, { nextAt }] of newer) this.add(payerId, nextAt);
    let first: number | undefined;
    for (const { nextAt } of this.#heads.values()) first = Math.min(first ?? nextAt, nextAt);
    return first;
  }

  /** Whose turn it is: up to so many payers with messages that were due by a time. */
  next(dueBy: number, limit: number): number[] {
    const due: number[] = [];
    for (const [payerId, { nextAt }] of this.#heads) if (nextAt <= dueBy) due.push(payerId);
    due.sort((a, b) => a - b);
    const start = due.findIndex((payerId) => payerId > this.#last);
    const turns = start <= 0 ? due : [...due.slice(start), ...due.slice(0, start)];
    const taken = turns.slice(0, limit);
    this.#last = taken.at(-1) ?? this.#last;
    return taken;
  }
}

/** Every payer with messages that wait, and the time of the first of them, as `head` of a recursive query: one step in the index for each. */
export function payerHeads(engine: Engine): RawBuilder<unknown> {
  return sql`head(payer_id, next_at) as (${firstPayer(engine)} union all ${nextPayer(engine)})`;
}

/** The first payer in the index with the time of its first message. */
function firstPayer(engine: Engine): RawBuilder<unknown> {
  // Not null, which SQLite sorts first: nothing is after it.
  const first = sql`select payer_id, next_at from message where payer_id > 0 and next_at is not null
    order by payer_id, next_at limit 1`;
  // SQLite takes no parentheses around a part of a union.
  return engine === 'sqlite' ? sql`select * from (${first})` : sql`(${first})`;
}

/** The same of the next payer in the index: as a join of its own row, since SQLite has no lateral ones. */
function nextPayer(engine: Engine): RawBuilder<unknown> {
  const after = sql`from message where payer_id > head.payer_id and next_at is not null order by payer_id, next_at, id limit 1`;
  return engine === 'sqlite'
    ? sql`select found.payer_id, found.next_at from head join message as found on found.id = (select id ${after})`
    : sql`select found.payer_id, found.next_at from head cross join lateral (select payer_id, next_at ${after}) as found`;
}

/**
 * The messages of some payers that are due, of each so many, earliest first, as a query of their ids. On PostgreSQL those that another gateway
 * is claiming are left to it.
 */
export function dueMessageIds(
  engine: Engine,
  payerIds: readonly number[],
  dueBy: number,
  share: number,
): RawBuilder<{ id: number }> {
  const ids = (payer: RawBuilder<unknown>) =>
    sql`select id from message where payer_id = ${payer} and next_at <= ${dueBy} order by next_at, id limit ${share}`;
  return engine === 'sqlite'
    ? sql`(select message.id from json_each(${JSON.stringify(payerIds)}) as payer
        join message on message.id in (${ids(sql`payer.value`)}))`
    : sql`(select due.id from unnest(${payerIds}::bigint[]) as payer(id)
        cross join lateral (${ids(sql`payer.id`)} for update skip locked) as due)`;
}
