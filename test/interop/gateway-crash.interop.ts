/**
 * Served gateways are killed under load. Every answer that a client has is then held against the listings, the ledgers and the inboxes: nothing that was
 * accepted is lost, nothing is charged or delivered twice, and a request without an answer was carried out in whole or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, listen, until } from './drivers/daemons.js';
import {
  admin,
  endGateways,
  inboxOf,
  Load,
  type Place,
  type Sent,
  type ServedGateway,
  serveGateway,
} from './drivers/gateway.js';
import { startPostgres } from './drivers/postgres.js';
import { startCentre } from './drivers/smpp-centre.js';

const PRICE = 450;
/** A rich account, a child that spends its credit, and one whose credit ends under way. */
const ACCOUNTS = {
  serviceDomain: 'gw.example.net',
  accounts: [
    { username: 'Rich.1', pin: '0001', credit: '9000.0000' },
    { username: 'Child.2', pin: '0002', parent: 'Rich.1', type: 'SHARED' },
    { username: 'Poor.3', pin: '0003', credit: '4.5000' },
  ],
};
const LOADERS = {
  accounts: ACCOUNTS.accounts,
  numbers: Array.from({ length: 40 }, (_, i) => String(447700900100 + i)),
  connections: 12,
};
const QUEUED = -2;
const NO_CREDIT = 15;

const folder = mkdtempSync(join(tmpdir(), 'handset-killed-'));
afterAll(async () => {
  await endGateways();
  rmSync(folder, { recursive: true });
});

