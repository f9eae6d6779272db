/**
 * Long lists of recipients, in requests of 350 (G-GEN-09, G-CLI-08).
 *
 *   SendTo of 800    ->  350 | 350 | 100 with SendToAddressBook, SendCc, SendBcc and their books
 *
 * The requests go one after the other, and their results are joined in order. A book and copies go with the last one, behind all numbers as the
 * gateway itself has them (G-BOOK-01), and never twice.
 *
 * A file is uploaded once: the gateway keeps it in the account's library and says under which number (G-LIB-02), and the later requests name that.
 * Both servers have the same accounts (G-GEN-14), libraries included as this reads it. Where the first answer names no number, or one outside the
 * library, each request carries the file.
 *
 * When a request fails, the error keeps what came before: {@link splitProgress}.
 * @module
 */

import { requireList, requireObject } from '../bytes/check.js';
import type { AbortSignalLike } from '../bytes/platform.js';
import type { UnsignedSend } from '../content/model.js';
import { excerptOf, ProtocolError } from '../protocol/errors.js';
import { type FileItem, LIBRARY_RANGES, type MultimediaContent, type Result } from '../protocol/model.js';
import { ConnectError, TransportError } from './errors.js';
import { ADVISED_RECIPIENTS } from './options.js';
import { isLoginReport } from './privacy.js';

/** The progress of a send with `split`. Recipients are counted in their order: first those with results, then `unknown`, then `notTried`. */
export interface SplitProgress {
  /** Results of the first recipients, which were answered. */
  readonly results: readonly Result[];
  /** The number of following recipients, those of the failed request, whose outcome is unknown. */
  readonly unknown: number;
  /** Results of the failed request, if their number differs from that of its recipients, so that they cannot be assigned. */
  readonly unmatched?: readonly Result[];
  /** The number of recipients to which nothing was sent. An address book and copies are in the last request, and not counted: if this is not 0, nothing was sent to them. */
  readonly notTried: number;
}

/** Thrown when a signal aborts a send with `split` between two requests, or before the first. */
export class SplitAbortedError extends Error implements SplitProgress {
  /** `AbortError`, the name of the runtime's own error for an aborted call. */
  override readonly name = 'AbortError';
  /** Results of the recipients that were answered. */
  readonly results: readonly Result[];
  /** Always 0: no request was in progress. */
  readonly unknown = 0;
  /** The number of recipients to which nothing was sent. */
  readonly notTried: number;

  /** Creates an error; `cause` is the signal's reason. */
  constructor(results: readonly Result[], notTried: number, cause: unknown) {
    super(`aborted: ${results.length} results, ${notTried} recipients not tried`, { cause });
    this.results = results;
    this.notTried = notTried;
  }
}

/** Returns the progress recorded in an error of a send with `split`; undefined for other errors. */
export function splitProgress(error: unknown): SplitProgress | undefined {
  if (!(error instanceof Error) || !('notTried' in error)) return undefined;
  const { results, unknown, unmatched, notTried } = error as Error & SplitProgress;
  return { results, unknown, ...(unmatched !== undefined && { unmatched }), notTried };
}

/**
 * Splits a send into requests of at most 350 recipients, as the option `split` does. An address book and copies are in the last request only; a file is in each
 * of them.
 * @throws TypeError for an argument of a wrong type.
 */
export function splitRequest<R extends UnsignedSend>(request: R): R[] {
  requireObject(request, 'request');
  const { sendTo = [] } = request;
  requireList(sendTo, 'sendTo');
  if (sendTo.length <= ADVISED_RECIPIENTS) return [request];
  const parts: R[] = [];
  for (let at = 0; at < sendTo.length; at += ADVISED_RECIPIENTS) {
    const part = { ...request, sendTo: sendTo.slice(at, at + ADVISED_RECIPIENTS) };
    const isLast = at + ADVISED_RECIPIENTS >= sendTo.length;
    parts.push(isLast ? part : withNumbersOnly(part));
  }
  return parts;
}

/** A request to its numbers and nobody else. */
function withNumbersOnly<R extends UnsignedSend>(request: R): R {
  const { sendToAddressBook: _, ...rest } = request as UnsignedSend;
  if (rest.operation === 'sendSms' || rest.content.kind !== 'mms') return rest as R;
  const { sendCc: _cc, sendBcc: _bcc, sendCcAddressBook: _ccBook, sendBccAddressBook: _bccBook, ...content } = rest.content;
  return { ...rest, content } as R;
}

