/** The gateway on a port, asked by sockets that say what they like. */
import { readFileSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Delivery, type GatewayOptions, type ListenOptions, openMetrics } from '../../src/gateway/index.js';
import { FORM, formOf, GIF, MMS, SMS, TO, testGateway, WHO } from './support.js';

const HELLO = formOf({ ...WHO, ...TO, Message: 'Hello' });
const TYPE = 'Content-Type: application/x-www-form-urlencoded; charset=utf-8\r\n';

async function listening(options: Partial<GatewayOptions> = {}, listen: ListenOptions = {}) {
  const test = await testGateway({ publicUrl: undefined, ...options });
  const { url, port } = await test.gateway.listen({ port: 0, ...listen });
  return { ...test, url, port };
}

/** Text that came back when the other side has closed, or `enough` says so. */
function talk(port: number, write: (socket: Socket) => void, enough: (text: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => write(socket));
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (enough(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
  });
}

const post = (body: string, headers = '', path = SMS) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${TYPE}Content-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;

const answers = (text: string) => text.split('HTTP/1.1 ').length - 1;

describe('connections', () => {
  it("the document's own form of a request: HTTP/1.0 as well, with and without Host", async () => {
    const { port, inbox } = await listening();
    const head = `User-Agent: x\r\n${TYPE}Content-Length: ${HELLO.length}\r\nConnection: close\r\n\r\n${HELLO}`;
    for (const start of [
      `POST ${SMS} HTTP/1.1\r\nHost: 127.0.0.1\r\n`,
      `POST ${SMS} HTTP/1.0\r\nHost: x\r\n`,
      `POST ${SMS} HTTP/1.0\r\n`,
    ]) {
      const text = await talk(port, (socket) => socket.write(start + head));
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(text).toMatch(/\r\nContent-Type: text\/html; charset=utf-8\r\n/i);
      expect(text).toMatch(/\r\nContent-Length: 23\r\n/i);
      expect(text).toMatch(/\r\n\r\n158 - Message Sent OK\r\n$/);
    }
    expect(await inbox('447700900123', 3)).toHaveLength(3);
  });

  it('G-GEN-02, G-GEN-03: requests in quick succession share a connection, which is closed when idle', {
    timeout: 10_000,
  }, async () => {
    const { port } = await listening({ limits: { idleMs: 300 } });
    let sent = 1;
    const text = await talk(
      port,
      (socket) => {
        socket.write(post(HELLO));
        socket.on('data', () => {
          if (sent++ < 3) setTimeout(() => socket.write(post(HELLO)), 50);
        });
      },
      () => false,
    );
    expect(answers(text)).toBe(3);
    expect(text).toMatch(/Connection: keep-alive/i);
  });

  it('G-SOAP-04: chunked bodies, in any pieces', async () => {
    const { port, inbox } = await listening();
    const text = await talk(port, (socket) => {
      socket.write(`POST ${SMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`);
      for (const character of HELLO) socket.write(`1\r\n${character}\r\n`);
      socket.write('0\r\n\r\n');
    });
    expect(text).toContain('158 - Message Sent OK');
    expect((await inbox('447700900123'))[0]?.content).toEqual({ kind: 'text', text: 'Hello' });
  });

  it('pipelined requests are answered in order', async () => {
    const { port } = await listening();
    const bad = formOf({ ...WHO, PIN: '1', ...TO, Message: 'x' });
    const text = await talk(port, (socket) => socket.write(post(HELLO) + post(bad) + post(HELLO, 'Connection: close\r\n')));
    expect(text.match(/\d+ - [A-Z][A-Za-z ]+/g)?.map((line) => line.slice(0, 3))).toEqual(['158', '171', '158']);
  });

  it('G-GEN-05: HTTPS with a certificate and key, no redirect either way', async () => {
    const pem = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    const tls = { cert: pem('localhost.crt'), key: pem('localhost.key') };
    const { port, url } = await listening({}, { tls });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const body = await new Promise<string>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const request = secureRequest({ port, host: '127.0.0.1', path: SMS, method: 'POST', rejectUnauthorized: false, headers });
      request.on('response', async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve(text);
      });
      request.on('error', reject);
      request.end(HELLO);
    });
    expect(body).toBe('158 - Message Sent OK\r\n');
    expect(await talk(port, (socket) => socket.write(post(HELLO)))).not.toContain('158');
  });

  it('a port that is taken is an error', async () => {
    const { port, gateway } = await listening();
    await expect(gateway.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('limits', () => {
  it('G-GEN-07: a body past the limit is 413, by its declared length, by chunks, and before a client that asks has sent it', async () => {
    const { port } = await listening({ limits: { bodyOctets: 1_000 } });
    const large = `${HELLO}${'x'.repeat(2_000)}`;
    expect(
      await talk(
        port,
        (socket) => socket.write(post(large)),
        (text) => text.includes('\r\n\r\n'),
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    const chunked = `POST ${SMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Transfer-Encoding: chunked\r\n\r\n`;
    const pieces = `3e8\r\n${'x'.repeat(1_000)}\r\n`.repeat(3);
    expect(
      await talk(
        port,
        (socket) => socket.write(chunked + pieces),
        (text) => text.includes('\r\n\r\n'),
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    const asking = `POST ${SMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Content-Length: 2000\r\nExpect: 100-continue\r\n\r\n`;
    expect(
      await talk(
        port,
        (socket) => socket.write(asking),
        (text) => text.includes('\r\n\r\n'),
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    const small = `POST ${SMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Content-Length: ${HELLO.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    const told = await talk(port, (socket) => {
      socket.write(small);
      socket.once('data', () => socket.write(HELLO));
    });
    expect(told).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK[\s\S]*158 - /);
  });

  it('a body that falls silent is 408, headers that do not come end the connection, and others go on', async () => {
    const { port } = await listening({ limits: { bodySilenceMs: 200, headersMs: 400, requestMs: 3_000 } });
    const slow = Array.from({ length: 20 }, () => talk(port, (socket) => socket.write(post(HELLO).slice(0, -4))));
    const silent = talk(port, () => undefined);
    const half = talk(port, (socket) => socket.write(`POST ${SMS} HTTP/1.1\r\nHos`));
    const fine = await talk(port, (socket) => socket.write(post(HELLO, 'Connection: close\r\n')));
    expect(fine).toContain('158 - ');
    for (const text of await Promise.all(slow)) expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(await silent).toMatch(/^$|^HTTP\/1\.1 408 /);
    expect(await half).toMatch(/^$|^HTTP\/1\.1 408 /);
  });

  it('a body that drips on and on ends with the time of a request', async () => {
    const { port, store } = await listening({ limits: { bodySilenceMs: 5_000, headersMs: 200, requestMs: 300 } });
    const text = await talk(port, (socket) => {
      socket.write(`POST ${SMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Content-Length: 5000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(text).toMatch(/^$|^HTTP\/1\.1 408 /);
    expect((await store.messages().next()).done).toBe(true);
  });

  it('large bodies share their room: over it 413 with Retry-After, while small ones get in', async () => {
    const { port } = await listening({ limits: { heldOctets: 100_000, bodySilenceMs: 2_000 } });
    const file = (size: number) => formOf({ ...WHO, ...TO, WAPPushFileName1: 'a.bin', WAPPushFileData1: '00'.repeat(size) });
    // Half of it is there, and stays in memory.
    const holder = connect(port, '127.0.0.1');
    holder.on('error', () => undefined);
    holder.write(post(file(60_000), '', MMS).slice(0, 100_000));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const refused = await talk(
      port,
      (socket) => socket.write(post(file(40_000), '', MMS)),
      (text) => text.includes('\r\n\r\n'),
    );
    expect(refused).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nRetry-After: \d+\r\n/i);
    expect(await talk(port, (socket) => socket.write(post(HELLO, 'Connection: close\r\n')))).toContain('158 - ');
    holder.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await talk(port, (socket) => socket.write(post(file(40_000), 'Connection: close\r\n', MMS)))).toContain('158 - ');
  });

  it('one address holds up no other with its large bodies: those that come last push out the largest', async () => {
    const heldOctets = 800_000;
    const { port, gateway } = await listening({ metrics: await openMetrics(), limits: { heldOctets } });
    const holding = async () => {
      const page = await (await gateway.fetchOperators(new Request('http://x/metrics'))).text();
      return Number(/^handset_bodies_octets (\d+)$/m.exec(page)?.[1]);
    };
    const head = `POST ${MMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Content-Length: 250001\r\n\r\n`;
    /** A body that has come but for one octet; what is answered. */
    const hold = (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      let text = '';
      socket.on('error', () => undefined).on('data', (data) => (text += data.toString()));
      socket.write(`${head}${'x'.repeat(250_000)}`);
      return { socket, text: () => text };
    };
    const each = 250_000 - 16_384;
    const first = hold('127.0.0.1');
    await expect.poll(holding).toBe(each);
    const others = Array.from({ length: 4 }, () => hold('127.0.0.1'));
    for (const { text } of others) await expect.poll(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*Retry-After: /);
    await expect.poll(holding).toBe(each);
    expect(first.text()).toBe('');
    const more = ['127.0.0.2', '127.0.0.3'].map(hold);
    await expect.poll(holding).toBe(3 * each);
    const file = formOf({ ...WHO, ...TO, WAPPushFileName1: 'a.bin', WAPPushFileData1: '00'.repeat(90_000) });
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.4' });
    socket.write(post(file, 'Connection: close\r\n', MMS));
    let answer = '';
    for await (const data of socket) answer += data;
    expect(answer).toContain('158 - ');
    await expect.poll(() => [first, ...more].filter(({ text }) => text().startsWith('HTTP/1.1 413 '))).toHaveLength(1);
    for (const { socket } of [first, ...others, ...more]) socket.destroy();
    await expect.poll(holding).toBe(0);
  });

  it('large bodies of a trusted proxy count for those it asks for', async () => {
    const { port } = await listening({ trustedProxies: ['127.0.0.1'], limits: { heldOctets: 800_000 } });
    const held = Array.from({ length: 4 }, (_, i) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
      const from = `X-Forwarded-For: 192.0.2.${Math.min(i, 2)}\r\n`;
      socket.write(`POST ${MMS} HTTP/1.1\r\nHost: x\r\n${TYPE}${from}Content-Length: 200001\r\n\r\n${'x'.repeat(200_000)}`);
      return { socket, answer: answer.then((text) => [i, text.slice(0, 13)] as const) };
    });
    // Two of four are of one client: one of the two has no room.
    const [refused, status] = await Promise.race(held.map(({ answer }) => answer));
    expect(status).toBe('HTTP/1.1 413 ');
    expect(refused).toBeGreaterThanOrEqual(2);
    for (const { socket } of held) if (socket !== held[refused]?.socket) socket.write('x');
    const answers = await Promise.all(held.map(({ answer }) => answer));
    expect(answers.filter(([, text]) => text === 'HTTP/1.1 200 ')).toHaveLength(3);
    for (const { socket } of held) socket.destroy();
  });

  it('what is no HTTP is 400, too many headers are 431', async () => {
    const { port } = await listening();
    expect(await talk(port, (socket) => socket.write('\u0016\u0003\u0001 hello\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
    const headers = Array.from({ length: 1_000 }, (_, i) => `X-${i}: ${'y'.repeat(50)}\r\n`).join('');
    expect(await talk(port, (socket) => socket.write(post(HELLO, headers)))).toMatch(/^HTTP\/1\.1 431 /);
    const twice = `POST ${SMS} HTTP/1.1\r\nHost: x\r\n${TYPE}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await talk(port, (socket) => socket.write(twice))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('a body of many megabytes is put together as it came', async () => {
    const { url } = await listening();
    const form = formOf({ ...WHO, ...TO });
    const answers = [];
    for (const octets of [65_536, 1_048_576, 9_999_999]) {
      const body = `${form}&a=${'x'.repeat(octets)}&Message=Hello`;
      answers.push(await (await fetch(`${url}${SMS}`, { method: 'POST', headers: { 'Content-Type': FORM }, body })).text());
    }
    expect(answers).toEqual(Array(3).fill('158 - Message Sent OK\r\n'));
  });

  it('a body with a Content-Encoding is 415', async () => {
    const { port } = await listening();
    const text = await talk(port, (socket) => socket.write(post('x', 'Content-Encoding: gzip\r\nConnection: close\r\n')));
    expect(text).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('over the rate of an account or an address it is report 98, and others go on', async () => {
    const byAccount = await testGateway({ rate: { account: { perSecond: 0.001, burst: 2 } } });
    const reports = [];
    for (let i = 0; i < 3; i++) reports.push((await byAccount.tags(SMS, { ...WHO, ...TO, Message: 'x' })).Report);
    expect(reports).toEqual(['-2', '-2', '98']);
    const stranger = { Username: 'Stranger.9', PIN: '8888', ...TO, Message: 'x' };
    expect((await byAccount.tags(SMS, stranger)).Report).toBe('-2');
    const { port } = await listening({ rate: { address: { perSecond: 0.001, burst: 1 } } });
    const lines = [];
    for (let i = 0; i < 2; i++) lines.push(await talk(port, (socket) => socket.write(post(HELLO, 'Connection: close\r\n'))));
    expect(lines.map((text) => /\r\n\r\n(\d+)/.exec(text)?.[1])).toEqual(['158', '98']);
  });
});

describe('an inbox', () => {
  const inbox = '/virtual/handsets/447700900123/inbox';

  it('is JSON, empty for an unused number, and can be emptied', async () => {
    const { operators, ask, inbox: read } = await testGateway();
    expect(await (await operators(inbox)).json()).toEqual({ number: '447700900123', messages: [] });
    await ask(SMS, { ...WHO, ...TO, Message: 'Hello' });
    const [message] = await read('447700900123');
    expect(message).toEqual({
      messageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
      originator: '447700900001',
      receivedAt: expect.stringMatching(/^2026-03-04T05:06:\d\d(?:\.\d{3})?Z$/),
      parts: [expect.stringMatching(/^(?:[0-9A-F]{2})+$/)],
      content: { kind: 'text', text: 'Hello' },
    });
    expect((await operators(inbox, { method: 'DELETE' })).ok).toBe(true);
    expect(await (await operators(inbox)).json()).toEqual({ number: '447700900123', messages: [] });
  });

  it('there are no inboxes without virtual delivery', async () => {
    const delivery: Delivery = { capacity: 0, deliver: () => expect.fail('nothing to deliver'), close: async () => undefined };
    const { operators } = await testGateway({ delivery });
    expect((await operators(inbox)).status).toBe(404);
  });
});

describe('closing', () => {
  it('lets requests in hand finish, takes no new ones, and does not wait for idle connections', async () => {
    const { port, gateway, store } = await listening({ limits: { idleMs: 60_000 } });
    const idle = connect(port, '127.0.0.1');
    const kept = connect(port, '127.0.0.1', () => kept.write(post(HELLO)));
    await new Promise((resolve) => kept.once('data', resolve));
    // The accept is held back until the gateway has been told to close.
    const { accept } = store;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    store.accept = async (job) => {
      await held;
      return accept.call(store, job);
    };
    const inHand = talk(port, (socket) => socket.write(post(HELLO)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closing = gateway.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(talk(port, (socket) => socket.write(post(HELLO)))).resolves.toBe('');
    letGo();
    expect(await inHand).toContain('158 - ');
    await closing;
    idle.destroy();
    kept.destroy();
  });

  it('does not wait for ever for a request that does not end', { timeout: 5_000 }, async () => {
    const { port, gateway } = await listening({ limits: { graceMs: 200 } });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(post(HELLO).slice(0, -3));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await gateway.close();
  });
});

describe('pages of operation', () => {
  it('/healthz tells that the store takes writes, /metrics what was counted', async () => {
    const { openMetrics } = await import('../../src/gateway/index.js');
    const { fetch, operators, ask } = await testGateway({ metrics: await openMetrics() });
    await ask(SMS, { ...WHO, ...TO, Message: 'Hello' });
    await fetch('/nowhere/447700900123');
    expect(await (await fetch('/healthz')).text()).toBe('ok');
    const page = await (await operators('/metrics')).text();
    expect(page).toContain(`handset_requests_total{path="${SMS}",status="200"} 1`);
    expect(page).toContain('handset_recipients_total{report="-2"} 1');
    expect(page).not.toMatch(/nowhere|447700|Hello/);
  });

  it('without counts there is no such page', async () => {
    const { operators } = await testGateway();
    expect((await operators('/metrics')).status).toBe(404);
  });

  it('a file that is not there to fetch is 404', async () => {
    const { fetch } = await testGateway();
    expect((await fetch(`/w/none/${GIF.slice(0, 8)}.gif`)).status).toBe(404);
  });
});
