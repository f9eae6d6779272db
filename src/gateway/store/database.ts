/**
 * What every query of the store works with: the database, its clock, transactions, many rows in one statement, and parts of messages as JSON.
 *
 *   [tpDcs, tpPid, "udh in hex", "text"]      or      [tpDcs, tpPid, "udh in hex", null, "data in hex"]
 *
 * Parts are cut and their headers packed once, when a request is accepted. Text stays text: a TPDU packs its septets behind the header, SMPP has one
 * an octet, Kannel takes UTF-8. What a way out makes of a part it makes once for all recipients and tries; see `oncePerPart`.
 *
 * Many rows go in one statement whose text does not depend on how many: it is prepared once. SQLite runs the statement for one row after the other,
 * which costs it less than parsing long lists of values or JSON. PostgreSQL gets a JSON text and makes rows of it, which costs one round trip.
 * @module
 */
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Caller } from '../turns.js';
import type { KnownPayers } from './known-payers.js';
import type { PayerQueues } from './queues.js';
import type { Database, Engine, Tables } from './schema.js';
import type { LastSubmissions } from './submissions.js';
import type { OutboundPart } from './types.js';

/** Hashes PINs and checks them; see PinVerifier. */
export interface Pins {
  hash(pin: string, caller?: Caller): Promise<string>;
  verify(username: string, pin: string, hash: string | undefined, caller?: Caller): Promise<boolean>;
  close(): Promise<void>;
}

/** The store's database, its dialect and its clock. */
export interface StoreContext {
  readonly db: Database;
  readonly engine: Engine;
  /** The database's file; undefined for one in memory, or of a server. */
  readonly path?: string | undefined;
  /** Epoch milliseconds, from {@link StoreContext.watch}. */
  readonly clock: () => number;
  readonly watch: Watch;
  readonly pins: Pins;
  /** 0 up to, not including, 1: the part of a pause that is left to chance. */
  readonly random: () => number;
  /** What messages of the last requests have in common. */
  readonly submissions: LastSubmissions;
  /** Accounts of the last groups that were accepted. */
  readonly payers: KnownPayers;
  /** Whose messages are claimed next. */
  readonly queues: PayerQueues;
  /** Accounts that are asked for in this turn of the event loop, by their user names. */
  readonly asked: Map<string, Promise<unknown>>;
  /** What this process has queued since it opened the store. */
  readonly queued: { receipts: number };
  /** Aborted when the store is being closed: what goes on in portions ends after the one in hand. */
  readonly ending: AbortController;
  /** How long the gateway tries to hand a message over, counted from its due time, in milliseconds. */
  readonly validityMs: number;
  /** How long a submitted file keeps its library number for sure, in milliseconds. */
  readonly libraryHoldMs: number;
}

/** The commit itself failed: whether it took place is not known, so nothing may be tried again. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
}

/** A statement that was to run before the commit failed: nothing was committed. Its cause is the statement's error. */
export class LateError extends Error {
  override readonly name = 'LateError';

  constructor(cause: unknown) {
    super(String((cause as { message?: unknown } | null)?.message ?? cause), { cause });
  }
}

/** Tries of a transaction that PostgreSQL ended in favour of another one. */
const MAX_TRIES = 4;

/** serialization_failure and deadlock_detected in PostgreSQL. */
const ENDED_FOR_ANOTHER = ['40001', '40P01'];

/** invalid_sql_statement_name and duplicate_prepared_statement in PostgreSQL. */
const NOT_PREPARED = ['26000', '42P05'];

/** Whether a statement was not run, since its connection has prepared other statements than was thought. */
export function isUnprepared(error: unknown): boolean {
  return NOT_PREPARED.includes(codeOf(error));
}

/** The code of a database's error. */
export const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

/**
 * Runs `work` in a transaction: all of it is committed, or nothing. `work` may run again when the database ended it in favour of another.
 * `work` awaits its statements one by one: with `Promise.all` the first that fails would end the transaction while SQLite still writes the
 * rows of another, and those would be committed apart from it.
 * @throws CommitError when the commit failed; else what `work` threw.
 */
