/**
 * From the outbox to virtual handsets: claims due messages in batches and writes them into inboxes.
 *
 * The inboxes are in the store, and a message gets there in the transaction that settles it: each arrives once, whatever happens to the process.
 * @module
 */

import type { OutboundMessage, Settlement } from '../../store/types.js';
import { WorkLoop } from '../../work-loop.js';
import { BATCH, BATCH_DELAY_MS, IDLE_MS } from '../outbox.js';
import { toDeliver } from './virtual.js';

/** What of the store is needed. */
export interface VirtualOutboxStore {
  claim(limit: number, leaseMs: number): Promise<OutboundMessage[]>;
  deliverVirtual(
    messages: readonly OutboundMessage[],
    build: (message: OutboundMessage, at: number) => Uint8Array[],
  ): Promise<readonly Settlement[]>;
  nextDueAt(): Promise<number | undefined>;
}

/** How messages arrive. */
export interface VirtualOutboxOptions {
  readonly store: VirtualOutboxStore;
  readonly clock: () => number;
  /** Called with the messages of a batch. */
  readonly onSettled: (settlements: readonly Settlement[]) => void;
  readonly onFault: (error: unknown) => void;
}

/** How long a batch may take before another node takes it over. Nothing arrives twice, so what a killed process had in hand need not wait long. */
const LEASE_MS = 5_000;

/** The way from the store to virtual handsets. */
export class VirtualOutbox {
  readonly #options: VirtualOutboxOptions;
  readonly #loop: WorkLoop;

  constructor(options: VirtualOutboxOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({
      work: () => this.#deliver(),
      nextAt: () => options.store.nextDueAt(),
      clock: options.clock,
      idleMs: IDLE_MS,
      onFault: options.onFault,
    });
  }

  /** Something was accepted; as often as one likes. */
  wake(): void {
    this.#loop.wake(BATCH_DELAY_MS);
  }

  /** Ends after the batch in hand. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  async #deliver(): Promise<boolean> {
    const { store, onSettled } = this.#options;
    const messages = await store.claim(BATCH, LEASE_MS);
    if (messages.length > 0) onSettled(await store.deliverVirtual(messages, toDeliver));
    return messages.length === BATCH;
  }
}
