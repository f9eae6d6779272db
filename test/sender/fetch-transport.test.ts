import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { OutcomeUnknownError } from '../../src/sender/errors.js';
import { exchange } from '../../src/sender/exchange.js';
import { type Fetch, fetchTransport } from '../../src/sender/fetch-transport.js';
import { answerText, closedPort, scriptedPeer, scripts } from '../support/scripted-peer.js';
import { BODY, errorOf, failureOf, postTo } from '../support/transports.js';

const origin = 'https://gateway.example.com';

/** What Node's fetch throws. */
const fetchFailed = (cause: unknown) => Object.assign(new TypeError('fetch failed'), { cause });

describe('a request and its answer', () => {
  it('asks a fetch once, for no redirect', async () => {
    const fetch = vi.fn<Fetch>(async () => new Response('158 - Sent', { status: 200, headers: { 'X-Y': 'z' } }));
    const answer = await fetchTransport(fetch)(postTo(origin));
    expect(answer).toMatchObject({ status: 200, headers: { 'x-y': 'z' }, body: new TextEncoder().encode('158 - Sent') });
    expect(fetch.mock.calls).toEqual([
      [
        `${origin}/webservices/http/sendsms`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
          body: BODY,
          redirect: 'manual',
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
  });

  it('sends a GET without a body', async () => {
    const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 204 }));
    const answer = await fetchTransport(fetch)(postTo(origin, { method: 'GET', body: '', headers: {} }));
    expect(answer).toMatchObject({ status: 204, body: new Uint8Array(0) });
    expect(fetch.mock.calls[0]![1]).not.toHaveProperty('body');
  });

  it("is the runtime's own when none is given", async () => {
    const peer = await scriptedPeer(scripts.say(answerText('158 - Sent')));
    const { status, body } = await fetchTransport()(postTo(peer.origin));
    expect([status, Buffer.from(body).toString()]).toEqual([200, '158 - Sent']);
    expect(peer.requests).toMatchObject([{ line: 'POST /webservices/http/sendsms HTTP/1.1', body: BODY }]);
  });

  it('follows no redirect', async () => {
    const other = await scriptedPeer(scripts.answer('x'));
    const answer = answerText('', { status: '307 Temporary Redirect', headers: [`Location: ${other.origin}/`] });
    const peer = await scriptedPeer(scripts.say(answer));
    expect((await fetchTransport()(postTo(peer.origin))).status).toBe(307);
    expect([peer.requests.length, other.connections]).toEqual([1, 0]);
  });
});

