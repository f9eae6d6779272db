/**
 * What is written of accepted requests: the credit that they take, their submissions, messages and charges.
 *
 *   SQLite       four statements, run for each row, in one list of the transaction
 *   PostgreSQL   one statement, which gets a JSON text of three lists:  [[accounts], [submissions], [messages]]
 *
 * On PostgreSQL the statement is the last of its transaction, and goes out with `commit`: no account is locked while anything is asked of the server. A
 * group without keys, files and pages goes out with `begin` as well, and costs one round trip.
 * @module
 */
import { sql } from 'kysely';
import { UNSORTED } from '../delivery/lanes.js';
import { LEDGER_COLUMNS } from './charges.js';
import { type Columns, codeOf, formatParts, givenRows, insertRows, readColumns, runForRows } from './database.js';
import type { FoundPayers, Payer } from './known-payers.js';
import type { Database, Engine } from './schema.js';
import { isStale as isStaleRow } from './sqlite-connection.js';
import type { AcceptJob } from './types.js';

/** A job of which at least one recipient is accepted. */
export interface Accepted {
  readonly job: AcceptJob;
  readonly account: Payer;
  readonly payer: Payer;
  /** Parts that each recipient is charged for. */
  readonly units: number;
  readonly dueAt: number;
  readonly isLater: boolean;
  /** Of the file that came with it. */
  readonly libraryNumber: number | undefined;
  /** Of the messages: of as many recipients, from the first on. */
  readonly identifiers: readonly string[];
}

/** Ids of the submissions, in the order of the jobs; on PostgreSQL they are there when the transaction has been committed. */
export interface Written {
  ids: readonly number[];
}

/** Writes accepted jobs and takes their costs. An error that `isStale` tells says that the accounts are not what they were when they were found. */
export async function writeAccepted(
  tx: Database,
  engine: Engine,
  found: FoundPayers,
  accepted: readonly Accepted[],
  now: number,
): Promise<Written> {
  if (accepted.length === 0) return { ids: [] };
  return engine === 'sqlite' ? writeInRows(tx, found, accepted, now) : writeAtOnce(tx, found, accepted, now);
}

/** What of each account is taken, and what it has to be still. */
function takenFrom({ payers }: FoundPayers): (readonly [id: number, cost: number, price: number])[] {
  const known = [...new Set(payers.values())].filter(({ isDeleted }) => !isDeleted);
  return known.map(({ id, openingCredit, credit, pricePerPart }) => [id, openingCredit - credit, pricePerPart]);
}

/** Columns of a submission but its id. */
const REQUEST_COLUMNS = {
  account_id: 'bigint',
  payer_id: 'bigint',
  originator: 'text',
  parts: 'text',
  units: 'integer',
  price_per_part: 'bigint',
  service: 'text',
  content_kind: 'text',
  library_number: 'integer',
  accepted_at: 'bigint',
  due_at: 'bigint',
  registered_delivery: 'integer',
  data_coding: 'integer',
} as const satisfies Columns<'submission'>;

/** All of them. */
export const SUBMISSION_COLUMNS = {
  id: 'bigint',
  ...REQUEST_COLUMNS,
} as const satisfies Required<Columns<'submission'>>;

function submissionOf({ job, account, payer, units, dueAt, libraryNumber }: Accepted, now: number): unknown[] {
  return [
    ...[account.id, payer.id, job.originator, formatParts(job.parts), units, account.pricePerPart],
    ...[job.service ?? null, job.contentKind, libraryNumber ?? null, now, dueAt],
    ...[job.registeredDelivery ?? null, job.dataCoding ?? null],
  ];
}

/** What each message has by itself. */
const OWN_COLUMNS = {
  identifier: 'text',
  recipient: 'text',
  state: 'text',
  lane: 'text',
  valid_until: 'bigint',
} as const satisfies Columns<'message'>;

/** What it has of its request. */
const SHARED_COLUMNS = { submission_id: 'bigint', payer_id: 'bigint', next_at: 'bigint', attempt: 'integer' } as const;

function messagesOf({ job, isLater, identifiers }: Accepted): unknown[][] {
  const state = isLater ? 'scheduled' : 'queued';
  return identifiers.map((identifier, index) => {
    const recipient = job.recipients[index] as string;
    return [identifier, recipient, state, job.findLane?.(recipient) ?? UNSORTED, job.validUntil ?? null];
  });
}

/**
 * Whether accounts, or the last submission, were not what they were when they were found: a row to change that is not as it was, a key that is taken by
 * now, or what {@link WRITE_AT_ONCE} divides by nothing for.
 */
export function isStale(error: unknown): boolean {
  return isStaleRow(error) || codeOf(error) === DIVISION_BY_ZERO;
}

/** In PostgreSQL. */
const DIVISION_BY_ZERO = '22012';

// ---- Row by row ----

