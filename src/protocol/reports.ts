/**
 * Report codes: what the gateway says became of a request.
 *
 * The service's catalogue is not public. The interface document lists the codes that a client must handle and says what five of them mean;
 * public clients add one. Every other code is a refusal whose number is kept. Source: the gateway interface document, section 11 (G-ERR-01 to 06),
 * and G-CLI-15.
 * @module
 */

/** Where the meaning of a code comes from: the interface document, public clients, this package's own gateway alone, or nowhere. */
export type ReportSource = 'document' | 'clients' | 'own' | 'unknown';

/** One code. */
export interface ReportCode {
  /** The number that answers carry. */
  readonly code: number;
  /** What a client makes of it; 158 only in a line (see {@link isAccepted}). */
  readonly outcome: 'accepted' | 'refused';
  /** In words; absent if no source states it. */
  readonly meaning?: string | undefined;
  /** Where the code is known from. */
  readonly knownFrom: ReportSource;
}

/** Codes by name, of those whose meaning is known or that this package's gateway gives (G-ERR-02, 03 and 05). */
export const REPORT = {
  /** Accepted and queued. */
  queued: -2,
  /** Done: management. */
  success: 0,
  /** Username or PIN is wrong. */
  invalidLogin: 2,
  /** A number in SendTo is none. */
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
  /** Something broke in the gateway. */
  internalError: 98,
  /** Accepted, to be sent at the time asked for. */
  scheduled: 99,
  /** Success, in a line. */
  lineSuccess: 158,
  /** Username or PIN is wrong, in a line. */
  lineInvalidLogin: 171,
} as const;

/** Every code that the document or a public client names, in ascending order. */
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

/** What is known of a code; one that is in no list is a refusal (G-ERR-04). */
export function reportOf(code: number): ReportCode {
  return REPORTS.find((report) => report.code === code) ?? { code, outcome: 'refused', knownFrom: 'unknown' };
}

/**
 * Whether a report says that the gateway has taken the request: -3, -2, 0 and 99 do, 158 only where it stands in a line of ResponseFormat 0; every
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
