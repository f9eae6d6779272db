import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows } from '../../src/bitmap/index.js';
import { requestOf } from '../../src/content/request.js';
import { EncodeError } from '../../src/errors.js';
import { ProtocolError } from '../../src/protocol/errors.js';
import { formatAnswer, formatFault, parseCall } from '../../src/protocol/soap/index.js';
import { GatewayError, LoginError, OutcomeUnknownError } from '../../src/sender/errors.js';
import type { SenderWarning } from '../../src/sender/options.js';
import { SoapSender, type SoapSenderOptions } from '../../src/sender/soap-sender.js';
import { type Transport, TransportFailure, type TransportRequest } from '../../src/sender/transport.js';
import { untouchable } from '../support/gateway.js';
import { errorOf } from '../support/transports.js';

const PIN = '01234567';
const TEXT = 'meet me at dawn';
const NUMBER = '447700900123';
const ACCOUNT = { primary: 'https://one.example', username: 'ANOther.12345', pin: PIN };
const QUEUED = formatAnswer('SubmitMessage', { MessageIdentifier: 'ABCDEFGHIJ12345', Report: -2, Text: 'queued' });

type Reply = string | { status: number; body: string } | Error;

function senderOver(options: Partial<SoapSenderOptions>, reply: Reply | ((body: string) => Reply)) {
  const requests: TransportRequest[] = [];
  const warnings: SenderWarning[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    const given = typeof reply === 'function' ? reply(request.body) : reply;
    if (given instanceof Error) throw given;
    const { status, body } = typeof given === 'string' ? { status: 200, body: given } : given;
    return { status, headers: {}, body: new TextEncoder().encode(body) };
  };
  const onWarning = (warning: SenderWarning) => warnings.push(warning);
  const sender = new SoapSender({ ...ACCOUNT, transport, onWarning, ...options });
  return { sender, requests, warnings, call: () => parseCall(requests[0]?.body as string) };
}

