/**
 * From the store's queue to the sessions that accounts have bound: receipts and incoming messages, each until it is taken, for 72 hours at most.
 *
 *   claim for accounts with a session ─► lane of each ─► as many at once as its sessions take ─► settled: done, later, refused, given up
 *
 * Accounts do not wait for each other. What is claimed of each follows what it was answered lately: one that is slow holds little. One whose
 * sessions have something against it just now is left alone for a growing while, and then gets one PDU; once that is taken it goes on as before.
 * What is claimed for an account whose last session ends is given back at once: it may have bound to another node. What was sent, but not answered
 * or not settled, because the session or the process ended in between, is sent again.
 * @module
 */

import type { SmppRequest } from '../../smpp/session.js';
import { describeStatus, findStatusName } from '../../smpp/status.js';
import type { CallbackPayload, SessionCallback, SessionOutcome, SessionSettlement } from '../store/types.js';
import { type Backoff, backoffMs, WorkLoop } from '../work.js';
import { deliverRequests, judgeAnswer, type NoAnswer } from './outgoing.js';
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
  /** Called after each that was settled; not for what was not sent, and is due again. */
  readonly onSettled?: ((outcome: SessionOutcome, delivery: SessionDelivery) => void) | undefined;
}

/** How long what is claimed is this node's. */
const LEASE_MS = 120_000;
/** How long an answer may take: no session waits for longer. */
const ANSWER_MS = 10_000;
/** Of the lease, besides the answers: waiting for a place in a window, and settling. */
const MARGIN_MS = 20_000;
/** Parts that fit a lease however slow the answers are; more begin with a whole lease, and are let go between parts where it gets short. */
const MAX_SLOW_PARTS = 7;
/** How often a node looks for what others have queued. */
const IDLE_MS = 1_000;

/** What a claim has of one account at the most: as much as is sent while the next one is made. */
const SHARE = 500;
/** At the least, or as much as its windows hold: an account of which nothing waits gets that whatever others have. */
const SHARE_LEAST = 16;
/** In between: what was answered lately in so many milliseconds. */
const SHARE_OF_MS = 5_000;
/** The shortest time that tells how fast answers come. */
const LATELY_MS = 1_000;
/** Of an account that is left alone for a while. */
const SHARE_SLOW = 1;
/** Accounts in one claim. */
const ACCOUNTS = 20;
/** What is claimed for all accounts together, beyond the least of each. */
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

/** What is claimed for one account. */
interface Lane {
  /** By id, since what was claimed again takes the place of the older claim. */
  readonly waiting: Map<number, SessionCallback>;
  /** Ids of what is sent and not settled yet. */
  readonly inHand: Set<number>;
  /** How many of those have no answer yet. */
  sending: number;
  /** PDUs that were put off since the last one that was taken; those of one pause count once. */
  failures: number;
  /** What its last claim had at the most. */
  share: number;
  /** When that was, by a clock that only goes forward, and how many PDUs were answered since. */
  claimedAt: number;
  answered: number;
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
  /** Whether no account gets more than the least. */
  #isFull = false;
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
    // Who has nothing on its way goes first, then who has waited for longest.
    const isBusy = (username: string) => Number((this.#lanes.get(username)?.inHand.size ?? 0) > 0);
    due.sort((one, other) => isBusy(one.username) - isBusy(other.username) || one.nextAt - other.nextAt);
    const groups = new Map<number, string[]>();
    for (const { username } of due.slice(0, ACCOUNTS)) {
      const share = this.#shareOf(username);
      groups.set(share, [...(groups.get(share) ?? []), username]);
    }
    for (const [share, names] of groups) await this.#claimFor(names, share);
    return due.length > ACCOUNTS;
  }

  /** What a claim has of an account now: one of few numbers, so that accounts share claims. */
  #shareOf(username: string): number {
    const lane = this.#laneOf(username);
    if (lane.failures > 0) return SHARE_SLOW;
    const lately = Math.max(LATELY_MS, performance.now() - lane.claimedAt);
    const worth = this.#isFull ? 0 : (lane.answered * SHARE_OF_MS) / lately;
    const wanted = Math.max(SHARE_LEAST, this.#options.sessions.capacityOf(username), worth);
    return Math.min(SHARE, 2 ** Math.ceil(Math.log2(wanted)));
  }

  async #claimFor(usernames: readonly string[], share: number): Promise<void> {
    const claimed = await this.#options.store.claimForSessions(usernames, share, LEASE_MS);
    for (const callback of claimed) this.#laneOf(callback.username).waiting.set(callback.id, callback);
    for (const username of usernames) {
      const lane = this.#laneOf(username);
      Object.assign(lane, { share, claimedAt: performance.now(), answered: 0 });
      // What was let go comes back to its place.
      const inOrder = [...lane.waiting].sort(([one], [other]) => one - other);
      lane.waiting.clear();
      for (const [id, callback] of inOrder) lane.waiting.set(id, callback);
      this.#start(username, lane);
    }
  }

