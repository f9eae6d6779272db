/**
 * What a store forgets, whatever database is behind it: registered for SQLite by store.test.ts, for PostgreSQL by its interoperation test.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { KeepOptions } from '../../src/gateway/settings/limits.js';
import type { Store } from '../../src/gateway/store/store.js';
import { TestClock, textJob } from '../support/gateway-store.js';

const PARENT = 'ANOther.12345';
const DAY = 24 * 60 * 60 * 1000;
const to = (count: number, first = 447700900100) => Array.from({ length: count }, (_, i) => String(first + i));

/** Registers the tests; `open` gives a fresh store with the accounts of test/support/gateway-store.ts. */
export function describeKeeping(open: (clock: TestClock, options: { keep: KeepOptions }) => Promise<Store>) {
  async function openStore(keep: KeepOptions): Promise<{ readonly store: Store; readonly clock: TestClock }> {
    const clock = new TestClock();
    const store = await open(clock, { keep });
    onTestFinished(() => store.close());
    return { store, clock };
  }

  const statesOf = async (store: Store) => {
    const states: string[] = [];
    for await (const { recipient, state } of store.messages()) states.push(`${recipient.slice(-3)} ${state}`);
    return states;
  };
  const sumOf = async (store: Store, username: string) =>
    ((await store.ledger(username)) ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const deliver = async (store: Store, count: number) =>
    store.deliverVirtual(await store.claim(count, 1_000), () => [Uint8Array.of(1)]);

  describe('what is kept for some days', () => {
    it('without settings everything stays', async () => {
      const { store, clock } = await openStore({});
      await store.accept(textJob(PARENT, to(2)));
      await deliver(store, 2);
      await store.changeAccount(PARENT, { topUp: 1 }, 'test');
      await store.keepPosted(PARENT, 1);
      clock.now += 10_000 * DAY;
      await store.sweep();
      expect(await statesOf(store)).toEqual(['100 delivered', '101 delivered']);
      const changes = (await store.audit({})).entries.filter(({ by }) => by === 'test');
      expect([await store.inbox('447700900100'), await store.posted(PARENT), changes]).toEqual([
        [expect.anything()],
        [expect.anything()],
        [expect.anything()],
      ]);
      expect(await store.ledger(PARENT)).toHaveLength(4);
    });

    it('messages that came to their end are forgotten, others never; their charges stay', async () => {
      const { store, clock } = await openStore({ messagesDays: 1 });
      await store.accept(textJob(PARENT, to(3)));
      await deliver(store, 1);
      const [sent, failed] = await store.claim(2, 1_000);
      if (sent === undefined || failed === undefined) throw new Error('nothing was claimed');
      await store.settle([
        { message: sent, outcome: { kind: 'sent', ids: ['1', '2'] } },
        { message: failed, outcome: { kind: 'failed', reason: 'refused' } },
      ]);
      await store.accept(textJob(PARENT, to(1, 447700900500), { dueAt: clock.now + 100 * DAY }));
      clock.now += DAY;
      await store.sweep();
      expect(await statesOf(store)).toHaveLength(4);
      clock.now += 1_000_000;
      await store.sweep();
      expect(await statesOf(store)).toEqual([`${sent.recipient.slice(-3)} sent`, '500 scheduled']);
      await store.recordReceipt('1', sent.recipient, 'delivered', clock.now);
      await store.recordReceipt('2', sent.recipient, 'delivered', clock.now);
      clock.now += 1_000_000;
      await store.sweep();
      expect(await statesOf(store)).toEqual(['500 scheduled']);
      expect(await sumOf(store, PARENT)).toBe((await store.account(PARENT))?.credit);
      expect((await store.ledger(PARENT))?.filter(({ kind }) => kind === 'charge')).toHaveLength(4);
    });

    it('what is accepted afterwards is what it says, although all before it is forgotten', async () => {
      const { store, clock } = await openStore({ messagesDays: 1 });
      const texts: string[] = [];
      for (const text of ['first', 'second', 'third']) {
        await store.accept(textJob(PARENT, to(2), { originator: text }));
        for (const { originator } of await store.claim(1, 1_000)) texts.push(originator);
        clock.now += 2_000;
        await deliver(store, 10);
        clock.now += 2 * DAY;
        await store.sweep();
      }
      expect(texts).toEqual(['first', 'second', 'third']);
      expect(await statesOf(store)).toEqual([]);
    });

    it('more than fits one portion goes in several, and requests are answered between them', async () => {
      const { store, clock } = await openStore({ messagesDays: 1, inboxDays: 1 });
      await store.topUp(PARENT, 100_000_000);
      for (let i = 0; i < 3; i++) await store.accept(textJob(PARENT, to(700, 447700900000 + i * 700)));
      while ((await deliver(store, 500)).length > 0);
      await store.accept(textJob(PARENT, ['447700900000']));
      await deliver(store, 1);
      clock.now += 3 * DAY;
      await store.accept(textJob(PARENT, ['447700900000']));
      await deliver(store, 1);
      const swept = store.sweep();
      let answered = 0;
      let isOver = false;
      void swept.then(() => {
        isOver = true;
      });
      while (!isOver) {
        await store.account(PARENT);
        answered++;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await swept;
      expect(answered).toBeGreaterThan(5);
      expect(await statesOf(store)).toEqual(['000 delivered']);
      expect(await store.inbox('447700900000')).toHaveLength(1);
      expect(await store.handsets(10)).toMatchObject([{ number: '447700900000', messages: 1 }]);
    });

    it('an inbox whose messages are forgotten tells of it, and is forgotten later', async () => {
      const { store, clock } = await openStore({ inboxDays: 7 });
      await store.accept(textJob(PARENT, to(1)));
      await deliver(store, 1);
      clock.now += 8 * DAY;
      await store.sweep();
      expect(await store.inbox('447700900100')).toEqual([]);
      const changed = { from: clock.now - 1_000, to: clock.now };
      expect(await store.changedHandsets(changed, 10)).toMatchObject([{ number: '447700900100', messages: 0, changes: 2 }]);
      clock.now += 8 * DAY;
      await store.sweep();
      expect(await store.changedHandsets({ from: 0, to: clock.now }, 10)).toEqual([]);
    });

    it('posts and the audit are forgotten', async () => {
      const { store, clock } = await openStore({ postedDays: 2, auditDays: 4 });
      for (let day = 0; day < 6; day++) {
        await store.keepPosted(PARENT, day);
        await store.changeAccount(PARENT, { topUp: day + 1 }, `day ${day}`);
        clock.now += DAY;
      }
      await store.sweep();
      expect((await store.posted(PARENT)).map(({ callback }) => callback)).toEqual([4, 5]);
      expect((await store.audit({})).entries.map(({ by }) => by)).toEqual(['day 2', 'day 3', 'day 4', 'day 5']);
    });
  });

  describe('ledgers', () => {
    it('whole months that are over become one entry each; their sum is the credit throughout', async () => {
      const { store, clock } = await openStore({ ledgerDays: 40 });
      clock.now = Date.UTC(2026, 2, 30);
      await store.changeAccount(PARENT, { topUp: 100_000 }, 'test');
      for (let day = 0; day < 100; day++) {
        await store.accept(textJob(PARENT, to(3)));
        await deliver(store, 3);
        clock.now += DAY;
      }
      const before = (await store.account(PARENT))?.credit;
      await store.sweep();
      const ledger = (await store.ledger(PARENT)) ?? [];
      // The 8th of July less 40 days is in May, which stays.
      expect(new Date(clock.now).toISOString().slice(0, 10)).toBe('2026-07-08');
      expect(ledger.slice(0, 3).map(({ at, kind, amount }) => [new Date(at).toISOString(), kind, amount])).toEqual([
        ['2026-03-31T23:59:59.999Z', 'month', 152_345 + 100_000 - 2 * 3 * 450],
        ['2026-04-30T23:59:59.999Z', 'month', -30 * 3 * 450],
        ['2026-05-01T00:00:00.000Z', 'charge', -450],
      ]);
      expect(ledger).toHaveLength(2 + 68 * 3);
      expect(ledger[0]).toEqual({ at: expect.any(Number), kind: 'month', amount: expect.any(Number) });
      expect([await sumOf(store, PARENT), (await store.account(PARENT))?.credit]).toEqual([before, before]);
      clock.now += 31 * DAY;
      await store.sweep();
      expect((await store.ledger(PARENT))?.slice(0, 4).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['month', 152_345 + 100_000 - 2 * 3 * 450],
        ['month', -30 * 3 * 450],
        ['month', -31 * 3 * 450],
        ['charge', -450],
      ]);
      expect(await sumOf(store, PARENT)).toBe(before);
    });

    it('a month of thousands of entries is one, folded in portions', async () => {
      const { store, clock } = await openStore({ ledgerDays: 31 });
      await store.topUp(PARENT, 100_000_000);
      for (let i = 0; i < 3; i++) {
        await store.accept(textJob(PARENT, to(300)));
        await deliver(store, 300);
      }
      clock.now += 100 * DAY;
      await store.accept(textJob(PARENT, to(1)));
      const expected = (await store.account(PARENT))?.credit;
      const sums: number[] = [];
      const swept = store.sweep();
      let isOver = false;
      void swept.then(() => {
        isOver = true;
      });
      while (!isOver) {
        // All of it in one page, as one question sees it.
        const page = await store.pageLedger(PARENT, { limit: 1_000 });
        if (page?.next === undefined) sums.push((page?.entries ?? []).reduce((sum, { amount }) => sum + amount, 0));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await swept;
      expect(new Set(sums)).toEqual(new Set([expected]));
      expect((await store.ledger(PARENT))?.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['month', 152_345 + 100_000_000 - 900 * 450],
        ['charge', -450],
      ]);
    });

    it('a refund of a message whose charge is folded goes its way', async () => {
      const { store, clock } = await openStore({ ledgerDays: 31 });
      await store.accept(textJob(PARENT, to(1), { dueAt: clock.now + 200 * DAY }));
      clock.now += 100 * DAY;
      await store.sweep();
      const [message] = (await store.searchMessages({})).entries;
      await store.cancel(message?.messageIdentifier ?? '', 'test');
      expect((await store.ledger(PARENT))?.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['month', 152_345 - 450],
        ['refund', 450],
      ]);
      expect((await store.account(PARENT))?.credit).toBe(152_345);
    });
  });
}
