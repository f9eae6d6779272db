import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type GatewayLog,
  type GatewayOptions,
  kannelDelivery,
  type ReadinessReport,
  type SmppOptions,
  smppDelivery,
} from '../../src/gateway/index.js';
import { NO_LOG } from '../../src/gateway/log.js';
import { Readiness } from '../../src/gateway/readiness.js';
import { temp } from '../support/cleanup.js';
import { Centre } from './smpp-centre.js';
import { SMS, type TestGateway, TO, testGateway, WHO } from './support.js';

const ACCOUNT: SmppOptions = {
  host: '127.0.0.1',
  systemId: 'handset',
  password: 'secret',
  reconnectMs: 50,
  reconnectMaxMs: 50,
};
const PATIENT = { timeout: 10_000 };

async function ready({ operators }: Pick<TestGateway, 'operators'>) {
  const answer = await operators('/readyz');
  return { status: answer.status, ...((await answer.json()) as ReadinessReport) };
}

const healthy = async ({ fetch }: Pick<TestGateway, 'fetch'>) => (await fetch('/healthz')).status;

/** A gateway, and its log without requests. */
async function logged(options: Partial<GatewayOptions> = {}, place?: string) {
  const lines: string[] = [];
  const add = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`);
  const log: GatewayLog = { debug() {}, info() {}, warn: add('warn'), error: add('error') };
  return { ...(await testGateway({ log, ...options }, place)), lines };
}

/** Lets the answer of the store grow old. */
function passSecond(): void {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 1_001);
  onTestFinished(() => void vi.restoreAllMocks());
}

describe('a gateway that has all it needs', () => {
  it('is ready, and says so check by check', async () => {
    const test = await testGateway({}, temp('ready.db'));
    await test.gateway.listen({ port: 0 });
    expect(await ready(test)).toEqual({
      ...{ status: 200, ready: true },
      checks: ['store', 'disk', 'delivery'].map((name) => ({ name, ready: true })),
    });
  });

  it('says it to operators alone', async () => {
    const { fetch } = await testGateway();
    expect((await fetch('/readyz')).status).toBe(404);
  });
});

describe('a store that takes no writes', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

  it('makes the gateway neither healthy nor ready although it can be read, until it takes them again; two lines of the log', async () => {
    const test = await logged();
    await test.gateway.listen({ port: 0 });
    expect(await healthy(test)).toBe(200);
    const { probe } = test.store;
    test.store.probe = () => Promise.reject(full);
    passSecond();
    expect(await healthy(test)).toBe(503);
    expect(await ready(test)).toMatchObject({
      ...{ status: 503, ready: false },
      checks: [
        { name: 'store', ready: false, reason: 'SQLITE_FULL: database or disk is full' },
        { ready: true },
        { ready: true },
      ],
    });
    passSecond();
    expect(await healthy(test)).toBe(503);
    test.store.probe = probe;
    passSecond();
    expect([await healthy(test), (await ready(test)).status]).toEqual([200, 200]);
    expect(test.lines).toEqual(['error store not writable', 'warn store writable again']);
  });

  it('is asked once a second, however many ask', async () => {
    const test = await testGateway();
    await test.gateway.listen({ port: 0 });
    const probe = vi.spyOn(test.store, 'probe');
    passSecond();
    await Promise.all(Array.from({ length: 50 }, () => healthy(test)));
    await healthy(test);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('that does not answer at all does not keep who asks waiting for ever', async () => {
    const test = await testGateway();
    await test.gateway.listen({ port: 0 });
    test.store.probe = () => new Promise(() => undefined);
    passSecond();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = healthy(test);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toBe(503);
  });

  it('that does not answer is not asked again before it does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let probes = 0;
    let answer: () => void = () => undefined;
    const probe = () => {
      probes++;
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    const store = { probe, freeOctets: async () => undefined };
    const readiness = new Readiness({ store, log: NO_LOG, limits: { freeOctets: 0 }, away: () => undefined, links: () => [] });
    for (let asked = 0; asked < 3; asked++) {
      const fault = readiness.storeFault();
      await vi.advanceTimersByTimeAsync(6_000);
      expect(await fault).toBe('no answer within 5 s');
    }
    expect(probes).toBe(1);
    answer();
    await vi.advanceTimersByTimeAsync(6_000);
    const fault = readiness.storeFault();
    answer();
    expect([await fault, probes]).toEqual([undefined, 2]);
  });

  /** A readiness whose probe is `probe.run`, and its log. */
  function openReadiness() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const probe = { run: () => Promise.resolve(), count: 0 };
    const lines: string[] = [];
    const add = (_: object, message: string) => void lines.push(message);
    const log: GatewayLog = { debug: add, info: add, warn: add, error: add };
    const ask = () => {
      probe.count++;
      return probe.run();
    };
    const store = { probe: ask, freeOctets: async () => undefined };
    const readiness = new Readiness({ store, log, limits: { freeOctets: 0 }, away: () => undefined, links: () => [] });
    onTestFinished(() => readiness.close());
    return { readiness, probe, lines };
  }

  it('just after it took one is asked again soon, once however many faults there are', async () => {
    const { readiness, probe, lines } = openReadiness();
    expect(await readiness.storeFault()).toBe(undefined);
    await vi.advanceTimersByTimeAsync(400);
    probe.run = () => Promise.reject(full);
    for (let i = 0; i < 100; i++) readiness.suspect();
    expect(probe.count).toBe(1);
    await vi.advanceTimersByTimeAsync(700);
    expect([probe.count, lines]).toEqual([2, ['store not writable']]);
    probe.run = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(5_100);
    expect(lines).toEqual(['store not writable', 'store writable again']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe.count).toBe(3);
    readiness.suspect();
    expect(probe.count).toBe(4);
    readiness.suspect();
    readiness.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe.count).toBe(4);
  });

  it('and is back while a probe of it gets no answer is told of within ten seconds', async () => {
    const { readiness, probe, lines } = openReadiness();
    probe.run = () => new Promise((_, reject) => setTimeout(() => reject(full), 5_001));
    readiness.suspect();
    await vi.advanceTimersByTimeAsync(1);
    probe.run = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual(['store not writable', 'store writable again']);
  });

  it('is in the log after a single fault of a send, without anybody asking', async () => {
    const { store, ask, gateway, lines } = await logged();
    await gateway.listen({ port: 0 });
    Object.assign(store, { accept: () => Promise.reject(full), probe: () => Promise.reject(full) });
    expect(await ask(SMS, { ...WHO, ...TO, Message: 'Hello' })).toContain('98');
    await expect.poll(() => lines, PATIENT).toEqual(['error fault', 'error store not writable']);
  });

  it('keeps the gateway from starting', async () => {
    const test = await testGateway();
    const { gateway, store } = test;
    await gateway.listen({ port: 0 });
    const { createGateway } = await import('../../src/gateway/index.js');
    const probe = vi.spyOn(store, 'probe').mockRejectedValue(full);
    const second = createGateway({ store });
    await expect(second.listen({ port: 0 })).rejects.toThrow(
      'the store takes no writes: SQLITE_FULL: database or disk is full',
    );
    await second.close();
    probe.mockRestore();
  });
});

describe('a disk', () => {
  it('with less room than there is to be makes the gateway not ready, while it takes messages', async () => {
    const test = await testGateway({}, temp('room.db'));
    await test.gateway.listen({ port: 0 });
    expect((await ready(test)).status).toBe(200);
    test.gateway.reconfigure({ limits: { freeOctets: Number.MAX_SAFE_INTEGER } });
    const { status, checks } = await ready(test);
    const reason = expect.stringMatching(/^\d{6,} octets are free, less than 9007199254740991$/);
    expect([status, checks[1]]).toEqual([503, { name: 'disk', ready: false, reason }]);
    expect(await healthy(test)).toBe(200);
  });
});

describe('a link', () => {
  it('that is not bound makes the gateway not ready, and says why, while it takes messages; bound, it is', async () => {
    const centre = await Centre.start();
    const { port } = centre;
    await centre.close();
    const test = await testGateway({ delivery: smppDelivery({ ...ACCOUNT, port }) });
    await test.gateway.listen({ port: 0 });
    const link = `smpp 127.0.0.1:${port}`;
    const reason = expect.stringContaining('ECONNREFUSED');
    await expect
      .poll(() => ready(test), PATIENT)
      .toMatchObject({
        ...{ status: 503, ready: false },
        checks: [
          { name: 'store' },
          { name: 'disk' },
          { name: 'delivery', ready: false, reason },
          { name: link, ready: false, reason },
        ],
      });
    expect(await healthy(test)).toBe(200);
    const back = await Centre.start(port);
    onTestFinished(() => back.close());
    await expect
      .poll(() => ready(test), PATIENT)
      .toMatchObject({ status: 200, checks: [{}, {}, {}, { name: link, ready: true }] });
  });

  it('is named without its password', async () => {
    const delivery = kannelDelivery({
      url: 'http://kannel.example.net:13013/cgi-bin/sendsms?x=1',
      username: 'tester',
      password: 'secret',
    });
    const test = await testGateway({ delivery });
    await test.gateway.listen({ port: 0 });
    expect((await ready(test)).checks.at(-1)).toEqual({ name: 'kannel kannel.example.net:13013', ready: true });
  });
});
