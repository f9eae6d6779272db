/**
 * What carries a request to one server and brings its answer, or says how far it came.
 *
 * A transport sends a request once: it follows no redirect and repeats nothing. The one question that it has to answer well is `isSent`, since a
 * request that may have reached a server must not be sent to another.
 * @module
 */
import type { AbortSignalLike } from '../bytes/platform.js';
import type { FailureReason, Phase } from './errors.js';

/** One request to one server. */
export interface TransportRequest {
  /** Where to. With GET the whole request, PIN and all. */
  readonly url: string;
  /** How it is sent. */
  readonly method: 'POST' | 'GET';
  /** Without Host, Content-Length and Connection, which are the transport's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Goes as UTF-8; empty with GET. */
  readonly body: string;
  /** Time limit for the connection in milliseconds: look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Milliseconds for everything. */
  readonly timeoutMs: number;
  /** Octets of the answer's body at most. */
  readonly maxResponseOctets: number;
  /** Leave the connection open for later requests, and take one that is. */
  readonly keepAlive: boolean;
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignalLike | undefined;
}

/** A whole answer, of whatever status. */
export interface TransportResponse {
  /** 0 where a browser hides it, which it does for a redirect. */
  readonly status: number;
  /** Names in lower case; of a header that comes several times, the values are joined or the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Verbatim; its codings of transfer undone, no others. */
  readonly body: Uint8Array;
}

/**
 * Carries one request.
 *
 * It rejects with a {@link TransportFailure}; any other error counts as one that says nothing, so the request as sent. When `signal` is aborted,
 * it rejects with reason `aborted`, soon.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Details of a {@link TransportFailure}. */
export interface TransportFailureDetails {
  /** The runtime's code for it, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** Status of the answer, when it came so far. */
  readonly status?: number | undefined;
}

/**
 * Thrown when a server gives no answer. It holds no error of the runtime, because that may contain an address with a PIN or
 * octets of an answer.
 */
export class TransportFailure extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name = 'TransportFailure';
  /** How far the request had come. */
  readonly phase: Phase;
  /** What went wrong. */
  readonly reason: FailureReason;
  /** Whether an octet of the request may have been written to an established connection. */
  readonly isSent: boolean;
  /** Code of the system's error, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;

  /** What a transport throws. `isSent` decides whether the second server may be asked. */
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
