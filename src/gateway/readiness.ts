/**
 * Whether the gateway can do its work, and what is in the way of it.
 *
 *   /healthz   can it take messages?                 the store takes a write
 *   /readyz    can it bring them out as well?        that, room on the disk, the delivery and each of its links
 *
 * A gateway whose service centre is away takes messages all the same, and queues them: who shares out requests asks the first, who is paged for the
 * second. The store is asked by a write, once a second at most however often somebody asks, since everybody may.
 * @module
 */
import type { DeliveryLink } from './delivery/delivery.js';
import { faultFields, type GatewayLog } from './log.js';
import type { GatewayLimits } from './settings/limits.js';
import type { Store } from './store/store.js';

/** What readiness depends on. */
export interface ReadinessOptions {
  readonly store: Pick<Store, 'probe' | 'freeOctets'>;
  readonly log: GatewayLog;
  /** Octets that have to be free, read anew each time. */
  readonly limits: Pick<GatewayLimits, 'freeOctets'>;
  /** The delivery as a whole: why it takes nothing; undefined while it does. */
  readonly away: () => string | undefined;
  readonly links: () => readonly DeliveryLink[];
}

/** One check of readiness. */
export interface ReadinessCheck {
  /** `store`, `disk`, `delivery`, or the name of a link. */
  readonly name: string;
  /** Whether the check passed. */
  readonly ready: boolean;
  /** Why it failed. */
  readonly reason?: string;
}

/** The answer of `GET /readyz`. */
export interface ReadinessReport {
  /** Whether every check passed. */
  readonly ready: boolean;
  /** Store, disk and delivery, then each link. */
  readonly checks: readonly ReadinessCheck[];
}

/** How long an answer of the store counts. */
const FRESH_MS = 1_000;
/** The pause before a store that failed is asked again. */
const AGAIN_MS = 5_000;
/** How long an answer may take. */
const ANSWER_MS = 5_000;

/** See the module. */
export class Readiness {
  readonly #options: ReadinessOptions;
  /** What the store is being asked; a store that does not answer is not asked again. */
  #probe: Promise<void> | undefined;
  #asked: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
  /** Whether the log has that the store takes no writes. */
  #isTold = false;
  /** When the store is asked next without anybody asking. */
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Why the store takes no writes; undefined when it does. */
  storeFault(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#asked === undefined || now >= this.#asked.at + FRESH_MS) this.#asked = { at: now, answer: this.#ask() };
    return this.#asked.answer;
  }

  /** Something failed, perhaps the store: asks it now, or as soon as its last answer no longer counts. */
  suspect(): void {
    const { at } = this.#asked ?? { at: Number.NEGATIVE_INFINITY };
    const leftMs = at + FRESH_MS - performance.now();
    if (leftMs <= 0) void this.storeFault();
    else if (this.#again === undefined) this.#askAfter(leftMs);
  }

  /** The store is asked no more, unless somebody asks. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  /** All that the gateway needs. */
  async report(): Promise<ReadinessReport> {
    const { away, links } = this.#options;
    const checks = [
      checkOf('store', await this.storeFault()),
      checkOf('disk', await this.#diskFault()),
      checkOf('delivery', away()),
      ...links().map(({ name, isUp, reason }) => checkOf(name, isUp ? undefined : (reason ?? away() ?? 'not connected'))),
    ];
    return { ready: checks.every(({ ready }) => ready), checks };
  }

  async #ask(): Promise<string | undefined> {
    const { store, log } = this.#options;
    try {
      this.#probe ??= store.probe().finally(() => {
        this.#probe = undefined;
      });
      await within(ANSWER_MS, this.#probe);
      if (this.#isTold) log.warn({}, 'store writable again');
      this.#isTold = false;
      return undefined;
    } catch (error) {
      // One line, however often it is asked.
      if (!this.#isTold) log.error(faultFields(error), 'store not writable');
      this.#isTold = true;
      this.#askAfter(AGAIN_MS);
      return reasonOf(error);
    }
  }

  /** Asks the store although nobody else does, so that the log has its recovery. */
  #askAfter(ms: number): void {
    clearTimeout(this.#again);
    if (this.#isClosed) return;
    const ask = () => {
      this.#again = undefined;
      void this.storeFault();
    };
    // Timers may be a fraction of a millisecond early.
    this.#again = setTimeout(ask, Math.ceil(ms) + 1).unref();
  }

  async #diskFault(): Promise<string | undefined> {
    const { store, limits } = this.#options;
    try {
      const free = await store.freeOctets();
      const { freeOctets } = limits;
      return free === undefined || free >= freeOctets ? undefined : `${free} octets are free, less than ${freeOctets}`;
    } catch (error) {
      return reasonOf(error);
    }
  }
}

function checkOf(name: string, reason: string | undefined): ReadinessCheck {
  return reason === undefined ? { name, ready: true } : { name, ready: false, reason };
}

/** An error in one line: its code where it has one, and its words, which hold no message and no PIN. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${code}: ${error.message}` : error.message;
}

/** @throws Error when it takes longer; what comes later is of no interest. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
