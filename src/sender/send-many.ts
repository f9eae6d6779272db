/**
 * Sends many messages, each with its own content and recipients, a few at a time.
 *
 *   messages --one at a time--> up to `concurrency` sends --> outcomes, in the order of the messages
 *
 * For one content to many recipients, use a single send with `split`: 350 numbers go in one request.
 * @module
 */

import { checkInteger, requireObject } from '../bytes/check.js';
import type { AbortSignalLike } from '../bytes/platform.js';
import type { ContentOptions, ObjectInputAlias, SendContent } from '../content/model.js';
import type { Result } from '../protocol/model.js';
import { callListener, whenAborted } from './callers.js';
import type { SendOptions } from './options.js';
import type { Sender } from './sender.js';

/** A message of {@link sendMany}: the content, and the options of its send. */
export interface ManyMessage extends Omit<SendOptions, 'signal'>, ContentOptions {
  /** The content; a string is a text message. */
  readonly content: SendContent | ObjectInputAlias | string;
}

/** The outcome of a message that was answered. */
export interface AnsweredOutcome {
  /** Index of the message, from 0. */
  readonly index: number;
  /** The results of the send, also for refused recipients: check `accepted`. */
  readonly results: readonly Result[];
  readonly error?: undefined;
}

/** The outcome of a message whose send rejected. */
export interface FailedOutcome {
  /** Index of the message, from 0. */
  readonly index: number;
  readonly results?: undefined;
  /**
   * The error that the send rejected with. After an EncodeError, TypeError or ConnectError nothing was sent; after an OutcomeUnknownError or a
   * ProtocolError the message may have been sent.
   */
  readonly error: unknown;
}

/** The outcome of one message of {@link sendMany}. */
export type SendOutcome = AnsweredOutcome | FailedOutcome;

/** The progress of {@link sendMany}. */
export interface ManyProgress {
  /** The outcome of the message that has just settled. */
  readonly outcome: SendOutcome;
  /** The number of messages that have settled, including this one. */
  readonly settled: number;
  /** The number of all messages; undefined unless they are an array. */
  readonly total: number | undefined;
}

/** Options of {@link sendMany}. */
export interface SendManyOptions {
  /** Concurrent sends, 1 to 1,000; 4 by default. */
  readonly concurrency?: number | undefined;
  /** Aborts the sends in progress, as their own signal would; no other send starts. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Called as each message settles, in order of completion. While the promise that it returns is pending, the message counts as one of the
   * `concurrency` sends, so that a slow store slows down the sending. Exceptions in it are ignored.
   */
  readonly onProgress?: ((progress: ManyProgress) => unknown) | undefined;
  /**
   * Called with each outcome; no further send starts after it returns true. By default refused and failed messages do not stop the others.
   * To stop when the gateway cannot be reached: `({ error }) => error instanceof ConnectError`.
   */
  readonly stopWhen?: ((outcome: SendOutcome) => boolean) | undefined;
}

/** Why {@link sendMany} ended early: its signal, `stopWhen`, or an error of the iterable. */
export type ManyStopReason = 'aborted' | 'stopped' | 'source';

const REASONS: Readonly<Record<ManyStopReason, string>> = {
  aborted: 'aborted',
  stopped: 'stopped by stopWhen',
  source: 'the messages ended with an error',
};

/** Thrown when {@link sendMany} ends before the last message. Messages without an outcome were not sent. */
export class SendManyError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'SendManyError';
  /** Why it ended. */
  readonly reason: ManyStopReason;
  /** The outcomes of all messages that were taken, in order. */
  readonly outcomes: readonly SendOutcome[];

  /** Creates an error; `cause` is the signal's reason, or what the iterable or `stopWhen` threw. */
  constructor(reason: ManyStopReason, outcomes: readonly SendOutcome[], cause?: unknown) {
    super(`${REASONS[reason]} after ${outcomes.length} messages`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.outcomes = outcomes;
  }
}

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 1_000;

/**
 * Sends many messages, `concurrency` at a time, and resolves with their outcomes in the order of the messages, like `Promise.allSettled`.
 * `onProgress` reports each outcome as it settles.
 *
 * Messages are taken from an iterable one at a time, and only when a send can start: of an async iterable (a queue, a file, a database cursor) at
 * most `concurrency` messages are taken and not settled. Each is sent by the rules of its sender: fail-over, and nothing twice. There are no
 * other retries; messages whose `error` is a ConnectError may be given to `sendMany` again.
 * @param sender the sender.
 * @param messages an array, an iterable or an async iterable. It is closed (`return()`) if sending ends before its end.
 * @throws SendManyError when it ends before the last message: `signal`, `stopWhen`, or an error of the iterable.
 * @throws TypeError for an argument of a wrong type, EncodeError `bad-value` for `concurrency` outside 1 to 1,000, before any message is taken. An invalid
 *   message is an outcome.
 * @example
 * ```ts
 * import { Sender, sendMany } from 'handset/sender';
 *
 * const transport = async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('MessageIdentifier=A1&Report=-2') });
 * const sender = new Sender({ primary: 'https://sms.example.com', username: 'u', pin: '0', transport });
 * const messages = ['447700900123', '447700900124'].map((to) => ({ to, content: 'Your parcel is on its way' }));
 * const outcomes = await sendMany(sender, messages, { concurrency: 8 });
 * outcomes.map(({ results, error }) => results?.[0]?.accepted ?? error); // -> [true, true]
 * ```
 */
