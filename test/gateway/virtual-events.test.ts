import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { InboxEvents, type InboxEventsOptions } from '../../src/gateway/delivery/virtual/events.js';
import type { VirtualHandset } from '../../src/gateway/index.js';
import { temp } from '../support/cleanup.js';
import { EVENTS, type Event, follow, followPort } from './event-stream.js';
import { ask } from './raw-http.js';
import { SMS, testGateway, WHO } from './support.js';

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7);
const send = (test: Awaited<ReturnType<typeof testGateway>>, SendTo: string, Message = 'Hello') =>
  test.tags(SMS, { ...WHO, SendTo, Message });

/** A store of handsets that tests move by hand. */
class Handsets {
  readonly rows = new Map<string, VirtualHandset & { at: number }>();
  asked = 0;
  fault: Error | undefined;

  set(number: string, messages: number, at = NOW): void {
    this.rows.set(number, { number, messages, arrivedAt: at, changes: (this.rows.get(number)?.changes ?? 0) + 1, at });
  }

  async handsets(limit: number) {
    if (this.fault !== undefined) throw this.fault;
    return [...this.rows.values()].filter(({ messages }) => messages > 0).slice(0, limit);
  }

  async changedHandsets({ from, to }: { from: number; to: number }, limit: number) {
    this.asked++;
    if (this.fault !== undefined) throw this.fault;
    return [...this.rows.values()].filter(({ at }) => at >= from && at <= to).slice(0, limit);
  }
}

function events(store: Handsets, options: Partial<InboxEventsOptions> = {}) {
  const faults: unknown[] = [];
  const made = new InboxEvents({
    store,
    clock: () => NOW,
    onFault: (error) => faults.push(error),
    publicUrl: () => 'http://gw.example.net',
    // Nothing is found by asking: only what is woken.
    pollMs: 600_000,
    ...options,
  });
  return Object.assign(made, { faults });
}

/** Other programs may want the processors just now. */
const PATIENT = { timeout: 10_000 };
const until = <T>(read: () => T) => expect.poll(read, PATIENT);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const entry = (number: string, messages: number) => ({ number, messages, lastArrival: '2026-03-04T05:06:07Z' });

