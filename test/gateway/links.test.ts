/** Several links of one delivery: which of them a message goes over, what waits for which, and what becomes of it when they fail. */
import { afterEach, describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/errors.js';
import { openDelivery } from '../../src/gateway/delivery/deliveries.js';
import type { Delivery, DeliveryEvents, DeliveryHost, OutboundMessage, Outcome } from '../../src/gateway/delivery/delivery.js';
import { links } from '../../src/gateway/delivery/links/links.js';
import { explainRoute, Router, readLinkTable } from '../../src/gateway/delivery/links/table.js';
import { createGateway, type Gateway, type MessageEntry, readProvisioning, Store } from '../../src/gateway/index.js';
import { expectLedgersAddUp, textJob } from '../support/gateway-store.js';
import { SMS } from './support.js';

const smpp = { kind: 'smpp', host: '127.0.0.1', systemId: 'handset', password: 'secret' };
const kannel = { kind: 'kannel', url: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'tester', password: 'secret' };

// ---- The table ----

describe('the table of links', () => {
  const two = { a: smpp, b: kannel };
  it.each([
    [{}, '$.delivery.links: is missing'],
    [{ links: {} }, '$.delivery.links: has to have 1 to 32 links'],
    [{ links: { '1a': smpp } }, '$.delivery.links: has a name that is not a letter and'],
    [{ links: { a: 'virtual' } }, '$.delivery.links.a: has to be an object with a kind'],
    [{ links: { a: {} } }, '$.delivery.links.a.kind: is missing'],
    [{ links: { a: { kind: 'links' } } }, '$.delivery.links.a.kind: has to be virtual or smpp or kannel'],
    [{ links: { a: { ...smpp, port: 0 } } }, '$.delivery.links.a.port: has to be a whole number'],
    [{ links: { a: smpp, b: { ...kannel, rate: 0 } } }, '$.delivery.links.b.rate: has to be a whole number from 1 to 100000'],
    [{ links: { a: smpp, b: { ...kannel, url: 'x' } } }, '$.delivery.links.b.url: has to be'],
    [{ links: two, routes: {} }, '$.delivery.routes: has to be a list'],
    [{ links: two, routes: [] }, '$.delivery.routes: has to be a list of 1 to 1000 routes'],
    [{ links: two, routes: [{}] }, '$.delivery.routes[0].to: is missing'],
    [{ links: two, routes: [{ to: 'a' }] }, '$.delivery.routes[0].to: has to be a list of names of links'],
    [{ links: two, routes: [{ to: ['a'] }, { to: ['b'] }, { to: ['x'] }] }, '$.delivery.routes[2].to[0]: no link is named "x"'],
    [{ links: two, routes: [{ to: ['a', 'b', 'a'] }] }, '$.delivery.routes[0].to[2]: "a" is listed twice'],
    [
      { links: two, routes: [{ to: ['a'] }, { prefix: '44', to: ['b'] }] },
      '$.delivery.routes[1]: is never looked at: routes[0]',
    ],
    [{ links: two, routes: [{ prefix: ['44', '447', '44'], to: ['a'] }] }, '$.delivery.routes[0].prefix: has a value twice'],
    [{ links: two, routes: [{ to: ['a b'] }] }, '$.delivery.routes[0].to[0]: has to be the name of a link'],
    [{ links: two, routes: [{ prefix: '+44', to: [] }] }, '$.delivery.routes[0].prefix: has to be 1 to 20 digits'],
    [{ links: two, routes: [{ prefix: ['44', 'x'], to: [] }] }, '$.delivery.routes[0].prefix[1]: has to be 1 to 20 digits'],
    [{ links: two, routes: [{ prefix: [], to: [] }] }, '$.delivery.routes[0].prefix: has to be a value or a list of 1 to 1000'],
    [{ links: two, routes: [{ content: 'fax', to: [] }] }, '$.delivery.routes[0].content: has to be text or'],
    [{ links: two, routes: [{ account: '', to: [] }] }, '$.delivery.routes[0].account: has to be the user name'],
    [{ links: two, routes: [{ weight: 1, to: [] }] }, '$.delivery.routes[0].weight: is no known field'],
    [{ links: two, fallback: 'a' }, '$.delivery.fallback: is no known field'],
  ])('with a fault is refused by field: %j', (fields, message) => {
    const faulty = () => openDelivery({ kind: 'links', ...fields });
    expect(faulty).toThrow(message);
    expect(faulty).toThrow(expect.objectContaining({ name: 'ProvisioningError' }));
    expect(faulty).not.toThrow('secret');
  });

  it('has a limit on links, routes and values', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, smpp]));
    const route = (count: number) => Array.from({ length: count }, (_, index) => ({ prefix: `${index}`, to: ['a'] }));
    const read = (fields: object) => readLinkTable(fields, '$');
    expect(read({ links: many(32) }).routes).toEqual([{ to: Object.keys(many(32)) }]);
    expect(() => read({ links: many(33) })).toThrow(DecodeError);
    expect(read({ links: two, routes: route(1_000) }).routes).toHaveLength(1_000);
    expect(() => read({ links: two, routes: route(1_001) })).toThrow(DecodeError);
    expect(() =>
      read({ links: two, routes: [{ prefix: Array.from({ length: 1_001 }, (_, index) => `${index}`), to: [] }] }),
    ).toThrow('1 to 1000');
  });

  const table = readLinkTable(
    {
      links: two,
      routes: [
        { prefix: ['4477', '353'], account: 'Shop.1', to: ['a', 'b'] },
        { content: ['mms', 'wapPush'], to: ['b'] },
        { prefix: '99', to: [] },
        { prefix: '4', to: ['b', 'a'] },
      ],
    },
    '$',
  );

  it.each([
    ['447700900123', 'Shop.1', 'text', 'a,b'],
    ['353861234567', 'Shop.1', 'mms', 'a,b'],
    ['353861234567', 'Shop.2', 'mms', 'b'],
    ['353861234567', 'Shop.2', 'text', undefined],
    ['447700900123', 'Shop.2', 'text', 'b,a'],
    ['99', 'Shop.1', 'text', undefined],
    ['4', '', '', 'b,a'],
  ])('finds the first route that fits %s of %s with %s', (recipient, username, contentKind, lane) => {
    expect(new Router(table.routes).findLane({ recipient, username, contentKind })).toBe(lane);
  });

  it('says which link and why, route by route', () => {
    const explain = (question: object, states?: Parameters<typeof explainRoute>[2]) =>
      explainRoute(table, { number: '447700900123', ...question }, states);
    expect(explain({ account: 'Shop.1' })).toEqual({
      ...{ link: 'a', outcome: 'sent', reason: 'it is the first of the route' },
      routes: [{ route: 'routes[0]', fits: true, reason: '447700900123 begins with 4477, account is Shop.1' }],
      links: [
        { link: 'a', kind: 'smpp', state: 'not asked' },
        { link: 'b', kind: 'kannel', state: 'not asked' },
      ],
    });
    const states = [
      { name: 'a', isUp: true },
      { name: 'b', isUp: false, reason: 'HTTP 503' },
    ];
    expect(explain({ account: 'Shop.2', content: 'text' }, states)).toEqual({
      ...{ link: 'a', outcome: 'sent', reason: 'it is the first of the route that is up' },
      routes: [
        { route: 'routes[0]', fits: false, reason: 'account Shop.2 is not Shop.1' },
        { route: 'routes[1]', fits: false, reason: 'content text is not mms or wapPush' },
        { route: 'routes[2]', fits: false, reason: '447700900123 does not begin with 99' },
        { route: 'routes[3]', fits: true, reason: '447700900123 begins with 4' },
      ],
      links: [
        { link: 'b', kind: 'kannel', state: 'HTTP 503' },
        { link: 'a', kind: 'smpp', state: 'up' },
      ],
    });
    expect(explain({ content: 'mms' }, states)).toMatchObject({ outcome: 'waits', reason: 'no link of the route is up' });
    expect(explain({ content: 'mms' }, []).links).toEqual([{ link: 'b', kind: 'kannel', state: 'not a link of the gateway' }]);
    expect(explain({ number: '991' })).toMatchObject({ outcome: 'refused', reason: 'the route names no link' });
    expect(explain({ number: '1' })).toMatchObject({ outcome: 'refused', reason: 'no route fits' });
    expect(explain({ number: '4477' }).routes[0]?.reason).toBe('it is for account Shop.1, and no account is given');
  });
});

