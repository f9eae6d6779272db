import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../../src/protocol/errors.js';
import { ConnectError, OutcomeUnknownError } from '../../src/sender/errors.js';
import { type ExchangeAnswer, type ExchangeOptions, exchange, type Failover } from '../../src/sender/exchange.js';
import { nodeTransport } from '../../src/sender/node-transport.js';
import {
  answerText,
  closedPort,
  PEER_CERTIFICATE,
  type Peer,
  type PeerScript,
  scriptedPeer,
  scripts,
  silentPort,
} from '../support/scripted-peer.js';
import { BODY, SECRETS } from '../support/transports.js';

/** What no name leads to: nobody is asked. */
const noHost: LookupFunction = (host, _options, callback) => {
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  setImmediate(() => callback(error, []));
};
const transport = nodeTransport({ ca: PEER_CERTIFICATE, lookup: noHost });

const request = { path: '/webservices/http/sendsms', body: BODY, secrets: [SECRETS.pin, SECRETS.text] };

/** A send, and what the hooks were told. */
async function send(primary: string, secondary: string | undefined, other: Partial<ExchangeOptions> = {}) {
  const told: string[] = [];
  const failovers: Failover[] = [];
  const options: ExchangeOptions = {
    primary,
    secondary,
    transport,
    onAttempt: ({ server, phase, reason }) => told.push(`${server} ${phase} ${reason}`),
    onFailover: (failover) => {
      told.push('failover');
      failovers.push(failover);
    },
    ...other,
  };
  let answer: ExchangeAnswer | undefined;
  let error: unknown;
  try {
    answer = await exchange(request, options);
  } catch (thrown) {
    error = thrown;
  }
  return { answer, error, told, failovers };
}

/** Connections and requests that a server saw. */
const seen = ({ connections, requests }: Peer) => [connections, requests.length];

const ok = (name: string) => scriptedPeer(scripts.answer(`158 - ${name}\r\n`));
const secured = (peer: Peer) => peer.origin.replace('http:', 'https:');

