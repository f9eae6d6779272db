import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import WebAssemblySqlite from 'node-sqlite3-wasm';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { missingPackage } from '../../src/gateway/packages.js';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import { acceptGroup } from '../../src/gateway/store/accept.js';
import { claimMessages } from '../../src/gateway/store/outbox.js';
import { lateReceipts } from '../../src/gateway/store/receipts.js';
import { openSqlite } from '../../src/gateway/store/sqlite.js';
import { Store } from '../../src/gateway/store/store.js';
import type { AcceptOutcome, OutboundMessage, OutboundPart } from '../../src/gateway/store/types.js';
import { tempFolder } from '../support/cleanup.js';
import {
  contextOf,
  expectLedgersAddUp,
  openTestStore,
  TEXT_PART,
  TestClock,
  textJob,
  undoSteps,
} from '../support/gateway-store.js';
import { expectOlderWritesAreRight } from '../support/older-writer.js';
import { RawFile } from '../support/sqlite.js';
import { describeStore } from './store-behaviour.js';
import { describeKeeping } from './store-keeping.js';
import { describeOperators } from './store-operators.js';
import { describeSessions } from './store-sessions.js';

const PARENT = 'ANOther.12345';

async function expectCreditIsSum(store: Store, username: string): Promise<void> {
  const entries = (await store.ledger(username)) ?? [];
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe((await store.account(username))?.credit);
}

const to = (count: number) => Array.from({ length: count }, (_, i) => String(447700900100 + i));

const COMMON = `account_id, payer_id, originator, parts, units, price_per_part, service, content_kind, library_number, accepted_at, due_at`;

const folder = tempFolder('store');

describe('a store in memory', () => {
  describeStore((clock, options) => openTestStore({ sqlite: ':memory:' }, clock, options));
  describeOperators((clock, options) => openTestStore({ sqlite: ':memory:' }, clock, options));
  describeSessions((clock, options) => openTestStore({ sqlite: ':memory:' }, clock, options));
  describeKeeping((clock, options) => openTestStore({ sqlite: ':memory:' }, clock, options));
});

describe('a store in memory by node-sqlite3-wasm', () => {
  const wasm = { sqlite: ':memory:', driver: 'node-sqlite3-wasm' } as const;
  describeStore((clock, options) => openTestStore(wasm, clock, options));
  describeOperators((clock, options) => openTestStore(wasm, clock, options));
  describeSessions((clock, options) => openTestStore(wasm, clock, options));
  describeKeeping((clock, options) => openTestStore(wasm, clock, options));

  it('is refused a file', async () => {
    const place = { ...wasm, sqlite: join(folder, 'wasm.db') };
    await expect(Store.open(place)).rejects.toThrow(
      `node-sqlite3-wasm is for stores in memory (:memory:), not for ${place.sqlite}`,
    );
    expect(existsSync(place.sqlite)).toBe(false);
  });

  it('frees statements that are no longer kept', async () => {
    const file = new WebAssemblySqlite.Database(':memory:');
    const finalize = vi.spyOn(Object.getPrototypeOf(file.prepare('select 1')), 'finalize');
    const db = await openSqlite(':memory:', { name: 'node-sqlite3-wasm' });
    for (let i = 0; i < 600; i++) await sql.raw(`select ${i} as number`).execute(db);
    expect(finalize).toHaveBeenCalledTimes(512);
    expect(await sql.raw('select 0 as number').execute(db)).toMatchObject({ rows: [{ number: 0 }] });
    await db.destroy();
    expect(finalize).toHaveBeenCalledTimes(601);
    finalize.mockRestore();
    file.close();
  });
});

