/** The JSON door: sends of every kind, what became of them, the account, and what is answered to what is wrong. */
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes/index.js';
import { CONTENT_KINDS } from '../../src/gateway/json/contents.js';
import { basic, jsonClient, LOGIN } from './json-support.js';
import { GIF, LOGO, NOW, PICTURE, TUNE, testGateway } from './support.js';

const TO = ['447700900123'];
const base64 = (hex: string) => Buffer.from(fromHex(hex)).toString('base64');

const CARD = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith;Anna\r\nTEL:+447700900456\r\nEND:VCARD\r\n';
const CALENDAR =
  'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260305T090000Z\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

/** A content of each kind, with what the handset shows of it. */
const CONTENTS: Readonly<Record<string, readonly [content: object, shown: object]>> = {
  text: [{ text: 'Hello' }, { kind: 'text', text: 'Hello' }],
  flash: [{ text: 'Look' }, { kind: 'flash', text: 'Look' }],
  ringtone: [{ tune: TUNE }, { kind: 'ringtone' }],
  operatorLogo: [
    { bitmap: base64(LOGO), mcc: '234', mnc: '15' },
    { kind: 'operatorLogo', mcc: '234', mnc: '15' },
  ],
  groupGraphic: [{ bitmap: base64(LOGO) }, { kind: 'groupGraphic' }],
  pictureMessage: [
    { bitmap: base64(PICTURE), text: 'Us' },
    { kind: 'pictureMessage', text: 'Us' },
  ],
  vcard: [{ card: CARD }, { kind: 'vcard' }],
  vcalendar: [{ calendar: CALENDAR }, { kind: 'vcalendar' }],
  serviceIndication: [
    { href: 'http://wap.example.com/1', text: 'News', id: 'n1' },
    { kind: 'serviceIndication', si: { href: 'http://wap.example.com/1', text: 'News', id: 'n1' } },
  ],
  serviceLoading: [
    { href: 'http://wap.example.com/2', action: 'execute-high' },
    { kind: 'serviceLoading', sl: { href: 'http://wap.example.com/2', action: 'execute-high' } },
  ],
  mmsNotification: [
    { contentLocation: 'http://mmsc.example.com/1', messageSize: 1_000, transactionId: 'T1', subject: 'Sea' },
    { kind: 'mmsNotification', notification: { contentLocation: 'http://mmsc.example.com/1', messageSize: 1_000 } },
  ],
  mms: [
    {
      parts: [
        { name: 'a.gif', data: base64(GIF) },
        { name: 'b.txt', text: 'By the sea' },
      ],
      subject: 'Sea',
    },
    { kind: 'mmsNotification', notification: { subject: 'Sea' } },
  ],
  wapPush: [
    { file: { name: 'dot.gif', data: base64(GIF) }, text: 'A dot' },
    { kind: 'serviceIndication', si: { text: 'A dot' } },
  ],
  pdu: [
    { dataCodingScheme: 0, protocolIdentifier: 0, message: 'Plain' },
    { kind: 'text', text: 'Plain' },
  ],
};

const handset = { make: 'Nokia', model: '3310' };

