/**
 * A gateway with thousands of messages and a service centre that is away, mute, busy or comes and goes: everything else goes on, nothing is lost
 * and nothing is charged twice, and the log stays small.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext, vi } from 'vitest';
import {
  createGateway,
  type Delivery,
  kannelDelivery,
  readProvisioning,
  type SmppOptions,
  Store,
  smppDelivery,
} from '../../src/gateway/index.js';
import { expectLedgersAddUp } from '../support/gateway-store.js';
import { Centre, type Frame } from './smpp-centre.js';
import { SMS } from './support.js';

const ESME_RTHROTTLED = 0x58;
const ACCOUNT = { username: 'Shop.1', pin: '012345', credit: '9000.0000', replyTo: ['MyShop'] };
const FIRST = 447_700_100_000;

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const nobody = await Centre.start();
  await nobody.close();
  return nobody.port;
}

/** A gateway on a port, with a store in a file, until the test has ended. */
async function gatewayWith({ expect, onTestFinished }: TestContext, delivery: Delivery) {
  const folder = mkdtempSync(join(tmpdir(), 'handset-backlog-'));
  const store = await Store.open({ sqlite: join(folder, 'store.db') }, { pinCost: 1 });
  await store.provision(readProvisioning(JSON.stringify({ accounts: [ACCOUNT, { ...ACCOUNT, username: 'Shop.2' }] })));
  const claims = vi.spyOn(store, 'claim');
  const lines: string[] = [];
  const add = (level: string) => (_: object, message: string) => {
    if (message !== 'request') lines.push(`${level} ${message}`);
  };
  const log = { debug: add('debug'), info: add('info'), warn: add('warn'), error: add('error') };
  const gateway = createGateway({ store, delivery, log });
  const { url } = await gateway.listen({ port: 0 });
  onTestFinished(async () => {
    await gateway.close();
    await expectLedgersAddUp(store);
    await store.close();
    rmSync(folder, { recursive: true });
  });
  async function count(state: string): Promise<number> {
    let count = 0;
    for await (const message of store.messages()) if (message.state === state) count++;
    return count;
  }
  return {
    ...{ gateway, store, claims, lines },
    async send(count: number, username = ACCOUNT.username, first = FIRST): Promise<void> {
      for (let sent = 0; sent < count; sent += 500) {
        const to = Array.from({ length: Math.min(500, count - sent) }, (_, index) => first + sent + index);
        const fields = { Username: username, PIN: ACCOUNT.pin, SendTo: to.join(), Message: 'Hello' };
        const answer = await fetch(url + SMS, { method: 'POST', body: new URLSearchParams(fields) });
        expect(await answer.text()).toMatch(/Message Sent OK/);
      }
    },
    async expectHealthy(): Promise<void> {
      expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok');
    },
    count,
    async expectSent(all: number): Promise<void> {
      await expect.poll(() => count('sent'), { timeout: 60_000, interval: 250 }).toBe(all);
    },
  };
}

/** The same with a service centre that is not there yet. */
async function awayGateway(test: TestContext, options: Partial<SmppOptions> = {}) {
  const port = await freePort();
  const delivery = smppDelivery({
    ...{ host: '127.0.0.1', port, systemId: 'a', password: 'b', reconnectMs: 20, reconnectMaxMs: 100, ...options },
  });
  const gateway = await gatewayWith(test, delivery);
  return {
    ...gateway,
    /** The service centre comes, and answers as it is told. */
    async arrive(reply?: Centre['reply']): Promise<Centre> {
      const centre = await Centre.start(port);
      if (reply !== undefined) centre.reply = reply;
      // Before the gateway is closed: whoever waits for an answer gets none any more.
      test.onTestFinished(() => centre.close());
      return centre;
    },
  };
}

const isSubmit = ({ command }: Frame) => command === 'submit_sm';
const submitsOf = (centre: Centre) =>
  centre.requests.all.filter(isSubmit).map(({ destination_addr }) => Number(destination_addr));
const all = (count: number) => Array.from({ length: count }, (_, index) => FIRST + index);
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

