/** The receiver in servers of Node, over sockets: each with and without body parsers before it. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { formatCall } from '../../src/protocol/soap/index.js';
import { BodyConsumedError, createReceiver, nodeReceiver, type ReceiverOptions } from '../../src/sender/index.js';

const FORM = 'application/x-www-form-urlencoded';
const RECEIPT = 'Username=me&PIN=01234567&SendTo=447700900123&MessageIdentifier=ABCDEFGHIJ12345&Report=-2';
const MESSAGE = 'Username=me&PIN=01234567&SendTo=447700900456&Message=caf%C3%A9+%26+tea%0A%E2%82%AC&ReplyTo=447700900123';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const EVENT =
  '{ "type": "message.delivered","timestamp":"2026-03-04T05:06:07Z", "data":{"id":"A1","recipient":"447700900123","state":"delivered"} }';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function receiver(more: Partial<ReceiverOptions> = {}) {
  const got: unknown[] = [];
  const errors: unknown[] = [];
  const options: ReceiverOptions = {
    ...{ username: 'me', pin: '01234567', secrets: [SECRET], clock: () => Date.parse('2026-03-04T05:06:10Z') },
    onReceipt: ({ messageIdentifier, report }) => got.push([messageIdentifier, report]),
    onMessage: ({ message, replyTo }) => got.push([message, replyTo]),
    onError: (error) => errors.push(error),
    ...more,
  };
  return { options, got, errors };
}

async function listen(listener: RequestListener | Express): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
}

type Parser = 'none' | 'urlencoded' | 'urlencoded extended' | 'json' | 'raw' | 'text' | 'kept';

/** Addresses of the receiver in each kind of server. */
const SERVERS: Readonly<Record<string, (options: ReceiverOptions) => Promise<string>>> = {
  'node:http': (options) => listen(nodeReceiver(options)),
  ...Object.fromEntries(
    (['none', 'urlencoded', 'urlencoded extended', 'json', 'raw', 'text', 'kept'] satisfies Parser[]).map((parser) => [
      `Express, ${parser}`,
      (options: ReceiverOptions) => {
        const app = express();
        app.disable('x-powered-by');
        if (parser === 'urlencoded') app.use(express.urlencoded());
        if (parser === 'urlencoded extended') app.use(express.urlencoded({ extended: true }));
        if (parser === 'json') app.use(express.json());
        if (parser === 'raw') app.use(express.raw({ type: '*/*' }));
        if (parser === 'text') app.use(express.text({ type: '*/*' }));
        if (parser === 'kept')
          app.use(express.json({ verify: (request, _, octets) => void Object.assign(request, { rawBody: octets }) }));
        app.post('/in', nodeReceiver(options));
        return listen(app);
      },
    ]),
  ),
  Fastify: async (options) => {
    const app = fastify();
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      scope.post('/in', nodeReceiver(options));
    });
    closing.push(() => app.close());
    return `${await app.listen({ port: 0, host: '127.0.0.1' })}/in`;
  },
  'Fastify, buffers': async (options) => {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, octets, done) => done(null, octets));
    app.post('/in', nodeReceiver(options));
    closing.push(() => app.close());
    return `${await app.listen({ port: 0, host: '127.0.0.1' })}/in`;
  },
  hono: async (options) => {
    const app = new Hono();
    const receive = createReceiver(options);
    app.post('/in', (c) => receive(c.req.raw));
    const { createAdaptorServer } = await import('@hono/node-server');
    const server = createAdaptorServer(app) as Server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  },
};

function post(url: string, body: string | Uint8Array, type = FORM, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body: body as string, headers: { 'Content-Type': type, ...headers } });
}

function postSigned(url: string, body = EVENT, secret = Buffer.alloc(32, 7)) {
  const at = String(Date.parse('2026-03-04T05:06:07Z') / 1000);
  const signature = `v1,${createHmac('sha256', secret).update(`id1.${at}.${body}`).digest('base64')}`;
  return post(url, body, 'application/json', { 'webhook-id': 'id1', 'webhook-timestamp': at, 'webhook-signature': signature });
}

const postSoap = (url: string) =>
  post(
    url,
    formatCall('SubmitDeliveryReceipt', {
      ...{ Username: 'me', PIN: '01234567', Timestamp1: '2024-03-07T12:30:00Z', SentTo: '447700900123' },
      ...{ MessageIdentifier: 'ABCDEFGHIJ12345', Report: 99 },
    }),
    'text/xml; charset=utf-8',
  );