describe('a file', () => {
  it('two programs work on one file at once, as a server and the admin command do', async () => {
    const place = { sqlite: join(folder, 'two.db') };
    const stores = await Promise.all([Store.open(place, { pinCost: 1 }), Store.open(place, { pinCost: 1 })]);
    const [server, admin] = stores as [Store, Store];
    await (await openTestStore(place)).close();
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        await (stores[i % 2] as Store).accept(textJob(PARENT, ['447700900100', '447700900101']));
        if (i % 3 === 0) await admin.topUp(PARENT, 100);
        if (i % 4 === 0) await admin.transfer(PARENT, 'Kid.77', 10);
        await server.claim(2, 1_000);
      }),
    );
    expect((await server.account(PARENT))?.credit).toBe(152_345 - 120 * 450 + 20 * 100 - 15 * 10);
    await expectLedgersAddUp(admin);
    await server.close();
    await admin.close();
  });

  describe('accounts that have paid here before, and that another program has changed since', () => {
    const reports = async (store: Store, username: string, count: number) =>
      (await store.accept(textJob(username, to(count)))).recipients.map(({ report }) => report);

    async function openTwo(name: string): Promise<{ readonly server: Store; readonly admin: Store }> {
      const place = { sqlite: join(folder, name) };
      const server = await openTestStore(place);
      onTestFinished(() => server.close());
      const admin = await Store.open(place, { pinCost: 1 });
      onTestFinished(() => admin.close());
      // A part costs 0.0450, for Kid.77 0.0500.
      expect(await reports(server, PARENT, 1)).toEqual([-2]);
      expect(await reports(server, 'Sib.78', 1)).toEqual([-2]);
      expect(await reports(server, 'Kid.77', 1)).toEqual([-2]);
      return { server, admin };
    }

    it('pay no more than they have left', async () => {
      const { server, admin } = await openTwo('less.db');
      expect(await admin.transfer(PARENT, 'Kid.77', 152_345 - 2 * 450 - 3 * 450)).toBe('ok');
      expect(await reports(server, 'Sib.78', 2)).toEqual([-2, -2]);
      expect(await reports(server, PARENT, 2)).toEqual([-2, 15]);
      expect((await server.account(PARENT))?.credit).toBe(0);
      await expectLedgersAddUp(server);
    });

    it('pay with what they got', async () => {
      const { server, admin } = await openTwo('more.db');
      expect(await reports(server, 'Kid.77', 20)).toEqual([...Array(19).fill(-2), 15]);
      await admin.topUp('Kid.77', 500);
      expect(await reports(server, 'Kid.77', 2)).toEqual([-2, 15]);
      await expectLedgersAddUp(server);
    });

    it('pay the new price', async () => {
      const { server, admin } = await openTwo('price.db');
      await admin.changeAccount('Sib.78', { pricePerPart: 1_000 }, 'tester');
      expect(await reports(server, 'Sib.78', 1)).toEqual([-2]);
      expect((await server.account(PARENT))?.credit).toBe(152_345 - 2 * 450 - 1_000);
      await expectLedgersAddUp(server);
    });

    it('pay nothing when they are gone', async () => {
      const { server, admin } = await openTwo('gone.db');
      expect(await admin.deleteChild(PARENT, 'Kid.77')).toBe('ok');
      expect(await admin.deleteChild(PARENT, 'Sib.78')).toBe('ok');
      expect(await reports(server, 'Kid.77', 1)).toEqual([2]);
      expect(await reports(server, 'Sib.78', 1)).toEqual([2]);
      expect(await reports(server, PARENT, 1)).toEqual([-2]);
      await expectLedgersAddUp(server);
    });

    it('have requests of both programs', async () => {
      const { server, admin } = await openTwo('both.db');
      for (const store of [admin, server, server, admin, server]) expect(await reports(store, PARENT, 1)).toEqual([-2]);
      expect((await server.account(PARENT))?.credit).toBe(152_345 - 7 * 450);
      await expectLedgersAddUp(server);
    });
  });

  it('that a version without an account of inboxes wrote gets one, of the messages that are in it', async () => {
    const path = join(folder, 'older.db');
    await (await Store.open({ sqlite: path })).close();
    const file = new RawFile(path);
    file.exec(undoSteps(1));
    const insert = 'insert into inbox (number, identifier, originator, received_at, parts) values (?, ?, ?, ?, ?)';
    for (const [number, at] of [
      ['447700900101', 5],
      ['447700900102', 7],
      ['447700900101', 9],
    ]) {
      file.all(insert, number, `M${at}`, 'MyShop', at, '["00"]');
    }
    file.close();
    const store = await Store.open({ sqlite: path });
    expect(await store.handsets(10)).toEqual([
      { number: '447700900101', messages: 2, arrivedAt: 9, changes: 2 },
      { number: '447700900102', messages: 1, arrivedAt: 7, changes: 1 },
    ]);
    await store.clearInbox('447700900101');
    expect(await store.handsets(10)).toHaveLength(1);
    await store.close();
  });

  it('that a version with PINs of parents in it wrote is rid of them, and keeps whom its children are for', async () => {
    const path = join(folder, 'pins.db');
    await (await openTestStore({ sqlite: path })).close();
    const file = new RawFile(path);
    const kept = { email: 'a@example.net', givenName: 'A\0B\ud800', familyName: '\\u0000' };
    const contact = { ...kept, operation: 'createChildAccount', username: PARENT, pin: '0123456' };
    file.all("update account set contact = ? where username = 'Kid.77'", JSON.stringify(contact));
    file.exec(undoSteps(2));
    file.close();
    await (await Store.open({ sqlite: path })).close();
    const after = new RawFile(path);
    const [row] = after.all("select contact from account where username = 'Kid.77'");
    after.close();
    expect(row).toEqual({ contact: JSON.stringify(kept) });
  });

  it('of before there were sessions reports its messages as it did, and what comes over SMPP to sessions', async () => {
    const path = join(folder, 'sessions.db');
    const older = await openTestStore({ sqlite: path });
    await older.accept(textJob('Hook.1', to(1)));
    await older.close();
    const file = new RawFile(path);
    file.exec(undoSteps(13));
    expect(file.all('pragma table_info(submission)')).not.toContainEqual(
      expect.objectContaining({ name: 'registered_delivery' }),
    );
    file.close();
    const store = await Store.open({ sqlite: path });
    await store.accept(textJob('Hook.1', to(1), { registeredDelivery: 1 }));
    await store.deliverVirtual(await store.claim(10, 60_000), () => [Uint8Array.of(1)]);
    expect(await store.queue()).toMatchObject({ callbacks: 1, sessionCallbacks: 1 });
    await store.close();
  });

  it('whose messages an older version has queued knows whose they are', async () => {
    const path = join(folder, 'queued.db');
    const older = await openTestStore({ sqlite: path });
    const [mine] = (await older.accept(textJob('Sib.78', to(3)))).recipients;
    await older.accept(textJob('Stranger.1', to(2)));
    await older.settle((await older.claim(1, 60_000)).map((message) => ({ message, outcome: { kind: 'sent', ids: ['1'] } })));
    await older.close();
    const file = new RawFile(path);
    file.exec(undoSteps(3));
    file.close();
    const clock = new TestClock();
    const store = await openTestStore({ sqlite: path }, clock);
    expect((await store.queue()).due).toBe(4);
    const claimed = await store.claim(10, 60_000);
    expect(claimed.map(({ recipient }) => recipient).sort()).toEqual([...to(2), ...to(3).slice(1)].sort());
    expect(claimed.map(({ id }) => id)).not.toContain(mine?.messageIdentifier);
    // What it had sent waits for its receipt no longer than what is sent now.
    clock.now += 49 * 3_600_000 + 1;
    await store.sweep();
    const states = new Map<string, string>();
    for await (const { messageIdentifier, state } of store.messages()) states.set(messageIdentifier, state);
    expect(states.get(mine?.messageIdentifier ?? '')).toBe('unconfirmed');
    await store.close();
  });

  it('into which a gateway of an earlier version goes on to write is right, although that one knows less', async () => {
    const path = join(folder, 'rolling.db');
    const clock = new TestClock();
    const store = await openTestStore({ sqlite: path }, clock);
    const older = new RawFile(path);
    await expectOlderWritesAreRight(store, clock, async (text) => older.all(text));
    older.close();
    await store.close();
  });

  it('whose messages have no payer holds up nobody else', async () => {
    const path = join(folder, 'nobody.db');
    const store = await openTestStore({ sqlite: path });
    await store.accept(textJob(PARENT, to(2)));
    const file = new RawFile(path);
    file.exec("drop trigger message_payer; update message set payer_id = null where recipient = '447700900100'");
    file.close();
    const other = await Store.open({ sqlite: path }, { clock: new TestClock().read });
    expect((await other.claim(10, 1_000)).map(({ recipient }) => recipient)).toEqual(['447700900101']);
    await other.close();
    await store.close();
  });

  it('is not opened when a newer program wrote it, nor when it is no database', async () => {
    const path = join(folder, 'newer.db');
    await (await Store.open({ sqlite: path })).close();
    const file = new RawFile(path);
    file.exec('update schema_version set version = 99');
    file.close();
    await expect(Store.open({ sqlite: path })).rejects.toThrow('newer version of this program (99)');
    await expect(Store.open({ sqlite: folder })).rejects.toThrow();
    const nowhere = await Store.open({ sqlite: join(folder, 'none', 'x.db') }).catch((error: unknown) => error);
    expect(nowhere).toMatchObject({ name: 'Error', message: expect.stringContaining('cannot open the store') });
  });

  it('has no text of a message that was queued again and forgotten, nor of one whose request lost its messages earlier', async () => {
    const path = join(folder, 'again.db');
    const clock = new TestClock();
    const store = await openTestStore({ sqlite: path }, clock, { keep: { messagesDays: 1 } });
    const file = new RawFile(path);
    const counts = () =>
      file.row('select (select count(*) from submission) as submissions, (select count(*) from message) as messages');
    const ids = (await store.accept(textJob(PARENT, to(2)))).recipients.map(({ messageIdentifier }) => messageIdentifier);
    for (const id of ids) await store.cancel(id, 'test');
    await store.requeue(ids[0] as string, 'test');
    expect(counts()).toEqual([2, 2]);
    await store.requeue(ids[1] as string, 'test');
    expect(counts()).toEqual([2, 2]);
    // As versions that only copied have left one.
    file.exec(`insert into submission (id, ${COMMON}) select 900, ${COMMON} from submission limit 1`);
    await store.deliverVirtual(await store.claim(10, 1_000), () => [new Uint8Array(140)]);
    clock.now += 3 * 24 * 60 * 60 * 1000;
    await store.accept(textJob(PARENT, to(1)));
    await store.sweep();
    expect(counts()).toEqual([1, 1]);
    file.close();
    await store.close();
  });

  it('whose messages are kept for a day does not grow from one day to the next', async () => {
    const path = join(folder, 'kept.db');
    const clock = new TestClock();
    const keep = { messagesDays: 1, ledgerDays: 1, inboxDays: 1 };
    const store = await openTestStore({ sqlite: path }, clock, { keep });
    await store.topUp(PARENT, 100_000_000);
    const file = new RawFile(path, { isReadOnly: true });
    const pages: number[] = [];
    for (let day = 0; day < 80; day++) {
      await store.accept(textJob(PARENT, to(100)));
      await store.deliverVirtual(await store.claim(200, 1_000), () => [new Uint8Array(140)]);
      clock.now += 24 * 60 * 60 * 1000;
      await store.sweep();
      pages.push(Number(file.row('pragma page_count')[0]));
    }
    file.close();
    // Ledgers keep two months of single entries at the most; everything else a day or two.
    const [settled = 0, last = 0] = [pages[60], pages[79]];
    expect(last).toBeLessThanOrEqual(settled * 1.05);
    expect(settled).toBeGreaterThan(20);
    await expectCreditIsSum(store, PARENT);
    await store.close();
  });

  /** Waits until a portion of the rows is done, and closes the store. @returns how many are left */
  async function closeInMiddle(store: Store, path: string, text: string): Promise<number> {
    const file = new RawFile(path, { isReadOnly: true });
    const count = () => Number(file.row(text)[0]);
    const all = count();
    const swept = store.sweep();
    while (count() === all) await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    await swept;
    await store.sweep();
    const left = count();
    file.close();
    return left;
  }

  it('that is closed while it forgets ends after the portion in hand', async () => {
    const path = join(folder, 'closing.db');
    const clock = new TestClock();
    const store = await openTestStore({ sqlite: path }, clock, { keep: { messagesDays: 1 } });
    await store.topUp(PARENT, 100_000_000);
    for (let i = 0; i < 4; i++) await store.accept(textJob(PARENT, to(500)));
    for (let i = 0; i < 4; i++) await store.deliverVirtual(await store.claim(500, 1_000), () => [Uint8Array.of(1)]);
    clock.now += 3 * 24 * 60 * 60 * 1000;
    const left = await closeInMiddle(store, path, 'select count(*) from message');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2_000);
    expect(left % 500).toBe(0);
  });

  it.each([
    ['messages expire', false, "select count(*) from message where state = 'queued'"],
    ['receipts are overdue', true, "select count(*) from message where state = 'sent'"],
  ])('that is closed while %s ends after the portion in hand, without an error', async (what, isSent, text) => {
    const path = join(folder, `closing ${what}.db`);
    const clock = new TestClock();
    const store = await openTestStore({ sqlite: path }, clock);
    await store.topUp(PARENT, 100_000_000);
    for (let i = 0; i < 4; i++) await store.accept(textJob(PARENT, to(500)));
    for (let i = 0; isSent && i < 4; i++) {
      const claimed = await store.claim(500, 1_000);
      await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'sent', ids: [message.id] } })));
    }
    clock.now += 3 * 24 * 60 * 60 * 1000;
    const left = await closeInMiddle(store, path, text);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2_000);
  });

  it('a commit that fails is in doubt: nothing is tried again', async () => {
    const path = join(folder, 'doubt.db');
    const store = await openTestStore({ sqlite: path });
    const file = new RawFile(path);
    // A constraint that is checked at the commit only.
    file.exec(`create table proof (id integer primary key);
      create table doubt (message_id integer references proof (id) deferrable initially deferred);
      create trigger on_message after insert on message begin insert into doubt values (new.id); end`);
    file.close();
    const results = await Promise.allSettled([1, 2].map(() => store.accept(textJob(PARENT, ['447700900100']))));
    expect(results.map((result) => result.status === 'rejected' && result.reason.name)).toEqual(['CommitError', 'CommitError']);
    expect((await store.account(PARENT))?.credit).toBe(152_345);
    await store.close();
  });
});

