/** A gateway with a way out of its own: what is settled, what comes back, and what goes wrong. */
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import {
  DEFAULT_GATEWAY_LIMITS,
  type Delivery,
  type DeliveryEvents,
  type GatewayLimits,
  kannelDelivery,
  type OutboundMessage,
  type Outcome,
  openDelivery,
} from '../../src/gateway/index.js';
import { FORM, NOW, SMS, testGateway, WHO } from './support.js';

/** A delivery that does as it is told, and shows what it was given. */
function deliveryOf(work: (message: OutboundMessage) => Outcome) {
  const seen: OutboundMessage[] = [];
  const delivery: Delivery & { events?: DeliveryEvents; isClosed?: boolean } = {
    capacity: 10,
    async start(events) {
      delivery.events = events;
    },
    async deliver(message) {
      seen.push(message);
      return work(message);
    },
    async close() {
      delivery.isClosed = true;
    },
  };
  return { delivery, seen };
}

const refused = (): Outcome => ({ kind: 'failed', reason: 'refused' });

/** States by recipient, once they are these. */
async function expectStates(test: Awaited<ReturnType<typeof testGateway>>, expected: Record<string, string>): Promise<void> {
  await expect
    .poll(
      async () => {
        const states: Record<string, string> = {};
        for await (const { recipient, state } of test.store.messages()) states[recipient] = state;
        return states;
      },
      { timeout: 10_000 },
    )
    .toEqual(expected);
}

const send = (test: Awaited<ReturnType<typeof testGateway>>, SendTo: string) =>
  test.ask(SMS, { ...WHO, SendTo, Message: 'Hello' });

it('messages are sent, failed or tried again as the delivery says, and receipts say the rest', async () => {
  const { delivery, seen } = deliveryOf(({ recipient }) => {
    if (recipient === '447700900121') return { kind: 'sent', ids: ['smsc-1'] };
    if (recipient === '447700900122') return { kind: 'failed', reason: 'refused' };
    if (recipient === '447700900123') return { kind: 'retry', reason: 'busy', afterMs: 3_600_000 };
    if (recipient === '447700900124') return { kind: 'delivered' };
    // What it must not do costs no message.
    throw new Error('a fault of the delivery');
  });
  const entries: object[] = [];
  const info = (fields: object, message: string) => message === 'delivery failed' && entries.push(fields);
  const log = { debug() {}, info, warn() {}, error() {} };
  const test = await testGateway({ delivery, log });
  await send(test, '447700900121,447700900122,447700900123,447700900124,447700900125');
  const first = { '447700900122': 'failed', '447700900123': 'queued', '447700900124': 'delivered', '447700900125': 'queued' };
  await expectStates(test, { '447700900121': 'sent', ...first });
  await delivery.events?.onReceipt('smsc-1', '447700900121', 'delivered', Date.now());
  await expectStates(test, { '447700900121': 'delivered', ...first });
  expect(seen[0]).toMatchObject({ originator: '447700900001', attempt: 1, parts: [{ userData: { text: 'Hello' } }] });
  expect(entries).toContainEqual({ messageIdentifier: expect.any(String), attempt: 1, reason: 'refused' });
  // What failed without having been handed over is given back.
  expect(await test.credit(WHO.Username)).toBe(String(152_345 - 4 * 450));
  await test.gateway.close();
  expect(delivery.isClosed).toBe(true);
});

it('G-MO-01: an incoming message goes to the account that has the number', async () => {
  const { delivery } = deliveryOf(refused);
  let woken = 0;
  const callbacks = () => ({ wake: () => void woken++, close: async () => undefined });
  const { store } = await testGateway({ delivery, callbacks });
  await expect.poll(() => delivery.events).toBeDefined();
  const before = woken;
  const recorded: unknown[] = [];
  store.recordIncoming = async (message) => recorded.push(message) > 0;
  const message = { from: '447700900555', to: '447700900001', text: 'Hi', at: Date.now() };
  await delivery.events?.onIncoming(message);
  expect(recorded).toEqual([message]);
  expect(woken).toBe(before + 1);
});

