/**
 * The errors of a sender.
 *
 *   TransportError           no answer; `attempted` lists what was tried
 *   ├─ ConnectError          nothing was sent: sending it again is safe
 *   └─ OutcomeUnknownError   it may have been carried out: sending it again may send a message twice
 *   GatewayError             the gateway answered with a refusal
 *   └─ LoginError            user name or PIN is wrong
 *
 * None of them contains a PIN, a text, a number or an address beyond scheme, host and port. Their causes are this package's own errors: those of the
 * runtime may contain octets of an answer, or a whole address.
 * @module
 */
import type { Result } from '../protocol/model.js';

/** One of the two servers of a sender. */
export type ServerName = 'primary' | 'secondary';

/** The phase that a request reached: DNS look-up, TCP connection, TLS handshake, or the HTTP exchange. */
export type Phase = 'dns' | 'connect' | 'tls' | 'exchange';

/** The reason why no answer arrived. */
export type FailureReason =
  /** The host name does not exist, or the name server did not answer. */
  | 'unknown-host'
  /** The server refuses connections on this port. */
  | 'refused'
  /** The host or its network cannot be reached. */
  | 'unreachable'
  /** The time limit passed. */
  | 'timeout'
  /** The caller's signal was aborted. */
  | 'aborted'
  /** The TLS handshake failed. */
  | 'tls'
  /** The server's certificate is not trusted. */
  | 'certificate'
  /** The connection was reset. */
  | 'reset'
  /** The connection was closed before an answer began. */
  | 'closed'
  /** The answer is truncated. */
  | 'cut'
  /** The answer is longer than `maxResponseOctets`. */
  | 'too-long'
  /** The answer is not valid HTTP. */
  | 'not-http'
  /** Any other failure, or one that the transport does not explain. */
  | 'failed';

/** The outcome of an attempt at one server. */
export interface Attempt {
  /** The server that was tried. */
  readonly server: ServerName;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The last phase that was reached. */
  readonly phase: Phase;
  /** `answered` if an answer arrived, of any status; otherwise the reason why not. */
  readonly reason: FailureReason | 'answered';
}

/** Details of a {@link TransportError} besides the attempts. */
export interface TransportErrorDetails {
  /** Results of earlier requests of the same call, with `split`. */
  readonly results?: readonly Result[] | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

/** Thrown when no answer arrives: a {@link ConnectError} or an {@link OutcomeUnknownError}. */
export class TransportError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name: string = 'TransportError';
  /** The servers that were tried, in order. */
  readonly attempted: readonly Attempt[];
  /** With `split`, the results of the earlier requests, which were answered. Otherwise empty. */
  readonly results: readonly Result[];

  /** Creates an error; `message` must not contain credentials. */
  constructor(message: string, attempted: readonly Attempt[], details: TransportErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.attempted = attempted;
    this.results = details.results ?? [];
  }
}

/** Thrown when no connection to a server can be made. Nothing was sent, so the request may be sent again. */
export class ConnectError extends TransportError {
  override readonly name = 'ConnectError';

  /** Creates an error about failed attempts, in order. */
  constructor(attempted: readonly Attempt[], details?: TransportErrorDetails) {
    super(`no connection, nothing was sent: ${attempted.map(attemptText).join('; ')}`, attempted, details);
  }
}

/** Thrown when a request was sent, at least in part, and no complete answer arrived: it may have been carried out. The sender does not repeat it. */
export class OutcomeUnknownError extends TransportError {
  override readonly name = 'OutcomeUnknownError';
  /** Why no answer arrived. */
  readonly reason: FailureReason;

  /** Creates an error about a request without an answer. */
  constructor(reason: FailureReason, attempted: readonly Attempt[], details?: TransportErrorDetails) {
    super(
      `sent, but no answer came; it may have been carried out and is not sent again: ${attempted.map(attemptText).join('; ')}`,
      attempted,
      details,
    );
    this.reason = reason;
  }
}

/** Thrown when the gateway refuses a query or an account operation, or answers a SOAP call with a fault. */
export class GatewayError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name: string = 'GatewayError';
  /** Report code; see `REPORTS` of `handset/protocol`. -1 for a SOAP fault. */
  readonly report: number;
  /** The gateway's text for people, with PIN and texts blanked out and numbers masked. */
  readonly text: string | undefined;
  /** The results that came with the refusal; empty if none did. */
  readonly results: readonly Result[];

  /** Creates an error about a report that is not a success. */
  constructor(report: number, text?: string, results: readonly Result[] = []) {
    super(`the gateway refused: report ${report}`);
    this.report = report;
    this.text = text;
    this.results = results;
  }
}

/** Thrown when the gateway reports a wrong user name or PIN (report 2 or 171, or the SOAP fault `Invalid Login`). */
export class LoginError extends GatewayError {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'LoginError';
}

function attemptText({ server, origin, phase, reason }: Attempt): string {
  return `${server} ${origin} (${phase}: ${reason})`;
}
