import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createGateway, Store } from '../../src/gateway/index.js';
import { handset, temp, write } from './support.js';

const FILE = {
  accounts: [
    { username: 'ANOther.12345', pin: 'SecretPin99', credit: '15.2345', mayManage: true },
    { username: 'Sib.78', pin: '6666', parent: 'ANOther.12345', type: 'SHARED' },
    { username: 'Tra.90', pin: '7777', parent: 'ANOther.12345', type: 'TRANSFER', credit: '1.0000', pricePerPart: '0.0500' },
  ],
  library: [{ number: 80000, public: true, fileName: 'dot.gif', data: '4749' }],
};

let stores = 0;

/** A provisioned store. */
async function storeFile(): Promise<string> {
  const store = temp(`admin-${++stores}.db`);
  const file = write(`admin-${stores}.json`, JSON.stringify(FILE));
  expect(await handset(['admin', 'provision', file, '--store', store])).toEqual({ code: 0, out: '', err: '' });
  return store;
}

async function json(args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await handset([...args, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

describe('handset admin', () => {
  it('accounts: all, without PIN or hash', async () => {
    const store = await storeFile();
    const { out } = await handset(['admin', 'accounts', '--store', store, '--json']);
    expect(JSON.parse(out)).toEqual([
      { username: 'ANOther.12345', currency: 'GBP', credit: '15.2345', pricePerPart: '0.0450', mayManage: true },
      {
        ...{ username: 'Sib.78', parent: 'ANOther.12345', type: 'SHARED' },
        ...{ currency: 'GBP', credit: '0.0000', pricePerPart: '0.0450', mayManage: false },
      },
      {
        ...{ username: 'Tra.90', parent: 'ANOther.12345', type: 'TRANSFER' },
        ...{ currency: 'GBP', credit: '1.0000', pricePerPart: '0.0500', mayManage: false },
      },
    ]);
    expect(out).not.toMatch(/SecretPin99|scrypt|hash/i);
  });

  it('ledger and messages while a gateway runs on the store; their sum is the credit', async () => {
    const path = await storeFile();
    const store = await Store.open({ sqlite: path }, { pinCost: 1 });
    const gateway = createGateway({ store });
    const form = { Username: 'ANOther.12345', PIN: 'SecretPin99', SendTo: '447700900123,447700900124', Message: 'Hello' };
    const ask = (fields: object) =>
      gateway.fetch(new Request('http://x/sendsms', { method: 'POST', body: new URLSearchParams({ ...form, ...fields }) }));
    await ask({});
    await ask({ SendTimeDelay: '60' });
    const ledger = (await json(['admin', 'ledger', 'ANOther.12345', '--store', path])) as Record<string, string>[];
    expect(ledger).toHaveLength(5);
    expect(ledger[0]).toEqual({ at: expect.any(String), kind: 'opening', amount: '15.2345' });
    expect(ledger[1]).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/),
      kind: 'charge',
      amount: '-0.0450',
      messageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
      recipient: '447700900123',
      units: 1,
    });
    const messages = (await json(['admin', 'messages', '--store', path])) as Record<string, unknown>[];
    expect(messages).toHaveLength(4);
    expect(messages[0]).toMatchObject({ username: 'ANOther.12345', recipient: '447700900123', units: 1 });
    expect(messages[0]).not.toHaveProperty('dueAt');
    expect(messages[3]).toMatchObject({ state: 'scheduled', dueAt: expect.any(String) });
    expect(await json(['admin', 'credit', 'ANOther.12345', '10', '--store', path])).toEqual({
      username: 'ANOther.12345',
      credit: '25.0545',
    });
    const all = (await json(['admin', 'ledger', 'ANOther.12345', '--store', path])) as { kind: string; amount: string }[];
    expect(all.at(-1)).toMatchObject({ kind: 'topUp', amount: '10.0000' });
    expect(all.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 10_000), 0)).toBe(250_545);
    await gateway.close();
    await store.close();
  });

  it('in lines for people', async () => {
    const store = await storeFile();
    const { out } = await handset(['admin', 'ledger', 'Tra.90', '--store', store]);
    const [headings, line, ...none] = out.split('\n');
    expect(headings).toMatch(/^time +movement {2}amount {2}message {2}recipient {2}units$/);
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}opening {3}1\.0000 {2}- {8}- {10}-$/);
    expect(none).toEqual(['']);
    expect((await handset(['admin', 'accounts', '--store', store])).out).toBe(
      [
        'username       parent         type      currency  credit   a part  manages  disabled',
        'ANOther.12345  -              -         GBP       15.2345  0.0450  yes      -',
        'Sib.78         ANOther.12345  SHARED    GBP       0.0000   0.0450  no       -',
        'Tra.90         ANOther.12345  TRANSFER  GBP       1.0000   0.0500  no       -',
        '',
      ].join('\n'),
    );
    expect((await handset(['admin', 'messages', '--store', store])).out).toBe('');
    expect(await json(['admin', 'messages', '--store', store])).toEqual([]);
    expect((await handset(['admin', 'credit', 'Tra.90', '0.5', '--store', store])).out).toBe('1.5000\n');
  });

  it('provision creates what is missing and changes nothing', async () => {
    const store = await storeFile();
    await handset(['admin', 'credit', 'Tra.90', '1', '--store', store]);
    const more = { ...FILE, accounts: [...FILE.accounts, { username: 'New.1', pin: '1111' }] };
    expect(await json(['admin', 'provision', write('more.json', JSON.stringify(more)), '--store', store])).toEqual({
      accounts: 4,
      library: 1,
    });
    const accounts = (await json(['admin', 'accounts', '--store', store])) as { username: string; credit: string }[];
    expect(accounts.map(({ username, credit }) => [username, credit])).toEqual([
      ['ANOther.12345', '15.2345'],
      ['Sib.78', '0.0000'],
      ['Tra.90', '2.0000'],
      ['New.1', '0.0000'],
    ]);
  });

  it('messages in portions are one table, and one array', async () => {
    const path = await storeFile();
    const store = await Store.open({ sqlite: path }, { pinCost: 1 });
    const gateway = createGateway({ store });
    await store.topUp('ANOther.12345', 1_000_000);
    for (let i = 0; i < 6; i++) {
      const to = Array.from({ length: 100 }, (_, j) => 447_700_900_000 + i * 100 + j).join(',');
      const form = { Username: 'ANOther.12345', PIN: 'SecretPin99', SendTo: to, Message: 'Hello' };
      await gateway.fetch(new Request('http://x/sendsms', { method: 'POST', body: new URLSearchParams(form) }));
    }
    const messages = (await json(['admin', 'messages', '--store', path])) as { recipient: string }[];
    const { out } = await handset(['admin', 'messages', '--store', path]);
    const lines = out.trimEnd().split('\n');
    expect(messages.length).toBeGreaterThan(500);
    expect(lines[0]).toMatch(/^message +username +recipient +state +accepted +due +units +attempts +link +reason$/);
    expect(lines.slice(1).map((line) => line.split(/ +/)[2])).toEqual(messages.map(({ recipient }) => recipient));
    await gateway.close();
    await store.close();
  });

  it('provision leaves no store behind when its file cannot be read', async () => {
    const store = temp('never.db');
    expect(await handset(['admin', 'provision', temp('nowhere.json'), '--store', store])).toMatchObject({ code: 2 });
    expect(await handset(['admin', 'provision', write('faulty.json', '{'), '--store', store])).toMatchObject({ code: 1 });
    expect(existsSync(store)).toBe(false);
  });

  it('what is wrong is told', async () => {
    const store = await storeFile();
    const failing = async (...args: string[]) => {
      const { code, out, err } = await handset(['admin', ...args]);
      expect(out).toBe('');
      return [code, err] as const;
    };
    expect(await failing('accounts')).toEqual([2, expect.stringContaining('--store')]);
    expect(await failing('accounts', '--store', temp('nowhere.db'))).toEqual([2, expect.stringContaining('no such file')]);
    expect(await failing('ledger', 'Nobody.1', '--store', store)).toEqual([2, expect.stringContaining('no such account')]);
    expect(await failing('credit', 'Nobody.1', '1', '--store', store)).toEqual([2, expect.stringContaining('no such account')]);
    expect(await failing('credit', 'Sib.78', '1', '--store', store)).toEqual([2, expect.stringContaining('SHARED')]);
    for (const amount of ['0', 'x', '1.23456']) {
      expect((await failing('credit', 'Tra.90', amount, '--store', store))[0]).toBeGreaterThan(0);
    }
    const faulty = write('faulty-provision.json', '{"accounts": [{"username": "A.1", "pin": "Secret!"}]}');
    const [code, err] = await failing('provision', faulty, '--store', store);
    expect([code, err]).toEqual([1, expect.stringContaining('$.accounts[0].pin')]);
    expect(err).not.toContain('Secret!');
    const noStore = write('no-store.db', 'this is no database, whatever its name says');
    expect((await failing('accounts', '--store', noStore))[0]).toBe(1);
  });
});
