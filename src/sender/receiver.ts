/**
 * The customer's end of receipts and incoming messages: a handler from `Request` to `Response`.
 *
 *   POST  application/x-www-form-urlencoded                   ->  200
 *   POST  text/xml, text/soap, application/(soap+)xml         ->  200 with Report 0: SubmitDeliveryReceipt, DeliverMessage
 *   POST  application/json, signed: see webhook.ts            ->  200
 *
 *                        form, JSON                 SOAP
 *   accepted             200                        200, Report 0
 *   wrong credentials,
 *   or signature         403                        200, Report 2        the same answer for name and PIN (G-AUTH-04, G-SOAP-06)
 *   malformed body       400                        500, fault Client    (SOAP 1.1 section 6.2, G-SOAP-05)
 *   no handler           501                        500, fault Server
 *   handler failed       500                        500, fault Server
 *   either               405 not POST, 413 too large, 415 unsupported type, 400 truncated body
 *
 * The gateway repeats what is not accepted, for up to a day (G-DLR-03), and also when an answer was lost: a handler sees some
 * receipts and messages twice, with the same `messageIdentifier`, and must tolerate it. Answers are short and repeat no value.
 * Source: the gateway interface document, section 10.
 * @module
 */

import { joinOctets } from '../bytes/octets.js';
import type { RequestLike, ResponseLike } from '../bytes/platform.js';
import { unitAt } from '../bytes/utf16.js';
import { FormatError } from '../errors.js';
import { parseCallback } from '../protocol/callback.js';
import { parseForm } from '../protocol/form.js';
import type { Callback, DeliveryReceipt, IncomingMessage } from '../protocol/model.js';
import { REPORT } from '../protocol/reports.js';
import { namespaceOf } from '../protocol/soap/format.js';
import * as soap from '../protocol/soap/index.js';
import { callListener } from './callers.js';
import { checkSecrets, verifyWebhook } from './webhook.js';

/**
 * Options of a receiver, with its handlers. At least one of the two handlers is required; a post without a handler is refused, so
 * that the gateway keeps it.
 */
export interface ReceiverOptions {
  /** Called with a delivery receipt, and awaited. If it throws or rejects, the gateway is answered with an error and repeats the post. */
  readonly onReceipt?: ((receipt: DeliveryReceipt) => unknown) | undefined;
  /** Called with a message from a handset, and awaited; errors as for `onReceipt`. */
  readonly onMessage?: ((message: IncomingMessage) => unknown) | undefined;
  /** The user name that forms and SOAP calls must have; by default any is accepted. Handlers do not see credentials that were checked. */
  readonly username?: string | undefined;
  /** The PIN that forms and SOAP calls must have; by default any is accepted. */
  readonly pin?: string | undefined;
  /**
   * Secrets that sign JSON, `whsec_` and the base64 of 24 to 64 octets: one, or two during a change. Without them JSON is refused with 415. With secrets and
   * without a PIN, only JSON is accepted.
   */
  readonly secrets?: readonly string[] | undefined;
  /** The time in milliseconds since 1970, to check the times of signatures; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Maximum octets of a body; 262,144 by default, which is enough for a message of 255 parts. */
  readonly maxBodyOctets?: number | undefined;
  /** Namespace URI of SOAP answers; that of the reference WSDL by default. */
  readonly namespace?: string | undefined;
  /** Called with an error of a handler; the answer does not contain it. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Handles a request and resolves with the answer; it never rejects. */
export type Receiver = (request: RequestLike) => Promise<ResponseLike>;

/** A request, from whichever kind of server. */
export interface Incoming {
  readonly method: string;
  /** A header by its name in lower case. */
  header(name: string): string | null;
  /** The body up to a limit, and no further. @throws BodyConsumedError */
  read(most: number, type: string): Promise<Uint8Array | 'too-large' | 'cut'>;
}

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Reported when a body parser has read the body of a request before the receiver, without keeping its octets: change the set-up of the server as the
 * message says. The gateway is answered with 500, and repeats the post.
 */
export class BodyConsumedError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'BodyConsumedError';
  /** Media type of the request, without parameters. */
  readonly contentType: string;

