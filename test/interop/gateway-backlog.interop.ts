/**
 * Served gateways with tens of thousands of messages for a service centre that is away: they answer as fast as ever, log little, end when they are
 * told to, and when the service centre is there all messages leave, whatever happens to the gateway meanwhile.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveryTo, drained, expectAll, memoryOf, once, Probe, send } from './drivers/backlog.js';
import { end, freePort, until } from './drivers/daemons.js';
import { admin, endGateways, serveGateway } from './drivers/gateway.js';
import { startPostgres } from './drivers/postgres.js';
import { startCentre } from './drivers/smpp-centre.js';

/** The longest that anybody waits for `/healthz`, in milliseconds. */
const HEALTHY_MS = 250;
const MAX_LOG_OCTETS = 200_000;
/** Claimed ahead and under way: what a gateway that is killed may send a second time. */
const MAX_IN_HAND = 500;

const folder = mkdtempSync(join(tmpdir(), 'handset-backlog-'));
afterAll(async () => {
  await endGateways();
  rmSync(folder, { recursive: true });
});

describe('a service centre that is away', () => {
  it('keeps nobody waiting: 30,000 messages queue, and leave when it is there', async () => {
    const place = { sqlite: join(folder, 'away.db') };
    const port = await freePort();
    const gateway = await serveGateway(folder, place, deliveryTo(port), { log: 'info' });
    const health = Probe.health(gateway);
    await send(gateway, 30_000);
    const queueing = health.take().longest;
    // Long enough for many attempts to connect.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const waiting = health.take().longest;
    const metrics = await (await fetch(`${gateway.operators}/metrics`)).text();
    // Counted up to ten thousand.
    expect(metrics).toMatch(/^handset_messages_waiting 10000$/m);
    expect(metrics).toMatch(/^handset_delivery_available 0$/m);
    const centre = await startCentre(port);
    const ms = await drained(centre, 30_000);
    const leaving = health.take().longest;
    await health.stop();
    const memory = memoryOf(gateway);
    expect(await gateway.stop()).toBe(0);
    const log = gateway.log();
    console.log(
      `longest wait ${[queueing, waiting, leaving].map(Math.round).join(', ')} ms; drained in ${Math.round(ms)} ms; ` +
        `log ${log.length} octets; memory ${memory} MB`,
    );
    expect(Math.max(queueing, waiting, leaving)).toBeLessThan(HEALTHY_MS);
    expect(log.length).toBeLessThan(MAX_LOG_OCTETS);
    const notices = log.split('\n').filter((line) => line.includes('"delivery '));
    expect(notices.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'delivery unavailable', reason: expect.stringContaining('ECONNREFUSED') },
      // Counted up to ten thousand, too.
      { msg: 'delivery available', times: 1, waiting: 10_000 },
    ]);
    expect(await centre.counts()).toMatchObject(once(30_000));
    await centre.stop();
    await expectAll(place, 30_000, 'sent');
  });

  it('keeps no gateway from ending, and the next one goes on', async () => {
    const place = { sqlite: join(folder, 'ended.db') };
    const port = await freePort();
    const gateway = await serveGateway(folder, place, deliveryTo(port));
    await send(gateway, 20_000);
    const start = performance.now();
    expect(await gateway.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(3_000);
    const centre = await startCentre(port);
    const next = await serveGateway(folder, place, deliveryTo(port));
    await drained(centre, 20_000);
    expect(await next.stop()).toBe(0);
    expect(await centre.counts()).toMatchObject(once(20_000));
    await centre.stop();
    await expectAll(place, 20_000, 'sent');
  });

  it('may be of others: Net::SMPP gets what waited', async () => {
    const place = { sqlite: join(folder, 'perl.db') };
    const port = await freePort();
    const gateway = await serveGateway(folder, place, deliveryTo(port));
    await send(gateway, 3_000);
    const driver = fileURLToPath(new URL('drivers/smpp_centre.pl', import.meta.url));
    const perl = spawn('perl', [driver, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const numbers: unknown[] = [];
    createInterface({ input: perl.stdout }).on('line', (line) => {
      const { submit } = JSON.parse(line) as { submit?: { destination_addr: string } };
      if (submit !== undefined) numbers.push(submit.destination_addr);
    });
    try {
      await until(() => numbers.length >= 3_000, '3,000 messages');
      // Of each it sends a receipt, too.
      await until(async () => {
        const listed = (await admin(place, 'messages')) as { readonly state: string }[];
        return listed.every(({ state }) => state === 'delivered' || state === 'failed');
      }, 'their receipts');
      expect(new Set(numbers).size).toBe(3_000);
      expect(numbers).toHaveLength(3_000);
      expect(await gateway.stop()).toBe(0);
    } finally {
      await end(perl);
    }
  });
});

describe('a gateway that is killed while its backlog leaves', () => {
  it('loses nothing on SQLite, and repeats no more than it had in hand', async () => {
    const place = { sqlite: join(folder, 'killed.db') };
    const port = await freePort();
    const gateway = await serveGateway(folder, place, deliveryTo(port));
    await send(gateway, 5_000);
    const centre = await startCentre(port, { delayMs: 5 });
    await until(async () => (await centre.counts()).submits > 1_000, 'a thousand messages');
    await gateway.kill();
    const next = await serveGateway(folder, place, deliveryTo(port));
    await drained(centre, 5_000);
    expect(await next.stop()).toBe(0);
    expect((await centre.counts()).repeated).toBeLessThanOrEqual(MAX_IN_HAND);
    await centre.stop();
    await expectAll(place, 5_000, 'sent');
  });

  it('has its messages taken over by another one on the same PostgreSQL database', async () => {
    // Not below `folder`: the server's user has to get there.
    const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
    const postgres = await startPostgres(data);
    try {
      const place = { postgres: await postgres.newDatabase() };
      const port = await freePort();
      const [one, two] = [
        await serveGateway(folder, place, deliveryTo(port)),
        await serveGateway(folder, place, deliveryTo(port)),
      ];
      await send(one, 5_000);
      const centre = await startCentre(port, { delayMs: 5 });
      await until(async () => (await centre.counts()).submits > 1_000, 'a thousand messages');
      await one.kill();
      await drained(centre, 5_000);
      // What the first one had in hand the service centre has already, but the second one still has to take it over and send it again.
      await until(async () => {
        const listed = (await admin(place, 'messages')) as { readonly state: string }[];
        return listed.every(({ state }) => state === 'sent');
      }, 'the messages that the first gateway had in hand');
      expect(await two.stop()).toBe(0);
      expect((await centre.counts()).repeated).toBeLessThanOrEqual(MAX_IN_HAND);
      await centre.stop();
      await expectAll(place, 5_000, 'sent');
    } finally {
      await postgres.stop();
      rmSync(data, { recursive: true });
    }
  });
});
