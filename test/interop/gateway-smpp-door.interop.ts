/**
 * Customers of a gateway whose software is not ours: the package smpp, Net::SMPP, and Kannel as an smsc of type smpp.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import smpp, { type PDU } from 'smpp';
import { describe, expect, it } from 'vitest';
import { createGateway, type Gateway, type InboxView, readProvisioning, Store } from '../../src/gateway/index.js';
import { Happenings } from '../gateway/smpp-centre.js';
import { end, listen } from './drivers/daemons.js';
import { startBoxes } from './drivers/kannel.js';
import { inTemporaryFolder } from './drivers/temporary.js';

type Fields = Readonly<Record<string, unknown>>;

const PIN = 'secret';
const TO = '447700900123';

interface Open {
  readonly gateway: Gateway;
  readonly store: Store;
  readonly port: number;
  /** Texts that a handset shows, once there are so many. */
  texts(number: string, count?: number): Promise<unknown[]>;
}

/** A gateway with virtual handsets, and accounts by the names that the clients bind with. */
async function withGateway(work: (open: Open) => Promise<void>): Promise<void> {
  const accounts = ['shop', 'perl', 'handset'].map((username) => ({
    ...{ username, pin: PIN, credit: '10.0000', replyTo: ['Shop', '447700900001'], callback: { form: 'smpp' } },
  }));
  const store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  await store.provision(readProvisioning(JSON.stringify({ accounts })));
  const gateway = createGateway({ store });
  const texts = async (number: string, count = 1) => {
    for (;;) {
      const answer = await gateway.fetchOperators(new Request(`http://localhost/virtual/handsets/${number}/inbox`));
      const { messages } = (await answer.json()) as InboxView;
      if (messages.length >= count) return messages.map(({ content }) => (content as { readonly text?: string }).text);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  try {
    const { port } = await gateway.listenSmpp({ port: 0 });
    await work({ gateway, store, port, texts });
  } finally {
    await gateway.close();
    await store.close();
  }
}

describe('the package smpp', () => {
  it('submits, gets its receipt, queries, cancels, replaces, and is refused', async () => {
    await withGateway(async ({ port, store, texts }) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const session = new smpp.Session({ socket });
      const came = new Happenings<PDU & Fields>();
      session.on('pdu', (pdu: PDU & Fields) => {
        if (pdu.command === 'deliver_sm') session.send(pdu.response());
        if (pdu.command !== 'enquire_link') came.add(pdu);
      });
      const send = (command: string, fields: Fields) => {
        const pdu = new smpp.PDU(command, fields);
        session.send(pdu);
        return came.first((one) => one.command === `${command}_resp` && one.sequence_number === pdu.sequence_number);
      };
      try {
        const bound = await send('bind_transceiver', { system_id: 'shop', password: PIN, interface_version: 0x34 });
        expect([bound.command_status, bound.system_id, bound.sc_interface_version]).toEqual([0, 'handset', 0x34]);
        const message = {
          source_addr: 'Shop',
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: TO,
          registered_delivery: 1,
        };
        const sent = await send('submit_sm', { ...message, short_message: 'On my way, 5 €' });
        expect([sent.command_status, sent.message_id]).toEqual([0, expect.stringMatching(/^[A-Z0-9]{15}$/)]);
        const receipt = await came.first(({ command }) => command === 'deliver_sm');
        expect(receipt).toMatchObject({
          ...{ esm_class: 4, source_addr: TO, destination_addr: 'Shop' },
          ...{ receipted_message_id: sent.message_id, message_state: 2 },
        });
        // What does not fit into the default alphabet the package sends as UCS-2.
        await send('submit_sm', { ...message, short_message: 'Иду' });
        const data = { ...message, message_payload: { message: 'By data_sm' } };
        expect((await send('data_sm', data)).command_status).toBe(0);
        expect(await texts(TO, 3)).toEqual(['On my way, 5 €', 'Иду', 'By data_sm']);
        expect(await send('query_sm', { message_id: sent.message_id, source_addr: 'Shop' })).toMatchObject({
          message_state: 2,
        });
        expect((await send('cancel_sm', { message_id: sent.message_id })).command_status).toBe(0x11);

        const later = { ...message, schedule_delivery_time: '000001000000000R', short_message: 'Later' };
        const { message_id } = await send('submit_sm', later);
        const change = {
          message_id,
          source_addr: 'Shop',
          short_message: 'Another',
          schedule_delivery_time: '000002000000000R',
        };
        expect((await send('replace_sm', change)).command_status).toBe(0);
        expect((await send('cancel_sm', { message_id, source_addr: 'Shop', destination_addr: TO })).command_status).toBe(0);
        expect(await send('query_sm', { message_id, source_addr: 'Shop' })).toMatchObject({ message_state: 4 });

        const dest_address = [TO, '12'].map((destination_addr) => ({ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr }));
        const multi = await send('submit_multi', { source_addr: 'Shop', dest_address, short_message: 'All' });
        expect(multi).toMatchObject({ unsuccess_sme: [{ destination_addr: '12', error_status_code: 0x0b }] });
        expect((await store.findOwn('shop', String(multi.message_id)))?.recipient).toBe(TO);
        expect((await send('submit_sm', { ...message, source_addr: 'Other' })).command_status).toBe(0x0a);
        expect((await send('unbind', {})).command_status).toBe(0);
      } finally {
        session.destroy();
      }
    });
  }, 60_000);
});

describe('Net::SMPP', () => {
  it('binds, submits, gets its receipt, and unbinds', async () => {
    await withGateway(async ({ port, texts }) => {
      const driver = fileURLToPath(new URL('drivers/smpp_client.pl', import.meta.url));
      const child = spawn('perl', [driver, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
      const events = new Happenings<Fields>();
      createInterface({ input: child.stdout }).on('line', (line) => events.add(JSON.parse(line)));
      try {
        const addresses = { source_addr: 'Shop', dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: TO };
        child.stdin.end(`${JSON.stringify({ ...addresses, registered_delivery: 1, short_message: '4869' })}\n`);
        const { delivered } = (await events.first((event) => event.delivered !== undefined)) as { delivered: Fields };
        const [bound, { answer }] = events.all as [Fields, { answer: Fields }];
        expect(bound).toEqual({ bind: 0, system_id: 'handset' });
        expect(answer).toEqual({ status: 0, message_id: expect.stringMatching(/^[A-Z0-9]{15}$/) });
        expect([delivered.command, delivered.source_addr]).toEqual(['deliver_sm', TO]);
        const text = Buffer.from(String(delivered.short_message), 'hex').toString('latin1');
        expect(text).toContain(`id:${String(answer.message_id)} `);
        expect(text).toContain('stat:DELIVRD');
        expect((await events.first((event) => event.unbind !== undefined)).unbind).toBe(0);
        expect(await texts(TO)).toEqual(['Hi']);
      } finally {
        await end(child);
      }
    });
  }, 60_000);
});

describe('Kannel', () => {
  it('as a customer sends texts of every alphabet, and gets receipts and messages', async () => {
    await inTemporaryFolder(async (folder) => {
      await withGateway(async ({ port, store, texts }) => {
        const asked = new Happenings<URLSearchParams>();
        const web = createServer((request, response) => {
          asked.add(new URL(request.url ?? '', 'http://web').searchParams);
          response.end();
        });
        const url = `http://127.0.0.1:${await listen(web)}/`;
        const kannel = await startBoxes(folder, port, `${url}?from=%p&to=%P&text=%b&charset=%C`);
        try {
          const send = async (to: string, text: string, more: Readonly<Record<string, string>> = {}) => {
            const dlr = `${url}?to=${to.slice(1)}&dlr=%d`;
            const login = { username: 'tester', password: 'secret', from: '447700900001' };
            const query = { ...login, to, text, charset: 'UTF-8', 'dlr-mask': '3', 'dlr-url': dlr, ...more };
            expect((await fetch(`${kannel.url}?${new URLSearchParams(query)}`)).status).toBe(202);
          };
          // Without the sign Kannel says that a number is a national one.
          await send(`+${TO}`, 'On my way, 5 €');
          expect(await texts(TO)).toEqual(['On my way, 5 €']);
          await send('+447700900124', 'Иду 😀', { coding: '2' });
          expect(await texts('447700900124')).toEqual(['Иду 😀']);
          const receipts = await asked.until((all) => all.filter((one) => one.has('dlr')).length >= 2);
          const told = receipts.filter((one) => one.has('dlr')).map((one) => `${one.get('to')} ${one.get('dlr')}`);
          // 1: delivered.
          expect(told.sort()).toEqual([`${TO} 1`, '447700900124 1']);
          // Of several accounts with a number the first gets its messages.
          for (const username of ['shop', 'perl']) await store.changeAccount(username, { replyTo: ['Shop'] }, 'test');
          expect(
            await store.recordIncoming({ from: '447700900125', to: '447700900001', text: 'Yes, 5 €', at: Date.now() }),
          ).toBe(true);
          await send('+447700900126', 'Wakes the sender of messages');
          const incoming = await asked.first((one) => one.has('from'));
          expect([incoming.get('from'), incoming.get('to')]).toEqual(['+447700900125', '+447700900001']);
          expect(incoming.get('text')).toBe('Yes, 5 €');
        } finally {
          await kannel.stop();
          web.close();
        }
      });
    });
  }, 200_000);
});