describe('a file that is busy for long', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('fails the jobs of a group together: one by one they would wait as long again', async () => {
    const path = join(folder, 'busy.db');
    const store = await openTestStore({ sqlite: path });
    const other = new RawFile(path);
    other.exec('begin immediate');
    // Each look at the clock is six seconds after the last: the patience of ten ends with the third.
    let now = 0;
    const looks = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 6_000;
      return now;
    });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => store.accept(textJob(PARENT, ['447700900100']))));
    expect(new Set(results.map((result) => result.status === 'rejected' && result.reason.code))).toEqual(
      new Set(['SQLITE_BUSY']),
    );
    expect(looks.mock.calls.length).toBeLessThan(10);
    looks.mockRestore();
    other.exec('rollback');
    other.close();
    expect((await store.accept(textJob(PARENT, ['447700900100']))).recipients[0]?.report).toBe(-2);
    await expectLedgersAddUp(store);
    await store.close();
  });
});

it('a disk that is full refuses jobs, charges nothing, and goes on when there is room', async () => {
  const path = join(folder, 'full.db');
  const store = await openTestStore({ sqlite: path });
  const db = await openSqlite(path);
  const context = contextOf(db, 'sqlite');
  const job = textJob(PARENT, to(300));
  const work = { jobs: [job] };
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 2))}`.execute(db);
  await expect(acceptGroup(context, [work])).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect((await store.account(PARENT))?.credit).toBe(152_345);
  await sql`pragma max_page_count = 1000000`.execute(db);
  const [outcome] = await acceptGroup(context, [work]);
  expect(outcome?.kept).toBeUndefined();
  expect((outcome as { outcomes: readonly AcceptOutcome[] }).outcomes[0]?.recipients.every(({ report }) => report === -2)).toBe(
    true,
  );
  await db.destroy();
  await expectLedgersAddUp(store);
  await store.close();
});

it('what claimed messages have in common is remembered up to some thousands of parts, until nothing is due', async () => {
  const path = join(folder, 'remembered.db');
  const store = await openTestStore({ sqlite: path });
  const db = await openSqlite(path);
  const context = contextOf(db, 'sqlite', 86_400_000);
  const parts = Array.from({ length: 255 }, () => TEXT_PART);
  await acceptGroup(
    context,
    Array.from({ length: 30 }, () => ({ jobs: [textJob(PARENT, to(1), { parts, unitsPerRecipient: 1 })] })),
  );
  const claimed = await claimMessages(context, 30, 60_000);
  expect([claimed.length, claimed.every((message) => message.parts.length === 255)]).toEqual([30, true]);
  expect(context.submissions.size).toBe(Math.floor(5_000 / 255));
  expect(await claimMessages(context, 30, 60_000)).toEqual([]);
  expect(context.submissions.size).toBe(0);
  await db.destroy();
  await store.close();
});

it('a message that is to be delivered in the store is delivered as it is by then, or not at all when it was cancelled', async () => {
  const store = await openTestStore({ sqlite: join(folder, 'in-store.db') });
  const recipients = to(4);
  const ids: string[] = [];
  for (const recipient of recipients) {
    const accepted = await store.accept(textJob(PARENT, [recipient]));
    ids.push(accepted.recipients[0]?.messageIdentifier ?? '');
  }
  const claimed = await store.claim(10, 'in-store');
  expect(claimed.map(({ id }) => id)).toEqual(ids);
  const [, cancelled, replaced, unfit] = ids as [string, string, string, string];
  const parts = [{ ...TEXT_PART, userData: { text: 'new' } }];
  await store.cancelOwn(PARENT, cancelled);
  await store.replaceOwn(PARENT, replaced, { parts, contentKind: 'text' });
  await store.replaceOwn(PARENT, unfit, { parts, contentKind: 'text' });
  const build = ({ id, parts: [part] }: OutboundMessage) => {
    const { userData } = part as OutboundPart;
    const text = 'text' in userData ? userData.text : '';
    if (id === unfit && text !== 'new') throw new Error('no handset can get this');
    return [new TextEncoder().encode(text)];
  };
  expect((await store.deliverVirtual(claimed, build)).map(({ message }) => message.id)).toEqual([ids[0]]);
  const again = await store.claim(10, 'in-store');
  expect(again.map(({ id }) => id).sort()).toEqual([replaced, unfit].sort());
  expect(await store.deliverVirtual(again, build)).toHaveLength(2);
  const inboxes = await Promise.all(recipients.map((recipient) => store.inbox(recipient)));
  const texts = inboxes.map((inbox) =>
    inbox.flatMap(({ parts: octets }) => octets.map((each) => Buffer.from(each).toString())),
  );
  expect(texts.map((each) => each.length)).toEqual([1, 0, 1, 1]);
  expect(texts.slice(2)).toEqual([['new'], ['new']]);
  expect((await store.account(PARENT))?.credit).toBe(152_345 - 3 * 450);
  await expectLedgersAddUp(store);
  await store.close();
});

it('a claim of what is delivered in the store has each message once, however many payers share it', async () => {
  const store = await openTestStore({ sqlite: join(folder, 'in-store-payers.db') });
  const accepted = new Set<string>();
  for (const username of [PARENT, 'Sib.78', 'Stranger.1']) {
    const { recipients } = await store.accept(textJob(username, to(90)));
    for (const { messageIdentifier, report } of recipients) if (report === -2) accepted.add(messageIdentifier);
  }
  expect(accepted.size).toBeGreaterThan(150);
  const seen = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const claimed = await store.claim(200, 'in-store');
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
    const delivered = await store.deliverVirtual(claimed, () => [Uint8Array.of(1)]);
    for (const { message } of delivered) {
      expect(seen.has(message.id)).toBe(false);
      seen.add(message.id);
    }
  }
  expect(seen).toEqual(accepted);
  await store.close();
});

it('receipts that wait are looked for among the parts that were sent by their ids', async () => {
  const path = join(folder, 'plan.db');
  await (await Store.open({ sqlite: path })).close();
  const db = await openSqlite(path);
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(lateReceipts(db).compile().sql)}`.execute(db);
  const plan = rows.map(({ detail }) => detail);
  expect(plan.some((step) => step.startsWith('SEARCH sent_part'))).toBe(true);
  expect(plan.some((step) => step.startsWith('SCAN sent_part'))).toBe(false);
  await db.destroy();
});

