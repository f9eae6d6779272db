/**
 * A connection to a service centre that comes back: connect, bind_transceiver, and after a loss the same again, with pauses that grow. The session on it
 * is that of `handset/smpp/node`.
 * Source: SMPP Protocol Specification v3.4 sections 2.9, 3.2 and 7.2.
 * @module
 */

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { octetHex } from '../../../bytes/octets.js';
import { SmppConnection, SmppNoAnswerError, type SmppRefusal } from '../../../smpp/node.js';
import { commandName, type SmppCommand, type SmppFields, type SmppPdu } from '../../../smpp/pdus.js';
import { type SmppEndReason, SmppSessionError } from '../../../smpp/session.js';
import { findStatusName, statusNumber } from '../../../smpp/status.js';
import { backoffMs } from '../../work.js';
import { formatFault, JITTER, type OnNotice } from '../delivery.js';

/** The address of a service centre, and the account there. */
export interface SmppAccount {
  /** Host name or address of the service centre. */
  readonly host: string;
  /** Its port; 2775 by default, 3550 with TLS. */
  readonly port?: number | undefined;
  /** Whether the connection uses TLS; false by default. */
  readonly tls?: boolean | undefined;
  /** system_id of the bind. */
  readonly systemId: string;
  /** Password of the bind; it is never in an error or a log. */
  readonly password: string;
  /** system_type of the bind; empty by default. */
  readonly systemType?: string | undefined;
  /** Time limit for a connection, a bind or an answer in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds of silence after which an enquire_link is sent; 30,000 by default. */
  readonly enquireLinkMs?: number | undefined;
  /** Pause after the first failure to connect in milliseconds, doubled after each further one; 1,000 by default. */
  readonly reconnectMs?: number | undefined;
  /** Longest such pause in milliseconds; 60,000 by default. */
  readonly reconnectMaxMs?: number | undefined;
}

/** What a link needs from outside. */
export interface LinkEnvironment {
  /** 0 up to, not including, 1. Spreads the attempts of many clients of one service centre. */
  readonly random: () => number;
  readonly onNotice: OnNotice;
  /** Called with each deliver_sm and data_sm; gives the command_status of its answer. */
  readonly onDeliver: (frame: Uint8Array) => Promise<number>;
}

/** The service centre takes the session for another than it is. */
export const ESME_RINVBNDSTS = statusNumber('ESME_RINVBNDSTS');

/** Pauses between two attempts: the first, and the longest. */
const RECONNECT_MS = 1_000;
export const RECONNECT_MAX_MS = 60_000;

const VERSION_3_4 = 0x34;
const PORT = 2775;
const PORT_TLS = 3550;

