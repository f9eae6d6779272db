/**
 * Bounds of a gateway, with a default for each.
 * @module
 */
import { fields, otherwise, type Reader, whole, wrong } from '../../bytes/json-fields.js';
import { DEFAULT_LIMITS } from '../../errors.js';

/** Limits of ports and connections. */
export interface ServerLimits {
  /** Maximum number of open connections; more are closed at once. */
  readonly connections: number;
  /** Maximum number of open connections from one address (for IPv6, one /64 network); trusted proxies have no limit. */
  readonly connectionsPerAddress: number;
  /** Milliseconds that an idle connection is kept open for another request (G-GEN-03). */
  readonly idleMs: number;
  /** Milliseconds to receive the headers of a request. */
  readonly headersMs: number;
  /** Milliseconds to receive a whole request, including its body; at least `headersMs`. */
  readonly requestMs: number;
  /** Milliseconds to finish requests in progress when the server closes. */
  readonly graceMs: number;
  /** Maximum octets of a body; above it the answer is 413. */
  readonly bodyOctets: number;
}

/** Limits of a gateway. */
export interface GatewayLimits extends ServerLimits {
  /** Maximum octets of all bodies in memory together, without the first 16 KiB of each. */
  readonly heldOctets: number;
  /** Milliseconds that a pause within a body may take; then the answer is 408. */
  readonly bodySilenceMs: number;
  /** Maximum number of parameters of a form. */
  readonly formFields: number;
  /** Maximum characters of a SOAP envelope. */
  readonly soapCharacters: number;
  /** Maximum number of recipients of a request, and of each list in it. */
  readonly recipients: number;
  /** Maximum octets of a multimedia message. */
  readonly mmsOctets: number;
  /** Minimum of free octets on the disk of a SQLite store; with less the gateway is not ready. */
  readonly freeOctets: number;
  /** Milliseconds for which handsets can fetch hosted content. */
  readonly hostedMs: number;
  /** Milliseconds for which the `Idempotency-Key` of a send, and its answer, are kept. */
  readonly idempotencyMs: number;
}

/** The default limits of a gateway. */
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

/** A rate limit. */
export interface Rate {
  /** Requests per second on average, above 0; may be a fraction. */
  readonly perSecond: number;
  /** Requests allowed at once after a pause; by default the number for one second, at least one. */
  readonly burst?: number | undefined;
}

/** The request rates of accounts and addresses; absent ones are those of {@link DEFAULT_RATES}. */
export interface Rates {
  /** Requests of one account, from any address; false for no limit. */
  readonly account?: Rate | false | undefined;
  /** Requests of one address (for IPv6, one /64 network), for any account; false for no limit. */
  readonly address?: Rate | false | undefined;
}

/** The default request rates. */
export const DEFAULT_RATES = {
  account: { perSecond: 200, burst: 2_000 },
  address: { perSecond: 500, burst: 5_000 },
} as const satisfies Rates;

/** Levels of the log, from the most lines to none. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The number of days for which data is kept, 1 to 36,500; absent: for ever. */
export interface KeepOptions {
  /** Messages in a final state, counted from their due time. */
  readonly messagesDays?: number | undefined;
  /** Single entries of ledgers; older whole months are combined into one entry each. */
  readonly ledgerDays?: number | undefined;
  /** Messages on virtual handsets. */
  readonly inboxDays?: number | undefined;
  /** Callbacks posted to the gateway itself. */
  readonly postedDays?: number | undefined;
  /** Audit entries. */
  readonly auditDays?: number | undefined;
}

/** Members of {@link KeepOptions}. */
export const KEPT: readonly (keyof KeepOptions)[] = ['messagesDays', 'ledgerDays', 'inboxDays', 'postedDays', 'auditDays'];
