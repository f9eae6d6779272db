/**
 * What reads and writes SQLite files: the package better-sqlite3, or SQLite of Node itself (`node:sqlite`) where that package is not installed. A
 * store in memory also works by node-sqlite3-wasm, which is installed without a compiler; in a file it could neither use WAL nor be shared by processes.
 *
 * Each is used by the few methods that the store needs, and errors at files have the same codes (`SQLITE_BUSY`), whichever it is.
 * Source: Node.js, "SQLite"; SQLite, "Result and Error Codes", section 3; SQLite, "Write-Ahead Logging", section 8.
 * @module
 */
import { createRequire, isBuiltin } from 'node:module';
import type { Database as WasmDatabase, Statement as WasmPrepared } from 'node-sqlite3-wasm';
import { withoutNul } from '../characters.js';
import { isNotFound, missingPackage } from '../packages.js';

/** A SQLite implementation: the packages `better-sqlite3` and `node-sqlite3-wasm` (only in memory), or `node:sqlite` of Node 22.16 or later (but not 23). */
export type SqliteDriverName = 'better-sqlite3' | 'node:sqlite' | 'node-sqlite3-wasm';

/** The path of a store that is in no file. */
export const IN_MEMORY = ':memory:';

/** A statement, prepared once. */
export interface SqliteStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  /** @throws Error with a code of SQLite. */
  all(parameters: readonly unknown[]): unknown[];
  /** @throws Error with a code of SQLite. */
  run(parameters: readonly unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  /** Frees its memory where that is not collected; it is not used afterwards. */
  release?(): void;
}

/** An open file. */
export interface SqliteFile {
  readonly inTransaction: boolean;
  /** @throws Error with a code of SQLite. */
  prepare(sql: string): SqliteStatement;
  /** Runs statements without parameters; rows are not given. @throws Error with a code of SQLite. */
  exec(sql: string): void;
  close(): void;
}

/** How a file is opened. */
export interface OpenOptions {
  /** Whether it is read and nothing else; it has to be there then. */
  readonly isReadOnly?: boolean | undefined;
}

/** One of them. */
export interface SqliteDriver {
  readonly name: SqliteDriverName;
  /** For another thread: the file of the package, which that thread loads; undefined when it is Node's, or there are no files. */
  readonly module: string | undefined;
  /**
   * Opens a file, or `:memory:`. A file that another process locks is an error at once.
   * @throws Error when it cannot be opened.
   */
  open(path: string, options?: OpenOptions): SqliteFile;
}

/** The methods of `node:sqlite` that are used. The types of Node 20 have none of it. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean; readonly timeout: number }) => NodeDatabase;
}

interface NodeDatabase {
  readonly isTransaction: boolean;
  prepare(sql: string): NodePrepared;
  exec(sql: string): void;
  close(): void;
}

interface NodePrepared {
  columns(): readonly unknown[];
  all(...parameters: readonly unknown[]): unknown[];
  run(...parameters: readonly unknown[]): ReturnType<SqliteStatement['run']>;
}

/** Primary result codes of SQLite by number. */
const CODES =
  `OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG
  CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB`.split(/\s+/);

/** The versions of Node that have all that is used of `node:sqlite`; 23 does not. */
const NODE_WITH_SQLITE = 'Node 22.16 or later in version 22, or Node 24 or newer';

const loaded = new Map<string, SqliteDriver>();

/**
 * The driver of a name; without one better-sqlite3, and that of Node where the package is not installed or was built for another Node, and for a
 * store in memory node-sqlite3-wasm where there is neither.
 * @throws Error that names the ways to get one, when none is there.
 */
export async function loadSqlite(name?: SqliteDriverName, path?: string): Promise<SqliteDriver> {
  const key = name ?? (path === IN_MEMORY ? IN_MEMORY : '');
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const driver = await load(name, path === IN_MEMORY);
  loaded.set(key, driver);
  return driver;
}

async function load(name: SqliteDriverName | undefined, inMemory: boolean): Promise<SqliteDriver> {
  if (name === 'node:sqlite') return nodeDriver() ?? refuse();
  if (name === 'node-sqlite3-wasm') return wasmDriver();
  try {
    return await betterDriver();
  } catch (error) {
    const other =
      name === undefined ? (nodeDriver() ?? (inMemory ? await wasmDriver().catch(() => undefined) : undefined)) : undefined;
    return other ?? refuse(error);
  }
}

/** Whether Node itself has a driver. It is not loaded, which Node 22 would tell of as an experiment. */
export function hasNodeSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  // What 22.16 got came to 24 as well, and not to 23.
  return (major > 23 || (major === 22 && minor >= 16)) && isBuiltin('node:sqlite');
}

function refuse(cause?: unknown): never {
  const here = `this is Node ${process.versions.node}`;
  if (cause === undefined) throw new Error(`node:sqlite needs ${NODE_WITH_SQLITE}; ${here}`);
  if (isNotFound(cause)) {
    throw new Error(
      `a SQLite store needs the package better-sqlite3 (npm install better-sqlite3), or ${NODE_WITH_SQLITE}, which have their own; ${here}`,
      { cause },
    );
  }
  const [reason] = String((cause as { message?: unknown }).message ?? cause).split('\n');
  throw new Error(
    `better-sqlite3 does not load (npm rebuild better-sqlite3); ${NODE_WITH_SQLITE} does not need it, ${here}: ${reason}`,
    { cause },
  );
}

