/**
 * How messages leave the gateway: the interface that every way out has, and what the ways share.
 *
 * The gateway claims as many messages from its outbox as one {@link Delivery} has the capacity for, hands them over one by one, and writes down
 * what became of each. A message is for one recipient; its parts go out in order, and it is sent when all of them are.
 * @module
 */
import type { Hono } from 'hono';
import { type Reader, where, whole } from '../../bytes/json-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { FormatError } from '../../errors.js';
import { type Address, decodeUdh, type SubmitInput } from '../../sms/index.js';
import { encodeGsm7, transliterate } from '../../text/index.js';
import type { DeliverySettings } from '../settings/provision.js';
import type { Store } from '../store/store.js';
import type {
  IncomingMessage,
  OutboundMessage,
  OutboundPart,
  Outcome,
  ReceiptStatus,
  RoutedMessage,
  Settlement,
} from '../store/types.js';
import { type Backoff, backoffMs } from '../work.js';

export type { IncomingMessage, OutboundMessage, OutboundPart, Outcome, ReceiptStatus, RoutedMessage } from '../store/types.js';

/**
 * The events of a delivery, which it reports to the gateway. It must answer the network only when the promise of `onReceipt` or `onIncoming` resolves; if it
 * rejects, the network should be made to repeat the receipt or message.
 */
export interface DeliveryEvents {
  /** Call it with a receipt: the id that `deliver` returned, the time in milliseconds since 1970, and the link if there are several. */
  onReceipt(smscId: string, recipient: string, status: ReceiptStatus, at: number, link?: string): unknown;
  /** Call it with a message from a handset. */
  onIncoming(message: IncomingMessage): unknown;
  /** Call it when messages are accepted: there is a connection, and no pause. */
  onReady(): void;
  /** Call it when no messages are accepted until `onReady`, with the reason. May be called repeatedly. */
  onAway(reason: string): void;
  /** For several links: call it when one accepts messages (`reason` undefined) or none, with the reason. */
  onLink?(link: string, reason: string | undefined): void;
}

/** The state of a connection of a delivery. */
export interface DeliveryLink {
  /** A constant name for logs and metrics, without secrets, such as `smpp 192.0.2.1:2775`. */
  readonly name: string;
  /** Whether it accepts messages. */
  readonly isUp: boolean;
  /** Maximum number of messages in progress. */
  readonly window: number;
  /** The number of messages in progress. */
  readonly inUse: number;
  /** Why it accepts no messages, if known. */
  readonly reason?: string | undefined;
  /** Maximum number of parts per second; no limit when absent. */
  readonly rate?: number | undefined;
}

/** One of several links of a delivery, which gets messages of its own. */
export interface DeliveryWay extends Pick<Delivery, 'capacity' | 'deliver'> {
  /** Its name in the settings. */
  readonly name: string;
  /** See {@link Delivery.deliverInStore}. */
  deliverInStore?(messages: readonly OutboundMessage[]): Promise<readonly Settlement[]>;
  /** The lanes whose messages it accepts now; empty while it is not available. */
  readonly lanes: ReadonlySet<string>;
  /** The lane of messages that were begun on this link, and must not use another. */
  readonly ownLane: string;
}

