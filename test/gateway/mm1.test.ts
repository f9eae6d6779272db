/** Phones and their MMSC: sending, fetching, and the reports that follow. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createGateway,
  createTestMmsc,
  type GatewayLog,
  readInbox,
  readProvisioning,
  type TestMmsc,
  type TestMmscOptions,
} from '../../src/gateway/index.js';
import {
  decodeMms,
  encodeMms,
  type MmsPdu,
  type MNotificationInd,
  type MRetrieveConf,
  type MSendReq,
} from '../../src/mms/index.js';
import { decodeDeliver } from '../../src/sms/index.js';
import { androidSend, OPEN_HARMONY, samsungSend } from '../support/foreign-mms.js';
import { expectLedgersAddUp } from '../support/gateway-store.js';
import { basic, jsonClient } from './json-support.js';
import { testGateway } from './support.js';

const ANN = '447700900001';
const BOB = '447700900002';
const CAT = '447700900003';
const TYPE = 'application/vnd.wap.mms-message';

async function open(options: Partial<TestMmscOptions> = {}): Promise<TestMmsc> {
  const mmsc = await createTestMmsc({ numbers: [ANN, BOB], ...options });
  onTestFinished(() => mmsc.close());
  return mmsc;
}

function sendReq(more: Partial<MSendReq> = {}): MSendReq {
  return {
    ...{ type: 'M-Send.req', transactionId: 'T1', mmsVersion: '1.2', to: [BOB], subject: 'Hello' },
    parts: [{ name: 'hi.txt', contentType: 'text/plain', charset: 'utf-8', data: new TextEncoder().encode('Hi Bob') }],
    ...more,
  } as MSendReq;
}

async function post(address: string, pdu: MmsPdu | Uint8Array, headers: Record<string, string> = {}) {
  const body = (pdu instanceof Uint8Array ? pdu : encodeMms(pdu)) as Uint8Array<ArrayBuffer>;
  const response = await fetch(address, { method: 'POST', headers: { 'Content-Type': TYPE, ...headers }, body });
  const octets = new Uint8Array(await response.arrayBuffer());
  const isPdu = response.headers.get('Content-Type') === TYPE;
  return { status: response.status, response, pdu: isPdu ? decodeMms(octets) : undefined };
}

async function retrieve(address: string): Promise<MRetrieveConf> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(TYPE);
  return decodeMms(new Uint8Array(await response.arrayBuffer())) as MRetrieveConf;
}

const credit = async ({ store }: TestMmsc, username = 'Phone.1') => (await store.account(username))?.credit;

describe('a message of a phone', () => {
  it('is in the list of its account, as is the report of it, in the words of the document', async () => {
    const mmsc = await open();
    await post(mmsc.addressFor(ANN), sendReq({ deliveryReport: true }));
    const [notification] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const { transactionId } = notification;
    await post(mmsc.addressFor(BOB), { type: 'M-NotifyResp.ind', mmsVersion: '1.2', status: 'retrieved', transactionId });
    await mmsc.pushes(ANN);
    const { ask } = jsonClient({ fetch: (path, init) => fetch(mmsc.url + path, init) });
    const { status, body } = await ask('GET', '/v1/messages', { authorization: basic('Phone.1', '0000') });
    const kinds = body.messages.map(({ kind }: { kind: string }) => kind);
    expect([status, kinds]).toEqual([200, ['mms', 'mmsReport']]);
  });

  it('costs nothing to refuse whose account cannot pay: no picture of it is looked at', async () => {
    const mmsc = await open({ credit: '0.0000' });
    // It would be refused as no TIFF.
    const parts = [{ name: 'a.tif', contentType: 'image/tiff', data: Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0) }];
    const { pdu } = await post(mmsc.addressFor(ANN), sendReq({ parts }));
    expect(pdu).toMatchObject({ type: 'M-Send.conf', responseText: 'Out of credit' });
  });

  it('goes to another one: notification, retrieval, acknowledgement, delivery report', async () => {
    const mmsc = await open();
    const { pdu: confirmed } = await post(mmsc.addressFor(ANN), sendReq({ deliveryReport: true }));
    expect(confirmed).toMatchObject({ type: 'M-Send.conf', transactionId: 'T1', responseStatus: 'ok' });
    const [notification] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    expect(notification).toMatchObject({
      ...{ type: 'M-Notification.ind', from: `+${ANN}/TYPE=PLMN`, subject: 'Hello', messageClass: 'personal' },
      ...{ deliveryReport: true, expiry: { kind: 'relative', seconds: 604_800 } },
    });
    const message = await retrieve(notification.contentLocation);
    expect(message).toMatchObject({
      ...{ type: 'M-Retrieve.conf', transactionId: notification.transactionId, from: `+${ANN}/TYPE=PLMN` },
      ...{ to: [`+${BOB}/TYPE=PLMN`], subject: 'Hello' },
    });
    expect(new TextDecoder().decode(message.parts[0]?.data)).toBe('Hi Bob');
    const acknowledged = { type: 'M-NotifyResp.ind', mmsVersion: '1.2', status: 'retrieved' } as const;
    const said = await post(mmsc.addressFor(BOB), { ...acknowledged, transactionId: notification.transactionId });
    expect(said.status).toBe(204);
    const [report] = await mmsc.pushes(ANN);
    expect(report).toMatchObject({
      ...{ type: 'M-Delivery.ind', messageId: confirmed?.messageId, to: [`+${BOB}/TYPE=PLMN`], status: 'retrieved' },
    });
  });

  it('is charged as its notification, and the report costs nothing', async () => {
    const mmsc = await open();
    await post(mmsc.addressFor(ANN), sendReq({ deliveryReport: true }));
    const [notification] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const [message] = (await mmsc.store.searchMessages({})).entries;
    const parts = (await mmsc.store.inbox(BOB))[0]?.parts.length ?? 0;
    expect(message).toMatchObject({ recipient: BOB, units: parts });
    expect(await credit(mmsc)).toBe(10_000_000 - parts * 450);
    const acknowledge = { type: 'M-Acknowledge.ind', mmsVersion: '1.2', transactionId: notification.transactionId } as const;
    await post(mmsc.addressFor(BOB), acknowledge);
    await mmsc.pushes(ANN);
    expect(await credit(mmsc)).toBe(10_000_000 - parts * 450);
    expect(await credit(mmsc, 'Phone.2')).toBe(10_000_000);
  });
});

describe('a request', () => {
  it('names a hundred recipients at most', async () => {
    const mmsc = await open();
    const to = Array.from({ length: 101 }, (_, i) => String(447700900100 + i));
    const refused = await post(mmsc.addressFor(ANN), sendReq({ to }));
    expect(refused.pdu).toMatchObject({ responseText: '101 recipients, at most 100 of a phone' });
    expect((await post(mmsc.addressFor(ANN), sendReq({ to: to.slice(1) }))).pdu?.responseStatus).toBe('ok');
    expect(await credit(mmsc)).toBe(10_000_000 - 100 * 450);
  });

  it('is refused for a recipient who has opted out of its number, and for him alone', async () => {
    const mmsc = await open();
    await mmsc.store.addOptOut(ANN, BOB);
    const refused = await post(mmsc.addressFor(ANN), sendReq());
    expect(refused.pdu).toMatchObject({
      responseStatus: 'error-permanent-service-denied',
      responseText: 'The recipient has opted out of messages from this originator',
    });
    expect(await credit(mmsc)).toBe(10_000_000);
    const partly = await post(mmsc.addressFor(ANN), sendReq({ transactionId: 'T2', to: [BOB, CAT] }));
    expect(partly.pdu).toMatchObject({
      responseStatus: 'error-transient-partial-success',
      responseText: 'Accepted for 1 of 2 recipients',
    });
    expect((await mmsc.store.searchMessages({})).entries.map(({ recipient }) => recipient)).toEqual([CAT]);
    await mmsc.store.removeOptOut(ANN, BOB);
    expect((await post(mmsc.addressFor(ANN), sendReq())).pdu?.responseStatus).toBe('ok');
  });

  it('that is repeated is answered as the first one, and sent once; another transaction is another message', async () => {
    const mmsc = await open();
    const first = await post(mmsc.addressFor(ANN), sendReq({ date: new Date(1_700_000_000_000) }));
    const again = await post(mmsc.addressFor(ANN), sendReq({ date: new Date(1_700_000_060_000) }));
    expect(again.pdu).toEqual(first.pdu);
    expect((await mmsc.store.searchMessages({})).entries).toHaveLength(1);
    const other = await post(mmsc.addressFor(ANN), sendReq({ transactionId: 'T2' }));
    expect(other.pdu?.messageId).not.toBe(first.pdu?.messageId);
    // A phone that counts its transactions from the start again.
    const changed = await post(mmsc.addressFor(ANN), sendReq({ subject: 'Something else' }));
    expect(changed.pdu?.messageId).not.toBe(first.pdu?.messageId);
    const fromBob = await post(mmsc.addressFor(BOB), sendReq());
    expect(fromBob.pdu?.messageId).not.toBe(first.pdu?.messageId);
    expect((await mmsc.store.searchMessages({})).entries).toHaveLength(4);
  });

  it('that another account sends with the same number is another message', async () => {
    const mmsc = await open();
    const second = [{ username: 'Second', pin: '0000', credit: '1.0000', replyTo: [ANN] }];
    await mmsc.store.provision(readProvisioning(JSON.stringify({ accounts: second })));
    const send = (username: string) =>
      post(`${mmsc.url}/mm1`, sendReq(), { Authorization: `Basic ${Buffer.from(`${username}:0000`).toString('base64')}` });
    const [first, other] = [await send('Phone.1'), await send('Second')];
    expect([first.pdu?.responseStatus, other.pdu?.responseStatus]).toEqual(['ok', 'ok']);
    expect(other.pdu?.messageId).not.toBe(first.pdu?.messageId);
    expect(await credit(mmsc, 'Second')).toBe(10_000 - 450);
  });

  it('is answered with its transaction, of up to 256 octets, quoted or not', async () => {
    const mmsc = await open();
    const octets = encodeMms(sendReq());
    // X-Mms-Transaction-ID is the second field: 8C 80 98 T1 00.
    const withTransaction = (...value: number[]) => Uint8Array.from([...octets.slice(0, 3), ...value, ...octets.slice(5)]);
    const answered = async (...value: number[]) => (await post(mmsc.addressFor(ANN), withTransaction(...value))).pdu;
    // A quote stands before an octet of 80 and more (OMA-WAP-TS-WSP section 8.4.2.1).
    expect(await answered(0x7f, 0xc3, 0xbc, 0x31)).toMatchObject({ transactionId: 'ü1', responseStatus: 'ok' });
    const refused = withTransaction(0x7f, 0xc3, 0xbc, 0x31).slice(0, 20);
    expect((await post(mmsc.addressFor(ANN), refused)).pdu).toMatchObject({
      ...{ transactionId: 'ü1', responseStatus: 'error-permanent-message-format-corrupt' },
    });
    for (const length of [63, 64, 256]) {
      const pdu = await answered(...new Array<number>(length).fill(0x41));
      expect(pdu).toMatchObject({ transactionId: 'A'.repeat(length), responseStatus: 'ok' });
    }
    expect(await answered(...new Array<number>(257).fill(0x41))).toBeUndefined();
  });

  it('that comes twice at a time is sent once', async () => {
    const mmsc = await open();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(mmsc.addressFor(ANN), sendReq({ to: [BOB, CAT] }))));
    expect(new Set(answers.map(({ pdu }) => pdu?.messageId)).size).toBe(1);
    expect(answers.map(({ pdu }) => pdu?.responseStatus)).toEqual(Array(6).fill('ok'));
    expect((await mmsc.store.searchMessages({})).entries).toHaveLength(2);
  });

  it('of several recipients gives each a copy of their own, and nobody sees a blind copy', async () => {
    const mmsc = await open();
    await post(mmsc.addressFor(ANN), sendReq({ to: [BOB], cc: [CAT], bcc: ['447700900004'] }));
    const seen = await Promise.all(
      [BOB, CAT, '447700900004'].map(async (number) => {
        const [notification] = (await mmsc.pushes(number)) as [MNotificationInd];
        return retrieve(notification.contentLocation);
      }),
    );
    for (const message of seen) {
      expect(message.to).toEqual([`+${BOB}/TYPE=PLMN`]);
      expect(message.cc).toEqual([`+${CAT}/TYPE=PLMN`]);
      expect(message.bcc).toBeUndefined();
    }
    expect(new Set(seen.map(({ messageId }) => messageId)).size).toBe(3);
  });

  it('goes once to a number that it names several times, in whatever spelling, and costs once', async () => {
    const mmsc = await open();
    const to = [BOB, BOB, `+${BOB}/TYPE=PLMN`, 'ann@example.com'];
    const named = await post(mmsc.addressFor(ANN), sendReq({ to, cc: [`+${BOB}`, CAT], bcc: [BOB, 'ann@example.com'] }));
    expect(named.pdu?.responseText).toBe('Accepted for 2 of 3 recipients');
    const repeated = await post(mmsc.addressFor(ANN), sendReq({ to, cc: [`+${BOB}`, CAT], bcc: [BOB, 'ann@example.com'] }));
    expect(repeated.pdu).toEqual(named.pdu);
    expect((await mmsc.store.searchMessages({})).entries.map(({ recipient }) => recipient)).toEqual([BOB, CAT]);
    expect(await credit(mmsc)).toBe(10_000_000 - 2 * 450);
    // To and Cc are shown as they were written.
    const [{ contentLocation }] = (await mmsc.pushes(CAT)) as [MNotificationInd];
    expect((await retrieve(contentLocation)).to).toHaveLength(4);
  });

  it('that leaves later tells how long it can be fetched from then on', async () => {
    let now = Date.parse('2026-03-04T05:06:07Z');
    const mmsc = await open({ clock: () => now });
    const day = 86_400;
    const deliveryTime = { kind: 'relative', seconds: 3 * day } as const;
    await post(mmsc.addressFor(ANN), sendReq({ deliveryTime }));
    await post(mmsc.addressFor(ANN), sendReq({ to: [CAT], deliveryTime, expiry: { kind: 'relative', seconds: 4 * day } }));
    now += 3 * day * 1_000;
    const [hosted] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const [limited] = (await mmsc.pushes(CAT)) as [MNotificationInd];
    // limits.hostedMs is seven days.
    expect([hosted.expiry, limited.expiry].map((expiry) => 'seconds' in expiry && expiry.seconds)).toEqual([7 * day, day]);
    // The phone that fetches at the last moment it was told finds it.
    now += (7 * day - 1) * 1_000;
    expect((await retrieve(hosted.contentLocation)).subject).toBe('Hello');
    now += 2_000;
    expect((await retrieve(hosted.contentLocation)).retrieveStatus).toBe('error-permanent-message-not-found');
  });

  const status = async (mmsc: TestMmsc, pdu: MmsPdu | Uint8Array, number = ANN) =>
    (await post(mmsc.addressFor(number), pdu)).pdu?.responseStatus;

  it('is refused with the status that says what is wrong, in the words of its version', async () => {
    const mmsc = await open({ limits: { mmsOctets: 2_000, recipients: 3 } });
    const large = [{ name: 'a.txt', contentType: 'text/plain', data: new Uint8Array(3_000).fill(65) }];
    expect(await status(mmsc, sendReq({ parts: large }))).toBe('error-permanent-content-not-accepted');
    expect(await status(mmsc, sendReq({ parts: large, mmsVersion: '1.0' }))).toBe('error-content-not-accepted');
    expect(await status(mmsc, sendReq({ to: ['ann@example.com'] }))).toBe('error-permanent-sending-address-unresolved');
    const many = [BOB, CAT, '447700900004', '447700900005'];
    expect(await status(mmsc, sendReq({ to: many }))).toBe('error-permanent-sending-address-unresolved');
    expect(await status(mmsc, sendReq({ to: [BOB, 'ann@example.com'] }))).toBe('error-transient-partial-success');
    expect(await status(mmsc, sendReq({ to: [BOB, 'ann@example.com'], mmsVersion: '1.0' }))).toBe('ok');
    // Of a number that has no account.
    expect(await status(mmsc, sendReq(), CAT)).toBe('error-permanent-service-denied');
    const past = { kind: 'absolute', at: new Date(1_000_000_000_000) } as const;
    expect(await status(mmsc, sendReq({ expiry: past }))).toBe('error-permanent-message-format-corrupt');
    const late = { kind: 'relative', seconds: 100 * 24 * 3_600 } as const;
    expect(await status(mmsc, sendReq({ deliveryTime: late }))).toBe('error-permanent-message-format-corrupt');
    const view = { type: 'M-Mbox-View.req', transactionId: 'T9', mmsVersion: '1.2' } as const;
    expect((await post(mmsc.addressFor(ANN), view)).pdu).toMatchObject({
      ...{ type: 'M-Send.conf', transactionId: 'T9', responseStatus: 'error-unsupported-message' },
    });
    expect(await status(mmsc, sendReq({ mmsVersion: '2.0' }))).toBe('error-unsupported-message');
    const charging = sendReq({ replyCharging: 'requested' });
    expect(await status(mmsc, charging)).toBe('error-permanent-reply-charging-not-supported');
    const poor = await open({ credit: '0.0400' });
    expect(await status(poor, sendReq())).toBe('error-permanent-lack-of-prepaid');
    expect(await credit(poor)).toBe(400);
  });

  it('that is cut off anywhere is answered, with its transaction where that was there', async () => {
    const mmsc = await open();
    const octets = encodeMms(sendReq());
    for (let length = 0; length < octets.length; length++) {
      const { status: http, pdu } = await post(mmsc.addressFor(ANN), octets.slice(0, length));
      if (pdu === undefined) expect([http, length < 8]).toEqual([400, true]);
      else {
        expect([pdu.type, http, pdu.transactionId]).toEqual(['M-Send.conf', 200, length > 5 ? 'T1' : '']);
        expect(pdu.responseStatus).not.toBe('ok');
      }
    }
    expect(await status(mmsc, octets)).toBe('ok');
  });
});

describe('who sends', () => {
  it('is told by a trusted proxy alone, else by name and PIN', async () => {
    const mmsc = await open();
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const address = `${mmsc.url}/mm1`;
    const stranger = await post(address, sendReq());
    expect([stranger.status, stranger.pdu?.responseStatus]).toEqual([401, 'error-permanent-service-denied']);
    expect(stranger.response.headers.get('WWW-Authenticate')).toContain('Basic realm="MMS"');
    expect((await post(address, sendReq({ transactionId: 'a' }), { 'X-MSISDN': `+${ANN}` })).pdu?.responseStatus).toBe('ok');
    const login = await post(address, sendReq({ transactionId: 'c' }), basic('Phone.1:0000'));
    expect(login.pdu?.responseStatus).toBe('ok');
    const wrong = await post(address, sendReq({ transactionId: 'd' }), basic('Phone.1:0001'));
    expect([wrong.status, wrong.pdu?.responseStatus]).toEqual([200, 'error-permanent-service-denied']);
    const borrowed = sendReq({ transactionId: 'e', from: BOB });
    expect((await post(address, borrowed, basic('Phone.1:0000'))).pdu?.responseStatus).toBe('error-permanent-service-denied');
    const own = sendReq({ transactionId: 'f', from: ANN });
    expect((await post(address, own, basic('Phone.1:0000'))).pdu?.responseStatus).toBe('ok');
    for (const nonsense of ['Basic', 'Basic !!!', 'Basic Og==', `Basic ${'A'.repeat(500)}`, 'Bearer x']) {
      expect((await post(address, sendReq({ transactionId: 'g' }), { Authorization: nonsense })).status).toBe(401);
    }
  });

  it('is not believed from elsewhere', async () => {
    const { gateway, store } = await testGateway({ wapGateways: ['192.0.2.1'] });
    const { url } = await gateway.listen({ port: 0 });
    const told = await post(`${url}/mm1?msisdn=${ANN}`, sendReq(), { 'X-MSISDN': ANN });
    expect(told.status).toBe(401);
    expect((await store.searchMessages({})).entries).toEqual([]);
  });

  it('is told in the one header that the proxy sets, and nowhere else', async () => {
    const mmsc = await open();
    const status = async (url: string, transactionId: string, headers: Record<string, string>) => {
      const answer = await post(url, sendReq({ transactionId }), headers);
      return answer.status === 200 ? answer.pdu?.responseStatus : answer.status;
    };
    const others = { 'X-WAP-Network-Client-MSISDN': BOB, 'X-Nokia-MSISDN': BOB, 'X-Up-Calling-Line-ID': BOB };
    expect(await status(`${mmsc.url}/mm1`, 'a', others)).toBe(401);
    const gateway = createGateway({ store: mmsc.store, wapGateways: ['127.0.0.1'], wapGatewayHeader: 'X-Nokia-MSISDN' });
    onTestFinished(() => gateway.close());
    const { url } = await gateway.listen({ port: 0 });
    // The phone adds what others of its kind are told by; its proxy writes its own over what it sets.
    const forged = { 'X-MSISDN': BOB, 'X-WAP-Network-Client-MSISDN': BOB, 'X-Up-Calling-Line-ID': BOB };
    expect(await status(`${url}/mm1?msisdn=${BOB}`, 'b', { ...forged, 'x-nokia-msisdn': ANN })).toBe('ok');
    expect(await status(`${url}/mm1?msisdn=${BOB}`, 'c', forged)).toBe(401);
    expect([await credit(mmsc), await credit(mmsc, 'Phone.2')]).toEqual([10_000_000 - 450, 10_000_000]);
    const misnamed = () => createGateway({ store: mmsc.store, wapGatewayHeader: 'X MSISDN' });
    expect(misnamed).toThrow(new TypeError('wapGatewayHeader: X MSISDN is not the name of a header'));
  });

  it('is nobody whose account is disabled', async () => {
    const mmsc = await open();
    await mmsc.store.changeAccount('Phone.1', { disabled: true }, 'test');
    expect((await post(mmsc.addressFor(ANN), sendReq())).pdu?.responseStatus).toBe('error-permanent-service-denied');
  });
});

describe('what recipients say', () => {
  const version = { mmsVersion: '1.2' } as const;

  /** A message from Ann that asks for both reports, and its notification at Bob's. */
  async function sent(mmsc: TestMmsc, more: Partial<MSendReq> = {}) {
    const before = await mmsc.store.countInbox(BOB);
    const { pdu } = await post(mmsc.addressFor(ANN), sendReq({ deliveryReport: true, readReport: true, ...more }));
    expect(pdu?.responseStatus).toBe('ok');
    const notifications = (await mmsc.pushes(BOB, before + 1)) as MNotificationInd[];
    return { messageId: pdu?.messageId, notification: notifications.at(-1) as MNotificationInd };
  }

  const say = (address: string, pdu: MmsPdu) => post(address, pdu);

  it('is reported once, whatever is said after it and where', async () => {
    const mmsc = await open();
    const { notification, messageId } = await sent(mmsc);
    const { transactionId, contentLocation } = notification;
    const answer = (status: 'deferred' | 'rejected' | 'retrieved') =>
      ({ type: 'M-NotifyResp.ind', ...version, transactionId, status }) as const;
    // Deferred is no end: the handset fetches it later, and acknowledges.
    expect((await say(contentLocation, answer('deferred'))).status).toBe(204);
    expect(await retrieve(contentLocation)).toMatchObject({ transactionId, readReport: true });
    expect((await say(contentLocation, { type: 'M-Acknowledge.ind', ...version, transactionId })).status).toBe(204);
    await say(mmsc.addressFor(BOB), answer('rejected'));
    await say(`${mmsc.url}/m`, answer('retrieved'));
    const reports = await mmsc.pushes(ANN);
    expect(reports).toMatchObject([{ type: 'M-Delivery.ind', status: 'retrieved', messageId }]);
    await nothingMore(mmsc, ANN, 1);
  });

  it('is rejected', async () => {
    const mmsc = await open();
    const { notification, messageId } = await sent(mmsc);
    const { transactionId } = notification;
    await say(mmsc.addressFor(BOB), { type: 'M-NotifyResp.ind', ...version, transactionId, status: 'rejected' });
    expect(await mmsc.pushes(ANN)).toMatchObject([{ type: 'M-Delivery.ind', status: 'rejected', messageId }]);
  });

  it('is not reported where the recipient does not allow it, or the sender did not ask', async () => {
    const mmsc = await open();
    const { notification } = await sent(mmsc);
    const retrieved = { type: 'M-NotifyResp.ind', ...version, status: 'retrieved' } as const;
    await say(mmsc.addressFor(BOB), { ...retrieved, transactionId: notification.transactionId, reportAllowed: false });
    const quiet = await sent(mmsc, { transactionId: 'T2', deliveryReport: false, readReport: false });
    await say(mmsc.addressFor(BOB), { ...retrieved, transactionId: quiet.notification.transactionId });
    const read = { type: 'M-Read-Rec.ind', ...version, to: [ANN], readStatus: 'read' } as const;
    await say(mmsc.addressFor(BOB), { ...read, messageId: quiet.notification.transactionId });
    await nothingMore(mmsc, ANN, 0);
  });

  it('is that it was read, once', async () => {
    const mmsc = await open();
    const { notification, messageId } = await sent(mmsc, { deliveryReport: false });
    const { messageId: own } = await retrieve(notification.contentLocation);
    const read = { type: 'M-Read-Rec.ind', ...version, messageId: own as string, to: [ANN], readStatus: 'read' } as const;
    await Promise.all([1, 2, 3].map(() => say(mmsc.addressFor(BOB), read)));
    await say(mmsc.addressFor(BOB), { ...read, readStatus: 'deleted-without-being-read' });
    expect(await mmsc.pushes(ANN)).toMatchObject([
      { type: 'M-Read-Orig.ind', messageId, readStatus: 'read', from: `+${BOB}/TYPE=PLMN`, to: [`+${ANN}/TYPE=PLMN`] },
    ]);
    await nothingMore(mmsc, ANN, 1);
  });

  it('of tokens that nobody has changes nothing', async () => {
    const mmsc = await open();
    const { messageId } = await sent(mmsc);
    // The sender's Message-ID is none of the recipient's.
    for (const token of [messageId as string, 'x'.repeat(22), '../../etc', '']) {
      const said = await say(mmsc.addressFor(BOB), { type: 'M-Acknowledge.ind', ...version, transactionId: token });
      expect(said.status).toBe(204);
      await say(mmsc.addressFor(BOB), { type: 'M-Read-Rec.ind', ...version, messageId: token, to: [ANN], readStatus: 'read' });
    }
    await nothingMore(mmsc, ANN, 0);
  });

  it('is nothing: the message expires, and its address says so', async () => {
    let now = Date.UTC(2026, 2, 4);
    const mmsc = await open({ clock: () => now });
    const { notification, messageId } = await sent(mmsc, { expiry: { kind: 'relative', seconds: 3_600 } });
    expect(notification.expiry).toEqual({ kind: 'relative', seconds: 3_600 });
    now += 3_600_000;
    expect(await retrieve(notification.contentLocation)).toMatchObject({
      ...{ retrieveStatus: 'error-permanent-message-not-found', parts: [] },
    });
    // What wakes the reports here is the next thing that a handset says.
    const other = await sent(mmsc, { transactionId: 'T2' });
    const { transactionId } = other.notification;
    await say(mmsc.addressFor(BOB), { type: 'M-NotifyResp.ind', ...version, transactionId, status: 'retrieved' });
    expect(await mmsc.pushes(ANN, 2)).toMatchObject([
      { type: 'M-Delivery.ind', status: 'expired', messageId, date: new Date(Date.UTC(2026, 2, 4, 1)) },
      { type: 'M-Delivery.ind', status: 'retrieved', messageId: other.messageId },
    ]);
  });

  it('outlives the process', async () => {
    const mmsc = await open();
    const { notification, messageId } = await sent(mmsc);
    await mmsc.gateway.close();
    await mmsc.store.recordMmsStatus(notification.transactionId, 'retrieved', true);
    const gateway = createGateway({ store: mmsc.store });
    onTestFinished(() => gateway.close());
    expect(await mmsc.pushes(ANN)).toMatchObject([{ type: 'M-Delivery.ind', status: 'retrieved', messageId }]);
  });

  it('is reported even where the report before it cannot be made, of which the operator is told', async () => {
    let now = Date.UTC(2026, 2, 4);
    const faults: string[] = [];
    const log = new Proxy({} as GatewayLog, {
      get: (_, level) => (fields: unknown, text: string) => level === 'error' && faults.push(`${text} ${String(fields)}`),
    });
    const mmsc = await open({ clock: () => now++, log });
    const { notification, messageId } = await sent(mmsc);
    const { transactionId } = notification;
    await mmsc.store.recordMmsRead(transactionId, 'no status of a read report');
    await say(mmsc.addressFor(BOB), { type: 'M-NotifyResp.ind', ...version, transactionId, status: 'retrieved' });
    expect(await mmsc.pushes(ANN)).toMatchObject([{ type: 'M-Delivery.ind', status: 'retrieved', messageId }]);
    expect(faults).toHaveLength(1);
  });

  async function nothingMore(mmsc: TestMmsc, number: string, count: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await mmsc.store.countInbox(number)).toBe(count);
  }
});

