/**
 * The content that can be sent through a gateway, and its options.
 *
 * A content is an object with a `kind`, the same as {@link Content} of `handset/message` for the kinds that both have. Instead of a model, each kind also
 * accepts an encoded form: RTTTL or RTX text, a card's text, an OTA bitmap as octets or hex, a file; and, for kinds that the gateway has a library of, an
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

/** A reference to an item of the gateway's library. */
export interface LibraryReference {
  /** Its number, of five digits; `LIBRARY_RANGES` of `handset/protocol` has the range of each kind. */
  readonly libraryNumber: number;
}

/** A tune, RTTTL or RTX text, or a library item (also as text of five digits). */
export type RingtoneInput = Tune | string | LibraryReference;

/** A bitmap, an OTA bitmap as octets or hex, or a library item (also as text of five digits). */
export type BitmapInput = Bitmap | Uint8Array | string | LibraryReference;

/** A file, or a library item (also as text of five digits). */
export type FileInput = NamedFile | LibraryReference | string;

/** A file with its name. */
export interface NamedFile {
  /** Name of at most 50 characters, with the extension of the content. */
  readonly name: string;
  /** The octets, or their hex. */
  readonly data: Uint8Array | string;
  /** MIME type; the options may give it instead. By default that of the extension. */
  readonly contentType?: string | undefined;
}

/** A multimedia message: a PDU, the octets of one (.mms) or of a ZIP of its files, a file of either, or a library item. */
export type MmsInput = MmsPdu | Uint8Array | FileInput;

/** An SMS-SUBMIT, its user data as text or octets with TP-DCS, TP-PID and header, or the fields of the form interface. */
export type PduInput =
  | PduContent
  | (Omit<SubmitInput, 'tpDa'> & Partial<Pick<SubmitInput, 'tpDa'>>)
  | (RawPduContent & { readonly tpDcs?: undefined })
  | (Omit<RawPduContent, 'kind'> & { readonly tpDcs?: undefined });

/** A content for {@link requestOf}, a union on `kind`. `Content` of `handset/message` is accepted too, for every kind that the interface has a request for. */
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

/** A kind of content of a request or a short message. */
export type AnyKind = SendContent['kind'] | Content['kind'];

/** The result of {@link contentOf}: a content of short messages, a file that the gateway hosts, or a library item. */
export type ReadContent =
  | Content
  | { readonly kind: 'wapPush'; readonly file: NamedFile }
  | { readonly kind: 'mms'; readonly message: NamedFile }
  | LibraryContent;

/** A library item in place of content; {@link requestOf} accepts it too. */
export type LibraryContent =
  | { readonly kind: 'ringtone'; readonly tune: LibraryReference }
  | ({ readonly kind: 'operatorLogo'; readonly bitmap: LibraryReference } & Partial<Network>)
  | { readonly kind: 'groupGraphic' | 'pictureMessage'; readonly bitmap: LibraryReference }
  | { readonly kind: 'wapPush'; readonly file: LibraryReference }
  | { readonly kind: 'mms'; readonly message: LibraryReference };

/** Options for every kind of content: recipients, originator, time and delivery. */
export interface SendingOptions {
  /** Numbers with country code, as a list or separated by commas. Optional if `toAddressBook` is given. */
  readonly to?: string | readonly string[] | undefined;
  /** An address book of the account, or a group of it: `book`, `book::group`. */
  readonly toAddressBook?: string | undefined;
  /** Originator, one of the account's permitted values; its default when absent. */
  readonly replyTo?: string | undefined;
  /** Minutes to wait before sending, 1 to 10,080. Not together with `at`. */
  readonly delayMinutes?: number | undefined;
  /** Time of sending, to the second; at once when absent. */
  readonly at?: Date | undefined;
  /** Delivery service; the account's own when absent. */
  readonly service?: DeliveryService | undefined;
  /** Format of the answer: 3 has a result for each recipient, 0 and 1 have one for all. A `Sender` uses 3 by default, a request without a value is 0. */
  readonly responseFormat?: ResponseFormat | undefined;
}

/** The recipient's handset, for ringtones, pictures, logos, cards and calendars. */
export interface HandsetOptions {
  /** Make: `Nokia`, `EMS` or another of the interface's makes, in any case. Required for these kinds of content. */
  readonly make?: string | undefined;
  /** Model, such as `3310`. */
  readonly model?: string | undefined;
}

/** Options of pictures. */
export interface PictureOptions extends HandsetOptions {
  /** Whether a picture for a Nokia may have a size that no handset is known to show; false by default. */
  readonly anySize?: boolean | undefined;
}

/** Options of operator logos. */
export interface OperatorLogoOptions extends PictureOptions {
  /** Mobile country code of the recipient's network, three digits; required here or in the content. */
  readonly mcc?: string | undefined;
  /** Mobile network code of the recipient's network, two or three digits; required here or in the content. */
  readonly mnc?: string | undefined;
}

/** Options of files. */
export interface FileOptions {
  /** Subject of a multimedia message, text of a push: 50 characters when all are Latin-1, else 24 UTF-16 units. */
  readonly message?: string | undefined;
  /** MIME type of the file; by default that of the extension. */
  readonly contentType?: string | undefined;
  /** Whether pictures are served unchanged; false by default. */
  readonly disableRepurposing?: boolean | undefined;
  /** Whether numbers in walled gardens get the multimedia message itself; by default they get a WAP push with a page of it. */
  readonly disableWalledGardenRule?: boolean | undefined;
}

/** Options of multimedia messages. */
export interface MmsOptions extends FileOptions {
  /** Numbers of copies, as `to`. */
  readonly cc?: string | readonly string[] | undefined;
  /** Numbers of blind copies, as `to`. */
  readonly bcc?: string | readonly string[] | undefined;
  /** An address book of the account for copies. */
  readonly ccAddressBook?: string | undefined;
  /** An address book of the account for blind copies. */
  readonly bccAddressBook?: string | undefined;
  /** Whether a presentation (SMIL) is added to a ZIP without one: 0 (default) if the handset needs it, 1 always, 2 never. */
  readonly addSmil?: 0 | 1 | 2 | undefined;
}

/** Options of all kinds of content; each kind uses its own. */
export interface ContentOptions extends OperatorLogoOptions, MmsOptions {
  /** Version of a card that is given as a model; by default `2.1`, which every make with cards supports. */
  readonly cardVersion?: VCardVersion | undefined;
  /** Version of a calendar that is given as a model; `1.0` by default. */
  readonly calendarVersion?: VCalendarVersion | undefined;
}

/** A warning about content that is known to cause problems on handsets; it does not prevent sending. */
export interface ContentWarning {
  /** The kind of warning. */
  readonly code: 'content';
  /** Name of the parameter with the content. */
  readonly field: string;
  /** A description with what was found; it contains no number, text or PIN. */
  readonly message: string;
}

/** Options of {@link requestOf}. */
export interface SendRequestOptions extends SendingOptions, ContentOptions {
  /** Called with warnings about the content. */
  readonly onWarning?: ((warning: ContentWarning) => void) | undefined;
}

/** Options of {@link contentOf}. */
export interface ReadContentOptions {
  /** Whether faults in a tune are tolerated; false by default. */
  readonly lenient?: boolean | undefined;
}

/** A request without its credentials. */
export type WithoutCredentials<R> = R extends unknown ? Omit<R, keyof Credentials> : never;

/** A send request without credentials, which a sender adds. */
export type UnsignedSend = WithoutCredentials<SendSmsRequest> | WithoutCredentials<SendMultimediaRequest>;
