/**
 * What operators are told of things that anybody can make happen as often as he likes: one line a minute with a count, however often it was.
 * @module
 */
import type { GatewayLog } from './log.js';

/** How often it is told. */
const TELL_MS = 60_000;
/** Names that a line tells apart. */
const MAX_NAMES = 10;

/** What is told. */
export interface TallyOptions {
  readonly log: GatewayLog;
  readonly message: string;
  /** What the names are. */
  readonly of: 'peers' | 'accounts';
}

/** See the module. */
export class Tally {
  readonly #options: TallyOptions;
  readonly #counts = new Map<string, number>();
  #total = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TallyOptions) {
    this.#options = options;
  }

  /** Counts once for a name. */
  add(name: string): void {
    const known = this.#counts.get(name);
    if (known !== undefined || this.#counts.size < MAX_NAMES) this.#counts.set(name, (known ?? 0) + 1);
    this.#total++;
    this.#timer ??= setTimeout(() => this.close(), TELL_MS).unref();
  }

  /** Tells what there is to tell. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#total === 0) return;
    const { log, message, of } = this.#options;
    log.warn({ refused: this.#total, [of]: Object.fromEntries(this.#counts) }, message);
    this.#counts.clear();
    this.#total = 0;
  }
}
