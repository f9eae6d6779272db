/**
 * Which message a status report is about: it says only the reference that the modem gave to a part, and the recipient.
 *
 * The reference is an octet that the modem counts up with every part, so the same one comes again after 256 parts. Of several
 * parts with it and with the recipient the one is meant that the service centre had when the report says.
 * Source: 3GPP TS 23.040 sections 9.2.2.3, 9.2.3.6 and 9.2.3.15.
 * @module
 */
import { type Address, formatAddress, type StatusReport } from '../sms/index.js';

/** The delivery state of a part or message: `delivered`, `failed`, or `waiting` while the service centre still tries. */
export type DeliveryState = 'delivered' | 'failed' | 'waiting';

/** A part that was sent. */
export interface SentPart {
  /** The reference (TP-MR) from the modem, 0 to 255; undefined if its answer has none. */
  readonly reference: number | undefined;
  /** When the modem answered, in milliseconds since 1970. */
  readonly sentAt: number;
  /** The state in the last status report; undefined before the first. */
  readonly state: DeliveryState | undefined;
}

/** A message that was sent. */
export interface SentMessage {
  /** The recipient, as the message has it. */
  readonly to: string;
  /** Its parts, in order. */
  readonly parts: readonly SentPart[];
}

/** A status report with its message. */
export interface Report {
  /** The decoded status report. */
  readonly report: StatusReport;
  /** The state of the part. */
  readonly state: DeliveryState;
  /** The message; undefined if it was not sent in this session, or too long ago. */
  readonly message?: SentMessage;
  /** Index of the part in the message, from 0. */
  readonly part?: number;
  /** The state of the whole message: `waiting` until every part has its final report. */
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
  readonly #onReport: (report: Report) => void;
  readonly #waiting = new Set<Waiting>();
  /** Messages that are being sent, and reports that may be about a part whose reference is not noted yet. */
  #sending = 0;
  #early: StatusReport[] = [];

  constructor(max: number, onReport: (report: Report) => void) {
    this.#max = max;
    this.#onReport = onReport;
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
    this.#takeEarly();
  }

  /** Says that parts are sent while a work lasts: a report may come together with the answer that has the reference. */
  async whileSending<T>(work: () => Promise<T>): Promise<T> {
    this.#sending++;
    try {
      return await work();
    } finally {
      this.#sending--;
      if (this.#sending === 0) this.#takeEarly();
    }
  }

  /** Finds the message of a report, notes what it says, and passes it on: at once, or when its part is noted. */
  take(report: StatusReport): void {
    const found = this.#find(report);
    if (found === undefined && this.#sending > 0 && this.#early.length < this.#max) {
      this.#early.push(report);
      return;
    }
    const state = stateOf(report.tpSt);
    if (found === undefined) {
      this.#onReport({ report, state });
      return;
    }
    found.part.state = state;
    if (state !== 'waiting') this.#waiting.delete(found);
    const { message, index } = found;
    this.#onReport({ report, state, message, part: index, whole: wholeOf(message) });
  }

  #takeEarly(): void {
    for (const report of this.#early.splice(0)) this.take(report);
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
