/**
 * Tells whoever listens when the inbox of a virtual handset has changed: server-sent events.
 *
 *   retry: 2000                             the pause before a listener that was cut off comes again
 *   event: hello    data: {"handsets":…}    at the start, and when more has changed than can be told one by one
 *   event: inbox    data: {"number":…}      messages came, or the inbox was emptied
 *   :                                       every 15 s, so that nobody between takes the connection for a dead one
 *
 * What this process delivers or empties is told at once. What other gateways on the same database do is found by asking the store each second for the
 * handsets that changed since it was asked last: a few rows behind an index, and nothing while nobody listens. Those of some seconds before are asked for
 * again, since transactions end in another order than they began, and clocks differ.
 *
 * A listener that does not take what it is told is cut off. Source of the form: WHATWG HTML, section 9.2 "Server-sent events".
 * @module
 */
import { encodeUtf8 } from '../../../bytes/index.js';
import type { Store } from '../../store/store.js';
import type { VirtualHandset } from '../../store/types.js';
import { WorkLoop } from '../../work.js';
import { toTheSecond } from './inbox.js';

/** How events are told. */
export interface InboxEventsOptions {
  readonly store: Pick<Store, 'handsets' | 'changedHandsets'>;
  readonly clock: () => number;
  readonly onFault: (error: unknown) => void;
  /** Where clients and handsets reach this gateway. */
  readonly publicUrl: () => string;
  /** Listeners at once, 32 by default. */
  readonly most?: number | undefined;
  /** Milliseconds between two comments, 15,000 by default. */
  readonly heartbeatMs?: number | undefined;
  /** Milliseconds between two questions to the store, 1,000 by default. */
  readonly pollMs?: number | undefined;
}

/** A virtual handset in {@link HandsetsView}. */
export interface HandsetEntry {
  /** Digits with the country code. */
  readonly number: string;
  /** The number of messages in its inbox. */
  readonly messages: number;
  /** When its last message arrived, as `2026-03-04T05:06:07Z`. */
  readonly lastArrival: string;
}

/** The JSON of `GET /virtual/handsets`. */
export interface HandsetsView {
  /** Base URL of the addresses in messages of this gateway. */
  readonly publicUrl: string;
  /** The handsets with messages, the one that changed last first; at most 1,000. */
  readonly handsets: readonly HandsetEntry[];
  /** Set if there are more. */
  readonly more?: true;
}

/** Handsets that are listed, and changes that are told one by one. */
const MAX_HANDSETS = 1_000;
const MAX_LISTENERS = 32;
const HEARTBEAT_MS = 15_000;
const POLL_MS = 1_000;
/** How long after a change the store is asked: long enough for a batch of them, too short to be noticed. */
const BATCH_DELAY_MS = 30;
/** How far the store is asked for changes around the time since it was asked last. */
const OVERLAP_MS = 10_000;
const RETRY_MS = 2_000;
/** Octets that wait for a listener: several lists of {@link MAX_HANDSETS}. */
const MAX_WAITING = 524_288;
/** How long a listener has at the end to take what waits for it. */
const END_MS = 1_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The list of virtual handsets. */
export async function listHandsets({
  store,
  publicUrl,
}: Pick<InboxEventsOptions, 'store' | 'publicUrl'>): Promise<HandsetsView> {
  const found = await store.handsets(MAX_HANDSETS + 1);
  return {
    publicUrl: publicUrl(),
    handsets: found.slice(0, MAX_HANDSETS).map(handsetEntry),
    ...(found.length > MAX_HANDSETS && { more: true }),
  };
}

/** Somebody who listens. */
interface Listener {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Ends the connection whatever waits in it; absent where there is none. */
  readonly abort: (() => void) | undefined;
}