it('receipts of one link wait untouched while another has sent a part with the same id', async () => {
  const path = join(folder, 'links-late.db');
  const store = await openTestStore({ sqlite: path });
  await store.accept(textJob(PARENT, to(1)));
  const [message] = await store.claim(1, 60_000, { name: 'a', lanes: new Set(['']) });
  if (message === undefined) throw new Error('nothing was claimed');
  await store.settle([{ message, outcome: { kind: 'sent', ids: ['7'] }, link: 'a' }]);
  await store.recordReceipt('7', to(1)[0] as string, 'failed', Date.now(), undefined, 'b');
  const db = await openSqlite(path);
  expect(await lateReceipts(db).execute()).toEqual([]);
  // Of those that could be the message's, all are.
  const recipient = to(1)[0] as string;
  await db.insertInto('stray_receipt').values({ smsc_id: '7', recipient, status: 'failed', at: 1, link: 'a' }).execute();
  await db.insertInto('stray_receipt').values({ smsc_id: '7', recipient, status: 'failed', at: 1, link: null }).execute();
  expect(await lateReceipts(db).execute()).toHaveLength(2);
  await db.updateTable('message').set({ link: null }).execute();
  expect(await lateReceipts(db).execute()).toHaveLength(3);
  await db.destroy();
  await store.close();
});

