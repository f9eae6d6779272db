/**
 * Report codes: what the gateway says became of a request.
 *
 * The service's catalogue is not public. The interface document lists the codes that a client must handle and says what five of them mean;
 * public clients add one. Every other code is a refusal whose number is kept. Source: the gateway interface document, section 11 (G-ERR-01 to 06),
 * and G-CLI-15.
 * @module
 */

/** The source of a code's meaning: the interface document, public clients, only this package's gateway (`own`), or none. */
export type ReportSource = 'document' | 'clients' | 'own' | 'unknown';

/** A row of {@link REPORTS}. */
export interface ReportCode {
  /** The report code, an integer. */
  readonly code: number;
  /** Whether the code means acceptance; that of 158 applies only to a line (see {@link isAccepted}). */
  readonly outcome: 'accepted' | 'refused';
  /** A description; absent if no source has one. */
  readonly meaning?: string | undefined;
  /** The source of the meaning. */
  readonly knownFrom: ReportSource;
}

/** Report codes by name: those whose meaning is known, or that this package's gateway uses (G-ERR-02, 03 and 05). */
export const REPORT = {
  /** Accepted and queued. */
  queued: -2,
  /** Success, of account management and receipts. */
  success: 0,
  /** Username or PIN is wrong. */
  invalidLogin: 2,
  /** The recipient is not a number. */
  badRecipient: 11,
  /** ReplyTo is not one of the account's permitted values. */
  replyToNotPermitted: 12,
  /** The account may not do that. */
  notPermitted: 13,
  /** A parameter is missing, wrong, or not to be used together with another. */
  badParameter: 14,
  /** Out of credit. */
  outOfCredit: 15,
  /** The library has no such item, or not for this account. */
  noLibraryItem: 20,
  /** Internal error of the gateway, or too many requests. */
  internalError: 98,
  /** Accepted, to be sent at the requested time. */
  scheduled: 99,
  /** Success, in a line of ResponseFormat 0. */
  lineSuccess: 158,
  /** Username or PIN is wrong, in a line of ResponseFormat 0. */
  lineInvalidLogin: 171,
} as const;

/** Every code that the interface document, a public client or this package's gateway names, in ascending order. */
export const REPORTS: readonly ReportCode[] = [
  { code: -3, outcome: 'accepted', knownFrom: 'unknown' },
  { code: REPORT.queued, outcome: 'accepted', meaning: 'accepted and queued', knownFrom: 'document' },
  { code: -1, outcome: 'refused', knownFrom: 'unknown' },
  { code: REPORT.success, outcome: 'accepted', meaning: 'success', knownFrom: 'document' },
  { code: REPORT.invalidLogin, outcome: 'refused', meaning: 'invalid login', knownFrom: 'document' },
  { code: 3, outcome: 'refused', knownFrom: 'unknown' },
  { code: 5, outcome: 'refused', knownFrom: 'unknown' },
  { code: 6, outcome: 'refused', knownFrom: 'unknown' },
  { code: 7, outcome: 'refused', knownFrom: 'unknown' },
  { code: 8, outcome: 'refused', knownFrom: 'unknown' },
  { code: REPORT.badRecipient, outcome: 'refused', meaning: 'bad recipient number', knownFrom: 'own' },
  { code: REPORT.replyToNotPermitted, outcome: 'refused', meaning: 'ReplyTo not permitted', knownFrom: 'own' },
  { code: REPORT.notPermitted, outcome: 'refused', meaning: 'not permitted', knownFrom: 'own' },
  { code: REPORT.badParameter, outcome: 'refused', meaning: 'bad or missing parameter', knownFrom: 'own' },
  { code: REPORT.outOfCredit, outcome: 'refused', meaning: 'out of credit', knownFrom: 'document' },
  { code: REPORT.noLibraryItem, outcome: 'refused', meaning: 'library item absent or not allowed', knownFrom: 'own' },
  { code: 76, outcome: 'refused', knownFrom: 'unknown' },
  { code: REPORT.internalError, outcome: 'refused', meaning: 'internal error', knownFrom: 'own' },
  { code: REPORT.scheduled, outcome: 'accepted', meaning: 'accepted for later', knownFrom: 'own' },
  { code: REPORT.lineSuccess, outcome: 'accepted', meaning: 'success, in a line', knownFrom: 'clients' },
  { code: REPORT.lineInvalidLogin, outcome: 'refused', meaning: 'invalid login, in a line', knownFrom: 'document' },
];

/** Returns the row of {@link REPORTS} for a code; for an unknown code a refusal without meaning (G-ERR-04). */
export function reportOf(code: number): ReportCode {
  return REPORTS.find((report) => report.code === code) ?? { code, outcome: 'refused', knownFrom: 'unknown' };
}

/**
 * Returns whether a report means that the gateway accepted the request: -3, -2, 0 and 99 do, and 158 in a line of ResponseFormat 0 (`form` is `line`). Any
 * other number is a refusal (G-CLI-15; 0 counts everywhere by G-ERR-04).
 */
export function isAccepted(report: number, form: 'line' | 'tags' = 'tags'): boolean {
  switch (report) {
    case -3:
    case REPORT.queued:
    case REPORT.success:
    case REPORT.scheduled:
      return true;
    case REPORT.lineSuccess:
      return form === 'line';
    default:
      return false;
  }
}
