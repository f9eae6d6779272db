/**
 * nginx and haproxy before the public port: what is for operators stays with them, whatever the proxy passes on, and each client is counted for itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../gateway/raw-http.js';
import { until } from './drivers/daemons.js';
import { endGateways, inboxOf, type ServedGateway, serveGateway } from './drivers/gateway.js';
import { type RunningProxy, startHaproxy, startNginx } from './drivers/proxies.js';
import { run } from './drivers/run.js';

const ACCOUNTS = {
  serviceDomain: 'gw.example.net',
  accounts: [{ username: 'ANOther.12345', pin: '0123456', credit: '15.2345' }],
};
const NUMBER = '447700900123';
const INBOX = `/virtual/handsets/${NUMBER}/inbox`;
const FOR_OPERATORS = ['/', '/index.html', '/virtual/handsets', INBOX, `${INBOX}?last=1`, '/virtual/events', '/metrics'];
/** What a client may say so that a proxy looks like this machine. */
const CLAIMS: readonly Readonly<Record<string, string>>[] = [
  {},
  { Host: 'localhost' },
  { Host: '127.0.0.1' },
  { Host: 'localhost', 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1', Forwarded: 'for=127.0.0.1', Via: '' },
  { Host: 'localhost', Connection: 'close, X-Forwarded-For, Via' },
];

const folder = mkdtempSync(join(tmpdir(), 'handset-proxies-'));
const sendTo = (port: number, headers: Readonly<Record<string, string>> = {}) =>
  ask(port, `/sendsms?Username=ANOther.12345&PIN=0123456&SendTo=${NUMBER}&Message=Hello&ResponseFormat=1`, { headers });

let gateway: ServedGateway;
beforeAll(async () => {
  gateway = await serveGateway(folder, { sqlite: join(folder, 'store.db') }, ACCOUNTS);
});
afterAll(async () => {
  await endGateways();
  rmSync(folder, { recursive: true, force: true });
});

const publicPort = () => Number(new URL(gateway.url).port);
const operatorsPort = () => Number(new URL(gateway.operators).port);

const PROXIES: readonly (readonly [name: string, start: () => Promise<RunningProxy>])[] = [
  ['nginx with its defaults', () => startNginx(folder, publicPort())],
  ['nginx that passes the Host of the client', () => startNginx(folder, publicPort(), ['proxy_set_header Host $http_host'])],
  ['haproxy', () => startHaproxy(folder, publicPort())],
  ['haproxy that tells whom it asks for', () => startHaproxy(folder, publicPort(), ['option forwardfor'])],
];

describe.each(PROXIES)('%s', (_, start) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await start();
  });
  afterAll(() => proxy?.stop());

  it('lets messages through, and shows nobody what came of them', async () => {
    expect((await sendTo(proxy.port)).body).toMatch(/&Report=-2&/);
    await until(async () => (await inboxOf(gateway, NUMBER)).messages.length > 0, 'a message');
    for (const headers of CLAIMS) {
      for (const path of FOR_OPERATORS) {
        const { status, body } = await ask(proxy.port, path, { headers });
        expect([status, body], `${path} ${JSON.stringify(headers)}`).toEqual([404, 'Not found']);
      }
      const emptied = await ask(proxy.port, INBOX, { method: 'DELETE', headers });
      expect(emptied.status).toBe(404);
      expect((await ask(proxy.port, '/healthz', { headers })).body).toBe('ok');
    }
    expect((await inboxOf(gateway, NUMBER)).messages.length).toBeGreaterThan(0);
    expect((await ask(operatorsPort(), INBOX)).body).toContain('"text":"Hello"');
  });
});

/** Proxies that tell whom they ask for. */
const TELLING: readonly (readonly [name: string, start: (port: number) => Promise<RunningProxy>])[] = [
  ['nginx', (port) => startNginx(folder, port, ['proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for'])],
  ['haproxy', (port) => startHaproxy(folder, port, ['option forwardfor'])],
];