describe('a send', () => {
  it('is of every kind that there is', async () => {
    const gateway = await testGateway();
    const { send, findBodyFaults } = jsonClient(gateway);
    expect(Object.keys(CONTENTS)).toEqual(CONTENT_KINDS);
    for (const [kind, [members, shown]] of Object.entries(CONTENTS)) {
      const body = { content: { kind, ...members }, to: TO, handset };
      expect(await findBodyFaults(body), kind).toEqual([]);
      await gateway.store.clearInbox('447700900123');
      const { status, body: answer } = await send(body);
      expect([status, answer.messages], kind).toMatchObject([202, [{ recipient: TO[0], state: 'queued', report: -2 }]]);
      const [message] = await gateway.inbox('447700900123');
      expect(message?.messageIdentifier, kind).toBe(answer.messages[0].id);
      expect(message?.content, kind).toMatchObject(shown);
    }
  });

  it('of a multimedia message keeps its parts, and its number in the library', async () => {
    const gateway = await testGateway();
    const { send } = jsonClient(gateway);
    const [members] = CONTENTS.mms as readonly [object, object];
    const { body } = await send({ content: { kind: 'mms', ...members }, to: TO });
    const again = await send({ content: { kind: 'mms', libraryNumber: body.libraryNumber }, to: TO });
    expect(again.body.messages).toMatchObject([{ state: 'queued' }]);
    const [first] = await gateway.inbox('447700900123');
    const { content } = first as unknown as { content: { notification: { contentLocation: string } } };
    const file = await gateway.fetch(new URL(content.notification.contentLocation).pathname);
    expect(await file.text()).toContain('By the sea');
  });

  it('is accepted for some of its recipients, and says what became of each', async () => {
    const { send } = jsonClient(await testGateway());
    // 0.1000 is enough for two parts of 0.0450.
    const authorization = basic('Poor.1', '9999');
    const to = ['447700900123', 'nobody', '+44 7700 900124', '447700900125'];
    const { status, body } = await send({ content: { kind: 'text', text: 'Hi' }, to }, { authorization });
    expect(status).toBe(202);
    expect(
      body.messages.map((entry: { recipient: string; state: string; report: number; units: number }) => [
        entry.recipient,
        entry.state,
        entry.report,
        entry.units,
      ]),
    ).toEqual([
      ['447700900123', 'queued', -2, 1],
      ['nobody', 'refused', 11, 0],
      ['447700900124', 'queued', -2, 1],
      ['447700900125', 'refused', 15, 0],
    ]);
    const refused = await send({ content: { kind: 'text', text: 'Hi' }, to: ['447700900125'] }, { authorization });
    expect(refused).toMatchObject({
      status: 402,
      body: { title: 'Out of credit', report: 15, messages: [{ state: 'refused' }] },
    });
  });

  it('goes later, from one of the originators, to an address book', async () => {
    const { send, ask } = jsonClient(await testGateway());
    const content = { kind: 'text', text: 'Hi' };
    const more = { originator: 'MyShop', sendAt: '2026-03-05T00:00:00Z', service: 'Premier', toAddressBook: 'Friends' };
    const { body } = await send({ content, ...more });
    expect(body.messages).toMatchObject([
      { recipient: '447700900201', state: 'scheduled', report: 99 },
      { recipient: '447700900202', state: 'scheduled', report: 99 },
    ]);
    expect((await ask('GET', `/v1/messages/${body.messages[0].id}`)).body).toEqual({
      ...{ id: body.messages[0].id, recipient: '447700900201', originator: 'MyShop', kind: 'text', state: 'scheduled' },
      ...{
        acceptedAt: expect.stringMatching(/^2026-03-04T05:06:\d\d/),
        dueAt: '2026-03-05T00:00:00Z',
        units: 1,
        service: 'Premier',
      },
    });
  });

  const text = { kind: 'text', text: 'Hi' };
  it.each<[what: string, body: unknown, status: number, field: string | undefined]>([
    ['no JSON', '{"to": [', 400, '$.to[0]'],
    ['a list', [], 400, '$'],
    ['octets that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, '$'],
    ['a name twice', '{"to":[],"to":[]}', 400, '$.to'],
    ['a member that nobody knows', { content: text, to: TO, callback: 'x' }, 400, '$.callback'],
    ['no content', { to: TO }, 400, '$.content'],
    ['a kind that nobody knows', { content: { kind: 'fax' }, to: TO }, 400, '$.content.kind'],
    ['names that objects have', { content: { kind: 'constructor' }, to: TO }, 400, '$.content.kind'],
    ['a number that is none of JSON', { content: text, to: [447700900123] }, 400, '$.to[0]'],
    ['no tune', { content: { kind: 'ringtone' }, to: TO }, 400, '$.content.tune'],
    ['two tunes', { content: { kind: 'ringtone', tune: TUNE, libraryNumber: 30_001 }, to: TO }, 400, '$.content.libraryNumber'],
    ['a digit that is none of base64', { content: { kind: 'groupGraphic', bitmap: 'AA!A' }, to: TO }, 400, '$.content.bitmap'],
    ['a time that is none', { content: text, to: TO, sendAt: '2026-02-30T00:00:00Z' }, 400, '$.sendAt'],
    ['a tune that is none', { content: { kind: 'ringtone', tune: 'Fifth' }, to: TO, handset }, 422, '$.content.tune'],
    ['a tune for nobody knows which handset', { content: { kind: 'ringtone', tune: TUNE }, to: TO }, 422, '$.handset.make'],
    ['a picture that is none', { content: { kind: 'groupGraphic', bitmap: 'AAAA' }, to: TO, handset }, 422, '$.content.bitmap'],
    [
      'a picture with a text that is none',
      { content: { kind: 'pictureMessage', bitmap: 'AAAA', text: 'x' }, to: TO },
      422,
      '$.content.bitmap',
    ],
    [
      'a network of no country',
      { content: { kind: 'operatorLogo', bitmap: base64(LOGO), mcc: '2', mnc: '15' }, to: TO, handset },
      422,
      '$.content.mcc',
    ],
    [
      'a name of no file',
      { content: { kind: 'wapPush', file: { name: 'dot', data: 'AAAA' } }, to: TO },
      422,
      '$.content.file.name',
    ],
    [
      'a part twice',
      {
        content: {
          kind: 'mms',
          parts: [
            { name: 'a.txt', text: 'a' },
            { name: 'a.txt', text: 'b' },
          ],
        },
        to: TO,
      },
      422,
      '$.content.parts',
    ],
    ['a card that is none', { content: { kind: 'vcard', card: 'x' }, to: TO, handset }, 422, '$.content.card'],
    [
      'a header that is none',
      { content: { kind: 'pdu', dataCodingScheme: 4, protocolIdentifier: 0, userDataHeader: 'BQ==', userData: '' }, to: TO },
      422,
      '$.content.userDataHeader',
    ],
    [
      'an item that is not there',
      { content: { kind: 'wapPush', libraryNumber: 89_999 }, to: TO },
      422,
      '$.content.libraryNumber',
    ],
    ['two times', { content: text, to: TO, sendAt: '2026-03-05T00:00:00Z', delayMinutes: 1 }, 422, '$.sendAt'],
    ['nobody to send it to', { content: text }, 422, '$.to'],
    ['an address book that is not there', { content: text, toAddressBook: 'Foes' }, 422, '$.toAddressBook'],
    ['no number at all', { content: text, to: ['nobody'] }, 422, '$.to'],
    ['another’s originator', { content: text, to: TO, originator: 'Bank' }, 403, '$.originator'],
  ])('is refused: %s', async (_, body, status, field) => {
    const gateway = await testGateway();
    const answer = await jsonClient(gateway).send(body);
    expect([answer.status, answer.body.field]).toEqual([status, field]);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await gateway.credit('ANOther.12345')).toBe('152345');
  });

  const notification = { contentLocation: 'http://mmsc.example.com/1', messageSize: 1, transactionId: 'T1' };
  const part = { name: 'a.txt', text: 'a' };
  const push = { file: { name: 'a.gif', data: base64(GIF) }, text: 'A' };
  it.each<[kind: string, members: object, member: string]>([
    ['text', { text: 'a\ud800b' }, 'text'],
    ['flash', { text: 'a\ud800b' }, 'text'],
    ['ringtone', { tune: `\ud800${TUNE}` }, 'tune'],
    ['pictureMessage', { bitmap: base64(PICTURE), text: '\udc00' }, 'text'],
    ['serviceIndication', { href: 'http://a.example/', text: '\ud800' }, 'text'],
    ['serviceLoading', { href: 'http://a.example/\ud800' }, 'href'],
    ...['contentLocation', 'transactionId', 'from', 'subject'].flatMap(
      (name) =>
        [
          ['mmsNotification', { ...notification, [name]: 'a\u0000b' }, name],
          ['mmsNotification', { ...notification, [name]: 'a\ud800b' }, name],
        ] as [string, object, string][],
    ),
    ['mms', { parts: [part], subject: 'a\ud800b' }, 'subject'],
    ['mms', { parts: [part, { name: '../b.txt', text: 'b' }] }, 'parts'],
    ['mms', { parts: [part, { name: 'b\ud800.txt', text: 'b' }] }, 'parts'],
    ['mms', { parts: [part, { name: 'b.exe', data: 'AAAA' }] }, 'parts'],
    ['mms', { parts: [part, { name: 'b.txt', text: 'b\ud800' }] }, 'parts[1].text'],
    ['wapPush', { ...push, text: 'a\ud800b' }, 'text'],
    ['wapPush', { ...push, file: { ...push.file, name: 'a\ud800.gif' } }, 'file.name'],
    ['pdu', { dataCodingScheme: 0, protocolIdentifier: 0, message: '\ud800' }, 'message'],
  ])('%s that cannot be written is refused with the member that it is about: %j', async (kind, members, member) => {
    const gateway = await testGateway();
    const answer = await jsonClient(gateway).send({ content: { kind, ...members }, to: TO, handset });
    expect([answer.status, answer.body.field], answer.body.detail).toEqual([422, `$.content.${member}`]);
    expect(await gateway.credit('ANOther.12345')).toBe('152345');
  });

  it('names no more members than it takes', async () => {
    const { send } = jsonClient(await testGateway());
    const { body } = await send({ content: { kind: 'ringtone', tune: TUNE, libraryNumber: 30_001 }, to: TO });
    expect(body.detail).toBe('only one of tune, libraryNumber is allowed');
    expect((await send({ content: { kind: 'ringtone' }, to: TO })).body.detail).toBe(
      'is missing: one of tune, libraryNumber is required',
    );
  });

  it('goes to a number as often as it is named', async () => {
    const gateway = await testGateway();
    const { body } = await jsonClient(gateway).send({ content: text, to: [...TO, ...TO] });
    expect(new Set(body.messages.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect(await gateway.credit('ANOther.12345')).toBe(String(152_345 - 2 * 450));
  });

  it('has a type, and no coding', async () => {
    const gateway = await testGateway();
    const { ask } = jsonClient(gateway);
    const body = JSON.stringify({ content: text, to: TO });
    for (const headers of [{ 'Content-Type': 'text/plain' }, { 'Content-Encoding': 'gzip' }]) {
      expect(await ask('POST', '/v1/messages', { body, headers })).toMatchObject({ status: 415, body: { status: 415 } });
    }
    // A page of another site could have a browser send this with a login that it remembers.
    const untyped = await gateway.fetch('/v1/messages', {
      method: 'POST',
      headers: { Authorization: LOGIN },
      body: new Blob([body]),
    });
    expect(untyped.status).toBe(415);
  });

  it('of more than the gateway takes is too large', async () => {
    const { send } = jsonClient(await testGateway({ limits: { bodyOctets: 1_000 } }));
    expect(await send({ content: { kind: 'text', text: 'x'.repeat(2_000) }, to: TO })).toMatchObject({ status: 413 });
  });

  it('is answered with the beginning of what is no number', async () => {
    const { send } = jsonClient(await testGateway());
    const { body } = await send({ content: text, to: [...TO, '\u0000'.repeat(64), '😀'.repeat(30)] });
    expect(body.messages.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      ...TO,
      '\u0000'.repeat(20),
      '😀'.repeat(20),
    ]);
  });

  it('to more recipients than the gateway takes is refused as a whole', async () => {
    const { send } = jsonClient(await testGateway({ limits: { recipients: 2 } }));
    const answer = await send({ content: text, to: [...TO, ...TO, ...TO] });
    expect(answer).toMatchObject({ status: 422, body: { report: 11, field: '$.to' } });
  });
});

describe('a login', () => {
  const body = { content: { kind: 'text', text: 'Hi' }, to: TO };
  it.each([
    ['none', ''],
    ['a wrong PIN', basic('ANOther.12345', '1')],
    ['nobody’s name', basic('Nobody.1', '012345')],
    ['no base64', 'Basic !!!'],
    ['no colon', `Basic ${Buffer.from('ANOther.12345').toString('base64')}`],
    ['another scheme', 'Bearer 012345'],
    ['more than there can be', `Basic ${'A'.repeat(10_000)}`],
  ])('is asked for: %s', async (_, authorization) => {
    const { send, ask } = jsonClient(await testGateway());
    const answer = await send(body, { authorization });
    expect(answer).toMatchObject({ status: 401, body: { report: 2 } });
    expect(answer.headers.get('WWW-Authenticate')).toBe('Basic realm="gateway", charset="UTF-8"');
    // It counts before what is wrong with the body.
    expect((await send('{', { authorization })).status).toBe(401);
    expect((await ask('GET', '/v1/account', { authorization })).status).toBe(401);
  });

  it('of somebody who asks too often is 429, and says when to ask again', async () => {
    const { ask } = jsonClient(await testGateway({ rate: { account: { perSecond: 0.001, burst: 1 }, address: false } }));
    expect((await ask('GET', '/v1/account')).status).toBe(200);
    const answer = await ask('GET', '/v1/account');
    expect(answer).toMatchObject({ status: 429, body: { report: 98 } });
    expect(answer.headers.get('Retry-After')).toBe('1');
  });
});

describe('messages', () => {
  const text = { kind: 'text', text: 'Hi' };

  it('are listed page by page, by state and recipient, of the account alone', async () => {
    const gateway = await testGateway();
    const { send, ask } = jsonClient(gateway);
    await send({ content: text, to: TO }, { authorization: basic('Stranger.9', '8888') });
    const ids: string[] = [];
    for (const delayMinutes of [undefined, 5, 6]) {
      const { body } = await send({ content: text, to: ['447700900123', '447700900124'], delayMinutes });
      ids.push(...body.messages.map(({ id }: { id: string }) => id));
    }
    await gateway.inbox('447700900124');
    const all: string[] = [];
    for (let next: string | undefined, pages = 0; pages === 0 || next !== undefined; pages++) {
      const { body } = await ask('GET', `/v1/messages?limit=2${next === undefined ? '' : `&after=${next}`}`);
      all.push(...body.messages.map(({ id }: { id: string }) => id));
      next = body.next;
    }
    expect(all).toEqual(ids);
    const waiting = await ask('GET', '/v1/messages?state=scheduled&recipient=%2B44%207700900124');
    expect(waiting.body.messages.map(({ id }: { id: string }) => id)).toEqual([ids[3], ids[5]]);
    const others = await ask('GET', `/v1/messages?after=${ids[0]}`, { authorization: basic('Stranger.9', '8888') });
    expect(others.body).toEqual({ messages: [] });
    for (const [query, field] of [
      ['__proto__=1', '$.__proto__'],
      ['limit=0', '$.limit'],
      ['limit=x', '$.limit'],
      ['state=lost', '$.state'],
      ['after=1', '$.after'],
      ['after=%00', '$.after'],
      ['state=queued&state=sent', '$.state'],
      ['user=1', '$.user'],
      ['recipient=abc', '$.recipient'],
      ['recipient=', '$.recipient'],
    ] as const) {
      expect(await ask('GET', `/v1/messages?${query}`), query).toMatchObject({ status: 400, body: { field } });
    }
  });

  it('of others are not there', async () => {
    const { send, ask } = jsonClient(await testGateway());
    const { body } = await send({ content: text, to: TO, delayMinutes: 5 }, { authorization: basic('Stranger.9', '8888') });
    for (const id of [body.messages[0].id, 'ABCDEFGHIJKLMNO', 'x', '%00', '..%2Faccount']) {
      expect(await ask('GET', `/v1/messages/${id}`), id).toMatchObject({ status: 404, body: { title: 'Not found' } });
      expect((await ask('DELETE', `/v1/messages/${id}`)).status, id).toBe(404);
    }
  });

  it.each(['/v1', '/v1/', '/v1/message', '/v1/messages/ABCDEFGHIJKLMNO/parts', '/v1/__proto__'])(
    'the path %s is none, whatever the method',
    async (path) => {
      const gateway = await testGateway();
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await gateway.fetch(path, { method });
        expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'application/problem+json']);
        expect(await answer.json()).toEqual({ type: 'about:blank', title: 'Not found', status: 404, detail: 'No such path' });
      }
    },
  );

  it('that have not left are taken back, and paid back', async () => {
    const gateway = await testGateway();
    const { send, ask } = jsonClient(gateway);
    const { body } = await send({ content: text, to: TO, delayMinutes: 5 });
    const path = `/v1/messages/${body.messages[0].id}`;
    expect(await gateway.credit('ANOther.12345')).toBe('151895');
    expect(await ask('DELETE', path)).toMatchObject({
      status: 200,
      body: { state: 'cancelled', reason: 'cancelled by the account' },
    });
    expect(await gateway.credit('ANOther.12345')).toBe('152345');
    expect(await ask('DELETE', path)).toMatchObject({ status: 409, body: { detail: 'the message is cancelled' } });
    expect((await gateway.store.audit({})).entries.at(-1)).toMatchObject({ by: 'account:ANOther.12345', action: 'cancel' });
    const sent = await send({ content: text, to: ['447700900129'] });
    await gateway.inbox('447700900129');
    expect((await ask('DELETE', `/v1/messages/${sent.body.messages[0].id}`)).status).toBe(409);
  });
});

describe('the account', () => {
  it('has credit, price and originators', async () => {
    const { ask } = jsonClient(await testGateway({ clock: () => NOW }));
    expect((await ask('GET', '/v1/account')).body).toEqual({
      ...{ username: 'ANOther.12345', currency: 'GBP', credit: '15.2345', pricePerPart: '0.0450', messages: 338 },
      ...{ originators: ['447700900001', 'MyShop', 'gw.example.net'], mayManage: true },
    });
    const shared = await ask('GET', '/v1/account', { authorization: basic('Shared.1', '6666') });
    expect(shared.body).toMatchObject({ credit: '15.2345', parent: 'ANOther.12345', type: 'SHARED' });
  });

  it('is asked for by its methods', async () => {
    const { ask } = jsonClient(await testGateway());
    const answer = await ask('PUT', '/v1/messages');
    expect(answer).toMatchObject({ status: 405, body: { title: 'Method not allowed' } });
    expect(answer.headers.get('Allow')).toBe('POST, GET');
  });
});
