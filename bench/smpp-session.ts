/**
 * How many submit_sm a second one session takes from a client to a server over the loopback interface, without a store, beside the package smpp.
 * Both ends are in this process. A part of `npm run bench`; by itself `npx tsx bench/smpp-session.ts`.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import smpp, { type PDU } from 'smpp';
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

/** The sessions, as a part of the whole run. */
export const system: System<'session' | 'times'> = {
  name: 'smpp-session',
  wanted: {
    session: { target: 'submit_sm a second of one SMPP session, without a store', sense: 'at least', must: 20_000, unit: '/s' },
    times: { target: 'times the sessions of the package smpp', sense: 'at least', unit: 'x' },
  },
  missing: () => undefined,
  measure: async () => {
    const rounds: { readonly handset: number; readonly smpp: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push({ handset: await ours(), smpp: await theirs() });
    const best = (name: 'handset' | 'smpp') => Math.max(...rounds.map((round) => round[name]));
    const row = (name: 'handset' | 'smpp') => `| ${name} | ${Math.round(best(name)).toLocaleString('en')} |`;
    return {
      figures: { session: best('handset'), times: best('handset') / best('smpp') },
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
          row('handset'),
          row('smpp'),
        ].join('\n'),
        below: 'Both ends are in one process, on one processor.',
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
