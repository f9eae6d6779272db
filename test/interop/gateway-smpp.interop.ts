/**
 * Deliveries of the gateway against service centres and gateways of others: what arrives there is, octet for octet, what toSubmitSm says, and
 * what they report comes back.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { toSubmitSm } from '../../src/carrier/index.js';
import { type Delivery, type IncomingMessage, type OutboundMessage, submitOf } from '../../src/gateway/delivery/delivery.js';
import { kannelDelivery } from '../../src/gateway/delivery/kannel/kannel.js';
import { smppDelivery } from '../../src/gateway/delivery/smpp/smpp.js';
import type { Content } from '../../src/message/index.js';
import { outboundOf } from '../gateway/outbound.js';
import { Centre, type Frame, Happenings, rawOf } from '../gateway/smpp-centre.js';
import { end, listen } from './drivers/daemons.js';
import { type Boxes, startBoxes } from './drivers/kannel.js';
import { inTemporaryFolder } from './drivers/temporary.js';

const contents: readonly Content[] = [
  { kind: 'text', text: 'Plain text with @ £ and [€]' },
  { kind: 'text', text: 'Привет, мир 😀' },
  { kind: 'flash', text: 'Now!' },
  { kind: 'text', text: 'A long text that goes in parts. '.repeat(8) },
  {
    kind: 'pdu',
    tpDcs: 0xf5,
    udh: [{ kind: 'ports16', destination: 5505, source: 0 }],
    data: Uint8Array.from({ length: 300 }, (_, i) => i & 255),
  },
  {
    kind: 'serviceIndication',
    si: { href: 'http://wap.example.com/1', id: 'n-1', created: new Date('2026-03-04T05:06:07Z'), text: 'New mail' },
  },
];

/** What is left of their validity by the clock of the SMPP delivery, which stands at 0: a day, an hour, a minute and a second. */
const VALID_MS = 90_061_000;
const messages = contents.map((content) => outboundOf(content, { originator: '447700900001', validUntil: VALID_MS }));
/** What has to arrive, part by part, in hex, with the fields that say how to read it. */
const expected = messages.flatMap((message) =>
  message.parts.map((part) => {
    const { short_message, esm_class, data_coding } = toSubmitSm(submitOf(part, message.recipient, { receipt: true }));
    return { destination_addr: message.recipient, esm_class, data_coding, short_message: toHex(short_message) };
  }),
);

/** What a gateway does with notices of connections: nothing here. */
const STATES = { onReady: () => undefined, onAway: () => undefined };

/** One after the other, so that the order of arrival is known. */
async function deliverInOrder(delivery: Delivery): Promise<string[]> {
  const ids: string[] = [];
  for (const message of messages) {
    const outcome = await delivery.deliver(message);
    expect(outcome, message.id).toMatchObject({ kind: 'sent' });
    if (outcome.kind === 'sent') ids.push(...outcome.ids);
  }
  return ids;
}

interface CentreEvent {
  readonly listening?: number;
  readonly bind?: unknown;
  readonly submit?: Readonly<Record<string, unknown>>;
  readonly answer?: { readonly status: number };
  readonly unbind?: 1;
}

