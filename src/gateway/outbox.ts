/**
 * From the outbox on air: claims due messages in batches, hands them to the delivery and writes down what became of each.
 *
 * A claim is a lease. What a node that dies has claimed is claimed again when the lease runs out, so nothing is lost, and what had left by then may leave
 * twice. Virtual handsets are the exception: their inboxes are in the store, and a message gets there in the transaction that settles it.
 * @module
 */
import type { Delivery } from './delivery.js';
import type { OutboundMessage, Settlement } from './store-types.js';
import { WorkLoop } from './work-loop.js';

/** What of the store is needed. */
export interface OutboxStore {
  claim(limit: number, leaseMs: number): Promise<OutboundMessage[]>;
  settle(settlements: readonly Settlement[]): Promise<void>;
  deliverVirtual(
    messages: readonly OutboundMessage[],
    build: (message: OutboundMessage, at: number) => Uint8Array[],
  ): Promise<readonly Settlement[]>;
  nextDueAt(): Promise<number | undefined>;
}

/** How messages leave. */
export interface OutboxOptions {
  readonly store: OutboxStore;
  /** A way out, or how messages become what virtual handsets take. */
  readonly delivery: Delivery | ((message: OutboundMessage, at: number) => Uint8Array[]);
  readonly clock: () => number;
  /** Called with the settled messages of a batch. */
  readonly onSettled?: ((settlements: readonly Settlement[]) => void) | undefined;
  readonly onFault: (error: unknown) => void;
}

/** Messages in one claim: enough to share the cost of a commit, few enough that other work is not kept waiting. */
const BATCH = 200;
/** How long a batch may take before another node takes it over. */
const LEASE_MS = 60_000;
/** The same for virtual handsets: nothing arrives twice there, so what a process that was killed had in hand need not wait long. */
const VIRTUAL_LEASE_MS = 5_000;
/** How often a node looks for what others left. */
const IDLE_MS = 1_000;
/** How long messages are gathered before they are claimed: under load a batch is for many requests then, in place of two commits for each. */
const GATHER_MS = 20;

/** The way from the store to handsets. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #loop: WorkLoop;
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({
      work: () => this.#deliverBatch(),
      nextAt: () => options.store.nextDueAt(),
      clock: options.clock,
      idleMs: IDLE_MS,
      onFault: options.onFault,
    });
  }

  /** Something was accepted; as often as one likes. */
  wake(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#loop.wake();
    }, GATHER_MS);
  }

  /** Ends after the batch in hand. */
  close(): Promise<void> {
    clearTimeout(this.#gathering);
    return this.#loop.close();
  }

  async #deliverBatch(): Promise<boolean> {
    const { store, delivery, onSettled } = this.#options;
    const messages = await store.claim(BATCH, typeof delivery === 'function' ? VIRTUAL_LEASE_MS : LEASE_MS);
    if (messages.length === 0) return false;
    if (typeof delivery === 'function') onSettled?.(await store.deliverVirtual(messages, delivery));
    else {
      const settlements = await settled(messages, delivery);
      await store.settle(settlements);
      onSettled?.(settlements);
    }
    return messages.length === BATCH;
  }
}

/** What became of each message. One that the delivery says nothing of is tried again. */
async function settled(messages: readonly OutboundMessage[], delivery: Delivery): Promise<Settlement[]> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const settlements: Settlement[] = [];
  await delivery.deliver(messages, (id, outcome) => {
    const message = byId.get(id);
    if (message === undefined) return;
    byId.delete(id);
    settlements.push({ message, outcome });
  });
  for (const message of byId.values()) settlements.push({ message, outcome: { kind: 'retry', reason: 'not settled' } });
  return settlements;
}