// Most of the time of each is pauses.
describe.concurrent('a gateway with a backlog', () => {
  it('waits for a service centre that is away: nothing is claimed, the rest goes on, and then all leave, each once', async (test) => {
    const { expect } = test;
    const gateway = await awayGateway(test);
    await gateway.send(3_000);
    for (let round = 0; round < 30; round++) {
      await gateway.expectHealthy();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(gateway.claims).not.toHaveBeenCalled();
    expect(gateway.lines).toEqual(['warn delivery unavailable']);
    expect((await gateway.store.queue()).due).toBe(3_000);
    const centre = await gateway.arrive();
    await gateway.expectSent(3_000);
    expect(sorted(submitsOf(centre))).toEqual(all(3_000));
    await gateway.gateway.close();
    expect(gateway.lines).toEqual(['warn delivery unavailable', 'warn delivery available']);
  });

  it('of one customer holds up nobody else: another one has his message out at once', async (test) => {
    const { expect } = test;
    const gateway = await awayGateway(test, { window: 1 });
    await gateway.send(1_000);
    // A hundred a second: ten seconds for all of them.
    const centre = await gateway.arrive((frame, session) => {
      if (!isSubmit(frame)) return {};
      setTimeout(() => centre.answer(frame, session), 10);
      return 'silence';
    });
    await centre.requested('submit_sm', 50);
    await gateway.send(1, 'Shop.2', 447_700_200_000);
    const before = submitsOf(centre).length;
    await centre.requests.first(({ destination_addr }) => destination_addr === '447700200000');
    // What leaves in a second.
    expect(submitsOf(centre).length - before).toBeLessThan(100);
  });

  it('closes at once while the service centre is away', async (test) => {
    const { expect } = test;
    const gateway = await awayGateway(test);
    await gateway.send(3_000);
    await gateway.gateway.close();
    expect(gateway.claims).not.toHaveBeenCalled();
    expect(await gateway.count('queued')).toBe(3_000);
  });

  it('passes by parts without an answer: the others leave meanwhile', async (test) => {
    const { expect } = test;
    // The answers that never come are waited for until the test has ended.
    const gateway = await awayGateway(test, { timeoutMs: 25_000 });
    let submits = 0;
    await gateway.arrive((frame) => (isSubmit(frame) && ++submits % 300 === 0 ? 'silence' : {}));
    await gateway.send(1_500);
    await gateway.expectSent(1_495);
    expect(await gateway.count('queued')).toBe(5);
  });

  it('stops at a service centre that takes the bind and answers nothing, and goes on when it answers', async (test) => {
    const { expect } = test;
    const gateway = await awayGateway(test, { timeoutMs: 300, throttleMs: 500, window: 5 });
    const centre = await gateway.arrive(({ command }) => (command === 'submit_sm' ? 'silence' : {}));
    await gateway.send(500);
    await centre.requested('submit_sm', 10);
    await gateway.expectHealthy();
    // Two windows, and one more at most since.
    expect(submitsOf(centre).length).toBeLessThanOrEqual(15);
    centre.reply = () => ({});
    await gateway.expectSent(500);
    expect([...new Set(sorted(submitsOf(centre)))]).toEqual(all(500));
    expect(submitsOf(centre).length).toBeLessThanOrEqual(500 + 20);
    await gateway.gateway.close();
    expect(gateway.lines.length).toBeLessThan(8);
  });

  it('sends a window in each pause to a service centre that throttles everything', async (test) => {
    const { expect } = test;
    const gateway = await awayGateway(test, { throttleMs: 40, throttleMaxMs: 80, window: 5 });
    const centre = await gateway.arrive(({ command }) => ({ status: command === 'submit_sm' ? ESME_RTHROTTLED : 0 }));
    await gateway.send(500);
    const tried = await centre.requested('submit_sm', 40);
    await gateway.expectHealthy();
    // Each its own pause: others come first.
    expect(new Set(tried.map(({ destination_addr }) => destination_addr)).size).toBe(tried.length);
    centre.reply = () => ({});
    await gateway.expectSent(500);
    await gateway.gateway.close();
    expect(gateway.lines.length).toBeLessThan(8);
  });

  it('loses nothing to a service centre that drops the connection again and again', async (test) => {
    const { expect } = test;
    const gateway = await awayGateway(test, { throttleMs: 20 });
    let submits = 0;
    const centre = await gateway.arrive((frame, session) => {
      if (isSubmit(frame) && ++submits % 100 === 0) session.destroy();
      return {};
    });
    await gateway.send(1_000);
    await gateway.expectSent(1_000);
    expect([...new Set(sorted(submitsOf(centre)))]).toEqual(all(1_000));
    // Sent twice is at most what was under way when a connection was lost.
    const drops = centre.sessions.all.length - 1;
    expect(drops).toBeGreaterThan(5);
    expect(submitsOf(centre).length).toBeLessThanOrEqual(1_000 + 10 * drops);
    await gateway.gateway.close();
    expect(gateway.lines.length).toBeLessThan(10);
  });

  it('waits for a Kannel that is away, and asks again now and then', async (test) => {
    const { expect } = test;
    const port = await freePort();
    const gateway = await gatewayWith(
      test,
      kannelDelivery({ url: `http://127.0.0.1:${port}/cgi-bin/sendsms`, username: 'a', password: 'b', window: 10 }),
    );
    await gateway.send(500);
    await expect.poll(() => gateway.lines, { timeout: 10_000 }).toEqual(['warn delivery unavailable']);
    await gateway.expectHealthy();
    const numbers: number[] = [];
    const kannel = createServer((request, response) => {
      numbers.push(Number(new URL(request.url ?? '', 'http://kannel').searchParams.get('to')?.replace('+', '')));
      response.writeHead(202).end('0: Accepted for delivery');
    });
    await new Promise<void>((resolve) => kannel.listen(port, '127.0.0.1', resolve));
    test.onTestFinished(() => void kannel.close());
    await gateway.expectSent(500);
    expect(sorted(numbers)).toEqual(all(500));
    await gateway.gateway.close();
    expect(gateway.lines).toEqual(['warn delivery unavailable', 'warn delivery available']);
  });
});