/** Waits until so many requests are answered: what a machine does in a second is its own affair. */
const answered = (load: Load, count: number) => until(() => load.sent.length >= count, `${count} answers`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long what a dead gateway was to post is nobody else's; of messages on their way it is half of that. */
const CALLBACK_LEASE_MS = 120_000;

/** A clock by which every lease has ended: what was in the hands of those that died is nobody's then. */
const afterLeases = () => new Date(Date.now() + CALLBACK_LEASE_MS + 1_000).toISOString();

interface Listed {
  readonly messageIdentifier: string;
  readonly username: string;
  readonly recipient: string;
  readonly state: string;
  readonly units: number;
}

interface Entry {
  readonly kind: string;
  readonly amount: string;
  readonly messageIdentifier?: string;
  readonly recipient?: string;
}

/** In units of 1/10,000. */
const moneyOf = (text: string) => Math.round(Number(text) * 10_000);

/** Waits until everything is delivered: what was in the hands of a process that died comes up again within a minute. */
async function listedWhenDelivered(place: Place): Promise<Listed[]> {
  for (const deadline = Date.now() + 100_000; ; ) {
    const listed = (await admin(place, 'messages')) as Listed[];
    const waiting = listed.filter(({ state }) => state !== 'delivered');
    if (waiting.length === 0) return listed;
    if (Date.now() > deadline) throw new Error(`${waiting.length} of ${listed.length} messages are not delivered`);
    await pause(2_000);
  }
}

/** Holds what clients know against what the gateway has. @returns how much there was to check. */
async function expectKept(place: Place, gateway: ServedGateway, sent: readonly Sent[]) {
  const listed = await listedWhenDelivered(place);
  const byIdentifier = new Map(listed.map((message) => [message.messageIdentifier, message]));
  expect(byIdentifier.size, 'identifiers are unique').toBe(listed.length);

  // Each listed message is in the inbox of its recipient, once, and nothing else is.
  const textOf = new Map<string, string>();
  for (const number of LOADERS.numbers) {
    const { messages, discarded, incomplete, unread } = await inboxOf(gateway, number);
    expect([discarded, incomplete, unread], number).toEqual([undefined, undefined, undefined]);
    for (const { messageIdentifier, content } of messages) {
      expect(textOf.has(messageIdentifier), `${messageIdentifier} is shown once`).toBe(false);
      textOf.set(messageIdentifier, (content as { text: string }).text);
      expect(byIdentifier.get(messageIdentifier)?.recipient).toBe(number);
    }
  }
  expect(
    [...byIdentifier.keys()].filter((identifier) => !textOf.has(identifier)),
    'listed and not delivered',
  ).toEqual([]);

  // Each request is there as it was answered; without an answer in whole or not at all.
  const byText = new Map<string, Listed[]>();
  for (const message of listed) {
    const text = textOf.get(message.messageIdentifier) as string;
    byText.set(text, [...(byText.get(text) ?? []), message]);
  }
  let [accepted, refused, unknown] = [0, 0, 0];
  const wrong: object[] = [];
  for (const { text, username, recipients, answer } of sent) {
    const found = byText.get(text) ?? [];
    byText.delete(text);
    const isOwn = found.every((message) => message.username === username && message.units === 1);
    if (answer === undefined) {
      unknown++;
      const isWhole = found.length === recipients.length || (username === 'Poor.3' && found.length <= recipients.length);
      if (!isOwn || (found.length > 0 && !isWhole)) wrong.push({ text, recipients, found });
      continue;
    }
    const promised = answer.identifiers.filter((_, index) => answer.reports[index] === QUEUED);
    accepted += promised.length;
    refused += answer.reports.filter((report) => report === NO_CREDIT).length;
    const isAnswered = answer.reports.every((report) => report === QUEUED || report === NO_CREDIT);
    const identifiers = found.map(({ messageIdentifier }) => messageIdentifier);
    const isSame = [...identifiers].sort().join() === [...promised].sort().join();
    if (!isOwn || !isAnswered || !isSame) wrong.push({ text, recipients, answer, found });
  }
  expect(wrong, 'requests').toEqual([]);
  expect([...byText.keys()], 'messages that nobody sent').toEqual([]);

  await expectLedgers(place, listed);
  return { accepted, refused, unknown };
}

/** Every message is charged once, to the account that pays, and each ledger adds up to its credit. */
async function expectLedgers(place: Place, listed: readonly Listed[]): Promise<void> {
  const accounts = (await admin(place, 'accounts')) as { username: string; credit: string }[];
  const charged: string[] = [];
  for (const { username, credit } of accounts) {
    const ledger = (await admin(place, 'ledger', username)) as Entry[];
    expect(
      ledger.reduce((sum, { amount }) => sum + moneyOf(amount), 0),
      `ledger of ${username}`,
    ).toBe(moneyOf(credit));
    expect(moneyOf(credit), username).toBeGreaterThanOrEqual(0);
    for (const { kind, amount, messageIdentifier = '', recipient } of ledger) {
      if (kind === 'opening') continue;
      expect([kind, moneyOf(amount)]).toEqual(['charge', -PRICE]);
      charged.push(`${messageIdentifier} ${recipient} ${username}`);
    }
  }
  const payer = (username: string) => (username === 'Child.2' ? 'Rich.1' : username);
  const due = listed.map(
    ({ messageIdentifier, recipient, username }) => `${messageIdentifier} ${recipient} ${payer(username)}`,
  );
  expect(charged.sort()).toEqual(due.sort());
}

describe('one gateway on a SQLite file', () => {
  it('is killed at any moment, four times over', async () => {
    const place = { sqlite: join(folder, 'store.db') };
    const sent: Sent[] = [];
    for (let round = 0; round < 4; round++) {
      const gateway = await serveGateway(folder, place, ACCOUNTS);
      const load = new Load(gateway, LOADERS, `round${round}`);
      await answered(load, 50 + Math.random() * 200);
      // An operator who looks in at that moment does not disturb.
      if (round === 3) expect(await admin(place, 'accounts')).toHaveLength(3);
      await gateway.kill();
      await load.stop();
      sent.push(...load.sent);
    }
    const gateway = await serveGateway(folder, place, { ...ACCOUNTS, clock: afterLeases() });
    const { accepted, refused, unknown } = await expectKept(place, gateway, sent);
    console.log(`SQLite: ${accepted} recipients accepted, ${refused} refused, ${unknown} requests without an answer`);
    expect(accepted).toBeGreaterThan(200);
    expect(unknown).toBeGreaterThan(4);
    expect(await gateway.stop()).toBe(0);
  });

  it('is told to stop under load: every request that it took is answered', async () => {
    const place = { sqlite: join(folder, 'stopped.db') };
    const gateway = await serveGateway(folder, place, ACCOUNTS);
    const load = new Load(gateway, LOADERS, 'stopped');
    await answered(load, 100);
    expect(await gateway.stop()).toBe(0);
    await load.stop();
    // What came after the end of a connection was not taken: nothing of it is there.
    const next = await serveGateway(folder, place, { ...ACCOUNTS, clock: afterLeases() });
    const { accepted } = await expectKept(place, next, load.sent);
    expect(accepted).toBeGreaterThan(50);
    const texts = new Set<unknown>();
    for (const number of LOADERS.numbers) {
      for (const { content } of (await inboxOf(next, number)).messages) texts.add((content as { text: string }).text);
    }
    expect(load.sent.filter(({ text, answer }) => answer === undefined && texts.has(text))).toEqual([]);
    await next.stop();
  });
});

describe('two gateways on one PostgreSQL database', () => {
  it('G-GEN-14: one is killed, the other one takes over what it had', async () => {
    // Not below `folder`: the server's user has to get there.
    const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
    const server = await startPostgres(data);
    try {
      const place = { postgres: await server.newDatabase() };
      const [first, second] = await Promise.all([
        serveGateway(mkdtempSync(join(folder, 'a-')), place, ACCOUNTS),
        serveGateway(mkdtempSync(join(folder, 'b-')), place, ACCOUNTS),
      ]);
      const loads = [new Load(first, LOADERS, 'first'), new Load(second, LOADERS, 'second')] as const;
      await Promise.all(loads.map((load) => answered(load, 100)));
      await first.kill();
      await loads[0].stop();
      await answered(loads[1], loads[1].sent.length + 50);
      await loads[1].stop();
      expect(loads[1].sent.filter(({ answer }) => answer === undefined)).toEqual([]);
      const sent = loads.flatMap((load) => load.sent);
      const { accepted, refused, unknown } = await expectKept(place, second, sent);
      console.log(`PostgreSQL: ${accepted} recipients accepted, ${refused} refused, ${unknown} requests without an answer`);
      expect(accepted).toBeGreaterThan(150);
      expect(unknown).toBeGreaterThan(0);

      // Without its database a gateway has an answer, and an end.
      const body = 'Username=Rich.1&PIN=0001&SendTo=447700900100&Message=x&ResponseFormat=1';
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const send = () => fetch(`${second.url}/webservices/http/sendsms`, { method: 'POST', headers, body });
      expect(await (await fetch(`${second.url}/healthz`)).text()).toBe('ok');
      await server.stop();
      expect(await (await send()).text()).toMatch(/^MessageIdentifier=-1&Report=98&/);
      expect((await fetch(`${second.url}/healthz`)).status).toBe(503);
      expect(await second.stop()).toBe(0);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true });
    }
  });
});