export async function inTransaction<T>({ db }: StoreContext, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      let actions: readonly (() => void)[] = [];
      const result = await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        actions = afterCommits.get(tx) ?? [];
        isCommitting = true;
        return result;
      });
      for (const action of actions) action();
      return result;
    } catch (thrown) {
      const isLate = thrown instanceof LateError;
      const error = isLate ? thrown.cause : thrown;
      if (tries < MAX_TRIES && (ENDED_FOR_ANOTHER.includes(codeOf(error)) || isUnprepared(error))) continue;
      if (isCommitting && !isLate)
        throw new CommitError('the transaction may or may not have been committed', { cause: error });
      throw error;
    }
  }
}

/** What is done when transactions have been committed. */
const afterCommits = new WeakMap<Database, (() => void)[]>();

/** Does something once a transaction of {@link inTransaction} has been committed; it must not throw. */
export function afterCommit(tx: Database, action: () => void): void {
  const actions = afterCommits.get(tx);
  if (actions === undefined) afterCommits.set(tx, [action]);
  else actions.push(action);
}

// ---- The clock ----

/** Gateways on one database differ by this much without being wrong, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 1_000;

/** Reads a clock in whole milliseconds. */
export class Watch {
  readonly #clock: () => number;
  #last = 0;
  #wasPutBack = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Epoch milliseconds. */
  read(): number {
    const now = Math.floor(this.#clock());
    if (now < this.#last - CLOCK_TOLERANCE_MS) this.#wasPutBack = true;
    this.#last = now;
    return now;
  }

  /** Whether the clock was put back since this was asked last. */
  takePutBack(): boolean {
    const wasPutBack = this.#wasPutBack;
    this.#wasPutBack = false;
    return wasPutBack;
  }
}

// ---- Rows ----

/** What else is asked of a statement that gets rows. */
export interface RowsOptions {
  /** Whether it fails where a row changes nothing; on SQLite alone. */
  readonly mustChange?: boolean;
  /** Called with what it gives, on PostgreSQL alone; before it is known whether the transaction was committed. One that is tried again calls it again. */
  readonly onAnswer?: (rows: readonly unknown[]) => void;
}

/**
 * Rows as the parameter of a statement that writes them. In a transaction its answer is waited for with the next statement, so that one that fails may
 * fail that.
 */
export class Rows {
  readonly rows: readonly (readonly unknown[])[];
  readonly options: RowsOptions;

  constructor(rows: readonly (readonly unknown[])[], options: RowsOptions) {
    this.rows = rows;
    this.options = options;
  }
}

/** Columns by name, with the type that PostgreSQL makes of the JSON value. */
export type Columns<T extends keyof Tables> = { readonly [C in keyof Tables[T]]?: 'bigint' | 'integer' | 'text' };

const statements = new Map<string, string>();

/**
 * Inserts rows in their order; each is a list of values in the order of `columns`.
 * @param conflict an `on conflict` clause, a constant text.
 */
export async function insertRows<T extends keyof Tables & string>(
  db: Database,
  engine: Engine,
  table: T,
  columns: Columns<T>,
  rows: readonly (readonly unknown[])[],
  conflict = '',
): Promise<void> {
  if (rows.length === 0) return;
  const text = statementOf(`insert ${engine} ${table} ${Object.keys(columns)} ${conflict}`, () => {
    const names = Object.keys(columns).join(', ');
    return engine === 'sqlite'
      ? `insert into ${table} (${names}) values (${Object.keys(columns).map(() => '?')}) ${conflict}`
      : `insert into ${table} (${names}) select ${readColumns(columns)} from ${givenRows()} order by given.position ${conflict}`;
  });
  await runForRows(db, text, rows);
}

/** Sets columns of rows that are found by their key, of one column or several; each row is a list of the new values and then the key. */
export async function updateRows<T extends keyof Tables & string>(
  db: Database,
  engine: Engine,
  table: T,
  columns: Columns<T>,
  key: (keyof Tables[T] & string) | readonly (keyof Tables[T] & string)[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const keys: readonly string[] = typeof key === 'string' ? [key] : key;
  const names = Object.keys(columns).filter((name) => !keys.includes(name));
  const text = statementOf(`update ${engine} ${table} ${names} ${key}`, () => {
    if (engine === 'sqlite') {
      return `update ${table} set ${names.map((name) => `${name} = ?`)} where ${keys.map((name) => `${name} = ?`).join(' and ')}`;
    }
    const ordered = Object.fromEntries(
      [...names, ...keys].map((name) => [name, columns[name as keyof Tables[T]]]),
    ) as Columns<T>;
    const values = `(select ${readColumns(ordered)} from ${givenRows()}) as row_given`;
    return `update ${table} set ${names.map((name) => `${name} = row_given.${name}`)} from ${values} where ${keys.map((name) => `${table}.${name} = row_given.${name}`).join(' and ')}`;
  });
  await runForRows(db, text, rows);
}

/**
 * Copies rows that are found by their id, with other values for some columns: each row is a list of these values and then the id.
 * What is the same in a copy never leaves the database.
 */
export async function copyRows<T extends keyof Tables & string>(
  db: Database,
  engine: Engine,
  table: T,
  same: readonly (keyof Tables[T] & string)[],
  changed: Columns<T>,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(changed);
  const text = statementOf(`copy ${engine} ${table} ${same} ${names}`, () => {
    const kept = same.map((name) => `original.${name}`);
    const target = `insert into ${table} (${[...names, ...same]})`;
    return engine === 'sqlite'
      ? `${target} select ${[...names.map(() => '?'), ...kept]} from ${table} as original where original.id = ?`
      : `${target} select ${[readColumns(changed), ...kept]} from ${givenRows()}
         join ${table} as original on original.id = (given.value->>${names.length})::bigint order by given.position`;
  });
  await runForRows(db, text, rows);
}

/** `column in (values)` as a condition whose text does not depend on how many values there are. */
export function among(engine: Engine, column: string, values: readonly (string | number)[]): RawBuilder<boolean> {
  const reference = sql.ref(column);
  return engine === 'sqlite'
    ? sql`${reference} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${reference} = any(${values})`;
}

/** On PostgreSQL, the rows that a statement gets, in its place of the query: all of its JSON text, or one list of several. */
export function givenRows(list?: number): string {
  return `json_array_elements($1::json${list === undefined ? '' : `->${list}`}) with ordinality as given(value, position)`;
}

/** Columns out of the values of {@link givenRows}, in their order. */
export function readColumns(columns: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(columns)
    .map(([name, type], index) => `(given.value->>${index})::${type} as ${name}`)
    .join(', ');
}

function statementOf(key: string, make: () => string): string {
  let text = statements.get(key);
  if (text === undefined) {
    text = make();
    statements.set(key, text);
  }
  return text;
}

/** Runs a statement for rows. */
export async function runForRows(
  db: Database,
  text: string,
  rows: readonly (readonly unknown[])[],
  options: RowsOptions = {},
): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text, [new Rows(rows, options)]));
}

