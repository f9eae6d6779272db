/**
 * Bounds of a gateway, with a default for each.
 * @module
 */
import { fields, otherwise, type Reader, whole, wrong } from '../../bytes/json-fields.js';
import { DEFAULT_LIMITS } from '../../errors.js';

/** Times and counts of connections. */
export interface ServerLimits {
  /** Connections at a time; further ones are closed at once. */
  readonly connections: number;
  /** Connections of one address at a time, of IPv6 of one network of 64 bits; trusted proxies have as many as they like. */
  readonly connectionsPerAddress: number;
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
  /** Octets of a multimedia message. */
  readonly mmsOctets: number;
  /** Octets that are to be free on the disk of the store's file: with less the gateway is not ready. */
  readonly freeOctets: number;
  /** Milliseconds that handsets have to fetch what a push or a notification is about. */
  readonly hostedMs: number;
  /** Milliseconds that a request with a key is remembered: one that comes again is answered as before. */
  readonly idempotencyMs: number;
}

/** Bounds that are not given. */
export const DEFAULT_GATEWAY_LIMITS: GatewayLimits = {
  bodyOctets: DEFAULT_LIMITS.formOctets,
  heldOctets: 256 * 1_048_576,
  bodySilenceMs: 10_000,
  connections: 4_096,
  connectionsPerAddress: 256,
  idleMs: 5_000,
  headersMs: 10_000,
  requestMs: 120_000,
  graceMs: 30_000,
  formFields: DEFAULT_LIMITS.formFields,
  soapCharacters: DEFAULT_LIMITS.soapCharacters,
  recipients: DEFAULT_LIMITS.recipients,
  mmsOctets: 300_000,
  freeOctets: 64 * 1_048_576,
  hostedMs: 7 * 24 * 60 * 60 * 1_000,
  idempotencyMs: 24 * 60 * 60 * 1_000,
};

/** What timers of Node take, and its counts: one more, and a timer has no delay at all. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A hundred years. */
export const MAX_KEEP_DAYS = 36_500;

/** The most of each that is not bounded by what timers take. */
const MAX_LIMITS: Readonly<Partial<GatewayLimits>> = {
  heldOctets: Number.MAX_SAFE_INTEGER,
  freeOctets: Number.MAX_SAFE_INTEGER,
  hostedMs: MAX_KEEP_DAYS * 24 * 60 * 60 * 1_000,
};

type LimitName = keyof GatewayLimits;

const limitFields = fields(
  Object.fromEntries(
    (Object.keys(DEFAULT_GATEWAY_LIMITS) as LimitName[]).map((name) => [
      name,
      otherwise(whole(1, MAX_LIMITS[name] ?? MAX_TIMER_MS), DEFAULT_GATEWAY_LIMITS[name]),
    ]),
  ) as { readonly [K in LimitName]: ReturnType<typeof otherwise<number>> },
);

/**
 * Limits of a gateway, checked; those that are absent are as by default.
 * @throws DecodeError naming the member.
 */
export const completeLimits: Reader<GatewayLimits> = (value, path) => {
  const limits = limitFields(value, path);
  const { headersMs, requestMs } = limits;
  if (headersMs > requestMs) wrong(`${path}.requestMs`, `has to be at least headersMs, which is ${headersMs}`);
  return limits;
};

/** A steady rate, and how much may come at once. */
export interface Rate {
  /** Requests per second over time. */
  readonly perSecond: number;
  /** Requests at once after a pause; as many as in a second, at least one, by default. */
  readonly burst?: number | undefined;
}

/** The request rates of accounts and addresses. */
export interface Rates {
  /** One account, from wherever it asks; false: as often as it likes. */
  readonly account?: Rate | false | undefined;
  /** One address, of IPv6 one network of 64 bits, whatever account it asks for; false: as often as it likes. */
  readonly address?: Rate | false | undefined;
}

/** Rates that are not given: more than a customer's own software asks for, less than what keeps a gateway busy. */
export const DEFAULT_RATES = {
  account: { perSecond: 200, burst: 2_000 },
  address: { perSecond: 500, burst: 5_000 },
} as const satisfies Rates;

/** Levels of the log, from the most to the least. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The number of days for which data is kept; without a value, it is kept for ever. */
export interface KeepOptions {
  /** Messages that came to their end, counted from the time when they were due. */
  readonly messagesDays?: number | undefined;
  /** Single entries of ledgers: whole months before are one entry each. */
  readonly ledgerDays?: number | undefined;
  /** Messages on virtual handsets. */
  readonly inboxDays?: number | undefined;
  /** What was posted to the gateway itself. */
  readonly postedDays?: number | undefined;
  /** What operators changed. */
  readonly auditDays?: number | undefined;
}

/** Members of {@link KeepOptions}. */
export const KEPT: readonly (keyof KeepOptions)[] = ['messagesDays', 'ledgerDays', 'inboxDays', 'postedDays', 'auditDays'];
