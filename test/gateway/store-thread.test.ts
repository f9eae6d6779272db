/** A SQLite file that a thread of its own works on: it does what a store does, and keeps nobody waiting. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Store } from '../../src/gateway/index.js';
import { insertRows, inTransaction, type StoreContext } from '../../src/gateway/store/database.js';
import { migrate } from '../../src/gateway/store/schema.js';
import { openSqlite } from '../../src/gateway/store/sqlite.js';
import { loadSqlite } from '../../src/gateway/store/sqlite-drivers.js';
import { StoreThread } from '../../src/gateway/store/sqlite-thread.js';
import { tempFolder } from '../support/cleanup.js';
import { expectLedgersAddUp, openTestStore, textJob } from '../support/gateway-store.js';
import { RawFile } from '../support/sqlite.js';
import { describeStore } from './store-behaviour.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = tempFolder('store-thread');
let built: string;
let worker: string;
let count = 0;

/** The program of the thread as it is built, in a folder below the packages that it loads. */
beforeAll(async () => {
  mkdirSync(join(root, 'reports'), { recursive: true });
  built = mkdtempSync(join(root, 'reports', 'store-worker-'));
  worker = join(built, 'store-worker.mjs');
  await build({
    entryPoints: [join(root, 'src/gateway/store/sqlite-worker.ts')],
    outfile: worker,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    packages: 'external',
  });
});
afterAll(() => rmSync(built, { recursive: true }));

const newPath = () => join(folder, `${++count}.db`);

async function openDatabase(path: string) {
  const db = await openSqlite(path, { thread: worker });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await db.destroy();
    isOpen = false;
  };
  onTestFinished(close);
  await migrate(db, 'sqlite');
  return { db, close, context: { db } as unknown as StoreContext };
}

const COUNTER = { name: 'text', value: 'bigint' } as const;
const countersOf = async ({ db }: Pick<StoreContext, 'db'>) =>
  (await db.selectFrom('counter').select('name').where('name', 'like', 'test %').orderBy('name').execute()).map(
    ({ name }) => name,
  );

describe('a store on a thread', () => {
  describeStore((clock, options) => openTestStore({ sqlite: newPath() }, clock, { ...options, thread: worker }));
});

