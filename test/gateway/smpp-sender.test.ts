/** From the store's queue to sessions, with sessions that are made up and a real store. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import type { NoAnswer } from '../../src/gateway/smpp-door/outgoing.js';
import { type SessionDelivery, SessionSender, type SessionStore } from '../../src/gateway/smpp-door/sender.js';
import type { Store } from '../../src/gateway/store/store.js';
import type { SessionCallback, SessionSettlement } from '../../src/gateway/store/types.js';
import type { SmppRequest } from '../../src/smpp/session.js';
import { statusNumber } from '../../src/smpp/status.js';
import { openTestStore, TestClock } from '../support/gateway-store.js';

const OK = 0;
const THROTTLED = statusNumber('ESME_RTHROTTLED');
const REFUSED = statusNumber('ESME_RX_P_APPN');
const PATIENT = { timeout: 10_000, interval: 5 };

/** Sessions of accounts that exist in the test alone. */
class FakeSessions {
  onReceiver: (username: string) => void = () => undefined;
  readonly bound = new Map<string, number>();
  /** What was sent, and who waits for the answer. */
  readonly sent: { readonly username: string; readonly text: string; readonly answer: (status: number | NoAnswer) => void }[] =
    [];
  /** Answers at once when it is there. */
  respond: ((username: string, text: string) => number | NoAnswer) | undefined = () => OK;
  isSilent: (username: string) => boolean = () => false;
  /** Those that answer after this time. */
  readonly slowMs = new Map<string, number>();
  readonly inFlight = new Map<string, number>();
  most = 0;

  bind(username: string, window = 10) {
    this.bound.set(username, window);
    this.onReceiver(username);
  }

  receivers() {
    return [...this.bound.keys()];
  }

  capacityOf(username: string) {
    return (this.bound.get(username) ?? 0) - (this.inFlight.get(username) ?? 0);
  }

  async deliver(username: string, { fields }: SmppRequest): Promise<number | NoAnswer> {
    const text = Buffer.from(fields?.short_message as Uint8Array).toString('latin1');
    const count = (this.inFlight.get(username) ?? 0) + 1;
    this.inFlight.set(username, count);
    this.most = Math.max(this.most, count);
    const status = await new Promise<number | NoAnswer>((resolve) => {
      this.sent.push({ username, text, answer: resolve });
      if (this.respond === undefined || this.isSilent(username)) return;
      const answer = () => resolve(this.respond?.(username, text) ?? 'unanswered');
      const slowMs = this.slowMs.get(username);
      if (slowMs === undefined) setImmediate(answer);
      else setTimeout(answer, slowMs);
    });
    this.inFlight.set(username, (this.inFlight.get(username) ?? 0) - 1);
    return status;
  }

  textsOf(username: string) {
    return this.sent.filter((one) => one.username === username).map(({ text }) => text);
  }
}

const account = (username: string, number: string) => ({
  ...{ username, pin: '1111', credit: '9.0000', replyTo: [number] },
  callback: { form: 'smpp' },
});

async function open(clock = new TestClock()) {
  const store = await openTestStore({ sqlite: ':memory:' }, clock);
  const accounts = [account('A.1', '447700900801'), account('B.1', '447700900802')];
  await store.provision(readProvisioning(JSON.stringify({ accounts })));
  onTestFinished(() => store.close());
  return store;
}

function start(store: SessionStore, clock: TestClock) {
  const sessions = new FakeSessions();
  const settled: [outcome: string, SessionDelivery][] = [];
  const faults: unknown[] = [];
  const sender = new SessionSender({
    ...{ store, sessions, clock: clock.read },
    onFault: (error) => faults.push(error),
    onSettled: (outcome, delivery) => settled.push([outcome, delivery]),
  });
  onTestFinished(() => sender.close());
  return { sessions, settled, faults, sender };
}

async function openSender() {
  const clock = new TestClock();
  const store = await open(clock);
  return { clock, store, ...start(store, clock) };
}

async function queue(store: Store, to: string, texts: readonly string[]) {
  for (const text of texts) await store.recordIncoming({ from: '447700900777', to, text, at: 1 });
}

/** A queue in memory: enough of it for a crowd. */
class FakeStore implements SessionStore {
  readonly claims: { readonly usernames: readonly string[]; readonly share: number; readonly at: number }[] = [];
  claimed = 0;
  readonly #waiting = new Map<string, SessionCallback[]>();
  #id = 0;

