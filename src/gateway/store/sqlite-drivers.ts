/**
 * What reads and writes SQLite files: the package better-sqlite3, or SQLite of Node itself (`node:sqlite`) where that package is not installed.
 *
 * Both are used by the few methods that the store needs, and their errors have the same codes (`SQLITE_BUSY`), whichever it is.
 * Source: Node.js, "SQLite"; SQLite, "Result and Error Codes", section 3.
 * @module
 */
import { createRequire, isBuiltin } from 'node:module';
import { withoutNul } from '../characters.js';
import { isNotFound } from '../packages.js';

/** `better-sqlite3` is the package of that name, `node:sqlite` is part of Node from 22.16 on. */
export type SqliteDriverName = 'better-sqlite3' | 'node:sqlite';

/** A statement, prepared once. */
export interface SqliteStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  /** @throws Error with a code of SQLite. */
  all(parameters: readonly unknown[]): unknown[];
  /** @throws Error with a code of SQLite. */
  run(parameters: readonly unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
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

/** One of the two. */
export interface SqliteDriver {
  readonly name: SqliteDriverName;
  /** For another thread: the file of the package, which that thread loads; undefined when it is Node's. */
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

/** Since when Node has all that is used of `node:sqlite`. */
const NODE_SINCE = 'Node 22.16';

const loaded = new Map<SqliteDriverName | undefined, SqliteDriver>();

/**
 * The driver of a name; without one better-sqlite3, and that of Node where the package is not installed or was built for another Node.
 * @throws Error that names both ways to get one, when neither is there.
 */
export async function loadSqlite(name?: SqliteDriverName): Promise<SqliteDriver> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const driver = await load(name);
  loaded.set(name, driver);
  return driver;
}

async function load(name: SqliteDriverName | undefined): Promise<SqliteDriver> {
  if (name === 'node:sqlite') return nodeDriver() ?? refuse();
  try {
    return await betterDriver();
  } catch (error) {
    return (name === undefined ? nodeDriver() : undefined) ?? refuse(error);
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
  if (cause === undefined) throw new Error(`node:sqlite needs ${NODE_SINCE} or newer; ${here}`);
  if (isNotFound(cause)) {
    throw new Error(
      `a SQLite store needs the package better-sqlite3 (npm install better-sqlite3), or ${NODE_SINCE} or newer, which has its own; ${here}`,
      { cause },
    );
  }
  const [reason] = String((cause as { message?: unknown }).message ?? cause).split('\n');
  throw new Error(
    `better-sqlite3 does not load (npm rebuild better-sqlite3); ${NODE_SINCE} or newer does without it, ${here}: ${reason}`,
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

/** At a folder that is not there the package throws a TypeError, which is no fault of this program's, and Node names no file. */
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
