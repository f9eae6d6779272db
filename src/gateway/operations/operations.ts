/**
 * Rate limits: how often an account, or an address, may ask (open point 15: off unless configured, and what is over is answered with report 98).
 * @module
 */
import { isIPv6 } from 'node:net';

/** A steady rate, and how much may come at once. */
export interface Rate {
  /** Requests per second over time. */
  readonly perSecond: number;
  /** Requests at once after a pause; as many as in a second, at least one, by default. */
  readonly burst?: number | undefined;
}

/** Names that are remembered; beyond that the one that asked longest ago is forgotten, which is to its favour. */
const MOST_NAMES = 10_000;

/** Says who may ask now. The generic cell rate algorithm: one number per name, no timers. */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #now: () => number;
  /** When each name would be back at nothing used. */
  readonly #free = new Map<string, number>();

  /**
   * @param now milliseconds of a clock that never goes back.
   * @throws RangeError for a rate that is not positive.
   */
  constructor({ perSecond, burst = Math.max(1, Math.floor(perSecond)) }: Rate, now: () => number = () => performance.now()) {
    if (!(perSecond > 0) || !(burst >= 1)) throw new RangeError('a rate is above 0, a burst at least 1');
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
    this.#now = now;
  }

  /** Whether a name may ask once more just now; then it counts. */
  admit(name: string): boolean {
    const now = this.#now();
    const free = Math.max(this.#free.get(name) ?? 0, now);
    // A little slack for fractions of milliseconds that add up.
    if (free - now > this.#toleranceMs + 1e-6) return false;
    this.#free.delete(name);
    this.#free.set(name, free + this.#intervalMs);
    if (this.#free.size > MOST_NAMES) {
      const [oldest] = this.#free.keys();
      this.#free.delete(oldest as string);
    }
    return true;
  }
}

/** What an address counts as: of IPv6 the first 64 bits, for who has one has them all; IPv4 inside of IPv6 as IPv4. */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] as string).split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])];
  return `${all.slice(0, 4).join(':')}::/64`;
}
