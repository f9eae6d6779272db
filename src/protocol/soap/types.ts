/**
 * What the gateway's SOAP operations consist of: the types of its WSDL as TypeScript. The same as data is in soap-schema.ts.
 *
 *   SubmitMessage            send a message              customer -> gateway
 *   AvailableMessages        how many can be paid        customer -> gateway
 *   AvailableCredit          what is left                customer -> gateway
 *   SubmitDeliveryReceipt    what became of a message    gateway -> customer
 *   DeliverMessage           a message from a handset    gateway -> customer
 *
 * Simple values are texts, as they were written: a PIN keeps its zeros, a number its sign. Whatever may be missing or nil is an
 * optional property; names are those of the WSDL. Source: the gateway interface document, section 9, and its WSDL.
 * @module
 */

/** Namespace of the operations where none is given: the placeholder of the reference WSDL. */
export const SOAP_NAMESPACE = 'urn:messaging-gateway:sendsms3';

/** Operations of the SOAP port. */
export const SOAP_OPERATIONS = [
  'SubmitMessage',
  'SubmitDeliveryReceipt',
  'DeliverMessage',
  'AvailableMessages',
  'AvailableCredit',
] as const;

/** One of {@link SOAP_OPERATIONS}. */
export type SoapOperation = (typeof SOAP_OPERATIONS)[number];

/** A whole number: read as the text that was written, given to the writers as text or number. */
type Whole = string | number;

/** Fields without a use so far. */
export interface Reserved {
  /** Kept for later by the interface document. */
  readonly Field1?: string | undefined;
  /** Kept for later by the interface document. */
  readonly Field2?: string | undefined;
  /** Kept for later by the interface document. */
  readonly Field3?: string | undefined;
  /** Kept for later by the interface document. */
  readonly Field4?: string | undefined;
}

/** A ringtone or a bitmap: an item of the library, or data. */
export interface SmartMessage<Int extends Whole = string> {
  /** An item of the gateway's library, in place of data. */
  readonly LibraryNumber?: Int | undefined;
  /** Hex. */
  readonly Data?: string | undefined;
  /** `FORMAT-UNDEFINED`, `RTTTL` or `OTA`. */
  readonly Format?: string | undefined;
}

/** User data of an SMS-SUBMIT as hex. */
export interface SmsSubmitPdu {
  /** One octet. */
  readonly DataCodingScheme?: string | undefined;
  /** One octet. */
  readonly ProtocolIdentifier?: string | undefined;
  /** With its length octet. */
  readonly UserDataHeader?: string | undefined;
  /** User data in hex. */
  readonly UserData?: string | undefined;
}

/** The indication of a Service Indication. */
export interface SoapIndication {
  /** Address that the indication names. */
  readonly href?: string | undefined;
  /** Identifier of the indication. */
  readonly 'si-id'?: string | undefined;
  /** dateTime. */
  readonly created?: string | undefined;
  /** dateTime. */
  readonly 'si-expires'?: string | undefined;
  /** `signal-medium`, `signal-none`, `signal-low`, `signal-high` or `signal-delete`. */
  readonly action?: string | undefined;
  /** Text of the indication. */
  readonly content?: string | undefined;
}

/** One item of an info. */
export interface SoapItem {
  /** Value of the item. */
  readonly pcdata?: string | undefined;
  /** Name of the item. */
  readonly class?: string | undefined;
}

/** Items that go with an indication. */
export interface SoapInfo {
  /** Items of information beside the indication. */
  readonly item?: readonly SoapItem[] | undefined;
}

/** A Service Indication. */
export interface SoapSi {
  /** The indication itself. */
  readonly indication?: SoapIndication | undefined;
  /** Further information. */
  readonly info?: readonly SoapInfo[] | undefined;
}

/** An item of the library to push. */
export interface SimplePush<Int extends Whole = string> {
  /** An item of the gateway's library, in place of data. */
  readonly LibraryNumber?: Int | undefined;
  /** Text that the user reads. */
  readonly Message?: string | undefined;
}

/** A WAP push: one of the two. */
export interface WapPush<Int extends Whole = string> {
  /** A file that is pushed. */
  readonly SimplePush?: SimplePush<Int> | undefined;
  /** A service indication. */
  readonly si?: SoapSi | undefined;
}

/** What is sent: one of these. */
export interface SoapMessage<Int extends Whole = string> {
  /** A text. */
  readonly TextMessage?: string | undefined;
  /** A text that is shown at once. */
  readonly FlashMessage?: string | undefined;
  /** RTTTL, RTX or a number. */
  readonly Ringtone?: SmartMessage<Int> | undefined;
  /** An OTA bitmap or a number. */
  readonly OperatorLogo?: SmartMessage<Int> | undefined;
  /** An OTA bitmap or a number. */
  readonly PictureMessage?: SmartMessage<Int> | undefined;
  /** An OTA bitmap or a number. */
  readonly GroupGraphic?: SmartMessage<Int> | undefined;
  /** User data as the sender sets it. */
  readonly SmsSubmitPdu?: SmsSubmitPdu | undefined;
  /** A push: an indication or a file. */
  readonly WAPPush?: WapPush<Int> | undefined;
}

/** When a message is sent: at once, or one of these. */
export interface SendOptions<Int extends Whole = string> {
  /** dateTime. */
  readonly SendTimeAbsolute?: string | undefined;
  /** Minutes. */
  readonly SendTimeDelay?: Int | undefined;
}