/** A way to deliver messages: implement it to connect the gateway to another network. */
export interface Delivery {
  /** The number of messages that it accepts now, in addition to those in progress; 0 while its window is full or it is not available. */
  readonly capacity: number;
  /** Delivers a message, and resolves with the outcome: `unsent` if there was no capacity. It must not reject. */
  deliver(message: OutboundMessage): Promise<Outcome>;
  /**
   * Delivers many messages at once within the store, in the transaction that settles them, so that each arrives exactly once; used in place of `deliver`. Resolves
   * with the outcomes of those that were not delivered before.
   */
  deliverInStore?(messages: readonly OutboundMessage[]): Promise<readonly Settlement[]>;
  /** The current state of its connections, for metrics and `/readyz`. */
  readonly links?: readonly DeliveryLink[];
  /** Its links, if it has several: each is given messages of its own, in place of {@link deliver}. Always the same objects. */
  readonly ways?: readonly DeliveryWay[];
  /** Returns the lane in which a message waits; undefined if no link accepts it. */
  findLane?(message: RoutedMessage): string | undefined;
  /** Changes the maximum number of parts per second; undefined for no limit. */
  setRate?(rate: number | undefined): void;
  /**
   * Checks changed settings, and returns a function that applies those that need no restart.
   * @throws DecodeError naming the field.
   */
  reconfigure?(settings: DeliverySettings): () => void;
  /** Routes on the public port, for requests of the other side such as receipts. They are reachable by anyone, and must authenticate requests. */
  readonly publicRoutes?: Hono;
  /** Routes on the operators' port, such as inboxes of virtual handsets. */
  readonly operatorRoutes?: Hono;
  /**
   * Called once, before the first message. Resolves when connecting has begun, not when it has succeeded.
   * @throws Error if it cannot start.
   */
  start?(events: DeliveryEvents): Promise<void>;
  /** Accepts nothing more, and resolves when the messages in progress have ended. */
  close(): Promise<void>;
}

/** The gateway of a delivery. */
export interface DeliveryHost {
  /** The gateway's store. */
  readonly store: Store;
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns the base URL at which clients and handsets reach the gateway, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Call it with an internal error of the delivery. */
  readonly onFault: (error: unknown) => void;
  /** Aborted when the gateway begins to close; unlimited responses must end then. */
  readonly closing: AbortSignal;
}

/** Creates the delivery of a gateway. */
export type OpenDelivery = (host: DeliveryHost) => Delivery;

/** The share of pauses that is left to chance: the clients of one server that went away do not all come back at one time. */
export const JITTER = 0.5;

/** The dependencies of deliveries; each has a default. */
export interface DeliveryEnvironment {
  /** Returns the time in milliseconds since 1970, for receipts and incoming messages; by default the gateway's clock. */
  readonly clock?: (() => number) | undefined;
  /** Returns a number from 0 up to, not including, 1, for the random part of pauses; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
  /** Called with notices about connections, pauses, and refused data of the other side. */
  readonly onNotice?: OnNotice | undefined;
  /** Carries HTTP requests; the global `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
  /** Base URL at which the other side reaches the gateway's public port, without a trailing slash; by default the gateway's own. */
  readonly publicUrl?: string | (() => string) | undefined;
}

/** A kind of delivery: checks what settings say beside `kind`, and opens it. @throws DecodeError naming the field, below `path` */
export type DeliveryKind = (fields: unknown, environment: DeliveryEnvironment, path?: string) => OpenDelivery;

/** A kind by its settings and how it is made. Clock and address are the gateway's where the environment has none. */
export function deliveryKind<T>(
  read: Reader<T>,
  open: (options: T, environment: DeliveryEnvironment, host: DeliveryHost) => Delivery,
): DeliveryKind {
  return (fields, environment, path = '$.delivery') => {
    const options = read(fields, path);
    return (host) => {
      const { clock = host.clock, publicUrl = host.publicUrl } = environment;
      return open(options, { ...environment, clock, publicUrl }, host);
    };
  };
}

/** A text of settings. The specifications allow fewer octets in some fields, and the other sides more. */
export function ascii(min: number, max: number): Reader<string> {
  const pattern = new RegExp(`^[\\x20-\\x7e]{${min},${max}}$`);
  return where((value) => typeof value === 'string' && pattern.test(value), `${min} to ${max} characters of ASCII`);
}

/** Up to a day. */
export const MILLISECONDS = whole(1, 86_400_000);
/** A process that is told to stop waits for so long: it is less than the grace of its requests. */
export const ANSWER_MS = whole(1, 25_000);
/** Messages or requests at once. */
export const WINDOW = whole(1, 1_000);
/** Parts a second. */
export const RATE = whole(1, 100_000);

