/** Receipts and incoming messages at the sessions of a customer: a whole gateway with virtual handsets, and clients over TCP. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeliveryEvents } from '../../src/gateway/delivery/delivery.js';
import { readDeliverSm, readReceipt, readUserDataOf } from '../../src/gateway/delivery/smpp/deliver-sm.js';
import { virtualDelivery } from '../../src/gateway/delivery/virtual/delivery.js';
import { type GatewayOptions, openMetrics } from '../../src/gateway/index.js';
import { connectSmpp, type SmppConnectOptions, type SmppReply } from '../../src/smpp/node.js';
import { Reassembler } from '../../src/sms/index.js';
import { encodeGsm7 } from '../../src/text/index.js';
import { SMS, TO, testGateway, WHO } from './support.js';

const NUMBER = '447700900001';
const PATIENT = { timeout: 15_000, interval: 10 };

async function open(options: Partial<GatewayOptions> = {}) {
  let events: DeliveryEvents | undefined;
  const delivery: GatewayOptions['delivery'] = (host) => {
    const own = virtualDelivery(host);
    return Object.assign(Object.create(own) as typeof own, {
      start: async (given: DeliveryEvents) => {
        events = given;
        await own.start?.(given);
      },
    });
  };
  const test = await testGateway({ delivery, ...options });
  await test.store.changeAccount(WHO.Username, { callback: { form: 'smpp' } }, 'test');
  const { port } = await test.gateway.listenSmpp({ port: 0 });
  /** A session that takes what comes, with each answer as `reply` says. */
  const bind = async (
    reply: (taken: number) => SmppReply | Promise<SmppReply> = () => 0,
    command: SmppConnectOptions['command'] = 'bind_receiver',
  ) => {
    const taken: Uint8Array[] = [];
    const connection = await connectSmpp({
      ...{ host: '127.0.0.1', port, command, bind: { system_id: WHO.Username, password: WHO.PIN } },
      onRequest: (pdu, _, octets) => {
        expect(pdu.command).toBe('deliver_sm');
        return reply(taken.push(new Uint8Array(octets)));
      },
    });
    onTestFinished(() => connection.destroy());
    return { connection, taken, receipts: () => taken.map((one) => readReceipt(readDeliverSm(one))) };
  };
  const arrive = (text: string) => events?.onIncoming({ from: '447700900777', to: NUMBER, text, at: 1 });
  const waiting = async () => (await test.store.queue()).sessionCallbacks;
  return { ...test, bind, arrive, waiting };
}

const textOf = (octets: Uint8Array) => readUserDataOf(readDeliverSm(octets)).text;

