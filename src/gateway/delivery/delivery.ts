/**
 * How messages leave the gateway: the interface that every way out has, and what the ways share.
 *
 * The gateway claims as many messages from its outbox as one {@link Delivery} has the capacity for, hands them over one by one, and writes down
 * what became of each. A message is for one recipient; its parts go out in order, and it is sent when all of them are.
 * @module
 */
import type { Context, Hono } from 'hono';
import { type Reader, where, whole } from '../../bytes/json-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { FormatError } from '../../errors.js';
import { type Address, decodeUdh, type SubmitInput } from '../../sms/index.js';
import { encodeGsm7, transliterate } from '../../text/index.js';
import type { Store } from '../store/store.js';
import type { IncomingMessage, OutboundMessage, OutboundPart, Outcome, ReceiptStatus, Settlement } from '../store/types.js';

export type { IncomingMessage, OutboundMessage, OutboundPart, Outcome, ReceiptStatus } from '../store/types.js';

/**
 * What a delivery tells. Whoever told a receipt or an incoming message gets his answer when the promise is kept, and tells it again if not.
 */
export interface DeliveryEvents {
  /** A service centre says what became of a message: by its own identifier, at epoch milliseconds. */
  onReceipt(smscId: string, recipient: string, status: ReceiptStatus, at: number): unknown;
  /** A handset has sent something. */
  onIncoming(message: IncomingMessage): unknown;
  /** Messages are taken from now on: the connection is there, and no pause is on. */
  onReady(): void;
  /** Nothing is taken until `onReady`, for this reason: there is no connection, the other side asks for a pause. May be told several times. */
  onAway(reason: string): void;
}

/** A way out. */
export interface Delivery {
  /** How many messages it takes now, beside those that it has in hand; 0 when its window is full, and while it is away. */
  readonly capacity: number;
  /** Hands a message over, and tells what became of it: `unsent` when there was no capacity. Never throws. */
  deliver(message: OutboundMessage): Promise<Outcome>;
  /**
   * Delivers in the store itself, in the transaction that settles, so that each message arrives once: many at a time, in place of `deliver`. Gives
   * what became of them, but for those that were delivered before.
   */
  deliverInStore?(messages: readonly OutboundMessage[]): Promise<readonly Settlement[]>;
  /** What it answers on the gateway's port, such as receipts that the other side brings. */
  readonly routes?: Hono;
  /**
   * Called once, before the first message. Comes back when connecting has begun, not when it has succeeded.
   * @throws Error when a package that this way needs is not installed.
   */
  start?(events: DeliveryEvents): Promise<void>;
  /** Lets what is under way end, and takes nothing more. */
  close(): Promise<void>;
}

/** The gateway as its delivery sees it. */
export interface DeliveryHost {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Where clients and handsets reach the gateway, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Whether who asks sits at this machine; others are told that there is no such page. */
  readonly admits: (context: Context) => boolean;
  /** Called with what is the gateway's own fault. */
  readonly onFault: (error: unknown) => void;
  /** Aborted when the gateway begins to close: an answer that does not end by itself has to end then. */
  readonly closing: AbortSignal;
}

/** Makes the delivery of a gateway. */
export type OpenDelivery = (host: DeliveryHost) => Delivery;

/** What deliveries need from outside; there is a default for each. */
export interface DeliveryEnvironment {
  /** Milliseconds since 1970: the time of receipts and incoming messages. */
  readonly clock?: (() => number) | undefined;
  /** 0 up to, not including, 1. */
  readonly random?: (() => number) | undefined;
  /** Told when connections and pauses come and go, and of what came in and was not taken. */
  readonly onNotice?: OnNotice | undefined;
  /** Carries HTTP requests; the global one by default. */
  readonly fetch?: typeof fetch | undefined;
  /** Where the other side reaches the gateway's port, without a slash at its end. */
  readonly publicUrl?: string | undefined;
}

/** A kind of delivery: checks what settings say beside `kind`, and opens it. @throws DecodeError naming the field */
export type DeliveryKind = (fields: unknown, environment: DeliveryEnvironment) => OpenDelivery;

/** A kind by its settings and how it is made. */
export function deliveryKind<T>(
  read: Reader<T>,
  open: (options: T, environment: DeliveryEnvironment, host: DeliveryHost) => Delivery,
): DeliveryKind {
  return (fields, environment) => {
    const options = read(fields, '$.delivery');
    return (host) => open(options, environment, host);
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

/** What an operator may want in a log or a count. Reasons hold no text of messages and no password. */
export type DeliveryNotice =
  | { readonly kind: 'connected' }
  /** The connection ended, or could not be made; `retryInMs` is missing when it was closed on purpose. */
  | { readonly kind: 'disconnected'; readonly reason: string; readonly retryInMs?: number }
  /** Nothing is handed over for so long: the other side asks for a pause, cannot be reached, or does not answer. */
  | { readonly kind: 'paused'; readonly reason: string; readonly pauseMs: number }
  /** Something came in that cannot be read; it was passed over. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** Parts of an incoming message were given up: the others did not come. */
  | { readonly kind: 'incomplete'; readonly parts: number; readonly total: number }
  /** What came in could not be taken, and was refused for now. */
  | { readonly kind: 'refused'; readonly reason: string };

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
