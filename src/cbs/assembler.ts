/**
 * Joins the pages of messages of cell broadcast, whatever their order. Pages belong together when the sender's area, the serial number, the
 * message identifier, the coding and the number of pages agree.
 *
 * Networks send the same pages again and again: a message is given once. The clock is the caller's.
 * Source: 3GPP TS 23.041 sections 8.2 and 9.4.1.2.4.
 * @module
 */
import { DEFAULT_LIMITS } from '../errors.js';
import { serialNumberOctets } from './fields.js';
import { type CbsMessage, joinContents } from './message.js';
import type { CbsPage } from './page.js';

/** When a page came, and where. */
export interface PageArrival {
  /** When it came: a `Date`, or epoch milliseconds. */
  readonly at: Date | number;
  /** Where it came from: network, area or cell, as the geographical scope asks. Pages of different ones are never joined. */
  readonly from?: string | undefined;
}

/** Pages that were given up. */
export interface DiscardedPages {
  /** `expired`: the rest did not come in time; `overflow`: too many messages were pending. */
  readonly reason: 'expired' | 'overflow';
  /** The pages that had come. */
  readonly pages: readonly CbsPage[];
}

/** Limits and a hook. */
export interface CbsAssemblerOptions {
  /** How long the first page waits for the last, in milliseconds; 24 hours by default. */
  readonly timeoutMs?: number;
  /** How long a finished message is known when its pages come again, in milliseconds; 24 hours by default. */
  readonly duplicateMs?: number;
  /** Unfinished messages held at once, and finished ones that are known; past it the oldest is given up. 1,000 by default. */
  readonly maxPending?: number;
  /** Called with every set of pages that is given up. */
  readonly onDiscard?: (discarded: DiscardedPages) => void;
}

interface Pending {
  readonly since: number;
  readonly pages: (CbsPage | undefined)[];
  missing: number;
}

/** Joins pages; see the module. */
export class CbsAssembler {
  readonly #pending = new Map<string, Pending>();
  /** When each message was finished. */
  readonly #finished = new Map<string, number>();
  readonly #timeoutMs: number;
  readonly #duplicateMs: number;
  readonly #maxPending: number;
  readonly #onDiscard: ((discarded: DiscardedPages) => void) | undefined;

  /** Creates an empty assembler. */
  constructor(options?: CbsAssemblerOptions) {
    this.#timeoutMs = options?.timeoutMs ?? DEFAULT_LIMITS.reassemblyMs;
    this.#duplicateMs = options?.duplicateMs ?? DEFAULT_LIMITS.reassemblyMs;
    this.#maxPending = options?.maxPending ?? DEFAULT_LIMITS.pendingMessages;
    this.#onDiscard = options?.onDiscard;
  }

  /** Returns the number of unfinished messages. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Takes a page, and returns the message when it is the last one missing; undefined before that, and when the message was given already. */
  add(page: CbsPage, { at, from = '' }: PageArrival): CbsMessage | undefined {
    const now = Number(at);
    this.expire(now);
    const { serialNumber, messageIdentifier, dcs, pages } = page;
    const key = `${serialNumberOctets(serialNumber)} ${messageIdentifier} ${dcs} ${pages} ${from}`;
    if (this.#finished.has(key)) return undefined;
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      if (this.#pending.size >= this.#maxPending) this.#discardOldest();
      pending = { since: now, pages: new Array(pages).fill(undefined), missing: pages };
      this.#pending.set(key, pending);
    }
    if (pending.pages[page.page - 1] === undefined) pending.missing--;
    pending.pages[page.page - 1] = page;
    if (pending.missing > 0) return undefined;
    this.#pending.delete(key);
    if (this.#finished.size >= this.#maxPending) this.#finished.delete(this.#finished.keys().next().value as string);
    this.#finished.set(key, now);
    return { kind: 'message', serialNumber, messageIdentifier, dcs, ...joinContents(pending.pages as CbsPage[], dcs) };
  }

  /** Gives up what has waited too long; `add` does the same with each page's time. */
  expire(at: Date | number): void {
    const now = Number(at);
    // In order of arrival, so that the first one still in time ends the search.
    for (const [key, { since }] of this.#pending) {
      if (now - since <= this.#timeoutMs) break;
      this.#discard(key, 'expired');
    }
    for (const [key, finishedAt] of this.#finished) {
      if (now - finishedAt <= this.#duplicateMs) break;
      this.#finished.delete(key);
    }
  }

  #discardOldest(): void {
    const [oldest] = this.#pending.keys();
    if (oldest !== undefined) this.#discard(oldest, 'overflow');
  }

  #discard(key: string, reason: DiscardedPages['reason']): void {
    const { pages = [] } = this.#pending.get(key) ?? {};
    this.#pending.delete(key);
    this.#onDiscard?.({ reason, pages: pages.filter((page) => page !== undefined) });
  }
}