describe('Net::SMPP as service centre', () => {
  it('takes all parts as they are meant, reports on each, and delivers a message in parts', async () => {
    const driver = fileURLToPath(new URL('drivers/smpp_centre.pl', import.meta.url));
    const child = spawn('perl', [driver], { stdio: ['ignore', 'pipe', 'inherit'] });
    const events = new Happenings<CentreEvent>();
    createInterface({ input: child.stdout }).on('line', (line) => events.add(JSON.parse(line)));
    const receipts = new Happenings<readonly [string, string, string]>();
    const incoming = new Happenings<IncomingMessage>();
    const isBound = new Happenings<string>();
    try {
      const { listening } = await events.first((event) => event.listening !== undefined);
      const delivery = smppDelivery(
        { host: '127.0.0.1', port: listening, systemId: 'handset', password: 'secret', systemType: 'test' },
        { clock: () => 0, onNotice: ({ kind }) => isBound.add(kind) },
      );
      await delivery.start?.({
        ...STATES,
        onReceipt: (id, recipient, status) => receipts.add([id, recipient, status]),
        onIncoming: (message) => incoming.add(message),
      });
      await isBound.count(1);
      expect((await events.first(({ bind }) => bind !== undefined)).bind).toEqual({
        ...{ system_id: 'handset', password: 'secret', system_type: 'test', interface_version: 0x34 },
      });

      const ids = await deliverInOrder(delivery);
      expect(ids).toEqual(expected.map((_, index) => `pl-${index + 1}`));
      // What it tells of a submit_sm may come after its answer.
      await events.until((all) => all.filter(({ submit }) => submit !== undefined).length >= ids.length);
      const submits = events.all.flatMap(({ submit }) => (submit === undefined ? [] : [submit]));
      expect(submits).toEqual(
        expected.map((each) => ({
          ...{ service_type: '', protocol_id: 0, validity_period: '000001010101000R', registered_delivery: 1 },
          ...{ source_addr_ton: 1, source_addr_npi: 1, source_addr: '447700900001', dest_addr_ton: 1, dest_addr_npi: 1 },
          ...each,
        })),
      );

      await receipts.count(ids.length);
      const statuses = ['delivered', 'delivered', 'failed'];
      expect(receipts.all).toEqual(ids.map((id, index) => [id, '447700900123', statuses[index % 3]]));
      await incoming.count(1);
      expect(incoming.all).toEqual([{ from: '447700900123', to: '447700900001', text: 'Yes, 5 € please', at: 0 }]);
      await events.until((all) => all.filter(({ answer }) => answer !== undefined).length === ids.length + 2);
      expect(events.all.flatMap(({ answer }) => (answer === undefined ? [] : [answer.status]))).toEqual(
        Array(ids.length + 2).fill(0),
      );
      await delivery.close();
      await events.first(({ unbind }) => unbind === 1);
    } finally {
      await end(child);
    }
  }, 60_000);
});

/** A receipt in the form of the specification's appendix B. */
function receiptOf(id: string, stat: string, recipient: string) {
  const short_message = `id:${id} sub:001 dlvrd:001 submit date:2603040506 done date:2603040507 stat:${stat} err:000 text:`;
  return new smpp.PDU('deliver_sm', { esm_class: 4, source_addr: recipient, destination_addr: '447700900001', short_message });
}

/** Ends a delivery over Kannel, with all that it speaks to. */
async function endAll(delivery: Delivery, kannel: Boxes, gateway: Server, centre: Centre): Promise<void> {
  await delivery.close();
  await kannel.stop();
  gateway.closeAllConnections();
  gateway.close();
  await centre.close();
}

