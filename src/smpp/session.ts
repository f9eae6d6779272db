/**
 * An SMPP session as a state machine: octets in, events and octets out. It has no socket, no timer and no clock: each call gets the time
 * (milliseconds of a monotonic clock), and the session says when to call it next. It is either side: `esme` or `mc`.
 *
 *   const session = new SmppSession({ role: 'mc' }, now());
 *   socket.on('data', (octets) => handle(session.receive(octets, now())));
 *   socket.on('drain', () => handle(session.setBacklog(socket.writableLength, now())));
 *   socket.on('end', () => handle(session.endInput(now())));   // with allowHalfOpen: answers are still written
 *   socket.on('close', () => handle(session.close()));
 *
 *   function handle(events) {
 *     for (const event of events) {
 *       if (event.kind === 'request') session.respond(event.pdu, { status: 0, fields: { message_id: '1' } });   // now or later
 *       if (event.kind === 'answer') ...            // to the request whose sequence number session.request gave: event.pdu.sequence
 *       if (event.kind === 'overdue') ...           // the outcome is unknown; an answer may still come, with isLate
 *       if (event.kind === 'end') socket.end(session.takeOutput());   // destroy() where event.mayFlush is false
 *     }
 *     flush();
 *   }
 *
 *   function flush() {                               // after every call, also respond and request
 *     const octets = session.takeOutput();           // undefined when there are none
 *     if (octets) { socket.write(octets); events = session.setBacklog(socket.writableLength, now()); ... }
 *     if (session.isReading) socket.resume(); else socket.pause();
 *     // then, at session.nextTimeMs (undefined: never; a past time: at once): handle(session.tick(now()))
 *   }
 *
 * - An ESME sends its bind with `request('bind_transceiver', { fields })`; the session is bound when the answer has status 0. A message centre gets the bind as
 *   a `request` event, and is bound when it responds with status 0.
 * - `request` throws an SmppSessionError when `capacity` is 0: wait for an `answer` or an `overdue`.
 * - Message requests of the peer above `peerWindow` wait until `respond` and the `tick` after it; answers, enquire_link and unbind are processed meanwhile. When too
 *   many octets wait, nothing more is read, and timers for data of the peer stop, because the data may be waiting unread.
 * - The session answers enquire_link and unbind of the peer; unbind when the requests of both sides are answered, or after `responseMs`, and no new
 *   ones are sent or accepted meanwhile.
 * - A `refused` event reports a request that the session has refused and answered: an unknown command with generic_nack ESME_RINVCMDID; one in the wrong
 *   state with ESME_RINVBNDSTS; one that cannot be decoded with the status of the invalid field.
 * - An impossible length, or one above `maxPduOctets` (before the bind `maxBindOctets`), ends the session with generic_nack ESME_RINVCMDLEN.
 * - Do not change octets passed to or returned by the session: messages are views of the received octets.
 *
 * node.ts is such a transport for Node.
 * Source: SMPP Protocol Specification v3.4 chapter 2 and sections 3.2, 4.3, 7.2; v5.0 chapter 2.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets, u32be } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import type { Issue } from '../bytes/reading.js';
import { DEFAULT_LIMITS, FormatError } from '../errors.js';
import { decodeSmppPdu } from './decode.js';
import { encodeSmppPdu, type SmppParameterInput, type SmppPduInput } from './encode.js';
import { parameterTable, type SmppParameterDeclaration } from './parameters.js';
import { commandName, findPduType, isAnswer, type SmppCommand, type SmppFields, type SmppPdu } from './pdus.js';
import { HEADER_OCTETS } from './quick.js';
import {
  findAnswer,
  findStates,
  isMessage,
  type SmppRole,
  type SmppSessionState,
  STATE_OF_BIND,
  statusOfFault,
} from './session-rules.js';
import { type SmppStatus, statusNumber } from './status.js';

export type { SmppRole, SmppSessionState } from './session-rules.js';

/** Options of a session. Times are in milliseconds; 0 disables a timer. */
export interface SmppSessionOptions {
  /** The side of this session: client (`esme`) or message centre (`mc`). */
  readonly role: SmppRole;
  /** Maximum number of unanswered message requests of this side; 10 by default. */
  readonly window?: number | undefined;
  /** Maximum number of unanswered message requests of the peer; more wait. 100 by default. */
  readonly peerWindow?: number | undefined;
  /** Time limit from the connection to an accepted bind (session_init_timer); 30,000 by default. */
  readonly sessionInitMs?: number | undefined;
  /** Silence of the peer after which an enquire_link is sent (enquire_link_timer); 30,000 by default. */
  readonly enquireLinkMs?: number | undefined;
  /** Time without requests, except enquire_link, after which the session unbinds (inactivity_timer); 0 by default. */
  readonly inactivityMs?: number | undefined;
  /** Time limit for an answer (response_timer); 10,000 by default. */
  readonly responseMs?: number | undefined;
  /** sequence_number of the first request, 1 to 7FFFFFFF hex; 1 by default. */
  readonly firstSequence?: number | undefined;
  /** Maximum octets of a PDU, up to 131,072; 65,536 by default. */
  readonly maxPduOctets?: number | undefined;
  /** Maximum octets of a PDU before the session is bound; `maxPduOctets` by default. */
  readonly maxBindOctets?: number | undefined;
  /**
   * Maximum octets of requests that wait for a place in `peerWindow`, above which nothing more is read; and of octets received while nothing is read, in addition to
   * one PDU. 1,048,576 by default.
   */
  readonly maxHeldOctets?: number | undefined;
  /** Maximum octets that wait to be sent, above which the session ends (`slow-reader`); 1,048,576 by default. */
  readonly maxBacklogOctets?: number | undefined;
  /** How long more than 65,536 octets may wait to be sent, during which nothing is read and sent, until the session ends; 30,000 by default. */
  readonly stallMs?: number | undefined;
  /**
   * Whether requests of the peer may deviate from the specification as long as every field can be decoded, and texts of this side may have any length; true by
   * default. Answers are always decoded leniently.
   */
  readonly lenient?: boolean | undefined;
  /** Whether requests that cannot be decoded are `request` events, for the caller to answer; by default the session refuses them. */
  readonly handsOnUnreadable?: boolean | undefined;
  /** Declarations of the service centre's own optional parameters. */
  readonly parameters?: readonly SmppParameterDeclaration[] | undefined;
}

