/**
 * What a gateway of the first version writes, statement by statement, into a store that this version has brought up to date.
 */
import { expect } from 'vitest';
import type { Store } from '../../src/gateway/store/store.js';
import { type TestClock, textJob } from './gateway-store.js';

const DAY = 24 * 60 * 60 * 1000;

/** Has it accept three messages, send two and take a receipt of one; `run` is the way to the tables. */
export async function expectOlderWritesAreRight(
  store: Store,
  clock: TestClock,
  run: (sql: string) => Promise<readonly unknown[]>,
): Promise<void> {
  await store.accept(textJob('Stranger.1', ['447700900190']));
  const now = clock.now;
  await run(`insert into submission (id, account_id, payer_id, originator, parts, units, price_per_part, content_kind, accepted_at, due_at)
    select 1000, id, id, 'MyShop', '[[0,0,"","Hello"]]', 1, 0, 'text', ${now}, ${now} from account where username = 'Hook.1'`);
  for (const [index, identifier] of ['OLDWAITS', 'OLDSENT', 'OLDDELIVERED'].entries()) {
    await run(`insert into message (identifier, submission_id, recipient, state, next_at, attempt)
      values ('${identifier}', 1000, '4477009001${index}', 'queued', ${now}, 0)`);
  }
  await run("update message set state = 'sent', next_at = null where identifier in ('OLDSENT', 'OLDDELIVERED')");
  await run("update message set state = 'delivered', next_at = null where identifier = 'OLDDELIVERED'");
  const rows = await run('select identifier from message where next_at is not null and payer_id is null');
  expect(rows).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1_001));
  const claimed = await store.claim(10, 1_000);
  expect(claimed.map(({ id, recipient }) => (recipient === '447700900190' ? 'own' : id)).sort()).toEqual(['OLDWAITS', 'own']);
  await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'delivered' } })));
  clock.now += 3 * DAY;
  await store.sweep();
  const states = (await store.searchMessages({ username: 'Hook.1' })).entries.map(({ messageIdentifier, state }) => [
    messageIdentifier,
    state,
  ]);
  expect(states).toEqual([
    ['OLDWAITS', 'delivered'],
    ['OLDSENT', 'unconfirmed'],
    ['OLDDELIVERED', 'delivered'],
  ]);
}