/** A notice for an operator's log or metrics, a union on `kind`. Reasons contain no text of messages and no password. */
export type DeliveryNotice = (
  | { readonly kind: 'connected' }
  /** A connection ended or failed; the next attempt is in `retryInMs` milliseconds, absent if it was closed on purpose. */
  | { readonly kind: 'disconnected'; readonly reason: string; readonly retryInMs?: number }
  /** Nothing is handed over for `pauseMs` milliseconds: the other side is busy, cannot be reached, or does not answer. */
  | { readonly kind: 'paused'; readonly reason: string; readonly pauseMs: number }
  /** Data of the other side cannot be read, and was skipped. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** An incoming message was given up, because only `parts` of its `total` parts arrived. */
  | { readonly kind: 'incomplete'; readonly parts: number; readonly total: number }
  /** A receipt or message could not be stored, and was refused temporarily. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The SMPP session refused requests of the other side, or ignored answers without a request, `count` times for this reason. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly count: number }
) & {
  /** Name of the link, if there are several. */
  readonly link?: string;
};

/** Receives notices; must not throw. */
export type OnNotice = (notice: DeliveryNotice) => void;

/** Septets of a name on air. */
const NAME_SEPTETS = 11;
const NAME_NUMBER_DIGITS = 20;
/** Fewer digits are no international number: service codes are used as they are. */
const INTERNATIONAL_DIGITS = 7;

/**
 * The originator on air: an international number of 7 to 20 digits, a service code of fewer, else a name. Of a name as much is kept as 11
 * septets hold, characters that GSM 7-bit lacks as their look-alikes or `?`.
 */
export function originatorAddress(originator: string): Address {
  if (/^\d+$/.test(originator) && originator.length <= NAME_NUMBER_DIGITS) {
    return { ton: originator.length < INTERNATIONAL_DIGITS ? 0 : 1, npi: 1, digits: originator };
  }
  let text = '';
  let septets = 0;
  for (const character of transliterate(originator.slice(0, 4 * NAME_SEPTETS))) {
    const shown = isGsm7(character) ? character : '?';
    septets += encodeGsm7(shown).length;
    if (septets > NAME_SEPTETS) break;
    text += shown;
  }
  return { ton: 5, npi: 0, text: text === '' ? '?' : text };
}

function isGsm7(character: string): boolean {
  return tryDecode(() => encodeGsm7(character)) !== undefined;
}

/**
 * A part as the SMS-SUBMIT to one recipient.
 * @throws DecodeError when the part's header cannot be read.
 */
export function submitOf(part: OutboundPart, recipient: string, options?: { readonly receipt?: boolean }): SubmitInput {
  return {
    tpDa: { ton: 1, npi: 1, digits: recipient },
    tpPid: part.tpPid,
    tpDcs: part.tpDcs,
    udh: elementsOf(part),
    tpSrr: options?.receipt === true,
    ...part.userData,
  };
}

/** The longest that TP-VP can say: 63 weeks. */
const MAX_VALIDITY_MS = 63 * 7 * 24 * 60 * 60 * 1_000;

/** What is left of a message's validity, in milliseconds: a second at the least, since it is on its way. */
export function remainingMs({ validUntil }: OutboundMessage, now: number): number {
  return Math.min(MAX_VALIDITY_MS, Math.max(1_000, validUntil - now));
}

/** Priority of a message at the other side: with 1, an attempt is made even at a handset that was away the last time (SMPP v3.4 section 5.2.14). */
export function priorityOf({ service }: OutboundMessage): 0 | 1 {
  return service === 'Premier' ? 1 : 0;
}

/** Any number does: what is built for it once goes to every recipient. */
export const ANYBODY = '447700900000';

/** What is made of a part whoever it goes to and however often it is tried: all messages of a request have the same parts, the store sees to that. */
export function oncePerPart<T>(make: (part: OutboundPart) => T): (part: OutboundPart) => T {
  const made = new WeakMap<OutboundPart, T>();
  return (part) => {
    const known = made.get(part);
    if (known !== undefined) return known;
    const value = make(part);
    made.set(part, value);
    return value;
  };
}

