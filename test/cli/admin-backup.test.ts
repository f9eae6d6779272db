/** `handset admin backup` and `restore`, as processes beside a gateway that goes on. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { Store } from '../../src/gateway/index.js';
import { bundledProgram } from '../support/bundled.js';
import { openTestStore, textJob } from '../support/gateway-store.js';
import { handset, temp, write } from './support.js';

const PARENT = 'ANOther.12345';

it('a backup is made while messages are accepted, and brought back it is a store whose ledgers add up', async () => {
  const path = temp('busy.db');
  const store = await openTestStore({ sqlite: path });
  await store.changeAccount(PARENT, { topUp: 100_000_000 }, 'test');
  const main = await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url));
  let accepted = 0;
  let isOver = false;
  const accepting = (async () => {
    while (!isOver) accepted += (await store.accept(textJob(PARENT, ['447700900101', '447700900102']))).recipients.length;
  })();
  await expect.poll(() => accepted).toBeGreaterThan(100);
  const before = accepted;
  const backup = temp('busy-backup.db');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'admin', 'backup', backup, '--store', path, '--json']);
  const after = accepted;
  isOver = true;
  await accepting;
  // They were accepted in the meantime, while this process waited for the other.
  expect(after).toBeGreaterThan(before);
  await store.close();
  const made = JSON.parse(stdout) as { messages: number; file: string };
  expect(made.file).toBe(backup);
  expect(made.messages % 2).toBe(0);
  expect(made.messages).toBeGreaterThanOrEqual(before);
  expect(made.messages).toBeLessThanOrEqual(accepted);

  const restored = temp('busy-restored.db');
  const { code, out } = await handset(['admin', 'restore', backup, '--store', restored]);
  expect([code, out]).toEqual([
    0,
    `${restored}: 5 accounts, ${made.messages.toLocaleString('en')} messages, ${made.messages.toLocaleString('en')} of them still to leave\n`,
  ]);
  const again = await Store.open({ sqlite: restored }, { pinCost: 1 });
  onTestFinished(() => again.close());
  // Without a gateway: by the clock of this store all messages have expired, and one would give their charges back meanwhile.
  const entries = (await again.ledger(PARENT)) ?? [];
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe((await again.account(PARENT))?.credit);
  expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(made.messages);
});

it('what is wrong is told, and nothing is written', async () => {
  const path = temp('told.db');
  await (await openTestStore({ sqlite: path })).close();
  const run = async (...args: string[]) => {
    const { code, out, err } = await handset(['admin', ...args]);
    expect(out).toBe('');
    return [code, err.replace(/^handset: /, '').trimEnd()];
  };
  expect(await run('backup', temp('x.db'))).toEqual([2, '--store names the SQLite file']);
  expect(await run('backup', temp('x.db'), '--store', temp('nowhere.db'))).toEqual([
    2,
    expect.stringContaining('no such file'),
  ]);
  expect(await run('backup', path, '--store', path)).toEqual([2, expect.stringContaining('already')]);
  expect(await run('restore', temp('nowhere.db'), '--store', temp('y.db'))).toEqual([
    2,
    expect.stringContaining('no such file'),
  ]);
  expect(await run('restore', path, '--store', path)).toEqual([2, expect.stringContaining('already')]);
  const none = write('none.db', 'this is no database');
  expect(await run('restore', none, '--store', temp('z.db'))).toEqual([1, `${none} is no SQLite file`]);
  const postgres = await handset(['admin', 'backup', temp('x.db')], { env: { HANDSET_POSTGRES: 'postgres://127.0.0.1:1/x' } });
  expect([postgres.code, postgres.err]).toEqual([2, expect.stringContaining('pg_dump')]);
});

it('a process reads its files again at SIGHUP, and goes on', async () => {
  const accounts = (...names: string[]) =>
    JSON.stringify({ accounts: names.map((username) => ({ username, pin: 'Secret99' })) });
  const config = write('hangup.json', JSON.stringify({ port: 0, provision: 'hangup-accounts.json', store: 'hangup.db' }));
  write('hangup-accounts.json', accounts('Shop.1'));
  const main = await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve', '--config', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));
  const said = (stream: NodeJS.ReadableStream, what: RegExp) =>
    new Promise<void>((resolve) => {
      let text = '';
      stream.on('data', (data) => {
        text += data;
        if (what.test(text)) resolve();
      });
    });
  await said(child.stdout, /listening on/);
  write('hangup-accounts.json', accounts('Shop.1', 'Shop.2'));
  const read = said(child.stderr, /files were read again/);
  child.kill('SIGHUP');
  await read;
  const listed = await handset(['admin', 'accounts', '--store', temp('hangup.db'), '--json']);
  expect((JSON.parse(listed.out) as { username: string }[]).map(({ username }) => username)).toEqual(['Shop.1', 'Shop.2']);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
