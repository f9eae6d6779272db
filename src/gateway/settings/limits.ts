/**
 * Bounds of a gateway, with a default for each.
 * @module
 */
import { DEFAULT_LIMITS } from '../../errors.js';

/** Times and counts of connections. */
export interface ServerLimits {
  /** Connections at a time; further ones are closed at once. */
  readonly connections: number;
  /** Milliseconds that a connection is kept open for another request. */
  readonly idleMs: number;
  /** Milliseconds for the headers of a request. */
  readonly headersMs: number;
  /** Milliseconds for a whole request, its body included. */
  readonly requestMs: number;
  /** Milliseconds that requests in hand have when the server is closed. */
  readonly graceMs: number;
  /** Octets of a body: a client that asks before it sends is told. */
  readonly bodyOctets: number;
}

/** Bounds of a gateway. */
export interface GatewayLimits extends ServerLimits {
  /** Octets of all bodies in memory together, the first 16 KiB of each not counted. */
  readonly heldOctets: number;
  /** Milliseconds without an octet of a body. */
  readonly bodySilenceMs: number;
  /** Parameters of a form. */
  readonly formFields: number;
  /** Characters of a SOAP envelope. */
  readonly soapCharacters: number;
  /** Recipients of a request, and of each list in it. */
  readonly recipients: number;
  /** Octets of a multimedia message (open point 23). */
  readonly mmsOctets: number;
  /** Milliseconds that handsets have to fetch what a push or a notification is about. */
  readonly hostedMs: number;
}

/** Bounds that are not given. */
export const DEFAULT_GATEWAY_LIMITS: GatewayLimits = {
  bodyOctets: DEFAULT_LIMITS.formOctets,
  heldOctets: 256 * 1_048_576,
  bodySilenceMs: 10_000,
  connections: 4_096,
  idleMs: 5_000,
  headersMs: 10_000,
  requestMs: 120_000,
  graceMs: 30_000,
  formFields: DEFAULT_LIMITS.formFields,
  soapCharacters: DEFAULT_LIMITS.soapCharacters,
  recipients: DEFAULT_LIMITS.recipients,
  mmsOctets: 300_000,
  hostedMs: 7 * 24 * 60 * 60 * 1_000,
};

/** Levels of the log, from the most to the least. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];