/** The header elements of a part. @throws DecodeError */
export const elementsOf = oncePerPart(({ udh }): NonNullable<SubmitInput['udh']> => {
  return udh.length === 0 ? [] : decodeUdh(udh).elements;
});

/** Why a part cannot be sent, without what it holds: the messages of these errors may quote it. */
export function formatFault(error: unknown): string {
  return error instanceof FormatError ? `${error.code} in ${error.field}` : 'it cannot be encoded';
}

// ---- Parts, one after the other ----

/** What became of a part. */
export type PartOutcome =
  | { readonly kind: 'sent'; readonly id: string }
  /** Refused for good. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Refused for now, this part alone. */
  | { readonly kind: 'retry'; readonly reason: string }
  /** Refused for now, as any other would be. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** Handed over, and no answer came. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Not handed over. */
  | { readonly kind: 'unsent'; readonly reason: string };

/** A way that takes parts. */
export interface PartSenderOptions {
  /** Messages under way at once. */
  readonly window: number;
  /** How pauses grow. */
  readonly pause: Backoff;
  /** Parts a second at most; as many as go by default. */
  readonly rate?: number | undefined;
  /** 0 up to, not including, 1: the part of a pause that is left to chance. */
  readonly random?: (() => number) | undefined;
  /** Sends a part. Must not throw. */
  readonly send: (message: OutboundMessage, index: number) => Promise<PartOutcome>;
  readonly onNotice: OnNotice;
}

/** Tells when a pause begins and ends. */
type PauseEvents = Pick<DeliveryEvents, 'onAway' | 'onReady'>;

/** Messages whose first parts are remembered; beyond it the oldest is forgotten. */
const MAX_BEGUN = 10_000;
/** How long after the call of `close` further parts of a message under way are begun. */
const CLOSE_MS = 5_000;

/**
 * Messages of several parts over a way that takes one part at a time, a window of messages at once.
 *
 * The parts of a message go out in order, each when the one before was taken: the first that is refused fails the message, and the rest is not
 * sent. When a part has to wait, the parts that were taken stay taken: they are not sent again on the next attempt. That is remembered in this
 * process alone, so that after a restart, or on another gateway, they are.
 *
 * When the other side is busy, cannot be reached, or does not answer at all, nothing is begun for a pause, twice as long each time until it
 * answers again.
 *
 * With a rate, parts are begun no closer than that, and no more messages are taken than go in a second.
 */
export class PartSender implements Delivery {
  readonly #options: PartSenderOptions;
  #events: PauseEvents | undefined;
  /** Ids of the parts that were taken, by message, of those that are not through. */
  readonly #begun = new Map<string, string[]>();
  readonly #underWay = new Map<string, Promise<Outcome>>();
  /** Answers so far, and the pause that is on. */
  #answers = 0;
  /** Pauses since a message was answered otherwise. */
  #pauses = 0;
  #pause: { readonly reason: string; readonly timer: NodeJS.Timeout } | undefined;
  #closedAt: number | undefined;
  #rate: number | undefined;
  /** When the next part may be begun. */
  #nextAt = 0;

  constructor(options: PartSenderOptions) {
    this.#options = options;
    this.#rate = options.rate;
  }

  /** Tells of pauses. */
  async start(events: PauseEvents): Promise<void> {
    this.#events = events;
  }

