/**
 * How often whoever asks may ask.
 * @module
 */
import { BoundedMap } from '../bounded-map.js';
import type { Rate, Rates } from '../settings/limits.js';

/** Whether two rates are one. */
export function isSameRate(one: Rates['account'], other: Rates['account']): boolean {
  if (!one || !other) return !one && !other;
  return one.perSecond === other.perSecond && one.burst === other.burst;
}

/** Names that are remembered; beyond that the one that asked longest ago is forgotten, which is to its favour. */
const MAX_NAMES = 10_000;

/**
 * Says who may ask now (what is over is answered with report 98). The generic cell rate algorithm: one
 * number per name, no timers.
 */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #now: () => number;
  /** When each name would be back at nothing used. */
  readonly #free = new BoundedMap<string, number>(MAX_NAMES);

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
    this.#free.set(name, free + this.#intervalMs);
    return true;
  }
}