describe.each(Object.keys(SERVERS))('%s', (name) => {
  const start = async (more?: Partial<ReceiverOptions>) => {
    const made = receiver(more);
    return { ...made, url: await SERVERS[name]!(made.options) };
  };

  it('forms, signed JSON and SOAP', async () => {
    const { url, got, errors } = await start();
    expect([(await post(url, RECEIPT)).status, (await post(url, MESSAGE)).status]).toEqual([200, 200]);
    expect(got.splice(0)).toEqual([
      ['ABCDEFGHIJ12345', -2],
      ['café & tea\n€', '447700900123'],
    ]);
    const signed = await postSigned(url);
    if (name === 'Express, json') {
      expect(signed.status).toBe(500);
      expect(errors.splice(0)).toEqual([expect.any(BodyConsumedError)]);
    } else {
      expect([signed.status, await signed.text()]).toEqual([200, 'OK']);
      expect(got.splice(0)).toEqual([['A1', 0]]);
      expect((await postSigned(url, EVENT, Buffer.alloc(32, 8))).status).toBe(403);
    }
    const answer = await postSoap(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(await answer.text()).toContain('ABCDEFGHIJ12345');
    expect(got).toEqual([['ABCDEFGHIJ12345', 99]]);
    expect(errors).toEqual([]);
  });

  it('refusals', async () => {
    const { url, got } = await start({ maxBodyOctets: 400 });
    expect((await post(url, RECEIPT.replace('01234567', '7654321'))).status).toBe(403);
    expect((await post(url, 'Username=me&PIN=01234567&Report=-2')).status).toBe(400);
    expect((await post(url, `${RECEIPT}&Message=${'x'.repeat(400)}`)).status).toBe(413);
    expect((await post(url, new Uint8Array(300), 'image/png')).status).toBe(415);
    expect((await post(url, RECEIPT)).status).toBe(200);
    expect(got).toHaveLength(1);
  });
});

describe('bodies', () => {
  it('a body that goes on and on is answered 413, whatever its length says', async () => {
    const url = new URL(await listen(nodeReceiver(receiver({ maxBodyOctets: 1_000 }).options)));
    const socket = connect(Number(url.port), '127.0.0.1');
    closing.push(() => socket.destroy());
    socket.write(`POST /in HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const sending = setInterval(() => socket.write(`100\r\n${'x'.repeat(256)}\r\n`), 1);
    closing.push(() => clearInterval(sending));
    let text = '';
    for await (const piece of socket.on('error', () => {})) {
      text += String(piece);
      if (text.includes('too large')) break;
    }
    expect(text).toMatch(/^HTTP\/1.1 413 .*Connection: close/is);
  });

  it('a request that breaks off is no receipt', async () => {
    const { options, got } = receiver();
    const handle = nodeReceiver(options);
    const answers: Promise<void>[] = [];
    const url = new URL(
      await listen((request: IncomingMessage, response: ServerResponse) => void answers.push(handle(request, response))),
    );
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.write(`POST /in HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: 500\r\n\r\n${RECEIPT}`);
    await expect.poll(() => answers.length).toBe(1);
    socket.destroy();
    await answers[0];
    expect(got).toEqual([]);
  });

  it('what a parser has unpacked is taken, what nobody has is refused', async () => {
    const zipped = gzipSync(RECEIPT);
    const { options, got } = receiver();
    const app = express().use(express.urlencoded()).post('/in', nodeReceiver(options));
    expect((await post(await listen(app), zipped, FORM, { 'Content-Encoding': 'gzip' })).status).toBe(200);
    expect(got).toHaveLength(1);
    const plain = await listen(nodeReceiver(options));
    expect((await post(plain, zipped, FORM, { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it('a field given twice is taken as in the form itself; one with members is not', async () => {
    const { options, got } = receiver();
    const app = express()
      .use(express.urlencoded({ extended: true }))
      .post('/in', nodeReceiver(options));
    const url = await listen(app);
    const plain = await listen(nodeReceiver(options));
    const twice = `${RECEIPT}&Report=0`;
    expect((await post(url, twice)).status).toBe((await post(plain, twice)).status);
    const [parsed, whole] = got.splice(0);
    expect(parsed).toEqual(whole);
    expect((await post(url, `${RECEIPT}&a[b]=c`)).status).toBe(500);
    expect(got).toHaveLength(0);
  });

  it('without onError the server is told: next of Express, an error of Fastify', async () => {
    const told: unknown[] = [];
    const options = receiver({ onError: undefined }).options;
    const app = express()
      .use(express.json())
      .post('/in', nodeReceiver(options))
      .use((error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
        told.push(error);
        response.status(500).end();
      });
    expect((await postSigned(await listen(app))).status).toBe(500);
    const other = fastify();
    other.setErrorHandler(async (error, _request, reply) => {
      told.push(error);
      return reply.code(500).send('error');
    });
    other.post('/in', nodeReceiver(options));
    closing.push(() => other.close());
    expect((await postSigned(`${await other.listen({ port: 0, host: '127.0.0.1' })}/in`)).status).toBe(500);
    expect(told).toEqual([
      expect.objectContaining({
        name: 'BodyConsumedError',
        contentType: 'application/json',
        message: expect.stringContaining('rawBody'),
      }),
      expect.objectContaining({ name: 'BodyConsumedError', message: expect.stringContaining('addContentTypeParser') }),
    ]);
    expect((await post(await listen(nodeReceiver(options)), RECEIPT)).status).toBe(200);
  });

  it('a Request that was read', async () => {
    const { options, errors } = receiver();
    const request = new Request('http://x/in', { method: 'POST', body: RECEIPT, headers: { 'Content-Type': FORM } });
    await request.text();
    expect((await createReceiver(options)(request)).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ name: 'BodyConsumedError', contentType: FORM })]);
  });

  it('options are checked as createReceiver checks them', () => {
    expect(() => nodeReceiver({})).toThrow('a receiver takes a handler');
  });
});
