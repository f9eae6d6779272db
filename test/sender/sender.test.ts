import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { UnsignedSend } from '../../src/content/model.js';
import { EncodeError } from '../../src/errors.js';
import { ProtocolError } from '../../src/protocol/errors.js';
import { ConnectError, GatewayError, LoginError, OutcomeUnknownError } from '../../src/sender/errors.js';
import type { SenderOptions, SenderWarning } from '../../src/sender/options.js';
import { Sender } from '../../src/sender/sender.js';
import { TransportFailure, type TransportRequest } from '../../src/sender/transport.js';
import { gateway, type Reply, untouchable } from '../support/gateway.js';
import { errorOf } from '../support/transports.js';

const PIN = '01234567';
const TEXT = 'meet me at dawn';
const NUMBER = '447700900123';
const ACCOUNT = { primary: 'https://one.example', username: 'ANOther.12345', pin: PIN };
const TO = { to: NUMBER };
const DONE = 'MessageIdentifier=ABCDEFGHIJ12345&Report=-2&Text=Accepted%20by%20us%3A%20queued&Units=1';

/** A sender over a gateway in memory. */
function senderOver(options: Partial<SenderOptions>, ...replies: (Reply | ((fields: ReadonlyMap<string, string>) => Reply))[]) {
  const fake = gateway(...replies);
  const warnings: SenderWarning[] = [];
  const onWarning = (warning: SenderWarning) => warnings.push(warning);
  return { ...fake, warnings, sender: new Sender({ ...ACCOUNT, transport: fake.transport, onWarning, ...options }) };
}

describe('requests', () => {
  it('G-GEN-01, G-CLI-03, G-CLI-06: posts a form with Username and PIN, percent-encoded UTF-8, blanks as %20', async () => {
    const { sender, requests } = senderOver({}, DONE);
    await sender.sendText('a b+c €', TO);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      url: 'https://one.example/webservices/http/sendsms',
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: `Username=ANOther.12345&PIN=${PIN}&SendTo=447700900123&ResponseFormat=3&Message=a%20b%2Bc%20%E2%82%AC`,
      keepAlive: false,
    });
  });

  it('G-GEN-09, G-SMS-02, G-SMS-15: numbers as a list, as a text with commas, and as people write them', async () => {
    const { sender, fields } = senderOver({}, DONE);
    await sender.sendText(TEXT, { to: ['+44 7700 900123', '00447700-900124'] });
    await sender.sendText(TEXT, { to: ' 447700900123,, 447700900124 ,' });
    await sender.sendText(TEXT, { to: ['447700900123,447700900124'] });
    for (const i of [0, 1, 2]) expect(fields(i)[2]).toEqual(['SendTo', '447700900123,447700900124']);
  });

  it('G-SMS-03, 04, 07, 09, 10: options', async () => {
    const { sender, fields } = senderOver({}, '158 - Message Sent OK');
    const toAddressBook = 'friends::best';
    await sender.sendText(TEXT, {
      toAddressBook,
      replyTo: 'Shop',
      delayMinutes: 10_080,
      service: 'Economy',
      responseFormat: 0,
    });
    expect(fields().slice(2)).toEqual([
      ['SendToAddressBook', 'friends::best'],
      ['ReplyTo', 'Shop'],
      ['SendTimeDelay', '10080'],
      ['ResponseFormat', '0'],
      ['DeliveryServiceOption', 'Economy'],
      ['Message', TEXT],
    ]);
  });

  it('G-SMS-08: a time is UTC, to the second; one that has passed is a warning', async () => {
    const at = new Date('2026-03-07T12:30:00.900+02:00');
    const { sender, fields, warnings } = senderOver({ clock: () => at.getTime() }, DONE);
    await sender.sendText(TEXT, { ...TO, at });
    expect(fields()).toContainEqual(['SendTimeAbsolute', '2026-03-07T10:30:00']);
    expect(warnings).toEqual([]);
    const later = senderOver({ clock: () => at.getTime() + 1 }, DONE);
    await later.sender.sendText(TEXT, { ...TO, at });
    expect(later.warnings).toEqual([expect.objectContaining({ code: 'past-time', field: 'SendTimeAbsolute' })]);
  });

  it('G-AUTH-05: leading zeros of a PIN count, and a PIN that is a number is refused', async () => {
    const { sender, fields } = senderOver({ pin: '0007' }, DONE);
    await sender.sendText(TEXT, TO);
    expect(fields()[1]).toEqual(['PIN', '0007']);
    expect(() => new Sender({ ...ACCOUNT, pin: 7 as never })).toThrow(TypeError);
  });

  it('G-GEN-06: the paths lie below the path of the address', async () => {
    const { sender, requests } = senderOver({ primary: 'http://one.example:8080/base/' }, DONE);
    await sender.sendText(TEXT, TO);
    expect(requests[0]?.url).toBe('http://one.example:8080/base/webservices/http/sendsms');
  });

  it('G-CLI-03: GET only when asked, for sends alone', async () => {
    const { sender, requests, fields } = senderOver({ method: 'GET' }, DONE, 'AvailableMessages=1');
    await sender.sendText(TEXT, TO);
    await sender.availableMessages();
    expect(requests[0]).toMatchObject({ method: 'GET', body: '' });
    expect(requests[0]?.headers).toEqual({});
    expect(fields()).toContainEqual(['Message', TEXT]);
    expect(requests[1]).toMatchObject({ method: 'POST', url: 'https://one.example/webservices/http/queryaccount' });
    expect(() => new Sender({ ...ACCOUNT, method: 'PUT' as never })).toThrowError(expect.objectContaining({ field: 'method' }));
  });

  it('send takes a whole request', async () => {
    const { sender, fields } = senderOver({}, DONE);
    const request: UnsignedSend = { operation: 'sendSms', sendTo: [NUMBER], flashMessage: 'now' };
    const results = await sender.send(request);
    expect(results).toHaveLength(1);
    expect(fields()).toContainEqual(['ResponseFormat', '3']);
    expect(fields().at(-1)).toEqual(['FlashMessage', 'now']);
    await expect(sender.send('x' as never)).rejects.toThrow(TypeError);
  });
});

