/** The stream from the store to a delivery, with both made up: what is claimed when, what is settled when, and what waits for what. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery, DeliveryEvents, OutboundMessage, Outcome } from '../../src/gateway/delivery/delivery.js';
import { Outbox, type OutboxStore } from '../../src/gateway/delivery/outbox.js';
import type { Settlement } from '../../src/gateway/store/types.js';
import { outboundText } from './outbound.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Messages that are due, and what was done with them. What is given back is due again. */
class Queue implements OutboxStore {
  readonly due: OutboundMessage[];
  readonly claims: number[] = [];
  readonly renewals: string[][] = [];
  readonly commits: Settlement[][] = [];
  /** Thrown by the next calls of `settle`. */
  readonly errors: Error[] = [];

  constructor(count: number) {
    const message = outboundText('x');
    this.due = Array.from({ length: count }, (_, index) => ({ ...message, id: `M${index}` }));
  }

  async claim(limit: number): Promise<OutboundMessage[]> {
    const claimed = this.due.splice(0, limit);
    this.claims.push(claimed.length);
    return claimed;
  }

  async renew(messages: readonly OutboundMessage[]): Promise<void> {
    this.renewals.push(messages.map(({ id }) => id));
  }

  async settle(settlements: readonly Settlement[]): Promise<void> {
    const error = this.errors.shift();
    if (error !== undefined) throw error;
    this.commits.push([...settlements]);
    const back = settlements.filter(({ outcome }) => outcome.kind === 'unsent').map(({ message }) => message);
    this.due.unshift(...(back as OutboundMessage[]));
  }

  async nextDueAt(): Promise<number | undefined> {
    return this.due.length > 0 ? Date.now() : undefined;
  }

  get settled(): Settlement[] {
    return this.commits.flat();
  }

  get claimed(): number {
    return this.claims.reduce((sum, count) => sum + count, 0);
  }
}

/** A delivery whose messages are answered as the test says. */
class Way implements Delivery {
  window: number;
  isThere = true;
  isClosed = false;
  readonly handed: OutboundMessage[] = [];
  most = 0;
  events: DeliveryEvents | undefined;
  /** What becomes of a message; by default it is sent after a while. */
  answer: (message: OutboundMessage) => Promise<Outcome> = async ({ id }) => {
    await pause(50);
    return { kind: 'sent', ids: [id] };
  };
  #underWay = 0;

  constructor(window: number) {
    this.window = window;
  }

  get capacity(): number {
    return this.isThere && !this.isClosed ? this.window - this.#underWay : 0;
  }

  async start(events: DeliveryEvents): Promise<void> {
    this.events = events;
  }

