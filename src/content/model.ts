/**
 * What can be sent by way of a gateway, and the options that go with it.
 *
 * A content is a value with a `kind`, the same as {@link Content} of `handset/message` where that has it. In place of a model each kind takes what
 * stands for one: RTTTL or RTX text, a card's text, an OTA bitmap as octets or hex, a file, and, of kinds that the gateway keeps a library of, an
 * item's number.
 * @module
 */
import type { Bitmap } from '../bitmap/index.js';
import type { Content, PduContent } from '../message/index.js';
import type { MmsPdu } from '../mms/binary.js';
import type {
  Credentials,
  DeliveryService,
  RawPduContent,
  ResponseFormat,
  SendMultimediaRequest,
  SendSmsRequest,
} from '../protocol/model.js';
import type { ServiceIndication } from '../push/binary.js';
import type { Tune } from '../ringtone/index.js';
import type { SubmitInput } from '../sms/index.js';
import type { VCalendar, VCalendarVersion, VCard, VCardVersion } from '../vobject/index.js';

/** An item of the gateway's library. */
export interface LibraryReference {
  /** Five digits; each kind has its range. */
  readonly libraryNumber: number;
}

/** A tune, its RTTTL or RTX text, or a number of the library (as a text of five digits, too). */
export type RingtoneInput = Tune | string | LibraryReference;

/** A bitmap, the octets of an OTA bitmap or their hex, or a number of the library (as a text of five digits, too). */
export type BitmapInput = Bitmap | Uint8Array | string | LibraryReference;

/** A file by name and octets or their hex, or a number of the library (as a text of five digits, too). */
export type FileInput = NamedFile | LibraryReference | string;

/** A file. */
export interface NamedFile {
  /** With the extension that suits the content; 50 characters at most. */
  readonly name: string;
  /** The octets, or their hex. */
  readonly data: Uint8Array | string;
  /** MIME type; the options may name it instead. */
  readonly contentType?: string | undefined;
}

/** A message, the octets of one (.mms) or of a ZIP of its files, either with a name, or a number of the library. */
export type MmsInput = MmsPdu | Uint8Array | FileInput;

/** An SMS-SUBMIT or its user data; or the octets as the interface takes them. */
export type PduInput =
  | PduContent
  | (Omit<SubmitInput, 'tpDa'> & Partial<Pick<SubmitInput, 'tpDa'>>)
  | (RawPduContent & { readonly tpDcs?: undefined })
  | (Omit<RawPduContent, 'kind'> & { readonly tpDcs?: undefined });

/** A content, as {@link requestOf} takes it; `Content` of `handset/message` is one wherever the interface has a request for it. */
export type SendContent =
  | { readonly kind: 'text'; readonly text: string }
  /** Text shown at once and not stored. */
  | { readonly kind: 'flash'; readonly text: string }
  | { readonly kind: 'ringtone'; readonly tune: RingtoneInput }
  /** The network may be named by the options instead. */
  | ({ readonly kind: 'operatorLogo'; readonly bitmap: BitmapInput } & Partial<Network>)
  | { readonly kind: 'groupGraphic'; readonly bitmap: BitmapInput }
  /** The interface has no parameter for a text with the picture. */
  | { readonly kind: 'pictureMessage'; readonly bitmap: BitmapInput; readonly text?: string | undefined }
  /** A business card: its fields, or its text. Reading gives this kind; `vCard` is taken too. */
  | { readonly kind: 'vcard'; readonly card: VCard | string }
  /** Appointments and tasks: their fields, or their text. Reading gives this kind; `vCalendar` is taken too. */
  | { readonly kind: 'vcalendar'; readonly calendar: VCalendar | string }
  | { readonly kind: 'serviceIndication'; readonly si: ServiceIndication }
  /** A file that the gateway keeps for the handset to fetch. */
  | { readonly kind: 'wapPush'; readonly file: FileInput }
  /** A multimedia message, which the gateway keeps for the handset to fetch. */
  | { readonly kind: 'mms'; readonly message: MmsInput }
  | ({ readonly kind: 'pdu' } & PduInput);

/** Cards and calendars with their kinds spelled as the functions spell them; reading gives `vcard` and `vcalendar`. */
export type ObjectInputAlias =
  | { readonly kind: 'vCard'; readonly card: VCard | string }
  | { readonly kind: 'vCalendar'; readonly calendar: VCalendar | string };

/** The network whose name an operator logo replaces. */
export interface Network {
  /** Mobile country code, three digits. */
  readonly mcc: string | undefined;
  /** Mobile network code, two or three digits. */
  readonly mnc: string | undefined;
}

/** Kinds of content: those of a request, and those of short messages that no request has. */
export type AnyKind = SendContent['kind'] | Content['kind'];

/** The result of {@link contentOf}: a content of short messages, a file that the gateway keeps, or an item of its library. */
export type ReadContent =
  | Content
  | { readonly kind: 'wapPush'; readonly file: NamedFile }
  | { readonly kind: 'mms'; readonly message: NamedFile }
  | LibraryContent;