describe('SubmitMessage', () => {
  it('G-SOAP-01, G-SOAP-02: posts text/xml to /sendsms3 with an empty SOAPAction', async () => {
    const { sender, requests } = senderOver({}, QUEUED);
    await sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER }));
    expect(requests).toEqual([
      expect.objectContaining({
        url: 'https://one.example/sendsms3',
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
      }),
    ]);
    expect(requests[0]?.body).toContain('xmlns:ns1="urn:messaging-gateway:sendsms3"');
  });

  it('G-SOAP-02: or text/soap to /sendsms2, with the namespace of the service', async () => {
    const { sender, requests } = senderOver({ contentType: 'text/soap', path: '/sendsms2', namespace: 'urn:other' }, QUEUED);
    await sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER }));
    expect(requests[0]).toMatchObject({
      url: 'https://one.example/sendsms2',
      headers: { 'Content-Type': 'text/soap; charset=utf-8' },
    });
    expect(requests[0]?.body).toContain('xmlns:ns1="urn:other"');
  });

  it('G-SOAP-03: a request in its parts', async () => {
    const { sender, call } = senderOver({}, QUEUED);
    const request = requestOf({ kind: 'text', text: TEXT }, { to: [NUMBER, '447700900124'], replyTo: 'Shop', delayMinutes: 5 });
    expect(await sender.submitMessage(request)).toEqual({
      messageIdentifier: 'ABCDEFGHIJ12345',
      report: -2,
      accepted: true,
      text: 'queued',
    });
    expect(call()).toMatchObject({
      operation: 'SubmitMessage',
      parts: {
        Username: 'ANOther.12345',
        PIN: '01234567',
        Recipient: { SendTo: '447700900123,447700900124', SendOptions: { SendTimeDelay: '5' } },
        Message: { TextMessage: TEXT },
        ReplyTo: 'Shop',
      },
    });
  });

  it('G-SOAP-11: a ringtone as hex of RTTTL, a logo as OTA with its network', async () => {
    const tone = senderOver({}, QUEUED);
    await tone.sender.submitMessage(requestOf({ kind: 'ringtone', tune: 'a:d=4,o=5,b=63:c' }, { to: NUMBER, make: 'Nokia' }));
    expect(tone.call().parts).toMatchObject({
      Recipient: { PhoneMake: 'Nokia' },
      Message: { Ringtone: { Data: '613A643D342C6F3D352C623D36333A63', Format: 'RTTTL' } },
    });
    const logo = senderOver({}, QUEUED);
    const bitmap = bitmapFromRows(Array.from({ length: 14 }, () => '#'.repeat(72)));
    await logo.sender.submitMessage(
      requestOf({ kind: 'operatorLogo', bitmap, mcc: '234', mnc: '15' }, { to: NUMBER, make: 'Nokia' }),
    );
    expect(logo.call().parts).toMatchObject({
      Recipient: { MCC: '234', MNC: '15' },
      Message: { OperatorLogo: { Data: `00480E01${'FF'.repeat(126)}`, Format: 'OTA' } },
    });
  });

  it('parts as they are, with numbers where the WSDL has some', async () => {
    const { sender, call } = senderOver({}, QUEUED);
    await sender.submitMessage({
      Recipient: { SendTo: NUMBER, PhoneMake: 'Nokia' },
      Message: { PictureMessage: { LibraryNumber: 20_001 } },
    });
    expect(call().parts).toMatchObject({
      Username: 'ANOther.12345',
      PIN,
      Message: { PictureMessage: { LibraryNumber: '20001' } },
    });
  });

  it('G-CLI-04: what the gateway would refuse for its form is not sent', async () => {
    const sender = new SoapSender({ ...ACCOUNT, transport: untouchable });
    const refused = async (message: Parameters<SoapSender['submitMessage']>[0]) => {
      const error = await errorOf(sender.submitMessage(message));
      expect(error).toBeInstanceOf(EncodeError);
      expect(inspect(error)).not.toMatch(/dawn|01234567/);
      return error as EncodeError;
    };
    expect(await refused(requestOf({ kind: 'text', text: TEXT }, {}))).toMatchObject({ field: 'SendTo' });
    expect(await refused(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER, toAddressBook: 'friends' }))).toMatchObject({
      field: 'SendToAddressBook',
    });
    expect(await refused({ operation: 'availableCredit' } as never)).toMatchObject({ field: 'operation' });
    const two = { Recipient: { SendTo: NUMBER }, Message: { TextMessage: TEXT, FlashMessage: TEXT } };
    expect(await refused(two)).toMatchObject({ field: 'Message' });
    expect(await refused({ ...two, Message: {} })).toMatchObject({ field: 'Message' });
    const dated = { SendTo: NUMBER, SendOptions: { SendTimeDelay: 'soon' } };
    expect(await refused({ Recipient: dated, Message: { TextMessage: TEXT } })).toMatchObject({
      field: 'SubmitMessage/Recipient/SendOptions/SendTimeDelay',
    });
    await expect(sender.submitMessage(undefined as never)).rejects.toThrow(TypeError);
  });

  it('G-SOAP-06: a refused login is a result', async () => {
    const body = formatAnswer('SubmitMessage', { MessageIdentifier: '-1', Report: 2, Text: 'Invalid Login' });
    const { sender } = senderOver({}, body);
    expect(await sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER }))).toMatchObject({
      report: 2,
      accepted: false,
    });
  });

  it('G-GEN-09, G-SI-07: warns as the other sender does', async () => {
    const { sender, warnings } = senderOver({}, QUEUED);
    await sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: Array.from({ length: 351 }, () => NUMBER) }));
    const si = { href: 'http://a.example', text: 'x' };
    await sender.submitMessage({ operation: 'sendMultimedia', sendTo: [NUMBER], content: { kind: 'serviceIndication', si } });
    expect(warnings.map(({ code }) => code)).toEqual(['many-recipients', 'missing-si-id']);
  });
});

