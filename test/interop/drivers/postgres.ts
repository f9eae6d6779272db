/**
 * PostgreSQL on a free port of the loopback interface, with its data in a temporary folder. The server refuses to run as root, so it runs as
 * Debian's user `postgres` then.
 * @module
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { end, freePort } from './daemons.js';

const ROOT = '/usr/lib/postgresql';

/** Settings of a server that makes many databases, of a few rows each, and outlives nothing: a third less time for each of them. */
const BRIEF = ['shared_buffers=4MB', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'jit=off'];

/** A running server. */
export interface Postgres {
  /** Makes an empty database; gives its address. */
  newDatabase(): Promise<string>;
  /** Makes a copy of a database that `fill` has filled, which it does once; gives the address of the copy. This takes PostgreSQL 15 or later. */
  copyOf(fill: (address: string) => Promise<void>): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server whose files stay in `folder`. A power cut need not be outlived, unless asked. */
export async function startPostgres(folder: string, fsync: 'on' | 'off' = 'off'): Promise<Postgres> {
  const bin = join(ROOT, readdirSync(ROOT).sort().at(-1) ?? '', 'bin');
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const options = { cwd: data, ...user };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, `fsync=${fsync}`];
  if (fsync === 'off') settings.push(...BRIEF);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
  });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let count = 0;
  const create = async (from = '') => {
    const name = `handset${++count}`;
    await query(url('postgres'), `create database ${name} ${from}`);
    return name;
  };
  const filled = new Map<unknown, Promise<string>>();
  try {
    await answers(url('postgres'));
  } catch (error) {
    await end(server);
    throw error;
  }
  return {
    newDatabase: async () => url(await create()),
    async copyOf(fill) {
      const model = filled.get(fill) ?? create().then((name) => fill(url(name)).then(() => name));
      filled.set(fill, model);
      return url(await create(`template ${await model} strategy file_copy`));
    },
    stop: () => end(server),
  };
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Waits until the server takes connections; there is a moment in which it says that it is starting. */
async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