describe('G-CLI-04: nothing is sent that the gateway would refuse for its form', () => {
  const text = (options: object) => (sender: Sender) => sender.sendText(TEXT, options);
  it.each<[field: string, why: string, send: (sender: Sender) => Promise<unknown>]>([
    ['SendTo', 'nobody', text({})],
    ['SendTo', 'an empty list', text({ to: [] })],
    ['SendTo', 'no number', text({ to: [NUMBER, 'Ann'] })],
    ['SendTo', 'too many digits', text({ to: '1234567890123456' })],
    ['SendToAddressBook', 'a book without a name', text({ toAddressBook: '::best' })],
    ['SendTimeDelay', 'no minutes', text({ ...TO, delayMinutes: 0 })],
    ['SendTimeDelay', 'more than a week', text({ ...TO, delayMinutes: 10_081 })],
    ['SendTimeDelay', 'half a minute', text({ ...TO, delayMinutes: 0.5 })],
    ['SendTimeAbsolute', 'both times', text({ ...TO, delayMinutes: 1, at: new Date(0) })],
    ['SendTimeAbsolute', 'no time', text({ ...TO, at: new Date(Number.NaN) })],
    ['ResponseFormat', 'a form of answer that there is not', text({ ...TO, responseFormat: 2 })],
    ['DeliveryServiceOption', 'a service that there is not', text({ ...TO, service: 'Gold' })],
    [
      'FlashMessage',
      'both texts',
      (sender) => sender.send({ operation: 'sendSms', sendTo: [NUMBER], message: 'a', flashMessage: 'b' } as never),
    ],
    [
      'CreateChildAccountType',
      'a kind of account that there is not',
      (sender) => sender.createChildAccount({ type: 'OWN' } as never),
    ],
    ['DeleteChildAccountUsername', 'no user name', (sender) => sender.deleteChildAccount('')],
    ['TransferCurrencyAmount', 'a third of a penny', (sender) => sender.transferFunds({ to: 'a.1', amount: '0.333' })],
  ])('%s: %s', async (field, _, send) => {
    const error = await errorOf(send(new Sender({ ...ACCOUNT, transport: untouchable })));
    expect(error).toBeInstanceOf(EncodeError);
    expect(error).toMatchObject({ field });
    expect(String(error)).not.toMatch(/dawn|01234567|447700900123/);
  });

  it('arguments of another type are TypeErrors', async () => {
    const sender = new Sender({ ...ACCOUNT, transport: untouchable });
    await expect(sender.sendText(TEXT, undefined as never)).rejects.toThrow(TypeError);
    await expect(sender.sendText(TEXT, { to: 447_700_900_123 as never })).rejects.toThrow(TypeError);
    await expect(sender.sendText(TEXT, { to: [447_700_900_123] as never })).rejects.toThrow(TypeError);
    await expect(sender.createChildAccount(undefined as never)).rejects.toThrow(TypeError);
    await expect(sender.transferFunds(undefined as never)).rejects.toThrow(TypeError);
  });

  it.each<[field: string, options: object]>([
    ['Username', { username: '' }],
    ['Username', { username: 'with blank' }],
    ['Username', { username: 'a'.repeat(21) }],
    ['PIN', { pin: 'secret-pin' }],
    ['PIN', { pin: '' }],
    ['primary', { primary: 'ftp://secret-pin.example' }],
    ['primary', { primary: 'secret-pin' }],
    ['primary', { primary: 'https://me:secret-pin@one.example' }],
    ['primary', { primary: 'https://one.example/?pin=secret-pin' }],
    ['secondary', { secondary: 'https://two.example/#secret-pin' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['connectTimeoutMs', { connectTimeoutMs: -1 }],
    ['maxResponseOctets', { maxResponseOctets: Number.NaN }],
  ])('a sender with a wrong %s is not made: %j', (field, options) => {
    const make = () => new Sender({ ...ACCOUNT, ...options });
    expect(make).toThrow(EncodeError);
    expect(make).toThrowError(expect.objectContaining({ field, message: expect.not.stringContaining('secret-pin') }));
  });

  it('nor one with options of another type', () => {
    for (const options of [
      undefined,
      { ...ACCOUNT, primary: 5 },
      { ...ACCOUNT, transport: {} },
      { ...ACCOUNT, timeoutMs: '5' },
    ]) {
      expect(() => new Sender(options as never)).toThrow(TypeError);
    }
  });
});

describe('results', () => {
  it('G-RES-03, G-CLI-10: format 3 gives one per recipient, by position', async () => {
    const { sender } = senderOver(
      {},
      'MessageIdentifier=ABCDEFGHIJ12345,-1&Report=-2,11&Text=Accepted,Bad%2C%20number&Units=2,0',
    );
    expect(await sender.sendText(TEXT, { to: [NUMBER, '447700900124'] })).toEqual([
      { messageIdentifier: 'ABCDEFGHIJ12345', report: -2, accepted: true, text: 'Accepted', units: 2 },
      { messageIdentifier: '-1', report: 11, accepted: false, text: 'Bad, number', units: 0 },
    ]);
  });

  it('G-RES-01, G-RES-02: formats 0 and 1 give one for all', async () => {
    const line = senderOver({}, '158 - Message Sent OK\r\n');
    expect(await line.sender.sendText(TEXT, { to: [NUMBER, NUMBER], responseFormat: 0 })).toEqual([
      { messageIdentifier: undefined, report: 158, accepted: true, text: 'Message Sent OK' },
    ]);
    expect(line.warnings).toEqual([]);
    const tags = senderOver({}, DONE);
    expect(await tags.sender.sendText(TEXT, { to: [NUMBER, NUMBER], responseFormat: 1 })).toHaveLength(1);
    expect(tags.warnings).toEqual([]);
  });

  it('G-RES-04: the number under which a file is kept', async () => {
    const { sender } = senderOver({}, 'MessageIdentifier=ABCDEFGHIJ12345&Report=-2&Text=&LibraryNumber=80123');
    const [result] = await sender.sendWapPush({ name: 'a.gif', data: '47' }, TO);
    expect(result).toMatchObject({ accepted: true, libraryNumber: 80_123 });
  });

  it('G-RES-10, G-RES-11: a refused login is a result of a send, in either form', async () => {
    for (const [body, report] of [
      ['MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0', 2],
      ['171 - Invalid Login', 171],
    ] as const) {
      const { sender, requests, warnings } = senderOver({}, body);
      const results = await sender.sendText(TEXT, { to: [NUMBER, '447700900124'] });
      expect(results).toEqual([expect.objectContaining({ report, accepted: false, text: 'Invalid Login' })]);
      expect([requests.length, warnings]).toEqual([1, []]);
    }
  });

  it('G-CLI-02: nothing is sent again after a refusal', async () => {
    const { sender, requests } = senderOver(
      { secondary: 'https://two.example' },
      'MessageIdentifier=-1&Report=98&Text=&Units=0',
    );
    expect(await sender.sendText(TEXT, TO)).toEqual([expect.objectContaining({ report: 98, accepted: false })]);
    expect(requests).toHaveLength(1);
  });

  it('tells of an answer with another number of results, and of doubts in reading it', async () => {
    const { sender, warnings } = senderOver({}, 'MessageIdentifier=ABCDEFGHIJ12345&Report=-2,-2&Units=1,1');
    expect(await sender.sendText(TEXT, { to: [NUMBER, NUMBER, NUMBER] })).toHaveLength(2);
    expect(warnings.map(({ code }) => code)).toEqual(['response', 'result-count']);
  });

  it('does not count results where address books or copies may have some', async () => {
    const { sender, warnings } = senderOver({}, 'MessageIdentifier=ABCDEFGHIJ12345,ABCDEFGHIJ12346&Report=-2,-2');
    await sender.sendText(TEXT, { ...TO, toAddressBook: 'friends' });
    await sender.sendMms('80001', { ...TO, cc: '447700900124' });
    await sender.sendMms('80001', { ...TO, bccAddressBook: 'friends' });
    expect(warnings).toEqual([]);
  });

  it('G-CLI-14: an answer that is none is a ProtocolError', async () => {
    for (const body of ['', '<html>It works!</html>']) {
      const error = await errorOf(senderOver({}, body).sender.sendText(TEXT, TO));
      expect(error).toBeInstanceOf(ProtocolError);
    }
    const { sender, requests } = senderOver({ secondary: 'https://two.example' }, { status: 503, body: 'later' });
    expect(await errorOf(sender.sendText(TEXT, TO))).toMatchObject({ name: 'ProtocolError', reason: 'status', status: 503 });
    expect(requests).toHaveLength(1);
  });

  it('a listener that throws changes nothing', async () => {
    const onWarning = () => {
      throw new Error('listener');
    };
    const { sender } = senderOver({ onWarning }, DONE);
    expect(await sender.sendServiceIndication({ href: 'http://a.example', text: 'x' }, TO)).toHaveLength(1);
  });

  it('a call has a listener of its own', async () => {
    const { sender, warnings } = senderOver({}, DONE);
    const own: SenderWarning[] = [];
    const onWarning = (warning: SenderWarning) => own.push(warning);
    await sender.sendServiceIndication({ href: 'http://a.example', text: 'x' }, { ...TO, onWarning });
    expect(own).toEqual(warnings);
    expect(own).toHaveLength(1);
  });
});

describe('servers and time', () => {
  const failing = (phase: 'dns' | 'connect' | 'exchange', isSent: boolean) => new TransportFailure(phase, 'refused', isSent);

  it('G-CLI-01: goes to the secondary server when there is no connection, and tells', async () => {
    const seen: unknown[] = [];
    const { sender, requests } = senderOver(
      {
        secondary: 'https://two.example/base',
        onAttempt: (attempt) => seen.push(attempt.reason),
        onFailover: (failover) => seen.push(failover),
      },
      failing('connect', false),
      DONE,
    );
    expect(await sender.sendText(TEXT, TO)).toHaveLength(1);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://one.example/webservices/http/sendsms',
      'https://two.example/base/webservices/http/sendsms',
    ]);
    expect(seen).toEqual([
      'refused',
      { from: 'https://one.example', to: 'https://two.example', reason: 'refused' },
      'answered',
    ]);
  });

  it('G-CLI-01: never after something was sent', async () => {
    const { sender, requests } = senderOver({ secondary: 'https://two.example' }, failing('exchange', true), DONE);
    expect(await errorOf(sender.sendText(TEXT, TO))).toBeInstanceOf(OutcomeUnknownError);
    expect(requests).toHaveLength(1);
  });

  it('says which servers could not be reached', async () => {
    const { sender } = senderOver({ secondary: 'https://two.example' }, failing('dns', false));
    const error = await errorOf(sender.sendText(TEXT, TO));
    expect(error).toBeInstanceOf(ConnectError);
    expect((error as ConnectError).attempted.map(({ origin }) => origin)).toEqual([
      'https://one.example',
      'https://two.example',
    ]);
  });

  it('G-CLI-07: 30 s and 0.1 s for each recipient, copies included, unless the sender or the call says otherwise', async () => {
    const { sender, requests } = senderOver({}, DONE);
    const closeTo = (ms: number) => (request: TransportRequest | undefined) => {
      expect(request?.timeoutMs).toBeGreaterThan(ms - 1_000);
      expect(request?.timeoutMs).toBeLessThanOrEqual(ms);
    };
    await sender.sendText(TEXT, { to: Array.from({ length: 100 }, () => NUMBER) });
    closeTo(40_000)(requests[0]);
    await sender.sendMms('80001', { ...TO, cc: [NUMBER, NUMBER], bcc: NUMBER });
    closeTo(30_400)(requests[1]);
    await sender.sendText(TEXT, { ...TO, timeoutMs: 5_000 });
    closeTo(5_000)(requests[2]);
    const short = senderOver({ timeoutMs: 7_000, connectTimeoutMs: 2_000, maxResponseOctets: 999, keepAlive: true }, DONE);
    await short.sender.sendText(TEXT, TO);
    closeTo(7_000)(short.requests[0]);
    expect(short.requests[0]).toMatchObject({ connectTimeoutMs: 2_000, maxResponseOctets: 999, keepAlive: true });
  });

  it('G-CLI-07: a signal ends a call', async () => {
    const reason = new Error('stop');
    const sender = new Sender({ ...ACCOUNT, transport: untouchable });
    expect(await errorOf(sender.sendText(TEXT, { ...TO, signal: AbortSignal.abort(reason) }))).toBe(reason);
    const controller = new AbortController();
    const transport = (request: TransportRequest) =>
      new Promise<never>((_, reject) => {
        request.signal?.addEventListener('abort', () => reject(new TransportFailure('exchange', 'aborted', true)));
        controller.abort(reason);
      });
    const error = await errorOf(new Sender({ ...ACCOUNT, transport }).sendText(TEXT, { ...TO, signal: controller.signal }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ reason: 'aborted' });
  });
});

