/**
 * One connection to a service centre: PDUs out and in, each request with its answer.
 *
 * The package smpp keeps the session. It stops for good at a PDU that it cannot read and leaves the socket open, and at a length below the header's
 * without an error; so lengths are checked before it reads on, and every error ends the connection here.
 * Source: SMPP Protocol Specification v3.4 sections 2.9, 3.2 and 7.2.
 * @module
 */
import type { Socket } from 'node:net';
import type { PDU, Session, SessionSocket, Smpp } from 'smpp';
import { HEADER_OCTETS } from '../../../smpp/decode.js';
import { statusNumber } from '../../../smpp/status.js';

/** What became of a request. */
export type Answer =
  | { readonly kind: 'answer'; readonly status: number; readonly pdu: PDU }
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
  readonly command: string;
  readonly resolve: (answer: Answer) => void;
  readonly timer: NodeJS.Timeout;
  readonly onLate: ((answer: PDU) => void) | undefined;
  isLate: boolean;
}

const LENGTH_OCTETS = 4;
/** Requests of the service centre in hand; beyond this nothing more is read for a while. */
const MAX_IN_HAND = 64;
/** Requests without an answer that are still waited for after their time. */
const MAX_LATE = 1_000;

const ESME_ROK = statusNumber('ESME_ROK');
const ESME_RINVCMDID = statusNumber('ESME_RINVCMDID');

/** See the module. */
export class SmppWire {
  readonly #smpp: Smpp;
  readonly #socket: Socket;
  readonly #session: Session;
  readonly #events: WireEvents;
  readonly #timeoutMs: number;
  /** Requests by sequence number, in the order in which they were sent. */
  readonly #waiting = new Map<number, Waiting>();
  #idle: NodeJS.Timeout | undefined;
  #inHand = 0;
  #length: Uint8Array = new Uint8Array(0);
  #frame: Uint8Array = new Uint8Array(0);
  #ended: string | undefined;

  /** @param socket connected. @param timeoutMs how long an answer may take. */
  constructor(smpp: Smpp, socket: Socket, timeoutMs: number, events: WireEvents) {
    this.#smpp = smpp;
    this.#socket = socket;
    this.#events = events;
    this.#timeoutMs = timeoutMs;
    this.#session = new smpp.Session({ socket: this.#checked(socket) });
    this.#session.on('pdu', (pdu: PDU) => this.#take(pdu));
    this.#session.on('error', (error: Error) => this.end(error.message));
    this.#session.on('close', () => this.end('the connection was closed'));
  }

  /**
   * Sends a request.
   * @param onLate called with an answer that comes after its time.
   * @throws whatever the package throws at fields that it cannot write.
   */
  request(command: string, fields?: Readonly<Record<string, unknown>>, onLate?: (answer: PDU) => void): Promise<Answer> {
    if (this.#ended !== undefined) return Promise.resolve({ kind: 'unsent', reason: this.#ended });
    const pdu = new this.#smpp.PDU(command, fields);
    if (!this.#session.send(pdu)) return Promise.resolve({ kind: 'unsent', reason: 'socket not writable' });
    const { sequence_number } = pdu;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#overdue(sequence_number), this.#timeoutMs);
      this.#waiting.set(sequence_number, { command, resolve, timer, onLate, isLate: false });
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
    this.#socket.destroy();
    for (const { resolve, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      resolve({ kind: 'unknown', reason });
    }
    this.#waiting.clear();
    this.#events.onEnd(reason);
  }

  /** The socket as the package sees it. What it reads is kept: its own reading of short_message loses octets. */
  #checked(socket: Socket): SessionSocket {
    return {
      get writable() {
        return socket.writable;
      },
      on: (event, listener) => socket.on(event, listener as () => void),
      once: (event, listener) => socket.once(event, listener as () => void),
      write: (octets, written) => socket.write(octets, written),
      end: () => socket.end(),
      destroy: () => socket.destroy(),
      read: (octets) => {
        const read: Buffer | null = socket.read(octets);
        if (read === null) return null;
        // What follows a length is never as short as the length itself.
        if (octets !== LENGTH_OCTETS) this.#frame = new Uint8Array(Buffer.concat([this.#length, read]));
        else if (read.readUInt32BE(0) < HEADER_OCTETS) throw new Error(`a frame of ${read.readUInt32BE(0)} octets`);
        else this.#length = read;
        return read;
      },
    };
  }

  #take(pdu: PDU): void {
    if (this.#ended !== undefined) return;
    this.#idle?.refresh();
    if (pdu.isResponse()) this.#answered(pdu);
    else if (pdu.command === 'enquire_link') this.#respond(pdu, ESME_ROK);
    else if (pdu.command === 'unbind') {
      this.#respond(pdu, ESME_ROK);
      // What was written goes out first.
      this.#socket.end(() => this.end('the service centre ended the session'));
    } else if (pdu.command === 'deliver_sm') void this.#delivered(pdu, this.#frame);
    // An alert_notification has no answer, nor has an outbind on a connection that we made.
    else if (pdu.command !== 'alert_notification' && pdu.command !== 'outbind') this.#respond(pdu, ESME_RINVCMDID);
  }

  #answered(pdu: PDU): void {
    const waiting = this.#waiting.get(pdu.sequence_number);
    if (waiting === undefined) return;
    if (pdu.command !== `${waiting.command}_resp` && pdu.command !== 'generic_nack') {
      this.end(`${pdu.command} in answer to ${waiting.command}`);
      return;
    }
    this.#waiting.delete(pdu.sequence_number);
    clearTimeout(waiting.timer);
    if (waiting.isLate) waiting.onLate?.(pdu);
    else waiting.resolve({ kind: 'answer', status: pdu.command_status, pdu });
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

  async #delivered(pdu: PDU, frame: Uint8Array): Promise<void> {
    if (++this.#inHand === MAX_IN_HAND) this.#session.pause();
    const status = await this.#events.onDeliver(frame);
    if (this.#inHand-- === MAX_IN_HAND) this.#session.resume();
    this.#respond(pdu, status);
  }

  #respond(request: PDU, status: number): void {
    if (this.#ended === undefined) this.#session.send(request.response({ command_status: status }));
  }
}
