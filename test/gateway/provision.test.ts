import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_PROVISIONING, ProvisioningError, readProvisioning } from '../../src/gateway/settings/provision.js';
import { Store } from '../../src/gateway/store/store.js';
import { tempFolder } from '../support/cleanup.js';
import { ACCOUNTS, accountsText, expectLedgersAddUp, openTestStore } from '../support/gateway-store.js';
import { RawFile } from '../support/sqlite.js';

/** The example of the interface's documentation. */
const EXAMPLE = {
  serviceDomain: 'gw.example.net',
  serviceName: 'gw.example.net',
  delivery: 'virtual',
  clock: '2026-03-04T05:06:07Z',
  accounts: [
    {
      username: 'ANOther.12345',
      pin: '123456',
      credit: '15.2345',
      mayManage: true,
      replyTo: ['447700900001', 'MyShop'],
      addressBooks: { Friends: { '': ['447700900201'], Team: ['447700900202'] } },
    },
    { username: 'Sib.78', pin: '6666', parent: 'ANOther.12345', type: 'SHARED' },
  ],
  library: [
    { number: 20_001, owner: 'ANOther.12345', fileName: 'smile.otb', data: '00481C01' },
    { number: 80_000, public: true, fileName: 'dot.gif', data: '4749' },
  ],
};

const read = (value: unknown) => readProvisioning(JSON.stringify(value));
const account = (fields: object) => ({ accounts: [{ username: 'a', pin: '1111', ...fields }] });
const item = (fields: object) => ({ library: [{ number: 80_000, public: true, fileName: 'a.gif', data: '00', ...fields }] });

describe('files that are read', () => {
  it('the example', () => {
    expect(read(EXAMPLE)).toEqual({
      serviceDomain: 'gw.example.net',
      serviceName: 'gw.example.net',
      delivery: { kind: 'virtual' },
      clock: Date.UTC(2026, 2, 4, 5, 6, 7),
      accounts: [
        {
          username: 'ANOther.12345',
          pin: '123456',
          credit: 152_345,
          mayManage: true,
          replyTo: ['447700900001', 'MyShop'],
          addressBooks: new Map([
            [
              'Friends',
              new Map([
                ['', ['447700900201']],
                ['Team', ['447700900202']],
              ]),
            ],
          ]),
        },
        {
          username: 'Sib.78',
          pin: '6666',
          parent: 'ANOther.12345',
          type: 'SHARED',
          credit: 0,
          mayManage: false,
          replyTo: [],
          addressBooks: new Map(),
        },
      ],
      library: [
        { number: 20_001, owner: 'ANOther.12345', fileName: 'smile.otb', data: Uint8Array.of(0, 0x48, 0x1c, 1) },
        { number: 80_000, fileName: 'dot.gif', data: Uint8Array.of(0x47, 0x49) },
      ],
    });
  });

  it('an empty one means a gateway without accounts', () => {
    expect(readProvisioning(' {} ')).toEqual(NO_PROVISIONING);
  });

  it('other ways out, callbacks, a public address, tunes as text or as hex', () => {
    const delivery = { kind: 'smpp', host: '127.0.0.1', port: 2775, nested: { list: [1, null, true] } };
    const model = read({
      delivery,
      publicUrl: 'https://gw.example.net/base/',
      ...account({
        callback: { url: 'https://a.example/x', form: 'soap', pin: '12' },
        credit: '1.5',
        currency: 'EUR',
        pricePerPart: '0.1000',
      }),
      library: [
        { number: 30_000, public: true, fileName: 'a.rtttl', data: 'x:d=4:c', contentType: 'audio/x-rtttl; a=b' },
        { number: 30_001, public: true, fileName: 'b.rtttl', data: '783a3a63' },
      ],
    });
    expect(model.delivery).toEqual(delivery);
    expect(model.publicUrl).toBe('https://gw.example.net/base');
    expect(model.accounts[0]).toMatchObject({
      callback: { url: 'https://a.example/x', form: 'soap', pin: '12' },
      credit: 15_000,
      currency: 'EUR',
      pricePerPart: 1_000,
    });
    expect(model.library.map(({ data }) => new TextDecoder().decode(data))).toEqual(['x:d=4:c', 'x::c']);
    expect(read(account({ callback: { form: 'smpp' } })).accounts[0]?.callback).toEqual({ form: 'smpp' });
  });
});

