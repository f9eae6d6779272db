import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage as Request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { DeliveryEnvironment, DeliveryNotice, OutboundMessage, Outcome } from '../../src/gateway/delivery/delivery.js';
import { type KannelDeliveryOptions, kannelDelivery } from '../../src/gateway/delivery/kannel/kannel.js';
import { outbound, outboundOf, outboundText } from './outbound.js';

const PASSWORD = 'swordfish';
const CLOCK = Date.UTC(2026, 2, 4, 5, 6, 7);
const DLR_URL = 'http://127.0.0.1:8080/kannel/dlr';

let server: Server;
let requests: URL[];
/** What the service answers: status and body, or what it does instead. */
let answer: (request: Request, response: ServerResponse) => void;

beforeEach(async () => {
  requests = [];
  answer = (_, response) => respond(response, 202, '0: Accepted for delivery');
  server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://kannel'));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function respond(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end(body);
}

function client(options?: Partial<KannelDeliveryOptions>, environment?: DeliveryEnvironment) {
  const notices: DeliveryNotice[] = [];
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/cgi-bin/sendsms`;
  const delivery = kannelDelivery(
    { url, username: 'tester', password: PASSWORD, dlrUrl: DLR_URL, ...options },
    { clock: () => CLOCK, random: () => 1, onNotice: (notice) => notices.push(notice), ...environment },
  );
  return { delivery, notices };
}

/** Outcomes, when all are there. */
const deliver = (delivery: ReturnType<typeof kannelDelivery>, ...messages: OutboundMessage[]): Promise<Outcome[]> =>
  Promise.all(messages.map((message) => delivery.deliver(message)));

/** What a gateway does with what is told. */
const eventsOf = (onReceipt: (...receipt: unknown[]) => unknown) => ({
  ...{ onReceipt, onIncoming: () => undefined, onReady: () => undefined, onAway: () => undefined },
});

describe('sendsms', () => {
  it('gets one request per part, with account, originator, recipient, coding, content, and where the receipt goes', async () => {
    const { delivery } = client({ smsc: 'main' });
    const message = outboundText('Hi @ [€]', { validUntil: CLOCK + 90_001 });
    expect(await deliver(delivery, message)).toEqual([{ kind: 'sent', ids: [`${message.id}-1`] }]);
    const [{ pathname, searchParams } = {} as URL] = requests;
    expect(pathname).toBe('/cgi-bin/sendsms');
    const { 'dlr-url': dlrUrl, ...fields } = Object.fromEntries(searchParams);
    expect(fields).toEqual({
      ...{ username: 'tester', password: PASSWORD, smsc: 'main', from: 'MyShop', to: '+447700900123' },
      ...{ coding: '0', charset: 'UTF-8', text: 'Hi @ [€]', validity: '2', 'dlr-mask': '19' },
    });
    // Nothing that Kannel would take for an escape of its own, but the one.
    expect(dlrUrl).toMatch(new RegExp(`^${DLR_URL}\\?id=${message.id}-1&to=447700900123&key=[0-9a-f]{32}&status=%d$`));
  });

  it('gets a priority when the service asked for is Premier', async () => {
    const { delivery } = client();
    for (const service of ['Premier', 'Economy', undefined]) await deliver(delivery, outboundText('x', { service }));
    expect(requests.map(({ searchParams }) => searchParams.get('priority'))).toEqual(['1', null, null]);
  });

  it('gets the parts in order', async () => {
    const { delivery } = client();
    const message = outboundOf({ kind: 'pdu', tpDcs: 0xf5, udh: [], data: new Uint8Array(300).fill(1) });
    expect(await deliver(delivery, message)).toEqual([{ kind: 'sent', ids: [1, 2, 3].map((part) => `${message.id}-${part}`) }]);
    const sequences = requests.map(({ search }) => /udh=%05%00%03%..%03%(..)/.exec(search)?.[1]);
    expect(sequences).toEqual(['01', '02', '03']);
  });

  it('is asked for no receipts without an address for them', async () => {
    const { delivery } = client({ dlrUrl: undefined });
    await deliver(delivery, outboundText('x'));
    expect([...requests[0]!.searchParams.keys()]).not.toContain('dlr-mask');
  });

  it.each([
    [202, '3: Queued for later delivery', { kind: 'sent', ids: [expect.any(String)] }, false],
    [503, 'Temporal failure, try again later.', { kind: 'retry', reason: 'HTTP 503' }, true],
    [500, '', { kind: 'retry', reason: 'HTTP 500' }, false],
    [502, 'a proxy', { kind: 'retry', reason: 'HTTP 502' }, true],
    [408, 'a proxy', { kind: 'retry', reason: 'HTTP 408' }, false],
    [429, 'a proxy', { kind: 'retry', reason: 'HTTP 429' }, true],
    [403, 'Authorization failed for sendsms', { kind: 'retry', reason: 'HTTP 403: authorization failed' }, true],
    [403, 'Not routable. Do not try again.', { kind: 'failed', reason: 'HTTP 403' }, false],
    [400, 'Wrong sendsms args, rejected', { kind: 'failed', reason: 'HTTP 400' }, false],
    [414, 'a proxy', { kind: 'failed', reason: 'HTTP 414' }, false],
    // The operator's fault, who has written down a wrong address: it loses no message.
    [200, 'a page of something else', { kind: 'retry', reason: 'HTTP 200' }, true],
    [404, 'Not found', { kind: 'retry', reason: 'HTTP 404' }, true],
  ])('answering %i "%s" settles the message, and others wait or not', async (status, body, outcome, isPaused) => {
    answer = (_, response) => respond(response, status, body);
    const { delivery, notices } = client();
    expect(await deliver(delivery, outboundText('x'))).toEqual([outcome]);
    expect(notices).toEqual(
      isPaused ? [{ kind: 'paused', reason: (outcome as { reason: string }).reason, pauseMs: 1_000 }] : [],
    );
    expect(delivery.capacity).toBe(isPaused ? 0 : 10);
    await delivery.close();
  });

  it('is not followed elsewhere, since the password would go along', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end();
    expect(await deliver(client().delivery, outboundText('x'))).toEqual([{ kind: 'retry', reason: 'HTTP 302' }]);
    expect(requests).toHaveLength(1);
  });

  it('is read no further than its first words, however long the answer', async () => {
    answer = (_, response) => {
      response.writeHead(403);
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    expect(await deliver(client().delivery, outboundText('x'))).toEqual([{ kind: 'failed', reason: 'HTTP 403' }]);
  });

  it('that cannot be reached has not got the message', async () => {
    const { delivery, notices } = client();
    await new Promise((resolve) => server.close(resolve));
    expect(await deliver(delivery, outboundText('x'))).toEqual([
      { kind: 'unsent', reason: expect.stringMatching(/^no connection: E/) },
    ]);
    expect(notices).toMatchObject([{ kind: 'paused', pauseMs: 1_000 }]);
    expect(delivery.capacity).toBe(0);
    await delivery.close();
  });

  it('whose certificate nobody trusts, or that does not take the connection, has not got the message', async () => {
    const pem = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    let asked = 0;
    const secure = createSecureServer({ cert: pem('localhost.crt'), key: pem('localhost.key') }, () => asked++);
    // A connection is made, and the handshake is never answered.
    const mute = createTcpServer((socket) => socket.on('error', () => undefined));
    const sockets = new Set<Socket>();
    for (const each of [secure, mute]) {
      each.on('connection', (socket: Socket) => sockets.add(socket));
      await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
      onTestFinished(async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => each.close(resolve));
      });
    }
    const urlOf = (each: typeof mute) => `https://127.0.0.1:${(each.address() as { port: number }).port}/`;
    for (const [url, reason] of [
      [urlOf(secure), expect.stringMatching(/^no connection: (DEPTH_ZERO_)?SELF_SIGNED/)],
      [urlOf(mute), 'no connection in time'],
      ['http://127.0.0.1:6000/', 'fetch connects to no such port'],
      [urlOf(secure).replace('//', '//user:secret@'), 'not sent'],
    ] as const) {
      const { delivery } = client({ url, timeoutMs: 500 });
      expect(await deliver(delivery, outboundText('x'))).toEqual([{ kind: 'unsent', reason }]);
    }
    expect(asked).toBe(0);
  });

  it('is asked by a fetch of the caller: what its errors do not say is uncertain', async () => {
    const failing = (cause?: unknown) =>
      client({}, { fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) }).delivery;
    const refused = [{ kind: 'unsent', reason: 'no connection: ECONNREFUSED' }];
    expect(await deliver(failing({ code: 'ECONNREFUSED' }), outboundText('x'))).toEqual(refused);
    expect(await deliver(failing(), outboundText('x'))).toMatchObject([{ kind: 'retry', isUncertain: true }]);
  });

  it('that cuts the connection, or does not answer, may have it: it is told, and tried again', async () => {
    answer = (request) => request.socket.destroy();
    const one = client();
    const uncertain = { kind: 'retry', reason: 'no answer', isUncertain: true };
    expect(await deliver(one.delivery, outboundText('cut'))).toEqual([uncertain]);
    answer = () => undefined;
    const two = client({ timeoutMs: 50 });
    expect(await deliver(two.delivery, outboundText('silent'))).toEqual([uncertain]);
    // When nothing else is answered either, the others wait.
    expect([one.delivery.capacity, two.delivery.capacity]).toEqual([0, 0]);
  });

  it.each([202, 403])('answering %i has answered, whatever becomes of the text behind it', async (status) => {
    answer = (_, response) => {
      response.writeHead(status, { 'Content-Length': 100 }).write('0: Acc');
      setImmediate(() => response.destroy());
    };
    const { delivery, notices } = client();
    const [outcome] = await deliver(delivery, outboundText('x'));
    expect(outcome?.kind).toBe(status === 202 ? 'sent' : 'failed');
    expect(notices).toEqual([]);
  });

  it('needs nothing from outside', async () => {
    const { port } = server.address() as { port: number };
    const delivery = kannelDelivery({ url: `http://127.0.0.1:${port}/`, username: 'tester', password: PASSWORD });
    expect(await deliver(delivery, outboundText('x'))).toMatchObject([{ kind: 'sent' }]);
    answer = (request) => request.socket.destroy();
    expect(await deliver(delivery, outboundText('x'))).toMatchObject([{ kind: 'retry' }]);
    await delivery.close();
  });

  it('never gets what it has no parameter for', async () => {
    const bad = outbound([{ tpDcs: 0x21, tpPid: 0, udh: new Uint8Array(0), userData: { data: Uint8Array.of(1) } }]);
    expect(await deliver(client().delivery, bad)).toMatchObject([{ kind: 'failed', reason: expect.stringContaining(' in ') }]);
    expect(requests).toEqual([]);
  });

  it('is left out of every reason: neither password nor text are in outcomes and notices', async () => {
    const all: unknown[] = [];
    for (const each of [
      (request: Request) => request.socket.destroy(),
      (_: Request, r: ServerResponse) => respond(r, 400, 'no'),
    ]) {
      answer = each as typeof answer;
      const { delivery, notices } = client();
      all.push(await deliver(delivery, outboundText('secret words')), notices);
    }
    expect(JSON.stringify(all)).not.toMatch(/swordfish|secret/);
  });

  it('after a retry gets only the parts that it did not take', async () => {
    let count = 0;
    answer = (_, response) => respond(response, ++count === 2 ? 500 : 202, '');
    const { delivery } = client();
    const message = outboundText('part '.repeat(90));
    expect(await deliver(delivery, message)).toEqual([{ kind: 'retry', reason: 'part 2 of 3: HTTP 500', isPartial: true }]);
    expect(await deliver(delivery, message)).toMatchObject([{ kind: 'sent' }]);
    expect(requests).toHaveLength(4);
    await delivery.close();
    expect(delivery.capacity).toBe(0);
  });
});

