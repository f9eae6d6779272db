/**
 * What a gateway needs and does not find: everything in one message, with the command that installs it.
 *
 * The file `gateway.js` of the package is written by the build: it loads the gateway itself, and what {@link explainMissing} says when that fails.
 * @module
 */
import { createRequire } from 'node:module';
import { isNotFound } from './packages.js';
import { hasNodeSqlite } from './store/sqlite-drivers.js';

/** Without these no gateway loads. */
const NEEDED = ['hono', '@hono/node-server', 'kysely', 'xmlbuilder2'];

/** Of the log and the metrics, which `serve` has and a program may have. */
const WATCHING = ['pino', 'prom-client'];

/** What works on the store: one of these, or the SQLite of Node. The last is for stores in memory alone. */
const DRIVERS = ['better-sqlite3', 'pg', 'node-sqlite3-wasm'] as const;

/** The names of packages that are not installed. */
export interface MissingPackages {
  /** What every gateway needs, better-sqlite3 among it where nothing else could work on a store. */
  readonly needed: readonly string[];
  /** What is needed for a log and metrics. */
  readonly watching: readonly string[];
}

/** Looks for every package of a gateway; none is loaded. */
export function findMissing(): MissingPackages {
  const { resolve } = createRequire(import.meta.url);
  const isMissing = (name: string) => {
    try {
      resolve(name);
      return false;
    } catch (error) {
      return isNotFound(error);
    }
  };
  const [driver] = DRIVERS;
  const hasDriver = DRIVERS.some((name) => !isMissing(name)) || hasNodeSqlite();
  return { needed: [...NEEDED, ...(hasDriver ? [] : [driver])].filter(isMissing), watching: WATCHING.filter(isMissing) };
}

/**
 * For a gateway that does not load.
 * @throws Error that names all packages that are missing and has the code of the given error, when that one says that a package was not found; otherwise the given error.
 */
export function explainMissing(error: unknown): never {
  const { needed, watching } = isNotFound(error) ? findMissing() : { needed: [], watching: [] };
  if (needed.length === 0) throw error;
  const also = watching.length === 0 ? '' : ` (openLog and openMetrics: ${watching.join(' ')})`;
  const message = `handset/gateway needs packages that are not installed: npm install ${needed.join(' ')}${also}`;
  throw Object.assign(new Error(message, { cause: error }), { code: (error as { code: string }).code });
}
