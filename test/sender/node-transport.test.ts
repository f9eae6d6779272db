import { getEventListeners } from 'node:events';
import http from 'node:http';
import net, { type LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type NodeTransportOptions, nodeTransport } from '../../src/sender/node-transport.js';
import { answerText, closedPort, PEER_CERTIFICATE, scriptedPeer, scripts, silentPort } from '../support/scripted-peer.js';
import { BODY, errorOf, failureOf, postTo } from '../support/transports.js';

const OK = answerText('158 - Message Sent OK\r\n');
const post = nodeTransport();

/** A look-up that answers from a table and asks nobody. */
function lookupOf(addresses: Record<string, readonly string[]>): LookupFunction {
  return (host, _options, callback) => {
    const found = addresses[host];
    if (found === undefined) {
      const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
      setImmediate(() => callback(error, []));
      return;
    }
    const all = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => (_options.all ? callback(null, all) : callback(null, all[0]!.address, all[0]!.family)));
  };
}

describe('a request and its answer', () => {
  it('G-GEN-02: sends Host, Content-Length, Content-Type and Connection: close, and nothing else', async () => {
    const peer = await scriptedPeer(scripts.say(OK));
    const answer = await post(postTo(peer.origin));
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.body).toString()).toBe('158 - Message Sent OK\r\n');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(peer.requests).toEqual([
      {
        line: 'POST /webservices/http/sendsms HTTP/1.1',
        headers: {
          host: `127.0.0.1:${peer.port}`,
          'content-length': String(BODY.length),
          'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
          connection: 'close',
        },
        body: BODY,
      },
    ]);
  });

  it('counts octets, not characters, of a body beyond ASCII', async () => {
    const peer = await scriptedPeer(scripts.say(OK));
    await post(postTo(peer.origin, { body: '<a>žluťoučký</a>' }));
    expect(peer.requests[0]).toMatchObject({ body: '<a>žluťoučký</a>', headers: { 'content-length': '20' } });
  });

  it('sends a GET without a body and its headers', async () => {
    const peer = await scriptedPeer(scripts.say(OK));
    await post(postTo(peer.origin, { url: `${peer.origin}/a?b=c`, method: 'GET', headers: {}, body: '' }));
    expect(peer.requests).toEqual([
      { line: 'GET /a?b=c HTTP/1.1', headers: { host: `127.0.0.1:${peer.port}`, connection: 'close' }, body: '' },
    ]);
  });

  it.each([
    ['Content-Length', OK],
    [
      'chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n158 - Me\r\nd\r\nssage Sent OK\r\n2\r\n\r\n\r\n0\r\n\r\n',
    ],
    ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\n158 - Message Sent OK\r\n'],
    ['the end of the connection, of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n158 - Message Sent OK\r\n'],
    [
      'Content-Length, after two answers 1xx',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n${OK}`,
    ],
  ])('reads a body that is delimited by %s', async (_name, answer) => {
    const peer = await scriptedPeer(scripts.say(answer));
    const { status, body } = await post(postTo(peer.origin));
    expect([status, Buffer.from(body).toString()]).toEqual([200, '158 - Message Sent OK\r\n']);
    expect(body.byteLength).toBe(body.buffer.byteLength);
  });

  it('gives answers of every status, an empty body too', async () => {
    const peer = await scriptedPeer(scripts.say('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'));
    expect(await post(postTo(peer.origin))).toMatchObject({ status: 502, body: new Uint8Array(0) });
  });

  it('gives a server that wants another protocol as its status 101', async () => {
    const peer = await scriptedPeer(
      scripts.say('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'),
    );
    expect((await post(postTo(peer.origin))).status).toBe(101);
  });

  it('does not follow a redirect', async () => {
    const other = await scriptedPeer(scripts.say(OK));
    const answer = answerText('', { status: '307 Temporary Redirect', headers: [`Location: ${other.origin}/`] });
    const peer = await scriptedPeer(scripts.say(answer));
    expect(await post(postTo(peer.origin))).toMatchObject({ status: 307, headers: { location: `${other.origin}/` } });
    expect([peer.requests.length, other.connections]).toEqual([1, 0]);
  });

  it('joins headers that come twice, and keeps a name that objects have of themselves', async () => {
    const headers = ['Set-Cookie: a=1', 'Set-Cookie: b=2', '__proto__: x'];
    const peer = await scriptedPeer(scripts.say(answerText('', { headers })));
    const answer = await post(postTo(peer.origin));
    expect(answer.headers['set-cookie']).toBe('a=1, b=2');
    expect(Object.getPrototypeOf(answer.headers)).toBe(null);
  });

  it('neither asks for an encoding nor undoes one: a bomb stays small', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const peer = await scriptedPeer(async (connection) => {
      await connection.request();
      connection.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      connection.write(bomb);
    });
    const { body, headers } = await post(postTo(peer.origin));
    expect(peer.requests[0]!.headers).not.toHaveProperty('accept-encoding');
    expect([headers['content-encoding'], Buffer.from(body).equals(bomb)]).toEqual(['gzip', true]);
  });

  it('speaks TLS to a server that it is told to trust', async () => {
    const peer = await scriptedPeer(scripts.say(OK), { tls: true });
    const transport = nodeTransport({ ca: [PEER_CERTIFICATE] });
    expect((await transport(postTo(peer.origin))).status).toBe(200);
    expect((await nodeTransport({ rejectUnauthorized: false })(postTo(peer.origin))).status).toBe(200);
    expect(peer.requests.length).toBe(2);
  });

  it('refuses a certificate and key that are none, before anything is sent', () => {
    expect(() => nodeTransport({ cert: PEER_CERTIFICATE, key: 'no key' })).toThrow();
  });

  it('says so where there is no Node', () => {
    vi.stubGlobal('process', undefined);
    try {
      expect(() => nodeTransport()).toThrow(/fetchTransport/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('refuses other schemes', async () => {
    await expect(post(postTo('ftp://127.0.0.1'))).rejects.toThrow(TypeError);
  });

  it('uses an agent of the caller, and none that the environment names', async () => {
    const peer = await scriptedPeer(scripts.answer('x'));
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const transport = nodeTransport({ agent });
    await transport(postTo(peer.origin));
    await transport(postTo(peer.origin));
    expect([peer.connections, peer.requests.length]).toEqual([1, 2]);

    // As an agent for a proxy does: the connection stands before there is a request for it.
    class Connected extends http.Agent {
      override createConnection(_options: unknown, callback?: (error: Error | null, socket: net.Socket) => void): undefined {
        const socket = net.connect(peer.port, '127.0.0.1', () => callback?.(null, socket));
      }
    }
    expect((await nodeTransport({ agent: new Connected() })(postTo('http://gateway.invalid'))).status).toBe(200);
    expect(peer.requests[2]!.headers.host).toBe('gateway.invalid');

    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await post(postTo(peer.origin))).status).toBe(200);
  });
});

describe('no connection: nothing was sent', () => {
  it('G-CLI-01: a closed port', async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`;
    const error = await errorOf(post(postTo(origin)));
    expect(error).toMatchObject({ phase: 'connect', reason: 'refused', isSent: false, code: 'ECONNREFUSED' });
  });

  it('G-CLI-01: an unknown host', async () => {
    const transport = nodeTransport({ lookup: lookupOf({}) });
    const error = await errorOf(transport(postTo('http://gateway.invalid')));
    expect(error).toMatchObject({ phase: 'dns', reason: 'unknown-host', isSent: false, code: 'ENOTFOUND' });
  });

  it('G-CLI-01: a look-up that does not end', async () => {
    const transport = nodeTransport({ lookup: () => {} });
    const failure = await failureOf(transport(postTo('http://gateway.invalid', { connectTimeoutMs: 20 })));
    expect(failure).toEqual({ phase: 'dns', reason: 'timeout', isSent: false });
  });

  it('G-CLI-01: a port that answers no SYN, by the time for connecting', async () => {
    const port = await silentPort();
    const failure = await failureOf(post(postTo(`http://127.0.0.1:${port}`, { connectTimeoutMs: 100 })));
    expect(failure).toEqual({ phase: 'connect', reason: 'timeout', isSent: false });
    const byName = nodeTransport({ lookup: lookupOf({ 'gateway.invalid': ['127.0.0.1'] }) });
    expect(await failureOf(byName(postTo(`http://gateway.invalid:${port}`, { connectTimeoutMs: 100 })))).toEqual({
      phase: 'connect',
      reason: 'timeout',
      isSent: false,
    });
    expect(await failureOf(post(postTo(`http://127.0.0.1:${port}`, { timeoutMs: 100 })))).toMatchObject({ isSent: false });
  });

  it('G-CLI-01: a host with several addresses, of which none answers', async () => {
    const port = await closedPort();
    const transport = nodeTransport({ lookup: lookupOf({ 'gateway.invalid': ['127.0.0.1', '127.0.0.2', '::1'] }) });
    expect(await failureOf(transport(postTo(`http://gateway.invalid:${port}`)))).toMatchObject({
      phase: 'connect',
      isSent: false,
    });
  });

  it('takes the address that answers, of several', async () => {
    const peer = await scriptedPeer(scripts.say(OK));
    const transport = nodeTransport({ lookup: lookupOf({ 'gateway.invalid': ['127.0.0.2', '127.0.0.1'] }) });
    expect((await transport(postTo(`http://gateway.invalid:${peer.port}`))).status).toBe(200);
    expect(peer.requests[0]!.headers.host).toBe(`gateway.invalid:${peer.port}`);
  });

  it('names the phase of a look-up that answers at once', async () => {
    const port = await closedPort();
    const lookup: LookupFunction = (_host, { all }, callback) =>
      all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    expect(await failureOf(nodeTransport({ lookup })(postTo(`http://gateway.invalid:${port}`)))).toEqual({
      phase: 'connect',
      reason: 'refused',
      isSent: false,
    });
  });

  it('an address of IPv6', async () => {
    const failure = await failureOf(post(postTo(`http://[::1]:${await closedPort()}`)));
    expect(failure).toMatchObject({ phase: 'connect', isSent: false });
  });

  it('what an agent of the caller cannot do', async () => {
    class Broken extends http.Agent {
      override createConnection(): never {
        throw Object.assign(new Error('no proxy'), { code: 'EPROXY' });
      }
    }
    const transport = nodeTransport({ agent: new Broken() });
    expect(await failureOf(transport(postTo('http://127.0.0.1:9')))).toEqual({
      phase: 'connect',
      reason: 'failed',
      isSent: false,
    });
  });
});

