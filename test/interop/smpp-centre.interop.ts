/**
 * The test centre with clients that are not ours: the package smpp, Net::SMPP, and Kannel.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import smpp, { type PDU } from 'smpp';
import { describe, expect, it } from 'vitest';
import { createTestCentre } from '../../src/smpp/centre.js';
import { Happenings } from '../gateway/smpp-centre.js';
import { end, listen } from './drivers/daemons.js';
import { startBoxes } from './drivers/kannel.js';
import { inTemporaryFolder } from './drivers/temporary.js';

type Fields = Readonly<Record<string, unknown>>;

describe('the package smpp', () => {
  it('gets answers, receipts before and after them, throttling, and states', async () => {
    const centre = await createTestCentre({
      port: 0,
      script: {
        accounts: { shop: 'secret' },
        rules: [
          { nth: 2, status: 'ESME_RTHROTTLED' },
          { nth: 3, answerAfterMs: 50, receipts: [{ state: 'UNDELIV', beforeAnswer: true, times: 2 }] },
        ],
      },
    });
    const socket = connect(centre.port, '127.0.0.1');
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
      const bound = await send('bind_transceiver', { system_id: 'shop', password: 'secret', interface_version: 0x34 });
      expect([bound.command_status, bound.system_id, bound.sc_interface_version]).toEqual([0, 'handset', 0x34]);
      const fields = {
        source_addr: 'Shop',
        destination_addr: '447700900123',
        registered_delivery: 1,
        short_message: 'On my way',
      };
      expect(await send('submit_sm', fields)).toMatchObject({ command_status: 0, message_id: '1' });
      const receipt = await came.first(({ command }) => command === 'deliver_sm');
      expect(receipt).toMatchObject({
        ...{ esm_class: 4, source_addr: '447700900123', destination_addr: 'Shop' },
        ...{ receipted_message_id: '1', message_state: 2 },
      });
      expect(String((receipt.short_message as { message: unknown }).message)).toMatch(
        /^id:1 sub:001 dlvrd:001 submit date:\d{10} done date:\d{10} stat:DELIVRD err:000 text:On my way$/,
      );
      expect((await send('submit_sm', fields)).command_status).toBe(0x58);
      expect((await send('submit_sm', fields)).command_status).toBe(0);
      const order = came.all.slice(-3).map(({ command, message_state }) => [command, message_state]);
      expect(order).toEqual([
        ['deliver_sm', 5],
        ['deliver_sm', 5],
        ['submit_sm_resp', undefined],
      ]);
      expect(await send('query_sm', { message_id: '1', source_addr: 'Shop' })).toMatchObject({ message_state: 2 });
      expect((await send('cancel_sm', { message_id: '1', source_addr: 'Shop' })).command_status).toBe(0x11);
      expect((await send('replace_sm', { message_id: '9', source_addr: 'Shop' })).command_status).toBe(0x0c);
      const dest_address = ['1', '2'].map((destination_addr) => ({ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr }));
      expect(await send('submit_multi', { ...fields, dest_address })).toMatchObject({ message_id: '3', unsuccess_sme: [] });
      const data = { source_addr: 'Shop', destination_addr: '3', message_payload: { message: Buffer.from('Hi') } };
      expect((await send('data_sm', data)).message_id).toBe('4');
      expect(centre.messages.map(({ command, to, text }) => [command, to, text])).toEqual([
        ['submit_sm', '447700900123', 'On my way'],
        ['submit_sm', '447700900123', 'On my way'],
        ['submit_sm', '447700900123', 'On my way'],
        ['submit_multi', '1', 'On my way'],
        ['submit_multi', '2', 'On my way'],
        ['data_sm', '3', 'Hi'],
      ]);
      expect((await send('unbind', {})).command_status).toBe(0);
    } finally {
      session.destroy();
      await centre.close();
    }
  }, 30_000);
});

describe('Net::SMPP', () => {
  it('binds, submits, gets its receipt, and unbinds', async () => {
    const centre = await createTestCentre({
      port: 0,
      script: { ids: { answer: 'hex' }, firstId: 255, accounts: { perl: 'secret' } },
    });
    const driver = fileURLToPath(new URL('drivers/smpp_client.pl', import.meta.url));
    const child = spawn('perl', [driver, String(centre.port)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const events = new Happenings<Fields>();
    createInterface({ input: child.stdout }).on('line', (line) => events.add(JSON.parse(line)));
    try {
      const fields = { source_addr: 'Shop', destination_addr: '447700900123', registered_delivery: 1, short_message: '4869' };
      child.stdin.end(`${JSON.stringify(fields)}\n`);
      const { delivered } = (await events.first((event) => event.delivered !== undefined)) as { delivered: Fields };
      expect(events.all.slice(0, 2)).toEqual([{ bind: 0, system_id: 'handset' }, { answer: { status: 0, message_id: 'FF' } }]);
      expect([delivered.command, delivered.source_addr]).toEqual(['deliver_sm', '447700900123']);
      expect(Buffer.from(String(delivered.short_message), 'hex').toString('latin1')).toMatch(
        /^id:255 sub:001 .* stat:DELIVRD err:000 text:Hi$/,
      );
      expect((await events.first((event) => event.unbind !== undefined)).unbind).toBe(0);
      expect(centre.messages.map(({ text, receipts }) => [text, receipts])).toEqual([
        ['Hi', [{ state: 'DELIVRD', status: 0 }]],
      ]);
    } finally {
      await end(child);
      await centre.close();
    }
  }, 30_000);
});

describe('Kannel', () => {
  it('takes messages to it, tries again when throttled, and brings receipts and messages', async () => {
    await inTemporaryFolder(async (folder) => {
      const centre = await createTestCentre({
        port: 0,
        script: {
          accounts: { handset: 'secret' },
          rules: [
            { nth: 2, status: 'ESME_RTHROTTLED' },
            { to: '447700900124', receipts: [{ state: 'UNDELIV' }] },
          ],
        },
      });
      const asked = new Happenings<URLSearchParams>();
      const web = createServer((request, response) => {
        asked.add(new URL(request.url ?? '', 'http://web').searchParams);
        response.end();
      });
      const url = `http://127.0.0.1:${await listen(web)}/`;
      const kannel = await startBoxes(folder, centre.port, `${url}?from=%p&to=%P&text=%b&charset=%C`);
      try {
        const send = async (to: string, text: string) => {
          const dlr = `${url}?to=${to}&dlr=%d`;
          const query = { username: 'tester', password: 'secret', from: '4000', to, text, 'dlr-mask': '3', 'dlr-url': dlr };
          expect((await fetch(`${kannel.url}?${new URLSearchParams(query)}`)).status).toBe(202);
        };
        await send('447700900123', 'On my way');
        expect(await centre.nextMessage()).toMatchObject({ status: 0, from: '4000', to: '447700900123', text: 'On my way' });
        await send('447700900124', 'Late');
        // It was throttled, and comes again after a minute.
        expect((await centre.nextMessage()).status).toBe(0x58);
        expect(await centre.nextMessage()).toMatchObject({ status: 0, to: '447700900124', text: 'Late' });
        const receipts = await asked.until((all) => all.filter((one) => one.has('dlr')).length >= 2);
        expect(
          receipts
            .filter((one) => one.has('dlr'))
            .map((one) => `${one.get('to')} ${one.get('dlr')}`)
            .sort(),
        ).toEqual([
          // 1: delivered; 2: not.
          '447700900123 1',
          '447700900124 2',
        ]);
        const answer = await centre.sendMessage({ from: '447700900125', to: '4000', text: 'Yes, 5 €' });
        expect(answer?.status).toBe(0);
        const incoming = await asked.first((one) => one.has('from'));
        expect([incoming.get('from'), incoming.get('to')]).toEqual(['+447700900125', '4000']);
        expect(incoming.get('text')).toBe('Yes, 5 €');
        // Dropped, it comes back.
        for (const session of centre.sessions) session.destroy();
        await send('447700900126', 'Again');
        expect(await centre.nextMessage()).toMatchObject({ status: 0, to: '447700900126', text: 'Again' });
      } finally {
        await kannel.stop();
        web.close();
        await centre.close();
      }
    });
  }, 200_000);
});