describe('files that are refused, with the JSON path', () => {
  it.each<[path: string, file: unknown]>([
    ['$', []],
    ['$', 'x'],
    ['$.acounts', { acounts: [] }],
    ['$["a b"]', { 'a b': 1 }],
    ['$.serviceDomain', { serviceDomain: 1 }],
    ['$.serviceDomain', { serviceDomain: 'a b' }],
    ['$.serviceName', { serviceName: '' }],
    ['$.publicUrl', { publicUrl: 'ftp://x/' }],
    ['$.publicUrl', { publicUrl: 'nothing' }],
    ['$.delivery', { delivery: 'smpp' }],
    ['$.delivery.kind', { delivery: {} }],
    ['$.delivery.kind', { delivery: { kind: 1 } }],
    ['$.clock', { clock: 1 }],
    ['$.clock', { clock: '2026-03-04 05:06:07Z' }],
    ['$.clock', { clock: '2026-03-04T05:06:07+01:00' }],
    ['$.clock', { clock: '2026-02-30T05:06:07Z' }],
    ['$.clock', { clock: '2026-13-01T05:06:07Z' }],
    ['$.accounts', { accounts: {} }],
    ['$.accounts[0]', { accounts: [1] }],
    ['$.accounts[0].username', { accounts: [{ pin: '1111' }] }],
    ['$.accounts[0].pin', { accounts: [{ username: 'a' }] }],
    ['$.accounts[0].username', account({ username: 'a b' })],
    ['$.accounts[0].username', account({ username: 'a'.repeat(21) })],
    ['$.accounts[0].pin', account({ pin: 123456 })],
    ['$.accounts[0].pin', account({ pin: '12.4' })],
    ['$.accounts[0].pin', account({ pin: '123' })],
    ['$.accounts[0].pin', account({ pin: '' })],
    ['$.accounts[0].pin', account({ pin: '1'.repeat(21) })],
    ['$.accounts[0].pim', account({ pim: 1 })],
    ['$.accounts[0].credit', account({ credit: 15.2345 })],
    ['$.accounts[0].credit', account({ credit: '-1.0000' })],
    ['$.accounts[0].credit', account({ credit: '1.23456' })],
    ['$.accounts[0].credit', account({ credit: null })],
    ['$.accounts[0].pricePerPart', account({ pricePerPart: 'x' })],
    ['$.accounts[0].currency', account({ currency: 'gbp' })],
    ['$.accounts[0].mayManage', account({ mayManage: 'true' })],
    ['$.accounts[0].mayManage', account({ mayManage: 1 })],
    ['$.accounts[0].replyTo', account({ replyTo: 'x' })],
    ['$.accounts[0].replyTo[1]', account({ replyTo: ['x', 'a,b'] })],
    ['$.accounts[0].addressBooks', account({ addressBooks: [] })],
    ['$.accounts[0].addressBooks.Friends', account({ addressBooks: { Friends: ['447700900201'] } })],
    ['$.accounts[0].addressBooks["My friends"].x[0]', account({ addressBooks: { 'My friends': { x: ['+447700900201'] } } })],
    ['$.accounts[0].type', account({ parent: 'b' })],
    ['$.accounts[0].parent', account({ type: 'SHARED' })],
    ['$.accounts[0].type', account({ parent: 'b', type: 'shared' })],
    ['$.accounts[0].credit', account({ parent: 'b', type: 'SHARED', credit: '1.0000' })],
    ['$.accounts[0].callback.url', account({ callback: {} })],
    ['$.accounts[0].callback.url', account({ callback: { url: `http://a/${'x'.repeat(255)}` } })],
    ['$.accounts[0].callback.form', account({ callback: { url: 'http://a/', form: 'xml' } })],
    ['$.accounts[0].callback.url', account({ callback: { url: 'http://a/', form: 'smpp' } })],
    ['$.accounts[0].callback.secrets', account({ callback: { form: 'smpp', secrets: [`whsec_${'A'.repeat(32)}`] } })],
    ['$.accounts[0].callback.form', account({ username: 'SixteenLetters16', callback: { form: 'smpp' } })],
    ['$.accounts[0].pin', account({ pin: '123456789', callback: { form: 'smpp' } })],
    ['$.accounts[0].callback.user', account({ callback: { url: 'http://a/', user: 'a' } })],
    ['$.accounts[1].username', { accounts: [...account({}).accounts, ...account({}).accounts] }],
    [
      '$.accounts[0].parent',
      {
        accounts: [
          { username: 'a', pin: '1111', parent: 'b', type: 'SHARED' },
          { username: 'b', pin: '1111' },
        ],
      },
    ],
    ['$.accounts[0].parent', account({ parent: 'a', type: 'SHARED' })],
    [
      '$.accounts[2].parent',
      {
        accounts: [
          { username: 'a', pin: '1111' },
          { username: 'b', pin: '1111', parent: 'a', type: 'TRANSFER' },
          { username: 'c', pin: '1111', parent: 'b', type: 'TRANSFER' },
        ],
      },
    ],
    ['$.library', { library: {} }],
    ['$.library[0].number', item({ number: '80000' })],
    ['$.library[0].number', item({ number: 40_000 })],
    ['$.library[0].number', item({ number: 80_000.5 })],
    ['$.library[0].owner', item({ public: false })],
    ['$.library[0].public', item({ owner: 'a' })],
    ['$.library[0].fileName', item({ fileName: 'a/b' })],
    ['$.library[0].fileName', item({ fileName: 'a'.repeat(51) })],
    ['$.library[0].contentType', item({ contentType: 'gif' })],
    ['$.library[0].data', item({ data: '4' })],
    ['$.library[0].data', item({ data: '4G' })],
    ['$.library[0].data', item({ data: 'x:d=4:c' })],
    ['$.library[0].data', item({ number: 30_000, data: 'tune' })],
    ['$.library[1].number', { library: [...item({}).library, ...item({}).library] }],
  ])('%s', (path, file) => {
    expect(() => read(file)).toThrowError(expect.objectContaining({ name: 'ProvisioningError', path }));
  });

  it('a text that is no JSON, a name that stands twice', () => {
    expect(() => readProvisioning('{"accounts": [{"username": "a", "pin": "987654"')).toThrowError(
      expect.objectContaining({ path: '$.accounts[0]', message: expect.stringContaining('line 1, column 48') }),
    );
    expect(() => readProvisioning('{"accounts": [], "accounts": []}')).toThrowError(
      expect.objectContaining({ path: '$.accounts' }),
    );
  });

  it('a PIN that a slip has put where a name stands is not shown', () => {
    for (const text of ['{"accounts": [{"username": "a", "pin": {"987654", "credit', '{"accounts": [{"pin", "987654"}]}']) {
      expect(() => readProvisioning(text)).toThrowError(/^(?!.*987654).*a colon is expected/);
    }
  });

  it('no error shows a PIN, wherever the fault is', () => {
    const pin = 'S3cretPin98';
    const text = JSON.stringify({
      accounts: [
        { username: 'a', pin, callback: { url: 'http://a/', pin } },
        { username: 'b', pin },
      ],
    });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('', '"', '}', ',', '0', '\\', '\n'), (at, piece) => {
        try {
          readProvisioning(text.slice(0, at) + piece + text.slice(at + 1));
        } catch (error) {
          expect(error).toBeInstanceOf(ProvisioningError);
          expect(JSON.stringify(error) + String(error) + (error as Error).stack).not.toContain(pin.slice(0, 6));
        }
      }),
    );
  });
});

