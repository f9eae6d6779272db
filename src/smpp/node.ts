/**
 * Sessions of SMPP over TCP and TLS, for Node: `handset/smpp/node`. The session itself is session.ts; here are its sockets, its timer, and promises for
 * answers.
 *
 *   connectSmpp   connect ─► bind ─► SmppConnection
 *   listenSmpp    accept ─► onBind ─► SmppConnection ─► onSession
 *
 * What a peer controls is bounded: connections, octets of a PDU, octets that wait to be read, requests that wait for an answer, and every time.
 * @module
 */

import { type AddressInfo, connect, createServer, isIP, type Server, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  connect as connectTls,
  createServer as createTlsServer,
  type SecureContextOptions,
  type TlsOptions,
  Server as TlsServer,
} from 'node:tls';
import { requireObject, requireText } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import type { SmppCommand, SmppFields, SmppPdu } from './pdus.js';
import {
  LEAVING_MS,
  type SmppAnswer,
  type SmppEndReason,
  type SmppRequest,
  SmppSession,
  SmppSessionError,
  type SmppSessionEvent,
  type SmppSessionOptions,
  type SmppSessionState,
} from './session.js';
import { isMessage, STATE_OF_BIND } from './session-rules.js';
import { describeStatus, type SmppStatus } from './status.js';

export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { SmppSessionError } from './session.js';

/** 2775 and 3550 are assigned to SMPP without and with TLS. */
const PORT = 2775;
const PORT_TLS = 3550;
/** How long a connection whose session is over may take to send what is left. */
const LINGER_MS = 2_000;
/** A timer takes 31 bits of milliseconds. */
const MAX_TIMER_MS = 0x7fffffff;
const UNBINDS = 'the connection unbinds';
const CLOSED = 'the connection was closed';
/** How long a connection may take. */
const CONNECT_MS = 10_000;
/** Connections of a server at once. */
const MAX_CONNECTIONS = 1_000;

/** Options of a session over a socket: those of the session, and handlers. */
export interface SmppConnectionOptions extends Omit<SmppSessionOptions, 'role'> {
  /**
   * Returns the answer to a request of the peer, or a promise of it. Without it every request is refused with
   * ESME_RINVCMDID. If it throws, rejects or returns an invalid answer, such as undefined, the peer gets ESME_RSYSERR, and the error goes to `onFault`.
   * `octets` is the PDU verbatim.
   */
  readonly onRequest?: ((pdu: SmppPdu, connection: SmppConnection, octets: Uint8Array) => MaybePromise<SmppReply>) | undefined;
  /** Called with an alert_notification or an outbind. */
  readonly onNotice?: ((pdu: SmppPdu, connection: SmppConnection) => void) | undefined;
  /** Called with an answer that arrived after its request was given up with an SmppNoAnswerError. */
  readonly onLate?: ((pdu: SmppPdu, connection: SmppConnection) => void) | undefined;
  /** Called with requests that the session refused, and answers that it ignored. */
  readonly onRefused?: ((event: SmppRefusal, connection: SmppConnection) => void) | undefined;
  /** Called with each answer to an enquire_link of the session. */
  readonly onAlive?: ((connection: SmppConnection) => void) | undefined;
  /** Called once when the session ends; see also `ended`. */
  readonly onEnd?: ((end: SmppEnd, connection: SmppConnection) => void) | undefined;
  /** Called with an error of a handler; by default it is ignored. Exceptions in it are ignored. */
  readonly onFault?: ((error: unknown, connection: SmppConnection) => void) | undefined;
}

type MaybePromise<T> = T | Promise<T>;

/** An answer, or its status alone. */
export type SmppReply = SmppAnswer | SmppStatus | number;

/** A request that a session refused, or an answer that it ignored. */
export type SmppRefusal = Extract<SmppSessionEvent, { readonly kind: 'refused' | 'ignored' }>;