describe('Kannel', () => {
  it('takes all parts to the service centre as they are meant, and brings a receipt of each', async () => {
    await inTemporaryFolder(async (folder) => {
      const centre = await Centre.start();
      const submitted: Frame[] = [];
      centre.reply = (frame) => {
        if (frame.command !== 'submit_sm') return {};
        const number = submitted.push(frame);
        const id = `k-${number}`;
        const receipt = receiptOf(id, number % 3 === 0 ? 'UNDELIV' : 'DELIVRD', String(frame.destination_addr));
        // Its receipt follows the answer.
        setImmediate(() => centre.session.send(receipt));
        return { id };
      };
      const kannel = await startBoxes(folder, centre.port);
      const receipts = new Happenings<readonly [string, string, string]>();
      const gateway = createServer(async (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway');
        expect(pathname).toBe('/kannel/dlr');
        const { status, body } = await delivery.receipt(searchParams);
        response.writeHead(status).end(body);
      });
      const dlrUrl = `http://127.0.0.1:${await listen(gateway)}/kannel/dlr`;
      const delivery = kannelDelivery({ url: kannel.url, username: 'tester', password: 'secret', dlrUrl });
      try {
        await delivery.start?.({
          ...STATES,
          onReceipt: (id, recipient, status) => receipts.add([id, recipient, status]),
          onIncoming: () => undefined,
        });
        await centre.requested('bind_transceiver', 1);
        const ids: string[] = [];
        for (const message of messages) {
          const outcome = await delivery.deliver(message);
          expect(outcome).toMatchObject({ kind: 'sent' });
          if (outcome.kind === 'sent') ids.push(...outcome.ids);
          // Kannel's own queues keep no order over messages.
          await centre.requested('submit_sm', ids.length);
        }
        expect(
          submitted.map(({ destination_addr, esm_class, data_coding }) => [destination_addr, esm_class, data_coding]),
        ).toEqual(
          expected.map(({ destination_addr, esm_class, data_coding }) => [
            destination_addr,
            // Kannel names store and forward beside the header's bit, and writes a class of GSM 7-bit in the F group, which means the same.
            esm_class | 3,
            data_coding === 0x10 ? 0xf0 : data_coding,
          ]),
        );
        for (const [index, { short_message }] of expected.entries()) {
          // sm_length and short_message end the frame.
          const length = toHex(Uint8Array.of(short_message.length / 2));
          expect(rawOf(submitted[index]!).endsWith(length + short_message), `part ${index}`).toBe(true);
        }
        await receipts.count(ids.length);
        const status = (index: number) => ((index + 1) % 3 === 0 ? 'failed' : 'delivered');
        const byId = (all: readonly (readonly [string, ...unknown[]])[]) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(byId(receipts.all)).toEqual(byId(ids.map((id, index) => [id, '447700900123', status(index)] as const)));
      } finally {
        await endAll(delivery, kannel, gateway, centre);
      }
    });
  }, 120_000);

  it('brings messages of handsets: GSM 7-bit, UCS-2, several parts, octets', async () => {
    await inTemporaryFolder(async (folder) => {
      const centre = await Centre.start();
      const taken = new Happenings<IncomingMessage>();
      const key = 'a-key-of-both-sides';
      const page = readFileSync('docs/gateway.md', 'utf8');
      const query = /get-url = "[^"?]*[?]key=KEY(&[^"]*)"/.exec(page)?.[1] ?? '';
      expect(query).toContain('%b');
      const delivery = kannelDelivery(
        { url: 'http://127.0.0.1:9/', username: 'tester', password: 'secret', incomingKey: key },
        { clock: () => 0 },
      );
      const gateway = createServer(async (request, response) => {
        const { status, body } = await delivery.incoming((request.url ?? '').split('?')[1] ?? '');
        response.writeHead(status, { 'Content-Type': 'text/plain' }).end(body);
      });
      const kannel = await startBoxes(
        folder,
        centre.port,
        `http://127.0.0.1:${await listen(gateway)}/kannel/mo?key=${key}${query}`,
      );
      try {
        await delivery.start?.({ ...STATES, onReceipt: () => undefined, onIncoming: (message) => taken.add(message) });
        await centre.requested('bind_transceiver', 1);
        const from = { source_addr_ton: 1, source_addr_npi: 1, source_addr: '447700900123', destination_addr: '447700900001' };
        const sent = [
          { data_coding: 0, short_message: Buffer.from('Yes @ 5 + 5 = 10%, \x1b\x65', 'latin1') },
          { data_coding: 8, short_message: Buffer.from('Привет 😀', 'utf16le').swap16() },
          { data_coding: 4, short_message: Buffer.from('00ff0d0a2526', 'hex') },
          { data_coding: 0, esm_class: 0x40, short_message: Buffer.from('0500032a0201536f207365', 'hex') },
          { data_coding: 0, esm_class: 0x40, short_message: Buffer.from('0500032a0202652069742e', 'hex') },
        ];
        for (const [index, fields] of sent.entries()) {
          await centre.request('deliver_sm', { ...from, ...fields });
          if (index < 3) await taken.count(index + 1);
        }
        await taken.count(4);
        const common = { from: '447700900123', to: '447700900001', at: 0 };
        expect(taken.all).toEqual([
          // Kannel reads the service centre's default alphabet as GSM 7-bit: the sign at 40 is an inverted exclamation mark there.
          { ...common, text: 'Yes ¡ 5 + 5 = 10%, €' },
          { ...common, text: 'Привет 😀' },
          { ...common, data: Uint8Array.from(Buffer.from('00ff0d0a2526', 'hex')) },
          { ...common, text: 'So see it.' },
        ]);
      } finally {
        await endAll(delivery, kannel, gateway, centre);
      }
    });
  }, 120_000);

  it('refuses wrong credentials, which is no fault of the message', async () => {
    await inTemporaryFolder(async (folder) => {
      const centre = await Centre.start();
      const kannel = await startBoxes(folder, centre.port);
      try {
        const delivery = kannelDelivery({ url: kannel.url, username: 'tester', password: 'wrong' });
        expect(await delivery.deliver(messages[0] as OutboundMessage)).toEqual({
          ...{ kind: 'retry', reason: 'HTTP 403: authorization failed' },
        });
        // Whatever comes next would be refused as well.
        expect(delivery.capacity).toBe(0);
      } finally {
        await kannel.stop();
        await centre.close();
      }
    });
  }, 60_000);
});
