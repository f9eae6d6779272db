/**
 * From the queue of callbacks to the customers' servers: receipts and incoming messages, each until it is taken, for a day at most (G-DLR-03).
 *
 *   claim ─► lane of each customer ─► a few posts at once ─► settled: done, later, given up
 *
 * Customers do not wait for each other. Each has a lane of its own with up to 4 posts at once. One whose server fails again and again, or hangs, has a
 * single post on its way at a time until it works again, and what is claimed for it beyond a few is let go: a claim is a lease, and so that comes up again
 * when the lease ends, here or on another node, until it is too old. What was posted but could not be settled, because the process died in between, is posted twice.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { nodeTransport } from '../../sender/node-transport.js';
import type { Transport } from '../../sender/transport.js';
import type { DueCallback, PostOutcome, PostResult } from '../store/types.js';
import { WorkLoop } from '../work.js';
import { type PostFailure, postCallback } from './post.js';

/** The part of a store that {@link CallbackSender} uses. */
export interface CallbackStore {
  /** Claims callbacks that are due, as `claimCallbacks` of a {@link Store}. */
  claimCallbacks(limit: number, leaseMs: number, onGivenUp?: (callbacks: number) => void): Promise<DueCallback[]>;
  /** Records the result of a post, as `settleCallback` of a {@link Store}. */
  settleCallback(callback: DueCallback, result: PostResult, afterMs?: number): Promise<PostOutcome>;
  /** Returns when the next callback is due, in milliseconds since 1970; undefined if none waits. */
  nextCallbackAt(): Promise<number | undefined>;
}

/** A post of a callback. */
export interface PostedCallback {
  /** User name of the account. */
  readonly username: string;
  /** `receipt` or `message`. */
  readonly kind: DueCallback['payload']['kind'];
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Why the customer's server did not accept it; absent if it did. */
  readonly reason?: string;
}

/** Options of {@link CallbackSender}. */
export interface CallbackSenderOptions {
  /** The store with the queue of callbacks. */
  readonly store: CallbackStore;
  /** Returns the time in milliseconds since 1970 by the store's clock. */
  readonly clock: () => number;
  /** Called with errors of the store, and with callbacks that cannot be encoded. */
  readonly onFault: (error: unknown) => void;
  /** Called after each post. */
  readonly onPosted?: ((outcome: PostOutcome, post: PostedCallback) => void) | undefined;
  /** Called with the number of callbacks that were dropped because they were too old. */
  readonly onGivenUp?: ((callbacks: number) => void) | undefined;
  /** Carries the posts; {@link nodeTransport} of `handset/sender` by default. */
  readonly transport?: Transport | undefined;
  /** Time limit for a post in milliseconds, above 0 and up to 3,600,000; 30,000 by default. */
  readonly timeoutMs?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** The share of that time from which on a customer counts as slow. */
const SLOW_SHARE = 1 / 6;

const MAX_TIMEOUT_MS = 60 * 60 * 1_000;
/** How long claimed callbacks are this node's, in the time for a post: a slow one and several that wait behind it. */
const LEASE_POSTS = 4;
/** Callbacks in one claim. */
const BATCH = 100;
/** How often a node looks for what others left. */
const IDLE_MS = 1_000;

/** Posts on their way at once. */
const MAX_POSTS = 128;
/** Of them to one customer. */
const MAX_OF_ONE = 4;
/** Claimed callbacks that wait in the lanes of customers who work: as many as are posted while the next ones are claimed. */
const MAX_WAITING = 500;
/** Claimed callbacks that wait in the lane of one who does not. */
const MAX_WAITING_SLOW = 20;
/** Posts in a row that failed, from which on a customer's server is taken for down: a single one may be the fault of what was posted. */
const FAILURES = 3;

/** How long `close` waits for posts on their way, in milliseconds. */
const CLOSE_MS = 5_000;

/** What is claimed for one customer. */
interface Lane {
  /** By id, since what was claimed again takes the place of the older claim. */
  readonly waiting: Map<number, DueCallback>;
  /** When each post on its way began, by a clock that only goes forward. */
  readonly posting: Map<number, number>;
  /** Posts that failed since the last one that was taken. */
  failures: number;
  /** Kept in mind while nothing waits, too. */
  isSlow: boolean;
}

/**
 * Posts the callbacks in a store's queue to customers' servers, each until it is accepted, for a day at most (G-DLR-03). Customers do not delay each other: each gets up
 * to 4 posts at once.
 */
export class CallbackSender {
  readonly #options: CallbackSenderOptions;
  readonly #loop: WorkLoop;
  readonly #transport: Transport;
  readonly #closeTransport: () => void;
  readonly #timeoutMs: number;
  readonly #ending = new AbortController();
  readonly #lanes = new Map<string, Lane>();
  readonly #posts = new Set<Promise<void>>();
  /** Whether nothing is claimed until some of what waits is posted. */
  #isFull = false;
  #isClosed = false;