/** To whom. */
export interface Recipient<Int extends Whole = string> {
  /** Numbers, parted by commas. */
  readonly SendTo?: string | undefined;
  /** Make of the handset. */
  readonly PhoneMake?: string | undefined;
  /** Model of the handset. */
  readonly PhoneModel?: string | undefined;
  /** Of the network, for operator logos. */
  readonly MCC?: Int | undefined;
  /** Mobile network code, for a logo. */
  readonly MNC?: Int | undefined;
  /** When and how it is sent. */
  readonly SendOptions?: SendOptions<Int> | undefined;
}

/** Who calls: parts of every call. */
export interface SoapCredentials {
  /** Name of the account. */
  readonly Username?: string | undefined;
  /** Its PIN. */
  readonly PIN?: string | undefined;
}

/** Parts of a call of SubmitMessage. */
export interface SubmitMessageParts<Int extends Whole = string> extends SoapCredentials {
  /** Who gets it. */
  readonly Recipient?: Recipient<Int> | undefined;
  /** What they get. */
  readonly Message?: SoapMessage<Int> | undefined;
  /** Who it is from: one of the account's originators. */
  readonly ReplyTo?: string | undefined;
  /** Without a use in a call. */
  readonly MessageIdentifier?: string | undefined;
  /** Fields kept for later. */
  readonly Reserved?: Reserved | undefined;
}

/** Parts of a call of SubmitDeliveryReceipt. */
export interface SubmitDeliveryReceiptParts<Int extends Whole = string> extends SoapCredentials {
  /** dateTime. */
  readonly Timestamp1?: string | undefined;
  /** Number of the handset that had the message. */
  readonly SentTo?: string | undefined;
  /** The gateway's identifier of the message. */
  readonly MessageIdentifier?: string | undefined;
  /** Code of the report. */
  readonly Report?: Int | undefined;
}

/** Parts of a call of DeliverMessage. */
export interface DeliverMessageParts<Int extends Whole = string> extends SoapCredentials {
  /** Who it was sent to. */
  readonly Recipient?: Recipient<Int> | undefined;
  /** What was sent. */
  readonly Message?: SoapMessage<Int> | undefined;
  /** Who sent it. */
  readonly ReplyTo?: string | undefined;
}

/** Parts of a call of each operation. */
export interface CallParts<Int extends Whole = string> {
  /** A message to send. */
  readonly SubmitMessage: SubmitMessageParts<Int>;
  /** What became of a message, from the gateway to its customer. */
  readonly SubmitDeliveryReceipt: SubmitDeliveryReceiptParts<Int>;
  /** A message of a handset, from the gateway to its customer. */
  readonly DeliverMessage: DeliverMessageParts<Int>;
  /** A question: how many messages the credit is good for. */
  readonly AvailableMessages: SoapCredentials;
  /** A question: how much credit there is. */
  readonly AvailableCredit: SoapCredentials;
}

/** Parts of an answer that reports what became of a call. */
export interface ReportParts<Int extends Whole = string> {
  /** The gateway's identifier of the message. */
  readonly MessageIdentifier?: string | undefined;
  /** Code of the report. */
  readonly Report?: Int | undefined;
  /** The report in words. */
  readonly Text?: string | undefined;
}

/** Parts of an answer to each operation. */
export interface AnswerParts<Int extends Whole = string> {
  /** What became of the request. */
  readonly SubmitMessage: ReportParts<Int> & { readonly Reserved?: Reserved | undefined };
  /** Whether the receipt was taken. */
  readonly SubmitDeliveryReceipt: ReportParts<Int>;
  /** Whether the message was taken. */
  readonly DeliverMessage: ReportParts<Int>;
  /** `Messages` is a whole number. */
  readonly AvailableMessages: { readonly Messages?: string | undefined; readonly Reserved?: Reserved | undefined };
  /** `Currency` is `GBP` or `UKL`, `Credit` has four decimals. */
  readonly AvailableCredit: {
    readonly Currency?: string | undefined;
    readonly Credit?: string | undefined;
    readonly Reserved?: Reserved | undefined;
  };
}

/** A call: a union on `operation`. */
export type Call = { readonly [O in SoapOperation]: { readonly operation: O; readonly parts: CallParts[O] } }[SoapOperation];

/** The call of one operation. */
export type CallOf<O extends SoapOperation> = Extract<Call, { readonly operation: O }>;

/** An answer that is no fault: a union on `operation`. */
export type Answer = {
  readonly [O in SoapOperation]: { readonly operation: O; readonly parts: AnswerParts[O]; readonly fault?: undefined };
}[SoapOperation];

/** The answer to one operation. */
export type AnswerOf<O extends SoapOperation> = Extract<Answer, { readonly operation: O }>;

/** Codes of faults (SOAP 1.1 section 4.4.1); what follows a dot narrows one down. */
export const FAULT_CODES = ['VersionMismatch', 'MustUnderstand', 'Client', 'Server'] as const;

/** One of {@link FAULT_CODES}. */
export type FaultCode = (typeof FAULT_CODES)[number];

/** Why there is no answer. */
export interface SoapFault {
  /** One of {@link FAULT_CODES}, or one of them with more behind a dot; without prefix. */
  readonly code: string;
  /** For people. */
  readonly reason: string;
  /** Text of the detail, without its elements. */
  readonly detail?: string | undefined;
}
