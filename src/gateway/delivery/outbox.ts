/**
 * From the outbox on air: claims due messages, hands them to the delivery and writes down what became of each.
 *
 *   store ── claim ──► waiting ── as the delivery has capacity ──► in hand ── outcomes ──► settle ──► store
 *
 * It is a stream: a message is handed over as soon as the delivery has capacity, and settled when its own outcome is there, whatever the others
 * do; claims and outcomes are gathered for a moment, so that many share a commit. Nothing is claimed while the delivery is away, and what was
 * claimed and not handed over by then is given back.
 *
 * A delivery that delivers in the store is given what was claimed at once, and settles it itself.
 *
 * A claim is a lease, which is renewed for as long as a message is in hand. What a node that dies has claimed is claimed again when the lease
 * runs out, so nothing is lost, and what had left by then may leave twice.
 * @module
 */

import type { Store } from '../store/store.js';
import type { OutboundMessage, Outcome, Settlement } from '../store/types.js';
import { turn, WorkLoop } from '../work.js';
import type { Delivery, DeliveryEvents } from './delivery.js';

/** What of the store is needed. */
export type OutboxStore = Pick<Store, 'claim' | 'renew' | 'settle' | 'nextDueAt'>;

/** How messages leave. */
export interface OutboxOptions {
  readonly store: OutboxStore;
  readonly delivery: Delivery;
  readonly clock: () => number;
  /** Called with the messages of a commit. */
  readonly onSettled?: ((settlements: readonly Settlement[]) => void) | undefined;
  readonly onFault: (error: unknown) => void;
}

/** Messages in one claim or one settling: enough to share the cost of a commit, few enough that other work is not kept waiting. */
const BATCH = 200;
/** How often a node looks for what others left. */
const IDLE_MS = 1_000;
/** How long accepted messages are gathered: under load a claim is for many then. */
const BATCH_DELAY_MS = 20;
/** How long outcomes are gathered. A process that is killed meanwhile sends those messages again. */
const SETTLE_DELAY_MS = 100;
/** How long a message is a node's that says nothing more. */
const LEASE_MS = 60_000;
/** The same of what is delivered in the store: nothing arrives twice, so what a killed process had in hand need not wait long. */
const IN_STORE_LEASE_MS = 5_000;
/** How often leases are renewed. */
const RENEW_MS = LEASE_MS / 3;
/** As many messages are claimed ahead as ended in so many milliseconds lately. */
const AHEAD_MS = 250;