/** The body of a request. */
export interface SmppRequest {
  /** Mandatory fields by name; absent ones are 0 or empty. */
  readonly fields?: SmppFields | undefined;
  /** Optional parameters. */
  readonly parameters?: readonly SmppParameterInput[] | undefined;
}

/** An answer; by default ESME_ROK with empty fields. */
export interface SmppAnswer extends SmppRequest {
  /** command_status, by number or by name; 0 by default. With any other status the fields are omitted. */
  readonly status?: number | SmppStatus | undefined;
}

/** A request that was sent. */
export interface SmppSentRequest {
  /** Its command. */
  readonly command: SmppCommand;
  /** Its sequence_number. */
  readonly sequence: number;
}

/** Why a session ended. */
export type SmppEndReason =
  /** The connection was closed, by either side. */
  | 'closed'
  /** The peer unbound. */
  | 'peer-unbound'
  /** This side unbound. */
  | 'unbound'
  /** The peer sent an invalid command_length, after which the stream cannot be decoded. */
  | 'bad-length'
  /** The peer answered a request with the answer of another command. */
  | 'wrong-answer'
  /** No bind was accepted within `sessionInitMs`. */
  | 'no-bind'
  /** The peer did not answer an enquire_link, a bind or an unbind in time. */
  | 'no-answer'
  /** The peer does not read what it is sent. */
  | 'slow-reader'
  /** More octets were received than `maxHeldOctets` allows while the session was not reading. */
  | 'flooded';

/** An event of a session, a union on `kind`. */
export type SmppSessionEvent =
  /** A bind or a message request of the peer, to be answered with `respond`. `octets` is the PDU verbatim. */
  | { readonly kind: 'request'; readonly pdu: SmppPdu; readonly octets: Uint8Array }
  /** A request without an answer: alert_notification, outbind. */
  | { readonly kind: 'notice'; readonly pdu: SmppPdu }
  /**
   * The answer to a request with this `command`. The PDU may be a generic_nack, whose status is never 0: a missing one becomes ESME_RUNKNOWNERR. `isLate`: it
   * arrived after its `overdue` event.
   */
  | { readonly kind: 'answer'; readonly command: SmppCommand; readonly pdu: SmppPdu; readonly isLate: boolean }
  /** A request was not answered within `responseMs`. */
  | ({ readonly kind: 'overdue' } & SmppSentRequest)
  /** The session has refused and answered a request of the peer. */
  | {
      readonly kind: 'refused';
      readonly command: SmppCommand | number;
      readonly sequence: number;
      readonly status: number;
      readonly reason: string;
    }
  /** The session ignored an answer without a request, or of an unknown command. */
  | { readonly kind: 'ignored'; readonly command: SmppCommand | number; readonly sequence: number }
  /** The session has ended. `unanswered` are the requests whose outcome is unknown. */
  | {
      readonly kind: 'end';
      readonly reason: SmppEndReason;
      readonly message: string;
      /** Whether to send the remaining output before closing the connection. */
      readonly mayFlush: boolean;
      readonly unanswered: readonly SmppSentRequest[];
    };

/**
 * Why a call is refused: the session has ended (`closed`), its state does not allow the command, the command is unknown or not for this side, the window is full, or
 * the request to answer is not pending.
 */
export type SmppSessionFault = 'closed' | 'wrong-state' | 'wrong-command' | 'window-full' | 'not-pending';

/** Thrown for a call that the state of the session does not allow. */
export class SmppSessionError extends Error {
  /** The class name. */
  override readonly name: string = 'SmppSessionError';
  /** Why the call is refused. */
  readonly code: SmppSessionFault;

  /** Creates an error. */
  constructor(code: SmppSessionFault, message: string) {
    super(message);
    this.code = code;
  }
}

