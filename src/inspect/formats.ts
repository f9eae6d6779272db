/**
 * The formats that the inspector knows, and what it says of a blob that may be one.
 * @module
 */
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../archive/model.js';
import type { Direction } from '../sms/index.js';

/**
 * The formats known here. `tpdu` is bare, `pdu` begins with a service centre's address, as modems show it; `mo` comes from the handset,
 * `mt` goes to it. `rp` and `cp` carry one over the network, `sip` the former in a request MESSAGE; what begins with `sim` is on a card, or goes to it. `cbs` is cell broadcast in any of its forms, `ussd` the argument of an operation. From `vmg` to `eml` are archives of messages. `hex` and `at` are text that holds PDUs, a line each; in a `log` they are among other words. A group graphic is an `ota-bitmap`: only its port tells.
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

/** One reading of a blob. */
export interface Identification {
  /** What it may be. */
  readonly format: Format;
  /** 0 to 1: how much speaks for it. */
  readonly confidence: number;
  /** Why, in a few words. */
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
