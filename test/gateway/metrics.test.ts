import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Delivery,
  type DeliveryEvents,
  type GatewayOptions,
  type Outcome,
  openMetrics,
  smppDelivery,
} from '../../src/gateway/index.js';
import { temp } from '../support/cleanup.js';
import { Centre } from './smpp-centre.js';
import { GIF, MANAGE, MMS, NOW, SMS, type TestGateway, TO, TUNE, testGateway, WHO } from './support.js';

const PATIENT = { timeout: 10_000 };

async function counting(options: Partial<GatewayOptions> = {}, place?: string) {
  const lines: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const add = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: fields as Record<string, unknown> });
  const log = { debug: add('debug'), info: add('info'), warn: add('warn'), error: add('error') };
  const test = await testGateway({ metrics: await openMetrics(), log, ...options }, place);
  return { ...test, lines, samples: () => samplesOf(test) };
}

/** Every sample of ours, by its name and labels. */
async function samplesOf({ operators }: Pick<TestGateway, 'operators'>): Promise<Record<string, number>> {
  const page = await (await operators('/metrics')).text();
  return Object.fromEntries(
    [...page.matchAll(/^(handset_\S+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

const ofAccount = (account: string, kind: string, outcome: string) =>
  `handset_account_messages_total{account="${account}",kind="${kind}",outcome="${outcome}"}`;

/** A delivery that does with messages what it is told, or nothing. */
function deliveryOf(outcome: Outcome | undefined): Delivery {
  return {
    capacity: outcome === undefined ? 0 : 100,
    deliver: async () => outcome as Outcome,
    close: async () => undefined,
  };
}

describe('messages are counted by account and kind', () => {
  it('when they are accepted, and when they are delivered', async () => {
    const { tags, samples } = await counting();
    await tags(SMS, { ...WHO, SendTo: '447700900121,447700900122', Message: 'Hello' });
    await tags(MMS, { ...WHO, ...TO, Ringtone: TUNE, PhoneMake: 'Nokia' });
    await tags(SMS, { Username: 'Stranger.9', PIN: '8888', ...TO, FlashMessage: 'Hello' });
    // Neither is accepted: no number, and no credit.
    await tags(SMS, { ...WHO, SendTo: 'x', Message: 'Hello' });
    await tags(SMS, { Username: 'Poor.1', PIN: '9999', SendTo: '447700900121,447700900122,447700900123', Message: 'Hello' });
    const wanted: Record<string, number> = {};
    for (const outcome of ['accepted', 'delivered']) {
      wanted[ofAccount('ANOther.12345', 'text', outcome)] = 2;
      wanted[ofAccount('ANOther.12345', 'ringtone', outcome)] = 1;
      wanted[ofAccount('Stranger.9', 'flash', outcome)] = 1;
      wanted[ofAccount('Poor.1', 'text', outcome)] = 2;
    }
    const counted = async () =>
      Object.fromEntries(Object.entries(await samples()).filter(([name]) => name.startsWith('handset_account_messages_total')));
    await expect.poll(counted, PATIENT).toEqual(wanted);
  });

  it.each([
    ['sent', { kind: 'sent', ids: ['1'] }],
    ['failed', { kind: 'failed', reason: 'ESME_RINVDSTADR' }],
  ] as const)('when they have %s', async (name, outcome) => {
    const { tags, samples } = await counting({ delivery: deliveryOf(outcome) });
    await tags(SMS, { ...WHO, ...TO, Message: 'Hello' });
    await expect.poll(samples, PATIENT).toMatchObject({ [ofAccount('ANOther.12345', 'text', name)]: 1 });
  });

  it('of two hundred accounts, and together of those that come later', async () => {
    const metrics = await openMetrics();
    const result = { messageIdentifier: 'A', report: -2, accepted: true, text: '' } as const;
    for (let i = 0; i < 1_000; i++) metrics.results([result], `Child.${i}`, 'text');
    metrics.results([result], 'Child.0', 'text');
    const { body } = await metrics.page();
    const accounts = body.match(/^handset_account_messages_total\{/gm);
    expect(accounts).toHaveLength(201);
    expect(body).toContain(`${ofAccount('other', 'text', 'accepted')} 800`);
    expect(body).toContain(`${ofAccount('Child.0', 'text', 'accepted')} 2`);
  });
});

describe('the queue', () => {
  it('has its depth and its oldest message, and none when it is empty', async () => {
    let now = NOW;
    const { tags, samples } = await counting({ clock: () => now, delivery: deliveryOf(undefined) });
    expect(await samples()).toMatchObject({ handset_messages_waiting: 0, handset_oldest_message_seconds: 0 });
    await tags(SMS, { ...WHO, ...TO, Message: 'first' });
    now += 60_000;
    await tags(SMS, { ...WHO, SendTo: '447700900121,447700900122', Message: 'second' });
    now += 30_000;
    expect(await samples()).toMatchObject({ handset_messages_waiting: 3, handset_oldest_message_seconds: 90 });
  });

  it('of callbacks has those that a customer does not take', async () => {
    const server = createServer((_, response) => response.writeHead(500).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { store, tags, samples } = await counting();
    await store.changeAccount(WHO.Username, { callback: { url, form: 'form' } }, 'test');
    expect(await samples()).toMatchObject({ handset_callbacks_waiting: 0 });
    await tags(SMS, { ...WHO, SendTo: '447700900121,447700900122', Message: 'Hello' });
    await expect.poll(samples, PATIENT).toMatchObject({ handset_callbacks_waiting: 2 });
  });

  it('is not known while the store does not answer, and the page is there all the same', async () => {
    const { store, samples } = await counting();
    store.queue = () => Promise.reject(new Error('gone'));
    expect(await samples()).toMatchObject({ handset_messages_waiting: Number.NaN, handset_oldest_message_seconds: Number.NaN });
  });
});

describe('a link', () => {
  it('is up or not, and says how much of its window is in use; receipts are counted', async () => {
    const centre = await Centre.start();
    onTestFinished(() => centre.close());
    centre.reply = (request) => (request.command === 'submit_sm' ? 'silence' : {});
    const { port } = centre;
    const delivery = smppDelivery({
      host: '127.0.0.1',
      port,
      systemId: 'handset',
      password: 'secret',
      window: 7,
      reconnectMs: 50,
    });
    const { tags, samples } = await counting({ delivery });
    const link = `{link="smpp 127.0.0.1:${port}"}`;
    await expect.poll(samples, PATIENT).toMatchObject({ [`handset_link_up${link}`]: 1, [`handset_link_window${link}`]: 7 });
    expect(await samples()).toMatchObject({ [`handset_link_in_use${link}`]: 0, handset_delivery_available: 1 });
    await tags(SMS, { ...WHO, SendTo: '447700900121,447700900122,447700900123', Message: 'Hello' });
    await expect.poll(samples, PATIENT).toMatchObject({ [`handset_link_in_use${link}`]: 3 });
    const short_message = 'id:1 sub:001 dlvrd:001 submit date:2603040506 done date:2603040506 stat:DELIVRD err:000 text:';
    await centre.request('deliver_sm', {
      esm_class: 4,
      source_addr: '447700900121',
      destination_addr: 'MyShop',
      short_message,
    });
    await expect.poll(samples, PATIENT).toMatchObject({ 'handset_receipts_total{status="delivered"}': 1 });
    // Of no message that is known.
    expect(await samples()).not.toHaveProperty(ofAccount('ANOther.12345', 'text', 'delivered'));
    await centre.close();
    await expect.poll(samples, PATIENT).toMatchObject({ [`handset_link_up${link}`]: 0, handset_delivery_available: 0 });
  });
});

describe('receipts', () => {
  it('are counted for the account of their message once it has come to its end, and not again', async () => {
    let events: DeliveryEvents | undefined;
    const delivery: Delivery = {
      ...deliveryOf({ kind: 'sent', ids: ['1', '2'] }),
      start: async (given) => {
        events = given;
      },
    };
    const { tags, samples, store } = await counting({ delivery });
    await tags(SMS, { ...WHO, ...TO, Message: 'x'.repeat(200) });
    await expect.poll(samples, PATIENT).toMatchObject({ [ofAccount('ANOther.12345', 'text', 'sent')]: 1 });
    const receive = async (id: string) => events?.onReceipt(id, TO.SendTo, 'delivered', NOW);
    const delivered = ofAccount('ANOther.12345', 'text', 'delivered');
    await receive('1');
    expect(await samples()).not.toHaveProperty(delivered);
    for (const id of ['2', '2', '1']) await receive(id);
    expect(await samples()).toMatchObject({ [delivered]: 1, 'handset_receipts_total{status="delivered"}': 4 });
    // One that is not on the disk counts as none.
    store.recordReceipt = () => Promise.reject(new Error('gone'));
    await expect(receive('1')).rejects.toThrow('gone');
    expect(await samples()).toMatchObject({ [delivered]: 1, 'handset_receipts_total{status="delivered"}': 4 });
  });
});

describe('the store and the ports', () => {
  it('says whether the store takes writes, and how much room there is', async () => {
    const { gateway, samples } = await counting({}, temp('room.db'));
    await gateway.listen({ port: 0 });
    const { handset_store_writable: writable, handset_store_free_octets: free } = await samples();
    expect(writable).toBe(1);
    expect(free).toBeGreaterThan(1_000_000);
  });

  it('counts connections that were one too many of an address', async () => {
    const { gateway, samples } = await counting({ limits: { connectionsPerAddress: 1 } });
    const { port } = await gateway.listen({ port: 0 });
    const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => undefined));
    await expect.poll(samples, PATIENT).toMatchObject({ handset_connections_refused_total: 2 });
    for (const socket of sockets) socket.destroy();
  });
});

describe("nobody is paged for what is a customer's own fault", () => {
  const images = { threads: 1, worker: new URL('../image/source-worker.mjs', import.meta.url) };
  const photo = readFileSync(new URL('../../fixtures/images/photo-baseline.jpg', import.meta.url));
  const WAP = { ...WHO, ...TO, MMSFileWAP: '80000' };

  it('a picture that is broken: a line of level info without a stack, and no fault', async () => {
    const { fetch, store, lines, samples } = await counting({ images });
    const cut = photo.subarray(0, photo.length / 2);
    const token = 'a'.repeat(22);
    const hosted = [
      { token, contentType: 'image/jpeg', fileName: 'a.jpg', data: cut, adaptation: {}, expiresAt: NOW + 3_600_000 },
    ];
    const job = { username: WHO.Username, originator: 'MyShop', recipients: ['447700900123'], contentKind: 'text', parts: [] };
    await store.accept({ ...job, hosted });
    const answer = await fetch(`/w/${token}/a.jpg`, { headers: { 'User-Agent': 'Nokia6230/2.0' } });
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(cut)]).toEqual([200, true]);
    const told = lines.filter(({ message }) => message !== 'request');
    expect(told).toEqual([
      { level: 'info', message: 'picture not adapted', fields: expect.objectContaining({ code: expect.any(String) }) },
    ]);
    expect(told[0]?.fields).not.toHaveProperty('stack');
    expect((await samples()).handset_faults_total).toBe(0);
  });

  it('nor a message that the service centre refuses for good, a login that is wrong, or a request that makes no sense', async () => {
    const failed: Outcome = { kind: 'failed', reason: 'ESME_RINVDSTADR' };
    const { ask, tags, lines, samples } = await counting({ delivery: deliveryOf(failed) });
    await tags(SMS, { ...WHO, ...TO, Message: 'Hello' });
    await tags(MMS, { ...WHO, ...TO, OperatorLogo: 'no hex', PhoneMake: 'Nokia' });
    await tags(MANAGE, { ...WHO, CreateChildAccount: 'x' });
    await tags(MMS, { ...WAP, MMSFileWAP: '99999' });
    await ask('/sendsms2', { nonsense: GIF });
    await expect.poll(() => lines.some(({ message }) => message === 'delivery failed'), PATIENT).toBe(true);
    expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
    expect((await samples()).handset_faults_total).toBe(0);
  });
});

it('messages whose receipt is overdue are counted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = NOW;
  const { tags, samples, store } = await counting({ clock: () => now, delivery: deliveryOf({ kind: 'sent', ids: ['1'] }) });
  await tags(SMS, { ...WHO, SendTo: '447700900121,447700900122', Message: 'Hello' });
  const statesOf = async () => (await store.searchMessages({})).entries.map(({ state }) => state);
  await expect.poll(statesOf, PATIENT).toEqual(['sent', 'sent']);
  expect(await samples()).toMatchObject({ handset_unconfirmed_messages_total: 0 });
  // Two days of validity, and an hour.
  now += 49 * 3_600_000 + 1;
  vi.advanceTimersByTime(60_000);
  await expect.poll(samples, PATIENT).toMatchObject({ handset_unconfirmed_messages_total: 2 });
});
