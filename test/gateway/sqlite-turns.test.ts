/** Transactions of many rows on SQLite: the event loop goes on in between, and nobody sees a part of one. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readProvisioning, Store } from '../../src/gateway/index.js';
import { insertRows } from '../../src/gateway/store/database.js';
import { migrate } from '../../src/gateway/store/schema.js';
import { openSqlite } from '../../src/gateway/store/sqlite.js';
import { loadSqlite } from '../../src/gateway/store/sqlite-drivers.js';

const RECIPIENTS = 10_000;

const JOB = {
  username: 'a.1',
  originator: '447700900000',
  contentKind: 'text',
  parts: [{ tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'hello' } }],
  recipients: Array.from({ length: RECIPIENTS }, (_, index) => String(447700000000 + index)),
};

async function openStore(): Promise<Store> {
  const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  onTestFinished(() => store.close());
  const account = { username: 'a.1', pin: '0042', credit: '15000.0000' };
  await store.provision(
    readProvisioning(JSON.stringify({ serviceDomain: 'x.example', serviceName: 'x', accounts: [account] })),
  );
  return store;
}

/** A clock that goes on by a millisecond each time it is read, so that what depends on time depends on the work alone. */
function countReadings(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

/** Turns of the event loop until a promise settles. */
async function countTurns(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isSettled = false;
  const count = () => {
    turns++;
    if (!isSettled) setImmediate(count);
  };
  setImmediate(count);
  try {
    await promise;
  } finally {
    isSettled = true;
  }
  return turns;
}

describe('a send to 10,000', () => {
  it('lets the event loop go on while its rows are written', async () => {
    const store = await openStore();
    countReadings();
    // 20,000 rows, 32 of them between two looks at the clock, and five milliseconds between two turns.
    expect(await countTurns(store.accept(JOB))).toBeGreaterThan(20_000 / 32 / 8);
  });

  it('is there as a whole or not at all for whoever asks meanwhile', async () => {
    const store = await openStore();
    countReadings();
    const before = (await store.account('a.1'))?.credit as number;
    const seen = new Set<number>();
    let isAccepted = false;
    const look = async () => {
      while (!isAccepted) {
        seen.add((await store.account('a.1'))?.credit as number);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const looking = look();
    const { recipients } = await store.accept(JOB);
    const after = (await store.account('a.1'))?.credit as number;
    isAccepted = true;
    await looking;
    expect(recipients.filter(({ report }) => report === -2)).toHaveLength(RECIPIENTS);
    expect(await store.ledger('a.1')).toHaveLength(RECIPIENTS + 1);
    expect(after).toBeLessThan(before);
    expect([before, after]).toEqual(expect.arrayContaining([...seen]));
  });

  it('ends soon although each turn of a busy event loop takes long', async () => {
    const store = await openStore();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => ++now);
    let isAccepted = false;
    let busyMs = 0;
    const work = () => {
      if (isAccepted) return;
      now += 100;
      busyMs += 100;
      setImmediate(work);
    };
    setImmediate(work);
    onTestFinished(() => {
      isAccepted = true;
      vi.restoreAllMocks();
    });
    await store.accept(JOB);
    const writtenMs = now - busyMs;
    // 20,000 rows take more than 600 ms by this clock: others get as much, and not twenty times that.
    expect(writtenMs).toBeGreaterThan(600);
    expect(busyMs).toBeGreaterThan(100);
    expect(busyMs).toBeLessThan(writtenMs + 500);
  });

  it('that a fault ends leaves nothing', async () => {
    const store = await openStore();
    countReadings();
    const broken = { ...JOB, recipients: [...JOB.recipients.slice(1), null as unknown as string] };
    const others = Promise.all([store.account('a.1'), store.account('a.1')]);
    await expect(store.accept(broken)).rejects.toThrow(/NOT NULL/);
    await others;
    expect(await store.ledger('a.1')).toHaveLength(1);
    expect((await store.accept({ ...JOB, recipients: ['447700900123'] })).recipients).toHaveLength(1);
  });

  it('comes to its end when the store is closed meanwhile', async () => {
    const store = await openStore();
    countReadings();
    const accepted = store.accept(JOB);
    await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    expect((await accepted).recipients).toHaveLength(RECIPIENTS);
  });
});

it('messages of many requests are queued again with a few questions, and no text of theirs is read', async () => {
  const store = await openStore();
  const requests = 300;
  for (let i = 0; i < requests; i++) await store.accept({ ...JOB, recipients: [String(447700000000 + i)] });
  await store.cancelAll({ username: 'a.1' }, 'test');
  const file = (await loadSqlite()).open(':memory:');
  const asked = vi.spyOn(Object.getPrototypeOf(file.prepare('select 1')) as { all(): unknown[] }, 'all');
  onTestFinished(() => {
    asked.mockRestore();
    file.close();
  });
  expect(await store.requeueAll({ username: 'a.1' }, 'test')).toEqual({ requeued: requests, unpaid: 0 });
  expect(asked.mock.calls.length).toBeGreaterThan(0);
  expect(asked.mock.calls.length).toBeLessThan(20);
  expect(JSON.stringify(asked.mock.results.map(({ value }) => value))).not.toContain('hello');
  asked.mockRestore();
  const claimed = await store.claim(requests, 1_000);
  expect(claimed.map(({ parts }) => parts[0]?.userData)).toEqual(Array(requests).fill({ text: 'hello' }));
});

it('a database that is closed lets the transaction in hand come to its end', async () => {
  const db = await openSqlite(':memory:');
  await migrate(db, 'sqlite');
  countReadings();
  const rows = Array.from({ length: 5_000 }, (_, index) => [`counter ${index}`, index]);
  const counted = db.transaction().execute(async (tx) => {
    await insertRows(tx, 'sqlite', 'counter', { name: 'text', value: 'bigint' }, rows);
    const { count } = await tx
      .selectFrom('counter')
      .select((counting) => counting.fn.countAll<number>().as('count'))
      .where('name', 'like', 'counter %')
      .executeTakeFirstOrThrow();
    return count;
  });
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([db.destroy(), expect(counted).resolves.toBe(rows.length)]);
});