// ---- A gateway with links ----

/** A link that a test holds in its hands. */
class Scripted implements Delivery {
  isUp = true;
  window = 1_000;
  inUse = 0;
  events: DeliveryEvents | undefined;
  readonly handed: OutboundMessage[] = [];
  /** What becomes of a message; by default it is sent under its own number. */
  answer: (message: OutboundMessage, count: number) => Outcome | Promise<Outcome> = ({ id }) => ({ kind: 'sent', ids: [id] });

  get capacity(): number {
    return this.isUp ? this.window - this.inUse : 0;
  }

  get links() {
    return [{ name: 'scripted', isUp: this.isUp, window: this.window, inUse: this.inUse }];
  }

  async start(events: DeliveryEvents): Promise<void> {
    this.events = events;
  }

  async deliver(message: OutboundMessage): Promise<Outcome> {
    this.inUse++;
    this.handed.push(message);
    try {
      return await this.answer(message, this.handed.length);
    } finally {
      this.inUse--;
    }
  }

  async close(): Promise<void> {
    this.isUp = false;
  }

  leave(reason = 'not connected'): void {
    this.isUp = false;
    this.events?.onAway(reason);
  }

  come(): void {
    this.isUp = true;
    this.events?.onReady();
  }

  get numbers(): string[] {
    return this.handed.map(({ recipient }) => recipient);
  }
}