describe('a message that is sent on', () => {
  const forward = { type: 'M-Forward.req', transactionId: 'F1', mmsVersion: '1.2', to: [CAT] } as const;

  it('goes to others without having been fetched, and says whose it was', async () => {
    const mmsc = await open();
    await post(mmsc.addressFor(ANN), sendReq());
    const [{ contentLocation }] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const { pdu } = await post(mmsc.addressFor(BOB), { ...forward, contentLocation });
    expect(pdu).toMatchObject({ type: 'M-Forward.conf', transactionId: 'F1', responseStatus: 'ok' });
    const [notification] = (await mmsc.pushes(CAT)) as [MNotificationInd];
    const message = await retrieve(notification.contentLocation);
    expect(message).toMatchObject({
      ...{ from: `+${BOB}/TYPE=PLMN`, to: [`+${CAT}/TYPE=PLMN`], subject: 'Hello' },
      previouslySentBy: [{ forwardedCount: 1, address: `+${ANN}/TYPE=PLMN` }],
    });
    expect(new TextDecoder().decode(message.parts[0]?.data)).toBe('Hi Bob');
    expect(await credit(mmsc, 'Phone.2')).toBe(10_000_000 - 450);
  });

  it('of a sender who hides shows who sent it on, and not whose it was', async () => {
    const mmsc = await open();
    await post(mmsc.addressFor(ANN), sendReq({ senderVisibility: 'hide' }));
    const [{ contentLocation }] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    await post(mmsc.addressFor(BOB), { ...forward, contentLocation });
    const [notification] = (await mmsc.pushes(CAT)) as [MNotificationInd];
    expect(notification.from).toBe(`+${BOB}/TYPE=PLMN`);
    const message = await retrieve(notification.contentLocation);
    expect(message.from).toBe(`+${BOB}/TYPE=PLMN`);
    expect(message).not.toHaveProperty('previouslySentBy');
    const octets = Buffer.from(encodeMms(message)).toString('latin1');
    expect(octets).not.toContain(ANN);
  });

  it('is its recipient’s alone, and does not go in circles', async () => {
    const mmsc = await open();
    await post(mmsc.addressFor(ANN), sendReq());
    let [{ contentLocation }] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const stranger = await post(mmsc.addressFor(ANN), { ...forward, contentLocation });
    expect(stranger.pdu?.responseStatus).toBe('error-permanent-message-not-found');
    const nothing = await post(mmsc.addressFor(BOB), { ...forward, contentLocation: 'http://example.com/' });
    expect(nothing.pdu?.responseStatus).toBe('error-permanent-message-not-found');
    for (let count = 1; count <= 10; count++) {
      const { pdu } = await post(mmsc.addressFor(BOB), { ...forward, to: [BOB], transactionId: `F${count}`, contentLocation });
      expect(pdu?.responseStatus).toBe('ok');
      contentLocation = ((await mmsc.pushes(BOB, count + 1)).at(-1) as MNotificationInd).contentLocation;
    }
    const { pdu } = await post(mmsc.addressFor(BOB), { ...forward, to: [BOB], contentLocation });
    expect(pdu?.responseStatus).toBe('error-permanent-content-not-accepted');
  });
});

