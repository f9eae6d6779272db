/**
 * Webhooks: what the gateway posts as JSON, signed as Standard Webhooks has it (https://www.standardwebhooks.com).
 *
 *   webhook-id         the same whenever the event is posted again
 *   webhook-timestamp  seconds since 1970, of this post
 *   webhook-signature  v1,BASE64 of HMAC-SHA-256 over "ID.TIMESTAMP.BODY"; several with blanks between them while a secret is changed
 *
 *   { "type": "message.delivered", "timestamp": "2026-03-04T05:06:07Z", "data": { "id", "recipient", "state" } }
 *   { "type": "message.received", "timestamp": "2026-03-04T05:06:07Z", "data": { "id", "from", "to", "text" } }
 *
 * A message that is not a text has its octets as "data" (base64) in place of "text".
 * @module
 */

import { decodeBase64 } from '../bytes/base64.js';
import { requireObject, wrongArgument } from '../bytes/check.js';
import { toHex } from '../bytes/hex.js';
import { requireOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { DecodeError } from '../errors.js';
import type { Callback } from '../protocol/model.js';

/** Options for verifying a webhook. */
export interface WebhookOptions {
  /** The valid secrets, as configured at the gateway (`whsec_` and the base64 of 24 to 64 octets): one, or two during a change. */
  readonly secrets: readonly string[];
  /** How many seconds the time of the post may differ from the clock, in either direction; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The time in milliseconds since 1970; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
}

/** Headers by name, such as `Headers` of a `Request`. */
export interface WebhookHeaders {
  /** Returns a header's value; null or undefined if it is absent. */
  get(name: string): string | null | undefined;
}

const TOLERANCE_SECONDS = 300;
/** Signatures that are looked at: more than there are secrets at a time. */
const MAX_SIGNATURES = 8;
const SECRET_PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Reports of states, as forms and calls tell them. */
const REPORTS: Readonly<Record<string, number>> = { delivered: 0, failed: -1, expired: 76 };

/**
 * Verifies the signature and the time of a webhook, and returns its receipt or message. Signatures are compared in constant time.
 * Source: Standard Webhooks (https://www.standardwebhooks.com).
 * @param body the body verbatim.
 * @throws DecodeError `bad-value` with field `webhook-id`, `webhook-timestamp` or `webhook-signature` if a header is missing or the signature is wrong or too
 *   old; with a JSON path, such as `$.type`, for a signed body that is not a known event.
 * @throws TypeError for an invalid secret or tolerance, or another argument of a wrong type.
 * @example
 * ```ts
 * import { verifyWebhook } from 'handset/sender';
 *
 * const headers = new Headers({ 'webhook-id': '1', 'webhook-timestamp': '1772600767', 'webhook-signature': 'v1,AAAA' });
 * const options = { secrets: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'], clock: () => 1_772_600_767_000 };
 * await verifyWebhook('{"type":"message.delivered"}', headers, options); // throws DecodeError bad-value webhook-signature
 * ```
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: WebhookOptions,
): Promise<Callback> {
  if (typeof body !== 'string') requireOctets(body, 'body');
  if (typeof headers?.get !== 'function') throw wrongArgument(headers, 'headers', 'Headers, or an object with their `get`');
  requireObject(options, 'options');
  const { secrets, toleranceSeconds = TOLERANCE_SECONDS, clock = Date.now } = options;
  const keys = checkSecrets(secrets);
  if (!(Number.isFinite(toleranceSeconds) && toleranceSeconds >= 0)) {
    throw new TypeError('toleranceSeconds is a number of seconds, 0 or more');
  }
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw wrongHeader('webhook-timestamp', 'is not a number of seconds');
  // Written so that a clock that gives no number lets nothing pass.
  if (!(Math.abs(clock() / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    throw wrongHeader('webhook-timestamp', `is more than ${toleranceSeconds} seconds off`);
  }
  const octets = typeof body === 'string' ? encodeUtf8(body) : body;
  const signed = joinOctets(encodeUtf8(`${id}.${timestamp}.`), octets);
  if (!(await isSigned(signed, requireHeader(headers, 'webhook-signature'), keys))) {
    throw wrongHeader('webhook-signature', 'is of none of the secrets');
  }
  return readEvent(octets);
}

/** Keys of secrets. @throws TypeError */
export function checkSecrets(secrets: readonly string[]): readonly Uint8Array[] {
  if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError('secrets are a list of at least one');
  return secrets.map((secret: unknown) => {
    const written = typeof secret === 'string' && secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
    const key = fromBase64(written);
    if (key === undefined || key.length < 24 || key.length > 64) {
      throw new TypeError('a secret is whsec_ and the base64 of 24 to 64 octets');
    }
    return key;
  });
}

/** Every secret is tried with every signature, whichever of them is right. */
async function isSigned(signed: Uint8Array, header: string, secrets: readonly Uint8Array[]): Promise<boolean> {
  const signatures = header
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .flatMap((signature) => (signature.startsWith('v1,') ? [fromBase64(signature.slice(3))] : []));
  let isGood = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', copyBuffer(secret), HMAC, false, ['verify']);
    for (const signature of signatures) {
      if (signature === undefined) continue;
      if (await crypto.subtle.verify(HMAC, key, copyBuffer(signature), copyBuffer(signed))) isGood = true;
    }
  }
  return isGood;
}

interface Event {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

function readEvent(octets: Uint8Array): Callback {
  let event: Event;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets)) as Event;
  } catch {
    throw new DecodeError('bad-value', '$', undefined, 'is not JSON');
  }
  const { type, data } = Object(event) as Event;
  const timestamp = new Date(textIn(event, 'timestamp', '$'));
  if (Number.isNaN(timestamp.getTime())) throw new DecodeError('bad-value', '$.timestamp', undefined, 'is not a time');
  const take = (name: string) => textIn(data, name, '$.data');
  if (type === 'message.received') {
    const octets = data?.data === undefined ? undefined : octetsIn(take('data'));
    const content = octets === undefined ? { message: take('text') } : { message: toHex(octets), data: octets };
    return { kind: 'message', messageIdentifier: take('id'), timestamp, ...content, replyTo: take('from'), sendTo: take('to') };
  }
  const state = typeof type === 'string' ? type.replace(/^message\./, '') : '';
  if (!Object.hasOwn(REPORTS, state)) throw new DecodeError('bad-value', '$.type', undefined, 'is of no event that is known');
  const report = REPORTS[state] as number;
  return { kind: 'receipt', messageIdentifier: take('id'), timestamp, sendTo: take('recipient'), report };
}

