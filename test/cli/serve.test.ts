import { spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ServeOptions, serve } from '../../src/cli/gateway/serve.js';
import { Session } from '../../src/cli/io.js';
import { type HandsetsView, Store } from '../../src/gateway/index.js';
import { decodeMms } from '../../src/mms/index.js';
import { connectSmpp } from '../../src/smpp/node.js';
import { bundledProgram } from '../support/bundled.js';
import { tempFolder } from '../support/cleanup.js';
import { androidSend } from '../support/foreign-mms.js';
import { startServing } from './serving.js';
import { handset, temp, write } from './support.js';

const PIN = 'SecretPin99';
const TOKEN = 'a-token-of-24-characters';

const FILE = {
  serviceDomain: 'gw.example.net',
  delivery: 'virtual',
  clock: '2026-03-04T05:06:07Z',
  accounts: [
    { username: 'ANOther.12345', pin: PIN, credit: '15.2345', replyTo: ['MyShop'] },
    { username: 'Sib.78', pin: '6666', parent: 'ANOther.12345', type: 'SHARED' },
  ],
};

let files = 0;
const provisioning = (content: unknown = FILE): string => write(`provision-${++files}.json`, JSON.stringify(content));

/** A gateway in this process, until `stop`. */
const serving = (options: ServeOptions, env?: Record<string, string>) => startServing({ port: 0, ...options }, env);

async function send(url: string, fields: Record<string, string> = {}): Promise<string> {
  const form = { Username: 'ANOther.12345', PIN, SendTo: '447700900123', Message: 'Hello', ...fields };
  const answer = await fetch(`${url}/webservices/http/sendsms`, { method: 'POST', body: new URLSearchParams(form) });
  return answer.text();
}

