/**
 * What both senders share: whose account, which servers, how an exchange with them goes, and what to know before it.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import type { Credentials, SendMultimediaRequest, SendSmsRequest } from '../protocol/model.js';
import { addCredentials } from '../protocol/sending.js';
import { lintSi } from '../push/binary.js';
import { callListener } from './callers.js';
import { type ExchangeAnswer, type ExchangeRequest, exchange, urlAt } from './exchange.js';
import { ADVISED_RECIPIENTS, type CallOptions, type ConnectionOptions, type SenderWarning } from './options.js';
import type { Transport } from './transport.js';

/** Where Node's `util.inspect` looks for what to show of an object. */
export const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Servers, credentials and limits, checked; it shows nothing of the credentials by itself. */
export class Connection {
  readonly #options: ConnectionOptions;
  #transport: Transport | undefined;
  #close: (() => void) | undefined;

  /**
   * @throws EncodeError `bad-value` with field `Username`, `PIN`, `primary`, `secondary`, or that of a number out of its range.
   * @throws TypeError for an argument of a wrong type.
   */
  constructor(options: ConnectionOptions) {
    if (typeof options !== 'object' || options === null) throw new TypeError('a sender takes its options as an object');
    // A PIN that is a number is a TypeError: its leading zeros are lost (G-AUTH-05).
    addCredentials([], options);
    checkAddress('primary', options.primary);
    if (options.secondary !== undefined) checkAddress('secondary', options.secondary);
    for (const field of ['timeoutMs', 'connectTimeoutMs', 'maxResponseOctets'] as const) checkPositive(field, options[field]);
    if (options.transport !== undefined && typeof options.transport !== 'function') {
      throw new TypeError('a transport is a function');
    }
    this.#options = { ...options };
    this.#transport = options.transport;
  }

  /** For a request; nowhere else. */
  get credentials(): Credentials {
    const { username, pin } = this.#options;
    return { username, pin };
  }

  /** Whether connections are left open. */
  get isKept(): boolean {
    return this.#options.keepAlive === true;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#options.clock === undefined ? Date.now() : this.#options.clock();
  }

  /** Where a path lies on one of the servers. @throws EncodeError when there is no secondary one. */
  urlOf(server: 'primary' | 'secondary', path: string): string {
    const address = this.#options[server];
    if (address === undefined) throw EncodeError.badValue(server, 'is not given');
    return urlAt(address, path);
  }

  /** Sends a request, under what the call and the sender say. @throws as `exchange`. */
  async ask(request: ExchangeRequest, call: CallOptions): Promise<ExchangeAnswer> {
    const { username: _, pin: __, clock: ___, onWarning: ____, ...options } = this.#options;
    const transport = this.#transport ?? (await this.#nodeTransport());
    requireObject(call, 'options');
    const { signal, timeoutMs = options.timeoutMs } = call;
    return exchange(request, { ...options, transport, signal, timeoutMs });
  }

  /** Tells the sender's listener and the call's. What they throw is dropped: between two requests of one send it would lose results. */
  warn(warning: SenderWarning, call: CallOptions): void {
    for (const listener of [this.#options.onWarning, call.onWarning]) callListener(listener, warning);
  }

  /** Closes connections that were left open by a transport of the sender's own. */
  close(): void {
    this.#close?.();
  }

  /** What may be shown: which servers. */
  toJSON(): { readonly primary: string; readonly secondary?: string } {
    const { primary, secondary } = this.#options;
    return secondary === undefined ? { primary } : { primary, secondary };
  }

  async #nodeTransport(): Promise<Transport> {
    const { nodeTransport } = await import('./node-transport.js');
    if (this.#transport === undefined) {
      const transport = nodeTransport();
      this.#transport = transport;
      this.#close = () => transport.close();
    }
    return this.#transport;
  }
}

function checkAddress(field: 'primary' | 'secondary', address: unknown): void {
  if (typeof address !== 'string') throw new TypeError(`${field} is not a string`);
  try {
    urlAt(address, '/');
  } catch (error) {
    // Not its cause: an address may hold a password.
    const reason = error instanceof Error && !error.message.includes(address) ? error.message : 'is no address of a server';
    throw EncodeError.badValue(field, reason);
  }
}

function checkPositive(field: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== 'number') throw new TypeError(`${field} is not a number`);
  if (!(value > 0)) throw EncodeError.badValue(field, `is ${value}, allowed: more than 0`);
}

// ---- advice: what stops nothing, and should be known before a request is sent ----

/**
 * Warnings about a request that was checked.
 * @param nowMs milliseconds since 1970
 * @param isSplit whether a long list goes in several requests
 */
export function adviseOn(request: SendSmsRequest | SendMultimediaRequest, nowMs: number, isSplit = false): SenderWarning[] {
  const warnings: SenderWarning[] = [];
  const { sendTo = [], sendTimeAbsolute } = request;
  if (sendTo.length > ADVISED_RECIPIENTS && !isSplit) {
    const message = `${sendTo.length} recipients in one request, advised are at most ${ADVISED_RECIPIENTS}`;
    warnings.push({ code: 'many-recipients', field: 'SendTo', message });
  }
  if (sendTimeAbsolute !== undefined && sendTimeAbsolute.getTime() < nowMs) {
    const message = 'is in the past: the message is sent at once';
    warnings.push({ code: 'past-time', field: 'SendTimeAbsolute', message });
  }
  if (request.operation === 'sendMultimedia' && request.content.kind === 'serviceIndication') {
    for (const { code, field, message } of lintSi(request.content.si)) {
      const isAboutId = code === 'missing-id' || code === 'delete-without-id';
      warnings.push({ code: isAboutId ? 'missing-si-id' : 'content', field: FIELD_OF_PATH[field] ?? field, message });
    }
  }
  return warnings;
}

/** Parameters by the paths of the push module. */
const FIELD_OF_PATH: Readonly<Record<string, string>> = {
  'SI/indication': 'si-content',
  'SI/indication/href': 'si-href',
  'SI/indication/si-id': 'si-id',
  'SI/indication/si-expires': 'si-expires',
};