/** sequence_number counts up to here (5.1.4). */
const MAX_SEQUENCE = 0x7fffffff;
/** Requests without an answer that are still waited for after their time. */
const MAX_LATE = 1_000;
/** Octets that wait to be sent, past which nothing more is read and sent. */
const PAUSE_OCTETS = 65_536;

/** What a generic_nack says that gives no reason. */
const UNKNOWN_ERROR = statusNumber('ESME_RUNKNOWNERR');

const LENGTH_OCTETS = 4;
const BINDS = ['bind_transmitter', 'bind_receiver', 'bind_transceiver'] as const;
const NONE: readonly SmppSessionEvent[] = [];

/** Why a session ended that was left, in words. */
const LEFT: Readonly<Record<Leaving['reason'], string>> = {
  'peer-unbound': 'the peer unbound',
  unbound: 'this side unbound',
  closed: 'the connection was closed',
};

/** The same while it is being left. */
const LEAVING: Readonly<Record<Leaving['reason'], string>> = {
  'peer-unbound': 'the peer is unbinding',
  unbound: 'this side is unbinding',
  closed: 'the peer closed the connection',
};

interface Waiting extends SmppSentRequest {
  deadlineMs: number;
}

/** Either side unbound, or the peer sends nothing more; answers that are due still go out, and come in where they can. */
interface Leaving {
  readonly reason: 'peer-unbound' | 'unbound' | 'closed';
  /** Of the peer's unbind. */
  readonly sequence: number;
  readonly deadlineMs: number;
}

/** How long a session that is leaving may take where answers may take any time. */
export const LEAVING_MS = 10_000;

type Timers = Readonly<Record<'sessionInitMs' | 'enquireLinkMs' | 'inactivityMs' | 'responseMs' | 'stallMs', number>>;

/**
 * One side of an SMPP 3.4 or 5.0 session as a state machine: octets in, events and octets out. Every method that gets a time expects milliseconds of a monotonic clock;
 * after each call, send the octets of `takeOutput`. `handset/smpp/node` runs it over a socket.
 * Source: SMPP Protocol Specification v3.4 chapter 2 and sections 3.2, 4.3, 7.2; v5.0 chapter 2.
 */
export class SmppSession {
  readonly #role: SmppRole;
  readonly #peer: SmppRole;
  readonly #options: Pick<SmppSessionOptions, 'lenient' | 'parameters' | 'handsOnUnreadable'>;
  readonly #window: number;
  readonly #peerWindow: number;
  readonly #maxPduOctets: number;
  readonly #maxBindOctets: number;
  readonly #maxHeldOctets: number;
  readonly #maxBacklogOctets: number;
  readonly #timers: Timers;
  #state: SmppSessionState = 'open';
  #hasEnded = false;
  #events: SmppSessionEvent[] = [];

  // Requests of this side.
  #sequence = 0;
  /** By sequence number, in the order in which they were sent, which is that of their deadlines. */
  readonly #waiting = new Map<number, Waiting>();
  /** Those of them that carry messages: the window counts these. */
  #messages = 0;
  /** How many there are of the others, by command. */
  readonly #control = new Map<SmppCommand, number>();
  readonly #late = new Map<number, SmppCommand>();

  // Requests of the peer.
  readonly #pending = new Set<SmppPdu>();
  /** The bind that is not answered yet. */
  #bind: SmppPdu | undefined;
  /** Requests, as PDUs one after another, that wait for a place in the peer's window. */
  #deferred = new HeldOctets();
  /** Whether so many wait that nothing is read. */
  #isFull = false;
  #leaving: Leaving | undefined;
  /** Whether the peer sends nothing more. */
  #hasInputEnded = false;

  // Octets.
  #held = new HeldOctets();
  readonly #output: Uint8Array[] = [];
  #outputOctets = 0;
  #backlog = 0;
  /** Since when so much waits to be sent that nothing is read. */
  #stalledSinceMs: number | undefined;

  // Times.
  readonly #startedMs: number;
  #heardMs: number;
  #activeMs: number;
  /** Since when nothing is read. */
  #pausedSinceMs: number | undefined;