describe('each client is counted for itself', () => {
  const rate = { account: false, address: { perSecond: 0.001, burst: 1 } };

  it.each(TELLING)('behind %s, whatever addresses it makes up', async (_, start) => {
    const own = mkdtempSync(join(folder, 'own-'));
    const settings = { log: 'info', rate, trustedProxies: ['127.0.0.1'] };
    const served = await serveGateway(own, { sqlite: ':memory:' }, ACCOUNTS, settings);
    const proxy = await start(Number(new URL(served.url).port));
    try {
      const reports = [];
      // Both are clients of this machine; the proxy alone is one that is believed.
      for (const [from, headers] of [
        ['127.0.0.2', {}],
        ['127.0.0.2', { 'X-Forwarded-For': '198.51.100.1' }],
        ['127.0.0.3', { 'X-Forwarded-For': '127.0.0.2' }],
        ['127.0.0.3', {}],
      ] as const) {
        const url = `http://127.0.0.1:${proxy.port}`;
        reports.push(await reportFrom(from, url, headers));
      }
      expect(reports).toEqual(['-2', '98', '-2', '98']);
      const peers = () => [...served.log().matchAll(/"peer":"([^"]+)"/g)].map(([, peer]) => peer);
      await until(() => peers().length === 2, 'two lines of the log');
      expect(peers()).toEqual(['127.0.0.2', '127.0.0.3']);
    } finally {
      await proxy.stop();
      await served.stop();
    }
    // What was refused is told together, once a minute and at the end.
    const [, refused = ''] = /"refused":2,"peers":(\{[^}]*\}),"msg":"requests refused"/.exec(served.log()) ?? [];
    expect(JSON.parse(refused)).toEqual({ '127.0.0.2': 1, '127.0.0.3': 1 });
  });
});

describe('whoever guesses PINs', () => {
  it.each(TELLING)('behind %s has some ten tries, and the customer elsewhere is let in meanwhile', async (_, start) => {
    const own = mkdtempSync(join(folder, 'own-'));
    // A pause that the test does not outlast: in each shorter one's place there would be one more try.
    const pair = { failures: 9, firstMs: 600_000, maxMs: 600_000, forgetMs: 3_600_000 };
    const logins = { pair, checks: { atOnce: 2 } };
    const settings = { log: 'warn', trustedProxies: ['127.0.0.1'], logins };
    const served = await serveGateway(own, { sqlite: ':memory:' }, ACCOUNTS, settings);
    const proxy = await start(Number(new URL(served.url).port));
    try {
      const url = `http://127.0.0.1:${proxy.port}`;
      let answered = 0;
      const guesses = Array.from({ length: 100 }, async (_, index) => {
        const report = await reportFrom('127.0.0.2', url, { 'X-Forwarded-For': '127.0.0.3' }, String(10_000 + index));
        answered++;
        return report;
      });
      await until(() => answered > 0, 'the first guess');
      expect(await reportFrom('127.0.0.3', url, {})).toBe('-2');
      const reports = await Promise.all(guesses);
      // Those that are free, the one that begins the pause, and those that were being compared then.
      expect(reports.filter((report) => report !== '98').length).toBeLessThanOrEqual(9 + 1 + 2);
      // Not even the right one is taken there now.
      expect(await reportFrom('127.0.0.2', url, {})).toBe('98');
      const failed = /"peer":"([^"]+)","username":"([^"]+)"[^\n]*"msg":"login failed"/g;
      await until(() => served.log().includes('"msg":"logins paused"'), 'the line of the pause');
      const lines = [...served.log().matchAll(failed)].map(([, peer, username]) => `${peer} ${username}`);
      expect([...new Set(lines)]).toEqual(['127.0.0.2 ANOther.12345']);
    } finally {
      await proxy.stop();
      await served.stop();
    }
  });
});

/** Sends from another address of this machine. */
async function reportFrom(
  address: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  pin = '0123456',
): Promise<string | undefined> {
  const form = `Username=ANOther.12345&PIN=${pin}&SendTo=${NUMBER}&Message=Hello&ResponseFormat=1`;
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('curl', [
    '--silent',
    '--interface',
    address,
    ...given,
    '-d',
    form,
    `${url}/webservices/http/sendsms`,
  ]);
  return /Report=([-\d]+)/.exec(stdout)?.[1];
}