// ---- Parts of messages ----

type StoredPart = readonly [tpDcs: number, tpPid: number, udh: string, text: string | null, data?: string];

/** Parts as JSON. */
export function formatParts(parts: readonly OutboundPart[]): string {
  return JSON.stringify(
    parts.map(
      ({ tpDcs, tpPid, udh, userData }): StoredPart =>
        'text' in userData ? [tpDcs, tpPid, hexOf(udh), userData.text] : [tpDcs, tpPid, hexOf(udh), null, hexOf(userData.data)],
    ),
  );
}

/** Parts from JSON that {@link formatParts} wrote. */
export function parseParts(json: string): OutboundPart[] {
  return (JSON.parse(json) as StoredPart[]).map(([tpDcs, tpPid, udh, text, data = '']) => ({
    tpDcs,
    tpPid,
    udh: octetsOf(udh),
    userData: text === null ? { data: octetsOf(data) } : { text },
  }));
}

/** Octet strings as a JSON list of hex. */
export function formatOctets(list: readonly Uint8Array[]): string {
  return JSON.stringify(list.map(hexOf));
}

/** Octet strings from JSON that {@link formatOctets} wrote. */
export function parseOctets(json: string): Uint8Array[] {
  return (JSON.parse(json) as string[]).map(octetsOf);
}

/** Octets in hex, as the store has them. */
export function hexOf(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('hex').toUpperCase();
}

function octetsOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
