/**
 * What a handset may make trouble about in a notification of a multimedia message.
 *
 * Sources: OMA-TS-MMS-CONF-V1_3 section 10.2.5 for the lengths that every handset takes; OMA-TS-MMS_ENC-V1_3 section 6.2 for the fields.
 * @module
 */
import { encodeUtf8 } from '../bytes/index.js';
import type { MNotificationInd } from '../mms/binary.js';
import { doubtfulScheme } from '../push/si-sl-co/si.js';

/** What is valid in a notification but may not do on handsets what its sender expects. */
export interface NotificationWarning {
  /** What is doubtful. */
  readonly code: /** The address is relative, or its scheme is none that a message is fetched by. */
    | 'scheme'
    /** Longer than every handset has to take. */
    | 'too-long'
    /** Over when it arrives. */
    | 'expired';
  /** As in the errors: `MMS/X-Mms-Content-Location`. */
  readonly field: string;
  /** The same in words, with what was found. */
  readonly message: string;
}

/** Octets of addresses and identifiers that a handset has to take. */
const MAX_OCTETS = [
  ['contentLocation', 'X-Mms-Content-Location', 100],
  ['transactionId', 'X-Mms-Transaction-Id', 40],
] as const;

/** Characters of a subject that a handset has to take. */
const MAX_SUBJECT = 40;

/** Schemes by which handsets fetch messages. */
const SCHEMES: readonly string[] = ['http', 'https'];

/**
 * Looks a notification over. What a lenient reading left out is no fault here.
 * @throws EncodeError `unencodable` for an address or identifier with a lone surrogate.
 */
export function lintNotification(notification: MNotificationInd): NotificationWarning[] {
  const warnings: NotificationWarning[] = [];
  const warn = (code: NotificationWarning['code'], name: string, message: string) => {
    warnings.push({ code, field: `MMS/${name}`, message });
  };
  const { contentLocation, expiry, subject = '' }: Partial<MNotificationInd> = notification;
  const doubt = contentLocation === undefined ? undefined : doubtfulScheme(contentLocation, SCHEMES);
  if (doubt !== undefined) warn('scheme', 'X-Mms-Content-Location', `${doubt}; handsets fetch the message from there`);
  for (const [property, name, most] of MAX_OCTETS) {
    const { length } = encodeUtf8(notification[property] ?? '');
    if (length > most) warn('too-long', name, `${length} octets: handsets have to take ${most}`);
  }
  const characters = [...subject].length;
  if (characters > MAX_SUBJECT) {
    warn('too-long', 'Subject', `${characters} characters: handsets have to take ${MAX_SUBJECT}`);
  }
  if (expiry?.kind === 'relative' && expiry.seconds === 0) warn('expired', 'X-Mms-Expiry', '0 seconds: it is over at once');
  return warnings;
}