/**
 * Sends the parts of a request one after the other, and joins the results.
 *
 * One refusal for several recipients is a refusal of the request as a whole, of a wrong PIN say, and no retry is due (G-CLI-02): the rest is not
 * sent. As an answer to the first request it is the only result; later it stands for each recipient from there on, so that results and recipients
 * keep their places. With any other number of results than there were recipients these places are lost: that is a ProtocolError, and the rest is not
 * sent, for a gateway that answers so is not to be trusted with it. Behind the last request there are no places to lose.
 * @param secrets what the texts of results in an error must not show
 */
export async function sendParts<R extends UnsignedSend>(
  parts: readonly R[],
  send: (request: R) => Promise<Result[]>,
  secrets: readonly string[],
  signal?: AbortSignalLike,
): Promise<Result[]> {
  const results: Result[] = [];
  const shown = (given: readonly Result[]) => given.map((result) => withoutSecrets(result, secrets));
  let left = parts.reduce((sum, part) => sum + countOf(part), 0);
  let libraryNumber: number | undefined;
  for (const part of parts) {
    let answer: Result[];
    try {
      answer = await send(withLibraryNumber(part, libraryNumber));
    } catch (error) {
      throw withProgress(error, shown(results), countOf(part), left, signal);
    }
    const [refusal] = answer;
    if (refusal !== undefined && isRefusalOfAll(answer, part)) {
      if (results.length === 0) return answer;
      return [...results, ...Array.from({ length: left }, () => refusal)];
    }
    if (part !== parts.at(-1) && answer.length !== wantedResults(part)) {
      const error = new ProtocolError('unreadable', `${answer.length} results for ${countOf(part)} recipients`, {
        status: 200,
      });
      throw withProgress(Object.assign(error, { unmatched: shown(answer) }), shown(results), countOf(part), left, signal);
    }
    for (const result of answer) {
      results.push(libraryNumber === undefined || result.libraryNumber !== undefined ? result : { ...result, libraryNumber });
    }
    libraryNumber ??= libraryNumberOf(answer, part);
    left -= countOf(part);
  }
  return results;
}

/** Numbers of a request. */
export function countOf(request: UnsignedSend): number {
  return request.sendTo?.length ?? 0;
}

/** Whether an answer refuses a request, not a recipient. A login error always does; one result for all is usual in formats 0 and 1. */
export function isRefusalOfAll(answer: readonly Result[], request: UnsignedSend): boolean {
  const [result] = answer;
  if (result === undefined || answer.length > 1 || result.accepted) return false;
  if (isLoginReport(result.report)) return true;
  return request.responseFormat === 3 && countOf(request) > 1;
}

/** The number that all accepted recipients of a file share, when later requests may name it. */
function libraryNumberOf(answer: readonly Result[], request: UnsignedSend): number | undefined {
  if (!('content' in request) || fileOf(request.content) === undefined) return undefined;
  const numbers = new Set(answer.map((result) => result.libraryNumber).filter((number) => number !== undefined));
  const [number, other] = numbers;
  const [first, last] = LIBRARY_RANGES.mms;
  return number !== undefined && other === undefined && number >= first && number <= last ? number : undefined;
}

function withLibraryNumber<R extends UnsignedSend>(request: R, libraryNumber: number | undefined): R {
  if (libraryNumber === undefined || !('content' in request)) return request;
  const { file: _, ...content } = request.content as MultimediaContent & FileItem;
  return { ...request, content: { ...content, libraryNumber } } as R;
}

function fileOf(content: MultimediaContent): FileItem['file'] {
  return content.kind === 'mms' || content.kind === 'wapPush' ? content.file : undefined;
}

/** How many results a request to numbers alone has. */
function wantedResults(request: UnsignedSend): number {
  return request.responseFormat === 3 ? countOf(request) : 1;
}

/** A result for an error, which may end up in a log: the gateway's words may repeat what it was sent. */
function withoutSecrets(result: Result, secrets: readonly string[]): Result {
  return result.text === undefined ? result : { ...result, text: excerptOf(result.text, secrets) };
}

/** The error of one request of several, with what is known of the others. */
function withProgress(
  error: unknown,
  results: readonly Result[],
  count: number,
  left: number,
  signal: AbortSignalLike | undefined,
): unknown {
  const isOwn = error instanceof TransportError || error instanceof ProtocolError;
  // The signal's reason is the caller's: nothing is written into it. An exchange rejects with it when nothing was sent.
  if (!isOwn && signal?.aborted === true) return new SplitAbortedError(results, left, error);
  if (!(error instanceof Error)) return error;
  const unknown = error instanceof ConnectError ? 0 : count;
  const notTried = left - unknown;
  error.message += `; ${results.length} results came before that, ${notTried} recipients were not tried`;
  return Object.assign(error, { results, unknown, notTried });
}