describe('a database on a thread', () => {
  it('gives rows as one in this thread does, octets and numbers among them', async () => {
    const { db } = await openDatabase(newPath());
    const query = sql`with given as (select 1 as one, 2.5 as real, 'text' as text, null as absent, x'00ff' as octets) select * from given`;
    const { rows } = await query.execute(db);
    expect(rows).toEqual([{ one: 1, real: 2.5, text: 'text', absent: null, octets: expect.any(Uint8Array) }]);
    expect([...(rows[0] as { octets: Uint8Array }).octets]).toEqual([0, 255]);
  });

  it('is read while a transaction is open, as it was before that', async () => {
    const { db, context } = await openDatabase(newPath());
    await inTransaction(context, async (tx) => {
      await insertRows(tx, 'sqlite', 'counter', COUNTER, [['test a', 1]]);
      expect(await countersOf({ db: tx })).toEqual(['test a']);
      expect(await countersOf({ db })).toEqual([]);
    });
    expect(await countersOf({ db })).toEqual(['test a']);
  });

  it('names the error of a statement that waited for the commit, and keeps nothing of its transaction', async () => {
    const { db, context } = await openDatabase(newPath());
    const twice = inTransaction(context, async (tx) => {
      await insertRows(tx, 'sqlite', 'counter', COUNTER, [['test a', 1]]);
      await insertRows(tx, 'sqlite', 'counter', COUNTER, [['test a', 2]]);
    });
    await expect(twice).rejects.toMatchObject({ name: 'Error', code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
    await expect(twice).rejects.toThrow(/UNIQUE/);
    expect(await countersOf({ db })).toEqual([]);
    await insertRows(db, 'sqlite', 'counter', COUNTER, [['test b', 1]]);
    expect(await countersOf({ db })).toEqual(['test b']);
  });

  it('writes nothing of a transaction that fails before its first statement is sent', async () => {
    const { db, context } = await openDatabase(newPath());
    const failing = inTransaction(context, async (tx) => {
      await insertRows(tx, 'sqlite', 'counter', COUNTER, [['test a', 1]]);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await inTransaction(context, async () => 'nothing to write')).toBe('nothing to write');
    expect(await countersOf({ db })).toEqual([]);
  });

  it('writes more rows than are sent at once, all or none', async () => {
    const { db, context } = await openDatabase(newPath());
    const rows = Array.from({ length: 3_210 }, (_, i) => [`test ${String(i).padStart(5, '0')}`, i]);
    const failing = inTransaction(context, (tx) =>
      insertRows(tx, 'sqlite', 'counter', COUNTER, [...rows, rows[7] as unknown[]]),
    );
    await expect(failing).rejects.toThrow(/UNIQUE/);
    expect(await countersOf({ db })).toEqual([]);
    await inTransaction(context, (tx) => insertRows(tx, 'sqlite', 'counter', COUNTER, rows));
    expect(await countersOf({ db })).toEqual(rows.map(([name]) => name));
  });

  it('runs transactions one after the other, however they overlap', async () => {
    const { db, context } = await openDatabase(newPath());
    await insertRows(db, 'sqlite', 'counter', COUNTER, [['test sum', 0]]);
    const add = () =>
      inTransaction(context, async (tx) => {
        const { value } = await tx
          .selectFrom('counter')
          .select('value')
          .where('name', '=', 'test sum')
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('counter')
          .set({ value: value + 1 })
          .where('name', '=', 'test sum')
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, add));
    expect(await db.selectFrom('counter').select('value').where('name', '=', 'test sum').execute()).toEqual([{ value: 40 }]);
  });

  it('waits for another process that writes, and this thread goes on meanwhile', async () => {
    const path = newPath();
    const { db } = await openDatabase(path);
    const other = new RawFile(path);
    other.exec('begin immediate');
    let isWritten = false;
    const written = insertRows(db, 'sqlite', 'counter', COUNTER, [['test a', 1]]).then(() => {
      isWritten = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isWritten).toBe(false);
    expect(await countersOf({ db })).toEqual([]);
    other.exec('commit');
    other.close();
    await written;
    expect(await countersOf({ db })).toEqual(['test a']);
  });

  it('leaves the file alone when it is closed', async () => {
    const path = join(mkdtempSync(join(folder, 'alone-')), 'store.db');
    const { db, close, context } = await openDatabase(path);
    const written = inTransaction(context, async (tx) => {
      await insertRows(tx, 'sqlite', 'counter', COUNTER, [['test a', 1]]);
      return countersOf({ db: tx });
    });
    await new Promise((resolve) => setImmediate(resolve));
    const late = insertRows(db, 'sqlite', 'counter', COUNTER, [['test b', 1]]);
    const [names] = await Promise.all([written, close(), expect(late).rejects.toThrow('the database is closed')]);
    expect(names).toEqual(['test a']);
    expect(readdirSync(join(path, '..'))).toEqual(['store.db']);
    await expect(insertRows(db, 'sqlite', 'counter', COUNTER, [['test c', 1]])).rejects.toThrow();
  });

  it('refuses a transaction that has sent nothing when it is closed', async () => {
    const { context, close } = await openDatabase(newPath());
    const late = inTransaction(context, async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await insertRows(tx, 'sqlite', 'counter', COUNTER, [['test a', 1]]);
    });
    await Promise.all([close(), expect(late).rejects.toThrow('the database is closed')]);
  });

  it('says what is wrong with a file that it cannot open', async () => {
    await expect(openSqlite(join(folder, 'none', 'x.db'), { thread: worker })).rejects.toThrow('cannot open the store');
    const path = newPath();
    await (await Store.open({ sqlite: path })).close();
    const file = new RawFile(path);
    file.exec('update schema_version set version = 99');
    file.close();
    await expect(Store.open({ sqlite: path }, { thread: worker })).rejects.toThrow('newer version of this program (99)');
  });

  it('fails with what ended its thread, and with that from then on', async () => {
    const path = newPath();
    const thread = await StoreThread.open(worker, path, (await loadSqlite()).name);
    const broken = thread.run([{ sql: 'select ?', parameters: [Symbol('not to be sent')] }], true);
    await expect(broken).resolves.toMatchObject({ results: [], error: { name: 'DataCloneError' } });
    expect((await thread.run([{ sql: 'select 1 as one' }], true)).results).toMatchObject([{ rows: [{ one: 1 }] }]);
    const cut = thread.run([{ sql: 'select 2 as two' }], true);
    await thread.end();
    const outcomes = [await cut, await thread.run([{ sql: 'select 3 as three' }], true)];
    expect(outcomes.at(-1)).toMatchObject({ results: [], error: { message: 'the thread of the store has ended' } });
  });
});

it('two gateways on one file charge an account for all that both accept, and no more than it has', async () => {
  const path = newPath();
  const one = await openTestStore({ sqlite: path }, undefined, { thread: worker });
  const other = await Store.open({ sqlite: path }, { pinCost: 1, thread: worker });
  onTestFinished(async () => {
    await other.close();
    await one.close();
  });
  // 2.0000 at 0.1000 each: twenty of them.
  const sends = Array.from({ length: 30 }, (_, i) =>
    (i % 2 === 0 ? one : other).accept(textJob('Stranger.1', [`4477009001${i + 10}`])),
  );
  const reports = (await Promise.all(sends)).map(({ recipients }) => recipients[0]?.report);
  expect(reports.filter((report) => report === -2)).toHaveLength(20);
  expect(reports.filter((report) => report === 15)).toHaveLength(10);
  expect((await other.account('Stranger.1'))?.credit).toBe(0);
  await expectLedgersAddUp(one);
});

it('a price that changes while sends are accepted is charged as it is when they are', async () => {
  const store = await openTestStore({ sqlite: newPath() }, undefined, { thread: worker });
  onTestFinished(() => store.close());
  const sends: Promise<unknown>[] = [];
  for (let i = 0; i < 20; i++) {
    sends.push(store.accept(textJob('Stranger.1', [`4477009001${i + 10}`])));
    sends.push(store.changeAccount('Stranger.1', { pricePerPart: 100 + i }, 'test'));
  }
  await Promise.all(sends);
  await expectLedgersAddUp(store);
});

it('a store on a thread lets timers go on while it writes ten thousand messages', async () => {
  const store = await openTestStore({ sqlite: newPath() }, undefined, { thread: worker });
  onTestFinished(() => store.close());
  await store.topUp('ANOther.12345', 100_000_000 as never);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const recipients = Array.from({ length: 10_000 }, (_, i) => String(447700100000 + i));
  const { recipients: outcome } = await store.accept(textJob('ANOther.12345', recipients));
  clearInterval(timer);
  expect(outcome).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(20);
  await expectLedgersAddUp(store);
});
