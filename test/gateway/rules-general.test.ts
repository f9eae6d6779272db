/** Rules of sections 1, 2, 5, 6 and 11 that bind the server. */
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/index.js';
import { FORM, formOf, MANAGE, MMS, QUERY, SMS, TO, tagsOf, testGateway, WHO } from './support.js';

const HELLO = { ...WHO, ...TO, Message: 'Hello' };

describe('general rules', () => {
  it('G-GEN-01, G-GEN-02: a form body of percent-encoded pairs', async () => {
    const { fetch, inbox } = await testGateway();
    const body = 'Username=ANOther.12345&PIN=012345&SendTo=447700900123&Message=Caf%C3%A9%20%26%20more';
    const answer = await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM, Connection: 'close' }, body });
    expect(await answer.text()).toBe('158 - Message Sent OK\r\n');
    expect((await inbox('447700900123'))[0]?.content).toEqual({ kind: 'text', text: 'Café & more' });
  });

  it('G-GEN-04: GET on the send endpoints takes the parameters in the query', async () => {
    const { fetch, inbox } = await testGateway();
    for (const path of [SMS, '/sendsms']) {
      expect(await (await fetch(`${path}?${formOf(HELLO)}`)).text()).toBe('158 - Message Sent OK\r\n');
    }
    const vcard = formOf({ ...WHO, ...TO, PhoneMake: 'Nokia', vCard: 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe\r\nEND:VCARD\r\n' });
    expect(await (await fetch(`${MMS}?${vcard}`)).text()).toBe('158 - Message Sent OK\r\n');
    expect(await inbox('447700900123', 3)).toHaveLength(3);
  });

  it('G-GEN-04: GET elsewhere is 405 with Allow: POST, and a HEAD sends nothing', async () => {
    const { fetch, store } = await testGateway();
    for (const path of [QUERY, MANAGE, '/sendsms2', '/sendsms3']) {
      const answer = await fetch(`${path}?${formOf({ ...WHO, AvailableCredit: '' })}`);
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
    }
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(`${SMS}?${formOf(HELLO)}`, { method });
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    }
    expect(await (await store.messages().next()).done).toBe(true);
  });

  it('G-GEN-06, G-GEN-14: a second gateway on the store is a secondary server with the same paths and accounts', async () => {
    const { store, tags } = await testGateway();
    const secondary = createGateway({ store });
    expect((await tags(SMS, HELLO)).Report).toBe('-2');
    const asked = new Request(`http://second.example.net${SMS}`, {
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: formOf({ ...HELLO, ResponseFormat: '1' }),
    });
    expect(tagsOf(await (await secondary.fetch(asked)).text()).Report).toBe('-2');
    await secondary.close();
    expect((await store.account(WHO.Username))?.credit).toBe(152_345 - 900);
  });

  it('G-GEN-07: outcomes are status 200 and text/html, errors included', async () => {
    const { fetch } = await testGateway();
    for (const fields of [HELLO, { ...HELLO, PIN: 'wrong' }, { ...WHO, ...TO }, {}]) {
      const answer = await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body: formOf(fields) });
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it('G-GEN-07: 404, 413 and 415 are faults of transport; no Content-Type is a form', async () => {
    const { fetch } = await testGateway({ limits: { bodyOctets: 200 } });
    const post = async (path: string, body: string, type?: string) => {
      const init = type === undefined ? {} : { headers: { 'Content-Type': type } };
      // A text would bring a type of its own.
      return fetch(path, { method: 'POST', body: new TextEncoder().encode(body), ...init });
    };
    expect((await post('/nowhere', formOf(HELLO), FORM)).status).toBe(404);
    expect((await post(SMS, formOf({ ...HELLO, Message: 'x'.repeat(300) }), FORM)).status).toBe(413);
    expect((await post(SMS, '{}', 'application/json')).status).toBe(415);
    expect((await post('/sendsms3', '{}', FORM)).status).toBe(415);
    expect(await (await post(SMS, formOf(HELLO))).text()).toBe('158 - Message Sent OK\r\n');
  });

  it('G-GEN-08: plus is a blank, escapes of any case, bad ones as they are, a charset in quotes', async () => {
    const { fetch, inbox } = await testGateway();
    const body = `${formOf({ ...WHO, ...TO })}&Message=a+b%2bc%C3%a9%zz%4`;
    const type = 'application/x-www-form-urlencoded; charset="utf-8"';
    await fetch(SMS, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect((await inbox('447700900123'))[0]?.content).toEqual({ kind: 'text', text: 'a b+cé%zz%4' });
  });

  it('G-GEN-08: what is no UTF-8 is report 14, in a body and in a query, escaped or not', async () => {
    const { fetch } = await testGateway();
    const start = new TextEncoder().encode(`${formOf({ ...WHO, ...TO })}&Message=`);
    const raw = new Uint8Array([...start, 0xe9]);
    for (const body of [raw, `${formOf({ ...WHO, ...TO })}&Message=%E9`]) {
      const answer = await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body });
      expect(await answer.text()).toMatch(/^14 - /);
    }
    expect(await (await fetch(`${SMS}?${formOf({ ...WHO, ...TO })}&Message=%E9`)).text()).toMatch(/^14 - /);
  });

  it('G-AUTH-04, G-GEN-08: of a form with octets that are no UTF-8 the credentials count first, and so does ResponseFormat', async () => {
    const { fetch, credit } = await testGateway();
    const answerTo = async (path: string, fields: Record<string, string>, fault: string) => {
      const body = `${fault}&${formOf({ ...TO, ...fields })}`;
      return (await fetch(path, { method: 'POST', headers: { 'Content-Type': FORM }, body })).text();
    };
    for (const format of ['1', '3']) {
      const asked = await answerTo(SMS, { ...WHO, ResponseFormat: format }, 'Message=%E9');
      expect(asked).toMatch(/^MessageIdentifier=-1&Report=14&Text=[^&]*Message[^&]*&Units=0$/);
      const stranger = await answerTo(SMS, { ...WHO, PIN: 'wrong', ResponseFormat: format }, 'Message=%E9');
      expect(stranger).toBe('MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0');
    }
    expect(await answerTo(SMS, { Username: WHO.Username }, 'PIN=%E9')).toBe('171 - Invalid Login\r\n');
    expect(await answerTo(QUERY, WHO, 'Other=%E9')).toMatch(/^MessageIdentifier=-1&Report=14&Text=/);
    expect(await answerTo(QUERY, {}, 'Other=%E9')).toBe('MessageIdentifier=-1&Report=2&Text=Invalid%20Login');
    expect(await answerTo(MANAGE, {}, 'Other=%E9')).toBe('Report=2&Text=Invalid%20Login');
    expect(await answerTo('/sendsms', { AvailableCredit: '' }, 'Other=%E9')).toBe(
      'MessageIdentifier=-1&Report=2&Text=Invalid%20Login',
    );
    expect(await credit(WHO.Username)).toBe('152345');
  });

  it('a form that cannot be read counts for the rate of its account', async () => {
    const { fetch } = await testGateway({ rate: { account: { perSecond: 0.001, burst: 1 } } });
    const body = `${formOf({ ...WHO, ...TO, ResponseFormat: '1' })}&Message=%E9`;
    const reports: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body });
      reports.push(tagsOf(await answer.text()).Report);
    }
    expect(reports).toEqual(['14', '98']);
  });

  it('G-RES-01, G-RES-09: what a refusal quotes of a request is neither markup nor a second line nor tags, and the report stays', async () => {
    const { ask, fetch } = await testGateway();
    const quoted = [
      '<script src=//x.example></script>',
      '<b',
      '1\r\n158 - Message Sent OK',
      '1&Report=0',
      '\u0000\u0085\u2028',
    ];
    for (const SendTimeDelay of quoted) {
      const line = await ask(SMS, { ...HELLO, SendTimeDelay });
      expect(line).toMatch(/^14 - [^<>&\p{Cc}]*SendTimeDelay[^<>&\p{Cc}]*\r\n$/u);
      const tags = await ask(SMS, { ...HELLO, SendTimeDelay, ResponseFormat: '1' });
      expect(tags).toMatch(/^MessageIdentifier=-1&Report=14&Text=[\w%.~-]*&Units=0$/);
    }
    const page = await fetch(`${SMS}?${formOf({ ...HELLO, SendTimeDelay: '<img src=x onerror=alert(1)>' })}`);
    expect(await page.text()).toMatch(/^14 - [^<>]*\r\n$/);
  });

  it('G-GEN-09: more than 350 recipients are taken, more than the limit are not', async () => {
    const { tags } = await testGateway({ limits: { recipients: 400 } });
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(447700900000 + i)).join(',');
    const credit = await tags(SMS, { ...HELLO, Username: 'Poor.1', PIN: '9999', SendTo: numbers(400), ResponseFormat: '3' });
    expect(credit.Report?.split(',')).toEqual(['-2', '-2', ...Array.from({ length: 398 }, () => '15')]);
    expect(await tags(SMS, { ...HELLO, SendTo: numbers(401) })).toMatchObject({ MessageIdentifier: '-1', Report: '14' });
  });

  it('G-GEN-10: one recipient that fails does not stop the rest', async () => {
    const { tags, inbox } = await testGateway();
    const answer = await tags(SMS, { ...HELLO, SendTo: '447700900123,nobody,447700900124', ResponseFormat: '3' });
    expect(answer.Report).toBe('-2,11,-2');
    expect(await inbox('447700900124')).toHaveLength(1);
  });

  it('G-GEN-11: /sendsms takes account queries as well as text messages', async () => {
    const { ask } = await testGateway();
    expect(await ask('/sendsms', { ...WHO, AvailableCredit: '' })).toBe('Currency=GBP&AvailableCredit=15.2345');
    expect(await ask('/sendsms', { ...WHO, AvailableMessages: '' })).toBe('AvailableMessages=338');
    expect(await ask('/sendsms', HELLO)).toBe('158 - Message Sent OK\r\n');
  });

  it('G-GEN-12, G-GEN-13: names have no case, the first of two counts, unknown ones are passed over', async () => {
    const { fetch, inbox } = await testGateway();
    const body = 'VERSION=9&UserName=ANOther.12345&pin=012345&SENDTO=447700900123&message=first&Message=second&Foo=%00';
    await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body });
    expect((await inbox('447700900123'))[0]?.content).toEqual({ kind: 'text', text: 'first' });
  });

  it('the short names UN, N and M', async () => {
    const { ask } = await testGateway();
    expect(await ask(SMS, { UN: WHO.Username, PIN: WHO.PIN, N: TO.SendTo, M: 'Hi' })).toBe('158 - Message Sent OK\r\n');
  });
});

