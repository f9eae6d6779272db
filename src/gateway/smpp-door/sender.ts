/**
 * From the store's queue to the sessions that accounts have bound: receipts and incoming messages, each until it is taken, for 72 hours at most.
 *
 *   claim for accounts with a session ─► lane of each ─► as many at once as its sessions take ─► settled: done, later, refused, given up
 *
 * Accounts do not wait for each other. One whose sessions have something against it just now is left alone for a growing while, and then gets one PDU;
 * once that is taken it goes on as before. What is claimed for an account whose last session ends is given back at once: it may have bound to
 * another node. What was sent, but not answered or not settled, because the session or the process ended in between, is sent again.
 * @module
 */
import { describeStatus, findStatusName } from '../../smpp/status.js';
import type { CallbackPayload, SessionCallback, SessionOutcome, SessionSettlement } from '../store/types.js';
import { type Backoff, backoffMs, WorkLoop } from '../work.js';
import { deliverRequests, judgeAnswer } from './outgoing.js';
import type { SmppSessions } from './sessions.js';

/** What of the store is needed. */
export interface SessionStore {
  /** For which of some accounts something waits, and when the first of it is due. */
  sessionQueues(usernames: readonly string[]): Promise<{ readonly username: string; readonly nextAt: number }[]>;
  /** What is due for some accounts, of each up to `share`, for nobody else as long as the lease lasts (milliseconds). */
  claimForSessions(usernames: readonly string[], share: number, leaseMs: number): Promise<SessionCallback[]>;
  /** Writes what became of one. */
  settleForSession(settlement: SessionSettlement): Promise<SessionOutcome>;
}

/** What was sent and settled. */
export interface SessionDelivery {
  /** Whose it was. */
  readonly username: string;
  /** What it told. */
  readonly kind: CallbackPayload['kind'];
  /** Why it was not taken: the name of a command_status, or words; absent when it was. */
  readonly reason?: string;
}

/** How sessions are sent what there is for them. */
export interface SessionSenderOptions {
  readonly store: SessionStore;
  readonly sessions: Pick<SmppSessions, 'receivers' | 'capacityOf' | 'deliver' | 'onReceiver'>;
  /** The store's clock. */
  readonly clock: () => number;
  /** Called with what the store threw, and with what cannot be written. */
  readonly onFault: (error: unknown) => void;
  /** Called after each that was settled. */
  readonly onSettled?: ((outcome: SessionOutcome, delivery: SessionDelivery) => void) | undefined;
}

/** How long what is claimed is this node's. */
const LEASE_MS = 120_000;
/** Of that, what sending and settling may take: what has less left is not begun. */
const MARGIN_MS = 40_000;
/** How often a node looks for what others have queued. */
const IDLE_MS = 1_000;

/** What a claim has of one account: as much as is sent while the next one is made. */
const SHARE = 500;
/** Of an account that is left alone for a while. */
const SHARE_SLOW = 1;
/** What waits of an account when more is claimed. */
const LOW = 250;
/** Accounts in one claim. */
const ACCOUNTS = 20;
/** What is claimed for all accounts together. */
const MAX_WAITING = 20_000;

/** How long an account is left alone. */
const PAUSE: Backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 };

/** Messages of which some parts were taken. */
const MAX_BEGUN = 1_000;

/** How long answers gather, in milliseconds, and how many of them: a commit for each window of a session would take longer than the session does. */
const GATHER_MS = 25;
const MAX_GATHERED = 500;

/** How long `close` waits for answers, in milliseconds. */
const CLOSE_MS = 5_000;

interface Claimed {
  readonly callback: SessionCallback;
  /** When it is another's, by the store's clock. */
  readonly leaseEndsAt: number;
}

/** What is claimed for one account. */
interface Lane {
  /** By id, since what was claimed again takes the place of the older claim. */
  readonly waiting: Map<number, Claimed>;
  /** Ids of what is sent and not settled yet. */
  readonly inHand: Set<number>;
  /** How many of those have no answer yet. */
  sending: number;
  /** PDUs that were put off since the last one that was taken; those of one pause count once. */
  failures: number;
  /** Until when it is left alone, by a clock that only goes forward. */
  pausedUntil: number;
}

