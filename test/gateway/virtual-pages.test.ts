import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  type Delivery,
  type HandsetsView,
  type InboxView,
  type OperatorsOptions,
  openMetrics,
} from '../../src/gateway/index.js';
import { ask } from './raw-http.js';
import { MMS, SMS, testGateway, WHO } from './support.js';

const NUMBER = '447700900123';
const INBOX = `/virtual/handsets/${NUMBER}/inbox`;
/** Name of the interface that has the address ::1. */
const LOOPBACK_V6 = Object.entries(networkInterfaces()).find(([, all]) => all?.some(({ address }) => address === '::1'))?.[0];
const PAGES = ['/virtual/handsets', INBOX];

async function listening(options: Parameters<typeof testGateway>[0] = {}, where: OperatorsOptions = {}) {
  const test = await testGateway(options);
  return { ...test, ...(await test.gateway.listenOperators(where)) };
}

/** All that the gateway says to a request as it stands. */
function said(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
  });
}

describe('who sees inboxes', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'gateway.localhost', '127.0.0.1', '127.4.5.6', '[::1]'])(
    'whoever asks for them by a name of this machine: %s',
    async (host) => {
      const { port } = await listening();
      for (const path of PAGES) {
        for (const each of [host, `${host}:${port}`]) {
          expect((await ask(port, path, { headers: { Host: each } })).status, `${path} of ${each}`).toBe(200);
        }
      }
    },
  );

  it.each([
    'rebound.example',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'notlocalhost',
    '127.0.0.1@rebound.example',
    '192.0.2.1',
    '[::2]',
    '[::1%25lo]',
    'localhost..',
    'localhost:80:80',
    'rebound.example,x.localhost',
  ])('not a site whose name was given the address of this machine: %s', async (host) => {
    const { port } = await listening({ metrics: await openMetrics() });
    for (const path of [...PAGES, '/virtual/events', '/metrics']) {
      // What is no host at all is refused before it comes here.
      expect([400, 403], path).toContain((await ask(port, path, { headers: { Host: host } })).status);
    }
    expect([400, 403]).toContain((await ask(port, INBOX, { method: 'DELETE', headers: { Host: host } })).status);
  });

  it('whoever asks in HTTP/1.0, which knows no names', async () => {
    const { port } = await listening();
    expect(await said(port, 'GET /virtual/handsets HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['two names', '/virtual/handsets', 'Host: localhost\r\nHost: rebound.example\r\n'],
    ['two names, the other way round', '/virtual/handsets', 'Host: rebound.example\r\nHost: localhost\r\n'],
    ['an empty name', '/virtual/handsets', 'Host:\r\n'],
    ['a whole address, as of a proxy', 'http://rebound.example/virtual/handsets', 'Host: localhost\r\n'],
    ['a whole address of this machine', 'http://localhost/virtual/handsets', 'Host: rebound.example\r\n'],
  ])('not who asks by %s', async (_, target, headers) => {
    const { port } = await listening();
    expect(await said(port, `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  it.skipIf(LOOPBACK_V6 === undefined)('whoever asks by the loopback interface, when its zone is listened on', async () => {
    const { url } = await listening({}, { host: `::1%${LOOPBACK_V6}` });
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const asking = request({ host: '::1', port: /\d+$/.exec(url)?.[0], path: INBOX, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      asking.on('error', reject).end();
    });
    expect(answer).toBe(200);
  });

  it('not the pages of other sites: neither by a fetch, nor by a link', async () => {
    const { port, store, tags } = await listening();
    await tags(SMS, { ...WHO, SendTo: NUMBER, Message: 'Hello' });
    await expect.poll(() => store.inbox(NUMBER), { timeout: 10_000 }).toHaveLength(1);
    const own = { Host: `localhost:${port}` };
    const refused = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://rebound.example' },
      { Origin: 'null' },
      // Another program of this machine, whose pages are its own affair.
      { Origin: `http://localhost:${port + 1}`, 'Sec-Fetch-Site': 'same-site' },
      // A picture or a link of such a page comes without an origin.
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none, cross-site' },
      { 'Sec-Fetch-Site': 'none', Origin: `http://localhost:${port + 1}` },
    ];
    for (const headers of refused) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await ask(port, INBOX, { method, headers: { ...own, ...headers } });
        expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(403);
      }
    }
    expect(await store.inbox(NUMBER)).toHaveLength(1);
    const allowed = [
      {},
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-origin' },
      { Origin: `http://LOCALHOST:${port}` },
    ];
    for (const headers of allowed) expect((await ask(port, INBOX, { headers: { ...own, ...headers } })).status).toBe(200);
    expect((await ask(port, INBOX, { method: 'DELETE', headers: { ...own, Origin: `http://localhost:${port}` } })).status).toBe(
      204,
    );
    expect(await store.inbox(NUMBER)).toHaveLength(0);
  });
});