describe('provisioning a store', () => {
  it('twice resets nothing', async () => {
    const store = await openTestStore();
    await store.topUp('ANOther.12345', 5);
    const before = [await store.accounts(), await store.ledger('ANOther.12345')];
    await store.provision(readProvisioning(accountsText().replace('15.2345', '99.0000').replace('0123456', '9999')));
    expect([await store.accounts(), await store.ledger('ANOther.12345')]).toEqual(before);
    expect(await store.verify('ANOther.12345', '9999')).toBeUndefined();
    expect((await store.verify('ANOther.12345', '0123456'))?.username).toBe('ANOther.12345');
    expect(await store.addressBook('ANOther.12345', 'Friends')).toHaveLength(5);
    await expectLedgersAddUp(store);
    await store.close();
  });

  it('a PIN to set has four characters at least; one that a store has already stays right', async () => {
    expect(() => read(account({ pin: 'abc' }))).toThrow('$.accounts[0].pin: has to be 4 to 20 letters and digits');
    const { accounts } = read(account({ pin: 'abcd' }));
    const store = await openTestStore();
    await store.provision({ ...NO_PROVISIONING, accounts: accounts.map((each) => ({ ...each, pin: '1' })) });
    expect((await store.verify('a', '1'))?.username).toBe('a');
    expect(await store.verify('a', 'abcd')).toBeUndefined();
    await store.close();
  });

  it('creates what is missing: accounts, books, items', async () => {
    const store = await openTestStore();
    const [first] = ACCOUNTS.accounts;
    await store.provision(
      read({
        accounts: [
          { ...first, addressBooks: { Friends: { x: [] }, Work: { '': ['447700900301', '447700900301'] } } },
          { username: 'New.1', pin: '1111', parent: 'Stranger.1', type: 'TRANSFER' },
        ],
        library: [
          { number: 80_000, public: true, fileName: 'other.gif', data: '00' },
          { number: 80_001, owner: 'New.1', fileName: 'new.gif', data: '01' },
        ],
      }),
    );
    expect(await store.addressBook('ANOther.12345', 'Work')).toEqual(['447700900301', '447700900301']);
    expect(await store.addressBook('ANOther.12345', 'Friends')).toHaveLength(5);
    expect(await store.account('New.1')).toMatchObject({
      parent: 'Stranger.1',
      currency: 'EUR',
      pricePerPart: 1_000,
      credit: 0,
    });
    expect((await store.libraryItem('New.1', 80_000))?.fileName).toBe('dot.gif');
    expect((await store.libraryItem('New.1', 80_001))?.fileName).toBe('new.gif');
    await store.close();
  });

  it.each<[path: string, file: unknown]>([
    ['$.accounts[0].parent', account({ parent: 'Nobody', type: 'SHARED' })],
    ['$.accounts[0].parent', account({ parent: 'Kid.77', type: 'SHARED' })],
    ['$.accounts[0].currency', account({ parent: 'ANOther.12345', type: 'SHARED', currency: 'EUR' })],
    ['$.library[0].owner', { ...account({}), ...item({ public: false, owner: 'Nobody' }) }],
  ])('%s is found when the store is asked, and nothing is created', async (path, file) => {
    const store = await openTestStore();
    await expect(store.provision(read(file))).rejects.toThrowError(expect.objectContaining({ path }));
    expect(await store.account('a')).toBeUndefined();
    await store.close();
  });

  it('PINs are nowhere in the file', async () => {
    const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
    await store.provision(read(account({ pin: 'Unlikely0Pin' })));
    expect(JSON.stringify([await store.accounts(), await store.account('a')])).not.toMatch(/Unlikely0Pin|scrypt/);
    await store.close();
  });

  const many = (count: number, more: readonly object[] = []) => {
    const accounts = Array.from({ length: count }, (_, index) => ({ username: `Many.${index}`, pin: '123456' }));
    return readProvisioning(JSON.stringify({ accounts: [...accounts, ...more] }));
  };

  /** Turns that the event loop had until it was done. */
  async function countTurns(work: Promise<unknown>): Promise<number> {
    let turns = 0;
    let isOver = false;
    const ended = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      turns++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
    return turns;
  }

  it('thousands of accounts that are there cost a look in portions, with turns for others, and nothing is written', async () => {
    const path = join(tempFolder('provision'), 'many.db');
    const store = await Store.open({ sqlite: path }, { pinCost: 1 });
    const file = many(3_000);
    expect(await countTurns(store.provision(file))).toBeGreaterThan(3_000 / 50);
    expect(await store.audit({}, { limit: 1_000, after: 2_990 })).toMatchObject({ entries: { length: 10 } });
    const writer = new RawFile(path);
    writer.exec('begin immediate');
    // Nobody can write, so that waiting for it would take ten seconds.
    expect(await countTurns(store.provision(file))).toBeGreaterThanOrEqual(3_000 / 500);
    const compared = (async () => {
      for await (const difference of store.differences(file, { comparesPin: () => false })) expect.fail(difference.field);
    })();
    expect(await countTurns(compared)).toBeGreaterThanOrEqual(3_000 / 500);
    writer.exec('rollback');
    writer.close();
    await store.close();
  });

  it('what is wrong far back in a file is found before anything is created', async () => {
    const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
    const wrong = many(200, [{ username: 'Kid.1', pin: '123456', parent: 'Nobody', type: 'SHARED' }]);
    await expect(store.provision(wrong)).rejects.toMatchObject({ path: '$.accounts[200].parent' });
    expect(await store.accounts()).toEqual([]);
    await store.close();
  });

  it('ends after the portion in hand, and goes on from there the next time', async () => {
    const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
    const ending = new AbortController();
    const provisioned = store.provision(many(500), 'test', ending.signal);
    while ((await store.account('Many.0')) === undefined) await new Promise((resolve) => setImmediate(resolve));
    ending.abort();
    await expect(provisioned).rejects.toMatchObject({ name: 'AbortError' });
    const { length } = await store.accounts();
    expect(length).toBeGreaterThanOrEqual(50);
    expect(length).toBeLessThan(500);
    await store.provision(many(500), 'test');
    expect((await store.accounts()).map(({ username }) => username)).toEqual(
      many(500).accounts.map(({ username }) => username),
    );
    await store.close();
  });

  it('a login goes before all PINs that are still to be hashed', async () => {
    const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1, pinTurns: { atOnce: 1, waiting: 1, waitingEach: 1 } });
    await store.provision(many(1));
    let isProvisioned = false;
    const provisioned = store.provision(many(1_000)).then(() => {
      isProvisioned = true;
    });
    while ((await store.account('Many.1')) === undefined) await new Promise((resolve) => setImmediate(resolve));
    expect((await store.verify('Many.0', '123456'))?.username).toBe('Many.0');
    expect(isProvisioned).toBe(false);
    await provisioned;
    await store.close();
  });
});