it('names of a family that has used up all of its numbers go on with more digits', async () => {
  const path = join(folder, 'names.db');
  const store = await openTestStore({ sqlite: path });
  const file = new RawFile(path);
  file.exec(`with recursive given(n) as (select 0 union all select n + 1 from given where n < 99999)
    insert into account (username, pin_hash, currency, credit, price_per_part, may_manage, reply_to, created_at)
    select 'JSmith.' || printf('%05d', n), '', 'GBP', 0, 0, 0, '[]', 0 from given`);
  file.close();
  const issued = await store.createChild(PARENT, {
    ...{ type: 'SHARED', email: 'j@example.net', telephoneCountryCode: '44', mobileNumber: '447700900555' },
    ...{ givenName: 'Jo', familyName: 'Smith' },
  });
  expect((issued as { username: string }).username).toMatch(/^JSmith\d{4}\.\d{5}$/);
  await store.close();
});

it('what was accepted under a later clock goes when a store is opened again', async () => {
  const place = { sqlite: join(folder, 'clock.db') };
  const clock = new TestClock();
  const first = await openTestStore(place, clock);
  clock.now += 30_000;
  await first.accept(textJob(PARENT, ['447700900100']));
  await first.close();
  clock.now -= 30_000;
  const second = await Store.open(place, { clock: clock.read });
  expect(await second.claim(10, 1_000)).toHaveLength(1);
  await second.close();
});

