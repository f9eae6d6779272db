import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TrustedProxies } from '../../src/gateway/http/proxies.js';
import { createGateway, type GatewayOptions, type Store } from '../../src/gateway/index.js';
import { ask } from './raw-http.js';
import { FORM, formOf, QUERY, SMS, TO, testGateway, WHO } from './support.js';

const PROXY = '10.0.0.1';
const proxies = new TrustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48', '::1']);

describe('a trusted proxy', () => {
  it.each([
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['::ffff:10.0.0.1', true],
    ['::ffff:11.0.0.1', false],
    ['2001:db8:1:ffff::1', true],
    ['2001:db8:2::1', false],
    ['::1', true],
    ['fe80::1%eth0', false],
    ['', false],
  ])('%s: %s', (address, isTrusted) => {
    expect(proxies.has(address)).toBe(isTrusted);
    expect(new TrustedProxies().has(address)).toBe(false);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '2001:db8::/129',
    'proxy.example.net',
    'fe80::1%eth0/64',
    '*',
  ])('is no such text as %j', (text) => {
    expect(() => new TrustedProxies(['10.0.0.0/8', text])).toThrow(TypeError);
    expect(() => createGateway({ store: {} as Store, trustedProxies: [text] })).toThrow(/^trustedProxies has addresses/);
  });
});

/** Section 4 and 6 of RFC 7239 have most of these. */
const FORWARDED: readonly (readonly [header: string, client: string])[] = [
  ['for=198.51.100.17', '198.51.100.17'],
  ['For="198.51.100.17:4711"', '198.51.100.17'],
  ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
  ['for="[2001:db8:cafe::17]"', '2001:db8:cafe::17'],
  ['for=198.51.100.60; proto=http; by=203.0.113.43', '198.51.100.60'],
  ['by=203.0.113.43;FOR=198.51.100.60', '198.51.100.60'],
  ['for=192.0.2.43, for=198.51.100.17', '198.51.100.17'],
  ['for=198.51.100.17, for=10.1.1.1, for="[2001:db8:1::1]"', '198.51.100.17'],
  ['for=10.9.9.9, for=10.1.1.1', '10.9.9.9'],
  [' ,, for=198.51.100.17 ,', '198.51.100.17'],
  ['for=unknown, for=198.51.100.17', '198.51.100.17'],
  ['for="198.51.\\100.17"', '198.51.100.17'],
  // Nobody says who it was.
  ['for=unknown', PROXY],
  ['for=198.51.100.17, for=_gazonk', PROXY],
  ['for=198.51.100.17, proto=https', PROXY],
  ['', PROXY],
  // What is no list: a client may have left a quote open for the proxy's own element to stand in.
  ['for="', PROXY],
  ['for=192.0.2.1;x=", for=198.51.100.17', PROXY],
  ['for=192.0.2.1;x=", for=198.51.100.17;host="gw"', PROXY],
  ['for=192.0.2.1 for=198.51.100.17', PROXY],
  ['for=198.51.100.017', PROXY],
  ['for=', PROXY],
];

const LISTED: readonly (readonly [header: string, client: string])[] = [
  ['198.51.100.17', '198.51.100.17'],
  ['192.0.2.1, 198.51.100.17', '198.51.100.17'],
  ['<script>, 198.51.100.17', '198.51.100.17'],
  ['198.51.100.17, 10.1.1.1,192.0.2.7', '198.51.100.17'],
  ['198.51.100.17:4711', '198.51.100.17'],
  ['2001:db8:cafe::17', '2001:db8:cafe::17'],
  ['[2001:db8:cafe::17]:4711', '2001:db8:cafe::17'],
  ['::ffff:198.51.100.17', '198.51.100.17'],
  ['10.9.9.9', '10.9.9.9'],
  ['198.51.100.17, unknown', PROXY],
  ['198.51.100.17,', PROXY],
  ['', PROXY],
];

describe('who asks', () => {
  it.each(FORWARDED)('by Forwarded: %s', (forwarded, client) => {
    expect(proxies.findClient(PROXY, { forwarded })).toBe(client);
    expect(proxies.findClient('198.51.100.99', { forwarded })).toBe('198.51.100.99');
  });

  it.each(LISTED)('by X-Forwarded-For: %s', (list, client) => {
    expect(proxies.findClient(PROXY, { 'x-forwarded-for': list })).toBe(client);
    expect(proxies.findClient('198.51.100.99', { 'x-forwarded-for': list })).toBe('198.51.100.99');
  });

  it('is the proxy where both headers are there, since one of them is of the client', () => {
    const headers = { forwarded: 'for=198.51.100.17', 'x-forwarded-for': '198.51.100.17' };
    expect(proxies.findClient(PROXY, headers)).toBe(PROXY);
    expect(proxies.findClient(PROXY, {})).toBe(PROXY);
  });
});

