import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkStore, copyStore } from '../../src/gateway/store/backup.js';
import { SCHEMA_VERSION } from '../../src/gateway/store/schema.js';
import { Store } from '../../src/gateway/store/store.js';
import { tempFolder } from '../support/cleanup.js';
import { expectLedgersAddUp, openTestStore, textJob } from '../support/gateway-store.js';
import { RawFile } from '../support/sqlite.js';

const PARENT = 'ANOther.12345';
const folder = tempFolder('backup');
let files = 0;
const path = () => join(folder, `${++files}.db`);

async function openStore(at: string): Promise<Store> {
  const store = await openTestStore({ sqlite: at });
  onTestFinished(() => store.close());
  return store;
}

describe('a copy', () => {
  it('is the store of a moment, made while it is open, and opens as a store', async () => {
    const [from, to] = [path(), path()];
    const store = await openStore(from);
    await store.accept(textJob(PARENT, ['447700900101', '447700900102']));
    await store.deliverVirtual(await store.claim(1, 1_000), () => [Uint8Array.of(1)]);
    expect(await copyStore(from, to)).toEqual({ version: SCHEMA_VERSION, accounts: 5, messages: 2, waiting: 1 });
    await store.accept(textJob(PARENT, ['447700900103']));
    const copy = await openStore(to);
    expect((await copy.searchMessages({})).entries.map(({ state }) => state)).toEqual(['delivered', 'queued']);
    expect(await copy.account(PARENT)).toMatchObject({ credit: 152_345 - 900 });
    expect(await copy.verify(PARENT, '0123456')).toBeDefined();
    await expectLedgersAddUp(copy);
    // PINs' hashes are nobody else's business.
    expect(statSync(to).mode & 0o077).toBe(0);
  });

  it('writes over nothing', async () => {
    const from = path();
    await openStore(from);
    for (const taken of ['', '-wal', '-shm', '.part']) {
      const to = path();
      writeFileSync(`${to}${taken}`, 'mine');
      await expect(copyStore(from, to)).rejects.toThrow();
      expect(readFileSync(`${to}${taken}`, 'utf8')).toBe('mine');
    }
  });

  it('of what is no store, is damaged or newer leaves nothing behind', async () => {
    const change = (sql: string) => async (at: string) => {
      await (await openTestStore({ sqlite: at })).close();
      const file = new RawFile(at);
      file.exec(sql);
      file.close();
    };
    const cases: readonly (readonly [make: (at: string) => unknown, message: RegExp])[] = [
      [(at) => writeFileSync(at, 'this is no database, whatever its name says '.repeat(50)), /is no SQLite file/],
      [(at) => writeFileSync(at, ''), /is no store of a gateway/],
      [(at) => new RawFile(at).exec('create table account (id integer)').close(), /is no store of a gateway/],
      [change('delete from schema_version'), /is no store of a gateway/],
      [change('update schema_version set version = 99'), /newer version of this program \(99\)/],
      [change('update account set credit = credit + 1 where id = 2'), /1 accounts whose credit is not the sum/],
    ];
    for (const [make, message] of cases) {
      const [from, to] = [path(), path()];
      await make(from);
      await expect(copyStore(from, to)).rejects.toThrow(message);
      expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(to))).toEqual([]);
    }
  });

  it('of a file that lost pages is refused', async () => {
    const [whole, from] = [path(), path()];
    const store = await openTestStore({ sqlite: whole });
    for (let i = 0; i < 20; i++) await store.accept(textJob('Stranger.1', ['447700900101'], { unitsPerRecipient: 0 }));
    await store.close();
    const octets = readFileSync(whole);
    octets.fill(0xa5, 4_096 * 3, 4_096 * 6);
    writeFileSync(from, octets);
    await expect(checkStore(from)).rejects.toThrow();
    const to = path();
    await expect(copyStore(from, to)).rejects.toThrow();
    expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
  });

  it('of an older version is of that version, and is brought up to date when it is opened', async () => {
    const [from, to] = [path(), path()];
    new RawFile(from).exec(readFileSync('fixtures/stores/first.sql', 'utf8')).close();
    expect(await copyStore(from, to)).toEqual({ version: 1, accounts: 5, messages: 6, waiting: 3 });
    await (await Store.open({ sqlite: to })).close();
    expect(await checkStore(to)).toMatchObject({ version: SCHEMA_VERSION, messages: 6 });
  });
});