/** Sends what is in the store's queue for sessions. */
export class SessionSender {
  readonly #options: SessionSenderOptions;
  readonly #loop: WorkLoop;
  readonly #lanes = new Map<string, Lane>();
  readonly #work = new Set<Promise<unknown>>();
  /** Parts of messages that were taken, by the id of the message: those are not sent again by this process. */
  readonly #begun = new Map<number, number>();
  /** Begins settling what was answered since the last commit. */
  #gathered: (() => void)[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Sends nothing before it is woken, an account binds, or its first round comes. */
  constructor(options: SessionSenderOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({
      work: () => this.#claim(),
      nextAt: () => this.#nextAt(),
      clock: options.clock,
      idleMs: IDLE_MS,
      onFault: options.onFault,
    });
    options.sessions.onReceiver = (username) => {
      const lane = this.#lanes.get(username);
      if (lane !== undefined) lane.pausedUntil = Number.NEGATIVE_INFINITY;
      this.wake();
    };
  }

  /** Something was queued. */
  wake(): void {
    this.#loop.wake();
  }

  /** Sends nothing more; answers have 5 seconds. What was not sent is due again at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loop.close();
    for (const lane of this.#lanes.values()) this.#giveBack(lane);
    this.#settleGathered();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([late, Promise.all(this.#work)]);
    clearTimeout(timer);
  }

  async #claim(): Promise<boolean> {
    const { store, clock } = this.#options;
    const wanting = this.#lookAround();
    const now = clock();
    const due = (await store.sessionQueues(wanting)).filter(({ nextAt }) => nextAt <= now);
    if (due.length === 0 || this.#isClosed) return false;
    // Who has waited for longest goes first.
    due.sort((one, other) => one.nextAt - other.nextAt);
    const usernames = due.slice(0, ACCOUNTS).map(({ username }) => username);
    const isSlow = (username: string) => (this.#lanes.get(username)?.failures ?? 0) > 0;
    const groups = [
      [usernames.filter((username) => !isSlow(username)), SHARE],
      [usernames.filter(isSlow), SHARE_SLOW],
    ] as const;
    for (const [names, share] of groups) await this.#claimFor(names, share);
    return due.length > ACCOUNTS;
  }

  async #claimFor(usernames: readonly string[], share: number): Promise<void> {
    const leaseEndsAt = this.#options.clock() + LEASE_MS;
    const claimed = await this.#options.store.claimForSessions(usernames, share, LEASE_MS);
    for (const callback of claimed) this.#laneOf(callback.username).waiting.set(callback.id, { callback, leaseEndsAt });
    for (const username of usernames) this.#start(username, this.#laneOf(username));
  }

  #laneOf(username: string): Lane {
    const lane = this.#lanes.get(username) ?? {
      ...{ waiting: new Map(), inHand: new Set(), sending: 0, failures: 0 },
      pausedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#lanes.set(username, lane);
    return lane;
  }

  /** Gives back what is claimed for accounts that have gone; starts those whose pause is over. @returns accounts that can take more */
  #lookAround(): string[] {
    const receivers = new Set(this.#options.sessions.receivers());
    let waiting = 0;
    for (const [username, lane] of this.#lanes) {
      if (!receivers.has(username)) this.#giveBack(lane);
      else this.#start(username, lane);
      waiting += lane.waiting.size;
      if (!receivers.has(username) && lane.inHand.size === 0) this.#lanes.delete(username);
    }
    if (waiting >= MAX_WAITING) return [];
    return [...receivers].filter((username) => {
      const lane = this.#lanes.get(username);
      if (lane === undefined) return true;
      return lane.failures > 0 ? !isPaused(lane) && lane.waiting.size === 0 : lane.waiting.size <= LOW;
    });
  }

