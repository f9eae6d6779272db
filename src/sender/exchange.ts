/**
 * One request and its answer, over the primary server or, when no connection to that comes about, the secondary one.
 *
 *   primary:   look-up, TCP ── failed ──► secondary     G-CLI-01
 *                   │
 *                  TLS ─────── failed ──► ConnectError, or the secondary when `failOverOnTls` says so
 *                   │
 *                request ───── failed ──► OutcomeUnknownError; never a second time
 *                   │
 *                 answer ── not 200 ────► ProtocolError; redirects are not followed
 *
 * Whatever an answer says, there is no further request (G-CLI-02). Source: the gateway interface document, G-GEN-02, G-GEN-06, G-CLI-01 to 03 and
 * G-CLI-07. Redirects and times are decisions of docs/decisions.md, Sender.
 * @module
 */
import { ProtocolError } from '../protocol/errors.js';
import { callListener, whenAborted } from './callers.js';
import { type Attempt, ConnectError, OutcomeUnknownError, type ServerName } from './errors.js';
import { type Transport, TransportFailure, type TransportRequest, type TransportResponse, timerMs } from './transport.js';

/** What is asked for. */
export interface ExchangeRequest {
  /** Path below the servers' addresses, from its slash on; with GET the query too. */
  readonly path: string;
  /** POST when absent. */
  readonly method?: 'POST' | 'GET' | undefined;
  /** Empty with GET. */
  readonly body: string;
  /** Without Host, Content-Length and Connection; {@link FORM_HEADERS} when absent and there is a body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Recipients of the request, for the time that it is given by default. */
  readonly recipients?: number | undefined;
  /** Texts that errors must not show: PIN, message. */
  readonly secrets?: readonly string[] | undefined;
  /** Statuses besides 200 whose answers are given to the caller; none when absent. */
  readonly otherStatuses?: readonly number[] | undefined;
}

/** A switch from the primary to the secondary server. */
export interface Failover {
  /** Scheme, host and port of the primary. */
  readonly from: string;
  /** Scheme, host and port of the secondary. */
  readonly to: string;
  /** Why no connection to the primary could be made: a `FailureReason`. */
  readonly reason: string;
}

/** Servers, limits and who wants to know. */
export interface ExchangeOptions {
  /** Address of the primary server, http or https, without query and user. */
  readonly primary: string;
  readonly secondary?: string | undefined;
  readonly transport: Transport;
  /** Milliseconds for both servers together; {@link defaultTimeoutMs} when absent. */
  readonly timeoutMs?: number | undefined;
  /** Time limit for a connection in milliseconds, 10,000 by default; at the primary half of the time at most, when there is a secondary. */
  readonly connectTimeoutMs?: number | undefined;
  /** Octets of an answer, 1 MiB when absent. */
  readonly maxResponseOctets?: number | undefined;
  readonly keepAlive?: boolean | undefined;
  /** Go to the secondary server when TLS with the primary fails, too. */
  readonly failOverOnTls?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each attempt; an error that it throws is dropped, since what was sent is sent. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Called before the secondary server is asked; an error that it throws is dropped. */
  readonly onFailover?: ((failover: Failover) => void) | undefined;
}

/** An answer. */
export interface ExchangeAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body as UTF-8; what is none becomes U+FFFD. */
  readonly text: string;
  /** What was tried; the last one answered. */
  readonly attempted: readonly Attempt[];
}

const DEFAULT_CONNECT_MS = 10_000;
const DEFAULT_RESPONSE_OCTETS = 1_048_576;
/** Milliseconds that a transport has, after its time or an abort, to say how far the request came. */
const GRACE_MS = 1_000;

/** Headers of a form body (G-GEN-02). */
export const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' } as const;

/** Milliseconds that a request is given: 30,000 and 100 for each recipient (G-CLI-07). */
export function defaultTimeoutMs(recipients: number): number {
  return 30_000 + 100 * recipients;
}

/**
 * Where a path lies below a server's address.
 * @throws TypeError for an address that is not http or https, or that has a user, a query or a fragment.
 */
export function urlAt(server: string, path: string): string {
  const { protocol, username, password, search, hash, origin, pathname } = parseAddress(server);
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError("a server's address begins with http:// or https://");
  if (username !== '' || password !== '') throw new TypeError("a server's address holds no user name and no password");
  if (search !== '' || hash !== '') throw new TypeError("a server's address has no query and no fragment");
  return origin + pathname.replace(/\/+$/, '') + path;
}

/**
 * Sends a request and gives the answer.
 * @throws ConnectError when nothing was sent; OutcomeUnknownError when something was and no whole answer came; ProtocolError for a status that is
 * not asked for; the signal's reason when it is aborted before anything was sent.
 */
