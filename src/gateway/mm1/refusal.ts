/**
 * Refusals as X-Mms-Response-Status: MMS 1.0 knows the first column, later versions both.
 *
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.3.48, table 31. C0 to DF may be tried again, E0 to FF not.
 * @module
 */
import type { RESPONSE_STATUSES } from '../../mms/index.js';
import { REPORT } from '../../protocol/index.js';
import { Refusal } from '../operations/refusal.js';

type ResponseStatus = keyof typeof RESPONSE_STATUSES;

const STATUSES = {
  denied: ['error-service-denied', 'error-permanent-service-denied'],
  corrupt: ['error-message-format-corrupt', 'error-permanent-message-format-corrupt'],
  'no-recipient': ['error-sending-address-unresolved', 'error-permanent-sending-address-unresolved'],
  'no-message': ['error-message-not-found', 'error-permanent-message-not-found'],
  'not-accepted': ['error-content-not-accepted', 'error-permanent-content-not-accepted'],
  unsupported: ['error-unsupported-message', 'error-unsupported-message'],
  'no-credit': ['error-service-denied', 'error-permanent-lack-of-prepaid'],
  busy: ['error-network-problem', 'error-transient-failure'],
  'reply-charging': ['error-unspecified', 'error-permanent-reply-charging-not-supported'],
  partial: ['ok', 'error-transient-partial-success'],
} as const satisfies Readonly<Record<string, readonly [ResponseStatus, ResponseStatus]>>;

/** Why a phone's request is not carried out. */
export type MmsFault = keyof typeof STATUSES;

/** A refusal that has a status of its own. */
export class MmsRefusal extends Refusal {
  readonly fault: MmsFault;

  constructor(fault: MmsFault, text: string) {
    super(fault === 'no-message' ? REPORT.noLibraryItem : REPORT.badParameter, text);
    this.fault = fault;
  }
}

/** The status in the words of a version, such as `1.0`. */
export function statusOf(fault: MmsFault, mmsVersion: string): ResponseStatus {
  return STATUSES[fault][mmsVersion === '1.0' ? 0 : 1];
}

/** What a refusal of an operation is to a phone. */
export function faultOf(refusal: Refusal): MmsFault {
  return refusal instanceof MmsRefusal ? refusal.fault : faultOfReport(refusal.report);
}

/** What a report of one recipient, or of a request, is to a phone. */
export function faultOfReport(report: number): MmsFault {
  switch (report) {
    case REPORT.invalidLogin:
    case REPORT.notPermitted:
    case REPORT.replyToNotPermitted:
      return 'denied';
    case REPORT.badRecipient:
      return 'no-recipient';
    case REPORT.outOfCredit:
      return 'no-credit';
    case REPORT.badParameter:
      return 'corrupt';
    default:
      return 'busy';
  }
}
