/**
 * Joins the parts of concatenated messages, whatever their order.
 *
 * Parts belong together when originator, width and value of the reference, and total agree (TS 23.040 section 9.2.3.24.1). The clock is
 * the caller's: each part comes with the time it arrived.
 * @module
 */
import { requireObject, requireText } from '../bytes/check.js';
import { type JoiningLimits, joiningLimits } from '../bytes/joining-limits.js';
import { ESCAPE } from '../text/alphabet.js';
import { decodeGsm7, encodeGsm7 } from '../text/gsm7.js';
import { alphabetOfDcs } from './dcs.js';
import { emsPosition, isEmsElement } from './ems-element.js';
import { findConcat, findPorts, hasPlace, type InformationElement } from './information-element.js';
import { findShiftTables } from './user-data.js';

/** A part of a message: a decoded TPDU, or its user data. */
export interface MessagePart {
  /** Elements of the user data header. */
  readonly udh: readonly InformationElement[];
  /** Its text; absent for octets. */
  readonly text?: string | undefined;
  /** Its octets; absent for text. */
  readonly data?: Uint8Array | undefined;
  /** TP-DCS, 0 to 255: needed to repair an escape sequence of GSM 7-bit that is split between two parts. */
  readonly tpDcs?: number | undefined;
  /** TP-SCTS: tells a duplicate from a new part that has the same reference. */
  readonly tpScts?: { readonly at: Date } | undefined;
}

/** Where a part came from, and when it arrived. */
export interface Arrival {
  /** Sender of the part (for submits, its recipient): parts of different ones are never joined. */
  readonly from: string;
  /** When it arrived: a `Date`, or epoch milliseconds. */
  readonly at: Date | number;
}

/** A complete message. */
export interface ReassembledMessage {
  /** Sender of the message, as given to `add`. */
  readonly from: string;
  /** The joined text, if the parts are text. */
  readonly text?: string;
  /** The joined octets, if the parts are octets. */
  readonly data?: Uint8Array;
  /** Application ports, if the parts name any. */
  readonly ports?: { readonly destination: number; readonly source: number };
  /**
   * Header elements without the concatenation: first those that all parts have, each once, then the others in order of the parts. Equal EMS elements
   * are all kept, since a picture may have two blank columns. Their `position` is verbatim: it counts in the text of its own part.
   */
  readonly udh: readonly InformationElement[];
  /** EMS elements with their places in the whole message, in order of the parts; absent when there are none. */
  readonly placed?: readonly PlacedElement[];
  /** The number of parts, 1 or more. */
  readonly parts: number;
}

/** An EMS element and its place in the whole message. */
export interface PlacedElement {
  /** The element, verbatim. */
  readonly element: InformationElement;
  /** Index of the UTF-16 unit in `text` (of the octet in `data`) that it precedes. A position past the end of its part counts as that end. */
  readonly index: number;
}

/** The parts of an incomplete message that was given up. */
export interface DiscardedParts {
  /** Sender of the message, as given to `add`. */
  readonly from: string;
  /** `expired`: the rest did not arrive in time; `replaced`: a new message has the same reference; `overflow`: too many messages were pending. */
  readonly reason: 'expired' | 'replaced' | 'overflow';
  /** The parts that had arrived, in order. */
  readonly parts: readonly MessagePart[];
  /** The number of parts of the whole message. */
  readonly total: number;
}

/** The result of {@link Reassembler.place}. */
export interface Placed {
  /** The message, if the part completed it or is not concatenated; otherwise absent. */
  readonly message?: ReassembledMessage;
  /** The parts of the message, in order, as they were given; empty without a message. */
  readonly parts: readonly MessagePart[];
  /** Whether the part is a duplicate, and was not kept. */
  readonly isRepeated: boolean;
}

const WAITS: Placed = { parts: [], isRepeated: false };
const REPEATED: Placed = { parts: [], isRepeated: true };

/** Options of a {@link Reassembler}. */
export interface ReassemblerOptions {
  /** How long the first part waits for the last, in milliseconds; 24 hours by default. */
  readonly timeoutMs?: number;
  /** How long parts of a complete message are recognised as duplicates, in milliseconds; 10 minutes by default. */
  readonly duplicateMs?: number;
  /** Incomplete messages held at once; beyond it the oldest is given up. 1,000 by default. */
  readonly maxPending?: number;
  /** Called with the parts of each message that is given up. */
  readonly onDiscard?: (discarded: DiscardedParts) => void;
}

interface Pending {
  readonly from: string;
  readonly total: number;
  readonly since: number;
  readonly slots: (MessagePart | undefined)[];
  /** Slots that are empty. */
  missing: number;
  /**
   * Slots whose part came again, without TP-SCTS, after the message was finished. Most often it is a duplicate; but when another part under
   * the same reference differs, a new message with the same beginning is on its way, and these are its parts until better ones come.
   */
  readonly repeated: Set<number>;
  /** Set when the message was delivered; its slots stay for a while to know duplicates by. */
  finishedAt?: number;
}

