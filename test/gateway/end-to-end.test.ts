/** What a sender sends through a gateway on a port reaches a virtual handset, and is there what it was. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bitmap, bitmapFromPixels } from '../../src/bitmap/index.js';
import { fromHex } from '../../src/bytes/index.js';
import type { UnsignedSend } from '../../src/content/model.js';
import { requestOf } from '../../src/content/request.js';
import { jsonOf } from '../../src/gateway/delivery/virtual/inbox.js';
import { createGateway, type Gateway, type InboxEntry, readProvisioning, Store } from '../../src/gateway/index.js';
import type { Content } from '../../src/message/index.js';
import { composeMms, decodeMms, type MRetrieveConf } from '../../src/mms/index.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { nodeTransport } from '../../src/sender/node-transport.js';
import { Sender } from '../../src/sender/sender.js';
import { SoapSender } from '../../src/sender/soap-sender.js';
import { decodeDeliver } from '../../src/sms/index.js';
import { parseVCalendar, parseVCard } from '../../src/vobject/index.js';
import { unicodeText } from '../support/arbitraries.js';
import { costly } from '../support/runs.js';

const ACCOUNT = { username: 'ANOther.12345', pin: '012345' };
const TUNE = 'Fifth:d=4,o=5,b=63:8P,8G,8G,8G,2D#';

let store: Store;
let gateway: Gateway;
let sender: Sender;
let soapSender: SoapSender;
let base: string;
let operators: string;
const transport = nodeTransport();

beforeAll(async () => {
  store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  const account = { ...ACCOUNT, credit: '100000.0000', mayManage: true, replyTo: ['MyShop'] };
  const library = [
    { number: 20001, public: true, fileName: 'picture.otb', data: `00481C01${'5A'.repeat(252)}` },
    { number: 30001, public: true, fileName: 'fifth.rtx', data: TUNE },
  ];
  await store.provision(readProvisioning(JSON.stringify({ accounts: [account], library })));
  gateway = createGateway({ store });
  base = (await gateway.listen({ port: 0 })).url;
  operators = (await gateway.listenOperators()).url;
  sender = new Sender({ ...ACCOUNT, primary: base, transport, keepAlive: true });
  soapSender = new SoapSender({ ...ACCOUNT, primary: base, transport, keepAlive: true });
});

afterAll(async () => {
  transport.close();
  await gateway.close();
  await store.close();
});

let last = 447_700_100_000;
/** A handset of each test's own. */
const newNumber = () => String(++last);

async function received(number: string, count = 1): Promise<readonly InboxEntry[]> {
  for (let round = 0; round < 500; round++) {
    const inbox = (await (await fetch(`${operators}/virtual/handsets/${number}/inbox`)).json()) as { messages: InboxEntry[] };
    if (inbox.messages.length >= count) return inbox.messages;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the message did not arrive');
}

/** A member of what arrived. */
function partOf(entry: InboxEntry | undefined, name: string): unknown {
  return (entry?.content as Record<string, unknown> | undefined)?.[name];
}

function bitmapOf(widthPx: number, heightPx: number): Bitmap {
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let i = 0; i < widthPx * heightPx; i += 3) rgba.set([0, 0, 0], 4 * i);
  return bitmapFromPixels({ widthPx, heightPx, rgba }, { dither: 'none' });
}

const logo = bitmapOf(72, 14);
const picture = bitmapOf(72, 28);
const card = parseVCard('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nTEL;CELL:+447700900123\r\nEND:VCARD\r\n');
const calendar = parseVCalendar(
  'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260304T050607Z\r\nDTEND:20260304T060607Z\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
);
const si = { href: 'http://wap.example.com/', id: 'a1', text: 'News', action: 'signal-high' as const };
const nokia = { make: 'Nokia' };

