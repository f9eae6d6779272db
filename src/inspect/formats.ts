/**
 * The formats that the inspector knows, and what it says of a blob that may be one.
 * @module
 */
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../archive/model.js';
import type { Direction } from '../sms/index.js';

/**
 * The formats that `identify` and `inspect` know. A `tpdu` is bare, a `pdu` begins with the address of the service centre, as in AT commands; `mo`
 * comes from the handset, `mt` goes to it. `rp` and `cp` carry TPDUs over the network, `sip` is a MESSAGE request with an `rp`. Names that begin
 * with `sim` are records of a SIM, and envelopes to it. `cbs` is cell broadcast in any form, `ussd` the argument of an operation. `vmg` to `eml` are
 * archives of messages. `hex` and `at` are texts with a PDU per line, a `log` has PDUs among other words. A group graphic is an `ota-bitmap`: only
 * its port differs.
 */
export const FORMATS = [
  'tpdu-mo',
  'tpdu-mt',
  'pdu-mo',
  'pdu-mt',
  'rp',
  'cp',
  'sip',
  'sim-sms',
  'sim-adn',
  'sim-smsp',
  'sim-ext1',
  'sim-envelope',
  'cbs',
  'ussd',
  'udh',
  'nokia-ringtone',
  'ota-bitmap',
  'operator-logo',
  'picture-message',
  'wbmp',
  'nol',
  'ngg',
  'nlm',
  'npm',
  'bmp',
  'midi',
  'seo',
  'rtttl',
  'imelody',
  'emelody',
  'motorola',
  'flipper-music',
  'arduino-melody',
  'any-rtttl',
  'bluejay-melody',
  'wsp-push',
  'wbxml',
  'push-xml',
  'mms',
  'smil',
  'zip',
  'capture',
  'vmg',
  'sms-backup-restore',
  'gammu-backup',
  'sms-ie',
  'eml',
  'vcard',
  'vcalendar',
  'sckl',
  'at',
  'hex',
  'log',
  'text',
  'png',
  'jpeg',
  'gif',
  'wav',
  'jad',
  'form',
  'kannel',
  'soap',
  'xml',
  'html',
  'json',
  'smpp',
  'smpp-json',
  'base64',
] as const;

/** A name of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** Whether a format is an archive of messages. */
export function isMessageArchive(format: Format | undefined): format is ArchiveFormat {
  return (ARCHIVE_FORMATS as readonly (string | undefined)[]).includes(format);
}

/** A possible format of a payload. */
export interface Identification {
  /** The format. */
  readonly format: Format;
  /** Confidence, 0 to 1. */
  readonly confidence: number;
  /** The reason, in a few words. */
  readonly reason: string;
}

/** How a form of a TPDU is read. */
export interface TpduForm {
  readonly direction: Direction;
  readonly smsc: boolean;
}

/** How to read the four forms of a TPDU. */
export const TPDU_FORMS = {
  'tpdu-mo': { direction: 'MO', smsc: false },
  'tpdu-mt': { direction: 'MT', smsc: false },
  'pdu-mo': { direction: 'MO', smsc: true },
  'pdu-mt': { direction: 'MT', smsc: true },
} as const satisfies Readonly<Record<string, TpduForm>>;

/** How to read a form of a TPDU; undefined for other formats. */
export function tpduForm(format: Format | undefined): TpduForm | undefined {
  return (TPDU_FORMS as Readonly<Record<string, TpduForm | undefined>>)[format ?? ''];
}

/** Whether a format can go in a direction; all but TPDUs go in both. */
export function fitsDirection(format: Format, direction: Direction | undefined): boolean {
  return direction === undefined || (tpduForm(format)?.direction ?? direction) === direction;
}
