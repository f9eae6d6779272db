/**
 * The gateway's requests and results as plain data; form.ts, request.ts and response.ts write and read them.
 *
 * Names are the interface document's parameters in camel case. What the document calls a multimedia request carries one `content`, a union on
 * `kind`. Source: the gateway interface document, sections 3 to 8.
 * @module
 */
import type { PhoneMake } from '../message/index.js';
import type { ServiceIndication } from '../push/binary.js';

/** Who asks; every request has both. Letters, digits and dots, 20 characters at most, case-sensitive. */
export interface Credentials {
  /** Name of the account. */
  readonly username: string;
  /** A text: leading zeros count. Not the account's password. */
  readonly pin: string;
}

/** Forms of an answer to a send: a line, one set of values, or lists with a value per recipient. */
export const RESPONSE_FORMATS = [0, 1, 3] as const;

/** One of {@link RESPONSE_FORMATS}. */
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

/** Delivery services; an absent one is the account's own setting, as `Default` is. */
export const DELIVERY_SERVICES = ['Default', 'Premier', 'Economy'] as const;

/** One of {@link DELIVERY_SERVICES}. */
export type DeliveryService = (typeof DELIVERY_SERVICES)[number];

/** Recipients, originator and time: what both kinds of send request have. */
export interface Sending extends Credentials {
  /**
   * Numbers with country code, 7 to 15 digits. `formatRequest` also accepts a leading `+` or `00`, spaces and hyphens; `parseRequest` gives digits,
   * and an item that is no number as it was written: it fails alone.
   */
  readonly sendTo?: readonly string[] | undefined;
  /** `book` or `book::group`. */
  readonly sendToAddressBook?: string | undefined;
  /** Originator: one of the account's permitted values. */
  readonly replyTo?: string | undefined;
  /** Minutes, 1 to 10,080. Not together with `sendTimeAbsolute`. */
  readonly sendTimeDelay?: number | undefined;
  /** To the second. */
  readonly sendTimeAbsolute?: Date | undefined;
  /** 0 when absent. */
  readonly responseFormat?: ResponseFormat | undefined;
  /** Quality of delivery; the account's own when absent. */
  readonly deliveryServiceOption?: DeliveryService | undefined;
}

/** A text message, or one that is shown at once (class 0). */
export type SendSmsRequest = Sending & { readonly operation: 'sendSms' } & (
    | { readonly message: string; readonly flashMessage?: undefined }
    | { readonly flashMessage: string; readonly message?: undefined }
  );

/** Everything that is not a text message. */
export interface SendMultimediaRequest extends Sending {
  /** Names the request. */
  readonly operation: 'sendMultimedia';
  /** Needed for ringtones, pictures, logos, group graphics, cards and calendars. */
  readonly phoneMake?: PhoneMake | undefined;
  /** Model of the handset, which some forms depend on. */
  readonly phoneModel?: string | undefined;
  /** What is sent. */
  readonly content: MultimediaContent;
}

/** An item of the gateway's library, by its number of five digits; see {@link LIBRARY_RANGES}. */
export interface LibraryItem {
  /** Its number, of five digits. */
  readonly libraryNumber: number;
  /** An item of the library has none. */
  readonly data?: undefined;
  /** An item of the library has none. */
  readonly text?: undefined;
  /** An item of the library has none. */
  readonly file?: undefined;
}

/** A Nokia OTA bitmap as octets, or by number. */
export type OtaItem = LibraryItem | { readonly data: Uint8Array; readonly libraryNumber?: undefined };

/** RTTTL or RTX text, or a number. */
export type RingtoneItem = LibraryItem | { readonly text: string; readonly libraryNumber?: undefined };

/** A file with its name, extension included, 50 characters at most; or a number. */
export type FileItem =
  | LibraryItem
  | { readonly file: { readonly name: string; readonly data: Uint8Array }; readonly libraryNumber?: undefined };

/** Options of a multimedia message and of a WAP push. */
export interface FileOptions {
  /** Subject of a multimedia message, text of a push: 50 characters when all are Latin-1, else 24 UTF-16 units. */
  readonly message?: string | undefined;
  /** MIME type; the extension tells it when absent. */
  readonly contentType?: string | undefined;
  /** Pictures are sent unchanged. */
  readonly disableRepurposing?: boolean | undefined;
  /** Networks that are known to let nothing else in get no WAP push in place of a multimedia message. */
  readonly disableWalledGardenRule?: boolean | undefined;
}

/** What a multimedia request carries: just one of these. */
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

/** A ready message (.mms) or a ZIP to make one of. */
export type MmsContent = {
  readonly kind: 'mms';
  /** Copies, as `sendTo`. */
  readonly sendCc?: readonly string[] | undefined;
  readonly sendBcc?: readonly string[] | undefined;
  readonly sendCcAddressBook?: string | undefined;
  readonly sendBccAddressBook?: string | undefined;
  /** 0 (when absent): as the handset needs it; 1: add a presentation; 2: add none. */
  readonly addSmil?: 0 | 1 | 2 | undefined;
} & FileOptions &
  FileItem;

