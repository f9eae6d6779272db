/**
 * Messages of several parts over a way that takes one part at a time.
 *
 * At most so many messages are under way at once. The parts of one go out in order, each when the one before was taken: the first that is
 * refused fails the message, and the rest is not sent. When a part has to wait, the parts that were taken stay taken: they are not sent
 * again on the next attempt. That is remembered in this process alone, so that after a restart, or on another gateway, they are.
 *
 * A batch is claimed for a limited time. After `patienceMs` no further part is begun, and what is left waits for the next claim.
 * @module
 */
import type { OnNotice, OutboundMessage, Outcome } from './delivery.js';

/** What became of a part. */
export type PartOutcome =
  | { readonly kind: 'sent'; readonly id: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** `isUncertain`: it was handed over, and no answer came. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number; readonly isUncertain?: boolean };

/** A way that takes parts. */
export interface PartSenderOptions {
  /** Messages under way at once. */
  readonly window: number;
  /** How long after the call of `deliver` parts are begun, in milliseconds; 30 seconds by default. */
  readonly patienceMs?: number | undefined;
  /** Sends a part. Must not throw. */
  readonly send: (message: OutboundMessage, index: number) => Promise<PartOutcome>;
  readonly onNotice: OnNotice;
}

/** Messages whose first parts are remembered; beyond it the oldest is forgotten. */
const MOST_BEGUN = 10_000;

const NO_TIME: PartOutcome = { kind: 'retry', reason: 'no time left in this batch' };

/** See the module. */
export class PartSender {
  readonly #options: PartSenderOptions;
  /** Ids of the parts that were taken, by message, of those that are not through. */
  readonly #begun = new Map<string, string[]>();
  /** By message; a second claim of one that is still under way waits for the same outcome. */
  readonly #underWay = new Map<string, Promise<Outcome>>();
  readonly #queue: (() => void)[] = [];
  #free: number;
  #isClosed = false;

  constructor(options: PartSenderOptions) {
    this.#options = options;
    this.#free = options.window;
  }

  /** As Delivery asks. */
  async deliver(messages: readonly OutboundMessage[], settle: (id: string, outcome: Outcome) => void): Promise<void> {
    const until = performance.now() + (this.#options.patienceMs ?? 30_000);
    await Promise.all(
      messages.map(async (message) => {
        const underWay = this.#underWay.get(message.id) ?? this.#begin(message, until);
        settle(message.id, await underWay);
      }),
    );
  }

  /** An answer that came after its time: the part was taken. Of no use when the message has moved on. */
  late(message: OutboundMessage, index: number, id: string): void {
    if (this.#underWay.has(message.id)) return;
    const ids = this.#begun.get(message.id) ?? [];
    if (ids.length === index) this.#remember(message.id, [...ids, id]);
  }

  /** Waits for what is under way, and takes nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#underWay.values());
  }

  #begin(message: OutboundMessage, until: number): Promise<Outcome> {
    const outcome = this.#inWindow(message, until);
    this.#underWay.set(message.id, outcome);
    return outcome;
  }

  async #inWindow(message: OutboundMessage, until: number): Promise<Outcome> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    const outcome: Outcome = this.#isClosed ? { kind: 'retry', reason: 'closing' } : await this.#parts(message, until);
    this.#underWay.delete(message.id);
    const next = this.#queue.shift();
    if (next === undefined) this.#free++;
    else next();
    return outcome;
  }

  async #parts(message: OutboundMessage, until: number): Promise<Outcome> {
    const { send, onNotice } = this.#options;
    const { id, parts } = message;
    const ids = [...(this.#begun.get(id) ?? [])];
    this.#begun.delete(id);
    while (ids.length < parts.length) {
      const index = ids.length;
      const outcome = performance.now() < until ? await send(message, index) : NO_TIME;
      if (outcome.kind === 'sent') {
        ids.push(outcome.id);
        continue;
      }
      const reason = parts.length === 1 ? outcome.reason : `part ${index + 1} of ${parts.length}: ${outcome.reason}`;
      if (outcome.kind === 'failed') return { kind: 'failed', reason };
      if (ids.length > 0) this.#remember(id, ids);
      if (outcome.isUncertain === true) onNotice({ kind: 'uncertain', id, part: index + 1 });
      return { kind: 'retry', reason, ...(outcome.afterMs !== undefined && { afterMs: outcome.afterMs }) };
    }
    return { kind: 'sent', ids };
  }

  #remember(id: string, ids: string[]): void {
    this.#begun.delete(id);
    if (this.#begun.size >= MOST_BEGUN) this.#begun.delete(this.#begun.keys().next().value as string);
    this.#begun.set(id, ids);
  }
}