  /** When there is something to do that nobody wakes the loop for. */
  async #nextAt(): Promise<number | undefined> {
    const { store, clock } = this.#options;
    const times = (await store.sessionQueues(this.#lookAround())).map(({ nextAt }) => nextAt);
    const now = performance.now();
    for (const lane of this.#lanes.values()) if (isPaused(lane)) times.push(clock() + lane.pausedUntil - now);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #start(username: string, lane: Lane): void {
    while (!this.#isClosed && !isPaused(lane) && lane.waiting.size > 0) {
      const room = lane.failures > 0 ? 1 - lane.sending : this.#options.sessions.capacityOf(username);
      if (room <= 0) return;
      const next = this.#take(lane);
      if (next === undefined) return;
      this.#begin(username, lane, next);
    }
  }

  /** The next one of a lane; those whose lease would end meanwhile are let go. */
  #take(lane: Lane): SessionCallback | undefined {
    for (const [id, { callback, leaseEndsAt }] of lane.waiting) {
      lane.waiting.delete(id);
      if (leaseEndsAt - this.#options.clock() > MARGIN_MS && !lane.inHand.has(id)) return callback;
    }
    return undefined;
  }

  #begin(username: string, lane: Lane, callback: SessionCallback): void {
    lane.inHand.add(callback.id);
    lane.sending++;
    const sent = this.#send(username, callback).then((answer) => {
      lane.sending--;
      const { failures } = lane;
      const waited = lane.waiting.size;
      if (answer.result === 'failed') this.#putOff(lane);
      else if (answer.result === 'done') lane.failures = 0;
      this.#start(username, lane);
      const isLow = waited > LOW && lane.waiting.size <= LOW;
      if (isLow || failures > lane.failures) this.wake();
      return this.#settle(callback, answer).finally(() => lane.inHand.delete(callback.id));
    });
    this.#track(sent);
  }

  /** Sends the PDUs of one, those that follow after the answer to the one before. Never rejects. */
  async #send(username: string, callback: SessionCallback): Promise<Answer> {
    const { sessions, onFault } = this.#options;
    const { id } = callback;
    try {
      const requests = deliverRequests(callback);
      for (let part = this.#begun.get(id) ?? 0; part < requests.length; part++) {
        const status = await sessions.deliver(username, requests[part] as (typeof requests)[number]);
        const result = judgeAnswer(status);
        if (result === 'failed' && part > 0) this.#remember(id, part);
        if (result !== 'done') return { result, reason: reasonOf(status) };
      }
      this.#begun.delete(id);
      return { result: 'done' };
    } catch (error) {
      // No PDU says it, today or tomorrow.
      onFault(error);
      return { result: 'refused', reason: 'cannot be written' };
    }
  }

  #remember(id: number, part: number): void {
    this.#begun.delete(id);
    if (this.#begun.size >= MAX_BEGUN) this.#begun.delete(this.#begun.keys().next().value as number);
    this.#begun.set(id, part);
  }

  #putOff(lane: Lane): void {
    if (isPaused(lane)) return;
    lane.failures++;
    lane.pausedUntil = performance.now() + backoffMs(PAUSE, lane.failures);
    this.#giveBack(lane);
    // So that it knows of the pause.
    this.wake();
  }

  async #settle(callback: SessionCallback, { result, reason }: Answer): Promise<void> {
    const { store, onFault, onSettled } = this.#options;
    await this.#gather();
    try {
      const outcome = await store.settleForSession({ callback, result });
      const { username, payload } = callback;
      onSettled?.(outcome, { username, kind: payload.kind, ...(reason !== undefined && { reason }) });
    } catch (error) {
      onFault(error);
    }
  }

  /** Waits for others that are answered at about the same time. */
  #gather(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#gathering ??= setTimeout(() => this.#settleGathered(), GATHER_MS);
      if (this.#gathered.push(resolve) >= MAX_GATHERED) this.#settleGathered();
    });
  }

  #settleGathered(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const begin of gathered) begin();
  }

  #giveBack(lane: Lane): void {
    const { store, clock, onFault } = this.#options;
    for (const [id, { callback, leaseEndsAt }] of lane.waiting) {
      lane.waiting.delete(id);
      if (leaseEndsAt <= clock()) continue;
      this.#track(store.settleForSession({ callback, result: 'unsent' }).catch(onFault));
    }
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }
}

/** What became of an attempt, and why it was not taken. */
interface Answer {
  readonly result: SessionSettlement['result'];
  readonly reason?: string;
}

function isPaused(lane: Lane): boolean {
  return lane.pausedUntil > performance.now();
}

function reasonOf(status: number | undefined): string {
  if (status === undefined) return 'no answer';
  return findStatusName(status) ?? `status ${status}: ${describeStatus(status)}`;
}
