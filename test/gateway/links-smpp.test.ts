/**
 * Two service centres that fail by turns: one throttles, says nothing and cuts, or cannot be reached while the other works. Nothing is lost and
 * nothing comes twice: a message counts as taken when its service centre has said so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, type TestContext } from 'vitest';
import { createGateway, openDelivery, readProvisioning, Store } from '../../src/gateway/index.js';
import { expectLedgersAddUp } from '../support/gateway-store.js';
import { Centre, type Frame } from './smpp-centre.js';
import { SMS } from './support.js';

const ACCOUNT = { username: 'Shop.1', pin: '012345', credit: '9000.0000', replyTo: ['MyShop'] };
const ESME_RTHROTTLED = 0x58;
const ESME_RMSGQFUL = 0x14;
const FIRST = 447_700_100_000;

/** A service centre, and the parts that it has taken. */
class Failing {
  readonly taken: string[] = [];
  /** What it does with what it gets; `work` takes it. */
  mode: 'work' | 'silent' | number = 'work';
  centre!: Centre;

  static async start(): Promise<Failing> {
    const failing = new Failing();
    failing.centre = await Centre.start();
    failing.centre.reply = (request) => failing.#reply(request);
    return failing;
  }

  get settings() {
    return {
      ...{ kind: 'smpp', host: '127.0.0.1', port: this.centre.port, systemId: 'a', password: 'b', window: 20, rate: 400 },
      ...{ reconnectMs: 20, reconnectMaxMs: 50, throttleMs: 20, throttleMaxMs: 50, timeoutMs: 2_000 },
    };
  }

  #reply(request: Frame) {
    if (request.command !== 'submit_sm') return {};
    if (this.mode === 'silent') return 'silence';
    if (this.mode !== 'work') return { status: this.mode };
    const part = (request.short_message as { udh?: Buffer[] }).udh?.map((element) => element.toString('hex')).join() ?? '';
    this.taken.push(`${request.destination_addr} ${part}`);
    return {};
  }

  /** Says nothing to what it gets from now on, so that no answer is on its way when the connection is cut. */
  async cut(): Promise<void> {
    this.mode = 'silent';
    await pause(60);
    this.centre.cut();
    this.mode = 'work';
  }
}

async function send(url: string, first: number, count: number, text: string): Promise<void> {
  const to = Array.from({ length: count }, (_, index) => first + index);
  const fields = { Username: ACCOUNT.username, PIN: ACCOUNT.pin, SendTo: to.join(), Message: text };
  const answer = await fetch(url + SMS, { method: 'POST', body: new URLSearchParams(fields) });
  expect(await answer.text()).toMatch(/Message Sent OK/);
}

it('carries every message once over the one that works', async ({ onTestFinished }: TestContext) => {
  const [a, b] = [await Failing.start(), await Failing.start()];
  const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1, random: () => 0 });
  await store.provision(readProvisioning(JSON.stringify({ accounts: [ACCOUNT] })));
  const routes = [{ prefix: '4477001', to: ['a', 'b'] }, { to: ['b', 'a'] }];
  const delivery = openDelivery({ kind: 'links', links: { a: a.settings, b: b.settings }, routes });
  const gateway = createGateway({ store, delivery });
  onTestFinished(async () => {
    await gateway.close();
    for (const { centre } of [a, b]) await centre.close();
    await store.close();
  });
  const { url } = await gateway.listen({ port: 0 });
  const long = 'Text that takes two parts. '.repeat(7);
  let sent = 0;
  for (const [round, failing] of [a, b, a, b, a, b, a, b].entries()) {
    await send(url, FIRST + sent, 40, 'Hello');
    await send(url, FIRST + sent + 40, 10, long);
    await send(url, FIRST + sent + 100_000, 50, 'Hello');
    sent += 50;
    await pause(100);
    if (round < 4) failing.mode = round < 2 ? ESME_RTHROTTLED : ESME_RMSGQFUL;
    else await failing.cut();
    await pause(250);
    failing.mode = 'work';
  }
  const count = async () => {
    let count = 0;
    for await (const { state } of store.messages()) if (state === 'sent') count++;
    return count;
  };
  await expect.poll(count, { timeout: 30_000, interval: 200 }).toBe(2 * sent);
  const taken = [...a.taken, ...b.taken];
  expect(taken).toHaveLength(2 * sent + (sent / 50) * 10);
  expect(new Set(taken).size).toBe(taken.length);
  // Both have worked, and each message says which of them has taken it.
  const byLink: Record<string, Set<string>> = { a: new Set(), b: new Set() };
  for await (const { recipient, link = '' } of store.messages()) byLink[link]?.add(recipient);
  for (const [name, { taken }] of Object.entries({ a, b })) {
    expect(taken.length).toBeGreaterThan(50);
    expect(new Set(taken.map((part) => part.split(' ')[0]))).toEqual(byLink[name]);
  }
  await expectLedgersAddUp(store);
}, 60_000);
