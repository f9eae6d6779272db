/** Failed logins: pauses, whom they are for, and what is told of them. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GatewayOptions, openLog } from '../../src/gateway/index.js';
import { DEFAULT_LOGIN_LIMITS, type LoginLimits, Logins } from '../../src/gateway/operations/logins.js';
import { envelope, FORM, formOf, QUERY, SMS, TO, testGateway, WHO } from './support.js';

const OWNER = '192.0.2.1';
const OTHER = '192.0.2.2';

function logins(limits: Partial<LoginLimits> = {}) {
  const time = { now: 0 };
  const all = new Logins(limits, () => time.now);
  const admitted = (user: string, client: string) => all.attempt(user, client).isWelcome();
  const fail = (user: string, client: string) => all.attempt(user, client).failed();
  const succeed = (user: string, client: string) => all.attempt(user, client).succeeded();
  return { time, all, admitted, fail, succeed };
}

const few = (failures: number, forgetMs = 3_600_000) => ({ failures, firstMs: 1_000, maxMs: 4_000, forgetMs });
const MANY = few(1_000_000);
/** Pauses that no test outlasts. */
const long = (failures: number) => ({ ...few(failures), firstMs: 600_000, maxMs: 600_000 });

describe('pauses', () => {
  it('come after the failures that are free, and grow', () => {
    const { time, admitted, fail } = logins({ pair: few(3) });
    for (let i = 0; i < 3; i++) expect(fail('a', OTHER)).toEqual([]);
    expect(admitted('a', OTHER)).toBe(true);
    for (const [index, pauseMs] of [1_000, 2_000, 4_000, 4_000].entries()) {
      expect(fail('a', OTHER)).toEqual([{ scope: 'pair', failures: 4 + index, pauseMs }]);
      time.now += pauseMs - 1;
      expect(admitted('a', OTHER)).toBe(false);
      time.now += 1;
      expect(admitted('a', OTHER)).toBe(true);
    }
  });

  it('are over with a right PIN, or when nothing failed for long', () => {
    const { time, fail, succeed } = logins({ pair: few(1, 10_000) });
    fail('a', OTHER);
    succeed('a', OTHER);
    expect(fail('a', OTHER)).toEqual([]);
    expect(fail('a', OTHER)).toHaveLength(1);
    time.now += 10_000;
    expect(fail('a', OTHER)).toEqual([]);
  });

  it('are of one account from one address: neither others there nor the owner elsewhere have to wait', () => {
    const { admitted, fail } = logins();
    for (let i = 0; i <= DEFAULT_LOGIN_LIMITS.pair.failures; i++) fail('a', OTHER);
    expect(admitted('a', OTHER)).toBe(false);
    expect(admitted('b', OTHER)).toBe(true);
    expect(admitted('a', OWNER)).toBe(true);
  });

  it('are of an address over all accounts, but for those that were let in there before', () => {
    const { admitted, fail, succeed } = logins({ address: few(5) });
    succeed('customer', OTHER);
    for (let i = 0; i <= 5; i++) fail(`a${i}`, OTHER);
    expect(admitted('new', OTHER)).toBe(false);
    expect(admitted('new', OWNER)).toBe(true);
    expect(admitted('customer', OTHER)).toBe(true);
    // Whoever guesses with an account of his own among it is let in nowhere else for it.
    succeed('customer', OTHER);
    expect(admitted('new', OTHER)).toBe(false);
  });

  it('are of an account over all addresses, but for those where its PIN was right', () => {
    const { time, admitted, fail, succeed } = logins({ account: few(20) });
    succeed('a', OWNER);
    for (let i = 0; i <= 20; i++) fail('a', `198.51.100.${i}`);
    expect(admitted('a', OTHER)).toBe(false);
    expect(admitted('b', OTHER)).toBe(true);
    expect(admitted('a', OWNER)).toBe(true);
    expect(fail('a', OWNER)).toEqual([{ scope: 'account', failures: 22, pauseMs: 2_000 }]);
    expect(admitted('a', OWNER)).toBe(true);
    time.now += 30 * 24 * 60 * 60_000;
    for (let i = 0; i <= 20; i++) fail('a', `198.51.100.${i}`);
    expect(admitted('a', OWNER), 'a month later').toBe(false);
  });

  it('of an account are not for its usual address, from however many another account is let in', () => {
    const { admitted, fail, succeed } = logins({ account: few(20) });
    succeed('customer', OWNER);
    for (let i = 0; i <= 20_000; i++) succeed('attacker', `2001:db8:0:${i.toString(16)}::/64`);
    for (let i = 0; i <= 20; i++) fail('customer', `198.51.100.${i}`);
    expect(admitted('customer', OTHER)).toBe(false);
    expect(admitted('customer', OWNER)).toBe(true);
  });

  it('are not for the addresses that an account was let in at last: those of long ago are forgotten', () => {
    const { admitted, fail, succeed } = logins({ account: few(20) });
    succeed('a', OWNER);
    succeed('a', OTHER);
    for (let i = 0; i < 60; i++) {
      succeed('a', `203.0.113.${i}`);
      succeed('a', OWNER);
    }
    for (let i = 0; i <= 20; i++) fail('a', `198.51.100.${i}`);
    expect(admitted('a', OWNER), 'all the time').toBe(true);
    expect(admitted('a', OTHER), '60 addresses ago').toBe(false);
  });

  it('are not ended by names that somebody makes up', () => {
    const { admitted, fail } = logins({ pair: few(3), address: MANY, account: few(3) });
    for (let i = 0; i <= 3; i++) fail('a', OTHER);
    for (let i = 0; i < 30_000; i++) fail(`made up ${i}`, `2001:db8:${i}::/64`);
    expect(admitted('a', OTHER)).toBe(false);
    expect(admitted('a', OWNER)).toBe(false);
  });

  it('are for requests over a socket alone', () => {
    const { all } = logins({ pair: few(1) });
    for (let i = 0; i < 9; i++) expect(all.attempt('a', undefined).failed()).toEqual([]);
    expect(all.attempt('a', undefined).isWelcome()).toBe(true);
  });

  it('bound what one address tries at one account, however it spaces its tries', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { maxLength: 300 }), (steps) => {
        const { time, admitted, fail } = logins({ pair: few(5) });
        let tries = 0;
        for (const step of steps) {
          time.now += step;
          if (!admitted('a', OTHER)) continue;
          fail('a', OTHER);
          tries++;
        }
        // 1, 2, then 4 s each.
        expect(tries).toBeLessThanOrEqual(5 + 3 + time.now / 4_000);
      }),
    );
  });
});

