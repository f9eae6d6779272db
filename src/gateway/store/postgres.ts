/**
 * PostgreSQL under kysely, by pg: several gateways may share one database.
 * @module
 */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig, PoolConfig } from 'pg';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { withoutNul } from '../characters.js';
import { missingPackage } from '../packages.js';
import { codeOf, isUnprepared, LateError, Rows } from './database.js';
import type { Database } from './schema.js';

/** Configuration of a PostgreSQL connection: the most common options of the package pg. */
export interface PostgresConfig {
  /** A URL, `postgres://user:password@host:port/database`, in place of the members below. */
  readonly connectionString?: string | undefined;
  /** Name or address of the server, or the folder of its socket if it begins with a slash. */
  readonly host?: string | undefined;
  /** Port of the server, 5432 by default. */
  readonly port?: number | undefined;
  /** Name of the database. */
  readonly database?: string | undefined;
  /** User to log in as. */
  readonly user?: string | undefined;
  /** The user's password; it is in no error. */
  readonly password?: string | undefined;
  /** Maximum number of connections; 10 by default. */
  readonly max?: number | undefined;
  /** TLS, as `node:tls` takes it. */
  readonly ssl?: boolean | object | undefined;
  /** Time limit for a connection in milliseconds, including the wait for a free one; 10,000 by default. */
  readonly connectionTimeoutMillis?: number | undefined;
  /** Time limit for an answer in milliseconds, after which the connection is closed; 30,000 by default. */
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

/** Statements that the server prepares, by their texts. A listing with a filter of its own may have one that is not among them. */
const MAX_PREPARED = 256;

/** What begins and ends transactions, as kysely says it. */
const CONTROL = ['begin', 'commit', 'rollback'];

/** PostgreSQL keeps 63 characters of a name. */
const NAME_CHARACTERS = 32;

/**
 * Names of statements, by which a connection prepares each once: to parse and plan one takes the server longer than most take to run. A name is made of the
 * statement's text, so that it is the same statement for every gateway that shares a pooler's connections.
 */
class StatementNames {
  readonly #names = new Map<string, string>();
  #isStopped = false;

  /** There are none from here on: a pooler gives each transaction another connection, which has prepared something else. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Undefined for what is not to be prepared. */
  of(text: string): string | undefined {
    if (this.#isStopped) return undefined;
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_PREPARED) {
      name = `handset_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`;
      this.#names.set(text, name);
    }
    return name;
  }
}

/** Errors after which the connection is of no more use: a pooler sends some of them when it has lost the server, whatever became of a statement. */
const CONNECTION_ERROR = /^(?:08|57P)/;

/** Whether the server has refused a statement, so that nothing of its transaction is kept. */
function isRefused(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity !== undefined && !CONNECTION_ERROR.test(codeOf(error));
}

/** lock_not_available in PostgreSQL. */
const LOCKED = '55P03';

/** Whether others had locked something for too long. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === LOCKED;
}

/**
 * The answer to a statement, once those before it are there; the first that failed is why the others did, too. A commit after one that the server has
 * refused has committed nothing; where the connection broke, nobody knows.
 */
async function afterLate(late: Promise<unknown>[], answer: Promise<unknown>, isCommit: boolean): Promise<unknown> {
  // It fails as well when one before it does.
  answer.catch(() => undefined);
  try {
    await Promise.all(late.splice(0));
  } catch (error) {
    throw isCommit && isRefused(error) ? new LateError(error) : error;
  }
  return answer;
}

/** JSON that PostgreSQL can take texts out of. */
function jsonOf(rows: readonly (readonly unknown[])[]): string {
  const json = JSON.stringify(rows);
  return json.includes('\\u0000') ? JSON.stringify(rows.map((row) => row.map(withoutNul))) : json;
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
  const names = new StatementNames();
  const pool = new pg.Pool({
    ...PATIENCE,
    ...(typeof config === 'string' ? { connectionString: config } : omitUndefined(config)),
    ...(isPatient && { query_timeout: 0 }),
    pipeline: true,
    Client: class extends pg.Client {
      /** Statements of the transaction in hand whose answers nobody has waited for; undefined outside of one, and with a pg that cannot go ahead. */
      #late: Promise<unknown>[] | undefined;
      #isCorked = false;

      constructor(own?: string | ClientConfig) {
        super(own);
        // A connection that breaks between two queries of a transaction fails the next one; without a listener it would end the process.
        this.on('error', () => {});
      }

      /** As kysely calls it. Within a transaction, `begin` and rows go to the server with the next statement, which does not wait for their answers. */
      // biome-ignore lint/suspicious/noExplicitAny: the method takes a dozen combinations of arguments, kysely one of them
      override query(text: any, values?: any, ...rest: any[]): any {
        if (rest.length > 0 || !Array.isArray(values)) return super.query(text, values, ...(rest as []));
        const [first] = values as readonly unknown[];
        if (text === 'begin' && (this as { pipeline?: boolean }).pipeline === true) this.#late = [];
        const late = this.#late;
        const isLate = late !== undefined && (text === 'begin' || first instanceof Rows);
        // One write to the socket for all of them: it takes as long as what else a statement takes here.
        if (isLate && !this.#isCorked) this.connection.stream.cork();
        const send = () => (first instanceof Rows ? this.#sendRows(text, first) : this.#send(text, values));
        const answer = send();
        if (!isLate && this.#isCorked) this.connection.stream.uncork();
        this.#isCorked = isLate;
        if (late === undefined) return this.#answered(answer, send);
        if (isLate) {
          late.push(answer);
          return Promise.resolve({ command: 'LATE', rowCount: 0, rows: [] });
        }
        if (text === 'rollback' || text === 'commit') this.#late = undefined;
        return text === 'rollback' ? answer : afterLate(late, answer, text === 'commit');
      }

      #sendRows(text: string, { rows, options }: Rows): Promise<unknown> {
        const answer = this.#send(text, [jsonOf(rows)]).then((result) => {
          options.onAnswer?.((result as { readonly rows: readonly unknown[] }).rows);
          return result;
        });
        // After a rollback nobody waits for it.
        answer.catch(() => undefined);
        return answer;
      }

      /** The answer to a single statement, which was not run if the connection had not prepared it. */
      async #answered(answer: Promise<unknown>, again: () => Promise<unknown>): Promise<unknown> {
        try {
          return await answer;
        } catch (error) {
          if (!isUnprepared(error)) throw error;
          // In a transaction nothing is run any more: the first error counts.
          return again().catch(() => Promise.reject(error));
        }
      }

      #send(text: string, values: unknown[]): Promise<unknown> {
        // Unnamed, `begin` fails on no connection: what is not prepared then fails within the transaction, and nothing of that is kept.
        const name = CONTROL.includes(text) ? undefined : names.of(text);
        const query = name === undefined ? text : { name, text };
        const answer = super.query(query as string, withoutNul(values) as unknown[]);
        answer.catch((error: unknown) => {
          // The query is still under way on this connection: nothing after it would be answered.
          if (isUnanswered(error)) void this.end().catch(() => undefined);
          if (isUnprepared(error)) names.stop();
        });
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