  /** Whether nothing is begun for a while. */
  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  get capacity(): number {
    const isOpen = this.#closedAt === undefined && !this.isPaused;
    const { window } = this.#options;
    return isOpen ? Math.max(0, Math.min(window, this.#rate ?? window) - this.#underWay.size) : 0;
  }

  /** Why nothing is begun, messages at once, how many are on their way now, and how many parts a second go at most. */
  get load(): Pick<DeliveryLink, 'window' | 'inUse' | 'reason' | 'rate'> {
    return { window: this.#options.window, inUse: this.#underWay.size, reason: this.#pause?.reason, rate: this.#rate };
  }

  /** Another rate from now on; undefined: none. */
  setRate(rate: number | undefined): void {
    this.#rate = rate;
  }

  async deliver(message: OutboundMessage): Promise<Outcome> {
    if (this.capacity === 0) return { kind: 'unsent', reason: this.#pause?.reason ?? 'no capacity' };
    const outcome = this.#parts(message);
    this.#underWay.set(message.id, outcome);
    await outcome;
    this.#underWay.delete(message.id);
    return outcome;
  }

  /** An answer that came after its time: the part was taken. Of no use when the message has moved on. */
  late(message: OutboundMessage, index: number, id: string): void {
    if (this.#underWay.has(message.id)) return;
    const ids = this.#begun.get(message.id) ?? [];
    if (ids.length === index) this.#remember(message.id, [...ids, id]);
  }

  /** Waits for what is under way, and takes nothing more. */
  async close(): Promise<void> {
    this.#closedAt ??= performance.now();
    await Promise.all(this.#underWay.values());
    clearTimeout(this.#pause?.timer);
  }

  /** Why no further part is begun; undefined when parts are. */
  get #stopped(): string | undefined {
    if (this.#closedAt !== undefined && performance.now() >= this.#closedAt + CLOSE_MS) return 'closing';
    return this.#pause?.reason;
  }

  async #parts(message: OutboundMessage): Promise<Outcome> {
    const { id, parts } = message;
    const ids = [...(this.#begun.get(id) ?? [])];
    this.#begun.delete(id);
    while (ids.length < parts.length) {
      const index = ids.length;
      if (this.#rate !== undefined && this.#stopped === undefined) await this.#turn(this.#rate);
      const stopped = this.#stopped;
      const outcome: PartOutcome =
        stopped === undefined ? await this.#send(message, index) : { kind: 'unsent', reason: stopped };
      if (outcome.kind === 'sent') {
        ids.push(outcome.id);
        continue;
      }
      const { kind } = outcome;
      const reason = parts.length === 1 ? outcome.reason : `part ${index + 1} of ${parts.length}: ${outcome.reason}`;
      if (kind === 'failed') return { kind, reason };
      if (ids.length > 0) this.#remember(id, ids);
      const isPartial = ids.length > 0 && { isPartial: true };
      if (kind === 'unsent') return { kind, reason, ...isPartial };
      return { kind: 'retry', reason, ...(kind === 'unknown' && { isUncertain: true }), ...isPartial };
    }
    return { kind: 'sent', ids };
  }

  /** Waits until the next part may be begun. */
  async #turn(rate: number): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + 1_000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }

  async #send(message: OutboundMessage, index: number): Promise<PartOutcome> {
    const before = this.#answers;
    const outcome = await this.#options.send(message, index);
    switch (outcome.kind) {
      case 'unknown':
        // Others were answered meanwhile: it is about this part alone.
        if (this.#answers === before) this.#begin(outcome.reason);
        break;
      case 'unsent':
        this.#begin(outcome.reason);
        break;
      case 'busy':
        this.#answers++;
        this.#begin(outcome.reason);
        break;
      default:
        this.#answers++;
        this.#pauses = 0;
    }
    return outcome;
  }

  /** Begins a pause, unless one is on: what becomes of those that were under way when it began does not make it longer. */
  #begin(reason: string): void {
    if (this.#pause !== undefined || this.#closedAt !== undefined) return;
    const { pause, random } = this.#options;
    const pauseMs = backoffMs(pause, ++this.#pauses, random);
    const timer = setTimeout(() => {
      this.#pause = undefined;
      this.#events?.onReady();
    }, pauseMs);
    this.#pause = { reason, timer };
    this.#options.onNotice({ kind: 'paused', reason, pauseMs });
    this.#events?.onAway(reason);
  }

  #remember(id: string, ids: string[]): void {
    this.#begun.delete(id);
    if (this.#begun.size >= MAX_BEGUN) this.#begun.delete(this.#begun.keys().next().value as string);
    this.#begun.set(id, ids);
  }
}