describe('G-CLI-01: no TCP connection to the primary: the secondary is asked', () => {
  it('a primary that answers is the only one asked', async () => {
    const [primary, secondary] = [await ok('one'), await ok('two')];
    const { answer, told } = await send(primary.origin, secondary.origin);
    expect(answer?.text).toBe('158 - one\r\n');
    expect(told).toEqual(['primary exchange answered']);
    expect([seen(primary), seen(secondary)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it.each([
    ['a closed port', async (): Promise<string> => `http://127.0.0.1:${await closedPort()}`, 'connect refused'],
    ['an unknown host', async (): Promise<string> => 'http://gateway.invalid', 'dns unknown-host'],
    ['a port that answers no SYN', async (): Promise<string> => `http://127.0.0.1:${await silentPort()}`, 'connect timeout'],
    ['a closed port for TLS', async (): Promise<string> => `https://127.0.0.1:${await closedPort()}`, 'connect refused'],
  ] as const)('%s', async (_name, primary, reason) => {
    const secondary = await ok('two');
    const address = await primary();
    const { answer, told, failovers } = await send(address, secondary.origin, { connectTimeoutMs: 300 });
    expect(answer?.text).toBe('158 - two\r\n');
    expect(told).toEqual([`primary ${reason}`, 'failover', 'secondary exchange answered']);
    expect(answer?.attempted.map(({ server, phase }) => `${server} ${phase}`)).toEqual([
      `primary ${reason.split(' ')[0]}`,
      'secondary exchange',
    ]);
    expect(failovers).toEqual([{ from: new URL(address).origin, to: secondary.origin, reason: reason.split(' ')[1] }]);
    expect(seen(secondary)).toEqual([1, 1]);
    expect(secondary.requests[0]).toMatchObject({ line: 'POST /webservices/http/sendsms HTTP/1.1', body: BODY });
  });

  it('G-GEN-06: at its own address, path below it included', async () => {
    const secondary = await ok('two');
    await send(`http://127.0.0.1:${await closedPort()}/a/`, `${secondary.origin}/b/c/`);
    expect(secondary.requests[0]!.line).toBe('POST /b/c/webservices/http/sendsms HTTP/1.1');
  });

  it('a primary without end leaves half of the time to the secondary', async () => {
    const secondary = await ok('two');
    const silent = `http://127.0.0.1:${await silentPort()}`;
    const { answer } = await send(silent, secondary.origin, { timeoutMs: 1_000 });
    expect(answer?.text).toBe('158 - two\r\n');
  });

  it('without a secondary there is nobody else to ask', async () => {
    const { error, told } = await send(`http://127.0.0.1:${await closedPort()}`, undefined);
    expect(error).toBeInstanceOf(ConnectError);
    expect(told).toEqual(['primary connect refused']);
  });

  it('both down: ConnectError with both', async () => {
    const [one, two] = [`http://127.0.0.1:${await closedPort()}`, 'http://gateway.invalid'];
    const { error, told } = await send(one, two);
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({
      attempted: [
        { server: 'primary', origin: one, phase: 'connect', reason: 'refused' },
        { server: 'secondary', origin: two, phase: 'dns', reason: 'unknown-host' },
      ],
    });
    expect(told).toEqual(['primary connect refused', 'failover', 'secondary dns unknown-host']);
  });

  it('G-CLI-07: the time for everything ends while the secondary is connected to', async () => {
    const silent = `http://127.0.0.1:${await silentPort()}`;
    const { error, told } = await send(`http://127.0.0.1:${await closedPort()}`, silent, { timeoutMs: 300 });
    expect(error).toBeInstanceOf(ConnectError);
    expect(told).toEqual(['primary connect refused', 'failover', 'secondary connect timeout']);
  });

  it('G-CLI-07: the time for everything ends while the secondary is waited for', async () => {
    const [primary, secondary] = [`http://127.0.0.1:${await silentPort()}`, await scriptedPeer(scripts.silence)];
    const { error } = await send(primary, secondary.origin, { timeoutMs: 600 });
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ reason: 'timeout' });
    expect(seen(secondary)).toEqual([1, 1]);
  });

  it('G-CLI-02: a secondary that refuses the login is believed: no third try', async () => {
    const secondary = await scriptedPeer(scripts.answer('171 - Invalid Login\r\n'));
    const { answer, told } = await send(`http://127.0.0.1:${await closedPort()}`, secondary.origin);
    expect(answer?.text).toBe('171 - Invalid Login\r\n');
    expect(told).toEqual(['primary connect refused', 'failover', 'secondary exchange answered']);
    expect(seen(secondary)).toEqual([1, 1]);
  });

  it('a secondary that breaks off after the request: unknown, with both attempts', async () => {
    const secondary = await scriptedPeer(scripts.resetAfterRequest);
    const { error } = await send(`http://127.0.0.1:${await closedPort()}`, secondary.origin);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({
      reason: 'reset',
      attempted: [{ server: 'primary' }, { server: 'secondary', phase: 'exchange' }],
    });
    expect(seen(secondary)).toEqual([1, 1]);
  });
});

describe('G-CLI-01: the connection came about, TLS did not: nothing was sent, and the secondary is asked only when that is wanted', () => {
  const plain: PeerScript = ({ socket, end }) => void socket.once('data', () => end('HTTP/1.1 400 No\r\n\r\n'));

  it.each<[string, PeerScript, string | undefined]>([
    ['is silent', scripts.silence, 'timeout'],
    ['does not speak TLS', plain, 'tls'],
    ['hangs up', scripts.closeAtOnce, undefined],
    ['resets', scripts.resetAtOnce, undefined],
  ])('a primary that %s', async (_name, script, reason) => {
    const [primary, secondary] = [await scriptedPeer(script), await ok('two')];
    const without = await send(secured(primary), secondary.origin, { connectTimeoutMs: 300 });
    expect(without.error).toBeInstanceOf(ConnectError);
    expect(without.error).toMatchObject({ attempted: [{ server: 'primary', origin: secured(primary), phase: 'tls' }] });
    if (reason !== undefined) expect(without.error).toMatchObject({ attempted: [{ reason }] });
    expect([without.failovers, seen(primary), seen(secondary)]).toEqual([[], [1, 0], [0, 0]]);

    const asked = await send(secured(primary), secondary.origin, { connectTimeoutMs: 300, failOverOnTls: true });
    expect(asked.answer?.text).toBe('158 - two\r\n');
    expect([asked.failovers.length, seen(primary), seen(secondary)]).toEqual([1, [2, 0], [1, 1]]);
  });

  it('a primary whose certificate is refused', async () => {
    const [primary, secondary] = [await scriptedPeer(scripts.answer('x'), { tls: true }), await ok('two')];
    const strict = { transport: nodeTransport() };
    const { error } = await send(primary.origin, secondary.origin, strict);
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({ attempted: [{ phase: 'tls', reason: 'certificate' }] });
    expect([primary.octets, seen(secondary)]).toEqual([0, [0, 0]]);
    const { answer } = await send(primary.origin, secondary.origin, { ...strict, failOverOnTls: true });
    expect(answer?.text).toBe('158 - two\r\n');
  });

  it('a primary with a certificate that is trusted is asked', async () => {
    const primary = await scriptedPeer(scripts.answer('158 - one\r\n'), { tls: true });
    expect((await send(primary.origin, undefined)).answer?.text).toBe('158 - one\r\n');
  });
});

describe('G-CLI-01: the connection came about: the secondary is never asked', () => {
  it.each([
    ['resets after the request', scripts.resetAfterRequest, 'reset'],
    ['closes without an answer', scripts.closeAfterRequest, 'closed'],
    ['is silent after the request', scripts.silence, 'timeout'],
    ['cuts its answer in the headers', scripts.say('HTTP/1.1 200 OK\r\nContent-'), 'cut'],
    ['cuts its answer in the body', scripts.say('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n158'), 'cut'],
    ['cuts its answer between chunks', scripts.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n158\r\n'), 'cut'],
    ['does not speak HTTP', scripts.say('+OK POP3\r\n'), 'not-http'],
    ['answers without end', scripts.flood('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(10_000)), 'too-long'],
  ] as const)('a primary that %s: OutcomeUnknownError', async (_name, script, reason) => {
    const [primary, secondary] = [await scriptedPeer(script), await ok('two')];
    const { error, told } = await send(primary.origin, secondary.origin, { timeoutMs: reason === 'timeout' ? 300 : 30_000 });
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({
      reason,
      attempted: [{ server: 'primary', origin: primary.origin, phase: 'exchange', reason }],
    });
    expect(told).toEqual([`primary exchange ${reason}`]);
    expect([seen(primary), seen(secondary)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('a primary that resets before the request', async () => {
    const [primary, secondary] = [await scriptedPeer(scripts.resetAtOnce), await ok('two')];
    const { error } = await send(primary.origin, secondary.origin, { failOverOnTls: true });
    // Which of the two depends on whether the reset overtakes the news of the connection.
    expect(['ConnectError', 'OutcomeUnknownError']).toContain((error as Error).name);
    expect(error).toMatchObject({ attempted: [{ server: 'primary', phase: 'exchange', reason: 'reset' }] });
    expect([seen(primary), seen(secondary)]).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  it.each([301, 302, 303, 307, 308])('a redirect by %i is an error, and the PIN goes nowhere else', async (status) => {
    const [target, secondary] = [await ok('target'), await ok('two')];
    const headers = [`Location: ${target.origin}/x`];
    const primary = await scriptedPeer(scripts.answer(`moved, ${SECRETS.pin}`, { status: `${status} Moved`, headers }));
    const { error } = await send(primary.origin, secondary.origin);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ reason: 'status', status });
    expect((error as ProtocolError).excerpt).toMatch(/^moved, /);
    expect((error as ProtocolError).excerpt).not.toContain(SECRETS.pin);
    expect([seen(primary), seen(target), seen(secondary)]).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  it.each([204, 400, 404, 413, 429, 500, 502, 503])(
    'G-CLI-14: status %i is a ProtocolError, without another try',
    async (status) => {
      const [primary, secondary] = [await scriptedPeer(scripts.say(`HTTP/1.1 ${status} X\r\n\r\n`)), await ok('two')];
      const { error } = await send(primary.origin, secondary.origin);
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error).toMatchObject({ reason: 'status', status });
      expect([seen(primary), seen(secondary)]).toEqual([
        [1, 1],
        [0, 0],
      ]);
    },
  );

  it('G-CLI-14: so is one whose body does not end', async () => {
    const primary = await scriptedPeer(scripts.say('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 99\r\n\r\n<html>'));
    const { error } = await send(primary.origin, undefined);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ reason: 'status', status: 502 });
  });

  it('G-CLI-02: an answer is an answer, whatever it says', async () => {
    const [primary, secondary] = [await scriptedPeer(scripts.answer('98 - internal error\r\n')), await ok('two')];
    expect((await send(primary.origin, secondary.origin)).answer?.text).toBe('98 - internal error\r\n');
    expect([seen(primary), seen(secondary)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});

describe('G-CLI-07: abort', () => {
  it('before it begins: the reason, and no connection', async () => {
    const [primary, secondary] = [await ok('one'), await ok('two')];
    const reason = new Error('changed my mind');
    const { error, told } = await send(primary.origin, secondary.origin, { signal: AbortSignal.abort(reason) });
    expect(error).toBe(reason);
    expect([told, seen(primary), seen(secondary)]).toEqual([[], [0, 0], [0, 0]]);
  });

  it('while the primary is connected to: the reason, and the secondary is not asked', async () => {
    const secondary = await ok('two');
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const stuck = nodeTransport({ lookup: () => setImmediate(() => controller.abort(reason)) });
    const { error, told } = await send('http://gateway.invalid', secondary.origin, {
      signal: controller.signal,
      transport: stuck,
    });
    expect(error).toBe(reason);
    expect([told, seen(secondary)]).toEqual([['primary dns aborted'], [0, 0]]);
  });

  it('while it connects to a port that answers no SYN', async () => {
    const port = await silentPort();
    const signal = AbortSignal.timeout(100);
    const { error } = await send(`http://127.0.0.1:${port}`, undefined, { signal });
    expect(error).toBe(signal.reason);
  });

  it('between the two: the reason', async () => {
    const secondary = await ok('two');
    const controller = new AbortController();
    const { error } = await send(`http://127.0.0.1:${await closedPort()}`, secondary.origin, {
      signal: controller.signal,
      onFailover: () => controller.abort(),
    });
    expect(error).toBe(controller.signal.reason);
    expect(seen(secondary)).toEqual([0, 0]);
  });

  it('while it waits for the answer: the outcome is unknown', async () => {
    const [primary, secondary] = [await scriptedPeer(scripts.silence), await ok('two')];
    const controller = new AbortController();
    const sent = send(primary.origin, secondary.origin, { signal: controller.signal });
    await primary.waitForRequests(1);
    controller.abort(new Error('changed my mind'));
    const { error } = await sent;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ reason: 'aborted' });
    expect([seen(primary), seen(secondary)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});

describe('kept connections', () => {
  it('G-GEN-02: one that dies after the request leaves it unknown: neither server gets it again', async () => {
    const secondary = await ok('two');
    const primary = await scriptedPeer(async (connection) => {
      await connection.request();
      connection.write(answerText('158 - one\r\n'));
      await connection.request();
      connection.reset();
    });
    const keeping = nodeTransport();
    const options = { transport: keeping, keepAlive: true };
    expect((await send(primary.origin, secondary.origin, options)).answer?.text).toBe('158 - one\r\n');
    const { error } = await send(primary.origin, secondary.origin, options);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect([seen(primary), seen(secondary)]).toEqual([
      [1, 2],
      [0, 0],
    ]);
  });

  it('G-GEN-02: one that had died before the request is replaced: it goes once, and to the same server', async () => {
    const [primary, secondary] = [await ok('one'), await ok('two')];
    const keeping = nodeTransport();
    const options = { transport: keeping, keepAlive: true };
    await send(primary.origin, secondary.origin, options);
    primary.sockets[0]!.destroy();
    expect((await send(primary.origin, secondary.origin, options)).answer?.text).toBe('158 - one\r\n');
    expect([seen(primary), seen(secondary)]).toEqual([
      [2, 2],
      [0, 0],
    ]);
    keeping.close();
  });

  it('all requests of a minute, one after the other, each arrive once', async () => {
    const primary = await ok('one');
    const keeping = nodeTransport();
    for (let i = 0; i < 60; i++) await send(primary.origin, undefined, { transport: keeping, keepAlive: true });
    expect(seen(primary)).toEqual([1, 60]);
    keeping.close();
  });
});
