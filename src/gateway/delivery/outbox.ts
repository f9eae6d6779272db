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
 * Of a delivery with several links each has a line of its own: what is claimed for it is of the lanes that it takes now, and waits for nobody else.
 *
 * A claim is a lease, which is renewed for as long as a message is in hand. What a node that dies has claimed is claimed again when the lease
 * runs out, so nothing is lost, and what had left by then may leave twice.
 * @module
 */

import type { Store } from '../store/store.js';
import type { OutboundMessage, Outcome, Settlement } from '../store/types.js';
import { turn, WorkLoop } from '../work.js';
import type { Delivery, DeliveryEvents, DeliveryWay } from './delivery.js';
import { isOwnLane, NO_ROUTE, UNSORTED } from './lanes.js';

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
/** How often leases are renewed. */
const RENEW_MS = LEASE_MS / 3;
/** As many messages are claimed ahead as ended in so many milliseconds lately. */
const AHEAD_MS = 250;

/** The way to a delivery, or to one of its links. */
interface Line {
  readonly way: Pick<Delivery, 'capacity' | 'deliver' | 'deliverInStore'>;
  /** Absent: there is one way, which takes all messages. */
  readonly link?: DeliveryWay;
  /** Claimed, and not handed over. */
  waiting: OutboundMessage[];
  isAway: boolean;
  /** When messages were claimed last, and how many ended since. */
  claimedAt: number;
  ended: number;
}

function lineOf(way: Line['way'], link?: DeliveryWay): Line {
  return { way, ...(link !== undefined && { link }), waiting: [], isAway: false, claimedAt: performance.now(), ended: 0 };
}