describe('the account', () => {
  it('G-QRY-01, G-QRY-02: credit, in both forms', async () => {
    const { sender, requests, fields } = senderOver({}, 'Currency=GBP&AvailableCredit=15.2345', 'AvailableCredit=UKL 15.2345');
    expect(await sender.availableCredit()).toEqual({ currency: 'GBP', amount: '15.2345' });
    expect(requests[0]?.url).toBe('https://one.example/webservices/http/queryaccount');
    expect(fields()).toEqual([
      ['Username', 'ANOther.12345'],
      ['PIN', PIN],
      ['AvailableCredit', ''],
    ]);
    expect(await sender.availableCredit()).toEqual({ currency: 'UKL', amount: '15.2345' });
  });

  it('G-QRY-03, G-QRY-04: messages and originators', async () => {
    const { sender, fields } = senderOver({}, 'AvailableMessages=381', 'PermittedReplyTo=447700900123,example.com');
    expect(await sender.availableMessages()).toBe(381);
    expect(await sender.permittedReplyTo()).toEqual(['447700900123', 'example.com']);
    expect(fields(0).at(-1)).toEqual(['AvailableMessages', '']);
    expect(fields(1).at(-1)).toEqual(['PermittedReplyTo', '']);
  });

  it('G-MGT-02: makes an account', async () => {
    const { sender, requests, fields } = senderOver({}, 'Report=0&Username=AOther.54321&PIN=00112233');
    const account = await sender.createChildAccount({
      type: 'TRANSFER',
      email: 'ann@example.com',
      telephoneCountryCode: '44',
      mobileNumber: '447700900123',
      familyName: 'Other',
    });
    expect(account).toEqual({ username: 'AOther.54321', pin: '00112233' });
    expect(requests[0]?.url).toBe('https://one.example/webservices/http/manageaccount');
    expect(fields().slice(2)).toEqual([
      ['CreateChildAccountType', 'TRANSFER'],
      ['CreateChildAccountEmail', 'ann@example.com'],
      ['CreateChildAccountTelephoneCountryCode', '44'],
      ['CreateChildAccountMobileNumber', '447700900123'],
      ['CreateChildAccountFamilyName', 'Other'],
    ]);
    const nameless = senderOver({}, 'Report=0');
    const input = { type: 'SHARED', email: 'a@b.example', telephoneCountryCode: '44', mobileNumber: NUMBER } as const;
    expect(await errorOf(nameless.sender.createChildAccount(input))).toBeInstanceOf(ProtocolError);
  });

  it('G-MGT-05, G-MGT-06: removes accounts and moves credit', async () => {
    const { sender, fields } = senderOver({}, 'Report=0');
    expect(await sender.deleteChildAccount('AOther.54321')).toBeUndefined();
    expect(await sender.transferFunds({ to: 'AOther.54321', amount: '12.50' })).toBeUndefined();
    await sender.transferFunds({ to: 'AOther.54321', messages: 100 });
    expect(fields(0).slice(2)).toEqual([['DeleteChildAccountUsername', 'AOther.54321']]);
    expect(fields(1).slice(2)).toEqual([
      ['TransferToAccountUsername', 'AOther.54321'],
      ['TransferCurrencyAmount', '12.50'],
    ]);
    expect(fields(2).slice(2)).toEqual([
      ['TransferToAccountUsername', 'AOther.54321'],
      ['TransferMessagesAmount', '100'],
    ]);
  });

  it('G-RES-12, G-RES-13: a refused login is a LoginError of queries and management', async () => {
    for (const body of [
      'MessageIdentifier=-1&Report=2&Text=Invalid Login',
      'Report=2&Text=Invalid Login',
      '171 - Invalid Login',
    ]) {
      const { sender } = senderOver({}, body);
      for (const call of [
        () => sender.availableCredit(),
        () => sender.availableMessages(),
        () => sender.permittedReplyTo(),
        () => sender.deleteChildAccount('a.1'),
      ]) {
        const error = await errorOf(call());
        expect(error).toBeInstanceOf(LoginError);
        expect(error).toMatchObject({ text: 'Invalid Login' });
      }
    }
  });

  it('other refusals are GatewayErrors with the report', async () => {
    const { sender } = senderOver({}, 'Report=15&Text=Out%20of%20credit');
    const error = await errorOf(sender.transferFunds({ to: 'a.1', amount: '1.00' }));
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).not.toBeInstanceOf(LoginError);
    expect(error).toMatchObject({ report: 15, text: 'Out of credit' });
  });
});

