/**
 * The log's lines of requests, bounded where whoever asks need not be a customer.
 *
 *   asked too often, or during a pause      counted: a line a minute for addresses, one for accounts
 *   any other without a good login          a line each, some sixty a minute of one address and ten times as many of all; beyond that counted
 *   all others                              a line each
 * @module
 */
import { type GatewayLog, requestFields } from './log.js';
import { findClient, type RequestRecord } from './operations/operations.js';
import { RateLimiter } from './operations/rates.js';
import type { Rate } from './settings/limits.js';
import { Tally } from './tally.js';

/** Lines of requests without a good login, of one address. */
const LINES_EACH: Rate = { perSecond: 1, burst: 60 };
/** And of all addresses. */
const LINES: Rate = { perSecond: 10, burst: 600 };

/** See the module. */
export class RequestsLog {
  readonly #log: GatewayLog;
  readonly #lines = new RateLimiter(LINES);
  readonly #linesEach = new RateLimiter(LINES_EACH);
  readonly #peers: Tally;
  readonly #accounts: Tally;

  constructor(log: GatewayLog) {
    this.#log = log;
    this.#peers = new Tally({ log, message: 'requests refused', of: 'peers' });
    this.#accounts = new Tally({ log, message: 'requests refused', of: 'accounts' });
  }

  /** A request was answered. */
  add(record: RequestRecord, status: number, ms: number): void {
    const { username, isTooOften } = record;
    const client = findClient(record);
    if (username !== undefined && isTooOften === true) this.#accounts.add(username);
    else if (username === undefined && client !== undefined && (isTooOften === true || !this.#hasLine(client))) {
      this.#peers.add(client);
    } else this.#log.info(requestFields(record, status, ms), 'request');
  }

  /** Tells what was counted. */
  close(): void {
    this.#peers.close();
    this.#accounts.close();
  }

  #hasLine(client: string): boolean {
    return this.#linesEach.admit(client) && this.#lines.admit('');
  }
}