describe('handset serve', () => {
  it('listens for operators and for customers, says so on the first lines of stdout, logs to stderr, and takes a send', async () => {
    const gateway = await serving({ provision: provisioning() });
    expect(await send(gateway.url)).toBe('158 - Message Sent OK\r\n');
    await gateway.stop();
    expect(gateway.exit()).toBe(0);
    expect(gateway.out()).toBe(`operators on ${gateway.operators}\nlistening on ${gateway.url}\n`);
    expect(new URL(gateway.operators).hostname).toBe('127.0.0.1');
    for (const line of gateway.err().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('time');
    expect(gateway.err()).not.toMatch(/SecretPin99|447700900123|Hello/);
    await expect(send(gateway.url)).rejects.toThrow();
  });

  it('takes customers over SMPP where the settings say so, and says where', async () => {
    const config = write('smpp.json', JSON.stringify({ smpp: { port: 0, sessionsPerAccount: 1 } }));
    const accounts = [{ username: 'Shop.1', pin: '12345678', credit: '1.0000' }];
    const gateway = await serving({ config, provision: provisioning({ accounts }) });
    const [, operators, port, url] =
      /^operators on (\S+)\nsmpp on 127\.0\.0\.1:(\d+)\nlistening on (\S+)\n$/.exec(gateway.out()) ?? [];
    expect([operators, url]).toEqual([gateway.operators, gateway.url]);
    const bind = { system_id: 'Shop.1', password: '12345678' };
    const session = await connectSmpp({ host: '127.0.0.1', port: Number(port), bind });
    await expect(connectSmpp({ host: '127.0.0.1', port: Number(port), bind })).rejects.toThrow('ESME_RALYBND');
    const fields = {
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: '447700900123',
      short_message: Uint8Array.of(72, 105),
    };
    expect((await session.request('submit_sm', { fields })).status).toBe(0);
    await gateway.stop();
    expect((await session.ended).reason).toBe('peer-unbound');
    expect(gateway.exit()).toBe(0);
  });

  it.each([
    ['$.smpp.port', { port: 65_536 }],
    ['$.smpp.window', { window: 0 }],
    ['$.smpp.sessionsPerAccount', { sessionsPerAccount: 'many' }],
    ['$.smpp.tls.key', { tls: { cert: 'cert.pem' } }],
    ['$.smpp.bind', { bind: 'anybody' }],
  ])('a fault in the settings of SMPP stops it: %s', async (path, smpp) => {
    const { code, err } = await handset(['serve', '--config', write(`faulty-${++files}.json`, JSON.stringify({ smpp }))]);
    expect(code).not.toBe(0);
    expect(err).toContain(path);
  });

  it('--demo opens no port of SMPP to others', async () => {
    const config = write('open.json', JSON.stringify({ smpp: { host: '0.0.0.0', port: 0 } }));
    expect((await handset(['serve', '--demo', '--config', config])).err).toContain('not for 0.0.0.0');
  });

  it('keeps its state in the store, and provisions nothing twice', async () => {
    const store = temp('kept.db');
    const provision = provisioning();
    for (const credit of ['15.1895', '15.1445']) {
      const gateway = await serving({ store, provision });
      await send(gateway.url);
      const form = { Username: 'Sib.78', PIN: '6666', AvailableCredit: '' };
      const answer = await fetch(`${gateway.url}/sendsms`, { method: 'POST', body: new URLSearchParams(form) });
      expect(await answer.text()).toBe(`Currency=GBP&AvailableCredit=${credit}`);
      await gateway.stop();
    }
    const { out } = await handset(['admin', 'ledger', 'ANOther.12345', '--store', store, '--json']);
    const ledger = JSON.parse(out) as { kind: string; amount: string; at: string }[];
    expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['opening', '15.2345'],
      ['charge', '-0.0450'],
      ['charge', '-0.0450'],
    ]);
    expect(ledger[0]?.at).toMatch(/^2026-03-04T05:06:0\d(?:\.\d{3})?Z$/);
  });

  it.each([
    ['$.accounts[0].pin', { accounts: [{ username: 'A.1', pin: `${PIN}!` }] }],
    ['$.accounts[1].username', { accounts: [1, 2].map(() => ({ username: 'A.1', pin: PIN })) }],
    ['$.accounts[0].pim', { accounts: [{ username: 'A.1', pin: PIN, pim: PIN }] }],
    ['$.accounts[0].parent', { accounts: [{ username: 'A.1', pin: PIN, parent: 'B.1', type: 'SHARED' }] }],
    ['$.delivery.kind', { delivery: { kind: 'pigeon' } }],
    ['$.delivery.host', { delivery: { kind: 'smpp', systemId: 'x', password: PIN } }],
    ['$.delivery.url', { delivery: { kind: 'kannel', url: 'x', username: 'x', password: PIN } }],
    ['$.more', { more: 1 }],
  ])('a faulty file stops the start: exit 1, %s, and no PIN', async (path, content) => {
    const gateway = await serving({ provision: provisioning(content) });
    expect([gateway.exit(), gateway.out()]).toEqual([1, '']);
    expect(gateway.err()).toContain(path);
    expect(gateway.err()).not.toContain(PIN);
  });

  it('a file that is no JSON stops it too; one that is not there is an error of usage', async () => {
    const gateway = await serving({ provision: write('broken.json', `{"accounts": [${PIN}`) });
    expect(gateway.exit()).toBe(1);
    expect(gateway.err()).not.toContain(PIN);
    expect((await handset(['serve', '--provision', temp('nowhere.json')])).code).toBe(2);
    expect((await handset(['serve', '--port', '99999'])).code).toBe(2);
  });

  it('--demo has an account to try it with, says where the playground is, and keeps nothing', async () => {
    const gateway = await serving({ demo: true }, { HANDSET_POSTGRES: 'postgres://nobody@127.0.0.1:1/none' });
    const [, , playground, curl] = gateway.out().split('\n');
    expect(playground).toBe(`playground at ${gateway.operators}/#inbox`);
    const [, form = '', address = ''] = /^try curl -d '([^']+)' (\S+)$/.exec(curl ?? '') ?? [];
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
    expect(await answer.text()).toBe('158 - Message Sent OK\r\n');
    await expect
      .poll(async () => ((await (await fetch(`${gateway.operators}/virtual/handsets`)).json()) as HandsetsView).handsets, {
        timeout: 10_000,
      })
      .toMatchObject([{ number: '447700900123', messages: 1 }]);
    await gateway.stop();
    expect(gateway.exit()).toBe(0);
  });

  it('--demo is an MMSC for phones of this machine, which say who they are', async () => {
    const gateway = await serving({ demo: true });
    const message = androidSend('T1', 0, ['+447700900123', '+447700900124']) as Uint8Array<ArrayBuffer>;
    const send = async (number: string, isInQuery = false) => {
      const headers = { 'Content-Type': 'application/vnd.wap.mms-message', ...(!isInQuery && { 'X-MSISDN': number }) };
      const answer = await fetch(`${gateway.url}/mm1${isInQuery ? `?msisdn=${number}` : ''}`, {
        method: 'POST',
        headers,
        body: message,
      });
      return decodeMms(new Uint8Array(await answer.arrayBuffer())).responseStatus;
    };
    expect(await send('447700900001')).toBe('ok');
    expect(await send('447700900001', true)).toBe('ok');
    expect(await send('447700900002')).toBe('error-permanent-service-denied');
    await gateway.stop();
  });

  it.each([
    ['--host', '0.0.0.0'],
    ['--host', '192.0.2.1'],
    ['--store', 'demo.db'],
    ['--provision', 'accounts.json'],
    ['--operators-host', '192.0.2.1'],
    ['--config', () => write('open.json', '{ "operators": { "host": "0.0.0.0", "token": "a-token-of-24-characters" } }')],
    ['--config', () => write('kept.json', '{ "postgres": "postgres://nobody@127.0.0.1:1/none" }')],
  ])('--demo is for this machine alone, and not beside accounts of others: %s %s', async (option, value) => {
    const { code, out } = await handset([
      'serve',
      '--demo',
      '--port',
      '0',
      option,
      typeof value === 'string' ? value : value(),
    ]);
    expect([code, out]).toEqual([2, '']);
  });

  it('a setting says whether operators find the playground', async () => {
    const asked = async (settings: object) => {
      const gateway = await serving({ config: write('playground.json', JSON.stringify(settings)) });
      const texts = await Promise.all([gateway.operators, gateway.url].map(async (url) => (await fetch(`${url}/`)).text()));
      await gateway.stop();
      return texts.map((text) => text.includes('npm run build'));
    };
    expect(await asked({})).toEqual([true, false]);
    expect(await asked({ playground: true })).toEqual([true, false]);
    expect(await asked({ playground: false })).toEqual([false, false]);
    const faulty = await serving({ config: write('faulty.json', '{ "playground": "yes" }') }).catch((error: unknown) => error);
    expect(String(faulty)).toContain('$.playground');
  });

  it('a port that is taken is told, and which option takes another one', async () => {
    const first = await serving({});
    const taken = Number(new URL(first.url).port);
    const second = await serving({ port: taken });
    expect([second.exit(), second.out()]).toEqual([1, '']);
    expect(second.err()).toMatch(/EADDRINUSE.*; --port takes another one, 0 a free one$/m);
    const third = await serving({ operatorsPort: taken });
    expect([third.exit(), third.out()]).toEqual([1, '']);
    expect(third.err()).toMatch(/EADDRINUSE.*; --operators-port takes another one, 0 a free one$/m);
    await first.stop();
  });

  it.each(['0.0.0.0', '::'])(
    'all addresses, %s, are listened on with a publicUrl alone: messages name the gateway by it',
    async (host) => {
      const message = `host ${host} takes a publicUrl in the provisioning file: messages name the gateway's address`;
      const provision = provisioning({ accounts: [] });
      expect((await handset(['serve', '--host', host, '--port', '0', '--provision', provision])).err).toContain(`--${message}`);
      await expect(serving({ config: write('all.json', JSON.stringify({ host })) })).rejects.toThrow(message);
      const gateway = await serving({ host, provision: provisioning({ publicUrl: 'http://gw.example.net', accounts: [] }) });
      expect(gateway.out()).toContain(`\nlistening on http://${host === '::' ? '[::]' : host}:`);
      const { port } = new URL(/listening on (\S+)/.exec(gateway.out())?.[1] ?? '');
      const wsdl = await (await fetch(`http://127.0.0.1:${port}/sendsms2?wsdl`)).text();
      expect(wsdl).toContain('location="http://gw.example.net/sendsms2"');
      await gateway.stop();
    },
  );

  it('operators come by another address with a token alone, which is in a setting or in the environment, and in no output', async () => {
    const faulty = serving({ operatorsHost: '0.0.0.0' });
    await expect(faulty).rejects.toThrow(/^--operators-host 0\.0\.0\.0 takes a token: operators\.token in --config/);
    const config = write('open.json', JSON.stringify({ operators: { host: '0.0.0.0' } }));
    await expect(serving({ config })).rejects.toThrow(/^operators\.host 0\.0\.0\.0 takes a token/);
    await expect(serving({}, { HANDSET_OPERATORS_TOKEN: 'too-short' })).rejects.toThrow(
      /^HANDSET_OPERATORS_TOKEN takes at least 16/,
    );
    const settings = write('token.json', JSON.stringify({ operators: { host: '0.0.0.0', token: TOKEN } }));
    for (const [options, env] of [
      [{ config: settings }, {}],
      [{ operatorsHost: '0.0.0.0' }, { HANDSET_OPERATORS_TOKEN: TOKEN }],
    ] as const) {
      const gateway = await serving(options, env);
      const url = `http://127.0.0.1:${new URL(gateway.operators).port}/metrics`;
      const statuses = [{}, { Authorization: `Bearer ${TOKEN}` }].map(
        async (headers) => (await fetch(url, { headers })).status,
      );
      expect(await Promise.all(statuses)).toEqual([401, 200]);
      await gateway.stop();
      expect(gateway.out() + gateway.err()).not.toContain(TOKEN);
    }
  });

  it('takes settings from a file, paths relative to it; options count more', async () => {
    const pem = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    provisioning();
    const config = write(
      'serve.json',
      JSON.stringify({
        port: 1,
        host: '127.0.0.1',
        store: 'settings.db',
        provision: `provision-${files}.json`,
        tls: { cert: pem('localhost.crt'), key: pem('localhost.key') },
        operators: { host: 'localhost', token: TOKEN, tls: { cert: pem('localhost.crt'), key: pem('localhost.key') } },
        limits: { bodyOctets: 1000, idleMs: 1000 },
        rate: { account: { perSecond: 100, burst: 10 }, address: false },
        trustedProxies: ['10.0.0.0/8', '::1'],
        wapGateways: ['10.1.0.0/16'],
        wapGatewayHeader: 'X-Nokia-MSISDN',
        walledGarden: ['44778'],
        keep: { messagesDays: 90, ledgerDays: 400 },
        log: 'silent',
        metrics: false,
      }),
    );
    const gateway = await serving({ config });
    expect(gateway.out()).toMatch(/^operators on https:\/\/localhost:\d+\nlistening on https:\/\/127\.0\.0\.1:\d+\n$/);
    await gateway.stop();
    expect(gateway.err()).toBe('');
    const { out } = await handset(['admin', 'accounts', '--store', temp('settings.db')]);
    expect(out.split('\n').map((line) => line.split(/ +/))).toEqual([
      ['username', 'parent', 'type', 'currency', 'credit', 'a', 'part', 'manages', 'disabled'],
      ['ANOther.12345', '-', '-', 'GBP', '15.2345', '0.0450', 'no', '-'],
      ['Sib.78', 'ANOther.12345', 'SHARED', 'GBP', '0.0000', '0.0450', 'no', '-'],
      [''],
    ]);
  });

  it('takes from its settings how many logins may fail', async () => {
    const logins = { pair: { failures: 1, firstMs: 299_000 }, checks: { atOnce: 1, waiting: 1 } };
    const gateway = await serving({ provision: provisioning(), config: write('logins.json', JSON.stringify({ logins })) });
    for (let i = 0; i < 2; i++) expect(await send(gateway.url, { PIN: 'wrong' })).toBe('171 - Invalid Login\r\n');
    expect(await send(gateway.url)).toBe('98 - Too many requests\r\n');
    await gateway.stop();
    expect(gateway.err()).toContain('"username":"ANOther.12345","failures":2,"pauseMs":299000,"msg":"logins paused"}');
    expect(gateway.err()).not.toContain(PIN);
  });

  it.each([
    ['$.port', { port: '8080' }],
    ['$.prot', { prot: 1 }],
    ['$.tls.key', { tls: { cert: 'a' } }],
    ['$.operators.tls.key', { operators: { tls: { cert: 'a' } } }],
    ['$.operators.port', { operators: { port: 65_536 } }],
    ['$.operators.token', { operators: { token: 'too-short' } }],
    ['$.limits.bodyOctets', { limits: { bodyOctets: 0 } }],
    ['$.limits.other', { limits: { other: 1 } }],
    ['$.keep.messagesDays', { keep: { messagesDays: 0 } }],
    ['$.keep.other', { keep: { other: 1 } }],
    ['$.rate.account.perSecond', { rate: { account: {} } }],
    ['$.logins.pair.failures', { logins: { pair: { failures: 0 } } }],
    ['$.logins.checks.atOnce', { logins: { checks: { atOnce: 'many' } } }],
    ['$.rate.address', { rate: { address: true } }],
    ['$.trustedProxies[1]', { trustedProxies: ['10.0.0.0/8', '10.0.0.0/33'] }],
    ['$.wapGateways[0]', { wapGateways: ['gateway.example.net'] }],
    ['$.wapGatewayHeader', { wapGatewayHeader: 'X MSISDN' }],
    ['$.limits.connectionsPerAddress', { limits: { connectionsPerAddress: 0 } }],
    ['$.walledGarden[1]', { walledGarden: ['1', 'x'] }],
    ['$.log', { log: 'loud' }],
    ['$.metrics', { metrics: 'no' }],
    ['$', []],
  ])('faulty settings: %s', async (path, content) => {
    const { code, err } = await handset(['serve', '--config', write('faulty.json', JSON.stringify(content))]);
    expect(code).toBe(1);
    const reason = /prot|other/.test(path) ? 'is no known field' : /tls|perSecond/.test(path) ? 'is missing' : 'has to be';
    expect(err).toContain(`${path}: ${reason}`);
  });

  it('a store that nobody may write ends the start before it says that it listens', async () => {
    const folder = tempFolder('read-only');
    const store = join(folder, 'kept.db');
    const gateway = await serving({ store, provision: provisioning() });
    await gateway.stop();
    chmodSync(store, 0o444);
    const main = await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url));
    const command = [process.execPath, main, 'serve', '--port', '0', '--store', store];
    // Root may write anything unless it gives its capabilities up; another user might not reach this checkout.
    if (process.getuid?.() === 0) command.unshift('setpriv', '--bounding-set=-all', '--inh-caps=-all');
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: folder });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => {
      out += data;
    });
    child.stderr.on('data', (data) => {
      err += data;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^handset: the store takes no writes: SQLITE_READONLY: attempt to write a readonly database$/m);
  });

  it('as a process: SIGTERM ends it with 0, and it starts again on its store', async () => {
    const main = await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url));
    const args = [main, 'serve', '--port', '0', '--store', temp('process.db'), '--provision', provisioning()];
    for (let round = 1; round <= 2; round++) {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      const line = await new Promise<string>((resolve) =>
        child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
      );
      const url = /^operators on \S+\nlistening on (\S+)\n$/.exec(line)?.[1] ?? '';
      expect(await send(url)).toBe('158 - Message Sent OK\r\n');
      const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    }
    const { out } = await handset(['admin', 'messages', '--store', temp('process.db'), '--json']);
    expect(JSON.parse(out)).toHaveLength(2);
  });
});