describe('receipts', () => {
  /** What Kannel would ask for when it had a receipt. */
  async function receiptQuery(delivery: ReturnType<typeof kannelDelivery>, status: string): Promise<URLSearchParams> {
    await deliver(delivery, outboundText('x', { id: '0A1B2C3D4E5F6G7' }));
    const url = requests.at(-1)!.searchParams.get('dlr-url')!.replace('%d', status);
    return new URL(url).searchParams;
  }

  it.each([
    ['1', 'delivered'],
    ['2', 'failed'],
    ['16', 'failed'],
    ['34', 'expired'],
    ['66', 'failed'],
  ])('with %s say: %s', async (bits, status) => {
    const { delivery } = client();
    const receipts: unknown[] = [];
    await delivery.start?.(eventsOf((...receipt) => receipts.push(receipt)));
    expect(await delivery.receipt(await receiptQuery(delivery, bits))).toEqual({ status: 200, body: 'taken' });
    expect(receipts).toEqual([['0A1B2C3D4E5F6G7-1', '447700900123', status, CLOCK]]);
  });

  it('that are not the last word are taken and not told', async () => {
    const { delivery } = client();
    const receipts: unknown[] = [];
    await delivery.start?.(eventsOf((...receipt) => receipts.push(receipt)));
    for (const bits of ['4', '8', '0', 'x']) {
      expect(await delivery.receipt(await receiptQuery(delivery, bits))).toEqual({ status: 200, body: 'taken' });
    }
    expect(receipts).toEqual([]);
  });

  it('that Kannel was not asked to bring are refused', async () => {
    const { delivery } = client();
    const receipts: unknown[] = [];
    await delivery.start?.(eventsOf((...receipt) => receipts.push(receipt)));
    const query = await receiptQuery(delivery, '1');
    for (const [name, value] of [
      ['key', 'f'.repeat(32)],
      ['key', ''],
      ['id', '0A1B2C3D4E5F6G7-2'],
      ['to', '447700900124'],
    ] as const) {
      const forged = new URLSearchParams(query);
      forged.set(name, value);
      expect(await delivery.receipt(forged), name).toEqual({ status: 403, body: 'unknown receipt' });
    }
    expect(await delivery.receipt(new URLSearchParams())).toMatchObject({ status: 403 });
    expect(receipts).toEqual([]);
  });

  it('that the gateway cannot take are answered with a fault', async () => {
    const { delivery, notices } = client();
    await delivery.start?.(eventsOf(() => Promise.reject(new TypeError('secret'))));
    expect(await delivery.receipt(await receiptQuery(delivery, '1'))).toEqual({ status: 500, body: 'not taken' });
    expect(notices).toEqual([{ kind: 'refused', reason: 'TypeError' }]);
  });
});