  #laneOf(username: string): Lane {
    const lane = this.#lanes.get(username) ?? {
      ...{
        waiting: new Map(),
        inHand: new Set(),
        sending: 0,
        failures: 0,
        share: 0,
        claimedAt: performance.now(),
        answered: 0,
      },
      pausedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#lanes.set(username, lane);
    return lane;
  }

  /** Gives back what is claimed for accounts that have gone; starts those whose pause is over. @returns accounts that can take more */
  #lookAround(): string[] {
    const receivers = new Set(this.#options.sessions.receivers());
    let surplus = 0;
    for (const [username, lane] of this.#lanes) {
      if (!receivers.has(username)) this.#giveBack(lane);
      else this.#start(username, lane);
      surplus += Math.max(0, lane.waiting.size - SHARE_LEAST);
      if (!receivers.has(username) && lane.inHand.size === 0) this.#lanes.delete(username);
    }
    this.#isFull = surplus >= MAX_WAITING;
    return [...receivers].filter((username) => {
      const lane = this.#lanes.get(username);
      if (lane === undefined || isPaused(lane)) return lane === undefined;
      return this.#isFull || lane.failures > 0 ? lane.waiting.size === 0 : isLow(lane);
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

  /** The next one of a lane; those whose lease could end meanwhile are let go. */
  #take(lane: Lane): Sending | undefined {
    for (const [id, callback] of lane.waiting) {
      lane.waiting.delete(id);
      if (lane.inHand.has(id)) continue;
      const requests = this.#write(callback);
      const parts = (requests?.length ?? 1) - (this.#begun.get(id) ?? 0);
      if (this.#hasTimeFor(callback, Math.min(parts, MAX_SLOW_PARTS))) return { callback, requests };
      this.#release(callback, () => this.wake());
    }
    return undefined;
  }

  /** The PDUs of one; undefined where no PDU says it, today or tomorrow. */
  #write(callback: SessionCallback): readonly SmppRequest[] | undefined {
    try {
      return deliverRequests(callback);
    } catch (error) {
      this.#options.onFault(error);
      return undefined;
    }
  }

  #hasTimeFor({ leaseEndsAt }: SessionCallback, parts: number): boolean {
    return leaseEndsAt - this.#options.clock() >= MARGIN_MS + parts * ANSWER_MS;
  }

  #begin(username: string, lane: Lane, sending: Sending): void {
    const { callback } = sending;
    lane.inHand.add(callback.id);
    lane.sending++;
    const sent = this.#send(username, lane, sending).then((answer) => {
      lane.sending--;
      const { failures } = lane;
      const { size } = lane.waiting;
      const wasLow = isLow(lane);
      if (answer.result === 'failed' || answer.result === 'unanswered') this.#putOff(lane);
      else if (answer.result === 'unsent') this.#leaveAlone(lane);
      else if (answer.result === 'done') lane.failures = 0;
      this.#start(username, lane);
      const isEmptied = this.#isFull && size > 0 && lane.waiting.size === 0;
      if ((!wasLow && isLow(lane)) || isEmptied || failures > lane.failures) this.wake();
      return this.#settle(callback, answer).finally(() => lane.inHand.delete(callback.id));
    });
    this.#track(sent);
  }

  /** Sends the PDUs of one, those that follow after the answer to the one before. Never rejects. */
  async #send(username: string, lane: Lane, { callback, requests }: Sending): Promise<Answer> {
    const { sessions, onFault } = this.#options;
    const { id } = callback;
    if (requests === undefined) return UNWRITABLE;
    try {
      const first = this.#begun.get(id) ?? 0;
      for (let part = first; part < requests.length; part++) {
        // Another node may have it when the lease ends.
        const isLate = part > first && !this.#hasTimeFor(callback, 1);
        const status = isLate ? 'late' : await sessions.deliver(username, requests[part] as SmppRequest);
        const result = status === 'late' ? status : judgeAnswer(status);
        if (result === 'done' || result === 'refused') lane.answered++;
        if (result === 'done') continue;
        if (result === 'refused') this.#begun.delete(id);
        else if (part > 0) this.#remember(id, part);
        return { result, ...(status !== 'late' && { reason: reasonOf(status) }) };
      }
      this.#begun.delete(id);
      return { result: 'done' };
    } catch (error) {
      onFault(error);
      return UNWRITABLE;
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

  /** No session could send just now: most often its last one is ending. */
  #leaveAlone(lane: Lane): void {
    if (isPaused(lane)) return;
    lane.pausedUntil = performance.now() + backoffMs(PAUSE, 1);
    this.#giveBack(lane);
    this.wake();
  }

  async #settle(callback: SessionCallback, { result, reason }: Answer): Promise<void> {
    const { store, onFault, onSettled } = this.#options;
    await this.#gather();
    const isUnsent = result === 'unsent' || result === 'late';
    try {
      const outcome = await store.settleForSession({ callback, result: isUnsent ? 'unsent' : result });
      if (isUnsent && outcome === 'later') {
        this.wake();
        return;
      }
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
    for (const [id, callback] of lane.waiting) {
      lane.waiting.delete(id);
      this.#release(callback);
    }
  }

  #release(callback: SessionCallback, onReleased?: () => void): void {
    const { store, clock, onFault } = this.#options;
    if (callback.leaseEndsAt <= clock()) return;
    this.#track(store.settleForSession({ callback, result: 'unsent' }).then(onReleased, onFault));
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }
}

/** One that is sent next. */
interface Sending {
  readonly callback: SessionCallback;
  /** Undefined when it cannot be written. */
  readonly requests: readonly SmppRequest[] | undefined;
}

/** What became of an attempt, and why it was not taken; `late`: the lease has no time for the parts that are left. */
interface Answer {
  readonly result: SessionSettlement['result'] | 'late';
  readonly reason?: string;
}

const UNWRITABLE: Answer = { result: 'refused', reason: 'cannot be written' };

/** Whether more may be claimed for it. */
function isLow({ waiting, share }: Lane): boolean {
  return waiting.size <= share / 2;
}

function isPaused(lane: Lane): boolean {
  return lane.pausedUntil > performance.now();
}

function reasonOf(status: number | NoAnswer): string {
  if (typeof status === 'string') return status === 'unsent' ? 'no session' : 'no answer';
  return findStatusName(status) ?? `status ${status}: ${describeStatus(status)}`;
}
