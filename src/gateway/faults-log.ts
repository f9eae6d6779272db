/**
 * What operators are told of faults: the first of a kind with its stack, and then a count once a minute, so that a store that takes nothing does not
 * fill the log with a line for each request.
 *
 *   error  fault    error, code, reason, stack     one of a kind that was not there in the last minute
 *   error  faults   faults, reasons                once a minute, when there were more of the kinds that were told
 * @module
 */
import { faultFields, type GatewayLog } from './log.js';

/** How often it is told. */
const TELL_MS = 60_000;
/** Kinds that are told apart; what comes beyond them in a minute is counted together. */
const MAX_KINDS = 10;
const OTHERS = 'other';

/** See the module. */
export class FaultsLog {
  readonly #log: GatewayLog;
  /** How often each kind came since it was told. */
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: GatewayLog) {
    this.#log = log;
  }

  /** There was a fault. */
  add(error: unknown): void {
    this.#timer ??= setTimeout(() => this.#tell(), TELL_MS).unref();
    const fields = faultFields(error) as { error: string; code?: string; reason?: string };
    const kind = [fields.code ?? fields.error, ...(fields.reason === undefined ? [] : [fields.reason])].join(': ');
    const count = this.#counts.get(kind);
    if (count === undefined && this.#counts.size < MAX_KINDS) {
      this.#counts.set(kind, 0);
      this.#log.error(fields, 'fault');
    } else {
      const known = count === undefined ? OTHERS : kind;
      this.#counts.set(known, (this.#counts.get(known) ?? 0) + 1);
    }
  }

  /** Tells what was counted. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const again = [...this.#counts].filter(([, count]) => count > 0);
    this.#counts.clear();
    if (again.length === 0) return;
    const faults = again.reduce((sum, [, count]) => sum + count, 0);
    this.#log.error({ faults, reasons: Object.fromEntries(again) }, 'faults');
  }

  /** A kind that goes on is not told anew. */
  #tell(): void {
    const lasting = [...this.#counts].filter(([kind, count]) => count > 0 && kind !== OTHERS);
    this.close();
    if (lasting.length === 0) return;
    for (const [kind] of lasting) this.#counts.set(kind, 0);
    this.#timer = setTimeout(() => this.#tell(), TELL_MS).unref();
  }
}
