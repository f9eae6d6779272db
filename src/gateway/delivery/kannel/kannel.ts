/**
 * Delivery to Kannel over its HTTP service sendsms: one GET per part, receipts and messages of handsets back as GETs to addresses of the gateway.
 *
 *   202  0: Accepted for delivery, 3: Queued for later delivery    sent
 *   503, and 429, 502, 504 of proxies                              again later, after a pause for all messages, twice as long each time
 *   408, and every other 5xx                                       again later
 *   403  Authorization failed ...                                  again later, after such a pause: the operator's fault, not the message's
 *   403  anything else, 400, and 413, 414 of proxies               failed
 *   every other: no Kannel answers so, or not at this path         again later, after such a pause: the operator's fault as well
 *   not written: no connection, a certificate that does not fit    again after such a pause
 *   written, and none in time, or cut off                          again later, although Kannel may have it: the recipient may get it twice;
 *                                                                  such a pause when no other was answered meanwhile
 *
 * Kannel's answer holds no id, so each part is given one in its dlr-url, with a signature: nobody else can make up receipts. The address for messages
 * of handsets is in Kannel's own configuration, as the get-url of an sms-service, with a key that both have.
 * Source: Kannel 1.4.5 User's Guide, "SMS Push reply codes" and the parameters dlr-mask and dlr-url, "Parameters (Escape Codes)"; the texts of 403 are those of its smsbox.
 * @module
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { requireObject } from '../../../bytes/check.js';
import { fields, type Reader, required, where, wrong } from '../../../bytes/json-fields.js';
import { toKannelUrl } from '../../../carrier/index.js';
import { decodeText } from '../../../mms/charsets.js';
import { formatAddress } from '../../../sms/index.js';
import { isToken, MIN_TOKEN } from '../../settings/hosts.js';
import { httpUrl } from '../../settings/provision.js';
import type { Backoff } from '../../work.js';
import {
  ANSWER_MS,
  ascii,
  type Delivery,
  type DeliveryEnvironment,
  type DeliveryEvents,
  deliveryKind,
  formatFault,
  type IncomingMessage,
  JITTER,
  type OutboundMessage,
  type OutboundPart,
  originatorAddress,
  type PartOutcome,
  PartSender,
  priorityOf,
  RATE,
  type ReceiptStatus,
  remainingMs,
  submitOf,
  WINDOW,
} from '../delivery.js';
import { watchWritten } from './written.js';

/** Options of {@link kannelDelivery}: a Kannel, and the account there. */
export interface KannelDeliveryOptions {
  /** URL of the sendsms service, such as `http://127.0.0.1:13013/cgi-bin/sendsms`. */
  readonly url: string;
  /** User name of the `sendsms-user`. */
  readonly username: string;
  /** Its password, which Kannel expects in the query. It also signs the URLs of receipts. */
  readonly password: string;
  /** The `smsc` to route through; Kannel's choice by default. */
  readonly smsc?: string | undefined;
  /** URL to which Kannel sends receipts; `/kannel/dlr` of the gateway's public URL by default. Outside a gateway, without it, no receipts are requested. */
  readonly dlrUrl?: string | undefined;
  /** The key that Kannel sends with incoming messages, `key` in its get-url: at least 16 characters of visible ASCII. Without it they are refused. */
  readonly incomingKey?: string | undefined;
  /** Maximum number of requests in progress; 10 by default. */
  readonly window?: number | undefined;
  /** Maximum number of parts per second; no limit by default. */
  readonly rate?: number | undefined;
  /** Time limit for an answer in milliseconds; 20,000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** The answer to a request of Kannel. */
export interface KannelAnswer {
  /** HTTP status. */
  readonly status: 200 | 400 | 403 | 500;
  /** The body, which Kannel logs. */
  readonly body: string;
}

/** A delivery to Kannel, with handlers for Kannel's requests. */
export interface KannelDelivery extends Delivery {
  /** Handles a receipt. @param query the query of Kannel's GET. @returns the answer. */
  receipt(query: URLSearchParams): Promise<KannelAnswer>;
  /** Handles an incoming message. @param query the query of Kannel's GET, verbatim, since its text may be in any charset. @returns the answer. */
  incoming(query: string): Promise<KannelAnswer>;
}

/** Receipts to ask for: delivered (1), not delivered (2), refused by the service centre (16). */
const DLR_MASK = 1 | 2 | 16;
const DLR_DELIVERED = 1;
/** Of later versions: not delivered, since its time was over. */
const DLR_EXPIRED = 0x22;
const DLR_NOT_DELIVERED = 2 | 16;

/** The first pause and the longest: wrong credentials, or a wrong address, are not put right within seconds. */
const PAUSE: Backoff = { firstMs: 1_000, maxMs: 60_000, jitter: JITTER };
/** Of a message that Kannel, or a proxy before it, does not take. */
const REFUSALS: readonly number[] = [400, 403, 413, 414];
/** Of a server, or a proxy before it, that wants a pause. */
const BUSY: readonly number[] = [429, 502, 503, 504];
const REQUEST_TIMEOUT = 408;
/** Octets of an answer that are read. */
const MAX_ANSWER_OCTETS = 1_024;

/** Failures before anything was written, for a fetch of which nothing else is known. */
const UNSENT_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** What is wrong with a certificate, by Node's names of it. */
const TLS_CODE = /^(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|HOSTNAME|ERR_TLS_CERT)_/;

/** Where receipts come in, and messages of handsets. */
const RECEIPT_PATH = '/kannel/dlr';
const INCOMING_PATH = '/kannel/mo';

/** Nothing is told of a fragment, and fetch takes no credentials in an address. */
const plainUrl: Reader<string> = (value, path) => {
  const url = httpUrl(value, path);
  const { username, password, hash } = new URL(url);
  return `${username}${password}${hash}` === '' && !url.includes('#') ? url : wrong(path, 'has credentials or a fragment');
};

const readOptions = fields({
  url: required(plainUrl),
  username: required(ascii(1, 64)),
  password: required(ascii(1, 64)),
  smsc: ascii(1, 64),
  dlrUrl: plainUrl,
  incomingKey: where<string>(isToken, `at least ${MIN_TOKEN} characters of visible ASCII`),
  window: WINDOW,
  rate: RATE,
  timeoutMs: ANSWER_MS,
} satisfies { readonly [K in keyof KannelDeliveryOptions]-?: unknown });

/** In settings: `{ "kind": "kannel", ... }`. */
export const kannel = deliveryKind(readOptions, kannelDelivery);

/**
 * Creates a delivery through Kannel's HTTP service sendsms. Source: Kannel 1.4.5 User's Guide.
 * @throws TypeError if the options are not an object.
 */
export function kannelDelivery(options: KannelDeliveryOptions, environment: DeliveryEnvironment = {}): KannelDelivery {
  requireObject(options, 'options');
  const { fetch = globalThis.fetch, clock = Date.now, random, onNotice = () => undefined, publicUrl } = environment;
  const { timeoutMs = 20_000, window = 10, rate } = options;
  // Of another one nobody tells what it has written.
  const isOwnFetch = environment.fetch === undefined;
  const findDlrUrl = () => {
    if (options.dlrUrl !== undefined) return options.dlrUrl;
    const base = typeof publicUrl === 'function' ? publicUrl() : publicUrl;
    return base && `${base}${RECEIPT_PATH}`;
  };
  let events: DeliveryEvents | undefined;

  const send = async (message: OutboundMessage, index: number): Promise<PartOutcome> => {
    const id = `${message.id}-${index + 1}`;
    let url: string;
    let written: ReturnType<typeof watchWritten>;
    try {
      url = urlOf({ ...options, dlrUrl: findDlrUrl() }, message, message.parts[index] as OutboundPart, id, clock());
      written = watchWritten(url);
    } catch (error) {
      return { kind: 'failed', reason: formatFault(error) };
    }
    try {
      // A redirect would carry the password elsewhere.
      const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      // The status is enough: what is lost of the text after it does not make the part unsent.
      return outcomeOf(answer.status, await textOf(answer).catch(() => ''), id);
    } catch (error) {
      const reason = unsentReason(error);
      const isUnsent = isOwnFetch ? !written.isWritten : reason !== undefined;
      const isLate = (error as Error).name === 'TimeoutError';
      return isUnsent
        ? { kind: 'unsent', reason: reason ?? (isLate ? 'no connection in time' : 'not sent') }
        : { kind: 'unknown', reason: 'no answer' };
    } finally {
      written.end();
    }
  };
  const parts = new PartSender({ window, rate, pause: PAUSE, random, send, onNotice });

  const routes = new Hono();
  const delivery: KannelDelivery = {
    start(given) {
      events = given;
      return parts.start(given);
    },
    get capacity() {
      return parts.capacity;
    },
    get links() {
      return [{ name: `kannel ${new URL(options.url).host}`, isUp: !parts.isPaused, ...parts.load }];
    },
    setRate: (rate) => parts.setRate(rate),
    deliver: (message) => parts.deliver(message),
    close: () => parts.close(),
    // Each receipt is signed, each message has the key: whoever has Kannel's addresses of the gateway can make none up.
    publicRoutes: routes,
    async receipt(query) {
      const id = query.get('id') ?? '';
      const to = query.get('to') ?? '';
      if (!isSigned(options.password, id, to, query.get('key') ?? '')) return { status: 403, body: 'unknown receipt' };
      const status = statusOf(Number(query.get('status')));
      return take(() => status !== undefined && events?.onReceipt(id, to, status, clock()));
    },
    async incoming(query) {
      const fields = parseQuery(query);
      const { incomingKey } = options;
      if (incomingKey === undefined || !isSame(fields.get('key')?.toString('latin1') ?? '', incomingKey)) {
        return { status: 403, body: 'unknown key' };
      }
      const message = readIncoming(fields, clock());
      if (message === undefined) {
        onNotice({ kind: 'unreadable', reason: `${INCOMING_PATH}: from, to or text cannot be read` });
        return { status: 400, body: 'unreadable' };
      }
      return take(() => events?.onIncoming(message));
    },
  };
  const take = async (tell: () => unknown): Promise<KannelAnswer> => {
    try {
      await tell();
      return { status: 200, body: 'taken' };
    } catch (error) {
      onNotice({ kind: 'refused', reason: error instanceof Error ? error.name : 'not taken' });
      return { status: 500, body: 'not taken' };
    }
  };
  routes.get(RECEIPT_PATH, async (context) => {
    const { status, body } = await delivery.receipt(new URL(context.req.url).searchParams);
    return context.text(body, status);
  });
  routes.get(INCOMING_PATH, async (context) => {
    const { status, body } = await delivery.incoming(context.req.url.split('?')[1] ?? '');
    return context.text(body, status);
  });
  return delivery;
}

/** Undefined where the error does not say. Its own message may hold the URL, and with it the password. */
function unsentReason(error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly message?: unknown } };
  if (UNSENT_CODES.includes(cause?.code) || TLS_CODE.test(String(cause?.code))) return `no connection: ${cause?.code}`;
  if (cause?.message === 'bad port') return 'fetch connects to no such port';
  return undefined;
}