describe('the other operations', () => {
  it('SubmitDeliveryReceipt and DeliverMessage, as the gateway calls them', async () => {
    const done = (operation: 'SubmitDeliveryReceipt' | 'DeliverMessage') =>
      formatAnswer(operation, { MessageIdentifier: '', Report: 0 });
    const receipt = senderOver({}, done('SubmitDeliveryReceipt'));
    const timestamp = new Date('2024-03-07T12:30:00Z');
    const input = { sendTo: NUMBER, messageIdentifier: 'ABCDEFGHIJ12345', report: -2, timestamp };
    expect(await receipt.sender.submitDeliveryReceipt(input)).toMatchObject({ report: 0, accepted: true });
    expect(receipt.call()).toEqual({
      operation: 'SubmitDeliveryReceipt',
      parts: {
        ...{ Username: 'ANOther.12345', PIN, Timestamp1: '2024-03-07T12:30:00Z' },
        ...{ SentTo: NUMBER, MessageIdentifier: 'ABCDEFGHIJ12345', Report: '-2' },
      },
    });
    const message = senderOver({}, done('DeliverMessage'));
    expect(await message.sender.deliverMessage({ sendTo: NUMBER, message: TEXT, replyTo: '447700900456' })).toMatchObject({
      report: 0,
    });
    expect(message.call()).toEqual({
      operation: 'DeliverMessage',
      parts: {
        ...{ Username: 'ANOther.12345', PIN, Recipient: { SendTo: NUMBER } },
        ...{ Message: { TextMessage: TEXT }, ReplyTo: '447700900456' },
      },
    });
    await expect(message.sender.deliverMessage(undefined as never)).rejects.toThrow(TypeError);
    await expect(message.sender.submitDeliveryReceipt(undefined as never)).rejects.toThrow(TypeError);
  });

  it('G-SOAP-10: AvailableMessages and AvailableCredit', async () => {
    const messages = senderOver({}, formatAnswer('AvailableMessages', { Messages: '381' }));
    expect(await messages.sender.availableMessages()).toBe(381);
    expect(messages.call()).toEqual({ operation: 'AvailableMessages', parts: { Username: 'ANOther.12345', PIN } });
    const credit = senderOver({}, formatAnswer('AvailableCredit', { Currency: 'UKL', Credit: '15.2345' }));
    expect(await credit.sender.availableCredit()).toEqual({ currency: 'UKL', amount: '15.2345' });
  });
});

describe('answers that say no, or nothing', () => {
  it('G-SOAP-06: a fault with status 500 is an answer', async () => {
    const fault = (reason: string, code = 'Client') => ({ status: 500, body: formatFault({ code, reason }) });
    const login = senderOver({}, fault('Invalid Login'));
    const error = await errorOf(login.sender.availableCredit());
    expect(error).toBeInstanceOf(LoginError);
    expect(error).toMatchObject({ report: 2, text: 'Invalid Login' });
    const other = senderOver({}, fault('out of order', 'Server'));
    const refusal = await errorOf(other.sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER })));
    expect(refusal).toBeInstanceOf(GatewayError);
    expect(refusal).not.toBeInstanceOf(LoginError);
    expect(refusal).toMatchObject({ report: -1, text: 'out of order' });
  });

  it.each<[why: string, reply: Reply, shape: object]>([
    ['nothing', '', { reason: 'empty', status: 200 }],
    ['a page', '<html></html>', { reason: 'unreadable', status: 200 }],
    ['no XML', 'It works!', { reason: 'unreadable', status: 200 }],
    ['the answer to something else', QUEUED, { reason: 'unreadable', status: 200 }],
    ['no number', formatAnswer('AvailableMessages', { Messages: 'many' }), { reason: 'unreadable' }],
    ['a page with status 500', { status: 500, body: '<html></html>' }, { reason: 'status', status: 500 }],
    [
      'an answer with status 500',
      { status: 500, body: formatAnswer('AvailableMessages', { Messages: '1' }) },
      { reason: 'status' },
    ],
    ['a redirect', { status: 302, body: '' }, { reason: 'status', status: 302 }],
  ])('%s is a ProtocolError', async (_, reply, shape) => {
    const error = await errorOf(senderOver({}, reply).sender.availableMessages());
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject(shape);
  });

  it('no amount and no report, too', async () => {
    const credit = senderOver({}, formatAnswer('AvailableCredit', { Currency: 'pounds', Credit: '1.0000' }));
    expect(await errorOf(credit.sender.availableCredit())).toBeInstanceOf(ProtocolError);
    // Parts that are nil.
    const none = senderOver({}, formatAnswer('AvailableCredit', {}));
    expect(await errorOf(none.sender.availableCredit())).toMatchObject({ name: 'ProtocolError', reason: 'unreadable' });
    const silent = senderOver({}, formatAnswer('AvailableMessages', {}));
    expect(await errorOf(silent.sender.availableMessages())).toMatchObject({ name: 'ProtocolError', reason: 'unreadable' });
    const result = senderOver({}, formatAnswer('SubmitMessage', { MessageIdentifier: 'ABCDEFGHIJ12345' }));
    const error = await errorOf(result.sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER })));
    expect(error).toMatchObject({ name: 'ProtocolError', reason: 'unreadable' });
  });

  it('G-CLI-01: goes to the secondary server when there is no connection, and only then', async () => {
    const replies: Reply[] = [new TransportFailure('connect', 'refused', false), QUEUED];
    const over = senderOver({ secondary: 'https://two.example' }, () => replies.shift() as Reply);
    await over.sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER }));
    expect(over.requests.map(({ url }) => new URL(url).host)).toEqual(['one.example', 'two.example']);
    const lost = senderOver({ secondary: 'https://two.example' }, new TransportFailure('exchange', 'cut', true));
    expect(await errorOf(lost.sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER })))).toBeInstanceOf(
      OutcomeUnknownError,
    );
    expect(lost.requests).toHaveLength(1);
  });
});