const ACCOUNT = { username: 'Shop.1', pin: '012345', credit: '9000.0000', replyTo: ['MyShop'] };
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openStore(): Promise<Store> {
  const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1, random: () => 0 });
  await store.provision(readProvisioning(JSON.stringify({ accounts: [ACCOUNT, { ...ACCOUNT, username: 'Shop.2' }] })));
  ends.push(async () => {
    await expectLedgersAddUp(store);
    await store.close();
  });
  return store;
}

type Routes = readonly Readonly<Record<string, unknown>>[];

const settingsOf = (names: readonly string[], routes: Routes) => ({
  links: Object.fromEntries(names.map((name) => [name, { kind: 'scripted', name }])),
  routes,
});

async function openGateway(store: Store, routes: Routes, names: readonly string[] = ['a', 'b']) {
  const scripted = Object.fromEntries(names.map((name) => [name, new Scripted()])) as Record<'a' | 'b', Scripted>;
  const kind = links({ scripted: (fields) => () => scripted[(fields as { name: 'a' | 'b' }).name] });
  const lines: string[] = [];
  const add = (level: string) => (fields: object, message: string) =>
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const log = { debug: add('debug'), info: add('info'), warn: add('warn'), error: add('error') };
  const gateway = createGateway({ store, delivery: kind(settingsOf(names, routes), {}), log });
  ends.push(() => gateway.close());
  return { gateway, lines, ...scripted };
}

async function send(gateway: Gateway, numbers: readonly string[], username = ACCOUNT.username): Promise<string> {
  const fields = { Username: username, PIN: ACCOUNT.pin, SendTo: numbers.join(), Message: 'Hello', ResponseFormat: '3' };
  const request = new Request(`http://localhost${SMS}`, { method: 'POST', body: new URLSearchParams(fields) });
  return (await gateway.fetch(request)).text();
}

async function listed(store: Store): Promise<MessageEntry[]> {
  const all: MessageEntry[] = [];
  for await (const message of store.messages()) all.push(message);
  return all;
}

const sent = async (store: Store) => (await listed(store)).filter(({ state }) => state === 'sent').length;
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => String(from + index));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A whole number that begins so. */
const at = (prefix: string) => prefix.padEnd(11, '5');
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 5_000 });

const BY_PREFIX = [{ prefix: '1', to: ['a'] }, { prefix: '2', to: ['b'] }, { to: ['a', 'b'] }];