/** The way from the store to a delivery. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #loop: WorkLoop;
  /** Claimed and not settled, by id. */
  readonly #claimed = new Map<string, OutboundMessage>();
  readonly #lines: readonly Line[];
  readonly #underWay = new Set<Promise<void>>();
  #outcomes: Settlement[] = [];
  /** Ids under which the other side has taken messages that are among them. */
  readonly #sentIds = new Set<string>();
  #settling: Promise<void> | undefined;
  /** When the first of them has to be settled. */
  #settleAt = 0;
  #isClosed = false;
  #renewedAt = performance.now();

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { delivery } = options;
    this.#lines = delivery.ways?.map((link) => lineOf(link, link)) ?? [lineOf(delivery)];
    this.#loop = new WorkLoop({
      work: () => this.#work(),
      nextAt: () => this.#nextAt(),
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
        for (const line of this.#lines) if (line.link === undefined) line.isAway = false;
        this.wake();
        events.onReady();
      },
      onAway: (reason) => {
        for (const line of this.#lines) if (line.link === undefined) this.#leave(line, reason);
        events.onAway(reason);
      },
      onLink: (name, reason) => {
        const line = this.#lines.find(({ link }) => link?.name === name);
        if (line !== undefined && reason === undefined) line.isAway = false;
        else if (line !== undefined) this.#leave(line, reason as string);
        // What one link takes no longer another may take.
        this.wake();
        events.onLink?.(name, reason);
      },
    });
  }

  #leave(line: Line, reason: string): void {
    line.isAway = true;
    this.#giveBack(line, reason);
  }

  /** Something was accepted; as often as one likes. */
  wake(): void {
    this.#loop.wake(BATCH_DELAY_MS);
  }

  /** Takes nothing more, and ends when all that was handed over is settled. The delivery is closed, too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loop.close();
    for (const line of this.#lines) this.#giveBack(line, 'closing');
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

  /** While nothing is wanted, an outcome or the delivery wakes the loop. What has become due since the last claim is gathered as long as after a wake. */
  async #nextAt(): Promise<number | undefined> {
    const { store } = this.#options;
    const wanting = this.#lines.filter((line) => this.#wanted(line) > 0);
    if (wanting.length === 0) return undefined;
    const links = wanting.flatMap(({ link }) => (link === undefined ? [] : [link]));
    const lanes = links.length === 0 ? undefined : new Set(links.flatMap(({ lanes }) => [...lanes]));
    const dueAt = await store.nextDueAt(lanes);
    return dueAt === undefined ? undefined : dueAt + BATCH_DELAY_MS;
  }

  async #claim(): Promise<boolean> {
    let isMore = false;
    for (const line of this.#lines) if (await this.#claimFor(line)) isMore = true;
    return isMore;
  }

  async #claimFor(line: Line): Promise<boolean> {
    const wanted = this.#wanted(line);
    if (wanted === 0) return false;
    const { way, link } = line;
    const { store, onSettled } = this.#options;
    const claimer = link && { name: link.name, lanes: link.lanes };
    if (claimer?.lanes.size === 0) return false;
    line.claimedAt = performance.now();
    line.ended = 0;
    const lease = way.deliverInStore === undefined ? LEASE_MS : 'in-store';
    const messages = claimer === undefined ? await store.claim(wanted, lease) : await store.claim(wanted, lease, claimer);
    const fresh = way.deliverInStore === undefined ? messages.filter((message) => !this.#isInHand(message)) : messages;
    const own = link === undefined ? fresh : this.#passOn(line, link, fresh);
    if (way.deliverInStore !== undefined) {
      if (own.length > 0) {
        const settlements = await way.deliverInStore(own);
        onSettled?.(link === undefined ? settlements : settlements.map((one) => ({ ...one, link: link.name })));
      }
      // A claim in the store shares out what is wanted once: the last few of it may stay behind.
      return messages.length > wanted / 2;
    }
    for (const message of own) {
      line.waiting.push(message);
      this.#claimed.set(message.id, message);
    }
    if (line.isAway) this.#giveBack(line, 'not connected');
    this.#handOver(line);
    return messages.length === wanted;
  }

  /** Whether a message is in hand although its lease ran out: it is neither handed over twice nor given back, and its outcome is the newer claim's. */
  #isInHand(message: OutboundMessage): boolean {
    if (!this.#claimed.has(message.id)) return false;
    this.#claimed.set(message.id, message);
    return true;
  }

  /** Messages that no lane says a link for yet may be another's: they are given back, with their lane. Gives the link's own. */
  #passOn(line: Line, link: DeliveryWay, messages: readonly OutboundMessage[]): OutboundMessage[] {
    return messages.filter((message) => {
      if ((message.lane ?? UNSORTED) !== UNSORTED) return true;
      const lane = this.#options.delivery.findLane?.(message) ?? NO_ROUTE;
      if (link.lanes.has(lane)) return true;
      this.#claimed.set(message.id, message);
      // Its own may come after many of others: the next claim is larger.
      line.ended++;
      this.#settleSoon(line, message, { kind: 'unsent', reason: 'for another link' });
      return false;
    });
  }

  /** How many messages to claim: what a line has capacity for, and what it is likely to take until the next claim. */
  #wanted(line: Line): number {
    if (this.#isClosed || line.isAway) return 0;
    const lately = (line.ended * AHEAD_MS) / Math.max(BATCH_DELAY_MS, performance.now() - line.claimedAt);
    const most = Math.min(BATCH, Math.ceil(line.way.capacity + lately));
    // Half of them left: a claim costs a commit.
    return line.waiting.length > most / 2 ? 0 : most - line.waiting.length;
  }

  #handOver(line: Line): void {
    const { onFault } = this.#options;
    while (line.waiting.length > 0 && line.way.capacity > 0) {
      const message = line.waiting.shift() as OutboundMessage;
      const handed = line.way
        .deliver(message)
        .catch((error): Outcome => {
          onFault(error);
          return { kind: 'retry', reason: 'not delivered' };
        })
        .then((outcome) => {
          this.#underWay.delete(handed);
          line.ended++;
          this.#settleSoon(line, message, outcome);
          this.#handOver(line);
          if (this.#wanted(line) > 0) this.wake();
        });
      this.#underWay.add(handed);
    }
  }

  #giveBack(line: Line, reason: string): void {
    for (const message of line.waiting.splice(0)) this.#settleSoon(line, message, { kind: 'unsent', reason });
  }

  #settleSoon({ link }: Line, given: OutboundMessage, outcome: Outcome): void {
    if (this.#outcomes.length === 0) this.#settleAt = performance.now() + SETTLE_DELAY_MS;
    const message = this.#claimed.get(given.id) ?? given;
    this.#outcomes.push({
      message,
      outcome,
      ...(link !== undefined && { link: link.name, lane: this.#laneAfter(link, message, outcome) }),
    });
    if (outcome.kind === 'sent') for (const id of outcome.ids) this.#sentIds.add(id);
    // Woken for the first one, the loop sees to the others.
    if (this.#outcomes.length === 1) this.#loop.wake(SETTLE_DELAY_MS);
    else if (this.#outcomes.length === BATCH) this.#loop.wake();
  }

  /** Where a message waits after an attempt, undefined when it does not: what a link has begun, or may have, goes over no other. */
  #laneAfter(link: DeliveryWay, message: OutboundMessage, outcome: Outcome): string | undefined {
    const { lane = UNSORTED } = message;
    if (isOwnLane(lane) || (outcome.kind !== 'retry' && outcome.kind !== 'unsent')) return undefined;
    if (outcome.isPartial || (outcome.kind === 'retry' && outcome.isUncertain)) return link.ownLane;
    return this.#options.delivery.findLane?.(message) ?? NO_ROUTE;
  }
}