/** Contents by name: the request, and what is to arrive. */
const CONTENTS: Readonly<Record<string, [request: (to: string) => UnsignedSend, expected: Content]>> = {
  text: [(to) => requestOf({ kind: 'text', text: 'Hëllo €' }, { to }), { kind: 'text', text: 'Hëllo €' }],
  'text of many parts': [
    (to) => requestOf({ kind: 'text', text: 'Привет '.repeat(60) }, { to }),
    { kind: 'text', text: 'Привет '.repeat(60) },
  ],
  flash: [(to) => requestOf({ kind: 'flash', text: 'Now!' }, { to }), { kind: 'flash', text: 'Now!' }],
  tune: [
    (to) => requestOf({ kind: 'ringtone', tune: parseRtttl(TUNE) }, { to, ...nokia }),
    { kind: 'ringtone', tune: parseRtttl(TUNE) },
  ],
  'tune of the library': [
    (to) => requestOf({ kind: 'ringtone', tune: '30001' }, { to, ...nokia }),
    { kind: 'ringtone', tune: parseRtttl(TUNE) },
  ],
  picture: [
    (to) => requestOf({ kind: 'pictureMessage', bitmap: picture }, { to, ...nokia }),
    { kind: 'pictureMessage', bitmap: picture },
  ],
  'operator logo': [
    (to) => requestOf({ kind: 'operatorLogo', bitmap: logo }, { to, ...nokia, mcc: '234', mnc: '15' }),
    { kind: 'operatorLogo', mcc: '234', mnc: '15', bitmap: logo },
  ],
  'group graphic': [
    (to) => requestOf({ kind: 'groupGraphic', bitmap: logo }, { to, ...nokia }),
    { kind: 'groupGraphic', bitmap: logo },
  ],
  'service indication': [(to) => requestOf({ kind: 'serviceIndication', si }, { to }), { kind: 'serviceIndication', si }],
};

/** What SOAP has no place for. */
const CARDS: typeof CONTENTS = {
  card: [(to) => requestOf({ kind: 'vcard', card }, { to, ...nokia }), { kind: 'vcard', card }],
  calendar: [(to) => requestOf({ kind: 'vcalendar', calendar }, { to, ...nokia }), { kind: 'vcalendar', calendar }],
};

async function expectArrival(to: string, expected: Content): Promise<void> {
  const [message] = await received(to);
  expect(message?.content).toEqual(jsonOf(expected));
  expect(message?.originator).toBe('MyShop');
  expect(message?.warnings).toBeUndefined();
}

describe('over forms', () => {
  it.each(Object.entries({ ...CONTENTS, ...CARDS }))('%s', async (_, [requestTo, expected]) => {
    const to = newNumber();
    expect((await sender.send(requestTo(to))).map(({ report }) => report)).toEqual([-2]);
    await expectArrival(to, expected);
  });

  it('user data as given', async () => {
    const to = newNumber();
    const udh = [{ kind: 'ports16' as const, destination: 16_000, source: 0 }];
    await sender.sendPdu({ kind: 'pdu', tpDcs: 0xf5, tpPid: 0, udh, data: fromHex('0102FF') }, { to });
    const [message] = await received(to);
    expect(decodeDeliver(fromHex(message?.parts[0] as string))).toMatchObject({ tpDcs: 0xf5, udh, data: fromHex('0102FF') });
  });

  it('a multimedia message: the notification arrives, and what it points to is the message', async () => {
    const to = newNumber();
    const message = await composeMms([{ name: 'a.txt', data: new TextEncoder().encode('Hello') }]);
    const [result] = await sender.sendMms(message, { to, message: 'Greetings' });
    expect(result).toMatchObject({ report: -2, libraryNumber: expect.any(Number) });
    const [arrived] = await received(to);
    expect(arrived?.content).toMatchObject({ kind: 'mmsNotification', notification: { subject: 'Greetings' } });
    const { contentLocation } = partOf(arrived, 'notification') as { contentLocation: string };
    expect(contentLocation).toMatch(new RegExp(`^${base}/m/[\\w-]{22}$`));
    const hosted = await store.hosted(contentLocation.slice(-22));
    const kept = decodeMms(hosted?.data as Uint8Array) as MRetrieveConf;
    expect(kept.parts.map(({ data }) => data)).toEqual(message.parts.map(({ data }) => data));
    expect(kept.subject).toBe('Greetings');
    const again = newNumber();
    expect((await sender.sendMms({ libraryNumber: result?.libraryNumber as number }, { to: again }))[0]?.report).toBe(-2);
    expect((await received(again))[0]?.content).toMatchObject({ kind: 'mmsNotification' });
  });

  it('a file by push', async () => {
    const to = newNumber();
    const data = fromHex('4D546864');
    const [result] = await sender.sendWapPush({ name: 'tune é.mid', data }, { to, message: 'A tune' });
    expect(result?.libraryNumber).toBeGreaterThanOrEqual(80_000);
    const [arrived] = await received(to);
    expect(arrived?.content).toMatchObject({ kind: 'serviceIndication', si: { text: 'A tune' } });
    const { href } = partOf(arrived, 'si') as { href: string };
    const [, token = ''] = /\/w\/([\w-]{22})\/tune%20%C3%A9\.mid$/.exec(href) ?? [];
    expect((await store.hosted(token))?.data).toEqual(data);
  });

  it('any text arrives as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        unicodeText(300).filter((text) => text !== ''),
        async (text) => {
          const to = newNumber();
          const [result] = await sender.sendText(text, { to });
          const [message] = await received(to);
          expect(message?.content).toEqual({ kind: 'text', text });
          expect(result?.units).toBe(message?.parts.length);
          expect(message?.messageIdentifier).toBe(result?.messageIdentifier);
        },
      ),
      costly(30),
    );
  });

  it('the account: credit, messages, originators, children, transfers', async () => {
    expect(await sender.permittedReplyTo()).toEqual(['MyShop', 'localhost']);
    const child = await sender.createChildAccount({
      type: 'TRANSFER',
      email: 'a@example.com',
      telephoneCountryCode: '44',
      mobileNumber: '447700900777',
    });
    await sender.transferFunds({ to: child.username, amount: '2.50' });
    const own = new Sender({ ...child, primary: base, transport });
    expect(await own.availableCredit()).toEqual({ currency: 'GBP', amount: '2.5000' });
    expect(await own.availableMessages()).toBe(55);
    // Managing takes the operator's permission, which a new child has not.
    await expect(own.transferFunds({ to: ACCOUNT.username, messages: 5 })).rejects.toMatchObject({ report: 13 });
    await sender.deleteChildAccount(child.username);
    await expect(own.availableCredit()).rejects.toMatchObject({ name: 'LoginError' });
  });

  it('by GET when asked, and every recipient has its result', async () => {
    const to = [newNumber(), newNumber()];
    const getting = new Sender({ ...ACCOUNT, primary: base, transport, method: 'GET' });
    const results = await getting.sendText('Hello', { to });
    expect(results.map(({ report }) => report)).toEqual([-2, -2]);
    for (const number of to) expect(await received(number)).toHaveLength(1);
  });
});

