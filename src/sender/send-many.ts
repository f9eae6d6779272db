/**
 * Many messages, each with its own content and recipients, a few at a time.
 *
 *   messages --one at a time--> up to `concurrency` sends --> outcomes, in the order of the messages
 *
 * For one content to many recipients a single send with `split` is cheaper: 350 numbers go in one request.
 * @module
 */

import { checkInteger, requireObject } from '../bytes/check.js';
import type { AbortSignalLike } from '../bytes/platform.js';
import type { ContentOptions, ObjectInputAlias, SendContent } from '../content/model.js';
import type { Result } from '../protocol/model.js';
import { callListener, whenAborted } from './callers.js';
import type { SendOptions } from './options.js';
import type { Sender } from './sender.js';

/** A message of {@link sendMany}: what, and the options of its send. */
export interface ManyMessage extends Omit<SendOptions, 'signal'>, ContentOptions {
  /** The content; a string is a text. */
  readonly content: SendContent | ObjectInputAlias | string;
}

/** The outcome of a message that was answered. */
export interface AnsweredOutcome {
  /** Place of the message among all, from 0. */
  readonly index: number;
  /** A result for each recipient, of refused ones too: `accepted` tells. */
  readonly results: readonly Result[];
  readonly error?: undefined;
}

/** The outcome of a message whose send rejected. */
export interface FailedOutcome {
  /** Place of the message among all, from 0. */
  readonly index: number;
  readonly results?: undefined;
  /**
   * What the send rejected with. An EncodeError, TypeError or ConnectError says that nothing was sent; after an OutcomeUnknownError or a
   * ProtocolError it may have been.
   */
  readonly error: unknown;
}

/** The outcome of one message of {@link sendMany}. */
export type SendOutcome = AnsweredOutcome | FailedOutcome;

/** The progress of {@link sendMany}. */
export interface ManyProgress {
  /** Of the message that has just settled. */
  readonly outcome: SendOutcome;
  /** Messages that have settled, this one counted. */
  readonly settled: number;
  /** Messages in all; undefined where they are no array, whose end nobody knows before. */
  readonly total: number | undefined;
}

/** Options of {@link sendMany}. */
export interface SendManyOptions {
  /** Sends at a time, 1 to 1,000; 4 when absent. */
  readonly concurrency?: number | undefined;
  /** Ends the sends that are under way, as their own signal would; no other one begins. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Called as each message settles, in whatever order they do. While the promise that it returns is pending, the message keeps its place among the
   * `concurrency` sends: a slow store slows the sending down. What it throws is dropped.
   */
  readonly onProgress?: ((progress: ManyProgress) => unknown) | undefined;
  /**
   * Asked about each outcome: true begins no other send. When absent, refused and failed messages stop nothing.
   * At the first message that finds no gateway: `({ error }) => error instanceof ConnectError`.
   */
  readonly stopWhen?: ((outcome: SendOutcome) => boolean) | undefined;
}

/** Why {@link sendMany} ended before the last message: its signal, `stopWhen`, or an error of the messages' iterable. */
export type ManyStopReason = 'aborted' | 'stopped' | 'source';

const REASONS: Readonly<Record<ManyStopReason, string>> = {
  aborted: 'aborted',
  stopped: 'stopped by stopWhen',
  source: 'the messages ended with an error',
};

/**
 * Thrown when not all messages were sent. `outcomes` has the settled outcomes of the messages that were accepted; nothing of the
 * others was sent.
 */
export class SendManyError extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name = 'SendManyError';
  /** What ended it. */
  readonly reason: ManyStopReason;
  /** Of the messages before the end, in their order. */
  readonly outcomes: readonly SendOutcome[];

  /** `cause` is the signal's reason, or what the iterable threw. */
  constructor(reason: ManyStopReason, outcomes: readonly SendOutcome[], cause?: unknown) {
    super(`${REASONS[reason]} after ${outcomes.length} messages`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.outcomes = outcomes;
  }
}

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 1_000;

/**
 * Sends many messages, `concurrency` at a time, and gives their outcomes in the order of the messages.
 *
 * It is a promise of all, like `Promise.allSettled`, and not an async iterable of outcomes as they settle: calling it sends, whether or not anybody
 * reads on, and leaving a loop half-way cannot lose the outcome of a message that is under way. `onProgress` tells each outcome at once.
 *
 * Messages are taken from an iterable one at a time, and only when a send may begin: of an async iterable (a queue, a file, a cursor of a database) no
 * more than `concurrency` messages are taken and not settled. Each goes out by the rules of its sender: a second server, no message twice. There are no
 * other retries; messages whose `error` is a ConnectError may be given to `sendMany` again.
 * @param sender what sends them.
 * @param messages an array, an iterable or an async iterable. It is closed (`return()`) when sending ends before its end.
 * @throws SendManyError when it ends before the last message: `signal`, `stopWhen`, or an error of the iterable.
 * @throws TypeError, EncodeError for a wrong argument, before anything is taken. A wrong message is an outcome.
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
