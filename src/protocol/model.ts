/**
 * The gateway's requests and results as plain data; form.ts, request.ts and response.ts write and read them.
 *
 * Names are the interface document's parameters in camel case. What the document calls a multimedia request carries one `content`, a union on
 * `kind`. Source: the gateway interface document, sections 3 to 8.
 * @module
 */
import type { PhoneMake } from '../message/index.js';
import type { ServiceIndication } from '../push/binary.js';

/** The credentials of an account, required in every request. Both are case-sensitive, and have 1 to 20 characters. */
export interface Credentials {
  /** User name: letters, digits and dots. */
  readonly username: string;
  /** PIN: letters and digits, as text, since leading zeros count. */
  readonly pin: string;
}

/** Formats of the answer to a send: 0 a line, 1 one set of values, 3 lists with a value for each recipient. */
export const RESPONSE_FORMATS = [0, 1, 3] as const;

/** One of {@link RESPONSE_FORMATS}. */
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

/** Delivery services. `Default`, like an absent value, is the account's own setting. */
export const DELIVERY_SERVICES = ['Default', 'Premier', 'Economy'] as const;

/** One of {@link DELIVERY_SERVICES}. */
export type DeliveryService = (typeof DELIVERY_SERVICES)[number];

/** The members of both kinds of send request: recipients, originator and time. */
export interface Sending extends Credentials {
  /**
   * Numbers with country code, 7 to 15 digits. `formatRequest` also accepts a leading `+` or `00`, spaces and hyphens; `parseRequest` returns digits,
   * and items that are not numbers verbatim, since each fails alone (G-SMS-15).
   */
  readonly sendTo?: readonly string[] | undefined;
  /** An address book of the account, `book` or `book::group`. */
  readonly sendToAddressBook?: string | undefined;
  /** Originator: one of the account's permitted values; its default when absent. */
  readonly replyTo?: string | undefined;
  /** Minutes to wait before sending, 1 to 10,080. Not together with `sendTimeAbsolute`. */
  readonly sendTimeDelay?: number | undefined;
  /** Time of sending, to the second; at once when absent. */
  readonly sendTimeAbsolute?: Date | undefined;
  /** Format of the answer; 0 when absent. */
  readonly responseFormat?: ResponseFormat | undefined;
  /** Delivery service; the account's own when absent. */
  readonly deliveryServiceOption?: DeliveryService | undefined;
}

/** A text message, or one that is shown at once (class 0). */
export type SendSmsRequest = Sending & { readonly operation: 'sendSms' } & (
    | { readonly message: string; readonly flashMessage?: undefined }
    | { readonly flashMessage: string; readonly message?: undefined }
  );

/** A request to send anything but a text message. */
export interface SendMultimediaRequest extends Sending {
  /** The kind of request. */
  readonly operation: 'sendMultimedia';
  /** Make of the handset; required for ringtones, pictures, logos, group graphics, cards and calendars. */
  readonly phoneMake?: PhoneMake | undefined;
  /** Model of the handset, which the form of some content depends on. */
  readonly phoneModel?: string | undefined;
  /** The content. */
  readonly content: MultimediaContent;
}

/** An item of the gateway's library, by its number; see {@link LIBRARY_RANGES}. */
export interface LibraryItem {
  /** Its number, of five digits. */
  readonly libraryNumber: number;
  /** Absent in a library item. */
  readonly data?: undefined;
  /** Absent in a library item. */
  readonly text?: undefined;
  /** Absent in a library item. */
  readonly file?: undefined;
}

/** The octets of a Nokia OTA bitmap, or a library item. */
export type OtaItem = LibraryItem | { readonly data: Uint8Array; readonly libraryNumber?: undefined };

/** RTTTL or RTX text, or a library item. */
export type RingtoneItem = LibraryItem | { readonly text: string; readonly libraryNumber?: undefined };

/** A file with its name of at most 50 characters, including the extension; or a library item. */
export type FileItem =
  | LibraryItem
  | { readonly file: { readonly name: string; readonly data: Uint8Array }; readonly libraryNumber?: undefined };