describe('the list of virtual handsets', () => {
  it('has those with messages, how many, when the last one came, and where the gateway is known', async () => {
    const { operators, tags, inbox } = await testGateway();
    const list = async () => (await (await operators('/virtual/handsets')).json()) as HandsetsView;
    expect(await list()).toEqual({ publicUrl: 'http://gw.example.net', handsets: [] });
    await tags(SMS, { ...WHO, SendTo: '447700900121,447700900122', Message: 'Hello' });
    await inbox('447700900122');
    await tags(SMS, { ...WHO, SendTo: '447700900121', Message: 'Hello again' });
    await inbox('447700900121', 2);
    const lastArrival = expect.stringMatching(/^2026-03-04T05:06:\d\dZ$/);
    expect((await list()).handsets).toEqual([
      { number: '447700900121', messages: 2, lastArrival },
      { number: '447700900122', messages: 1, lastArrival },
    ]);
    await operators('/virtual/handsets/447700900121/inbox', { method: 'DELETE' });
    expect((await list()).handsets.map(({ number }) => number)).toEqual(['447700900122']);
  });

  it('is kept by nobody, and is nothing for the pages of others', async () => {
    const { operators } = await testGateway();
    for (const path of PAGES) {
      const { headers } = await operators(path);
      const names = ['Cache-Control', 'X-Content-Type-Options', 'Cross-Origin-Resource-Policy'];
      expect(names.map((name) => headers.get(name))).toEqual(['no-store', 'nosniff', 'same-origin']);
    }
  });

  it('is not there without virtual delivery', async () => {
    const delivery: Delivery = { capacity: 0, deliver: () => expect.fail('nothing to deliver'), close: async () => undefined };
    const { operators } = await testGateway({ delivery });
    for (const path of ['/virtual/handsets', '/virtual/events']) expect((await operators(path)).status).toBe(404);
  });
});

describe('an inbox', () => {
  it('is given from its end when that is asked for', async () => {
    const { operators, tags, inbox } = await testGateway();
    for (const Message of ['one', 'two', 'three']) await tags(SMS, { ...WHO, SendTo: NUMBER, Message });
    await inbox(NUMBER, 3);
    const view = async (query: string) => (await (await operators(`${INBOX}${query}`)).json()) as InboxView;
    const last = await view('?last=2');
    expect(last.messages.map(({ content }) => content)).toEqual(['two', 'three'].map((text) => ({ kind: 'text', text })));
    expect(last.earlier).toBe(1);
    expect(await view('?last=3')).toEqual(await view(''));
    for (const wrong of ['0', '-1', '1e3', '', 'x', '1000000']) {
      expect((await operators(`${INBOX}?last=${wrong}`)).status, wrong).toBe(400);
    }
  });

  it('names what can be fetched by addresses that begin as the list says', async () => {
    const { operators, tags, inbox } = await testGateway();
    const sent = await tags(MMS, { ...WHO, SendTo: NUMBER, MMSFileWAP: '80000' });
    expect(sent.Report).toBe('-2');
    const [entry] = await inbox(NUMBER);
    const { publicUrl } = (await (await operators('/virtual/handsets')).json()) as HandsetsView;
    expect(JSON.stringify(entry?.content)).toContain(`"${publicUrl}/`);
  });
});

it('an inbox of thousands is read, written and emptied in portions, between which others are answered', async () => {
  const { operators, store } = await testGateway();
  await store.changeAccount(WHO.Username, { pricePerPart: 0 }, 'test');
  const part = { tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'Hello' } };
  const job = { username: WHO.Username, originator: 'MyShop', parts: [part], contentKind: 'text' };
  for (let i = 0; i < 8; i++) await store.accept({ ...job, recipients: Array.from({ length: 500 }, () => NUMBER) });
  while ((await store.countInbox(NUMBER)) < 4_000) await new Promise((resolve) => setTimeout(resolve, 5));

  /** How many turns others had while something was done; each reads an account, which takes a turn of its own. */
  async function turnsDuring<T>(work: Promise<T>): Promise<readonly [T, number]> {
    let turns = 0;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    void work.then(end, end);
    while (!isOver) {
      await store.account(WHO.Username);
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    return [await work, turns];
  }

  const [answer, reading] = await turnsDuring(operators(INBOX));
  const view = (await answer.json()) as InboxView;
  expect([view.messages.length, view.unread]).toEqual([4_000, undefined]);
  expect(reading).toBeGreaterThanOrEqual(10);
  const [emptied, emptying] = await turnsDuring(operators(INBOX, { method: 'DELETE' }));
  expect([emptied.status, await store.countInbox(NUMBER), await store.inbox(NUMBER)]).toEqual([204, 0, []]);
  expect(emptying).toBeGreaterThanOrEqual(3);
});

it('an inbox beyond what is shown says how much more there is, and reads no more of it', async () => {
  const { operators, store } = await testGateway();
  let portions = 0;
  store.inboxPortions = async function* () {
    for (; ; portions++) {
      yield Array.from({ length: 200 }, () => ({
        messageIdentifier: 'X',
        originator: 'MyShop',
        receivedAt: 0,
        parts: [Uint8Array.of(1)],
      }));
    }
  };
  store.countInbox = async () => 100_000;
  const view = (await (await operators(INBOX)).json()) as InboxView;
  expect([view.messages.length, view.unread]).toEqual([10_000, 90_000]);
  expect(portions).toBe(50);
});
