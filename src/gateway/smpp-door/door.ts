/**
 * The SMPP door: customers bind with their account, and submit, query and cancel messages.
 *
 *   bind ─► Operations.authenticate ─► session of the account ─► PDU ─► Operations.perform, as the account of the session ─► answer
 *
 * What a session does goes by the same operations as requests of other doors: rates, opt-outs, credit, ledger and log hold. An answer leaves after the
 * commit. Whoever logged in is looked up again for each PDU, and every two seconds: a session whose account was disabled, deleted or given another PIN ends.
 * @module
 */

import { type Credentials, isAccepted, parseNumber, REPORT } from '../../protocol/index.js';
import { listenSmpp, type SmppConnection, type SmppReply, type SmppServer } from '../../smpp/node.js';
import type { SmppFields, SmppPdu } from '../../smpp/pdus.js';
import type { SmppAnswer } from '../../smpp/session.js';
import { type SmppStatus, statusNumber } from '../../smpp/status.js';
import { AddressCounts, clientOf, withoutMapping } from '../addresses.js';
import type { BodyBudget } from '../http/bodies.js';
import type { ListenOptions } from '../http/server.js';
import type { GatewayLog } from '../log.js';
import type { LoggedIn, Operations, RequestRecord } from '../operations/operations.js';
import { LOGIN, NoMessage, TooLate } from '../operations/refusal.js';
import type { SendResult } from '../operations/send.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { Store } from '../store/store.js';
import type { OwnMessage } from '../store/types.js';
import { hasAddresses, queryFields, textOf } from './manage.js';
import type { SmppSessions } from './sessions.js';
import { SmppRefusal, statusOfRefusal, statusOfResult } from './status.js';
import { type Destination, readDestinations, readReplacement, readSubmit } from './submit.js';

/** Options of the port for customers over SMPP. */
export interface SmppDoorOptions extends ListenOptions {
  /** Port number; 2775 by default, 3550 with TLS, 0 for a free one. */
  readonly port?: number | undefined;
  /** Maximum number of PDUs of a session processed at once; more wait. 100 by default. */
  readonly window?: number | undefined;
  /** Maximum number of unanswered PDUs sent to a session; 10 by default. */
  readonly deliveryWindow?: number | undefined;
  /** Maximum number of sessions of an account; 10 by default. */
  readonly sessionsPerAccount?: number | undefined;
}

/** What a door stands on. */
export interface SmppDoorService {
  readonly operations: Operations;
  readonly store: Pick<Store, 'login' | 'loginMarks' | 'findOwn'>;
  readonly limits: GatewayLimits;
  /** Of all doors: what is worked on counts. */
  readonly budget: BodyBudget;
  readonly sessions: SmppSessions;
  readonly clock: () => number;
  readonly log: GatewayLog;
  /** Called with what became of each bind and each PDU. */
  readonly onAnswered: (record: RequestRecord, status: number, ms: number) => void;
  /** Called with the address of a connection that was one too many of it. */
  readonly onCrowded: (address: string) => void;
  /** Called with the address of a connection that was one too many of the port. */
  readonly onFull: (address: string) => void;
  readonly onFault: (error: unknown) => void;
}

const PATH = 'smpp';
const WINDOW = 100;
const DELIVERY_WINDOW = 10;
const SESSIONS_PER_ACCOUNT = 10;
/** How often it is looked whether those who are bound may still be. */
const CHECK_MS = 2_000;
/** A message_payload of 65,535 octets, the recipients of a submit_multi, and all else. */
const MAX_PDU_OCTETS = 81_920;
/** Of whoever is not known yet: a bind has 16 octets of header, and texts of 16 + 9 + 13 + 41 at most (4.1.5). */
const MAX_BIND_OCTETS = 1_024;
/** PDUs that wait for a place in the window, of one session. */
const MAX_HELD_OCTETS = 131_072;
/** What the gateway calls itself, and the version that it speaks with whoever knows of parameters. */
const SYSTEM_ID = 'handset';
const VERSION_3_4 = 0x34;
const OK = 0;

/** Whoever may not log in hears no more than that. */
const NOT_BOUND = new SmppRefusal('ESME_RBINDFAIL', LOGIN.message, LOGIN.report);

/** Who is bound. */
interface Bound extends LoggedIn {
  readonly interfaceVersion: number;
}

