/**
 * A gateway with two links, node-smpp's server and Kannel, that fail by turns: throttled, full, not there, cut with requests on their way. Every message
 * is taken once by one of them, its receipts arrive, and the ledger is equal.
 *
 * LINKS_MINUTES says how long they fail; a minute by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import smpp, { type PDU, type Session } from 'smpp';
import { expect, it } from 'vitest';
import { createGateway, type IncomingMessage, openDelivery, readProvisioning, Store } from '../../src/gateway/index.js';
import { Centre, type Frame } from '../gateway/smpp-centre.js';
import { expectLedgersAddUp } from '../support/gateway-store.js';
import { freePort } from './drivers/daemons.js';
import { startBoxes } from './drivers/kannel.js';

const MINUTES = Number(process.env.LINKS_MINUTES ?? 1);
const ACCOUNT = { username: 'Shop.1', pin: '012345', credit: '9000000.0000', replyTo: ['447700900001', 'MyShop'] };
const KEY = 'a-key-of-both-sides';
const FIRST = 447_700_000_000;
const ESME_RTHROTTLED = 0x58;
const ESME_RMSGQFUL = 0x14;
/** How long a link is as it is. */
const SPELL_MS = 2_000;

/** Recipient and header of a part: no two parts of a test have the same. */
function partOf(pdu: Frame): string {
  const { udh = [] } = pdu.short_message as { udh?: Buffer[] };
  return `${pdu.destination_addr} ${Buffer.concat(udh).toString('hex')}`;
}

