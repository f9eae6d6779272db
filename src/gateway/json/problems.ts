/**
 * What is wrong, as RFC 9457 has it: the table of statuses, by report where there is one.
 *
 *   { "type": "about:blank", "title": "Out of credit", "status": 402, "detail": "...", "report": 15, "field": "$.to" }
 * @module
 */
import { REPORT } from '../../protocol/reports.js';
import { FAULT, LOGIN, NoMessage, Refusal, TooLate, TooOften, UnderWay } from '../operations/refusal.js';
import { ANSWERS } from './api.js';
import type { Schema } from './shapes.js';

/** What is wrong with a request. */
export interface Problem {
  readonly status: number;
  /** The same of every problem of a status and report. */
  readonly title: string;
  /** What is wrong with this one. */
  readonly detail: string;
  readonly report?: number | undefined;
  /** A JSON path. */
  readonly field?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members. */
  readonly more?: object;
}

/** Titles of statuses, which the document of the interface lists. */
export const PROBLEM_TITLES = {
  400: 'The request cannot be read',
  401: 'Invalid login',
  402: 'Out of credit',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'It cannot be sent',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Busy',
} as const;

/** A status of a problem. */
export type ProblemStatus = keyof typeof PROBLEM_TITLES;

/** Reports of refusals: the status of each, and the member that it is about where the refusal itself does not say. */
const BY_REPORT: Readonly<Record<number, { readonly status: ProblemStatus; readonly field?: string }>> = {
  [REPORT.invalidLogin]: { status: 401 },
  [REPORT.badRecipient]: { status: 422, field: '$.to' },
  [REPORT.replyToNotPermitted]: { status: 403, field: '$.originator' },
  [REPORT.notPermitted]: { status: 403 },
  [REPORT.badParameter]: { status: 422 },
  [REPORT.outOfCredit]: { status: 402 },
  [REPORT.noLibraryItem]: { status: 422, field: '$.content.libraryNumber' },
  [REPORT.internalError]: { status: 500 },
};

/** A body that is no JSON of a request. */
export class Unreadable extends Refusal {}

/** Seconds after which a busy gateway may be asked again. */
const BUSY_S = 5;

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="gateway", charset="UTF-8"' };

/** A problem of a status alone. */
export function problem(status: ProblemStatus, detail: string, more: Partial<Problem> = {}): Problem {
  return { status, title: PROBLEM_TITLES[status], detail, ...more };
}

/** So many wait for the same that this one is not even looked at. */
export function busy(): Problem {
  return problem(503, 'Busy, retry later', { report: REPORT.internalError, headers: { 'Retry-After': `${BUSY_S}` } });
}

/** The problem that a refusal is. */
export function problemOf(refusal: Refusal): Problem {
  const { report, reason: detail, field } = refusal;
  if (refusal instanceof TooOften) {
    return problem(429, detail, { report, headers: { 'Retry-After': `${Math.ceil(refusal.afterMs / 1_000)}` } });
  }
  if (refusal instanceof NoMessage) return problem(404, detail);
  if (refusal instanceof TooLate) return problem(409, detail);
  if (refusal instanceof UnderWay) return problem(409, detail, { headers: { 'Retry-After': '1' } });
  if (refusal instanceof Unreadable) return problem(400, detail, { report, field });
  if (refusal === LOGIN) return problem(401, 'Username or PIN is wrong', { report, headers: CHALLENGE });
  return {
    ...reportProblem(report, refusal === FAULT ? 'What went wrong is in the log of the gateway' : detail),
    field: field ?? BY_REPORT[report]?.field,
  };
}

/** The problem of a report. */
export function reportProblem(report: number, detail: string): Problem {
  const { status, field } = BY_REPORT[report] ?? { status: 422 };
  return problem(status, detail, { report, field });
}

/** The answer to a send that somebody gets: where all were refused, the problem has the same members. */
const ACCEPTED = ANSWERS.Accepted.properties as { readonly messages: Schema; readonly libraryNumber: Schema };

/** Members of a problem. */
export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  description: 'What is wrong (RFC 9457)',
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', enum: Object.values(PROBLEM_TITLES) },
    status: { type: 'integer', enum: Object.keys(PROBLEM_TITLES).map(Number) },
    detail: { type: 'string', description: 'For people: the words may be others tomorrow' },
    report: { type: 'integer', description: 'Report code of the interface, as forms answer it' },
    field: { type: 'string', description: 'The member that it is about, as a JSON path, such as $.content.tune' },
    messages: { ...ACCEPTED.messages, description: 'What became of each recipient, where all were refused' },
    libraryNumber: ACCEPTED.libraryNumber,
  },
  required: ['type', 'title', 'status', 'detail'],
};
