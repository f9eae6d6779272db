/**
 * Requests to the gateway that the page came from: sends, how far a message has come, and taking it back. No DOM here.
 *
 * They go to paths below `send`, on the page's own server. Other servers the page's policy refuses.
 * @module
 */
import { toBase64 } from '../../bytes/base64.js';
import { encodeLatin1 } from '../../bytes/latin1.js';
import { FormatError } from '../../errors.js';
import { ProtocolError } from '../../protocol/forms.js';
import type { GatewayPost } from '../result/gateway-requests.js';
import {
  bodyOf,
  faultWords,
  type Login,
  lostWords,
  narrowed,
  type Outcome,
  type Progress,
  readOutcomes,
  readProgress,
} from './gateway-answers.js';

/** Relative: the gateway may be below a path. */
const SENDS = 'send';
/** How long an answer may take. */
const ANSWER_MS = 120_000;

/** Ends a request when the answer does not come in time, or when somebody stops it. */
function untilAnswer(stopped: AbortSignal): AbortSignal {
  const ending = new AbortController();
  if (stopped.aborted) ending.abort(stopped.reason);
  for (const signal of [stopped, AbortSignal.timeout(ANSWER_MS)]) {
    signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
  }
  return ending.signal;
}

/** What became of a request; `isLost` where nobody knows. */
export interface PostOutcome {
  readonly outcomes: readonly Outcome[];
  readonly isLost?: true;
}

/** Posts a request. @throws EncodeError for what no form can hold */
export async function postSend(
  post: GatewayPost,
  login: Login,
  recipients: readonly string[],
  signal: AbortSignal,
): Promise<PostOutcome> {
  const body = bodyOf(post, login);
  const toAll = (words: string) => ({ recipient: recipients.join(', '), id: undefined, words });
  try {
    const answer = await fetch(`${SENDS}${post.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body,
      signal: untilAnswer(signal),
    });
    const text = await answer.text();
    // The gateway may have queued the message before it failed, and a proxy may have passed it on.
    if (answer.status >= 500) return { outcomes: [toAll(lostWords(faultWords(answer.status, text)))], isLost: true };
    if (!answer.ok) return { outcomes: [toAll(`refused: ${faultWords(answer.status, text)}`)] };
    return { outcomes: readOutcomes(text, recipients) };
  } catch (error) {
    if (!isLoss(error)) throw error;
    return { outcomes: [toAll(lostWords(error))], isLost: true };
  }
}

/** What became of requests that were posted one after the other. */
export interface PostsOutcome {
  /** Messages that were accepted. */
  readonly accepted: number;
  /** Whether somebody was refused, and whether nobody knows of the last request. */
  readonly isRefused: boolean;
  readonly isLost: boolean;
  /** Requests that were not posted. */
  readonly left: number;
}

/**
 * Posts one request after the other, each to those who were accepted so far: what is left of a message is no use without its start.
 * @param onOutcomes what became of each
 * @throws EncodeError for what no form can hold
 */
export async function postAll(
  posts: readonly GatewayPost[],
  login: Login,
  recipients: readonly string[],
  signal: AbortSignal,
  { onStart, onOutcomes }: { onStart(index: number): void; onOutcomes(outcomes: readonly Outcome[], index: number): void },
): Promise<PostsOutcome> {
  let [to, accepted, isRefused, isLost] = [recipients, 0, false, false];
  let done = 0;
  for (const post of posts) {
    if (signal.aborted || isLost || to.length === 0) break;
    onStart(done);
    const became = await postSend(to === recipients ? post : narrowed(post, to), login, to, signal);
    onOutcomes(became.outcomes, done++);
    isLost = became.isLost === true;
    const taken = became.outcomes.filter(({ id }) => id !== undefined);
    accepted += taken.length;
    if (taken.length === became.outcomes.length) continue;
    isRefused = true;
    to = taken.map(({ recipient }) => recipient);
  }
  return { accepted, isRefused, isLost, left: posts.length - done };
}

/** What came of a question about a message: how far it has come, or why nobody knows. */
export type Asked =
  | { readonly progress: Progress }
  | { readonly words: string; readonly isOver: boolean; readonly isLoginRefused?: boolean; readonly afterMs?: number };

/** How far a message has come; with `cancel` it is taken back where it waits. */
export async function askMessage(id: string, login: Login, { cancel = false } = {}): Promise<Asked> {
  try {
    const answer = await fetch(`${SENDS}/v1/messages/${encodeURIComponent(id)}`, {
      method: cancel ? 'DELETE' : 'GET',
      headers: { 'Handset-Account': `Basic ${toBase64(encodeLatin1(`${login.username}:${login.pin}`, 'login'))}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.ok) return { progress: readProgress(await answer.json()) };
    const words = faultWords(answer.status, await answer.text());
    const after = Number(answer.headers.get('Retry-After') ?? 0);
    // Another time it may be answered; a login or a message that is none stays none.
    const isOver = answer.status < 500 && answer.status !== 429 && answer.status !== 409;
    return { words, isOver, isLoginRefused: answer.status === 401, ...(after > 0 && { afterMs: after * 1_000 }) };
  } catch (error) {
    if (!isLoss(error) && !(error instanceof FormatError) && !(error instanceof SyntaxError)) throw error;
    return { words: 'the gateway does not answer', isOver: false };
  }
}

/** Whether the gateway has virtual handsets, whose inboxes the page shows. */
export async function hasInboxes(): Promise<boolean> {
  try {
    return (await fetch('virtual/handsets', { headers: { Accept: 'application/json' } })).ok;
  } catch (error) {
    if (isLoss(error)) return false;
    throw error;
  }
}

/** No answer, or none of the interface. `fetch` throws a TypeError without a connection. */
function isLoss(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException || error instanceof ProtocolError;
}
