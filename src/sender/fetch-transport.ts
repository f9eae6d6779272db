/**
 * The transport over `fetch`, for browsers and workers.
 *
 * Limitations of `fetch`:
 * - It does not report how far a request got. A failure counts as sent, so there is hardly ever a fail-over. Exceptions are a request
 *   that was aborted before it began, and a failed `getaddrinfo` or `connect`, which Node's `fetch` reports.
 * - The connection has no time limit of its own; `timeoutMs` covers everything.
 * - The runtime manages connections: `keepAlive` has no effect.
 * - Browsers negotiate and undo content codings; the limit on the answer applies to the decoded octets.
 * - Browsers hide redirects: they are not followed, and the status is 0.
 * - In a page, the gateway must allow its origin (CORS), and every user of the page can read the PIN.
 * @module
 */
import type { RequestInitLike, ResponseLike } from '../bytes/platform.js';
import { whenAborted } from './callers.js';
import type { FailureReason, Phase } from './errors.js';
import {
  AnswerBuffer,
  codeOf,
  isResetAtOnce,
  systemErrors,
  systemReason,
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
  timerMs,
} from './transport.js';

/** The subset of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInitLike) => Promise<ResponseLike>;

/**
 * Creates a transport over `fetch`, by default the runtime's, for browsers and workers. A failure nearly always counts as sent, so that the sender hardly ever
 * fails over; `connectTimeoutMs` and `keepAlive` have no effect. In Node, use {@link nodeTransport}.
 */
export function fetchTransport(fetch?: Fetch): Transport {
  // Called as a method of something else, a browser's `fetch` refuses.
  const call: Fetch = fetch ?? ((url, init) => globalThis.fetch(url, init));
  return (request) => carry(call, request);
}

function carry(fetch: Fetch, request: TransportRequest): Promise<TransportResponse> {
  const { signal, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new TransportFailure('connect', 'aborted', false));
      return;
    }
    const controller = new AbortController();
    let status: number | undefined;
    const settle = () => {
      clearTimeout(timer);
      stopWaiting();
    };
    const fail = (failure: TransportFailure) => {
      settle();
      reject(failure);
      // After the reason was given: what `fetch` says to this comes too late to count.
      controller.abort();
    };
    const failSent = (reason: FailureReason, code?: string) =>
      fail(new TransportFailure('exchange', reason, true, { code, status }));
    // In a second turn: where the program was busy for so long, what came meanwhile is not late.
    const timer = setTimeout(() => setTimeout(failSent, 0, 'timeout'), timerMs(timeoutMs));
    const stopWaiting = whenAborted(signal, () => failSent('aborted'));

    const run = async () => {
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.method === 'POST' && { body: request.body }),
        redirect: 'manual',
        signal: controller.signal,
      });
      status = response.status;
      const body = await readBody(response, request.maxResponseOctets);
      if (body === undefined) return failSent('too-long');
      settle();
      resolve({ status, headers: headersOf(response), body });
    };
    run().catch((error: unknown) => {
      const code = codeOf(error) ?? codeOf(causeOf(error));
      if (status !== undefined) failSent('cut', code);
      else fail(connectFailure(error) ?? new TransportFailure('exchange', 'failed', true, { code }));
    });
  });
}

/** The whole body; undefined when it is larger than the limit. */
async function readBody(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const octets = new AnswerBuffer(limit);
  const reader = response.body?.getReader();
  if (reader === undefined) return octets.octets();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return octets.octets();
    if (!octets.add(value)) return undefined;
  }
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
}

/** What is certain to have happened before the request: the cause that Node's `fetch` gives names the call, `getaddrinfo` or `connect`. */
function connectFailure(error: unknown): TransportFailure | undefined {
  const errors = systemErrors(causeOf(error));
  if (!errors.every(({ syscall }) => syscall === 'getaddrinfo' || syscall === 'connect')) return undefined;
  const code = codeOf(errors[0]);
  let phase: Phase = errors.some(({ syscall }) => syscall === 'connect') ? 'connect' : 'dns';
  if (errors.some(isResetAtOnce)) phase = 'exchange';
  return new TransportFailure(phase, systemReason(code) ?? 'failed', false, { code });
}

function causeOf(error: unknown): unknown {
  return (error as { cause?: unknown } | null | undefined)?.cause;
}