/** The port of an account's service centre. */
export function findPort({ tls, port = tls === true ? PORT_TLS : PORT }: Pick<SmppAccount, 'tls' | 'port'>): number {
  return port;
}
/** How long unbinding may take, at most: one that answers nothing keeps no process from ending. */
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
  readonly #rejections: Rejections;

  constructor(account: SmppAccount, environment: LinkEnvironment) {
    this.#account = account;
    this.#environment = environment;
    this.#timeoutMs = account.timeoutMs ?? 10_000;
    this.#rejections = new Rejections(environment.onNotice);
  }

  /** Whether requests can be sent: not while the service centre waits for the last answers before it leaves. */
  get isBound(): boolean {
    return this.#isBound && this.#wire?.isBound === true;
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
    if (!this.#wire.isBound) return { kind: 'unsent', reason: 'the service centre is unbinding' };
    const answer = await this.#wire.request(command, fields, onLate);
    // With that one the bind was of no use: the next pause is longer.
    if (answer.kind === 'answer' && answer.status !== ESME_RINVBNDSTS) this.#failures = 0;
    return answer;
  }

  /** Ends the connection and makes a new one. */
  reconnect(reason: string): void {
    this.#abort?.(reason);
  }

  /** Unbinds, ends the connection, and makes no other. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const end = () => this.#abort?.('closed');
    const timer = setTimeout(end, UNBIND_MS);
    if (this.#isBound) await this.#wire?.unbind();
    clearTimeout(timer);
    end();
    this.#rejections.close();
  }

  async #bind(socket: Socket): Promise<void> {
    const { systemId, password, systemType = '', enquireLinkMs = 30_000 } = this.#account;
    const { onDeliver } = this.#environment;
    const events = {
      onDeliver,
      onRefused: (event: SmppRefusal) => this.#rejections.add(event),
      onEnd: (reason: string) => this.#lost(reason),
      // A service centre that takes the bind and drops us at once is a failure too; one that answers later is none.
      onAlive: () => {
        this.#failures = 0;
      },
    };
    const wire = new SmppWire(socket, this.#timeoutMs, events, enquireLinkMs);
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
    else if (!wire.isBound) wire.end(PEER_UNBOUND);
    else {
      this.#isBound = true;
      this.#environment.onNotice({ kind: 'connected' });
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
    const { reconnectMs = RECONNECT_MS, reconnectMaxMs = RECONNECT_MAX_MS } = this.#account;
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

// ---- What was refused ----

/** How often refusals are told, after the first. */
const REJECTIONS_MS = 60_000;
/** Reasons that are told apart. */
const MAX_REASONS = 10;

/** Tells of the first refusal at once, and counts the others of each minute: a service centre may repeat what is refused without end. */
class Rejections {
  readonly #onNotice: OnNotice;
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(onNotice: OnNotice) {
    this.#onNotice = onNotice;
  }

  add(event: SmppRefusal): void {
    const given = event.kind === 'refused' ? event.reason : `${commandName(event.command)} in answer to nothing`;
    const reason = this.#counts.has(given) || this.#counts.size < MAX_REASONS ? given : 'other';
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    if (this.#timer === undefined) this.#tell();
  }

  close(): void {
    if (this.#counts.size > 0) this.#tell();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    for (const [reason, count] of this.#counts) this.#onNotice({ kind: 'rejected', reason, count });
    this.#counts.clear();
    this.#timer = setTimeout(() => this.#tell(), REJECTIONS_MS).unref();
  }
}

/** What a connection reports. */
export interface WireEvents {
  /** Called with a deliver_sm or a data_sm. What it gives is the command_status of the answer. */
  onDeliver(frame: Uint8Array): Promise<number>;
  /** Called with what the session refused or passed over by itself. */
  onRefused?(event: SmppRefusal): void;
  /** Called with each sign of life that was asked for. */
  onAlive?(): void;
  /** Called once. */
  onEnd(reason: string): void;
}

/** Requests of the service centre in hand; beyond this nothing more is read for a while. */
const MAX_IN_HAND = 300;
/** Requests without an answer that are still waited for after their time. */
const MAX_LATE = 1_000;
/** Requests that bring something. */
const DELIVERIES: readonly unknown[] = ['deliver_sm', 'data_sm'];
/** Octets of a PDU, which may have the longest message_payload. */
const MAX_PDU_OCTETS = 131_072;

/** One connection to a service centre: PDUs out and in, each request with its answer. What cannot be read ends it. */
export class SmppWire {
  readonly #socket: Socket;
  readonly #connection: SmppConnection;
  /** Called with an answer that comes after its time, by sequence number. */
  readonly #late = new Map<number, (answer: SmppPdu) => void>();
  #ended: string | undefined;

  /**
   * @param socket connected.
   * @param timeoutMs how long an answer may take.
   * @param enquireLinkMs after so long without a PDU, once it is bound, the service centre is asked for a sign of life; never by default.
   */
  constructor(socket: Socket, timeoutMs: number, { onAlive, onDeliver, onRefused, onEnd }: WireEvents, enquireLinkMs = 0) {
    this.#socket = socket;
    this.#connection = new SmppConnection(socket, 'esme', {
      // How much is sent at once is decided before.
      ...{ window: Number.MAX_SAFE_INTEGER, peerWindow: MAX_IN_HAND, maxPduOctets: MAX_PDU_OCTETS },
      ...{ sessionInitMs: 0, responseMs: timeoutMs, enquireLinkMs, handsOnUnreadable: true },
      onRequest: async (pdu, _, frame) =>
        DELIVERIES.includes(pdu.command) ? { status: await onDeliver(frame), fields: { message_id: '' } } : 'ESME_RINVCMDID',
      onRefused: (event) => onRefused?.(event),
      onLate: (pdu) => {
        this.#late.get(pdu.sequence)?.(pdu);
        this.#late.delete(pdu.sequence);
      },
      onAlive: () => onAlive?.(),
      onEnd: ({ reason, message }) => {
        this.#ended = wordsOf(reason, message);
        onEnd(this.#ended);
      },
    });
  }

  /** Whether messages can go: not before the bind is answered, and not while either side unbinds. */
  get isBound(): boolean {
    return this.#connection.isBound;
  }

  /**
   * Sends a request.
   * @param onLate called with an answer that comes after its time.
   * @throws EncodeError for fields that cannot be written.
   */
  async request(command: SmppCommand, fields?: SmppFields, onLate?: (answer: SmppPdu) => void): Promise<Answer> {
    if (this.#ended !== undefined) return { kind: 'unsent', reason: this.#ended };
    if (!this.#socket.writable) return { kind: 'unsent', reason: 'socket not writable' };
    try {
      const pdu = await this.#connection.request(command, { fields });
      return { kind: 'answer', status: pdu.status, pdu };
    } catch (error) {
      if (error instanceof SmppSessionError) return { kind: 'unsent', reason: error.message };
      if (!(error instanceof SmppNoAnswerError)) throw error;
      return this.#unanswered(error, onLate);
    }
  }

  /** Unbinds when both sides have their answers. */
  async unbind(): Promise<void> {
    await this.#connection.unbind();
  }

  /** Ends the connection; requests without an answer are `unknown`. */
  end(reason: string): void {
    this.#connection.destroy(reason);
  }

  /** An answer may still come: then it is known what became of the request. */
  #unanswered({ command, sequence }: SmppNoAnswerError, onLate: ((answer: SmppPdu) => void) | undefined): Answer {
    if (sequence === undefined) return { kind: 'unsent', reason: this.#ended ?? 'not connected' };
    if (this.#ended !== undefined) return { kind: 'unknown', reason: this.#ended };
    if (onLate !== undefined) this.#late.set(sequence, onLate);
    if (this.#late.size > MAX_LATE) this.#late.delete(this.#late.keys().next().value as number);
    return { kind: 'unknown', reason: `no answer to ${command} in time` };
  }
}

const PEER_UNBOUND = 'the service centre ended the session';

/** Why a connection ended, as operators read it. */
function wordsOf(reason: SmppEndReason, message: string): string {
  if (reason === 'peer-unbound') return PEER_UNBOUND;
  if (reason === 'unbound') return 'closed';
  return reason === 'no-answer' ? message.replace(/(enquire_link) in time$/, '$1') : message;
}