/** User data of an SMS-SUBMIT, as the sender sets it. */
export type RawPduContent = {
  readonly kind: 'pdu';
  /** TP-DCS. */
  readonly dataCodingScheme: number;
  /** TP-PID. */
  readonly protocolIdentifier: number;
  /** With its length octet; empty for none. */
  readonly userDataHeader: Uint8Array;
} & (
  | { readonly userData: Uint8Array; readonly message?: undefined }
  | { readonly message: string; readonly userData?: undefined }
);

/** Kinds of content of a multimedia request. */
export type MultimediaKind = MultimediaContent['kind'];

/** A question about the account. */
export interface QueryRequest extends Credentials {
  /** Names the question. */
  readonly operation: 'availableCredit' | 'availableMessages' | 'permittedReplyTo';
}

/** A new account below the caller's: TRANSFER has credit of its own, SHARED uses the parent's. */
export interface CreateChildAccountRequest extends Credentials {
  /** Names the request. */
  readonly operation: 'createChildAccount';
  /** How the account is paid for. */
  readonly type: 'TRANSFER' | 'SHARED';
  /** Mail address of its owner. */
  readonly email: string;
  /** Digits, without a plus sign. */
  readonly telephoneCountryCode: string;
  /** Digits, with country code. */
  readonly mobileNumber: string;
  /** Given name of its owner. */
  readonly givenName?: string | undefined;
  /** Family name of its owner. */
  readonly familyName?: string | undefined;
  /** Company of its owner. */
  readonly companyName?: string | undefined;
}

/** Removes an account below the caller's. */
export interface DeleteChildAccountRequest extends Credentials {
  /** Names the request. */
  readonly operation: 'deleteChildAccount';
  /** The account to delete; it must be below the caller's. */
  readonly childUsername: string;
}

/** Moves credit between parent and child: an amount of money (`12.50`), or what a number of messages costs. */
export type TransferFundsRequest = Credentials & { readonly operation: 'transferFunds'; readonly to: string } & (
    | { readonly amount: string; readonly messages?: undefined }
    | { readonly messages: number; readonly amount?: undefined }
  );

/** Every request that the gateway's form interface takes. */
export type GatewayRequest =
  | SendSmsRequest
  | SendMultimediaRequest
  | QueryRequest
  | CreateChildAccountRequest
  | DeleteChildAccountRequest
  | TransferFundsRequest;

/** Requests by what they ask for. */
export type GatewayOperation = GatewayRequest['operation'];

/** Numbers of the library by kind, first and last. Those of ringtones are this package's choice: the document shows none. */
export const LIBRARY_RANGES = {
  pictureMessage: [20_000, 29_999],
  groupGraphic: [10_000, 19_999],
  operatorLogo: [10_000, 19_999],
  ringtone: [30_000, 39_999],
  mms: [80_000, 89_999],
  wapPush: [80_000, 89_999],
} as const satisfies { readonly [K in MultimediaKind]?: readonly [number, number] };

/** The result for one recipient of a message, or one refusal for all. */
export interface Result {
  /** 15 characters A-Z 0-9; `-1` where no message exists; undefined where the form of the answer shows none. */
  readonly messageIdentifier: string | undefined;
  /** Report code; see REPORTS. Any number that the service gives is kept. */
  readonly report: number;
  /** Whether the gateway has taken the message. An unknown code is not. */
  readonly accepted: boolean;
  /** For people only: it may be blank, absent or other words tomorrow. */
  readonly text?: string | undefined;
  /** Parts that were charged. */
  readonly units?: number | undefined;
  /** Number under which a submitted file is kept. */
  readonly libraryNumber?: number | undefined;
}

/** What the gateway posts to its customer: the fate of a message, or a message from a handset. */
export type Callback = DeliveryReceipt | IncomingMessage;

/** The fate of a message. */
export interface DeliveryReceipt {
  /** Says that it is a receipt. */
  readonly kind: 'receipt';
  /** Credentials that the customer chose for his own server; the form has the literal `NULL` where there are none, which reads as undefined. */
  readonly username?: string | undefined;
  /** PIN that the gateway sends along, when the account has set one. */
  readonly pin?: string | undefined;
  /** The recipient (`SentTo` in SOAP). */
  readonly sendTo: string;
  /** The gateway's identifier of the message. */
  readonly messageIdentifier?: string | undefined;
  /** When the state was recorded, to the second. */
  readonly timestamp?: Date | undefined;
  /** Code of the report; see `REPORTS`. */
  readonly report?: number | undefined;
}

/** A message from a handset. */
export interface IncomingMessage {
  /** Says that it is a message from a handset. */
  readonly kind: 'message';
  /** User name that the gateway sends along, when the account has set one. */
  readonly username?: string | undefined;
  /** PIN that the gateway sends along, when the account has set one. */
  readonly pin?: string | undefined;
  /** The two-way number that it went to. */
  readonly sendTo: string;
  /** What it says. */
  readonly message: string;
  /** Octets of a message that is not a text, as webhooks tell them; `message` is their hex then. Forms and SOAP have the hex alone. */
  readonly data?: Uint8Array | undefined;
  /** The handset. */
  readonly replyTo: string;
  /** When the gateway had it. */
  readonly timestamp?: Date | undefined;
  /** The gateway's identifier of the message. */
  readonly messageIdentifier?: string | undefined;
}
