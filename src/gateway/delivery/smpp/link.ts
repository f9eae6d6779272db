/**
 * A connection to a service centre that comes back: connect, bind_transceiver, and after a loss the same again, with pauses that grow.
 * @module
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { PDU, Smpp } from 'smpp';
import { octetHex } from '../../../bytes/octets.js';
import { findStatusName } from '../../../smpp/status.js';
import { backoffMs } from '../../work.js';
import type { OnNotice } from '../delivery.js';
import { type Answer, SmppWire } from './wire.js';

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
/** How long the answer to unbind may take, at most: one that answers nothing keeps no process from ending. */
const UNBIND_MS = 2_000;

/** See the module. */
export class SmppLink {
  readonly #smpp: Smpp;
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

  constructor(smpp: Smpp, account: SmppAccount, environment: LinkEnvironment) {
    this.#smpp = smpp;
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
    const { host, tls = false, port = tls ? PORT_TLS : PORT } = this.#account;
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
  async request(command: string, fields: Readonly<Record<string, unknown>>, onLate?: (pdu: PDU) => void): Promise<Answer> {
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
    const wire = new SmppWire(this.#smpp, socket, this.#timeoutMs, {
      onDeliver: this.#environment.onDeliver,
      onEnd: (reason) => this.#lost(reason),
    });
    this.#wire = wire;
    this.#abort = (reason) => wire.end(reason);
    const answer = await wire.request('bind_transceiver', {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: VERSION_3_4,
    });
    // Frames behind the answer are read before we hear of it: one of them may have ended the connection.
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
    const pause = backoffMs({ firstMs: reconnectMs, maxMs: reconnectMaxMs }, ++this.#failures);
    const retryInMs = Math.round(pause * (0.5 + random() / 2));
    this.#retry = setTimeout(() => this.start(), retryInMs);
    onNotice({ kind: 'disconnected', reason, retryInMs });
  }
}

/** Names of SMPP 5.0 (section 4.7.6) without ESME_, from 100 hex on; they are reserved in 3.4, and some service centres answer with them. */
const NAMES_OF_5 = [
  'RSERTYPUNAUTH',
  'RPROHIBITED',
  'RSERTYPUNAVAIL',
  'RSERTYPDENIED',
  'RINVDCS',
  'RINVSRCADDRSUBUNIT',
  'RINVDSTADDRSUBUNIT',
  'RINVBCASTFREQINT',
  'RINVBCASTALIAS_NAME',
  'RINVBCASTAREAFMT',
  'RINVNUMBCAST_AREAS',
  'RINVBCASTCNTTYPE',
  'RINVBCASTMSGCLASS',
  'RBCASTFAIL',
  'RBCASTQUERYFAIL',
  'RBCASTCANCELFAIL',
  'RINVBCAST_REP',
  'RINVBCASTSRVGRP',
  'RINVBCASTCHANIND',
] as const;

/** A command_status by name and number: `ESME_RTHROTTLED (0x58)`. */
export function statusName(status: number): string {
  const hex = `0x${octetHex(status)}`;
  const later = NAMES_OF_5[status - 0x100];
  const name = findStatusName(status) ?? (later && `ESME_${later}`);
  return name === undefined ? `command_status ${hex}` : `${name} (${hex})`;
}