describe('messages of handsets', () => {
  const KEY = 'a-key-of-both-sides';
  const taken = async (query: string, options: Partial<KannelDeliveryOptions> = { incomingKey: KEY }, isTaken = true) => {
    const { delivery, notices } = client(options);
    const messages: unknown[] = [];
    await delivery.start?.({
      ...eventsOf(() => undefined),
      onIncoming: (message) => {
        if (!isTaken) throw new Error('no disk');
        messages.push(message);
      },
    });
    const { status } = await delivery.incoming(query);
    await delivery.close();
    return { status, messages, notices };
  };
  const common = { from: '447700900123', to: '447700900001', at: CLOCK };
  const address = `key=${KEY}&from=%2B447700900123&to=447700900001`;

  it.each([
    ['UTF-8', `${address}&coding=0&charset=UTF-8&text=5+%2B+5+%3D+10%25%2C+%E2%82%AC`, { text: '5 + 5 = 10%, €' }],
    ['UTF-16', `${address}&coding=2&charset=UTF-16BE&text=%04%1F%D8%3D%DE%00`, { text: 'П😀' }],
    ['a charset of Windows', `${address}&coding=2&charset=WINDOWS-1252&text=%80%E9`, { text: '€é' }],
    ['octets', `${address}&coding=1&charset=binary&text=%00%FF%26`, { data: Uint8Array.of(0, 0xff, 0x26) }],
    ['no text at all', `${address}&coding=0&text=`, { text: '' }],
  ])('are read: %s', async (_, query, content) => {
    expect(await taken(query)).toEqual({ status: 200, messages: [{ ...common, ...content }], notices: [] });
  });

  it('are told with the key alone, and not at all without one', async () => {
    const query = `${address}&coding=0&text=x`;
    for (const wrong of [query.replace(KEY, 'another-key-of-both'), query.replace(KEY, ''), query.replace('key=', 'kay='), ''])
      expect(await taken(wrong)).toEqual({ status: 403, messages: [], notices: [] });
    expect(await taken(query.replace(KEY, ''), {})).toEqual({ status: 403, messages: [], notices: [] });
    expect(await taken(query.replace(KEY, 'undefined'), {})).toMatchObject({ status: 403 });
  });

  it.each([
    ['no text', address],
    ['no sender', `key=${KEY}&to=447700900001&text=x`],
    ['a sender of other characters', `key=${KEY}&from=%0A&to=447700900001&text=x`],
    ['a receiver that is no number', `key=${KEY}&from=1&to=shop&text=x`],
  ])('are refused with %s', async (_, query) => {
    const reason = '/kannel/mo: from, to or text cannot be read';
    expect(await taken(query)).toEqual({ status: 400, messages: [], notices: [{ kind: 'unreadable', reason }] });
  });

  it('are answered with 500 while they cannot be kept', async () => {
    const refused = await taken(`${address}&coding=0&text=x`, undefined, false);
    expect(refused).toEqual({ status: 500, messages: [], notices: [{ kind: 'refused', reason: 'Error' }] });
  });
});