function textIn(value: unknown, name: string, path: string): string {
  const member: unknown = (Object(value) as Readonly<Record<string, unknown>>)[name];
  if (typeof member !== 'string') throw new DecodeError('bad-value', `${path}.${name}`, undefined, 'has to be a text');
  return member;
}

function octetsIn(written: string): Uint8Array {
  return decodeBase64(written, {
    onFault: () => {
      throw new DecodeError('bad-value', '$.data.data', undefined, 'is not base64');
    },
  });
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headers.get(name);
  if (value === null || value === undefined || value === '') throw wrongHeader(name, 'is missing');
  if (value.length > 1_000) throw wrongHeader(name, 'has more than 1000 characters');
  return value;
}

function wrongHeader(name: string, reason: string): DecodeError {
  return new DecodeError('bad-value', name, undefined, reason);
}

function fromBase64(written: string): Uint8Array | undefined {
  let isGood = written !== '';
  const octets = decodeBase64(written, {
    onFault: () => {
      isGood = false;
    },
  });
  return isGood ? octets : undefined;
}

function joinOctets(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

/** What WebCrypto takes: a buffer that is nobody else's. */
function copyBuffer(octets: Uint8Array): ArrayBuffer {
  return Uint8Array.from(octets).buffer as ArrayBuffer;
}