describe('requests of other programs', () => {
  it('are taken: a Samsung SGH-I617 and a program for Android', async () => {
    const mmsc = await open();
    const samsung = await post(mmsc.addressFor(ANN), samsungSend('S1', [`+${BOB}`, `+${CAT}`]));
    expect(samsung.pdu).toMatchObject({ type: 'M-Send.conf', transactionId: 'S1', responseStatus: 'ok' });
    const [notification] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const message = await retrieve(notification.contentLocation);
    expect(message.parts.map(({ name, contentType, contentId }) => [name, contentType, contentId])).toEqual([
      ['SMIL.smil', 'application/smil', 'SMIL00000'],
      ['12345678.txt', 'text/plain', '29155136'],
      ['PICT0001.jpg', 'image/jpeg', '29158432'],
    ]);
    const android = await post(mmsc.addressFor(ANN), androidSend('A1', 1, [`+${BOB}`, '07700900003']));
    expect(android.pdu?.responseStatus).toBe('ok');
  });

  it('are refused when nobody can get them', async () => {
    const mmsc = await open();
    const { pdu } = await post(mmsc.addressFor(ANN), OPEN_HARMONY);
    expect(pdu).toMatchObject({ transactionId: '1', responseStatus: expect.stringMatching(/^error-permanent-/) });
  });
});