describe('a customer who is bound', () => {
  it('gets receipts of what he sent over HTTP and SMPP, once each, and messages of handsets', async () => {
    const { bind, arrive, tags, waiting } = await open();
    const receiver = await bind();
    const sender = await bind(undefined, 'bind_transmitter');
    const form = await tags(SMS, { ...WHO, ...TO, Message: 'Hello' });
    const submit = (registered_delivery: number) =>
      sender.connection.request('submit_sm', {
        fields: { destination_addr: '447700900124', short_message: encodeGsm7('hi'), registered_delivery },
      });
    await submit(0);
    const answer = await submit(1);
    await expect.poll(() => receiver.taken.length, PATIENT).toBe(2);
    await arrive('STOP it');
    await expect.poll(() => receiver.taken.length, PATIENT).toBe(3);
    await expect.poll(waiting, PATIENT).toBe(0);
    const [first, second] = receiver.taken.map((one) => readDeliverSm(one));
    expect([first?.from, first?.to]).toEqual(['447700900123', NUMBER]);
    expect([second?.from, second?.to]).toEqual(['447700900124', NUMBER]);
    expect(receiver.receipts().slice(0, 2)).toEqual([
      { id: form.MessageIdentifier ?? form.MessageIdentifier1, isNamed: true, status: 'delivered' },
      { id: answer.fields?.message_id, isNamed: true, status: 'delivered' },
    ]);
    expect(textOf(receiver.taken[2] as Uint8Array)).toBe('STOP it');
    expect(sender.taken).toEqual([]);
  });

  it('gets what has waited, when he binds; a long message in parts that join', async () => {
    const { bind, arrive, waiting } = await open();
    const long = 'A long message. '.repeat(30);
    await arrive('first');
    await arrive(long);
    expect(await waiting()).toBe(2);
    const { taken } = await bind();
    await expect.poll(waiting, PATIENT).toBe(0);
    expect(textOf(taken[0] as Uint8Array)).toBe('first');
    const reassembler = new Reassembler();
    const joined = taken.slice(1).flatMap((one) => {
      const part = readUserDataOf(readDeliverSm(one));
      return reassembler.add(part, { from: 'x', at: 0 }) ?? [];
    });
    expect(joined.map(({ text, parts }) => [text, parts])).toEqual([[long, 4]]);
  });

  it('by two sessions gets each once, by either', async () => {
    const { bind, arrive, waiting } = await open();
    const slowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 0;
    };
    const sessions = [await bind(slowly), await bind(slowly, 'bind_transceiver')];
    await Promise.all(Array.from({ length: 60 }, (_, i) => arrive(`message ${i}`)));
    await expect.poll(waiting, PATIENT).toBe(0);
    const texts = sessions.map(({ taken }) => taken.map(textOf));
    for (const some of texts) expect(some.length).toBeGreaterThan(5);
    expect(texts.flat().sort()).toEqual(Array.from({ length: 60 }, (_, i) => `message ${i}`).sort());
  });

  it('gets what he did not answer again, by another session; nothing else', async () => {
    const { bind, arrive, waiting } = await open();
    const silent = await bind(() => new Promise<SmppReply>(() => undefined));
    await Promise.all(['a', 'b', 'c'].map((text) => arrive(text)));
    await expect.poll(() => silent.taken.length, PATIENT).toBe(3);
    silent.connection.destroy();
    await arrive('d');
    const { taken } = await bind();
    await expect.poll(waiting, PATIENT).toBe(0);
    expect(taken.map(textOf).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is not asked again after a refusal; the log and the counts have it', async () => {
    const lines: [object, string][] = [];
    const take = (fields: object, message: string) => void lines.push([fields, message]);
    const metrics = await openMetrics();
    const { bind, arrive, waiting, gateway } = await open({
      log: { debug() {}, info: take, warn: take, error: take },
      metrics,
    });
    const { taken } = await bind((count) => (count === 1 ? 'ESME_RX_P_APPN' : 0));
    await arrive('refused');
    await arrive('taken');
    await expect.poll(waiting, PATIENT).toBe(0);
    expect(taken.map(textOf).sort()).toEqual(['refused', 'taken']);
    const page = await (await gateway.fetchOperators(new Request('http://localhost/metrics'))).text();
    expect(page).toContain('handset_session_callbacks_total{outcome="done"} 1');
    expect(page).toContain('handset_session_callbacks_total{outcome="refused"} 1');
    expect(page).toContain('handset_session_callbacks_waiting 0');
    await gateway.close();
    const refused = { refused: 1, accounts: { [`${WHO.Username} ESME_RX_P_APPN`]: 1 } };
    expect(lines).toContainEqual([refused, 'smpp sessions refused receipts or messages']);
  });

  it('loses nothing when the gateway ends: what is in hand is answered, the rest is there', async () => {
    const { bind, arrive, waiting, gateway } = await open();
    const free: (() => void)[] = [];
    const { taken } = await bind(() => new Promise<SmppReply>((resolve) => free.push(() => resolve(0))));
    await Promise.all(Array.from({ length: 25 }, (_, i) => arrive(`message ${i}`)));
    await expect.poll(() => taken.length, PATIENT).toBe(10);
    const closed = gateway.close();
    for (const go of free) go();
    await closed;
    expect(taken).toHaveLength(10);
    expect(await waiting()).toBe(15);
  });
});