describe('TLS does not come about: the connection was there, nothing was sent', () => {
  const trusting: NodeTransportOptions = { ca: PEER_CERTIFICATE };

  it('a server that is silent', async () => {
    const peer = await scriptedPeer(scripts.silence);
    const failure = await failureOf(
      nodeTransport(trusting)(postTo(peer.origin.replace('http', 'https'), { connectTimeoutMs: 200 })),
    );
    expect(failure).toEqual({ phase: 'tls', reason: 'timeout', isSent: false });
    expect(peer.connections).toBe(1);
  });

  it('a server that does not speak TLS', async () => {
    const peer = await scriptedPeer(
      ({ socket, end }) => void socket.once('data', () => end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    const failure = await failureOf(nodeTransport(trusting)(postTo(peer.origin.replace('http', 'https'))));
    expect(failure).toEqual({ phase: 'tls', reason: 'tls', isSent: false });
    expect(peer.requests).toEqual([]);
  });

  it('a certificate that is not trusted', async () => {
    const peer = await scriptedPeer(scripts.say(OK), { tls: true });
    expect(await failureOf(post(postTo(peer.origin)))).toEqual({ phase: 'tls', reason: 'certificate', isSent: false });
    expect(peer.octets).toBe(0);
  });

  it('a certificate of another host', async () => {
    const peer = await scriptedPeer(scripts.say(OK), { tls: true });
    const transport = nodeTransport({ ...trusting, lookup: lookupOf({ 'gateway.invalid': ['127.0.0.1'] }) });
    const failure = await failureOf(transport(postTo(`https://gateway.invalid:${peer.port}`)));
    expect(failure).toEqual({ phase: 'tls', reason: 'certificate', isSent: false });
    expect(peer.octets).toBe(0);
  });

  it.each([
    ['closes', scripts.closeAtOnce, 'closed'],
    ['resets', scripts.resetAtOnce, 'reset'],
  ] as const)('a server that %s during the handshake', async (_name, script, reason) => {
    const peer = await scriptedPeer(script);
    const failure = await failureOf(nodeTransport(trusting)(postTo(peer.origin.replace('http', 'https'))));
    expect(failure).toMatchObject({ phase: 'tls', isSent: false });
    // A reset may overtake the first octets of the handshake, or they the reset.
    expect([reason, 'closed', 'reset']).toContain(failure.reason);
  });
});

describe('the request was sent: the outcome is not known', () => {
  it.each([
    ['resets after the request', scripts.resetAfterRequest, 'reset'],
    ['closes after the request', scripts.closeAfterRequest, 'closed'],
    ['cuts its headers', scripts.say('HTTP/1.1 200 OK\r\nContent-Le'), 'cut'],
    ['cuts its headers by a reset', scripts.sayAndReset('HTTP/1.1 200 OK\r\nContent-Le'), 'cut'],
    ['cuts its body', scripts.say('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n158 - Mess'), 'cut'],
    ['cuts its body by a reset', scripts.sayAndReset('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n158 - Mess'), 'cut'],
    ['cuts its chunks', scripts.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n158 -\r\n'), 'cut'],
    ['cuts a chunk', scripts.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n158 -'), 'cut'],
    ['resets before the end of the connection ends its body', scripts.sayAndReset('HTTP/1.1 200 OK\r\n\r\n158 - Mess'), 'cut'],
    ['speaks something else', scripts.say('220 mail.example.com ESMTP\r\n'), 'not-http'],
    ['sends a header that is none', scripts.say('HTTP/1.1 200 OK\r\nno header\r\n\r\n'), 'not-http'],
    ['names two lengths', scripts.say('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'), 'not-http'],
    [
      'names a length of chunks',
      scripts.say('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
      'not-http',
    ],
    ['sends a broken chunk', scripts.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'), 'not-http'],
    ['sends headers without end', scripts.flood('HTTP/1.1 200 OK\r\n', 'X-Y: 0123456789\r\n'.repeat(99)), 'too-long'],
    ['sends one header without end', scripts.flood('HTTP/1.1 200 OK\r\nX: ', '0123456789'.repeat(99)), 'too-long'],
    [
      'sends trailers without end',
      scripts.flood('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X-Y: 0123456789\r\n'.repeat(99)),
      'too-long',
    ],
    ['sends answers 1xx without end', scripts.flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(9)), 'not-http'],
    ['sends a body without end', scripts.flood('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(4_096)), 'too-long'],
    [
      'sends chunks without end',
      scripts.flood('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', `1000\r\n${'x'.repeat(4_096)}\r\n`),
      'too-long',
    ],
    ['announces too large a body', scripts.drip('HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n', ''), 'too-long'],
  ] as const)('a server that %s', async (_name, script, reason) => {
    const peer = await scriptedPeer(script);
    expect(await failureOf(post(postTo(peer.origin)))).toEqual({ phase: 'exchange', reason, isSent: true });
    expect([peer.connections, peer.requests.length]).toEqual([1, 1]);
  });

  it('a server that resets before the request: whether it was read, nobody knows', async () => {
    const peer = await scriptedPeer(scripts.resetAtOnce);
    // `isSent` depends on which is first at the client, the reset or the news of the connection.
    expect(await failureOf(post(postTo(peer.origin)))).toMatchObject({ phase: 'exchange', reason: 'reset' });
    expect([peer.connections, peer.requests.length]).toEqual([1, 0]);
  });

  it.each([
    ['is silent', scripts.silence],
    ['drips headers', scripts.drip('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['drips a body', scripts.drip('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', 'x')],
    ['drips chunks', scripts.drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n')],
    [
      'sends an extension of a chunk without end',
      scripts.drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=', 'x'),
    ],
  ] as const)('the time for everything ends the wait for a server that %s', async (_name, script) => {
    const peer = await scriptedPeer(script);
    const failure = await failureOf(post(postTo(peer.origin, { timeoutMs: 200 })));
    expect(failure).toEqual({ phase: 'exchange', reason: 'timeout', isSent: true });
    expect(peer.connections).toBe(1);
  });

  it('a time for connecting that ends later has no effect on the exchange', async () => {
    const peer = await scriptedPeer(async (connection) => {
      await connection.request();
      setTimeout(() => connection.end(OK), 150);
    });
    expect((await post(postTo(peer.origin, { connectTimeoutMs: 100 }))).status).toBe(200);
  });

  it('an answer that came while the process was busy is not late', async () => {
    const peer = await scriptedPeer(async (connection) => {
      await connection.request();
      connection.end(OK);
      const end = performance.now() + 400;
      while (performance.now() < end);
    });
    expect((await post(postTo(peer.origin, { timeoutMs: 300 }))).status).toBe(200);
  });

  it('takes a body as large as the limit, and none that is larger', async () => {
    const peer = await scriptedPeer(scripts.answer('x'.repeat(1_000)));
    expect((await post(postTo(peer.origin, { maxResponseOctets: 1_000 }))).body.length).toBe(1_000);
    expect(await failureOf(post(postTo(peer.origin, { maxResponseOctets: 999 })))).toMatchObject({ reason: 'too-long' });
  });

  it('tells the status of an answer whose body is cut', async () => {
    const peer = await scriptedPeer(scripts.say('HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nx'));
    expect(await errorOf(post(postTo(peer.origin)))).toMatchObject({ reason: 'cut', status: 503 });
  });

  it('takes an answer that comes before the request was read, and lets go of the connection', async () => {
    const peer = await scriptedPeer(({ socket, write }) => {
      socket.pause();
      write(answerText('too large', { status: '413 Content Too Large' }));
    });
    const transport = nodeTransport();
    const answer = await transport(postTo(peer.origin, { body: 'x'.repeat(30_000_000), keepAlive: true }));
    expect(answer.status).toBe(413);
    peer.sockets[0]!.resume();
    await new Promise((resolve) => peer.sockets[0]!.once('close', resolve));
    expect(peer.octets).toBeLessThan(30_000_000);
  });
});

describe('abort', () => {
  it('G-CLI-07: before the request: nothing is sent, no connection made', async () => {
    const peer = await scriptedPeer(scripts.say(OK));
    const failure = await failureOf(post(postTo(peer.origin, { signal: AbortSignal.abort() })));
    expect(failure).toEqual({ phase: 'connect', reason: 'aborted', isSent: false });
    expect(peer.connections).toBe(0);
  });

  it('G-CLI-07: while it connects', async () => {
    const controller = new AbortController();
    const lookup: LookupFunction = () => setImmediate(() => controller.abort());
    const failure = await failureOf(nodeTransport({ lookup })(postTo('http://gateway.invalid', { signal: controller.signal })));
    expect(failure).toEqual({ phase: 'dns', reason: 'aborted', isSent: false });
  });

  it('G-CLI-07: while it waits, and the connection goes', async () => {
    const peer = await scriptedPeer(scripts.silence);
    const controller = new AbortController();
    const sent = failureOf(post(postTo(peer.origin, { signal: controller.signal })));
    await peer.waitForRequests(1);
    const closed = new Promise((resolve) => peer.sockets[0]!.once('close', resolve));
    controller.abort();
    expect(await sent).toEqual({ phase: 'exchange', reason: 'aborted', isSent: true });
    await closed;
  });

  it('G-CLI-01: in the very turn in which the request is written: it is out', async () => {
    const peer = await scriptedPeer(scripts.silence);
    const controller = new AbortController();
    class AbortingAgent extends http.Agent {
      override createConnection(...args: Parameters<http.Agent['createConnection']>) {
        const socket = super.createConnection(...args) as net.Socket;
        const emit = socket.emit.bind(socket);
        socket.emit = (name: string, ...values: unknown[]) => {
          const isHeard = emit(name, ...values);
          if (name === 'connect') controller.abort();
          return isHeard;
        };
        return socket;
      }
    }
    const transport = nodeTransport({ agent: new AbortingAgent() });
    const failure = await failureOf(transport(postTo(peer.origin, { signal: controller.signal })));
    expect(failure).toEqual({ phase: 'exchange', reason: 'aborted', isSent: true });
  });

  it('requests at a time share one listener on their signal, and all hear it', async () => {
    const peer = await scriptedPeer(scripts.silence);
    const controller = new AbortController();
    const sent = Array.from({ length: 20 }, () =>
      failureOf(nodeTransport()(postTo(peer.origin, { signal: controller.signal }))),
    );
    await peer.waitForRequests(20);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    for (const failure of await Promise.all(sent)) expect(failure).toMatchObject({ reason: 'aborted', isSent: true });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('leaves no listener on a signal, however a request ends', async () => {
    const peer = await scriptedPeer(scripts.answer('x'));
    const refusing = `http://127.0.0.1:${await closedPort()}`;
    const { signal } = new AbortController();
    const transport = nodeTransport();
    onTestFinished(() => transport.close());
    for (let i = 0; i < 300; i++) {
      if (i % 10 === 0) await failureOf(transport(postTo(refusing, { signal })));
      else await transport(postTo(peer.origin, { signal, keepAlive: i % 3 > 0 }));
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    for (const socket of peer.sockets) expect(socket.listenerCount('data')).toBeLessThan(3);
  });
});

describe('kept connections', () => {
  const keepAlive = true;

  it('G-GEN-02: are taken again when asked for, and only then', async () => {
    const peer = await scriptedPeer(scripts.answer('x'));
    const transport = nodeTransport();
    onTestFinished(() => transport.close());
    await transport(postTo(peer.origin, { keepAlive }));
    await transport(postTo(peer.origin, { keepAlive }));
    expect(peer.connections).toBe(1);
    await transport(postTo(peer.origin));
    expect([peer.connections, peer.requests.map(({ headers }) => headers.connection)]).toEqual([
      2,
      ['keep-alive', 'keep-alive', 'close'],
    ]);
  });

  it('are taken again with TLS', async () => {
    const peer = await scriptedPeer(scripts.answer('x'), { tls: true });
    const transport = nodeTransport({ ca: PEER_CERTIFICATE });
    onTestFinished(() => transport.close());
    for (let i = 0; i < 3; i++) await transport(postTo(peer.origin, { keepAlive }));
    expect([peer.connections, peer.requests.length]).toEqual([1, 3]);
  });

  it('that the server has closed unnoticed are left alone, and the request goes once, over a new one', async () => {
    const peer = await scriptedPeer(scripts.answer('x'));
    const transport = nodeTransport();
    onTestFinished(() => transport.close());
    await Promise.all([1, 2, 3].map(() => transport(postTo(peer.origin, { keepAlive }))));
    expect(peer.connections).toBe(3);
    // In one go: the ends wait in the kernel, and the client has not looked yet.
    for (const socket of peer.sockets) socket.destroy();
    expect((await transport(postTo(peer.origin, { keepAlive }))).status).toBe(200);
    expect([peer.connections, peer.requests.length]).toEqual([4, 4]);
  });

  it.each([
    ['reset', scripts.resetAfterRequest],
    ['closed', scripts.closeAfterRequest],
  ] as const)('that die after the request leave it unknown: %s, and it is not sent again', async (reason, end) => {
    const peer = await scriptedPeer(async (connection, index) => {
      await connection.request();
      connection.write(OK);
      await end(connection);
      expect(index).toBe(0);
    });
    const transport = nodeTransport();
    onTestFinished(() => transport.close());
    await transport(postTo(peer.origin, { keepAlive }));
    expect(await failureOf(transport(postTo(peer.origin, { keepAlive })))).toEqual({ phase: 'exchange', reason, isSent: true });
    expect([peer.connections, peer.requests.length]).toEqual([1, 2]);
  });

  it('with an answer to nothing on them are left alone', async () => {
    const peer = await scriptedPeer(scripts.answer('x'));
    const transport = nodeTransport();
    onTestFinished(() => transport.close());
    await transport(postTo(peer.origin, { keepAlive }));
    // It waits in the kernel, as above.
    peer.sockets[0]!.write(answerText('of another request'));
    expect(Buffer.from((await transport(postTo(peer.origin, { keepAlive }))).body).toString()).toBe('x');
    expect([peer.connections, peer.requests.length]).toEqual([2, 2]);
  });

  it('go after a while', async () => {
    const peer = await scriptedPeer(scripts.answer('x'));
    const transport = nodeTransport({ idleMs: 20 });
    await transport(postTo(peer.origin, { keepAlive }));
    await new Promise((resolve) => peer.sockets[0]!.once('close', resolve));
    await transport(postTo(peer.origin, { keepAlive }));
    expect(peer.connections).toBe(2);
    transport.close();
    await new Promise((resolve) => peer.sockets[1]!.once('close', resolve));
  });

  it('G-GEN-03: are not taken when the server names a time of a second or less', async () => {
    const peer = await scriptedPeer(scripts.answer('x', { headers: ['Keep-Alive: timeout=1'] }));
    const transport = nodeTransport();
    onTestFinished(() => transport.close());
    await transport(postTo(peer.origin, { keepAlive }));
    await transport(postTo(peer.origin, { keepAlive }));
    expect(peer.connections).toBe(2);
  });
});
