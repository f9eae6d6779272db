/**
 * Copies of a SQLite store, and checks of them: for back-ups while the gateway runs, and to bring one back.
 *
 * A copy is made in one read transaction (`VACUUM INTO`): it is the store of one moment, whoever writes meanwhile, and nobody waits for it. It is
 * written under another name, checked and brought to the disk before it gets its own: a file of that name is a whole store, or not there.
 * Source: SQLite, "VACUUM", section 6; "Write-Ahead Logging", section 2.2.
 * @module
 */

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { requireText } from '../../bytes/check.js';
import { SCHEMA_VERSION } from './schema.js';
import { loadSqlite, type SqliteDriverName, type SqliteFile } from './sqlite-drivers.js';

/** A summary of a store. */
export interface StoreSummary {
  /** Version of its tables; opening the store migrates them. */
  readonly version: number;
  /** The number of accounts that are not deleted. */
  readonly accounts: number;
  /** The number of messages in any state. */
  readonly messages: number;
  /** The number of queued and scheduled messages. */
  readonly waiting: number;
}

/** Tables that every version has had. */
const TABLES: readonly string[] = ['schema_version', 'account', 'ledger', 'submission', 'message', 'inbox', 'counter'];

/**
 * Checks a SQLite store: that the file is a store of a known version, that SQLite finds it undamaged, and that each credit is the sum of its ledger.
 * @param driver the SQLite implementation; by default the first that is available.
 * @throws Error saying what is wrong.
 */
export async function checkStore(path: string, driver?: SqliteDriverName): Promise<StoreSummary> {
  requireText(path, 'path');
  return reading(path, driver, (file) => {
    const version = versionOf(file, path);
    const [found] = rowsOf<{ readonly integrity_check: string }>(file, 'pragma integrity_check(1)');
    if (found?.integrity_check !== 'ok') throw new Error(`${path} is damaged: ${found?.integrity_check}`);
    const count = (query: string) => rowsOf<{ readonly count: number }>(file, query)[0]?.count ?? 0;
    const wrong = count(`select count(*) as count from account
      where credit <> (select coalesce(sum(amount), 0) from ledger where account_id = account.id)`);
    if (wrong > 0) throw new Error(`${path} is damaged: ${wrong} accounts whose credit is not the sum of their ledger`);
    return {
      version,
      accounts: count('select count(*) as count from account where deleted_at is null'),
      messages: count('select count(*) as count from message'),
      waiting: count("select count(*) as count from message where state in ('scheduled', 'queued')"),
    };
  });
}

/**
 * Copies a SQLite store to a new file, also while gateways use it, and checks the copy. The file appears under its name only when it is complete.
 * @param driver the SQLite implementation; by default the first that is available.
 * @throws Error if the source is not a valid store, the copy cannot be written, or a file of its name exists.
 */
export async function copyStore(from: string, to: string, driver?: SqliteDriverName): Promise<StoreSummary> {
  requireText(from, 'from');
  requireText(to, 'to');
  const taken = [to, `${to}-wal`, `${to}-shm`].find((path) => existsSync(path));
  if (taken !== undefined) throw new Error(`there is a file ${taken} already: nothing is written over`);
  const part = `${to}.part`;
  // PINs' hashes and texts of messages are in it.
  writeFileSync(part, '', { flag: 'wx', mode: 0o600 });
  try {
    await reading(from, driver, (file) => {
      versionOf(file, from);
      file.prepare('vacuum into ?').run([part]);
    });
    const summary = await checkStore(part, driver);
    toDisk(part);
    renameSync(part, to);
    toDisk(dirname(to));
    return summary;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** A store's file, which is read and nothing else. */
async function reading<T>(path: string, driver: SqliteDriverName | undefined, work: (file: SqliteFile) => T): Promise<T> {
  const { open } = await loadSqlite(driver);
  const file = open(path, { isReadOnly: true });
  try {
    return work(file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_NOTADB') throw error;
    throw new Error(`${path} is no SQLite file`, { cause: error });
  } finally {
    file.close();
  }
}

function rowsOf<T>(file: SqliteFile, query: string): readonly T[] {
  return file.prepare(query).all([]) as T[];
}

function versionOf(file: SqliteFile, path: string): number {
  const rows = rowsOf<{ readonly name: string }>(file, "select name from sqlite_master where type = 'table'");
  const tables = new Set(rows.map(({ name }) => name));
  if (!TABLES.every((table) => tables.has(table))) throw new Error(`${path} is no store of a gateway`);
  const [row] = rowsOf<{ readonly version: number }>(file, 'select version from schema_version');
  const version = row?.version ?? 0;
  if (version < 1) throw new Error(`${path} is no store of a gateway`);
  if (version > SCHEMA_VERSION) throw new Error(`${path} was written by a newer version of this program (${version})`);
  return version;
}

/** A file, or the names in a folder. */
function toDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