export async function exchange(request: ExchangeRequest, options: ExchangeOptions): Promise<ExchangeAnswer> {
  const { signal, secondary } = options;
  const timeoutMs = requireMs(options.timeoutMs ?? defaultTimeoutMs(request.recipients ?? 1), 'timeoutMs');
  const connectTimeoutMs = requireMs(options.connectTimeoutMs ?? DEFAULT_CONNECT_MS, 'connectTimeoutMs');
  const servers: { readonly server: ServerName; readonly url: string }[] = [
    { server: 'primary', url: urlAt(options.primary, request.path) },
  ];
  if (secondary !== undefined) servers.push({ server: 'secondary', url: urlAt(secondary, request.path) });
  signal?.throwIfAborted();

  const method = request.method ?? 'POST';
  const common = {
    method,
    headers: request.headers ?? (method === 'POST' ? FORM_HEADERS : {}),
    body: request.body,
    maxResponseOctets: options.maxResponseOctets ?? DEFAULT_RESPONSE_OCTETS,
    keepAlive: options.keepAlive ?? false,
    signal,
  };
  const attempted: Attempt[] = [];
  const end = performance.now() + timeoutMs;
  let failure: TransportFailure | undefined;
  for (const [i, { server, url }] of servers.entries()) {
    const { origin } = new URL(url);
    const isLast = i === servers.length - 1;
    const leftMs = end - performance.now();
    if (failure !== undefined) {
      const { reason } = failure;
      if (leftMs <= 0) break;
      callListener(options.onFailover, { from: new URL(options.primary).origin, to: origin, reason });
      if (signal?.aborted) throw signal.reason;
    }
    const outcome = await carry(options.transport, {
      ...common,
      url,
      timeoutMs: leftMs,
      // A primary server that does not answer must leave time for the other one.
      connectTimeoutMs: Math.min(connectTimeoutMs, isLast ? leftMs : leftMs / 2),
    });
    const isFailure = outcome instanceof TransportFailure;
    const attempt: Attempt = isFailure
      ? { server, origin, phase: outcome.phase, reason: outcome.reason }
      : { server, origin, phase: 'exchange', reason: 'answered' };
    attempted.push(attempt);
    callListener(options.onAttempt, attempt);
    if (!isFailure) return answerOf(outcome, request, attempted);
    failure = outcome;
    if (failure.isSent) throw unanswered(failure, request, attempted);
    if (failure.reason === 'aborted') throw signal?.reason ?? failure;
    if (!isUnreached(failure, options.failOverOnTls === true)) break;
  }
  throw new ConnectError(attempted, { cause: failure });
}

/** Whether the other server may be asked: no TCP connection came about, or none with TLS where that is enough (G-CLI-01). */
function isUnreached({ phase }: TransportFailure, failOverOnTls: boolean): boolean {
  return phase === 'dns' || phase === 'connect' || (phase === 'tls' && failOverOnTls);
}

function answerOf(response: TransportResponse, request: ExchangeRequest, attempted: readonly Attempt[]): ExchangeAnswer {
  const { status, headers, body } = response;
  const text = new TextDecoder().decode(body);
  if (!isTaken(status, request)) throw statusError(status, request, text);
  return { status, headers, body, text, attempted };
}

/** The error of a request that was sent and not answered as a whole. */
function unanswered(failure: TransportFailure, request: ExchangeRequest, attempted: readonly Attempt[]): Error {
  const { status, reason } = failure;
  // What a proxy wanted to say with its 502 is known without the page.
  if (status !== undefined && !isTaken(status, request)) return statusError(status, request, undefined, failure);
  return new OutcomeUnknownError(reason, attempted, { cause: failure });
}

function isTaken(status: number, { otherStatuses }: ExchangeRequest): boolean {
  return status === 200 || otherStatuses?.includes(status) === true;
}

function statusError(status: number, request: ExchangeRequest, body: string | undefined, cause?: unknown): ProtocolError {
  // Browsers tell of a redirect by 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const message = isRedirect ? `a redirect (status ${status}), which is never followed` : `status ${status} in place of 200`;
  return new ProtocolError('status', message, { status, body, secrets: request.secrets, cause });
}

/** Lets a transport carry a request; one that does not end in time, or not in the agreed way, tells nothing, so the request counts as sent. */
function carry(transport: Transport, request: TransportRequest): Promise<TransportResponse | TransportFailure> {
  const { signal, timeoutMs } = request;
  return new Promise((resolve) => {
    const settle = (outcome: TransportResponse | TransportFailure) => {
      clearTimeout(timer);
      stopWaiting();
      resolve(outcome);
    };
    const wait = (ms: number, reason: 'timeout' | 'aborted') =>
      setTimeout(() => settle(new TransportFailure('exchange', reason, true)), timerMs(ms));
    let timer = wait(timeoutMs + GRACE_MS, 'timeout');
    const stopWaiting = whenAborted(signal, () => {
      clearTimeout(timer);
      timer = wait(GRACE_MS, 'aborted');
    });
    callTransport(transport, request).then(settle, (error: unknown) =>
      settle(error instanceof TransportFailure ? error : new TransportFailure('exchange', 'failed', true)),
    );
  });
}

/** A transport that throws rejects. */
async function callTransport(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  return transport(request);
}

/** An error of `URL` would show the address. */
function parseAddress(server: string): URL {
  try {
    return new URL(server);
  } catch {
    throw new TypeError("a server's address is a URL, such as https://example.com");
  }
}

function requireMs(ms: number, name: string): number {
  if (typeof ms === 'number' && ms > 0) return ms;
  throw new TypeError(`${name} is a number of milliseconds above 0`);
}
