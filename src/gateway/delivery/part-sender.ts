/**
 * Messages of several parts over a way that takes one part at a time, a window of messages at once.
 *
 * The parts of a message go out in order, each when the one before was taken: the first that is refused fails the message, and the rest is not
 * sent. When a part has to wait, the parts that were taken stay taken: they are not sent again on the next attempt. That is remembered in this
 * process alone, so that after a restart, or on another gateway, they are.
 *
 * When the other side is busy, cannot be reached, or does not answer at all, nothing is begun for a pause, twice as long each time until it
 * answers again.
 * @module
 */
import { type Backoff, backoffMs } from '../work.js';
import type { DeliveryEvents, OnNotice, OutboundMessage, Outcome } from './delivery.js';

/** What became of a part. */
export type PartOutcome =
  | { readonly kind: 'sent'; readonly id: string }
  /** Refused for good. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Refused for now, this part alone. */
  | { readonly kind: 'retry'; readonly reason: string }
  /** Refused for now, as any other would be. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** Handed over, and no answer came. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Not handed over. */
  | { readonly kind: 'unsent'; readonly reason: string };

/** A way that takes parts. */
export interface PartSenderOptions {
  /** Messages under way at once. */
  readonly window: number;
  /** How pauses grow. */
  readonly pause: Backoff;
  /** Sends a part. Must not throw. */
  readonly send: (message: OutboundMessage, index: number) => Promise<PartOutcome>;
  readonly onNotice: OnNotice;
}

/** Tells when a pause begins and ends. */
type PauseEvents = Pick<DeliveryEvents, 'onAway' | 'onReady'>;

/** Messages whose first parts are remembered; beyond it the oldest is forgotten. */
const MAX_BEGUN = 10_000;
/** How long after the call of `close` further parts of a message under way are begun. */
const CLOSE_MS = 5_000;

/** See the module. */
export class PartSender {
  readonly #options: PartSenderOptions;
  #events: PauseEvents | undefined;
  /** Ids of the parts that were taken, by message, of those that are not through. */
  readonly #begun = new Map<string, string[]>();
  readonly #underWay = new Map<string, Promise<Outcome>>();
  /** Answers so far, and the pause that is on. */
  #answers = 0;
  /** Pauses since a message was answered otherwise. */
  #pauses = 0;
  #pause: { readonly reason: string; readonly timer: NodeJS.Timeout } | undefined;
  #closedAt: number | undefined;

  constructor(options: PartSenderOptions) {
    this.#options = options;
  }

  /** Tells of pauses. */
  start(events: PauseEvents): void {
    this.#events = events;
  }

  /** Whether nothing is begun for a while. */
  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /** As Delivery says. */
  get capacity(): number {
    const isOpen = this.#closedAt === undefined && !this.isPaused;
    return isOpen ? Math.max(0, this.#options.window - this.#underWay.size) : 0;
  }

  /** As Delivery says. */
  async deliver(message: OutboundMessage): Promise<Outcome> {
    if (this.capacity === 0) return { kind: 'unsent', reason: this.#pause?.reason ?? 'no capacity' };
    const outcome = this.#parts(message);
    this.#underWay.set(message.id, outcome);
    await outcome;
    this.#underWay.delete(message.id);
    return outcome;
  }

  /** An answer that came after its time: the part was taken. Of no use when the message has moved on. */
  late(message: OutboundMessage, index: number, id: string): void {
    if (this.#underWay.has(message.id)) return;
    const ids = this.#begun.get(message.id) ?? [];
    if (ids.length === index) this.#remember(message.id, [...ids, id]);
  }

  /** Waits for what is under way, and takes nothing more. */
  async close(): Promise<void> {
    this.#closedAt ??= performance.now();
    await Promise.all(this.#underWay.values());
    clearTimeout(this.#pause?.timer);
  }

  /** Why no further part is begun; undefined when parts are. */
  get #stopped(): string | undefined {
    if (this.#closedAt !== undefined && performance.now() >= this.#closedAt + CLOSE_MS) return 'closing';
    return this.#pause?.reason;
  }

  async #parts(message: OutboundMessage): Promise<Outcome> {
    const { id, parts } = message;
    const ids = [...(this.#begun.get(id) ?? [])];
    this.#begun.delete(id);
    while (ids.length < parts.length) {
      const index = ids.length;
      const stopped = this.#stopped;
      const outcome: PartOutcome =
        stopped === undefined ? await this.#send(message, index) : { kind: 'unsent', reason: stopped };
      if (outcome.kind === 'sent') {
        ids.push(outcome.id);
        continue;
      }
      const { kind } = outcome;
      const reason = parts.length === 1 ? outcome.reason : `part ${index + 1} of ${parts.length}: ${outcome.reason}`;
      if (kind === 'failed') return { kind, reason };
      if (ids.length > 0) this.#remember(id, ids);
      if (kind === 'unsent') return { kind, reason };
      return { kind: 'retry', reason, ...(kind === 'unknown' && { isUncertain: true }) };
    }
    return { kind: 'sent', ids };
  }

  async #send(message: OutboundMessage, index: number): Promise<PartOutcome> {
    const before = this.#answers;
    const outcome = await this.#options.send(message, index);
    switch (outcome.kind) {
      case 'unknown':
        // Others were answered meanwhile: it is about this part alone.
        if (this.#answers === before) this.#begin(outcome.reason);
        break;
      case 'unsent':
        this.#begin(outcome.reason);
        break;
      case 'busy':
        this.#answers++;
        this.#begin(outcome.reason);
        break;
      default:
        this.#answers++;
        this.#pauses = 0;
    }
    return outcome;
  }

  /** Begins a pause, unless one is on: what becomes of those that were under way when it began does not make it longer. */
  #begin(reason: string): void {
    if (this.#pause !== undefined || this.#closedAt !== undefined) return;
    const pauseMs = backoffMs(this.#options.pause, ++this.#pauses);
    const timer = setTimeout(() => {
      this.#pause = undefined;
      this.#events?.onReady();
    }, pauseMs);
    this.#pause = { reason, timer };
    this.#options.onNotice({ kind: 'paused', reason, pauseMs });
    this.#events?.onAway(reason);
  }

  #remember(id: string, ids: string[]): void {
    this.#begun.delete(id);
    if (this.#begun.size >= MAX_BEGUN) this.#begun.delete(this.#begun.keys().next().value as string);
    this.#begun.set(id, ids);
  }
}
