/**
 * Refusals of a whole request: a report code with words for people.
 * @module
 */
import { FormatError } from '../../errors.js';
import { REPORT, type Result } from '../../protocol/index.js';
import { BusyError } from '../turns.js';

/** Characters of a report's text (G-RES-05). */
const MAX_CHARACTERS = 255;

/** What a text quotes of a request may hold what neither a line nor XML takes. */
const NO_TEXT = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Why the gateway does nothing of a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly report: number;
  /** What it is about, where that is known: a parameter, or a JSON path. */
  readonly field: string | undefined;
  /** What is wrong with the field, without its name; the whole message where there is none. */
  readonly reason: string;

  constructor(report: number, text: string, { cause, field, reason = text }: RefusalOptions = {}) {
    super(printable(text), cause === undefined ? undefined : { cause });
    this.report = report;
    this.field = field;
    this.reason = printable(reason);
  }
}

function printable(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(NO_TEXT, '?');
}

/** What else is known of a refusal. */
export interface RefusalOptions {
  readonly cause?: unknown;
  readonly field?: string | undefined;
  readonly reason?: string | undefined;
}

/** A refusal for a while. */
export class TooOften extends Refusal {
  /** How long it is of no use to ask again. */
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(REPORT.internalError, 'Too many requests');
    this.afterMs = afterMs;
  }
}

/** There is no message of the caller's own with that identifier. */
export class NoMessage extends Refusal {
  constructor() {
    super(REPORT.badParameter, 'No such message');
  }
}

/** A request with the same key is being answered just now. */
export class UnderWay extends Refusal {
  constructor() {
    super(REPORT.badParameter, 'A request with this key is under way');
  }
}

/** What is asked for cannot be done to the message any more. */
export class TooLate extends Refusal {
  constructor(reason: string) {
    super(REPORT.badParameter, reason);
  }
}

/** Refusals of any request. */
export const LOGIN = new Refusal(REPORT.invalidLogin, 'Invalid Login');
/** The gateway's own fault: what went wrong is for the log. */
export const FAULT = new Refusal(REPORT.internalError, 'Internal error');
/** Answered like every refusal, with status 200 and not 429. Also for logins that have to wait, whether they are right or not. */
export const TOO_OFTEN = new TooOften(1_000);

/** The refusal as the one result of the request. */
export function refusalResult({ report, message }: Refusal): Result {
  return { messageIdentifier: '-1', report, accepted: false, text: message, units: 0 };
}

/** Words for a fault of a parameter, the field in front. */
export function badParameter(field: string, reason: string, cause?: unknown): Refusal {
  return new Refusal(REPORT.badParameter, `Bad or missing parameter ${field}: ${reason}`, { cause, field, reason });
}

/** A request that the account has no right to. */
export function notPermitted(text: string): Refusal {
  return new Refusal(REPORT.notPermitted, text);
}

/** What the gateway answers for an error of a codec: the caller asked for what cannot be; other errors are the gateway's own. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof BusyError) return TOO_OFTEN;
  return error instanceof FormatError ? badParameter(error.field, error.reason, error) : undefined;
}