  /** Creates an error; `advice` says what to change. */
  constructor(contentType: string, advice: string) {
    super(`the body of ${contentType} was read before the receiver, which needs its octets as they were sent; ${advice}`);
    this.contentType = contentType;
  }
}

const DEFAULT_BODY_OCTETS = 262_144;
const SOAP_TYPES: ReadonlySet<string> = new Set(['text/xml', 'text/soap', 'application/xml', 'application/soap+xml']);
/** A parameter of a Content-Type. What stands in quotes may hold semicolons, such as the action of SOAP 1.2. */
const PARAMETER = /;([^;="]*)=(?:\s*"((?:[^"\\]|\\.)*)(?:"|$)|([^;"]*))/g;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** A form is UTF-8, of which ASCII is a part; an envelope tells by its first octets which of these it is. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const SOAP_CHARSETS: ReadonlySet<string> = new Set([...CHARSETS, 'utf-16', 'utf-16le', 'utf-16be']);

/**
 * Creates a handler from `Request` to `Response` for receipts and incoming messages, as form, SOAP or signed JSON. {@link nodeReceiver} is the same
 * for node:http, Express and Fastify. Source: the gateway interface document, section 10.
 *
 * It answers 200 when a handler has accepted the post, and otherwise 400, 403, 405, 413, 415, 500 or 501, upon which the gateway repeats it for up to a day; a SOAP
 * call gets 200 with Report 2 for wrong credentials, or a fault.
 * @throws TypeError without any handler, or for an option of a wrong type; EncodeError `bad-value` for a namespace that is not a URI.
 * @example
 * ```ts
 * import { formatCallback } from 'handset/protocol';
 * import { createReceiver } from 'handset/sender';
 *
 * const receive = createReceiver({ username: 'hook', pin: '4711', onReceipt: () => {} });
 * // hono: app.post('/receipts', (c) => receive(c.req.raw)); Next: export const POST = receive;
 * const login = { username: 'hook', pin: '4711' };
 * const body = formatCallback({ kind: 'receipt', ...login, sendTo: '447700900123', messageIdentifier: 'A1', report: -2 });
 * const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
 * (await receive(new Request('https://www.example.com/receipts', { method: 'POST', headers, body }))).status; // -> 200
 * ```
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const answerTo = answerer(options);
  return async (request) => {
    let answer: Answer;
    try {
      answer = await answerTo({
        method: request.method,
        header: (name) => request.headers.get(name),
        read: (most, type) => readBody(request, most, type),
      });
    } catch (error) {
      callListener(options.onError, error);
      answer = plain(500, 'error');
    }
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
}

/**
 * What answers requests of any kind of server. It rejects with a BodyConsumedError alone; what else goes wrong is told to `onError` and answered.
 * @throws as {@link createReceiver}.
 */
export function answerer(options: ReceiverOptions): (incoming: Incoming) => Promise<Answer> {
  const settings = checked(options);
  return async (incoming) => {
    try {
      return await receive(incoming, settings);
    } catch (error) {
      if (error instanceof BodyConsumedError) throw error;
      callListener(settings.onError, error);
      return plain(500, 'error');
    }
  };
}

async function receive(incoming: Incoming, options: ReceiverOptions): Promise<Answer> {
  if (incoming.method !== 'POST') return plain(405, 'POST only', { Allow: 'POST' });
  const type = mediaTypeOf(incoming.header('content-type'));
  const isSoap = type !== undefined && SOAP_TYPES.has(type.name);
  const isJson = type?.name === JSON_TYPE && options.secrets !== undefined;
  if (!isJson && options.secrets !== undefined && options.pin === undefined) return plain(415, 'signed JSON');
  if (type !== undefined && !isSoap && !isJson && type.name !== FORM_TYPE) return plain(415, 'a form or a SOAP envelope');
  if (type?.charset !== undefined && !(isSoap ? SOAP_CHARSETS : CHARSETS).has(type.charset)) return plain(415, 'UTF-8 only');
  const coding = incoming.header('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') return plain(415, 'no content coding', { 'Accept-Encoding': 'identity' });
  const body = await incoming.read(options.maxBodyOctets ?? DEFAULT_BODY_OCTETS, type?.name ?? FORM_TYPE);
  if (body === 'too-large') return plain(413, 'too large');
  if (body === 'cut') return plain(400, 'the body breaks off');
  if (isJson) return receiveJson(body, incoming, options);
  return isSoap ? receiveSoap(body, options) : receiveForm(body, options);
}

async function receiveJson(body: Uint8Array, { header }: Incoming, { clock, ...options }: ReceiverOptions): Promise<Answer> {
  let callback: Callback;
  try {
    callback = await verifyWebhook(body, { get: header }, { secrets: options.secrets ?? [], clock });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return plain(error.field.startsWith('webhook-') ? 403 : 400, faultText(error));
  }
  const outcome = await handle(callback, options);
  if (outcome === 'unwanted') return plain(501, `no ${callback.kind}s are taken here`);
  return outcome === 'failed' ? plain(500, 'error') : plain(200, 'OK');
}

async function receiveForm(body: Uint8Array, options: ReceiverOptions): Promise<Answer> {
  let callback: Callback;
  try {
    const fields = parseForm(body);
    // Before anything else of it (G-AUTH-04).
    if (!isPermitted(options, fields.get('Username'), fields.get('PIN'))) return plain(403, 'invalid login');
    callback = parseCallback(fields);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return plain(400, faultText(error));
  }
  const outcome = await handle(callback, options);
  if (outcome === 'unwanted') return plain(501, `no ${callback.kind}s are taken here`);
  return outcome === 'failed' ? plain(500, 'error') : plain(200, 'OK');
}

async function receiveSoap(body: Uint8Array, options: ReceiverOptions): Promise<Answer> {
  const fault = (code: string, reason: string) => xml(500, soap.formatFault({ code, reason }));
  let callback: Callback;
  let operation: 'SubmitDeliveryReceipt' | 'DeliverMessage';
  let identifier: string | undefined;
  try {
    const call = soap.parseCall(body);
    if (call.operation !== 'SubmitDeliveryReceipt' && call.operation !== 'DeliverMessage') {
      return fault('Client', 'SubmitDeliveryReceipt and DeliverMessage only');
    }
    operation = call.operation;
    if (!isPermitted(options, call.parts.Username, call.parts.PIN)) return answer(REPORT.invalidLogin, '-1', 'Invalid Login');
    callback = soap.callbackOf(call);
    identifier = callback.messageIdentifier;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return fault(soap.faultOf(error).code, faultText(error));
  }
  // Written before the handler is called: a message that is taken has to be answered so.
  const taken = answer(REPORT.success, identifier ?? '', '');
  const outcome = await handle(callback, options);
  if (outcome === 'unwanted') return fault('Server', `no ${callback.kind}s are taken here`);
  return outcome === 'failed' ? fault('Server', 'error') : taken;

  function answer(code: number, MessageIdentifier: string, Text: string): Answer {
    const { namespace } = options;
    return xml(200, soap.formatAnswer(operation, { MessageIdentifier, Report: code, Text }, { namespace }));
  }
}

/** Lets the handler of its kind take a callback. */
async function handle(callback: Callback, options: ReceiverOptions): Promise<'taken' | 'unwanted' | 'failed'> {
  const isReceipt = callback.kind === 'receipt';
  const handler = isReceipt ? options.onReceipt : options.onMessage;
  if (handler === undefined) return 'unwanted';
  try {
    await (handler as (callback: Callback) => unknown)(withoutChecked(callback, options));
    return 'taken';
  } catch (error) {
    callListener(options.onError, error);
    return 'failed';
  }
}

/** A callback without what has done its part: it may end up in a log. */
function withoutChecked(callback: Callback, { username, pin }: ReceiverOptions): Callback {
  const shown: { -readonly [K in keyof Callback]: Callback[K] } = { ...callback };
  if (username !== undefined) delete shown.username;
  if (pin !== undefined) delete shown.pin;
  return shown as Callback;
}

// ---- credentials ----

/** Both are compared, whatever the first says, so that time does not tell which one was wrong. */
function isPermitted(
  { username, pin }: ReceiverOptions,
  givenUsername: string | undefined,
  givenPin: string | undefined,
): boolean {
  const isName = username === undefined || isSame(username, givenUsername);
  const isPin = pin === undefined || isSame(pin, givenPin);
  return isName && isPin;
}

/** Takes a time that depends on the length of what was given alone: all of it is compared, and lengths make no short cut. */
function isSame(expected: string, given = ''): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < given.length; i++) difference |= unitAt(given, i) ^ unitAt(expected, i % expected.length);
  return difference === 0;
}

// ---- bodies ----

/** Reads a body up to a limit, and no further: what its length says is believed only when it is too much. */
async function readBody(request: Request, most: number, type: string): Promise<Uint8Array | 'too-large' | 'cut'> {
  if (request.bodyUsed)
    throw new BodyConsumedError(type, 'give the receiver a clone: receive(request.clone()) before the body is read');
  if (Number(request.headers.get('content-length') ?? 0) > most) {
    await request.body?.cancel().catch(() => {});
    return 'too-large';
  }
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        await reader.cancel().catch(() => {});
        return 'too-large';
      }
      chunks.push(value);
    }
  } catch {
    return 'cut';
  }
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  return joinOctets(chunks, length);
}

/** Type and charset of a Content-Type, in lower case; undefined when there is none, which is taken for a form (G-GEN-07). */
function mediaTypeOf(header: string | null): { readonly name: string; readonly charset: string | undefined } | undefined {
  if (header === null || header.trim() === '') return undefined;
  const [name = ''] = header.split(';', 1);
  let charset: string | undefined;
  for (const [, parameter = '', quoted, plain = ''] of header.slice(name.length).matchAll(PARAMETER)) {
    if (parameter.trim().toLowerCase() !== 'charset') continue;
    charset ??= (quoted?.replace(/\\(.)/g, '$1') ?? plain).trim().toLowerCase() || undefined;
  }
  return { name: name.trim().toLowerCase(), charset };
}

// ---- answers ----

/** Where and what kind, never what was found there. */
function faultText({ field, code }: FormatError): string {
  return `${field}: ${code}`;
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, text };
}

function xml(status: number, envelope: string): Answer {
  return { status, headers: { 'Content-Type': 'text/xml; charset=utf-8' }, text: envelope };
}

// ---- options ----

function checked(options: ReceiverOptions): ReceiverOptions {
  if (typeof options !== 'object' || options === null) throw new TypeError('a receiver takes its options as an object');
  const { onReceipt, onMessage, username, pin, maxBodyOctets, namespace } = options;
  if (typeof onReceipt !== 'function' && typeof onMessage !== 'function') {
    throw new TypeError('a receiver takes a handler: onReceipt, onMessage or both');
  }
  for (const [name, value] of Object.entries({ username, pin })) {
    // An empty one would be had by leaving the field out.
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw new TypeError(`${name} is not a string, or empty`);
  }
  // Found out now and not when a message was taken.
  namespaceOf(namespace);
  if (options.secrets !== undefined) checkSecrets(options.secrets);
  if (maxBodyOctets !== undefined && !(Number.isInteger(maxBodyOctets) && maxBodyOctets > 0)) {
    throw new TypeError('maxBodyOctets is not a whole number above 0');
  }
  return { ...options };
}