describe('G-LIB-02: library numbers', () => {
  const file = (name: string) => ({ fileName: name, data: Uint8Array.of(1) });
  const items = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ number: from + i, public: true, fileName: 'a.gif', data: '00' }));

  it('free numbers are found between taken ones, and no number is reused while it is held', async () => {
    const clock = new TestClock();
    const store = await openTestStore(undefined, clock, { libraryHoldMs: 1_000 });
    await store.provision(readProvisioning(JSON.stringify({ library: [...items(80_001, 80_500), ...items(80_502, 89_998)] })));
    const submit = async (name: string) =>
      (await store.accept(textJob(PARENT, ['447700900100'], { file: file(name) }))).libraryNumber;
    expect(await submit('a')).toBe(80_501);
    clock.now += 500;
    expect(await submit('b')).toBe(89_999);
    await expect(submit('c')).rejects.toMatchObject({ name: 'LibraryFullError' });
    expect((await store.account(PARENT))?.credit, 'nothing is charged').toBe(152_345 - 900);
    clock.now += 500;
    expect(await submit('d'), 'the hold of the oldest has ended').toBe(80_501);
    expect((await store.libraryItem(PARENT, 80_501))?.fileName).toBe('d');
    await expect(submit('e')).rejects.toMatchObject({ name: 'LibraryFullError' });
    await store.close();
  });
});

describe('packages that are not there', () => {
  it('are named', () => {
    const notFound = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(() => missingPackage('pg', 'a PostgreSQL store')(notFound)).toThrow('npm install pg');
    const other = new Error('broken');
    expect(() => missingPackage('pg', 'a PostgreSQL store')(other)).toThrow(other);
  });
});