/** The other side of a delivery, as settings name it. */
interface OtherSide {
  readonly delivery: object;
  /** Where the gateway is now, for those who bring receipts there. */
  gatewayAt(url: string): void;
  stop(): Promise<unknown>;
}

const SIDES: Readonly<Record<'SMPP' | 'Kannel', () => Promise<OtherSide>>> = {
  async SMPP() {
    const port = await freePort();
    const centre = await startCentre(port, { hasReceipts: true, delayMs: 5 });
    const delivery = { kind: 'smpp', host: '127.0.0.1', port, systemId: 'a', password: 'b', reconnectMs: 100 };
    return { delivery, gatewayAt: () => undefined, stop: () => centre.stop() };
  },
  /** Takes everything and says that it was delivered, until the gateway has taken that. */
  async Kannel() {
    let url = '';
    let isStopped = false;
    const bring = async (search: string) => {
      while (!isStopped) {
        const answer = await fetch(`${url}/kannel/dlr${search}`).catch(() => undefined);
        if (answer?.status === 200) return;
        await pause(100);
      }
    };
    const server = createServer((request, response) => {
      const asked = new URL(request.url ?? '', 'http://kannel').searchParams.get('dlr-url') ?? '';
      response.writeHead(202).end('0: Accepted for delivery');
      setTimeout(() => void bring(new URL(asked.replace('%d', '1')).search), 5);
    });
    const at = `http://127.0.0.1:${await listen(server)}`;
    return {
      delivery: { kind: 'kannel', url: `${at}/cgi-bin/sendsms`, username: 'a', password: 'b', dlrUrl: `${at}/dlr` },
      gatewayAt: (given) => {
        url = given;
      },
      stop: async () => {
        isStopped = true;
        server.close();
        server.closeAllConnections();
      },
    };
  },
};