/**
 * Joins the parts of concatenated messages, in any order (TS 23.040 section 9.2.3.24.1). Parts belong together when sender, reference and its width,
 * and number of parts agree. The caller gives the time with each part; no clock is used. Holds at most `maxPending` incomplete messages, and as many
 * complete ones to recognise duplicates.
 * @example
 * ```ts
 * import { encodeSubmitText, decodeSubmit, Reassembler } from 'handset/sms';
 *
 * const [first, second] = encodeSubmitText('x'.repeat(200), { to: '+447700900123' }).map((part) => decodeSubmit(part));
 * const reassembler = new Reassembler();
 * reassembler.add(second!, { from: '447700900124', at: 0 }); // -> undefined
 * reassembler.add(first!, { from: '447700900124', at: 1000 })?.text?.length; // -> 200
 * ```
 */
export class Reassembler {
  readonly #pending = new Map<string, Pending>();
  readonly #finished = new Map<string, Pending>();
  readonly #limits: JoiningLimits;
  readonly #onDiscard: ((discarded: DiscardedParts) => void) | undefined;

  /** Creates a reassembler without parts. */
  constructor(options?: ReassemblerOptions) {
    this.#limits = joiningLimits(options, 10 * 60 * 1000);
    this.#onDiscard = options?.onDiscard;
  }

  /** Returns the number of incomplete messages. */
  get pending(): number {
    return this.#pending.size;
  }

  /**
   * Adds a part, and returns the message if the part completes it; otherwise undefined. A message that is not concatenated is returned at once. A
   * duplicate changes nothing. Messages that waited longer than `timeoutMs` are given up first.
   */
  add(part: MessagePart, arrival: Arrival): ReassembledMessage | undefined {
    return this.place(part, arrival).message;
  }

