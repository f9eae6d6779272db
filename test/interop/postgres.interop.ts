/**
 * The gateway's store on PostgreSQL: the same behaviour as on SQLite, and several gateways on one database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { InboxEvents } from '../../src/gateway/delivery/virtual/events.js';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import { acceptGroup, newMessageIdentifier } from '../../src/gateway/store/accept.js';
import { isStale, writeAccepted } from '../../src/gateway/store/accepted.js';
import { insertRows, inTransaction, type StoreContext } from '../../src/gateway/store/database.js';
import type { Payer } from '../../src/gateway/store/known-payers.js';
import { readPayers } from '../../src/gateway/store/payers.js';
import { openPostgres } from '../../src/gateway/store/postgres.js';
import type { Database } from '../../src/gateway/store/schema.js';
import { Store } from '../../src/gateway/store/store.js';
import { describeStore } from '../gateway/store-behaviour.js';
import { describeKeeping } from '../gateway/store-keeping.js';
import { describeOperators } from '../gateway/store-operators.js';
import { describeSessions } from '../gateway/store-sessions.js';
import {
  accountsText,
  contextOf,
  expectLedgersAddUp,
  openTestStore,
  TestClock,
  textJob,
  undoSteps,
} from '../support/gateway-store.js';
import { expectOlderWritesAreRight } from '../support/older-writer.js';
import { type Postgres, startPostgres } from './drivers/postgres.js';

const PARENT = 'ANOther.12345';

const folder = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
let server: Postgres;
beforeAll(async () => {
  server = await startPostgres(folder);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A database that has the tables, and nothing in them. */
const withTables = () => server.copyOf(makeTables);
const makeTables = async (postgres: string) => (await Store.open({ postgres })).close();

describe('a store on PostgreSQL', () => {
  describeStore(async (clock, options) => openTestStore({ postgres: await withTables() }, clock, options));
  describeOperators(async (clock, options) => openTestStore({ postgres: await withTables() }, clock, options));
  describeSessions(async (clock, options) => openTestStore({ postgres: await withTables() }, clock, options));
  describeKeeping(async (clock, options) => openTestStore({ postgres: await withTables() }, clock, options));
});

it('a database that a version with PINs of parents in it wrote is rid of them, whatever characters stand beside them', async () => {
  const postgres = await server.newDatabase();
  await (await openTestStore({ postgres })).close();
  const file = new pg.Client(postgres);
  await file.connect();
  const kept = { email: 'a@example.net', givenName: 'A\0B\ud800', familyName: '\\u0000' };
  const contact = JSON.stringify({ ...kept, operation: 'createChildAccount', username: PARENT, pin: '0123456' });
  await file.query("update account set contact = $1 where username = 'Kid.77'", [contact]);
  await file.query(undoSteps(2, 'postgres'));
  await (await Store.open({ postgres })).close();
  const { rows } = await file.query("select contact from account where username = 'Kid.77'");
  await file.end();
  expect(rows).toEqual([{ contact: JSON.stringify(kept) }]);
});

it('what a gateway of an earlier version goes on to write is right, although it knows less', async () => {
  const postgres = await server.newDatabase();
  const clock = new TestClock();
  const store = await openTestStore({ postgres }, clock);
  const older = new pg.Client(postgres);
  await older.connect();
  await expectOlderWritesAreRight(store, clock, async (text) => (await older.query(text)).rows);
  await older.end();
  await store.close();
});