  /**
   * Creates a session on a new connection.
   * @param nowMs the time, as for every call.
   * @throws TypeError for an invalid option or declaration of a parameter.
   */
  constructor(options: SmppSessionOptions, nowMs: number) {
    requireObject(options, 'options');
    const { role, lenient = true, handsOnUnreadable, parameters } = options;
    if (role !== 'esme' && role !== 'mc') throw new TypeError(`role is ${quote(role)}, not 'esme' or 'mc'`);
    this.#role = role;
    this.#peer = role === 'esme' ? 'mc' : 'esme';
    this.#options = { lenient, parameters, handsOnUnreadable };
    // A declaration without sense is found before anything comes.
    parameterTable(parameters);
    const whole = (name: WholeOption, fallback: number, min: number, max?: number) =>
      wholeOption(options, name, fallback, min, max);
    this.#sequence = whole('firstSequence', 1, 1, MAX_SEQUENCE) - 1;
    this.#window = whole('window', 10, 1);
    this.#peerWindow = whole('peerWindow', 100, 1);
    this.#maxPduOctets = whole('maxPduOctets', 65_536, HEADER_OCTETS, DEFAULT_LIMITS.smppOctets);
    this.#maxBindOctets = whole('maxBindOctets', this.#maxPduOctets, HEADER_OCTETS, this.#maxPduOctets);
    this.#maxHeldOctets = whole('maxHeldOctets', 1_048_576, 1);
    this.#maxBacklogOctets = whole('maxBacklogOctets', 1_048_576, 1);
    this.#timers = {
      sessionInitMs: whole('sessionInitMs', 30_000, 0),
      enquireLinkMs: whole('enquireLinkMs', 30_000, 0),
      inactivityMs: whole('inactivityMs', 0, 0),
      responseMs: whole('responseMs', 10_000, 0),
      stallMs: whole('stallMs', 30_000, 0),
    };
    this.#startedMs = nowMs;
    this.#heardMs = nowMs;
    this.#activeMs = nowMs;
  }

  /**
   * Returns the state, by the specification's names. After the end it is `unbound` until `close` is called, then `closed`.
   */
  get state(): SmppSessionState {
    return this.#state;
  }

  /** Returns whether messages can be sent in at least one direction. */
  get isBound(): boolean {
    return !this.#hasEnded && this.#leaving === undefined && this.#hasBound;
  }

  /** Returns whether the session has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Returns the number of message requests that may be sent now, by window and connection. */
  get capacity(): number {
    return this.#hasEnded || this.#isStalled || this.#leaving !== undefined ? 0 : Math.max(0, this.#window - this.#messages);
  }

  /** Returns the number of unanswered requests of this side. */
  get outstanding(): number {
    return this.#waiting.size;
  }

  /** Returns the number of unanswered requests of the peer. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Returns whether to read from the connection; stop reading while it is false. */
  get isReading(): boolean {
    return !this.#hasEnded && !this.#isFull && !this.#isStalled;
  }

  /** Returns when to call `tick` next; undefined for never, a past time for at once. */
  get nextTimeMs(): number | undefined {
    if (this.#hasEnded) return undefined;
    const isReady = this.isReading && this.#held.isReady(this.#pduOctets);
    if (isReady || this.#mayTakeDeferred || this.#hasAnsweredAll) return 0;
    const times: number[] = [];
    const { sessionInitMs, enquireLinkMs, stallMs } = this.#timers;
    if (this.#leaving !== undefined) times.push(this.#leaving.deadlineMs);
    if (!this.#hasBound && sessionInitMs > 0) times.push(this.#startedMs + sessionInitMs);
    if (this.isReading) {
      const first = this.#leaving?.reason === 'closed' ? undefined : firstOf(this.#waiting.values());
      if (first !== undefined && Number.isFinite(first.deadlineMs)) times.push(first.deadlineMs);
      if (this.isBound && enquireLinkMs > 0 && !this.#isAsked('enquire_link')) times.push(this.#heardMs + enquireLinkMs);
      if (this.isBound && !this.#isAsked('unbind')) times.push(this.#inactiveAtMs);
    }
    if (stallMs > 0 && this.#stalledSinceMs !== undefined) times.push(this.#stalledSinceMs + stallMs);
    const next = Math.min(...times);
    return Number.isFinite(next) ? next : undefined;
  }

  /** Processes received octets, which must not be changed afterwards. @throws TypeError for another value. */
  receive(octets: Uint8Array, nowMs: number): readonly SmppSessionEvent[] {
    requireOctets(octets, 'the input');
    if (this.#hasEnded) return NONE;
    this.#takeDeferred(nowMs);
    if (this.#held.length > 0) this.#held.append(octets);
    const isDirect = this.#held.length === 0;
    const read = this.#takeAll(isDirect ? octets : this.#held.view, isDirect, nowMs);
    if (!isDirect) this.#held.drop(read);
    else if (read < octets.length && !this.#hasEnded) this.#held.append(octets.subarray(read));
    if (!this.#hasEnded && this.#held.length > this.#pduOctets + this.#maxHeldOctets) {
      this.#end('flooded', `${this.#held.length} octets while nothing is read`, false);
    }
    this.#checkPause(nowMs);
    return this.#takeEvents();
  }

  /** Runs due timers, and processes PDUs that had to wait. */
  tick(nowMs: number): readonly SmppSessionEvent[] {
    if (this.#hasEnded) return NONE;
    this.#takeDeferred(nowMs);
    if (this.#held.length > 0) this.#held.drop(this.#takeAll(this.#held.view, false, nowMs));
    this.#checkPause(nowMs);
    this.#checkLeaving(nowMs);
    // After the end of what the peer sends nothing is overdue: the session ends first.
    if (this.isReading && this.#leaving?.reason !== 'closed') this.#checkAnswers(nowMs);
    const { sessionInitMs, enquireLinkMs, stallMs } = this.#timers;
    const isDue = (sinceMs: number, ms: number) => ms > 0 && nowMs >= sinceMs + ms;
    if (this.#stalledSinceMs !== undefined && isDue(this.#stalledSinceMs, stallMs)) {
      this.#end('slow-reader', `${this.#backlog} octets wait to be read for ${stallMs} ms`, false);
    }
    if (this.#hasEnded) return this.#takeEvents();
    if (!this.#hasBound && isDue(this.#startedMs, sessionInitMs)) {
      this.#end('no-bind', `no bind within ${sessionInitMs} ms`, true);
    }
    if (!this.isBound || !this.isReading) return this.#takeEvents();
    if (isDue(this.#heardMs, enquireLinkMs) && !this.#isAsked('enquire_link')) this.#send('enquire_link', {}, nowMs);
    if (nowMs >= this.#inactiveAtMs && !this.#isAsked('unbind')) this.#send('unbind', {}, nowMs);
    return this.#takeEvents();
  }

  /**
   * Sends a request: a bind, a message request, alert_notification, outbind, enquire_link or unbind.
   * @returns its sequence_number, which the answer repeats.
   * @throws SmppSessionError if the state does not allow it, or the window is full.
   * @throws EncodeError for fields that cannot be encoded.
   */
  request(command: SmppCommand, request: SmppRequest, nowMs: number): number {
    if (this.#hasEnded) throw new SmppSessionError('closed', 'the session is over');
    const states = findStates(this.#role, command);
    if (states === undefined) {
      throw new SmppSessionError('wrong-state', `${quote(command)} is not a request of an ${this.#role}`);
    }
    const isBinding = STATE_OF_BIND[command] !== undefined && BINDS.some((bind) => this.#isAsked(bind));
    if (this.#isAsked('unbind') || this.#leaving !== undefined) {
      throw new SmppSessionError('wrong-state', `${command}: ${LEAVING[this.#leaving?.reason ?? 'unbound']}`);
    }
    if (!states.includes(this.#state) || isBinding) {
      throw new SmppSessionError('wrong-state', `${command} in the state ${this.#state}`);
    }
    if (isMessage(command) && this.capacity === 0) throw new SmppSessionError('window-full', 'the window is full');
    return this.#send(command, request, nowMs);
  }

  /**
   * Answers a request of the peer, given as the PDU of its event.
   * @returns false if the session has ended, so that nothing was sent.
   * @throws SmppSessionError `not-pending` for a request that was answered before.
   * @throws EncodeError for fields that cannot be encoded; the request remains to be answered.
   */
  respond(request: SmppPdu, answer: SmppAnswer = {}): boolean {
    if (this.#hasEnded) return false;
    const type = this.#pending.has(request) ? findAnswer(String(request.command)) : undefined;
    if (type === undefined) throw new SmppSessionError('not-pending', 'no such request waits for an answer');
    const { status: given = 0, fields = {}, parameters = [] } = answer;
    const status = typeof given === 'string' ? statusNumber(given) : given;
    const hasBody = status === 0 || answer.fields !== undefined || parameters.length > 0;
    this.#write({
      ...{ command: type.name, sequence: request.sequence, status },
      ...(hasBody && { fields, parameters }),
    });
    this.#pending.delete(request);
    if (request !== this.#bind) return true;
    this.#bind = undefined;
    if (status === 0) this.#state = STATE_OF_BIND[request.command as SmppCommand] as SmppSessionState;
    return true;
  }

  /** Returns the octets to send; undefined if there are none. */
  takeOutput(): Uint8Array | undefined {
    const [first] = this.#output;
    if (first === undefined) return undefined;
    const octets = this.#output.length === 1 ? first : new Uint8Array(this.#outputOctets);
    if (octets !== first) {
      let at = 0;
      for (const pdu of this.#output) {
        octets.set(pdu, at);
        at += pdu.length;
      }
    }
    this.#output.length = 0;
    this.#outputOctets = 0;
    return octets;
  }

  /**
   * Reports how many octets of the output wait to be sent: call it after each write, and when the connection has sent some.
   */
  setBacklog(octets: number, nowMs: number): readonly SmppSessionEvent[] {
    if (this.#hasEnded) return NONE;
    this.#backlog = octets;
    if (octets + this.#outputOctets > this.#maxBacklogOctets) {
      this.#end(
        'slow-reader',
        `${octets + this.#outputOctets} octets wait to be read, at most ${this.#maxBacklogOctets}`,
        false,
      );
    } else if (octets <= PAUSE_OCTETS) this.#stalledSinceMs = undefined;
    else this.#stalledSinceMs ??= nowMs;
    this.#checkPause(nowMs);
    return this.#takeEvents();
  }

  /**
   * Reports that the peer sends nothing more, but may still read. Its requests can still be answered within
   * `responseMs`; then the session ends. Requests of this side remain unanswered.
   */
  endInput(nowMs: number): readonly SmppSessionEvent[] {
    if (this.#hasEnded) return NONE;
    this.#hasInputEnded = true;
    this.#leave('closed', 0, nowMs);
    return this.#takeEvents();
  }

  /** Reports that the connection is closed, or is about to be. */
  close(message = 'the connection was closed'): readonly SmppSessionEvent[] {
    if (!this.#hasEnded) this.#end('closed', message, true);
    this.#state = 'closed';
    return this.#takeEvents();
  }

  get #isStalled(): boolean {
    return this.#stalledSinceMs !== undefined;
  }

  get #hasBound(): boolean {
    return this.#state.startsWith('bound');
  }

  /** Octets of a PDU at most just now. */
  get #pduOctets(): number {
    return this.#hasBound ? this.#maxPduOctets : this.#maxBindOctets;
  }

  /** When the session is inactive for so long that it unbinds. Requests in hand are given the time that answers have. */
  get #inactiveAtMs(): number {
    const { inactivityMs, responseMs } = this.#timers;
    if (inactivityMs === 0) return Number.POSITIVE_INFINITY;
    return this.#activeMs + inactivityMs + (this.#pending.size > 0 ? responseMs : 0);
  }

  get #mayTakeDeferred(): boolean {
    return !this.#hasEnded && this.#deferred.length > 0 && this.#pending.size < this.#peerWindow && !this.#isStalled;
  }

  /**
   * Whether either side unbound or sends nothing more, and nothing keeps the session any more. A peer that has answered this side's unbind, or sends
   * nothing more, gives no other answers.
   */
  get #hasAnsweredAll(): boolean {
    if (this.#leaving === undefined || this.#hasUntaken) return false;
    const expected = this.#leaving.reason === 'peer-unbound' && !this.#hasInputEnded ? this.#messages : 0;
    return this.#pending.size + this.#deferred.length + expected === 0;
  }

  /** Whether PDUs that came before the end wait to be taken. After an unbind there are none that count. */
  get #hasUntaken(): boolean {
    return this.#leaving?.reason === 'closed' && this.#held.isReady(this.#pduOctets);
  }

  #takeEvents(): readonly SmppSessionEvent[] {
    if (this.#events.length === 0) return NONE;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Whether a request that carries no messages has no answer yet. */
  #isAsked(command: SmppCommand): boolean {
    return (this.#control.get(command) ?? 0) > 0;
  }

  // ---- Out ----

  #send(command: SmppCommand, { fields, parameters = [] }: SmppRequest, nowMs: number): number {
    const sequence = this.#nextSequence();
    const type = findPduType(command);
    const hasFields = type !== undefined && type.fields.length > 0;
    this.#write({ command, sequence, parameters, ...(hasFields && { fields: fields ?? {} }) });
    this.#sequence = sequence;
    if (command === 'outbind') this.#state = 'outbound';
    if (isMessage(command)) this.#activeMs = nowMs;
    if (findAnswer(command) === undefined) return sequence;
    const { responseMs } = this.#timers;
    const deadlineMs = responseMs === 0 ? Number.POSITIVE_INFINITY : nowMs + responseMs;
    this.#waiting.set(sequence, { command, sequence, deadlineMs });
    if (isMessage(command)) this.#messages++;
    else this.#control.set(command, (this.#control.get(command) ?? 0) + 1);
    return sequence;
  }

  /** The next number that no request has which still waits. */
  #nextSequence(): number {
    let sequence = this.#sequence;
    do sequence = (sequence % MAX_SEQUENCE) + 1;
    while (this.#waiting.has(sequence));
    return sequence;
  }

  #write(pdu: SmppPduInput): void {
    const octets = encodeSmppPdu(pdu, this.#options);
    this.#output.push(octets);
    this.#outputOctets += octets.length;
  }

  // ---- In ----

  /** While nothing is read no time runs for what the peer should send: it may be there unread. */
  #checkPause(nowMs: number): void {
    if (this.#hasEnded) return;
    if (!this.isReading) {
      this.#pausedSinceMs ??= nowMs;
      return;
    }
    if (this.#pausedSinceMs === undefined) return;
    const pauseMs = nowMs - this.#pausedSinceMs;
    this.#pausedSinceMs = undefined;
    this.#heardMs += pauseMs;
    this.#activeMs += pauseMs;
    for (const waiting of this.#waiting.values()) waiting.deadlineMs += pauseMs;
  }

  /**
   * Takes the PDUs that are whole, until one has to wait. Gives how many octets were taken.
   * @param isOwn whether a PDU may keep a view of the octets
   */
  #takeAll(octets: Uint8Array, isOwn: boolean, nowMs: number): number {
    let at = 0;
    while (this.isReading && octets.length - at >= LENGTH_OCTETS) {
      const length = u32be(octets, at);
      if (length < HEADER_OCTETS || length > this.#pduOctets) {
        this.#write({ command: 'generic_nack', sequence: 0, status: statusNumber('ESME_RINVCMDLEN') });
        const words = length < HEADER_OCTETS ? `less than the header's ${HEADER_OCTETS}` : `past ${this.#pduOctets}`;
        this.#end('bad-length', `SMPP/command_length: ${length} is ${words}`, true);
        break;
      }
      if (octets.length - at < length) break;
      const pdu = octets.subarray(at, at + length);
      at += length;
      this.#take(isOwn ? pdu : copyOctets(pdu), nowMs);
    }
    return at;
  }

  #take(octets: Uint8Array, nowMs: number): void {
    const id = u32be(octets, 4);
    const sequence = u32be(octets, 12);
    this.#heardMs = nowMs;
    const command = findPduType(id)?.name;
    if (isAnswer(id)) {
      if (command === undefined) this.#events.push({ kind: 'ignored', command: id, sequence });
      else this.#takeAnswer(this.#decode(octets, true).pdu, nowMs);
      return;
    }
    if (command === undefined) {
      this.#refuse(id, sequence, statusNumber('ESME_RINVCMDID'), `${commandName(id)} is unknown`);
      return;
    }
    const status = this.#findRefusal(command);
    if (status !== undefined) {
      this.#refuse(command, sequence, status, `${command} ${this.#refusalWords(command)}`);
      return;
    }
    const isWindowFull = this.#pending.size >= this.#peerWindow || this.#deferred.length > 0;
    if (isWindowFull && isMessage(command) && findAnswer(command) !== undefined) {
      this.#activeMs = nowMs;
      this.#deferred.append(octets);
      this.#isFull = this.#deferred.length > this.#maxHeldOctets;
    } else this.#takeAllowed(command, octets, nowMs);
  }

  /** Takes requests that waited, as far as the window goes. */
  #takeDeferred(nowMs: number): void {
    while (this.#mayTakeDeferred) {
      const { view } = this.#deferred;
      const octets = copyOctets(view.subarray(0, u32be(view, 0)));
      this.#deferred.drop(octets.length);
      this.#takeAllowed(findPduType(u32be(octets, 4))?.name as SmppCommand, octets, nowMs);
    }
    // Reading begins again when there is room for more than a few.
    if (this.#deferred.length <= this.#maxHeldOctets / 2) this.#isFull = false;
  }

  /** Takes a request that goes with the state. */
  #takeAllowed(command: SmppCommand, octets: Uint8Array, nowMs: number): void {
    const { pdu, fault } = this.#decode(octets, this.#options.lenient === true);
    const isTaken = fault === undefined || (this.#options.handsOnUnreadable === true && isMessage(command));
    if (isTaken) this.#takeRequest(command, pdu, octets, nowMs);
    else this.#refuse(command, pdu.sequence, fault.status, fault.reason);
  }

  /** The status of a request that does not go with the state, or with the side that sent it. */
  #findRefusal(command: SmppCommand): number | undefined {
    const states = findStates(this.#peer, command);
    if (states === undefined) return statusNumber('ESME_RINVCMDID');
    const isRebound = STATE_OF_BIND[command] !== undefined && (this.#hasBound || this.#bind !== undefined);
    if (isRebound) return statusNumber('ESME_RALYBND');
    const isLeft = this.#leaving !== undefined && this.#leaving.reason !== 'closed';
    const isAllowed = states.includes(this.#state) && (!isLeft || command === 'enquire_link');
    return isAllowed ? undefined : statusNumber('ESME_RINVBNDSTS');
  }

  #refusalWords(command: SmppCommand): string {
    if (findStates(this.#peer, command) === undefined) return `is not a request of an ${this.#peer}`;
    return this.#leaving === undefined ? `in the state ${this.#state}` : 'while the session is unbinding';
  }

  /** A PDU, or what is wrong with it. What a lenient reading could not decode to its end is wrong as well. */
  #decode(
    octets: Uint8Array,
    lenient: boolean,
  ): { readonly pdu: SmppPdu; readonly fault?: { readonly status: number; readonly reason: string } } {
    let last: Issue | undefined;
    const onIssue = (issue: Issue) => {
      last = issue;
    };
    try {
      const pdu = decodeSmppPdu(octets, { lenient, onIssue, parameters: this.#options.parameters, views: true });
      const issue: Issue | undefined = last;
      if (pdu.rest === undefined || issue === undefined) return { pdu };
      return { pdu, fault: { status: statusOfFault(issue.code as FormatError['code'], issue.field), reason: issue.message } };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const pdu = { command: findPduType(u32be(octets, 4))?.name ?? 0, status: u32be(octets, 8), sequence: u32be(octets, 12) };
      return {
        pdu: { ...pdu, parameters: [] },
        fault: { status: statusOfFault(error.code, error.field), reason: error.message },
      };
    }
  }

  #takeRequest(command: SmppCommand, pdu: SmppPdu, octets: Uint8Array, nowMs: number): void {
    if (command === 'enquire_link') {
      this.#write({ command: 'enquire_link_resp', sequence: pdu.sequence });
      return;
    }
    if (command === 'unbind') {
      this.#leave('peer-unbound', pdu.sequence, nowMs);
      return;
    }
    if (command === 'outbind') this.#state = 'outbound';
    this.#activeMs = nowMs;
    if (findAnswer(command) === undefined) {
      this.#events.push({ kind: 'notice', pdu });
      return;
    }
    if (STATE_OF_BIND[command] !== undefined) this.#bind = pdu;
    this.#pending.add(pdu);
    this.#events.push({ kind: 'request', pdu, octets });
  }

  #refuse(command: SmppCommand | number, sequence: number, status: number, reason: string): void {
    // What has no answer is passed over.
    const answer = typeof command === 'number' ? 'generic_nack' : findAnswer(command)?.name;
    if (answer !== undefined) this.#write({ command: answer, sequence, status });
    this.#events.push({ kind: 'refused', command, sequence, status, reason });
  }

  /** Ends the session as soon as the answers that are due are there. */
  #leave(reason: Leaving['reason'], sequence: number, nowMs: number): void {
    this.#leaving ??= { reason, sequence, deadlineMs: nowMs + (this.#timers.responseMs || LEAVING_MS) };
    this.#checkLeaving(nowMs);
  }

  #checkLeaving(nowMs: number): void {
    if (this.#leaving === undefined || this.#hasEnded) return;
    const { reason, sequence, deadlineMs } = this.#leaving;
    if (!this.#hasAnsweredAll && nowMs < deadlineMs) return;
    if (reason === 'peer-unbound') this.#write({ command: 'unbind_resp', sequence });
    if (reason !== 'closed') this.#state = 'unbound';
    this.#end(reason, LEFT[reason], true);
  }

  #takeAnswer(given: SmppPdu, nowMs: number): void {
    const pdu = given.command === 'generic_nack' && given.status === 0 ? { ...given, status: UNKNOWN_ERROR } : given;
    const { sequence, status } = pdu;
    const waiting = this.#waiting.get(sequence);
    const command = waiting?.command ?? this.#late.get(sequence);
    if (command === undefined) {
      this.#events.push({ kind: 'ignored', command: pdu.command, sequence });
      return;
    }
    if (pdu.command !== `${command}_resp` && pdu.command !== 'generic_nack') {
      this.#end('wrong-answer', `${commandName(pdu.command)} in answer to ${command}`, true);
      return;
    }
    const isLate = waiting === undefined;
    if (isLate) this.#late.delete(sequence);
    else this.#forget(waiting);
    this.#events.push({ kind: 'answer', command, pdu, isLate });
    const bound = STATE_OF_BIND[command];
    if (bound !== undefined && status === 0 && !isLate) this.#state = bound;
    if (command === 'unbind' && !isLate) this.#leave('unbound', sequence, nowMs);
  }

  #forget({ command, sequence }: SmppSentRequest): void {
    this.#waiting.delete(sequence);
    if (isMessage(command)) this.#messages--;
    else this.#control.set(command, (this.#control.get(command) ?? 0) - 1);
  }

  /** Gives up on answers whose time is over: one may still come, and then it is known what became of the request. */
  #checkAnswers(nowMs: number): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.deadlineMs > nowMs || this.#hasEnded) return;
      const { command, sequence } = waiting;
      this.#forget(waiting);
      this.#events.push({ kind: 'overdue', command, sequence });
      if (!isMessage(command)) {
        this.#end('no-answer', `no answer to ${command} in time`, true);
        return;
      }
      this.#late.set(sequence, command);
      if (this.#late.size > MAX_LATE) this.#late.delete(firstOf(this.#late.keys()) as number);
    }
  }

  #end(reason: SmppEndReason, message: string, mayFlush: boolean): void {
    this.#hasEnded = true;
    if (this.#state !== 'unbound') this.#state = 'closed';
    const unanswered = [...this.#waiting.values()].map(({ command, sequence }) => ({ command, sequence }));
    this.#waiting.clear();
    this.#control.clear();
    this.#late.clear();
    this.#pending.clear();
    this.#bind = undefined;
    this.#held = new HeldOctets();
    this.#deferred = new HeldOctets();
    this.#messages = 0;
    if (!mayFlush) {
      this.#output.length = 0;
      this.#outputOctets = 0;
    }
    this.#events.push({ kind: 'end', reason, message, mayFlush, unanswered });
  }
}

/** Octets that came and were not taken yet. Room for them grows with what came, never with what is announced. */
class HeldOctets {
  #octets = new Uint8Array(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  get view(): Uint8Array {
    return this.#octets.subarray(this.#start, this.#end);
  }

  /** Whether it begins with a whole PDU, or with a length that cannot be. */
  isReady(maxOctets: number): boolean {
    if (this.length < LENGTH_OCTETS) return false;
    const length = u32be(this.#octets, this.#start);
    return length < HEADER_OCTETS || length > maxOctets || length <= this.length;
  }

  append(octets: Uint8Array): void {
    const needed = this.length + octets.length;
    if (this.#end + octets.length > this.#octets.length) {
      // Moved within itself only where half of it is free: the moves cost no more than what comes.
      const isMoved = 2 * needed <= this.#octets.length;
      const larger = isMoved ? this.#octets : new Uint8Array(Math.max(needed, 2 * this.length));
      larger.set(this.view);
      this.#octets = larger;
      this.#end -= this.#start;
      this.#start = 0;
    }
    this.#octets.set(octets, this.#end);
    this.#end += octets.length;
  }

  drop(count: number): void {
    this.#start += count;
    if (this.#start < this.#end) return;
    this.#octets = new Uint8Array(0);
    this.#start = 0;
    this.#end = 0;
  }
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}

type WholeOption = {
  [Name in keyof SmppSessionOptions]-?: number extends SmppSessionOptions[Name] ? Name : never;
}[keyof SmppSessionOptions];

function wholeOption(
  options: SmppSessionOptions,
  name: WholeOption,
  fallback: number,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  const value = options[name] ?? fallback;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} is ${quote(value)}, not a whole number from ${min} to ${max}`);
}
