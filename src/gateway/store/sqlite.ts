/**
 * SQLite under kysely: one connection that writes, one transaction at a time.
 *
 * kysely's own driver prepares every statement anew and begins transactions as readers, which fail when another process (the `admin`
 * command) writes between their first read and their first write.
 *
 * A transaction begins with its first statement, and rows that it writes wait for the next statement that gives something, or for its commit. One that
 * only writes rows is a single list of statements from `begin` to `commit`, and so is a statement outside of transactions: these wait for nobody here,
 * since lists run one after the other. A transaction of several lists has the connection for itself from its first list to its last.
 *
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
import { Checkpoints } from './checkpoints.js';
import { LateError, Rows } from './database.js';
import type { Database } from './schema.js';
import {
  ROLLBACK,
  SqliteConnection,
  type Step,
  type StepResult,
  type StepRunner,
  type StepsOutcome,
} from './sqlite-connection.js';
import { IN_MEMORY, loadSqlite, type SqliteDriverName } from './sqlite-drivers.js';
import { findStoreWorker, StoreThread } from './sqlite-thread.js';

/** Work of so many milliseconds ends with a turn of the event loop. */
const TURN_MS = 5;

/** Rows that wait to be written together. To copy more to another thread would keep this one for milliseconds. */
const MAX_LATE_ROWS = 500;

const BEGIN: Step = { sql: 'begin immediate' };
const COMMIT: Step = { sql: 'commit' };

/** How a database file is opened. */
export interface OpenSqliteOptions {
  /** The driver; the one that is there by default. */
  readonly name?: SqliteDriverName | undefined;
  /** Whether a thread of its own works on the file, or where its program is; see StoreOptions. */
  readonly thread?: boolean | URL | string | undefined;
}

/**
 * Opens a database file, or one in memory (`:memory:`). A commit is on the disk when it returns.
 * @throws Error naming what to install when no driver is there.
 */
export async function openSqlite(path: string, { name, thread = false }: OpenSqliteOptions = {}): Promise<Database> {
  const driver = await loadSqlite(name, path);
  if (path === IN_MEMORY) {
    const writer = await SqliteConnection.open(path, driver);
    return databaseOf({ writer, reader: undefined, close: () => writer.close() });
  }
  const program = thread === true ? findStoreWorker() : thread || undefined;
  const writer =
    program === undefined ? await SqliteConnection.open(path, driver) : await StoreThread.open(program, path, driver.name);
  try {
    const reader = program === undefined ? undefined : SqliteConnection.openReader(path, driver);
    const checkpoints = new Checkpoints(path, driver);
    const close = async () => {
      await checkpoints.close();
      await reader?.close();
      // The last connection that closes takes the log away.
      await writer.close();
    };
    return databaseOf({ writer, reader, close });
  } catch (error) {
    await writer.close();
    throw error;
  }
}

function databaseOf(connections: Connections): Database {
  return new Kysely({ dialect: new SqliteFileDialect(new SqliteFileDriver(connections)) });
}

class SqliteFileDialect implements Dialect {
  readonly #driver: SqliteFileDriver;