describe('over SOAP', () => {
  it.each(Object.entries(CONTENTS))('%s', async (_, [requestTo, expected]) => {
    const to = newNumber();
    expect(await soapSender.submitMessage(requestTo(to))).toMatchObject({
      report: -2,
      messageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
    });
    await expectArrival(to, expected);
  });

  it('user data as given, and a file of the library', async () => {
    const [first, second] = [newNumber(), newNumber()];
    const udh = [{ kind: 'ports16' as const, destination: 16_000, source: 0 }];
    const pdu = { kind: 'pdu' as const, tpDcs: 0xf5, tpPid: 0, udh, data: fromHex('0102FF') };
    expect((await soapSender.submitMessage(requestOf(pdu, { to: first }))).report).toBe(-2);
    const [message] = await received(first);
    expect(decodeDeliver(fromHex(message?.parts[0] as string))).toMatchObject({ tpDcs: 0xf5, udh, data: fromHex('0102FF') });
    const [kept] = await sender.sendWapPush({ name: 'a.mid', data: fromHex('4D546864') }, { to: second });
    const third = newNumber();
    const item = { libraryNumber: kept?.libraryNumber as number };
    expect((await soapSender.submitMessage(requestOf({ kind: 'wapPush', file: item }, { to: third }))).report).toBe(-2);
    expect((await received(third))[0]?.content).toMatchObject({ kind: 'serviceIndication' });
  });

  it('the account, receipts and incoming messages', async () => {
    expect(await soapSender.availableCredit()).toMatchObject({
      currency: 'GBP',
      amount: expect.stringMatching(/^\d+\.\d{4}$/),
    });
    expect(await soapSender.availableMessages()).toBeGreaterThan(1_000);
    const timestamp = new Date('2026-03-04T05:06:07Z');
    const receipt = { sendTo: '447700900123', timestamp, messageIdentifier: 'ABCDEFGHIJKLMNO', report: 0 };
    expect((await soapSender.submitDeliveryReceipt(receipt)).report).toBe(0);
    expect((await soapSender.deliverMessage({ sendTo: '447700900123', message: 'Hi', replyTo: '447700900124' })).report).toBe(
      0,
    );
    expect((await store.posted(ACCOUNT.username)).map(({ callback }) => callback)).toMatchObject([
      { kind: 'receipt', messageIdentifier: 'ABCDEFGHIJKLMNO' },
      { kind: 'message', message: 'Hi' },
    ]);
    const wrong = new SoapSender({ ...ACCOUNT, pin: '1', primary: base, transport });
    await expect(wrong.availableCredit()).rejects.toMatchObject({ name: 'LoginError' });
  });
});