describe('G-CLI-05: nothing private is shown', () => {
  const hidden = /01234567|meet me at dawn|447700900123/;

  it('by a sender', () => {
    const sender = new SoapSender({ ...ACCOUNT, transport: untouchable });
    for (const shown of [String(sender), inspect(sender, { showHidden: true }), JSON.stringify(sender)]) {
      expect(shown).toContain('https://one.example');
      expect(shown).not.toMatch(hidden);
    }
    sender.close();
  });

  it.each<[string, (body: string) => Reply]>([
    ['an answer that repeats the call', (body) => body],
    ['a status with a page that does', (body) => ({ status: 500, body: `<pre>${body.replaceAll('<', '&lt;')}</pre>` })],
    ['a fault that does', () => ({ status: 500, body: formatFault({ code: 'Client', reason: `${PIN} ${TEXT} ${NUMBER}` }) })],
    ['no answer', () => new TransportFailure('exchange', 'reset', true)],
  ])('by an error: %s', async (_, reply) => {
    const { sender } = senderOver({}, reply);
    const parts = { Recipient: { SendTo: NUMBER }, Message: { TextMessage: TEXT } };
    const si = { indication: { href: `http://a.example/${NUMBER}` }, info: [{ item: [{ pcdata: TEXT, class: 'a' }] }] };
    for (const call of [
      () => sender.submitMessage(requestOf({ kind: 'text', text: TEXT }, { to: NUMBER })),
      () => sender.submitMessage(parts),
      () => sender.submitMessage({ Recipient: { SendTo: NUMBER }, Message: { FlashMessage: TEXT } }),
      () => sender.submitMessage({ Recipient: { SendTo: NUMBER }, Message: { WAPPush: { si } } }),
      () => sender.deliverMessage({ sendTo: NUMBER, message: TEXT, replyTo: NUMBER }),
    ]) {
      const error = await errorOf(call());
      expect(error).toBeInstanceOf(Error);
      for (const shown of [String(error), inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error)]) {
        expect(shown).not.toMatch(hidden);
      }
    }
  });
});

it('G-CLI-05: a fault that repeats user data', async () => {
  const fault = formatFault({ code: 'Client', reason: 'what is CAFEBABE or cafebabe?' });
  const { sender } = senderOver({}, { status: 500, body: fault });
  const pdu = { DataCodingScheme: '04', ProtocolIdentifier: '00', UserDataHeader: '', UserData: 'CAFEbabe' };
  const error = await errorOf(sender.submitMessage({ Recipient: { SendTo: NUMBER }, Message: { SmsSubmitPdu: pdu } }));
  expect(error).toMatchObject({ name: 'GatewayError', text: 'what is *** or ***?' });
});

describe('options', () => {
  it.each<[field: string, options: object]>([
    ['path', { path: '/soap' }],
    ['contentType', { contentType: 'text/plain' }],
    ['namespace', { namespace: 'no uri' }],
    ['PIN', { pin: '' }],
    ['primary', { primary: 'one.example' }],
  ])('a sender with a wrong %s is not made', (field, options) => {
    expect(() => new SoapSender({ ...ACCOUNT, ...options })).toThrowError(
      expect.objectContaining({ name: 'EncodeError', field }),
    );
  });

  it('nor one with a namespace that is no text', () => {
    expect(() => new SoapSender({ ...ACCOUNT, namespace: 5 as never })).toThrow(TypeError);
  });
});