async function listening(options: Partial<GatewayOptions> = {}) {
  const test = await testGateway(options);
  const { port } = await test.gateway.listen({ port: 0 });
  const body = formOf({ ...WHO, ...TO, Message: 'Hello', ResponseFormat: '1' });
  const reportTo = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}${SMS}`, {
      method: 'POST',
      headers: { 'Content-Type': FORM, ...headers },
      body,
    });
    return /Report=([-\d]+)/.exec(await answer.text())?.[1];
  };
  return { ...test, port, reportTo };
}

describe('limits behind a proxy', () => {
  const rate = { account: false, address: { perSecond: 0.001, burst: 1 } } as const;
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('are of each client, not of the proxy, and the log names the client', async () => {
    const peers: unknown[] = [];
    const keep = (fields: object, message: string) => message === 'request' && peers.push((fields as { peer: string }).peer);
    const log = { debug: keep, info: keep, warn: keep, error: keep };
    const { reportTo } = await listening({ rate, trustedProxies: ['127.0.0.0/8'], log });
    const reports = [];
    for (const client of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) reports.push(await reportTo(from(client)));
    expect(reports).toEqual(['-2', '98', '-2']);
    expect(peers).toEqual(['198.51.100.1', '198.51.100.2']);
  });

  it('stay trusted when other settings are changed, and an empty list trusts none', async () => {
    const { gateway, reportTo } = await listening({ rate, trustedProxies: ['127.0.0.0/8'] });
    const reportsOf = async (...hosts: number[]) => {
      const reports = [];
      for (const host of hosts) reports.push(await reportTo(from(`198.51.100.${host}`)));
      return reports;
    };
    gateway.reconfigure({ rate });
    expect(await reportsOf(1, 2)).toEqual(['-2', '-2']);
    gateway.reconfigure({ rate, trustedProxies: [] });
    expect(await reportsOf(3, 4)).toEqual(['-2', '98']);
    gateway.reconfigure({ rate, trustedProxies: ['127.0.0.1'] });
    expect(await reportsOf(5, 6)).toEqual(['-2', '-2']);
  });

  it('believe nobody else: a client has one address, whatever it says', async () => {
    const { reportTo } = await listening({ rate, trustedProxies: ['10.0.0.0/8'] });
    expect([await reportTo(from('198.51.100.1')), await reportTo(from('198.51.100.2'))]).toEqual(['-2', '98']);
  });
});

describe('limits that nobody has set', () => {
  it.each([
    ['an account', 'Username=ANOther.12345&PIN=012345&AvailableCredit=', 2_000, /Currency=GBP/],
    ['an address, whatever account it names', 'Username=&PIN=&ResponseFormat=1', 5_000, /Report=2&/],
  ])('are on: %s asks so often and no more', { timeout: 60_000 }, async (_, query, burst, allowed) => {
    const { gateway } = await testGateway({ rate: undefined });
    const { port } = await gateway.listen({ port: 0 });
    // Time stands still, so that the rate gives no room again.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    const count = burst + 10;
    let answers = '';
    const post = (header = '') =>
      `POST ${QUERY} HTTP/1.1\r\nHost: x\r\n${header}Content-Type: ${FORM}\r\nContent-Length: ${query.length}\r\n\r\n${query}`;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(post().repeat(count - 1));
      socket.write(post('Connection: close\r\n'));
    });
    for await (const data of socket) answers += data;
    const bodies = answers.split(/HTTP\/1\.1 200 /).slice(1);
    expect(bodies).toHaveLength(count);
    expect(bodies.filter((body) => allowed.test(body))).toHaveLength(burst);
    for (const body of bodies.slice(burst)) expect(body).toMatch(/\b98\b/);
  });
});

describe('connections of an address', () => {
  /** Opens connections one after the other, and asks on each. @returns those that are answered */
  async function open(port: number, count: number): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (let i = 0; i < count; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const settled = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await settled;
      sockets.push(socket);
    }
    return sockets.filter(({ readyState }) => readyState === 'open');
  }

  it('are so many, and the next is closed at once; others, and the address itself later, get in', async () => {
    const told: unknown[] = [];
    const log = { debug() {}, info() {}, warn: (...line: unknown[]) => told.push(line), error() {} };
    const { port, gateway } = await listening({ limits: { connectionsPerAddress: 5, connections: 20 }, log });
    const sockets = await open(port, 12);
    expect(sockets).toHaveLength(5);
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    const answer = new Promise<string>((resolve) => other.once('data', (data) => resolve(data.toString())));
    other.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ask(port, '/healthz').catch(() => undefined))?.status).toBe(200);
    await gateway.close();
    expect(told).toEqual([
      [{ refused: expect.any(Number), peers: { '127.0.0.1': expect.any(Number) } }, 'too many connections of an address'],
    ]);
    expect((told as [[{ refused: number }]])[0][0].refused).toBeGreaterThanOrEqual(7);
  });

  it('are without such a limit for a trusted proxy', async () => {
    const { port } = await listening({ limits: { connectionsPerAddress: 5 }, trustedProxies: ['127.0.0.1'] });
    const sockets = await open(port, 12);
    expect(sockets).toHaveLength(12);
    for (const socket of sockets) socket.destroy();
  });
});

it.each(['0.0.0.0', '::', '0', '0.0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '::0'])(
  'listening on %s takes a publicUrl',
  async (host) => {
    const { gateway } = await testGateway({ publicUrl: undefined });
    await expect(gateway.listen({ port: 0, host })).rejects.toThrow(
      new TypeError(`host ${host} takes a publicUrl: nobody reaches a gateway by that address`),
    );
  },
);