async function writeInRows(tx: Database, found: FoundPayers, accepted: readonly Accepted[], now: number): Promise<Written> {
  const ids = idsAfter(found.lastSubmission, accepted.length);
  // Before the submissions are written: the last one is never removed, but others are, so that a key that is free says nothing.
  const taken = takenFrom(found).map(([id, cost, price]) => [cost, id, cost, price, found.lastSubmission]);
  await runForRows(tx, TAKE_CREDIT, taken, { mustChange: true });
  const messages: unknown[][] = [];
  const charges: unknown[][] = [];
  for (const [index, one] of accepted.entries()) {
    const { job, account, payer, units, dueAt, identifiers } = one;
    for (const message of messagesOf(one)) messages.push([...message, ids[index], payer.id, dueAt, 0]);
    for (const [i, identifier] of identifiers.entries()) {
      charges.push([payer.id, now, 'charge', -units * account.pricePerPart, identifier, job.recipients[i], units]);
    }
  }
  const submissions = accepted.map((one, index) => [ids[index], ...submissionOf(one, now)]);
  await insertRows(tx, 'sqlite', 'submission', SUBMISSION_COLUMNS, submissions);
  await insertRows(tx, 'sqlite', 'message', { ...OWN_COLUMNS, ...SHARED_COLUMNS }, messages);
  await insertRows(tx, 'sqlite', 'ledger', LEDGER_COLUMNS, charges);
  return { ids };
}

const LAST_ID = '(select coalesce(max(id), 0) from submission)';
/** The id of the last submission, on SQLite. */
export const LAST_SUBMISSION = sql.raw<number>(LAST_ID);

/** Fails where the account, or the last submission, is not what it was. */
const TAKE_CREDIT = `update account set credit = credit - ? where id = ? and credit >= ? and price_per_part = ? and deleted_at is null
  and ? = ${LAST_ID}`;

// ---- At once ----

async function writeAtOnce(tx: Database, found: FoundPayers, accepted: readonly Accepted[], now: number): Promise<Written> {
  const submissions = accepted.map((one) => submissionOf(one, now));
  const messages = accepted.flatMap((one, index) => messagesOf(one).map((message) => [index + 1, ...message]));
  const written: Written = { ids: [] };
  await runForRows(tx, WRITE_AT_ONCE, [takenFrom(found), submissions, messages], {
    onAnswer: (rows) => {
      written.ids = (rows as readonly { readonly id: number }[]).map(({ id }) => id);
    },
  });
  return written;
}

const namesOf = (columns: object) => Object.keys(columns).join(', ');

/** How long an account is waited for: less than for an answer, so that the server says that nothing was done. */
const LOCK_MS = 20_000;

/**
 * For an account that is not what it was, the statement divides by zero: of the errors that an expression can have, this one shows nothing of the row in
 * the server's log. What each account is by then is known once it is locked, and those that pay nothing are not written.
 */
const WRITE_AT_ONCE = `with
  taking as materialized (
    select ${readColumns({ id: 'bigint', cost: 'bigint', price: 'bigint' })}, set_config('lock_timeout', '${LOCK_MS}', true) as lock_timeout
    from ${givenRows(0)}
  ),
  locked as materialized (
    select account.id, cost, credit >= cost and price_per_part = price and deleted_at is null as is_same
    from account join taking on taking.id = account.id order by account.id for no key update of account
  ),
  taken as (
    update account set credit = case when is_same then credit - cost else 1 / (cost - cost) end
    from locked where account.id = locked.id and (cost <> 0 or not is_same)
  ),
  request as materialized (
    select nextval(pg_get_serial_sequence('submission', 'id')) as id, read.* from
      (select position, ${readColumns(REQUEST_COLUMNS)} from ${givenRows(1)} order by position) as read
  ),
  submitted as (
    insert into submission (${namesOf(SUBMISSION_COLUMNS)}) select ${namesOf(SUBMISSION_COLUMNS)} from request order by position
  ),
  piece as materialized (
    select request.id as submission_id, payer_id, due_at as next_at, 0 as attempt, accepted_at, units, price_per_part, own.*
    from (select position, ${readColumns({ request: 'bigint', ...OWN_COLUMNS })} from ${givenRows(2)}) as own
    join request on request.position = own.request
  ),
  queued as (
    insert into message (${namesOf(OWN_COLUMNS)}, ${namesOf(SHARED_COLUMNS)})
    select ${namesOf(OWN_COLUMNS)}, ${namesOf(SHARED_COLUMNS)} from piece order by position
  ),
  charged as (
    insert into ledger (${namesOf(LEDGER_COLUMNS)})
    select payer_id, accepted_at, 'charge', - units * price_per_part, identifier, recipient, units from piece order by position
  )
  select id from request order by position`;

// ---- Ids ----

/** Ids that are known before the rows are there, so that rows of all tables go in together. */
export async function newSubmissionIds(tx: Database, engine: Engine, count: number): Promise<number[]> {
  if (engine === 'postgres') {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('submission', 'id')) as id from generate_series(1, ${count}::integer)`.execute(tx);
    return rows.map(({ id }) => id);
  }
  // Nobody else writes while this transaction does.
  const { rows } = await sql<{ last: number }>`select ${LAST_SUBMISSION} as last`.execute(tx);
  return idsAfter(rows[0]?.last ?? 0, count);
}

const idsAfter = (last: number, count: number) => Array.from({ length: count }, (_, index) => last + 1 + index);