/** @throws Error when it is not installed, or not built for this Node. */
async function betterDriver(): Promise<SqliteDriver> {
  const { default: Sqlite } = await import('better-sqlite3');
  // Its native half is loaded with the first file only.
  new Sqlite(':memory:').close();
  return {
    name: 'better-sqlite3',
    get module() {
      return createRequire(import.meta.url).resolve('better-sqlite3');
    },
    open: (path, { isReadOnly = false } = {}) =>
      opened(path, () => new Sqlite(path, { timeout: 0, readonly: isReadOnly, fileMustExist: isReadOnly })),
  };
}

/** Names the file. better-sqlite3 throws a TypeError for a missing folder, and `node:sqlite` an error without the path. */
function opened<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const { message, code } = error as { message?: string; code?: unknown };
    if (!(error instanceof TypeError) && code !== 'SQLITE_CANTOPEN') throw error;
    throw new Error(`cannot open the store: ${path}: ${message}`, { cause: error });
  }
}

/** Undefined when this Node has none, or one that lacks methods. */
function nodeDriver(): SqliteDriver | undefined {
  // An import would be followed by bundlers, some of which take the prefix away.
  const node = hasNodeSqlite() ? (process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined) : undefined;
  if (node === undefined) return undefined;
  return {
    name: 'node:sqlite',
    module: undefined,
    open: (path, { isReadOnly = false } = {}) => new NodeFile(node, path, isReadOnly),
  };
}

class NodeFile implements SqliteFile {
  readonly #file: NodeDatabase;

  constructor({ DatabaseSync }: NodeSqlite, path: string, readOnly: boolean) {
    this.#file = opened(path, () => coded(() => new DatabaseSync(path, { readOnly, timeout: 0 })));
  }

  get inTransaction(): boolean {
    return this.#file.isTransaction;
  }

  prepare(sql: string): SqliteStatement {
    return new NodeStatement(coded(() => this.#file.prepare(sql)));
  }

  exec(sql: string): void {
    coded(() => this.#file.exec(sql));
  }

  close(): void {
    this.#file.close();
  }
}

class NodeStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: NodePrepared;

  constructor(statement: NodePrepared) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return coded(() => this.#statement.all(...storable(parameters)));
  }

  run(parameters: readonly unknown[]): ReturnType<SqliteStatement['run']> {
    return coded(() => this.#statement.run(...storable(parameters)));
  }
}

/** @throws Error when it is not installed. */
async function wasmDriver(): Promise<SqliteDriver> {
  const { default: wasm } = await import('node-sqlite3-wasm').catch(
    missingPackage('node-sqlite3-wasm', 'a store by that driver'),
  );
  return {
    name: 'node-sqlite3-wasm',
    module: undefined,
    open: (path) => {
      if (path !== IN_MEMORY) throw new Error(`node-sqlite3-wasm is for stores in memory (${IN_MEMORY}), not for ${path}`);
      return new WasmFile(new wasm.Database(path));
    },
  };
}

class WasmFile implements SqliteFile {
  readonly #file: WasmDatabase;
  /** Those to finalize: memory of WebAssembly is not collected. */
  readonly #statements = new Set<WasmPrepared>();

  constructor(file: WasmDatabase) {
    this.#file = file;
  }

  get inTransaction(): boolean {
    return this.#file.inTransaction;
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.#file.prepare(sql);
    this.#statements.add(statement);
    return new WasmStatement(this.#file, statement, GIVES_ROWS.test(sql), () => this.#finalize(statement));
  }

  exec(sql: string): void {
    this.#file.exec(sql);
  }

  close(): void {
    for (const statement of this.#statements) this.#finalize(statement);
    this.#file.close();
  }

  #finalize(statement: WasmPrepared): void {
    this.#statements.delete(statement);
    try {
      statement.finalize();
    } catch {
      // The error of its last execution once more, which its caller has had.
    }
  }
}

/** The package does not tell; values are bound, so these words are in no text of the store's statements. */
const GIVES_ROWS = /^\s*(?:select|with|values|pragma)\b|\breturning\b/i;

class WasmStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #file: WasmDatabase;
  readonly #statement: WasmPrepared;
  readonly release: () => void;

  constructor(file: WasmDatabase, statement: WasmPrepared, reader: boolean, release: () => void) {
    this.#file = file;
    this.#statement = statement;
    this.reader = reader;
    this.release = release;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(storable(parameters) as Parameters<WasmPrepared['all']>[0]);
  }

  /** Read to its end: the package's own method leaves a statement that gives rows unfinished, and no transaction can end then. */
  run(parameters: readonly unknown[]): ReturnType<SqliteStatement['run']> {
    this.all(parameters);
    const counts = this.#file.get('select changes() as changes, last_insert_rowid() as lastInsertRowid');
    return counts as unknown as ReturnType<SqliteStatement['run']>;
  }
}

/** A text that is read ends at its first NUL. */
function storable(parameters: readonly unknown[]): readonly unknown[] {
  return withoutNul(parameters) as readonly unknown[];
}

/** What SQLite reports gets its code in the form of better-sqlite3. Node has the number alone. */
function coded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { errcode } = error as { errcode?: unknown };
    const name = typeof errcode === 'number' ? CODES[errcode & 0xff] : undefined;
    if (name !== undefined) (error as { code: string }).code = `SQLITE_${name}`;
    throw error;
  }
}
