/** The filter of docs/gateway.md, given to fail2ban itself with lines that a gateway wrote. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createGateway, openLog, readProvisioning, Store } from '../../src/gateway/index.js';
import { run } from './drivers/run.js';

const folder = mkdtempSync(join(tmpdir(), 'handset-fail2ban-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the gateway logs while logins fail, and while all is well. */
async function logged(): Promise<string[]> {
  const lines: string[] = [];
  const log = await openLog('info', (some) => lines.push(...some.trim().split('\n')));
  const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  await store.provision(readProvisioning('{ "accounts": [{ "username": "A.1", "pin": "123456" }] }'));
  const gateway = createGateway({ store, log, logins: { pair: { failures: 1, firstMs: 1, maxMs: 1, forgetMs: 60_000 } } });
  const { url } = await gateway.listen({ port: 0 });
  for (const [Username, PIN] of [
    ['A.1', '999999'] as const,
    ['A.1', '999999'] as const,
    ['Nobody', '1'] as const,
    ['A.1', '123456'] as const,
  ]) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await fetch(`${url}/sendsms`, { method: 'POST', body: new URLSearchParams({ Username, PIN, AvailableCredit: '' }) });
  }
  await gateway.close();
  await store.close();
  log.flush();
  return lines;
}

it('bans the address of each failed login, of whatever kind, and nobody else', async () => {
  const lines = await logged();
  const failed = lines.filter((line) => line.includes('"msg":"login failed"'));
  expect(failed).toHaveLength(3);
  const elsewhere = ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.8'].map((address) =>
    (failed[0] as string).replace('"peer":"127.0.0.1"', `"peer":"${address}"`),
  );
  // As the journal has it.
  elsewhere[2] = `gw.example.net handset[4711]: ${elsewhere[2]}`;
  const [log, filter] = [join(folder, 'gateway.log'), join(folder, 'handset.conf')];
  writeFileSync(log, `${[...lines, ...elsewhere].join('\n')}\n`);
  writeFileSync(filter, /```ini\n(\[Definition\]\n[^`]*)```/.exec(readFileSync('docs/gateway.md', 'utf8'))?.[1] ?? '');
  const { stdout } = await run('fail2ban-regex', ['-o', 'ip', log, filter]);
  const found = stdout.trim().split('\n');
  expect(found).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', '192.0.2.7', '2001:db8::7', '192.0.2.8']);
  // The times are found too: without one a line counts as of now, or not at all.
  const { stdout: words } = await run('fail2ban-regex', [log, filter]);
  expect(words).toContain(`[${lines.length + elsewhere.length}] "time":"`);
});
