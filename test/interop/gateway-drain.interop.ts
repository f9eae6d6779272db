/**
 * Served gateways whose backlog leaves: what one message, one customer and one order to stop may do to all the other messages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveryTo, drained, expectAll, expectCharged, once, send } from './drivers/backlog.js';
import { freePort, until } from './drivers/daemons.js';
import { admin, endGateways, type Place, type ServedGateway, serveGateway } from './drivers/gateway.js';
import { startPostgres } from './drivers/postgres.js';
import { type CentreProcess, startCentre } from './drivers/smpp-centre.js';

/** Numbers of another customer, and one that the service centre gives no answer for. */
const OTHERS = 448_800_000_000;
const SILENT = 449_900_000_000;
/** A gateway that is told to stop has 30 seconds; with no answer that stays away it needs far less. */
const STOP_MS = 4_000;

const folder = mkdtempSync(join(tmpdir(), 'handset-drain-'));
afterAll(async () => {
  await endGateways();
  rmSync(folder, { recursive: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of times, the one that such a share of them does not pass. */
const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)] as number;

function serve(place: Place, port: number, settings: object = {}): Promise<ServedGateway> {
  return serveGateway(mkdtempSync(join(folder, 'own-')), place, deliveryTo(port, settings));
}

/** Ends a gateway. @returns how long it took. */
async function stopped(gateway: ServedGateway): Promise<number> {
  const start = performance.now();
  expect(await gateway.stop()).toBe(0);
  return performance.now() - start;
}

/** How many messages the service centre is known to have. */
async function countSent(place: Place): Promise<number> {
  const [sent, delivered] = [
    await admin(place, 'messages', '--state', 'sent'),
    await admin(place, 'messages', '--state', 'delivered'),
  ];
  return (sent as unknown[]).length + (delivered as unknown[]).length;
}

/** Waits until so many more messages have come. */
async function leaving(centre: CentreProcess, count: number): Promise<void> {
  const { submits } = await centre.counts();
  await until(async () => (await centre.counts()).submits >= submits + count, `${count} messages`);
}

describe('a message that the service centre never answers', () => {
  it('delays no other one by more than 100 ms', async () => {
    // Two gateways at one time, of which one has all its answers: whatever else the machine does, it does to both.
    const sides = await Promise.all(
      ['with', 'without'].map(async (name) => {
        const place = { sqlite: join(folder, `${name}.db`) };
        const port = await freePort();
        const centre = await startCentre(port, { delayMs: 20, watched: '44', silentTo: name === 'with' ? '4499' : '-' });
        const gateway = await serve(place, port, { timeoutMs: 25_000 });
        return { place, centre, gateway, sentAt: new Map<string, number>() };
      }),
    );
    const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
    const sendOne = (number: number) =>
      Promise.all(
        sides.map(async ({ gateway, sentAt }) => {
          await send(gateway, 1, { first: number });
          sentAt.set(String(number), Date.now());
        }),
      );
    // A link that is warm, and then one message after which no more than ten seconds pass: all others are sent while it has no answer.
    for (let index = 0; index < 20; index++) await sendOne(OTHERS + 1_000 + index);
    await sendOne(SILENT);
    await until(async () => (await one.centre.counts()).arrived[SILENT] !== undefined, 'the one without an answer');
    const start = performance.now();
    const count = 200;
    for (let index = 0; index < count; index++) {
      await sendOne(OTHERS + index);
      await pause(20);
    }
    await Promise.all(sides.map(({ place }) => until(async () => (await countSent(place)) >= count + 20, 'all others')));
    expect(performance.now() - start, 'it has no answer yet').toBeLessThan(25_000);
    const waits = await Promise.all(
      sides.map(async ({ centre, sentAt }) => {
        const { arrived } = await centre.counts();
        return Array.from({ length: count }, (_, index) => {
          const number = String(OTHERS + index);
          return (arrived[number] ?? Number.POSITIVE_INFINITY) - (sentAt.get(number) as number);
        });
      }),
    );
    const [slowed, usual] = waits as [number[], number[]];
    const shares = [0.5, 0.9, 0.98].map((share) => [quantile(slowed, share), quantile(usual, share)] as const);
    console.log(`waits with one without an answer, and with all answers (median, p90, p98): ${shares.join('; ')} ms`);
    for (const [having, lacking] of shares) expect(having - lacking).toBeLessThan(100);
    expect(await admin(one.place, 'messages', '--number', String(SILENT))).toMatchObject([{ state: 'queued' }]);
    expect(await admin(other.place, 'messages', '--number', String(SILENT))).toMatchObject([{ state: 'sent' }]);
    // Nobody waits for the answer any more when the connection is gone.
    for (const { centre } of sides) await centre.stop();
    for (const { gateway } of sides) await stopped(gateway);
  });
});

describe('a hundred thousand messages of one customer', () => {
  it('let a message of another one leave at once, and stop when they are told to', async () => {
    const place = { sqlite: join(folder, 'fair.db') };
    const port = await freePort();
    const gateway = await serve(place, port);
    await send(gateway, 100_000, { inRequest: 5_000 });
    // 500 a second: more than three minutes for all of them.
    const centre = await startCentre(port, { delayMs: 20, watched: '4488' });
    await leaving(centre, 500);
    const passed: number[] = [];
    for (let index = 0; index < 10; index++) {
      const { submits } = await centre.counts();
      await send(gateway, 1, { username: 'Shop.2', first: OTHERS + index });
      const number = String(OTHERS + index);
      await until(async () => (await centre.counts()).places[number] !== undefined, 'a message of another customer');
      passed.push(((await centre.counts()).places[number] as number) - submits);
    }
    console.log(`messages of a hundred thousand that left before one of another customer: ${passed.join(', ')}`);
    // Those that were claimed and in hand when it came; what the link takes in a second at the most.
    expect(Math.max(...passed)).toBeLessThan(500);
    expect(await stopped(gateway)).toBeLessThan(STOP_MS);
    const { submits, repeated } = await centre.counts();
    expect([await countSent(place), repeated]).toEqual([submits, 0]);
    await expectCharged(place, 100_010);
    await centre.stop();
  });
});

/** Stops gateways in the middle of a drain. Whatever was answered is written down, so that every message leaves once. */
async function expectOnce(place: Place): Promise<void> {
  const count = 20_000;
  const port = await freePort();
  const filling = await serve(place, port);
  await send(filling, count, { inRequest: 1_000 });
  await stopped(filling);
  const centre = await startCentre(port, { delayMs: 5, hasReceipts: true });
  const lasted: number[] = [];
  for (let life = 0; life < 3; life++) {
    const gateway = await serve(place, port);
    await leaving(centre, 1_000 + Math.random() * 2_000);
    lasted.push(await stopped(gateway));
    const { submits } = await centre.counts();
    expect(submits, 'it was in the middle').toBeLessThan(count);
    expect(await countSent(place)).toBe(submits);
  }
  console.log(`told to stop in the middle: ended after ${lasted.map(Math.round).join(', ')} ms`);
  expect(Math.max(...lasted)).toBeLessThan(STOP_MS);
  const last = await serve(place, port);
  await drained(centre, count);
  await until(async () => (await centre.counts()).waiting === 0, 'the last receipts');
  await stopped(last);
  expect(await centre.counts()).toMatchObject(once(count));
  await centre.stop();
  await expectAll(place, count, 'delivered');
}

describe('a gateway that is told to stop while its backlog leaves', () => {
  it('ends soon and with 0, and no message leaves twice, on SQLite', async () => {
    await expectOnce({ sqlite: join(folder, 'stopped.db') });
  });

  it('ends soon and with 0, and no message leaves twice, on PostgreSQL', async () => {
    // Not below `folder`: the server's user has to get there.
    const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
    const postgres = await startPostgres(data);
    try {
      await expectOnce({ postgres: await postgres.newDatabase() });
    } finally {
      await postgres.stop();
      rmSync(data, { recursive: true });
    }
  });

  it('waits for an answer as long as an answer may take; that message alone leaves again', async () => {
    const place = { sqlite: join(folder, 'unanswered.db') };
    const port = await freePort();
    const gateway = await serve(place, port, { timeoutMs: 2_000 });
    await send(gateway, 5_000, { inRequest: 1_000 });
    const centre = await startCentre(port, { delayMs: 5, watched: '4499', silentTo: '4499' });
    await leaving(centre, 500);
    await send(gateway, 1, { username: 'Shop.2', first: SILENT });
    await until(async () => (await centre.counts()).arrived[SILENT] !== undefined, 'the one without an answer');
    expect(await stopped(gateway)).toBeLessThan(2_000 + STOP_MS);
    const { submits } = await centre.counts({ silentTo: '-' });
    expect(submits).toBeLessThan(5_001);
    expect(await countSent(place)).toBe(submits - 1);
    const next = await serve(place, port);
    await drained(centre, 5_001);
    await until(async () => (await countSent(place)) === 5_001, 'all messages');
    await stopped(next);
    expect(await centre.counts()).toMatchObject({ submits: 5_002, numbers: 5_001, repeated: 1 });
    await centre.stop();
    await expectAll(place, 5_001, 'sent');
  });
});