/** Options of a multimedia message and of a WAP push. */
export interface FileOptions {
  /** Subject of a multimedia message, text of a push: 50 characters when all are Latin-1, else 24 UTF-16 units. */
  readonly message?: string | undefined;
  /** MIME type; by default that of the extension. */
  readonly contentType?: string | undefined;
  /** Whether pictures are served unchanged; false by default. */
  readonly disableRepurposing?: boolean | undefined;
  /** Whether numbers in walled gardens get the multimedia message itself; by default they get a WAP push with a page of it. */
  readonly disableWalledGardenRule?: boolean | undefined;
}

/** The content of a multimedia request, a union on `kind`. */
export type MultimediaContent =
  | ({ readonly kind: 'pictureMessage' } & OtaItem)
  | ({ readonly kind: 'groupGraphic' } & OtaItem)
  /** The recipient's network: MCC of three digits, MNC of two or three. */
  | ({ readonly kind: 'operatorLogo'; readonly mcc: string; readonly mnc: string } & OtaItem)
  | ({ readonly kind: 'ringtone' } & RingtoneItem)
  /** The card, in vCard's own text form. */
  | { readonly kind: 'vcard'; readonly text: string }
  /** The calendar, in vCalendar's own text form. */
  | { readonly kind: 'vcalendar'; readonly text: string }
  | MmsContent
  | ({ readonly kind: 'wapPush' } & FileOptions & FileItem)
  | { readonly kind: 'serviceIndication'; readonly si: ServiceIndication }
  | RawPduContent;

/** A multimedia message: an encoded one (`.mms`), or a ZIP of its files. */
export type MmsContent = {
  readonly kind: 'mms';
  /** Numbers of copies, as `sendTo`. */
  readonly sendCc?: readonly string[] | undefined;
  /** Numbers of blind copies, as `sendTo`. */
  readonly sendBcc?: readonly string[] | undefined;
  /** An address book for copies, as `sendToAddressBook`. */
  readonly sendCcAddressBook?: string | undefined;
  /** An address book for blind copies. */
  readonly sendBccAddressBook?: string | undefined;
  /** Whether a presentation (SMIL) is added to a ZIP without one: 0 (default) if the handset needs it, 1 always, 2 never. */
  readonly addSmil?: 0 | 1 | 2 | undefined;
} & FileOptions &
  FileItem;

/** The user data of one SMS-SUBMIT, sent verbatim. */
export type RawPduContent = {
  readonly kind: 'pdu';
  /** TP-DCS, 0 to 255. */
  readonly dataCodingScheme: number;
  /** TP-PID, 0 to 255. */
  readonly protocolIdentifier: number;
  /** User data header including its length octet; empty for none. */
  readonly userDataHeader: Uint8Array;
} & (
  | { readonly userData: Uint8Array; readonly message?: undefined }
  | { readonly message: string; readonly userData?: undefined }
);

/** A kind of content of a multimedia request. */
export type MultimediaKind = MultimediaContent['kind'];

/** An account query. */
export interface QueryRequest extends Credentials {
  /** The kind of query. */
  readonly operation: 'availableCredit' | 'availableMessages' | 'permittedReplyTo';
}

/** A request to create a child account of the caller's. */
export interface CreateChildAccountRequest extends Credentials {
  /** The kind of request. */
  readonly operation: 'createChildAccount';
  /** `TRANSFER` has credit of its own, which the parent transfers; `SHARED` spends the parent's. */
  readonly type: 'TRANSFER' | 'SHARED';
  /** E-mail address of its owner. */
  readonly email: string;
  /** Country code, 1 to 4 digits without a plus sign. */
  readonly telephoneCountryCode: string;
  /** Mobile number of its owner, 7 to 15 digits with country code. */
  readonly mobileNumber: string;
  /** Given name of its owner. */
  readonly givenName?: string | undefined;
  /** Family name of its owner. */
  readonly familyName?: string | undefined;
  /** Company of its owner. */
  readonly companyName?: string | undefined;
}

