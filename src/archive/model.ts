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

/** The formats of archives. */
export const ARCHIVE_FORMATS = ['vmg', 'sms-backup-restore', 'gammu-backup', 'sms-ie', 'eml'] as const;

/** A name of {@link ARCHIVE_FORMATS}. */
export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];

/** An instant, or a local time without a known time zone. */
export interface ArchiveTime {
  /** Epoch milliseconds; of a local time those of the same date and time in UTC. */
  readonly ms: number;
  /** True for a local time whose zone is unknown. */
  readonly isLocal?: true | undefined;
  /** Offset of the phone's local time from UTC in minutes, positive to the east, if it is known and not 0. It does not change `ms`. */
  readonly offsetMinutes?: number | undefined;
}

/** A participant of a message. */
export interface ArchiveAddress {
  /** Role; of an SMS `from` or `to`. */
  readonly role: 'from' | 'to' | 'cc' | 'bcc';
  /** A number, an alphanumeric sender or an e-mail address, verbatim. */
  readonly address: string;
  /** Name in the phone's address book. */
  readonly name?: string | undefined;
  /** Card with the name, verbatim, if it has more than name and number (VMG). */
  readonly card?: string | undefined;
}

/** The family of formats that a {@link RestField} comes from; `android` are SMS Backup & Restore and sms-ie. */
export type RestFamily = 'vmg' | 'android' | 'gammu' | 'mail';

/** A field of a format that has no member of its own. Writing to a format of the same family keeps it. */
export interface RestField {
  /** The formats that have such fields. */
  readonly family: RestFamily;
  /** Name in the format; empty for a line without one. */
  readonly name: string;
  /** Value, verbatim. */
  readonly value: string;
}

/** A part of a multimedia message, or the octets of an SMS that is not text. */
export interface ArchivePart {
  /** Content type without parameters, in lower case. */
  readonly contentType: string;
  /** Charset of a text, in lower case. */
  readonly charset?: string | undefined;
  /** The parameter `name` of its content type. */
  readonly name?: string | undefined;
  /** Content-Location. */
  readonly location?: string | undefined;
  /** Content-ID, without the angle brackets. */
  readonly contentId?: string | undefined;
  /** File name in its Content-Disposition. */
  readonly fileName?: string | undefined;
  /** Content. */
  readonly data: Uint8Array;
  /** True if the archive names the part but does not have its octets. */
  readonly isMissing?: true | undefined;
  /** All other fields of the part, in order; absent if there are none. */
  readonly rest?: readonly RestField[] | undefined;
}

/** The state of a message: `read` or `unread` for a received one; the others are for messages that were sent or are to be sent. */
export type ArchiveState = 'read' | 'unread' | 'sent' | 'draft' | 'outbox' | 'failed' | 'queued';

/** A message of an archive. */
export interface ArchiveMessage {
  /** Kind: an SMS, or a multimedia message. */
  readonly kind: 'sms' | 'mms';
  /** Direction: received by the phone, or sent by it; absent if the archive does not say. */
  readonly direction?: 'in' | 'out' | undefined;
  /** State; absent if the archive does not say. */
  readonly state?: ArchiveState | undefined;
  /** Sender and recipients, as far as the archive has them: most archives omit the owner of the phone. */
  readonly addresses: readonly ArchiveAddress[];
  /** When it was received or sent. */
  readonly time?: ArchiveTime | undefined;
  /** When it was sent, if the archive also has when it was received. */
  readonly sentTime?: ArchiveTime | undefined;
  /** Subject of a multimedia message. */
  readonly subject?: string | undefined;
  /** Text of an SMS. That of a multimedia message is in its parts: see {@link messageText}. */
  readonly text: string;
  /** Parts of a multimedia message, in order; of an SMS its octets, if it is not text. */
  readonly parts: readonly ArchivePart[];
  /** User data header of an SMS, UDHL included, if it has one, as parts of a longer message do. */
  readonly udh?: Uint8Array | undefined;
  /** Number of the service centre. */
  readonly serviceCentre?: string | undefined;
  /** Name of the folder, if it is not one of the usual ones. */
  readonly folder?: string | undefined;
  /** Identifier: Message-ID, or a number that the phone assigned. */
  readonly id?: string | undefined;
  /** All other fields, in order; absent if there are none. */
  readonly rest?: readonly RestField[] | undefined;
  /** Index in the text of the archive (octet of an EML) at which it begins; writers ignore it. */
  readonly at?: number | undefined;
}

/** A piece of an archive that was not understood. */
export interface UnknownPiece {
  /** Name in the archive, such as that of an element or a section. */
  readonly name: string;
  /** Index in the text at which it begins. */
  readonly at: number;
  /** The piece, verbatim. */
  readonly text: string;
  /** Why it was not understood, in words. */
  readonly reason: string;
}

/** An archive of a phone that was read. */
export interface Archive {
  /** The format; `vcard` and `vcalendar` for files of an address book or a calendar. */
  readonly format: ArchiveFormat | 'vcard' | 'vcalendar';
  /** The messages, in order. */
  readonly messages: readonly ArchiveMessage[];
  /** The entries of the address book. */
  readonly cards: readonly VCard[];
  /** The calendars: one for each file, or one with all entries. */
  readonly calendars: readonly VCalendar[];
  /** Pieces that were not understood. */
  readonly unknown: readonly UnknownPiece[];
  /** Fields of the archive itself, such as the program that wrote it. */
  readonly rest: readonly RestField[];
}

/** A value that a format cannot express. */
export interface ArchiveLoss {
  /** Index of the message. */
  readonly index: number;
  /** Member of the message, such as `subject` or `parts[2]`. */
  readonly field: string;
  /** What is not written, or what is written instead, in words. */
  readonly reason: string;
}

/** Options of functions that write messages. */
export interface ArchiveFormatOptions {
  /** Called for each value that the format cannot express. */
  readonly onLoss?: ((loss: ArchiveLoss) => void) | undefined;
}

/** Options of functions that read archives. Unknown data is kept by strict and by lenient reading. */
export type ArchiveOptions = DecodeOptions;

/**
 * Returns the text of a message; of a multimedia message, its text parts joined with line feeds.
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

/** Decodes the text of a part by its charset; without one, or with an unknown one, as UTF-8 if it is valid, otherwise as ISO-8859-1. */
export function partText(part: Pick<ArchivePart, 'data' | 'charset'>): string {
  requireObject(part, 'part');
  const { data, charset } = part;
  return decodeText(data, charset) ?? decodeUnmarked(data);
}
