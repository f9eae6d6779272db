/**
 * The errors of a sender: no connection came about, nobody knows what became of a request, the gateway said no.
 *
 *   TransportError           no answer; `attempted` says what was tried
 *   ├─ ConnectError          nothing of the request has left: sending it again is safe
 *   └─ OutcomeUnknownError   it may have been carried out: sending it again may send a message twice
 *   GatewayError             an answer with a report that refuses
 *   └─ LoginError            user name or PIN is wrong
 *
 * None of them holds a PIN, a text, a number or an address beyond scheme, host and port. Their causes are this package's own errors: what the
 * runtime throws may hold the octets of an answer, or a whole address.
 * @module
 */
import type { Result } from '../protocol/model.js';

/** Which of the two servers. */
export type ServerName = 'primary' | 'secondary';

/** The phase that a request reached: looking up the name, connecting, the TLS handshake, or the exchange itself. */
export type Phase = 'dns' | 'connect' | 'tls' | 'exchange';

/** The reason why no answer arrived. */
export type FailureReason =
  /** The host name does not exist, or the name server did not answer. */
  | 'unknown-host'
  /** The server refuses connections on this port. */
  | 'refused'
  /** No way to the host or its network. */
  | 'unreachable'
  /** Time ran out. */
  | 'timeout'
  /** The caller's signal ended it. */
  | 'aborted'
  /** What answers does not speak TLS as it should. */
  | 'tls'
  /** The server's certificate is not trusted. */
  | 'certificate'
  /** The connection was reset. */
  | 'reset'
  /** The connection was closed before an answer began. */
  | 'closed'
  /** The answer ends in the middle. */
  | 'cut'
  /** The answer is larger than what is taken. */
  | 'too-long'
  /** What answers does not speak HTTP as it should. */
  | 'not-http'
  /** The transport does not say. */
  | 'failed';

/** The outcome of an attempt at one server. */
export interface Attempt {
  /** Which of the two was asked. */
  readonly server: ServerName;
  /** Scheme, host and port. */
  readonly origin: string;
  /** How far it came. */
  readonly phase: Phase;
  /** `answered` when an answer came, whatever it says. */
  readonly reason: FailureReason | 'answered';
}

/** Details of a {@link TransportError} besides the attempts. */
export interface TransportErrorDetails {
  /** Results of earlier requests of the same call. */
  readonly results?: readonly Result[] | undefined;
  /** The error below. */
  readonly cause?: unknown;
}

/** Thrown when no answer arrives. */
export class TransportError extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name: string = 'TransportError';
  /** What was tried, in order. */
  readonly attempted: readonly Attempt[];
  /** Results of the earlier requests, when a list of recipients was split: these were sent. */
  readonly results: readonly Result[];

  /** `message` must hold no credentials. */
  constructor(message: string, attempted: readonly Attempt[], details: TransportErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.attempted = attempted;
    this.results = details.results ?? [];
  }
}

/** Thrown when no connection to a server can be made. Nothing of the request has left, so it may be sent again. */
export class ConnectError extends TransportError {
  override readonly name = 'ConnectError';

  /** Of servers that gave no connection, in the order in which they were asked. */
  constructor(attempted: readonly Attempt[], details?: TransportErrorDetails) {
    super(`no connection, nothing was sent: ${attempted.map(attemptText).join('; ')}`, attempted, details);
  }
}

/**
 * Thrown when the request was sent, or part of it, and no readable answer arrived: it may have been carried out. It is not sent
 * again.
 */
export class OutcomeUnknownError extends TransportError {
  override readonly name = 'OutcomeUnknownError';
  /** Why no answer came. */
  readonly reason: FailureReason;

  /** Of a request that was sent, and whose answer did not come. */
  constructor(reason: FailureReason, attempted: readonly Attempt[], details?: TransportErrorDetails) {
    super(
      `sent, but no answer came; it may have been carried out and is not sent again: ${attempted.map(attemptText).join('; ')}`,
      attempted,
      details,
    );
    this.reason = reason;
  }
}

/** Thrown when the gateway refuses a query or a change of the account. */
export class GatewayError extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name: string = 'GatewayError';
  /** Report code; see REPORTS. */
  readonly report: number;
  /** The gateway's own words, for people only. */
  readonly text: string | undefined;
  /** One for each recipient, where there are any. */
  readonly results: readonly Result[];

  /** Of a report that is no success, with its words and the results that came with it. */
  constructor(report: number, text?: string, results: readonly Result[] = []) {
    super(`the gateway refused: report ${report}`);
    this.report = report;
    this.text = text;
    this.results = results;
  }
}

/** Thrown when the user name or the PIN is wrong. */
export class LoginError extends GatewayError {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name = 'LoginError';
}

function attemptText({ server, origin, phase, reason }: Attempt): string {
  return `${server} ${origin} (${phase}: ${reason})`;
}