  async deliver(message: OutboundMessage): Promise<Outcome> {
    this.handed.push(message);
    this.most = Math.max(this.most, ++this.#underWay);
    try {
      return await this.answer(message);
    } finally {
      this.#underWay--;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  goAway(reason = 'not connected'): void {
    this.isThere = false;
    this.events?.onAway(reason);
  }

  comeBack(): void {
    this.isThere = true;
    this.events?.onReady();
  }
}

/** One that delivers in the store, which takes a moment. */
class InStoreWay extends Way {
  readonly delivered: OutboundMessage[] = [];

  async deliverInStore(messages: readonly OutboundMessage[]): Promise<Settlement[]> {
    await pause(2);
    this.delivered.push(...messages);
    return messages.map((message) => ({ message, outcome: { kind: 'delivered' } }));
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => undefined);

async function opened(store: Queue, delivery: Way) {
  const faults: unknown[] = [];
  const states: string[] = [];
  const outbox = new Outbox({ store, delivery, clock: Date.now, onFault: (error) => faults.push(error) });
  const events = { onReceipt: () => undefined, onIncoming: () => undefined };
  await outbox.start({ ...events, onReady: () => states.push('ready'), onAway: (reason) => states.push(reason) });
  outbox.wake();
  return { outbox, faults, states };
}

describe('what is claimed', () => {
  it('is nothing as long as the delivery has no capacity', async () => {
    const [store, way] = [new Queue(100), new Way(10)];
    way.isThere = false;
    const { outbox, states } = await opened(store, way);
    for (let second = 0; second < 60; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      outbox.wake();
      way.goAway();
    }
    expect([store.claims, store.commits]).toEqual([[], []]);
    way.comeBack();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([store.settled.length, way.most]).toEqual([100, 10]);
    expect([states.length, states.at(-1)]).toEqual([61, 'ready']);
  });

  it('fits the window at first, and then what leaves in a quarter of a second', async () => {
    const [store, way] = [new Queue(1_000), new Way(10)];
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(40);
    expect(store.claims).toEqual([10]);
    await vi.advanceTimersByTimeAsync(2_000);
    // 200 a second leave: 50 in a quarter of a second.
    const waiting = store.claimed - way.handed.length;
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThanOrEqual(60);
    expect(way.most).toBe(10);
    // The window was full all the time, but for the moment after the first answers.
    expect(way.handed.length).toBeGreaterThanOrEqual(390);
  });

  it('is no more than the window when answers take long', async () => {
    const [store, way] = [new Queue(1_000), new Way(10)];
    way.answer = async () => {
      await pause(9_000);
      return { kind: 'sent', ids: ['x'] };
    };
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(60_000);
    // A message a second: few wait for a place.
    expect(store.claimed - way.handed.length).toBeLessThanOrEqual(5);
    expect(way.handed.length).toBeGreaterThanOrEqual(50);
  });

  it('shares commits: hundreds of messages a second take some twenty', async () => {
    const [store, way] = [new Queue(20_000), new Way(10)];
    way.answer = async () => {
      await pause(5);
      return { kind: 'sent', ids: ['x'] };
    };
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(way.handed.length).toBeGreaterThan(9_500);
    expect(store.claims.length).toBeLessThan(110);
    expect(store.commits.length).toBeLessThan(110);
  });
});

describe('one without an answer', () => {
  it('holds nobody: the others go through the rest of the window, and each is settled by itself', async () => {
    const [store, way] = [new Queue(3_000), new Way(10)];
    const answered = way.answer;
    way.answer = (message) => (message.id === 'M500' ? never() : answered(message));
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(store.settled).toHaveLength(2_999);
    expect(store.settled.map(({ message }) => message.id)).not.toContain('M500');
  });

  it('delays no other by more than 100 ms', async () => {
    /** When each of 500 messages, a hundred a second, was handed over, and settled. */
    const timesWith = async (silent?: string) => {
      const [store, way] = [new Queue(500), new Way(10)];
      const messages = store.due.splice(0);
      const handed = new Map<string, number>();
      const settled = new Map<string, number>();
      way.answer = async ({ id }) => {
        handed.set(id, performance.now() - start);
        await (id === silent ? never() : pause(50));
        return { kind: 'sent', ids: [id] };
      };
      const settle = store.settle.bind(store);
      store.settle = async (settlements) => {
        await settle(settlements);
        for (const { message } of settlements) settled.set(message.id, performance.now() - start);
      };
      const start = performance.now();
      const { outbox } = await opened(store, way);
      for (const message of messages) {
        store.due.push(message);
        outbox.wake();
        await vi.advanceTimersByTimeAsync(10);
      }
      await vi.advanceTimersByTimeAsync(2_000);
      return { handed, settled };
    };
    const without = await timesWith();
    expect([without.handed.size, without.settled.size]).toEqual([500, 500]);
    const one = await timesWith('M100');
    for (const step of ['handed', 'settled'] as const) {
      one[step].delete('M100');
      without[step].delete('M100');
      const delays = [...without[step]].map(([id, at]) => (one[step].get(id) ?? Number.POSITIVE_INFINITY) - at);
      expect(Math.max(...delays), step).toBeLessThanOrEqual(100);
    }
  });

  it('keeps its lease for as long as it takes', async () => {
    const [store, way] = [new Queue(2), new Way(10)];
    way.answer = async ({ id }) => {
      await pause(id === 'M1' ? 120_000 : 10);
      return { kind: 'sent', ids: ['x'] };
    };
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(118_000);
    expect(store.renewals.length).toBeGreaterThanOrEqual(5);
    expect(store.renewals).toEqual(store.renewals.map(() => ['M1']));
    await vi.advanceTimersByTimeAsync(5_000);
    const count = store.renewals.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect([store.settled.length, store.renewals.length]).toEqual([2, count]);
  });

  it('that is claimed again although it is in hand is not handed over twice: its outcome belongs to the newer claim', async () => {
    const [store, way] = [new Queue(1), new Way(10)];
    way.answer = async ({ id }) => {
      await pause(5_000);
      return { kind: 'sent', ids: [id] };
    };
    const { outbox } = await opened(store, way);
    await vi.advanceTimersByTimeAsync(1_000);
    store.due.push({ ...(way.handed[0] as OutboundMessage), attempt: 2 });
    outbox.wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(way.handed).toHaveLength(1);
    expect(store.settled.map(({ message, outcome }) => [message.attempt, outcome.kind])).toEqual([[2, 'sent']]);
  });
});

describe('a delivery that goes away', () => {
  it('gets nothing more: what waits is given back once, and comes first when it is there again', async () => {
    const [store, way] = [new Queue(300), new Way(10)];
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(500);
    way.answer = async () => ({ kind: 'retry', reason: 'lost' });
    way.goAway();
    const handed = way.handed.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(way.handed).toHaveLength(handed);
    const back = store.settled.filter(({ outcome }) => outcome.kind === 'unsent');
    expect(back).toHaveLength(store.claimed - handed);
    expect(new Set(back.map(({ outcome }) => (outcome as { reason: string }).reason))).toEqual(new Set(['not connected']));
    way.answer = async () => ({ kind: 'sent', ids: ['x'] });
    way.comeBack();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(way.handed.slice(handed).map(({ id }) => id)).toEqual(
      Array.from({ length: 300 - handed }, (_, index) => `M${handed + index}`),
    );
    expect(new Set(way.handed).size).toBe(300);
  });

  it('while a claim is in progress gives that back, too', async () => {
    const [store, way] = [new Queue(5), new Way(10)];
    const claim = store.claim.bind(store);
    store.claim = async (limit) => {
      await pause(100);
      return claim(limit);
    };
    await opened(store, way);
    await vi.advanceTimersByTimeAsync(50);
    way.goAway();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([way.handed, store.settled.length, store.due.length]).toEqual([[], 5, 5]);
  });

  it('by a fault of its own loses nothing', async () => {
    const [store, way] = [new Queue(1), new Way(10)];
    way.answer = () => Promise.reject(new Error('a fault'));
    const { faults } = await opened(store, way);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(faults).toEqual([new Error('a fault')]);
    expect(store.settled.map(({ outcome }) => outcome)).toEqual([{ kind: 'retry', reason: 'not delivered' }]);
  });
});

describe('a store that does not answer', () => {
  it('gets outcomes again until it has them, after growing pauses, and is asked for nothing before', async () => {
    const [store, way] = [new Queue(100), new Way(10)];
    store.errors.push(...Array.from({ length: 5 }, () => new Error('gone')));
    const { faults } = await opened(store, way);
    while (faults.length === 0) await vi.advanceTimersByTimeAsync(10);
    const { length } = store.claims;
    const times = [Date.now()];
    while (faults.length < 5) {
      const told = faults.length;
      while (faults.length === told) await vi.advanceTimersByTimeAsync(10);
      times.push(Date.now());
    }
    expect(times.map((time) => Math.round((time - (times[0] as number)) / 100))).toEqual([0, 1, 3, 7, 15]);
    expect(store.claims).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.settled.map(({ message }) => message.id)).toEqual(store.settled.map((_, index) => `M${index}`));
    expect(store.settled).toHaveLength(100);
  });

  it('is not told a second time what was given back: the lease of that ends by itself', async () => {
    const [store, way] = [new Queue(30), new Way(10)];
    await opened(store, way);
    while (store.claimed < 20) await vi.advanceTimersByTimeAsync(10);
    const waiting = store.claimed - way.handed.length;
    expect(waiting).toBeGreaterThan(0);
    way.answer = never;
    way.goAway();
    store.errors.push(new Error('nobody knows whether it was committed'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.errors).toEqual([]);
    expect(new Set(store.settled.map(({ outcome }) => outcome.kind))).toEqual(new Set(['sent']));
    expect(store.settled).toHaveLength(way.handed.length);
  });
});

describe('a receipt', () => {
  it('of a message whose outcome waits to be settled has it settled first, and with it the others', async () => {
    const [store, way] = [new Queue(10), new Way(10)];
    const { outbox } = await opened(store, way);
    await vi.advanceTimersByTimeAsync(75);
    expect([way.handed.length, store.settled.length]).toEqual([10, 0]);
    const receipts = Promise.all(['M3', 'M4', 'another'].map((id) => outbox.settled(id)));
    await vi.advanceTimersByTimeAsync(1);
    await receipts;
    expect(store.commits.map((commit) => commit.length)).toEqual([10]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.settled).toHaveLength(10);
  });

  it('does not wait for a store that throws', async () => {
    const [store, way] = [new Queue(10), new Way(10)];
    const { outbox, faults } = await opened(store, way);
    await vi.advanceTimersByTimeAsync(75);
    store.errors.push(new Error('gone'));
    const receipt = outbox.settled('M3');
    await vi.advanceTimersByTimeAsync(1);
    await receipt;
    expect(store.settled).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([store.settled.length, faults]).toEqual([10, []]);
  });
});

describe('what is delivered in the store', () => {
  it('is delivered whether or not anybody wants to hear what became of it', async () => {
    for (const onSettled of [undefined, vi.fn()]) {
      const [store, delivery] = [new Queue(3), new InStoreWay(10)];
      const outbox = new Outbox({
        store,
        delivery,
        clock: Date.now,
        onFault: (error) => expect.fail(String(error)),
        onSettled,
      });
      outbox.wake();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(delivery.delivered).toHaveLength(3);
      if (onSettled !== undefined) expect(onSettled.mock.calls.flat(2)).toHaveLength(3);
      await outbox.close();
    }
  });

  it('gathers what is accepted while it delivers', async () => {
    const store = new Queue(0);
    const way = new InStoreWay(1_000);
    const { outbox } = await opened(store, way);
    let first = 0;
    store.nextDueAt = async () => (store.due.length > 0 ? first : undefined);
    for (const message of new Queue(1_000).due) {
      if (store.due.length === 0) first = Date.now();
      store.due.push(message);
      outbox.wake();
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(way.delivered).toHaveLength(1_000);
    // One every 20 ms and a little, and not one as soon as the one before it ends.
    expect(store.claims.length).toBeLessThanOrEqual(55);
    await outbox.close();
  });

  it('goes on at once while there is more of what has waited, of which a claim gives each payer a share', async () => {
    const store = new Queue(2_000);
    const waitingSince = Date.now() - 1_000;
    store.nextDueAt = async () => (store.due.length > 0 ? waitingSince : undefined);
    const claim = store.claim.bind(store);
    store.claim = (limit) => claim(Math.floor(limit / 4));
    const way = new InStoreWay(1_000);
    const { outbox } = await opened(store, way);
    outbox.wake();
    // Forty claims of 50.
    await vi.advanceTimersByTimeAsync(250);
    expect(way.delivered).toHaveLength(2_000);
    await outbox.close();
  });
});

describe('close', () => {
  it('waits for what is under way, settles it, and gives back the rest', async () => {
    const [store, way] = [new Queue(300), new Way(10)];
    way.answer = async ({ id }) => {
      await pause(way.handed.length > 30 ? 3_000 : 50);
      return { kind: 'sent', ids: [id] };
    };
    const { outbox } = await opened(store, way);
    await vi.advanceTimersByTimeAsync(1_000);
    let isClosed = false;
    const closed = outbox.close().then(() => {
      isClosed = true;
    });
    const handed = way.handed.length;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([isClosed, way.isClosed]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(3_000);
    await closed;
    const kinds = store.settled.map(({ outcome }) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(handed);
    expect(kinds.filter((kind) => kind === 'unsent')).toHaveLength(store.claimed - handed);
    expect(way.handed).toHaveLength(handed);
    expect(store.due).toHaveLength(300 - handed);
  });

  it('tells what the store threw, and ends', async () => {
    const [store, way] = [new Queue(5), new Way(10)];
    const { outbox, faults } = await opened(store, way);
    await vi.advanceTimersByTimeAsync(40);
    store.errors.push(...Array.from({ length: 5 }, () => new Error('gone')));
    const closed = outbox.close();
    await vi.advanceTimersByTimeAsync(100);
    await closed;
    expect(faults).toEqual([new Error('gone')]);
  });
});

it('leaves alone what one link has in hand when another claims it because its lease ran out', async () => {
  const message = { ...outboundText('x'), id: 'M1' };
  const claims = new Map<string, OutboundMessage[]>([['a', [{ ...message, attempt: 1 }]]]);
  const settled: [number, string][] = [];
  const store: OutboxStore = {
    claim: async (_limit, _leaseMs, claimer) => claims.get(claimer?.name ?? '')?.splice(0) ?? [],
    renew: async () => undefined,
    settle: async (settlements) => {
      settled.push(...settlements.map(({ message, outcome }) => [message.attempt, outcome.kind] as [number, string]));
    },
    nextDueAt: async () => undefined,
  };
  const answers: ((outcome: Outcome) => void)[] = [];
  const wayOf = (name: string) => ({
    ...{ name, ownLane: `=${name}`, lanes: new Set(['', name]), capacity: 5 },
    deliver: () => new Promise<Outcome>((resolve) => answers.push(resolve)),
  });
  const delivery: Delivery = {
    ...{ ways: [wayOf('a'), wayOf('b')], capacity: 10, findLane: () => 'a' },
    deliver: async () => ({ kind: 'unsent', reason: 'not asked' }),
    close: async () => undefined,
  };
  const faults: unknown[] = [];
  const outbox = new Outbox({ store, delivery, clock: Date.now, onFault: (error) => faults.push(error) });
  const events = { onReady: () => undefined, onAway: () => undefined, onReceipt: () => undefined, onIncoming: () => undefined };
  await outbox.start(events);
  outbox.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(answers).toHaveLength(1);
  claims.set('b', [{ ...message, attempt: 2 }]);
  outbox.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([claims.get('b'), settled]).toEqual([[], []]);
  answers[0]?.({ kind: 'sent', ids: ['7'] });
  await vi.advanceTimersByTimeAsync(1_000);
  await outbox.close();
  expect([settled, answers.length, faults]).toEqual([[[2, 'sent']], 1, []]);
});