describe('credentials', () => {
  it('G-AUTH-01, G-AUTH-03, G-AUTH-04: each is needed, none is told from the other, and they come first', async () => {
    const { ask } = await testGateway();
    const { Username: _u, ...noName } = HELLO;
    const { PIN: _p, ...noPin } = HELLO;
    const wrong = [noName, noPin, { ...HELLO, PIN: '0' }, { ...HELLO, Username: 'Nobody.1' }, { PIN: 'x', SendTimeDelay: 'x' }];
    for (const fields of wrong) expect(await ask(SMS, fields)).toBe('171 - Invalid Login\r\n');
  });

  it('G-AUTH-02, G-AUTH-05: case counts, and so do leading zeros', async () => {
    const { ask } = await testGateway();
    for (const fields of [{ Username: 'another.12345' }, { PIN: '12345' }, { PIN: '012345 ' }, { PIN: '0'.repeat(500) }]) {
      expect(await ask(SMS, { ...HELLO, ...fields })).toBe('171 - Invalid Login\r\n');
    }
  });

  it('G-AUTH-06, G-AUTH-07: managing needs the permission, deleting the parent', async () => {
    const { ask } = await testGateway();
    const poor = { Username: 'Poor.1', PIN: '9999' };
    expect(await ask(MANAGE, { ...poor, DeleteChildAccountUsername: 'Shared.1' })).toMatch(/^Report=13&/);
    const stranger = { Username: 'Stranger.9', PIN: '8888' };
    expect(await ask(MANAGE, { ...stranger, DeleteChildAccountUsername: 'Shared.1' })).toMatch(/^Report=13&/);
    expect(await ask(MANAGE, { ...WHO, DeleteChildAccountUsername: 'Shared.1' })).toBe('Report=0');
  });
});

