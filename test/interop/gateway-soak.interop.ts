/**
 * A served gateway with a large backlog and a service centre at its worst: it comes and goes, is slow, throttles, leaves messages without an answer.
 * Whoever asks the gateway something is answered as ever, another customer's messages leave meanwhile, memory and log stay small, a start and an
 * end take no longer than with an empty queue, and every message leaves.
 *
 * SOAK_MESSAGES says how many there are: `npm run nightly` has a million.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deliveryTo, drained, expectCharged, memoryOf, Probe, send } from './drivers/backlog.js';
import { freePort } from './drivers/daemons.js';
import { admin, endGateways, type Place, type ServedGateway, serveGateway } from './drivers/gateway.js';
import { type CentreBehaviour, type CentreProcess, startCentre } from './drivers/smpp-centre.js';

const COUNT = Number(process.env.SOAK_MESSAGES ?? 20_000);
/** How long the service centre stays as it is. */
const SPELL_MS = COUNT >= 500_000 ? 20_000 : 4_000;
const WINDOW = 50;
/** Of these the service centre leaves the answer out. */
const SILENT_EVERY = Math.max(2_000, COUNT / 50);
const OTHERS = 448_800_000_000;

const START_MS = 3_000;
/** What a gateway that is told to stop has for what it has in hand: answers that do not come are waited for. */
const STOP_MS = 15_000;
/** A machine that does nothing else answers within 50 ms; beside other tests it is the processors that are waited for. */
const P99_MS = COUNT >= 500_000 ? 50 : 500;
const MAX_MEMORY = 300;
const MAX_LOG_OCTETS = 5_000_000;

