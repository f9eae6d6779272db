/** A store that the first version wrote is opened by this one, with all that is in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Store } from '../../src/gateway/store/store.js';
import { tempFolder } from '../support/cleanup.js';
import { expectLedgersAddUp, textJob } from '../support/gateway-store.js';
import { RawFile } from '../support/sqlite.js';

const folder = tempFolder('upgrade');
/** A second after the last message of the store was accepted. */
const NOW = Date.UTC(2026, 2, 4, 5, 6, 9);

it('opens a store of the first version: accounts, ledgers, messages and what they wait for', async () => {
  const path = join(folder, 'first.db');
  const file = new RawFile(path);
  file.exec(readFileSync('fixtures/stores/first.sql', 'utf8'));
  file.close();
  let now = NOW;
  const store = await Store.open(
    { sqlite: path },
    { clock: () => now, pinCost: 1, keep: { ledgerDays: 30, messagesDays: 30 } },
  );
  await expectLedgersAddUp(store);
  expect((await store.accounts()).map(({ username, credit }) => [username.replace(/\d{5}$/, '#'), credit])).toEqual([
    ['ANOther.#', 152_345 - 1_000 - 3 * 450],
    ['Kid.77', 10_000 + 5_000 + 1_000],
    ['Sib.78', 0],
    ['Hook.1', 90_000 - 2 * 450],
    [expect.stringMatching(/^ZSmith\.#$/), 0],
  ]);
  expect((await store.verify('ANOther.12345', '0123456'))?.replyTo).toEqual(['447700900001', 'MyShop']);
  // PINs are of four characters at least today; those that are there stay right.
  expect(await store.verify('Kid.77', '55')).toBeDefined();
  expect(await store.addressBook('ANOther.12345', 'Friends', 'Team')).toEqual(['447700900203', '447700900202']);
  expect(await store.libraryItem('ANOther.12345', 20_001)).toMatchObject({ fileName: 'smile.otb' });
  expect(await store.hosted('token-of-22-characters')).toMatchObject({ username: 'ANOther.12345' });
  expect(await store.posted('ANOther.12345')).toHaveLength(1);
  expect(await store.handsets(10)).toMatchObject([{ number: '447700900101', messages: 1 }]);

  const { entries } = await store.searchMessages({});
  expect(entries.map(({ recipient, state, attempts }) => [recipient.slice(-3), state, attempts])).toEqual([
    ['101', 'delivered', 1],
    ['102', 'sent', 1],
    ['103', 'failed', 1],
    ['104', 'queued', 1],
    ['105', 'queued', 0],
    ['106', 'scheduled', 0],
  ]);
  // The receipt of the other part comes to the new version.
  await store.recordReceipt('78', '447700900102', 'delivered', now);
  expect((await store.searchMessages({ recipient: '447700900102' })).entries).toMatchObject([{ state: 'delivered' }]);
  expect((await store.claimCallbacks(10, 1_000)).map(({ payload }) => payload)).toMatchObject([
    { kind: 'receipt', recipient: '447700900101', state: 'delivered' },
    { kind: 'receipt', recipient: '447700900103', state: 'failed' },
    { kind: 'receipt', recipient: '447700900102', state: 'delivered' },
  ]);
  // What waits leaves; what was in hand when the first version ended, once its lease is over.
  expect((await store.claim(10, 1_000)).map(({ recipient }) => recipient.slice(-3))).toEqual(['105']);
  now += 60_000;
  expect((await store.claim(10, 1_000)).map(({ recipient }) => recipient.slice(-3)).sort()).toEqual(['104', '105']);
  now += 3_600_000;
  expect((await store.claim(10, 1_000)).map(({ recipient }) => recipient.slice(-3))).toContain('106');

  // It is a store like any other from then on.
  const [failed] = entries.filter(({ state }) => state === 'failed');
  await store.requeue(failed?.messageIdentifier ?? '', 'test');
  await store.changeAccount('Hook.1', { disabled: true }, 'test');
  expect(await store.verify('Hook.1', '8888')).toBeUndefined();
  await store.accept(textJob('ANOther.12345', ['447700900107']));
  now += 200 * 24 * 60 * 60 * 1000;
  await store.sweep();
  for (const { username, credit } of await store.accounts()) {
    const ledger = (await store.ledger(username)) ?? [];
    expect(
      ledger.reduce((sum, { amount }) => sum + amount, 0),
      username,
    ).toBe(credit);
  }
  await store.close();
  const after = new RawFile(path, { isReadOnly: true });
  expect(after.all('select contact from account where contact is not null')).toEqual([
    { contact: expect.not.stringMatching(/0123456|ANOther|operation/) },
  ]);
  expect(after.row('pragma integrity_check')).toEqual(['ok']);
  expect(after.all('pragma foreign_key_check')).toEqual([]);
  after.close();
});

it('has the same tables as a store that is made today', async () => {
  const [older, newer] = [join(folder, 'upgraded.db'), join(folder, 'made.db')];
  const file = new RawFile(older);
  file.exec(readFileSync('fixtures/stores/first.sql', 'utf8'));
  file.close();
  const describe = async (path: string) => {
    await (await Store.open({ sqlite: path })).close();
    const made = new RawFile(path, { isReadOnly: true });
    const tables = made.all("select type, name from sqlite_master where name not like 'sqlite_%' order by name");
    const columns = (tables as { type: string; name: string }[]).map(({ type, name }) =>
      made.all(`pragma ${type === 'table' ? 'table_info' : 'index_info'}(${name})`),
    );
    made.close();
    return { tables, columns };
  };
  expect(await describe(older)).toEqual(await describe(newer));
});
