/**
 * Faults in the log: the first of a kind with its stack, then a count once a minute, so that a store that fails every write does not fill the log
 * with a line for each request.
 *
 *   error  fault    error, code, reason, stack     a kind that has not occurred in the last two minutes
 *   error  faults   faults, reasons                once a minute, when a known kind occurred again, or there were too many new ones
 *
 * What matters is a fault that nobody has seen yet: each minute ten new kinds are logged, however many known ones go on. A kind is a code or a name
 * with the place in the program that threw it, so that one fault whose words change is one kind.
 * @module
 */
import { faultFields, type GatewayLog } from './log.js';

/** How often counts are logged. */
const MINUTE_MS = 60_000;
/** A kind is new again when it has not occurred for so long; what fails once a minute stays known. */
const FORGET_MS = 120_000;
/** New kinds that are logged each minute; more of them are counted together. */
const MAX_NEW_KINDS = 10;
/** Kinds that are known at a time. */
const MAX_KINDS = 100;
const OTHERS = 'other';

interface Kind {
  /** As `reasons` shows it: what the first fault said. */
  readonly reason: string;
  lastAt: number;
  /** Faults that no line of the log has counted yet. */
  count: number;
}

/** See the module. */
export class FaultsLog {
  readonly #log: GatewayLog;
  /** In the order in which they occurred last. */
  readonly #kinds = new Map<string, Kind>();
  #others = 0;
  #newKinds = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(log: GatewayLog) {
    this.#log = log;
  }

  /** Logs a fault, or counts it. */
  add(error: unknown): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => this.#nextMinute(), MINUTE_MS).unref();
    const now = performance.now();
    const fields = faultFields(error) as FaultFields;
    const key = findKind(fields);
    const kind = this.#kinds.get(key);
    if (kind !== undefined && now < kind.lastAt + FORGET_MS) {
      kind.count++;
      this.#keep(key, kind, now);
    } else if (this.#newKinds < MAX_NEW_KINDS) {
      this.#newKinds++;
      this.#keep(key, { reason: formatReason(fields), lastAt: now, count: kind?.count ?? 0 }, now);
      this.#log.error(fields, 'fault');
    } else this.#others++;
  }

  /** Logs what was counted; later faults are ignored. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#logCounts();
    this.#kinds.clear();
  }

  #keep(key: string, kind: Kind, now: number): void {
    kind.lastAt = now;
    this.#kinds.delete(key);
    this.#kinds.set(key, kind);
    if (this.#kinds.size <= MAX_KINDS) return;
    for (const [oldest, { count }] of this.#kinds) {
      this.#kinds.delete(oldest);
      this.#others += count;
      return;
    }
  }

  #nextMinute(): void {
    this.#logCounts();
    this.#newKinds = 0;
    const now = performance.now();
    for (const [key, { lastAt }] of this.#kinds) if (now >= lastAt + FORGET_MS) this.#kinds.delete(key);
    this.#timer = this.#kinds.size === 0 ? undefined : setTimeout(() => this.#nextMinute(), MINUTE_MS).unref();
  }

  #logCounts(): void {
    const reasons = new Map<string, number>();
    const add = (reason: string, count: number) => count > 0 && reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    for (const kind of this.#kinds.values()) {
      add(kind.reason, kind.count);
      kind.count = 0;
    }
    add(OTHERS, this.#others);
    this.#others = 0;
    if (reasons.size === 0) return;
    const faults = [...reasons.values()].reduce((sum, count) => sum + count, 0);
    this.#log.error({ faults, reasons: Object.fromEntries(reasons) }, 'faults');
  }
}

interface FaultFields {
  readonly error: string;
  readonly code?: string;
  readonly reason?: string;
  readonly stack?: readonly string[];
}

/** An error without a place is known by its words, whatever numbers are in them; faultFields has masked the long ones. */
function findKind({ error, code, reason = '', stack }: FaultFields): string {
  return `${code ?? error}: ${stack?.[0] ?? reason.replace(/\d+|\*{5}/g, '#')}`;
}

function formatReason({ error, code, reason }: FaultFields): string {
  return reason === undefined ? (code ?? error) : `${code ?? error}: ${reason}`;
}
