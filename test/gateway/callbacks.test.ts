/** Callbacks as customers get them: real stores, real servers on loopback, the package's own receiver. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postCallback, RECEIPT_REPORTS } from '../../src/gateway/callbacks/post.js';
import {
  CallbackSender,
  type CallbackSenderOptions,
  type CallbackStore,
  type PostedCallback,
} from '../../src/gateway/callbacks/sender.js';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import { Store } from '../../src/gateway/store/store.js';
import type { CallbackPayload, DueCallback, PostTarget } from '../../src/gateway/store/types.js';
import type { Callback } from '../../src/protocol/index.js';
import { nodeTransport } from '../../src/sender/node-transport.js';
import { createReceiver, type ReceiverOptions } from '../../src/sender/receiver.js';
import { TestClock, textJob } from '../support/gateway-store.js';
import { type PeerScript, scriptedPeer } from '../support/scripted-peer.js';
import { expectToLast } from '../support/timers.js';

const AT = Date.UTC(2026, 2, 4, 5, 6, 7, 890);

const RECEIPT: CallbackPayload = {
  kind: 'receipt',
  messageIdentifier: 'ABCDEFGHIJKLMN1',
  recipient: '447700900201',
  state: 'delivered',
  at: AT,
};

const MESSAGE: CallbackPayload = {
  kind: 'message',
  messageIdentifier: 'ABCDEFGHIJKLMN2',
  from: '447700900202',
  to: '447700900009',
  text: 'Grüße & 100% = 你好 😀\r\n<a>',
  at: AT,
};

/** A server that hands requests to a receiver and keeps what it took. */
async function receiverServer(options: Partial<ReceiverOptions> = {}) {
  const taken: Callback[] = [];
  const bodies: string[] = [];
  const receiver = createReceiver({
    onReceipt: (receipt) => void taken.push(receipt),
    onMessage: (message) => void taken.push(message),
    ...options,
  });
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    bodies.push(body.toString());
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
    const response = await receiver(
      new Request('http://customer.example/', { method: incoming.method as string, headers, body }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  return { url: await listening(server), taken, bodies };
}

async function listening(server: Server | NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?customer=7`;
}

function transport() {
  const own = nodeTransport();
  onTestFinished(() => own.close());
  return own;
}

async function post(target: PostTarget, payload: CallbackPayload, timeoutMs = 5_000): Promise<string | undefined> {
  return (await postCallback({ target, payload }, { transport: transport(), timeoutMs }))?.reason;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isThere: () => boolean): Promise<void> {
  for (let i = 0; i < 1_000 && !isThere(); i++) await sleep(5);
  expect(isThere()).toBe(true);
}

describe('one post', () => {
  it.each(['form', 'soap'] as const)(
    'G-DLR-01: a receipt arrives as %s, with the credentials of the customer',
    async (form) => {
      const { url, taken } = await receiverServer();
      expect(await post({ url, form, username: 'me', pin: '0042' }, RECEIPT)).toBeUndefined();
      expect(taken).toEqual([
        {
          kind: 'receipt',
          username: 'me',
          pin: '0042',
          sendTo: '447700900201',
          messageIdentifier: 'ABCDEFGHIJKLMN1',
          timestamp: new Date('2026-03-04T05:06:07Z'),
          report: 0,
        },
      ]);
    },
  );

  it('G-DLR-01, G-DLR-02: the form as it is on the wire, NULL for credentials that are not set', async () => {
    const { url, bodies } = await receiverServer();
    expect(await post({ url, form: 'form' }, { ...RECEIPT, state: 'failed' })).toBeUndefined();
    expect(bodies).toEqual([
      'Username=NULL&PIN=NULL&SendTo=447700900201&Timestamp1=2026-03-04T05%3A06%3A07Z&MessageIdentifier=ABCDEFGHIJKLMN1&Report=-1',
    ]);
  });

  it('G-MO-01: a message arrives as form, its time and identifier with it', async () => {
    const { url, taken } = await receiverServer();
    expect(await post({ url, form: 'form' }, MESSAGE)).toBeUndefined();
    expect(taken).toEqual([
      {
        kind: 'message',
        sendTo: '447700900009',
        replyTo: '447700900202',
        message: MESSAGE.kind === 'message' ? MESSAGE.text : '',
        messageIdentifier: 'ABCDEFGHIJKLMN2',
        timestamp: new Date('2026-03-04T05:06:07Z'),
      },
    ]);
  });

  it('G-MO-01: a message arrives as SOAP, which has no place for time and identifier', async () => {
    const { url, taken } = await receiverServer();
    expect(await post({ url, form: 'soap', username: 'me' }, MESSAGE)).toBeUndefined();
    expect(taken).toEqual([
      {
        kind: 'message',
        username: 'me',
        sendTo: '447700900009',
        replyTo: '447700900202',
        message: MESSAGE.kind === 'message' ? MESSAGE.text : '',
      },
    ]);
  });

  it.each([
    ['form', 'a\x1b\ufffd\ufffd\f'],
    ['soap', 'a\ufffd\ufffd\ufffd\ufffd'],
  ] as const)('what the %s cannot hold becomes U+FFFD, a sender without a number NULL', async (form, message) => {
    const { url, taken } = await receiverServer();
    // A pair of surrogates is a character; here they stand the wrong way round.
    const odd = { ...MESSAGE, from: ' ', text: 'a\x1b\udc00\ud800\f' } as CallbackPayload;
    expect(await post({ url, form }, odd)).toBeUndefined();
    expect(taken).toMatchObject([{ message, replyTo: 'NULL' }]);
  });

  it.each([
    ['form', '\x01Shop\ufffd'],
    ['soap', '\ufffdShop\ufffd'],
  ] as const)('a name of a sender that is none gets through as %s, too', async (form, replyTo) => {
    const { url, taken } = await receiverServer();
    expect(await post({ url, form }, { ...MESSAGE, from: ' \x01Shop\ud800 ' } as CallbackPayload)).toBeUndefined();
    expect(await post({ url, form }, { ...MESSAGE, from: `${'x'.repeat(63)} yz` } as CallbackPayload)).toBeUndefined();
    expect(taken).toMatchObject([{ replyTo }, { replyTo: 'x'.repeat(63) }]);
  });

  it('every state has a report of its own, of which only delivered is a success', () => {
    expect(RECEIPT_REPORTS).toEqual({ delivered: 0, failed: -1, expired: 76 });
  });

  it('wrong credentials are refused by the customer, in both forms', async () => {
    const { url, taken } = await receiverServer({ username: 'me', pin: 'right' });
    expect(await post({ url, form: 'form', username: 'me', pin: 'wrong' }, RECEIPT)).toBe('status 403');
    expect(await post({ url, form: 'soap', username: 'me', pin: 'wrong' }, RECEIPT)).toBe('report 2');
    expect(taken).toEqual([]);
  });

  it('a handler that fails is a failure, in both forms', async () => {
    const { url } = await receiverServer({
      onReceipt: () => {
        throw new Error('disk');
      },
    });
    expect(await post({ url, form: 'form' }, RECEIPT)).toBe('status 500');
    expect(await post({ url, form: 'soap' }, RECEIPT)).toBe('status 500');
  });

  it.each<[string, 'form' | 'soap', PeerScript, string | undefined]>([
    ['any 2xx of a form', 'form', answering('HTTP/1.1 299 Fine\r\nContent-Length: 3\r\n\r\nabc'), undefined],
    ['2xx with a body that never ends', 'form', answering('HTTP/1.1 202 Fine\r\nContent-Length: 3\r\n\r\na'), undefined],
    ['2xx with a body too long', 'form', answering(`HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n`), undefined],
    ['a redirect', 'form', answering('HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n'), 'status 302'],
    [
      'a redirect of a call',
      'soap',
      answering('HTTP/1.1 307 Go\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n'),
      'status 307',
    ],
    ['a reset', 'form', async (peer) => peer.request().then(peer.reset), 'exchange: reset (ECONNRESET)'],
    ['silence', 'form', async (peer) => void (await peer.request()), 'exchange: timeout'],
    [
      'a status of a call without an answer',
      'soap',
      answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'),
      'no answer to a call: XML',
    ],
    ['an answer without report', 'soap', answering(envelope('')), 'no report'],
    ['an answer with another report', 'soap', answering(envelope('<Report>98</Report>')), 'report 98'],
    ['an answer with report 0', 'soap', answering(envelope('<Report> +0 </Report>')), undefined],
    [
      'a fault with status 200',
      'soap',
      answering(enveloped('<e:Fault><faultcode>e:Server</faultcode><faultstring>x</faultstring></e:Fault>')),
      'a fault',
    ],
  ])('G-DLR-03: %s', async (_, form, script, reason) => {
    const peer = await scriptedPeer(script);
    expect(await post({ url: `${peer.origin}/hook`, form }, RECEIPT, 400)).toBe(reason);
    expect(peer.requests.map(({ line }) => line)).toEqual(['POST /hook HTTP/1.1']);
  });

  it('nobody listens', async () => {
    expect(await post({ url: 'http://127.0.0.1:1/', form: 'form' }, RECEIPT)).toBe('connect: refused (ECONNREFUSED)');
  });

  it('G-SOAP-01: a call has an empty SOAPAction', async () => {
    const peer = await scriptedPeer(answering(envelope('<Report>0</Report>')));
    await post({ url: peer.origin, form: 'soap' }, RECEIPT);
    expect(peer.requests[0]?.headers).toMatchObject({ soapaction: '""', 'content-type': 'text/xml; charset=utf-8' });
  });

  it('credentials that cannot be written are the fault of the configuration', async () => {
    await expect(post({ url: 'http://127.0.0.1:1/', form: 'form', username: 'NULL' }, RECEIPT)).rejects.toMatchObject({
      code: 'bad-value',
      field: 'Username',
    });
  });

  it('an error of the transport that says nothing is thrown on', async () => {
    const failing = async () => Promise.reject(new RangeError('odd'));
    const target = { url: 'http://127.0.0.1:1/', form: 'form' } as const;
    await expect(postCallback({ target, payload: RECEIPT }, { transport: failing, timeoutMs: 1 })).rejects.toThrow(RangeError);
  });
});

function answering(text: string): PeerScript {
  return async (peer) => {
    await peer.request();
    peer.write(text);
  };
}

function enveloped(body: string): string {
  const xml = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
  return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${xml.length}\r\n\r\n${xml}`;
}

function envelope(parts: string): string {
  return enveloped(`<x:SubmitDeliveryReceiptResponse xmlns:x="urn:x">${parts}</x:SubmitDeliveryReceiptResponse>`);
}

// ---- The queue ----

const MINUTE = 60_000;

/** A store with an account `Hook.1` that wants receipts at an address, and one `Hook.2` at another. */
async function storeFor(clock: TestClock, first: PostTarget, second: PostTarget = first): Promise<Store> {
  const store = await Store.open({ sqlite: ':memory:' }, { clock: clock.read, random: () => 1, pinCost: 1 });
  onTestFinished(() => store.close());
  const account = (username: string, number: string, callback: PostTarget) => ({
    username,
    pin: '8888',
    credit: '90.0000',
    replyTo: [number],
    callback,
  });
  const accounts = [account('Hook.1', '447700900009', first), account('Hook.2', '447700900008', second)];
  await store.provision(readProvisioning(JSON.stringify({ serviceDomain: 'gw.example.net', accounts })));
  return store;
}

/** Sends messages and settles them as delivered, which queues their receipts. */
async function queueReceipts(store: Store, username: string, count: number): Promise<string[]> {
  const recipients = Array.from({ length: count }, (_, i) => `4477009${String(i).padStart(5, '0')}`);
  const { recipients: accepted } = await store.accept(textJob(username, recipients));
  const messages = await store.claim(count, MINUTE);
  await store.settle(messages.map((message) => ({ message, outcome: { kind: 'delivered' } })));
  return accepted.map(({ messageIdentifier }) => messageIdentifier);
}

function senderOf(store: CallbackStore, clock: TestClock, more: Partial<CallbackSenderOptions> = {}) {
  const posted: [outcome: string, post: PostedCallback][] = [];
  const faults: unknown[] = [];
  const sender = new CallbackSender({
    store,
    clock: clock.read,
    onFault: (error) => faults.push(error),
    onPosted: (outcome, post) => posted.push([outcome, post]),
    ...more,
  });
  onTestFinished(() => sender.close());
  return { sender, posted, faults };
}

describe('the queue', () => {
  it('G-DLR-03: receipts and messages of both forms reach the customer once', async () => {
    const clock = new TestClock();
    const form = await receiverServer();
    const calls = await receiverServer();
    const store = await storeFor(
      clock,
      { url: form.url, form: 'form' },
      { url: calls.url, form: 'soap', username: 'me', pin: 'mine' },
    );
    const identifiers = [...(await queueReceipts(store, 'Hook.1', 250)), ...(await queueReceipts(store, 'Hook.2', 50))];
    await store.recordIncoming({ from: '447700900202', to: '447700900009', text: 'hello', at: clock.now });
    const { sender, posted, faults } = senderOf(store, clock);
    sender.wake();
    await until(() => posted.length === 301);
    expect(posted.filter(([outcome]) => outcome !== 'done')).toEqual([]);
    const receipts = [...form.taken, ...calls.taken].filter(({ kind }) => kind === 'receipt');
    expect(receipts.map(({ messageIdentifier }) => messageIdentifier).sort()).toEqual(identifiers.sort());
    expect(form.taken.filter(({ kind }) => kind === 'message')).toMatchObject([{ message: 'hello', sendTo: '447700900009' }]);
    expect(calls.taken.every(({ username, pin }) => username === 'me' && pin === 'mine')).toBe(true);
    expect(await store.nextCallbackAt()).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('nothing is posted twice on kept connections that the customer closes at any moment, just after a start neither', async () => {
    const clock = new TestClock();
    const taken: string[] = [];
    const ends: ((socket: Socket) => void)[] = [
      () => undefined,
      (socket) => socket.end(),
      (socket) => socket.destroy(),
      (socket) => setImmediate(() => socket.end()),
      (socket) => setTimeout(() => socket.destroy(), 1),
      (socket) => setTimeout(() => socket.end(), 2),
    ];
    const server = createNetServer((socket) => {
      let rest = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        rest += chunk.toString('latin1');
        for (;;) {
          const head = rest.indexOf('\r\n\r\n');
          const end = head + 4 + Number(/content-length: (\d+)/i.exec(rest)?.[1]);
          if (head < 0 || rest.length < end) return;
          taken.push(/MessageIdentifier=([A-Z0-9]+)/.exec(rest.slice(head, end))?.[1] ?? 'none');
          rest = rest.slice(end);
          if (taken.length % 10 === 0) socket.destroy();
          else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
          ends[taken.length % ends.length]?.(socket);
        }
      });
    });
    const url = await listening(server);
    const store = await storeFor(clock, { url, form: 'form' });
    const identifiers: string[] = [];
    const done: string[] = [];
    for (let start = 0; start < 15; start++) {
      identifiers.push(...(await queueReceipts(store, 'Hook.1', 20)));
      const { sender, posted } = senderOf(store, clock);
      sender.wake();
      await until(() => posted.length === 20);
      done.push(...posted.filter(([outcome]) => outcome === 'done').map(([, { kind }]) => kind));
      await sender.close();
    }
    expect(new Set(taken).size, 'none came twice').toBe(taken.length);
    expect(identifiers).toEqual(expect.arrayContaining(taken));
    expect(done.length).toBeGreaterThan(100);
    expect(taken.length).toBeGreaterThanOrEqual(done.length);
  });

  it('G-DLR-03: a post that is refused is tried again after growing pauses, for a day', async () => {
    const clock = new TestClock();
    let status = 500;
    const url = await listening(
      createServer((incoming, outgoing) => incoming.resume().on('end', () => outgoing.writeHead(status).end())),
    );
    const store = await storeFor(clock, { url, form: 'form' });
    await queueReceipts(store, 'Hook.1', 1);
    const { sender, posted } = senderOf(store, clock);
    const start = clock.now;
    const times: number[] = [];
    while (posted.length === 0 || posted.at(-1)?.[0] === 'later') {
      const count = posted.length;
      times.push((clock.now - start) / 1000);
      sender.wake();
      await until(() => posted.length > count);
      const next = await store.nextCallbackAt();
      if (next !== undefined) clock.now = next;
    }
    expect(times.slice(0, 11)).toEqual([0, 10, 30, 70, 150, 310, 630, 1270, 2550, 5110, 8710]);
    // From there on every hour; one more would be past the day.
    expect([times.length, times.at(-1)]).toEqual([32, 84_310]);
    expect(posted.at(-1)).toEqual(['given-up', { username: 'Hook.1', kind: 'receipt', attempt: 32, reason: 'status 500' }]);
    // One more, which the customer takes at the second attempt.
    await queueReceipts(store, 'Hook.1', 1);
    sender.wake();
    await until(() => posted.length === 33);
    status = 204;
    clock.now += 10_000;
    sender.wake();
    await until(() => posted.length === 34);
    expect(posted[33]).toEqual(['done', { username: 'Hook.1', kind: 'receipt', attempt: 2 }]);
  });

  it('a customer whose server hangs holds up nobody else', async () => {
    const clock = new TestClock();
    let open = 0;
    let most = 0;
    const hanging = await scriptedPeer(async (peer) => {
      most = Math.max(most, ++open);
      peer.socket.on('close', () => open--);
      await peer.request();
    });
    const good = await receiverServer();
    const store = await storeFor(clock, { url: hanging.origin, form: 'form' }, { url: good.url, form: 'form' });
    await queueReceipts(store, 'Hook.1', 1_200);
    await queueReceipts(store, 'Hook.2', 100);
    const { sender, posted } = senderOf(store, clock, { timeoutMs: 3_000 });
    sender.wake();
    // Far sooner than the 900 seconds that 1,200 time-outs by four take.
    await until(() => posted.filter(([outcome]) => outcome === 'done').length === 100);
    expect(good.taken).toHaveLength(100);
    expect(most).toBeLessThanOrEqual(4);
    // It waits for what is on its way, which ends with the connections.
    const closed = sender.close();
    for (const socket of hanging.sockets) socket.destroy();
    await closed;
  });

  it('a customer whose server is down gets one post at a time until it works again', async () => {
    const clock = new TestClock();
    let isDown = true;
    let open = 0;
    const most = { down: 0, up: 0 };
    const url = await listening(
      createServer((incoming, outgoing) => {
        const key = isDown ? 'down' : 'up';
        most[key] = Math.max(most[key], ++open);
        incoming.resume().on('end', () =>
          setTimeout(() => {
            open--;
            outgoing.writeHead(isDown ? 503 : 200).end();
          }, 5),
        );
      }),
    );
    const store = await storeFor(clock, { url, form: 'form' });
    await queueReceipts(store, 'Hook.1', 3);
    const { sender, posted } = senderOf(store, clock);
    sender.wake();
    await until(() => posted.length === 3);
    most.down = 0;
    await queueReceipts(store, 'Hook.1', 60);
    sender.wake();
    await until(() => posted.length === 23);
    expect(most.down).toBe(1);
    expect(await store.nextCallbackAt()).toBe(clock.now + 10_000);
    isDown = false;
    // All leases have ended, and all pauses.
    clock.now += 3 * MINUTE;
    sender.wake();
    await until(() => posted.filter(([outcome]) => outcome === 'done').length >= 20);
    clock.now += 3 * MINUTE;
    sender.wake();
    await until(() => posted.filter(([outcome]) => outcome === 'done').length === 63);
    expect(most.up).toBe(4);
    expect(await store.nextCallbackAt()).toBeUndefined();
  });

  it('what is let go is not tried: the first post of each is the first attempt, and what is too old is dropped', async () => {
    const clock = new TestClock();
    const bodies: string[] = [];
    const url = await listening(
      createServer(async (incoming, outgoing) => {
        let body = '';
        for await (const chunk of incoming) body += String(chunk);
        bodies.push(body);
        outgoing.writeHead(500).end();
      }),
    );
    const store = await storeFor(clock, { url, form: 'form' });
    await queueReceipts(store, 'Hook.1', 60);
    const dropped: number[] = [];
    const onGivenUp = (callbacks: number) => dropped.push(callbacks);
    const { sender, posted } = senderOf(store, clock, { onGivenUp });
    // As long as there is something that was let go: each round posts a few.
    while (new Set(bodies).size < 60) {
      const count = bodies.length;
      sender.wake();
      await until(() => bodies.length > count && posted.length === bodies.length);
      await sleep(20);
      clock.now += 2 * MINUTE;
    }
    const seen = new Set<string>();
    for (const [index, body] of bodies.entries()) {
      if (!seen.has(body)) expect(posted[index]?.[1].attempt).toBe(1);
      seen.add(body);
    }
    expect(dropped).toEqual([]);
    await sender.close();
    const count = bodies.length;
    clock.now += 24 * 60 * MINUTE;
    senderOf(store, clock, { onGivenUp }).sender.wake();
    await until(() => dropped.length > 0);
    expect([dropped, bodies.length]).toEqual([[60], count]);
    expect(await store.nextCallbackAt()).toBeUndefined();
  });

  it('a post may take as long as one likes, up to an hour', async () => {
    const clock = new TestClock();
    const { url, taken } = await receiverServer();
    const store = await storeFor(clock, { url, form: 'form' });
    for (const timeoutMs of [120_000, 3_600_000]) {
      await queueReceipts(store, 'Hook.1', 3);
      const { sender, posted } = senderOf(store, clock, { timeoutMs });
      sender.wake();
      await until(() => posted.length === 3);
      await sender.close();
    }
    expect(taken).toHaveLength(6);
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 3_600_001]) {
      expect(() => new CallbackSender({ store, clock: clock.read, onFault: () => {}, timeoutMs })).toThrow(RangeError);
    }
  });

  const SECRETS = [`whsec_${Buffer.alloc(24, 1).toString('base64')}`];
  it.each<[answer: string, form: 'form' | 'json', head: [number, Record<string, string>], outcome: string, pause?: number]>([
    ['410 to a webhook', 'json', [410, {}], 'given-up'],
    ['410 to a form', 'form', [410, {}], 'later', 10_000],
    ['503 with seconds', 'json', [503, { 'Retry-After': '90' }], 'later', 90_000],
    ['429 with seconds', 'form', [429, { 'Retry-After': '90' }], 'later', 90_000],
    ['429 with a time', 'json', [429, { 'Retry-After': 'Wed, 04 Mar 2026 05:08:07 GMT' }], 'later', 120_000],
    ['503 with a time that is past', 'json', [503, { 'Retry-After': 'Wed, 04 Mar 2020 05:08:07 GMT' }], 'later', 10_000],
    ['503 with a day', 'json', [503, { 'Retry-After': '86400' }], 'later', 3_600_000],
    ['503 with nonsense', 'json', [503, { 'Retry-After': '-1 2026' }], 'later', 10_000],
    ['500, which has no pause', 'json', [500, { 'Retry-After': '90' }], 'later', 10_000],
  ])('a server that answers %s', async (_, form, [status, headers], outcome, pause) => {
    const clock = new TestClock();
    clock.now = Date.parse('2026-03-04T05:06:07Z');
    const url = await listening(
      createServer((incoming, outgoing) => incoming.resume().on('end', () => outgoing.writeHead(status, headers).end())),
    );
    const store = await storeFor(clock, form === 'json' ? { url, form, secrets: SECRETS } : { url, form });
    await queueReceipts(store, 'Hook.1', 1);
    const { sender, posted } = senderOf(store, clock);
    sender.wake();
    await until(() => posted.length === 1);
    expect(posted).toMatchObject([[outcome, { reason: `status ${status}` }]]);
    expect(await store.nextCallbackAt()).toBe(pause === undefined ? undefined : clock.now + pause);
  });

  it('one that is refused for itself does not slow the others down', async () => {
    const clock = new TestClock();
    const taken: string[] = [];
    const { url } = await receiverServer({
      onReceipt: ({ sendTo }) => {
        if (sendTo === '447700900000') throw new Error('not this one');
        taken.push(sendTo);
      },
    });
    const store = await storeFor(clock, { url, form: 'form' });
    await queueReceipts(store, 'Hook.1', 200);
    const { sender, posted } = senderOf(store, clock);
    sender.wake();
    await until(() => posted.length === 200);
    expect(taken).toHaveLength(199);
    expect(posted.filter(([outcome]) => outcome === 'later')).toHaveLength(1);
  });

  it('a lease that would end during the post is left to others', async () => {
    const clock = new TestClock();
    const peer = await scriptedPeer(async (connection) => {
      await connection.request();
      // Time passes while the first four are posted.
      clock.now += 2 * MINUTE;
      connection.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
    const store = await storeFor(clock, { url: peer.origin, form: 'form' });
    await queueReceipts(store, 'Hook.1', 10);
    const { sender, posted } = senderOf(store, clock);
    sender.wake();
    await until(() => posted.length >= 4);
    await sender.close();
    expect(posted.length).toBeLessThan(10);
    expect((await store.claimCallbacks(20, MINUTE)).length).toBe(10 - posted.length);
  });

  it('close waits for what is on its way and starts nothing', async () => {
    const clock = new TestClock();
    const peer = await scriptedPeer(async (connection) => {
      await connection.request();
      await sleep(100);
      connection.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
    const store = await storeFor(clock, { url: peer.origin, form: 'form' });
    await queueReceipts(store, 'Hook.1', 10);
    const { sender, posted } = senderOf(store, clock);
    sender.wake();
    await peer.waitForRequests(4);
    await sender.close();
    expect(posted.map(([outcome]) => outcome)).toEqual(['done', 'done', 'done', 'done']);
    expect(peer.requests).toHaveLength(4);
    sender.wake();
    await sleep(20);
    expect(peer.requests).toHaveLength(4);
  });

  it('close ends what takes too long, and leaves it to the lease', async () => {
    const clock = new TestClock();
    const hanging = await scriptedPeer(async (peer) => void (await peer.request()));
    const store = await storeFor(clock, { url: hanging.origin, form: 'form' });
    await queueReceipts(store, 'Hook.1', 1);
    const { sender, posted } = senderOf(store, clock);
    sender.wake();
    await hanging.waitForRequests(1);
    await expectToLast(5_000, () => sender.close());
    expect(posted).toEqual([]);
    expect(await store.nextCallbackAt()).toBe(clock.now + 2 * MINUTE);
  });

  it('faults of the store and of the configuration are told, and nothing stops', async () => {
    const clock = new TestClock();
    const due = (id: number, username: string, target: PostTarget): DueCallback => ({
      id,
      username,
      target,
      payload: RECEIPT,
      attempt: 1,
      createdAt: clock.now,
      leaseEndsAt: clock.now + 2 * MINUTE,
    });
    const { url } = await receiverServer();
    const left = [[due(1, 'a', { url, form: 'form', username: 'NULL' }), due(2, 'b', { url, form: 'form' })]];
    const settled: [number, string][] = [];
    const store: CallbackStore = {
      claimCallbacks: async () => left.shift() ?? [],
      settleCallback: async ({ id }, result) => {
        settled.push([id, result]);
        if (id === 2) throw new Error('database');
        return 'later';
      },
      nextCallbackAt: async () => undefined,
    };
    const { sender, posted, faults } = senderOf(store, clock);
    sender.wake();
    await until(() => faults.length === 2 && posted.length === 1);
    expect(settled.sort()).toEqual([
      [1, 'failed'],
      [2, 'done'],
    ]);
    expect(posted).toEqual([['later', { username: 'a', kind: 'receipt', attempt: 1, reason: 'cannot be posted' }]]);
  });
});
