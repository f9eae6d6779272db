/**
 * SQLite under kysely: one connection in this process, statements prepared once, one writer at a time.
 *
 * kysely's own driver prepares every statement anew and begins transactions as readers, which fail when another process (the `admin`
 * command) writes between their first read and their first write.
 * @module
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { turn } from '../work.js';
import { Checkpoints, OWN_CHECKPOINT_PAGES } from './checkpoints.js';
import { Rows } from './database.js';
import type { Database } from './schema.js';
import { IN_MEMORY, loadSqlite, type SqliteDriverName, type SqliteFile, type SqliteStatement } from './sqlite-drivers.js';

/** How long a transaction waits for another process that writes, in milliseconds, and how often it looks. */
const BUSY_MS = 10_000;
const LOOK_MS = 2;

/** Work of so many milliseconds ends with a turn of the event loop; in a transaction of as many as the turn before it took, when that was longer. */
const TURN_MS = 5;

/** Rows that are written before the clock is looked at. */
const ROWS_AT_ONCE = 32;

/** KiB of pages in memory: indices of many messages are larger than the 2 MiB that SQLite takes. */
const CACHE_KIB = 32_000;

/** Prepared statements that are kept; there are fewer in this program, so the bound is for safety only. */
const MAX_STATEMENTS = 256;

/**
 * Opens a database file, or one in memory (`:memory:`). A commit is on the disk when it returns.
 * @param name of the driver; the one that is there by default
 * @throws Error naming what to install when no driver is there.
 */
export async function openSqlite(path: string, name?: SqliteDriverName): Promise<Database> {
  const driver = await loadSqlite(name, path);
  // Waiting is done below: SQLite's own way to wait would stop every other request of this process, too.
  const file = driver.open(path);
  try {
    await patiently(() => file.exec('pragma journal_mode = WAL'));
    file.exec('pragma synchronous = FULL');
    file.exec('pragma foreign_keys = ON');
    file.exec('pragma temp_store = MEMORY');
    file.exec(`pragma cache_size = -${CACHE_KIB}`);
    file.exec(`pragma wal_autocheckpoint = ${OWN_CHECKPOINT_PAGES}`);
  } catch (error) {
    file.close();
    throw error;
  }
  const checkpoints = path === IN_MEMORY ? undefined : new Checkpoints(path, driver);
  return new Kysely({ dialect: new SqliteFileDialect(file, checkpoints) });
}

class SqliteFileDialect implements Dialect {
  readonly #file: SqliteFile;
  readonly #checkpoints: Checkpoints | undefined;

  constructor(file: SqliteFile, checkpoints: Checkpoints | undefined) {
    this.#file = file;
    this.#checkpoints = checkpoints;
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createDriver(): Driver {
    return new SqliteFileDriver(this.#file, this.#checkpoints);
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/** Gives the one connection to one caller after the other, first come, first served. */
class SqliteFileDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Since when it has gone from caller to caller without a turn of the event loop. */
  #busySince = 0;

  constructor(file: SqliteFile, checkpoints: Checkpoints | undefined) {
    this.#connection = new SqliteConnection(file);
    this.#checkpoints = checkpoints;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busySince = performance.now();
    this.#isTaken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else if (performance.now() < this.#busySince + TURN_MS) next();
    else {
      // SQLite works on this thread: one transaction after the other would keep sockets waiting for all of them.
      setImmediate(() => {
        this.#busySince = performance.now();
        next();
      });
    }
  }

  async beginTransaction(): Promise<void> {
    this.#connection.resetSlice();
    await patiently(() => this.#connection.run('begin immediate'));
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    // A transaction that has begun comes to its end.
    await this.acquireConnection();
    // The last connection that closes takes the log away.
    await this.#checkpoints?.close();
    this.#connection.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #statements = new Map<string, SqliteStatement>();
  /** How long rows are written before the next turn. */
  #sliceMs = TURN_MS;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const [first] = query.parameters;
    if (first instanceof Rows) return this.#writeRows(this.#prepare(query.sql), first.rows);
    // Within a transaction nobody else writes.
    return this.#file.inTransaction ? this.#execute(query) : patiently(() => this.#execute(query));
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /**
   * Many rows take long, so the event loop gets turns while they are written. The transaction stays open meanwhile, and everybody else who needs the
   * store waits for it. On a busy event loop a turn takes long: the next slice is then as long as that turn, so that turns at most double the wait.
   *
   * Nothing else may use the connection during a turn. That is why no transaction uses `Promise.all`: a rollback could overtake rows that are still
   * being written.
   */
  async #writeRows<R>(statement: SqliteStatement, rows: Rows['rows']): Promise<QueryResult<R>> {
    let start = performance.now();
    for (let index = 0; index < rows.length; index++) {
      if (index % ROWS_AT_ONCE === 0) {
        const end = performance.now();
        if (end > start + this.#sliceMs) {
          await turn();
          start = performance.now();
          this.#sliceMs = Math.max(TURN_MS, start - end);
        }
      }
      statement.run(rows[index] as readonly unknown[]);
    }
    return { rows: [], numAffectedRows: BigInt(rows.length) };
  }

  /** A new transaction does not know yet how long turns take. */
  resetSlice(): void {
    this.#sliceMs = TURN_MS;
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the SQLite store does not stream');
  }

  run(sql: string): void {
    this.#prepare(sql).run([]);
  }

  rollback(): void {
    // A full disk or a broken file has ended the transaction already.
    if (this.#file.inTransaction) this.run('rollback');
  }

  close(): void {
    this.#releaseStatements();
    this.#file.close();
  }

  #releaseStatements(): void {
    for (const statement of this.#statements.values()) statement.release?.();
    this.#statements.clear();
  }

  #prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#file.prepare(sql);
      if (this.#statements.size >= MAX_STATEMENTS) this.#releaseStatements();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Whether another process has the file. */
export function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');
}

/** Tries again for a while when another process has the file. */
async function patiently<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
