/**
 * Joins the pages of messages of cell broadcast, whatever their order. Pages belong together when the sender's area, the serial number, the
 * message identifier, the coding and the number of pages agree.
 *
 * Networks send the same pages again and again: a message is given once. The clock is the caller's.
 * Source: 3GPP TS 23.041 sections 8.2 and 9.4.1.2.4.
 * @module
 */
import { type JoiningLimits, joiningLimits } from '../bytes/joining-limits.js';
import { DEFAULT_LIMITS } from '../errors.js';
import { serialNumberOctets } from './fields.js';
import { type CbsMessage, joinContents } from './message.js';
import type { CbsPage } from './page.js';

/** When a page arrived, and from where. */
export interface PageArrival {
  /** When it arrived: a `Date`, or epoch milliseconds. */
  readonly at: Date | number;
  /** The network, area or cell that sent it, as its geographical scope requires; empty by default. Pages of different ones are never joined. */
  readonly from?: string | undefined;
}

/** The pages of an incomplete message that was given up. */
export interface DiscardedPages {
  /** `expired`: the rest did not arrive in time; `overflow`: too many messages were pending. */
  readonly reason: 'expired' | 'overflow';
  /** The pages that had arrived. */
  readonly pages: readonly CbsPage[];
}

/** Options of a {@link CbsAssembler}. */
export interface CbsAssemblerOptions {
  /** How long the first page waits for the last, in milliseconds; 24 hours by default. */
  readonly timeoutMs?: number;
  /** How long the pages of a complete message are recognised as duplicates, in milliseconds; 24 hours by default. */
  readonly duplicateMs?: number;
  /** Incomplete messages held at once, and complete ones that are remembered; beyond it the oldest is given up. 1,000 by default. */
  readonly maxPending?: number;
  /** Called with the pages of each message that is given up. */
  readonly onDiscard?: (discarded: DiscardedPages) => void;
}

interface Pending {
  readonly since: number;
  readonly pages: (CbsPage | undefined)[];
  missing: number;
}

/**
 * Joins the pages of cell broadcast messages, in any order (TS 23.041 sections 8.2 and 9.4.1.2.4). Pages belong together when origin, serial number,
 * message identifier, data coding scheme and number of pages agree. Networks repeat pages again and again: each message is returned once. The caller
 * gives the time with each page; no clock is used.
 * @example
 * ```ts
 * import { CbsAssembler, splitCbsMessage } from 'handset/cbs';
 *
 * const serialNumber = { geographicalScope: 'network', messageCode: 2, updateNumber: 0 } as const;
 * const pages = splitCbsMessage({ serialNumber, messageIdentifier: 4371, dcs: 1, text: 'Severe storm. '.repeat(10) });
 * const assembler = new CbsAssembler();
 * pages.map((page) => assembler.add(page, { at: 0 })?.text?.length); // -> [undefined, 140]
 * ```
 */
export class CbsAssembler {
  readonly #pending = new Map<string, Pending>();
  /** When each message was finished. */
  readonly #finished = new Map<string, number>();
  readonly #limits: JoiningLimits;
  readonly #onDiscard: ((discarded: DiscardedPages) => void) | undefined;

  /** Creates an assembler without pages. */
  constructor(options?: CbsAssemblerOptions) {
    this.#limits = joiningLimits(options, DEFAULT_LIMITS.reassemblyMs);
    this.#onDiscard = options?.onDiscard;
  }

  /** Returns the number of incomplete messages. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Adds a page, and returns the message if the page completes it; undefined if pages are missing or the message was returned before. */
  add(page: CbsPage, { at, from = '' }: PageArrival): CbsMessage | undefined {
    const now = Number(at);
    this.expire(now);
    const { serialNumber, messageIdentifier, dcs, pages } = page;
    const key = `${serialNumberOctets(serialNumber)} ${messageIdentifier} ${dcs} ${pages} ${from}`;
    if (this.#finished.has(key)) return undefined;
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      if (this.#pending.size >= this.#limits.maxPending) this.#discardOldest();
      pending = { since: now, pages: new Array(pages).fill(undefined), missing: pages };
      this.#pending.set(key, pending);
    }
    if (pending.pages[page.page - 1] === undefined) pending.missing--;
    pending.pages[page.page - 1] = page;
    if (pending.missing > 0) {
      // Only where none may be held.
      if (this.#pending.size > this.#limits.maxPending) this.#discard(key, pending, 'overflow');
      return undefined;
    }
    this.#pending.delete(key);
    this.#finished.set(key, now);
    if (this.#finished.size > this.#limits.maxPending) this.#finished.delete(this.#finished.keys().next().value as string);
    return { kind: 'message', serialNumber, messageIdentifier, dcs, ...joinContents(pending.pages as CbsPage[], dcs) };
  }

  /** Gives up messages that have waited longer than `timeoutMs` at this time, a `Date` or epoch milliseconds; `add` does so with each page's time. */
  expire(at: Date | number): void {
    const now = Number(at);
    // In order of arrival, so that the first one still in time ends the search.
    for (const [key, pending] of this.#pending) {
      if (now - pending.since <= this.#limits.timeoutMs) break;
      this.#discard(key, pending, 'expired');
    }
    for (const [key, finishedAt] of this.#finished) {
      if (now - finishedAt <= this.#limits.duplicateMs) break;
      this.#finished.delete(key);
    }
  }

  #discardOldest(): void {
    const [oldest] = this.#pending;
    if (oldest !== undefined) this.#discard(...oldest, 'overflow');
  }

  #discard(key: string, { pages }: Pending, reason: DiscardedPages['reason']): void {
    this.#pending.delete(key);
    this.#onDiscard?.({ reason, pages: pages.filter((page) => page !== undefined) });
  }
}