describe('statements that go to the server ahead of their answers', () => {
  const COUNTER = { name: 'text', value: 'bigint' } as const;
  const namesOf = async (db: Database) =>
    (await db.selectFrom('counter').select('name').where('name', 'like', 'test %').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  async function openDatabase() {
    const postgres = await server.newDatabase();
    await (await Store.open({ postgres })).close();
    const db = await openPostgres(postgres);
    onTestFinished(() => db.destroy());
    return { db, postgres, context: { db } as unknown as StoreContext };
  }

  it('are written together, and what is read after them sees them', async () => {
    const { db, context } = await openDatabase();
    const seen = await inTransaction(context, async (tx) => {
      await insertRows(tx, 'postgres', 'counter', COUNTER, [['test a', 1]]);
      await insertRows(tx, 'postgres', 'counter', COUNTER, [['test b', 2]]);
      return namesOf(tx);
    });
    expect([seen, await namesOf(db)]).toEqual([
      ['test a', 'test b'],
      ['test a', 'test b'],
    ]);
  });

  it('name what was wrong with the first that failed, and nothing of their transaction is kept', async () => {
    const { db, context } = await openDatabase();
    const twice = (last: (tx: Database) => Promise<unknown>) =>
      inTransaction(context, async (tx) => {
        await insertRows(tx, 'postgres', 'counter', COUNTER, [['test a', 1]]);
        await insertRows(tx, 'postgres', 'counter', COUNTER, [['test a', 2]]);
        return last(tx);
      });
    // At the commit, and at a statement that gives something.
    for (const last of [async () => 'done', namesOf]) {
      await expect(twice(last)).rejects.toMatchObject({ code: '23505', name: 'error' });
    }
    await expect(twice(() => Promise.reject(new Error('changed its mind')))).rejects.toThrow('changed its mind');
    expect(await namesOf(db)).toEqual([]);
  });

  it('go on where a pooler gives a transaction a connection that has prepared nothing', async () => {
    const { db, context } = await openDatabase();
    await db.connection().execute(async (one) => {
      expect(await namesOf(one)).toEqual([]);
      await sql`deallocate all`.execute(one);
    });
    const written = await inTransaction(context, async (tx) => {
      await insertRows(tx, 'postgres', 'counter', COUNTER, [['test a', 1]]);
      return namesOf(tx);
    });
    expect(written).toEqual(['test a']);
    expect(await namesOf(db)).toEqual(['test a']);
  });

  it('are run once each in a transaction that is run again, since its connection had prepared nothing', async () => {
    const { db, context } = await openDatabase();
    await insertRows(db, 'postgres', 'counter', COUNTER, [['test sum', 100]]);
    const add = () =>
      inTransaction(context, async (tx) => {
        await tx.updateTable('counter').set({ value: sql`value + 1` }).where('name', '=', 'test sum').execute();
      });
    const sumOf = () => db.selectFrom('counter').select('value').where('name', '=', 'test sum').executeTakeFirst();
    await inTransaction(context, (tx) => namesOf(tx));
    await sql`deallocate all`.execute(db);
    await add();
    expect(await sumOf()).toEqual({ value: 101 });
    await add();
    expect(await sumOf()).toEqual({ value: 102 });
  });

  it('are run where a single one was not prepared, and never as the statement of another program', async () => {
    const { db } = await openDatabase();
    const mine = () => sql<{ whose: string }>`select 'mine' as whose`.execute(db);
    await mine();
    await sql`deallocate all`.execute(db);
    await sql.raw("prepare handset_0 as select 'of another gateway' as whose").execute(db);
    expect((await mine()).rows).toEqual([{ whose: 'mine' }]);
  });
});

describe('several gateways on one database', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(447700900100 + i));

  /** As many stores, opened and provisioned at one time. */
  async function nodes(count: number): Promise<Store[]> {
    const postgres = await server.newDatabase();
    return Promise.all(
      Array.from({ length: count }, async () => {
        const store = await Store.open({ postgres }, { pinCost: 1 });
        await store.provision(readProvisioning(accountsText()));
        return store;
      }),
    );
  }

  async function close(stores: readonly Store[]): Promise<void> {
    await expectLedgersAddUp(stores[0] as Store);
    for (const store of stores) await store.close();
  }

  it('they bring a fresh database up to date and provision it once', async () => {
    const stores = await nodes(4);
    expect((await stores[3]?.accounts())?.map(({ credit }) => credit)).toEqual([152_345, 10_000, 0, 20_000, 90_000]);
    expect(await stores[0]?.addressBook(PARENT, 'Friends')).toHaveLength(5);
    await close(stores);
  });

  it('who listens to one of them hears of inboxes that another one fills and empties', async () => {
    const stores = await nodes(2);
    const [one, other] = stores as [Store, Store];
    const events = new InboxEvents({
      store: one,
      clock: Date.now,
      onFault: (error) => expect.fail(String(error)),
      publicUrl: () => '',
    });
    let text = '';
    const reader = (events.open().body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    const reading = (async () => {
      for (let got = await reader.read(); !got.done; got = await reader.read()) text += got.value;
    })();
    await expect.poll(() => text).toContain('event: hello');
    await other.accept(textJob(PARENT, numbers(2)));
    await other.deliverVirtual(await other.claim(10, 60_000), () => [Uint8Array.of(1)]);
    const told = (messages: number) =>
      [...text.matchAll(/event: inbox\ndata: (.*)/g)].filter(([, json]) => JSON.parse(json ?? '').messages === messages);
    await expect.poll(() => told(1), { timeout: 5_000 }).toHaveLength(2);
    await other.clearInbox(numbers(1)[0] as string);
    await expect.poll(() => told(0), { timeout: 5_000 }).toHaveLength(1);
    await events.close();
    await reading;
    await close(stores);
  });

  it('deliver to the same handsets and empty them at one time, and their account is right', async () => {
    const stores = await nodes(3);
    const all = numbers(5);
    const work = stores.map(async (store, at) => {
      for (let round = 0; round < 10; round++) {
        await store.accept(textJob(PARENT, at % 2 === 0 ? all : [...all].reverse()));
        await store.deliverVirtual(await store.claim(10, 60_000), () => [Uint8Array.of(1)]);
        if (at === 0) await store.clearInbox(all[round % 5] as string);
      }
    });
    await Promise.all(work);
    const [store] = stores as [Store];
    const handsets = await store.handsets(10);
    for (const number of all) {
      expect(handsets.find((each) => each.number === number)?.messages ?? 0).toBe((await store.inbox(number)).length);
    }
    await close(stores);
  });

  it('credit is never spent twice, and every message goes to one of them', async () => {
    const stores = await nodes(3);
    const outcomes = await Promise.all(
      Array.from({ length: 150 }, (_, i) =>
        (stores[i % 3] as Store).accept(textJob(i % 2 ? 'Sib.78' : PARENT, numbers(4), { unitsPerRecipient: 1 })),
      ),
    );
    const accepted = outcomes.flatMap(({ recipients }) => recipients).filter(({ report }) => report === -2);
    expect(accepted).toHaveLength(Math.floor(152_345 / 450));
    const claimed = (
      await Promise.all(Array.from({ length: 60 }, (_, i) => (stores[i % 3] as Store).claim(10, 60_000)))
    ).flat();
    const rest = await (stores[0] as Store).claim(1_000, 60_000);
    const ids = [...claimed, ...rest].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(accepted.map(({ messageIdentifier }) => messageIdentifier).sort());
    await Promise.all(stores.map((store) => store.deliverVirtual([...claimed, ...rest], () => [Uint8Array.of(1)])));
    let shown = 0;
    for (const number of numbers(4)) shown += (await (stores[1] as Store).inbox(number)).length;
    expect(shown).toBe(ids.length);
    await close(stores);
  });

  it('what one of them remembers of accounts is not trusted: another may have changed them', async () => {
    const [one, other] = (await nodes(2)) as [Store, Store];
    const send = async (username: string) => {
      const { recipients } = await one.accept(textJob(username, numbers(2), { unitsPerRecipient: 1 }));
      return [recipients.map(({ report }) => report), (await other.account(username))?.credit];
    };
    expect(await send(PARENT)).toEqual([[-2, -2], 152_345 - 900]);
    await other.changeAccount(PARENT, { pricePerPart: 1_000 }, 'test');
    expect(await send(PARENT)).toEqual([[-2, -2], 151_445 - 2_000]);
    await other.changeAccount(PARENT, { debit: 149_445 - 1_500 }, 'test');
    expect(await send(PARENT)).toEqual([[-2, 15], 500]);
    await other.changeAccount(PARENT, { topUp: 5_000 }, 'test');
    expect(await send(PARENT)).toEqual([[-2, -2], 3_500]);
    expect((await send('Kid.77'))[0]).toEqual([-2, -2]);
    await other.deleteChild(PARENT, 'Kid.77');
    expect(await send('Kid.77')).toEqual([[2, 2], undefined]);
    await close([one, other]);
  });

  it('an account that has changed fails the statement, with an error that shows nothing of the account', async () => {
    const postgres = await server.newDatabase();
    const store = await openTestStore({ postgres });
    const db = await openPostgres(postgres);
    const job = textJob(PARENT, numbers(1), { unitsPerRecipient: 1 });
    const found = await readPayers(db, 'postgres', [job], false);
    const payer = found.payers.get(PARENT) as Payer;
    const write = (changes: Partial<Payer>) => {
      const account = { ...payer, ...changes };
      const payers = new Map([[PARENT, account]]);
      const own = { units: 1, dueAt: 1, isLater: false, libraryNumber: undefined, identifiers: [newMessageIdentifier()] };
      const accepted = { job, account, payer: account, ...own };
      return inTransaction({ db } as unknown as StoreContext, (tx) =>
        writeAccepted(tx, 'postgres', { payers, lastSubmission: 0 }, [accepted], 1),
      );
    };
    const wrong = [
      { pricePerPart: payer.pricePerPart + 1 },
      // More than there is.
      { openingCredit: payer.credit + 1, credit: 0 },
      { pricePerPart: payer.pricePerPart + 1, openingCredit: 450, credit: 0 },
    ];
    for (const changes of wrong) {
      const error = await write(changes).catch((thrown: unknown) => thrown);
      expect(isStale(error)).toBe(true);
      expect(error).toMatchObject({ code: '22012', detail: undefined, table: undefined });
    }
    expect((await write({ credit: payer.credit - 450 })).ids).toHaveLength(1);
    expect((await store.account(PARENT))?.credit).toBe(152_345 - 450);
    // That of an account that pays nothing is not written.
    const versionOf = async () => (await sql`select xmin::text from account where username = ${PARENT}`.execute(db)).rows;
    const before = await versionOf();
    const { credit } = (await readPayers(db, 'postgres', [job], false)).payers.get(PARENT) as Payer;
    expect((await write({ openingCredit: credit, credit })).ids).toHaveLength(1);
    expect(await versionOf()).toEqual(before);
    await db.destroy();
    await store.close();
  });

  it('groups that charge the same accounts wait for each other, and never in a circle', async () => {
    const postgres = await server.newDatabase();
    const stores = [await openTestStore({ postgres }), await openTestStore({ postgres })];
    const send = (username: string) => textJob(username, numbers(1), { unitsPerRecipient: 1 });
    const orders = [
      [PARENT, 'Sib.78', 'Stranger.1'],
      ['Stranger.1', PARENT, 'Sib.78'],
    ];
    await Promise.all(
      stores.map(async (store, index) => {
        for (let round = 0; round < 60; round++) {
          await store.acceptAll((orders[(index + round) % 2] as readonly string[]).map(send));
        }
      }),
    );
    const db = await openPostgres(postgres);
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
    expect(rows).toEqual([{ deadlocks: 0 }]);
    await db.destroy();
    await close(stores);
  });

  it('a group is charged once although its transaction was run again, since its connection had prepared nothing', async () => {
    const postgres = await server.newDatabase();
    const store = await openTestStore({ postgres });
    const db = await openPostgres(postgres);
    const context = contextOf(db, 'postgres');
    const works = [{ jobs: [textJob(PARENT, numbers(2), { unitsPerRecipient: 1 })] }];
    await acceptGroup(context, works);
    await sql`deallocate all`.execute(db);
    await acceptGroup(context, works);
    expect((await store.account(PARENT))?.credit).toBe(152_345 - 4 * 450);
    expect(context.submissions.size).toBe(2);
    await db.destroy();
    await close([store]);
  });

  it('accepts, transfers, top-ups and refunds cross each other', async () => {
    const stores = await nodes(2);
    await Promise.all(
      Array.from({ length: 80 }, async (_, i) => {
        const store = stores[i % 2] as Store;
        await store.accept(textJob(['Kid.77', 'Sib.78', PARENT][i % 3] as string, numbers(2)));
        if (i % 2 === 0) await store.transfer(PARENT, 'Kid.77', 100);
        else await store.transfer('Kid.77', PARENT, 50);
        if (i % 5 === 0) await store.topUp(PARENT, 10);
        const claimed = await store.claim(3, 60_000);
        await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'failed', reason: 'test' } })));
      }),
    );
    await close(stores);
  });

  it('G-LIB-02: library numbers are given out once', async () => {
    const stores = await nodes(3);
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (stores[i % 3] as Store).accept(
          textJob(PARENT, numbers(1), { file: { fileName: `${i}.gif`, data: Uint8Array.of(i) } }),
        ),
      ),
    );
    const given = outcomes.map(({ libraryNumber }) => libraryNumber as number).sort();
    expect(given).toEqual(Array.from({ length: 60 }, (_, i) => 80_001 + i));
    for (const [index, { libraryNumber }] of outcomes.entries()) {
      expect((await stores[0]?.libraryItem(PARENT, libraryNumber as number))?.data).toEqual(Uint8Array.of(index));
    }
    await close(stores);
  });

  it('a message is marked as sent on one while its receipt comes in on the other', async () => {
    const stores = await nodes(2);
    const [first, second] = stores as [Store, Store];
    await first.accept(textJob('Hook.1', numbers(30)));
    const claimed = await first.claim(30, 60_000);
    await Promise.all(
      claimed.map(async (message) => {
        await Promise.all([
          first.settle([{ message, outcome: { kind: 'sent', ids: [`s${message.id}`] } }]),
          second.recordReceipt(`s${message.id}`, message.recipient, 'delivered', Date.now()),
        ]);
      }),
    );
    await second.sweep();
    const states = new Set<string>();
    for await (const { state } of second.messages()) states.add(state);
    expect(states).toEqual(new Set(['delivered']));
    expect(await second.claimCallbacks(100, 1_000)).toHaveLength(30);
    await close(stores);
  });

  it('gateways that start together bring the same new address books', async () => {
    const stores = await nodes(3);
    for (let i = 0; i < 5; i++) {
      const books = { [`Book ${i}`]: { '': numbers(3) } };
      const more = readProvisioning(JSON.stringify({ accounts: [{ username: PARENT, pin: '1111', addressBooks: books }] }));
      await Promise.all(stores.map((store) => store.provision(more)));
      expect(await stores[0]?.addressBook(PARENT, `Book ${i}`)).toEqual(numbers(3));
    }
    await close(stores);
  });

  it('messages that are queued again lock who pays last, and a credit that went down meanwhile is not spent', async () => {
    const postgres = await server.newDatabase();
    const store = await openTestStore({ postgres });
    const [other, watcher] = [new pg.Client(postgres), new pg.Client(postgres)];
    await Promise.all([other.connect(), watcher.connect()]);
    const readOne = async (text: string) => Number(Object.values((await watcher.query(text)).rows[0])[0]);
    const copies = () => readOne("select nextval(pg_get_serial_sequence('submission', 'id'))");
    await store.accept(textJob('Stranger.1', numbers(3)));
    await store.cancelAll({ username: 'Stranger.1' }, 'test');
    const before = await copies();
    await other.query('begin');
    await other.query("update account set credit = credit - 18500 where username = 'Stranger.1'");
    await other.query(
      "insert into ledger (account_id, at, kind, amount) select id, 0, 'debit', -18500 from account where username = 'Stranger.1'",
    );
    const requeued = store.requeueAll({ username: 'Stranger.1' }, 'test');
    const waiting = 'select count(*) from pg_stat_activity where datname = current_database()';
    await expect.poll(() => readOne(`${waiting} and wait_event_type = 'Lock'`), { timeout: 10_000 }).toBe(1);
    // The copy of the request is made already.
    expect(await copies()).toBe(before + 2);
    await other.query('commit');
    expect(await requeued).toEqual({ requeued: 1, unpaid: 2 });
    expect((await store.account('Stranger.1'))?.credit).toBe(500);
    const ledger = (await store.ledger('Stranger.1')) ?? [];
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(500);
    expect((await store.claim(10, 1_000)).map(({ recipient }) => recipient)).toEqual(numbers(1));
    await Promise.all([other.end(), watcher.end(), store.close()]);
  });

  it('connections that the server ends in the middle of transactions fail these, not the process', async () => {
    const postgres = await server.newDatabase();
    const store = await openTestStore({ postgres });
    const operator = new pg.Client(postgres);
    await operator.connect();
    let ended = 0;
    for (let i = 0; i < 20; i++) {
      const work = Array.from({ length: 10 }, () => [
        store.accept(textJob(PARENT, numbers(1))),
        store.transfer(PARENT, 'Kid.77', 1),
        store.claim(5, 1_000),
      ]);
      const settled = Promise.allSettled(work.flat());
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      const { rowCount } = await operator.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
      ended += rowCount ?? 0;
      await settled;
    }
    expect(ended).toBeGreaterThan(20);
    await operator.end();
    expect((await store.accept(textJob(PARENT, numbers(1)))).recipients[0]?.report).toBe(-2);
    await close([store]);
  });

  it('a store that cannot be reached says so', async () => {
    await expect(
      Store.open({ postgres: 'postgres://postgres@127.0.0.1:1/x' }, { clock: new TestClock().read }),
    ).rejects.toThrow();
  });
});