/** A request to delete a child account of the caller's. */
export interface DeleteChildAccountRequest extends Credentials {
  /** The kind of request. */
  readonly operation: 'deleteChildAccount';
  /** User name of the child account. */
  readonly childUsername: string;
}

/** A request to move credit between parent and child: an amount of money with two decimals (`12.50`), or the price of a number of messages. */
export type TransferFundsRequest = Credentials & { readonly operation: 'transferFunds'; readonly to: string } & (
    | { readonly amount: string; readonly messages?: undefined }
    | { readonly messages: number; readonly amount?: undefined }
  );

/** Any request of the gateway's form interface, a union on `operation`. */
export type GatewayRequest =
  | SendSmsRequest
  | SendMultimediaRequest
  | QueryRequest
  | CreateChildAccountRequest
  | DeleteChildAccountRequest
  | TransferFundsRequest;

/** A kind of request. */
export type GatewayOperation = GatewayRequest['operation'];

/** The ranges of library numbers by kind, first and last. That of ringtones is this package's choice: the interface document has none. */
export const LIBRARY_RANGES = {
  pictureMessage: [20_000, 29_999],
  groupGraphic: [10_000, 19_999],
  operatorLogo: [10_000, 19_999],
  ringtone: [30_000, 39_999],
  mms: [80_000, 89_999],
  wapPush: [80_000, 89_999],
} as const satisfies { readonly [K in MultimediaKind]?: readonly [number, number] };

/** The result of a send for one recipient, or for all of them. */
export interface Result {
  /** 15 characters A-Z 0-9; `-1` if there is no message; undefined if the answer has none. */
  readonly messageIdentifier: string | undefined;
  /** Report code; see {@link REPORTS}. Unknown codes are kept. */
  readonly report: number;
  /** Whether the gateway accepted the message. False for an unknown code. */
  readonly accepted: boolean;
  /** A text for people: it may be absent, and may change. */
  readonly text?: string | undefined;
  /** The number of parts charged. */
  readonly units?: number | undefined;
  /** Library number under which a submitted file is kept. */
  readonly libraryNumber?: number | undefined;
}

/** A post of the gateway to its customer, a union on `kind`: a delivery receipt, or a message from a handset. */
export type Callback = DeliveryReceipt | IncomingMessage;

/** A delivery receipt: the final state of a message. */
export interface DeliveryReceipt {
  /** The kind of callback. */
  readonly kind: 'receipt';
  /** The user name that the customer chose for these posts; undefined if none is set (`NULL` in a form). */
  readonly username?: string | undefined;
  /** The PIN that the customer chose for these posts; undefined if none is set. */
  readonly pin?: string | undefined;
  /** Number of the recipient, digits (`SentTo` in SOAP). */
  readonly sendTo: string;
  /** Identifier of the message, as in {@link Result}. */
  readonly messageIdentifier?: string | undefined;
  /** When the state was recorded, to the second. */
  readonly timestamp?: Date | undefined;
  /** Report code; see {@link REPORTS}. This package's gateway uses 0 for delivered, -1 for failed and 76 for expired. */
  readonly report?: number | undefined;
}

/** A message from a handset. */
export interface IncomingMessage {
  /** The kind of callback. */
  readonly kind: 'message';
  /** The user name that the customer chose for these posts; undefined if none is set. */
  readonly username?: string | undefined;
  /** The PIN that the customer chose for these posts; undefined if none is set. */
  readonly pin?: string | undefined;
  /** The two-way number that received the message, digits. */
  readonly sendTo: string;
  /** The text; of a message that is not a text, its octets in hex. */
  readonly message: string;
  /** The octets of a message that is not a text, if it came as a webhook. Forms and SOAP have only the hex. */
  readonly data?: Uint8Array | undefined;
  /** Number or name of the handset; `NULL` if the network does not give it. */
  readonly replyTo: string;
  /** When the gateway received it, to the second. */
  readonly timestamp?: Date | undefined;
  /** The gateway's identifier of the message. */
  readonly messageIdentifier?: string | undefined;
}
