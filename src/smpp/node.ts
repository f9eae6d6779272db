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

/** How a session over a socket behaves: times, windows and bounds as of the session, and what is called. */
export interface SmppConnectionOptions extends Omit<SmppSessionOptions, 'role'> {
  /**
   * Answers a request of the peer, now or later: with a status, or with fields and parameters too. Without it every request is refused with
   * ESME_RINVCMDID. What it throws is answered with ESME_RSYSERR, and given to `onFault` where there is one; so is an answer
   * that is none, such as undefined. `octets` is the PDU verbatim.
   */
  readonly onRequest?: ((pdu: SmppPdu, connection: SmppConnection, octets: Uint8Array) => MaybePromise<SmppReply>) | undefined;
  /** Called with an alert_notification or an outbind. */
  readonly onNotice?: ((pdu: SmppPdu, connection: SmppConnection) => void) | undefined;
  /** Called with an answer that came after its time; the request was given up with an SmppNoAnswerError. */
  readonly onLate?: ((pdu: SmppPdu, connection: SmppConnection) => void) | undefined;
  /** Called with what the session refused or passed over by itself. */
  readonly onRefused?: ((event: SmppRefusal, connection: SmppConnection) => void) | undefined;
  /** Called with each answer to an enquire_link of the session. */
  readonly onAlive?: ((connection: SmppConnection) => void) | undefined;
  /** Called once, when the session is over, at once; `ended` tells the same. */
  readonly onEnd?: ((end: SmppEnd, connection: SmppConnection) => void) | undefined;
  /** Called with what a handler threw; nobody is told without it. What it throws itself is passed over. */
  readonly onFault?: ((error: unknown, connection: SmppConnection) => void) | undefined;
}

type MaybePromise<T> = T | Promise<T>;

/** An answer, or its status alone. */
export type SmppReply = SmppAnswer | SmppStatus | number;

/** What a session refused or passed over. */
export type SmppRefusal = Extract<SmppSessionEvent, { readonly kind: 'refused' | 'ignored' }>;

/** How and why a connection ended. */
export interface SmppEnd {
  /** Why the session ended. */
  readonly reason: SmppEndReason;
  /** The same in words, or what the socket said. */
  readonly message: string;
}

/** Thrown when no answer arrives: `isSent` says whether the request may have been carried out. */
export class SmppNoAnswerError extends Error {
  /** The name of the class. */
  override readonly name: string = 'SmppNoAnswerError';
  /** The request's command. */
  readonly command: SmppCommand;
  /** The sequence number that it was sent with, which an answer that comes too late has; undefined: nothing was sent. */
  readonly sequence: number | undefined;
  /** Why none came: the message without the command. */
  readonly reason: string;

  /** An error about a request. */
  constructor(command: SmppCommand, sequence: number | undefined, reason: string) {
    super(`${command}: ${reason}`);
    this.command = command;
    this.sequence = sequence;
    this.reason = reason;
  }

  /** False: nothing was sent. True: nobody knows what came of it. */
  get isSent(): boolean {
    return this.sequence !== undefined;
  }
}

/** The other side did not take the bind. */
export class SmppBindError extends Error {
  /** The name of the class. */
  override readonly name: string = 'SmppBindError';
  /** command_status of its answer. */
  readonly status: number;

  /** An error with the status of an answer. */
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

/** A session over a socket. */
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

  /** How the connection ended, once it has. */
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

  /** The state of the session, by the words of the specification. */
  get state(): SmppSessionState {
    return this.#session.state;
  }

  /** Whether messages can go one way or the other: false as soon as either side unbinds. */
  get isBound(): boolean {
    return this.#leaving === undefined && this.#session.isBound;
  }

  /** The bind that was accepted: who the peer of a server is. Undefined before, and for a client. */
  get bind(): SmppPdu | undefined {
    return this.#bind;
  }