describe('a gateway with several links', () => {
  it('sends by routes, and writes down which link a message went by', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    await send(gateway, ['15550001', '25550001', '35550001']);
    await eventually(() => sent(store)).toBe(3);
    expect([a.numbers, b.numbers]).toEqual([['15550001', '35550001'], ['25550001']]);
    expect((await listed(store)).map(({ recipient, link }) => [recipient, link])).toEqual([
      ['15550001', 'a'],
      ['25550001', 'b'],
      ['35550001', 'a'],
    ]);
  });

  it('goes to the next link while one is away, and back; what is for that one alone waits, untouched', async () => {
    const store = await openStore();
    const { gateway, a, b, lines } = await openGateway(store, BY_PREFIX);
    await send(gateway, [at('3')]);
    await eventually(() => a.numbers).toEqual([at('3')]);
    a.leave('no route to host');
    await send(gateway, [at('11'), at('31'), at('21'), at('32')]);
    await eventually(() => b.numbers.sort()).toEqual([at('21'), at('31'), at('32')]);
    await pause(200);
    expect((await listed(store)).find(({ recipient }) => recipient === at('11'))).toMatchObject({
      state: 'queued',
      attempts: 0,
    });
    a.come();
    await send(gateway, [at('33')]);
    await eventually(() => a.numbers.sort()).toEqual([at('11'), at('33'), at('3')]);
    await eventually(() => sent(store)).toBe(6);
    // The delivery as a whole was never away.
    await eventually(() => lines.filter((line) => line.includes('unavailable'))).toEqual([
      'warn link unavailable {"link":"a","reason":"no route to host"}',
    ]);
  });

  it('waits when none is up, and says so once', async () => {
    const store = await openStore();
    const { gateway, a, b, lines } = await openGateway(store, BY_PREFIX);
    await send(gateway, [at('3')]);
    await eventually(() => sent(store)).toBe(1);
    a.leave('one');
    b.leave('two');
    await send(gateway, range(30_000_000_000, 50));
    await pause(200);
    expect([a.handed.length, b.handed.length]).toEqual([1, 0]);
    expect(lines.filter((line) => line.includes('delivery unavailable'))).toEqual([
      'warn delivery unavailable {"reason":"two","waiting":0}',
    ]);
    b.come();
    await eventually(() => sent(store)).toBe(51);
    expect(b.handed).toHaveLength(50);
  });

  it('never looks at what waits for a link that is away, and fairly takes what is for others', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    await gateway.listen({ port: 0 });
    a.leave();
    await store.accept(textJob('Shop.1', range(10_000_000_000, 5_000), { findLane: () => 'a' }));
    for (let round = 0; round < 5; round++) await send(gateway, range(20_000_000_000 + round * 100, 100));
    await eventually(() => b.handed.length).toBe(500);
    expect((await listed(store)).filter(({ attempts, recipient }) => recipient.startsWith('1') && attempts > 0)).toEqual([]);
  });

  it('a full link holds up no other, and is no reason to go elsewhere', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    a.window = 2;
    const held: (() => void)[] = [];
    a.answer = ({ id }) => new Promise((resolve) => held.push(() => resolve({ kind: 'sent', ids: [id] })));
    await send(gateway, range(30_000_000_000, 20));
    await eventually(() => a.inUse).toBe(2);
    await send(gateway, range(20_000_000_000, 20));
    await eventually(() => b.handed.length).toBe(20);
    expect(a.handed).toHaveLength(2);
    a.answer = ({ id }) => ({ kind: 'sent', ids: [id] });
    for (const release of held) release();
    await eventually(() => sent(store)).toBe(40);
    expect(b.handed).toHaveLength(20);
  });

  it.each([
    ['no answer came', { kind: 'retry', reason: 'no answer', isUncertain: true, afterMs: 0 }],
    ['a part was taken', { kind: 'retry', reason: 'part 2 of 2: busy', isPartial: true, afterMs: 0 }],
    ['a part was taken before it left', { kind: 'unsent', reason: 'part 2 of 2: lost', isPartial: true }],
  ] satisfies [string, Outcome][])('goes over no other link where %s', async (_, outcome) => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    a.answer = () => {
      a.leave();
      return outcome;
    };
    await send(gateway, [at('3')]);
    await eventually(() => a.handed.length).toBe(1);
    await send(gateway, [at('4')]);
    await eventually(() => b.numbers).toEqual([at('4')]);
    await pause(400);
    expect(b.numbers).toEqual([at('4')]);
    // It is known to whoever opens the store after this.
    await gateway.close();
    const next = await openGateway(store, [{ to: ['b', 'a'] }]);
    await eventually(() => next.a.numbers).toEqual([at('3')]);
    expect(next.b.numbers).toEqual([]);
  });

  it('goes over another where the first has surely not taken it', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    a.answer = () => {
      a.leave('throttled');
      return { kind: 'retry', reason: 'ESME_RTHROTTLED (0x58)', afterMs: 0 };
    };
    await send(gateway, [at('3')]);
    await eventually(() => b.numbers).toEqual([at('3')]);
    await eventually(async () => (await listed(store))[0]).toMatchObject({ state: 'sent', link: 'b', attempts: 2 });
  });

  it('tells receipts of two service centres apart that count alike, whichever comes first', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    await gateway.listen({ port: 0 });
    let count = 0;
    for (const link of [a, b]) link.answer = () => ({ kind: 'sent', ids: [`7${count++ < 2 ? '' : 'x'}`] });
    // To one number, so that only the link says whose a receipt is; the one of b comes before its message.
    await b.events?.onReceipt('7', '35550001', 'failed', Date.now());
    await store.accept(textJob('Shop.1', ['35550001'], { findLane: () => 'a' }));
    await eventually(() => a.handed.length).toBe(1);
    await eventually(async () => (await listed(store))[0]?.state).toBe('sent');
    await store.sweep();
    expect((await listed(store))[0]?.state).toBe('sent');
    await store.accept(textJob('Shop.1', ['35550001'], { findLane: () => 'b' }));
    await eventually(async () => (await listed(store)).map(({ state }) => state)).toEqual(['sent', 'failed']);
    await a.events?.onReceipt('7', '35550001', 'delivered', Date.now());
    expect((await listed(store)).map(({ state, link }) => [state, link])).toEqual([
      ['delivered', 'a'],
      ['failed', 'b'],
    ]);
  });

  it('refuses at once what no route takes, number by number, and charges nothing for it', async () => {
    const store = await openStore();
    const { gateway, a } = await openGateway(store, [
      { prefix: '99', to: [] },
      { account: 'Shop.1', to: ['a'] },
    ]);
    const answer = await send(gateway, ['15550001', '995550001']);
    expect(answer).toMatch(/^MessageIdentifier=\w{15},-1&Report=-2,11&.*&Units=1,0$/);
    expect(await send(gateway, ['15550002'], 'Shop.2')).toMatch(/Report=11/);
    await eventually(() => a.numbers).toEqual(['15550001']);
    expect(await listed(store)).toHaveLength(1);
  });

  it('takes other routes while it runs: what waits for a link that is away goes the new way', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    await gateway.listen({ port: 0 });
    a.leave();
    await send(gateway, range(10_000_000_000, 1_200));
    await pause(100);
    const routes = [{ to: ['b'] }];
    expect(() => gateway.reconfigure({ delivery: { kind: 'links', ...settingsOf(['a', 'b'], [{ to: ['x'] }]) } })).toThrow(
      '$.delivery.routes[0].to[0]: no link is named "x"',
    );
    expect(b.handed).toEqual([]);
    // Other links than before take a new start, and so do routes to them.
    gateway.reconfigure({ delivery: { kind: 'links', ...settingsOf(['a', 'b', 'c'], routes) } });
    gateway.reconfigure({ delivery: { kind: 'virtual' } });
    await pause(200);
    expect(b.handed).toEqual([]);
    gateway.reconfigure({ delivery: { kind: 'links', ...settingsOf(['a', 'b'], routes) } });
    await eventually(() => b.handed.length).toBe(1_200);
    expect(new Set(b.numbers).size).toBe(1_200);
  });

  it('finds the links of messages that were queued without any, and those of a table of before', async () => {
    const store = await openStore();
    await store.accept(textJob('Shop.1', ['15550001', '25550001', '35550001']));
    await store.accept(textJob('Shop.1', ['25550002'], { findLane: () => 'gone' }));
    const { b } = await openGateway(store, BY_PREFIX);
    await eventually(() => sent(store)).toBe(4);
    expect(b.numbers.sort()).toEqual(['25550001', '25550002']);
  });

  it('finds the links of messages that are queued again, however full the first link is', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    const again = range(20_000_000_000, 30);
    await send(gateway, again);
    await eventually(() => sent(store)).toBe(30);
    for (const { id, recipient } of b.handed) await b.events?.onReceipt(id, recipient, 'failed', Date.now());
    b.window = 1;
    b.handed.length = 0;
    a.window = 2;
    const held: (() => void)[] = [];
    a.answer = ({ id }) => new Promise((resolve) => held.push(() => resolve({ kind: 'sent', ids: [id] })));
    await send(gateway, range(10_000_000_000, 20));
    await eventually(() => a.inUse).toBe(2);
    // Before them in the lane of nobody are messages of the link that is full.
    await store.accept(textJob('Shop.1', range(11_000_000_000, 300)));
    for (const { messageIdentifier, state } of await listed(store)) {
      if (state === 'failed') await store.requeue(messageIdentifier, 'tests');
    }
    await eventually(() => b.numbers.sort()).toEqual(again);
    expect(a.handed).toHaveLength(2);
    a.window = 1_000;
    a.answer = ({ id }) => ({ kind: 'sent', ids: [id] });
    for (const release of held) release();
    await eventually(() => sent(store)).toBe(350);
    expect(b.handed).toHaveLength(30);
    // Whose turn it was not was no attempt of theirs.
    expect((await listed(store)).filter(({ attempts, state }) => state === 'sent' && attempts !== 1)).toEqual([]);
  });

  it('leaves everything to a delivery without links that is opened after it', async () => {
    const store = await openStore();
    await store.accept(textJob('Shop.1', ['15550001'], { findLane: () => 'a,b' }));
    const delivery = new Scripted();
    const gateway = createGateway({ store, delivery });
    ends.push(() => gateway.close());
    await eventually(() => sent(store)).toBe(1);
    expect((await listed(store))[0]).not.toHaveProperty('link');
  });

  it('shows its links to operators: state, window, in use, and counts by link', async () => {
    const store = await openStore();
    const { gateway, a, b } = await openGateway(store, BY_PREFIX);
    await gateway.listen({ port: 0 });
    a.leave('no route to host');
    b.window = 7;
    const answer = await gateway.fetchOperators(new Request('http://localhost/links'));
    expect(await answer.json()).toEqual({
      links: [
        { link: 'a', kind: 'scripted', isUp: false, reason: 'no route to host', window: 1_000, inUse: 0 },
        { link: 'b', kind: 'scripted', isUp: true, window: 7, inUse: 0 },
      ],
    });
    const ready = await gateway.fetchOperators(new Request('http://localhost/readyz'));
    expect(await ready.json()).toMatchObject({
      ready: false,
      checks: expect.arrayContaining([
        { name: 'delivery', ready: true },
        { name: 'a', ready: false, reason: 'no route to host' },
        { name: 'b', ready: true },
      ]),
    });
  });
});