  /** {@link add} with more details: also returns the parts of the message, and whether this part is a duplicate. */
  place(part: MessagePart, arrival: Arrival): Placed {
    requireObject(part, 'part');
    requireObject(arrival, 'arrival');
    if (part.text !== undefined) requireText(part.text, 'part.text');
    const { from, at } = arrival;
    const now = Number(at);
    this.expire(now);
    const concat = findConcat(part.udh);
    if (concat === undefined || concat.total === 1 || !hasPlace(concat)) {
      return { message: join(from, [part]), parts: [part], isRepeated: false };
    }
    const key = `${concat.kind} ${concat.reference} ${concat.total} ${part.data === undefined ? 'text' : 'data'} ${from}`;
    const slot = concat.sequence - 1;

    const finished = this.#finished.get(key);
    let pending = this.#pending.get(key);
    if (finished !== undefined && isSamePart(finished.slots[slot], part)) {
      // The same time of the service centre makes it a duplicate for certain.
      if (part.tpScts !== undefined) return REPEATED;
      if (pending === undefined) {
        finished.repeated.add(slot);
        return REPEATED;
      }
    }

    const held = pending?.slots[slot];
    if (pending !== undefined && held !== undefined && !pending.repeated.has(slot)) {
      if (isSamePart(held, part)) return REPEATED;
      this.#discard(key, pending, 'replaced');
      pending = undefined;
    }
    if (pending === undefined) {
      const { total } = concat;
      pending = { from, total, since: now, slots: new Array(total).fill(undefined), missing: total, repeated: new Set() };
      if (finished !== undefined) takeRepeated(finished, pending);
      if (this.#pending.size >= this.#limits.maxPending) this.#discardOldest();
      this.#pending.set(key, pending);
    }
    fill(pending, slot, part);
    pending.repeated.delete(slot);
    if (pending.missing > 0) {
      // Only where none may be held.
      if (this.#pending.size > this.#limits.maxPending) this.#discard(key, pending, 'overflow');
      return WAITS;
    }
    pending.repeated.clear();
    this.#pending.delete(key);
    this.#remember(key, pending, now);
    const parts = pending.slots as MessagePart[];
    return { message: join(from, parts), parts, isRepeated: false };
  }

  /** Gives up messages that have waited longer than `timeoutMs` at this time, a `Date` or epoch milliseconds; `add` does so with each part's time. */
  expire(at: Date | number): void {
    const now = Number(at);
    // In order of arrival, so that the first one still in time ends the search.
    for (const [key, pending] of this.#pending) {
      if (now - pending.since <= this.#limits.timeoutMs) break;
      this.#discard(key, pending, 'expired');
    }
    for (const [key, { finishedAt = 0 }] of this.#finished) {
      if (now - finishedAt <= this.#limits.duplicateMs) break;
      this.#finished.delete(key);
    }
  }

  #remember(key: string, message: Pending, now: number): void {
    message.finishedAt = now;
    this.#finished.delete(key);
    this.#finished.set(key, message);
    if (this.#finished.size > this.#limits.maxPending) this.#finished.delete(this.#finished.keys().next().value as string);
  }

  #discardOldest(): void {
    const oldest = this.#pending.entries().next().value;
    if (oldest !== undefined) this.#discard(oldest[0], oldest[1], 'overflow');
  }

  #discard(key: string, pending: Pending, reason: DiscardedParts['reason']): void {
    this.#pending.delete(key);
    const parts = pending.slots.filter((part) => part !== undefined);
    this.#onDiscard?.({ from: pending.from, reason, parts, total: pending.total });
  }
}

function fill(pending: Pending, slot: number, part: MessagePart | undefined): void {
  if (pending.slots[slot] === undefined) pending.missing--;
  pending.slots[slot] = part;
}

/** The parts that seemed duplicates of a finished message begin the new one under its reference. */
function takeRepeated(finished: Pending, pending: Pending): void {
  for (const slot of finished.repeated) {
    fill(pending, slot, finished.slots[slot]);
    pending.repeated.add(slot);
  }
  finished.repeated.clear();
}

/** Whether a part came twice: same header (EMS has its content there), same content, same time of the service centre. */
export function isSamePart(a: MessagePart | undefined, b: MessagePart): boolean {
  if (a === undefined || a.text !== b.text || a.tpScts?.at.getTime() !== b.tpScts?.at.getTime()) return false;
  if (a.udh.length !== b.udh.length) return false;
  if (!a.udh.every((element, i) => isSameElement(element, b.udh[i] as InformationElement))) return false;
  return a.data === undefined ? b.data === undefined : isSameOctets(a.data, b.data);
}

function join(from: string, parts: readonly MessagePart[]): ReassembledMessage {
  const udh = joinHeaders(parts);
  const ports = findPorts(udh);
  const placed: PlacedElement[] = [];
  const rest = { ...(ports !== undefined && { ports }), udh, parts: parts.length };
  // Text and octets are never parts of one message: its key tells them apart.
  if (parts[0]?.data === undefined) {
    const text = joinTexts(parts, placed);
    return { from, text, ...rest, ...(placed.length > 0 && { placed }) };
  }
  const pieces = parts.map((part) => part.data as Uint8Array);
  const data = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    data.set(piece, at);
    place((parts[i] as MessagePart).udh, at, at + piece.length, placed);
    at += piece.length;
  }
  return { from, data, ...rest, ...(placed.length > 0 && { placed }) };
}

/** Adds the EMS elements of a part that is `start` to `end` of the whole. */
function place(udh: readonly InformationElement[], start: number, end: number, placed: PlacedElement[]): void {
  for (const element of udh) {
    const position = emsPosition(element);
    if (position !== undefined) placed.push({ element, index: Math.min(start + position, end) });
  }
}

/** Elements that every part has, such as the ports, hold for the message and are kept once; then what single parts hold, in order. */
function joinHeaders(parts: readonly MessagePart[]): InformationElement[] {
  const headers = parts.map(({ udh }) => udh.filter(({ kind }) => kind !== 'concat8' && kind !== 'concat16'));
  const [first = [], ...others] = headers;
  if (others.length === 0) return first;
  const isShared = (element: InformationElement) =>
    !isEmsElement(element) && others.every((udh) => udh.some((other) => isSameElement(element, other)));
  const shared = first.filter(isShared);
  const isOwn = (element: InformationElement) => !shared.some((other) => isSameElement(element, other));
  return [...shared, ...headers.flatMap((udh) => udh.filter(isOwn))];
}

function isSameElement(a: InformationElement, b: InformationElement): boolean {
  const other = b as unknown as Record<string, unknown>;
  const entries = Object.entries(a);
  if (entries.length !== Object.keys(b).length) return false;
  return entries.every(([name, value]) =>
    value instanceof Uint8Array ? isSameOctets(value, other[name]) : value === other[name],
  );
}

function isSameOctets(a: Uint8Array, b: unknown): boolean {
  return b instanceof Uint8Array && a.length === b.length && a.every((octet, i) => octet === b[i]);
}

/**
 * Joins texts, and mends what a sender cut in two: halves of a surrogate pair meet by themselves, an escape of GSM 7-bit text (read as
 * U+001B) meets its code here.
 */
function joinTexts(parts: readonly MessagePart[], placed: PlacedElement[]): string {
  let text = '';
  let endsInEscape = false;
  for (const part of parts) {
    const next = part.text ?? '';
    const isGsm7 = part.tpDcs !== undefined && alphabetOfDcs(part.tpDcs) === 'gsm7';
    // A code that meets its escape is read at the escape's position.
    const meets = endsInEscape && isGsm7 && next !== '';
    const start = meets ? text.length - 1 : text.length;
    if (meets) text = text.slice(0, -1) + meetEscape(next.charAt(0), part.udh) + next.slice(1);
    else text += next;
    place(part.udh, start, text.length, placed);
    endsInEscape = isGsm7 && next.charCodeAt(next.length - 1) === ESCAPE;
  }
  return text;
}

/** What a receiver reads for an escape and the septets of the character after it. */
function meetEscape(first: string, udh: readonly InformationElement[]): string {
  const tables = findShiftTables(udh);
  return decodeGsm7(Uint8Array.of(ESCAPE, ...encodeGsm7(first, tables)), { ...tables, lenient: true });
}
