import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProtocolError } from '../../src/protocol/errors.js';
import { type Attempt, ConnectError, OutcomeUnknownError } from '../../src/sender/errors.js';
import { defaultTimeoutMs, exchange, FORM_HEADERS, urlAt } from '../../src/sender/exchange.js';
import { type Transport, TransportFailure, type TransportRequest, type TransportResponse } from '../../src/sender/transport.js';
import { BODY, errorOf } from '../support/transports.js';

const primary = 'https://one.example.com';
const secondary = 'https://two.example.com:8443/base';
const request = { path: '/webservices/http/sendsms', body: BODY };

const response = (text: string, status = 200): TransportResponse => ({
  status,
  headers: {},
  body: new TextEncoder().encode(text),
});
const refused = new TransportFailure('connect', 'refused', false, { code: 'ECONNREFUSED' });

/** A transport that plays outcomes one after the other, and what it was asked. */
function playing(...outcomes: (TransportResponse | Error | 'silence')[]) {
  const asked: TransportRequest[] = [];
  const transport: Transport = async (each) => {
    const outcome = outcomes[asked.length];
    asked.push(each);
    if (outcome === 'silence') return new Promise(() => {});
    if (outcome === undefined || outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { transport, asked };
}

describe('what a transport is asked', () => {
  it('G-CLI-03, G-GEN-02: a POST of a form, over a connection of its own', async () => {
    const { transport, asked } = playing(response('x'));
    await exchange(request, { primary, transport });
    expect(asked).toEqual([
      {
        url: 'https://one.example.com/webservices/http/sendsms',
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: BODY,
        connectTimeoutMs: 10_000,
        timeoutMs: expect.closeTo(30_100, -3),
        maxResponseOctets: 1_048_576,
        keepAlive: false,
        signal: undefined,
      },
    ]);
    expect(asked[0]!.headers).toEqual(FORM_HEADERS);
  });

  it('G-CLI-03: GET and headers when they are named', async () => {
    const { transport, asked } = playing(response('x'), response('x'));
    await exchange({ path: '/sendsms?a=b', body: '', method: 'GET' }, { primary, transport });
    await exchange(
      { ...request, headers: { SOAPAction: '""' } },
      { primary, transport, keepAlive: true, maxResponseOctets: 10 },
    );
    expect(asked).toMatchObject([
      { url: 'https://one.example.com/sendsms?a=b', method: 'GET', headers: {}, body: '' },
      { headers: { SOAPAction: '""' }, keepAlive: true, maxResponseOctets: 10 },
    ]);
    expect(Object.keys(asked[1]!.headers)).toEqual(['SOAPAction']);
  });

  it('G-CLI-07: time by the number of recipients', async () => {
    expect([1, 10, 350].map(defaultTimeoutMs)).toEqual([30_100, 31_000, 65_000]);
    const { transport, asked } = playing(response('x'), response('x'));
    await exchange({ ...request, recipients: 350 }, { primary, transport });
    await exchange({ ...request, recipients: 350 }, { primary, transport, timeoutMs: 5_000 });
    expect(asked[0]!.timeoutMs).toBeGreaterThan(60_000);
    expect(asked[0]!.timeoutMs).toBeLessThanOrEqual(65_000);
    expect(asked[1]!.timeoutMs).toBeLessThanOrEqual(5_000);
    // There is no other server to leave time for.
    expect(asked[1]!.connectTimeoutMs).toBe(asked[1]!.timeoutMs);
  });

  it('G-CLI-07: both servers share the time; the primary may use half of it to connect', async () => {
    const asked: TransportRequest[] = [];
    const transport: Transport = async (each) => {
      asked.push(each);
      if (asked.length > 1) return response('x');
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw refused;
    };
    await exchange(request, { primary, secondary, transport, timeoutMs: 8_000 });
    const [one, two] = asked as [TransportRequest, TransportRequest];
    expect([one.url, two.url]).toEqual([`${primary}${request.path}`, `${secondary}${request.path}`]);
    expect(one.connectTimeoutMs).toBe(one.timeoutMs / 2);
    // A timer may be a millisecond early.
    expect(two.timeoutMs).toBeLessThanOrEqual(one.timeoutMs - 49);
    expect(two.connectTimeoutMs).toBe(two.timeoutMs);
  });

  it('takes a limit past every timer', async () => {
    const { transport } = playing(response('x'));
    await exchange(request, { primary, transport, timeoutMs: Number.POSITIVE_INFINITY, connectTimeoutMs: 1e12 });
  });
});

describe('what comes of it', () => {
  it('gives the answer with its text and what was tried', async () => {
    const { transport } = playing(refused, { ...response('\uFEFF158 - \u00fc'), headers: { server: 'x' } });
    const answer = await exchange(request, { primary, secondary, transport });
    expect(answer).toEqual({
      status: 200,
      headers: { server: 'x' },
      body: new TextEncoder().encode('\uFEFF158 - \u00fc'),
      text: '158 - \u00fc',
      attempted: [
        { server: 'primary', origin: 'https://one.example.com', phase: 'connect', reason: 'refused' },
        { server: 'secondary', origin: 'https://two.example.com:8443', phase: 'exchange', reason: 'answered' },
      ],
    });
  });

  it('G-CLI-14: gives statuses besides 200 only where they are named', async () => {
    const fault = response('<Fault/>', 500);
    const { transport } = playing(fault, fault, response('', 0));
    expect(await exchange({ ...request, otherStatuses: [500] }, { primary, transport })).toMatchObject({
      status: 500,
      text: '<Fault/>',
    });
    const error = await errorOf(exchange(request, { primary, transport }));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ status: 500, excerpt: '<Fault/>', message: 'status 500 in place of 200' });
    expect(await errorOf(exchange(request, { primary, transport }))).toMatchObject({
      message: expect.stringContaining('redirect'),
    });
  });

  it('G-CLI-14: an answer of a named status that is cut is no answer, one of another status is told', async () => {
    const cut = new TransportFailure('exchange', 'cut', true, { status: 500 });
    const { transport } = playing(cut, cut);
    const named = exchange({ ...request, otherStatuses: [500] }, { primary, transport });
    expect(await errorOf(named)).toBeInstanceOf(OutcomeUnknownError);
    expect(await errorOf(exchange(request, { primary, transport }))).toMatchObject({
      name: 'ProtocolError',
      status: 500,
      cause: cut,
    });
  });

  it.each([
    ['dns', false, true, false],
    ['connect', false, true, false],
    ['tls', false, false, false],
    ['tls', false, true, true],
    ['exchange', false, false, true],
    ['exchange', true, false, true],
    // A transport that contradicts itself: what was sent counts.
    ['connect', true, false, true],
  ] as const)(
    'G-CLI-01: phase %s, sent %s: the secondary is asked: %s (TLS too: %s)',
    async (phase, isSent, isAsked, failOverOnTls) => {
      const failure = new TransportFailure(phase, 'failed', isSent);
      const { transport, asked } = playing(failure, response('x'));
      const outcome = await exchange(request, { primary, secondary, transport, failOverOnTls }).catch(
        (error: unknown) => error,
      );
      expect(asked.length).toBe(isAsked ? 2 : 1);
      if (isAsked) expect(outcome).toMatchObject({ text: 'x' });
      else {
        expect(outcome).toBeInstanceOf(isSent ? OutcomeUnknownError : ConnectError);
        expect(outcome).toMatchObject({ cause: failure, attempted: [{ server: 'primary', phase, reason: 'failed' }] });
      }
    },
  );

  it('G-CLI-01: nobody is asked twice: the secondary is the last', async () => {
    const { transport, asked } = playing(refused, refused, response('x'));
    expect(await errorOf(exchange(request, { primary, secondary, transport }))).toBeInstanceOf(ConnectError);
    expect(asked.length).toBe(2);
  });

  it.each([new TypeError('broken'), 'text', undefined])(
    'a transport that fails in its own way says nothing: the request counts as sent',
    async (thrown) => {
      const transport = vi.fn((): Promise<TransportResponse> => {
        throw thrown;
      });
      const error = await errorOf(exchange(request, { primary, secondary, transport }));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({ reason: 'failed' });
      expect(transport).toHaveBeenCalledTimes(1);
    },
  );

  it('no time is left: the secondary is not asked', async () => {
    const told: Attempt[] = [];
    const asked: TransportRequest[] = [];
    const transport: Transport = async (each) => {
      asked.push(each);
      const end = performance.now() + 15;
      while (performance.now() < end);
      throw refused;
    };
    const options = { primary, secondary, transport, timeoutMs: 10, onAttempt: (attempt: Attempt) => told.push(attempt) };
    expect(await errorOf(exchange(request, options))).toBeInstanceOf(ConnectError);
    expect([asked.length, told.length]).toEqual([1, 1]);
  });
});