describe('whatever comes', () => {
  it('is answered: octets at random, and a request with some of them changed', async () => {
    const mmsc = await open();
    const valid = samsungSend('S1', [`+${BOB}`, `+${CAT}`]);
    const changed = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }).map((changes) => {
      const octets = Uint8Array.from(valid);
      for (const [at, octet] of changes) octets[at] = octet;
      return octets;
    });
    const any = fc.uint8Array({ maxLength: 200 }).map((tail) => Uint8Array.from([0x8c, 0x80 + ((tail[0] ?? 0) % 24), ...tail]));
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, any, fc.uint8Array({ maxLength: 50 })), async (octets) => {
        const { status, pdu } = await post(mmsc.addressFor(ANN), octets);
        expect([200, 204, 400]).toContain(status);
        if (status === 200) expect(['M-Send.conf', 'M-Forward.conf']).toContain(pdu?.type);
      }),
      { numRuns: 300 },
    );
    await expectLedgersAddUp(mmsc.store);
  });

  it('counts for its address, whatever a phone says', async () => {
    const { gateway, store } = await testGateway({ rate: { address: { perSecond: 0.001, burst: 2 }, account: false } });
    const { url } = await gateway.listen({ port: 0 });
    const said = { type: 'M-NotifyResp.ind', mmsVersion: '1.2', status: 'retrieved', transactionId: 'x'.repeat(22) } as const;
    let looked = 0;
    const { mmsCopy } = store;
    store.mmsCopy = (token) => {
      looked++;
      return mmsCopy(token);
    };
    expect((await post(`${url}/mm1`, said)).status).toBe(204);
    expect((await post(`${url}/mm1`, said)).status).toBe(204);
    const { status, response } = await post(`${url}/mm1`, said);
    expect([status, response.headers.get('Retry-After'), looked]).toEqual([429, '1', 2]);
    for (const path of ['m', `m/${said.transactionId}`, `mm1/${said.transactionId}`]) {
      const own = await post(`${url}/${path}`, said);
      expect([own.status, own.response.headers.get('Retry-After'), looked], path).toEqual([429, '1', 2]);
    }
  });

  it('is taken with its type alone, by POST, within the limits of bodies', async () => {
    const mmsc = await open({ limits: { bodyOctets: 1_000 } });
    const address = mmsc.addressFor(ANN);
    const body = encodeMms(sendReq()) as Uint8Array<ArrayBuffer>;
    expect((await fetch(address, { method: 'POST', body })).status).toBe(415);
    expect((await fetch(address, { method: 'POST', body, headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect((await fetch(address)).status).toBe(405);
    expect((await post(address, new Uint8Array(1_001))).status).toBe(413);
    expect((await fetch(`${mmsc.url}/mm1/short`)).status).toBe(404);
    expect((await fetch(`${mmsc.url}/mm1/${'x'.repeat(22)}`, { method: 'PUT' })).status).toBe(405);
  });
});

describe('a message', () => {
  it('to a walled garden is a page there, and a notification elsewhere', async () => {
    const mmsc = await open({ walledGarden: ['4477009000'] });
    const { pdu } = await post(mmsc.addressFor(ANN), sendReq({ to: [BOB, '447800900001'], deliveryReport: true }));
    expect(pdu?.responseStatus).toBe('ok');
    expect(await mmsc.pushes('447800900001')).toMatchObject([{ type: 'M-Notification.ind' }]);
    const { messages } = readInbox(BOB, await mmsc.store.inbox(BOB), { now: Date.now() });
    const content = messages[0]?.content as { kind: string; si: { href: string } };
    expect(content.kind).toBe('serviceIndication');
    expect(await (await fetch(content.si.href)).text()).toContain('Hi Bob');
    // Repeated, to both and to the garden alone.
    const again = await post(mmsc.addressFor(ANN), sendReq({ to: [BOB, '447800900001'], deliveryReport: true }));
    expect(again.pdu).toEqual(pdu);
    const alone = sendReq({ transactionId: 'T2' });
    const first = (await post(mmsc.addressFor(ANN), alone)).pdu;
    expect(first).toMatchObject({ responseStatus: 'ok', responseText: 'Accepted' });
    expect((await post(mmsc.addressFor(ANN), alone)).pdu).toEqual(first);
  });

  it('is not delivered before its time, and can be fetched as long as it says after that', async () => {
    let now = Date.UTC(2026, 2, 4);
    const mmsc = await open({ clock: () => now });
    const { pdu } = await post(
      mmsc.addressFor(ANN),
      sendReq({
        deliveryTime: { kind: 'relative', seconds: 3_600 },
        expiry: { kind: 'absolute', at: new Date(now + 7_200_000) },
      }),
    );
    expect(pdu?.responseStatus).toBe('ok');
    expect((await mmsc.store.searchMessages({})).entries).toMatchObject([{ state: 'scheduled', dueAt: now + 3_600_000 }]);
    now += 3_600_000;
    await post(mmsc.addressFor(ANN), sendReq({ transactionId: 'T2', to: [CAT] }));
    const [notification] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    expect((await retrieve(notification.contentLocation)).subject).toBe('Hello');
  });

  it('says of itself what the MMSC says, and nothing that its sender added', async () => {
    const mmsc = await open();
    const forged = sendReq({
      ...{
        retrieveStatus: 'error-permanent-failure',
        messageId: 'x',
        status: 'rejected',
        contentLocation: 'http://example.com/',
      },
      previouslySentBy: [{ forwardedCount: 1, address: CAT }],
      otherHeaders: [
        { name: 'From', value: CAT },
        { code: 0x09, value: Uint8Array.from([0x05, 0x80, 0x39, 0x39, 0x39, 0x00]) },
        { code: 0x18, value: Uint8Array.from([0x39, 0x39, 0x00]) },
      ],
    });
    expect((await post(mmsc.addressFor(ANN), forged)).pdu?.responseStatus).toBe('ok');
    const [{ contentLocation, transactionId }] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    const message = await retrieve(contentLocation);
    expect(Object.keys(message).sort()).toEqual([
      ...['contentType', 'date', 'from', 'messageId', 'mmsVersion', 'parts', 'subject', 'to', 'transactionId', 'type'],
    ]);
    expect(message).toMatchObject({ from: `+${ANN}/TYPE=PLMN`, transactionId, messageId: transactionId });
  });

  it('hides its sender where he wants that, and a subject is no longer in the notification than handsets accept', async () => {
    const mmsc = await open();
    const subject = `${'ü'.repeat(60)}`;
    await post(mmsc.addressFor(ANN), sendReq({ senderVisibility: 'hide', subject, messageClass: 'x'.repeat(2_000) as 'auto' }));
    const [notification] = (await mmsc.pushes(BOB)) as [MNotificationInd];
    expect(notification.from).toBeUndefined();
    expect(notification).toMatchObject({ subject: 'ü'.repeat(40), messageClass: 'personal' });
    expect(await retrieve(notification.contentLocation)).toMatchObject({ subject });
    const { from } = await retrieve(notification.contentLocation);
    expect(from).toBeUndefined();
  });

  it('whose sender hides comes from the service, as SMS too, and to a walled garden', async () => {
    const mmsc = await open({ walledGarden: ['44780'] });
    await post(mmsc.addressFor(ANN), sendReq({ to: [BOB, '447800900001'], senderVisibility: 'hide' }));
    await mmsc.pushes(BOB);
    const originators = async (number: string) => {
      const inbox = await mmsc.store.inbox(number);
      const addresses = inbox.flatMap(({ parts }) => parts.map((part) => decodeDeliver(part).tpOa));
      return addresses.map((address) => ('text' in address ? address.text : address.digits));
    };
    await expect.poll(() => originators('447800900001')).toEqual(['localhost']);
    expect(await originators(BOB)).toEqual(['localhost']);
    await post(mmsc.addressFor(ANN), sendReq({ to: [CAT] }));
    await mmsc.pushes(CAT);
    expect(await originators(CAT)).toEqual([ANN]);
  });
});