describe('links of a table', () => {
  const host = { closing: new AbortController().signal, clock: Date.now, publicUrl: () => 'http://gw.example' } as DeliveryHost;

  it('of Kannel have addresses of their own; those of before are answered by whoever knows the key', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(new URL(String(url)).searchParams.get('dlr-url') ?? '');
      return new Response('0: Accepted for delivery', { status: 202 });
    };
    const settings = { one: kannel, two: { ...kannel, password: 'other', incomingKey: 'a-key-of-both-sides' } };
    const delivery = openDelivery({ kind: 'links', links: settings, routes: [{ to: ['two'] }] }, { fetch })(host);
    const receipts: unknown[] = [];
    await delivery.start?.({
      onReceipt: (...receipt) => receipts.push(receipt.slice(0, 3).concat(receipt[4] as string)),
      onIncoming: ({ from, to, text }) => receipts.push([from, to, text]),
      onReady: () => undefined,
      onAway: () => undefined,
    });
    const part = { tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'x' } };
    const message = { id: 'A', recipient: '447700900123', originator: '1', parts: [part], attempt: 1 };
    const outcome = await delivery.deliver({ ...message, acceptedAt: 0, dueAt: 0, validUntil: 1 });
    expect(outcome).toEqual({ kind: 'sent', ids: ['A-1'] });
    expect(asked).toEqual([expect.stringMatching(/^http:\/\/gw\.example\/links\/two\/kannel\/dlr\?id=A-1&/)]);
    const ask = async (url: string) => (await delivery.publicRoutes?.fetch(new Request(url)))?.status;
    const receipt = (asked[0] as string).replace('%d', '1');
    expect(await ask(receipt)).toBe(200);
    expect(await ask(receipt.replace('/links/two', ''))).toBe(200);
    expect(await ask(receipt.replace('/two/', '/one/'))).toBe(403);
    const words = 'key=a-key-of-both-sides&from=%2B447700900123&to=60777&coding=0&charset=UTF-8&text=Hi';
    expect(await ask(`http://gw.example/links/two/kannel/mo?${words}`)).toBe(200);
    expect(await ask(`http://gw.example/kannel/mo?${words}`)).toBe(200);
    expect(await ask(`http://gw.example/links/one/kannel/mo?${words}`)).toBe(403);
    expect(receipts).toEqual([
      ...[0, 1].map(() => ['A-1', '447700900123', 'delivered', 'two']),
      ...[0, 1].map(() => ['447700900123', '60777', 'Hi']),
    ]);
    await delivery.close();
  });
});
