/**
 * A connection to a service centre that comes back: connect, bind_transceiver, and after a loss the same again, with pauses that grow.
 * Source: SMPP Protocol Specification v3.4 sections 2.9, 3.2 and 7.2.
 * @module
 */

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { octetHex, u32be } from '../../../bytes/octets.js';
import { FormatError } from '../../../errors.js';
import { decodeSmppPdu } from '../../../smpp/decode.js';
import { encodeSmppPdu } from '../../../smpp/encode.js';
import { commandName, findPduType, isAnswer, type SmppCommand, type SmppFields, type SmppPdu } from '../../../smpp/pdus.js';
import { SmppSplitter } from '../../../smpp/splitter.js';
import { findStatusName, statusNumber } from '../../../smpp/status.js';
import { backoffMs } from '../../work.js';
import { formatFault, JITTER, type OnNotice } from '../delivery.js';

/** Where the service centre is, and who we are there. */
export interface SmppAccount {
  /** Name or address of the service centre. */
  readonly host: string;
  /** 2775 by default, 3550 with TLS. */
  readonly port?: number | undefined;
  /** Whether the connection is encrypted; false by default. */
  readonly tls?: boolean | undefined;
  /** system_id of the bind. */
  readonly systemId: string;
  /** Its password; it is in no error and no log. */
  readonly password: string;
  /** system_type of the bind; empty by default. */
  readonly systemType?: string | undefined;
  /** How long a connection, a bind, or an answer may take, in milliseconds; 10 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** After so long without a frame from the service centre it is asked for a sign of life; 30 seconds by default. */
  readonly enquireLinkMs?: number | undefined;
  /** Pause after the first failure, in milliseconds; it doubles with each further one. 1 second by default. */
  readonly reconnectMs?: number | undefined;
  /** The longest pause; 1 minute by default. */
  readonly reconnectMaxMs?: number | undefined;
}

/** What a link needs from outside. */
export interface LinkEnvironment {
  /** 0 up to, not including, 1. Spreads the attempts of many clients of one service centre. */
  readonly random: () => number;
  readonly onNotice: OnNotice;
  /** See WireEvents. */
  readonly onDeliver: (frame: Uint8Array) => Promise<number>;
}

const VERSION_3_4 = 0x34;
const PORT = 2775;
const PORT_TLS = 3550;

/** The port of an account's service centre. */
export function findPort({ tls, port = tls === true ? PORT_TLS : PORT }: Pick<SmppAccount, 'tls' | 'port'>): number {
  return port;
}
/** How long the answer to unbind may take, at most: one that answers nothing keeps no process from ending. */
const UNBIND_MS = 2_000;

/** See the module. */
export class SmppLink {
  readonly #account: SmppAccount;
  readonly #environment: LinkEnvironment;
  readonly #timeoutMs: number;
  #wire: SmppWire | undefined;
  #isBound = false;
  #isClosed = false;
  /** In a row. */
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  /** Ends the attempt or the connection that there is. */
  #abort: ((reason: string) => void) | undefined;

  constructor(account: SmppAccount, environment: LinkEnvironment) {
    this.#account = account;
    this.#environment = environment;
    this.#timeoutMs = account.timeoutMs ?? 10_000;
  }

  /** Whether requests can be sent. */
  get isBound(): boolean {
    return this.#isBound;
  }