describe('address books, originators and times', () => {
  it('G-BOOK-01, G-SMS-03: a book, a group of it, and numbers with it, once per mention', async () => {
    const { tags, inbox } = await testGateway();
    const send = (fields: object) => tags(SMS, { ...WHO, Message: 'x', ResponseFormat: '3', ...fields });
    expect((await send({ SendToAddressBook: 'Friends' })).Report).toBe('-2,-2');
    expect((await send({ SendToAddressBook: 'Friends::Team' })).Report).toBe('-2');
    expect((await send({ SendTo: '447700900202', SendToAddressBook: 'Friends' })).Report).toBe('-2,-2,-2');
    expect(await inbox('447700900202', 4)).toHaveLength(4);
    for (const book of ['Nobody', 'Friends::Nobody', 'Foes']) {
      expect((await send({ SendToAddressBook: book })).Report).toBe('14');
    }
  });

  it('G-RID-01, G-SMS-04: permitted originators, the default, names on air', async () => {
    const { tags, inbox } = await testGateway();
    const send = (ReplyTo?: string) => tags(SMS, { ...HELLO, ...(ReplyTo === undefined ? {} : { ReplyTo }) });
    expect((await send()).Report).toBe('-2');
    expect((await send('MyShop')).Report).toBe('-2');
    expect((await send('gw.example.net')).Report).toBe('-2');
    expect((await send('')).Report).toBe('-2');
    const originators = (await inbox('447700900123', 4)).map(({ originator }) => originator);
    expect(originators.sort()).toEqual(['447700900001', '447700900001', 'MyShop', 'gw.example.']);
    expect((await send('Other')).Report).toBe('12');
  });

  it('G-RID-01: without values of its own an account sends as the service', async () => {
    const { tags, inbox } = await testGateway();
    await tags(SMS, { ...HELLO, Username: 'Poor.1', PIN: '9999' });
    expect((await inbox('447700900123'))[0]?.originator).toBe('gw.example.');
  });

  it('G-TIME-01, G-SMS-07, G-SMS-08: delays and times', async () => {
    const { tags, store } = await testGateway();
    const report = async (fields: object) => (await tags(SMS, { ...HELLO, ...fields })).Report;
    expect(await report({ SendTimeDelay: '1' })).toBe('99');
    expect(await report({ SendTimeDelay: '10080' })).toBe('99');
    for (const delay of ['0', '10081', '1.5', '-1', 'x']) expect(await report({ SendTimeDelay: delay })).toBe('14');
    expect(await report({ SendTimeAbsolute: '2026-03-05T00:00:00' })).toBe('99');
    expect(await report({ SendTimeAbsolute: '2027-03-05T00:00:00Z' })).toBe('99');
    expect(await report({ SendTimeAbsolute: '2026-03-03T00:00:00' })).toBe('-2');
    for (const time of ['2026-03-05T00:00:00+01:00', '2026-02-30T00:00:00', 'tomorrow']) {
      expect(await report({ SendTimeAbsolute: time })).toBe('14');
    }
    expect(await report({ SendTimeDelay: '5', SendTimeAbsolute: '2026-03-05T00:00:00' })).toBe('14');
    const due = [];
    for await (const { state, dueAt } of store.messages()) if (state === 'scheduled') due.push(dueAt);
    expect(due[2]).toBe(Date.parse('2026-03-05T00:00:00Z'));
  });
});

