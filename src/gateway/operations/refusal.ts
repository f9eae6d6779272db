/**
 * Refusals of a whole request: a report code with words for people.
 * @module
 */
import { FormatError } from '../../errors.js';
import { REPORT, type Result } from '../../protocol/index.js';

/** Characters of a report's text (G-RES-05). */
const MOST_CHARACTERS = 255;

/** What a text quotes of a request may hold what neither a line nor XML takes. */
const NO_TEXT = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Why the gateway does nothing of a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly report: number;

  constructor(report: number, text: string, options?: { readonly cause?: unknown }) {
    super(text.slice(0, MOST_CHARACTERS).replace(NO_TEXT, '?'), options);
    this.report = report;
  }
}

/** The refusal as the one result of the request. */
export function refusalResult({ report, message }: Refusal): Result {
  return { messageIdentifier: '-1', report, accepted: false, text: message, units: 0 };
}

/** Words for a fault of a parameter, the field in front. */
export function badParameter(field: string, reason: string, cause?: unknown): Refusal {
  return new Refusal(REPORT.badParameter, `Bad or missing parameter ${field}: ${reason}`, { cause });
}

/** What the gateway answers for an error of a codec: the caller asked for what cannot be; other errors are the gateway's own. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof FormatError ? badParameter(error.field, error.reason, error) : undefined;
}
