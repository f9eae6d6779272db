/**
 * Failed logins: who has had too many waits, longer each time.
 *
 *   pair      an account from one address      few failures, then pauses; a right PIN starts anew
 *   address   over all accounts                more of them
 *   account   over all addresses               far more of them
 *
 * A pause is answered with report 98, whether the account exists and the PIN is right or not, and nothing is compared meanwhile.
 * Pauses of an address and
 * of an account are not for who was let in from that address before: whoever guesses from elsewhere does not lock the customer
 * out. Nothing of this is
 * in the store: each gateway counts for itself, and anew after a start.
 * @module
 */
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { BoundedMap } from '../bounded-map.js';
import type { Caller } from '../turns.js';
import { type Backoff, backoffMs } from '../work.js';

/** Failed logins without a pause, and the pauses after further ones. */
export interface FailureLimit extends Backoff {
  /** The number of failures without a pause. */
  readonly failures: number;
  /** Milliseconds without a failure after which the count restarts. */
  readonly forgetMs: number;
}

/** Limits of failed logins. */
export interface LoginLimits {
  /** Failures of one account from one address. */
  readonly pair: FailureLimit;
  /** Failures from one address, over all accounts. */
  readonly address: FailureLimit;
  /** Failures of one account, from all addresses. */
  readonly account: FailureLimit;
}

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The default login limits. In the long run each allows about 300 attempts a day, except `address`, which allows about 2,400. */
export const DEFAULT_LOGIN_LIMITS: LoginLimits = {
  pair: { failures: 10, firstMs: 1_000, maxMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
  address: { failures: 100, firstMs: 1_000, maxMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
  account: { failures: 300, firstMs: 1_000, maxMs: 5 * MINUTE_MS, forgetMs: DAY_MS },
};

/** A pause that began. */
export interface LoginPause {
  /** Who waits. */
  readonly scope: keyof LoginLimits;
  /** Failures so far. */
  readonly failures: number;
  readonly pauseMs: number;
}

/** An attempt to log in. */
export interface LoginAttempt extends Caller {
  /** Whether it may be made now. */
  readonly isWelcome: () => boolean;
  /** Milliseconds until it may be made; 0 when that is now. */
  readonly waitMs: () => number;
  /** The PIN was right. */
  succeeded(): void;
  /** It was not; gives the pauses that begin. */
  failed(): LoginPause[];
}

/** Names and addresses that are remembered in each table. */
const MAX_ENTRIES = 10_000;
/** Accounts that are known somewhere; the one that was let in longest ago goes first. */
const MAX_ACCOUNTS = 10_000;
/** Addresses at which each of them is known: one that comes from everywhere takes no other's place. */
const MAX_ADDRESSES = 50;
/** How long an account is known at an address. */
const KNOWN_MS = 30 * DAY_MS;

/** A request without a socket was made in this process. */
const INSIDE: LoginAttempt = {
  client: '',
  isKnown: true,
  isWelcome: () => true,
  waitMs: () => 0,
  succeeded: () => undefined,
  failed: () => [],
};

/** Counts failed logins. */
export class Logins {
  readonly #now: () => number;
  readonly #pairs: Failures;
  readonly #addresses: Failures;
  readonly #accounts: Failures;
  /** When each account was let in last, by address. */
  readonly #known = new BoundedMap<string, BoundedMap<string, number>>(MAX_ACCOUNTS);

  /** @param now milliseconds of a clock that never goes back. */
  constructor(limits: Partial<LoginLimits> = {}, now: () => number = () => performance.now()) {
    const { pair, address, account } = { ...DEFAULT_LOGIN_LIMITS, ...omitUndefined(limits) };
    this.#now = now;
    this.#pairs = new Failures(pair, now);
    this.#addresses = new Failures(address, now);
    this.#accounts = new Failures(account, now);
  }

  /** An attempt to log in as a user; `client` is the address it counts for. */
  attempt(username: string, client: string | undefined): LoginAttempt {
    if (client === undefined) return INSIDE;
    // Neither has a blank.
    const pair = `${username} ${client}`;
    const isKnown = this.#isKnown(username, client);
    const waitMs = () => {
      const ofPair = this.#pairs.pauseMs(pair);
      return isKnown ? ofPair : Math.max(ofPair, this.#addresses.pauseMs(client), this.#accounts.pauseMs(username));
    };
    return {
      client,
      isKnown,
      isWelcome: () => waitMs() <= 0,
      waitMs,
      succeeded: () => {
        this.#pairs.forget(pair);
        this.#remember(username, client);
      },
      failed: () => [
        ...pauseOf('pair', this.#pairs.add(pair)),
        ...pauseOf('address', this.#addresses.add(client)),
        ...pauseOf('account', this.#accounts.add(username)),
      ],
    };
  }

  #isKnown(username: string, client: string): boolean {
    const at = this.#known.get(username)?.get(client);
    return at !== undefined && at > this.#now() - KNOWN_MS;
  }

  #remember(username: string, client: string): void {
    const addresses = this.#known.get(username) ?? new BoundedMap<string, number>(MAX_ADDRESSES);
    addresses.set(client, this.#now());
    this.#known.set(username, addresses);
  }
}

function pauseOf(scope: LoginPause['scope'], { failures, pauseMs }: Omit<LoginPause, 'scope'>): LoginPause[] {
  return pauseMs > 0 ? [{ scope, failures, pauseMs }] : [];
}

interface Failure {
  failures: number;
  /** When the last one was. */
  at: number;
  /** When its pause ends. */
  until: number;
}

/** Failures by name, and the pauses that follow. */
export class Failures {
  readonly #limit: FailureLimit;
  readonly #now: () => number;
  readonly #entries = new Map<string, Failure>();

  constructor(limit: FailureLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  isPaused(name: string): boolean {
    return this.pauseMs(name) > 0;
  }

  /** Milliseconds until a pause ends; 0 when there is none. */
  pauseMs(name: string): number {
    return Math.max(0, (this.#entries.get(name)?.until ?? 0) - this.#now());
  }

  /** One more; gives how many there are, and the pause that begins. */
  add(name: string): { readonly failures: number; readonly pauseMs: number } {
    const now = this.#now();
    const before = this.#entries.get(name);
    const failures = before === undefined || this.#isOver(before, now) ? 1 : before.failures + 1;
    const over = failures - this.#limit.failures;
    const pauseMs = over > 0 ? backoffMs(this.#limit, over) : 0;
    this.#entries.set(name, { failures, at: now, until: now + pauseMs });
    if (this.#entries.size > MAX_ENTRIES) this.#shrink(now);
    return { failures, pauseMs };
  }

  forget(name: string): void {
    this.#entries.delete(name);
  }

  #isOver({ at, until }: Failure, now: number): boolean {
    return Math.max(at + this.#limit.forgetMs, until) <= now;
  }

  /** Names that somebody makes up have a failure each: they go, and those that are under attack stay. */
  #shrink(now: number): void {
    for (const [name, entry] of this.#entries) if (this.#isOver(entry, now)) this.#entries.delete(name);
    const few = [...this.#entries].sort(([, one], [, other]) => one.failures - other.failures || one.at - other.at);
    for (const [name] of few.slice(0, Math.max(0, few.length - MAX_ENTRIES / 2))) this.#entries.delete(name);
  }
}