  /** Address and port of the peer. */
  get remote(): { readonly address: string | undefined; readonly port: number | undefined } {
    return { address: this.#socket.remoteAddress, port: this.#socket.remotePort };
  }

  /** Requests that have no answer yet, and those that wait for a place in the window. */
  get load(): { readonly outstanding: number; readonly queued: number } {
    return { outstanding: this.#session.outstanding, queued: this.#queue.size };
  }

  /** Requests that would be sent at once. */
  get capacity(): number {
    return this.#queue.size > 0 || this.#leaving !== undefined ? 0 : this.#session.capacity;
  }

  /**
   * Sends a request as soon as the window has a place, and gives its answer, whatever its status. Its `signal` gives up on it: what is sent stays sent.
   * @throws SmppNoAnswerError when none comes; EncodeError for fields that cannot be written; SmppSessionError in a state that does not allow it, and for
   * what has no answer.
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

  /** Sends a request that has no answer: alert_notification, outbind. @throws as `request`. */
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
   * Waits for outstanding answers, of both sides, then unbinds and closes. Both may take `responseMs`, or 10 s where that is 0; what is
   * not sent by then is given up. New requests are refused from the beginning.
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

  /** Closes the connection at once; requests without an answer are given up. */
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

/** Where to connect to, and who we are there. */
export interface SmppConnectOptions extends SmppConnectionOptions {
  /** Name or address of the message centre. */
  readonly host: string;
  /** 2775 by default, 3550 with TLS. */
  readonly port?: number | undefined;
  /** `true`, or options of Node's `tls.connect`: the certificate is checked by the name of the host. Off by default. */
  readonly tls?: boolean | ConnectionOptions | undefined;
  /** How to bind; `bind_transceiver` by default. */
  readonly command?: 'bind_transceiver' | 'bind_transmitter' | 'bind_receiver' | undefined;
  /** Fields of the bind: system_id, password and so on; interface_version is 3.4 by default. */
  readonly bind: SmppFields;
  /** How long the connection may take; 10,000 ms by default. The bind then has `responseMs`. */
  readonly connectMs?: number | undefined;
  /** Gives up before the bind is answered; afterwards it has no effect. */
  readonly signal?: AbortSignal | undefined;
}

const VERSION_3_4 = 0x34;

/**
 * Connects to a message centre and binds.
 * @throws SmppBindError when it does not take the bind; SmppNoAnswerError when it does not answer; the error of the socket; the signal's reason; TypeError for an
 * option without sense.
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

/** Where to listen, and how sessions are served. */
export interface SmppListenOptions extends SmppConnectionOptions {
  /** 2775 by default, 3550 with TLS; 0: any that is free. */
  readonly port?: number | undefined;
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** Options of Node's `tls.createServer`, with `key` and `cert`. Off by default. */
  readonly tls?: TlsOptions | undefined;
  /** Says whether a peer may bind: 0, or a status such as ESME_RBINDFAIL, after which the connection is closed. */
  readonly onBind: (pdu: SmppPdu, connection: SmppConnection) => MaybePromise<SmppReply>;
  /** Called with each connection that is bound. */
  readonly onSession?: ((connection: SmppConnection) => void) | undefined;
  /** Called with what a handler threw, and without a connection with what the listening socket said later; nobody is told without it. */
  readonly onFault?: ((error: unknown, connection?: SmppConnection) => void) | undefined;
  /** Connections at once, bound or not; 1,000 by default. One too many is closed at once. */
  readonly maxConnections?: number | undefined;
  /**
   * Called with the address of each connection, before TLS: undefined closes it at once, a function is called when the connection has closed. All are taken
   * by default.
   */
  readonly admit?: ((address: string) => (() => void) | undefined) | undefined;
  /** Closes the server. */
  readonly signal?: AbortSignal | undefined;
}

/** A server that listens. */
export interface SmppServer {
  /** The port that it listens on. */
  readonly port: number;
  /** Connections that there are, bound or not. */
  readonly connections: ReadonlySet<SmppConnection>;
  /**
   * Shows another certificate to those who connect from now on.
   * @throws Error when it is none, or the server has no TLS.
   */
  renewTls(tls: SecureContextOptions): void;
  /** Takes no more connections, unbinds those that there are (see `unbind`), and ends. */
  close(): Promise<void>;
}

/** Listens for sessions. @throws the error of the socket, such as a port that is taken; TypeError for an option without sense. */
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