describe('G-CLI-05: nothing private is shown', () => {
  const echo = (fields: ReadonlyMap<string, string>) => `<p>cannot read ${[...fields.values()].join(' ')}</p>`;
  const PRIVATE = [PIN, TEXT, NUMBER];

  const INDICATION = { href: 'http://b.example', id: '1', text: 'look', info: [{ pcdata: 'dawn', class: 'a' }] };
  const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VTODO\r\nSUMMARY:dawn\r\nEND:VTODO\r\nEND:VCALENDAR\r\n';
  const PERSON = {
    ...({ type: 'SHARED', email: 'dawn@b.example', telephoneCountryCode: '44', mobileNumber: NUMBER } as const),
    ...{ givenName: 'Ann', familyName: 'Bee', companyName: 'Sea' },
  };

  function expectNothingPrivate(value: unknown): void {
    const shown = [String(value), inspect(value, { depth: 10, showHidden: true }), JSON.stringify(value)];
    if (value instanceof Error)
      shown.push(value.stack ?? '', JSON.stringify(Object.getOwnPropertyNames(value).map((key) => value[key as 'name'])));
    for (const text of shown) for (const secret of PRIVATE) expect(text).not.toContain(secret);
  }

  it('by a sender', async () => {
    const { sender } = senderOver({ secondary: 'https://two.example/' }, DONE);
    await sender.sendText(TEXT, TO);
    expectNothingPrivate(sender);
    expect(String(sender)).toBe('Sender(https://one.example, https://two.example/)');
    expect(inspect({ sender })).toContain('Sender(https://one.example, https://two.example/)');
    expect(JSON.parse(JSON.stringify(sender))).toEqual({ primary: 'https://one.example', secondary: 'https://two.example/' });
    expectNothingPrivate(new Sender(ACCOUNT));
    expect(JSON.parse(JSON.stringify(new Sender(ACCOUNT)))).toEqual({ primary: 'https://one.example' });
  });

  it.each<[what: string, reply: Reply | ((fields: ReadonlyMap<string, string>) => Reply)]>([
    ['an answer that repeats the request', echo],
    ['a status', (fields) => ({ status: 500, body: echo(fields) })],
    ['no connection', new TransportFailure('connect', 'refused', false)],
    ['no answer', new TransportFailure('exchange', 'reset', true)],
    ['an error of a transport that shows all', new Error(`${PIN} ${TEXT} ${NUMBER}`)],
  ])('by an error: %s', async (_, reply) => {
    const { sender } = senderOver({}, reply);
    for (const send of [
      () => sender.sendText(TEXT, TO),
      () => sender.sendFlash(TEXT, TO),
      () => sender.sendWapPush('80001', { ...TO, message: TEXT }),
      () => sender.sendServiceIndication({ href: 'http://a.example', id: '1', text: TEXT }, TO),
      () => sender.sendMms('80001', { ...TO, message: TEXT }),
      () => sender.sendPdu({ dataCodingScheme: 0, protocolIdentifier: 0, userDataHeader: new Uint8Array(), message: TEXT }, TO),
      () => sender.sendRingtone(`${TEXT.slice(0, 8)}:d=4:c`, { ...TO, make: 'EMS' }),
      () => sender.sendVCard(`BEGIN:VCARD\nVERSION:2.1\nN:${TEXT}\nEND:VCARD\n`, { ...TO, make: 'EMS' }),
    ]) {
      const error = await errorOf(send());
      expect(error).toBeInstanceOf(Error);
      expectNothingPrivate(error);
    }
  });

  it.each<[what: string, send: (sender: Sender) => Promise<unknown>, hidden: RegExp]>([
    ['name of a tune', (sender) => sender.sendRingtone('dawn:d=4:c', { ...TO, make: 'EMS' }), /dawn/],
    ['item of an SI', (sender) => sender.sendServiceIndication(INDICATION, TO), /dawn|example/],
    ['user data', (sender) => sender.sendPdu({ tpDcs: 4, data: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe) }, TO), /CAFEBABE/],
    ['appointment', (sender) => sender.sendVCalendar(CALENDAR, { ...TO, make: 'Nokia' }), /dawn/],
    ['person', (sender) => sender.createChildAccount(PERSON), /Ann|Bee|Sea|dawn/],
  ])('by an error with an answer that repeats the %s', async (_, send, hidden) => {
    const values = (fields: ReadonlyMap<string, string>) => `what is ${[...fields.values()].slice(2).reverse().join(' ')}?`;
    const error = await errorOf(send(senderOver({}, values).sender));
    expect(error).toMatchObject({ name: 'ProtocolError', excerpt: expect.stringContaining('what is') });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(hidden);
  });

  it('by an error with user data in small letters', async () => {
    const { sender } = senderOver({}, 'what is cafebabe?');
    const error = await errorOf(sender.sendPdu({ tpDcs: 4, data: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe) }, TO));
    expect(error).toMatchObject({ excerpt: 'what is ***?' });
  });

  it('by a GET, whose address holds everything', async () => {
    const { sender } = senderOver({ method: 'GET' }, new TransportFailure('exchange', 'reset', true));
    expectNothingPrivate(await errorOf(sender.sendText(TEXT, TO)));
  });

  it('by the error of a refusal whose words repeat the request', async () => {
    const { sender } = senderOver({}, (fields) => `Report=14&Text=no%20${fields.get('PIN')}%20${NUMBER}`);
    expectNothingPrivate(await errorOf(sender.availableCredit()));
    const input = { type: 'SHARED', email: 'a@b.example', telephoneCountryCode: '44', mobileNumber: NUMBER } as const;
    expectNothingPrivate(await errorOf(sender.createChildAccount(input)));
  });

  it('by warnings', async () => {
    const { sender, warnings } = senderOver({}, 'MessageIdentifier=ABCDEFGHIJ12345&Report=-2,-2&Text=a,b,c');
    await sender.sendServiceIndication({ href: `http://a.example/${NUMBER}`, text: TEXT }, { to: [NUMBER, NUMBER, NUMBER] });
    expect(warnings.length).toBeGreaterThan(2);
    expectNothingPrivate(warnings);
  });
});