/** The events of all inboxes, and who listens to them. */
export class InboxEvents {
  readonly #options: InboxEventsOptions;
  readonly #loop: WorkLoop;
  /** Those that were not greeted yet. */
  #new = new Set<Listener>();
  readonly #greeted = new Set<Listener>();
  /** Handsets that changed lately, and how often they had changed when that was told. */
  #told: ReadonlyMap<string, number> = new Map();
  /** When the store was asked last for what was told since; undefined while nobody listens. */
  #askedAt: number | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #gatherMs = BATCH_DELAY_MS;
  #heart: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: InboxEventsOptions) {
    this.#options = options;
    const { onFault, pollMs = POLL_MS } = options;
    this.#loop = new WorkLoop({
      work: () => this.#tell(),
      nextAt: async () => undefined,
      clock: options.clock,
      idleMs: pollMs,
      onFault,
    });
  }

  /** How many listen. */
  get listeners(): number {
    return this.#new.size + this.#greeted.size;
  }

  /**
   * A stream of events; 503 when enough others listen.
   * @param abort ends the connection that the answer goes out on, and cancels the stream by that.
   */
  open(abort?: () => void): Response {
    const { most = MAX_LISTENERS, heartbeatMs = HEARTBEAT_MS } = this.#options;
    if (this.#isClosed || this.listeners >= most) {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' };
      return new Response('Too many listen', { status: 503, headers });
    }
    let listener: Listener;
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          listener = { controller, abort };
          this.#new.add(listener);
          controller.enqueue(encodeUtf8(`retry: ${RETRY_MS}\n\n`));
        },
        cancel: () => this.#remove(listener),
      },
      { highWaterMark: MAX_WAITING, size: (octets) => octets?.length ?? 0 },
    );
    this.#heart ??= setInterval(() => this.#broadcast(encodeUtf8(':\n\n')), heartbeatMs).unref();
    this.#loop.wake();
    return new Response(stream, { headers: HEADERS });
  }

  /** Something in an inbox has changed; as often as one likes. */
  wake(): void {
    if (this.listeners === 0 || this.#isClosed) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#loop.wake();
    }, this.#gatherMs);
  }

  /** Ends all streams. */
  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#gathering);
    const open = [...this.#new, ...this.#greeted];
    for (const listener of open) {
      this.#remove(listener);
      listener.controller.close();
    }
    // One that has stopped to read would keep the connection, and whoever waits for its end.
    setTimeout(() => {
      for (const { abort } of open) abort?.();
    }, END_MS).unref();
    return this.#loop.close();
  }

  /** Tells what has changed to those who were greeted, then greets the others: what changes from then on is found the next time. */
  async #tell(): Promise<boolean> {
    if (this.listeners === 0) {
      this.#told = new Map();
      this.#askedAt = undefined;
      return false;
    }
    const { store, clock } = this.#options;
    const now = clock();
    // The store may not have answered for a while, the machine may have slept, and the clock may have been set, either way.
    const last = this.#askedAt ?? now;
    const time = { from: Math.min(now, last) - OVERLAP_MS, to: Math.max(now, last) + OVERLAP_MS };
    const lately = await store.changedHandsets(time, MAX_HANDSETS + 1);
    const changed = lately.filter(({ number, changes }) => this.#told.get(number) !== changes);
    // A list each time that something changes would be more than anybody reads.
    this.#gatherMs = lately.length > MAX_HANDSETS ? POLL_MS : BATCH_DELAY_MS;
    if (this.#greeted.size > 0 && changed.length > 0) {
      // More than are read at once: the oldest changes are not among them.
      if (lately.length > MAX_HANDSETS) this.#broadcast(await this.#hello());
      else {
        const events = changed.reverse().map((handset) => eventOf('inbox', handsetEntry(handset)));
        this.#broadcast(encodeUtf8(events.join('')));
      }
    }
    // Not before: what a fault kept from being told is told the next time.
    this.#told = new Map(lately.map(({ number, changes }) => [number, changes]));
    this.#askedAt = now;
    if (this.#new.size > 0) {
      const newcomers = this.#new;
      this.#new = new Set();
      for (const listener of newcomers) this.#greeted.add(listener);
      try {
        const hello = await this.#hello();
        for (const listener of newcomers) this.#send(listener, hello);
      } catch (error) {
        // They come again when they are cut off.
        for (const listener of newcomers) this.#cut(listener);
        throw error;
      }
    }
    return false;
  }

  async #hello(): Promise<Uint8Array> {
    return encodeUtf8(eventOf('hello', await listHandsets(this.#options)));
  }

  #broadcast(octets: Uint8Array): void {
    for (const listener of [...this.#greeted]) this.#send(listener, octets);
  }

  #send(listener: Listener, octets: Uint8Array): void {
    if (!this.#greeted.has(listener)) return;
    if ((listener.controller.desiredSize ?? 0) <= 0) this.#cut(listener);
    else listener.controller.enqueue(octets);
  }

  #cut(listener: Listener): void {
    const { controller, abort } = listener;
    this.#remove(listener);
    // The server would write an error of the stream to stderr, between the lines of the log.
    if (abort === undefined) controller.error(new Error('the listener was cut off'));
    else abort();
  }

  #remove(listener: Listener): void {
    this.#new.delete(listener);
    this.#greeted.delete(listener);
    if (this.listeners > 0) return;
    clearInterval(this.#heart);
    this.#heart = undefined;
  }
}

function handsetEntry({ number, messages, arrivedAt }: VirtualHandset): HandsetEntry {
  return { number, messages, lastArrival: toTheSecond(arrivedAt) };
}

/** JSON has no line ends of its own, so that it is one line of an event. */
function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