/** An item of the library in place of a content, as {@link requestOf} takes it too. */
export type LibraryContent =
  | { readonly kind: 'ringtone'; readonly tune: LibraryReference }
  | ({ readonly kind: 'operatorLogo'; readonly bitmap: LibraryReference } & Partial<Network>)
  | { readonly kind: 'groupGraphic' | 'pictureMessage'; readonly bitmap: LibraryReference }
  | { readonly kind: 'wapPush'; readonly file: LibraryReference }
  | { readonly kind: 'mms'; readonly message: LibraryReference };

/** Recipients and time, the same for every kind of content. */
export interface SendingOptions {
  /** Numbers with country code, as a list or separated by commas. May be absent when `toAddressBook` is given. */
  readonly to?: string | readonly string[] | undefined;
  /** An address book of the account, or a group of it: `book`, `book::group`. */
  readonly toAddressBook?: string | undefined;
  /** Originator, one of the account's permitted values. */
  readonly replyTo?: string | undefined;
  /** Minutes to wait, 1 to 10,080. Not together with `at`. */
  readonly delayMinutes?: number | undefined;
  /** When to send, to the second. */
  readonly at?: Date | undefined;
  /** The account's own setting when absent. */
  readonly service?: DeliveryService | undefined;
  /** 3 when absent: a result for each recipient. 0 and 1 give one for all of them. */
  readonly responseFormat?: ResponseFormat | undefined;
}

/** The handset that ringtones, pictures, logos, cards and calendars are for. */
export interface HandsetOptions {
  /** `Nokia`, `EMS` and the other makes of the interface, in any case; needed. */
  readonly make?: string | undefined;
  /** Model of the handset. */
  readonly model?: string | undefined;
}

/** Options of pictures. */
export interface PictureOptions extends HandsetOptions {
  /** Let pictures for a Nokia have sizes that no handset is known to show. */
  readonly anySize?: boolean | undefined;
}

/** Options of operator logos. */
export interface OperatorLogoOptions extends PictureOptions {
  /** The recipient's network, where the content does not name it. */
  readonly mcc?: string | undefined;
  /** Mobile network code of the recipient's network, two or three digits. */
  readonly mnc?: string | undefined;
}

/** Options of files. */
export interface FileOptions {
  /** Subject of a multimedia message, text of a push: 50 characters when all are Latin-1, else 24 UTF-16 units. */
  readonly message?: string | undefined;
  /** MIME type of the file; its name tells when absent. */
  readonly contentType?: string | undefined;
  /** Pictures are sent unchanged. */
  readonly disableRepurposing?: boolean | undefined;
  /** Networks that are known to let nothing else in get no WAP push in place of a multimedia message. */
  readonly disableWalledGardenRule?: boolean | undefined;
}

/** Options of multimedia messages. */
export interface MmsOptions extends FileOptions {
  /** Copies, as `to`. */
  readonly cc?: string | readonly string[] | undefined;
  /** Blind copies, as `to`. */
  readonly bcc?: string | readonly string[] | undefined;
  /** An address book of the account for copies. */
  readonly ccAddressBook?: string | undefined;
  /** An address book of the account for blind copies. */
  readonly bccAddressBook?: string | undefined;
  /** 0 (when absent): a presentation as the handset needs it; 1: add one; 2: add none. */
  readonly addSmil?: 0 | 1 | 2 | undefined;
}

/** Options of all kinds of content; each kind reads its own. */
export interface ContentOptions extends OperatorLogoOptions, MmsOptions {
  /** Version of a card that is given as a model; `2.1` when absent, which every make reads that takes cards. */
  readonly cardVersion?: VCardVersion | undefined;
  /** Version of a calendar that is given as a model; `1.0` when absent. */
  readonly calendarVersion?: VCalendarVersion | undefined;
}

/** A property of a content that causes problems on handsets; it does not prevent sending. */
export interface ContentWarning {
  /** The content is in doubt. */
  readonly code: 'content';
  /** The parameter that carries it. */
  readonly field: string;
  /** What was found. No number, no text, no PIN. */
  readonly message: string;
}

/** Options of {@link requestOf}. */
export interface SendRequestOptions extends SendingOptions, ContentOptions {
  /** Called for what may fail on the handset. */
  readonly onWarning?: ((warning: ContentWarning) => void) | undefined;
}

/** Options of {@link contentOf}. */
export interface ReadContentOptions {
  /** Read a tune as far as it can be read. */
  readonly lenient?: boolean | undefined;
}

/** A request without whose it is. */
export type WithoutCredentials<R> = R extends unknown ? Omit<R, keyof Credentials> : never;

/** A send, for a sender to put its credentials in. */
export type UnsignedSend = WithoutCredentials<SendSmsRequest> | WithoutCredentials<SendMultimediaRequest>;