describe('failures', () => {
  it('G-CLI-01: what is certain: a system call for the connection', async () => {
    expect(await failureOf(fetchTransport()(postTo(`http://127.0.0.1:${await closedPort()}`)))).toEqual({
      phase: 'connect',
      reason: 'refused',
      isSent: false,
    });
  });

  it.each([
    ['a look-up', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'dns', 'unknown-host'],
    ['a connection', { code: 'ETIMEDOUT', syscall: 'connect' }, 'connect', 'timeout'],
    ['a code of no word', { code: 'EACCES', syscall: 'connect' }, 'connect', 'failed'],
    [
      'several addresses',
      {
        errors: [
          { code: 'ECONNREFUSED', syscall: 'connect' },
          { code: 'EHOSTUNREACH', syscall: 'connect' },
        ],
      },
      'connect',
      'refused',
    ],
    ['a reset while connecting', { code: 'ECONNRESET', syscall: 'connect' }, 'exchange', 'reset'],
  ])('G-CLI-01: nothing was sent: %s', async (_name, cause, phase, reason) => {
    const failing = fetchTransport(async () => Promise.reject(fetchFailed(cause)));
    expect(await failureOf(failing(postTo(origin)))).toEqual({ phase, reason, isSent: false });
  });

  it.each([
    ['no cause, as in browsers', new TypeError('Failed to fetch')],
    ['a socket', fetchFailed({ code: 'UND_ERR_SOCKET' })],
    ['a time for connecting, which TLS may have used up', fetchFailed({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['a read', fetchFailed({ code: 'ECONNRESET', syscall: 'read' })],
    ['several, of which one was read from', fetchFailed({ errors: [{ syscall: 'connect' }, { syscall: 'read' }] })],
    ['several that are none', fetchFailed({ errors: [null] })],
    ['nothing at all', undefined],
    ['a text', 'broken'],
  ])('G-CLI-01: whatever else fails counts as sent: %s', async (_name, error) => {
    const failing = fetchTransport(async () => Promise.reject(error));
    expect(await failureOf(failing(postTo(origin)))).toEqual({ phase: 'exchange', reason: 'failed', isSent: true });
  });

  it('keeps a code, and nothing that is none', async () => {
    const failing = (error: unknown) => errorOf(fetchTransport(async () => Promise.reject(error))(postTo(origin)));
    expect(await failing(fetchFailed({ code: 'UND_ERR_SOCKET' }))).toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(await failing(Object.assign(new Error('x'), { code: 'ERR_X' }))).toMatchObject({ code: 'ERR_X' });
    expect(await failing(Object.assign(new Error('x'), { code: 'PIN=90417362' }))).toMatchObject({ code: undefined });
  });

  it('a fetch that throws', async () => {
    const broken: Fetch = () => {
      throw new Error('broken');
    };
    expect(await failureOf(fetchTransport(broken)(postTo(origin)))).toMatchObject({ isSent: true });
  });

  it.each([
    ['resets', scripts.resetAfterRequest, 'failed'],
    ['closes', scripts.closeAfterRequest, 'failed'],
    ['cuts its body', scripts.say('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n158'), 'cut'],
    ['answers without end', scripts.flood('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(4_096)), 'too-long'],
  ] as const)('a server that %s after the request', async (_name, script, reason) => {
    const peer = await scriptedPeer(script);
    expect(await failureOf(fetchTransport()(postTo(peer.origin)))).toEqual({ phase: 'exchange', reason, isSent: true });
    expect(peer.requests.length).toBe(1);
  });

  it('takes a body as large as the limit, and none that is larger', async () => {
    const transport = fetchTransport(async () => new Response('x'.repeat(5_000)));
    expect((await transport(postTo(origin, { maxResponseOctets: 5_000 }))).body.length).toBe(5_000);
    expect(await failureOf(transport(postTo(origin, { maxResponseOctets: 4_999 })))).toMatchObject({ reason: 'too-long' });
  });

  it('stops at the limit what a browser unpacks', async () => {
    let pulls = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulls++;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const transport = fetchTransport(async () => new Response(endless));
    expect(await failureOf(transport(postTo(origin, { maxResponseOctets: 10_000 })))).toMatchObject({ reason: 'too-long' });
    expect(pulls).toBeLessThan(20);
  });

  it('G-CLI-07: the time ends a fetch that never does, whether that listens or not', async () => {
    let given: AbortSignal | null | undefined;
    const deaf: Fetch = (_url, { signal }) => {
      given = signal;
      return new Promise(() => {});
    };
    const failure = await failureOf(fetchTransport(deaf)(postTo(origin, { timeoutMs: 20 })));
    expect(failure).toEqual({ phase: 'exchange', reason: 'timeout', isSent: true });
    expect(given?.aborted).toBe(true);
  });

  it('tells the status of a body that does not come', async () => {
    const transport = fetchTransport(async () => new Response(new ReadableStream(), { status: 502 }));
    expect(await errorOf(transport(postTo(origin, { timeoutMs: 20 })))).toMatchObject({ reason: 'timeout', status: 502 });
  });
});

describe('abort', () => {
  it('G-CLI-07: before it begins: nothing is asked', async () => {
    const fetch = vi.fn<Fetch>();
    const failure = await failureOf(fetchTransport(fetch)(postTo(origin, { signal: AbortSignal.abort() })));
    expect(failure).toEqual({ phase: 'connect', reason: 'aborted', isSent: false });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('G-CLI-07: afterwards it may have been sent', async () => {
    const controller = new AbortController();
    const peer = await scriptedPeer(scripts.silence);
    const failure = failureOf(fetchTransport()(postTo(peer.origin, { signal: controller.signal })));
    await peer.waitForRequests(1);
    controller.abort();
    expect(await failure).toEqual({ phase: 'exchange', reason: 'aborted', isSent: true });
  });

  it('leaves no listener on a signal', async () => {
    const { signal } = new AbortController();
    let isFailing = false;
    const transport = fetchTransport(async () => {
      isFailing = !isFailing;
      if (isFailing) throw new TypeError('x');
      return new Response('x');
    });
    for (let i = 0; i < 1_000; i++) await transport(postTo(origin, { signal })).catch(() => {});
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

it('a redirect that a browser hides is an error', async () => {
  // What `redirect: manual` gives in a browser.
  const hidden = { status: 0, type: 'opaqueredirect', headers: new Headers(), body: null } as Response;
  const error = await errorOf(
    exchange({ path: '/x', body: BODY }, { primary: origin, transport: fetchTransport(async () => hidden) }),
  );
  expect(error).toMatchObject({ name: 'ProtocolError', reason: 'status', status: 0 });
});

it('G-CLI-01: without a proof the secondary is not asked', async () => {
  const fetch = vi.fn<Fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  const options = { primary: origin, secondary: 'https://two.example.com', transport: fetchTransport(fetch) };
  expect(await errorOf(exchange({ path: '/x', body: BODY }, options))).toBeInstanceOf(OutcomeUnknownError);
  expect(fetch).toHaveBeenCalledTimes(1);
});