it('in 30 days four digits are not guessed from however many addresses', () => {
  const { time, admitted, fail } = logins();
  const dayMs = 24 * 60 * 60_000;
  // The best that whoever has endless addresses can do: all tries at once, as often as the count is forgotten; or one as soon as each pause is over.
  for (const isBurst of [true, false]) {
    let tries = 0;
    const end = time.now + 30 * dayMs;
    while (time.now < end) {
      const client = `2001:db8:0:${(tries >> 3).toString(16)}::/64`;
      if (admitted('a', client)) {
        fail('a', client);
        tries++;
      } else time.now += isBurst ? dayMs + 300_000 : 1_000;
    }
    expect(tries).toBeLessThan(10_000);
    time.now += 2 * dayMs;
  }
});

const XML = { 'Content-Type': 'text/xml' };

/** A gateway on a port, with a login to a form and one to SOAP, and the lines of its log. */
async function served(limits: Partial<LoginLimits>, options: Partial<GatewayOptions> = {}) {
  const lines: string[] = [];
  const log = await openLog('info', (some) => lines.push(...some.split('\n').filter((line) => line !== '')));
  const { gateway } = await testGateway({ log, logins: limits, ...options });
  const { url } = await gateway.listen({ port: 0 });
  const post = async (path: string, headers: Record<string, string>, body: string) =>
    (await fetch(`${url}${path}`, { method: 'POST', headers, body })).text();
  return {
    form: (username: string, pin: string, headers = {}) =>
      post(QUERY, { 'Content-Type': FORM, ...headers }, formOf({ Username: username, PIN: pin, AvailableCredit: '' })),
    soap: (username: string, pin: string, headers = {}) =>
      post(
        '/sendsms3',
        { ...XML, ...headers },
        envelope('AvailableCredit', `<Username>${username}</Username><PIN>${pin}</PIN>`),
      ),
    post,
    logged: () => {
      log.flush();
      return lines.splice(0);
    },
  };
}

