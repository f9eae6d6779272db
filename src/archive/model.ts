/**
 * One model of what archives of phones hold: messages, cards and calendars, and what was not understood, which is kept.
 *
 * Every format of `handset/archive` is read into it and written out of it. A field that a format has and the model does not is a {@link RestField} of
 * the message, and goes back into a format of the same family. What a format has no place for is reported when it is written: {@link ArchiveLoss}.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import type { DecodeOptions } from '../bytes/reading.js';
import { decodeText, decodeUnmarked } from '../mms/charsets.js';
import type { VCalendar, VCard } from '../vobject/index.js';

/** The formats of messages. */
export const ARCHIVE_FORMATS = ['vmg', 'sms-backup-restore', 'gammu-backup', 'sms-ie', 'eml'] as const;

/** A name of {@link ARCHIVE_FORMATS}. */
export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];

/** A point in time, or a local time. */
export interface ArchiveTime {
  /** Milliseconds since 1970-01-01T00:00:00Z; of a local time those of the same date and time in UTC. */
  readonly ms: number;
  /** Whether it is the date and time of a clock whose zone is not known. */
  readonly isLocal?: true | undefined;
  /** Minutes by which the clock was ahead of UTC, where that is known and not 0; `ms` is the instant either way. */
  readonly offsetMinutes?: number | undefined;
}

/** A participant of a message. */
export interface ArchiveAddress {
  /** Its role; an SMS has one of the first two. */
  readonly role: 'from' | 'to' | 'cc' | 'bcc';
  /** A number, a name that a network shows in place of one, or an e-mail address; verbatim. */
  readonly address: string;
  /** The name in the phone's address book. */
  readonly name?: string | undefined;
  /** The card that names it, verbatim, where it holds more than name and number (VMG). */
  readonly card?: string | undefined;
}

/** Where a field without a place in the model comes from. */
export type RestFamily = 'vmg' | 'android' | 'gammu' | 'mail';

/** A field without a place in the model. */
export interface RestField {
  /** The formats that have such fields: `android` are SMS Backup & Restore and sms-ie. */
  readonly family: RestFamily;
  /** Its name in the format; empty for a line without one. */
  readonly name: string;
  /** Its value, verbatim. */
  readonly value: string;
}

/** A part of a multimedia message, or the octets of an SMS that is not text. */
export interface ArchivePart {
  /** Media type without parameters, in lower case. */
  readonly contentType: string;
  /** The charset of a text, in lower case. */
  readonly charset?: string | undefined;
  /** The `name` of its content type. */
  readonly name?: string | undefined;
  /** Content-Location. */
  readonly location?: string | undefined;
  /** Content-ID, without the angle brackets. */
  readonly contentId?: string | undefined;
  /** The file name of its disposition. */
  readonly fileName?: string | undefined;
  /** Its octets. */
  readonly data: Uint8Array;
  /** Set where the archive names the part and does not have its octets. */
  readonly isMissing?: true | undefined;
  /** Fields of the part without a place here; absent without any. */
  readonly rest?: readonly RestField[] | undefined;
}

/** The state of a message. Those that came in are `read` or `unread`; the others are of messages that went out or were to. */
export type ArchiveState = 'read' | 'unread' | 'sent' | 'draft' | 'outbox' | 'failed' | 'queued';

/** A message. */
export interface ArchiveMessage {
  /** SMS, or multimedia message. */
  readonly kind: 'sms' | 'mms';
  /** To the phone or from it; absent where the archive does not say. */
  readonly direction?: 'in' | 'out' | undefined;
  /** Absent where the archive does not say. */
  readonly state?: ArchiveState | undefined;
  /** Sender and recipients, as far as the archive has them: most archives leave out the owner of the phone. */
  readonly addresses: readonly ArchiveAddress[];
  /** When it was received or sent. */
  readonly time?: ArchiveTime | undefined;
  /** When it was sent, where the archive has both. */
  readonly sentTime?: ArchiveTime | undefined;
  /** The subject of a multimedia message. */
  readonly subject?: string | undefined;
  /** The text of an SMS; that of a multimedia message is in its parts: see {@link messageText}. */
  readonly text: string;
  /** The parts of a multimedia message in their order; of an SMS its octets, when it is not text. */
  readonly parts: readonly ArchivePart[];
  /** The user data header of an SMS that has one, its length included; a part of a longer message has one. */
  readonly udh?: Uint8Array | undefined;
  /** The number of the service centre. */
  readonly serviceCentre?: string | undefined;
  /** The folder, where it is none of the usual ones. */
  readonly folder?: string | undefined;
  /** What identifies it: Message-ID, or a number of the phone's. */
  readonly id?: string | undefined;
  /** Fields without a place here, in their order; absent without any. */
  readonly rest?: readonly RestField[] | undefined;
  /** Index in the text of the archive (octet of an EML) at which it begins; writers ignore it. */
  readonly at?: number | undefined;
}

/** A piece of an archive that was not understood. */
export interface UnknownPiece {
  /** What it is called in the archive, such as an element or a section. */
  readonly name: string;
  /** Index in the text at which it begins. */
  readonly at: number;
  /** The piece, verbatim. */
  readonly text: string;
  /** Why it was not understood. */
  readonly reason: string;
}

/** The content of an archive. */
export interface Archive {
  /** The format it was read from; `vcard` and `vcalendar` are files of an address book or a calendar. */
  readonly format: ArchiveFormat | 'vcard' | 'vcalendar';
  /** Its messages, in its order. */
  readonly messages: readonly ArchiveMessage[];
  /** Entries of its address book. */
  readonly cards: readonly VCard[];
  /** Its calendar: one for each file, or one of all entries. */
  readonly calendars: readonly VCalendar[];
  /** What was not understood. */
  readonly unknown: readonly UnknownPiece[];
  /** Fields of the archive itself, such as who wrote it. */
  readonly rest: readonly RestField[];
}

/** Data that a format cannot express. */
export interface ArchiveLoss {
  /** The message, by its index. */
  readonly index: number;
  /** The field of the model, such as `subject` or `parts[2]`. */
  readonly field: string;
  /** What is not written, or what is written in its place. */
  readonly reason: string;
}

/** Options for writing an archive. */
export interface ArchiveFormatOptions {
  /** Called with everything that the format has no place for. */
  readonly onLoss?: ((loss: ArchiveLoss) => void) | undefined;
}

/** Options for reading an archive: strictly, or with every fault reported. Unknown data is kept in both cases. */
export type ArchiveOptions = DecodeOptions;

/**
 * Returns the text of a message; for a multimedia message, its text parts joined by line ends.
 * @example
 * ```ts
 * import { messageText } from 'handset/archive';
 *
 * messageText({ kind: 'sms', text: 'Hello', parts: [] }); // -> 'Hello'
 * ```
 */
export function messageText(message: Pick<ArchiveMessage, 'text' | 'parts' | 'kind'>): string {
  requireObject(message, 'message');
  const { text, parts, kind } = message;
  if (kind === 'sms') return text;
  requireList(parts, 'message.parts', requireObject);
  const texts = parts.filter(({ contentType }) => contentType === 'text/plain').map(partText);
  return [...(text === '' ? [] : [text]), ...texts].join('\n');
}

/** The text of a part, by its charset; without one UTF-8 or else ISO 8859-1. */
export function partText(part: Pick<ArchivePart, 'data' | 'charset'>): string {
  requireObject(part, 'part');
  const { data, charset } = part;
  return decodeText(data, charset) ?? decodeUnmarked(data);
}