export async function sendMany(
  sender: Pick<Sender, 'sendContent'>,
  messages: Iterable<ManyMessage> | AsyncIterable<ManyMessage>,
  options: SendManyOptions = {},
): Promise<SendOutcome[]> {
  requireObject(options, 'the options');
  const { concurrency = DEFAULT_CONCURRENCY, signal, onProgress, stopWhen } = options;
  checkInteger(concurrency, 'concurrency', 1, MAX_CONCURRENCY);
  if (typeof (sender as Partial<Sender> | undefined)?.sendContent !== 'function')
    throw new TypeError('sender must be a Sender');
  const source = new Source(messages);
  const { total } = source;
  const outcomes: SendOutcome[] = [];
  let settled = 0;
  const abort = () => source.stop('aborted', signal?.reason);
  const release = whenAborted(signal, abort);
  if (signal?.aborted === true) abort();

  async function sendNext(): Promise<void> {
    for (let taken = await source.take(); taken !== undefined; taken = await source.take()) {
      const outcome = await sendOne(sender, taken, signal);
      outcomes[outcome.index] = outcome;
      settled++;
      try {
        if (stopWhen?.(outcome) === true) source.stop('stopped');
      } catch (error) {
        source.stop('stopped', error);
      }
      await told(onProgress, { outcome, settled, total });
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, total ?? concurrency) }, sendNext));
  release();
  const { stopped } = source;
  if (stopped !== undefined) throw new SendManyError(stopped.reason, outcomes, stopped.cause);
  return outcomes;
}

interface Taken {
  readonly index: number;
  readonly message: ManyMessage;
}

/** Sends a message; whatever is wrong with it is its outcome. */
async function sendOne(
  sender: Pick<Sender, 'sendContent'>,
  { index, message }: Taken,
  signal: AbortSignalLike | undefined,
): Promise<SendOutcome> {
  try {
    requireObject(message, 'a message');
    const { content, ...options } = message;
    const sent = typeof content === 'string' ? ({ kind: 'text', text: content } as const) : content;
    return { index, results: await sender.sendContent(sent, { ...options, signal }) };
  } catch (error) {
    return { index, error };
  }
}

/** Tells a listener, and waits for it. */
async function told(listener: SendManyOptions['onProgress'], progress: ManyProgress): Promise<void> {
  let telling: unknown;
  callListener((value: ManyProgress) => {
    telling = listener?.(value);
  }, progress);
  try {
    await telling;
  } catch {
    // The listener's own matter.
  }
}

/** Messages, taken one at a time until their end, or until somebody stops it. */
class Source {
  readonly #iterator: Iterator<ManyMessage> | AsyncIterator<ManyMessage>;
  readonly #total: number | undefined;
  /** Ends the wait for the next message. */
  #endWait: (() => void) | undefined;
  /** The take before: an async iterator is not asked twice at once. */
  #turn: Promise<unknown> = Promise.resolve();
  #count = 0;
  #isAtEnd = false;
  #stopped: { readonly reason: ManyStopReason; readonly cause: unknown } | undefined;

  constructor(messages: Iterable<ManyMessage> | AsyncIterable<ManyMessage>) {
    const given = Object(messages) as Partial<Iterable<ManyMessage> & AsyncIterable<ManyMessage>>;
    const iterate = typeof messages === 'string' ? undefined : (given[Symbol.asyncIterator] ?? given[Symbol.iterator]);
    if (typeof iterate !== 'function') throw new TypeError('messages must be an iterable or an async iterable of messages');
    this.#iterator = (iterate as () => Iterator<ManyMessage> | AsyncIterator<ManyMessage>).call(messages);
    this.#total = Array.isArray(messages) ? messages.length : undefined;
  }

  /** How many there are, where that is known. */
  get total(): number | undefined {
    return this.#total;
  }

  /** What ended it before the last message. */
  get stopped() {
    return this.#stopped;
  }

  stop(reason: ManyStopReason, cause?: unknown): void {
    if (this.#stopped !== undefined || (reason === 'stopped' && this.#isAtEnd)) return;
    this.#stopped = { reason, cause };
    this.#endWait?.();
    if (!this.#isAtEnd && reason !== 'source') this.#close();
  }

  /** The next message; undefined when there is none, or it was stopped. */
  take(): Promise<Taken | undefined> {
    const taken = this.#turn.then(() => this.#next());
    this.#turn = taken;
    return taken;
  }

  async #next(): Promise<Taken | undefined> {
    if (this.#isAtEnd || this.#stopped !== undefined) return undefined;
    try {
      const next = await this.#step();
      // What comes after the stop is not sent.
      if (next === undefined || this.#stopped !== undefined) return undefined;
      if (next.done === true) {
        this.#isAtEnd = true;
        return undefined;
      }
      this.#isAtEnd = this.#count + 1 === this.#total;
      return { index: this.#count++, message: next.value };
    } catch (error) {
      this.stop('source', error);
      return undefined;
    }
  }

  /** A step of the iterator; undefined when it was stopped meanwhile: a source that waits for its next message must not keep an abort waiting. */
  #step(): Promise<IteratorResult<ManyMessage> | undefined> {
    // Not a race with one promise of the stop, which would keep a reaction of every step.
    return new Promise((resolve, reject) => {
      this.#endWait = () => resolve(undefined);
      Promise.resolve(this.#iterator.next()).then(resolve, reject);
    });
  }

  /** Tells the source that reading has ended. A generator in the middle of a step hears of it after that step, so nobody waits for it. */
  #close(): void {
    try {
      const closed: unknown = this.#iterator.return?.();
      if (closed instanceof Promise) closed.catch(() => {});
    } catch {
      // Nothing more is read of it.
    }
  }
}
