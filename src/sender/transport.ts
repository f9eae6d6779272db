/**
 * What carries a request to one server and brings its answer, or says how far it came.
 *
 * A transport sends a request once: it follows no redirect and repeats nothing. The one question that it has to answer well is `isSent`, since a
 * request that may have reached a server must not be sent to another.
 * @module
 */
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
  /** Milliseconds until the connection stands: look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Milliseconds for everything. */
  readonly timeoutMs: number;
  /** Octets of the answer's body at most. */
  readonly maxResponseOctets: number;
  /** Leave the connection open for later requests, and take one that is. */
  readonly keepAlive: boolean;
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** A whole answer, of whatever status. */
export interface TransportResponse {
  /** 0 where a browser hides it, which it does for a redirect. */
  readonly status: number;
  /** Names in lower case; of a header that comes several times, the values are joined or the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it came; its codings of transfer undone, no others. */
  readonly body: Uint8Array;
}

/**
 * Carries one request.
 *
 * It rejects with a {@link TransportFailure}; any other error counts as one that says nothing, so the request as sent. When `signal` is aborted,
 * it rejects with reason `aborted`, soon.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** What is known of a {@link TransportFailure}. */
export interface TransportFailureDetails {
  /** The runtime's code for it, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** Status of the answer, when it came so far. */
  readonly status?: number | undefined;
}

/** Why one server gave no answer. It keeps no error of the runtime: such a one may hold an address with a PIN in it, or octets of an answer. */
export class TransportFailure extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name = 'TransportFailure';
  /** How far the request had come. */
  readonly phase: Phase;
  /** What went wrong. */
  readonly reason: FailureReason;
  /** Whether an octet of the request may have been handed to a connection that stood. */
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