/** The way from the store to a delivery. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #loop: WorkLoop;
  /** Claimed and not settled, by id. */
  readonly #claimed = new Map<string, OutboundMessage>();
  /** Of them, those that were not handed over. */
  #waiting: OutboundMessage[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #outcomes: Settlement[] = [];
  /** Ids under which the other side has taken messages that are among them. */
  readonly #sentIds = new Set<string>();
  #settling: Promise<void> | undefined;
  /** When the first of them has to be settled. */
  #settleAt = 0;
  #isAway = false;
  #isClosed = false;
  #renewedAt = performance.now();
  /** When messages were claimed last, and how many ended since. */
  #claimedAt = performance.now();
  #ended = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({
      work: () => this.#work(),
      // While nothing is wanted, an outcome or the delivery wakes the loop.
      nextAt: async () => (this.#wanted() === 0 ? undefined : options.store.nextDueAt()),
      clock: options.clock,
      idleMs: IDLE_MS,
      onFault: options.onFault,
    });
  }

  /**
   * Starts the delivery.
   * @throws Error when it cannot start.
   */
  async start(events: DeliveryEvents): Promise<void> {
    await this.#options.delivery.start?.({
      ...events,
      onReady: () => {
        this.#isAway = false;
        this.wake();
        events.onReady();
      },
      onAway: (reason) => {
        this.#isAway = true;
        this.#giveBack(reason);
        events.onAway(reason);
      },
    });
  }

  /** Something was accepted; as often as one likes. */
  wake(): void {
    this.#loop.wake(BATCH_DELAY_MS);
  }

  /** Takes nothing more, and ends when all that was handed over is settled. The delivery is closed, too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loop.close();
    this.#giveBack('closing');
    await Promise.all([...this.#underWay, this.#options.delivery.close()]);
    try {
      while (this.#outcomes.length > 0) await this.#settle();
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** Settles before it claims: what could not be settled for so long that its lease has ended is not claimed again. */
  async #work(): Promise<boolean> {
    if (this.#outcomes.length >= BATCH || performance.now() >= this.#settleAt) await this.#settle();
    await this.#renew();
    const isMore = await this.#claim();
    if (this.#outcomes.length > 0) this.#loop.wake(Math.max(0, this.#settleAt - performance.now()));
    return isMore;
  }

  /**
   * Sees to it that a message is settled when it went out under this id: its receipt is there. Never rejects: what the store throws is told when the
   * loop tries again.
   */
  async settled(smscId: string): Promise<void> {
    // The answer with the id may have come in the same octets.
    await turn();
    while (this.#sentIds.has(smscId)) {
      try {
        await this.#settle();
      } catch {
        return;
      }
    }
  }

  /** Settles a batch; one at a time. */
  #settle(): Promise<void> {
    this.#settling ??= this.#settleBatch().finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  async #settleBatch(): Promise<void> {
    const { store, onSettled } = this.#options;
    const settlements = this.#outcomes.slice(0, BATCH);
    if (settlements.length === 0) return;
    try {
      await store.settle(settlements);
    } catch (error) {
      // It may be committed all the same. To settle again does no harm, but what is given back twice could be taken from whoever has claimed it
      // in between: its lease will end.
      for (const { message, outcome } of this.#outcomes) if (outcome.kind === 'unsent') this.#claimed.delete(message.id);
      this.#outcomes = this.#outcomes.filter(({ outcome }) => outcome.kind !== 'unsent');
      throw error;
    }
    this.#outcomes.splice(0, settlements.length);
    for (const { message, outcome } of settlements) {
      this.#claimed.delete(message.id);
      if (outcome.kind === 'sent') for (const id of outcome.ids) this.#sentIds.delete(id);
    }
    onSettled?.(settlements);
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    if (now < this.#renewedAt + RENEW_MS) return;
    if (this.#claimed.size > 0) await this.#options.store.renew([...this.#claimed.values()], LEASE_MS);
    this.#renewedAt = now;
  }

  async #claim(): Promise<boolean> {
    const wanted = this.#wanted();
    if (wanted === 0) return false;
    const { store, delivery, onSettled } = this.#options;
    if (delivery.deliverInStore !== undefined) {
      const claimed = await store.claim(wanted, IN_STORE_LEASE_MS);
      if (claimed.length > 0) {
        const settlements = await delivery.deliverInStore(claimed);
        onSettled?.(settlements);
      }
      return claimed.length === wanted;
    }
    this.#claimedAt = performance.now();
    this.#ended = 0;
    const messages = await store.claim(wanted, LEASE_MS);
    for (const message of messages) {
      // One that is in hand although its lease ran out is not handed over twice; what becomes of it belongs to the newer claim.
      if (!this.#claimed.has(message.id)) this.#waiting.push(message);
      this.#claimed.set(message.id, message);
    }
    if (this.#isAway) this.#giveBack('not connected');
    this.#handOver();
    return messages.length === wanted;
  }

  /** How many messages to claim: what the delivery has capacity for, and what it is likely to take until the next claim. */
  #wanted(): number {
    if (this.#isClosed || this.#isAway) return 0;
    const lately = (this.#ended * AHEAD_MS) / Math.max(BATCH_DELAY_MS, performance.now() - this.#claimedAt);
    const most = Math.min(BATCH, Math.ceil(this.#options.delivery.capacity + lately));
    // Half of them left: a claim costs a commit.
    return this.#waiting.length > most / 2 ? 0 : most - this.#waiting.length;
  }

  #handOver(): void {
    const { delivery, onFault } = this.#options;
    while (this.#waiting.length > 0 && delivery.capacity > 0) {
      const message = this.#waiting.shift() as OutboundMessage;
      const handed = delivery
        .deliver(message)
        .catch((error): Outcome => {
          onFault(error);
          return { kind: 'retry', reason: 'not delivered' };
        })
        .then((outcome) => {
          this.#underWay.delete(handed);
          this.#ended++;
          this.#settleSoon(message.id, outcome);
          this.#handOver();
          if (this.#wanted() > 0) this.wake();
        });
      this.#underWay.add(handed);
    }
  }

  #giveBack(reason: string): void {
    for (const { id } of this.#waiting.splice(0)) this.#settleSoon(id, { kind: 'unsent', reason });
  }

  #settleSoon(id: string, outcome: Outcome): void {
    if (this.#outcomes.length === 0) this.#settleAt = performance.now() + SETTLE_DELAY_MS;
    this.#outcomes.push({ message: this.#claimed.get(id) as OutboundMessage, outcome });
    if (outcome.kind === 'sent') for (const id of outcome.ids) this.#sentIds.add(id);
    // Woken for the first one, the loop sees to the others.
    if (this.#outcomes.length === 1) this.#loop.wake(SETTLE_DELAY_MS);
    else if (this.#outcomes.length === BATCH) this.#loop.wake();
  }
}
