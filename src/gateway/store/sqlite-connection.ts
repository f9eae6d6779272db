/**
 * One connection to a SQLite file: statements are prepared once, and run in lists.
 * @module
 */
import { turn } from '../work.js';
import type { SqliteDriver, SqliteFile, SqliteStatement } from './sqlite-drivers.js';

/** A statement with its parameters; with `rows`, it is run once for each of them, and with `mustChange` each time has to change a row. */
export interface Step {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly mustChange?: boolean;
}

/** What a statement gave. */
export interface StepResult {
  readonly rows: readonly unknown[];
  readonly changes: number | bigint;
  readonly insertId: number | bigint;
}

/** What a list of statements came to: results up to the first that failed, and its error. */
export interface StepsOutcome {
  readonly results: readonly StepResult[];
  readonly error?: unknown;
  /** Whether nobody knows which of them were run. */
  readonly isLost?: true;
}

/** Runs lists of statements, one list after the other in the order of the calls. */
export interface StepRunner {
  /**
   * Runs statements in order until one fails. It does not reject because of a statement.
   * @param isWhole whether nothing of them goes on after the list: a transaction that is open when one fails is rolled back
   */
  run(steps: readonly Step[], isWhole: boolean): Promise<StepsOutcome>;
  /** Ends when the lists before it have. */
  close(): Promise<void>;
}

/** How long a statement waits for another process that writes, in milliseconds, and how often it looks. */
const BUSY_MS = 10_000;
const LOOK_MS = 2;

/** Rows are written for so many milliseconds between turns of the event loop; for as long as the turn before took, when that was longer. */
const TURN_MS = 5;

/** Rows that are written before the clock is looked at. */
const ROWS_AT_ONCE = 32;

/** KiB of pages in memory: indices of many messages are larger than the 2 MiB that SQLite takes. */
const CACHE_KIB = 32_000;

/** Pages of the log from which on a commit also checkpoints: what the thread for that has done by then is no work any more. */
const OWN_CHECKPOINT_PAGES = 8_000;

/** Prepared statements that are kept; there are fewer in this program, so the bound is for safety only. */
const MAX_STATEMENTS = 256;

/** Ends a transaction if there is one: a full disk or a broken file may have ended it already. */
export const ROLLBACK: Step = { sql: 'rollback' };

/** A connection in the caller's thread. */
export class SqliteConnection implements StepRunner {
  readonly #file: SqliteFile;
  readonly #statements = new Map<string, SqliteStatement>();
  /** The last list that was given, until it has ended. */
  #running: Promise<StepsOutcome> | undefined;
  /** How long rows are written before the next turn; a new transaction does not know yet how long turns take. */
  #sliceMs = TURN_MS;

  private constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Opens a file, or one in memory, for reading and writing. A commit is on the disk when it returns. @throws Error when it cannot be opened */
  static async open(path: string, driver: SqliteDriver): Promise<SqliteConnection> {
    // Waiting is done below: SQLite's own way to wait would stop every other request of this thread, too.
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
    return new SqliteConnection(file);
  }

  /** Opens a file that is there for reading alone. @throws Error when it cannot be opened */
  static openReader(path: string, driver: SqliteDriver): SqliteConnection {
    const file = driver.open(path, { isReadOnly: true });
    file.exec(`pragma temp_store = MEMORY; pragma cache_size = -${CACHE_KIB}`);
    return new SqliteConnection(file);
  }

  run(steps: readonly Step[], isWhole: boolean): Promise<StepsOutcome> {
    // A list of many rows gives others turns; what they run waits for its end.
    const before = this.#running;
    const outcome = before === undefined ? this.#runSteps(steps, isWhole) : before.then(() => this.#runSteps(steps, isWhole));
    this.#running = outcome;
    void outcome.then(() => {
      if (this.#running === outcome) this.#running = undefined;
    });
    return outcome;
  }

  async #runSteps(steps: readonly Step[], isWhole: boolean): Promise<StepsOutcome> {
    const results: StepResult[] = [];
    try {
      for (const step of steps) {
        results.push(await (this.#file.inTransaction ? this.#execute(step) : this.#executeAlone(step)));
      }
      return { results };
    } catch (error) {
      if (isWhole) this.#rollback();
      return { results, error };
    }
  }

  /** What fails in it has ended the transaction as well. */
  #rollback(): void {
    try {
      void this.#execute(ROLLBACK);
    } catch {}
  }

  async close(): Promise<void> {
    await this.#running;
    this.#releaseStatements();
    this.#file.close();
  }

  /** Outside of a transaction others may write. */
  #executeAlone(step: Step): Promise<StepResult> {
    this.#sliceMs = TURN_MS;
    return patiently(() => this.#execute(step));
  }

  #execute({ sql, parameters = [], rows, mustChange = false }: Step): StepResult | Promise<StepResult> {
    if (sql === ROLLBACK.sql && !this.#file.inTransaction) return NOTHING;
    const statement = this.#prepare(sql);
    if (rows !== undefined) return this.#writeRows(statement, rows, mustChange);
    if (statement.reader) return { ...NOTHING, rows: statement.all(parameters) };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], changes, insertId: lastInsertRowid };
  }

  /**
   * Many rows take long, so the event loop gets turns while they are written. The transaction stays open meanwhile, and everybody else who needs the
   * store waits for it. On a busy event loop a turn takes long: the next slice is then as long as that turn, so that turns at most double the wait.
   */
  async #writeRows(
    statement: SqliteStatement,
    rows: readonly (readonly unknown[])[],
    mustChange: boolean,
  ): Promise<StepResult> {
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
      const { changes } = statement.run(rows[index] as readonly unknown[]);
      if (mustChange && Number(changes) !== 1) throw Object.assign(new Error('a row has changed'), { code: STALE });
    }
    return { ...NOTHING, changes: rows.length };
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

/** Code of the error when a row was to be changed that is not as it was. */
const STALE = 'STALE';

/** Whether rows were not as they were read before the transaction: one to change, or a key that is taken by now. */
export function isStale(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return code === STALE || code.startsWith('SQLITE_CONSTRAINT');
}

const NOTHING: StepResult = { rows: [], changes: 0, insertId: 0 };

/** Whether another process has the file. */
export function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');
}

/** Tries again for a while when another process has the file. */
async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