/** The end of a connection. */
export interface SmppEnd {
  /** Why the session ended. */
  readonly reason: SmppEndReason;
  /** A description, or the error of the socket. */
  readonly message: string;
}

/** Thrown when a request is not answered: `isSent` says whether it may have been carried out. */
export class SmppNoAnswerError extends Error {
  /** The class name. */
  override readonly name: string = 'SmppNoAnswerError';
  /** Command of the request. */
  readonly command: SmppCommand;
  /** Its sequence_number, which a late answer repeats; undefined if nothing was sent. */
  readonly sequence: number | undefined;
  /** Why there is no answer: the message without the command. */
  readonly reason: string;

  /** Creates an error about a request. */
  constructor(command: SmppCommand, sequence: number | undefined, reason: string) {
    super(`${command}: ${reason}`);
    this.command = command;
    this.sequence = sequence;
    this.reason = reason;
  }

  /** Whether the request was sent: then the outcome is unknown, otherwise it may be sent again. */
  get isSent(): boolean {
    return this.sequence !== undefined;
  }
}

/** Thrown when the message centre refuses the bind. */
export class SmppBindError extends Error {
  /** The class name. */
  override readonly name: string = 'SmppBindError';
  /** command_status of the answer. */
  readonly status: number;

  /** Creates an error with the status of the answer. */
  constructor(status: number) {
    super(`the bind was refused with ${describeStatus(status)}`);
    this.status = status;
  }
}

/** Whoever waits for an answer; what comes after the first word is dropped. */
interface Asked {
  readonly command: SmppCommand;
  readonly resolve: (pdu: SmppPdu) => void;
  readonly reject: (error: unknown) => void;
}

interface Queued extends Asked {
  readonly request: SmppRequest;
}

/** A session over a socket, created by {@link connectSmpp} or {@link listenSmpp}. */
export class SmppConnection {
  readonly #socket: Socket;
  readonly #session: SmppSession;
  readonly #options: SmppConnectionOptions;
  readonly #onBind: SmppListenOptions['onBind'] | undefined;
  readonly #onBound: (() => void) | undefined;
  readonly #asked = new Map<number, Asked>();
  /** Requests that the window has no place for yet. */
  readonly #queue = new Set<Queued>();
  #bind: SmppPdu | undefined;
  #isFlushing = false;
  #hasInputEnded = false;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #socketError: string | undefined;
  /** Called when no answer is pending any more, on either side. */
  #onIdle: (() => void) | undefined;
  #leaving: Promise<SmppEnd> | undefined;
  #finish!: (end: SmppEnd) => void;

  /** Resolves when the connection ends, with the reason. */
  readonly ended: Promise<SmppEnd>;