it('a signal while it starts ends it: portions of a large file that are there stay, the one in hand is dropped', async () => {
  const accounts = Array.from({ length: 200 }, (_, i) => ({ username: `Shop.${i}`, pin: '40317562', credit: '1.0000' }));
  const provision = provisioning({ accounts });
  const store = temp('ended-early.db');
  let out = '';
  let err = '';
  const session = new Session({
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    stdin: async function* () {},
    env: {},
    color: false,
  });
  let hears = false;
  /** Until the first portion is there. */
  const watch = async (end: () => void) => {
    await expect.poll(() => existsSync(store), { timeout: 10_000 }).toBe(true);
    const watched = await Store.open({ sqlite: store });
    await expect.poll(async () => (await watched.accounts()).length, { interval: 10, timeout: 30_000 }).toBeGreaterThan(0);
    end();
    await watched.close();
  };
  let watching: Promise<void> | undefined;
  await serve(
    session,
    { port: 0, store, provision },
    () => Promise.resolve(),
    () => () => {},
    (end) => {
      hears = true;
      watching = watch(end);
      return () => {
        hears = false;
      };
    },
  );
  await watching;
  expect([session.exit, out, hears]).toEqual([0, '', false]);
  expect(JSON.parse(err.trim().split('\n').at(-1) ?? '')).toMatchObject({ level: 30, msg: 'stopped while it started' });
  const opened = await Store.open({ sqlite: store });
  const there = await opened.accounts();
  await opened.close();
  expect(there.length).toBeGreaterThan(0);
  expect(there.length).toBeLessThan(accounts.length);
  expect(there.length % 50).toBe(0);
  expect(there.every(({ credit }) => credit === 10_000)).toBe(true);
});