function receiptOf(id: string, submit: Frame): PDU {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2603040506 done date:2603040507 stat:DELIVRD err:000 text:`;
  return new smpp.PDU('deliver_sm', {
    ...{ source_addr_ton: 1, source_addr_npi: 1, source_addr: submit.destination_addr },
    ...{ destination_addr: submit.source_addr, esm_class: 4, short_message: text },
  });
}

/** A server of the package smpp, whose ids are hex in answers and decimal in receipts. */
class NodeSmpp {
  readonly taken: string[] = [];
  /** A status in place of success, or no answer at all. */
  mode: 'work' | 'silent' | number = 'work';
  isThere = true;
  port = 0;
  readonly #sessions = new Set<Session>();
  /** Receipts that nobody has answered, by sequence number; they come again on the next connection. */
  readonly #unanswered = new Map<number, PDU>();
  readonly #server: NetServer;
  #ids = 0xf000;

  constructor() {
    this.#server = smpp.createServer((session) => this.#serve(session));
  }

  async start(): Promise<void> {
    this.port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
  }

  /** Says nothing to what comes, waits until no answer is on its way, cuts, and takes no connection for a while. */
  async leave(ms: number): Promise<void> {
    this.mode = 'silent';
    // A receipt follows each answer: when it was taken, so was that.
    do await pause(100);
    while (this.#unanswered.size > 0 && this.#sessions.size > 0);
    this.isThere = false;
    for (const session of this.#sessions) session.destroy();
    this.mode = 'work';
    await pause(ms);
    this.isThere = true;
  }

  /** A message of a handset, once a session is there to take it. */
  async incoming(text: string): Promise<void> {
    while (this.#sessions.size === 0) await pause(100);
    const fields = { source_addr: '447700900123', destination_addr: '447700900001', short_message: text };
    for (const session of this.#sessions) session.send(new smpp.PDU('deliver_sm', { source_addr_ton: 1, ...fields }));
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(session: Session): void {
    session.on('error', () => session.destroy());
    if (!this.isThere) {
      session.destroy();
      return;
    }
    session.on('close', () => this.#sessions.delete(session));
    session.on('bind_transceiver', (pdu: Frame) => {
      this.#sessions.add(session);
      session.send(pdu.response());
      const again = [...this.#unanswered.values()];
      this.#unanswered.clear();
      for (const receipt of again) this.#report(session, receipt);
    });
    session.on('deliver_sm_resp', (pdu: Frame) => this.#unanswered.delete(pdu.sequence_number));
    for (const command of ['enquire_link', 'unbind']) session.on(command, (pdu: Frame) => session.send(pdu.response()));
    session.on('submit_sm', (pdu: Frame) => this.#submit(session, pdu));
  }

  #submit(session: Session, pdu: Frame): void {
    if (this.mode === 'silent') return;
    if (this.mode !== 'work') {
      session.send(pdu.response({ command_status: this.mode }));
      return;
    }
    const id = ++this.#ids;
    this.taken.push(partOf(pdu));
    session.send(pdu.response({ message_id: id.toString(16) }));
    this.#report(session, receiptOf(String(id), pdu));
  }

  #report(session: Session, receipt: PDU): void {
    session.send(receipt);
    this.#unanswered.set(receipt.sequence_number, receipt);
  }
}

/** Before Kannel's smsbox: refuses without asking it, or is not there; what it has let through is answered. */
class Gate {
  mode: 'open' | number = 'open';
  #target = '';
  #server: Server | undefined;
  port = 0;

  async start(target: string): Promise<void> {
    this.#target = new URL(target).origin;
    this.port = await freePort();
    await this.open();
  }

  async open(): Promise<void> {
    const server = createServer(async (request, response) => {
      // Connections that stay would be served after the server is shut.
      response.setHeader('Connection', 'close');
      if (this.mode !== 'open') {
        response.writeHead(this.mode).end('Temporal failure, try again later.');
        return;
      }
      const answer = await fetch(`${this.#target}${request.url}`);
      response.writeHead(answer.status).end(await answer.text());
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  /** Takes no connection, and ends when those that there are have their answers. */
  async shut(): Promise<void> {
    const server = this.#server;
    await new Promise<void>((resolve) => {
      server?.close(() => resolve());
      server?.closeIdleConnections();
    });
  }
}

it(
  `node-smpp and Kannel that fail by turns for ${MINUTES} min`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handset-links-'));
    const a = new NodeSmpp();
    await a.start();
    const behind = await Centre.start();
    const takenByKannel: string[] = [];
    behind.reply = (request) => {
      if (request.command !== 'submit_sm') return {};
      const id = `k-${takenByKannel.push(partOf(request))}`;
      const receipt = receiptOf(id, request);
      setImmediate(() => behind.session.send(receipt));
      return { id };
    };
    const port = await freePort();
    const query = `key=${KEY}&from=%p&to=%P&coding=%c&charset=%C&text=%b`;
    // By itself Kannel does not bring a receipt again whose connection breaks: kannel-receipts.interop.ts.
    const settings = { 'http-request-retry': 10, 'http-queue-delay': 1 };
    const kannel = await startBoxes(folder, behind.port, `http://127.0.0.1:${port}/links/b/kannel/mo?${query}`, settings);
    const gate = new Gate();
    await gate.start(kannel.url);
    const store = await Store.open({ sqlite: join(folder, 'store.db') }, { pinCost: 1 });
    await store.provision(readProvisioning(JSON.stringify({ accounts: [ACCOUNT] })));
    const incoming: IncomingMessage[] = [];
    /** Ids of parts that receipts came for, by link. */
    const receipts = { a: new Set<string>(), b: new Set<string>() };
    const watched: Store = {
      ...store,
      recordReceipt: (id, recipient, status, at, onEnded, link) => {
        receipts[link as 'a' | 'b'].add(id);
        return store.recordReceipt(id, recipient, status, at, onEnded, link);
      },
      recordIncoming: (message) => {
        incoming.push(message);
        return store.recordIncoming(message);
      },
    };
    const pauses = { reconnectMs: 100, reconnectMaxMs: 500, throttleMs: 100, throttleMaxMs: 500 };
    const smppLink = { kind: 'smpp', host: '127.0.0.1', port: a.port, systemId: 'x', password: 'y', window: 50, ...pauses };
    const url = `http://127.0.0.1:${gate.port}/cgi-bin/sendsms`;
    const delivery = openDelivery({
      kind: 'links',
      links: {
        a: { ...smppLink, submitIds: 'hex', receiptIds: 'decimal', rate: 300 },
        b: { kind: 'kannel', url, username: 'tester', password: 'secret', incomingKey: KEY, window: 20, rate: 200 },
      },
      routes: [{ prefix: ['44770000', '44770002'], to: ['a', 'b'] }, { to: ['b', 'a'] }],
    });
    const lines: string[] = [];
    const tell = (fields: object, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`);
    const log = { debug: () => undefined, info: () => undefined, warn: tell, error: tell };
    const gateway = createGateway({ store: watched, delivery, log, rate: { account: false, address: false } });
    try {
      await gateway.listen({ port });
      const deadline = performance.now() + MINUTES * 60_000;
      let sent = 0;
      let parts = 0;
      const load = (async () => {
        for (let round = 0; performance.now() < deadline; round++) {
          const count = 20;
          const isLong = round % 10 === 0;
          const to = Array.from({ length: count }, (_, index) => FIRST + ((sent + index) % 30_000_000) * 7);
          const text = isLong ? 'Text that takes two parts. '.repeat(7) : 'Hello';
          const fields = { Username: ACCOUNT.username, PIN: ACCOUNT.pin, SendTo: to.join(), Message: text };
          const answer = await fetch(`http://127.0.0.1:${port}/webservices/http/sendsms`, {
            method: 'POST',
            body: new URLSearchParams(fields),
          });
          expect(await answer.text()).toMatch(/Message Sent OK/);
          sent += count;
          parts += isLong ? 2 * count : count;
          await pause(200);
        }
      })();
      const faults = [
        async () => {
          a.mode = ESME_RTHROTTLED;
          await pause(SPELL_MS);
          a.mode = 'work';
        },
        async () => {
          gate.mode = 503;
          await pause(SPELL_MS);
          gate.mode = 'open';
        },
        () => a.leave(SPELL_MS),
        async () => {
          await gate.shut();
          await pause(SPELL_MS);
          await gate.open();
        },
        async () => {
          a.mode = ESME_RMSGQFUL;
          gate.mode = 503;
          await pause(SPELL_MS);
          a.mode = 'work';
          gate.mode = 'open';
        },
      ];
      const failing = (async () => {
        for (let turn = 0; performance.now() < deadline; turn++) {
          await pause(SPELL_MS);
          await faults[turn % faults.length]?.();
        }
      })();
      await Promise.all([load, failing]);
      await a.incoming('over SMPP');
      await behind.request('deliver_sm', {
        ...{ source_addr_ton: 1, source_addr_npi: 1, source_addr: '447700900123', destination_addr: '447700900001' },
        short_message: 'over Kannel',
      });
      const count = async (state: string) => {
        let count = 0;
        for await (const message of store.messages()) if (message.state === state) count++;
        return count;
      };
      await expect.poll(() => a.taken.length + takenByKannel.length, { timeout: 120_000, interval: 1_000 }).toBe(parts);
      const { length: toKannel } = takenByKannel;
      await expect.poll(() => receipts.a.size, { timeout: 60_000 }).toBe(a.taken.length);
      await expect.poll(() => receipts.b.size, { timeout: 60_000 }).toBe(toKannel);
      await expect.poll(() => count('delivered'), { timeout: 60_000, interval: 2_000 }).toBe(sent);
      const taken = [...a.taken, ...takenByKannel];
      console.log(
        `${sent} messages, ${parts} parts: ${a.taken.length} over node-smpp, ${takenByKannel.length} over Kannel; ` +
          `${lines.filter((line) => line.startsWith('link unavailable')).length} outages of links in the log`,
      );
      expect(taken).toHaveLength(parts);
      expect(new Set(taken).size).toBe(parts);
      const numbers = { a: new Set<string>(), b: new Set<string>() };
      for await (const { recipient, link } of store.messages()) numbers[link as 'a' | 'b'].add(recipient);
      const recipients = (all: readonly string[]) => new Set(all.map((part) => part.split(' ')[0] as string));
      expect([numbers.a, numbers.b]).toEqual([recipients(a.taken), recipients(takenByKannel)]);
      expect(Math.min(a.taken.length, takenByKannel.length)).toBeGreaterThan(parts / 10);
      await expect
        .poll(() => incoming.map(({ text }) => text).sort(), { timeout: 10_000 })
        .toEqual(['over Kannel', 'over SMPP']);
      await expectLedgersAddUp(store);
    } finally {
      await gateway.close();
      await gate.shut();
      await kannel.stop();
      await Promise.all([a.close(), behind.close()]);
      await store.close();
      rmSync(folder, { recursive: true });
    }
  },
  MINUTES * 60_000 + 300_000,
);