describe('a stream of events', () => {
  it('begins with the pause for coming again and the list', async () => {
    const store = new Handsets();
    store.set('1', 2);
    const all = events(store);
    const response = all.open();
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const stream = follow(response);
    await until(() => stream.events).toHaveLength(1);
    expect(stream.retry).toBe('2000');
    const data = { publicUrl: 'http://gw.example.net', handsets: [entry('1', 2)] };
    expect(stream.events).toEqual([{ event: 'hello', data }]);
    await all.close();
  });

  it('tells of each change once, to all, and nothing of what was before', async () => {
    const store = new Handsets();
    store.set('1', 2);
    const all = events(store);
    const streams = [follow(all.open()), follow(all.open())];
    for (const stream of streams) await until(() => stream.events).toHaveLength(1);
    store.set('2', 1);
    all.wake();
    all.wake();
    for (const stream of streams) await until(() => stream.events).toHaveLength(2);
    store.set('1', 0);
    all.wake();
    for (const stream of streams) await until(() => stream.events).toHaveLength(3);
    const changes = [entry('2', 1), entry('1', 0)].map((data) => ({ event: 'inbox', data }));
    for (const stream of streams) expect(stream.events.slice(1)).toEqual(changes);
    await all.close();
  });

  it('finds by itself what other gateways did, also when it appears some seconds late', async () => {
    const store = new Handsets();
    const all = events(store, { pollMs: 20 });
    const stream = follow(all.open());
    await until(() => stream.events).toHaveLength(1);
    store.set('1', 1, NOW);
    await until(() => stream.events).toHaveLength(2);
    store.set('2', 1, NOW - 5_000);
    store.set('3', 1, NOW + 5_000);
    await until(() => stream.events).toHaveLength(4);
    await pause(100);
    expect(stream.events).toHaveLength(4);
    await all.close();
  });

  it('asks the store for nothing while nobody listens', async () => {
    const store = new Handsets();
    const all = events(store, { pollMs: 5 });
    all.wake();
    await pause(60);
    expect(store.asked).toBe(0);
    const stream = follow(all.open());
    await until(() => stream.events).toHaveLength(1);
    expect(all.listeners).toBe(1);
    await stream.cancel();
    await until(() => all.listeners).toBe(0);
    const { asked } = store;
    await pause(60);
    expect(store.asked).toBe(asked);
    // What happened meanwhile is in the list of the next one, and told to it no second time.
    store.set('1', 1);
    const next = follow(all.open());
    await until(() => next.events).toHaveLength(1);
    await pause(60);
    expect(next.events).toEqual([{ event: 'hello', data: expect.objectContaining({ handsets: [entry('1', 1)] }) }]);
    await all.close();
  });

  it('gives the list again when more has changed than can be told', async () => {
    const store = new Handsets();
    const all = events(store);
    const stream = follow(all.open());
    await until(() => stream.events).toHaveLength(1);
    for (let i = 0; i < 1_001; i++) store.set(`${i}`, 1);
    all.wake();
    await until(() => stream.events).toHaveLength(2);
    const { event, data } = stream.events[1] as Event & { data: { handsets: unknown[]; more?: boolean } };
    expect([event, data.handsets.length, data.more]).toEqual(['hello', 1_000, true]);
    await all.close();
  });

  it('misses nothing of what happens while the store does not answer, nor when the clock is set', async () => {
    const store = new Handsets();
    let now = NOW;
    const all = events(store, { clock: () => now, pollMs: 20 });
    const stream = follow(all.open());
    await until(() => stream.events).toHaveLength(1);
    const told = () => stream.events.slice(1).map(({ data }) => (data as { number: string }).number);
    store.fault = new Error('gone');
    const { asked } = store;
    await until(() => store.asked).toBeGreaterThan(asked);
    store.set('1', 1, NOW + 30_000);
    now += 60_000;
    store.fault = undefined;
    await until(told).toEqual(['1']);
    // Put forward while the machine slept: another gateway went on.
    store.set('2', 1, NOW + 600_000);
    now += 3_600_000;
    await until(told).toEqual(['1', '2']);
    // Put back, with something that came just before.
    store.set('3', 1, now + 5_000);
    now = NOW;
    await until(() => told().includes('3')).toBe(true);
    expect(all.listeners).toBe(1);
    await all.close();
  });

  it('tells later what a fault kept it from telling', async () => {
    const store = new Handsets();
    const all = events(store, { pollMs: 20 });
    const stream = follow(all.open());
    await until(() => stream.events).toHaveLength(1);
    const list = store.handsets;
    store.handsets = async () => {
      throw new Error('gone');
    };
    for (let i = 0; i < 1_001; i++) store.set(`${i}`, 1);
    await until(() => all.faults.length).toBeGreaterThan(0);
    store.handsets = list;
    await until(() => stream.events.map(({ event }) => event)).toEqual(['hello', 'hello']);
    await all.close();
  });

  it('has a comment in it now and then', async () => {
    const all = events(new Handsets(), { heartbeatMs: 10 });
    const stream = follow(all.open());
    await until(() => stream.comments).toBeGreaterThan(2);
    await all.close();
  });

  it('is for so many listeners, and there is room again when one has gone', async () => {
    const all = events(new Handsets(), { most: 2 });
    const first = follow(all.open());
    follow(all.open());
    const refused = all.open();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    await first.cancel();
    await until(() => all.open().status).toBe(200);
    await all.close();
    expect(all.open().status).toBe(503);
  });

  it('cuts off who does not read, with nothing kept for it, and goes on for the others', async () => {
    const store = new Handsets();
    const all = events(store);
    let aborted = 0;
    all.open(() => aborted++);
    const response = all.open();
    const reading = follow(all.open());
    await until(() => reading.events).toHaveLength(1);
    // Of 1,000 changes with long numbers each event has some 90 octets.
    for (let round = 1; aborted === 0 && round < 20; round++) {
      for (let i = 0; i < 1_000; i++) store.set(`${i}`.padStart(20, '0'), round);
      all.wake();
      await until(() => reading.events).toHaveLength(1 + 1_000 * round);
    }
    expect(aborted).toBe(1);
    expect(all.listeners).toBe(1);
    await expect((response.body as ReadableStream).getReader().read()).rejects.toThrow('cut off');
    expect(reading.isOver).toBe(false);
    await all.close();
  });

  it('whose store fails has no listeners to greet: they are cut off, and the fault is told', async () => {
    const store = new Handsets();
    const fault = new Error('gone');
    store.handsets = async () => {
      throw fault;
    };
    const all = events(store);
    const stream = follow(all.open());
    await until(() => stream.isOver).toBe(true);
    expect([all.faults, all.listeners]).toEqual([[fault], 0]);
    await all.close();
  });
});