describe('a transport that does not end', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('G-CLI-07: counts as sent when the time is over', async () => {
    vi.useFakeTimers();
    const { transport, asked } = playing('silence', response('x'));
    const error = errorOf(exchange(request, { primary, secondary, transport, timeoutMs: 5_000 }));
    await vi.advanceTimersByTimeAsync(6_100);
    expect(await error).toBeInstanceOf(OutcomeUnknownError);
    expect(await error).toMatchObject({ reason: 'timeout' });
    expect([asked.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('G-CLI-07: counts as sent after an abort', async () => {
    vi.useFakeTimers();
    const { transport } = playing('silence');
    const controller = new AbortController();
    const error = errorOf(exchange(request, { primary, secondary, transport, signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await error).toMatchObject({ name: 'OutcomeUnknownError', reason: 'aborted' });
    expect([getEventListeners(controller.signal, 'abort').length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

describe('abort', () => {
  it('G-CLI-07: before it begins, whatever the reason is', async () => {
    const { transport, asked } = playing(response('x'));
    expect(await errorOf(exchange(request, { primary, transport, signal: AbortSignal.abort('why') }))).toBe('why');
    expect(asked).toEqual([]);
  });

  it('G-CLI-07: without a reason to give', async () => {
    const failure = new TransportFailure('connect', 'aborted', false);
    const { transport, asked } = playing(failure);
    expect(await errorOf(exchange(request, { primary, secondary, transport }))).toBe(failure);
    expect(asked.length).toBe(1);
  });

  it('leaves no listener on a signal after a thousand exchanges', async () => {
    const { signal } = new AbortController();
    let isRefusing = false;
    const transport: Transport = async () => {
      isRefusing = !isRefusing;
      if (isRefusing) throw refused;
      return response('x');
    };
    for (let i = 0; i < 1_000; i++) await exchange(request, { primary, secondary, transport, signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('a hundred exchanges at a time have one listener on their signal: Node warns of more than ten', async () => {
    const { signal } = new AbortController();
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const transport: Transport = async () => {
      await isAnswered;
      return response('x');
    };
    const sent = Array.from({ length: 100 }, () => exchange(request, { primary, transport, signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    answer();
    await Promise.all(sent);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('hooks', () => {
  it('that throw change nothing', async () => {
    const { transport } = playing(refused, response('x'));
    const broken = vi.fn(() => {
      throw new Error('broken');
    });
    const answer = await exchange(request, { primary, secondary, transport, onAttempt: broken, onFailover: broken });
    expect(answer.text).toBe('x');
    expect(broken).toHaveBeenCalledTimes(3);
  });
});

describe('addresses', () => {
  it('G-GEN-06: the path goes below whatever the address has', () => {
    expect(urlAt('https://a.example.com', '/b')).toBe('https://a.example.com/b');
    expect(urlAt('HTTP://A.example.com:80/c//', '/b?d')).toBe('http://a.example.com/c/b?d');
    expect(urlAt('http://[::1]:8080/c', '/b')).toBe('http://[::1]:8080/c/b');
  });

  it.each([
    'someone:90417362@example.com',
    'https://someone:90417362@example.com',
    'https://example.com/?PIN=90417362',
    'https://example.com/#90417362',
    'ftp://example.com/90417362',
    '//90417362',
  ])('refuses what is no address of a server, without showing it: %s', async (server) => {
    const { transport, asked } = playing();
    const error = await errorOf(exchange(request, { primary: server, transport }));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).not.toContain('90417362');
    expect(await errorOf(exchange(request, { primary, secondary: server, transport }))).toBeInstanceOf(TypeError);
    expect(asked).toEqual([]);
  });

  it.each([0, -1, Number.NaN, '5' as unknown as number])('refuses a time of %s', async (ms) => {
    const { transport } = playing();
    expect(await errorOf(exchange(request, { primary, transport, timeoutMs: ms }))).toBeInstanceOf(TypeError);
    expect(await errorOf(exchange(request, { primary, transport, connectTimeoutMs: ms }))).toBeInstanceOf(TypeError);
  });
});
