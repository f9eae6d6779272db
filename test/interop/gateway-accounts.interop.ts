/**
 * Accounts that are changed while two gateways on one database serve them: both go by the change from then on, and neither is started again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { until } from './drivers/daemons.js';
import { admin, endGateways, type ServedGateway, serveGateway } from './drivers/gateway.js';
import { startPostgres } from './drivers/postgres.js';

const ACCOUNT = { username: 'Shop.1', pin: '012345', credit: '9.0000', pricePerPart: '0.0500' };
const NEW_PIN = 'Other678';
/** The report of a wrong login (G-AUTH-03). */
const WRONG_LOGIN = '2';

const folder = mkdtempSync(join(tmpdir(), 'handset-accounts-'));
afterAll(async () => {
  await endGateways();
  rmSync(folder, { recursive: true });
});

async function sendBy({ url }: ServedGateway, pin: string): Promise<string> {
  const fields = { Username: ACCOUNT.username, PIN: pin, SendTo: '447700900123', Message: 'Hello', ResponseFormat: '1' };
  const answer = await fetch(`${url}/webservices/http/sendsms`, { method: 'POST', body: new URLSearchParams(fields) });
  return /Report=(-?\d+)/.exec(await answer.text())?.[1] ?? '';
}

it('a PIN, a price, a debit and an end count at once on both, and a file that says otherwise is told', async () => {
  // Not below `folder`: the server's user has to get there.
  const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
  const postgres = await startPostgres(data);
  try {
    const place = { postgres: await postgres.newDatabase() };
    const start = (name: string, account: object) =>
      serveGateway(mkdtempSync(join(folder, name)), place, { accounts: [account] }, { log: 'warn' });
    const gateways = [await start('a-', ACCOUNT), await start('b-', ACCOUNT)];
    const reports = async (pin: string) => [await sendBy(gateways[0]!, pin), await sendBy(gateways[1]!, pin)];
    const change = (...args: readonly string[]) => admin(place, 'account', ACCOUNT.username, ...args);
    // Both remember the PIN by now.
    expect(await reports(ACCOUNT.pin)).toEqual(['-2', '-2']);
    await change('--pin', NEW_PIN, '--price', '0.07');
    expect(await reports(ACCOUNT.pin)).toEqual([WRONG_LOGIN, WRONG_LOGIN]);
    expect(await reports(NEW_PIN)).toEqual(['-2', '-2']);
    expect(await change('--debit', '8')).toMatchObject({ credit: '0.7600', pricePerPart: '0.0700' });
    await change('--disable');
    expect(await reports(NEW_PIN)).toEqual([WRONG_LOGIN, WRONG_LOGIN]);
    await change('--enable');
    expect(await reports(NEW_PIN)).toEqual(['-2', '-2']);

    const third = await start('c-', { ...ACCOUNT, mayManage: true });
    const told = () => [...third.log().matchAll(/"username":"Shop\.1","field":"(\w+)"/g)].map(([, field]) => field);
    await until(() => told().length >= 2, 'what the file has otherwise');
    expect(told().sort()).toEqual(['mayManage', 'pricePerPart']);
    expect(third.log()).not.toContain(NEW_PIN);
    expect(await sendBy(third, ACCOUNT.pin), 'the file changes nothing').toBe(WRONG_LOGIN);
    for (const gateway of [...gateways, third]) expect(await gateway.stop()).toBe(0);
  } finally {
    await postgres.stop();
    rmSync(data, { recursive: true });
  }
});