  /** @internal */
  constructor(
    socket: Socket,
    role: SmppSessionOptions['role'],
    options: SmppConnectionOptions,
    onBind?: SmppListenOptions['onBind'],
    onBound?: () => void,
  ) {
    this.#socket = socket;
    this.#options = options;
    this.#onBind = onBind;
    this.#onBound = onBound;
    this.#session = new SmppSession({ ...options, role }, now());
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      const octets = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#handle(this.#session.receive(octets, now()));
    });
    socket.on('drain', () => this.#handle(this.#session.setBacklog(socket.writableLength, now())));
    socket.on('error', ({ message }) => {
      this.#socketError ??= message;
    });
    socket.on('close', () => {
      this.#handle(this.#session.close(this.#socketError));
      clearTimeout(this.#timer);
    });
    // The peer sends nothing more, and may wait for answers.
    socket.on('end', () => this.#endInput());
    this.#arm();
  }

  /** The state of the session, by the specification's names. */
  get state(): SmppSessionState {
    return this.#session.state;
  }

  /** Whether messages can be sent in at least one direction; false as soon as either side unbinds. */
  get isBound(): boolean {
    return this.#leaving === undefined && this.#session.isBound;
  }

  /** On a server, the bind that was accepted, with the peer's `system_id`; undefined before, and for a client. */
  get bind(): SmppPdu | undefined {
    return this.#bind;
  }

  /** Address and port of the peer. */
  get remote(): { readonly address: string | undefined; readonly port: number | undefined } {
    return { address: this.#socket.remoteAddress, port: this.#socket.remotePort };
  }

  /** The numbers of unanswered requests, and of those that wait for a place in the window. */
  get load(): { readonly outstanding: number; readonly queued: number } {
    return { outstanding: this.#session.outstanding, queued: this.#queue.size };
  }

  /** The number of message requests that would be sent at once. */
  get capacity(): number {
    return this.#queue.size > 0 || this.#leaving !== undefined ? 0 : this.#session.capacity;
  }

  /**
   * Sends a request as soon as the window has a place, and resolves with its answer of any status. `signal` stops waiting: a request that was sent stays sent.
   * @throws SmppNoAnswerError without an answer; EncodeError for fields that cannot be encoded; SmppSessionError if the state does not allow it, and for
   * commands without an answer; the signal's reason.
   */
  request(command: SmppCommand, request: SmppRequest & { readonly signal?: AbortSignal } = {}): Promise<SmppPdu> {
    const { signal, ...body } = request;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (hasNoAnswer(command)) {
      const message = `${command} has no answer: send it with notify`;
      return Promise.reject(new SmppSessionError('wrong-command', message));
    }
    if (this.#session.hasEnded) return Promise.reject(new SmppNoAnswerError(command, undefined, 'the connection has ended'));
    if (this.#leaving !== undefined) return Promise.reject(new SmppNoAnswerError(command, undefined, UNBINDS));
    let queued: Queued | undefined;
    const answer = new Promise<SmppPdu>((resolve, reject) => {
      const one: Queued = { command, request: body, resolve, reject };
      queued = one;
      const mayWait = isMessage(command) && (this.#queue.size > 0 || this.#session.capacity === 0);
      if (mayWait) this.#queue.add(one);
      else this.#send(one);
    });
    if (signal === undefined) return answer;
    const abort = () => {
      this.#queue.delete(queued as Queued);
      (queued as Queued).reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    return answer.finally(() => signal.removeEventListener('abort', abort));
  }

  /** Sends a request without an answer: alert_notification or outbind. @throws SmppSessionError, EncodeError as for a request. */
  notify(command: SmppCommand, request: SmppRequest = {}): void {
    if (!hasNoAnswer(command)) {
      throw new SmppSessionError(
        'wrong-command',
        `${quote(command)} is not alert_notification or outbind: send it with request`,
      );
    }
    if (this.#leaving !== undefined) throw new SmppSessionError('wrong-state', UNBINDS);
    this.#session.request(command, request, now());
    this.#flushSoon();
  }

  /**
   * Waits for outstanding answers of both sides, then unbinds and closes. Each of the two may take `responseMs`, or 10 s if that is 0; requests
   * not sent by then are given up. New requests are refused at once.
   */
  unbind(): Promise<SmppEnd> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<SmppEnd> {
    if (!this.#session.hasEnded && this.#session.state.startsWith('bound')) {
      await this.#within(
        new Promise<void>((resolve) => {
          this.#onIdle = resolve;
          this.#checkIdle();
        }),
      );
      for (const { command, reject } of this.#queue) reject(new SmppNoAnswerError(command, undefined, UNBINDS));
      this.#queue.clear();
      // The answer ends the session; so does the unbind of a peer that was faster.
      const request: SmppRequest = {};
      new Promise<SmppPdu>((resolve, reject) => this.#send({ command: 'unbind', request, resolve, reject })).catch(
        () => undefined,
      );
      await this.#within(this.ended);
    }
    if (!this.#session.hasEnded) this.destroy('closed');
    return this.ended;
  }

  /** Waits for no longer than an answer may take. */
  async #within(promise: Promise<unknown>): Promise<void> {
    // 0 stands for any time, which an end may not take.
    const responseMs = this.#options.responseMs || LEAVING_MS;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, Math.min(responseMs, MAX_TIMER_MS));
    });
    await Promise.race([promise, late]);
    clearTimeout(timer);
  }

  #checkIdle(): void {
    if (this.#queue.size + this.#asked.size + this.#session.pending === 0) this.#onIdle?.();
  }

  /** Closes the connection at once; unanswered requests reject with an SmppNoAnswerError. */
  destroy(message = 'closed'): void {
    this.#handle(this.#session.close(message));
    this.#socket.destroy();
  }

  #send({ command, request, resolve, reject }: Queued): void {
    try {
      const sequence = this.#session.request(command, request, now());
      this.#asked.set(sequence, { command, resolve, reject });
    } catch (error) {
      reject(error);
      return;
    }
    this.#flushSoon();
  }

  #handle(events: readonly SmppSessionEvent[]): void {
    for (const event of events) this.#handleOne(event);
    this.#flush();
  }

  #handleOne(event: SmppSessionEvent): void {
    const { onAlive, onLate, onNotice, onRefused } = this.#options;
    switch (event.kind) {
      case 'request':
        void this.#reply(event.pdu, event.octets);
        return;
      case 'answer': {
        const { pdu, isLate } = event;
        if (event.command === 'enquire_link') this.#guard(() => onAlive?.(this));
        if (isLate) this.#guard(() => onLate?.(pdu, this));
        else this.#settle(pdu.sequence)?.resolve(pdu);
        return;
      }
      case 'overdue':
        this.#settle(event.sequence)?.reject(new SmppNoAnswerError(event.command, event.sequence, 'no answer in time'));
        return;
      case 'notice':
        this.#guard(() => onNotice?.(event.pdu, this));
        return;
      case 'end':
        this.#endWith(event);
        return;
      default:
        this.#guard(() => onRefused?.(event, this));
    }
  }

  /** No request gets its answer any more; those of the peer do, within the time of an answer. */
  #endInput(): void {
    this.#hasInputEnded = true;
    for (const [sequence, { command, reject }] of this.#asked) reject(new SmppNoAnswerError(command, sequence, CLOSED));
    for (const { command, reject } of this.#queue) reject(new SmppNoAnswerError(command, undefined, CLOSED));
    this.#asked.clear();
    this.#queue.clear();
    this.#handle(this.#session.endInput(now()));
  }

  #settle(sequence: number): Asked | undefined {
    const asked = this.#asked.get(sequence);
    this.#asked.delete(sequence);
    return asked;
  }

  async #reply(pdu: SmppPdu, octets: Uint8Array): Promise<void> {
    const isBind = STATE_OF_BIND[pdu.command as SmppCommand] !== undefined;
    const handler = isBind ? this.#onBind : this.#options.onRequest;
    let reply: SmppReply = 'ESME_RINVCMDID';
    try {
      if (handler !== undefined) reply = await handler(pdu, this, octets);
      this.#session.respond(pdu, answerOf(reply));
    } catch (error) {
      this.#report(error);
      this.#session.respond(pdu, { status: 'ESME_RSYSERR' });
    }
    if (isBind && this.#session.isBound) {
      this.#bind = pdu;
      this.#guard(() => this.#onBound?.());
    }
    // Who was not let in has to connect again.
    if (isBind && !this.#session.isBound && !this.#hasInputEnded) this.#handle(this.#session.close('the bind was refused'));
    this.#flushSoon();
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    report(() => this.#options.onFault?.(error, this));
  }

  #endWith({ reason, message, mayFlush }: Extract<SmppSessionEvent, { readonly kind: 'end' }>): void {
    const words = this.#socketError ?? message;
    for (const [sequence, { command, reject }] of this.#asked) reject(new SmppNoAnswerError(command, sequence, words));
    for (const { command, reject } of this.#queue) reject(new SmppNoAnswerError(command, undefined, words));
    this.#asked.clear();
    this.#queue.clear();
    this.#onIdle?.();
    clearTimeout(this.#timer);
    const octets = this.#session.takeOutput();
    if (mayFlush && this.#socket.writable) {
      this.#socket.end(octets ?? new Uint8Array(0));
      this.#socket.resume();
      const linger = setTimeout(() => this.#socket.destroy(), LINGER_MS);
      this.#socket.once('close', () => clearTimeout(linger));
    } else this.#socket.destroy();
    this.#finish({ reason, message: words });
    this.#guard(() => this.#options.onEnd?.({ reason, message: words }, this));
  }

  /** What is written in one go of the event loop leaves together: a call of the system for each PDU would cost more than the PDU. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    process.nextTick(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#queue.size > 0 && this.#session.capacity > 0) {
      const [next] = this.#queue as unknown as Iterable<Queued>;
      this.#queue.delete(next as Queued);
      this.#send(next as Queued);
    }
    const octets = this.#session.takeOutput();
    if (octets !== undefined && this.#socket.writable) {
      this.#socket.write(octets);
      const events = this.#session.setBacklog(this.#socket.writableLength, now());
      if (events.length > 0) {
        this.#handle(events);
        return;
      }
    }
    if (this.#session.hasEnded) return;
    // PDUs had to wait for answers that have been given.
    if (this.#session.nextTimeMs === 0) {
      this.#handle(this.#session.tick(now()));
      return;
    }
    if (this.#session.isReading) this.#socket.resume();
    else this.#socket.pause();
    this.#checkIdle();
    this.#arm();
  }

  /** Sets the timer to when the session wants it. One that is set to an earlier time stays: it finds nothing to do, and is set again. */
  #arm(): void {
    const at = this.#session.nextTimeMs;
    if (at === undefined || at >= this.#timerMs) return;
    clearTimeout(this.#timer);
    this.#timerMs = at;
    const run = () => {
      this.#timerMs = Number.POSITIVE_INFINITY;
      this.#handle(this.#session.tick(now()));
    };
    this.#timer = setTimeout(run, Math.min(Math.max(0, Math.ceil(at - now())), MAX_TIMER_MS));
  }
}

/** @throws TypeError for what is neither an answer nor a status. */
function answerOf(reply: SmppReply): SmppAnswer {
  if (typeof reply === 'object' && reply !== null) return reply;
  if (typeof reply === 'string' || Number.isInteger(reply)) return { status: reply };
  throw new TypeError(`the answer is ${quote(reply)}, not a status or an object`);
}

/** Whether a command is a request that has no answer. */
function hasNoAnswer(command: SmppCommand): boolean {
  return command === 'alert_notification' || command === 'outbind';
}

/** @throws TypeError */
function wholeOption(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new TypeError(`${name} is ${quote(value)}, not a whole number from 1 to ${max}`);
}

/** Tells a fault to whoever wants to know: a failure to be told ends nothing. */
function report(tell: () => void): void {
  try {
    tell();
  } catch {
    // Passed over: there is nobody else to tell.
  }
}

function now(): number {
  return performance.now();
}

// ---- Client ----

/** Options of {@link connectSmpp}: the message centre, the bind, and the session. */
export interface SmppConnectOptions extends SmppConnectionOptions {
  /** Host name or address of the message centre. */
  readonly host: string;
  /** Its port; 2775 by default, 3550 with TLS. */
  readonly port?: number | undefined;
  /** `true` or options of Node's `tls.connect` for TLS, with the certificate checked against the host name; no TLS by default. */
  readonly tls?: boolean | ConnectionOptions | undefined;
  /** The bind to send; `bind_transceiver` by default. */
  readonly command?: 'bind_transceiver' | 'bind_transmitter' | 'bind_receiver' | undefined;
  /** Fields of the bind, such as system_id and password; interface_version is 34 hex (3.4) by default. */
  readonly bind: SmppFields;
  /** Time limit for the connection in milliseconds; 10,000 by default. The bind then has `responseMs`. */
  readonly connectMs?: number | undefined;
  /** Aborts connection and bind; no effect after the bind. */
  readonly signal?: AbortSignal | undefined;
}

const VERSION_3_4 = 0x34;

/**
 * Connects to a message centre and binds.
 * @throws SmppBindError if it refuses the bind; SmppNoAnswerError if it does not answer; the error of the socket; the signal's reason; TypeError for an
 * invalid option.
 * @example
 * ```ts
 * import { encodeUtf8 } from 'handset/bytes';
 * import { createTestCentre } from 'handset/smpp/centre';
 * import { connectSmpp } from 'handset/smpp/node';
 *
 * const centre = await createTestCentre({ port: 0 }); // in place of an operator's centre
 * const session = await connectSmpp({ host: '127.0.0.1', port: centre.port, bind: { system_id: 'shop', password: '' } });
 * const fields = { destination_addr: '447700900123', short_message: encodeUtf8('Hi') };
 * (await session.request('submit_sm', { fields })).status; // -> 0
 * await session.unbind();
 * await centre.close();
 * ```
 */
export async function connectSmpp(options: SmppConnectOptions): Promise<SmppConnection> {
  requireObject(options, 'options');
  const { command = 'bind_transceiver', bind, signal } = options;
  requireText(options.host, 'host');
  requireObject(bind, 'bind');
  signal?.throwIfAborted();
  // Options without sense are found before the socket is opened.
  new SmppSession({ ...options, role: 'esme' }, 0);
  wholeOption('connectMs', options.connectMs ?? CONNECT_MS, MAX_TIMER_MS);
  const socket = await openSocket(options);
  const connection = new SmppConnection(socket, 'esme', options);
  try {
    const answer = await connection.request(command, {
      fields: { interface_version: VERSION_3_4, ...bind },
      ...(signal !== undefined && { signal }),
    });
    if (answer.status !== 0) throw new SmppBindError(answer.status);
    // What came in the same octets may have ended it.
    if (!connection.isBound) throw new SmppNoAnswerError(command, answer.sequence, 'the session ended with its answer');
    return connection;
  } catch (error) {
    connection.destroy('the bind failed');
    throw error;
  }
}

/** A socket that is connected, and with TLS knows who is there. */
function openSocket({ host, port, tls = false, connectMs = CONNECT_MS, signal }: SmppConnectOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const to = { host, port: port ?? (tls === false ? PORT : PORT_TLS), allowHalfOpen: true };
    // A name is asked of the certificate, and there is none in an address of digits.
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = tls === false ? connect(to) : connectTls({ ...named, ...(tls === true ? {} : tls), ...to });
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), connectMs);
    const abort = () => socket.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      socket.removeListener('error', failed);
    };
    const failed = (error: Error) => {
      done();
      reject(signal?.aborted === true ? signal.reason : error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('error', failed);
    socket.once(tls === false ? 'connect' : 'secureConnect', () => {
      done();
      resolve(socket);
    });
  });
}

// ---- Server ----

/** Options of {@link listenSmpp}: the port, who may bind, and the sessions. */
export interface SmppListenOptions extends SmppConnectionOptions {
  /** Port number; 2775 by default, 3550 with TLS, 0 for a free one. */
  readonly port?: number | undefined;
  /** Host name or address; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** Options of Node's `tls.createServer`, with `key` and `cert`; no TLS by default. */
  readonly tls?: TlsOptions | undefined;
  /** Returns the answer to a bind: 0 accepts it; after any other status, such as ESME_RBINDFAIL, the connection is closed. */
  readonly onBind: (pdu: SmppPdu, connection: SmppConnection) => MaybePromise<SmppReply>;
  /** Called with each connection that has bound. */
  readonly onSession?: ((connection: SmppConnection) => void) | undefined;
  /** Called with an error of a handler, and, without a connection, of the listening socket; by default it is ignored. */
  readonly onFault?: ((error: unknown, connection?: SmppConnection) => void) | undefined;
  /** Maximum number of connections, bound or not; 1,000 by default. More are closed at once. */
  readonly maxConnections?: number | undefined;
  /**
   * Called with the peer's address for each connection, before TLS. Undefined closes the connection at once; a returned function is called when the connection has
   * closed. By default all are accepted.
   */
  readonly admit?: ((address: string) => (() => void) | undefined) | undefined;
  /** Closes the server when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** A listening server, created by {@link listenSmpp}. */
export interface SmppServer {
  /** Its port number. */
  readonly port: number;
  /** Its connections, bound or not. */
  readonly connections: ReadonlySet<SmppConnection>;
  /**
   * Replaces the certificate and key for new connections.
   * @throws Error for an invalid certificate, or without TLS.
   */
  renewTls(tls: SecureContextOptions): void;
  /** Accepts no more connections, unbinds all (see {@link SmppConnection.unbind}), and resolves when they have ended. */
  close(): Promise<void>;
}

/** Listens for SMPP sessions. @throws the error of the socket, such as for a port in use; TypeError for an invalid option. */
export async function listenSmpp(options: SmppListenOptions): Promise<SmppServer> {
  requireObject(options, 'options');
  const { tls, host = '127.0.0.1', onBind, onSession, maxConnections = MAX_CONNECTIONS, admit, signal } = options;
  if (typeof onBind !== 'function') throw new TypeError(`onBind is ${quote(onBind)}, not a function`);
  signal?.throwIfAborted();
  // Options without sense are found before anybody connects.
  new SmppSession({ ...options, role: 'mc' }, 0);
  wholeOption('maxConnections', maxConnections, Number.MAX_SAFE_INTEGER);
  const connections = new Set<SmppConnection>();
  /** Sockets whose TLS handshake is not over, by the address of the peer. */
  const handshakes = new Map<string, Socket>();
  let isClosing = false;
  const accept = (socket: Socket) => {
    handshakes.delete(peerOf(socket));
    if (isClosing || socket.destroyed) {
      socket.destroy();
      return;
    }
    const connection: SmppConnection = new SmppConnection(socket, 'mc', options, onBind, () => onSession?.(connection));
    connections.add(connection);
    void connection.ended.then(() => connections.delete(connection));
  };
  const { sessionInitMs = 30_000 } = options;
  const handshake = sessionInitMs === 0 ? {} : { handshakeTimeout: sessionInitMs };
  const halfOpen = { allowHalfOpen: true };
  const server: Server =
    tls === undefined ? createServer(halfOpen, accept) : createTlsServer({ ...handshake, ...tls, ...halfOpen }, accept);
  server.maxConnections = maxConnections;
  // A handshake that fails is its client's.
  server.on('tlsClientError', () => undefined);
  if (admit !== undefined) {
    server.prependListener('connection', (socket: Socket) => {
      const leave = socket.remoteAddress === undefined ? undefined : admit(socket.remoteAddress);
      if (leave === undefined) socket.destroy();
      else socket.once('close', leave);
    });
  }
  if (tls !== undefined) {
    server.on('connection', (socket: Socket) => {
      if (socket.destroyed) return;
      const peer = peerOf(socket);
      handshakes.set(peer, socket);
      socket.once('close', () => {
        if (handshakes.get(peer) === socket) handshakes.delete(peer);
      });
    });
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? (tls === undefined ? PORT : PORT_TLS), host, () => {
      server.on('error', (error) => report(() => options.onFault?.(error)));
      server.removeListener('error', reject);
      resolve();
    });
  });
  const close = async () => {
    isClosing = true;
    for (const socket of handshakes.values()) socket.destroy();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await Promise.all([...connections].map((connection) => connection.unbind()));
    await closed;
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  const renewTls = (renewed: SecureContextOptions) => {
    if (!(server instanceof TlsServer)) throw new Error('the server has no TLS');
    server.setSecureContext(renewed);
  };
  return { port: (server.address() as AddressInfo).port, connections, renewTls, close };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