/** A port that is listened on for SMPP. */
export class SmppDoor {
  readonly #service: SmppDoorService;
  readonly #sessionsPerAccount: number;
  readonly #counts = new AddressCounts();
  #connections = 0;
  /** Whoever is bound, or about to be. */
  readonly #bound = new Map<SmppConnection, Bound>();
  /** Accounts of which all messages between two addresses are being cancelled. */
  readonly #cancelling = new Set<string>();
  readonly #checks: NodeJS.Timeout;
  #isChecking = false;
  #isClosing = false;
  #server!: SmppServer;
  #url = '';

  private constructor(service: SmppDoorService, { sessionsPerAccount = SESSIONS_PER_ACCOUNT }: SmppDoorOptions) {
    this.#service = service;
    this.#sessionsPerAccount = sessionsPerAccount;
    this.#checks = setInterval(() => void this.#check(), CHECK_MS).unref();
  }

  /** Listens. @throws Error when the port is taken, or the certificate is none; TypeError for an option without sense. */
  static async open(service: SmppDoorService, options: SmppDoorOptions = {}): Promise<SmppDoor> {
    const { host = '127.0.0.1', port, tls, window = WINDOW, deliveryWindow = DELIVERY_WINDOW } = options;
    const door = new SmppDoor(service, options);
    try {
      door.#server = await listenSmpp({
        ...{ host, port, window: deliveryWindow, peerWindow: window, maxPduOctets: MAX_PDU_OCTETS },
        ...(tls !== undefined && { tls: { cert: tls.cert, key: tls.key } }),
        ...{ maxBindOctets: MAX_BIND_OCTETS, maxHeldOctets: MAX_HELD_OCTETS },
        // They are counted here, by limits that change.
        maxConnections: Number.MAX_SAFE_INTEGER,
        sessionInitMs: service.limits.headersMs,
        admit: (address) => door.#admit(address),
        onBind: (pdu, connection) => door.#bind(pdu, connection),
        onSession: (connection) => door.#welcome(connection),
        onRequest: (pdu, connection, octets) => door.#take(pdu, connection, octets),
        onFault: (error) => service.onFault(error),
      });
    } catch (error) {
      clearInterval(door.#checks);
      throw error;
    }
    const shown = host.includes(':') ? `[${host}]` : host;
    door.#url = `${tls === undefined ? 'smpp' : 'smpps'}://${shown}:${door.port}`;
    return door;
  }

  get port(): number {
    return this.#server.port;
  }

  /** Such as `smpp://127.0.0.1:2775`; `smpps:` with TLS. */
  get url(): string {
    return this.#url;
  }

  /** Shows another certificate to those who connect from now on. @throws Error when it is none, or the port has no TLS. */
  renewTls({ cert, key }: NonNullable<ListenOptions['tls']>): void {
    this.#server.renewTls({ cert, key });
  }

  /** Takes no more PDUs, answers those in hand, and unbinds; all of it within the time of grace. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#checks);
    const end = setTimeout(() => {
      for (const connection of this.#server.connections) connection.destroy('the gateway ends');
    }, this.#service.limits.graceMs);
    await this.#server.close();
    clearTimeout(end);
  }

  // ---- Connections ----

  #admit(address: string): (() => void) | undefined {
    const { limits, onCrowded, onFull } = this.#service;
    const client = clientOf(address);
    if (this.#connections >= limits.connections) {
      onFull(client);
      return undefined;
    }
    const leave = this.#counts.add(client, limits.connectionsPerAddress);
    if (leave === undefined) {
      onCrowded(client);
      return undefined;
    }
    this.#connections++;
    return () => {
      this.#connections--;
      leave();
    };
  }

  async #bind(pdu: SmppPdu, connection: SmppConnection): Promise<SmppReply> {
    const record = recordOf(pdu, connection);
    return this.#answer(record, async () => {
      const { operations, store } = this.#service;
      const client = operations.admit(record);
      const credentials = readCredentials(pdu);
      // The mark is of before: a PIN that changes meanwhile ends the session.
      const login = credentials && (await store.login(credentials.username));
      const account = credentials && (await operations.authenticate(record, credentials, client));
      if (account === undefined || login === undefined) throw NOT_BOUND;
      const { username } = account;
      if (this.#countBound(username) >= this.#sessionsPerAccount) {
        throw new SmppRefusal('ESME_RALYBND', `At most ${this.#sessionsPerAccount} sessions`, REPORT.notPermitted);
      }
      const interfaceVersion = Number(pdu.fields?.interface_version);
      this.#bound.set(connection, { username, mark: login.mark, interfaceVersion });
      void connection.ended.then(() => this.#bound.delete(connection));
      return {
        fields: { system_id: SYSTEM_ID },
        parameters: interfaceVersion < VERSION_3_4 ? [] : [{ name: 'sc_interface_version', value: VERSION_3_4 }],
      };
    });
  }

  #countBound(username: string): number {
    return [...this.#bound.values()].filter((bound) => bound.username === username).length;
  }

  #welcome(connection: SmppConnection): void {
    const { sessions, log } = this.#service;
    const { username } = this.#bound.get(connection) as Bound;
    const peer = peerOf(connection);
    sessions.add(username, connection);
    void connection.ended.then(({ reason, message }) => log.info({ peer, username, reason, message }, 'smpp session ended'));
  }

  /** Ends sessions whose account may not log in any more, or has another PIN. */
  async #check(): Promise<void> {
    if (this.#bound.size === 0 || this.#isChecking) return;
    this.#isChecking = true;
    try {
      const bound = [...this.#bound];
      const marks = await this.#service.store.loginMarks([...new Set(bound.map(([, { username }]) => username))]);
      for (const [connection, { username, mark }] of bound) if (marks.get(username) !== mark) void connection.unbind();
    } catch (error) {
      this.#service.onFault(error);
    } finally {
      this.#isChecking = false;
    }
  }

  // ---- PDUs ----

  async #take(pdu: SmppPdu, connection: SmppConnection, octets: Uint8Array): Promise<SmppReply> {
    const record = recordOf(pdu, connection);
    const { budget } = this.#service;
    const held = { client: clientOf(record.peer ?? ''), onRefused: () => undefined, octets: 0, isWhole: true };
    try {
      return await this.#answer(record, () => {
        if (this.#isClosing) throw new SmppRefusal('ESME_RTHROTTLED', 'The gateway ends');
        if (!budget.take(held, octets.length)) throw new SmppRefusal('ESME_RMSGQFUL', 'Busy, retry later');
        return this.#perform(pdu, this.#bound.get(connection) as Bound, record);
      });
    } finally {
      budget.release(held);
      if (record.isLoggedOut === true) void connection.unbind();
    }
  }

  /** The answer that comes of something, whatever goes wrong in it. */
  async #answer(record: DoorRecord, work: () => Promise<SmppAnswer>): Promise<SmppAnswer> {
    const { operations, onAnswered } = this.#service;
    const start = performance.now();
    let answer: SmppAnswer;
    try {
      answer = await work();
    } catch (error) {
      const refusal = operations.refuse(record, error);
      record.isLoggedOut = refusal === LOGIN;
      answer = { status: statusOfRefusal(refusal) };
    }
    onAnswered(record, answer.status === undefined ? OK : numberOf(answer.status), performance.now() - start);
    return answer;
  }

  #perform(pdu: SmppPdu, bound: Bound, record: RequestRecord): Promise<SmppAnswer> {
    switch (pdu.command) {
      case 'submit_sm':
      case 'data_sm':
      case 'submit_multi':
        return this.#submit(pdu, bound, record);
      case 'query_sm':
        return this.#query(pdu, bound, record);
      case 'cancel_sm':
        return this.#cancel(pdu, bound, record);
      case 'replace_sm':
        return this.#replace(pdu, bound, record);
      default:
        throw new SmppRefusal('ESME_RINVCMDID', `There is no ${pdu.command}`);
    }
  }

  async #submit(pdu: SmppPdu, bound: Bound, record: RequestRecord): Promise<SmppAnswer> {
    const { operations, clock } = this.#service;
    let destinations: Destination[] = [];
    const { outcome } = await operations.perform<'sendSms' | 'sendContent'>(record, {
      credentials: () => bound,
      request: () => {
        destinations = readDestinations(pdu);
        const sendTo = destinations.flatMap(({ address }) => address ?? []);
        if (sendTo.length === 0) throw new SmppRefusal('ESME_RINVDSTADR', 'No recipient is a number with country code');
        return readSubmit(pdu, sendTo, clock());
      },
    });
    return answerOf(pdu, destinations, outcome);
  }

  async #query({ fields = {} }: SmppPdu, bound: Bound, record: RequestRecord): Promise<SmppAnswer> {
    const messageIdentifier = textOf(fields.message_id);
    const request = { operation: 'findMessage', messageIdentifier } as const;
    const call = { credentials: () => bound, request: () => request };
    const { outcome } = await this.#service.operations.perform<'findMessage'>(record, call);
    if (!hasAddresses(outcome, fields)) throw new NoMessage();
    return { fields: queryFields(outcome, bound.interfaceVersion) };
  }

  async #cancel({ fields = {} }: SmppPdu, bound: Bound, record: RequestRecord): Promise<SmppAnswer> {
    const { operations } = this.#service;
    const messageIdentifier = textOf(fields.message_id);
    if (messageIdentifier === '') return this.#cancelBetween(fields, bound, record);
    await operations.perform<'cancelMessage'>(record, {
      credentials: () => bound,
      request: async () => {
        await this.#findOwn(fields, bound);
        return { operation: 'cancelMessage', messageIdentifier };
      },
    });
    return {};
  }

  /** One at a time of an account: one PDU may cancel thousands. */
  async #cancelBetween(fields: SmppFields, bound: Bound, record: RequestRecord): Promise<SmppAnswer> {
    const { username } = bound;
    let isTaken = false;
    try {
      await this.#service.operations.perform<'cancelBetween'>(record, {
        credentials: () => bound,
        request: () => {
          const request = cancelBetween(textOf(fields.source_addr), textOf(fields.destination_addr));
          if (this.#cancelling.has(username)) {
            throw new SmppRefusal('ESME_RTHROTTLED', 'One cancel_sm without an id at a time', REPORT.notPermitted);
          }
          this.#cancelling.add(username);
          isTaken = true;
          return request;
        },
      });
    } finally {
      if (isTaken) this.#cancelling.delete(username);
    }
    return {};
  }

  async #replace(pdu: SmppPdu, bound: Bound, record: RequestRecord): Promise<SmppAnswer> {
    const { operations, clock } = this.#service;
    const { fields = {} } = pdu;
    try {
      await operations.perform<'replaceMessage'>(record, {
        credentials: () => bound,
        request: async () => {
          const own = await this.#findOwn(fields, bound);
          const { messageIdentifier } = own;
          return { operation: 'replaceMessage', messageIdentifier, ...readReplacement(pdu, own, clock()) };
        },
      });
    } catch (error) {
      if (error instanceof TooLate) throw new SmppRefusal('ESME_RREPLACEFAIL', error.message);
      throw error;
    }
    return {};
  }

  /** The message that a PDU is about. @throws NoMessage */
  async #findOwn(fields: SmppFields, { username }: Bound): Promise<OwnMessage> {
    const own = await this.#service.store.findOwn(username, textOf(fields.message_id));
    if (own === undefined || !hasAddresses(own, fields)) throw new NoMessage();
    return own;
  }
}

