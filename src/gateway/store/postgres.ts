/**
 * PostgreSQL under kysely, by pg: several gateways may share one database.
 * @module
 */
import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig, PoolConfig } from 'pg';
import { missingPackage } from '../packages.js';
import { withoutNul } from './database.js';
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
}

/** Type number of int8 in PostgreSQL's catalogue. */
const INT8 = 20;

/**
 * Opens a pool of connections; none is made before the first query. 64-bit integers are read as numbers: every one of ours is safe.
 * @throws Error naming the package to install when pg is not there.
 */
export async function openPostgres(config: string | PostgresConfig): Promise<Database> {
  const { default: pg } = await import('pg').catch(missingPackage('pg', 'a PostgreSQL store'));
  const pool = new pg.Pool({
    ...(typeof config === 'string' ? { connectionString: config } : config),
    Client: class extends pg.Client {
      constructor(own?: string | ClientConfig) {
        super(own);
        // A connection that breaks between two queries of a transaction fails the next one; without a listener it would end the process.
        this.on('error', () => {});
      }

      // biome-ignore lint/suspicious/noExplicitAny: the method takes a dozen combinations of arguments, kysely one of them
      override query(text: any, values?: any, ...rest: any[]): any {
        return super.query(text, withoutNul(values) as unknown[], ...(rest as []));
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