describe('answers of the send endpoints', () => {
  const two = { ...HELLO, SendTo: '447700900123,nobody' };

  it('G-RES-01, G-ERR-03, G-ERR-06: a line, 158 for success, else the code of the last failure', async () => {
    const { ask } = await testGateway();
    expect(await ask(SMS, HELLO)).toBe('158 - Message Sent OK\r\n');
    expect(await ask(SMS, two)).toMatch(/^11 - .+\r\n$/);
    expect(await ask(SMS, { ...HELLO, SendTimeDelay: '3' })).toMatch(/^158 - /);
  });

  it('G-RES-02, G-RES-05, G-RES-06, G-RES-07, G-ERR-02: one value per tag, of the last failure', async () => {
    const { ask, tags } = await testGateway();
    expect(await ask(SMS, { ...HELLO, ResponseFormat: '1' })).toMatch(
      /^MessageIdentifier=[A-Z0-9]{15}&Report=-2&Text=Accepted%20by%20gw\.example\.net%3A%20queued&Units=1$/,
    );
    expect(await tags(SMS, two)).toMatchObject({ MessageIdentifier: '-1', Report: '11', Units: '0' });
  });

  it('G-RES-03, G-ERR-05: lists with a value per recipient, in order', async () => {
    const { tags } = await testGateway();
    const answer = await tags(SMS, { ...two, ResponseFormat: '3' });
    expect(answer.MessageIdentifier).toMatch(/^[A-Z0-9]{15},-1$/);
    expect(answer).toMatchObject({ Report: '-2,11', Units: '1,0' });
  });

  it('G-RES-04, G-LIB-02: LibraryNumber at the end when a file came, repeated in lists, not in a line', async () => {
    const { ask } = await testGateway();
    const push = { ...WHO, SendTo: '447700900123,447700900124', WAPPushFileName1: 'a.gif', WAPPushFileData1: '474946' };
    expect(await ask(MMS, { ...push, ResponseFormat: '1' })).toMatch(/&Units=\d&LibraryNumber=8\d{4}$/);
    expect(await ask(MMS, { ...push, ResponseFormat: '3' })).toMatch(/&Units=\d,\d&LibraryNumber=(8\d{4}),\1$/);
    expect(await ask(MMS, push)).toBe('158 - Message Sent OK\r\n');
  });

  it('G-RES-08: sendmms gives units too', async () => {
    const { tags } = await testGateway();
    expect(await tags(MMS, { ...WHO, ...TO, PhoneMake: 'Nokia', Ringtone: '30001' })).toMatchObject({
      Report: '-2',
      Units: '1',
    });
  });

  it('G-RES-09, G-SMS-09: no line break behind tags, and an unknown format is 0', async () => {
    const { ask } = await testGateway();
    expect(await ask(SMS, { ...HELLO, ResponseFormat: '3' })).not.toMatch(/[\r\n]/);
    for (const format of ['2', '', 'x', '01']) expect(await ask(SMS, { ...HELLO, ResponseFormat: format })).toMatch(/^158 - /);
  });

  it('G-RES-10, G-RES-11, G-RES-12, G-RES-13: login errors in the form of the endpoint', async () => {
    const { ask } = await testGateway();
    const wrong = { ...HELLO, PIN: '1' };
    for (const path of [SMS, MMS, '/sendsms']) {
      expect(await ask(path, wrong)).toBe('171 - Invalid Login\r\n');
      for (const ResponseFormat of ['1', '3']) {
        expect(await ask(path, { ...wrong, ResponseFormat })).toBe(
          'MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0',
        );
      }
    }
    expect(await ask(QUERY, wrong)).toMatch(/^MessageIdentifier=-1&Report=2&Text=Invalid(?:%20| )Login$/);
    expect(await ask(MANAGE, wrong)).toMatch(/^Report=2&Text=Invalid(?:%20| )Login$/);
  });

  it('recipients are charged in order until the credit ends', async () => {
    const { tags, credit } = await testGateway();
    const poor = { ...HELLO, Username: 'Poor.1', PIN: '9999', ResponseFormat: '3' };
    const answer = await tags(SMS, { ...poor, SendTo: '447700900123,447700900124,447700900125' });
    expect(answer).toMatchObject({ Report: '-2,-2,15', Units: '1,1,0' });
    expect(await credit('Poor.1')).toBe('100');
  });
});