it('a delivery that cannot start is told by listen, and messages wait', async () => {
  const delivery: Delivery = {
    capacity: 10,
    start: () => Promise.reject(new Error('the delivery needs the package smpp: npm install smpp')),
    deliver: async () => expect.fail('it has not started'),
    close: async () => undefined,
  };
  const faults: object[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => faults.push(fields) };
  const test = await testGateway({ delivery, log });
  await expect(test.gateway.listen({ port: 0 })).rejects.toThrow('npm install smpp');
  await send(test, '447700900121');
  await expectStates(test, { '447700900121': 'queued' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(faults).toHaveLength(1);
});

it('a delivery answers what it has routes for, to everybody, as Kannel has for receipts, or to operators', async () => {
  const publicRoutes = new Hono().get('/pager/seen', (context) => context.text(`seen ${context.req.query('id')}`));
  const operatorRoutes = new Hono().get('/pager/screen', (context) => context.text('Hello'));
  const delivery: Delivery = { ...deliveryOf(refused).delivery, publicRoutes, operatorRoutes };
  const { fetch, operators } = await testGateway({ delivery });
  expect(await (await fetch('/pager/seen?id=1')).text()).toBe('seen 1');
  expect(await (await operators('/pager/screen')).text()).toBe('Hello');
  const others = [await operators('/pager/seen?id=1'), await fetch('/pager/screen'), await operators('/virtual/handsets')];
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);

  const kannel = await testGateway({
    delivery: kannelDelivery({ url: 'http://127.0.0.1:9/', username: 'tester', password: 'secret' }),
  });
  const answer = await kannel.fetch('/kannel/dlr?id=1&to=447700900123&key=none&status=1');
  expect([answer.status, await answer.text()]).toEqual([403, 'unknown receipt']);
});

it('a fault of a route is status 500, without a word of what it was', async () => {
  const test = await testGateway();
  test.store.countInbox = () => Promise.reject(new Error('secret'));
  const answer = await test.operators('/virtual/handsets/447700900123/inbox');
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal error']);
});

it('a limit that is undefined is the usual one', async () => {
  const limits = { bodyOctets: undefined, heldOctets: undefined } as never;
  const { fetch } = await testGateway({ limits });
  const headers = { 'Content-Type': FORM, 'Content-Length': String(DEFAULT_GATEWAY_LIMITS.bodyOctets + 1) };
  expect((await fetch(SMS, { method: 'POST', headers, body: 'Username=a' })).status).toBe(413);
});

it.each([
  [{ graceMs: 2 ** 31 }, 'limits.graceMs'],
  [{ requestMs: 5_000 }, 'limits.requestMs'],
  [{ headersMs: 6_000, requestMs: 5_000 }, 'limits.requestMs'],
  [{ connections: 0 }, 'limits.connections'],
  [{ recipients: '5' }, 'limits.recipients'],
])('limits %j are refused, by name, and leave what was there', async (wrong, field) => {
  const limits = wrong as Partial<GatewayLimits>;
  await expect(testGateway({ limits })).rejects.toMatchObject({ code: 'bad-value', field });
  const { gateway, fetch } = await testGateway({ limits: { bodyOctets: 10 } });
  expect(() => gateway.reconfigure({ limits })).toThrow(expect.objectContaining({ field }));
  const rate = { account: { perSecond: -1 } };
  expect(() => gateway.reconfigure({ limits: { bodyOctets: 50 }, rate })).toThrow(RangeError);
  expect((await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body: 'Username=a' })).status).toBe(200);
  expect((await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body: 'Username=ab' })).status).toBe(413);
});

it('a gateway that is closed, or closing, opens no port', async () => {
  const { gateway } = await testGateway();
  const closing = gateway.close();
  for (const _ of ['closing', 'closed']) {
    await expect(gateway.listen({ port: 0 })).rejects.toThrow('the gateway is closed');
    await expect(gateway.listenOperators()).rejects.toThrow('the gateway is closed');
    await closing;
  }
  const { gateway: other } = await testGateway();
  const { port } = await other.listenOperators();
  const opening = [other.listenOperators({ port: 0 }), other.listen({ port: 0 })].map((each) => each.catch((error) => error));
  await other.close();
  for (const outcome of await Promise.all(opening)) expect(outcome).toEqual(new Error('the gateway is closed'));
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

it('a delivery that is neither one nor makes one is refused, and what is allowed is named', async () => {
  for (const delivery of ['virtual', {}, null]) {
    await expect(testGateway({ delivery: delivery as never })).rejects.toThrow(
      new TypeError('delivery has to be a Delivery, an object with a method deliver, or what openDelivery gives'),
    );
  }
});

it('Kannel is asked for receipts at the address of the gateway, which may be known later than the delivery is made', async () => {
  const asked: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(new URL(String(url)).searchParams.get('dlr-url'));
    return new Response('0: Accepted for delivery', { status: 202 });
  };
  const settings = { kind: 'kannel', url: 'http://127.0.0.1:9/', username: 'tester', password: 'secret' };
  const delivery = openDelivery(settings, { fetch });
  await send(await testGateway({ delivery, publicUrl: 'http://gw.example.org' }), '447700900121');
  await expect.poll(() => asked).toEqual([expect.stringMatching(/^http:\/\/gw\.example\.org\/kannel\/dlr\?id=/)]);

  const test = await testGateway({ delivery, publicUrl: undefined });
  const { url } = await test.gateway.listen({ port: 0 });
  await send(test, '447700900121');
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]).toContain(`${url}/kannel/dlr?id=`);
  // The receipt gets there, at the time of the gateway's clock.
  const at: number[] = [];
  const record = test.store.recordReceipt;
  test.store.recordReceipt = async (...receipt) => {
    at.push(receipt[3]);
    return record(...receipt);
  };
  await expectStates(test, { '447700900121': 'sent' });
  expect((await globalThis.fetch((asked[1] as string).replace('%d', '1'))).status).toBe(200);
  await expectStates(test, { '447700900121': 'delivered' });
  expect(Math.abs((at[0] as number) - NOW)).toBeLessThan(60_000);
});
