/**
 * What the messages of a request have in common, in memory: of requests that were accepted here just now, or whose messages were claimed lately.
 * @module
 */
import type { OutboundMessage } from './types.js';

/** Requests that are remembered, more than one claim usually has, and their parts in all. */
const MAX_SUBMISSIONS = 500;
const MAX_PARTS = 5_000;

/** What the messages of a request have in common. Their parts are the same objects, so that what a delivery makes of them can be kept with them. */
export type Submission = Pick<
  OutboundMessage,
  'originator' | 'parts' | 'acceptedAt' | 'dueAt' | 'validUntil' | 'service' | 'username' | 'contentKind'
>;

/** The last requests, by the ids of their submissions, which never change. */
export class LastSubmissions {
  readonly #submissions = new Map<number, Submission>();
  #parts = 0;

  get size(): number {
    return this.#submissions.size;
  }

  get(id: number): Submission | undefined {
    return this.#submissions.get(id);
  }

  /** Forgets the first ones where they are too many. */
  add(id: number, submission: Submission): void {
    if (this.#submissions.has(id)) return;
    this.#submissions.set(id, submission);
    this.#parts += submission.parts.length;
    for (const [first, { parts }] of this.#submissions) {
      if (this.#submissions.size <= MAX_SUBMISSIONS && this.#parts <= MAX_PARTS) break;
      this.#submissions.delete(first);
      this.#parts -= parts.length;
    }
  }

  clear(): void {
    this.#submissions.clear();
    this.#parts = 0;
  }
}
