/**
 * Refusals and reports as command_status.
 *
 * Sources: SMPP Protocol Specification v3.4 section 5.1.3; v5.0 section 4.7.6. 400 to 4FF hex are for errors of a message centre's own.
 * @module
 */
import { FormatError } from '../../errors.js';
import { REPORT } from '../../protocol/index.js';
import { type SmppStatus, statusNumber } from '../../smpp/status.js';
import { NoMessage, Refusal, TooLate, TooOften } from '../operations/refusal.js';
import type { SendResult } from '../operations/send.js';

/** The account's credit has ended. */
const OUT_OF_CREDIT = 0x401;
/** The recipient wants nothing from this originator. */
const HAS_OPTED_OUT = 0x402;

/** A refusal that has a status of its own. */
export class SmppRefusal extends Refusal {
  readonly status: SmppStatus;

  constructor(status: SmppStatus, text: string, report: number = REPORT.badParameter) {
    super(report, text);
    this.status = status;
  }
}

/** What a refusal is answered with. */
export function statusOfRefusal(refusal: Refusal): number {
  if (refusal instanceof SmppRefusal) return statusNumber(refusal.status);
  if (refusal instanceof TooOften) return statusNumber('ESME_RTHROTTLED');
  if (refusal instanceof NoMessage) return statusNumber('ESME_RINVMSGID');
  if (refusal instanceof TooLate) return statusNumber('ESME_RCANCELFAIL');
  const { cause, report } = refusal;
  if (!(cause instanceof FormatError)) return statusOfReport(report);
  return statusNumber(cause.code === 'too-long' ? 'ESME_RINVMSGLEN' : 'ESME_RINVDCS');
}

/** What a recipient's result is answered with; 0 where the message was accepted. */
export function statusOfResult({ accepted, report }: SendResult): number {
  return accepted ? 0 : statusOfReport(report);
}

function statusOfReport(report: number): number {
  switch (report) {
    case REPORT.badRecipient:
      return statusNumber('ESME_RINVDSTADR');
    case REPORT.replyToNotPermitted:
      return statusNumber('ESME_RINVSRCADR');
    case REPORT.outOfCredit:
      return OUT_OF_CREDIT;
    case REPORT.notPermitted:
      return HAS_OPTED_OUT;
    case REPORT.invalidLogin:
      // The account is gone, or its PIN is another one: its sessions end.
      return statusNumber('ESME_RINVBNDSTS');
    case REPORT.internalError:
      return statusNumber('ESME_RSYSERR');
    default:
      return statusNumber('ESME_RSUBMITFAIL');
  }
}
