/**
 * How many submit_sm a second one session takes from a client to a server over the loopback interface, without a store, beside the package smpp; and to a
 * gateway, which answers when message and charge are on the disk. Both ends are in this process. A part of `npm run bench`; by itself `npx tsx bench/smpp-session.ts`.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import smpp, { type PDU } from 'smpp';
import { createGateway, type Delivery, readProvisioning, Store } from '../src/gateway/index.js';
import { connectSmpp, listenSmpp } from '../src/smpp/node.js';
import { EFFORT } from './effort.js';
import { runAlone, type System } from './system.js';

const MESSAGES = EFFORT.deliveryMessages;
const WINDOW = 100;
const ROUNDS = 3;

const fields = {
  ...{ source_addr_ton: 5, source_addr: 'Handset', dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '447700900123' },
  ...{ registered_delivery: 1, data_coding: 4 },
};
const message = Uint8Array.from({ length: 140 }, (_, at) => (at * 7) & 0xff);

/** Messages a second, with as many without an answer as the window has. */
async function rate(send: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let left = MESSAGES;
  const lane = async () => {
    while (left > 0) {
      left--;
      await send();
    }
  };
  await Promise.all(Array.from({ length: WINDOW }, lane));
  return (MESSAGES / (performance.now() - started)) * 1_000;
}

async function ours(): Promise<number> {
  let id = 0;
  const server = await listenSmpp({
    ...{ port: 0, peerWindow: WINDOW, onBind: () => 0 },
    onRequest: () => ({ fields: { message_id: `${++id}` } }),
  });
  const bind = { system_id: 'a', password: 'b' };
  const client = await connectSmpp({ host: '127.0.0.1', port: server.port, window: WINDOW, bind });
  const found = await rate(() => client.request('submit_sm', { fields: { ...fields, short_message: message } }));
  await client.unbind();
  await server.close();
  if (id !== MESSAGES) throw new Error(`${id} messages came`);
  return found;
}

/** A gateway with a SQLite file, of which nothing leaves meanwhile. */
async function durable(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'handset-'));
  const store = await Store.open({ sqlite: join(folder, 'gateway.db') });
  const account = { username: 'Load.1', pin: '01234567', credit: '9000000.0000', replyTo: ['Handset'] };
  await store.provision(readProvisioning(JSON.stringify({ accounts: [account] })));
  const waits: Delivery = {
    capacity: 0,
    start: async () => undefined,
    deliver: async () => ({ kind: 'unsent', reason: 'nothing leaves' }),
    close: async () => undefined,
  };
  const gateway = createGateway({ store, delivery: waits, rate: { account: false, address: false } });
  try {
    const { port } = await gateway.listenSmpp({ port: 0, window: WINDOW });
    const bind = { system_id: account.username, password: account.pin };
    const client = await connectSmpp({ host: '127.0.0.1', port, window: WINDOW, bind });
    const found = await rate(async () => {
      const { status } = await client.request('submit_sm', { fields: { ...fields, short_message: message } });
      if (status !== 0) throw new Error(`answered with ${status}`);
    });
    await client.unbind();
    const charges = (await store.ledger(account.username))?.filter(({ kind }) => kind === 'charge').length;
    if (charges !== MESSAGES) throw new Error(`${charges} messages were charged`);
    return found;
  } finally {
    await gateway.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function theirs(): Promise<number> {
  let id = 0;
  const server = createServer((socket) => {
    const session = new smpp.Session({ socket: socket.setNoDelay(true) });
    session.on('pdu', (pdu: PDU) => {
      if (!pdu.isResponse()) session.send(pdu.response({ command_status: 0, message_id: `${++id}` }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  const session = new smpp.Session({ socket });
  const waiting = new Map<number, () => void>();
  session.on('pdu', (pdu: PDU) => waiting.get(pdu.sequence_number)?.());
  const buffer = Buffer.from(message);
  const send = () =>
    new Promise<void>((resolve) => {
      const pdu = new smpp.PDU('submit_sm', { ...fields, short_message: buffer });
      session.send(pdu);
      waiting.set(pdu.sequence_number, () => {
        waiting.delete(pdu.sequence_number);
        resolve();
      });
    });
  const found = await rate(send);
  socket.destroy();
  server.close();
  if (id !== MESSAGES) throw new Error(`${id} messages came`);
  return found;
}

type Name = 'handset' | 'smpp' | 'gateway';

/** The sessions, as a part of the whole run. */
export const system: System<'session' | 'times' | 'durable'> = {
  name: 'smpp-session',
  wanted: {
    session: { target: 'submit_sm a second of one SMPP session, without a store', sense: 'at least', must: 20_000, unit: '/s' },
    durable: {
      target: 'submit_sm a second of one SMPP session through the gateway, durable, on SQLite',
      ...{ sense: 'at least', must: 3_000, unit: '/s' },
    },
    times: { target: 'times the sessions of the package smpp', sense: 'at least', unit: 'x' },
  },
  missing: () => undefined,
  measure: async () => {
    const rounds: Readonly<Record<Name, number>>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ handset: await ours(), smpp: await theirs(), gateway: await durable() });
    }
    const best = (name: Name) => Math.max(...rounds.map((round) => round[name]));
    const row = (name: Name, words: string) => `| ${words} | ${Math.round(best(name)).toLocaleString('en')} |`;
    return {
      figures: { session: best('handset'), durable: best('gateway'), times: best('handset') / best('smpp') },
      record: { messages: MESSAGES, window: WINDOW, rounds },
      programs: {},
      markdown: (environment) => ({
        title: 'One SMPP session',
        above: [
          environment,
          '',
          `${MESSAGES.toLocaleString('en')} submit_sm of 140 octets over the loopback interface, at most ${WINDOW} without an answer; the best of ${ROUNDS} rounds, by turns.`,
          '',
          '| | messages/s |',
          '|---|---:|',
          row('handset', 'handset'),
          row('smpp', 'smpp'),
          row('gateway', 'a gateway, each durable and charged: SQLite file, `synchronous=FULL`'),
        ].join('\n'),
        below: 'Both ends are in one process, on one processor.',
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