  /** Makes the first attempt. */
  start(): void {
    const { host, tls = false } = this.#account;
    const port = findPort(this.#account);
    // A name is asked of the certificate, and there is none in an address of digits.
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = tls ? connectTls({ host, port, ...named }) : connect({ host, port });
    socket.setNoDelay(true);
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), this.#timeoutMs);
    let reason = 'the connection was closed';
    const failed = ({ message }: Error) => {
      reason = message;
    };
    // It follows on every failure.
    const closed = () => {
      clearTimeout(timer);
      this.#lost(reason);
    };
    socket.once('error', failed);
    socket.once('close', closed);
    this.#abort = (reason) => socket.destroy(new Error(reason));
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      socket.off('close', closed);
      void this.#bind(socket);
    });
  }

  /** Sends a request; see SmppWire. */
  async request(command: SmppCommand, fields?: SmppFields, onLate?: (pdu: SmppPdu) => void): Promise<Answer> {
    if (this.#wire === undefined || !this.#isBound) return { kind: 'unsent', reason: 'not connected' };
    const answer = await this.#wire.request(command, fields, onLate);
    if (answer.kind === 'answer') this.#failures = 0;
    return answer;
  }

  /** Ends the connection and makes a new one. */
  reconnect(reason: string): void {
    this.#abort?.(reason);
  }

  /** Takes leave of the service centre and stays away. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const end = () => this.#abort?.('closed');
    const timer = setTimeout(end, UNBIND_MS);
    if (this.#isBound) await this.#wire?.request('unbind');
    clearTimeout(timer);
    end();
  }

  async #bind(socket: Socket): Promise<void> {
    const { systemId, password, systemType = '', enquireLinkMs = 30_000 } = this.#account;
    const wire = new SmppWire(socket, this.#timeoutMs, {
      onDeliver: this.#environment.onDeliver,
      onEnd: (reason) => this.#lost(reason),
    });
    this.#wire = wire;
    this.#abort = (reason) => wire.end(reason);
    const credentials = { system_id: systemId, password, system_type: systemType, interface_version: VERSION_3_4 };
    let answer: Answer;
    try {
      answer = await wire.request('bind_transceiver', credentials);
    } catch (error) {
      // The error's own message may hold the password.
      wire.end(formatFault(error));
      return;
    }
    // Frames after the answer are read before we see it: one of them may have ended the connection.
    if (this.#wire !== wire) return;
    if (answer.kind !== 'answer') wire.end(answer.reason);
    else if (answer.status !== 0) wire.end(`bind_transceiver: ${statusName(answer.status)}`);
    else {
      this.#isBound = true;
      this.#environment.onNotice({ kind: 'connected' });
      // A service centre that takes the bind and drops us at once is a failure too; one that answers later is none.
      wire.keepAlive(enquireLinkMs, () => {
        this.#failures = 0;
      });
    }
  }

  #lost(reason: string): void {
    this.#wire = undefined;
    this.#abort = undefined;
    this.#isBound = false;
    const { random, onNotice } = this.#environment;
    if (this.#isClosed) {
      onNotice({ kind: 'disconnected', reason });
      return;
    }
    const { reconnectMs = 1_000, reconnectMaxMs = 60_000 } = this.#account;
    const pause = { firstMs: reconnectMs, maxMs: reconnectMaxMs, jitter: JITTER };
    const retryInMs = backoffMs(pause, ++this.#failures, random);
    this.#retry = setTimeout(() => this.start(), retryInMs);
    onNotice({ kind: 'disconnected', reason, retryInMs });
  }
}

/** A command_status by name and number: `ESME_RTHROTTLED (0x58)`. */
export function statusName(status: number): string {
  const hex = `0x${octetHex(status)}`;
  const name = findStatusName(status);
  return name === undefined ? `command_status ${hex}` : `${name} (${hex})`;
}

// ---- One connection ----

/** What became of a request. */
export type Answer =
  | { readonly kind: 'answer'; readonly status: number; readonly pdu: SmppPdu }
  /** Nothing was written. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** It was written, and nobody knows what came of it. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** What a connection reports. */
export interface WireEvents {
  /** Called with a deliver_sm. What it gives is the command_status of the answer. */
  onDeliver(frame: Uint8Array): Promise<number>;
  /** Called once. */
  onEnd(reason: string): void;
}

interface Waiting {
  readonly command: SmppCommand;
  readonly resolve: (answer: Answer) => void;
  readonly timer: NodeJS.Timeout;
  readonly onLate: ((answer: SmppPdu) => void) | undefined;
  isLate: boolean;
}

/** Requests of the service centre in hand; beyond this nothing more is read for a while. */
const MAX_IN_HAND = 300;
/** Requests without an answer that are still waited for after their time. */
const MAX_LATE = 1_000;

const ESME_ROK = statusNumber('ESME_ROK');
const ESME_RINVCMDID = statusNumber('ESME_RINVCMDID');

/** command_id of deliver_sm. */
const DELIVER_SM = findPduType('deliver_sm')?.id;
/** sequence_number counts up to here (5.1.4). */
const MAX_SEQUENCE = 0x7fffffff;

/** One connection to a service centre: PDUs out and in, each request with its answer. What cannot be read ends it. */
export class SmppWire {
  readonly #socket: Socket;
  readonly #events: WireEvents;
  readonly #timeoutMs: number;
  readonly #splitter = new SmppSplitter();
  /** Requests by sequence number, in the order in which they were sent. */
  readonly #waiting = new Map<number, Waiting>();
  /** PDUs that came and were not taken yet. */
  readonly #frames: Uint8Array[] = [];
  #sequence = 0;
  #isCorked = false;
  #idle: NodeJS.Timeout | undefined;
  #inHand = 0;
  #ended: string | undefined;

  /** @param socket connected. @param timeoutMs how long an answer may take. */
  constructor(socket: Socket, timeoutMs: number, events: WireEvents) {
    this.#socket = socket;
    this.#events = events;
    this.#timeoutMs = timeoutMs;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', ({ message }) => this.end(message));
    socket.on('close', () => this.end('the connection was closed'));
  }

  /**
   * Sends a request.
   * @param onLate called with an answer that comes after its time.
   * @throws EncodeError for fields that cannot be written.
   */
  async request(command: SmppCommand, fields?: SmppFields, onLate?: (answer: SmppPdu) => void): Promise<Answer> {
    if (this.#ended !== undefined) return { kind: 'unsent', reason: this.#ended };
    if (!this.#socket.writable) return { kind: 'unsent', reason: 'socket not writable' };
    const sequence = (this.#sequence % MAX_SEQUENCE) + 1;
    const octets = encodeSmppPdu({ command, sequence, ...(fields !== undefined && { fields }) }, { lenient: true });
    this.#sequence = sequence;
    this.#write(octets);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#overdue(sequence), this.#timeoutMs);
      this.#waiting.set(sequence, { command, resolve, timer, onLate, isLate: false });
    });
  }

  /**
   * Asks for a sign of life when nothing was heard for so long, and ends the connection when none comes.
   * @param onAnswer called with each one.
   */
  keepAlive(everyMs: number, onAnswer: () => void): void {
    this.#idle = setTimeout(async () => {
      const { kind } = await this.request('enquire_link');
      if (kind !== 'answer') this.end('no answer to enquire_link');
      else onAnswer();
    }, everyMs);
  }

  /** Ends the connection; requests without an answer are `unknown`. */
  end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    clearTimeout(this.#idle);
    this.#flush();
    this.#socket.destroy();
    for (const { resolve, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      resolve({ kind: 'unknown', reason });
    }
    this.#waiting.clear();
    this.#events.onEnd(reason);
  }

  #read(chunk: Uint8Array): void {
    let fault: unknown;
    try {
      for (const frame of this.#splitter.split(chunk)) this.#frames.push(frame);
    } catch (error) {
      fault = error;
    }
    // What came before a length that cannot be counts.
    try {
      this.#takeFrames();
    } catch (error) {
      fault = error;
    }
    if (fault instanceof FormatError) this.end(`${fault.field}: ${fault.reason}`);
    else if (fault !== undefined) throw fault;
  }

  /** Takes what came; beyond so many requests in hand nothing more is read for a while. */
  #takeFrames(): void {
    while (this.#ended === undefined && this.#inHand < MAX_IN_HAND) {
      const frame = this.#frames.shift();
      if (frame === undefined) break;
      this.#take(frame);
    }
    if (this.#inHand < MAX_IN_HAND) this.#socket.resume();
    else this.#socket.pause();
  }

  #take(frame: Uint8Array): void {
    this.#idle?.refresh();
    if (u32be(frame, 4) === DELIVER_SM) {
      void this.#delivered(frame);
      return;
    }
    const pdu = decodeSmppPdu(frame, { lenient: true });
    const { command, sequence } = pdu;
    if (isAnswer(u32be(frame, 4))) this.#answered(pdu);
    else if (command === 'enquire_link') this.#respond('enquire_link_resp', sequence, ESME_ROK);
    else if (command === 'unbind') {
      this.#respond('unbind_resp', sequence, ESME_ROK);
      // What was written goes out first.
      this.#socket.end(() => this.end('the service centre ended the session'));
    }
    // An alert_notification has no answer, nor has an outbind on a connection that we made.
    else if (command !== 'alert_notification' && command !== 'outbind') {
      const answer = findPduType(`${commandName(command)}_resp`)?.name ?? 'generic_nack';
      this.#respond(answer, sequence, ESME_RINVCMDID);
    }
  }

  #answered(pdu: SmppPdu): void {
    const waiting = this.#waiting.get(pdu.sequence);
    if (waiting === undefined) return;
    if (pdu.command !== `${waiting.command}_resp` && pdu.command !== 'generic_nack') {
      this.end(`${commandName(pdu.command)} in answer to ${waiting.command}`);
      return;
    }
    this.#waiting.delete(pdu.sequence);
    clearTimeout(waiting.timer);
    if (waiting.isLate) waiting.onLate?.(pdu);
    else waiting.resolve({ kind: 'answer', status: pdu.status, pdu });
  }

  /** An answer may still come: then it is known what became of the request. */
  #overdue(sequence: number): void {
    const waiting = this.#waiting.get(sequence) as Waiting;
    waiting.isLate = true;
    waiting.resolve({ kind: 'unknown', reason: `no answer to ${waiting.command} in time` });
    if (this.#waiting.size <= MAX_LATE) return;
    for (const [oldest, { isLate }] of this.#waiting) {
      if (isLate) this.#waiting.delete(oldest);
      if (isLate) return;
    }
  }

  async #delivered(frame: Uint8Array): Promise<void> {
    this.#inHand++;
    const status = await this.#events.onDeliver(frame);
    this.#inHand--;
    this.#respond('deliver_sm_resp', u32be(frame, 12), status);
    if (this.#frames.length > 0 || this.#socket.isPaused()) this.#read(new Uint8Array(0));
  }

  #respond(command: SmppCommand, sequence: number, status: number): void {
    if (this.#ended !== undefined || !this.#socket.writable) return;
    const fields = command === 'deliver_sm_resp' ? { fields: { message_id: '' } } : {};
    this.#write(encodeSmppPdu({ command, sequence, status, ...fields }));
  }

  /** What is written in one go of the event loop leaves together: a call of the system for each PDU would cost more than the PDU. */
  #write(octets: Uint8Array): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      process.nextTick(() => this.#flush());
    }
    this.#socket.write(octets);
  }

  #flush(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#socket.uncork();
  }
}