describe.each(['form', 'soap'] as const)('at the door of the %s', (door) => {
  it('a pause is report 98, be the account there or not, be the PIN right or not', async () => {
    const gateway = await served({ pair: long(2) });
    const ask = gateway[door];
    const asked: string[][] = [];
    for (const username of [WHO.Username, 'Nobody.1']) {
      const answers: string[] = [];
      for (let i = 0; i < 5; i++) answers.push(await ask(username, '9999'));
      answers.push(await ask(username, WHO.PIN));
      asked.push(answers);
    }
    expect(asked[0]).toEqual(asked[1]);
    const [first, , third, fourth, , right] = asked[0] as string[];
    expect(first).toContain('Invalid Login'.replace(' ', door === 'form' ? '%20' : ' '));
    expect(third).toBe(first);
    expect(fourth).toContain(door === 'form' ? 'Report=98&Text=Too%20many%20requests' : 'Too many requests');
    expect(right).toBe(fourth);
    expect(await ask('Stranger.9', '8888')).toContain(door === 'form' ? 'Currency=GBP' : '<Currency');
  });

  it('whoever guesses at one address locks nobody out at another, behind a proxy that is trusted too', async () => {
    const limits = { pair: long(2), address: long(4), account: long(6) };
    const gateway = await served(limits, { trustedProxies: ['127.0.0.1'] });
    const ask = (address: string, username: string, pin: string) =>
      gateway[door](username, pin, { 'X-Forwarded-For': address });
    const right = door === 'form' ? 'Currency=GBP' : '<Currency';
    expect(await ask(OWNER, WHO.Username, WHO.PIN)).toContain(right);
    for (let i = 0; i < 4; i++) {
      for (const address of [OTHER, `198.51.100.${i}`]) await ask(address, WHO.Username, '9999');
      await ask(OTHER, `Nobody.${i}`, '9999');
    }
    expect(await ask(OTHER, 'Stranger.9', '8888'), 'the address waits').not.toContain(right);
    expect(await ask('203.0.113.9', WHO.Username, WHO.PIN), 'the account waits elsewhere').not.toContain(right);
    expect(await ask(OWNER, WHO.Username, WHO.PIN), 'the owner does not').toContain(right);
    expect(await ask(OWNER, 'Stranger.9', '8888'), 'nor do others there').toContain(right);
  });

  it('failures have a line each: the name of an account, and no other name, for it may be a PIN', async () => {
    const gateway = await served({ pair: long(2) });
    await gateway[door](WHO.Username, 'Secret99');
    await gateway[door]('Secret99', WHO.Username.slice(0, 7));
    await gateway[door]('a"b\n{', 'Secret99');
    for (let i = 0; i < 2; i++) await gateway[door](WHO.Username, 'Secret99');
    const lines = gateway.logged();
    expect(lines.join('')).not.toContain('Secret99');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg !== 'request');
    const path = door === 'form' ? QUERY : '/sendsms3';
    const common = { level: 40, time: expect.any(String), peer: '127.0.0.1' };
    const failed = { ...common, username: WHO.Username, path, msg: 'login failed' };
    expect(entries).toEqual([
      failed,
      { ...failed, username: '-' },
      failed,
      failed,
      { ...common, scope: 'pair', username: WHO.Username, failures: 3, pauseMs: 600_000, msg: 'logins paused' },
    ]);
  });
});

it('what is refused for its rate makes no address known', async () => {
  const rate = { account: { perSecond: 0.001, burst: 1 } };
  const gateway = await served({ account: long(1) }, { rate, trustedProxies: ['127.0.0.1'] });
  const ask = (address: string, pin: string) => gateway.form(WHO.Username, pin, { 'X-Forwarded-For': address });
  expect(await ask(OWNER, WHO.PIN)).toContain('Currency=GBP');
  for (const address of ['198.51.100.1', OTHER]) expect(await ask(address, WHO.PIN)).toContain('Report=98');
  for (const address of ['198.51.100.2', '198.51.100.3']) await ask(address, '9999');
  gateway.logged();
  // A wrong PIN is compared at a known address alone: elsewhere the account waits.
  await ask(OTHER, '9999');
  expect(gateway.logged().join('')).not.toContain('login failed');
  await ask(OWNER, '9999');
  expect(gateway.logged().join('')).toContain('login failed');
});

describe('fail2ban', () => {
  const filter = /```ini\n(\[Definition\]\n[^`]*)```/.exec(readFileSync('docs/gateway.md', 'utf8'))?.[1] ?? '';
  const failregex = /^failregex = (.*)$/m.exec(filter)?.[1] ?? '';
  // What fail2ban puts in its place is longer, and takes addresses of IPv4 and IPv6.
  const pattern = new RegExp(failregex.replace('<HOST>', '(?<host>[0-9A-Fa-f:.]+)'));

  it('finds the address in the lines of failed logins, and in no other', async () => {
    const gateway = await served({ pair: long(1), address: long(2) });
    await gateway.form(WHO.Username, '9999');
    await gateway.soap('Nobody.1', '9999');
    await gateway.form('Nobody.1', '9999');
    await gateway.form('Nobody.1', '9999');
    await gateway.form(WHO.Username, WHO.PIN);
    const injected = '","peer":"203.0.113.1","username":"x","path":"x","msg":"login failed"}';
    await gateway.form(injected, '9999');
    await gateway.post(SMS, { 'Content-Type': FORM }, formOf({ ...WHO, ...TO, ReplyTo: injected, Message: injected }));
    const lines = gateway.logged();
    const hosts = lines.map((line) => pattern.exec(line)?.groups?.host);
    const isFailure = (line: string) => (JSON.parse(line) as { msg: string }).msg === 'login failed';
    expect(hosts).toEqual(lines.map((line) => (isFailure(line) ? '127.0.0.1' : undefined)));
    expect(hosts.filter((host) => host !== undefined)).toHaveLength(3);
    // fail2ban takes the time out of the line before it looks.
    const untimed = lines.map((line) => line.replace(/"time":"[^"]*"/, ''));
    expect(untimed.map((line) => pattern.exec(line)?.groups?.host)).toEqual(hosts);
  });
});
