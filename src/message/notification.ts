/**
 * Doubtful fields of a notification of a multimedia message.
 *
 * Sources: OMA-TS-MMS-CONF-V1_3 section 10.2.5 for the lengths that every handset accepts; OMA-TS-MMS_ENC-V1_3 section 6.2 for the fields.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { encodeUtf8 } from '../bytes/index.js';
import type { MNotificationInd } from '../mms/binary.js';
import { doubtfulScheme } from '../push/si-sl-co/si.js';

/** A valid field of a notification that may cause problems on handsets. */
export interface NotificationWarning {
  /** What is doubtful. */
  readonly code: /** The address is relative, or handsets do not fetch messages by its scheme. */
    | 'scheme'
    /** Longer than handsets have to accept. */
    | 'too-long'
    /** Expired on arrival. */
    | 'expired';
  /** As in the errors: `MMS/X-Mms-Content-Location`. */
  readonly field: string;
  /** The same in words, with what was found. */
  readonly message: string;
}

/** Octets of addresses and identifiers that a handset has to accept. */
const MAX_OCTETS = [
  ['contentLocation', 'X-Mms-Content-Location', 100],
  ['transactionId', 'X-Mms-Transaction-Id', 40],
] as const;

/** Characters of a subject that a handset has to accept. */
const MAX_SUBJECT = 40;

/** Schemes by which handsets fetch messages. */
const SCHEMES: readonly string[] = ['http', 'https'];

/**
 * Finds doubtful fields of a notification. What lenient reading left out is not a finding.
 * @throws EncodeError `unencodable` for an address or identifier with a lone surrogate.
 */
export function lintNotification(notification: MNotificationInd): NotificationWarning[] {
  requireObject(notification, 'notification');
  const warnings: NotificationWarning[] = [];
  const warn = (code: NotificationWarning['code'], name: string, message: string) => {
    warnings.push({ code, field: `MMS/${name}`, message });
  };
  const { contentLocation, expiry, subject = '' }: Partial<MNotificationInd> = notification;
  const doubt = contentLocation === undefined ? undefined : doubtfulScheme(contentLocation, SCHEMES);
  if (doubt !== undefined) warn('scheme', 'X-Mms-Content-Location', `${doubt}; handsets fetch the message from there`);
  for (const [property, name, most] of MAX_OCTETS) {
    const { length } = encodeUtf8(notification[property] ?? '');
    if (length > most) warn('too-long', name, `${length} octets: handsets have to accept ${most}`);
  }
  const characters = [...subject].length;
  if (characters > MAX_SUBJECT) {
    warn('too-long', 'Subject', `${characters} characters: handsets have to accept ${MAX_SUBJECT}`);
  }
  if (expiry?.kind === 'relative' && expiry.seconds === 0) warn('expired', 'X-Mms-Expiry', '0 seconds: it expires at once');
  return warnings;
}
