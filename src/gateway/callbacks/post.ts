/**
 * One post to a customer's own server: a receipt or an incoming message, as a form, as a SOAP call (G-DLR-01, G-DLR-02, G-MO-01), or as JSON that is signed.
 *
 *   delivered          Report 0     the handset has it
 *   failed             Report -1    it never will
 *   expired            Report 76    it was not reached in time
 *
 * The interface document does not say how receipts tell a state. Delivered is the 0 that stands for success everywhere; the two others are codes that a
 * client has to handle as failures (G-ERR-01), that nobody has given a meaning, and that this gateway uses for nothing else.
 *
 * A form, and JSON, is taken when its status is 2xx, a call when its answer has Report 0 (G-DLR-03). A redirect is not followed, since the credentials would go along.
 * The address is what an operator has configured for the account, so it may well be one of a private network, and is not checked against any list.
 * @module
 */

import { toWellFormed } from '../../bytes/utf16.js';
import { FormatError } from '../../errors.js';
import { REPLY_TO_CHARACTERS } from '../../protocol/callback.js';
import { type Callback, formatCallback, soap } from '../../protocol/index.js';
import { type Transport, TransportFailure, type TransportResponse } from '../../sender/transport.js';
import { forXml } from '../characters.js';
import type { CallbackPayload, DueCallback, PostTarget, ReceiptStatus } from '../store/types.js';
import { signWebhook } from './webhook.js';

/** Reports of receipts. */
export const RECEIPT_REPORTS: Readonly<Record<ReceiptStatus, number>> = { delivered: 0, failed: -1, expired: 76 };

/** Why a customer has not taken a post. */
export interface PostFailure {
  /** In words without anything of the message or the credentials. */
  readonly reason: string;
  /** The receiver of a webhook is gone (410): it is not posted again, as Standard Webhooks has it. */
  readonly isFinal?: boolean;
  /** Milliseconds that the server asks to be left alone (Retry-After); 0 when it does not say. */
  readonly afterMs?: number;
}

/** How a post is carried. */
export interface PostOptions {
  readonly transport: Transport;
  /** Milliseconds for everything. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Epoch milliseconds; Date.now by default. */
  readonly clock?: (() => number) | undefined;
}

/** Octets of an answer: a whole envelope has room, and nothing else is read. */
const ANSWER_OCTETS = 65_536;

const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };
/** With an empty SOAPAction (G-SOAP-01). */
const SOAP_HEADERS = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' };

/** Stands for what there is none of, as it does for credentials (G-DLR-01). */
const NONE = 'NULL';

/**
 * Posts a callback once.
 * @returns undefined when the customer has taken it; else why not.
 * @throws FormatError for what cannot be written: credentials or a number that are none.
 */
export async function postCallback(
  due: Pick<DueCallback, 'target' | 'payload'> & Partial<Pick<DueCallback, 'createdAt'>>,
  options: PostOptions,
): Promise<PostFailure | undefined> {
  const { target } = due;
  const { transport, timeoutMs, signal, clock = Date.now } = options;
  const { headers, body, verdict, isJudgedByStatus } = letterOf(due, clock());
  const isFinal = (status: number) => target.form === 'json' && status === 410;
  try {
    const answer = await transport({
      url: target.url,
      method: 'POST',
      headers,
      body,
      connectTimeoutMs: timeoutMs,
      timeoutMs,
      maxResponseOctets: ANSWER_OCTETS,
      keepAlive: true,
      signal,
    });
    const reason = verdict(answer.status, answer.body);
    return reason === undefined
      ? undefined
      : { reason, isFinal: isFinal(answer.status), afterMs: retryAfterMs(answer, clock()) };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    // What comes behind a status that says it all may be long, late or broken.
    const { status } = error;
    if (!isJudgedByStatus || status === undefined) return { reason: error.message };
    const reason = statusVerdict(status);
    return reason === undefined ? undefined : { reason, isFinal: isFinal(status) };
  }
}

/** What a server that is too busy says of its pause, in seconds or as a time (RFC 9110 section 10.2.3). */
function retryAfterMs({ status, headers }: TransportResponse, now: number): number {
  const written = status === 429 || status === 503 ? (headers['retry-after'] ?? '') : '';
  if (/^\d{1,9}$/.test(written)) return Number(written) * 1_000;
  // Other times than those of HTTP would be read, too.
  const at = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** What is posted, and what an answer to it means: undefined when it was taken, else why not. */
interface Letter {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly verdict: (status: number, body: Uint8Array) => string | undefined;
  readonly isJudgedByStatus: boolean;
}

function letterOf({ target, payload, createdAt = payload.at }: Parameters<typeof postCallback>[0], now: number): Letter {
  if (target.form === 'json') {
    const { headers, body } = signWebhook({ payload, createdAt }, target.secrets ?? [], now);
    return { headers, body, verdict: statusVerdict, isJudgedByStatus: true };
  }
  const callback = callbackOf(payload, target);
  if (target.form === 'form') {
    return { headers: FORM_HEADERS, body: formOf(callback), verdict: statusVerdict, isJudgedByStatus: true };
  }
  const verdict = (status: number, body: Uint8Array) => soapVerdict(status, body, callback);
  return { headers: SOAP_HEADERS, body: envelopeOf(callback), verdict, isJudgedByStatus: false };
}

/** What the store has, as the interface says it. */
function callbackOf(payload: CallbackPayload, { username, pin }: PostTarget): Callback {
  const common = {
    ...(username !== undefined && { username }),
    ...(pin !== undefined && { pin }),
    messageIdentifier: payload.messageIdentifier,
    timestamp: new Date(payload.at),
  };
  if (payload.kind === 'receipt') {
    return { kind: 'receipt', ...common, sendTo: payload.recipient, report: RECEIPT_REPORTS[payload.state] };
  }
  const { to, from, text } = payload;
  // A cut may end in a blank, which the form does not take.
  const replyTo = from.trim().slice(0, REPLY_TO_CHARACTERS).trimEnd() || NONE;
  return { kind: 'message', ...common, sendTo: to.replace(/^\+/, ''), replyTo, message: text };
}

function formOf(callback: Callback): string {
  return formatCallback(withText(callback, toWellFormed));
}

function envelopeOf(callback: Callback): string {
  const { operation, parts } = soap.callOfCallback(withText(callback, forXml));
  return soap.formatCall(operation, parts);
}

/** A message must get through: what its form cannot hold, of its text and of its sender's name, becomes U+FFFD. */
function withText(callback: Callback, spelt: (text: string) => string): Callback {
  if (callback.kind !== 'message') return callback;
  return { ...callback, message: spelt(callback.message), replyTo: spelt(callback.replyTo) };
}

function statusVerdict(status: number): string | undefined {
  return status >= 200 && status < 300 ? undefined : `status ${status}`;
}

function soapVerdict(status: number, body: Uint8Array, { kind }: Callback): string | undefined {
  if (status !== 200) return `status ${status}`;
  try {
    const answer = soap.parseAnswer(body, { operation: kind === 'receipt' ? 'SubmitDeliveryReceipt' : 'DeliverMessage' });
    if (answer.operation === undefined) return 'a fault';
    const { Report: report } = answer.parts as { readonly Report?: string };
    if (report !== undefined && /^\s*[+-]?0+\s*$/.test(report)) return undefined;
    return report === undefined ? 'no report' : `report ${report.trim().slice(0, 8)}`;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return `no answer to a call: ${error.field}`;
  }
}
