/**
 * What operators are told of a delivery: one notice when it takes nothing, one when it takes messages again, and a count of retries once a minute,
 * so that neither an outage nor a long backlog fills the log.
 *
 *   warn  delivery unavailable   reason, waiting
 *   info  delivery unavailable   reason: another one, of an outage that was told
 *   warn  delivery available     downMs, times, waiting
 *   warn  delivery retries       retries, uncertain, reasons
 *   info  delivery failed        a message that was refused for good: a wrong number is its sender's
 *
 * Of a delivery with several links there is such a notice of each as well: `link unavailable` with its name.
 *
 * An outage ends when the delivery has taken messages for half a minute: one that comes and goes is one outage.
 * @module
 */
import type { GatewayLog } from '../log.js';
import type { Settlement } from '../store/types.js';

/** What the notices need. */
export interface DeliveryLogOptions {
  readonly log: GatewayLog;
  /** The link that it is about; absent: the delivery as a whole. */
  readonly link?: string;
  /** How many messages wait; asked twice in an outage. Nobody counts them by link. */
  readonly countWaiting?: () => Promise<number>;
  readonly onFault: (error: unknown) => void;
}

/** How long a delivery has to be there until its outage is over: longer than the longest answer may take. */
const STEADY_MS = 30_000;
/** How often retries are told. */
const RETRIES_MS = 60_000;
/** Reasons that are told of one outage, or in one count. */
const MAX_REASONS = 10;

/** An outage that is not over. */
interface Outage {
  readonly reasons: Set<string>;
  /** When it went away the last time; undefined while it is back. */
  since: number | undefined;
  /** How long it was away until then, and how often. */
  downMs: number;
  times: number;
  /** How many messages waited when it went away, and when it came back the first time. */
  readonly waiting: Promise<Waiting>;
  waitingThen: Promise<Waiting> | undefined;
  /** Runs while it is back. */
  steady: NodeJS.Timeout | undefined;
}

/** A count for a line; none when the store does not answer. */
interface Waiting {
  readonly waiting?: number;
}

/** See the module. */
export class DeliveryLog {
  readonly #options: DeliveryLogOptions;
  #outage: Outage | undefined;
  /** Told last. */
  #reason = '';
  readonly #reasons = new Map<string, number>();
  #retries = 0;
  #uncertain = 0;
  #retriesTimer: NodeJS.Timeout | undefined;

  constructor(options: DeliveryLogOptions) {
    this.#options = options;
  }

  get #subject(): 'delivery' | 'link' {
    return this.#options.link === undefined ? 'delivery' : 'link';
  }

  get #about(): { readonly link?: string } {
    const { link } = this.#options;
    return link === undefined ? {} : { link };
  }

  /** Why no messages are taken; undefined while they are. */
  get reason(): string | undefined {
    return this.#outage?.since === undefined ? undefined : this.#reason;
  }

  /** Nothing is taken. May be called repeatedly. */
  away(reason: string): void {
    const { log } = this.#options;
    const isFirst = this.#outage === undefined;
    this.#outage ??= {
      ...{ reasons: new Set(), since: undefined, downMs: 0, times: 0 },
      ...{ waiting: this.#waiting(), waitingThen: undefined, steady: undefined },
    };
    const outage = this.#outage;
    this.#reason = reason;
    if (outage.since === undefined) {
      clearTimeout(outage.steady);
      outage.since = performance.now();
      outage.times++;
    }
    if (outage.reasons.has(reason) || outage.reasons.size >= MAX_REASONS) return;
    outage.reasons.add(reason);
    const words = `${this.#subject} unavailable`;
    const about = this.#about;
    if (isFirst) void outage.waiting.then((waiting) => log.warn({ ...about, reason, ...waiting }, words));
    else log.info({ ...about, reason }, words);
  }

  /** Messages are taken again. May be called repeatedly. */
  ready(): void {
    const outage = this.#outage;
    if (outage?.since === undefined) return;
    outage.downMs += performance.now() - outage.since;
    outage.since = undefined;
    outage.waitingThen ??= this.#waiting();
    outage.steady = setTimeout(() => void this.#end(outage), STEADY_MS).unref();
  }

  /** Counts what has to be tried again, and tells what has failed. */
  settled(settlements: readonly Settlement[]): void {
    for (const { message, outcome, link } of settlements) {
      if (outcome.kind === 'failed') {
        const about = link === undefined ? {} : { link };
        this.#options.log.info(
          { messageIdentifier: message.id, attempt: message.attempt, ...about, reason: outcome.reason },
          'delivery failed',
        );
      } else if (outcome.kind === 'retry') {
        this.#retries++;
        if (outcome.isUncertain === true) this.#uncertain++;
        const reason = this.#reasons.has(outcome.reason) || this.#reasons.size < MAX_REASONS ? outcome.reason : 'other';
        this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
        this.#retriesTimer ??= setTimeout(() => this.#tellRetries(), RETRIES_MS).unref();
      }
    }
  }

  /** Tells what there is to tell. */
  async close(): Promise<void> {
    this.#tellRetries();
    const outage = this.#outage;
    if (outage?.since !== undefined || outage === undefined) return;
    clearTimeout(outage.steady);
    await this.#end(outage);
  }

  async #end({ downMs, times, waitingThen }: Outage): Promise<void> {
    this.#outage = undefined;
    const line = { ...this.#about, downMs: Math.round(downMs), times, ...(await waitingThen) };
    this.#options.log.warn(line, `${this.#subject} available`);
  }

  #tellRetries(): void {
    clearTimeout(this.#retriesTimer);
    this.#retriesTimer = undefined;
    if (this.#retries === 0) return;
    const reasons = Object.fromEntries(this.#reasons);
    this.#options.log.warn({ retries: this.#retries, uncertain: this.#uncertain, reasons }, 'delivery retries');
    this.#reasons.clear();
    this.#retries = 0;
    this.#uncertain = 0;
  }

  async #waiting(): Promise<Waiting> {
    try {
      const waiting = await this.#options.countWaiting?.();
      return waiting === undefined ? {} : { waiting };
    } catch (error) {
      this.#options.onFault(error);
      return {};
    }
  }
}
