/**
 * Which message a status report is about: it says only the reference that the modem gave to a part, and the recipient.
 *
 * The reference is an octet that the modem counts up with every part, so the same one comes again after 256 parts. Of several
 * parts with it and with the recipient the one is meant that the service centre had when the report says.
 * Source: 3GPP TS 23.040 sections 9.2.2.3, 9.2.3.6 and 9.2.3.15.
 * @module
 */
import { type Address, formatAddress, type StatusReport } from '../sms/index.js';

/** What became of a part: `delivered`, `failed`, or `waiting` while the service centre tries. */
export type DeliveryState = 'delivered' | 'failed' | 'waiting';

/** A part that was sent. */
export interface SentPart {
  /** Reference that the modem gave; undefined when its answer did not have one. */
  readonly reference: number | undefined;
  /** When the modem answered, in epoch milliseconds. */
  readonly sentAt: number;
  /** What the last report said; undefined before the first. */
  readonly state: DeliveryState | undefined;
}

/** A message that was sent. */
export interface SentMessage {
  /** Who gets it, as the message has it. */
  readonly to: string;
  /** Its parts, in order. */
  readonly parts: readonly SentPart[];
}

/** A status report, and the message that it is about. */
export interface Report {
  /** The report as it came. */
  readonly report: StatusReport;
  /** What it says of the part. */
  readonly state: DeliveryState;
  /** The message; undefined for one that was not sent here, or too long ago. */
  readonly message?: SentMessage;
  /** Index of the part in it. */
  readonly part?: number;
  /** What is known of the whole message: `waiting` until every part has its last report. */
  readonly whole?: DeliveryState;
}

/** Parts, which may change: their readers may not. */
type Part = { -readonly [K in keyof SentPart]: SentPart[K] };

interface Waiting {
  readonly message: SentMessage;
  readonly part: Part;
  readonly index: number;
  readonly digits: string;
}

/** See the module. Holds at most so many parts; the oldest are forgotten. */
export class ReportBook {
  readonly #max: number;
  readonly #waiting = new Set<Waiting>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Parts that wait for a report. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Notes a part that was sent with a wish for a report. */
  add(message: SentMessage, index: number, to: Address): void {
    const part = message.parts[index] as Part;
    if (part.reference === undefined) return;
    if (this.#waiting.size >= this.#max) this.#waiting.delete(this.#waiting.values().next().value as Waiting);
    this.#waiting.add({ message, part, index, digits: formatAddress(to) });
  }

  /** Finds the message of a report, and notes what it says. */
  take(report: StatusReport): Report {
    const state = stateOf(report.tpSt);
    const found = this.#find(report);
    if (found === undefined) return { report, state };
    found.part.state = state;
    if (state !== 'waiting') this.#waiting.delete(found);
    const { message, index } = found;
    return { report, state, message, part: index, whole: wholeOf(message) };
  }

  #find({ tpMr, tpRa, tpScts }: StatusReport): Waiting | undefined {
    const digits = formatAddress(tpRa);
    let best: Waiting | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const one of this.#waiting) {
      if (one.part.reference !== tpMr || !isSameNumber(one.digits, digits)) continue;
      const distance = Math.abs(one.part.sentAt - tpScts.at.getTime());
      // A time that is none leaves the part that was sent last.
      if (best === undefined || !(distance > least)) [best, least] = [one, distance];
    }
    return best;
  }
}

/** What TP-ST says. Reserved values are a refusal of the service, as the specification asks. */
function stateOf(tpSt: number): DeliveryState {
  if (tpSt < 0x20) return 'delivered';
  return tpSt < 0x40 ? 'waiting' : 'failed';
}

function wholeOf({ parts }: SentMessage): DeliveryState {
  if (parts.some(({ state }) => state === 'failed')) return 'failed';
  return parts.every(({ state }) => state === 'delivered') ? 'delivered' : 'waiting';
}

/** Digits that two numbers have in common at least, when one is national and the other international. */
const MIN_DIGITS = 7;

/** Whether two numbers are of one recipient: networks write the same one with and without the country's code. */
function isSameNumber(a: string, b: string): boolean {
  const [one, other] = [a, b].map((number) => number.replace(/^\+|^0+/, '')) as [string, string];
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_DIGITS && long.endsWith(short);
}