const folder = mkdtempSync(join(tmpdir(), 'handset-soak-'));
let started: CentreProcess | undefined;
afterAll(async () => {
  await started?.stop();
  await endGateways();
  rmSync(folder, { recursive: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What goes wrong, one after the other; between two of them the service centre is as it should be. */
const TROUBLES: readonly CentreBehaviour[] = [{ isDown: true }, { isThrottling: true }, { delayMs: 40 }, { isDown: true }];
const GOOD: CentreBehaviour = { isDown: false, isThrottling: false, delayMs: 2 };

/** Another customer, who sends now and then, and sees how soon each message is out. */
class Other {
  readonly #gateway: ServedGateway;
  readonly #sentAt = new Map<string, number>();
  #sent = 0;

  constructor(gateway: ServedGateway) {
    this.#gateway = gateway;
  }

  get count(): number {
    return this.#sent;
  }

  /** @returns how long the answer took. */
  async send(): Promise<number> {
    const start = performance.now();
    const first = OTHERS + this.#sent++;
    await send(this.#gateway, 1, { username: 'Shop.2', first });
    this.#sentAt.set(String(first), Date.now());
    return performance.now() - start;
  }

  /** Milliseconds from the answer to the service centre, of those that were sent in a span of time. */
  waits(arrived: Readonly<Record<string, number>>, [from, to]: readonly [number, number]): number[] {
    return [...this.#sentAt].flatMap(([number, at]) => {
      const arrival = arrived[number];
      return at < from || at >= to ? [] : [(arrival ?? Number.POSITIVE_INFINITY) - at];
    });
  }
}

it(
  `${COUNT.toLocaleString('en')} messages and a service centre at its worst`,
  async () => {
    const place = { sqlite: join(folder, 'store.db') };
    const port = await freePort();
    const settings = deliveryTo(port, { window: WINDOW, reconnectMs: 200, throttleMs: 200, throttleMaxMs: 1_000 });
    const own = { log: 'info' };
    const filling = await serveGateway(folder, place, settings, own);
    const queueing = Probe.health(filling);
    await send(filling, COUNT, { inRequest: 500 });
    const queued = queueing.take();
    await queueing.stop();
    let start = performance.now();
    expect(await filling.stop()).toBe(0);
    const firstStopMs = performance.now() - start;

    start = performance.now();
    const gateway = await serveGateway(folder, place, settings, own);
    const startMs = performance.now() - start;
    const health = Probe.health(gateway);
    const other = new Other(gateway);
    const sends = new Probe(() => other.send(), 100);
    const centre = await startCentre(port, { ...GOOD, hasReceipts: true, silentEvery: SILENT_EVERY, watched: '4488' });
    started = centre;
    const { drops, waits } = await trouble(centre, other);
    await sends.stop();
    const all = COUNT + other.count;
    await drained(centre, all, 3_600_000);
    const [healthy, sent] = [health.take(), sends.take()];
    await health.stop();
    // The messages that it kept silent about are sent again after ten seconds.
    await expect.poll(() => isDone(place, centre), { timeout: 120_000, interval: 2_000 }).toBe(true);
    const memory = memoryOf(gateway);
    start = performance.now();
    expect(await gateway.stop()).toBe(0);
    const stopMs = performance.now() - start;
    const counts = await centre.counts();
    const log = gateway.log();
    const rounded = [startMs, firstStopMs, stopMs, queued.longest, healthy.p99, healthy.longest, sent.p99, Math.max(...waits)];
    console.log(
      `start, stop, stop, longest /healthz while queueing, its p99 and longest, p99 of sends, longest wait of another customer: ${rounded.map(Math.round).join(', ')} ms; ` +
        `memory ${memory} MB; log ${log.length} octets; ${counts.submits} submits in ${Math.round(counts.ms)} ms, ${drops} drops, ${counts.throttled} throttled, ${counts.repeated} repeated`,
    );
    expect(startMs).toBeLessThan(START_MS);
    expect(Math.max(firstStopMs, stopMs)).toBeLessThan(STOP_MS);
    expect(Math.max(healthy.p99, sent.p99)).toBeLessThan(P99_MS);
    expect(waits.length).toBeGreaterThan(5);
    expect(Math.max(...waits)).toBeLessThan(1_500);
    expect(memory).toBeLessThan(MAX_MEMORY);
    expect(log.length).toBeLessThan(MAX_LOG_OCTETS);
    // Sent again is what was without an answer: a window at each drop, and what the service centre kept silent about.
    const silent = Math.ceil(counts.submits / SILENT_EVERY);
    expect(counts.repeated).toBeLessThanOrEqual(drops * WINDOW + silent);
    expect(await isAny(place, 'scheduled', 'unconfirmed', 'failed', 'expired', 'cancelled')).toBe(false);
    await expectCharged(place, all);
  },
  3 * 3_600_000,
);

/** Whether a message is in one of these states; a million would be too many to list. */
async function isAny(place: Place, ...states: readonly string[]): Promise<boolean> {
  for (const state of states) {
    const listed = (await admin(place, 'messages', '--state', state, '--limit', '1')) as unknown[];
    if (listed.length > 0) return true;
  }
  return false;
}

/** Whether all receipts are taken, and no message waits for one. */
async function isDone(place: Place, centre: CentreProcess): Promise<boolean> {
  return (await centre.counts()).waiting === 0 && !(await isAny(place, 'sent', 'queued'));
}

/** One trouble after the other, until no backlog is left. @returns how long another customer's messages took while all was well. */
async function trouble(centre: CentreProcess, other: Other): Promise<{ readonly drops: number; readonly waits: number[] }> {
  const waits: number[] = [];
  let drops = 0;
  for (let round = 0; ; round++) {
    const from = Date.now();
    await pause(SPELL_MS);
    const { numbers, arrived } = await centre.counts();
    // Of the last ones nothing can be said yet, and the link has to come back after a trouble.
    waits.push(...other.waits(arrived, [from + 1_500, Date.now() - 1_500]));
    if (numbers >= COUNT && round >= TROUBLES.length) return { drops, waits };
    const next = TROUBLES[round % TROUBLES.length] as CentreBehaviour;
    if (next.isDown === true) drops++;
    await centre.counts(next);
    await pause(SPELL_MS);
    await centre.counts(GOOD);
  }
}
