/**
 * What operators are told of addresses that have more connections than they may: one line a minute, however many they try.
 * @module
 */
import type { GatewayLog } from '../log.js';

/** How often it is told. */
const TELL_MS = 60_000;
/** Addresses that are told apart. */
const MAX_ADDRESSES = 10;

/** See the module. */
export class Crowds {
  readonly #log: GatewayLog;
  readonly #counts = new Map<string, number>();
  #total = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: GatewayLog) {
    this.#log = log;
  }

  /** Counts a connection that was closed. */
  add(address: string): void {
    const known = this.#counts.get(address);
    if (known !== undefined || this.#counts.size < MAX_ADDRESSES) this.#counts.set(address, (known ?? 0) + 1);
    this.#total++;
    this.#timer ??= setTimeout(() => this.close(), TELL_MS).unref();
  }

  /** Tells what there is to tell. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#total === 0) return;
    this.#log.warn({ refused: this.#total, peers: Object.fromEntries(this.#counts) }, 'too many connections of an address');
    this.#counts.clear();
    this.#total = 0;
  }
}