function urlOf(options: KannelDeliveryOptions, message: OutboundMessage, part: OutboundPart, id: string, now: number): string {
  const { url, username, password, smsc, dlrUrl } = options;
  const { recipient, originator } = message;
  const minutes = Math.ceil(remainingMs(message, now) / 60_000);
  const submit = {
    ...submitOf(part, recipient, { receipt: dlrUrl !== undefined }),
    tpVp: { kind: 'relative', minutes } as const,
  };
  return toKannelUrl(submit, {
    baseUrl: url,
    username,
    password,
    smsc,
    from: formatAddress(originatorAddress(originator)),
    priority: priorityOf(message) || undefined,
    dlrMask: DLR_MASK,
    dlrUrl: dlrUrl === undefined ? undefined : receiptUrl(dlrUrl, password, id, recipient),
  });
}

/** Kannel replaces what begins with a percent sign: nothing that we add does, but the code that asks for it. */
function receiptUrl(base: string, password: string, id: string, to: string): string {
  return `${base}${base.includes('?') ? '&' : '?'}id=${id}&to=${to}&key=${signature(password, id, to)}&status=%d`;
}

function signature(password: string, id: string, to: string): string {
  return createHmac('sha256', password).update(`${id} ${to}`).digest('hex').slice(0, 32);
}

