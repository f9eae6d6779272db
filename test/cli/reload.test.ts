/** SIGHUP: files that are read again while the gateway runs. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServeOptions } from '../../src/cli/gateway/serve.js';
import { DEFAULT_GATEWAY_LIMITS, readProvisioning, Store } from '../../src/gateway/index.js';
import { startServing } from './serving.js';
import { temp, write } from './support.js';

const pem = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const ACCOUNT = { username: 'Shop.1', pin: 'Secret99', credit: '5.0000', replyTo: ['MyShop'] };

let files = 0;

/** A gateway in this process with both files; `rewrite` changes them and reads them again. */
async function serving(settings: object, accounts: object = { accounts: [ACCOUNT] }, options: ServeOptions = {}) {
  const config = temp(`reload-${++files}.json`);
  const provision = temp(`reload-accounts-${files}.json`);
  const save = (path: string, content: unknown) =>
    write(path.replace(/.*\//, ''), typeof content === 'string' ? content : JSON.stringify(content));
  save(config, { provision, port: 0, ...settings });
  save(provision, accounts);
  const gateway = await startServing({ config, ...options });
  onTestFinished(async () => {
    await gateway.stop();
    expect(gateway.isListeningForReload()).toBe(false);
  });
  const entries = () =>
    gateway
      .err()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
  return {
    url: gateway.url,
    err: gateway.err,
    entries,
    /** Stops it while accounts are read that it was told of just now. */
    async stopWhileReading(accounts: unknown) {
      save(provision, accounts);
      gateway.reload();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await gateway.stop();
    },
    /** What the log says of it. */
    async rewrite(nextSettings: unknown, nextAccounts: unknown = { accounts: [ACCOUNT] }) {
      save(config, typeof nextSettings === 'object' ? { provision, port: 0, ...nextSettings } : nextSettings);
      save(provision, nextAccounts);
      const from = entries().length;
      gateway.reload();
      const isTold = () =>
        entries()
          .slice(from)
          .some(({ msg }) => /read again/.test(String(msg)));
      while (!isTold()) await new Promise((resolve) => setTimeout(resolve, 10));
      // Warnings are of the same turn, and lines of a turn are written together.
      return entries()
        .slice(from)
        .filter(({ msg }) => /again/.test(String(msg)));
    },
  };
}

async function send(url: string, fields: Record<string, string> = {}): Promise<string> {
  const form = { Username: 'Shop.1', PIN: 'Secret99', SendTo: '447700900123', Message: 'Hello', ...fields };
  const answer = await fetch(`${url}/webservices/http/sendsms`, { method: 'POST', body: new URLSearchParams(form) });
  return answer.status === 200 ? answer.text() : String(answer.status);
}

const SENT = '158 - Message Sent OK\r\n';

describe('SIGHUP', () => {
  it('keywords are as the file says from then on', async () => {
    const gateway = await serving({ keywords: { stop: 'Bye' } });
    for (const settings of [{ keywords: { help: 'MyShop' } }, {}]) {
      expect(await gateway.rewrite(settings)).toMatchObject([{ msg: 'files were read again' }]);
    }
    const [refused] = await gateway.rewrite({ keywords: { stop: '' } });
    expect(refused).toMatchObject({ msg: 'files could not be read again: nothing was changed' });
  });

  it('limits, rates and accounts are as the files say from then on, and what was refused is taken', async () => {
    const gateway = await serving({ limits: { recipients: 1 } });
    const two = { SendTo: '447700900123,447700900124' };
    expect(await send(gateway.url, two)).not.toContain(SENT);
    expect(await send(gateway.url, { Username: 'Shop.2', PIN: 'Other99' })).toContain('171');
    const more = { accounts: [ACCOUNT, { username: 'Shop.2', pin: 'Other99', credit: '1.0000', replyTo: ['Two'] }] };
    const told = await gateway.rewrite({ limits: { bodyOctets: 500 } }, more);
    expect(told).toMatchObject([{ msg: 'files were read again', accounts: 2 }]);
    expect(await send(gateway.url, two)).toBe(SENT);
    expect(await send(gateway.url, { Username: 'Shop.2', PIN: 'Other99' })).toBe(SENT);
    expect(await send(gateway.url, { Message: 'x'.repeat(600) })).toBe('413');
    await gateway.rewrite({ rate: { account: { perSecond: 0.001, burst: 1 } } }, more);
    expect(await send(gateway.url, { Message: 'x'.repeat(600) })).toContain(SENT);
    expect(await send(gateway.url)).toContain('98');
  });

  it('the level of the log is as the file says', async () => {
    const gateway = await serving({ log: 'error' });
    await gateway.rewrite({ log: 'info' });
    await send(gateway.url);
    await expect.poll(() => gateway.entries().some(({ msg }) => msg === 'request')).toBe(true);
  });

  it('what takes a new start is told by its name, and what is as it was then is not', async () => {
    const gateway = await serving({ walledGarden: ['44778'], keep: { messagesDays: 3 } });
    const fields = (entries: readonly Record<string, unknown>[]) =>
      entries.flatMap(({ field }) => (field === undefined ? [] : [field]));
    const accounts = { accounts: [ACCOUNT], serviceName: 'other', delivery: { kind: 'virtual' } };
    const changed = {
      walledGarden: ['44779'],
      operators: { port: 1 },
      metrics: false,
      tls: { cert: pem('localhost.crt'), key: pem('localhost.key') },
    };
    expect(fields(await gateway.rewrite(changed, accounts))).toEqual([
      'walledGarden',
      'keep',
      'metrics',
      'tls',
      'operators',
      'serviceName',
    ]);
    expect(fields(await gateway.rewrite({ walledGarden: ['44778'], keep: { messagesDays: 3 } }))).toEqual([]);
  });

  it('routes and rates of several links are as the file says, other links take a new start, and a faulty table changes nothing', async () => {
    const smpp = { kind: 'smpp', host: '127.0.0.1', port: 1, systemId: 'a', password: 'b' };
    const tableOf = (routes: readonly object[], link: object = {}) => ({
      accounts: [ACCOUNT],
      delivery: { kind: 'links', links: { a: { ...smpp, ...link }, b: { kind: 'virtual' } }, routes },
    });
    const gateway = await serving({}, tableOf([{ prefix: '49', to: ['b'] }]));
    expect(await send(gateway.url)).toMatch(/^11 /);
    const again = { msg: 'files were read again' };
    expect(await gateway.rewrite({}, tableOf([{ to: ['b'] }], { rate: 5 }))).toMatchObject([again]);
    expect(await send(gateway.url)).toBe(SENT);
    const faulty = await gateway.rewrite({}, tableOf([{ prefix: '44', to: [] }, { to: ['x'] }]));
    expect(faulty).toMatchObject([{ reason: expect.stringContaining('$.delivery.routes[1].to[0]: no link is named "x"') }]);
    expect(await send(gateway.url)).toBe(SENT);
    const other = await gateway.rewrite({}, tableOf([{ prefix: '49', to: ['b'] }], { port: 2 }));
    expect(other).toMatchObject([again, { field: 'delivery' }]);
    expect(await send(gateway.url)).toMatch(/^11 /);
  });

  it('what the file has otherwise than the store is told by account and field, and stays', async () => {
    const gateway = await serving({});
    await gateway.rewrite({}, { accounts: [{ ...ACCOUNT, pin: 'NewPin99', pricePerPart: '0.0900' }] });
    const differing = () =>
      gateway.entries().flatMap(({ username, field }) => (username === undefined ? [] : [`${username} ${field}`]));
    await expect.poll(differing).toEqual(['Shop.1 pin', 'Shop.1 pricePerPart']);
    expect(gateway.err()).not.toMatch(/NewPin99|Secret99|0\.09/);
    expect(await send(gateway.url)).toBe(SENT);
  });

  it('PINs are compared where the file has another one than before, not at the start; what else differs is told at the start', async () => {
    const differing = (gateway: Awaited<ReturnType<typeof serving>>) =>
      gateway.entries().flatMap(({ username, field }) => (username === undefined ? [] : [`${username} ${field}`]));
    const store = temp('reload-compared.db');
    const accounts = Array.from({ length: 3 }, (_, index) => ({ ...ACCOUNT, username: `Shop.${index}` }));
    const opened = await Store.open({ sqlite: store }, { pinCost: 1 });
    await opened.provision(readProvisioning(JSON.stringify({ accounts })));
    await opened.close();
    const others = accounts.map((account) => ({ ...account, pin: 'Other999', mayManage: true }));
    const gateway = await serving({ store }, { accounts: others });
    const permissions = accounts.map(({ username }) => `${username} mayManage`);
    await expect.poll(() => differing(gateway)).toEqual(permissions);
    await gateway.rewrite({ store }, { accounts: [{ ...others[0], pin: 'Third999' }, others[1], { ...accounts[2] }] });
    await expect.poll(() => differing(gateway)).toEqual([...permissions, 'Shop.0 pin', 'Shop.0 mayManage', 'Shop.1 mayManage']);
  });

  it('whoever stops the gateway meanwhile waits for none of the accounts that are still to be created', async () => {
    const store = temp('reload-stopped.db');
    const gateway = await serving({ store });
    const accounts = Array.from({ length: 300 }, (_, index) => ({ ...ACCOUNT, username: `Shop.${index}` }));
    await gateway.stopWhileReading({ accounts });
    expect(gateway.entries().filter(({ level }) => Number(level) >= 40)).toEqual([]);
    const opened = await Store.open({ sqlite: store });
    expect((await opened.accounts()).length).toBeLessThan(300);
    await opened.close();
  });

  it.each<[what: string, settings: unknown, accounts: unknown, reason: RegExp]>([
    ['settings that are none', '{ "limits": ', { accounts: [] }, /reload-\d+\.json/],
    ['a setting that is wrong', { limits: { recipients: 0 } }, { accounts: [] }, /\$\.limits\.recipients/],
    [
      'an account that is wrong',
      { limits: { recipients: 1 } },
      { accounts: [ACCOUNT, { username: 'Shop.2', pin: '1' }] },
      /\$\.accounts\[1\]\.pin/,
    ],
    [
      'an account below one that is nowhere',
      { limits: { recipients: 1 } },
      {
        accounts: [
          { username: 'New.1', pin: 'Secret99' },
          { username: 'New.2', pin: 'Secret99', parent: 'Nobody.1', type: 'SHARED' },
        ],
      },
      /\$\.accounts\[1\]\.parent/,
    ],
    ['a file that is not there', { provision: '/nowhere/accounts.json' }, { accounts: [] }, /cannot read \/nowhere/],
  ])('%s: nothing is changed, and the log says what it was', async (_, settings, accounts, reason) => {
    const gateway = await serving({});
    expect(await gateway.rewrite(settings, accounts)).toMatchObject([
      { level: 50, msg: 'files could not be read again: nothing was changed', reason: expect.stringMatching(reason) },
    ]);
    expect(await send(gateway.url, { SendTo: '447700900123,447700900124' })).toBe(SENT);
    expect(await send(gateway.url, { Username: 'New.1', PIN: 'Secret99' })).toContain('171');
  });

  it('proxies are trusted from then on, or no longer, without a warning', async () => {
    const gateway = await serving({});
    const peerOf = async (client: string) => {
      const form = new URLSearchParams({ Username: 'Shop.1', PIN: 'Secret99', SendTo: '447700900123', Message: client });
      const headers = { 'X-Forwarded-For': client };
      const requests = () => gateway.entries().filter(({ msg }) => msg === 'request');
      const before = requests().length;
      await fetch(`${gateway.url}/webservices/http/sendsms`, { method: 'POST', body: form, headers });
      await expect.poll(() => requests().length, { timeout: 10_000 }).toBe(before + 1);
      return requests().at(-1)?.peer;
    };
    expect(await peerOf('192.0.2.1')).toBe('127.0.0.1');
    expect(await gateway.rewrite({ trustedProxies: ['127.0.0.0/8'] })).toMatchObject([{ msg: 'files were read again' }]);
    expect(await peerOf('192.0.2.2')).toBe('192.0.2.2');
    expect(await gateway.rewrite({})).toHaveLength(1);
    expect(await peerOf('192.0.2.3')).toBe('127.0.0.1');
  });

  it('certificates are read again: whoever connects then sees the new one; a broken one changes nothing', async () => {
    const cert = temp(`reload-cert-${files}.pem`);
    const key = temp(`reload-key-${files}.pem`);
    const copy = (name: string) => {
      write(cert.replace(/.*\//, ''), readFileSync(pem(`${name}.crt`)));
      write(key.replace(/.*\//, ''), readFileSync(pem(`${name}.key`)));
    };
    copy('localhost');
    const gateway = await serving({ tls: { cert, key } });
    const { port } = new URL(gateway.url);
    const subject = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().fingerprint256);
          socket.destroy();
        });
        socket.on('error', reject);
      });
    const first = await subject();
    copy('renewed');
    await gateway.rewrite({ tls: { cert, key } });
    const second = await subject();
    expect(second).not.toBe(first);
    write(key.replace(/.*\//, ''), readFileSync(pem('localhost.key')));
    expect(await gateway.rewrite({ tls: { cert, key }, limits: { recipients: 1 } })).toMatchObject([{ level: 50 }]);
    expect(await subject()).toBe(second);
  });
});

describe('limits', () => {
  const TIMER = 2 ** 31;
  /** Those that no timer and no count of Node's is made of. */
  const LARGE = ['heldOctets', 'freeOctets', 'hostedMs'];

  it.each(Object.keys(DEFAULT_GATEWAY_LIMITS))(
    '%s: what a reload takes a start takes too, and the other way round',
    async (name) => {
      const accounts = { accounts: [] };
      const gateway = await serving({}, accounts);
      // A request takes at least as long as its headers.
      const least = name === 'requestMs' ? DEFAULT_GATEWAY_LIMITS.headersMs : 1;
      const most = name === 'headersMs' ? DEFAULT_GATEWAY_LIMITS.requestMs : LARGE.includes(name) ? TIMER : TIMER - 1;
      for (const value of [1, 5_000, 130_000, TIMER - 1, TIMER, 0, 1.5, null]) {
        const limits = { [name]: value };
        const [told] = await gateway.rewrite({ limits }, accounts);
        const isTaken = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
        const msg = isTaken ? 'files were read again' : 'files could not be read again: nothing was changed';
        expect(told, `${value}`).toMatchObject({ msg });
        if (!isTaken) expect(told?.reason).toMatch(/\$\.limits\.\w+: /);
        const start = serving({ limits }, accounts);
        if (isTaken) expect((await start).url).toMatch(/^http:/);
        else await expect(start).rejects.toThrow('$.limits.');
      }
    },
  );
});
