import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCallback } from '../../src/protocol/callback.js';
import type { DeliveryReceipt, IncomingMessage } from '../../src/protocol/model.js';
import { formatCall, parseAnswer } from '../../src/protocol/soap/index.js';
import { BodyConsumedError, createReceiver, type ReceiverOptions } from '../../src/sender/receiver.js';
import { SoapSender } from '../../src/sender/soap-sender.js';
import type { TransportRequest } from '../../src/sender/transport.js';

const FORM = 'application/x-www-form-urlencoded';
const PIN = '01234567';

const RECEIPT =
  'Username=me&PIN=01234567&SendTo=447700900123&Timestamp1=2024-03-07T12%3A30%3A00Z&MessageIdentifier=ABCDEFGHIJ12345&Report=-2';
const MESSAGE = 'Username=NULL&PIN=NULL&SendTo=447700900456&Message=caf%C3%A9+%26+tea&ReplyTo=447700900123';

function receiver(options: ReceiverOptions = {}) {
  const receipts: DeliveryReceipt[] = [];
  const messages: IncomingMessage[] = [];
  const errors: unknown[] = [];
  const handle = createReceiver({
    onReceipt: (receipt) => void receipts.push(receipt),
    onMessage: async (message) => void messages.push(message),
    onError: (error) => errors.push(error),
    ...options,
  });
  const post = (
    body: string | Uint8Array | ReadableStream<Uint8Array>,
    type: string | null = FORM,
    headers: Record<string, string> = {},
  ) => {
    const request = new Request('https://customer.example/in', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    if (type === null) request.headers.delete('content-type');
    else request.headers.set('content-type', type);
    return handle(request);
  };
  return { handle, post, receipts, messages, errors };
}

const soapReceipt = (parts: object = {}) =>
  formatCall('SubmitDeliveryReceipt', {
    ...{ Username: 'me', PIN, Timestamp1: '2024-03-07T12:30:00Z', SentTo: '447700900123' },
    ...{ MessageIdentifier: 'ABCDEFGHIJ12345', Report: 99, ...parts },
  });
const soapMessage = () =>
  formatCall('DeliverMessage', {
    ...{ Username: 'me', PIN, Recipient: { SendTo: '447700900456' } },
    ...{ Message: { TextMessage: 'tea?' }, ReplyTo: '447700900123' },
  });

describe('forms', () => {
  it('G-DLR-01, G-DLR-02: a delivery receipt', async () => {
    const { post, receipts, messages } = receiver();
    const response = await post(RECEIPT);
    expect([response.status, await response.text()]).toEqual([200, 'OK']);
    expect(receipts).toEqual([
      {
        ...{ kind: 'receipt', username: 'me', pin: PIN, sendTo: '447700900123' },
        ...{ timestamp: new Date('2024-03-07T12:30:00Z'), messageIdentifier: 'ABCDEFGHIJ12345', report: -2 },
      },
    ]);
    expect(messages).toEqual([]);
  });

  it('G-MO-01: a message from a handset', async () => {
    const { post, messages, receipts } = receiver();
    expect((await post(MESSAGE)).status).toBe(200);
    expect(messages).toEqual([{ kind: 'message', sendTo: '447700900456', message: 'café & tea', replyTo: '447700900123' }]);
    expect(receipts).toEqual([]);
  });

  it('G-GEN-07, G-GEN-08: without a Content-Type it is a form, and the charset may stand in quotes', async () => {
    const { post, receipts } = receiver();
    for (const type of [null, `${FORM}; charset="utf-8"`, `${FORM.toUpperCase()};CHARSET=UTF-8`]) {
      expect((await post(new TextEncoder().encode(RECEIPT), type)).status).toBe(200);
    }
    expect(receipts).toHaveLength(3);
  });

  it('reads what formatCallback writes, with the credentials checked and taken out', async () => {
    const { post, messages } = receiver({ username: 'me', pin: PIN });
    const body = formatCallback({
      kind: 'message',
      username: 'me',
      pin: PIN,
      sendTo: '447700900456',
      message: 'x',
      replyTo: 'Ann',
    });
    expect((await post(body)).status).toBe(200);
    expect(messages).toEqual([{ kind: 'message', sendTo: '447700900456', message: 'x', replyTo: 'Ann' }]);
  });

  it.each<[why: string, body: string]>([
    ['no recipient', 'Report=-2'],
    ['a recipient that is none', 'SendTo=Ann'],
    ['a time that is none', 'SendTo=447700900123&Timestamp1=noon'],
    ['a message from nobody', 'SendTo=447700900123&Message=secret'],
    ['no UTF-8', 'SendTo=447700900123&Message=%FFsecret&ReplyTo=1'],
    ['nothing', ''],
  ])('400 for %s', async (_, body) => {
    const { post, receipts, messages, errors } = receiver();
    const response = await post(body);
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toMatch(/^[\w ]+: [a-z-]+$/);
    expect(text).not.toMatch(/secret|Ann|noon/);
    expect([receipts, messages, errors]).toEqual([[], [], []]);
  });
});

describe('SOAP', () => {
  it('G-DLR-01, G-DLR-03: a receipt is answered with Report 0', async () => {
    const { post, receipts } = receiver({ username: 'me', pin: PIN, namespace: 'urn:other' });
    const response = await post(soapReceipt(), 'text/xml; charset=utf-8');
    const body = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(parseAnswer(body)).toMatchObject({
      operation: 'SubmitDeliveryReceipt',
      parts: { MessageIdentifier: 'ABCDEFGHIJ12345', Report: '0' },
    });
    expect(body).toContain('urn:other');
    expect(receipts).toEqual([
      {
        ...{ kind: 'receipt', sendTo: '447700900123', timestamp: new Date('2024-03-07T12:30:00Z') },
        ...{ messageIdentifier: 'ABCDEFGHIJ12345', report: 99 },
      },
    ]);
  });

  it.each(['text/xml', 'text/soap; charset=utf-8', 'application/xml', 'application/soap+xml'])(
    'G-SOAP-02: takes %s',
    async (type) => {
      const { post, messages } = receiver();
      const response = await post(soapMessage(), type);
      expect(parseAnswer(await response.text())).toMatchObject({ operation: 'DeliverMessage', parts: { Report: '0' } });
      expect(messages).toEqual([expect.objectContaining({ kind: 'message', message: 'tea?', replyTo: '447700900123' })]);
    },
  );

  it('takes UTF-16', async () => {
    const { post, messages } = receiver();
    const xml = `\ufeff${soapMessage().replace('encoding="UTF-8"', 'encoding="UTF-16"')}`;
    expect((await post(new Uint8Array(Buffer.from(xml, 'utf16le')), 'text/xml; charset=utf-16')).status).toBe(200);
    expect(messages).toHaveLength(1);
  });

  it('G-SOAP-06: wrong credentials are an answer with Report 2', async () => {
    const { post, receipts } = receiver({ username: 'me', pin: '7654321' });
    const response = await post(soapReceipt(), 'text/xml');
    expect(response.status).toBe(200);
    expect(parseAnswer(await response.text())).toMatchObject({
      parts: { MessageIdentifier: '-1', Report: '2', Text: 'Invalid Login' },
    });
    expect(receipts).toEqual([]);
  });

  it.each<[why: string, body: string, reason: RegExp]>([
    ['no XML', 'It works!', /./],
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', /./],
    ['another operation', formatCall('AvailableCredit', { Username: 'me', PIN }), /only/],
    ['a receipt for nobody', soapReceipt({ SentTo: 'secret' }), /SendTo/],
  ])('G-SOAP-05: a fault of the client with status 500 for %s', async (_, body, reason) => {
    const { post, receipts, errors } = receiver();
    const response = await post(body, 'text/xml');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(parseAnswer(text).fault).toMatchObject({ code: 'Client', reason: expect.stringMatching(reason) });
    expect(text).not.toContain('secret');
    expect([receipts, errors]).toEqual([[], []]);
  });

  it('is what a SoapSender calls', async () => {
    const { handle, receipts, messages } = receiver({ username: 'me', pin: PIN });
    const transport = async ({ url, method, headers, body }: TransportRequest) => {
      const response = await handle(new Request(url, { method, headers, body }));
      return { status: response.status, headers: {}, body: new Uint8Array(await response.arrayBuffer()) };
    };
    const sender = new SoapSender({ primary: 'https://customer.example', username: 'me', pin: PIN, transport });
    const receipt = { sendTo: '447700900123', report: 15, messageIdentifier: 'ABCDEFGHIJ12345', timestamp: new Date(0) };
    expect(await sender.submitDeliveryReceipt(receipt)).toMatchObject({ report: 0, messageIdentifier: 'ABCDEFGHIJ12345' });
    expect(await sender.deliverMessage({ sendTo: '1234', message: 'hi', replyTo: 'Ann' })).toMatchObject({ accepted: true });
    expect(receipts).toEqual([{ kind: 'receipt', ...receipt }]);
    expect(messages).toEqual([{ kind: 'message', sendTo: '1234', message: 'hi', replyTo: 'Ann' }]);
  });
});

describe('refusals', () => {
  it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('G-DLR-01: 405 for %s', async (method) => {
    const { handle } = receiver();
    const response = await handle(new Request('https://customer.example/?SendTo=447700900123&Report=-2', { method }));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('415 for other types, charsets and codings', async () => {
    const { post, receipts } = receiver();
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      `${FORM}; charset=iso-8859-1`,
      'text/xml; charset=koi8-r',
    ]) {
      expect((await post(RECEIPT, type)).status).toBe(415);
    }
    expect((await post(RECEIPT, FORM, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await post(RECEIPT, FORM, { 'content-encoding': 'identity' })).status).toBe(200);
    expect(receipts).toHaveLength(1);
  });

  it.each<[type: string, status: number]>([
    ['application/soap+xml; action="urn:a;charset=koi8-r"; charset=utf-8', 200],
    ['application/soap+xml; charset="UTF-8"; action="a \\"; b"', 200],
    ['Text/XML ; Charset = "utf\\-8"', 200],
    ['text/xml; charset=', 200],
    ['text/xml;;charset', 200],
    ['text/xml; action="x;y"; charset=koi8-r', 415],
    ['text/xml; charset=koi8-r; charset=utf-8', 415],
    ['text/xml; charset="utf-8', 200],
    ['text/xml; charset="koi8-r', 415],
    ['multipart/related; type="text/xml"', 415],
    ['text/xml, text/xml', 415],
  ])('G-GEN-08, G-SOAP-02: parameters of a type, in quotes or not: %s', async (type, status) => {
    const { post, receipts } = receiver();
    expect((await post(soapReceipt(), type)).status).toBe(status);
    expect(receipts).toHaveLength(status === 200 ? 1 : 0);
  });

  it.each<[why: string, options: ReceiverOptions, body: string, status: number]>([
    ['the right ones', { username: 'me', pin: PIN }, RECEIPT, 200],
    ['another PIN', { username: 'me', pin: '01234568' }, RECEIPT, 403],
    ['a longer PIN', { username: 'me', pin: '0123456701234567' }, RECEIPT, 403],
    ['a shorter PIN', { username: 'me', pin: '0123' }, RECEIPT, 403],
    ['another name', { username: 'Me', pin: PIN }, RECEIPT, 403],
    ['none at all', { username: 'me', pin: PIN }, 'SendTo=447700900123', 403],
    ['an empty PIN', { pin: PIN }, 'SendTo=447700900123&PIN=', 403],
    ['the NULL of an account without', { username: 'me', pin: PIN }, MESSAGE, 403],
    ['a PIN alone', { pin: PIN }, RECEIPT, 200],
    ['a name alone', { username: 'me' }, RECEIPT, 200],
    ['anything when none are set', {}, RECEIPT, 200],
  ])('G-AUTH-04: credentials: %s', async (_, options, body, status) => {
    const { post, receipts, messages } = receiver(options);
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(receipts.length + messages.length).toBe(status === 200 ? 1 : 0);
    if (status === 403) expect(await response.text()).toBe('invalid login');
  });

  it('G-AUTH-04: before anything else of the body', async () => {
    const { post } = receiver({ pin: PIN });
    expect((await post('SendTo=nobody&PIN=1')).status).toBe(403);
    expect((await post(`SendTo=nobody&PIN=${PIN}`)).status).toBe(400);
  });

  it('G-DLR-03: a handler that fails makes the gateway try again; its message is not shown', async () => {
    const failure = new Error('secret state');
    const options = {
      onReceipt: async () => Promise.reject(failure),
      onMessage: () => {
        throw failure;
      },
    };
    const { post, errors } = receiver(options);
    for (const [body, type] of [
      [RECEIPT, FORM],
      [MESSAGE, FORM],
      [soapReceipt(), 'text/xml'],
      [soapMessage(), 'text/xml'],
    ] as const) {
      const response = await post(body, type);
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain('secret');
    }
    expect(errors).toEqual([failure, failure, failure, failure]);
    const throwing = receiver({ ...options, onError: options.onMessage });
    expect((await throwing.post(RECEIPT)).status).toBe(500);
  });

  it('what nobody takes is not acknowledged', async () => {
    const { post } = receiver({ onMessage: undefined });
    expect((await post(MESSAGE)).status).toBe(501);
    const soap = await post(soapMessage(), 'text/xml');
    expect(soap.status).toBe(500);
    expect(parseAnswer(await soap.text()).fault).toMatchObject({ code: 'Server' });
    expect((await receiver({ onReceipt: undefined }).post(RECEIPT)).status).toBe(501);
  });

  it('a namespace that no answer could have, before a message is taken that then cannot be answered', () => {
    for (const namespace of ['', 'no uri', 'urn:"', 'urn:\ud800']) {
      expect(() => createReceiver({ onReceipt: () => {}, namespace })).toThrowError(
        expect.objectContaining({ name: 'EncodeError', code: 'bad-value', field: 'namespace' }),
      );
    }
  });

  it('options of another type', () => {
    const onReceipt = () => {};
    for (const options of [
      undefined,
      {},
      { onReceipt: 5 },
      { onReceipt, pin: 5 },
      { onReceipt, username: '' },
      { onReceipt, maxBodyOctets: 0 },
      { onReceipt, namespace: 5 },
    ]) {
      expect(() => createReceiver(options as never)).toThrow(TypeError);
    }
  });
});

describe('limits', () => {
  /** A body that counts what is taken of it. */
  function endless(chunkOctets: number) {
    let taken = 0;
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          taken += chunkOctets;
          controller.enqueue(new Uint8Array(chunkOctets).fill(0x61));
        },
        cancel() {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream, taken: () => taken, isCancelled: () => isCancelled };
  }

  it('413 past the limit, and no octet further is read', async () => {
    const body = endless(1_000);
    const { post } = receiver({ maxBodyOctets: 10_000 });
    expect((await post(body.stream)).status).toBe(413);
    expect(body.taken()).toBeLessThanOrEqual(12_000);
    expect(body.isCancelled()).toBe(true);
  });

  it('413 by the length alone, without reading', async () => {
    const body = endless(1_000);
    const { post } = receiver({ maxBodyOctets: 10_000 });
    expect((await post(body.stream, FORM, { 'content-length': '10001' })).status).toBe(413);
    expect([body.taken(), body.isCancelled()]).toEqual([0, true]);
  });

  it('a body of the very limit, in pieces, is taken', async () => {
    const octets = new TextEncoder().encode(RECEIPT);
    const pieces = [octets.subarray(0, 7), octets.subarray(7, 80), octets.subarray(80)];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    });
    const { post, receipts } = receiver({ maxBodyOctets: octets.length });
    expect((await post(stream)).status).toBe(200);
    expect(receipts).toHaveLength(1);
    expect((await receiver({ maxBodyOctets: octets.length - 1 }).post(RECEIPT)).status).toBe(413);
  });

  it('400 for a body that breaks off', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    const { post, errors } = receiver();
    const response = await post(stream);
    expect([response.status, await response.text(), errors]).toEqual([400, 'the body breaks off', []]);
  });

  it('500 for a request whose body was read before: it is told, and nothing rejects', async () => {
    const { handle, errors } = receiver();
    const request = new Request('https://customer.example', {
      method: 'POST',
      body: RECEIPT,
      headers: { 'content-type': FORM },
    });
    expect((await handle(request)).status).toBe(200);
    expect((await handle(request)).status).toBe(500);
    expect(errors).toEqual([expect.any(BodyConsumedError)]);
  });

  it('the default takes the longest message there is', async () => {
    const { post, messages } = receiver();
    const message = '漢'.repeat(255 * 67);
    expect((await post(formatCallback({ kind: 'message', sendTo: '1234', message, replyTo: 'Ann' }))).status).toBe(200);
    expect(messages[0]?.message).toBe(message);
  });
});

it('any body is answered, and no answer of a form repeats a value', async () => {
  const { post, errors } = receiver({ pin: PIN });
  const type = fc.constantFrom(FORM, 'text/xml', 'text/plain');
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ maxLength: 300 }).map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(body, type, async (octets, contentType) => {
      const response = await post(octets, contentType);
      expect([400, 403, 415, 500]).toContain(response.status);
      expect((await response.text()).length).toBeLessThan(1_000);
      expect(errors).toEqual([]);
    }),
  );
});
