/**
 * The queue of what goes to SMPP sessions, whatever database is behind it: registered for SQLite by store.test.ts, for PostgreSQL by its interoperation
 * test.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import type { Store, StoreOptions } from '../../src/gateway/store/store.js';
import type { SessionCallback } from '../../src/gateway/store/types.js';
import { TestClock, textJob } from '../support/gateway-store.js';

const PARENT = 'ANOther.12345';
/** Its callback is by SMPP. */
const BOUND = 'Bound.1';
const NUMBER = '447700900008';
const HOUR = 60 * 60 * 1000;
const to = (count: number, first = 447700900100) => Array.from({ length: count }, (_, i) => String(first + i));

/** Registers the tests; `open` gives a fresh store with the accounts of test/support/gateway-store.ts. */
export function describeSessions(open: (clock: TestClock, options: Pick<StoreOptions, 'random'>) => Promise<Store>) {
  async function openStore(): Promise<{ readonly store: Store; readonly clock: TestClock }> {
    const clock = new TestClock();
    const store = await open(clock, { random: () => 1 });
    onTestFinished(() => store.close());
    const account = { username: BOUND, pin: '9999', credit: '9.0000', replyTo: [NUMBER], callback: { form: 'smpp' } };
    await store.provision(readProvisioning(JSON.stringify({ accounts: [account] })));
    return { store, clock };
  }

  const deliver = async (store: Store, count = 10) =>
    store.deliverVirtual(await store.claim(count, 1_000), () => [Uint8Array.of(1)]);
  const fail = async (store: Store) => {
    const claimed = await store.claim(10, 1_000);
    await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'failed', reason: 'no' } })));
  };
  const incoming = (store: Store, text: string) => store.recordIncoming({ from: '447700900777', to: NUMBER, text, at: 1 });
  const textsOf = (callbacks: readonly SessionCallback[]) =>
    callbacks.map(({ payload }) => (payload.kind === 'message' ? payload.text : payload.state));
  const claimFor = (store: Store, ...usernames: string[]) => store.claimForSessions(usernames, 100, 1_000);

  describe('what goes to sessions', () => {
    it('an account whose callback is by SMPP gets receipts and messages there, and nothing is posted', async () => {
      const { store, clock } = await openStore();
      const { recipients } = await store.accept(textJob(BOUND, to(1)));
      const acceptedAt = clock.now;
      clock.now += 5;
      await deliver(store);
      await incoming(store, 'hi');
      await store.recordIncoming({
        from: '1234567',
        to: NUMBER,
        data: Uint8Array.of(0xab, 1),
        udh: Uint8Array.of(6, 5, 4, 0x0b, 0x84, 0x0b, 0x84),
        at: 7,
      });
      expect(await store.claimCallbacks(10, 1_000)).toEqual([]);
      expect(await store.nextCallbackAt()).toBeUndefined();
      expect(await store.queue()).toMatchObject({ callbacks: 0, sessionCallbacks: 3 });
      expect(await store.sessionQueues([BOUND, 'Hook.1', 'Nobody'])).toEqual([{ username: BOUND, nextAt: clock.now }]);
      const claimed = await claimFor(store, BOUND);
      expect(claimed.map(({ username, attempt, createdAt }) => [username, attempt, createdAt])).toEqual(
        Array.from({ length: 3 }, () => [BOUND, 1, clock.now]),
      );
      expect(claimed.map(({ payload }) => payload)).toEqual([
        {
          kind: 'receipt',
          messageIdentifier: recipients[0]?.messageIdentifier,
          recipient: to(1)[0],
          state: 'delivered',
          at: clock.now,
          originator: 'MyShop',
          acceptedAt,
        },
        {
          kind: 'message',
          messageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
          ...{ from: '447700900777', to: NUMBER, text: 'hi', at: 1 },
        },
        {
          kind: 'message',
          messageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
          ...{ from: '1234567', to: NUMBER, text: 'AB01', isData: true, udh: '0605040B840B84', at: 7 },
        },
      ]);
      expect(await claimFor(store, BOUND)).toEqual([]);
      for (const callback of claimed) expect(await store.settleForSession({ callback, result: 'done' })).toBe('done');
      expect(await store.sessionQueues([BOUND])).toEqual([]);
      expect(await store.queue()).toMatchObject({ sessionCallbacks: 0 });
    });

    it.each([
      [0, []],
      [1, ['delivered', 'failed']],
      [2, ['failed']],
      [3, ['delivered']],
      // Intermediate notifications and acknowledgements of the handset are asked for besides.
      [0x10, []],
      [0x11, ['delivered', 'failed']],
      [0x0c, []],
    ])('SMPP 3.4 5.2.17, 5.0 4.7.21: registered_delivery %i is told of %j', async (registeredDelivery, told) => {
      const { store } = await openStore();
      // Whatever the account's callback is.
      for (const username of [BOUND, 'Hook.1', PARENT]) {
        await store.accept(textJob(username, to(1), { registeredDelivery }));
        await deliver(store);
        await store.accept(textJob(username, to(1), { registeredDelivery }));
        await fail(store);
        expect(textsOf(await claimFor(store, username)), username).toEqual(told);
      }
      expect(await store.claimCallbacks(10, 1_000)).toEqual([]);
    });

    it("what is posted for one account is no matter of another's sessions, nor of its own", async () => {
      const { store } = await openStore();
      await store.accept(textJob('Hook.1', to(1)));
      await store.accept(textJob('Hook.1', to(1), { registeredDelivery: 1 }));
      await deliver(store);
      await incoming(store, 'other');
      expect(await store.claimCallbacks(10, 1_000)).toMatchObject([{ username: 'Hook.1', target: { form: 'form' } }]);
      expect(textsOf(await claimFor(store, 'Hook.1'))).toEqual(['delivered']);
      expect(textsOf(await claimFor(store, BOUND))).toEqual(['other']);
    });

    it('a receipt of a message that was cancelled says so; one that is queued again keeps what was asked for', async () => {
      const { store, clock } = await openStore();
      const job = textJob(PARENT, to(1), { registeredDelivery: 1, dueAt: clock.now + 1_000 });
      const [first] = (await store.accept(job)).recipients;
      const messageIdentifier = first?.messageIdentifier as string;
      await store.cancel(messageIdentifier, 'test');
      expect((await claimFor(store, PARENT)).map(({ payload }) => payload)).toMatchObject([
        { messageIdentifier, state: 'failed', isCancelled: true },
      ]);
      await store.requeue(messageIdentifier, 'test');
      await deliver(store);
      const [receipt] = await claimFor(store, PARENT);
      expect(receipt?.payload).toMatchObject({ messageIdentifier, state: 'delivered' });
      expect(receipt?.payload).not.toHaveProperty('isCancelled');
    });

    it('a share of each account, in order; what another account has does not matter', async () => {
      const { store, clock } = await openStore();
      for (let i = 0; i < 5; i++) await incoming(store, String(i));
      clock.now += 1;
      await store.accept(textJob(PARENT, to(3), { registeredDelivery: 1 }));
      await deliver(store);
      const claimed = await store.claimForSessions([PARENT, BOUND], 2, 1_000);
      expect(textsOf(claimed.filter(({ username }) => username === BOUND))).toEqual(['0', '1']);
      expect(textsOf(claimed.filter(({ username }) => username === PARENT))).toEqual(['delivered', 'delivered']);
      expect(textsOf(await store.claimForSessions([BOUND], 2, 1_000))).toEqual(['2', '3']);
      // What is not settled comes again.
      clock.now += 1_000;
      expect(textsOf(await store.claimForSessions([BOUND], 9, 1_000)).sort()).toEqual(['0', '1', '2', '3', '4']);
    });

    it('pauses grow from 5 seconds to 10 minutes, 72 hours in all', async () => {
      const { store, clock } = await openStore();
      await incoming(store, 'late');
      const start = clock.now;
      const pauses: number[] = [];
      for (let outcome = 'later'; outcome === 'later'; ) {
        const [callback] = await claimFor(store, BOUND);
        if (callback === undefined) throw new Error('nothing is due');
        outcome = await store.settleForSession({ callback, result: 'failed' });
        const [queue] = await store.sessionQueues([BOUND]);
        if (queue === undefined) {
          expect(outcome).toBe('given-up');
          break;
        }
        pauses.push(queue.nextAt - clock.now);
        clock.now = queue.nextAt;
      }
      expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
      expect(Math.max(...pauses)).toBe(600_000);
      expect(clock.now - start).toBeGreaterThan(72 * HOUR - 600_000);
      expect(clock.now - start).toBeLessThanOrEqual(72 * HOUR);
    });

    it('only what was sent counts as an attempt: not a claim that ended, nor what was not sent', async () => {
      const { store, clock } = await openStore();
      await incoming(store, 'x');
      const claimOne = async () => (await claimFor(store, BOUND))[0] as SessionCallback;
      for (let i = 0; i < 8; i++) {
        const callback = await claimOne();
        expect([callback.attempt, callback.leaseEndsAt]).toEqual([1, clock.now + 1_000]);
        if (i % 2 === 0) await store.settleForSession({ callback, result: 'unsent' });
        else clock.now += 1_000;
      }
      await store.settleForSession({ callback: await claimOne(), result: 'failed' });
      expect(await store.sessionQueues([BOUND])).toEqual([{ username: BOUND, nextAt: clock.now + 5_000 }]);
      clock.now += 5_000;
      const callback = await claimOne();
      expect(callback.attempt).toBe(2);
      await store.settleForSession({ callback, result: 'unsent' });
      expect((await claimOne()).attempt).toBe(2);
    });

    it('what was not answered comes again soon, however often', async () => {
      const { store, clock } = await openStore();
      await incoming(store, 'x');
      const pauses: number[] = [];
      for (let i = 0; i < 6; i++) {
        const [callback] = await claimFor(store, BOUND);
        expect(await store.settleForSession({ callback: callback as SessionCallback, result: 'unanswered' })).toBe('later');
        const [queue] = await store.sessionQueues([BOUND]);
        pauses.push((queue?.nextAt ?? 0) - clock.now);
        clock.now = queue?.nextAt ?? 0;
      }
      expect(pauses).toEqual([5_000, 10_000, 15_000, 15_000, 15_000, 15_000]);
    });

    it('what is put off together: each for its own time, and none that another has claimed since', async () => {
      const { store, clock } = await openStore();
      for (const text of ['a', 'b', 'c', 'd']) await incoming(store, text);
      const [a, b, c, d] = (await claimFor(store, BOUND)) as [
        SessionCallback,
        SessionCallback,
        SessionCallback,
        SessionCallback,
      ];
      const settle = (callback: SessionCallback, result: 'failed' | 'unsent') => store.settleForSession({ callback, result });
      expect(await Promise.all([settle(a, 'failed'), settle(b, 'unsent'), settle(c, 'failed')])).toEqual([
        'later',
        'later',
        'later',
      ]);
      clock.now += 1_000;
      expect(textsOf(await claimFor(store, BOUND))).toEqual(['b', 'd']);
      await Promise.all([settle(d, 'failed'), settle(b, 'unsent')]);
      clock.now += 999;
      expect(await claimFor(store, BOUND)).toEqual([]);
      clock.now += 1;
      const again = await claimFor(store, BOUND);
      expect(again.map(({ id, attempt }) => [id, attempt])).toEqual([
        [b.id, 1],
        [d.id, 1],
      ]);
      clock.now += 3_000;
      expect((await claimFor(store, BOUND)).map(({ id, attempt }) => [id, attempt])).toEqual([
        [a.id, 2],
        [b.id, 1],
        [c.id, 2],
        [d.id, 1],
      ]);
    });

    it('what is refused is gone; what was not sent is due at once, in its old place', async () => {
      const { store, clock } = await openStore();
      await incoming(store, 'a');
      clock.now += 1;
      await incoming(store, 'b');
      await incoming(store, 'c');
      const [a, b, c] = (await claimFor(store, BOUND)) as [SessionCallback, SessionCallback, SessionCallback];
      clock.now += 1;
      const settled = await Promise.all([
        store.settleForSession({ callback: c, result: 'unsent' }),
        store.settleForSession({ callback: b, result: 'refused' }),
        store.settleForSession({ callback: a, result: 'unsent' }),
      ]);
      expect(settled).toEqual(['later', 'refused', 'later']);
      const [first, second, ...others] = await claimFor(store, BOUND);
      expect(textsOf([first, second] as SessionCallback[])).toEqual(['a', 'c']);
      expect(first?.attempt).toBe(1);
      expect(others).toEqual([]);
    });

    it('an older claim puts nothing off, and ends it when it was taken', async () => {
      const { store, clock } = await openStore();
      await incoming(store, 'x');
      const [first] = await claimFor(store, BOUND);
      clock.now += 1_000;
      const [second] = await claimFor(store, BOUND);
      await store.settleForSession({ callback: first as SessionCallback, result: 'failed' });
      await store.settleForSession({ callback: first as SessionCallback, result: 'unsent' });
      expect(await store.sessionQueues([BOUND])).toEqual([{ username: BOUND, nextAt: clock.now + 1_000 }]);
      await store.settleForSession({ callback: first as SessionCallback, result: 'done' });
      expect(await store.sessionQueues([BOUND])).toEqual([]);
      expect(await store.settleForSession({ callback: second as SessionCallback, result: 'failed' })).toBe('later');
      expect(await store.sessionQueues([BOUND])).toEqual([]);
    });

    it('is forgotten after 72 hours, also of an account that never binds', async () => {
      const { store, clock } = await openStore();
      for (let i = 0; i < 501; i++) await incoming(store, 'old');
      clock.now += HOUR;
      await incoming(store, 'young');
      const forgotten: number[] = [];
      const sweep = () => store.sweep(undefined, (callbacks) => forgotten.push(callbacks));
      clock.now += 71 * HOUR;
      await sweep();
      expect(forgotten).toEqual([]);
      clock.now += 1;
      await sweep();
      expect(forgotten).toEqual([500, 1]);
      expect(textsOf(await claimFor(store, BOUND))).toEqual(['young']);
    });

    it('what was to be posted goes to sessions once the callback is by SMPP; sessions keep theirs', async () => {
      const { store, clock } = await openStore();
      const acceptedAt = clock.now;
      await store.accept(textJob('Hook.1', to(1)));
      await deliver(store);
      await store.recordIncoming({ from: '1', to: '447700900009', text: 'posted', at: 1 });
      await incoming(store, 'kept');
      await store.changeAccount('Hook.1', { callback: { form: 'smpp' } }, 'test');
      await store.changeAccount(BOUND, { callback: null }, 'test');
      clock.now += 9;
      expect(await store.claimCallbacks(10, 1_000)).toEqual([]);
      expect(await store.nextCallbackAt()).toBeUndefined();
      const moved = await claimFor(store, 'Hook.1');
      expect(moved.map(({ payload, createdAt }) => [payload, createdAt])).toEqual([
        [expect.objectContaining({ state: 'delivered', originator: 'MyShop', acceptedAt }), acceptedAt],
        [expect.objectContaining({ text: 'posted' }), acceptedAt],
      ]);
      expect(textsOf(await claimFor(store, BOUND))).toEqual(['kept']);
      expect(await store.details('Hook.1')).toMatchObject({ callback: { form: 'smpp' } });
      const { entries } = await store.audit({ username: BOUND });
      expect(entries.at(-1)?.changes).toEqual({ callback: [{ form: 'smpp' }, null] });
    });

    it('nothing is given to an account that was deleted', async () => {
      const { store } = await openStore();
      const child = { username: 'Kid.99', pin: '1111', parent: PARENT, type: 'TRANSFER', callback: { form: 'smpp' } };
      await store.provision(readProvisioning(JSON.stringify({ accounts: [{ ...child, credit: '1.0000' }] })));
      await store.accept(textJob('Kid.99', to(1)));
      await deliver(store);
      await store.deleteChild(PARENT, 'Kid.99');
      expect(await store.sessionQueues(['Kid.99'])).toEqual([]);
      expect(await claimFor(store, 'Kid.99')).toEqual([]);
    });
  });
}