  constructor(driver: SqliteFileDriver) {
    this.#driver = driver;
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/** What works on a file. */
interface Connections {
  readonly writer: StepRunner;
  /** For reads outside of transactions, where the writer is on another thread. */
  readonly reader: StepRunner | undefined;
  close(): Promise<void>;
}

/** Gives the connection that writes to one caller after the other, first come, first served. */
class SqliteFileDriver implements Driver {
  readonly #connections: Connections;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #isClosed = false;
  /** Since when it has gone from caller to caller without a turn of the event loop. */
  #busySince = 0;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteUse> {
    return new SqliteUse(this, this.#connections);
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(use: SqliteUse): Promise<void> {
    use.begin();
  }

  async commitTransaction(use: SqliteUse): Promise<void> {
    await use.commit();
  }

  async rollbackTransaction(use: SqliteUse): Promise<void> {
    await use.rollback();
  }

  async destroy(): Promise<void> {
    // A transaction that has sent a statement comes to its end; what has sent none is refused from here on.
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isClosed = true;
    for (const next of this.#waiting.splice(0)) next();
    await this.#connections.close();
  }

  /** Runs a list by itself, once no transaction of several lists is open. */
  async runWhole(steps: readonly Step[]): Promise<StepsOutcome> {
    try {
      await this.takeWriter();
    } catch (error) {
      return { results: [], error };
    }
    const running = this.#connections.writer.run(steps, true);
    this.releaseWriter();
    return running;
  }

  /** Resolves when nobody else uses the connection that writes. @throws Error when it was closed meanwhile */
  async takeWriter(): Promise<void> {
    if (this.#isTaken && !this.#isClosed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busySince = performance.now();
    if (this.#isClosed) throw new Error('the database is closed');
    this.#isTaken = true;
  }

  releaseWriter(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else if (performance.now() < this.#busySince + TURN_MS) next();
    else {
      // SQLite may work on this thread: one transaction after the other would keep sockets waiting for all of them.
      setImmediate(() => {
        this.#busySince = performance.now();
        next();
      });
    }
  }
}

/** One statement, or one transaction. */
class SqliteUse implements DatabaseConnection {
  readonly #driver: SqliteFileDriver;
  readonly #connections: Connections;
  #isInTransaction = false;
  /** Whether the connection that writes is this transaction's alone. */
  #isHolding = false;
  /** What runs with the next statement of the transaction that gives something: its begin, and rows to write. */
  #late: Step[] = [];
  #lateRows = 0;

  constructor(driver: SqliteFileDriver, connections: Connections) {
    this.#driver = driver;
    this.#connections = connections;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const [first] = parameters;
    if (first instanceof Rows) return this.#writeRows(sql, first);
    return resultOf(await this.#runOne({ sql, parameters }));
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the SQLite store does not stream');
  }

  begin(): void {
    this.#isInTransaction = true;
    this.#late.push(BEGIN);
  }

  /** @throws LateError when a statement before it failed; what the commit itself failed with. */
  async commit(): Promise<void> {
    const late = this.#takeLate();
    if (late[0] === BEGIN && late.length === 1) {
      this.#end();
      return;
    }
    const steps = [...late, COMMIT];
    const {
      results,
      error,
      isLost = false,
    } = await (this.#isHolding ? this.#connections.writer.run(steps, true) : this.#driver.runWhole(steps));
    if (error !== undefined) throw results.length < late.length && !isLost ? new LateError(error) : error;
    this.#end();
  }

  async rollback(): Promise<void> {
    this.#takeLate();
    try {
      if (this.#isHolding) await this.#run([ROLLBACK]);
    } finally {
      this.#end();
    }
  }

  /** Rows of a transaction wait for its next statement, or for others. */
  async #writeRows<R>(sql: string, { rows, options }: Rows): Promise<QueryResult<R>> {
    const { mustChange = false } = options;
    if (!this.#isInTransaction) return resultOf(await this.#runOne({ sql, rows, mustChange }));
    for (let from = 0; from < rows.length; ) {
      const some = rows.slice(from, from + MAX_LATE_ROWS - this.#lateRows);
      this.#late.push({ sql, rows: some, mustChange });
      this.#lateRows += some.length;
      from += some.length;
      if (this.#lateRows === MAX_LATE_ROWS) await this.#runHeld(this.#takeLate());
    }
    return { rows: [] };
  }

  async #runOne(step: Step): Promise<StepResult> {
    if (this.#isInTransaction) return this.#runHeld([...this.#takeLate(), step]);
    const { reader } = this.#connections;
    if (reader !== undefined && READS.test(step.sql)) return lastOf(await reader.run([step], true));
    return lastOf(await this.#driver.runWhole([step]));
  }

  /** Within a transaction of several lists. */
  async #runHeld(steps: readonly Step[]): Promise<StepResult> {
    if (!this.#isHolding) await this.#driver.takeWriter();
    this.#isHolding = true;
    return this.#run(steps);
  }

  async #run(steps: readonly Step[]): Promise<StepResult> {
    return lastOf(await this.#connections.writer.run(steps, false));
  }

  #takeLate(): Step[] {
    const late = this.#late;
    this.#late = [];
    this.#lateRows = 0;
    return late;
  }

  #end(): void {
    if (this.#isHolding) this.#driver.releaseWriter();
    this.#isHolding = false;
    this.#isInTransaction = false;
  }
}

/** What the store reads by; a statement that begins with other words, such as `with` before an update, takes the connection that writes. */
const READS = /^\s*(?:select|with recursive)\b/i;

/** @throws the error. */
function lastOf({ results, error }: StepsOutcome): StepResult {
  if (error !== undefined) throw error;
  return results.at(-1) as StepResult;
}

function resultOf<R>({ rows, changes, insertId }: StepResult): QueryResult<R> {
  return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId: BigInt(insertId) };
}