describe('prepare', () => {
  const request: UnsignedSend = { operation: 'sendSms', sendTo: [NUMBER], message: TEXT };
  const sender = new Sender({ ...ACCOUNT, secondary: 'http://two.example:8080/base', transport: untouchable });

  it('gives the request as it would go out, the PIN masked', async () => {
    const masked = sender.prepare(request);
    expect(masked).toEqual({
      url: 'https://one.example/webservices/http/sendsms',
      method: 'POST',
      headers: {
        Host: 'one.example',
        'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
        'Content-Length': '102',
        Connection: 'close',
      },
      body: 'Username=ANOther.12345&PIN=******&SendTo=447700900123&ResponseFormat=3&Message=meet%20me%20at%20dawn',
    });
    const exact = sender.prepare(request, { mask: 'none' });
    expect(exact).toEqual({ ...masked, body: masked.body.replace('******', PIN) });
    expect(exact.body).toHaveLength(102);
    const over = senderOver({}, DONE);
    await over.sender.send(request);
    expect(over.requests[0]).toMatchObject({ url: exact.url, method: exact.method, body: exact.body });
  });

  it('masks numbers and texts too when asked', () => {
    expect(sender.prepare({ ...request, sendTo: [NUMBER, '447700900124'], replyTo: NUMBER }, { mask: 'all' }).body).toBe(
      'Username=ANOther.12345&PIN=******&SendTo=4477*****123%2C4477*****124&ReplyTo=4477*****123&ResponseFormat=3&Message=******',
    );
    const push: UnsignedSend = {
      operation: 'sendMultimedia',
      sendTo: [NUMBER],
      content: { kind: 'wapPush', libraryNumber: 80_001, message: TEXT },
    };
    expect(sender.prepare(push, { mask: 'all' }).body).toMatch(/&MMSFileWAP=80001&Message=\*{6}$/);
  });

  it('for the secondary server, and not without one', () => {
    const prepared = sender.prepare(request, { server: 'secondary' });
    expect([prepared.url, prepared.headers.Host]).toEqual([
      'http://two.example:8080/base/webservices/http/sendsms',
      'two.example:8080',
    ]);
    expect(() => new Sender(ACCOUNT).prepare(request, { server: 'secondary' })).toThrow(EncodeError);
  });

  it('a GET, kept connections, and requests about the account', () => {
    const get = new Sender({ ...ACCOUNT, method: 'GET', keepAlive: true });
    expect(get.prepare(request)).toEqual({
      url: 'https://one.example/webservices/http/sendsms?Username=ANOther.12345&PIN=******&SendTo=447700900123&ResponseFormat=3&Message=meet%20me%20at%20dawn',
      method: 'GET',
      headers: { Host: 'one.example', Connection: 'keep-alive' },
      body: '',
    });
    expect(get.prepare({ operation: 'availableCredit' })).toMatchObject({
      url: 'https://one.example/webservices/http/queryaccount',
      method: 'POST',
      body: 'Username=ANOther.12345&PIN=******&AvailableCredit=',
    });
  });

  it('refuses what sending refuses, and warns of what it warns', () => {
    expect(() => sender.prepare({ operation: 'sendSms', message: 'x' })).toThrow(EncodeError);
    const warnings: SenderWarning[] = [];
    const warned = new Sender({ ...ACCOUNT, onWarning: (warning) => warnings.push(warning) });
    warned.prepare({ ...request, sendTo: Array.from({ length: 351 }, () => NUMBER) });
    expect(warnings).toEqual([expect.objectContaining({ code: 'many-recipients' })]);
  });
});

describe('without a transport', () => {
  it("takes Node's, which close lets go", async () => {
    const sender = new Sender({ ...ACCOUNT, primary: 'http://127.0.0.1:1', connectTimeoutMs: 5_000, keepAlive: true });
    sender.close();
    expect(await errorOf(sender.sendText(TEXT, TO))).toBeInstanceOf(ConnectError);
    expect(await errorOf(sender.availableCredit())).toBeInstanceOf(ConnectError);
    sender.close();
  });
});