  /**
   * Creates a sender, which looks for callbacks every second, and when it is woken.
   * @throws RangeError for an invalid `timeoutMs`; TypeError if the options are not an object.
   */
  constructor(options: CallbackSenderOptions) {
    requireObject(options, 'options');
    this.#options = options;
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
      throw new RangeError(`timeoutMs is above 0 and up to ${MAX_TIMEOUT_MS} milliseconds`);
    }
    this.#timeoutMs = timeoutMs;
    if (options.transport === undefined) {
      const own = nodeTransport();
      this.#transport = own;
      this.#closeTransport = () => own.close();
    } else {
      this.#transport = options.transport;
      this.#closeTransport = () => {};
    }
    this.#loop = new WorkLoop({
      work: () => this.#claim(),
      // When there is no room, the end of a post wakes the loop.
      nextAt: async () => (this.#isFull ? undefined : options.store.nextCallbackAt()),
      clock: options.clock,
      idleMs: IDLE_MS,
      onFault: options.onFault,
    });
  }

  /** Tells the sender that callbacks may be due, so that it looks for them at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops the sender; posts in progress have 5 seconds. A callback that is not settled by then is posted again when its lease has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loop.close();
    this.#lanes.clear();
    const timer = setTimeout(() => this.#ending.abort(), CLOSE_MS);
    await Promise.all(this.#posts);
    clearTimeout(timer);
    this.#closeTransport();
  }

  async #claim(): Promise<boolean> {
    const waiting = this.#sweep();
    this.#isFull = waiting >= MAX_WAITING;
    if (this.#isFull) return false;
    const { store, onGivenUp } = this.#options;
    // A short time for a post is no reason to claim often.
    const leaseMs = LEASE_POSTS * Math.max(this.#timeoutMs, DEFAULT_TIMEOUT_MS);
    const claimed = await store.claimCallbacks(BATCH, leaseMs, onGivenUp);
    if (this.#isClosed) return false;
    for (const due of claimed) this.#enqueue(due);
    this.#start();
    return claimed.length === BATCH;
  }

  /** Looks for customers whose posts take long; gives how many callbacks wait for the others. */
  #sweep(): number {
    const slowSince = performance.now() - this.#timeoutMs * SLOW_SHARE;
    let waiting = 0;
    for (const lane of this.#lanes.values()) {
      for (const startedAt of lane.posting.values()) if (startedAt < slowSince) slowDown(lane);
      if (!lane.isSlow) waiting += lane.waiting.size;
    }
    return waiting;
  }

  #enqueue(due: DueCallback): void {
    const { id, username } = due;
    const lane = this.#lanes.get(username) ?? { waiting: new Map(), posting: new Map(), failures: 0, isSlow: false };
    this.#lanes.set(username, lane);
    if (lane.isSlow && lane.waiting.size >= MAX_WAITING_SLOW && !lane.waiting.has(id)) return;
    lane.waiting.set(id, due);
  }

  /** Starts posts, one of each customer after the other, as long as there is space. */
  #start(): void {
    for (let hasStarted = true; hasStarted; ) {
      hasStarted = false;
      for (const [username, lane] of this.#lanes) {
        if (this.#posts.size >= MAX_POSTS) return;
        if (lane.posting.size >= (lane.isSlow ? 1 : MAX_OF_ONE)) continue;
        const next = this.#take(lane);
        if (next !== undefined) {
          hasStarted = true;
          this.#begin(lane, next);
        } else if (lane.posting.size === 0 && !lane.isSlow) this.#lanes.delete(username);
      }
    }
  }

  /** The next one of a lane; those whose lease would end during the post are let go. */
  #take(lane: Lane): DueCallback | undefined {
    for (const [id, due] of lane.waiting) {
      lane.waiting.delete(id);
      if (due.leaseEndsAt - this.#options.clock() > this.#timeoutMs && !lane.posting.has(id)) return due;
    }
    return undefined;
  }

  #begin(lane: Lane, due: DueCallback): void {
    const startedAt = performance.now();
    lane.posting.set(due.id, startedAt);
    const post = this.#post(due).then((isTaken) => {
      this.#posts.delete(post);
      lane.posting.delete(due.id);
      lane.failures = isTaken ? 0 : lane.failures + 1;
      if (lane.failures >= FAILURES) slowDown(lane);
      else if (isTaken && performance.now() - startedAt < this.#timeoutMs * SLOW_SHARE) lane.isSlow = false;
      if (this.#isClosed) return;
      this.#start();
      if (this.#isFull) this.wake();
    });
    this.#posts.add(post);
  }

  /** Posts and settles. Never rejects. */
  async #post(due: DueCallback): Promise<boolean> {
    const { store, onFault, onPosted } = this.#options;
    let failure: PostFailure | undefined;
    try {
      failure = await postCallback(due, {
        transport: this.#transport,
        timeoutMs: this.#timeoutMs,
        signal: this.#ending.signal,
        clock: this.#options.clock,
      });
    } catch (error) {
      onFault(error);
      failure = { reason: 'cannot be posted' };
    }
    // Nobody knows what became of it.
    if (failure !== undefined && this.#ending.signal.aborted) return false;
    try {
      const outcome = await store.settleCallback(due, resultOf(failure), failure?.afterMs);
      const { username, payload, attempt } = due;
      onPosted?.(outcome, { username, kind: payload.kind, attempt, ...(failure !== undefined && { reason: failure.reason }) });
    } catch (error) {
      onFault(error);
    }
    return failure === undefined;
  }
}

function resultOf(failure: PostFailure | undefined): PostResult {
  if (failure === undefined) return 'done';
  return failure.isFinal === true ? 'refused' : 'failed';
}

/** Keeps a customer whose server does not work from taking up space: the claims of the rest run out. */
function slowDown(lane: Lane): void {
  lane.isSlow = true;
  let left = lane.waiting.size - MAX_WAITING_SLOW;
  for (const id of lane.waiting.keys()) {
    if (left-- <= 0) break;
    lane.waiting.delete(id);
  }
}