function isSigned(password: string, id: string, to: string, key: string): boolean {
  return isSame(key, signature(password, id, to));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function outcomeOf(status: number, body: string, id: string): PartOutcome {
  if (status === 202) return { kind: 'sent', id };
  const reason = `HTTP ${status}`;
  if (status === 403 && body.startsWith('Authorization failed'))
    return { kind: 'busy', reason: `${reason}: authorization failed` };
  if (REFUSALS.includes(status)) return { kind: 'failed', reason };
  const isAlone = status === REQUEST_TIMEOUT || (status >= 500 && !BUSY.includes(status));
  return { kind: isAlone ? 'retry' : 'busy', reason };
}

/** By the bits of Kannel's `%d`; undefined for what is not the last word. */
function statusOf(bits: number): ReceiptStatus | undefined {
  if (bits === DLR_EXPIRED) return 'expired';
  if ((bits & DLR_DELIVERED) !== 0) return 'delivered';
  return (bits & DLR_NOT_DELIVERED) !== 0 ? 'failed' : undefined;
}

/** The beginning of an answer; what it says is of interest, not that it is whole. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let octets = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    octets += chunk.length;
    if (octets >= MAX_ANSWER_OCTETS) break;
  }
  return Buffer.concat(chunks).toString('latin1');
}

// ---- Messages of handsets ----

/** Fields of a query as octets. */
function parseQuery(query: string): Map<string, Buffer> {
  return new Map(
    query.split('&').map((field) => {
      const [name = '', value = ''] = field.split(/=(.*)/s);
      const octets = value
        .replaceAll('+', ' ')
        .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return [name, Buffer.from(octets, 'latin1')];
    }),
  );
}

/** Kannel's `%c` of octets that are no text. */
const BINARY = '1';

/** Undefined for what no handset has sent. */
function readIncoming(fields: ReadonlyMap<string, Buffer>, at: number): IncomingMessage | undefined {
  const field = (name: string) => fields.get(name)?.toString('utf8') ?? '';
  const [from, to] = [field('from').replace(/^\+/, ''), field('to').replace(/^\+/, '')];
  const octets = fields.get('text');
  if (octets === undefined || !/^[\x20-\x7e]{1,20}$/.test(from) || !/^[0-9*#]{1,20}$/.test(to)) return undefined;
  if (field('coding') === BINARY) return { from, to, at, data: Uint8Array.from(octets) };
  // Text of the GSM alphabet comes in UTF-8, whatever the charset is called.
  return { from, to, at, text: decodeText(octets, field('charset')) ?? octets.toString('utf8') };
}