/** A record that says whether whoever was logged in is so no more. */
type DoorRecord = RequestRecord & { isLoggedOut?: boolean };

function recordOf({ command }: SmppPdu, connection: SmppConnection): DoorRecord {
  return { path: PATH, peer: peerOf(connection), operation: String(command) };
}

function peerOf({ remote }: SmppConnection): string | undefined {
  return remote.address && withoutMapping(remote.address);
}

/** Name and PIN of a bind; undefined where one is missing. */
function readCredentials({ fields = {} }: SmppPdu): Credentials | undefined {
  const username = textOf(fields.system_id);
  const pin = textOf(fields.password);
  return username === '' || pin === '' ? undefined : { username, pin };
}

/** @throws SmppRefusal when that would be everything that an account has waiting */
function cancelBetween(originator: string, destination: string) {
  const recipient = parseNumber(destination);
  if (recipient === undefined) throw new SmppRefusal('ESME_RCANCELFAIL', 'Neither a message nor a recipient is named');
  return { operation: 'cancelBetween', originator: originator === '' ? undefined : originator, recipient } as const;
}

/** The answer to a submission, by what became of each recipient. */
function answerOf({ command }: SmppPdu, destinations: readonly Destination[], results: readonly SendResult[]): SmppAnswer {
  const left = [...results];
  const statuses = destinations.map(({ address }) =>
    address === undefined ? statusNumber('ESME_RINVDSTADR') : statusOfResult(left.shift() as SendResult),
  );
  const accepted = results.find(({ report }) => isAccepted(report));
  if (accepted === undefined) {
    const [first] = statuses;
    return { status: statuses.every((status) => status === first) ? first : 'ESME_RSUBMITFAIL' };
  }
  const message_id = accepted.messageIdentifier;
  if (command !== 'submit_multi') return { fields: { message_id } };
  const unsuccess_sme = destinations.flatMap(({ fields }, i) =>
    statuses[i] === OK ? [] : [{ ...fields, error_status_code: statuses[i] }],
  );
  return { fields: { message_id, unsuccess_sme } };
}

function numberOf(status: SmppStatus | number): number {
  return typeof status === 'number' ? status : statusNumber(status);
}
