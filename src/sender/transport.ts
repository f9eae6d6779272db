/**
 * Transports: a transport carries one request to one server and returns the answer, or reports how far the request got.
 *
 * It sends a request once: it does not follow redirects and does not repeat anything. `isSent` of a failure must be reliable, since a
 * request that may have reached a server must not be sent to another.
 * @module
 */
import type { AbortSignalLike } from '../bytes/platform.js';
import type { FailureReason, Phase } from './errors.js';

/** One request to one server. */
export interface TransportRequest {
  /** The URL. With GET it contains the whole request, PIN included. */
  readonly url: string;
  /** HTTP method. */
  readonly method: 'POST' | 'GET';
  /** Headers by name, without Host, Content-Length and Connection, which the transport adds. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, sent as UTF-8; empty with GET. */
  readonly body: string;
  /** Time limit in milliseconds for DNS, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Time limit in milliseconds for the whole request. */
  readonly timeoutMs: number;
  /** Maximum octets of the answer's body. */
  readonly maxResponseOctets: number;
  /** Whether to keep the connection open for later requests, and to reuse one that is open. */
  readonly keepAlive: boolean;
  /** Aborts the request. */
  readonly signal?: AbortSignalLike | undefined;
}

/** A complete answer, of any status. */
export interface TransportResponse {
  /** HTTP status; 0 where a browser hides it, as for a redirect. */
  readonly status: number;
  /** Headers by name in lower case; a repeated header has its values joined, or the first one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after transfer decoding; content codings are not undone. */
  readonly body: Uint8Array;
}

/**
 * Carries one request and resolves with the answer.
 *
 * It must reject with a {@link TransportFailure}; after any other error the request counts as sent. When `signal` is aborted, it must reject
 * with reason `aborted` within a second; a transport that does not is given up.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Details of a {@link TransportFailure}. */
export interface TransportFailureDetails {
  /** The runtime's error code, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** HTTP status, if the answer got that far. */
  readonly status?: number | undefined;
}

/**
 * Thrown by a transport when there is no complete answer. It contains no error of the runtime, because that may contain a URL with a PIN or
 * octets of an answer.
 */
export class TransportFailure extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'TransportFailure';
  /** The last phase that was reached. */
  readonly phase: Phase;
  /** What went wrong. */
  readonly reason: FailureReason;
  /** Whether any octet of the request may have been written to an established connection. */
  readonly isSent: boolean;
  /** The runtime's error code, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** HTTP status, if the answer got that far. */
  readonly status: number | undefined;

  /** Creates a failure. With `isSent` true the sender tries no other server, and the outcome is unknown. */
  constructor(phase: Phase, reason: FailureReason, isSent: boolean, details: TransportFailureDetails = {}) {
    super(`${phase}: ${reason}${details.code === undefined ? '' : ` (${details.code})`}`);
    this.phase = phase;
    this.reason = reason;
    this.isSent = isSent;
    this.code = details.code;
    this.status = details.status;
  }
}

/** Milliseconds as `setTimeout` takes them: one that is past 31 bits would fire at once. */
export function timerMs(ms: number): number {
  return Math.min(ms, 0x7fff_ffff);
}

// ---- errors of system calls: only their codes are looked at, for the words may hold anything ----

/** The part of a runtime's error that is looked at. */
export interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

/** The word for a system call's code. */
export function systemReason(code: string | undefined): FailureReason | undefined {
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}

/** The code of an error, when it looks like one. */
export function codeOf(error: unknown): string | undefined {
  const code = asSystemError(error).code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

/** An error, or those that it stands for: a host with several addresses fails with one for each. */
export function systemErrors(error: unknown): SystemError[] {
  const { errors } = asSystemError(error);
  return Array.isArray(errors) && errors.length > 0 ? errors.map(asSystemError) : [asSystemError(error)];
}

/**
 * Whether connecting failed by a reset. That is no refusal: the connection stood and was ended before it was heard of here. So nothing was sent, but
 * there was a server, and the other one is not asked.
 */
export function isResetAtOnce({ code, syscall }: SystemError): boolean {
  return syscall === 'connect' && code === 'ECONNRESET';
}

function asSystemError(error: unknown): SystemError {
  return typeof error === 'object' && error !== null ? error : {};
}

// ---- the body of an answer ----

/** Collects octets up to a limit, in one piece of memory: a server that sends single octets costs no more than one that sends blocks. */
export class AnswerBuffer {
  readonly #limit: number;
  #octets = new Uint8Array(0);
  #length = 0;

  /** Takes `limit` octets at most. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a copy of the octets; false, and nothing is added, when that would pass the limit. */
  add(octets: Uint8Array): boolean {
    const length = this.#length + octets.length;
    if (length > this.#limit) return false;
    if (length > this.#octets.length) {
      const grown = new Uint8Array(Math.min(this.#limit, Math.max(length, 2 * this.#octets.length, 1_024)));
      grown.set(this.#octets.subarray(0, this.#length));
      this.#octets = grown;
    }
    this.#octets.set(octets, this.#length);
    this.#length = length;
    return true;
  }

  /** What was added, as fresh octets. */
  octets(): Uint8Array {
    return this.#octets.slice(0, this.#length);
  }
}