describe('the events of a gateway', () => {
  it('tell of messages that came, were replaced, and were removed', async () => {
    const test = await testGateway();
    const { port } = await test.gateway.listenOperators();
    const stream = await followPort(port);
    await until(() => stream.events).toHaveLength(1);
    await send(test, '447700900121');
    await until(() => stream.events).toHaveLength(2);
    await ask(port, '/virtual/handsets/447700900121/inbox', { method: 'DELETE' });
    await until(() => stream.events).toHaveLength(3);
    const [hello, ...changes] = stream.events;
    expect(hello).toEqual({ event: 'hello', data: { publicUrl: 'http://gw.example.net', handsets: [] } });
    const lastArrival = expect.stringMatching(/^2026-03-04T05:06:\d\dZ$/);
    const number = '447700900121';
    expect(changes).toEqual([1, 0].map((messages) => ({ event: 'inbox', data: { number, messages, lastArrival } })));
    stream.response.destroy();
  });

  // Both wait for what takes a second or two.
  it.concurrent('tell of what another gateway on the same store did', async ({ expect, onTestFinished }) => {
    const make = () => testGateway({}, temp('x.db'), onTestFinished);
    const [one, other] = [await make(), await make()];
    const { port } = await one.gateway.listenOperators();
    const stream = await followPort(port);
    const until = <T>(read: () => T) => expect.poll(read, PATIENT);
    await until(() => stream.events).toHaveLength(1);
    // The other one delivers it, and this one learns it from the store alone.
    one.store.claim = async () => [];
    await send(other, '447700900121');
    await until(() => stream.events).toHaveLength(2);
    await other.operators('/virtual/handsets/447700900121/inbox', { method: 'DELETE' });
    await until(() => stream.events).toHaveLength(3);
    expect(stream.events.slice(1).map(({ data }) => data)).toMatchObject([{ messages: 1 }, { messages: 0 }]);
    stream.response.destroy();
    for (const { gateway, store } of [one, other]) {
      await gateway.close();
      await store.close();
    }
  });

  it.concurrent('outlive what a request may take, idle connections and silence', async ({ expect, onTestFinished }) => {
    const limits = { requestMs: 300, headersMs: 200, idleMs: 200 };
    const test = await testGateway({ limits }, ':memory:', onTestFinished);
    const { port } = await test.gateway.listenOperators();
    const stream = await followPort(port);
    await pause(1_500);
    expect(stream.isOver).toBe(false);
    await send(test, '447700900121');
    await expect.poll(() => stream.events, PATIENT).toHaveLength(2);
    stream.response.destroy();
  });

  it('end without a word on stderr when the store fails', async () => {
    const test = await testGateway();
    const { port } = await test.gateway.listenOperators();
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    test.store.handsets = async () => {
      throw new Error('gone');
    };
    const stream = await followPort(port).catch(() => undefined);
    await until(() => stream?.isOver ?? true).toBe(true);
    await pause(50);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it('a HEAD of them begins no stream', async () => {
    const test = await testGateway();
    const { port } = await test.gateway.listenOperators();
    for (let i = 0; i < 40; i++) {
      const { status, headers } = await ask(port, EVENTS, { method: 'HEAD' });
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    }
    const stream = await followPort(port);
    await until(() => stream.events).toHaveLength(1);
    stream.response.destroy();
  });

  it('the gateway has room for 32 listeners, and again when they have gone', async () => {
    const { gateway } = await testGateway();
    const { port } = await gateway.listenOperators();
    const streams = await Promise.all(Array.from({ length: 32 }, () => followPort(port)));
    expect((await ask(port, EVENTS)).status).toBe(503);
    for (const { response } of streams) response.destroy();
    await until(async () => {
      const { response } = await followPort(port);
      response.destroy();
      return response.statusCode;
    }).toBe(200);
  });

  it('end when the gateway is closed, which does not wait for them', { timeout: 30_000 }, async () => {
    const { gateway } = await testGateway({ limits: { graceMs: 60_000 } });
    const { port } = await gateway.listenOperators();
    const stream = await followPort(port);
    await until(() => stream.events).toHaveLength(1);
    await gateway.close();
    await until(() => stream.isOver).toBe(true);
  });

  it('nor for one who listens and does not read', { timeout: 30_000 }, async () => {
    const test = await testGateway({ limits: { graceMs: 60_000 } });
    const { port } = await test.gateway.listenOperators();
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${EVENTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('readable', resolve));
    socket.pause();
    const other = await followPort(port);
    await until(() => other.events).toHaveLength(1);
    await test.gateway.close();
    socket.destroy();
  });
});