/** A customer's server. Keeps the identifiers of the receipts that came, by the life of the gateway that they came in. */
async function customer() {
  const lives: string[][] = [[]];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    lives.at(-1)?.push(new URLSearchParams(body).get('MessageIdentifier') ?? '');
    response.writeHead(200).end();
  });
  const port = await listen(server);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { lives, url: `http://127.0.0.1:${port}/receipts`, stop };
}

/** Kills gateways while messages leave and receipts come in: all arrive, each is charged once, and each receipt is posted. */
async function expectReceipts(place: Place, side: OtherSide): Promise<void> {
  const own = mkdtempSync(join(folder, 'receipts-'));
  const { lives, url, stop } = await customer();
  const account = { username: 'Hook.1', pin: '0004', credit: '9000.0000', callback: { url } };
  const provisioning = { serviceDomain: 'gw.example.net', accounts: [account], delivery: side.delivery };
  try {
    const sent: Sent[] = [];
    for (let round = 0; round < 3; round++) {
      const gateway = await serveGateway(own, place, provisioning);
      side.gatewayAt(gateway.url);
      const load = new Load(gateway, { ...LOADERS, accounts: [account] }, `life${round}`);
      await until(() => (lives.at(-1)?.length ?? 0) > 20 + Math.random() * 60, 'receipts');
      await gateway.kill();
      await load.stop();
      sent.push(...load.sent);
      lives.push([]);
    }
    const gateway = await serveGateway(own, place, { ...provisioning, clock: afterLeases() });
    side.gatewayAt(gateway.url);
    const listed = await listedWhenDelivered(place);
    const identifiers = listed.map(({ messageIdentifier }) => messageIdentifier);
    const promised = sent.flatMap(({ answer }) => answer?.identifiers ?? []);
    expect(promised.length).toBeGreaterThan(100);
    expect(identifiers).toEqual(expect.arrayContaining(promised));
    await expectLedgers(place, listed);
    await until(() => new Set(lives.flat()).size === listed.length, 'the receipts of all messages');
    // Nothing is on its way any more: the gateway waits for its posts.
    expect(await gateway.stop()).toBe(0);
    expect([...new Set(lives.flat())].sort()).toEqual([...identifiers].sort());
    for (const [index, life] of lives.entries()) {
      expect(new Set(life).size, 'none is posted twice by one gateway').toBe(life.length);
      const later = new Set(lives.slice(index + 1).flat());
      const again = life.filter((identifier) => later.has(identifier));
      expect(again.length, 'posted again is what was on its way').toBeLessThanOrEqual(POSTS_AT_ONCE);
    }
  } finally {
    stop();
  }
}

/** Posts to one customer that may be on their way at one time. */
const POSTS_AT_ONCE = 4;

describe.concurrent.each(['SMPP', 'Kannel'] as const)(
  'gateways that deliver over %s and are killed, three times over',
  (kind) => {
    it('lose no message and no receipt on SQLite', async () => {
      const side = await SIDES[kind]();
      try {
        await expectReceipts({ sqlite: join(folder, `${kind}.db`) }, side);
      } finally {
        await side.stop();
      }
    }, 400_000);

    it('lose no message and no receipt on PostgreSQL', async () => {
      const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
      const server = await startPostgres(data);
      const side = await SIDES[kind]();
      try {
        await expectReceipts({ postgres: await server.newDatabase() }, side);
      } finally {
        await side.stop();
        await server.stop();
        rmSync(data, { recursive: true });
      }
    }, 400_000);
  },
);
