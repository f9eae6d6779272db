/** The log's lines of requests: little, however often somebody asks who need not be a customer. */
import { expect, it } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/index.js';
import { ask } from './raw-http.js';
import { FORM, formOf, QUERY, testGateway, WHO } from './support.js';

/** A gateway on a port, and what its log has said when it is closed. */
async function served(options: Partial<GatewayOptions>) {
  const lines: [string, object][] = [];
  const keep = (fields: object, message: string) => lines.push([message, fields]);
  const { gateway } = await testGateway({
    log: { debug: keep, info: keep, warn: keep, error: keep },
    trustedProxies: ['127.0.0.1'],
    ...options,
  });
  const { port } = await gateway.listen({ port: 0 });
  const query = async (address: string, PIN: string) => {
    const headers = { 'Content-Type': FORM, 'X-Forwarded-For': address };
    const body = formOf({ ...WHO, PIN, AvailableCredit: '' });
    return (await ask(port, QUERY, { method: 'POST', headers, body })).body;
  };
  const told = async () => {
    await gateway.close();
    const count = (of: string) => lines.filter(([message]) => message === of).length;
    return { requests: count('request'), counted: lines.filter(([message]) => message === 'requests refused') };
  };
  return { port, query, told };
}

const ONE = '192.0.2.1';
const OTHER = '192.0.2.2';

it("requests over an address's rate are counted, one line for all of them", async () => {
  const { query, told } = await served({ rate: { address: { perSecond: 0.001, burst: 3 } } });
  for (let i = 0; i < 40; i++) await query(ONE, WHO.PIN);
  for (let i = 0; i < 5; i++) await query(OTHER, WHO.PIN);
  expect(await told()).toEqual({
    requests: 6,
    counted: [['requests refused', { refused: 39, peers: { [ONE]: 37, [OTHER]: 2 } }]],
  });
});

it('requests during a pause are counted, whatever PIN they have', async () => {
  const pair = { failures: 2, firstMs: 600_000, maxMs: 600_000, forgetMs: 600_000 };
  const { query, told } = await served({ logins: { pair } });
  for (let i = 0; i < 20; i++) await query(ONE, i % 2 === 0 ? '9999' : '8888');
  await query(ONE, WHO.PIN);
  expect(await told()).toEqual({ requests: 3, counted: [['requests refused', { refused: 18, peers: { [ONE]: 18 } }]] });
});

it("requests over an account's rate are counted for the account", async () => {
  const { query, told } = await served({ rate: { account: { perSecond: 0.001, burst: 2 }, address: false } });
  for (let i = 0; i < 10; i++) expect(await query(ONE, WHO.PIN)).toContain(i < 2 ? 'Currency=GBP' : 'Report=98');
  expect(await told()).toEqual({
    requests: 2,
    counted: [['requests refused', { refused: 8, accounts: { [WHO.Username]: 8 } }]],
  });
});

it('other requests without a login have some lines of each address, and are counted then', async () => {
  const { port, query, told } = await served({});
  const wrong = (address: string) => ask(port, QUERY, { method: 'DELETE', headers: { 'X-Forwarded-For': address } });
  for (let i = 0; i < 200; i++) expect((await wrong(ONE)).status).toBe(405);
  await wrong(OTHER);
  for (let i = 0; i < 100; i++) await query(ONE, WHO.PIN);
  const { requests, counted } = await told();
  // Some more in the time that it takes.
  expect(requests).toBeGreaterThanOrEqual(60 + 1 + 100);
  expect(requests).toBeLessThan(60 + 1 + 100 + 60);
  expect(counted).toEqual([['requests refused', { refused: 301 - requests, peers: { [ONE]: 301 - requests } }]]);
});

it('addresses that somebody has many of are told apart ten at a time, and share a number of lines', async () => {
  const { port, told } = await served({});
  for (let i = 0; i < 1_000; i++) {
    const address = `2001:db8:0:${i.toString(16)}::1`;
    await ask(port, QUERY, { method: 'DELETE', headers: { 'X-Forwarded-For': address } });
  }
  const { requests, counted } = await told();
  expect(requests).toBeGreaterThanOrEqual(600);
  expect(requests).toBeLessThan(1_000);
  const [[, { refused, peers }]] = counted as [[string, { refused: number; peers: object }]];
  expect(refused).toBe(1_000 - requests);
  expect(Object.keys(peers)).toHaveLength(10);
});
