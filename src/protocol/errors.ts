/**
 * The error of an answer that is none: the service spoke, but not this protocol.
 * @module
 */
import { excerptOf } from './redact.js';

/** Why an answer could not be read. */
export type ProtocolErrorReason =
  /** The status is not 200; a redirect above all, which is never followed. */
  | 'status'
  /** Nothing in it but blanks. */
  | 'empty'
  /** No tags and no line of the protocol, or tags that contradict each other. */
  | 'unreadable'
  /** More than a client takes. */
  | 'too-long';

/** What a {@link ProtocolError} shows of the answer. */
export interface ProtocolErrorDetails {
  /** Status of the HTTP response. */
  readonly status?: number | undefined;
  /** The answer as it came: the error keeps its first 200 characters, without secrets. */
  readonly body?: string | undefined;
  /** Texts that must not be shown: the PIN, the message. */
  readonly secrets?: readonly string[] | undefined;
  /** The error below, when there was one. */
  readonly cause?: unknown;
}

/** An answer that says neither yes nor no. Whether the gateway took the request is not known. */
export class ProtocolError extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name = 'ProtocolError';
  /** What kind of fault it is. */
  readonly reason: ProtocolErrorReason;
  /** Status of the HTTP response, where there was one. */
  readonly status: number | undefined;
  /** The answer's first 200 characters, secrets and everything like a PIN blanked out (G-CLI-14). */
  readonly excerpt: string | undefined;

  /** `message` must hold no secrets: nothing takes them out of it. */
  constructor(reason: ProtocolErrorReason, message: string, details: ProtocolErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.status = details.status;
    this.excerpt = details.body === undefined ? undefined : excerptOf(details.body, details.secrets);
  }
}
