/**
 * PostgreSQL under kysely, by pg: several gateways may share one database.
 * @module
 */
import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig, PoolConfig } from 'pg';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { withoutNul } from '../characters.js';
import { missingPackage } from '../packages.js';
import type { Database } from './schema.js';

/** Where a database is: what most of pg's own options come to, whose types need a package of their own. */
export interface PostgresConfig {
  /** A URL, `postgres://user:password@host:port/database`, in place of what follows. */
  readonly connectionString?: string | undefined;
  /** Name or address of the server; a folder of its socket when it begins with a slash. */
  readonly host?: string | undefined;
  /** Port of the server, 5432 by default. */
  readonly port?: number | undefined;
  /** Name of the database. */
  readonly database?: string | undefined;
  /** User to log in as. */
  readonly user?: string | undefined;
  /** The user's password; it is in no error. */
  readonly password?: string | undefined;
  /** Connections at most, 10 by default. */
  readonly max?: number | undefined;
  /** TLS, as `node:tls` takes it. */
  readonly ssl?: boolean | object | undefined;
  /** How long a connection may take to be there, in milliseconds, 10,000 by default; waiting for a free one counts. */
  readonly connectionTimeoutMillis?: number | undefined;
  /** How long an answer may take, in milliseconds, 30,000 by default; the connection is given up then. */
  readonly query_timeout?: number | undefined;
}

/** A server that has gone silent fails what waits for it, and is asked again over other connections. */
const PATIENCE = { connectionTimeoutMillis: 10_000, query_timeout: 30_000, keepAlive: true } as const;

/** The words of pg and of its pool for what took too long; they have no code. */
const NO_ANSWER = 'Query read timeout';
const NO_CONNECTION = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];

/** Whether the server took too long to answer: what was asked may have been done. */
export function isUnanswered(error: unknown): boolean {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return message === NO_ANSWER || NO_CONNECTION.includes(String(message));
}

/** Type number of int8 in PostgreSQL's catalogue. */
const INT8 = 20;

/**
 * Opens a pool of connections; none is made before the first query. 64-bit integers are read as numbers: every one of ours is safe.
 * @param isPatient whether an answer may take any time, as bringing tables of millions of rows up to date does
 * @throws Error naming the package to install when pg is not there.
 */
export async function openPostgres(config: string | PostgresConfig, isPatient = false): Promise<Database> {
  const { default: pg } = await import('pg').catch(missingPackage('pg', 'a PostgreSQL store'));
  const pool = new pg.Pool({
    ...PATIENCE,
    ...(typeof config === 'string' ? { connectionString: config } : omitUndefined(config)),
    ...(isPatient && { query_timeout: 0 }),
    Client: class extends pg.Client {
      constructor(own?: string | ClientConfig) {
        super(own);
        // A connection that breaks between two queries of a transaction fails the next one; without a listener it would end the process.
        this.on('error', () => {});
      }

      // biome-ignore lint/suspicious/noExplicitAny: the method takes a dozen combinations of arguments, kysely one of them
      override query(text: any, values?: any, ...rest: any[]): any {
        const answer = super.query(text, withoutNul(values) as unknown[], ...(rest as [])) as unknown;
        if (answer instanceof Promise) {
          answer.catch((error: unknown) => {
            // The query is still under way on this connection: nothing after it would be answered.
            if (isUnanswered(error)) void this.end().catch(() => undefined);
          });
        }
        return answer;
      }
    },
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    } as NonNullable<PoolConfig['types']>,
  });
  // So it would when it breaks while nobody uses it; the pool replaces it.
  pool.on('error', () => {});
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
