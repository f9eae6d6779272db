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

/** A warning of {@link lintNotification}. */
export interface NotificationWarning {
  /** The kind of warning. */
  readonly code: /** The address is relative, or handsets do not fetch messages by its scheme. */
    | 'scheme'
    /** The value is longer than handsets must accept. */
    | 'too-long'
    /** The message is already expired when the notification arrives. */
    | 'expired';
  /** Path of the field, as in errors: `MMS/X-Mms-Content-Location`. */
  readonly field: string;
  /** The warning in words, with what was found. */
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
 * Lists what is valid in the notification of a multimedia message but may fail on handsets (OMA-TS-MMS-CONF-V1_3 section 10.2.5). Fields that lenient
 * reading omitted are not checked.
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