  add(username: string, count: number) {
    const payload = { kind: 'message', messageIdentifier: 'X', from: '1', to: '2', text: 'hi', at: 1 } as const;
    const one = () => ({
      ...{ id: ++this.#id, username, payload, attempt: 1, createdAt: 1 },
      leaseEndsAt: Number.MAX_SAFE_INTEGER,
    });
    this.#waiting.set(username, Array.from({ length: count }, one));
  }

  async sessionQueues(usernames: readonly string[]) {
    const waiting = usernames.filter((username) => (this.#waiting.get(username)?.length ?? 0) > 0);
    return waiting.map((username) => ({ username, nextAt: username === 'late' ? 2 : 1 }));
  }

  async claimForSessions(usernames: readonly string[], share: number) {
    const claimed = usernames.flatMap((username) => this.#waiting.get(username)?.splice(0, share) ?? []);
    this.claimed += claimed.length;
    this.claims.push({ usernames, share, at: performance.now() });
    return claimed;
  }

  async settleForSession({ result }: SessionSettlement) {
    return result === 'done' ? result : 'later';
  }
}

async function openCrowd(accounts: number, each: number) {
  const store = new FakeStore();
  for (let i = 0; i < accounts; i++) store.add(`crowd${i}`, each);
  return { store, ...start(store, new TestClock()) };
}

/** Ends, with answers to all that has none. */
async function closeWith(sender: SessionSender, sessions: FakeSessions) {
  const closed = sender.close();
  for (const { answer } of sessions.sent) answer(OK);
  await closed;
}

const numbered = (count: number, prefix = '') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('the sender for sessions', () => {
  it('sends nothing before an account binds, then all of it, in order, within its window, and once', async () => {
    const { store, sessions, settled, sender } = await openSender();
    await queue(store, '447700900801', numbered(40));
    await queue(store, '447700900802', ['other']);
    sender.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sessions.sent).toEqual([]);
    sessions.bind('A.1', 7);
    await expect.poll(() => settled.length, PATIENT).toBe(40);
    expect(sessions.textsOf('A.1')).toEqual(numbered(40));
    expect(sessions.textsOf('B.1')).toEqual([]);
    expect(sessions.most).toBe(7);
    expect(new Set(settled.map(([outcome, { username, kind }]) => `${outcome} ${username} ${kind}`))).toEqual(
      new Set(['done A.1 message']),
    );
    expect(await store.sessionQueues(['A.1', 'B.1'])).toMatchObject([{ username: 'B.1' }]);
  });

  it('goes on with more than a claim has, and with what is queued meanwhile', async () => {
    const { store, sessions, settled, sender } = await openSender();
    await queue(store, '447700900801', numbered(1_100));
    sessions.bind('A.1', 50);
    await expect.poll(() => sessions.sent.length, PATIENT).toBeGreaterThan(600);
    await queue(store, '447700900801', numbered(20, 'late'));
    sender.wake();
    await expect.poll(() => settled.length, PATIENT).toBe(1_120);
    expect(sessions.textsOf('A.1')).toEqual([...numbered(1_100), ...numbered(20, 'late')]);
  });

  it('an account whose sessions answer nothing holds up nobody else', async () => {
    const { store, sessions, settled } = await openSender();
    sessions.respond = undefined;
    await queue(store, '447700900801', numbered(30));
    sessions.bind('A.1', 3);
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(3);
    sessions.respond = () => OK;
    await queue(store, '447700900802', numbered(5));
    sessions.bind('B.1');
    await expect.poll(() => settled.length, PATIENT).toBe(5);
    expect(sessions.textsOf('A.1')).toHaveLength(3);
    for (const { username, answer } of sessions.sent) if (username === 'A.1') answer(OK);
    await expect.poll(() => settled.length, PATIENT).toBe(35);
  });

  it('accounts that stopped answering, however many and however much they have, hold up nobody else', async () => {
    const { sessions, settled, store, sender } = await openCrowd(60, 2_000);
    // As fast as any at first, so that much is claimed for each.
    const asked = new Map<string, number>();
    sessions.isSilent = (username) => {
      asked.set(username, (asked.get(username) ?? 0) + 1);
      return username !== 'late' && (asked.get(username) ?? 0) > 250;
    };
    for (let i = 0; i < 60; i++) sessions.bind(`crowd${i}`, 50);
    await expect.poll(() => settled.length, PATIENT).toBe(60 * 250);
    await expect.poll(() => performance.now() - (store.claims.at(-1)?.at ?? 0), PATIENT).toBeGreaterThan(300);
    const held = store.claimed - settled.length;
    expect(held).toBeGreaterThan(10_000);
    expect(held).toBeLessThan(20_000 + 61 * 500);
    store.add('late', 100);
    sessions.bind('late');
    await expect.poll(() => sessions.textsOf('late').length, { timeout: 2_000, interval: 5 }).toBe(100);
    await closeWith(sender, sessions);
  });

  it('of an account that answers slowly a little is claimed, of a fast one much', async () => {
    const { sessions, settled, store } = await openCrowd(2, 9_000);
    sessions.slowMs.set('crowd0', 700);
    for (const username of ['crowd0', 'crowd1']) sessions.bind(username, 10);
    await expect.poll(() => settled.filter(([, { username }]) => username === 'crowd1').length, PATIENT).toBe(9_000);
    const most = (username: string) =>
      Math.max(...store.claims.filter(({ usernames }) => usernames.includes(username)).map(({ share }) => share));
    expect(most('crowd0')).toBeLessThanOrEqual(128);
    expect(most('crowd1')).toBe(500);
  });

  it('what was certainly not sent is due again at once, and is no failure of the account', async () => {
    const { store, sessions, settled, sender } = await openSender();
    let isLeaving = true;
    sessions.respond = () => (isLeaving ? 'unsent' : OK);
    await queue(store, '447700900801', numbered(20));
    sessions.bind('A.1', 5);
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Nor is it tried without a pause.
    expect(sessions.sent).toHaveLength(5);
    expect(settled).toEqual([]);
    isLeaving = false;
    sessions.most = 0;
    sessions.bind('A.1', 5);
    sender.wake();
    // The clock of the store stands still: none of them has been put off.
    await expect.poll(() => settled.length, PATIENT).toBe(20);
    expect(sessions.most).toBe(5);
    expect(new Set(settled.map(([outcome]) => outcome))).toEqual(new Set(['done']));
  });

  it('a customer whose session ended often gets soon what was not answered, once he is back', async () => {
    const { clock, store, sessions, settled } = await openSender();
    await queue(store, '447700900801', ['x']);
    sessions.respond = () => 'unanswered';
    for (let i = 1; i <= 8; i++) {
      sessions.bind('A.1');
      await expect.poll(() => settled.length, PATIENT).toBe(i);
      sessions.bound.delete('A.1');
      clock.now += 15_000;
    }
    sessions.respond = () => OK;
    sessions.bind('A.1');
    await expect.poll(() => settled.at(-1)?.[0], PATIENT).toBe('done');
  });

  it('a long message is let go when its lease could end before its next part, and goes on from there', async () => {
    const { clock, store, sessions, settled } = await openSender();
    sessions.respond = undefined;
    await queue(store, '447700900801', ['x'.repeat(153 * 14)]);
    sessions.bind('A.1');
    for (let part = 1; part <= 14; part++) {
      await expect.poll(() => sessions.sent.length, PATIENT).toBe(part);
      const [other] = await store.claimForSessions(['A.1'], 1, 1_000);
      expect(other).toBeUndefined();
      clock.now += 9_900;
      sessions.sent[part - 1]?.answer(OK);
    }
    await expect.poll(() => settled, PATIENT).toHaveLength(1);
    expect(sessions.sent.map(({ text }) => text.charCodeAt(5))).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
  });

  it('a message of several parts is not begun with what is left of a lease that they could outlive', async () => {
    const { clock, store, sessions, settled } = await openSender();
    sessions.respond = undefined;
    await queue(store, '447700900801', ['first', 'x'.repeat(153 * 5), 'last']);
    sessions.bind('A.1', 1);
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(1);
    // Enough for one, not for five.
    clock.now += 120_000 - 65_000;
    sessions.sent[0]?.answer(OK);
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(2);
    expect(sessions.sent[1]?.text).toBe('last');
    sessions.sent[1]?.answer(OK);
    // Then it has a lease of its own.
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(3);
    expect(sessions.sent[2]?.text.charCodeAt(5)).toBe(1);
    sessions.respond = () => OK;
    sessions.sent[2]?.answer(OK);
    await expect.poll(() => settled.length, PATIENT).toBe(3);
    expect(sessions.sent.slice(2).map(({ text }) => text.charCodeAt(5))).toEqual([1, 2, 3, 4, 5]);
  });

  it('a refusal ends it, and the next one goes', async () => {
    const { store, sessions, settled } = await openSender();
    sessions.respond = (_, text) => (text === '1' ? REFUSED : OK);
    await queue(store, '447700900801', numbered(3));
    sessions.bind('A.1');
    await expect.poll(() => settled.length, PATIENT).toBe(3);
    expect(settled).toContainEqual(['refused', { username: 'A.1', kind: 'message', reason: 'ESME_RX_P_APPN' }]);
    expect(await store.sessionQueues(['A.1'])).toEqual([]);
    expect(sessions.sent).toHaveLength(3);
  });

  it('one that is throttled is left alone, asked with a single PDU, and then gets all of it', async () => {
    const { clock, store, sessions, settled } = await openSender();
    let isThrottling = true;
    sessions.respond = () => (isThrottling ? THROTTLED : OK);
    await queue(store, '447700900801', numbered(100));
    sessions.bind('A.1', 10);
    await expect.poll(() => settled.length, PATIENT).toBe(10);
    expect(new Set(settled.map(([outcome, { reason }]) => `${outcome} ${reason}`))).toEqual(new Set(['later ESME_RTHROTTLED']));
    // The rest is not shot after the first ten.
    const before = sessions.sent.length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(sessions.sent.length).toBe(before);
    await expect.poll(() => settled.length, PATIENT).toBe(11);
    isThrottling = false;
    await expect.poll(() => settled.filter(([outcome]) => outcome === 'done').length, PATIENT).toBe(89);
    clock.now += 60_000;
    await expect.poll(() => settled.filter(([outcome]) => outcome === 'done').length, PATIENT).toBe(100);
    expect(new Set(sessions.textsOf('A.1')).size).toBe(100);
    // Ten and one were asked twice.
    expect(sessions.sent).toHaveLength(111);
  });

  it('what waits for a session that ends is given back at once; what was not answered comes again', async () => {
    const { clock, store, sessions, settled, sender } = await openSender();
    sessions.respond = undefined;
    await queue(store, '447700900801', numbered(20));
    sessions.bind('A.1', 2);
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(2);
    sessions.bound.delete('A.1');
    for (const { answer } of sessions.sent) answer('unanswered');
    await expect
      .poll(() => settled, PATIENT)
      .toEqual([
        ['later', { username: 'A.1', kind: 'message', reason: 'no answer' }],
        ['later', { username: 'A.1', kind: 'message', reason: 'no answer' }],
      ]);
    sender.wake();
    await expect.poll(() => store.claimForSessions(['A.1'], 100, 0).then(({ length }) => length), PATIENT).toBe(18);
    clock.now += 10_000;
    sessions.respond = () => OK;
    sessions.bind('A.1', 5);
    await expect.poll(() => settled.filter(([outcome]) => outcome === 'done').length, PATIENT).toBe(20);
    expect(sessions.textsOf('A.1').slice(2).sort()).toEqual(numbered(20).sort());
  });

  it('parts that were taken are not sent again', async () => {
    const { clock, store, sessions, settled } = await openSender();
    let left = 1;
    sessions.respond = () => (sessions.sent.length === 2 && left-- > 0 ? THROTTLED : OK);
    await queue(store, '447700900801', ['x'.repeat(400)]);
    sessions.bind('A.1');
    await expect.poll(() => settled.length, PATIENT).toBe(1);
    expect(sessions.sent).toHaveLength(2);
    clock.now += 10_000;
    await expect.poll(() => settled.at(-1)?.[0], PATIENT).toBe('done');
    expect(sessions.sent.map(({ text }) => text.charCodeAt(5))).toEqual([1, 2, 2, 3]);
  });

  it('ends with what is on its way, and leaves the rest to others', async () => {
    const { store, sessions, settled, sender } = await openSender();
    sessions.respond = undefined;
    await queue(store, '447700900801', numbered(20));
    sessions.bind('A.1', 3);
    await expect.poll(() => sessions.sent.length, PATIENT).toBe(3);
    const closed = sender.close();
    for (const { answer } of sessions.sent) answer(OK);
    await closed;
    expect(settled.map(([outcome]) => outcome)).toEqual(['done', 'done', 'done']);
    expect(sessions.sent).toHaveLength(3);
    const left = await store.claimForSessions(['A.1'], 100, 1_000);
    expect(left.map(({ payload }) => payload.kind === 'message' && payload.text)).toEqual(numbered(20).slice(3));
  });

  it('what no PDU says is refused and told; a store that fails is told, and asked again', async () => {
    const clock = new TestClock();
    const settlements: SessionSettlement['result'][] = [];
    const callback = (id: number, text: string): SessionCallback => ({
      ...{ id, username: 'A.1', attempt: 1, createdAt: clock.now, leaseEndsAt: clock.now + 120_000 },
      payload: { kind: 'message', messageIdentifier: 'X', from: '1', to: '2', text, at: 1, isData: true, udh: 'FF' },
    });
    let failures = 1;
    let claims = [[callback(1, '00')]];
    const { sessions, settled, faults } = start(
      {
        sessionQueues: async () => {
          if (failures-- > 0) throw new Error('no store');
          return claims.length > 0 ? [{ username: 'A.1', nextAt: clock.now }] : [];
        },
        claimForSessions: async () => {
          const [first = [], ...others] = claims;
          claims = others;
          return first;
        },
        settleForSession: async ({ result }) => {
          settlements.push(result);
          return 'refused';
        },
      },
      clock,
    );
    sessions.bind('A.1');
    await expect.poll(() => settled.length, PATIENT).toBe(1);
    expect(settled).toEqual([['refused', { username: 'A.1', kind: 'message', reason: 'cannot be written' }]]);
    expect(settlements).toEqual(['refused']);
    expect(sessions.sent).toEqual([]);
    expect(faults).toEqual([new Error('no store'), expect.objectContaining({ name: 'DecodeError' })]);
  });
});
